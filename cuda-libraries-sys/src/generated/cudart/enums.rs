// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::{c_int, c_uint};

open_enum! {
    "https://docs.nvidia.com/cuda/cuda-runtime-api/index.html"
    cudaChannelFormatKind: c_uint {
        cudaChannelFormatKindSigned = 0, cudaChannelFormatKindUnsigned = 1, cudaChannelFormatKindFloat = 2,
        cudaChannelFormatKindNone = 3, cudaChannelFormatKindNV12 = 4, cudaChannelFormatKindUnsignedNormalized8X1 = 5,
        cudaChannelFormatKindUnsignedNormalized8X2 = 6, cudaChannelFormatKindUnsignedNormalized8X4 = 7,
        cudaChannelFormatKindUnsignedNormalized16X1 = 8, cudaChannelFormatKindUnsignedNormalized16X2 = 9,
        cudaChannelFormatKindUnsignedNormalized16X4 = 10, cudaChannelFormatKindSignedNormalized8X1 = 11,
        cudaChannelFormatKindSignedNormalized8X2 = 12, cudaChannelFormatKindSignedNormalized8X4 = 13,
        cudaChannelFormatKindSignedNormalized16X1 = 14, cudaChannelFormatKindSignedNormalized16X2 = 15,
        cudaChannelFormatKindSignedNormalized16X4 = 16, cudaChannelFormatKindUnsignedBlockCompressed1 = 17,
        cudaChannelFormatKindUnsignedBlockCompressed1SRGB = 18, cudaChannelFormatKindUnsignedBlockCompressed2 = 19,
        cudaChannelFormatKindUnsignedBlockCompressed2SRGB = 20, cudaChannelFormatKindUnsignedBlockCompressed3 = 21,
        cudaChannelFormatKindUnsignedBlockCompressed3SRGB = 22, cudaChannelFormatKindUnsignedBlockCompressed4 = 23,
        cudaChannelFormatKindSignedBlockCompressed4 = 24, cudaChannelFormatKindUnsignedBlockCompressed5 = 25,
        cudaChannelFormatKindSignedBlockCompressed5 = 26, cudaChannelFormatKindUnsignedBlockCompressed6H = 27,
        cudaChannelFormatKindSignedBlockCompressed6H = 28, cudaChannelFormatKindUnsignedBlockCompressed7 = 29,
        cudaChannelFormatKindUnsignedBlockCompressed7SRGB = 30, cudaChannelFormatKindUnsignedNormalized1010102 = 31,
        cudaChannelFormatKindUnsigned8Packed422 = 32, cudaChannelFormatKindUnsigned8Packed444 = 33,
        cudaChannelFormatKindUnsigned8SemiPlanar420 = 34, cudaChannelFormatKindUnsigned16SemiPlanar420 = 35,
        cudaChannelFormatKindUnsigned8SemiPlanar422 = 36, cudaChannelFormatKindUnsigned16SemiPlanar422 = 37,
        cudaChannelFormatKindUnsigned8SemiPlanar444 = 38, cudaChannelFormatKindUnsigned16SemiPlanar444 = 39,
        cudaChannelFormatKindUnsigned8Planar420 = 40, cudaChannelFormatKindUnsigned16Planar420 = 41,
        cudaChannelFormatKindUnsigned8Planar422 = 42, cudaChannelFormatKindUnsigned16Planar422 = 43,
        cudaChannelFormatKindUnsigned8Planar444 = 44, cudaChannelFormatKindUnsigned16Planar444 = 45,
    }
    cudaMemoryType: c_uint {
        cudaMemoryTypeUnregistered = 0, cudaMemoryTypeHost = 1, cudaMemoryTypeDevice = 2, cudaMemoryTypeManaged = 3,
    }
    cudaMemcpyKind: c_uint {
        cudaMemcpyHostToHost = 0, cudaMemcpyHostToDevice = 1, cudaMemcpyDeviceToHost = 2, cudaMemcpyDeviceToDevice = 3,
        cudaMemcpyDefault = 4,
    }
    cudaAccessProperty: c_uint {
        cudaAccessPropertyNormal = 0, cudaAccessPropertyStreaming = 1, cudaAccessPropertyPersisting = 2,
    }
    cudaStreamCaptureStatus: c_uint {
        cudaStreamCaptureStatusNone = 0, cudaStreamCaptureStatusActive = 1, cudaStreamCaptureStatusInvalidated = 2,
    }
    cudaGraphRecaptureStatus: c_uint {
        cudaGraphRecaptureEligibleForUpdate = 0, cudaGraphRecaptureIneligibleForUpdate = 1,
        cudaGraphRecaptureError = 2,
    }
    cudaStreamCaptureMode: c_uint {
        cudaStreamCaptureModeGlobal = 0, cudaStreamCaptureModeThreadLocal = 1, cudaStreamCaptureModeRelaxed = 2,
    }
    cudaSynchronizationPolicy: c_uint {
        cudaSyncPolicyAuto = 1, cudaSyncPolicySpin = 2, cudaSyncPolicyYield = 3, cudaSyncPolicyBlockingSync = 4,
    }
    cudaClusterSchedulingPolicy: c_uint {
        cudaClusterSchedulingPolicyDefault = 0, cudaClusterSchedulingPolicySpread = 1,
        cudaClusterSchedulingPolicyLoadBalancing = 2, cudaClusterSchedulingPolicyRubinDsmemLocality = 3,
    }
    cudaResourceType: c_uint {
        cudaResourceTypeArray = 0, cudaResourceTypeMipmappedArray = 1, cudaResourceTypeLinear = 2,
        cudaResourceTypePitch2D = 3,
    }
    cudaResourceViewFormat: c_uint {
        cudaResViewFormatNone = 0, cudaResViewFormatUnsignedChar1 = 1, cudaResViewFormatUnsignedChar2 = 2,
        cudaResViewFormatUnsignedChar4 = 3, cudaResViewFormatSignedChar1 = 4, cudaResViewFormatSignedChar2 = 5,
        cudaResViewFormatSignedChar4 = 6, cudaResViewFormatUnsignedShort1 = 7, cudaResViewFormatUnsignedShort2 = 8,
        cudaResViewFormatUnsignedShort4 = 9, cudaResViewFormatSignedShort1 = 10, cudaResViewFormatSignedShort2 = 11,
        cudaResViewFormatSignedShort4 = 12, cudaResViewFormatUnsignedInt1 = 13, cudaResViewFormatUnsignedInt2 = 14,
        cudaResViewFormatUnsignedInt4 = 15, cudaResViewFormatSignedInt1 = 16, cudaResViewFormatSignedInt2 = 17,
        cudaResViewFormatSignedInt4 = 18, cudaResViewFormatHalf1 = 19, cudaResViewFormatHalf2 = 20,
        cudaResViewFormatHalf4 = 21, cudaResViewFormatFloat1 = 22, cudaResViewFormatFloat2 = 23,
        cudaResViewFormatFloat4 = 24, cudaResViewFormatUnsignedBlockCompressed1 = 25,
        cudaResViewFormatUnsignedBlockCompressed2 = 26, cudaResViewFormatUnsignedBlockCompressed3 = 27,
        cudaResViewFormatUnsignedBlockCompressed4 = 28, cudaResViewFormatSignedBlockCompressed4 = 29,
        cudaResViewFormatUnsignedBlockCompressed5 = 30, cudaResViewFormatSignedBlockCompressed5 = 31,
        cudaResViewFormatUnsignedBlockCompressed6H = 32, cudaResViewFormatSignedBlockCompressed6H = 33,
        cudaResViewFormatUnsignedBlockCompressed7 = 34,
    }
    cudaSharedMemoryMode: c_uint {
        cudaSharedMemoryModeDefault = 0, cudaSharedMemoryModeRequirePortable = 1,
        cudaSharedMemoryModeAllowNonPortable = 2, cudaSharedMemoryModeAllowOversizedSharedMemory = 3,
        cudaSharedMemoryModePreferOversizedSharedMemory = 4,
    }
    cudaFuncCache: c_uint {
        cudaFuncCachePreferNone = 0, cudaFuncCachePreferShared = 1, cudaFuncCachePreferL1 = 2,
        cudaFuncCachePreferEqual = 3,
    }
    cudaSharedMemConfig: c_uint {
        cudaSharedMemBankSizeDefault = 0, cudaSharedMemBankSizeFourByte = 1, cudaSharedMemBankSizeEightByte = 2,
    }
    cudaMemRangeAttribute: c_uint {
        cudaMemRangeAttributeReadMostly = 1, cudaMemRangeAttributePreferredLocation = 2,
        cudaMemRangeAttributeAccessedBy = 3, cudaMemRangeAttributeLastPrefetchLocation = 4,
        cudaMemRangeAttributePreferredLocationType = 5, cudaMemRangeAttributePreferredLocationId = 6,
        cudaMemRangeAttributeLastPrefetchLocationType = 7, cudaMemRangeAttributeLastPrefetchLocationId = 8,
    }
    cudaMemLocationType: c_uint {
        cudaMemLocationTypeInvalid = 0, cudaMemLocationTypeDevice = 1, cudaMemLocationTypeHost = 2,
        cudaMemLocationTypeHostNuma = 3, cudaMemLocationTypeHostNumaCurrent = 4, cudaMemLocationTypeInvisible = 5,
        cudaMemLocationTypeDeviceLocalityDomain = 6;
        cudaMemLocationTypeNone = 0
    }
    cudaMemAccessFlags: c_uint {
        cudaMemAccessFlagsProtNone = 0, cudaMemAccessFlagsProtRead = 1, cudaMemAccessFlagsProtReadWrite = 3,
    }
    cudaMemAllocationType: c_uint {
        cudaMemAllocationTypeInvalid = 0, cudaMemAllocationTypePinned = 1, cudaMemAllocationTypeManaged = 2,
        cudaMemAllocationTypeMax = 2147483647,
    }
    cudaMemAllocationHandleType: c_uint {
        cudaMemHandleTypeNone = 0, cudaMemHandleTypePosixFileDescriptor = 1, cudaMemHandleTypeWin32 = 2,
        cudaMemHandleTypeWin32Kmt = 4, cudaMemHandleTypeFabric = 8,
    }
    cudaMemcpySrcAccessOrder: c_uint {
        cudaMemcpySrcAccessOrderInvalid = 0, cudaMemcpySrcAccessOrderStream = 1,
        cudaMemcpySrcAccessOrderDuringApiCall = 2, cudaMemcpySrcAccessOrderAny = 3,
        cudaMemcpySrcAccessOrderMax = 2147483647,
    }
    cudaMemcpy3DOperandType: c_uint {
        cudaMemcpyOperandTypePointer = 1, cudaMemcpyOperandTypeArray = 2, cudaMemcpyOperandTypeMax = 2147483647,
    }
    cudaDevResourceType: c_uint {
        cudaDevResourceTypeInvalid = 0, cudaDevResourceTypeSm = 1, cudaDevResourceTypeWorkqueueConfig = 1000,
        cudaDevResourceTypeWorkqueue = 10000,
    }
    cudaDevWorkqueueConfigScope: c_uint {
        cudaDevWorkqueueConfigScopeDeviceCtx = 0, cudaDevWorkqueueConfigScopeGreenCtxBalanced = 1,
    }
    cudaJitOption: c_uint {
        cudaJitMaxRegisters = 0, cudaJitThreadsPerBlock = 1, cudaJitWallTime = 2, cudaJitInfoLogBuffer = 3,
        cudaJitInfoLogBufferSizeBytes = 4, cudaJitErrorLogBuffer = 5, cudaJitErrorLogBufferSizeBytes = 6,
        cudaJitOptimizationLevel = 7, cudaJitFallbackStrategy = 10, cudaJitGenerateDebugInfo = 11,
        cudaJitLogVerbose = 12, cudaJitGenerateLineInfo = 13, cudaJitCacheMode = 14,
        cudaJitPositionIndependentCode = 30, cudaJitMinCtaPerSm = 31, cudaJitMaxThreadsPerBlock = 32,
        cudaJitOverrideDirectiveValues = 33,
    }
    cudaLibraryOption: c_uint { cudaLibraryHostUniversalFunctionAndDataTable = 0, cudaLibraryBinaryIsPreserved = 1 }
    cudaKernelFunctionType: c_uint {
        cudaKernelFunctionTypeUnspecified = 0, cudaKernelFunctionTypeDeviceEntry = 1, cudaKernelFunctionTypeKernel = 2,
        cudaKernelFunctionTypeFunction = 3,
    }
    cudaGraphConditionalNodeType: c_uint {
        cudaGraphCondTypeIf = 0, cudaGraphCondTypeWhile = 1, cudaGraphCondTypeSwitch = 2,
    }
    cudaGraphNodeType: c_uint {
        cudaGraphNodeTypeKernel = 0, cudaGraphNodeTypeMemcpy = 1, cudaGraphNodeTypeMemset = 2,
        cudaGraphNodeTypeHost = 3, cudaGraphNodeTypeGraph = 4, cudaGraphNodeTypeEmpty = 5,
        cudaGraphNodeTypeWaitEvent = 6, cudaGraphNodeTypeEventRecord = 7, cudaGraphNodeTypeExtSemaphoreSignal = 8,
        cudaGraphNodeTypeExtSemaphoreWait = 9, cudaGraphNodeTypeMemAlloc = 10, cudaGraphNodeTypeMemFree = 11,
        cudaGraphNodeTypeConditional = 13, cudaGraphNodeTypeMemcpyBatch = 14, cudaGraphNodeTypeReserved16 = 16,
        cudaGraphNodeTypeExternalEngine = 17, cudaGraphNodeTypeCount = 18,
    }
    cudaGraphChildGraphNodeOwnership: c_int {
        cudaGraphChildGraphOwnershipClone = 0, cudaGraphChildGraphOwnershipMove = 1,
        cudaGraphChildGraphOwnershipInvalid = -1,
    }
    cudaGraphExecUpdateResult: c_uint {
        cudaGraphExecUpdateSuccess = 0, cudaGraphExecUpdateError = 1, cudaGraphExecUpdateErrorTopologyChanged = 2,
        cudaGraphExecUpdateErrorNodeTypeChanged = 3, cudaGraphExecUpdateErrorFunctionChanged = 4,
        cudaGraphExecUpdateErrorParametersChanged = 5, cudaGraphExecUpdateErrorNotSupported = 6,
        cudaGraphExecUpdateErrorUnsupportedFunctionChange = 7, cudaGraphExecUpdateErrorAttributesChanged = 8,
    }
    cudaGraphInstantiateResult: c_uint {
        cudaGraphInstantiateSuccess = 0, cudaGraphInstantiateError = 1, cudaGraphInstantiateInvalidStructure = 2,
        cudaGraphInstantiateNodeOperationNotSupported = 3, cudaGraphInstantiateMultipleDevicesNotSupported = 4,
        cudaGraphInstantiateConditionalHandleUnused = 5,
    }
    cudaGraphKernelNodeField: c_uint {
        cudaGraphKernelNodeFieldInvalid = 0, cudaGraphKernelNodeFieldGridDim = 1, cudaGraphKernelNodeFieldParam = 2,
        cudaGraphKernelNodeFieldEnabled = 3,
    }
    cudaDriverEntryPointQueryResult: c_uint {
        cudaDriverEntryPointSuccess = 0, cudaDriverEntryPointSymbolNotFound = 1,
        cudaDriverEntryPointVersionNotSufficent = 2,
    }
    cudaLaunchMemSyncDomain: c_uint { cudaLaunchMemSyncDomainDefault = 0, cudaLaunchMemSyncDomainRemote = 1 }
    cudaLaunchAttributePortableClusterMode: c_uint {
        cudaLaunchPortableClusterModeDefault = 0, cudaLaunchPortableClusterModeRequirePortable = 1,
        cudaLaunchPortableClusterModeAllowNonPortable = 2,
    }
    cudaLaunchAttributeID: c_uint {
        cudaLaunchAttributeIgnore = 0, cudaLaunchAttributeAccessPolicyWindow = 1, cudaLaunchAttributeCooperative = 2,
        cudaLaunchAttributeSynchronizationPolicy = 3, cudaLaunchAttributeClusterDimension = 4,
        cudaLaunchAttributeClusterSchedulingPolicyPreference = 5,
        cudaLaunchAttributeProgrammaticStreamSerialization = 6, cudaLaunchAttributeProgrammaticEvent = 7,
        cudaLaunchAttributePriority = 8, cudaLaunchAttributeMemSyncDomainMap = 9,
        cudaLaunchAttributeMemSyncDomain = 10, cudaLaunchAttributePreferredClusterDimension = 11,
        cudaLaunchAttributeLaunchCompletionEvent = 12, cudaLaunchAttributeDeviceUpdatableKernelNode = 13,
        cudaLaunchAttributePreferredSharedMemoryCarveout = 14, cudaLaunchAttributeNvlinkUtilCentricScheduling = 16,
        cudaLaunchAttributePortableClusterSizeMode = 17, cudaLaunchAttributeSharedMemoryMode = 18,
    }
    cudaAsyncNotificationType: c_uint { cudaAsyncNotificationTypeOverBudget = 1 }
    cudaLogLevel: c_uint { cudaLogLevelError = 0, cudaLogLevelWarning = 1 }
    cudaTextureAddressMode: c_uint {
        cudaAddressModeWrap = 0, cudaAddressModeClamp = 1, cudaAddressModeMirror = 2, cudaAddressModeBorder = 3,
    }
    cudaTextureFilterMode: c_uint { cudaFilterModePoint = 0, cudaFilterModeLinear = 1 }
    cudaTextureReadMode: c_uint { cudaReadModeElementType = 0, cudaReadModeNormalizedFloat = 1 }
}

closed_enum! {
    "https://docs.nvidia.com/cuda/cuda-runtime-api/index.html"
    cudaRoundMode: c_uint { cudaRoundNearest = 0, cudaRoundZero = 1, cudaRoundPosInf = 2, cudaRoundMinInf = 3 }
    cudaStreamUpdateCaptureDependenciesFlags: c_uint {
        cudaStreamAddCaptureDependencies = 0, cudaStreamSetCaptureDependencies = 1,
    }
    cudaUserObjectFlags: c_uint { cudaUserObjectNoDestructorSync = 1 }
    cudaUserObjectRetainFlags: c_uint { cudaGraphUserObjectMove = 1 }
    cudaHostTaskSyncMode: c_uint { cudaHostTaskBlocking = 0, cudaHostTaskSpinWait = 1 }
    cudaGraphicsRegisterFlags: c_uint {
        cudaGraphicsRegisterFlagsNone = 0, cudaGraphicsRegisterFlagsReadOnly = 1,
        cudaGraphicsRegisterFlagsWriteDiscard = 2, cudaGraphicsRegisterFlagsSurfaceLoadStore = 4,
        cudaGraphicsRegisterFlagsTextureGather = 8,
    }
    cudaGraphicsMapFlags: c_uint {
        cudaGraphicsMapFlagsNone = 0, cudaGraphicsMapFlagsReadOnly = 1, cudaGraphicsMapFlagsWriteDiscard = 2,
    }
    cudaGraphicsCubeFace: c_uint {
        cudaGraphicsCubeFacePositiveX = 0, cudaGraphicsCubeFaceNegativeX = 1, cudaGraphicsCubeFacePositiveY = 2,
        cudaGraphicsCubeFaceNegativeY = 3, cudaGraphicsCubeFacePositiveZ = 4, cudaGraphicsCubeFaceNegativeZ = 5,
    }
    cudaFuncAttribute: c_uint {
        cudaFuncAttributeMaxDynamicSharedMemorySize = 8, cudaFuncAttributePreferredSharedMemoryCarveout = 9,
        cudaFuncAttributeClusterDimMustBeSet = 10, cudaFuncAttributeRequiredClusterWidth = 11,
        cudaFuncAttributeRequiredClusterHeight = 12, cudaFuncAttributeRequiredClusterDepth = 13,
        cudaFuncAttributeNonPortableClusterSizeAllowed = 14, cudaFuncAttributeClusterSchedulingPolicyPreference = 15,
        cudaFuncAttributeSharedMemoryMode = 16, cudaFuncAttributeMax = 17,
    }
    cudaSharedCarveout: c_int {
        cudaSharedmemCarveoutDefault = -1, cudaSharedmemCarveoutMaxShared = 100, cudaSharedmemCarveoutMaxL1 = 0,
    }
    cudaComputeMode: c_uint {
        cudaComputeModeDefault = 0, cudaComputeModeExclusive = 1, cudaComputeModeProhibited = 2,
        cudaComputeModeExclusiveProcess = 3,
    }
    cudaLimit: c_uint {
        cudaLimitStackSize = 0, cudaLimitPrintfFifoSize = 1, cudaLimitMallocHeapSize = 2,
        cudaLimitDevRuntimeSyncDepth = 3, cudaLimitDevRuntimePendingLaunchCount = 4,
        cudaLimitMaxL2FetchGranularity = 5, cudaLimitPersistingL2CacheSize = 6, cudaLimitPerBlockMemorySize = 10,
    }
    cudaMemoryAdvise: c_uint {
        cudaMemAdviseSetReadMostly = 1, cudaMemAdviseUnsetReadMostly = 2, cudaMemAdviseSetPreferredLocation = 3,
        cudaMemAdviseUnsetPreferredLocation = 4, cudaMemAdviseSetAccessedBy = 5, cudaMemAdviseUnsetAccessedBy = 6,
    }
    cudaFlushGPUDirectRDMAWritesOptions: c_uint {
        cudaFlushGPUDirectRDMAWritesOptionHost = 1, cudaFlushGPUDirectRDMAWritesOptionMemOps = 2,
    }
    cudaGPUDirectRDMAWritesOrdering: c_uint {
        cudaGPUDirectRDMAWritesOrderingNone = 0, cudaGPUDirectRDMAWritesOrderingOwner = 100,
        cudaGPUDirectRDMAWritesOrderingAllDevices = 200,
    }
    cudaFlushGPUDirectRDMAWritesScope: c_uint {
        cudaFlushGPUDirectRDMAWritesToOwner = 100, cudaFlushGPUDirectRDMAWritesToAllDevices = 200,
    }
    cudaFlushGPUDirectRDMAWritesTarget: c_uint { cudaFlushGPUDirectRDMAWritesTargetCurrentDevice = 0 }
    cudaDeviceAttr: c_uint {
        cudaDevAttrMaxThreadsPerBlock = 1, cudaDevAttrMaxBlockDimX = 2, cudaDevAttrMaxBlockDimY = 3,
        cudaDevAttrMaxBlockDimZ = 4, cudaDevAttrMaxGridDimX = 5, cudaDevAttrMaxGridDimY = 6,
        cudaDevAttrMaxGridDimZ = 7, cudaDevAttrMaxSharedMemoryPerBlock = 8, cudaDevAttrTotalConstantMemory = 9,
        cudaDevAttrWarpSize = 10, cudaDevAttrMaxPitch = 11, cudaDevAttrMaxRegistersPerBlock = 12,
        cudaDevAttrClockRate = 13, cudaDevAttrTextureAlignment = 14, cudaDevAttrGpuOverlap = 15,
        cudaDevAttrMultiProcessorCount = 16, cudaDevAttrKernelExecTimeout = 17, cudaDevAttrIntegrated = 18,
        cudaDevAttrCanMapHostMemory = 19, cudaDevAttrComputeMode = 20, cudaDevAttrMaxTexture1DWidth = 21,
        cudaDevAttrMaxTexture2DWidth = 22, cudaDevAttrMaxTexture2DHeight = 23, cudaDevAttrMaxTexture3DWidth = 24,
        cudaDevAttrMaxTexture3DHeight = 25, cudaDevAttrMaxTexture3DDepth = 26,
        cudaDevAttrMaxTexture2DLayeredWidth = 27, cudaDevAttrMaxTexture2DLayeredHeight = 28,
        cudaDevAttrMaxTexture2DLayeredLayers = 29, cudaDevAttrSurfaceAlignment = 30, cudaDevAttrConcurrentKernels = 31,
        cudaDevAttrEccEnabled = 32, cudaDevAttrPciBusId = 33, cudaDevAttrPciDeviceId = 34, cudaDevAttrTccDriver = 35,
        cudaDevAttrMemoryClockRate = 36, cudaDevAttrGlobalMemoryBusWidth = 37, cudaDevAttrL2CacheSize = 38,
        cudaDevAttrMaxThreadsPerMultiProcessor = 39, cudaDevAttrAsyncEngineCount = 40,
        cudaDevAttrUnifiedAddressing = 41, cudaDevAttrMaxTexture1DLayeredWidth = 42,
        cudaDevAttrMaxTexture1DLayeredLayers = 43, cudaDevAttrMaxTexture2DGatherWidth = 45,
        cudaDevAttrMaxTexture2DGatherHeight = 46, cudaDevAttrMaxTexture3DWidthAlt = 47,
        cudaDevAttrMaxTexture3DHeightAlt = 48, cudaDevAttrMaxTexture3DDepthAlt = 49, cudaDevAttrPciDomainId = 50,
        cudaDevAttrTexturePitchAlignment = 51, cudaDevAttrMaxTextureCubemapWidth = 52,
        cudaDevAttrMaxTextureCubemapLayeredWidth = 53, cudaDevAttrMaxTextureCubemapLayeredLayers = 54,
        cudaDevAttrMaxSurface1DWidth = 55, cudaDevAttrMaxSurface2DWidth = 56, cudaDevAttrMaxSurface2DHeight = 57,
        cudaDevAttrMaxSurface3DWidth = 58, cudaDevAttrMaxSurface3DHeight = 59, cudaDevAttrMaxSurface3DDepth = 60,
        cudaDevAttrMaxSurface1DLayeredWidth = 61, cudaDevAttrMaxSurface1DLayeredLayers = 62,
        cudaDevAttrMaxSurface2DLayeredWidth = 63, cudaDevAttrMaxSurface2DLayeredHeight = 64,
        cudaDevAttrMaxSurface2DLayeredLayers = 65, cudaDevAttrMaxSurfaceCubemapWidth = 66,
        cudaDevAttrMaxSurfaceCubemapLayeredWidth = 67, cudaDevAttrMaxSurfaceCubemapLayeredLayers = 68,
        cudaDevAttrMaxTexture1DLinearWidth = 69, cudaDevAttrMaxTexture2DLinearWidth = 70,
        cudaDevAttrMaxTexture2DLinearHeight = 71, cudaDevAttrMaxTexture2DLinearPitch = 72,
        cudaDevAttrMaxTexture2DMipmappedWidth = 73, cudaDevAttrMaxTexture2DMipmappedHeight = 74,
        cudaDevAttrComputeCapabilityMajor = 75, cudaDevAttrComputeCapabilityMinor = 76,
        cudaDevAttrMaxTexture1DMipmappedWidth = 77, cudaDevAttrStreamPrioritiesSupported = 78,
        cudaDevAttrGlobalL1CacheSupported = 79, cudaDevAttrLocalL1CacheSupported = 80,
        cudaDevAttrMaxSharedMemoryPerMultiprocessor = 81, cudaDevAttrMaxRegistersPerMultiprocessor = 82,
        cudaDevAttrManagedMemory = 83, cudaDevAttrIsMultiGpuBoard = 84, cudaDevAttrMultiGpuBoardGroupID = 85,
        cudaDevAttrHostNativeAtomicSupported = 86, cudaDevAttrSingleToDoublePrecisionPerfRatio = 87,
        cudaDevAttrPageableMemoryAccess = 88, cudaDevAttrConcurrentManagedAccess = 89,
        cudaDevAttrComputePreemptionSupported = 90, cudaDevAttrCanUseHostPointerForRegisteredMem = 91,
        cudaDevAttrReserved92 = 92, cudaDevAttrReserved93 = 93, cudaDevAttrReserved94 = 94,
        cudaDevAttrCooperativeLaunch = 95, cudaDevAttrReserved96 = 96, cudaDevAttrMaxSharedMemoryPerBlockOptin = 97,
        cudaDevAttrCanFlushRemoteWrites = 98, cudaDevAttrHostRegisterSupported = 99,
        cudaDevAttrPageableMemoryAccessUsesHostPageTables = 100, cudaDevAttrDirectManagedMemAccessFromHost = 101,
        cudaDevAttrMaxBlocksPerMultiprocessor = 106, cudaDevAttrMaxPersistingL2CacheSize = 108,
        cudaDevAttrMaxAccessPolicyWindowSize = 109, cudaDevAttrReservedSharedMemoryPerBlock = 111,
        cudaDevAttrSparseCudaArraySupported = 112, cudaDevAttrHostRegisterReadOnlySupported = 113,
        cudaDevAttrTimelineSemaphoreInteropSupported = 114, cudaDevAttrMemoryPoolsSupported = 115,
        cudaDevAttrGPUDirectRDMASupported = 116, cudaDevAttrGPUDirectRDMAFlushWritesOptions = 117,
        cudaDevAttrGPUDirectRDMAWritesOrdering = 118, cudaDevAttrMemoryPoolSupportedHandleTypes = 119,
        cudaDevAttrClusterLaunch = 120, cudaDevAttrDeferredMappingCudaArraySupported = 121,
        cudaDevAttrReserved122 = 122, cudaDevAttrReserved123 = 123, cudaDevAttrReserved124 = 124,
        cudaDevAttrIpcEventSupport = 125, cudaDevAttrMemSyncDomainCount = 126, cudaDevAttrReserved127 = 127,
        cudaDevAttrReserved128 = 128, cudaDevAttrReserved129 = 129, cudaDevAttrNumaConfig = 130,
        cudaDevAttrNumaId = 131, cudaDevAttrReserved132 = 132, cudaDevAttrMpsEnabled = 133,
        cudaDevAttrHostNumaId = 134, cudaDevAttrD3D12CigSupported = 135, cudaDevAttrVulkanCigSupported = 138,
        cudaDevAttrGpuPciDeviceId = 139, cudaDevAttrGpuPciSubsystemId = 140, cudaDevAttrReserved141 = 141,
        cudaDevAttrHostNumaMemoryPoolsSupported = 142, cudaDevAttrHostNumaMultinodeIpcSupported = 143,
        cudaDevAttrHostMemoryPoolsSupported = 144, cudaDevAttrReserved145 = 145,
        cudaDevAttrOnlyPartialHostNativeAtomicSupported = 147, cudaDevAttrAtomicReductionSupported = 148,
        cudaDevAttrLocalityDomainCount = 149, cudaDevAttrOversizedSharedMemoryPerBlock = 150,
        cudaDevAttrCigStreamsSupported = 151, cudaDevAttrLocalityDomainMultiprocessorCount = 157,
        cudaDevAttrTensorMapLargeTensorMinSize = 160, cudaDevAttrMax = 161;
        cudaDevAttrCooperativeMultiDeviceLaunch = 96, cudaDevAttrMaxTimelineSemaphoreInteropSupported = 114
    }
    cudaMemPoolAttr: c_uint {
        cudaMemPoolReuseFollowEventDependencies = 1, cudaMemPoolReuseAllowOpportunistic = 2,
        cudaMemPoolReuseAllowInternalDependencies = 3, cudaMemPoolAttrReleaseThreshold = 4,
        cudaMemPoolAttrReservedMemCurrent = 5, cudaMemPoolAttrReservedMemHigh = 6, cudaMemPoolAttrUsedMemCurrent = 7,
        cudaMemPoolAttrUsedMemHigh = 8, cudaMemPoolAttrAllocationType = 9, cudaMemPoolAttrExportHandleTypes = 10,
        cudaMemPoolAttrLocationId = 11, cudaMemPoolAttrLocationType = 12, cudaMemPoolAttrMaxPoolSize = 13,
        cudaMemPoolAttrHwDecompressEnabled = 14, cudaMemPoolAttrLocalityDomainId = 15,
    }
    cudaGraphMemAttributeType: c_uint {
        cudaGraphMemAttrUsedMemCurrent = 0, cudaGraphMemAttrUsedMemHigh = 1, cudaGraphMemAttrReservedMemCurrent = 2,
        cudaGraphMemAttrReservedMemHigh = 3,
    }
    cudaMemcpyFlags: c_uint { cudaMemcpyFlagDefault = 0, cudaMemcpyFlagPreferOverlapWithCompute = 1 }
    cudaDeviceP2PAttr: c_uint {
        cudaDevP2PAttrPerformanceRank = 1, cudaDevP2PAttrAccessSupported = 2, cudaDevP2PAttrNativeAtomicSupported = 3,
        cudaDevP2PAttrCudaArrayAccessSupported = 4, cudaDevP2PAttrOnlyPartialNativeAtomicSupported = 5,
    }
    cudaAtomicOperation: c_uint {
        cudaAtomicOperationIntegerAdd = 0, cudaAtomicOperationIntegerMin = 1, cudaAtomicOperationIntegerMax = 2,
        cudaAtomicOperationIntegerIncrement = 3, cudaAtomicOperationIntegerDecrement = 4, cudaAtomicOperationAnd = 5,
        cudaAtomicOperationOr = 6, cudaAtomicOperationXOR = 7, cudaAtomicOperationExchange = 8,
        cudaAtomicOperationCAS = 9, cudaAtomicOperationFloatAdd = 10, cudaAtomicOperationFloatMin = 11,
        cudaAtomicOperationFloatMax = 12,
    }
    cudaAtomicOperationCapability: c_uint {
        cudaAtomicCapabilitySigned = 1, cudaAtomicCapabilityUnsigned = 2, cudaAtomicCapabilityReduction = 4,
        cudaAtomicCapabilityScalar32 = 8, cudaAtomicCapabilityScalar64 = 16, cudaAtomicCapabilityScalar128 = 32,
        cudaAtomicCapabilityVector32x4 = 64,
    }
    cudaExternalMemoryHandleType: c_uint {
        cudaExternalMemoryHandleTypeOpaqueFd = 1, cudaExternalMemoryHandleTypeOpaqueWin32 = 2,
        cudaExternalMemoryHandleTypeOpaqueWin32Kmt = 3, cudaExternalMemoryHandleTypeD3D12Heap = 4,
        cudaExternalMemoryHandleTypeD3D12Resource = 5, cudaExternalMemoryHandleTypeD3D11Resource = 6,
        cudaExternalMemoryHandleTypeD3D11ResourceKmt = 7, cudaExternalMemoryHandleTypeNvSciBuf = 8,
    }
    cudaExternalSemaphoreHandleType: c_uint {
        cudaExternalSemaphoreHandleTypeOpaqueFd = 1, cudaExternalSemaphoreHandleTypeOpaqueWin32 = 2,
        cudaExternalSemaphoreHandleTypeOpaqueWin32Kmt = 3, cudaExternalSemaphoreHandleTypeD3D12Fence = 4,
        cudaExternalSemaphoreHandleTypeD3D11Fence = 5, cudaExternalSemaphoreHandleTypeNvSciSync = 6,
        cudaExternalSemaphoreHandleTypeKeyedMutex = 7, cudaExternalSemaphoreHandleTypeKeyedMutexKmt = 8,
        cudaExternalSemaphoreHandleTypeTimelineSemaphoreFd = 9,
        cudaExternalSemaphoreHandleTypeTimelineSemaphoreWin32 = 10,
    }
    cudaDevSmResourceGroup_flags: c_uint {
        cudaDevSmResourceGroupDefault = 0, cudaDevSmResourceGroupBackfill = 1,
        cudaDevSmResourceGroupLocalityDomainId = 2, cudaDevSmResourceGroupLocalityDomainSupplementalSms = 4,
    }
    cudaDevSmResourceSplitByCount_flags: c_uint {
        cudaDevSmResourceSplitIgnoreSmCoscheduling = 1, cudaDevSmResourceSplitMaxPotentialClusterSize = 2,
    }
    cudaJit_CacheMode: c_uint { cudaJitCacheOptionNone = 0, cudaJitCacheOptionCG = 1, cudaJitCacheOptionCA = 2 }
    cudaJit_Fallback: c_uint { cudaPreferPtx = 0, cudaPreferBinary = 1 }
    cudaCGScope: c_uint {
        cudaCGScopeInvalid = 0, cudaCGScopeGrid = 1, cudaCGScopeReserved = 2;
        cudaCGScopeMultiGrid = 2
    }
    cudaGraphConditionalHandleFlags: c_uint { cudaGraphCondAssignDefault = 1 }
    cudaGraphDependencyType: c_uint { cudaGraphDependencyTypeDefault = 0, cudaGraphDependencyTypeProgrammatic = 1 }
    cudaGetDriverEntryPointFlags: c_uint {
        cudaEnableDefault = 0, cudaEnableLegacyStream = 1, cudaEnablePerThreadDefaultStream = 2,
    }
    cudaGraphDebugDotFlags: c_uint {
        cudaGraphDebugDotFlagsVerbose = 1, cudaGraphDebugDotFlagsKernelNodeParams = 4,
        cudaGraphDebugDotFlagsMemcpyNodeParams = 8, cudaGraphDebugDotFlagsMemsetNodeParams = 16,
        cudaGraphDebugDotFlagsHostNodeParams = 32, cudaGraphDebugDotFlagsEventNodeParams = 64,
        cudaGraphDebugDotFlagsExtSemasSignalNodeParams = 128, cudaGraphDebugDotFlagsExtSemasWaitNodeParams = 256,
        cudaGraphDebugDotFlagsKernelNodeAttributes = 512, cudaGraphDebugDotFlagsHandles = 1024,
        cudaGraphDebugDotFlagsConditionalNodeParams = 32768, cudaGraphDebugDotFlagsMemcpyBatchNodeParams = 65536,
    }
    cudaGraphInstantiateFlags: c_uint {
        cudaGraphInstantiateFlagAutoFreeOnLaunch = 1, cudaGraphInstantiateFlagUpload = 2,
        cudaGraphInstantiateFlagDeviceLaunch = 4, cudaGraphInstantiateFlagUseNodePriority = 8,
    }
    cudaDeviceNumaConfig: c_uint { cudaDeviceNumaConfigNone = 0, cudaDeviceNumaConfigNumaNode = 1 }
    cudaFabricOpStatusSource: c_uint {
        cudaFabricOpStatusSourceMbarrierV1 = 0, cudaFabricOpStatusSourceMax = 2147483647,
    }
    cudaFabricOpStatusInfo: c_uint {
        cudaFabricOpStatusInfoSuccess = 0, cudaFabricOpStatusInfoMax = 2147483647;
        cudaFabricOpStatusInfoLast = 0
    }
    cudaSurfaceBoundaryMode: c_uint { cudaBoundaryModeZero = 0, cudaBoundaryModeClamp = 1, cudaBoundaryModeTrap = 2 }
    cudaSurfaceFormatMode: c_uint { cudaFormatModeForced = 0, cudaFormatModeAuto = 1 }
    cudaOutputMode_t: c_uint { cudaKeyValuePair = 0, cudaCSV = 1 }
    cudaStreamAttrID: c_uint { cudaStreamAttributeAccessPolicyWindow = 1, cudaStreamAttributeSynchronizationPolicy = 3 }
    cudaKernelNodeAttrID: c_uint {
        cudaKernelNodeAttributeAccessPolicyWindow = 1, cudaKernelNodeAttributeCooperative = 2,
        cudaKernelNodeAttributePriority = 8,
    }
}

result_enum! {
    "https://docs.nvidia.com/cuda/cuda-runtime-api/index.html"
    cudaError_t: c_uint {
        cudaSuccess = 0, cudaErrorInvalidValue = 1, cudaErrorMemoryAllocation = 2, cudaErrorInitializationError = 3,
        cudaErrorCudartUnloading = 4, cudaErrorProfilerDisabled = 5, cudaErrorProfilerNotInitialized = 6,
        cudaErrorProfilerAlreadyStarted = 7, cudaErrorProfilerAlreadyStopped = 8, cudaErrorInvalidConfiguration = 9,
        cudaErrorVersionTranslation = 10, cudaErrorInvalidPitchValue = 12, cudaErrorInvalidSymbol = 13,
        cudaErrorInvalidHostPointer = 16, cudaErrorInvalidDevicePointer = 17, cudaErrorInvalidTexture = 18,
        cudaErrorInvalidTextureBinding = 19, cudaErrorInvalidChannelDescriptor = 20,
        cudaErrorInvalidMemcpyDirection = 21, cudaErrorAddressOfConstant = 22, cudaErrorTextureFetchFailed = 23,
        cudaErrorTextureNotBound = 24, cudaErrorSynchronizationError = 25, cudaErrorInvalidFilterSetting = 26,
        cudaErrorInvalidNormSetting = 27, cudaErrorMixedDeviceExecution = 28, cudaErrorNotYetImplemented = 31,
        cudaErrorMemoryValueTooLarge = 32, cudaErrorStubLibrary = 34, cudaErrorInsufficientDriver = 35,
        cudaErrorCallRequiresNewerDriver = 36, cudaErrorInvalidSurface = 37, cudaErrorDuplicateVariableName = 43,
        cudaErrorDuplicateTextureName = 44, cudaErrorDuplicateSurfaceName = 45, cudaErrorDevicesUnavailable = 46,
        cudaErrorIncompatibleDriverContext = 49, cudaErrorMissingConfiguration = 52, cudaErrorPriorLaunchFailure = 53,
        cudaErrorLaunchMaxDepthExceeded = 65, cudaErrorLaunchFileScopedTex = 66, cudaErrorLaunchFileScopedSurf = 67,
        cudaErrorSyncDepthExceeded = 68, cudaErrorLaunchPendingCountExceeded = 69, cudaErrorInvalidDeviceFunction = 98,
        cudaErrorNoDevice = 100, cudaErrorInvalidDevice = 101, cudaErrorDeviceNotLicensed = 102,
        cudaErrorSoftwareValidityNotEstablished = 103, cudaErrorStartupFailure = 127,
        cudaErrorInvalidKernelImage = 200, cudaErrorDeviceUninitialized = 201, cudaErrorMapBufferObjectFailed = 205,
        cudaErrorUnmapBufferObjectFailed = 206, cudaErrorArrayIsMapped = 207, cudaErrorAlreadyMapped = 208,
        cudaErrorNoKernelImageForDevice = 209, cudaErrorAlreadyAcquired = 210, cudaErrorNotMapped = 211,
        cudaErrorNotMappedAsArray = 212, cudaErrorNotMappedAsPointer = 213, cudaErrorECCUncorrectable = 214,
        cudaErrorUnsupportedLimit = 215, cudaErrorDeviceAlreadyInUse = 216, cudaErrorPeerAccessUnsupported = 217,
        cudaErrorInvalidPtx = 218, cudaErrorInvalidGraphicsContext = 219, cudaErrorNvlinkUncorrectable = 220,
        cudaErrorJitCompilerNotFound = 221, cudaErrorUnsupportedPtxVersion = 222,
        cudaErrorJitCompilationDisabled = 223, cudaErrorUnsupportedExecAffinity = 224,
        cudaErrorUnsupportedDevSideSync = 225, cudaErrorContained = 226, cudaErrorInsufficientLoaderVersion = 227,
        cudaErrorInvalidSource = 300, cudaErrorFileNotFound = 301, cudaErrorSharedObjectSymbolNotFound = 302,
        cudaErrorSharedObjectInitFailed = 303, cudaErrorOperatingSystem = 304, cudaErrorInvalidResourceHandle = 400,
        cudaErrorIllegalState = 401, cudaErrorLossyQuery = 402, cudaErrorSymbolNotFound = 500, cudaErrorNotReady = 600,
        cudaErrorIllegalAddress = 700, cudaErrorLaunchOutOfResources = 701, cudaErrorLaunchTimeout = 702,
        cudaErrorLaunchIncompatibleTexturing = 703, cudaErrorPeerAccessAlreadyEnabled = 704,
        cudaErrorPeerAccessNotEnabled = 705, cudaErrorSetOnActiveProcess = 708, cudaErrorContextIsDestroyed = 709,
        cudaErrorAssert = 710, cudaErrorTooManyPeers = 711, cudaErrorHostMemoryAlreadyRegistered = 712,
        cudaErrorHostMemoryNotRegistered = 713, cudaErrorHardwareStackError = 714, cudaErrorIllegalInstruction = 715,
        cudaErrorMisalignedAddress = 716, cudaErrorInvalidAddressSpace = 717, cudaErrorInvalidPc = 718,
        cudaErrorLaunchFailure = 719, cudaErrorCooperativeLaunchTooLarge = 720, cudaErrorTensorMemoryLeak = 721,
        cudaErrorNotPermitted = 800, cudaErrorNotSupported = 801, cudaErrorSystemNotReady = 802,
        cudaErrorSystemDriverMismatch = 803, cudaErrorCompatNotSupportedOnDevice = 804,
        cudaErrorMpsConnectionFailed = 805, cudaErrorMpsRpcFailure = 806, cudaErrorMpsServerNotReady = 807,
        cudaErrorMpsMaxClientsReached = 808, cudaErrorMpsMaxConnectionsReached = 809,
        cudaErrorMpsClientTerminated = 810, cudaErrorCdpNotSupported = 811, cudaErrorCdpVersionMismatch = 812,
        cudaErrorStreamCaptureUnsupported = 900, cudaErrorStreamCaptureInvalidated = 901,
        cudaErrorStreamCaptureMerge = 902, cudaErrorStreamCaptureUnmatched = 903, cudaErrorStreamCaptureUnjoined = 904,
        cudaErrorStreamCaptureIsolation = 905, cudaErrorStreamCaptureImplicit = 906, cudaErrorCapturedEvent = 907,
        cudaErrorStreamCaptureWrongThread = 908, cudaErrorTimeout = 909, cudaErrorGraphExecUpdateFailure = 910,
        cudaErrorExternalDevice = 911, cudaErrorInvalidClusterSize = 912, cudaErrorFunctionNotLoaded = 913,
        cudaErrorInvalidResourceType = 914, cudaErrorInvalidResourceConfiguration = 915, cudaErrorStreamDetached = 917,
        cudaErrorGraphRecaptureFailure = 918, cudaErrorFabricNotReady = 919, cudaErrorUnknown = 999,
        cudaErrorApiFailureBase = 10000,
    }
}

