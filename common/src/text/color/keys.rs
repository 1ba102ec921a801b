//! The keys of LS_COLORS that are no ends of names. This is a table.

/// What LS_COLORS has a two-letter key for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Key {
    /// What begins a sequence.
    Left,
    /// What ends it.
    Right,
    /// What ends a colour, in place of a sequence of its own.
    End,
    /// The sequence that ends a colour.
    Reset,
    /// Text other than names.
    Normal,
    /// Regular files.
    File,
    /// Directories.
    Dir,
    /// Symbolic links.
    Link,
    /// FIFOs.
    Fifo,
    /// Sockets.
    Socket,
    /// Block devices.
    Block,
    /// Character devices.
    Char,
    /// Texts of links that lead nowhere.
    Missing,
    /// Links that lead nowhere.
    Orphan,
    /// Files that may be executed.
    Program,
    /// Files that run as their owner.
    SetUser,
    /// Files that run as their group.
    SetGroup,
    /// Directories in which only owners remove.
    Sticky,
    /// Directories that others may write to.
    OtherWritable,
    /// Directories that are both.
    StickyOtherWritable,
    /// Files with several links.
    MultiLink,
    /// What clears the rest of a line.
    ClearLine,
    /// Files with capabilities.
    Able,
}

/// Keys in the order of `Key`, and one that nothing has, with what they are without LS_COLORS.
pub const KEYS: [(&[u8; 2], Option<&[u8]>); 24] = [
    (b"lc", Some(b"\x1b[")),
    (b"rc", Some(b"m")),
    (b"ec", None),
    (b"rs", Some(b"0")),
    (b"no", None),
    (b"fi", None),
    (b"di", Some(b"01;34")),
    (b"ln", Some(b"01;36")),
    (b"pi", Some(b"33")),
    (b"so", Some(b"01;35")),
    (b"bd", Some(b"01;33")),
    (b"cd", Some(b"01;33")),
    (b"mi", None),
    (b"or", None),
    (b"ex", Some(b"01;32")),
    (b"su", Some(b"37;41")),
    (b"sg", Some(b"30;43")),
    (b"st", Some(b"37;44")),
    (b"ow", Some(b"34;42")),
    (b"tw", Some(b"30;42")),
    (b"mh", None),
    (b"cl", Some(b"\x1b[K")),
    (b"ca", None),
    // Doors, which Linux does not have.
    (b"do", Some(b"01;35")),
];
