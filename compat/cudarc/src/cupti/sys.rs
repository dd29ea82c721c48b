//! The types and functions of `cupti.h` under their C names.

use core::ffi::*;

pub use crate::shared::*;

crate::library::types!(cupti CUptiResult
    absent CUPTI_ERROR_NOT_INITIALIZED other CUPTI_ERROR_UNKNOWN);

pub use self::{
    CUpti_ActivityMemcpy2 as CUpti_ActivityMemcpyPtoP,
    CUpti_driver_api_trace_cbid as CUpti_driver_api_trace_cbid_enum,
    CUpti_runtime_api_trace_cbid as CUpti_runtime_api_trace_cbid_enum,
};

pub use crate::driver::sys::{
    CUDA_ARRAY_DESCRIPTOR_v1, CUDA_ARRAY_DESCRIPTOR_v1 as CUDA_ARRAY_DESCRIPTOR_v1_st,
    CUDA_ARRAY3D_DESCRIPTOR_v1, CUDA_ARRAY3D_DESCRIPTOR_v1 as CUDA_ARRAY3D_DESCRIPTOR_v1_st,
    CUDA_MEMCPY2D_v1, CUDA_MEMCPY2D_v1 as CUDA_MEMCPY2D_v1_st, CUDA_MEMCPY3D_v1,
    CUDA_MEMCPY3D_v1 as CUDA_MEMCPY3D_v1_st, CUdeviceptr_v1,
};

pub const CUPTILP64: u32 = 1;
pub const CUPTI_MAX_DEVICES: u32 = 256;
pub const CUPTI_MAX_NVLINK_PORTS: u32 = 256;

// Bindgen's names of types that C leaves unnamed.
pub use self::{
    CUpti_ActivityCdpKernel_cacheConfig as CUpti_ActivityCdpKernel__bindgen_ty_1,
    CUpti_ActivityCdpKernel_cacheConfig_config as CUpti_ActivityCdpKernel__bindgen_ty_1__bindgen_ty_1,
    CUpti_ActivityDeviceAttribute_attribute as CUpti_ActivityDeviceAttribute__bindgen_ty_1,
    CUpti_ActivityDeviceAttribute_value as CUpti_ActivityDeviceAttribute__bindgen_ty_2,
    CUpti_ActivityEnvironment_data as CUpti_ActivityEnvironment__bindgen_ty_1,
    CUpti_ActivityEnvironmentCooling as CUpti_ActivityEnvironment__bindgen_ty_1__bindgen_ty_4,
    CUpti_ActivityEnvironmentPower as CUpti_ActivityEnvironment__bindgen_ty_1__bindgen_ty_3,
    CUpti_ActivityEnvironmentSpeed as CUpti_ActivityEnvironment__bindgen_ty_1__bindgen_ty_1,
    CUpti_ActivityEnvironmentTemperature as CUpti_ActivityEnvironment__bindgen_ty_1__bindgen_ty_2,
    CUpti_ActivityKernel2_cacheConfig as CUpti_ActivityKernel2__bindgen_ty_1,
    CUpti_ActivityKernel2_cacheConfig_config as CUpti_ActivityKernel2__bindgen_ty_1__bindgen_ty_1,
    CUpti_ActivityKernel3_cacheConfig as CUpti_ActivityKernel3__bindgen_ty_1,
    CUpti_ActivityKernel3_cacheConfig_config as CUpti_ActivityKernel3__bindgen_ty_1__bindgen_ty_1,
    CUpti_ActivityKernel4_cacheConfig as CUpti_ActivityKernel4__bindgen_ty_1,
    CUpti_ActivityKernel4_cacheConfig_config as CUpti_ActivityKernel4__bindgen_ty_1__bindgen_ty_1,
    CUpti_ActivityKernel5_cacheConfig as CUpti_ActivityKernel5__bindgen_ty_1,
    CUpti_ActivityKernel5_cacheConfig_config as CUpti_ActivityKernel5__bindgen_ty_1__bindgen_ty_1,
    CUpti_ActivityKernel6_cacheConfig as CUpti_ActivityKernel6__bindgen_ty_1,
    CUpti_ActivityKernel6_cacheConfig_config as CUpti_ActivityKernel6__bindgen_ty_1__bindgen_ty_1,
    CUpti_ActivityKernel7_cacheConfig as CUpti_ActivityKernel7__bindgen_ty_1,
    CUpti_ActivityKernel7_cacheConfig_config as CUpti_ActivityKernel7__bindgen_ty_1__bindgen_ty_1,
    CUpti_ActivityKernel8_cacheConfig as CUpti_ActivityKernel8__bindgen_ty_1,
    CUpti_ActivityKernel8_cacheConfig_config as CUpti_ActivityKernel8__bindgen_ty_1__bindgen_ty_1,
    CUpti_ActivityKernel9_cacheConfig as CUpti_ActivityKernel9__bindgen_ty_1,
    CUpti_ActivityKernel9_cacheConfig_config as CUpti_ActivityKernel9__bindgen_ty_1__bindgen_ty_1,
    CUpti_ActivityKernel10_cacheConfig as CUpti_ActivityKernel10__bindgen_ty_1,
    CUpti_ActivityKernel10_cacheConfig_config as CUpti_ActivityKernel10__bindgen_ty_1__bindgen_ty_1,
    CUpti_ActivityKernel11_cacheConfig as CUpti_ActivityKernel11__bindgen_ty_1,
    CUpti_ActivityKernel11_cacheConfig_config as CUpti_ActivityKernel11__bindgen_ty_1__bindgen_ty_1,
    CUpti_ActivityKernel12_cacheConfig as CUpti_ActivityKernel12__bindgen_ty_1,
    CUpti_ActivityKernel12_cacheConfig_config as CUpti_ActivityKernel12__bindgen_ty_1__bindgen_ty_1,
    CUpti_ActivityKernel13_cacheConfig as CUpti_ActivityKernel13__bindgen_ty_1,
    CUpti_ActivityKernel13_cacheConfig_config as CUpti_ActivityKernel13__bindgen_ty_1__bindgen_ty_1,
    CUpti_ActivityMemory2_memoryPoolConfig as CUpti_ActivityMemory2__bindgen_ty_1,
    CUpti_ActivityMemory2_memoryPoolConfig_pool as CUpti_ActivityMemory2__bindgen_ty_1__bindgen_ty_1,
    CUpti_ActivityMemory3_memoryPoolConfig as CUpti_ActivityMemory3__bindgen_ty_1,
    CUpti_ActivityMemory3_memoryPoolConfig_pool as CUpti_ActivityMemory3__bindgen_ty_1__bindgen_ty_1,
    CUpti_ActivityMemory4_memoryPoolConfig as CUpti_ActivityMemory4__bindgen_ty_1,
    CUpti_ActivityMemory4_memoryPoolConfig_pool as CUpti_ActivityMemory4__bindgen_ty_1__bindgen_ty_1,
    CUpti_ActivityNvLink_idDev0 as CUpti_ActivityNvLink__bindgen_ty_1,
    CUpti_ActivityNvLink_idDev0_npu as CUpti_ActivityNvLink__bindgen_ty_1__bindgen_ty_1,
    CUpti_ActivityNvLink_idDev1 as CUpti_ActivityNvLink__bindgen_ty_2,
    CUpti_ActivityNvLink_idDev1_npu as CUpti_ActivityNvLink__bindgen_ty_2__bindgen_ty_1,
    CUpti_ActivityNvLink2_idDev0 as CUpti_ActivityNvLink2__bindgen_ty_1,
    CUpti_ActivityNvLink2_idDev0_npu as CUpti_ActivityNvLink2__bindgen_ty_1__bindgen_ty_1,
    CUpti_ActivityNvLink2_idDev1 as CUpti_ActivityNvLink2__bindgen_ty_2,
    CUpti_ActivityNvLink2_idDev1_npu as CUpti_ActivityNvLink2__bindgen_ty_2__bindgen_ty_1,
    CUpti_ActivityNvLink3_idDev0 as CUpti_ActivityNvLink3__bindgen_ty_1,
    CUpti_ActivityNvLink3_idDev0_npu as CUpti_ActivityNvLink3__bindgen_ty_1__bindgen_ty_1,
    CUpti_ActivityNvLink3_idDev1 as CUpti_ActivityNvLink3__bindgen_ty_2,
    CUpti_ActivityNvLink3_idDev1_npu as CUpti_ActivityNvLink3__bindgen_ty_2__bindgen_ty_1,
    CUpti_ActivityNvLink4_idDev0 as CUpti_ActivityNvLink4__bindgen_ty_1,
    CUpti_ActivityNvLink4_idDev0_npu as CUpti_ActivityNvLink4__bindgen_ty_1__bindgen_ty_1,
    CUpti_ActivityNvLink4_idDev1 as CUpti_ActivityNvLink4__bindgen_ty_2,
    CUpti_ActivityNvLink4_idDev1_npu as CUpti_ActivityNvLink4__bindgen_ty_2__bindgen_ty_1,
    CUpti_ActivityNvLink5_idDev0 as CUpti_ActivityNvLink5__bindgen_ty_1,
    CUpti_ActivityNvLink5_idDev1 as CUpti_ActivityNvLink5__bindgen_ty_2,
    CUpti_ActivityNvLinkNpu as CUpti_ActivityNvLink5__bindgen_ty_1__bindgen_ty_1,
    CUpti_ActivityNvLinkNpu as CUpti_ActivityNvLink5__bindgen_ty_2__bindgen_ty_1,
    CUpti_ActivityObjectKindId_dcs as CUpti_ActivityObjectKindId__bindgen_ty_2,
    CUpti_ActivityObjectKindId_pt as CUpti_ActivityObjectKindId__bindgen_ty_1,
    CUpti_ActivityPcie_attr as CUpti_ActivityPcie__bindgen_ty_2,
    CUpti_ActivityPcie_id as CUpti_ActivityPcie__bindgen_ty_1,
    CUpti_ActivityPcieBridgeAttr as CUpti_ActivityPcie__bindgen_ty_2__bindgen_ty_2,
    CUpti_ActivityPcieGpuAttr as CUpti_ActivityPcie__bindgen_ty_2__bindgen_ty_1,
    CUpti_PCSamplingConfigurationInfo_attributeData as CUpti_PCSamplingConfigurationInfo__bindgen_ty_1,
    CUpti_PCSamplingConfigurationInfo_attributeData_collectionModeData as CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_6,
    CUpti_PCSamplingConfigurationInfo_attributeData_enableStartStopControlData as CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_7,
    CUpti_PCSamplingConfigurationInfo_attributeData_hardwareBufferSizeData as CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_5,
    CUpti_PCSamplingConfigurationInfo_attributeData_invalidData as CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_1,
    CUpti_PCSamplingConfigurationInfo_attributeData_outputDataFormatData as CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_8,
    CUpti_PCSamplingConfigurationInfo_attributeData_samplingDataBufferData as CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_9,
    CUpti_PCSamplingConfigurationInfo_attributeData_samplingPeriodData as CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_2,
    CUpti_PCSamplingConfigurationInfo_attributeData_scratchBufferSizeData as CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_4,
    CUpti_PCSamplingConfigurationInfo_attributeData_stallReasonData as CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_3,
    CUpti_PCSamplingConfigurationInfo_attributeData_workerThreadPeriodicSleepSpanData as CUpti_PCSamplingConfigurationInfo__bindgen_ty_1__bindgen_ty_10,
    CUpti_ResourceData_resourceHandle as CUpti_ResourceData__bindgen_ty_1,
    CUpti_StateData_notification as CUpti_StateData__bindgen_ty_1,
    CUpti_StateData_notification_notification as CUpti_StateData__bindgen_ty_1__bindgen_ty_1,
};

cuda_libraries_sys::for_each_cupti_function!(crate::library::functions, cupti);

macro_rules! params {
    ($($name:ident $tag:ident $fields:tt)*) => { $(params!(@ $name $tag $fields);)* };
    (@ $name:ident $tag:ident { $($field:ident: $ty:ty,)* }) => {
        #[repr(C)]
        #[derive(Clone, Copy)]
        pub struct $tag {
            $(pub $field: $ty,)*
        }

        pub type $name = $tag;
    };
}

/// What callbacks get, a structure of each function's parameters, and the sizes of CUPTI's own structures: `build.rs` writes
/// them, because macros make no names.
mod made {
    pub mod driver {
        use core::ffi::*;

        use crate::driver::sys::*;

        include!(concat!(env!("OUT_DIR"), "/driver_params.rs"));
    }

    pub mod runtime {
        use core::ffi::*;

        use crate::runtime::sys::*;

        include!(concat!(env!("OUT_DIR"), "/runtime_params.rs"));
    }
}

pub use made::driver::*;
pub use made::runtime::*;

include!(concat!(env!("OUT_DIR"), "/struct_sizes.rs"));

// Of the constants above.
pub type CUpti_Activity_STRUCT_SIZES = c_uint;
pub type CUpti_Callbacks_STRUCT_SIZES = c_uint;
pub type CUpti_PCSampling_STRUCT_SIZES = c_uint;
pub type CUpti_PmSampling_STRUCT_SIZES = c_uint;
pub type CUpti_Profiler_Host_STRUCT_SIZES = c_uint;
pub type CUpti_Profiler_STRUCT_SIZES = c_uint;
pub type CUpti_RangeProfiler_STRUCT_SIZES = c_uint;
pub type CUpti_SassMetrics_STRUCT_SIZES = c_uint;
pub type CUpti_Target_STRUCT_SIZES = c_uint;
