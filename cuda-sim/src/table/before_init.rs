//! What calls answer before `cuInit`: most [`NOT_INITIALIZED`], but many look at some of their arguments first.
//!
//! Recorded from a driver, by `tests/conformance/cases/answers/before_init.c`.

use cuda_driver_sys::{CUresult, Symbol};

use crate::state::error::*;

/// What a call looks at.
enum Look {
    /// A parameter, by its number, that must not be zero, with the code that it is otherwise.
    Zero(usize, CUresult),
    /// A parameter that is a stream, of which there are only the default ones.
    Stream(usize),
}

use Look::{Stream, Zero};
use Symbol as S;

const VALUE: CUresult = INVALID_VALUE;
const HANDLE: CUresult = INVALID_HANDLE;
/// The last of the default streams, which have small numbers.
const LAST_DEFAULT: u64 = 2;

/// What they look at, in this order, what they answer then, and which calls these are.
const RULES: &[(&[Look], CUresult, &[Symbol])] = &[
    (
        &[Zero(0, VALUE), Zero(1, VALUE)],
        NOT_INITIALIZED,
        &[
            S::cuDeviceGetHostAtomicCapabilities,
            S::cuKernelGetName,
            S::cuMemAllocManaged,
            S::cuIpcGetEventHandle,
            S::cuIpcGetMemHandle,
            S::cuIpcOpenMemHandle_v2,
            S::cuIpcOpenMemHandle,
            S::cuArrayGetSparseProperties,
            S::cuMipmappedArrayGetSparseProperties,
            S::cuArrayGetMemoryRequirements,
            S::cuMipmappedArrayGetMemoryRequirements,
            S::cuMemGetHandleForAddressRange,
            S::cuMemAdvise_v2,
            S::cuMemDiscardBatchAsync,
            S::cuFuncGetName,
            S::cuGraphKernelNodeGetParams_v2,
            S::cuGraphKernelNodeGetParams,
            S::cuGraphMemcpyNodeSetParams,
            S::cuGraphMemsetNodeSetParams,
            S::cuGraphHostNodeGetParams,
            S::cuGraphHostNodeSetParams,
            S::cuGraphEventRecordNodeGetEvent,
            S::cuGraphEventRecordNodeSetEvent,
            S::cuGraphEventWaitNodeGetEvent,
            S::cuGraphEventWaitNodeSetEvent,
            S::cuGraphExternalSemaphoresSignalNodeGetParams,
            S::cuGraphExternalSemaphoresSignalNodeSetParams,
            S::cuGraphExternalSemaphoresWaitNodeGetParams,
            S::cuGraphExternalSemaphoresWaitNodeSetParams,
            S::cuGraphBatchMemOpNodeGetParams,
            S::cuGraphBatchMemOpNodeSetParams,
            S::cuGraphMemAllocNodeGetParams,
            S::cuGraphMemFreeNodeGetParams,
            S::cuGraphNodeSetEnabled,
            S::cuGraphDebugDotPrint,
            S::cuUserObjectCreate,
            S::cuUserObjectRetain,
            S::cuUserObjectRelease,
            S::cuGraphRetainUserObject,
            S::cuGraphReleaseUserObject,
            S::cuGraphNodeSetParams,
            S::cuDevResourceGenerateDesc,
        ],
    ),
    (
        &[Zero(0, VALUE)],
        NOT_INITIALIZED,
        &[
            S::cuDeviceGetAttribute,
            S::cuCtxDestroy_v2,
            S::cuCtxDestroy,
            S::cuCtxGetDevice,
            S::cuCtxGetDevice_v2,
            S::cuCtxGetFlags,
            S::cuMemHostGetFlags,
            S::cuIpcOpenEventHandle,
            S::cuStreamCreate,
            S::cuStreamCreateWithPriority,
            S::cuLaunchKernelEx,
            S::cuGraphKernelNodeSetParams_v2,
            S::cuGraphKernelNodeSetParams,
            S::cuCtxFromGreenCtx,
        ],
    ),
    (
        &[Zero(0, VALUE), Zero(2, VALUE)],
        NOT_INITIALIZED,
        &[
            S::cuLibraryGetKernel,
            S::cuStreamAddCallback,
            S::cuGraphAddEmptyNode,
            S::cuGraphAddEventRecordNode,
            S::cuGraphAddEventWaitNode,
            S::cuGraphExecBatchMemOpNodeSetParams,
            S::cuGraphExecKernelNodeSetParams_v2,
            S::cuGraphExecKernelNodeSetParams,
            S::cuGraphExecHostNodeSetParams,
            S::cuGraphExecExternalSemaphoresSignalNodeSetParams,
            S::cuGraphExecExternalSemaphoresWaitNodeSetParams,
            S::cuGraphNodeGetEnabled,
            S::cuGraphExecNodeSetParams,
            S::cuOccupancyMaxPotentialClusterSize,
            S::cuOccupancyMaxActiveClusters,
        ],
    ),
    (
        &[Zero(1, VALUE), Zero(2, VALUE)],
        NOT_INITIALIZED,
        &[S::cuDevicePrimaryCtxGetState, S::cuMemcpy3DBatchAsync],
    ),
    (
        &[Zero(1, VALUE), Stream(0)],
        NOT_INITIALIZED,
        &[
            S::cuStreamGetPriority,
            S::cuStreamGetDevice,
            S::cuStreamGetFlags,
            S::cuStreamGetId,
            S::cuStreamGetCtx,
            S::cuStreamIsCapturing,
            S::cuStreamGetGreenCtx,
        ],
    ),
    (
        &[Zero(0, VALUE), Zero(1, VALUE), Zero(2, VALUE)],
        NOT_INITIALIZED,
        &[
            S::cuGraphAddDependencies,
            S::cuGraphRemoveDependencies,
            S::cuGraphExecChildGraphNodeSetParams,
            S::cuGraphExecEventRecordNodeSetEvent,
            S::cuGraphExecEventWaitNodeSetEvent,
            S::cuGraphConditionalHandleCreate,
        ],
    ),
    (
        &[Stream(3)],
        NOT_INITIALIZED,
        &[
            S::cuMemsetD8Async,
            S::cuMemsetD16Async,
            S::cuMemsetD32Async,
            S::cuMemPrefetchAsync,
            S::cuSignalExternalSemaphoresAsync,
            S::cuWaitExternalSemaphoresAsync,
        ],
    ),
    (
        &[Zero(0, VALUE), Zero(1, HANDLE)],
        NOT_INITIALIZED,
        &[
            S::cuModuleGetFunctionCount,
            S::cuLibraryGetKernelCount,
            S::cuLibraryGetModule,
            S::cuKernelGetFunction,
            S::cuKernelGetLibrary,
            S::cuFuncIsLoaded,
        ],
    ),
    (
        &[Stream(0)],
        NOT_INITIALIZED,
        &[
            S::cuStreamWaitEvent,
            S::cuStreamUpdateCaptureDependencies_v2,
            S::cuStreamUpdateCaptureDependencies,
            S::cuStreamGetAttribute,
            S::cuStreamSetAttribute,
        ],
    ),
    (
        &[Stream(1)],
        NOT_INITIALIZED,
        &[S::cuEventRecord, S::cuEventRecordWithFlags, S::cuGraphUpload, S::cuGraphLaunch],
    ),
    (
        &[Zero(0, VALUE), Zero(2, VALUE), Zero(4, VALUE)],
        NOT_INITIALIZED,
        &[
            S::cuGraphAddHostNode,
            S::cuGraphAddExternalSemaphoresSignalNode,
            S::cuGraphAddExternalSemaphoresWaitNode,
            S::cuGraphAddBatchMemOpNode,
        ],
    ),
    (
        &[Zero(1, VALUE)],
        NOT_INITIALIZED,
        &[S::cuCtxGetId, S::cuMemcpy3DBatchAsync_v2, S::cuGreenCtxGetId],
    ),
    (
        &[Zero(0, VALUE), Zero(2, VALUE), Zero(3, VALUE)],
        NOT_INITIALIZED,
        &[S::cuKernelGetParamInfo, S::cuStreamBeginCaptureToGraph, S::cuFuncGetParamInfo],
    ),
    (&[Zero(0, HANDLE)], NOT_INITIALIZED, &[S::cuLinkDestroy, S::cuLibraryUnload, S::cuFuncLoad]),
    (
        &[Stream(5)],
        NOT_INITIALIZED,
        &[S::cuMemsetD2D8Async, S::cuMemsetD2D16Async, S::cuMemsetD2D32Async],
    ),
    (
        &[Zero(0, VALUE), Zero(2, HANDLE)],
        NOT_INITIALIZED,
        &[S::cuModuleEnumerateFunctions, S::cuLibraryEnumerateKernels, S::cuFuncGetAttribute],
    ),
    (
        &[Zero(1, HANDLE)],
        NOT_INITIALIZED,
        &[S::cuEGLStreamConsumerConnect, S::cuEGLStreamProducerConnect],
    ),
    (
        &[Zero(0, VALUE), Zero(1, VALUE), Zero(2, VALUE), Zero(3, VALUE)],
        NOT_INITIALIZED,
        &[S::cuGraphAddDependencies_v2, S::cuGraphRemoveDependencies_v2],
    ),
    (
        &[Zero(0, VALUE), Zero(1, VALUE), Zero(3, VALUE)],
        NOT_INITIALIZED,
        &[S::cuLibraryGetGlobal, S::cuLibraryGetManaged],
    ),
    (
        &[
            Zero(0, VALUE),
            Zero(1, VALUE),
            Zero(2, VALUE),
            Zero(3, VALUE),
            Zero(5, VALUE),
            Zero(6, VALUE),
        ],
        NOT_INITIALIZED,
        &[S::cuLibraryLoadData, S::cuLibraryLoadFromFile],
    ),
    (
        &[Zero(0, HANDLE), Zero(2, VALUE), Zero(4, VALUE), Zero(6, VALUE), Zero(7, VALUE)],
        NOT_INITIALIZED,
        &[S::cuLinkAddData_v2, S::cuLinkAddData],
    ),
    (
        &[Zero(0, HANDLE), Zero(2, VALUE), Zero(4, VALUE), Zero(5, VALUE)],
        NOT_INITIALIZED,
        &[S::cuLinkAddFile_v2, S::cuLinkAddFile],
    ),
    (
        &[Zero(0, VALUE), Zero(1, VALUE), Zero(3, VALUE), Zero(4, VALUE)],
        NOT_INITIALIZED,
        &[S::cuMemPrefetchBatchAsync, S::cuMemDiscardAndPrefetchBatchAsync],
    ),
    (&[Zero(0, HANDLE), Stream(0)], NOT_INITIALIZED, &[S::cuStreamDestroy_v2, S::cuStreamDestroy]),
    (
        &[Zero(1, VALUE), Zero(2, VALUE), Stream(0)],
        NOT_INITIALIZED,
        &[S::cuStreamGetCtx_v2, S::cuStreamGetCaptureInfo],
    ),
    (
        &[Zero(1, HANDLE), Zero(0, VALUE)],
        NOT_INITIALIZED,
        &[S::cuEGLStreamConsumerConnectWithFlags],
    ),
    (&[Zero(2, VALUE), Zero(4, VALUE)], NOT_INITIALIZED, &[S::cuGraphAddNode]),
    (&[Zero(2, VALUE), Zero(3, VALUE), Zero(5, VALUE)], NOT_INITIALIZED, &[S::cuGraphAddNode_v2]),
    (&[Zero(2, VALUE)], NOT_INITIALIZED, &[S::cuGraphInstantiateWithParams]),
    (&[Zero(2, VALUE), Stream(0)], NOT_INITIALIZED, &[S::cuLaunchHostFunc]),
    (&[Zero(0, HANDLE), Zero(1, VALUE), Zero(2, VALUE)], NOT_INITIALIZED, &[S::cuLinkComplete]),
    (&[Stream(4)], NOT_INITIALIZED, &[S::cuMemBatchDecompressAsync]),
    (&[Zero(0, VALUE), Zero(2, VALUE), Stream(2)], NOT_INITIALIZED, &[S::cuMemMapArrayAsync]),
    (&[Zero(0, VALUE), Zero(4, VALUE)], NOT_INITIALIZED, &[S::cuMemPrefetchAsync_v2]),
    (
        &[Zero(1, VALUE), Zero(2, VALUE), Zero(4, VALUE), Zero(5, VALUE), Zero(7, VALUE)],
        NOT_INITIALIZED,
        &[S::cuMemcpyBatchAsync],
    ),
    (
        &[Zero(1, VALUE), Zero(2, VALUE), Zero(4, VALUE), Zero(5, VALUE)],
        NOT_INITIALIZED,
        &[S::cuMemcpyBatchAsync_v2],
    ),
    (
        &[
            Zero(1, VALUE),
            Zero(2, VALUE),
            Zero(3, VALUE),
            Zero(4, VALUE),
            Zero(5, VALUE),
            Stream(0),
        ],
        NOT_INITIALIZED,
        &[S::cuStreamGetCaptureInfo_v2],
    ),
    (&[Zero(1, VALUE), Stream(0)], NOT_INITIALIZED, &[S::cuStreamGetCaptureInfo_v3]),
    (
        &[],
        HANDLE,
        &[
            S::cuKernelGetAttribute,
            S::cuKernelSetCacheConfig,
            S::cuEGLStreamConsumerDisconnect,
            S::cuEGLStreamConsumerAcquireFrame,
            S::cuEGLStreamConsumerReleaseFrame,
            S::cuEGLStreamProducerDisconnect,
            S::cuEGLStreamProducerPresentFrame,
            S::cuEGLStreamProducerReturnFrame,
        ],
    ),
    (
        &[Zero(1, HANDLE)],
        INVALID_CONTEXT,
        &[
            S::cuArrayGetDescriptor_v2,
            S::cuArrayGetDescriptor,
            S::cuArrayGetPlane,
            S::cuArray3DGetDescriptor_v2,
            S::cuArray3DGetDescriptor,
            S::cuMipmappedArrayGetLevel,
        ],
    ),
    (
        &[],
        OPERATING_SYSTEM,
        &[
            S::cuCheckpointProcessLock,
            S::cuCheckpointProcessCheckpoint,
            S::cuCheckpointProcessRestore,
            S::cuCheckpointProcessUnlock,
        ],
    ),
    (
        &[Zero(0, HANDLE)],
        INVALID_CONTEXT,
        &[S::cuEventQuery, S::cuEventSynchronize, S::cuEventDestroy_v2, S::cuEventDestroy],
    ),
    (
        &[Zero(1, VALUE)],
        OPERATING_SYSTEM,
        &[S::cuCheckpointProcessGetRestoreThreadId, S::cuCheckpointProcessGetState],
    ),
    (
        &[Zero(1, VALUE)],
        INVALID_RESOURCE_TYPE,
        &[S::cuCtxGetDevResource, S::cuGreenCtxGetDevResource],
    ),
    (
        &[Zero(0, HANDLE), Zero(1, HANDLE)],
        INVALID_CONTEXT,
        &[S::cuEventElapsedTime_v2, S::cuEventElapsedTime],
    ),
    (
        &[Zero(2, VALUE)],
        CONTEXT_IS_DESTROYED,
        &[S::cuGraphExecMemcpyNodeSetParams, S::cuGraphExecMemsetNodeSetParams],
    ),
    (&[], INVALID_CONTEXT, &[S::cuGreenCtxRecordEvent, S::cuGreenCtxWaitEvent]),
    (&[Zero(0, VALUE)], INVALID_CONTEXT, &[S::cuGreenCtxStreamCreate]),
    (&[], NOT_SUPPORTED, &[S::cuProfilerInitialize]),
    (&[], HANDLE, &[S::cuKernelSetAttribute]),
    (&[Stream(0)], NOT_INITIALIZED, &[S::cuStreamCopyAttributes]),
    (
        &[Zero(0, VALUE), Zero(1, VALUE), Zero(2, VALUE)],
        NOT_INITIALIZED,
        &[
            S::cuCoredumpGetAttribute,
            S::cuCoredumpGetAttributeGlobal,
            S::cuCoredumpSetAttribute,
            S::cuCoredumpSetAttributeGlobal,
        ],
    ),
];

/// Returns the result of a call with these arguments.
pub(super) fn answer(symbol: Symbol, arguments: &[u64]) -> Result<(), CUresult> {
    let argument = |number: usize| arguments.get(number).copied().unwrap_or(0);
    // As on an H200, which has nothing to write then.
    if matches!(symbol, S::cuMemGetAddressRange | S::cuMemGetAddressRange_v2)
        && argument(0) == 0
        && argument(1) == 0
    {
        return Ok(());
    }
    let Some((looks, otherwise, _)) = RULES.iter().find(|(.., symbols)| symbols.contains(&symbol))
    else {
        return Err(NOT_INITIALIZED);
    };
    let refused = looks.iter().find_map(|look| match look {
        Zero(number, code) => (argument(*number) == 0).then_some(*code),
        Stream(number) => (argument(*number) > LAST_DEFAULT).then_some(INVALID_HANDLE),
    });
    Err(refused.unwrap_or(*otherwise))
}
