use cuda_driver_sys::{CUmemAllocationHandleType, CUmemPoolProps};

use crate::device::Device;
use crate::driver::Driver;
use crate::memory::{MemAllocationType, MemLocation};

flags! {
    /// The ways in which memory can be shared with other processes.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
    pub struct HandleTypes: u32 {
        /// With a file descriptor.
        const POSIX_FILE_DESCRIPTOR = 0x1;
        /// With an NT handle of Windows.
        const WIN32 = 0x2;
        /// With a handle of the Windows display driver.
        const WIN32_KMT = 0x4;
        /// With 64 bytes, also with processes on other machines of the same NVLink domain.
        const FABRIC = 0x8;
    }

    /// The intended use of a pool's memory.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
    pub struct PoolUsage: u16 {
        /// Buffers of hardware decompression. Requires a driver of CUDA 12.9.
        const HW_DECOMPRESS = 0x2;
    }
}

/// The properties of a memory pool: [`Driver::create_pool`](crate::driver::Driver::create_pool).
///
/// ```no_run
/// # use cuda_driver::{memory::{HandleTypes, PoolProperties}, Driver};
/// # let driver = Driver::load()?;
/// let on_the_device = PoolProperties::new(driver.device(0)?).max_size(1 << 30);
/// let pool = driver.create_pool(&on_the_device.handle_types(HandleTypes::POSIX_FILE_DESCRIPTOR))?;
/// # Ok::<(), cuda_driver::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[doc(alias = "CUmemPoolProps")]
#[must_use]
pub struct PoolProperties {
    allocation_type: MemAllocationType,
    location: MemLocation,
    handle_types: HandleTypes,
    max_size: usize,
    usage: PoolUsage,
}

impl PoolProperties {
    /// Creates properties of memory that stays at `location`: a device, a [NUMA node](MemLocation::host_numa) of the
    /// host (requires a driver of CUDA 12.2), or the [host](MemLocation::HOST) (requires a driver of CUDA 12.6).
    #[inline]
    pub fn new(location: impl Into<MemLocation>) -> Self {
        Self::of(MemAllocationType::PINNED, location.into())
    }

    /// Creates properties of managed memory with the preferred location `location`, which may be [`MemLocation::NONE`].
    /// Requires a driver of CUDA 13.0.
    #[inline]
    pub fn managed(location: impl Into<MemLocation>) -> Self {
        Self::of(MemAllocationType::MANAGED, location.into())
    }

    fn of(allocation_type: MemAllocationType, location: MemLocation) -> Self {
        Self {
            allocation_type,
            location,
            handle_types: HandleTypes::empty(),
            max_size: 0,
            usage: PoolUsage::empty(),
        }
    }

    /// Sets the handle types with which the pool can be shared with other processes; none by default.
    #[inline]
    pub const fn handle_types(mut self, handle_types: HandleTypes) -> Self {
        self.handle_types = handle_types;
        self
    }

    /// Sets the maximum size of the pool in bytes, which the driver rounds up; 0, the default, means no limit. Drivers
    /// before 12.2 ignore it.
    #[inline]
    pub const fn max_size(mut self, bytes: usize) -> Self {
        self.max_size = bytes;
        self
    }

    /// Sets the intended use of the memory; none in particular by default.
    #[inline]
    pub const fn usage(mut self, usage: PoolUsage) -> Self {
        self.usage = usage;
        self
    }

    /// Returns `true` if no other process can use the pool.
    pub(super) const fn is_private(&self) -> bool {
        self.handle_types.is_empty()
    }

    pub(super) const fn location(&self) -> MemLocation {
        self.location
    }

    pub(super) fn device(&self, driver: Driver) -> Option<Device> {
        self.location.as_device(driver)
    }

    pub(super) fn as_raw(&self) -> CUmemPoolProps {
        CUmemPoolProps {
            allocType: self.allocation_type.as_raw(),
            handleTypes: CUmemAllocationHandleType(self.handle_types.bits()),
            location: self.location.as_raw(),
            maxSize: self.max_size,
            usage: self.usage.bits(),
            ..CUmemPoolProps::default()
        }
    }
}
