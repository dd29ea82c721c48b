//! The types and functions of the runtime under their C names.

use core::ffi::*;

pub use crate::shared::{
    cudaDataType_t, cudaEmulationMantissaControl_t, cudaEmulationSpecialValuesSupport_t,
    cudaEmulationStrategy_t,
};
pub use cuda_libraries_sys::shared::*;

crate::library::types!(cudart cudaError_t absent cudaErrorInitializationError other cudaErrorUnknown);

pub use self::{
    CUuuid as CUuuid_st, cudaAsyncNotificationInfo_t as cudaAsyncNotificationInfo,
    cudaAsyncNotificationType as cudaAsyncNotificationType_enum,
    cudaDevResource as cudaDevResource_st,
    cudaDevSmResourceGroupParams as cudaDevSmResourceGroupParams_st, cudaError_t as cudaError,
    cudaGraphDependencyType as cudaGraphDependencyType_enum,
    cudaGraphEdgeData as cudaGraphEdgeData_st,
    cudaGraphExecUpdateResultInfo as cudaGraphExecUpdateResultInfo_st,
    cudaGraphInstantiateParams as cudaGraphInstantiateParams_st,
    cudaIpcEventHandle_t as cudaIpcEventHandle_st, cudaIpcMemHandle_t as cudaIpcMemHandle_st,
    cudaLaunchAttribute as cudaLaunchAttribute_st, cudaLaunchConfig_t as cudaLaunchConfig_st,
    cudaLaunchMemSyncDomainMap as cudaLaunchMemSyncDomainMap_st, cudaLogLevel as CUDAlogLevel_enum,
    cudaMemFabricHandle_t as cudaMemFabricHandle_st,
};

// Those of CUDA 11 and 12.
pub const cudaSurfaceType1D: u32 = 1;
pub const cudaSurfaceType2D: u32 = 2;
pub const cudaSurfaceType3D: u32 = 3;
pub const cudaSurfaceTypeCubemap: u32 = 12;
pub const cudaSurfaceType1DLayered: u32 = 241;
pub const cudaSurfaceType2DLayered: u32 = 242;
pub const cudaSurfaceTypeCubemapLayered: u32 = 252;
pub const cudaTextureType1D: u32 = 1;
pub const cudaTextureType2D: u32 = 2;
pub const cudaTextureType3D: u32 = 3;
pub const cudaTextureTypeCubemap: u32 = 12;
pub const cudaTextureType1DLayered: u32 = 241;
pub const cudaTextureType2DLayered: u32 = 242;
pub const cudaTextureTypeCubemapLayered: u32 = 252;
pub const cudaCooperativeLaunchMultiDeviceNoPreSync: u32 = 1;
pub const cudaCooperativeLaunchMultiDeviceNoPostSync: u32 = 2;

/// The format of a profiler's output, in CUDA 11.
#[repr(u32)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum cudaOutputMode {
    cudaKeyValuePair = 0,
    cudaCSV = 1,
}

/// Stops profilers, as `cuProfilerStop` does: the headers whose functions this module has don't declare it.
pub unsafe fn cudaProfilerStop() -> cudaError_t {
    use crate::driver::sys::{CUresult, cuProfilerStop};

    // SAFETY: it takes nothing.
    match unsafe { cuProfilerStop() } {
        CUresult::CUDA_ERROR_SHARED_OBJECT_INIT_FAILED => cudaError_t::cudaErrorInsufficientDriver,
        // The codes are the same.
        code => cudaError_t::of(code as i64).unwrap_or(cudaError_t::cudaErrorUnknown),
    }
}

/// Without a runtime, all zeros.
impl crate::library::CallResult for cudaChannelFormatDesc {
    type Raw = Self;
    // SAFETY: it has numbers alone.
    const ABSENT: Self = unsafe { core::mem::zeroed() };
}

// Bindgen's names of types that C leaves unnamed.
pub use self::{
    cudaArraySparseProperties_tileExtent as cudaArraySparseProperties__bindgen_ty_1,
    cudaAsyncNotificationInfo_t_info as cudaAsyncNotificationInfo__bindgen_ty_1,
    cudaAsyncNotificationInfo_t_info_overBudget as cudaAsyncNotificationInfo__bindgen_ty_1__bindgen_ty_1,
    cudaDevResource_sm as cudaDevResource_st__bindgen_ty_1,
    cudaExternalMemoryHandleDesc_handle as cudaExternalMemoryHandleDesc__bindgen_ty_1,
    cudaExternalMemoryHandleDesc_handle_win32 as cudaExternalMemoryHandleDesc__bindgen_ty_1__bindgen_ty_1,
    cudaExternalSemaphoreHandleDesc_handle as cudaExternalSemaphoreHandleDesc__bindgen_ty_1,
    cudaExternalSemaphoreHandleDesc_handle_win32 as cudaExternalSemaphoreHandleDesc__bindgen_ty_1__bindgen_ty_1,
    cudaExternalSemaphoreSignalParams_params as cudaExternalSemaphoreSignalParams__bindgen_ty_1,
    cudaExternalSemaphoreSignalParams_params_fence as cudaExternalSemaphoreSignalParams__bindgen_ty_1__bindgen_ty_1,
    cudaExternalSemaphoreSignalParams_params_keyedMutex as cudaExternalSemaphoreSignalParams__bindgen_ty_1__bindgen_ty_3,
    cudaExternalSemaphoreSignalParams_params_nvSciSync as cudaExternalSemaphoreSignalParams__bindgen_ty_1__bindgen_ty_2,
    cudaExternalSemaphoreSignalParams_v1_params as cudaExternalSemaphoreSignalParams_v1__bindgen_ty_1,
    cudaExternalSemaphoreSignalParams_v1_params_fence as cudaExternalSemaphoreSignalParams_v1__bindgen_ty_1__bindgen_ty_1,
    cudaExternalSemaphoreSignalParams_v1_params_keyedMutex as cudaExternalSemaphoreSignalParams_v1__bindgen_ty_1__bindgen_ty_3,
    cudaExternalSemaphoreSignalParams_v1_params_nvSciSync as cudaExternalSemaphoreSignalParams_v1__bindgen_ty_1__bindgen_ty_2,
    cudaExternalSemaphoreWaitParams_params as cudaExternalSemaphoreWaitParams__bindgen_ty_1,
    cudaExternalSemaphoreWaitParams_params_fence as cudaExternalSemaphoreWaitParams__bindgen_ty_1__bindgen_ty_1,
    cudaExternalSemaphoreWaitParams_params_keyedMutex as cudaExternalSemaphoreWaitParams__bindgen_ty_1__bindgen_ty_3,
    cudaExternalSemaphoreWaitParams_params_nvSciSync as cudaExternalSemaphoreWaitParams__bindgen_ty_1__bindgen_ty_2,
    cudaExternalSemaphoreWaitParams_v1_params as cudaExternalSemaphoreWaitParams_v1__bindgen_ty_1,
    cudaExternalSemaphoreWaitParams_v1_params_fence as cudaExternalSemaphoreWaitParams_v1__bindgen_ty_1__bindgen_ty_1,
    cudaExternalSemaphoreWaitParams_v1_params_keyedMutex as cudaExternalSemaphoreWaitParams_v1__bindgen_ty_1__bindgen_ty_3,
    cudaExternalSemaphoreWaitParams_v1_params_nvSciSync as cudaExternalSemaphoreWaitParams_v1__bindgen_ty_1__bindgen_ty_2,
    cudaGraphKernelNodeUpdate_updateData as cudaGraphKernelNodeUpdate__bindgen_ty_1,
    cudaGraphKernelNodeUpdate_updateData_param as cudaGraphKernelNodeUpdate__bindgen_ty_1__bindgen_ty_1,
    cudaGraphNodeParams_reserved1 as cudaGraphNodeParams__bindgen_ty_1,
    cudaKernelNodeParamsV2_func as cudaKernelNodeParamsV2__bindgen_ty_1,
    cudaLaunchAttributeValue_clusterDim as cudaLaunchAttributeValue__bindgen_ty_1,
    cudaLaunchAttributeValue_deviceUpdatableKernelNode as cudaLaunchAttributeValue__bindgen_ty_5,
    cudaLaunchAttributeValue_launchCompletionEvent as cudaLaunchAttributeValue__bindgen_ty_4,
    cudaLaunchAttributeValue_preferredClusterDim as cudaLaunchAttributeValue__bindgen_ty_3,
    cudaLaunchAttributeValue_programmaticEvent as cudaLaunchAttributeValue__bindgen_ty_2,
    cudaMemLocation_id as cudaMemLocation__bindgen_ty_1,
    cudaMemLocation_id_localized as cudaMemLocation__bindgen_ty_1__bindgen_ty_1,
    cudaMemcpy3DOperand_op as cudaMemcpy3DOperand__bindgen_ty_1,
    cudaMemcpy3DOperand_op_array as cudaMemcpy3DOperand__bindgen_ty_1__bindgen_ty_2,
    cudaMemcpy3DOperand_op_ptr as cudaMemcpy3DOperand__bindgen_ty_1__bindgen_ty_1,
    cudaPointerAttributes_localityDomainOrdinal as cudaPointerAttributes__bindgen_ty_1,
    cudaResourceDesc_res as cudaResourceDesc__bindgen_ty_1,
    cudaResourceDesc_res_array as cudaResourceDesc__bindgen_ty_1__bindgen_ty_1,
    cudaResourceDesc_res_linear as cudaResourceDesc__bindgen_ty_1__bindgen_ty_3,
    cudaResourceDesc_res_mipmap as cudaResourceDesc__bindgen_ty_1__bindgen_ty_2,
    cudaResourceDesc_res_pitch2D as cudaResourceDesc__bindgen_ty_1__bindgen_ty_4,
    cudaResourceDesc_res_reserved as cudaResourceDesc__bindgen_ty_1__bindgen_ty_5,
};

cuda_libraries_sys::for_each_cudart_function!(crate::library::functions, cudart);
