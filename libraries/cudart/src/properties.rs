//! `cudaDeviceProp` in the shapes of CUDA 11, 12 and 13: the driver's attributes under other names.

use core::ffi::{c_char, c_int};
use std::collections::BTreeMap;
use std::sync::Mutex;

use cuda_driver_sys::{CUdevice_attribute, CUuuid};
use cuda_libraries_sys::cudart::{cudaDeviceProp, cudaDeviceProp_11_8, cudaDeviceProp_12_9};

use crate::api::{Api, Outcome, lock, same};

/// The type of a field: all numbers of the driver are `int`.
trait Number {
    fn of(value: c_int) -> Self;
}

impl Number for c_int {
    fn of(value: c_int) -> Self {
        value
    }
}

impl Number for u32 {
    fn of(value: c_int) -> Self {
        value.cast_unsigned()
    }
}

impl Number for usize {
    fn of(value: c_int) -> Self {
        Self::try_from(value).unwrap_or(0)
    }
}

impl Api {
    /// Returns an attribute; zero for one that an older driver doesn't know.
    fn number<N: Number>(&self, attribute: CUdevice_attribute, device: c_int) -> N {
        let mut value = 0;
        let _ = cu_without_context!(self, cuDeviceGetAttribute(&raw mut value, attribute, device));
        N::of(value)
    }
}

/// Defines a function that sets attributes of a struct.
macro_rules! attributes {
    ($d:tt $set:ident { $($field:ident: $($attribute:ident)+;)* }) => {
        macro_rules! $set {
            ($d api:ident $d properties:ident $d device:ident) => {
                $(attributes!(@set $d api $d properties $d device $field $($attribute)+);)*
            };
        }
    };
    (@set $api:ident $properties:ident $device:ident $field:ident $attribute:ident) => {
        $properties.$field = $api.number(CUdevice_attribute::$attribute, $device);
    };
    (@set $api:ident $properties:ident $device:ident $field:ident $($attribute:ident)+) => {
        $properties.$field = [$($api.number(CUdevice_attribute::$attribute, $device)),+];
    };
}

attributes! {
    $ set_common {
        sharedMemPerBlock: CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK;
        regsPerBlock: CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK;
        warpSize: CU_DEVICE_ATTRIBUTE_WARP_SIZE;
        memPitch: CU_DEVICE_ATTRIBUTE_MAX_PITCH;
        maxThreadsPerBlock: CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK;
        totalConstMem: CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY;
        major: CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR;
        minor: CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR;
        textureAlignment: CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT;
        texturePitchAlignment: CU_DEVICE_ATTRIBUTE_TEXTURE_PITCH_ALIGNMENT;
        multiProcessorCount: CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT;
        integrated: CU_DEVICE_ATTRIBUTE_INTEGRATED;
        canMapHostMemory: CU_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY;
        maxTexture1D: CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_WIDTH;
        maxTexture1DMipmap: CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_MIPMAPPED_WIDTH;
        maxTextureCubemap: CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_WIDTH;
        maxSurface1D: CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_WIDTH;
        maxSurfaceCubemap: CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_WIDTH;
        surfaceAlignment: CU_DEVICE_ATTRIBUTE_SURFACE_ALIGNMENT;
        concurrentKernels: CU_DEVICE_ATTRIBUTE_CONCURRENT_KERNELS;
        ECCEnabled: CU_DEVICE_ATTRIBUTE_ECC_ENABLED;
        pciBusID: CU_DEVICE_ATTRIBUTE_PCI_BUS_ID;
        pciDeviceID: CU_DEVICE_ATTRIBUTE_PCI_DEVICE_ID;
        pciDomainID: CU_DEVICE_ATTRIBUTE_PCI_DOMAIN_ID;
        tccDriver: CU_DEVICE_ATTRIBUTE_TCC_DRIVER;
        asyncEngineCount: CU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT;
        unifiedAddressing: CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING;
        memoryBusWidth: CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH;
        l2CacheSize: CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE;
        persistingL2CacheMaxSize: CU_DEVICE_ATTRIBUTE_MAX_PERSISTING_L2_CACHE_SIZE;
        maxThreadsPerMultiProcessor: CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR;
        streamPrioritiesSupported: CU_DEVICE_ATTRIBUTE_STREAM_PRIORITIES_SUPPORTED;
        globalL1CacheSupported: CU_DEVICE_ATTRIBUTE_GLOBAL_L1_CACHE_SUPPORTED;
        localL1CacheSupported: CU_DEVICE_ATTRIBUTE_LOCAL_L1_CACHE_SUPPORTED;
        sharedMemPerMultiprocessor: CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR;
        regsPerMultiprocessor: CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR;
        managedMemory: CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY;
        isMultiGpuBoard: CU_DEVICE_ATTRIBUTE_MULTI_GPU_BOARD;
        multiGpuBoardGroupID: CU_DEVICE_ATTRIBUTE_MULTI_GPU_BOARD_GROUP_ID;
        hostNativeAtomicSupported: CU_DEVICE_ATTRIBUTE_HOST_NATIVE_ATOMIC_SUPPORTED;
        pageableMemoryAccess: CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS;
        concurrentManagedAccess: CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS;
        computePreemptionSupported: CU_DEVICE_ATTRIBUTE_COMPUTE_PREEMPTION_SUPPORTED;
        canUseHostPointerForRegisteredMem: CU_DEVICE_ATTRIBUTE_CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM;
        cooperativeLaunch: CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH;
        sharedMemPerBlockOptin: CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN;
        pageableMemoryAccessUsesHostPageTables: CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS_USES_HOST_PAGE_TABLES;
        directManagedMemAccessFromHost: CU_DEVICE_ATTRIBUTE_DIRECT_MANAGED_MEM_ACCESS_FROM_HOST;
        maxBlocksPerMultiProcessor: CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR;
        accessPolicyMaxWindowSize: CU_DEVICE_ATTRIBUTE_MAX_ACCESS_POLICY_WINDOW_SIZE;
        reservedSharedMemPerBlock: CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK;
        maxThreadsDim: CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z;
        maxGridSize: CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z;
        maxTexture2D: CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_WIDTH CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_HEIGHT;
        maxTexture2DMipmap: CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_MIPMAPPED_WIDTH CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_MIPMAPPED_HEIGHT;
        maxTexture2DLinear: CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_WIDTH CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_HEIGHT CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_PITCH;
        maxTexture2DGather: CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_GATHER_WIDTH CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_GATHER_HEIGHT;
        maxTexture3D: CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_WIDTH CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_HEIGHT CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_DEPTH;
        maxTexture3DAlt: CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_WIDTH_ALTERNATE CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_HEIGHT_ALTERNATE CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_DEPTH_ALTERNATE;
        maxTexture1DLayered: CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_WIDTH CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_LAYERS;
        maxTexture2DLayered: CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_WIDTH CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_HEIGHT CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_LAYERS;
        maxTextureCubemapLayered: CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_LAYERED_WIDTH CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_LAYERED_LAYERS;
        maxSurface2D: CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_WIDTH CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_HEIGHT;
        maxSurface3D: CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_WIDTH CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_HEIGHT CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_DEPTH;
        maxSurface1DLayered: CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_LAYERED_WIDTH CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_LAYERED_LAYERS;
        maxSurface2DLayered: CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_WIDTH CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_HEIGHT CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_LAYERS;
        maxSurfaceCubemapLayered: CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_LAYERED_WIDTH CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_LAYERED_LAYERS;
    }
}

attributes! {
    $ set_since_12 {
        hostRegisterSupported: CU_DEVICE_ATTRIBUTE_HOST_REGISTER_SUPPORTED;
        sparseCudaArraySupported: CU_DEVICE_ATTRIBUTE_SPARSE_CUDA_ARRAY_SUPPORTED;
        hostRegisterReadOnlySupported: CU_DEVICE_ATTRIBUTE_READ_ONLY_HOST_REGISTER_SUPPORTED;
        timelineSemaphoreInteropSupported: CU_DEVICE_ATTRIBUTE_TIMELINE_SEMAPHORE_INTEROP_SUPPORTED;
        memoryPoolsSupported: CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED;
        gpuDirectRDMASupported: CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_SUPPORTED;
        gpuDirectRDMAFlushWritesOptions: CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_FLUSH_WRITES_OPTIONS;
        gpuDirectRDMAWritesOrdering: CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_WRITES_ORDERING;
        memoryPoolSupportedHandleTypes: CU_DEVICE_ATTRIBUTE_MEMPOOL_SUPPORTED_HANDLE_TYPES;
        deferredMappingCudaArraySupported: CU_DEVICE_ATTRIBUTE_DEFERRED_MAPPING_CUDA_ARRAY_SUPPORTED;
        ipcEventSupported: CU_DEVICE_ATTRIBUTE_IPC_EVENT_SUPPORTED;
        clusterLaunch: CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH;
        unifiedFunctionPointers: CU_DEVICE_ATTRIBUTE_UNIFIED_FUNCTION_POINTERS;
    }
}

attributes! {
    $ set_since_13 {
        deviceNumaConfig: CU_DEVICE_ATTRIBUTE_NUMA_CONFIG;
        deviceNumaId: CU_DEVICE_ATTRIBUTE_NUMA_ID;
        mpsEnabled: CU_DEVICE_ATTRIBUTE_MPS_ENABLED;
        hostNumaId: CU_DEVICE_ATTRIBUTE_HOST_NUMA_ID;
        gpuPciDeviceID: CU_DEVICE_ATTRIBUTE_GPU_PCI_DEVICE_ID;
        gpuPciSubsystemID: CU_DEVICE_ATTRIBUTE_GPU_PCI_SUBSYSTEM_ID;
        hostNumaMultinodeIpcSupported: CU_DEVICE_ATTRIBUTE_HOST_NUMA_MULTINODE_IPC_SUPPORTED;
    }
}

attributes! {
    $ set_until_12 {
        clockRate: CU_DEVICE_ATTRIBUTE_CLOCK_RATE;
        deviceOverlap: CU_DEVICE_ATTRIBUTE_GPU_OVERLAP;
        kernelExecTimeoutEnabled: CU_DEVICE_ATTRIBUTE_KERNEL_EXEC_TIMEOUT;
        computeMode: CU_DEVICE_ATTRIBUTE_COMPUTE_MODE;
        maxTexture1DLinear: CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LINEAR_WIDTH;
        memoryClockRate: CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE;
        singleToDoublePrecisionPerfRatio: CU_DEVICE_ATTRIBUTE_SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO;
        cooperativeMultiDeviceLaunch: CU_DEVICE_ATTRIBUTE_COOPERATIVE_MULTI_DEVICE_LAUNCH;
    }
}

/// What doesn't change of each device, once it was asked for.
pub(crate) struct PropertyCache<T>(Mutex<BTreeMap<c_int, T>>);

impl<T: Copy> PropertyCache<T> {
    pub(crate) const fn new() -> Self {
        Self(Mutex::new(BTreeMap::new()))
    }

    pub(crate) fn of(&self, device: c_int, find: impl FnOnce() -> Outcome<T>) -> Outcome<T> {
        self.with(device, find, |value| *value)
    }

    /// The same for a value that is too large to be copied more than once.
    fn with<R>(
        &self,
        device: c_int,
        find: impl FnOnce() -> Outcome<T>,
        with: impl FnOnce(&T) -> R,
    ) -> Outcome<R> {
        if let Some(known) = lock(&self.0).get(&device) {
            return Ok(with(known));
        }
        let found = find()?;
        lock(&self.0).insert(device, found);
        Ok(with(&found))
    }
}

impl Api {
    /// Writes a device's name and the size of its memory in bytes, and returns its UUID, if it has one.
    fn identity(
        &self,
        device: c_int,
        name: &mut [c_char],
        memory: &mut usize,
    ) -> Outcome<Option<CUuuid>> {
        self.check_device(device)?;
        let length = name.len() as c_int;
        cu_without_context!(self, cuDeviceGetName(name.as_mut_ptr(), length, device))?;
        cu_without_context!(self, cuDeviceTotalMem_v2(&raw mut *memory, device))?;
        let mut uuid = CUuuid::default();
        let known = cu_without_context!(self, cuDeviceGetUuid_v2(&raw mut uuid, device));
        Ok(known.is_ok().then_some(uuid))
    }

    pub(crate) fn properties<R>(
        &self,
        device: c_int,
        with: impl FnOnce(&cudaDeviceProp) -> R,
    ) -> Outcome<R> {
        static KNOWN: PropertyCache<cudaDeviceProp> = PropertyCache::new();
        let find = || {
            let mut properties = cudaDeviceProp::default();
            let (name, memory) = (&mut properties.name, &mut properties.totalGlobalMem);
            if let Some(uuid) = self.identity(device, name, memory)? {
                // SAFETY: both are sixteen bytes.
                properties.uuid = unsafe { same(uuid) };
            }
            set_common!(self properties device);
            set_since_12!(self properties device);
            set_since_13!(self properties device);
            Ok(properties)
        };
        KNOWN.with(device, find, with)
    }

    pub(crate) fn properties_12<R>(
        &self,
        device: c_int,
        with: impl FnOnce(&cudaDeviceProp_12_9) -> R,
    ) -> Outcome<R> {
        static KNOWN: PropertyCache<cudaDeviceProp_12_9> = PropertyCache::new();
        let find = || {
            let mut properties = cudaDeviceProp_12_9::default();
            let (name, memory) = (&mut properties.name, &mut properties.totalGlobalMem);
            if let Some(uuid) = self.identity(device, name, memory)? {
                // SAFETY: both are sixteen bytes.
                properties.uuid = unsafe { same(uuid) };
            }
            set_common!(self properties device);
            set_until_12!(self properties device);
            set_since_12!(self properties device);
            Ok(properties)
        };
        KNOWN.with(device, find, with)
    }

    pub(crate) fn properties_11<R>(
        &self,
        device: c_int,
        with: impl FnOnce(&cudaDeviceProp_11_8) -> R,
    ) -> Outcome<R> {
        static KNOWN: PropertyCache<cudaDeviceProp_11_8> = PropertyCache::new();
        let find = || {
            let mut properties = cudaDeviceProp_11_8::default();
            let (name, memory) = (&mut properties.name, &mut properties.totalGlobalMem);
            if let Some(uuid) = self.identity(device, name, memory)? {
                // SAFETY: both are sixteen bytes.
                properties.uuid = unsafe { same(uuid) };
            }
            set_common!(self properties device);
            set_until_12!(self properties device);
            Ok(properties)
        };
        KNOWN.with(device, find, with)
    }
}
