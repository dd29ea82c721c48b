// Written by `cargo xtask generate` from a template. Do not edit.

use core::fmt;

/// NVIDIA documents all functions on one page, whose anchors change from version to version.
const PAGE: &str = "https://docs.nvidia.com/cuda/nvfatbin/index.html";

/// One function of nvFatbin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Function {
    /// The name that the library exports, `nvFatbinCreate`.
    pub name: &'static str,
    /// The oldest CUDA version that is known to have it, 12090 for 12.9; 0 for the functions that every
    /// supported nvFatbin has.
    ///
    /// Not every version was inspected, so a slightly older nvFatbin may have it, too.
    pub since: u16,
    /// The first CUDA version that no longer has it, 13000 for 13.0.
    pub until: Option<u16>,
    /// NVIDIA's documentation of the function.
    pub url: &'static str,
}

macro_rules! define {
    ($($name:ident: $since:literal, $(until($until:literal),)? ($($parameters:tt)*)
       -> $result:ty;)*) => {
        /// The name of a function, and its place in a [`NvFatbinTable`](crate::NvFatbinTable).
        #[repr(u16)]
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Symbol {
            $(#[allow(missing_docs)] $name,)*
        }

        impl Symbol {
            /// Every function, in the order of the table.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];
        }

        /// Every function, in the order of the table.
        pub static FUNCTIONS: &[Function] = &[$(Function {
            name: stringify!($name),
            since: $since,
            until: define!(@until $($until)?),
            url: PAGE,
        },)*];
    };
    (@until) => { None };
    (@until $until:literal) => { Some($until) };
}

for_each_function!(define);

impl Symbol {
    /// Returns the metadata of this function.
    #[must_use]
    pub fn function(self) -> &'static Function {
        &FUNCTIONS[self as usize]
    }

    /// Returns the function of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|s| s.function().name == name)
    }
}

impl fmt::Debug for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.function().name)
    }
}

impl fmt::Display for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.function().name)
    }
}
