//! -newerXY: one of a file's times against one of another file's, or against a moment.

use ringutils::sys::Time;

use super::{Stop, argument::reference, lex::Lexer};
use crate::{
    date,
    expr::Test,
    message::{quoted, text},
    primaries::{Field, Since},
};

impl Lexer<'_, '_> {
    /// Reads the letters and takes the argument.
    pub(super) fn newer(&mut self, typed: &[u8]) -> Result<Test, Stop> {
        let invalid = || Stop::told("invalid predicate `%s'", &[typed]);
        let [.., x, y] = typed else { return Err(invalid()) };
        let field = clock(*x).ok_or_else(invalid)?;
        let other = if *y == b't' { None } else { Some(clock(*y).ok_or_else(invalid)?) };
        let Ok(arg) = self.argument(typed) else {
            return Err(Stop::told("The %s test needs an argument", &[&quoted(typed)]));
        };
        let moment = match other {
            Some(other) => other.of(&reference(arg, self.start)?).ok_or_else(|| {
                Stop::misuse(text!("The file system does not keep the time of birth of ", quoted(arg)))
            })?,
            None => self.moment(arg)?,
        };
        Ok(Test::Since(Since { field, moment }))
    }

    /// A moment as people write them.
    pub(super) fn moment(&self, arg: &[u8]) -> Result<Time, Stop> {
        date::moment(arg, self.start.now).ok_or_else(|| {
            Stop::told("I cannot figure out how to interpret %s as a date or time", &[&quoted(arg)])
        })
    }
}

/// The time that a letter stands for.
fn clock(letter: u8) -> Option<Field> {
    Some(match letter {
        b'a' => Field::Accessed,
        b'B' => Field::Born,
        b'c' => Field::Changed,
        b'm' => Field::Modified,
        _ => return None,
    })
}
