use crate::context::{
    Context, ContextFlags, ExecAffinity, ExecAffinityType, FuncCache, Limit, SharedConfig,
};
use crate::device::{FlushGpuDirectRdmaWritesScope, FlushGpuDirectRdmaWritesTarget};
use crate::driver::Version;
use crate::error::CuResult;

impl Context {
    /// Returns the device's free and total memory, in bytes.
    ///
    /// [`cuMemGetInfo`](crate::driver::Raw::cuMemGetInfo)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias("cuMemGetInfo", "cuMemGetInfo_v2"))]
    #[inline]
    pub fn memory_info(&self) -> Result<(usize, usize), CuResult> {
        let _bound = self.bind()?;
        // SAFETY: the context is current.
        unsafe { self.raw().cuMemGetInfo() }
    }

    /// Returns the value of a limit: a size in bytes, or a count.
    ///
    /// [`cuCtxGetLimit`](crate::driver::Raw::cuCtxGetLimit)
    ///
    /// # Errors
    /// `CUDA_ERROR_UNSUPPORTED_LIMIT` (215) if the device has no such limit.
    #[doc(alias = "cuCtxGetLimit")]
    #[inline]
    pub fn limit(&self, limit: Limit) -> Result<usize, CuResult> {
        let _bound = self.bind()?;
        // SAFETY: the context is current.
        unsafe { self.raw().cuCtxGetLimit(limit.as_raw()) }
    }

    /// Requests a value for a limit; the driver may round it.
    ///
    /// [`cuCtxSetLimit`](crate::driver::Raw::cuCtxSetLimit)
    ///
    /// # Errors
    /// `CUDA_ERROR_UNSUPPORTED_LIMIT` (215) if the device has no such limit.
    #[doc(alias = "cuCtxSetLimit")]
    #[inline]
    pub fn set_limit(&self, limit: Limit, value: usize) -> Result<(), CuResult> {
        let _bound = self.bind()?;
        // SAFETY: the context is current.
        unsafe { self.raw().cuCtxSetLimit(limit.as_raw(), value) }
    }

    /// Returns the lowest and the highest priority of a stream; the highest is the smallest number.
    ///
    /// [`cuCtxGetStreamPriorityRange`](crate::driver::Raw::cuCtxGetStreamPriorityRange)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuCtxGetStreamPriorityRange")]
    #[inline]
    pub fn stream_priority_range(&self) -> Result<(i32, i32), CuResult> {
        let _bound = self.bind()?;
        // SAFETY: the context is current.
        unsafe { self.raw().cuCtxGetStreamPriorityRange() }
    }

    /// Returns the context's flags: those it was created with, and on a primary context `MAP_HOST`.
    ///
    /// [`cuCtxGetFlags`](crate::driver::Raw::cuCtxGetFlags)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuCtxGetFlags")]
    #[inline]
    pub fn flags(&self) -> Result<ContextFlags, CuResult> {
        let _bound = self.bind()?;
        // SAFETY: the context is current.
        unsafe { self.raw().cuCtxGetFlags() }.map(ContextFlags::from_bits_retain)
    }

    /// Sets the flags of an existing context.
    ///
    /// [`cuCtxSetFlags`](crate::driver::Raw::cuCtxSetFlags)
    ///
    /// # Errors
    /// `CUDA_ERROR_INVALID_VALUE` (1) for flags that can't be changed or that exclude each other, and an error if the
    /// driver is older than CUDA 12.1.
    #[doc(alias = "cuCtxSetFlags")]
    #[inline]
    pub fn set_flags(&self, flags: ContextFlags) -> Result<(), CuResult> {
        let _bound = self.bind()?;
        // SAFETY: the context is current.
        unsafe { self.raw().cuCtxSetFlags(flags.bits()) }
    }

    /// Returns the id of the context, which is unique in this process.
    ///
    /// [`cuCtxGetId`](crate::driver::Raw::cuCtxGetId)
    ///
    /// # Errors
    /// An error if the driver is older than CUDA 12.0.
    #[doc(alias = "cuCtxGetId")]
    #[inline]
    pub fn id(&self) -> Result<u64, CuResult> {
        // SAFETY: the context is alive.
        self.retry(self.raw(), |raw| unsafe { raw.cuCtxGetId(self.as_raw()) })
    }

    /// Returns the version of the driver API that the context was created for, which isn't informative: it is 3.2 for
    /// all contexts of current programs.
    ///
    /// [`cuCtxGetApiVersion`](crate::driver::Raw::cuCtxGetApiVersion)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuCtxGetApiVersion")]
    #[inline]
    pub fn api_version(&self) -> Result<Version, CuResult> {
        // SAFETY: the context is alive.
        let version =
            self.retry(self.raw(), |raw| unsafe { raw.cuCtxGetApiVersion(self.as_raw()) })?;
        Ok(Version::new(version / 1000, version % 1000 / 10))
    }

    /// Returns whether kernels of the context prefer first-level cache or shared memory, on devices where both share
    /// one memory.
    ///
    /// [`cuCtxGetCacheConfig`](crate::driver::Raw::cuCtxGetCacheConfig)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuCtxGetCacheConfig")]
    #[inline]
    pub fn cache_config(&self) -> Result<FuncCache, CuResult> {
        let _bound = self.bind()?;
        // SAFETY: the context is current.
        unsafe { self.raw().cuCtxGetCacheConfig() }.map(FuncCache::from_raw)
    }

    /// Sets whether kernels of the context prefer first-level cache or shared memory. It is only a hint.
    ///
    /// [`cuCtxSetCacheConfig`](crate::driver::Raw::cuCtxSetCacheConfig)
    ///
    /// # Errors
    /// `CUDA_ERROR_INVALID_VALUE` (1) for a value that the driver doesn't know.
    #[doc(alias = "cuCtxSetCacheConfig")]
    #[inline]
    pub fn set_cache_config(&self, config: FuncCache) -> Result<(), CuResult> {
        let _bound = self.bind()?;
        // SAFETY: the context is current, and an unknown value is an error.
        unsafe { self.raw().cuCtxSetCacheConfig(config.as_raw()) }
    }

    /// Returns the width of the banks of shared memory.
    ///
    /// [`cuCtxGetSharedMemConfig`](crate::driver::Raw::cuCtxGetSharedMemConfig)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[deprecated = "deprecated by NVIDIA: the width is four bytes on every device since compute capability 5.0"]
    #[doc(alias = "cuCtxGetSharedMemConfig")]
    #[inline]
    pub fn shared_memory_config(&self) -> Result<SharedConfig, CuResult> {
        let _bound = self.bind()?;
        // SAFETY: the context is current.
        unsafe { self.raw().cuCtxGetSharedMemConfig() }.map(SharedConfig::from_raw)
    }

    /// Requests a width for the banks of shared memory.
    ///
    /// [`cuCtxSetSharedMemConfig`](crate::driver::Raw::cuCtxSetSharedMemConfig)
    ///
    /// # Errors
    /// `CUDA_ERROR_INVALID_VALUE` (1) for a value that the driver doesn't know.
    #[deprecated = "deprecated by NVIDIA: the width is four bytes on every device since compute capability 5.0"]
    #[doc(alias = "cuCtxSetSharedMemConfig")]
    #[inline]
    pub fn set_shared_memory_config(&self, config: SharedConfig) -> Result<(), CuResult> {
        let _bound = self.bind()?;
        // SAFETY: the context is current, and an unknown value is an error.
        unsafe { self.raw().cuCtxSetSharedMemConfig(config.as_raw()) }
    }

    /// Resets all persisting lines of the L2 cache to normal: what an
    /// [access-policy window](crate::launch::AccessPolicyWindow) made the cache keep.
    ///
    /// [`cuCtxResetPersistingL2Cache`](crate::driver::Raw::cuCtxResetPersistingL2Cache)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuCtxResetPersistingL2Cache")]
    #[inline]
    pub fn reset_persisting_l2_cache(&self) -> Result<(), CuResult> {
        let _bound = self.bind()?;
        // SAFETY: the context is current.
        unsafe { self.raw().cuCtxResetPersistingL2Cache() }
    }

    /// Returns the part of the device that the context is limited to, or the whole.
    ///
    /// [`cuCtxGetExecAffinity`](crate::driver::Raw::cuCtxGetExecAffinity)
    ///
    /// # Errors
    /// `CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY` (224) if the device has no such limits.
    #[doc(alias = "cuCtxGetExecAffinity")]
    #[inline]
    pub fn exec_affinity(&self) -> Result<ExecAffinity, CuResult> {
        let _bound = self.bind()?;
        let kind = ExecAffinityType::SM_COUNT.as_raw();
        // SAFETY: the context is current.
        let affinity = unsafe { self.raw().cuCtxGetExecAffinity(kind) }?;
        // SAFETY: the driver wrote a value of the requested kind, or zeros, which are a valid count.
        Ok(ExecAffinity::SmCount(unsafe { affinity.param.smCount.val }))
    }

    /// Waits until writes of other devices to the device's memory are visible to `scope`. The attribute
    /// [`DeviceAttribute::GPU_DIRECT_RDMA_WRITES_ORDERING`](crate::device::DeviceAttribute::GPU_DIRECT_RDMA_WRITES_ORDERING)
    /// reports when this is needed.
    ///
    /// [`cuFlushGPUDirectRDMAWrites`](crate::driver::Raw::cuFlushGPUDirectRDMAWrites)
    ///
    /// # Errors
    /// `CUDA_ERROR_NOT_SUPPORTED` (801) on a device without GPUDirect RDMA.
    #[doc(alias = "cuFlushGPUDirectRDMAWrites")]
    #[inline]
    pub fn flush_gpu_direct_rdma_writes(
        &self,
        scope: FlushGpuDirectRdmaWritesScope,
    ) -> Result<(), CuResult> {
        let target = FlushGpuDirectRdmaWritesTarget::CURRENT_CTX.as_raw();
        let _bound = self.bind()?;
        // SAFETY: the context is current, and an unknown scope is an error.
        unsafe { self.raw().cuFlushGPUDirectRDMAWrites(target, scope.as_raw()) }
    }
}
