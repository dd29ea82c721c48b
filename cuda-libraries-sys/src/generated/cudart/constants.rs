// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::c_void;

use super::enums::*;
use crate::shared::*;
use super::types::*;

constants! {
    CUDART_VERSION: u32 = 13050; CUDA_IPC_HANDLE_SIZE: u32 = 64; RESOURCE_ABI_BYTES: u32 = 40;
    cudaArrayColorAttachment: u32 = 32; cudaArrayCubemap: u32 = 4; cudaArrayDefault: u32 = 0;
    cudaArrayDeferredMapping: u32 = 128; cudaArrayLayered: u32 = 1; cudaArraySparse: u32 = 64;
    cudaArraySparsePropertiesSingleMipTail: u32 = 1; cudaArraySurfaceLoadStore: u32 = 2;
    cudaArrayTextureGather: u32 = 8; cudaCpuDeviceId: i32 = -1;
    cudaDevSmResourceGroupLocalityDomainIdAny: u32 = u32::MAX; cudaDeviceBlockingSync: u32 = 4;
    cudaDeviceLmemResizeToMax: u32 = 16; cudaDeviceMapHost: u32 = 8; cudaDeviceMask: u32 = 255;
    cudaDeviceScheduleAuto: u32 = 0; cudaDeviceScheduleBlockingSync: u32 = 4; cudaDeviceScheduleMask: u32 = 7;
    cudaDeviceScheduleSpin: u32 = 1; cudaDeviceScheduleYield: u32 = 2; cudaDeviceSyncMemops: u32 = 128;
    cudaEventBlockingSync: u32 = 1; cudaEventDefault: u32 = 0; cudaEventDisableTiming: u32 = 2;
    cudaEventInterprocess: u32 = 4; cudaEventRecordDefault: u32 = 0; cudaEventRecordExternal: u32 = 1;
    cudaEventWaitDefault: u32 = 0; cudaEventWaitExternal: u32 = 1; cudaExternalMemoryDedicated: u32 = 1;
    cudaExternalSemaphoreSignalSkipNvSciBufMemSync: u32 = 1; cudaExternalSemaphoreWaitSkipNvSciBufMemSync: u32 = 2;
    cudaGraphKernelNodePortDefault: u32 = 0; cudaGraphKernelNodePortLaunchCompletion: u32 = 2;
    cudaGraphKernelNodePortProgrammatic: u32 = 1; cudaHostAllocDefault: u32 = 0; cudaHostAllocMapped: u32 = 2;
    cudaHostAllocPortable: u32 = 1; cudaHostAllocWriteCombined: u32 = 4; cudaHostRegisterDefault: u32 = 0;
    cudaHostRegisterIoMemory: u32 = 4; cudaHostRegisterMapped: u32 = 2; cudaHostRegisterPortable: u32 = 1;
    cudaHostRegisterReadOnly: u32 = 8; cudaInitDeviceFlagsAreValid: u32 = 1; cudaInvalidDeviceId: i32 = -2;
    cudaIpcMemLazyEnablePeerAccess: u32 = 1;
    cudaKernelNodeAttributeAccessPolicyWindow: cudaLaunchAttributeID = cudaLaunchAttributeID::cudaLaunchAttributeAccessPolicyWindow;
    cudaKernelNodeAttributeClusterDimension: cudaLaunchAttributeID = cudaLaunchAttributeID::cudaLaunchAttributeClusterDimension;
    cudaKernelNodeAttributeClusterSchedulingPolicyPreference: cudaLaunchAttributeID = cudaLaunchAttributeID::cudaLaunchAttributeClusterSchedulingPolicyPreference;
    cudaKernelNodeAttributeCooperative: cudaLaunchAttributeID = cudaLaunchAttributeID::cudaLaunchAttributeCooperative;
    cudaKernelNodeAttributeDeviceUpdatableKernelNode: cudaLaunchAttributeID = cudaLaunchAttributeID::cudaLaunchAttributeDeviceUpdatableKernelNode;
    cudaKernelNodeAttributeMemSyncDomain: cudaLaunchAttributeID = cudaLaunchAttributeID::cudaLaunchAttributeMemSyncDomain;
    cudaKernelNodeAttributeMemSyncDomainMap: cudaLaunchAttributeID = cudaLaunchAttributeID::cudaLaunchAttributeMemSyncDomainMap;
    cudaKernelNodeAttributeNvlinkUtilCentricScheduling: cudaLaunchAttributeID = cudaLaunchAttributeID::cudaLaunchAttributeNvlinkUtilCentricScheduling;
    cudaKernelNodeAttributePreferredSharedMemoryCarveout: cudaLaunchAttributeID = cudaLaunchAttributeID::cudaLaunchAttributePreferredSharedMemoryCarveout;
    cudaKernelNodeAttributePriority: cudaLaunchAttributeID = cudaLaunchAttributeID::cudaLaunchAttributePriority;
    cudaMemAttachGlobal: u32 = 1; cudaMemAttachHost: u32 = 2; cudaMemAttachSingle: u32 = 4;
    cudaMemPoolCreateUsageHwDecompress: u32 = 2; cudaNvSciSyncAttrSignal: u32 = 1; cudaNvSciSyncAttrWait: u32 = 2;
    cudaOccupancyDefault: u32 = 0; cudaOccupancyDisableCachingOverride: u32 = 1; cudaPeerAccessDefault: u32 = 0;
    cudaStreamAttributeAccessPolicyWindow: cudaLaunchAttributeID = cudaLaunchAttributeID::cudaLaunchAttributeAccessPolicyWindow;
    cudaStreamAttributeMemSyncDomain: cudaLaunchAttributeID = cudaLaunchAttributeID::cudaLaunchAttributeMemSyncDomain;
    cudaStreamAttributeMemSyncDomainMap: cudaLaunchAttributeID = cudaLaunchAttributeID::cudaLaunchAttributeMemSyncDomainMap;
    cudaStreamAttributePriority: cudaLaunchAttributeID = cudaLaunchAttributeID::cudaLaunchAttributePriority;
    cudaStreamAttributeSynchronizationPolicy: cudaLaunchAttributeID = cudaLaunchAttributeID::cudaLaunchAttributeSynchronizationPolicy;
    cudaStreamDefault: u32 = 0; cudaStreamLegacy: cudaStream_t = 0x1 as cudaStream_t; cudaStreamNonBlocking: u32 = 1;
    cudaStreamPerThread: cudaStream_t = 0x2 as cudaStream_t;
}
