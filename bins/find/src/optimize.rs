//! Puts the parts of a chain into the order in which GNU's find evaluates them.
//!
//! GNU takes tests of the name alone before those that need a stat. That cannot change which files match, but it does
//! change which files are stat'ed, and so which errors are reported: the order is part of the behaviour. Parts that do
//! something stay where they are, and so does everything else in relation to them.
//!
//! GNU 4.10 forgets of a chain that it does something when it has moved the last part of it, so that what follows can
//! come before: `-print -size 1 -name a -o -true` prints nothing. That is kept, too. The rules are what
//! `find -D tree` was seen to do.

use crate::expr::Expr;

/// Tells what comes first of its chain.
type First = fn(&Expr) -> bool;

/// The expression with every chain in GNU's order, at a level of optimization above 0 or at that.
pub(crate) fn reorder(expr: Expr, optimized: bool) -> Expr {
    // What is true or false whatever the file is stays where it was typed without -O.
    within(expr, if optimized { Expr::is_free } else { Expr::is_free_test })
}

fn within(expr: Expr, first: First) -> Expr {
    match expr {
        Expr::Not(part) => Expr::Not(Box::new(within(*part, first))),
        Expr::And(parts) => Expr::And(chain(parts, first)),
        Expr::Or(parts) => Expr::Or(chain(parts, first)),
        Expr::Comma(parts) => Expr::Comma(parts.into_iter().map(|part| within(part, first)).collect()),
        leaf => leaf,
    }
}

/// Between two parts that act, those that cost nothing come first; otherwise the order stays.
fn chain(parts: Vec<Expr>, first: First) -> Vec<Expr> {
    // What a part does is seen in the order in which it was typed.
    let acting: Vec<bool> = parts.iter().map(|part| acts(part, first)).collect();
    let mut chain = Vec::with_capacity(parts.len());
    let mut from = 0;
    for (part, acting) in parts.into_iter().zip(acting) {
        chain.push(within(part, first));
        if acting {
            let end = chain.len() - 1;
            chain[from..end].sort_by_key(|part| !first(part));
            from = end + 1;
        }
    }
    chain[from..].sort_by_key(|part| !first(part));
    chain
}

/// Whether GNU's find knows that a part does something.
fn acts(expr: &Expr, first: First) -> bool {
    match expr {
        Expr::Always(_) | Expr::Test(_) => false,
        Expr::Act(_) => true,
        Expr::Not(part) => part.acts(),
        Expr::Comma(parts) => parts.iter().any(|part| acts(part, first)),
        Expr::And(parts) | Expr::Or(parts) => {
            parts.iter().rposition(|part| acts(part, first)).is_some_and(|last| {
                let behind = &parts[last + 1..];
                behind.len() < 2 || !behind.last().is_some_and(first)
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::parse::tests::expression;

    #[test]
    fn chains_are_in_gnus_order() {
        // What `find -D tree` shows for the first is the second.
        let check = |given: &str, evaluated: &str| {
            let unordered = expression(evaluated);
            assert_eq!(super::reorder(expression(given), true), unordered, "{given}");
        };
        check("-size 1 -name q", "-name q -size 1");
        check("-size 1 -o -name q", "-name q -o -size 1");
        check("! -size 1 -name q", "-name q ! -size 1");
        check("-size 1 ! -name q", "-size 1 ! -name q");
        check("-size 1 ( -name q )", "-name q -size 1");
        check("-size 1 -print -name q", "-size 1 -print -name q");
        check("-print -size 1 -name q", "-print -name q -size 1");
        check("-size 1 -prune -name q", "-size 1 -prune -name q");
        check("-size 1 -quit -name q", "-size 1 -quit -name q");
        check("-size 1 , -name q", "-size 1 , -name q");
        check("-size 1 -o -size 2 -name q", "-size 1 -o -name q -size 2");
        check("! ( -size 1 -name q )", "! ( -name q -size 1 )");
        check("-empty ( -name q -print ) -name r", "-empty ( -name q -print ) -name r");
        check("-empty ( -name q -true ) -name r", "-name r -empty ( -name q -true )");
        check("-empty ! -print -name r", "-empty ! -print -name r");
        check("-size 1 -true", "-true -size 1");
        check("-type f -name q", "-name q -type f");
        check("-size 1 -type f", "-size 1 -type f");
        check("-empty -o ! -print -o -name r", "-empty -o ! -print -o -name r");
        check("-print -size 1 -name z -o -name y", "-name y -o -print -name z -size 1");
        check("-print -size 1 -name z -size 2 -o -name y", "-print -name z -size 1 -size 2 -o -name y");
        check("-print -name z -o -name y", "-print -name z -o -name y");
        check("-print -name z -name w -o -name y", "-name y -o -print -name z -name w");
        check("( -print -size 1 -name z , -size 2 ) -name y", "-name y ( -print -name z -size 1 , -size 2 )");
        check("( -print , -size 1 -name z ) -name y", "( -print , -name z -size 1 ) -name y");
    }

    #[test]
    fn without_optimization_only_names_come_first() {
        let check = |given: &str, evaluated: &str| {
            assert_eq!(super::reorder(expression(given), false), expression(evaluated), "{given}");
        };
        check("-size 1 -true", "-size 1 -true");
        check("-size 1 -name q", "-name q -size 1");
        check("-empty -true -name q", "-name q -empty -true");
        check("-empty -o -name q -o -true", "-name q -o -empty -o -true");
        check("-size 1 ( -empty -o -false )", "-size 1 ( -empty -o -false )");
        check("-print -size 1 -name z -o -name y", "-name y -o -print -name z -size 1");
        check("-print -size 1 -true -o -name y", "-print -size 1 -true -o -name y");
    }
}
