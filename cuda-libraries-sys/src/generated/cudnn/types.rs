// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::*;

use super::enums::*;
use crate::shared::*;

aliases! {
    "https://docs.nvidia.com/deeplearning/cudnn/backend/latest/api/overview.html"
    cudnnHandle_t = *mut cudnnContext;
    cudnnCallback_t = Option<unsafe extern "C" fn(sev: cudnnSeverity_t, udata: *mut c_void, dbg: *const cudnnDebug_t, msg: *const c_char)>;
    cudnnBackendDescriptor_t = *mut c_void; cudnnTensorDescriptor_t = *mut cudnnTensorStruct;
    cudnnPoolingDescriptor_t = *mut cudnnPoolingStruct; cudnnFilterDescriptor_t = *mut cudnnFilterStruct;
    cudnnLRNDescriptor_t = *mut cudnnLRNStruct; cudnnActivationDescriptor_t = *mut cudnnActivationStruct;
    cudnnSpatialTransformerDescriptor_t = *mut cudnnSpatialTransformerStruct;
    cudnnOpTensorDescriptor_t = *mut cudnnOpTensorStruct; cudnnReduceTensorDescriptor_t = *mut cudnnReduceTensorStruct;
    cudnnCTCLossDescriptor_t = *mut cudnnCTCLossStruct;
    cudnnTensorTransformDescriptor_t = *mut cudnnTensorTransformStruct;
    cudnnDropoutDescriptor_t = *mut cudnnDropoutStruct; cudnnRNNDescriptor_t = *mut cudnnRNNStruct;
    cudnnRNNDataDescriptor_t = *mut cudnnRNNDataStruct; cudnnSeqDataDescriptor_t = *mut cudnnSeqDataStruct;
    cudnnAttnDescriptor_t = *mut cudnnAttnStruct; cudnnConvolutionDescriptor_t = *mut cudnnConvolutionStruct;
    cudnnFusedOpsConstParamPack_t = *mut cudnnFusedOpsConstParamStruct;
    cudnnFusedOpsVariantParamPack_t = *mut cudnnFusedOpsVariantParamStruct;
    cudnnFusedOpsPlan_t = *mut cudnnFusedOpsPlanStruct;
}

structs! {
    "https://docs.nvidia.com/deeplearning/cudnn/backend/latest/api/overview.html"
    #[derive(Debug)] pub struct cudnnDebug_t {
        pub cudnn_version: c_uint, pub cudnnStatus: cudnnStatus_t, pub time_sec: c_uint, pub time_usec: c_uint,
        pub time_delta: c_uint, #[doc(hidden)] pub _padding_after_time_delta: [u8; 4usize], pub handle: cudnnHandle_t,
        pub stream: cudaStream_t, pub pid: c_ulonglong, pub tid: c_ulonglong, pub cudaDeviceId: c_int,
        pub reserved: [c_int; 15usize],
    }
    #[derive(Debug)] pub struct cudnnFraction_t { pub numerator: i64, pub denominator: i64 }
    #[derive(Debug)] pub struct cudnnConvolutionFwdAlgoPerf_t {
        pub algo: cudnnConvolutionFwdAlgo_t, pub status: cudnnStatus_t, pub time: f32,
        #[doc(hidden)] pub _padding_after_time: [u8; 4usize], pub memory: usize, pub determinism: cudnnDeterminism_t,
        pub mathType: cudnnMathType_t, pub reserved: [c_int; 3usize],
        #[doc(hidden)] pub _padding_after_reserved: [u8; 4usize],
    }
    #[derive(Debug)] pub struct cudnnConvolutionBwdDataAlgoPerf_t {
        pub algo: cudnnConvolutionBwdDataAlgo_t, pub status: cudnnStatus_t, pub time: f32,
        #[doc(hidden)] pub _padding_after_time: [u8; 4usize], pub memory: usize, pub determinism: cudnnDeterminism_t,
        pub mathType: cudnnMathType_t, pub reserved: [c_int; 3usize],
        #[doc(hidden)] pub _padding_after_reserved: [u8; 4usize],
    }
    #[derive(Debug)] pub struct cudnnConvolutionBwdFilterAlgoPerf_t {
        pub algo: cudnnConvolutionBwdFilterAlgo_t, pub status: cudnnStatus_t, pub time: f32,
        #[doc(hidden)] pub _padding_after_time: [u8; 4usize], pub memory: usize, pub determinism: cudnnDeterminism_t,
        pub mathType: cudnnMathType_t, pub reserved: [c_int; 3usize],
        #[doc(hidden)] pub _padding_after_reserved: [u8; 4usize],
    }
    #[derive(Debug)] pub struct cudnnGnnCscGraph_t {
        pub cscOffsets: *const c_void, pub cscIndices: *const c_void, pub mapCscToCoo: *const c_void,
        pub mapRevToCoo: *const c_void, pub nSrcNodes: i64, pub nDstNodes: i64, pub nIndices: i64,
        pub idxType: cudnnDataType_t, #[doc(hidden)] pub _padding_after_idxType: [u8; 4usize],
        pub cscRevOffsets: *const c_void,
    }
    #[derive(Debug)] pub struct cudnnGnnMhaParams_t {
        pub activation: cudnnGnnActivationOp_t, pub activationAlpha: f32, pub numHeads: c_int, pub concatHeads: c_int,
    }
}

opaque! {
    cudnnContext, cudnnRuntimeTag_t, cudnnTensorStruct, cudnnPoolingStruct, cudnnFilterStruct, cudnnLRNStruct,
    cudnnActivationStruct, cudnnSpatialTransformerStruct, cudnnOpTensorStruct, cudnnReduceTensorStruct,
    cudnnCTCLossStruct, cudnnTensorTransformStruct, cudnnDropoutStruct, cudnnRNNStruct, cudnnRNNDataStruct,
    cudnnSeqDataStruct, cudnnAttnStruct, cudnnConvolutionStruct, cudnnFusedOpsConstParamStruct,
    cudnnFusedOpsVariantParamStruct, cudnnFusedOpsPlanStruct,
}
