//! -newerXY: one of a file's times against one of another file's.

use super::{Stop, argument::reference, lex::Lexer};
use crate::{
    expr::Test,
    message::{quoted, text},
    primaries::{Field, Since},
};

impl Lexer<'_, '_> {
    /// Reads the letters and takes the argument.
    pub(super) fn newer(&mut self, typed: &[u8]) -> Result<Test, Stop> {
        let invalid = || Stop::misuse(text!("invalid predicate `", typed, "'"));
        let (field, other) = match typed {
            [.., x, y] => (clock(*x).ok_or_else(invalid)?, clock(*y).ok_or_else(invalid)?),
            _ => return Err(invalid()),
        };
        let Ok(arg) = self.argument(typed) else {
            return Err(Stop::misuse(text!("The ", quoted(typed), " test needs an argument")));
        };
        let meta = reference(arg, self.start)?;
        let moment = other.of(&meta).ok_or_else(|| {
            Stop::misuse(text!("The file system does not keep the time of birth of ", quoted(arg)))
        })?;
        Ok(Test::Since(Since { field, moment }))
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
