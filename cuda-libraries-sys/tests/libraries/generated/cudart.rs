// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

rows! { cudart ["cuda_runtime_api.h", "driver_types.h"]
    types {
        cudaDevResourceDesc_t {} cudaExecutionContext_t {} cudaArray_t {} cudaArray_const_t {} cudaMipmappedArray_t {}
        cudaMipmappedArray_const_t {} cudaHostFn_t {} cudaGraphicsResource_t {} cudaExternalMemory_t {}
        cudaExternalSemaphore_t {} cudaGraphNode_t {} cudaUserObject_t {} cudaGraphConditionalHandle {}
        cudaFunction_t {} cudaKernel_t {} cudaLibrary_t {} cudaMemPool_t {} cudaGraphExec_t {} cudaGraphDeviceNode_t {}
        cudaAsyncCallbackHandle_t {} cudaAsyncCallback {} cudaLogsCallbackHandle {} cudaLogIterator {}
        cudaSurfaceObject_t {} cudaTextureObject_t {} cudaStreamCallback_t {} cudaGraphRecaptureCallback_t {}
        cudaLogsCallback_t {} cudaRoundMode {} cudaError_t {} cudaChannelFormatKind {} cudaMemoryType {}
        cudaMemcpyKind {} cudaAccessProperty {} cudaStreamCaptureStatus {} cudaGraphRecaptureStatus {}
        cudaStreamCaptureMode {} cudaSynchronizationPolicy {} cudaClusterSchedulingPolicy {}
        cudaStreamUpdateCaptureDependenciesFlags {} cudaUserObjectFlags {} cudaUserObjectRetainFlags {}
        cudaHostTaskSyncMode {} cudaGraphicsRegisterFlags {} cudaGraphicsMapFlags {} cudaGraphicsCubeFace {}
        cudaResourceType {} cudaResourceViewFormat {} cudaSharedMemoryMode {} cudaFuncAttribute {} cudaFuncCache {}
        cudaSharedMemConfig {} cudaSharedCarveout {} cudaComputeMode {} cudaLimit {} cudaMemoryAdvise {}
        cudaMemRangeAttribute {} cudaFlushGPUDirectRDMAWritesOptions {} cudaGPUDirectRDMAWritesOrdering {}
        cudaFlushGPUDirectRDMAWritesScope {} cudaFlushGPUDirectRDMAWritesTarget {} cudaDeviceAttr {} cudaMemPoolAttr {}
        cudaMemLocationType {} cudaMemAccessFlags {} cudaMemAllocationType {} cudaMemAllocationHandleType {}
        cudaGraphMemAttributeType {} cudaMemcpyFlags {} cudaMemcpySrcAccessOrder {} cudaMemcpy3DOperandType {}
        cudaDeviceP2PAttr {} cudaAtomicOperation {} cudaAtomicOperationCapability {} cudaExternalMemoryHandleType {}
        cudaExternalSemaphoreHandleType {} cudaDevSmResourceGroup_flags {} cudaDevSmResourceSplitByCount_flags {}
        cudaDevResourceType {} cudaDevWorkqueueConfigScope {} cudaJitOption {} cudaLibraryOption {}
        cudaJit_CacheMode {} cudaJit_Fallback {} cudaCGScope {} cudaKernelFunctionType {}
        cudaGraphConditionalHandleFlags {} cudaGraphConditionalNodeType {} cudaGraphNodeType {}
        cudaGraphChildGraphNodeOwnership {} cudaGraphDependencyType {} cudaGraphExecUpdateResult {}
        cudaGraphInstantiateResult {} cudaGraphKernelNodeField {} cudaGetDriverEntryPointFlags {}
        cudaDriverEntryPointQueryResult {} cudaGraphDebugDotFlags {} cudaGraphInstantiateFlags {}
        cudaLaunchMemSyncDomain {} cudaLaunchAttributePortableClusterMode {} cudaLaunchAttributeID {}
        cudaDeviceNumaConfig {} cudaAsyncNotificationType {} cudaLogLevel {} cudaFabricOpStatusSource {}
        cudaFabricOpStatusInfo {} cudaSurfaceBoundaryMode {} cudaSurfaceFormatMode {} cudaTextureAddressMode {}
        cudaTextureFilterMode {} cudaTextureReadMode {}
        char1 {"x" x,}
        uchar1 {"x" x,}
        char2 {"x" x, "y" y,}
        uchar2 {"x" x, "y" y,}
        char3 {"x" x, "y" y, "z" z,}
        uchar3 {"x" x, "y" y, "z" z,}
        char4 {"x" x, "y" y, "z" z, "w" w,}
        uchar4 {"x" x, "y" y, "z" z, "w" w,}
        short1 {"x" x,}
        ushort1 {"x" x,}
        short2 {"x" x, "y" y,}
        ushort2 {"x" x, "y" y,}
        short3 {"x" x, "y" y, "z" z,}
        ushort3 {"x" x, "y" y, "z" z,}
        short4 {"x" x, "y" y, "z" z, "w" w,}
        ushort4 {"x" x, "y" y, "z" z, "w" w,}
        int1 {"x" x,}
        uint1 {"x" x,}
        int2 {"x" x, "y" y,}
        uint2 {"x" x, "y" y,}
        int3 {"x" x, "y" y, "z" z,}
        uint3 {"x" x, "y" y, "z" z,}
        int4 {"x" x, "y" y, "z" z, "w" w,}
        uint4 {"x" x, "y" y, "z" z, "w" w,}
        float1 {"x" x,}
        float2 {"x" x, "y" y,}
        float3 {"x" x, "y" y, "z" z,}
        float4 {"x" x, "y" y, "z" z, "w" w,}
        longlong1 {"x" x,}
        ulonglong1 {"x" x,}
        longlong2 {"x" x, "y" y,}
        ulonglong2 {"x" x, "y" y,}
        longlong3 {"x" x, "y" y, "z" z,}
        ulonglong3 {"x" x, "y" y, "z" z,}
        longlong4 {"x" x, "y" y, "z" z, "w" w,}
        longlong4_16a {"x" x, "y" y, "z" z, "w" w,}
        longlong4_32a {"x" x, "y" y, "z" z, "w" w,}
        ulonglong4 {"x" x, "y" y, "z" z, "w" w,}
        ulonglong4_16a {"x" x, "y" y, "z" z, "w" w,}
        ulonglong4_32a {"x" x, "y" y, "z" z, "w" w,}
        double1 {"x" x,}
        double2 {"x" x, "y" y,}
        double3 {"x" x, "y" y, "z" z,}
        double4 {"x" x, "y" y, "z" z, "w" w,}
        double4_16a {"x" x, "y" y, "z" z, "w" w,}
        double4_32a {"x" x, "y" y, "z" z, "w" w,}
        dim3 {"x" x, "y" y, "z" z,}
        cudaChannelFormatDesc {"x" x, "y" y, "z" z, "w" w, "f" f,}
        cudaArraySparseProperties {"tileExtent" tileExtent, "tileExtent.width" tileExtent.width, "tileExtent.height" tileExtent.height, "tileExtent.depth" tileExtent.depth, "miptailFirstLevel" miptailFirstLevel, "miptailSize" miptailSize, "flags" flags, "reserved" reserved,}
        cudaArrayMemoryRequirements {"size" size, "alignment" alignment, "reserved" reserved,}
        cudaPitchedPtr {"ptr" ptr, "pitch" pitch, "xsize" xsize, "ysize" ysize,}
        cudaExtent {"width" width, "height" height, "depth" depth,}
        cudaPos {"x" x, "y" y, "z" z,}
        cudaMemcpy3DParms {"srcArray" srcArray, "srcPos" srcPos, "srcPtr" srcPtr, "dstArray" dstArray, "dstPos" dstPos, "dstPtr" dstPtr, "extent" extent, "kind" kind,}
        cudaMemcpyNodeParams {"flags" flags, "reserved" reserved, "ctx" ctx, "copyParams" copyParams,}
        cudaMemcpy3DPeerParms {"srcArray" srcArray, "srcPos" srcPos, "srcPtr" srcPtr, "srcDevice" srcDevice, "dstArray" dstArray, "dstPos" dstPos, "dstPtr" dstPtr, "dstDevice" dstDevice, "extent" extent,}
        cudaMemsetParams {"dst" dst, "pitch" pitch, "value" value, "elementSize" elementSize, "width" width, "height" height,}
        cudaMemsetParamsV2 {"dst" dst, "pitch" pitch, "value" value, "elementSize" elementSize, "width" width, "height" height, "ctx" ctx,}
        cudaAccessPolicyWindow {"base_ptr" base_ptr, "num_bytes" num_bytes, "hitRatio" hitRatio, "hitProp" hitProp, "missProp" missProp,}
        cudaHostNodeParams {"fn" fn_, "userData" userData,}
        cudaHostNodeParamsV2 {"fn" fn_, "userData" userData, "syncMode" syncMode, "ctx" ctx,}
        cudaResourceDesc {"resType" resType, "res" res, "res.array" res.array, "res.array.array" res.array.array, "res.mipmap" res.mipmap, "res.mipmap.mipmap" res.mipmap.mipmap, "res.linear" res.linear, "res.linear.devPtr" res.linear.devPtr, "res.linear.desc" res.linear.desc, "res.linear.sizeInBytes" res.linear.sizeInBytes, "res.pitch2D" res.pitch2D, "res.pitch2D.devPtr" res.pitch2D.devPtr, "res.pitch2D.desc" res.pitch2D.desc, "res.pitch2D.width" res.pitch2D.width, "res.pitch2D.height" res.pitch2D.height, "res.pitch2D.pitchInBytes" res.pitch2D.pitchInBytes, "res.reserved" res.reserved, "res.reserved.reserved" res.reserved.reserved, "flags" flags,}
        cudaResourceViewDesc {"format" format, "width" width, "height" height, "depth" depth, "firstMipmapLevel" firstMipmapLevel, "lastMipmapLevel" lastMipmapLevel, "firstLayer" firstLayer, "lastLayer" lastLayer, "reserved" reserved,}
        cudaPointerAttributes {"type" type_, "device" device, "devicePointer" devicePointer, "hostPointer" hostPointer, "localityDomainOrdinal" localityDomainOrdinal.localityDomainOrdinal, "unused" localityDomainOrdinal.unused, "reserved" reserved,}
        cudaFuncAttributes {"sharedSizeBytes" sharedSizeBytes, "constSizeBytes" constSizeBytes, "localSizeBytes" localSizeBytes, "maxThreadsPerBlock" maxThreadsPerBlock, "numRegs" numRegs, "ptxVersion" ptxVersion, "binaryVersion" binaryVersion, "cacheModeCA" cacheModeCA, "maxDynamicSharedSizeBytes" maxDynamicSharedSizeBytes, "preferredShmemCarveout" preferredShmemCarveout, "clusterDimMustBeSet" clusterDimMustBeSet, "requiredClusterWidth" requiredClusterWidth, "requiredClusterHeight" requiredClusterHeight, "requiredClusterDepth" requiredClusterDepth, "clusterSchedulingPolicyPreference" clusterSchedulingPolicyPreference, "nonPortableClusterSizeAllowed" nonPortableClusterSizeAllowed, "deviceNodeUpdateStatus" deviceNodeUpdateStatus, "sharedMemoryMode" sharedMemoryMode, "reserved" reserved,}
        cudaMemLocation {"type" type_, "id" id.id, "localized" id.localized, "localized.deviceId" id.localized.deviceId, "localized.localityDomainId" id.localized.localityDomainId,}
        cudaMemAccessDesc {"location" location, "flags" flags,}
        cudaMemPoolProps {"allocType" allocType, "handleTypes" handleTypes, "location" location, "win32SecurityAttributes" win32SecurityAttributes, "maxSize" maxSize, "usage" usage, "reserved" reserved, "reserved1" reserved1,}
        cudaMemPoolPtrExportData {"reserved" reserved,}
        cudaMemAllocNodeParams {"poolProps" poolProps, "accessDescs" accessDescs, "accessDescCount" accessDescCount, "bytesize" bytesize, "dptr" dptr,}
        cudaMemAllocNodeParamsV2 {"poolProps" poolProps, "accessDescs" accessDescs, "accessDescCount" accessDescCount, "bytesize" bytesize, "dptr" dptr,}
        cudaMemFreeNodeParams {"dptr" dptr,}
        cudaMemcpyAttributes {"srcAccessOrder" srcAccessOrder, "srcLocHint" srcLocHint, "dstLocHint" dstLocHint, "flags" flags,}
        cudaOffset3D {"x" x, "y" y, "z" z,}
        cudaMemcpy3DOperand {"type" type_, "op" op, "op.ptr" op.ptr, "op.ptr.ptr" op.ptr.ptr, "op.ptr.rowLength" op.ptr.rowLength, "op.ptr.layerHeight" op.ptr.layerHeight, "op.ptr.locHint" op.ptr.locHint, "op.array" op.array, "op.array.array" op.array.array, "op.array.offset" op.array.offset,}
        cudaMemcpy3DBatchOp {"src" src, "dst" dst, "extent" extent, "srcAccessOrder" srcAccessOrder, "flags" flags,}
        CUuuid {"bytes" bytes,}
        cudaUUID_t {"bytes" bytes,}
        cudaDeviceProp {"name" name, "uuid" uuid, "luid" luid, "luidDeviceNodeMask" luidDeviceNodeMask, "totalGlobalMem" totalGlobalMem, "sharedMemPerBlock" sharedMemPerBlock, "regsPerBlock" regsPerBlock, "warpSize" warpSize, "memPitch" memPitch, "maxThreadsPerBlock" maxThreadsPerBlock, "maxThreadsDim" maxThreadsDim, "maxGridSize" maxGridSize, "totalConstMem" totalConstMem, "major" major, "minor" minor, "textureAlignment" textureAlignment, "texturePitchAlignment" texturePitchAlignment, "multiProcessorCount" multiProcessorCount, "integrated" integrated, "canMapHostMemory" canMapHostMemory, "maxTexture1D" maxTexture1D, "maxTexture1DMipmap" maxTexture1DMipmap, "maxTexture2D" maxTexture2D, "maxTexture2DMipmap" maxTexture2DMipmap, "maxTexture2DLinear" maxTexture2DLinear, "maxTexture2DGather" maxTexture2DGather, "maxTexture3D" maxTexture3D, "maxTexture3DAlt" maxTexture3DAlt, "maxTextureCubemap" maxTextureCubemap, "maxTexture1DLayered" maxTexture1DLayered, "maxTexture2DLayered" maxTexture2DLayered, "maxTextureCubemapLayered" maxTextureCubemapLayered, "maxSurface1D" maxSurface1D, "maxSurface2D" maxSurface2D, "maxSurface3D" maxSurface3D, "maxSurface1DLayered" maxSurface1DLayered, "maxSurface2DLayered" maxSurface2DLayered, "maxSurfaceCubemap" maxSurfaceCubemap, "maxSurfaceCubemapLayered" maxSurfaceCubemapLayered, "surfaceAlignment" surfaceAlignment, "concurrentKernels" concurrentKernels, "ECCEnabled" ECCEnabled, "pciBusID" pciBusID, "pciDeviceID" pciDeviceID, "pciDomainID" pciDomainID, "tccDriver" tccDriver, "asyncEngineCount" asyncEngineCount, "unifiedAddressing" unifiedAddressing, "memoryBusWidth" memoryBusWidth, "l2CacheSize" l2CacheSize, "persistingL2CacheMaxSize" persistingL2CacheMaxSize, "maxThreadsPerMultiProcessor" maxThreadsPerMultiProcessor, "streamPrioritiesSupported" streamPrioritiesSupported, "globalL1CacheSupported" globalL1CacheSupported, "localL1CacheSupported" localL1CacheSupported, "sharedMemPerMultiprocessor" sharedMemPerMultiprocessor, "regsPerMultiprocessor" regsPerMultiprocessor, "managedMemory" managedMemory, "isMultiGpuBoard" isMultiGpuBoard, "multiGpuBoardGroupID" multiGpuBoardGroupID, "hostNativeAtomicSupported" hostNativeAtomicSupported, "pageableMemoryAccess" pageableMemoryAccess, "concurrentManagedAccess" concurrentManagedAccess, "computePreemptionSupported" computePreemptionSupported, "canUseHostPointerForRegisteredMem" canUseHostPointerForRegisteredMem, "cooperativeLaunch" cooperativeLaunch, "sharedMemPerBlockOptin" sharedMemPerBlockOptin, "pageableMemoryAccessUsesHostPageTables" pageableMemoryAccessUsesHostPageTables, "directManagedMemAccessFromHost" directManagedMemAccessFromHost, "maxBlocksPerMultiProcessor" maxBlocksPerMultiProcessor, "accessPolicyMaxWindowSize" accessPolicyMaxWindowSize, "reservedSharedMemPerBlock" reservedSharedMemPerBlock, "hostRegisterSupported" hostRegisterSupported, "sparseCudaArraySupported" sparseCudaArraySupported, "hostRegisterReadOnlySupported" hostRegisterReadOnlySupported, "timelineSemaphoreInteropSupported" timelineSemaphoreInteropSupported, "memoryPoolsSupported" memoryPoolsSupported, "gpuDirectRDMASupported" gpuDirectRDMASupported, "gpuDirectRDMAFlushWritesOptions" gpuDirectRDMAFlushWritesOptions, "gpuDirectRDMAWritesOrdering" gpuDirectRDMAWritesOrdering, "memoryPoolSupportedHandleTypes" memoryPoolSupportedHandleTypes, "deferredMappingCudaArraySupported" deferredMappingCudaArraySupported, "ipcEventSupported" ipcEventSupported, "clusterLaunch" clusterLaunch, "unifiedFunctionPointers" unifiedFunctionPointers, "deviceNumaConfig" deviceNumaConfig, "deviceNumaId" deviceNumaId, "mpsEnabled" mpsEnabled, "hostNumaId" hostNumaId, "gpuPciDeviceID" gpuPciDeviceID, "gpuPciSubsystemID" gpuPciSubsystemID, "hostNumaMultinodeIpcSupported" hostNumaMultinodeIpcSupported, "reserved" reserved,}
        cudaIpcEventHandle_t {"reserved" reserved,}
        cudaIpcMemHandle_t {"reserved" reserved,}
        cudaMemFabricHandle_t {"reserved" reserved,}
        cudaExternalMemoryHandleDesc {"type" type_, "handle" handle, "handle.fd" handle.fd, "handle.win32" handle.win32, "handle.win32.handle" handle.win32.handle, "handle.win32.name" handle.win32.name, "handle.nvSciBufObject" handle.nvSciBufObject, "size" size, "flags" flags, "reserved" reserved,}
        cudaExternalMemoryBufferDesc {"offset" offset, "size" size, "flags" flags, "reserved" reserved,}
        cudaExternalMemoryMipmappedArrayDesc {"offset" offset, "formatDesc" formatDesc, "extent" extent, "flags" flags, "numLevels" numLevels, "reserved" reserved,}
        cudaExternalSemaphoreHandleDesc {"type" type_, "handle" handle, "handle.fd" handle.fd, "handle.win32" handle.win32, "handle.win32.handle" handle.win32.handle, "handle.win32.name" handle.win32.name, "handle.nvSciSyncObj" handle.nvSciSyncObj, "flags" flags, "reserved" reserved,}
        cudaExternalSemaphoreSignalParams {"params" params, "params.fence" params.fence, "params.fence.value" params.fence.value, "params.nvSciSync" params.nvSciSync, "params.nvSciSync.fence" params.nvSciSync.fence, "params.nvSciSync.reserved" params.nvSciSync.reserved, "params.keyedMutex" params.keyedMutex, "params.keyedMutex.key" params.keyedMutex.key, "params.reserved" params.reserved, "flags" flags, "reserved" reserved,}
        cudaExternalSemaphoreWaitParams {"params" params, "params.fence" params.fence, "params.fence.value" params.fence.value, "params.nvSciSync" params.nvSciSync, "params.nvSciSync.fence" params.nvSciSync.fence, "params.nvSciSync.reserved" params.nvSciSync.reserved, "params.keyedMutex" params.keyedMutex, "params.keyedMutex.key" params.keyedMutex.key, "params.keyedMutex.timeoutMs" params.keyedMutex.timeoutMs, "params.reserved" params.reserved, "flags" flags, "reserved" reserved,}
        cudaDevSmResource {"smCount" smCount, "minSmPartitionSize" minSmPartitionSize, "smCoscheduledAlignment" smCoscheduledAlignment, "flags" flags, "localityDomainId" localityDomainId,}
        cudaDevWorkqueueConfigResource {"device" device, "wqConcurrencyLimit" wqConcurrencyLimit, "sharingScope" sharingScope,}
        cudaDevWorkqueueResource {"reserved" reserved,}
        cudaDevSmResourceGroupParams {"smCount" smCount, "coscheduledSmCount" coscheduledSmCount, "preferredCoscheduledSmCount" preferredCoscheduledSmCount, "flags" flags, "localityDomainId" localityDomainId, "reserved" reserved,}
        cudaDevResource {"type" type_, "_internal_padding" _internal_padding, "sm" sm.sm, "wqConfig" sm.wqConfig, "wq" sm.wq, "_oversize" sm._oversize, "nextResource" nextResource,}
        cudalibraryHostUniversalFunctionAndDataTable {"functionTable" functionTable, "functionWindowSize" functionWindowSize, "dataTable" dataTable, "dataWindowSize" dataWindowSize,}
        cudaKernelNodeParams {"func" func, "gridDim" gridDim, "blockDim" blockDim, "sharedMemBytes" sharedMemBytes, "kernelParams" kernelParams, "extra" extra,}
        cudaKernelNodeParamsV2 {"func" func.func, "kern" func.kern, "cuFunc" func.cuFunc, "gridDim" gridDim, "blockDim" blockDim, "sharedMemBytes" sharedMemBytes, "kernelParams" kernelParams, "extra" extra, "ctx" ctx, "functionType" functionType,}
        cudaExternalSemaphoreSignalNodeParams {"extSemArray" extSemArray, "paramsArray" paramsArray, "numExtSems" numExtSems,}
        cudaExternalSemaphoreSignalNodeParamsV2 {"extSemArray" extSemArray, "paramsArray" paramsArray, "numExtSems" numExtSems, "ctx" ctx,}
        cudaExternalSemaphoreWaitNodeParams {"extSemArray" extSemArray, "paramsArray" paramsArray, "numExtSems" numExtSems,}
        cudaExternalSemaphoreWaitNodeParamsV2 {"extSemArray" extSemArray, "paramsArray" paramsArray, "numExtSems" numExtSems, "ctx" ctx,}
        cudaConditionalNodeParams {"handle" handle, "type" type_, "size" size, "phGraph_out" phGraph_out, "ctx" ctx,}
        cudaMemcpyBatchNodeParams {"count" count, "dsts" dsts, "srcs" srcs, "sizes" sizes, "attrs" attrs, "attrsIdxs" attrsIdxs, "numAttrs" numAttrs, "ctx" ctx,}
        cudaChildGraphNodeParams {"graph" graph, "ownership" ownership,}
        cudaEventRecordNodeParams {"event" event, "ctx" ctx,}
        cudaEventWaitNodeParams {"event" event,}
        cudaGraphNodeParams {"type" type_, "reserved0" reserved0, "reserved1" reserved1.reserved1, "kernel" reserved1.kernel, "memcpy" reserved1.memcpy, "memset" reserved1.memset, "host" reserved1.host, "graph" reserved1.graph, "eventWait" reserved1.eventWait, "eventRecord" reserved1.eventRecord, "extSemSignal" reserved1.extSemSignal, "extSemWait" reserved1.extSemWait, "alloc" reserved1.alloc, "free" reserved1.free, "conditional" reserved1.conditional, "memcpyBatch" reserved1.memcpyBatch, "reserved2" reserved2,}
        cudaGraphEdgeData {"from_port" from_port, "to_port" to_port, "type" type_, "reserved" reserved,}
        cudaGraphInstantiateParams {"flags" flags, "uploadStream" uploadStream, "errNode_out" errNode_out, "result_out" result_out,}
        cudaGraphExecUpdateResultInfo {"result" result, "errorNode" errorNode, "errorFromNode" errorFromNode,}
        cudaGraphKernelNodeUpdate {"node" node, "field" field, "updateData" updateData, "updateData.gridDim" updateData.gridDim, "updateData.param" updateData.param, "updateData.param.pValue" updateData.param.pValue, "updateData.param.offset" updateData.param.offset, "updateData.param.size" updateData.param.size, "updateData.isEnabled" updateData.isEnabled,}
        cudaLaunchMemSyncDomainMap {"default_" default_, "remote" remote,}
        cudaLaunchAttributeValue {"pad" pad, "accessPolicyWindow" accessPolicyWindow, "cooperative" cooperative, "syncPolicy" syncPolicy, "clusterDim" clusterDim, "clusterDim.x" clusterDim.x, "clusterDim.y" clusterDim.y, "clusterDim.z" clusterDim.z, "clusterSchedulingPolicyPreference" clusterSchedulingPolicyPreference, "programmaticStreamSerializationAllowed" programmaticStreamSerializationAllowed, "programmaticEvent" programmaticEvent, "programmaticEvent.event" programmaticEvent.event, "programmaticEvent.flags" programmaticEvent.flags, "programmaticEvent.triggerAtBlockStart" programmaticEvent.triggerAtBlockStart, "priority" priority, "memSyncDomainMap" memSyncDomainMap, "memSyncDomain" memSyncDomain, "preferredClusterDim" preferredClusterDim, "preferredClusterDim.x" preferredClusterDim.x, "preferredClusterDim.y" preferredClusterDim.y, "preferredClusterDim.z" preferredClusterDim.z, "launchCompletionEvent" launchCompletionEvent, "launchCompletionEvent.event" launchCompletionEvent.event, "launchCompletionEvent.flags" launchCompletionEvent.flags, "deviceUpdatableKernelNode" deviceUpdatableKernelNode, "deviceUpdatableKernelNode.deviceUpdatable" deviceUpdatableKernelNode.deviceUpdatable, "deviceUpdatableKernelNode.devNode" deviceUpdatableKernelNode.devNode, "sharedMemCarveout" sharedMemCarveout, "nvlinkUtilCentricScheduling" nvlinkUtilCentricScheduling, "portableClusterSizeMode" portableClusterSizeMode, "sharedMemoryMode" sharedMemoryMode,}
        cudaLaunchAttribute {"id" id, "pad" pad, "val" val,}
        cudaLaunchConfig_t {"gridDim" gridDim, "blockDim" blockDim, "dynamicSmemBytes" dynamicSmemBytes, "stream" stream, "attrs" attrs, "numAttrs" numAttrs,}
        cudaAsyncNotificationInfo_t {"type" type_, "info" info, "info.overBudget" info.overBudget, "info.overBudget.bytesOverBudget" info.overBudget.bytesOverBudget,}
        cudaTextureDesc {"addressMode" addressMode, "filterMode" filterMode, "readMode" readMode, "sRGB" sRGB, "borderColor" borderColor, "normalizedCoords" normalizedCoords, "maxAnisotropy" maxAnisotropy, "mipmapFilterMode" mipmapFilterMode, "mipmapLevelBias" mipmapLevelBias, "minMipmapLevelClamp" minMipmapLevelClamp, "maxMipmapLevelClamp" maxMipmapLevelClamp, "disableTrilinearOptimization" disableTrilinearOptimization, "seamlessCubemap" seamlessCubemap,}
        cudaGraphRecaptureCallbackData {"callbackFunc" callbackFunc, "userData" userData,}
    }
    enumerators {
        cudaRoundMode {}
        cudaError_t {}
        cudaChannelFormatKind {}
        cudaMemoryType {}
        cudaMemcpyKind {}
        cudaAccessProperty {}
        cudaStreamCaptureStatus {}
        cudaGraphRecaptureStatus {}
        cudaStreamCaptureMode {}
        cudaSynchronizationPolicy {}
        cudaClusterSchedulingPolicy {}
        cudaStreamUpdateCaptureDependenciesFlags {}
        cudaUserObjectFlags {}
        cudaUserObjectRetainFlags {}
        cudaHostTaskSyncMode {}
        cudaGraphicsRegisterFlags {}
        cudaGraphicsMapFlags {}
        cudaGraphicsCubeFace {}
        cudaResourceType {}
        cudaResourceViewFormat {}
        cudaSharedMemoryMode {}
        cudaFuncAttribute {}
        cudaFuncCache {}
        cudaSharedMemConfig {}
        cudaSharedCarveout {}
        cudaComputeMode {}
        cudaLimit {}
        cudaMemoryAdvise {}
        cudaMemRangeAttribute {}
        cudaFlushGPUDirectRDMAWritesOptions {}
        cudaGPUDirectRDMAWritesOrdering {}
        cudaFlushGPUDirectRDMAWritesScope {}
        cudaFlushGPUDirectRDMAWritesTarget {}
        cudaDeviceAttr {cudaDevAttrCooperativeMultiDeviceLaunch, cudaDevAttrMaxTimelineSemaphoreInteropSupported}
        cudaMemPoolAttr {}
        cudaMemLocationType {}
        cudaMemAccessFlags {}
        cudaMemAllocationType {}
        cudaMemAllocationHandleType {}
        cudaGraphMemAttributeType {}
        cudaMemcpyFlags {}
        cudaMemcpySrcAccessOrder {}
        cudaMemcpy3DOperandType {}
        cudaDeviceP2PAttr {}
        cudaAtomicOperation {}
        cudaAtomicOperationCapability {}
        cudaExternalMemoryHandleType {}
        cudaExternalSemaphoreHandleType {}
        cudaDevSmResourceGroup_flags {}
        cudaDevSmResourceSplitByCount_flags {}
        cudaDevResourceType {}
        cudaDevWorkqueueConfigScope {}
        cudaJitOption {}
        cudaLibraryOption {}
        cudaJit_CacheMode {}
        cudaJit_Fallback {}
        cudaCGScope {cudaCGScopeMultiGrid}
        cudaKernelFunctionType {}
        cudaGraphConditionalHandleFlags {}
        cudaGraphConditionalNodeType {}
        cudaGraphNodeType {}
        cudaGraphChildGraphNodeOwnership {}
        cudaGraphDependencyType {}
        cudaGraphExecUpdateResult {}
        cudaGraphInstantiateResult {}
        cudaGraphKernelNodeField {}
        cudaGetDriverEntryPointFlags {}
        cudaDriverEntryPointQueryResult {}
        cudaGraphDebugDotFlags {}
        cudaGraphInstantiateFlags {}
        cudaLaunchMemSyncDomain {}
        cudaLaunchAttributePortableClusterMode {}
        cudaLaunchAttributeID {}
        cudaDeviceNumaConfig {}
        cudaAsyncNotificationType {}
        cudaLogLevel {}
        cudaFabricOpStatusSource {}
        cudaFabricOpStatusInfo {}
        cudaSurfaceBoundaryMode {}
        cudaSurfaceFormatMode {}
        cudaTextureAddressMode {}
        cudaTextureFilterMode {}
        cudaTextureReadMode {}
    }
}
