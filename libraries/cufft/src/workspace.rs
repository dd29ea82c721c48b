use crate::error::Error;

/// The multiple of bytes at which it must begin.
pub(crate) const ALIGNMENT: usize = 256;

cuda_libraries_sys::workspace! {
    Error,
    /// Device memory that transforms may use while they run, of [`Plan::workspace_len`](crate::plan::Plan::workspace_len) bytes at
    /// least.
    ///
    /// Without one, a transform that needs it allocates it on the stream, and frees it there. Many need none.
    #[doc(alias("cufftSetAutoAllocation", "cufftEstimateMany", "cufftGetSizeMany"))]
}
