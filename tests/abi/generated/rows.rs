// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

rows! {
    types {
        cuuint32_t {}
        cuuint64_t {}
        CUdeviceptr_v2 {}
        CUdeviceptr {}
        CUdevice_v1 {}
        CUdevice {}
        CUcontext {}
        CUmodule {}
        CUfunction {}
        CUlibrary {}
        CUkernel {}
        CUarray {}
        CUmipmappedArray {}
        CUtexref {}
        CUsurfref {}
        CUevent {}
        CUstream {}
        CUgraphicsResource {}
        CUtexObject_v1 {}
        CUtexObject {}
        CUsurfObject_v1 {}
        CUsurfObject {}
        CUexternalMemory {}
        CUexternalSemaphore {}
        CUgraph {}
        CUgraphNode {}
        CUgraphExec {}
        CUmemoryPool {}
        CUuserObject {}
        CUgraphConditionalHandle {}
        CUgraphDeviceNode {}
        CUasyncCallbackHandle {}
        CUgreenCtx {}
        CUuuid {"bytes" bytes,}
        CUmemFabricHandle_v1 {"data" data,}
        CUmemFabricHandle {"data" data,}
        CUipcEventHandle_v1 {"reserved" reserved,}
        CUipcEventHandle {"reserved" reserved,}
        CUipcMemHandle_v1 {"reserved" reserved,}
        CUipcMemHandle {"reserved" reserved,}
        CUstreamBatchMemOpParams_v1 {"operation" operation, "waitValue" waitValue, "waitValue.operation" waitValue.operation, "waitValue.address" waitValue.address, "waitValue.value" waitValue.value.value, "waitValue.value64" waitValue.value.value64, "waitValue.flags" waitValue.flags, "waitValue.alias" waitValue.alias, "writeValue" writeValue, "writeValue.operation" writeValue.operation, "writeValue.address" writeValue.address, "writeValue.value" writeValue.value.value, "writeValue.value64" writeValue.value.value64, "writeValue.flags" writeValue.flags, "writeValue.alias" writeValue.alias, "flushRemoteWrites" flushRemoteWrites, "flushRemoteWrites.operation" flushRemoteWrites.operation, "flushRemoteWrites.flags" flushRemoteWrites.flags, "memoryBarrier" memoryBarrier, "memoryBarrier.operation" memoryBarrier.operation, "memoryBarrier.flags" memoryBarrier.flags, "atomicReduction" atomicReduction, "atomicReduction.operation" atomicReduction.operation, "atomicReduction.flags" atomicReduction.flags, "atomicReduction.reductionOp" atomicReduction.reductionOp, "atomicReduction.dataType" atomicReduction.dataType, "atomicReduction.address" atomicReduction.address, "atomicReduction.value" atomicReduction.value, "atomicReduction.alias" atomicReduction.alias, "pad" pad,}
        CUstreamBatchMemOpParams {"operation" operation, "waitValue" waitValue, "waitValue.operation" waitValue.operation, "waitValue.address" waitValue.address, "waitValue.value" waitValue.value.value, "waitValue.value64" waitValue.value.value64, "waitValue.flags" waitValue.flags, "waitValue.alias" waitValue.alias, "writeValue" writeValue, "writeValue.operation" writeValue.operation, "writeValue.address" writeValue.address, "writeValue.value" writeValue.value.value, "writeValue.value64" writeValue.value.value64, "writeValue.flags" writeValue.flags, "writeValue.alias" writeValue.alias, "flushRemoteWrites" flushRemoteWrites, "flushRemoteWrites.operation" flushRemoteWrites.operation, "flushRemoteWrites.flags" flushRemoteWrites.flags, "memoryBarrier" memoryBarrier, "memoryBarrier.operation" memoryBarrier.operation, "memoryBarrier.flags" memoryBarrier.flags, "atomicReduction" atomicReduction, "atomicReduction.operation" atomicReduction.operation, "atomicReduction.flags" atomicReduction.flags, "atomicReduction.reductionOp" atomicReduction.reductionOp, "atomicReduction.dataType" atomicReduction.dataType, "atomicReduction.address" atomicReduction.address, "atomicReduction.value" atomicReduction.value, "atomicReduction.alias" atomicReduction.alias, "pad" pad,}
        CUDA_BATCH_MEM_OP_NODE_PARAMS_v1 {"ctx" ctx, "count" count, "paramArray" paramArray, "flags" flags,}
        CUDA_BATCH_MEM_OP_NODE_PARAMS {"ctx" ctx, "count" count, "paramArray" paramArray, "flags" flags,}
        CUDA_BATCH_MEM_OP_NODE_PARAMS_v2 {"ctx" ctx, "count" count, "paramArray" paramArray, "flags" flags,}
        CUasyncNotificationInfo {"type" type_, "info" info, "info.overBudget" info.overBudget, "info.overBudget.bytesOverBudget" info.overBudget.bytesOverBudget,}
        CUasyncCallback {}
        CUdevprop_v1 {"maxThreadsPerBlock" maxThreadsPerBlock, "maxThreadsDim" maxThreadsDim, "maxGridSize" maxGridSize, "sharedMemPerBlock" sharedMemPerBlock, "totalConstantMemory" totalConstantMemory, "SIMDWidth" SIMDWidth, "memPitch" memPitch, "regsPerBlock" regsPerBlock, "clockRate" clockRate, "textureAlign" textureAlign,}
        CUdevprop {"maxThreadsPerBlock" maxThreadsPerBlock, "maxThreadsDim" maxThreadsDim, "maxGridSize" maxGridSize, "sharedMemPerBlock" sharedMemPerBlock, "totalConstantMemory" totalConstantMemory, "SIMDWidth" SIMDWidth, "memPitch" memPitch, "regsPerBlock" regsPerBlock, "clockRate" clockRate, "textureAlign" textureAlign,}
        CUlinkState {}
        CUhostFn {}
        CUaccessPolicyWindow_v1 {"base_ptr" base_ptr, "num_bytes" num_bytes, "hitRatio" hitRatio, "hitProp" hitProp, "missProp" missProp,}
        CUaccessPolicyWindow {"base_ptr" base_ptr, "num_bytes" num_bytes, "hitRatio" hitRatio, "hitProp" hitProp, "missProp" missProp,}
        CUDA_KERNEL_NODE_PARAMS_v1 {"func" func, "gridDimX" gridDimX, "gridDimY" gridDimY, "gridDimZ" gridDimZ, "blockDimX" blockDimX, "blockDimY" blockDimY, "blockDimZ" blockDimZ, "sharedMemBytes" sharedMemBytes, "kernelParams" kernelParams, "extra" extra,}
        CUDA_KERNEL_NODE_PARAMS_v2 {"func" func, "gridDimX" gridDimX, "gridDimY" gridDimY, "gridDimZ" gridDimZ, "blockDimX" blockDimX, "blockDimY" blockDimY, "blockDimZ" blockDimZ, "sharedMemBytes" sharedMemBytes, "kernelParams" kernelParams, "extra" extra, "kern" kern, "ctx" ctx,}
        CUDA_KERNEL_NODE_PARAMS {"func" func, "gridDimX" gridDimX, "gridDimY" gridDimY, "gridDimZ" gridDimZ, "blockDimX" blockDimX, "blockDimY" blockDimY, "blockDimZ" blockDimZ, "sharedMemBytes" sharedMemBytes, "kernelParams" kernelParams, "extra" extra, "kern" kern, "ctx" ctx,}
        CUDA_KERNEL_NODE_PARAMS_v3 {"func" func, "gridDimX" gridDimX, "gridDimY" gridDimY, "gridDimZ" gridDimZ, "blockDimX" blockDimX, "blockDimY" blockDimY, "blockDimZ" blockDimZ, "sharedMemBytes" sharedMemBytes, "kernelParams" kernelParams, "extra" extra, "kern" kern, "ctx" ctx,}
        CUDA_MEMSET_NODE_PARAMS_v1 {"dst" dst, "pitch" pitch, "value" value, "elementSize" elementSize, "width" width, "height" height,}
        CUDA_MEMSET_NODE_PARAMS {"dst" dst, "pitch" pitch, "value" value, "elementSize" elementSize, "width" width, "height" height,}
        CUDA_MEMSET_NODE_PARAMS_v2 {"dst" dst, "pitch" pitch, "value" value, "elementSize" elementSize, "width" width, "height" height, "ctx" ctx,}
        CUDA_HOST_NODE_PARAMS_v1 {"fn" fn_, "userData" userData,}
        CUDA_HOST_NODE_PARAMS {"fn" fn_, "userData" userData,}
        CUDA_HOST_NODE_PARAMS_v2 {"fn" fn_, "userData" userData, "syncMode" syncMode, "ctx" ctx.ctx, "gCtx" ctx.gCtx,}
        CUDA_CONDITIONAL_NODE_PARAMS {"handle" handle, "type" type_, "size" size, "phGraph_out" phGraph_out, "ctx" ctx,}
        CUgraphEdgeData {"from_port" from_port, "to_port" to_port, "type" type_, "reserved" reserved,}
        CUDA_GRAPH_INSTANTIATE_PARAMS {"flags" flags, "hUploadStream" hUploadStream, "hErrNode_out" hErrNode_out, "result_out" result_out,}
        CUlaunchMemSyncDomainMap {"default_" default_, "remote" remote,}
        CUlaunchAttributeValue {"pad" pad, "accessPolicyWindow" accessPolicyWindow, "cooperative" cooperative, "syncPolicy" syncPolicy, "clusterDim" clusterDim, "clusterDim.x" clusterDim.x, "clusterDim.y" clusterDim.y, "clusterDim.z" clusterDim.z, "clusterSchedulingPolicyPreference" clusterSchedulingPolicyPreference, "programmaticStreamSerializationAllowed" programmaticStreamSerializationAllowed, "programmaticEvent" programmaticEvent, "programmaticEvent.event" programmaticEvent.event, "programmaticEvent.flags" programmaticEvent.flags, "programmaticEvent.triggerAtBlockStart" programmaticEvent.triggerAtBlockStart, "launchCompletionEvent" launchCompletionEvent, "launchCompletionEvent.event" launchCompletionEvent.event, "launchCompletionEvent.flags" launchCompletionEvent.flags, "priority" priority, "memSyncDomainMap" memSyncDomainMap, "memSyncDomain" memSyncDomain, "preferredClusterDim" preferredClusterDim, "preferredClusterDim.x" preferredClusterDim.x, "preferredClusterDim.y" preferredClusterDim.y, "preferredClusterDim.z" preferredClusterDim.z, "deviceUpdatableKernelNode" deviceUpdatableKernelNode, "deviceUpdatableKernelNode.deviceUpdatable" deviceUpdatableKernelNode.deviceUpdatable, "deviceUpdatableKernelNode.devNode" deviceUpdatableKernelNode.devNode, "sharedMemCarveout" sharedMemCarveout, "nvlinkUtilCentricScheduling" nvlinkUtilCentricScheduling, "portableClusterSizeMode" portableClusterSizeMode, "sharedMemoryMode" sharedMemoryMode,}
        CUlaunchAttribute {"id" id, "pad" pad, "value" value,}
        CUlaunchConfig {"gridDimX" gridDimX, "gridDimY" gridDimY, "gridDimZ" gridDimZ, "blockDimX" blockDimX, "blockDimY" blockDimY, "blockDimZ" blockDimZ, "sharedMemBytes" sharedMemBytes, "hStream" hStream, "attrs" attrs, "numAttrs" numAttrs,}
        CUkernelNodeAttrValue_v1 {"pad" pad, "accessPolicyWindow" accessPolicyWindow, "cooperative" cooperative, "syncPolicy" syncPolicy, "clusterDim" clusterDim, "clusterDim.x" clusterDim.x, "clusterDim.y" clusterDim.y, "clusterDim.z" clusterDim.z, "clusterSchedulingPolicyPreference" clusterSchedulingPolicyPreference, "programmaticStreamSerializationAllowed" programmaticStreamSerializationAllowed, "programmaticEvent" programmaticEvent, "programmaticEvent.event" programmaticEvent.event, "programmaticEvent.flags" programmaticEvent.flags, "programmaticEvent.triggerAtBlockStart" programmaticEvent.triggerAtBlockStart, "launchCompletionEvent" launchCompletionEvent, "launchCompletionEvent.event" launchCompletionEvent.event, "launchCompletionEvent.flags" launchCompletionEvent.flags, "priority" priority, "memSyncDomainMap" memSyncDomainMap, "memSyncDomain" memSyncDomain, "preferredClusterDim" preferredClusterDim, "preferredClusterDim.x" preferredClusterDim.x, "preferredClusterDim.y" preferredClusterDim.y, "preferredClusterDim.z" preferredClusterDim.z, "deviceUpdatableKernelNode" deviceUpdatableKernelNode, "deviceUpdatableKernelNode.deviceUpdatable" deviceUpdatableKernelNode.deviceUpdatable, "deviceUpdatableKernelNode.devNode" deviceUpdatableKernelNode.devNode, "sharedMemCarveout" sharedMemCarveout, "nvlinkUtilCentricScheduling" nvlinkUtilCentricScheduling, "portableClusterSizeMode" portableClusterSizeMode, "sharedMemoryMode" sharedMemoryMode,}
        CUkernelNodeAttrValue {"pad" pad, "accessPolicyWindow" accessPolicyWindow, "cooperative" cooperative, "syncPolicy" syncPolicy, "clusterDim" clusterDim, "clusterDim.x" clusterDim.x, "clusterDim.y" clusterDim.y, "clusterDim.z" clusterDim.z, "clusterSchedulingPolicyPreference" clusterSchedulingPolicyPreference, "programmaticStreamSerializationAllowed" programmaticStreamSerializationAllowed, "programmaticEvent" programmaticEvent, "programmaticEvent.event" programmaticEvent.event, "programmaticEvent.flags" programmaticEvent.flags, "programmaticEvent.triggerAtBlockStart" programmaticEvent.triggerAtBlockStart, "launchCompletionEvent" launchCompletionEvent, "launchCompletionEvent.event" launchCompletionEvent.event, "launchCompletionEvent.flags" launchCompletionEvent.flags, "priority" priority, "memSyncDomainMap" memSyncDomainMap, "memSyncDomain" memSyncDomain, "preferredClusterDim" preferredClusterDim, "preferredClusterDim.x" preferredClusterDim.x, "preferredClusterDim.y" preferredClusterDim.y, "preferredClusterDim.z" preferredClusterDim.z, "deviceUpdatableKernelNode" deviceUpdatableKernelNode, "deviceUpdatableKernelNode.deviceUpdatable" deviceUpdatableKernelNode.deviceUpdatable, "deviceUpdatableKernelNode.devNode" deviceUpdatableKernelNode.devNode, "sharedMemCarveout" sharedMemCarveout, "nvlinkUtilCentricScheduling" nvlinkUtilCentricScheduling, "portableClusterSizeMode" portableClusterSizeMode, "sharedMemoryMode" sharedMemoryMode,}
        CUstreamAttrValue_v1 {"pad" pad, "accessPolicyWindow" accessPolicyWindow, "cooperative" cooperative, "syncPolicy" syncPolicy, "clusterDim" clusterDim, "clusterDim.x" clusterDim.x, "clusterDim.y" clusterDim.y, "clusterDim.z" clusterDim.z, "clusterSchedulingPolicyPreference" clusterSchedulingPolicyPreference, "programmaticStreamSerializationAllowed" programmaticStreamSerializationAllowed, "programmaticEvent" programmaticEvent, "programmaticEvent.event" programmaticEvent.event, "programmaticEvent.flags" programmaticEvent.flags, "programmaticEvent.triggerAtBlockStart" programmaticEvent.triggerAtBlockStart, "launchCompletionEvent" launchCompletionEvent, "launchCompletionEvent.event" launchCompletionEvent.event, "launchCompletionEvent.flags" launchCompletionEvent.flags, "priority" priority, "memSyncDomainMap" memSyncDomainMap, "memSyncDomain" memSyncDomain, "preferredClusterDim" preferredClusterDim, "preferredClusterDim.x" preferredClusterDim.x, "preferredClusterDim.y" preferredClusterDim.y, "preferredClusterDim.z" preferredClusterDim.z, "deviceUpdatableKernelNode" deviceUpdatableKernelNode, "deviceUpdatableKernelNode.deviceUpdatable" deviceUpdatableKernelNode.deviceUpdatable, "deviceUpdatableKernelNode.devNode" deviceUpdatableKernelNode.devNode, "sharedMemCarveout" sharedMemCarveout, "nvlinkUtilCentricScheduling" nvlinkUtilCentricScheduling, "portableClusterSizeMode" portableClusterSizeMode, "sharedMemoryMode" sharedMemoryMode,}
        CUstreamAttrValue {"pad" pad, "accessPolicyWindow" accessPolicyWindow, "cooperative" cooperative, "syncPolicy" syncPolicy, "clusterDim" clusterDim, "clusterDim.x" clusterDim.x, "clusterDim.y" clusterDim.y, "clusterDim.z" clusterDim.z, "clusterSchedulingPolicyPreference" clusterSchedulingPolicyPreference, "programmaticStreamSerializationAllowed" programmaticStreamSerializationAllowed, "programmaticEvent" programmaticEvent, "programmaticEvent.event" programmaticEvent.event, "programmaticEvent.flags" programmaticEvent.flags, "programmaticEvent.triggerAtBlockStart" programmaticEvent.triggerAtBlockStart, "launchCompletionEvent" launchCompletionEvent, "launchCompletionEvent.event" launchCompletionEvent.event, "launchCompletionEvent.flags" launchCompletionEvent.flags, "priority" priority, "memSyncDomainMap" memSyncDomainMap, "memSyncDomain" memSyncDomain, "preferredClusterDim" preferredClusterDim, "preferredClusterDim.x" preferredClusterDim.x, "preferredClusterDim.y" preferredClusterDim.y, "preferredClusterDim.z" preferredClusterDim.z, "deviceUpdatableKernelNode" deviceUpdatableKernelNode, "deviceUpdatableKernelNode.deviceUpdatable" deviceUpdatableKernelNode.deviceUpdatable, "deviceUpdatableKernelNode.devNode" deviceUpdatableKernelNode.devNode, "sharedMemCarveout" sharedMemCarveout, "nvlinkUtilCentricScheduling" nvlinkUtilCentricScheduling, "portableClusterSizeMode" portableClusterSizeMode, "sharedMemoryMode" sharedMemoryMode,}
        CUexecAffinitySmCount_v1 {"val" val,}
        CUexecAffinitySmCount {"val" val,}
        CUexecAffinityParam_v1 {"type" type_, "param" param, "param.smCount" param.smCount,}
        CUexecAffinityParam {"type" type_, "param" param, "param.smCount" param.smCount,}
        CUctxCigParam {"sharedDataType" sharedDataType, "sharedData" sharedData,}
        CUctxCreateParams {"execAffinityParams" execAffinityParams, "numExecAffinityParams" numExecAffinityParams, "cigParams" cigParams,}
        CUstreamCigParam {"streamSharedDataType" streamSharedDataType, "streamSharedData" streamSharedData,}
        CUstreamCigCaptureParams {"streamCigParams" streamCigParams,}
        CUlibraryHostUniversalFunctionAndDataTable {"functionTable" functionTable, "functionWindowSize" functionWindowSize, "dataTable" dataTable, "dataWindowSize" dataWindowSize,}
        CUstreamCallback {}
        CUoccupancyB2DSize {}
        CUDA_MEMCPY2D_v2 {"srcXInBytes" srcXInBytes, "srcY" srcY, "srcMemoryType" srcMemoryType, "srcHost" srcHost, "srcDevice" srcDevice, "srcArray" srcArray, "srcPitch" srcPitch, "dstXInBytes" dstXInBytes, "dstY" dstY, "dstMemoryType" dstMemoryType, "dstHost" dstHost, "dstDevice" dstDevice, "dstArray" dstArray, "dstPitch" dstPitch, "WidthInBytes" WidthInBytes, "Height" Height,}
        CUDA_MEMCPY2D {"srcXInBytes" srcXInBytes, "srcY" srcY, "srcMemoryType" srcMemoryType, "srcHost" srcHost, "srcDevice" srcDevice, "srcArray" srcArray, "srcPitch" srcPitch, "dstXInBytes" dstXInBytes, "dstY" dstY, "dstMemoryType" dstMemoryType, "dstHost" dstHost, "dstDevice" dstDevice, "dstArray" dstArray, "dstPitch" dstPitch, "WidthInBytes" WidthInBytes, "Height" Height,}
        CUDA_MEMCPY3D_v2 {"srcXInBytes" srcXInBytes, "srcY" srcY, "srcZ" srcZ, "srcLOD" srcLOD, "srcMemoryType" srcMemoryType, "srcHost" srcHost, "srcDevice" srcDevice, "srcArray" srcArray, "reserved0" reserved0, "srcPitch" srcPitch, "srcHeight" srcHeight, "dstXInBytes" dstXInBytes, "dstY" dstY, "dstZ" dstZ, "dstLOD" dstLOD, "dstMemoryType" dstMemoryType, "dstHost" dstHost, "dstDevice" dstDevice, "dstArray" dstArray, "reserved1" reserved1, "dstPitch" dstPitch, "dstHeight" dstHeight, "WidthInBytes" WidthInBytes, "Height" Height, "Depth" Depth,}
        CUDA_MEMCPY3D {"srcXInBytes" srcXInBytes, "srcY" srcY, "srcZ" srcZ, "srcLOD" srcLOD, "srcMemoryType" srcMemoryType, "srcHost" srcHost, "srcDevice" srcDevice, "srcArray" srcArray, "reserved0" reserved0, "srcPitch" srcPitch, "srcHeight" srcHeight, "dstXInBytes" dstXInBytes, "dstY" dstY, "dstZ" dstZ, "dstLOD" dstLOD, "dstMemoryType" dstMemoryType, "dstHost" dstHost, "dstDevice" dstDevice, "dstArray" dstArray, "reserved1" reserved1, "dstPitch" dstPitch, "dstHeight" dstHeight, "WidthInBytes" WidthInBytes, "Height" Height, "Depth" Depth,}
        CUDA_MEMCPY3D_PEER_v1 {"srcXInBytes" srcXInBytes, "srcY" srcY, "srcZ" srcZ, "srcLOD" srcLOD, "srcMemoryType" srcMemoryType, "srcHost" srcHost, "srcDevice" srcDevice, "srcArray" srcArray, "srcContext" srcContext, "srcPitch" srcPitch, "srcHeight" srcHeight, "dstXInBytes" dstXInBytes, "dstY" dstY, "dstZ" dstZ, "dstLOD" dstLOD, "dstMemoryType" dstMemoryType, "dstHost" dstHost, "dstDevice" dstDevice, "dstArray" dstArray, "dstContext" dstContext, "dstPitch" dstPitch, "dstHeight" dstHeight, "WidthInBytes" WidthInBytes, "Height" Height, "Depth" Depth,}
        CUDA_MEMCPY3D_PEER {"srcXInBytes" srcXInBytes, "srcY" srcY, "srcZ" srcZ, "srcLOD" srcLOD, "srcMemoryType" srcMemoryType, "srcHost" srcHost, "srcDevice" srcDevice, "srcArray" srcArray, "srcContext" srcContext, "srcPitch" srcPitch, "srcHeight" srcHeight, "dstXInBytes" dstXInBytes, "dstY" dstY, "dstZ" dstZ, "dstLOD" dstLOD, "dstMemoryType" dstMemoryType, "dstHost" dstHost, "dstDevice" dstDevice, "dstArray" dstArray, "dstContext" dstContext, "dstPitch" dstPitch, "dstHeight" dstHeight, "WidthInBytes" WidthInBytes, "Height" Height, "Depth" Depth,}
        CUDA_MEMCPY_NODE_PARAMS {"flags" flags, "reserved" reserved, "copyCtx" copyCtx, "copyParams" copyParams,}
        CUDA_ARRAY_DESCRIPTOR_v2 {"Width" Width, "Height" Height, "Format" Format, "NumChannels" NumChannels,}
        CUDA_ARRAY_DESCRIPTOR {"Width" Width, "Height" Height, "Format" Format, "NumChannels" NumChannels,}
        CUDA_ARRAY3D_DESCRIPTOR_v2 {"Width" Width, "Height" Height, "Depth" Depth, "Format" Format, "NumChannels" NumChannels, "Flags" Flags,}
        CUDA_ARRAY3D_DESCRIPTOR {"Width" Width, "Height" Height, "Depth" Depth, "Format" Format, "NumChannels" NumChannels, "Flags" Flags,}
        CUDA_ARRAY_SPARSE_PROPERTIES_v1 {"tileExtent" tileExtent, "tileExtent.width" tileExtent.width, "tileExtent.height" tileExtent.height, "tileExtent.depth" tileExtent.depth, "miptailFirstLevel" miptailFirstLevel, "miptailSize" miptailSize, "flags" flags, "reserved" reserved,}
        CUDA_ARRAY_SPARSE_PROPERTIES {"tileExtent" tileExtent, "tileExtent.width" tileExtent.width, "tileExtent.height" tileExtent.height, "tileExtent.depth" tileExtent.depth, "miptailFirstLevel" miptailFirstLevel, "miptailSize" miptailSize, "flags" flags, "reserved" reserved,}
        CUDA_ARRAY_MEMORY_REQUIREMENTS_v1 {"size" size, "alignment" alignment, "reserved" reserved,}
        CUDA_ARRAY_MEMORY_REQUIREMENTS {"size" size, "alignment" alignment, "reserved" reserved,}
        CUDA_RESOURCE_DESC_v1 {"resType" resType, "res" res, "res.array" res.array, "res.array.hArray" res.array.hArray, "res.mipmap" res.mipmap, "res.mipmap.hMipmappedArray" res.mipmap.hMipmappedArray, "res.linear" res.linear, "res.linear.devPtr" res.linear.devPtr, "res.linear.format" res.linear.format, "res.linear.numChannels" res.linear.numChannels, "res.linear.sizeInBytes" res.linear.sizeInBytes, "res.pitch2D" res.pitch2D, "res.pitch2D.devPtr" res.pitch2D.devPtr, "res.pitch2D.format" res.pitch2D.format, "res.pitch2D.numChannels" res.pitch2D.numChannels, "res.pitch2D.width" res.pitch2D.width, "res.pitch2D.height" res.pitch2D.height, "res.pitch2D.pitchInBytes" res.pitch2D.pitchInBytes, "res.reserved" res.reserved, "res.reserved.reserved" res.reserved.reserved, "flags" flags,}
        CUDA_RESOURCE_DESC {"resType" resType, "res" res, "res.array" res.array, "res.array.hArray" res.array.hArray, "res.mipmap" res.mipmap, "res.mipmap.hMipmappedArray" res.mipmap.hMipmappedArray, "res.linear" res.linear, "res.linear.devPtr" res.linear.devPtr, "res.linear.format" res.linear.format, "res.linear.numChannels" res.linear.numChannels, "res.linear.sizeInBytes" res.linear.sizeInBytes, "res.pitch2D" res.pitch2D, "res.pitch2D.devPtr" res.pitch2D.devPtr, "res.pitch2D.format" res.pitch2D.format, "res.pitch2D.numChannels" res.pitch2D.numChannels, "res.pitch2D.width" res.pitch2D.width, "res.pitch2D.height" res.pitch2D.height, "res.pitch2D.pitchInBytes" res.pitch2D.pitchInBytes, "res.reserved" res.reserved, "res.reserved.reserved" res.reserved.reserved, "flags" flags,}
        CUDA_TEXTURE_DESC_v1 {"addressMode" addressMode, "filterMode" filterMode, "flags" flags, "maxAnisotropy" maxAnisotropy, "mipmapFilterMode" mipmapFilterMode, "mipmapLevelBias" mipmapLevelBias, "minMipmapLevelClamp" minMipmapLevelClamp, "maxMipmapLevelClamp" maxMipmapLevelClamp, "borderColor" borderColor, "reserved" reserved,}
        CUDA_TEXTURE_DESC {"addressMode" addressMode, "filterMode" filterMode, "flags" flags, "maxAnisotropy" maxAnisotropy, "mipmapFilterMode" mipmapFilterMode, "mipmapLevelBias" mipmapLevelBias, "minMipmapLevelClamp" minMipmapLevelClamp, "maxMipmapLevelClamp" maxMipmapLevelClamp, "borderColor" borderColor, "reserved" reserved,}
        CUDA_RESOURCE_VIEW_DESC_v1 {"format" format, "width" width, "height" height, "depth" depth, "firstMipmapLevel" firstMipmapLevel, "lastMipmapLevel" lastMipmapLevel, "firstLayer" firstLayer, "lastLayer" lastLayer, "reserved" reserved,}
        CUDA_RESOURCE_VIEW_DESC {"format" format, "width" width, "height" height, "depth" depth, "firstMipmapLevel" firstMipmapLevel, "lastMipmapLevel" lastMipmapLevel, "firstLayer" firstLayer, "lastLayer" lastLayer, "reserved" reserved,}
        CUtensorMap {"opaque" opaque,}
        CUDA_POINTER_ATTRIBUTE_P2P_TOKENS_v1 {"p2pToken" p2pToken, "vaSpaceToken" vaSpaceToken,}
        CUDA_POINTER_ATTRIBUTE_P2P_TOKENS {"p2pToken" p2pToken, "vaSpaceToken" vaSpaceToken,}
        CUDA_LAUNCH_PARAMS_v1 {"function" function, "gridDimX" gridDimX, "gridDimY" gridDimY, "gridDimZ" gridDimZ, "blockDimX" blockDimX, "blockDimY" blockDimY, "blockDimZ" blockDimZ, "sharedMemBytes" sharedMemBytes, "hStream" hStream, "kernelParams" kernelParams,}
        CUDA_LAUNCH_PARAMS {"function" function, "gridDimX" gridDimX, "gridDimY" gridDimY, "gridDimZ" gridDimZ, "blockDimX" blockDimX, "blockDimY" blockDimY, "blockDimZ" blockDimZ, "sharedMemBytes" sharedMemBytes, "hStream" hStream, "kernelParams" kernelParams,}
        CUDA_EXTERNAL_MEMORY_HANDLE_DESC_v1 {"type" type_, "handle" handle, "handle.fd" handle.fd, "handle.win32" handle.win32, "handle.win32.handle" handle.win32.handle, "handle.win32.name" handle.win32.name, "handle.nvSciBufObject" handle.nvSciBufObject, "size" size, "flags" flags, "reserved" reserved,}
        CUDA_EXTERNAL_MEMORY_HANDLE_DESC {"type" type_, "handle" handle, "handle.fd" handle.fd, "handle.win32" handle.win32, "handle.win32.handle" handle.win32.handle, "handle.win32.name" handle.win32.name, "handle.nvSciBufObject" handle.nvSciBufObject, "size" size, "flags" flags, "reserved" reserved,}
        CUDA_EXTERNAL_MEMORY_BUFFER_DESC_v1 {"offset" offset, "size" size, "flags" flags, "reserved" reserved,}
        CUDA_EXTERNAL_MEMORY_BUFFER_DESC {"offset" offset, "size" size, "flags" flags, "reserved" reserved,}
        CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC_v1 {"offset" offset, "arrayDesc" arrayDesc, "numLevels" numLevels, "reserved" reserved,}
        CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC {"offset" offset, "arrayDesc" arrayDesc, "numLevels" numLevels, "reserved" reserved,}
        CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC_v1 {"type" type_, "handle" handle, "handle.fd" handle.fd, "handle.win32" handle.win32, "handle.win32.handle" handle.win32.handle, "handle.win32.name" handle.win32.name, "handle.nvSciSyncObj" handle.nvSciSyncObj, "flags" flags, "reserved" reserved,}
        CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC {"type" type_, "handle" handle, "handle.fd" handle.fd, "handle.win32" handle.win32, "handle.win32.handle" handle.win32.handle, "handle.win32.name" handle.win32.name, "handle.nvSciSyncObj" handle.nvSciSyncObj, "flags" flags, "reserved" reserved,}
        CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_v1 {"params" params, "params.fence" params.fence, "params.fence.value" params.fence.value, "params.nvSciSync" params.nvSciSync, "params.nvSciSync.fence" params.nvSciSync.fence, "params.nvSciSync.reserved" params.nvSciSync.reserved, "params.keyedMutex" params.keyedMutex, "params.keyedMutex.key" params.keyedMutex.key, "params.reserved" params.reserved, "flags" flags, "reserved" reserved,}
        CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS {"params" params, "params.fence" params.fence, "params.fence.value" params.fence.value, "params.nvSciSync" params.nvSciSync, "params.nvSciSync.fence" params.nvSciSync.fence, "params.nvSciSync.reserved" params.nvSciSync.reserved, "params.keyedMutex" params.keyedMutex, "params.keyedMutex.key" params.keyedMutex.key, "params.reserved" params.reserved, "flags" flags, "reserved" reserved,}
        CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_v1 {"params" params, "params.fence" params.fence, "params.fence.value" params.fence.value, "params.nvSciSync" params.nvSciSync, "params.nvSciSync.fence" params.nvSciSync.fence, "params.nvSciSync.reserved" params.nvSciSync.reserved, "params.keyedMutex" params.keyedMutex, "params.keyedMutex.key" params.keyedMutex.key, "params.keyedMutex.timeoutMs" params.keyedMutex.timeoutMs, "params.reserved" params.reserved, "flags" flags, "reserved" reserved,}
        CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS {"params" params, "params.fence" params.fence, "params.fence.value" params.fence.value, "params.nvSciSync" params.nvSciSync, "params.nvSciSync.fence" params.nvSciSync.fence, "params.nvSciSync.reserved" params.nvSciSync.reserved, "params.keyedMutex" params.keyedMutex, "params.keyedMutex.key" params.keyedMutex.key, "params.keyedMutex.timeoutMs" params.keyedMutex.timeoutMs, "params.reserved" params.reserved, "flags" flags, "reserved" reserved,}
        CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_v1 {"extSemArray" extSemArray, "paramsArray" paramsArray, "numExtSems" numExtSems,}
        CUDA_EXT_SEM_SIGNAL_NODE_PARAMS {"extSemArray" extSemArray, "paramsArray" paramsArray, "numExtSems" numExtSems,}
        CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_v2 {"extSemArray" extSemArray, "paramsArray" paramsArray, "numExtSems" numExtSems, "ctx" ctx.ctx, "gCtx" ctx.gCtx,}
        CUDA_EXT_SEM_WAIT_NODE_PARAMS_v1 {"extSemArray" extSemArray, "paramsArray" paramsArray, "numExtSems" numExtSems,}
        CUDA_EXT_SEM_WAIT_NODE_PARAMS {"extSemArray" extSemArray, "paramsArray" paramsArray, "numExtSems" numExtSems,}
        CUDA_EXT_SEM_WAIT_NODE_PARAMS_v2 {"extSemArray" extSemArray, "paramsArray" paramsArray, "numExtSems" numExtSems, "ctx" ctx.ctx, "gCtx" ctx.gCtx,}
        CUmemGenericAllocationHandle_v1 {}
        CUmemGenericAllocationHandle {}
        CUarrayMapInfo_v1 {"resourceType" resourceType, "resource" resource, "resource.mipmap" resource.mipmap, "resource.array" resource.array, "subresourceType" subresourceType, "subresource" subresource, "subresource.sparseLevel" subresource.sparseLevel, "subresource.sparseLevel.level" subresource.sparseLevel.level, "subresource.sparseLevel.layer" subresource.sparseLevel.layer, "subresource.sparseLevel.offsetX" subresource.sparseLevel.offsetX, "subresource.sparseLevel.offsetY" subresource.sparseLevel.offsetY, "subresource.sparseLevel.offsetZ" subresource.sparseLevel.offsetZ, "subresource.sparseLevel.extentWidth" subresource.sparseLevel.extentWidth, "subresource.sparseLevel.extentHeight" subresource.sparseLevel.extentHeight, "subresource.sparseLevel.extentDepth" subresource.sparseLevel.extentDepth, "subresource.miptail" subresource.miptail, "subresource.miptail.layer" subresource.miptail.layer, "subresource.miptail.offset" subresource.miptail.offset, "subresource.miptail.size" subresource.miptail.size, "memOperationType" memOperationType, "memHandleType" memHandleType, "memHandle" memHandle, "memHandle.memHandle" memHandle.memHandle, "offset" offset, "deviceBitMask" deviceBitMask, "flags" flags, "reserved" reserved,}
        CUarrayMapInfo {"resourceType" resourceType, "resource" resource, "resource.mipmap" resource.mipmap, "resource.array" resource.array, "subresourceType" subresourceType, "subresource" subresource, "subresource.sparseLevel" subresource.sparseLevel, "subresource.sparseLevel.level" subresource.sparseLevel.level, "subresource.sparseLevel.layer" subresource.sparseLevel.layer, "subresource.sparseLevel.offsetX" subresource.sparseLevel.offsetX, "subresource.sparseLevel.offsetY" subresource.sparseLevel.offsetY, "subresource.sparseLevel.offsetZ" subresource.sparseLevel.offsetZ, "subresource.sparseLevel.extentWidth" subresource.sparseLevel.extentWidth, "subresource.sparseLevel.extentHeight" subresource.sparseLevel.extentHeight, "subresource.sparseLevel.extentDepth" subresource.sparseLevel.extentDepth, "subresource.miptail" subresource.miptail, "subresource.miptail.layer" subresource.miptail.layer, "subresource.miptail.offset" subresource.miptail.offset, "subresource.miptail.size" subresource.miptail.size, "memOperationType" memOperationType, "memHandleType" memHandleType, "memHandle" memHandle, "memHandle.memHandle" memHandle.memHandle, "offset" offset, "deviceBitMask" deviceBitMask, "flags" flags, "reserved" reserved,}
        CUmemLocation_v1 {"type" type_, "id" id.id, "localized" id.localized, "localized.deviceId" id.localized.deviceId, "localized.localityDomainId" id.localized.localityDomainId,}
        CUmemLocation {"type" type_, "id" id.id, "localized" id.localized, "localized.deviceId" id.localized.deviceId, "localized.localityDomainId" id.localized.localityDomainId,}
        CUmemAllocationProp_v1 {"type" type_, "requestedHandleTypes" requestedHandleTypes, "location" location, "win32HandleMetaData" win32HandleMetaData, "allocFlags" allocFlags, "allocFlags.compressionType" allocFlags.compressionType, "allocFlags.gpuDirectRDMACapable" allocFlags.gpuDirectRDMACapable, "allocFlags.usage" allocFlags.usage, "allocFlags.reserved" allocFlags.reserved,}
        CUmemAllocationProp {"type" type_, "requestedHandleTypes" requestedHandleTypes, "location" location, "win32HandleMetaData" win32HandleMetaData, "allocFlags" allocFlags, "allocFlags.compressionType" allocFlags.compressionType, "allocFlags.gpuDirectRDMACapable" allocFlags.gpuDirectRDMACapable, "allocFlags.usage" allocFlags.usage, "allocFlags.reserved" allocFlags.reserved,}
        CUmulticastObjectProp_v1 {"numDevices" numDevices, "size" size, "handleTypes" handleTypes, "flags" flags,}
        CUmulticastObjectProp {"numDevices" numDevices, "size" size, "handleTypes" handleTypes, "flags" flags,}
        CUmemAccessDesc_v1 {"location" location, "flags" flags,}
        CUmemAccessDesc {"location" location, "flags" flags,}
        CUgraphExecUpdateResultInfo_v1 {"result" result, "errorNode" errorNode, "errorFromNode" errorFromNode,}
        CUgraphExecUpdateResultInfo {"result" result, "errorNode" errorNode, "errorFromNode" errorFromNode,}
        CUmemPoolProps_v1 {"allocType" allocType, "handleTypes" handleTypes, "location" location, "win32SecurityAttributes" win32SecurityAttributes, "maxSize" maxSize, "usage" usage, "gpuDirectRDMACapable" gpuDirectRDMACapable, "reserved" reserved,}
        CUmemPoolProps {"allocType" allocType, "handleTypes" handleTypes, "location" location, "win32SecurityAttributes" win32SecurityAttributes, "maxSize" maxSize, "usage" usage, "gpuDirectRDMACapable" gpuDirectRDMACapable, "reserved" reserved,}
        CUmemPoolPtrExportData_v1 {"reserved" reserved,}
        CUmemPoolPtrExportData {"reserved" reserved,}
        CUmemcpyAttributes_v1 {"srcAccessOrder" srcAccessOrder, "srcLocHint" srcLocHint, "dstLocHint" dstLocHint, "flags" flags,}
        CUmemcpyAttributes {"srcAccessOrder" srcAccessOrder, "srcLocHint" srcLocHint, "dstLocHint" dstLocHint, "flags" flags,}
        CUoffset3D_v1 {"x" x, "y" y, "z" z,}
        CUoffset3D {"x" x, "y" y, "z" z,}
        CUextent3D_v1 {"width" width, "height" height, "depth" depth,}
        CUextent3D {"width" width, "height" height, "depth" depth,}
        CUmemcpy3DOperand_v1 {"type" type_, "op" op, "op.ptr" op.ptr, "op.ptr.ptr" op.ptr.ptr, "op.ptr.rowLength" op.ptr.rowLength, "op.ptr.layerHeight" op.ptr.layerHeight, "op.ptr.locHint" op.ptr.locHint, "op.array" op.array, "op.array.array" op.array.array, "op.array.offset" op.array.offset,}
        CUmemcpy3DOperand {"type" type_, "op" op, "op.ptr" op.ptr, "op.ptr.ptr" op.ptr.ptr, "op.ptr.rowLength" op.ptr.rowLength, "op.ptr.layerHeight" op.ptr.layerHeight, "op.ptr.locHint" op.ptr.locHint, "op.array" op.array, "op.array.array" op.array.array, "op.array.offset" op.array.offset,}
        CUDA_MEMCPY3D_BATCH_OP_v1 {"src" src, "dst" dst, "extent" extent, "srcAccessOrder" srcAccessOrder, "flags" flags,}
        CUDA_MEMCPY3D_BATCH_OP {"src" src, "dst" dst, "extent" extent, "srcAccessOrder" srcAccessOrder, "flags" flags,}
        CUDA_MEM_ALLOC_NODE_PARAMS_v1 {"poolProps" poolProps, "accessDescs" accessDescs, "accessDescCount" accessDescCount, "bytesize" bytesize, "dptr" dptr,}
        CUDA_MEM_ALLOC_NODE_PARAMS {"poolProps" poolProps, "accessDescs" accessDescs, "accessDescCount" accessDescCount, "bytesize" bytesize, "dptr" dptr,}
        CUDA_MEM_ALLOC_NODE_PARAMS_v2 {"poolProps" poolProps, "accessDescs" accessDescs, "accessDescCount" accessDescCount, "bytesize" bytesize, "dptr" dptr,}
        CUDA_MEM_FREE_NODE_PARAMS {"dptr" dptr,}
        CUDA_CHILD_GRAPH_NODE_PARAMS {"graph" graph, "ownership" ownership,}
        CUDA_EVENT_RECORD_NODE_PARAMS {"event" event, "ctx" ctx.ctx, "gCtx" ctx.gCtx,}
        CUDA_EVENT_WAIT_NODE_PARAMS {"event" event,}
        CUDA_MEMCPY_BATCH_NODE_PARAMS_V1 {"count" count, "dsts" dsts, "srcs" srcs, "sizes" sizes, "attrs" attrs, "attrsIdxs" attrsIdxs, "numAttrs" numAttrs, "ctx" ctx.ctx, "gCtx" ctx.gCtx,}
        CUDA_MEMCPY_BATCH_NODE_PARAMS {"count" count, "dsts" dsts, "srcs" srcs, "sizes" sizes, "attrs" attrs, "attrsIdxs" attrsIdxs, "numAttrs" numAttrs, "ctx" ctx.ctx, "gCtx" ctx.gCtx,}
        CUDA_FABRIC_COPY_BATCH_OP {"src" src, "dst" dst, "size" size, "flags" flags,}
        CUDA_FABRIC_CPY_BATCH_NODE_PARAMS_V1 {"numOps" numOps, "opList" opList, "flags" flags, "ctx" ctx.ctx, "gCtx" ctx.gCtx,}
        CUDA_FABRIC_CPY_BATCH_NODE_PARAMS {"numOps" numOps, "opList" opList, "flags" flags, "ctx" ctx.ctx, "gCtx" ctx.gCtx,}
        CUgraphNodeParams {"type" type_, "reserved0" reserved0, "reserved1" params.reserved1, "kernel" params.kernel, "memcpy" params.memcpy, "memset" params.memset, "host" params.host, "graph" params.graph, "eventWait" params.eventWait, "eventRecord" params.eventRecord, "extSemSignal" params.extSemSignal, "extSemWait" params.extSemWait, "alloc" params.alloc, "free" params.free, "memOp" params.memOp, "conditional" params.conditional, "memcpyBatch" params.memcpyBatch, "fabricCpyBatch" params.fabricCpyBatch, "asBytes" params.asBytes, "reserved2" reserved2,}
        CUcheckpointCustomStoragePerDeviceData {"devPtr" devPtr, "size" size, "stream" stream,}
        CUcheckpointOperationHandle {}
        CUcheckpointCustomStorageInfo {"handle" handle, "perDeviceData" perDeviceData, "deviceCount" deviceCount,}
        CUcheckpointLockArgs {"timeoutMs" timeoutMs, "reserved0" reserved0, "reserved1" reserved1,}
        CUcheckpointCheckpointArgs {"customStorageInfo_out" customStorageInfo_out, "reserved" reserved,}
        CUcheckpointGpuPair {"oldUuid" oldUuid, "newUuid" newUuid,}
        CUcheckpointRestoreArgs {"gpuPairs" gpuPairs, "gpuPairsCount" gpuPairsCount, "padding0" padding0, "customStorageInfo_out" customStorageInfo_out, "reserved" reserved,}
        CUcheckpointUnlockArgs {"reserved" reserved,}
        CUmemDecompressParams {"srcNumBytes" srcNumBytes, "dstNumBytes" dstNumBytes, "dstActBytes" dstActBytes, "src" src, "dst" dst, "algo" algo, "padding" padding,}
        CUcliqueInfo {"type" type_, "id" id,}
        CUlogicalEndpointId {}
        CUlogicalEndpointFabricHandle {"data" data,}
        CUlogicalEndpointProp {"type" type_, "unicast" endpoint.unicast, "unicast.device" endpoint.unicast.device, "multicast" endpoint.multicast, "multicast.numDevices" endpoint.multicast.numDevices, "size" size, "ipcHandleTypes" ipcHandleTypes, "flags" flags,}
        CUfabricCpyOperand {"type" type_, "op" op, "op.ptr" op.ptr, "op.ptr.ptr" op.ptr.ptr, "op.ptr.locHint" op.ptr.locHint, "op.le" op.le, "op.le.id" op.le.id, "op.le.offset" op.le.offset,}
        CUDA_FABRIC_COPY_BATCH_OP_v1 {"src" src, "dst" dst, "size" size, "flags" flags,}
        CUgraphRecaptureCallback {}
        CUcoredumpCallbackHandle {}
        CUcoredumpStatusCallback {}
        CUdevResourceDesc {}
        CUdevSmResource {"smCount" smCount, "minSmPartitionSize" minSmPartitionSize, "smCoscheduledAlignment" smCoscheduledAlignment, "flags" flags, "localityDomainId" localityDomainId,}
        CUdevWorkqueueConfigResource {"device" device, "wqConcurrencyLimit" wqConcurrencyLimit, "sharingScope" sharingScope,}
        CUdevWorkqueueResource {"reserved" reserved,}
        CU_DEV_SM_RESOURCE_GROUP_PARAMS {"smCount" smCount, "coscheduledSmCount" coscheduledSmCount, "preferredCoscheduledSmCount" preferredCoscheduledSmCount, "flags" flags, "localityDomainId" localityDomainId, "reserved" reserved,}
        CUdevResource {"type" type_, "_internal_padding" _internal_padding, "sm" resource.sm, "wqConfig" resource.wqConfig, "wq" resource.wq, "_oversize" resource._oversize, "nextResource" nextResource,}
        CUlogsCallbackHandle {}
        CUlogsCallback {}
        CUlogIterator {}
        CUdeviceptr_v1 {}
        CUDA_MEMCPY2D_v1 {"srcXInBytes" srcXInBytes, "srcY" srcY, "srcMemoryType" srcMemoryType, "srcHost" srcHost, "srcDevice" srcDevice, "srcArray" srcArray, "srcPitch" srcPitch, "dstXInBytes" dstXInBytes, "dstY" dstY, "dstMemoryType" dstMemoryType, "dstHost" dstHost, "dstDevice" dstDevice, "dstArray" dstArray, "dstPitch" dstPitch, "WidthInBytes" WidthInBytes, "Height" Height,}
        CUDA_MEMCPY3D_v1 {"srcXInBytes" srcXInBytes, "srcY" srcY, "srcZ" srcZ, "srcLOD" srcLOD, "srcMemoryType" srcMemoryType, "srcHost" srcHost, "srcDevice" srcDevice, "srcArray" srcArray, "reserved0" reserved0, "srcPitch" srcPitch, "srcHeight" srcHeight, "dstXInBytes" dstXInBytes, "dstY" dstY, "dstZ" dstZ, "dstLOD" dstLOD, "dstMemoryType" dstMemoryType, "dstHost" dstHost, "dstDevice" dstDevice, "dstArray" dstArray, "reserved1" reserved1, "dstPitch" dstPitch, "dstHeight" dstHeight, "WidthInBytes" WidthInBytes, "Height" Height, "Depth" Depth,}
        CUDA_ARRAY_DESCRIPTOR_v1 {"Width" Width, "Height" Height, "Format" Format, "NumChannels" NumChannels,}
        CUDA_ARRAY3D_DESCRIPTOR_v1 {"Width" Width, "Height" Height, "Depth" Depth, "Format" Format, "NumChannels" NumChannels, "Flags" Flags,}
        HGPUNV {}
        GLenum {}
        GLuint {}
        EGLint {}
        EGLImageKHR {}
        EGLStreamKHR {}
        EGLSyncKHR {}
        CUeglFrame_v1 {"frame" frame, "frame.pArray" frame.pArray, "frame.pPitch" frame.pPitch, "width" width, "height" height, "depth" depth, "pitch" pitch, "planeCount" planeCount, "numChannels" numChannels, "frameType" frameType, "eglColorFormat" eglColorFormat, "cuFormat" cuFormat,}
        CUeglFrame {"frame" frame, "frame.pArray" frame.pArray, "frame.pPitch" frame.pPitch, "width" width, "height" height, "depth" depth, "pitch" pitch, "planeCount" planeCount, "numChannels" numChannels, "frameType" frameType, "eglColorFormat" eglColorFormat, "cuFormat" cuFormat,}
        CUeglStreamConnection {}
        VdpDevice {}
        VdpVideoSurface {}
        VdpOutputSurface {}
        VdpGetProcAddress {}
        nvrtcProgram {}
        nvrtcBundledHeadersInfo {"available" available, "compressedSize" compressedSize, "uncompressedSize" uncompressedSize, "cudaVersionMajor" cudaVersionMajor, "cudaVersionMinor" cudaVersionMinor, "numFiles" numFiles,}
        nvJitLinkHandle {}
        nvFatbinHandle {}
        CUipcMem_flags {}
        CUmemAttach_flags {}
        CUctx_flags {}
        CUevent_sched_flags {}
        cl_event_flags {}
        cl_context_flags {}
        CUhostTaskSyncMode {}
        CUstream_flags {}
        CUevent_flags {}
        CUevent_record_flags {}
        CUevent_wait_flags {}
        CUatomicOperation {}
        CUatomicOperationCapability {}
        CUstreamWaitValue_flags {}
        CUstreamWriteValue_flags {}
        CUstreamBatchMemOpType {}
        CUstreamMemoryBarrier_flags {}
        CUstreamAtomicReductionOpType {}
        CUstreamAtomicReductionDataType {}
        CUoccupancy_flags {}
        CUstreamUpdateCaptureDependencies_flags {}
        CUasyncNotificationType {}
        CUarray_format {}
        CUaddress_mode {}
        CUfilter_mode {}
        CUdevice_attribute {}
        CUpointer_attribute {}
        CUfunction_attribute {}
        CUfunc_cache {}
        CUsharedconfig {}
        CUshared_carveout {}
        CUmemorytype {}
        CUcomputemode {}
        CUmem_advise {}
        CUmem_range_attribute {}
        CUjit_option {}
        CUjit_target {}
        CUjit_fallback {}
        CUjit_cacheMode {}
        CUjitInputType {}
        CUgraphicsRegisterFlags {}
        CUgraphicsMapResourceFlags {}
        CUarray_cubemap_face {}
        CUlimit {}
        CUresourcetype {}
        CUaccessProperty {}
        CUgraphConditionalNodeType {}
        CUgraphNodeType {}
        CUgraphDependencyType {}
        CUgraphInstantiateResult {}
        CUsynchronizationPolicy {}
        CUclusterSchedulingPolicy {}
        CUlaunchMemSyncDomain {}
        CUlaunchAttributePortableClusterMode {}
        CUsharedMemoryMode {}
        CUlaunchAttributeID {}
        CUkernelNodeAttrID {}
        CUstreamAttrID {}
        CUstreamCaptureStatus {}
        CUstreamCaptureMode {}
        CUdriverProcAddress_flags {}
        CUdriverProcAddressQueryResult {}
        CUexecAffinityType {}
        CUcigDataType {}
        CUstreamCigDataType {}
        CUlibraryOption {}
        CUresult {}
        CUdevice_P2PAttribute {}
        CUresourceViewFormat {}
        CUtensorMapDataType {}
        CUtensorMapInterleave {}
        CUtensorMapSwizzle {}
        CUtensorMapL2promotion {}
        CUtensorMapFloatOOBfill {}
        CUtensorMapIm2ColWideMode {}
        CUtensorMapAllocClass {}
        CUDA_POINTER_ATTRIBUTE_ACCESS_FLAGS {}
        CUexternalMemoryHandleType {}
        CUexternalSemaphoreHandleType {}
        CUmemAllocationHandleType {}
        CUmemAccess_flags {}
        CUmemLocationType {}
        CUmemAllocationType {}
        CUmemAllocationGranularity_flags {}
        CUmemRangeHandleType {}
        CUmemRangeFlags {}
        CUarraySparseSubresourceType {}
        CUmemOperationType {}
        CUmemHandleType {}
        CUmemAllocationCompType {}
        CUmulticastGranularity_flags {}
        CUgraphExecUpdateResult {}
        CUmemPool_attribute {}
        CUmemcpyFlags {}
        CUmemcpySrcAccessOrder {}
        CUmemcpy3DOperandType {}
        CUgraphMem_attribute {}
        CUgraphChildGraphNodeOwnership {}
        CUflushGPUDirectRDMAWritesOptions {}
        CUGPUDirectRDMAWritesOrdering {}
        CUflushGPUDirectRDMAWritesScope {}
        CUflushGPUDirectRDMAWritesTarget {}
        CUgraphDebugDot_flags {}
        CUuserObject_flags {}
        CUuserObjectRetain_flags {}
        CUgraphInstantiate_flags {}
        CUdeviceNumaConfig {}
        CUprocessState {}
        CUmoduleLoadingMode {}
        CUmemDecompressAlgorithm {}
        CUcliqueType {}
        CUlogicalEndpointIpcHandleType {}
        CUlogicalEndpointType {}
        CUlogicalEndpointFlag {}
        CUfabricCpyOperandType {}
        CUgraphRecaptureStatus {}
        CUfunctionLoadingState {}
        CUcoredumpSettings {}
        CUCoredumpGenerationFlags {}
        CUgreenCtxCreate_flags {}
        CUdevSmResourceGroup_flags {}
        CUdevSmResourceSplitByCount_flags {}
        CUdevResourceType {}
        CUdevWorkqueueConfigScope {}
        CUlogLevel {}
        CUoutput_mode {}
        CUGLDeviceList {}
        CUGLmap_flags {}
        CUeglFrameType {}
        CUeglResourceLocationFlags {}
        CUeglColorFormat {}
        nvrtcResult {}
        nvJitLinkResult {}
        nvJitLinkInputType {}
        nvFatbinResult {}
    }
    enums {
        CUipcMem_flags, CUmemAttach_flags, CUctx_flags, CUevent_sched_flags, cl_event_flags, cl_context_flags,
        CUhostTaskSyncMode, CUstream_flags, CUevent_flags, CUevent_record_flags, CUevent_wait_flags, CUatomicOperation,
        CUatomicOperationCapability, CUstreamWaitValue_flags, CUstreamWriteValue_flags, CUstreamBatchMemOpType,
        CUstreamMemoryBarrier_flags, CUstreamAtomicReductionOpType, CUstreamAtomicReductionDataType, CUoccupancy_flags,
        CUstreamUpdateCaptureDependencies_flags, CUasyncNotificationType, CUarray_format, CUaddress_mode,
        CUfilter_mode, CUdevice_attribute, CUpointer_attribute, CUfunction_attribute, CUfunc_cache, CUsharedconfig,
        CUshared_carveout, CUmemorytype, CUcomputemode, CUmem_advise, CUmem_range_attribute, CUjit_option,
        CUjit_target, CUjit_fallback, CUjit_cacheMode, CUjitInputType, CUgraphicsRegisterFlags,
        CUgraphicsMapResourceFlags, CUarray_cubemap_face, CUlimit, CUresourcetype, CUaccessProperty,
        CUgraphConditionalNodeType, CUgraphNodeType, CUgraphDependencyType, CUgraphInstantiateResult,
        CUsynchronizationPolicy, CUclusterSchedulingPolicy, CUlaunchMemSyncDomain,
        CUlaunchAttributePortableClusterMode, CUsharedMemoryMode, CUlaunchAttributeID, CUstreamCaptureStatus,
        CUstreamCaptureMode, CUdriverProcAddress_flags, CUdriverProcAddressQueryResult, CUexecAffinityType,
        CUcigDataType, CUstreamCigDataType, CUlibraryOption, CUresult, CUdevice_P2PAttribute, CUresourceViewFormat,
        CUtensorMapDataType, CUtensorMapInterleave, CUtensorMapSwizzle, CUtensorMapL2promotion,
        CUtensorMapFloatOOBfill, CUtensorMapIm2ColWideMode, CUtensorMapAllocClass, CUDA_POINTER_ATTRIBUTE_ACCESS_FLAGS,
        CUexternalMemoryHandleType, CUexternalSemaphoreHandleType, CUmemAllocationHandleType, CUmemAccess_flags,
        CUmemLocationType, CUmemAllocationType, CUmemAllocationGranularity_flags, CUmemRangeHandleType,
        CUmemRangeFlags, CUarraySparseSubresourceType, CUmemOperationType, CUmemHandleType, CUmemAllocationCompType,
        CUmulticastGranularity_flags, CUgraphExecUpdateResult, CUmemPool_attribute, CUmemcpyFlags,
        CUmemcpySrcAccessOrder, CUmemcpy3DOperandType, CUgraphMem_attribute, CUgraphChildGraphNodeOwnership,
        CUflushGPUDirectRDMAWritesOptions, CUGPUDirectRDMAWritesOrdering, CUflushGPUDirectRDMAWritesScope,
        CUflushGPUDirectRDMAWritesTarget, CUgraphDebugDot_flags, CUuserObject_flags, CUuserObjectRetain_flags,
        CUgraphInstantiate_flags, CUdeviceNumaConfig, CUprocessState, CUmoduleLoadingMode, CUmemDecompressAlgorithm,
        CUcliqueType, CUlogicalEndpointIpcHandleType, CUlogicalEndpointType, CUlogicalEndpointFlag,
        CUfabricCpyOperandType, CUgraphRecaptureStatus, CUfunctionLoadingState, CUcoredumpSettings,
        CUCoredumpGenerationFlags, CUgreenCtxCreate_flags, CUdevSmResourceGroup_flags,
        CUdevSmResourceSplitByCount_flags, CUdevResourceType, CUdevWorkqueueConfigScope, CUlogLevel, CUoutput_mode,
        CUGLDeviceList, CUGLmap_flags, CUeglFrameType, CUeglResourceLocationFlags, CUeglColorFormat, nvrtcResult,
        nvJitLinkResult, nvJitLinkInputType, nvFatbinResult,
    }
}
