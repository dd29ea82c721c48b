//! Handles of driver objects: their ownership, destruction and release.

use core::fmt;
use std::sync::Arc;

use crate::error::CuResult;

/// A driver object behind a handle.
pub(crate) trait Handle {
    /// Returns whether the value destroys the object.
    fn owned(&mut self) -> &mut bool;

    /// Calls the driver's function that destroys the object. It is called only once, unless it fails.
    fn call_destroy(&mut self) -> Result<(), CuResult>;

    /// Destroys the object if the value owns it.
    ///
    /// Afterwards the value owns the object only if the call failed and left the object intact.
    fn release(&mut self) -> Result<(), CuResult> {
        if !core::mem::take(self.owned()) {
            return Ok(());
        }
        let result = self.call_destroy();
        *self.owned() = result.is_err_and(|error| !error.is_context_lost());
        result
    }
}

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
                write!(
                    f,
                    "the driver did not destroy the {}: {result}",
                    noun::<T>()
                )
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
    let name = name.rsplit("::").next().unwrap_or_default();
    let mut words = String::new();
    for letter in name.chars().filter(char::is_ascii_alphanumeric) {
        if letter.is_ascii_uppercase() && !words.is_empty() {
            words.push(' ');
        }
        words.push(letter.to_ascii_lowercase());
    }
    match words.is_empty() {
        true => "value".to_owned(),
        false => words,
    }
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

/// Destroys a value that nothing shares.
pub(crate) fn destroy<T: Handle>(mut value: T) -> Result<(), DestroyError<T>> {
    match value.release() {
        Ok(()) => Ok(()),
        Err(result) if *value.owned() => Err(DestroyError::Refused(value, result)),
        Err(result) => Err(DestroyError::Lost(result)),
    }
}

/// Destroys a value if nothing shares it.
pub(crate) fn destroy_shared<I: Handle, T>(
    inner: Arc<I>,
    wrap: impl Fn(Arc<I>) -> T,
) -> Result<(), DestroyError<T>> {
    match Arc::try_unwrap(inner) {
        Err(shared) => Err(DestroyError::Shared(wrap(shared))),
        Ok(inner) => destroy(inner).map_err(|error| match error {
            DestroyError::Shared(inner) => DestroyError::Shared(wrap(Arc::new(inner))),
            DestroyError::Refused(inner, result) => {
                DestroyError::Refused(wrap(Arc::new(inner)), result)
            }
            DestroyError::Lost(result) => DestroyError::Lost(result),
            DestroyError::Owner(error) => DestroyError::Owner(error),
        }),
    }
}

/// Releases ownership of a handle if the value owns it and nothing shares it.
pub(crate) fn into_raw_handle<I: Handle, H>(
    inner: Arc<I>,
    handle: impl Fn(&I) -> H,
) -> Result<H, Arc<I>> {
    let mut inner = Arc::try_unwrap(inner)?;
    if core::mem::take(inner.owned()) {
        Ok(handle(&inner))
    } else {
        Err(Arc::new(inner))
    }
}
