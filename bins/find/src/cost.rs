//! Puts what is asked about a file into the order of what the answers cost, where the order cannot be seen.
//!
//! `optimize` has put chains into GNU's order, which decides what is stat'ed, and so what is reported, and what is done
//! when. Between such moments a chain asks questions that leave no trace: nothing is said, whatever the answer. Of those
//! that stand side by side the cheapest is asked first. They are the tests of name and type and of access; and, behind
//! a test that has stat'ed the file for certain, those of its metadata.

use crate::{
    expr::{Expr, Needs, Test},
    primaries::Owner,
};

/// The expression with the parts of its chains that leave no trace in the order of their cost.
pub(crate) fn arrange(expr: Expr) -> Expr {
    arrange_behind(expr, &mut false)
}

/// The same, where the file has been stat'ed if `seen` says so, and tells whether it has been behind the expression.
fn arrange_behind(expr: Expr, seen: &mut bool) -> Expr {
    match expr {
        Expr::Not(part) => Expr::Not(Box::new(arrange_behind(*part, seen))),
        Expr::And(parts) => Expr::And(chain(parts, seen)),
        Expr::Or(parts) => Expr::Or(chain(parts, seen)),
        Expr::Comma(parts) => Expr::Comma(parts.into_iter().map(|part| arrange_behind(part, seen)).collect()),
        Expr::Test(test) => {
            *seen |= test.needs() == Needs::Meta;
            Expr::Test(test)
        }
        leaf => leaf,
    }
}

/// Sorts between the parts that leave a trace. Each part is evaluated only if all before it have been, up to their first
/// tests at least; what is known behind the first is known behind the chain.
fn chain(parts: Vec<Expr>, seen: &mut bool) -> Vec<Expr> {
    let mut chain: Vec<Expr> = Vec::with_capacity(parts.len());
    let (mut from, mut behind, mut first) = (0, *seen, true);
    for part in parts {
        let traceless = is_traceless(&part, behind);
        chain.push(arrange_behind(part, &mut behind));
        if first {
            (*seen, first) = (behind, false);
        }
        if !traceless {
            let end = chain.len() - 1;
            chain[from..end].sort_by_key(cost);
            from = chain.len();
        }
    }
    chain[from..].sort_by_key(cost);
    chain
}

/// Whether nothing shows that it has been evaluated about a file that has been stat'ed, or not.
fn is_traceless(expr: &Expr, seen: bool) -> bool {
    !expr.any(&|part| match part {
        Expr::Act(_) | Expr::Test(Test::Empty) => true,
        Expr::Test(test) => match test.needs() {
            Needs::Nothing => false,
            Needs::Inode | Needs::Meta => !seen,
            Needs::Sight => true,
        },
        _ => false,
    })
}

/// About how long an answer takes, in units of the shortest.
fn cost(expr: &Expr) -> u32 {
    match expr {
        Expr::Always(_) | Expr::Act(_) => 0,
        Expr::Not(part) => cost(part),
        Expr::And(parts) | Expr::Or(parts) | Expr::Comma(parts) => parts.iter().map(cost).sum(),
        Expr::Test(test) => match test {
            Test::Name(pattern) if pattern.is_quick() => 2,
            // Where the path is looked at it must be put together.
            Test::Path(pattern) if pattern.is_quick() => 4,
            Test::Regex(regex) if regex.is_quick() => 5,
            Test::Name(_) => 20,
            Test::Path(_) => 40,
            Test::Regex(_) => 100,
            Test::FsType(_) => 4,
            // Databases of users may be far away, and a system call takes a file's name to its inode.
            Test::Owner(Owner::NoUser | Owner::NoGroup) => 50,
            Test::May(_) => 200,
            _ => 1,
        },
    }
}

#[cfg(test)]
mod tests {
    use std::{
        collections::HashMap,
        hash::{DefaultHasher, Hash, Hasher},
    };

    use super::*;
    use crate::{
        eval::{Verdict, eval},
        parse::tests::expression,
    };

    #[test]
    fn the_cheapest_is_asked_first() {
        let check = |given: &str, arranged: &str| {
            assert_eq!(arrange(expression(given)), expression(arranged), "{given}");
        };
        check("-name a? -type f", "-type f -name a?");
        check("-regex a+ -path */b -name *.c", "-name *.c -path */b -regex a+");
        check("-readable -type f -print -writable -name a", "-type f -readable -print -name a -writable");
        check("-readable -o -type f", "-type f -o -readable");
        check("-readable ! -type f", "! -type f -readable");
        check("-readable ( -type f -o -name a ) -true", "-true ( -type f -o -name a ) -readable");
        // A stat may fail, and that is told.
        check("-size 1 -type f", "-size 1 -type f");
        check("-readable -size 1 -type f", "-readable -size 1 -type f");
        check("-inum 5 -type f", "-inum 5 -type f");
        check("-lname a -type f", "-lname a -type f");
        check("-empty -type f", "-empty -type f");
        // Once it has been made it can't fail again.
        check("-size 1 -readable -links 2", "-size 1 -links 2 -readable");
        check(
            "-size 1 -nouser -uid 5 -lname x -readable -type f",
            "-size 1 -uid 5 -nouser -lname x -type f -readable",
        );
        check("( -size 1 -o -name a ) -readable -links 2", "( -size 1 -o -name a ) -links 2 -readable");
        check("( -name a -o -size 1 ) -readable -links 2", "( -name a -o -size 1 ) -readable -links 2");
        check("-size 1 -empty -readable -type f", "-size 1 -empty -type f -readable");
    }

    /// A generator of small numbers, a linear congruence.
    struct Random(u64);

    impl Random {
        fn below(&mut self, bound: usize) -> usize {
            self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (self.0 >> 33) as usize % bound
        }

        fn expression(&mut self, levels: usize) -> String {
            const LEAVES: [&str; 22] = [
                "-true",
                "-name a",
                "-name [a]*",
                "-path *b*",
                "-regex a+",
                "-type f",
                "-type d",
                "-size 1",
                "-size 2",
                "-links 3",
                "-nouser",
                "-perm 644",
                "-inum 7",
                "-empty",
                "-lname x",
                "-xtype f",
                "-readable",
                "-writable",
                "-prune",
                "-print",
                "-printf %s",
                "-newermt @5",
            ];
            match self.below(if levels == 0 { 1 } else { 5 }) {
                0 => LEAVES[self.below(LEAVES.len())].to_owned(),
                1 => format!("! {}", self.expression(levels - 1)),
                2 => format!("( {} -o {} )", self.expression(levels - 1), self.expression(levels - 1)),
                3 => format!("( {} , {} )", self.expression(levels - 1), self.expression(levels - 1)),
                _ => {
                    (0..2 + self.below(3)).map(|_| self.expression(levels - 1)).collect::<Vec<_>>().join(" ")
                }
            }
        }
    }

    /// What can be seen of an evaluation: the verdict, and in their order whatever may be said and whatever is done. The
    /// answers are those of a file that `file` chooses.
    fn seen(expr: &Expr, file: u64) -> (Verdict, Vec<String>) {
        let mut seen = Vec::new();
        let mut answers = HashMap::new();
        let fails = file % 3 == 0;
        let mut stated = false;
        let verdict = eval(expr, &mut |leaf| {
            let name = match leaf {
                // Each has a number of its own.
                Expr::Test(Test::Regex(_)) => "regex".to_owned(),
                leaf => format!("{leaf:?}"),
            };
            let answer = *answers.entry(name.clone()).or_insert_with(|| {
                let mut hasher = DefaultHasher::new();
                (file, &name).hash(&mut hasher);
                hasher.finish() % 2 == 0
            });
            let needs = match leaf {
                Expr::Test(test) => test.needs(),
                Expr::Act(action) => action.needs(),
                _ => Needs::Nothing,
            };
            let stats = matches!(needs, Needs::Inode | Needs::Meta);
            if stats && !stated {
                stated = true;
                seen.push("stat".to_owned());
            }
            match leaf {
                Expr::Act(_) | Expr::Test(Test::Empty) => seen.push(name),
                _ if needs == Needs::Sight => seen.push(name),
                _ => {}
            }
            Verdict::from(answer && !(stats && fails))
        });
        (verdict, seen)
    }

    #[test]
    fn the_order_does_not_show() {
        let mut random = Random(std::process::id().into());
        println!("seed {}", random.0);
        let mut moved = 0;
        for _ in 0..4000 {
            let text = random.expression(3);
            let (given, arranged) = (expression(&text), arrange(expression(&text)));
            moved += usize::from(given != arranged);
            for file in 0..8 {
                assert_eq!(seen(&given, file), seen(&arranged, file), "{text}");
            }
        }
        assert!(moved > 500, "{moved} expressions were changed");
    }
}
