use core::fmt;

use crate::error::Error;
use crate::memory::Element;

/// Host memory that an asynchronous copy can own: [`Stream::upload_owned`](crate::stream::Stream::upload_owned),
/// [`Stream::download_owned`](crate::stream::Stream::download_owned).
///
/// # Safety
/// `elements` and `elements_mut` return the same memory each time, even after the value was moved. It stays allocated
/// until the value is dropped, and no other code accesses it.
pub unsafe trait HostMemory: Send + 'static {
    /// The type of the elements.
    type Element: Element;

    /// Returns the elements.
    fn elements(&self) -> &[Self::Element];

    /// Returns the elements, to write to.
    fn elements_mut(&mut self) -> &mut [Self::Element];
}

// SAFETY: the elements are on the heap, where they stay when the vector is moved.
unsafe impl<T: Element + Send> HostMemory for Vec<T> {
    type Element = T;

    fn elements(&self) -> &[T] {
        self
    }

    fn elements_mut(&mut self) -> &mut [T] {
        self
    }
}

// SAFETY: the elements are on the heap, where they stay when the box is moved.
unsafe impl<T: Element + Send> HostMemory for Box<[T]> {
    type Element = T;

    fn elements(&self) -> &[T] {
        self
    }

    fn elements_mut(&mut self) -> &mut [T] {
        self
    }
}

/// An error from using host memory, with the memory.
#[non_exhaustive]
pub struct HostMemoryError<H> {
    /// The host memory. `None` if the device may still use it; it is then dropped after that, or leaked if there is no
    /// way to know when that is.
    pub memory: Option<H>,
    /// The error.
    pub error: Error,
}

impl<H> HostMemoryError<H> {
    pub(super) fn new(memory: H, error: impl Into<Error>) -> Self {
        Self { memory: Some(memory), error: error.into() }
    }
}

impl<H> fmt::Display for HostMemoryError<H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.error, f)
    }
}

impl<H> fmt::Debug for HostMemoryError<H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl<H> core::error::Error for HostMemoryError<H> {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        core::error::Error::source(&self.error)
    }
}

impl<H> From<HostMemoryError<H>> for crate::error::Error {
    fn from(error: HostMemoryError<H>) -> Self {
        error.error
    }
}
