// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::*;

use super::enums::*;
use crate::shared::*;

aliases! {
    "https://docs.nvidia.com/cuda/cuquantum/latest/cudensitymat/api/index.html"
    cudensitymatHandle_t = *mut c_void; cudensitymatState_t = *mut c_void;
    cudensitymatElementaryOperator_t = *mut c_void; cudensitymatMatrixOperator_t = *mut c_void;
    cudensitymatMatrixProductOperator_t = *mut c_void; cudensitymatOperatorTerm_t = *mut c_void;
    cudensitymatOperator_t = *mut c_void; cudensitymatOperatorAction_t = *mut c_void;
    cudensitymatExpectation_t = *mut c_void; cudensitymatOperatorSpectrum_t = *mut c_void;
    cudensitymatWorkspaceDescriptor_t = *mut c_void; cudensitymatTimePropagation_t = *mut c_void;
    cudensitymatEigenDecomposition_t = *mut c_void; cudensitymatTimePropagationApproachKrylovConfig_t = *mut c_void;
    cudensitymatEigenDecompositionApproachKrylovConfig_t = *mut c_void;
    cudensitymatTimePropagationScopeSplitTDVPConfig_t = *mut c_void;
    cudensitymatEigenDecompositionScopeSplitDMRGConfig_t = *mut c_void;
    cudensitymatEigenDecompositionApproachLinearConfig_t = *mut c_void;
    cudensitymatStateFittingScopeSplitALSConfig_t = *mut c_void;
    cudensitymatStateFittingApproachLinSolveConfig_t = *mut c_void; cudensitymatSVDConfig_t = *mut c_void;
    cudensitymatDistributedRequest_t = *mut c_void;
    cudensitymatScalarCallback_t = Option<unsafe extern "C" fn(time: f64, batchSize: i64, numParams: i32, params: *const f64, dataType: cudaDataType, scalarStorage: *mut c_void, stream: cudaStream_t) -> i32>;
    cudensitymatTensorCallback_t = Option<unsafe extern "C" fn(sparsity: cudensitymatElementaryOperatorSparsity_t, numModes: i32, modeExtents: *const i64, diagonalOffsets: *const i32, time: f64, batchSize: i64, numParams: i32, params: *const f64, dataType: cudaDataType, tensorStorage: *mut c_void, stream: cudaStream_t) -> i32>;
    cudensitymatScalarGradientCallback_t = Option<unsafe extern "C" fn(time: f64, batchSize: i64, numParams: i32, params: *const f64, dataType: cudaDataType, scalarGrad: *mut c_void, paramsGrad: *mut f64, stream: cudaStream_t) -> i32>;
    cudensitymatTensorGradientCallback_t = Option<unsafe extern "C" fn(sparsity: cudensitymatElementaryOperatorSparsity_t, numModes: i32, modeExtents: *const i64, diagonalOffsets: *const i32, time: f64, batchSize: i64, numParams: i32, params: *const f64, dataType: cudaDataType, tensorGrad: *mut c_void, paramsGrad: *mut f64, stream: cudaStream_t) -> i32>;
    cudensitymatLoggerCallback_t = Option<unsafe extern "C" fn(logLevel: i32, functionName: *const c_char, message: *const c_char)>;
    cudensitymatLoggerCallbackData_t = Option<unsafe extern "C" fn(logLevel: i32, functionName: *const c_char, message: *const c_char, userData: *mut c_void)>;
}

structs! {
    "https://docs.nvidia.com/cuda/cuquantum/latest/cudensitymat/api/index.html"
    #[derive(Debug)] pub struct cudensitymatDistributedCommunicator_t { pub commPtr: *mut c_void, pub commSize: usize }
    #[derive(Debug)] pub struct cudensitymatWrappedScalarCallback_t {
        pub callback: cudensitymatScalarCallback_t, pub device: cudensitymatCallbackDevice_t,
        #[doc(hidden)] pub _padding_after_device: [u8; 4usize], pub wrapper: *mut c_void,
    }
    #[derive(Debug)] pub struct cudensitymatWrappedTensorCallback_t {
        pub callback: cudensitymatTensorCallback_t, pub device: cudensitymatCallbackDevice_t,
        #[doc(hidden)] pub _padding_after_device: [u8; 4usize], pub wrapper: *mut c_void,
    }
    #[derive(Debug)] pub struct cudensitymatWrappedScalarGradientCallback_t {
        pub callback: cudensitymatScalarGradientCallback_t, pub device: cudensitymatCallbackDevice_t,
        #[doc(hidden)] pub _padding_after_device: [u8; 4usize], pub wrapper: *mut c_void,
        pub direction: cudensitymatDifferentiationDir_t, #[doc(hidden)] pub _padding_after_direction: [u8; 4usize],
    }
    #[derive(Debug)] pub struct cudensitymatWrappedTensorGradientCallback_t {
        pub callback: cudensitymatTensorGradientCallback_t, pub device: cudensitymatCallbackDevice_t,
        #[doc(hidden)] pub _padding_after_device: [u8; 4usize], pub wrapper: *mut c_void,
        pub direction: cudensitymatDifferentiationDir_t, #[doc(hidden)] pub _padding_after_direction: [u8; 4usize],
    }
    #[derive(Debug)] pub struct cudensitymatDistributedInterface_t {
        pub version: c_int, #[doc(hidden)] pub _padding_after_version: [u8; 4usize],
        pub getNumRanks: Option<unsafe extern "C" fn(arg1: *const cudensitymatDistributedCommunicator_t, arg2: *mut i32) -> c_int>,
        pub getNumRanksShared: Option<unsafe extern "C" fn(arg1: *const cudensitymatDistributedCommunicator_t, arg2: *mut i32) -> c_int>,
        pub getProcRank: Option<unsafe extern "C" fn(arg1: *const cudensitymatDistributedCommunicator_t, arg2: *mut i32) -> c_int>,
        pub barrier: Option<unsafe extern "C" fn(arg1: *const cudensitymatDistributedCommunicator_t, barrierBuffer: *mut c_void) -> c_int>,
        pub createRequest: Option<unsafe extern "C" fn(arg1: *mut cudensitymatDistributedRequest_t) -> c_int>,
        pub destroyRequest: Option<unsafe extern "C" fn(arg1: cudensitymatDistributedRequest_t) -> c_int>,
        pub waitRequest: Option<unsafe extern "C" fn(arg1: cudensitymatDistributedRequest_t) -> c_int>,
        pub testRequest: Option<unsafe extern "C" fn(arg1: cudensitymatDistributedRequest_t, arg2: *mut i32) -> c_int>,
        pub groupStart: Option<unsafe extern "C" fn() -> c_int>, pub groupEnd: Option<unsafe extern "C" fn() -> c_int>,
        pub send: Option<unsafe extern "C" fn(arg1: *const cudensitymatDistributedCommunicator_t, arg2: *const c_void, arg3: i32, arg4: cudaDataType, arg5: i32, arg6: i32) -> c_int>,
        pub sendAsync: Option<unsafe extern "C" fn(arg1: *const cudensitymatDistributedCommunicator_t, arg2: *const c_void, arg3: i32, arg4: cudaDataType, arg5: i32, arg6: i32, arg7: cudensitymatDistributedRequest_t) -> c_int>,
        pub receive: Option<unsafe extern "C" fn(arg1: *const cudensitymatDistributedCommunicator_t, arg2: *mut c_void, arg3: i32, arg4: cudaDataType, arg5: i32, arg6: i32) -> c_int>,
        pub receiveAsync: Option<unsafe extern "C" fn(arg1: *const cudensitymatDistributedCommunicator_t, arg2: *mut c_void, arg3: i32, arg4: cudaDataType, arg5: i32, arg6: i32, arg7: cudensitymatDistributedRequest_t) -> c_int>,
        pub bcast: Option<unsafe extern "C" fn(arg1: *const cudensitymatDistributedCommunicator_t, arg2: *mut c_void, arg3: i32, arg4: cudaDataType, arg5: i32) -> c_int>,
        pub allreduce: Option<unsafe extern "C" fn(arg1: *const cudensitymatDistributedCommunicator_t, arg2: *const c_void, arg3: *mut c_void, arg4: i32, arg5: cudaDataType) -> c_int>,
        pub allreduceInPlace: Option<unsafe extern "C" fn(arg1: *const cudensitymatDistributedCommunicator_t, arg2: *mut c_void, arg3: i32, arg4: cudaDataType) -> c_int>,
        pub allreduceInPlaceMin: Option<unsafe extern "C" fn(arg1: *const cudensitymatDistributedCommunicator_t, arg2: *mut c_void, arg3: i32, arg4: cudaDataType) -> c_int>,
        pub allreduceDoubleIntMinloc: Option<unsafe extern "C" fn(arg1: *const cudensitymatDistributedCommunicator_t, arg2: *const c_void, arg3: *mut c_void) -> c_int>,
        pub allgather: Option<unsafe extern "C" fn(arg1: *const cudensitymatDistributedCommunicator_t, arg2: *const c_void, arg3: *mut c_void, arg4: i32, arg5: cudaDataType) -> c_int>,
    }
    #[derive(Debug)] pub struct cudensitymatTimeRange_t {
        pub timeStart: f64, pub timeFinish: f64, pub timeStep: f64, pub numPoints: i64, pub points: *const f64,
    }
    #[derive(Debug)] pub struct cudensitymatDistributedInterface_t_0_2_0 {
        pub version: c_int, #[doc(hidden)] pub _padding_after_version: [u8; 4usize],
        pub getNumRanks: Option<unsafe extern "C" fn(arg1: *const cudensitymatDistributedCommunicator_t, arg2: *mut i32) -> c_int>,
        pub getNumRanksShared: Option<unsafe extern "C" fn(arg1: *const cudensitymatDistributedCommunicator_t, arg2: *mut i32) -> c_int>,
        pub getProcRank: Option<unsafe extern "C" fn(arg1: *const cudensitymatDistributedCommunicator_t, arg2: *mut i32) -> c_int>,
        pub barrier: Option<unsafe extern "C" fn(arg1: *const cudensitymatDistributedCommunicator_t) -> c_int>,
        pub createRequest: Option<unsafe extern "C" fn(arg1: *mut cudensitymatDistributedRequest_t) -> c_int>,
        pub destroyRequest: Option<unsafe extern "C" fn(arg1: cudensitymatDistributedRequest_t) -> c_int>,
        pub waitRequest: Option<unsafe extern "C" fn(arg1: cudensitymatDistributedRequest_t) -> c_int>,
        pub testRequest: Option<unsafe extern "C" fn(arg1: cudensitymatDistributedRequest_t, arg2: *mut i32) -> c_int>,
        pub send: Option<unsafe extern "C" fn(arg1: *const cudensitymatDistributedCommunicator_t, arg2: *const c_void, arg3: i32, arg4: cudaDataType, arg5: i32, arg6: i32) -> c_int>,
        pub sendAsync: Option<unsafe extern "C" fn(arg1: *const cudensitymatDistributedCommunicator_t, arg2: *const c_void, arg3: i32, arg4: cudaDataType, arg5: i32, arg6: i32, arg7: cudensitymatDistributedRequest_t) -> c_int>,
        pub receive: Option<unsafe extern "C" fn(arg1: *const cudensitymatDistributedCommunicator_t, arg2: *mut c_void, arg3: i32, arg4: cudaDataType, arg5: i32, arg6: i32) -> c_int>,
        pub receiveAsync: Option<unsafe extern "C" fn(arg1: *const cudensitymatDistributedCommunicator_t, arg2: *mut c_void, arg3: i32, arg4: cudaDataType, arg5: i32, arg6: i32, arg7: cudensitymatDistributedRequest_t) -> c_int>,
        pub bcast: Option<unsafe extern "C" fn(arg1: *const cudensitymatDistributedCommunicator_t, arg2: *mut c_void, arg3: i32, arg4: cudaDataType, arg5: i32) -> c_int>,
        pub allreduce: Option<unsafe extern "C" fn(arg1: *const cudensitymatDistributedCommunicator_t, arg2: *const c_void, arg3: *mut c_void, arg4: i32, arg5: cudaDataType) -> c_int>,
        pub allreduceInPlace: Option<unsafe extern "C" fn(arg1: *const cudensitymatDistributedCommunicator_t, arg2: *mut c_void, arg3: i32, arg4: cudaDataType) -> c_int>,
        pub allreduceInPlaceMin: Option<unsafe extern "C" fn(arg1: *const cudensitymatDistributedCommunicator_t, arg2: *mut c_void, arg3: i32, arg4: cudaDataType) -> c_int>,
        pub allreduceDoubleIntMinloc: Option<unsafe extern "C" fn(arg1: *const cudensitymatDistributedCommunicator_t, arg2: *const c_void, arg3: *mut c_void) -> c_int>,
        pub allgather: Option<unsafe extern "C" fn(arg1: *const cudensitymatDistributedCommunicator_t, arg2: *const c_void, arg3: *mut c_void, arg4: i32, arg5: cudaDataType) -> c_int>,
    }
}
