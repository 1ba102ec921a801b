//! From arguments to what the walk is told: how far reading may run ahead of what the expression does.

use ringutils::{
    sys::{ids, meta::Mask, process},
    walk::visit::{Arrange, Class, Look, Plan},
};

use crate::{
    cli::{Args, Follow},
    expr::{Action, Expr, Needs, Test},
    parse::Parsed,
    primaries::Field,
    sink::Sink,
};

/// Entries that are sorted together, as GNU's fts sorts them.
const UNIT: usize = 100_000;

/// The plan of a walk.
pub(crate) fn plan(args: &Args<'_>) -> Plan {
    let (parsed, globals) = (&args.parsed, args.parsed.globals);
    // What has been visited before is known in the order of the output alone.
    let class = if globals.unique { Class::Serial } else { class(parsed, process::output_has_no_reader) };
    // A link that leads nowhere stands for itself only where its target does not exist: see `Scene::arrive`.
    let through_links = |follow| if follow { Look::Follow } else { Look::NoFollow };
    let needs = parsed.needs();
    // The most can be sight, and a lesser part still the inode number.
    let inode = |part: &Expr| matches!(part, Expr::Test(_) | Expr::Act(_)) && part.needs() == Needs::Inode;
    let asks = class != Class::Serial && (needs == Needs::Meta || parsed.any(&inode));
    let mask = match needs {
        Needs::Meta if parsed.any(&shows_birth) => Mask::BIRTH,
        Needs::Meta => Mask::BASIC,
        _ => Mask::ID,
    };
    Plan {
        class,
        root_look: through_links(args.follow != Follow::Never),
        look: through_links(args.follow == Follow::Always),
        look_at_roots: true,
        kinds: true,
        rounds: u32::from(asks),
        mask,
        arrange: if globals.sorted { Arrange::ByName } else { Arrange::LikeFts },
        unit: if globals.sorted { usize::MAX } else { UNIT },
        dots: false,
        breadth_first: globals.breadth_first,
        one_device: globals.one_device,
        // What runs along the way may change that.
        search: matches!(class, Class::Ahead | Class::InStep) && !searches_all(),
        loops_within: true,
        verify: parsed.any(&|part| matches!(part, Expr::Act(Action::Delete))),
        only_looks: !parsed.any(&looks_on),
        alone: false,
        means: args.means,
    }
}

/// Whether no directory can refuse to be searched: we are root.
pub(crate) fn searches_all() -> bool {
    ids::effective_user() == 0
}

/// Whether more is asked about a file while the expression is evaluated: a page then takes as long as a directory.
fn looks_on(part: &Expr) -> bool {
    match part {
        Expr::Test(test) => matches!(
            test,
            Test::LinkText(_)
                | Test::OtherKind(_)
                | Test::May(_)
                | Test::Context(_)
                | Test::Attribute(_)
                | Test::Empty
        ),
        Expr::Act(Action::List(_) | Action::Delete) => true,
        Expr::Act(Action::Format(_, format)) => format.looks_through_links(),
        _ => false,
    }
}

/// Whether the time of birth is looked at.
fn shows_birth(part: &Expr) -> bool {
    match part {
        Expr::Test(Test::Since(since)) => since.field == Field::Born,
        Expr::Act(Action::Format(_, format)) => format.shows_birth(),
        _ => false,
    }
}

/// How the expression's effects bind the walk. `unread` tells whether nobody reads standard output while it is
/// written.
fn class(parsed: &Parsed<'_>, unread: impl Fn() -> bool) -> Class {
    let expr = &parsed.expr;
    let acts =
        |wanted: fn(&Action) -> bool| expr.any(&|part| matches!(part, Expr::Act(action) if wanted(action)));
    let runs = acts(|action| matches!(action, Action::Exec(_) | Action::DirBatch(_)));
    let batches = acts(|action| matches!(action, Action::Batch(_)));
    let deletes = acts(|action| matches!(action, Action::Delete));
    match (runs, batches, deletes) {
        (false, false, false) => Class::Ahead,
        (false, true, false) => Class::Batch,
        (false, false, true) if deletes_in_step(parsed, unread) => Class::InStep,
        _ => Class::Serial,
    }
}

/// Whether deletions may run ahead of the output: nothing ends the walk, no test sees what earlier deletions did,
/// nobody reads the output while it is written, and whether a deletion succeeded changes nothing else.
fn deletes_in_step(parsed: &Parsed<'_>, unread: impl Fn() -> bool) -> bool {
    let expr = &parsed.expr;
    let sees = |part: &Expr| match part {
        Expr::Act(Action::Quit | Action::Limit(_) | Action::List(_) | Action::Format(Sink::File(_), _)) => {
            true
        }
        Expr::Act(Action::Format(Sink::Out, format)) => {
            format.needs() == Needs::Meta || format.looks_through_links()
        }
        Expr::Test(test) => matches!(
            test,
            Test::Empty
                | Test::Links(_)
                | Test::Since(_)
                | Test::Age(_)
                | Test::Used(_)
                | Test::OtherKind(_)
                | Test::May(_)
        ),
        _ => false,
    };
    let prints = |part: &Expr| matches!(part, Expr::Act(Action::Print(_) | Action::Format(..)));
    ends_in_delete(expr) && !parsed.any(&sees) && (!expr.any(&prints) || unread())
}

/// Whether -delete is the last thing that is evaluated about a file wherever it is evaluated.
fn ends_in_delete(expr: &Expr) -> bool {
    let deletes = |part: &Expr| part.any(&|part| matches!(part, Expr::Act(Action::Delete)));
    match expr {
        Expr::Not(part) => ends_in_delete(part),
        Expr::And(parts) | Expr::Or(parts) | Expr::Comma(parts) => parts
            .split_last()
            .is_none_or(|(last, before)| ends_in_delete(last) && !before.iter().any(deletes)),
        Expr::Always(_) | Expr::Test(_) | Expr::Act(_) => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::{
        self,
        tests::{START, words},
    };

    #[test]
    fn classes() {
        let check = |text: &str, unread: bool, expected| {
            let parsed = parse::parse(&words(text), START, &mut Vec::new()).expect("an expression");
            assert_eq!(class(&parsed, || unread), expected, "{text}");
        };
        check("", false, Class::Ahead);
        check("-name x -prune -o -print -quit", false, Class::Ahead);
        check("-exec true ;", true, Class::Serial);
        check("-exec true {} +", false, Class::Batch);
        check("-exec true {} + -print", false, Class::Batch);
        check("-exec true {} + -exec true ;", false, Class::Serial);
        check("-execdir true {} +", false, Class::Serial);
        check("-exec true {} + -delete", false, Class::Serial);
        check("-delete", false, Class::InStep);
        check("-type f -size +1 -delete", false, Class::InStep);
        check("-name x -o -delete", false, Class::InStep);
        check("! -delete", false, Class::InStep);
        check("-delete -quit", true, Class::Serial);
        check("-print -delete", false, Class::Serial);
        check("-print -delete", true, Class::InStep);
        check("-delete -print", true, Class::Serial);
        check("-delete -o -print", true, Class::Serial);
        check("-delete , -true", true, Class::Serial);
        check("-empty -delete", true, Class::Serial);
        check("-links 1 -delete", true, Class::Serial);
        check("-mtime +1 -delete", true, Class::Serial);
        check("-name x -limit 3", false, Class::Ahead);
        check("-limit 3 -delete", true, Class::Serial);
        check("-nohidden -delete", true, Class::InStep);
        check("-exclude -empty -delete", true, Class::Serial);
    }
}
