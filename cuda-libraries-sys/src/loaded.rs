//! The macro that makes the type of a loaded library, for the crates that wrap one.

/// Defines a loaded library: a reference to its table, and the methods that are listed, which every such type has; without the
/// first two, the crate has its own.
///
/// `absent` makes the error of a function that the library lacks.
#[doc(hidden)]
#[macro_export]
macro_rules! loaded {
    (
        $(#[$doc:meta])*
        pub struct $Library:ident: $module:ident::$Table:ident, $Error:ty;
        impl $Same:ident {
            $(fn load($title:literal, $kind:literal);
            const fn from_table();)?
            $(#[$table_doc:meta])*
            const fn $table:ident();
            $(#[$version_doc:meta])*
            fn version() -> $Version:ty = $version:path;
            fn path();
        }
        absent $absent:expr
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub struct $Library {
            table: &'static $crate::$module::$Table,
        }

        impl $Library {
            $(
                #[doc = concat!("Returns the ", $title, " of this machine; the first call loads it.")]
                ///
                /// # Errors
                #[doc = concat!("[`", $kind, "`], which lists every place that was searched.")]
                #[inline]
                pub fn load() -> Result<Self, $Error> {
                    Ok(Self::from_table($crate::$module::load()?))
                }

                #[doc = concat!("Creates a value from a table, such as [`cuda_libraries_sys::", stringify!($module), "::load_with`] returns.")]
                #[must_use]
                #[inline]
                pub const fn from_table(table: &'static $crate::$module::$Table) -> Self {
                    Self { table }
                }
            )?

            $(#[$table_doc])*
            #[must_use]
            #[inline]
            pub const fn $table(self) -> &'static $crate::$module::$Table {
                self.table
            }

            $(#[$version_doc])*
            #[must_use]
            #[inline]
            pub fn version(self) -> $Version {
                $version(self.table.version())
            }

            /// Returns the file that it was loaded from, if it is known.
            #[must_use]
            #[inline]
            pub fn path(self) -> Option<&'static std::path::Path> {
                $crate::$module::library_of(self.table)?.path.as_deref()
            }

            /// Returns `true` if it was loaded from a file: then it is NVIDIA's, and needs NVIDIA's driver.
            #[allow(dead_code, reason = "not all libraries have handles of a context")]
            #[cold]
            pub(crate) fn is_of_file(self) -> bool {
                $crate::$module::library_of(self.table).is_some()
            }

            /// Returns the function of a slot, or the error of a missing function.
            #[inline]
            pub(crate) fn require<F>(
                self,
                symbol: $crate::$module::Symbol,
                slot: Option<F>,
            ) -> Result<F, $Error> {
                match slot {
                    Some(function) => Ok(function),
                    None => Err(self.lacks(symbol)),
                }
            }

            #[cold]
            #[inline(never)]
            fn lacks(self, symbol: $crate::$module::Symbol) -> $Error {
                let absent: fn(Self, &'static $crate::Function) -> $Error = $absent;
                absent(self, symbol.function())
            }
        }

        impl core::fmt::Debug for $Library {
            #[inline]
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.debug_struct(stringify!($Library))
                    .field("version", &self.version())
                    .field("path", &self.path())
                    .finish()
            }
        }
    };
}
