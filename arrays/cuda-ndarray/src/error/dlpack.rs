use crate::dlpack::abi::{DLDataType, DLPackVersion};
use cuda_driver::debug_as_display;

/// The reason why an array could not be exchanged by DLPack.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DlpackError {
    /// The stream 0 is ambiguous: it may mean two different streams.
    #[error(
        "the stream 0 is ambiguous: pass 1 for the legacy default stream, 2 for the per-thread one, or -1 to order \
         nothing"
    )]
    AmbiguousStream,
    /// A number that isn't a stream.
    #[error("{0} is not a stream: pass -1, 1, 2 or a handle")]
    UnknownStream(i64),
    /// DLPack has no equivalent of the element type.
    #[error("elements of type {typestr} have no name in DLPack; exchange the fields one by one")]
    NoDtype {
        /// NumPy's name of the type.
        typestr: String,
    },
    /// The array has negative strides, which some consumers handle incorrectly.
    #[error(
        "strides {strides:?} are negative, which some consumers abort on or get wrong; copy with `to_standard_layout`, or \
         allow them in `ExportOptions`"
    )]
    NegativeStrides {
        /// The strides, in elements.
        strides: Vec<isize>,
    },
    /// A consumer that supports only versions before 1.0. It needs a [`LegacyTensor`](crate::dlpack::LegacyTensor), which a
    /// read-only array can't become.
    #[error("the array can't be exported with a version of DLPack: {0}; use `into_dlpack_legacy`")]
    NeedsVersion(&'static str),
    /// A tensor of another major version.
    #[error("a tensor of DLPack {}.{}, where 1.x is known: it was returned unread", .0.major, .0.minor)]
    Version(DLPackVersion),
    /// A tensor with another element type.
    #[error("elements of code {}, {} bits and {} lanes are not {expected}", found.code, found.bits, found.lanes)]
    Dtype {
        /// The tensor's element type.
        found: DLDataType,
        /// The requested element type.
        expected: String,
    },
    /// A tensor in other memory, or on another device.
    #[error(
        "memory of device type {device_type}, number {device_id}, where the stream is of CUDA device {expected}"
    )]
    Device {
        /// The kind of memory, by DLPack's number.
        device_type: i32,
        /// The number of the device.
        device_id: i32,
        /// The number of the stream's device.
        expected: i32,
    },
    /// An inconsistent tensor.
    #[error("a tensor with {0}")]
    Invalid(&'static str),
    /// A shape or strides that reach outside the memory.
    #[error(
        "shape {shape:?} with strides {strides:?} at {address:#x} reaches outside of the {len} bytes allocated at {start:#x}"
    )]
    OutOfMemoryRange {
        /// The shape.
        shape: Vec<i64>,
        /// The strides, in elements.
        strides: Vec<i64>,
        /// The address of the element of index 0.
        address: u64,
        /// The start of the allocation.
        start: u64,
        /// Its size, in bytes.
        len: usize,
    },
    /// A shape or strides that reach beyond all addresses.
    #[error(
        "shape {shape:?} with strides {strides:?} and elements of {size} bytes at {address:#x} reaches beyond all addresses"
    )]
    OutOfAddresses {
        /// The shape.
        shape: Vec<i64>,
        /// The strides, in elements.
        strides: Vec<i64>,
        /// The address of the element of index 0.
        address: u64,
        /// The size of an element, in bytes.
        size: usize,
    },
    /// An address outside any allocation.
    #[error("{address:#x} is in no memory that the driver knows")]
    UnknownMemory {
        /// The lowest address of the elements.
        address: u64,
    },
    /// A tensor that its producer marks as read-only.
    #[error("the tensor is read-only: take it with `into_shared`")]
    ReadOnly,
    /// The tensor is null.
    #[error("the tensor is null")]
    Null,
}

debug_as_display!(DlpackError);
