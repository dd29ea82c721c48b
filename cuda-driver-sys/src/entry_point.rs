use core::fmt;

/// What is known of an entry point, without pointers: a table of names as strings would be a relocation each in every
/// program.
#[derive(Clone, Copy)]
struct EntryPointRow {
    /// Where its name ends in [`NAMES`]; where the name before it ends is its beginning.
    end: u16,
    /// How long the beginning of its name is that `cuGetProcAddress` knows.
    name: u8,
    since: u16,
    /// The version of the variant for the thread's own default stream; 0 without one.
    per_thread: u16,
    /// The suffix of that variant is `_ptds` instead of `_ptsz`.
    is_legacy: bool,
}

/// The symbol, the name and the version of an entry point, and the symbol and the version of the variant for the thread's
/// own default stream.
type Texts = (&'static str, &'static str, u16, &'static str, u16);

/// Room for every exported name and the null byte after it.
pub(crate) const NAME: usize = 64;

/// Turns texts into rows: one function, because expressions take longer to compile.
const fn rows(texts: &[Texts; SLOTS]) -> [EntryPointRow; SLOTS] {
    let mut rows =
        [EntryPointRow { end: 0, name: 0, since: 0, per_thread: 0, is_legacy: false }; SLOTS];
    let (mut at, mut end) = (0, 0);
    while at < SLOTS {
        let (symbol, name, since, twin, per_thread) = texts[at];
        assert!(symbol.len() < NAME && twin.len() < NAME, "a name is too long to look it up");
        end += symbol.len() as u16;
        let is_legacy = matches!(twin.as_bytes(), [.., b'd', b's']);
        rows[at] = EntryPointRow { end, name: name.len() as u8, since, per_thread, is_legacy };
        at += 1;
    }
    rows
}

macro_rules! define {
    ($($symbol:ident: $name:literal $since:literal, $per_thread:tt,
       $header:literal $page:literal $anchor:literal, $parameters:tt;)*) => {
        /// The name of an entry point, and its place in a [`DriverTable`](crate::DriverTable).
        #[repr(u16)]
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Symbol {
            $(#[allow(missing_docs)] $symbol,)*
        }

        impl Symbol {
            /// Every entry point, in the order of the table.
            pub const ALL: &'static [Self] = &[$(Self::$symbol,)*];
        }

        static NAMES: &str = concat!($(stringify!($symbol),)*);

        static ROWS: [EntryPointRow; SLOTS] = rows(&[$(define!(@texts $symbol $name $since $per_thread),)*]);

        /// The header of each entry point, and the page and the anchor of its documentation. Programs that don't ask for
        /// them don't contain them.
        static DOCUMENTATION: &[(&str, &str, &str)] = &[$(($header, $page, $anchor),)*];
    };
    (@texts $symbol:ident $name:literal $since:literal ()) => {
        (stringify!($symbol), $name, $since, "", 0)
    };
    (@texts $symbol:ident $name:literal $since:literal ($twin:literal $version:literal)) => {
        (stringify!($symbol), $name, $since, $twin, $version)
    };
}

for_each_entry_point!(define);

const SLOTS: usize = Symbol::ALL.len();

impl Symbol {
    const fn row(self) -> EntryPointRow {
        ROWS[self as usize]
    }

    /// Returns the name that the library exports, `cuMemAlloc_v2`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        let start = match (self as usize).checked_sub(1) {
            Some(before) => ROWS[before].end,
            None => 0,
        };
        &NAMES[start.into()..self.row().end.into()]
    }

    /// Returns the name that `cuGetProcAddress` knows, `cuMemAlloc`.
    #[must_use]
    pub fn name(self) -> &'static str {
        &self.as_str()[..self.row().name.into()]
    }

    /// Returns the CUDA version that introduced this ABI, 3020 for 3.2. For [`name`](Self::name) and this version,
    /// `cuGetProcAddress` returns this ABI and no other.
    #[must_use]
    pub const fn since(self) -> u16 {
        self.row().since
    }

    /// Returns what the variant for the thread's own default stream adds to the exported name, `_ptsz` or `_ptds`, and
    /// the version that introduced it; `None` without such a variant.
    #[must_use]
    pub const fn per_thread(self) -> Option<(&'static str, u16)> {
        match self.row() {
            EntryPointRow { per_thread: 0, .. } => None,
            EntryPointRow { per_thread, is_legacy: true, .. } => Some(("_ptds", per_thread)),
            EntryPointRow { per_thread, .. } => Some(("_ptsz", per_thread)),
        }
    }

    /// Returns the header that declares this entry point.
    #[must_use]
    pub fn header(self) -> &'static str {
        DOCUMENTATION[self as usize].0
    }

    /// Returns the address of NVIDIA's documentation of the function.
    #[must_use]
    #[inline]
    pub fn url(self) -> String {
        let (_, page, anchor) = DOCUMENTATION[self as usize];
        format!("https://docs.nvidia.com/cuda/cuda-driver-api/{page}.html#{page}_1{anchor}")
    }

    /// Returns the entry point that the library exports under this name.
    #[must_use]
    #[inline]
    pub fn from_name(symbol: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|s| s.as_str() == symbol)
    }
}

impl fmt::Debug for Symbol {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Display for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
