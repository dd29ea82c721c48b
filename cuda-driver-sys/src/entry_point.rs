use core::fmt;

/// One ABI of one function of the driver.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct EntryPoint {
    /// The name that the library exports, `cuMemAlloc_v2`.
    pub symbol: &'static str,
    /// The length of its beginning that is the name: a second string would be a relocation in every program.
    name: u8,
    /// The CUDA version that introduced this ABI, 3020 for 3.2. For [`name`](Self::name) and this version,
    /// `cuGetProcAddress` returns this ABI and no other.
    pub since: u16,
    /// Exported name and version of the variant for the per-thread default stream.
    pub per_thread: Option<(&'static str, u16)>,
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

        /// Every entry point, in the order of the table.
        pub static ENTRY_POINTS: &[EntryPoint] = &[$(EntryPoint {
            symbol: stringify!($symbol),
            name: $name.len() as u8,
            since: $since,
            per_thread: define!(@per_thread $per_thread),
        },)*];

        /// The header of each entry point, and the page and the anchor of its documentation. Programs that don't ask for
        /// them don't contain them.
        static DOCUMENTATION: &[(&str, &str, &str)] = &[$(($header, $page, $anchor),)*];
    };
    (@per_thread ()) => { None };
    (@per_thread ($twin:literal $since:literal)) => { Some(($twin, $since)) };
}

for_each_entry_point!(define);

impl EntryPoint {
    /// Returns the name that `cuGetProcAddress` knows, `cuMemAlloc`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        &self.symbol[..usize::from(self.name)]
    }
}

impl Symbol {
    /// Returns the metadata of this entry point.
    #[must_use]
    pub fn entry_point(self) -> &'static EntryPoint {
        &ENTRY_POINTS[self as usize]
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
        Self::ALL.iter().copied().find(|s| s.entry_point().symbol == symbol)
    }
}

impl fmt::Debug for Symbol {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.entry_point().symbol)
    }
}

impl fmt::Display for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.entry_point().symbol)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    macro_rules! names {
        ($($symbol:ident: $name:literal $since:literal, $per_thread:tt,
           $header:literal $page:literal $anchor:literal, $parameters:tt;)*) => {
            const NAMES: &[&str] = &[$($name),*];
        };
    }

    for_each_entry_point!(names);

    #[test]
    fn an_entry_point_has_the_name_of_the_table() {
        let names: Vec<&str> = ENTRY_POINTS.iter().map(EntryPoint::name).collect();
        assert_eq!(names, NAMES);
    }

    #[test]
    fn an_entry_point_has_its_header_and_the_address_of_its_documentation() {
        assert_eq!(Symbol::cuMemAlloc_v2.header(), "cuda.h");
        assert_eq!(Symbol::cuProfilerStart.header(), "cudaProfiler.h");
        let page = "https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g";
        let url = Symbol::cuMemAlloc_v2.url();
        assert!(url.starts_with(page), "{url}");
        assert_ne!(url, Symbol::cuMemFree_v2.url());
    }
}
