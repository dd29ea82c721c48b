// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::c_void;

use super::enums::*;
use crate::shared::*;
use super::types::*;

/// `CUDART_VERSION`, a macro of the header.
pub const CUDART_VERSION: u32 = 13050;
/// `CUDA_IPC_HANDLE_SIZE`, a macro of the header.
pub const CUDA_IPC_HANDLE_SIZE: u32 = 64;
/// `RESOURCE_ABI_BYTES`, a macro of the header.
pub const RESOURCE_ABI_BYTES: u32 = 40;
/// `cudaArrayColorAttachment`, a macro of the header.
pub const cudaArrayColorAttachment: u32 = 32;
/// `cudaArrayCubemap`, a macro of the header.
pub const cudaArrayCubemap: u32 = 4;
/// `cudaArrayDefault`, a macro of the header.
pub const cudaArrayDefault: u32 = 0;
/// `cudaArrayDeferredMapping`, a macro of the header.
pub const cudaArrayDeferredMapping: u32 = 128;
/// `cudaArrayLayered`, a macro of the header.
pub const cudaArrayLayered: u32 = 1;
/// `cudaArraySparse`, a macro of the header.
pub const cudaArraySparse: u32 = 64;
/// `cudaArraySparsePropertiesSingleMipTail`, a macro of the header.
pub const cudaArraySparsePropertiesSingleMipTail: u32 = 1;
/// `cudaArraySurfaceLoadStore`, a macro of the header.
pub const cudaArraySurfaceLoadStore: u32 = 2;
/// `cudaArrayTextureGather`, a macro of the header.
pub const cudaArrayTextureGather: u32 = 8;
/// `cudaCpuDeviceId`, a macro of the header.
pub const cudaCpuDeviceId: i32 = -1;
/// `cudaDevSmResourceGroupLocalityDomainIdAny`, a macro of the header.
pub const cudaDevSmResourceGroupLocalityDomainIdAny: u32 = u32::MAX;
/// `cudaDeviceBlockingSync`, a macro of the header.
pub const cudaDeviceBlockingSync: u32 = 4;
/// `cudaDeviceLmemResizeToMax`, a macro of the header.
pub const cudaDeviceLmemResizeToMax: u32 = 16;
/// `cudaDeviceMapHost`, a macro of the header.
pub const cudaDeviceMapHost: u32 = 8;
/// `cudaDeviceMask`, a macro of the header.
pub const cudaDeviceMask: u32 = 255;
/// `cudaDeviceScheduleAuto`, a macro of the header.
pub const cudaDeviceScheduleAuto: u32 = 0;
/// `cudaDeviceScheduleBlockingSync`, a macro of the header.
pub const cudaDeviceScheduleBlockingSync: u32 = 4;
/// `cudaDeviceScheduleMask`, a macro of the header.
pub const cudaDeviceScheduleMask: u32 = 7;
/// `cudaDeviceScheduleSpin`, a macro of the header.
pub const cudaDeviceScheduleSpin: u32 = 1;
/// `cudaDeviceScheduleYield`, a macro of the header.
pub const cudaDeviceScheduleYield: u32 = 2;
/// `cudaDeviceSyncMemops`, a macro of the header.
pub const cudaDeviceSyncMemops: u32 = 128;
/// `cudaEventBlockingSync`, a macro of the header.
pub const cudaEventBlockingSync: u32 = 1;
/// `cudaEventDefault`, a macro of the header.
pub const cudaEventDefault: u32 = 0;
/// `cudaEventDisableTiming`, a macro of the header.
pub const cudaEventDisableTiming: u32 = 2;
/// `cudaEventInterprocess`, a macro of the header.
pub const cudaEventInterprocess: u32 = 4;
/// `cudaEventRecordDefault`, a macro of the header.
pub const cudaEventRecordDefault: u32 = 0;
/// `cudaEventRecordExternal`, a macro of the header.
pub const cudaEventRecordExternal: u32 = 1;
/// `cudaEventWaitDefault`, a macro of the header.
pub const cudaEventWaitDefault: u32 = 0;
/// `cudaEventWaitExternal`, a macro of the header.
pub const cudaEventWaitExternal: u32 = 1;
/// `cudaExternalMemoryDedicated`, a macro of the header.
pub const cudaExternalMemoryDedicated: u32 = 1;
/// `cudaExternalSemaphoreSignalSkipNvSciBufMemSync`, a macro of the header.
pub const cudaExternalSemaphoreSignalSkipNvSciBufMemSync: u32 = 1;
/// `cudaExternalSemaphoreWaitSkipNvSciBufMemSync`, a macro of the header.
pub const cudaExternalSemaphoreWaitSkipNvSciBufMemSync: u32 = 2;
/// `cudaGraphKernelNodePortDefault`, a macro of the header.
pub const cudaGraphKernelNodePortDefault: u32 = 0;
/// `cudaGraphKernelNodePortLaunchCompletion`, a macro of the header.
pub const cudaGraphKernelNodePortLaunchCompletion: u32 = 2;
/// `cudaGraphKernelNodePortProgrammatic`, a macro of the header.
pub const cudaGraphKernelNodePortProgrammatic: u32 = 1;
/// `cudaHostAllocDefault`, a macro of the header.
pub const cudaHostAllocDefault: u32 = 0;
/// `cudaHostAllocMapped`, a macro of the header.
pub const cudaHostAllocMapped: u32 = 2;
/// `cudaHostAllocPortable`, a macro of the header.
pub const cudaHostAllocPortable: u32 = 1;
/// `cudaHostAllocWriteCombined`, a macro of the header.
pub const cudaHostAllocWriteCombined: u32 = 4;
/// `cudaHostRegisterDefault`, a macro of the header.
pub const cudaHostRegisterDefault: u32 = 0;
/// `cudaHostRegisterIoMemory`, a macro of the header.
pub const cudaHostRegisterIoMemory: u32 = 4;
/// `cudaHostRegisterMapped`, a macro of the header.
pub const cudaHostRegisterMapped: u32 = 2;
/// `cudaHostRegisterPortable`, a macro of the header.
pub const cudaHostRegisterPortable: u32 = 1;
/// `cudaHostRegisterReadOnly`, a macro of the header.
pub const cudaHostRegisterReadOnly: u32 = 8;
/// `cudaInitDeviceFlagsAreValid`, a macro of the header.
pub const cudaInitDeviceFlagsAreValid: u32 = 1;
/// `cudaInvalidDeviceId`, a macro of the header.
pub const cudaInvalidDeviceId: i32 = -2;
/// `cudaIpcMemLazyEnablePeerAccess`, a macro of the header.
pub const cudaIpcMemLazyEnablePeerAccess: u32 = 1;
/// `cudaKernelNodeAttributeAccessPolicyWindow`, a macro of the header.
pub const cudaKernelNodeAttributeAccessPolicyWindow: cudaLaunchAttributeID = cudaLaunchAttributeID::cudaLaunchAttributeAccessPolicyWindow;
/// `cudaKernelNodeAttributeClusterDimension`, a macro of the header.
pub const cudaKernelNodeAttributeClusterDimension: cudaLaunchAttributeID = cudaLaunchAttributeID::cudaLaunchAttributeClusterDimension;
/// `cudaKernelNodeAttributeClusterSchedulingPolicyPreference`, a macro of the header.
pub const cudaKernelNodeAttributeClusterSchedulingPolicyPreference: cudaLaunchAttributeID = cudaLaunchAttributeID::cudaLaunchAttributeClusterSchedulingPolicyPreference;
/// `cudaKernelNodeAttributeCooperative`, a macro of the header.
pub const cudaKernelNodeAttributeCooperative: cudaLaunchAttributeID = cudaLaunchAttributeID::cudaLaunchAttributeCooperative;
/// `cudaKernelNodeAttributeDeviceUpdatableKernelNode`, a macro of the header.
pub const cudaKernelNodeAttributeDeviceUpdatableKernelNode: cudaLaunchAttributeID = cudaLaunchAttributeID::cudaLaunchAttributeDeviceUpdatableKernelNode;
/// `cudaKernelNodeAttributeMemSyncDomain`, a macro of the header.
pub const cudaKernelNodeAttributeMemSyncDomain: cudaLaunchAttributeID = cudaLaunchAttributeID::cudaLaunchAttributeMemSyncDomain;
/// `cudaKernelNodeAttributeMemSyncDomainMap`, a macro of the header.
pub const cudaKernelNodeAttributeMemSyncDomainMap: cudaLaunchAttributeID = cudaLaunchAttributeID::cudaLaunchAttributeMemSyncDomainMap;
/// `cudaKernelNodeAttributeNvlinkUtilCentricScheduling`, a macro of the header.
pub const cudaKernelNodeAttributeNvlinkUtilCentricScheduling: cudaLaunchAttributeID = cudaLaunchAttributeID::cudaLaunchAttributeNvlinkUtilCentricScheduling;
/// `cudaKernelNodeAttributePreferredSharedMemoryCarveout`, a macro of the header.
pub const cudaKernelNodeAttributePreferredSharedMemoryCarveout: cudaLaunchAttributeID = cudaLaunchAttributeID::cudaLaunchAttributePreferredSharedMemoryCarveout;
/// `cudaKernelNodeAttributePriority`, a macro of the header.
pub const cudaKernelNodeAttributePriority: cudaLaunchAttributeID = cudaLaunchAttributeID::cudaLaunchAttributePriority;
/// `cudaMemAttachGlobal`, a macro of the header.
pub const cudaMemAttachGlobal: u32 = 1;
/// `cudaMemAttachHost`, a macro of the header.
pub const cudaMemAttachHost: u32 = 2;
/// `cudaMemAttachSingle`, a macro of the header.
pub const cudaMemAttachSingle: u32 = 4;
/// `cudaMemPoolCreateUsageHwDecompress`, a macro of the header.
pub const cudaMemPoolCreateUsageHwDecompress: u32 = 2;
/// `cudaNvSciSyncAttrSignal`, a macro of the header.
pub const cudaNvSciSyncAttrSignal: u32 = 1;
/// `cudaNvSciSyncAttrWait`, a macro of the header.
pub const cudaNvSciSyncAttrWait: u32 = 2;
/// `cudaOccupancyDefault`, a macro of the header.
pub const cudaOccupancyDefault: u32 = 0;
/// `cudaOccupancyDisableCachingOverride`, a macro of the header.
pub const cudaOccupancyDisableCachingOverride: u32 = 1;
/// `cudaPeerAccessDefault`, a macro of the header.
pub const cudaPeerAccessDefault: u32 = 0;
/// `cudaStreamAttributeAccessPolicyWindow`, a macro of the header.
pub const cudaStreamAttributeAccessPolicyWindow: cudaLaunchAttributeID = cudaLaunchAttributeID::cudaLaunchAttributeAccessPolicyWindow;
/// `cudaStreamAttributeMemSyncDomain`, a macro of the header.
pub const cudaStreamAttributeMemSyncDomain: cudaLaunchAttributeID = cudaLaunchAttributeID::cudaLaunchAttributeMemSyncDomain;
/// `cudaStreamAttributeMemSyncDomainMap`, a macro of the header.
pub const cudaStreamAttributeMemSyncDomainMap: cudaLaunchAttributeID = cudaLaunchAttributeID::cudaLaunchAttributeMemSyncDomainMap;
/// `cudaStreamAttributePriority`, a macro of the header.
pub const cudaStreamAttributePriority: cudaLaunchAttributeID = cudaLaunchAttributeID::cudaLaunchAttributePriority;
/// `cudaStreamAttributeSynchronizationPolicy`, a macro of the header.
pub const cudaStreamAttributeSynchronizationPolicy: cudaLaunchAttributeID = cudaLaunchAttributeID::cudaLaunchAttributeSynchronizationPolicy;
/// `cudaStreamDefault`, a macro of the header.
pub const cudaStreamDefault: u32 = 0;
/// `cudaStreamLegacy`, a macro of the header.
pub const cudaStreamLegacy: cudaStream_t = 0x1 as cudaStream_t;
/// `cudaStreamNonBlocking`, a macro of the header.
pub const cudaStreamNonBlocking: u32 = 1;
/// `cudaStreamPerThread`, a macro of the header.
pub const cudaStreamPerThread: cudaStream_t = 0x2 as cudaStream_t;
