use crate::error::Error;

/// The multiple of bytes at which it must begin.
pub(crate) const ALIGNMENT: usize = 256;

cuda_libraries_sys::workspace! {
    Error,
    /// Device memory that routines may use while they run.
    ///
    /// Without one, a call allocates what its algorithm needs on the stream, and frees it there. A workspace is for programs that
    /// allocate once, and limits what algorithms may need.
    #[doc(alias("cudnnGetReductionIndicesSize", "cudnnGetReductionWorkspaceSize"))]
}
