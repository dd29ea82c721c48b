use super::*;

/// Whether a stream synchronizes with the default stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum StreamKind {
    /// It does.
    Default,
    /// It doesn't.
    NonBlocking,
}

impl StreamKind {
    fn flags(self) -> c_uint {
        match self {
            Self::Default => 0,
            Self::NonBlocking => 1,
        }
    }
}

pub fn null() -> sys::CUstream {
    ptr::null_mut()
}

pub fn create(kind: StreamKind) -> Result<sys::CUstream, DriverError> {
    // SAFETY: the call stores the stream.
    unsafe { value(|to| sys::cuStreamCreate(to, kind.flags())) }
}

pub fn create_with_priority(kind: StreamKind, priority: i32) -> Result<sys::CUstream, DriverError> {
    // SAFETY: the call stores the stream.
    unsafe { value(|to| sys::cuStreamCreateWithPriority(to, kind.flags(), priority)) }
}

pub fn get_priority_range() -> Result<(i32, i32), DriverError> {
    let mut least = 0;
    // SAFETY: the call stores both.
    let greatest = unsafe { value(|to| sys::cuCtxGetStreamPriorityRange(&raw mut least, to)) }?;
    Ok((least, greatest))
}

pub unsafe fn synchronize(stream: sys::CUstream) -> Result<(), DriverError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cuStreamSynchronize(stream).result() }
}

pub unsafe fn destroy(stream: sys::CUstream) -> Result<(), DriverError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cuStreamDestroy_v2(stream).result() }
}

pub unsafe fn wait_event(
    stream: sys::CUstream,
    event: sys::CUevent,
    flags: sys::CUevent_wait_flags,
) -> Result<(), DriverError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cuStreamWaitEvent(stream, event, flags as u32).result() }
}

pub unsafe fn attach_mem_async(
    stream: sys::CUstream,
    dptr: sys::CUdeviceptr,
    num_bytes: usize,
    flags: sys::CUmemAttach_flags,
) -> Result<(), DriverError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cuStreamAttachMemAsync(stream, dptr, num_bytes, flags as u32).result() }
}

pub unsafe fn launch_host_function(
    stream: sys::CUstream,
    func: unsafe extern "C" fn(*mut c_void),
    arg: *mut c_void,
) -> Result<(), DriverError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cuLaunchHostFunc(stream, Some(func), arg).result() }
}

pub unsafe fn begin_capture(
    stream: sys::CUstream,
    mode: sys::CUstreamCaptureMode,
) -> Result<(), DriverError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cuStreamBeginCapture_v2(stream, mode).result() }
}

pub unsafe fn end_capture(stream: sys::CUstream) -> Result<sys::CUgraph, DriverError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { value(|to| sys::cuStreamEndCapture(stream, to)) }
}

pub unsafe fn is_capturing(
    stream: sys::CUstream,
) -> Result<sys::CUstreamCaptureStatus, DriverError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe {
        value(|to: *mut u32| sys::cuStreamIsCapturing(stream, to.cast())).and_then(|status| {
            let checked_status = sys::CUstreamCaptureStatus::of(status.into());
            checked_status.ok_or(DriverError(sys::CUresult::CUDA_ERROR_UNKNOWN))
        })
    }
}
