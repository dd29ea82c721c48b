// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::*;

use super::enums::*;
use crate::shared::*;

/// An opaque type behind a handle; only the library knows its fields.
#[repr(C)]
#[derive(Debug)]
pub struct cutensorComputeDescriptor {
    _unused: [u8; 0],
}
/// [`cutensorComputeDescriptor_t`](https://docs.nvidia.com/cuda/cutensor/latest/api/index.html)
pub type cutensorComputeDescriptor_t = *mut cutensorComputeDescriptor;
/// An opaque type behind a handle; only the library knows its fields.
#[repr(C)]
#[derive(Debug)]
pub struct cutensorOperationDescriptor {
    _unused: [u8; 0],
}
/// [`cutensorOperationDescriptor_t`](https://docs.nvidia.com/cuda/cutensor/latest/api/index.html)
pub type cutensorOperationDescriptor_t = *mut cutensorOperationDescriptor;
/// An opaque type behind a handle; only the library knows its fields.
#[repr(C)]
#[derive(Debug)]
pub struct cutensorPlan {
    _unused: [u8; 0],
}
/// [`cutensorPlan_t`](https://docs.nvidia.com/cuda/cutensor/latest/api/index.html)
pub type cutensorPlan_t = *mut cutensorPlan;
/// An opaque type behind a handle; only the library knows its fields.
#[repr(C)]
#[derive(Debug)]
pub struct cutensorPlanPreference {
    _unused: [u8; 0],
}
/// [`cutensorPlanPreference_t`](https://docs.nvidia.com/cuda/cutensor/latest/api/index.html)
pub type cutensorPlanPreference_t = *mut cutensorPlanPreference;
/// An opaque type behind a handle; only the library knows its fields.
#[repr(C)]
#[derive(Debug)]
pub struct cutensorHandle {
    _unused: [u8; 0],
}
/// [`cutensorHandle_t`](https://docs.nvidia.com/cuda/cutensor/latest/api/index.html)
pub type cutensorHandle_t = *mut cutensorHandle;
/// An opaque type behind a handle; only the library knows its fields.
#[repr(C)]
#[derive(Debug)]
pub struct cutensorTensorDescriptor {
    _unused: [u8; 0],
}
/// [`cutensorTensorDescriptor_t`](https://docs.nvidia.com/cuda/cutensor/latest/api/index.html)
pub type cutensorTensorDescriptor_t = *mut cutensorTensorDescriptor;
/// An opaque type behind a handle; only the library knows its fields.
#[repr(C)]
#[derive(Debug)]
pub struct cutensorBlockSparseTensorDescriptor {
    _unused: [u8; 0],
}
/// [`cutensorBlockSparseTensorDescriptor_t`](https://docs.nvidia.com/cuda/cutensor/latest/api/index.html)
pub type cutensorBlockSparseTensorDescriptor_t = *mut cutensorBlockSparseTensorDescriptor;
/// [`cutensorLoggerCallback_t`](https://docs.nvidia.com/cuda/cutensor/latest/api/index.html)
pub type cutensorLoggerCallback_t = Option<
    unsafe extern "C" fn(
        logLevel: i32,
        functionName: *const c_char,
        message: *const c_char,
    ),
>;

zero_default! {
}
