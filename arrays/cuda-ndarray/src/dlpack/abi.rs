//! The structures of `dlpack.h`, version 1.3, under their original names.
#![allow(non_camel_case_types, reason = "the names are those of the header")]

use core::ffi::{c_char, c_int, c_void};

/// The version of this header, 1.3, which exported tensors have.
pub const VERSION: DLPackVersion = DLPackVersion { major: 1, minor: 3 };

/// A version of DLPack. Of a tensor of another major version, only the deleter may be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(C)]
pub struct DLPackVersion {
    /// The number that changes with the structures.
    pub major: u32,
    /// The number that changes when flags or codes are added.
    pub minor: u32,
}

/// The kind of memory of a tensor. Values of newer headers are possible.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct DLDeviceType(pub i32);

impl DLDeviceType {
    /// The host's memory.
    pub const CPU: Self = Self(1);
    /// Memory of a CUDA device.
    pub const CUDA: Self = Self(2);
    /// Pinned memory of the host.
    pub const CUDA_HOST: Self = Self(3);
    /// CUDA's managed memory.
    pub const CUDA_MANAGED: Self = Self(13);
}

/// The device of a tensor's memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(C)]
pub struct DLDevice {
    /// The kind of memory.
    pub device_type: DLDeviceType,
    /// The number of the device; 0 for the host's and for managed memory.
    pub device_id: i32,
}

/// The kind of number of an element. Values of newer headers are possible.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct DLDataTypeCode(pub u8);

impl DLDataTypeCode {
    /// A signed integer.
    pub const INT: Self = Self(0);
    /// An unsigned integer.
    pub const UINT: Self = Self(1);
    /// A floating-point number of IEEE 754.
    pub const FLOAT: Self = Self(2);
    /// The upper half of a `float32`.
    pub const BFLOAT: Self = Self(4);
    /// Two floating-point numbers.
    pub const COMPLEX: Self = Self(5);
    /// A truth value, in a byte.
    pub const BOOL: Self = Self(6);
}

/// The type of the elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(C)]
pub struct DLDataType {
    /// The kind of number: [`DLDataTypeCode`].
    pub code: u8,
    /// Its size, in bits.
    pub bits: u8,
    /// The number of lanes of a vector; 1 for a scalar.
    pub lanes: u16,
}

/// Elements in memory.
#[derive(Debug)]
#[repr(C)]
pub struct DLTensor {
    /// The memory; null if there are no elements.
    pub data: *mut c_void,
    /// The device.
    pub device: DLDevice,
    /// The number of axes.
    pub ndim: i32,
    /// The type of the elements.
    pub dtype: DLDataType,
    /// The lengths of the axes.
    pub shape: *mut i64,
    /// The strides, in elements; before version 1.2 null for C order.
    pub strides: *mut i64,
    /// The offset of the element of index 0 from `data`, in bytes.
    pub byte_offset: u64,
}

/// A tensor with its deleter, in the form from before version 1.0.
#[derive(Debug)]
#[repr(C)]
pub struct DLManagedTensor {
    /// The tensor.
    pub dl_tensor: DLTensor,
    /// For the producer's use.
    pub manager_ctx: *mut c_void,
    /// Releases the tensor; null if there is nothing to do.
    pub deleter: Option<unsafe extern "C" fn(*mut DLManagedTensor)>,
}

/// A tensor with its deleter, in the form since version 1.0.
#[derive(Debug)]
#[repr(C)]
pub struct DLManagedTensorVersioned {
    /// The version of the other fields.
    pub version: DLPackVersion,
    /// For the producer's use.
    pub manager_ctx: *mut c_void,
    /// Releases the tensor; null if there is nothing to do.
    pub deleter: Option<unsafe extern "C" fn(*mut DLManagedTensorVersioned)>,
    /// The `DLPACK_FLAG_BITMASK_…` bits that are set.
    pub flags: u64,
    /// The tensor.
    pub dl_tensor: DLTensor,
}

/// The consumer must not write.
pub const DLPACK_FLAG_BITMASK_READ_ONLY: u64 = 1 << 0;
/// The producer made a copy for the consumer.
pub const DLPACK_FLAG_BITMASK_IS_COPIED: u64 = 1 << 1;
/// Elements of less than a byte are padded to one byte each.
pub const DLPACK_FLAG_BITMASK_IS_SUBBYTE_TYPE_PADDED: u64 = 1 << 2;

/// The beginning of every version of [`DLPackExchangeAPI`].
#[derive(Debug)]
#[repr(C)]
pub struct DLPackExchangeAPIHeader {
    /// The version of the table.
    pub version: DLPackVersion,
    /// The table of an older version, or null.
    pub prev_api: *mut DLPackExchangeAPIHeader,
}

/// Creates a tensor of a prototype's shape.
pub type DLPackManagedTensorAllocator = unsafe extern "C" fn(
    prototype: *mut DLTensor,
    out: *mut *mut DLManagedTensorVersioned,
    error_ctx: *mut c_void,
    set_error: Option<
        unsafe extern "C" fn(error_ctx: *mut c_void, kind: *const c_char, message: *const c_char),
    >,
) -> c_int;
/// Takes a tensor out of a Python object, without ordering streams.
pub type DLPackManagedTensorFromPyObjectNoSync =
    unsafe extern "C" fn(py_object: *mut c_void, out: *mut *mut DLManagedTensorVersioned) -> c_int;
/// Creates a Python object from a tensor, without ordering streams.
pub type DLPackManagedTensorToPyObjectNoSync = unsafe extern "C" fn(
    tensor: *mut DLManagedTensorVersioned,
    out_py_object: *mut *mut c_void,
) -> c_int;
/// Describes a Python object's tensor without taking it.
pub type DLPackDLTensorFromPyObjectNoSync =
    unsafe extern "C" fn(py_object: *mut c_void, out: *mut DLTensor) -> c_int;
/// The stream that a library works on.
pub type DLPackCurrentWorkStream = unsafe extern "C" fn(
    device_type: DLDeviceType,
    device_id: i32,
    out_current_stream: *mut *mut c_void,
) -> c_int;

/// The functions behind `__dlpack_c_exchange_api__`, of version 1.3.
#[derive(Debug)]
#[repr(C)]
pub struct DLPackExchangeAPI {
    /// Its version.
    pub header: DLPackExchangeAPIHeader,
    /// Creates a tensor of a prototype's shape.
    pub managed_tensor_allocator: Option<DLPackManagedTensorAllocator>,
    /// Takes a tensor out of a Python object.
    pub managed_tensor_from_py_object_no_sync: Option<DLPackManagedTensorFromPyObjectNoSync>,
    /// Creates a Python object from a tensor.
    pub managed_tensor_to_py_object_no_sync: Option<DLPackManagedTensorToPyObjectNoSync>,
    /// Describes a Python object's tensor without taking it.
    pub dltensor_from_py_object_no_sync: Option<DLPackDLTensorFromPyObjectNoSync>,
    /// The stream that a library works on.
    pub current_work_stream: Option<DLPackCurrentWorkStream>,
}
