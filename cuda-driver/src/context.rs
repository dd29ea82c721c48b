use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use cuda_driver_sys::{CUcontext, CUresult};

use crate::capture_mode::relaxed;
use crate::event_pool::SpareEvent;
use crate::handle::{DestroyError, Handle, destroy_shared, give_away};
use crate::raw::call;
use crate::{
    CuResult, Device, Driver, ErrorCode, Event, EventFlags, Limit, Raw, Stream, StreamFlags,
};

bitflags::bitflags! {
    /// How a context of one's own behaves: [`Context::create`].
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
    pub struct ContextFlags: u32 {
        /// Spin while waiting for the device.
        const SCHED_SPIN = 0x01;
        /// Yield while waiting for the device.
        const SCHED_YIELD = 0x02;
        /// Block on a primitive of the operating system while waiting for the device.
        const SCHED_BLOCKING_SYNC = 0x04;
        /// Pinned memory can be mapped (always so since CUDA 3.2).
        const MAP_HOST = 0x08;
        /// Keep local memory after a launch that needed much.
        const LMEM_RESIZE_TO_MAX = 0x10;
        /// Synchronous memory operations always synchronize.
        const SYNC_MEMOPS = 0x80;
    }
}

/// A context: what a device holds for this process.
///
/// Cloning shares it. Everything made in a context holds it, so that it is released last.
/// No method changes which context the calling thread has current: what must be made with the
/// context current binds it, and puts back what was there.
#[derive(Debug, Clone)]
pub struct Context {
    inner: Arc<Inner>,
}

/// The same context, however it is held.
impl PartialEq for Context {
    fn eq(&self, other: &Self) -> bool {
        self.as_raw() == other.as_raw() && self.driver() == other.driver()
    }
}

impl Eq for Context {}

#[derive(Debug)]
struct Inner {
    device: Device,
    handle: CUcontext,
    kind: Kind,
    owned: bool,
    /// Whether the device's default pool keeps memory for later allocations.
    pool_prepared: AtomicBool,
    /// Events for marking places in streams.
    spare_events: Mutex<Vec<SpareEvent>>,
}

// SAFETY: a context is no thread's: any thread may use it or make it current, several at a time,
// and the driver locks what needs locking ("CUDA driver API is thread-safe").
unsafe impl Send for Inner {}
// SAFETY: as above.
unsafe impl Sync for Inner {}

#[derive(Debug, Clone, Copy)]
enum Kind {
    /// Retained; released when dropped.
    Primary,
    /// Created here or given to us; destroyed when dropped.
    Owned,
    /// Somebody else's.
    Borrowed,
}

impl Context {
    /// Retains the primary context of `device`.
    pub(crate) fn primary(device: Device) -> Result<Self, CuResult> {
        // SAFETY: the device is the driver's own.
        let handle = unsafe {
            device
                .driver()
                .raw()
                .cuDevicePrimaryCtxRetain(device.as_raw())
        }?;
        Ok(Self::new(device, handle, Kind::Primary))
    }

    /// Creates a context beside the primary one. Most programs want [`Device::primary_context`], which
    /// other libraries of the process share.
    ///
    /// [`cuCtxCreate`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CTX.html)
    ///
    /// # Errors
    /// What the driver answers.
    #[doc(alias = "cuCtxCreate")]
    pub fn create(device: Device, flags: ContextFlags) -> Result<Self, CuResult> {
        let raw = device.driver().raw();
        let handle = create(raw, device, flags)?;
        let context = Self::new(device, handle, Kind::Owned);
        // SAFETY: creating made the new context current; this puts back what was there.
        unsafe { raw.cuCtxPopCurrent() }?;
        Ok(context)
    }

    /// Takes over a context that somebody created with `cuCtxCreate`: it is destroyed with the last
    /// clone.
    ///
    /// # Safety
    /// - `handle` is a context of `device`, and not its primary one.
    /// - Nobody else destroys it.
    #[must_use]
    pub unsafe fn from_raw(device: Device, handle: CUcontext) -> Self {
        Self::new(device, handle, Kind::Owned)
    }

    /// Uses somebody else's context: it is never destroyed by this crate.
    ///
    /// # Safety
    /// `handle` is a context of `device`, and lives longer than the value, its clones and all that is
    /// made with them, and until [`wait_for_deferred`](crate::wait_for_deferred) returns.
    #[must_use]
    pub unsafe fn borrow_raw(device: Device, handle: CUcontext) -> Self {
        Self::new(device, handle, Kind::Borrowed)
    }

    fn new(device: Device, handle: CUcontext, kind: Kind) -> Self {
        Self {
            inner: Arc::new(Inner {
                device,
                handle,
                kind,
                owned: !matches!(kind, Kind::Borrowed),
                pool_prepared: AtomicBool::new(false),
                spare_events: Mutex::new(Vec::new()),
            }),
        }
    }

    /// The context that is current on this thread, if there is one: for code that is called by programs with a
    /// context of their own, or that use the CUDA runtime. Only a device's primary context can be kept alive from here:
    /// it is retained.
    ///
    /// [`cuCtxGetCurrent`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CTX.html#group__CUDA__CTX_1g8f13165846b73750693640fb3e8380d0)
    ///
    /// # Errors
    /// What the driver answers. `CUDA_ERROR_INVALID_CONTEXT` (201) for a context that isn't its device's primary one: whoever
    /// knows how long it lives takes it by [`borrow_raw`](Self::borrow_raw).
    #[doc(alias = "cuCtxGetCurrent")]
    pub fn current(driver: Driver) -> Result<Option<Self>, CuResult> {
        let raw = driver.raw();
        // SAFETY: the driver is initialised.
        let handle = unsafe { raw.cuCtxGetCurrent() }?;
        if handle.is_null() {
            return Ok(None);
        }
        // SAFETY: a context is current.
        let device = Device::new(driver, unsafe { raw.cuCtxGetDevice() }?);
        // Retaining would create the primary context, if there isn't one.
        // SAFETY: the device is the driver's own.
        if unsafe { raw.cuDevicePrimaryCtxGetState(device.as_raw()) }?.1 != 0 {
            let primary = Self::primary(device)?;
            if primary.as_raw() == handle {
                return Ok(Some(primary));
            }
        }
        raw.check(
            cuda_driver_sys::Symbol::cuCtxGetCurrent,
            CUresult::CUDA_ERROR_INVALID_CONTEXT,
        )
        .map(|()| None)
    }

    /// The events of the context that nobody uses.
    pub(crate) fn spare_events(&self) -> MutexGuard<'_, Vec<SpareEvent>> {
        let events = &self.inner.spare_events;
        events.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the device's default pool keeps memory for later allocations.
    #[inline]
    pub(crate) fn is_pool_prepared(&self) -> bool {
        self.inner.pool_prepared.load(Ordering::Relaxed)
    }

    pub(crate) fn set_pool_prepared(&self) {
        self.inner.pool_prepared.store(true, Ordering::Relaxed);
    }

    /// The device that the context is of.
    #[must_use]
    pub fn device(&self) -> Device {
        self.inner.device
    }

    /// The driver that the context is of.
    #[must_use]
    pub fn driver(&self) -> Driver {
        self.inner.device.driver()
    }

    /// The handle, for calls of [`Driver::raw`].
    #[must_use]
    pub fn as_raw(&self) -> CUcontext {
        self.inner.handle
    }

    /// Gives the context away: the caller destroys or releases it.
    ///
    /// # Errors
    /// The value, where clones of it or objects made in it live, or it isn't this crate's to give.
    pub fn into_raw(self) -> Result<CUcontext, Self> {
        give_away(self.inner, |inner| {
            inner.destroy_spare_events();
            inner.handle
        })
        .map_err(|inner| Self { inner })
    }

    pub(crate) fn raw(&self) -> Raw {
        self.driver().raw()
    }

    /// Runs `work` with the context current on this thread, and puts back what was current before.
    ///
    /// This crate's own calls don't need it. It is for calls of [`Driver::raw`], and for libraries that
    /// use the current context.
    ///
    /// ```no_run
    /// # let driver = cuda_driver::Driver::load()?;
    /// # let context = driver.device(0)?.primary_context()?;
    /// // SAFETY: the context is current.
    /// let (free, total) = context.with_current(|| unsafe { driver.raw().cuMemGetInfo() })??;
    /// # Ok::<(), cuda_driver::Error>(())
    /// ```
    ///
    /// # Errors
    /// What the driver answers to making it current; `work` is not run then.
    #[inline]
    #[doc(alias = "cuCtxPushCurrent")]
    pub fn with_current<T>(&self, work: impl FnOnce() -> T) -> Result<T, CuResult> {
        let _bound = self.bind()?;
        Ok(work())
    }

    /// Makes the context current on this thread until the returned value is dropped: that is, for the
    /// rest of a function of this crate.
    #[inline]
    pub(crate) fn bind(&self) -> Result<Bound, CuResult> {
        let raw = self.raw();
        // SAFETY: the driver is initialised.
        let pushed = unsafe { raw.cuCtxGetCurrent() }? != self.as_raw();
        if pushed {
            // SAFETY: the handle is alive as long as `self`.
            unsafe { raw.cuCtxPushCurrent(self.as_raw()) }?;
        }
        Ok(Bound { raw, pushed })
    }

    /// Makes a call that may need the context current: tries, and binds only if the driver says so.
    ///
    /// Newer drivers take such calls with no context current; on older ones this keeps them right.
    #[inline]
    pub(crate) fn retry<T>(
        &self,
        raw: Raw,
        call: impl Fn(Raw) -> Result<T, CuResult>,
    ) -> Result<T, CuResult> {
        match call(raw) {
            Err(error) if needs_context(error) => self.retry_bound(raw, error, call),
            result => result,
        }
    }

    /// [`retry`](Self::retry), for a call that must neither fail because of somebody's capture nor invalidate that.
    #[inline]
    pub(crate) fn retry_beside_captures<T>(
        &self,
        call: impl Fn(Raw) -> Result<T, CuResult>,
    ) -> Result<T, CuResult> {
        let raw = self.raw();
        relaxed(raw, || self.retry(raw, call))
    }

    #[cold]
    fn retry_bound<T>(
        &self,
        raw: Raw,
        error: CuResult,
        call: impl Fn(Raw) -> Result<T, CuResult>,
    ) -> Result<T, CuResult> {
        let bound = self.bind()?;
        // Where it was current all along, that was not what the driver missed.
        if bound.pushed { call(raw) } else { Err(error) }
    }

    /// Waits until the device has finished all work of the context.
    ///
    /// [`cuCtxSynchronize`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CTX.html#group__CUDA__CTX_1g7a54725f28d34b8c6299f0c6ca579616)
    ///
    /// # Errors
    /// Also those of earlier, asynchronous work.
    #[doc(alias = "cuCtxSynchronize")]
    pub fn synchronize(&self) -> Result<(), CuResult> {
        let raw = self.raw();
        if raw.table().cuCtxSynchronize_v2.is_some() {
            // SAFETY: the handle is alive.
            return unsafe { raw.cuCtxSynchronize_v2(self.as_raw()) };
        }
        let _bound = self.bind()?;
        // SAFETY: the context is current.
        unsafe { raw.cuCtxSynchronize() }
    }

    /// The device's free and total memory, in bytes.
    ///
    /// [`cuMemGetInfo`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g808f555540d0143a331cc42aa98835c0)
    ///
    /// # Errors
    /// What the driver answers.
    #[doc(alias = "cuMemGetInfo")]
    pub fn memory_info(&self) -> Result<(usize, usize), CuResult> {
        let _bound = self.bind()?;
        // SAFETY: the context is current.
        unsafe { self.raw().cuMemGetInfo() }
    }

    /// The value of a limit: a size in bytes, or a count.
    ///
    /// [`cuCtxGetLimit`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CTX.html#group__CUDA__CTX_1g9f2d47d1745752aa16da7ed0d111b6a8)
    ///
    /// # Errors
    /// `CUDA_ERROR_UNSUPPORTED_LIMIT` (215) where the device has no such limit.
    #[doc(alias = "cuCtxGetLimit")]
    pub fn limit(&self, limit: Limit) -> Result<usize, CuResult> {
        let _bound = self.bind()?;
        // SAFETY: the context is current.
        unsafe { self.raw().cuCtxGetLimit(limit.as_raw()) }
    }

    /// Asks for another value of a limit; the driver may round it.
    ///
    /// [`cuCtxSetLimit`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CTX.html#group__CUDA__CTX_1g0651954dfb9788173e60a9af7201e65a)
    ///
    /// # Errors
    /// `CUDA_ERROR_UNSUPPORTED_LIMIT` (215) where the device has no such limit.
    #[doc(alias = "cuCtxSetLimit")]
    pub fn set_limit(&self, limit: Limit, value: usize) -> Result<(), CuResult> {
        let _bound = self.bind()?;
        // SAFETY: the context is current.
        unsafe { self.raw().cuCtxSetLimit(limit.as_raw(), value) }
    }

    /// The lowest and the highest priority of a stream; the highest is the smallest number.
    ///
    /// [`cuCtxGetStreamPriorityRange`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__CTX.html#group__CUDA__CTX_1g137920ab61a71be6ce67605b9f294091)
    ///
    /// # Errors
    /// What the driver answers.
    #[doc(alias = "cuCtxGetStreamPriorityRange")]
    pub fn stream_priority_range(&self) -> Result<(i32, i32), CuResult> {
        let _bound = self.bind()?;
        // SAFETY: the context is current.
        unsafe { self.raw().cuCtxGetStreamPriorityRange() }
    }

    /// Creates a stream that doesn't wait for the default stream, nor that for it.
    ///
    /// # Errors
    /// What the driver answers.
    #[doc(alias = "cuStreamCreate")]
    pub fn stream(&self) -> Result<Stream, CuResult> {
        Stream::create(self, StreamFlags::NON_BLOCKING, 0)
    }

    /// Creates a stream with the given flags and priority (see [`stream_priority_range`](Self::stream_priority_range)).
    ///
    /// # Errors
    /// What the driver answers.
    #[doc(alias = "cuStreamCreateWithPriority")]
    pub fn stream_with(&self, flags: StreamFlags, priority: i32) -> Result<Stream, CuResult> {
        Stream::create(self, flags, priority)
    }

    /// The context's default stream that all threads share (`CU_STREAM_LEGACY`), which waits for its
    /// other streams and they for it, but for the non-blocking ones.
    #[must_use]
    pub fn default_stream(&self) -> Stream {
        Stream::default_of(self)
    }

    /// Creates an event that measures time.
    ///
    /// # Errors
    /// What the driver answers.
    #[doc(alias = "cuEventCreate")]
    pub fn event(&self) -> Result<Event, CuResult> {
        Event::create(self, EventFlags::empty())
    }

    /// Creates an event with the given flags.
    ///
    /// # Errors
    /// What the driver answers.
    #[doc(alias = "cuEventCreate")]
    pub fn event_with(&self, flags: EventFlags) -> Result<Event, CuResult> {
        Event::create(self, flags)
    }

    /// Releases or destroys the context; dropping the last clone does the same silently.
    ///
    /// # Errors
    /// What the driver answers, and the value, where clones of it or objects made in it live.
    #[doc(alias = "cuCtxDestroy")]
    #[doc(alias = "cuDevicePrimaryCtxRelease")]
    pub fn destroy(self) -> Result<(), DestroyError<Self>> {
        destroy_shared(self.inner, |inner| Self { inner })
    }
}

impl Inner {
    fn destroy_spare_events(&self) {
        let mut events = self
            .spare_events
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        for SpareEvent(event) in events.drain(..) {
            // SAFETY: the event is the context's, and nobody uses it. No context need be current for that.
            let _ = unsafe { self.device.driver().raw().cuEventDestroy(event) };
        }
    }
}

impl Handle for Inner {
    fn owned(&mut self) -> &mut bool {
        &mut self.owned
    }

    fn call_destroy(&mut self) -> Result<(), CuResult> {
        self.destroy_spare_events();
        let raw = self.device.driver().raw();
        match self.kind {
            // SAFETY: it was retained once for this value, and is released once.
            Kind::Primary => unsafe { raw.cuDevicePrimaryCtxRelease(self.device.as_raw()) },
            // SAFETY: it is this value's own, and all that was made in it is gone: it held a clone.
            Kind::Owned => unsafe { raw.cuCtxDestroy(self.handle) },
            Kind::Borrowed => Ok(()),
        }
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        self.destroy_spare_events();
        // Errors are for `destroy` to return.
        let _ = self.release();
    }
}

/// A context that is current on this thread, until dropped.
pub(crate) struct Bound {
    raw: Raw,
    pushed: bool,
}

impl Drop for Bound {
    #[inline]
    fn drop(&mut self) {
        if self.pushed {
            // SAFETY: it pops what `bind` pushed: no function of this crate lets one outlive another that
            // was bound before. It pops also where it reports an earlier error.
            let _ = unsafe { self.raw.cuCtxPopCurrent() };
        }
    }
}

/// Whether the driver may have refused a call because its context is not current: there is none, or
/// a handle isn't of the one that is.
#[inline]
pub(crate) fn needs_context(error: CuResult) -> bool {
    matches!(
        error.code(),
        ErrorCode::INVALID_CONTEXT | ErrorCode::INVALID_HANDLE
    )
}

/// The newest form of `cuCtxCreate` that the driver has; all make the same plain context.
fn create(raw: Raw, device: Device, flags: ContextFlags) -> Result<CUcontext, CuResult> {
    let mut handle = core::ptr::null_mut();
    let (flags, device) = (flags.bits(), device.as_raw());
    // SAFETY: the pointer is to a live value; no parameters are given.
    unsafe {
        if raw.table().cuCtxCreate_v4.is_some() {
            call!(
                raw.cuCtxCreate_v4,
                (&raw mut handle, core::ptr::null_mut(), flags, device)
            )?;
        } else {
            call!(raw.cuCtxCreate_v2, (&raw mut handle, flags, device))?;
        }
    }
    Ok(handle)
}

impl Device {
    /// Destroys everything in the device's primary context, whoever made it.
    ///
    /// [`cuDevicePrimaryCtxReset`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__PRIMARY__CTX.html#group__CUDA__PRIMARY__CTX_1g5d38802e8600340283958a117466ce12)
    ///
    /// # Errors
    /// What the driver answers.
    ///
    /// # Safety
    /// Nothing that lives in the context is used or dropped afterwards, not by any library of the process:
    /// dropping gives handles back to the driver, which may be somebody else's by then. Forget them
    /// ([`core::mem::forget`]) instead.
    #[doc(alias = "cuDevicePrimaryCtxReset")]
    pub unsafe fn reset_primary_context(self) -> Result<(), CuResult> {
        // SAFETY: the caller vouches for the rest.
        unsafe { self.driver().raw().cuDevicePrimaryCtxReset(self.as_raw()) }
    }
}
