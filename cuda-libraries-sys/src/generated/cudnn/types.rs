// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::*;

use super::enums::*;
use crate::shared::*;

/// An opaque type behind a handle; only the library knows its fields.
#[repr(C)]
#[derive(Debug)]
pub struct cudnnContext {
    _unused: [u8; 0],
}
/// [`cudnnHandle_t`](https://docs.nvidia.com/deeplearning/cudnn/backend/latest/api/overview.html)
pub type cudnnHandle_t = *mut cudnnContext;
/// An opaque type behind a handle; only the library knows its fields.
#[repr(C)]
#[derive(Debug)]
pub struct cudnnRuntimeTag_t {
    _unused: [u8; 0],
}
/// [`cudnnDebug_t`](https://docs.nvidia.com/deeplearning/cudnn/backend/latest/api/overview.html)
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudnnDebug_t {
    pub cudnn_version: c_uint,
    pub cudnnStatus: cudnnStatus_t,
    pub time_sec: c_uint,
    pub time_usec: c_uint,
    pub time_delta: c_uint,
    pub _padding_after_time_delta: [u8; 4usize],
    pub handle: cudnnHandle_t,
    pub stream: cudaStream_t,
    pub pid: c_ulonglong,
    pub tid: c_ulonglong,
    pub cudaDeviceId: c_int,
    pub reserved: [c_int; 15usize],
}
/// [`cudnnCallback_t`](https://docs.nvidia.com/deeplearning/cudnn/backend/latest/api/overview.html)
pub type cudnnCallback_t = Option<
    unsafe extern "C" fn(
        sev: cudnnSeverity_t,
        udata: *mut c_void,
        dbg: *const cudnnDebug_t,
        msg: *const c_char,
    ),
>;
/// [`cudnnBackendDescriptor_t`](https://docs.nvidia.com/deeplearning/cudnn/backend/latest/api/overview.html)
pub type cudnnBackendDescriptor_t = *mut c_void;
/// [`cudnnFraction_t`](https://docs.nvidia.com/deeplearning/cudnn/backend/latest/api/overview.html)
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudnnFraction_t {
    pub numerator: i64,
    pub denominator: i64,
}
/// An opaque type behind a handle; only the library knows its fields.
#[repr(C)]
#[derive(Debug)]
pub struct cudnnTensorStruct {
    _unused: [u8; 0],
}
/// [`cudnnTensorDescriptor_t`](https://docs.nvidia.com/deeplearning/cudnn/backend/latest/api/overview.html)
pub type cudnnTensorDescriptor_t = *mut cudnnTensorStruct;
/// An opaque type behind a handle; only the library knows its fields.
#[repr(C)]
#[derive(Debug)]
pub struct cudnnPoolingStruct {
    _unused: [u8; 0],
}
/// [`cudnnPoolingDescriptor_t`](https://docs.nvidia.com/deeplearning/cudnn/backend/latest/api/overview.html)
pub type cudnnPoolingDescriptor_t = *mut cudnnPoolingStruct;
/// An opaque type behind a handle; only the library knows its fields.
#[repr(C)]
#[derive(Debug)]
pub struct cudnnFilterStruct {
    _unused: [u8; 0],
}
/// [`cudnnFilterDescriptor_t`](https://docs.nvidia.com/deeplearning/cudnn/backend/latest/api/overview.html)
pub type cudnnFilterDescriptor_t = *mut cudnnFilterStruct;
/// An opaque type behind a handle; only the library knows its fields.
#[repr(C)]
#[derive(Debug)]
pub struct cudnnLRNStruct {
    _unused: [u8; 0],
}
/// [`cudnnLRNDescriptor_t`](https://docs.nvidia.com/deeplearning/cudnn/backend/latest/api/overview.html)
pub type cudnnLRNDescriptor_t = *mut cudnnLRNStruct;
/// An opaque type behind a handle; only the library knows its fields.
#[repr(C)]
#[derive(Debug)]
pub struct cudnnActivationStruct {
    _unused: [u8; 0],
}
/// [`cudnnActivationDescriptor_t`](https://docs.nvidia.com/deeplearning/cudnn/backend/latest/api/overview.html)
pub type cudnnActivationDescriptor_t = *mut cudnnActivationStruct;
/// An opaque type behind a handle; only the library knows its fields.
#[repr(C)]
#[derive(Debug)]
pub struct cudnnSpatialTransformerStruct {
    _unused: [u8; 0],
}
/// [`cudnnSpatialTransformerDescriptor_t`](https://docs.nvidia.com/deeplearning/cudnn/backend/latest/api/overview.html)
pub type cudnnSpatialTransformerDescriptor_t = *mut cudnnSpatialTransformerStruct;
/// An opaque type behind a handle; only the library knows its fields.
#[repr(C)]
#[derive(Debug)]
pub struct cudnnOpTensorStruct {
    _unused: [u8; 0],
}
/// [`cudnnOpTensorDescriptor_t`](https://docs.nvidia.com/deeplearning/cudnn/backend/latest/api/overview.html)
pub type cudnnOpTensorDescriptor_t = *mut cudnnOpTensorStruct;
/// An opaque type behind a handle; only the library knows its fields.
#[repr(C)]
#[derive(Debug)]
pub struct cudnnReduceTensorStruct {
    _unused: [u8; 0],
}
/// [`cudnnReduceTensorDescriptor_t`](https://docs.nvidia.com/deeplearning/cudnn/backend/latest/api/overview.html)
pub type cudnnReduceTensorDescriptor_t = *mut cudnnReduceTensorStruct;
/// An opaque type behind a handle; only the library knows its fields.
#[repr(C)]
#[derive(Debug)]
pub struct cudnnCTCLossStruct {
    _unused: [u8; 0],
}
/// [`cudnnCTCLossDescriptor_t`](https://docs.nvidia.com/deeplearning/cudnn/backend/latest/api/overview.html)
pub type cudnnCTCLossDescriptor_t = *mut cudnnCTCLossStruct;
/// An opaque type behind a handle; only the library knows its fields.
#[repr(C)]
#[derive(Debug)]
pub struct cudnnTensorTransformStruct {
    _unused: [u8; 0],
}
/// [`cudnnTensorTransformDescriptor_t`](https://docs.nvidia.com/deeplearning/cudnn/backend/latest/api/overview.html)
pub type cudnnTensorTransformDescriptor_t = *mut cudnnTensorTransformStruct;
/// An opaque type behind a handle; only the library knows its fields.
#[repr(C)]
#[derive(Debug)]
pub struct cudnnDropoutStruct {
    _unused: [u8; 0],
}
/// [`cudnnDropoutDescriptor_t`](https://docs.nvidia.com/deeplearning/cudnn/backend/latest/api/overview.html)
pub type cudnnDropoutDescriptor_t = *mut cudnnDropoutStruct;
/// An opaque type behind a handle; only the library knows its fields.
#[repr(C)]
#[derive(Debug)]
pub struct cudnnRNNStruct {
    _unused: [u8; 0],
}
/// [`cudnnRNNDescriptor_t`](https://docs.nvidia.com/deeplearning/cudnn/backend/latest/api/overview.html)
pub type cudnnRNNDescriptor_t = *mut cudnnRNNStruct;
/// An opaque type behind a handle; only the library knows its fields.
#[repr(C)]
#[derive(Debug)]
pub struct cudnnRNNDataStruct {
    _unused: [u8; 0],
}
/// [`cudnnRNNDataDescriptor_t`](https://docs.nvidia.com/deeplearning/cudnn/backend/latest/api/overview.html)
pub type cudnnRNNDataDescriptor_t = *mut cudnnRNNDataStruct;
/// An opaque type behind a handle; only the library knows its fields.
#[repr(C)]
#[derive(Debug)]
pub struct cudnnSeqDataStruct {
    _unused: [u8; 0],
}
/// [`cudnnSeqDataDescriptor_t`](https://docs.nvidia.com/deeplearning/cudnn/backend/latest/api/overview.html)
pub type cudnnSeqDataDescriptor_t = *mut cudnnSeqDataStruct;
/// An opaque type behind a handle; only the library knows its fields.
#[repr(C)]
#[derive(Debug)]
pub struct cudnnAttnStruct {
    _unused: [u8; 0],
}
/// [`cudnnAttnDescriptor_t`](https://docs.nvidia.com/deeplearning/cudnn/backend/latest/api/overview.html)
pub type cudnnAttnDescriptor_t = *mut cudnnAttnStruct;
/// An opaque type behind a handle; only the library knows its fields.
#[repr(C)]
#[derive(Debug)]
pub struct cudnnConvolutionStruct {
    _unused: [u8; 0],
}
/// [`cudnnConvolutionDescriptor_t`](https://docs.nvidia.com/deeplearning/cudnn/backend/latest/api/overview.html)
pub type cudnnConvolutionDescriptor_t = *mut cudnnConvolutionStruct;
/// [`cudnnConvolutionFwdAlgoPerf_t`](https://docs.nvidia.com/deeplearning/cudnn/backend/latest/api/overview.html)
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudnnConvolutionFwdAlgoPerf_t {
    pub algo: cudnnConvolutionFwdAlgo_t,
    pub status: cudnnStatus_t,
    pub time: f32,
    pub _padding_after_time: [u8; 4usize],
    pub memory: usize,
    pub determinism: cudnnDeterminism_t,
    pub mathType: cudnnMathType_t,
    pub reserved: [c_int; 3usize],
    pub _padding_after_reserved: [u8; 4usize],
}
/// [`cudnnConvolutionBwdDataAlgoPerf_t`](https://docs.nvidia.com/deeplearning/cudnn/backend/latest/api/overview.html)
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudnnConvolutionBwdDataAlgoPerf_t {
    pub algo: cudnnConvolutionBwdDataAlgo_t,
    pub status: cudnnStatus_t,
    pub time: f32,
    pub _padding_after_time: [u8; 4usize],
    pub memory: usize,
    pub determinism: cudnnDeterminism_t,
    pub mathType: cudnnMathType_t,
    pub reserved: [c_int; 3usize],
    pub _padding_after_reserved: [u8; 4usize],
}
/// An opaque type behind a handle; only the library knows its fields.
#[repr(C)]
#[derive(Debug)]
pub struct cudnnFusedOpsConstParamStruct {
    _unused: [u8; 0],
}
/// [`cudnnFusedOpsConstParamPack_t`](https://docs.nvidia.com/deeplearning/cudnn/backend/latest/api/overview.html)
pub type cudnnFusedOpsConstParamPack_t = *mut cudnnFusedOpsConstParamStruct;
/// An opaque type behind a handle; only the library knows its fields.
#[repr(C)]
#[derive(Debug)]
pub struct cudnnFusedOpsVariantParamStruct {
    _unused: [u8; 0],
}
/// [`cudnnFusedOpsVariantParamPack_t`](https://docs.nvidia.com/deeplearning/cudnn/backend/latest/api/overview.html)
pub type cudnnFusedOpsVariantParamPack_t = *mut cudnnFusedOpsVariantParamStruct;
/// An opaque type behind a handle; only the library knows its fields.
#[repr(C)]
#[derive(Debug)]
pub struct cudnnFusedOpsPlanStruct {
    _unused: [u8; 0],
}
/// [`cudnnFusedOpsPlan_t`](https://docs.nvidia.com/deeplearning/cudnn/backend/latest/api/overview.html)
pub type cudnnFusedOpsPlan_t = *mut cudnnFusedOpsPlanStruct;
/// [`cudnnConvolutionBwdFilterAlgoPerf_t`](https://docs.nvidia.com/deeplearning/cudnn/backend/latest/api/overview.html)
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudnnConvolutionBwdFilterAlgoPerf_t {
    pub algo: cudnnConvolutionBwdFilterAlgo_t,
    pub status: cudnnStatus_t,
    pub time: f32,
    pub _padding_after_time: [u8; 4usize],
    pub memory: usize,
    pub determinism: cudnnDeterminism_t,
    pub mathType: cudnnMathType_t,
    pub reserved: [c_int; 3usize],
    pub _padding_after_reserved: [u8; 4usize],
}
/// [`cudnnGnnCscGraph_t`](https://docs.nvidia.com/deeplearning/cudnn/backend/latest/api/overview.html)
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudnnGnnCscGraph_t {
    pub cscOffsets: *const c_void,
    pub cscIndices: *const c_void,
    pub mapCscToCoo: *const c_void,
    pub mapRevToCoo: *const c_void,
    pub nSrcNodes: i64,
    pub nDstNodes: i64,
    pub nIndices: i64,
    pub idxType: cudnnDataType_t,
    pub _padding_after_idxType: [u8; 4usize],
    pub cscRevOffsets: *const c_void,
}
/// [`cudnnGnnMhaParams_t`](https://docs.nvidia.com/deeplearning/cudnn/backend/latest/api/overview.html)
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudnnGnnMhaParams_t {
    pub activation: cudnnGnnActivationOp_t,
    pub activationAlpha: f32,
    pub numHeads: c_int,
    pub concatHeads: c_int,
}

zero_default! {
    cudnnDebug_t,
    cudnnFraction_t,
    cudnnConvolutionFwdAlgoPerf_t,
    cudnnConvolutionBwdDataAlgoPerf_t,
    cudnnConvolutionBwdFilterAlgoPerf_t,
    cudnnGnnCscGraph_t,
    cudnnGnnMhaParams_t,
}
