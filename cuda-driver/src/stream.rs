use core::ffi::c_void;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use cuda_driver_sys::{CU_STREAM_LEGACY, CU_STREAM_PER_THREAD, CUresult, CUstream, Symbol};

use crate::argument::Arguments;
use crate::context::needs_context;
use crate::launch::Launch;
use crate::{Context, CuResult, Event, Function, Raw};

bitflags::bitflags! {
    /// How a stream behaves: [`Context::stream_with`].
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
    pub struct StreamFlags: u32 {
        /// The stream doesn't wait for the context's default stream, nor that for it.
        const NON_BLOCKING = 0x1;
    }
}

/// A stream: work given to it is done in order.
///
/// Cloning shares it. Any thread may give work to a stream; the order is that of the calls.
#[derive(Debug, Clone)]
pub struct Stream {
    inner: Arc<Inner>,
}

/// The same stream of the same context, however it is held.
impl PartialEq for Stream {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.inner, &other.inner)
            || (self.as_raw() == other.as_raw() && self.context() == other.context())
    }
}

impl Eq for Stream {}

#[derive(Debug)]
struct Inner {
    handle: CUstream,
    raw: Raw,
    /// Whether the handle means a stream of the current context, so that the context must be current.
    is_default: bool,
    owned: bool,
    /// How many scopes of the stream are open.
    scopes: AtomicU32,
    context: Context,
}

// SAFETY: a stream is no thread's, and the driver locks what needs locking.
unsafe impl Send for Inner {}
// SAFETY: as above.
unsafe impl Sync for Inner {}

impl Stream {
    pub(crate) fn create(
        context: &Context,
        flags: StreamFlags,
        priority: i32,
    ) -> Result<Self, CuResult> {
        let _bound = context.bind()?;
        // SAFETY: the context is current.
        let handle = unsafe {
            if priority == 0 {
                context.raw().cuStreamCreate(flags.bits())
            } else {
                context
                    .raw()
                    .cuStreamCreateWithPriority(flags.bits(), priority)
            }
        }?;
        Ok(Self::new(context, handle, true))
    }

    pub(crate) fn default_of(context: &Context) -> Self {
        Self::new(context, CU_STREAM_LEGACY, false)
    }

    /// Takes over a stream: it is destroyed with the last clone.
    ///
    /// # Safety
    /// - `handle` is a stream of `context`, created with `cuStreamCreate` or a function like it.
    /// - Nobody else destroys it.
    #[must_use]
    pub unsafe fn from_raw(context: &Context, handle: CUstream) -> Self {
        Self::new(context, handle, true)
    }

    /// Uses somebody else's stream, a default one (null, `CU_STREAM_LEGACY`, `CU_STREAM_PER_THREAD`)
    /// too: it is never destroyed by this crate.
    ///
    /// # Safety
    /// - `handle` is a stream of `context`, and lives longer than the value and its clones.
    /// - One that means another stream on each thread is used on one thread alone.
    #[must_use]
    pub unsafe fn borrow_raw(context: &Context, handle: CUstream) -> Self {
        Self::new(context, handle, false)
    }

    fn new(context: &Context, handle: CUstream, owned: bool) -> Self {
        let is_default =
            handle.is_null() || handle == CU_STREAM_LEGACY || handle == CU_STREAM_PER_THREAD;
        let owned = owned && !is_default;
        let (raw, context) = (context.raw(), context.clone());
        Self {
            inner: Arc::new(Inner {
                handle,
                raw,
                is_default,
                owned,
                scopes: AtomicU32::new(0),
                context,
            }),
        }
    }

    /// The context that the stream is of.
    #[must_use]
    pub fn context(&self) -> &Context {
        &self.inner.context
    }

    /// The handle, for calls of [`Driver::raw`](crate::Driver::raw).
    #[inline]
    #[must_use]
    pub fn as_raw(&self) -> CUstream {
        self.inner.handle
    }

    /// Counts a scope of the stream, which is open until [`scope_ends`](Self::scope_ends).
    pub(crate) fn scope_begins(&self) {
        self.inner.scopes.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn scope_ends(&self) {
        self.inner.scopes.fetch_sub(1, Ordering::Relaxed);
    }

    /// Gives the stream away: the caller destroys it. `None` where clones of it live, or it isn't this
    /// crate's to give.
    #[must_use]
    pub fn into_raw(self) -> Option<CUstream> {
        let mut inner = Arc::into_inner(self.inner)?;
        core::mem::take(&mut inner.owned).then_some(inner.handle)
    }

    /// Makes a call that gives work to the stream, with the context current where that is needed.
    #[inline]
    pub(crate) fn submit<T>(
        &self,
        call: impl Fn(Raw, CUstream) -> Result<T, CuResult>,
    ) -> Result<T, CuResult> {
        let inner = &*self.inner;
        if inner.is_default {
            return self.submit_bound(call);
        }
        inner
            .context
            .retry(inner.raw, |raw| call(raw, inner.handle))
    }

    #[cold]
    fn submit_bound<T>(
        &self,
        call: impl Fn(Raw, CUstream) -> Result<T, CuResult>,
    ) -> Result<T, CuResult> {
        let _bound = self.inner.context.bind()?;
        call(self.inner.raw, self.inner.handle)
    }

    /// Waits until the device has finished all work of the stream.
    ///
    /// [`cuStreamSynchronize`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__STREAM.html#group__CUDA__STREAM_1g15e49dd91ec15991eb7c0a741beb7dad)
    ///
    /// # Errors
    /// Also those of earlier, asynchronous work.
    #[doc(alias = "cuStreamSynchronize")]
    pub fn synchronize(&self) -> Result<(), CuResult> {
        // SAFETY: the stream is alive.
        self.submit(move |raw, stream| unsafe { raw.cuStreamSynchronize(stream) })
    }

    /// Whether the device has finished all work of the stream.
    ///
    /// [`cuStreamQuery`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__STREAM.html#group__CUDA__STREAM_1g1b0d24bbe97fa68e4bc511fb6adfeb0b)
    ///
    /// # Errors
    /// Also those of earlier, asynchronous work.
    #[inline]
    #[doc(alias = "cuStreamQuery")]
    pub fn query(&self) -> Result<bool, CuResult> {
        // SAFETY: the stream is alive.
        match self.submit(move |raw, stream| unsafe { raw.cuStreamQuery(stream) }) {
            Ok(()) => Ok(true),
            Err(error) if error.code() == CUresult::CUDA_ERROR_NOT_READY => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Makes the work given to the stream from now on wait for `event`.
    ///
    /// [`cuStreamWaitEvent`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__STREAM.html#group__CUDA__STREAM_1g6a898b652dfc6aa1d5c8d97062618b2f)
    ///
    /// # Errors
    /// What the driver answers. In an open [`scope`](Self::scope), where waiting would join the stream to
    /// a capture and so take its work from the scope, an event that was recorded in one is refused with
    /// `CUDA_ERROR_CAPTURED_EVENT` (907), which invalidates the capture.
    #[doc(alias = "cuStreamWaitEvent")]
    pub fn wait_event(&self, event: &Event) -> Result<(), CuResult> {
        if self.inner.scopes.load(Ordering::Relaxed) > 0 {
            event.query()?;
        }
        event.check_driver(self.inner.raw, Symbol::cuStreamWaitEvent)?;
        // SAFETY: both are alive and the same driver's, and no flags are given.
        self.submit(move |raw, stream| unsafe { raw.cuStreamWaitEvent(stream, event.as_raw(), 0) })
    }

    /// Records `event` behind the work given to the stream so far.
    ///
    /// [`cuEventRecord`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EVENT.html#group__CUDA__EVENT_1g95424d3be52c4eb95d83861b70fb89d1)
    ///
    /// # Errors
    /// `CUDA_ERROR_INVALID_HANDLE` (400) for an event of another context.
    #[inline]
    #[doc(alias = "cuEventRecord")]
    pub fn record(&self, event: &Event) -> Result<(), CuResult> {
        event.check_driver(self.inner.raw, Symbol::cuEventRecord)?;
        // SAFETY: both are alive, and the same driver's.
        self.submit(move |raw, stream| unsafe { raw.cuEventRecord(event.as_raw(), stream) })
    }

    /// Launches `function` once for each thread of `launch`, with `arguments`: scalars, structs, and
    /// references to buffers, in a tuple. The launch is one driver call and allocates nothing.
    ///
    /// [`cuLaunchKernel`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EXEC.html#group__CUDA__EXEC_1gb8f3dc3031b40da29d5f9a7139e52e15),
    /// or [`cuLaunchKernelEx`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EXEC.html)
    /// where `launch` has attributes.
    ///
    /// # Errors
    /// What the driver answers; those of the running kernel come with a later call.
    ///
    /// # Safety
    /// - The arguments are those that the kernel takes: their number, order and types
    ///   ([`Function::check_arguments`] proves number and sizes).
    /// - The kernel stays within the memory that it is given, and that memory stays allocated until the
    ///   kernel has run: a buffer of this stream does, for it is freed in the stream's order.
    /// - Nothing else reads what the kernel writes, or writes what it reads, until the kernel has run:
    ///   work of the same stream doesn't (but beside a launch with
    ///   [`programmatic_stream_serialization`](crate::LaunchAttribute::programmatic_stream_serialization) it
    ///   may), that of other streams and of the host must wait.
    /// - The function, the buffers and the events in `launch` are of the stream's driver and context.
    // The shape of the launch then goes to the driver in registers, wherever the compiler would draw the line.
    #[inline(always)]
    #[doc(alias = "cuLaunchKernel")]
    #[doc(alias = "cuLaunchKernelEx")]
    pub unsafe fn launch<A: Arguments>(
        &self,
        function: &Function,
        launch: Launch<'_>,
        arguments: A,
    ) -> Result<(), CuResult> {
        let mut storage = arguments.store();
        let parameters = A::pointers(&mut storage);
        let inner = &*self.inner;
        if !inner.is_default {
            // What `submit` does, but with the shape of the launch in registers until it is needed again.
            // SAFETY: the stream and the function are alive, there is a pointer for each argument, each to
            // a live value; the caller vouches for the rest.
            let result =
                unsafe { launch.call(inner.raw, function.as_raw(), inner.handle, parameters) };
            if !result.is_err_and(needs_context) {
                return result;
            }
        }
        // SAFETY: as above.
        unsafe { self.launch_bound(function, launch, parameters) }
    }

    /// Launches with the context current.
    ///
    /// # Safety
    /// As [`launch`](Self::launch), with a pointer for each argument.
    #[cold]
    unsafe fn launch_bound(
        &self,
        function: &Function,
        launch: Launch<'_>,
        parameters: *mut *mut c_void,
    ) -> Result<(), CuResult> {
        // SAFETY: the caller vouches for it.
        self.submit_bound(|raw, stream| unsafe {
            launch.call(raw, function.as_raw(), stream, parameters)
        })
    }

    /// Lets go of this clone; the last one destroys the stream and says what the driver answered.
    /// Dropping does the same in silence. Neither waits for the stream's work, which is still done.
    ///
    /// # Errors
    /// What the driver answers.
    #[doc(alias = "cuStreamDestroy")]
    pub fn destroy(self) -> Result<(), CuResult> {
        match Arc::into_inner(self.inner) {
            Some(mut inner) => inner.release(),
            None => Ok(()),
        }
    }
}

impl Inner {
    fn release(&mut self) -> Result<(), CuResult> {
        if !core::mem::take(&mut self.owned) {
            return Ok(());
        }
        let handle = self.handle;
        // SAFETY: the stream is this value's own, and `owned` was true for the last time.
        self.context
            .retry(self.raw, |raw| unsafe { raw.cuStreamDestroy(handle) })
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        // Nobody is there to hear of it: `destroy` is for those who want to know.
        let _ = self.release();
    }
}
