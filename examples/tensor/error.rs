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
    ($($error:ident)*) => {$(
        impl From<cuda_driver::$error> for Error {
            fn from(error: cuda_driver::$error) -> Self {
                Self::Cuda(error.into())
            }
        }
    )*};
}

from_cuda!(Error ArgumentError CuResult DeviceError FunctionError ImageError LaunchError MemoryError);
