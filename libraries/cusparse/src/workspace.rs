use crate::error::Error;

/// The multiple of bytes at which it must begin.
pub(crate) const ALIGNMENT: usize = 256;

cuda_libraries_sys::workspace! {
    Error,
    /// Device memory that calls may use while they run.
    ///
    /// Without one, a call allocates what it needs on the stream, and frees it there. One that is too small is
    /// [`Error::Workspace`], which says how much is needed.
}
