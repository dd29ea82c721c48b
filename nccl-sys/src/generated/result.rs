// Written by `cargo xtask generate` from a template. Do not edit.

use core::fmt;

use super::enums::ncclResult_t;
use super::results::RESULTS;

/// Two codes that NCCL doesn't have, for a missing library and a missing function. They are the numbers of
/// the CUDA driver's codes for the same, far from NCCL's own, which count up from 0, so that they aren't
/// taken for errors of NCCL.
impl ncclResult_t {
    /// No NCCL could be loaded; only the functions of [`functions`](crate::functions) return it.
    pub const LIBRARY_NOT_FOUND: Self = Self(303);
    /// The loaded NCCL lacks the function; only the functions of [`functions`](crate::functions) return it.
    pub const FUNCTION_NOT_FOUND: Self = Self(302);

    /// Returns the meaning of the code; `None` for a code that is newer than this crate.
    ///
    /// This never calls NCCL: it works for the error of not finding one.
    #[must_use]
    pub fn description(self) -> Option<&'static str> {
        match self {
            Self::LIBRARY_NOT_FOUND => {
                Some("no NCCL could be loaded (`nccl_sys::load` says why)")
            }
            Self::FUNCTION_NOT_FOUND => Some("this version of NCCL lacks the function"),
            _ => self.row().map(|(_, description, _)| *description),
        }
    }

    /// Returns the first NCCL version whose headers are known to name the code; 0 for those of 2.18.3 and before.
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

/// `ncclInternalError (3): internal error`, or the number alone for an unknown code.
impl fmt::Display for ncclResult_t {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.name(), self.description()) {
            (Some(name), Some(description)) => write!(f, "{name} ({}): {description}", self.0),
            (None, Some(description)) => write!(f, "{description} ({})", self.0),
            _ => write!(
                f,
                "NCCL's result code {}, which is newer than these bindings",
                self.0
            ),
        }
    }
}
