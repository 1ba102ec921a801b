//! Tests of times.

use super::{ZOO, case, check, each, quick};
use ringutils_tests::{Outcome, Tree, Who};

#[test]
fn times() {
    let tree = Tree::new(ZOO);
    for number in ["0", "1", "2", "3", "4", "60", "89", "90", "91", "1440"] {
        for sign in ["", "+", "-"] {
            quick(&tree, &[".", "-mmin", &format!("{sign}{number}")]);
            quick(&tree, &[".", "-mtime", &format!("{sign}{number}")]);
        }
    }
    each(&tree, ". -mmin +89.5\n. -mmin -1.5\n. -mtime 0.5\n. -mtime -0.5\n. -mmin -+5");
}

#[test]
fn newer() {
    let tree = Tree::new(ZOO);
    each(
        &tree,
        "
        . -newer a/one.txt
        . -newer a/Two.TXT
        . ! -newer a/Two.TXT
        . -newer a/b/link
        -H . -newer a/b/link
        -L . -newer a/b/link
        . -newer a/b/dangling
        -H . -newer a/b/dangling
        . -newer missing
        . -newer a/x.sh
        ",
    );
}

#[test]
fn times_against_times() {
    let tree = Tree::new(
        "f a mtime=-5d atime=-1h\nf b mtime=-3d atime=-2d\nf c mtime=-1h atime=-4d\nf d mtime=-5d atime=-3d\n\
         d e mtime=-2d\nl l -> a\n",
    );
    for x in ["a", "c", "m"] {
        for y in ["a", "c", "m"] {
            for file in ["a", "b", "c", "d", "l"] {
                quick(&tree, &[".", &format!("-newer{x}{y}"), file]);
            }
        }
        quick(&tree, &["-L", ".", &format!("-newer{x}m"), "l"]);
    }
    for test in ["-anewer", "-cnewer", "-newer"] {
        for file in ["a", "b", "c", "l"] {
            quick(&tree, &[".", test, file]);
        }
    }
    for test in ["-amin", "-atime", "-cmin", "-ctime"] {
        for number in ["0", "1", "-1", "+1", "2", "+2", "60", "+60", "-60"] {
            quick(&tree, &[".", test, number]);
        }
    }
    each(
        &tree,
        "
        . -newerab
        . -newerab a
        . -newerxm a
        . -newermx a
        . -newertm a
        . -newermm
        . -newermm missing
        . -newerm a
        . -newermma a
        . -newerMM a
        ",
    );
}

/// Files on both sides of what each text means.
#[test]
fn times_against_moments() {
    let tree = Tree::new(
        "f a mtime=@0\nf b mtime=@1700000000\nf c mtime=@1709164800\nf d mtime=@1709210096.789\nf e mtime=@1709210097\n\
         f f mtime=-400d\nf g mtime=-200d\nf h mtime=-40d\nf i mtime=-20d\nf j mtime=-10d\nf k mtime=-6d\nf l mtime=-3d\n\
         f m mtime=-47h\nf n mtime=-25h\nf o mtime=-20h\nf p mtime=-8h\nf q mtime=-100m\nf r mtime=-80m\nf s mtime=-1m\n\
         f t mtime=+2h\nf u mtime=+30h\nf v mtime=+9d\nf w mtime=+40d\nf x mtime=-1d\nf y mtime=@-1\n",
    );
    for zone in ["UTC0", "America/New_York", "Asia/Kolkata"] {
        for text in MOMENTS {
            case(&[".", "-newermt", text]).env("TZ", zone).locale("C").apart().only(Who::Root).check(&tree);
        }
    }
    for letter in ["a", "c", "m"] {
        quick(&tree, &[".", &format!("-newer{letter}t"), "2024-02-29 12:34:56"]);
    }
    each(
        &tree,
        ". -newermt\n. -newertt now\n. -newermt nonsense\n. ! -newermt yesterday -daystart\n. -newermt @x",
    );
}

const MOMENTS: [&str; 92] = [
    "2024-02-29",
    "2024-02-30",
    "2024-02-29 12:34",
    "2024-02-29 12:34:56",
    "2024-02-29 12:34:56.789",
    "2024-02-29T12:34:56Z",
    "2024-02-29T12:34:56+02:00",
    "2024-02-29 12:34:56 +0200",
    "2024-02-29 12:34:56 UTC",
    "2024-02-29 12:34:56 EST",
    "20240229",
    "20240229T123456",
    "1234",
    "12:34",
    "24:00",
    "25:00",
    "12pm",
    "1:30pm",
    "11:59:59 p.m.",
    "noon",
    "midnight",
    "today",
    "now",
    "yesterday",
    "tomorrow",
    "2 days ago",
    "2 days",
    "-2 days",
    "+2 days",
    "1 week ago",
    "last week",
    "next week",
    "last monday",
    "next monday",
    "monday",
    "this monday",
    "mon.",
    "Monday 10:00",
    "2 monday",
    "third monday",
    "last month",
    "next month",
    "2 months ago",
    "last year",
    "1 year ago",
    "fortnight",
    "2 fortnights ago",
    "yesterday noon",
    "yesterday 14:30",
    "tomorrow 5pm",
    "3 hours ago",
    "90 minutes ago",
    "90 min ago",
    "30 sec ago",
    "1 hour 30 minutes ago",
    "2 weeks 3 days ago",
    "@0",
    "@1700000000",
    "@1700000000.5",
    "@-1",
    "@-1.5",
    "Jan 5",
    "5 Jan 2024",
    "January 5, 2024",
    "Jan. 5, 2024",
    "5-Jan-2024",
    "24-Feb-99",
    "1/2/2024",
    "12/31/1999",
    "13/1/2024",
    "2024/1/2",
    "99-12-31",
    "Thu, 29 Feb 2024 12:34:56 +0100",
    "Thu Feb 29 12:34:56 2024",
    "Thu Feb 29 12:34:56 UTC 2024",
    "Feb 29",
    "February",
    "2024",
    "2024-02",
    "GMT+1",
    "UTC+3",
    "TZ=\"America/New_York\" 2024-02-29 12:00",
    "2024-01-31 +1 month",
    "2024-03-31 -1 month",
    "last friday 3pm",
    "(comment) 2024-02-29",
    "",
    " ",
    "2024-02-29 nonsense",
    "1 day ago ago",
    "-1 day ago",
    "1.5 days ago",
];

/// A text that only one of the two understands, and a time that a change to summer time left out.
#[test]
fn moments_that_differ() {
    let tree = Tree::new("f a mtime=-1h\n");
    case(&["a", "-newermt", "1 dec 12:00 2023"]).pin(&tree, &Outcome::new(0, "a\n", ""));
    case(&["a", "-newermt", "2024-03-10 02:30"])
        .env("TZ", "America/New_York")
        .pin(&tree, &Outcome::new(0, "a\n", ""));
}

#[test]
fn time_from_change_to_use() {
    let tree = Tree::new(
        "f past atime=-1d\nf now atime=+1m\nf h12 atime=+12h\nf h23 atime=+1439m\nf h25 atime=+25h\nf d2 atime=+2d\n\
         f d3 atime=+73h\nf month\n",
    );
    for number in ["0", "1", "2", "3", "4", "30", "0.5", "1.5"] {
        for sign in ["", "+", "-"] {
            quick(&tree, &[".", "-type", "f", "-used", &format!("{sign}{number}")]);
        }
    }
    each(
        &tree,
        "
        . -used
        . -used x
        . -used +x
        . -used +
        . -used 1x
        . -used nan
        . -used -nan
        . -used --1
        . -type f -used +-1
        . -type f -used 0x1
        . -type f -used -inf
        ",
    );
    check(&tree, &[".", "-used", ""]);
}
