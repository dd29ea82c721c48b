use std::sync::Arc;

use cuda_driver::Stream;
use cuda_driver::stream::StreamFlags;

use super::{CudaContext, CudaEvent};
use crate::driver::result::OrCode as _;
use crate::driver::{DriverError, sys};

/// A queue of work of a context.
#[derive(Debug)]
pub struct CudaStream {
    stream: Stream,
    context: Arc<CudaContext>,
    /// cudarc's has a third field: code that checks the size before it looks inside must see that this is another type.
    _owned: bool,
}

impl PartialEq for CudaStream {
    fn eq(&self, other: &Self) -> bool {
        self.stream == other.stream
    }
}

impl Eq for CudaStream {}

impl CudaContext {
    /// Returns the default stream that all threads share.
    pub fn default_stream(self: &Arc<Self>) -> Arc<CudaStream> {
        self.stream_of(self.context().default_stream())
    }

    /// Returns the default stream of each thread.
    pub fn per_thread_stream(self: &Arc<Self>) -> Arc<CudaStream> {
        let handle = cuda_driver_sys::CU_STREAM_PER_THREAD;
        // SAFETY: it is a stream of each context, and always exists. Each thread's calls go to its own, as with cudarc;
        // captures are the program's concern, as for the other streams here.
        self.stream_of(unsafe {
            Stream::borrow_raw(self.context(), handle).without_capture_checks()
        })
    }

    /// Uses a stream of other code, which this crate never destroys.
    ///
    /// # Safety
    /// It is a stream of the context, and outlives the value and what is made of it.
    pub unsafe fn wrap_borrowed_stream(
        self: &Arc<Self>,
        cu_stream: sys::CUstream,
    ) -> Arc<CudaStream> {
        // SAFETY: the caller guarantees it; captures are the program's concern.
        self.stream_of(unsafe {
            Stream::borrow_raw(self.context(), cu_stream).without_capture_checks()
        })
    }

    /// Creates a stream that doesn't synchronize with the default one.
    pub fn new_stream(self: &Arc<Self>) -> Result<Arc<CudaStream>, DriverError> {
        self.new_stream_with_priority(0)
    }

    /// Creates a stream that doesn't synchronize with the default one.
    pub fn new_stream_with_priority(
        self: &Arc<Self>,
        priority: i32,
    ) -> Result<Arc<CudaStream>, DriverError> {
        let stream = self.context().stream_with(StreamFlags::NON_BLOCKING, priority).or_code()?;
        self.count_stream();
        Ok(self.stream_of(stream))
    }

    fn stream_of(self: &Arc<Self>, stream: Stream) -> Arc<CudaStream> {
        let context = self.clone();
        Arc::new(CudaStream { stream, context, _owned: true })
    }
}

impl CudaStream {
    /// Creates a stream whose work runs after that of this one so far.
    pub fn fork(&self) -> Result<Arc<Self>, DriverError> {
        let forked = self.context.new_stream()?;
        forked.join(self)?;
        Ok(forked)
    }

    pub fn cu_stream(&self) -> sys::CUstream {
        self.stream.as_raw()
    }

    pub fn context(&self) -> &Arc<CudaContext> {
        &self.context
    }

    /// Waits for the stream's work.
    pub fn synchronize(&self) -> Result<(), DriverError> {
        self.context.check_err()?;
        self.stream.synchronize().or_code()
    }

    /// Creates an event, and records it.
    pub fn record_event(
        &self,
        flags: Option<sys::CUevent_flags>,
    ) -> Result<CudaEvent, DriverError> {
        let event = self.context.new_event(flags)?;
        event.record(self)?;
        Ok(event)
    }

    /// Lets the work from now on wait for an event.
    pub fn wait(&self, event: &CudaEvent) -> Result<(), DriverError> {
        self.stream.wait_event(event.event()).or_code()
    }

    /// Lets the work from now on wait for that of another stream so far.
    pub fn join(&self, other: &CudaStream) -> Result<(), DriverError> {
        self.stream.wait_stream(&other.stream).or_code()
    }

    /// Returns the stream of `cuda-driver`.
    pub fn stream(&self) -> &Stream {
        &self.stream
    }
}
