// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::*;

use super::enums::*;
use crate::shared::*;

aliases! {
    "https://docs.nvidia.com/cuda/cuda-runtime-api/index.html"
    cudaDevResourceDesc_t = *mut CUdevResourceDesc_st; cudaExecutionContext_t = *mut cudaExecutionContext_st;
    cudaArray_t = *mut cudaArray; cudaArray_const_t = *const cudaArray; cudaMipmappedArray_t = *mut cudaMipmappedArray;
    cudaMipmappedArray_const_t = *const cudaMipmappedArray;
    cudaHostFn_t = Option<unsafe extern "C" fn(userData: *mut c_void)>; cudaUUID_t = CUuuid;
    cudaGraphicsResource_t = *mut cudaGraphicsResource; cudaExternalMemory_t = *mut CUexternalMemory_st;
    cudaExternalSemaphore_t = *mut CUexternalSemaphore_st; cudaGraphNode_t = *mut CUgraphNode_st;
    cudaUserObject_t = *mut CUuserObject_st; cudaGraphConditionalHandle = c_ulonglong; cudaFunction_t = *mut CUfunc_st;
    cudaKernel_t = *mut CUkern_st; cudaLibrary_t = *mut CUlib_st; cudaMemPool_t = *mut CUmemPoolHandle_st;
    cudaGraphExec_t = *mut CUgraphExec_st; cudaGraphDeviceNode_t = *mut CUgraphDeviceUpdatableNode_st;
    cudaAsyncCallbackHandle_t = *mut cudaAsyncCallbackEntry;
    cudaAsyncCallback = Option<unsafe extern "C" fn(arg1: *mut cudaAsyncNotificationInfo_t, arg2: *mut c_void, arg3: cudaAsyncCallbackHandle_t)>;
    cudaLogsCallbackHandle = *mut CUlogsCallbackEntry_st; cudaLogIterator = c_uint; cudaSurfaceObject_t = c_ulonglong;
    cudaTextureObject_t = c_ulonglong;
    cudaStreamCallback_t = Option<unsafe extern "C" fn(stream: cudaStream_t, status: cudaError_t, userData: *mut c_void)>;
    cudaGraphRecaptureCallback_t = Option<unsafe extern "C" fn(data: *mut c_void, node: cudaGraphNode_t, originalParams: *const cudaGraphNodeParams, recaptureParams: *const cudaGraphNodeParams, status: cudaGraphRecaptureStatus) -> cudaError_t>;
    cudaLogsCallback_t = Option<unsafe extern "C" fn(data: *mut c_void, logLevel: cudaLogLevel, message: *mut c_char, length: usize)>;
}

structs! {
    "https://docs.nvidia.com/cuda/cuda-runtime-api/index.html"
    #[derive(Debug)] pub struct char1 { pub x: c_schar }
    #[derive(Debug)] pub struct uchar1 { pub x: c_uchar }
    #[repr(align(2))] #[derive(Debug)] pub struct char2 { pub x: c_schar, pub y: c_schar }
    #[repr(align(2))] #[derive(Debug)] pub struct uchar2 { pub x: c_uchar, pub y: c_uchar }
    #[derive(Debug)] pub struct char3 { pub x: c_schar, pub y: c_schar, pub z: c_schar }
    #[derive(Debug)] pub struct uchar3 { pub x: c_uchar, pub y: c_uchar, pub z: c_uchar }
    #[repr(align(4))] #[derive(Debug)] pub struct char4 {
        pub x: c_schar, pub y: c_schar, pub z: c_schar, pub w: c_schar,
    }
    #[repr(align(4))] #[derive(Debug)] pub struct uchar4 {
        pub x: c_uchar, pub y: c_uchar, pub z: c_uchar, pub w: c_uchar,
    }
    #[derive(Debug)] pub struct short1 { pub x: c_short }
    #[derive(Debug)] pub struct ushort1 { pub x: c_ushort }
    #[repr(align(4))] #[derive(Debug)] pub struct short2 { pub x: c_short, pub y: c_short }
    #[repr(align(4))] #[derive(Debug)] pub struct ushort2 { pub x: c_ushort, pub y: c_ushort }
    #[derive(Debug)] pub struct short3 { pub x: c_short, pub y: c_short, pub z: c_short }
    #[derive(Debug)] pub struct ushort3 { pub x: c_ushort, pub y: c_ushort, pub z: c_ushort }
    #[repr(align(8))] #[derive(Debug)] pub struct short4 {
        pub x: c_short, pub y: c_short, pub z: c_short, pub w: c_short,
    }
    #[repr(align(8))] #[derive(Debug)] pub struct ushort4 {
        pub x: c_ushort, pub y: c_ushort, pub z: c_ushort, pub w: c_ushort,
    }
    #[derive(Debug)] pub struct int1 { pub x: c_int }
    #[derive(Debug)] pub struct uint1 { pub x: c_uint }
    #[repr(align(8))] #[derive(Debug)] pub struct int2 { pub x: c_int, pub y: c_int }
    #[repr(align(8))] #[derive(Debug)] pub struct uint2 { pub x: c_uint, pub y: c_uint }
    #[derive(Debug)] pub struct int3 { pub x: c_int, pub y: c_int, pub z: c_int }
    #[derive(Debug)] pub struct uint3 { pub x: c_uint, pub y: c_uint, pub z: c_uint }
    #[repr(align(16))] #[derive(Debug)] pub struct int4 { pub x: c_int, pub y: c_int, pub z: c_int, pub w: c_int }
    #[repr(align(16))] #[derive(Debug)] pub struct uint4 { pub x: c_uint, pub y: c_uint, pub z: c_uint, pub w: c_uint }
    #[derive(Debug)] pub struct float1 { pub x: f32 }
    #[repr(align(8))] #[derive(Debug)] pub struct float2 { pub x: f32, pub y: f32 }
    #[derive(Debug)] pub struct float3 { pub x: f32, pub y: f32, pub z: f32 }
    #[repr(align(16))] #[derive(Debug)] pub struct float4 { pub x: f32, pub y: f32, pub z: f32, pub w: f32 }
    #[derive(Debug)] pub struct longlong1 { pub x: c_longlong }
    #[derive(Debug)] pub struct ulonglong1 { pub x: c_ulonglong }
    #[repr(align(16))] #[derive(Debug)] pub struct longlong2 { pub x: c_longlong, pub y: c_longlong }
    #[repr(align(16))] #[derive(Debug)] pub struct ulonglong2 { pub x: c_ulonglong, pub y: c_ulonglong }
    #[derive(Debug)] pub struct longlong3 { pub x: c_longlong, pub y: c_longlong, pub z: c_longlong }
    #[derive(Debug)] pub struct ulonglong3 { pub x: c_ulonglong, pub y: c_ulonglong, pub z: c_ulonglong }
    #[repr(align(16))] #[derive(Debug)] pub struct longlong4 {
        pub x: c_longlong, pub y: c_longlong, pub z: c_longlong, pub w: c_longlong,
    }
    #[repr(align(16))] #[derive(Debug)] pub struct longlong4_16a {
        pub x: c_longlong, pub y: c_longlong, pub z: c_longlong, pub w: c_longlong,
    }
    #[repr(align(32))] #[derive(Debug)] pub struct longlong4_32a {
        pub x: c_longlong, pub y: c_longlong, pub z: c_longlong, pub w: c_longlong,
    }
    #[repr(align(16))] #[derive(Debug)] pub struct ulonglong4 {
        pub x: c_ulonglong, pub y: c_ulonglong, pub z: c_ulonglong, pub w: c_ulonglong,
    }
    #[repr(align(16))] #[derive(Debug)] pub struct ulonglong4_16a {
        pub x: c_ulonglong, pub y: c_ulonglong, pub z: c_ulonglong, pub w: c_ulonglong,
    }
    #[repr(align(32))] #[derive(Debug)] pub struct ulonglong4_32a {
        pub x: c_ulonglong, pub y: c_ulonglong, pub z: c_ulonglong, pub w: c_ulonglong,
    }
    #[derive(Debug)] pub struct double1 { pub x: f64 }
    #[repr(align(16))] #[derive(Debug)] pub struct double2 { pub x: f64, pub y: f64 }
    #[derive(Debug)] pub struct double3 { pub x: f64, pub y: f64, pub z: f64 }
    #[repr(align(16))] #[derive(Debug)] pub struct double4 { pub x: f64, pub y: f64, pub z: f64, pub w: f64 }
    #[repr(align(16))] #[derive(Debug)] pub struct double4_16a { pub x: f64, pub y: f64, pub z: f64, pub w: f64 }
    #[repr(align(32))] #[derive(Debug)] pub struct double4_32a { pub x: f64, pub y: f64, pub z: f64, pub w: f64 }
    #[derive(Debug)] pub struct dim3 { pub x: c_uint, pub y: c_uint, pub z: c_uint }
    #[derive(Debug)] pub struct cudaChannelFormatDesc {
        pub x: c_int, pub y: c_int, pub z: c_int, pub w: c_int, pub f: cudaChannelFormatKind,
    }
    #[derive(Debug)] pub struct cudaArraySparseProperties {
        pub tileExtent: cudaArraySparseProperties_tileExtent, pub miptailFirstLevel: c_uint,
        pub miptailSize: c_ulonglong, pub flags: c_uint, pub reserved: [c_uint; 4usize],
        #[doc(hidden)] pub _padding_after_reserved: [u8; 4usize],
    }
    #[derive(Debug)] pub struct cudaArraySparseProperties_tileExtent {
        pub width: c_uint, pub height: c_uint, pub depth: c_uint,
    }
    #[derive(Debug)] pub struct cudaArrayMemoryRequirements {
        pub size: usize, pub alignment: usize, pub reserved: [c_uint; 4usize],
    }
    #[derive(Debug)] pub struct cudaPitchedPtr {
        pub ptr: *mut c_void, pub pitch: usize, pub xsize: usize, pub ysize: usize,
    }
    #[derive(Debug)] pub struct cudaExtent { pub width: usize, pub height: usize, pub depth: usize }
    #[derive(Debug)] pub struct cudaPos { pub x: usize, pub y: usize, pub z: usize }
    #[derive(Debug)] pub struct cudaMemcpy3DParms {
        pub srcArray: cudaArray_t, pub srcPos: cudaPos, pub srcPtr: cudaPitchedPtr, pub dstArray: cudaArray_t,
        pub dstPos: cudaPos, pub dstPtr: cudaPitchedPtr, pub extent: cudaExtent, pub kind: cudaMemcpyKind,
        #[doc(hidden)] pub _padding_after_kind: [u8; 4usize],
    }
    #[derive(Debug)] pub struct cudaMemcpyNodeParams {
        pub flags: c_int, pub reserved: c_int, pub ctx: cudaExecutionContext_t, pub copyParams: cudaMemcpy3DParms,
    }
    #[derive(Debug)] pub struct cudaMemcpy3DPeerParms {
        pub srcArray: cudaArray_t, pub srcPos: cudaPos, pub srcPtr: cudaPitchedPtr, pub srcDevice: c_int,
        #[doc(hidden)] pub _padding_after_srcDevice: [u8; 4usize], pub dstArray: cudaArray_t, pub dstPos: cudaPos,
        pub dstPtr: cudaPitchedPtr, pub dstDevice: c_int, #[doc(hidden)] pub _padding_after_dstDevice: [u8; 4usize],
        pub extent: cudaExtent,
    }
    #[derive(Debug)] pub struct cudaMemsetParams {
        pub dst: *mut c_void, pub pitch: usize, pub value: c_uint, pub elementSize: c_uint, pub width: usize,
        pub height: usize,
    }
    #[derive(Debug)] pub struct cudaMemsetParamsV2 {
        pub dst: *mut c_void, pub pitch: usize, pub value: c_uint, pub elementSize: c_uint, pub width: usize,
        pub height: usize, pub ctx: cudaExecutionContext_t,
    }
    #[derive(Debug)] pub struct cudaAccessPolicyWindow {
        pub base_ptr: *mut c_void, pub num_bytes: usize, pub hitRatio: f32, pub hitProp: cudaAccessProperty,
        pub missProp: cudaAccessProperty, #[doc(hidden)] pub _padding_after_missProp: [u8; 4usize],
    }
    #[derive(Debug)] pub struct cudaHostNodeParams { pub fn_: cudaHostFn_t, pub userData: *mut c_void }
    #[derive(Debug)] pub struct cudaHostNodeParamsV2 {
        pub fn_: cudaHostFn_t, pub userData: *mut c_void, pub syncMode: c_uint,
        #[doc(hidden)] pub _padding_after_syncMode: [u8; 4usize], pub ctx: cudaExecutionContext_t,
    }
    pub struct cudaResourceDesc {
        pub resType: cudaResourceType, #[doc(hidden)] pub _padding_after_resType: [u8; 4usize],
        pub res: cudaResourceDesc_res, pub flags: c_uint, #[doc(hidden)] pub _padding_after_flags: [u8; 4usize],
    }
    pub union cudaResourceDesc_res {
        pub array: cudaResourceDesc_res_array, pub mipmap: cudaResourceDesc_res_mipmap,
        pub linear: cudaResourceDesc_res_linear, pub pitch2D: cudaResourceDesc_res_pitch2D,
        pub reserved: cudaResourceDesc_res_reserved,
    }
    #[derive(Debug)] pub struct cudaResourceDesc_res_array { pub array: cudaArray_t }
    #[derive(Debug)] pub struct cudaResourceDesc_res_mipmap { pub mipmap: cudaMipmappedArray_t }
    #[derive(Debug)] pub struct cudaResourceDesc_res_linear {
        pub devPtr: *mut c_void, pub desc: cudaChannelFormatDesc, #[doc(hidden)] pub _padding_after_desc: [u8; 4usize],
        pub sizeInBytes: usize,
    }
    #[derive(Debug)] pub struct cudaResourceDesc_res_pitch2D {
        pub devPtr: *mut c_void, pub desc: cudaChannelFormatDesc, #[doc(hidden)] pub _padding_after_desc: [u8; 4usize],
        pub width: usize, pub height: usize, pub pitchInBytes: usize,
    }
    #[derive(Debug)] pub struct cudaResourceDesc_res_reserved { pub reserved: [c_int; 32usize] }
    #[derive(Debug)] pub struct cudaResourceViewDesc {
        pub format: cudaResourceViewFormat, #[doc(hidden)] pub _padding_after_format: [u8; 4usize], pub width: usize,
        pub height: usize, pub depth: usize, pub firstMipmapLevel: c_uint, pub lastMipmapLevel: c_uint,
        pub firstLayer: c_uint, pub lastLayer: c_uint, pub reserved: [c_uint; 16usize],
    }
    pub struct cudaPointerAttributes {
        pub type_: cudaMemoryType, pub device: c_int, pub devicePointer: *mut c_void, pub hostPointer: *mut c_void,
        pub localityDomainOrdinal: cudaPointerAttributes_localityDomainOrdinal, pub reserved: [c_long; 7usize],
    }
    pub union cudaPointerAttributes_localityDomainOrdinal { pub localityDomainOrdinal: c_int, pub unused: c_long }
    #[derive(Debug)] pub struct cudaFuncAttributes {
        pub sharedSizeBytes: usize, pub constSizeBytes: usize, pub localSizeBytes: usize,
        pub maxThreadsPerBlock: c_int, pub numRegs: c_int, pub ptxVersion: c_int, pub binaryVersion: c_int,
        pub cacheModeCA: c_int, pub maxDynamicSharedSizeBytes: c_int, pub preferredShmemCarveout: c_int,
        pub clusterDimMustBeSet: c_int, pub requiredClusterWidth: c_int, pub requiredClusterHeight: c_int,
        pub requiredClusterDepth: c_int, pub clusterSchedulingPolicyPreference: c_int,
        pub nonPortableClusterSizeAllowed: c_int, pub deviceNodeUpdateStatus: c_int,
        pub sharedMemoryMode: cudaSharedMemoryMode, pub reserved: [c_int; 14usize],
        #[doc(hidden)] pub _padding_after_reserved: [u8; 4usize],
    }
    pub struct cudaMemLocation { pub type_: cudaMemLocationType, pub id: cudaMemLocation_id }
    pub union cudaMemLocation_id { pub id: c_int, pub localized: cudaMemLocation_id_localized }
    #[derive(Debug)] pub struct cudaMemLocation_id_localized { pub deviceId: c_uchar, pub localityDomainId: c_uchar }
    pub struct cudaMemAccessDesc { pub location: cudaMemLocation, pub flags: cudaMemAccessFlags }
    pub struct cudaMemPoolProps {
        pub allocType: cudaMemAllocationType, pub handleTypes: cudaMemAllocationHandleType,
        pub location: cudaMemLocation, pub win32SecurityAttributes: *mut c_void, pub maxSize: usize,
        pub usage: c_ushort, pub reserved: [c_uchar; 53usize], pub reserved1: c_uchar,
    }
    #[derive(Debug)] pub struct cudaMemPoolPtrExportData { pub reserved: [c_uchar; 64usize] }
    pub struct cudaMemAllocNodeParams {
        pub poolProps: cudaMemPoolProps, pub accessDescs: *const cudaMemAccessDesc, pub accessDescCount: usize,
        pub bytesize: usize, pub dptr: *mut c_void,
    }
    pub struct cudaMemAllocNodeParamsV2 {
        pub poolProps: cudaMemPoolProps, pub accessDescs: *const cudaMemAccessDesc, pub accessDescCount: usize,
        pub bytesize: usize, pub dptr: *mut c_void,
    }
    #[derive(Debug)] pub struct cudaMemFreeNodeParams { pub dptr: *mut c_void }
    pub struct cudaMemcpyAttributes {
        pub srcAccessOrder: cudaMemcpySrcAccessOrder, pub srcLocHint: cudaMemLocation, pub dstLocHint: cudaMemLocation,
        pub flags: c_uint,
    }
    #[derive(Debug)] pub struct cudaOffset3D { pub x: usize, pub y: usize, pub z: usize }
    pub struct cudaMemcpy3DOperand {
        pub type_: cudaMemcpy3DOperandType, #[doc(hidden)] pub _padding_after_type: [u8; 4usize],
        pub op: cudaMemcpy3DOperand_op,
    }
    pub union cudaMemcpy3DOperand_op { pub ptr: cudaMemcpy3DOperand_op_ptr, pub array: cudaMemcpy3DOperand_op_array }
    pub struct cudaMemcpy3DOperand_op_ptr {
        pub ptr: *mut c_void, pub rowLength: usize, pub layerHeight: usize, pub locHint: cudaMemLocation,
    }
    #[derive(Debug)] pub struct cudaMemcpy3DOperand_op_array { pub array: cudaArray_t, pub offset: cudaOffset3D }
    pub struct cudaMemcpy3DBatchOp {
        pub src: cudaMemcpy3DOperand, pub dst: cudaMemcpy3DOperand, pub extent: cudaExtent,
        pub srcAccessOrder: cudaMemcpySrcAccessOrder, pub flags: c_uint,
    }
    #[derive(Debug)] pub struct CUuuid { pub bytes: [c_char; 16usize] }
    #[derive(Debug)] pub struct cudaDeviceProp {
        pub name: [c_char; 256usize], pub uuid: cudaUUID_t, pub luid: [c_char; 8usize], pub luidDeviceNodeMask: c_uint,
        #[doc(hidden)] pub _padding_after_luidDeviceNodeMask: [u8; 4usize], pub totalGlobalMem: usize,
        pub sharedMemPerBlock: usize, pub regsPerBlock: c_int, pub warpSize: c_int, pub memPitch: usize,
        pub maxThreadsPerBlock: c_int, pub maxThreadsDim: [c_int; 3usize], pub maxGridSize: [c_int; 3usize],
        #[doc(hidden)] pub _padding_after_maxGridSize: [u8; 4usize], pub totalConstMem: usize, pub major: c_int,
        pub minor: c_int, pub textureAlignment: usize, pub texturePitchAlignment: usize,
        pub multiProcessorCount: c_int, pub integrated: c_int, pub canMapHostMemory: c_int, pub maxTexture1D: c_int,
        pub maxTexture1DMipmap: c_int, pub maxTexture2D: [c_int; 2usize], pub maxTexture2DMipmap: [c_int; 2usize],
        pub maxTexture2DLinear: [c_int; 3usize], pub maxTexture2DGather: [c_int; 2usize],
        pub maxTexture3D: [c_int; 3usize], pub maxTexture3DAlt: [c_int; 3usize], pub maxTextureCubemap: c_int,
        pub maxTexture1DLayered: [c_int; 2usize], pub maxTexture2DLayered: [c_int; 3usize],
        pub maxTextureCubemapLayered: [c_int; 2usize], pub maxSurface1D: c_int, pub maxSurface2D: [c_int; 2usize],
        pub maxSurface3D: [c_int; 3usize], pub maxSurface1DLayered: [c_int; 2usize],
        pub maxSurface2DLayered: [c_int; 3usize], pub maxSurfaceCubemap: c_int,
        pub maxSurfaceCubemapLayered: [c_int; 2usize], pub surfaceAlignment: usize, pub concurrentKernels: c_int,
        pub ECCEnabled: c_int, pub pciBusID: c_int, pub pciDeviceID: c_int, pub pciDomainID: c_int,
        pub tccDriver: c_int, pub asyncEngineCount: c_int, pub unifiedAddressing: c_int, pub memoryBusWidth: c_int,
        pub l2CacheSize: c_int, pub persistingL2CacheMaxSize: c_int, pub maxThreadsPerMultiProcessor: c_int,
        pub streamPrioritiesSupported: c_int, pub globalL1CacheSupported: c_int, pub localL1CacheSupported: c_int,
        #[doc(hidden)] pub _padding_after_localL1CacheSupported: [u8; 4usize], pub sharedMemPerMultiprocessor: usize,
        pub regsPerMultiprocessor: c_int, pub managedMemory: c_int, pub isMultiGpuBoard: c_int,
        pub multiGpuBoardGroupID: c_int, pub hostNativeAtomicSupported: c_int, pub pageableMemoryAccess: c_int,
        pub concurrentManagedAccess: c_int, pub computePreemptionSupported: c_int,
        pub canUseHostPointerForRegisteredMem: c_int, pub cooperativeLaunch: c_int, pub sharedMemPerBlockOptin: usize,
        pub pageableMemoryAccessUsesHostPageTables: c_int, pub directManagedMemAccessFromHost: c_int,
        pub maxBlocksPerMultiProcessor: c_int, pub accessPolicyMaxWindowSize: c_int,
        pub reservedSharedMemPerBlock: usize, pub hostRegisterSupported: c_int, pub sparseCudaArraySupported: c_int,
        pub hostRegisterReadOnlySupported: c_int, pub timelineSemaphoreInteropSupported: c_int,
        pub memoryPoolsSupported: c_int, pub gpuDirectRDMASupported: c_int,
        pub gpuDirectRDMAFlushWritesOptions: c_uint, pub gpuDirectRDMAWritesOrdering: c_int,
        pub memoryPoolSupportedHandleTypes: c_uint, pub deferredMappingCudaArraySupported: c_int,
        pub ipcEventSupported: c_int, pub clusterLaunch: c_int, pub unifiedFunctionPointers: c_int,
        pub deviceNumaConfig: c_int, pub deviceNumaId: c_int, pub mpsEnabled: c_int, pub hostNumaId: c_int,
        pub gpuPciDeviceID: c_uint, pub gpuPciSubsystemID: c_uint, pub hostNumaMultinodeIpcSupported: c_int,
        pub reserved: [c_int; 56usize],
    }
    #[derive(Debug)] pub struct cudaIpcEventHandle_t { pub reserved: [c_char; 64usize] }
    #[derive(Debug)] pub struct cudaIpcMemHandle_t { pub reserved: [c_char; 64usize] }
    #[derive(Debug)] pub struct cudaMemFabricHandle_t { pub reserved: [c_char; 64usize] }
    pub struct cudaExternalMemoryHandleDesc {
        pub type_: cudaExternalMemoryHandleType, #[doc(hidden)] pub _padding_after_type: [u8; 4usize],
        pub handle: cudaExternalMemoryHandleDesc_handle, pub size: c_ulonglong, pub flags: c_uint,
        pub reserved: [c_uint; 16usize], #[doc(hidden)] pub _padding_after_reserved: [u8; 4usize],
    }
    pub union cudaExternalMemoryHandleDesc_handle {
        pub fd: c_int, pub win32: cudaExternalMemoryHandleDesc_handle_win32, pub nvSciBufObject: *const c_void,
    }
    #[derive(Debug)] pub struct cudaExternalMemoryHandleDesc_handle_win32 {
        pub handle: *mut c_void, pub name: *const c_void,
    }
    #[derive(Debug)] pub struct cudaExternalMemoryBufferDesc {
        pub offset: c_ulonglong, pub size: c_ulonglong, pub flags: c_uint, pub reserved: [c_uint; 16usize],
        #[doc(hidden)] pub _padding_after_reserved: [u8; 4usize],
    }
    #[derive(Debug)] pub struct cudaExternalMemoryMipmappedArrayDesc {
        pub offset: c_ulonglong, pub formatDesc: cudaChannelFormatDesc,
        #[doc(hidden)] pub _padding_after_formatDesc: [u8; 4usize], pub extent: cudaExtent, pub flags: c_uint,
        pub numLevels: c_uint, pub reserved: [c_uint; 16usize],
    }
    pub struct cudaExternalSemaphoreHandleDesc {
        pub type_: cudaExternalSemaphoreHandleType, #[doc(hidden)] pub _padding_after_type: [u8; 4usize],
        pub handle: cudaExternalSemaphoreHandleDesc_handle, pub flags: c_uint, pub reserved: [c_uint; 16usize],
        #[doc(hidden)] pub _padding_after_reserved: [u8; 4usize],
    }
    pub union cudaExternalSemaphoreHandleDesc_handle {
        pub fd: c_int, pub win32: cudaExternalSemaphoreHandleDesc_handle_win32, pub nvSciSyncObj: *const c_void,
    }
    #[derive(Debug)] pub struct cudaExternalSemaphoreHandleDesc_handle_win32 {
        pub handle: *mut c_void, pub name: *const c_void,
    }
    pub struct cudaExternalSemaphoreSignalParams {
        pub params: cudaExternalSemaphoreSignalParams_params, pub flags: c_uint, pub reserved: [c_uint; 16usize],
        #[doc(hidden)] pub _padding_after_reserved: [u8; 4usize],
    }
    pub struct cudaExternalSemaphoreSignalParams_params {
        pub fence: cudaExternalSemaphoreSignalParams_params_fence,
        pub nvSciSync: cudaExternalSemaphoreSignalParams_params_nvSciSync,
        pub keyedMutex: cudaExternalSemaphoreSignalParams_params_keyedMutex, pub reserved: [c_uint; 12usize],
    }
    #[derive(Debug)] pub struct cudaExternalSemaphoreSignalParams_params_fence { pub value: c_ulonglong }
    pub union cudaExternalSemaphoreSignalParams_params_nvSciSync { pub fence: *mut c_void, pub reserved: c_ulonglong }
    #[derive(Debug)] pub struct cudaExternalSemaphoreSignalParams_params_keyedMutex { pub key: c_ulonglong }
    pub struct cudaExternalSemaphoreWaitParams {
        pub params: cudaExternalSemaphoreWaitParams_params, pub flags: c_uint, pub reserved: [c_uint; 16usize],
        #[doc(hidden)] pub _padding_after_reserved: [u8; 4usize],
    }
    pub struct cudaExternalSemaphoreWaitParams_params {
        pub fence: cudaExternalSemaphoreWaitParams_params_fence,
        pub nvSciSync: cudaExternalSemaphoreWaitParams_params_nvSciSync,
        pub keyedMutex: cudaExternalSemaphoreWaitParams_params_keyedMutex, pub reserved: [c_uint; 10usize],
    }
    #[derive(Debug)] pub struct cudaExternalSemaphoreWaitParams_params_fence { pub value: c_ulonglong }
    pub union cudaExternalSemaphoreWaitParams_params_nvSciSync { pub fence: *mut c_void, pub reserved: c_ulonglong }
    #[derive(Debug)] pub struct cudaExternalSemaphoreWaitParams_params_keyedMutex {
        pub key: c_ulonglong, pub timeoutMs: c_uint, #[doc(hidden)] pub _padding_after_timeoutMs: [u8; 4usize],
    }
    #[derive(Debug)] pub struct cudaDevSmResource {
        pub smCount: c_uint, pub minSmPartitionSize: c_uint, pub smCoscheduledAlignment: c_uint, pub flags: c_uint,
        pub localityDomainId: c_uint,
    }
    #[derive(Debug)] pub struct cudaDevWorkqueueConfigResource {
        pub device: c_int, pub wqConcurrencyLimit: c_uint, pub sharingScope: cudaDevWorkqueueConfigScope,
    }
    #[derive(Debug)] pub struct cudaDevWorkqueueResource { pub reserved: [c_uchar; 40usize] }
    #[derive(Debug)] pub struct cudaDevSmResourceGroupParams {
        pub smCount: c_uint, pub coscheduledSmCount: c_uint, pub preferredCoscheduledSmCount: c_uint,
        pub flags: c_uint, pub localityDomainId: c_uint, pub reserved: [c_uint; 11usize],
    }
    pub struct cudaDevResource {
        pub type_: cudaDevResourceType, pub _internal_padding: [c_uchar; 92usize], pub sm: cudaDevResource_sm,
        pub nextResource: *mut cudaDevResource,
    }
    pub union cudaDevResource_sm {
        pub sm: cudaDevSmResource, pub wqConfig: cudaDevWorkqueueConfigResource, pub wq: cudaDevWorkqueueResource,
        pub _oversize: [c_uchar; 40usize],
    }
    #[derive(Debug)] pub struct cudalibraryHostUniversalFunctionAndDataTable {
        pub functionTable: *mut c_void, pub functionWindowSize: usize, pub dataTable: *mut c_void,
        pub dataWindowSize: usize,
    }
    #[derive(Debug)] pub struct cudaKernelNodeParams {
        pub func: *mut c_void, pub gridDim: dim3, pub blockDim: dim3, pub sharedMemBytes: c_uint,
        #[doc(hidden)] pub _padding_after_sharedMemBytes: [u8; 4usize], pub kernelParams: *mut *mut c_void,
        pub extra: *mut *mut c_void,
    }
    pub struct cudaKernelNodeParamsV2 {
        pub func: cudaKernelNodeParamsV2_func, pub gridDim: dim3, pub blockDim: dim3, pub sharedMemBytes: c_uint,
        #[doc(hidden)] pub _padding_after_sharedMemBytes: [u8; 4usize], pub kernelParams: *mut *mut c_void,
        pub extra: *mut *mut c_void, pub ctx: cudaExecutionContext_t, pub functionType: cudaKernelFunctionType,
        #[doc(hidden)] pub _padding_after_functionType: [u8; 4usize],
    }
    pub union cudaKernelNodeParamsV2_func { pub func: *mut c_void, pub kern: cudaKernel_t, pub cuFunc: cudaFunction_t }
    #[derive(Debug)] pub struct cudaExternalSemaphoreSignalNodeParams {
        pub extSemArray: *mut cudaExternalSemaphore_t, pub paramsArray: *const cudaExternalSemaphoreSignalParams,
        pub numExtSems: c_uint, #[doc(hidden)] pub _padding_after_numExtSems: [u8; 4usize],
    }
    #[derive(Debug)] pub struct cudaExternalSemaphoreSignalNodeParamsV2 {
        pub extSemArray: *mut cudaExternalSemaphore_t, pub paramsArray: *const cudaExternalSemaphoreSignalParams,
        pub numExtSems: c_uint, #[doc(hidden)] pub _padding_after_numExtSems: [u8; 4usize],
        pub ctx: cudaExecutionContext_t,
    }
    #[derive(Debug)] pub struct cudaExternalSemaphoreWaitNodeParams {
        pub extSemArray: *mut cudaExternalSemaphore_t, pub paramsArray: *const cudaExternalSemaphoreWaitParams,
        pub numExtSems: c_uint, #[doc(hidden)] pub _padding_after_numExtSems: [u8; 4usize],
    }
    #[derive(Debug)] pub struct cudaExternalSemaphoreWaitNodeParamsV2 {
        pub extSemArray: *mut cudaExternalSemaphore_t, pub paramsArray: *const cudaExternalSemaphoreWaitParams,
        pub numExtSems: c_uint, #[doc(hidden)] pub _padding_after_numExtSems: [u8; 4usize],
        pub ctx: cudaExecutionContext_t,
    }
    #[derive(Debug)] pub struct cudaConditionalNodeParams {
        pub handle: cudaGraphConditionalHandle, pub type_: cudaGraphConditionalNodeType, pub size: c_uint,
        pub phGraph_out: *mut cudaGraph_t, pub ctx: cudaExecutionContext_t,
    }
    #[derive(Debug)] pub struct cudaMemcpyBatchNodeParams {
        pub count: usize, pub dsts: *mut *mut c_void, pub srcs: *mut *mut c_void, pub sizes: *mut usize,
        pub attrs: *mut cudaMemcpyAttributes, pub attrsIdxs: *mut usize, pub numAttrs: usize,
        pub ctx: cudaExecutionContext_t,
    }
    #[derive(Debug)] pub struct cudaChildGraphNodeParams {
        pub graph: cudaGraph_t, pub ownership: cudaGraphChildGraphNodeOwnership,
        #[doc(hidden)] pub _padding_after_ownership: [u8; 4usize],
    }
    #[derive(Debug)] pub struct cudaEventRecordNodeParams { pub event: cudaEvent_t, pub ctx: cudaExecutionContext_t }
    #[derive(Debug)] pub struct cudaEventWaitNodeParams { pub event: cudaEvent_t }
    pub struct cudaGraphNodeParams {
        pub type_: cudaGraphNodeType, pub reserved0: [c_int; 3usize], pub reserved1: cudaGraphNodeParams_reserved1,
        pub reserved2: c_longlong,
    }
    pub union cudaGraphNodeParams_reserved1 {
        pub reserved1: [c_longlong; 29usize], pub kernel: cudaKernelNodeParamsV2, pub memcpy: cudaMemcpyNodeParams,
        pub memset: cudaMemsetParamsV2, pub host: cudaHostNodeParamsV2, pub graph: cudaChildGraphNodeParams,
        pub eventWait: cudaEventWaitNodeParams, pub eventRecord: cudaEventRecordNodeParams,
        pub extSemSignal: cudaExternalSemaphoreSignalNodeParamsV2,
        pub extSemWait: cudaExternalSemaphoreWaitNodeParamsV2, pub alloc: cudaMemAllocNodeParamsV2,
        pub free: cudaMemFreeNodeParams, pub conditional: cudaConditionalNodeParams,
        pub memcpyBatch: cudaMemcpyBatchNodeParams,
    }
    #[derive(Debug)] pub struct cudaGraphEdgeData {
        pub from_port: c_uchar, pub to_port: c_uchar, pub type_: c_uchar, pub reserved: [c_uchar; 5usize],
    }
    #[derive(Debug)] pub struct cudaGraphInstantiateParams {
        pub flags: c_ulonglong, pub uploadStream: cudaStream_t, pub errNode_out: cudaGraphNode_t,
        pub result_out: cudaGraphInstantiateResult, #[doc(hidden)] pub _padding_after_result_out: [u8; 4usize],
    }
    #[derive(Debug)] pub struct cudaGraphExecUpdateResultInfo {
        pub result: cudaGraphExecUpdateResult, #[doc(hidden)] pub _padding_after_result: [u8; 4usize],
        pub errorNode: cudaGraphNode_t, pub errorFromNode: cudaGraphNode_t,
    }
    pub struct cudaGraphKernelNodeUpdate {
        pub node: cudaGraphDeviceNode_t, pub field: cudaGraphKernelNodeField,
        #[doc(hidden)] pub _padding_after_field: [u8; 4usize], pub updateData: cudaGraphKernelNodeUpdate_updateData,
    }
    pub union cudaGraphKernelNodeUpdate_updateData {
        pub gridDim: dim3, pub param: cudaGraphKernelNodeUpdate_updateData_param, pub isEnabled: c_uint,
    }
    #[derive(Debug)] pub struct cudaGraphKernelNodeUpdate_updateData_param {
        pub pValue: *const c_void, pub offset: usize, pub size: usize,
    }
    #[derive(Debug)] pub struct cudaLaunchMemSyncDomainMap { pub default_: c_uchar, pub remote: c_uchar }
    pub union cudaLaunchAttributeValue {
        pub pad: [c_char; 64usize], pub accessPolicyWindow: cudaAccessPolicyWindow, pub cooperative: c_int,
        pub syncPolicy: cudaSynchronizationPolicy, pub clusterDim: cudaLaunchAttributeValue_clusterDim,
        pub clusterSchedulingPolicyPreference: cudaClusterSchedulingPolicy,
        pub programmaticStreamSerializationAllowed: c_int,
        pub programmaticEvent: cudaLaunchAttributeValue_programmaticEvent, pub priority: c_int,
        pub memSyncDomainMap: cudaLaunchMemSyncDomainMap, pub memSyncDomain: cudaLaunchMemSyncDomain,
        pub preferredClusterDim: cudaLaunchAttributeValue_preferredClusterDim,
        pub launchCompletionEvent: cudaLaunchAttributeValue_launchCompletionEvent,
        pub deviceUpdatableKernelNode: cudaLaunchAttributeValue_deviceUpdatableKernelNode,
        pub sharedMemCarveout: c_uint, pub nvlinkUtilCentricScheduling: c_uint,
        pub portableClusterSizeMode: cudaLaunchAttributePortableClusterMode,
        pub sharedMemoryMode: cudaSharedMemoryMode,
    }
    #[derive(Debug)] pub struct cudaLaunchAttributeValue_clusterDim { pub x: c_uint, pub y: c_uint, pub z: c_uint }
    #[derive(Debug)] pub struct cudaLaunchAttributeValue_programmaticEvent {
        pub event: cudaEvent_t, pub flags: c_int, pub triggerAtBlockStart: c_int,
    }
    #[derive(Debug)] pub struct cudaLaunchAttributeValue_preferredClusterDim {
        pub x: c_uint, pub y: c_uint, pub z: c_uint,
    }
    #[derive(Debug)] pub struct cudaLaunchAttributeValue_launchCompletionEvent {
        pub event: cudaEvent_t, pub flags: c_int, #[doc(hidden)] pub _padding_after_flags: [u8; 4usize],
    }
    #[derive(Debug)] pub struct cudaLaunchAttributeValue_deviceUpdatableKernelNode {
        pub deviceUpdatable: c_int, #[doc(hidden)] pub _padding_after_deviceUpdatable: [u8; 4usize],
        pub devNode: cudaGraphDeviceNode_t,
    }
    pub struct cudaLaunchAttribute {
        pub id: cudaLaunchAttributeID, pub pad: [c_char; 4usize], pub val: cudaLaunchAttributeValue,
    }
    #[derive(Debug)] pub struct cudaLaunchConfig_t {
        pub gridDim: dim3, pub blockDim: dim3, pub dynamicSmemBytes: usize, pub stream: cudaStream_t,
        pub attrs: *mut cudaLaunchAttribute, pub numAttrs: c_uint,
        #[doc(hidden)] pub _padding_after_numAttrs: [u8; 4usize],
    }
    pub struct cudaAsyncNotificationInfo_t {
        pub type_: cudaAsyncNotificationType, #[doc(hidden)] pub _padding_after_type: [u8; 4usize],
        pub info: cudaAsyncNotificationInfo_t_info,
    }
    pub union cudaAsyncNotificationInfo_t_info { pub overBudget: cudaAsyncNotificationInfo_t_info_overBudget }
    #[derive(Debug)] pub struct cudaAsyncNotificationInfo_t_info_overBudget { pub bytesOverBudget: c_ulonglong }
    #[derive(Debug)] pub struct cudaTextureDesc {
        pub addressMode: [cudaTextureAddressMode; 3usize], pub filterMode: cudaTextureFilterMode,
        pub readMode: cudaTextureReadMode, pub sRGB: c_int, pub borderColor: [f32; 4usize],
        pub normalizedCoords: c_int, pub maxAnisotropy: c_uint, pub mipmapFilterMode: cudaTextureFilterMode,
        pub mipmapLevelBias: f32, pub minMipmapLevelClamp: f32, pub maxMipmapLevelClamp: f32,
        pub disableTrilinearOptimization: c_int, pub seamlessCubemap: c_int,
    }
    #[derive(Debug)] pub struct cudaGraphRecaptureCallbackData {
        pub callbackFunc: cudaGraphRecaptureCallback_t, pub userData: *mut c_void,
    }
    #[derive(Debug)] pub struct cudaDeviceProp_12_9 {
        pub name: [c_char; 256usize], pub uuid: cudaUUID_t, pub luid: [c_char; 8usize], pub luidDeviceNodeMask: c_uint,
        #[doc(hidden)] pub _padding_after_luidDeviceNodeMask: [u8; 4usize], pub totalGlobalMem: usize,
        pub sharedMemPerBlock: usize, pub regsPerBlock: c_int, pub warpSize: c_int, pub memPitch: usize,
        pub maxThreadsPerBlock: c_int, pub maxThreadsDim: [c_int; 3usize], pub maxGridSize: [c_int; 3usize],
        pub clockRate: c_int, pub totalConstMem: usize, pub major: c_int, pub minor: c_int,
        pub textureAlignment: usize, pub texturePitchAlignment: usize, pub deviceOverlap: c_int,
        pub multiProcessorCount: c_int, pub kernelExecTimeoutEnabled: c_int, pub integrated: c_int,
        pub canMapHostMemory: c_int, pub computeMode: c_int, pub maxTexture1D: c_int, pub maxTexture1DMipmap: c_int,
        pub maxTexture1DLinear: c_int, pub maxTexture2D: [c_int; 2usize], pub maxTexture2DMipmap: [c_int; 2usize],
        pub maxTexture2DLinear: [c_int; 3usize], pub maxTexture2DGather: [c_int; 2usize],
        pub maxTexture3D: [c_int; 3usize], pub maxTexture3DAlt: [c_int; 3usize], pub maxTextureCubemap: c_int,
        pub maxTexture1DLayered: [c_int; 2usize], pub maxTexture2DLayered: [c_int; 3usize],
        pub maxTextureCubemapLayered: [c_int; 2usize], pub maxSurface1D: c_int, pub maxSurface2D: [c_int; 2usize],
        pub maxSurface3D: [c_int; 3usize], pub maxSurface1DLayered: [c_int; 2usize],
        pub maxSurface2DLayered: [c_int; 3usize], pub maxSurfaceCubemap: c_int,
        pub maxSurfaceCubemapLayered: [c_int; 2usize], pub surfaceAlignment: usize, pub concurrentKernels: c_int,
        pub ECCEnabled: c_int, pub pciBusID: c_int, pub pciDeviceID: c_int, pub pciDomainID: c_int,
        pub tccDriver: c_int, pub asyncEngineCount: c_int, pub unifiedAddressing: c_int, pub memoryClockRate: c_int,
        pub memoryBusWidth: c_int, pub l2CacheSize: c_int, pub persistingL2CacheMaxSize: c_int,
        pub maxThreadsPerMultiProcessor: c_int, pub streamPrioritiesSupported: c_int,
        pub globalL1CacheSupported: c_int, pub localL1CacheSupported: c_int, pub sharedMemPerMultiprocessor: usize,
        pub regsPerMultiprocessor: c_int, pub managedMemory: c_int, pub isMultiGpuBoard: c_int,
        pub multiGpuBoardGroupID: c_int, pub hostNativeAtomicSupported: c_int,
        pub singleToDoublePrecisionPerfRatio: c_int, pub pageableMemoryAccess: c_int,
        pub concurrentManagedAccess: c_int, pub computePreemptionSupported: c_int,
        pub canUseHostPointerForRegisteredMem: c_int, pub cooperativeLaunch: c_int,
        pub cooperativeMultiDeviceLaunch: c_int, pub sharedMemPerBlockOptin: usize,
        pub pageableMemoryAccessUsesHostPageTables: c_int, pub directManagedMemAccessFromHost: c_int,
        pub maxBlocksPerMultiProcessor: c_int, pub accessPolicyMaxWindowSize: c_int,
        pub reservedSharedMemPerBlock: usize, pub hostRegisterSupported: c_int, pub sparseCudaArraySupported: c_int,
        pub hostRegisterReadOnlySupported: c_int, pub timelineSemaphoreInteropSupported: c_int,
        pub memoryPoolsSupported: c_int, pub gpuDirectRDMASupported: c_int,
        pub gpuDirectRDMAFlushWritesOptions: c_uint, pub gpuDirectRDMAWritesOrdering: c_int,
        pub memoryPoolSupportedHandleTypes: c_uint, pub deferredMappingCudaArraySupported: c_int,
        pub ipcEventSupported: c_int, pub clusterLaunch: c_int, pub unifiedFunctionPointers: c_int,
        pub reserved: [c_int; 63usize],
    }
    pub struct cudaExternalSemaphoreSignalParams_v1 {
        pub params: cudaExternalSemaphoreSignalParams_v1_params, pub flags: c_uint,
        #[doc(hidden)] pub _padding_after_flags: [u8; 4usize],
    }
    pub struct cudaExternalSemaphoreSignalParams_v1_params {
        pub fence: cudaExternalSemaphoreSignalParams_v1_params_fence,
        pub nvSciSync: cudaExternalSemaphoreSignalParams_v1_params_nvSciSync,
        pub keyedMutex: cudaExternalSemaphoreSignalParams_v1_params_keyedMutex,
    }
    #[derive(Debug)] pub struct cudaExternalSemaphoreSignalParams_v1_params_fence { pub value: c_ulonglong }
    pub union cudaExternalSemaphoreSignalParams_v1_params_nvSciSync {
        pub fence: *mut c_void, pub reserved: c_ulonglong,
    }
    #[derive(Debug)] pub struct cudaExternalSemaphoreSignalParams_v1_params_keyedMutex { pub key: c_ulonglong }
    pub struct cudaExternalSemaphoreWaitParams_v1 {
        pub params: cudaExternalSemaphoreWaitParams_v1_params, pub flags: c_uint,
        #[doc(hidden)] pub _padding_after_flags: [u8; 4usize],
    }
    pub struct cudaExternalSemaphoreWaitParams_v1_params {
        pub fence: cudaExternalSemaphoreWaitParams_v1_params_fence,
        pub nvSciSync: cudaExternalSemaphoreWaitParams_v1_params_nvSciSync,
        pub keyedMutex: cudaExternalSemaphoreWaitParams_v1_params_keyedMutex,
    }
    #[derive(Debug)] pub struct cudaExternalSemaphoreWaitParams_v1_params_fence { pub value: c_ulonglong }
    pub union cudaExternalSemaphoreWaitParams_v1_params_nvSciSync { pub fence: *mut c_void, pub reserved: c_ulonglong }
    #[derive(Debug)] pub struct cudaExternalSemaphoreWaitParams_v1_params_keyedMutex {
        pub key: c_ulonglong, pub timeoutMs: c_uint, #[doc(hidden)] pub _padding_after_timeoutMs: [u8; 4usize],
    }
    #[derive(Debug)] pub struct cudaLaunchParams {
        pub func: *mut c_void, pub gridDim: dim3, pub blockDim: dim3, pub args: *mut *mut c_void, pub sharedMem: usize,
        pub stream: cudaStream_t,
    }
    #[derive(Debug)] pub struct cudaDeviceProp_11_8 {
        pub name: [c_char; 256usize], pub uuid: cudaUUID_t, pub luid: [c_char; 8usize], pub luidDeviceNodeMask: c_uint,
        #[doc(hidden)] pub _padding_after_luidDeviceNodeMask: [u8; 4usize], pub totalGlobalMem: usize,
        pub sharedMemPerBlock: usize, pub regsPerBlock: c_int, pub warpSize: c_int, pub memPitch: usize,
        pub maxThreadsPerBlock: c_int, pub maxThreadsDim: [c_int; 3usize], pub maxGridSize: [c_int; 3usize],
        pub clockRate: c_int, pub totalConstMem: usize, pub major: c_int, pub minor: c_int,
        pub textureAlignment: usize, pub texturePitchAlignment: usize, pub deviceOverlap: c_int,
        pub multiProcessorCount: c_int, pub kernelExecTimeoutEnabled: c_int, pub integrated: c_int,
        pub canMapHostMemory: c_int, pub computeMode: c_int, pub maxTexture1D: c_int, pub maxTexture1DMipmap: c_int,
        pub maxTexture1DLinear: c_int, pub maxTexture2D: [c_int; 2usize], pub maxTexture2DMipmap: [c_int; 2usize],
        pub maxTexture2DLinear: [c_int; 3usize], pub maxTexture2DGather: [c_int; 2usize],
        pub maxTexture3D: [c_int; 3usize], pub maxTexture3DAlt: [c_int; 3usize], pub maxTextureCubemap: c_int,
        pub maxTexture1DLayered: [c_int; 2usize], pub maxTexture2DLayered: [c_int; 3usize],
        pub maxTextureCubemapLayered: [c_int; 2usize], pub maxSurface1D: c_int, pub maxSurface2D: [c_int; 2usize],
        pub maxSurface3D: [c_int; 3usize], pub maxSurface1DLayered: [c_int; 2usize],
        pub maxSurface2DLayered: [c_int; 3usize], pub maxSurfaceCubemap: c_int,
        pub maxSurfaceCubemapLayered: [c_int; 2usize], pub surfaceAlignment: usize, pub concurrentKernels: c_int,
        pub ECCEnabled: c_int, pub pciBusID: c_int, pub pciDeviceID: c_int, pub pciDomainID: c_int,
        pub tccDriver: c_int, pub asyncEngineCount: c_int, pub unifiedAddressing: c_int, pub memoryClockRate: c_int,
        pub memoryBusWidth: c_int, pub l2CacheSize: c_int, pub persistingL2CacheMaxSize: c_int,
        pub maxThreadsPerMultiProcessor: c_int, pub streamPrioritiesSupported: c_int,
        pub globalL1CacheSupported: c_int, pub localL1CacheSupported: c_int, pub sharedMemPerMultiprocessor: usize,
        pub regsPerMultiprocessor: c_int, pub managedMemory: c_int, pub isMultiGpuBoard: c_int,
        pub multiGpuBoardGroupID: c_int, pub hostNativeAtomicSupported: c_int,
        pub singleToDoublePrecisionPerfRatio: c_int, pub pageableMemoryAccess: c_int,
        pub concurrentManagedAccess: c_int, pub computePreemptionSupported: c_int,
        pub canUseHostPointerForRegisteredMem: c_int, pub cooperativeLaunch: c_int,
        pub cooperativeMultiDeviceLaunch: c_int, pub sharedMemPerBlockOptin: usize,
        pub pageableMemoryAccessUsesHostPageTables: c_int, pub directManagedMemAccessFromHost: c_int,
        pub maxBlocksPerMultiProcessor: c_int, pub accessPolicyMaxWindowSize: c_int,
        pub reservedSharedMemPerBlock: usize,
    }
    #[derive(Debug)] pub struct surfaceReference { pub channelDesc: cudaChannelFormatDesc }
    #[derive(Debug)] pub struct textureReference {
        pub normalized: c_int, pub filterMode: cudaTextureFilterMode,
        pub addressMode: [cudaTextureAddressMode; 3usize], pub channelDesc: cudaChannelFormatDesc, pub sRGB: c_int,
        pub maxAnisotropy: c_uint, pub mipmapFilterMode: cudaTextureFilterMode, pub mipmapLevelBias: f32,
        pub minMipmapLevelClamp: f32, pub maxMipmapLevelClamp: f32, pub disableTrilinearOptimization: c_int,
        pub __cudaReserved: [c_int; 14usize],
    }
    #[derive(Debug)] pub struct cudaTextureDesc_v2 {
        pub addressMode: [cudaTextureAddressMode; 3usize], pub filterMode: cudaTextureFilterMode,
        pub readMode: cudaTextureReadMode, pub sRGB: c_int, pub borderColor: [f32; 4usize],
        pub normalizedCoords: c_int, pub maxAnisotropy: c_uint, pub mipmapFilterMode: cudaTextureFilterMode,
        pub mipmapLevelBias: f32, pub minMipmapLevelClamp: f32, pub maxMipmapLevelClamp: f32,
        pub disableTrilinearOptimization: c_int, pub seamlessCubemap: c_int,
    }
    pub union cudaStreamAttrValue {
        pub accessPolicyWindow: cudaAccessPolicyWindow, pub syncPolicy: cudaSynchronizationPolicy,
    }
    pub union cudaKernelNodeAttrValue {
        pub accessPolicyWindow: cudaAccessPolicyWindow, pub cooperative: c_int, pub priority: c_int,
    }
}

opaque! {
    CUdevResourceDesc_st, cudaExecutionContext_st, cudaArray, cudaMipmappedArray, cudaGraphicsResource,
    CUexternalMemory_st, CUexternalSemaphore_st, CUgraphNode_st, CUuserObject_st, CUfunc_st, CUkern_st, CUlib_st,
    CUmemPoolHandle_st, CUgraphExec_st, CUgraphDeviceUpdatableNode_st, cudaAsyncCallbackEntry, CUlogsCallbackEntry_st,
}
