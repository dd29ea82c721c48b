//! The result codes of a library, with texts.

use core::fmt;

/// A result code: what it means, and the first release that is known to have it.
pub(crate) struct ResultRow {
    pub(crate) code: i64,
    pub(crate) description: &'static str,
    pub(crate) since: u32,
}

/// Returns the row of a code; rows are sorted by it.
pub(crate) fn row(rows: &'static [ResultRow], code: i64) -> Option<&'static ResultRow> {
    let index = rows.binary_search_by_key(&code, |row| row.code).ok()?;
    rows.get(index)
}

/// Writes `CUBLAS_STATUS_INVALID_VALUE (7): an argument has an invalid value`.
pub(crate) fn show(
    f: &mut fmt::Formatter<'_>,
    title: &str,
    code: i64,
    name: Option<&str>,
    description: Option<&str>,
) -> fmt::Result {
    match (name, description) {
        (Some(name), Some(description)) => write!(f, "{name} ({code}): {description}"),
        (None, Some(description)) => write!(f, "{description} ({code})"),
        _ => write!(f, "{title}'s result code {code}, which is newer than these bindings"),
    }
}

/// Gives a library's result codes their texts.
macro_rules! results {
    ($title:literal $Result:ident { $($code:ident $since:literal $description:literal,)* }) => {
        /// Two codes for a missing library and a missing function; only functions of the module `functions` return them.
        /// They are the numbers of the CUDA driver's and the runtime's codes for the same, which no other library uses.
        impl $Result {
            #[doc = concat!("No ", $title, " could be loaded.")]
            pub const LIBRARY_NOT_FOUND: Self = Self(303);
            #[doc = concat!("The loaded ", $title, " lacks the function.")]
            pub const FUNCTION_NOT_FOUND: Self = Self(302);

            const ROWS: &'static [$crate::result::ResultRow] = &[$($crate::result::ResultRow {
                code: Self::$code.0 as i64,
                description: $description,
                since: $since,
            },)*];

            /// Returns the meaning of the code; `None` for a code that is newer than this crate.
            ///
            /// This never calls the library: it works for the error of not finding it.
            #[must_use]
            pub fn description(self) -> Option<&'static str> {
                match self {
                    Self::LIBRARY_NOT_FOUND => Some(concat!("no ", $title, " could be loaded (`load` says why)")),
                    Self::FUNCTION_NOT_FOUND => Some(concat!("this version of ", $title, " lacks the function")),
                    _ => self.row().map(|row| row.description),
                }
            }

            /// Returns the first release whose header is known to name the code, as a number of the library; 0 for those
            /// of the oldest one.
            #[must_use]
            pub fn since(self) -> Option<u32> {
                self.row().map(|row| row.since)
            }

            fn row(self) -> Option<&'static $crate::result::ResultRow> {
                $crate::result::row(Self::ROWS, self.0.into())
            }
        }

        /// The name, the number and the meaning, or the number alone for an unknown code.
        impl core::fmt::Display for $Result {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                $crate::result::show(f, $title, self.0.into(), self.name(), self.description())
            }
        }

        #[cfg(feature = "functions")]
        impl $crate::absent::AbsentResult for $Result {
            fn absent(missing: $crate::absent::MissingReason) -> Self {
                match missing {
                    $crate::absent::MissingReason::Library => Self::LIBRARY_NOT_FOUND,
                    $crate::absent::MissingReason::Function => Self::FUNCTION_NOT_FOUND,
                }
            }
        }
    };
}
