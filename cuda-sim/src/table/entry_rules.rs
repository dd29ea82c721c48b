//! What entry points check before their own method: captures that forbid them, and a fault of the device.
//!
//! A call that may wait for the device, or whose effect a capture can't contain, fails with
//! `CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED` and invalidates the captures that forbid it, unless the thread or the
//! capture is relaxed. Which calls those are was recorded from a driver (`tests/conformance/golden-captures.tsv`), and so were those that still work
//! after a fault (`golden-answers.tsv`).

use cuda_driver_sys::Symbol;

/// Returns `true` for an entry point that an active capture forbids, whatever its arguments.
///
/// Those that look at a handle first, because an invalid one is another error, or because it may be that of a stream
/// that captures, check it in their own method instead.
pub(crate) fn is_forbidden_during_captures(symbol: Symbol) -> bool {
    use Symbol as S;
    matches!(
        symbol,
        S::cuMemAlloc
            | S::cuMemAlloc_v2
            | S::cuMemAllocPitch
            | S::cuMemAllocPitch_v2
            | S::cuMemFree
            | S::cuMemFree_v2
            | S::cuMemAllocManaged
            | S::cuMemAdvise
            | S::cuMemAdvise_v2
            | S::cuPointerSetAttribute
            | S::cuMemAllocHost
            | S::cuMemAllocHost_v2
            | S::cuMemHostAlloc
            | S::cuMemFreeHost
            | S::cuMemHostRegister
            | S::cuMemHostRegister_v2
            | S::cuMemHostUnregister
            | S::cuMemPoolCreate
            | S::cuMemPoolDestroy
            | S::cuMemPoolGetAttribute
            | S::cuMemPoolSetAttribute
            | S::cuMemPoolTrimTo
            | S::cuMemPoolGetAccess
            | S::cuMemPoolSetAccess
            | S::cuMemPoolExportToShareableHandle
            | S::cuMemPoolImportFromShareableHandle
            | S::cuMemPoolExportPointer
            | S::cuMemPoolImportPointer
            | S::cuMemSetMemPool
            | S::cuDeviceSetMemPool
            | S::cuArrayCreate
            | S::cuArrayCreate_v2
            | S::cuArray3DCreate
            | S::cuArray3DCreate_v2
            | S::cuMipmappedArrayCreate
            | S::cuTexObjectCreate
            | S::cuTexObjectDestroy
            | S::cuSurfObjectCreate
            | S::cuSurfObjectDestroy
            | S::cuImportExternalMemory
            | S::cuImportExternalSemaphore
            | S::cuGraphInstantiate
            | S::cuGraphInstantiate_v2
            | S::cuGraphInstantiateWithFlags
            | S::cuGraphInstantiateWithParams
            | S::cuGraphExecDestroy
            | S::cuCtxSetLimit
            | S::cuCtxSetCacheConfig
            | S::cuCtxSetSharedMemConfig
            | S::cuCtxDisablePeerAccess
            | S::cuProfilerStart
            | S::cuProfilerStop
    )
}

/// Returns `true` for an entry point that fails once a kernel's fault made the device unusable, although it uses only
/// what the host knows. Those that use the device check for themselves.
pub(crate) fn fails_after_faults(symbol: Symbol) -> bool {
    use Symbol as S;
    matches!(
        symbol,
        S::cuStreamGetFlags
            | S::cuStreamGetId
            | S::cuStreamGetPriority
            | S::cuStreamGetDevice
            | S::cuStreamGetCtx
            | S::cuStreamGetCtx_v2
            | S::cuStreamGetAttribute
            | S::cuStreamSetAttribute
            | S::cuStreamCopyAttributes
            | S::cuStreamWaitEvent
            | S::cuStreamIsCapturing
            | S::cuStreamGetCaptureInfo
            | S::cuStreamGetCaptureInfo_v2
            | S::cuStreamGetCaptureInfo_v3
            | S::cuStreamEndCapture
            | S::cuCtxGetLimit
            | S::cuCtxGetStreamPriorityRange
            | S::cuMemGetAddressRange
            | S::cuMemGetAddressRange_v2
            | S::cuMemHostGetFlags
            | S::cuMemHostGetDevicePointer
            | S::cuMemHostGetDevicePointer_v2
            | S::cuModuleGetFunction
            | S::cuModuleGetGlobal
            | S::cuModuleGetGlobal_v2
            | S::cuFuncGetAttribute
            | S::cuFuncSetAttribute
            | S::cuGraphInstantiate
            | S::cuGraphInstantiate_v2
            | S::cuGraphInstantiateWithFlags
            | S::cuGraphInstantiateWithParams
    )
}
