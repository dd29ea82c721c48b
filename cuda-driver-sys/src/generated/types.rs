// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::*;

use super::enums::*;

aliases! {
    "https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__TYPES.html"
    cuuint32_t = u32; cuuint64_t = u64; CUdeviceptr_v2 = c_ulonglong; CUdeviceptr = CUdeviceptr_v2;
    CUdevice_v1 = c_int; CUdevice = CUdevice_v1; CUcontext = *mut CUctx_st; CUmodule = *mut CUmod_st;
    CUfunction = *mut CUfunc_st; CUlibrary = *mut CUlib_st; CUkernel = *mut CUkern_st; CUarray = *mut CUarray_st;
    CUmipmappedArray = *mut CUmipmappedArray_st; CUtexref = *mut CUtexref_st; CUsurfref = *mut CUsurfref_st;
    CUevent = *mut CUevent_st; CUstream = *mut CUstream_st; CUgraphicsResource = *mut CUgraphicsResource_st;
    CUtexObject_v1 = c_ulonglong; CUtexObject = CUtexObject_v1; CUsurfObject_v1 = c_ulonglong;
    CUsurfObject = CUsurfObject_v1; CUexternalMemory = *mut CUextMemory_st;
    CUexternalSemaphore = *mut CUextSemaphore_st; CUgraph = *mut CUgraph_st; CUgraphNode = *mut CUgraphNode_st;
    CUgraphExec = *mut CUgraphExec_st; CUmemoryPool = *mut CUmemPoolHandle_st; CUuserObject = *mut CUuserObject_st;
    CUgraphConditionalHandle = cuuint64_t; CUgraphDeviceNode = *mut CUgraphDeviceUpdatableNode_st;
    CUasyncCallbackHandle = *mut CUasyncCallbackEntry_st; CUgreenCtx = *mut CUgreenCtx_st;
    CUmemFabricHandle = CUmemFabricHandle_v1; CUipcEventHandle = CUipcEventHandle_v1;
    CUipcMemHandle = CUipcMemHandle_v1; CUstreamBatchMemOpParams = CUstreamBatchMemOpParams_v1;
    CUDA_BATCH_MEM_OP_NODE_PARAMS = CUDA_BATCH_MEM_OP_NODE_PARAMS_v1;
    CUasyncCallback = Option<unsafe extern "C" fn(info: *mut CUasyncNotificationInfo, userData: *mut c_void, callback: CUasyncCallbackHandle)>;
    CUdevprop = CUdevprop_v1; CUlinkState = *mut CUlinkState_st;
    CUhostFn = Option<unsafe extern "C" fn(userData: *mut c_void)>; CUaccessPolicyWindow = CUaccessPolicyWindow_v1;
    CUDA_KERNEL_NODE_PARAMS = CUDA_KERNEL_NODE_PARAMS_v2; CUDA_MEMSET_NODE_PARAMS = CUDA_MEMSET_NODE_PARAMS_v1;
    CUDA_HOST_NODE_PARAMS = CUDA_HOST_NODE_PARAMS_v1; CUkernelNodeAttrValue_v1 = CUlaunchAttributeValue;
    CUkernelNodeAttrValue = CUkernelNodeAttrValue_v1; CUstreamAttrValue_v1 = CUlaunchAttributeValue;
    CUstreamAttrValue = CUstreamAttrValue_v1; CUexecAffinitySmCount = CUexecAffinitySmCount_v1;
    CUexecAffinityParam = CUexecAffinityParam_v1;
    CUstreamCallback = Option<unsafe extern "C" fn(hStream: CUstream, status: CUresult, userData: *mut c_void)>;
    CUoccupancyB2DSize = Option<unsafe extern "C" fn(blockSize: c_int) -> usize>; CUDA_MEMCPY2D = CUDA_MEMCPY2D_v2;
    CUDA_MEMCPY3D = CUDA_MEMCPY3D_v2; CUDA_MEMCPY3D_PEER = CUDA_MEMCPY3D_PEER_v1;
    CUDA_ARRAY_DESCRIPTOR = CUDA_ARRAY_DESCRIPTOR_v2; CUDA_ARRAY3D_DESCRIPTOR = CUDA_ARRAY3D_DESCRIPTOR_v2;
    CUDA_ARRAY_SPARSE_PROPERTIES = CUDA_ARRAY_SPARSE_PROPERTIES_v1;
    CUDA_ARRAY_MEMORY_REQUIREMENTS = CUDA_ARRAY_MEMORY_REQUIREMENTS_v1; CUDA_RESOURCE_DESC = CUDA_RESOURCE_DESC_v1;
    CUDA_TEXTURE_DESC = CUDA_TEXTURE_DESC_v1; CUDA_RESOURCE_VIEW_DESC = CUDA_RESOURCE_VIEW_DESC_v1;
    CUDA_POINTER_ATTRIBUTE_P2P_TOKENS = CUDA_POINTER_ATTRIBUTE_P2P_TOKENS_v1;
    CUDA_LAUNCH_PARAMS = CUDA_LAUNCH_PARAMS_v1; CUDA_EXTERNAL_MEMORY_HANDLE_DESC = CUDA_EXTERNAL_MEMORY_HANDLE_DESC_v1;
    CUDA_EXTERNAL_MEMORY_BUFFER_DESC = CUDA_EXTERNAL_MEMORY_BUFFER_DESC_v1;
    CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC = CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC_v1;
    CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC = CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC_v1;
    CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS = CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_v1;
    CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS = CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_v1;
    CUDA_EXT_SEM_SIGNAL_NODE_PARAMS = CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_v1;
    CUDA_EXT_SEM_WAIT_NODE_PARAMS = CUDA_EXT_SEM_WAIT_NODE_PARAMS_v1; CUmemGenericAllocationHandle_v1 = c_ulonglong;
    CUmemGenericAllocationHandle = CUmemGenericAllocationHandle_v1; CUarrayMapInfo = CUarrayMapInfo_v1;
    CUmemLocation = CUmemLocation_v1; CUmemAllocationProp = CUmemAllocationProp_v1;
    CUmulticastObjectProp = CUmulticastObjectProp_v1; CUmemAccessDesc = CUmemAccessDesc_v1;
    CUgraphExecUpdateResultInfo = CUgraphExecUpdateResultInfo_v1; CUmemPoolProps = CUmemPoolProps_v1;
    CUmemPoolPtrExportData = CUmemPoolPtrExportData_v1; CUmemcpyAttributes = CUmemcpyAttributes_v1;
    CUoffset3D = CUoffset3D_v1; CUextent3D = CUextent3D_v1; CUmemcpy3DOperand = CUmemcpy3DOperand_v1;
    CUDA_MEMCPY3D_BATCH_OP = CUDA_MEMCPY3D_BATCH_OP_v1; CUDA_MEM_ALLOC_NODE_PARAMS = CUDA_MEM_ALLOC_NODE_PARAMS_v1;
    CUDA_MEMCPY_BATCH_NODE_PARAMS = CUDA_MEMCPY_BATCH_NODE_PARAMS_V1;
    CUDA_FABRIC_COPY_BATCH_OP = CUDA_FABRIC_COPY_BATCH_OP_v1;
    CUDA_FABRIC_CPY_BATCH_NODE_PARAMS = CUDA_FABRIC_CPY_BATCH_NODE_PARAMS_V1;
    CUcheckpointOperationHandle = *mut CUIcheckpointOperation_st; CUlogicalEndpointId = cuuint32_t;
    CUgraphRecaptureCallback = Option<unsafe extern "C" fn(data: *mut c_void, node: CUgraphNode, originalParams: *const CUgraphNodeParams, recaptureParams: *const CUgraphNodeParams, status: CUgraphRecaptureStatus) -> CUresult>;
    CUcoredumpCallbackHandle = *mut CUcoredumpCallbackEntry_st;
    CUcoredumpStatusCallback = Option<unsafe extern "C" fn(userData: *mut c_void, pid: c_int, dev: CUdevice)>;
    CUdevResourceDesc = *mut CUdevResourceDesc_st; CUdevResource = CUdevResource_v1;
    CUlogsCallbackHandle = *mut CUlogsCallbackEntry_st;
    CUlogsCallback = Option<unsafe extern "C" fn(data: *mut c_void, logLevel: CUlogLevel, message: *mut c_char, length: usize)>;
    CUlogIterator = c_uint; CUdeviceptr_v1 = c_uint; CUeglFrame = CUeglFrame_v1;
    CUeglStreamConnection = *mut CUeglStreamConnection_st;
}

structs! {
    /// [`CUuuid`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUuuid.html)
    #[derive(Debug)] pub struct CUuuid { pub bytes: [c_char; 16usize] }
    /// [`CUmemFabricHandle_v1`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUmemFabricHandle__v1.html)
    #[derive(Debug)] pub struct CUmemFabricHandle_v1 { pub data: [c_uchar; 64usize] }
    /// [`CUipcEventHandle_v1`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUipcEventHandle__v1.html)
    #[derive(Debug)] pub struct CUipcEventHandle_v1 { pub reserved: [c_char; 64usize] }
    /// [`CUipcMemHandle_v1`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUipcMemHandle__v1.html)
    #[derive(Debug)] pub struct CUipcMemHandle_v1 { pub reserved: [c_char; 64usize] }
    /// [`CUstreamBatchMemOpParams_v1`](https://docs.nvidia.com/cuda/cuda-driver-api/unionCUstreamBatchMemOpParams__v1.html)
    pub union CUstreamBatchMemOpParams_v1 {
        pub operation: CUstreamBatchMemOpType,
        pub waitValue: CUstreamBatchMemOpParams_union_CUstreamMemOpWaitValueParams_st,
        pub writeValue: CUstreamBatchMemOpParams_union_CUstreamMemOpWriteValueParams_st,
        pub flushRemoteWrites: CUstreamBatchMemOpParams_union_CUstreamMemOpFlushRemoteWritesParams_st,
        pub memoryBarrier: CUstreamBatchMemOpParams_union_CUstreamMemOpMemoryBarrierParams_st,
        pub atomicReduction: CUstreamBatchMemOpParams_union_CUstreamMemOpAtomicReductionParams_st,
        pub pad: [cuuint64_t; 6usize],
    }
    /// [`CUstreamBatchMemOpParams_union_CUstreamMemOpWaitValueParams_st`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUstreamBatchMemOpParams__union__CUstreamMemOpWaitValueParams__st.html)
    pub struct CUstreamBatchMemOpParams_union_CUstreamMemOpWaitValueParams_st {
        pub operation: CUstreamBatchMemOpType, #[doc(hidden)] pub _padding_after_operation: [u8; 4usize],
        pub address: CUdeviceptr, pub value: CUstreamBatchMemOpParams_union_CUstreamMemOpWaitValueParams_st_value,
        pub flags: c_uint, #[doc(hidden)] pub _padding_after_flags: [u8; 4usize], pub alias: CUdeviceptr,
    }
    /// `value` of [`CUstreamBatchMemOpParams_union_CUstreamMemOpWaitValueParams_st`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUstreamBatchMemOpParams__union__CUstreamMemOpWaitValueParams__st.html)
    pub union CUstreamBatchMemOpParams_union_CUstreamMemOpWaitValueParams_st_value {
        pub value: cuuint32_t, pub value64: cuuint64_t,
    }
    /// [`CUstreamBatchMemOpParams_union_CUstreamMemOpWriteValueParams_st`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUstreamBatchMemOpParams__union__CUstreamMemOpWriteValueParams__st.html)
    pub struct CUstreamBatchMemOpParams_union_CUstreamMemOpWriteValueParams_st {
        pub operation: CUstreamBatchMemOpType, #[doc(hidden)] pub _padding_after_operation: [u8; 4usize],
        pub address: CUdeviceptr, pub value: CUstreamBatchMemOpParams_union_CUstreamMemOpWriteValueParams_st_value,
        pub flags: c_uint, #[doc(hidden)] pub _padding_after_flags: [u8; 4usize], pub alias: CUdeviceptr,
    }
    /// `value` of [`CUstreamBatchMemOpParams_union_CUstreamMemOpWriteValueParams_st`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUstreamBatchMemOpParams__union__CUstreamMemOpWriteValueParams__st.html)
    pub union CUstreamBatchMemOpParams_union_CUstreamMemOpWriteValueParams_st_value {
        pub value: cuuint32_t, pub value64: cuuint64_t,
    }
    /// [`CUstreamBatchMemOpParams_union_CUstreamMemOpFlushRemoteWritesParams_st`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUstreamBatchMemOpParams__union__CUstreamMemOpFlushRemoteWritesParams__st.html)
    #[derive(Debug)] pub struct CUstreamBatchMemOpParams_union_CUstreamMemOpFlushRemoteWritesParams_st {
        pub operation: CUstreamBatchMemOpType, pub flags: c_uint,
    }
    /// [`CUstreamBatchMemOpParams_union_CUstreamMemOpMemoryBarrierParams_st`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUstreamBatchMemOpParams__union__CUstreamMemOpMemoryBarrierParams__st.html)
    #[derive(Debug)] pub struct CUstreamBatchMemOpParams_union_CUstreamMemOpMemoryBarrierParams_st {
        pub operation: CUstreamBatchMemOpType, pub flags: c_uint,
    }
    /// [`CUstreamBatchMemOpParams_union_CUstreamMemOpAtomicReductionParams_st`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUstreamBatchMemOpParams__union__CUstreamMemOpAtomicReductionParams__st.html)
    #[derive(Debug)] pub struct CUstreamBatchMemOpParams_union_CUstreamMemOpAtomicReductionParams_st {
        pub operation: CUstreamBatchMemOpType, pub flags: c_uint, pub reductionOp: CUstreamAtomicReductionOpType,
        pub dataType: CUstreamAtomicReductionDataType, pub address: CUdeviceptr, pub value: cuuint64_t,
        pub alias: CUdeviceptr,
    }
    /// [`CUDA_BATCH_MEM_OP_NODE_PARAMS_v1`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUDA__BATCH__MEM__OP__NODE__PARAMS__v1.html)
    #[derive(Debug)] pub struct CUDA_BATCH_MEM_OP_NODE_PARAMS_v1 {
        pub ctx: CUcontext, pub count: c_uint, #[doc(hidden)] pub _padding_after_count: [u8; 4usize],
        pub paramArray: *mut CUstreamBatchMemOpParams, pub flags: c_uint,
        #[doc(hidden)] pub _padding_after_flags: [u8; 4usize],
    }
    /// [`CUDA_BATCH_MEM_OP_NODE_PARAMS_v2`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUDA__BATCH__MEM__OP__NODE__PARAMS__v2.html)
    #[derive(Debug)] pub struct CUDA_BATCH_MEM_OP_NODE_PARAMS_v2 {
        pub ctx: CUcontext, pub count: c_uint, #[doc(hidden)] pub _padding_after_count: [u8; 4usize],
        pub paramArray: *mut CUstreamBatchMemOpParams, pub flags: c_uint,
        #[doc(hidden)] pub _padding_after_flags: [u8; 4usize],
    }
    /// [`CUasyncNotificationInfo`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUasyncNotificationInfo.html)
    pub struct CUasyncNotificationInfo {
        pub type_: CUasyncNotificationType, #[doc(hidden)] pub _padding_after_type: [u8; 4usize],
        pub info: CUasyncNotificationInfo_info,
    }
    /// `info` of [`CUasyncNotificationInfo`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUasyncNotificationInfo.html)
    pub union CUasyncNotificationInfo_info { pub overBudget: CUasyncNotificationInfo_info_overBudget }
    /// `info.overBudget` of [`CUasyncNotificationInfo`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUasyncNotificationInfo.html)
    #[derive(Debug)] pub struct CUasyncNotificationInfo_info_overBudget { pub bytesOverBudget: c_ulonglong }
    /// [`CUdevprop_v1`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUdevprop__v1.html)
    #[derive(Debug)] pub struct CUdevprop_v1 {
        pub maxThreadsPerBlock: c_int, pub maxThreadsDim: [c_int; 3usize], pub maxGridSize: [c_int; 3usize],
        pub sharedMemPerBlock: c_int, pub totalConstantMemory: c_int, pub SIMDWidth: c_int, pub memPitch: c_int,
        pub regsPerBlock: c_int, pub clockRate: c_int, pub textureAlign: c_int,
    }
    /// [`CUaccessPolicyWindow_v1`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUaccessPolicyWindow__v1.html)
    #[derive(Debug)] pub struct CUaccessPolicyWindow_v1 {
        pub base_ptr: *mut c_void, pub num_bytes: usize, pub hitRatio: f32, pub hitProp: CUaccessProperty,
        pub missProp: CUaccessProperty, #[doc(hidden)] pub _padding_after_missProp: [u8; 4usize],
    }
    /// [`CUDA_KERNEL_NODE_PARAMS_v1`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUDA__KERNEL__NODE__PARAMS__v1.html)
    #[derive(Debug)] pub struct CUDA_KERNEL_NODE_PARAMS_v1 {
        pub func: CUfunction, pub gridDimX: c_uint, pub gridDimY: c_uint, pub gridDimZ: c_uint, pub blockDimX: c_uint,
        pub blockDimY: c_uint, pub blockDimZ: c_uint, pub sharedMemBytes: c_uint,
        #[doc(hidden)] pub _padding_after_sharedMemBytes: [u8; 4usize], pub kernelParams: *mut *mut c_void,
        pub extra: *mut *mut c_void,
    }
    /// [`CUDA_KERNEL_NODE_PARAMS_v2`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUDA__KERNEL__NODE__PARAMS__v2.html)
    #[derive(Debug)] pub struct CUDA_KERNEL_NODE_PARAMS_v2 {
        pub func: CUfunction, pub gridDimX: c_uint, pub gridDimY: c_uint, pub gridDimZ: c_uint, pub blockDimX: c_uint,
        pub blockDimY: c_uint, pub blockDimZ: c_uint, pub sharedMemBytes: c_uint,
        #[doc(hidden)] pub _padding_after_sharedMemBytes: [u8; 4usize], pub kernelParams: *mut *mut c_void,
        pub extra: *mut *mut c_void, pub kern: CUkernel, pub ctx: CUcontext,
    }
    /// [`CUDA_KERNEL_NODE_PARAMS_v3`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUDA__KERNEL__NODE__PARAMS__v3.html)
    #[derive(Debug)] pub struct CUDA_KERNEL_NODE_PARAMS_v3 {
        pub func: CUfunction, pub gridDimX: c_uint, pub gridDimY: c_uint, pub gridDimZ: c_uint, pub blockDimX: c_uint,
        pub blockDimY: c_uint, pub blockDimZ: c_uint, pub sharedMemBytes: c_uint,
        #[doc(hidden)] pub _padding_after_sharedMemBytes: [u8; 4usize], pub kernelParams: *mut *mut c_void,
        pub extra: *mut *mut c_void, pub kern: CUkernel, pub ctx: CUcontext,
    }
    /// [`CUDA_MEMSET_NODE_PARAMS_v1`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUDA__MEMSET__NODE__PARAMS__v1.html)
    #[derive(Debug)] pub struct CUDA_MEMSET_NODE_PARAMS_v1 {
        pub dst: CUdeviceptr, pub pitch: usize, pub value: c_uint, pub elementSize: c_uint, pub width: usize,
        pub height: usize,
    }
    /// [`CUDA_MEMSET_NODE_PARAMS_v2`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUDA__MEMSET__NODE__PARAMS__v2.html)
    #[derive(Debug)] pub struct CUDA_MEMSET_NODE_PARAMS_v2 {
        pub dst: CUdeviceptr, pub pitch: usize, pub value: c_uint, pub elementSize: c_uint, pub width: usize,
        pub height: usize, pub ctx: CUcontext,
    }
    /// [`CUDA_HOST_NODE_PARAMS_v1`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUDA__HOST__NODE__PARAMS__v1.html)
    #[derive(Debug)] pub struct CUDA_HOST_NODE_PARAMS_v1 { pub fn_: CUhostFn, pub userData: *mut c_void }
    /// [`CUDA_HOST_NODE_PARAMS_v2`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUDA__HOST__NODE__PARAMS__v2.html)
    pub struct CUDA_HOST_NODE_PARAMS_v2 {
        pub fn_: CUhostFn, pub userData: *mut c_void, pub syncMode: c_uint,
        #[doc(hidden)] pub _padding_after_syncMode: [u8; 4usize], pub ctx: CUDA_HOST_NODE_PARAMS_v2_ctx,
    }
    /// `ctx` of [`CUDA_HOST_NODE_PARAMS_v2`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUDA__HOST__NODE__PARAMS__v2.html)
    pub union CUDA_HOST_NODE_PARAMS_v2_ctx { pub ctx: CUcontext, pub gCtx: CUgreenCtx }
    /// [`CUDA_CONDITIONAL_NODE_PARAMS`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUDA__CONDITIONAL__NODE__PARAMS.html)
    #[derive(Debug)] pub struct CUDA_CONDITIONAL_NODE_PARAMS {
        pub handle: CUgraphConditionalHandle, pub type_: CUgraphConditionalNodeType, pub size: c_uint,
        pub phGraph_out: *mut CUgraph, pub ctx: CUcontext,
    }
    /// [`CUgraphEdgeData`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUgraphEdgeData.html)
    #[derive(Debug)] pub struct CUgraphEdgeData {
        pub from_port: c_uchar, pub to_port: c_uchar, pub type_: c_uchar, pub reserved: [c_uchar; 5usize],
    }
    /// [`CUDA_GRAPH_INSTANTIATE_PARAMS`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUDA__GRAPH__INSTANTIATE__PARAMS.html)
    #[derive(Debug)] pub struct CUDA_GRAPH_INSTANTIATE_PARAMS {
        pub flags: cuuint64_t, pub hUploadStream: CUstream, pub hErrNode_out: CUgraphNode,
        pub result_out: CUgraphInstantiateResult, #[doc(hidden)] pub _padding_after_result_out: [u8; 4usize],
    }
    /// [`CUlaunchMemSyncDomainMap`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUlaunchMemSyncDomainMap.html)
    #[derive(Debug)] pub struct CUlaunchMemSyncDomainMap { pub default_: c_uchar, pub remote: c_uchar }
    /// [`CUlaunchAttributeValue`](https://docs.nvidia.com/cuda/cuda-driver-api/unionCUlaunchAttributeValue.html)
    pub union CUlaunchAttributeValue {
        pub pad: [c_char; 64usize], pub accessPolicyWindow: CUaccessPolicyWindow, pub cooperative: c_int,
        pub syncPolicy: CUsynchronizationPolicy, pub clusterDim: CUlaunchAttributeValue_clusterDim,
        pub clusterSchedulingPolicyPreference: CUclusterSchedulingPolicy,
        pub programmaticStreamSerializationAllowed: c_int,
        pub programmaticEvent: CUlaunchAttributeValue_programmaticEvent,
        pub launchCompletionEvent: CUlaunchAttributeValue_launchCompletionEvent, pub priority: c_int,
        pub memSyncDomainMap: CUlaunchMemSyncDomainMap, pub memSyncDomain: CUlaunchMemSyncDomain,
        pub preferredClusterDim: CUlaunchAttributeValue_preferredClusterDim,
        pub deviceUpdatableKernelNode: CUlaunchAttributeValue_deviceUpdatableKernelNode, pub sharedMemCarveout: c_uint,
        pub nvlinkUtilCentricScheduling: c_uint, pub portableClusterSizeMode: CUlaunchAttributePortableClusterMode,
        pub sharedMemoryMode: CUsharedMemoryMode,
    }
    /// `clusterDim` of [`CUlaunchAttributeValue`](https://docs.nvidia.com/cuda/cuda-driver-api/unionCUlaunchAttributeValue.html)
    #[derive(Debug)] pub struct CUlaunchAttributeValue_clusterDim { pub x: c_uint, pub y: c_uint, pub z: c_uint }
    /// `programmaticEvent` of [`CUlaunchAttributeValue`](https://docs.nvidia.com/cuda/cuda-driver-api/unionCUlaunchAttributeValue.html)
    #[derive(Debug)] pub struct CUlaunchAttributeValue_programmaticEvent {
        pub event: CUevent, pub flags: c_int, pub triggerAtBlockStart: c_int,
    }
    /// `launchCompletionEvent` of [`CUlaunchAttributeValue`](https://docs.nvidia.com/cuda/cuda-driver-api/unionCUlaunchAttributeValue.html)
    #[derive(Debug)] pub struct CUlaunchAttributeValue_launchCompletionEvent {
        pub event: CUevent, pub flags: c_int, #[doc(hidden)] pub _padding_after_flags: [u8; 4usize],
    }
    /// `preferredClusterDim` of [`CUlaunchAttributeValue`](https://docs.nvidia.com/cuda/cuda-driver-api/unionCUlaunchAttributeValue.html)
    #[derive(Debug)] pub struct CUlaunchAttributeValue_preferredClusterDim {
        pub x: c_uint, pub y: c_uint, pub z: c_uint,
    }
    /// `deviceUpdatableKernelNode` of [`CUlaunchAttributeValue`](https://docs.nvidia.com/cuda/cuda-driver-api/unionCUlaunchAttributeValue.html)
    #[derive(Debug)] pub struct CUlaunchAttributeValue_deviceUpdatableKernelNode {
        pub deviceUpdatable: c_int, #[doc(hidden)] pub _padding_after_deviceUpdatable: [u8; 4usize],
        pub devNode: CUgraphDeviceNode,
    }
    /// [`CUlaunchAttribute`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUlaunchAttribute.html)
    pub struct CUlaunchAttribute {
        pub id: CUlaunchAttributeID, pub pad: [c_char; 4usize], pub value: CUlaunchAttributeValue,
    }
    /// [`CUlaunchConfig`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUlaunchConfig.html)
    #[derive(Debug)] pub struct CUlaunchConfig {
        pub gridDimX: c_uint, pub gridDimY: c_uint, pub gridDimZ: c_uint, pub blockDimX: c_uint, pub blockDimY: c_uint,
        pub blockDimZ: c_uint, pub sharedMemBytes: c_uint,
        #[doc(hidden)] pub _padding_after_sharedMemBytes: [u8; 4usize], pub hStream: CUstream,
        pub attrs: *mut CUlaunchAttribute, pub numAttrs: c_uint,
        #[doc(hidden)] pub _padding_after_numAttrs: [u8; 4usize],
    }
    /// [`CUexecAffinitySmCount_v1`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUexecAffinitySmCount__v1.html)
    #[derive(Debug)] pub struct CUexecAffinitySmCount_v1 { pub val: c_uint }
    /// [`CUexecAffinityParam_v1`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUexecAffinityParam__v1.html)
    pub struct CUexecAffinityParam_v1 { pub type_: CUexecAffinityType, pub param: CUexecAffinityParam_v1_param }
    /// `param` of [`CUexecAffinityParam_v1`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUexecAffinityParam__v1.html)
    pub union CUexecAffinityParam_v1_param { pub smCount: CUexecAffinitySmCount }
    /// [`CUctxCigParam`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUctxCigParam.html)
    #[derive(Debug)] pub struct CUctxCigParam {
        pub sharedDataType: CUcigDataType, #[doc(hidden)] pub _padding_after_sharedDataType: [u8; 4usize],
        pub sharedData: *mut c_void,
    }
    /// [`CUctxCreateParams`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUctxCreateParams.html)
    #[derive(Debug)] pub struct CUctxCreateParams {
        pub execAffinityParams: *mut CUexecAffinityParam, pub numExecAffinityParams: c_int,
        #[doc(hidden)] pub _padding_after_numExecAffinityParams: [u8; 4usize], pub cigParams: *mut CUctxCigParam,
    }
    /// [`CUstreamCigParam`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUstreamCigParam.html)
    #[derive(Debug)] pub struct CUstreamCigParam {
        pub streamSharedDataType: CUstreamCigDataType,
        #[doc(hidden)] pub _padding_after_streamSharedDataType: [u8; 4usize], pub streamSharedData: *mut c_void,
    }
    /// [`CUstreamCigCaptureParams`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUstreamCigCaptureParams.html)
    #[derive(Debug)] pub struct CUstreamCigCaptureParams { pub streamCigParams: *mut CUstreamCigParam }
    /// [`CUlibraryHostUniversalFunctionAndDataTable`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUlibraryHostUniversalFunctionAndDataTable.html)
    #[derive(Debug)] pub struct CUlibraryHostUniversalFunctionAndDataTable {
        pub functionTable: *mut c_void, pub functionWindowSize: usize, pub dataTable: *mut c_void,
        pub dataWindowSize: usize,
    }
    /// [`CUDA_MEMCPY2D_v2`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUDA__MEMCPY2D__v2.html)
    #[derive(Debug)] pub struct CUDA_MEMCPY2D_v2 {
        pub srcXInBytes: usize, pub srcY: usize, pub srcMemoryType: CUmemorytype,
        #[doc(hidden)] pub _padding_after_srcMemoryType: [u8; 4usize], pub srcHost: *const c_void,
        pub srcDevice: CUdeviceptr, pub srcArray: CUarray, pub srcPitch: usize, pub dstXInBytes: usize,
        pub dstY: usize, pub dstMemoryType: CUmemorytype,
        #[doc(hidden)] pub _padding_after_dstMemoryType: [u8; 4usize], pub dstHost: *mut c_void,
        pub dstDevice: CUdeviceptr, pub dstArray: CUarray, pub dstPitch: usize, pub WidthInBytes: usize,
        pub Height: usize,
    }
    /// [`CUDA_MEMCPY3D_v2`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUDA__MEMCPY3D__v2.html)
    #[derive(Debug)] pub struct CUDA_MEMCPY3D_v2 {
        pub srcXInBytes: usize, pub srcY: usize, pub srcZ: usize, pub srcLOD: usize, pub srcMemoryType: CUmemorytype,
        #[doc(hidden)] pub _padding_after_srcMemoryType: [u8; 4usize], pub srcHost: *const c_void,
        pub srcDevice: CUdeviceptr, pub srcArray: CUarray, pub reserved0: *mut c_void, pub srcPitch: usize,
        pub srcHeight: usize, pub dstXInBytes: usize, pub dstY: usize, pub dstZ: usize, pub dstLOD: usize,
        pub dstMemoryType: CUmemorytype, #[doc(hidden)] pub _padding_after_dstMemoryType: [u8; 4usize],
        pub dstHost: *mut c_void, pub dstDevice: CUdeviceptr, pub dstArray: CUarray, pub reserved1: *mut c_void,
        pub dstPitch: usize, pub dstHeight: usize, pub WidthInBytes: usize, pub Height: usize, pub Depth: usize,
    }
    /// [`CUDA_MEMCPY3D_PEER_v1`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUDA__MEMCPY3D__PEER__v1.html)
    #[derive(Debug)] pub struct CUDA_MEMCPY3D_PEER_v1 {
        pub srcXInBytes: usize, pub srcY: usize, pub srcZ: usize, pub srcLOD: usize, pub srcMemoryType: CUmemorytype,
        #[doc(hidden)] pub _padding_after_srcMemoryType: [u8; 4usize], pub srcHost: *const c_void,
        pub srcDevice: CUdeviceptr, pub srcArray: CUarray, pub srcContext: CUcontext, pub srcPitch: usize,
        pub srcHeight: usize, pub dstXInBytes: usize, pub dstY: usize, pub dstZ: usize, pub dstLOD: usize,
        pub dstMemoryType: CUmemorytype, #[doc(hidden)] pub _padding_after_dstMemoryType: [u8; 4usize],
        pub dstHost: *mut c_void, pub dstDevice: CUdeviceptr, pub dstArray: CUarray, pub dstContext: CUcontext,
        pub dstPitch: usize, pub dstHeight: usize, pub WidthInBytes: usize, pub Height: usize, pub Depth: usize,
    }
    /// [`CUDA_MEMCPY_NODE_PARAMS`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUDA__MEMCPY__NODE__PARAMS.html)
    #[derive(Debug)] pub struct CUDA_MEMCPY_NODE_PARAMS {
        pub flags: c_int, pub reserved: c_int, pub copyCtx: CUcontext, pub copyParams: CUDA_MEMCPY3D,
    }
    /// [`CUDA_ARRAY_DESCRIPTOR_v2`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUDA__ARRAY__DESCRIPTOR__v2.html)
    #[derive(Debug)] pub struct CUDA_ARRAY_DESCRIPTOR_v2 {
        pub Width: usize, pub Height: usize, pub Format: CUarray_format, pub NumChannels: c_uint,
    }
    /// [`CUDA_ARRAY3D_DESCRIPTOR_v2`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUDA__ARRAY3D__DESCRIPTOR__v2.html)
    #[derive(Debug)] pub struct CUDA_ARRAY3D_DESCRIPTOR_v2 {
        pub Width: usize, pub Height: usize, pub Depth: usize, pub Format: CUarray_format, pub NumChannels: c_uint,
        pub Flags: c_uint, #[doc(hidden)] pub _padding_after_Flags: [u8; 4usize],
    }
    /// [`CUDA_ARRAY_SPARSE_PROPERTIES_v1`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUDA__ARRAY__SPARSE__PROPERTIES__v1.html)
    #[derive(Debug)] pub struct CUDA_ARRAY_SPARSE_PROPERTIES_v1 {
        pub tileExtent: CUDA_ARRAY_SPARSE_PROPERTIES_v1_tileExtent, pub miptailFirstLevel: c_uint,
        pub miptailSize: c_ulonglong, pub flags: c_uint, pub reserved: [c_uint; 4usize],
        #[doc(hidden)] pub _padding_after_reserved: [u8; 4usize],
    }
    /// `tileExtent` of [`CUDA_ARRAY_SPARSE_PROPERTIES_v1`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUDA__ARRAY__SPARSE__PROPERTIES__v1.html)
    #[derive(Debug)] pub struct CUDA_ARRAY_SPARSE_PROPERTIES_v1_tileExtent {
        pub width: c_uint, pub height: c_uint, pub depth: c_uint,
    }
    /// [`CUDA_ARRAY_MEMORY_REQUIREMENTS_v1`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUDA__ARRAY__MEMORY__REQUIREMENTS__v1.html)
    #[derive(Debug)] pub struct CUDA_ARRAY_MEMORY_REQUIREMENTS_v1 {
        pub size: usize, pub alignment: usize, pub reserved: [c_uint; 4usize],
    }
    /// [`CUDA_RESOURCE_DESC_v1`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUDA__RESOURCE__DESC__v1.html)
    pub struct CUDA_RESOURCE_DESC_v1 {
        pub resType: CUresourcetype, #[doc(hidden)] pub _padding_after_resType: [u8; 4usize],
        pub res: CUDA_RESOURCE_DESC_v1_res, pub flags: c_uint, #[doc(hidden)] pub _padding_after_flags: [u8; 4usize],
    }
    /// `res` of [`CUDA_RESOURCE_DESC_v1`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUDA__RESOURCE__DESC__v1.html)
    pub union CUDA_RESOURCE_DESC_v1_res {
        pub array: CUDA_RESOURCE_DESC_v1_res_array, pub mipmap: CUDA_RESOURCE_DESC_v1_res_mipmap,
        pub linear: CUDA_RESOURCE_DESC_v1_res_linear, pub pitch2D: CUDA_RESOURCE_DESC_v1_res_pitch2D,
        pub reserved: CUDA_RESOURCE_DESC_v1_res_reserved,
    }
    /// `res.array` of [`CUDA_RESOURCE_DESC_v1`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUDA__RESOURCE__DESC__v1.html)
    #[derive(Debug)] pub struct CUDA_RESOURCE_DESC_v1_res_array { pub hArray: CUarray }
    /// `res.mipmap` of [`CUDA_RESOURCE_DESC_v1`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUDA__RESOURCE__DESC__v1.html)
    #[derive(Debug)] pub struct CUDA_RESOURCE_DESC_v1_res_mipmap { pub hMipmappedArray: CUmipmappedArray }
    /// `res.linear` of [`CUDA_RESOURCE_DESC_v1`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUDA__RESOURCE__DESC__v1.html)
    #[derive(Debug)] pub struct CUDA_RESOURCE_DESC_v1_res_linear {
        pub devPtr: CUdeviceptr, pub format: CUarray_format, pub numChannels: c_uint, pub sizeInBytes: usize,
    }
    /// `res.pitch2D` of [`CUDA_RESOURCE_DESC_v1`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUDA__RESOURCE__DESC__v1.html)
    #[derive(Debug)] pub struct CUDA_RESOURCE_DESC_v1_res_pitch2D {
        pub devPtr: CUdeviceptr, pub format: CUarray_format, pub numChannels: c_uint, pub width: usize,
        pub height: usize, pub pitchInBytes: usize,
    }
    /// `res.reserved` of [`CUDA_RESOURCE_DESC_v1`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUDA__RESOURCE__DESC__v1.html)
    #[derive(Debug)] pub struct CUDA_RESOURCE_DESC_v1_res_reserved { pub reserved: [c_int; 32usize] }
    /// [`CUDA_TEXTURE_DESC_v1`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUDA__TEXTURE__DESC__v1.html)
    #[derive(Debug)] pub struct CUDA_TEXTURE_DESC_v1 {
        pub addressMode: [CUaddress_mode; 3usize], pub filterMode: CUfilter_mode, pub flags: c_uint,
        pub maxAnisotropy: c_uint, pub mipmapFilterMode: CUfilter_mode, pub mipmapLevelBias: f32,
        pub minMipmapLevelClamp: f32, pub maxMipmapLevelClamp: f32, pub borderColor: [f32; 4usize],
        pub reserved: [c_int; 12usize],
    }
    /// [`CUDA_RESOURCE_VIEW_DESC_v1`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUDA__RESOURCE__VIEW__DESC__v1.html)
    #[derive(Debug)] pub struct CUDA_RESOURCE_VIEW_DESC_v1 {
        pub format: CUresourceViewFormat, #[doc(hidden)] pub _padding_after_format: [u8; 4usize], pub width: usize,
        pub height: usize, pub depth: usize, pub firstMipmapLevel: c_uint, pub lastMipmapLevel: c_uint,
        pub firstLayer: c_uint, pub lastLayer: c_uint, pub reserved: [c_uint; 16usize],
    }
    /// [`CUtensorMap`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUtensorMap.html)
    #[repr(align(128))] #[derive(Debug)] pub struct CUtensorMap { pub opaque: [cuuint64_t; 16usize] }
    /// [`CUDA_POINTER_ATTRIBUTE_P2P_TOKENS_v1`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUDA__POINTER__ATTRIBUTE__P2P__TOKENS__v1.html)
    #[derive(Debug)] pub struct CUDA_POINTER_ATTRIBUTE_P2P_TOKENS_v1 {
        pub p2pToken: c_ulonglong, pub vaSpaceToken: c_uint,
        #[doc(hidden)] pub _padding_after_vaSpaceToken: [u8; 4usize],
    }
    /// [`CUDA_LAUNCH_PARAMS_v1`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUDA__LAUNCH__PARAMS__v1.html)
    #[derive(Debug)] pub struct CUDA_LAUNCH_PARAMS_v1 {
        pub function: CUfunction, pub gridDimX: c_uint, pub gridDimY: c_uint, pub gridDimZ: c_uint,
        pub blockDimX: c_uint, pub blockDimY: c_uint, pub blockDimZ: c_uint, pub sharedMemBytes: c_uint,
        #[doc(hidden)] pub _padding_after_sharedMemBytes: [u8; 4usize], pub hStream: CUstream,
        pub kernelParams: *mut *mut c_void,
    }
    /// [`CUDA_EXTERNAL_MEMORY_HANDLE_DESC_v1`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUDA__EXTERNAL__MEMORY__HANDLE__DESC__v1.html)
    pub struct CUDA_EXTERNAL_MEMORY_HANDLE_DESC_v1 {
        pub type_: CUexternalMemoryHandleType, #[doc(hidden)] pub _padding_after_type: [u8; 4usize],
        pub handle: CUDA_EXTERNAL_MEMORY_HANDLE_DESC_v1_handle, pub size: c_ulonglong, pub flags: c_uint,
        pub reserved: [c_uint; 16usize], #[doc(hidden)] pub _padding_after_reserved: [u8; 4usize],
    }
    /// `handle` of [`CUDA_EXTERNAL_MEMORY_HANDLE_DESC_v1`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUDA__EXTERNAL__MEMORY__HANDLE__DESC__v1.html)
    pub union CUDA_EXTERNAL_MEMORY_HANDLE_DESC_v1_handle {
        pub fd: c_int, pub win32: CUDA_EXTERNAL_MEMORY_HANDLE_DESC_v1_handle_win32, pub nvSciBufObject: *const c_void,
    }
    /// `handle.win32` of [`CUDA_EXTERNAL_MEMORY_HANDLE_DESC_v1`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUDA__EXTERNAL__MEMORY__HANDLE__DESC__v1.html)
    #[derive(Debug)] pub struct CUDA_EXTERNAL_MEMORY_HANDLE_DESC_v1_handle_win32 {
        pub handle: *mut c_void, pub name: *const c_void,
    }
    /// [`CUDA_EXTERNAL_MEMORY_BUFFER_DESC_v1`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUDA__EXTERNAL__MEMORY__BUFFER__DESC__v1.html)
    #[derive(Debug)] pub struct CUDA_EXTERNAL_MEMORY_BUFFER_DESC_v1 {
        pub offset: c_ulonglong, pub size: c_ulonglong, pub flags: c_uint, pub reserved: [c_uint; 16usize],
        #[doc(hidden)] pub _padding_after_reserved: [u8; 4usize],
    }
    /// [`CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC_v1`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUDA__EXTERNAL__MEMORY__MIPMAPPED__ARRAY__DESC__v1.html)
    #[derive(Debug)] pub struct CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC_v1 {
        pub offset: c_ulonglong, pub arrayDesc: CUDA_ARRAY3D_DESCRIPTOR, pub numLevels: c_uint,
        pub reserved: [c_uint; 16usize], #[doc(hidden)] pub _padding_after_reserved: [u8; 4usize],
    }
    /// [`CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC_v1`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUDA__EXTERNAL__SEMAPHORE__HANDLE__DESC__v1.html)
    pub struct CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC_v1 {
        pub type_: CUexternalSemaphoreHandleType, #[doc(hidden)] pub _padding_after_type: [u8; 4usize],
        pub handle: CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC_v1_handle, pub flags: c_uint, pub reserved: [c_uint; 16usize],
        #[doc(hidden)] pub _padding_after_reserved: [u8; 4usize],
    }
    /// `handle` of [`CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC_v1`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUDA__EXTERNAL__SEMAPHORE__HANDLE__DESC__v1.html)
    pub union CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC_v1_handle {
        pub fd: c_int, pub win32: CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC_v1_handle_win32, pub nvSciSyncObj: *const c_void,
    }
    /// `handle.win32` of [`CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC_v1`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUDA__EXTERNAL__SEMAPHORE__HANDLE__DESC__v1.html)
    #[derive(Debug)] pub struct CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC_v1_handle_win32 {
        pub handle: *mut c_void, pub name: *const c_void,
    }
    /// [`CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_v1`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUDA__EXTERNAL__SEMAPHORE__SIGNAL__PARAMS__v1.html)
    pub struct CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_v1 {
        pub params: CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_v1_params, pub flags: c_uint,
        pub reserved: [c_uint; 16usize], #[doc(hidden)] pub _padding_after_reserved: [u8; 4usize],
    }
    /// `params` of [`CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_v1`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUDA__EXTERNAL__SEMAPHORE__SIGNAL__PARAMS__v1.html)
    pub struct CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_v1_params {
        pub fence: CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_v1_params_fence,
        pub nvSciSync: CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_v1_params_nvSciSync,
        pub keyedMutex: CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_v1_params_keyedMutex, pub reserved: [c_uint; 12usize],
    }
    /// `params.fence` of [`CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_v1`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUDA__EXTERNAL__SEMAPHORE__SIGNAL__PARAMS__v1.html)
    #[derive(Debug)] pub struct CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_v1_params_fence { pub value: c_ulonglong }
    /// `params.nvSciSync` of [`CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_v1`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUDA__EXTERNAL__SEMAPHORE__SIGNAL__PARAMS__v1.html)
    pub union CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_v1_params_nvSciSync {
        pub fence: *mut c_void, pub reserved: c_ulonglong,
    }
    /// `params.keyedMutex` of [`CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_v1`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUDA__EXTERNAL__SEMAPHORE__SIGNAL__PARAMS__v1.html)
    #[derive(Debug)] pub struct CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_v1_params_keyedMutex { pub key: c_ulonglong }
    /// [`CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_v1`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUDA__EXTERNAL__SEMAPHORE__WAIT__PARAMS__v1.html)
    pub struct CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_v1 {
        pub params: CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_v1_params, pub flags: c_uint, pub reserved: [c_uint; 16usize],
        #[doc(hidden)] pub _padding_after_reserved: [u8; 4usize],
    }
    /// `params` of [`CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_v1`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUDA__EXTERNAL__SEMAPHORE__WAIT__PARAMS__v1.html)
    pub struct CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_v1_params {
        pub fence: CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_v1_params_fence,
        pub nvSciSync: CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_v1_params_nvSciSync,
        pub keyedMutex: CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_v1_params_keyedMutex, pub reserved: [c_uint; 10usize],
    }
    /// `params.fence` of [`CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_v1`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUDA__EXTERNAL__SEMAPHORE__WAIT__PARAMS__v1.html)
    #[derive(Debug)] pub struct CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_v1_params_fence { pub value: c_ulonglong }
    /// `params.nvSciSync` of [`CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_v1`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUDA__EXTERNAL__SEMAPHORE__WAIT__PARAMS__v1.html)
    pub union CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_v1_params_nvSciSync {
        pub fence: *mut c_void, pub reserved: c_ulonglong,
    }
    /// `params.keyedMutex` of [`CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_v1`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUDA__EXTERNAL__SEMAPHORE__WAIT__PARAMS__v1.html)
    #[derive(Debug)] pub struct CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_v1_params_keyedMutex {
        pub key: c_ulonglong, pub timeoutMs: c_uint, #[doc(hidden)] pub _padding_after_timeoutMs: [u8; 4usize],
    }
    /// [`CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_v1`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUDA__EXT__SEM__SIGNAL__NODE__PARAMS__v1.html)
    #[derive(Debug)] pub struct CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_v1 {
        pub extSemArray: *mut CUexternalSemaphore, pub paramsArray: *const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS,
        pub numExtSems: c_uint, #[doc(hidden)] pub _padding_after_numExtSems: [u8; 4usize],
    }
    /// [`CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_v2`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUDA__EXT__SEM__SIGNAL__NODE__PARAMS__v2.html)
    pub struct CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_v2 {
        pub extSemArray: *mut CUexternalSemaphore, pub paramsArray: *const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS,
        pub numExtSems: c_uint, #[doc(hidden)] pub _padding_after_numExtSems: [u8; 4usize],
        pub ctx: CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_v2_ctx,
    }
    /// `ctx` of [`CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_v2`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUDA__EXT__SEM__SIGNAL__NODE__PARAMS__v2.html)
    pub union CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_v2_ctx { pub ctx: CUcontext, pub gCtx: CUgreenCtx }
    /// [`CUDA_EXT_SEM_WAIT_NODE_PARAMS_v1`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUDA__EXT__SEM__WAIT__NODE__PARAMS__v1.html)
    #[derive(Debug)] pub struct CUDA_EXT_SEM_WAIT_NODE_PARAMS_v1 {
        pub extSemArray: *mut CUexternalSemaphore, pub paramsArray: *const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS,
        pub numExtSems: c_uint, #[doc(hidden)] pub _padding_after_numExtSems: [u8; 4usize],
    }
    /// [`CUDA_EXT_SEM_WAIT_NODE_PARAMS_v2`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUDA__EXT__SEM__WAIT__NODE__PARAMS__v2.html)
    pub struct CUDA_EXT_SEM_WAIT_NODE_PARAMS_v2 {
        pub extSemArray: *mut CUexternalSemaphore, pub paramsArray: *const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS,
        pub numExtSems: c_uint, #[doc(hidden)] pub _padding_after_numExtSems: [u8; 4usize],
        pub ctx: CUDA_EXT_SEM_WAIT_NODE_PARAMS_v2_ctx,
    }
    /// `ctx` of [`CUDA_EXT_SEM_WAIT_NODE_PARAMS_v2`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUDA__EXT__SEM__WAIT__NODE__PARAMS__v2.html)
    pub union CUDA_EXT_SEM_WAIT_NODE_PARAMS_v2_ctx { pub ctx: CUcontext, pub gCtx: CUgreenCtx }
    /// [`CUarrayMapInfo_v1`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUarrayMapInfo__v1.html)
    pub struct CUarrayMapInfo_v1 {
        pub resourceType: CUresourcetype, #[doc(hidden)] pub _padding_after_resourceType: [u8; 4usize],
        pub resource: CUarrayMapInfo_v1_resource, pub subresourceType: CUarraySparseSubresourceType,
        #[doc(hidden)] pub _padding_after_subresourceType: [u8; 4usize],
        pub subresource: CUarrayMapInfo_v1_subresource, pub memOperationType: CUmemOperationType,
        pub memHandleType: CUmemHandleType, pub memHandle: CUarrayMapInfo_v1_memHandle, pub offset: c_ulonglong,
        pub deviceBitMask: c_uint, pub flags: c_uint, pub reserved: [c_uint; 2usize],
    }
    /// `resource` of [`CUarrayMapInfo_v1`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUarrayMapInfo__v1.html)
    pub union CUarrayMapInfo_v1_resource { pub mipmap: CUmipmappedArray, pub array: CUarray }
    /// `subresource` of [`CUarrayMapInfo_v1`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUarrayMapInfo__v1.html)
    pub union CUarrayMapInfo_v1_subresource {
        pub sparseLevel: CUarrayMapInfo_v1_subresource_sparseLevel, pub miptail: CUarrayMapInfo_v1_subresource_miptail,
    }
    /// `subresource.sparseLevel` of [`CUarrayMapInfo_v1`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUarrayMapInfo__v1.html)
    #[derive(Debug)] pub struct CUarrayMapInfo_v1_subresource_sparseLevel {
        pub level: c_uint, pub layer: c_uint, pub offsetX: c_uint, pub offsetY: c_uint, pub offsetZ: c_uint,
        pub extentWidth: c_uint, pub extentHeight: c_uint, pub extentDepth: c_uint,
    }
    /// `subresource.miptail` of [`CUarrayMapInfo_v1`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUarrayMapInfo__v1.html)
    #[derive(Debug)] pub struct CUarrayMapInfo_v1_subresource_miptail {
        pub layer: c_uint, #[doc(hidden)] pub _padding_after_layer: [u8; 4usize], pub offset: c_ulonglong,
        pub size: c_ulonglong,
    }
    /// `memHandle` of [`CUarrayMapInfo_v1`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUarrayMapInfo__v1.html)
    pub union CUarrayMapInfo_v1_memHandle { pub memHandle: CUmemGenericAllocationHandle }
    /// [`CUmemLocation_v1`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUmemLocation__v1.html)
    pub struct CUmemLocation_v1 { pub type_: CUmemLocationType, pub id: CUmemLocation_v1_id }
    /// `id` of [`CUmemLocation_v1`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUmemLocation__v1.html)
    pub union CUmemLocation_v1_id { pub id: c_int, pub localized: CUmemLocation_v1_id_localized }
    /// `id.localized` of [`CUmemLocation_v1`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUmemLocation__v1.html)
    #[derive(Debug)] pub struct CUmemLocation_v1_id_localized { pub deviceId: c_uchar, pub localityDomainId: c_uchar }
    /// [`CUmemAllocationProp_v1`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUmemAllocationProp__v1.html)
    pub struct CUmemAllocationProp_v1 {
        pub type_: CUmemAllocationType, pub requestedHandleTypes: CUmemAllocationHandleType,
        pub location: CUmemLocation, pub win32HandleMetaData: *mut c_void,
        pub allocFlags: CUmemAllocationProp_v1_allocFlags,
    }
    /// `allocFlags` of [`CUmemAllocationProp_v1`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUmemAllocationProp__v1.html)
    #[derive(Debug)] pub struct CUmemAllocationProp_v1_allocFlags {
        pub compressionType: c_uchar, pub gpuDirectRDMACapable: c_uchar, pub usage: c_ushort,
        pub reserved: [c_uchar; 4usize],
    }
    /// [`CUmulticastObjectProp_v1`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUmulticastObjectProp__v1.html)
    #[derive(Debug)] pub struct CUmulticastObjectProp_v1 {
        pub numDevices: c_uint, #[doc(hidden)] pub _padding_after_numDevices: [u8; 4usize], pub size: usize,
        pub handleTypes: c_ulonglong, pub flags: c_ulonglong,
    }
    /// [`CUmemAccessDesc_v1`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUmemAccessDesc__v1.html)
    pub struct CUmemAccessDesc_v1 { pub location: CUmemLocation, pub flags: CUmemAccess_flags }
    /// [`CUgraphExecUpdateResultInfo_v1`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUgraphExecUpdateResultInfo__v1.html)
    #[derive(Debug)] pub struct CUgraphExecUpdateResultInfo_v1 {
        pub result: CUgraphExecUpdateResult, #[doc(hidden)] pub _padding_after_result: [u8; 4usize],
        pub errorNode: CUgraphNode, pub errorFromNode: CUgraphNode,
    }
    /// [`CUmemPoolProps_v1`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUmemPoolProps__v1.html)
    pub struct CUmemPoolProps_v1 {
        pub allocType: CUmemAllocationType, pub handleTypes: CUmemAllocationHandleType, pub location: CUmemLocation,
        pub win32SecurityAttributes: *mut c_void, pub maxSize: usize, pub usage: c_ushort,
        pub gpuDirectRDMACapable: c_uchar, pub reserved: [c_uchar; 53usize],
    }
    /// [`CUmemPoolPtrExportData_v1`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUmemPoolPtrExportData__v1.html)
    #[derive(Debug)] pub struct CUmemPoolPtrExportData_v1 { pub reserved: [c_uchar; 64usize] }
    /// [`CUmemcpyAttributes_v1`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUmemcpyAttributes__v1.html)
    pub struct CUmemcpyAttributes_v1 {
        pub srcAccessOrder: CUmemcpySrcAccessOrder, pub srcLocHint: CUmemLocation, pub dstLocHint: CUmemLocation,
        pub flags: c_uint,
    }
    /// [`CUoffset3D_v1`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUoffset3D__v1.html)
    #[derive(Debug)] pub struct CUoffset3D_v1 { pub x: usize, pub y: usize, pub z: usize }
    /// [`CUextent3D_v1`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUextent3D__v1.html)
    #[derive(Debug)] pub struct CUextent3D_v1 { pub width: usize, pub height: usize, pub depth: usize }
    /// [`CUmemcpy3DOperand_v1`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUmemcpy3DOperand__v1.html)
    pub struct CUmemcpy3DOperand_v1 {
        pub type_: CUmemcpy3DOperandType, #[doc(hidden)] pub _padding_after_type: [u8; 4usize],
        pub op: CUmemcpy3DOperand_v1_op,
    }
    /// `op` of [`CUmemcpy3DOperand_v1`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUmemcpy3DOperand__v1.html)
    pub union CUmemcpy3DOperand_v1_op { pub ptr: CUmemcpy3DOperand_v1_op_ptr, pub array: CUmemcpy3DOperand_v1_op_array }
    /// `op.ptr` of [`CUmemcpy3DOperand_v1`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUmemcpy3DOperand__v1.html)
    pub struct CUmemcpy3DOperand_v1_op_ptr {
        pub ptr: CUdeviceptr, pub rowLength: usize, pub layerHeight: usize, pub locHint: CUmemLocation,
    }
    /// `op.array` of [`CUmemcpy3DOperand_v1`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUmemcpy3DOperand__v1.html)
    #[derive(Debug)] pub struct CUmemcpy3DOperand_v1_op_array { pub array: CUarray, pub offset: CUoffset3D }
    /// [`CUDA_MEMCPY3D_BATCH_OP_v1`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUDA__MEMCPY3D__BATCH__OP__v1.html)
    pub struct CUDA_MEMCPY3D_BATCH_OP_v1 {
        pub src: CUmemcpy3DOperand, pub dst: CUmemcpy3DOperand, pub extent: CUextent3D,
        pub srcAccessOrder: CUmemcpySrcAccessOrder, pub flags: c_uint,
    }
    /// [`CUDA_MEM_ALLOC_NODE_PARAMS_v1`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUDA__MEM__ALLOC__NODE__PARAMS__v1.html)
    pub struct CUDA_MEM_ALLOC_NODE_PARAMS_v1 {
        pub poolProps: CUmemPoolProps, pub accessDescs: *const CUmemAccessDesc, pub accessDescCount: usize,
        pub bytesize: usize, pub dptr: CUdeviceptr,
    }
    /// [`CUDA_MEM_ALLOC_NODE_PARAMS_v2`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUDA__MEM__ALLOC__NODE__PARAMS__v2.html)
    pub struct CUDA_MEM_ALLOC_NODE_PARAMS_v2 {
        pub poolProps: CUmemPoolProps, pub accessDescs: *const CUmemAccessDesc, pub accessDescCount: usize,
        pub bytesize: usize, pub dptr: CUdeviceptr,
    }
    /// [`CUDA_MEM_FREE_NODE_PARAMS`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUDA__MEM__FREE__NODE__PARAMS.html)
    #[derive(Debug)] pub struct CUDA_MEM_FREE_NODE_PARAMS { pub dptr: CUdeviceptr }
    /// [`CUDA_CHILD_GRAPH_NODE_PARAMS`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUDA__CHILD__GRAPH__NODE__PARAMS.html)
    #[derive(Debug)] pub struct CUDA_CHILD_GRAPH_NODE_PARAMS {
        pub graph: CUgraph, pub ownership: CUgraphChildGraphNodeOwnership,
        #[doc(hidden)] pub _padding_after_ownership: [u8; 4usize],
    }
    /// [`CUDA_EVENT_RECORD_NODE_PARAMS`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUDA__EVENT__RECORD__NODE__PARAMS.html)
    pub struct CUDA_EVENT_RECORD_NODE_PARAMS { pub event: CUevent, pub ctx: CUDA_EVENT_RECORD_NODE_PARAMS_ctx }
    /// `ctx` of [`CUDA_EVENT_RECORD_NODE_PARAMS`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUDA__EVENT__RECORD__NODE__PARAMS.html)
    pub union CUDA_EVENT_RECORD_NODE_PARAMS_ctx { pub ctx: CUcontext, pub gCtx: CUgreenCtx }
    /// [`CUDA_EVENT_WAIT_NODE_PARAMS`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUDA__EVENT__WAIT__NODE__PARAMS.html)
    #[derive(Debug)] pub struct CUDA_EVENT_WAIT_NODE_PARAMS { pub event: CUevent }
    /// [`CUDA_MEMCPY_BATCH_NODE_PARAMS_V1`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUDA__MEMCPY__BATCH__NODE__PARAMS__V1.html)
    pub struct CUDA_MEMCPY_BATCH_NODE_PARAMS_V1 {
        pub count: usize, pub dsts: *mut CUdeviceptr, pub srcs: *mut CUdeviceptr, pub sizes: *mut usize,
        pub attrs: *mut CUmemcpyAttributes, pub attrsIdxs: *mut usize, pub numAttrs: usize,
        pub ctx: CUDA_MEMCPY_BATCH_NODE_PARAMS_V1_ctx,
    }
    /// `ctx` of [`CUDA_MEMCPY_BATCH_NODE_PARAMS_V1`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUDA__MEMCPY__BATCH__NODE__PARAMS__V1.html)
    pub union CUDA_MEMCPY_BATCH_NODE_PARAMS_V1_ctx { pub ctx: CUcontext, pub gCtx: CUgreenCtx }
    /// [`CUDA_FABRIC_CPY_BATCH_NODE_PARAMS_V1`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUDA__FABRIC__CPY__BATCH__NODE__PARAMS__V1.html)
    pub struct CUDA_FABRIC_CPY_BATCH_NODE_PARAMS_V1 {
        pub numOps: usize, pub opList: *mut CUDA_FABRIC_COPY_BATCH_OP, pub flags: c_ulonglong,
        pub ctx: CUDA_FABRIC_CPY_BATCH_NODE_PARAMS_V1_ctx,
    }
    /// `ctx` of [`CUDA_FABRIC_CPY_BATCH_NODE_PARAMS_V1`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUDA__FABRIC__CPY__BATCH__NODE__PARAMS__V1.html)
    pub union CUDA_FABRIC_CPY_BATCH_NODE_PARAMS_V1_ctx { pub ctx: CUcontext, pub gCtx: CUgreenCtx }
    /// [`CUgraphNodeParams`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUgraphNodeParams.html)
    pub struct CUgraphNodeParams {
        pub type_: CUgraphNodeType, pub reserved0: [c_int; 3usize], pub params: CUgraphNodeParams_params,
        pub reserved2: c_longlong,
    }
    /// `params` of [`CUgraphNodeParams`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUgraphNodeParams.html)
    pub union CUgraphNodeParams_params {
        pub reserved1: [c_longlong; 29usize], pub kernel: CUDA_KERNEL_NODE_PARAMS_v3,
        pub memcpy: CUDA_MEMCPY_NODE_PARAMS, pub memset: CUDA_MEMSET_NODE_PARAMS_v2,
        pub host: CUDA_HOST_NODE_PARAMS_v2, pub graph: CUDA_CHILD_GRAPH_NODE_PARAMS,
        pub eventWait: CUDA_EVENT_WAIT_NODE_PARAMS, pub eventRecord: CUDA_EVENT_RECORD_NODE_PARAMS,
        pub extSemSignal: CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_v2, pub extSemWait: CUDA_EXT_SEM_WAIT_NODE_PARAMS_v2,
        pub alloc: CUDA_MEM_ALLOC_NODE_PARAMS_v2, pub free: CUDA_MEM_FREE_NODE_PARAMS,
        pub memOp: CUDA_BATCH_MEM_OP_NODE_PARAMS_v2, pub conditional: CUDA_CONDITIONAL_NODE_PARAMS,
        pub memcpyBatch: CUDA_MEMCPY_BATCH_NODE_PARAMS_V1, pub fabricCpyBatch: CUDA_FABRIC_CPY_BATCH_NODE_PARAMS_V1,
        pub asBytes: [c_char; 232usize],
    }
    /// [`CUcheckpointCustomStoragePerDeviceData`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUcheckpointCustomStoragePerDeviceData.html)
    #[derive(Debug)] pub struct CUcheckpointCustomStoragePerDeviceData {
        pub devPtr: CUdeviceptr, pub size: usize, pub stream: CUstream,
    }
    /// [`CUcheckpointCustomStorageInfo`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUcheckpointCustomStorageInfo.html)
    #[derive(Debug)] pub struct CUcheckpointCustomStorageInfo {
        pub handle: CUcheckpointOperationHandle, pub perDeviceData: *mut CUcheckpointCustomStoragePerDeviceData,
        pub deviceCount: c_uint, #[doc(hidden)] pub _padding_after_deviceCount: [u8; 4usize],
    }
    /// [`CUcheckpointLockArgs`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUcheckpointLockArgs.html)
    #[derive(Debug)] pub struct CUcheckpointLockArgs {
        pub timeoutMs: c_uint, pub reserved0: c_uint, pub reserved1: [cuuint64_t; 7usize],
    }
    /// [`CUcheckpointCheckpointArgs`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUcheckpointCheckpointArgs.html)
    #[derive(Debug)] pub struct CUcheckpointCheckpointArgs {
        pub customStorageInfo_out: *mut *mut CUcheckpointCustomStorageInfo, pub reserved: [c_char; 56usize],
    }
    /// [`CUcheckpointGpuPair`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUcheckpointGpuPair.html)
    #[derive(Debug)] pub struct CUcheckpointGpuPair { pub oldUuid: CUuuid, pub newUuid: CUuuid }
    /// [`CUcheckpointRestoreArgs`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUcheckpointRestoreArgs.html)
    #[derive(Debug)] pub struct CUcheckpointRestoreArgs {
        pub gpuPairs: *mut CUcheckpointGpuPair, pub gpuPairsCount: c_uint, pub padding0: c_uint,
        pub customStorageInfo_out: *mut *mut CUcheckpointCustomStorageInfo, pub reserved: [c_char; 40usize],
    }
    /// [`CUcheckpointUnlockArgs`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUcheckpointUnlockArgs.html)
    #[derive(Debug)] pub struct CUcheckpointUnlockArgs { pub reserved: [cuuint64_t; 8usize] }
    /// [`CUmemDecompressParams`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUmemDecompressParams.html)
    #[derive(Debug)] pub struct CUmemDecompressParams {
        pub srcNumBytes: usize, pub dstNumBytes: usize, pub dstActBytes: *mut cuuint32_t, pub src: *const c_void,
        pub dst: *mut c_void, pub algo: CUmemDecompressAlgorithm, pub padding: [c_uchar; 20usize],
    }
    /// [`CUcliqueInfo`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUcliqueInfo.html)
    #[derive(Debug)] pub struct CUcliqueInfo { pub type_: CUcliqueType, pub id: c_uint }
    /// [`CUlogicalEndpointFabricHandle`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUlogicalEndpointFabricHandle.html)
    #[derive(Debug)] pub struct CUlogicalEndpointFabricHandle { pub data: [c_uchar; 64usize] }
    /// [`CUlogicalEndpointProp`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUlogicalEndpointProp.html)
    pub struct CUlogicalEndpointProp {
        pub type_: CUlogicalEndpointType, pub endpoint: CUlogicalEndpointProp_endpoint, pub size: c_ulonglong,
        pub ipcHandleTypes: c_uint, pub flags: c_uint,
    }
    /// `endpoint` of [`CUlogicalEndpointProp`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUlogicalEndpointProp.html)
    pub union CUlogicalEndpointProp_endpoint {
        pub unicast: CUlogicalEndpointProp_endpoint_unicast, pub multicast: CUlogicalEndpointProp_endpoint_multicast,
    }
    /// `endpoint.unicast` of [`CUlogicalEndpointProp`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUlogicalEndpointProp.html)
    #[derive(Debug)] pub struct CUlogicalEndpointProp_endpoint_unicast { pub device: CUdevice }
    /// `endpoint.multicast` of [`CUlogicalEndpointProp`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUlogicalEndpointProp.html)
    #[derive(Debug)] pub struct CUlogicalEndpointProp_endpoint_multicast { pub numDevices: c_uint }
    /// [`CUfabricCpyOperand`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUfabricCpyOperand.html)
    pub struct CUfabricCpyOperand {
        pub type_: CUfabricCpyOperandType, #[doc(hidden)] pub _padding_after_type: [u8; 4usize],
        pub op: CUfabricCpyOperand_op,
    }
    /// `op` of [`CUfabricCpyOperand`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUfabricCpyOperand.html)
    pub union CUfabricCpyOperand_op { pub ptr: CUfabricCpyOperand_op_ptr, pub le: CUfabricCpyOperand_op_le }
    /// `op.ptr` of [`CUfabricCpyOperand`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUfabricCpyOperand.html)
    pub struct CUfabricCpyOperand_op_ptr { pub ptr: CUdeviceptr, pub locHint: CUmemLocation }
    /// `op.le` of [`CUfabricCpyOperand`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUfabricCpyOperand.html)
    #[derive(Debug)] pub struct CUfabricCpyOperand_op_le {
        pub id: CUlogicalEndpointId, #[doc(hidden)] pub _padding_after_id: [u8; 4usize], pub offset: cuuint64_t,
    }
    /// [`CUDA_FABRIC_COPY_BATCH_OP_v1`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUDA__FABRIC__COPY__BATCH__OP__v1.html)
    pub struct CUDA_FABRIC_COPY_BATCH_OP_v1 {
        pub src: CUfabricCpyOperand, pub dst: CUfabricCpyOperand, pub size: usize, pub flags: c_uint,
        #[doc(hidden)] pub _padding_after_flags: [u8; 4usize],
    }
    /// [`CUdevSmResource`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUdevSmResource.html)
    #[derive(Debug)] pub struct CUdevSmResource {
        pub smCount: c_uint, pub minSmPartitionSize: c_uint, pub smCoscheduledAlignment: c_uint, pub flags: c_uint,
        pub localityDomainId: c_uint,
    }
    /// [`CUdevWorkqueueConfigResource`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUdevWorkqueueConfigResource.html)
    #[derive(Debug)] pub struct CUdevWorkqueueConfigResource {
        pub device: CUdevice, pub wqConcurrencyLimit: c_uint, pub sharingScope: CUdevWorkqueueConfigScope,
    }
    /// [`CUdevWorkqueueResource`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUdevWorkqueueResource.html)
    #[derive(Debug)] pub struct CUdevWorkqueueResource { pub reserved: [c_uchar; 40usize] }
    /// [`CU_DEV_SM_RESOURCE_GROUP_PARAMS`](https://docs.nvidia.com/cuda/cuda-driver-api/structCU__DEV__SM__RESOURCE__GROUP__PARAMS.html)
    #[derive(Debug)] pub struct CU_DEV_SM_RESOURCE_GROUP_PARAMS {
        pub smCount: c_uint, pub coscheduledSmCount: c_uint, pub preferredCoscheduledSmCount: c_uint,
        pub flags: c_uint, pub localityDomainId: c_uint, pub reserved: [c_uint; 11usize],
    }
    /// [`CUdevResource_v1`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUdevResource__v1.html)
    pub struct CUdevResource_v1 {
        pub type_: CUdevResourceType, pub _internal_padding: [c_uchar; 92usize],
        pub resource: CUdevResource_v1_resource, pub nextResource: *mut CUdevResource_v1,
    }
    /// `resource` of [`CUdevResource_v1`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUdevResource__v1.html)
    pub union CUdevResource_v1_resource {
        pub sm: CUdevSmResource, pub wqConfig: CUdevWorkqueueConfigResource, pub wq: CUdevWorkqueueResource,
        pub _oversize: [c_uchar; 40usize],
    }
    /// [`CUDA_MEMCPY2D_v1`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUDA__MEMCPY2D__v1.html)
    #[derive(Debug)] pub struct CUDA_MEMCPY2D_v1 {
        pub srcXInBytes: c_uint, pub srcY: c_uint, pub srcMemoryType: CUmemorytype,
        #[doc(hidden)] pub _padding_after_srcMemoryType: [u8; 4usize], pub srcHost: *const c_void,
        pub srcDevice: CUdeviceptr_v1, #[doc(hidden)] pub _padding_after_srcDevice: [u8; 4usize],
        pub srcArray: CUarray, pub srcPitch: c_uint, pub dstXInBytes: c_uint, pub dstY: c_uint,
        pub dstMemoryType: CUmemorytype, pub dstHost: *mut c_void, pub dstDevice: CUdeviceptr_v1,
        #[doc(hidden)] pub _padding_after_dstDevice: [u8; 4usize], pub dstArray: CUarray, pub dstPitch: c_uint,
        pub WidthInBytes: c_uint, pub Height: c_uint, #[doc(hidden)] pub _padding_after_Height: [u8; 4usize],
    }
    /// [`CUDA_MEMCPY3D_v1`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUDA__MEMCPY3D__v1.html)
    #[derive(Debug)] pub struct CUDA_MEMCPY3D_v1 {
        pub srcXInBytes: c_uint, pub srcY: c_uint, pub srcZ: c_uint, pub srcLOD: c_uint,
        pub srcMemoryType: CUmemorytype, #[doc(hidden)] pub _padding_after_srcMemoryType: [u8; 4usize],
        pub srcHost: *const c_void, pub srcDevice: CUdeviceptr_v1,
        #[doc(hidden)] pub _padding_after_srcDevice: [u8; 4usize], pub srcArray: CUarray, pub reserved0: *mut c_void,
        pub srcPitch: c_uint, pub srcHeight: c_uint, pub dstXInBytes: c_uint, pub dstY: c_uint, pub dstZ: c_uint,
        pub dstLOD: c_uint, pub dstMemoryType: CUmemorytype,
        #[doc(hidden)] pub _padding_after_dstMemoryType: [u8; 4usize], pub dstHost: *mut c_void,
        pub dstDevice: CUdeviceptr_v1, #[doc(hidden)] pub _padding_after_dstDevice: [u8; 4usize],
        pub dstArray: CUarray, pub reserved1: *mut c_void, pub dstPitch: c_uint, pub dstHeight: c_uint,
        pub WidthInBytes: c_uint, pub Height: c_uint, pub Depth: c_uint,
        #[doc(hidden)] pub _padding_after_Depth: [u8; 4usize],
    }
    /// [`CUDA_ARRAY_DESCRIPTOR_v1`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUDA__ARRAY__DESCRIPTOR__v1.html)
    #[derive(Debug)] pub struct CUDA_ARRAY_DESCRIPTOR_v1 {
        pub Width: c_uint, pub Height: c_uint, pub Format: CUarray_format, pub NumChannels: c_uint,
    }
    /// [`CUDA_ARRAY3D_DESCRIPTOR_v1`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUDA__ARRAY3D__DESCRIPTOR__v1.html)
    #[derive(Debug)] pub struct CUDA_ARRAY3D_DESCRIPTOR_v1 {
        pub Width: c_uint, pub Height: c_uint, pub Depth: c_uint, pub Format: CUarray_format, pub NumChannels: c_uint,
        pub Flags: c_uint,
    }
    /// [`CUeglFrame_v1`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUeglFrame__v1.html)
    pub struct CUeglFrame_v1 {
        pub frame: CUeglFrame_v1_frame, pub width: c_uint, pub height: c_uint, pub depth: c_uint, pub pitch: c_uint,
        pub planeCount: c_uint, pub numChannels: c_uint, pub frameType: CUeglFrameType,
        pub eglColorFormat: CUeglColorFormat, pub cuFormat: CUarray_format,
        #[doc(hidden)] pub _padding_after_cuFormat: [u8; 4usize],
    }
    /// `frame` of [`CUeglFrame_v1`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUeglFrame__v1.html)
    pub union CUeglFrame_v1_frame { pub pArray: [CUarray; 3usize], pub pPitch: [*mut c_void; 3usize] }
}

opaque! {
    CUctx_st, CUmod_st, CUfunc_st, CUlib_st, CUkern_st, CUarray_st, CUmipmappedArray_st, CUtexref_st, CUsurfref_st,
    CUevent_st, CUstream_st, CUgraphicsResource_st, CUextMemory_st, CUextSemaphore_st, CUgraph_st, CUgraphNode_st,
    CUgraphExec_st, CUmemPoolHandle_st, CUuserObject_st, CUgraphDeviceUpdatableNode_st, CUasyncCallbackEntry_st,
    CUgreenCtx_st, CUlinkState_st, CUIcheckpointOperation_st, CUcoredumpCallbackEntry_st, CUdevResourceDesc_st,
    CUlogsCallbackEntry_st, CUeglStreamConnection_st,
}

/// A type of OpenGL on Windows.
pub type HGPUNV = *mut c_void;
/// A type of OpenGL.
pub type GLenum = c_uint;
/// A type of OpenGL.
pub type GLuint = c_uint;
/// A type of EGL.
pub type EGLint = c_int;
/// A type of EGL.
pub type EGLImageKHR = *mut c_void;
/// A type of EGL.
pub type EGLStreamKHR = *mut c_void;
/// A type of EGL.
pub type EGLSyncKHR = *mut c_void;
/// A type of VDPAU.
pub type VdpDevice = c_uint;
/// A type of VDPAU.
pub type VdpVideoSurface = c_uint;
/// A type of VDPAU.
pub type VdpOutputSurface = c_uint;
/// A type of VDPAU.
pub type VdpGetProcAddress = c_void;
