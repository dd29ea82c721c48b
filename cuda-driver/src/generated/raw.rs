// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::*;

use cuda_driver_sys::*;

use crate::driver::raw::methods;

methods! {
    /// [`cuGetErrorString`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__ERROR.html#group__CUDA__ERROR_1g72758fcaf05b5c7fac5c25ead9445ada).
    cuGetErrorString(error: CUresult) -> (pStr: *const c_char) = cuGetErrorString(error, &raw mut pStr);
    /// [`cuGetErrorName`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__ERROR.html#group__CUDA__ERROR_1g2c4ac087113652bb3d1f95bf2513c468).
    cuGetErrorName(error: CUresult) -> (pStr: *const c_char) = cuGetErrorName(error, &raw mut pStr);
    /// [`cuInit`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__INITIALIZE.html#group__CUDA__INITIALIZE_1g0a2f1517e1bd8502c7194c3a8c134bc3).
    cuInit(Flags: c_uint) -> () = cuInit(Flags);
    /// [`cuDriverGetVersion`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__VERSION.html#group__CUDA__VERSION_1g8b7a10395392e049006e61bcdc8ebe71).
    cuDriverGetVersion() -> (driverVersion: c_int) = cuDriverGetVersion(&raw mut driverVersion);
    /// [`cuDeviceGet`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__DEVICE.html#group__CUDA__DEVICE_1g8bdd1cc7201304b01357b8034f6587cb).
    cuDeviceGet(ordinal: c_int) -> (device: CUdevice) = cuDeviceGet(&raw mut device, ordinal);
    /// [`cuDeviceGetCount`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__DEVICE.html#group__CUDA__DEVICE_1g52b5ce05cb8c5fb6831b2c0ff2887c74).
    cuDeviceGetCount() -> (count: c_int) = cuDeviceGetCount(&raw mut count);
    /// [`cuDeviceGetName`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__DEVICE.html#group__CUDA__DEVICE_1gef75aa30df95446a845f2a7b9fffbb7f).
    cuDeviceGetName(name: &mut [c_char], dev: CUdevice) -> () = cuDeviceGetName(name.as_mut_ptr(), c_int::try_from(name.len()).unwrap_or(c_int::MAX), dev);
    /// [`cuDeviceGetUuid`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__DEVICE.html#group__CUDA__DEVICE_1g987b46b884c101ed5be414ab4d9e60e4).
    #[doc(alias = "cuDeviceGetUuid_v2")]
    cuDeviceGetUuid(dev: CUdevice) -> (uuid: CUuuid) = cuDeviceGetUuid_v2 or cuDeviceGetUuid(&raw mut uuid, dev);
    /// [`cuDeviceGetLuid`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__DEVICE.html#group__CUDA__DEVICE_1g630073c868f8878e89705ea831c49249).
    cuDeviceGetLuid(luid: *mut c_char, dev: CUdevice) -> (deviceNodeMask: c_uint) = cuDeviceGetLuid(luid, &raw mut deviceNodeMask, dev);
    /// [`cuDeviceTotalMem`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__DEVICE.html#group__CUDA__DEVICE_1gc6a0d6551335a3780f9f3c967a0fde5d).
    #[doc(alias = "cuDeviceTotalMem_v2")]
    cuDeviceTotalMem(dev: CUdevice) -> (bytes: usize) = cuDeviceTotalMem_v2(&raw mut bytes, dev);
    /// [`cuDeviceGetTexture1DLinearMaxWidth`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__DEVICE.html#group__CUDA__DEVICE_1gb41b3a675bae9932bffa1c0ae969b1e0).
    cuDeviceGetTexture1DLinearMaxWidth(format: CUarray_format, numChannels: c_uint, dev: CUdevice) -> (maxWidthInElements: usize) = cuDeviceGetTexture1DLinearMaxWidth(&raw mut maxWidthInElements, format, numChannels, dev);
    /// [`cuDeviceGetAttribute`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__DEVICE.html#group__CUDA__DEVICE_1g9c3e1414f0ad901d3278a4d6645fc266).
    cuDeviceGetAttribute(attrib: CUdevice_attribute, dev: CUdevice) -> (pi: c_int) = cuDeviceGetAttribute(&raw mut pi, attrib, dev);
    /// [`cuDeviceGetHostAtomicCapabilities`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__DEVICE.html#group__CUDA__DEVICE_1gebf859b143c6f1ebecbbc4d4717be9f7).
    cuDeviceGetHostAtomicCapabilities(capabilities: *mut c_uint, operations: *const CUatomicOperation, count: c_uint, dev: CUdevice) -> () = cuDeviceGetHostAtomicCapabilities(capabilities, operations, count, dev);
    /// [`cuDeviceGetNvSciSyncAttributes`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__DEVICE.html#group__CUDA__DEVICE_1g0991e2b2b3cedee1ca77d6376e581335).
    cuDeviceGetNvSciSyncAttributes(nvSciSyncAttrList: *mut c_void, dev: CUdevice, flags: c_int) -> () = cuDeviceGetNvSciSyncAttributes(nvSciSyncAttrList, dev, flags);
    /// [`cuDeviceSetMemPool`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__DEVICE.html#group__CUDA__DEVICE_1g4f2f276b84d9c2eaefdc76d6274db4a0).
    cuDeviceSetMemPool(dev: CUdevice, pool: CUmemoryPool) -> () = cuDeviceSetMemPool(dev, pool);
    /// [`cuDeviceGetMemPool`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__DEVICE.html#group__CUDA__DEVICE_1gdf186e9559d53a5eb18e572d48c1121b).
    cuDeviceGetMemPool(dev: CUdevice) -> (pool: CUmemoryPool) = cuDeviceGetMemPool(&raw mut pool, dev);
    /// [`cuDeviceGetDefaultMemPool`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__DEVICE.html#group__CUDA__DEVICE_1gc8bca3c97a78816303b8aa5773b741f2).
    cuDeviceGetDefaultMemPool(dev: CUdevice) -> (pool_out: CUmemoryPool) = cuDeviceGetDefaultMemPool(&raw mut pool_out, dev);
    /// [`cuDeviceGetExecAffinitySupport`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__DEVICE.html#group__CUDA__DEVICE_1g7f0091850e0841f367f13d623456427d).
    cuDeviceGetExecAffinitySupport(type_: CUexecAffinityType, dev: CUdevice) -> (pi: c_int) = cuDeviceGetExecAffinitySupport(&raw mut pi, type_, dev);
    /// [`cuFlushGPUDirectRDMAWrites`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__DEVICE.html#group__CUDA__DEVICE_1g265e3c82ef0f0fe035f85c4c45a8fbdf).
    cuFlushGPUDirectRDMAWrites(target: CUflushGPUDirectRDMAWritesTarget, scope: CUflushGPUDirectRDMAWritesScope) -> () = cuFlushGPUDirectRDMAWrites(target, scope);
    /// [`cuDeviceGetProperties`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__DEVICE__DEPRECATED.html#group__CUDA__DEVICE__DEPRECATED_1g65a5b4e25186bd257df80b98c98cffe6).
    cuDeviceGetProperties(dev: CUdevice) -> (prop: CUdevprop) = cuDeviceGetProperties(&raw mut prop, dev);
    /// [`cuDeviceComputeCapability`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__DEVICE__DEPRECATED.html#group__CUDA__DEVICE__DEPRECATED_1ge2091bbac7e1fb18c2821612115607ea); returns (`major`, `minor`).
    cuDeviceComputeCapability(dev: CUdevice) -> (major: c_int, minor: c_int) = cuDeviceComputeCapability(&raw mut major, &raw mut minor, dev);
    /// [`cuDevicePrimaryCtxRetain`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__PRIMARY__CTX.html#group__CUDA__PRIMARY__CTX_1g9051f2d5c31501997a6cb0530290a300).
    cuDevicePrimaryCtxRetain(dev: CUdevice) -> (pctx: CUcontext) = cuDevicePrimaryCtxRetain(&raw mut pctx, dev);
    /// [`cuDevicePrimaryCtxRelease`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__PRIMARY__CTX.html#group__CUDA__PRIMARY__CTX_1gf2a8bc16f8df0c88031f6a1ba3d6e8ad).
    #[doc(alias = "cuDevicePrimaryCtxRelease_v2")]
    cuDevicePrimaryCtxRelease(dev: CUdevice) -> () = cuDevicePrimaryCtxRelease_v2 or cuDevicePrimaryCtxRelease(dev);
    /// [`cuDevicePrimaryCtxSetFlags`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__PRIMARY__CTX.html#group__CUDA__PRIMARY__CTX_1gd779a84f17acdad0d9143d9fe719cfdf).
    #[doc(alias = "cuDevicePrimaryCtxSetFlags_v2")]
    cuDevicePrimaryCtxSetFlags(dev: CUdevice, flags: c_uint) -> () = cuDevicePrimaryCtxSetFlags_v2 or cuDevicePrimaryCtxSetFlags(dev, flags);
    /// [`cuDevicePrimaryCtxGetState`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__PRIMARY__CTX.html#group__CUDA__PRIMARY__CTX_1g65f3e018721b6d90aa05cfb56250f469); returns (`flags`, `active`).
    cuDevicePrimaryCtxGetState(dev: CUdevice) -> (flags: c_uint, active: c_int) = cuDevicePrimaryCtxGetState(dev, &raw mut flags, &raw mut active);
    /// [`cuDevicePrimaryCtxReset`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__PRIMARY__CTX.html#group__CUDA__PRIMARY__CTX_1g5d38802e8600340283958a117466ce12).
    #[doc(alias = "cuDevicePrimaryCtxReset_v2")]
    cuDevicePrimaryCtxReset(dev: CUdevice) -> () = cuDevicePrimaryCtxReset_v2 or cuDevicePrimaryCtxReset(dev);
    /// [`cuCtxCreate`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CTX.html#group__CUDA__CTX_1g77e9fb578caefca5ed15b4acebf35265).
    #[doc(alias = "cuCtxCreate_v4")]
    cuCtxCreate(ctxCreateParams: *mut CUctxCreateParams, flags: c_uint, dev: CUdevice) -> (pctx: CUcontext) = cuCtxCreate_v4(&raw mut pctx, ctxCreateParams, flags, dev);
    /// [`cuCtxDestroy`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CTX.html#group__CUDA__CTX_1g27a365aebb0eb548166309f58a1e8b8e).
    #[doc(alias = "cuCtxDestroy_v2")]
    cuCtxDestroy(ctx: CUcontext) -> () = cuCtxDestroy_v2 or cuCtxDestroy(ctx);
    /// [`cuCtxPushCurrent`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CTX.html#group__CUDA__CTX_1gb02d4c850eb16f861fe5a29682cc90ba).
    #[doc(alias = "cuCtxPushCurrent_v2")]
    cuCtxPushCurrent(ctx: CUcontext) -> () = cuCtxPushCurrent_v2 or cuCtxPushCurrent(ctx);
    /// [`cuCtxPopCurrent`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CTX.html#group__CUDA__CTX_1g2fac188026a062d92e91a8687d0a7902).
    #[doc(alias = "cuCtxPopCurrent_v2")]
    cuCtxPopCurrent() -> (pctx: CUcontext) = cuCtxPopCurrent_v2 or cuCtxPopCurrent(&raw mut pctx);
    /// [`cuCtxSetCurrent`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CTX.html#group__CUDA__CTX_1gbe562ee6258b4fcc272ca6478ca2a2f7).
    cuCtxSetCurrent(ctx: CUcontext) -> () = cuCtxSetCurrent(ctx);
    /// [`cuCtxGetCurrent`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CTX.html#group__CUDA__CTX_1g8f13165846b73750693640fb3e8380d0).
    cuCtxGetCurrent() -> (pctx: CUcontext) = cuCtxGetCurrent(&raw mut pctx);
    /// [`cuCtxGetDevice`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CTX.html#group__CUDA__CTX_1g4e84b109eba36cdaaade167f34ae881e).
    cuCtxGetDevice() -> (device: CUdevice) = cuCtxGetDevice(&raw mut device);
    /// [`cuCtxGetDevice_v2`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CTX.html#group__CUDA__CTX_1gf0290a2b2de4c567f5c8c8262da58f60).
    cuCtxGetDevice_v2(ctx: CUcontext) -> (device: CUdevice) = cuCtxGetDevice_v2(&raw mut device, ctx);
    /// [`cuCtxGetFlags`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CTX.html#group__CUDA__CTX_1gf81eef983c1e3b2ef4f166d7a930c86d).
    cuCtxGetFlags() -> (flags: c_uint) = cuCtxGetFlags(&raw mut flags);
    /// [`cuCtxSetFlags`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CTX.html#group__CUDA__CTX_1g66655c37602c8628eae3e40c82619f1e).
    cuCtxSetFlags(flags: c_uint) -> () = cuCtxSetFlags(flags);
    /// [`cuCtxGetId`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CTX.html#group__CUDA__CTX_1g32f492cd6c3f90af0d6935b294392db5).
    cuCtxGetId(ctx: CUcontext) -> (ctxId: c_ulonglong) = cuCtxGetId(ctx, &raw mut ctxId);
    /// [`cuCtxSynchronize`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CTX.html#group__CUDA__CTX_1g7a54725f28d34b8c6299f0c6ca579616).
    cuCtxSynchronize() -> () = cuCtxSynchronize();
    /// [`cuCtxSynchronize_v2`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CTX.html#group__CUDA__CTX_1g7c57ec88e825af32ef8cc1754d69eca5).
    cuCtxSynchronize_v2(ctx: CUcontext) -> () = cuCtxSynchronize_v2(ctx);
    /// [`cuCtxSetLimit`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CTX.html#group__CUDA__CTX_1g0651954dfb9788173e60a9af7201e65a).
    cuCtxSetLimit(limit: CUlimit, value: usize) -> () = cuCtxSetLimit(limit, value);
    /// [`cuCtxGetLimit`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CTX.html#group__CUDA__CTX_1g9f2d47d1745752aa16da7ed0d111b6a8).
    cuCtxGetLimit(limit: CUlimit) -> (pvalue: usize) = cuCtxGetLimit(&raw mut pvalue, limit);
    /// [`cuCtxGetCacheConfig`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CTX.html#group__CUDA__CTX_1g40b6b141698f76744dea6e39b9a25360).
    cuCtxGetCacheConfig() -> (pconfig: CUfunc_cache) = cuCtxGetCacheConfig(&raw mut pconfig);
    /// [`cuCtxSetCacheConfig`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CTX.html#group__CUDA__CTX_1g54699acf7e2ef27279d013ca2095f4a3).
    cuCtxSetCacheConfig(config: CUfunc_cache) -> () = cuCtxSetCacheConfig(config);
    /// [`cuCtxGetApiVersion`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CTX.html#group__CUDA__CTX_1g088a90490dafca5893ef6fbebc8de8fb).
    cuCtxGetApiVersion(ctx: CUcontext) -> (version: c_uint) = cuCtxGetApiVersion(ctx, &raw mut version);
    /// [`cuCtxGetStreamPriorityRange`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CTX.html#group__CUDA__CTX_1g137920ab61a71be6ce67605b9f294091); returns (`leastPriority`, `greatestPriority`).
    cuCtxGetStreamPriorityRange() -> (leastPriority: c_int, greatestPriority: c_int) = cuCtxGetStreamPriorityRange(&raw mut leastPriority, &raw mut greatestPriority);
    /// [`cuCtxResetPersistingL2Cache`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CTX.html#group__CUDA__CTX_1gb529532b5b1aef808295a6d1d18a0823).
    cuCtxResetPersistingL2Cache() -> () = cuCtxResetPersistingL2Cache();
    /// [`cuCtxGetExecAffinity`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CTX.html#group__CUDA__CTX_1g83421924a20536a4df538111cf61b405).
    cuCtxGetExecAffinity(type_: CUexecAffinityType) -> (pExecAffinity: CUexecAffinityParam) = cuCtxGetExecAffinity(&raw mut pExecAffinity, type_);
    /// [`cuCtxRecordEvent`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CTX.html#group__CUDA__CTX_1gf3ee63561a7a371fa9d4dc0e31f94afd).
    cuCtxRecordEvent(hCtx: CUcontext, hEvent: CUevent) -> () = cuCtxRecordEvent(hCtx, hEvent);
    /// [`cuCtxWaitEvent`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CTX.html#group__CUDA__CTX_1gcf64e420275a8141b1f12bfce3f478f9).
    cuCtxWaitEvent(hCtx: CUcontext, hEvent: CUevent) -> () = cuCtxWaitEvent(hCtx, hEvent);
    /// [`cuCtxAttach`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CTX__DEPRECATED.html#group__CUDA__CTX__DEPRECATED_1g37ec990b2a75ed46f25a48b1a425b4f0).
    cuCtxAttach(flags: c_uint) -> (pctx: CUcontext) = cuCtxAttach(&raw mut pctx, flags);
    /// [`cuCtxDetach`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CTX__DEPRECATED.html#group__CUDA__CTX__DEPRECATED_1g3136efc315abd4c4455e875b9dbb65a1).
    cuCtxDetach(ctx: CUcontext) -> () = cuCtxDetach(ctx);
    /// [`cuCtxGetSharedMemConfig`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CTX__DEPRECATED.html#group__CUDA__CTX__DEPRECATED_1g17153a1b8b8c756f7ab8505686a4ad74).
    cuCtxGetSharedMemConfig() -> (pConfig: CUsharedconfig) = cuCtxGetSharedMemConfig(&raw mut pConfig);
    /// [`cuCtxSetSharedMemConfig`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CTX__DEPRECATED.html#group__CUDA__CTX__DEPRECATED_1g2574235fa643f8f251bf7bc28fac3692).
    cuCtxSetSharedMemConfig(config: CUsharedconfig) -> () = cuCtxSetSharedMemConfig(config);
    /// [`cuModuleLoad`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MODULE.html#group__CUDA__MODULE_1g366093bd269dafd0af21f1c7d18115d3).
    cuModuleLoad(fname: &CStr) -> (module: CUmodule) = cuModuleLoad(&raw mut module, fname.as_ptr());
    /// [`cuModuleLoadData`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MODULE.html#group__CUDA__MODULE_1g04ce266ce03720f479eab76136b90c0b).
    cuModuleLoadData(image: *const c_void) -> (module: CUmodule) = cuModuleLoadData(&raw mut module, image);
    /// [`cuModuleLoadDataEx`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MODULE.html#group__CUDA__MODULE_1g9e8047e9dbf725f0cd7cafd18bfd4d12).
    cuModuleLoadDataEx(image: *const c_void, numOptions: c_uint, options: *mut CUjit_option, optionValues: *mut *mut c_void) -> (module: CUmodule) = cuModuleLoadDataEx(&raw mut module, image, numOptions, options, optionValues);
    /// [`cuModuleLoadFatBinary`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MODULE.html#group__CUDA__MODULE_1g13a2292b6819f8f86127768334436c3b).
    cuModuleLoadFatBinary(fatCubin: *const c_void) -> (module: CUmodule) = cuModuleLoadFatBinary(&raw mut module, fatCubin);
    /// [`cuModuleUnload`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MODULE.html#group__CUDA__MODULE_1g8ea3d716524369de3763104ced4ea57b).
    cuModuleUnload(hmod: CUmodule) -> () = cuModuleUnload(hmod);
    /// [`cuModuleGetLoadingMode`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MODULE.html#group__CUDA__MODULE_1g96de378a738ec46d9277c9c9df8f6fd6).
    cuModuleGetLoadingMode() -> (mode: CUmoduleLoadingMode) = cuModuleGetLoadingMode(&raw mut mode);
    /// [`cuModuleGetFunction`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MODULE.html#group__CUDA__MODULE_1ga52be009b0d4045811b30c965e1cb2cf).
    cuModuleGetFunction(hmod: CUmodule, name: &CStr) -> (hfunc: CUfunction) = cuModuleGetFunction(&raw mut hfunc, hmod, name.as_ptr());
    /// [`cuModuleGetFunctionCount`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MODULE.html#group__CUDA__MODULE_1gecc8fb61eca765cb0f1eb32f00cf3b49).
    cuModuleGetFunctionCount(mod_: CUmodule) -> (count: c_uint) = cuModuleGetFunctionCount(&raw mut count, mod_);
    /// [`cuModuleEnumerateFunctions`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MODULE.html#group__CUDA__MODULE_1g6bdb22a7d9cacf7df5bda2a18082ec50).
    cuModuleEnumerateFunctions(functions: &mut [CUfunction], mod_: CUmodule) -> () = cuModuleEnumerateFunctions(functions.as_mut_ptr(), c_uint::try_from(functions.len()).unwrap_or(c_uint::MAX), mod_);
    /// [`cuModuleGetGlobal`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MODULE.html#group__CUDA__MODULE_1gf3e43672e26073b1081476dbf47a86ab); returns (`dptr`, `bytes`).
    #[doc(alias = "cuModuleGetGlobal_v2")]
    cuModuleGetGlobal(hmod: CUmodule, name: &CStr) -> (dptr: CUdeviceptr, bytes: usize) = cuModuleGetGlobal_v2(&raw mut dptr, &raw mut bytes, hmod, name.as_ptr());
    /// [`cuLinkCreate`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MODULE.html#group__CUDA__MODULE_1g86ca4052a2fab369cb943523908aa80d).
    #[doc(alias = "cuLinkCreate_v2")]
    cuLinkCreate(numOptions: c_uint, options: *mut CUjit_option, optionValues: *mut *mut c_void) -> (stateOut: CUlinkState) = cuLinkCreate_v2 or cuLinkCreate(numOptions, options, optionValues, &raw mut stateOut);
    /// [`cuLinkAddData`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MODULE.html#group__CUDA__MODULE_1g3ebcd2ccb772ba9c120937a2d2831b77).
    #[doc(alias = "cuLinkAddData_v2")]
    cuLinkAddData(state: CUlinkState, type_: CUjitInputType, data: *mut c_void, size: usize, name: *const c_char, numOptions: c_uint, options: *mut CUjit_option, optionValues: *mut *mut c_void) -> () = cuLinkAddData_v2 or cuLinkAddData(state, type_, data, size, name, numOptions, options, optionValues);
    /// [`cuLinkAddFile`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MODULE.html#group__CUDA__MODULE_1g1224c0fd48d4a683f3ce19997f200a8c).
    #[doc(alias = "cuLinkAddFile_v2")]
    cuLinkAddFile(state: CUlinkState, type_: CUjitInputType, path: &CStr, numOptions: c_uint, options: *mut CUjit_option, optionValues: *mut *mut c_void) -> () = cuLinkAddFile_v2 or cuLinkAddFile(state, type_, path.as_ptr(), numOptions, options, optionValues);
    /// [`cuLinkComplete`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MODULE.html#group__CUDA__MODULE_1g818fcd84a4150a997c0bba76fef4e716); returns (`cubinOut`, `sizeOut`).
    cuLinkComplete(state: CUlinkState) -> (cubinOut: *mut c_void, sizeOut: usize) = cuLinkComplete(state, &raw mut cubinOut, &raw mut sizeOut);
    /// [`cuLinkDestroy`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MODULE.html#group__CUDA__MODULE_1g01b7ae2a34047b05716969af245ce2d9).
    cuLinkDestroy(state: CUlinkState) -> () = cuLinkDestroy(state);
    /// [`cuModuleGetTexRef`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MODULE__DEPRECATED.html#group__CUDA__MODULE__DEPRECATED_1g9607dcbf911c16420d5264273f2b5608).
    cuModuleGetTexRef(hmod: CUmodule, name: &CStr) -> (pTexRef: CUtexref) = cuModuleGetTexRef(&raw mut pTexRef, hmod, name.as_ptr());
    /// [`cuModuleGetSurfRef`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MODULE__DEPRECATED.html#group__CUDA__MODULE__DEPRECATED_1g71c19dab9374e8481d8d8629a77377b1).
    cuModuleGetSurfRef(hmod: CUmodule, name: &CStr) -> (pSurfRef: CUsurfref) = cuModuleGetSurfRef(&raw mut pSurfRef, hmod, name.as_ptr());
    /// [`cuLibraryLoadData`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__LIBRARY.html#group__CUDA__LIBRARY_1g957f12ff5af4166f43c89d17cfb0a74d).
    cuLibraryLoadData(code: *const c_void, jitOptions: *mut CUjit_option, jitOptionsValues: *mut *mut c_void, numJitOptions: c_uint, libraryOptions: *mut CUlibraryOption, libraryOptionValues: *mut *mut c_void, numLibraryOptions: c_uint) -> (library: CUlibrary) = cuLibraryLoadData(&raw mut library, code, jitOptions, jitOptionsValues, numJitOptions, libraryOptions, libraryOptionValues, numLibraryOptions);
    /// [`cuLibraryLoadFromFile`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__LIBRARY.html#group__CUDA__LIBRARY_1g88cff489fab37c7fd1985ceb61023205).
    cuLibraryLoadFromFile(fileName: &CStr, jitOptions: *mut CUjit_option, jitOptionsValues: *mut *mut c_void, numJitOptions: c_uint, libraryOptions: *mut CUlibraryOption, libraryOptionValues: *mut *mut c_void, numLibraryOptions: c_uint) -> (library: CUlibrary) = cuLibraryLoadFromFile(&raw mut library, fileName.as_ptr(), jitOptions, jitOptionsValues, numJitOptions, libraryOptions, libraryOptionValues, numLibraryOptions);
    /// [`cuLibraryUnload`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__LIBRARY.html#group__CUDA__LIBRARY_1g24969cb24138171edf465bc8669d5914).
    cuLibraryUnload(library: CUlibrary) -> () = cuLibraryUnload(library);
    /// [`cuLibraryGetKernel`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__LIBRARY.html#group__CUDA__LIBRARY_1g15336d865f5abd63e3dc6004d5bc037a).
    cuLibraryGetKernel(library: CUlibrary, name: &CStr) -> (pKernel: CUkernel) = cuLibraryGetKernel(&raw mut pKernel, library, name.as_ptr());
    /// [`cuLibraryGetKernelCount`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__LIBRARY.html#group__CUDA__LIBRARY_1g142732b1c9afaa662f21cae9a558d2d4).
    cuLibraryGetKernelCount(lib: CUlibrary) -> (count: c_uint) = cuLibraryGetKernelCount(&raw mut count, lib);
    /// [`cuLibraryEnumerateKernels`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__LIBRARY.html#group__CUDA__LIBRARY_1ga8ae2f42ab3a8fe789ac2dced8219608).
    cuLibraryEnumerateKernels(kernels: &mut [CUkernel], lib: CUlibrary) -> () = cuLibraryEnumerateKernels(kernels.as_mut_ptr(), c_uint::try_from(kernels.len()).unwrap_or(c_uint::MAX), lib);
    /// [`cuLibraryGetModule`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__LIBRARY.html#group__CUDA__LIBRARY_1g0d439597c77b64cf247de33f0609a5d8).
    cuLibraryGetModule(library: CUlibrary) -> (pMod: CUmodule) = cuLibraryGetModule(&raw mut pMod, library);
    /// [`cuKernelGetFunction`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__LIBRARY.html#group__CUDA__LIBRARY_1ge4cf9abafaba338acb977585b0d7374a).
    cuKernelGetFunction(kernel: CUkernel) -> (pFunc: CUfunction) = cuKernelGetFunction(&raw mut pFunc, kernel);
    /// [`cuKernelGetLibrary`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__LIBRARY.html#group__CUDA__LIBRARY_1g10ca8b20e237abbf3cf5a070d70b9cb3).
    cuKernelGetLibrary(kernel: CUkernel) -> (pLib: CUlibrary) = cuKernelGetLibrary(&raw mut pLib, kernel);
    /// [`cuLibraryGetGlobal`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__LIBRARY.html#group__CUDA__LIBRARY_1g98708b50c11bc1c0addd6ecab96ae4ab); returns (`dptr`, `bytes`).
    cuLibraryGetGlobal(library: CUlibrary, name: &CStr) -> (dptr: CUdeviceptr, bytes: usize) = cuLibraryGetGlobal(&raw mut dptr, &raw mut bytes, library, name.as_ptr());
    /// [`cuLibraryGetManaged`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__LIBRARY.html#group__CUDA__LIBRARY_1ga03f44378227ea68e6decd9d11c28fdf); returns (`dptr`, `bytes`).
    cuLibraryGetManaged(library: CUlibrary, name: &CStr) -> (dptr: CUdeviceptr, bytes: usize) = cuLibraryGetManaged(&raw mut dptr, &raw mut bytes, library, name.as_ptr());
    /// [`cuLibraryGetUnifiedFunction`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__LIBRARY.html#group__CUDA__LIBRARY_1gb1b0ea992d64345562b694fdcd2c0334).
    cuLibraryGetUnifiedFunction(library: CUlibrary, symbol: &CStr) -> (fptr: *mut c_void) = cuLibraryGetUnifiedFunction(&raw mut fptr, library, symbol.as_ptr());
    /// [`cuKernelGetAttribute`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__LIBRARY.html#group__CUDA__LIBRARY_1gd98317cb151b99fbd95767418122071f).
    cuKernelGetAttribute(attrib: CUfunction_attribute, kernel: CUkernel, dev: CUdevice) -> (pi: c_int) = cuKernelGetAttribute(&raw mut pi, attrib, kernel, dev);
    /// [`cuKernelSetAttribute`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__LIBRARY.html#group__CUDA__LIBRARY_1g1093ade718915249de3b14320d567067).
    cuKernelSetAttribute(attrib: CUfunction_attribute, val: c_int, kernel: CUkernel, dev: CUdevice) -> () = cuKernelSetAttribute(attrib, val, kernel, dev);
    /// [`cuKernelSetCacheConfig`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__LIBRARY.html#group__CUDA__LIBRARY_1g8490476e5d3573c7ede78f29bd8cde51).
    cuKernelSetCacheConfig(kernel: CUkernel, config: CUfunc_cache, dev: CUdevice) -> () = cuKernelSetCacheConfig(kernel, config, dev);
    /// [`cuKernelGetName`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__LIBRARY.html#group__CUDA__LIBRARY_1ge758151073b777ef3ba11a45f7d22adf).
    cuKernelGetName(hfunc: CUkernel) -> (name: *const c_char) = cuKernelGetName(&raw mut name, hfunc);
    /// [`cuKernelGetParamInfo`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__LIBRARY.html#group__CUDA__LIBRARY_1ga61653c9f13f713527e189fb0c2fe235); returns (`paramOffset`, `paramSize`).
    cuKernelGetParamInfo(kernel: CUkernel, paramIndex: usize) -> (paramOffset: usize, paramSize: usize) = cuKernelGetParamInfo(kernel, paramIndex, &raw mut paramOffset, &raw mut paramSize);
    /// [`cuKernelGetParamCount`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__LIBRARY.html#group__CUDA__LIBRARY_1g471deeeb77fe3dd973d732fbfd81c163).
    cuKernelGetParamCount(kernel: CUkernel) -> (paramCount: usize) = cuKernelGetParamCount(kernel, &raw mut paramCount);
    /// [`cuMemGetInfo`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g808f555540d0143a331cc42aa98835c0); returns (`free`, `total`).
    #[doc(alias = "cuMemGetInfo_v2")]
    cuMemGetInfo() -> (free: usize, total: usize) = cuMemGetInfo_v2(&raw mut free, &raw mut total);
    /// [`cuMemAlloc`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1gb82d2a09844a58dd9e744dc31e8aa467).
    #[doc(alias = "cuMemAlloc_v2")]
    cuMemAlloc(bytesize: usize) -> (dptr: CUdeviceptr) = cuMemAlloc_v2(&raw mut dptr, bytesize);
    /// [`cuMemAllocPitch`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1gcbe9b033f6c4de80f63cc6e58ed9a45a); returns (`dptr`, `pPitch`).
    #[doc(alias = "cuMemAllocPitch_v2")]
    cuMemAllocPitch(WidthInBytes: usize, Height: usize, ElementSizeBytes: c_uint) -> (dptr: CUdeviceptr, pPitch: usize) = cuMemAllocPitch_v2(&raw mut dptr, &raw mut pPitch, WidthInBytes, Height, ElementSizeBytes);
    /// [`cuMemFree`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g89b3f154e17cc89b6eea277dbdf5c93a).
    #[doc(alias = "cuMemFree_v2")]
    cuMemFree(dptr: CUdeviceptr) -> () = cuMemFree_v2(dptr);
    /// [`cuMemGetAddressRange`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g64fee5711274a2a0573a789c94d8299b); returns (`pbase`, `psize`).
    #[doc(alias = "cuMemGetAddressRange_v2")]
    cuMemGetAddressRange(dptr: CUdeviceptr) -> (pbase: CUdeviceptr, psize: usize) = cuMemGetAddressRange_v2(&raw mut pbase, &raw mut psize, dptr);
    /// [`cuMemAllocHost`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1gdd8311286d2c2691605362c689bc64e0).
    #[doc(alias = "cuMemAllocHost_v2")]
    cuMemAllocHost(bytesize: usize) -> (pp: *mut c_void) = cuMemAllocHost_v2(&raw mut pp, bytesize);
    /// [`cuMemFreeHost`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g62e0fdbe181dab6b1c90fa1a51c7b92c).
    cuMemFreeHost(p: *mut c_void) -> () = cuMemFreeHost(p);
    /// [`cuMemHostAlloc`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g572ca4011bfcb25034888a14d4e035b9).
    cuMemHostAlloc(bytesize: usize, Flags: c_uint) -> (pp: *mut c_void) = cuMemHostAlloc(&raw mut pp, bytesize, Flags);
    /// [`cuMemHostGetDevicePointer`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g57a39e5cba26af4d06be67fc77cc62f0).
    #[doc(alias = "cuMemHostGetDevicePointer_v2")]
    cuMemHostGetDevicePointer(p: *mut c_void, Flags: c_uint) -> (pdptr: CUdeviceptr) = cuMemHostGetDevicePointer_v2(&raw mut pdptr, p, Flags);
    /// [`cuMemHostGetFlags`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g42066246915fcb0400df2a17a851b35f).
    cuMemHostGetFlags(p: *mut c_void) -> (pFlags: c_uint) = cuMemHostGetFlags(&raw mut pFlags, p);
    /// [`cuMemAllocManaged`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1gb347ded34dc326af404aa02af5388a32).
    cuMemAllocManaged(bytesize: usize, flags: c_uint) -> (dptr: CUdeviceptr) = cuMemAllocManaged(&raw mut dptr, bytesize, flags);
    /// [`cuDeviceRegisterAsyncNotification`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g4325f3e53f7817c93b37f12da91ed199).
    cuDeviceRegisterAsyncNotification(device: CUdevice, callbackFunc: CUasyncCallback, userData: *mut c_void) -> (callback: CUasyncCallbackHandle) = cuDeviceRegisterAsyncNotification(device, callbackFunc, userData, &raw mut callback);
    /// [`cuDeviceUnregisterAsyncNotification`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1gc0ae698fd18cbc2c395c9140e28e83ca).
    cuDeviceUnregisterAsyncNotification(device: CUdevice, callback: CUasyncCallbackHandle) -> () = cuDeviceUnregisterAsyncNotification(device, callback);
    /// [`cuDeviceGetByPCIBusId`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1ga89cd3fa06334ba7853ed1232c5ebe2a).
    cuDeviceGetByPCIBusId(pciBusId: &CStr) -> (dev: CUdevice) = cuDeviceGetByPCIBusId(&raw mut dev, pciBusId.as_ptr());
    /// [`cuDeviceGetPCIBusId`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g85295e7d9745ab8f0aa80dd1e172acfc).
    cuDeviceGetPCIBusId(pciBusId: &mut [c_char], dev: CUdevice) -> () = cuDeviceGetPCIBusId(pciBusId.as_mut_ptr(), c_int::try_from(pciBusId.len()).unwrap_or(c_int::MAX), dev);
    /// [`cuIpcGetEventHandle`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1gea02eadd12483de5305878b13288a86c).
    cuIpcGetEventHandle(event: CUevent) -> (pHandle: CUipcEventHandle) = cuIpcGetEventHandle(&raw mut pHandle, event);
    /// [`cuIpcOpenEventHandle`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1gf1d525918b6c643b99ca8c8e42e36c2e).
    cuIpcOpenEventHandle(handle: CUipcEventHandle) -> (phEvent: CUevent) = cuIpcOpenEventHandle(&raw mut phEvent, handle);
    /// [`cuIpcGetMemHandle`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g6f1b5be767b275f016523b2ac49ebec1).
    cuIpcGetMemHandle(dptr: CUdeviceptr) -> (pHandle: CUipcMemHandle) = cuIpcGetMemHandle(&raw mut pHandle, dptr);
    /// [`cuIpcOpenMemHandle`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1ga8bd126fcff919a0c996b7640f197b79).
    #[doc(alias = "cuIpcOpenMemHandle_v2")]
    cuIpcOpenMemHandle(handle: CUipcMemHandle, Flags: c_uint) -> (pdptr: CUdeviceptr) = cuIpcOpenMemHandle_v2 or cuIpcOpenMemHandle(&raw mut pdptr, handle, Flags);
    /// [`cuIpcCloseMemHandle`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1gd6f5d5bcf6376c6853b64635b0157b9e).
    cuIpcCloseMemHandle(dptr: CUdeviceptr) -> () = cuIpcCloseMemHandle(dptr);
    /// [`cuMemHostRegister`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1gf0a9fe11544326dabd743b7aa6b54223).
    #[doc(alias = "cuMemHostRegister_v2")]
    cuMemHostRegister(p: *mut c_void, bytesize: usize, Flags: c_uint) -> () = cuMemHostRegister_v2 or cuMemHostRegister(p, bytesize, Flags);
    /// [`cuMemHostUnregister`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g63f450c8125359be87b7623b1c0b2a14).
    cuMemHostUnregister(p: *mut c_void) -> () = cuMemHostUnregister(p);
    /// [`cuMemcpy`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g8d0ff510f26d4b87bd3a51e731e7f698).
    cuMemcpy(dst: CUdeviceptr, src: CUdeviceptr, ByteCount: usize) -> () = cuMemcpy(dst, src, ByteCount);
    /// [`cuMemcpyPeer`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1ge1f5c7771544fee150ada8853c7cbf4a).
    cuMemcpyPeer(dstDevice: CUdeviceptr, dstContext: CUcontext, srcDevice: CUdeviceptr, srcContext: CUcontext, ByteCount: usize) -> () = cuMemcpyPeer(dstDevice, dstContext, srcDevice, srcContext, ByteCount);
    /// [`cuMemcpyHtoD`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g4d32266788c440b0220b1a9ba5795169).
    #[doc(alias = "cuMemcpyHtoD_v2")]
    cuMemcpyHtoD(dstDevice: CUdeviceptr, srcHost: *const c_void, ByteCount: usize) -> () = cuMemcpyHtoD_v2(dstDevice, srcHost, ByteCount);
    /// [`cuMemcpyDtoH`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g3480368ee0208a98f75019c9a8450893).
    #[doc(alias = "cuMemcpyDtoH_v2")]
    cuMemcpyDtoH(dstHost: *mut c_void, srcDevice: CUdeviceptr, ByteCount: usize) -> () = cuMemcpyDtoH_v2(dstHost, srcDevice, ByteCount);
    /// [`cuMemcpyDtoD`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g1725774abf8b51b91945f3336b778c8b).
    #[doc(alias = "cuMemcpyDtoD_v2")]
    cuMemcpyDtoD(dstDevice: CUdeviceptr, srcDevice: CUdeviceptr, ByteCount: usize) -> () = cuMemcpyDtoD_v2(dstDevice, srcDevice, ByteCount);
    /// [`cuMemcpyDtoA`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1gad6827247af91600b56ce6e2ddb802e1).
    #[doc(alias = "cuMemcpyDtoA_v2")]
    cuMemcpyDtoA(dstArray: CUarray, dstOffset: usize, srcDevice: CUdeviceptr, ByteCount: usize) -> () = cuMemcpyDtoA_v2(dstArray, dstOffset, srcDevice, ByteCount);
    /// [`cuMemcpyAtoD`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g825b3f037f7f51382cae991bae8173fd).
    #[doc(alias = "cuMemcpyAtoD_v2")]
    cuMemcpyAtoD(dstDevice: CUdeviceptr, srcArray: CUarray, srcOffset: usize, ByteCount: usize) -> () = cuMemcpyAtoD_v2(dstDevice, srcArray, srcOffset, ByteCount);
    /// [`cuMemcpyHtoA`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g57d3d780d165ecc0e3b3ce08e141cd89).
    #[doc(alias = "cuMemcpyHtoA_v2")]
    cuMemcpyHtoA(dstArray: CUarray, dstOffset: usize, srcHost: *const c_void, ByteCount: usize) -> () = cuMemcpyHtoA_v2(dstArray, dstOffset, srcHost, ByteCount);
    /// [`cuMemcpyAtoH`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1gf7ad1edb2539cccc352c6b8b76f657f4).
    #[doc(alias = "cuMemcpyAtoH_v2")]
    cuMemcpyAtoH(dstHost: *mut c_void, srcArray: CUarray, srcOffset: usize, ByteCount: usize) -> () = cuMemcpyAtoH_v2(dstHost, srcArray, srcOffset, ByteCount);
    /// [`cuMemcpyAtoA`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1gf81b218c984a31436ec9e23a85fb604a).
    #[doc(alias = "cuMemcpyAtoA_v2")]
    cuMemcpyAtoA(dstArray: CUarray, dstOffset: usize, srcArray: CUarray, srcOffset: usize, ByteCount: usize) -> () = cuMemcpyAtoA_v2(dstArray, dstOffset, srcArray, srcOffset, ByteCount);
    /// [`cuMemcpy2D`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g27f885b30c34cc20a663a671dbf6fc27).
    #[doc(alias = "cuMemcpy2D_v2")]
    cuMemcpy2D(pCopy: *const CUDA_MEMCPY2D) -> () = cuMemcpy2D_v2(pCopy);
    /// [`cuMemcpy2DUnaligned`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g2fa285d47fd7020e596bfeab3deb651b).
    #[doc(alias = "cuMemcpy2DUnaligned_v2")]
    cuMemcpy2DUnaligned(pCopy: *const CUDA_MEMCPY2D) -> () = cuMemcpy2DUnaligned_v2(pCopy);
    /// [`cuMemcpy3D`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g4b5238975579f002c0199a3800ca44df).
    #[doc(alias = "cuMemcpy3D_v2")]
    cuMemcpy3D(pCopy: *const CUDA_MEMCPY3D) -> () = cuMemcpy3D_v2(pCopy);
    /// [`cuMemcpy3DPeer`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g11466fd70cde9329a4e16eb1f258c433).
    cuMemcpy3DPeer(pCopy: *const CUDA_MEMCPY3D_PEER) -> () = cuMemcpy3DPeer(pCopy);
    /// [`cuMemcpyAsync`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g5f26aaf5582ade791e5688727a178d78).
    cuMemcpyAsync(dst: CUdeviceptr, src: CUdeviceptr, ByteCount: usize, hStream: CUstream) -> () = cuMemcpyAsync(dst, src, ByteCount, hStream);
    /// [`cuMemcpyPeerAsync`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g82fcecb38018e64b98616a8ac30112f2).
    cuMemcpyPeerAsync(dstDevice: CUdeviceptr, dstContext: CUcontext, srcDevice: CUdeviceptr, srcContext: CUcontext, ByteCount: usize, hStream: CUstream) -> () = cuMemcpyPeerAsync(dstDevice, dstContext, srcDevice, srcContext, ByteCount, hStream);
    /// [`cuMemcpyHtoDAsync`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g1572263fe2597d7ba4f6964597a354a3).
    #[doc(alias = "cuMemcpyHtoDAsync_v2")]
    cuMemcpyHtoDAsync(dstDevice: CUdeviceptr, srcHost: *const c_void, ByteCount: usize, hStream: CUstream) -> () = cuMemcpyHtoDAsync_v2(dstDevice, srcHost, ByteCount, hStream);
    /// [`cuMemcpyDtoHAsync`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g56f30236c7c5247f8e061b59d3268362).
    #[doc(alias = "cuMemcpyDtoHAsync_v2")]
    cuMemcpyDtoHAsync(dstHost: *mut c_void, srcDevice: CUdeviceptr, ByteCount: usize, hStream: CUstream) -> () = cuMemcpyDtoHAsync_v2(dstHost, srcDevice, ByteCount, hStream);
    /// [`cuMemcpyDtoDAsync`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g39ea09ba682b8eccc9c3e0c04319b5c8).
    #[doc(alias = "cuMemcpyDtoDAsync_v2")]
    cuMemcpyDtoDAsync(dstDevice: CUdeviceptr, srcDevice: CUdeviceptr, ByteCount: usize, hStream: CUstream) -> () = cuMemcpyDtoDAsync_v2(dstDevice, srcDevice, ByteCount, hStream);
    /// [`cuMemcpyHtoAAsync`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1gb5c4863f64f132b4bc2661818b3fd188).
    #[doc(alias = "cuMemcpyHtoAAsync_v2")]
    cuMemcpyHtoAAsync(dstArray: CUarray, dstOffset: usize, srcHost: *const c_void, ByteCount: usize, hStream: CUstream) -> () = cuMemcpyHtoAAsync_v2(dstArray, dstOffset, srcHost, ByteCount, hStream);
    /// [`cuMemcpyAtoHAsync`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g64cbd2e60436699aebdd0bdbf14d0f01).
    #[doc(alias = "cuMemcpyAtoHAsync_v2")]
    cuMemcpyAtoHAsync(dstHost: *mut c_void, srcArray: CUarray, srcOffset: usize, ByteCount: usize, hStream: CUstream) -> () = cuMemcpyAtoHAsync_v2(dstHost, srcArray, srcOffset, ByteCount, hStream);
    /// [`cuMemcpy2DAsync`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g4acf155faeb969d9d21f5433d3d0f274).
    #[doc(alias = "cuMemcpy2DAsync_v2")]
    cuMemcpy2DAsync(pCopy: *const CUDA_MEMCPY2D, hStream: CUstream) -> () = cuMemcpy2DAsync_v2(pCopy, hStream);
    /// [`cuMemcpy3DAsync`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g79f4f3fde6ae0f529568d881d9e11987).
    #[doc(alias = "cuMemcpy3DAsync_v2")]
    cuMemcpy3DAsync(pCopy: *const CUDA_MEMCPY3D, hStream: CUstream) -> () = cuMemcpy3DAsync_v2(pCopy, hStream);
    /// [`cuMemcpy3DPeerAsync`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1gc4e4bfd9f627d3aa3695979e058f1bb8).
    cuMemcpy3DPeerAsync(pCopy: *const CUDA_MEMCPY3D_PEER, hStream: CUstream) -> () = cuMemcpy3DPeerAsync(pCopy, hStream);
    /// [`cuMemcpyBatchAsync`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g6f1ff58e3065df3eb4b573dba77ad31f).
    #[doc(alias = "cuMemcpyBatchAsync_v2")]
    cuMemcpyBatchAsync(dsts: *mut CUdeviceptr, srcs: *mut CUdeviceptr, sizes: *mut usize, count: usize, attrs: *mut CUmemcpyAttributes, attrsIdxs: *mut usize, numAttrs: usize, hStream: CUstream) -> () = cuMemcpyBatchAsync_v2(dsts, srcs, sizes, count, attrs, attrsIdxs, numAttrs, hStream);
    /// [`cuMemcpy3DBatchAsync`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g97dd29d0e3490379a5cbdb21deb41f12).
    #[doc(alias = "cuMemcpy3DBatchAsync_v2")]
    cuMemcpy3DBatchAsync(opList: &[CUDA_MEMCPY3D_BATCH_OP], flags: c_ulonglong, hStream: CUstream) -> () = cuMemcpy3DBatchAsync_v2(opList.len(), opList.as_ptr().cast_mut(), flags, hStream);
    /// [`cuMemcpyWithAttributesAsync`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1gaee64fdcd63c4ba9ced25393256abe7d).
    cuMemcpyWithAttributesAsync(dst: CUdeviceptr, src: CUdeviceptr, size: usize, attr: *mut CUmemcpyAttributes, hStream: CUstream) -> () = cuMemcpyWithAttributesAsync(dst, src, size, attr, hStream);
    /// [`cuMemcpy3DWithAttributesAsync`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g2acfe4c3e70932e97ab85b960095671f).
    cuMemcpy3DWithAttributesAsync(op: *mut CUDA_MEMCPY3D_BATCH_OP, flags: c_ulonglong, hStream: CUstream) -> () = cuMemcpy3DWithAttributesAsync(op, flags, hStream);
    /// [`cuMemsetD8`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g6e582bf866e9e2fb014297bfaf354d7b).
    #[doc(alias = "cuMemsetD8_v2")]
    cuMemsetD8(dstDevice: CUdeviceptr, uc: c_uchar, N: usize) -> () = cuMemsetD8_v2(dstDevice, uc, N);
    /// [`cuMemsetD16`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g7d805e610054392a4d11e8a8bf5eb35c).
    #[doc(alias = "cuMemsetD16_v2")]
    cuMemsetD16(dstDevice: CUdeviceptr, us: c_ushort, N: usize) -> () = cuMemsetD16_v2(dstDevice, us, N);
    /// [`cuMemsetD32`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g983e8d8759acd1b64326317481fbf132).
    #[doc(alias = "cuMemsetD32_v2")]
    cuMemsetD32(dstDevice: CUdeviceptr, ui: c_uint, N: usize) -> () = cuMemsetD32_v2(dstDevice, ui, N);
    /// [`cuMemsetD2D8`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1ge88b13e646e2be6ba0e0475ef5205974).
    #[doc(alias = "cuMemsetD2D8_v2")]
    cuMemsetD2D8(dstDevice: CUdeviceptr, dstPitch: usize, uc: c_uchar, Width: usize, Height: usize) -> () = cuMemsetD2D8_v2(dstDevice, dstPitch, uc, Width, Height);
    /// [`cuMemsetD2D16`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g7f561a15a66144fa9f6ab5350edc8a30).
    #[doc(alias = "cuMemsetD2D16_v2")]
    cuMemsetD2D16(dstDevice: CUdeviceptr, dstPitch: usize, us: c_ushort, Width: usize, Height: usize) -> () = cuMemsetD2D16_v2(dstDevice, dstPitch, us, Width, Height);
    /// [`cuMemsetD2D32`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g74b359b2d026bfeb7c795b5038d07523).
    #[doc(alias = "cuMemsetD2D32_v2")]
    cuMemsetD2D32(dstDevice: CUdeviceptr, dstPitch: usize, ui: c_uint, Width: usize, Height: usize) -> () = cuMemsetD2D32_v2(dstDevice, dstPitch, ui, Width, Height);
    /// [`cuMemsetD8Async`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1gaef08a7ccd61112f94e82f2b30d43627).
    cuMemsetD8Async(dstDevice: CUdeviceptr, uc: c_uchar, N: usize, hStream: CUstream) -> () = cuMemsetD8Async(dstDevice, uc, N, hStream);
    /// [`cuMemsetD16Async`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1gf731438877dd8ec875e4c43d848c878c).
    cuMemsetD16Async(dstDevice: CUdeviceptr, us: c_ushort, N: usize, hStream: CUstream) -> () = cuMemsetD16Async(dstDevice, us, N, hStream);
    /// [`cuMemsetD32Async`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g58229da5d30f1c0cdf667b320ec2c0f5).
    cuMemsetD32Async(dstDevice: CUdeviceptr, ui: c_uint, N: usize, hStream: CUstream) -> () = cuMemsetD32Async(dstDevice, ui, N, hStream);
    /// [`cuMemsetD2D8Async`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g3f7b6924a3e49c3265b328f534102e97).
    cuMemsetD2D8Async(dstDevice: CUdeviceptr, dstPitch: usize, uc: c_uchar, Width: usize, Height: usize, hStream: CUstream) -> () = cuMemsetD2D8Async(dstDevice, dstPitch, uc, Width, Height, hStream);
    /// [`cuMemsetD2D16Async`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g64ee197befac3d74d9fefedcf6ef6b10).
    cuMemsetD2D16Async(dstDevice: CUdeviceptr, dstPitch: usize, us: c_ushort, Width: usize, Height: usize, hStream: CUstream) -> () = cuMemsetD2D16Async(dstDevice, dstPitch, us, Width, Height, hStream);
    /// [`cuMemsetD2D32Async`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g8a78d3147ac93fac955052c815d9ea3c).
    cuMemsetD2D32Async(dstDevice: CUdeviceptr, dstPitch: usize, ui: c_uint, Width: usize, Height: usize, hStream: CUstream) -> () = cuMemsetD2D32Async(dstDevice, dstPitch, ui, Width, Height, hStream);
    /// [`cuArrayCreate`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g4192ff387a81c3bd5ed8c391ed62ca24).
    #[doc(alias = "cuArrayCreate_v2")]
    cuArrayCreate(pAllocateArray: *const CUDA_ARRAY_DESCRIPTOR) -> (pHandle: CUarray) = cuArrayCreate_v2(&raw mut pHandle, pAllocateArray);
    /// [`cuArrayGetDescriptor`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g661fe823dbd37bf11f82a71bd4762acf).
    #[doc(alias = "cuArrayGetDescriptor_v2")]
    cuArrayGetDescriptor(hArray: CUarray) -> (pArrayDescriptor: CUDA_ARRAY_DESCRIPTOR) = cuArrayGetDescriptor_v2(&raw mut pArrayDescriptor, hArray);
    /// [`cuArrayGetSparseProperties`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1gf74df88a07404ee051f0e5b36647d8c7).
    cuArrayGetSparseProperties(array: CUarray) -> (sparseProperties: CUDA_ARRAY_SPARSE_PROPERTIES) = cuArrayGetSparseProperties(&raw mut sparseProperties, array);
    /// [`cuMipmappedArrayGetSparseProperties`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g55a16bd1780acb3cc94e8b88d5fe5e19).
    cuMipmappedArrayGetSparseProperties(mipmap: CUmipmappedArray) -> (sparseProperties: CUDA_ARRAY_SPARSE_PROPERTIES) = cuMipmappedArrayGetSparseProperties(&raw mut sparseProperties, mipmap);
    /// [`cuArrayGetMemoryRequirements`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1gac8761ced0fa462e4762f6528073d9f4).
    cuArrayGetMemoryRequirements(array: CUarray, device: CUdevice) -> (memoryRequirements: CUDA_ARRAY_MEMORY_REQUIREMENTS) = cuArrayGetMemoryRequirements(&raw mut memoryRequirements, array, device);
    /// [`cuMipmappedArrayGetMemoryRequirements`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g71b95168dd78c64cbca5b32b9cbf37e1).
    cuMipmappedArrayGetMemoryRequirements(mipmap: CUmipmappedArray, device: CUdevice) -> (memoryRequirements: CUDA_ARRAY_MEMORY_REQUIREMENTS) = cuMipmappedArrayGetMemoryRequirements(&raw mut memoryRequirements, mipmap, device);
    /// [`cuArrayGetPlane`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1ge66ce245a1e3802f9ccc3583cec6b71f).
    cuArrayGetPlane(hArray: CUarray, planeIdx: c_uint) -> (pPlaneArray: CUarray) = cuArrayGetPlane(&raw mut pPlaneArray, hArray, planeIdx);
    /// [`cuArrayDestroy`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g982878affbbc023de84874faac838b0b).
    cuArrayDestroy(hArray: CUarray) -> () = cuArrayDestroy(hArray);
    /// [`cuArray3DCreate`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1gc2322c70b38c2984536c90ed118bb1d7).
    #[doc(alias = "cuArray3DCreate_v2")]
    cuArray3DCreate(pAllocateArray: *const CUDA_ARRAY3D_DESCRIPTOR) -> (pHandle: CUarray) = cuArray3DCreate_v2(&raw mut pHandle, pAllocateArray);
    /// [`cuArray3DGetDescriptor`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1gb58549f2f3f390b9e0e7c8f3acd53857).
    #[doc(alias = "cuArray3DGetDescriptor_v2")]
    cuArray3DGetDescriptor(hArray: CUarray) -> (pArrayDescriptor: CUDA_ARRAY3D_DESCRIPTOR) = cuArray3DGetDescriptor_v2(&raw mut pArrayDescriptor, hArray);
    /// [`cuMipmappedArrayCreate`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1ga5d2e311c7f9b0bc6d130af824a40bd3).
    cuMipmappedArrayCreate(pMipmappedArrayDesc: *const CUDA_ARRAY3D_DESCRIPTOR, numMipmapLevels: c_uint) -> (pHandle: CUmipmappedArray) = cuMipmappedArrayCreate(&raw mut pHandle, pMipmappedArrayDesc, numMipmapLevels);
    /// [`cuMipmappedArrayGetLevel`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g82f276659f05be14820e99346b0f86b7).
    cuMipmappedArrayGetLevel(hMipmappedArray: CUmipmappedArray, level: c_uint) -> (pLevelArray: CUarray) = cuMipmappedArrayGetLevel(&raw mut pLevelArray, hMipmappedArray, level);
    /// [`cuMipmappedArrayDestroy`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1ge0d7c768b6a6963c4d4bde5bbc74f0ad).
    cuMipmappedArrayDestroy(hMipmappedArray: CUmipmappedArray) -> () = cuMipmappedArrayDestroy(hMipmappedArray);
    /// [`cuMemGetHandleForAddressRange`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g51e719462c04ee90a6b0f8b2a75fe031).
    cuMemGetHandleForAddressRange(handle: *mut c_void, dptr: CUdeviceptr, size: usize, handleType: CUmemRangeHandleType, flags: c_ulonglong) -> () = cuMemGetHandleForAddressRange(handle, dptr, size, handleType, flags);
    /// [`cuMemBatchDecompressAsync`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g51e9452797573fa7597f2896182c8826).
    cuMemBatchDecompressAsync(paramsArray: *mut CUmemDecompressParams, count: usize, flags: c_uint, errorIndex: *mut usize, stream: CUstream) -> () = cuMemBatchDecompressAsync(paramsArray, count, flags, errorIndex, stream);
    /// [`cuMemFreeAsync`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MALLOC__ASYNC.html#group__CUDA__MALLOC__ASYNC_1g41acf4131f672a2a75cd93d3241f10cf).
    cuMemFreeAsync(dptr: CUdeviceptr, hStream: CUstream) -> () = cuMemFreeAsync(dptr, hStream);
    /// [`cuMemAllocAsync`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MALLOC__ASYNC.html#group__CUDA__MALLOC__ASYNC_1g13413273e84a641bce1929eae9e6501f).
    cuMemAllocAsync(bytesize: usize, hStream: CUstream) -> (dptr: CUdeviceptr) = cuMemAllocAsync(&raw mut dptr, bytesize, hStream);
    /// [`cuMemPoolTrimTo`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MALLOC__ASYNC.html#group__CUDA__MALLOC__ASYNC_1g9c7e267e3460945b0ca76c48314bb669).
    cuMemPoolTrimTo(pool: CUmemoryPool, minBytesToKeep: usize) -> () = cuMemPoolTrimTo(pool, minBytesToKeep);
    /// [`cuMemPoolSetAttribute`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MALLOC__ASYNC.html#group__CUDA__MALLOC__ASYNC_1g223e786cb217709235a06e41bccaec00).
    cuMemPoolSetAttribute(pool: CUmemoryPool, attr: CUmemPool_attribute, value: *mut c_void) -> () = cuMemPoolSetAttribute(pool, attr, value);
    /// [`cuMemPoolGetAttribute`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MALLOC__ASYNC.html#group__CUDA__MALLOC__ASYNC_1gd45ea7c43e4a1add4b971d06fa72eda4).
    cuMemPoolGetAttribute(pool: CUmemoryPool, attr: CUmemPool_attribute, value: *mut c_void) -> () = cuMemPoolGetAttribute(pool, attr, value);
    /// [`cuMemPoolSetAccess`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MALLOC__ASYNC.html#group__CUDA__MALLOC__ASYNC_1gff3ce33e252443f4b087b94e42913406).
    cuMemPoolSetAccess(pool: CUmemoryPool, map: &[CUmemAccessDesc]) -> () = cuMemPoolSetAccess(pool, map.as_ptr(), map.len());
    /// [`cuMemPoolGetAccess`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MALLOC__ASYNC.html#group__CUDA__MALLOC__ASYNC_1g838f28fd535a1cbd06c5f7fe0edbdcc7).
    cuMemPoolGetAccess(memPool: CUmemoryPool, location: *mut CUmemLocation) -> (flags: CUmemAccess_flags) = cuMemPoolGetAccess(&raw mut flags, memPool, location);
    /// [`cuMemPoolCreate`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MALLOC__ASYNC.html#group__CUDA__MALLOC__ASYNC_1g8aa4c143dbc20293659cd883232b95f2).
    cuMemPoolCreate(poolProps: *const CUmemPoolProps) -> (pool: CUmemoryPool) = cuMemPoolCreate(&raw mut pool, poolProps);
    /// [`cuMemPoolDestroy`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MALLOC__ASYNC.html#group__CUDA__MALLOC__ASYNC_1ge0e211115e5ad1c79250b9dd425b77f7).
    cuMemPoolDestroy(pool: CUmemoryPool) -> () = cuMemPoolDestroy(pool);
    /// [`cuMemGetDefaultMemPool`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MALLOC__ASYNC.html#group__CUDA__MALLOC__ASYNC_1gfe5111eb15c977cd8d87132ff481072f).
    cuMemGetDefaultMemPool(location: *mut CUmemLocation, type_: CUmemAllocationType) -> (pool_out: CUmemoryPool) = cuMemGetDefaultMemPool(&raw mut pool_out, location, type_);
    /// [`cuMemGetMemPool`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MALLOC__ASYNC.html#group__CUDA__MALLOC__ASYNC_1g5283d28ee187477e1a2b06fd731ec575).
    cuMemGetMemPool(location: *mut CUmemLocation, type_: CUmemAllocationType) -> (pool: CUmemoryPool) = cuMemGetMemPool(&raw mut pool, location, type_);
    /// [`cuMemSetMemPool`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MALLOC__ASYNC.html#group__CUDA__MALLOC__ASYNC_1g779e76c810c5f088210ea907730e17c9).
    cuMemSetMemPool(location: *mut CUmemLocation, type_: CUmemAllocationType, pool: CUmemoryPool) -> () = cuMemSetMemPool(location, type_, pool);
    /// [`cuMemAllocFromPoolAsync`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MALLOC__ASYNC.html#group__CUDA__MALLOC__ASYNC_1gf1dd6e1e2e8f767a5e0ea63f38ff260b).
    cuMemAllocFromPoolAsync(bytesize: usize, pool: CUmemoryPool, hStream: CUstream) -> (dptr: CUdeviceptr) = cuMemAllocFromPoolAsync(&raw mut dptr, bytesize, pool, hStream);
    /// [`cuMemPoolExportToShareableHandle`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MALLOC__ASYNC.html#group__CUDA__MALLOC__ASYNC_1g79ed285fdfffb76932871fb96fbba8f8).
    cuMemPoolExportToShareableHandle(handle_out: *mut c_void, pool: CUmemoryPool, handleType: CUmemAllocationHandleType, flags: c_ulonglong) -> () = cuMemPoolExportToShareableHandle(handle_out, pool, handleType, flags);
    /// [`cuMemPoolImportFromShareableHandle`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MALLOC__ASYNC.html#group__CUDA__MALLOC__ASYNC_1g02b4f18dd8a1c45b7f302800e90cec5b).
    cuMemPoolImportFromShareableHandle(handle: *mut c_void, handleType: CUmemAllocationHandleType, flags: c_ulonglong) -> (pool_out: CUmemoryPool) = cuMemPoolImportFromShareableHandle(&raw mut pool_out, handle, handleType, flags);
    /// [`cuMemPoolExportPointer`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MALLOC__ASYNC.html#group__CUDA__MALLOC__ASYNC_1gfe89f0478d26edaa91eb8a2e0349329d).
    cuMemPoolExportPointer(ptr: CUdeviceptr) -> (shareData_out: CUmemPoolPtrExportData) = cuMemPoolExportPointer(&raw mut shareData_out, ptr);
    /// [`cuMemPoolImportPointer`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MALLOC__ASYNC.html#group__CUDA__MALLOC__ASYNC_1g2620bb972ed5edcce312d3689454acbd).
    cuMemPoolImportPointer(pool: CUmemoryPool, shareData: *mut CUmemPoolPtrExportData) -> (ptr_out: CUdeviceptr) = cuMemPoolImportPointer(&raw mut ptr_out, pool, shareData);
    /// [`cuDeviceGetFabricClusterUuid`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CLIQUE.html#group__CUDA__CLIQUE_1g5931fcaf3cefcfb7b96369209557f213).
    cuDeviceGetFabricClusterUuid(dev: CUdevice) -> (uuid: CUuuid) = cuDeviceGetFabricClusterUuid(&raw mut uuid, dev);
    /// [`cuDeviceGetCliqueCount`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CLIQUE.html#group__CUDA__CLIQUE_1g7328ad541e3602fbad1f761f2a36cb1e).
    cuDeviceGetCliqueCount(dev: CUdevice) -> (count: usize) = cuDeviceGetCliqueCount(&raw mut count, dev);
    /// [`cuDeviceGetCliqueInfo`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CLIQUE.html#group__CUDA__CLIQUE_1g35b6ab99fe8f1f972fb6f5596fa5c7d0).
    cuDeviceGetCliqueInfo(cliqueInfo: *mut CUcliqueInfo, count: *mut usize, dev: CUdevice) -> () = cuDeviceGetCliqueInfo(cliqueInfo, count, dev);
    /// [`cuLogicalEndpointIdReserve`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__LOGICAL__ENDPOINT.html#group__CUDA__LOGICAL__ENDPOINT_1gbef8117440c51e482fb455d6a649bd97).
    cuLogicalEndpointIdReserve(count: cuuint32_t) -> (baseLeId: CUlogicalEndpointId) = cuLogicalEndpointIdReserve(&raw mut baseLeId, count);
    /// [`cuLogicalEndpointIdRelease`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__LOGICAL__ENDPOINT.html#group__CUDA__LOGICAL__ENDPOINT_1ga19040c7e0c21e90170d16cea107391e).
    cuLogicalEndpointIdRelease(baseLeId: CUlogicalEndpointId, count: cuuint32_t) -> () = cuLogicalEndpointIdRelease(baseLeId, count);
    /// [`cuLogicalEndpointCreate`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__LOGICAL__ENDPOINT.html#group__CUDA__LOGICAL__ENDPOINT_1ga71ca82c275168ff93eff1df623042f7).
    cuLogicalEndpointCreate(leId: CUlogicalEndpointId, prop: *const CUlogicalEndpointProp) -> () = cuLogicalEndpointCreate(leId, prop);
    /// [`cuLogicalEndpointAddDevice`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__LOGICAL__ENDPOINT.html#group__CUDA__LOGICAL__ENDPOINT_1gd2d33cb39d6fafbde7a1c7fd73688b66).
    cuLogicalEndpointAddDevice(leId: CUlogicalEndpointId, dev: CUdevice) -> () = cuLogicalEndpointAddDevice(leId, dev);
    /// [`cuLogicalEndpointDestroy`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__LOGICAL__ENDPOINT.html#group__CUDA__LOGICAL__ENDPOINT_1g177dcb090bb9f365eadf0c0a0831178d).
    cuLogicalEndpointDestroy(leId: CUlogicalEndpointId) -> () = cuLogicalEndpointDestroy(leId);
    /// [`cuLogicalEndpointBindAddr`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__LOGICAL__ENDPOINT.html#group__CUDA__LOGICAL__ENDPOINT_1gdc6b78cf705fb44fe83c310b5aaa2d51).
    cuLogicalEndpointBindAddr(leId: CUlogicalEndpointId, dev: CUdevice, offset: cuuint64_t, ptr: *mut c_void, size: cuuint64_t, flags: c_ulonglong) -> () = cuLogicalEndpointBindAddr(leId, dev, offset, ptr, size, flags);
    /// [`cuLogicalEndpointBindMem`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__LOGICAL__ENDPOINT.html#group__CUDA__LOGICAL__ENDPOINT_1g9a85919bc6c52d1c63a0bb4acd32cb6e).
    cuLogicalEndpointBindMem(leId: CUlogicalEndpointId, dev: CUdevice, offset: cuuint64_t, memHandle: CUmemGenericAllocationHandle, memOffset: cuuint64_t, size: cuuint64_t, flags: c_ulonglong) -> () = cuLogicalEndpointBindMem(leId, dev, offset, memHandle, memOffset, size, flags);
    /// [`cuLogicalEndpointUnbind`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__LOGICAL__ENDPOINT.html#group__CUDA__LOGICAL__ENDPOINT_1gb1c8b71fe516b61a959ad1c0a6fadddc).
    cuLogicalEndpointUnbind(leId: CUlogicalEndpointId, dev: CUdevice, offset: cuuint64_t, size: cuuint64_t) -> () = cuLogicalEndpointUnbind(leId, dev, offset, size);
    /// [`cuLogicalEndpointExport`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__LOGICAL__ENDPOINT.html#group__CUDA__LOGICAL__ENDPOINT_1g4b33efa91af874a9571b2b11748638fa).
    cuLogicalEndpointExport(handle: *mut c_void, leId: CUlogicalEndpointId, handleType: CUlogicalEndpointIpcHandleType) -> () = cuLogicalEndpointExport(handle, leId, handleType);
    /// [`cuLogicalEndpointImport`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__LOGICAL__ENDPOINT.html#group__CUDA__LOGICAL__ENDPOINT_1g40fafd9e45546a266eeaa41f83de5d2b).
    cuLogicalEndpointImport(leId: CUlogicalEndpointId, handle: *const c_void, handleType: CUlogicalEndpointIpcHandleType) -> () = cuLogicalEndpointImport(leId, handle, handleType);
    /// [`cuLogicalEndpointGetLimits`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__LOGICAL__ENDPOINT.html#group__CUDA__LOGICAL__ENDPOINT_1gfb9173d8bc61d60c6e49729947d3594a); returns (`bindAlignment`, `maxSize`).
    cuLogicalEndpointGetLimits(prop: *const CUlogicalEndpointProp) -> (bindAlignment: cuuint64_t, maxSize: cuuint64_t) = cuLogicalEndpointGetLimits(&raw mut bindAlignment, &raw mut maxSize, prop);
    /// [`cuLogicalEndpointQuery`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__LOGICAL__ENDPOINT.html#group__CUDA__LOGICAL__ENDPOINT_1gdff0539c09f0eda8e9cce465c80bcbcb).
    cuLogicalEndpointQuery(leId: CUlogicalEndpointId, count: cuuint32_t) -> (queryStatus: c_int) = cuLogicalEndpointQuery(leId, count, &raw mut queryStatus);
    /// [`cuFabricCpyBatchAsync`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__FABRIC__COPY.html#group__CUDA__FABRIC__COPY_1g30b0fd0ec052cbf1d87cb51f1189dacf).
    cuFabricCpyBatchAsync(opList: &[CUDA_FABRIC_COPY_BATCH_OP], flags: c_ulonglong, hStream: CUstream) -> () = cuFabricCpyBatchAsync(opList.len(), opList.as_ptr().cast_mut(), flags, hStream);
    /// [`cuPointerGetAttribute`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__UNIFIED.html#group__CUDA__UNIFIED_1g0c28ed0aff848042bc0533110e45820c).
    cuPointerGetAttribute(data: *mut c_void, attribute: CUpointer_attribute, ptr: CUdeviceptr) -> () = cuPointerGetAttribute(data, attribute, ptr);
    /// [`cuMemPrefetchAsync`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__UNIFIED.html#group__CUDA__UNIFIED_1g45c0e085febc3be8fabf5c526355b6a3).
    #[doc(alias = "cuMemPrefetchAsync_v2")]
    cuMemPrefetchAsync(devPtr: CUdeviceptr, count: usize, location: CUmemLocation, flags: c_uint, hStream: CUstream) -> () = cuMemPrefetchAsync_v2(devPtr, count, location, flags, hStream);
    /// [`cuMemAdvise`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__UNIFIED.html#group__CUDA__UNIFIED_1gaac8924b2f5a2a93f8775fb81c1a643f).
    #[doc(alias = "cuMemAdvise_v2")]
    cuMemAdvise(devPtr: CUdeviceptr, count: usize, advice: CUmem_advise, location: CUmemLocation) -> () = cuMemAdvise_v2(devPtr, count, advice, location);
    /// [`cuMemPrefetchBatchAsync`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__UNIFIED.html#group__CUDA__UNIFIED_1g97fe632183ff5ff791813c3174fc5121).
    cuMemPrefetchBatchAsync(dptrs: *mut CUdeviceptr, sizes: *mut usize, count: usize, prefetchLocs: *mut CUmemLocation, prefetchLocIdxs: *mut usize, numPrefetchLocs: usize, flags: c_ulonglong, hStream: CUstream) -> () = cuMemPrefetchBatchAsync(dptrs, sizes, count, prefetchLocs, prefetchLocIdxs, numPrefetchLocs, flags, hStream);
    /// [`cuMemDiscardBatchAsync`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__UNIFIED.html#group__CUDA__UNIFIED_1gf517eb7d44e9bae70cf6a1ec8d9ece4e).
    cuMemDiscardBatchAsync(dptrs: *mut CUdeviceptr, sizes: *mut usize, count: usize, flags: c_ulonglong, hStream: CUstream) -> () = cuMemDiscardBatchAsync(dptrs, sizes, count, flags, hStream);
    /// [`cuMemDiscardAndPrefetchBatchAsync`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__UNIFIED.html#group__CUDA__UNIFIED_1g2a8dbb3c95608cff2269226298fd8f28).
    cuMemDiscardAndPrefetchBatchAsync(dptrs: *mut CUdeviceptr, sizes: *mut usize, count: usize, prefetchLocs: *mut CUmemLocation, prefetchLocIdxs: *mut usize, numPrefetchLocs: usize, flags: c_ulonglong, hStream: CUstream) -> () = cuMemDiscardAndPrefetchBatchAsync(dptrs, sizes, count, prefetchLocs, prefetchLocIdxs, numPrefetchLocs, flags, hStream);
    /// [`cuMemGetLocationInfo`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__UNIFIED.html#group__CUDA__UNIFIED_1g8f59fddb78fb57d7c001ef00747feac0).
    cuMemGetLocationInfo(ptr: CUdeviceptr, size: usize, summaryGranularity: usize, samplingGranularity: usize, location_out: *mut CUmemLocation) -> () = cuMemGetLocationInfo(ptr, size, summaryGranularity, samplingGranularity, location_out);
    /// [`cuMemRangeGetAttribute`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__UNIFIED.html#group__CUDA__UNIFIED_1g1c92408a7d0d8875e19b1a58af56f67d).
    cuMemRangeGetAttribute(data: *mut c_void, dataSize: usize, attribute: CUmem_range_attribute, devPtr: CUdeviceptr, count: usize) -> () = cuMemRangeGetAttribute(data, dataSize, attribute, devPtr, count);
    /// [`cuMemRangeGetAttributes`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__UNIFIED.html#group__CUDA__UNIFIED_1gc7ce142e60f8613cfb7d722b87dc9d12).
    cuMemRangeGetAttributes(data: *mut *mut c_void, dataSizes: *mut usize, attributes: *mut CUmem_range_attribute, numAttributes: usize, devPtr: CUdeviceptr, count: usize) -> () = cuMemRangeGetAttributes(data, dataSizes, attributes, numAttributes, devPtr, count);
    /// [`cuPointerSetAttribute`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__UNIFIED.html#group__CUDA__UNIFIED_1g89f7ad29a657e574fdea2624b74d138e).
    cuPointerSetAttribute(value: *const c_void, attribute: CUpointer_attribute, ptr: CUdeviceptr) -> () = cuPointerSetAttribute(value, attribute, ptr);
    /// [`cuPointerGetAttributes`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__UNIFIED.html#group__CUDA__UNIFIED_1gf65e9ea532e311dd049166e4894955ad).
    cuPointerGetAttributes(numAttributes: c_uint, attributes: *mut CUpointer_attribute, data: *mut *mut c_void, ptr: CUdeviceptr) -> () = cuPointerGetAttributes(numAttributes, attributes, data, ptr);
    /// [`cuStreamCreate`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__STREAM.html#group__CUDA__STREAM_1ga581f0c5833e21ded8b5a56594e243f4).
    cuStreamCreate(Flags: c_uint) -> (phStream: CUstream) = cuStreamCreate(&raw mut phStream, Flags);
    /// [`cuStreamCreateWithPriority`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__STREAM.html#group__CUDA__STREAM_1g95c1a8c7c3dacb13091692dd9c7f7471).
    cuStreamCreateWithPriority(flags: c_uint, priority: c_int) -> (phStream: CUstream) = cuStreamCreateWithPriority(&raw mut phStream, flags, priority);
    /// [`cuStreamBeginCaptureToCig`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__STREAM.html#group__CUDA__STREAM_1g1f6392571c8e2ff4466039bb0a285bd8).
    cuStreamBeginCaptureToCig(hStream: CUstream, streamCigCaptureParams: *mut CUstreamCigCaptureParams) -> () = cuStreamBeginCaptureToCig(hStream, streamCigCaptureParams);
    /// [`cuStreamEndCaptureToCig`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__STREAM.html#group__CUDA__STREAM_1gc21bd0a08a9c60f4ab2dd5594e829746).
    cuStreamEndCaptureToCig(hStream: CUstream) -> () = cuStreamEndCaptureToCig(hStream);
    /// [`cuStreamGetPriority`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__STREAM.html#group__CUDA__STREAM_1g5bd5cb26915a2ecf1921807339488484).
    cuStreamGetPriority(hStream: CUstream) -> (priority: c_int) = cuStreamGetPriority(hStream, &raw mut priority);
    /// [`cuStreamGetDevice`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__STREAM.html#group__CUDA__STREAM_1g1198995e0a122783ede50814b8c7a29b).
    cuStreamGetDevice(hStream: CUstream) -> (device: CUdevice) = cuStreamGetDevice(hStream, &raw mut device);
    /// [`cuStreamGetFlags`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__STREAM.html#group__CUDA__STREAM_1g4d39786855a6bed01215c1907fbbfbb7).
    cuStreamGetFlags(hStream: CUstream) -> (flags: c_uint) = cuStreamGetFlags(hStream, &raw mut flags);
    /// [`cuStreamGetId`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__STREAM.html#group__CUDA__STREAM_1g5dafd2b6f48caeb13d5110a7f21e60e3).
    cuStreamGetId(hStream: CUstream) -> (streamId: c_ulonglong) = cuStreamGetId(hStream, &raw mut streamId);
    /// [`cuStreamGetCtx`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__STREAM.html#group__CUDA__STREAM_1g1107907025eaa3387fdc590a9379a681).
    cuStreamGetCtx(hStream: CUstream) -> (pctx: CUcontext) = cuStreamGetCtx(hStream, &raw mut pctx);
    /// [`cuStreamGetCtx_v2`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__STREAM.html#group__CUDA__STREAM_1gd7eab81f618ec370a92c5e7d88ea11fa); returns (`pCtx`, `pGreenCtx`).
    cuStreamGetCtx_v2(hStream: CUstream) -> (pCtx: CUcontext, pGreenCtx: CUgreenCtx) = cuStreamGetCtx_v2(hStream, &raw mut pCtx, &raw mut pGreenCtx);
    /// [`cuStreamWaitEvent`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__STREAM.html#group__CUDA__STREAM_1g6a898b652dfc6aa1d5c8d97062618b2f).
    cuStreamWaitEvent(hStream: CUstream, hEvent: CUevent, Flags: c_uint) -> () = cuStreamWaitEvent(hStream, hEvent, Flags);
    /// [`cuStreamAddCallback`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__STREAM.html#group__CUDA__STREAM_1g613d97a277d7640f4cb1c03bd51c2483).
    cuStreamAddCallback(hStream: CUstream, callback: CUstreamCallback, userData: *mut c_void, flags: c_uint) -> () = cuStreamAddCallback(hStream, callback, userData, flags);
    /// [`cuStreamBeginCapture`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__STREAM.html#group__CUDA__STREAM_1g767167da0bbf07157dc20b6c258a2143).
    #[doc(alias = "cuStreamBeginCapture_v2")]
    cuStreamBeginCapture(hStream: CUstream, mode: CUstreamCaptureMode) -> () = cuStreamBeginCapture_v2(hStream, mode);
    /// [`cuStreamBeginRecaptureToGraph`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__STREAM.html#group__CUDA__STREAM_1g34e9dd281a5f5744a484addabfebbb64).
    cuStreamBeginRecaptureToGraph(hStream: CUstream, mode: CUstreamCaptureMode, hGraph: CUgraph, callbackFunc: CUgraphRecaptureCallback, userData: *mut c_void) -> () = cuStreamBeginRecaptureToGraph(hStream, mode, hGraph, callbackFunc, userData);
    /// [`cuStreamBeginCaptureToGraph`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__STREAM.html#group__CUDA__STREAM_1gac495e0527d1dd6437f95ee482f61865).
    cuStreamBeginCaptureToGraph(hStream: CUstream, hGraph: CUgraph, dependencies: *const CUgraphNode, dependencyData: *const CUgraphEdgeData, numDependencies: usize, mode: CUstreamCaptureMode) -> () = cuStreamBeginCaptureToGraph(hStream, hGraph, dependencies, dependencyData, numDependencies, mode);
    /// [`cuThreadExchangeStreamCaptureMode`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__STREAM.html#group__CUDA__STREAM_1g378135b262f02a43a7caeab239ae493d).
    cuThreadExchangeStreamCaptureMode(mode: *mut CUstreamCaptureMode) -> () = cuThreadExchangeStreamCaptureMode(mode);
    /// [`cuStreamEndCapture`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__STREAM.html#group__CUDA__STREAM_1g03dab8b2ba76b00718955177a929970c).
    cuStreamEndCapture(hStream: CUstream) -> (phGraph: CUgraph) = cuStreamEndCapture(hStream, &raw mut phGraph);
    /// [`cuStreamIsCapturing`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__STREAM.html#group__CUDA__STREAM_1g37823c49206e3704ae23c7ad78560bca).
    cuStreamIsCapturing(hStream: CUstream) -> (captureStatus: CUstreamCaptureStatus) = cuStreamIsCapturing(hStream, &raw mut captureStatus);
    /// [`cuStreamGetCaptureInfo`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__STREAM.html#group__CUDA__STREAM_1g85f03299332d6cf37578409d0e4b47ce); returns (`captureStatus_out`, `id_out`, `graph_out`, `dependencies_out`, `edgeData_out`, `numDependencies_out`).
    #[doc(alias = "cuStreamGetCaptureInfo_v3")]
    cuStreamGetCaptureInfo(hStream: CUstream) -> (captureStatus_out: CUstreamCaptureStatus, id_out: cuuint64_t, graph_out: CUgraph, dependencies_out: *const CUgraphNode, edgeData_out: *const CUgraphEdgeData, numDependencies_out: usize) = cuStreamGetCaptureInfo_v3(hStream, &raw mut captureStatus_out, &raw mut id_out, &raw mut graph_out, &raw mut dependencies_out, &raw mut edgeData_out, &raw mut numDependencies_out);
    /// [`cuStreamUpdateCaptureDependencies`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__STREAM.html#group__CUDA__STREAM_1g0cd3210434f3e0796c492cfa0d4b4bd1).
    #[doc(alias = "cuStreamUpdateCaptureDependencies_v2")]
    cuStreamUpdateCaptureDependencies(hStream: CUstream, dependencies: *mut CUgraphNode, dependencyData: *const CUgraphEdgeData, numDependencies: usize, flags: c_uint) -> () = cuStreamUpdateCaptureDependencies_v2(hStream, dependencies, dependencyData, numDependencies, flags);
    /// [`cuStreamAttachMemAsync`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__STREAM.html#group__CUDA__STREAM_1g6e468d680e263e7eba02a56643c50533).
    cuStreamAttachMemAsync(hStream: CUstream, dptr: CUdeviceptr, length: usize, flags: c_uint) -> () = cuStreamAttachMemAsync(hStream, dptr, length, flags);
    /// [`cuStreamQuery`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__STREAM.html#group__CUDA__STREAM_1g1b0d24bbe97fa68e4bc511fb6adfeb0b).
    cuStreamQuery(hStream: CUstream) -> () = cuStreamQuery(hStream);
    /// [`cuStreamSynchronize`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__STREAM.html#group__CUDA__STREAM_1g15e49dd91ec15991eb7c0a741beb7dad).
    cuStreamSynchronize(hStream: CUstream) -> () = cuStreamSynchronize(hStream);
    /// [`cuStreamDestroy`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__STREAM.html#group__CUDA__STREAM_1g244c8833de4596bcd31a06cdf21ee758).
    #[doc(alias = "cuStreamDestroy_v2")]
    cuStreamDestroy(hStream: CUstream) -> () = cuStreamDestroy_v2 or cuStreamDestroy(hStream);
    /// [`cuStreamCopyAttributes`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__STREAM.html#group__CUDA__STREAM_1g680f5399f6126cc4a99bc5eee4c2eff0).
    cuStreamCopyAttributes(dst: CUstream, src: CUstream) -> () = cuStreamCopyAttributes(dst, src);
    /// [`cuStreamGetAttribute`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__STREAM.html#group__CUDA__STREAM_1g0598bb5295f3a62761b93c2d63d2266c).
    cuStreamGetAttribute(hStream: CUstream, attr: CUstreamAttrID) -> (value_out: CUstreamAttrValue) = cuStreamGetAttribute(hStream, attr, &raw mut value_out);
    /// [`cuStreamSetAttribute`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__STREAM.html#group__CUDA__STREAM_1ga2c5fc0292861a42f264af6ca48be8c0).
    cuStreamSetAttribute(hStream: CUstream, attr: CUstreamAttrID, value: *const CUstreamAttrValue) -> () = cuStreamSetAttribute(hStream, attr, value);
    /// [`cuEventCreate`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EVENT.html#group__CUDA__EVENT_1g450687e75f3ff992fe01662a43d9d3db).
    cuEventCreate(Flags: c_uint) -> (phEvent: CUevent) = cuEventCreate(&raw mut phEvent, Flags);
    /// [`cuEventRecord`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EVENT.html#group__CUDA__EVENT_1g95424d3be52c4eb95d83861b70fb89d1).
    cuEventRecord(hEvent: CUevent, hStream: CUstream) -> () = cuEventRecord(hEvent, hStream);
    /// [`cuEventRecordWithFlags`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EVENT.html#group__CUDA__EVENT_1ge577e0c132d9c4961f220d79f6762c4b).
    cuEventRecordWithFlags(hEvent: CUevent, hStream: CUstream, flags: c_uint) -> () = cuEventRecordWithFlags(hEvent, hStream, flags);
    /// [`cuEventQuery`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EVENT.html#group__CUDA__EVENT_1g6f0704d755066b0ee705749ae911deef).
    cuEventQuery(hEvent: CUevent) -> () = cuEventQuery(hEvent);
    /// [`cuEventSynchronize`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EVENT.html#group__CUDA__EVENT_1g9e520d34e51af7f5375610bca4add99c).
    cuEventSynchronize(hEvent: CUevent) -> () = cuEventSynchronize(hEvent);
    /// [`cuEventDestroy`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EVENT.html#group__CUDA__EVENT_1g593ec73a8ec5a5fc031311d3e4dca1ef).
    #[doc(alias = "cuEventDestroy_v2")]
    cuEventDestroy(hEvent: CUevent) -> () = cuEventDestroy_v2 or cuEventDestroy(hEvent);
    /// [`cuEventElapsedTime`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EVENT.html#group__CUDA__EVENT_1gdfb1178807353bbcaa9e245da497cf97).
    #[doc(alias = "cuEventElapsedTime_v2")]
    cuEventElapsedTime(hStart: CUevent, hEnd: CUevent) -> (pMilliseconds: f32) = cuEventElapsedTime_v2 or cuEventElapsedTime(&raw mut pMilliseconds, hStart, hEnd);
    /// [`cuStreamWaitValue32`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEMOP.html#group__CUDA__MEMOP_1g629856339de7bc6606047385addbb398).
    #[doc(alias = "cuStreamWaitValue32_v2")]
    cuStreamWaitValue32(stream: CUstream, addr: CUdeviceptr, value: cuuint32_t, flags: c_uint) -> () = cuStreamWaitValue32_v2 or cuStreamWaitValue32(stream, addr, value, flags);
    /// [`cuStreamWaitValue64`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEMOP.html#group__CUDA__MEMOP_1g6910c1258c5f15aa5d699f0fd60d6933).
    #[doc(alias = "cuStreamWaitValue64_v2")]
    cuStreamWaitValue64(stream: CUstream, addr: CUdeviceptr, value: cuuint64_t, flags: c_uint) -> () = cuStreamWaitValue64_v2 or cuStreamWaitValue64(stream, addr, value, flags);
    /// [`cuStreamWriteValue32`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEMOP.html#group__CUDA__MEMOP_1g091455366d56dc2f1f69726aafa369b0).
    #[doc(alias = "cuStreamWriteValue32_v2")]
    cuStreamWriteValue32(stream: CUstream, addr: CUdeviceptr, value: cuuint32_t, flags: c_uint) -> () = cuStreamWriteValue32_v2 or cuStreamWriteValue32(stream, addr, value, flags);
    /// [`cuStreamWriteValue64`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEMOP.html#group__CUDA__MEMOP_1gc8af1e8b96d7561840affd5217dd6830).
    #[doc(alias = "cuStreamWriteValue64_v2")]
    cuStreamWriteValue64(stream: CUstream, addr: CUdeviceptr, value: cuuint64_t, flags: c_uint) -> () = cuStreamWriteValue64_v2 or cuStreamWriteValue64(stream, addr, value, flags);
    /// [`cuStreamBatchMemOp`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEMOP.html#group__CUDA__MEMOP_1g764c442de9b671f9dec856e8ae531ed1).
    #[doc(alias = "cuStreamBatchMemOp_v2")]
    cuStreamBatchMemOp(stream: CUstream, paramArray: &[CUstreamBatchMemOpParams], flags: c_uint) -> () = cuStreamBatchMemOp_v2 or cuStreamBatchMemOp(stream, c_uint::try_from(paramArray.len()).unwrap_or(c_uint::MAX), paramArray.as_ptr().cast_mut(), flags);
    /// [`cuFuncGetAttribute`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EXEC.html#group__CUDA__EXEC_1g5e92a1b0d8d1b82cb00dcfb2de15961b).
    cuFuncGetAttribute(attrib: CUfunction_attribute, hfunc: CUfunction) -> (pi: c_int) = cuFuncGetAttribute(&raw mut pi, attrib, hfunc);
    /// [`cuFuncSetAttribute`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EXEC.html#group__CUDA__EXEC_1g0e37dce0173bc883aa1e5b14dd747f26).
    cuFuncSetAttribute(hfunc: CUfunction, attrib: CUfunction_attribute, value: c_int) -> () = cuFuncSetAttribute(hfunc, attrib, value);
    /// [`cuFuncSetCacheConfig`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EXEC.html#group__CUDA__EXEC_1g40f8c11e81def95dc0072a375f965681).
    cuFuncSetCacheConfig(hfunc: CUfunction, config: CUfunc_cache) -> () = cuFuncSetCacheConfig(hfunc, config);
    /// [`cuFuncGetModule`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EXEC.html#group__CUDA__EXEC_1g58f0fd1db9dadd3870440662622a27ef).
    cuFuncGetModule(hfunc: CUfunction) -> (hmod: CUmodule) = cuFuncGetModule(&raw mut hmod, hfunc);
    /// [`cuFuncGetName`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EXEC.html#group__CUDA__EXEC_1gf60c6c51203cab164c07d6ddcc2b2e26).
    cuFuncGetName(hfunc: CUfunction) -> (name: *const c_char) = cuFuncGetName(&raw mut name, hfunc);
    /// [`cuFuncGetParamInfo`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EXEC.html#group__CUDA__EXEC_1g6874b82bcf2803902085645e46e0ca0e); returns (`paramOffset`, `paramSize`).
    cuFuncGetParamInfo(func: CUfunction, paramIndex: usize) -> (paramOffset: usize, paramSize: usize) = cuFuncGetParamInfo(func, paramIndex, &raw mut paramOffset, &raw mut paramSize);
    /// [`cuFuncGetParamCount`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EXEC.html#group__CUDA__EXEC_1g5fb98fbfcb6594f1633617c7b40395b9).
    cuFuncGetParamCount(func: CUfunction) -> (paramCount: usize) = cuFuncGetParamCount(func, &raw mut paramCount);
    /// [`cuFuncIsLoaded`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EXEC.html#group__CUDA__EXEC_1gfc6fed4bbe6c35e0445a49396774aa96).
    cuFuncIsLoaded(function: CUfunction) -> (state: CUfunctionLoadingState) = cuFuncIsLoaded(&raw mut state, function);
    /// [`cuFuncLoad`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EXEC.html#group__CUDA__EXEC_1g3b67024e8875bfd155534785708093ab).
    cuFuncLoad(function: CUfunction) -> () = cuFuncLoad(function);
    /// [`cuLaunchKernel`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EXEC.html#group__CUDA__EXEC_1gb8f3dc3031b40da29d5f9a7139e52e15).
    cuLaunchKernel(f: CUfunction, gridDimX: c_uint, gridDimY: c_uint, gridDimZ: c_uint, blockDimX: c_uint, blockDimY: c_uint, blockDimZ: c_uint, sharedMemBytes: c_uint, hStream: CUstream, kernelParams: *mut *mut c_void, extra: *mut *mut c_void) -> () = cuLaunchKernel(f, gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY, blockDimZ, sharedMemBytes, hStream, kernelParams, extra);
    /// [`cuLaunchKernelEx`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EXEC.html#group__CUDA__EXEC_1gb9c891eb6bb8f4089758e64c9c976db9).
    cuLaunchKernelEx(config: *const CUlaunchConfig, f: CUfunction, kernelParams: *mut *mut c_void, extra: *mut *mut c_void) -> () = cuLaunchKernelEx(config, f, kernelParams, extra);
    /// [`cuLaunchCooperativeKernel`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EXEC.html#group__CUDA__EXEC_1g06d753134145c4584c0c62525c1894cb).
    cuLaunchCooperativeKernel(f: CUfunction, gridDimX: c_uint, gridDimY: c_uint, gridDimZ: c_uint, blockDimX: c_uint, blockDimY: c_uint, blockDimZ: c_uint, sharedMemBytes: c_uint, hStream: CUstream, kernelParams: *mut *mut c_void) -> () = cuLaunchCooperativeKernel(f, gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY, blockDimZ, sharedMemBytes, hStream, kernelParams);
    /// [`cuLaunchHostFunc`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EXEC.html#group__CUDA__EXEC_1gab95a78143bae7f21eebb978f91e7f3f).
    cuLaunchHostFunc(hStream: CUstream, fn_: CUhostFn, userData: *mut c_void) -> () = cuLaunchHostFunc(hStream, fn_, userData);
    /// [`cuLaunchHostFunc_v2`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EXEC.html#group__CUDA__EXEC_1g455b2a1a09e543e5f0cd058acd6c55ab).
    cuLaunchHostFunc_v2(hStream: CUstream, fn_: CUhostFn, userData: *mut c_void, syncMode: c_uint) -> () = cuLaunchHostFunc_v2(hStream, fn_, userData, syncMode);
    /// [`cuFuncSetBlockShape`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EXEC__DEPRECATED.html#group__CUDA__EXEC__DEPRECATED_1g61e4450eaedf5159547e75199fe1c447).
    cuFuncSetBlockShape(hfunc: CUfunction, x: c_int, y: c_int, z: c_int) -> () = cuFuncSetBlockShape(hfunc, x, y, z);
    /// [`cuFuncSetSharedSize`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EXEC__DEPRECATED.html#group__CUDA__EXEC__DEPRECATED_1g440dbf66d2e977528779527f3eaadab1).
    cuFuncSetSharedSize(hfunc: CUfunction, bytes: c_uint) -> () = cuFuncSetSharedSize(hfunc, bytes);
    /// [`cuParamSetSize`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EXEC__DEPRECATED.html#group__CUDA__EXEC__DEPRECATED_1gdf689dac0db8f6c1232c339d3f923554).
    cuParamSetSize(hfunc: CUfunction, numbytes: c_uint) -> () = cuParamSetSize(hfunc, numbytes);
    /// [`cuParamSeti`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EXEC__DEPRECATED.html#group__CUDA__EXEC__DEPRECATED_1g183700c3c8934cf46077355c39247c14).
    cuParamSeti(hfunc: CUfunction, offset: c_int, value: c_uint) -> () = cuParamSeti(hfunc, offset, value);
    /// [`cuParamSetf`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EXEC__DEPRECATED.html#group__CUDA__EXEC__DEPRECATED_1g793176d32b0bf9ad842d4fc157d07e80).
    cuParamSetf(hfunc: CUfunction, offset: c_int, value: f32) -> () = cuParamSetf(hfunc, offset, value);
    /// [`cuParamSetv`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EXEC__DEPRECATED.html#group__CUDA__EXEC__DEPRECATED_1gcc446977269d74db8fdd341959409ea7).
    cuParamSetv(hfunc: CUfunction, offset: c_int, ptr: *mut c_void, numbytes: c_uint) -> () = cuParamSetv(hfunc, offset, ptr, numbytes);
    /// [`cuLaunch`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EXEC__DEPRECATED.html#group__CUDA__EXEC__DEPRECATED_1gb6a42f735d8ddd3b5059ddb6d2bd9a63).
    cuLaunch(f: CUfunction) -> () = cuLaunch(f);
    /// [`cuLaunchGrid`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EXEC__DEPRECATED.html#group__CUDA__EXEC__DEPRECATED_1g39d9904389fa9594622f8b0ec25b4016).
    cuLaunchGrid(f: CUfunction, grid_width: c_int, grid_height: c_int) -> () = cuLaunchGrid(f, grid_width, grid_height);
    /// [`cuLaunchGridAsync`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EXEC__DEPRECATED.html#group__CUDA__EXEC__DEPRECATED_1gf554b88508bf9d68a6c8ba6c9115c9fc).
    cuLaunchGridAsync(f: CUfunction, grid_width: c_int, grid_height: c_int, hStream: CUstream) -> () = cuLaunchGridAsync(f, grid_width, grid_height, hStream);
    /// [`cuLaunchCooperativeKernelMultiDevice`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EXEC__DEPRECATED.html#group__CUDA__EXEC__DEPRECATED_1gc4ae8a24130e1e7938514f7e28c76bad).
    cuLaunchCooperativeKernelMultiDevice(launchParamsList: &[CUDA_LAUNCH_PARAMS], flags: c_uint) -> () = cuLaunchCooperativeKernelMultiDevice(launchParamsList.as_ptr().cast_mut(), c_uint::try_from(launchParamsList.len()).unwrap_or(c_uint::MAX), flags);
    /// [`cuParamSetTexRef`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EXEC__DEPRECATED.html#group__CUDA__EXEC__DEPRECATED_1g6318a800689fce0fa4babb06c0544919).
    cuParamSetTexRef(hfunc: CUfunction, texunit: c_int, hTexRef: CUtexref) -> () = cuParamSetTexRef(hfunc, texunit, hTexRef);
    /// [`cuFuncSetSharedMemConfig`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EXEC__DEPRECATED.html#group__CUDA__EXEC__DEPRECATED_1g430b913f24970e63869635395df6d9f5).
    cuFuncSetSharedMemConfig(hfunc: CUfunction, config: CUsharedconfig) -> () = cuFuncSetSharedMemConfig(hfunc, config);
    /// [`cuGraphDestroy`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g718cfd9681f078693d4be2426fd689c8).
    cuGraphDestroy(hGraph: CUgraph) -> () = cuGraphDestroy(hGraph);
    /// [`cuOccupancyMaxActiveBlocksPerMultiprocessor`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__OCCUPANCY.html#group__CUDA__OCCUPANCY_1gcc6e1094d05cba2cee17fe33ddd04a98).
    cuOccupancyMaxActiveBlocksPerMultiprocessor(func: CUfunction, blockSize: c_int, dynamicSMemSize: usize) -> (numBlocks: c_int) = cuOccupancyMaxActiveBlocksPerMultiprocessor(&raw mut numBlocks, func, blockSize, dynamicSMemSize);
    /// [`cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__OCCUPANCY.html#group__CUDA__OCCUPANCY_1g8f1da4d4983e5c3025447665423ae2c2).
    cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(func: CUfunction, blockSize: c_int, dynamicSMemSize: usize, flags: c_uint) -> (numBlocks: c_int) = cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&raw mut numBlocks, func, blockSize, dynamicSMemSize, flags);
    /// [`cuOccupancyMaxPotentialBlockSize`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__OCCUPANCY.html#group__CUDA__OCCUPANCY_1gf179c4ab78962a8468e41c3f57851f03); returns (`minGridSize`, `blockSize`).
    cuOccupancyMaxPotentialBlockSize(func: CUfunction, blockSizeToDynamicSMemSize: CUoccupancyB2DSize, dynamicSMemSize: usize, blockSizeLimit: c_int) -> (minGridSize: c_int, blockSize: c_int) = cuOccupancyMaxPotentialBlockSize(&raw mut minGridSize, &raw mut blockSize, func, blockSizeToDynamicSMemSize, dynamicSMemSize, blockSizeLimit);
    /// [`cuOccupancyMaxPotentialBlockSizeWithFlags`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__OCCUPANCY.html#group__CUDA__OCCUPANCY_1g04c0bb65630f82d9b99a5ca0203ee5aa); returns (`minGridSize`, `blockSize`).
    cuOccupancyMaxPotentialBlockSizeWithFlags(func: CUfunction, blockSizeToDynamicSMemSize: CUoccupancyB2DSize, dynamicSMemSize: usize, blockSizeLimit: c_int, flags: c_uint) -> (minGridSize: c_int, blockSize: c_int) = cuOccupancyMaxPotentialBlockSizeWithFlags(&raw mut minGridSize, &raw mut blockSize, func, blockSizeToDynamicSMemSize, dynamicSMemSize, blockSizeLimit, flags);
    /// [`cuOccupancyAvailableDynamicSMemPerBlock`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__OCCUPANCY.html#group__CUDA__OCCUPANCY_1gae02af6a9df9e1bbd51941af631bce69).
    cuOccupancyAvailableDynamicSMemPerBlock(func: CUfunction, numBlocks: c_int, blockSize: c_int) -> (dynamicSmemSize: usize) = cuOccupancyAvailableDynamicSMemPerBlock(&raw mut dynamicSmemSize, func, numBlocks, blockSize);
    /// [`cuOccupancyMaxPotentialClusterSize`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__OCCUPANCY.html#group__CUDA__OCCUPANCY_1gd6f60814c1e3440145115ade3730365f).
    cuOccupancyMaxPotentialClusterSize(func: CUfunction, config: *const CUlaunchConfig) -> (clusterSize: c_int) = cuOccupancyMaxPotentialClusterSize(&raw mut clusterSize, func, config);
    /// [`cuOccupancyMaxActiveClusters`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__OCCUPANCY.html#group__CUDA__OCCUPANCY_1g4f52cbf144d74ed20351a594dc26386b).
    cuOccupancyMaxActiveClusters(func: CUfunction, config: *const CUlaunchConfig) -> (numClusters: c_int) = cuOccupancyMaxActiveClusters(&raw mut numClusters, func, config);
    /// [`cuDeviceCanAccessPeer`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__PEER__ACCESS.html#group__CUDA__PEER__ACCESS_1g496bdaae1f632ebfb695b99d2c40f19e).
    cuDeviceCanAccessPeer(dev: CUdevice, peerDev: CUdevice) -> (canAccessPeer: c_int) = cuDeviceCanAccessPeer(&raw mut canAccessPeer, dev, peerDev);
    /// [`cuCtxEnablePeerAccess`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__PEER__ACCESS.html#group__CUDA__PEER__ACCESS_1g0889ec6728e61c05ed359551d67b3f5a).
    cuCtxEnablePeerAccess(peerContext: CUcontext, Flags: c_uint) -> () = cuCtxEnablePeerAccess(peerContext, Flags);
    /// [`cuCtxDisablePeerAccess`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__PEER__ACCESS.html#group__CUDA__PEER__ACCESS_1g5b4b6936ea868d4954ce4d841a3b4810).
    cuCtxDisablePeerAccess(peerContext: CUcontext) -> () = cuCtxDisablePeerAccess(peerContext);
    /// [`cuDeviceGetP2PAttribute`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__PEER__ACCESS.html#group__CUDA__PEER__ACCESS_1g7dea08446fc2ba9ccc616135b6b4d06d).
    cuDeviceGetP2PAttribute(attrib: CUdevice_P2PAttribute, srcDevice: CUdevice, dstDevice: CUdevice) -> (value: c_int) = cuDeviceGetP2PAttribute(&raw mut value, attrib, srcDevice, dstDevice);
    /// [`cuDeviceGetP2PAtomicCapabilities`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__PEER__ACCESS.html#group__CUDA__PEER__ACCESS_1g228dc6025c756baa321aed7988c2f4ec).
    cuDeviceGetP2PAtomicCapabilities(capabilities: *mut c_uint, operations: *const CUatomicOperation, count: c_uint, srcDevice: CUdevice, dstDevice: CUdevice) -> () = cuDeviceGetP2PAtomicCapabilities(capabilities, operations, count, srcDevice, dstDevice);
    /// [`cuGetProcAddress`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__DRIVER__ENTRY__POINT.html#group__CUDA__DRIVER__ENTRY__POINT_1gcae5adad00590572ab35b2508c2d6e0d).
    #[doc(alias = "cuGetProcAddress_v2")]
    cuGetProcAddress(symbol: &CStr, cudaVersion: c_int, flags: cuuint64_t, symbolStatus: *mut CUdriverProcAddressQueryResult) -> (pfn: *mut c_void) = cuGetProcAddress_v2(symbol.as_ptr(), &raw mut pfn, cudaVersion, flags, symbolStatus);
    /// [`cuGreenCtxDestroy`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GREEN__CONTEXTS.html#group__CUDA__GREEN__CONTEXTS_1g7c37d959c2c030c13135366533eff57d).
    cuGreenCtxDestroy(hCtx: CUgreenCtx) -> () = cuGreenCtxDestroy(hCtx);
    /// [`cuStreamGetGreenCtx`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GREEN__CONTEXTS.html#group__CUDA__GREEN__CONTEXTS_1gee3222277e5a433a2b279500bf11b9fe).
    cuStreamGetGreenCtx(hStream: CUstream) -> (phCtx: CUgreenCtx) = cuStreamGetGreenCtx(hStream, &raw mut phCtx);
    /// [`cuGreenCtxStreamCreate`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GREEN__CONTEXTS.html#group__CUDA__GREEN__CONTEXTS_1ga34f630f412dd010b223b4c9f0ab741d).
    cuGreenCtxStreamCreate(greenCtx: CUgreenCtx, flags: c_uint, priority: c_int) -> (phStream: CUstream) = cuGreenCtxStreamCreate(&raw mut phStream, greenCtx, flags, priority);
    /// [`cuLogsRegisterCallback`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__LOGS.html#group__CUDA__LOGS_1g34c4e1152b57a739228e10413cbd5354).
    cuLogsRegisterCallback(callbackFunc: CUlogsCallback, userData: *mut c_void) -> (callback_out: CUlogsCallbackHandle) = cuLogsRegisterCallback(callbackFunc, userData, &raw mut callback_out);
}

#[cfg(feature = "diagnostics")]
methods! {
    /// [`cuCoredumpGetAttribute`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__COREDUMP.html#group__CUDA__COREDUMP_1g56d7eb4975c7eb8e2b4eb0713fd8cedd).
    cuCoredumpGetAttribute(attrib: CUcoredumpSettings, value: *mut c_void, size: *mut usize) -> () = cuCoredumpGetAttribute(attrib, value, size);
    /// [`cuCoredumpGetAttributeGlobal`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__COREDUMP.html#group__CUDA__COREDUMP_1g5cb5b7ddf41a2c3631eed8d00c4ae819).
    cuCoredumpGetAttributeGlobal(attrib: CUcoredumpSettings, value: *mut c_void, size: *mut usize) -> () = cuCoredumpGetAttributeGlobal(attrib, value, size);
    /// [`cuCoredumpSetAttribute`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__COREDUMP.html#group__CUDA__COREDUMP_1g45b806050f3211e840eb3c8d91e93fcb).
    cuCoredumpSetAttribute(attrib: CUcoredumpSettings, value: *mut c_void, size: *mut usize) -> () = cuCoredumpSetAttribute(attrib, value, size);
    /// [`cuCoredumpSetAttributeGlobal`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__COREDUMP.html#group__CUDA__COREDUMP_1ga7645a8f68dd5379a03852b462727990).
    cuCoredumpSetAttributeGlobal(attrib: CUcoredumpSettings, value: *mut c_void, size: *mut usize) -> () = cuCoredumpSetAttributeGlobal(attrib, value, size);
    /// [`cuCoredumpRegisterStartCallback`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__COREDUMP.html#group__CUDA__COREDUMP_1gff8a2e3192675a2a5b15db50125d04fc).
    cuCoredumpRegisterStartCallback(callback: CUcoredumpStatusCallback, userData: *mut c_void) -> (callbackOut: CUcoredumpCallbackHandle) = cuCoredumpRegisterStartCallback(callback, userData, &raw mut callbackOut);
    /// [`cuCoredumpRegisterCompleteCallback`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__COREDUMP.html#group__CUDA__COREDUMP_1g2ccc1cc9d01135950fcc9c2a8ec6f9b5).
    cuCoredumpRegisterCompleteCallback(callback: CUcoredumpStatusCallback, userData: *mut c_void) -> (callbackOut: CUcoredumpCallbackHandle) = cuCoredumpRegisterCompleteCallback(callback, userData, &raw mut callbackOut);
    /// [`cuCoredumpDeregisterStartCallback`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__COREDUMP.html#group__CUDA__COREDUMP_1gd740dbaebff72cb7f155338104b6a675).
    cuCoredumpDeregisterStartCallback(callback: CUcoredumpCallbackHandle) -> () = cuCoredumpDeregisterStartCallback(callback);
    /// [`cuCoredumpDeregisterCompleteCallback`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__COREDUMP.html#group__CUDA__COREDUMP_1g0755f85ac8123062db6c4b2da0c654e7).
    cuCoredumpDeregisterCompleteCallback(callback: CUcoredumpCallbackHandle) -> () = cuCoredumpDeregisterCompleteCallback(callback);
    /// [`cuGetExportTable`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__COREDUMP.html#group__CUDA__COREDUMP_1g147bbfa6b44dd993affc4afb2f2c2855).
    cuGetExportTable(pExportTableId: *const CUuuid) -> (ppExportTable: *const c_void) = cuGetExportTable(&raw mut ppExportTable, pExportTableId);
    /// [`cuLogsUnregisterCallback`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__LOGS.html#group__CUDA__LOGS_1gfc013aa2dfb34d036fc86eac68f9cfd5).
    cuLogsUnregisterCallback(callback: CUlogsCallbackHandle) -> () = cuLogsUnregisterCallback(callback);
    /// [`cuLogsCurrent`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__LOGS.html#group__CUDA__LOGS_1g6b5d7b123c106ad874fb6ce51bd85726).
    cuLogsCurrent(flags: c_uint) -> (iterator_out: CUlogIterator) = cuLogsCurrent(&raw mut iterator_out, flags);
    /// [`cuLogsDumpToFile`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__LOGS.html#group__CUDA__LOGS_1ge41b5830059cb28ff1e48a9061bd6bed).
    cuLogsDumpToFile(iterator: *mut CUlogIterator, pathToFile: &CStr, flags: c_uint) -> () = cuLogsDumpToFile(iterator, pathToFile.as_ptr(), flags);
    /// [`cuLogsDumpToMemory`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__LOGS.html#group__CUDA__LOGS_1gcce3bb4ad13dbe02c5e60e1bc0aec698).
    cuLogsDumpToMemory(iterator: *mut CUlogIterator, buffer: *mut c_char, size: *mut usize, flags: c_uint) -> () = cuLogsDumpToMemory(iterator, buffer, size, flags);
    /// [`cuCheckpointProcessGetRestoreThreadId`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CHECKPOINT.html#group__CUDA__CHECKPOINT_1g28843209b99c729ed8501cfd086c4691).
    cuCheckpointProcessGetRestoreThreadId(pid: c_int) -> (tid: c_int) = cuCheckpointProcessGetRestoreThreadId(pid, &raw mut tid);
    /// [`cuCheckpointProcessGetState`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CHECKPOINT.html#group__CUDA__CHECKPOINT_1g73a5853cf266d08cd27989f2402196ed).
    cuCheckpointProcessGetState(pid: c_int) -> (state: CUprocessState) = cuCheckpointProcessGetState(pid, &raw mut state);
    /// [`cuCheckpointProcessLock`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CHECKPOINT.html#group__CUDA__CHECKPOINT_1g5f75a66111299af8d3c4e6362e886a63).
    cuCheckpointProcessLock(pid: c_int, args: *mut CUcheckpointLockArgs) -> () = cuCheckpointProcessLock(pid, args);
    /// [`cuCheckpointProcessCheckpoint`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CHECKPOINT.html#group__CUDA__CHECKPOINT_1g362df3bb9722295885b7ec3501dd623d).
    cuCheckpointProcessCheckpoint(pid: c_int, args: *mut CUcheckpointCheckpointArgs) -> () = cuCheckpointProcessCheckpoint(pid, args);
    /// [`cuCheckpointProcessRestore`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CHECKPOINT.html#group__CUDA__CHECKPOINT_1gf2066439091dfa0eae0cbca0144f5e91).
    cuCheckpointProcessRestore(pid: c_int, args: *mut CUcheckpointRestoreArgs) -> () = cuCheckpointProcessRestore(pid, args);
    /// [`cuCheckpointOperationComplete`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CHECKPOINT.html#group__CUDA__CHECKPOINT_1g6627f44a0c8f3e7f470091269b9e07d5).
    cuCheckpointOperationComplete(handle: CUcheckpointOperationHandle) -> () = cuCheckpointOperationComplete(handle);
    /// [`cuCheckpointProcessUnlock`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CHECKPOINT.html#group__CUDA__CHECKPOINT_1g487a7cff098bddca26516756b0f8ed30).
    cuCheckpointProcessUnlock(pid: c_int, args: *mut CUcheckpointUnlockArgs) -> () = cuCheckpointProcessUnlock(pid, args);
    /// [`cuProfilerInitialize`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__PROFILER__DEPRECATED.html#group__CUDA__PROFILER__DEPRECATED_1gd5d346ef62db53032948f387650d1a18).
    cuProfilerInitialize(configFile: &CStr, outputFile: &CStr, outputMode: CUoutput_mode) -> () = cuProfilerInitialize(configFile.as_ptr(), outputFile.as_ptr(), outputMode);
    /// [`cuProfilerStart`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__PROFILER.html#group__CUDA__PROFILER_1g8a5314de2292c2efac83ac7fcfa9190e).
    cuProfilerStart() -> () = cuProfilerStart();
    /// [`cuProfilerStop`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__PROFILER.html#group__CUDA__PROFILER_1g4d8edef6174fd90165e6ac838f320a5f).
    cuProfilerStop() -> () = cuProfilerStop();
}

#[cfg(feature = "external")]
methods! {
    /// [`cuImportExternalMemory`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EXTRES__INTEROP.html#group__CUDA__EXTRES__INTEROP_1g52aba3a7f780157d8ba12972b2481735).
    cuImportExternalMemory(memHandleDesc: *const CUDA_EXTERNAL_MEMORY_HANDLE_DESC) -> (extMem_out: CUexternalMemory) = cuImportExternalMemory(&raw mut extMem_out, memHandleDesc);
    /// [`cuExternalMemoryGetMappedBuffer`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EXTRES__INTEROP.html#group__CUDA__EXTRES__INTEROP_1gb9fec33920400c70961b4e33d838da91).
    cuExternalMemoryGetMappedBuffer(extMem: CUexternalMemory, bufferDesc: *const CUDA_EXTERNAL_MEMORY_BUFFER_DESC) -> (devPtr: CUdeviceptr) = cuExternalMemoryGetMappedBuffer(&raw mut devPtr, extMem, bufferDesc);
    /// [`cuExternalMemoryGetMappedMipmappedArray`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EXTRES__INTEROP.html#group__CUDA__EXTRES__INTEROP_1g02debbfa1b997e4f0e05300a312c17cc).
    cuExternalMemoryGetMappedMipmappedArray(extMem: CUexternalMemory, mipmapDesc: *const CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC) -> (mipmap: CUmipmappedArray) = cuExternalMemoryGetMappedMipmappedArray(&raw mut mipmap, extMem, mipmapDesc);
    /// [`cuDestroyExternalMemory`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EXTRES__INTEROP.html#group__CUDA__EXTRES__INTEROP_1g1b586dda86565617e7e0883b956c7052).
    cuDestroyExternalMemory(extMem: CUexternalMemory) -> () = cuDestroyExternalMemory(extMem);
    /// [`cuImportExternalSemaphore`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EXTRES__INTEROP.html#group__CUDA__EXTRES__INTEROP_1ge593134f5f9650474af74db644c4a326).
    cuImportExternalSemaphore(semHandleDesc: *const CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC) -> (extSem_out: CUexternalSemaphore) = cuImportExternalSemaphore(&raw mut extSem_out, semHandleDesc);
    /// [`cuSignalExternalSemaphoresAsync`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EXTRES__INTEROP.html#group__CUDA__EXTRES__INTEROP_1g86cd6c4b3f439ba786f4e65d1b8107c3).
    cuSignalExternalSemaphoresAsync(extSemArray: *const CUexternalSemaphore, paramsArray: *const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS, numExtSems: c_uint, stream: CUstream) -> () = cuSignalExternalSemaphoresAsync(extSemArray, paramsArray, numExtSems, stream);
    /// [`cuWaitExternalSemaphoresAsync`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EXTRES__INTEROP.html#group__CUDA__EXTRES__INTEROP_1g063f01a524818ac89bacf521c55a39f0).
    cuWaitExternalSemaphoresAsync(extSemArray: *const CUexternalSemaphore, paramsArray: *const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS, numExtSems: c_uint, stream: CUstream) -> () = cuWaitExternalSemaphoresAsync(extSemArray, paramsArray, numExtSems, stream);
    /// [`cuDestroyExternalSemaphore`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EXTRES__INTEROP.html#group__CUDA__EXTRES__INTEROP_1g7f13444973542fa50b7e75bcfb2f923d).
    cuDestroyExternalSemaphore(extSem: CUexternalSemaphore) -> () = cuDestroyExternalSemaphore(extSem);
}

#[cfg(feature = "graph")]
methods! {
    /// [`cuGraphCreate`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1gd885f719186010727b75c3315f865fdf).
    cuGraphCreate(flags: c_uint) -> (phGraph: CUgraph) = cuGraphCreate(&raw mut phGraph, flags);
    /// [`cuGraphAddKernelNode`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g50d871e3bd06c1b835e52f2966ef366b).
    #[doc(alias = "cuGraphAddKernelNode_v2")]
    cuGraphAddKernelNode(hGraph: CUgraph, dependencies: &[CUgraphNode], nodeParams: *const CUDA_KERNEL_NODE_PARAMS) -> (phGraphNode: CUgraphNode) = cuGraphAddKernelNode_v2(&raw mut phGraphNode, hGraph, dependencies.as_ptr(), dependencies.len(), nodeParams);
    /// [`cuGraphKernelNodeGetParams`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1gb8df3f99e8dd5e4f4a5a0f19a5518252).
    #[doc(alias = "cuGraphKernelNodeGetParams_v2")]
    cuGraphKernelNodeGetParams(hNode: CUgraphNode) -> (nodeParams: CUDA_KERNEL_NODE_PARAMS) = cuGraphKernelNodeGetParams_v2(hNode, &raw mut nodeParams);
    /// [`cuGraphKernelNodeSetParams`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1ga268bf2fd520f5aa3a3d700005df6703).
    #[doc(alias = "cuGraphKernelNodeSetParams_v2")]
    cuGraphKernelNodeSetParams(hNode: CUgraphNode, nodeParams: *const CUDA_KERNEL_NODE_PARAMS) -> () = cuGraphKernelNodeSetParams_v2(hNode, nodeParams);
    /// [`cuGraphAddMemcpyNode`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g674da6ab54a677f13e0e0e8206ff5073).
    cuGraphAddMemcpyNode(hGraph: CUgraph, dependencies: &[CUgraphNode], copyParams: *const CUDA_MEMCPY3D, ctx: CUcontext) -> (phGraphNode: CUgraphNode) = cuGraphAddMemcpyNode(&raw mut phGraphNode, hGraph, dependencies.as_ptr(), dependencies.len(), copyParams, ctx);
    /// [`cuGraphMemcpyNodeGetParams`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g572889131dbc31720eff94b130f4005b).
    cuGraphMemcpyNodeGetParams(hNode: CUgraphNode) -> (nodeParams: CUDA_MEMCPY3D) = cuGraphMemcpyNodeGetParams(hNode, &raw mut nodeParams);
    /// [`cuGraphMemcpyNodeSetParams`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1ga278a7ec0700c86abb0b2cfdf4d3dc1d).
    cuGraphMemcpyNodeSetParams(hNode: CUgraphNode, nodeParams: *const CUDA_MEMCPY3D) -> () = cuGraphMemcpyNodeSetParams(hNode, nodeParams);
    /// [`cuGraphAddMemsetNode`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g89dc8fc3743392777c0daa2c4aca40d3).
    cuGraphAddMemsetNode(hGraph: CUgraph, dependencies: &[CUgraphNode], memsetParams: *const CUDA_MEMSET_NODE_PARAMS, ctx: CUcontext) -> (phGraphNode: CUgraphNode) = cuGraphAddMemsetNode(&raw mut phGraphNode, hGraph, dependencies.as_ptr(), dependencies.len(), memsetParams, ctx);
    /// [`cuGraphMemsetNodeGetParams`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g18830edcfd982f952820a0d7f91b894a).
    cuGraphMemsetNodeGetParams(hNode: CUgraphNode) -> (nodeParams: CUDA_MEMSET_NODE_PARAMS) = cuGraphMemsetNodeGetParams(hNode, &raw mut nodeParams);
    /// [`cuGraphMemsetNodeSetParams`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1gc27f3fd83a6e33c74519066fbaa0de67).
    cuGraphMemsetNodeSetParams(hNode: CUgraphNode, nodeParams: *const CUDA_MEMSET_NODE_PARAMS) -> () = cuGraphMemsetNodeSetParams(hNode, nodeParams);
    /// [`cuGraphAddHostNode`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g0809d65e85a3c052296373954a05b1d6).
    cuGraphAddHostNode(hGraph: CUgraph, dependencies: &[CUgraphNode], nodeParams: *const CUDA_HOST_NODE_PARAMS) -> (phGraphNode: CUgraphNode) = cuGraphAddHostNode(&raw mut phGraphNode, hGraph, dependencies.as_ptr(), dependencies.len(), nodeParams);
    /// [`cuGraphHostNodeGetParams`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g2e3ea6000089fd5523c197ab5e73d5a2).
    cuGraphHostNodeGetParams(hNode: CUgraphNode) -> (nodeParams: CUDA_HOST_NODE_PARAMS) = cuGraphHostNodeGetParams(hNode, &raw mut nodeParams);
    /// [`cuGraphHostNodeSetParams`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1gae021ae8f19ee51044339db9c24dd266).
    cuGraphHostNodeSetParams(hNode: CUgraphNode, nodeParams: *const CUDA_HOST_NODE_PARAMS) -> () = cuGraphHostNodeSetParams(hNode, nodeParams);
    /// [`cuGraphAddChildGraphNode`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1gde52afbcf91a8c79d4d7efbe0e3b6844).
    cuGraphAddChildGraphNode(hGraph: CUgraph, dependencies: &[CUgraphNode], childGraph: CUgraph) -> (phGraphNode: CUgraphNode) = cuGraphAddChildGraphNode(&raw mut phGraphNode, hGraph, dependencies.as_ptr(), dependencies.len(), childGraph);
    /// [`cuGraphChildGraphNodeGetGraph`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1gbe9fc9267316b3778ef0db507917b4fd).
    cuGraphChildGraphNodeGetGraph(hNode: CUgraphNode) -> (phGraph: CUgraph) = cuGraphChildGraphNodeGetGraph(hNode, &raw mut phGraph);
    /// [`cuGraphAddEmptyNode`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g14b625984430cb2d574c63f29c9b9223).
    cuGraphAddEmptyNode(hGraph: CUgraph, dependencies: &[CUgraphNode]) -> (phGraphNode: CUgraphNode) = cuGraphAddEmptyNode(&raw mut phGraphNode, hGraph, dependencies.as_ptr(), dependencies.len());
    /// [`cuGraphAddEventRecordNode`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1ga7f6dcb109f4b7470ce6b067d39974a4).
    cuGraphAddEventRecordNode(hGraph: CUgraph, dependencies: &[CUgraphNode], event: CUevent) -> (phGraphNode: CUgraphNode) = cuGraphAddEventRecordNode(&raw mut phGraphNode, hGraph, dependencies.as_ptr(), dependencies.len(), event);
    /// [`cuGraphEventRecordNodeGetEvent`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1gb3608efc284aa2bbe5db61826d6e2259).
    cuGraphEventRecordNodeGetEvent(hNode: CUgraphNode) -> (event_out: CUevent) = cuGraphEventRecordNodeGetEvent(hNode, &raw mut event_out);
    /// [`cuGraphEventRecordNodeSetEvent`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g8ad8006aa7865865bf4d8c475cb21d87).
    cuGraphEventRecordNodeSetEvent(hNode: CUgraphNode, event: CUevent) -> () = cuGraphEventRecordNodeSetEvent(hNode, event);
    /// [`cuGraphAddEventWaitNode`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g7306f3bcbec3406d80e110cd13405c5e).
    cuGraphAddEventWaitNode(hGraph: CUgraph, dependencies: &[CUgraphNode], event: CUevent) -> (phGraphNode: CUgraphNode) = cuGraphAddEventWaitNode(&raw mut phGraphNode, hGraph, dependencies.as_ptr(), dependencies.len(), event);
    /// [`cuGraphEventWaitNodeGetEvent`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g90b9d60f3f5f4156d1351a96ce92846e).
    cuGraphEventWaitNodeGetEvent(hNode: CUgraphNode) -> (event_out: CUevent) = cuGraphEventWaitNodeGetEvent(hNode, &raw mut event_out);
    /// [`cuGraphEventWaitNodeSetEvent`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g2d6730d63efd399d3000952c54134930).
    cuGraphEventWaitNodeSetEvent(hNode: CUgraphNode, event: CUevent) -> () = cuGraphEventWaitNodeSetEvent(hNode, event);
    /// [`cuGraphAddExternalSemaphoresSignalNode`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g6410d5401de205568457fba5e1862ad3).
    cuGraphAddExternalSemaphoresSignalNode(hGraph: CUgraph, dependencies: &[CUgraphNode], nodeParams: *const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS) -> (phGraphNode: CUgraphNode) = cuGraphAddExternalSemaphoresSignalNode(&raw mut phGraphNode, hGraph, dependencies.as_ptr(), dependencies.len(), nodeParams);
    /// [`cuGraphExternalSemaphoresSignalNodeGetParams`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1ga9f9b30ce6eb9f45d691190b20f34126).
    cuGraphExternalSemaphoresSignalNodeGetParams(hNode: CUgraphNode) -> (params_out: CUDA_EXT_SEM_SIGNAL_NODE_PARAMS) = cuGraphExternalSemaphoresSignalNodeGetParams(hNode, &raw mut params_out);
    /// [`cuGraphExternalSemaphoresSignalNodeSetParams`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g7a344ed4c6a5fcaad7bc7c53b04c6099).
    cuGraphExternalSemaphoresSignalNodeSetParams(hNode: CUgraphNode, nodeParams: *const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS) -> () = cuGraphExternalSemaphoresSignalNodeSetParams(hNode, nodeParams);
    /// [`cuGraphAddExternalSemaphoresWaitNode`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g49131c65fcef0b60b3939e008f7b467e).
    cuGraphAddExternalSemaphoresWaitNode(hGraph: CUgraph, dependencies: &[CUgraphNode], nodeParams: *const CUDA_EXT_SEM_WAIT_NODE_PARAMS) -> (phGraphNode: CUgraphNode) = cuGraphAddExternalSemaphoresWaitNode(&raw mut phGraphNode, hGraph, dependencies.as_ptr(), dependencies.len(), nodeParams);
    /// [`cuGraphExternalSemaphoresWaitNodeGetParams`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g1430da6d26a58818a4712d135cf37a54).
    cuGraphExternalSemaphoresWaitNodeGetParams(hNode: CUgraphNode) -> (params_out: CUDA_EXT_SEM_WAIT_NODE_PARAMS) = cuGraphExternalSemaphoresWaitNodeGetParams(hNode, &raw mut params_out);
    /// [`cuGraphExternalSemaphoresWaitNodeSetParams`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1ge8b93792930a21ec352d6efd2c21c8c0).
    cuGraphExternalSemaphoresWaitNodeSetParams(hNode: CUgraphNode, nodeParams: *const CUDA_EXT_SEM_WAIT_NODE_PARAMS) -> () = cuGraphExternalSemaphoresWaitNodeSetParams(hNode, nodeParams);
    /// [`cuGraphAddBatchMemOpNode`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g5acb6914dbd18cb1ae15ea9437a73c96).
    cuGraphAddBatchMemOpNode(hGraph: CUgraph, dependencies: &[CUgraphNode], nodeParams: *const CUDA_BATCH_MEM_OP_NODE_PARAMS) -> (phGraphNode: CUgraphNode) = cuGraphAddBatchMemOpNode(&raw mut phGraphNode, hGraph, dependencies.as_ptr(), dependencies.len(), nodeParams);
    /// [`cuGraphBatchMemOpNodeGetParams`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g1d8039468b71285c61bc03ab3c302a28).
    cuGraphBatchMemOpNodeGetParams(hNode: CUgraphNode) -> (nodeParams_out: CUDA_BATCH_MEM_OP_NODE_PARAMS) = cuGraphBatchMemOpNodeGetParams(hNode, &raw mut nodeParams_out);
    /// [`cuGraphBatchMemOpNodeSetParams`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g625ca946b58df3d17221ff7db5cd7800).
    cuGraphBatchMemOpNodeSetParams(hNode: CUgraphNode, nodeParams: *const CUDA_BATCH_MEM_OP_NODE_PARAMS) -> () = cuGraphBatchMemOpNodeSetParams(hNode, nodeParams);
    /// [`cuGraphExecBatchMemOpNodeSetParams`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g23f51bb4e4c029bb32fac0146e38c076).
    cuGraphExecBatchMemOpNodeSetParams(hGraphExec: CUgraphExec, hNode: CUgraphNode, nodeParams: *const CUDA_BATCH_MEM_OP_NODE_PARAMS) -> () = cuGraphExecBatchMemOpNodeSetParams(hGraphExec, hNode, nodeParams);
    /// [`cuGraphAddMemAllocNode`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g73a351cb71b2945a0bcb913a93f69ec9).
    cuGraphAddMemAllocNode(hGraph: CUgraph, dependencies: &[CUgraphNode], nodeParams: *mut CUDA_MEM_ALLOC_NODE_PARAMS) -> (phGraphNode: CUgraphNode) = cuGraphAddMemAllocNode(&raw mut phGraphNode, hGraph, dependencies.as_ptr(), dependencies.len(), nodeParams);
    /// [`cuGraphMemAllocNodeGetParams`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1gee2c7d66d3d96b1470c1d1a769f250a2).
    cuGraphMemAllocNodeGetParams(hNode: CUgraphNode) -> (params_out: CUDA_MEM_ALLOC_NODE_PARAMS) = cuGraphMemAllocNodeGetParams(hNode, &raw mut params_out);
    /// [`cuGraphAddMemFreeNode`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1geb7cdce5d9be2d28d9428e74eb00fa53).
    cuGraphAddMemFreeNode(hGraph: CUgraph, dependencies: &[CUgraphNode], dptr: CUdeviceptr) -> (phGraphNode: CUgraphNode) = cuGraphAddMemFreeNode(&raw mut phGraphNode, hGraph, dependencies.as_ptr(), dependencies.len(), dptr);
    /// [`cuGraphMemFreeNodeGetParams`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1gd24d9fe5769222a2367e3f571fb2f28b).
    cuGraphMemFreeNodeGetParams(hNode: CUgraphNode) -> (dptr_out: CUdeviceptr) = cuGraphMemFreeNodeGetParams(hNode, &raw mut dptr_out);
    /// [`cuDeviceGraphMemTrim`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g57c87f4ba6af41825627cdd4e5a8c52b).
    cuDeviceGraphMemTrim(device: CUdevice) -> () = cuDeviceGraphMemTrim(device);
    /// [`cuDeviceGetGraphMemAttribute`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g0dfb8f1111f18be791c837ade3eeecec).
    cuDeviceGetGraphMemAttribute(device: CUdevice, attr: CUgraphMem_attribute, value: *mut c_void) -> () = cuDeviceGetGraphMemAttribute(device, attr, value);
    /// [`cuDeviceSetGraphMemAttribute`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1ga664cf9f6439f405cfbb4c03d88422ff).
    cuDeviceSetGraphMemAttribute(device: CUdevice, attr: CUgraphMem_attribute, value: *mut c_void) -> () = cuDeviceSetGraphMemAttribute(device, attr, value);
    /// [`cuGraphClone`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g3603974654e463f2231c71d9b9d1517e).
    cuGraphClone(originalGraph: CUgraph) -> (phGraphClone: CUgraph) = cuGraphClone(&raw mut phGraphClone, originalGraph);
    /// [`cuGraphNodeFindInClone`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1gf21f6c968e346f028737c1118bfd41c2).
    cuGraphNodeFindInClone(hOriginalNode: CUgraphNode, hClonedGraph: CUgraph) -> (phNode: CUgraphNode) = cuGraphNodeFindInClone(&raw mut phNode, hOriginalNode, hClonedGraph);
    /// [`cuGraphNodeGetType`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1gdb1776d97aa1c9d5144774b29e4b8c3e).
    cuGraphNodeGetType(hNode: CUgraphNode) -> (type_: CUgraphNodeType) = cuGraphNodeGetType(hNode, &raw mut type_);
    /// [`cuGraphNodeGetContainingGraph`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1gbbfe267adf728f1c53aa9d99ba101b92).
    cuGraphNodeGetContainingGraph(hNode: CUgraphNode) -> (phGraph: CUgraph) = cuGraphNodeGetContainingGraph(hNode, &raw mut phGraph);
    /// [`cuGraphNodeGetLocalId`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g18fd5107a28aaae1e396efcb0edaa70d).
    cuGraphNodeGetLocalId(hNode: CUgraphNode) -> (nodeId: c_uint) = cuGraphNodeGetLocalId(hNode, &raw mut nodeId);
    /// [`cuGraphNodeGetToolsId`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g10d4cf58921a26acce90ed1a03fcd4c1).
    cuGraphNodeGetToolsId(hNode: CUgraphNode) -> (toolsNodeId: c_ulonglong) = cuGraphNodeGetToolsId(hNode, &raw mut toolsNodeId);
    /// [`cuGraphGetId`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g0f05ae29d14198ff57d722156d60aa41).
    cuGraphGetId(hGraph: CUgraph) -> (graphId: c_uint) = cuGraphGetId(hGraph, &raw mut graphId);
    /// [`cuGraphExecGetId`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g7a561a95ac508d0a99bccbf89aa01509).
    cuGraphExecGetId(hGraphExec: CUgraphExec) -> (graphId: c_uint) = cuGraphExecGetId(hGraphExec, &raw mut graphId);
    /// [`cuGraphGetNodes`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1gfa35a8e2d2fc32f48dbd67ba27cf27e5).
    cuGraphGetNodes(hGraph: CUgraph, nodes: *mut CUgraphNode, numNodes: *mut usize) -> () = cuGraphGetNodes(hGraph, nodes, numNodes);
    /// [`cuGraphGetRootNodes`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1gf8517646bd8b39ab6359f8e7f0edffbd).
    cuGraphGetRootNodes(hGraph: CUgraph, rootNodes: *mut CUgraphNode, numRootNodes: *mut usize) -> () = cuGraphGetRootNodes(hGraph, rootNodes, numRootNodes);
    /// [`cuGraphGetEdges`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g4e3183ca455aae2e832edd4034094082).
    #[doc(alias = "cuGraphGetEdges_v2")]
    cuGraphGetEdges(hGraph: CUgraph, from: *mut CUgraphNode, to: *mut CUgraphNode, edgeData: *mut CUgraphEdgeData, numEdges: *mut usize) -> () = cuGraphGetEdges_v2(hGraph, from, to, edgeData, numEdges);
    /// [`cuGraphNodeGetDependencies`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1gd3fc7f62e46f621f59de2173e08fccc9).
    #[doc(alias = "cuGraphNodeGetDependencies_v2")]
    cuGraphNodeGetDependencies(hNode: CUgraphNode, dependencies: *mut CUgraphNode, edgeData: *mut CUgraphEdgeData, numDependencies: *mut usize) -> () = cuGraphNodeGetDependencies_v2(hNode, dependencies, edgeData, numDependencies);
    /// [`cuGraphNodeGetDependentNodes`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g61e907fa6896b5393246d1588c794450).
    #[doc(alias = "cuGraphNodeGetDependentNodes_v2")]
    cuGraphNodeGetDependentNodes(hNode: CUgraphNode, dependentNodes: *mut CUgraphNode, edgeData: *mut CUgraphEdgeData, numDependentNodes: *mut usize) -> () = cuGraphNodeGetDependentNodes_v2(hNode, dependentNodes, edgeData, numDependentNodes);
    /// [`cuGraphAddDependencies`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g5dad91f0be4e0fde6092f15797427e2d).
    #[doc(alias = "cuGraphAddDependencies_v2")]
    cuGraphAddDependencies(hGraph: CUgraph, from: *const CUgraphNode, to: *const CUgraphNode, edgeData: *const CUgraphEdgeData, numDependencies: usize) -> () = cuGraphAddDependencies_v2(hGraph, from, to, edgeData, numDependencies);
    /// [`cuGraphRemoveDependencies`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g25048b696f56b4d6131f068074176301).
    #[doc(alias = "cuGraphRemoveDependencies_v2")]
    cuGraphRemoveDependencies(hGraph: CUgraph, from: *const CUgraphNode, to: *const CUgraphNode, edgeData: *const CUgraphEdgeData, numDependencies: usize) -> () = cuGraphRemoveDependencies_v2(hGraph, from, to, edgeData, numDependencies);
    /// [`cuGraphDestroyNode`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g00ed16434d983d8f0011683eacaf19b9).
    cuGraphDestroyNode(hNode: CUgraphNode) -> () = cuGraphDestroyNode(hNode);
    /// [`cuGraphInstantiate`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1gb53b435e178cccfa37ac87285d2c3fa1).
    #[doc(alias = "cuGraphInstantiateWithFlags")]
    cuGraphInstantiate(hGraph: CUgraph, flags: c_ulonglong) -> (phGraphExec: CUgraphExec) = cuGraphInstantiateWithFlags(&raw mut phGraphExec, hGraph, flags);
    /// [`cuGraphInstantiateWithParams`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g8d9541e4df43ee8440e794634a0d1af8).
    cuGraphInstantiateWithParams(hGraph: CUgraph, instantiateParams: *mut CUDA_GRAPH_INSTANTIATE_PARAMS) -> (phGraphExec: CUgraphExec) = cuGraphInstantiateWithParams(&raw mut phGraphExec, hGraph, instantiateParams);
    /// [`cuGraphExecGetFlags`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g5004de43ce63398a1a7d7a57edf17d9a).
    cuGraphExecGetFlags(hGraphExec: CUgraphExec) -> (flags: cuuint64_t) = cuGraphExecGetFlags(hGraphExec, &raw mut flags);
    /// [`cuGraphExecKernelNodeSetParams`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1gd84243569e4c3d6356b9f2eea20ed48c).
    #[doc(alias = "cuGraphExecKernelNodeSetParams_v2")]
    cuGraphExecKernelNodeSetParams(hGraphExec: CUgraphExec, hNode: CUgraphNode, nodeParams: *const CUDA_KERNEL_NODE_PARAMS) -> () = cuGraphExecKernelNodeSetParams_v2(hGraphExec, hNode, nodeParams);
    /// [`cuGraphExecMemcpyNodeSetParams`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g26186d58858ab32ccc7425b53786cce5).
    cuGraphExecMemcpyNodeSetParams(hGraphExec: CUgraphExec, hNode: CUgraphNode, copyParams: *const CUDA_MEMCPY3D, ctx: CUcontext) -> () = cuGraphExecMemcpyNodeSetParams(hGraphExec, hNode, copyParams, ctx);
    /// [`cuGraphExecMemsetNodeSetParams`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g5df5be09a0b7b3513e740ebbbcd59739).
    cuGraphExecMemsetNodeSetParams(hGraphExec: CUgraphExec, hNode: CUgraphNode, memsetParams: *const CUDA_MEMSET_NODE_PARAMS, ctx: CUcontext) -> () = cuGraphExecMemsetNodeSetParams(hGraphExec, hNode, memsetParams, ctx);
    /// [`cuGraphExecHostNodeSetParams`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1ga549b946cedb73dc2596314b2d52f8d8).
    cuGraphExecHostNodeSetParams(hGraphExec: CUgraphExec, hNode: CUgraphNode, nodeParams: *const CUDA_HOST_NODE_PARAMS) -> () = cuGraphExecHostNodeSetParams(hGraphExec, hNode, nodeParams);
    /// [`cuGraphExecChildGraphNodeSetParams`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g8f2d9893f6b899f992db1a2942ec03ff).
    cuGraphExecChildGraphNodeSetParams(hGraphExec: CUgraphExec, hNode: CUgraphNode, childGraph: CUgraph) -> () = cuGraphExecChildGraphNodeSetParams(hGraphExec, hNode, childGraph);
    /// [`cuGraphExecEventRecordNodeSetEvent`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g62fea841fdc169c3ef18e9199f28a6a7).
    cuGraphExecEventRecordNodeSetEvent(hGraphExec: CUgraphExec, hNode: CUgraphNode, event: CUevent) -> () = cuGraphExecEventRecordNodeSetEvent(hGraphExec, hNode, event);
    /// [`cuGraphExecEventWaitNodeSetEvent`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1gfea9619d6ff228401613febae793f996).
    cuGraphExecEventWaitNodeSetEvent(hGraphExec: CUgraphExec, hNode: CUgraphNode, event: CUevent) -> () = cuGraphExecEventWaitNodeSetEvent(hGraphExec, hNode, event);
    /// [`cuGraphExecExternalSemaphoresSignalNodeSetParams`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g96aedf2977d0dce275fa3b3cf3700ade).
    cuGraphExecExternalSemaphoresSignalNodeSetParams(hGraphExec: CUgraphExec, hNode: CUgraphNode, nodeParams: *const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS) -> () = cuGraphExecExternalSemaphoresSignalNodeSetParams(hGraphExec, hNode, nodeParams);
    /// [`cuGraphExecExternalSemaphoresWaitNodeSetParams`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g98a93c41b057cc1b48c0498811f65ad3).
    cuGraphExecExternalSemaphoresWaitNodeSetParams(hGraphExec: CUgraphExec, hNode: CUgraphNode, nodeParams: *const CUDA_EXT_SEM_WAIT_NODE_PARAMS) -> () = cuGraphExecExternalSemaphoresWaitNodeSetParams(hGraphExec, hNode, nodeParams);
    /// [`cuGraphNodeSetEnabled`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g371b20eb0c0658731e38db7e68f12c78).
    cuGraphNodeSetEnabled(hGraphExec: CUgraphExec, hNode: CUgraphNode, isEnabled: c_uint) -> () = cuGraphNodeSetEnabled(hGraphExec, hNode, isEnabled);
    /// [`cuGraphNodeGetEnabled`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g428f51dceec6f6211bb9c1d710925a3d).
    cuGraphNodeGetEnabled(hGraphExec: CUgraphExec, hNode: CUgraphNode) -> (isEnabled: c_uint) = cuGraphNodeGetEnabled(hGraphExec, hNode, &raw mut isEnabled);
    /// [`cuGraphUpload`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1ga7eb9849e6e4604864a482b38f25be48).
    cuGraphUpload(hGraphExec: CUgraphExec, hStream: CUstream) -> () = cuGraphUpload(hGraphExec, hStream);
    /// [`cuGraphLaunch`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g6b2dceb3901e71a390d2bd8b0491e471).
    cuGraphLaunch(hGraphExec: CUgraphExec, hStream: CUstream) -> () = cuGraphLaunch(hGraphExec, hStream);
    /// [`cuGraphExecDestroy`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1ga32ad4944cc5d408158207c978bc43a7).
    cuGraphExecDestroy(hGraphExec: CUgraphExec) -> () = cuGraphExecDestroy(hGraphExec);
    /// [`cuGraphExecUpdate`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g96efefc56df46927da7297f122adfb9f).
    #[doc(alias = "cuGraphExecUpdate_v2")]
    cuGraphExecUpdate(hGraphExec: CUgraphExec, hGraph: CUgraph, resultInfo: *mut CUgraphExecUpdateResultInfo) -> () = cuGraphExecUpdate_v2(hGraphExec, hGraph, resultInfo);
    /// [`cuGraphKernelNodeCopyAttributes`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1ga5f4e6786704bf710b61a26146c51c9e).
    cuGraphKernelNodeCopyAttributes(dst: CUgraphNode, src: CUgraphNode) -> () = cuGraphKernelNodeCopyAttributes(dst, src);
    /// [`cuGraphKernelNodeGetAttribute`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g9827e34c800e2f2cb4d9a6f4e186f796).
    cuGraphKernelNodeGetAttribute(hNode: CUgraphNode, attr: CUkernelNodeAttrID) -> (value_out: CUkernelNodeAttrValue) = cuGraphKernelNodeGetAttribute(hNode, attr, &raw mut value_out);
    /// [`cuGraphKernelNodeSetAttribute`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1gd888774df6c1d0774bee49ec9442eefc).
    cuGraphKernelNodeSetAttribute(hNode: CUgraphNode, attr: CUkernelNodeAttrID, value: *const CUkernelNodeAttrValue) -> () = cuGraphKernelNodeSetAttribute(hNode, attr, value);
    /// [`cuGraphDebugDotPrint`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g0fb0c4d319477a0a98da005fcb0dacc4).
    cuGraphDebugDotPrint(hGraph: CUgraph, path: &CStr, flags: c_uint) -> () = cuGraphDebugDotPrint(hGraph, path.as_ptr(), flags);
    /// [`cuUserObjectCreate`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g58f04e0ac0ad23d2f15ea6e9f6c8a999).
    cuUserObjectCreate(ptr: *mut c_void, destroy: CUhostFn, initialRefcount: c_uint, flags: c_uint) -> (object_out: CUuserObject) = cuUserObjectCreate(&raw mut object_out, ptr, destroy, initialRefcount, flags);
    /// [`cuUserObjectRetain`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1ge022bcecdeca2d14cc8f28afc6a2eaf6).
    cuUserObjectRetain(object: CUuserObject, count: c_uint) -> () = cuUserObjectRetain(object, count);
    /// [`cuUserObjectRelease`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1ga2c16918341b8d020c9246e75658cc80).
    cuUserObjectRelease(object: CUuserObject, count: c_uint) -> () = cuUserObjectRelease(object, count);
    /// [`cuGraphRetainUserObject`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1gaffd130c928e56740a2a5aaeb6125c8a).
    cuGraphRetainUserObject(graph: CUgraph, object: CUuserObject, count: c_uint, flags: c_uint) -> () = cuGraphRetainUserObject(graph, object, count, flags);
    /// [`cuGraphReleaseUserObject`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g232c84cc31e13e4201a421e28561eebf).
    cuGraphReleaseUserObject(graph: CUgraph, object: CUuserObject, count: c_uint) -> () = cuGraphReleaseUserObject(graph, object, count);
    /// [`cuGraphAddNode`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1ge01208e62f72a53367a2af903bf17d23).
    #[doc(alias = "cuGraphAddNode_v2")]
    cuGraphAddNode(hGraph: CUgraph, dependencies: *const CUgraphNode, dependencyData: *const CUgraphEdgeData, numDependencies: usize, nodeParams: *mut CUgraphNodeParams) -> (phGraphNode: CUgraphNode) = cuGraphAddNode_v2(&raw mut phGraphNode, hGraph, dependencies, dependencyData, numDependencies, nodeParams);
    /// [`cuGraphAddNode_v3`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1gf49d4437aeb3fe5c45b0d40158aeb39b).
    cuGraphAddNode_v3(hGraph: CUgraph, dependencies: *const CUgraphNode, dependencyData: *const CUgraphEdgeData, numDependencies: usize, nodeParams: *mut CUgraphNodeParams) -> (phGraphNode: CUgraphNode) = cuGraphAddNode_v3(&raw mut phGraphNode, hGraph, dependencies, dependencyData, numDependencies, nodeParams);
    /// [`cuGraphNodeSetParams`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1gbf18157f40ea2d160cb0b9e4e2b16139).
    cuGraphNodeSetParams(hNode: CUgraphNode, nodeParams: *mut CUgraphNodeParams) -> () = cuGraphNodeSetParams(hNode, nodeParams);
    /// [`cuGraphNodeSetParams_v2`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1g8981752c14c7dcf0b1e9a60a1bdee731).
    cuGraphNodeSetParams_v2(hNode: CUgraphNode, nodeParams: *mut CUgraphNodeParams) -> () = cuGraphNodeSetParams_v2(hNode, nodeParams);
    /// [`cuGraphNodeGetParams`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1gfe2a3c7d8c89a3c252098194a3b60bda).
    cuGraphNodeGetParams(hNode: CUgraphNode) -> (nodeParams: CUgraphNodeParams) = cuGraphNodeGetParams(hNode, &raw mut nodeParams);
    /// [`cuGraphExecNodeSetParams`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1gb318c5b61ada0e333bb12d1d33dae48b).
    cuGraphExecNodeSetParams(hGraphExec: CUgraphExec, hNode: CUgraphNode, nodeParams: *mut CUgraphNodeParams) -> () = cuGraphExecNodeSetParams(hGraphExec, hNode, nodeParams);
    /// [`cuGraphConditionalHandleCreate`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPH.html#group__CUDA__GRAPH_1gece6f3b9e85d0edb8484d625fe567376).
    cuGraphConditionalHandleCreate(hGraph: CUgraph, ctx: CUcontext, defaultLaunchValue: c_uint, flags: c_uint) -> (pHandle_out: CUgraphConditionalHandle) = cuGraphConditionalHandleCreate(&raw mut pHandle_out, hGraph, ctx, defaultLaunchValue, flags);
}

#[cfg(feature = "graphics")]
methods! {
    /// [`cuGraphicsUnregisterResource`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPHICS.html#group__CUDA__GRAPHICS_1ga7e5e97b74eaa13dfa6582e853e4c96d).
    cuGraphicsUnregisterResource(resource: CUgraphicsResource) -> () = cuGraphicsUnregisterResource(resource);
    /// [`cuGraphicsSubResourceGetMappedArray`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPHICS.html#group__CUDA__GRAPHICS_1g61c55e987e54558cce547240d6123078).
    cuGraphicsSubResourceGetMappedArray(resource: CUgraphicsResource, arrayIndex: c_uint, mipLevel: c_uint) -> (pArray: CUarray) = cuGraphicsSubResourceGetMappedArray(&raw mut pArray, resource, arrayIndex, mipLevel);
    /// [`cuGraphicsResourceGetMappedMipmappedArray`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPHICS.html#group__CUDA__GRAPHICS_1g37680bbe89c7fe5c613563eaab9d14c1).
    cuGraphicsResourceGetMappedMipmappedArray(resource: CUgraphicsResource) -> (pMipmappedArray: CUmipmappedArray) = cuGraphicsResourceGetMappedMipmappedArray(&raw mut pMipmappedArray, resource);
    /// [`cuGraphicsResourceGetMappedPointer`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPHICS.html#group__CUDA__GRAPHICS_1g8a634cf4150d399f0018061580592457); returns (`pDevPtr`, `pSize`).
    #[doc(alias = "cuGraphicsResourceGetMappedPointer_v2")]
    cuGraphicsResourceGetMappedPointer(resource: CUgraphicsResource) -> (pDevPtr: CUdeviceptr, pSize: usize) = cuGraphicsResourceGetMappedPointer_v2(&raw mut pDevPtr, &raw mut pSize, resource);
    /// [`cuGraphicsResourceSetMapFlags`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPHICS.html#group__CUDA__GRAPHICS_1gfe96aa7747f8b11d44a6fa6a851e1b39).
    #[doc(alias = "cuGraphicsResourceSetMapFlags_v2")]
    cuGraphicsResourceSetMapFlags(resource: CUgraphicsResource, flags: c_uint) -> () = cuGraphicsResourceSetMapFlags_v2 or cuGraphicsResourceSetMapFlags(resource, flags);
    /// [`cuGraphicsMapResources`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPHICS.html#group__CUDA__GRAPHICS_1gffcfd8e78d82cc4f6dd987e8bce4edb0).
    cuGraphicsMapResources(resources: &[CUgraphicsResource], hStream: CUstream) -> () = cuGraphicsMapResources(c_uint::try_from(resources.len()).unwrap_or(c_uint::MAX), resources.as_ptr().cast_mut(), hStream);
    /// [`cuGraphicsUnmapResources`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GRAPHICS.html#group__CUDA__GRAPHICS_1g8e9ff25d071375a0df1cb5aee924af32).
    cuGraphicsUnmapResources(resources: &[CUgraphicsResource], hStream: CUstream) -> () = cuGraphicsUnmapResources(c_uint::try_from(resources.len()).unwrap_or(c_uint::MAX), resources.as_ptr().cast_mut(), hStream);
    /// [`cuGraphicsGLRegisterBuffer`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GL.html#group__CUDA__GL_1gd530f66cc9ab43a31a98527e75f343a0).
    cuGraphicsGLRegisterBuffer(buffer: GLuint, Flags: c_uint) -> (pCudaResource: CUgraphicsResource) = cuGraphicsGLRegisterBuffer(&raw mut pCudaResource, buffer, Flags);
    /// [`cuGraphicsGLRegisterImage`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GL.html#group__CUDA__GL_1g52c3a36c4c92611b6fcf0662b2f74e40).
    cuGraphicsGLRegisterImage(image: GLuint, target: GLenum, Flags: c_uint) -> (pCudaResource: CUgraphicsResource) = cuGraphicsGLRegisterImage(&raw mut pCudaResource, image, target, Flags);
    /// [`cuWGLGetDevice`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GL.html#group__CUDA__GL_1g21ff8296192dc38dff42ba3346078282).
    cuWGLGetDevice(hGpu: HGPUNV) -> (pDevice: CUdevice) = cuWGLGetDevice(&raw mut pDevice, hGpu);
    /// [`cuGLGetDevices`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GL.html#group__CUDA__GL_1g98bb15525b04d2f6a817c21e07d8b7cd).
    #[doc(alias = "cuGLGetDevices_v2")]
    cuGLGetDevices(pCudaDevices: &mut [CUdevice], deviceList: CUGLDeviceList) -> (pCudaDeviceCount: c_uint) = cuGLGetDevices_v2 or cuGLGetDevices(&raw mut pCudaDeviceCount, pCudaDevices.as_mut_ptr(), c_uint::try_from(pCudaDevices.len()).unwrap_or(c_uint::MAX), deviceList);
    /// [`cuGLCtxCreate`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GL__DEPRECATED.html#group__CUDA__GL__DEPRECATED_1g923988b9596911c39bb55fd848015a3d).
    #[doc(alias = "cuGLCtxCreate_v2")]
    cuGLCtxCreate(Flags: c_uint, device: CUdevice) -> (pCtx: CUcontext) = cuGLCtxCreate_v2 or cuGLCtxCreate(&raw mut pCtx, Flags, device);
    /// [`cuGLInit`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GL__DEPRECATED.html#group__CUDA__GL__DEPRECATED_1g1eb69794b494f2908664737e3386aec4).
    cuGLInit() -> () = cuGLInit();
    /// [`cuGLRegisterBufferObject`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GL__DEPRECATED.html#group__CUDA__GL__DEPRECATED_1g5d6e3dcc56ee510d153551b8e949615f).
    cuGLRegisterBufferObject(buffer: GLuint) -> () = cuGLRegisterBufferObject(buffer);
    /// [`cuGLMapBufferObject`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GL__DEPRECATED.html#group__CUDA__GL__DEPRECATED_1g6fc2c6a0d217eab602155311b8bfc404); returns (`dptr`, `size`).
    #[doc(alias = "cuGLMapBufferObject_v2")]
    cuGLMapBufferObject(buffer: GLuint) -> (dptr: CUdeviceptr, size: usize) = cuGLMapBufferObject_v2(&raw mut dptr, &raw mut size, buffer);
    /// [`cuGLUnmapBufferObject`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GL__DEPRECATED.html#group__CUDA__GL__DEPRECATED_1g5beb89f35d0d12ad60313b183bef7ac4).
    cuGLUnmapBufferObject(buffer: GLuint) -> () = cuGLUnmapBufferObject(buffer);
    /// [`cuGLUnregisterBufferObject`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GL__DEPRECATED.html#group__CUDA__GL__DEPRECATED_1g465091301c2e92756c98c4c184c90da1).
    cuGLUnregisterBufferObject(buffer: GLuint) -> () = cuGLUnregisterBufferObject(buffer);
    /// [`cuGLSetBufferObjectMapFlags`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GL__DEPRECATED.html#group__CUDA__GL__DEPRECATED_1gb37c21f676303914a3e7151910aabeb2).
    cuGLSetBufferObjectMapFlags(buffer: GLuint, Flags: c_uint) -> () = cuGLSetBufferObjectMapFlags(buffer, Flags);
    /// [`cuGLMapBufferObjectAsync`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GL__DEPRECATED.html#group__CUDA__GL__DEPRECATED_1g2f7b5a7b8b201d3638f7251fdb00d0ae); returns (`dptr`, `size`).
    #[doc(alias = "cuGLMapBufferObjectAsync_v2")]
    cuGLMapBufferObjectAsync(buffer: GLuint, hStream: CUstream) -> (dptr: CUdeviceptr, size: usize) = cuGLMapBufferObjectAsync_v2(&raw mut dptr, &raw mut size, buffer, hStream);
    /// [`cuGLUnmapBufferObjectAsync`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GL__DEPRECATED.html#group__CUDA__GL__DEPRECATED_1g9254e4e0c99f4769c2d423a6f8d7ca9f).
    cuGLUnmapBufferObjectAsync(buffer: GLuint, hStream: CUstream) -> () = cuGLUnmapBufferObjectAsync(buffer, hStream);
    /// [`cuGraphicsEGLRegisterImage`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EGL.html#group__CUDA__EGL_1g9f9b026d175238be6f6e79048d6879c5).
    cuGraphicsEGLRegisterImage(image: EGLImageKHR, flags: c_uint) -> (pCudaResource: CUgraphicsResource) = cuGraphicsEGLRegisterImage(&raw mut pCudaResource, image, flags);
    /// [`cuEGLStreamConsumerConnect`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EGL.html#group__CUDA__EGL_1g3f59b85a292d59c19c8b64b8ade8a658).
    cuEGLStreamConsumerConnect(stream: EGLStreamKHR) -> (conn: CUeglStreamConnection) = cuEGLStreamConsumerConnect(&raw mut conn, stream);
    /// [`cuEGLStreamConsumerConnectWithFlags`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EGL.html#group__CUDA__EGL_1g7be3b064ea600a7bac4906e5d61ba4b7).
    cuEGLStreamConsumerConnectWithFlags(stream: EGLStreamKHR, flags: c_uint) -> (conn: CUeglStreamConnection) = cuEGLStreamConsumerConnectWithFlags(&raw mut conn, stream, flags);
    /// [`cuEGLStreamConsumerDisconnect`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EGL.html#group__CUDA__EGL_1g3ab15cff9be3b25447714101ecda6a61).
    cuEGLStreamConsumerDisconnect(conn: *mut CUeglStreamConnection) -> () = cuEGLStreamConsumerDisconnect(conn);
    /// [`cuEGLStreamConsumerAcquireFrame`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EGL.html#group__CUDA__EGL_1g10507a0acb74a90136caacb363a3c6a7).
    cuEGLStreamConsumerAcquireFrame(conn: *mut CUeglStreamConnection, pStream: *mut CUstream, timeout: c_uint) -> (pCudaResource: CUgraphicsResource) = cuEGLStreamConsumerAcquireFrame(conn, &raw mut pCudaResource, pStream, timeout);
    /// [`cuEGLStreamConsumerReleaseFrame`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EGL.html#group__CUDA__EGL_1g4dadfefc718210e91c8f44f6a8e4b233).
    cuEGLStreamConsumerReleaseFrame(conn: *mut CUeglStreamConnection, pCudaResource: CUgraphicsResource, pStream: *mut CUstream) -> () = cuEGLStreamConsumerReleaseFrame(conn, pCudaResource, pStream);
    /// [`cuEGLStreamProducerConnect`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EGL.html#group__CUDA__EGL_1g5d181803d994a06f1bf9b05f52757bef).
    cuEGLStreamProducerConnect(stream: EGLStreamKHR, width: EGLint, height: EGLint) -> (conn: CUeglStreamConnection) = cuEGLStreamProducerConnect(&raw mut conn, stream, width, height);
    /// [`cuEGLStreamProducerDisconnect`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EGL.html#group__CUDA__EGL_1gbdc9664bfb17dd3fa1e0a3ca68a8cafd).
    cuEGLStreamProducerDisconnect(conn: *mut CUeglStreamConnection) -> () = cuEGLStreamProducerDisconnect(conn);
    /// [`cuEGLStreamProducerPresentFrame`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EGL.html#group__CUDA__EGL_1g60dcaadeabcbaedb4a271d529306687b).
    cuEGLStreamProducerPresentFrame(conn: *mut CUeglStreamConnection, eglframe: CUeglFrame, pStream: *mut CUstream) -> () = cuEGLStreamProducerPresentFrame(conn, eglframe, pStream);
    /// [`cuEGLStreamProducerReturnFrame`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EGL.html#group__CUDA__EGL_1g70c84d9d01f343fc07cd632f9cfc3a06).
    cuEGLStreamProducerReturnFrame(conn: *mut CUeglStreamConnection, eglframe: *mut CUeglFrame, pStream: *mut CUstream) -> () = cuEGLStreamProducerReturnFrame(conn, eglframe, pStream);
    /// [`cuGraphicsResourceGetMappedEglFrame`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EGL.html#group__CUDA__EGL_1g208166ea53ec96b645779f68ab832243).
    cuGraphicsResourceGetMappedEglFrame(resource: CUgraphicsResource, index: c_uint, mipLevel: c_uint) -> (eglFrame: CUeglFrame) = cuGraphicsResourceGetMappedEglFrame(&raw mut eglFrame, resource, index, mipLevel);
    /// [`cuEventCreateFromEGLSync`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EGL.html#group__CUDA__EGL_1gc1f625de07ffc410973fcc9709e36342).
    cuEventCreateFromEGLSync(eglSync: EGLSyncKHR, flags: c_uint) -> (phEvent: CUevent) = cuEventCreateFromEGLSync(&raw mut phEvent, eglSync, flags);
    /// [`cuVDPAUGetDevice`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__VDPAU.html#group__CUDA__VDPAU_1g0cce87525545da2cf1e84e007d5fe230).
    cuVDPAUGetDevice(vdpDevice: VdpDevice, vdpGetProcAddress: *mut VdpGetProcAddress) -> (pDevice: CUdevice) = cuVDPAUGetDevice(&raw mut pDevice, vdpDevice, vdpGetProcAddress);
    /// [`cuVDPAUCtxCreate`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__VDPAU.html#group__CUDA__VDPAU_1gbfca4396947b5f194901c279cc6973d4).
    #[doc(alias = "cuVDPAUCtxCreate_v2")]
    cuVDPAUCtxCreate(flags: c_uint, device: CUdevice, vdpDevice: VdpDevice, vdpGetProcAddress: *mut VdpGetProcAddress) -> (pCtx: CUcontext) = cuVDPAUCtxCreate_v2 or cuVDPAUCtxCreate(&raw mut pCtx, flags, device, vdpDevice, vdpGetProcAddress);
    /// [`cuGraphicsVDPAURegisterVideoSurface`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__VDPAU.html#group__CUDA__VDPAU_1ga5e00ff2d3ff2f8b680a69f3bc5cd891).
    cuGraphicsVDPAURegisterVideoSurface(vdpSurface: VdpVideoSurface, flags: c_uint) -> (pCudaResource: CUgraphicsResource) = cuGraphicsVDPAURegisterVideoSurface(&raw mut pCudaResource, vdpSurface, flags);
    /// [`cuGraphicsVDPAURegisterOutputSurface`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__VDPAU.html#group__CUDA__VDPAU_1g54874c7f771e51f27292a562c92cee28).
    cuGraphicsVDPAURegisterOutputSurface(vdpSurface: VdpOutputSurface, flags: c_uint) -> (pCudaResource: CUgraphicsResource) = cuGraphicsVDPAURegisterOutputSurface(&raw mut pCudaResource, vdpSurface, flags);
}

#[cfg(feature = "green")]
methods! {
    /// [`cuGreenCtxCreate`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GREEN__CONTEXTS.html#group__CUDA__GREEN__CONTEXTS_1ga6da4f9959fd48d1f1a5cbedbec54e65).
    cuGreenCtxCreate(desc: CUdevResourceDesc, dev: CUdevice, flags: c_uint) -> (phCtx: CUgreenCtx) = cuGreenCtxCreate(&raw mut phCtx, desc, dev, flags);
    /// [`cuCtxFromGreenCtx`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GREEN__CONTEXTS.html#group__CUDA__GREEN__CONTEXTS_1gf0779ec72ce1d5d7eb003d7d9b25afcb).
    cuCtxFromGreenCtx(hCtx: CUgreenCtx) -> (pContext: CUcontext) = cuCtxFromGreenCtx(&raw mut pContext, hCtx);
    /// [`cuDeviceGetDevResource`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GREEN__CONTEXTS.html#group__CUDA__GREEN__CONTEXTS_1g5a94863b159b7f1cb7bac577b85f4f3d).
    cuDeviceGetDevResource(device: CUdevice, type_: CUdevResourceType) -> (resource: CUdevResource) = cuDeviceGetDevResource(device, &raw mut resource, type_);
    /// [`cuCtxGetDevResource`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GREEN__CONTEXTS.html#group__CUDA__GREEN__CONTEXTS_1g3d90f26764dc65824cd8fe37a17476eb).
    cuCtxGetDevResource(hCtx: CUcontext, type_: CUdevResourceType) -> (resource: CUdevResource) = cuCtxGetDevResource(hCtx, &raw mut resource, type_);
    /// [`cuGreenCtxGetDevResource`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GREEN__CONTEXTS.html#group__CUDA__GREEN__CONTEXTS_1gf30a42d6f823bea104a0ee6d912505fb).
    cuGreenCtxGetDevResource(hCtx: CUgreenCtx, type_: CUdevResourceType) -> (resource: CUdevResource) = cuGreenCtxGetDevResource(hCtx, &raw mut resource, type_);
    /// [`cuDevSmResourceSplitByCount`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GREEN__CONTEXTS.html#group__CUDA__GREEN__CONTEXTS_1g832c7cff3d1d84cd97168874594d9850).
    cuDevSmResourceSplitByCount(result: *mut CUdevResource, nbGroups: *mut c_uint, input: *const CUdevResource, remainder: *mut CUdevResource, flags: c_uint, minCount: c_uint) -> () = cuDevSmResourceSplitByCount(result, nbGroups, input, remainder, flags, minCount);
    /// [`cuDevSmResourceSplit`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GREEN__CONTEXTS.html#group__CUDA__GREEN__CONTEXTS_1g63c5f55c45dd7c9f6b3f827c731b552e).
    cuDevSmResourceSplit(result: *mut CUdevResource, nbGroups: c_uint, input: *const CUdevResource, remainder: *mut CUdevResource, flags: c_uint, groupParams: *mut CU_DEV_SM_RESOURCE_GROUP_PARAMS) -> () = cuDevSmResourceSplit(result, nbGroups, input, remainder, flags, groupParams);
    /// [`cuDevResourceGenerateDesc`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GREEN__CONTEXTS.html#group__CUDA__GREEN__CONTEXTS_1g1ea7743fd633d2e2dd92eb1c84c4fbc5).
    cuDevResourceGenerateDesc(resources: &[CUdevResource]) -> (phDesc: CUdevResourceDesc) = cuDevResourceGenerateDesc(&raw mut phDesc, resources.as_ptr().cast_mut(), c_uint::try_from(resources.len()).unwrap_or(c_uint::MAX));
    /// [`cuGreenCtxRecordEvent`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GREEN__CONTEXTS.html#group__CUDA__GREEN__CONTEXTS_1g9dd087071cc217ad7ebda6df96d2ee40).
    cuGreenCtxRecordEvent(hCtx: CUgreenCtx, hEvent: CUevent) -> () = cuGreenCtxRecordEvent(hCtx, hEvent);
    /// [`cuGreenCtxWaitEvent`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GREEN__CONTEXTS.html#group__CUDA__GREEN__CONTEXTS_1g6b26172117084fd024f1396fb66a8ffd).
    cuGreenCtxWaitEvent(hCtx: CUgreenCtx, hEvent: CUevent) -> () = cuGreenCtxWaitEvent(hCtx, hEvent);
    /// [`cuGreenCtxGetId`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GREEN__CONTEXTS.html#group__CUDA__GREEN__CONTEXTS_1g2e073a7cde154f4fee132f8efd879b9c).
    cuGreenCtxGetId(greenCtx: CUgreenCtx) -> (greenCtxId: c_ulonglong) = cuGreenCtxGetId(greenCtx, &raw mut greenCtxId);
    /// [`cuStreamGetDevResource`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__GREEN__CONTEXTS.html#group__CUDA__GREEN__CONTEXTS_1g25acc306a4e2ba88d1eb8b7bd2b2b578).
    cuStreamGetDevResource(hStream: CUstream, type_: CUdevResourceType) -> (resource: CUdevResource) = cuStreamGetDevResource(hStream, &raw mut resource, type_);
}

#[cfg(feature = "tensor_map")]
methods! {
    /// [`cuTensorMapEncodeTiled`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__TENSOR__MEMORY.html#group__CUDA__TENSOR__MEMORY_1ga7c7d2aaac9e49294304e755e6f341d7).
    cuTensorMapEncodeTiled(tensorDataType: CUtensorMapDataType, tensorRank: cuuint32_t, globalAddress: *mut c_void, globalDim: *const cuuint64_t, globalStrides: *const cuuint64_t, boxDim: *const cuuint32_t, elementStrides: *const cuuint32_t, interleave: CUtensorMapInterleave, swizzle: CUtensorMapSwizzle, l2Promotion: CUtensorMapL2promotion, oobFill: CUtensorMapFloatOOBfill) -> (tensorMap: CUtensorMap) = cuTensorMapEncodeTiled(&raw mut tensorMap, tensorDataType, tensorRank, globalAddress, globalDim, globalStrides, boxDim, elementStrides, interleave, swizzle, l2Promotion, oobFill);
    /// [`cuTensorMapEncodeIm2col`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__TENSOR__MEMORY.html#group__CUDA__TENSOR__MEMORY_1gb14d707a18d23fc0c3e22a67ceedc15a).
    cuTensorMapEncodeIm2col(tensorDataType: CUtensorMapDataType, tensorRank: cuuint32_t, globalAddress: *mut c_void, globalDim: *const cuuint64_t, globalStrides: *const cuuint64_t, pixelBoxLowerCorner: *const c_int, pixelBoxUpperCorner: *const c_int, channelsPerPixel: cuuint32_t, pixelsPerColumn: cuuint32_t, elementStrides: *const cuuint32_t, interleave: CUtensorMapInterleave, swizzle: CUtensorMapSwizzle, l2Promotion: CUtensorMapL2promotion, oobFill: CUtensorMapFloatOOBfill) -> (tensorMap: CUtensorMap) = cuTensorMapEncodeIm2col(&raw mut tensorMap, tensorDataType, tensorRank, globalAddress, globalDim, globalStrides, pixelBoxLowerCorner, pixelBoxUpperCorner, channelsPerPixel, pixelsPerColumn, elementStrides, interleave, swizzle, l2Promotion, oobFill);
    /// [`cuTensorMapEncodeIm2colWide`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__TENSOR__MEMORY.html#group__CUDA__TENSOR__MEMORY_1g6c1be81856c4e311f085e33a42403444).
    cuTensorMapEncodeIm2colWide(tensorDataType: CUtensorMapDataType, tensorRank: cuuint32_t, globalAddress: *mut c_void, globalDim: *const cuuint64_t, globalStrides: *const cuuint64_t, pixelBoxLowerCornerWidth: c_int, pixelBoxUpperCornerWidth: c_int, channelsPerPixel: cuuint32_t, pixelsPerColumn: cuuint32_t, elementStrides: *const cuuint32_t, interleave: CUtensorMapInterleave, mode: CUtensorMapIm2ColWideMode, swizzle: CUtensorMapSwizzle, l2Promotion: CUtensorMapL2promotion, oobFill: CUtensorMapFloatOOBfill) -> (tensorMap: CUtensorMap) = cuTensorMapEncodeIm2colWide(&raw mut tensorMap, tensorDataType, tensorRank, globalAddress, globalDim, globalStrides, pixelBoxLowerCornerWidth, pixelBoxUpperCornerWidth, channelsPerPixel, pixelsPerColumn, elementStrides, interleave, mode, swizzle, l2Promotion, oobFill);
    /// [`cuTensorMapReplaceAddress`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__TENSOR__MEMORY.html#group__CUDA__TENSOR__MEMORY_1g8d54c0ff5c49b1b1a9baaac6fc796db3).
    cuTensorMapReplaceAddress(tensorMap: *mut CUtensorMap, globalAddress: *mut c_void) -> () = cuTensorMapReplaceAddress(tensorMap, globalAddress);
    /// [`cuTensorMapSetAllocationClass`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__TENSOR__MEMORY.html#group__CUDA__TENSOR__MEMORY_1g056b687735c10c302aeb823f60943ef5).
    cuTensorMapSetAllocationClass(tensorMap: *mut CUtensorMap, allocClass: CUtensorMapAllocClass) -> (outAllocClass: CUtensorMapAllocClass) = cuTensorMapSetAllocationClass(tensorMap, allocClass, &raw mut outAllocClass);
}

#[cfg(feature = "texture")]
methods! {
    /// [`cuTexRefSetArray`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__TEXREF__DEPRECATED.html#group__CUDA__TEXREF__DEPRECATED_1g34435b306682531716243239f0084fed).
    cuTexRefSetArray(hTexRef: CUtexref, hArray: CUarray, Flags: c_uint) -> () = cuTexRefSetArray(hTexRef, hArray, Flags);
    /// [`cuTexRefSetMipmappedArray`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__TEXREF__DEPRECATED.html#group__CUDA__TEXREF__DEPRECATED_1g8a550f19ff84858a396f79a526fd3406).
    cuTexRefSetMipmappedArray(hTexRef: CUtexref, hMipmappedArray: CUmipmappedArray, Flags: c_uint) -> () = cuTexRefSetMipmappedArray(hTexRef, hMipmappedArray, Flags);
    /// [`cuTexRefSetAddress`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__TEXREF__DEPRECATED.html#group__CUDA__TEXREF__DEPRECATED_1g44ef7e5055192d52b3d43456602b50a8).
    #[doc(alias = "cuTexRefSetAddress_v2")]
    cuTexRefSetAddress(hTexRef: CUtexref, dptr: CUdeviceptr, bytes: usize) -> (ByteOffset: usize) = cuTexRefSetAddress_v2(&raw mut ByteOffset, hTexRef, dptr, bytes);
    /// [`cuTexRefSetAddress2D`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__TEXREF__DEPRECATED.html#group__CUDA__TEXREF__DEPRECATED_1g26f709bbe10516681913d1ffe8756ee2).
    #[doc(alias = "cuTexRefSetAddress2D_v3")]
    cuTexRefSetAddress2D(hTexRef: CUtexref, desc: *const CUDA_ARRAY_DESCRIPTOR, dptr: CUdeviceptr, Pitch: usize) -> () = cuTexRefSetAddress2D_v3 or cuTexRefSetAddress2D_v2(hTexRef, desc, dptr, Pitch);
    /// [`cuTexRefSetFormat`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__TEXREF__DEPRECATED.html#group__CUDA__TEXREF__DEPRECATED_1g05585ef8ea2fec728a03c6c8f87cf07a).
    cuTexRefSetFormat(hTexRef: CUtexref, fmt: CUarray_format, NumPackedComponents: c_int) -> () = cuTexRefSetFormat(hTexRef, fmt, NumPackedComponents);
    /// [`cuTexRefSetAddressMode`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__TEXREF__DEPRECATED.html#group__CUDA__TEXREF__DEPRECATED_1g85f4a13eeb94c8072f61091489349bcb).
    cuTexRefSetAddressMode(hTexRef: CUtexref, dim: c_int, am: CUaddress_mode) -> () = cuTexRefSetAddressMode(hTexRef, dim, am);
    /// [`cuTexRefSetFilterMode`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__TEXREF__DEPRECATED.html#group__CUDA__TEXREF__DEPRECATED_1g595d0af02c55576f8c835e4efd1f39c0).
    cuTexRefSetFilterMode(hTexRef: CUtexref, fm: CUfilter_mode) -> () = cuTexRefSetFilterMode(hTexRef, fm);
    /// [`cuTexRefSetMipmapFilterMode`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__TEXREF__DEPRECATED.html#group__CUDA__TEXREF__DEPRECATED_1ge6238426775fa672a1518fe9828f2d76).
    cuTexRefSetMipmapFilterMode(hTexRef: CUtexref, fm: CUfilter_mode) -> () = cuTexRefSetMipmapFilterMode(hTexRef, fm);
    /// [`cuTexRefSetMipmapLevelBias`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__TEXREF__DEPRECATED.html#group__CUDA__TEXREF__DEPRECATED_1g3be1de86e98d39c3a6b59c11cca5b77d).
    cuTexRefSetMipmapLevelBias(hTexRef: CUtexref, bias: f32) -> () = cuTexRefSetMipmapLevelBias(hTexRef, bias);
    /// [`cuTexRefSetMipmapLevelClamp`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__TEXREF__DEPRECATED.html#group__CUDA__TEXREF__DEPRECATED_1gf7354fa837b181a8b094b99654b14086).
    cuTexRefSetMipmapLevelClamp(hTexRef: CUtexref, minMipmapLevelClamp: f32, maxMipmapLevelClamp: f32) -> () = cuTexRefSetMipmapLevelClamp(hTexRef, minMipmapLevelClamp, maxMipmapLevelClamp);
    /// [`cuTexRefSetMaxAnisotropy`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__TEXREF__DEPRECATED.html#group__CUDA__TEXREF__DEPRECATED_1g623f5c00b1b2a883f3bddfc1792c85da).
    cuTexRefSetMaxAnisotropy(hTexRef: CUtexref, maxAniso: c_uint) -> () = cuTexRefSetMaxAnisotropy(hTexRef, maxAniso);
    /// [`cuTexRefSetBorderColor`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__TEXREF__DEPRECATED.html#group__CUDA__TEXREF__DEPRECATED_1gf1dbbdef278be3592780b0a7cc2e1c67).
    cuTexRefSetBorderColor(hTexRef: CUtexref, pBorderColor: *mut f32) -> () = cuTexRefSetBorderColor(hTexRef, pBorderColor);
    /// [`cuTexRefSetFlags`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__TEXREF__DEPRECATED.html#group__CUDA__TEXREF__DEPRECATED_1g554ffd896487533c36810f2e45bb7a28).
    cuTexRefSetFlags(hTexRef: CUtexref, Flags: c_uint) -> () = cuTexRefSetFlags(hTexRef, Flags);
    /// [`cuTexRefGetAddress`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__TEXREF__DEPRECATED.html#group__CUDA__TEXREF__DEPRECATED_1g4e4674ce0b20a8951b65dead94a338e1).
    #[doc(alias = "cuTexRefGetAddress_v2")]
    cuTexRefGetAddress(hTexRef: CUtexref) -> (pdptr: CUdeviceptr) = cuTexRefGetAddress_v2(&raw mut pdptr, hTexRef);
    /// [`cuTexRefGetArray`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__TEXREF__DEPRECATED.html#group__CUDA__TEXREF__DEPRECATED_1g388250d826d74c075b51d0c1648aa6d1).
    cuTexRefGetArray(hTexRef: CUtexref) -> (phArray: CUarray) = cuTexRefGetArray(&raw mut phArray, hTexRef);
    /// [`cuTexRefGetMipmappedArray`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__TEXREF__DEPRECATED.html#group__CUDA__TEXREF__DEPRECATED_1ged9eaa907457a9bbb0d244b93a42dd79).
    cuTexRefGetMipmappedArray(hTexRef: CUtexref) -> (phMipmappedArray: CUmipmappedArray) = cuTexRefGetMipmappedArray(&raw mut phMipmappedArray, hTexRef);
    /// [`cuTexRefGetAddressMode`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__TEXREF__DEPRECATED.html#group__CUDA__TEXREF__DEPRECATED_1gfb367d93dc1d20aab0cf8ce70d543b33).
    cuTexRefGetAddressMode(hTexRef: CUtexref, dim: c_int) -> (pam: CUaddress_mode) = cuTexRefGetAddressMode(&raw mut pam, hTexRef, dim);
    /// [`cuTexRefGetFilterMode`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__TEXREF__DEPRECATED.html#group__CUDA__TEXREF__DEPRECATED_1g2439e069746f69b940f2f4dbc78cdf87).
    cuTexRefGetFilterMode(hTexRef: CUtexref) -> (pfm: CUfilter_mode) = cuTexRefGetFilterMode(&raw mut pfm, hTexRef);
    /// [`cuTexRefGetFormat`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__TEXREF__DEPRECATED.html#group__CUDA__TEXREF__DEPRECATED_1g90936eb6c7c4434a609e1160c278ae53); returns (`pFormat`, `pNumChannels`).
    cuTexRefGetFormat(hTexRef: CUtexref) -> (pFormat: CUarray_format, pNumChannels: c_int) = cuTexRefGetFormat(&raw mut pFormat, &raw mut pNumChannels, hTexRef);
    /// [`cuTexRefGetMipmapFilterMode`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__TEXREF__DEPRECATED.html#group__CUDA__TEXREF__DEPRECATED_1g60d45fe9ff9be6f92ea20e37a03e06d7).
    cuTexRefGetMipmapFilterMode(hTexRef: CUtexref) -> (pfm: CUfilter_mode) = cuTexRefGetMipmapFilterMode(&raw mut pfm, hTexRef);
    /// [`cuTexRefGetMipmapLevelBias`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__TEXREF__DEPRECATED.html#group__CUDA__TEXREF__DEPRECATED_1ge32365ea560887c59be72ccd431e5c04).
    cuTexRefGetMipmapLevelBias(hTexRef: CUtexref) -> (pbias: f32) = cuTexRefGetMipmapLevelBias(&raw mut pbias, hTexRef);
    /// [`cuTexRefGetMipmapLevelClamp`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__TEXREF__DEPRECATED.html#group__CUDA__TEXREF__DEPRECATED_1g3dc6275f3b0d6f0b2adc7bb7e489f8d2); returns (`pminMipmapLevelClamp`, `pmaxMipmapLevelClamp`).
    cuTexRefGetMipmapLevelClamp(hTexRef: CUtexref) -> (pminMipmapLevelClamp: f32, pmaxMipmapLevelClamp: f32) = cuTexRefGetMipmapLevelClamp(&raw mut pminMipmapLevelClamp, &raw mut pmaxMipmapLevelClamp, hTexRef);
    /// [`cuTexRefGetMaxAnisotropy`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__TEXREF__DEPRECATED.html#group__CUDA__TEXREF__DEPRECATED_1g56f52273c1b456d5a2cf7a85d86d0205).
    cuTexRefGetMaxAnisotropy(hTexRef: CUtexref) -> (pmaxAniso: c_int) = cuTexRefGetMaxAnisotropy(&raw mut pmaxAniso, hTexRef);
    /// [`cuTexRefGetBorderColor`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__TEXREF__DEPRECATED.html#group__CUDA__TEXREF__DEPRECATED_1g33c56ad2b999c59adce2bfba709ab292).
    cuTexRefGetBorderColor(pBorderColor: *mut f32, hTexRef: CUtexref) -> () = cuTexRefGetBorderColor(pBorderColor, hTexRef);
    /// [`cuTexRefGetFlags`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__TEXREF__DEPRECATED.html#group__CUDA__TEXREF__DEPRECATED_1g71310eec5c196aa85674b079dea88a04).
    cuTexRefGetFlags(hTexRef: CUtexref) -> (pFlags: c_uint) = cuTexRefGetFlags(&raw mut pFlags, hTexRef);
    /// [`cuTexRefCreate`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__TEXREF__DEPRECATED.html#group__CUDA__TEXREF__DEPRECATED_1g0084fabe2c6d28ffcf9d9f5c7164f16c).
    cuTexRefCreate() -> (pTexRef: CUtexref) = cuTexRefCreate(&raw mut pTexRef);
    /// [`cuTexRefDestroy`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__TEXREF__DEPRECATED.html#group__CUDA__TEXREF__DEPRECATED_1gea8edbd6cf9f97e6ab2b41fc6785519d).
    cuTexRefDestroy(hTexRef: CUtexref) -> () = cuTexRefDestroy(hTexRef);
    /// [`cuSurfRefSetArray`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__SURFREF__DEPRECATED.html#group__CUDA__SURFREF__DEPRECATED_1g19e4cf8fc0cdcd914e01ecf12fdc5faf).
    cuSurfRefSetArray(hSurfRef: CUsurfref, hArray: CUarray, Flags: c_uint) -> () = cuSurfRefSetArray(hSurfRef, hArray, Flags);
    /// [`cuSurfRefGetArray`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__SURFREF__DEPRECATED.html#group__CUDA__SURFREF__DEPRECATED_1gc3b9c5794f67a897ae85ebd235c971ed).
    cuSurfRefGetArray(hSurfRef: CUsurfref) -> (phArray: CUarray) = cuSurfRefGetArray(&raw mut phArray, hSurfRef);
    /// [`cuTexObjectCreate`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__TEXOBJECT.html#group__CUDA__TEXOBJECT_1g1f6dd0f9cbf56db725b1f45aa0a7218a).
    cuTexObjectCreate(pResDesc: *const CUDA_RESOURCE_DESC, pTexDesc: *const CUDA_TEXTURE_DESC, pResViewDesc: *const CUDA_RESOURCE_VIEW_DESC) -> (pTexObject: CUtexObject) = cuTexObjectCreate(&raw mut pTexObject, pResDesc, pTexDesc, pResViewDesc);
    /// [`cuTexObjectDestroy`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__TEXOBJECT.html#group__CUDA__TEXOBJECT_1gcd522ba5e2d1852aff8c0388f66247fd).
    cuTexObjectDestroy(texObject: CUtexObject) -> () = cuTexObjectDestroy(texObject);
    /// [`cuTexObjectGetResourceDesc`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__TEXOBJECT.html#group__CUDA__TEXOBJECT_1g0cc8eb2fa1e584d2b04d631586d0921f).
    cuTexObjectGetResourceDesc(texObject: CUtexObject) -> (pResDesc: CUDA_RESOURCE_DESC) = cuTexObjectGetResourceDesc(&raw mut pResDesc, texObject);
    /// [`cuTexObjectGetTextureDesc`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__TEXOBJECT.html#group__CUDA__TEXOBJECT_1g688de37b844df7313c8fce30fc912645).
    cuTexObjectGetTextureDesc(texObject: CUtexObject) -> (pTexDesc: CUDA_TEXTURE_DESC) = cuTexObjectGetTextureDesc(&raw mut pTexDesc, texObject);
    /// [`cuTexObjectGetResourceViewDesc`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__TEXOBJECT.html#group__CUDA__TEXOBJECT_1g185fa4c933a1c3a7b6aebe3e4291a37b).
    cuTexObjectGetResourceViewDesc(texObject: CUtexObject) -> (pResViewDesc: CUDA_RESOURCE_VIEW_DESC) = cuTexObjectGetResourceViewDesc(&raw mut pResViewDesc, texObject);
    /// [`cuSurfObjectCreate`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__SURFOBJECT.html#group__CUDA__SURFOBJECT_1g6bc972c90c9590c9f720b2754e6d079d).
    cuSurfObjectCreate(pResDesc: *const CUDA_RESOURCE_DESC) -> (pSurfObject: CUsurfObject) = cuSurfObjectCreate(&raw mut pSurfObject, pResDesc);
    /// [`cuSurfObjectDestroy`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__SURFOBJECT.html#group__CUDA__SURFOBJECT_1g4c4ec48d203d1e0bb71750ddc4d7aef3).
    cuSurfObjectDestroy(surfObject: CUsurfObject) -> () = cuSurfObjectDestroy(surfObject);
    /// [`cuSurfObjectGetResourceDesc`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__SURFOBJECT.html#group__CUDA__SURFOBJECT_1g2472b7ea0b7e74600ed3d6c244b7ba21).
    cuSurfObjectGetResourceDesc(surfObject: CUsurfObject) -> (pResDesc: CUDA_RESOURCE_DESC) = cuSurfObjectGetResourceDesc(&raw mut pResDesc, surfObject);
}

#[cfg(feature = "virtual_memory")]
methods! {
    /// [`cuMemAddressReserve`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__VA.html#group__CUDA__VA_1ge489256c107df2a07ddf96d80c86cd9b).
    cuMemAddressReserve(size: usize, alignment: usize, addr: CUdeviceptr, flags: c_ulonglong) -> (ptr: CUdeviceptr) = cuMemAddressReserve(&raw mut ptr, size, alignment, addr, flags);
    /// [`cuMemAddressFree`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__VA.html#group__CUDA__VA_1g6993ecea2ea03e1b802b8255edc2da5b).
    cuMemAddressFree(ptr: CUdeviceptr, size: usize) -> () = cuMemAddressFree(ptr, size);
    /// [`cuMemCreate`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__VA.html#group__CUDA__VA_1g899d69a862bba36449789c64b430dc7c).
    cuMemCreate(size: usize, prop: *const CUmemAllocationProp, flags: c_ulonglong) -> (handle: CUmemGenericAllocationHandle) = cuMemCreate(&raw mut handle, size, prop, flags);
    /// [`cuMemRelease`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__VA.html#group__CUDA__VA_1g3014f0759f43a8d82db951b8e4b91d68).
    cuMemRelease(handle: CUmemGenericAllocationHandle) -> () = cuMemRelease(handle);
    /// [`cuMemMap`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__VA.html#group__CUDA__VA_1gff1d395423af5c5c75375516959dae56).
    cuMemMap(ptr: CUdeviceptr, size: usize, offset: usize, handle: CUmemGenericAllocationHandle, flags: c_ulonglong) -> () = cuMemMap(ptr, size, offset, handle, flags);
    /// [`cuMemMapArrayAsync`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__VA.html#group__CUDA__VA_1g5dc41a62a9feb68f2e943b438c83e5ab).
    cuMemMapArrayAsync(mapInfoList: &[CUarrayMapInfo], hStream: CUstream) -> () = cuMemMapArrayAsync(mapInfoList.as_ptr().cast_mut(), c_uint::try_from(mapInfoList.len()).unwrap_or(c_uint::MAX), hStream);
    /// [`cuMemUnmap`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__VA.html#group__CUDA__VA_1gfb50aac00c848fd7087e858f59bf7e2a).
    cuMemUnmap(ptr: CUdeviceptr, size: usize) -> () = cuMemUnmap(ptr, size);
    /// [`cuMemSetAccess`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__VA.html#group__CUDA__VA_1g1b6b12b10e8324bf462ecab4e7ef30e1).
    cuMemSetAccess(ptr: CUdeviceptr, size: usize, desc: &[CUmemAccessDesc]) -> () = cuMemSetAccess(ptr, size, desc.as_ptr(), desc.len());
    /// [`cuMemGetAccess`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__VA.html#group__CUDA__VA_1g4b5627b4f2d3972d0b62cc4ba1931125).
    cuMemGetAccess(location: *const CUmemLocation, ptr: CUdeviceptr) -> (flags: c_ulonglong) = cuMemGetAccess(&raw mut flags, location, ptr);
    /// [`cuMemExportToShareableHandle`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__VA.html#group__CUDA__VA_1g633f273b155815f23c1d70e7d9384c56).
    cuMemExportToShareableHandle(shareableHandle: *mut c_void, handle: CUmemGenericAllocationHandle, handleType: CUmemAllocationHandleType, flags: c_ulonglong) -> () = cuMemExportToShareableHandle(shareableHandle, handle, handleType, flags);
    /// [`cuMemImportFromShareableHandle`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__VA.html#group__CUDA__VA_1g1577822cc83ea896b4892f2d69630463).
    cuMemImportFromShareableHandle(osHandle: *mut c_void, shHandleType: CUmemAllocationHandleType) -> (handle: CUmemGenericAllocationHandle) = cuMemImportFromShareableHandle(&raw mut handle, osHandle, shHandleType);
    /// [`cuMemGetAllocationGranularity`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__VA.html#group__CUDA__VA_1g30ee906c2cf66a0347b3dfec3d7eb31a).
    cuMemGetAllocationGranularity(prop: *const CUmemAllocationProp, option: CUmemAllocationGranularity_flags) -> (granularity: usize) = cuMemGetAllocationGranularity(&raw mut granularity, prop, option);
    /// [`cuMemGetAllocationPropertiesFromHandle`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__VA.html#group__CUDA__VA_1gc1c4c812caba5a21401c2cb4ab4512b1).
    cuMemGetAllocationPropertiesFromHandle(handle: CUmemGenericAllocationHandle) -> (prop: CUmemAllocationProp) = cuMemGetAllocationPropertiesFromHandle(&raw mut prop, handle);
    /// [`cuMemRetainAllocationHandle`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__VA.html#group__CUDA__VA_1g1ddca5437c502782155f95bf98e775c6).
    cuMemRetainAllocationHandle(addr: *mut c_void) -> (handle: CUmemGenericAllocationHandle) = cuMemRetainAllocationHandle(&raw mut handle, addr);
    /// [`cuMulticastCreate`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MULTICAST.html#group__CUDA__MULTICAST_1gd4413361f466d4ed86a93d8c309c0242).
    cuMulticastCreate(prop: *const CUmulticastObjectProp) -> (mcHandle: CUmemGenericAllocationHandle) = cuMulticastCreate(&raw mut mcHandle, prop);
    /// [`cuMulticastAddDevice`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MULTICAST.html#group__CUDA__MULTICAST_1g2df07b38ff506c519e9f799c5ddf7e5d).
    cuMulticastAddDevice(mcHandle: CUmemGenericAllocationHandle, dev: CUdevice) -> () = cuMulticastAddDevice(mcHandle, dev);
    /// [`cuMulticastBindMem`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MULTICAST.html#group__CUDA__MULTICAST_1gcadf88b616a3f766f6279288e435a4bb).
    cuMulticastBindMem(mcHandle: CUmemGenericAllocationHandle, mcOffset: usize, memHandle: CUmemGenericAllocationHandle, memOffset: usize, size: usize, flags: c_ulonglong) -> () = cuMulticastBindMem(mcHandle, mcOffset, memHandle, memOffset, size, flags);
    /// [`cuMulticastBindMem_v2`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MULTICAST.html#group__CUDA__MULTICAST_1g0e0ed2e81af121bdcbb54e1a9c4e63a5).
    cuMulticastBindMem_v2(mcHandle: CUmemGenericAllocationHandle, dev: CUdevice, mcOffset: usize, memHandle: CUmemGenericAllocationHandle, memOffset: usize, size: usize, flags: c_ulonglong) -> () = cuMulticastBindMem_v2(mcHandle, dev, mcOffset, memHandle, memOffset, size, flags);
    /// [`cuMulticastBindAddr`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MULTICAST.html#group__CUDA__MULTICAST_1g07c8cf1d3bf1d04a2d1867f09647b03f).
    cuMulticastBindAddr(mcHandle: CUmemGenericAllocationHandle, mcOffset: usize, memptr: CUdeviceptr, size: usize, flags: c_ulonglong) -> () = cuMulticastBindAddr(mcHandle, mcOffset, memptr, size, flags);
    /// [`cuMulticastBindAddr_v2`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MULTICAST.html#group__CUDA__MULTICAST_1g0eb82d8911bf179ae239d522da049bed).
    cuMulticastBindAddr_v2(mcHandle: CUmemGenericAllocationHandle, dev: CUdevice, mcOffset: usize, memptr: CUdeviceptr, size: usize, flags: c_ulonglong) -> () = cuMulticastBindAddr_v2(mcHandle, dev, mcOffset, memptr, size, flags);
    /// [`cuMulticastUnbind`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MULTICAST.html#group__CUDA__MULTICAST_1g424b4563760cc5dab52ee9a8d28656ac).
    cuMulticastUnbind(mcHandle: CUmemGenericAllocationHandle, dev: CUdevice, mcOffset: usize, size: usize) -> () = cuMulticastUnbind(mcHandle, dev, mcOffset, size);
    /// [`cuMulticastGetGranularity`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MULTICAST.html#group__CUDA__MULTICAST_1g067a02ad98f4e01f149011f523fec547).
    cuMulticastGetGranularity(prop: *const CUmulticastObjectProp, option: CUmulticastGranularity_flags) -> (granularity: usize) = cuMulticastGetGranularity(&raw mut granularity, prop, option);
}
