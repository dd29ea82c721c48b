use std::ops::Range;

/// The reason why a tensor could not be made or computed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Two shapes have no common one, or another number of elements.
    #[error("the shapes {0:?} and {1:?} don't fit together")]
    Shapes(Vec<usize>, Vec<usize>),
    /// Elements would have to be moved.
    #[error("a view of shape {0:?} and strides {1:?} isn't contiguous; `map(Op::Copy)` it first")]
    Strided(Vec<usize>, Vec<usize>),
    /// A range, or its axis, isn't there.
    #[error("{0:?} of axis {1} is not within the shape {2:?}")]
    Range(Range<usize>, usize, Vec<usize>),
    /// The device or its driver.
    #[error(transparent)]
    Cuda(cuda_driver::Error),
    /// The kernels' compiler.
    #[error(transparent)]
    Compile(#[from] nvrtc::NvrtcError),
}

/// Everything that `cuda_driver` answers is one variant, so that `?` takes it from every call.
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
