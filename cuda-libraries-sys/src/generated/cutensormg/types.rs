// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::*;

use super::enums::*;
use crate::shared::*;
use crate::cutensor::*;

aliases! {
    "https://docs.nvidia.com/cuda/cutensor/latest/api/index.html"
    cutensorMgHandle_t = *mut cutensorMgHandle_s; cutensorMgTensorDescriptor_t = *mut cutensorMgTensorDescriptor_s;
    cutensorMgCopyDescriptor_t = *mut cutensorMgCopyDescriptor_s; cutensorMgCopyPlan_t = *mut cutensorMgCopyPlan_s;
    cutensorMgContractionDescriptor_t = *mut cutensorMgContractionDescriptor_s;
    cutensorMgContractionFind_t = *mut cutensorMgContractionFind_s;
    cutensorMgContractionPlan_t = *mut cutensorMgContractionPlan_s;
}

opaque! {
    cutensorMgHandle_s, cutensorMgTensorDescriptor_s, cutensorMgCopyDescriptor_s, cutensorMgCopyPlan_s,
    cutensorMgContractionDescriptor_s, cutensorMgContractionFind_s, cutensorMgContractionPlan_s,
}
