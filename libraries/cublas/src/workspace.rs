use crate::error::Error;

/// The multiple of bytes at which it must begin.
pub(crate) const ALIGNMENT: usize = 256;

cuda_libraries_sys::workspace! {
    Error,
    /// Device memory that routines may use while they run.
    ///
    /// A handle has some of its own, 4 MiB, or 32 MiB from compute capability 9.0 on, which cuBLAS allocates. A workspace is for
    /// graphs, for handles that several streams use, and where more memory makes products faster.
}
