//! Children of `fork` have no threads of their parent, so a driver that was initialized before is of no use to them.

use core::ffi::{c_int, c_uint, c_void};
use std::sync::atomic::{AtomicBool, Ordering};

use cuda_driver_sys::*;

use crate::state::error::{INVALID_HANDLE, INVALID_VALUE, NOT_INITIALIZED, OUT_OF_MEMORY};

/// Whether this process was forked from one whose driver was initialized.
static IS_FORKED: AtomicBool = AtomicBool::new(false);

/// Returns `true` in a process that was forked from one whose driver was initialized.
pub(crate) fn is_forked() -> bool {
    IS_FORKED.load(Ordering::Relaxed)
}

/// Returns what a call answers in such a process, if it looks at a handle first: these refuse null.
///
/// # Safety
/// `arguments` is the place of the entry point's arguments, as a tuple.
unsafe fn refused_null(symbol: Symbol, arguments: *const c_void) -> Option<CUresult> {
    type Attribute = (*mut c_int, CUfunction_attribute, CUfunction);
    type IpcHandle = (*mut CUipcMemHandle, CUdeviceptr);
    // SAFETY: the caller passes a place of this entry point's arguments, whose types are the header's.
    let (is_null, code) = unsafe {
        match symbol {
            Symbol::cuCtxDestroy_v2 => {
                (arguments.cast::<(CUcontext,)>().read().0.is_null(), INVALID_VALUE)
            }
            Symbol::cuStreamDestroy_v2 => {
                (arguments.cast::<(CUstream,)>().read().0.is_null(), INVALID_HANDLE)
            }
            Symbol::cuEventQuery | Symbol::cuEventSynchronize | Symbol::cuEventDestroy_v2 => {
                (arguments.cast::<(CUevent,)>().read().0.is_null(), INVALID_HANDLE)
            }
            Symbol::cuFuncGetAttribute => {
                (arguments.cast::<Attribute>().read().2.is_null(), INVALID_HANDLE)
            }
            Symbol::cuGraphAddEmptyNode => {
                (arguments.cast::<EmptyNode>().read().1.is_null(), INVALID_VALUE)
            }
            Symbol::cuIpcGetMemHandle => {
                (arguments.cast::<IpcHandle>().read().1 == 0, INVALID_VALUE)
            }
            _ => return None,
        }
    };
    is_null.then_some(code)
}

type EmptyNode = (*mut CUgraphNode, CUgraph, *const CUgraphNode, usize);

/// Returns what a call returns in such a process, of which it does nothing: an H100's driver has lost its device there, and
/// doesn't notice it where it only uses its own memory. It takes no lock, which a thread of the parent may have had.
///
/// # Safety
/// `arguments` is the place of the entry point's arguments, as a tuple.
pub(crate) unsafe fn answer(symbol: Symbol, arguments: *const c_void) -> CUresult {
    type WaitEvent = (CUstream, CUevent, c_uint);
    type HostFunction = (CUstream, CUhostFn, *mut c_void);
    type Allocation = (*mut CUdeviceptr, usize, CUstream);
    const SUCCESS: CUresult = CUresult::CUDA_SUCCESS;
    let of_stream = |stream: CUstream, answer| match stream as usize {
        // The default streams belong to a context.
        0..=2 => NOT_INITIALIZED,
        _ => answer,
    };
    // SAFETY: the caller guarantees the same.
    if let Some(code) = unsafe { refused_null(symbol, arguments) } {
        return code;
    }
    // SAFETY: the caller passes a place of this entry point's arguments, whose types are the header's.
    unsafe {
        match symbol {
            Symbol::cuStreamQuery | Symbol::cuStreamSynchronize => {
                of_stream(arguments.cast::<(CUstream,)>().read().0, SUCCESS)
            }
            Symbol::cuStreamWaitEvent => of_stream(arguments.cast::<WaitEvent>().read().0, SUCCESS),
            Symbol::cuLaunchHostFunc => {
                of_stream(arguments.cast::<HostFunction>().read().0, SUCCESS)
            }
            Symbol::cuMemAllocAsync => {
                of_stream(arguments.cast::<Allocation>().read().2, OUT_OF_MEMORY)
            }
            Symbol::cuEventQuery | Symbol::cuEventSynchronize | Symbol::cuEventDestroy_v2 => {
                SUCCESS
            }
            Symbol::cuEventRecord => {
                let (event, stream) = arguments.cast::<(CUevent, CUstream)>().read();
                let answer = if event.is_null() { INVALID_HANDLE } else { SUCCESS };
                of_stream(stream, answer)
            }
            // A node in the child's copy of the graph, which no call there takes.
            Symbol::cuGraphAddEmptyNode => {
                let (to, graph, ..) = arguments.cast::<EmptyNode>().read();
                if to.is_null() {
                    return INVALID_VALUE;
                }
                to.write(graph.cast());
                SUCCESS
            }
            _ => NOT_INITIALIZED,
        }
    }
}

/// Makes children that are forked from now on know it.
#[cfg(unix)]
pub(crate) fn watch() {
    use core::ffi::c_int;
    use std::sync::Once;

    type Handler = unsafe extern "C" fn();
    unsafe extern "C" {
        fn pthread_atfork(
            prepare: Option<Handler>,
            parent: Option<Handler>,
            child: Option<Handler>,
        ) -> c_int;
    }
    unsafe extern "C" fn in_child() {
        IS_FORKED.store(true, Ordering::Relaxed);
    }
    static ONCE: Once = Once::new();
    // Without memory for it, children find out by waiting forever for threads that they don't have.
    ONCE.call_once(|| {
        // SAFETY: the function only stores to an atomic variable, which every state of the process allows.
        unsafe { pthread_atfork(None, None, Some(in_child)) };
    });
}

/// Other systems have no such children.
#[cfg(not(unix))]
pub(crate) fn watch() {}
