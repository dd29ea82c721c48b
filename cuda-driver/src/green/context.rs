use core::any::Any;

use cuda_driver_sys::{CUgreenCtx, Symbol};

use crate::context::Context;
use crate::device::Device;
use crate::error::{CuResult, DestroyError};
use crate::event::Event;
use crate::green::{DevResource, DevResourceDesc};
use crate::object::Ownership;
use crate::opaque::Opaque;

flags! {
    /// The flags of a green context: [`DevResourceDesc::create_green_context`].
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct GreenContextFlags: u32 {
        /// Create a default stream, which drivers before CUDA 13.1 require.
        const DEFAULT_STREAM = 0x1;
    }
}

/// With a default stream, which every driver accepts.
impl Default for GreenContextFlags {
    fn default() -> Self {
        Self::DEFAULT_STREAM
    }
}

/// A green context: a part of a device, whose streams run only on the multiprocessors of that part.
///
/// The rest of this crate works with its [`context`](Self::context): streams, memory and modules are created in it as
/// in any [`Context`], and all these objects keep the green context alive. Objects other than streams belong to the
/// device's primary context, which a green context retains. So memory, code and events are
/// [shared](Context::shares_memory_with) by the green contexts of a device and its primary context:
/// [`DeviceBuffer::move_to`](crate::memory::DeviceBuffer::move_to) and [`Stream::fork`](crate::stream::Stream::fork) take
/// streams of all of them, and so does a function of each.
///
/// Streams of green contexts must be [`NON_BLOCKING`](crate::stream::StreamFlags::NON_BLOCKING), as those of
/// [`Context::stream`] are.
///
/// Clones refer to the same object.
///
/// ```
/// # let device = cuda_sim::gpu_or_software()?.device(0)?;
/// use cuda_driver::green::{DevResourceDesc, GreenContext, GreenContextFlags, SmResource, SmSplitFlags};
///
/// let all: SmResource = device.resource()?;
/// let split = all.split_by_count(1, 8, SmSplitFlags::empty())?;
/// let desc = DevResourceDesc::new(device, &[&split.groups[0]])?;
/// let green = desc.create_green_context(GreenContextFlags::default())?;
/// let stream = green.context().stream()?; // runs on these multiprocessors only
/// let mut buffer = stream.upload(&[1, 2, 3])?;
/// // Memory is that of the whole device.
/// buffer.move_to(&device.primary_context()?.stream()?)?;
/// assert_eq!(buffer.to_vec()?, [1, 2, 3]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct GreenContext {
    context: Context,
    handle: Opaque<CUgreenCtx>,
}

impl DevResourceDesc {
    /// Creates a green context with these resources.
    ///
    /// [`cuGreenCtxCreate`](crate::driver::Raw::cuGreenCtxCreate),
    /// and [`cuCtxFromGreenCtx`](crate::driver::Raw::cuCtxFromGreenCtx)
    ///
    /// # Errors
    /// `CUDA_ERROR_INVALID_VALUE` (1) for no flags if the driver is older than CUDA 13.1, and an error if
    /// it is older than 12.4.
    #[doc(alias("cuGreenCtxCreate", "cuCtxFromGreenCtx"))]
    #[inline]
    pub fn create_green_context(&self, flags: GreenContextFlags) -> Result<GreenContext, CuResult> {
        let device = self.device();
        let raw = device.driver().raw();
        // SAFETY: the driver returned the descriptor and the device.
        let handle = unsafe { raw.cuGreenCtxCreate(self.as_raw(), device.as_raw(), flags.bits()) }?;
        // SAFETY: the green context has just been created, and no other code has it.
        unsafe { GreenContext::from_raw(device, handle) }.inspect_err(|_| {
            // SAFETY: as above.
            let _ = unsafe { raw.cuGreenCtxDestroy(handle) };
        })
    }
}

impl GreenContext {
    /// Returns the context that the green context was converted to.
    #[must_use]
    #[inline]
    pub fn context(&self) -> &Context {
        &self.context
    }

    /// Returns the id of the green context, which is unique in this process.
    ///
    /// [`cuGreenCtxGetId`](crate::driver::Raw::cuGreenCtxGetId)
    ///
    /// # Errors
    /// An error if the driver is older than CUDA 12.9.
    #[doc(alias = "cuGreenCtxGetId")]
    #[inline]
    pub fn id(&self) -> Result<u64, CuResult> {
        // SAFETY: the green context is alive.
        unsafe { self.context.raw().cuGreenCtxGetId(self.as_raw()) }
    }

    /// Returns the green context's resource of this kind.
    ///
    /// [`cuGreenCtxGetDevResource`](crate::driver::Raw::cuGreenCtxGetDevResource)
    ///
    /// # Errors
    /// `CUDA_ERROR_INVALID_RESOURCE_TYPE` (914) for a resource that the driver doesn't know.
    #[doc(alias = "cuGreenCtxGetDevResource")]
    pub fn resource<R: DevResource>(&self) -> Result<R, CuResult> {
        let raw = self.context.raw();
        // SAFETY: the green context is alive, and an unknown kind is an error.
        let resource = unsafe { raw.cuGreenCtxGetDevResource(self.as_raw(), R::kind().as_raw()) }?;
        Ok(R::wrap(self.context.device(), resource))
    }

    /// Records `event` after all work submitted to the streams of the green context so far.
    ///
    /// [`cuGreenCtxRecordEvent`](crate::driver::Raw::cuGreenCtxRecordEvent)
    ///
    /// # Errors
    /// `CUDA_ERROR_INVALID_HANDLE` (400) for an event of another primary context, and
    /// `CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED` (900) while a stream of the green context is captured, which invalidates the
    /// capture.
    #[doc(alias = "cuGreenCtxRecordEvent")]
    #[inline]
    pub fn record(&self, event: &Event) -> Result<(), CuResult> {
        let raw = self.context.raw();
        event.check_driver(raw, Symbol::cuGreenCtxRecordEvent)?;
        // SAFETY: both are alive, and belong to the same driver.
        unsafe { raw.cuGreenCtxRecordEvent(self.as_raw(), event.as_raw()) }
    }

    /// Makes all work submitted to the streams of the green context from now on wait for `event`.
    ///
    /// [`cuGreenCtxWaitEvent`](crate::driver::Raw::cuGreenCtxWaitEvent)
    ///
    /// # Errors
    /// `CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED` (900) while a stream of the green context is captured, or if the event
    /// was recorded in a capture; the capture is invalidated.
    #[doc(alias = "cuGreenCtxWaitEvent")]
    #[inline]
    pub fn wait_event(&self, event: &Event) -> Result<(), CuResult> {
        let raw = self.context.raw();
        event.check_driver(raw, Symbol::cuGreenCtxWaitEvent)?;
        // SAFETY: both are alive, and belong to the same driver.
        unsafe { raw.cuGreenCtxWaitEvent(self.as_raw(), event.as_raw()) }
    }

    /// Destroys the green context; dropping the last clone does the same silently.
    ///
    /// [`cuGreenCtxDestroy`](crate::driver::Raw::cuGreenCtxDestroy)
    ///
    /// # Errors
    /// Returns the driver's error, or the value if clones of it or objects made in it are alive.
    #[doc(alias = "cuGreenCtxDestroy")]
    #[inline]
    pub fn destroy(self) -> Result<(), DestroyError<Self>> {
        let handle = self.handle;
        let rewrap = |context| Self { context, handle };
        let destroyed = self.context.destroy();
        destroyed.map_err(|error| error.map(rewrap))
    }

    /// Returns the raw handle, for calls of [`Driver::raw`](crate::driver::Driver::raw).
    #[must_use]
    #[inline]
    pub fn as_raw(&self) -> CUgreenCtx {
        self.handle.0
    }

    /// Takes ownership of a green context, which is destroyed with the last clone.
    ///
    /// [`cuCtxFromGreenCtx`](crate::driver::Raw::cuCtxFromGreenCtx)
    ///
    /// # Errors
    /// Returns the driver's error; the caller then still owns the green context.
    ///
    /// # Safety
    /// - `handle` is a green context of `device`.
    /// - No other code destroys it.
    #[doc(alias = "cuCtxFromGreenCtx")]
    #[inline]
    pub unsafe fn from_raw(device: Device, handle: CUgreenCtx) -> Result<Self, CuResult> {
        // SAFETY: the caller guarantees that the handle is valid.
        unsafe { Self::convert(device, handle, Ownership::Owned) }
    }

    /// Borrows a green context that other code owns; this crate never destroys it.
    ///
    /// [`cuCtxFromGreenCtx`](crate::driver::Raw::cuCtxFromGreenCtx)
    ///
    /// # Errors
    /// Returns the driver's error.
    ///
    /// # Safety
    /// `handle` is a green context of `device`. It outlives the value, its clones and all that is made with them, and lives
    /// until [`wait_for_deferred`](crate::stream::wait_for_deferred) returns after that.
    #[doc(alias = "cuCtxFromGreenCtx")]
    #[inline]
    pub unsafe fn borrow_raw(device: Device, handle: CUgreenCtx) -> Result<Self, CuResult> {
        // SAFETY: the caller guarantees that the handle is valid.
        unsafe { Self::convert(device, handle, Ownership::Borrowed) }
    }

    /// Uses a green context that other code owns, and keeps it alive through `owner`, which is dropped once the last
    /// clone, and all that was made in the green context, are gone.
    ///
    /// [`cuCtxFromGreenCtx`](crate::driver::Raw::cuCtxFromGreenCtx)
    ///
    /// # Errors
    /// Returns the driver's error; `owner` is then dropped.
    ///
    /// # Safety
    /// `handle` is a green context of `device`, and lives until `owner` is dropped.
    #[doc(alias = "cuCtxFromGreenCtx")]
    #[inline]
    pub unsafe fn from_owner(
        device: Device,
        handle: CUgreenCtx,
        owner: impl Any + Send,
    ) -> Result<Self, CuResult> {
        // SAFETY: the caller guarantees that the handle is valid.
        unsafe { Self::convert(device, handle, Ownership::foreign(owner)) }
    }

    /// Releases ownership of the green context; the caller must destroy it.
    ///
    /// # Errors
    /// Returns the value if clones of it or objects made in it are alive, or if this crate doesn't own it.
    #[inline]
    pub fn into_raw(self) -> Result<CUgreenCtx, Self> {
        let handle = self.handle;
        let rewrap = |context| Self { context, handle };
        self.context.into_raw_green().map_err(rewrap)
    }

    /// Converts a green context to a context.
    ///
    /// # Safety
    /// `handle` is a green context of `device`.
    unsafe fn convert(
        device: Device,
        handle: CUgreenCtx,
        ownership: Ownership,
    ) -> Result<Self, CuResult> {
        let primary = Context::primary(device)?;
        // SAFETY: the caller guarantees that the handle is valid.
        let context = unsafe { device.driver().raw().cuCtxFromGreenCtx(handle) }?;
        Ok(Self {
            context: Context::of_green(primary, context, handle, ownership),
            handle: Opaque(handle),
        })
    }
}

impl Context {
    /// Returns the green context that the context was converted from.
    #[must_use]
    #[inline]
    pub fn as_green(&self) -> Option<GreenContext> {
        let handle = Opaque(self.green()?);
        let context = self.clone();
        Some(GreenContext { context, handle })
    }
}
