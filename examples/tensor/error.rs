use std::ops::Range;

/// An error of creating or computing a tensor.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Two shapes can't be broadcast together, or have different numbers of elements.
    #[error("the shapes {0:?} and {1:?} don't fit together")]
    Shapes(Vec<usize>, Vec<usize>),
    /// The elements aren't contiguous, and would have to be copied.
    #[error("a view of shape {0:?} and strides {1:?} isn't contiguous; `map(Op::Copy)` it first")]
    Strided(Vec<usize>, Vec<usize>),
    /// The range or the axis doesn't exist.
    #[error("{0:?} of axis {1} is not within the shape {2:?}")]
    Range(Range<usize>, usize, Vec<usize>),
    /// An error of the driver.
    #[error(transparent)]
    Cuda(#[from] cuda_driver::Error),
    /// An error of NVRTC.
    #[error(transparent)]
    Compile(#[from] nvrtc::NvrtcError),
}

impl From<cuda_driver::CuResult> for Error {
    fn from(result: cuda_driver::CuResult) -> Self {
        Self::Cuda(result.into())
    }
}
