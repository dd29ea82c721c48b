// Written by `cargo xtask generate --wheels cudart`. Do not edit.

pub const CUDART_VERSION: u32 = 13050;
pub const __CUDART_API_VERSION: u32 = 13050;
pub const cudaHostAllocDefault: u32 = 0;
pub const cudaHostAllocPortable: u32 = 1;
pub const cudaHostAllocMapped: u32 = 2;
pub const cudaHostAllocWriteCombined: u32 = 4;
pub const cudaHostRegisterDefault: u32 = 0;
pub const cudaHostRegisterPortable: u32 = 1;
pub const cudaHostRegisterMapped: u32 = 2;
pub const cudaHostRegisterIoMemory: u32 = 4;
pub const cudaHostRegisterReadOnly: u32 = 8;
pub const cudaPeerAccessDefault: u32 = 0;
pub const cudaStreamDefault: u32 = 0;
pub const cudaStreamNonBlocking: u32 = 1;
pub const cudaEventDefault: u32 = 0;
pub const cudaEventBlockingSync: u32 = 1;
pub const cudaEventDisableTiming: u32 = 2;
pub const cudaEventInterprocess: u32 = 4;
pub const cudaEventRecordDefault: u32 = 0;
pub const cudaEventRecordExternal: u32 = 1;
pub const cudaEventWaitDefault: u32 = 0;
pub const cudaEventWaitExternal: u32 = 1;
pub const cudaDeviceScheduleAuto: u32 = 0;
pub const cudaDeviceScheduleSpin: u32 = 1;
pub const cudaDeviceScheduleYield: u32 = 2;
pub const cudaDeviceScheduleBlockingSync: u32 = 4;
pub const cudaDeviceBlockingSync: u32 = 4;
pub const cudaDeviceScheduleMask: u32 = 7;
pub const cudaDeviceMapHost: u32 = 8;
pub const cudaDeviceLmemResizeToMax: u32 = 16;
pub const cudaDeviceSyncMemops: u32 = 128;
pub const cudaDeviceMask: u32 = 255;
pub const cudaArrayDefault: u32 = 0;
pub const cudaArrayLayered: u32 = 1;
pub const cudaArraySurfaceLoadStore: u32 = 2;
pub const cudaArrayCubemap: u32 = 4;
pub const cudaArrayTextureGather: u32 = 8;
pub const cudaArrayColorAttachment: u32 = 32;
pub const cudaArraySparse: u32 = 64;
pub const cudaArrayDeferredMapping: u32 = 128;
pub const cudaIpcMemLazyEnablePeerAccess: u32 = 1;
pub const cudaMemAttachGlobal: u32 = 1;
pub const cudaMemAttachHost: u32 = 2;
pub const cudaMemAttachSingle: u32 = 4;
pub const cudaOccupancyDefault: u32 = 0;
pub const cudaOccupancyDisableCachingOverride: u32 = 1;
pub const cudaInitDeviceFlagsAreValid: u32 = 1;
pub const cudaArraySparsePropertiesSingleMipTail: u32 = 1;
pub const cudaMemPoolCreateUsageHwDecompress: u32 = 2;
pub const CUDA_IPC_HANDLE_SIZE: u32 = 64;
pub const cudaExternalMemoryDedicated: u32 = 1;
pub const cudaExternalSemaphoreSignalSkipNvSciBufMemSync: u32 = 1;
pub const cudaExternalSemaphoreWaitSkipNvSciBufMemSync: u32 = 2;
pub const cudaNvSciSyncAttrSignal: u32 = 1;
pub const cudaNvSciSyncAttrWait: u32 = 2;
pub const RESOURCE_ABI_BYTES: u32 = 40;
pub const cudaDevSmResourceGroupLocalityDomainIdAny: i32 = -1;
pub const cudaGraphKernelNodePortDefault: u32 = 0;
pub const cudaGraphKernelNodePortProgrammatic: u32 = 1;
pub const cudaGraphKernelNodePortLaunchCompletion: u32 = 2;
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
pub struct cudaRoundMode(pub ::core::ffi::c_uint);
impl cudaRoundMode {
    pub const cudaRoundNearest: cudaRoundMode = cudaRoundMode(0);
    pub const cudaRoundZero: cudaRoundMode = cudaRoundMode(1);
    pub const cudaRoundPosInf: cudaRoundMode = cudaRoundMode(2);
    pub const cudaRoundMinInf: cudaRoundMode = cudaRoundMode(3);
}
pub struct cudaError_t(pub ::core::ffi::c_uint);
impl cudaError_t {
    pub const cudaSuccess: cudaError_t = cudaError_t(0);
    pub const cudaErrorInvalidValue: cudaError_t = cudaError_t(1);
    pub const cudaErrorMemoryAllocation: cudaError_t = cudaError_t(2);
    pub const cudaErrorInitializationError: cudaError_t = cudaError_t(3);
    pub const cudaErrorCudartUnloading: cudaError_t = cudaError_t(4);
    pub const cudaErrorProfilerDisabled: cudaError_t = cudaError_t(5);
    pub const cudaErrorProfilerNotInitialized: cudaError_t = cudaError_t(6);
    pub const cudaErrorProfilerAlreadyStarted: cudaError_t = cudaError_t(7);
    pub const cudaErrorProfilerAlreadyStopped: cudaError_t = cudaError_t(8);
    pub const cudaErrorInvalidConfiguration: cudaError_t = cudaError_t(9);
    pub const cudaErrorVersionTranslation: cudaError_t = cudaError_t(10);
    pub const cudaErrorInvalidPitchValue: cudaError_t = cudaError_t(12);
    pub const cudaErrorInvalidSymbol: cudaError_t = cudaError_t(13);
    pub const cudaErrorInvalidHostPointer: cudaError_t = cudaError_t(16);
    pub const cudaErrorInvalidDevicePointer: cudaError_t = cudaError_t(17);
    pub const cudaErrorInvalidTexture: cudaError_t = cudaError_t(18);
    pub const cudaErrorInvalidTextureBinding: cudaError_t = cudaError_t(19);
    pub const cudaErrorInvalidChannelDescriptor: cudaError_t = cudaError_t(20);
    pub const cudaErrorInvalidMemcpyDirection: cudaError_t = cudaError_t(21);
    pub const cudaErrorAddressOfConstant: cudaError_t = cudaError_t(22);
    pub const cudaErrorTextureFetchFailed: cudaError_t = cudaError_t(23);
    pub const cudaErrorTextureNotBound: cudaError_t = cudaError_t(24);
    pub const cudaErrorSynchronizationError: cudaError_t = cudaError_t(25);
    pub const cudaErrorInvalidFilterSetting: cudaError_t = cudaError_t(26);
    pub const cudaErrorInvalidNormSetting: cudaError_t = cudaError_t(27);
    pub const cudaErrorMixedDeviceExecution: cudaError_t = cudaError_t(28);
    pub const cudaErrorNotYetImplemented: cudaError_t = cudaError_t(31);
    pub const cudaErrorMemoryValueTooLarge: cudaError_t = cudaError_t(32);
    pub const cudaErrorStubLibrary: cudaError_t = cudaError_t(34);
    pub const cudaErrorInsufficientDriver: cudaError_t = cudaError_t(35);
    pub const cudaErrorCallRequiresNewerDriver: cudaError_t = cudaError_t(36);
    pub const cudaErrorInvalidSurface: cudaError_t = cudaError_t(37);
    pub const cudaErrorDuplicateVariableName: cudaError_t = cudaError_t(43);
    pub const cudaErrorDuplicateTextureName: cudaError_t = cudaError_t(44);
    pub const cudaErrorDuplicateSurfaceName: cudaError_t = cudaError_t(45);
    pub const cudaErrorDevicesUnavailable: cudaError_t = cudaError_t(46);
    pub const cudaErrorIncompatibleDriverContext: cudaError_t = cudaError_t(49);
    pub const cudaErrorMissingConfiguration: cudaError_t = cudaError_t(52);
    pub const cudaErrorPriorLaunchFailure: cudaError_t = cudaError_t(53);
    pub const cudaErrorLaunchMaxDepthExceeded: cudaError_t = cudaError_t(65);
    pub const cudaErrorLaunchFileScopedTex: cudaError_t = cudaError_t(66);
    pub const cudaErrorLaunchFileScopedSurf: cudaError_t = cudaError_t(67);
    pub const cudaErrorSyncDepthExceeded: cudaError_t = cudaError_t(68);
    pub const cudaErrorLaunchPendingCountExceeded: cudaError_t = cudaError_t(69);
    pub const cudaErrorInvalidDeviceFunction: cudaError_t = cudaError_t(98);
    pub const cudaErrorNoDevice: cudaError_t = cudaError_t(100);
    pub const cudaErrorInvalidDevice: cudaError_t = cudaError_t(101);
    pub const cudaErrorDeviceNotLicensed: cudaError_t = cudaError_t(102);
    pub const cudaErrorSoftwareValidityNotEstablished: cudaError_t = cudaError_t(103);
    pub const cudaErrorStartupFailure: cudaError_t = cudaError_t(127);
    pub const cudaErrorInvalidKernelImage: cudaError_t = cudaError_t(200);
    pub const cudaErrorDeviceUninitialized: cudaError_t = cudaError_t(201);
    pub const cudaErrorMapBufferObjectFailed: cudaError_t = cudaError_t(205);
    pub const cudaErrorUnmapBufferObjectFailed: cudaError_t = cudaError_t(206);
    pub const cudaErrorArrayIsMapped: cudaError_t = cudaError_t(207);
    pub const cudaErrorAlreadyMapped: cudaError_t = cudaError_t(208);
    pub const cudaErrorNoKernelImageForDevice: cudaError_t = cudaError_t(209);
    pub const cudaErrorAlreadyAcquired: cudaError_t = cudaError_t(210);
    pub const cudaErrorNotMapped: cudaError_t = cudaError_t(211);
    pub const cudaErrorNotMappedAsArray: cudaError_t = cudaError_t(212);
    pub const cudaErrorNotMappedAsPointer: cudaError_t = cudaError_t(213);
    pub const cudaErrorECCUncorrectable: cudaError_t = cudaError_t(214);
    pub const cudaErrorUnsupportedLimit: cudaError_t = cudaError_t(215);
    pub const cudaErrorDeviceAlreadyInUse: cudaError_t = cudaError_t(216);
    pub const cudaErrorPeerAccessUnsupported: cudaError_t = cudaError_t(217);
    pub const cudaErrorInvalidPtx: cudaError_t = cudaError_t(218);
    pub const cudaErrorInvalidGraphicsContext: cudaError_t = cudaError_t(219);
    pub const cudaErrorNvlinkUncorrectable: cudaError_t = cudaError_t(220);
    pub const cudaErrorJitCompilerNotFound: cudaError_t = cudaError_t(221);
    pub const cudaErrorUnsupportedPtxVersion: cudaError_t = cudaError_t(222);
    pub const cudaErrorJitCompilationDisabled: cudaError_t = cudaError_t(223);
    pub const cudaErrorUnsupportedExecAffinity: cudaError_t = cudaError_t(224);
    pub const cudaErrorUnsupportedDevSideSync: cudaError_t = cudaError_t(225);
    pub const cudaErrorContained: cudaError_t = cudaError_t(226);
    pub const cudaErrorInsufficientLoaderVersion: cudaError_t = cudaError_t(227);
    pub const cudaErrorInvalidSource: cudaError_t = cudaError_t(300);
    pub const cudaErrorFileNotFound: cudaError_t = cudaError_t(301);
    pub const cudaErrorSharedObjectSymbolNotFound: cudaError_t = cudaError_t(302);
    pub const cudaErrorSharedObjectInitFailed: cudaError_t = cudaError_t(303);
    pub const cudaErrorOperatingSystem: cudaError_t = cudaError_t(304);
    pub const cudaErrorInvalidResourceHandle: cudaError_t = cudaError_t(400);
    pub const cudaErrorIllegalState: cudaError_t = cudaError_t(401);
    pub const cudaErrorLossyQuery: cudaError_t = cudaError_t(402);
    pub const cudaErrorSymbolNotFound: cudaError_t = cudaError_t(500);
    pub const cudaErrorNotReady: cudaError_t = cudaError_t(600);
    pub const cudaErrorIllegalAddress: cudaError_t = cudaError_t(700);
    pub const cudaErrorLaunchOutOfResources: cudaError_t = cudaError_t(701);
    pub const cudaErrorLaunchTimeout: cudaError_t = cudaError_t(702);
    pub const cudaErrorLaunchIncompatibleTexturing: cudaError_t = cudaError_t(703);
    pub const cudaErrorPeerAccessAlreadyEnabled: cudaError_t = cudaError_t(704);
    pub const cudaErrorPeerAccessNotEnabled: cudaError_t = cudaError_t(705);
    pub const cudaErrorSetOnActiveProcess: cudaError_t = cudaError_t(708);
    pub const cudaErrorContextIsDestroyed: cudaError_t = cudaError_t(709);
    pub const cudaErrorAssert: cudaError_t = cudaError_t(710);
    pub const cudaErrorTooManyPeers: cudaError_t = cudaError_t(711);
    pub const cudaErrorHostMemoryAlreadyRegistered: cudaError_t = cudaError_t(712);
    pub const cudaErrorHostMemoryNotRegistered: cudaError_t = cudaError_t(713);
    pub const cudaErrorHardwareStackError: cudaError_t = cudaError_t(714);
    pub const cudaErrorIllegalInstruction: cudaError_t = cudaError_t(715);
    pub const cudaErrorMisalignedAddress: cudaError_t = cudaError_t(716);
    pub const cudaErrorInvalidAddressSpace: cudaError_t = cudaError_t(717);
    pub const cudaErrorInvalidPc: cudaError_t = cudaError_t(718);
    pub const cudaErrorLaunchFailure: cudaError_t = cudaError_t(719);
    pub const cudaErrorCooperativeLaunchTooLarge: cudaError_t = cudaError_t(720);
    pub const cudaErrorTensorMemoryLeak: cudaError_t = cudaError_t(721);
    pub const cudaErrorNotPermitted: cudaError_t = cudaError_t(800);
    pub const cudaErrorNotSupported: cudaError_t = cudaError_t(801);
    pub const cudaErrorSystemNotReady: cudaError_t = cudaError_t(802);
    pub const cudaErrorSystemDriverMismatch: cudaError_t = cudaError_t(803);
    pub const cudaErrorCompatNotSupportedOnDevice: cudaError_t = cudaError_t(804);
    pub const cudaErrorMpsConnectionFailed: cudaError_t = cudaError_t(805);
    pub const cudaErrorMpsRpcFailure: cudaError_t = cudaError_t(806);
    pub const cudaErrorMpsServerNotReady: cudaError_t = cudaError_t(807);
    pub const cudaErrorMpsMaxClientsReached: cudaError_t = cudaError_t(808);
    pub const cudaErrorMpsMaxConnectionsReached: cudaError_t = cudaError_t(809);
    pub const cudaErrorMpsClientTerminated: cudaError_t = cudaError_t(810);
    pub const cudaErrorCdpNotSupported: cudaError_t = cudaError_t(811);
    pub const cudaErrorCdpVersionMismatch: cudaError_t = cudaError_t(812);
    pub const cudaErrorStreamCaptureUnsupported: cudaError_t = cudaError_t(900);
    pub const cudaErrorStreamCaptureInvalidated: cudaError_t = cudaError_t(901);
    pub const cudaErrorStreamCaptureMerge: cudaError_t = cudaError_t(902);
    pub const cudaErrorStreamCaptureUnmatched: cudaError_t = cudaError_t(903);
    pub const cudaErrorStreamCaptureUnjoined: cudaError_t = cudaError_t(904);
    pub const cudaErrorStreamCaptureIsolation: cudaError_t = cudaError_t(905);
    pub const cudaErrorStreamCaptureImplicit: cudaError_t = cudaError_t(906);
    pub const cudaErrorCapturedEvent: cudaError_t = cudaError_t(907);
    pub const cudaErrorStreamCaptureWrongThread: cudaError_t = cudaError_t(908);
    pub const cudaErrorTimeout: cudaError_t = cudaError_t(909);
    pub const cudaErrorGraphExecUpdateFailure: cudaError_t = cudaError_t(910);
    pub const cudaErrorExternalDevice: cudaError_t = cudaError_t(911);
    pub const cudaErrorInvalidClusterSize: cudaError_t = cudaError_t(912);
    pub const cudaErrorFunctionNotLoaded: cudaError_t = cudaError_t(913);
    pub const cudaErrorInvalidResourceType: cudaError_t = cudaError_t(914);
    pub const cudaErrorInvalidResourceConfiguration: cudaError_t = cudaError_t(915);
    pub const cudaErrorStreamDetached: cudaError_t = cudaError_t(917);
    pub const cudaErrorGraphRecaptureFailure: cudaError_t = cudaError_t(918);
    pub const cudaErrorFabricNotReady: cudaError_t = cudaError_t(919);
    pub const cudaErrorUnknown: cudaError_t = cudaError_t(999);
    pub const cudaErrorApiFailureBase: cudaError_t = cudaError_t(10000);
}
pub struct cudaChannelFormatKind(pub ::core::ffi::c_uint);
impl cudaChannelFormatKind {
    pub const cudaChannelFormatKindSigned: cudaChannelFormatKind = cudaChannelFormatKind(
        0,
    );
    pub const cudaChannelFormatKindUnsigned: cudaChannelFormatKind = cudaChannelFormatKind(
        1,
    );
    pub const cudaChannelFormatKindFloat: cudaChannelFormatKind = cudaChannelFormatKind(
        2,
    );
    pub const cudaChannelFormatKindNone: cudaChannelFormatKind = cudaChannelFormatKind(
        3,
    );
    pub const cudaChannelFormatKindNV12: cudaChannelFormatKind = cudaChannelFormatKind(
        4,
    );
    pub const cudaChannelFormatKindUnsignedNormalized8X1: cudaChannelFormatKind = cudaChannelFormatKind(
        5,
    );
    pub const cudaChannelFormatKindUnsignedNormalized8X2: cudaChannelFormatKind = cudaChannelFormatKind(
        6,
    );
    pub const cudaChannelFormatKindUnsignedNormalized8X4: cudaChannelFormatKind = cudaChannelFormatKind(
        7,
    );
    pub const cudaChannelFormatKindUnsignedNormalized16X1: cudaChannelFormatKind = cudaChannelFormatKind(
        8,
    );
    pub const cudaChannelFormatKindUnsignedNormalized16X2: cudaChannelFormatKind = cudaChannelFormatKind(
        9,
    );
    pub const cudaChannelFormatKindUnsignedNormalized16X4: cudaChannelFormatKind = cudaChannelFormatKind(
        10,
    );
    pub const cudaChannelFormatKindSignedNormalized8X1: cudaChannelFormatKind = cudaChannelFormatKind(
        11,
    );
    pub const cudaChannelFormatKindSignedNormalized8X2: cudaChannelFormatKind = cudaChannelFormatKind(
        12,
    );
    pub const cudaChannelFormatKindSignedNormalized8X4: cudaChannelFormatKind = cudaChannelFormatKind(
        13,
    );
    pub const cudaChannelFormatKindSignedNormalized16X1: cudaChannelFormatKind = cudaChannelFormatKind(
        14,
    );
    pub const cudaChannelFormatKindSignedNormalized16X2: cudaChannelFormatKind = cudaChannelFormatKind(
        15,
    );
    pub const cudaChannelFormatKindSignedNormalized16X4: cudaChannelFormatKind = cudaChannelFormatKind(
        16,
    );
    pub const cudaChannelFormatKindUnsignedBlockCompressed1: cudaChannelFormatKind = cudaChannelFormatKind(
        17,
    );
    pub const cudaChannelFormatKindUnsignedBlockCompressed1SRGB: cudaChannelFormatKind = cudaChannelFormatKind(
        18,
    );
    pub const cudaChannelFormatKindUnsignedBlockCompressed2: cudaChannelFormatKind = cudaChannelFormatKind(
        19,
    );
    pub const cudaChannelFormatKindUnsignedBlockCompressed2SRGB: cudaChannelFormatKind = cudaChannelFormatKind(
        20,
    );
    pub const cudaChannelFormatKindUnsignedBlockCompressed3: cudaChannelFormatKind = cudaChannelFormatKind(
        21,
    );
    pub const cudaChannelFormatKindUnsignedBlockCompressed3SRGB: cudaChannelFormatKind = cudaChannelFormatKind(
        22,
    );
    pub const cudaChannelFormatKindUnsignedBlockCompressed4: cudaChannelFormatKind = cudaChannelFormatKind(
        23,
    );
    pub const cudaChannelFormatKindSignedBlockCompressed4: cudaChannelFormatKind = cudaChannelFormatKind(
        24,
    );
    pub const cudaChannelFormatKindUnsignedBlockCompressed5: cudaChannelFormatKind = cudaChannelFormatKind(
        25,
    );
    pub const cudaChannelFormatKindSignedBlockCompressed5: cudaChannelFormatKind = cudaChannelFormatKind(
        26,
    );
    pub const cudaChannelFormatKindUnsignedBlockCompressed6H: cudaChannelFormatKind = cudaChannelFormatKind(
        27,
    );
    pub const cudaChannelFormatKindSignedBlockCompressed6H: cudaChannelFormatKind = cudaChannelFormatKind(
        28,
    );
    pub const cudaChannelFormatKindUnsignedBlockCompressed7: cudaChannelFormatKind = cudaChannelFormatKind(
        29,
    );
    pub const cudaChannelFormatKindUnsignedBlockCompressed7SRGB: cudaChannelFormatKind = cudaChannelFormatKind(
        30,
    );
    pub const cudaChannelFormatKindUnsignedNormalized1010102: cudaChannelFormatKind = cudaChannelFormatKind(
        31,
    );
    pub const cudaChannelFormatKindUnsigned8Packed422: cudaChannelFormatKind = cudaChannelFormatKind(
        32,
    );
    pub const cudaChannelFormatKindUnsigned8Packed444: cudaChannelFormatKind = cudaChannelFormatKind(
        33,
    );
    pub const cudaChannelFormatKindUnsigned8SemiPlanar420: cudaChannelFormatKind = cudaChannelFormatKind(
        34,
    );
    pub const cudaChannelFormatKindUnsigned16SemiPlanar420: cudaChannelFormatKind = cudaChannelFormatKind(
        35,
    );
    pub const cudaChannelFormatKindUnsigned8SemiPlanar422: cudaChannelFormatKind = cudaChannelFormatKind(
        36,
    );
    pub const cudaChannelFormatKindUnsigned16SemiPlanar422: cudaChannelFormatKind = cudaChannelFormatKind(
        37,
    );
    pub const cudaChannelFormatKindUnsigned8SemiPlanar444: cudaChannelFormatKind = cudaChannelFormatKind(
        38,
    );
    pub const cudaChannelFormatKindUnsigned16SemiPlanar444: cudaChannelFormatKind = cudaChannelFormatKind(
        39,
    );
    pub const cudaChannelFormatKindUnsigned8Planar420: cudaChannelFormatKind = cudaChannelFormatKind(
        40,
    );
    pub const cudaChannelFormatKindUnsigned16Planar420: cudaChannelFormatKind = cudaChannelFormatKind(
        41,
    );
    pub const cudaChannelFormatKindUnsigned8Planar422: cudaChannelFormatKind = cudaChannelFormatKind(
        42,
    );
    pub const cudaChannelFormatKindUnsigned16Planar422: cudaChannelFormatKind = cudaChannelFormatKind(
        43,
    );
    pub const cudaChannelFormatKindUnsigned8Planar444: cudaChannelFormatKind = cudaChannelFormatKind(
        44,
    );
    pub const cudaChannelFormatKindUnsigned16Planar444: cudaChannelFormatKind = cudaChannelFormatKind(
        45,
    );
}
pub struct cudaMemoryType(pub ::core::ffi::c_uint);
impl cudaMemoryType {
    pub const cudaMemoryTypeUnregistered: cudaMemoryType = cudaMemoryType(0);
    pub const cudaMemoryTypeHost: cudaMemoryType = cudaMemoryType(1);
    pub const cudaMemoryTypeDevice: cudaMemoryType = cudaMemoryType(2);
    pub const cudaMemoryTypeManaged: cudaMemoryType = cudaMemoryType(3);
}
pub struct cudaMemcpyKind(pub ::core::ffi::c_uint);
impl cudaMemcpyKind {
    pub const cudaMemcpyHostToHost: cudaMemcpyKind = cudaMemcpyKind(0);
    pub const cudaMemcpyHostToDevice: cudaMemcpyKind = cudaMemcpyKind(1);
    pub const cudaMemcpyDeviceToHost: cudaMemcpyKind = cudaMemcpyKind(2);
    pub const cudaMemcpyDeviceToDevice: cudaMemcpyKind = cudaMemcpyKind(3);
    pub const cudaMemcpyDefault: cudaMemcpyKind = cudaMemcpyKind(4);
}
pub struct cudaAccessProperty(pub ::core::ffi::c_uint);
impl cudaAccessProperty {
    pub const cudaAccessPropertyNormal: cudaAccessProperty = cudaAccessProperty(0);
    pub const cudaAccessPropertyStreaming: cudaAccessProperty = cudaAccessProperty(1);
    pub const cudaAccessPropertyPersisting: cudaAccessProperty = cudaAccessProperty(2);
}
pub struct cudaStreamCaptureStatus(pub ::core::ffi::c_uint);
impl cudaStreamCaptureStatus {
    pub const cudaStreamCaptureStatusNone: cudaStreamCaptureStatus = cudaStreamCaptureStatus(
        0,
    );
    pub const cudaStreamCaptureStatusActive: cudaStreamCaptureStatus = cudaStreamCaptureStatus(
        1,
    );
    pub const cudaStreamCaptureStatusInvalidated: cudaStreamCaptureStatus = cudaStreamCaptureStatus(
        2,
    );
}
pub struct cudaGraphRecaptureStatus(pub ::core::ffi::c_uint);
impl cudaGraphRecaptureStatus {
    pub const cudaGraphRecaptureEligibleForUpdate: cudaGraphRecaptureStatus = cudaGraphRecaptureStatus(
        0,
    );
    pub const cudaGraphRecaptureIneligibleForUpdate: cudaGraphRecaptureStatus = cudaGraphRecaptureStatus(
        1,
    );
    pub const cudaGraphRecaptureError: cudaGraphRecaptureStatus = cudaGraphRecaptureStatus(
        2,
    );
}
pub struct cudaStreamCaptureMode(pub ::core::ffi::c_uint);
impl cudaStreamCaptureMode {
    pub const cudaStreamCaptureModeGlobal: cudaStreamCaptureMode = cudaStreamCaptureMode(
        0,
    );
    pub const cudaStreamCaptureModeThreadLocal: cudaStreamCaptureMode = cudaStreamCaptureMode(
        1,
    );
    pub const cudaStreamCaptureModeRelaxed: cudaStreamCaptureMode = cudaStreamCaptureMode(
        2,
    );
}
pub struct cudaSynchronizationPolicy(pub ::core::ffi::c_uint);
impl cudaSynchronizationPolicy {
    pub const cudaSyncPolicyAuto: cudaSynchronizationPolicy = cudaSynchronizationPolicy(
        1,
    );
    pub const cudaSyncPolicySpin: cudaSynchronizationPolicy = cudaSynchronizationPolicy(
        2,
    );
    pub const cudaSyncPolicyYield: cudaSynchronizationPolicy = cudaSynchronizationPolicy(
        3,
    );
    pub const cudaSyncPolicyBlockingSync: cudaSynchronizationPolicy = cudaSynchronizationPolicy(
        4,
    );
}
pub struct cudaClusterSchedulingPolicy(pub ::core::ffi::c_uint);
impl cudaClusterSchedulingPolicy {
    pub const cudaClusterSchedulingPolicyDefault: cudaClusterSchedulingPolicy = cudaClusterSchedulingPolicy(
        0,
    );
    pub const cudaClusterSchedulingPolicySpread: cudaClusterSchedulingPolicy = cudaClusterSchedulingPolicy(
        1,
    );
    pub const cudaClusterSchedulingPolicyLoadBalancing: cudaClusterSchedulingPolicy = cudaClusterSchedulingPolicy(
        2,
    );
    pub const cudaClusterSchedulingPolicyRubinDsmemLocality: cudaClusterSchedulingPolicy = cudaClusterSchedulingPolicy(
        3,
    );
}
pub struct cudaStreamUpdateCaptureDependenciesFlags(pub ::core::ffi::c_uint);
impl cudaStreamUpdateCaptureDependenciesFlags {
    pub const cudaStreamAddCaptureDependencies: cudaStreamUpdateCaptureDependenciesFlags = cudaStreamUpdateCaptureDependenciesFlags(
        0,
    );
    pub const cudaStreamSetCaptureDependencies: cudaStreamUpdateCaptureDependenciesFlags = cudaStreamUpdateCaptureDependenciesFlags(
        1,
    );
}
pub struct cudaUserObjectFlags(pub ::core::ffi::c_uint);
impl cudaUserObjectFlags {
    pub const cudaUserObjectNoDestructorSync: cudaUserObjectFlags = cudaUserObjectFlags(
        1,
    );
}
pub struct cudaUserObjectRetainFlags(pub ::core::ffi::c_uint);
impl cudaUserObjectRetainFlags {
    pub const cudaGraphUserObjectMove: cudaUserObjectRetainFlags = cudaUserObjectRetainFlags(
        1,
    );
}
pub struct cudaHostTaskSyncMode(pub ::core::ffi::c_uint);
impl cudaHostTaskSyncMode {
    pub const cudaHostTaskBlocking: cudaHostTaskSyncMode = cudaHostTaskSyncMode(0);
    pub const cudaHostTaskSpinWait: cudaHostTaskSyncMode = cudaHostTaskSyncMode(1);
}
pub struct cudaGraphicsRegisterFlags(pub ::core::ffi::c_uint);
impl cudaGraphicsRegisterFlags {
    pub const cudaGraphicsRegisterFlagsNone: cudaGraphicsRegisterFlags = cudaGraphicsRegisterFlags(
        0,
    );
    pub const cudaGraphicsRegisterFlagsReadOnly: cudaGraphicsRegisterFlags = cudaGraphicsRegisterFlags(
        1,
    );
    pub const cudaGraphicsRegisterFlagsWriteDiscard: cudaGraphicsRegisterFlags = cudaGraphicsRegisterFlags(
        2,
    );
    pub const cudaGraphicsRegisterFlagsSurfaceLoadStore: cudaGraphicsRegisterFlags = cudaGraphicsRegisterFlags(
        4,
    );
    pub const cudaGraphicsRegisterFlagsTextureGather: cudaGraphicsRegisterFlags = cudaGraphicsRegisterFlags(
        8,
    );
}
pub struct cudaGraphicsMapFlags(pub ::core::ffi::c_uint);
impl cudaGraphicsMapFlags {
    pub const cudaGraphicsMapFlagsNone: cudaGraphicsMapFlags = cudaGraphicsMapFlags(0);
    pub const cudaGraphicsMapFlagsReadOnly: cudaGraphicsMapFlags = cudaGraphicsMapFlags(
        1,
    );
    pub const cudaGraphicsMapFlagsWriteDiscard: cudaGraphicsMapFlags = cudaGraphicsMapFlags(
        2,
    );
}
pub struct cudaGraphicsCubeFace(pub ::core::ffi::c_uint);
impl cudaGraphicsCubeFace {
    pub const cudaGraphicsCubeFacePositiveX: cudaGraphicsCubeFace = cudaGraphicsCubeFace(
        0,
    );
    pub const cudaGraphicsCubeFaceNegativeX: cudaGraphicsCubeFace = cudaGraphicsCubeFace(
        1,
    );
    pub const cudaGraphicsCubeFacePositiveY: cudaGraphicsCubeFace = cudaGraphicsCubeFace(
        2,
    );
    pub const cudaGraphicsCubeFaceNegativeY: cudaGraphicsCubeFace = cudaGraphicsCubeFace(
        3,
    );
    pub const cudaGraphicsCubeFacePositiveZ: cudaGraphicsCubeFace = cudaGraphicsCubeFace(
        4,
    );
    pub const cudaGraphicsCubeFaceNegativeZ: cudaGraphicsCubeFace = cudaGraphicsCubeFace(
        5,
    );
}
pub struct cudaResourceType(pub ::core::ffi::c_uint);
impl cudaResourceType {
    pub const cudaResourceTypeArray: cudaResourceType = cudaResourceType(0);
    pub const cudaResourceTypeMipmappedArray: cudaResourceType = cudaResourceType(1);
    pub const cudaResourceTypeLinear: cudaResourceType = cudaResourceType(2);
    pub const cudaResourceTypePitch2D: cudaResourceType = cudaResourceType(3);
}
pub struct cudaResourceViewFormat(pub ::core::ffi::c_uint);
impl cudaResourceViewFormat {
    pub const cudaResViewFormatNone: cudaResourceViewFormat = cudaResourceViewFormat(0);
    pub const cudaResViewFormatUnsignedChar1: cudaResourceViewFormat = cudaResourceViewFormat(
        1,
    );
    pub const cudaResViewFormatUnsignedChar2: cudaResourceViewFormat = cudaResourceViewFormat(
        2,
    );
    pub const cudaResViewFormatUnsignedChar4: cudaResourceViewFormat = cudaResourceViewFormat(
        3,
    );
    pub const cudaResViewFormatSignedChar1: cudaResourceViewFormat = cudaResourceViewFormat(
        4,
    );
    pub const cudaResViewFormatSignedChar2: cudaResourceViewFormat = cudaResourceViewFormat(
        5,
    );
    pub const cudaResViewFormatSignedChar4: cudaResourceViewFormat = cudaResourceViewFormat(
        6,
    );
    pub const cudaResViewFormatUnsignedShort1: cudaResourceViewFormat = cudaResourceViewFormat(
        7,
    );
    pub const cudaResViewFormatUnsignedShort2: cudaResourceViewFormat = cudaResourceViewFormat(
        8,
    );
    pub const cudaResViewFormatUnsignedShort4: cudaResourceViewFormat = cudaResourceViewFormat(
        9,
    );
    pub const cudaResViewFormatSignedShort1: cudaResourceViewFormat = cudaResourceViewFormat(
        10,
    );
    pub const cudaResViewFormatSignedShort2: cudaResourceViewFormat = cudaResourceViewFormat(
        11,
    );
    pub const cudaResViewFormatSignedShort4: cudaResourceViewFormat = cudaResourceViewFormat(
        12,
    );
    pub const cudaResViewFormatUnsignedInt1: cudaResourceViewFormat = cudaResourceViewFormat(
        13,
    );
    pub const cudaResViewFormatUnsignedInt2: cudaResourceViewFormat = cudaResourceViewFormat(
        14,
    );
    pub const cudaResViewFormatUnsignedInt4: cudaResourceViewFormat = cudaResourceViewFormat(
        15,
    );
    pub const cudaResViewFormatSignedInt1: cudaResourceViewFormat = cudaResourceViewFormat(
        16,
    );
    pub const cudaResViewFormatSignedInt2: cudaResourceViewFormat = cudaResourceViewFormat(
        17,
    );
    pub const cudaResViewFormatSignedInt4: cudaResourceViewFormat = cudaResourceViewFormat(
        18,
    );
    pub const cudaResViewFormatHalf1: cudaResourceViewFormat = cudaResourceViewFormat(
        19,
    );
    pub const cudaResViewFormatHalf2: cudaResourceViewFormat = cudaResourceViewFormat(
        20,
    );
    pub const cudaResViewFormatHalf4: cudaResourceViewFormat = cudaResourceViewFormat(
        21,
    );
    pub const cudaResViewFormatFloat1: cudaResourceViewFormat = cudaResourceViewFormat(
        22,
    );
    pub const cudaResViewFormatFloat2: cudaResourceViewFormat = cudaResourceViewFormat(
        23,
    );
    pub const cudaResViewFormatFloat4: cudaResourceViewFormat = cudaResourceViewFormat(
        24,
    );
    pub const cudaResViewFormatUnsignedBlockCompressed1: cudaResourceViewFormat = cudaResourceViewFormat(
        25,
    );
    pub const cudaResViewFormatUnsignedBlockCompressed2: cudaResourceViewFormat = cudaResourceViewFormat(
        26,
    );
    pub const cudaResViewFormatUnsignedBlockCompressed3: cudaResourceViewFormat = cudaResourceViewFormat(
        27,
    );
    pub const cudaResViewFormatUnsignedBlockCompressed4: cudaResourceViewFormat = cudaResourceViewFormat(
        28,
    );
    pub const cudaResViewFormatSignedBlockCompressed4: cudaResourceViewFormat = cudaResourceViewFormat(
        29,
    );
    pub const cudaResViewFormatUnsignedBlockCompressed5: cudaResourceViewFormat = cudaResourceViewFormat(
        30,
    );
    pub const cudaResViewFormatSignedBlockCompressed5: cudaResourceViewFormat = cudaResourceViewFormat(
        31,
    );
    pub const cudaResViewFormatUnsignedBlockCompressed6H: cudaResourceViewFormat = cudaResourceViewFormat(
        32,
    );
    pub const cudaResViewFormatSignedBlockCompressed6H: cudaResourceViewFormat = cudaResourceViewFormat(
        33,
    );
    pub const cudaResViewFormatUnsignedBlockCompressed7: cudaResourceViewFormat = cudaResourceViewFormat(
        34,
    );
}
pub struct cudaSharedMemoryMode(pub ::core::ffi::c_uint);
impl cudaSharedMemoryMode {
    pub const cudaSharedMemoryModeDefault: cudaSharedMemoryMode = cudaSharedMemoryMode(
        0,
    );
    pub const cudaSharedMemoryModeRequirePortable: cudaSharedMemoryMode = cudaSharedMemoryMode(
        1,
    );
    pub const cudaSharedMemoryModeAllowNonPortable: cudaSharedMemoryMode = cudaSharedMemoryMode(
        2,
    );
    pub const cudaSharedMemoryModeAllowOversizedSharedMemory: cudaSharedMemoryMode = cudaSharedMemoryMode(
        3,
    );
    pub const cudaSharedMemoryModePreferOversizedSharedMemory: cudaSharedMemoryMode = cudaSharedMemoryMode(
        4,
    );
}
pub struct cudaFuncAttribute(pub ::core::ffi::c_uint);
impl cudaFuncAttribute {
    pub const cudaFuncAttributeMaxDynamicSharedMemorySize: cudaFuncAttribute = cudaFuncAttribute(
        8,
    );
    pub const cudaFuncAttributePreferredSharedMemoryCarveout: cudaFuncAttribute = cudaFuncAttribute(
        9,
    );
    pub const cudaFuncAttributeClusterDimMustBeSet: cudaFuncAttribute = cudaFuncAttribute(
        10,
    );
    pub const cudaFuncAttributeRequiredClusterWidth: cudaFuncAttribute = cudaFuncAttribute(
        11,
    );
    pub const cudaFuncAttributeRequiredClusterHeight: cudaFuncAttribute = cudaFuncAttribute(
        12,
    );
    pub const cudaFuncAttributeRequiredClusterDepth: cudaFuncAttribute = cudaFuncAttribute(
        13,
    );
    pub const cudaFuncAttributeNonPortableClusterSizeAllowed: cudaFuncAttribute = cudaFuncAttribute(
        14,
    );
    pub const cudaFuncAttributeClusterSchedulingPolicyPreference: cudaFuncAttribute = cudaFuncAttribute(
        15,
    );
    pub const cudaFuncAttributeSharedMemoryMode: cudaFuncAttribute = cudaFuncAttribute(
        16,
    );
    pub const cudaFuncAttributeMax: cudaFuncAttribute = cudaFuncAttribute(17);
}
pub struct cudaFuncCache(pub ::core::ffi::c_uint);
impl cudaFuncCache {
    pub const cudaFuncCachePreferNone: cudaFuncCache = cudaFuncCache(0);
    pub const cudaFuncCachePreferShared: cudaFuncCache = cudaFuncCache(1);
    pub const cudaFuncCachePreferL1: cudaFuncCache = cudaFuncCache(2);
    pub const cudaFuncCachePreferEqual: cudaFuncCache = cudaFuncCache(3);
}
pub struct cudaSharedMemConfig(pub ::core::ffi::c_uint);
impl cudaSharedMemConfig {
    pub const cudaSharedMemBankSizeDefault: cudaSharedMemConfig = cudaSharedMemConfig(0);
    pub const cudaSharedMemBankSizeFourByte: cudaSharedMemConfig = cudaSharedMemConfig(
        1,
    );
    pub const cudaSharedMemBankSizeEightByte: cudaSharedMemConfig = cudaSharedMemConfig(
        2,
    );
}
pub struct cudaSharedCarveout(pub ::core::ffi::c_int);
impl cudaSharedCarveout {
    pub const cudaSharedmemCarveoutDefault: cudaSharedCarveout = cudaSharedCarveout(-1);
    pub const cudaSharedmemCarveoutMaxShared: cudaSharedCarveout = cudaSharedCarveout(
        100,
    );
    pub const cudaSharedmemCarveoutMaxL1: cudaSharedCarveout = cudaSharedCarveout(0);
}
pub struct cudaComputeMode(pub ::core::ffi::c_uint);
impl cudaComputeMode {
    pub const cudaComputeModeDefault: cudaComputeMode = cudaComputeMode(0);
    pub const cudaComputeModeExclusive: cudaComputeMode = cudaComputeMode(1);
    pub const cudaComputeModeProhibited: cudaComputeMode = cudaComputeMode(2);
    pub const cudaComputeModeExclusiveProcess: cudaComputeMode = cudaComputeMode(3);
}
pub struct cudaLimit(pub ::core::ffi::c_uint);
impl cudaLimit {
    pub const cudaLimitStackSize: cudaLimit = cudaLimit(0);
    pub const cudaLimitPrintfFifoSize: cudaLimit = cudaLimit(1);
    pub const cudaLimitMallocHeapSize: cudaLimit = cudaLimit(2);
    pub const cudaLimitDevRuntimeSyncDepth: cudaLimit = cudaLimit(3);
    pub const cudaLimitDevRuntimePendingLaunchCount: cudaLimit = cudaLimit(4);
    pub const cudaLimitMaxL2FetchGranularity: cudaLimit = cudaLimit(5);
    pub const cudaLimitPersistingL2CacheSize: cudaLimit = cudaLimit(6);
    pub const cudaLimitPerBlockMemorySize: cudaLimit = cudaLimit(10);
}
pub struct cudaMemoryAdvise(pub ::core::ffi::c_uint);
impl cudaMemoryAdvise {
    pub const cudaMemAdviseSetReadMostly: cudaMemoryAdvise = cudaMemoryAdvise(1);
    pub const cudaMemAdviseUnsetReadMostly: cudaMemoryAdvise = cudaMemoryAdvise(2);
    pub const cudaMemAdviseSetPreferredLocation: cudaMemoryAdvise = cudaMemoryAdvise(3);
    pub const cudaMemAdviseUnsetPreferredLocation: cudaMemoryAdvise = cudaMemoryAdvise(
        4,
    );
    pub const cudaMemAdviseSetAccessedBy: cudaMemoryAdvise = cudaMemoryAdvise(5);
    pub const cudaMemAdviseUnsetAccessedBy: cudaMemoryAdvise = cudaMemoryAdvise(6);
}
pub struct cudaMemRangeAttribute(pub ::core::ffi::c_uint);
impl cudaMemRangeAttribute {
    pub const cudaMemRangeAttributeReadMostly: cudaMemRangeAttribute = cudaMemRangeAttribute(
        1,
    );
    pub const cudaMemRangeAttributePreferredLocation: cudaMemRangeAttribute = cudaMemRangeAttribute(
        2,
    );
    pub const cudaMemRangeAttributeAccessedBy: cudaMemRangeAttribute = cudaMemRangeAttribute(
        3,
    );
    pub const cudaMemRangeAttributeLastPrefetchLocation: cudaMemRangeAttribute = cudaMemRangeAttribute(
        4,
    );
    pub const cudaMemRangeAttributePreferredLocationType: cudaMemRangeAttribute = cudaMemRangeAttribute(
        5,
    );
    pub const cudaMemRangeAttributePreferredLocationId: cudaMemRangeAttribute = cudaMemRangeAttribute(
        6,
    );
    pub const cudaMemRangeAttributeLastPrefetchLocationType: cudaMemRangeAttribute = cudaMemRangeAttribute(
        7,
    );
    pub const cudaMemRangeAttributeLastPrefetchLocationId: cudaMemRangeAttribute = cudaMemRangeAttribute(
        8,
    );
}
pub struct cudaFlushGPUDirectRDMAWritesOptions(pub ::core::ffi::c_uint);
impl cudaFlushGPUDirectRDMAWritesOptions {
    pub const cudaFlushGPUDirectRDMAWritesOptionHost: cudaFlushGPUDirectRDMAWritesOptions = cudaFlushGPUDirectRDMAWritesOptions(
        1,
    );
    pub const cudaFlushGPUDirectRDMAWritesOptionMemOps: cudaFlushGPUDirectRDMAWritesOptions = cudaFlushGPUDirectRDMAWritesOptions(
        2,
    );
}
pub struct cudaGPUDirectRDMAWritesOrdering(pub ::core::ffi::c_uint);
impl cudaGPUDirectRDMAWritesOrdering {
    pub const cudaGPUDirectRDMAWritesOrderingNone: cudaGPUDirectRDMAWritesOrdering = cudaGPUDirectRDMAWritesOrdering(
        0,
    );
    pub const cudaGPUDirectRDMAWritesOrderingOwner: cudaGPUDirectRDMAWritesOrdering = cudaGPUDirectRDMAWritesOrdering(
        100,
    );
    pub const cudaGPUDirectRDMAWritesOrderingAllDevices: cudaGPUDirectRDMAWritesOrdering = cudaGPUDirectRDMAWritesOrdering(
        200,
    );
}
pub struct cudaFlushGPUDirectRDMAWritesScope(pub ::core::ffi::c_uint);
impl cudaFlushGPUDirectRDMAWritesScope {
    pub const cudaFlushGPUDirectRDMAWritesToOwner: cudaFlushGPUDirectRDMAWritesScope = cudaFlushGPUDirectRDMAWritesScope(
        100,
    );
    pub const cudaFlushGPUDirectRDMAWritesToAllDevices: cudaFlushGPUDirectRDMAWritesScope = cudaFlushGPUDirectRDMAWritesScope(
        200,
    );
}
pub struct cudaFlushGPUDirectRDMAWritesTarget(pub ::core::ffi::c_uint);
impl cudaFlushGPUDirectRDMAWritesTarget {
    pub const cudaFlushGPUDirectRDMAWritesTargetCurrentDevice: cudaFlushGPUDirectRDMAWritesTarget = cudaFlushGPUDirectRDMAWritesTarget(
        0,
    );
}
pub struct cudaDeviceAttr(pub ::core::ffi::c_uint);
impl cudaDeviceAttr {
    pub const cudaDevAttrMaxThreadsPerBlock: cudaDeviceAttr = cudaDeviceAttr(1);
    pub const cudaDevAttrMaxBlockDimX: cudaDeviceAttr = cudaDeviceAttr(2);
    pub const cudaDevAttrMaxBlockDimY: cudaDeviceAttr = cudaDeviceAttr(3);
    pub const cudaDevAttrMaxBlockDimZ: cudaDeviceAttr = cudaDeviceAttr(4);
    pub const cudaDevAttrMaxGridDimX: cudaDeviceAttr = cudaDeviceAttr(5);
    pub const cudaDevAttrMaxGridDimY: cudaDeviceAttr = cudaDeviceAttr(6);
    pub const cudaDevAttrMaxGridDimZ: cudaDeviceAttr = cudaDeviceAttr(7);
    pub const cudaDevAttrMaxSharedMemoryPerBlock: cudaDeviceAttr = cudaDeviceAttr(8);
    pub const cudaDevAttrTotalConstantMemory: cudaDeviceAttr = cudaDeviceAttr(9);
    pub const cudaDevAttrWarpSize: cudaDeviceAttr = cudaDeviceAttr(10);
    pub const cudaDevAttrMaxPitch: cudaDeviceAttr = cudaDeviceAttr(11);
    pub const cudaDevAttrMaxRegistersPerBlock: cudaDeviceAttr = cudaDeviceAttr(12);
    pub const cudaDevAttrClockRate: cudaDeviceAttr = cudaDeviceAttr(13);
    pub const cudaDevAttrTextureAlignment: cudaDeviceAttr = cudaDeviceAttr(14);
    pub const cudaDevAttrGpuOverlap: cudaDeviceAttr = cudaDeviceAttr(15);
    pub const cudaDevAttrMultiProcessorCount: cudaDeviceAttr = cudaDeviceAttr(16);
    pub const cudaDevAttrKernelExecTimeout: cudaDeviceAttr = cudaDeviceAttr(17);
    pub const cudaDevAttrIntegrated: cudaDeviceAttr = cudaDeviceAttr(18);
    pub const cudaDevAttrCanMapHostMemory: cudaDeviceAttr = cudaDeviceAttr(19);
    pub const cudaDevAttrComputeMode: cudaDeviceAttr = cudaDeviceAttr(20);
    pub const cudaDevAttrMaxTexture1DWidth: cudaDeviceAttr = cudaDeviceAttr(21);
    pub const cudaDevAttrMaxTexture2DWidth: cudaDeviceAttr = cudaDeviceAttr(22);
    pub const cudaDevAttrMaxTexture2DHeight: cudaDeviceAttr = cudaDeviceAttr(23);
    pub const cudaDevAttrMaxTexture3DWidth: cudaDeviceAttr = cudaDeviceAttr(24);
    pub const cudaDevAttrMaxTexture3DHeight: cudaDeviceAttr = cudaDeviceAttr(25);
    pub const cudaDevAttrMaxTexture3DDepth: cudaDeviceAttr = cudaDeviceAttr(26);
    pub const cudaDevAttrMaxTexture2DLayeredWidth: cudaDeviceAttr = cudaDeviceAttr(27);
    pub const cudaDevAttrMaxTexture2DLayeredHeight: cudaDeviceAttr = cudaDeviceAttr(28);
    pub const cudaDevAttrMaxTexture2DLayeredLayers: cudaDeviceAttr = cudaDeviceAttr(29);
    pub const cudaDevAttrSurfaceAlignment: cudaDeviceAttr = cudaDeviceAttr(30);
    pub const cudaDevAttrConcurrentKernels: cudaDeviceAttr = cudaDeviceAttr(31);
    pub const cudaDevAttrEccEnabled: cudaDeviceAttr = cudaDeviceAttr(32);
    pub const cudaDevAttrPciBusId: cudaDeviceAttr = cudaDeviceAttr(33);
    pub const cudaDevAttrPciDeviceId: cudaDeviceAttr = cudaDeviceAttr(34);
    pub const cudaDevAttrTccDriver: cudaDeviceAttr = cudaDeviceAttr(35);
    pub const cudaDevAttrMemoryClockRate: cudaDeviceAttr = cudaDeviceAttr(36);
    pub const cudaDevAttrGlobalMemoryBusWidth: cudaDeviceAttr = cudaDeviceAttr(37);
    pub const cudaDevAttrL2CacheSize: cudaDeviceAttr = cudaDeviceAttr(38);
    pub const cudaDevAttrMaxThreadsPerMultiProcessor: cudaDeviceAttr = cudaDeviceAttr(
        39,
    );
    pub const cudaDevAttrAsyncEngineCount: cudaDeviceAttr = cudaDeviceAttr(40);
    pub const cudaDevAttrUnifiedAddressing: cudaDeviceAttr = cudaDeviceAttr(41);
    pub const cudaDevAttrMaxTexture1DLayeredWidth: cudaDeviceAttr = cudaDeviceAttr(42);
    pub const cudaDevAttrMaxTexture1DLayeredLayers: cudaDeviceAttr = cudaDeviceAttr(43);
    pub const cudaDevAttrMaxTexture2DGatherWidth: cudaDeviceAttr = cudaDeviceAttr(45);
    pub const cudaDevAttrMaxTexture2DGatherHeight: cudaDeviceAttr = cudaDeviceAttr(46);
    pub const cudaDevAttrMaxTexture3DWidthAlt: cudaDeviceAttr = cudaDeviceAttr(47);
    pub const cudaDevAttrMaxTexture3DHeightAlt: cudaDeviceAttr = cudaDeviceAttr(48);
    pub const cudaDevAttrMaxTexture3DDepthAlt: cudaDeviceAttr = cudaDeviceAttr(49);
    pub const cudaDevAttrPciDomainId: cudaDeviceAttr = cudaDeviceAttr(50);
    pub const cudaDevAttrTexturePitchAlignment: cudaDeviceAttr = cudaDeviceAttr(51);
    pub const cudaDevAttrMaxTextureCubemapWidth: cudaDeviceAttr = cudaDeviceAttr(52);
    pub const cudaDevAttrMaxTextureCubemapLayeredWidth: cudaDeviceAttr = cudaDeviceAttr(
        53,
    );
    pub const cudaDevAttrMaxTextureCubemapLayeredLayers: cudaDeviceAttr = cudaDeviceAttr(
        54,
    );
    pub const cudaDevAttrMaxSurface1DWidth: cudaDeviceAttr = cudaDeviceAttr(55);
    pub const cudaDevAttrMaxSurface2DWidth: cudaDeviceAttr = cudaDeviceAttr(56);
    pub const cudaDevAttrMaxSurface2DHeight: cudaDeviceAttr = cudaDeviceAttr(57);
    pub const cudaDevAttrMaxSurface3DWidth: cudaDeviceAttr = cudaDeviceAttr(58);
    pub const cudaDevAttrMaxSurface3DHeight: cudaDeviceAttr = cudaDeviceAttr(59);
    pub const cudaDevAttrMaxSurface3DDepth: cudaDeviceAttr = cudaDeviceAttr(60);
    pub const cudaDevAttrMaxSurface1DLayeredWidth: cudaDeviceAttr = cudaDeviceAttr(61);
    pub const cudaDevAttrMaxSurface1DLayeredLayers: cudaDeviceAttr = cudaDeviceAttr(62);
    pub const cudaDevAttrMaxSurface2DLayeredWidth: cudaDeviceAttr = cudaDeviceAttr(63);
    pub const cudaDevAttrMaxSurface2DLayeredHeight: cudaDeviceAttr = cudaDeviceAttr(64);
    pub const cudaDevAttrMaxSurface2DLayeredLayers: cudaDeviceAttr = cudaDeviceAttr(65);
    pub const cudaDevAttrMaxSurfaceCubemapWidth: cudaDeviceAttr = cudaDeviceAttr(66);
    pub const cudaDevAttrMaxSurfaceCubemapLayeredWidth: cudaDeviceAttr = cudaDeviceAttr(
        67,
    );
    pub const cudaDevAttrMaxSurfaceCubemapLayeredLayers: cudaDeviceAttr = cudaDeviceAttr(
        68,
    );
    pub const cudaDevAttrMaxTexture1DLinearWidth: cudaDeviceAttr = cudaDeviceAttr(69);
    pub const cudaDevAttrMaxTexture2DLinearWidth: cudaDeviceAttr = cudaDeviceAttr(70);
    pub const cudaDevAttrMaxTexture2DLinearHeight: cudaDeviceAttr = cudaDeviceAttr(71);
    pub const cudaDevAttrMaxTexture2DLinearPitch: cudaDeviceAttr = cudaDeviceAttr(72);
    pub const cudaDevAttrMaxTexture2DMipmappedWidth: cudaDeviceAttr = cudaDeviceAttr(73);
    pub const cudaDevAttrMaxTexture2DMipmappedHeight: cudaDeviceAttr = cudaDeviceAttr(
        74,
    );
    pub const cudaDevAttrComputeCapabilityMajor: cudaDeviceAttr = cudaDeviceAttr(75);
    pub const cudaDevAttrComputeCapabilityMinor: cudaDeviceAttr = cudaDeviceAttr(76);
    pub const cudaDevAttrMaxTexture1DMipmappedWidth: cudaDeviceAttr = cudaDeviceAttr(77);
    pub const cudaDevAttrStreamPrioritiesSupported: cudaDeviceAttr = cudaDeviceAttr(78);
    pub const cudaDevAttrGlobalL1CacheSupported: cudaDeviceAttr = cudaDeviceAttr(79);
    pub const cudaDevAttrLocalL1CacheSupported: cudaDeviceAttr = cudaDeviceAttr(80);
    pub const cudaDevAttrMaxSharedMemoryPerMultiprocessor: cudaDeviceAttr = cudaDeviceAttr(
        81,
    );
    pub const cudaDevAttrMaxRegistersPerMultiprocessor: cudaDeviceAttr = cudaDeviceAttr(
        82,
    );
    pub const cudaDevAttrManagedMemory: cudaDeviceAttr = cudaDeviceAttr(83);
    pub const cudaDevAttrIsMultiGpuBoard: cudaDeviceAttr = cudaDeviceAttr(84);
    pub const cudaDevAttrMultiGpuBoardGroupID: cudaDeviceAttr = cudaDeviceAttr(85);
    pub const cudaDevAttrHostNativeAtomicSupported: cudaDeviceAttr = cudaDeviceAttr(86);
    pub const cudaDevAttrSingleToDoublePrecisionPerfRatio: cudaDeviceAttr = cudaDeviceAttr(
        87,
    );
    pub const cudaDevAttrPageableMemoryAccess: cudaDeviceAttr = cudaDeviceAttr(88);
    pub const cudaDevAttrConcurrentManagedAccess: cudaDeviceAttr = cudaDeviceAttr(89);
    pub const cudaDevAttrComputePreemptionSupported: cudaDeviceAttr = cudaDeviceAttr(90);
    pub const cudaDevAttrCanUseHostPointerForRegisteredMem: cudaDeviceAttr = cudaDeviceAttr(
        91,
    );
    pub const cudaDevAttrReserved92: cudaDeviceAttr = cudaDeviceAttr(92);
    pub const cudaDevAttrReserved93: cudaDeviceAttr = cudaDeviceAttr(93);
    pub const cudaDevAttrReserved94: cudaDeviceAttr = cudaDeviceAttr(94);
    pub const cudaDevAttrCooperativeLaunch: cudaDeviceAttr = cudaDeviceAttr(95);
    pub const cudaDevAttrReserved96: cudaDeviceAttr = cudaDeviceAttr(96);
    pub const cudaDevAttrMaxSharedMemoryPerBlockOptin: cudaDeviceAttr = cudaDeviceAttr(
        97,
    );
    pub const cudaDevAttrCanFlushRemoteWrites: cudaDeviceAttr = cudaDeviceAttr(98);
    pub const cudaDevAttrHostRegisterSupported: cudaDeviceAttr = cudaDeviceAttr(99);
    pub const cudaDevAttrPageableMemoryAccessUsesHostPageTables: cudaDeviceAttr = cudaDeviceAttr(
        100,
    );
    pub const cudaDevAttrDirectManagedMemAccessFromHost: cudaDeviceAttr = cudaDeviceAttr(
        101,
    );
    pub const cudaDevAttrMaxBlocksPerMultiprocessor: cudaDeviceAttr = cudaDeviceAttr(
        106,
    );
    pub const cudaDevAttrMaxPersistingL2CacheSize: cudaDeviceAttr = cudaDeviceAttr(108);
    pub const cudaDevAttrMaxAccessPolicyWindowSize: cudaDeviceAttr = cudaDeviceAttr(109);
    pub const cudaDevAttrReservedSharedMemoryPerBlock: cudaDeviceAttr = cudaDeviceAttr(
        111,
    );
    pub const cudaDevAttrSparseCudaArraySupported: cudaDeviceAttr = cudaDeviceAttr(112);
    pub const cudaDevAttrHostRegisterReadOnlySupported: cudaDeviceAttr = cudaDeviceAttr(
        113,
    );
    pub const cudaDevAttrTimelineSemaphoreInteropSupported: cudaDeviceAttr = cudaDeviceAttr(
        114,
    );
    pub const cudaDevAttrMemoryPoolsSupported: cudaDeviceAttr = cudaDeviceAttr(115);
    pub const cudaDevAttrGPUDirectRDMASupported: cudaDeviceAttr = cudaDeviceAttr(116);
    pub const cudaDevAttrGPUDirectRDMAFlushWritesOptions: cudaDeviceAttr = cudaDeviceAttr(
        117,
    );
    pub const cudaDevAttrGPUDirectRDMAWritesOrdering: cudaDeviceAttr = cudaDeviceAttr(
        118,
    );
    pub const cudaDevAttrMemoryPoolSupportedHandleTypes: cudaDeviceAttr = cudaDeviceAttr(
        119,
    );
    pub const cudaDevAttrClusterLaunch: cudaDeviceAttr = cudaDeviceAttr(120);
    pub const cudaDevAttrDeferredMappingCudaArraySupported: cudaDeviceAttr = cudaDeviceAttr(
        121,
    );
    pub const cudaDevAttrReserved122: cudaDeviceAttr = cudaDeviceAttr(122);
    pub const cudaDevAttrReserved123: cudaDeviceAttr = cudaDeviceAttr(123);
    pub const cudaDevAttrReserved124: cudaDeviceAttr = cudaDeviceAttr(124);
    pub const cudaDevAttrIpcEventSupport: cudaDeviceAttr = cudaDeviceAttr(125);
    pub const cudaDevAttrMemSyncDomainCount: cudaDeviceAttr = cudaDeviceAttr(126);
    pub const cudaDevAttrReserved127: cudaDeviceAttr = cudaDeviceAttr(127);
    pub const cudaDevAttrReserved128: cudaDeviceAttr = cudaDeviceAttr(128);
    pub const cudaDevAttrReserved129: cudaDeviceAttr = cudaDeviceAttr(129);
    pub const cudaDevAttrNumaConfig: cudaDeviceAttr = cudaDeviceAttr(130);
    pub const cudaDevAttrNumaId: cudaDeviceAttr = cudaDeviceAttr(131);
    pub const cudaDevAttrReserved132: cudaDeviceAttr = cudaDeviceAttr(132);
    pub const cudaDevAttrMpsEnabled: cudaDeviceAttr = cudaDeviceAttr(133);
    pub const cudaDevAttrHostNumaId: cudaDeviceAttr = cudaDeviceAttr(134);
    pub const cudaDevAttrD3D12CigSupported: cudaDeviceAttr = cudaDeviceAttr(135);
    pub const cudaDevAttrVulkanCigSupported: cudaDeviceAttr = cudaDeviceAttr(138);
    pub const cudaDevAttrGpuPciDeviceId: cudaDeviceAttr = cudaDeviceAttr(139);
    pub const cudaDevAttrGpuPciSubsystemId: cudaDeviceAttr = cudaDeviceAttr(140);
    pub const cudaDevAttrReserved141: cudaDeviceAttr = cudaDeviceAttr(141);
    pub const cudaDevAttrHostNumaMemoryPoolsSupported: cudaDeviceAttr = cudaDeviceAttr(
        142,
    );
    pub const cudaDevAttrHostNumaMultinodeIpcSupported: cudaDeviceAttr = cudaDeviceAttr(
        143,
    );
    pub const cudaDevAttrHostMemoryPoolsSupported: cudaDeviceAttr = cudaDeviceAttr(144);
    pub const cudaDevAttrReserved145: cudaDeviceAttr = cudaDeviceAttr(145);
    pub const cudaDevAttrOnlyPartialHostNativeAtomicSupported: cudaDeviceAttr = cudaDeviceAttr(
        147,
    );
    pub const cudaDevAttrAtomicReductionSupported: cudaDeviceAttr = cudaDeviceAttr(148);
    pub const cudaDevAttrLocalityDomainCount: cudaDeviceAttr = cudaDeviceAttr(149);
    pub const cudaDevAttrOversizedSharedMemoryPerBlock: cudaDeviceAttr = cudaDeviceAttr(
        150,
    );
    pub const cudaDevAttrCigStreamsSupported: cudaDeviceAttr = cudaDeviceAttr(151);
    pub const cudaDevAttrLocalityDomainMultiprocessorCount: cudaDeviceAttr = cudaDeviceAttr(
        157,
    );
    pub const cudaDevAttrTensorMapLargeTensorMinSize: cudaDeviceAttr = cudaDeviceAttr(
        160,
    );
    pub const cudaDevAttrMax: cudaDeviceAttr = cudaDeviceAttr(161);
    pub const cudaDevAttrCooperativeMultiDeviceLaunch: cudaDeviceAttr = cudaDeviceAttr(
        96,
    );
    pub const cudaDevAttrMaxTimelineSemaphoreInteropSupported: cudaDeviceAttr = cudaDeviceAttr(
        114,
    );
}
pub struct cudaMemPoolAttr(pub ::core::ffi::c_uint);
impl cudaMemPoolAttr {
    pub const cudaMemPoolReuseFollowEventDependencies: cudaMemPoolAttr = cudaMemPoolAttr(
        1,
    );
    pub const cudaMemPoolReuseAllowOpportunistic: cudaMemPoolAttr = cudaMemPoolAttr(2);
    pub const cudaMemPoolReuseAllowInternalDependencies: cudaMemPoolAttr = cudaMemPoolAttr(
        3,
    );
    pub const cudaMemPoolAttrReleaseThreshold: cudaMemPoolAttr = cudaMemPoolAttr(4);
    pub const cudaMemPoolAttrReservedMemCurrent: cudaMemPoolAttr = cudaMemPoolAttr(5);
    pub const cudaMemPoolAttrReservedMemHigh: cudaMemPoolAttr = cudaMemPoolAttr(6);
    pub const cudaMemPoolAttrUsedMemCurrent: cudaMemPoolAttr = cudaMemPoolAttr(7);
    pub const cudaMemPoolAttrUsedMemHigh: cudaMemPoolAttr = cudaMemPoolAttr(8);
    pub const cudaMemPoolAttrAllocationType: cudaMemPoolAttr = cudaMemPoolAttr(9);
    pub const cudaMemPoolAttrExportHandleTypes: cudaMemPoolAttr = cudaMemPoolAttr(10);
    pub const cudaMemPoolAttrLocationId: cudaMemPoolAttr = cudaMemPoolAttr(11);
    pub const cudaMemPoolAttrLocationType: cudaMemPoolAttr = cudaMemPoolAttr(12);
    pub const cudaMemPoolAttrMaxPoolSize: cudaMemPoolAttr = cudaMemPoolAttr(13);
    pub const cudaMemPoolAttrHwDecompressEnabled: cudaMemPoolAttr = cudaMemPoolAttr(14);
    pub const cudaMemPoolAttrLocalityDomainId: cudaMemPoolAttr = cudaMemPoolAttr(15);
}
pub struct cudaMemLocationType(pub ::core::ffi::c_uint);
impl cudaMemLocationType {
    pub const cudaMemLocationTypeInvalid: cudaMemLocationType = cudaMemLocationType(0);
    pub const cudaMemLocationTypeNone: cudaMemLocationType = cudaMemLocationType(0);
    pub const cudaMemLocationTypeDevice: cudaMemLocationType = cudaMemLocationType(1);
    pub const cudaMemLocationTypeHost: cudaMemLocationType = cudaMemLocationType(2);
    pub const cudaMemLocationTypeHostNuma: cudaMemLocationType = cudaMemLocationType(3);
    pub const cudaMemLocationTypeHostNumaCurrent: cudaMemLocationType = cudaMemLocationType(
        4,
    );
    pub const cudaMemLocationTypeInvisible: cudaMemLocationType = cudaMemLocationType(5);
    pub const cudaMemLocationTypeDeviceLocalityDomain: cudaMemLocationType = cudaMemLocationType(
        6,
    );
}
pub struct cudaMemAccessFlags(pub ::core::ffi::c_uint);
impl cudaMemAccessFlags {
    pub const cudaMemAccessFlagsProtNone: cudaMemAccessFlags = cudaMemAccessFlags(0);
    pub const cudaMemAccessFlagsProtRead: cudaMemAccessFlags = cudaMemAccessFlags(1);
    pub const cudaMemAccessFlagsProtReadWrite: cudaMemAccessFlags = cudaMemAccessFlags(
        3,
    );
}
pub struct cudaMemAllocationType(pub ::core::ffi::c_uint);
impl cudaMemAllocationType {
    pub const cudaMemAllocationTypeInvalid: cudaMemAllocationType = cudaMemAllocationType(
        0,
    );
    pub const cudaMemAllocationTypePinned: cudaMemAllocationType = cudaMemAllocationType(
        1,
    );
    pub const cudaMemAllocationTypeManaged: cudaMemAllocationType = cudaMemAllocationType(
        2,
    );
    pub const cudaMemAllocationTypeMax: cudaMemAllocationType = cudaMemAllocationType(
        2147483647,
    );
}
pub struct cudaMemAllocationHandleType(pub ::core::ffi::c_uint);
impl cudaMemAllocationHandleType {
    pub const cudaMemHandleTypeNone: cudaMemAllocationHandleType = cudaMemAllocationHandleType(
        0,
    );
    pub const cudaMemHandleTypePosixFileDescriptor: cudaMemAllocationHandleType = cudaMemAllocationHandleType(
        1,
    );
    pub const cudaMemHandleTypeWin32: cudaMemAllocationHandleType = cudaMemAllocationHandleType(
        2,
    );
    pub const cudaMemHandleTypeWin32Kmt: cudaMemAllocationHandleType = cudaMemAllocationHandleType(
        4,
    );
    pub const cudaMemHandleTypeFabric: cudaMemAllocationHandleType = cudaMemAllocationHandleType(
        8,
    );
}
pub struct cudaGraphMemAttributeType(pub ::core::ffi::c_uint);
impl cudaGraphMemAttributeType {
    pub const cudaGraphMemAttrUsedMemCurrent: cudaGraphMemAttributeType = cudaGraphMemAttributeType(
        0,
    );
    pub const cudaGraphMemAttrUsedMemHigh: cudaGraphMemAttributeType = cudaGraphMemAttributeType(
        1,
    );
    pub const cudaGraphMemAttrReservedMemCurrent: cudaGraphMemAttributeType = cudaGraphMemAttributeType(
        2,
    );
    pub const cudaGraphMemAttrReservedMemHigh: cudaGraphMemAttributeType = cudaGraphMemAttributeType(
        3,
    );
}
pub struct cudaMemcpyFlags(pub ::core::ffi::c_uint);
impl cudaMemcpyFlags {
    pub const cudaMemcpyFlagDefault: cudaMemcpyFlags = cudaMemcpyFlags(0);
    pub const cudaMemcpyFlagPreferOverlapWithCompute: cudaMemcpyFlags = cudaMemcpyFlags(
        1,
    );
}
pub struct cudaMemcpySrcAccessOrder(pub ::core::ffi::c_uint);
impl cudaMemcpySrcAccessOrder {
    pub const cudaMemcpySrcAccessOrderInvalid: cudaMemcpySrcAccessOrder = cudaMemcpySrcAccessOrder(
        0,
    );
    pub const cudaMemcpySrcAccessOrderStream: cudaMemcpySrcAccessOrder = cudaMemcpySrcAccessOrder(
        1,
    );
    pub const cudaMemcpySrcAccessOrderDuringApiCall: cudaMemcpySrcAccessOrder = cudaMemcpySrcAccessOrder(
        2,
    );
    pub const cudaMemcpySrcAccessOrderAny: cudaMemcpySrcAccessOrder = cudaMemcpySrcAccessOrder(
        3,
    );
    pub const cudaMemcpySrcAccessOrderMax: cudaMemcpySrcAccessOrder = cudaMemcpySrcAccessOrder(
        2147483647,
    );
}
pub struct cudaMemcpy3DOperandType(pub ::core::ffi::c_uint);
impl cudaMemcpy3DOperandType {
    pub const cudaMemcpyOperandTypePointer: cudaMemcpy3DOperandType = cudaMemcpy3DOperandType(
        1,
    );
    pub const cudaMemcpyOperandTypeArray: cudaMemcpy3DOperandType = cudaMemcpy3DOperandType(
        2,
    );
    pub const cudaMemcpyOperandTypeMax: cudaMemcpy3DOperandType = cudaMemcpy3DOperandType(
        2147483647,
    );
}
pub struct cudaDeviceP2PAttr(pub ::core::ffi::c_uint);
impl cudaDeviceP2PAttr {
    pub const cudaDevP2PAttrPerformanceRank: cudaDeviceP2PAttr = cudaDeviceP2PAttr(1);
    pub const cudaDevP2PAttrAccessSupported: cudaDeviceP2PAttr = cudaDeviceP2PAttr(2);
    pub const cudaDevP2PAttrNativeAtomicSupported: cudaDeviceP2PAttr = cudaDeviceP2PAttr(
        3,
    );
    pub const cudaDevP2PAttrCudaArrayAccessSupported: cudaDeviceP2PAttr = cudaDeviceP2PAttr(
        4,
    );
    pub const cudaDevP2PAttrOnlyPartialNativeAtomicSupported: cudaDeviceP2PAttr = cudaDeviceP2PAttr(
        5,
    );
}
pub struct cudaAtomicOperation(pub ::core::ffi::c_uint);
impl cudaAtomicOperation {
    pub const cudaAtomicOperationIntegerAdd: cudaAtomicOperation = cudaAtomicOperation(
        0,
    );
    pub const cudaAtomicOperationIntegerMin: cudaAtomicOperation = cudaAtomicOperation(
        1,
    );
    pub const cudaAtomicOperationIntegerMax: cudaAtomicOperation = cudaAtomicOperation(
        2,
    );
    pub const cudaAtomicOperationIntegerIncrement: cudaAtomicOperation = cudaAtomicOperation(
        3,
    );
    pub const cudaAtomicOperationIntegerDecrement: cudaAtomicOperation = cudaAtomicOperation(
        4,
    );
    pub const cudaAtomicOperationAnd: cudaAtomicOperation = cudaAtomicOperation(5);
    pub const cudaAtomicOperationOr: cudaAtomicOperation = cudaAtomicOperation(6);
    pub const cudaAtomicOperationXOR: cudaAtomicOperation = cudaAtomicOperation(7);
    pub const cudaAtomicOperationExchange: cudaAtomicOperation = cudaAtomicOperation(8);
    pub const cudaAtomicOperationCAS: cudaAtomicOperation = cudaAtomicOperation(9);
    pub const cudaAtomicOperationFloatAdd: cudaAtomicOperation = cudaAtomicOperation(10);
    pub const cudaAtomicOperationFloatMin: cudaAtomicOperation = cudaAtomicOperation(11);
    pub const cudaAtomicOperationFloatMax: cudaAtomicOperation = cudaAtomicOperation(12);
}
pub struct cudaAtomicOperationCapability(pub ::core::ffi::c_uint);
impl cudaAtomicOperationCapability {
    pub const cudaAtomicCapabilitySigned: cudaAtomicOperationCapability = cudaAtomicOperationCapability(
        1,
    );
    pub const cudaAtomicCapabilityUnsigned: cudaAtomicOperationCapability = cudaAtomicOperationCapability(
        2,
    );
    pub const cudaAtomicCapabilityReduction: cudaAtomicOperationCapability = cudaAtomicOperationCapability(
        4,
    );
    pub const cudaAtomicCapabilityScalar32: cudaAtomicOperationCapability = cudaAtomicOperationCapability(
        8,
    );
    pub const cudaAtomicCapabilityScalar64: cudaAtomicOperationCapability = cudaAtomicOperationCapability(
        16,
    );
    pub const cudaAtomicCapabilityScalar128: cudaAtomicOperationCapability = cudaAtomicOperationCapability(
        32,
    );
    pub const cudaAtomicCapabilityVector32x4: cudaAtomicOperationCapability = cudaAtomicOperationCapability(
        64,
    );
}
pub struct cudaExternalMemoryHandleType(pub ::core::ffi::c_uint);
impl cudaExternalMemoryHandleType {
    pub const cudaExternalMemoryHandleTypeOpaqueFd: cudaExternalMemoryHandleType = cudaExternalMemoryHandleType(
        1,
    );
    pub const cudaExternalMemoryHandleTypeOpaqueWin32: cudaExternalMemoryHandleType = cudaExternalMemoryHandleType(
        2,
    );
    pub const cudaExternalMemoryHandleTypeOpaqueWin32Kmt: cudaExternalMemoryHandleType = cudaExternalMemoryHandleType(
        3,
    );
    pub const cudaExternalMemoryHandleTypeD3D12Heap: cudaExternalMemoryHandleType = cudaExternalMemoryHandleType(
        4,
    );
    pub const cudaExternalMemoryHandleTypeD3D12Resource: cudaExternalMemoryHandleType = cudaExternalMemoryHandleType(
        5,
    );
    pub const cudaExternalMemoryHandleTypeD3D11Resource: cudaExternalMemoryHandleType = cudaExternalMemoryHandleType(
        6,
    );
    pub const cudaExternalMemoryHandleTypeD3D11ResourceKmt: cudaExternalMemoryHandleType = cudaExternalMemoryHandleType(
        7,
    );
    pub const cudaExternalMemoryHandleTypeNvSciBuf: cudaExternalMemoryHandleType = cudaExternalMemoryHandleType(
        8,
    );
}
pub struct cudaExternalSemaphoreHandleType(pub ::core::ffi::c_uint);
impl cudaExternalSemaphoreHandleType {
    pub const cudaExternalSemaphoreHandleTypeOpaqueFd: cudaExternalSemaphoreHandleType = cudaExternalSemaphoreHandleType(
        1,
    );
    pub const cudaExternalSemaphoreHandleTypeOpaqueWin32: cudaExternalSemaphoreHandleType = cudaExternalSemaphoreHandleType(
        2,
    );
    pub const cudaExternalSemaphoreHandleTypeOpaqueWin32Kmt: cudaExternalSemaphoreHandleType = cudaExternalSemaphoreHandleType(
        3,
    );
    pub const cudaExternalSemaphoreHandleTypeD3D12Fence: cudaExternalSemaphoreHandleType = cudaExternalSemaphoreHandleType(
        4,
    );
    pub const cudaExternalSemaphoreHandleTypeD3D11Fence: cudaExternalSemaphoreHandleType = cudaExternalSemaphoreHandleType(
        5,
    );
    pub const cudaExternalSemaphoreHandleTypeNvSciSync: cudaExternalSemaphoreHandleType = cudaExternalSemaphoreHandleType(
        6,
    );
    pub const cudaExternalSemaphoreHandleTypeKeyedMutex: cudaExternalSemaphoreHandleType = cudaExternalSemaphoreHandleType(
        7,
    );
    pub const cudaExternalSemaphoreHandleTypeKeyedMutexKmt: cudaExternalSemaphoreHandleType = cudaExternalSemaphoreHandleType(
        8,
    );
    pub const cudaExternalSemaphoreHandleTypeTimelineSemaphoreFd: cudaExternalSemaphoreHandleType = cudaExternalSemaphoreHandleType(
        9,
    );
    pub const cudaExternalSemaphoreHandleTypeTimelineSemaphoreWin32: cudaExternalSemaphoreHandleType = cudaExternalSemaphoreHandleType(
        10,
    );
}
pub struct cudaDevSmResourceGroup_flags(pub ::core::ffi::c_uint);
impl cudaDevSmResourceGroup_flags {
    pub const cudaDevSmResourceGroupDefault: cudaDevSmResourceGroup_flags = cudaDevSmResourceGroup_flags(
        0,
    );
    pub const cudaDevSmResourceGroupBackfill: cudaDevSmResourceGroup_flags = cudaDevSmResourceGroup_flags(
        1,
    );
    pub const cudaDevSmResourceGroupLocalityDomainId: cudaDevSmResourceGroup_flags = cudaDevSmResourceGroup_flags(
        2,
    );
    pub const cudaDevSmResourceGroupLocalityDomainSupplementalSms: cudaDevSmResourceGroup_flags = cudaDevSmResourceGroup_flags(
        4,
    );
}
pub struct cudaDevSmResourceSplitByCount_flags(pub ::core::ffi::c_uint);
impl cudaDevSmResourceSplitByCount_flags {
    pub const cudaDevSmResourceSplitIgnoreSmCoscheduling: cudaDevSmResourceSplitByCount_flags = cudaDevSmResourceSplitByCount_flags(
        1,
    );
    pub const cudaDevSmResourceSplitMaxPotentialClusterSize: cudaDevSmResourceSplitByCount_flags = cudaDevSmResourceSplitByCount_flags(
        2,
    );
}
pub struct cudaDevResourceType(pub ::core::ffi::c_uint);
impl cudaDevResourceType {
    pub const cudaDevResourceTypeInvalid: cudaDevResourceType = cudaDevResourceType(0);
    pub const cudaDevResourceTypeSm: cudaDevResourceType = cudaDevResourceType(1);
    pub const cudaDevResourceTypeWorkqueueConfig: cudaDevResourceType = cudaDevResourceType(
        1000,
    );
    pub const cudaDevResourceTypeWorkqueue: cudaDevResourceType = cudaDevResourceType(
        10000,
    );
}
pub struct cudaDevWorkqueueConfigScope(pub ::core::ffi::c_uint);
impl cudaDevWorkqueueConfigScope {
    pub const cudaDevWorkqueueConfigScopeDeviceCtx: cudaDevWorkqueueConfigScope = cudaDevWorkqueueConfigScope(
        0,
    );
    pub const cudaDevWorkqueueConfigScopeGreenCtxBalanced: cudaDevWorkqueueConfigScope = cudaDevWorkqueueConfigScope(
        1,
    );
}
pub struct cudaJitOption(pub ::core::ffi::c_uint);
impl cudaJitOption {
    pub const cudaJitMaxRegisters: cudaJitOption = cudaJitOption(0);
    pub const cudaJitThreadsPerBlock: cudaJitOption = cudaJitOption(1);
    pub const cudaJitWallTime: cudaJitOption = cudaJitOption(2);
    pub const cudaJitInfoLogBuffer: cudaJitOption = cudaJitOption(3);
    pub const cudaJitInfoLogBufferSizeBytes: cudaJitOption = cudaJitOption(4);
    pub const cudaJitErrorLogBuffer: cudaJitOption = cudaJitOption(5);
    pub const cudaJitErrorLogBufferSizeBytes: cudaJitOption = cudaJitOption(6);
    pub const cudaJitOptimizationLevel: cudaJitOption = cudaJitOption(7);
    pub const cudaJitFallbackStrategy: cudaJitOption = cudaJitOption(10);
    pub const cudaJitGenerateDebugInfo: cudaJitOption = cudaJitOption(11);
    pub const cudaJitLogVerbose: cudaJitOption = cudaJitOption(12);
    pub const cudaJitGenerateLineInfo: cudaJitOption = cudaJitOption(13);
    pub const cudaJitCacheMode: cudaJitOption = cudaJitOption(14);
    pub const cudaJitPositionIndependentCode: cudaJitOption = cudaJitOption(30);
    pub const cudaJitMinCtaPerSm: cudaJitOption = cudaJitOption(31);
    pub const cudaJitMaxThreadsPerBlock: cudaJitOption = cudaJitOption(32);
    pub const cudaJitOverrideDirectiveValues: cudaJitOption = cudaJitOption(33);
}
pub struct cudaLibraryOption(pub ::core::ffi::c_uint);
impl cudaLibraryOption {
    pub const cudaLibraryHostUniversalFunctionAndDataTable: cudaLibraryOption = cudaLibraryOption(
        0,
    );
    pub const cudaLibraryBinaryIsPreserved: cudaLibraryOption = cudaLibraryOption(1);
}
pub struct cudaJit_CacheMode(pub ::core::ffi::c_uint);
impl cudaJit_CacheMode {
    pub const cudaJitCacheOptionNone: cudaJit_CacheMode = cudaJit_CacheMode(0);
    pub const cudaJitCacheOptionCG: cudaJit_CacheMode = cudaJit_CacheMode(1);
    pub const cudaJitCacheOptionCA: cudaJit_CacheMode = cudaJit_CacheMode(2);
}
pub struct cudaJit_Fallback(pub ::core::ffi::c_uint);
impl cudaJit_Fallback {
    pub const cudaPreferPtx: cudaJit_Fallback = cudaJit_Fallback(0);
    pub const cudaPreferBinary: cudaJit_Fallback = cudaJit_Fallback(1);
}
pub struct cudaCGScope(pub ::core::ffi::c_uint);
impl cudaCGScope {
    pub const cudaCGScopeInvalid: cudaCGScope = cudaCGScope(0);
    pub const cudaCGScopeGrid: cudaCGScope = cudaCGScope(1);
    pub const cudaCGScopeReserved: cudaCGScope = cudaCGScope(2);
    pub const cudaCGScopeMultiGrid: cudaCGScope = cudaCGScope(2);
}
pub struct cudaKernelFunctionType(pub ::core::ffi::c_uint);
impl cudaKernelFunctionType {
    pub const cudaKernelFunctionTypeUnspecified: cudaKernelFunctionType = cudaKernelFunctionType(
        0,
    );
    pub const cudaKernelFunctionTypeDeviceEntry: cudaKernelFunctionType = cudaKernelFunctionType(
        1,
    );
    pub const cudaKernelFunctionTypeKernel: cudaKernelFunctionType = cudaKernelFunctionType(
        2,
    );
    pub const cudaKernelFunctionTypeFunction: cudaKernelFunctionType = cudaKernelFunctionType(
        3,
    );
}
pub struct cudaGraphConditionalHandleFlags(pub ::core::ffi::c_uint);
impl cudaGraphConditionalHandleFlags {
    pub const cudaGraphCondAssignDefault: cudaGraphConditionalHandleFlags = cudaGraphConditionalHandleFlags(
        1,
    );
}
pub struct cudaGraphConditionalNodeType(pub ::core::ffi::c_uint);
impl cudaGraphConditionalNodeType {
    pub const cudaGraphCondTypeIf: cudaGraphConditionalNodeType = cudaGraphConditionalNodeType(
        0,
    );
    pub const cudaGraphCondTypeWhile: cudaGraphConditionalNodeType = cudaGraphConditionalNodeType(
        1,
    );
    pub const cudaGraphCondTypeSwitch: cudaGraphConditionalNodeType = cudaGraphConditionalNodeType(
        2,
    );
}
pub struct cudaGraphNodeType(pub ::core::ffi::c_uint);
impl cudaGraphNodeType {
    pub const cudaGraphNodeTypeKernel: cudaGraphNodeType = cudaGraphNodeType(0);
    pub const cudaGraphNodeTypeMemcpy: cudaGraphNodeType = cudaGraphNodeType(1);
    pub const cudaGraphNodeTypeMemset: cudaGraphNodeType = cudaGraphNodeType(2);
    pub const cudaGraphNodeTypeHost: cudaGraphNodeType = cudaGraphNodeType(3);
    pub const cudaGraphNodeTypeGraph: cudaGraphNodeType = cudaGraphNodeType(4);
    pub const cudaGraphNodeTypeEmpty: cudaGraphNodeType = cudaGraphNodeType(5);
    pub const cudaGraphNodeTypeWaitEvent: cudaGraphNodeType = cudaGraphNodeType(6);
    pub const cudaGraphNodeTypeEventRecord: cudaGraphNodeType = cudaGraphNodeType(7);
    pub const cudaGraphNodeTypeExtSemaphoreSignal: cudaGraphNodeType = cudaGraphNodeType(
        8,
    );
    pub const cudaGraphNodeTypeExtSemaphoreWait: cudaGraphNodeType = cudaGraphNodeType(
        9,
    );
    pub const cudaGraphNodeTypeMemAlloc: cudaGraphNodeType = cudaGraphNodeType(10);
    pub const cudaGraphNodeTypeMemFree: cudaGraphNodeType = cudaGraphNodeType(11);
    pub const cudaGraphNodeTypeConditional: cudaGraphNodeType = cudaGraphNodeType(13);
    pub const cudaGraphNodeTypeMemcpyBatch: cudaGraphNodeType = cudaGraphNodeType(14);
    pub const cudaGraphNodeTypeReserved16: cudaGraphNodeType = cudaGraphNodeType(16);
    pub const cudaGraphNodeTypeExternalEngine: cudaGraphNodeType = cudaGraphNodeType(17);
    pub const cudaGraphNodeTypeCount: cudaGraphNodeType = cudaGraphNodeType(18);
}
pub struct cudaGraphChildGraphNodeOwnership(pub ::core::ffi::c_int);
impl cudaGraphChildGraphNodeOwnership {
    pub const cudaGraphChildGraphOwnershipClone: cudaGraphChildGraphNodeOwnership = cudaGraphChildGraphNodeOwnership(
        0,
    );
    pub const cudaGraphChildGraphOwnershipMove: cudaGraphChildGraphNodeOwnership = cudaGraphChildGraphNodeOwnership(
        1,
    );
    pub const cudaGraphChildGraphOwnershipInvalid: cudaGraphChildGraphNodeOwnership = cudaGraphChildGraphNodeOwnership(
        -1,
    );
}
pub struct cudaGraphDependencyType(pub ::core::ffi::c_uint);
impl cudaGraphDependencyType {
    pub const cudaGraphDependencyTypeDefault: cudaGraphDependencyType = cudaGraphDependencyType(
        0,
    );
    pub const cudaGraphDependencyTypeProgrammatic: cudaGraphDependencyType = cudaGraphDependencyType(
        1,
    );
}
pub struct cudaGraphExecUpdateResult(pub ::core::ffi::c_uint);
impl cudaGraphExecUpdateResult {
    pub const cudaGraphExecUpdateSuccess: cudaGraphExecUpdateResult = cudaGraphExecUpdateResult(
        0,
    );
    pub const cudaGraphExecUpdateError: cudaGraphExecUpdateResult = cudaGraphExecUpdateResult(
        1,
    );
    pub const cudaGraphExecUpdateErrorTopologyChanged: cudaGraphExecUpdateResult = cudaGraphExecUpdateResult(
        2,
    );
    pub const cudaGraphExecUpdateErrorNodeTypeChanged: cudaGraphExecUpdateResult = cudaGraphExecUpdateResult(
        3,
    );
    pub const cudaGraphExecUpdateErrorFunctionChanged: cudaGraphExecUpdateResult = cudaGraphExecUpdateResult(
        4,
    );
    pub const cudaGraphExecUpdateErrorParametersChanged: cudaGraphExecUpdateResult = cudaGraphExecUpdateResult(
        5,
    );
    pub const cudaGraphExecUpdateErrorNotSupported: cudaGraphExecUpdateResult = cudaGraphExecUpdateResult(
        6,
    );
    pub const cudaGraphExecUpdateErrorUnsupportedFunctionChange: cudaGraphExecUpdateResult = cudaGraphExecUpdateResult(
        7,
    );
    pub const cudaGraphExecUpdateErrorAttributesChanged: cudaGraphExecUpdateResult = cudaGraphExecUpdateResult(
        8,
    );
}
pub struct cudaGraphInstantiateResult(pub ::core::ffi::c_uint);
impl cudaGraphInstantiateResult {
    pub const cudaGraphInstantiateSuccess: cudaGraphInstantiateResult = cudaGraphInstantiateResult(
        0,
    );
    pub const cudaGraphInstantiateError: cudaGraphInstantiateResult = cudaGraphInstantiateResult(
        1,
    );
    pub const cudaGraphInstantiateInvalidStructure: cudaGraphInstantiateResult = cudaGraphInstantiateResult(
        2,
    );
    pub const cudaGraphInstantiateNodeOperationNotSupported: cudaGraphInstantiateResult = cudaGraphInstantiateResult(
        3,
    );
    pub const cudaGraphInstantiateMultipleDevicesNotSupported: cudaGraphInstantiateResult = cudaGraphInstantiateResult(
        4,
    );
    pub const cudaGraphInstantiateConditionalHandleUnused: cudaGraphInstantiateResult = cudaGraphInstantiateResult(
        5,
    );
}
pub struct cudaGraphKernelNodeField(pub ::core::ffi::c_uint);
impl cudaGraphKernelNodeField {
    pub const cudaGraphKernelNodeFieldInvalid: cudaGraphKernelNodeField = cudaGraphKernelNodeField(
        0,
    );
    pub const cudaGraphKernelNodeFieldGridDim: cudaGraphKernelNodeField = cudaGraphKernelNodeField(
        1,
    );
    pub const cudaGraphKernelNodeFieldParam: cudaGraphKernelNodeField = cudaGraphKernelNodeField(
        2,
    );
    pub const cudaGraphKernelNodeFieldEnabled: cudaGraphKernelNodeField = cudaGraphKernelNodeField(
        3,
    );
}
pub struct cudaGetDriverEntryPointFlags(pub ::core::ffi::c_uint);
impl cudaGetDriverEntryPointFlags {
    pub const cudaEnableDefault: cudaGetDriverEntryPointFlags = cudaGetDriverEntryPointFlags(
        0,
    );
    pub const cudaEnableLegacyStream: cudaGetDriverEntryPointFlags = cudaGetDriverEntryPointFlags(
        1,
    );
    pub const cudaEnablePerThreadDefaultStream: cudaGetDriverEntryPointFlags = cudaGetDriverEntryPointFlags(
        2,
    );
}
pub struct cudaDriverEntryPointQueryResult(pub ::core::ffi::c_uint);
impl cudaDriverEntryPointQueryResult {
    pub const cudaDriverEntryPointSuccess: cudaDriverEntryPointQueryResult = cudaDriverEntryPointQueryResult(
        0,
    );
    pub const cudaDriverEntryPointSymbolNotFound: cudaDriverEntryPointQueryResult = cudaDriverEntryPointQueryResult(
        1,
    );
    pub const cudaDriverEntryPointVersionNotSufficent: cudaDriverEntryPointQueryResult = cudaDriverEntryPointQueryResult(
        2,
    );
}
pub struct cudaGraphDebugDotFlags(pub ::core::ffi::c_uint);
impl cudaGraphDebugDotFlags {
    pub const cudaGraphDebugDotFlagsVerbose: cudaGraphDebugDotFlags = cudaGraphDebugDotFlags(
        1,
    );
    pub const cudaGraphDebugDotFlagsKernelNodeParams: cudaGraphDebugDotFlags = cudaGraphDebugDotFlags(
        4,
    );
    pub const cudaGraphDebugDotFlagsMemcpyNodeParams: cudaGraphDebugDotFlags = cudaGraphDebugDotFlags(
        8,
    );
    pub const cudaGraphDebugDotFlagsMemsetNodeParams: cudaGraphDebugDotFlags = cudaGraphDebugDotFlags(
        16,
    );
    pub const cudaGraphDebugDotFlagsHostNodeParams: cudaGraphDebugDotFlags = cudaGraphDebugDotFlags(
        32,
    );
    pub const cudaGraphDebugDotFlagsEventNodeParams: cudaGraphDebugDotFlags = cudaGraphDebugDotFlags(
        64,
    );
    pub const cudaGraphDebugDotFlagsExtSemasSignalNodeParams: cudaGraphDebugDotFlags = cudaGraphDebugDotFlags(
        128,
    );
    pub const cudaGraphDebugDotFlagsExtSemasWaitNodeParams: cudaGraphDebugDotFlags = cudaGraphDebugDotFlags(
        256,
    );
    pub const cudaGraphDebugDotFlagsKernelNodeAttributes: cudaGraphDebugDotFlags = cudaGraphDebugDotFlags(
        512,
    );
    pub const cudaGraphDebugDotFlagsHandles: cudaGraphDebugDotFlags = cudaGraphDebugDotFlags(
        1024,
    );
    pub const cudaGraphDebugDotFlagsConditionalNodeParams: cudaGraphDebugDotFlags = cudaGraphDebugDotFlags(
        32768,
    );
    pub const cudaGraphDebugDotFlagsMemcpyBatchNodeParams: cudaGraphDebugDotFlags = cudaGraphDebugDotFlags(
        65536,
    );
}
pub struct cudaGraphInstantiateFlags(pub ::core::ffi::c_uint);
impl cudaGraphInstantiateFlags {
    pub const cudaGraphInstantiateFlagAutoFreeOnLaunch: cudaGraphInstantiateFlags = cudaGraphInstantiateFlags(
        1,
    );
    pub const cudaGraphInstantiateFlagUpload: cudaGraphInstantiateFlags = cudaGraphInstantiateFlags(
        2,
    );
    pub const cudaGraphInstantiateFlagDeviceLaunch: cudaGraphInstantiateFlags = cudaGraphInstantiateFlags(
        4,
    );
    pub const cudaGraphInstantiateFlagUseNodePriority: cudaGraphInstantiateFlags = cudaGraphInstantiateFlags(
        8,
    );
}
pub struct cudaLaunchMemSyncDomain(pub ::core::ffi::c_uint);
impl cudaLaunchMemSyncDomain {
    pub const cudaLaunchMemSyncDomainDefault: cudaLaunchMemSyncDomain = cudaLaunchMemSyncDomain(
        0,
    );
    pub const cudaLaunchMemSyncDomainRemote: cudaLaunchMemSyncDomain = cudaLaunchMemSyncDomain(
        1,
    );
}
pub struct cudaLaunchAttributePortableClusterMode(pub ::core::ffi::c_uint);
impl cudaLaunchAttributePortableClusterMode {
    pub const cudaLaunchPortableClusterModeDefault: cudaLaunchAttributePortableClusterMode = cudaLaunchAttributePortableClusterMode(
        0,
    );
    pub const cudaLaunchPortableClusterModeRequirePortable: cudaLaunchAttributePortableClusterMode = cudaLaunchAttributePortableClusterMode(
        1,
    );
    pub const cudaLaunchPortableClusterModeAllowNonPortable: cudaLaunchAttributePortableClusterMode = cudaLaunchAttributePortableClusterMode(
        2,
    );
}
pub struct cudaLaunchAttributeID(pub ::core::ffi::c_uint);
impl cudaLaunchAttributeID {
    pub const cudaLaunchAttributeIgnore: cudaLaunchAttributeID = cudaLaunchAttributeID(
        0,
    );
    pub const cudaLaunchAttributeAccessPolicyWindow: cudaLaunchAttributeID = cudaLaunchAttributeID(
        1,
    );
    pub const cudaLaunchAttributeCooperative: cudaLaunchAttributeID = cudaLaunchAttributeID(
        2,
    );
    pub const cudaLaunchAttributeSynchronizationPolicy: cudaLaunchAttributeID = cudaLaunchAttributeID(
        3,
    );
    pub const cudaLaunchAttributeClusterDimension: cudaLaunchAttributeID = cudaLaunchAttributeID(
        4,
    );
    pub const cudaLaunchAttributeClusterSchedulingPolicyPreference: cudaLaunchAttributeID = cudaLaunchAttributeID(
        5,
    );
    pub const cudaLaunchAttributeProgrammaticStreamSerialization: cudaLaunchAttributeID = cudaLaunchAttributeID(
        6,
    );
    pub const cudaLaunchAttributeProgrammaticEvent: cudaLaunchAttributeID = cudaLaunchAttributeID(
        7,
    );
    pub const cudaLaunchAttributePriority: cudaLaunchAttributeID = cudaLaunchAttributeID(
        8,
    );
    pub const cudaLaunchAttributeMemSyncDomainMap: cudaLaunchAttributeID = cudaLaunchAttributeID(
        9,
    );
    pub const cudaLaunchAttributeMemSyncDomain: cudaLaunchAttributeID = cudaLaunchAttributeID(
        10,
    );
    pub const cudaLaunchAttributePreferredClusterDimension: cudaLaunchAttributeID = cudaLaunchAttributeID(
        11,
    );
    pub const cudaLaunchAttributeLaunchCompletionEvent: cudaLaunchAttributeID = cudaLaunchAttributeID(
        12,
    );
    pub const cudaLaunchAttributeDeviceUpdatableKernelNode: cudaLaunchAttributeID = cudaLaunchAttributeID(
        13,
    );
    pub const cudaLaunchAttributePreferredSharedMemoryCarveout: cudaLaunchAttributeID = cudaLaunchAttributeID(
        14,
    );
    pub const cudaLaunchAttributeNvlinkUtilCentricScheduling: cudaLaunchAttributeID = cudaLaunchAttributeID(
        16,
    );
    pub const cudaLaunchAttributePortableClusterSizeMode: cudaLaunchAttributeID = cudaLaunchAttributeID(
        17,
    );
    pub const cudaLaunchAttributeSharedMemoryMode: cudaLaunchAttributeID = cudaLaunchAttributeID(
        18,
    );
}
pub struct cudaDeviceNumaConfig(pub ::core::ffi::c_uint);
impl cudaDeviceNumaConfig {
    pub const cudaDeviceNumaConfigNone: cudaDeviceNumaConfig = cudaDeviceNumaConfig(0);
    pub const cudaDeviceNumaConfigNumaNode: cudaDeviceNumaConfig = cudaDeviceNumaConfig(
        1,
    );
}
pub struct cudaAsyncNotificationType(pub ::core::ffi::c_uint);
impl cudaAsyncNotificationType {
    pub const cudaAsyncNotificationTypeOverBudget: cudaAsyncNotificationType = cudaAsyncNotificationType(
        1,
    );
}
pub struct cudaLogLevel(pub ::core::ffi::c_uint);
impl cudaLogLevel {
    pub const cudaLogLevelError: cudaLogLevel = cudaLogLevel(0);
    pub const cudaLogLevelWarning: cudaLogLevel = cudaLogLevel(1);
}
pub struct cudaFabricOpStatusSource(pub ::core::ffi::c_uint);
impl cudaFabricOpStatusSource {
    pub const cudaFabricOpStatusSourceMbarrierV1: cudaFabricOpStatusSource = cudaFabricOpStatusSource(
        0,
    );
    pub const cudaFabricOpStatusSourceMax: cudaFabricOpStatusSource = cudaFabricOpStatusSource(
        2147483647,
    );
}
pub struct cudaFabricOpStatusInfo(pub ::core::ffi::c_uint);
impl cudaFabricOpStatusInfo {
    pub const cudaFabricOpStatusInfoSuccess: cudaFabricOpStatusInfo = cudaFabricOpStatusInfo(
        0,
    );
    pub const cudaFabricOpStatusInfoLast: cudaFabricOpStatusInfo = cudaFabricOpStatusInfo(
        0,
    );
    pub const cudaFabricOpStatusInfoMax: cudaFabricOpStatusInfo = cudaFabricOpStatusInfo(
        2147483647,
    );
}
pub struct cudaSurfaceBoundaryMode(pub ::core::ffi::c_uint);
impl cudaSurfaceBoundaryMode {
    pub const cudaBoundaryModeZero: cudaSurfaceBoundaryMode = cudaSurfaceBoundaryMode(0);
    pub const cudaBoundaryModeClamp: cudaSurfaceBoundaryMode = cudaSurfaceBoundaryMode(
        1,
    );
    pub const cudaBoundaryModeTrap: cudaSurfaceBoundaryMode = cudaSurfaceBoundaryMode(2);
}
pub struct cudaSurfaceFormatMode(pub ::core::ffi::c_uint);
impl cudaSurfaceFormatMode {
    pub const cudaFormatModeForced: cudaSurfaceFormatMode = cudaSurfaceFormatMode(0);
    pub const cudaFormatModeAuto: cudaSurfaceFormatMode = cudaSurfaceFormatMode(1);
}
pub struct cudaTextureAddressMode(pub ::core::ffi::c_uint);
impl cudaTextureAddressMode {
    pub const cudaAddressModeWrap: cudaTextureAddressMode = cudaTextureAddressMode(0);
    pub const cudaAddressModeClamp: cudaTextureAddressMode = cudaTextureAddressMode(1);
    pub const cudaAddressModeMirror: cudaTextureAddressMode = cudaTextureAddressMode(2);
    pub const cudaAddressModeBorder: cudaTextureAddressMode = cudaTextureAddressMode(3);
}
pub struct cudaTextureFilterMode(pub ::core::ffi::c_uint);
impl cudaTextureFilterMode {
    pub const cudaFilterModePoint: cudaTextureFilterMode = cudaTextureFilterMode(0);
    pub const cudaFilterModeLinear: cudaTextureFilterMode = cudaTextureFilterMode(1);
}
pub struct cudaTextureReadMode(pub ::core::ffi::c_uint);
impl cudaTextureReadMode {
    pub const cudaReadModeElementType: cudaTextureReadMode = cudaTextureReadMode(0);
    pub const cudaReadModeNormalizedFloat: cudaTextureReadMode = cudaTextureReadMode(1);
}
pub struct cudaOutputMode_t(pub ::core::ffi::c_uint);
impl cudaOutputMode_t {
    pub const cudaKeyValuePair: cudaOutputMode_t = cudaOutputMode_t(0);
    pub const cudaCSV: cudaOutputMode_t = cudaOutputMode_t(1);
}
pub struct cudaStreamAttrID(pub ::core::ffi::c_uint);
impl cudaStreamAttrID {
    pub const cudaStreamAttributeAccessPolicyWindow: cudaStreamAttrID = cudaStreamAttrID(
        1,
    );
    pub const cudaStreamAttributeSynchronizationPolicy: cudaStreamAttrID = cudaStreamAttrID(
        3,
    );
}
pub struct cudaKernelNodeAttrID(pub ::core::ffi::c_uint);
impl cudaKernelNodeAttrID {
    pub const cudaKernelNodeAttributeAccessPolicyWindow: cudaKernelNodeAttrID = cudaKernelNodeAttrID(
        1,
    );
    pub const cudaKernelNodeAttributeCooperative: cudaKernelNodeAttrID = cudaKernelNodeAttrID(
        2,
    );
    pub const cudaKernelNodeAttributePriority: cudaKernelNodeAttrID = cudaKernelNodeAttrID(
        8,
    );
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct char1 {
    pub x: ::core::ffi::c_schar,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct uchar1 {
    pub x: ::core::ffi::c_uchar,
}
#[repr(C)]
#[repr(align(2))]
#[derive(Debug, Copy, Clone)]
pub struct char2 {
    pub x: ::core::ffi::c_schar,
    pub y: ::core::ffi::c_schar,
}
#[repr(C)]
#[repr(align(2))]
#[derive(Debug, Copy, Clone)]
pub struct uchar2 {
    pub x: ::core::ffi::c_uchar,
    pub y: ::core::ffi::c_uchar,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct char3 {
    pub x: ::core::ffi::c_schar,
    pub y: ::core::ffi::c_schar,
    pub z: ::core::ffi::c_schar,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct uchar3 {
    pub x: ::core::ffi::c_uchar,
    pub y: ::core::ffi::c_uchar,
    pub z: ::core::ffi::c_uchar,
}
#[repr(C)]
#[repr(align(4))]
#[derive(Debug, Copy, Clone)]
pub struct char4 {
    pub x: ::core::ffi::c_schar,
    pub y: ::core::ffi::c_schar,
    pub z: ::core::ffi::c_schar,
    pub w: ::core::ffi::c_schar,
}
#[repr(C)]
#[repr(align(4))]
#[derive(Debug, Copy, Clone)]
pub struct uchar4 {
    pub x: ::core::ffi::c_uchar,
    pub y: ::core::ffi::c_uchar,
    pub z: ::core::ffi::c_uchar,
    pub w: ::core::ffi::c_uchar,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct short1 {
    pub x: ::core::ffi::c_short,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct ushort1 {
    pub x: ::core::ffi::c_ushort,
}
#[repr(C)]
#[repr(align(4))]
#[derive(Debug, Copy, Clone)]
pub struct short2 {
    pub x: ::core::ffi::c_short,
    pub y: ::core::ffi::c_short,
}
#[repr(C)]
#[repr(align(4))]
#[derive(Debug, Copy, Clone)]
pub struct ushort2 {
    pub x: ::core::ffi::c_ushort,
    pub y: ::core::ffi::c_ushort,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct short3 {
    pub x: ::core::ffi::c_short,
    pub y: ::core::ffi::c_short,
    pub z: ::core::ffi::c_short,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct ushort3 {
    pub x: ::core::ffi::c_ushort,
    pub y: ::core::ffi::c_ushort,
    pub z: ::core::ffi::c_ushort,
}
#[repr(C)]
#[repr(align(8))]
#[derive(Debug, Copy, Clone)]
pub struct short4 {
    pub x: ::core::ffi::c_short,
    pub y: ::core::ffi::c_short,
    pub z: ::core::ffi::c_short,
    pub w: ::core::ffi::c_short,
}
#[repr(C)]
#[repr(align(8))]
#[derive(Debug, Copy, Clone)]
pub struct ushort4 {
    pub x: ::core::ffi::c_ushort,
    pub y: ::core::ffi::c_ushort,
    pub z: ::core::ffi::c_ushort,
    pub w: ::core::ffi::c_ushort,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct int1 {
    pub x: ::core::ffi::c_int,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct uint1 {
    pub x: ::core::ffi::c_uint,
}
#[repr(C)]
#[repr(align(8))]
#[derive(Debug, Copy, Clone)]
pub struct int2 {
    pub x: ::core::ffi::c_int,
    pub y: ::core::ffi::c_int,
}
#[repr(C)]
#[repr(align(8))]
#[derive(Debug, Copy, Clone)]
pub struct uint2 {
    pub x: ::core::ffi::c_uint,
    pub y: ::core::ffi::c_uint,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct int3 {
    pub x: ::core::ffi::c_int,
    pub y: ::core::ffi::c_int,
    pub z: ::core::ffi::c_int,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct uint3 {
    pub x: ::core::ffi::c_uint,
    pub y: ::core::ffi::c_uint,
    pub z: ::core::ffi::c_uint,
}
#[repr(C)]
#[repr(align(16))]
#[derive(Debug, Copy, Clone)]
pub struct int4 {
    pub x: ::core::ffi::c_int,
    pub y: ::core::ffi::c_int,
    pub z: ::core::ffi::c_int,
    pub w: ::core::ffi::c_int,
}
#[repr(C)]
#[repr(align(16))]
#[derive(Debug, Copy, Clone)]
pub struct uint4 {
    pub x: ::core::ffi::c_uint,
    pub y: ::core::ffi::c_uint,
    pub z: ::core::ffi::c_uint,
    pub w: ::core::ffi::c_uint,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct long1 {
    pub x: ::core::ffi::c_long,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct ulong1 {
    pub x: ::core::ffi::c_ulong,
}
#[repr(C)]
#[repr(align(16))]
#[derive(Debug, Copy, Clone)]
pub struct long2 {
    pub x: ::core::ffi::c_long,
    pub y: ::core::ffi::c_long,
}
#[repr(C)]
#[repr(align(16))]
#[derive(Debug, Copy, Clone)]
pub struct ulong2 {
    pub x: ::core::ffi::c_ulong,
    pub y: ::core::ffi::c_ulong,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct long3 {
    pub x: ::core::ffi::c_long,
    pub y: ::core::ffi::c_long,
    pub z: ::core::ffi::c_long,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct ulong3 {
    pub x: ::core::ffi::c_ulong,
    pub y: ::core::ffi::c_ulong,
    pub z: ::core::ffi::c_ulong,
}
#[repr(C)]
#[repr(align(16))]
#[derive(Debug, Copy, Clone)]
pub struct long4 {
    pub x: ::core::ffi::c_long,
    pub y: ::core::ffi::c_long,
    pub z: ::core::ffi::c_long,
    pub w: ::core::ffi::c_long,
}
#[repr(C)]
#[repr(align(16))]
#[derive(Debug, Copy, Clone)]
pub struct ulong4 {
    pub x: ::core::ffi::c_ulong,
    pub y: ::core::ffi::c_ulong,
    pub z: ::core::ffi::c_ulong,
    pub w: ::core::ffi::c_ulong,
}
#[repr(C)]
#[repr(align(16))]
#[derive(Debug, Copy, Clone)]
pub struct long4_16a {
    pub x: ::core::ffi::c_long,
    pub y: ::core::ffi::c_long,
    pub z: ::core::ffi::c_long,
    pub w: ::core::ffi::c_long,
}
#[repr(C)]
#[repr(align(16))]
#[derive(Debug, Copy, Clone)]
pub struct ulong4_16a {
    pub x: ::core::ffi::c_ulong,
    pub y: ::core::ffi::c_ulong,
    pub z: ::core::ffi::c_ulong,
    pub w: ::core::ffi::c_ulong,
}
#[repr(C)]
#[repr(align(32))]
#[derive(Debug, Copy, Clone)]
pub struct long4_32a {
    pub x: ::core::ffi::c_long,
    pub y: ::core::ffi::c_long,
    pub z: ::core::ffi::c_long,
    pub w: ::core::ffi::c_long,
}
#[repr(C)]
#[repr(align(32))]
#[derive(Debug, Copy, Clone)]
pub struct ulong4_32a {
    pub x: ::core::ffi::c_ulong,
    pub y: ::core::ffi::c_ulong,
    pub z: ::core::ffi::c_ulong,
    pub w: ::core::ffi::c_ulong,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct float1 {
    pub x: f32,
}
#[repr(C)]
#[repr(align(8))]
#[derive(Debug, Copy, Clone)]
pub struct float2 {
    pub x: f32,
    pub y: f32,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct float3 {
    pub x: f32,
    pub y: f32,
    pub z: f32,
}
#[repr(C)]
#[repr(align(16))]
#[derive(Debug, Copy, Clone)]
pub struct float4 {
    pub x: f32,
    pub y: f32,
    pub z: f32,
    pub w: f32,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct longlong1 {
    pub x: ::core::ffi::c_longlong,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct ulonglong1 {
    pub x: ::core::ffi::c_ulonglong,
}
#[repr(C)]
#[repr(align(16))]
#[derive(Debug, Copy, Clone)]
pub struct longlong2 {
    pub x: ::core::ffi::c_longlong,
    pub y: ::core::ffi::c_longlong,
}
#[repr(C)]
#[repr(align(16))]
#[derive(Debug, Copy, Clone)]
pub struct ulonglong2 {
    pub x: ::core::ffi::c_ulonglong,
    pub y: ::core::ffi::c_ulonglong,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct longlong3 {
    pub x: ::core::ffi::c_longlong,
    pub y: ::core::ffi::c_longlong,
    pub z: ::core::ffi::c_longlong,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct ulonglong3 {
    pub x: ::core::ffi::c_ulonglong,
    pub y: ::core::ffi::c_ulonglong,
    pub z: ::core::ffi::c_ulonglong,
}
#[repr(C)]
#[repr(align(16))]
#[derive(Debug, Copy, Clone)]
pub struct longlong4 {
    pub x: ::core::ffi::c_longlong,
    pub y: ::core::ffi::c_longlong,
    pub z: ::core::ffi::c_longlong,
    pub w: ::core::ffi::c_longlong,
}
#[repr(C)]
#[repr(align(16))]
#[derive(Debug, Copy, Clone)]
pub struct longlong4_16a {
    pub x: ::core::ffi::c_longlong,
    pub y: ::core::ffi::c_longlong,
    pub z: ::core::ffi::c_longlong,
    pub w: ::core::ffi::c_longlong,
}
#[repr(C)]
#[repr(align(32))]
#[derive(Debug, Copy, Clone)]
pub struct longlong4_32a {
    pub x: ::core::ffi::c_longlong,
    pub y: ::core::ffi::c_longlong,
    pub z: ::core::ffi::c_longlong,
    pub w: ::core::ffi::c_longlong,
}
#[repr(C)]
#[repr(align(16))]
#[derive(Debug, Copy, Clone)]
pub struct ulonglong4 {
    pub x: ::core::ffi::c_ulonglong,
    pub y: ::core::ffi::c_ulonglong,
    pub z: ::core::ffi::c_ulonglong,
    pub w: ::core::ffi::c_ulonglong,
}
#[repr(C)]
#[repr(align(16))]
#[derive(Debug, Copy, Clone)]
pub struct ulonglong4_16a {
    pub x: ::core::ffi::c_ulonglong,
    pub y: ::core::ffi::c_ulonglong,
    pub z: ::core::ffi::c_ulonglong,
    pub w: ::core::ffi::c_ulonglong,
}
#[repr(C)]
#[repr(align(32))]
#[derive(Debug, Copy, Clone)]
pub struct ulonglong4_32a {
    pub x: ::core::ffi::c_ulonglong,
    pub y: ::core::ffi::c_ulonglong,
    pub z: ::core::ffi::c_ulonglong,
    pub w: ::core::ffi::c_ulonglong,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct double1 {
    pub x: f64,
}
#[repr(C)]
#[repr(align(16))]
#[derive(Debug, Copy, Clone)]
pub struct double2 {
    pub x: f64,
    pub y: f64,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct double3 {
    pub x: f64,
    pub y: f64,
    pub z: f64,
}
#[repr(C)]
#[repr(align(16))]
#[derive(Debug, Copy, Clone)]
pub struct double4 {
    pub x: f64,
    pub y: f64,
    pub z: f64,
    pub w: f64,
}
#[repr(C)]
#[repr(align(16))]
#[derive(Debug, Copy, Clone)]
pub struct double4_16a {
    pub x: f64,
    pub y: f64,
    pub z: f64,
    pub w: f64,
}
#[repr(C)]
#[repr(align(32))]
#[derive(Debug, Copy, Clone)]
pub struct double4_32a {
    pub x: f64,
    pub y: f64,
    pub z: f64,
    pub w: f64,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct dim3 {
    pub x: ::core::ffi::c_uint,
    pub y: ::core::ffi::c_uint,
    pub z: ::core::ffi::c_uint,
}
#[repr(C)]
#[derive(Debug)]
pub struct CUdevResourceDesc_st {
    _unused: [u8; 0],
}
pub type cudaDevResourceDesc_t = *mut CUdevResourceDesc_st;
#[repr(C)]
#[derive(Debug)]
pub struct cudaExecutionContext_st {
    _unused: [u8; 0],
}
pub type cudaExecutionContext_t = *mut cudaExecutionContext_st;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaChannelFormatDesc {
    pub x: ::core::ffi::c_int,
    pub y: ::core::ffi::c_int,
    pub z: ::core::ffi::c_int,
    pub w: ::core::ffi::c_int,
    pub f: cudaChannelFormatKind,
}
#[repr(C)]
#[derive(Debug)]
pub struct cudaArray {
    _unused: [u8; 0],
}
pub type cudaArray_t = *mut cudaArray;
pub type cudaArray_const_t = *const cudaArray;
#[repr(C)]
#[derive(Debug)]
pub struct cudaMipmappedArray {
    _unused: [u8; 0],
}
pub type cudaMipmappedArray_t = *mut cudaMipmappedArray;
pub type cudaMipmappedArray_const_t = *const cudaMipmappedArray;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaArraySparseProperties {
    pub tileExtent: cudaArraySparseProperties_tileExtent,
    pub miptailFirstLevel: ::core::ffi::c_uint,
    pub miptailSize: ::core::ffi::c_ulonglong,
    pub flags: ::core::ffi::c_uint,
    pub reserved: [::core::ffi::c_uint; 4usize],
    pub _padding_after_reserved: [u8; 4usize],
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaArraySparseProperties_tileExtent {
    pub width: ::core::ffi::c_uint,
    pub height: ::core::ffi::c_uint,
    pub depth: ::core::ffi::c_uint,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaArrayMemoryRequirements {
    pub size: usize,
    pub alignment: usize,
    pub reserved: [::core::ffi::c_uint; 4usize],
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaPitchedPtr {
    pub ptr: *mut ::core::ffi::c_void,
    pub pitch: usize,
    pub xsize: usize,
    pub ysize: usize,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaExtent {
    pub width: usize,
    pub height: usize,
    pub depth: usize,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaPos {
    pub x: usize,
    pub y: usize,
    pub z: usize,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaMemcpy3DParms {
    pub srcArray: cudaArray_t,
    pub srcPos: cudaPos,
    pub srcPtr: cudaPitchedPtr,
    pub dstArray: cudaArray_t,
    pub dstPos: cudaPos,
    pub dstPtr: cudaPitchedPtr,
    pub extent: cudaExtent,
    pub kind: cudaMemcpyKind,
    pub _padding_after_kind: [u8; 4usize],
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaMemcpyNodeParams {
    pub flags: ::core::ffi::c_int,
    pub reserved: ::core::ffi::c_int,
    pub ctx: cudaExecutionContext_t,
    pub copyParams: cudaMemcpy3DParms,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaMemcpy3DPeerParms {
    pub srcArray: cudaArray_t,
    pub srcPos: cudaPos,
    pub srcPtr: cudaPitchedPtr,
    pub srcDevice: ::core::ffi::c_int,
    pub _padding_after_srcDevice: [u8; 4usize],
    pub dstArray: cudaArray_t,
    pub dstPos: cudaPos,
    pub dstPtr: cudaPitchedPtr,
    pub dstDevice: ::core::ffi::c_int,
    pub _padding_after_dstDevice: [u8; 4usize],
    pub extent: cudaExtent,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaMemsetParams {
    pub dst: *mut ::core::ffi::c_void,
    pub pitch: usize,
    pub value: ::core::ffi::c_uint,
    pub elementSize: ::core::ffi::c_uint,
    pub width: usize,
    pub height: usize,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaMemsetParamsV2 {
    pub dst: *mut ::core::ffi::c_void,
    pub pitch: usize,
    pub value: ::core::ffi::c_uint,
    pub elementSize: ::core::ffi::c_uint,
    pub width: usize,
    pub height: usize,
    pub ctx: cudaExecutionContext_t,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaAccessPolicyWindow {
    pub base_ptr: *mut ::core::ffi::c_void,
    pub num_bytes: usize,
    pub hitRatio: f32,
    pub hitProp: cudaAccessProperty,
    pub missProp: cudaAccessProperty,
    pub _padding_after_missProp: [u8; 4usize],
}
pub type cudaHostFn_t = ::core::option::Option<
    unsafe extern "C" fn(userData: *mut ::core::ffi::c_void),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaHostNodeParams {
    pub fn_: cudaHostFn_t,
    pub userData: *mut ::core::ffi::c_void,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaHostNodeParamsV2 {
    pub fn_: cudaHostFn_t,
    pub userData: *mut ::core::ffi::c_void,
    pub syncMode: ::core::ffi::c_uint,
    pub _padding_after_syncMode: [u8; 4usize],
    pub ctx: cudaExecutionContext_t,
}
#[repr(C)]
#[derive(Debug)]
pub struct cudaGraphicsResource {
    _unused: [u8; 0],
}
#[repr(C)]
#[derive(Copy, Clone)]
pub struct cudaResourceDesc {
    pub resType: cudaResourceType,
    pub _padding_after_resType: [u8; 4usize],
    pub res: cudaResourceDesc_res,
    pub flags: ::core::ffi::c_uint,
    pub _padding_after_flags: [u8; 4usize],
}
#[repr(C)]
#[derive(Copy, Clone)]
pub union cudaResourceDesc_res {
    pub array: cudaResourceDesc_res_array,
    pub mipmap: cudaResourceDesc_res_mipmap,
    pub linear: cudaResourceDesc_res_linear,
    pub pitch2D: cudaResourceDesc_res_pitch2D,
    pub reserved: cudaResourceDesc_res_reserved,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaResourceDesc_res_array {
    pub array: cudaArray_t,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaResourceDesc_res_mipmap {
    pub mipmap: cudaMipmappedArray_t,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaResourceDesc_res_linear {
    pub devPtr: *mut ::core::ffi::c_void,
    pub desc: cudaChannelFormatDesc,
    pub _padding_after_desc: [u8; 4usize],
    pub sizeInBytes: usize,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaResourceDesc_res_pitch2D {
    pub devPtr: *mut ::core::ffi::c_void,
    pub desc: cudaChannelFormatDesc,
    pub _padding_after_desc: [u8; 4usize],
    pub width: usize,
    pub height: usize,
    pub pitchInBytes: usize,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaResourceDesc_res_reserved {
    pub reserved: [::core::ffi::c_int; 32usize],
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaResourceViewDesc {
    pub format: cudaResourceViewFormat,
    pub _padding_after_format: [u8; 4usize],
    pub width: usize,
    pub height: usize,
    pub depth: usize,
    pub firstMipmapLevel: ::core::ffi::c_uint,
    pub lastMipmapLevel: ::core::ffi::c_uint,
    pub firstLayer: ::core::ffi::c_uint,
    pub lastLayer: ::core::ffi::c_uint,
    pub reserved: [::core::ffi::c_uint; 16usize],
}
#[repr(C)]
#[derive(Copy, Clone)]
pub struct cudaPointerAttributes {
    pub type_: cudaMemoryType,
    pub device: ::core::ffi::c_int,
    pub devicePointer: *mut ::core::ffi::c_void,
    pub hostPointer: *mut ::core::ffi::c_void,
    pub localityDomainOrdinal: cudaPointerAttributes_localityDomainOrdinal,
    pub reserved: [::core::ffi::c_long; 7usize],
}
#[repr(C)]
#[derive(Copy, Clone)]
pub union cudaPointerAttributes_localityDomainOrdinal {
    pub localityDomainOrdinal: ::core::ffi::c_int,
    pub unused: ::core::ffi::c_long,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaFuncAttributes {
    pub sharedSizeBytes: usize,
    pub constSizeBytes: usize,
    pub localSizeBytes: usize,
    pub maxThreadsPerBlock: ::core::ffi::c_int,
    pub numRegs: ::core::ffi::c_int,
    pub ptxVersion: ::core::ffi::c_int,
    pub binaryVersion: ::core::ffi::c_int,
    pub cacheModeCA: ::core::ffi::c_int,
    pub maxDynamicSharedSizeBytes: ::core::ffi::c_int,
    pub preferredShmemCarveout: ::core::ffi::c_int,
    pub clusterDimMustBeSet: ::core::ffi::c_int,
    pub requiredClusterWidth: ::core::ffi::c_int,
    pub requiredClusterHeight: ::core::ffi::c_int,
    pub requiredClusterDepth: ::core::ffi::c_int,
    pub clusterSchedulingPolicyPreference: ::core::ffi::c_int,
    pub nonPortableClusterSizeAllowed: ::core::ffi::c_int,
    pub deviceNodeUpdateStatus: ::core::ffi::c_int,
    pub sharedMemoryMode: cudaSharedMemoryMode,
    pub reserved: [::core::ffi::c_int; 14usize],
    pub _padding_after_reserved: [u8; 4usize],
}
#[repr(C)]
#[derive(Copy, Clone)]
pub struct cudaMemLocation {
    pub type_: cudaMemLocationType,
    pub id: cudaMemLocation_id,
}
#[repr(C)]
#[derive(Copy, Clone)]
pub union cudaMemLocation_id {
    pub id: ::core::ffi::c_int,
    pub localized: cudaMemLocation_id_localized,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaMemLocation_id_localized {
    pub deviceId: ::core::ffi::c_uchar,
    pub localityDomainId: ::core::ffi::c_uchar,
}
#[repr(C)]
#[derive(Copy, Clone)]
pub struct cudaMemAccessDesc {
    pub location: cudaMemLocation,
    pub flags: cudaMemAccessFlags,
}
#[repr(C)]
#[derive(Copy, Clone)]
pub struct cudaMemPoolProps {
    pub allocType: cudaMemAllocationType,
    pub handleTypes: cudaMemAllocationHandleType,
    pub location: cudaMemLocation,
    pub win32SecurityAttributes: *mut ::core::ffi::c_void,
    pub maxSize: usize,
    pub usage: ::core::ffi::c_ushort,
    pub reserved: [::core::ffi::c_uchar; 53usize],
    pub reserved1: ::core::ffi::c_uchar,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaMemPoolPtrExportData {
    pub reserved: [::core::ffi::c_uchar; 64usize],
}
#[repr(C)]
#[derive(Copy, Clone)]
pub struct cudaMemAllocNodeParams {
    pub poolProps: cudaMemPoolProps,
    pub accessDescs: *const cudaMemAccessDesc,
    pub accessDescCount: usize,
    pub bytesize: usize,
    pub dptr: *mut ::core::ffi::c_void,
}
#[repr(C)]
#[derive(Copy, Clone)]
pub struct cudaMemAllocNodeParamsV2 {
    pub poolProps: cudaMemPoolProps,
    pub accessDescs: *const cudaMemAccessDesc,
    pub accessDescCount: usize,
    pub bytesize: usize,
    pub dptr: *mut ::core::ffi::c_void,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaMemFreeNodeParams {
    pub dptr: *mut ::core::ffi::c_void,
}
#[repr(C)]
#[derive(Copy, Clone)]
pub struct cudaMemcpyAttributes {
    pub srcAccessOrder: cudaMemcpySrcAccessOrder,
    pub srcLocHint: cudaMemLocation,
    pub dstLocHint: cudaMemLocation,
    pub flags: ::core::ffi::c_uint,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaOffset3D {
    pub x: usize,
    pub y: usize,
    pub z: usize,
}
#[repr(C)]
#[derive(Copy, Clone)]
pub struct cudaMemcpy3DOperand {
    pub type_: cudaMemcpy3DOperandType,
    pub _padding_after_type: [u8; 4usize],
    pub op: cudaMemcpy3DOperand_op,
}
#[repr(C)]
#[derive(Copy, Clone)]
pub union cudaMemcpy3DOperand_op {
    pub ptr: cudaMemcpy3DOperand_op_ptr,
    pub array: cudaMemcpy3DOperand_op_array,
}
#[repr(C)]
#[derive(Copy, Clone)]
pub struct cudaMemcpy3DOperand_op_ptr {
    pub ptr: *mut ::core::ffi::c_void,
    pub rowLength: usize,
    pub layerHeight: usize,
    pub locHint: cudaMemLocation,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaMemcpy3DOperand_op_array {
    pub array: cudaArray_t,
    pub offset: cudaOffset3D,
}
#[repr(C)]
#[derive(Copy, Clone)]
pub struct cudaMemcpy3DBatchOp {
    pub src: cudaMemcpy3DOperand,
    pub dst: cudaMemcpy3DOperand,
    pub extent: cudaExtent,
    pub srcAccessOrder: cudaMemcpySrcAccessOrder,
    pub flags: ::core::ffi::c_uint,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUuuid {
    pub bytes: [::core::ffi::c_char; 16usize],
}
pub type cudaUUID_t = CUuuid;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaDeviceProp {
    pub name: [::core::ffi::c_char; 256usize],
    pub uuid: cudaUUID_t,
    pub luid: [::core::ffi::c_char; 8usize],
    pub luidDeviceNodeMask: ::core::ffi::c_uint,
    pub _padding_after_luidDeviceNodeMask: [u8; 4usize],
    pub totalGlobalMem: usize,
    pub sharedMemPerBlock: usize,
    pub regsPerBlock: ::core::ffi::c_int,
    pub warpSize: ::core::ffi::c_int,
    pub memPitch: usize,
    pub maxThreadsPerBlock: ::core::ffi::c_int,
    pub maxThreadsDim: [::core::ffi::c_int; 3usize],
    pub maxGridSize: [::core::ffi::c_int; 3usize],
    pub _padding_after_maxGridSize: [u8; 4usize],
    pub totalConstMem: usize,
    pub major: ::core::ffi::c_int,
    pub minor: ::core::ffi::c_int,
    pub textureAlignment: usize,
    pub texturePitchAlignment: usize,
    pub multiProcessorCount: ::core::ffi::c_int,
    pub integrated: ::core::ffi::c_int,
    pub canMapHostMemory: ::core::ffi::c_int,
    pub maxTexture1D: ::core::ffi::c_int,
    pub maxTexture1DMipmap: ::core::ffi::c_int,
    pub maxTexture2D: [::core::ffi::c_int; 2usize],
    pub maxTexture2DMipmap: [::core::ffi::c_int; 2usize],
    pub maxTexture2DLinear: [::core::ffi::c_int; 3usize],
    pub maxTexture2DGather: [::core::ffi::c_int; 2usize],
    pub maxTexture3D: [::core::ffi::c_int; 3usize],
    pub maxTexture3DAlt: [::core::ffi::c_int; 3usize],
    pub maxTextureCubemap: ::core::ffi::c_int,
    pub maxTexture1DLayered: [::core::ffi::c_int; 2usize],
    pub maxTexture2DLayered: [::core::ffi::c_int; 3usize],
    pub maxTextureCubemapLayered: [::core::ffi::c_int; 2usize],
    pub maxSurface1D: ::core::ffi::c_int,
    pub maxSurface2D: [::core::ffi::c_int; 2usize],
    pub maxSurface3D: [::core::ffi::c_int; 3usize],
    pub maxSurface1DLayered: [::core::ffi::c_int; 2usize],
    pub maxSurface2DLayered: [::core::ffi::c_int; 3usize],
    pub maxSurfaceCubemap: ::core::ffi::c_int,
    pub maxSurfaceCubemapLayered: [::core::ffi::c_int; 2usize],
    pub surfaceAlignment: usize,
    pub concurrentKernels: ::core::ffi::c_int,
    pub ECCEnabled: ::core::ffi::c_int,
    pub pciBusID: ::core::ffi::c_int,
    pub pciDeviceID: ::core::ffi::c_int,
    pub pciDomainID: ::core::ffi::c_int,
    pub tccDriver: ::core::ffi::c_int,
    pub asyncEngineCount: ::core::ffi::c_int,
    pub unifiedAddressing: ::core::ffi::c_int,
    pub memoryBusWidth: ::core::ffi::c_int,
    pub l2CacheSize: ::core::ffi::c_int,
    pub persistingL2CacheMaxSize: ::core::ffi::c_int,
    pub maxThreadsPerMultiProcessor: ::core::ffi::c_int,
    pub streamPrioritiesSupported: ::core::ffi::c_int,
    pub globalL1CacheSupported: ::core::ffi::c_int,
    pub localL1CacheSupported: ::core::ffi::c_int,
    pub _padding_after_localL1CacheSupported: [u8; 4usize],
    pub sharedMemPerMultiprocessor: usize,
    pub regsPerMultiprocessor: ::core::ffi::c_int,
    pub managedMemory: ::core::ffi::c_int,
    pub isMultiGpuBoard: ::core::ffi::c_int,
    pub multiGpuBoardGroupID: ::core::ffi::c_int,
    pub hostNativeAtomicSupported: ::core::ffi::c_int,
    pub pageableMemoryAccess: ::core::ffi::c_int,
    pub concurrentManagedAccess: ::core::ffi::c_int,
    pub computePreemptionSupported: ::core::ffi::c_int,
    pub canUseHostPointerForRegisteredMem: ::core::ffi::c_int,
    pub cooperativeLaunch: ::core::ffi::c_int,
    pub sharedMemPerBlockOptin: usize,
    pub pageableMemoryAccessUsesHostPageTables: ::core::ffi::c_int,
    pub directManagedMemAccessFromHost: ::core::ffi::c_int,
    pub maxBlocksPerMultiProcessor: ::core::ffi::c_int,
    pub accessPolicyMaxWindowSize: ::core::ffi::c_int,
    pub reservedSharedMemPerBlock: usize,
    pub hostRegisterSupported: ::core::ffi::c_int,
    pub sparseCudaArraySupported: ::core::ffi::c_int,
    pub hostRegisterReadOnlySupported: ::core::ffi::c_int,
    pub timelineSemaphoreInteropSupported: ::core::ffi::c_int,
    pub memoryPoolsSupported: ::core::ffi::c_int,
    pub gpuDirectRDMASupported: ::core::ffi::c_int,
    pub gpuDirectRDMAFlushWritesOptions: ::core::ffi::c_uint,
    pub gpuDirectRDMAWritesOrdering: ::core::ffi::c_int,
    pub memoryPoolSupportedHandleTypes: ::core::ffi::c_uint,
    pub deferredMappingCudaArraySupported: ::core::ffi::c_int,
    pub ipcEventSupported: ::core::ffi::c_int,
    pub clusterLaunch: ::core::ffi::c_int,
    pub unifiedFunctionPointers: ::core::ffi::c_int,
    pub deviceNumaConfig: ::core::ffi::c_int,
    pub deviceNumaId: ::core::ffi::c_int,
    pub mpsEnabled: ::core::ffi::c_int,
    pub hostNumaId: ::core::ffi::c_int,
    pub gpuPciDeviceID: ::core::ffi::c_uint,
    pub gpuPciSubsystemID: ::core::ffi::c_uint,
    pub hostNumaMultinodeIpcSupported: ::core::ffi::c_int,
    pub reserved: [::core::ffi::c_int; 56usize],
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaIpcEventHandle_t {
    pub reserved: [::core::ffi::c_char; 64usize],
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaIpcMemHandle_t {
    pub reserved: [::core::ffi::c_char; 64usize],
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaMemFabricHandle_t {
    pub reserved: [::core::ffi::c_char; 64usize],
}
#[repr(C)]
#[derive(Copy, Clone)]
pub struct cudaExternalMemoryHandleDesc {
    pub type_: cudaExternalMemoryHandleType,
    pub _padding_after_type: [u8; 4usize],
    pub handle: cudaExternalMemoryHandleDesc_handle,
    pub size: ::core::ffi::c_ulonglong,
    pub flags: ::core::ffi::c_uint,
    pub reserved: [::core::ffi::c_uint; 16usize],
    pub _padding_after_reserved: [u8; 4usize],
}
#[repr(C)]
#[derive(Copy, Clone)]
pub union cudaExternalMemoryHandleDesc_handle {
    pub fd: ::core::ffi::c_int,
    pub win32: cudaExternalMemoryHandleDesc_handle_win32,
    pub nvSciBufObject: *const ::core::ffi::c_void,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaExternalMemoryHandleDesc_handle_win32 {
    pub handle: *mut ::core::ffi::c_void,
    pub name: *const ::core::ffi::c_void,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaExternalMemoryBufferDesc {
    pub offset: ::core::ffi::c_ulonglong,
    pub size: ::core::ffi::c_ulonglong,
    pub flags: ::core::ffi::c_uint,
    pub reserved: [::core::ffi::c_uint; 16usize],
    pub _padding_after_reserved: [u8; 4usize],
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaExternalMemoryMipmappedArrayDesc {
    pub offset: ::core::ffi::c_ulonglong,
    pub formatDesc: cudaChannelFormatDesc,
    pub _padding_after_formatDesc: [u8; 4usize],
    pub extent: cudaExtent,
    pub flags: ::core::ffi::c_uint,
    pub numLevels: ::core::ffi::c_uint,
    pub reserved: [::core::ffi::c_uint; 16usize],
}
#[repr(C)]
#[derive(Copy, Clone)]
pub struct cudaExternalSemaphoreHandleDesc {
    pub type_: cudaExternalSemaphoreHandleType,
    pub _padding_after_type: [u8; 4usize],
    pub handle: cudaExternalSemaphoreHandleDesc_handle,
    pub flags: ::core::ffi::c_uint,
    pub reserved: [::core::ffi::c_uint; 16usize],
    pub _padding_after_reserved: [u8; 4usize],
}
#[repr(C)]
#[derive(Copy, Clone)]
pub union cudaExternalSemaphoreHandleDesc_handle {
    pub fd: ::core::ffi::c_int,
    pub win32: cudaExternalSemaphoreHandleDesc_handle_win32,
    pub nvSciSyncObj: *const ::core::ffi::c_void,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaExternalSemaphoreHandleDesc_handle_win32 {
    pub handle: *mut ::core::ffi::c_void,
    pub name: *const ::core::ffi::c_void,
}
#[repr(C)]
#[derive(Copy, Clone)]
pub struct cudaExternalSemaphoreSignalParams {
    pub params: cudaExternalSemaphoreSignalParams_params,
    pub flags: ::core::ffi::c_uint,
    pub reserved: [::core::ffi::c_uint; 16usize],
    pub _padding_after_reserved: [u8; 4usize],
}
#[repr(C)]
#[derive(Copy, Clone)]
pub struct cudaExternalSemaphoreSignalParams_params {
    pub fence: cudaExternalSemaphoreSignalParams_params_fence,
    pub nvSciSync: cudaExternalSemaphoreSignalParams_params_nvSciSync,
    pub keyedMutex: cudaExternalSemaphoreSignalParams_params_keyedMutex,
    pub reserved: [::core::ffi::c_uint; 12usize],
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaExternalSemaphoreSignalParams_params_fence {
    pub value: ::core::ffi::c_ulonglong,
}
#[repr(C)]
#[derive(Copy, Clone)]
pub union cudaExternalSemaphoreSignalParams_params_nvSciSync {
    pub fence: *mut ::core::ffi::c_void,
    pub reserved: ::core::ffi::c_ulonglong,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaExternalSemaphoreSignalParams_params_keyedMutex {
    pub key: ::core::ffi::c_ulonglong,
}
#[repr(C)]
#[derive(Copy, Clone)]
pub struct cudaExternalSemaphoreWaitParams {
    pub params: cudaExternalSemaphoreWaitParams_params,
    pub flags: ::core::ffi::c_uint,
    pub reserved: [::core::ffi::c_uint; 16usize],
    pub _padding_after_reserved: [u8; 4usize],
}
#[repr(C)]
#[derive(Copy, Clone)]
pub struct cudaExternalSemaphoreWaitParams_params {
    pub fence: cudaExternalSemaphoreWaitParams_params_fence,
    pub nvSciSync: cudaExternalSemaphoreWaitParams_params_nvSciSync,
    pub keyedMutex: cudaExternalSemaphoreWaitParams_params_keyedMutex,
    pub reserved: [::core::ffi::c_uint; 10usize],
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaExternalSemaphoreWaitParams_params_fence {
    pub value: ::core::ffi::c_ulonglong,
}
#[repr(C)]
#[derive(Copy, Clone)]
pub union cudaExternalSemaphoreWaitParams_params_nvSciSync {
    pub fence: *mut ::core::ffi::c_void,
    pub reserved: ::core::ffi::c_ulonglong,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaExternalSemaphoreWaitParams_params_keyedMutex {
    pub key: ::core::ffi::c_ulonglong,
    pub timeoutMs: ::core::ffi::c_uint,
    pub _padding_after_timeoutMs: [u8; 4usize],
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaDevSmResource {
    pub smCount: ::core::ffi::c_uint,
    pub minSmPartitionSize: ::core::ffi::c_uint,
    pub smCoscheduledAlignment: ::core::ffi::c_uint,
    pub flags: ::core::ffi::c_uint,
    pub localityDomainId: ::core::ffi::c_uint,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaDevWorkqueueConfigResource {
    pub device: ::core::ffi::c_int,
    pub wqConcurrencyLimit: ::core::ffi::c_uint,
    pub sharingScope: cudaDevWorkqueueConfigScope,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaDevWorkqueueResource {
    pub reserved: [::core::ffi::c_uchar; 40usize],
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaDevSmResourceGroupParams {
    pub smCount: ::core::ffi::c_uint,
    pub coscheduledSmCount: ::core::ffi::c_uint,
    pub preferredCoscheduledSmCount: ::core::ffi::c_uint,
    pub flags: ::core::ffi::c_uint,
    pub localityDomainId: ::core::ffi::c_uint,
    pub reserved: [::core::ffi::c_uint; 11usize],
}
#[repr(C)]
#[derive(Copy, Clone)]
pub struct cudaDevResource {
    pub type_: cudaDevResourceType,
    pub _internal_padding: [::core::ffi::c_uchar; 92usize],
    pub sm: cudaDevResource_sm,
    pub nextResource: *mut cudaDevResource,
}
#[repr(C)]
#[derive(Copy, Clone)]
pub union cudaDevResource_sm {
    pub sm: cudaDevSmResource,
    pub wqConfig: cudaDevWorkqueueConfigResource,
    pub wq: cudaDevWorkqueueResource,
    pub _oversize: [::core::ffi::c_uchar; 40usize],
}
pub type cudaGraphicsResource_t = *mut cudaGraphicsResource;
#[repr(C)]
#[derive(Debug)]
pub struct CUexternalMemory_st {
    _unused: [u8; 0],
}
pub type cudaExternalMemory_t = *mut CUexternalMemory_st;
#[repr(C)]
#[derive(Debug)]
pub struct CUexternalSemaphore_st {
    _unused: [u8; 0],
}
pub type cudaExternalSemaphore_t = *mut CUexternalSemaphore_st;
#[repr(C)]
#[derive(Debug)]
pub struct CUgraphNode_st {
    _unused: [u8; 0],
}
pub type cudaGraphNode_t = *mut CUgraphNode_st;
#[repr(C)]
#[derive(Debug)]
pub struct CUuserObject_st {
    _unused: [u8; 0],
}
pub type cudaUserObject_t = *mut CUuserObject_st;
pub type cudaGraphConditionalHandle = ::core::ffi::c_ulonglong;
#[repr(C)]
#[derive(Debug)]
pub struct CUfunc_st {
    _unused: [u8; 0],
}
pub type cudaFunction_t = *mut CUfunc_st;
#[repr(C)]
#[derive(Debug)]
pub struct CUkern_st {
    _unused: [u8; 0],
}
pub type cudaKernel_t = *mut CUkern_st;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudalibraryHostUniversalFunctionAndDataTable {
    pub functionTable: *mut ::core::ffi::c_void,
    pub functionWindowSize: usize,
    pub dataTable: *mut ::core::ffi::c_void,
    pub dataWindowSize: usize,
}
#[repr(C)]
#[derive(Debug)]
pub struct CUlib_st {
    _unused: [u8; 0],
}
pub type cudaLibrary_t = *mut CUlib_st;
#[repr(C)]
#[derive(Debug)]
pub struct CUmemPoolHandle_st {
    _unused: [u8; 0],
}
pub type cudaMemPool_t = *mut CUmemPoolHandle_st;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaKernelNodeParams {
    pub func: *mut ::core::ffi::c_void,
    pub gridDim: dim3,
    pub blockDim: dim3,
    pub sharedMemBytes: ::core::ffi::c_uint,
    pub _padding_after_sharedMemBytes: [u8; 4usize],
    pub kernelParams: *mut *mut ::core::ffi::c_void,
    pub extra: *mut *mut ::core::ffi::c_void,
}
#[repr(C)]
#[derive(Copy, Clone)]
pub struct cudaKernelNodeParamsV2 {
    pub func: cudaKernelNodeParamsV2_func,
    pub gridDim: dim3,
    pub blockDim: dim3,
    pub sharedMemBytes: ::core::ffi::c_uint,
    pub _padding_after_sharedMemBytes: [u8; 4usize],
    pub kernelParams: *mut *mut ::core::ffi::c_void,
    pub extra: *mut *mut ::core::ffi::c_void,
    pub ctx: cudaExecutionContext_t,
    pub functionType: cudaKernelFunctionType,
    pub _padding_after_functionType: [u8; 4usize],
}
#[repr(C)]
#[derive(Copy, Clone)]
pub union cudaKernelNodeParamsV2_func {
    pub func: *mut ::core::ffi::c_void,
    pub kern: cudaKernel_t,
    pub cuFunc: cudaFunction_t,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaExternalSemaphoreSignalNodeParams {
    pub extSemArray: *mut cudaExternalSemaphore_t,
    pub paramsArray: *const cudaExternalSemaphoreSignalParams,
    pub numExtSems: ::core::ffi::c_uint,
    pub _padding_after_numExtSems: [u8; 4usize],
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaExternalSemaphoreSignalNodeParamsV2 {
    pub extSemArray: *mut cudaExternalSemaphore_t,
    pub paramsArray: *const cudaExternalSemaphoreSignalParams,
    pub numExtSems: ::core::ffi::c_uint,
    pub _padding_after_numExtSems: [u8; 4usize],
    pub ctx: cudaExecutionContext_t,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaExternalSemaphoreWaitNodeParams {
    pub extSemArray: *mut cudaExternalSemaphore_t,
    pub paramsArray: *const cudaExternalSemaphoreWaitParams,
    pub numExtSems: ::core::ffi::c_uint,
    pub _padding_after_numExtSems: [u8; 4usize],
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaExternalSemaphoreWaitNodeParamsV2 {
    pub extSemArray: *mut cudaExternalSemaphore_t,
    pub paramsArray: *const cudaExternalSemaphoreWaitParams,
    pub numExtSems: ::core::ffi::c_uint,
    pub _padding_after_numExtSems: [u8; 4usize],
    pub ctx: cudaExecutionContext_t,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaConditionalNodeParams {
    pub handle: cudaGraphConditionalHandle,
    pub type_: cudaGraphConditionalNodeType,
    pub size: ::core::ffi::c_uint,
    pub phGraph_out: *mut cudaGraph_t,
    pub ctx: cudaExecutionContext_t,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaMemcpyBatchNodeParams {
    pub count: usize,
    pub dsts: *mut *mut ::core::ffi::c_void,
    pub srcs: *mut *mut ::core::ffi::c_void,
    pub sizes: *mut usize,
    pub attrs: *mut cudaMemcpyAttributes,
    pub attrsIdxs: *mut usize,
    pub numAttrs: usize,
    pub ctx: cudaExecutionContext_t,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaChildGraphNodeParams {
    pub graph: cudaGraph_t,
    pub ownership: cudaGraphChildGraphNodeOwnership,
    pub _padding_after_ownership: [u8; 4usize],
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaEventRecordNodeParams {
    pub event: cudaEvent_t,
    pub ctx: cudaExecutionContext_t,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaEventWaitNodeParams {
    pub event: cudaEvent_t,
}
#[repr(C)]
#[derive(Copy, Clone)]
pub struct cudaGraphNodeParams {
    pub type_: cudaGraphNodeType,
    pub reserved0: [::core::ffi::c_int; 3usize],
    pub reserved1: cudaGraphNodeParams_reserved1,
    pub reserved2: ::core::ffi::c_longlong,
}
#[repr(C)]
#[derive(Copy, Clone)]
pub union cudaGraphNodeParams_reserved1 {
    pub reserved1: [::core::ffi::c_longlong; 29usize],
    pub kernel: cudaKernelNodeParamsV2,
    pub memcpy: cudaMemcpyNodeParams,
    pub memset: cudaMemsetParamsV2,
    pub host: cudaHostNodeParamsV2,
    pub graph: cudaChildGraphNodeParams,
    pub eventWait: cudaEventWaitNodeParams,
    pub eventRecord: cudaEventRecordNodeParams,
    pub extSemSignal: cudaExternalSemaphoreSignalNodeParamsV2,
    pub extSemWait: cudaExternalSemaphoreWaitNodeParamsV2,
    pub alloc: cudaMemAllocNodeParamsV2,
    pub free: cudaMemFreeNodeParams,
    pub conditional: cudaConditionalNodeParams,
    pub memcpyBatch: cudaMemcpyBatchNodeParams,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaGraphEdgeData {
    pub from_port: ::core::ffi::c_uchar,
    pub to_port: ::core::ffi::c_uchar,
    pub type_: ::core::ffi::c_uchar,
    pub reserved: [::core::ffi::c_uchar; 5usize],
}
#[repr(C)]
#[derive(Debug)]
pub struct CUgraphExec_st {
    _unused: [u8; 0],
}
pub type cudaGraphExec_t = *mut CUgraphExec_st;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaGraphInstantiateParams {
    pub flags: ::core::ffi::c_ulonglong,
    pub uploadStream: cudaStream_t,
    pub errNode_out: cudaGraphNode_t,
    pub result_out: cudaGraphInstantiateResult,
    pub _padding_after_result_out: [u8; 4usize],
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaGraphExecUpdateResultInfo {
    pub result: cudaGraphExecUpdateResult,
    pub _padding_after_result: [u8; 4usize],
    pub errorNode: cudaGraphNode_t,
    pub errorFromNode: cudaGraphNode_t,
}
#[repr(C)]
#[derive(Debug)]
pub struct CUgraphDeviceUpdatableNode_st {
    _unused: [u8; 0],
}
pub type cudaGraphDeviceNode_t = *mut CUgraphDeviceUpdatableNode_st;
#[repr(C)]
#[derive(Copy, Clone)]
pub struct cudaGraphKernelNodeUpdate {
    pub node: cudaGraphDeviceNode_t,
    pub field: cudaGraphKernelNodeField,
    pub _padding_after_field: [u8; 4usize],
    pub updateData: cudaGraphKernelNodeUpdate_updateData,
}
#[repr(C)]
#[derive(Copy, Clone)]
pub union cudaGraphKernelNodeUpdate_updateData {
    pub gridDim: dim3,
    pub param: cudaGraphKernelNodeUpdate_updateData_param,
    pub isEnabled: ::core::ffi::c_uint,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaGraphKernelNodeUpdate_updateData_param {
    pub pValue: *const ::core::ffi::c_void,
    pub offset: usize,
    pub size: usize,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaLaunchMemSyncDomainMap {
    pub default_: ::core::ffi::c_uchar,
    pub remote: ::core::ffi::c_uchar,
}
#[repr(C)]
#[derive(Copy, Clone)]
pub union cudaLaunchAttributeValue {
    pub pad: [::core::ffi::c_char; 64usize],
    pub accessPolicyWindow: cudaAccessPolicyWindow,
    pub cooperative: ::core::ffi::c_int,
    pub syncPolicy: cudaSynchronizationPolicy,
    pub clusterDim: cudaLaunchAttributeValue_clusterDim,
    pub clusterSchedulingPolicyPreference: cudaClusterSchedulingPolicy,
    pub programmaticStreamSerializationAllowed: ::core::ffi::c_int,
    pub programmaticEvent: cudaLaunchAttributeValue_programmaticEvent,
    pub priority: ::core::ffi::c_int,
    pub memSyncDomainMap: cudaLaunchMemSyncDomainMap,
    pub memSyncDomain: cudaLaunchMemSyncDomain,
    pub preferredClusterDim: cudaLaunchAttributeValue_preferredClusterDim,
    pub launchCompletionEvent: cudaLaunchAttributeValue_launchCompletionEvent,
    pub deviceUpdatableKernelNode: cudaLaunchAttributeValue_deviceUpdatableKernelNode,
    pub sharedMemCarveout: ::core::ffi::c_uint,
    pub nvlinkUtilCentricScheduling: ::core::ffi::c_uint,
    pub portableClusterSizeMode: cudaLaunchAttributePortableClusterMode,
    pub sharedMemoryMode: cudaSharedMemoryMode,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaLaunchAttributeValue_clusterDim {
    pub x: ::core::ffi::c_uint,
    pub y: ::core::ffi::c_uint,
    pub z: ::core::ffi::c_uint,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaLaunchAttributeValue_programmaticEvent {
    pub event: cudaEvent_t,
    pub flags: ::core::ffi::c_int,
    pub triggerAtBlockStart: ::core::ffi::c_int,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaLaunchAttributeValue_preferredClusterDim {
    pub x: ::core::ffi::c_uint,
    pub y: ::core::ffi::c_uint,
    pub z: ::core::ffi::c_uint,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaLaunchAttributeValue_launchCompletionEvent {
    pub event: cudaEvent_t,
    pub flags: ::core::ffi::c_int,
    pub _padding_after_flags: [u8; 4usize],
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaLaunchAttributeValue_deviceUpdatableKernelNode {
    pub deviceUpdatable: ::core::ffi::c_int,
    pub _padding_after_deviceUpdatable: [u8; 4usize],
    pub devNode: cudaGraphDeviceNode_t,
}
#[repr(C)]
#[derive(Copy, Clone)]
pub struct cudaLaunchAttribute {
    pub id: cudaLaunchAttributeID,
    pub pad: [::core::ffi::c_char; 4usize],
    pub val: cudaLaunchAttributeValue,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaLaunchConfig_t {
    pub gridDim: dim3,
    pub blockDim: dim3,
    pub dynamicSmemBytes: usize,
    pub stream: cudaStream_t,
    pub attrs: *mut cudaLaunchAttribute,
    pub numAttrs: ::core::ffi::c_uint,
    pub _padding_after_numAttrs: [u8; 4usize],
}
#[repr(C)]
#[derive(Debug)]
pub struct cudaAsyncCallbackEntry {
    _unused: [u8; 0],
}
pub type cudaAsyncCallbackHandle_t = *mut cudaAsyncCallbackEntry;
#[repr(C)]
#[derive(Copy, Clone)]
pub struct cudaAsyncNotificationInfo_t {
    pub type_: cudaAsyncNotificationType,
    pub _padding_after_type: [u8; 4usize],
    pub info: cudaAsyncNotificationInfo_t_info,
}
#[repr(C)]
#[derive(Copy, Clone)]
pub union cudaAsyncNotificationInfo_t_info {
    pub overBudget: cudaAsyncNotificationInfo_t_info_overBudget,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaAsyncNotificationInfo_t_info_overBudget {
    pub bytesOverBudget: ::core::ffi::c_ulonglong,
}
pub type cudaAsyncCallback = ::core::option::Option<
    unsafe extern "C" fn(
        arg1: *mut cudaAsyncNotificationInfo_t,
        arg2: *mut ::core::ffi::c_void,
        arg3: cudaAsyncCallbackHandle_t,
    ),
>;
#[repr(C)]
#[derive(Debug)]
pub struct CUlogsCallbackEntry_st {
    _unused: [u8; 0],
}
pub type cudaLogsCallbackHandle = *mut CUlogsCallbackEntry_st;
pub type cudaLogIterator = ::core::ffi::c_uint;
pub type cudaSurfaceObject_t = ::core::ffi::c_ulonglong;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaTextureDesc {
    pub addressMode: [cudaTextureAddressMode; 3usize],
    pub filterMode: cudaTextureFilterMode,
    pub readMode: cudaTextureReadMode,
    pub sRGB: ::core::ffi::c_int,
    pub borderColor: [f32; 4usize],
    pub normalizedCoords: ::core::ffi::c_int,
    pub maxAnisotropy: ::core::ffi::c_uint,
    pub mipmapFilterMode: cudaTextureFilterMode,
    pub mipmapLevelBias: f32,
    pub minMipmapLevelClamp: f32,
    pub maxMipmapLevelClamp: f32,
    pub disableTrilinearOptimization: ::core::ffi::c_int,
    pub seamlessCubemap: ::core::ffi::c_int,
}
pub type cudaTextureObject_t = ::core::ffi::c_ulonglong;
pub type cudaStreamCallback_t = ::core::option::Option<
    unsafe extern "C" fn(
        stream: cudaStream_t,
        status: cudaError_t,
        userData: *mut ::core::ffi::c_void,
    ),
>;
pub type cudaGraphRecaptureCallback_t = ::core::option::Option<
    unsafe extern "C" fn(
        data: *mut ::core::ffi::c_void,
        node: cudaGraphNode_t,
        originalParams: *const cudaGraphNodeParams,
        recaptureParams: *const cudaGraphNodeParams,
        status: cudaGraphRecaptureStatus,
    ) -> cudaError_t,
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaGraphRecaptureCallbackData {
    pub callbackFunc: cudaGraphRecaptureCallback_t,
    pub userData: *mut ::core::ffi::c_void,
}
pub type cudaLogsCallback_t = ::core::option::Option<
    unsafe extern "C" fn(
        data: *mut ::core::ffi::c_void,
        logLevel: cudaLogLevel,
        message: *mut ::core::ffi::c_char,
        length: usize,
    ),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaDeviceProp_12_9 {
    pub name: [::core::ffi::c_char; 256usize],
    pub uuid: cudaUUID_t,
    pub luid: [::core::ffi::c_char; 8usize],
    pub luidDeviceNodeMask: ::core::ffi::c_uint,
    pub _padding_after_luidDeviceNodeMask: [u8; 4usize],
    pub totalGlobalMem: usize,
    pub sharedMemPerBlock: usize,
    pub regsPerBlock: ::core::ffi::c_int,
    pub warpSize: ::core::ffi::c_int,
    pub memPitch: usize,
    pub maxThreadsPerBlock: ::core::ffi::c_int,
    pub maxThreadsDim: [::core::ffi::c_int; 3usize],
    pub maxGridSize: [::core::ffi::c_int; 3usize],
    pub clockRate: ::core::ffi::c_int,
    pub totalConstMem: usize,
    pub major: ::core::ffi::c_int,
    pub minor: ::core::ffi::c_int,
    pub textureAlignment: usize,
    pub texturePitchAlignment: usize,
    pub deviceOverlap: ::core::ffi::c_int,
    pub multiProcessorCount: ::core::ffi::c_int,
    pub kernelExecTimeoutEnabled: ::core::ffi::c_int,
    pub integrated: ::core::ffi::c_int,
    pub canMapHostMemory: ::core::ffi::c_int,
    pub computeMode: ::core::ffi::c_int,
    pub maxTexture1D: ::core::ffi::c_int,
    pub maxTexture1DMipmap: ::core::ffi::c_int,
    pub maxTexture1DLinear: ::core::ffi::c_int,
    pub maxTexture2D: [::core::ffi::c_int; 2usize],
    pub maxTexture2DMipmap: [::core::ffi::c_int; 2usize],
    pub maxTexture2DLinear: [::core::ffi::c_int; 3usize],
    pub maxTexture2DGather: [::core::ffi::c_int; 2usize],
    pub maxTexture3D: [::core::ffi::c_int; 3usize],
    pub maxTexture3DAlt: [::core::ffi::c_int; 3usize],
    pub maxTextureCubemap: ::core::ffi::c_int,
    pub maxTexture1DLayered: [::core::ffi::c_int; 2usize],
    pub maxTexture2DLayered: [::core::ffi::c_int; 3usize],
    pub maxTextureCubemapLayered: [::core::ffi::c_int; 2usize],
    pub maxSurface1D: ::core::ffi::c_int,
    pub maxSurface2D: [::core::ffi::c_int; 2usize],
    pub maxSurface3D: [::core::ffi::c_int; 3usize],
    pub maxSurface1DLayered: [::core::ffi::c_int; 2usize],
    pub maxSurface2DLayered: [::core::ffi::c_int; 3usize],
    pub maxSurfaceCubemap: ::core::ffi::c_int,
    pub maxSurfaceCubemapLayered: [::core::ffi::c_int; 2usize],
    pub surfaceAlignment: usize,
    pub concurrentKernels: ::core::ffi::c_int,
    pub ECCEnabled: ::core::ffi::c_int,
    pub pciBusID: ::core::ffi::c_int,
    pub pciDeviceID: ::core::ffi::c_int,
    pub pciDomainID: ::core::ffi::c_int,
    pub tccDriver: ::core::ffi::c_int,
    pub asyncEngineCount: ::core::ffi::c_int,
    pub unifiedAddressing: ::core::ffi::c_int,
    pub memoryClockRate: ::core::ffi::c_int,
    pub memoryBusWidth: ::core::ffi::c_int,
    pub l2CacheSize: ::core::ffi::c_int,
    pub persistingL2CacheMaxSize: ::core::ffi::c_int,
    pub maxThreadsPerMultiProcessor: ::core::ffi::c_int,
    pub streamPrioritiesSupported: ::core::ffi::c_int,
    pub globalL1CacheSupported: ::core::ffi::c_int,
    pub localL1CacheSupported: ::core::ffi::c_int,
    pub sharedMemPerMultiprocessor: usize,
    pub regsPerMultiprocessor: ::core::ffi::c_int,
    pub managedMemory: ::core::ffi::c_int,
    pub isMultiGpuBoard: ::core::ffi::c_int,
    pub multiGpuBoardGroupID: ::core::ffi::c_int,
    pub hostNativeAtomicSupported: ::core::ffi::c_int,
    pub singleToDoublePrecisionPerfRatio: ::core::ffi::c_int,
    pub pageableMemoryAccess: ::core::ffi::c_int,
    pub concurrentManagedAccess: ::core::ffi::c_int,
    pub computePreemptionSupported: ::core::ffi::c_int,
    pub canUseHostPointerForRegisteredMem: ::core::ffi::c_int,
    pub cooperativeLaunch: ::core::ffi::c_int,
    pub cooperativeMultiDeviceLaunch: ::core::ffi::c_int,
    pub sharedMemPerBlockOptin: usize,
    pub pageableMemoryAccessUsesHostPageTables: ::core::ffi::c_int,
    pub directManagedMemAccessFromHost: ::core::ffi::c_int,
    pub maxBlocksPerMultiProcessor: ::core::ffi::c_int,
    pub accessPolicyMaxWindowSize: ::core::ffi::c_int,
    pub reservedSharedMemPerBlock: usize,
    pub hostRegisterSupported: ::core::ffi::c_int,
    pub sparseCudaArraySupported: ::core::ffi::c_int,
    pub hostRegisterReadOnlySupported: ::core::ffi::c_int,
    pub timelineSemaphoreInteropSupported: ::core::ffi::c_int,
    pub memoryPoolsSupported: ::core::ffi::c_int,
    pub gpuDirectRDMASupported: ::core::ffi::c_int,
    pub gpuDirectRDMAFlushWritesOptions: ::core::ffi::c_uint,
    pub gpuDirectRDMAWritesOrdering: ::core::ffi::c_int,
    pub memoryPoolSupportedHandleTypes: ::core::ffi::c_uint,
    pub deferredMappingCudaArraySupported: ::core::ffi::c_int,
    pub ipcEventSupported: ::core::ffi::c_int,
    pub clusterLaunch: ::core::ffi::c_int,
    pub unifiedFunctionPointers: ::core::ffi::c_int,
    pub reserved: [::core::ffi::c_int; 63usize],
}
#[repr(C)]
#[derive(Copy, Clone)]
pub struct cudaExternalSemaphoreSignalParams_v1 {
    pub params: cudaExternalSemaphoreSignalParams_v1_params,
    pub flags: ::core::ffi::c_uint,
    pub _padding_after_flags: [u8; 4usize],
}
#[repr(C)]
#[derive(Copy, Clone)]
pub struct cudaExternalSemaphoreSignalParams_v1_params {
    pub fence: cudaExternalSemaphoreSignalParams_v1_params_fence,
    pub nvSciSync: cudaExternalSemaphoreSignalParams_v1_params_nvSciSync,
    pub keyedMutex: cudaExternalSemaphoreSignalParams_v1_params_keyedMutex,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaExternalSemaphoreSignalParams_v1_params_fence {
    pub value: ::core::ffi::c_ulonglong,
}
#[repr(C)]
#[derive(Copy, Clone)]
pub union cudaExternalSemaphoreSignalParams_v1_params_nvSciSync {
    pub fence: *mut ::core::ffi::c_void,
    pub reserved: ::core::ffi::c_ulonglong,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaExternalSemaphoreSignalParams_v1_params_keyedMutex {
    pub key: ::core::ffi::c_ulonglong,
}
#[repr(C)]
#[derive(Copy, Clone)]
pub struct cudaExternalSemaphoreWaitParams_v1 {
    pub params: cudaExternalSemaphoreWaitParams_v1_params,
    pub flags: ::core::ffi::c_uint,
    pub _padding_after_flags: [u8; 4usize],
}
#[repr(C)]
#[derive(Copy, Clone)]
pub struct cudaExternalSemaphoreWaitParams_v1_params {
    pub fence: cudaExternalSemaphoreWaitParams_v1_params_fence,
    pub nvSciSync: cudaExternalSemaphoreWaitParams_v1_params_nvSciSync,
    pub keyedMutex: cudaExternalSemaphoreWaitParams_v1_params_keyedMutex,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaExternalSemaphoreWaitParams_v1_params_fence {
    pub value: ::core::ffi::c_ulonglong,
}
#[repr(C)]
#[derive(Copy, Clone)]
pub union cudaExternalSemaphoreWaitParams_v1_params_nvSciSync {
    pub fence: *mut ::core::ffi::c_void,
    pub reserved: ::core::ffi::c_ulonglong,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaExternalSemaphoreWaitParams_v1_params_keyedMutex {
    pub key: ::core::ffi::c_ulonglong,
    pub timeoutMs: ::core::ffi::c_uint,
    pub _padding_after_timeoutMs: [u8; 4usize],
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaLaunchParams {
    pub func: *mut ::core::ffi::c_void,
    pub gridDim: dim3,
    pub blockDim: dim3,
    pub args: *mut *mut ::core::ffi::c_void,
    pub sharedMem: usize,
    pub stream: cudaStream_t,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaDeviceProp_11_8 {
    pub name: [::core::ffi::c_char; 256usize],
    pub uuid: cudaUUID_t,
    pub luid: [::core::ffi::c_char; 8usize],
    pub luidDeviceNodeMask: ::core::ffi::c_uint,
    pub _padding_after_luidDeviceNodeMask: [u8; 4usize],
    pub totalGlobalMem: usize,
    pub sharedMemPerBlock: usize,
    pub regsPerBlock: ::core::ffi::c_int,
    pub warpSize: ::core::ffi::c_int,
    pub memPitch: usize,
    pub maxThreadsPerBlock: ::core::ffi::c_int,
    pub maxThreadsDim: [::core::ffi::c_int; 3usize],
    pub maxGridSize: [::core::ffi::c_int; 3usize],
    pub clockRate: ::core::ffi::c_int,
    pub totalConstMem: usize,
    pub major: ::core::ffi::c_int,
    pub minor: ::core::ffi::c_int,
    pub textureAlignment: usize,
    pub texturePitchAlignment: usize,
    pub deviceOverlap: ::core::ffi::c_int,
    pub multiProcessorCount: ::core::ffi::c_int,
    pub kernelExecTimeoutEnabled: ::core::ffi::c_int,
    pub integrated: ::core::ffi::c_int,
    pub canMapHostMemory: ::core::ffi::c_int,
    pub computeMode: ::core::ffi::c_int,
    pub maxTexture1D: ::core::ffi::c_int,
    pub maxTexture1DMipmap: ::core::ffi::c_int,
    pub maxTexture1DLinear: ::core::ffi::c_int,
    pub maxTexture2D: [::core::ffi::c_int; 2usize],
    pub maxTexture2DMipmap: [::core::ffi::c_int; 2usize],
    pub maxTexture2DLinear: [::core::ffi::c_int; 3usize],
    pub maxTexture2DGather: [::core::ffi::c_int; 2usize],
    pub maxTexture3D: [::core::ffi::c_int; 3usize],
    pub maxTexture3DAlt: [::core::ffi::c_int; 3usize],
    pub maxTextureCubemap: ::core::ffi::c_int,
    pub maxTexture1DLayered: [::core::ffi::c_int; 2usize],
    pub maxTexture2DLayered: [::core::ffi::c_int; 3usize],
    pub maxTextureCubemapLayered: [::core::ffi::c_int; 2usize],
    pub maxSurface1D: ::core::ffi::c_int,
    pub maxSurface2D: [::core::ffi::c_int; 2usize],
    pub maxSurface3D: [::core::ffi::c_int; 3usize],
    pub maxSurface1DLayered: [::core::ffi::c_int; 2usize],
    pub maxSurface2DLayered: [::core::ffi::c_int; 3usize],
    pub maxSurfaceCubemap: ::core::ffi::c_int,
    pub maxSurfaceCubemapLayered: [::core::ffi::c_int; 2usize],
    pub surfaceAlignment: usize,
    pub concurrentKernels: ::core::ffi::c_int,
    pub ECCEnabled: ::core::ffi::c_int,
    pub pciBusID: ::core::ffi::c_int,
    pub pciDeviceID: ::core::ffi::c_int,
    pub pciDomainID: ::core::ffi::c_int,
    pub tccDriver: ::core::ffi::c_int,
    pub asyncEngineCount: ::core::ffi::c_int,
    pub unifiedAddressing: ::core::ffi::c_int,
    pub memoryClockRate: ::core::ffi::c_int,
    pub memoryBusWidth: ::core::ffi::c_int,
    pub l2CacheSize: ::core::ffi::c_int,
    pub persistingL2CacheMaxSize: ::core::ffi::c_int,
    pub maxThreadsPerMultiProcessor: ::core::ffi::c_int,
    pub streamPrioritiesSupported: ::core::ffi::c_int,
    pub globalL1CacheSupported: ::core::ffi::c_int,
    pub localL1CacheSupported: ::core::ffi::c_int,
    pub sharedMemPerMultiprocessor: usize,
    pub regsPerMultiprocessor: ::core::ffi::c_int,
    pub managedMemory: ::core::ffi::c_int,
    pub isMultiGpuBoard: ::core::ffi::c_int,
    pub multiGpuBoardGroupID: ::core::ffi::c_int,
    pub hostNativeAtomicSupported: ::core::ffi::c_int,
    pub singleToDoublePrecisionPerfRatio: ::core::ffi::c_int,
    pub pageableMemoryAccess: ::core::ffi::c_int,
    pub concurrentManagedAccess: ::core::ffi::c_int,
    pub computePreemptionSupported: ::core::ffi::c_int,
    pub canUseHostPointerForRegisteredMem: ::core::ffi::c_int,
    pub cooperativeLaunch: ::core::ffi::c_int,
    pub cooperativeMultiDeviceLaunch: ::core::ffi::c_int,
    pub sharedMemPerBlockOptin: usize,
    pub pageableMemoryAccessUsesHostPageTables: ::core::ffi::c_int,
    pub directManagedMemAccessFromHost: ::core::ffi::c_int,
    pub maxBlocksPerMultiProcessor: ::core::ffi::c_int,
    pub accessPolicyMaxWindowSize: ::core::ffi::c_int,
    pub reservedSharedMemPerBlock: usize,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct surfaceReference {
    pub channelDesc: cudaChannelFormatDesc,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct textureReference {
    pub normalized: ::core::ffi::c_int,
    pub filterMode: cudaTextureFilterMode,
    pub addressMode: [cudaTextureAddressMode; 3usize],
    pub channelDesc: cudaChannelFormatDesc,
    pub sRGB: ::core::ffi::c_int,
    pub maxAnisotropy: ::core::ffi::c_uint,
    pub mipmapFilterMode: cudaTextureFilterMode,
    pub mipmapLevelBias: f32,
    pub minMipmapLevelClamp: f32,
    pub maxMipmapLevelClamp: f32,
    pub disableTrilinearOptimization: ::core::ffi::c_int,
    pub __cudaReserved: [::core::ffi::c_int; 14usize],
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaTextureDesc_v2 {
    pub addressMode: [cudaTextureAddressMode; 3usize],
    pub filterMode: cudaTextureFilterMode,
    pub readMode: cudaTextureReadMode,
    pub sRGB: ::core::ffi::c_int,
    pub borderColor: [f32; 4usize],
    pub normalizedCoords: ::core::ffi::c_int,
    pub maxAnisotropy: ::core::ffi::c_uint,
    pub mipmapFilterMode: cudaTextureFilterMode,
    pub mipmapLevelBias: f32,
    pub minMipmapLevelClamp: f32,
    pub maxMipmapLevelClamp: f32,
    pub disableTrilinearOptimization: ::core::ffi::c_int,
    pub seamlessCubemap: ::core::ffi::c_int,
}
#[repr(C)]
#[derive(Copy, Clone)]
pub union cudaStreamAttrValue {
    pub accessPolicyWindow: cudaAccessPolicyWindow,
    pub syncPolicy: cudaSynchronizationPolicy,
}
#[repr(C)]
#[derive(Copy, Clone)]
pub union cudaKernelNodeAttrValue {
    pub accessPolicyWindow: cudaAccessPolicyWindow,
    pub cooperative: ::core::ffi::c_int,
    pub priority: ::core::ffi::c_int,
}
unsafe extern "C" {
    pub fn cudaDeviceReset() -> cudaError_t;
    pub fn cudaDeviceSynchronize() -> cudaError_t;
    pub fn cudaDeviceSetLimit(limit: cudaLimit, value: usize) -> cudaError_t;
    pub fn cudaDeviceGetLimit(pValue: *mut usize, limit: cudaLimit) -> cudaError_t;
    pub fn cudaDeviceGetTexture1DLinearMaxWidth(
        maxWidthInElements: *mut usize,
        fmtDesc: *const cudaChannelFormatDesc,
        device: ::core::ffi::c_int,
    ) -> cudaError_t;
    pub fn cudaDeviceGetCacheConfig(pCacheConfig: *mut cudaFuncCache) -> cudaError_t;
    pub fn cudaDeviceGetStreamPriorityRange(
        leastPriority: *mut ::core::ffi::c_int,
        greatestPriority: *mut ::core::ffi::c_int,
    ) -> cudaError_t;
    pub fn cudaDeviceSetCacheConfig(cacheConfig: cudaFuncCache) -> cudaError_t;
    pub fn cudaDeviceGetByPCIBusId(
        device: *mut ::core::ffi::c_int,
        pciBusId: *const ::core::ffi::c_char,
    ) -> cudaError_t;
    pub fn cudaDeviceGetPCIBusId(
        pciBusId: *mut ::core::ffi::c_char,
        len: ::core::ffi::c_int,
        device: ::core::ffi::c_int,
    ) -> cudaError_t;
    pub fn cudaIpcGetEventHandle(
        handle: *mut cudaIpcEventHandle_t,
        event: cudaEvent_t,
    ) -> cudaError_t;
    pub fn cudaIpcOpenEventHandle(
        event: *mut cudaEvent_t,
        handle: cudaIpcEventHandle_t,
    ) -> cudaError_t;
    pub fn cudaIpcGetMemHandle(
        handle: *mut cudaIpcMemHandle_t,
        devPtr: *mut ::core::ffi::c_void,
    ) -> cudaError_t;
    pub fn cudaIpcOpenMemHandle(
        devPtr: *mut *mut ::core::ffi::c_void,
        handle: cudaIpcMemHandle_t,
        flags: ::core::ffi::c_uint,
    ) -> cudaError_t;
    pub fn cudaIpcCloseMemHandle(devPtr: *mut ::core::ffi::c_void) -> cudaError_t;
    pub fn cudaDeviceFlushGPUDirectRDMAWrites(
        target: cudaFlushGPUDirectRDMAWritesTarget,
        scope: cudaFlushGPUDirectRDMAWritesScope,
    ) -> cudaError_t;
    pub fn cudaDeviceRegisterAsyncNotification(
        device: ::core::ffi::c_int,
        callbackFunc: cudaAsyncCallback,
        userData: *mut ::core::ffi::c_void,
        callback: *mut cudaAsyncCallbackHandle_t,
    ) -> cudaError_t;
    pub fn cudaDeviceUnregisterAsyncNotification(
        device: ::core::ffi::c_int,
        callback: cudaAsyncCallbackHandle_t,
    ) -> cudaError_t;
    pub fn cudaDeviceGetSharedMemConfig(
        pConfig: *mut cudaSharedMemConfig,
    ) -> cudaError_t;
    pub fn cudaDeviceSetSharedMemConfig(config: cudaSharedMemConfig) -> cudaError_t;
    pub fn cudaGetLastError() -> cudaError_t;
    pub fn cudaPeekAtLastError() -> cudaError_t;
    pub fn cudaGetErrorName(error: cudaError_t) -> *const ::core::ffi::c_char;
    pub fn cudaGetErrorString(error: cudaError_t) -> *const ::core::ffi::c_char;
    pub fn cudaGetDeviceCount(count: *mut ::core::ffi::c_int) -> cudaError_t;
    pub fn cudaGetDeviceProperties(
        prop: *mut cudaDeviceProp,
        device: ::core::ffi::c_int,
    ) -> cudaError_t;
    pub fn cudaDeviceGetAttribute(
        value: *mut ::core::ffi::c_int,
        attr: cudaDeviceAttr,
        device: ::core::ffi::c_int,
    ) -> cudaError_t;
    pub fn cudaDeviceGetHostAtomicCapabilities(
        capabilities: *mut ::core::ffi::c_uint,
        operations: *const cudaAtomicOperation,
        count: ::core::ffi::c_uint,
        device: ::core::ffi::c_int,
    ) -> cudaError_t;
    pub fn cudaDeviceGetDefaultMemPool(
        memPool: *mut cudaMemPool_t,
        device: ::core::ffi::c_int,
    ) -> cudaError_t;
    pub fn cudaDeviceSetMemPool(
        device: ::core::ffi::c_int,
        memPool: cudaMemPool_t,
    ) -> cudaError_t;
    pub fn cudaDeviceGetMemPool(
        memPool: *mut cudaMemPool_t,
        device: ::core::ffi::c_int,
    ) -> cudaError_t;
    pub fn cudaDeviceGetNvSciSyncAttributes(
        nvSciSyncAttrList: *mut ::core::ffi::c_void,
        device: ::core::ffi::c_int,
        flags: ::core::ffi::c_int,
    ) -> cudaError_t;
    pub fn cudaDeviceGetP2PAttribute(
        value: *mut ::core::ffi::c_int,
        attr: cudaDeviceP2PAttr,
        srcDevice: ::core::ffi::c_int,
        dstDevice: ::core::ffi::c_int,
    ) -> cudaError_t;
    pub fn cudaDeviceGetP2PAtomicCapabilities(
        capabilities: *mut ::core::ffi::c_uint,
        operations: *const cudaAtomicOperation,
        count: ::core::ffi::c_uint,
        srcDevice: ::core::ffi::c_int,
        dstDevice: ::core::ffi::c_int,
    ) -> cudaError_t;
    pub fn cudaChooseDevice(
        device: *mut ::core::ffi::c_int,
        prop: *const cudaDeviceProp,
    ) -> cudaError_t;
    pub fn cudaInitDevice(
        device: ::core::ffi::c_int,
        deviceFlags: ::core::ffi::c_uint,
        flags: ::core::ffi::c_uint,
    ) -> cudaError_t;
    pub fn cudaSetDevice(device: ::core::ffi::c_int) -> cudaError_t;
    pub fn cudaGetDevice(device: *mut ::core::ffi::c_int) -> cudaError_t;
    pub fn cudaSetValidDevices(
        device_arr: *mut ::core::ffi::c_int,
        len: ::core::ffi::c_int,
    ) -> cudaError_t;
    pub fn cudaSetDeviceFlags(flags: ::core::ffi::c_uint) -> cudaError_t;
    pub fn cudaGetDeviceFlags(flags: *mut ::core::ffi::c_uint) -> cudaError_t;
    pub fn cudaStreamCreate(pStream: *mut cudaStream_t) -> cudaError_t;
    pub fn cudaStreamCreateWithFlags(
        pStream: *mut cudaStream_t,
        flags: ::core::ffi::c_uint,
    ) -> cudaError_t;
    pub fn cudaStreamCreateWithPriority(
        pStream: *mut cudaStream_t,
        flags: ::core::ffi::c_uint,
        priority: ::core::ffi::c_int,
    ) -> cudaError_t;
    pub fn cudaStreamGetPriority(
        hStream: cudaStream_t,
        priority: *mut ::core::ffi::c_int,
    ) -> cudaError_t;
    pub fn cudaStreamGetFlags(
        hStream: cudaStream_t,
        flags: *mut ::core::ffi::c_uint,
    ) -> cudaError_t;
    pub fn cudaStreamGetId(
        hStream: cudaStream_t,
        streamId: *mut ::core::ffi::c_ulonglong,
    ) -> cudaError_t;
    pub fn cudaStreamGetDevice(
        hStream: cudaStream_t,
        device: *mut ::core::ffi::c_int,
    ) -> cudaError_t;
    pub fn cudaCtxResetPersistingL2Cache() -> cudaError_t;
    pub fn cudaStreamCopyAttributes(dst: cudaStream_t, src: cudaStream_t) -> cudaError_t;
    pub fn cudaStreamGetAttribute(
        hStream: cudaStream_t,
        attr: cudaLaunchAttributeID,
        value_out: *mut cudaLaunchAttributeValue,
    ) -> cudaError_t;
    pub fn cudaStreamSetAttribute(
        hStream: cudaStream_t,
        attr: cudaLaunchAttributeID,
        value: *const cudaLaunchAttributeValue,
    ) -> cudaError_t;
    pub fn cudaStreamDestroy(stream: cudaStream_t) -> cudaError_t;
    pub fn cudaStreamWaitEvent(
        stream: cudaStream_t,
        event: cudaEvent_t,
        flags: ::core::ffi::c_uint,
    ) -> cudaError_t;
    pub fn cudaStreamAddCallback(
        stream: cudaStream_t,
        callback: cudaStreamCallback_t,
        userData: *mut ::core::ffi::c_void,
        flags: ::core::ffi::c_uint,
    ) -> cudaError_t;
    pub fn cudaStreamSynchronize(stream: cudaStream_t) -> cudaError_t;
    pub fn cudaStreamQuery(stream: cudaStream_t) -> cudaError_t;
    pub fn cudaStreamAttachMemAsync(
        stream: cudaStream_t,
        devPtr: *mut ::core::ffi::c_void,
        length: usize,
        flags: ::core::ffi::c_uint,
    ) -> cudaError_t;
    pub fn cudaStreamBeginCapture(
        stream: cudaStream_t,
        mode: cudaStreamCaptureMode,
    ) -> cudaError_t;
    pub fn cudaStreamBeginRecaptureToGraph(
        stream: cudaStream_t,
        mode: cudaStreamCaptureMode,
        graph: cudaGraph_t,
        callbackData: *mut cudaGraphRecaptureCallbackData,
    ) -> cudaError_t;
    pub fn cudaStreamBeginCaptureToGraph(
        stream: cudaStream_t,
        graph: cudaGraph_t,
        dependencies: *const cudaGraphNode_t,
        dependencyData: *const cudaGraphEdgeData,
        numDependencies: usize,
        mode: cudaStreamCaptureMode,
    ) -> cudaError_t;
    pub fn cudaThreadExchangeStreamCaptureMode(
        mode: *mut cudaStreamCaptureMode,
    ) -> cudaError_t;
    pub fn cudaStreamEndCapture(
        stream: cudaStream_t,
        pGraph: *mut cudaGraph_t,
    ) -> cudaError_t;
    pub fn cudaStreamIsCapturing(
        stream: cudaStream_t,
        pCaptureStatus: *mut cudaStreamCaptureStatus,
    ) -> cudaError_t;
    pub fn cudaStreamGetCaptureInfo(
        stream: cudaStream_t,
        captureStatus_out: *mut cudaStreamCaptureStatus,
        id_out: *mut ::core::ffi::c_ulonglong,
        graph_out: *mut cudaGraph_t,
        dependencies_out: *mut *const cudaGraphNode_t,
        edgeData_out: *mut *const cudaGraphEdgeData,
        numDependencies_out: *mut usize,
    ) -> cudaError_t;
    pub fn cudaStreamUpdateCaptureDependencies(
        stream: cudaStream_t,
        dependencies: *mut cudaGraphNode_t,
        dependencyData: *const cudaGraphEdgeData,
        numDependencies: usize,
        flags: ::core::ffi::c_uint,
    ) -> cudaError_t;
    pub fn cudaEventCreate(event: *mut cudaEvent_t) -> cudaError_t;
    pub fn cudaEventCreateWithFlags(
        event: *mut cudaEvent_t,
        flags: ::core::ffi::c_uint,
    ) -> cudaError_t;
    pub fn cudaEventRecord(event: cudaEvent_t, stream: cudaStream_t) -> cudaError_t;
    pub fn cudaEventRecordWithFlags(
        event: cudaEvent_t,
        stream: cudaStream_t,
        flags: ::core::ffi::c_uint,
    ) -> cudaError_t;
    pub fn cudaEventQuery(event: cudaEvent_t) -> cudaError_t;
    pub fn cudaEventSynchronize(event: cudaEvent_t) -> cudaError_t;
    pub fn cudaEventDestroy(event: cudaEvent_t) -> cudaError_t;
    pub fn cudaEventElapsedTime(
        ms: *mut f32,
        start: cudaEvent_t,
        end: cudaEvent_t,
    ) -> cudaError_t;
    pub fn cudaImportExternalMemory(
        extMem_out: *mut cudaExternalMemory_t,
        memHandleDesc: *const cudaExternalMemoryHandleDesc,
    ) -> cudaError_t;
    pub fn cudaExternalMemoryGetMappedBuffer(
        devPtr: *mut *mut ::core::ffi::c_void,
        extMem: cudaExternalMemory_t,
        bufferDesc: *const cudaExternalMemoryBufferDesc,
    ) -> cudaError_t;
    pub fn cudaExternalMemoryGetMappedMipmappedArray(
        mipmap: *mut cudaMipmappedArray_t,
        extMem: cudaExternalMemory_t,
        mipmapDesc: *const cudaExternalMemoryMipmappedArrayDesc,
    ) -> cudaError_t;
    pub fn cudaDestroyExternalMemory(extMem: cudaExternalMemory_t) -> cudaError_t;
    pub fn cudaImportExternalSemaphore(
        extSem_out: *mut cudaExternalSemaphore_t,
        semHandleDesc: *const cudaExternalSemaphoreHandleDesc,
    ) -> cudaError_t;
    pub fn cudaSignalExternalSemaphoresAsync(
        extSemArray: *const cudaExternalSemaphore_t,
        paramsArray: *const cudaExternalSemaphoreSignalParams,
        numExtSems: ::core::ffi::c_uint,
        stream: cudaStream_t,
    ) -> cudaError_t;
    pub fn cudaWaitExternalSemaphoresAsync(
        extSemArray: *const cudaExternalSemaphore_t,
        paramsArray: *const cudaExternalSemaphoreWaitParams,
        numExtSems: ::core::ffi::c_uint,
        stream: cudaStream_t,
    ) -> cudaError_t;
    pub fn cudaDestroyExternalSemaphore(extSem: cudaExternalSemaphore_t) -> cudaError_t;
    pub fn cudaLaunchKernel(
        func: *const ::core::ffi::c_void,
        gridDim: dim3,
        blockDim: dim3,
        args: *mut *mut ::core::ffi::c_void,
        sharedMem: usize,
        stream: cudaStream_t,
    ) -> cudaError_t;
    pub fn cudaLaunchKernelExC(
        config: *const cudaLaunchConfig_t,
        func: *const ::core::ffi::c_void,
        args: *mut *mut ::core::ffi::c_void,
    ) -> cudaError_t;
    pub fn cudaLaunchCooperativeKernel(
        func: *const ::core::ffi::c_void,
        gridDim: dim3,
        blockDim: dim3,
        args: *mut *mut ::core::ffi::c_void,
        sharedMem: usize,
        stream: cudaStream_t,
    ) -> cudaError_t;
    pub fn cudaFuncSetCacheConfig(
        func: *const ::core::ffi::c_void,
        cacheConfig: cudaFuncCache,
    ) -> cudaError_t;
    pub fn cudaFuncGetAttributes(
        attr: *mut cudaFuncAttributes,
        func: *const ::core::ffi::c_void,
    ) -> cudaError_t;
    pub fn cudaFuncSetAttribute(
        func: *const ::core::ffi::c_void,
        attr: cudaFuncAttribute,
        value: ::core::ffi::c_int,
    ) -> cudaError_t;
    pub fn cudaFuncGetName(
        name: *mut *const ::core::ffi::c_char,
        func: *const ::core::ffi::c_void,
    ) -> cudaError_t;
    pub fn cudaFuncGetParamInfo(
        func: *const ::core::ffi::c_void,
        paramIndex: usize,
        paramOffset: *mut usize,
        paramSize: *mut usize,
    ) -> cudaError_t;
    pub fn cudaFuncGetParamCount(
        func: *const ::core::ffi::c_void,
        paramCount: *mut usize,
    ) -> cudaError_t;
    pub fn cudaLaunchHostFunc(
        stream: cudaStream_t,
        fn_: cudaHostFn_t,
        userData: *mut ::core::ffi::c_void,
    ) -> cudaError_t;
    pub fn cudaLaunchHostFunc_v2(
        stream: cudaStream_t,
        fn_: cudaHostFn_t,
        userData: *mut ::core::ffi::c_void,
        syncMode: ::core::ffi::c_uint,
    ) -> cudaError_t;
    pub fn cudaFuncSetSharedMemConfig(
        func: *const ::core::ffi::c_void,
        config: cudaSharedMemConfig,
    ) -> cudaError_t;
    pub fn cudaOccupancyMaxActiveBlocksPerMultiprocessor(
        numBlocks: *mut ::core::ffi::c_int,
        func: *const ::core::ffi::c_void,
        blockSize: ::core::ffi::c_int,
        dynamicSMemSize: usize,
    ) -> cudaError_t;
    pub fn cudaOccupancyAvailableDynamicSMemPerBlock(
        dynamicSmemSize: *mut usize,
        func: *const ::core::ffi::c_void,
        numBlocks: ::core::ffi::c_int,
        blockSize: ::core::ffi::c_int,
    ) -> cudaError_t;
    pub fn cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
        numBlocks: *mut ::core::ffi::c_int,
        func: *const ::core::ffi::c_void,
        blockSize: ::core::ffi::c_int,
        dynamicSMemSize: usize,
        flags: ::core::ffi::c_uint,
    ) -> cudaError_t;
    pub fn cudaOccupancyMaxPotentialClusterSize(
        clusterSize: *mut ::core::ffi::c_int,
        func: *const ::core::ffi::c_void,
        launchConfig: *const cudaLaunchConfig_t,
    ) -> cudaError_t;
    pub fn cudaOccupancyMaxActiveClusters(
        numClusters: *mut ::core::ffi::c_int,
        func: *const ::core::ffi::c_void,
        launchConfig: *const cudaLaunchConfig_t,
    ) -> cudaError_t;
    pub fn cudaMallocManaged(
        devPtr: *mut *mut ::core::ffi::c_void,
        size: usize,
        flags: ::core::ffi::c_uint,
    ) -> cudaError_t;
    pub fn cudaMalloc(devPtr: *mut *mut ::core::ffi::c_void, size: usize) -> cudaError_t;
    pub fn cudaMallocHost(
        ptr: *mut *mut ::core::ffi::c_void,
        size: usize,
    ) -> cudaError_t;
    pub fn cudaMallocPitch(
        devPtr: *mut *mut ::core::ffi::c_void,
        pitch: *mut usize,
        width: usize,
        height: usize,
    ) -> cudaError_t;
    pub fn cudaMallocArray(
        array: *mut cudaArray_t,
        desc: *const cudaChannelFormatDesc,
        width: usize,
        height: usize,
        flags: ::core::ffi::c_uint,
    ) -> cudaError_t;
    pub fn cudaFree(devPtr: *mut ::core::ffi::c_void) -> cudaError_t;
    pub fn cudaFreeHost(ptr: *mut ::core::ffi::c_void) -> cudaError_t;
    pub fn cudaFreeArray(array: cudaArray_t) -> cudaError_t;
    pub fn cudaFreeMipmappedArray(mipmappedArray: cudaMipmappedArray_t) -> cudaError_t;
    pub fn cudaHostAlloc(
        pHost: *mut *mut ::core::ffi::c_void,
        size: usize,
        flags: ::core::ffi::c_uint,
    ) -> cudaError_t;
    pub fn cudaHostRegister(
        ptr: *mut ::core::ffi::c_void,
        size: usize,
        flags: ::core::ffi::c_uint,
    ) -> cudaError_t;
    pub fn cudaHostUnregister(ptr: *mut ::core::ffi::c_void) -> cudaError_t;
    pub fn cudaHostGetDevicePointer(
        pDevice: *mut *mut ::core::ffi::c_void,
        pHost: *mut ::core::ffi::c_void,
        flags: ::core::ffi::c_uint,
    ) -> cudaError_t;
    pub fn cudaHostGetFlags(
        pFlags: *mut ::core::ffi::c_uint,
        pHost: *mut ::core::ffi::c_void,
    ) -> cudaError_t;
    pub fn cudaMalloc3D(
        pitchedDevPtr: *mut cudaPitchedPtr,
        extent: cudaExtent,
    ) -> cudaError_t;
    pub fn cudaMalloc3DArray(
        array: *mut cudaArray_t,
        desc: *const cudaChannelFormatDesc,
        extent: cudaExtent,
        flags: ::core::ffi::c_uint,
    ) -> cudaError_t;
    pub fn cudaMallocMipmappedArray(
        mipmappedArray: *mut cudaMipmappedArray_t,
        desc: *const cudaChannelFormatDesc,
        extent: cudaExtent,
        numLevels: ::core::ffi::c_uint,
        flags: ::core::ffi::c_uint,
    ) -> cudaError_t;
    pub fn cudaGetMipmappedArrayLevel(
        levelArray: *mut cudaArray_t,
        mipmappedArray: cudaMipmappedArray_const_t,
        level: ::core::ffi::c_uint,
    ) -> cudaError_t;
    pub fn cudaMemcpy3D(p: *const cudaMemcpy3DParms) -> cudaError_t;
    pub fn cudaMemcpy3DPeer(p: *const cudaMemcpy3DPeerParms) -> cudaError_t;
    pub fn cudaMemcpy3DAsync(
        p: *const cudaMemcpy3DParms,
        stream: cudaStream_t,
    ) -> cudaError_t;
    pub fn cudaMemcpy3DPeerAsync(
        p: *const cudaMemcpy3DPeerParms,
        stream: cudaStream_t,
    ) -> cudaError_t;
    pub fn cudaMemGetInfo(free: *mut usize, total: *mut usize) -> cudaError_t;
    pub fn cudaArrayGetInfo(
        desc: *mut cudaChannelFormatDesc,
        extent: *mut cudaExtent,
        flags: *mut ::core::ffi::c_uint,
        array: cudaArray_t,
    ) -> cudaError_t;
    pub fn cudaArrayGetPlane(
        pPlaneArray: *mut cudaArray_t,
        hArray: cudaArray_t,
        planeIdx: ::core::ffi::c_uint,
    ) -> cudaError_t;
    pub fn cudaArrayGetMemoryRequirements(
        memoryRequirements: *mut cudaArrayMemoryRequirements,
        array: cudaArray_t,
        device: ::core::ffi::c_int,
    ) -> cudaError_t;
    pub fn cudaMipmappedArrayGetMemoryRequirements(
        memoryRequirements: *mut cudaArrayMemoryRequirements,
        mipmap: cudaMipmappedArray_t,
        device: ::core::ffi::c_int,
    ) -> cudaError_t;
    pub fn cudaArrayGetSparseProperties(
        sparseProperties: *mut cudaArraySparseProperties,
        array: cudaArray_t,
    ) -> cudaError_t;
    pub fn cudaMipmappedArrayGetSparseProperties(
        sparseProperties: *mut cudaArraySparseProperties,
        mipmap: cudaMipmappedArray_t,
    ) -> cudaError_t;
    pub fn cudaMemcpy(
        dst: *mut ::core::ffi::c_void,
        src: *const ::core::ffi::c_void,
        count: usize,
        kind: cudaMemcpyKind,
    ) -> cudaError_t;
    pub fn cudaMemcpyPeer(
        dst: *mut ::core::ffi::c_void,
        dstDevice: ::core::ffi::c_int,
        src: *const ::core::ffi::c_void,
        srcDevice: ::core::ffi::c_int,
        count: usize,
    ) -> cudaError_t;
    pub fn cudaMemcpy2D(
        dst: *mut ::core::ffi::c_void,
        dpitch: usize,
        src: *const ::core::ffi::c_void,
        spitch: usize,
        width: usize,
        height: usize,
        kind: cudaMemcpyKind,
    ) -> cudaError_t;
    pub fn cudaMemcpy2DToArray(
        dst: cudaArray_t,
        wOffset: usize,
        hOffset: usize,
        src: *const ::core::ffi::c_void,
        spitch: usize,
        width: usize,
        height: usize,
        kind: cudaMemcpyKind,
    ) -> cudaError_t;
    pub fn cudaMemcpy2DFromArray(
        dst: *mut ::core::ffi::c_void,
        dpitch: usize,
        src: cudaArray_const_t,
        wOffset: usize,
        hOffset: usize,
        width: usize,
        height: usize,
        kind: cudaMemcpyKind,
    ) -> cudaError_t;
    pub fn cudaMemcpy2DArrayToArray(
        dst: cudaArray_t,
        wOffsetDst: usize,
        hOffsetDst: usize,
        src: cudaArray_const_t,
        wOffsetSrc: usize,
        hOffsetSrc: usize,
        width: usize,
        height: usize,
        kind: cudaMemcpyKind,
    ) -> cudaError_t;
    pub fn cudaMemcpyToSymbol(
        symbol: *const ::core::ffi::c_void,
        src: *const ::core::ffi::c_void,
        count: usize,
        offset: usize,
        kind: cudaMemcpyKind,
    ) -> cudaError_t;
    pub fn cudaMemcpyFromSymbol(
        dst: *mut ::core::ffi::c_void,
        symbol: *const ::core::ffi::c_void,
        count: usize,
        offset: usize,
        kind: cudaMemcpyKind,
    ) -> cudaError_t;
    pub fn cudaMemcpyAsync(
        dst: *mut ::core::ffi::c_void,
        src: *const ::core::ffi::c_void,
        count: usize,
        kind: cudaMemcpyKind,
        stream: cudaStream_t,
    ) -> cudaError_t;
    pub fn cudaMemcpyPeerAsync(
        dst: *mut ::core::ffi::c_void,
        dstDevice: ::core::ffi::c_int,
        src: *const ::core::ffi::c_void,
        srcDevice: ::core::ffi::c_int,
        count: usize,
        stream: cudaStream_t,
    ) -> cudaError_t;
    pub fn cudaMemcpyBatchAsync(
        dsts: *const *mut ::core::ffi::c_void,
        srcs: *const *const ::core::ffi::c_void,
        sizes: *const usize,
        count: usize,
        attrs: *mut cudaMemcpyAttributes,
        attrsIdxs: *mut usize,
        numAttrs: usize,
        stream: cudaStream_t,
    ) -> cudaError_t;
    pub fn cudaMemcpy3DBatchAsync(
        numOps: usize,
        opList: *mut cudaMemcpy3DBatchOp,
        flags: ::core::ffi::c_ulonglong,
        stream: cudaStream_t,
    ) -> cudaError_t;
    pub fn cudaMemcpyWithAttributesAsync(
        dst: *mut ::core::ffi::c_void,
        src: *const ::core::ffi::c_void,
        size: usize,
        attr: *mut cudaMemcpyAttributes,
        stream: cudaStream_t,
    ) -> cudaError_t;
    pub fn cudaMemcpy3DWithAttributesAsync(
        op: *mut cudaMemcpy3DBatchOp,
        flags: ::core::ffi::c_ulonglong,
        stream: cudaStream_t,
    ) -> cudaError_t;
    pub fn cudaMemcpy2DAsync(
        dst: *mut ::core::ffi::c_void,
        dpitch: usize,
        src: *const ::core::ffi::c_void,
        spitch: usize,
        width: usize,
        height: usize,
        kind: cudaMemcpyKind,
        stream: cudaStream_t,
    ) -> cudaError_t;
    pub fn cudaMemcpy2DToArrayAsync(
        dst: cudaArray_t,
        wOffset: usize,
        hOffset: usize,
        src: *const ::core::ffi::c_void,
        spitch: usize,
        width: usize,
        height: usize,
        kind: cudaMemcpyKind,
        stream: cudaStream_t,
    ) -> cudaError_t;
    pub fn cudaMemcpy2DFromArrayAsync(
        dst: *mut ::core::ffi::c_void,
        dpitch: usize,
        src: cudaArray_const_t,
        wOffset: usize,
        hOffset: usize,
        width: usize,
        height: usize,
        kind: cudaMemcpyKind,
        stream: cudaStream_t,
    ) -> cudaError_t;
    pub fn cudaMemcpyToSymbolAsync(
        symbol: *const ::core::ffi::c_void,
        src: *const ::core::ffi::c_void,
        count: usize,
        offset: usize,
        kind: cudaMemcpyKind,
        stream: cudaStream_t,
    ) -> cudaError_t;
    pub fn cudaMemcpyFromSymbolAsync(
        dst: *mut ::core::ffi::c_void,
        symbol: *const ::core::ffi::c_void,
        count: usize,
        offset: usize,
        kind: cudaMemcpyKind,
        stream: cudaStream_t,
    ) -> cudaError_t;
    pub fn cudaMemset(
        devPtr: *mut ::core::ffi::c_void,
        value: ::core::ffi::c_int,
        count: usize,
    ) -> cudaError_t;
    pub fn cudaMemset2D(
        devPtr: *mut ::core::ffi::c_void,
        pitch: usize,
        value: ::core::ffi::c_int,
        width: usize,
        height: usize,
    ) -> cudaError_t;
    pub fn cudaMemset3D(
        pitchedDevPtr: cudaPitchedPtr,
        value: ::core::ffi::c_int,
        extent: cudaExtent,
    ) -> cudaError_t;
    pub fn cudaMemsetAsync(
        devPtr: *mut ::core::ffi::c_void,
        value: ::core::ffi::c_int,
        count: usize,
        stream: cudaStream_t,
    ) -> cudaError_t;
    pub fn cudaMemset2DAsync(
        devPtr: *mut ::core::ffi::c_void,
        pitch: usize,
        value: ::core::ffi::c_int,
        width: usize,
        height: usize,
        stream: cudaStream_t,
    ) -> cudaError_t;
    pub fn cudaMemset3DAsync(
        pitchedDevPtr: cudaPitchedPtr,
        value: ::core::ffi::c_int,
        extent: cudaExtent,
        stream: cudaStream_t,
    ) -> cudaError_t;
    pub fn cudaGetSymbolAddress(
        devPtr: *mut *mut ::core::ffi::c_void,
        symbol: *const ::core::ffi::c_void,
    ) -> cudaError_t;
    pub fn cudaGetSymbolSize(
        size: *mut usize,
        symbol: *const ::core::ffi::c_void,
    ) -> cudaError_t;
    pub fn cudaMemPrefetchAsync(
        devPtr: *const ::core::ffi::c_void,
        count: usize,
        location: cudaMemLocation,
        flags: ::core::ffi::c_uint,
        stream: cudaStream_t,
    ) -> cudaError_t;
    pub fn cudaMemPrefetchBatchAsync(
        dptrs: *mut *mut ::core::ffi::c_void,
        sizes: *mut usize,
        count: usize,
        prefetchLocs: *mut cudaMemLocation,
        prefetchLocIdxs: *mut usize,
        numPrefetchLocs: usize,
        flags: ::core::ffi::c_ulonglong,
        stream: cudaStream_t,
    ) -> cudaError_t;
    pub fn cudaMemDiscardBatchAsync(
        dptrs: *mut *mut ::core::ffi::c_void,
        sizes: *mut usize,
        count: usize,
        flags: ::core::ffi::c_ulonglong,
        stream: cudaStream_t,
    ) -> cudaError_t;
    pub fn cudaMemDiscardAndPrefetchBatchAsync(
        dptrs: *mut *mut ::core::ffi::c_void,
        sizes: *mut usize,
        count: usize,
        prefetchLocs: *mut cudaMemLocation,
        prefetchLocIdxs: *mut usize,
        numPrefetchLocs: usize,
        flags: ::core::ffi::c_ulonglong,
        stream: cudaStream_t,
    ) -> cudaError_t;
    pub fn cudaMemGetLocationInfo(
        devPtr: *mut ::core::ffi::c_void,
        size: usize,
        summaryGranularity: usize,
        samplingGranularity: usize,
        location_out: *mut cudaMemLocation,
    ) -> cudaError_t;
    pub fn cudaMemAdvise(
        devPtr: *const ::core::ffi::c_void,
        count: usize,
        advice: cudaMemoryAdvise,
        location: cudaMemLocation,
    ) -> cudaError_t;
    pub fn cudaMemRangeGetAttribute(
        data: *mut ::core::ffi::c_void,
        dataSize: usize,
        attribute: cudaMemRangeAttribute,
        devPtr: *const ::core::ffi::c_void,
        count: usize,
    ) -> cudaError_t;
    pub fn cudaMemRangeGetAttributes(
        data: *mut *mut ::core::ffi::c_void,
        dataSizes: *mut usize,
        attributes: *mut cudaMemRangeAttribute,
        numAttributes: usize,
        devPtr: *const ::core::ffi::c_void,
        count: usize,
    ) -> cudaError_t;
    pub fn cudaMemcpyToArray(
        dst: cudaArray_t,
        wOffset: usize,
        hOffset: usize,
        src: *const ::core::ffi::c_void,
        count: usize,
        kind: cudaMemcpyKind,
    ) -> cudaError_t;
    pub fn cudaMemcpyFromArray(
        dst: *mut ::core::ffi::c_void,
        src: cudaArray_const_t,
        wOffset: usize,
        hOffset: usize,
        count: usize,
        kind: cudaMemcpyKind,
    ) -> cudaError_t;
    pub fn cudaMemcpyArrayToArray(
        dst: cudaArray_t,
        wOffsetDst: usize,
        hOffsetDst: usize,
        src: cudaArray_const_t,
        wOffsetSrc: usize,
        hOffsetSrc: usize,
        count: usize,
        kind: cudaMemcpyKind,
    ) -> cudaError_t;
    pub fn cudaMemcpyToArrayAsync(
        dst: cudaArray_t,
        wOffset: usize,
        hOffset: usize,
        src: *const ::core::ffi::c_void,
        count: usize,
        kind: cudaMemcpyKind,
        stream: cudaStream_t,
    ) -> cudaError_t;
    pub fn cudaMemcpyFromArrayAsync(
        dst: *mut ::core::ffi::c_void,
        src: cudaArray_const_t,
        wOffset: usize,
        hOffset: usize,
        count: usize,
        kind: cudaMemcpyKind,
        stream: cudaStream_t,
    ) -> cudaError_t;
    pub fn cudaMallocAsync(
        devPtr: *mut *mut ::core::ffi::c_void,
        size: usize,
        hStream: cudaStream_t,
    ) -> cudaError_t;
    pub fn cudaFreeAsync(
        devPtr: *mut ::core::ffi::c_void,
        hStream: cudaStream_t,
    ) -> cudaError_t;
    pub fn cudaMemPoolTrimTo(
        memPool: cudaMemPool_t,
        minBytesToKeep: usize,
    ) -> cudaError_t;
    pub fn cudaMemPoolSetAttribute(
        memPool: cudaMemPool_t,
        attr: cudaMemPoolAttr,
        value: *mut ::core::ffi::c_void,
    ) -> cudaError_t;
    pub fn cudaMemPoolGetAttribute(
        memPool: cudaMemPool_t,
        attr: cudaMemPoolAttr,
        value: *mut ::core::ffi::c_void,
    ) -> cudaError_t;
    pub fn cudaMemPoolSetAccess(
        memPool: cudaMemPool_t,
        descList: *const cudaMemAccessDesc,
        count: usize,
    ) -> cudaError_t;
    pub fn cudaMemPoolGetAccess(
        flags: *mut cudaMemAccessFlags,
        memPool: cudaMemPool_t,
        location: *mut cudaMemLocation,
    ) -> cudaError_t;
    pub fn cudaMemPoolCreate(
        memPool: *mut cudaMemPool_t,
        poolProps: *const cudaMemPoolProps,
    ) -> cudaError_t;
    pub fn cudaMemPoolDestroy(memPool: cudaMemPool_t) -> cudaError_t;
    pub fn cudaMemGetDefaultMemPool(
        memPool: *mut cudaMemPool_t,
        location: *mut cudaMemLocation,
        type_: cudaMemAllocationType,
    ) -> cudaError_t;
    pub fn cudaMemGetMemPool(
        memPool: *mut cudaMemPool_t,
        location: *mut cudaMemLocation,
        type_: cudaMemAllocationType,
    ) -> cudaError_t;
    pub fn cudaMemSetMemPool(
        location: *mut cudaMemLocation,
        type_: cudaMemAllocationType,
        memPool: cudaMemPool_t,
    ) -> cudaError_t;
    pub fn cudaMallocFromPoolAsync(
        ptr: *mut *mut ::core::ffi::c_void,
        size: usize,
        memPool: cudaMemPool_t,
        stream: cudaStream_t,
    ) -> cudaError_t;
    pub fn cudaMemPoolExportToShareableHandle(
        shareableHandle: *mut ::core::ffi::c_void,
        memPool: cudaMemPool_t,
        handleType: cudaMemAllocationHandleType,
        flags: ::core::ffi::c_uint,
    ) -> cudaError_t;
    pub fn cudaMemPoolImportFromShareableHandle(
        memPool: *mut cudaMemPool_t,
        shareableHandle: *mut ::core::ffi::c_void,
        handleType: cudaMemAllocationHandleType,
        flags: ::core::ffi::c_uint,
    ) -> cudaError_t;
    pub fn cudaMemPoolExportPointer(
        exportData: *mut cudaMemPoolPtrExportData,
        ptr: *mut ::core::ffi::c_void,
    ) -> cudaError_t;
    pub fn cudaMemPoolImportPointer(
        ptr: *mut *mut ::core::ffi::c_void,
        memPool: cudaMemPool_t,
        exportData: *mut cudaMemPoolPtrExportData,
    ) -> cudaError_t;
    pub fn cudaPointerGetAttributes(
        attributes: *mut cudaPointerAttributes,
        ptr: *const ::core::ffi::c_void,
    ) -> cudaError_t;
    pub fn cudaDeviceCanAccessPeer(
        canAccessPeer: *mut ::core::ffi::c_int,
        device: ::core::ffi::c_int,
        peerDevice: ::core::ffi::c_int,
    ) -> cudaError_t;
    pub fn cudaDeviceEnablePeerAccess(
        peerDevice: ::core::ffi::c_int,
        flags: ::core::ffi::c_uint,
    ) -> cudaError_t;
    pub fn cudaDeviceDisablePeerAccess(peerDevice: ::core::ffi::c_int) -> cudaError_t;
    pub fn cudaGraphicsUnregisterResource(
        resource: cudaGraphicsResource_t,
    ) -> cudaError_t;
    pub fn cudaGraphicsResourceSetMapFlags(
        resource: cudaGraphicsResource_t,
        flags: ::core::ffi::c_uint,
    ) -> cudaError_t;
    pub fn cudaGraphicsMapResources(
        count: ::core::ffi::c_int,
        resources: *mut cudaGraphicsResource_t,
        stream: cudaStream_t,
    ) -> cudaError_t;
    pub fn cudaGraphicsUnmapResources(
        count: ::core::ffi::c_int,
        resources: *mut cudaGraphicsResource_t,
        stream: cudaStream_t,
    ) -> cudaError_t;
    pub fn cudaGraphicsResourceGetMappedPointer(
        devPtr: *mut *mut ::core::ffi::c_void,
        size: *mut usize,
        resource: cudaGraphicsResource_t,
    ) -> cudaError_t;
    pub fn cudaGraphicsSubResourceGetMappedArray(
        array: *mut cudaArray_t,
        resource: cudaGraphicsResource_t,
        arrayIndex: ::core::ffi::c_uint,
        mipLevel: ::core::ffi::c_uint,
    ) -> cudaError_t;
    pub fn cudaGraphicsResourceGetMappedMipmappedArray(
        mipmappedArray: *mut cudaMipmappedArray_t,
        resource: cudaGraphicsResource_t,
    ) -> cudaError_t;
    pub fn cudaGetChannelDesc(
        desc: *mut cudaChannelFormatDesc,
        array: cudaArray_const_t,
    ) -> cudaError_t;
    pub fn cudaCreateChannelDesc(
        x: ::core::ffi::c_int,
        y: ::core::ffi::c_int,
        z: ::core::ffi::c_int,
        w: ::core::ffi::c_int,
        f: cudaChannelFormatKind,
    ) -> cudaChannelFormatDesc;
    pub fn cudaCreateTextureObject(
        pTexObject: *mut cudaTextureObject_t,
        pResDesc: *const cudaResourceDesc,
        pTexDesc: *const cudaTextureDesc,
        pResViewDesc: *const cudaResourceViewDesc,
    ) -> cudaError_t;
    pub fn cudaDestroyTextureObject(texObject: cudaTextureObject_t) -> cudaError_t;
    pub fn cudaGetTextureObjectResourceDesc(
        pResDesc: *mut cudaResourceDesc,
        texObject: cudaTextureObject_t,
    ) -> cudaError_t;
    pub fn cudaGetTextureObjectTextureDesc(
        pTexDesc: *mut cudaTextureDesc,
        texObject: cudaTextureObject_t,
    ) -> cudaError_t;
    pub fn cudaGetTextureObjectResourceViewDesc(
        pResViewDesc: *mut cudaResourceViewDesc,
        texObject: cudaTextureObject_t,
    ) -> cudaError_t;
    pub fn cudaCreateSurfaceObject(
        pSurfObject: *mut cudaSurfaceObject_t,
        pResDesc: *const cudaResourceDesc,
    ) -> cudaError_t;
    pub fn cudaDestroySurfaceObject(surfObject: cudaSurfaceObject_t) -> cudaError_t;
    pub fn cudaGetSurfaceObjectResourceDesc(
        pResDesc: *mut cudaResourceDesc,
        surfObject: cudaSurfaceObject_t,
    ) -> cudaError_t;
    pub fn cudaDriverGetVersion(driverVersion: *mut ::core::ffi::c_int) -> cudaError_t;
    pub fn cudaRuntimeGetVersion(runtimeVersion: *mut ::core::ffi::c_int) -> cudaError_t;
    pub fn cudaLogsRegisterCallback(
        callbackFunc: cudaLogsCallback_t,
        userData: *mut ::core::ffi::c_void,
        callback_out: *mut cudaLogsCallbackHandle,
    ) -> cudaError_t;
    pub fn cudaLogsUnregisterCallback(callback: cudaLogsCallbackHandle) -> cudaError_t;
    pub fn cudaLogsCurrent(
        iterator_out: *mut cudaLogIterator,
        flags: ::core::ffi::c_uint,
    ) -> cudaError_t;
    pub fn cudaLogsDumpToFile(
        iterator: *mut cudaLogIterator,
        pathToFile: *const ::core::ffi::c_char,
        flags: ::core::ffi::c_uint,
    ) -> cudaError_t;
    pub fn cudaLogsDumpToMemory(
        iterator: *mut cudaLogIterator,
        buffer: *mut ::core::ffi::c_char,
        size: *mut usize,
        flags: ::core::ffi::c_uint,
    ) -> cudaError_t;
    pub fn cudaGraphCreate(
        pGraph: *mut cudaGraph_t,
        flags: ::core::ffi::c_uint,
    ) -> cudaError_t;
    pub fn cudaGraphAddKernelNode(
        pGraphNode: *mut cudaGraphNode_t,
        graph: cudaGraph_t,
        pDependencies: *const cudaGraphNode_t,
        numDependencies: usize,
        pNodeParams: *const cudaKernelNodeParams,
    ) -> cudaError_t;
    pub fn cudaGraphKernelNodeGetParams(
        node: cudaGraphNode_t,
        pNodeParams: *mut cudaKernelNodeParams,
    ) -> cudaError_t;
    pub fn cudaGraphKernelNodeSetParams(
        node: cudaGraphNode_t,
        pNodeParams: *const cudaKernelNodeParams,
    ) -> cudaError_t;
    pub fn cudaGraphKernelNodeCopyAttributes(
        hDst: cudaGraphNode_t,
        hSrc: cudaGraphNode_t,
    ) -> cudaError_t;
    pub fn cudaGraphKernelNodeGetAttribute(
        hNode: cudaGraphNode_t,
        attr: cudaLaunchAttributeID,
        value_out: *mut cudaLaunchAttributeValue,
    ) -> cudaError_t;
    pub fn cudaGraphKernelNodeSetAttribute(
        hNode: cudaGraphNode_t,
        attr: cudaLaunchAttributeID,
        value: *const cudaLaunchAttributeValue,
    ) -> cudaError_t;
    pub fn cudaGraphAddMemcpyNode(
        pGraphNode: *mut cudaGraphNode_t,
        graph: cudaGraph_t,
        pDependencies: *const cudaGraphNode_t,
        numDependencies: usize,
        pCopyParams: *const cudaMemcpy3DParms,
    ) -> cudaError_t;
    pub fn cudaGraphAddMemcpyNodeToSymbol(
        pGraphNode: *mut cudaGraphNode_t,
        graph: cudaGraph_t,
        pDependencies: *const cudaGraphNode_t,
        numDependencies: usize,
        symbol: *const ::core::ffi::c_void,
        src: *const ::core::ffi::c_void,
        count: usize,
        offset: usize,
        kind: cudaMemcpyKind,
    ) -> cudaError_t;
    pub fn cudaGraphAddMemcpyNodeFromSymbol(
        pGraphNode: *mut cudaGraphNode_t,
        graph: cudaGraph_t,
        pDependencies: *const cudaGraphNode_t,
        numDependencies: usize,
        dst: *mut ::core::ffi::c_void,
        symbol: *const ::core::ffi::c_void,
        count: usize,
        offset: usize,
        kind: cudaMemcpyKind,
    ) -> cudaError_t;
    pub fn cudaGraphAddMemcpyNode1D(
        pGraphNode: *mut cudaGraphNode_t,
        graph: cudaGraph_t,
        pDependencies: *const cudaGraphNode_t,
        numDependencies: usize,
        dst: *mut ::core::ffi::c_void,
        src: *const ::core::ffi::c_void,
        count: usize,
        kind: cudaMemcpyKind,
    ) -> cudaError_t;
    pub fn cudaGraphMemcpyNodeGetParams(
        node: cudaGraphNode_t,
        pNodeParams: *mut cudaMemcpy3DParms,
    ) -> cudaError_t;
    pub fn cudaGraphMemcpyNodeSetParams(
        node: cudaGraphNode_t,
        pNodeParams: *const cudaMemcpy3DParms,
    ) -> cudaError_t;
    pub fn cudaGraphMemcpyNodeSetParamsToSymbol(
        node: cudaGraphNode_t,
        symbol: *const ::core::ffi::c_void,
        src: *const ::core::ffi::c_void,
        count: usize,
        offset: usize,
        kind: cudaMemcpyKind,
    ) -> cudaError_t;
    pub fn cudaGraphMemcpyNodeSetParamsFromSymbol(
        node: cudaGraphNode_t,
        dst: *mut ::core::ffi::c_void,
        symbol: *const ::core::ffi::c_void,
        count: usize,
        offset: usize,
        kind: cudaMemcpyKind,
    ) -> cudaError_t;
    pub fn cudaGraphMemcpyNodeSetParams1D(
        node: cudaGraphNode_t,
        dst: *mut ::core::ffi::c_void,
        src: *const ::core::ffi::c_void,
        count: usize,
        kind: cudaMemcpyKind,
    ) -> cudaError_t;
    pub fn cudaGraphAddMemsetNode(
        pGraphNode: *mut cudaGraphNode_t,
        graph: cudaGraph_t,
        pDependencies: *const cudaGraphNode_t,
        numDependencies: usize,
        pMemsetParams: *const cudaMemsetParams,
    ) -> cudaError_t;
    pub fn cudaGraphMemsetNodeGetParams(
        node: cudaGraphNode_t,
        pNodeParams: *mut cudaMemsetParams,
    ) -> cudaError_t;
    pub fn cudaGraphMemsetNodeSetParams(
        node: cudaGraphNode_t,
        pNodeParams: *const cudaMemsetParams,
    ) -> cudaError_t;
    pub fn cudaGraphAddHostNode(
        pGraphNode: *mut cudaGraphNode_t,
        graph: cudaGraph_t,
        pDependencies: *const cudaGraphNode_t,
        numDependencies: usize,
        pNodeParams: *const cudaHostNodeParams,
    ) -> cudaError_t;
    pub fn cudaGraphHostNodeGetParams(
        node: cudaGraphNode_t,
        pNodeParams: *mut cudaHostNodeParams,
    ) -> cudaError_t;
    pub fn cudaGraphHostNodeSetParams(
        node: cudaGraphNode_t,
        pNodeParams: *const cudaHostNodeParams,
    ) -> cudaError_t;
    pub fn cudaGraphAddChildGraphNode(
        pGraphNode: *mut cudaGraphNode_t,
        graph: cudaGraph_t,
        pDependencies: *const cudaGraphNode_t,
        numDependencies: usize,
        childGraph: cudaGraph_t,
    ) -> cudaError_t;
    pub fn cudaGraphChildGraphNodeGetGraph(
        node: cudaGraphNode_t,
        pGraph: *mut cudaGraph_t,
    ) -> cudaError_t;
    pub fn cudaGraphAddEmptyNode(
        pGraphNode: *mut cudaGraphNode_t,
        graph: cudaGraph_t,
        pDependencies: *const cudaGraphNode_t,
        numDependencies: usize,
    ) -> cudaError_t;
    pub fn cudaGraphAddEventRecordNode(
        pGraphNode: *mut cudaGraphNode_t,
        graph: cudaGraph_t,
        pDependencies: *const cudaGraphNode_t,
        numDependencies: usize,
        event: cudaEvent_t,
    ) -> cudaError_t;
    pub fn cudaGraphEventRecordNodeGetEvent(
        node: cudaGraphNode_t,
        event_out: *mut cudaEvent_t,
    ) -> cudaError_t;
    pub fn cudaGraphEventRecordNodeSetEvent(
        node: cudaGraphNode_t,
        event: cudaEvent_t,
    ) -> cudaError_t;
    pub fn cudaGraphAddEventWaitNode(
        pGraphNode: *mut cudaGraphNode_t,
        graph: cudaGraph_t,
        pDependencies: *const cudaGraphNode_t,
        numDependencies: usize,
        event: cudaEvent_t,
    ) -> cudaError_t;
    pub fn cudaGraphEventWaitNodeGetEvent(
        node: cudaGraphNode_t,
        event_out: *mut cudaEvent_t,
    ) -> cudaError_t;
    pub fn cudaGraphEventWaitNodeSetEvent(
        node: cudaGraphNode_t,
        event: cudaEvent_t,
    ) -> cudaError_t;
    pub fn cudaGraphAddExternalSemaphoresSignalNode(
        pGraphNode: *mut cudaGraphNode_t,
        graph: cudaGraph_t,
        pDependencies: *const cudaGraphNode_t,
        numDependencies: usize,
        nodeParams: *const cudaExternalSemaphoreSignalNodeParams,
    ) -> cudaError_t;
    pub fn cudaGraphExternalSemaphoresSignalNodeGetParams(
        hNode: cudaGraphNode_t,
        params_out: *mut cudaExternalSemaphoreSignalNodeParams,
    ) -> cudaError_t;
    pub fn cudaGraphExternalSemaphoresSignalNodeSetParams(
        hNode: cudaGraphNode_t,
        nodeParams: *const cudaExternalSemaphoreSignalNodeParams,
    ) -> cudaError_t;
    pub fn cudaGraphAddExternalSemaphoresWaitNode(
        pGraphNode: *mut cudaGraphNode_t,
        graph: cudaGraph_t,
        pDependencies: *const cudaGraphNode_t,
        numDependencies: usize,
        nodeParams: *const cudaExternalSemaphoreWaitNodeParams,
    ) -> cudaError_t;
    pub fn cudaGraphExternalSemaphoresWaitNodeGetParams(
        hNode: cudaGraphNode_t,
        params_out: *mut cudaExternalSemaphoreWaitNodeParams,
    ) -> cudaError_t;
    pub fn cudaGraphExternalSemaphoresWaitNodeSetParams(
        hNode: cudaGraphNode_t,
        nodeParams: *const cudaExternalSemaphoreWaitNodeParams,
    ) -> cudaError_t;
    pub fn cudaGraphAddMemAllocNode(
        pGraphNode: *mut cudaGraphNode_t,
        graph: cudaGraph_t,
        pDependencies: *const cudaGraphNode_t,
        numDependencies: usize,
        nodeParams: *mut cudaMemAllocNodeParams,
    ) -> cudaError_t;
    pub fn cudaGraphMemAllocNodeGetParams(
        node: cudaGraphNode_t,
        params_out: *mut cudaMemAllocNodeParams,
    ) -> cudaError_t;
    pub fn cudaGraphAddMemFreeNode(
        pGraphNode: *mut cudaGraphNode_t,
        graph: cudaGraph_t,
        pDependencies: *const cudaGraphNode_t,
        numDependencies: usize,
        dptr: *mut ::core::ffi::c_void,
    ) -> cudaError_t;
    pub fn cudaGraphMemFreeNodeGetParams(
        node: cudaGraphNode_t,
        dptr_out: *mut ::core::ffi::c_void,
    ) -> cudaError_t;
    pub fn cudaDeviceGraphMemTrim(device: ::core::ffi::c_int) -> cudaError_t;
    pub fn cudaDeviceGetGraphMemAttribute(
        device: ::core::ffi::c_int,
        attr: cudaGraphMemAttributeType,
        value: *mut ::core::ffi::c_void,
    ) -> cudaError_t;
    pub fn cudaDeviceSetGraphMemAttribute(
        device: ::core::ffi::c_int,
        attr: cudaGraphMemAttributeType,
        value: *mut ::core::ffi::c_void,
    ) -> cudaError_t;
    pub fn cudaGraphClone(
        pGraphClone: *mut cudaGraph_t,
        originalGraph: cudaGraph_t,
    ) -> cudaError_t;
    pub fn cudaGraphNodeFindInClone(
        pNode: *mut cudaGraphNode_t,
        originalNode: cudaGraphNode_t,
        clonedGraph: cudaGraph_t,
    ) -> cudaError_t;
    pub fn cudaGraphNodeGetType(
        node: cudaGraphNode_t,
        pType: *mut cudaGraphNodeType,
    ) -> cudaError_t;
    pub fn cudaGraphNodeGetContainingGraph(
        hNode: cudaGraphNode_t,
        phGraph: *mut cudaGraph_t,
    ) -> cudaError_t;
    pub fn cudaGraphNodeGetLocalId(
        hNode: cudaGraphNode_t,
        nodeId: *mut ::core::ffi::c_uint,
    ) -> cudaError_t;
    pub fn cudaGraphNodeGetToolsId(
        hNode: cudaGraphNode_t,
        toolsNodeId: *mut ::core::ffi::c_ulonglong,
    ) -> cudaError_t;
    pub fn cudaGraphGetId(
        hGraph: cudaGraph_t,
        graphID: *mut ::core::ffi::c_uint,
    ) -> cudaError_t;
    pub fn cudaGraphExecGetId(
        hGraphExec: cudaGraphExec_t,
        graphID: *mut ::core::ffi::c_uint,
    ) -> cudaError_t;
    pub fn cudaGraphGetNodes(
        graph: cudaGraph_t,
        nodes: *mut cudaGraphNode_t,
        numNodes: *mut usize,
    ) -> cudaError_t;
    pub fn cudaGraphGetRootNodes(
        graph: cudaGraph_t,
        pRootNodes: *mut cudaGraphNode_t,
        pNumRootNodes: *mut usize,
    ) -> cudaError_t;
    pub fn cudaGraphGetEdges(
        graph: cudaGraph_t,
        from: *mut cudaGraphNode_t,
        to: *mut cudaGraphNode_t,
        edgeData: *mut cudaGraphEdgeData,
        numEdges: *mut usize,
    ) -> cudaError_t;
    pub fn cudaGraphNodeGetDependencies(
        node: cudaGraphNode_t,
        pDependencies: *mut cudaGraphNode_t,
        edgeData: *mut cudaGraphEdgeData,
        pNumDependencies: *mut usize,
    ) -> cudaError_t;
    pub fn cudaGraphNodeGetDependentNodes(
        node: cudaGraphNode_t,
        pDependentNodes: *mut cudaGraphNode_t,
        edgeData: *mut cudaGraphEdgeData,
        pNumDependentNodes: *mut usize,
    ) -> cudaError_t;
    pub fn cudaGraphAddDependencies(
        graph: cudaGraph_t,
        from: *const cudaGraphNode_t,
        to: *const cudaGraphNode_t,
        edgeData: *const cudaGraphEdgeData,
        numDependencies: usize,
    ) -> cudaError_t;
    pub fn cudaGraphRemoveDependencies(
        graph: cudaGraph_t,
        from: *const cudaGraphNode_t,
        to: *const cudaGraphNode_t,
        edgeData: *const cudaGraphEdgeData,
        numDependencies: usize,
    ) -> cudaError_t;
    pub fn cudaGraphDestroyNode(node: cudaGraphNode_t) -> cudaError_t;
    pub fn cudaGraphInstantiate(
        pGraphExec: *mut cudaGraphExec_t,
        graph: cudaGraph_t,
        flags: ::core::ffi::c_ulonglong,
    ) -> cudaError_t;
    pub fn cudaGraphInstantiateWithFlags(
        pGraphExec: *mut cudaGraphExec_t,
        graph: cudaGraph_t,
        flags: ::core::ffi::c_ulonglong,
    ) -> cudaError_t;
    pub fn cudaGraphInstantiateWithParams(
        pGraphExec: *mut cudaGraphExec_t,
        graph: cudaGraph_t,
        instantiateParams: *mut cudaGraphInstantiateParams,
    ) -> cudaError_t;
    pub fn cudaGraphExecGetFlags(
        graphExec: cudaGraphExec_t,
        flags: *mut ::core::ffi::c_ulonglong,
    ) -> cudaError_t;
    pub fn cudaGraphExecKernelNodeSetParams(
        hGraphExec: cudaGraphExec_t,
        node: cudaGraphNode_t,
        pNodeParams: *const cudaKernelNodeParams,
    ) -> cudaError_t;
    pub fn cudaGraphExecMemcpyNodeSetParams(
        hGraphExec: cudaGraphExec_t,
        node: cudaGraphNode_t,
        pNodeParams: *const cudaMemcpy3DParms,
    ) -> cudaError_t;
    pub fn cudaGraphExecMemcpyNodeSetParamsToSymbol(
        hGraphExec: cudaGraphExec_t,
        node: cudaGraphNode_t,
        symbol: *const ::core::ffi::c_void,
        src: *const ::core::ffi::c_void,
        count: usize,
        offset: usize,
        kind: cudaMemcpyKind,
    ) -> cudaError_t;
    pub fn cudaGraphExecMemcpyNodeSetParamsFromSymbol(
        hGraphExec: cudaGraphExec_t,
        node: cudaGraphNode_t,
        dst: *mut ::core::ffi::c_void,
        symbol: *const ::core::ffi::c_void,
        count: usize,
        offset: usize,
        kind: cudaMemcpyKind,
    ) -> cudaError_t;
    pub fn cudaGraphExecMemcpyNodeSetParams1D(
        hGraphExec: cudaGraphExec_t,
        node: cudaGraphNode_t,
        dst: *mut ::core::ffi::c_void,
        src: *const ::core::ffi::c_void,
        count: usize,
        kind: cudaMemcpyKind,
    ) -> cudaError_t;
    pub fn cudaGraphExecMemsetNodeSetParams(
        hGraphExec: cudaGraphExec_t,
        node: cudaGraphNode_t,
        pNodeParams: *const cudaMemsetParams,
    ) -> cudaError_t;
    pub fn cudaGraphExecHostNodeSetParams(
        hGraphExec: cudaGraphExec_t,
        node: cudaGraphNode_t,
        pNodeParams: *const cudaHostNodeParams,
    ) -> cudaError_t;
    pub fn cudaGraphExecChildGraphNodeSetParams(
        hGraphExec: cudaGraphExec_t,
        node: cudaGraphNode_t,
        childGraph: cudaGraph_t,
    ) -> cudaError_t;
    pub fn cudaGraphExecEventRecordNodeSetEvent(
        hGraphExec: cudaGraphExec_t,
        hNode: cudaGraphNode_t,
        event: cudaEvent_t,
    ) -> cudaError_t;
    pub fn cudaGraphExecEventWaitNodeSetEvent(
        hGraphExec: cudaGraphExec_t,
        hNode: cudaGraphNode_t,
        event: cudaEvent_t,
    ) -> cudaError_t;
    pub fn cudaGraphExecExternalSemaphoresSignalNodeSetParams(
        hGraphExec: cudaGraphExec_t,
        hNode: cudaGraphNode_t,
        nodeParams: *const cudaExternalSemaphoreSignalNodeParams,
    ) -> cudaError_t;
    pub fn cudaGraphExecExternalSemaphoresWaitNodeSetParams(
        hGraphExec: cudaGraphExec_t,
        hNode: cudaGraphNode_t,
        nodeParams: *const cudaExternalSemaphoreWaitNodeParams,
    ) -> cudaError_t;
    pub fn cudaGraphNodeSetEnabled(
        hGraphExec: cudaGraphExec_t,
        hNode: cudaGraphNode_t,
        isEnabled: ::core::ffi::c_uint,
    ) -> cudaError_t;
    pub fn cudaGraphNodeGetEnabled(
        hGraphExec: cudaGraphExec_t,
        hNode: cudaGraphNode_t,
        isEnabled: *mut ::core::ffi::c_uint,
    ) -> cudaError_t;
    pub fn cudaGraphExecUpdate(
        hGraphExec: cudaGraphExec_t,
        hGraph: cudaGraph_t,
        resultInfo: *mut cudaGraphExecUpdateResultInfo,
    ) -> cudaError_t;
    pub fn cudaGraphUpload(
        graphExec: cudaGraphExec_t,
        stream: cudaStream_t,
    ) -> cudaError_t;
    pub fn cudaGraphLaunch(
        graphExec: cudaGraphExec_t,
        stream: cudaStream_t,
    ) -> cudaError_t;
    pub fn cudaGraphExecDestroy(graphExec: cudaGraphExec_t) -> cudaError_t;
    pub fn cudaGraphDestroy(graph: cudaGraph_t) -> cudaError_t;
    pub fn cudaGraphDebugDotPrint(
        graph: cudaGraph_t,
        path: *const ::core::ffi::c_char,
        flags: ::core::ffi::c_uint,
    ) -> cudaError_t;
    pub fn cudaUserObjectCreate(
        object_out: *mut cudaUserObject_t,
        ptr: *mut ::core::ffi::c_void,
        destroy: cudaHostFn_t,
        initialRefcount: ::core::ffi::c_uint,
        flags: ::core::ffi::c_uint,
    ) -> cudaError_t;
    pub fn cudaUserObjectRetain(
        object: cudaUserObject_t,
        count: ::core::ffi::c_uint,
    ) -> cudaError_t;
    pub fn cudaUserObjectRelease(
        object: cudaUserObject_t,
        count: ::core::ffi::c_uint,
    ) -> cudaError_t;
    pub fn cudaGraphRetainUserObject(
        graph: cudaGraph_t,
        object: cudaUserObject_t,
        count: ::core::ffi::c_uint,
        flags: ::core::ffi::c_uint,
    ) -> cudaError_t;
    pub fn cudaGraphReleaseUserObject(
        graph: cudaGraph_t,
        object: cudaUserObject_t,
        count: ::core::ffi::c_uint,
    ) -> cudaError_t;
    pub fn cudaGraphAddNode(
        pGraphNode: *mut cudaGraphNode_t,
        graph: cudaGraph_t,
        pDependencies: *const cudaGraphNode_t,
        dependencyData: *const cudaGraphEdgeData,
        numDependencies: usize,
        nodeParams: *mut cudaGraphNodeParams,
    ) -> cudaError_t;
    pub fn cudaGraphNodeSetParams(
        node: cudaGraphNode_t,
        nodeParams: *mut cudaGraphNodeParams,
    ) -> cudaError_t;
    pub fn cudaGraphNodeGetParams(
        node: cudaGraphNode_t,
        nodeParams: *mut cudaGraphNodeParams,
    ) -> cudaError_t;
    pub fn cudaGraphExecNodeSetParams(
        graphExec: cudaGraphExec_t,
        node: cudaGraphNode_t,
        nodeParams: *mut cudaGraphNodeParams,
    ) -> cudaError_t;
    pub fn cudaGraphConditionalHandleCreate(
        pHandle_out: *mut cudaGraphConditionalHandle,
        graph: cudaGraph_t,
        defaultLaunchValue: ::core::ffi::c_uint,
        flags: ::core::ffi::c_uint,
    ) -> cudaError_t;
    pub fn cudaGraphConditionalHandleCreate_v2(
        pHandle_out: *mut cudaGraphConditionalHandle,
        graph: cudaGraph_t,
        ctx: cudaExecutionContext_t,
        defaultLaunchValue: ::core::ffi::c_uint,
        flags: ::core::ffi::c_uint,
    ) -> cudaError_t;
    pub fn cudaGetDriverEntryPoint(
        symbol: *const ::core::ffi::c_char,
        funcPtr: *mut *mut ::core::ffi::c_void,
        flags: ::core::ffi::c_ulonglong,
        driverStatus: *mut cudaDriverEntryPointQueryResult,
    ) -> cudaError_t;
    pub fn cudaGetDriverEntryPointByVersion(
        symbol: *const ::core::ffi::c_char,
        funcPtr: *mut *mut ::core::ffi::c_void,
        cudaVersion: ::core::ffi::c_uint,
        flags: ::core::ffi::c_ulonglong,
        driverStatus: *mut cudaDriverEntryPointQueryResult,
    ) -> cudaError_t;
    pub fn cudaLibraryLoadData(
        library: *mut cudaLibrary_t,
        code: *const ::core::ffi::c_void,
        jitOptions: *mut cudaJitOption,
        jitOptionsValues: *mut *mut ::core::ffi::c_void,
        numJitOptions: ::core::ffi::c_uint,
        libraryOptions: *mut cudaLibraryOption,
        libraryOptionValues: *mut *mut ::core::ffi::c_void,
        numLibraryOptions: ::core::ffi::c_uint,
    ) -> cudaError_t;
    pub fn cudaLibraryLoadFromFile(
        library: *mut cudaLibrary_t,
        fileName: *const ::core::ffi::c_char,
        jitOptions: *mut cudaJitOption,
        jitOptionsValues: *mut *mut ::core::ffi::c_void,
        numJitOptions: ::core::ffi::c_uint,
        libraryOptions: *mut cudaLibraryOption,
        libraryOptionValues: *mut *mut ::core::ffi::c_void,
        numLibraryOptions: ::core::ffi::c_uint,
    ) -> cudaError_t;
    pub fn cudaLibraryUnload(library: cudaLibrary_t) -> cudaError_t;
    pub fn cudaLibraryGetKernel(
        pKernel: *mut cudaKernel_t,
        library: cudaLibrary_t,
        name: *const ::core::ffi::c_char,
    ) -> cudaError_t;
    pub fn cudaLibraryGetGlobal(
        dptr: *mut *mut ::core::ffi::c_void,
        bytes: *mut usize,
        library: cudaLibrary_t,
        name: *const ::core::ffi::c_char,
    ) -> cudaError_t;
    pub fn cudaLibraryGetManaged(
        dptr: *mut *mut ::core::ffi::c_void,
        bytes: *mut usize,
        library: cudaLibrary_t,
        name: *const ::core::ffi::c_char,
    ) -> cudaError_t;
    pub fn cudaLibraryGetUnifiedFunction(
        fptr: *mut *mut ::core::ffi::c_void,
        library: cudaLibrary_t,
        symbol: *const ::core::ffi::c_char,
    ) -> cudaError_t;
    pub fn cudaLibraryGetKernelCount(
        count: *mut ::core::ffi::c_uint,
        lib: cudaLibrary_t,
    ) -> cudaError_t;
    pub fn cudaLibraryEnumerateKernels(
        kernels: *mut cudaKernel_t,
        numKernels: ::core::ffi::c_uint,
        lib: cudaLibrary_t,
    ) -> cudaError_t;
    pub fn cudaKernelSetAttributeForDevice(
        kernel: cudaKernel_t,
        attr: cudaFuncAttribute,
        value: ::core::ffi::c_int,
        device: ::core::ffi::c_int,
    ) -> cudaError_t;
    pub fn cudaDeviceGetDevResource(
        device: ::core::ffi::c_int,
        resource: *mut cudaDevResource,
        type_: cudaDevResourceType,
    ) -> cudaError_t;
    pub fn cudaDevSmResourceSplitByCount(
        result: *mut cudaDevResource,
        nbGroups: *mut ::core::ffi::c_uint,
        input: *const cudaDevResource,
        remaining: *mut cudaDevResource,
        flags: ::core::ffi::c_uint,
        minCount: ::core::ffi::c_uint,
    ) -> cudaError_t;
    pub fn cudaDevSmResourceSplit(
        result: *mut cudaDevResource,
        nbGroups: ::core::ffi::c_uint,
        input: *const cudaDevResource,
        remainder: *mut cudaDevResource,
        flags: ::core::ffi::c_uint,
        groupParams: *mut cudaDevSmResourceGroupParams,
    ) -> cudaError_t;
    pub fn cudaDevResourceGenerateDesc(
        phDesc: *mut cudaDevResourceDesc_t,
        resources: *mut cudaDevResource,
        nbResources: ::core::ffi::c_uint,
    ) -> cudaError_t;
    pub fn cudaGreenCtxCreate(
        phCtx: *mut cudaExecutionContext_t,
        desc: cudaDevResourceDesc_t,
        device: ::core::ffi::c_int,
        flags: ::core::ffi::c_uint,
    ) -> cudaError_t;
    pub fn cudaExecutionCtxDestroy(ctx: cudaExecutionContext_t) -> cudaError_t;
    pub fn cudaExecutionCtxGetDevResource(
        ctx: cudaExecutionContext_t,
        resource: *mut cudaDevResource,
        type_: cudaDevResourceType,
    ) -> cudaError_t;
    pub fn cudaExecutionCtxGetDevice(
        device: *mut ::core::ffi::c_int,
        ctx: cudaExecutionContext_t,
    ) -> cudaError_t;
    pub fn cudaExecutionCtxGetId(
        ctx: cudaExecutionContext_t,
        ctxId: *mut ::core::ffi::c_ulonglong,
    ) -> cudaError_t;
    pub fn cudaExecutionCtxStreamCreate(
        phStream: *mut cudaStream_t,
        ctx: cudaExecutionContext_t,
        flags: ::core::ffi::c_uint,
        priority: ::core::ffi::c_int,
    ) -> cudaError_t;
    pub fn cudaExecutionCtxSynchronize(ctx: cudaExecutionContext_t) -> cudaError_t;
    pub fn cudaStreamGetDevResource(
        hStream: cudaStream_t,
        resource: *mut cudaDevResource,
        type_: cudaDevResourceType,
    ) -> cudaError_t;
    pub fn cudaExecutionCtxRecordEvent(
        ctx: cudaExecutionContext_t,
        event: cudaEvent_t,
    ) -> cudaError_t;
    pub fn cudaExecutionCtxWaitEvent(
        ctx: cudaExecutionContext_t,
        event: cudaEvent_t,
    ) -> cudaError_t;
    pub fn cudaDeviceGetExecutionCtx(
        ctx: *mut cudaExecutionContext_t,
        device: ::core::ffi::c_int,
    ) -> cudaError_t;
    pub fn cudaGetExportTable(
        ppExportTable: *mut *const ::core::ffi::c_void,
        pExportTableId: *const cudaUUID_t,
    ) -> cudaError_t;
    pub fn cudaGetFuncBySymbol(
        functionPtr: *mut cudaFunction_t,
        symbolPtr: *const ::core::ffi::c_void,
    ) -> cudaError_t;
    pub fn cudaGetKernel(
        kernelPtr: *mut cudaKernel_t,
        entryFuncAddr: *const ::core::ffi::c_void,
    ) -> cudaError_t;
    pub fn cudaThreadExit() -> cudaError_t;
    pub fn cudaThreadSynchronize() -> cudaError_t;
    pub fn cudaThreadSetLimit(limit: cudaLimit, value: usize) -> cudaError_t;
    pub fn cudaThreadGetLimit(pValue: *mut usize, limit: cudaLimit) -> cudaError_t;
    pub fn cudaThreadGetCacheConfig(pCacheConfig: *mut cudaFuncCache) -> cudaError_t;
    pub fn cudaThreadSetCacheConfig(cacheConfig: cudaFuncCache) -> cudaError_t;
    pub fn cudaGetDeviceProperties_v2(
        prop: *mut cudaDeviceProp_12_9,
        device: ::core::ffi::c_int,
    ) -> cudaError_t;
    pub fn cudaChooseDevice_12_9(
        device: *mut ::core::ffi::c_int,
        prop: *const cudaDeviceProp_12_9,
    ) -> cudaError_t;
    pub fn cudaStreamGetCaptureInfo_v2(
        stream: cudaStream_t,
        captureStatus_out: *mut cudaStreamCaptureStatus,
        id_out: *mut ::core::ffi::c_ulonglong,
        graph_out: *mut cudaGraph_t,
        dependencies_out: *mut *const cudaGraphNode_t,
        numDependencies_out: *mut usize,
    ) -> cudaError_t;
    pub fn cudaStreamGetCaptureInfo_v3(
        stream: cudaStream_t,
        captureStatus_out: *mut cudaStreamCaptureStatus,
        id_out: *mut ::core::ffi::c_ulonglong,
        graph_out: *mut cudaGraph_t,
        dependencies_out: *mut *const cudaGraphNode_t,
        edgeData_out: *mut *const cudaGraphEdgeData,
        numDependencies_out: *mut usize,
    ) -> cudaError_t;
    pub fn cudaStreamUpdateCaptureDependencies_12_9(
        stream: cudaStream_t,
        dependencies: *mut cudaGraphNode_t,
        numDependencies: usize,
        flags: ::core::ffi::c_uint,
    ) -> cudaError_t;
    pub fn cudaStreamUpdateCaptureDependencies_v2(
        stream: cudaStream_t,
        dependencies: *mut cudaGraphNode_t,
        dependencyData: *const cudaGraphEdgeData,
        numDependencies: usize,
        flags: ::core::ffi::c_uint,
    ) -> cudaError_t;
    pub fn cudaEventElapsedTime_v2(
        ms: *mut f32,
        start: cudaEvent_t,
        end: cudaEvent_t,
    ) -> cudaError_t;
    pub fn cudaSignalExternalSemaphoresAsync_v2(
        extSemArray: *const cudaExternalSemaphore_t,
        paramsArray: *const cudaExternalSemaphoreSignalParams,
        numExtSems: ::core::ffi::c_uint,
        stream: cudaStream_t,
    ) -> cudaError_t;
    pub fn cudaWaitExternalSemaphoresAsync_v2(
        extSemArray: *const cudaExternalSemaphore_t,
        paramsArray: *const cudaExternalSemaphoreWaitParams,
        numExtSems: ::core::ffi::c_uint,
        stream: cudaStream_t,
    ) -> cudaError_t;
    pub fn cudaLaunchCooperativeKernelMultiDevice(
        launchParamsList: *mut cudaLaunchParams,
        numDevices: ::core::ffi::c_uint,
        flags: ::core::ffi::c_uint,
    ) -> cudaError_t;
    pub fn cudaSetDoubleForDevice(d: *mut f64) -> cudaError_t;
    pub fn cudaSetDoubleForHost(d: *mut f64) -> cudaError_t;
    pub fn cudaMemcpyBatchAsync_12_9(
        dsts: *mut *mut ::core::ffi::c_void,
        srcs: *mut *mut ::core::ffi::c_void,
        sizes: *mut usize,
        count: usize,
        attrs: *mut cudaMemcpyAttributes,
        attrsIdxs: *mut usize,
        numAttrs: usize,
        failIdx: *mut usize,
        stream: cudaStream_t,
    ) -> cudaError_t;
    pub fn cudaMemcpy3DBatchAsync_12_9(
        numOps: usize,
        opList: *mut cudaMemcpy3DBatchOp,
        failIdx: *mut usize,
        flags: ::core::ffi::c_ulonglong,
        stream: cudaStream_t,
    ) -> cudaError_t;
    pub fn cudaMemPrefetchAsync_12_9(
        devPtr: *const ::core::ffi::c_void,
        count: usize,
        dstDevice: ::core::ffi::c_int,
        stream: cudaStream_t,
    ) -> cudaError_t;
    pub fn cudaMemPrefetchAsync_v2(
        devPtr: *const ::core::ffi::c_void,
        count: usize,
        location: cudaMemLocation,
        flags: ::core::ffi::c_uint,
        stream: cudaStream_t,
    ) -> cudaError_t;
    pub fn cudaMemAdvise_12_9(
        devPtr: *const ::core::ffi::c_void,
        count: usize,
        advice: cudaMemoryAdvise,
        device: ::core::ffi::c_int,
    ) -> cudaError_t;
    pub fn cudaMemAdvise_v2(
        devPtr: *const ::core::ffi::c_void,
        count: usize,
        advice: cudaMemoryAdvise,
        location: cudaMemLocation,
    ) -> cudaError_t;
    pub fn cudaGraphGetEdges_12_9(
        graph: cudaGraph_t,
        from: *mut cudaGraphNode_t,
        to: *mut cudaGraphNode_t,
        numEdges: *mut usize,
    ) -> cudaError_t;
    pub fn cudaGraphGetEdges_v2(
        graph: cudaGraph_t,
        from: *mut cudaGraphNode_t,
        to: *mut cudaGraphNode_t,
        edgeData: *mut cudaGraphEdgeData,
        numEdges: *mut usize,
    ) -> cudaError_t;
    pub fn cudaGraphNodeGetDependencies_12_9(
        node: cudaGraphNode_t,
        pDependencies: *mut cudaGraphNode_t,
        pNumDependencies: *mut usize,
    ) -> cudaError_t;
    pub fn cudaGraphNodeGetDependencies_v2(
        node: cudaGraphNode_t,
        pDependencies: *mut cudaGraphNode_t,
        edgeData: *mut cudaGraphEdgeData,
        pNumDependencies: *mut usize,
    ) -> cudaError_t;
    pub fn cudaGraphNodeGetDependentNodes_12_9(
        node: cudaGraphNode_t,
        pDependentNodes: *mut cudaGraphNode_t,
        pNumDependentNodes: *mut usize,
    ) -> cudaError_t;
    pub fn cudaGraphNodeGetDependentNodes_v2(
        node: cudaGraphNode_t,
        pDependentNodes: *mut cudaGraphNode_t,
        edgeData: *mut cudaGraphEdgeData,
        pNumDependentNodes: *mut usize,
    ) -> cudaError_t;
    pub fn cudaGraphAddDependencies_12_9(
        graph: cudaGraph_t,
        from: *const cudaGraphNode_t,
        to: *const cudaGraphNode_t,
        numDependencies: usize,
    ) -> cudaError_t;
    pub fn cudaGraphAddDependencies_v2(
        graph: cudaGraph_t,
        from: *const cudaGraphNode_t,
        to: *const cudaGraphNode_t,
        edgeData: *const cudaGraphEdgeData,
        numDependencies: usize,
    ) -> cudaError_t;
    pub fn cudaGraphRemoveDependencies_12_9(
        graph: cudaGraph_t,
        from: *const cudaGraphNode_t,
        to: *const cudaGraphNode_t,
        numDependencies: usize,
    ) -> cudaError_t;
    pub fn cudaGraphRemoveDependencies_v2(
        graph: cudaGraph_t,
        from: *const cudaGraphNode_t,
        to: *const cudaGraphNode_t,
        edgeData: *const cudaGraphEdgeData,
        numDependencies: usize,
    ) -> cudaError_t;
    pub fn cudaGraphAddNode_12_9(
        pGraphNode: *mut cudaGraphNode_t,
        graph: cudaGraph_t,
        pDependencies: *const cudaGraphNode_t,
        numDependencies: usize,
        nodeParams: *mut cudaGraphNodeParams,
    ) -> cudaError_t;
    pub fn cudaGraphAddNode_v2(
        pGraphNode: *mut cudaGraphNode_t,
        graph: cudaGraph_t,
        pDependencies: *const cudaGraphNode_t,
        dependencyData: *const cudaGraphEdgeData,
        numDependencies: usize,
        nodeParams: *mut cudaGraphNodeParams,
    ) -> cudaError_t;
    pub fn cudaGetDeviceProperties_11_8(
        prop: *mut cudaDeviceProp_11_8,
        device: ::core::ffi::c_int,
    ) -> cudaError_t;
    pub fn cudaChooseDevice_11_8(
        device: *mut ::core::ffi::c_int,
        prop: *const cudaDeviceProp_11_8,
    ) -> cudaError_t;
    pub fn cudaStreamGetCaptureInfo_11_8(
        stream: cudaStream_t,
        pCaptureStatus: *mut cudaStreamCaptureStatus,
        pId: *mut ::core::ffi::c_ulonglong,
    ) -> cudaError_t;
    pub fn cudaBindTexture(
        offset: *mut usize,
        texref: *const textureReference,
        devPtr: *const ::core::ffi::c_void,
        desc: *const cudaChannelFormatDesc,
        size: usize,
    ) -> cudaError_t;
    pub fn cudaBindTexture2D(
        offset: *mut usize,
        texref: *const textureReference,
        devPtr: *const ::core::ffi::c_void,
        desc: *const cudaChannelFormatDesc,
        width: usize,
        height: usize,
        pitch: usize,
    ) -> cudaError_t;
    pub fn cudaBindTextureToArray(
        texref: *const textureReference,
        array: cudaArray_const_t,
        desc: *const cudaChannelFormatDesc,
    ) -> cudaError_t;
    pub fn cudaBindTextureToMipmappedArray(
        texref: *const textureReference,
        mipmappedArray: cudaMipmappedArray_const_t,
        desc: *const cudaChannelFormatDesc,
    ) -> cudaError_t;
    pub fn cudaUnbindTexture(texref: *const textureReference) -> cudaError_t;
    pub fn cudaGetTextureAlignmentOffset(
        offset: *mut usize,
        texref: *const textureReference,
    ) -> cudaError_t;
    pub fn cudaGetTextureReference(
        texref: *mut *const textureReference,
        symbol: *const ::core::ffi::c_void,
    ) -> cudaError_t;
    pub fn cudaBindSurfaceToArray(
        surfref: *const surfaceReference,
        array: cudaArray_const_t,
        desc: *const cudaChannelFormatDesc,
    ) -> cudaError_t;
    pub fn cudaGetSurfaceReference(
        surfref: *mut *const surfaceReference,
        symbol: *const ::core::ffi::c_void,
    ) -> cudaError_t;
    pub fn cudaCreateTextureObject_v2(
        pTexObject: *mut cudaTextureObject_t,
        pResDesc: *const cudaResourceDesc,
        pTexDesc: *const cudaTextureDesc_v2,
        pResViewDesc: *const cudaResourceViewDesc,
    ) -> cudaError_t;
    pub fn cudaGetTextureObjectTextureDesc_v2(
        pTexDesc: *mut cudaTextureDesc_v2,
        texObject: cudaTextureObject_t,
    ) -> cudaError_t;
    pub fn cudaGraphInstantiate_11_8(
        pGraphExec: *mut cudaGraphExec_t,
        graph: cudaGraph_t,
        pErrorNode: *mut cudaGraphNode_t,
        pLogBuffer: *mut ::core::ffi::c_char,
        bufferSize: usize,
    ) -> cudaError_t;
    pub fn cudaGraphExecUpdate_11_8(
        hGraphExec: cudaGraphExec_t,
        hGraph: cudaGraph_t,
        hErrorNode_out: *mut cudaGraphNode_t,
        updateResult_out: *mut cudaGraphExecUpdateResult,
    ) -> cudaError_t;
    pub fn cudaGetDriverEntryPoint_11_8(
        symbol: *const ::core::ffi::c_char,
        funcPtr: *mut *mut ::core::ffi::c_void,
        flags: ::core::ffi::c_ulonglong,
    ) -> cudaError_t;
    pub fn cudaStreamGetAttribute_11_7(
        hStream: cudaStream_t,
        attr: cudaStreamAttrID,
        value_out: *mut cudaStreamAttrValue,
    ) -> cudaError_t;
    pub fn cudaStreamSetAttribute_11_7(
        hStream: cudaStream_t,
        attr: cudaStreamAttrID,
        value: *const cudaStreamAttrValue,
    ) -> cudaError_t;
    pub fn cudaGraphKernelNodeGetAttribute_11_7(
        hNode: cudaGraphNode_t,
        attr: cudaKernelNodeAttrID,
        value_out: *mut cudaKernelNodeAttrValue,
    ) -> cudaError_t;
    pub fn cudaGraphKernelNodeSetAttribute_11_7(
        hNode: cudaGraphNode_t,
        attr: cudaKernelNodeAttrID,
        value: *const cudaKernelNodeAttrValue,
    ) -> cudaError_t;
}
