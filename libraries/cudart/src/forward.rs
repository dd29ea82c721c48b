//! The functions that differ from the driver's in the names of their types alone.

/// Defines `forward!`, which calls the driver's function in the runtime's row, and otherwise says that it isn't supported.
macro_rules! rows {
    (
        $d:tt
        in_context { $($name:ident = $function:ident;)* }
        in_any_context { $($name_of_handle:ident = $function_of_handle:ident;)* }
        without_context { $($name_of_device:ident = $function_of_device:ident;)* }
    ) => {
        macro_rules! forward {
            $(
                ($name $d api:ident $d($d argument:ident)*) => {
                    cu!($d api, $function($d(crate::api::same($d argument)),*))
                };
            )*
            $(
                ($name_of_handle $d api:ident $d($d argument:ident)*) => {
                    cu_in_any_context!($d api, $function_of_handle($d(crate::api::same($d argument)),*))
                };
            )*
            $(
                ($name_of_device $d api:ident $d($d argument:ident)*) => {
                    cu_without_context!($d api, $function_of_device($d(crate::api::same($d argument)),*))
                };
            )*
            ($d name:ident $d api:ident $d($d argument:ident)*) => {
                crate::export::not_supported(stringify!($d name))
            };
        }
    };
}

rows! {
    $
    in_context {
        cudaDeviceSynchronize = cuCtxSynchronize;
        cudaThreadSynchronize = cuCtxSynchronize;
        cudaDeviceSetLimit = cuCtxSetLimit;
        cudaDeviceGetLimit = cuCtxGetLimit;
        cudaThreadSetLimit = cuCtxSetLimit;
        cudaThreadGetLimit = cuCtxGetLimit;
        cudaDeviceGetCacheConfig = cuCtxGetCacheConfig;
        cudaDeviceSetCacheConfig = cuCtxSetCacheConfig;
        cudaThreadGetCacheConfig = cuCtxGetCacheConfig;
        cudaThreadSetCacheConfig = cuCtxSetCacheConfig;
        cudaDeviceGetSharedMemConfig = cuCtxGetSharedMemConfig;
        cudaDeviceSetSharedMemConfig = cuCtxSetSharedMemConfig;
        cudaDeviceGetStreamPriorityRange = cuCtxGetStreamPriorityRange;
        cudaIpcGetEventHandle = cuIpcGetEventHandle;
        cudaIpcOpenEventHandle = cuIpcOpenEventHandle;
        cudaIpcGetMemHandle = cuIpcGetMemHandle;
        cudaIpcOpenMemHandle = cuIpcOpenMemHandle_v2;
        cudaIpcCloseMemHandle = cuIpcCloseMemHandle;
        cudaDeviceFlushGPUDirectRDMAWrites = cuFlushGPUDirectRDMAWrites;
        cudaCtxResetPersistingL2Cache = cuCtxResetPersistingL2Cache;
        cudaStreamCreateWithFlags = cuStreamCreate;
        cudaStreamCreateWithPriority = cuStreamCreateWithPriority;
        cudaStreamGetPriority = cuStreamGetPriority;
        cudaStreamGetFlags = cuStreamGetFlags;
        cudaStreamGetId = cuStreamGetId;
        cudaStreamGetDevice = cuStreamGetDevice;
        cudaStreamCopyAttributes = cuStreamCopyAttributes;
        cudaStreamGetAttribute = cuStreamGetAttribute;
        cudaStreamSetAttribute = cuStreamSetAttribute;
        cudaStreamGetAttribute_11_7 = cuStreamGetAttribute;
        cudaStreamSetAttribute_11_7 = cuStreamSetAttribute;
        cudaStreamWaitEvent = cuStreamWaitEvent;
        cudaStreamAddCallback = cuStreamAddCallback;
        cudaStreamSynchronize = cuStreamSynchronize;
        cudaStreamQuery = cuStreamQuery;
        cudaStreamAttachMemAsync = cuStreamAttachMemAsync;
        cudaStreamBeginCapture = cuStreamBeginCapture_v2;
        cudaStreamBeginCaptureToGraph = cuStreamBeginCaptureToGraph;
        cudaThreadExchangeStreamCaptureMode = cuThreadExchangeStreamCaptureMode;
        cudaStreamEndCapture = cuStreamEndCapture;
        cudaStreamIsCapturing = cuStreamIsCapturing;
        cudaStreamGetCaptureInfo = cuStreamGetCaptureInfo_v3;
        cudaStreamGetCaptureInfo_v2 = cuStreamGetCaptureInfo_v2;
        cudaStreamGetCaptureInfo_v3 = cuStreamGetCaptureInfo_v3;
        cudaStreamGetCaptureInfo_11_8 = cuStreamGetCaptureInfo;
        cudaStreamUpdateCaptureDependencies = cuStreamUpdateCaptureDependencies_v2;
        cudaStreamUpdateCaptureDependencies_12_9 = cuStreamUpdateCaptureDependencies;
        cudaStreamUpdateCaptureDependencies_v2 = cuStreamUpdateCaptureDependencies_v2;
        cudaEventCreateWithFlags = cuEventCreate;
        cudaEventRecord = cuEventRecord;
        cudaEventRecordWithFlags = cuEventRecordWithFlags;
        cudaImportExternalMemory = cuImportExternalMemory;
        cudaExternalMemoryGetMappedBuffer = cuExternalMemoryGetMappedBuffer;
        cudaDestroyExternalMemory = cuDestroyExternalMemory;
        cudaImportExternalSemaphore = cuImportExternalSemaphore;
        cudaSignalExternalSemaphoresAsync = cuSignalExternalSemaphoresAsync;
        cudaWaitExternalSemaphoresAsync = cuWaitExternalSemaphoresAsync;
        cudaSignalExternalSemaphoresAsync_v2 = cuSignalExternalSemaphoresAsync;
        cudaWaitExternalSemaphoresAsync_v2 = cuWaitExternalSemaphoresAsync;
        cudaDestroyExternalSemaphore = cuDestroyExternalSemaphore;
        cudaLaunchHostFunc = cuLaunchHostFunc;
        cudaLaunchHostFunc_v2 = cuLaunchHostFunc_v2;
        cudaHostRegister = cuMemHostRegister_v2;
        cudaHostUnregister = cuMemHostUnregister;
        cudaHostGetDevicePointer = cuMemHostGetDevicePointer_v2;
        cudaHostGetFlags = cuMemHostGetFlags;
        cudaGetMipmappedArrayLevel = cuMipmappedArrayGetLevel;
        cudaMemGetInfo = cuMemGetInfo_v2;
        cudaArrayGetPlane = cuArrayGetPlane;
        cudaArrayGetSparseProperties = cuArrayGetSparseProperties;
        cudaMipmappedArrayGetSparseProperties = cuMipmappedArrayGetSparseProperties;
        cudaMemcpyBatchAsync = cuMemcpyBatchAsync_v2;
        cudaMemcpyBatchAsync_12_9 = cuMemcpyBatchAsync;
        cudaMemcpy3DBatchAsync = cuMemcpy3DBatchAsync_v2;
        cudaMemcpy3DBatchAsync_12_9 = cuMemcpy3DBatchAsync;
        cudaMemcpyWithAttributesAsync = cuMemcpyWithAttributesAsync;
        cudaMemcpy3DWithAttributesAsync = cuMemcpy3DWithAttributesAsync;
        cudaMemPrefetchAsync = cuMemPrefetchAsync_v2;
        cudaMemPrefetchAsync_12_9 = cuMemPrefetchAsync;
        cudaMemPrefetchAsync_v2 = cuMemPrefetchAsync_v2;
        cudaMemPrefetchBatchAsync = cuMemPrefetchBatchAsync;
        cudaMemDiscardBatchAsync = cuMemDiscardBatchAsync;
        cudaMemDiscardAndPrefetchBatchAsync = cuMemDiscardAndPrefetchBatchAsync;
        cudaMemGetLocationInfo = cuMemGetLocationInfo;
        cudaMemAdvise = cuMemAdvise_v2;
        cudaMemAdvise_12_9 = cuMemAdvise;
        cudaMemAdvise_v2 = cuMemAdvise_v2;
        cudaMemRangeGetAttribute = cuMemRangeGetAttribute;
        cudaMemRangeGetAttributes = cuMemRangeGetAttributes;
        cudaFreeAsync = cuMemFreeAsync;
        cudaMemGetDefaultMemPool = cuMemGetDefaultMemPool;
        cudaMemGetMemPool = cuMemGetMemPool;
        cudaMemSetMemPool = cuMemSetMemPool;
        cudaMallocFromPoolAsync = cuMemAllocFromPoolAsync;
        cudaMemPoolExportPointer = cuMemPoolExportPointer;
        cudaMemPoolImportPointer = cuMemPoolImportPointer;
        cudaGraphicsUnregisterResource = cuGraphicsUnregisterResource;
        cudaGraphicsResourceSetMapFlags = cuGraphicsResourceSetMapFlags_v2;
        cudaGraphicsMapResources = cuGraphicsMapResources;
        cudaGraphicsUnmapResources = cuGraphicsUnmapResources;
        cudaGraphicsResourceGetMappedPointer = cuGraphicsResourceGetMappedPointer_v2;
        cudaGraphicsSubResourceGetMappedArray = cuGraphicsSubResourceGetMappedArray;
        cudaGraphicsResourceGetMappedMipmappedArray = cuGraphicsResourceGetMappedMipmappedArray;
        cudaGetTextureObjectResourceViewDesc = cuTexObjectGetResourceViewDesc;
        cudaDestroyTextureObject = cuTexObjectDestroy;
        cudaDestroySurfaceObject = cuSurfObjectDestroy;
        cudaLogsRegisterCallback = cuLogsRegisterCallback;
        cudaLogsUnregisterCallback = cuLogsUnregisterCallback;
        cudaLogsCurrent = cuLogsCurrent;
        cudaLogsDumpToFile = cuLogsDumpToFile;
        cudaLogsDumpToMemory = cuLogsDumpToMemory;
        cudaGraphCreate = cuGraphCreate;
        cudaGraphKernelNodeCopyAttributes = cuGraphKernelNodeCopyAttributes;
        cudaGraphKernelNodeGetAttribute = cuGraphKernelNodeGetAttribute;
        cudaGraphKernelNodeSetAttribute = cuGraphKernelNodeSetAttribute;
        cudaGraphKernelNodeGetAttribute_11_7 = cuGraphKernelNodeGetAttribute;
        cudaGraphKernelNodeSetAttribute_11_7 = cuGraphKernelNodeSetAttribute;
        cudaGraphMemsetNodeGetParams = cuGraphMemsetNodeGetParams;
        cudaGraphMemsetNodeSetParams = cuGraphMemsetNodeSetParams;
        cudaGraphAddHostNode = cuGraphAddHostNode;
        cudaGraphHostNodeGetParams = cuGraphHostNodeGetParams;
        cudaGraphHostNodeSetParams = cuGraphHostNodeSetParams;
        cudaGraphAddChildGraphNode = cuGraphAddChildGraphNode;
        cudaGraphChildGraphNodeGetGraph = cuGraphChildGraphNodeGetGraph;
        cudaGraphAddEmptyNode = cuGraphAddEmptyNode;
        cudaGraphAddEventRecordNode = cuGraphAddEventRecordNode;
        cudaGraphEventRecordNodeGetEvent = cuGraphEventRecordNodeGetEvent;
        cudaGraphEventRecordNodeSetEvent = cuGraphEventRecordNodeSetEvent;
        cudaGraphAddEventWaitNode = cuGraphAddEventWaitNode;
        cudaGraphEventWaitNodeGetEvent = cuGraphEventWaitNodeGetEvent;
        cudaGraphEventWaitNodeSetEvent = cuGraphEventWaitNodeSetEvent;
        cudaGraphAddExternalSemaphoresSignalNode = cuGraphAddExternalSemaphoresSignalNode;
        cudaGraphExternalSemaphoresSignalNodeGetParams = cuGraphExternalSemaphoresSignalNodeGetParams;
        cudaGraphExternalSemaphoresSignalNodeSetParams = cuGraphExternalSemaphoresSignalNodeSetParams;
        cudaGraphAddExternalSemaphoresWaitNode = cuGraphAddExternalSemaphoresWaitNode;
        cudaGraphExternalSemaphoresWaitNodeGetParams = cuGraphExternalSemaphoresWaitNodeGetParams;
        cudaGraphExternalSemaphoresWaitNodeSetParams = cuGraphExternalSemaphoresWaitNodeSetParams;
        cudaGraphAddMemAllocNode = cuGraphAddMemAllocNode;
        cudaGraphMemAllocNodeGetParams = cuGraphMemAllocNodeGetParams;
        cudaGraphAddMemFreeNode = cuGraphAddMemFreeNode;
        cudaGraphMemFreeNodeGetParams = cuGraphMemFreeNodeGetParams;
        cudaDeviceGraphMemTrim = cuDeviceGraphMemTrim;
        cudaDeviceGetGraphMemAttribute = cuDeviceGetGraphMemAttribute;
        cudaDeviceSetGraphMemAttribute = cuDeviceSetGraphMemAttribute;
        cudaGraphClone = cuGraphClone;
        cudaGraphNodeFindInClone = cuGraphNodeFindInClone;
        cudaGraphNodeGetType = cuGraphNodeGetType;
        cudaGraphNodeGetContainingGraph = cuGraphNodeGetContainingGraph;
        cudaGraphNodeGetLocalId = cuGraphNodeGetLocalId;
        cudaGraphNodeGetToolsId = cuGraphNodeGetToolsId;
        cudaGraphGetId = cuGraphGetId;
        cudaGraphExecGetId = cuGraphExecGetId;
        cudaGraphGetNodes = cuGraphGetNodes;
        cudaGraphGetRootNodes = cuGraphGetRootNodes;
        cudaGraphGetEdges = cuGraphGetEdges_v2;
        cudaGraphGetEdges_v2 = cuGraphGetEdges_v2;
        cudaGraphGetEdges_12_9 = cuGraphGetEdges;
        cudaGraphNodeGetDependencies = cuGraphNodeGetDependencies_v2;
        cudaGraphNodeGetDependencies_v2 = cuGraphNodeGetDependencies_v2;
        cudaGraphNodeGetDependencies_12_9 = cuGraphNodeGetDependencies;
        cudaGraphNodeGetDependentNodes = cuGraphNodeGetDependentNodes_v2;
        cudaGraphNodeGetDependentNodes_v2 = cuGraphNodeGetDependentNodes_v2;
        cudaGraphNodeGetDependentNodes_12_9 = cuGraphNodeGetDependentNodes;
        cudaGraphAddDependencies = cuGraphAddDependencies_v2;
        cudaGraphAddDependencies_v2 = cuGraphAddDependencies_v2;
        cudaGraphAddDependencies_12_9 = cuGraphAddDependencies;
        cudaGraphRemoveDependencies = cuGraphRemoveDependencies_v2;
        cudaGraphRemoveDependencies_v2 = cuGraphRemoveDependencies_v2;
        cudaGraphRemoveDependencies_12_9 = cuGraphRemoveDependencies;
        cudaGraphDestroyNode = cuGraphDestroyNode;
        cudaGraphInstantiate = cuGraphInstantiateWithFlags;
        cudaGraphInstantiateWithFlags = cuGraphInstantiateWithFlags;
        cudaGraphInstantiateWithParams = cuGraphInstantiateWithParams;
        cudaGraphInstantiate_11_8 = cuGraphInstantiate_v2;
        cudaGraphExecGetFlags = cuGraphExecGetFlags;
        cudaGraphExecHostNodeSetParams = cuGraphExecHostNodeSetParams;
        cudaGraphExecChildGraphNodeSetParams = cuGraphExecChildGraphNodeSetParams;
        cudaGraphExecEventRecordNodeSetEvent = cuGraphExecEventRecordNodeSetEvent;
        cudaGraphExecEventWaitNodeSetEvent = cuGraphExecEventWaitNodeSetEvent;
        cudaGraphExecExternalSemaphoresSignalNodeSetParams = cuGraphExecExternalSemaphoresSignalNodeSetParams;
        cudaGraphExecExternalSemaphoresWaitNodeSetParams = cuGraphExecExternalSemaphoresWaitNodeSetParams;
        cudaGraphNodeSetEnabled = cuGraphNodeSetEnabled;
        cudaGraphNodeGetEnabled = cuGraphNodeGetEnabled;
        cudaGraphExecUpdate = cuGraphExecUpdate_v2;
        cudaGraphExecUpdate_11_8 = cuGraphExecUpdate;
        cudaGraphUpload = cuGraphUpload;
        cudaGraphLaunch = cuGraphLaunch;
        cudaGraphExecDestroy = cuGraphExecDestroy;
        cudaGraphDestroy = cuGraphDestroy;
        cudaGraphDebugDotPrint = cuGraphDebugDotPrint;
        cudaUserObjectCreate = cuUserObjectCreate;
        cudaUserObjectRetain = cuUserObjectRetain;
        cudaUserObjectRelease = cuUserObjectRelease;
        cudaGraphRetainUserObject = cuGraphRetainUserObject;
        cudaGraphReleaseUserObject = cuGraphReleaseUserObject;
        cudaLibraryLoadData = cuLibraryLoadData;
        cudaLibraryLoadFromFile = cuLibraryLoadFromFile;
        cudaLibraryUnload = cuLibraryUnload;
        cudaLibraryGetKernel = cuLibraryGetKernel;
        cudaLibraryGetGlobal = cuLibraryGetGlobal;
        cudaLibraryGetManaged = cuLibraryGetManaged;
        cudaLibraryGetUnifiedFunction = cuLibraryGetUnifiedFunction;
        cudaLibraryGetKernelCount = cuLibraryGetKernelCount;
        cudaLibraryEnumerateKernels = cuLibraryEnumerateKernels;
        cudaDevSmResourceSplitByCount = cuDevSmResourceSplitByCount;
        cudaDevSmResourceSplit = cuDevSmResourceSplit;
        cudaDevResourceGenerateDesc = cuDevResourceGenerateDesc;
        cudaGreenCtxCreate = cuGreenCtxCreate;
        cudaExecutionCtxGetDevResource = cuGreenCtxGetDevResource;
        cudaExecutionCtxGetId = cuGreenCtxGetId;
        cudaExecutionCtxStreamCreate = cuGreenCtxStreamCreate;
        cudaExecutionCtxRecordEvent = cuGreenCtxRecordEvent;
        cudaExecutionCtxWaitEvent = cuGreenCtxWaitEvent;
        cudaExecutionCtxDestroy = cuGreenCtxDestroy;
        cudaStreamGetDevResource = cuStreamGetDevResource;
    }
    in_any_context {
        cudaEventQuery = cuEventQuery;
        cudaEventSynchronize = cuEventSynchronize;
        cudaMemPoolTrimTo = cuMemPoolTrimTo;
        cudaMemPoolSetAttribute = cuMemPoolSetAttribute;
        cudaMemPoolGetAttribute = cuMemPoolGetAttribute;
        cudaMemPoolSetAccess = cuMemPoolSetAccess;
        cudaMemPoolGetAccess = cuMemPoolGetAccess;
        cudaMemPoolCreate = cuMemPoolCreate;
        cudaMemPoolDestroy = cuMemPoolDestroy;
    }
    without_context {
        cudaDeviceGetByPCIBusId = cuDeviceGetByPCIBusId;
        cudaDeviceGetPCIBusId = cuDeviceGetPCIBusId;
        cudaDeviceRegisterAsyncNotification = cuDeviceRegisterAsyncNotification;
        cudaDeviceUnregisterAsyncNotification = cuDeviceUnregisterAsyncNotification;
        cudaGetDeviceCount = cuDeviceGetCount;
        cudaDeviceGetAttribute = cuDeviceGetAttribute;
        cudaDeviceGetHostAtomicCapabilities = cuDeviceGetHostAtomicCapabilities;
        cudaDeviceGetDefaultMemPool = cuDeviceGetDefaultMemPool;
        cudaDeviceSetMemPool = cuDeviceSetMemPool;
        cudaDeviceGetMemPool = cuDeviceGetMemPool;
        cudaDeviceGetNvSciSyncAttributes = cuDeviceGetNvSciSyncAttributes;
        cudaDeviceGetP2PAttribute = cuDeviceGetP2PAttribute;
        cudaDeviceGetP2PAtomicCapabilities = cuDeviceGetP2PAtomicCapabilities;
        cudaDeviceCanAccessPeer = cuDeviceCanAccessPeer;
        cudaDeviceGetDevResource = cuDeviceGetDevResource;
    }
}
