//! Contexts: where memory, streams and modules belong, and their settings.

pub(crate) mod capture_mode;
mod creation;
mod current;
mod peer_access;
mod primary;
mod settings;
mod spare_window;

pub use crate::generated::enums::{ExecAffinityType, FuncCache, Limit, SharedConfig};
pub use creation::{CigData, ContextFlags, ExecAffinity};
pub use current::CurrentContext;
pub use primary::PrimaryContextState;
pub(crate) use spare_window::SpareWindow;

use core::any::Any;
use core::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use cuda_driver_sys::{CUcontext, CUevent, CUgreenCtx, CUresult, Symbol};

use crate::context::capture_mode::relaxed;
use crate::device::Device;
use crate::driver::{Driver, Raw};
use crate::error::{CuResult, DestroyError, ErrorCode};
use crate::exclusive::lock;
use crate::object::{Object, ObjectKind, Ownership};
use crate::opaque::Opaque;
use crate::trace::span;

/// A CUDA context: the state and resources of a process on a device.
///
/// Clones refer to the same object. Every object created in a context keeps it alive, so that it is released last. No
/// method changes the calling thread's current context: calls that need the context to be current bind it, and restore
/// the previous one afterwards.
///
/// ```
/// # let driver = cuda_sim::gpu_or_software()?;
/// let context = driver.device(0)?.primary_context()?;
/// // Any thread can use it, without further set-up.
/// let copy = std::thread::scope(|threads| {
///     let copied = threads.spawn(|| context.stream()?.upload(&[1, 2, 3])?.to_vec());
///     copied.join().expect("no panic")
/// })?;
/// assert_eq!(copy, [1, 2, 3]);
/// let (free, total) = context.memory_info()?;
/// assert!(free <= total);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Context {
    object: Arc<Object<ContextKind>>,
}

/// Compares the contexts, whether they are owned or borrowed.
impl PartialEq for Context {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.object, &other.object)
            || (self.as_raw() == other.as_raw() && self.driver() == other.driver())
    }
}

impl Eq for Context {}

impl Hash for Context {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_raw().hash(state);
    }
}

#[derive(Debug)]
struct ContextKind {
    device: Device,
    origin: Origin,
    /// Whether the device's default pool keeps memory for later allocations.
    pool_prepared: AtomicBool,
    /// Events for marking places in streams.
    spare_events: Mutex<Vec<Opaque<CUevent>>>,
    /// Pinned memory for copies of host memory that isn't pinned.
    spare_windows: Mutex<Vec<SpareWindow>>,
}

/// How a context came to be, and hence how it is given up.
#[derive(Debug)]
enum Origin {
    /// It was retained, and is released.
    Retained,
    /// It was created, and is destroyed.
    Created,
    #[cfg(feature = "green")]
    /// It was converted from a green context, which is destroyed, and whose objects belong to the primary context.
    Green { handle: Opaque<CUgreenCtx>, primary: Context },
}

impl Context {
    /// Returns the context that is current on this thread, if there is one: a clone of the value that made it current, or
    /// for code called by programs that have their own context or use the CUDA runtime, a value that retains it. Of those
    /// that other code made current, and of [borrowed](Self::borrow_raw) ones, only a device's primary context is
    /// supported, because only that can be kept alive here.
    ///
    /// [`cuCtxGetCurrent`](Raw::cuCtxGetCurrent)
    ///
    /// # Errors
    /// Returns the driver's error. `CUDA_ERROR_INVALID_CONTEXT` (201) for another context that isn't its device's primary
    /// one. If you know how long it lives, use [`borrow_raw`](Self::borrow_raw), or for a context that a green context
    /// was converted to, [`GreenContext::borrow_raw`](crate::green::GreenContext::borrow_raw).
    #[doc(alias = "cuCtxGetCurrent")]
    #[inline]
    pub fn current(driver: Driver) -> Result<Option<Self>, CuResult> {
        let raw = driver.raw();
        // SAFETY: the driver is initialized.
        let handle = unsafe { raw.cuCtxGetCurrent() }?;
        if handle.is_null() {
            return Ok(None);
        }
        if let Some(context) = current::made_current(driver, handle) {
            return Ok(Some(context));
        }
        // SAFETY: a context is current.
        let device = Device::new(driver, unsafe { raw.cuCtxGetDevice() }?);
        // Retaining would create the primary context, if there isn't one.
        // SAFETY: the driver returned the device.
        if unsafe { raw.cuDevicePrimaryCtxGetState(device.as_raw()) }?.1 != 0 {
            let primary = Self::primary(device)?;
            if primary.as_raw() == handle {
                return Ok(Some(primary));
            }
        }
        raw.check(Symbol::cuCtxGetCurrent, CUresult::CUDA_ERROR_INVALID_CONTEXT).map(|()| None)
    }

    /// Returns the context's device.
    #[doc(alias = "cuCtxGetDevice")]
    #[must_use]
    #[inline]
    pub fn device(&self) -> Device {
        self.object.device
    }

    /// Returns the context's driver.
    #[must_use]
    #[inline]
    pub fn driver(&self) -> Driver {
        self.object.device.driver()
    }

    /// Returns `true` if memory, code and events of one context can be used in the other: if they are the same context,
    /// or if each is the primary context of one device or a [green context](crate::green::GreenContext) of it.
    ///
    /// ```
    /// # let device = cuda_sim::gpu_or_software()?.device(0)?;
    /// use cuda_driver::green::{DevResourceDesc, GreenContextFlags, SmResource};
    ///
    /// let all: SmResource = device.resource()?;
    /// let desc = DevResourceDesc::new(device, &[&all])?;
    /// let green = desc.create_green_context(GreenContextFlags::default())?;
    /// let primary = device.primary_context()?;
    /// assert!(primary.shares_memory_with(green.context()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn shares_memory_with(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.object, &other.object)
            || (self.home() == other.home() && self.driver() == other.driver())
    }

    /// Waits until the device has completed all work of the context.
    ///
    /// [`cuCtxSynchronize`](Raw::cuCtxSynchronize)
    ///
    /// # Errors
    /// Also returns errors of earlier asynchronous work.
    #[doc(alias = "cuCtxSynchronize")]
    #[inline]
    pub fn synchronize(&self) -> Result<(), CuResult> {
        span!("cuCtxSynchronize");
        let raw = self.raw();
        if raw.table().cuCtxSynchronize_v2.is_some() {
            // SAFETY: the handle is alive.
            return unsafe { raw.cuCtxSynchronize_v2(self.as_raw()) };
        }
        let _bound = self.bind()?;
        // SAFETY: the context is current.
        unsafe { raw.cuCtxSynchronize() }
    }

    /// Releases or destroys the context; dropping the last clone does the same silently.
    ///
    /// [`cuCtxDestroy`](Raw::cuCtxDestroy),
    /// [`cuDevicePrimaryCtxRelease`](Raw::cuDevicePrimaryCtxRelease),
    /// or [`cuGreenCtxDestroy`](Raw::cuGreenCtxDestroy)
    ///
    /// # Errors
    /// Returns the driver's error, or the value if clones of it or objects made in it are alive.
    #[doc(alias("cuCtxDestroy", "cuCtxDestroy_v2", "cuDevicePrimaryCtxRelease"))]
    #[doc(alias("cuDevicePrimaryCtxRelease_v2", "cuGreenCtxDestroy"))]
    #[inline]
    pub fn destroy(self) -> Result<(), DestroyError<Self>> {
        Object::destroy_shared(self.object).map_err(|error| error.map(Self::of))
    }

    /// Returns the raw handle, for calls of [`Driver::raw`].
    #[must_use]
    #[inline]
    pub fn as_raw(&self) -> CUcontext {
        self.object.handle()
    }

    /// Takes ownership of a context that was created with `cuCtxCreate`; it is destroyed with the last clone.
    ///
    /// # Safety
    /// - `handle` is a context of `device`, and not its primary one.
    /// - No other code destroys it.
    #[must_use]
    #[inline]
    pub unsafe fn from_raw(device: Device, handle: CUcontext) -> Self {
        Self::new(device, handle, Ownership::Owned, Origin::Created)
    }

    /// Borrows a context that other code owns; this crate never destroys it.
    ///
    /// # Safety
    /// `handle` is a context of `device`. It outlives the value, its clones and all that is made with them, and lives until
    /// [`wait_for_deferred`](crate::stream::wait_for_deferred) returns after that.
    #[must_use]
    #[inline]
    pub unsafe fn borrow_raw(device: Device, handle: CUcontext) -> Self {
        Self::new(device, handle, Ownership::Borrowed, Origin::Created)
    }

    /// Uses a context that other code owns, and keeps it alive through `owner`, which is dropped once the last clone,
    /// and all that was made in the context, are gone.
    ///
    /// # Safety
    /// `handle` is a context of `device`, and lives until `owner` is dropped.
    #[must_use]
    #[inline]
    pub unsafe fn from_owner(device: Device, handle: CUcontext, owner: impl Any + Send) -> Self {
        Self::new(device, handle, Ownership::foreign(owner), Origin::Created)
    }

    /// Releases ownership of the context; the caller must destroy or release it.
    ///
    /// # Errors
    /// Returns the value if clones of it or objects made in it are alive, or if this crate doesn't own it. A context of
    /// a green context is released together with it, by [`GreenContext::into_raw`](crate::green::GreenContext::into_raw).
    #[inline]
    pub fn into_raw(self) -> Result<CUcontext, Self> {
        if self.green().is_some() {
            return Err(self);
        }
        Object::into_raw_shared(self.object).map_err(Self::of)
    }

    /// Retains the primary context of `device`.
    pub(crate) fn primary(device: Device) -> Result<Self, CuResult> {
        span!("cuDevicePrimaryCtxRetain");
        // SAFETY: the driver returned the device.
        let handle = unsafe { device.driver().raw().cuDevicePrimaryCtxRetain(device.as_raw()) }?;
        Ok(Self::new(device, handle, Ownership::Owned, Origin::Retained))
    }

    /// Creates a value for the context that the green context `green` was converted to; the ownership is that of
    /// `green`. `primary` is the primary context of its device.
    #[cfg(feature = "green")]
    pub(crate) fn of_green(
        primary: Self,
        handle: CUcontext,
        green: CUgreenCtx,
        ownership: Ownership,
    ) -> Self {
        let device = primary.device();
        let origin = Origin::Green { handle: Opaque(green), primary };
        Self::new(device, handle, ownership, origin)
    }

    /// Returns the green context that it was converted from.
    #[inline]
    pub(crate) fn green(&self) -> Option<CUgreenCtx> {
        match self.object.origin {
            #[cfg(feature = "green")]
            Origin::Green { handle, .. } => Some(handle.0),
            _ => None,
        }
    }

    /// Returns the context that its memory, code and events belong to.
    #[inline]
    fn home(&self) -> CUcontext {
        match &self.object.origin {
            #[cfg(feature = "green")]
            Origin::Green { primary, .. } => primary.as_raw(),
            _ => self.as_raw(),
        }
    }

    /// Releases ownership of the green context that it was converted from.
    #[cfg(feature = "green")]
    pub(crate) fn into_raw_green(self) -> Result<CUgreenCtx, Self> {
        let Some(green) = self.green() else {
            return Err(self);
        };
        match Object::into_raw_shared(self.object) {
            Ok(_) => Ok(green),
            Err(object) => Err(Self::of(object)),
        }
    }

    fn new(device: Device, handle: CUcontext, ownership: Ownership, origin: Origin) -> Self {
        let kind = ContextKind {
            device,
            origin,
            pool_prepared: AtomicBool::new(false),
            spare_events: Mutex::new(Vec::new()),
            spare_windows: Mutex::new(Vec::new()),
        };
        Self::of(Object::shared(handle, ownership, kind))
    }

    const fn of(object: Arc<Object<ContextKind>>) -> Self {
        Self { object }
    }

    /// Returns the context's unused events.
    pub(crate) fn spare_events(&self) -> MutexGuard<'_, Vec<Opaque<CUevent>>> {
        lock(&self.object.spare_events)
    }

    /// Returns the context's unused windows.
    #[inline]
    pub(crate) fn spare_windows(&self) -> MutexGuard<'_, Vec<SpareWindow>> {
        lock(&self.object.spare_windows)
    }

    /// Returns `true` if the device's default pool keeps memory for later allocations.
    #[inline]
    pub(crate) fn is_pool_prepared(&self) -> bool {
        self.object.pool_prepared.load(Ordering::Relaxed)
    }

    pub(crate) fn set_pool_prepared(&self) {
        self.object.pool_prepared.store(true, Ordering::Relaxed);
    }

    /// Returns `true` if dropping this value may release the context.
    pub(crate) fn is_last(&self) -> bool {
        Arc::strong_count(&self.object) == 1
    }

    pub(crate) fn raw(&self) -> Raw {
        self.driver().raw()
    }

    /// Makes the context current on this thread until the returned value is dropped, at the end of a function of this
    /// crate.
    // Not inlined: dozens of functions call it, and its copies would be a twentieth of this crate's code.
    #[inline(never)]
    pub(crate) fn bind(&self) -> Result<ContextGuard, CuResult> {
        let raw = self.raw();
        // SAFETY: the driver is initialized.
        let pushed = unsafe { raw.cuCtxGetCurrent() }? != self.as_raw();
        if pushed {
            // SAFETY: the handle is alive as long as `self`.
            unsafe { raw.cuCtxPushCurrent(self.as_raw()) }?;
        }
        Ok(ContextGuard { raw, pushed })
    }

    /// Makes the context current, as [`bind`](Self::bind), for `call` with an object of `driver`. A context of another
    /// driver is an error.
    #[inline]
    pub(crate) fn bind_for(&self, driver: Driver, call: Symbol) -> Result<ContextGuard, CuResult> {
        if self.driver() != driver {
            let code = CUresult::CUDA_ERROR_INVALID_CONTEXT;
            driver.raw().check(call, code)?;
        }
        self.bind()
    }

    /// Makes a call that may need the context to be current: binds it only if the first attempt fails for that reason.
    ///
    /// Newer drivers accept such calls without a current context; older ones need it.
    #[inline]
    pub(crate) fn retry<T>(
        &self,
        raw: Raw,
        call: impl Fn(Raw) -> Result<T, CuResult>,
    ) -> Result<T, CuResult> {
        match call(raw) {
            Err(error) if needs_context(error) => self.retry_bound(raw, Some(error), &call),
            result => result,
        }
    }

    /// [`retry`](Self::retry), for a call that must neither fail because of another capture nor invalidate it.
    #[inline]
    pub(crate) fn retry_despite_captures<T>(
        &self,
        call: impl Fn(Raw) -> Result<T, CuResult>,
    ) -> Result<T, CuResult> {
        let raw = self.raw();
        relaxed(raw, || self.retry(raw, call))
    }

    /// Makes a call with the context current, or repeats one that failed.
    // The closure's type is erased, or else this would be compiled for each of them.
    #[cold]
    pub(crate) fn retry_bound<T>(
        &self,
        raw: Raw,
        failed: Option<CuResult>,
        call: &dyn Fn(Raw) -> Result<T, CuResult>,
    ) -> Result<T, CuResult> {
        let _bound = self.bind_after(failed)?;
        call(raw)
    }

    /// Makes the context current for a call, or for another attempt at one that failed.
    #[cold]
    fn bind_after(&self, failed: Option<CuResult>) -> Result<ContextGuard, CuResult> {
        let bound = self.bind()?;
        match failed {
            // It was already current, so the call failed for another reason.
            Some(error) if !bound.pushed => Err(error),
            _ => Ok(bound),
        }
    }
}

impl ObjectKind for ContextKind {
    type Handle = CUcontext;

    unsafe fn destroy(&mut self, handle: CUcontext) -> Result<(), CuResult> {
        let raw = self.device.driver().raw();
        match self.origin {
            // SAFETY: the caller gives up what was retained.
            Origin::Retained => unsafe { raw.cuDevicePrimaryCtxRelease(self.device.as_raw()) },
            // SAFETY: the caller gives up the context. All objects created in it are gone, because they hold a clone.
            Origin::Created => unsafe { raw.cuCtxDestroy(handle) },
            #[cfg(feature = "green")]
            // SAFETY: as above.
            Origin::Green { handle, .. } => unsafe { raw.cuGreenCtxDestroy(handle.0) },
        }
    }

    /// Frees the objects that the context keeps for reuse.
    fn leave(&mut self, handle: CUcontext) {
        let raw = self.device.driver().raw();
        let events = self.spare_events.get_mut();
        let events = events.unwrap_or_else(PoisonError::into_inner);
        while let Some(Opaque(event)) = events.pop() {
            // SAFETY: the event is the context's, and unused. No context needs to be current to destroy it.
            let _ = unsafe { raw.cuEventDestroy(event) };
        }
        let windows = self.spare_windows.get_mut();
        let windows = windows.unwrap_or_else(PoisonError::into_inner);
        while let Some(window) = windows.pop() {
            // SAFETY: the context is alive.
            window.free_with_context(raw, || unsafe { raw.cuCtxPushCurrent(handle) });
        }
    }
}

/// A context that is current on this thread, until dropped.
pub(crate) struct ContextGuard {
    raw: Raw,
    pushed: bool,
}

impl Drop for ContextGuard {
    // Not inlined, because seven of the crate's units would have copies.
    #[inline(never)]
    fn drop(&mut self) {
        if self.pushed {
            // SAFETY: it pops the context that `bind` pushed, because bindings nest in this crate. It also pops if it
            // reports an earlier error.
            let _ = unsafe { self.raw.cuCtxPopCurrent() };
        }
    }
}

impl CuResult {
    /// Adds that an object belongs to another context than what it is used with, if the driver has refused it for that.
    #[cold]
    pub(crate) fn if_of_other_context(self, object: &str, theirs: &Context, own: &Context) -> Self {
        let is_about_objects =
            matches!(self.code(), ErrorCode::INVALID_HANDLE | ErrorCode::INVALID_CONTEXT);
        if !is_about_objects || own.shares_memory_with(theirs) {
            return self;
        }
        let reason = format!("{object} belongs to another context; use one of the same context");
        self.with(reason)
    }
}

/// Returns `true` if a call may have failed because its context isn't current: no context is, or a handle belongs to
/// another one.
#[inline]
pub(crate) fn needs_context(error: CuResult) -> bool {
    matches!(error.code(), ErrorCode::INVALID_CONTEXT | ErrorCode::INVALID_HANDLE)
}
