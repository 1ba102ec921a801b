//! What a page says: bytes in order, and marks where something other than bytes comes. The part of a page that travels
//! from whoever has written it to the emitter, and whose memory is used again.

/// Where bytes go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stream {
    /// Descriptor 1.
    Out,
    /// Descriptor 2; what was written to `Out` before is flushed first.
    Err,
    /// Descriptor 1, by way of records: each is a name and what ends its line, and the emitter puts the page's prefix
    /// before it. A path is long and names are short, and what one CPU has written is slow to read for another.
    Paths,
}

/// Bytes of the length that begins a record of [`Stream::Paths`].
pub(crate) const LENGTH: usize = size_of::<u16>();

/// A place in a page where something other than bytes of the current stream comes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Mark {
    /// Bytes of the page before it.
    pub at: usize,
    /// What comes there.
    pub what: What,
}

/// What a mark stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum What {
    /// From here on bytes go to this stream.
    To(Stream),
    /// The next child of the page is walked, entry number `index`.
    Child { index: u32 },
    /// The following `len` bytes are no output but the payload of an act about entry number `index`.
    Act { token: u32, index: u32, len: usize },
    /// The exit status is at least this.
    Status(u8),
    /// The walk ends.
    Quit,
}

/// Bytes and marks.
#[derive(Debug)]
pub(crate) struct Sheet {
    /// What stands before all names of `Stream::Paths`, bytes for both streams and payloads of acts, in order.
    pub bytes: Vec<u8>,
    /// Where the stream changes and what else happens, in order.
    pub marks: Vec<Mark>,
    /// How many of the bytes, the first ones, stand before all names of `Stream::Paths`.
    pub prefix: usize,
    /// The stream that the first byte behind them goes to.
    pub begins: Stream,
}

impl Sheet {
    /// Bytes, and marks, for which sheets that are used again have room. Most pages need no more.
    const BYTES: usize = 1024;
    const MARKS: usize = 16;

    /// Nothing, without memory.
    pub const EMPTY: Sheet = Sheet { bytes: Vec::new(), marks: Vec::new(), prefix: 0, begins: Stream::Out };

    /// Nothing yet, with the usual room.
    pub fn new() -> Sheet {
        Sheet { bytes: Vec::with_capacity(Sheet::BYTES), ..Sheet::EMPTY }
    }

    /// Whether it says nothing.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty() && self.marks.is_empty()
    }

    /// Whether acts are left to the emitter.
    pub fn has_acts(&self) -> bool {
        self.marks.iter().any(|mark| matches!(mark.what, What::Act { .. }))
    }

    /// The exit status that it asks for.
    pub fn status(&self) -> u8 {
        let asked =
            self.marks.iter().map(|mark| if let What::Status(status) = mark.what { status } else { 0 });
        asked.max().unwrap_or(0)
    }

    /// Whether it ends the walk.
    pub fn quits(&self) -> bool {
        self.marks.iter().any(|mark| matches!(mark.what, What::Quit))
    }

    /// Bytes of memory that it holds.
    pub fn memory(&self) -> usize {
        self.bytes.capacity() + size_of::<Mark>() * self.marks.capacity()
    }

    /// Gives back memory beyond the usual room that it does not use.
    pub fn trim(&mut self) {
        if self.bytes.capacity() > Sheet::BYTES {
            self.bytes.shrink_to_fit();
        }
        if self.marks.capacity() > Sheet::MARKS {
            self.marks.shrink_to_fit();
        }
    }

    /// Gives back all memory that it does not use.
    pub fn shrink(&mut self) {
        self.bytes.shrink_to_fit();
        self.marks.shrink_to_fit();
    }

    /// The sheet, blank, if it has the usual room.
    pub fn wiped(mut self) -> Option<Sheet> {
        self.bytes.clear();
        self.marks.clear();
        let usual = self.bytes.capacity() == Sheet::BYTES && self.marks.capacity() <= Sheet::MARKS;
        usual.then_some(Sheet { prefix: 0, begins: Stream::Out, ..self })
    }
}
