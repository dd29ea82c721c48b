//! The types and functions of `cudnn.h` under their C names.

use core::ffi::*;

pub use crate::shared::*;

crate::library::types!(cudnn cudnnStatus_t absent CUDNN_STATUS_NOT_INITIALIZED other CUDNN_STATUS_INTERNAL_ERROR);

pub use self::{
    cudnnConvolutionBwdDataAlgoPerf_t as cudnnConvolutionBwdDataAlgoPerfStruct,
    cudnnConvolutionBwdFilterAlgoPerf_t as cudnnConvolutionBwdFilterAlgoPerfStruct,
    cudnnConvolutionFwdAlgoPerf_t as cudnnConvolutionFwdAlgoPerfStruct,
    cudnnDebug_t as cudnnDebugStruct, cudnnFraction_t as cudnnFractionStruct,
};

cuda_libraries_sys::for_each_cudnn_function!(crate::library::functions, cudnn);
