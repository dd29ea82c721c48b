//! The macro that makes everything of a library from the list of its functions.

/// Defines a library: its table, `Symbol`, `FUNCTIONS`, `load`, and the module `functions`.
///
/// A function is `name: since until "exported name", (parameter: type, …) -> result;`, where 0 and "" stand for nothing.
/// Parameters are one token tree, because rustc copies what it matched so far for each nested repetition.
macro_rules! library {
    (
        $title:literal $library:ident $Table:ident $Result:ident $SUCCESS:ident $page:literal
        required $required:tt numbered $numbered:tt version $how:ident $version:tt
        $($name:ident: $since:literal $until:literal $exported:literal, $parameters:tt -> $result:ty;)*
    ) => {
        #[doc = concat!("The functions of one ", $title, ": a slot for each, `None` if it lacks the function.")]
        ///
        /// A call through a slot costs as much as one through any other function pointer.
        #[repr(C)]
        pub struct $Table {
            $(
                #[doc = concat!("[`", stringify!($name), "`](", $page, ").")]
                pub $name: Option<unsafe extern "C" fn $parameters -> $result>,
            )*
            // Last, so that slot and symbol have the same index.
            version: usize,
        }

        #[doc = concat!("The name of a function of ", $title, ", and its place in a table.")]
        #[repr(u16)]
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Symbol {
            $(#[allow(missing_docs)] $name,)*
        }

        impl Symbol {
            /// Every function, in the order of the table.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// Returns what is known of this function.
            #[must_use]
            pub fn function(self) -> &'static $crate::Function {
                &FUNCTIONS[self as usize]
            }

            /// Returns the function of this name.
            #[must_use]
            pub fn from_name(name: &str) -> Option<Self> {
                let mut functions = FUNCTIONS.iter();
                let index = functions.position(|function| function.name == name)?;
                Self::ALL.get(index).copied()
            }
        }

        impl core::fmt::Debug for Symbol {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str(self.function().name)
            }
        }

        impl core::fmt::Display for Symbol {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str(self.function().name)
            }
        }

        #[doc = concat!("Every function of ", $title, ", in the order of the table. [NVIDIA's page](", $page, ").")]
        pub static FUNCTIONS: &[$crate::Function] = &NAMED;

        // Its own static, of which a program has one: a slice of a constant would be in each object file.
        static NAMED: [$crate::Function; SLOTS] =
            [$($crate::Function::new(stringify!($name), $since, $until, $exported),)*];

        const SLOTS: usize = Symbol::ALL.len();
        const _: () = assert!(size_of::<$Table>() == (SLOTS + 1) * size_of::<*const c_void>());

        impl $Table {
            /// Fills a table with the result of `resolve` for each function: a function, or null.
            ///
            /// `version` is the library's, as it writes it; error messages name it.
            ///
            /// # Safety
            /// - Each pointer that is not null is a function with the signature of its slot, and does what the
            ///   library's function of that name does.
            /// - It stays callable as long as the table, or a copy of the slot, is used.
            /// - The same holds for what is put into a slot of this table later.
            pub unsafe fn from_fn(version: u32, resolve: impl FnMut(Symbol) -> *const c_void) -> Self {
                let addresses: Vec<*const c_void> = Symbol::ALL.iter().copied().map(resolve).collect();
                // SAFETY: the caller guarantees it.
                let mut table = unsafe { <Self as $crate::load::Table>::from_addresses(&addresses) };
                table.version = version as usize;
                table
            }

            /// Returns the library's version, as the library writes it.
            #[must_use]
            pub fn version(&self) -> u32 {
                u32::try_from(self.version).unwrap_or(0)
            }

            /// Returns the function in the slot of `symbol`.
            #[must_use]
            pub fn get(&self, symbol: Symbol) -> Option<core::ptr::NonNull<c_void>> {
                let slots = core::ptr::from_ref(self).cast::<*mut c_void>();
                // SAFETY: the struct is `repr(C)` and begins with one pointer-sized slot for each symbol, in the order
                // of `Symbol::ALL`: both come from the same list.
                core::ptr::NonNull::new(unsafe { *slots.add(symbol as usize) })
            }

            /// Returns the functions that this library lacks.
            pub fn missing(&self) -> impl Iterator<Item = Symbol> + '_ {
                let all = Symbol::ALL.iter().copied();
                all.filter(|symbol| self.get(*symbol).is_none())
            }
        }

        impl core::fmt::Debug for $Table {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.debug_struct(stringify!($Table))
                    .field("version", &self.version)
                    .field("functions", &(SLOTS - self.missing().count()))
                    .finish_non_exhaustive()
            }
        }

        impl $crate::load::Table for $Table {
            const DESCRIPTION: $crate::load::Description = $crate::load::Description {
                title: $title,
                library: &cuda_pathfinder::$library,
                functions: FUNCTIONS,
                required: &$required,
                numbered: &$numbered,
            };

            unsafe fn from_addresses(addresses: &[*const c_void]) -> Self {
                let mut table = core::mem::MaybeUninit::<Self>::zeroed();
                let slots = table.as_mut_ptr().cast::<*const c_void>();
                for (index, address) in addresses.iter().enumerate().take(SLOTS) {
                    // SAFETY: as in `get`, the slots are the first `SLOTS` pointers of the struct.
                    unsafe { slots.add(index).write(*address) };
                }
                // SAFETY: zero was a value of every field, and the slots were overwritten with what the caller
                // guarantees: an `Option` of a function pointer is a nullable pointer.
                unsafe { table.assume_init() }
            }

            fn ask_version(&self) -> Result<u32, String> {
                library!(@version $how $version self $Result $SUCCESS)
            }

            fn set_version(&mut self, version: u32) {
                self.version = version as usize;
            }
        }

        pub use $crate::{Function, LoadError};

        static REGISTRY: $crate::load::Registry<$Table> = $crate::load::Registry::new();

        #[doc = concat!("Returns the table of the ", $title, " that the default [`Search`] finds.")]
        ///
        /// The first successful call loads the library and looks up every function; later calls return the same table. A
        /// failure isn't remembered: a later call searches again.
        ///
        /// [`Search`]: cuda_pathfinder::Search
        ///
        /// # Errors
        /// A [`LoadError`](crate::LoadError) that lists where it was searched for, and how to install it.
        pub fn load() -> Result<&'static $Table, LoadError> {
            REGISTRY.load()
        }

        #[doc = concat!("Returns the table of the ", $title, " that `search` finds: always the same one for the same library.")]
        ///
        /// Releases for different major versions of CUDA can be loaded into one process. A search of this process's own environment finds
        /// one that is [already loaded](cuda_pathfinder::Place::AlreadyLoaded) before all others, if it is of a version
        /// that the search accepts.
        ///
        /// # Errors
        /// A [`LoadError`](crate::LoadError) that lists where it was searched for, and how to install it.
        pub fn load_with(search: &cuda_pathfinder::Search) -> Result<&'static $Table, LoadError> {
            REGISTRY.load_with(search)
        }

        /// Returns the library that [`load`] or [`load_with`] took `table` from, and how it was found; `None` for a
        /// table from elsewhere.
        #[must_use]
        pub fn library_of(table: &$Table) -> Option<&'static cuda_pathfinder::LoadedLibrary> {
            REGISTRY.library_of(table)
        }

        #[cfg(feature = "functions")]
        #[doc = concat!("Every function of ", $title, " by its exported name, for code ported from C.")]
        ///
        /// They call the table that [`use_table`](functions::use_table) chose, or else the library that [`load`] finds,
        /// which the first call loads. If there is none, or it lacks the function, a function returns `LIBRARY_NOT_FOUND`
        /// or `FUNCTION_NOT_FOUND` of the library's result codes; one that returns a text says so in it, and one that returns something else
        /// returns zero, or null.
        pub mod functions {
            use super::*;
            use $crate::absent::{AbsentResult, MissingReason};

            static CHOSEN: $crate::absent::ChosenTable<$Table> = $crate::absent::ChosenTable::new();

            /// Makes the functions of this module call `table` from now on, in the whole process.
            ///
            /// Use it to choose another library than the one that [`load`] finds.
            ///
            /// # Safety
            /// No code in the process passes handles of another library to these functions from now on, and the
            /// table's functions do what the library's do.
            pub unsafe fn use_table(table: &'static $Table) {
                CHOSEN.set(table);
            }

            fn table() -> Result<&'static $Table, MissingReason> {
                CHOSEN.get(&REGISTRY)
            }

            $(library!(@function $name $page $parameters $result);)*
        }
    };
    (@function $name:ident $page:literal ($($parameter:ident: $ty:ty),*) $result:ty) => {
        #[doc = concat!("[`", stringify!($name), "`](", $page, ").")]
        ///
        /// # Safety
        /// Each parameter satisfies the requirements on the linked page.
        #[inline] // Compiled where it is used, and nowhere else.
        pub unsafe fn $name($($parameter: $ty),*) -> $result {
            match table().and_then(|table| table.$name.ok_or(MissingReason::Function)) {
                // SAFETY: the caller fulfils the contract of the function.
                Ok(function) => unsafe { function($($parameter),*) },
                Err(missing) => AbsentResult::absent(missing),
            }
        }
    };
    // The parts of a version, in the units of the number that the library writes.
    (@version property ($function:ident $($unit:literal)*) $table:ident $Result:ident $SUCCESS:ident) => {{
        let mut version = 0;
        let mut parts = [
            libraryPropertyType::MAJOR_VERSION,
            libraryPropertyType::MINOR_VERSION,
            libraryPropertyType::PATCH_LEVEL,
        ]
        .into_iter();
        $(if let (Some(function), Some(part)) = ($table.$function, parts.next()) {
            let mut value = 0;
            // SAFETY: the pointer is to a live integer.
            match unsafe { function(part, &raw mut value) } {
                $Result::$SUCCESS => version += $crate::load::number(value) * $unit,
                result => return Err(format!("{} returned {result}", stringify!($function))),
            }
        })*
        Ok(version)
    }};
    (@version written ($function:ident) $table:ident $Result:ident $SUCCESS:ident) => {{
        let mut version = 0;
        let Some(function) = $table.$function else {
            return Ok(0);
        };
        // SAFETY: the pointer is to a live integer.
        match unsafe { function(&raw mut version) } {
            $Result::$SUCCESS => Ok($crate::load::number(version)),
            result => Err(format!("{} returned {result}", stringify!($function))),
        }
    }};
    (@version interface ($function:ident) $table:ident $Result:ident $SUCCESS:ident) => {
        library!(@version written ($function) $table $Result $SUCCESS).map($crate::cupti::release)
    };
    // What it returns has the result code in `err`.
    (@version written_or ($function:ident) $table:ident $Result:ident $SUCCESS:ident) => {{
        let mut version = 0;
        let Some(function) = $table.$function else {
            return Ok(0);
        };
        // SAFETY: the pointer is to a live integer.
        match unsafe { function(&raw mut version) }.err {
            $Result::$SUCCESS => Ok($crate::load::number(version)),
            result => Err(format!("{} returned {result}", stringify!($function))),
        }
    }};
    (@version member ($function:ident) $table:ident $Result:ident $SUCCESS:ident) => {{
        let mut properties = Default::default();
        let Some(function) = $table.$function else {
            return Ok(0);
        };
        // SAFETY: the pointer is to a live struct of its type.
        match unsafe { function(&raw mut properties) } {
            $Result::$SUCCESS => Ok($crate::load::number(properties.version)),
            result => Err(format!("{} returned {result}", stringify!($function))),
        }
    }};
    (@version pair ($function:ident) $table:ident $Result:ident $SUCCESS:ident) => {{
        let (mut major, mut minor) = (0, 0);
        let Some(function) = $table.$function else {
            return Ok(0);
        };
        // SAFETY: both pointers are to live integers.
        match unsafe { function(&raw mut major, &raw mut minor) } {
            $Result::$SUCCESS => Ok($crate::load::number(major) * 1000 + $crate::load::number(minor) * 10),
            result => Err(format!("{} returned {result}", stringify!($function))),
        }
    }};
    (@version returned ($function:ident) $table:ident $Result:ident $SUCCESS:ident) => {{
        // SAFETY: the function has no parameters.
        Ok($table.$function.map_or(0, |function| $crate::load::number(unsafe { function() })))
    }};
    (@version none () $table:ident $Result:ident $SUCCESS:ident) => { Ok(0) };
}
