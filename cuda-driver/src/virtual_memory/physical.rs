use core::any::Any;
use std::sync::Arc;

use cuda_driver_sys::{
    CUmemAllocationHandleType, CUmemAllocationProp, CUmemAllocationProp_v1_allocFlags,
    CUmemAllocationType, CUmemFabricHandle, CUmemGenericAllocationHandle,
};

use crate::context::Context;
use crate::device::Device;
use crate::driver::Driver;
use crate::error::{CuResult, DestroyError, Error, ErrorCode};
use crate::memory::{FabricHandle, HandleTypes, MemLocation};
use crate::object::{Object, ObjectKind, Ownership};
use crate::virtual_memory::{Granularity, MemAllocationGranularity};

flags! {
    /// The intended use of memory.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
    pub struct MemoryUsage: u16 {
        /// The tiles of sparse arrays.
        const TILE_POOL = 0x1;
        /// Decompression by the device's engine: [`Stream::decompress`](crate::stream::Stream::decompress).
        const HARDWARE_DECOMPRESSION = 0x2;
    }
}

/// The properties of memory: [`Driver::create_memory`](crate::driver::Driver::create_memory).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct PhysicalProperties {
    /// The location.
    pub location: MemLocation,
    /// The handle types with which it can be exported.
    pub handle_types: HandleTypes,
    /// Whether the hardware may compress it.
    pub compressible: bool,
    /// Whether other devices on the bus can access it with GPUDirect RDMA.
    pub rdma: bool,
    /// The intended use.
    pub usage: MemoryUsage,
}

impl PhysicalProperties {
    /// Describes plain memory at a location, which can't be exported.
    #[must_use]
    #[inline]
    pub fn new(location: impl Into<MemLocation>) -> Self {
        Self {
            location: location.into(),
            handle_types: HandleTypes::empty(),
            compressible: false,
            rdma: false,
            usage: MemoryUsage::empty(),
        }
    }

    /// Allows exporting it with these handle types.
    #[must_use]
    #[inline]
    pub fn handle_types(mut self, handle_types: HandleTypes) -> Self {
        self.handle_types = handle_types;
        self
    }

    /// Sets the intended use.
    #[must_use]
    #[inline]
    pub fn usage(mut self, usage: MemoryUsage) -> Self {
        self.usage = usage;
        self
    }

    /// Enables GPUDirect RDMA.
    #[must_use]
    #[inline]
    pub fn rdma(mut self, rdma: bool) -> Self {
        self.rdma = rdma;
        self
    }

    /// Makes it compressible.
    #[must_use]
    #[inline]
    pub fn compressible(mut self, compressible: bool) -> Self {
        self.compressible = compressible;
        self
    }

    fn as_raw(&self) -> CUmemAllocationProp {
        CUmemAllocationProp {
            type_: CUmemAllocationType::CU_MEM_ALLOCATION_TYPE_PINNED,
            requestedHandleTypes: CUmemAllocationHandleType(self.handle_types.bits()),
            location: self.location.as_raw(),
            allocFlags: CUmemAllocationProp_v1_allocFlags {
                compressionType: u8::from(self.compressible),
                gpuDirectRDMACapable: u8::from(self.rdma),
                usage: self.usage.bits(),
                ..CUmemAllocationProp_v1_allocFlags::default()
            },
            ..CUmemAllocationProp::default()
        }
    }

    /// Returns the granularity, in bytes, in which such memory is created, mapped and reserved.
    ///
    /// [`cuMemGetAllocationGranularity`](crate::driver::Raw::cuMemGetAllocationGranularity)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuMemGetAllocationGranularity")]
    #[inline]
    pub fn granularity(
        &self,
        driver: Driver,
        option: MemAllocationGranularity,
    ) -> Result<usize, CuResult> {
        let properties = self.as_raw();
        // SAFETY: the pointer is to live properties.
        unsafe {
            driver.raw().cuMemGetAllocationGranularity(&raw const properties, option.as_raw())
        }
    }
}

/// Physical memory, without an address. To use it, [map](crate::virtual_memory::Reservation::map) it, once or several times.
///
/// Clones refer to the same object. It is released once neither a clone nor a mapping of it is left.
///
/// ```
/// # let driver = cuda_sim::gpu_or_software()?;
/// # let device = driver.device(0)?;
/// # let _context = device.primary_context()?;
/// use cuda_driver::virtual_memory::{MemAllocationGranularity, PhysicalMemory, PhysicalProperties};
///
/// let properties = PhysicalProperties::new(device);
/// let step = properties.granularity(driver, MemAllocationGranularity::MINIMUM)?;
/// let memory = driver.create_memory(4 * step, &properties)?;
/// assert_eq!(memory.bytes(), 4 * step);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct PhysicalMemory {
    object: Arc<Object<MemoryKind>>,
}

#[derive(Debug)]
struct MemoryKind {
    driver: Driver,
    bytes: usize,
}

impl Driver {
    /// Creates `bytes` bytes of memory. Its contents are unspecified until written.
    ///
    /// [`cuMemCreate`](crate::driver::Raw::cuMemCreate)
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], [`Error::Granularity`], or the driver's error: `CUDA_ERROR_NOT_SUPPORTED`
    /// (801) if the device doesn't support such memory.
    #[doc(alias = "cuMemCreate")]
    #[inline]
    pub fn create_memory(
        self,
        bytes: usize,
        properties: &PhysicalProperties,
    ) -> Result<PhysicalMemory, Error> {
        PhysicalMemory::create_for(None, self, bytes, properties)
    }
}

impl PhysicalMemory {
    /// Creates memory like [`create`](Self::create); an error tells the free memory of the context's device.
    pub(super) fn create_for(
        context: Option<&Context>,
        driver: Driver,
        bytes: usize,
        properties: &PhysicalProperties,
    ) -> Result<Self, Error> {
        let requested = properties.as_raw();
        // SAFETY: the pointer is to live properties.
        let created = unsafe { driver.raw().cuMemCreate(bytes, &raw const requested, 0) };
        match created {
            Ok(handle) => Ok(Self::new(driver, handle, bytes, Ownership::Owned)),
            Err(error) => Err(not_created(context, driver, bytes, properties, error)),
        }
    }

    /// Returns the memory of `bytes` bytes that is mapped at `address`, as another owner of it. A wrong size is reported
    /// when the memory is mapped.
    ///
    /// [`cuMemRetainAllocationHandle`](crate::driver::Raw::cuMemRetainAllocationHandle)
    ///
    /// # Errors
    /// Returns the driver's error: `CUDA_ERROR_INVALID_VALUE` (1) if nothing is mapped at `address`.
    #[doc(alias = "cuMemRetainAllocationHandle")]
    #[inline]
    pub fn mapped_at(
        driver: Driver,
        address: cuda_driver_sys::CUdeviceptr,
        bytes: usize,
    ) -> Result<Self, CuResult> {
        // SAFETY: the address is only looked up.
        let handle =
            unsafe { driver.raw().cuMemRetainAllocationHandle(address as *mut core::ffi::c_void) }?;
        Ok(Self::new(driver, handle, bytes, Ownership::Owned))
    }

    /// Returns the size in bytes.
    #[must_use]
    #[inline]
    pub fn bytes(&self) -> usize {
        self.object.bytes
    }

    /// Returns the memory's driver.
    #[must_use]
    #[inline]
    pub fn driver(&self) -> Driver {
        self.object.driver
    }

    /// Returns the properties of the memory. They may be less than requested; for example, it may not be compressible.
    ///
    /// [`cuMemGetAllocationPropertiesFromHandle`](crate::driver::Raw::cuMemGetAllocationPropertiesFromHandle)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuMemGetAllocationPropertiesFromHandle")]
    #[inline]
    pub fn properties(&self) -> Result<PhysicalProperties, CuResult> {
        let raw = self.driver().raw();
        // SAFETY: the memory is alive.
        let found = unsafe { raw.cuMemGetAllocationPropertiesFromHandle(self.as_raw()) }?;
        Ok(PhysicalProperties {
            location: MemLocation::from_raw(found.location),
            handle_types: HandleTypes::from_bits_retain(found.requestedHandleTypes.0),
            compressible: found.allocFlags.compressionType != 0,
            rdma: found.allocFlags.gpuDirectRDMACapable != 0,
            usage: MemoryUsage::from_bits_retain(found.allocFlags.usage),
        })
    }

    /// Exports the memory with a handle that processes on other machines of a fabric can also import.
    ///
    /// [`cuMemExportToShareableHandle`](crate::driver::Raw::cuMemExportToShareableHandle)
    ///
    /// # Errors
    /// Returns the driver's error: `CUDA_ERROR_INVALID_VALUE` (1) if it wasn't created
    /// [exportable](PhysicalProperties::handle_types) in this way.
    #[doc(alias = "cuMemExportToShareableHandle")]
    #[inline]
    pub fn export_fabric(&self) -> Result<FabricHandle, CuResult> {
        let mut handle = CUmemFabricHandle::default();
        // SAFETY: the memory is alive, and the pointer is to a live handle of this type.
        unsafe {
            self.driver().raw().cuMemExportToShareableHandle(
                (&raw mut handle).cast(),
                self.as_raw(),
                CUmemAllocationHandleType::CU_MEM_HANDLE_TYPE_FABRIC,
                0,
            )
        }?;
        Ok(FabricHandle::from_bytes(handle.data))
    }

    /// Imports memory of `bytes` bytes that was [exported](Self::export_fabric). A wrong size is reported when the memory
    /// is mapped.
    ///
    /// [`cuMemImportFromShareableHandle`](crate::driver::Raw::cuMemImportFromShareableHandle)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuMemImportFromShareableHandle")]
    #[inline]
    pub fn import_fabric(
        driver: Driver,
        handle: &FabricHandle,
        bytes: usize,
    ) -> Result<Self, CuResult> {
        let mut handle = CUmemFabricHandle { data: *handle.as_bytes() };
        // SAFETY: the pointer is to a live handle of this type.
        let handle = unsafe {
            driver.raw().cuMemImportFromShareableHandle(
                (&raw mut handle).cast(),
                CUmemAllocationHandleType::CU_MEM_HANDLE_TYPE_FABRIC,
            )
        }?;
        Ok(Self::new(driver, handle, bytes, Ownership::Owned))
    }

    /// Releases the memory; dropping the last clone does the same silently.
    ///
    /// [`cuMemRelease`](crate::driver::Raw::cuMemRelease)
    ///
    /// # Errors
    /// Returns the driver's error, or the value if clones or mappings of it are alive.
    #[doc(alias = "cuMemRelease")]
    #[inline]
    pub fn destroy(self) -> Result<(), DestroyError<Self>> {
        Object::destroy_shared(self.object).map_err(|error| error.map(Self::of))
    }

    /// Returns the raw handle, for calls of [`Driver::raw`].
    #[inline]
    #[must_use]
    pub fn as_raw(&self) -> CUmemGenericAllocationHandle {
        self.object.handle()
    }

    /// Takes ownership of memory, whose handle is released with the last clone.
    ///
    /// # Safety
    /// - `handle` is memory of `bytes` bytes of `driver`, from `cuMemCreate` or a similar function.
    /// - No other code releases it.
    #[must_use]
    #[inline]
    pub unsafe fn from_raw(
        driver: Driver,
        handle: CUmemGenericAllocationHandle,
        bytes: usize,
    ) -> Self {
        Self::new(driver, handle, bytes, Ownership::Owned)
    }

    /// Borrows memory that other code owns; this crate never releases its handle.
    ///
    /// # Safety
    /// `handle` is memory of `bytes` bytes of `driver`, and outlives the value, its clones and their mappings.
    #[must_use]
    #[inline]
    pub unsafe fn borrow_raw(
        driver: Driver,
        handle: CUmemGenericAllocationHandle,
        bytes: usize,
    ) -> Self {
        Self::new(driver, handle, bytes, Ownership::Borrowed)
    }

    /// Uses memory that other code owns, and keeps it alive through `owner`, which is dropped when the last clone and the
    /// last mapping of it are dropped.
    ///
    /// # Safety
    /// `handle` is memory of `bytes` bytes of `driver`, and isn't released until `owner` is dropped.
    #[must_use]
    #[inline]
    pub unsafe fn from_owner(
        driver: Driver,
        handle: CUmemGenericAllocationHandle,
        bytes: usize,
        owner: impl Any + Send,
    ) -> Self {
        Self::new(driver, handle, bytes, Ownership::foreign(owner))
    }

    /// Releases ownership of the memory; the caller must release it with `cuMemRelease`.
    ///
    /// # Errors
    /// Returns the value if clones or mappings of it are alive, or if this crate doesn't own it.
    #[inline]
    pub fn into_raw(self) -> Result<CUmemGenericAllocationHandle, Self> {
        Object::into_raw_shared(self.object).map_err(Self::of)
    }

    pub(super) fn new(
        driver: Driver,
        handle: CUmemGenericAllocationHandle,
        bytes: usize,
        ownership: Ownership,
    ) -> Self {
        let kind = MemoryKind { driver, bytes };
        Self::of(Object::shared(handle, ownership, kind))
    }

    const fn of(object: Arc<Object<MemoryKind>>) -> Self {
        Self { object }
    }
}

#[cfg(unix)]
mod descriptors {
    use core::ffi::{c_int, c_void};
    use std::os::fd::{AsFd, AsRawFd, BorrowedFd, FromRawFd, OwnedFd};

    use super::*;

    const DESCRIPTOR: CUmemAllocationHandleType =
        CUmemAllocationHandleType::CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;

    impl PhysicalMemory {
        /// Exports the memory as a file descriptor, which other processes [import](Self::import_descriptor). Closing it
        /// doesn't affect the memory.
        ///
        /// [`cuMemExportToShareableHandle`](crate::driver::Raw::cuMemExportToShareableHandle)
        ///
        /// # Errors
        /// Returns the driver's error: `CUDA_ERROR_INVALID_VALUE` (1) if it wasn't created
        /// [exportable](PhysicalProperties::handle_types) in this way.
        #[doc(alias = "cuMemExportToShareableHandle")]
        #[inline]
        pub fn export_descriptor(&self) -> Result<OwnedFd, CuResult> {
            let mut descriptor: c_int = -1;
            // SAFETY: the memory is alive, and the pointer is to a live descriptor.
            unsafe {
                self.driver().raw().cuMemExportToShareableHandle(
                    (&raw mut descriptor).cast(),
                    self.as_raw(),
                    DESCRIPTOR,
                    0,
                )
            }?;
            // SAFETY: the driver opened it for this call, and no other code closes it.
            Ok(unsafe { OwnedFd::from_raw_fd(descriptor) })
        }

        /// Imports memory of `bytes` bytes that was [exported](Self::export_descriptor), here or in another process.
        /// The descriptor can be closed afterwards. A wrong size is reported when the memory is mapped.
        ///
        /// [`cuMemImportFromShareableHandle`](crate::driver::Raw::cuMemImportFromShareableHandle)
        ///
        /// # Errors
        /// Returns the driver's error if the descriptor isn't one of such memory.
        #[doc(alias = "cuMemImportFromShareableHandle")]
        #[inline]
        pub fn import_descriptor(
            driver: Driver,
            descriptor: BorrowedFd<'_>,
            bytes: usize,
        ) -> Result<Self, CuResult> {
            // The call takes the number itself as a pointer, which must not be null.
            let other = match descriptor.as_raw_fd() {
                0 => descriptor.try_clone_to_owned().ok(),
                _ => None,
            };
            let descriptor = other.as_ref().map_or(descriptor, AsFd::as_fd);
            let number = core::ptr::without_provenance_mut::<c_void>(
                usize::try_from(descriptor.as_raw_fd()).unwrap_or(usize::MAX),
            );
            // SAFETY: the descriptor is open during the call.
            let handle =
                unsafe { driver.raw().cuMemImportFromShareableHandle(number, DESCRIPTOR) }?;
            Ok(Self::new(driver, handle, bytes, Ownership::Owned))
        }
    }
}

/// Returns the error of memory that was not created, with details that the driver doesn't report.
#[cold]
fn not_created(
    context: Option<&Context>,
    driver: Driver,
    bytes: usize,
    properties: &PhysicalProperties,
    error: CuResult,
) -> Error {
    if error.code() == ErrorCode::INVALID_VALUE
        && let Ok(granularity) = properties.granularity(driver, MemAllocationGranularity::MINIMUM)
        && (bytes == 0 || bytes.checked_rem(granularity).is_some_and(|rest| rest != 0))
    {
        return Error::Granularity(Box::new(Granularity { bytes, granularity, result: error }));
    }
    Error::of_allocation(error, bytes, context)
}

impl Device {
    /// Creates `bytes` bytes of plain memory of this device: [`Driver::create_memory`](crate::driver::Driver::create_memory).
    ///
    /// [`cuMemCreate`](crate::driver::Raw::cuMemCreate)
    ///
    /// # Errors
    /// As [`Driver::create_memory`](crate::driver::Driver::create_memory).
    #[doc(alias = "cuMemCreate")]
    #[inline]
    pub fn create_memory(self, bytes: usize) -> Result<PhysicalMemory, Error> {
        self.driver().create_memory(bytes, &PhysicalProperties::new(self))
    }
}

impl ObjectKind for MemoryKind {
    type Handle = CUmemGenericAllocationHandle;

    unsafe fn destroy(&mut self, handle: CUmemGenericAllocationHandle) -> Result<(), CuResult> {
        // SAFETY: the caller gives up the handle.
        unsafe { self.driver.raw().cuMemRelease(handle) }
    }
}
