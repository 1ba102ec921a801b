//! What GNU's find does not have: options, tests and actions of other people's finds, and our own.

use super::{
    Stop,
    argument::{breadth_first, positive, regex_type},
    lex::Lexer,
    table::Beyond,
};
use crate::{
    expr::{Action, Expr, Test},
    message::{quoted, text},
    primaries::{Attribute, Field, Flags, Since},
    printf::Format,
    sink::Sink,
};

impl<'a> Lexer<'a, '_> {
    /// An option, a test or an action.
    pub(super) fn beyond(&mut self, id: Beyond, typed: &'a [u8], arg: &[u8]) -> Result<Expr, Stop> {
        if self.option_beyond(id, typed, arg)? {
            return Ok(Expr::Always(true));
        }
        self.first.get_or_insert(typed);
        let since = |field| self.moment(arg).map(|moment| Test::Since(Since { field, moment }));
        Ok(Expr::Test(match id {
            Beyond::Acl => Test::Attribute(Attribute::Acl),
            Beyond::Capable => Test::Attribute(Attribute::Capable),
            Beyond::XAttr => Test::Attribute(Attribute::Any),
            Beyond::XAttrName => Test::Attribute(Attribute::Named(arg.to_owned())),
            Beyond::Flags => Test::Flags(Flags::parse(arg).map_err(|word| {
                Stop::misuse(text!(
                    "unknown flag ",
                    quoted(&word),
                    " in the argument ",
                    quoted(arg),
                    " to ",
                    typed
                ))
            })?),
            Beyond::Hidden => Test::Hidden,
            Beyond::SinceAccessed => since(Field::Accessed)?,
            Beyond::SinceBorn => since(Field::Born)?,
            Beyond::SinceChanged => since(Field::Changed)?,
            Beyond::SinceModified => since(Field::Modified)?,
            Beyond::Sparse => Test::Sparse,
            Beyond::Json => return Ok(self.action(Action::Format(Sink::Out, Format::json()))),
            Beyond::Limit => {
                self.limits.push(positive(typed, arg)?);
                return Ok(Expr::Act(Action::Limit(self.limits.len() - 1)));
            }
            // Options have been seen to, and -exclude is for the shape of the expression.
            Beyond::Color
            | Beyond::Exclude
            | Beyond::Extended
            | Beyond::GitIgnore
            | Beyond::Jobs
            | Beyond::NoColor
            | Beyond::NoError
            | Beyond::NoHidden
            | Beyond::Sorted
            | Beyond::Status
            | Beyond::Strategy
            | Beyond::Unique => return Ok(Expr::Always(true)),
        }))
    }

    /// An option; false for a test or an action.
    fn option_beyond(&mut self, id: Beyond, typed: &[u8], arg: &[u8]) -> Result<bool, Stop> {
        match id {
            Beyond::Color => self.color = true,
            Beyond::NoColor => self.color = false,
            Beyond::Extended => self.syntax = regex_type(b"posix-extended")?,
            Beyond::Jobs => {
                self.globals.cpus = Some(usize::try_from(positive(typed, arg)?).unwrap_or(usize::MAX));
            }
            Beyond::NoError => self.globals.no_error = true,
            Beyond::GitIgnore => self.excluded.push(Expr::Test(Test::Ignored)),
            Beyond::NoHidden => self.excluded.push(Expr::Test(Test::Hidden)),
            Beyond::Sorted => self.globals.sorted = true,
            Beyond::Status => self.globals.status = true,
            Beyond::Strategy => self.globals.breadth_first = breadth_first(typed, arg)?,
            Beyond::Unique => self.globals.unique = true,
            _ => return Ok(false),
        }
        Ok(true)
    }
}
