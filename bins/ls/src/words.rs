//! Options whose value is one of a few words: the words, in the order in which GNU ls lists them.

use crate::choices::{Clock, Format, Indicator, Sort};

/// `--time`.
pub const CLOCK: [(&str, Clock); 9] = [
    ("atime", Clock::Access),
    ("access", Clock::Access),
    ("use", Clock::Access),
    ("ctime", Clock::Change),
    ("status", Clock::Change),
    ("mtime", Clock::Modification),
    ("modification", Clock::Modification),
    ("birth", Clock::Birth),
    ("creation", Clock::Birth),
];

/// `--sort`.
pub const SORT: [(&str, Sort); 7] = [
    ("none", Sort::None),
    ("size", Sort::Size),
    ("time", Sort::Time),
    ("version", Sort::Version),
    ("extension", Sort::Extension),
    ("name", Sort::Name),
    ("width", Sort::Width),
];

/// `--format`.
pub const FORMAT: [(&str, Format); 7] = [
    ("verbose", Format::Long),
    ("long", Format::Long),
    ("commas", Format::Commas),
    ("horizontal", Format::Across),
    ("across", Format::Across),
    ("vertical", Format::Columns),
    ("single-column", Format::Single),
];

/// `--indicator-style`.
pub const INDICATOR: [(&str, Indicator); 4] = [
    ("none", Indicator::None),
    ("slash", Indicator::Slash),
    ("file-type", Indicator::FileType),
    ("classify", Indicator::Classify),
];
