// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::*;

use cuda_driver_sys::*;

use crate::driver::raw::{Raw, returned};
use crate::error::CuResult;

/// # Safety of each function
/// Each parameter satisfies the requirements on the linked page.
#[allow(clippy::missing_safety_doc)]
impl Raw {
    /// [`cuGetErrorString`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__ERROR.html#group__CUDA__ERROR_1g72758fcaf05b5c7fac5c25ead9445ada).
    #[inline]
    pub unsafe fn cuGetErrorString(self, error: CUresult) -> Result<*const c_char, CuResult> {
        returned!(self.cuGetErrorString, (error, &raw mut pStr), pStr: *const c_char)
    }
    /// [`cuGetErrorName`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__ERROR.html#group__CUDA__ERROR_1g2c4ac087113652bb3d1f95bf2513c468).
    #[inline]
    pub unsafe fn cuGetErrorName(self, error: CUresult) -> Result<*const c_char, CuResult> {
        returned!(self.cuGetErrorName, (error, &raw mut pStr), pStr: *const c_char)
    }
    /// [`cuInit`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__INITIALIZE.html#group__CUDA__INITIALIZE_1g0a2f1517e1bd8502c7194c3a8c134bc3).
    #[inline]
    pub unsafe fn cuInit(self, Flags: c_uint) -> Result<(), CuResult> {
        returned!(self.cuInit, (Flags))
    }
    /// [`cuDriverGetVersion`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__VERSION.html#group__CUDA__VERSION_1g8b7a10395392e049006e61bcdc8ebe71).
    #[inline]
    pub unsafe fn cuDriverGetVersion(self) -> Result<c_int, CuResult> {
        returned!(self.cuDriverGetVersion, (&raw mut driverVersion), driverVersion: c_int)
    }
    /// [`cuDeviceGet`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__DEVICE.html#group__CUDA__DEVICE_1g8bdd1cc7201304b01357b8034f6587cb).
    #[inline]
    pub unsafe fn cuDeviceGet(self, ordinal: c_int) -> Result<CUdevice, CuResult> {
        returned!(self.cuDeviceGet, (&raw mut device, ordinal), device: CUdevice)
    }
    /// [`cuDeviceGetCount`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__DEVICE.html#group__CUDA__DEVICE_1g52b5ce05cb8c5fb6831b2c0ff2887c74).
    #[inline]
    pub unsafe fn cuDeviceGetCount(self) -> Result<c_int, CuResult> {
        returned!(self.cuDeviceGetCount, (&raw mut count), count: c_int)
    }
    /// [`cuDeviceGetName`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__DEVICE.html#group__CUDA__DEVICE_1gef75aa30df95446a845f2a7b9fffbb7f).
    #[inline]
    pub unsafe fn cuDeviceGetName(self, name: &mut [c_char], dev: CUdevice) -> Result<(), CuResult> {
        returned!(self.cuDeviceGetName, (name.as_mut_ptr(), c_int::try_from(name.len()).unwrap_or(c_int::MAX), dev))
    }
    /// [`cuDeviceGetUuid`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__DEVICE.html#group__CUDA__DEVICE_1g987b46b884c101ed5be414ab4d9e60e4).
    #[doc(alias = "cuDeviceGetUuid_v2")]
    #[inline]
    pub unsafe fn cuDeviceGetUuid(self, dev: CUdevice) -> Result<CUuuid, CuResult> {
        returned!(self.cuDeviceGetUuid_v2 or cuDeviceGetUuid, (&raw mut uuid, dev), uuid: CUuuid)
    }
    /// [`cuDeviceGetLuid`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__DEVICE.html#group__CUDA__DEVICE_1g630073c868f8878e89705ea831c49249).
    #[inline]
    pub unsafe fn cuDeviceGetLuid(self, luid: *mut c_char, dev: CUdevice) -> Result<c_uint, CuResult> {
        returned!(self.cuDeviceGetLuid, (luid, &raw mut deviceNodeMask, dev), deviceNodeMask: c_uint)
    }
    /// [`cuDeviceTotalMem`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__DEVICE.html#group__CUDA__DEVICE_1gc6a0d6551335a3780f9f3c967a0fde5d).
    #[doc(alias = "cuDeviceTotalMem_v2")]
    #[inline]
    pub unsafe fn cuDeviceTotalMem(self, dev: CUdevice) -> Result<usize, CuResult> {
        returned!(self.cuDeviceTotalMem_v2, (&raw mut bytes, dev), bytes: usize)
    }
    /// [`cuDeviceGetTexture1DLinearMaxWidth`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__DEVICE.html#group__CUDA__DEVICE_1gb41b3a675bae9932bffa1c0ae969b1e0).
    #[inline]
    pub unsafe fn cuDeviceGetTexture1DLinearMaxWidth(self, format: CUarray_format, numChannels: c_uint, dev: CUdevice) -> Result<usize, CuResult> {
        returned!(self.cuDeviceGetTexture1DLinearMaxWidth, (&raw mut maxWidthInElements, format, numChannels, dev), maxWidthInElements: usize)
    }
    /// [`cuDeviceGetAttribute`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__DEVICE.html#group__CUDA__DEVICE_1g9c3e1414f0ad901d3278a4d6645fc266).
    #[inline]
    pub unsafe fn cuDeviceGetAttribute(self, attrib: CUdevice_attribute, dev: CUdevice) -> Result<c_int, CuResult> {
        returned!(self.cuDeviceGetAttribute, (&raw mut pi, attrib, dev), pi: c_int)
    }
    /// [`cuDeviceGetHostAtomicCapabilities`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__DEVICE.html#group__CUDA__DEVICE_1gebf859b143c6f1ebecbbc4d4717be9f7).
    #[inline]
    pub unsafe fn cuDeviceGetHostAtomicCapabilities(self, capabilities: *mut c_uint, operations: *const CUatomicOperation, count: c_uint, dev: CUdevice) -> Result<(), CuResult> {
        returned!(self.cuDeviceGetHostAtomicCapabilities, (capabilities, operations, count, dev))
    }
    /// [`cuDeviceGetNvSciSyncAttributes`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__DEVICE.html#group__CUDA__DEVICE_1g0991e2b2b3cedee1ca77d6376e581335).
    #[inline]
    pub unsafe fn cuDeviceGetNvSciSyncAttributes(self, nvSciSyncAttrList: *mut c_void, dev: CUdevice, flags: c_int) -> Result<(), CuResult> {
        returned!(self.cuDeviceGetNvSciSyncAttributes, (nvSciSyncAttrList, dev, flags))
    }
    /// [`cuDeviceSetMemPool`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__DEVICE.html#group__CUDA__DEVICE_1g4f2f276b84d9c2eaefdc76d6274db4a0).
    #[inline]
    pub unsafe fn cuDeviceSetMemPool(self, dev: CUdevice, pool: CUmemoryPool) -> Result<(), CuResult> {
        returned!(self.cuDeviceSetMemPool, (dev, pool))
    }
    /// [`cuDeviceGetMemPool`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__DEVICE.html#group__CUDA__DEVICE_1gdf186e9559d53a5eb18e572d48c1121b).
    #[inline]
    pub unsafe fn cuDeviceGetMemPool(self, dev: CUdevice) -> Result<CUmemoryPool, CuResult> {
        returned!(self.cuDeviceGetMemPool, (&raw mut pool, dev), pool: CUmemoryPool)
    }
    /// [`cuDeviceGetDefaultMemPool`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__DEVICE.html#group__CUDA__DEVICE_1gc8bca3c97a78816303b8aa5773b741f2).
    #[inline]
    pub unsafe fn cuDeviceGetDefaultMemPool(self, dev: CUdevice) -> Result<CUmemoryPool, CuResult> {
        returned!(self.cuDeviceGetDefaultMemPool, (&raw mut pool_out, dev), pool_out: CUmemoryPool)
    }
    /// [`cuDeviceGetExecAffinitySupport`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__DEVICE.html#group__CUDA__DEVICE_1g7f0091850e0841f367f13d623456427d).
    #[inline]
    pub unsafe fn cuDeviceGetExecAffinitySupport(self, type_: CUexecAffinityType, dev: CUdevice) -> Result<c_int, CuResult> {
        returned!(self.cuDeviceGetExecAffinitySupport, (&raw mut pi, type_, dev), pi: c_int)
    }
    /// [`cuFlushGPUDirectRDMAWrites`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__DEVICE.html#group__CUDA__DEVICE_1g265e3c82ef0f0fe035f85c4c45a8fbdf).
    #[inline]
    pub unsafe fn cuFlushGPUDirectRDMAWrites(self, target: CUflushGPUDirectRDMAWritesTarget, scope: CUflushGPUDirectRDMAWritesScope) -> Result<(), CuResult> {
        returned!(self.cuFlushGPUDirectRDMAWrites, (target, scope))
    }
    /// [`cuDeviceGetProperties`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__DEVICE__DEPRECATED.html#group__CUDA__DEVICE__DEPRECATED_1g65a5b4e25186bd257df80b98c98cffe6).
    #[inline]
    pub unsafe fn cuDeviceGetProperties(self, dev: CUdevice) -> Result<CUdevprop, CuResult> {
        returned!(self.cuDeviceGetProperties, (&raw mut prop, dev), prop: CUdevprop)
    }
    /// [`cuDeviceComputeCapability`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__DEVICE__DEPRECATED.html#group__CUDA__DEVICE__DEPRECATED_1ge2091bbac7e1fb18c2821612115607ea); returns (`major`, `minor`).
    #[inline]
    pub unsafe fn cuDeviceComputeCapability(self, dev: CUdevice) -> Result<(c_int, c_int), CuResult> {
        returned!(self.cuDeviceComputeCapability, (&raw mut major, &raw mut minor, dev), major: c_int, minor: c_int)
    }
    /// [`cuDevicePrimaryCtxRetain`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__PRIMARY__CTX.html#group__CUDA__PRIMARY__CTX_1g9051f2d5c31501997a6cb0530290a300).
    #[inline]
    pub unsafe fn cuDevicePrimaryCtxRetain(self, dev: CUdevice) -> Result<CUcontext, CuResult> {
        returned!(self.cuDevicePrimaryCtxRetain, (&raw mut pctx, dev), pctx: CUcontext)
    }
    /// [`cuDevicePrimaryCtxRelease`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__PRIMARY__CTX.html#group__CUDA__PRIMARY__CTX_1gf2a8bc16f8df0c88031f6a1ba3d6e8ad).
    #[doc(alias = "cuDevicePrimaryCtxRelease_v2")]
    #[inline]
    pub unsafe fn cuDevicePrimaryCtxRelease(self, dev: CUdevice) -> Result<(), CuResult> {
        returned!(self.cuDevicePrimaryCtxRelease_v2 or cuDevicePrimaryCtxRelease, (dev))
    }
    /// [`cuDevicePrimaryCtxSetFlags`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__PRIMARY__CTX.html#group__CUDA__PRIMARY__CTX_1gd779a84f17acdad0d9143d9fe719cfdf).
    #[doc(alias = "cuDevicePrimaryCtxSetFlags_v2")]
    #[inline]
    pub unsafe fn cuDevicePrimaryCtxSetFlags(self, dev: CUdevice, flags: c_uint) -> Result<(), CuResult> {
        returned!(self.cuDevicePrimaryCtxSetFlags_v2 or cuDevicePrimaryCtxSetFlags, (dev, flags))
    }
    /// [`cuDevicePrimaryCtxGetState`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__PRIMARY__CTX.html#group__CUDA__PRIMARY__CTX_1g65f3e018721b6d90aa05cfb56250f469); returns (`flags`, `active`).
    #[inline]
    pub unsafe fn cuDevicePrimaryCtxGetState(self, dev: CUdevice) -> Result<(c_uint, c_int), CuResult> {
        returned!(self.cuDevicePrimaryCtxGetState, (dev, &raw mut flags, &raw mut active), flags: c_uint, active: c_int)
    }
    /// [`cuDevicePrimaryCtxReset`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__PRIMARY__CTX.html#group__CUDA__PRIMARY__CTX_1g5d38802e8600340283958a117466ce12).
    #[doc(alias = "cuDevicePrimaryCtxReset_v2")]
    #[inline]
    pub unsafe fn cuDevicePrimaryCtxReset(self, dev: CUdevice) -> Result<(), CuResult> {
        returned!(self.cuDevicePrimaryCtxReset_v2 or cuDevicePrimaryCtxReset, (dev))
    }
    /// [`cuCtxCreate`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CTX.html#group__CUDA__CTX_1g77e9fb578caefca5ed15b4acebf35265).
    #[doc(alias = "cuCtxCreate_v4")]
    #[inline]
    pub unsafe fn cuCtxCreate(self, ctxCreateParams: *mut CUctxCreateParams, flags: c_uint, dev: CUdevice) -> Result<CUcontext, CuResult> {
        returned!(self.cuCtxCreate_v4, (&raw mut pctx, ctxCreateParams, flags, dev), pctx: CUcontext)
    }
    /// [`cuCtxDestroy`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CTX.html#group__CUDA__CTX_1g27a365aebb0eb548166309f58a1e8b8e).
    #[doc(alias = "cuCtxDestroy_v2")]
    #[inline]
    pub unsafe fn cuCtxDestroy(self, ctx: CUcontext) -> Result<(), CuResult> {
        returned!(self.cuCtxDestroy_v2 or cuCtxDestroy, (ctx))
    }
    /// [`cuCtxPushCurrent`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CTX.html#group__CUDA__CTX_1gb02d4c850eb16f861fe5a29682cc90ba).
    #[doc(alias = "cuCtxPushCurrent_v2")]
    #[inline]
    pub unsafe fn cuCtxPushCurrent(self, ctx: CUcontext) -> Result<(), CuResult> {
        returned!(self.cuCtxPushCurrent_v2 or cuCtxPushCurrent, (ctx))
    }
    /// [`cuCtxPopCurrent`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CTX.html#group__CUDA__CTX_1g2fac188026a062d92e91a8687d0a7902).
    #[doc(alias = "cuCtxPopCurrent_v2")]
    #[inline]
    pub unsafe fn cuCtxPopCurrent(self) -> Result<CUcontext, CuResult> {
        returned!(self.cuCtxPopCurrent_v2 or cuCtxPopCurrent, (&raw mut pctx), pctx: CUcontext)
    }
    /// [`cuCtxSetCurrent`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CTX.html#group__CUDA__CTX_1gbe562ee6258b4fcc272ca6478ca2a2f7).
    #[inline]
    pub unsafe fn cuCtxSetCurrent(self, ctx: CUcontext) -> Result<(), CuResult> {
        returned!(self.cuCtxSetCurrent, (ctx))
    }
    /// [`cuCtxGetCurrent`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CTX.html#group__CUDA__CTX_1g8f13165846b73750693640fb3e8380d0).
    #[inline]
    pub unsafe fn cuCtxGetCurrent(self) -> Result<CUcontext, CuResult> {
        returned!(self.cuCtxGetCurrent, (&raw mut pctx), pctx: CUcontext)
    }
    /// [`cuCtxGetDevice`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CTX.html#group__CUDA__CTX_1g4e84b109eba36cdaaade167f34ae881e).
    #[inline]
    pub unsafe fn cuCtxGetDevice(self) -> Result<CUdevice, CuResult> {
        returned!(self.cuCtxGetDevice, (&raw mut device), device: CUdevice)
    }
    /// [`cuCtxGetDevice_v2`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CTX.html#group__CUDA__CTX_1gf0290a2b2de4c567f5c8c8262da58f60).
    #[inline]
    pub unsafe fn cuCtxGetDevice_v2(self, ctx: CUcontext) -> Result<CUdevice, CuResult> {
        returned!(self.cuCtxGetDevice_v2, (&raw mut device, ctx), device: CUdevice)
    }
    /// [`cuCtxGetFlags`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CTX.html#group__CUDA__CTX_1gf81eef983c1e3b2ef4f166d7a930c86d).
    #[inline]
    pub unsafe fn cuCtxGetFlags(self) -> Result<c_uint, CuResult> {
        returned!(self.cuCtxGetFlags, (&raw mut flags), flags: c_uint)
    }
    /// [`cuCtxSetFlags`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CTX.html#group__CUDA__CTX_1g66655c37602c8628eae3e40c82619f1e).
    #[inline]
    pub unsafe fn cuCtxSetFlags(self, flags: c_uint) -> Result<(), CuResult> {
        returned!(self.cuCtxSetFlags, (flags))
    }
    /// [`cuCtxGetId`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CTX.html#group__CUDA__CTX_1g32f492cd6c3f90af0d6935b294392db5).
    #[inline]
    pub unsafe fn cuCtxGetId(self, ctx: CUcontext) -> Result<c_ulonglong, CuResult> {
        returned!(self.cuCtxGetId, (ctx, &raw mut ctxId), ctxId: c_ulonglong)
    }
    /// [`cuCtxSynchronize`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CTX.html#group__CUDA__CTX_1g7a54725f28d34b8c6299f0c6ca579616).
    #[inline]
    pub unsafe fn cuCtxSynchronize(self) -> Result<(), CuResult> {
        returned!(self.cuCtxSynchronize, ())
    }
    /// [`cuCtxSynchronize_v2`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CTX.html#group__CUDA__CTX_1g7c57ec88e825af32ef8cc1754d69eca5).
    #[inline]
    pub unsafe fn cuCtxSynchronize_v2(self, ctx: CUcontext) -> Result<(), CuResult> {
        returned!(self.cuCtxSynchronize_v2, (ctx))
    }
    /// [`cuCtxSetLimit`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CTX.html#group__CUDA__CTX_1g0651954dfb9788173e60a9af7201e65a).
    #[inline]
    pub unsafe fn cuCtxSetLimit(self, limit: CUlimit, value: usize) -> Result<(), CuResult> {
        returned!(self.cuCtxSetLimit, (limit, value))
    }
    /// [`cuCtxGetLimit`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CTX.html#group__CUDA__CTX_1g9f2d47d1745752aa16da7ed0d111b6a8).
    #[inline]
    pub unsafe fn cuCtxGetLimit(self, limit: CUlimit) -> Result<usize, CuResult> {
        returned!(self.cuCtxGetLimit, (&raw mut pvalue, limit), pvalue: usize)
    }
    /// [`cuCtxGetCacheConfig`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CTX.html#group__CUDA__CTX_1g40b6b141698f76744dea6e39b9a25360).
    #[inline]
    pub unsafe fn cuCtxGetCacheConfig(self) -> Result<CUfunc_cache, CuResult> {
        returned!(self.cuCtxGetCacheConfig, (&raw mut pconfig), pconfig: CUfunc_cache)
    }
    /// [`cuCtxSetCacheConfig`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CTX.html#group__CUDA__CTX_1g54699acf7e2ef27279d013ca2095f4a3).
    #[inline]
    pub unsafe fn cuCtxSetCacheConfig(self, config: CUfunc_cache) -> Result<(), CuResult> {
        returned!(self.cuCtxSetCacheConfig, (config))
    }
    /// [`cuCtxGetApiVersion`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CTX.html#group__CUDA__CTX_1g088a90490dafca5893ef6fbebc8de8fb).
    #[inline]
    pub unsafe fn cuCtxGetApiVersion(self, ctx: CUcontext) -> Result<c_uint, CuResult> {
        returned!(self.cuCtxGetApiVersion, (ctx, &raw mut version), version: c_uint)
    }
    /// [`cuCtxGetStreamPriorityRange`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CTX.html#group__CUDA__CTX_1g137920ab61a71be6ce67605b9f294091); returns (`leastPriority`, `greatestPriority`).
    #[inline]
    pub unsafe fn cuCtxGetStreamPriorityRange(self) -> Result<(c_int, c_int), CuResult> {
        returned!(self.cuCtxGetStreamPriorityRange, (&raw mut leastPriority, &raw mut greatestPriority), leastPriority: c_int, greatestPriority: c_int)
    }
    /// [`cuCtxResetPersistingL2Cache`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CTX.html#group__CUDA__CTX_1gb529532b5b1aef808295a6d1d18a0823).
    #[inline]
    pub unsafe fn cuCtxResetPersistingL2Cache(self) -> Result<(), CuResult> {
        returned!(self.cuCtxResetPersistingL2Cache, ())
    }
    /// [`cuCtxGetExecAffinity`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CTX.html#group__CUDA__CTX_1g83421924a20536a4df538111cf61b405).
    #[inline]
    pub unsafe fn cuCtxGetExecAffinity(self, type_: CUexecAffinityType) -> Result<CUexecAffinityParam, CuResult> {
        returned!(self.cuCtxGetExecAffinity, (&raw mut pExecAffinity, type_), pExecAffinity: CUexecAffinityParam)
    }
    /// [`cuCtxRecordEvent`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CTX.html#group__CUDA__CTX_1gf3ee63561a7a371fa9d4dc0e31f94afd).
    #[inline]
    pub unsafe fn cuCtxRecordEvent(self, hCtx: CUcontext, hEvent: CUevent) -> Result<(), CuResult> {
        returned!(self.cuCtxRecordEvent, (hCtx, hEvent))
    }
    /// [`cuCtxWaitEvent`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CTX.html#group__CUDA__CTX_1gcf64e420275a8141b1f12bfce3f478f9).
    #[inline]
    pub unsafe fn cuCtxWaitEvent(self, hCtx: CUcontext, hEvent: CUevent) -> Result<(), CuResult> {
        returned!(self.cuCtxWaitEvent, (hCtx, hEvent))
    }
    /// [`cuCtxAttach`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CTX__DEPRECATED.html#group__CUDA__CTX__DEPRECATED_1g37ec990b2a75ed46f25a48b1a425b4f0).
    #[inline]
    pub unsafe fn cuCtxAttach(self, flags: c_uint) -> Result<CUcontext, CuResult> {
        returned!(self.cuCtxAttach, (&raw mut pctx, flags), pctx: CUcontext)
    }
    /// [`cuCtxDetach`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CTX__DEPRECATED.html#group__CUDA__CTX__DEPRECATED_1g3136efc315abd4c4455e875b9dbb65a1).
    #[inline]
    pub unsafe fn cuCtxDetach(self, ctx: CUcontext) -> Result<(), CuResult> {
        returned!(self.cuCtxDetach, (ctx))
    }
    /// [`cuCtxGetSharedMemConfig`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CTX__DEPRECATED.html#group__CUDA__CTX__DEPRECATED_1g17153a1b8b8c756f7ab8505686a4ad74).
    #[inline]
    pub unsafe fn cuCtxGetSharedMemConfig(self) -> Result<CUsharedconfig, CuResult> {
        returned!(self.cuCtxGetSharedMemConfig, (&raw mut pConfig), pConfig: CUsharedconfig)
    }
    /// [`cuCtxSetSharedMemConfig`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CTX__DEPRECATED.html#group__CUDA__CTX__DEPRECATED_1g2574235fa643f8f251bf7bc28fac3692).
    #[inline]
    pub unsafe fn cuCtxSetSharedMemConfig(self, config: CUsharedconfig) -> Result<(), CuResult> {
        returned!(self.cuCtxSetSharedMemConfig, (config))
    }
    /// [`cuModuleLoad`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MODULE.html#group__CUDA__MODULE_1g366093bd269dafd0af21f1c7d18115d3).
    #[inline]
    pub unsafe fn cuModuleLoad(self, fname: &CStr) -> Result<CUmodule, CuResult> {
        returned!(self.cuModuleLoad, (&raw mut module, fname.as_ptr()), module: CUmodule)
    }
    /// [`cuModuleLoadData`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MODULE.html#group__CUDA__MODULE_1g04ce266ce03720f479eab76136b90c0b).
    #[inline]
    pub unsafe fn cuModuleLoadData(self, image: *const c_void) -> Result<CUmodule, CuResult> {
        returned!(self.cuModuleLoadData, (&raw mut module, image), module: CUmodule)
    }
    /// [`cuModuleLoadDataEx`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MODULE.html#group__CUDA__MODULE_1g9e8047e9dbf725f0cd7cafd18bfd4d12).
    #[inline]
    pub unsafe fn cuModuleLoadDataEx(self, image: *const c_void, numOptions: c_uint, options: *mut CUjit_option, optionValues: *mut *mut c_void) -> Result<CUmodule, CuResult> {
        returned!(self.cuModuleLoadDataEx, (&raw mut module, image, numOptions, options, optionValues), module: CUmodule)
    }
    /// [`cuModuleLoadFatBinary`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MODULE.html#group__CUDA__MODULE_1g13a2292b6819f8f86127768334436c3b).
    #[inline]
    pub unsafe fn cuModuleLoadFatBinary(self, fatCubin: *const c_void) -> Result<CUmodule, CuResult> {
        returned!(self.cuModuleLoadFatBinary, (&raw mut module, fatCubin), module: CUmodule)
    }
    /// [`cuModuleUnload`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MODULE.html#group__CUDA__MODULE_1g8ea3d716524369de3763104ced4ea57b).
    #[inline]
    pub unsafe fn cuModuleUnload(self, hmod: CUmodule) -> Result<(), CuResult> {
        returned!(self.cuModuleUnload, (hmod))
    }
    /// [`cuModuleGetLoadingMode`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MODULE.html#group__CUDA__MODULE_1g96de378a738ec46d9277c9c9df8f6fd6).
    #[inline]
    pub unsafe fn cuModuleGetLoadingMode(self) -> Result<CUmoduleLoadingMode, CuResult> {
        returned!(self.cuModuleGetLoadingMode, (&raw mut mode), mode: CUmoduleLoadingMode)
    }
    /// [`cuModuleGetFunction`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MODULE.html#group__CUDA__MODULE_1ga52be009b0d4045811b30c965e1cb2cf).
    #[inline]
    pub unsafe fn cuModuleGetFunction(self, hmod: CUmodule, name: &CStr) -> Result<CUfunction, CuResult> {
        returned!(self.cuModuleGetFunction, (&raw mut hfunc, hmod, name.as_ptr()), hfunc: CUfunction)
    }
    /// [`cuModuleGetFunctionCount`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MODULE.html#group__CUDA__MODULE_1gecc8fb61eca765cb0f1eb32f00cf3b49).
    #[inline]
    pub unsafe fn cuModuleGetFunctionCount(self, mod_: CUmodule) -> Result<c_uint, CuResult> {
        returned!(self.cuModuleGetFunctionCount, (&raw mut count, mod_), count: c_uint)
    }
    /// [`cuModuleEnumerateFunctions`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MODULE.html#group__CUDA__MODULE_1g6bdb22a7d9cacf7df5bda2a18082ec50).
    #[inline]
    pub unsafe fn cuModuleEnumerateFunctions(self, functions: &mut [CUfunction], mod_: CUmodule) -> Result<(), CuResult> {
        returned!(self.cuModuleEnumerateFunctions, (functions.as_mut_ptr(), c_uint::try_from(functions.len()).unwrap_or(c_uint::MAX), mod_))
    }
    /// [`cuModuleGetGlobal`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MODULE.html#group__CUDA__MODULE_1gf3e43672e26073b1081476dbf47a86ab); returns (`dptr`, `bytes`).
    #[doc(alias = "cuModuleGetGlobal_v2")]
    #[inline]
    pub unsafe fn cuModuleGetGlobal(self, hmod: CUmodule, name: &CStr) -> Result<(CUdeviceptr, usize), CuResult> {
        returned!(self.cuModuleGetGlobal_v2, (&raw mut dptr, &raw mut bytes, hmod, name.as_ptr()), dptr: CUdeviceptr, bytes: usize)
    }
    /// [`cuLinkCreate`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MODULE.html#group__CUDA__MODULE_1g86ca4052a2fab369cb943523908aa80d).
    #[doc(alias = "cuLinkCreate_v2")]
    #[inline]
    pub unsafe fn cuLinkCreate(self, numOptions: c_uint, options: *mut CUjit_option, optionValues: *mut *mut c_void) -> Result<CUlinkState, CuResult> {
        returned!(self.cuLinkCreate_v2 or cuLinkCreate, (numOptions, options, optionValues, &raw mut stateOut), stateOut: CUlinkState)
    }
    /// [`cuLinkAddData`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MODULE.html#group__CUDA__MODULE_1g3ebcd2ccb772ba9c120937a2d2831b77).
    #[doc(alias = "cuLinkAddData_v2")]
    #[allow(clippy::too_many_arguments)]
    #[inline]
    pub unsafe fn cuLinkAddData(self, state: CUlinkState, type_: CUjitInputType, data: *mut c_void, size: usize, name: *const c_char, numOptions: c_uint, options: *mut CUjit_option, optionValues: *mut *mut c_void) -> Result<(), CuResult> {
        returned!(self.cuLinkAddData_v2 or cuLinkAddData, (state, type_, data, size, name, numOptions, options, optionValues))
    }
    /// [`cuLinkAddFile`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MODULE.html#group__CUDA__MODULE_1g1224c0fd48d4a683f3ce19997f200a8c).
    #[doc(alias = "cuLinkAddFile_v2")]
    #[inline]
    pub unsafe fn cuLinkAddFile(self, state: CUlinkState, type_: CUjitInputType, path: &CStr, numOptions: c_uint, options: *mut CUjit_option, optionValues: *mut *mut c_void) -> Result<(), CuResult> {
        returned!(self.cuLinkAddFile_v2 or cuLinkAddFile, (state, type_, path.as_ptr(), numOptions, options, optionValues))
    }
    /// [`cuLinkComplete`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MODULE.html#group__CUDA__MODULE_1g818fcd84a4150a997c0bba76fef4e716); returns (`cubinOut`, `sizeOut`).
    #[inline]
    pub unsafe fn cuLinkComplete(self, state: CUlinkState) -> Result<(*mut c_void, usize), CuResult> {
        returned!(self.cuLinkComplete, (state, &raw mut cubinOut, &raw mut sizeOut), cubinOut: *mut c_void, sizeOut: usize)
    }
    /// [`cuLinkDestroy`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MODULE.html#group__CUDA__MODULE_1g01b7ae2a34047b05716969af245ce2d9).
    #[inline]
    pub unsafe fn cuLinkDestroy(self, state: CUlinkState) -> Result<(), CuResult> {
        returned!(self.cuLinkDestroy, (state))
    }
    /// [`cuModuleGetTexRef`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MODULE__DEPRECATED.html#group__CUDA__MODULE__DEPRECATED_1g9607dcbf911c16420d5264273f2b5608).
    #[inline]
    pub unsafe fn cuModuleGetTexRef(self, hmod: CUmodule, name: &CStr) -> Result<CUtexref, CuResult> {
        returned!(self.cuModuleGetTexRef, (&raw mut pTexRef, hmod, name.as_ptr()), pTexRef: CUtexref)
    }
    /// [`cuModuleGetSurfRef`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MODULE__DEPRECATED.html#group__CUDA__MODULE__DEPRECATED_1g71c19dab9374e8481d8d8629a77377b1).
    #[inline]
    pub unsafe fn cuModuleGetSurfRef(self, hmod: CUmodule, name: &CStr) -> Result<CUsurfref, CuResult> {
        returned!(self.cuModuleGetSurfRef, (&raw mut pSurfRef, hmod, name.as_ptr()), pSurfRef: CUsurfref)
    }
    /// [`cuLibraryLoadData`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__LIBRARY.html#group__CUDA__LIBRARY_1g957f12ff5af4166f43c89d17cfb0a74d).
    #[allow(clippy::too_many_arguments)]
    #[inline]
    pub unsafe fn cuLibraryLoadData(self, code: *const c_void, jitOptions: *mut CUjit_option, jitOptionsValues: *mut *mut c_void, numJitOptions: c_uint, libraryOptions: *mut CUlibraryOption, libraryOptionValues: *mut *mut c_void, numLibraryOptions: c_uint) -> Result<CUlibrary, CuResult> {
        returned!(self.cuLibraryLoadData, (&raw mut library, code, jitOptions, jitOptionsValues, numJitOptions, libraryOptions, libraryOptionValues, numLibraryOptions), library: CUlibrary)
    }
    /// [`cuLibraryLoadFromFile`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__LIBRARY.html#group__CUDA__LIBRARY_1g88cff489fab37c7fd1985ceb61023205).
    #[allow(clippy::too_many_arguments)]
    #[inline]
    pub unsafe fn cuLibraryLoadFromFile(self, fileName: &CStr, jitOptions: *mut CUjit_option, jitOptionsValues: *mut *mut c_void, numJitOptions: c_uint, libraryOptions: *mut CUlibraryOption, libraryOptionValues: *mut *mut c_void, numLibraryOptions: c_uint) -> Result<CUlibrary, CuResult> {
        returned!(self.cuLibraryLoadFromFile, (&raw mut library, fileName.as_ptr(), jitOptions, jitOptionsValues, numJitOptions, libraryOptions, libraryOptionValues, numLibraryOptions), library: CUlibrary)
    }
    /// [`cuLibraryUnload`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__LIBRARY.html#group__CUDA__LIBRARY_1g24969cb24138171edf465bc8669d5914).
    #[inline]
    pub unsafe fn cuLibraryUnload(self, library: CUlibrary) -> Result<(), CuResult> {
        returned!(self.cuLibraryUnload, (library))
    }
    /// [`cuLibraryGetKernel`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__LIBRARY.html#group__CUDA__LIBRARY_1g15336d865f5abd63e3dc6004d5bc037a).
    #[inline]
    pub unsafe fn cuLibraryGetKernel(self, library: CUlibrary, name: &CStr) -> Result<CUkernel, CuResult> {
        returned!(self.cuLibraryGetKernel, (&raw mut pKernel, library, name.as_ptr()), pKernel: CUkernel)
    }
    /// [`cuLibraryGetKernelCount`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__LIBRARY.html#group__CUDA__LIBRARY_1g142732b1c9afaa662f21cae9a558d2d4).
    #[inline]
    pub unsafe fn cuLibraryGetKernelCount(self, lib: CUlibrary) -> Result<c_uint, CuResult> {
        returned!(self.cuLibraryGetKernelCount, (&raw mut count, lib), count: c_uint)
    }
    /// [`cuLibraryEnumerateKernels`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__LIBRARY.html#group__CUDA__LIBRARY_1ga8ae2f42ab3a8fe789ac2dced8219608).
    #[inline]
    pub unsafe fn cuLibraryEnumerateKernels(self, kernels: &mut [CUkernel], lib: CUlibrary) -> Result<(), CuResult> {
        returned!(self.cuLibraryEnumerateKernels, (kernels.as_mut_ptr(), c_uint::try_from(kernels.len()).unwrap_or(c_uint::MAX), lib))
    }
    /// [`cuLibraryGetModule`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__LIBRARY.html#group__CUDA__LIBRARY_1g0d439597c77b64cf247de33f0609a5d8).
    #[inline]
    pub unsafe fn cuLibraryGetModule(self, library: CUlibrary) -> Result<CUmodule, CuResult> {
        returned!(self.cuLibraryGetModule, (&raw mut pMod, library), pMod: CUmodule)
    }
    /// [`cuKernelGetFunction`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__LIBRARY.html#group__CUDA__LIBRARY_1ge4cf9abafaba338acb977585b0d7374a).
    #[inline]
    pub unsafe fn cuKernelGetFunction(self, kernel: CUkernel) -> Result<CUfunction, CuResult> {
        returned!(self.cuKernelGetFunction, (&raw mut pFunc, kernel), pFunc: CUfunction)
    }
    /// [`cuKernelGetLibrary`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__LIBRARY.html#group__CUDA__LIBRARY_1g10ca8b20e237abbf3cf5a070d70b9cb3).
    #[inline]
    pub unsafe fn cuKernelGetLibrary(self, kernel: CUkernel) -> Result<CUlibrary, CuResult> {
        returned!(self.cuKernelGetLibrary, (&raw mut pLib, kernel), pLib: CUlibrary)
    }
    /// [`cuLibraryGetGlobal`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__LIBRARY.html#group__CUDA__LIBRARY_1g98708b50c11bc1c0addd6ecab96ae4ab); returns (`dptr`, `bytes`).
    #[inline]
    pub unsafe fn cuLibraryGetGlobal(self, library: CUlibrary, name: &CStr) -> Result<(CUdeviceptr, usize), CuResult> {
        returned!(self.cuLibraryGetGlobal, (&raw mut dptr, &raw mut bytes, library, name.as_ptr()), dptr: CUdeviceptr, bytes: usize)
    }
    /// [`cuLibraryGetManaged`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__LIBRARY.html#group__CUDA__LIBRARY_1ga03f44378227ea68e6decd9d11c28fdf); returns (`dptr`, `bytes`).
    #[inline]
    pub unsafe fn cuLibraryGetManaged(self, library: CUlibrary, name: &CStr) -> Result<(CUdeviceptr, usize), CuResult> {
        returned!(self.cuLibraryGetManaged, (&raw mut dptr, &raw mut bytes, library, name.as_ptr()), dptr: CUdeviceptr, bytes: usize)
    }
    /// [`cuLibraryGetUnifiedFunction`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__LIBRARY.html#group__CUDA__LIBRARY_1gb1b0ea992d64345562b694fdcd2c0334).
    #[inline]
    pub unsafe fn cuLibraryGetUnifiedFunction(self, library: CUlibrary, symbol: &CStr) -> Result<*mut c_void, CuResult> {
        returned!(self.cuLibraryGetUnifiedFunction, (&raw mut fptr, library, symbol.as_ptr()), fptr: *mut c_void)
    }
    /// [`cuKernelGetAttribute`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__LIBRARY.html#group__CUDA__LIBRARY_1gd98317cb151b99fbd95767418122071f).
    #[inline]
    pub unsafe fn cuKernelGetAttribute(self, attrib: CUfunction_attribute, kernel: CUkernel, dev: CUdevice) -> Result<c_int, CuResult> {
        returned!(self.cuKernelGetAttribute, (&raw mut pi, attrib, kernel, dev), pi: c_int)
    }
    /// [`cuKernelSetAttribute`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__LIBRARY.html#group__CUDA__LIBRARY_1g1093ade718915249de3b14320d567067).
    #[inline]
    pub unsafe fn cuKernelSetAttribute(self, attrib: CUfunction_attribute, val: c_int, kernel: CUkernel, dev: CUdevice) -> Result<(), CuResult> {
        returned!(self.cuKernelSetAttribute, (attrib, val, kernel, dev))
    }
    /// [`cuKernelSetCacheConfig`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__LIBRARY.html#group__CUDA__LIBRARY_1g8490476e5d3573c7ede78f29bd8cde51).
    #[inline]
    pub unsafe fn cuKernelSetCacheConfig(self, kernel: CUkernel, config: CUfunc_cache, dev: CUdevice) -> Result<(), CuResult> {
        returned!(self.cuKernelSetCacheConfig, (kernel, config, dev))
    }
    /// [`cuKernelGetName`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__LIBRARY.html#group__CUDA__LIBRARY_1ge758151073b777ef3ba11a45f7d22adf).
    #[inline]
    pub unsafe fn cuKernelGetName(self, hfunc: CUkernel) -> Result<*const c_char, CuResult> {
        returned!(self.cuKernelGetName, (&raw mut name, hfunc), name: *const c_char)
    }
    /// [`cuKernelGetParamInfo`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__LIBRARY.html#group__CUDA__LIBRARY_1ga61653c9f13f713527e189fb0c2fe235); returns (`paramOffset`, `paramSize`).
    #[inline]
    pub unsafe fn cuKernelGetParamInfo(self, kernel: CUkernel, paramIndex: usize) -> Result<(usize, usize), CuResult> {
        returned!(self.cuKernelGetParamInfo, (kernel, paramIndex, &raw mut paramOffset, &raw mut paramSize), paramOffset: usize, paramSize: usize)
    }
    /// [`cuKernelGetParamCount`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__LIBRARY.html#group__CUDA__LIBRARY_1g471deeeb77fe3dd973d732fbfd81c163).
    #[inline]
    pub unsafe fn cuKernelGetParamCount(self, kernel: CUkernel) -> Result<usize, CuResult> {
        returned!(self.cuKernelGetParamCount, (kernel, &raw mut paramCount), paramCount: usize)
    }
    /// [`cuMemGetInfo`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g808f555540d0143a331cc42aa98835c0); returns (`free`, `total`).
    #[doc(alias = "cuMemGetInfo_v2")]
    #[inline]
    pub unsafe fn cuMemGetInfo(self) -> Result<(usize, usize), CuResult> {
        returned!(self.cuMemGetInfo_v2, (&raw mut free, &raw mut total), free: usize, total: usize)
    }
    /// [`cuMemAlloc`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1gb82d2a09844a58dd9e744dc31e8aa467).
    #[doc(alias = "cuMemAlloc_v2")]
    #[inline]
    pub unsafe fn cuMemAlloc(self, bytesize: usize) -> Result<CUdeviceptr, CuResult> {
        returned!(self.cuMemAlloc_v2, (&raw mut dptr, bytesize), dptr: CUdeviceptr)
    }
    /// [`cuMemAllocPitch`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1gcbe9b033f6c4de80f63cc6e58ed9a45a); returns (`dptr`, `pPitch`).
    #[doc(alias = "cuMemAllocPitch_v2")]
    #[inline]
    pub unsafe fn cuMemAllocPitch(self, WidthInBytes: usize, Height: usize, ElementSizeBytes: c_uint) -> Result<(CUdeviceptr, usize), CuResult> {
        returned!(self.cuMemAllocPitch_v2, (&raw mut dptr, &raw mut pPitch, WidthInBytes, Height, ElementSizeBytes), dptr: CUdeviceptr, pPitch: usize)
    }
    /// [`cuMemFree`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g89b3f154e17cc89b6eea277dbdf5c93a).
    #[doc(alias = "cuMemFree_v2")]
    #[inline]
    pub unsafe fn cuMemFree(self, dptr: CUdeviceptr) -> Result<(), CuResult> {
        returned!(self.cuMemFree_v2, (dptr))
    }
    /// [`cuMemGetAddressRange`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g64fee5711274a2a0573a789c94d8299b); returns (`pbase`, `psize`).
    #[doc(alias = "cuMemGetAddressRange_v2")]
    #[inline]
    pub unsafe fn cuMemGetAddressRange(self, dptr: CUdeviceptr) -> Result<(CUdeviceptr, usize), CuResult> {
        returned!(self.cuMemGetAddressRange_v2, (&raw mut pbase, &raw mut psize, dptr), pbase: CUdeviceptr, psize: usize)
    }
    /// [`cuMemAllocHost`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1gdd8311286d2c2691605362c689bc64e0).
    #[doc(alias = "cuMemAllocHost_v2")]
    #[inline]
    pub unsafe fn cuMemAllocHost(self, bytesize: usize) -> Result<*mut c_void, CuResult> {
        returned!(self.cuMemAllocHost_v2, (&raw mut pp, bytesize), pp: *mut c_void)
    }
    /// [`cuMemFreeHost`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g62e0fdbe181dab6b1c90fa1a51c7b92c).
    #[inline]
    pub unsafe fn cuMemFreeHost(self, p: *mut c_void) -> Result<(), CuResult> {
        returned!(self.cuMemFreeHost, (p))
    }
    /// [`cuMemHostAlloc`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g572ca4011bfcb25034888a14d4e035b9).
    #[inline]
    pub unsafe fn cuMemHostAlloc(self, bytesize: usize, Flags: c_uint) -> Result<*mut c_void, CuResult> {
        returned!(self.cuMemHostAlloc, (&raw mut pp, bytesize, Flags), pp: *mut c_void)
    }
    /// [`cuMemHostGetDevicePointer`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g57a39e5cba26af4d06be67fc77cc62f0).
    #[doc(alias = "cuMemHostGetDevicePointer_v2")]
    #[inline]
    pub unsafe fn cuMemHostGetDevicePointer(self, p: *mut c_void, Flags: c_uint) -> Result<CUdeviceptr, CuResult> {
        returned!(self.cuMemHostGetDevicePointer_v2, (&raw mut pdptr, p, Flags), pdptr: CUdeviceptr)
    }
    /// [`cuMemHostGetFlags`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g42066246915fcb0400df2a17a851b35f).
    #[inline]
    pub unsafe fn cuMemHostGetFlags(self, p: *mut c_void) -> Result<c_uint, CuResult> {
        returned!(self.cuMemHostGetFlags, (&raw mut pFlags, p), pFlags: c_uint)
    }
    /// [`cuMemAllocManaged`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1gb347ded34dc326af404aa02af5388a32).
    #[inline]
    pub unsafe fn cuMemAllocManaged(self, bytesize: usize, flags: c_uint) -> Result<CUdeviceptr, CuResult> {
        returned!(self.cuMemAllocManaged, (&raw mut dptr, bytesize, flags), dptr: CUdeviceptr)
    }
    /// [`cuDeviceRegisterAsyncNotification`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g4325f3e53f7817c93b37f12da91ed199).
    #[inline]
    pub unsafe fn cuDeviceRegisterAsyncNotification(self, device: CUdevice, callbackFunc: CUasyncCallback, userData: *mut c_void) -> Result<CUasyncCallbackHandle, CuResult> {
        returned!(self.cuDeviceRegisterAsyncNotification, (device, callbackFunc, userData, &raw mut callback), callback: CUasyncCallbackHandle)
    }
    /// [`cuDeviceUnregisterAsyncNotification`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1gc0ae698fd18cbc2c395c9140e28e83ca).
    #[inline]
    pub unsafe fn cuDeviceUnregisterAsyncNotification(self, device: CUdevice, callback: CUasyncCallbackHandle) -> Result<(), CuResult> {
        returned!(self.cuDeviceUnregisterAsyncNotification, (device, callback))
    }
    /// [`cuDeviceGetByPCIBusId`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1ga89cd3fa06334ba7853ed1232c5ebe2a).
    #[inline]
    pub unsafe fn cuDeviceGetByPCIBusId(self, pciBusId: &CStr) -> Result<CUdevice, CuResult> {
        returned!(self.cuDeviceGetByPCIBusId, (&raw mut dev, pciBusId.as_ptr()), dev: CUdevice)
    }
    /// [`cuDeviceGetPCIBusId`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g85295e7d9745ab8f0aa80dd1e172acfc).
    #[inline]
    pub unsafe fn cuDeviceGetPCIBusId(self, pciBusId: &mut [c_char], dev: CUdevice) -> Result<(), CuResult> {
        returned!(self.cuDeviceGetPCIBusId, (pciBusId.as_mut_ptr(), c_int::try_from(pciBusId.len()).unwrap_or(c_int::MAX), dev))
    }
    /// [`cuIpcGetEventHandle`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1gea02eadd12483de5305878b13288a86c).
    #[inline]
    pub unsafe fn cuIpcGetEventHandle(self, event: CUevent) -> Result<CUipcEventHandle, CuResult> {
        returned!(self.cuIpcGetEventHandle, (&raw mut pHandle, event), pHandle: CUipcEventHandle)
    }
    /// [`cuIpcOpenEventHandle`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1gf1d525918b6c643b99ca8c8e42e36c2e).
    #[inline]
    pub unsafe fn cuIpcOpenEventHandle(self, handle: CUipcEventHandle) -> Result<CUevent, CuResult> {
        returned!(self.cuIpcOpenEventHandle, (&raw mut phEvent, handle), phEvent: CUevent)
    }
    /// [`cuIpcGetMemHandle`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g6f1b5be767b275f016523b2ac49ebec1).
    #[inline]
    pub unsafe fn cuIpcGetMemHandle(self, dptr: CUdeviceptr) -> Result<CUipcMemHandle, CuResult> {
        returned!(self.cuIpcGetMemHandle, (&raw mut pHandle, dptr), pHandle: CUipcMemHandle)
    }
    /// [`cuIpcOpenMemHandle`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1ga8bd126fcff919a0c996b7640f197b79).
    #[doc(alias = "cuIpcOpenMemHandle_v2")]
    #[inline]
    pub unsafe fn cuIpcOpenMemHandle(self, handle: CUipcMemHandle, Flags: c_uint) -> Result<CUdeviceptr, CuResult> {
        returned!(self.cuIpcOpenMemHandle_v2 or cuIpcOpenMemHandle, (&raw mut pdptr, handle, Flags), pdptr: CUdeviceptr)
    }
    /// [`cuIpcCloseMemHandle`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1gd6f5d5bcf6376c6853b64635b0157b9e).
    #[inline]
    pub unsafe fn cuIpcCloseMemHandle(self, dptr: CUdeviceptr) -> Result<(), CuResult> {
        returned!(self.cuIpcCloseMemHandle, (dptr))
    }
    /// [`cuMemHostRegister`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1gf0a9fe11544326dabd743b7aa6b54223).
    #[doc(alias = "cuMemHostRegister_v2")]
    #[inline]
    pub unsafe fn cuMemHostRegister(self, p: *mut c_void, bytesize: usize, Flags: c_uint) -> Result<(), CuResult> {
        returned!(self.cuMemHostRegister_v2 or cuMemHostRegister, (p, bytesize, Flags))
    }
    /// [`cuMemHostUnregister`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g63f450c8125359be87b7623b1c0b2a14).
    #[inline]
    pub unsafe fn cuMemHostUnregister(self, p: *mut c_void) -> Result<(), CuResult> {
        returned!(self.cuMemHostUnregister, (p))
    }
    /// [`cuMemcpy`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g8d0ff510f26d4b87bd3a51e731e7f698).
    #[inline]
    pub unsafe fn cuMemcpy(self, dst: CUdeviceptr, src: CUdeviceptr, ByteCount: usize) -> Result<(), CuResult> {
        returned!(self.cuMemcpy, (dst, src, ByteCount))
    }
    /// [`cuMemcpyPeer`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1ge1f5c7771544fee150ada8853c7cbf4a).
    #[inline]
    pub unsafe fn cuMemcpyPeer(self, dstDevice: CUdeviceptr, dstContext: CUcontext, srcDevice: CUdeviceptr, srcContext: CUcontext, ByteCount: usize) -> Result<(), CuResult> {
        returned!(self.cuMemcpyPeer, (dstDevice, dstContext, srcDevice, srcContext, ByteCount))
    }
    /// [`cuMemcpyHtoD`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g4d32266788c440b0220b1a9ba5795169).
    #[doc(alias = "cuMemcpyHtoD_v2")]
    #[inline]
    pub unsafe fn cuMemcpyHtoD(self, dstDevice: CUdeviceptr, srcHost: *const c_void, ByteCount: usize) -> Result<(), CuResult> {
        returned!(self.cuMemcpyHtoD_v2, (dstDevice, srcHost, ByteCount))
    }
    /// [`cuMemcpyDtoH`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g3480368ee0208a98f75019c9a8450893).
    #[doc(alias = "cuMemcpyDtoH_v2")]
    #[inline]
    pub unsafe fn cuMemcpyDtoH(self, dstHost: *mut c_void, srcDevice: CUdeviceptr, ByteCount: usize) -> Result<(), CuResult> {
        returned!(self.cuMemcpyDtoH_v2, (dstHost, srcDevice, ByteCount))
    }
    /// [`cuMemcpyDtoD`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g1725774abf8b51b91945f3336b778c8b).
    #[doc(alias = "cuMemcpyDtoD_v2")]
    #[inline]
    pub unsafe fn cuMemcpyDtoD(self, dstDevice: CUdeviceptr, srcDevice: CUdeviceptr, ByteCount: usize) -> Result<(), CuResult> {
        returned!(self.cuMemcpyDtoD_v2, (dstDevice, srcDevice, ByteCount))
    }
    /// [`cuMemcpyDtoA`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1gad6827247af91600b56ce6e2ddb802e1).
    #[doc(alias = "cuMemcpyDtoA_v2")]
    #[inline]
    pub unsafe fn cuMemcpyDtoA(self, dstArray: CUarray, dstOffset: usize, srcDevice: CUdeviceptr, ByteCount: usize) -> Result<(), CuResult> {
        returned!(self.cuMemcpyDtoA_v2, (dstArray, dstOffset, srcDevice, ByteCount))
    }
    /// [`cuMemcpyAtoD`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g825b3f037f7f51382cae991bae8173fd).
    #[doc(alias = "cuMemcpyAtoD_v2")]
    #[inline]
    pub unsafe fn cuMemcpyAtoD(self, dstDevice: CUdeviceptr, srcArray: CUarray, srcOffset: usize, ByteCount: usize) -> Result<(), CuResult> {
        returned!(self.cuMemcpyAtoD_v2, (dstDevice, srcArray, srcOffset, ByteCount))
    }
    /// [`cuMemcpyHtoA`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g57d3d780d165ecc0e3b3ce08e141cd89).
    #[doc(alias = "cuMemcpyHtoA_v2")]
    #[inline]
    pub unsafe fn cuMemcpyHtoA(self, dstArray: CUarray, dstOffset: usize, srcHost: *const c_void, ByteCount: usize) -> Result<(), CuResult> {
        returned!(self.cuMemcpyHtoA_v2, (dstArray, dstOffset, srcHost, ByteCount))
    }
    /// [`cuMemcpyAtoH`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1gf7ad1edb2539cccc352c6b8b76f657f4).
    #[doc(alias = "cuMemcpyAtoH_v2")]
    #[inline]
    pub unsafe fn cuMemcpyAtoH(self, dstHost: *mut c_void, srcArray: CUarray, srcOffset: usize, ByteCount: usize) -> Result<(), CuResult> {
        returned!(self.cuMemcpyAtoH_v2, (dstHost, srcArray, srcOffset, ByteCount))
    }
    /// [`cuMemcpyAtoA`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1gf81b218c984a31436ec9e23a85fb604a).
    #[doc(alias = "cuMemcpyAtoA_v2")]
    #[inline]
    pub unsafe fn cuMemcpyAtoA(self, dstArray: CUarray, dstOffset: usize, srcArray: CUarray, srcOffset: usize, ByteCount: usize) -> Result<(), CuResult> {
        returned!(self.cuMemcpyAtoA_v2, (dstArray, dstOffset, srcArray, srcOffset, ByteCount))
    }
    /// [`cuMemcpy2D`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g27f885b30c34cc20a663a671dbf6fc27).
    #[doc(alias = "cuMemcpy2D_v2")]
    #[inline]
    pub unsafe fn cuMemcpy2D(self, pCopy: *const CUDA_MEMCPY2D) -> Result<(), CuResult> {
        returned!(self.cuMemcpy2D_v2, (pCopy))
    }
    /// [`cuMemcpy2DUnaligned`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g2fa285d47fd7020e596bfeab3deb651b).
    #[doc(alias = "cuMemcpy2DUnaligned_v2")]
    #[inline]
    pub unsafe fn cuMemcpy2DUnaligned(self, pCopy: *const CUDA_MEMCPY2D) -> Result<(), CuResult> {
        returned!(self.cuMemcpy2DUnaligned_v2, (pCopy))
    }
    /// [`cuMemcpy3D`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g4b5238975579f002c0199a3800ca44df).
    #[doc(alias = "cuMemcpy3D_v2")]
    #[inline]
    pub unsafe fn cuMemcpy3D(self, pCopy: *const CUDA_MEMCPY3D) -> Result<(), CuResult> {
        returned!(self.cuMemcpy3D_v2, (pCopy))
    }
    /// [`cuMemcpy3DPeer`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g11466fd70cde9329a4e16eb1f258c433).
    #[inline]
    pub unsafe fn cuMemcpy3DPeer(self, pCopy: *const CUDA_MEMCPY3D_PEER) -> Result<(), CuResult> {
        returned!(self.cuMemcpy3DPeer, (pCopy))
    }
    /// [`cuMemcpyAsync`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g5f26aaf5582ade791e5688727a178d78).
    #[inline]
    pub unsafe fn cuMemcpyAsync(self, dst: CUdeviceptr, src: CUdeviceptr, ByteCount: usize, hStream: CUstream) -> Result<(), CuResult> {
        returned!(self.cuMemcpyAsync, (dst, src, ByteCount, hStream))
    }
    /// [`cuMemcpyPeerAsync`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g82fcecb38018e64b98616a8ac30112f2).
    #[inline]
    pub unsafe fn cuMemcpyPeerAsync(self, dstDevice: CUdeviceptr, dstContext: CUcontext, srcDevice: CUdeviceptr, srcContext: CUcontext, ByteCount: usize, hStream: CUstream) -> Result<(), CuResult> {
        returned!(self.cuMemcpyPeerAsync, (dstDevice, dstContext, srcDevice, srcContext, ByteCount, hStream))
    }
    /// [`cuMemcpyHtoDAsync`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g1572263fe2597d7ba4f6964597a354a3).
    #[doc(alias = "cuMemcpyHtoDAsync_v2")]
    #[inline]
    pub unsafe fn cuMemcpyHtoDAsync(self, dstDevice: CUdeviceptr, srcHost: *const c_void, ByteCount: usize, hStream: CUstream) -> Result<(), CuResult> {
        returned!(self.cuMemcpyHtoDAsync_v2, (dstDevice, srcHost, ByteCount, hStream))
    }
    /// [`cuMemcpyDtoHAsync`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g56f30236c7c5247f8e061b59d3268362).
    #[doc(alias = "cuMemcpyDtoHAsync_v2")]
    #[inline]
    pub unsafe fn cuMemcpyDtoHAsync(self, dstHost: *mut c_void, srcDevice: CUdeviceptr, ByteCount: usize, hStream: CUstream) -> Result<(), CuResult> {
        returned!(self.cuMemcpyDtoHAsync_v2, (dstHost, srcDevice, ByteCount, hStream))
    }
    /// [`cuMemcpyDtoDAsync`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g39ea09ba682b8eccc9c3e0c04319b5c8).
    #[doc(alias = "cuMemcpyDtoDAsync_v2")]
    #[inline]
    pub unsafe fn cuMemcpyDtoDAsync(self, dstDevice: CUdeviceptr, srcDevice: CUdeviceptr, ByteCount: usize, hStream: CUstream) -> Result<(), CuResult> {
        returned!(self.cuMemcpyDtoDAsync_v2, (dstDevice, srcDevice, ByteCount, hStream))
    }
    /// [`cuMemcpyHtoAAsync`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1gb5c4863f64f132b4bc2661818b3fd188).
    #[doc(alias = "cuMemcpyHtoAAsync_v2")]
    #[inline]
    pub unsafe fn cuMemcpyHtoAAsync(self, dstArray: CUarray, dstOffset: usize, srcHost: *const c_void, ByteCount: usize, hStream: CUstream) -> Result<(), CuResult> {
        returned!(self.cuMemcpyHtoAAsync_v2, (dstArray, dstOffset, srcHost, ByteCount, hStream))
    }
    /// [`cuMemcpyAtoHAsync`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g64cbd2e60436699aebdd0bdbf14d0f01).
    #[doc(alias = "cuMemcpyAtoHAsync_v2")]
    #[inline]
    pub unsafe fn cuMemcpyAtoHAsync(self, dstHost: *mut c_void, srcArray: CUarray, srcOffset: usize, ByteCount: usize, hStream: CUstream) -> Result<(), CuResult> {
        returned!(self.cuMemcpyAtoHAsync_v2, (dstHost, srcArray, srcOffset, ByteCount, hStream))
    }
    /// [`cuMemcpy2DAsync`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g4acf155faeb969d9d21f5433d3d0f274).
    #[doc(alias = "cuMemcpy2DAsync_v2")]
    #[inline]
    pub unsafe fn cuMemcpy2DAsync(self, pCopy: *const CUDA_MEMCPY2D, hStream: CUstream) -> Result<(), CuResult> {
        returned!(self.cuMemcpy2DAsync_v2, (pCopy, hStream))
    }
    /// [`cuMemcpy3DAsync`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g79f4f3fde6ae0f529568d881d9e11987).
    #[doc(alias = "cuMemcpy3DAsync_v2")]
    #[inline]
    pub unsafe fn cuMemcpy3DAsync(self, pCopy: *const CUDA_MEMCPY3D, hStream: CUstream) -> Result<(), CuResult> {
        returned!(self.cuMemcpy3DAsync_v2, (pCopy, hStream))
    }
    /// [`cuMemcpy3DPeerAsync`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1gc4e4bfd9f627d3aa3695979e058f1bb8).
    #[inline]
    pub unsafe fn cuMemcpy3DPeerAsync(self, pCopy: *const CUDA_MEMCPY3D_PEER, hStream: CUstream) -> Result<(), CuResult> {
        returned!(self.cuMemcpy3DPeerAsync, (pCopy, hStream))
    }
    /// [`cuMemcpyBatchAsync`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g6f1ff58e3065df3eb4b573dba77ad31f).
    #[doc(alias = "cuMemcpyBatchAsync_v2")]
    #[allow(clippy::too_many_arguments)]
    #[inline]
    pub unsafe fn cuMemcpyBatchAsync(self, dsts: *mut CUdeviceptr, srcs: *mut CUdeviceptr, sizes: *mut usize, count: usize, attrs: *mut CUmemcpyAttributes, attrsIdxs: *mut usize, numAttrs: usize, hStream: CUstream) -> Result<(), CuResult> {
        returned!(self.cuMemcpyBatchAsync_v2, (dsts, srcs, sizes, count, attrs, attrsIdxs, numAttrs, hStream))
    }
    /// [`cuMemcpy3DBatchAsync`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g97dd29d0e3490379a5cbdb21deb41f12).
    #[doc(alias = "cuMemcpy3DBatchAsync_v2")]
    #[inline]
    pub unsafe fn cuMemcpy3DBatchAsync(self, opList: &[CUDA_MEMCPY3D_BATCH_OP], flags: c_ulonglong, hStream: CUstream) -> Result<(), CuResult> {
        returned!(self.cuMemcpy3DBatchAsync_v2, (opList.len(), opList.as_ptr().cast_mut(), flags, hStream))
    }
    /// [`cuMemcpyWithAttributesAsync`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1gaee64fdcd63c4ba9ced25393256abe7d).
    #[inline]
    pub unsafe fn cuMemcpyWithAttributesAsync(self, dst: CUdeviceptr, src: CUdeviceptr, size: usize, attr: *mut CUmemcpyAttributes, hStream: CUstream) -> Result<(), CuResult> {
        returned!(self.cuMemcpyWithAttributesAsync, (dst, src, size, attr, hStream))
    }
    /// [`cuMemcpy3DWithAttributesAsync`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g2acfe4c3e70932e97ab85b960095671f).
    #[inline]
    pub unsafe fn cuMemcpy3DWithAttributesAsync(self, op: *mut CUDA_MEMCPY3D_BATCH_OP, flags: c_ulonglong, hStream: CUstream) -> Result<(), CuResult> {
        returned!(self.cuMemcpy3DWithAttributesAsync, (op, flags, hStream))
    }
    /// [`cuMemsetD8`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g6e582bf866e9e2fb014297bfaf354d7b).
    #[doc(alias = "cuMemsetD8_v2")]
    #[inline]
    pub unsafe fn cuMemsetD8(self, dstDevice: CUdeviceptr, uc: c_uchar, N: usize) -> Result<(), CuResult> {
        returned!(self.cuMemsetD8_v2, (dstDevice, uc, N))
    }
    /// [`cuMemsetD16`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g7d805e610054392a4d11e8a8bf5eb35c).
    #[doc(alias = "cuMemsetD16_v2")]
    #[inline]
    pub unsafe fn cuMemsetD16(self, dstDevice: CUdeviceptr, us: c_ushort, N: usize) -> Result<(), CuResult> {
        returned!(self.cuMemsetD16_v2, (dstDevice, us, N))
    }
    /// [`cuMemsetD32`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g983e8d8759acd1b64326317481fbf132).
    #[doc(alias = "cuMemsetD32_v2")]
    #[inline]
    pub unsafe fn cuMemsetD32(self, dstDevice: CUdeviceptr, ui: c_uint, N: usize) -> Result<(), CuResult> {
        returned!(self.cuMemsetD32_v2, (dstDevice, ui, N))
    }
    /// [`cuMemsetD2D8`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1ge88b13e646e2be6ba0e0475ef5205974).
    #[doc(alias = "cuMemsetD2D8_v2")]
    #[inline]
    pub unsafe fn cuMemsetD2D8(self, dstDevice: CUdeviceptr, dstPitch: usize, uc: c_uchar, Width: usize, Height: usize) -> Result<(), CuResult> {
        returned!(self.cuMemsetD2D8_v2, (dstDevice, dstPitch, uc, Width, Height))
    }
    /// [`cuMemsetD2D16`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g7f561a15a66144fa9f6ab5350edc8a30).
    #[doc(alias = "cuMemsetD2D16_v2")]
    #[inline]
    pub unsafe fn cuMemsetD2D16(self, dstDevice: CUdeviceptr, dstPitch: usize, us: c_ushort, Width: usize, Height: usize) -> Result<(), CuResult> {
        returned!(self.cuMemsetD2D16_v2, (dstDevice, dstPitch, us, Width, Height))
    }
    /// [`cuMemsetD2D32`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g74b359b2d026bfeb7c795b5038d07523).
    #[doc(alias = "cuMemsetD2D32_v2")]
    #[inline]
    pub unsafe fn cuMemsetD2D32(self, dstDevice: CUdeviceptr, dstPitch: usize, ui: c_uint, Width: usize, Height: usize) -> Result<(), CuResult> {
        returned!(self.cuMemsetD2D32_v2, (dstDevice, dstPitch, ui, Width, Height))
    }
    /// [`cuMemsetD8Async`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1gaef08a7ccd61112f94e82f2b30d43627).
    #[inline]
    pub unsafe fn cuMemsetD8Async(self, dstDevice: CUdeviceptr, uc: c_uchar, N: usize, hStream: CUstream) -> Result<(), CuResult> {
        returned!(self.cuMemsetD8Async, (dstDevice, uc, N, hStream))
    }
    /// [`cuMemsetD16Async`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1gf731438877dd8ec875e4c43d848c878c).
    #[inline]
    pub unsafe fn cuMemsetD16Async(self, dstDevice: CUdeviceptr, us: c_ushort, N: usize, hStream: CUstream) -> Result<(), CuResult> {
        returned!(self.cuMemsetD16Async, (dstDevice, us, N, hStream))
    }
    /// [`cuMemsetD32Async`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g58229da5d30f1c0cdf667b320ec2c0f5).
    #[inline]
    pub unsafe fn cuMemsetD32Async(self, dstDevice: CUdeviceptr, ui: c_uint, N: usize, hStream: CUstream) -> Result<(), CuResult> {
        returned!(self.cuMemsetD32Async, (dstDevice, ui, N, hStream))
    }
    /// [`cuMemsetD2D8Async`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g3f7b6924a3e49c3265b328f534102e97).
    #[inline]
    pub unsafe fn cuMemsetD2D8Async(self, dstDevice: CUdeviceptr, dstPitch: usize, uc: c_uchar, Width: usize, Height: usize, hStream: CUstream) -> Result<(), CuResult> {
        returned!(self.cuMemsetD2D8Async, (dstDevice, dstPitch, uc, Width, Height, hStream))
    }
    /// [`cuMemsetD2D16Async`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g64ee197befac3d74d9fefedcf6ef6b10).
    #[inline]
    pub unsafe fn cuMemsetD2D16Async(self, dstDevice: CUdeviceptr, dstPitch: usize, us: c_ushort, Width: usize, Height: usize, hStream: CUstream) -> Result<(), CuResult> {
        returned!(self.cuMemsetD2D16Async, (dstDevice, dstPitch, us, Width, Height, hStream))
    }
    /// [`cuMemsetD2D32Async`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g8a78d3147ac93fac955052c815d9ea3c).
    #[inline]
    pub unsafe fn cuMemsetD2D32Async(self, dstDevice: CUdeviceptr, dstPitch: usize, ui: c_uint, Width: usize, Height: usize, hStream: CUstream) -> Result<(), CuResult> {
        returned!(self.cuMemsetD2D32Async, (dstDevice, dstPitch, ui, Width, Height, hStream))
    }
    /// [`cuArrayCreate`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g4192ff387a81c3bd5ed8c391ed62ca24).
    #[doc(alias = "cuArrayCreate_v2")]
    #[inline]
    pub unsafe fn cuArrayCreate(self, pAllocateArray: *const CUDA_ARRAY_DESCRIPTOR) -> Result<CUarray, CuResult> {
        returned!(self.cuArrayCreate_v2, (&raw mut pHandle, pAllocateArray), pHandle: CUarray)
    }
    /// [`cuArrayGetDescriptor`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g661fe823dbd37bf11f82a71bd4762acf).
    #[doc(alias = "cuArrayGetDescriptor_v2")]
    #[inline]
    pub unsafe fn cuArrayGetDescriptor(self, hArray: CUarray) -> Result<CUDA_ARRAY_DESCRIPTOR, CuResult> {
        returned!(self.cuArrayGetDescriptor_v2, (&raw mut pArrayDescriptor, hArray), pArrayDescriptor: CUDA_ARRAY_DESCRIPTOR)
    }
    /// [`cuArrayGetSparseProperties`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1gf74df88a07404ee051f0e5b36647d8c7).
    #[inline]
    pub unsafe fn cuArrayGetSparseProperties(self, array: CUarray) -> Result<CUDA_ARRAY_SPARSE_PROPERTIES, CuResult> {
        returned!(self.cuArrayGetSparseProperties, (&raw mut sparseProperties, array), sparseProperties: CUDA_ARRAY_SPARSE_PROPERTIES)
    }
    /// [`cuMipmappedArrayGetSparseProperties`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g55a16bd1780acb3cc94e8b88d5fe5e19).
    #[inline]
    pub unsafe fn cuMipmappedArrayGetSparseProperties(self, mipmap: CUmipmappedArray) -> Result<CUDA_ARRAY_SPARSE_PROPERTIES, CuResult> {
        returned!(self.cuMipmappedArrayGetSparseProperties, (&raw mut sparseProperties, mipmap), sparseProperties: CUDA_ARRAY_SPARSE_PROPERTIES)
    }
    /// [`cuArrayGetMemoryRequirements`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1gac8761ced0fa462e4762f6528073d9f4).
    #[inline]
    pub unsafe fn cuArrayGetMemoryRequirements(self, array: CUarray, device: CUdevice) -> Result<CUDA_ARRAY_MEMORY_REQUIREMENTS, CuResult> {
        returned!(self.cuArrayGetMemoryRequirements, (&raw mut memoryRequirements, array, device), memoryRequirements: CUDA_ARRAY_MEMORY_REQUIREMENTS)
    }
    /// [`cuMipmappedArrayGetMemoryRequirements`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g71b95168dd78c64cbca5b32b9cbf37e1).
    #[inline]
    pub unsafe fn cuMipmappedArrayGetMemoryRequirements(self, mipmap: CUmipmappedArray, device: CUdevice) -> Result<CUDA_ARRAY_MEMORY_REQUIREMENTS, CuResult> {
        returned!(self.cuMipmappedArrayGetMemoryRequirements, (&raw mut memoryRequirements, mipmap, device), memoryRequirements: CUDA_ARRAY_MEMORY_REQUIREMENTS)
    }
    /// [`cuArrayGetPlane`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1ge66ce245a1e3802f9ccc3583cec6b71f).
    #[inline]
    pub unsafe fn cuArrayGetPlane(self, hArray: CUarray, planeIdx: c_uint) -> Result<CUarray, CuResult> {
        returned!(self.cuArrayGetPlane, (&raw mut pPlaneArray, hArray, planeIdx), pPlaneArray: CUarray)
    }
    /// [`cuArrayDestroy`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g982878affbbc023de84874faac838b0b).
    #[inline]
    pub unsafe fn cuArrayDestroy(self, hArray: CUarray) -> Result<(), CuResult> {
        returned!(self.cuArrayDestroy, (hArray))
    }
    /// [`cuArray3DCreate`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1gc2322c70b38c2984536c90ed118bb1d7).
    #[doc(alias = "cuArray3DCreate_v2")]
    #[inline]
    pub unsafe fn cuArray3DCreate(self, pAllocateArray: *const CUDA_ARRAY3D_DESCRIPTOR) -> Result<CUarray, CuResult> {
        returned!(self.cuArray3DCreate_v2, (&raw mut pHandle, pAllocateArray), pHandle: CUarray)
    }
    /// [`cuArray3DGetDescriptor`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1gb58549f2f3f390b9e0e7c8f3acd53857).
    #[doc(alias = "cuArray3DGetDescriptor_v2")]
    #[inline]
    pub unsafe fn cuArray3DGetDescriptor(self, hArray: CUarray) -> Result<CUDA_ARRAY3D_DESCRIPTOR, CuResult> {
        returned!(self.cuArray3DGetDescriptor_v2, (&raw mut pArrayDescriptor, hArray), pArrayDescriptor: CUDA_ARRAY3D_DESCRIPTOR)
    }
    /// [`cuMipmappedArrayCreate`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1ga5d2e311c7f9b0bc6d130af824a40bd3).
    #[inline]
    pub unsafe fn cuMipmappedArrayCreate(self, pMipmappedArrayDesc: *const CUDA_ARRAY3D_DESCRIPTOR, numMipmapLevels: c_uint) -> Result<CUmipmappedArray, CuResult> {
        returned!(self.cuMipmappedArrayCreate, (&raw mut pHandle, pMipmappedArrayDesc, numMipmapLevels), pHandle: CUmipmappedArray)
    }
    /// [`cuMipmappedArrayGetLevel`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g82f276659f05be14820e99346b0f86b7).
    #[inline]
    pub unsafe fn cuMipmappedArrayGetLevel(self, hMipmappedArray: CUmipmappedArray, level: c_uint) -> Result<CUarray, CuResult> {
        returned!(self.cuMipmappedArrayGetLevel, (&raw mut pLevelArray, hMipmappedArray, level), pLevelArray: CUarray)
    }
    /// [`cuMipmappedArrayDestroy`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1ge0d7c768b6a6963c4d4bde5bbc74f0ad).
    #[inline]
    pub unsafe fn cuMipmappedArrayDestroy(self, hMipmappedArray: CUmipmappedArray) -> Result<(), CuResult> {
        returned!(self.cuMipmappedArrayDestroy, (hMipmappedArray))
    }
    /// [`cuMemGetHandleForAddressRange`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g51e719462c04ee90a6b0f8b2a75fe031).
    #[inline]
    pub unsafe fn cuMemGetHandleForAddressRange(self, handle: *mut c_void, dptr: CUdeviceptr, size: usize, handleType: CUmemRangeHandleType, flags: c_ulonglong) -> Result<(), CuResult> {
        returned!(self.cuMemGetHandleForAddressRange, (handle, dptr, size, handleType, flags))
    }
    /// [`cuMemBatchDecompressAsync`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g51e9452797573fa7597f2896182c8826).
    #[inline]
    pub unsafe fn cuMemBatchDecompressAsync(self, paramsArray: *mut CUmemDecompressParams, count: usize, flags: c_uint, errorIndex: *mut usize, stream: CUstream) -> Result<(), CuResult> {
        returned!(self.cuMemBatchDecompressAsync, (paramsArray, count, flags, errorIndex, stream))
    }
    /// [`cuMemFreeAsync`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MALLOC__ASYNC.html#group__CUDA__MALLOC__ASYNC_1g41acf4131f672a2a75cd93d3241f10cf).
    #[inline]
    pub unsafe fn cuMemFreeAsync(self, dptr: CUdeviceptr, hStream: CUstream) -> Result<(), CuResult> {
        returned!(self.cuMemFreeAsync, (dptr, hStream))
    }
    /// [`cuMemAllocAsync`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MALLOC__ASYNC.html#group__CUDA__MALLOC__ASYNC_1g13413273e84a641bce1929eae9e6501f).
    #[inline]
    pub unsafe fn cuMemAllocAsync(self, bytesize: usize, hStream: CUstream) -> Result<CUdeviceptr, CuResult> {
        returned!(self.cuMemAllocAsync, (&raw mut dptr, bytesize, hStream), dptr: CUdeviceptr)
    }
    /// [`cuMemPoolTrimTo`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MALLOC__ASYNC.html#group__CUDA__MALLOC__ASYNC_1g9c7e267e3460945b0ca76c48314bb669).
    #[inline]
    pub unsafe fn cuMemPoolTrimTo(self, pool: CUmemoryPool, minBytesToKeep: usize) -> Result<(), CuResult> {
        returned!(self.cuMemPoolTrimTo, (pool, minBytesToKeep))
    }
    /// [`cuMemPoolSetAttribute`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MALLOC__ASYNC.html#group__CUDA__MALLOC__ASYNC_1g223e786cb217709235a06e41bccaec00).
    #[inline]
    pub unsafe fn cuMemPoolSetAttribute(self, pool: CUmemoryPool, attr: CUmemPool_attribute, value: *mut c_void) -> Result<(), CuResult> {
        returned!(self.cuMemPoolSetAttribute, (pool, attr, value))
    }
    /// [`cuMemPoolGetAttribute`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MALLOC__ASYNC.html#group__CUDA__MALLOC__ASYNC_1gd45ea7c43e4a1add4b971d06fa72eda4).
    #[inline]
    pub unsafe fn cuMemPoolGetAttribute(self, pool: CUmemoryPool, attr: CUmemPool_attribute, value: *mut c_void) -> Result<(), CuResult> {
        returned!(self.cuMemPoolGetAttribute, (pool, attr, value))
    }
    /// [`cuMemPoolSetAccess`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MALLOC__ASYNC.html#group__CUDA__MALLOC__ASYNC_1gff3ce33e252443f4b087b94e42913406).
    #[inline]
    pub unsafe fn cuMemPoolSetAccess(self, pool: CUmemoryPool, map: &[CUmemAccessDesc]) -> Result<(), CuResult> {
        returned!(self.cuMemPoolSetAccess, (pool, map.as_ptr(), map.len()))
    }
    /// [`cuMemPoolGetAccess`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MALLOC__ASYNC.html#group__CUDA__MALLOC__ASYNC_1g838f28fd535a1cbd06c5f7fe0edbdcc7).
    #[inline]
    pub unsafe fn cuMemPoolGetAccess(self, memPool: CUmemoryPool, location: *mut CUmemLocation) -> Result<CUmemAccess_flags, CuResult> {
        returned!(self.cuMemPoolGetAccess, (&raw mut flags, memPool, location), flags: CUmemAccess_flags)
    }
    /// [`cuMemPoolCreate`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MALLOC__ASYNC.html#group__CUDA__MALLOC__ASYNC_1g8aa4c143dbc20293659cd883232b95f2).
    #[inline]
    pub unsafe fn cuMemPoolCreate(self, poolProps: *const CUmemPoolProps) -> Result<CUmemoryPool, CuResult> {
        returned!(self.cuMemPoolCreate, (&raw mut pool, poolProps), pool: CUmemoryPool)
    }
    /// [`cuMemPoolDestroy`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MALLOC__ASYNC.html#group__CUDA__MALLOC__ASYNC_1ge0e211115e5ad1c79250b9dd425b77f7).
    #[inline]
    pub unsafe fn cuMemPoolDestroy(self, pool: CUmemoryPool) -> Result<(), CuResult> {
        returned!(self.cuMemPoolDestroy, (pool))
    }
    /// [`cuMemGetDefaultMemPool`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MALLOC__ASYNC.html#group__CUDA__MALLOC__ASYNC_1gfe5111eb15c977cd8d87132ff481072f).
    #[inline]
    pub unsafe fn cuMemGetDefaultMemPool(self, location: *mut CUmemLocation, type_: CUmemAllocationType) -> Result<CUmemoryPool, CuResult> {
        returned!(self.cuMemGetDefaultMemPool, (&raw mut pool_out, location, type_), pool_out: CUmemoryPool)
    }
    /// [`cuMemGetMemPool`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MALLOC__ASYNC.html#group__CUDA__MALLOC__ASYNC_1g5283d28ee187477e1a2b06fd731ec575).
    #[inline]
    pub unsafe fn cuMemGetMemPool(self, location: *mut CUmemLocation, type_: CUmemAllocationType) -> Result<CUmemoryPool, CuResult> {
        returned!(self.cuMemGetMemPool, (&raw mut pool, location, type_), pool: CUmemoryPool)
    }
    /// [`cuMemSetMemPool`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MALLOC__ASYNC.html#group__CUDA__MALLOC__ASYNC_1g779e76c810c5f088210ea907730e17c9).
    #[inline]
    pub unsafe fn cuMemSetMemPool(self, location: *mut CUmemLocation, type_: CUmemAllocationType, pool: CUmemoryPool) -> Result<(), CuResult> {
        returned!(self.cuMemSetMemPool, (location, type_, pool))
    }
    /// [`cuMemAllocFromPoolAsync`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MALLOC__ASYNC.html#group__CUDA__MALLOC__ASYNC_1gf1dd6e1e2e8f767a5e0ea63f38ff260b).
    #[inline]
    pub unsafe fn cuMemAllocFromPoolAsync(self, bytesize: usize, pool: CUmemoryPool, hStream: CUstream) -> Result<CUdeviceptr, CuResult> {
        returned!(self.cuMemAllocFromPoolAsync, (&raw mut dptr, bytesize, pool, hStream), dptr: CUdeviceptr)
    }
    /// [`cuMemPoolExportToShareableHandle`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MALLOC__ASYNC.html#group__CUDA__MALLOC__ASYNC_1g79ed285fdfffb76932871fb96fbba8f8).
    #[inline]
    pub unsafe fn cuMemPoolExportToShareableHandle(self, handle_out: *mut c_void, pool: CUmemoryPool, handleType: CUmemAllocationHandleType, flags: c_ulonglong) -> Result<(), CuResult> {
        returned!(self.cuMemPoolExportToShareableHandle, (handle_out, pool, handleType, flags))
    }
    /// [`cuMemPoolImportFromShareableHandle`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MALLOC__ASYNC.html#group__CUDA__MALLOC__ASYNC_1g02b4f18dd8a1c45b7f302800e90cec5b).
    #[inline]
    pub unsafe fn cuMemPoolImportFromShareableHandle(self, handle: *mut c_void, handleType: CUmemAllocationHandleType, flags: c_ulonglong) -> Result<CUmemoryPool, CuResult> {
        returned!(self.cuMemPoolImportFromShareableHandle, (&raw mut pool_out, handle, handleType, flags), pool_out: CUmemoryPool)
    }
    /// [`cuMemPoolExportPointer`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MALLOC__ASYNC.html#group__CUDA__MALLOC__ASYNC_1gfe89f0478d26edaa91eb8a2e0349329d).
    #[inline]
    pub unsafe fn cuMemPoolExportPointer(self, ptr: CUdeviceptr) -> Result<CUmemPoolPtrExportData, CuResult> {
        returned!(self.cuMemPoolExportPointer, (&raw mut shareData_out, ptr), shareData_out: CUmemPoolPtrExportData)
    }
    /// [`cuMemPoolImportPointer`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MALLOC__ASYNC.html#group__CUDA__MALLOC__ASYNC_1g2620bb972ed5edcce312d3689454acbd).
    #[inline]
    pub unsafe fn cuMemPoolImportPointer(self, pool: CUmemoryPool, shareData: *mut CUmemPoolPtrExportData) -> Result<CUdeviceptr, CuResult> {
        returned!(self.cuMemPoolImportPointer, (&raw mut ptr_out, pool, shareData), ptr_out: CUdeviceptr)
    }
    /// [`cuDeviceGetFabricClusterUuid`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CLIQUE.html#group__CUDA__CLIQUE_1g5931fcaf3cefcfb7b96369209557f213).
    #[inline]
    pub unsafe fn cuDeviceGetFabricClusterUuid(self, dev: CUdevice) -> Result<CUuuid, CuResult> {
        returned!(self.cuDeviceGetFabricClusterUuid, (&raw mut uuid, dev), uuid: CUuuid)
    }
    /// [`cuDeviceGetCliqueCount`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CLIQUE.html#group__CUDA__CLIQUE_1g7328ad541e3602fbad1f761f2a36cb1e).
    #[inline]
    pub unsafe fn cuDeviceGetCliqueCount(self, dev: CUdevice) -> Result<usize, CuResult> {
        returned!(self.cuDeviceGetCliqueCount, (&raw mut count, dev), count: usize)
    }
    /// [`cuDeviceGetCliqueInfo`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CLIQUE.html#group__CUDA__CLIQUE_1g35b6ab99fe8f1f972fb6f5596fa5c7d0).
    #[inline]
    pub unsafe fn cuDeviceGetCliqueInfo(self, cliqueInfo: *mut CUcliqueInfo, count: *mut usize, dev: CUdevice) -> Result<(), CuResult> {
        returned!(self.cuDeviceGetCliqueInfo, (cliqueInfo, count, dev))
    }
    /// [`cuLogicalEndpointIdReserve`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__LOGICAL__ENDPOINT.html#group__CUDA__LOGICAL__ENDPOINT_1gbef8117440c51e482fb455d6a649bd97).
    #[inline]
    pub unsafe fn cuLogicalEndpointIdReserve(self, count: cuuint32_t) -> Result<CUlogicalEndpointId, CuResult> {
        returned!(self.cuLogicalEndpointIdReserve, (&raw mut baseLeId, count), baseLeId: CUlogicalEndpointId)
    }
    /// [`cuLogicalEndpointIdRelease`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__LOGICAL__ENDPOINT.html#group__CUDA__LOGICAL__ENDPOINT_1ga19040c7e0c21e90170d16cea107391e).
    #[inline]
    pub unsafe fn cuLogicalEndpointIdRelease(self, baseLeId: CUlogicalEndpointId, count: cuuint32_t) -> Result<(), CuResult> {
        returned!(self.cuLogicalEndpointIdRelease, (baseLeId, count))
    }
    /// [`cuLogicalEndpointCreate`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__LOGICAL__ENDPOINT.html#group__CUDA__LOGICAL__ENDPOINT_1ga71ca82c275168ff93eff1df623042f7).
    #[inline]
    pub unsafe fn cuLogicalEndpointCreate(self, leId: CUlogicalEndpointId, prop: *const CUlogicalEndpointProp) -> Result<(), CuResult> {
        returned!(self.cuLogicalEndpointCreate, (leId, prop))
    }
    /// [`cuLogicalEndpointAddDevice`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__LOGICAL__ENDPOINT.html#group__CUDA__LOGICAL__ENDPOINT_1gd2d33cb39d6fafbde7a1c7fd73688b66).
    #[inline]
    pub unsafe fn cuLogicalEndpointAddDevice(self, leId: CUlogicalEndpointId, dev: CUdevice) -> Result<(), CuResult> {
        returned!(self.cuLogicalEndpointAddDevice, (leId, dev))
    }
    /// [`cuLogicalEndpointDestroy`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__LOGICAL__ENDPOINT.html#group__CUDA__LOGICAL__ENDPOINT_1g177dcb090bb9f365eadf0c0a0831178d).
    #[inline]
    pub unsafe fn cuLogicalEndpointDestroy(self, leId: CUlogicalEndpointId) -> Result<(), CuResult> {
        returned!(self.cuLogicalEndpointDestroy, (leId))
    }
    /// [`cuLogicalEndpointBindAddr`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__LOGICAL__ENDPOINT.html#group__CUDA__LOGICAL__ENDPOINT_1gdc6b78cf705fb44fe83c310b5aaa2d51).
    #[inline]
    pub unsafe fn cuLogicalEndpointBindAddr(self, leId: CUlogicalEndpointId, dev: CUdevice, offset: cuuint64_t, ptr: *mut c_void, size: cuuint64_t, flags: c_ulonglong) -> Result<(), CuResult> {
        returned!(self.cuLogicalEndpointBindAddr, (leId, dev, offset, ptr, size, flags))
    }
    /// [`cuLogicalEndpointBindMem`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__LOGICAL__ENDPOINT.html#group__CUDA__LOGICAL__ENDPOINT_1g9a85919bc6c52d1c63a0bb4acd32cb6e).
    #[allow(clippy::too_many_arguments)]
    #[inline]
    pub unsafe fn cuLogicalEndpointBindMem(self, leId: CUlogicalEndpointId, dev: CUdevice, offset: cuuint64_t, memHandle: CUmemGenericAllocationHandle, memOffset: cuuint64_t, size: cuuint64_t, flags: c_ulonglong) -> Result<(), CuResult> {
        returned!(self.cuLogicalEndpointBindMem, (leId, dev, offset, memHandle, memOffset, size, flags))
    }
    /// [`cuLogicalEndpointUnbind`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__LOGICAL__ENDPOINT.html#group__CUDA__LOGICAL__ENDPOINT_1gb1c8b71fe516b61a959ad1c0a6fadddc).
    #[inline]
    pub unsafe fn cuLogicalEndpointUnbind(self, leId: CUlogicalEndpointId, dev: CUdevice, offset: cuuint64_t, size: cuuint64_t) -> Result<(), CuResult> {
        returned!(self.cuLogicalEndpointUnbind, (leId, dev, offset, size))
    }
    /// [`cuLogicalEndpointExport`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__LOGICAL__ENDPOINT.html#group__CUDA__LOGICAL__ENDPOINT_1g4b33efa91af874a9571b2b11748638fa).
    #[inline]
    pub unsafe fn cuLogicalEndpointExport(self, handle: *mut c_void, leId: CUlogicalEndpointId, handleType: CUlogicalEndpointIpcHandleType) -> Result<(), CuResult> {
        returned!(self.cuLogicalEndpointExport, (handle, leId, handleType))
    }
    /// [`cuLogicalEndpointImport`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__LOGICAL__ENDPOINT.html#group__CUDA__LOGICAL__ENDPOINT_1g40fafd9e45546a266eeaa41f83de5d2b).
    #[inline]
    pub unsafe fn cuLogicalEndpointImport(self, leId: CUlogicalEndpointId, handle: *const c_void, handleType: CUlogicalEndpointIpcHandleType) -> Result<(), CuResult> {
        returned!(self.cuLogicalEndpointImport, (leId, handle, handleType))
    }
    /// [`cuLogicalEndpointGetLimits`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__LOGICAL__ENDPOINT.html#group__CUDA__LOGICAL__ENDPOINT_1gfb9173d8bc61d60c6e49729947d3594a); returns (`bindAlignment`, `maxSize`).
    #[inline]
    pub unsafe fn cuLogicalEndpointGetLimits(self, prop: *const CUlogicalEndpointProp) -> Result<(cuuint64_t, cuuint64_t), CuResult> {
        returned!(self.cuLogicalEndpointGetLimits, (&raw mut bindAlignment, &raw mut maxSize, prop), bindAlignment: cuuint64_t, maxSize: cuuint64_t)
    }
    /// [`cuLogicalEndpointQuery`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__LOGICAL__ENDPOINT.html#group__CUDA__LOGICAL__ENDPOINT_1gdff0539c09f0eda8e9cce465c80bcbcb).
    #[inline]
    pub unsafe fn cuLogicalEndpointQuery(self, leId: CUlogicalEndpointId, count: cuuint32_t) -> Result<c_int, CuResult> {
        returned!(self.cuLogicalEndpointQuery, (leId, count, &raw mut queryStatus), queryStatus: c_int)
    }
    /// [`cuFabricCpyBatchAsync`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__FABRIC__COPY.html#group__CUDA__FABRIC__COPY_1g30b0fd0ec052cbf1d87cb51f1189dacf).
    #[inline]
    pub unsafe fn cuFabricCpyBatchAsync(self, opList: &[CUDA_FABRIC_COPY_BATCH_OP], flags: c_ulonglong, hStream: CUstream) -> Result<(), CuResult> {
        returned!(self.cuFabricCpyBatchAsync, (opList.len(), opList.as_ptr().cast_mut(), flags, hStream))
    }
    /// [`cuPointerGetAttribute`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__UNIFIED.html#group__CUDA__UNIFIED_1g0c28ed0aff848042bc0533110e45820c).
    #[inline]
    pub unsafe fn cuPointerGetAttribute(self, data: *mut c_void, attribute: CUpointer_attribute, ptr: CUdeviceptr) -> Result<(), CuResult> {
        returned!(self.cuPointerGetAttribute, (data, attribute, ptr))
    }
    /// [`cuMemPrefetchAsync`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__UNIFIED.html#group__CUDA__UNIFIED_1g45c0e085febc3be8fabf5c526355b6a3).
    #[doc(alias = "cuMemPrefetchAsync_v2")]
    #[inline]
    pub unsafe fn cuMemPrefetchAsync(self, devPtr: CUdeviceptr, count: usize, location: CUmemLocation, flags: c_uint, hStream: CUstream) -> Result<(), CuResult> {
        returned!(self.cuMemPrefetchAsync_v2, (devPtr, count, location, flags, hStream))
    }
    /// [`cuMemAdvise`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__UNIFIED.html#group__CUDA__UNIFIED_1gaac8924b2f5a2a93f8775fb81c1a643f).
    #[doc(alias = "cuMemAdvise_v2")]
    #[inline]
    pub unsafe fn cuMemAdvise(self, devPtr: CUdeviceptr, count: usize, advice: CUmem_advise, location: CUmemLocation) -> Result<(), CuResult> {
        returned!(self.cuMemAdvise_v2, (devPtr, count, advice, location))
    }
    /// [`cuMemPrefetchBatchAsync`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__UNIFIED.html#group__CUDA__UNIFIED_1g97fe632183ff5ff791813c3174fc5121).
    #[allow(clippy::too_many_arguments)]
    #[inline]
    pub unsafe fn cuMemPrefetchBatchAsync(self, dptrs: *mut CUdeviceptr, sizes: *mut usize, count: usize, prefetchLocs: *mut CUmemLocation, prefetchLocIdxs: *mut usize, numPrefetchLocs: usize, flags: c_ulonglong, hStream: CUstream) -> Result<(), CuResult> {
        returned!(self.cuMemPrefetchBatchAsync, (dptrs, sizes, count, prefetchLocs, prefetchLocIdxs, numPrefetchLocs, flags, hStream))
    }
    /// [`cuMemDiscardBatchAsync`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__UNIFIED.html#group__CUDA__UNIFIED_1gf517eb7d44e9bae70cf6a1ec8d9ece4e).
    #[inline]
    pub unsafe fn cuMemDiscardBatchAsync(self, dptrs: *mut CUdeviceptr, sizes: *mut usize, count: usize, flags: c_ulonglong, hStream: CUstream) -> Result<(), CuResult> {
        returned!(self.cuMemDiscardBatchAsync, (dptrs, sizes, count, flags, hStream))
    }
    /// [`cuMemDiscardAndPrefetchBatchAsync`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__UNIFIED.html#group__CUDA__UNIFIED_1g2a8dbb3c95608cff2269226298fd8f28).
    #[allow(clippy::too_many_arguments)]
    #[inline]
    pub unsafe fn cuMemDiscardAndPrefetchBatchAsync(self, dptrs: *mut CUdeviceptr, sizes: *mut usize, count: usize, prefetchLocs: *mut CUmemLocation, prefetchLocIdxs: *mut usize, numPrefetchLocs: usize, flags: c_ulonglong, hStream: CUstream) -> Result<(), CuResult> {
        returned!(self.cuMemDiscardAndPrefetchBatchAsync, (dptrs, sizes, count, prefetchLocs, prefetchLocIdxs, numPrefetchLocs, flags, hStream))
    }
    /// [`cuMemGetLocationInfo`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__UNIFIED.html#group__CUDA__UNIFIED_1g8f59fddb78fb57d7c001ef00747feac0).
    #[inline]
    pub unsafe fn cuMemGetLocationInfo(self, ptr: CUdeviceptr, size: usize, summaryGranularity: usize, samplingGranularity: usize, location_out: *mut CUmemLocation) -> Result<(), CuResult> {
        returned!(self.cuMemGetLocationInfo, (ptr, size, summaryGranularity, samplingGranularity, location_out))
    }
    /// [`cuMemRangeGetAttribute`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__UNIFIED.html#group__CUDA__UNIFIED_1g1c92408a7d0d8875e19b1a58af56f67d).
    #[inline]
    pub unsafe fn cuMemRangeGetAttribute(self, data: *mut c_void, dataSize: usize, attribute: CUmem_range_attribute, devPtr: CUdeviceptr, count: usize) -> Result<(), CuResult> {
        returned!(self.cuMemRangeGetAttribute, (data, dataSize, attribute, devPtr, count))
    }
    /// [`cuMemRangeGetAttributes`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__UNIFIED.html#group__CUDA__UNIFIED_1gc7ce142e60f8613cfb7d722b87dc9d12).
    #[inline]
    pub unsafe fn cuMemRangeGetAttributes(self, data: *mut *mut c_void, dataSizes: *mut usize, attributes: *mut CUmem_range_attribute, numAttributes: usize, devPtr: CUdeviceptr, count: usize) -> Result<(), CuResult> {
        returned!(self.cuMemRangeGetAttributes, (data, dataSizes, attributes, numAttributes, devPtr, count))
    }
    /// [`cuPointerSetAttribute`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__UNIFIED.html#group__CUDA__UNIFIED_1g89f7ad29a657e574fdea2624b74d138e).
    #[inline]
    pub unsafe fn cuPointerSetAttribute(self, value: *const c_void, attribute: CUpointer_attribute, ptr: CUdeviceptr) -> Result<(), CuResult> {
        returned!(self.cuPointerSetAttribute, (value, attribute, ptr))
    }
    /// [`cuPointerGetAttributes`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__UNIFIED.html#group__CUDA__UNIFIED_1gf65e9ea532e311dd049166e4894955ad).
    #[inline]
    pub unsafe fn cuPointerGetAttributes(self, numAttributes: c_uint, attributes: *mut CUpointer_attribute, data: *mut *mut c_void, ptr: CUdeviceptr) -> Result<(), CuResult> {
        returned!(self.cuPointerGetAttributes, (numAttributes, attributes, data, ptr))
    }
    /// [`cuStreamCreate`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__STREAM.html#group__CUDA__STREAM_1ga581f0c5833e21ded8b5a56594e243f4).
    #[inline]
    pub unsafe fn cuStreamCreate(self, Flags: c_uint) -> Result<CUstream, CuResult> {
        returned!(self.cuStreamCreate, (&raw mut phStream, Flags), phStream: CUstream)
    }
    /// [`cuStreamCreateWithPriority`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__STREAM.html#group__CUDA__STREAM_1g95c1a8c7c3dacb13091692dd9c7f7471).
    #[inline]
    pub unsafe fn cuStreamCreateWithPriority(self, flags: c_uint, priority: c_int) -> Result<CUstream, CuResult> {
        returned!(self.cuStreamCreateWithPriority, (&raw mut phStream, flags, priority), phStream: CUstream)
    }
    /// [`cuStreamBeginCaptureToCig`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__STREAM.html#group__CUDA__STREAM_1g1f6392571c8e2ff4466039bb0a285bd8).
    #[inline]
    pub unsafe fn cuStreamBeginCaptureToCig(self, hStream: CUstream, streamCigCaptureParams: *mut CUstreamCigCaptureParams) -> Result<(), CuResult> {
        returned!(self.cuStreamBeginCaptureToCig, (hStream, streamCigCaptureParams))
    }
    /// [`cuStreamEndCaptureToCig`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__STREAM.html#group__CUDA__STREAM_1gc21bd0a08a9c60f4ab2dd5594e829746).
    #[inline]
    pub unsafe fn cuStreamEndCaptureToCig(self, hStream: CUstream) -> Result<(), CuResult> {
        returned!(self.cuStreamEndCaptureToCig, (hStream))
    }
    /// [`cuStreamGetPriority`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__STREAM.html#group__CUDA__STREAM_1g5bd5cb26915a2ecf1921807339488484).
    #[inline]
    pub unsafe fn cuStreamGetPriority(self, hStream: CUstream) -> Result<c_int, CuResult> {
        returned!(self.cuStreamGetPriority, (hStream, &raw mut priority), priority: c_int)
    }
    /// [`cuStreamGetDevice`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__STREAM.html#group__CUDA__STREAM_1g1198995e0a122783ede50814b8c7a29b).
    #[inline]
    pub unsafe fn cuStreamGetDevice(self, hStream: CUstream) -> Result<CUdevice, CuResult> {
        returned!(self.cuStreamGetDevice, (hStream, &raw mut device), device: CUdevice)
    }
    /// [`cuStreamGetFlags`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__STREAM.html#group__CUDA__STREAM_1g4d39786855a6bed01215c1907fbbfbb7).
    #[inline]
    pub unsafe fn cuStreamGetFlags(self, hStream: CUstream) -> Result<c_uint, CuResult> {
        returned!(self.cuStreamGetFlags, (hStream, &raw mut flags), flags: c_uint)
    }
    /// [`cuStreamGetId`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__STREAM.html#group__CUDA__STREAM_1g5dafd2b6f48caeb13d5110a7f21e60e3).
    #[inline]
    pub unsafe fn cuStreamGetId(self, hStream: CUstream) -> Result<c_ulonglong, CuResult> {
        returned!(self.cuStreamGetId, (hStream, &raw mut streamId), streamId: c_ulonglong)
    }
    /// [`cuStreamGetCtx`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__STREAM.html#group__CUDA__STREAM_1g1107907025eaa3387fdc590a9379a681).
    #[inline]
    pub unsafe fn cuStreamGetCtx(self, hStream: CUstream) -> Result<CUcontext, CuResult> {
        returned!(self.cuStreamGetCtx, (hStream, &raw mut pctx), pctx: CUcontext)
    }
    /// [`cuStreamGetCtx_v2`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__STREAM.html#group__CUDA__STREAM_1gd7eab81f618ec370a92c5e7d88ea11fa); returns (`pCtx`, `pGreenCtx`).
    #[inline]
    pub unsafe fn cuStreamGetCtx_v2(self, hStream: CUstream) -> Result<(CUcontext, CUgreenCtx), CuResult> {
        returned!(self.cuStreamGetCtx_v2, (hStream, &raw mut pCtx, &raw mut pGreenCtx), pCtx: CUcontext, pGreenCtx: CUgreenCtx)
    }
    /// [`cuStreamWaitEvent`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__STREAM.html#group__CUDA__STREAM_1g6a898b652dfc6aa1d5c8d97062618b2f).
    #[inline]
    pub unsafe fn cuStreamWaitEvent(self, hStream: CUstream, hEvent: CUevent, Flags: c_uint) -> Result<(), CuResult> {
        returned!(self.cuStreamWaitEvent, (hStream, hEvent, Flags))
    }
    /// [`cuStreamAddCallback`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__STREAM.html#group__CUDA__STREAM_1g613d97a277d7640f4cb1c03bd51c2483).
    #[inline]
    pub unsafe fn cuStreamAddCallback(self, hStream: CUstream, callback: CUstreamCallback, userData: *mut c_void, flags: c_uint) -> Result<(), CuResult> {
        returned!(self.cuStreamAddCallback, (hStream, callback, userData, flags))
    }
    /// [`cuStreamBeginCapture`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__STREAM.html#group__CUDA__STREAM_1g767167da0bbf07157dc20b6c258a2143).
    #[doc(alias = "cuStreamBeginCapture_v2")]
    #[inline]
    pub unsafe fn cuStreamBeginCapture(self, hStream: CUstream, mode: CUstreamCaptureMode) -> Result<(), CuResult> {
        returned!(self.cuStreamBeginCapture_v2, (hStream, mode))
    }
    /// [`cuStreamBeginRecaptureToGraph`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__STREAM.html#group__CUDA__STREAM_1g34e9dd281a5f5744a484addabfebbb64).
    #[inline]
    pub unsafe fn cuStreamBeginRecaptureToGraph(self, hStream: CUstream, mode: CUstreamCaptureMode, hGraph: CUgraph, callbackFunc: CUgraphRecaptureCallback, userData: *mut c_void) -> Result<(), CuResult> {
        returned!(self.cuStreamBeginRecaptureToGraph, (hStream, mode, hGraph, callbackFunc, userData))
    }
    /// [`cuStreamBeginCaptureToGraph`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__STREAM.html#group__CUDA__STREAM_1gac495e0527d1dd6437f95ee482f61865).
    #[inline]
    pub unsafe fn cuStreamBeginCaptureToGraph(self, hStream: CUstream, hGraph: CUgraph, dependencies: *const CUgraphNode, dependencyData: *const CUgraphEdgeData, numDependencies: usize, mode: CUstreamCaptureMode) -> Result<(), CuResult> {
        returned!(self.cuStreamBeginCaptureToGraph, (hStream, hGraph, dependencies, dependencyData, numDependencies, mode))
    }
    /// [`cuThreadExchangeStreamCaptureMode`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__STREAM.html#group__CUDA__STREAM_1g378135b262f02a43a7caeab239ae493d).
    #[inline]
    pub unsafe fn cuThreadExchangeStreamCaptureMode(self, mode: *mut CUstreamCaptureMode) -> Result<(), CuResult> {
        returned!(self.cuThreadExchangeStreamCaptureMode, (mode))
    }
    /// [`cuStreamEndCapture`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__STREAM.html#group__CUDA__STREAM_1g03dab8b2ba76b00718955177a929970c).
    #[inline]
    pub unsafe fn cuStreamEndCapture(self, hStream: CUstream) -> Result<CUgraph, CuResult> {
        returned!(self.cuStreamEndCapture, (hStream, &raw mut phGraph), phGraph: CUgraph)
    }
    /// [`cuStreamIsCapturing`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__STREAM.html#group__CUDA__STREAM_1g37823c49206e3704ae23c7ad78560bca).
    #[inline]
    pub unsafe fn cuStreamIsCapturing(self, hStream: CUstream) -> Result<CUstreamCaptureStatus, CuResult> {
        returned!(self.cuStreamIsCapturing, (hStream, &raw mut captureStatus), captureStatus: CUstreamCaptureStatus)
    }
    /// [`cuStreamGetCaptureInfo`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__STREAM.html#group__CUDA__STREAM_1g85f03299332d6cf37578409d0e4b47ce); returns (`captureStatus_out`, `id_out`, `graph_out`, `dependencies_out`, `edgeData_out`, `numDependencies_out`).
    #[doc(alias = "cuStreamGetCaptureInfo_v3")]
    #[allow(clippy::too_many_arguments)]
    #[inline]
    pub unsafe fn cuStreamGetCaptureInfo(self, hStream: CUstream) -> Result<(CUstreamCaptureStatus, cuuint64_t, CUgraph, *const CUgraphNode, *const CUgraphEdgeData, usize), CuResult> {
        returned!(self.cuStreamGetCaptureInfo_v3, (hStream, &raw mut captureStatus_out, &raw mut id_out, &raw mut graph_out, &raw mut dependencies_out, &raw mut edgeData_out, &raw mut numDependencies_out), captureStatus_out: CUstreamCaptureStatus, id_out: cuuint64_t, graph_out: CUgraph, dependencies_out: *const CUgraphNode, edgeData_out: *const CUgraphEdgeData, numDependencies_out: usize)
    }
    /// [`cuStreamUpdateCaptureDependencies`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__STREAM.html#group__CUDA__STREAM_1g0cd3210434f3e0796c492cfa0d4b4bd1).
    #[doc(alias = "cuStreamUpdateCaptureDependencies_v2")]
    #[inline]
    pub unsafe fn cuStreamUpdateCaptureDependencies(self, hStream: CUstream, dependencies: *mut CUgraphNode, dependencyData: *const CUgraphEdgeData, numDependencies: usize, flags: c_uint) -> Result<(), CuResult> {
        returned!(self.cuStreamUpdateCaptureDependencies_v2, (hStream, dependencies, dependencyData, numDependencies, flags))
    }
    /// [`cuStreamAttachMemAsync`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__STREAM.html#group__CUDA__STREAM_1g6e468d680e263e7eba02a56643c50533).
    #[inline]
    pub unsafe fn cuStreamAttachMemAsync(self, hStream: CUstream, dptr: CUdeviceptr, length: usize, flags: c_uint) -> Result<(), CuResult> {
        returned!(self.cuStreamAttachMemAsync, (hStream, dptr, length, flags))
    }
    /// [`cuStreamQuery`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__STREAM.html#group__CUDA__STREAM_1g1b0d24bbe97fa68e4bc511fb6adfeb0b).
    #[inline]
    pub unsafe fn cuStreamQuery(self, hStream: CUstream) -> Result<(), CuResult> {
        returned!(self.cuStreamQuery, (hStream))
    }
    /// [`cuStreamSynchronize`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__STREAM.html#group__CUDA__STREAM_1g15e49dd91ec15991eb7c0a741beb7dad).
    #[inline]
    pub unsafe fn cuStreamSynchronize(self, hStream: CUstream) -> Result<(), CuResult> {
        returned!(self.cuStreamSynchronize, (hStream))
    }
    /// [`cuStreamDestroy`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__STREAM.html#group__CUDA__STREAM_1g244c8833de4596bcd31a06cdf21ee758).
    #[doc(alias = "cuStreamDestroy_v2")]
    #[inline]
    pub unsafe fn cuStreamDestroy(self, hStream: CUstream) -> Result<(), CuResult> {
        returned!(self.cuStreamDestroy_v2 or cuStreamDestroy, (hStream))
    }
    /// [`cuStreamCopyAttributes`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__STREAM.html#group__CUDA__STREAM_1g680f5399f6126cc4a99bc5eee4c2eff0).
    #[inline]
    pub unsafe fn cuStreamCopyAttributes(self, dst: CUstream, src: CUstream) -> Result<(), CuResult> {
        returned!(self.cuStreamCopyAttributes, (dst, src))
    }
    /// [`cuStreamGetAttribute`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__STREAM.html#group__CUDA__STREAM_1g0598bb5295f3a62761b93c2d63d2266c).
    #[inline]
    pub unsafe fn cuStreamGetAttribute(self, hStream: CUstream, attr: CUstreamAttrID) -> Result<CUstreamAttrValue, CuResult> {
        returned!(self.cuStreamGetAttribute, (hStream, attr, &raw mut value_out), value_out: CUstreamAttrValue)
    }
    /// [`cuStreamSetAttribute`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__STREAM.html#group__CUDA__STREAM_1ga2c5fc0292861a42f264af6ca48be8c0).
    #[inline]
    pub unsafe fn cuStreamSetAttribute(self, hStream: CUstream, attr: CUstreamAttrID, value: *const CUstreamAttrValue) -> Result<(), CuResult> {
        returned!(self.cuStreamSetAttribute, (hStream, attr, value))
    }
    /// [`cuEventCreate`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EVENT.html#group__CUDA__EVENT_1g450687e75f3ff992fe01662a43d9d3db).
    #[inline]
    pub unsafe fn cuEventCreate(self, Flags: c_uint) -> Result<CUevent, CuResult> {
        returned!(self.cuEventCreate, (&raw mut phEvent, Flags), phEvent: CUevent)
    }
    /// [`cuEventRecord`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EVENT.html#group__CUDA__EVENT_1g95424d3be52c4eb95d83861b70fb89d1).
    #[inline]
    pub unsafe fn cuEventRecord(self, hEvent: CUevent, hStream: CUstream) -> Result<(), CuResult> {
        returned!(self.cuEventRecord, (hEvent, hStream))
    }
    /// [`cuEventRecordWithFlags`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EVENT.html#group__CUDA__EVENT_1ge577e0c132d9c4961f220d79f6762c4b).
    #[inline]
    pub unsafe fn cuEventRecordWithFlags(self, hEvent: CUevent, hStream: CUstream, flags: c_uint) -> Result<(), CuResult> {
        returned!(self.cuEventRecordWithFlags, (hEvent, hStream, flags))
    }
    /// [`cuEventQuery`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EVENT.html#group__CUDA__EVENT_1g6f0704d755066b0ee705749ae911deef).
    #[inline]
    pub unsafe fn cuEventQuery(self, hEvent: CUevent) -> Result<(), CuResult> {
        returned!(self.cuEventQuery, (hEvent))
    }
    /// [`cuEventSynchronize`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EVENT.html#group__CUDA__EVENT_1g9e520d34e51af7f5375610bca4add99c).
    #[inline]
    pub unsafe fn cuEventSynchronize(self, hEvent: CUevent) -> Result<(), CuResult> {
        returned!(self.cuEventSynchronize, (hEvent))
    }
    /// [`cuEventDestroy`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EVENT.html#group__CUDA__EVENT_1g593ec73a8ec5a5fc031311d3e4dca1ef).
    #[doc(alias = "cuEventDestroy_v2")]
    #[inline]
    pub unsafe fn cuEventDestroy(self, hEvent: CUevent) -> Result<(), CuResult> {
        returned!(self.cuEventDestroy_v2 or cuEventDestroy, (hEvent))
    }
    /// [`cuEventElapsedTime`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EVENT.html#group__CUDA__EVENT_1gdfb1178807353bbcaa9e245da497cf97).
    #[doc(alias = "cuEventElapsedTime_v2")]
    #[inline]
    pub unsafe fn cuEventElapsedTime(self, hStart: CUevent, hEnd: CUevent) -> Result<f32, CuResult> {
        returned!(self.cuEventElapsedTime_v2 or cuEventElapsedTime, (&raw mut pMilliseconds, hStart, hEnd), pMilliseconds: f32)
    }
    /// [`cuStreamWaitValue32`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEMOP.html#group__CUDA__MEMOP_1g629856339de7bc6606047385addbb398).
    #[doc(alias = "cuStreamWaitValue32_v2")]
    #[inline]
    pub unsafe fn cuStreamWaitValue32(self, stream: CUstream, addr: CUdeviceptr, value: cuuint32_t, flags: c_uint) -> Result<(), CuResult> {
        returned!(self.cuStreamWaitValue32_v2 or cuStreamWaitValue32, (stream, addr, value, flags))
    }
    /// [`cuStreamWaitValue64`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEMOP.html#group__CUDA__MEMOP_1g6910c1258c5f15aa5d699f0fd60d6933).
    #[doc(alias = "cuStreamWaitValue64_v2")]
    #[inline]
    pub unsafe fn cuStreamWaitValue64(self, stream: CUstream, addr: CUdeviceptr, value: cuuint64_t, flags: c_uint) -> Result<(), CuResult> {
        returned!(self.cuStreamWaitValue64_v2 or cuStreamWaitValue64, (stream, addr, value, flags))
    }
    /// [`cuStreamWriteValue32`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEMOP.html#group__CUDA__MEMOP_1g091455366d56dc2f1f69726aafa369b0).
    #[doc(alias = "cuStreamWriteValue32_v2")]
    #[inline]
    pub unsafe fn cuStreamWriteValue32(self, stream: CUstream, addr: CUdeviceptr, value: cuuint32_t, flags: c_uint) -> Result<(), CuResult> {
        returned!(self.cuStreamWriteValue32_v2 or cuStreamWriteValue32, (stream, addr, value, flags))
    }
    /// [`cuStreamWriteValue64`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEMOP.html#group__CUDA__MEMOP_1gc8af1e8b96d7561840affd5217dd6830).
    #[doc(alias = "cuStreamWriteValue64_v2")]
    #[inline]
    pub unsafe fn cuStreamWriteValue64(self, stream: CUstream, addr: CUdeviceptr, value: cuuint64_t, flags: c_uint) -> Result<(), CuResult> {
        returned!(self.cuStreamWriteValue64_v2 or cuStreamWriteValue64, (stream, addr, value, flags))
    }
    /// [`cuStreamBatchMemOp`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEMOP.html#group__CUDA__MEMOP_1g764c442de9b671f9dec856e8ae531ed1).
    #[doc(alias = "cuStreamBatchMemOp_v2")]
    #[inline]
    pub unsafe fn cuStreamBatchMemOp(self, stream: CUstream, paramArray: &[CUstreamBatchMemOpParams], flags: c_uint) -> Result<(), CuResult> {
        returned!(self.cuStreamBatchMemOp_v2 or cuStreamBatchMemOp, (stream, c_uint::try_from(paramArray.len()).unwrap_or(c_uint::MAX), paramArray.as_ptr().cast_mut(), flags))
    }
    /// [`cuFuncGetAttribute`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EXEC.html#group__CUDA__EXEC_1g5e92a1b0d8d1b82cb00dcfb2de15961b).
    #[inline]
    pub unsafe fn cuFuncGetAttribute(self, attrib: CUfunction_attribute, hfunc: CUfunction) -> Result<c_int, CuResult> {
        returned!(self.cuFuncGetAttribute, (&raw mut pi, attrib, hfunc), pi: c_int)
    }
    /// [`cuFuncSetAttribute`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EXEC.html#group__CUDA__EXEC_1g0e37dce0173bc883aa1e5b14dd747f26).
    #[inline]
    pub unsafe fn cuFuncSetAttribute(self, hfunc: CUfunction, attrib: CUfunction_attribute, value: c_int) -> Result<(), CuResult> {
        returned!(self.cuFuncSetAttribute, (hfunc, attrib, value))
    }
    /// [`cuFuncSetCacheConfig`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EXEC.html#group__CUDA__EXEC_1g40f8c11e81def95dc0072a375f965681).
    #[inline]
    pub unsafe fn cuFuncSetCacheConfig(self, hfunc: CUfunction, config: CUfunc_cache) -> Result<(), CuResult> {
        returned!(self.cuFuncSetCacheConfig, (hfunc, config))
    }
    /// [`cuFuncGetModule`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EXEC.html#group__CUDA__EXEC_1g58f0fd1db9dadd3870440662622a27ef).
    #[inline]
    pub unsafe fn cuFuncGetModule(self, hfunc: CUfunction) -> Result<CUmodule, CuResult> {
        returned!(self.cuFuncGetModule, (&raw mut hmod, hfunc), hmod: CUmodule)
    }
    /// [`cuFuncGetName`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EXEC.html#group__CUDA__EXEC_1gf60c6c51203cab164c07d6ddcc2b2e26).
    #[inline]
    pub unsafe fn cuFuncGetName(self, hfunc: CUfunction) -> Result<*const c_char, CuResult> {
        returned!(self.cuFuncGetName, (&raw mut name, hfunc), name: *const c_char)
    }
    /// [`cuFuncGetParamInfo`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EXEC.html#group__CUDA__EXEC_1g6874b82bcf2803902085645e46e0ca0e); returns (`paramOffset`, `paramSize`).
    #[inline]
    pub unsafe fn cuFuncGetParamInfo(self, func: CUfunction, paramIndex: usize) -> Result<(usize, usize), CuResult> {
        returned!(self.cuFuncGetParamInfo, (func, paramIndex, &raw mut paramOffset, &raw mut paramSize), paramOffset: usize, paramSize: usize)
    }
    /// [`cuFuncGetParamCount`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EXEC.html#group__CUDA__EXEC_1g5fb98fbfcb6594f1633617c7b40395b9).
    #[inline]
    pub unsafe fn cuFuncGetParamCount(self, func: CUfunction) -> Result<usize, CuResult> {
        returned!(self.cuFuncGetParamCount, (func, &raw mut paramCount), paramCount: usize)
    }
    /// [`cuFuncIsLoaded`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EXEC.html#group__CUDA__EXEC_1gfc6fed4bbe6c35e0445a49396774aa96).
    #[inline]
    pub unsafe fn cuFuncIsLoaded(self, function: CUfunction) -> Result<CUfunctionLoadingState, CuResult> {
        returned!(self.cuFuncIsLoaded, (&raw mut state, function), state: CUfunctionLoadingState)
    }
    /// [`cuFuncLoad`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EXEC.html#group__CUDA__EXEC_1g3b67024e8875bfd155534785708093ab).
    #[inline]
    pub unsafe fn cuFuncLoad(self, function: CUfunction) -> Result<(), CuResult> {
        returned!(self.cuFuncLoad, (function))
    }
    /// [`cuLaunchKernel`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EXEC.html#group__CUDA__EXEC_1gb8f3dc3031b40da29d5f9a7139e52e15).
    #[allow(clippy::too_many_arguments)]
    #[inline]
    pub unsafe fn cuLaunchKernel(self, f: CUfunction, gridDimX: c_uint, gridDimY: c_uint, gridDimZ: c_uint, blockDimX: c_uint, blockDimY: c_uint, blockDimZ: c_uint, sharedMemBytes: c_uint, hStream: CUstream, kernelParams: *mut *mut c_void, extra: *mut *mut c_void) -> Result<(), CuResult> {
        returned!(self.cuLaunchKernel, (f, gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY, blockDimZ, sharedMemBytes, hStream, kernelParams, extra))
    }
    /// [`cuLaunchKernelEx`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EXEC.html#group__CUDA__EXEC_1gb9c891eb6bb8f4089758e64c9c976db9).
    #[inline]
    pub unsafe fn cuLaunchKernelEx(self, config: *const CUlaunchConfig, f: CUfunction, kernelParams: *mut *mut c_void, extra: *mut *mut c_void) -> Result<(), CuResult> {
        returned!(self.cuLaunchKernelEx, (config, f, kernelParams, extra))
    }
    /// [`cuLaunchCooperativeKernel`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EXEC.html#group__CUDA__EXEC_1g06d753134145c4584c0c62525c1894cb).
    #[allow(clippy::too_many_arguments)]
    #[inline]
    pub unsafe fn cuLaunchCooperativeKernel(self, f: CUfunction, gridDimX: c_uint, gridDimY: c_uint, gridDimZ: c_uint, blockDimX: c_uint, blockDimY: c_uint, blockDimZ: c_uint, sharedMemBytes: c_uint, hStream: CUstream, kernelParams: *mut *mut c_void) -> Result<(), CuResult> {
        returned!(self.cuLaunchCooperativeKernel, (f, gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY, blockDimZ, sharedMemBytes, hStream, kernelParams))
    }
    /// [`cuLaunchHostFunc`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EXEC.html#group__CUDA__EXEC_1gab95a78143bae7f21eebb978f91e7f3f).
    #[inline]
    pub unsafe fn cuLaunchHostFunc(self, hStream: CUstream, fn_: CUhostFn, userData: *mut c_void) -> Result<(), CuResult> {
        returned!(self.cuLaunchHostFunc, (hStream, fn_, userData))
    }
    /// [`cuLaunchHostFunc_v2`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EXEC.html#group__CUDA__EXEC_1g455b2a1a09e543e5f0cd058acd6c55ab).
    #[inline]
    pub unsafe fn cuLaunchHostFunc_v2(self, hStream: CUstream, fn_: CUhostFn, userData: *mut c_void, syncMode: c_uint) -> Result<(), CuResult> {
        returned!(self.cuLaunchHostFunc_v2, (hStream, fn_, userData, syncMode))
    }
    /// [`cuFuncSetBlockShape`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EXEC__DEPRECATED.html#group__CUDA__EXEC__DEPRECATED_1g61e4450eaedf5159547e75199fe1c447).
    #[inline]
    pub unsafe fn cuFuncSetBlockShape(self, hfunc: CUfunction, x: c_int, y: c_int, z: c_int) -> Result<(), CuResult> {
        returned!(self.cuFuncSetBlockShape, (hfunc, x, y, z))
    }
    /// [`cuFuncSetSharedSize`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EXEC__DEPRECATED.html#group__CUDA__EXEC__DEPRECATED_1g440dbf66d2e977528779527f3eaadab1).
    #[inline]
    pub unsafe fn cuFuncSetSharedSize(self, hfunc: CUfunction, bytes: c_uint) -> Result<(), CuResult> {
        returned!(self.cuFuncSetSharedSize, (hfunc, bytes))
    }
    /// [`cuParamSetSize`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EXEC__DEPRECATED.html#group__CUDA__EXEC__DEPRECATED_1gdf689dac0db8f6c1232c339d3f923554).
    #[inline]
    pub unsafe fn cuParamSetSize(self, hfunc: CUfunction, numbytes: c_uint) -> Result<(), CuResult> {
        returned!(self.cuParamSetSize, (hfunc, numbytes))
    }
    /// [`cuParamSeti`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EXEC__DEPRECATED.html#group__CUDA__EXEC__DEPRECATED_1g183700c3c8934cf46077355c39247c14).
    #[inline]
    pub unsafe fn cuParamSeti(self, hfunc: CUfunction, offset: c_int, value: c_uint) -> Result<(), CuResult> {
        returned!(self.cuParamSeti, (hfunc, offset, value))
    }
    /// [`cuParamSetf`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EXEC__DEPRECATED.html#group__CUDA__EXEC__DEPRECATED_1g793176d32b0bf9ad842d4fc157d07e80).
    #[inline]
    pub unsafe fn cuParamSetf(self, hfunc: CUfunction, offset: c_int, value: f32) -> Result<(), CuResult> {
        returned!(self.cuParamSetf, (hfunc, offset, value))
    }
    /// [`cuParamSetv`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EXEC__DEPRECATED.html#group__CUDA__EXEC__DEPRECATED_1gcc446977269d74db8fdd341959409ea7).
    #[inline]
    pub unsafe fn cuParamSetv(self, hfunc: CUfunction, offset: c_int, ptr: *mut c_void, numbytes: c_uint) -> Result<(), CuResult> {
        returned!(self.cuParamSetv, (hfunc, offset, ptr, numbytes))
    }
    /// [`cuLaunch`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EXEC__DEPRECATED.html#group__CUDA__EXEC__DEPRECATED_1gb6a42f735d8ddd3b5059ddb6d2bd9a63).
    #[inline]
    pub unsafe fn cuLaunch(self, f: CUfunction) -> Result<(), CuResult> {
        returned!(self.cuLaunch, (f))
    }
    /// [`cuLaunchGrid`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EXEC__DEPRECATED.html#group__CUDA__EXEC__DEPRECATED_1g39d9904389fa9594622f8b0ec25b4016).
    #[inline]
    pub unsafe fn cuLaunchGrid(self, f: CUfunction, grid_width: c_int, grid_height: c_int) -> Result<(), CuResult> {
        returned!(self.cuLaunchGrid, (f, grid_width, grid_height))
    }
    /// [`cuLaunchGridAsync`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EXEC__DEPRECATED.html#group__CUDA__EXEC__DEPRECATED_1gf554b88508bf9d68a6c8ba6c9115c9fc).
    #[inline]
    pub unsafe fn cuLaunchGridAsync(self, f: CUfunction, grid_width: c_int, grid_height: c_int, hStream: CUstream) -> Result<(), CuResult> {
        returned!(self.cuLaunchGridAsync, (f, grid_width, grid_height, hStream))
    }
    /// [`cuLaunchCooperativeKernelMultiDevice`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EXEC__DEPRECATED.html#group__CUDA__EXEC__DEPRECATED_1gc4ae8a24130e1e7938514f7e28c76bad).
    #[inline]
    pub unsafe fn cuLaunchCooperativeKernelMultiDevice(self, launchParamsList: &[CUDA_LAUNCH_PARAMS], flags: c_uint) -> Result<(), CuResult> {
        returned!(self.cuLaunchCooperativeKernelMultiDevice, (launchParamsList.as_ptr().cast_mut(), c_uint::try_from(launchParamsList.len()).unwrap_or(c_uint::MAX), flags))
    }
    /// [`cuParamSetTexRef`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EXEC__DEPRECATED.html#group__CUDA__EXEC__DEPRECATED_1g6318a800689fce0fa4babb06c0544919).
    #[inline]
    pub unsafe fn cuParamSetTexRef(self, hfunc: CUfunction, texunit: c_int, hTexRef: CUtexref) -> Result<(), CuResult> {
        returned!(self.cuParamSetTexRef, (hfunc, texunit, hTexRef))
    }
    /// [`cuFuncSetSharedMemConfig`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EXEC__DEPRECATED.html#group__CUDA__EXEC__DEPRECATED_1g430b913f24970e63869635395df6d9f5).
    #[inline]
    pub unsafe fn cuFuncSetSharedMemConfig(self, hfunc: CUfunction, config: CUsharedconfig) -> Result<(), CuResult> {
        returned!(self.cuFuncSetSharedMemConfig, (hfunc, config))
    }
    /// [`cuGraphDestroy`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g718cfd9681f078693d4be2426fd689c8).
    #[inline]
    pub unsafe fn cuGraphDestroy(self, hGraph: CUgraph) -> Result<(), CuResult> {
        returned!(self.cuGraphDestroy, (hGraph))
    }
    /// [`cuOccupancyMaxActiveBlocksPerMultiprocessor`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__OCCUPANCY.html#group__CUDA__OCCUPANCY_1gcc6e1094d05cba2cee17fe33ddd04a98).
    #[inline]
    pub unsafe fn cuOccupancyMaxActiveBlocksPerMultiprocessor(self, func: CUfunction, blockSize: c_int, dynamicSMemSize: usize) -> Result<c_int, CuResult> {
        returned!(self.cuOccupancyMaxActiveBlocksPerMultiprocessor, (&raw mut numBlocks, func, blockSize, dynamicSMemSize), numBlocks: c_int)
    }
    /// [`cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__OCCUPANCY.html#group__CUDA__OCCUPANCY_1g8f1da4d4983e5c3025447665423ae2c2).
    #[inline]
    pub unsafe fn cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(self, func: CUfunction, blockSize: c_int, dynamicSMemSize: usize, flags: c_uint) -> Result<c_int, CuResult> {
        returned!(self.cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags, (&raw mut numBlocks, func, blockSize, dynamicSMemSize, flags), numBlocks: c_int)
    }
    /// [`cuOccupancyMaxPotentialBlockSize`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__OCCUPANCY.html#group__CUDA__OCCUPANCY_1gf179c4ab78962a8468e41c3f57851f03); returns (`minGridSize`, `blockSize`).
    #[inline]
    pub unsafe fn cuOccupancyMaxPotentialBlockSize(self, func: CUfunction, blockSizeToDynamicSMemSize: CUoccupancyB2DSize, dynamicSMemSize: usize, blockSizeLimit: c_int) -> Result<(c_int, c_int), CuResult> {
        returned!(self.cuOccupancyMaxPotentialBlockSize, (&raw mut minGridSize, &raw mut blockSize, func, blockSizeToDynamicSMemSize, dynamicSMemSize, blockSizeLimit), minGridSize: c_int, blockSize: c_int)
    }
    /// [`cuOccupancyMaxPotentialBlockSizeWithFlags`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__OCCUPANCY.html#group__CUDA__OCCUPANCY_1g04c0bb65630f82d9b99a5ca0203ee5aa); returns (`minGridSize`, `blockSize`).
    #[allow(clippy::too_many_arguments)]
    #[inline]
    pub unsafe fn cuOccupancyMaxPotentialBlockSizeWithFlags(self, func: CUfunction, blockSizeToDynamicSMemSize: CUoccupancyB2DSize, dynamicSMemSize: usize, blockSizeLimit: c_int, flags: c_uint) -> Result<(c_int, c_int), CuResult> {
        returned!(self.cuOccupancyMaxPotentialBlockSizeWithFlags, (&raw mut minGridSize, &raw mut blockSize, func, blockSizeToDynamicSMemSize, dynamicSMemSize, blockSizeLimit, flags), minGridSize: c_int, blockSize: c_int)
    }
    /// [`cuOccupancyAvailableDynamicSMemPerBlock`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__OCCUPANCY.html#group__CUDA__OCCUPANCY_1gae02af6a9df9e1bbd51941af631bce69).
    #[inline]
    pub unsafe fn cuOccupancyAvailableDynamicSMemPerBlock(self, func: CUfunction, numBlocks: c_int, blockSize: c_int) -> Result<usize, CuResult> {
        returned!(self.cuOccupancyAvailableDynamicSMemPerBlock, (&raw mut dynamicSmemSize, func, numBlocks, blockSize), dynamicSmemSize: usize)
    }
    /// [`cuOccupancyMaxPotentialClusterSize`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__OCCUPANCY.html#group__CUDA__OCCUPANCY_1gd6f60814c1e3440145115ade3730365f).
    #[inline]
    pub unsafe fn cuOccupancyMaxPotentialClusterSize(self, func: CUfunction, config: *const CUlaunchConfig) -> Result<c_int, CuResult> {
        returned!(self.cuOccupancyMaxPotentialClusterSize, (&raw mut clusterSize, func, config), clusterSize: c_int)
    }
    /// [`cuOccupancyMaxActiveClusters`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__OCCUPANCY.html#group__CUDA__OCCUPANCY_1g4f52cbf144d74ed20351a594dc26386b).
    #[inline]
    pub unsafe fn cuOccupancyMaxActiveClusters(self, func: CUfunction, config: *const CUlaunchConfig) -> Result<c_int, CuResult> {
        returned!(self.cuOccupancyMaxActiveClusters, (&raw mut numClusters, func, config), numClusters: c_int)
    }
    /// [`cuDeviceCanAccessPeer`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__PEER__ACCESS.html#group__CUDA__PEER__ACCESS_1g496bdaae1f632ebfb695b99d2c40f19e).
    #[inline]
    pub unsafe fn cuDeviceCanAccessPeer(self, dev: CUdevice, peerDev: CUdevice) -> Result<c_int, CuResult> {
        returned!(self.cuDeviceCanAccessPeer, (&raw mut canAccessPeer, dev, peerDev), canAccessPeer: c_int)
    }
    /// [`cuCtxEnablePeerAccess`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__PEER__ACCESS.html#group__CUDA__PEER__ACCESS_1g0889ec6728e61c05ed359551d67b3f5a).
    #[inline]
    pub unsafe fn cuCtxEnablePeerAccess(self, peerContext: CUcontext, Flags: c_uint) -> Result<(), CuResult> {
        returned!(self.cuCtxEnablePeerAccess, (peerContext, Flags))
    }
    /// [`cuCtxDisablePeerAccess`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__PEER__ACCESS.html#group__CUDA__PEER__ACCESS_1g5b4b6936ea868d4954ce4d841a3b4810).
    #[inline]
    pub unsafe fn cuCtxDisablePeerAccess(self, peerContext: CUcontext) -> Result<(), CuResult> {
        returned!(self.cuCtxDisablePeerAccess, (peerContext))
    }
    /// [`cuDeviceGetP2PAttribute`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__PEER__ACCESS.html#group__CUDA__PEER__ACCESS_1g7dea08446fc2ba9ccc616135b6b4d06d).
    #[inline]
    pub unsafe fn cuDeviceGetP2PAttribute(self, attrib: CUdevice_P2PAttribute, srcDevice: CUdevice, dstDevice: CUdevice) -> Result<c_int, CuResult> {
        returned!(self.cuDeviceGetP2PAttribute, (&raw mut value, attrib, srcDevice, dstDevice), value: c_int)
    }
    /// [`cuDeviceGetP2PAtomicCapabilities`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__PEER__ACCESS.html#group__CUDA__PEER__ACCESS_1g228dc6025c756baa321aed7988c2f4ec).
    #[inline]
    pub unsafe fn cuDeviceGetP2PAtomicCapabilities(self, capabilities: *mut c_uint, operations: *const CUatomicOperation, count: c_uint, srcDevice: CUdevice, dstDevice: CUdevice) -> Result<(), CuResult> {
        returned!(self.cuDeviceGetP2PAtomicCapabilities, (capabilities, operations, count, srcDevice, dstDevice))
    }
    /// [`cuGetProcAddress`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__DRIVER__ENTRY__POINT.html#group__CUDA__DRIVER__ENTRY__POINT_1gcae5adad00590572ab35b2508c2d6e0d).
    #[doc(alias = "cuGetProcAddress_v2")]
    #[inline]
    pub unsafe fn cuGetProcAddress(self, symbol: &CStr, cudaVersion: c_int, flags: cuuint64_t, symbolStatus: *mut CUdriverProcAddressQueryResult) -> Result<*mut c_void, CuResult> {
        returned!(self.cuGetProcAddress_v2, (symbol.as_ptr(), &raw mut pfn, cudaVersion, flags, symbolStatus), pfn: *mut c_void)
    }
    /// [`cuGreenCtxDestroy`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GREEN__CONTEXTS.html#group__CUDA__GREEN__CONTEXTS_1g7c37d959c2c030c13135366533eff57d).
    #[inline]
    pub unsafe fn cuGreenCtxDestroy(self, hCtx: CUgreenCtx) -> Result<(), CuResult> {
        returned!(self.cuGreenCtxDestroy, (hCtx))
    }
    /// [`cuStreamGetGreenCtx`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GREEN__CONTEXTS.html#group__CUDA__GREEN__CONTEXTS_1gee3222277e5a433a2b279500bf11b9fe).
    #[inline]
    pub unsafe fn cuStreamGetGreenCtx(self, hStream: CUstream) -> Result<CUgreenCtx, CuResult> {
        returned!(self.cuStreamGetGreenCtx, (hStream, &raw mut phCtx), phCtx: CUgreenCtx)
    }
    /// [`cuGreenCtxStreamCreate`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GREEN__CONTEXTS.html#group__CUDA__GREEN__CONTEXTS_1ga34f630f412dd010b223b4c9f0ab741d).
    #[inline]
    pub unsafe fn cuGreenCtxStreamCreate(self, greenCtx: CUgreenCtx, flags: c_uint, priority: c_int) -> Result<CUstream, CuResult> {
        returned!(self.cuGreenCtxStreamCreate, (&raw mut phStream, greenCtx, flags, priority), phStream: CUstream)
    }
    /// [`cuLogsRegisterCallback`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__LOGS.html#group__CUDA__LOGS_1g34c4e1152b57a739228e10413cbd5354).
    #[inline]
    pub unsafe fn cuLogsRegisterCallback(self, callbackFunc: CUlogsCallback, userData: *mut c_void) -> Result<CUlogsCallbackHandle, CuResult> {
        returned!(self.cuLogsRegisterCallback, (callbackFunc, userData, &raw mut callback_out), callback_out: CUlogsCallbackHandle)
    }
}

/// # Safety of each function
/// Each parameter satisfies the requirements on the linked page.
#[allow(clippy::missing_safety_doc)]
#[cfg(feature = "diagnostics")]
impl Raw {
    /// [`cuCoredumpGetAttribute`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__COREDUMP.html#group__CUDA__COREDUMP_1g56d7eb4975c7eb8e2b4eb0713fd8cedd).
    #[inline]
    pub unsafe fn cuCoredumpGetAttribute(self, attrib: CUcoredumpSettings, value: *mut c_void, size: *mut usize) -> Result<(), CuResult> {
        returned!(self.cuCoredumpGetAttribute, (attrib, value, size))
    }
    /// [`cuCoredumpGetAttributeGlobal`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__COREDUMP.html#group__CUDA__COREDUMP_1g5cb5b7ddf41a2c3631eed8d00c4ae819).
    #[inline]
    pub unsafe fn cuCoredumpGetAttributeGlobal(self, attrib: CUcoredumpSettings, value: *mut c_void, size: *mut usize) -> Result<(), CuResult> {
        returned!(self.cuCoredumpGetAttributeGlobal, (attrib, value, size))
    }
    /// [`cuCoredumpSetAttribute`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__COREDUMP.html#group__CUDA__COREDUMP_1g45b806050f3211e840eb3c8d91e93fcb).
    #[inline]
    pub unsafe fn cuCoredumpSetAttribute(self, attrib: CUcoredumpSettings, value: *mut c_void, size: *mut usize) -> Result<(), CuResult> {
        returned!(self.cuCoredumpSetAttribute, (attrib, value, size))
    }
    /// [`cuCoredumpSetAttributeGlobal`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__COREDUMP.html#group__CUDA__COREDUMP_1ga7645a8f68dd5379a03852b462727990).
    #[inline]
    pub unsafe fn cuCoredumpSetAttributeGlobal(self, attrib: CUcoredumpSettings, value: *mut c_void, size: *mut usize) -> Result<(), CuResult> {
        returned!(self.cuCoredumpSetAttributeGlobal, (attrib, value, size))
    }
    /// [`cuCoredumpRegisterStartCallback`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__COREDUMP.html#group__CUDA__COREDUMP_1gff8a2e3192675a2a5b15db50125d04fc).
    #[inline]
    pub unsafe fn cuCoredumpRegisterStartCallback(self, callback: CUcoredumpStatusCallback, userData: *mut c_void) -> Result<CUcoredumpCallbackHandle, CuResult> {
        returned!(self.cuCoredumpRegisterStartCallback, (callback, userData, &raw mut callbackOut), callbackOut: CUcoredumpCallbackHandle)
    }
    /// [`cuCoredumpRegisterCompleteCallback`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__COREDUMP.html#group__CUDA__COREDUMP_1g2ccc1cc9d01135950fcc9c2a8ec6f9b5).
    #[inline]
    pub unsafe fn cuCoredumpRegisterCompleteCallback(self, callback: CUcoredumpStatusCallback, userData: *mut c_void) -> Result<CUcoredumpCallbackHandle, CuResult> {
        returned!(self.cuCoredumpRegisterCompleteCallback, (callback, userData, &raw mut callbackOut), callbackOut: CUcoredumpCallbackHandle)
    }
    /// [`cuCoredumpDeregisterStartCallback`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__COREDUMP.html#group__CUDA__COREDUMP_1gd740dbaebff72cb7f155338104b6a675).
    #[inline]
    pub unsafe fn cuCoredumpDeregisterStartCallback(self, callback: CUcoredumpCallbackHandle) -> Result<(), CuResult> {
        returned!(self.cuCoredumpDeregisterStartCallback, (callback))
    }
    /// [`cuCoredumpDeregisterCompleteCallback`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__COREDUMP.html#group__CUDA__COREDUMP_1g0755f85ac8123062db6c4b2da0c654e7).
    #[inline]
    pub unsafe fn cuCoredumpDeregisterCompleteCallback(self, callback: CUcoredumpCallbackHandle) -> Result<(), CuResult> {
        returned!(self.cuCoredumpDeregisterCompleteCallback, (callback))
    }
    /// [`cuGetExportTable`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__COREDUMP.html#group__CUDA__COREDUMP_1g147bbfa6b44dd993affc4afb2f2c2855).
    #[inline]
    pub unsafe fn cuGetExportTable(self, pExportTableId: *const CUuuid) -> Result<*const c_void, CuResult> {
        returned!(self.cuGetExportTable, (&raw mut ppExportTable, pExportTableId), ppExportTable: *const c_void)
    }
    /// [`cuLogsUnregisterCallback`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__LOGS.html#group__CUDA__LOGS_1gfc013aa2dfb34d036fc86eac68f9cfd5).
    #[inline]
    pub unsafe fn cuLogsUnregisterCallback(self, callback: CUlogsCallbackHandle) -> Result<(), CuResult> {
        returned!(self.cuLogsUnregisterCallback, (callback))
    }
    /// [`cuLogsCurrent`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__LOGS.html#group__CUDA__LOGS_1g6b5d7b123c106ad874fb6ce51bd85726).
    #[inline]
    pub unsafe fn cuLogsCurrent(self, flags: c_uint) -> Result<CUlogIterator, CuResult> {
        returned!(self.cuLogsCurrent, (&raw mut iterator_out, flags), iterator_out: CUlogIterator)
    }
    /// [`cuLogsDumpToFile`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__LOGS.html#group__CUDA__LOGS_1ge41b5830059cb28ff1e48a9061bd6bed).
    #[inline]
    pub unsafe fn cuLogsDumpToFile(self, iterator: *mut CUlogIterator, pathToFile: &CStr, flags: c_uint) -> Result<(), CuResult> {
        returned!(self.cuLogsDumpToFile, (iterator, pathToFile.as_ptr(), flags))
    }
    /// [`cuLogsDumpToMemory`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__LOGS.html#group__CUDA__LOGS_1gcce3bb4ad13dbe02c5e60e1bc0aec698).
    #[inline]
    pub unsafe fn cuLogsDumpToMemory(self, iterator: *mut CUlogIterator, buffer: *mut c_char, size: *mut usize, flags: c_uint) -> Result<(), CuResult> {
        returned!(self.cuLogsDumpToMemory, (iterator, buffer, size, flags))
    }
    /// [`cuCheckpointProcessGetRestoreThreadId`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CHECKPOINT.html#group__CUDA__CHECKPOINT_1g28843209b99c729ed8501cfd086c4691).
    #[inline]
    pub unsafe fn cuCheckpointProcessGetRestoreThreadId(self, pid: c_int) -> Result<c_int, CuResult> {
        returned!(self.cuCheckpointProcessGetRestoreThreadId, (pid, &raw mut tid), tid: c_int)
    }
    /// [`cuCheckpointProcessGetState`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CHECKPOINT.html#group__CUDA__CHECKPOINT_1g73a5853cf266d08cd27989f2402196ed).
    #[inline]
    pub unsafe fn cuCheckpointProcessGetState(self, pid: c_int) -> Result<CUprocessState, CuResult> {
        returned!(self.cuCheckpointProcessGetState, (pid, &raw mut state), state: CUprocessState)
    }
    /// [`cuCheckpointProcessLock`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CHECKPOINT.html#group__CUDA__CHECKPOINT_1g5f75a66111299af8d3c4e6362e886a63).
    #[inline]
    pub unsafe fn cuCheckpointProcessLock(self, pid: c_int, args: *mut CUcheckpointLockArgs) -> Result<(), CuResult> {
        returned!(self.cuCheckpointProcessLock, (pid, args))
    }
    /// [`cuCheckpointProcessCheckpoint`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CHECKPOINT.html#group__CUDA__CHECKPOINT_1g362df3bb9722295885b7ec3501dd623d).
    #[inline]
    pub unsafe fn cuCheckpointProcessCheckpoint(self, pid: c_int, args: *mut CUcheckpointCheckpointArgs) -> Result<(), CuResult> {
        returned!(self.cuCheckpointProcessCheckpoint, (pid, args))
    }
    /// [`cuCheckpointProcessRestore`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CHECKPOINT.html#group__CUDA__CHECKPOINT_1gf2066439091dfa0eae0cbca0144f5e91).
    #[inline]
    pub unsafe fn cuCheckpointProcessRestore(self, pid: c_int, args: *mut CUcheckpointRestoreArgs) -> Result<(), CuResult> {
        returned!(self.cuCheckpointProcessRestore, (pid, args))
    }
    /// [`cuCheckpointOperationComplete`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CHECKPOINT.html#group__CUDA__CHECKPOINT_1g6627f44a0c8f3e7f470091269b9e07d5).
    #[inline]
    pub unsafe fn cuCheckpointOperationComplete(self, handle: CUcheckpointOperationHandle) -> Result<(), CuResult> {
        returned!(self.cuCheckpointOperationComplete, (handle))
    }
    /// [`cuCheckpointProcessUnlock`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CHECKPOINT.html#group__CUDA__CHECKPOINT_1g487a7cff098bddca26516756b0f8ed30).
    #[inline]
    pub unsafe fn cuCheckpointProcessUnlock(self, pid: c_int, args: *mut CUcheckpointUnlockArgs) -> Result<(), CuResult> {
        returned!(self.cuCheckpointProcessUnlock, (pid, args))
    }
    /// [`cuProfilerInitialize`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__PROFILER__DEPRECATED.html#group__CUDA__PROFILER__DEPRECATED_1gd5d346ef62db53032948f387650d1a18).
    #[inline]
    pub unsafe fn cuProfilerInitialize(self, configFile: &CStr, outputFile: &CStr, outputMode: CUoutput_mode) -> Result<(), CuResult> {
        returned!(self.cuProfilerInitialize, (configFile.as_ptr(), outputFile.as_ptr(), outputMode))
    }
    /// [`cuProfilerStart`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__PROFILER.html#group__CUDA__PROFILER_1g8a5314de2292c2efac83ac7fcfa9190e).
    #[inline]
    pub unsafe fn cuProfilerStart(self) -> Result<(), CuResult> {
        returned!(self.cuProfilerStart, ())
    }
    /// [`cuProfilerStop`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__PROFILER.html#group__CUDA__PROFILER_1g4d8edef6174fd90165e6ac838f320a5f).
    #[inline]
    pub unsafe fn cuProfilerStop(self) -> Result<(), CuResult> {
        returned!(self.cuProfilerStop, ())
    }
}

/// # Safety of each function
/// Each parameter satisfies the requirements on the linked page.
#[allow(clippy::missing_safety_doc)]
#[cfg(feature = "external")]
impl Raw {
    /// [`cuImportExternalMemory`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EXTRES__INTEROP.html#group__CUDA__EXTRES__INTEROP_1g52aba3a7f780157d8ba12972b2481735).
    #[inline]
    pub unsafe fn cuImportExternalMemory(self, memHandleDesc: *const CUDA_EXTERNAL_MEMORY_HANDLE_DESC) -> Result<CUexternalMemory, CuResult> {
        returned!(self.cuImportExternalMemory, (&raw mut extMem_out, memHandleDesc), extMem_out: CUexternalMemory)
    }
    /// [`cuExternalMemoryGetMappedBuffer`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EXTRES__INTEROP.html#group__CUDA__EXTRES__INTEROP_1gb9fec33920400c70961b4e33d838da91).
    #[inline]
    pub unsafe fn cuExternalMemoryGetMappedBuffer(self, extMem: CUexternalMemory, bufferDesc: *const CUDA_EXTERNAL_MEMORY_BUFFER_DESC) -> Result<CUdeviceptr, CuResult> {
        returned!(self.cuExternalMemoryGetMappedBuffer, (&raw mut devPtr, extMem, bufferDesc), devPtr: CUdeviceptr)
    }
    /// [`cuExternalMemoryGetMappedMipmappedArray`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EXTRES__INTEROP.html#group__CUDA__EXTRES__INTEROP_1g02debbfa1b997e4f0e05300a312c17cc).
    #[inline]
    pub unsafe fn cuExternalMemoryGetMappedMipmappedArray(self, extMem: CUexternalMemory, mipmapDesc: *const CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC) -> Result<CUmipmappedArray, CuResult> {
        returned!(self.cuExternalMemoryGetMappedMipmappedArray, (&raw mut mipmap, extMem, mipmapDesc), mipmap: CUmipmappedArray)
    }
    /// [`cuDestroyExternalMemory`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EXTRES__INTEROP.html#group__CUDA__EXTRES__INTEROP_1g1b586dda86565617e7e0883b956c7052).
    #[inline]
    pub unsafe fn cuDestroyExternalMemory(self, extMem: CUexternalMemory) -> Result<(), CuResult> {
        returned!(self.cuDestroyExternalMemory, (extMem))
    }
    /// [`cuImportExternalSemaphore`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EXTRES__INTEROP.html#group__CUDA__EXTRES__INTEROP_1ge593134f5f9650474af74db644c4a326).
    #[inline]
    pub unsafe fn cuImportExternalSemaphore(self, semHandleDesc: *const CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC) -> Result<CUexternalSemaphore, CuResult> {
        returned!(self.cuImportExternalSemaphore, (&raw mut extSem_out, semHandleDesc), extSem_out: CUexternalSemaphore)
    }
    /// [`cuSignalExternalSemaphoresAsync`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EXTRES__INTEROP.html#group__CUDA__EXTRES__INTEROP_1g86cd6c4b3f439ba786f4e65d1b8107c3).
    #[inline]
    pub unsafe fn cuSignalExternalSemaphoresAsync(self, extSemArray: *const CUexternalSemaphore, paramsArray: *const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS, numExtSems: c_uint, stream: CUstream) -> Result<(), CuResult> {
        returned!(self.cuSignalExternalSemaphoresAsync, (extSemArray, paramsArray, numExtSems, stream))
    }
    /// [`cuWaitExternalSemaphoresAsync`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EXTRES__INTEROP.html#group__CUDA__EXTRES__INTEROP_1g063f01a524818ac89bacf521c55a39f0).
    #[inline]
    pub unsafe fn cuWaitExternalSemaphoresAsync(self, extSemArray: *const CUexternalSemaphore, paramsArray: *const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS, numExtSems: c_uint, stream: CUstream) -> Result<(), CuResult> {
        returned!(self.cuWaitExternalSemaphoresAsync, (extSemArray, paramsArray, numExtSems, stream))
    }
    /// [`cuDestroyExternalSemaphore`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EXTRES__INTEROP.html#group__CUDA__EXTRES__INTEROP_1g7f13444973542fa50b7e75bcfb2f923d).
    #[inline]
    pub unsafe fn cuDestroyExternalSemaphore(self, extSem: CUexternalSemaphore) -> Result<(), CuResult> {
        returned!(self.cuDestroyExternalSemaphore, (extSem))
    }
}

/// # Safety of each function
/// Each parameter satisfies the requirements on the linked page.
#[allow(clippy::missing_safety_doc)]
#[cfg(feature = "graph")]
impl Raw {
    /// [`cuGraphCreate`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1gd885f719186010727b75c3315f865fdf).
    #[inline]
    pub unsafe fn cuGraphCreate(self, flags: c_uint) -> Result<CUgraph, CuResult> {
        returned!(self.cuGraphCreate, (&raw mut phGraph, flags), phGraph: CUgraph)
    }
    /// [`cuGraphAddKernelNode`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g50d871e3bd06c1b835e52f2966ef366b).
    #[doc(alias = "cuGraphAddKernelNode_v2")]
    #[inline]
    pub unsafe fn cuGraphAddKernelNode(self, hGraph: CUgraph, dependencies: &[CUgraphNode], nodeParams: *const CUDA_KERNEL_NODE_PARAMS) -> Result<CUgraphNode, CuResult> {
        returned!(self.cuGraphAddKernelNode_v2, (&raw mut phGraphNode, hGraph, dependencies.as_ptr(), dependencies.len(), nodeParams), phGraphNode: CUgraphNode)
    }
    /// [`cuGraphKernelNodeGetParams`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1gb8df3f99e8dd5e4f4a5a0f19a5518252).
    #[doc(alias = "cuGraphKernelNodeGetParams_v2")]
    #[inline]
    pub unsafe fn cuGraphKernelNodeGetParams(self, hNode: CUgraphNode) -> Result<CUDA_KERNEL_NODE_PARAMS, CuResult> {
        returned!(self.cuGraphKernelNodeGetParams_v2, (hNode, &raw mut nodeParams), nodeParams: CUDA_KERNEL_NODE_PARAMS)
    }
    /// [`cuGraphKernelNodeSetParams`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1ga268bf2fd520f5aa3a3d700005df6703).
    #[doc(alias = "cuGraphKernelNodeSetParams_v2")]
    #[inline]
    pub unsafe fn cuGraphKernelNodeSetParams(self, hNode: CUgraphNode, nodeParams: *const CUDA_KERNEL_NODE_PARAMS) -> Result<(), CuResult> {
        returned!(self.cuGraphKernelNodeSetParams_v2, (hNode, nodeParams))
    }
    /// [`cuGraphAddMemcpyNode`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g674da6ab54a677f13e0e0e8206ff5073).
    #[inline]
    pub unsafe fn cuGraphAddMemcpyNode(self, hGraph: CUgraph, dependencies: &[CUgraphNode], copyParams: *const CUDA_MEMCPY3D, ctx: CUcontext) -> Result<CUgraphNode, CuResult> {
        returned!(self.cuGraphAddMemcpyNode, (&raw mut phGraphNode, hGraph, dependencies.as_ptr(), dependencies.len(), copyParams, ctx), phGraphNode: CUgraphNode)
    }
    /// [`cuGraphMemcpyNodeGetParams`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g572889131dbc31720eff94b130f4005b).
    #[inline]
    pub unsafe fn cuGraphMemcpyNodeGetParams(self, hNode: CUgraphNode) -> Result<CUDA_MEMCPY3D, CuResult> {
        returned!(self.cuGraphMemcpyNodeGetParams, (hNode, &raw mut nodeParams), nodeParams: CUDA_MEMCPY3D)
    }
    /// [`cuGraphMemcpyNodeSetParams`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1ga278a7ec0700c86abb0b2cfdf4d3dc1d).
    #[inline]
    pub unsafe fn cuGraphMemcpyNodeSetParams(self, hNode: CUgraphNode, nodeParams: *const CUDA_MEMCPY3D) -> Result<(), CuResult> {
        returned!(self.cuGraphMemcpyNodeSetParams, (hNode, nodeParams))
    }
    /// [`cuGraphAddMemsetNode`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g89dc8fc3743392777c0daa2c4aca40d3).
    #[inline]
    pub unsafe fn cuGraphAddMemsetNode(self, hGraph: CUgraph, dependencies: &[CUgraphNode], memsetParams: *const CUDA_MEMSET_NODE_PARAMS, ctx: CUcontext) -> Result<CUgraphNode, CuResult> {
        returned!(self.cuGraphAddMemsetNode, (&raw mut phGraphNode, hGraph, dependencies.as_ptr(), dependencies.len(), memsetParams, ctx), phGraphNode: CUgraphNode)
    }
    /// [`cuGraphMemsetNodeGetParams`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g18830edcfd982f952820a0d7f91b894a).
    #[inline]
    pub unsafe fn cuGraphMemsetNodeGetParams(self, hNode: CUgraphNode) -> Result<CUDA_MEMSET_NODE_PARAMS, CuResult> {
        returned!(self.cuGraphMemsetNodeGetParams, (hNode, &raw mut nodeParams), nodeParams: CUDA_MEMSET_NODE_PARAMS)
    }
    /// [`cuGraphMemsetNodeSetParams`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1gc27f3fd83a6e33c74519066fbaa0de67).
    #[inline]
    pub unsafe fn cuGraphMemsetNodeSetParams(self, hNode: CUgraphNode, nodeParams: *const CUDA_MEMSET_NODE_PARAMS) -> Result<(), CuResult> {
        returned!(self.cuGraphMemsetNodeSetParams, (hNode, nodeParams))
    }
    /// [`cuGraphAddHostNode`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g0809d65e85a3c052296373954a05b1d6).
    #[inline]
    pub unsafe fn cuGraphAddHostNode(self, hGraph: CUgraph, dependencies: &[CUgraphNode], nodeParams: *const CUDA_HOST_NODE_PARAMS) -> Result<CUgraphNode, CuResult> {
        returned!(self.cuGraphAddHostNode, (&raw mut phGraphNode, hGraph, dependencies.as_ptr(), dependencies.len(), nodeParams), phGraphNode: CUgraphNode)
    }
    /// [`cuGraphHostNodeGetParams`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g2e3ea6000089fd5523c197ab5e73d5a2).
    #[inline]
    pub unsafe fn cuGraphHostNodeGetParams(self, hNode: CUgraphNode) -> Result<CUDA_HOST_NODE_PARAMS, CuResult> {
        returned!(self.cuGraphHostNodeGetParams, (hNode, &raw mut nodeParams), nodeParams: CUDA_HOST_NODE_PARAMS)
    }
    /// [`cuGraphHostNodeSetParams`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1gae021ae8f19ee51044339db9c24dd266).
    #[inline]
    pub unsafe fn cuGraphHostNodeSetParams(self, hNode: CUgraphNode, nodeParams: *const CUDA_HOST_NODE_PARAMS) -> Result<(), CuResult> {
        returned!(self.cuGraphHostNodeSetParams, (hNode, nodeParams))
    }
    /// [`cuGraphAddChildGraphNode`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1gde52afbcf91a8c79d4d7efbe0e3b6844).
    #[inline]
    pub unsafe fn cuGraphAddChildGraphNode(self, hGraph: CUgraph, dependencies: &[CUgraphNode], childGraph: CUgraph) -> Result<CUgraphNode, CuResult> {
        returned!(self.cuGraphAddChildGraphNode, (&raw mut phGraphNode, hGraph, dependencies.as_ptr(), dependencies.len(), childGraph), phGraphNode: CUgraphNode)
    }
    /// [`cuGraphChildGraphNodeGetGraph`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1gbe9fc9267316b3778ef0db507917b4fd).
    #[inline]
    pub unsafe fn cuGraphChildGraphNodeGetGraph(self, hNode: CUgraphNode) -> Result<CUgraph, CuResult> {
        returned!(self.cuGraphChildGraphNodeGetGraph, (hNode, &raw mut phGraph), phGraph: CUgraph)
    }
    /// [`cuGraphAddEmptyNode`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g14b625984430cb2d574c63f29c9b9223).
    #[inline]
    pub unsafe fn cuGraphAddEmptyNode(self, hGraph: CUgraph, dependencies: &[CUgraphNode]) -> Result<CUgraphNode, CuResult> {
        returned!(self.cuGraphAddEmptyNode, (&raw mut phGraphNode, hGraph, dependencies.as_ptr(), dependencies.len()), phGraphNode: CUgraphNode)
    }
    /// [`cuGraphAddEventRecordNode`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1ga7f6dcb109f4b7470ce6b067d39974a4).
    #[inline]
    pub unsafe fn cuGraphAddEventRecordNode(self, hGraph: CUgraph, dependencies: &[CUgraphNode], event: CUevent) -> Result<CUgraphNode, CuResult> {
        returned!(self.cuGraphAddEventRecordNode, (&raw mut phGraphNode, hGraph, dependencies.as_ptr(), dependencies.len(), event), phGraphNode: CUgraphNode)
    }
    /// [`cuGraphEventRecordNodeGetEvent`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1gb3608efc284aa2bbe5db61826d6e2259).
    #[inline]
    pub unsafe fn cuGraphEventRecordNodeGetEvent(self, hNode: CUgraphNode) -> Result<CUevent, CuResult> {
        returned!(self.cuGraphEventRecordNodeGetEvent, (hNode, &raw mut event_out), event_out: CUevent)
    }
    /// [`cuGraphEventRecordNodeSetEvent`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g8ad8006aa7865865bf4d8c475cb21d87).
    #[inline]
    pub unsafe fn cuGraphEventRecordNodeSetEvent(self, hNode: CUgraphNode, event: CUevent) -> Result<(), CuResult> {
        returned!(self.cuGraphEventRecordNodeSetEvent, (hNode, event))
    }
    /// [`cuGraphAddEventWaitNode`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g7306f3bcbec3406d80e110cd13405c5e).
    #[inline]
    pub unsafe fn cuGraphAddEventWaitNode(self, hGraph: CUgraph, dependencies: &[CUgraphNode], event: CUevent) -> Result<CUgraphNode, CuResult> {
        returned!(self.cuGraphAddEventWaitNode, (&raw mut phGraphNode, hGraph, dependencies.as_ptr(), dependencies.len(), event), phGraphNode: CUgraphNode)
    }
    /// [`cuGraphEventWaitNodeGetEvent`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g90b9d60f3f5f4156d1351a96ce92846e).
    #[inline]
    pub unsafe fn cuGraphEventWaitNodeGetEvent(self, hNode: CUgraphNode) -> Result<CUevent, CuResult> {
        returned!(self.cuGraphEventWaitNodeGetEvent, (hNode, &raw mut event_out), event_out: CUevent)
    }
    /// [`cuGraphEventWaitNodeSetEvent`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g2d6730d63efd399d3000952c54134930).
    #[inline]
    pub unsafe fn cuGraphEventWaitNodeSetEvent(self, hNode: CUgraphNode, event: CUevent) -> Result<(), CuResult> {
        returned!(self.cuGraphEventWaitNodeSetEvent, (hNode, event))
    }
    /// [`cuGraphAddExternalSemaphoresSignalNode`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g6410d5401de205568457fba5e1862ad3).
    #[inline]
    pub unsafe fn cuGraphAddExternalSemaphoresSignalNode(self, hGraph: CUgraph, dependencies: &[CUgraphNode], nodeParams: *const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS) -> Result<CUgraphNode, CuResult> {
        returned!(self.cuGraphAddExternalSemaphoresSignalNode, (&raw mut phGraphNode, hGraph, dependencies.as_ptr(), dependencies.len(), nodeParams), phGraphNode: CUgraphNode)
    }
    /// [`cuGraphExternalSemaphoresSignalNodeGetParams`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1ga9f9b30ce6eb9f45d691190b20f34126).
    #[inline]
    pub unsafe fn cuGraphExternalSemaphoresSignalNodeGetParams(self, hNode: CUgraphNode) -> Result<CUDA_EXT_SEM_SIGNAL_NODE_PARAMS, CuResult> {
        returned!(self.cuGraphExternalSemaphoresSignalNodeGetParams, (hNode, &raw mut params_out), params_out: CUDA_EXT_SEM_SIGNAL_NODE_PARAMS)
    }
    /// [`cuGraphExternalSemaphoresSignalNodeSetParams`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g7a344ed4c6a5fcaad7bc7c53b04c6099).
    #[inline]
    pub unsafe fn cuGraphExternalSemaphoresSignalNodeSetParams(self, hNode: CUgraphNode, nodeParams: *const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS) -> Result<(), CuResult> {
        returned!(self.cuGraphExternalSemaphoresSignalNodeSetParams, (hNode, nodeParams))
    }
    /// [`cuGraphAddExternalSemaphoresWaitNode`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g49131c65fcef0b60b3939e008f7b467e).
    #[inline]
    pub unsafe fn cuGraphAddExternalSemaphoresWaitNode(self, hGraph: CUgraph, dependencies: &[CUgraphNode], nodeParams: *const CUDA_EXT_SEM_WAIT_NODE_PARAMS) -> Result<CUgraphNode, CuResult> {
        returned!(self.cuGraphAddExternalSemaphoresWaitNode, (&raw mut phGraphNode, hGraph, dependencies.as_ptr(), dependencies.len(), nodeParams), phGraphNode: CUgraphNode)
    }
    /// [`cuGraphExternalSemaphoresWaitNodeGetParams`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g1430da6d26a58818a4712d135cf37a54).
    #[inline]
    pub unsafe fn cuGraphExternalSemaphoresWaitNodeGetParams(self, hNode: CUgraphNode) -> Result<CUDA_EXT_SEM_WAIT_NODE_PARAMS, CuResult> {
        returned!(self.cuGraphExternalSemaphoresWaitNodeGetParams, (hNode, &raw mut params_out), params_out: CUDA_EXT_SEM_WAIT_NODE_PARAMS)
    }
    /// [`cuGraphExternalSemaphoresWaitNodeSetParams`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1ge8b93792930a21ec352d6efd2c21c8c0).
    #[inline]
    pub unsafe fn cuGraphExternalSemaphoresWaitNodeSetParams(self, hNode: CUgraphNode, nodeParams: *const CUDA_EXT_SEM_WAIT_NODE_PARAMS) -> Result<(), CuResult> {
        returned!(self.cuGraphExternalSemaphoresWaitNodeSetParams, (hNode, nodeParams))
    }
    /// [`cuGraphAddBatchMemOpNode`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g5acb6914dbd18cb1ae15ea9437a73c96).
    #[inline]
    pub unsafe fn cuGraphAddBatchMemOpNode(self, hGraph: CUgraph, dependencies: &[CUgraphNode], nodeParams: *const CUDA_BATCH_MEM_OP_NODE_PARAMS) -> Result<CUgraphNode, CuResult> {
        returned!(self.cuGraphAddBatchMemOpNode, (&raw mut phGraphNode, hGraph, dependencies.as_ptr(), dependencies.len(), nodeParams), phGraphNode: CUgraphNode)
    }
    /// [`cuGraphBatchMemOpNodeGetParams`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g1d8039468b71285c61bc03ab3c302a28).
    #[inline]
    pub unsafe fn cuGraphBatchMemOpNodeGetParams(self, hNode: CUgraphNode) -> Result<CUDA_BATCH_MEM_OP_NODE_PARAMS, CuResult> {
        returned!(self.cuGraphBatchMemOpNodeGetParams, (hNode, &raw mut nodeParams_out), nodeParams_out: CUDA_BATCH_MEM_OP_NODE_PARAMS)
    }
    /// [`cuGraphBatchMemOpNodeSetParams`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g625ca946b58df3d17221ff7db5cd7800).
    #[inline]
    pub unsafe fn cuGraphBatchMemOpNodeSetParams(self, hNode: CUgraphNode, nodeParams: *const CUDA_BATCH_MEM_OP_NODE_PARAMS) -> Result<(), CuResult> {
        returned!(self.cuGraphBatchMemOpNodeSetParams, (hNode, nodeParams))
    }
    /// [`cuGraphExecBatchMemOpNodeSetParams`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g23f51bb4e4c029bb32fac0146e38c076).
    #[inline]
    pub unsafe fn cuGraphExecBatchMemOpNodeSetParams(self, hGraphExec: CUgraphExec, hNode: CUgraphNode, nodeParams: *const CUDA_BATCH_MEM_OP_NODE_PARAMS) -> Result<(), CuResult> {
        returned!(self.cuGraphExecBatchMemOpNodeSetParams, (hGraphExec, hNode, nodeParams))
    }
    /// [`cuGraphAddMemAllocNode`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g73a351cb71b2945a0bcb913a93f69ec9).
    #[inline]
    pub unsafe fn cuGraphAddMemAllocNode(self, hGraph: CUgraph, dependencies: &[CUgraphNode], nodeParams: *mut CUDA_MEM_ALLOC_NODE_PARAMS) -> Result<CUgraphNode, CuResult> {
        returned!(self.cuGraphAddMemAllocNode, (&raw mut phGraphNode, hGraph, dependencies.as_ptr(), dependencies.len(), nodeParams), phGraphNode: CUgraphNode)
    }
    /// [`cuGraphMemAllocNodeGetParams`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1gee2c7d66d3d96b1470c1d1a769f250a2).
    #[inline]
    pub unsafe fn cuGraphMemAllocNodeGetParams(self, hNode: CUgraphNode) -> Result<CUDA_MEM_ALLOC_NODE_PARAMS, CuResult> {
        returned!(self.cuGraphMemAllocNodeGetParams, (hNode, &raw mut params_out), params_out: CUDA_MEM_ALLOC_NODE_PARAMS)
    }
    /// [`cuGraphAddMemFreeNode`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1geb7cdce5d9be2d28d9428e74eb00fa53).
    #[inline]
    pub unsafe fn cuGraphAddMemFreeNode(self, hGraph: CUgraph, dependencies: &[CUgraphNode], dptr: CUdeviceptr) -> Result<CUgraphNode, CuResult> {
        returned!(self.cuGraphAddMemFreeNode, (&raw mut phGraphNode, hGraph, dependencies.as_ptr(), dependencies.len(), dptr), phGraphNode: CUgraphNode)
    }
    /// [`cuGraphMemFreeNodeGetParams`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1gd24d9fe5769222a2367e3f571fb2f28b).
    #[inline]
    pub unsafe fn cuGraphMemFreeNodeGetParams(self, hNode: CUgraphNode) -> Result<CUdeviceptr, CuResult> {
        returned!(self.cuGraphMemFreeNodeGetParams, (hNode, &raw mut dptr_out), dptr_out: CUdeviceptr)
    }
    /// [`cuDeviceGraphMemTrim`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g57c87f4ba6af41825627cdd4e5a8c52b).
    #[inline]
    pub unsafe fn cuDeviceGraphMemTrim(self, device: CUdevice) -> Result<(), CuResult> {
        returned!(self.cuDeviceGraphMemTrim, (device))
    }
    /// [`cuDeviceGetGraphMemAttribute`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g0dfb8f1111f18be791c837ade3eeecec).
    #[inline]
    pub unsafe fn cuDeviceGetGraphMemAttribute(self, device: CUdevice, attr: CUgraphMem_attribute, value: *mut c_void) -> Result<(), CuResult> {
        returned!(self.cuDeviceGetGraphMemAttribute, (device, attr, value))
    }
    /// [`cuDeviceSetGraphMemAttribute`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1ga664cf9f6439f405cfbb4c03d88422ff).
    #[inline]
    pub unsafe fn cuDeviceSetGraphMemAttribute(self, device: CUdevice, attr: CUgraphMem_attribute, value: *mut c_void) -> Result<(), CuResult> {
        returned!(self.cuDeviceSetGraphMemAttribute, (device, attr, value))
    }
    /// [`cuGraphClone`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g3603974654e463f2231c71d9b9d1517e).
    #[inline]
    pub unsafe fn cuGraphClone(self, originalGraph: CUgraph) -> Result<CUgraph, CuResult> {
        returned!(self.cuGraphClone, (&raw mut phGraphClone, originalGraph), phGraphClone: CUgraph)
    }
    /// [`cuGraphNodeFindInClone`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1gf21f6c968e346f028737c1118bfd41c2).
    #[inline]
    pub unsafe fn cuGraphNodeFindInClone(self, hOriginalNode: CUgraphNode, hClonedGraph: CUgraph) -> Result<CUgraphNode, CuResult> {
        returned!(self.cuGraphNodeFindInClone, (&raw mut phNode, hOriginalNode, hClonedGraph), phNode: CUgraphNode)
    }
    /// [`cuGraphNodeGetType`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1gdb1776d97aa1c9d5144774b29e4b8c3e).
    #[inline]
    pub unsafe fn cuGraphNodeGetType(self, hNode: CUgraphNode) -> Result<CUgraphNodeType, CuResult> {
        returned!(self.cuGraphNodeGetType, (hNode, &raw mut type_), type_: CUgraphNodeType)
    }
    /// [`cuGraphNodeGetContainingGraph`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1gbbfe267adf728f1c53aa9d99ba101b92).
    #[inline]
    pub unsafe fn cuGraphNodeGetContainingGraph(self, hNode: CUgraphNode) -> Result<CUgraph, CuResult> {
        returned!(self.cuGraphNodeGetContainingGraph, (hNode, &raw mut phGraph), phGraph: CUgraph)
    }
    /// [`cuGraphNodeGetLocalId`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g18fd5107a28aaae1e396efcb0edaa70d).
    #[inline]
    pub unsafe fn cuGraphNodeGetLocalId(self, hNode: CUgraphNode) -> Result<c_uint, CuResult> {
        returned!(self.cuGraphNodeGetLocalId, (hNode, &raw mut nodeId), nodeId: c_uint)
    }
    /// [`cuGraphNodeGetToolsId`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g10d4cf58921a26acce90ed1a03fcd4c1).
    #[inline]
    pub unsafe fn cuGraphNodeGetToolsId(self, hNode: CUgraphNode) -> Result<c_ulonglong, CuResult> {
        returned!(self.cuGraphNodeGetToolsId, (hNode, &raw mut toolsNodeId), toolsNodeId: c_ulonglong)
    }
    /// [`cuGraphGetId`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g0f05ae29d14198ff57d722156d60aa41).
    #[inline]
    pub unsafe fn cuGraphGetId(self, hGraph: CUgraph) -> Result<c_uint, CuResult> {
        returned!(self.cuGraphGetId, (hGraph, &raw mut graphId), graphId: c_uint)
    }
    /// [`cuGraphExecGetId`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g7a561a95ac508d0a99bccbf89aa01509).
    #[inline]
    pub unsafe fn cuGraphExecGetId(self, hGraphExec: CUgraphExec) -> Result<c_uint, CuResult> {
        returned!(self.cuGraphExecGetId, (hGraphExec, &raw mut graphId), graphId: c_uint)
    }
    /// [`cuGraphGetNodes`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1gfa35a8e2d2fc32f48dbd67ba27cf27e5).
    #[inline]
    pub unsafe fn cuGraphGetNodes(self, hGraph: CUgraph, nodes: *mut CUgraphNode, numNodes: *mut usize) -> Result<(), CuResult> {
        returned!(self.cuGraphGetNodes, (hGraph, nodes, numNodes))
    }
    /// [`cuGraphGetRootNodes`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1gf8517646bd8b39ab6359f8e7f0edffbd).
    #[inline]
    pub unsafe fn cuGraphGetRootNodes(self, hGraph: CUgraph, rootNodes: *mut CUgraphNode, numRootNodes: *mut usize) -> Result<(), CuResult> {
        returned!(self.cuGraphGetRootNodes, (hGraph, rootNodes, numRootNodes))
    }
    /// [`cuGraphGetEdges`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g4e3183ca455aae2e832edd4034094082).
    #[doc(alias = "cuGraphGetEdges_v2")]
    #[inline]
    pub unsafe fn cuGraphGetEdges(self, hGraph: CUgraph, from: *mut CUgraphNode, to: *mut CUgraphNode, edgeData: *mut CUgraphEdgeData, numEdges: *mut usize) -> Result<(), CuResult> {
        returned!(self.cuGraphGetEdges_v2, (hGraph, from, to, edgeData, numEdges))
    }
    /// [`cuGraphNodeGetDependencies`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1gd3fc7f62e46f621f59de2173e08fccc9).
    #[doc(alias = "cuGraphNodeGetDependencies_v2")]
    #[inline]
    pub unsafe fn cuGraphNodeGetDependencies(self, hNode: CUgraphNode, dependencies: *mut CUgraphNode, edgeData: *mut CUgraphEdgeData, numDependencies: *mut usize) -> Result<(), CuResult> {
        returned!(self.cuGraphNodeGetDependencies_v2, (hNode, dependencies, edgeData, numDependencies))
    }
    /// [`cuGraphNodeGetDependentNodes`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g61e907fa6896b5393246d1588c794450).
    #[doc(alias = "cuGraphNodeGetDependentNodes_v2")]
    #[inline]
    pub unsafe fn cuGraphNodeGetDependentNodes(self, hNode: CUgraphNode, dependentNodes: *mut CUgraphNode, edgeData: *mut CUgraphEdgeData, numDependentNodes: *mut usize) -> Result<(), CuResult> {
        returned!(self.cuGraphNodeGetDependentNodes_v2, (hNode, dependentNodes, edgeData, numDependentNodes))
    }
    /// [`cuGraphAddDependencies`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g5dad91f0be4e0fde6092f15797427e2d).
    #[doc(alias = "cuGraphAddDependencies_v2")]
    #[inline]
    pub unsafe fn cuGraphAddDependencies(self, hGraph: CUgraph, from: *const CUgraphNode, to: *const CUgraphNode, edgeData: *const CUgraphEdgeData, numDependencies: usize) -> Result<(), CuResult> {
        returned!(self.cuGraphAddDependencies_v2, (hGraph, from, to, edgeData, numDependencies))
    }
    /// [`cuGraphRemoveDependencies`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g25048b696f56b4d6131f068074176301).
    #[doc(alias = "cuGraphRemoveDependencies_v2")]
    #[inline]
    pub unsafe fn cuGraphRemoveDependencies(self, hGraph: CUgraph, from: *const CUgraphNode, to: *const CUgraphNode, edgeData: *const CUgraphEdgeData, numDependencies: usize) -> Result<(), CuResult> {
        returned!(self.cuGraphRemoveDependencies_v2, (hGraph, from, to, edgeData, numDependencies))
    }
    /// [`cuGraphDestroyNode`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g00ed16434d983d8f0011683eacaf19b9).
    #[inline]
    pub unsafe fn cuGraphDestroyNode(self, hNode: CUgraphNode) -> Result<(), CuResult> {
        returned!(self.cuGraphDestroyNode, (hNode))
    }
    /// [`cuGraphInstantiate`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1gb53b435e178cccfa37ac87285d2c3fa1).
    #[doc(alias = "cuGraphInstantiateWithFlags")]
    #[inline]
    pub unsafe fn cuGraphInstantiate(self, hGraph: CUgraph, flags: c_ulonglong) -> Result<CUgraphExec, CuResult> {
        returned!(self.cuGraphInstantiateWithFlags, (&raw mut phGraphExec, hGraph, flags), phGraphExec: CUgraphExec)
    }
    /// [`cuGraphInstantiateWithParams`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g8d9541e4df43ee8440e794634a0d1af8).
    #[inline]
    pub unsafe fn cuGraphInstantiateWithParams(self, hGraph: CUgraph, instantiateParams: *mut CUDA_GRAPH_INSTANTIATE_PARAMS) -> Result<CUgraphExec, CuResult> {
        returned!(self.cuGraphInstantiateWithParams, (&raw mut phGraphExec, hGraph, instantiateParams), phGraphExec: CUgraphExec)
    }
    /// [`cuGraphExecGetFlags`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g5004de43ce63398a1a7d7a57edf17d9a).
    #[inline]
    pub unsafe fn cuGraphExecGetFlags(self, hGraphExec: CUgraphExec) -> Result<cuuint64_t, CuResult> {
        returned!(self.cuGraphExecGetFlags, (hGraphExec, &raw mut flags), flags: cuuint64_t)
    }
    /// [`cuGraphExecKernelNodeSetParams`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1gd84243569e4c3d6356b9f2eea20ed48c).
    #[doc(alias = "cuGraphExecKernelNodeSetParams_v2")]
    #[inline]
    pub unsafe fn cuGraphExecKernelNodeSetParams(self, hGraphExec: CUgraphExec, hNode: CUgraphNode, nodeParams: *const CUDA_KERNEL_NODE_PARAMS) -> Result<(), CuResult> {
        returned!(self.cuGraphExecKernelNodeSetParams_v2, (hGraphExec, hNode, nodeParams))
    }
    /// [`cuGraphExecMemcpyNodeSetParams`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g26186d58858ab32ccc7425b53786cce5).
    #[inline]
    pub unsafe fn cuGraphExecMemcpyNodeSetParams(self, hGraphExec: CUgraphExec, hNode: CUgraphNode, copyParams: *const CUDA_MEMCPY3D, ctx: CUcontext) -> Result<(), CuResult> {
        returned!(self.cuGraphExecMemcpyNodeSetParams, (hGraphExec, hNode, copyParams, ctx))
    }
    /// [`cuGraphExecMemsetNodeSetParams`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g5df5be09a0b7b3513e740ebbbcd59739).
    #[inline]
    pub unsafe fn cuGraphExecMemsetNodeSetParams(self, hGraphExec: CUgraphExec, hNode: CUgraphNode, memsetParams: *const CUDA_MEMSET_NODE_PARAMS, ctx: CUcontext) -> Result<(), CuResult> {
        returned!(self.cuGraphExecMemsetNodeSetParams, (hGraphExec, hNode, memsetParams, ctx))
    }
    /// [`cuGraphExecHostNodeSetParams`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1ga549b946cedb73dc2596314b2d52f8d8).
    #[inline]
    pub unsafe fn cuGraphExecHostNodeSetParams(self, hGraphExec: CUgraphExec, hNode: CUgraphNode, nodeParams: *const CUDA_HOST_NODE_PARAMS) -> Result<(), CuResult> {
        returned!(self.cuGraphExecHostNodeSetParams, (hGraphExec, hNode, nodeParams))
    }
    /// [`cuGraphExecChildGraphNodeSetParams`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g8f2d9893f6b899f992db1a2942ec03ff).
    #[inline]
    pub unsafe fn cuGraphExecChildGraphNodeSetParams(self, hGraphExec: CUgraphExec, hNode: CUgraphNode, childGraph: CUgraph) -> Result<(), CuResult> {
        returned!(self.cuGraphExecChildGraphNodeSetParams, (hGraphExec, hNode, childGraph))
    }
    /// [`cuGraphExecEventRecordNodeSetEvent`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g62fea841fdc169c3ef18e9199f28a6a7).
    #[inline]
    pub unsafe fn cuGraphExecEventRecordNodeSetEvent(self, hGraphExec: CUgraphExec, hNode: CUgraphNode, event: CUevent) -> Result<(), CuResult> {
        returned!(self.cuGraphExecEventRecordNodeSetEvent, (hGraphExec, hNode, event))
    }
    /// [`cuGraphExecEventWaitNodeSetEvent`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1gfea9619d6ff228401613febae793f996).
    #[inline]
    pub unsafe fn cuGraphExecEventWaitNodeSetEvent(self, hGraphExec: CUgraphExec, hNode: CUgraphNode, event: CUevent) -> Result<(), CuResult> {
        returned!(self.cuGraphExecEventWaitNodeSetEvent, (hGraphExec, hNode, event))
    }
    /// [`cuGraphExecExternalSemaphoresSignalNodeSetParams`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g96aedf2977d0dce275fa3b3cf3700ade).
    #[inline]
    pub unsafe fn cuGraphExecExternalSemaphoresSignalNodeSetParams(self, hGraphExec: CUgraphExec, hNode: CUgraphNode, nodeParams: *const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS) -> Result<(), CuResult> {
        returned!(self.cuGraphExecExternalSemaphoresSignalNodeSetParams, (hGraphExec, hNode, nodeParams))
    }
    /// [`cuGraphExecExternalSemaphoresWaitNodeSetParams`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g98a93c41b057cc1b48c0498811f65ad3).
    #[inline]
    pub unsafe fn cuGraphExecExternalSemaphoresWaitNodeSetParams(self, hGraphExec: CUgraphExec, hNode: CUgraphNode, nodeParams: *const CUDA_EXT_SEM_WAIT_NODE_PARAMS) -> Result<(), CuResult> {
        returned!(self.cuGraphExecExternalSemaphoresWaitNodeSetParams, (hGraphExec, hNode, nodeParams))
    }
    /// [`cuGraphNodeSetEnabled`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g371b20eb0c0658731e38db7e68f12c78).
    #[inline]
    pub unsafe fn cuGraphNodeSetEnabled(self, hGraphExec: CUgraphExec, hNode: CUgraphNode, isEnabled: c_uint) -> Result<(), CuResult> {
        returned!(self.cuGraphNodeSetEnabled, (hGraphExec, hNode, isEnabled))
    }
    /// [`cuGraphNodeGetEnabled`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g428f51dceec6f6211bb9c1d710925a3d).
    #[inline]
    pub unsafe fn cuGraphNodeGetEnabled(self, hGraphExec: CUgraphExec, hNode: CUgraphNode) -> Result<c_uint, CuResult> {
        returned!(self.cuGraphNodeGetEnabled, (hGraphExec, hNode, &raw mut isEnabled), isEnabled: c_uint)
    }
    /// [`cuGraphUpload`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1ga7eb9849e6e4604864a482b38f25be48).
    #[inline]
    pub unsafe fn cuGraphUpload(self, hGraphExec: CUgraphExec, hStream: CUstream) -> Result<(), CuResult> {
        returned!(self.cuGraphUpload, (hGraphExec, hStream))
    }
    /// [`cuGraphLaunch`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g6b2dceb3901e71a390d2bd8b0491e471).
    #[inline]
    pub unsafe fn cuGraphLaunch(self, hGraphExec: CUgraphExec, hStream: CUstream) -> Result<(), CuResult> {
        returned!(self.cuGraphLaunch, (hGraphExec, hStream))
    }
    /// [`cuGraphExecDestroy`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1ga32ad4944cc5d408158207c978bc43a7).
    #[inline]
    pub unsafe fn cuGraphExecDestroy(self, hGraphExec: CUgraphExec) -> Result<(), CuResult> {
        returned!(self.cuGraphExecDestroy, (hGraphExec))
    }
    /// [`cuGraphExecUpdate`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g96efefc56df46927da7297f122adfb9f).
    #[doc(alias = "cuGraphExecUpdate_v2")]
    #[inline]
    pub unsafe fn cuGraphExecUpdate(self, hGraphExec: CUgraphExec, hGraph: CUgraph, resultInfo: *mut CUgraphExecUpdateResultInfo) -> Result<(), CuResult> {
        returned!(self.cuGraphExecUpdate_v2, (hGraphExec, hGraph, resultInfo))
    }
    /// [`cuGraphKernelNodeCopyAttributes`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1ga5f4e6786704bf710b61a26146c51c9e).
    #[inline]
    pub unsafe fn cuGraphKernelNodeCopyAttributes(self, dst: CUgraphNode, src: CUgraphNode) -> Result<(), CuResult> {
        returned!(self.cuGraphKernelNodeCopyAttributes, (dst, src))
    }
    /// [`cuGraphKernelNodeGetAttribute`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g9827e34c800e2f2cb4d9a6f4e186f796).
    #[inline]
    pub unsafe fn cuGraphKernelNodeGetAttribute(self, hNode: CUgraphNode, attr: CUkernelNodeAttrID) -> Result<CUkernelNodeAttrValue, CuResult> {
        returned!(self.cuGraphKernelNodeGetAttribute, (hNode, attr, &raw mut value_out), value_out: CUkernelNodeAttrValue)
    }
    /// [`cuGraphKernelNodeSetAttribute`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1gd888774df6c1d0774bee49ec9442eefc).
    #[inline]
    pub unsafe fn cuGraphKernelNodeSetAttribute(self, hNode: CUgraphNode, attr: CUkernelNodeAttrID, value: *const CUkernelNodeAttrValue) -> Result<(), CuResult> {
        returned!(self.cuGraphKernelNodeSetAttribute, (hNode, attr, value))
    }
    /// [`cuGraphDebugDotPrint`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g0fb0c4d319477a0a98da005fcb0dacc4).
    #[inline]
    pub unsafe fn cuGraphDebugDotPrint(self, hGraph: CUgraph, path: &CStr, flags: c_uint) -> Result<(), CuResult> {
        returned!(self.cuGraphDebugDotPrint, (hGraph, path.as_ptr(), flags))
    }
    /// [`cuUserObjectCreate`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g58f04e0ac0ad23d2f15ea6e9f6c8a999).
    #[inline]
    pub unsafe fn cuUserObjectCreate(self, ptr: *mut c_void, destroy: CUhostFn, initialRefcount: c_uint, flags: c_uint) -> Result<CUuserObject, CuResult> {
        returned!(self.cuUserObjectCreate, (&raw mut object_out, ptr, destroy, initialRefcount, flags), object_out: CUuserObject)
    }
    /// [`cuUserObjectRetain`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1ge022bcecdeca2d14cc8f28afc6a2eaf6).
    #[inline]
    pub unsafe fn cuUserObjectRetain(self, object: CUuserObject, count: c_uint) -> Result<(), CuResult> {
        returned!(self.cuUserObjectRetain, (object, count))
    }
    /// [`cuUserObjectRelease`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1ga2c16918341b8d020c9246e75658cc80).
    #[inline]
    pub unsafe fn cuUserObjectRelease(self, object: CUuserObject, count: c_uint) -> Result<(), CuResult> {
        returned!(self.cuUserObjectRelease, (object, count))
    }
    /// [`cuGraphRetainUserObject`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1gaffd130c928e56740a2a5aaeb6125c8a).
    #[inline]
    pub unsafe fn cuGraphRetainUserObject(self, graph: CUgraph, object: CUuserObject, count: c_uint, flags: c_uint) -> Result<(), CuResult> {
        returned!(self.cuGraphRetainUserObject, (graph, object, count, flags))
    }
    /// [`cuGraphReleaseUserObject`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g232c84cc31e13e4201a421e28561eebf).
    #[inline]
    pub unsafe fn cuGraphReleaseUserObject(self, graph: CUgraph, object: CUuserObject, count: c_uint) -> Result<(), CuResult> {
        returned!(self.cuGraphReleaseUserObject, (graph, object, count))
    }
    /// [`cuGraphAddNode`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1ge01208e62f72a53367a2af903bf17d23).
    #[doc(alias = "cuGraphAddNode_v2")]
    #[inline]
    pub unsafe fn cuGraphAddNode(self, hGraph: CUgraph, dependencies: *const CUgraphNode, dependencyData: *const CUgraphEdgeData, numDependencies: usize, nodeParams: *mut CUgraphNodeParams) -> Result<CUgraphNode, CuResult> {
        returned!(self.cuGraphAddNode_v2, (&raw mut phGraphNode, hGraph, dependencies, dependencyData, numDependencies, nodeParams), phGraphNode: CUgraphNode)
    }
    /// [`cuGraphAddNode_v3`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1gf49d4437aeb3fe5c45b0d40158aeb39b).
    #[inline]
    pub unsafe fn cuGraphAddNode_v3(self, hGraph: CUgraph, dependencies: *const CUgraphNode, dependencyData: *const CUgraphEdgeData, numDependencies: usize, nodeParams: *mut CUgraphNodeParams) -> Result<CUgraphNode, CuResult> {
        returned!(self.cuGraphAddNode_v3, (&raw mut phGraphNode, hGraph, dependencies, dependencyData, numDependencies, nodeParams), phGraphNode: CUgraphNode)
    }
    /// [`cuGraphNodeSetParams`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1gbf18157f40ea2d160cb0b9e4e2b16139).
    #[inline]
    pub unsafe fn cuGraphNodeSetParams(self, hNode: CUgraphNode, nodeParams: *mut CUgraphNodeParams) -> Result<(), CuResult> {
        returned!(self.cuGraphNodeSetParams, (hNode, nodeParams))
    }
    /// [`cuGraphNodeSetParams_v2`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g8981752c14c7dcf0b1e9a60a1bdee731).
    #[inline]
    pub unsafe fn cuGraphNodeSetParams_v2(self, hNode: CUgraphNode, nodeParams: *mut CUgraphNodeParams) -> Result<(), CuResult> {
        returned!(self.cuGraphNodeSetParams_v2, (hNode, nodeParams))
    }
    /// [`cuGraphNodeGetParams`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1gfe2a3c7d8c89a3c252098194a3b60bda).
    #[inline]
    pub unsafe fn cuGraphNodeGetParams(self, hNode: CUgraphNode) -> Result<CUgraphNodeParams, CuResult> {
        returned!(self.cuGraphNodeGetParams, (hNode, &raw mut nodeParams), nodeParams: CUgraphNodeParams)
    }
    /// [`cuGraphExecNodeSetParams`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1gb318c5b61ada0e333bb12d1d33dae48b).
    #[inline]
    pub unsafe fn cuGraphExecNodeSetParams(self, hGraphExec: CUgraphExec, hNode: CUgraphNode, nodeParams: *mut CUgraphNodeParams) -> Result<(), CuResult> {
        returned!(self.cuGraphExecNodeSetParams, (hGraphExec, hNode, nodeParams))
    }
    /// [`cuGraphConditionalHandleCreate`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1gece6f3b9e85d0edb8484d625fe567376).
    #[inline]
    pub unsafe fn cuGraphConditionalHandleCreate(self, hGraph: CUgraph, ctx: CUcontext, defaultLaunchValue: c_uint, flags: c_uint) -> Result<CUgraphConditionalHandle, CuResult> {
        returned!(self.cuGraphConditionalHandleCreate, (&raw mut pHandle_out, hGraph, ctx, defaultLaunchValue, flags), pHandle_out: CUgraphConditionalHandle)
    }
}

/// # Safety of each function
/// Each parameter satisfies the requirements on the linked page.
#[allow(clippy::missing_safety_doc)]
#[cfg(feature = "graphics")]
impl Raw {
    /// [`cuGraphicsUnregisterResource`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPHICS.html#group__CUDA__GRAPHICS_1ga7e5e97b74eaa13dfa6582e853e4c96d).
    #[inline]
    pub unsafe fn cuGraphicsUnregisterResource(self, resource: CUgraphicsResource) -> Result<(), CuResult> {
        returned!(self.cuGraphicsUnregisterResource, (resource))
    }
    /// [`cuGraphicsSubResourceGetMappedArray`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPHICS.html#group__CUDA__GRAPHICS_1g61c55e987e54558cce547240d6123078).
    #[inline]
    pub unsafe fn cuGraphicsSubResourceGetMappedArray(self, resource: CUgraphicsResource, arrayIndex: c_uint, mipLevel: c_uint) -> Result<CUarray, CuResult> {
        returned!(self.cuGraphicsSubResourceGetMappedArray, (&raw mut pArray, resource, arrayIndex, mipLevel), pArray: CUarray)
    }
    /// [`cuGraphicsResourceGetMappedMipmappedArray`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPHICS.html#group__CUDA__GRAPHICS_1g37680bbe89c7fe5c613563eaab9d14c1).
    #[inline]
    pub unsafe fn cuGraphicsResourceGetMappedMipmappedArray(self, resource: CUgraphicsResource) -> Result<CUmipmappedArray, CuResult> {
        returned!(self.cuGraphicsResourceGetMappedMipmappedArray, (&raw mut pMipmappedArray, resource), pMipmappedArray: CUmipmappedArray)
    }
    /// [`cuGraphicsResourceGetMappedPointer`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPHICS.html#group__CUDA__GRAPHICS_1g8a634cf4150d399f0018061580592457); returns (`pDevPtr`, `pSize`).
    #[doc(alias = "cuGraphicsResourceGetMappedPointer_v2")]
    #[inline]
    pub unsafe fn cuGraphicsResourceGetMappedPointer(self, resource: CUgraphicsResource) -> Result<(CUdeviceptr, usize), CuResult> {
        returned!(self.cuGraphicsResourceGetMappedPointer_v2, (&raw mut pDevPtr, &raw mut pSize, resource), pDevPtr: CUdeviceptr, pSize: usize)
    }
    /// [`cuGraphicsResourceSetMapFlags`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPHICS.html#group__CUDA__GRAPHICS_1gfe96aa7747f8b11d44a6fa6a851e1b39).
    #[doc(alias = "cuGraphicsResourceSetMapFlags_v2")]
    #[inline]
    pub unsafe fn cuGraphicsResourceSetMapFlags(self, resource: CUgraphicsResource, flags: c_uint) -> Result<(), CuResult> {
        returned!(self.cuGraphicsResourceSetMapFlags_v2 or cuGraphicsResourceSetMapFlags, (resource, flags))
    }
    /// [`cuGraphicsMapResources`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPHICS.html#group__CUDA__GRAPHICS_1gffcfd8e78d82cc4f6dd987e8bce4edb0).
    #[inline]
    pub unsafe fn cuGraphicsMapResources(self, resources: &[CUgraphicsResource], hStream: CUstream) -> Result<(), CuResult> {
        returned!(self.cuGraphicsMapResources, (c_uint::try_from(resources.len()).unwrap_or(c_uint::MAX), resources.as_ptr().cast_mut(), hStream))
    }
    /// [`cuGraphicsUnmapResources`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPHICS.html#group__CUDA__GRAPHICS_1g8e9ff25d071375a0df1cb5aee924af32).
    #[inline]
    pub unsafe fn cuGraphicsUnmapResources(self, resources: &[CUgraphicsResource], hStream: CUstream) -> Result<(), CuResult> {
        returned!(self.cuGraphicsUnmapResources, (c_uint::try_from(resources.len()).unwrap_or(c_uint::MAX), resources.as_ptr().cast_mut(), hStream))
    }
    /// [`cuGraphicsGLRegisterBuffer`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GL.html#group__CUDA__GL_1gd530f66cc9ab43a31a98527e75f343a0).
    #[inline]
    pub unsafe fn cuGraphicsGLRegisterBuffer(self, buffer: GLuint, Flags: c_uint) -> Result<CUgraphicsResource, CuResult> {
        returned!(self.cuGraphicsGLRegisterBuffer, (&raw mut pCudaResource, buffer, Flags), pCudaResource: CUgraphicsResource)
    }
    /// [`cuGraphicsGLRegisterImage`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GL.html#group__CUDA__GL_1g52c3a36c4c92611b6fcf0662b2f74e40).
    #[inline]
    pub unsafe fn cuGraphicsGLRegisterImage(self, image: GLuint, target: GLenum, Flags: c_uint) -> Result<CUgraphicsResource, CuResult> {
        returned!(self.cuGraphicsGLRegisterImage, (&raw mut pCudaResource, image, target, Flags), pCudaResource: CUgraphicsResource)
    }
    /// [`cuWGLGetDevice`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GL.html#group__CUDA__GL_1g21ff8296192dc38dff42ba3346078282).
    #[inline]
    pub unsafe fn cuWGLGetDevice(self, hGpu: HGPUNV) -> Result<CUdevice, CuResult> {
        returned!(self.cuWGLGetDevice, (&raw mut pDevice, hGpu), pDevice: CUdevice)
    }
    /// [`cuGLGetDevices`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GL.html#group__CUDA__GL_1g98bb15525b04d2f6a817c21e07d8b7cd).
    #[doc(alias = "cuGLGetDevices_v2")]
    #[inline]
    pub unsafe fn cuGLGetDevices(self, pCudaDevices: &mut [CUdevice], deviceList: CUGLDeviceList) -> Result<c_uint, CuResult> {
        returned!(self.cuGLGetDevices_v2 or cuGLGetDevices, (&raw mut pCudaDeviceCount, pCudaDevices.as_mut_ptr(), c_uint::try_from(pCudaDevices.len()).unwrap_or(c_uint::MAX), deviceList), pCudaDeviceCount: c_uint)
    }
    /// [`cuGLCtxCreate`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GL__DEPRECATED.html#group__CUDA__GL__DEPRECATED_1g923988b9596911c39bb55fd848015a3d).
    #[doc(alias = "cuGLCtxCreate_v2")]
    #[inline]
    pub unsafe fn cuGLCtxCreate(self, Flags: c_uint, device: CUdevice) -> Result<CUcontext, CuResult> {
        returned!(self.cuGLCtxCreate_v2 or cuGLCtxCreate, (&raw mut pCtx, Flags, device), pCtx: CUcontext)
    }
    /// [`cuGLInit`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GL__DEPRECATED.html#group__CUDA__GL__DEPRECATED_1g1eb69794b494f2908664737e3386aec4).
    #[inline]
    pub unsafe fn cuGLInit(self) -> Result<(), CuResult> {
        returned!(self.cuGLInit, ())
    }
    /// [`cuGLRegisterBufferObject`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GL__DEPRECATED.html#group__CUDA__GL__DEPRECATED_1g5d6e3dcc56ee510d153551b8e949615f).
    #[inline]
    pub unsafe fn cuGLRegisterBufferObject(self, buffer: GLuint) -> Result<(), CuResult> {
        returned!(self.cuGLRegisterBufferObject, (buffer))
    }
    /// [`cuGLMapBufferObject`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GL__DEPRECATED.html#group__CUDA__GL__DEPRECATED_1g6fc2c6a0d217eab602155311b8bfc404); returns (`dptr`, `size`).
    #[doc(alias = "cuGLMapBufferObject_v2")]
    #[inline]
    pub unsafe fn cuGLMapBufferObject(self, buffer: GLuint) -> Result<(CUdeviceptr, usize), CuResult> {
        returned!(self.cuGLMapBufferObject_v2, (&raw mut dptr, &raw mut size, buffer), dptr: CUdeviceptr, size: usize)
    }
    /// [`cuGLUnmapBufferObject`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GL__DEPRECATED.html#group__CUDA__GL__DEPRECATED_1g5beb89f35d0d12ad60313b183bef7ac4).
    #[inline]
    pub unsafe fn cuGLUnmapBufferObject(self, buffer: GLuint) -> Result<(), CuResult> {
        returned!(self.cuGLUnmapBufferObject, (buffer))
    }
    /// [`cuGLUnregisterBufferObject`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GL__DEPRECATED.html#group__CUDA__GL__DEPRECATED_1g465091301c2e92756c98c4c184c90da1).
    #[inline]
    pub unsafe fn cuGLUnregisterBufferObject(self, buffer: GLuint) -> Result<(), CuResult> {
        returned!(self.cuGLUnregisterBufferObject, (buffer))
    }
    /// [`cuGLSetBufferObjectMapFlags`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GL__DEPRECATED.html#group__CUDA__GL__DEPRECATED_1gb37c21f676303914a3e7151910aabeb2).
    #[inline]
    pub unsafe fn cuGLSetBufferObjectMapFlags(self, buffer: GLuint, Flags: c_uint) -> Result<(), CuResult> {
        returned!(self.cuGLSetBufferObjectMapFlags, (buffer, Flags))
    }
    /// [`cuGLMapBufferObjectAsync`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GL__DEPRECATED.html#group__CUDA__GL__DEPRECATED_1g2f7b5a7b8b201d3638f7251fdb00d0ae); returns (`dptr`, `size`).
    #[doc(alias = "cuGLMapBufferObjectAsync_v2")]
    #[inline]
    pub unsafe fn cuGLMapBufferObjectAsync(self, buffer: GLuint, hStream: CUstream) -> Result<(CUdeviceptr, usize), CuResult> {
        returned!(self.cuGLMapBufferObjectAsync_v2, (&raw mut dptr, &raw mut size, buffer, hStream), dptr: CUdeviceptr, size: usize)
    }
    /// [`cuGLUnmapBufferObjectAsync`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GL__DEPRECATED.html#group__CUDA__GL__DEPRECATED_1g9254e4e0c99f4769c2d423a6f8d7ca9f).
    #[inline]
    pub unsafe fn cuGLUnmapBufferObjectAsync(self, buffer: GLuint, hStream: CUstream) -> Result<(), CuResult> {
        returned!(self.cuGLUnmapBufferObjectAsync, (buffer, hStream))
    }
    /// [`cuGraphicsEGLRegisterImage`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EGL.html#group__CUDA__EGL_1g9f9b026d175238be6f6e79048d6879c5).
    #[inline]
    pub unsafe fn cuGraphicsEGLRegisterImage(self, image: EGLImageKHR, flags: c_uint) -> Result<CUgraphicsResource, CuResult> {
        returned!(self.cuGraphicsEGLRegisterImage, (&raw mut pCudaResource, image, flags), pCudaResource: CUgraphicsResource)
    }
    /// [`cuEGLStreamConsumerConnect`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EGL.html#group__CUDA__EGL_1g3f59b85a292d59c19c8b64b8ade8a658).
    #[inline]
    pub unsafe fn cuEGLStreamConsumerConnect(self, stream: EGLStreamKHR) -> Result<CUeglStreamConnection, CuResult> {
        returned!(self.cuEGLStreamConsumerConnect, (&raw mut conn, stream), conn: CUeglStreamConnection)
    }
    /// [`cuEGLStreamConsumerConnectWithFlags`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EGL.html#group__CUDA__EGL_1g7be3b064ea600a7bac4906e5d61ba4b7).
    #[inline]
    pub unsafe fn cuEGLStreamConsumerConnectWithFlags(self, stream: EGLStreamKHR, flags: c_uint) -> Result<CUeglStreamConnection, CuResult> {
        returned!(self.cuEGLStreamConsumerConnectWithFlags, (&raw mut conn, stream, flags), conn: CUeglStreamConnection)
    }
    /// [`cuEGLStreamConsumerDisconnect`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EGL.html#group__CUDA__EGL_1g3ab15cff9be3b25447714101ecda6a61).
    #[inline]
    pub unsafe fn cuEGLStreamConsumerDisconnect(self, conn: *mut CUeglStreamConnection) -> Result<(), CuResult> {
        returned!(self.cuEGLStreamConsumerDisconnect, (conn))
    }
    /// [`cuEGLStreamConsumerAcquireFrame`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EGL.html#group__CUDA__EGL_1g10507a0acb74a90136caacb363a3c6a7).
    #[inline]
    pub unsafe fn cuEGLStreamConsumerAcquireFrame(self, conn: *mut CUeglStreamConnection, pStream: *mut CUstream, timeout: c_uint) -> Result<CUgraphicsResource, CuResult> {
        returned!(self.cuEGLStreamConsumerAcquireFrame, (conn, &raw mut pCudaResource, pStream, timeout), pCudaResource: CUgraphicsResource)
    }
    /// [`cuEGLStreamConsumerReleaseFrame`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EGL.html#group__CUDA__EGL_1g4dadfefc718210e91c8f44f6a8e4b233).
    #[inline]
    pub unsafe fn cuEGLStreamConsumerReleaseFrame(self, conn: *mut CUeglStreamConnection, pCudaResource: CUgraphicsResource, pStream: *mut CUstream) -> Result<(), CuResult> {
        returned!(self.cuEGLStreamConsumerReleaseFrame, (conn, pCudaResource, pStream))
    }
    /// [`cuEGLStreamProducerConnect`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EGL.html#group__CUDA__EGL_1g5d181803d994a06f1bf9b05f52757bef).
    #[inline]
    pub unsafe fn cuEGLStreamProducerConnect(self, stream: EGLStreamKHR, width: EGLint, height: EGLint) -> Result<CUeglStreamConnection, CuResult> {
        returned!(self.cuEGLStreamProducerConnect, (&raw mut conn, stream, width, height), conn: CUeglStreamConnection)
    }
    /// [`cuEGLStreamProducerDisconnect`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EGL.html#group__CUDA__EGL_1gbdc9664bfb17dd3fa1e0a3ca68a8cafd).
    #[inline]
    pub unsafe fn cuEGLStreamProducerDisconnect(self, conn: *mut CUeglStreamConnection) -> Result<(), CuResult> {
        returned!(self.cuEGLStreamProducerDisconnect, (conn))
    }
    /// [`cuEGLStreamProducerPresentFrame`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EGL.html#group__CUDA__EGL_1g60dcaadeabcbaedb4a271d529306687b).
    #[inline]
    pub unsafe fn cuEGLStreamProducerPresentFrame(self, conn: *mut CUeglStreamConnection, eglframe: CUeglFrame, pStream: *mut CUstream) -> Result<(), CuResult> {
        returned!(self.cuEGLStreamProducerPresentFrame, (conn, eglframe, pStream))
    }
    /// [`cuEGLStreamProducerReturnFrame`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EGL.html#group__CUDA__EGL_1g70c84d9d01f343fc07cd632f9cfc3a06).
    #[inline]
    pub unsafe fn cuEGLStreamProducerReturnFrame(self, conn: *mut CUeglStreamConnection, eglframe: *mut CUeglFrame, pStream: *mut CUstream) -> Result<(), CuResult> {
        returned!(self.cuEGLStreamProducerReturnFrame, (conn, eglframe, pStream))
    }
    /// [`cuGraphicsResourceGetMappedEglFrame`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EGL.html#group__CUDA__EGL_1g208166ea53ec96b645779f68ab832243).
    #[inline]
    pub unsafe fn cuGraphicsResourceGetMappedEglFrame(self, resource: CUgraphicsResource, index: c_uint, mipLevel: c_uint) -> Result<CUeglFrame, CuResult> {
        returned!(self.cuGraphicsResourceGetMappedEglFrame, (&raw mut eglFrame, resource, index, mipLevel), eglFrame: CUeglFrame)
    }
    /// [`cuEventCreateFromEGLSync`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EGL.html#group__CUDA__EGL_1gc1f625de07ffc410973fcc9709e36342).
    #[inline]
    pub unsafe fn cuEventCreateFromEGLSync(self, eglSync: EGLSyncKHR, flags: c_uint) -> Result<CUevent, CuResult> {
        returned!(self.cuEventCreateFromEGLSync, (&raw mut phEvent, eglSync, flags), phEvent: CUevent)
    }
    /// [`cuVDPAUGetDevice`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__VDPAU.html#group__CUDA__VDPAU_1g0cce87525545da2cf1e84e007d5fe230).
    #[inline]
    pub unsafe fn cuVDPAUGetDevice(self, vdpDevice: VdpDevice, vdpGetProcAddress: *mut VdpGetProcAddress) -> Result<CUdevice, CuResult> {
        returned!(self.cuVDPAUGetDevice, (&raw mut pDevice, vdpDevice, vdpGetProcAddress), pDevice: CUdevice)
    }
    /// [`cuVDPAUCtxCreate`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__VDPAU.html#group__CUDA__VDPAU_1gbfca4396947b5f194901c279cc6973d4).
    #[doc(alias = "cuVDPAUCtxCreate_v2")]
    #[inline]
    pub unsafe fn cuVDPAUCtxCreate(self, flags: c_uint, device: CUdevice, vdpDevice: VdpDevice, vdpGetProcAddress: *mut VdpGetProcAddress) -> Result<CUcontext, CuResult> {
        returned!(self.cuVDPAUCtxCreate_v2 or cuVDPAUCtxCreate, (&raw mut pCtx, flags, device, vdpDevice, vdpGetProcAddress), pCtx: CUcontext)
    }
    /// [`cuGraphicsVDPAURegisterVideoSurface`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__VDPAU.html#group__CUDA__VDPAU_1ga5e00ff2d3ff2f8b680a69f3bc5cd891).
    #[inline]
    pub unsafe fn cuGraphicsVDPAURegisterVideoSurface(self, vdpSurface: VdpVideoSurface, flags: c_uint) -> Result<CUgraphicsResource, CuResult> {
        returned!(self.cuGraphicsVDPAURegisterVideoSurface, (&raw mut pCudaResource, vdpSurface, flags), pCudaResource: CUgraphicsResource)
    }
    /// [`cuGraphicsVDPAURegisterOutputSurface`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__VDPAU.html#group__CUDA__VDPAU_1g54874c7f771e51f27292a562c92cee28).
    #[inline]
    pub unsafe fn cuGraphicsVDPAURegisterOutputSurface(self, vdpSurface: VdpOutputSurface, flags: c_uint) -> Result<CUgraphicsResource, CuResult> {
        returned!(self.cuGraphicsVDPAURegisterOutputSurface, (&raw mut pCudaResource, vdpSurface, flags), pCudaResource: CUgraphicsResource)
    }
}

/// # Safety of each function
/// Each parameter satisfies the requirements on the linked page.
#[allow(clippy::missing_safety_doc)]
#[cfg(feature = "green")]
impl Raw {
    /// [`cuGreenCtxCreate`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GREEN__CONTEXTS.html#group__CUDA__GREEN__CONTEXTS_1ga6da4f9959fd48d1f1a5cbedbec54e65).
    #[inline]
    pub unsafe fn cuGreenCtxCreate(self, desc: CUdevResourceDesc, dev: CUdevice, flags: c_uint) -> Result<CUgreenCtx, CuResult> {
        returned!(self.cuGreenCtxCreate, (&raw mut phCtx, desc, dev, flags), phCtx: CUgreenCtx)
    }
    /// [`cuCtxFromGreenCtx`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GREEN__CONTEXTS.html#group__CUDA__GREEN__CONTEXTS_1gf0779ec72ce1d5d7eb003d7d9b25afcb).
    #[inline]
    pub unsafe fn cuCtxFromGreenCtx(self, hCtx: CUgreenCtx) -> Result<CUcontext, CuResult> {
        returned!(self.cuCtxFromGreenCtx, (&raw mut pContext, hCtx), pContext: CUcontext)
    }
    /// [`cuDeviceGetDevResource`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GREEN__CONTEXTS.html#group__CUDA__GREEN__CONTEXTS_1g5a94863b159b7f1cb7bac577b85f4f3d).
    #[inline]
    pub unsafe fn cuDeviceGetDevResource(self, device: CUdevice, type_: CUdevResourceType) -> Result<CUdevResource, CuResult> {
        returned!(self.cuDeviceGetDevResource, (device, &raw mut resource, type_), resource: CUdevResource)
    }
    /// [`cuCtxGetDevResource`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GREEN__CONTEXTS.html#group__CUDA__GREEN__CONTEXTS_1g3d90f26764dc65824cd8fe37a17476eb).
    #[inline]
    pub unsafe fn cuCtxGetDevResource(self, hCtx: CUcontext, type_: CUdevResourceType) -> Result<CUdevResource, CuResult> {
        returned!(self.cuCtxGetDevResource, (hCtx, &raw mut resource, type_), resource: CUdevResource)
    }
    /// [`cuGreenCtxGetDevResource`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GREEN__CONTEXTS.html#group__CUDA__GREEN__CONTEXTS_1gf30a42d6f823bea104a0ee6d912505fb).
    #[inline]
    pub unsafe fn cuGreenCtxGetDevResource(self, hCtx: CUgreenCtx, type_: CUdevResourceType) -> Result<CUdevResource, CuResult> {
        returned!(self.cuGreenCtxGetDevResource, (hCtx, &raw mut resource, type_), resource: CUdevResource)
    }
    /// [`cuDevSmResourceSplitByCount`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GREEN__CONTEXTS.html#group__CUDA__GREEN__CONTEXTS_1g832c7cff3d1d84cd97168874594d9850).
    #[inline]
    pub unsafe fn cuDevSmResourceSplitByCount(self, result: *mut CUdevResource, nbGroups: *mut c_uint, input: *const CUdevResource, remainder: *mut CUdevResource, flags: c_uint, minCount: c_uint) -> Result<(), CuResult> {
        returned!(self.cuDevSmResourceSplitByCount, (result, nbGroups, input, remainder, flags, minCount))
    }
    /// [`cuDevSmResourceSplit`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GREEN__CONTEXTS.html#group__CUDA__GREEN__CONTEXTS_1g63c5f55c45dd7c9f6b3f827c731b552e).
    #[inline]
    pub unsafe fn cuDevSmResourceSplit(self, result: *mut CUdevResource, nbGroups: c_uint, input: *const CUdevResource, remainder: *mut CUdevResource, flags: c_uint, groupParams: *mut CU_DEV_SM_RESOURCE_GROUP_PARAMS) -> Result<(), CuResult> {
        returned!(self.cuDevSmResourceSplit, (result, nbGroups, input, remainder, flags, groupParams))
    }
    /// [`cuDevResourceGenerateDesc`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GREEN__CONTEXTS.html#group__CUDA__GREEN__CONTEXTS_1g1ea7743fd633d2e2dd92eb1c84c4fbc5).
    #[inline]
    pub unsafe fn cuDevResourceGenerateDesc(self, resources: &[CUdevResource]) -> Result<CUdevResourceDesc, CuResult> {
        returned!(self.cuDevResourceGenerateDesc, (&raw mut phDesc, resources.as_ptr().cast_mut(), c_uint::try_from(resources.len()).unwrap_or(c_uint::MAX)), phDesc: CUdevResourceDesc)
    }
    /// [`cuGreenCtxRecordEvent`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GREEN__CONTEXTS.html#group__CUDA__GREEN__CONTEXTS_1g9dd087071cc217ad7ebda6df96d2ee40).
    #[inline]
    pub unsafe fn cuGreenCtxRecordEvent(self, hCtx: CUgreenCtx, hEvent: CUevent) -> Result<(), CuResult> {
        returned!(self.cuGreenCtxRecordEvent, (hCtx, hEvent))
    }
    /// [`cuGreenCtxWaitEvent`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GREEN__CONTEXTS.html#group__CUDA__GREEN__CONTEXTS_1g6b26172117084fd024f1396fb66a8ffd).
    #[inline]
    pub unsafe fn cuGreenCtxWaitEvent(self, hCtx: CUgreenCtx, hEvent: CUevent) -> Result<(), CuResult> {
        returned!(self.cuGreenCtxWaitEvent, (hCtx, hEvent))
    }
    /// [`cuGreenCtxGetId`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GREEN__CONTEXTS.html#group__CUDA__GREEN__CONTEXTS_1g2e073a7cde154f4fee132f8efd879b9c).
    #[inline]
    pub unsafe fn cuGreenCtxGetId(self, greenCtx: CUgreenCtx) -> Result<c_ulonglong, CuResult> {
        returned!(self.cuGreenCtxGetId, (greenCtx, &raw mut greenCtxId), greenCtxId: c_ulonglong)
    }
    /// [`cuStreamGetDevResource`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GREEN__CONTEXTS.html#group__CUDA__GREEN__CONTEXTS_1g25acc306a4e2ba88d1eb8b7bd2b2b578).
    #[inline]
    pub unsafe fn cuStreamGetDevResource(self, hStream: CUstream, type_: CUdevResourceType) -> Result<CUdevResource, CuResult> {
        returned!(self.cuStreamGetDevResource, (hStream, &raw mut resource, type_), resource: CUdevResource)
    }
}

/// # Safety of each function
/// Each parameter satisfies the requirements on the linked page.
#[allow(clippy::missing_safety_doc)]
#[cfg(feature = "tensor_map")]
impl Raw {
    /// [`cuTensorMapEncodeTiled`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__TENSOR__MEMORY.html#group__CUDA__TENSOR__MEMORY_1ga7c7d2aaac9e49294304e755e6f341d7).
    #[allow(clippy::too_many_arguments)]
    #[inline]
    pub unsafe fn cuTensorMapEncodeTiled(self, tensorDataType: CUtensorMapDataType, tensorRank: cuuint32_t, globalAddress: *mut c_void, globalDim: *const cuuint64_t, globalStrides: *const cuuint64_t, boxDim: *const cuuint32_t, elementStrides: *const cuuint32_t, interleave: CUtensorMapInterleave, swizzle: CUtensorMapSwizzle, l2Promotion: CUtensorMapL2promotion, oobFill: CUtensorMapFloatOOBfill) -> Result<CUtensorMap, CuResult> {
        returned!(self.cuTensorMapEncodeTiled, (&raw mut tensorMap, tensorDataType, tensorRank, globalAddress, globalDim, globalStrides, boxDim, elementStrides, interleave, swizzle, l2Promotion, oobFill), tensorMap: CUtensorMap)
    }
    /// [`cuTensorMapEncodeIm2col`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__TENSOR__MEMORY.html#group__CUDA__TENSOR__MEMORY_1gb14d707a18d23fc0c3e22a67ceedc15a).
    #[allow(clippy::too_many_arguments)]
    #[inline]
    pub unsafe fn cuTensorMapEncodeIm2col(self, tensorDataType: CUtensorMapDataType, tensorRank: cuuint32_t, globalAddress: *mut c_void, globalDim: *const cuuint64_t, globalStrides: *const cuuint64_t, pixelBoxLowerCorner: *const c_int, pixelBoxUpperCorner: *const c_int, channelsPerPixel: cuuint32_t, pixelsPerColumn: cuuint32_t, elementStrides: *const cuuint32_t, interleave: CUtensorMapInterleave, swizzle: CUtensorMapSwizzle, l2Promotion: CUtensorMapL2promotion, oobFill: CUtensorMapFloatOOBfill) -> Result<CUtensorMap, CuResult> {
        returned!(self.cuTensorMapEncodeIm2col, (&raw mut tensorMap, tensorDataType, tensorRank, globalAddress, globalDim, globalStrides, pixelBoxLowerCorner, pixelBoxUpperCorner, channelsPerPixel, pixelsPerColumn, elementStrides, interleave, swizzle, l2Promotion, oobFill), tensorMap: CUtensorMap)
    }
    /// [`cuTensorMapEncodeIm2colWide`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__TENSOR__MEMORY.html#group__CUDA__TENSOR__MEMORY_1g6c1be81856c4e311f085e33a42403444).
    #[allow(clippy::too_many_arguments)]
    #[inline]
    pub unsafe fn cuTensorMapEncodeIm2colWide(self, tensorDataType: CUtensorMapDataType, tensorRank: cuuint32_t, globalAddress: *mut c_void, globalDim: *const cuuint64_t, globalStrides: *const cuuint64_t, pixelBoxLowerCornerWidth: c_int, pixelBoxUpperCornerWidth: c_int, channelsPerPixel: cuuint32_t, pixelsPerColumn: cuuint32_t, elementStrides: *const cuuint32_t, interleave: CUtensorMapInterleave, mode: CUtensorMapIm2ColWideMode, swizzle: CUtensorMapSwizzle, l2Promotion: CUtensorMapL2promotion, oobFill: CUtensorMapFloatOOBfill) -> Result<CUtensorMap, CuResult> {
        returned!(self.cuTensorMapEncodeIm2colWide, (&raw mut tensorMap, tensorDataType, tensorRank, globalAddress, globalDim, globalStrides, pixelBoxLowerCornerWidth, pixelBoxUpperCornerWidth, channelsPerPixel, pixelsPerColumn, elementStrides, interleave, mode, swizzle, l2Promotion, oobFill), tensorMap: CUtensorMap)
    }
    /// [`cuTensorMapReplaceAddress`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__TENSOR__MEMORY.html#group__CUDA__TENSOR__MEMORY_1g8d54c0ff5c49b1b1a9baaac6fc796db3).
    #[inline]
    pub unsafe fn cuTensorMapReplaceAddress(self, tensorMap: *mut CUtensorMap, globalAddress: *mut c_void) -> Result<(), CuResult> {
        returned!(self.cuTensorMapReplaceAddress, (tensorMap, globalAddress))
    }
    /// [`cuTensorMapSetAllocationClass`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__TENSOR__MEMORY.html#group__CUDA__TENSOR__MEMORY_1g056b687735c10c302aeb823f60943ef5).
    #[inline]
    pub unsafe fn cuTensorMapSetAllocationClass(self, tensorMap: *mut CUtensorMap, allocClass: CUtensorMapAllocClass) -> Result<CUtensorMapAllocClass, CuResult> {
        returned!(self.cuTensorMapSetAllocationClass, (tensorMap, allocClass, &raw mut outAllocClass), outAllocClass: CUtensorMapAllocClass)
    }
}

/// # Safety of each function
/// Each parameter satisfies the requirements on the linked page.
#[allow(clippy::missing_safety_doc)]
#[cfg(feature = "texture")]
impl Raw {
    /// [`cuTexRefSetArray`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__TEXREF__DEPRECATED.html#group__CUDA__TEXREF__DEPRECATED_1g34435b306682531716243239f0084fed).
    #[inline]
    pub unsafe fn cuTexRefSetArray(self, hTexRef: CUtexref, hArray: CUarray, Flags: c_uint) -> Result<(), CuResult> {
        returned!(self.cuTexRefSetArray, (hTexRef, hArray, Flags))
    }
    /// [`cuTexRefSetMipmappedArray`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__TEXREF__DEPRECATED.html#group__CUDA__TEXREF__DEPRECATED_1g8a550f19ff84858a396f79a526fd3406).
    #[inline]
    pub unsafe fn cuTexRefSetMipmappedArray(self, hTexRef: CUtexref, hMipmappedArray: CUmipmappedArray, Flags: c_uint) -> Result<(), CuResult> {
        returned!(self.cuTexRefSetMipmappedArray, (hTexRef, hMipmappedArray, Flags))
    }
    /// [`cuTexRefSetAddress`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__TEXREF__DEPRECATED.html#group__CUDA__TEXREF__DEPRECATED_1g44ef7e5055192d52b3d43456602b50a8).
    #[doc(alias = "cuTexRefSetAddress_v2")]
    #[inline]
    pub unsafe fn cuTexRefSetAddress(self, hTexRef: CUtexref, dptr: CUdeviceptr, bytes: usize) -> Result<usize, CuResult> {
        returned!(self.cuTexRefSetAddress_v2, (&raw mut ByteOffset, hTexRef, dptr, bytes), ByteOffset: usize)
    }
    /// [`cuTexRefSetAddress2D`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__TEXREF__DEPRECATED.html#group__CUDA__TEXREF__DEPRECATED_1g26f709bbe10516681913d1ffe8756ee2).
    #[doc(alias = "cuTexRefSetAddress2D_v3")]
    #[inline]
    pub unsafe fn cuTexRefSetAddress2D(self, hTexRef: CUtexref, desc: *const CUDA_ARRAY_DESCRIPTOR, dptr: CUdeviceptr, Pitch: usize) -> Result<(), CuResult> {
        returned!(self.cuTexRefSetAddress2D_v3 or cuTexRefSetAddress2D_v2, (hTexRef, desc, dptr, Pitch))
    }
    /// [`cuTexRefSetFormat`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__TEXREF__DEPRECATED.html#group__CUDA__TEXREF__DEPRECATED_1g05585ef8ea2fec728a03c6c8f87cf07a).
    #[inline]
    pub unsafe fn cuTexRefSetFormat(self, hTexRef: CUtexref, fmt: CUarray_format, NumPackedComponents: c_int) -> Result<(), CuResult> {
        returned!(self.cuTexRefSetFormat, (hTexRef, fmt, NumPackedComponents))
    }
    /// [`cuTexRefSetAddressMode`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__TEXREF__DEPRECATED.html#group__CUDA__TEXREF__DEPRECATED_1g85f4a13eeb94c8072f61091489349bcb).
    #[inline]
    pub unsafe fn cuTexRefSetAddressMode(self, hTexRef: CUtexref, dim: c_int, am: CUaddress_mode) -> Result<(), CuResult> {
        returned!(self.cuTexRefSetAddressMode, (hTexRef, dim, am))
    }
    /// [`cuTexRefSetFilterMode`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__TEXREF__DEPRECATED.html#group__CUDA__TEXREF__DEPRECATED_1g595d0af02c55576f8c835e4efd1f39c0).
    #[inline]
    pub unsafe fn cuTexRefSetFilterMode(self, hTexRef: CUtexref, fm: CUfilter_mode) -> Result<(), CuResult> {
        returned!(self.cuTexRefSetFilterMode, (hTexRef, fm))
    }
    /// [`cuTexRefSetMipmapFilterMode`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__TEXREF__DEPRECATED.html#group__CUDA__TEXREF__DEPRECATED_1ge6238426775fa672a1518fe9828f2d76).
    #[inline]
    pub unsafe fn cuTexRefSetMipmapFilterMode(self, hTexRef: CUtexref, fm: CUfilter_mode) -> Result<(), CuResult> {
        returned!(self.cuTexRefSetMipmapFilterMode, (hTexRef, fm))
    }
    /// [`cuTexRefSetMipmapLevelBias`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__TEXREF__DEPRECATED.html#group__CUDA__TEXREF__DEPRECATED_1g3be1de86e98d39c3a6b59c11cca5b77d).
    #[inline]
    pub unsafe fn cuTexRefSetMipmapLevelBias(self, hTexRef: CUtexref, bias: f32) -> Result<(), CuResult> {
        returned!(self.cuTexRefSetMipmapLevelBias, (hTexRef, bias))
    }
    /// [`cuTexRefSetMipmapLevelClamp`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__TEXREF__DEPRECATED.html#group__CUDA__TEXREF__DEPRECATED_1gf7354fa837b181a8b094b99654b14086).
    #[inline]
    pub unsafe fn cuTexRefSetMipmapLevelClamp(self, hTexRef: CUtexref, minMipmapLevelClamp: f32, maxMipmapLevelClamp: f32) -> Result<(), CuResult> {
        returned!(self.cuTexRefSetMipmapLevelClamp, (hTexRef, minMipmapLevelClamp, maxMipmapLevelClamp))
    }
    /// [`cuTexRefSetMaxAnisotropy`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__TEXREF__DEPRECATED.html#group__CUDA__TEXREF__DEPRECATED_1g623f5c00b1b2a883f3bddfc1792c85da).
    #[inline]
    pub unsafe fn cuTexRefSetMaxAnisotropy(self, hTexRef: CUtexref, maxAniso: c_uint) -> Result<(), CuResult> {
        returned!(self.cuTexRefSetMaxAnisotropy, (hTexRef, maxAniso))
    }
    /// [`cuTexRefSetBorderColor`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__TEXREF__DEPRECATED.html#group__CUDA__TEXREF__DEPRECATED_1gf1dbbdef278be3592780b0a7cc2e1c67).
    #[inline]
    pub unsafe fn cuTexRefSetBorderColor(self, hTexRef: CUtexref, pBorderColor: *mut f32) -> Result<(), CuResult> {
        returned!(self.cuTexRefSetBorderColor, (hTexRef, pBorderColor))
    }
    /// [`cuTexRefSetFlags`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__TEXREF__DEPRECATED.html#group__CUDA__TEXREF__DEPRECATED_1g554ffd896487533c36810f2e45bb7a28).
    #[inline]
    pub unsafe fn cuTexRefSetFlags(self, hTexRef: CUtexref, Flags: c_uint) -> Result<(), CuResult> {
        returned!(self.cuTexRefSetFlags, (hTexRef, Flags))
    }
    /// [`cuTexRefGetAddress`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__TEXREF__DEPRECATED.html#group__CUDA__TEXREF__DEPRECATED_1g4e4674ce0b20a8951b65dead94a338e1).
    #[doc(alias = "cuTexRefGetAddress_v2")]
    #[inline]
    pub unsafe fn cuTexRefGetAddress(self, hTexRef: CUtexref) -> Result<CUdeviceptr, CuResult> {
        returned!(self.cuTexRefGetAddress_v2, (&raw mut pdptr, hTexRef), pdptr: CUdeviceptr)
    }
    /// [`cuTexRefGetArray`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__TEXREF__DEPRECATED.html#group__CUDA__TEXREF__DEPRECATED_1g388250d826d74c075b51d0c1648aa6d1).
    #[inline]
    pub unsafe fn cuTexRefGetArray(self, hTexRef: CUtexref) -> Result<CUarray, CuResult> {
        returned!(self.cuTexRefGetArray, (&raw mut phArray, hTexRef), phArray: CUarray)
    }
    /// [`cuTexRefGetMipmappedArray`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__TEXREF__DEPRECATED.html#group__CUDA__TEXREF__DEPRECATED_1ged9eaa907457a9bbb0d244b93a42dd79).
    #[inline]
    pub unsafe fn cuTexRefGetMipmappedArray(self, hTexRef: CUtexref) -> Result<CUmipmappedArray, CuResult> {
        returned!(self.cuTexRefGetMipmappedArray, (&raw mut phMipmappedArray, hTexRef), phMipmappedArray: CUmipmappedArray)
    }
    /// [`cuTexRefGetAddressMode`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__TEXREF__DEPRECATED.html#group__CUDA__TEXREF__DEPRECATED_1gfb367d93dc1d20aab0cf8ce70d543b33).
    #[inline]
    pub unsafe fn cuTexRefGetAddressMode(self, hTexRef: CUtexref, dim: c_int) -> Result<CUaddress_mode, CuResult> {
        returned!(self.cuTexRefGetAddressMode, (&raw mut pam, hTexRef, dim), pam: CUaddress_mode)
    }
    /// [`cuTexRefGetFilterMode`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__TEXREF__DEPRECATED.html#group__CUDA__TEXREF__DEPRECATED_1g2439e069746f69b940f2f4dbc78cdf87).
    #[inline]
    pub unsafe fn cuTexRefGetFilterMode(self, hTexRef: CUtexref) -> Result<CUfilter_mode, CuResult> {
        returned!(self.cuTexRefGetFilterMode, (&raw mut pfm, hTexRef), pfm: CUfilter_mode)
    }
    /// [`cuTexRefGetFormat`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__TEXREF__DEPRECATED.html#group__CUDA__TEXREF__DEPRECATED_1g90936eb6c7c4434a609e1160c278ae53); returns (`pFormat`, `pNumChannels`).
    #[inline]
    pub unsafe fn cuTexRefGetFormat(self, hTexRef: CUtexref) -> Result<(CUarray_format, c_int), CuResult> {
        returned!(self.cuTexRefGetFormat, (&raw mut pFormat, &raw mut pNumChannels, hTexRef), pFormat: CUarray_format, pNumChannels: c_int)
    }
    /// [`cuTexRefGetMipmapFilterMode`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__TEXREF__DEPRECATED.html#group__CUDA__TEXREF__DEPRECATED_1g60d45fe9ff9be6f92ea20e37a03e06d7).
    #[inline]
    pub unsafe fn cuTexRefGetMipmapFilterMode(self, hTexRef: CUtexref) -> Result<CUfilter_mode, CuResult> {
        returned!(self.cuTexRefGetMipmapFilterMode, (&raw mut pfm, hTexRef), pfm: CUfilter_mode)
    }
    /// [`cuTexRefGetMipmapLevelBias`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__TEXREF__DEPRECATED.html#group__CUDA__TEXREF__DEPRECATED_1ge32365ea560887c59be72ccd431e5c04).
    #[inline]
    pub unsafe fn cuTexRefGetMipmapLevelBias(self, hTexRef: CUtexref) -> Result<f32, CuResult> {
        returned!(self.cuTexRefGetMipmapLevelBias, (&raw mut pbias, hTexRef), pbias: f32)
    }
    /// [`cuTexRefGetMipmapLevelClamp`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__TEXREF__DEPRECATED.html#group__CUDA__TEXREF__DEPRECATED_1g3dc6275f3b0d6f0b2adc7bb7e489f8d2); returns (`pminMipmapLevelClamp`, `pmaxMipmapLevelClamp`).
    #[inline]
    pub unsafe fn cuTexRefGetMipmapLevelClamp(self, hTexRef: CUtexref) -> Result<(f32, f32), CuResult> {
        returned!(self.cuTexRefGetMipmapLevelClamp, (&raw mut pminMipmapLevelClamp, &raw mut pmaxMipmapLevelClamp, hTexRef), pminMipmapLevelClamp: f32, pmaxMipmapLevelClamp: f32)
    }
    /// [`cuTexRefGetMaxAnisotropy`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__TEXREF__DEPRECATED.html#group__CUDA__TEXREF__DEPRECATED_1g56f52273c1b456d5a2cf7a85d86d0205).
    #[inline]
    pub unsafe fn cuTexRefGetMaxAnisotropy(self, hTexRef: CUtexref) -> Result<c_int, CuResult> {
        returned!(self.cuTexRefGetMaxAnisotropy, (&raw mut pmaxAniso, hTexRef), pmaxAniso: c_int)
    }
    /// [`cuTexRefGetBorderColor`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__TEXREF__DEPRECATED.html#group__CUDA__TEXREF__DEPRECATED_1g33c56ad2b999c59adce2bfba709ab292).
    #[inline]
    pub unsafe fn cuTexRefGetBorderColor(self, pBorderColor: *mut f32, hTexRef: CUtexref) -> Result<(), CuResult> {
        returned!(self.cuTexRefGetBorderColor, (pBorderColor, hTexRef))
    }
    /// [`cuTexRefGetFlags`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__TEXREF__DEPRECATED.html#group__CUDA__TEXREF__DEPRECATED_1g71310eec5c196aa85674b079dea88a04).
    #[inline]
    pub unsafe fn cuTexRefGetFlags(self, hTexRef: CUtexref) -> Result<c_uint, CuResult> {
        returned!(self.cuTexRefGetFlags, (&raw mut pFlags, hTexRef), pFlags: c_uint)
    }
    /// [`cuTexRefCreate`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__TEXREF__DEPRECATED.html#group__CUDA__TEXREF__DEPRECATED_1g0084fabe2c6d28ffcf9d9f5c7164f16c).
    #[inline]
    pub unsafe fn cuTexRefCreate(self) -> Result<CUtexref, CuResult> {
        returned!(self.cuTexRefCreate, (&raw mut pTexRef), pTexRef: CUtexref)
    }
    /// [`cuTexRefDestroy`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__TEXREF__DEPRECATED.html#group__CUDA__TEXREF__DEPRECATED_1gea8edbd6cf9f97e6ab2b41fc6785519d).
    #[inline]
    pub unsafe fn cuTexRefDestroy(self, hTexRef: CUtexref) -> Result<(), CuResult> {
        returned!(self.cuTexRefDestroy, (hTexRef))
    }
    /// [`cuSurfRefSetArray`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__SURFREF__DEPRECATED.html#group__CUDA__SURFREF__DEPRECATED_1g19e4cf8fc0cdcd914e01ecf12fdc5faf).
    #[inline]
    pub unsafe fn cuSurfRefSetArray(self, hSurfRef: CUsurfref, hArray: CUarray, Flags: c_uint) -> Result<(), CuResult> {
        returned!(self.cuSurfRefSetArray, (hSurfRef, hArray, Flags))
    }
    /// [`cuSurfRefGetArray`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__SURFREF__DEPRECATED.html#group__CUDA__SURFREF__DEPRECATED_1gc3b9c5794f67a897ae85ebd235c971ed).
    #[inline]
    pub unsafe fn cuSurfRefGetArray(self, hSurfRef: CUsurfref) -> Result<CUarray, CuResult> {
        returned!(self.cuSurfRefGetArray, (&raw mut phArray, hSurfRef), phArray: CUarray)
    }
    /// [`cuTexObjectCreate`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__TEXOBJECT.html#group__CUDA__TEXOBJECT_1g1f6dd0f9cbf56db725b1f45aa0a7218a).
    #[inline]
    pub unsafe fn cuTexObjectCreate(self, pResDesc: *const CUDA_RESOURCE_DESC, pTexDesc: *const CUDA_TEXTURE_DESC, pResViewDesc: *const CUDA_RESOURCE_VIEW_DESC) -> Result<CUtexObject, CuResult> {
        returned!(self.cuTexObjectCreate, (&raw mut pTexObject, pResDesc, pTexDesc, pResViewDesc), pTexObject: CUtexObject)
    }
    /// [`cuTexObjectDestroy`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__TEXOBJECT.html#group__CUDA__TEXOBJECT_1gcd522ba5e2d1852aff8c0388f66247fd).
    #[inline]
    pub unsafe fn cuTexObjectDestroy(self, texObject: CUtexObject) -> Result<(), CuResult> {
        returned!(self.cuTexObjectDestroy, (texObject))
    }
    /// [`cuTexObjectGetResourceDesc`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__TEXOBJECT.html#group__CUDA__TEXOBJECT_1g0cc8eb2fa1e584d2b04d631586d0921f).
    #[inline]
    pub unsafe fn cuTexObjectGetResourceDesc(self, texObject: CUtexObject) -> Result<CUDA_RESOURCE_DESC, CuResult> {
        returned!(self.cuTexObjectGetResourceDesc, (&raw mut pResDesc, texObject), pResDesc: CUDA_RESOURCE_DESC)
    }
    /// [`cuTexObjectGetTextureDesc`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__TEXOBJECT.html#group__CUDA__TEXOBJECT_1g688de37b844df7313c8fce30fc912645).
    #[inline]
    pub unsafe fn cuTexObjectGetTextureDesc(self, texObject: CUtexObject) -> Result<CUDA_TEXTURE_DESC, CuResult> {
        returned!(self.cuTexObjectGetTextureDesc, (&raw mut pTexDesc, texObject), pTexDesc: CUDA_TEXTURE_DESC)
    }
    /// [`cuTexObjectGetResourceViewDesc`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__TEXOBJECT.html#group__CUDA__TEXOBJECT_1g185fa4c933a1c3a7b6aebe3e4291a37b).
    #[inline]
    pub unsafe fn cuTexObjectGetResourceViewDesc(self, texObject: CUtexObject) -> Result<CUDA_RESOURCE_VIEW_DESC, CuResult> {
        returned!(self.cuTexObjectGetResourceViewDesc, (&raw mut pResViewDesc, texObject), pResViewDesc: CUDA_RESOURCE_VIEW_DESC)
    }
    /// [`cuSurfObjectCreate`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__SURFOBJECT.html#group__CUDA__SURFOBJECT_1g6bc972c90c9590c9f720b2754e6d079d).
    #[inline]
    pub unsafe fn cuSurfObjectCreate(self, pResDesc: *const CUDA_RESOURCE_DESC) -> Result<CUsurfObject, CuResult> {
        returned!(self.cuSurfObjectCreate, (&raw mut pSurfObject, pResDesc), pSurfObject: CUsurfObject)
    }
    /// [`cuSurfObjectDestroy`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__SURFOBJECT.html#group__CUDA__SURFOBJECT_1g4c4ec48d203d1e0bb71750ddc4d7aef3).
    #[inline]
    pub unsafe fn cuSurfObjectDestroy(self, surfObject: CUsurfObject) -> Result<(), CuResult> {
        returned!(self.cuSurfObjectDestroy, (surfObject))
    }
    /// [`cuSurfObjectGetResourceDesc`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__SURFOBJECT.html#group__CUDA__SURFOBJECT_1g2472b7ea0b7e74600ed3d6c244b7ba21).
    #[inline]
    pub unsafe fn cuSurfObjectGetResourceDesc(self, surfObject: CUsurfObject) -> Result<CUDA_RESOURCE_DESC, CuResult> {
        returned!(self.cuSurfObjectGetResourceDesc, (&raw mut pResDesc, surfObject), pResDesc: CUDA_RESOURCE_DESC)
    }
}

/// # Safety of each function
/// Each parameter satisfies the requirements on the linked page.
#[allow(clippy::missing_safety_doc)]
#[cfg(feature = "virtual_memory")]
impl Raw {
    /// [`cuMemAddressReserve`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__VA.html#group__CUDA__VA_1ge489256c107df2a07ddf96d80c86cd9b).
    #[inline]
    pub unsafe fn cuMemAddressReserve(self, size: usize, alignment: usize, addr: CUdeviceptr, flags: c_ulonglong) -> Result<CUdeviceptr, CuResult> {
        returned!(self.cuMemAddressReserve, (&raw mut ptr, size, alignment, addr, flags), ptr: CUdeviceptr)
    }
    /// [`cuMemAddressFree`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__VA.html#group__CUDA__VA_1g6993ecea2ea03e1b802b8255edc2da5b).
    #[inline]
    pub unsafe fn cuMemAddressFree(self, ptr: CUdeviceptr, size: usize) -> Result<(), CuResult> {
        returned!(self.cuMemAddressFree, (ptr, size))
    }
    /// [`cuMemCreate`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__VA.html#group__CUDA__VA_1g899d69a862bba36449789c64b430dc7c).
    #[inline]
    pub unsafe fn cuMemCreate(self, size: usize, prop: *const CUmemAllocationProp, flags: c_ulonglong) -> Result<CUmemGenericAllocationHandle, CuResult> {
        returned!(self.cuMemCreate, (&raw mut handle, size, prop, flags), handle: CUmemGenericAllocationHandle)
    }
    /// [`cuMemRelease`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__VA.html#group__CUDA__VA_1g3014f0759f43a8d82db951b8e4b91d68).
    #[inline]
    pub unsafe fn cuMemRelease(self, handle: CUmemGenericAllocationHandle) -> Result<(), CuResult> {
        returned!(self.cuMemRelease, (handle))
    }
    /// [`cuMemMap`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__VA.html#group__CUDA__VA_1gff1d395423af5c5c75375516959dae56).
    #[inline]
    pub unsafe fn cuMemMap(self, ptr: CUdeviceptr, size: usize, offset: usize, handle: CUmemGenericAllocationHandle, flags: c_ulonglong) -> Result<(), CuResult> {
        returned!(self.cuMemMap, (ptr, size, offset, handle, flags))
    }
    /// [`cuMemMapArrayAsync`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__VA.html#group__CUDA__VA_1g5dc41a62a9feb68f2e943b438c83e5ab).
    #[inline]
    pub unsafe fn cuMemMapArrayAsync(self, mapInfoList: &[CUarrayMapInfo], hStream: CUstream) -> Result<(), CuResult> {
        returned!(self.cuMemMapArrayAsync, (mapInfoList.as_ptr().cast_mut(), c_uint::try_from(mapInfoList.len()).unwrap_or(c_uint::MAX), hStream))
    }
    /// [`cuMemUnmap`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__VA.html#group__CUDA__VA_1gfb50aac00c848fd7087e858f59bf7e2a).
    #[inline]
    pub unsafe fn cuMemUnmap(self, ptr: CUdeviceptr, size: usize) -> Result<(), CuResult> {
        returned!(self.cuMemUnmap, (ptr, size))
    }
    /// [`cuMemSetAccess`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__VA.html#group__CUDA__VA_1g1b6b12b10e8324bf462ecab4e7ef30e1).
    #[inline]
    pub unsafe fn cuMemSetAccess(self, ptr: CUdeviceptr, size: usize, desc: &[CUmemAccessDesc]) -> Result<(), CuResult> {
        returned!(self.cuMemSetAccess, (ptr, size, desc.as_ptr(), desc.len()))
    }
    /// [`cuMemGetAccess`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__VA.html#group__CUDA__VA_1g4b5627b4f2d3972d0b62cc4ba1931125).
    #[inline]
    pub unsafe fn cuMemGetAccess(self, location: *const CUmemLocation, ptr: CUdeviceptr) -> Result<c_ulonglong, CuResult> {
        returned!(self.cuMemGetAccess, (&raw mut flags, location, ptr), flags: c_ulonglong)
    }
    /// [`cuMemExportToShareableHandle`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__VA.html#group__CUDA__VA_1g633f273b155815f23c1d70e7d9384c56).
    #[inline]
    pub unsafe fn cuMemExportToShareableHandle(self, shareableHandle: *mut c_void, handle: CUmemGenericAllocationHandle, handleType: CUmemAllocationHandleType, flags: c_ulonglong) -> Result<(), CuResult> {
        returned!(self.cuMemExportToShareableHandle, (shareableHandle, handle, handleType, flags))
    }
    /// [`cuMemImportFromShareableHandle`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__VA.html#group__CUDA__VA_1g1577822cc83ea896b4892f2d69630463).
    #[inline]
    pub unsafe fn cuMemImportFromShareableHandle(self, osHandle: *mut c_void, shHandleType: CUmemAllocationHandleType) -> Result<CUmemGenericAllocationHandle, CuResult> {
        returned!(self.cuMemImportFromShareableHandle, (&raw mut handle, osHandle, shHandleType), handle: CUmemGenericAllocationHandle)
    }
    /// [`cuMemGetAllocationGranularity`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__VA.html#group__CUDA__VA_1g30ee906c2cf66a0347b3dfec3d7eb31a).
    #[inline]
    pub unsafe fn cuMemGetAllocationGranularity(self, prop: *const CUmemAllocationProp, option: CUmemAllocationGranularity_flags) -> Result<usize, CuResult> {
        returned!(self.cuMemGetAllocationGranularity, (&raw mut granularity, prop, option), granularity: usize)
    }
    /// [`cuMemGetAllocationPropertiesFromHandle`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__VA.html#group__CUDA__VA_1gc1c4c812caba5a21401c2cb4ab4512b1).
    #[inline]
    pub unsafe fn cuMemGetAllocationPropertiesFromHandle(self, handle: CUmemGenericAllocationHandle) -> Result<CUmemAllocationProp, CuResult> {
        returned!(self.cuMemGetAllocationPropertiesFromHandle, (&raw mut prop, handle), prop: CUmemAllocationProp)
    }
    /// [`cuMemRetainAllocationHandle`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__VA.html#group__CUDA__VA_1g1ddca5437c502782155f95bf98e775c6).
    #[inline]
    pub unsafe fn cuMemRetainAllocationHandle(self, addr: *mut c_void) -> Result<CUmemGenericAllocationHandle, CuResult> {
        returned!(self.cuMemRetainAllocationHandle, (&raw mut handle, addr), handle: CUmemGenericAllocationHandle)
    }
    /// [`cuMulticastCreate`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MULTICAST.html#group__CUDA__MULTICAST_1gd4413361f466d4ed86a93d8c309c0242).
    #[inline]
    pub unsafe fn cuMulticastCreate(self, prop: *const CUmulticastObjectProp) -> Result<CUmemGenericAllocationHandle, CuResult> {
        returned!(self.cuMulticastCreate, (&raw mut mcHandle, prop), mcHandle: CUmemGenericAllocationHandle)
    }
    /// [`cuMulticastAddDevice`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MULTICAST.html#group__CUDA__MULTICAST_1g2df07b38ff506c519e9f799c5ddf7e5d).
    #[inline]
    pub unsafe fn cuMulticastAddDevice(self, mcHandle: CUmemGenericAllocationHandle, dev: CUdevice) -> Result<(), CuResult> {
        returned!(self.cuMulticastAddDevice, (mcHandle, dev))
    }
    /// [`cuMulticastBindMem`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MULTICAST.html#group__CUDA__MULTICAST_1gcadf88b616a3f766f6279288e435a4bb).
    #[inline]
    pub unsafe fn cuMulticastBindMem(self, mcHandle: CUmemGenericAllocationHandle, mcOffset: usize, memHandle: CUmemGenericAllocationHandle, memOffset: usize, size: usize, flags: c_ulonglong) -> Result<(), CuResult> {
        returned!(self.cuMulticastBindMem, (mcHandle, mcOffset, memHandle, memOffset, size, flags))
    }
    /// [`cuMulticastBindMem_v2`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MULTICAST.html#group__CUDA__MULTICAST_1g0e0ed2e81af121bdcbb54e1a9c4e63a5).
    #[allow(clippy::too_many_arguments)]
    #[inline]
    pub unsafe fn cuMulticastBindMem_v2(self, mcHandle: CUmemGenericAllocationHandle, dev: CUdevice, mcOffset: usize, memHandle: CUmemGenericAllocationHandle, memOffset: usize, size: usize, flags: c_ulonglong) -> Result<(), CuResult> {
        returned!(self.cuMulticastBindMem_v2, (mcHandle, dev, mcOffset, memHandle, memOffset, size, flags))
    }
    /// [`cuMulticastBindAddr`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MULTICAST.html#group__CUDA__MULTICAST_1g07c8cf1d3bf1d04a2d1867f09647b03f).
    #[inline]
    pub unsafe fn cuMulticastBindAddr(self, mcHandle: CUmemGenericAllocationHandle, mcOffset: usize, memptr: CUdeviceptr, size: usize, flags: c_ulonglong) -> Result<(), CuResult> {
        returned!(self.cuMulticastBindAddr, (mcHandle, mcOffset, memptr, size, flags))
    }
    /// [`cuMulticastBindAddr_v2`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MULTICAST.html#group__CUDA__MULTICAST_1g0eb82d8911bf179ae239d522da049bed).
    #[inline]
    pub unsafe fn cuMulticastBindAddr_v2(self, mcHandle: CUmemGenericAllocationHandle, dev: CUdevice, mcOffset: usize, memptr: CUdeviceptr, size: usize, flags: c_ulonglong) -> Result<(), CuResult> {
        returned!(self.cuMulticastBindAddr_v2, (mcHandle, dev, mcOffset, memptr, size, flags))
    }
    /// [`cuMulticastUnbind`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MULTICAST.html#group__CUDA__MULTICAST_1g424b4563760cc5dab52ee9a8d28656ac).
    #[inline]
    pub unsafe fn cuMulticastUnbind(self, mcHandle: CUmemGenericAllocationHandle, dev: CUdevice, mcOffset: usize, size: usize) -> Result<(), CuResult> {
        returned!(self.cuMulticastUnbind, (mcHandle, dev, mcOffset, size))
    }
    /// [`cuMulticastGetGranularity`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MULTICAST.html#group__CUDA__MULTICAST_1g067a02ad98f4e01f149011f523fec547).
    #[inline]
    pub unsafe fn cuMulticastGetGranularity(self, prop: *const CUmulticastObjectProp, option: CUmulticastGranularity_flags) -> Result<usize, CuResult> {
        returned!(self.cuMulticastGetGranularity, (&raw mut granularity, prop, option), granularity: usize)
    }
}
