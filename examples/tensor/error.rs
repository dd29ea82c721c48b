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
    Cuda(cuda_driver::Error),
    /// An error of NVRTC.
    #[error(transparent)]
    Compile(#[from] nvrtc::NvrtcError),
}

/// Every error of `cuda_driver` converts to one variant, so `?` works on each call.
macro_rules! from_cuda {
    ($($error:ty),* $(,)?) => {$(
        impl From<$error> for Error {
            fn from(error: $error) -> Self {
                Self::Cuda(error.into())
            }
        }
    )*};
}

from_cuda!(
    cuda_driver::Error,
    cuda_driver::CuResult,
    cuda_driver::DeviceError,
    cuda_driver::FunctionError,
    cuda_driver::ImageError,
    cuda_driver::LaunchError,
    cuda_driver::MemoryError,
    cuda_driver::module::ArgumentError,
);
