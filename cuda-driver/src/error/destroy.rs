use core::fmt;

use crate::error::CuResult;

/// An error from destroying a value, with the value if it can still be used.
///
/// It converts into [`Error`](crate::error::Error), which drops the value.
#[non_exhaustive]
pub enum DestroyError<T> {
    /// Clones of the value, or objects made from it, are alive.
    Shared(T),
    /// The driver call failed and nothing was destroyed, for example because a capture was in progress.
    Refused(T, CuResult),
    /// The context was lost to an earlier error, and the object with it.
    Lost(CuResult),
    /// The [owner](crate::memory::MemoryOwner) of a buffer's memory failed to release it. The buffer no longer exists.
    Owner(crate::error::Error),
}

impl<T> DestroyError<T> {
    /// Returns the value, to try again or to keep using it. `None` if the context is lost, because the driver may have
    /// destroyed the object, and for the error of a buffer's owner, because the buffer no longer exists.
    #[must_use]
    #[inline]
    pub fn into_value(self) -> Option<T> {
        match self {
            Self::Shared(value) | Self::Refused(value, _) => Some(value),
            Self::Lost(_) | Self::Owner(_) => None,
        }
    }

    /// Converts the value.
    pub(crate) fn map<U>(self, convert: impl FnOnce(T) -> U) -> DestroyError<U> {
        match self {
            Self::Shared(value) => DestroyError::Shared(convert(value)),
            Self::Refused(value, result) => DestroyError::Refused(convert(value), result),
            Self::Lost(result) => DestroyError::Lost(result),
            Self::Owner(error) => DestroyError::Owner(error),
        }
    }

    /// Returns the driver's result if a driver call failed.
    #[must_use]
    #[inline]
    pub fn result(&self) -> Option<CuResult> {
        match self {
            Self::Shared(_) => None,
            Self::Refused(_, result) | Self::Lost(result) => Some(*result),
            Self::Owner(error) => error.result(),
        }
    }
}

impl<T> fmt::Display for DestroyError<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shared(_) => write!(
                f,
                "clones of the {}, or objects made from it, are alive; drop them before destroying it",
                noun::<T>()
            ),
            Self::Refused(_, result) => {
                write!(f, "the driver did not destroy the {}: {result}", noun::<T>())
            }
            Self::Lost(result) => write!(f, "the {} was lost: {result}", noun::<T>()),
            Self::Owner(error) => write!(f, "the owner did not release the memory: {error}"),
        }
    }
}

/// Returns the name of a type as words: "module" or "device buffer".
fn noun<T>() -> String {
    let name = core::any::type_name::<T>();
    let name = name.split('<').next().unwrap_or_default();
    let name = name.rsplit(':').next().unwrap_or_default();
    let mut words = String::new();
    for letter in name.chars().filter(char::is_ascii_alphanumeric) {
        if letter.is_ascii_uppercase() && !words.is_empty() {
            words.push(' ');
        }
        words.push(letter.to_ascii_lowercase());
    }
    if words.is_empty() { "value".to_owned() } else { words }
}

impl<T> fmt::Debug for DestroyError<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl<T> core::error::Error for DestroyError<T> {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Shared(_) => None,
            Self::Refused(_, result) | Self::Lost(result) => Some(result),
            Self::Owner(error) => Some(error),
        }
    }
}
