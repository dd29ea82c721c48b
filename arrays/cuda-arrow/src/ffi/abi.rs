//! The C structures of the interface.
#![allow(non_camel_case_types, reason = "the names that arrow-rs has for such")]

use core::ffi::{c_char, c_int, c_void};
use core::mem::offset_of;
use core::ptr;

use arrow_data::ffi::FFI_ArrowArray;
use arrow_schema::ffi::FFI_ArrowSchema;

/// The kind of memory of an array's buffers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct DeviceType(pub i32);

impl DeviceType {
    /// Host memory.
    pub const CPU: Self = Self(1);
    /// A CUDA device's memory.
    pub const CUDA: Self = Self(2);
    /// Pinned host memory.
    pub const CUDA_HOST: Self = Self(3);
    /// Managed memory.
    pub const CUDA_MANAGED: Self = Self(13);
}

/// `struct ArrowDeviceArray`: an array whose buffers are a device's. It is released when dropped, unless it was moved out.
///
/// Only the buffers are device memory: all else is host memory.
#[derive(Debug)]
#[repr(C)]
pub struct FFI_ArrowDeviceArray {
    /// The array.
    pub array: FFI_ArrowArray,
    /// The number of the device.
    pub device_id: i64,
    /// The kind of the device.
    pub device_type: DeviceType,
    /// A pointer to a `cudaEvent_t` after which the buffers are valid; null if they are valid already.
    pub sync_event: *mut c_void,
    /// Zeros.
    pub reserved: [i64; 3],
}

// SAFETY: the interface lets an array be released on any thread, and nothing is shared.
unsafe impl Send for FFI_ArrowDeviceArray {}

/// `struct ArrowDeviceArrayStream`: a sequence of arrays. It is released when dropped.
///
/// [`export_stream`](crate::ffi::export_stream) creates one, and [`DeviceArrayStream`](crate::ffi::DeviceArrayStream) reads it.
/// Its functions are private, because a copy of them would release it twice.
#[derive(Debug)]
#[repr(C)]
pub struct FFI_ArrowDeviceArrayStream {
    /// The kind of device memory that contains the buffers of its arrays.
    pub device_type: DeviceType,
    /// Returns the schema through its argument; the result is 0 or an error number.
    pub(super) get_schema:
        Option<unsafe extern "C" fn(stream: *mut Self, out: *mut FFI_ArrowSchema) -> c_int>,
    /// Returns the next array through its argument, or a released one at the end; the result is 0 or an error number.
    pub(super) get_next:
        Option<unsafe extern "C" fn(stream: *mut Self, out: *mut FFI_ArrowDeviceArray) -> c_int>,
    /// Returns the message of the last error, which is valid until the next call.
    pub(super) get_last_error: Option<unsafe extern "C" fn(stream: *mut Self) -> *const c_char>,
    /// Releases the stream.
    pub(super) release: Option<unsafe extern "C" fn(stream: *mut Self)>,
    /// The producer's data.
    pub(super) private_data: *mut c_void,
}

// SAFETY: as above.
unsafe impl Send for FFI_ArrowDeviceArrayStream {}

/// `struct ArrowArray`, whose fields are private in arrow-rs.
#[derive(Debug)]
#[repr(C)]
pub(super) struct RawArray {
    pub(super) length: i64,
    pub(super) null_count: i64,
    pub(super) offset: i64,
    pub(super) n_buffers: i64,
    pub(super) n_children: i64,
    pub(super) buffers: *mut *const c_void,
    pub(super) children: *mut *mut RawArray,
    pub(super) dictionary: *mut RawArray,
    pub(super) release: Option<unsafe extern "C" fn(array: *mut RawArray)>,
    pub(super) private_data: *mut c_void,
}

/// `struct ArrowSchema`, whose fields are private in arrow-rs.
#[repr(C)]
struct RawSchema {
    format: *const c_char,
    name: *const c_char,
    metadata: *const c_char,
    flags: i64,
    n_children: i64,
    children: *mut *mut RawSchema,
    dictionary: *mut RawSchema,
    release: Option<unsafe extern "C" fn(schema: *mut RawSchema)>,
    private_data: *mut c_void,
}

/// The flag of a type that may have nulls.
const NULLABLE: i64 = 2;

/// Marks the values of dictionaries as nullable, as Arrow C++ does and arrow-rs doesn't.
pub(super) fn with_nullable_dictionaries(mut schema: FFI_ArrowSchema) -> FFI_ArrowSchema {
    /// # Safety
    /// The tree is valid by the C Device interface, and only the caller uses it.
    unsafe fn visit(schema: &mut RawSchema) {
        // SAFETY: the caller guarantees that the schema and its children are valid.
        unsafe {
            for at in 0..usize::try_from(schema.n_children).unwrap_or(0) {
                if let Some(child) = schema.children.add(at).read().as_mut() {
                    visit(child);
                }
            }
            if let Some(dictionary) = schema.dictionary.as_mut() {
                dictionary.flags |= NULLABLE;
                visit(dictionary);
            }
        }
    }
    // SAFETY: arrow-rs created it, with C's layout.
    unsafe { visit(&mut *(&raw mut schema).cast::<RawSchema>()) };
    schema
}

const _: () = {
    assert!(size_of::<RawSchema>() == 72 && size_of::<FFI_ArrowSchema>() == 72);
    assert!(size_of::<RawArray>() == 80 && size_of::<FFI_ArrowArray>() == 80);
    assert!(align_of::<RawArray>() == align_of::<FFI_ArrowArray>());
    assert!(size_of::<FFI_ArrowDeviceArray>() == 128);
    assert!(offset_of!(FFI_ArrowDeviceArray, device_id) == 80);
    assert!(offset_of!(FFI_ArrowDeviceArray, device_type) == 88);
    assert!(offset_of!(FFI_ArrowDeviceArray, sync_event) == 96);
    assert!(offset_of!(FFI_ArrowDeviceArray, reserved) == 104);
    assert!(size_of::<FFI_ArrowDeviceArrayStream>() == 48);
    assert!(offset_of!(FFI_ArrowDeviceArrayStream, get_schema) == 8);
    assert!(offset_of!(FFI_ArrowDeviceArrayStream, private_data) == 40);
};

impl FFI_ArrowDeviceArray {
    /// Creates a released array, to be overwritten by a producer.
    #[must_use]
    pub fn empty() -> Self {
        Self {
            array: FFI_ArrowArray::empty(),
            device_id: -1,
            device_type: DeviceType::CPU,
            sync_event: ptr::null_mut(),
            reserved: [0; 3],
        }
    }

    /// Takes ownership of an array that a producer put in a place such as a Python capsule, and leaves a released array
    /// there.
    ///
    /// # Safety
    /// `array` points to a valid array, which only the caller uses.
    #[must_use]
    pub unsafe fn from_raw(array: *mut Self) -> Self {
        // SAFETY: the caller guarantees that the array is valid.
        unsafe { ptr::replace(array, Self::empty()) }
    }

    pub(super) fn raw(&self) -> &RawArray {
        // SAFETY: both are C's `struct ArrowArray`.
        unsafe { &*(&raw const self.array).cast() }
    }
}

impl RawArray {
    /// Converts it to the type of arrow-rs.
    pub(super) fn into_ffi(self) -> FFI_ArrowArray {
        // SAFETY: both are C's `struct ArrowArray`, and only one of them is released.
        unsafe { core::mem::transmute(self) }
    }
}

impl FFI_ArrowDeviceArrayStream {
    /// Creates a released stream, to be overwritten by a producer.
    #[must_use]
    pub fn empty() -> Self {
        Self {
            device_type: DeviceType::CPU,
            get_schema: None,
            get_next: None,
            get_last_error: None,
            release: None,
            private_data: ptr::null_mut(),
        }
    }

    /// Takes ownership of a stream that a producer put in a place such as a Python capsule, and leaves a released
    /// stream there.
    ///
    /// # Safety
    /// `stream` points to a valid stream, which only the caller uses.
    #[must_use]
    pub unsafe fn from_raw(stream: *mut Self) -> Self {
        // SAFETY: the caller guarantees that the stream is valid.
        unsafe { ptr::replace(stream, Self::empty()) }
    }
}

impl Drop for FFI_ArrowDeviceArrayStream {
    fn drop(&mut self) {
        if let Some(release) = self.release {
            // SAFETY: it is the stream's callback, and the stream wasn't released.
            unsafe { release(self) };
        }
    }
}
