// Written by `cargo xtask generate` from a template. Do not edit.

use core::fmt;

use super::enums::nvFatbinResult;
use super::results::RESULTS;

/// Two codes that nvFatbin doesn't have, for a missing library and a missing function. They are the numbers of
/// the CUDA driver's codes for the same, far from nvFatbin's own, which count up from 0, so that they aren't
/// taken for errors of nvFatbin.
impl nvFatbinResult {
    /// No nvFatbin could be loaded; only the functions of [`functions`](crate::functions) return it.
    pub const LIBRARY_NOT_FOUND: Self = Self(303);
    /// The loaded nvFatbin lacks the function; only the functions of [`functions`](crate::functions) return it.
    pub const FUNCTION_NOT_FOUND: Self = Self(302);

    /// Returns the meaning of the code; `None` for a code that is newer than this crate.
    ///
    /// This never calls nvFatbin: it works for the error of not finding one.
    #[must_use]
    pub fn description(self) -> Option<&'static str> {
        match self {
            Self::LIBRARY_NOT_FOUND => {
                Some("no nvFatbin could be loaded (`nvfatbin_sys::load` says why)")
            }
            Self::FUNCTION_NOT_FOUND => Some("this version of nvFatbin lacks the function"),
            _ => self.row().map(|(_, description, _)| *description),
        }
    }

    /// Returns the first CUDA version whose headers are known to name the code; 0 for those of 12.4 and before.
    #[must_use]
    pub fn since(self) -> Option<u16> {
        self.row().map(|(_, _, since)| *since)
    }

    fn row(self) -> Option<&'static (Self, &'static str, u16)> {
        let index = RESULTS
            .binary_search_by_key(&self, |(code, _, _)| *code)
            .ok()?;
        RESULTS.get(index)
    }
}

/// `NVFATBIN_ERROR_ELF_SIZE_MISMATCH (3): the cubin has another word size than was said`, or the number alone for an unknown code.
impl fmt::Display for nvFatbinResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.name(), self.description()) {
            (Some(name), Some(description)) => write!(f, "{name} ({}): {description}", self.0),
            (None, Some(description)) => write!(f, "{description} ({})", self.0),
            _ => write!(
                f,
                "nvFatbin's result code {}, which is newer than these bindings",
                self.0
            ),
        }
    }
}
