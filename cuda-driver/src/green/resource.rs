use core::fmt;

use cuda_driver_sys::{
    CUdevResource, CUdevResourceDesc, CUdevResourceType, CUdevSmResource,
    CUdevWorkqueueConfigResource, CUresult, Symbol,
};

use crate::context::Context;
use crate::device::Device;
use crate::error::CuResult;
use crate::green::{DevResourceType, DevWorkqueueConfigScope};
use crate::opaque::Opaque;
use crate::stream::Stream;

/// A resource of which a [green context](crate::green::GreenContext) has a part: [`SmResource`], [`WorkqueueConfig`] or
/// [`Workqueue`].
///
/// ```no_run
/// use cuda_driver::green::{SmResource, SmSplitFlags};
///
/// # fn main() -> Result<(), cuda_driver::Error> {
/// # let device = cuda_driver::Driver::load()?.device(0)?;
/// let all: SmResource = device.resource()?;
/// let halves = all.split_by_count(2, all.count() / 4, SmSplitFlags::empty())?;
/// # Ok(())
/// # }
/// ```
pub trait DevResource: fmt::Debug + sealed::Sealed {}

mod sealed {
    use super::{CUdevResource, DevResourceType, Device};

    /// The operations on a resource that the crate needs.
    pub trait Sealed {
        /// Returns the driver's type of the resource.
        fn kind() -> DevResourceType
        where
            Self: Sized;

        /// Wraps a resource that the driver returned.
        fn wrap(device: Device, raw: CUdevResource) -> Self
        where
            Self: Sized;

        /// Returns the value that is passed to the driver.
        fn as_resource(&self) -> &CUdevResource;

        /// Returns its device.
        fn device_of(&self) -> Device;
    }
}

/// Streaming multiprocessors of a device: all of them, those of a context, or a part that was split off.
#[derive(Clone, Copy)]
pub struct SmResource {
    raw: Opaque<CUdevResource>,
    device: Device,
}

impl DevResource for SmResource {}

impl sealed::Sealed for SmResource {
    fn kind() -> DevResourceType {
        DevResourceType::SM
    }

    fn wrap(device: Device, raw: CUdevResource) -> Self {
        Self { raw: Opaque(raw), device }
    }

    fn as_resource(&self) -> &CUdevResource {
        &self.raw
    }

    fn device_of(&self) -> Device {
        self.device
    }
}

impl SmResource {
    /// Returns its device.
    #[must_use]
    #[inline]
    pub fn device(&self) -> Device {
        self.device
    }

    /// Returns the resource as C knows it, for calls of [`Driver::raw`](crate::driver::Driver::raw).
    #[must_use]
    #[inline]
    pub fn as_raw(&self) -> &CUdevResource {
        &self.raw
    }

    /// Creates a value from a resource that the driver returned to other code.
    ///
    /// # Safety
    /// `raw` is a resource of this kind, of `device`, that the driver returned.
    #[must_use]
    #[inline]
    pub unsafe fn from_raw(device: Device, raw: CUdevResource) -> Self {
        Self { raw: Opaque(raw), device }
    }
}

/// The configuration of how streams share work queues to the device. Available since CUDA 13.1.
#[derive(Clone, Copy)]
pub struct WorkqueueConfig {
    raw: Opaque<CUdevResource>,
    device: Device,
}

impl DevResource for WorkqueueConfig {}

impl sealed::Sealed for WorkqueueConfig {
    fn kind() -> DevResourceType {
        DevResourceType::WORKQUEUE_CONFIG
    }

    fn wrap(device: Device, raw: CUdevResource) -> Self {
        Self { raw: Opaque(raw), device }
    }

    fn as_resource(&self) -> &CUdevResource {
        &self.raw
    }

    fn device_of(&self) -> Device {
        self.device
    }
}

impl WorkqueueConfig {
    /// Returns its device.
    #[must_use]
    #[inline]
    pub fn device(&self) -> Device {
        self.device
    }

    /// Returns the resource as C knows it, for calls of [`Driver::raw`](crate::driver::Driver::raw).
    #[must_use]
    #[inline]
    pub fn as_raw(&self) -> &CUdevResource {
        &self.raw
    }

    /// Creates a value from a resource that the driver returned to other code.
    ///
    /// # Safety
    /// `raw` is a resource of this kind, of `device`, that the driver returned.
    #[must_use]
    #[inline]
    pub unsafe fn from_raw(device: Device, raw: CUdevResource) -> Self {
        Self { raw: Opaque(raw), device }
    }
}

/// The work queues of a context, to be shared with another green context. Available since CUDA 13.1.
#[derive(Clone, Copy)]
pub struct Workqueue {
    raw: Opaque<CUdevResource>,
    device: Device,
}

impl DevResource for Workqueue {}

impl sealed::Sealed for Workqueue {
    fn kind() -> DevResourceType {
        DevResourceType::WORKQUEUE
    }

    fn wrap(device: Device, raw: CUdevResource) -> Self {
        Self { raw: Opaque(raw), device }
    }

    fn as_resource(&self) -> &CUdevResource {
        &self.raw
    }

    fn device_of(&self) -> Device {
        self.device
    }
}

impl Workqueue {
    /// Returns its device.
    #[must_use]
    #[inline]
    pub fn device(&self) -> Device {
        self.device
    }

    /// Returns the resource as C knows it, for calls of [`Driver::raw`](crate::driver::Driver::raw).
    #[must_use]
    #[inline]
    pub fn as_raw(&self) -> &CUdevResource {
        &self.raw
    }

    /// Creates a value from a resource that the driver returned to other code.
    ///
    /// # Safety
    /// `raw` is a resource of this kind, of `device`, that the driver returned.
    #[must_use]
    #[inline]
    pub unsafe fn from_raw(device: Device, raw: CUdevResource) -> Self {
        Self { raw: Opaque(raw), device }
    }
}

flags! {
    /// How multiprocessors are split: [`SmResource::split_by_count`].
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
    pub struct SmSplitFlags: u32 {
        /// Allow smaller parts, whose multiprocessors needn't be co-scheduled; clusters may then be unsupported.
        const IGNORE_SM_COSCHEDULING = 0x1;
        /// Create parts that allow the largest clusters.
        const MAX_POTENTIAL_CLUSTER_SIZE = 0x2;
    }
}

/// The result of a split.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct SmSplit {
    /// The parts.
    pub groups: Vec<SmResource>,
    /// The multiprocessors that are in none of the parts; they have no particular arrangement.
    pub remaining: Option<SmResource>,
}

impl SmResource {
    fn sm(&self) -> CUdevSmResource {
        // SAFETY: it is a resource of multiprocessors, in which fields that an older driver doesn't write are zero.
        unsafe { self.raw.resource.sm }
    }

    /// Returns the number of multiprocessors.
    #[must_use]
    #[inline]
    pub fn count(&self) -> u32 {
        self.sm().smCount
    }

    /// Returns the smallest number of multiprocessors in a part; `None` if the driver is older than CUDA 13.0.
    #[must_use]
    #[inline]
    pub fn min_partition_size(&self) -> Option<u32> {
        Some(self.sm().minSmPartitionSize).filter(|size| *size > 0)
    }

    /// Returns how many multiprocessors run the blocks of one cluster; the size of a part is a multiple of it. `None`
    /// if the driver is older than CUDA 13.0.
    #[must_use]
    #[inline]
    pub fn coscheduled_alignment(&self) -> Option<u32> {
        Some(self.sm().smCoscheduledAlignment).filter(|size| *size > 0)
    }

    /// Splits into `groups` equal parts, or as many as possible, of at least `min_count` multiprocessors each. A part
    /// can be split again only after a green context was created from it.
    ///
    /// [`cuDevSmResourceSplitByCount`](crate::driver::Raw::cuDevSmResourceSplitByCount)
    ///
    /// # Errors
    /// `CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION` (915) or `CUDA_ERROR_INVALID_VALUE` (1) if no such part is possible,
    /// also 1 for 0 parts, and an error if the driver is older than CUDA 12.4.
    #[doc(alias = "cuDevSmResourceSplitByCount")]
    #[inline]
    pub fn split_by_count(
        &self,
        groups: usize,
        min_count: u32,
        flags: SmSplitFlags,
    ) -> Result<SmSplit, CuResult> {
        // A part has at least one multiprocessor, so this is enough room.
        let most = groups.min(self.count() as usize);
        let raw = self.device.driver().raw();
        // The driver isn't passed an empty array, whose address is dangling.
        if most == 0 {
            let code = CUresult::CUDA_ERROR_INVALID_VALUE;
            raw.check(Symbol::cuDevSmResourceSplitByCount, code)?;
        }
        let mut parts = vec![CUdevResource::default(); most];
        let mut rest = CUdevResource::default();
        let mut count = u32::try_from(most).unwrap_or(u32::MAX);
        // SAFETY: the array has at least as many elements as stated, all of them live values.
        unsafe {
            raw.cuDevSmResourceSplitByCount(
                parts.as_mut_ptr(),
                &raw mut count,
                &raw const *self.raw,
                &raw mut rest,
                flags.bits(),
                min_count,
            )
        }?;
        parts.truncate(count as usize);
        Ok(self.split_into(parts, rest))
    }

    /// Returns how many parts of at least `min_count` multiprocessors are possible.
    ///
    /// [`cuDevSmResourceSplitByCount`](crate::driver::Raw::cuDevSmResourceSplitByCount)
    ///
    /// # Errors
    /// Returns the driver's error, and an error if it is older than CUDA 12.4.
    #[doc(alias = "cuDevSmResourceSplitByCount")]
    #[inline]
    pub fn groups_by_count(&self, min_count: u32, flags: SmSplitFlags) -> Result<usize, CuResult> {
        let mut groups = 0;
        // SAFETY: without an array for the parts, only their number is written.
        unsafe {
            self.device.driver().raw().cuDevSmResourceSplitByCount(
                core::ptr::null_mut(),
                &raw mut groups,
                &raw const *self.raw,
                core::ptr::null_mut(),
                flags.bits(),
                min_count,
            )
        }?;
        Ok(groups as usize)
    }

    pub(crate) fn split_into(&self, parts: Vec<CUdevResource>, rest: CUdevResource) -> SmSplit {
        let part = |raw| Self { raw: Opaque(raw), device: self.device };
        let is_valid = rest.type_ == CUdevResourceType::CU_DEV_RESOURCE_TYPE_SM;
        SmSplit {
            groups: parts.into_iter().map(part).collect(),
            remaining: is_valid.then_some(part(rest)),
        }
    }
}

impl WorkqueueConfig {
    /// Creates a configuration of queues for `concurrency_limit` concurrently active streams, shared within `scope`.
    #[must_use]
    #[inline]
    pub fn new(device: Device, concurrency_limit: u32, scope: DevWorkqueueConfigScope) -> Self {
        let mut raw = CUdevResource {
            type_: CUdevResourceType::CU_DEV_RESOURCE_TYPE_WORKQUEUE_CONFIG,
            ..CUdevResource::default()
        };
        raw.resource.wqConfig = CUdevWorkqueueConfigResource {
            device: device.as_raw(),
            wqConcurrencyLimit: concurrency_limit,
            sharingScope: scope.as_raw(),
        };
        Self { raw: Opaque(raw), device }
    }

    fn config(&self) -> CUdevWorkqueueConfigResource {
        // SAFETY: the resource is a configuration of work queues.
        unsafe { self.raw.resource.wqConfig }
    }

    /// Returns how many streams are expected to be active at a time.
    #[must_use]
    #[inline]
    pub fn concurrency_limit(&self) -> u32 {
        self.config().wqConcurrencyLimit
    }

    /// Returns the scope in which the queues are shared.
    #[must_use]
    #[inline]
    pub fn scope(&self) -> DevWorkqueueConfigScope {
        DevWorkqueueConfigScope::from_raw(self.config().sharingScope)
    }
}

impl fmt::Debug for SmResource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SmResource")
            .field("device", &self.device.as_raw())
            .field("count", &self.count())
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for WorkqueueConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WorkqueueConfig")
            .field("device", &self.device.as_raw())
            .field("concurrency_limit", &self.concurrency_limit())
            .field("scope", &self.scope())
            .finish()
    }
}

impl fmt::Debug for Workqueue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Workqueue").field("device", &self.device.as_raw()).finish_non_exhaustive()
    }
}

impl Device {
    /// Returns all of the device's resource of this kind.
    ///
    /// [`cuDeviceGetDevResource`](crate::driver::Raw::cuDeviceGetDevResource)
    ///
    /// # Errors
    /// `CUDA_ERROR_INVALID_RESOURCE_TYPE` (914) for a resource that the driver doesn't know, and an error if
    /// it is older than CUDA 12.4.
    #[doc(alias = "cuDeviceGetDevResource")]
    pub fn resource<R: DevResource>(self) -> Result<R, CuResult> {
        let raw = self.driver().raw();
        // SAFETY: the driver returned the device, and an unknown kind is an error.
        let resource = unsafe { raw.cuDeviceGetDevResource(self.as_raw(), R::kind().as_raw()) }?;
        Ok(R::wrap(self, resource))
    }
}

impl Context {
    /// Returns the context's resource of this kind.
    ///
    /// [`cuCtxGetDevResource`](crate::driver::Raw::cuCtxGetDevResource)
    ///
    /// # Errors
    /// As [`Device::resource`].
    #[doc(alias = "cuCtxGetDevResource")]
    pub fn resource<R: DevResource>(&self) -> Result<R, CuResult> {
        // SAFETY: the context is alive, and an unknown kind is an error.
        let resource = self.retry(self.raw(), |raw| unsafe {
            raw.cuCtxGetDevResource(self.as_raw(), R::kind().as_raw())
        })?;
        Ok(R::wrap(self.device(), resource))
    }
}

impl Stream {
    /// Returns the stream's resource of this kind; only multiprocessors are supported.
    ///
    /// [`cuStreamGetDevResource`](crate::driver::Raw::cuStreamGetDevResource)
    ///
    /// # Errors
    /// `CUDA_ERROR_INVALID_RESOURCE_TYPE` (914) for other resources, and an error if the driver is older than
    /// CUDA 13.1.
    #[doc(alias = "cuStreamGetDevResource")]
    pub fn resource<R: DevResource>(&self) -> Result<R, CuResult> {
        // SAFETY: the stream is alive, and an unknown kind is an error.
        let resource = self.submit(|raw, stream| unsafe {
            raw.cuStreamGetDevResource(stream, R::kind().as_raw())
        })?;
        Ok(R::wrap(self.context().device(), resource))
    }
}

/// A set of resources for [green contexts](crate::green::GreenContext).
///
/// The driver keeps it until the process ends, so create one for all contexts that share the same resources.
#[derive(Debug, Clone, Copy)]
pub struct DevResourceDesc {
    device: Device,
    handle: Opaque<CUdevResourceDesc>,
}

impl DevResourceDesc {
    /// Combines resources of `device`. Several sets of multiprocessors must come from the same split.
    ///
    /// [`cuDevResourceGenerateDesc`](crate::driver::Raw::cuDevResourceGenerateDesc)
    ///
    /// # Errors
    /// `CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION` (915) for resources that can't be combined, or belong to another
    /// device, `CUDA_ERROR_INVALID_VALUE` (1) for an empty list, and an error if the driver is older than CUDA 12.4.
    #[doc(alias = "cuDevResourceGenerateDesc")]
    #[inline]
    pub fn new(device: Device, resources: &[&dyn DevResource]) -> Result<Self, CuResult> {
        let raw = device.driver().raw();
        // The driver crashes on an empty list.
        if resources.is_empty() {
            let code = CUresult::CUDA_ERROR_INVALID_VALUE;
            raw.check(Symbol::cuDevResourceGenerateDesc, code)?;
        }
        if resources.iter().any(|resource| resource.device_of() != device) {
            let code = CUresult::CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION;
            raw.check(Symbol::cuDevResourceGenerateDesc, code)?;
        }
        let resources: Vec<_> = resources.iter().map(|resource| *resource.as_resource()).collect();
        // SAFETY: the resources came from the driver, or are a configuration of work queues.
        let handle = unsafe { raw.cuDevResourceGenerateDesc(&resources) }?;
        Ok(Self { device, handle: Opaque(handle) })
    }

    /// Returns the resources' device.
    #[must_use]
    #[inline]
    pub const fn device(&self) -> Device {
        self.device
    }

    /// Returns the raw handle, for calls of [`Driver::raw`](crate::driver::Driver::raw).
    #[must_use]
    #[inline]
    pub const fn as_raw(&self) -> CUdevResourceDesc {
        self.handle.0
    }

    /// Uses a descriptor that other code created.
    ///
    /// # Safety
    /// `handle` is a descriptor of resources of `device`.
    #[must_use]
    #[inline]
    pub const unsafe fn from_raw(device: Device, handle: CUdevResourceDesc) -> Self {
        Self { device, handle: Opaque(handle) }
    }
}
