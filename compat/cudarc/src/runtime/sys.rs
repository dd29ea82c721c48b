//! The types and functions of the runtime under their C names.
#![allow(
    non_camel_case_types,
    non_snake_case,
    non_upper_case_globals,
    clippy::too_many_arguments,
    clippy::useless_conversion,
    unused_imports
)]

use core::ffi::*;

pub use crate::shared::{
    cudaDataType_t, cudaEmulationMantissaControl_t, cudaEmulationSpecialValuesSupport_t,
    cudaEmulationStrategy_t,
};
pub use cuda_libraries_sys::shared::*;

crate::library::types!(cudart cudaError_t absent cudaErrorInitializationError other cudaErrorUnknown);

pub use self::{
    CUuuid as CUuuid_st, cudaAsyncNotificationType as cudaAsyncNotificationType_enum,
    cudaDevResource as cudaDevResource_st,
    cudaDevSmResourceGroupParams as cudaDevSmResourceGroupParams_st, cudaError_t as cudaError,
    cudaGraphDependencyType as cudaGraphDependencyType_enum,
    cudaGraphEdgeData as cudaGraphEdgeData_st,
    cudaGraphExecUpdateResultInfo as cudaGraphExecUpdateResultInfo_st,
    cudaGraphInstantiateParams as cudaGraphInstantiateParams_st,
    cudaIpcEventHandle_t as cudaIpcEventHandle_st, cudaIpcMemHandle_t as cudaIpcMemHandle_st,
    cudaLaunchAttribute as cudaLaunchAttribute_st, cudaLaunchConfig_t as cudaLaunchConfig_st,
    cudaLaunchMemSyncDomainMap as cudaLaunchMemSyncDomainMap_st,
    cudaMemFabricHandle_t as cudaMemFabricHandle_st,
};

/// Without a runtime, all zeros.
impl crate::library::Returned for cudaChannelFormatDesc {
    type Raw = Self;
    // SAFETY: it has numbers alone.
    const ABSENT: Self = unsafe { core::mem::zeroed() };
}

cuda_libraries_sys::for_each_cudart_function!(crate::library::functions, cudart);
