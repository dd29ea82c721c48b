//! What is wrong with an array, or with an exchange of one.

pub mod dlpack;
pub mod interface;
pub mod share;

use self::dlpack::DlpackError;
use self::interface::InterfaceError;
use self::share::ShareError;

use cuda_driver::{Stream, debug_as_display};

/// The reason why an array could not be made, viewed, copied or exchanged.
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// An index, or an end of a range, isn't within its axis.
    #[error("index {index} is out of bounds for axis {axis} with size {len}")]
    Index {
        /// The requested index.
        index: isize,
        /// The axis.
        axis: usize,
        /// The length of the axis.
        len: usize,
    },
    /// There are more indices than axes.
    #[error("{extra} extra indices given: the array has {ndim} axes")]
    ExtraIndices {
        /// The number of indices too many.
        extra: usize,
        /// The number of axes.
        ndim: usize,
    },
    /// The step of a slice is zero.
    #[error("slice step cannot be zero (axis {axis})")]
    Step {
        /// The axis.
        axis: usize,
    },
    /// There is no such axis.
    #[error("axis {axis} is out of bounds for an array of {ndim} axes")]
    Axis {
        /// The requested axis.
        axis: usize,
        /// The number of axes.
        ndim: usize,
    },
    /// A list of axes that isn't a permutation of the array's.
    #[error("invalid axes list {axes:?}: it must name each of the {ndim} axes once")]
    Axes {
        /// The requested axes.
        axes: Vec<usize>,
        /// The number of axes.
        ndim: usize,
    },
    /// Another number of axes than the type has, or than there are strides.
    #[error("{found} axes or strides, where {expected} are expected: strides not match ndim")]
    Ndim {
        /// The number found.
        found: usize,
        /// The expected number.
        expected: usize,
    },
    /// A new shape has another number of elements.
    #[error(
        "reshape changes the size of the array: {from:?} has {size} elements, and {to:?} doesn't"
    )]
    Size {
        /// The shape of the array.
        from: Vec<usize>,
        /// Its number of elements.
        size: usize,
        /// The requested shape.
        to: Vec<usize>,
    },
    /// More than one length was left open.
    #[error("can only specify one unknown dimension, not {count}")]
    UnknownDimensions {
        /// The number of lengths left open.
        count: usize,
    },
    /// No length fits the one that was left open.
    #[error("cannot infer valid shape for unknown dimension: {size} elements as {shape:?}")]
    CannotInfer {
        /// The number of elements.
        size: usize,
        /// The requested shape.
        shape: Vec<isize>,
    },
    /// The new shape needs a copy of the elements.
    #[error(
        "reshape would require copy: shape {shape:?} with strides {strides:?} as {to:?}; `to_standard_layout` copies"
    )]
    NeedsCopy {
        /// The shape of the array.
        shape: Vec<usize>,
        /// The strides of the array, in elements.
        strides: Vec<isize>,
        /// The requested shape.
        to: Vec<usize>,
    },
    /// An axis to squeeze is longer than one element.
    #[error(
        "cannot select an axis to squeeze out which has size not equal to one: axis {axis} has {len}"
    )]
    Squeeze {
        /// The axis.
        axis: usize,
        /// Its length.
        len: usize,
    },
    /// A shape can't be broadcast to another.
    #[error("cannot broadcast shape {from:?} to {to:?}")]
    Broadcast {
        /// The shape of the array.
        from: Vec<usize>,
        /// The requested shape.
        to: Vec<usize>,
    },
    /// A source has more axes than its target.
    #[error("Can't assign {source_ndim}-D array to {target_ndim}-D self")]
    AssignNdim {
        /// Axes of the source.
        source_ndim: usize,
        /// Axes of the target.
        target_ndim: usize,
    },
    /// A source has an axis of another length than its target.
    #[error(
        "Can't copy sequence with size {source_len} to array axis {axis} with dimension {target_len}: assigning shape \
         {source_shape:?} to {target_shape:?}"
    )]
    AssignAxis {
        /// The axis, of the target.
        axis: usize,
        /// Its length in the source.
        source_len: usize,
        /// Its length in the target.
        target_len: usize,
        /// The shape of the source.
        source_shape: Vec<usize>,
        /// The shape of the target.
        target_shape: Vec<usize>,
    },
    /// A host array has another shape than the array that is copied to it.
    #[error("incompatible shape: {source_shape:?} vs. {target_shape:?}")]
    Shape {
        /// The shape of the source.
        source_shape: Vec<usize>,
        /// The shape of the target.
        target_shape: Vec<usize>,
    },
    /// Another number of copies than host arrays, to which they are to be copied back.
    #[error("{found} copies for {expected} host arrays; leave one of each in the list")]
    Copies {
        /// The number of copies.
        found: usize,
        /// The number of host arrays.
        expected: usize,
    },
    /// A cast to elements of another size, while the last axis isn't contiguous.
    #[error(
        "To change to a dtype of a different size, the last axis must be contiguous: it has {len} elements of {size} \
         bytes with a stride of {stride}"
    )]
    CastStride {
        /// The length of the last axis.
        len: usize,
        /// The size of an element, in bytes.
        size: usize,
        /// The stride, in elements.
        stride: isize,
    },
    /// A cast to elements of another size, of which the last axis doesn't hold a whole number.
    #[error(
        "When changing to a larger dtype, its size must be a divisor of the total size in bytes of the last axis of the \
         array, and of the elements' when changing to a smaller one: {bytes} bytes as elements of {size}"
    )]
    CastSize {
        /// The size of the last axis, or of an element, in bytes.
        bytes: usize,
        /// The size of a new element, in bytes.
        size: usize,
    },
    /// A cast to elements of another size, of an array without axes.
    #[error(
        "Changing the dtype of a 0d array is only supported if the itemsize is unchanged: {from} to {to} bytes"
    )]
    CastScalar {
        /// The size of the element, in bytes.
        from: usize,
        /// The requested size, in bytes.
        to: usize,
    },
    /// A stride isn't a whole number of elements.
    #[error(
        "a stride of {bytes} bytes along axis {axis} is not a whole number of elements of {size} bytes"
    )]
    Stride {
        /// The axis.
        axis: usize,
        /// The stride, in bytes.
        bytes: isize,
        /// The size of an element, in bytes.
        size: usize,
    },
    /// The memory isn't aligned for elements of the type.
    #[error("address {address:#x} is not aligned to the {align} bytes that the elements need")]
    Alignment {
        /// The address.
        address: u64,
        /// The alignment of an element, in bytes.
        align: usize,
    },
    /// Several indices refer to the same element.
    #[error(
        "shape {shape:?} with strides {strides:?} cannot be written: several indices may mean one element; write to a copy"
    )]
    Overlap {
        /// The shape.
        shape: Vec<usize>,
        /// The strides, in elements.
        strides: Vec<isize>,
    },
    /// Elements aren't contiguous.
    #[error(
        "Array contains non-contiguous buffer: shape {shape:?} with strides {strides:?}; copy it with `to_standard_layout`"
    )]
    NonContiguous {
        /// The shape.
        shape: Vec<usize>,
        /// The strides, in elements.
        strides: Vec<isize>,
    },
    /// cuBLAS can't take an array as vectors or matrices.
    #[cfg(feature = "cublas")]
    #[error(
        "cuBLAS can't take shape {shape:?} with strides {strides:?}: the elements of rows, or of columns, must be next to each \
         other, and nothing overlap or be reversed; copy it with `to_standard_layout`"
    )]
    NotMatrices {
        /// The shape.
        shape: Vec<usize>,
        /// The strides, in elements.
        strides: Vec<isize>,
    },
    /// A routine of cuBLAS failed.
    #[cfg(feature = "cublas")]
    #[error(transparent)]
    Blas(#[from] cublas::Error),
    /// A Fourier transform failed.
    #[cfg(feature = "cufft")]
    #[error(transparent)]
    Fft(#[from] cufft::Error),
    /// An expression of arrays that no kernel can have.
    #[cfg(feature = "arithmetic")]
    #[error("the expression can't be computed by one kernel: {0}")]
    Expression(String),
    /// NVRTC's error, with its log.
    #[cfg(feature = "arithmetic")]
    #[error(transparent)]
    Compile(#[from] nvrtc::NvrtcError),
    /// A call of cuSOLVER failed, or a matrix has no result.
    #[cfg(feature = "cusolver")]
    #[error(transparent)]
    Solve(#[from] cusolver::Error),
    /// A layout reaches beyond its memory.
    #[error(
        "shape {shape:?} with strides {strides:?} from element {offset} on is not within {len} elements"
    )]
    OutOfMemoryRange {
        /// The shape.
        shape: Vec<usize>,
        /// The strides, in elements.
        strides: Vec<isize>,
        /// The first element.
        offset: usize,
        /// The number of elements in the memory.
        len: usize,
    },
    /// More elements than an address can count.
    #[error("shape {shape:?} has more elements than an address can count")]
    TooLarge {
        /// The shape.
        shape: Vec<usize>,
    },
    /// There is not enough host memory for a copy.
    #[error("shape {shape:?} of elements of {size} bytes doesn't fit into the host's memory")]
    HostMemory {
        /// The shape of the copy.
        shape: Vec<usize>,
        /// The size of an element, in bytes.
        size: usize,
    },
    /// An array is shared or read-only, so it can't be written to.
    #[error("the array is shared or read-only; copy it with `to_owned` first")]
    ReadOnly,
    /// An array could not be exchanged by DLPack.
    #[error(transparent)]
    Dlpack(#[from] DlpackError),
    /// An array could not be exchanged by the CUDA Array Interface.
    #[error(transparent)]
    Interface(#[from] InterfaceError),
    /// An array could not be shared with another process.
    #[error(transparent)]
    Share(#[from] ShareError),
    /// A driver call failed.
    #[error(transparent)]
    Cuda(#[from] cuda_driver::Error),
}

/// Checks that memory of one stream may be used by work of another.
pub(crate) fn check_stream(own: &Stream, other: &Stream) -> Result<(), Error> {
    if own == other { Ok(()) } else { Err(cuda_driver::Error::of_other(own, other).into()) }
}

impl Error {
    /// Returns the error as that of the call that was made: a library's names the one of its functions that is a part of it.
    #[cfg(any(feature = "cublas", feature = "cufft"))]
    pub(crate) fn in_call(self, name: &'static str) -> Self {
        match self {
            #[cfg(feature = "cublas")]
            Self::Blas(error) => Self::Blas(error.in_call(name)),
            #[cfg(feature = "cufft")]
            Self::Fft(error) => Self::Fft(error.in_call(name)),
            #[cfg(feature = "cusolver")]
            Self::Solve(error) => Self::Solve(error.in_call(name)),
            other => other,
        }
    }

    /// Returns the driver's result if a driver call failed.
    #[must_use]
    pub fn result(&self) -> Option<cuda_driver::CuResult> {
        match self {
            Self::Cuda(error) => error.result(),
            _ => None,
        }
    }
}

debug_as_display!(Error);

impl From<cuda_driver::CuResult> for Error {
    fn from(result: cuda_driver::CuResult) -> Self {
        Self::Cuda(result.into())
    }
}

impl<M, H> From<cuda_driver::memory::UnmapError<M, H>> for Error {
    fn from(error: cuda_driver::memory::UnmapError<M, H>) -> Self {
        Self::Cuda(error.into())
    }
}

impl<H> From<cuda_driver::memory::HostMemoryError<H>> for Error {
    fn from(error: cuda_driver::memory::HostMemoryError<H>) -> Self {
        Self::Cuda(error.into())
    }
}
