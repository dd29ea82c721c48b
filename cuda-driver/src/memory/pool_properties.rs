use cuda_driver_sys::{CUmemAllocationHandleType, CUmemPoolProps};

use crate::{Device, Driver, MemAllocationType, MemLocation};

flags! {
    /// How memory can be given to other processes.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
    pub struct HandleTypes: u32 {
        /// By a file descriptor.
        const POSIX_FILE_DESCRIPTOR = 0x1;
        /// By a handle of Windows NT.
        const WIN32 = 0x2;
        /// By a handle of the Windows display driver.
        const WIN32_KMT = 0x4;
        /// By 64 bytes, also to processes of other machines of the same NVLink domain.
        const FABRIC = 0x8;
    }

    /// What the memory of a pool is meant for.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
    pub struct PoolUsage: u16 {
        /// Buffers of hardware decompression. Needs a driver of 12.9.
        const HW_DECOMPRESS = 0x2;
    }
}

/// What a memory pool is made with: [`Driver::create_pool`](crate::Driver::create_pool).
///
/// ```no_run
/// # use cuda_driver::{Driver, HandleTypes, PoolProperties};
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
    /// Memory that stays at `location`: a device, with drivers of 12.2 a [node](MemLocation::host_numa) of the host's memory,
    /// or with drivers of 12.6 the [host](MemLocation::HOST).
    #[inline]
    pub fn new(location: impl Into<MemLocation>) -> Self {
        Self::of(MemAllocationType::PINNED, location.into())
    }

    /// Managed memory that prefers to be at `location`, which may be [`MemLocation::NONE`]. Needs a driver of 13.0.
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

    /// The ways in which the pool can be given to other processes; none unless said.
    #[inline]
    pub const fn handle_types(mut self, handle_types: HandleTypes) -> Self {
        self.handle_types = handle_types;
        self
    }

    /// The bytes that the pool holds at most, which the driver rounds up; 0, as unless said, is as many as there are.
    /// Drivers before 12.2 don't look at it.
    #[inline]
    pub const fn max_size(mut self, bytes: usize) -> Self {
        self.max_size = bytes;
        self
    }

    /// What the memory is meant for; nothing in particular unless said.
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
