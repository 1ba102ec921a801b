//! The shape of an expression: operators, parentheses and their precedence, by recursive descent.
//!
//! From weak to strong: the comma, -o, -a (also implied between neighbours), `!`.

use super::Stop;
use crate::expr::Expr;

/// A word of the expression, its argument taken.
#[derive(Debug)]
pub(crate) struct Token<'a> {
    /// What it is.
    pub what: What,
    /// How it was typed, for messages.
    pub typed: &'a [u8],
    /// Whether nobody typed it: it belongs to the -print that is added, `( … ) -print`.
    pub implied: bool,
}

/// What a word is for the shape of the expression.
#[derive(Debug)]
pub(crate) enum What {
    /// `(`
    Open,
    /// `)`
    Close,
    /// `!`, -not
    Not,
    /// -exclude
    Exclude,
    /// An operator between two expressions.
    Between(Operator),
    /// A test, an action or an option.
    Leaf(Expr),
}

/// Operators between two expressions, from weak to strong.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Operator {
    /// `,`
    Comma,
    /// -o, -or
    Or,
    /// -a, -and, or nothing
    And,
}

/// Makes a tree of the words. There is at least one, the -print that is added to nothing.
/// What is to be left out goes to `excluded`.
pub(crate) fn build(tokens: Vec<Token<'_>>, excluded: &mut Vec<Expr>) -> Result<Expr, Stop> {
    let mut builder =
        Builder { rest: tokens.into_iter().peekable(), before: None, excluded, excludes: false };
    let expr = builder.expression(Operator::Comma)?;
    match builder.rest.peek() {
        None => Ok(expr),
        Some(_) => Err(Stop::told("you have too many ')'", &[])),
    }
}

struct Builder<'a, 'e> {
    /// The words not taken yet.
    rest: std::iter::Peekable<std::vec::IntoIter<Token<'a>>>,
    /// The operator or parenthesis before the next word, if it was one, as typed.
    before: Option<&'a [u8]>,
    /// What -exclude has been given so far.
    excluded: &'e mut Vec<Expr>,
    /// Whether the present words are what it is given.
    excludes: bool,
}

impl Builder<'_, '_> {
    /// An expression of operators that are at least as strong as `weakest`, up to a `)` or the end.
    fn expression(&mut self, weakest: Operator) -> Result<Expr, Stop> {
        let mut left = self.operand()?;
        loop {
            let operator = match self.rest.peek().map(|token| &token.what) {
                None | Some(What::Close) => return Ok(left),
                Some(What::Between(operator)) => *operator,
                Some(What::Open | What::Not | What::Exclude | What::Leaf(_)) => Operator::And,
            };
            if operator < weakest {
                return Ok(left);
            }
            if let Some(token) = self.rest.next_if(|token| matches!(token.what, What::Between(_))) {
                self.before = Some(token.typed);
            }
            let right = match operator {
                Operator::Comma => self.expression(Operator::Or)?,
                Operator::Or => self.expression(Operator::And)?,
                Operator::And => self.operand()?,
            };
            left = join(operator, left, right);
        }
    }

    /// A leaf, a parenthesis, or the opposite of one.
    fn operand(&mut self) -> Result<Expr, Stop> {
        let Some(token) = self.rest.next() else {
            return Err(match self.before {
                Some(b"(") => nothing_opened(),
                _ => Stop::told("invalid expression", &[]),
            });
        };
        let before = self.before.replace(token.typed).unwrap_or_default();
        match token.what {
            What::Leaf(leaf) => Ok(leaf),
            What::Not => Ok(Expr::Not(Box::new(self.operand()?))),
            What::Exclude if self.excludes => {
                Err(Stop::misuse("-exclude cannot be part of what -exclude is given"))
            }
            What::Exclude => {
                self.excludes = true;
                let expr = self.operand()?;
                self.excludes = false;
                if expr.acts() {
                    return Err(Stop::misuse("-exclude takes tests: it cannot be given an action"));
                }
                self.excluded.push(expr);
                Ok(Expr::Always(true))
            }
            What::Open => {
                let inner = self.expression(Operator::Comma)?;
                match self.rest.next() {
                    Some(_) => Ok(inner),
                    None => Err(Stop::told(
                        "invalid expression; I was expecting to find a ')' somewhere but did not see one.",
                        &[],
                    )),
                }
            }
            What::Between(_) => Err(Stop::told(
                "invalid expression; you have used a binary operator '%s' with nothing before it.",
                &[token.typed],
            )),
            What::Close if token.implied && before == b"(" => Err(nothing_opened()),
            What::Close if token.implied => Err(Stop::told("expected an expression after '%s'", &[before])),
            What::Close if before == b"(" => {
                Err(Stop::told("invalid expression; empty parentheses are not allowed.", &[]))
            }
            What::Close => Err(Stop::told("expected an expression between '%s' and ')'", &[before])),
        }
    }
}

fn nothing_opened() -> Stop {
    Stop::told(
        "invalid expression; expected to find a ')' but didn't see one. Perhaps you need an extra predicate after '%s'",
        &[b"("],
    )
}

/// Two expressions as one; a chain grows at its right end.
fn join(operator: Operator, left: Expr, right: Expr) -> Expr {
    match (operator, left) {
        (Operator::And, Expr::And(mut parts)) => {
            parts.push(right);
            Expr::And(parts)
        }
        (Operator::Or, Expr::Or(mut parts)) => {
            parts.push(right);
            Expr::Or(parts)
        }
        (Operator::Comma, Expr::Comma(mut parts)) => {
            parts.push(right);
            Expr::Comma(parts)
        }
        (Operator::And, left) => Expr::And(vec![left, right]),
        (Operator::Or, left) => Expr::Or(vec![left, right]),
        (Operator::Comma, left) => Expr::Comma(vec![left, right]),
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::{
            lex::lex,
            tests::{START, words},
        },
        *,
    };
    use crate::expr::Action;

    fn parse(text: &str) -> Result<Expr, Stop> {
        build(lex(&words(text), START, &mut Vec::new())?.tokens, &mut Vec::new())
    }

    #[test]
    fn precedence_and_the_print_that_is_added() {
        let check = |text: &str, expected: Expr| assert_eq!(parse(text), Ok(expected), "{text}");
        let (t, f) = (|| Expr::Always(true), || Expr::Always(false));
        let print = || Expr::Act(Action::Print(b'\n'));
        let quit = || Expr::Act(Action::Quit);
        check("", print());
        check("-true", Expr::And(vec![t(), print()]));
        check("-true -quit", Expr::And(vec![t(), quit(), print()]));
        check("-print", print());
        check("-true -o -print", Expr::Or(vec![t(), print()]));
        check("-true -o -false -a -print", Expr::Or(vec![t(), Expr::And(vec![f(), print()])]));
        check("-true , -false -o -print", Expr::Comma(vec![t(), Expr::Or(vec![f(), print()])]));
        check("! -true -print", Expr::And(vec![Expr::Not(Box::new(t())), print()]));
        check("! ! -print", Expr::Not(Box::new(Expr::Not(Box::new(print())))));
        check("( -true -o -false ) -print", Expr::And(vec![Expr::Or(vec![t(), f()]), print()]));
        check("-not ( -true -and -print )", Expr::Not(Box::new(Expr::And(vec![t(), print()]))));
        check("-true -or -print -print", Expr::Or(vec![t(), Expr::And(vec![print(), print()])]));
        check("-true , -print , -false", Expr::Comma(vec![t(), print(), f()]));
    }

    #[test]
    fn what_is_no_expression() {
        let check =
            |text: &str, expected: &str| assert_eq!(parse(text), Err(Stop::misuse(expected)), "{text}");
        let extra = "invalid expression; expected to find a ')' but didn't see one. Perhaps you need an extra predicate after '('";
        let somewhere = "invalid expression; I was expecting to find a ')' somewhere but did not see one.";
        let empty = "invalid expression; empty parentheses are not allowed.";
        let binary = |word| {
            format!("invalid expression; you have used a binary operator '{word}' with nothing before it.")
        };
        check("(", extra);
        check("-print (", extra);
        check("( (", extra);
        check("-true ) (", extra);
        check("( )", empty);
        check("-print ( )", empty);
        check("( -true", somewhere);
        check("( -print", somewhere);
        check("-true )", "you have too many ')'");
        check("-print ) !", "you have too many ')'");
        check("!", "expected an expression after '!'");
        check("-true ) !", "expected an expression after '!'");
        check("-not", "expected an expression after '-not'");
        check("-print !", "invalid expression");
        check("-print -o", "invalid expression");
        check("-true -or", "expected an expression after '-or'");
        check("-true ,", "expected an expression after ','");
        check("! )", "expected an expression between '!' and ')'");
        check("( -true -o )", "expected an expression between '-o' and ')'");
        check("-o", &binary("-o"));
        check("-true -a -and", &binary("-and"));
        check("! ,", &binary(","));
        check("( , -true", &binary(","));
    }
}
