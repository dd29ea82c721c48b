use super::*;

#[derive(Debug, Clone, Copy)]
pub enum StreamKind {
    /// It waits for the legacy default stream, and that one for it.
    Default,
    NonBlocking,
}

pub fn create(kind: StreamKind) -> Result<sys::cudaStream_t, RuntimeError> {
    let flags = match kind {
        StreamKind::Default => sys::cudaStreamDefault,
        StreamKind::NonBlocking => sys::cudaStreamNonBlocking,
    };
    // SAFETY: the call stores the stream.
    unsafe { value(|to| sys::cudaStreamCreateWithFlags(to, flags).result()) }
}

pub unsafe fn synchronize(stream: sys::cudaStream_t) -> Result<(), RuntimeError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cudaStreamSynchronize(stream).result() }
}

pub unsafe fn destroy(stream: sys::cudaStream_t) -> Result<(), RuntimeError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cudaStreamDestroy(stream).result() }
}

pub unsafe fn wait_event(
    stream: sys::cudaStream_t,
    event: sys::cudaEvent_t,
    flags: u32,
) -> Result<(), RuntimeError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cudaStreamWaitEvent(stream, event, flags).result() }
}
