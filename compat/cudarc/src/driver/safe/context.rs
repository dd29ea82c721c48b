use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering};

use cuda_driver::context::ContextFlags;
use cuda_driver::{Context, Device, Driver};

use crate::driver::result::OrCode as _;
use crate::driver::{DriverError, result, sys};

/// A context of a device: its primary one, or one of its own.
#[derive(Debug)]
pub struct CudaContext {
    context: Context,
    ordinal: usize,
    is_primary: bool,
    /// The streams that were created, besides the default one.
    streams: AtomicUsize,
    is_tracking: AtomicBool,
    /// The first error that had nobody to be returned to.
    error: AtomicU32,
}

impl PartialEq for CudaContext {
    fn eq(&self, other: &Self) -> bool {
        self.context == other.context
    }
}

impl Eq for CudaContext {}

fn device(ordinal: usize) -> Result<Device, DriverError> {
    Driver::load().or_code()?.device(ordinal).or_code()
}

impl CudaContext {
    /// Returns the device's primary context, and makes it current on this thread.
    pub fn new(ordinal: usize) -> Result<Arc<Self>, DriverError> {
        Self::of(device(ordinal)?.primary_context().or_code()?, ordinal, true)
    }

    /// Creates a context, and makes it current on this thread.
    pub fn new_non_primary(ordinal: usize, flags: u32) -> Result<Arc<Self>, DriverError> {
        let flags = ContextFlags::from_bits_retain(flags);
        Self::of(device(ordinal)?.create_context(flags).or_code()?, ordinal, false)
    }

    /// Creates a context for compute work within a graphics API's, and makes it current on this thread.
    pub fn new_cig(
        ordinal: usize,
        flags: u32,
        cig_params: &mut sys::CUctxCigParam,
    ) -> Result<Arc<Self>, DriverError> {
        let device = device(ordinal)?;
        // SAFETY: zeros are null pointers.
        let mut params: sys::CUctxCreateParams = unsafe { core::mem::zeroed() };
        params.cigParams = cig_params;
        // SAFETY: the parameters live until the call returns; what they point to is the caller's.
        let context = unsafe { result::ctx::create_v4(&raw mut params, flags, device.as_raw()) }?;
        // SAFETY: the context is new.
        let context = unsafe { Context::from_raw(device, context) };
        Self::of(context, ordinal, false)
    }

    /// Takes ownership of a context, which is destroyed with the last clone.
    ///
    /// # Safety
    /// It is a context of the device, and not its primary one, which nothing else destroys.
    pub unsafe fn from_raw_context(
        ordinal: usize,
        _: sys::CUdevice,
        cu_ctx: sys::CUcontext,
    ) -> Result<Arc<Self>, DriverError> {
        let device = device(ordinal)?;
        // SAFETY: the caller guarantees it.
        Self::of(unsafe { Context::from_raw(device, cu_ctx) }, ordinal, false)
    }

    fn of(context: Context, ordinal: usize, is_primary: bool) -> Result<Arc<Self>, DriverError> {
        let context = Self {
            context,
            ordinal,
            is_primary,
            streams: AtomicUsize::new(0),
            is_tracking: AtomicBool::new(true),
            error: AtomicU32::new(0),
        };
        context.bind_to_thread()?;
        Ok(Arc::new(context))
    }

    /// Returns the number of devices.
    pub fn device_count() -> Result<i32, DriverError> {
        result::init()?;
        result::device::get_count()
    }

    pub fn is_primary(&self) -> bool {
        self.is_primary
    }

    pub fn has_async_alloc(&self) -> bool {
        self.attribute(sys::CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED)
            .is_ok_and(|has| has != 0)
    }

    pub fn ordinal(&self) -> usize {
        self.ordinal
    }

    pub fn name(&self) -> Result<String, DriverError> {
        self.context.device().name().or_code()
    }

    pub fn uuid(&self) -> Result<sys::CUuuid, DriverError> {
        result::device::get_uuid(self.cu_device())
    }

    pub fn compute_capability(&self) -> Result<(i32, i32), DriverError> {
        use sys::CUdevice_attribute as A;
        let major = self.attribute(A::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR)?;
        let minor = self.attribute(A::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR)?;
        Ok((major, minor))
    }

    pub fn total_mem(&self) -> Result<usize, DriverError> {
        // SAFETY: the device exists.
        unsafe { result::device::total_mem(self.cu_device()) }
    }

    pub fn mem_get_info(&self) -> Result<(usize, usize), DriverError> {
        self.context.memory_info().or_code()
    }

    pub fn cu_device(&self) -> sys::CUdevice {
        self.context.device().as_raw()
    }

    pub fn cu_ctx(&self) -> sys::CUcontext {
        self.context.as_raw()
    }

    /// Makes the context current on this thread, and returns an error that [`record_err`](Self::record_err) recorded.
    pub fn bind_to_thread(&self) -> Result<(), DriverError> {
        self.check_err()?;
        self.make_current()
    }

    /// Makes the context current on this thread, whatever was recorded.
    pub(super) fn make_current(&self) -> Result<(), DriverError> {
        if result::ctx::get_current()? == Some(self.cu_ctx()) {
            return Ok(());
        }
        // SAFETY: the context is alive as long as the value; afterwards, the driver refuses what needs it.
        unsafe { result::ctx::set_current(self.cu_ctx()) }
    }

    pub fn attribute(&self, attrib: sys::CUdevice_attribute) -> Result<i32, DriverError> {
        // SAFETY: the device exists.
        unsafe { result::device::get_attribute(self.cu_device(), attrib) }
    }

    pub fn synchronize(&self) -> Result<(), DriverError> {
        self.check_err()?;
        self.context.synchronize().or_code()
    }

    pub fn set_blocking_synchronize(&self) -> Result<(), DriverError> {
        self.set_flags(sys::CUctx_flags::CU_CTX_SCHED_BLOCKING_SYNC)
    }

    pub fn set_flags(&self, flags: sys::CUctx_flags) -> Result<(), DriverError> {
        self.bind_to_thread()?;
        result::ctx::set_flags(flags)
    }

    pub fn get_limit(&self, limit: sys::CUlimit) -> Result<usize, DriverError> {
        self.bind_to_thread()?;
        result::ctx::get_limit(limit)
    }

    pub fn set_limit(&self, limit: sys::CUlimit, value: usize) -> Result<(), DriverError> {
        self.bind_to_thread()?;
        result::ctx::set_limit(limit, value)
    }

    pub fn get_cache_config(&self) -> Result<sys::CUfunc_cache, DriverError> {
        self.bind_to_thread()?;
        result::ctx::get_cache_config()
    }

    pub fn set_cache_config(&self, config: sys::CUfunc_cache) -> Result<(), DriverError> {
        self.bind_to_thread()?;
        result::ctx::set_cache_config(config)
    }

    /// Returns `true` once a stream besides the default one was created.
    pub fn is_in_multi_stream_mode(&self) -> bool {
        self.streams.load(Ordering::Relaxed) > 0
    }

    pub fn is_event_tracking(&self) -> bool {
        self.is_tracking.load(Ordering::Relaxed)
    }

    pub fn is_managing_stream_synchronization(&self) -> bool {
        self.is_in_multi_stream_mode() && self.is_event_tracking()
    }

    /// Lets slices that are used on several streams order these uses, as they do unless that was disabled.
    ///
    /// # Safety
    /// Uses until now were ordered by the caller.
    pub unsafe fn enable_event_tracking(&self) {
        self.is_tracking.store(true, Ordering::Relaxed);
    }

    /// Lets slices no longer order their uses on several streams.
    ///
    /// # Safety
    /// The caller orders them, and keeps each slice until its uses on other streams than its own are over.
    pub unsafe fn disable_event_tracking(&self) {
        self.is_tracking.store(false, Ordering::Relaxed);
    }

    /// Returns an error that was recorded, once.
    pub fn check_err(&self) -> Result<(), DriverError> {
        let code = self.error.swap(0, Ordering::Relaxed);
        sys::CUresult::from(cuda_driver_sys::CUresult(code)).result()
    }

    /// Records an error for the next call that can return it.
    pub fn record_err<T>(&self, result: Result<T, DriverError>) {
        if let Err(DriverError(code)) = result {
            self.error.store(code as u32, Ordering::Relaxed);
        }
    }

    /// Takes back an error that was recorded, and that is returned instead.
    pub(super) fn take_err(&self, error: DriverError) {
        let code = error.0 as u32;
        let _ = self.error.compare_exchange(code, 0, Ordering::Relaxed, Ordering::Relaxed);
    }

    pub(super) const fn context(&self) -> &Context {
        &self.context
    }

    pub(super) fn count_stream(&self) {
        self.streams.fetch_add(1, Ordering::Relaxed);
    }
}
