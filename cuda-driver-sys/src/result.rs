use core::fmt;

use crate::CUresult;
use crate::generated::results::RESULTS;

impl CUresult {
    /// Returns the driver's description of the code; `None` for a code that is newer than this crate.
    ///
    /// This never calls the driver: it works before `cuInit`, and for the error of not finding one.
    #[must_use]
    pub fn description(self) -> Option<&'static str> {
        self.row().map(|(_, description, _)| *description)
    }

    /// Returns the first CUDA version whose headers are known to name the code, 12040 for 12.4; 0 for codes of 11.7 and
    /// before, and `None` for a code that is newer than this crate.
    #[must_use]
    #[inline]
    pub fn since(self) -> Option<u16> {
        self.row().map(|(_, _, since)| *since)
    }

    fn row(self) -> Option<&'static (Self, &'static str, u16)> {
        let index = RESULTS.binary_search_by_key(&self, |(code, _, _)| *code).ok()?;
        RESULTS.get(index)
    }
}

/// `CUDA_ERROR_INVALID_VALUE (1): invalid argument`, or the number alone for an unknown code.
impl fmt::Display for CUresult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.name(), self.description()) {
            (Some(name), Some(description)) => write!(f, "{name} ({}): {description}", self.0),
            _ => write!(
                f,
                "result code {}, which is newer than these bindings (CUDA {}.{})",
                self.0,
                crate::CUDA_VERSION / 1000,
                crate::CUDA_VERSION % 1000 / 10
            ),
        }
    }
}
