// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

/// Calls the macro `$then` with every entry point, in the order of the table.
///
/// Each is `#[attributes] symbol: "name" version, per_thread("symbol" version), "header" "page" "anchor", (parameter: type, …);`.
#[macro_export]
macro_rules! for_each_entry_point {
    ($then:path) => {
        $then! {
            cuGetErrorString: "cuGetErrorString" 6000, "cuda.h" "group__CUDA__ERROR" "g72758fcaf05b5c7fac5c25ead9445ada", (error: CUresult, pStr: *mut *const c_char);
            cuGetErrorName: "cuGetErrorName" 6000, "cuda.h" "group__CUDA__ERROR" "g2c4ac087113652bb3d1f95bf2513c468", (error: CUresult, pStr: *mut *const c_char);
            cuInit: "cuInit" 2000, "cuda.h" "group__CUDA__INITIALIZE" "g0a2f1517e1bd8502c7194c3a8c134bc3", (Flags: c_uint);
            cuDriverGetVersion: "cuDriverGetVersion" 2020, "cuda.h" "group__CUDA__VERSION" "g8b7a10395392e049006e61bcdc8ebe71", (driverVersion: *mut c_int);
            cuDeviceGet: "cuDeviceGet" 2000, "cuda.h" "group__CUDA__DEVICE" "g8bdd1cc7201304b01357b8034f6587cb", (device: *mut CUdevice, ordinal: c_int);
            cuDeviceGetCount: "cuDeviceGetCount" 2000, "cuda.h" "group__CUDA__DEVICE" "g52b5ce05cb8c5fb6831b2c0ff2887c74", (count: *mut c_int);
            cuDeviceGetName: "cuDeviceGetName" 2000, "cuda.h" "group__CUDA__DEVICE" "gef75aa30df95446a845f2a7b9fffbb7f", (name: *mut c_char, len: c_int, dev: CUdevice);
            #[doc(alias = "cuDeviceGetUuid")]
            cuDeviceGetUuid_v2: "cuDeviceGetUuid" 11040, "cuda.h" "group__CUDA__DEVICE" "g987b46b884c101ed5be414ab4d9e60e4", (uuid: *mut CUuuid, dev: CUdevice);
            cuDeviceGetUuid: "cuDeviceGetUuid" 9020, "cuda.h" "group__CUDA__DEVICE" "g987b46b884c101ed5be414ab4d9e60e4", (uuid: *mut CUuuid, dev: CUdevice);
            cuDeviceGetLuid: "cuDeviceGetLuid" 10000, "cuda.h" "group__CUDA__DEVICE" "g630073c868f8878e89705ea831c49249", (luid: *mut c_char, deviceNodeMask: *mut c_uint, dev: CUdevice);
            #[doc(alias = "cuDeviceTotalMem")]
            cuDeviceTotalMem_v2: "cuDeviceTotalMem" 3020, "cuda.h" "group__CUDA__DEVICE" "gc6a0d6551335a3780f9f3c967a0fde5d", (bytes: *mut usize, dev: CUdevice);
            cuDeviceTotalMem: "cuDeviceTotalMem" 2000, "cuda.h" "group__CUDA__DEVICE" "gc6a0d6551335a3780f9f3c967a0fde5d", (bytes: *mut c_uint, dev: CUdevice);
            cuDeviceGetTexture1DLinearMaxWidth: "cuDeviceGetTexture1DLinearMaxWidth" 11010, "cuda.h" "group__CUDA__DEVICE" "gb41b3a675bae9932bffa1c0ae969b1e0", (maxWidthInElements: *mut usize, format: CUarray_format, numChannels: c_uint, dev: CUdevice);
            cuDeviceGetAttribute: "cuDeviceGetAttribute" 2000, "cuda.h" "group__CUDA__DEVICE" "g9c3e1414f0ad901d3278a4d6645fc266", (pi: *mut c_int, attrib: CUdevice_attribute, dev: CUdevice);
            cuDeviceGetHostAtomicCapabilities: "cuDeviceGetHostAtomicCapabilities" 13000, "cuda.h" "group__CUDA__DEVICE" "gebf859b143c6f1ebecbbc4d4717be9f7", (capabilities: *mut c_uint, operations: *const CUatomicOperation, count: c_uint, dev: CUdevice);
            cuDeviceGetNvSciSyncAttributes: "cuDeviceGetNvSciSyncAttributes" 10020, "cuda.h" "group__CUDA__DEVICE" "g0991e2b2b3cedee1ca77d6376e581335", (nvSciSyncAttrList: *mut c_void, dev: CUdevice, flags: c_int);
            cuDeviceSetMemPool: "cuDeviceSetMemPool" 11020, "cuda.h" "group__CUDA__DEVICE" "g4f2f276b84d9c2eaefdc76d6274db4a0", (dev: CUdevice, pool: CUmemoryPool);
            cuDeviceGetMemPool: "cuDeviceGetMemPool" 11020, "cuda.h" "group__CUDA__DEVICE" "gdf186e9559d53a5eb18e572d48c1121b", (pool: *mut CUmemoryPool, dev: CUdevice);
            cuDeviceGetDefaultMemPool: "cuDeviceGetDefaultMemPool" 11020, "cuda.h" "group__CUDA__DEVICE" "gc8bca3c97a78816303b8aa5773b741f2", (pool_out: *mut CUmemoryPool, dev: CUdevice);
            cuDeviceGetExecAffinitySupport: "cuDeviceGetExecAffinitySupport" 11040, "cuda.h" "group__CUDA__DEVICE" "g7f0091850e0841f367f13d623456427d", (pi: *mut c_int, type_: CUexecAffinityType, dev: CUdevice);
            cuFlushGPUDirectRDMAWrites: "cuFlushGPUDirectRDMAWrites" 11030, "cuda.h" "group__CUDA__DEVICE" "g265e3c82ef0f0fe035f85c4c45a8fbdf", (target: CUflushGPUDirectRDMAWritesTarget, scope: CUflushGPUDirectRDMAWritesScope);
            cuDeviceGetProperties: "cuDeviceGetProperties" 2000, "cuda.h" "group__CUDA__DEVICE__DEPRECATED" "g65a5b4e25186bd257df80b98c98cffe6", (prop: *mut CUdevprop, dev: CUdevice);
            cuDeviceComputeCapability: "cuDeviceComputeCapability" 2000, "cuda.h" "group__CUDA__DEVICE__DEPRECATED" "ge2091bbac7e1fb18c2821612115607ea", (major: *mut c_int, minor: *mut c_int, dev: CUdevice);
            cuDevicePrimaryCtxRetain: "cuDevicePrimaryCtxRetain" 7000, "cuda.h" "group__CUDA__PRIMARY__CTX" "g9051f2d5c31501997a6cb0530290a300", (pctx: *mut CUcontext, dev: CUdevice);
            #[doc(alias = "cuDevicePrimaryCtxRelease")]
            cuDevicePrimaryCtxRelease_v2: "cuDevicePrimaryCtxRelease" 11000, "cuda.h" "group__CUDA__PRIMARY__CTX" "gf2a8bc16f8df0c88031f6a1ba3d6e8ad", (dev: CUdevice);
            cuDevicePrimaryCtxRelease: "cuDevicePrimaryCtxRelease" 7000, "cuda.h" "group__CUDA__PRIMARY__CTX" "gf2a8bc16f8df0c88031f6a1ba3d6e8ad", (dev: CUdevice);
            #[doc(alias = "cuDevicePrimaryCtxSetFlags")]
            cuDevicePrimaryCtxSetFlags_v2: "cuDevicePrimaryCtxSetFlags" 11000, "cuda.h" "group__CUDA__PRIMARY__CTX" "gd779a84f17acdad0d9143d9fe719cfdf", (dev: CUdevice, flags: c_uint);
            cuDevicePrimaryCtxSetFlags: "cuDevicePrimaryCtxSetFlags" 7000, "cuda.h" "group__CUDA__PRIMARY__CTX" "gd779a84f17acdad0d9143d9fe719cfdf", (dev: CUdevice, flags: c_uint);
            cuDevicePrimaryCtxGetState: "cuDevicePrimaryCtxGetState" 7000, "cuda.h" "group__CUDA__PRIMARY__CTX" "g65f3e018721b6d90aa05cfb56250f469", (dev: CUdevice, flags: *mut c_uint, active: *mut c_int);
            #[doc(alias = "cuDevicePrimaryCtxReset")]
            cuDevicePrimaryCtxReset_v2: "cuDevicePrimaryCtxReset" 11000, "cuda.h" "group__CUDA__PRIMARY__CTX" "g5d38802e8600340283958a117466ce12", (dev: CUdevice);
            cuDevicePrimaryCtxReset: "cuDevicePrimaryCtxReset" 7000, "cuda.h" "group__CUDA__PRIMARY__CTX" "g5d38802e8600340283958a117466ce12", (dev: CUdevice);
            #[doc(alias = "cuCtxCreate")]
            cuCtxCreate_v4: "cuCtxCreate" 12050, "cuda.h" "group__CUDA__CTX" "g77e9fb578caefca5ed15b4acebf35265", (pctx: *mut CUcontext, ctxCreateParams: *mut CUctxCreateParams, flags: c_uint, dev: CUdevice);
            #[doc(alias = "cuCtxCreate")]
            cuCtxCreate_v3: "cuCtxCreate" 11040, "cuda.h" "group__CUDA__CTX" "g77e9fb578caefca5ed15b4acebf35265", (pctx: *mut CUcontext, paramsArray: *mut CUexecAffinityParam, numParams: c_int, flags: c_uint, dev: CUdevice);
            #[doc(alias = "cuCtxCreate")]
            cuCtxCreate_v2: "cuCtxCreate" 3020, "cuda.h" "group__CUDA__CTX" "g77e9fb578caefca5ed15b4acebf35265", (pctx: *mut CUcontext, flags: c_uint, dev: CUdevice);
            cuCtxCreate: "cuCtxCreate" 2000, "cuda.h" "group__CUDA__CTX" "g77e9fb578caefca5ed15b4acebf35265", (pctx: *mut CUcontext, flags: c_uint, dev: CUdevice);
            #[doc(alias = "cuCtxDestroy")]
            cuCtxDestroy_v2: "cuCtxDestroy" 4000, "cuda.h" "group__CUDA__CTX" "g27a365aebb0eb548166309f58a1e8b8e", (ctx: CUcontext);
            cuCtxDestroy: "cuCtxDestroy" 2000, "cuda.h" "group__CUDA__CTX" "g27a365aebb0eb548166309f58a1e8b8e", (ctx: CUcontext);
            #[doc(alias = "cuCtxPushCurrent")]
            cuCtxPushCurrent_v2: "cuCtxPushCurrent" 4000, "cuda.h" "group__CUDA__CTX" "gb02d4c850eb16f861fe5a29682cc90ba", (ctx: CUcontext);
            cuCtxPushCurrent: "cuCtxPushCurrent" 2000, "cuda.h" "group__CUDA__CTX" "gb02d4c850eb16f861fe5a29682cc90ba", (ctx: CUcontext);
            #[doc(alias = "cuCtxPopCurrent")]
            cuCtxPopCurrent_v2: "cuCtxPopCurrent" 4000, "cuda.h" "group__CUDA__CTX" "g2fac188026a062d92e91a8687d0a7902", (pctx: *mut CUcontext);
            cuCtxPopCurrent: "cuCtxPopCurrent" 2000, "cuda.h" "group__CUDA__CTX" "g2fac188026a062d92e91a8687d0a7902", (pctx: *mut CUcontext);
            cuCtxSetCurrent: "cuCtxSetCurrent" 4000, "cuda.h" "group__CUDA__CTX" "gbe562ee6258b4fcc272ca6478ca2a2f7", (ctx: CUcontext);
            cuCtxGetCurrent: "cuCtxGetCurrent" 4000, "cuda.h" "group__CUDA__CTX" "g8f13165846b73750693640fb3e8380d0", (pctx: *mut CUcontext);
            cuCtxGetDevice: "cuCtxGetDevice" 2000, "cuda.h" "group__CUDA__CTX" "g4e84b109eba36cdaaade167f34ae881e", (device: *mut CUdevice);
            #[doc(alias = "cuCtxGetDevice")]
            cuCtxGetDevice_v2: "cuCtxGetDevice" 13000, "cuda.h" "group__CUDA__CTX" "gf0290a2b2de4c567f5c8c8262da58f60", (device: *mut CUdevice, ctx: CUcontext);
            cuCtxGetFlags: "cuCtxGetFlags" 7000, "cuda.h" "group__CUDA__CTX" "gf81eef983c1e3b2ef4f166d7a930c86d", (flags: *mut c_uint);
            cuCtxSetFlags: "cuCtxSetFlags" 12010, "cuda.h" "group__CUDA__CTX" "g66655c37602c8628eae3e40c82619f1e", (flags: c_uint);
            cuCtxGetId: "cuCtxGetId" 12000, "cuda.h" "group__CUDA__CTX" "g32f492cd6c3f90af0d6935b294392db5", (ctx: CUcontext, ctxId: *mut c_ulonglong);
            cuCtxSynchronize: "cuCtxSynchronize" 2000, "cuda.h" "group__CUDA__CTX" "g7a54725f28d34b8c6299f0c6ca579616", ();
            #[doc(alias = "cuCtxSynchronize")]
            cuCtxSynchronize_v2: "cuCtxSynchronize" 13000, "cuda.h" "group__CUDA__CTX" "g7c57ec88e825af32ef8cc1754d69eca5", (ctx: CUcontext);
            cuCtxSetLimit: "cuCtxSetLimit" 3010, "cuda.h" "group__CUDA__CTX" "g0651954dfb9788173e60a9af7201e65a", (limit: CUlimit, value: usize);
            cuCtxGetLimit: "cuCtxGetLimit" 3010, "cuda.h" "group__CUDA__CTX" "g9f2d47d1745752aa16da7ed0d111b6a8", (pvalue: *mut usize, limit: CUlimit);
            cuCtxGetCacheConfig: "cuCtxGetCacheConfig" 3020, "cuda.h" "group__CUDA__CTX" "g40b6b141698f76744dea6e39b9a25360", (pconfig: *mut CUfunc_cache);
            cuCtxSetCacheConfig: "cuCtxSetCacheConfig" 3020, "cuda.h" "group__CUDA__CTX" "g54699acf7e2ef27279d013ca2095f4a3", (config: CUfunc_cache);
            cuCtxGetApiVersion: "cuCtxGetApiVersion" 3020, "cuda.h" "group__CUDA__CTX" "g088a90490dafca5893ef6fbebc8de8fb", (ctx: CUcontext, version: *mut c_uint);
            cuCtxGetStreamPriorityRange: "cuCtxGetStreamPriorityRange" 5050, "cuda.h" "group__CUDA__CTX" "g137920ab61a71be6ce67605b9f294091", (leastPriority: *mut c_int, greatestPriority: *mut c_int);
            cuCtxResetPersistingL2Cache: "cuCtxResetPersistingL2Cache" 11000, "cuda.h" "group__CUDA__CTX" "gb529532b5b1aef808295a6d1d18a0823", ();
            cuCtxGetExecAffinity: "cuCtxGetExecAffinity" 11040, "cuda.h" "group__CUDA__CTX" "g83421924a20536a4df538111cf61b405", (pExecAffinity: *mut CUexecAffinityParam, type_: CUexecAffinityType);
            cuCtxRecordEvent: "cuCtxRecordEvent" 12050, "cuda.h" "group__CUDA__CTX" "gf3ee63561a7a371fa9d4dc0e31f94afd", (hCtx: CUcontext, hEvent: CUevent);
            cuCtxWaitEvent: "cuCtxWaitEvent" 12050, "cuda.h" "group__CUDA__CTX" "gcf64e420275a8141b1f12bfce3f478f9", (hCtx: CUcontext, hEvent: CUevent);
            cuCtxAttach: "cuCtxAttach" 2000, "cuda.h" "group__CUDA__CTX__DEPRECATED" "g37ec990b2a75ed46f25a48b1a425b4f0", (pctx: *mut CUcontext, flags: c_uint);
            cuCtxDetach: "cuCtxDetach" 2000, "cuda.h" "group__CUDA__CTX__DEPRECATED" "g3136efc315abd4c4455e875b9dbb65a1", (ctx: CUcontext);
            cuCtxGetSharedMemConfig: "cuCtxGetSharedMemConfig" 4020, "cuda.h" "group__CUDA__CTX__DEPRECATED" "g17153a1b8b8c756f7ab8505686a4ad74", (pConfig: *mut CUsharedconfig);
            cuCtxSetSharedMemConfig: "cuCtxSetSharedMemConfig" 4020, "cuda.h" "group__CUDA__CTX__DEPRECATED" "g2574235fa643f8f251bf7bc28fac3692", (config: CUsharedconfig);
            cuModuleLoad: "cuModuleLoad" 2000, "cuda.h" "group__CUDA__MODULE" "g366093bd269dafd0af21f1c7d18115d3", (module: *mut CUmodule, fname: *const c_char);
            cuModuleLoadData: "cuModuleLoadData" 2000, "cuda.h" "group__CUDA__MODULE" "g04ce266ce03720f479eab76136b90c0b", (module: *mut CUmodule, image: *const c_void);
            cuModuleLoadDataEx: "cuModuleLoadDataEx" 2010, "cuda.h" "group__CUDA__MODULE" "g9e8047e9dbf725f0cd7cafd18bfd4d12", (module: *mut CUmodule, image: *const c_void, numOptions: c_uint, options: *mut CUjit_option, optionValues: *mut *mut c_void);
            cuModuleLoadFatBinary: "cuModuleLoadFatBinary" 2000, "cuda.h" "group__CUDA__MODULE" "g13a2292b6819f8f86127768334436c3b", (module: *mut CUmodule, fatCubin: *const c_void);
            cuModuleUnload: "cuModuleUnload" 2000, "cuda.h" "group__CUDA__MODULE" "g8ea3d716524369de3763104ced4ea57b", (hmod: CUmodule);
            cuModuleGetLoadingMode: "cuModuleGetLoadingMode" 11070, "cuda.h" "group__CUDA__MODULE" "g96de378a738ec46d9277c9c9df8f6fd6", (mode: *mut CUmoduleLoadingMode);
            cuModuleGetFunction: "cuModuleGetFunction" 2000, "cuda.h" "group__CUDA__MODULE" "ga52be009b0d4045811b30c965e1cb2cf", (hfunc: *mut CUfunction, hmod: CUmodule, name: *const c_char);
            cuModuleGetFunctionCount: "cuModuleGetFunctionCount" 12040, "cuda.h" "group__CUDA__MODULE" "gecc8fb61eca765cb0f1eb32f00cf3b49", (count: *mut c_uint, mod_: CUmodule);
            cuModuleEnumerateFunctions: "cuModuleEnumerateFunctions" 12040, "cuda.h" "group__CUDA__MODULE" "g6bdb22a7d9cacf7df5bda2a18082ec50", (functions: *mut CUfunction, numFunctions: c_uint, mod_: CUmodule);
            #[doc(alias = "cuModuleGetGlobal")]
            cuModuleGetGlobal_v2: "cuModuleGetGlobal" 3020, "cuda.h" "group__CUDA__MODULE" "gf3e43672e26073b1081476dbf47a86ab", (dptr: *mut CUdeviceptr, bytes: *mut usize, hmod: CUmodule, name: *const c_char);
            cuModuleGetGlobal: "cuModuleGetGlobal" 2000, "cuda.h" "group__CUDA__MODULE" "gf3e43672e26073b1081476dbf47a86ab", (dptr: *mut CUdeviceptr_v1, bytes: *mut c_uint, hmod: CUmodule, name: *const c_char);
            #[doc(alias = "cuLinkCreate")]
            cuLinkCreate_v2: "cuLinkCreate" 6050, "cuda.h" "group__CUDA__MODULE" "g86ca4052a2fab369cb943523908aa80d", (numOptions: c_uint, options: *mut CUjit_option, optionValues: *mut *mut c_void, stateOut: *mut CUlinkState);
            cuLinkCreate: "cuLinkCreate" 5050, "cuda.h" "group__CUDA__MODULE" "g86ca4052a2fab369cb943523908aa80d", (numOptions: c_uint, options: *mut CUjit_option, optionValues: *mut *mut c_void, stateOut: *mut CUlinkState);
            #[doc(alias = "cuLinkAddData")]
            cuLinkAddData_v2: "cuLinkAddData" 6050, "cuda.h" "group__CUDA__MODULE" "g3ebcd2ccb772ba9c120937a2d2831b77", (state: CUlinkState, type_: CUjitInputType, data: *mut c_void, size: usize, name: *const c_char, numOptions: c_uint, options: *mut CUjit_option, optionValues: *mut *mut c_void);
            cuLinkAddData: "cuLinkAddData" 5050, "cuda.h" "group__CUDA__MODULE" "g3ebcd2ccb772ba9c120937a2d2831b77", (state: CUlinkState, type_: CUjitInputType, data: *mut c_void, size: usize, name: *const c_char, numOptions: c_uint, options: *mut CUjit_option, optionValues: *mut *mut c_void);
            #[doc(alias = "cuLinkAddFile")]
            cuLinkAddFile_v2: "cuLinkAddFile" 6050, "cuda.h" "group__CUDA__MODULE" "g1224c0fd48d4a683f3ce19997f200a8c", (state: CUlinkState, type_: CUjitInputType, path: *const c_char, numOptions: c_uint, options: *mut CUjit_option, optionValues: *mut *mut c_void);
            cuLinkAddFile: "cuLinkAddFile" 5050, "cuda.h" "group__CUDA__MODULE" "g1224c0fd48d4a683f3ce19997f200a8c", (state: CUlinkState, type_: CUjitInputType, path: *const c_char, numOptions: c_uint, options: *mut CUjit_option, optionValues: *mut *mut c_void);
            cuLinkComplete: "cuLinkComplete" 5050, "cuda.h" "group__CUDA__MODULE" "g818fcd84a4150a997c0bba76fef4e716", (state: CUlinkState, cubinOut: *mut *mut c_void, sizeOut: *mut usize);
            cuLinkDestroy: "cuLinkDestroy" 5050, "cuda.h" "group__CUDA__MODULE" "g01b7ae2a34047b05716969af245ce2d9", (state: CUlinkState);
            cuModuleGetTexRef: "cuModuleGetTexRef" 2000, "cuda.h" "group__CUDA__MODULE__DEPRECATED" "g9607dcbf911c16420d5264273f2b5608", (pTexRef: *mut CUtexref, hmod: CUmodule, name: *const c_char);
            cuModuleGetSurfRef: "cuModuleGetSurfRef" 3000, "cuda.h" "group__CUDA__MODULE__DEPRECATED" "g71c19dab9374e8481d8d8629a77377b1", (pSurfRef: *mut CUsurfref, hmod: CUmodule, name: *const c_char);
            cuLibraryLoadData: "cuLibraryLoadData" 12000, "cuda.h" "group__CUDA__LIBRARY" "g957f12ff5af4166f43c89d17cfb0a74d", (library: *mut CUlibrary, code: *const c_void, jitOptions: *mut CUjit_option, jitOptionsValues: *mut *mut c_void, numJitOptions: c_uint, libraryOptions: *mut CUlibraryOption, libraryOptionValues: *mut *mut c_void, numLibraryOptions: c_uint);
            cuLibraryLoadFromFile: "cuLibraryLoadFromFile" 12000, "cuda.h" "group__CUDA__LIBRARY" "g88cff489fab37c7fd1985ceb61023205", (library: *mut CUlibrary, fileName: *const c_char, jitOptions: *mut CUjit_option, jitOptionsValues: *mut *mut c_void, numJitOptions: c_uint, libraryOptions: *mut CUlibraryOption, libraryOptionValues: *mut *mut c_void, numLibraryOptions: c_uint);
            cuLibraryUnload: "cuLibraryUnload" 12000, "cuda.h" "group__CUDA__LIBRARY" "g24969cb24138171edf465bc8669d5914", (library: CUlibrary);
            cuLibraryGetKernel: "cuLibraryGetKernel" 12000, "cuda.h" "group__CUDA__LIBRARY" "g15336d865f5abd63e3dc6004d5bc037a", (pKernel: *mut CUkernel, library: CUlibrary, name: *const c_char);
            cuLibraryGetKernelCount: "cuLibraryGetKernelCount" 12040, "cuda.h" "group__CUDA__LIBRARY" "g142732b1c9afaa662f21cae9a558d2d4", (count: *mut c_uint, lib: CUlibrary);
            cuLibraryEnumerateKernels: "cuLibraryEnumerateKernels" 12040, "cuda.h" "group__CUDA__LIBRARY" "ga8ae2f42ab3a8fe789ac2dced8219608", (kernels: *mut CUkernel, numKernels: c_uint, lib: CUlibrary);
            cuLibraryGetModule: "cuLibraryGetModule" 12000, "cuda.h" "group__CUDA__LIBRARY" "g0d439597c77b64cf247de33f0609a5d8", (pMod: *mut CUmodule, library: CUlibrary);
            cuKernelGetFunction: "cuKernelGetFunction" 12000, "cuda.h" "group__CUDA__LIBRARY" "ge4cf9abafaba338acb977585b0d7374a", (pFunc: *mut CUfunction, kernel: CUkernel);
            cuKernelGetLibrary: "cuKernelGetLibrary" 12050, "cuda.h" "group__CUDA__LIBRARY" "g10ca8b20e237abbf3cf5a070d70b9cb3", (pLib: *mut CUlibrary, kernel: CUkernel);
            cuLibraryGetGlobal: "cuLibraryGetGlobal" 12000, "cuda.h" "group__CUDA__LIBRARY" "g98708b50c11bc1c0addd6ecab96ae4ab", (dptr: *mut CUdeviceptr, bytes: *mut usize, library: CUlibrary, name: *const c_char);
            cuLibraryGetManaged: "cuLibraryGetManaged" 12000, "cuda.h" "group__CUDA__LIBRARY" "ga03f44378227ea68e6decd9d11c28fdf", (dptr: *mut CUdeviceptr, bytes: *mut usize, library: CUlibrary, name: *const c_char);
            cuLibraryGetUnifiedFunction: "cuLibraryGetUnifiedFunction" 12000, "cuda.h" "group__CUDA__LIBRARY" "gb1b0ea992d64345562b694fdcd2c0334", (fptr: *mut *mut c_void, library: CUlibrary, symbol: *const c_char);
            cuKernelGetAttribute: "cuKernelGetAttribute" 12000, "cuda.h" "group__CUDA__LIBRARY" "gd98317cb151b99fbd95767418122071f", (pi: *mut c_int, attrib: CUfunction_attribute, kernel: CUkernel, dev: CUdevice);
            cuKernelSetAttribute: "cuKernelSetAttribute" 12000, "cuda.h" "group__CUDA__LIBRARY" "g1093ade718915249de3b14320d567067", (attrib: CUfunction_attribute, val: c_int, kernel: CUkernel, dev: CUdevice);
            cuKernelSetCacheConfig: "cuKernelSetCacheConfig" 12000, "cuda.h" "group__CUDA__LIBRARY" "g8490476e5d3573c7ede78f29bd8cde51", (kernel: CUkernel, config: CUfunc_cache, dev: CUdevice);
            cuKernelGetName: "cuKernelGetName" 12030, "cuda.h" "group__CUDA__LIBRARY" "ge758151073b777ef3ba11a45f7d22adf", (name: *mut *const c_char, hfunc: CUkernel);
            cuKernelGetParamInfo: "cuKernelGetParamInfo" 12040, "cuda.h" "group__CUDA__LIBRARY" "ga61653c9f13f713527e189fb0c2fe235", (kernel: CUkernel, paramIndex: usize, paramOffset: *mut usize, paramSize: *mut usize);
            cuKernelGetParamCount: "cuKernelGetParamCount" 13020, "cuda.h" "group__CUDA__LIBRARY" "g471deeeb77fe3dd973d732fbfd81c163", (kernel: CUkernel, paramCount: *mut usize);
            #[doc(alias = "cuMemGetInfo")]
            cuMemGetInfo_v2: "cuMemGetInfo" 3020, "cuda.h" "group__CUDA__MEM" "g808f555540d0143a331cc42aa98835c0", (free: *mut usize, total: *mut usize);
            cuMemGetInfo: "cuMemGetInfo" 2000, "cuda.h" "group__CUDA__MEM" "g808f555540d0143a331cc42aa98835c0", (free: *mut c_uint, total: *mut c_uint);
            #[doc(alias = "cuMemAlloc")]
            cuMemAlloc_v2: "cuMemAlloc" 3020, "cuda.h" "group__CUDA__MEM" "gb82d2a09844a58dd9e744dc31e8aa467", (dptr: *mut CUdeviceptr, bytesize: usize);
            cuMemAlloc: "cuMemAlloc" 2000, "cuda.h" "group__CUDA__MEM" "gb82d2a09844a58dd9e744dc31e8aa467", (dptr: *mut CUdeviceptr_v1, bytesize: c_uint);
            #[doc(alias = "cuMemAllocPitch")]
            cuMemAllocPitch_v2: "cuMemAllocPitch" 3020, "cuda.h" "group__CUDA__MEM" "gcbe9b033f6c4de80f63cc6e58ed9a45a", (dptr: *mut CUdeviceptr, pPitch: *mut usize, WidthInBytes: usize, Height: usize, ElementSizeBytes: c_uint);
            cuMemAllocPitch: "cuMemAllocPitch" 2000, "cuda.h" "group__CUDA__MEM" "gcbe9b033f6c4de80f63cc6e58ed9a45a", (dptr: *mut CUdeviceptr_v1, pPitch: *mut c_uint, WidthInBytes: c_uint, Height: c_uint, ElementSizeBytes: c_uint);
            #[doc(alias = "cuMemFree")]
            cuMemFree_v2: "cuMemFree" 3020, "cuda.h" "group__CUDA__MEM" "g89b3f154e17cc89b6eea277dbdf5c93a", (dptr: CUdeviceptr);
            cuMemFree: "cuMemFree" 2000, "cuda.h" "group__CUDA__MEM" "g89b3f154e17cc89b6eea277dbdf5c93a", (dptr: CUdeviceptr_v1);
            #[doc(alias = "cuMemGetAddressRange")]
            cuMemGetAddressRange_v2: "cuMemGetAddressRange" 3020, "cuda.h" "group__CUDA__MEM" "g64fee5711274a2a0573a789c94d8299b", (pbase: *mut CUdeviceptr, psize: *mut usize, dptr: CUdeviceptr);
            cuMemGetAddressRange: "cuMemGetAddressRange" 2000, "cuda.h" "group__CUDA__MEM" "g64fee5711274a2a0573a789c94d8299b", (pbase: *mut CUdeviceptr_v1, psize: *mut c_uint, dptr: CUdeviceptr_v1);
            #[doc(alias = "cuMemAllocHost")]
            cuMemAllocHost_v2: "cuMemAllocHost" 3020, "cuda.h" "group__CUDA__MEM" "gdd8311286d2c2691605362c689bc64e0", (pp: *mut *mut c_void, bytesize: usize);
            cuMemAllocHost: "cuMemAllocHost" 2000, "cuda.h" "group__CUDA__MEM" "gdd8311286d2c2691605362c689bc64e0", (pp: *mut *mut c_void, bytesize: c_uint);
            cuMemFreeHost: "cuMemFreeHost" 2000, "cuda.h" "group__CUDA__MEM" "g62e0fdbe181dab6b1c90fa1a51c7b92c", (p: *mut c_void);
            cuMemHostAlloc: "cuMemHostAlloc" 2020, "cuda.h" "group__CUDA__MEM" "g572ca4011bfcb25034888a14d4e035b9", (pp: *mut *mut c_void, bytesize: usize, Flags: c_uint);
            #[doc(alias = "cuMemHostGetDevicePointer")]
            cuMemHostGetDevicePointer_v2: "cuMemHostGetDevicePointer" 3020, "cuda.h" "group__CUDA__MEM" "g57a39e5cba26af4d06be67fc77cc62f0", (pdptr: *mut CUdeviceptr, p: *mut c_void, Flags: c_uint);
            cuMemHostGetDevicePointer: "cuMemHostGetDevicePointer" 2020, "cuda.h" "group__CUDA__MEM" "g57a39e5cba26af4d06be67fc77cc62f0", (pdptr: *mut CUdeviceptr_v1, p: *mut c_void, Flags: c_uint);
            cuMemHostGetFlags: "cuMemHostGetFlags" 2030, "cuda.h" "group__CUDA__MEM" "g42066246915fcb0400df2a17a851b35f", (pFlags: *mut c_uint, p: *mut c_void);
            cuMemAllocManaged: "cuMemAllocManaged" 6000, "cuda.h" "group__CUDA__MEM" "gb347ded34dc326af404aa02af5388a32", (dptr: *mut CUdeviceptr, bytesize: usize, flags: c_uint);
            cuDeviceRegisterAsyncNotification: "cuDeviceRegisterAsyncNotification" 12040, "cuda.h" "group__CUDA__MEM" "g4325f3e53f7817c93b37f12da91ed199", (device: CUdevice, callbackFunc: CUasyncCallback, userData: *mut c_void, callback: *mut CUasyncCallbackHandle);
            cuDeviceUnregisterAsyncNotification: "cuDeviceUnregisterAsyncNotification" 12040, "cuda.h" "group__CUDA__MEM" "gc0ae698fd18cbc2c395c9140e28e83ca", (device: CUdevice, callback: CUasyncCallbackHandle);
            cuDeviceGetByPCIBusId: "cuDeviceGetByPCIBusId" 4010, "cuda.h" "group__CUDA__MEM" "ga89cd3fa06334ba7853ed1232c5ebe2a", (dev: *mut CUdevice, pciBusId: *const c_char);
            cuDeviceGetPCIBusId: "cuDeviceGetPCIBusId" 4010, "cuda.h" "group__CUDA__MEM" "g85295e7d9745ab8f0aa80dd1e172acfc", (pciBusId: *mut c_char, len: c_int, dev: CUdevice);
            cuIpcGetEventHandle: "cuIpcGetEventHandle" 4010, "cuda.h" "group__CUDA__MEM" "gea02eadd12483de5305878b13288a86c", (pHandle: *mut CUipcEventHandle, event: CUevent);
            cuIpcOpenEventHandle: "cuIpcOpenEventHandle" 4010, "cuda.h" "group__CUDA__MEM" "gf1d525918b6c643b99ca8c8e42e36c2e", (phEvent: *mut CUevent, handle: CUipcEventHandle);
            cuIpcGetMemHandle: "cuIpcGetMemHandle" 4010, "cuda.h" "group__CUDA__MEM" "g6f1b5be767b275f016523b2ac49ebec1", (pHandle: *mut CUipcMemHandle, dptr: CUdeviceptr);
            #[doc(alias = "cuIpcOpenMemHandle")]
            cuIpcOpenMemHandle_v2: "cuIpcOpenMemHandle" 11000, "cuda.h" "group__CUDA__MEM" "ga8bd126fcff919a0c996b7640f197b79", (pdptr: *mut CUdeviceptr, handle: CUipcMemHandle, Flags: c_uint);
            cuIpcOpenMemHandle: "cuIpcOpenMemHandle" 4010, "cuda.h" "group__CUDA__MEM" "ga8bd126fcff919a0c996b7640f197b79", (pdptr: *mut CUdeviceptr, handle: CUipcMemHandle, Flags: c_uint);
            cuIpcCloseMemHandle: "cuIpcCloseMemHandle" 4010, "cuda.h" "group__CUDA__MEM" "gd6f5d5bcf6376c6853b64635b0157b9e", (dptr: CUdeviceptr);
            #[doc(alias = "cuMemHostRegister")]
            cuMemHostRegister_v2: "cuMemHostRegister" 6050, "cuda.h" "group__CUDA__MEM" "gf0a9fe11544326dabd743b7aa6b54223", (p: *mut c_void, bytesize: usize, Flags: c_uint);
            cuMemHostRegister: "cuMemHostRegister" 4000, "cuda.h" "group__CUDA__MEM" "gf0a9fe11544326dabd743b7aa6b54223", (p: *mut c_void, bytesize: usize, Flags: c_uint);
            cuMemHostUnregister: "cuMemHostUnregister" 4000, "cuda.h" "group__CUDA__MEM" "g63f450c8125359be87b7623b1c0b2a14", (p: *mut c_void);
            cuMemcpy: "cuMemcpy" 4000, per_thread("cuMemcpy_ptds" 7000), "cuda.h" "group__CUDA__MEM" "g8d0ff510f26d4b87bd3a51e731e7f698", (dst: CUdeviceptr, src: CUdeviceptr, ByteCount: usize);
            cuMemcpyPeer: "cuMemcpyPeer" 4000, per_thread("cuMemcpyPeer_ptds" 7000), "cuda.h" "group__CUDA__MEM" "ge1f5c7771544fee150ada8853c7cbf4a", (dstDevice: CUdeviceptr, dstContext: CUcontext, srcDevice: CUdeviceptr, srcContext: CUcontext, ByteCount: usize);
            #[doc(alias = "cuMemcpyHtoD")]
            cuMemcpyHtoD_v2: "cuMemcpyHtoD" 3020, per_thread("cuMemcpyHtoD_v2_ptds" 7000), "cuda.h" "group__CUDA__MEM" "g4d32266788c440b0220b1a9ba5795169", (dstDevice: CUdeviceptr, srcHost: *const c_void, ByteCount: usize);
            cuMemcpyHtoD: "cuMemcpyHtoD" 2000, "cuda.h" "group__CUDA__MEM" "g4d32266788c440b0220b1a9ba5795169", (dstDevice: CUdeviceptr_v1, srcHost: *const c_void, ByteCount: c_uint);
            #[doc(alias = "cuMemcpyDtoH")]
            cuMemcpyDtoH_v2: "cuMemcpyDtoH" 3020, per_thread("cuMemcpyDtoH_v2_ptds" 7000), "cuda.h" "group__CUDA__MEM" "g3480368ee0208a98f75019c9a8450893", (dstHost: *mut c_void, srcDevice: CUdeviceptr, ByteCount: usize);
            cuMemcpyDtoH: "cuMemcpyDtoH" 2000, "cuda.h" "group__CUDA__MEM" "g3480368ee0208a98f75019c9a8450893", (dstHost: *mut c_void, srcDevice: CUdeviceptr_v1, ByteCount: c_uint);
            #[doc(alias = "cuMemcpyDtoD")]
            cuMemcpyDtoD_v2: "cuMemcpyDtoD" 3020, per_thread("cuMemcpyDtoD_v2_ptds" 7000), "cuda.h" "group__CUDA__MEM" "g1725774abf8b51b91945f3336b778c8b", (dstDevice: CUdeviceptr, srcDevice: CUdeviceptr, ByteCount: usize);
            cuMemcpyDtoD: "cuMemcpyDtoD" 2000, "cuda.h" "group__CUDA__MEM" "g1725774abf8b51b91945f3336b778c8b", (dstDevice: CUdeviceptr_v1, srcDevice: CUdeviceptr_v1, ByteCount: c_uint);
            #[doc(alias = "cuMemcpyDtoA")]
            cuMemcpyDtoA_v2: "cuMemcpyDtoA" 3020, per_thread("cuMemcpyDtoA_v2_ptds" 7000), "cuda.h" "group__CUDA__MEM" "gad6827247af91600b56ce6e2ddb802e1", (dstArray: CUarray, dstOffset: usize, srcDevice: CUdeviceptr, ByteCount: usize);
            cuMemcpyDtoA: "cuMemcpyDtoA" 2000, "cuda.h" "group__CUDA__MEM" "gad6827247af91600b56ce6e2ddb802e1", (dstArray: CUarray, dstOffset: c_uint, srcDevice: CUdeviceptr_v1, ByteCount: c_uint);
            #[doc(alias = "cuMemcpyAtoD")]
            cuMemcpyAtoD_v2: "cuMemcpyAtoD" 3020, per_thread("cuMemcpyAtoD_v2_ptds" 7000), "cuda.h" "group__CUDA__MEM" "g825b3f037f7f51382cae991bae8173fd", (dstDevice: CUdeviceptr, srcArray: CUarray, srcOffset: usize, ByteCount: usize);
            cuMemcpyAtoD: "cuMemcpyAtoD" 2000, "cuda.h" "group__CUDA__MEM" "g825b3f037f7f51382cae991bae8173fd", (dstDevice: CUdeviceptr_v1, srcArray: CUarray, srcOffset: c_uint, ByteCount: c_uint);
            #[doc(alias = "cuMemcpyHtoA")]
            cuMemcpyHtoA_v2: "cuMemcpyHtoA" 3020, per_thread("cuMemcpyHtoA_v2_ptds" 7000), "cuda.h" "group__CUDA__MEM" "g57d3d780d165ecc0e3b3ce08e141cd89", (dstArray: CUarray, dstOffset: usize, srcHost: *const c_void, ByteCount: usize);
            cuMemcpyHtoA: "cuMemcpyHtoA" 2000, "cuda.h" "group__CUDA__MEM" "g57d3d780d165ecc0e3b3ce08e141cd89", (dstArray: CUarray, dstOffset: c_uint, srcHost: *const c_void, ByteCount: c_uint);
            #[doc(alias = "cuMemcpyAtoH")]
            cuMemcpyAtoH_v2: "cuMemcpyAtoH" 3020, per_thread("cuMemcpyAtoH_v2_ptds" 7000), "cuda.h" "group__CUDA__MEM" "gf7ad1edb2539cccc352c6b8b76f657f4", (dstHost: *mut c_void, srcArray: CUarray, srcOffset: usize, ByteCount: usize);
            cuMemcpyAtoH: "cuMemcpyAtoH" 2000, "cuda.h" "group__CUDA__MEM" "gf7ad1edb2539cccc352c6b8b76f657f4", (dstHost: *mut c_void, srcArray: CUarray, srcOffset: c_uint, ByteCount: c_uint);
            #[doc(alias = "cuMemcpyAtoA")]
            cuMemcpyAtoA_v2: "cuMemcpyAtoA" 3020, per_thread("cuMemcpyAtoA_v2_ptds" 7000), "cuda.h" "group__CUDA__MEM" "gf81b218c984a31436ec9e23a85fb604a", (dstArray: CUarray, dstOffset: usize, srcArray: CUarray, srcOffset: usize, ByteCount: usize);
            cuMemcpyAtoA: "cuMemcpyAtoA" 2000, "cuda.h" "group__CUDA__MEM" "gf81b218c984a31436ec9e23a85fb604a", (dstArray: CUarray, dstOffset: c_uint, srcArray: CUarray, srcOffset: c_uint, ByteCount: c_uint);
            #[doc(alias = "cuMemcpy2D")]
            cuMemcpy2D_v2: "cuMemcpy2D" 3020, per_thread("cuMemcpy2D_v2_ptds" 7000), "cuda.h" "group__CUDA__MEM" "g27f885b30c34cc20a663a671dbf6fc27", (pCopy: *const CUDA_MEMCPY2D);
            cuMemcpy2D: "cuMemcpy2D" 2000, "cuda.h" "group__CUDA__MEM" "g27f885b30c34cc20a663a671dbf6fc27", (pCopy: *const CUDA_MEMCPY2D_v1);
            #[doc(alias = "cuMemcpy2DUnaligned")]
            cuMemcpy2DUnaligned_v2: "cuMemcpy2DUnaligned" 3020, per_thread("cuMemcpy2DUnaligned_v2_ptds" 7000), "cuda.h" "group__CUDA__MEM" "g2fa285d47fd7020e596bfeab3deb651b", (pCopy: *const CUDA_MEMCPY2D);
            cuMemcpy2DUnaligned: "cuMemcpy2DUnaligned" 2000, "cuda.h" "group__CUDA__MEM" "g2fa285d47fd7020e596bfeab3deb651b", (pCopy: *const CUDA_MEMCPY2D_v1);
            #[doc(alias = "cuMemcpy3D")]
            cuMemcpy3D_v2: "cuMemcpy3D" 3020, per_thread("cuMemcpy3D_v2_ptds" 7000), "cuda.h" "group__CUDA__MEM" "g4b5238975579f002c0199a3800ca44df", (pCopy: *const CUDA_MEMCPY3D);
            cuMemcpy3D: "cuMemcpy3D" 2000, "cuda.h" "group__CUDA__MEM" "g4b5238975579f002c0199a3800ca44df", (pCopy: *const CUDA_MEMCPY3D_v1);
            cuMemcpy3DPeer: "cuMemcpy3DPeer" 4000, per_thread("cuMemcpy3DPeer_ptds" 7000), "cuda.h" "group__CUDA__MEM" "g11466fd70cde9329a4e16eb1f258c433", (pCopy: *const CUDA_MEMCPY3D_PEER);
            cuMemcpyAsync: "cuMemcpyAsync" 4000, per_thread("cuMemcpyAsync_ptsz" 7000), "cuda.h" "group__CUDA__MEM" "g5f26aaf5582ade791e5688727a178d78", (dst: CUdeviceptr, src: CUdeviceptr, ByteCount: usize, hStream: CUstream);
            cuMemcpyPeerAsync: "cuMemcpyPeerAsync" 4000, per_thread("cuMemcpyPeerAsync_ptsz" 7000), "cuda.h" "group__CUDA__MEM" "g82fcecb38018e64b98616a8ac30112f2", (dstDevice: CUdeviceptr, dstContext: CUcontext, srcDevice: CUdeviceptr, srcContext: CUcontext, ByteCount: usize, hStream: CUstream);
            #[doc(alias = "cuMemcpyHtoDAsync")]
            cuMemcpyHtoDAsync_v2: "cuMemcpyHtoDAsync" 3020, per_thread("cuMemcpyHtoDAsync_v2_ptsz" 7000), "cuda.h" "group__CUDA__MEM" "g1572263fe2597d7ba4f6964597a354a3", (dstDevice: CUdeviceptr, srcHost: *const c_void, ByteCount: usize, hStream: CUstream);
            cuMemcpyHtoDAsync: "cuMemcpyHtoDAsync" 2000, "cuda.h" "group__CUDA__MEM" "g1572263fe2597d7ba4f6964597a354a3", (dstDevice: CUdeviceptr_v1, srcHost: *const c_void, ByteCount: c_uint, hStream: CUstream);
            #[doc(alias = "cuMemcpyDtoHAsync")]
            cuMemcpyDtoHAsync_v2: "cuMemcpyDtoHAsync" 3020, per_thread("cuMemcpyDtoHAsync_v2_ptsz" 7000), "cuda.h" "group__CUDA__MEM" "g56f30236c7c5247f8e061b59d3268362", (dstHost: *mut c_void, srcDevice: CUdeviceptr, ByteCount: usize, hStream: CUstream);
            cuMemcpyDtoHAsync: "cuMemcpyDtoHAsync" 2000, "cuda.h" "group__CUDA__MEM" "g56f30236c7c5247f8e061b59d3268362", (dstHost: *mut c_void, srcDevice: CUdeviceptr_v1, ByteCount: c_uint, hStream: CUstream);
            #[doc(alias = "cuMemcpyDtoDAsync")]
            cuMemcpyDtoDAsync_v2: "cuMemcpyDtoDAsync" 3020, per_thread("cuMemcpyDtoDAsync_v2_ptsz" 7000), "cuda.h" "group__CUDA__MEM" "g39ea09ba682b8eccc9c3e0c04319b5c8", (dstDevice: CUdeviceptr, srcDevice: CUdeviceptr, ByteCount: usize, hStream: CUstream);
            cuMemcpyDtoDAsync: "cuMemcpyDtoDAsync" 3000, "cuda.h" "group__CUDA__MEM" "g39ea09ba682b8eccc9c3e0c04319b5c8", (dstDevice: CUdeviceptr_v1, srcDevice: CUdeviceptr_v1, ByteCount: c_uint, hStream: CUstream);
            #[doc(alias = "cuMemcpyHtoAAsync")]
            cuMemcpyHtoAAsync_v2: "cuMemcpyHtoAAsync" 3020, per_thread("cuMemcpyHtoAAsync_v2_ptsz" 7000), "cuda.h" "group__CUDA__MEM" "gb5c4863f64f132b4bc2661818b3fd188", (dstArray: CUarray, dstOffset: usize, srcHost: *const c_void, ByteCount: usize, hStream: CUstream);
            cuMemcpyHtoAAsync: "cuMemcpyHtoAAsync" 2000, "cuda.h" "group__CUDA__MEM" "gb5c4863f64f132b4bc2661818b3fd188", (dstArray: CUarray, dstOffset: c_uint, srcHost: *const c_void, ByteCount: c_uint, hStream: CUstream);
            #[doc(alias = "cuMemcpyAtoHAsync")]
            cuMemcpyAtoHAsync_v2: "cuMemcpyAtoHAsync" 3020, per_thread("cuMemcpyAtoHAsync_v2_ptsz" 7000), "cuda.h" "group__CUDA__MEM" "g64cbd2e60436699aebdd0bdbf14d0f01", (dstHost: *mut c_void, srcArray: CUarray, srcOffset: usize, ByteCount: usize, hStream: CUstream);
            cuMemcpyAtoHAsync: "cuMemcpyAtoHAsync" 2000, "cuda.h" "group__CUDA__MEM" "g64cbd2e60436699aebdd0bdbf14d0f01", (dstHost: *mut c_void, srcArray: CUarray, srcOffset: c_uint, ByteCount: c_uint, hStream: CUstream);
            #[doc(alias = "cuMemcpy2DAsync")]
            cuMemcpy2DAsync_v2: "cuMemcpy2DAsync" 3020, per_thread("cuMemcpy2DAsync_v2_ptsz" 7000), "cuda.h" "group__CUDA__MEM" "g4acf155faeb969d9d21f5433d3d0f274", (pCopy: *const CUDA_MEMCPY2D, hStream: CUstream);
            cuMemcpy2DAsync: "cuMemcpy2DAsync" 2000, "cuda.h" "group__CUDA__MEM" "g4acf155faeb969d9d21f5433d3d0f274", (pCopy: *const CUDA_MEMCPY2D_v1, hStream: CUstream);
            #[doc(alias = "cuMemcpy3DAsync")]
            cuMemcpy3DAsync_v2: "cuMemcpy3DAsync" 3020, per_thread("cuMemcpy3DAsync_v2_ptsz" 7000), "cuda.h" "group__CUDA__MEM" "g79f4f3fde6ae0f529568d881d9e11987", (pCopy: *const CUDA_MEMCPY3D, hStream: CUstream);
            cuMemcpy3DAsync: "cuMemcpy3DAsync" 2000, "cuda.h" "group__CUDA__MEM" "g79f4f3fde6ae0f529568d881d9e11987", (pCopy: *const CUDA_MEMCPY3D_v1, hStream: CUstream);
            cuMemcpy3DPeerAsync: "cuMemcpy3DPeerAsync" 4000, per_thread("cuMemcpy3DPeerAsync_ptsz" 7000), "cuda.h" "group__CUDA__MEM" "gc4e4bfd9f627d3aa3695979e058f1bb8", (pCopy: *const CUDA_MEMCPY3D_PEER, hStream: CUstream);
            #[doc(alias = "cuMemcpyBatchAsync")]
            cuMemcpyBatchAsync_v2: "cuMemcpyBatchAsync" 13000, per_thread("cuMemcpyBatchAsync_v2_ptsz" 13000), "cuda.h" "group__CUDA__MEM" "g6f1ff58e3065df3eb4b573dba77ad31f", (dsts: *mut CUdeviceptr, srcs: *mut CUdeviceptr, sizes: *mut usize, count: usize, attrs: *mut CUmemcpyAttributes, attrsIdxs: *mut usize, numAttrs: usize, hStream: CUstream);
            cuMemcpyBatchAsync: "cuMemcpyBatchAsync" 12080, per_thread("cuMemcpyBatchAsync_ptsz" 12080), "cuda.h" "group__CUDA__MEM" "g6f1ff58e3065df3eb4b573dba77ad31f", (dsts: *mut CUdeviceptr, srcs: *mut CUdeviceptr, sizes: *mut usize, count: usize, attrs: *mut CUmemcpyAttributes, attrsIdxs: *mut usize, numAttrs: usize, failIdx: *mut usize, hStream: CUstream);
            #[doc(alias = "cuMemcpy3DBatchAsync")]
            cuMemcpy3DBatchAsync_v2: "cuMemcpy3DBatchAsync" 13000, per_thread("cuMemcpy3DBatchAsync_v2_ptsz" 13000), "cuda.h" "group__CUDA__MEM" "g97dd29d0e3490379a5cbdb21deb41f12", (numOps: usize, opList: *mut CUDA_MEMCPY3D_BATCH_OP, flags: c_ulonglong, hStream: CUstream);
            cuMemcpy3DBatchAsync: "cuMemcpy3DBatchAsync" 12080, per_thread("cuMemcpy3DBatchAsync_ptsz" 12080), "cuda.h" "group__CUDA__MEM" "g97dd29d0e3490379a5cbdb21deb41f12", (numOps: usize, opList: *mut CUDA_MEMCPY3D_BATCH_OP, failIdx: *mut usize, flags: c_ulonglong, hStream: CUstream);
            cuMemcpyWithAttributesAsync: "cuMemcpyWithAttributesAsync" 13020, per_thread("cuMemcpyWithAttributesAsync_ptsz" 13020), "cuda.h" "group__CUDA__MEM" "gaee64fdcd63c4ba9ced25393256abe7d", (dst: CUdeviceptr, src: CUdeviceptr, size: usize, attr: *mut CUmemcpyAttributes, hStream: CUstream);
            cuMemcpy3DWithAttributesAsync: "cuMemcpy3DWithAttributesAsync" 13020, per_thread("cuMemcpy3DWithAttributesAsync_ptsz" 13020), "cuda.h" "group__CUDA__MEM" "g2acfe4c3e70932e97ab85b960095671f", (op: *mut CUDA_MEMCPY3D_BATCH_OP, flags: c_ulonglong, hStream: CUstream);
            #[doc(alias = "cuMemsetD8")]
            cuMemsetD8_v2: "cuMemsetD8" 3020, per_thread("cuMemsetD8_v2_ptds" 7000), "cuda.h" "group__CUDA__MEM" "g6e582bf866e9e2fb014297bfaf354d7b", (dstDevice: CUdeviceptr, uc: c_uchar, N: usize);
            cuMemsetD8: "cuMemsetD8" 2000, "cuda.h" "group__CUDA__MEM" "g6e582bf866e9e2fb014297bfaf354d7b", (dstDevice: CUdeviceptr_v1, uc: c_uchar, N: c_uint);
            #[doc(alias = "cuMemsetD16")]
            cuMemsetD16_v2: "cuMemsetD16" 3020, per_thread("cuMemsetD16_v2_ptds" 7000), "cuda.h" "group__CUDA__MEM" "g7d805e610054392a4d11e8a8bf5eb35c", (dstDevice: CUdeviceptr, us: c_ushort, N: usize);
            cuMemsetD16: "cuMemsetD16" 2000, "cuda.h" "group__CUDA__MEM" "g7d805e610054392a4d11e8a8bf5eb35c", (dstDevice: CUdeviceptr_v1, us: c_ushort, N: c_uint);
            #[doc(alias = "cuMemsetD32")]
            cuMemsetD32_v2: "cuMemsetD32" 3020, per_thread("cuMemsetD32_v2_ptds" 7000), "cuda.h" "group__CUDA__MEM" "g983e8d8759acd1b64326317481fbf132", (dstDevice: CUdeviceptr, ui: c_uint, N: usize);
            cuMemsetD32: "cuMemsetD32" 2000, "cuda.h" "group__CUDA__MEM" "g983e8d8759acd1b64326317481fbf132", (dstDevice: CUdeviceptr_v1, ui: c_uint, N: c_uint);
            #[doc(alias = "cuMemsetD2D8")]
            cuMemsetD2D8_v2: "cuMemsetD2D8" 3020, per_thread("cuMemsetD2D8_v2_ptds" 7000), "cuda.h" "group__CUDA__MEM" "ge88b13e646e2be6ba0e0475ef5205974", (dstDevice: CUdeviceptr, dstPitch: usize, uc: c_uchar, Width: usize, Height: usize);
            cuMemsetD2D8: "cuMemsetD2D8" 2000, "cuda.h" "group__CUDA__MEM" "ge88b13e646e2be6ba0e0475ef5205974", (dstDevice: CUdeviceptr_v1, dstPitch: c_uint, uc: c_uchar, Width: c_uint, Height: c_uint);
            #[doc(alias = "cuMemsetD2D16")]
            cuMemsetD2D16_v2: "cuMemsetD2D16" 3020, per_thread("cuMemsetD2D16_v2_ptds" 7000), "cuda.h" "group__CUDA__MEM" "g7f561a15a66144fa9f6ab5350edc8a30", (dstDevice: CUdeviceptr, dstPitch: usize, us: c_ushort, Width: usize, Height: usize);
            cuMemsetD2D16: "cuMemsetD2D16" 2000, "cuda.h" "group__CUDA__MEM" "g7f561a15a66144fa9f6ab5350edc8a30", (dstDevice: CUdeviceptr_v1, dstPitch: c_uint, us: c_ushort, Width: c_uint, Height: c_uint);
            #[doc(alias = "cuMemsetD2D32")]
            cuMemsetD2D32_v2: "cuMemsetD2D32" 3020, per_thread("cuMemsetD2D32_v2_ptds" 7000), "cuda.h" "group__CUDA__MEM" "g74b359b2d026bfeb7c795b5038d07523", (dstDevice: CUdeviceptr, dstPitch: usize, ui: c_uint, Width: usize, Height: usize);
            cuMemsetD2D32: "cuMemsetD2D32" 2000, "cuda.h" "group__CUDA__MEM" "g74b359b2d026bfeb7c795b5038d07523", (dstDevice: CUdeviceptr_v1, dstPitch: c_uint, ui: c_uint, Width: c_uint, Height: c_uint);
            cuMemsetD8Async: "cuMemsetD8Async" 3020, per_thread("cuMemsetD8Async_ptsz" 7000), "cuda.h" "group__CUDA__MEM" "gaef08a7ccd61112f94e82f2b30d43627", (dstDevice: CUdeviceptr, uc: c_uchar, N: usize, hStream: CUstream);
            cuMemsetD16Async: "cuMemsetD16Async" 3020, per_thread("cuMemsetD16Async_ptsz" 7000), "cuda.h" "group__CUDA__MEM" "gf731438877dd8ec875e4c43d848c878c", (dstDevice: CUdeviceptr, us: c_ushort, N: usize, hStream: CUstream);
            cuMemsetD32Async: "cuMemsetD32Async" 3020, per_thread("cuMemsetD32Async_ptsz" 7000), "cuda.h" "group__CUDA__MEM" "g58229da5d30f1c0cdf667b320ec2c0f5", (dstDevice: CUdeviceptr, ui: c_uint, N: usize, hStream: CUstream);
            cuMemsetD2D8Async: "cuMemsetD2D8Async" 3020, per_thread("cuMemsetD2D8Async_ptsz" 7000), "cuda.h" "group__CUDA__MEM" "g3f7b6924a3e49c3265b328f534102e97", (dstDevice: CUdeviceptr, dstPitch: usize, uc: c_uchar, Width: usize, Height: usize, hStream: CUstream);
            cuMemsetD2D16Async: "cuMemsetD2D16Async" 3020, per_thread("cuMemsetD2D16Async_ptsz" 7000), "cuda.h" "group__CUDA__MEM" "g64ee197befac3d74d9fefedcf6ef6b10", (dstDevice: CUdeviceptr, dstPitch: usize, us: c_ushort, Width: usize, Height: usize, hStream: CUstream);
            cuMemsetD2D32Async: "cuMemsetD2D32Async" 3020, per_thread("cuMemsetD2D32Async_ptsz" 7000), "cuda.h" "group__CUDA__MEM" "g8a78d3147ac93fac955052c815d9ea3c", (dstDevice: CUdeviceptr, dstPitch: usize, ui: c_uint, Width: usize, Height: usize, hStream: CUstream);
            #[doc(alias = "cuArrayCreate")]
            cuArrayCreate_v2: "cuArrayCreate" 3020, "cuda.h" "group__CUDA__MEM" "g4192ff387a81c3bd5ed8c391ed62ca24", (pHandle: *mut CUarray, pAllocateArray: *const CUDA_ARRAY_DESCRIPTOR);
            cuArrayCreate: "cuArrayCreate" 2000, "cuda.h" "group__CUDA__MEM" "g4192ff387a81c3bd5ed8c391ed62ca24", (pHandle: *mut CUarray, pAllocateArray: *const CUDA_ARRAY_DESCRIPTOR_v1);
            #[doc(alias = "cuArrayGetDescriptor")]
            cuArrayGetDescriptor_v2: "cuArrayGetDescriptor" 3020, "cuda.h" "group__CUDA__MEM" "g661fe823dbd37bf11f82a71bd4762acf", (pArrayDescriptor: *mut CUDA_ARRAY_DESCRIPTOR, hArray: CUarray);
            cuArrayGetDescriptor: "cuArrayGetDescriptor" 2000, "cuda.h" "group__CUDA__MEM" "g661fe823dbd37bf11f82a71bd4762acf", (pArrayDescriptor: *mut CUDA_ARRAY_DESCRIPTOR_v1, hArray: CUarray);
            cuArrayGetSparseProperties: "cuArrayGetSparseProperties" 11010, "cuda.h" "group__CUDA__MEM" "gf74df88a07404ee051f0e5b36647d8c7", (sparseProperties: *mut CUDA_ARRAY_SPARSE_PROPERTIES, array: CUarray);
            cuMipmappedArrayGetSparseProperties: "cuMipmappedArrayGetSparseProperties" 11010, "cuda.h" "group__CUDA__MEM" "g55a16bd1780acb3cc94e8b88d5fe5e19", (sparseProperties: *mut CUDA_ARRAY_SPARSE_PROPERTIES, mipmap: CUmipmappedArray);
            cuArrayGetMemoryRequirements: "cuArrayGetMemoryRequirements" 11060, "cuda.h" "group__CUDA__MEM" "gac8761ced0fa462e4762f6528073d9f4", (memoryRequirements: *mut CUDA_ARRAY_MEMORY_REQUIREMENTS, array: CUarray, device: CUdevice);
            cuMipmappedArrayGetMemoryRequirements: "cuMipmappedArrayGetMemoryRequirements" 11060, "cuda.h" "group__CUDA__MEM" "g71b95168dd78c64cbca5b32b9cbf37e1", (memoryRequirements: *mut CUDA_ARRAY_MEMORY_REQUIREMENTS, mipmap: CUmipmappedArray, device: CUdevice);
            cuArrayGetPlane: "cuArrayGetPlane" 11020, "cuda.h" "group__CUDA__MEM" "ge66ce245a1e3802f9ccc3583cec6b71f", (pPlaneArray: *mut CUarray, hArray: CUarray, planeIdx: c_uint);
            cuArrayDestroy: "cuArrayDestroy" 2000, "cuda.h" "group__CUDA__MEM" "g982878affbbc023de84874faac838b0b", (hArray: CUarray);
            #[doc(alias = "cuArray3DCreate")]
            cuArray3DCreate_v2: "cuArray3DCreate" 3020, "cuda.h" "group__CUDA__MEM" "gc2322c70b38c2984536c90ed118bb1d7", (pHandle: *mut CUarray, pAllocateArray: *const CUDA_ARRAY3D_DESCRIPTOR);
            cuArray3DCreate: "cuArray3DCreate" 2000, "cuda.h" "group__CUDA__MEM" "gc2322c70b38c2984536c90ed118bb1d7", (pHandle: *mut CUarray, pAllocateArray: *const CUDA_ARRAY3D_DESCRIPTOR_v1);
            #[doc(alias = "cuArray3DGetDescriptor")]
            cuArray3DGetDescriptor_v2: "cuArray3DGetDescriptor" 3020, "cuda.h" "group__CUDA__MEM" "gb58549f2f3f390b9e0e7c8f3acd53857", (pArrayDescriptor: *mut CUDA_ARRAY3D_DESCRIPTOR, hArray: CUarray);
            cuArray3DGetDescriptor: "cuArray3DGetDescriptor" 2000, "cuda.h" "group__CUDA__MEM" "gb58549f2f3f390b9e0e7c8f3acd53857", (pArrayDescriptor: *mut CUDA_ARRAY3D_DESCRIPTOR_v1, hArray: CUarray);
            cuMipmappedArrayCreate: "cuMipmappedArrayCreate" 5000, "cuda.h" "group__CUDA__MEM" "ga5d2e311c7f9b0bc6d130af824a40bd3", (pHandle: *mut CUmipmappedArray, pMipmappedArrayDesc: *const CUDA_ARRAY3D_DESCRIPTOR, numMipmapLevels: c_uint);
            cuMipmappedArrayGetLevel: "cuMipmappedArrayGetLevel" 5000, "cuda.h" "group__CUDA__MEM" "g82f276659f05be14820e99346b0f86b7", (pLevelArray: *mut CUarray, hMipmappedArray: CUmipmappedArray, level: c_uint);
            cuMipmappedArrayDestroy: "cuMipmappedArrayDestroy" 5000, "cuda.h" "group__CUDA__MEM" "ge0d7c768b6a6963c4d4bde5bbc74f0ad", (hMipmappedArray: CUmipmappedArray);
            cuMemGetHandleForAddressRange: "cuMemGetHandleForAddressRange" 11070, "cuda.h" "group__CUDA__MEM" "g51e719462c04ee90a6b0f8b2a75fe031", (handle: *mut c_void, dptr: CUdeviceptr, size: usize, handleType: CUmemRangeHandleType, flags: c_ulonglong);
            cuMemBatchDecompressAsync: "cuMemBatchDecompressAsync" 12060, per_thread("cuMemBatchDecompressAsync_ptsz" 12060), "cuda.h" "group__CUDA__MEM" "g51e9452797573fa7597f2896182c8826", (paramsArray: *mut CUmemDecompressParams, count: usize, flags: c_uint, errorIndex: *mut usize, stream: CUstream);
            cuMemAddressReserve: "cuMemAddressReserve" 10020, "cuda.h" "group__CUDA__VA" "ge489256c107df2a07ddf96d80c86cd9b", (ptr: *mut CUdeviceptr, size: usize, alignment: usize, addr: CUdeviceptr, flags: c_ulonglong);
            cuMemAddressFree: "cuMemAddressFree" 10020, "cuda.h" "group__CUDA__VA" "g6993ecea2ea03e1b802b8255edc2da5b", (ptr: CUdeviceptr, size: usize);
            cuMemCreate: "cuMemCreate" 10020, "cuda.h" "group__CUDA__VA" "g899d69a862bba36449789c64b430dc7c", (handle: *mut CUmemGenericAllocationHandle, size: usize, prop: *const CUmemAllocationProp, flags: c_ulonglong);
            cuMemRelease: "cuMemRelease" 10020, "cuda.h" "group__CUDA__VA" "g3014f0759f43a8d82db951b8e4b91d68", (handle: CUmemGenericAllocationHandle);
            cuMemMap: "cuMemMap" 10020, "cuda.h" "group__CUDA__VA" "gff1d395423af5c5c75375516959dae56", (ptr: CUdeviceptr, size: usize, offset: usize, handle: CUmemGenericAllocationHandle, flags: c_ulonglong);
            cuMemMapArrayAsync: "cuMemMapArrayAsync" 11010, per_thread("cuMemMapArrayAsync_ptsz" 11010), "cuda.h" "group__CUDA__VA" "g5dc41a62a9feb68f2e943b438c83e5ab", (mapInfoList: *mut CUarrayMapInfo, count: c_uint, hStream: CUstream);
            cuMemUnmap: "cuMemUnmap" 10020, "cuda.h" "group__CUDA__VA" "gfb50aac00c848fd7087e858f59bf7e2a", (ptr: CUdeviceptr, size: usize);
            cuMemSetAccess: "cuMemSetAccess" 10020, "cuda.h" "group__CUDA__VA" "g1b6b12b10e8324bf462ecab4e7ef30e1", (ptr: CUdeviceptr, size: usize, desc: *const CUmemAccessDesc, count: usize);
            cuMemGetAccess: "cuMemGetAccess" 10020, "cuda.h" "group__CUDA__VA" "g4b5627b4f2d3972d0b62cc4ba1931125", (flags: *mut c_ulonglong, location: *const CUmemLocation, ptr: CUdeviceptr);
            cuMemExportToShareableHandle: "cuMemExportToShareableHandle" 10020, "cuda.h" "group__CUDA__VA" "g633f273b155815f23c1d70e7d9384c56", (shareableHandle: *mut c_void, handle: CUmemGenericAllocationHandle, handleType: CUmemAllocationHandleType, flags: c_ulonglong);
            cuMemImportFromShareableHandle: "cuMemImportFromShareableHandle" 10020, "cuda.h" "group__CUDA__VA" "g1577822cc83ea896b4892f2d69630463", (handle: *mut CUmemGenericAllocationHandle, osHandle: *mut c_void, shHandleType: CUmemAllocationHandleType);
            cuMemGetAllocationGranularity: "cuMemGetAllocationGranularity" 10020, "cuda.h" "group__CUDA__VA" "g30ee906c2cf66a0347b3dfec3d7eb31a", (granularity: *mut usize, prop: *const CUmemAllocationProp, option: CUmemAllocationGranularity_flags);
            cuMemGetAllocationPropertiesFromHandle: "cuMemGetAllocationPropertiesFromHandle" 10020, "cuda.h" "group__CUDA__VA" "gc1c4c812caba5a21401c2cb4ab4512b1", (prop: *mut CUmemAllocationProp, handle: CUmemGenericAllocationHandle);
            cuMemRetainAllocationHandle: "cuMemRetainAllocationHandle" 11000, "cuda.h" "group__CUDA__VA" "g1ddca5437c502782155f95bf98e775c6", (handle: *mut CUmemGenericAllocationHandle, addr: *mut c_void);
            cuMemFreeAsync: "cuMemFreeAsync" 11020, per_thread("cuMemFreeAsync_ptsz" 11020), "cuda.h" "group__CUDA__MALLOC__ASYNC" "g41acf4131f672a2a75cd93d3241f10cf", (dptr: CUdeviceptr, hStream: CUstream);
            cuMemAllocAsync: "cuMemAllocAsync" 11020, per_thread("cuMemAllocAsync_ptsz" 11020), "cuda.h" "group__CUDA__MALLOC__ASYNC" "g13413273e84a641bce1929eae9e6501f", (dptr: *mut CUdeviceptr, bytesize: usize, hStream: CUstream);
            cuMemPoolTrimTo: "cuMemPoolTrimTo" 11020, "cuda.h" "group__CUDA__MALLOC__ASYNC" "g9c7e267e3460945b0ca76c48314bb669", (pool: CUmemoryPool, minBytesToKeep: usize);
            cuMemPoolSetAttribute: "cuMemPoolSetAttribute" 11020, "cuda.h" "group__CUDA__MALLOC__ASYNC" "g223e786cb217709235a06e41bccaec00", (pool: CUmemoryPool, attr: CUmemPool_attribute, value: *mut c_void);
            cuMemPoolGetAttribute: "cuMemPoolGetAttribute" 11020, "cuda.h" "group__CUDA__MALLOC__ASYNC" "gd45ea7c43e4a1add4b971d06fa72eda4", (pool: CUmemoryPool, attr: CUmemPool_attribute, value: *mut c_void);
            cuMemPoolSetAccess: "cuMemPoolSetAccess" 11020, "cuda.h" "group__CUDA__MALLOC__ASYNC" "gff3ce33e252443f4b087b94e42913406", (pool: CUmemoryPool, map: *const CUmemAccessDesc, count: usize);
            cuMemPoolGetAccess: "cuMemPoolGetAccess" 11020, "cuda.h" "group__CUDA__MALLOC__ASYNC" "g838f28fd535a1cbd06c5f7fe0edbdcc7", (flags: *mut CUmemAccess_flags, memPool: CUmemoryPool, location: *mut CUmemLocation);
            cuMemPoolCreate: "cuMemPoolCreate" 11020, "cuda.h" "group__CUDA__MALLOC__ASYNC" "g8aa4c143dbc20293659cd883232b95f2", (pool: *mut CUmemoryPool, poolProps: *const CUmemPoolProps);
            cuMemPoolDestroy: "cuMemPoolDestroy" 11020, "cuda.h" "group__CUDA__MALLOC__ASYNC" "ge0e211115e5ad1c79250b9dd425b77f7", (pool: CUmemoryPool);
            cuMemGetDefaultMemPool: "cuMemGetDefaultMemPool" 13000, "cuda.h" "group__CUDA__MALLOC__ASYNC" "gfe5111eb15c977cd8d87132ff481072f", (pool_out: *mut CUmemoryPool, location: *mut CUmemLocation, type_: CUmemAllocationType);
            cuMemGetMemPool: "cuMemGetMemPool" 13000, "cuda.h" "group__CUDA__MALLOC__ASYNC" "g5283d28ee187477e1a2b06fd731ec575", (pool: *mut CUmemoryPool, location: *mut CUmemLocation, type_: CUmemAllocationType);
            cuMemSetMemPool: "cuMemSetMemPool" 13000, "cuda.h" "group__CUDA__MALLOC__ASYNC" "g779e76c810c5f088210ea907730e17c9", (location: *mut CUmemLocation, type_: CUmemAllocationType, pool: CUmemoryPool);
            cuMemAllocFromPoolAsync: "cuMemAllocFromPoolAsync" 11020, per_thread("cuMemAllocFromPoolAsync_ptsz" 11020), "cuda.h" "group__CUDA__MALLOC__ASYNC" "gf1dd6e1e2e8f767a5e0ea63f38ff260b", (dptr: *mut CUdeviceptr, bytesize: usize, pool: CUmemoryPool, hStream: CUstream);
            cuMemPoolExportToShareableHandle: "cuMemPoolExportToShareableHandle" 11020, "cuda.h" "group__CUDA__MALLOC__ASYNC" "g79ed285fdfffb76932871fb96fbba8f8", (handle_out: *mut c_void, pool: CUmemoryPool, handleType: CUmemAllocationHandleType, flags: c_ulonglong);
            cuMemPoolImportFromShareableHandle: "cuMemPoolImportFromShareableHandle" 11020, "cuda.h" "group__CUDA__MALLOC__ASYNC" "g02b4f18dd8a1c45b7f302800e90cec5b", (pool_out: *mut CUmemoryPool, handle: *mut c_void, handleType: CUmemAllocationHandleType, flags: c_ulonglong);
            cuMemPoolExportPointer: "cuMemPoolExportPointer" 11020, "cuda.h" "group__CUDA__MALLOC__ASYNC" "gfe89f0478d26edaa91eb8a2e0349329d", (shareData_out: *mut CUmemPoolPtrExportData, ptr: CUdeviceptr);
            cuMemPoolImportPointer: "cuMemPoolImportPointer" 11020, "cuda.h" "group__CUDA__MALLOC__ASYNC" "g2620bb972ed5edcce312d3689454acbd", (ptr_out: *mut CUdeviceptr, pool: CUmemoryPool, shareData: *mut CUmemPoolPtrExportData);
            cuMulticastCreate: "cuMulticastCreate" 12010, "cuda.h" "group__CUDA__MULTICAST" "gd4413361f466d4ed86a93d8c309c0242", (mcHandle: *mut CUmemGenericAllocationHandle, prop: *const CUmulticastObjectProp);
            cuMulticastAddDevice: "cuMulticastAddDevice" 12010, "cuda.h" "group__CUDA__MULTICAST" "g2df07b38ff506c519e9f799c5ddf7e5d", (mcHandle: CUmemGenericAllocationHandle, dev: CUdevice);
            cuMulticastBindMem: "cuMulticastBindMem" 12010, "cuda.h" "group__CUDA__MULTICAST" "gcadf88b616a3f766f6279288e435a4bb", (mcHandle: CUmemGenericAllocationHandle, mcOffset: usize, memHandle: CUmemGenericAllocationHandle, memOffset: usize, size: usize, flags: c_ulonglong);
            #[doc(alias = "cuMulticastBindMem")]
            cuMulticastBindMem_v2: "cuMulticastBindMem" 13010, "cuda.h" "group__CUDA__MULTICAST" "g0e0ed2e81af121bdcbb54e1a9c4e63a5", (mcHandle: CUmemGenericAllocationHandle, dev: CUdevice, mcOffset: usize, memHandle: CUmemGenericAllocationHandle, memOffset: usize, size: usize, flags: c_ulonglong);
            cuMulticastBindAddr: "cuMulticastBindAddr" 12010, "cuda.h" "group__CUDA__MULTICAST" "g07c8cf1d3bf1d04a2d1867f09647b03f", (mcHandle: CUmemGenericAllocationHandle, mcOffset: usize, memptr: CUdeviceptr, size: usize, flags: c_ulonglong);
            #[doc(alias = "cuMulticastBindAddr")]
            cuMulticastBindAddr_v2: "cuMulticastBindAddr" 13010, "cuda.h" "group__CUDA__MULTICAST" "g0eb82d8911bf179ae239d522da049bed", (mcHandle: CUmemGenericAllocationHandle, dev: CUdevice, mcOffset: usize, memptr: CUdeviceptr, size: usize, flags: c_ulonglong);
            cuMulticastUnbind: "cuMulticastUnbind" 12010, "cuda.h" "group__CUDA__MULTICAST" "g424b4563760cc5dab52ee9a8d28656ac", (mcHandle: CUmemGenericAllocationHandle, dev: CUdevice, mcOffset: usize, size: usize);
            cuMulticastGetGranularity: "cuMulticastGetGranularity" 12010, "cuda.h" "group__CUDA__MULTICAST" "g067a02ad98f4e01f149011f523fec547", (granularity: *mut usize, prop: *const CUmulticastObjectProp, option: CUmulticastGranularity_flags);
            cuDeviceGetFabricClusterUuid: "cuDeviceGetFabricClusterUuid" 13040, "cuda.h" "group__CUDA__CLIQUE" "g5931fcaf3cefcfb7b96369209557f213", (uuid: *mut CUuuid, dev: CUdevice);
            cuDeviceGetCliqueCount: "cuDeviceGetCliqueCount" 13040, "cuda.h" "group__CUDA__CLIQUE" "g7328ad541e3602fbad1f761f2a36cb1e", (count: *mut usize, dev: CUdevice);
            cuDeviceGetCliqueInfo: "cuDeviceGetCliqueInfo" 13040, "cuda.h" "group__CUDA__CLIQUE" "g35b6ab99fe8f1f972fb6f5596fa5c7d0", (cliqueInfo: *mut CUcliqueInfo, count: *mut usize, dev: CUdevice);
            cuLogicalEndpointIdReserve: "cuLogicalEndpointIdReserve" 13030, "cuda.h" "group__CUDA__LOGICAL__ENDPOINT" "gbef8117440c51e482fb455d6a649bd97", (baseLeId: *mut CUlogicalEndpointId, count: cuuint32_t);
            cuLogicalEndpointIdRelease: "cuLogicalEndpointIdRelease" 13030, "cuda.h" "group__CUDA__LOGICAL__ENDPOINT" "ga19040c7e0c21e90170d16cea107391e", (baseLeId: CUlogicalEndpointId, count: cuuint32_t);
            cuLogicalEndpointCreate: "cuLogicalEndpointCreate" 13030, "cuda.h" "group__CUDA__LOGICAL__ENDPOINT" "ga71ca82c275168ff93eff1df623042f7", (leId: CUlogicalEndpointId, prop: *const CUlogicalEndpointProp);
            cuLogicalEndpointAddDevice: "cuLogicalEndpointAddDevice" 13030, "cuda.h" "group__CUDA__LOGICAL__ENDPOINT" "gd2d33cb39d6fafbde7a1c7fd73688b66", (leId: CUlogicalEndpointId, dev: CUdevice);
            cuLogicalEndpointDestroy: "cuLogicalEndpointDestroy" 13030, "cuda.h" "group__CUDA__LOGICAL__ENDPOINT" "g177dcb090bb9f365eadf0c0a0831178d", (leId: CUlogicalEndpointId);
            cuLogicalEndpointBindAddr: "cuLogicalEndpointBindAddr" 13030, "cuda.h" "group__CUDA__LOGICAL__ENDPOINT" "gdc6b78cf705fb44fe83c310b5aaa2d51", (leId: CUlogicalEndpointId, dev: CUdevice, offset: cuuint64_t, ptr: *mut c_void, size: cuuint64_t, flags: c_ulonglong);
            cuLogicalEndpointBindMem: "cuLogicalEndpointBindMem" 13030, "cuda.h" "group__CUDA__LOGICAL__ENDPOINT" "g9a85919bc6c52d1c63a0bb4acd32cb6e", (leId: CUlogicalEndpointId, dev: CUdevice, offset: cuuint64_t, memHandle: CUmemGenericAllocationHandle, memOffset: cuuint64_t, size: cuuint64_t, flags: c_ulonglong);
            cuLogicalEndpointUnbind: "cuLogicalEndpointUnbind" 13030, "cuda.h" "group__CUDA__LOGICAL__ENDPOINT" "gb1c8b71fe516b61a959ad1c0a6fadddc", (leId: CUlogicalEndpointId, dev: CUdevice, offset: cuuint64_t, size: cuuint64_t);
            cuLogicalEndpointExport: "cuLogicalEndpointExport" 13030, "cuda.h" "group__CUDA__LOGICAL__ENDPOINT" "g4b33efa91af874a9571b2b11748638fa", (handle: *mut c_void, leId: CUlogicalEndpointId, handleType: CUlogicalEndpointIpcHandleType);
            cuLogicalEndpointImport: "cuLogicalEndpointImport" 13030, "cuda.h" "group__CUDA__LOGICAL__ENDPOINT" "g40fafd9e45546a266eeaa41f83de5d2b", (leId: CUlogicalEndpointId, handle: *const c_void, handleType: CUlogicalEndpointIpcHandleType);
            cuLogicalEndpointGetLimits: "cuLogicalEndpointGetLimits" 13030, "cuda.h" "group__CUDA__LOGICAL__ENDPOINT" "gfb9173d8bc61d60c6e49729947d3594a", (bindAlignment: *mut cuuint64_t, maxSize: *mut cuuint64_t, prop: *const CUlogicalEndpointProp);
            cuLogicalEndpointQuery: "cuLogicalEndpointQuery" 13030, "cuda.h" "group__CUDA__LOGICAL__ENDPOINT" "gdff0539c09f0eda8e9cce465c80bcbcb", (leId: CUlogicalEndpointId, count: cuuint32_t, queryStatus: *mut c_int);
            cuFabricCpyBatchAsync: "cuFabricCpyBatchAsync" 13050, per_thread("cuFabricCpyBatchAsync_ptsz" 13050), "cuda.h" "group__CUDA__FABRIC__COPY" "g30b0fd0ec052cbf1d87cb51f1189dacf", (numOps: usize, opList: *mut CUDA_FABRIC_COPY_BATCH_OP, flags: c_ulonglong, hStream: CUstream);
            cuPointerGetAttribute: "cuPointerGetAttribute" 4000, "cuda.h" "group__CUDA__UNIFIED" "g0c28ed0aff848042bc0533110e45820c", (data: *mut c_void, attribute: CUpointer_attribute, ptr: CUdeviceptr);
            #[doc(alias = "cuMemPrefetchAsync")]
            cuMemPrefetchAsync_v2: "cuMemPrefetchAsync" 12020, per_thread("cuMemPrefetchAsync_v2_ptsz" 12020), "cuda.h" "group__CUDA__UNIFIED" "g45c0e085febc3be8fabf5c526355b6a3", (devPtr: CUdeviceptr, count: usize, location: CUmemLocation, flags: c_uint, hStream: CUstream);
            cuMemPrefetchAsync: "cuMemPrefetchAsync" 8000, per_thread("cuMemPrefetchAsync_ptsz" 8000), "cuda.h" "group__CUDA__UNIFIED" "g45c0e085febc3be8fabf5c526355b6a3", (devPtr: CUdeviceptr, count: usize, dstDevice: CUdevice, hStream: CUstream);
            #[doc(alias = "cuMemAdvise")]
            cuMemAdvise_v2: "cuMemAdvise" 12020, "cuda.h" "group__CUDA__UNIFIED" "gaac8924b2f5a2a93f8775fb81c1a643f", (devPtr: CUdeviceptr, count: usize, advice: CUmem_advise, location: CUmemLocation);
            cuMemAdvise: "cuMemAdvise" 8000, "cuda.h" "group__CUDA__UNIFIED" "gaac8924b2f5a2a93f8775fb81c1a643f", (devPtr: CUdeviceptr, count: usize, advice: CUmem_advise, device: CUdevice);
            cuMemPrefetchBatchAsync: "cuMemPrefetchBatchAsync" 13000, per_thread("cuMemPrefetchBatchAsync_ptsz" 13000), "cuda.h" "group__CUDA__UNIFIED" "g97fe632183ff5ff791813c3174fc5121", (dptrs: *mut CUdeviceptr, sizes: *mut usize, count: usize, prefetchLocs: *mut CUmemLocation, prefetchLocIdxs: *mut usize, numPrefetchLocs: usize, flags: c_ulonglong, hStream: CUstream);
            cuMemDiscardBatchAsync: "cuMemDiscardBatchAsync" 13000, per_thread("cuMemDiscardBatchAsync_ptsz" 13000), "cuda.h" "group__CUDA__UNIFIED" "gf517eb7d44e9bae70cf6a1ec8d9ece4e", (dptrs: *mut CUdeviceptr, sizes: *mut usize, count: usize, flags: c_ulonglong, hStream: CUstream);
            cuMemDiscardAndPrefetchBatchAsync: "cuMemDiscardAndPrefetchBatchAsync" 13000, per_thread("cuMemDiscardAndPrefetchBatchAsync_ptsz" 13000), "cuda.h" "group__CUDA__UNIFIED" "g2a8dbb3c95608cff2269226298fd8f28", (dptrs: *mut CUdeviceptr, sizes: *mut usize, count: usize, prefetchLocs: *mut CUmemLocation, prefetchLocIdxs: *mut usize, numPrefetchLocs: usize, flags: c_ulonglong, hStream: CUstream);
            cuMemGetLocationInfo: "cuMemGetLocationInfo" 13040, "cuda.h" "group__CUDA__UNIFIED" "g8f59fddb78fb57d7c001ef00747feac0", (ptr: CUdeviceptr, size: usize, summaryGranularity: usize, samplingGranularity: usize, location_out: *mut CUmemLocation);
            cuMemRangeGetAttribute: "cuMemRangeGetAttribute" 8000, "cuda.h" "group__CUDA__UNIFIED" "g1c92408a7d0d8875e19b1a58af56f67d", (data: *mut c_void, dataSize: usize, attribute: CUmem_range_attribute, devPtr: CUdeviceptr, count: usize);
            cuMemRangeGetAttributes: "cuMemRangeGetAttributes" 8000, "cuda.h" "group__CUDA__UNIFIED" "gc7ce142e60f8613cfb7d722b87dc9d12", (data: *mut *mut c_void, dataSizes: *mut usize, attributes: *mut CUmem_range_attribute, numAttributes: usize, devPtr: CUdeviceptr, count: usize);
            cuPointerSetAttribute: "cuPointerSetAttribute" 6000, "cuda.h" "group__CUDA__UNIFIED" "g89f7ad29a657e574fdea2624b74d138e", (value: *const c_void, attribute: CUpointer_attribute, ptr: CUdeviceptr);
            cuPointerGetAttributes: "cuPointerGetAttributes" 7000, "cuda.h" "group__CUDA__UNIFIED" "gf65e9ea532e311dd049166e4894955ad", (numAttributes: c_uint, attributes: *mut CUpointer_attribute, data: *mut *mut c_void, ptr: CUdeviceptr);
            cuStreamCreate: "cuStreamCreate" 2000, "cuda.h" "group__CUDA__STREAM" "ga581f0c5833e21ded8b5a56594e243f4", (phStream: *mut CUstream, Flags: c_uint);
            cuStreamCreateWithPriority: "cuStreamCreateWithPriority" 5050, "cuda.h" "group__CUDA__STREAM" "g95c1a8c7c3dacb13091692dd9c7f7471", (phStream: *mut CUstream, flags: c_uint, priority: c_int);
            cuStreamBeginCaptureToCig: "cuStreamBeginCaptureToCig" 13010, per_thread("cuStreamBeginCaptureToCig_ptsz" 13010), "cuda.h" "group__CUDA__STREAM" "g1f6392571c8e2ff4466039bb0a285bd8", (hStream: CUstream, streamCigCaptureParams: *mut CUstreamCigCaptureParams);
            cuStreamEndCaptureToCig: "cuStreamEndCaptureToCig" 13010, per_thread("cuStreamEndCaptureToCig_ptsz" 13010), "cuda.h" "group__CUDA__STREAM" "gc21bd0a08a9c60f4ab2dd5594e829746", (hStream: CUstream);
            cuStreamGetPriority: "cuStreamGetPriority" 5050, per_thread("cuStreamGetPriority_ptsz" 7000), "cuda.h" "group__CUDA__STREAM" "g5bd5cb26915a2ecf1921807339488484", (hStream: CUstream, priority: *mut c_int);
            cuStreamGetDevice: "cuStreamGetDevice" 12080, per_thread("cuStreamGetDevice_ptsz" 12080), "cuda.h" "group__CUDA__STREAM" "g1198995e0a122783ede50814b8c7a29b", (hStream: CUstream, device: *mut CUdevice);
            cuStreamGetFlags: "cuStreamGetFlags" 5050, per_thread("cuStreamGetFlags_ptsz" 7000), "cuda.h" "group__CUDA__STREAM" "g4d39786855a6bed01215c1907fbbfbb7", (hStream: CUstream, flags: *mut c_uint);
            cuStreamGetId: "cuStreamGetId" 12000, per_thread("cuStreamGetId_ptsz" 12000), "cuda.h" "group__CUDA__STREAM" "g5dafd2b6f48caeb13d5110a7f21e60e3", (hStream: CUstream, streamId: *mut c_ulonglong);
            cuStreamGetCtx: "cuStreamGetCtx" 9020, per_thread("cuStreamGetCtx_ptsz" 9020), "cuda.h" "group__CUDA__STREAM" "g1107907025eaa3387fdc590a9379a681", (hStream: CUstream, pctx: *mut CUcontext);
            #[doc(alias = "cuStreamGetCtx")]
            cuStreamGetCtx_v2: "cuStreamGetCtx" 12050, per_thread("cuStreamGetCtx_v2_ptsz" 12050), "cuda.h" "group__CUDA__STREAM" "gd7eab81f618ec370a92c5e7d88ea11fa", (hStream: CUstream, pCtx: *mut CUcontext, pGreenCtx: *mut CUgreenCtx);
            cuStreamWaitEvent: "cuStreamWaitEvent" 3020, per_thread("cuStreamWaitEvent_ptsz" 7000), "cuda.h" "group__CUDA__STREAM" "g6a898b652dfc6aa1d5c8d97062618b2f", (hStream: CUstream, hEvent: CUevent, Flags: c_uint);
            cuStreamAddCallback: "cuStreamAddCallback" 5000, per_thread("cuStreamAddCallback_ptsz" 7000), "cuda.h" "group__CUDA__STREAM" "g613d97a277d7640f4cb1c03bd51c2483", (hStream: CUstream, callback: CUstreamCallback, userData: *mut c_void, flags: c_uint);
            #[doc(alias = "cuStreamBeginCapture")]
            cuStreamBeginCapture_v2: "cuStreamBeginCapture" 10010, per_thread("cuStreamBeginCapture_v2_ptsz" 10010), "cuda.h" "group__CUDA__STREAM" "g767167da0bbf07157dc20b6c258a2143", (hStream: CUstream, mode: CUstreamCaptureMode);
            cuStreamBeginCapture: "cuStreamBeginCapture" 10000, per_thread("cuStreamBeginCapture_ptsz" 10000), "cuda.h" "group__CUDA__STREAM" "g767167da0bbf07157dc20b6c258a2143", (hStream: CUstream);
            cuStreamBeginRecaptureToGraph: "cuStreamBeginRecaptureToGraph" 13030, per_thread("cuStreamBeginRecaptureToGraph_ptsz" 13030), "cuda.h" "group__CUDA__STREAM" "g34e9dd281a5f5744a484addabfebbb64", (hStream: CUstream, mode: CUstreamCaptureMode, hGraph: CUgraph, callbackFunc: CUgraphRecaptureCallback, userData: *mut c_void);
            cuStreamBeginCaptureToGraph: "cuStreamBeginCaptureToGraph" 12030, per_thread("cuStreamBeginCaptureToGraph_ptsz" 12030), "cuda.h" "group__CUDA__STREAM" "gac495e0527d1dd6437f95ee482f61865", (hStream: CUstream, hGraph: CUgraph, dependencies: *const CUgraphNode, dependencyData: *const CUgraphEdgeData, numDependencies: usize, mode: CUstreamCaptureMode);
            cuThreadExchangeStreamCaptureMode: "cuThreadExchangeStreamCaptureMode" 10010, "cuda.h" "group__CUDA__STREAM" "g378135b262f02a43a7caeab239ae493d", (mode: *mut CUstreamCaptureMode);
            cuStreamEndCapture: "cuStreamEndCapture" 10000, per_thread("cuStreamEndCapture_ptsz" 10000), "cuda.h" "group__CUDA__STREAM" "g03dab8b2ba76b00718955177a929970c", (hStream: CUstream, phGraph: *mut CUgraph);
            cuStreamIsCapturing: "cuStreamIsCapturing" 10000, per_thread("cuStreamIsCapturing_ptsz" 10000), "cuda.h" "group__CUDA__STREAM" "g37823c49206e3704ae23c7ad78560bca", (hStream: CUstream, captureStatus: *mut CUstreamCaptureStatus);
            #[doc(alias = "cuStreamGetCaptureInfo")]
            cuStreamGetCaptureInfo_v3: "cuStreamGetCaptureInfo" 12030, per_thread("cuStreamGetCaptureInfo_v3_ptsz" 12030), "cuda.h" "group__CUDA__STREAM" "g85f03299332d6cf37578409d0e4b47ce", (hStream: CUstream, captureStatus_out: *mut CUstreamCaptureStatus, id_out: *mut cuuint64_t, graph_out: *mut CUgraph, dependencies_out: *mut *const CUgraphNode, edgeData_out: *mut *const CUgraphEdgeData, numDependencies_out: *mut usize);
            #[doc(alias = "cuStreamGetCaptureInfo")]
            cuStreamGetCaptureInfo_v2: "cuStreamGetCaptureInfo" 11030, per_thread("cuStreamGetCaptureInfo_v2_ptsz" 11030), "cuda.h" "group__CUDA__STREAM" "g85f03299332d6cf37578409d0e4b47ce", (hStream: CUstream, captureStatus_out: *mut CUstreamCaptureStatus, id_out: *mut cuuint64_t, graph_out: *mut CUgraph, dependencies_out: *mut *const CUgraphNode, numDependencies_out: *mut usize);
            cuStreamGetCaptureInfo: "cuStreamGetCaptureInfo" 10010, per_thread("cuStreamGetCaptureInfo_ptsz" 10010), "cuda.h" "group__CUDA__STREAM" "g85f03299332d6cf37578409d0e4b47ce", (hStream: CUstream, captureStatus_out: *mut CUstreamCaptureStatus, id_out: *mut cuuint64_t);
            #[doc(alias = "cuStreamUpdateCaptureDependencies")]
            cuStreamUpdateCaptureDependencies_v2: "cuStreamUpdateCaptureDependencies" 12030, per_thread("cuStreamUpdateCaptureDependencies_v2_ptsz" 12030), "cuda.h" "group__CUDA__STREAM" "g0cd3210434f3e0796c492cfa0d4b4bd1", (hStream: CUstream, dependencies: *mut CUgraphNode, dependencyData: *const CUgraphEdgeData, numDependencies: usize, flags: c_uint);
            cuStreamUpdateCaptureDependencies: "cuStreamUpdateCaptureDependencies" 11030, per_thread("cuStreamUpdateCaptureDependencies_ptsz" 11030), "cuda.h" "group__CUDA__STREAM" "g0cd3210434f3e0796c492cfa0d4b4bd1", (hStream: CUstream, dependencies: *mut CUgraphNode, numDependencies: usize, flags: c_uint);
            cuStreamAttachMemAsync: "cuStreamAttachMemAsync" 6000, per_thread("cuStreamAttachMemAsync_ptsz" 7000), "cuda.h" "group__CUDA__STREAM" "g6e468d680e263e7eba02a56643c50533", (hStream: CUstream, dptr: CUdeviceptr, length: usize, flags: c_uint);
            cuStreamQuery: "cuStreamQuery" 2000, per_thread("cuStreamQuery_ptsz" 7000), "cuda.h" "group__CUDA__STREAM" "g1b0d24bbe97fa68e4bc511fb6adfeb0b", (hStream: CUstream);
            cuStreamSynchronize: "cuStreamSynchronize" 2000, per_thread("cuStreamSynchronize_ptsz" 7000), "cuda.h" "group__CUDA__STREAM" "g15e49dd91ec15991eb7c0a741beb7dad", (hStream: CUstream);
            #[doc(alias = "cuStreamDestroy")]
            cuStreamDestroy_v2: "cuStreamDestroy" 4000, "cuda.h" "group__CUDA__STREAM" "g244c8833de4596bcd31a06cdf21ee758", (hStream: CUstream);
            cuStreamDestroy: "cuStreamDestroy" 2000, "cuda.h" "group__CUDA__STREAM" "g244c8833de4596bcd31a06cdf21ee758", (hStream: CUstream);
            cuStreamCopyAttributes: "cuStreamCopyAttributes" 11000, per_thread("cuStreamCopyAttributes_ptsz" 11000), "cuda.h" "group__CUDA__STREAM" "g680f5399f6126cc4a99bc5eee4c2eff0", (dst: CUstream, src: CUstream);
            cuStreamGetAttribute: "cuStreamGetAttribute" 11000, per_thread("cuStreamGetAttribute_ptsz" 11000), "cuda.h" "group__CUDA__STREAM" "g0598bb5295f3a62761b93c2d63d2266c", (hStream: CUstream, attr: CUstreamAttrID, value_out: *mut CUstreamAttrValue);
            cuStreamSetAttribute: "cuStreamSetAttribute" 11000, per_thread("cuStreamSetAttribute_ptsz" 11000), "cuda.h" "group__CUDA__STREAM" "ga2c5fc0292861a42f264af6ca48be8c0", (hStream: CUstream, attr: CUstreamAttrID, value: *const CUstreamAttrValue);
            cuEventCreate: "cuEventCreate" 2000, "cuda.h" "group__CUDA__EVENT" "g450687e75f3ff992fe01662a43d9d3db", (phEvent: *mut CUevent, Flags: c_uint);
            cuEventRecord: "cuEventRecord" 2000, per_thread("cuEventRecord_ptsz" 7000), "cuda.h" "group__CUDA__EVENT" "g95424d3be52c4eb95d83861b70fb89d1", (hEvent: CUevent, hStream: CUstream);
            cuEventRecordWithFlags: "cuEventRecordWithFlags" 11010, per_thread("cuEventRecordWithFlags_ptsz" 11010), "cuda.h" "group__CUDA__EVENT" "ge577e0c132d9c4961f220d79f6762c4b", (hEvent: CUevent, hStream: CUstream, flags: c_uint);
            cuEventQuery: "cuEventQuery" 2000, "cuda.h" "group__CUDA__EVENT" "g6f0704d755066b0ee705749ae911deef", (hEvent: CUevent);
            cuEventSynchronize: "cuEventSynchronize" 2000, "cuda.h" "group__CUDA__EVENT" "g9e520d34e51af7f5375610bca4add99c", (hEvent: CUevent);
            #[doc(alias = "cuEventDestroy")]
            cuEventDestroy_v2: "cuEventDestroy" 4000, "cuda.h" "group__CUDA__EVENT" "g593ec73a8ec5a5fc031311d3e4dca1ef", (hEvent: CUevent);
            cuEventDestroy: "cuEventDestroy" 2000, "cuda.h" "group__CUDA__EVENT" "g593ec73a8ec5a5fc031311d3e4dca1ef", (hEvent: CUevent);
            #[doc(alias = "cuEventElapsedTime")]
            cuEventElapsedTime_v2: "cuEventElapsedTime" 12080, "cuda.h" "group__CUDA__EVENT" "gdfb1178807353bbcaa9e245da497cf97", (pMilliseconds: *mut f32, hStart: CUevent, hEnd: CUevent);
            cuEventElapsedTime: "cuEventElapsedTime" 2000, "cuda.h" "group__CUDA__EVENT" "gdfb1178807353bbcaa9e245da497cf97", (pMilliseconds: *mut f32, hStart: CUevent, hEnd: CUevent);
            cuImportExternalMemory: "cuImportExternalMemory" 10000, "cuda.h" "group__CUDA__EXTRES__INTEROP" "g52aba3a7f780157d8ba12972b2481735", (extMem_out: *mut CUexternalMemory, memHandleDesc: *const CUDA_EXTERNAL_MEMORY_HANDLE_DESC);
            cuExternalMemoryGetMappedBuffer: "cuExternalMemoryGetMappedBuffer" 10000, "cuda.h" "group__CUDA__EXTRES__INTEROP" "gb9fec33920400c70961b4e33d838da91", (devPtr: *mut CUdeviceptr, extMem: CUexternalMemory, bufferDesc: *const CUDA_EXTERNAL_MEMORY_BUFFER_DESC);
            cuExternalMemoryGetMappedMipmappedArray: "cuExternalMemoryGetMappedMipmappedArray" 10000, "cuda.h" "group__CUDA__EXTRES__INTEROP" "g02debbfa1b997e4f0e05300a312c17cc", (mipmap: *mut CUmipmappedArray, extMem: CUexternalMemory, mipmapDesc: *const CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC);
            cuDestroyExternalMemory: "cuDestroyExternalMemory" 10000, "cuda.h" "group__CUDA__EXTRES__INTEROP" "g1b586dda86565617e7e0883b956c7052", (extMem: CUexternalMemory);
            cuImportExternalSemaphore: "cuImportExternalSemaphore" 10000, "cuda.h" "group__CUDA__EXTRES__INTEROP" "ge593134f5f9650474af74db644c4a326", (extSem_out: *mut CUexternalSemaphore, semHandleDesc: *const CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC);
            cuSignalExternalSemaphoresAsync: "cuSignalExternalSemaphoresAsync" 10000, per_thread("cuSignalExternalSemaphoresAsync_ptsz" 10000), "cuda.h" "group__CUDA__EXTRES__INTEROP" "g86cd6c4b3f439ba786f4e65d1b8107c3", (extSemArray: *const CUexternalSemaphore, paramsArray: *const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS, numExtSems: c_uint, stream: CUstream);
            cuWaitExternalSemaphoresAsync: "cuWaitExternalSemaphoresAsync" 10000, per_thread("cuWaitExternalSemaphoresAsync_ptsz" 10000), "cuda.h" "group__CUDA__EXTRES__INTEROP" "g063f01a524818ac89bacf521c55a39f0", (extSemArray: *const CUexternalSemaphore, paramsArray: *const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS, numExtSems: c_uint, stream: CUstream);
            cuDestroyExternalSemaphore: "cuDestroyExternalSemaphore" 10000, "cuda.h" "group__CUDA__EXTRES__INTEROP" "g7f13444973542fa50b7e75bcfb2f923d", (extSem: CUexternalSemaphore);
            #[doc(alias = "cuStreamWaitValue32")]
            cuStreamWaitValue32_v2: "cuStreamWaitValue32" 11070, per_thread("cuStreamWaitValue32_v2_ptsz" 11070), "cuda.h" "group__CUDA__MEMOP" "g629856339de7bc6606047385addbb398", (stream: CUstream, addr: CUdeviceptr, value: cuuint32_t, flags: c_uint);
            cuStreamWaitValue32: "cuStreamWaitValue32" 8000, per_thread("cuStreamWaitValue32_ptsz" 8000), "cuda.h" "group__CUDA__MEMOP" "g629856339de7bc6606047385addbb398", (stream: CUstream, addr: CUdeviceptr, value: cuuint32_t, flags: c_uint);
            #[doc(alias = "cuStreamWaitValue64")]
            cuStreamWaitValue64_v2: "cuStreamWaitValue64" 11070, per_thread("cuStreamWaitValue64_v2_ptsz" 11070), "cuda.h" "group__CUDA__MEMOP" "g6910c1258c5f15aa5d699f0fd60d6933", (stream: CUstream, addr: CUdeviceptr, value: cuuint64_t, flags: c_uint);
            cuStreamWaitValue64: "cuStreamWaitValue64" 9000, per_thread("cuStreamWaitValue64_ptsz" 9000), "cuda.h" "group__CUDA__MEMOP" "g6910c1258c5f15aa5d699f0fd60d6933", (stream: CUstream, addr: CUdeviceptr, value: cuuint64_t, flags: c_uint);
            #[doc(alias = "cuStreamWriteValue32")]
            cuStreamWriteValue32_v2: "cuStreamWriteValue32" 11070, per_thread("cuStreamWriteValue32_v2_ptsz" 11070), "cuda.h" "group__CUDA__MEMOP" "g091455366d56dc2f1f69726aafa369b0", (stream: CUstream, addr: CUdeviceptr, value: cuuint32_t, flags: c_uint);
            cuStreamWriteValue32: "cuStreamWriteValue32" 8000, per_thread("cuStreamWriteValue32_ptsz" 8000), "cuda.h" "group__CUDA__MEMOP" "g091455366d56dc2f1f69726aafa369b0", (stream: CUstream, addr: CUdeviceptr, value: cuuint32_t, flags: c_uint);
            #[doc(alias = "cuStreamWriteValue64")]
            cuStreamWriteValue64_v2: "cuStreamWriteValue64" 11070, per_thread("cuStreamWriteValue64_v2_ptsz" 11070), "cuda.h" "group__CUDA__MEMOP" "gc8af1e8b96d7561840affd5217dd6830", (stream: CUstream, addr: CUdeviceptr, value: cuuint64_t, flags: c_uint);
            cuStreamWriteValue64: "cuStreamWriteValue64" 9000, per_thread("cuStreamWriteValue64_ptsz" 9000), "cuda.h" "group__CUDA__MEMOP" "gc8af1e8b96d7561840affd5217dd6830", (stream: CUstream, addr: CUdeviceptr, value: cuuint64_t, flags: c_uint);
            #[doc(alias = "cuStreamBatchMemOp")]
            cuStreamBatchMemOp_v2: "cuStreamBatchMemOp" 11070, per_thread("cuStreamBatchMemOp_v2_ptsz" 11070), "cuda.h" "group__CUDA__MEMOP" "g764c442de9b671f9dec856e8ae531ed1", (stream: CUstream, count: c_uint, paramArray: *mut CUstreamBatchMemOpParams, flags: c_uint);
            cuStreamBatchMemOp: "cuStreamBatchMemOp" 8000, per_thread("cuStreamBatchMemOp_ptsz" 8000), "cuda.h" "group__CUDA__MEMOP" "g764c442de9b671f9dec856e8ae531ed1", (stream: CUstream, count: c_uint, paramArray: *mut CUstreamBatchMemOpParams, flags: c_uint);
            cuFuncGetAttribute: "cuFuncGetAttribute" 2020, "cuda.h" "group__CUDA__EXEC" "g5e92a1b0d8d1b82cb00dcfb2de15961b", (pi: *mut c_int, attrib: CUfunction_attribute, hfunc: CUfunction);
            cuFuncSetAttribute: "cuFuncSetAttribute" 9000, "cuda.h" "group__CUDA__EXEC" "g0e37dce0173bc883aa1e5b14dd747f26", (hfunc: CUfunction, attrib: CUfunction_attribute, value: c_int);
            cuFuncSetCacheConfig: "cuFuncSetCacheConfig" 3000, "cuda.h" "group__CUDA__EXEC" "g40f8c11e81def95dc0072a375f965681", (hfunc: CUfunction, config: CUfunc_cache);
            cuFuncGetModule: "cuFuncGetModule" 11000, "cuda.h" "group__CUDA__EXEC" "g58f0fd1db9dadd3870440662622a27ef", (hmod: *mut CUmodule, hfunc: CUfunction);
            cuFuncGetName: "cuFuncGetName" 12030, "cuda.h" "group__CUDA__EXEC" "gf60c6c51203cab164c07d6ddcc2b2e26", (name: *mut *const c_char, hfunc: CUfunction);
            cuFuncGetParamInfo: "cuFuncGetParamInfo" 12040, "cuda.h" "group__CUDA__EXEC" "g6874b82bcf2803902085645e46e0ca0e", (func: CUfunction, paramIndex: usize, paramOffset: *mut usize, paramSize: *mut usize);
            cuFuncGetParamCount: "cuFuncGetParamCount" 13020, "cuda.h" "group__CUDA__EXEC" "g5fb98fbfcb6594f1633617c7b40395b9", (func: CUfunction, paramCount: *mut usize);
            cuFuncIsLoaded: "cuFuncIsLoaded" 12040, "cuda.h" "group__CUDA__EXEC" "gfc6fed4bbe6c35e0445a49396774aa96", (state: *mut CUfunctionLoadingState, function: CUfunction);
            cuFuncLoad: "cuFuncLoad" 12040, "cuda.h" "group__CUDA__EXEC" "g3b67024e8875bfd155534785708093ab", (function: CUfunction);
            cuLaunchKernel: "cuLaunchKernel" 4000, per_thread("cuLaunchKernel_ptsz" 7000), "cuda.h" "group__CUDA__EXEC" "gb8f3dc3031b40da29d5f9a7139e52e15", (f: CUfunction, gridDimX: c_uint, gridDimY: c_uint, gridDimZ: c_uint, blockDimX: c_uint, blockDimY: c_uint, blockDimZ: c_uint, sharedMemBytes: c_uint, hStream: CUstream, kernelParams: *mut *mut c_void, extra: *mut *mut c_void);
            cuLaunchKernelEx: "cuLaunchKernelEx" 11060, per_thread("cuLaunchKernelEx_ptsz" 11060), "cuda.h" "group__CUDA__EXEC" "gb9c891eb6bb8f4089758e64c9c976db9", (config: *const CUlaunchConfig, f: CUfunction, kernelParams: *mut *mut c_void, extra: *mut *mut c_void);
            cuLaunchCooperativeKernel: "cuLaunchCooperativeKernel" 9000, per_thread("cuLaunchCooperativeKernel_ptsz" 9000), "cuda.h" "group__CUDA__EXEC" "g06d753134145c4584c0c62525c1894cb", (f: CUfunction, gridDimX: c_uint, gridDimY: c_uint, gridDimZ: c_uint, blockDimX: c_uint, blockDimY: c_uint, blockDimZ: c_uint, sharedMemBytes: c_uint, hStream: CUstream, kernelParams: *mut *mut c_void);
            cuLaunchHostFunc: "cuLaunchHostFunc" 10000, per_thread("cuLaunchHostFunc_ptsz" 10000), "cuda.h" "group__CUDA__EXEC" "gab95a78143bae7f21eebb978f91e7f3f", (hStream: CUstream, fn_: CUhostFn, userData: *mut c_void);
            #[doc(alias = "cuLaunchHostFunc")]
            cuLaunchHostFunc_v2: "cuLaunchHostFunc" 13010, per_thread("cuLaunchHostFunc_v2_ptsz" 13010), "cuda.h" "group__CUDA__EXEC" "g455b2a1a09e543e5f0cd058acd6c55ab", (hStream: CUstream, fn_: CUhostFn, userData: *mut c_void, syncMode: c_uint);
            cuFuncSetBlockShape: "cuFuncSetBlockShape" 2000, "cuda.h" "group__CUDA__EXEC__DEPRECATED" "g61e4450eaedf5159547e75199fe1c447", (hfunc: CUfunction, x: c_int, y: c_int, z: c_int);
            cuFuncSetSharedSize: "cuFuncSetSharedSize" 2000, "cuda.h" "group__CUDA__EXEC__DEPRECATED" "g440dbf66d2e977528779527f3eaadab1", (hfunc: CUfunction, bytes: c_uint);
            cuParamSetSize: "cuParamSetSize" 2000, "cuda.h" "group__CUDA__EXEC__DEPRECATED" "gdf689dac0db8f6c1232c339d3f923554", (hfunc: CUfunction, numbytes: c_uint);
            cuParamSeti: "cuParamSeti" 2000, "cuda.h" "group__CUDA__EXEC__DEPRECATED" "g183700c3c8934cf46077355c39247c14", (hfunc: CUfunction, offset: c_int, value: c_uint);
            cuParamSetf: "cuParamSetf" 2000, "cuda.h" "group__CUDA__EXEC__DEPRECATED" "g793176d32b0bf9ad842d4fc157d07e80", (hfunc: CUfunction, offset: c_int, value: f32);
            cuParamSetv: "cuParamSetv" 2000, "cuda.h" "group__CUDA__EXEC__DEPRECATED" "gcc446977269d74db8fdd341959409ea7", (hfunc: CUfunction, offset: c_int, ptr: *mut c_void, numbytes: c_uint);
            cuLaunch: "cuLaunch" 2000, "cuda.h" "group__CUDA__EXEC__DEPRECATED" "gb6a42f735d8ddd3b5059ddb6d2bd9a63", (f: CUfunction);
            cuLaunchGrid: "cuLaunchGrid" 2000, "cuda.h" "group__CUDA__EXEC__DEPRECATED" "g39d9904389fa9594622f8b0ec25b4016", (f: CUfunction, grid_width: c_int, grid_height: c_int);
            cuLaunchGridAsync: "cuLaunchGridAsync" 2000, "cuda.h" "group__CUDA__EXEC__DEPRECATED" "gf554b88508bf9d68a6c8ba6c9115c9fc", (f: CUfunction, grid_width: c_int, grid_height: c_int, hStream: CUstream);
            cuLaunchCooperativeKernelMultiDevice: "cuLaunchCooperativeKernelMultiDevice" 9000, "cuda.h" "group__CUDA__EXEC__DEPRECATED" "gc4ae8a24130e1e7938514f7e28c76bad", (launchParamsList: *mut CUDA_LAUNCH_PARAMS, numDevices: c_uint, flags: c_uint);
            cuParamSetTexRef: "cuParamSetTexRef" 2000, "cuda.h" "group__CUDA__EXEC__DEPRECATED" "g6318a800689fce0fa4babb06c0544919", (hfunc: CUfunction, texunit: c_int, hTexRef: CUtexref);
            cuFuncSetSharedMemConfig: "cuFuncSetSharedMemConfig" 4020, "cuda.h" "group__CUDA__EXEC__DEPRECATED" "g430b913f24970e63869635395df6d9f5", (hfunc: CUfunction, config: CUsharedconfig);
            cuGraphCreate: "cuGraphCreate" 10000, "cuda.h" "group__CUDA__GRAPH" "gd885f719186010727b75c3315f865fdf", (phGraph: *mut CUgraph, flags: c_uint);
            #[doc(alias = "cuGraphAddKernelNode")]
            cuGraphAddKernelNode_v2: "cuGraphAddKernelNode" 12000, "cuda.h" "group__CUDA__GRAPH" "g50d871e3bd06c1b835e52f2966ef366b", (phGraphNode: *mut CUgraphNode, hGraph: CUgraph, dependencies: *const CUgraphNode, numDependencies: usize, nodeParams: *const CUDA_KERNEL_NODE_PARAMS);
            cuGraphAddKernelNode: "cuGraphAddKernelNode" 10000, "cuda.h" "group__CUDA__GRAPH" "g50d871e3bd06c1b835e52f2966ef366b", (phGraphNode: *mut CUgraphNode, hGraph: CUgraph, dependencies: *const CUgraphNode, numDependencies: usize, nodeParams: *const CUDA_KERNEL_NODE_PARAMS_v1);
            #[doc(alias = "cuGraphKernelNodeGetParams")]
            cuGraphKernelNodeGetParams_v2: "cuGraphKernelNodeGetParams" 12000, "cuda.h" "group__CUDA__GRAPH" "gb8df3f99e8dd5e4f4a5a0f19a5518252", (hNode: CUgraphNode, nodeParams: *mut CUDA_KERNEL_NODE_PARAMS);
            cuGraphKernelNodeGetParams: "cuGraphKernelNodeGetParams" 10000, "cuda.h" "group__CUDA__GRAPH" "gb8df3f99e8dd5e4f4a5a0f19a5518252", (hNode: CUgraphNode, nodeParams: *mut CUDA_KERNEL_NODE_PARAMS_v1);
            #[doc(alias = "cuGraphKernelNodeSetParams")]
            cuGraphKernelNodeSetParams_v2: "cuGraphKernelNodeSetParams" 12000, "cuda.h" "group__CUDA__GRAPH" "ga268bf2fd520f5aa3a3d700005df6703", (hNode: CUgraphNode, nodeParams: *const CUDA_KERNEL_NODE_PARAMS);
            cuGraphKernelNodeSetParams: "cuGraphKernelNodeSetParams" 10000, "cuda.h" "group__CUDA__GRAPH" "ga268bf2fd520f5aa3a3d700005df6703", (hNode: CUgraphNode, nodeParams: *const CUDA_KERNEL_NODE_PARAMS_v1);
            cuGraphAddMemcpyNode: "cuGraphAddMemcpyNode" 10000, "cuda.h" "group__CUDA__GRAPH" "g674da6ab54a677f13e0e0e8206ff5073", (phGraphNode: *mut CUgraphNode, hGraph: CUgraph, dependencies: *const CUgraphNode, numDependencies: usize, copyParams: *const CUDA_MEMCPY3D, ctx: CUcontext);
            cuGraphMemcpyNodeGetParams: "cuGraphMemcpyNodeGetParams" 10000, "cuda.h" "group__CUDA__GRAPH" "g572889131dbc31720eff94b130f4005b", (hNode: CUgraphNode, nodeParams: *mut CUDA_MEMCPY3D);
            cuGraphMemcpyNodeSetParams: "cuGraphMemcpyNodeSetParams" 10000, "cuda.h" "group__CUDA__GRAPH" "ga278a7ec0700c86abb0b2cfdf4d3dc1d", (hNode: CUgraphNode, nodeParams: *const CUDA_MEMCPY3D);
            cuGraphAddMemsetNode: "cuGraphAddMemsetNode" 10000, "cuda.h" "group__CUDA__GRAPH" "g89dc8fc3743392777c0daa2c4aca40d3", (phGraphNode: *mut CUgraphNode, hGraph: CUgraph, dependencies: *const CUgraphNode, numDependencies: usize, memsetParams: *const CUDA_MEMSET_NODE_PARAMS, ctx: CUcontext);
            cuGraphMemsetNodeGetParams: "cuGraphMemsetNodeGetParams" 10000, "cuda.h" "group__CUDA__GRAPH" "g18830edcfd982f952820a0d7f91b894a", (hNode: CUgraphNode, nodeParams: *mut CUDA_MEMSET_NODE_PARAMS);
            cuGraphMemsetNodeSetParams: "cuGraphMemsetNodeSetParams" 10000, "cuda.h" "group__CUDA__GRAPH" "gc27f3fd83a6e33c74519066fbaa0de67", (hNode: CUgraphNode, nodeParams: *const CUDA_MEMSET_NODE_PARAMS);
            cuGraphAddHostNode: "cuGraphAddHostNode" 10000, "cuda.h" "group__CUDA__GRAPH" "g0809d65e85a3c052296373954a05b1d6", (phGraphNode: *mut CUgraphNode, hGraph: CUgraph, dependencies: *const CUgraphNode, numDependencies: usize, nodeParams: *const CUDA_HOST_NODE_PARAMS);
            cuGraphHostNodeGetParams: "cuGraphHostNodeGetParams" 10000, "cuda.h" "group__CUDA__GRAPH" "g2e3ea6000089fd5523c197ab5e73d5a2", (hNode: CUgraphNode, nodeParams: *mut CUDA_HOST_NODE_PARAMS);
            cuGraphHostNodeSetParams: "cuGraphHostNodeSetParams" 10000, "cuda.h" "group__CUDA__GRAPH" "gae021ae8f19ee51044339db9c24dd266", (hNode: CUgraphNode, nodeParams: *const CUDA_HOST_NODE_PARAMS);
            cuGraphAddChildGraphNode: "cuGraphAddChildGraphNode" 10000, "cuda.h" "group__CUDA__GRAPH" "gde52afbcf91a8c79d4d7efbe0e3b6844", (phGraphNode: *mut CUgraphNode, hGraph: CUgraph, dependencies: *const CUgraphNode, numDependencies: usize, childGraph: CUgraph);
            cuGraphChildGraphNodeGetGraph: "cuGraphChildGraphNodeGetGraph" 10000, "cuda.h" "group__CUDA__GRAPH" "gbe9fc9267316b3778ef0db507917b4fd", (hNode: CUgraphNode, phGraph: *mut CUgraph);
            cuGraphAddEmptyNode: "cuGraphAddEmptyNode" 10000, "cuda.h" "group__CUDA__GRAPH" "g14b625984430cb2d574c63f29c9b9223", (phGraphNode: *mut CUgraphNode, hGraph: CUgraph, dependencies: *const CUgraphNode, numDependencies: usize);
            cuGraphAddEventRecordNode: "cuGraphAddEventRecordNode" 11010, "cuda.h" "group__CUDA__GRAPH" "ga7f6dcb109f4b7470ce6b067d39974a4", (phGraphNode: *mut CUgraphNode, hGraph: CUgraph, dependencies: *const CUgraphNode, numDependencies: usize, event: CUevent);
            cuGraphEventRecordNodeGetEvent: "cuGraphEventRecordNodeGetEvent" 11010, "cuda.h" "group__CUDA__GRAPH" "gb3608efc284aa2bbe5db61826d6e2259", (hNode: CUgraphNode, event_out: *mut CUevent);
            cuGraphEventRecordNodeSetEvent: "cuGraphEventRecordNodeSetEvent" 11010, "cuda.h" "group__CUDA__GRAPH" "g8ad8006aa7865865bf4d8c475cb21d87", (hNode: CUgraphNode, event: CUevent);
            cuGraphAddEventWaitNode: "cuGraphAddEventWaitNode" 11010, "cuda.h" "group__CUDA__GRAPH" "g7306f3bcbec3406d80e110cd13405c5e", (phGraphNode: *mut CUgraphNode, hGraph: CUgraph, dependencies: *const CUgraphNode, numDependencies: usize, event: CUevent);
            cuGraphEventWaitNodeGetEvent: "cuGraphEventWaitNodeGetEvent" 11010, "cuda.h" "group__CUDA__GRAPH" "g90b9d60f3f5f4156d1351a96ce92846e", (hNode: CUgraphNode, event_out: *mut CUevent);
            cuGraphEventWaitNodeSetEvent: "cuGraphEventWaitNodeSetEvent" 11010, "cuda.h" "group__CUDA__GRAPH" "g2d6730d63efd399d3000952c54134930", (hNode: CUgraphNode, event: CUevent);
            cuGraphAddExternalSemaphoresSignalNode: "cuGraphAddExternalSemaphoresSignalNode" 11020, "cuda.h" "group__CUDA__GRAPH" "g6410d5401de205568457fba5e1862ad3", (phGraphNode: *mut CUgraphNode, hGraph: CUgraph, dependencies: *const CUgraphNode, numDependencies: usize, nodeParams: *const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS);
            cuGraphExternalSemaphoresSignalNodeGetParams: "cuGraphExternalSemaphoresSignalNodeGetParams" 11020, "cuda.h" "group__CUDA__GRAPH" "ga9f9b30ce6eb9f45d691190b20f34126", (hNode: CUgraphNode, params_out: *mut CUDA_EXT_SEM_SIGNAL_NODE_PARAMS);
            cuGraphExternalSemaphoresSignalNodeSetParams: "cuGraphExternalSemaphoresSignalNodeSetParams" 11020, "cuda.h" "group__CUDA__GRAPH" "g7a344ed4c6a5fcaad7bc7c53b04c6099", (hNode: CUgraphNode, nodeParams: *const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS);
            cuGraphAddExternalSemaphoresWaitNode: "cuGraphAddExternalSemaphoresWaitNode" 11020, "cuda.h" "group__CUDA__GRAPH" "g49131c65fcef0b60b3939e008f7b467e", (phGraphNode: *mut CUgraphNode, hGraph: CUgraph, dependencies: *const CUgraphNode, numDependencies: usize, nodeParams: *const CUDA_EXT_SEM_WAIT_NODE_PARAMS);
            cuGraphExternalSemaphoresWaitNodeGetParams: "cuGraphExternalSemaphoresWaitNodeGetParams" 11020, "cuda.h" "group__CUDA__GRAPH" "g1430da6d26a58818a4712d135cf37a54", (hNode: CUgraphNode, params_out: *mut CUDA_EXT_SEM_WAIT_NODE_PARAMS);
            cuGraphExternalSemaphoresWaitNodeSetParams: "cuGraphExternalSemaphoresWaitNodeSetParams" 11020, "cuda.h" "group__CUDA__GRAPH" "ge8b93792930a21ec352d6efd2c21c8c0", (hNode: CUgraphNode, nodeParams: *const CUDA_EXT_SEM_WAIT_NODE_PARAMS);
            cuGraphAddBatchMemOpNode: "cuGraphAddBatchMemOpNode" 11070, "cuda.h" "group__CUDA__GRAPH" "g5acb6914dbd18cb1ae15ea9437a73c96", (phGraphNode: *mut CUgraphNode, hGraph: CUgraph, dependencies: *const CUgraphNode, numDependencies: usize, nodeParams: *const CUDA_BATCH_MEM_OP_NODE_PARAMS);
            cuGraphBatchMemOpNodeGetParams: "cuGraphBatchMemOpNodeGetParams" 11070, "cuda.h" "group__CUDA__GRAPH" "g1d8039468b71285c61bc03ab3c302a28", (hNode: CUgraphNode, nodeParams_out: *mut CUDA_BATCH_MEM_OP_NODE_PARAMS);
            cuGraphBatchMemOpNodeSetParams: "cuGraphBatchMemOpNodeSetParams" 11070, "cuda.h" "group__CUDA__GRAPH" "g625ca946b58df3d17221ff7db5cd7800", (hNode: CUgraphNode, nodeParams: *const CUDA_BATCH_MEM_OP_NODE_PARAMS);
            cuGraphExecBatchMemOpNodeSetParams: "cuGraphExecBatchMemOpNodeSetParams" 11070, "cuda.h" "group__CUDA__GRAPH" "g23f51bb4e4c029bb32fac0146e38c076", (hGraphExec: CUgraphExec, hNode: CUgraphNode, nodeParams: *const CUDA_BATCH_MEM_OP_NODE_PARAMS);
            cuGraphAddMemAllocNode: "cuGraphAddMemAllocNode" 11040, "cuda.h" "group__CUDA__GRAPH" "g73a351cb71b2945a0bcb913a93f69ec9", (phGraphNode: *mut CUgraphNode, hGraph: CUgraph, dependencies: *const CUgraphNode, numDependencies: usize, nodeParams: *mut CUDA_MEM_ALLOC_NODE_PARAMS);
            cuGraphMemAllocNodeGetParams: "cuGraphMemAllocNodeGetParams" 11040, "cuda.h" "group__CUDA__GRAPH" "gee2c7d66d3d96b1470c1d1a769f250a2", (hNode: CUgraphNode, params_out: *mut CUDA_MEM_ALLOC_NODE_PARAMS);
            cuGraphAddMemFreeNode: "cuGraphAddMemFreeNode" 11040, "cuda.h" "group__CUDA__GRAPH" "geb7cdce5d9be2d28d9428e74eb00fa53", (phGraphNode: *mut CUgraphNode, hGraph: CUgraph, dependencies: *const CUgraphNode, numDependencies: usize, dptr: CUdeviceptr);
            cuGraphMemFreeNodeGetParams: "cuGraphMemFreeNodeGetParams" 11040, "cuda.h" "group__CUDA__GRAPH" "gd24d9fe5769222a2367e3f571fb2f28b", (hNode: CUgraphNode, dptr_out: *mut CUdeviceptr);
            cuDeviceGraphMemTrim: "cuDeviceGraphMemTrim" 11040, "cuda.h" "group__CUDA__GRAPH" "g57c87f4ba6af41825627cdd4e5a8c52b", (device: CUdevice);
            cuDeviceGetGraphMemAttribute: "cuDeviceGetGraphMemAttribute" 11040, "cuda.h" "group__CUDA__GRAPH" "g0dfb8f1111f18be791c837ade3eeecec", (device: CUdevice, attr: CUgraphMem_attribute, value: *mut c_void);
            cuDeviceSetGraphMemAttribute: "cuDeviceSetGraphMemAttribute" 11040, "cuda.h" "group__CUDA__GRAPH" "ga664cf9f6439f405cfbb4c03d88422ff", (device: CUdevice, attr: CUgraphMem_attribute, value: *mut c_void);
            cuGraphClone: "cuGraphClone" 10000, "cuda.h" "group__CUDA__GRAPH" "g3603974654e463f2231c71d9b9d1517e", (phGraphClone: *mut CUgraph, originalGraph: CUgraph);
            cuGraphNodeFindInClone: "cuGraphNodeFindInClone" 10000, "cuda.h" "group__CUDA__GRAPH" "gf21f6c968e346f028737c1118bfd41c2", (phNode: *mut CUgraphNode, hOriginalNode: CUgraphNode, hClonedGraph: CUgraph);
            cuGraphNodeGetType: "cuGraphNodeGetType" 10000, "cuda.h" "group__CUDA__GRAPH" "gdb1776d97aa1c9d5144774b29e4b8c3e", (hNode: CUgraphNode, type_: *mut CUgraphNodeType);
            cuGraphNodeGetContainingGraph: "cuGraphNodeGetContainingGraph" 13010, "cuda.h" "group__CUDA__GRAPH" "gbbfe267adf728f1c53aa9d99ba101b92", (hNode: CUgraphNode, phGraph: *mut CUgraph);
            cuGraphNodeGetLocalId: "cuGraphNodeGetLocalId" 13010, "cuda.h" "group__CUDA__GRAPH" "g18fd5107a28aaae1e396efcb0edaa70d", (hNode: CUgraphNode, nodeId: *mut c_uint);
            cuGraphNodeGetToolsId: "cuGraphNodeGetToolsId" 13010, "cuda.h" "group__CUDA__GRAPH" "g10d4cf58921a26acce90ed1a03fcd4c1", (hNode: CUgraphNode, toolsNodeId: *mut c_ulonglong);
            cuGraphGetId: "cuGraphGetId" 13010, "cuda.h" "group__CUDA__GRAPH" "g0f05ae29d14198ff57d722156d60aa41", (hGraph: CUgraph, graphId: *mut c_uint);
            cuGraphExecGetId: "cuGraphExecGetId" 13010, "cuda.h" "group__CUDA__GRAPH" "g7a561a95ac508d0a99bccbf89aa01509", (hGraphExec: CUgraphExec, graphId: *mut c_uint);
            cuGraphGetNodes: "cuGraphGetNodes" 10000, "cuda.h" "group__CUDA__GRAPH" "gfa35a8e2d2fc32f48dbd67ba27cf27e5", (hGraph: CUgraph, nodes: *mut CUgraphNode, numNodes: *mut usize);
            cuGraphGetRootNodes: "cuGraphGetRootNodes" 10000, "cuda.h" "group__CUDA__GRAPH" "gf8517646bd8b39ab6359f8e7f0edffbd", (hGraph: CUgraph, rootNodes: *mut CUgraphNode, numRootNodes: *mut usize);
            #[doc(alias = "cuGraphGetEdges")]
            cuGraphGetEdges_v2: "cuGraphGetEdges" 12030, "cuda.h" "group__CUDA__GRAPH" "g4e3183ca455aae2e832edd4034094082", (hGraph: CUgraph, from: *mut CUgraphNode, to: *mut CUgraphNode, edgeData: *mut CUgraphEdgeData, numEdges: *mut usize);
            cuGraphGetEdges: "cuGraphGetEdges" 10000, "cuda.h" "group__CUDA__GRAPH" "g4e3183ca455aae2e832edd4034094082", (hGraph: CUgraph, from: *mut CUgraphNode, to: *mut CUgraphNode, numEdges: *mut usize);
            #[doc(alias = "cuGraphNodeGetDependencies")]
            cuGraphNodeGetDependencies_v2: "cuGraphNodeGetDependencies" 12030, "cuda.h" "group__CUDA__GRAPH" "gd3fc7f62e46f621f59de2173e08fccc9", (hNode: CUgraphNode, dependencies: *mut CUgraphNode, edgeData: *mut CUgraphEdgeData, numDependencies: *mut usize);
            cuGraphNodeGetDependencies: "cuGraphNodeGetDependencies" 10000, "cuda.h" "group__CUDA__GRAPH" "gd3fc7f62e46f621f59de2173e08fccc9", (hNode: CUgraphNode, dependencies: *mut CUgraphNode, numDependencies: *mut usize);
            #[doc(alias = "cuGraphNodeGetDependentNodes")]
            cuGraphNodeGetDependentNodes_v2: "cuGraphNodeGetDependentNodes" 12030, "cuda.h" "group__CUDA__GRAPH" "g61e907fa6896b5393246d1588c794450", (hNode: CUgraphNode, dependentNodes: *mut CUgraphNode, edgeData: *mut CUgraphEdgeData, numDependentNodes: *mut usize);
            cuGraphNodeGetDependentNodes: "cuGraphNodeGetDependentNodes" 10000, "cuda.h" "group__CUDA__GRAPH" "g61e907fa6896b5393246d1588c794450", (hNode: CUgraphNode, dependentNodes: *mut CUgraphNode, numDependentNodes: *mut usize);
            #[doc(alias = "cuGraphAddDependencies")]
            cuGraphAddDependencies_v2: "cuGraphAddDependencies" 12030, "cuda.h" "group__CUDA__GRAPH" "g5dad91f0be4e0fde6092f15797427e2d", (hGraph: CUgraph, from: *const CUgraphNode, to: *const CUgraphNode, edgeData: *const CUgraphEdgeData, numDependencies: usize);
            cuGraphAddDependencies: "cuGraphAddDependencies" 10000, "cuda.h" "group__CUDA__GRAPH" "g5dad91f0be4e0fde6092f15797427e2d", (hGraph: CUgraph, from: *const CUgraphNode, to: *const CUgraphNode, numDependencies: usize);
            #[doc(alias = "cuGraphRemoveDependencies")]
            cuGraphRemoveDependencies_v2: "cuGraphRemoveDependencies" 12030, "cuda.h" "group__CUDA__GRAPH" "g25048b696f56b4d6131f068074176301", (hGraph: CUgraph, from: *const CUgraphNode, to: *const CUgraphNode, edgeData: *const CUgraphEdgeData, numDependencies: usize);
            cuGraphRemoveDependencies: "cuGraphRemoveDependencies" 10000, "cuda.h" "group__CUDA__GRAPH" "g25048b696f56b4d6131f068074176301", (hGraph: CUgraph, from: *const CUgraphNode, to: *const CUgraphNode, numDependencies: usize);
            cuGraphDestroyNode: "cuGraphDestroyNode" 10000, "cuda.h" "group__CUDA__GRAPH" "g00ed16434d983d8f0011683eacaf19b9", (hNode: CUgraphNode);
            cuGraphInstantiateWithFlags: "cuGraphInstantiateWithFlags" 11040, "cuda.h" "group__CUDA__GRAPH" "gb53b435e178cccfa37ac87285d2c3fa1", (phGraphExec: *mut CUgraphExec, hGraph: CUgraph, flags: c_ulonglong);
            cuGraphInstantiateWithParams: "cuGraphInstantiateWithParams" 12000, per_thread("cuGraphInstantiateWithParams_ptsz" 12000), "cuda.h" "group__CUDA__GRAPH" "g8d9541e4df43ee8440e794634a0d1af8", (phGraphExec: *mut CUgraphExec, hGraph: CUgraph, instantiateParams: *mut CUDA_GRAPH_INSTANTIATE_PARAMS);
            cuGraphExecGetFlags: "cuGraphExecGetFlags" 12000, "cuda.h" "group__CUDA__GRAPH" "g5004de43ce63398a1a7d7a57edf17d9a", (hGraphExec: CUgraphExec, flags: *mut cuuint64_t);
            #[doc(alias = "cuGraphExecKernelNodeSetParams")]
            cuGraphExecKernelNodeSetParams_v2: "cuGraphExecKernelNodeSetParams" 12000, "cuda.h" "group__CUDA__GRAPH" "gd84243569e4c3d6356b9f2eea20ed48c", (hGraphExec: CUgraphExec, hNode: CUgraphNode, nodeParams: *const CUDA_KERNEL_NODE_PARAMS);
            cuGraphExecKernelNodeSetParams: "cuGraphExecKernelNodeSetParams" 10010, "cuda.h" "group__CUDA__GRAPH" "gd84243569e4c3d6356b9f2eea20ed48c", (hGraphExec: CUgraphExec, hNode: CUgraphNode, nodeParams: *const CUDA_KERNEL_NODE_PARAMS_v1);
            cuGraphExecMemcpyNodeSetParams: "cuGraphExecMemcpyNodeSetParams" 10020, "cuda.h" "group__CUDA__GRAPH" "g26186d58858ab32ccc7425b53786cce5", (hGraphExec: CUgraphExec, hNode: CUgraphNode, copyParams: *const CUDA_MEMCPY3D, ctx: CUcontext);
            cuGraphExecMemsetNodeSetParams: "cuGraphExecMemsetNodeSetParams" 10020, "cuda.h" "group__CUDA__GRAPH" "g5df5be09a0b7b3513e740ebbbcd59739", (hGraphExec: CUgraphExec, hNode: CUgraphNode, memsetParams: *const CUDA_MEMSET_NODE_PARAMS, ctx: CUcontext);
            cuGraphExecHostNodeSetParams: "cuGraphExecHostNodeSetParams" 10020, "cuda.h" "group__CUDA__GRAPH" "ga549b946cedb73dc2596314b2d52f8d8", (hGraphExec: CUgraphExec, hNode: CUgraphNode, nodeParams: *const CUDA_HOST_NODE_PARAMS);
            cuGraphExecChildGraphNodeSetParams: "cuGraphExecChildGraphNodeSetParams" 11010, "cuda.h" "group__CUDA__GRAPH" "g8f2d9893f6b899f992db1a2942ec03ff", (hGraphExec: CUgraphExec, hNode: CUgraphNode, childGraph: CUgraph);
            cuGraphExecEventRecordNodeSetEvent: "cuGraphExecEventRecordNodeSetEvent" 11010, "cuda.h" "group__CUDA__GRAPH" "g62fea841fdc169c3ef18e9199f28a6a7", (hGraphExec: CUgraphExec, hNode: CUgraphNode, event: CUevent);
            cuGraphExecEventWaitNodeSetEvent: "cuGraphExecEventWaitNodeSetEvent" 11010, "cuda.h" "group__CUDA__GRAPH" "gfea9619d6ff228401613febae793f996", (hGraphExec: CUgraphExec, hNode: CUgraphNode, event: CUevent);
            cuGraphExecExternalSemaphoresSignalNodeSetParams: "cuGraphExecExternalSemaphoresSignalNodeSetParams" 11020, "cuda.h" "group__CUDA__GRAPH" "g96aedf2977d0dce275fa3b3cf3700ade", (hGraphExec: CUgraphExec, hNode: CUgraphNode, nodeParams: *const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS);
            cuGraphExecExternalSemaphoresWaitNodeSetParams: "cuGraphExecExternalSemaphoresWaitNodeSetParams" 11020, "cuda.h" "group__CUDA__GRAPH" "g98a93c41b057cc1b48c0498811f65ad3", (hGraphExec: CUgraphExec, hNode: CUgraphNode, nodeParams: *const CUDA_EXT_SEM_WAIT_NODE_PARAMS);
            cuGraphNodeSetEnabled: "cuGraphNodeSetEnabled" 11060, "cuda.h" "group__CUDA__GRAPH" "g371b20eb0c0658731e38db7e68f12c78", (hGraphExec: CUgraphExec, hNode: CUgraphNode, isEnabled: c_uint);
            cuGraphNodeGetEnabled: "cuGraphNodeGetEnabled" 11060, "cuda.h" "group__CUDA__GRAPH" "g428f51dceec6f6211bb9c1d710925a3d", (hGraphExec: CUgraphExec, hNode: CUgraphNode, isEnabled: *mut c_uint);
            cuGraphUpload: "cuGraphUpload" 11010, per_thread("cuGraphUpload_ptsz" 11010), "cuda.h" "group__CUDA__GRAPH" "ga7eb9849e6e4604864a482b38f25be48", (hGraphExec: CUgraphExec, hStream: CUstream);
            cuGraphLaunch: "cuGraphLaunch" 10000, per_thread("cuGraphLaunch_ptsz" 10000), "cuda.h" "group__CUDA__GRAPH" "g6b2dceb3901e71a390d2bd8b0491e471", (hGraphExec: CUgraphExec, hStream: CUstream);
            cuGraphExecDestroy: "cuGraphExecDestroy" 10000, "cuda.h" "group__CUDA__GRAPH" "ga32ad4944cc5d408158207c978bc43a7", (hGraphExec: CUgraphExec);
            cuGraphDestroy: "cuGraphDestroy" 10000, "cuda.h" "group__CUDA__GRAPH" "g718cfd9681f078693d4be2426fd689c8", (hGraph: CUgraph);
            #[doc(alias = "cuGraphExecUpdate")]
            cuGraphExecUpdate_v2: "cuGraphExecUpdate" 12000, "cuda.h" "group__CUDA__GRAPH" "g96efefc56df46927da7297f122adfb9f", (hGraphExec: CUgraphExec, hGraph: CUgraph, resultInfo: *mut CUgraphExecUpdateResultInfo);
            cuGraphExecUpdate: "cuGraphExecUpdate" 10020, "cuda.h" "group__CUDA__GRAPH" "g96efefc56df46927da7297f122adfb9f", (hGraphExec: CUgraphExec, hGraph: CUgraph, hErrorNode_out: *mut CUgraphNode, updateResult_out: *mut CUgraphExecUpdateResult);
            cuGraphKernelNodeCopyAttributes: "cuGraphKernelNodeCopyAttributes" 11000, "cuda.h" "group__CUDA__GRAPH" "ga5f4e6786704bf710b61a26146c51c9e", (dst: CUgraphNode, src: CUgraphNode);
            cuGraphKernelNodeGetAttribute: "cuGraphKernelNodeGetAttribute" 11000, "cuda.h" "group__CUDA__GRAPH" "g9827e34c800e2f2cb4d9a6f4e186f796", (hNode: CUgraphNode, attr: CUkernelNodeAttrID, value_out: *mut CUkernelNodeAttrValue);
            cuGraphKernelNodeSetAttribute: "cuGraphKernelNodeSetAttribute" 11000, "cuda.h" "group__CUDA__GRAPH" "gd888774df6c1d0774bee49ec9442eefc", (hNode: CUgraphNode, attr: CUkernelNodeAttrID, value: *const CUkernelNodeAttrValue);
            cuGraphDebugDotPrint: "cuGraphDebugDotPrint" 11030, "cuda.h" "group__CUDA__GRAPH" "g0fb0c4d319477a0a98da005fcb0dacc4", (hGraph: CUgraph, path: *const c_char, flags: c_uint);
            cuUserObjectCreate: "cuUserObjectCreate" 11030, "cuda.h" "group__CUDA__GRAPH" "g58f04e0ac0ad23d2f15ea6e9f6c8a999", (object_out: *mut CUuserObject, ptr: *mut c_void, destroy: CUhostFn, initialRefcount: c_uint, flags: c_uint);
            cuUserObjectRetain: "cuUserObjectRetain" 11030, "cuda.h" "group__CUDA__GRAPH" "ge022bcecdeca2d14cc8f28afc6a2eaf6", (object: CUuserObject, count: c_uint);
            cuUserObjectRelease: "cuUserObjectRelease" 11030, "cuda.h" "group__CUDA__GRAPH" "ga2c16918341b8d020c9246e75658cc80", (object: CUuserObject, count: c_uint);
            cuGraphRetainUserObject: "cuGraphRetainUserObject" 11030, "cuda.h" "group__CUDA__GRAPH" "gaffd130c928e56740a2a5aaeb6125c8a", (graph: CUgraph, object: CUuserObject, count: c_uint, flags: c_uint);
            cuGraphReleaseUserObject: "cuGraphReleaseUserObject" 11030, "cuda.h" "group__CUDA__GRAPH" "g232c84cc31e13e4201a421e28561eebf", (graph: CUgraph, object: CUuserObject, count: c_uint);
            #[doc(alias = "cuGraphAddNode")]
            cuGraphAddNode_v2: "cuGraphAddNode" 12030, "cuda.h" "group__CUDA__GRAPH" "ge01208e62f72a53367a2af903bf17d23", (phGraphNode: *mut CUgraphNode, hGraph: CUgraph, dependencies: *const CUgraphNode, dependencyData: *const CUgraphEdgeData, numDependencies: usize, nodeParams: *mut CUgraphNodeParams);
            cuGraphAddNode: "cuGraphAddNode" 12020, "cuda.h" "group__CUDA__GRAPH" "ge01208e62f72a53367a2af903bf17d23", (phGraphNode: *mut CUgraphNode, hGraph: CUgraph, dependencies: *const CUgraphNode, numDependencies: usize, nodeParams: *mut CUgraphNodeParams);
            #[doc(alias = "cuGraphAddNode")]
            cuGraphAddNode_v3: "cuGraphAddNode" 13040, "cuda.h" "group__CUDA__GRAPH" "gf49d4437aeb3fe5c45b0d40158aeb39b", (phGraphNode: *mut CUgraphNode, hGraph: CUgraph, dependencies: *const CUgraphNode, dependencyData: *const CUgraphEdgeData, numDependencies: usize, nodeParams: *mut CUgraphNodeParams);
            cuGraphNodeSetParams: "cuGraphNodeSetParams" 12020, "cuda.h" "group__CUDA__GRAPH" "gbf18157f40ea2d160cb0b9e4e2b16139", (hNode: CUgraphNode, nodeParams: *mut CUgraphNodeParams);
            #[doc(alias = "cuGraphNodeSetParams")]
            cuGraphNodeSetParams_v2: "cuGraphNodeSetParams" 13040, "cuda.h" "group__CUDA__GRAPH" "g8981752c14c7dcf0b1e9a60a1bdee731", (hNode: CUgraphNode, nodeParams: *mut CUgraphNodeParams);
            cuGraphNodeGetParams: "cuGraphNodeGetParams" 13020, "cuda.h" "group__CUDA__GRAPH" "gfe2a3c7d8c89a3c252098194a3b60bda", (hNode: CUgraphNode, nodeParams: *mut CUgraphNodeParams);
            cuGraphExecNodeSetParams: "cuGraphExecNodeSetParams" 12020, "cuda.h" "group__CUDA__GRAPH" "gb318c5b61ada0e333bb12d1d33dae48b", (hGraphExec: CUgraphExec, hNode: CUgraphNode, nodeParams: *mut CUgraphNodeParams);
            cuGraphConditionalHandleCreate: "cuGraphConditionalHandleCreate" 12030, "cuda.h" "group__CUDA__GRAPH" "gece6f3b9e85d0edb8484d625fe567376", (pHandle_out: *mut CUgraphConditionalHandle, hGraph: CUgraph, ctx: CUcontext, defaultLaunchValue: c_uint, flags: c_uint);
            cuOccupancyMaxActiveBlocksPerMultiprocessor: "cuOccupancyMaxActiveBlocksPerMultiprocessor" 6050, "cuda.h" "group__CUDA__OCCUPANCY" "gcc6e1094d05cba2cee17fe33ddd04a98", (numBlocks: *mut c_int, func: CUfunction, blockSize: c_int, dynamicSMemSize: usize);
            cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags: "cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags" 7000, "cuda.h" "group__CUDA__OCCUPANCY" "g8f1da4d4983e5c3025447665423ae2c2", (numBlocks: *mut c_int, func: CUfunction, blockSize: c_int, dynamicSMemSize: usize, flags: c_uint);
            cuOccupancyMaxPotentialBlockSize: "cuOccupancyMaxPotentialBlockSize" 6050, "cuda.h" "group__CUDA__OCCUPANCY" "gf179c4ab78962a8468e41c3f57851f03", (minGridSize: *mut c_int, blockSize: *mut c_int, func: CUfunction, blockSizeToDynamicSMemSize: CUoccupancyB2DSize, dynamicSMemSize: usize, blockSizeLimit: c_int);
            cuOccupancyMaxPotentialBlockSizeWithFlags: "cuOccupancyMaxPotentialBlockSizeWithFlags" 7000, "cuda.h" "group__CUDA__OCCUPANCY" "g04c0bb65630f82d9b99a5ca0203ee5aa", (minGridSize: *mut c_int, blockSize: *mut c_int, func: CUfunction, blockSizeToDynamicSMemSize: CUoccupancyB2DSize, dynamicSMemSize: usize, blockSizeLimit: c_int, flags: c_uint);
            cuOccupancyAvailableDynamicSMemPerBlock: "cuOccupancyAvailableDynamicSMemPerBlock" 10020, "cuda.h" "group__CUDA__OCCUPANCY" "gae02af6a9df9e1bbd51941af631bce69", (dynamicSmemSize: *mut usize, func: CUfunction, numBlocks: c_int, blockSize: c_int);
            cuOccupancyMaxPotentialClusterSize: "cuOccupancyMaxPotentialClusterSize" 11070, "cuda.h" "group__CUDA__OCCUPANCY" "gd6f60814c1e3440145115ade3730365f", (clusterSize: *mut c_int, func: CUfunction, config: *const CUlaunchConfig);
            cuOccupancyMaxActiveClusters: "cuOccupancyMaxActiveClusters" 11070, "cuda.h" "group__CUDA__OCCUPANCY" "g4f52cbf144d74ed20351a594dc26386b", (numClusters: *mut c_int, func: CUfunction, config: *const CUlaunchConfig);
            cuTexRefSetArray: "cuTexRefSetArray" 2000, "cuda.h" "group__CUDA__TEXREF__DEPRECATED" "g34435b306682531716243239f0084fed", (hTexRef: CUtexref, hArray: CUarray, Flags: c_uint);
            cuTexRefSetMipmappedArray: "cuTexRefSetMipmappedArray" 5000, "cuda.h" "group__CUDA__TEXREF__DEPRECATED" "g8a550f19ff84858a396f79a526fd3406", (hTexRef: CUtexref, hMipmappedArray: CUmipmappedArray, Flags: c_uint);
            #[doc(alias = "cuTexRefSetAddress")]
            cuTexRefSetAddress_v2: "cuTexRefSetAddress" 3020, "cuda.h" "group__CUDA__TEXREF__DEPRECATED" "g44ef7e5055192d52b3d43456602b50a8", (ByteOffset: *mut usize, hTexRef: CUtexref, dptr: CUdeviceptr, bytes: usize);
            cuTexRefSetAddress: "cuTexRefSetAddress" 2000, "cuda.h" "group__CUDA__TEXREF__DEPRECATED" "g44ef7e5055192d52b3d43456602b50a8", (ByteOffset: *mut c_uint, hTexRef: CUtexref, dptr: CUdeviceptr_v1, bytes: c_uint);
            #[doc(alias = "cuTexRefSetAddress2D")]
            cuTexRefSetAddress2D_v3: "cuTexRefSetAddress2D" 4010, "cuda.h" "group__CUDA__TEXREF__DEPRECATED" "g26f709bbe10516681913d1ffe8756ee2", (hTexRef: CUtexref, desc: *const CUDA_ARRAY_DESCRIPTOR, dptr: CUdeviceptr, Pitch: usize);
            #[doc(alias = "cuTexRefSetAddress2D")]
            cuTexRefSetAddress2D_v2: "cuTexRefSetAddress2D" 3020, "cuda.h" "group__CUDA__TEXREF__DEPRECATED" "g26f709bbe10516681913d1ffe8756ee2", (hTexRef: CUtexref, desc: *const CUDA_ARRAY_DESCRIPTOR, dptr: CUdeviceptr, Pitch: usize);
            cuTexRefSetAddress2D: "cuTexRefSetAddress2D" 2020, "cuda.h" "group__CUDA__TEXREF__DEPRECATED" "g26f709bbe10516681913d1ffe8756ee2", (hTexRef: CUtexref, desc: *const CUDA_ARRAY_DESCRIPTOR_v1, dptr: CUdeviceptr_v1, Pitch: c_uint);
            cuTexRefSetFormat: "cuTexRefSetFormat" 2000, "cuda.h" "group__CUDA__TEXREF__DEPRECATED" "g05585ef8ea2fec728a03c6c8f87cf07a", (hTexRef: CUtexref, fmt: CUarray_format, NumPackedComponents: c_int);
            cuTexRefSetAddressMode: "cuTexRefSetAddressMode" 2000, "cuda.h" "group__CUDA__TEXREF__DEPRECATED" "g85f4a13eeb94c8072f61091489349bcb", (hTexRef: CUtexref, dim: c_int, am: CUaddress_mode);
            cuTexRefSetFilterMode: "cuTexRefSetFilterMode" 2000, "cuda.h" "group__CUDA__TEXREF__DEPRECATED" "g595d0af02c55576f8c835e4efd1f39c0", (hTexRef: CUtexref, fm: CUfilter_mode);
            cuTexRefSetMipmapFilterMode: "cuTexRefSetMipmapFilterMode" 5000, "cuda.h" "group__CUDA__TEXREF__DEPRECATED" "ge6238426775fa672a1518fe9828f2d76", (hTexRef: CUtexref, fm: CUfilter_mode);
            cuTexRefSetMipmapLevelBias: "cuTexRefSetMipmapLevelBias" 5000, "cuda.h" "group__CUDA__TEXREF__DEPRECATED" "g3be1de86e98d39c3a6b59c11cca5b77d", (hTexRef: CUtexref, bias: f32);
            cuTexRefSetMipmapLevelClamp: "cuTexRefSetMipmapLevelClamp" 5000, "cuda.h" "group__CUDA__TEXREF__DEPRECATED" "gf7354fa837b181a8b094b99654b14086", (hTexRef: CUtexref, minMipmapLevelClamp: f32, maxMipmapLevelClamp: f32);
            cuTexRefSetMaxAnisotropy: "cuTexRefSetMaxAnisotropy" 5000, "cuda.h" "group__CUDA__TEXREF__DEPRECATED" "g623f5c00b1b2a883f3bddfc1792c85da", (hTexRef: CUtexref, maxAniso: c_uint);
            cuTexRefSetBorderColor: "cuTexRefSetBorderColor" 8000, "cuda.h" "group__CUDA__TEXREF__DEPRECATED" "gf1dbbdef278be3592780b0a7cc2e1c67", (hTexRef: CUtexref, pBorderColor: *mut f32);
            cuTexRefSetFlags: "cuTexRefSetFlags" 2000, "cuda.h" "group__CUDA__TEXREF__DEPRECATED" "g554ffd896487533c36810f2e45bb7a28", (hTexRef: CUtexref, Flags: c_uint);
            #[doc(alias = "cuTexRefGetAddress")]
            cuTexRefGetAddress_v2: "cuTexRefGetAddress" 3020, "cuda.h" "group__CUDA__TEXREF__DEPRECATED" "g4e4674ce0b20a8951b65dead94a338e1", (pdptr: *mut CUdeviceptr, hTexRef: CUtexref);
            cuTexRefGetAddress: "cuTexRefGetAddress" 2000, "cuda.h" "group__CUDA__TEXREF__DEPRECATED" "g4e4674ce0b20a8951b65dead94a338e1", (pdptr: *mut CUdeviceptr_v1, hTexRef: CUtexref);
            cuTexRefGetArray: "cuTexRefGetArray" 2000, "cuda.h" "group__CUDA__TEXREF__DEPRECATED" "g388250d826d74c075b51d0c1648aa6d1", (phArray: *mut CUarray, hTexRef: CUtexref);
            cuTexRefGetMipmappedArray: "cuTexRefGetMipmappedArray" 5000, "cuda.h" "group__CUDA__TEXREF__DEPRECATED" "ged9eaa907457a9bbb0d244b93a42dd79", (phMipmappedArray: *mut CUmipmappedArray, hTexRef: CUtexref);
            cuTexRefGetAddressMode: "cuTexRefGetAddressMode" 2000, "cuda.h" "group__CUDA__TEXREF__DEPRECATED" "gfb367d93dc1d20aab0cf8ce70d543b33", (pam: *mut CUaddress_mode, hTexRef: CUtexref, dim: c_int);
            cuTexRefGetFilterMode: "cuTexRefGetFilterMode" 2000, "cuda.h" "group__CUDA__TEXREF__DEPRECATED" "g2439e069746f69b940f2f4dbc78cdf87", (pfm: *mut CUfilter_mode, hTexRef: CUtexref);
            cuTexRefGetFormat: "cuTexRefGetFormat" 2000, "cuda.h" "group__CUDA__TEXREF__DEPRECATED" "g90936eb6c7c4434a609e1160c278ae53", (pFormat: *mut CUarray_format, pNumChannels: *mut c_int, hTexRef: CUtexref);
            cuTexRefGetMipmapFilterMode: "cuTexRefGetMipmapFilterMode" 5000, "cuda.h" "group__CUDA__TEXREF__DEPRECATED" "g60d45fe9ff9be6f92ea20e37a03e06d7", (pfm: *mut CUfilter_mode, hTexRef: CUtexref);
            cuTexRefGetMipmapLevelBias: "cuTexRefGetMipmapLevelBias" 5000, "cuda.h" "group__CUDA__TEXREF__DEPRECATED" "ge32365ea560887c59be72ccd431e5c04", (pbias: *mut f32, hTexRef: CUtexref);
            cuTexRefGetMipmapLevelClamp: "cuTexRefGetMipmapLevelClamp" 5000, "cuda.h" "group__CUDA__TEXREF__DEPRECATED" "g3dc6275f3b0d6f0b2adc7bb7e489f8d2", (pminMipmapLevelClamp: *mut f32, pmaxMipmapLevelClamp: *mut f32, hTexRef: CUtexref);
            cuTexRefGetMaxAnisotropy: "cuTexRefGetMaxAnisotropy" 5000, "cuda.h" "group__CUDA__TEXREF__DEPRECATED" "g56f52273c1b456d5a2cf7a85d86d0205", (pmaxAniso: *mut c_int, hTexRef: CUtexref);
            cuTexRefGetBorderColor: "cuTexRefGetBorderColor" 8000, "cuda.h" "group__CUDA__TEXREF__DEPRECATED" "g33c56ad2b999c59adce2bfba709ab292", (pBorderColor: *mut f32, hTexRef: CUtexref);
            cuTexRefGetFlags: "cuTexRefGetFlags" 2000, "cuda.h" "group__CUDA__TEXREF__DEPRECATED" "g71310eec5c196aa85674b079dea88a04", (pFlags: *mut c_uint, hTexRef: CUtexref);
            cuTexRefCreate: "cuTexRefCreate" 2000, "cuda.h" "group__CUDA__TEXREF__DEPRECATED" "g0084fabe2c6d28ffcf9d9f5c7164f16c", (pTexRef: *mut CUtexref);
            cuTexRefDestroy: "cuTexRefDestroy" 2000, "cuda.h" "group__CUDA__TEXREF__DEPRECATED" "gea8edbd6cf9f97e6ab2b41fc6785519d", (hTexRef: CUtexref);
            cuSurfRefSetArray: "cuSurfRefSetArray" 3000, "cuda.h" "group__CUDA__SURFREF__DEPRECATED" "g19e4cf8fc0cdcd914e01ecf12fdc5faf", (hSurfRef: CUsurfref, hArray: CUarray, Flags: c_uint);
            cuSurfRefGetArray: "cuSurfRefGetArray" 3000, "cuda.h" "group__CUDA__SURFREF__DEPRECATED" "gc3b9c5794f67a897ae85ebd235c971ed", (phArray: *mut CUarray, hSurfRef: CUsurfref);
            cuTexObjectCreate: "cuTexObjectCreate" 5000, "cuda.h" "group__CUDA__TEXOBJECT" "g1f6dd0f9cbf56db725b1f45aa0a7218a", (pTexObject: *mut CUtexObject, pResDesc: *const CUDA_RESOURCE_DESC, pTexDesc: *const CUDA_TEXTURE_DESC, pResViewDesc: *const CUDA_RESOURCE_VIEW_DESC);
            cuTexObjectDestroy: "cuTexObjectDestroy" 5000, "cuda.h" "group__CUDA__TEXOBJECT" "gcd522ba5e2d1852aff8c0388f66247fd", (texObject: CUtexObject);
            cuTexObjectGetResourceDesc: "cuTexObjectGetResourceDesc" 5000, "cuda.h" "group__CUDA__TEXOBJECT" "g0cc8eb2fa1e584d2b04d631586d0921f", (pResDesc: *mut CUDA_RESOURCE_DESC, texObject: CUtexObject);
            cuTexObjectGetTextureDesc: "cuTexObjectGetTextureDesc" 5000, "cuda.h" "group__CUDA__TEXOBJECT" "g688de37b844df7313c8fce30fc912645", (pTexDesc: *mut CUDA_TEXTURE_DESC, texObject: CUtexObject);
            cuTexObjectGetResourceViewDesc: "cuTexObjectGetResourceViewDesc" 5000, "cuda.h" "group__CUDA__TEXOBJECT" "g185fa4c933a1c3a7b6aebe3e4291a37b", (pResViewDesc: *mut CUDA_RESOURCE_VIEW_DESC, texObject: CUtexObject);
            cuSurfObjectCreate: "cuSurfObjectCreate" 5000, "cuda.h" "group__CUDA__SURFOBJECT" "g6bc972c90c9590c9f720b2754e6d079d", (pSurfObject: *mut CUsurfObject, pResDesc: *const CUDA_RESOURCE_DESC);
            cuSurfObjectDestroy: "cuSurfObjectDestroy" 5000, "cuda.h" "group__CUDA__SURFOBJECT" "g4c4ec48d203d1e0bb71750ddc4d7aef3", (surfObject: CUsurfObject);
            cuSurfObjectGetResourceDesc: "cuSurfObjectGetResourceDesc" 5000, "cuda.h" "group__CUDA__SURFOBJECT" "g2472b7ea0b7e74600ed3d6c244b7ba21", (pResDesc: *mut CUDA_RESOURCE_DESC, surfObject: CUsurfObject);
            cuTensorMapEncodeTiled: "cuTensorMapEncodeTiled" 12000, "cuda.h" "group__CUDA__TENSOR__MEMORY" "ga7c7d2aaac9e49294304e755e6f341d7", (tensorMap: *mut CUtensorMap, tensorDataType: CUtensorMapDataType, tensorRank: cuuint32_t, globalAddress: *mut c_void, globalDim: *const cuuint64_t, globalStrides: *const cuuint64_t, boxDim: *const cuuint32_t, elementStrides: *const cuuint32_t, interleave: CUtensorMapInterleave, swizzle: CUtensorMapSwizzle, l2Promotion: CUtensorMapL2promotion, oobFill: CUtensorMapFloatOOBfill);
            cuTensorMapEncodeIm2col: "cuTensorMapEncodeIm2col" 12000, "cuda.h" "group__CUDA__TENSOR__MEMORY" "gb14d707a18d23fc0c3e22a67ceedc15a", (tensorMap: *mut CUtensorMap, tensorDataType: CUtensorMapDataType, tensorRank: cuuint32_t, globalAddress: *mut c_void, globalDim: *const cuuint64_t, globalStrides: *const cuuint64_t, pixelBoxLowerCorner: *const c_int, pixelBoxUpperCorner: *const c_int, channelsPerPixel: cuuint32_t, pixelsPerColumn: cuuint32_t, elementStrides: *const cuuint32_t, interleave: CUtensorMapInterleave, swizzle: CUtensorMapSwizzle, l2Promotion: CUtensorMapL2promotion, oobFill: CUtensorMapFloatOOBfill);
            cuTensorMapEncodeIm2colWide: "cuTensorMapEncodeIm2colWide" 12080, "cuda.h" "group__CUDA__TENSOR__MEMORY" "g6c1be81856c4e311f085e33a42403444", (tensorMap: *mut CUtensorMap, tensorDataType: CUtensorMapDataType, tensorRank: cuuint32_t, globalAddress: *mut c_void, globalDim: *const cuuint64_t, globalStrides: *const cuuint64_t, pixelBoxLowerCornerWidth: c_int, pixelBoxUpperCornerWidth: c_int, channelsPerPixel: cuuint32_t, pixelsPerColumn: cuuint32_t, elementStrides: *const cuuint32_t, interleave: CUtensorMapInterleave, mode: CUtensorMapIm2ColWideMode, swizzle: CUtensorMapSwizzle, l2Promotion: CUtensorMapL2promotion, oobFill: CUtensorMapFloatOOBfill);
            cuTensorMapReplaceAddress: "cuTensorMapReplaceAddress" 12000, "cuda.h" "group__CUDA__TENSOR__MEMORY" "g8d54c0ff5c49b1b1a9baaac6fc796db3", (tensorMap: *mut CUtensorMap, globalAddress: *mut c_void);
            cuTensorMapSetAllocationClass: "cuTensorMapSetAllocationClass" 13050, "cuda.h" "group__CUDA__TENSOR__MEMORY" "g056b687735c10c302aeb823f60943ef5", (tensorMap: *mut CUtensorMap, allocClass: CUtensorMapAllocClass, outAllocClass: *mut CUtensorMapAllocClass);
            cuDeviceCanAccessPeer: "cuDeviceCanAccessPeer" 4000, "cuda.h" "group__CUDA__PEER__ACCESS" "g496bdaae1f632ebfb695b99d2c40f19e", (canAccessPeer: *mut c_int, dev: CUdevice, peerDev: CUdevice);
            cuCtxEnablePeerAccess: "cuCtxEnablePeerAccess" 4000, "cuda.h" "group__CUDA__PEER__ACCESS" "g0889ec6728e61c05ed359551d67b3f5a", (peerContext: CUcontext, Flags: c_uint);
            cuCtxDisablePeerAccess: "cuCtxDisablePeerAccess" 4000, "cuda.h" "group__CUDA__PEER__ACCESS" "g5b4b6936ea868d4954ce4d841a3b4810", (peerContext: CUcontext);
            cuDeviceGetP2PAttribute: "cuDeviceGetP2PAttribute" 8000, "cuda.h" "group__CUDA__PEER__ACCESS" "g7dea08446fc2ba9ccc616135b6b4d06d", (value: *mut c_int, attrib: CUdevice_P2PAttribute, srcDevice: CUdevice, dstDevice: CUdevice);
            cuDeviceGetP2PAtomicCapabilities: "cuDeviceGetP2PAtomicCapabilities" 13000, "cuda.h" "group__CUDA__PEER__ACCESS" "g228dc6025c756baa321aed7988c2f4ec", (capabilities: *mut c_uint, operations: *const CUatomicOperation, count: c_uint, srcDevice: CUdevice, dstDevice: CUdevice);
            cuGraphicsUnregisterResource: "cuGraphicsUnregisterResource" 3000, "cuda.h" "group__CUDA__GRAPHICS" "ga7e5e97b74eaa13dfa6582e853e4c96d", (resource: CUgraphicsResource);
            cuGraphicsSubResourceGetMappedArray: "cuGraphicsSubResourceGetMappedArray" 3000, "cuda.h" "group__CUDA__GRAPHICS" "g61c55e987e54558cce547240d6123078", (pArray: *mut CUarray, resource: CUgraphicsResource, arrayIndex: c_uint, mipLevel: c_uint);
            cuGraphicsResourceGetMappedMipmappedArray: "cuGraphicsResourceGetMappedMipmappedArray" 5000, "cuda.h" "group__CUDA__GRAPHICS" "g37680bbe89c7fe5c613563eaab9d14c1", (pMipmappedArray: *mut CUmipmappedArray, resource: CUgraphicsResource);
            #[doc(alias = "cuGraphicsResourceGetMappedPointer")]
            cuGraphicsResourceGetMappedPointer_v2: "cuGraphicsResourceGetMappedPointer" 3020, "cuda.h" "group__CUDA__GRAPHICS" "g8a634cf4150d399f0018061580592457", (pDevPtr: *mut CUdeviceptr, pSize: *mut usize, resource: CUgraphicsResource);
            cuGraphicsResourceGetMappedPointer: "cuGraphicsResourceGetMappedPointer" 3000, "cuda.h" "group__CUDA__GRAPHICS" "g8a634cf4150d399f0018061580592457", (pDevPtr: *mut CUdeviceptr_v1, pSize: *mut c_uint, resource: CUgraphicsResource);
            #[doc(alias = "cuGraphicsResourceSetMapFlags")]
            cuGraphicsResourceSetMapFlags_v2: "cuGraphicsResourceSetMapFlags" 6050, "cuda.h" "group__CUDA__GRAPHICS" "gfe96aa7747f8b11d44a6fa6a851e1b39", (resource: CUgraphicsResource, flags: c_uint);
            cuGraphicsResourceSetMapFlags: "cuGraphicsResourceSetMapFlags" 3000, "cuda.h" "group__CUDA__GRAPHICS" "gfe96aa7747f8b11d44a6fa6a851e1b39", (resource: CUgraphicsResource, flags: c_uint);
            cuGraphicsMapResources: "cuGraphicsMapResources" 3000, per_thread("cuGraphicsMapResources_ptsz" 7000), "cuda.h" "group__CUDA__GRAPHICS" "gffcfd8e78d82cc4f6dd987e8bce4edb0", (count: c_uint, resources: *mut CUgraphicsResource, hStream: CUstream);
            cuGraphicsUnmapResources: "cuGraphicsUnmapResources" 3000, per_thread("cuGraphicsUnmapResources_ptsz" 7000), "cuda.h" "group__CUDA__GRAPHICS" "g8e9ff25d071375a0df1cb5aee924af32", (count: c_uint, resources: *mut CUgraphicsResource, hStream: CUstream);
            #[doc(alias = "cuGetProcAddress")]
            cuGetProcAddress_v2: "cuGetProcAddress" 12000, "cuda.h" "group__CUDA__DRIVER__ENTRY__POINT" "gcae5adad00590572ab35b2508c2d6e0d", (symbol: *const c_char, pfn: *mut *mut c_void, cudaVersion: c_int, flags: cuuint64_t, symbolStatus: *mut CUdriverProcAddressQueryResult);
            cuGetProcAddress: "cuGetProcAddress" 11030, "cuda.h" "group__CUDA__DRIVER__ENTRY__POINT" "gcae5adad00590572ab35b2508c2d6e0d", (symbol: *const c_char, pfn: *mut *mut c_void, cudaVersion: c_int, flags: cuuint64_t);
            cuCoredumpGetAttribute: "cuCoredumpGetAttribute" 12010, "cuda.h" "group__CUDA__COREDUMP" "g56d7eb4975c7eb8e2b4eb0713fd8cedd", (attrib: CUcoredumpSettings, value: *mut c_void, size: *mut usize);
            cuCoredumpGetAttributeGlobal: "cuCoredumpGetAttributeGlobal" 12010, "cuda.h" "group__CUDA__COREDUMP" "g5cb5b7ddf41a2c3631eed8d00c4ae819", (attrib: CUcoredumpSettings, value: *mut c_void, size: *mut usize);
            cuCoredumpSetAttribute: "cuCoredumpSetAttribute" 12010, "cuda.h" "group__CUDA__COREDUMP" "g45b806050f3211e840eb3c8d91e93fcb", (attrib: CUcoredumpSettings, value: *mut c_void, size: *mut usize);
            cuCoredumpSetAttributeGlobal: "cuCoredumpSetAttributeGlobal" 12010, "cuda.h" "group__CUDA__COREDUMP" "ga7645a8f68dd5379a03852b462727990", (attrib: CUcoredumpSettings, value: *mut c_void, size: *mut usize);
            cuCoredumpRegisterStartCallback: "cuCoredumpRegisterStartCallback" 13020, "cuda.h" "group__CUDA__COREDUMP" "gff8a2e3192675a2a5b15db50125d04fc", (callback: CUcoredumpStatusCallback, userData: *mut c_void, callbackOut: *mut CUcoredumpCallbackHandle);
            cuCoredumpRegisterCompleteCallback: "cuCoredumpRegisterCompleteCallback" 13020, "cuda.h" "group__CUDA__COREDUMP" "g2ccc1cc9d01135950fcc9c2a8ec6f9b5", (callback: CUcoredumpStatusCallback, userData: *mut c_void, callbackOut: *mut CUcoredumpCallbackHandle);
            cuCoredumpDeregisterStartCallback: "cuCoredumpDeregisterStartCallback" 13020, "cuda.h" "group__CUDA__COREDUMP" "gd740dbaebff72cb7f155338104b6a675", (callback: CUcoredumpCallbackHandle);
            cuCoredumpDeregisterCompleteCallback: "cuCoredumpDeregisterCompleteCallback" 13020, "cuda.h" "group__CUDA__COREDUMP" "g0755f85ac8123062db6c4b2da0c654e7", (callback: CUcoredumpCallbackHandle);
            cuGetExportTable: "cuGetExportTable" 3000, "cuda.h" "group__CUDA__COREDUMP" "g147bbfa6b44dd993affc4afb2f2c2855", (ppExportTable: *mut *const c_void, pExportTableId: *const CUuuid);
            cuGreenCtxCreate: "cuGreenCtxCreate" 12040, "cuda.h" "group__CUDA__GREEN__CONTEXTS" "ga6da4f9959fd48d1f1a5cbedbec54e65", (phCtx: *mut CUgreenCtx, desc: CUdevResourceDesc, dev: CUdevice, flags: c_uint);
            cuGreenCtxDestroy: "cuGreenCtxDestroy" 12040, "cuda.h" "group__CUDA__GREEN__CONTEXTS" "g7c37d959c2c030c13135366533eff57d", (hCtx: CUgreenCtx);
            cuCtxFromGreenCtx: "cuCtxFromGreenCtx" 12040, "cuda.h" "group__CUDA__GREEN__CONTEXTS" "gf0779ec72ce1d5d7eb003d7d9b25afcb", (pContext: *mut CUcontext, hCtx: CUgreenCtx);
            cuDeviceGetDevResource: "cuDeviceGetDevResource" 12040, "cuda.h" "group__CUDA__GREEN__CONTEXTS" "g5a94863b159b7f1cb7bac577b85f4f3d", (device: CUdevice, resource: *mut CUdevResource, type_: CUdevResourceType);
            cuCtxGetDevResource: "cuCtxGetDevResource" 12040, "cuda.h" "group__CUDA__GREEN__CONTEXTS" "g3d90f26764dc65824cd8fe37a17476eb", (hCtx: CUcontext, resource: *mut CUdevResource, type_: CUdevResourceType);
            cuGreenCtxGetDevResource: "cuGreenCtxGetDevResource" 12040, "cuda.h" "group__CUDA__GREEN__CONTEXTS" "gf30a42d6f823bea104a0ee6d912505fb", (hCtx: CUgreenCtx, resource: *mut CUdevResource, type_: CUdevResourceType);
            cuDevSmResourceSplitByCount: "cuDevSmResourceSplitByCount" 12040, "cuda.h" "group__CUDA__GREEN__CONTEXTS" "g832c7cff3d1d84cd97168874594d9850", (result: *mut CUdevResource, nbGroups: *mut c_uint, input: *const CUdevResource, remainder: *mut CUdevResource, flags: c_uint, minCount: c_uint);
            cuDevSmResourceSplit: "cuDevSmResourceSplit" 13010, "cuda.h" "group__CUDA__GREEN__CONTEXTS" "g63c5f55c45dd7c9f6b3f827c731b552e", (result: *mut CUdevResource, nbGroups: c_uint, input: *const CUdevResource, remainder: *mut CUdevResource, flags: c_uint, groupParams: *mut CU_DEV_SM_RESOURCE_GROUP_PARAMS);
            cuDevResourceGenerateDesc: "cuDevResourceGenerateDesc" 12040, "cuda.h" "group__CUDA__GREEN__CONTEXTS" "g1ea7743fd633d2e2dd92eb1c84c4fbc5", (phDesc: *mut CUdevResourceDesc, resources: *mut CUdevResource, nbResources: c_uint);
            cuGreenCtxRecordEvent: "cuGreenCtxRecordEvent" 12040, "cuda.h" "group__CUDA__GREEN__CONTEXTS" "g9dd087071cc217ad7ebda6df96d2ee40", (hCtx: CUgreenCtx, hEvent: CUevent);
            cuGreenCtxWaitEvent: "cuGreenCtxWaitEvent" 12040, "cuda.h" "group__CUDA__GREEN__CONTEXTS" "g6b26172117084fd024f1396fb66a8ffd", (hCtx: CUgreenCtx, hEvent: CUevent);
            cuStreamGetGreenCtx: "cuStreamGetGreenCtx" 12040, "cuda.h" "group__CUDA__GREEN__CONTEXTS" "gee3222277e5a433a2b279500bf11b9fe", (hStream: CUstream, phCtx: *mut CUgreenCtx);
            cuGreenCtxStreamCreate: "cuGreenCtxStreamCreate" 12050, "cuda.h" "group__CUDA__GREEN__CONTEXTS" "ga34f630f412dd010b223b4c9f0ab741d", (phStream: *mut CUstream, greenCtx: CUgreenCtx, flags: c_uint, priority: c_int);
            cuGreenCtxGetId: "cuGreenCtxGetId" 12090, "cuda.h" "group__CUDA__GREEN__CONTEXTS" "g2e073a7cde154f4fee132f8efd879b9c", (greenCtx: CUgreenCtx, greenCtxId: *mut c_ulonglong);
            cuStreamGetDevResource: "cuStreamGetDevResource" 13010, per_thread("cuStreamGetDevResource_ptsz" 13010), "cuda.h" "group__CUDA__GREEN__CONTEXTS" "g25acc306a4e2ba88d1eb8b7bd2b2b578", (hStream: CUstream, resource: *mut CUdevResource, type_: CUdevResourceType);
            cuLogsRegisterCallback: "cuLogsRegisterCallback" 12090, "cuda.h" "group__CUDA__LOGS" "g34c4e1152b57a739228e10413cbd5354", (callbackFunc: CUlogsCallback, userData: *mut c_void, callback_out: *mut CUlogsCallbackHandle);
            cuLogsUnregisterCallback: "cuLogsUnregisterCallback" 12090, "cuda.h" "group__CUDA__LOGS" "gfc013aa2dfb34d036fc86eac68f9cfd5", (callback: CUlogsCallbackHandle);
            cuLogsCurrent: "cuLogsCurrent" 12090, "cuda.h" "group__CUDA__LOGS" "g6b5d7b123c106ad874fb6ce51bd85726", (iterator_out: *mut CUlogIterator, flags: c_uint);
            cuLogsDumpToFile: "cuLogsDumpToFile" 12090, "cuda.h" "group__CUDA__LOGS" "ge41b5830059cb28ff1e48a9061bd6bed", (iterator: *mut CUlogIterator, pathToFile: *const c_char, flags: c_uint);
            cuLogsDumpToMemory: "cuLogsDumpToMemory" 12090, "cuda.h" "group__CUDA__LOGS" "gcce3bb4ad13dbe02c5e60e1bc0aec698", (iterator: *mut CUlogIterator, buffer: *mut c_char, size: *mut usize, flags: c_uint);
            cuCheckpointProcessGetRestoreThreadId: "cuCheckpointProcessGetRestoreThreadId" 12080, "cuda.h" "group__CUDA__CHECKPOINT" "g28843209b99c729ed8501cfd086c4691", (pid: c_int, tid: *mut c_int);
            cuCheckpointProcessGetState: "cuCheckpointProcessGetState" 12080, "cuda.h" "group__CUDA__CHECKPOINT" "g73a5853cf266d08cd27989f2402196ed", (pid: c_int, state: *mut CUprocessState);
            cuCheckpointProcessLock: "cuCheckpointProcessLock" 12080, "cuda.h" "group__CUDA__CHECKPOINT" "g5f75a66111299af8d3c4e6362e886a63", (pid: c_int, args: *mut CUcheckpointLockArgs);
            cuCheckpointProcessCheckpoint: "cuCheckpointProcessCheckpoint" 12080, "cuda.h" "group__CUDA__CHECKPOINT" "g362df3bb9722295885b7ec3501dd623d", (pid: c_int, args: *mut CUcheckpointCheckpointArgs);
            cuCheckpointProcessRestore: "cuCheckpointProcessRestore" 12080, "cuda.h" "group__CUDA__CHECKPOINT" "gf2066439091dfa0eae0cbca0144f5e91", (pid: c_int, args: *mut CUcheckpointRestoreArgs);
            cuCheckpointOperationComplete: "cuCheckpointOperationComplete" 13040, "cuda.h" "group__CUDA__CHECKPOINT" "g6627f44a0c8f3e7f470091269b9e07d5", (handle: CUcheckpointOperationHandle);
            cuCheckpointProcessUnlock: "cuCheckpointProcessUnlock" 12080, "cuda.h" "group__CUDA__CHECKPOINT" "g487a7cff098bddca26516756b0f8ed30", (pid: c_int, args: *mut CUcheckpointUnlockArgs);
            cuProfilerInitialize: "cuProfilerInitialize" 4000, "cudaProfiler.h" "group__CUDA__PROFILER__DEPRECATED" "gd5d346ef62db53032948f387650d1a18", (configFile: *const c_char, outputFile: *const c_char, outputMode: CUoutput_mode);
            cuProfilerStart: "cuProfilerStart" 4000, "cudaProfiler.h" "group__CUDA__PROFILER" "g8a5314de2292c2efac83ac7fcfa9190e", ();
            cuProfilerStop: "cuProfilerStop" 4000, "cudaProfiler.h" "group__CUDA__PROFILER" "g4d8edef6174fd90165e6ac838f320a5f", ();
            cuGraphInstantiate: "cuGraphInstantiate" 10000, "cuda.h" "group__CUDA__GRAPH" "gb53b435e178cccfa37ac87285d2c3fa1", (phGraphExec: *mut CUgraphExec, hGraph: CUgraph, phErrorNode: *mut CUgraphNode, logBuffer: *mut c_char, bufferSize: usize);
            #[doc(alias = "cuGraphInstantiate")]
            cuGraphInstantiate_v2: "cuGraphInstantiate" 11000, "cuda.h" "group__CUDA__GRAPH" "gb53b435e178cccfa37ac87285d2c3fa1", (phGraphExec: *mut CUgraphExec, hGraph: CUgraph, phErrorNode: *mut CUgraphNode, logBuffer: *mut c_char, bufferSize: usize);
        }
    };
}
