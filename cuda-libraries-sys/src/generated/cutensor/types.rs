// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::*;

use super::enums::*;
use crate::shared::*;

aliases! {
    "https://docs.nvidia.com/cuda/cutensor/latest/api/index.html"
    cutensorComputeDescriptor_t = *mut cutensorComputeDescriptor;
    cutensorOperationDescriptor_t = *mut cutensorOperationDescriptor; cutensorPlan_t = *mut cutensorPlan;
    cutensorPlanPreference_t = *mut cutensorPlanPreference; cutensorHandle_t = *mut cutensorHandle;
    cutensorTensorDescriptor_t = *mut cutensorTensorDescriptor;
    cutensorBlockSparseTensorDescriptor_t = *mut cutensorBlockSparseTensorDescriptor;
    cutensorLoggerCallback_t = Option<unsafe extern "C" fn(logLevel: i32, functionName: *const c_char, message: *const c_char)>;
}

opaque! {
    cutensorComputeDescriptor, cutensorOperationDescriptor, cutensorPlan, cutensorPlanPreference, cutensorHandle,
    cutensorTensorDescriptor, cutensorBlockSparseTensorDescriptor,
}
