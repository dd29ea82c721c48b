use core::fmt;

use super::enums::%Result%;
use super::results::RESULTS;

/// Two codes that %title% doesn't have, for a missing library and a missing function. They are the numbers of
/// the CUDA driver's codes for the same, far from %title%'s own, which count up from 0, so that they aren't
/// taken for errors of %title%.
impl %Result% {
    /// No %title% could be loaded; only the functions of [`functions`](crate::functions) return it.
    pub const LIBRARY_NOT_FOUND: Self = Self(303);
    /// The loaded %title% lacks the function; only the functions of [`functions`](crate::functions) return it.
    pub const FUNCTION_NOT_FOUND: Self = Self(302);

    /// Returns the meaning of the code; `None` for a code that is newer than this crate.
    ///
    /// This never calls %title%: it works for the error of not finding one.
    #[must_use]
    pub fn description(self) -> Option<&'static str> {
        match self {
            Self::LIBRARY_NOT_FOUND => {
                Some("no %title% could be loaded (`%crate%::load` says why)")
            }
            Self::FUNCTION_NOT_FOUND => Some("this version of %title% lacks the function"),
            _ => self.row().map(|(_, description, _)| *description),
        }
    }

    /// Returns the first %whose% version whose headers are known to name the code; 0 for those of %oldest% and before.
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

/// `%code%`, or the number alone for an unknown code.
impl fmt::Display for %Result% {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.name(), self.description()) {
            (Some(name), Some(description)) => write!(f, "{name} ({}): {description}", self.0),
            (None, Some(description)) => write!(f, "{description} ({})", self.0),
            _ => write!(
                f,
                "%title%'s result code {}, which is newer than these bindings",
                self.0
            ),
        }
    }
}
