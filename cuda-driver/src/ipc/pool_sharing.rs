//! Sharing memory pools between processes.

use core::ffi::c_void;

use cuda_driver_sys::{CUmemFabricHandle, CUmemPoolPtrExportData};

use crate::context::Context;
use crate::error::{CuResult, Error};
use crate::memory::{
    Element, FabricHandle, MemAllocationHandleType, MemoryPool, buffer::DeviceBuffer,
};
use crate::object::Ownership;
use crate::stream::Stream;

/// A handle with which another process, in addition to the pool, can use memory allocated from it. It is plain bytes,
/// which can be sent in any way. [`Stream::import_pointer`] uses it.
///
/// [`CUmemPoolPtrExportData`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUmemPoolPtrExportData__v1.html)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[doc(alias = "CUmemPoolPtrExportData")]
pub struct PoolPointer([u8; 64]);

impl PoolPointer {
    /// Creates a value from the bytes that [`as_bytes`](Self::as_bytes) returned.
    #[must_use]
    #[inline]
    pub const fn from_bytes(bytes: [u8; 64]) -> Self {
        Self(bytes)
    }

    /// Returns the bytes.
    #[must_use]
    #[inline]
    pub const fn as_bytes(&self) -> &[u8; 64] {
        &self.0
    }
}

impl MemoryPool {
    /// Returns a file descriptor with which another process can [import](Context::import_pool) the pool, once it was
    /// sent there, for example over a Unix socket. The pool must have been created with
    /// [`HandleTypes::POSIX_FILE_DESCRIPTOR`](crate::memory::HandleTypes).
    ///
    /// [`cuMemPoolExportToShareableHandle`](crate::driver::Raw::cuMemPoolExportToShareableHandle)
    ///
    /// # Errors
    /// `CUDA_ERROR_INVALID_VALUE` (1) for a pool that can't be exported this way, or another error of the driver.
    #[cfg(unix)]
    #[doc(alias = "cuMemPoolExportToShareableHandle")]
    #[inline]
    pub fn export_descriptor(&self) -> Result<std::os::fd::OwnedFd, CuResult> {
        use std::os::fd::FromRawFd;

        let mut descriptor = -1i32;
        // SAFETY: the pool is alive, and a descriptor is a number of 32 bits.
        unsafe {
            self.export(
                (&raw mut descriptor).cast(),
                MemAllocationHandleType::POSIX_FILE_DESCRIPTOR,
            )
        }?;
        // SAFETY: the driver opened it for this call.
        Ok(unsafe { std::os::fd::OwnedFd::from_raw_fd(descriptor) })
    }

    /// Returns a handle with which another process, also on another machine of the same NVLink domain, can
    /// [import](Context::import_fabric_pool) the pool. The pool must have been created with
    /// [`HandleTypes::FABRIC`](crate::memory::HandleTypes).
    ///
    /// [`cuMemPoolExportToShareableHandle`](crate::driver::Raw::cuMemPoolExportToShareableHandle)
    ///
    /// # Errors
    /// `CUDA_ERROR_INVALID_VALUE` (1) for a pool that can't be exported this way, or another error of the driver.
    #[doc(alias = "cuMemPoolExportToShareableHandle")]
    #[inline]
    pub fn export_fabric(&self) -> Result<FabricHandle, CuResult> {
        let mut handle = CUmemFabricHandle::default();
        // SAFETY: the pool is alive, and this is the type of a fabric handle.
        unsafe { self.export((&raw mut handle).cast(), MemAllocationHandleType::FABRIC) }?;
        Ok(FabricHandle(handle.data))
    }

    /// # Safety
    /// `to` is valid for writing a handle of this type.
    unsafe fn export(
        &self,
        to: *mut c_void,
        handle_type: MemAllocationHandleType,
    ) -> Result<(), CuResult> {
        // SAFETY: the pool is alive, and the caller has room for the handle.
        unsafe {
            self.raw().cuMemPoolExportToShareableHandle(to, self.as_raw(), handle_type.as_raw(), 0)
        }
    }
}

impl Context {
    /// Imports the pool of another process, with a descriptor that [`MemoryPool::export_descriptor`] returned there. It
    /// can't be allocated from here: [`Stream::import_pointer`] uses memory that the other process allocated. Dropping
    /// the last clone destroys the import, not the other process's pool.
    ///
    /// [`cuMemPoolImportFromShareableHandle`](crate::driver::Raw::cuMemPoolImportFromShareableHandle)
    ///
    /// # Errors
    /// Returns the driver's error, for example for a descriptor of something else.
    #[cfg(unix)]
    #[doc(alias = "cuMemPoolImportFromShareableHandle")]
    pub fn import_pool(&self, descriptor: impl std::os::fd::AsFd) -> Result<MemoryPool, CuResult> {
        use std::os::fd::{AsFd, AsRawFd};

        let mut descriptor = descriptor.as_fd();
        // The number 0 would be a null handle.
        let other = match descriptor.as_raw_fd() {
            0 => descriptor.try_clone_to_owned().ok(),
            _ => None,
        };
        if let Some(other) = &other {
            descriptor = other.as_fd();
        }
        let number = usize::try_from(descriptor.as_raw_fd()).unwrap_or(usize::MAX);
        let handle = core::ptr::without_provenance_mut(number);
        // SAFETY: such a handle is the number of a descriptor, which is open.
        unsafe { self.import_pool_by(handle, MemAllocationHandleType::POSIX_FILE_DESCRIPTOR) }
    }

    /// Imports the pool of another process, with a handle that [`MemoryPool::export_fabric`] returned there.
    ///
    /// [`cuMemPoolImportFromShareableHandle`](crate::driver::Raw::cuMemPoolImportFromShareableHandle)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuMemPoolImportFromShareableHandle")]
    #[inline]
    pub fn import_fabric_pool(&self, handle: &FabricHandle) -> Result<MemoryPool, CuResult> {
        let mut handle = CUmemFabricHandle { data: handle.0 };
        // SAFETY: the pointer is to a live handle of this type.
        unsafe { self.import_pool_by((&raw mut handle).cast(), MemAllocationHandleType::FABRIC) }
    }

    /// # Safety
    /// `handle` is a handle of this type.
    unsafe fn import_pool_by(
        &self,
        handle: *mut c_void,
        handle_type: MemAllocationHandleType,
    ) -> Result<MemoryPool, CuResult> {
        let _bound = self.bind()?;
        // SAFETY: the context is current, and the caller guarantees that the handle is valid.
        let pool = unsafe {
            self.raw().cuMemPoolImportFromShareableHandle(handle, handle_type.as_raw(), 0)
        }?;
        Ok(MemoryPool::new(self.driver(), None, pool, Ownership::Owned))
    }
}

impl<T> DeviceBuffer<T> {
    /// Returns a handle with which another process that [imported](Context::import_pool) the pool can use the memory of
    /// this buffer: see [`Stream::import_pointer`]. The buffer must have been [allocated from](Stream::alloc_from) a
    /// pool that can be shared with other processes.
    ///
    /// The buffer must live until the other process has dropped the imported buffer.
    ///
    /// [`cuMemPoolExportPointer`](crate::driver::Raw::cuMemPoolExportPointer)
    ///
    /// # Errors
    /// `CUDA_ERROR_INVALID_VALUE` (1) for other memory, or another error of the driver.
    #[doc(alias = "cuMemPoolExportPointer")]
    #[inline]
    pub fn export_pointer(&self) -> Result<PoolPointer, CuResult> {
        let context = self.stream().context();
        // SAFETY: the driver looks the address up.
        let data = context
            .retry(context.raw(), |raw| unsafe { raw.cuMemPoolExportPointer(self.as_raw()) })?;
        Ok(PoolPointer(data.reserved))
    }
}

impl Stream {
    /// Imports memory that another process allocated from `pool`, which was [imported](Context::import_pool) from
    /// there. It is freed in stream order when dropped, but only in this process: it stays allocated in the other one.
    ///
    /// [`cuMemPoolImportPointer`](crate::driver::Raw::cuMemPoolImportPointer)
    ///
    /// # Errors
    /// `CUDA_ERROR_INVALID_VALUE` (1) for memory of another pool, [`Error::OtherContext`] for a pool of another
    /// driver, or another error of the driver.
    ///
    /// # Safety
    /// - The memory holds `len` elements, and stays allocated in the other process until it is freed here.
    /// - No other code accesses it in the other process, or through another import, while the value lives, except to
    ///   read elements that the value only reads. Earlier work on it there is complete or ordered before `self`'s.
    /// - While the last clone of `pool` is dropped, no other thread uses a stream in whose order such memory was freed,
    ///   as for [`MemoryPool::destroy`].
    #[doc(alias = "cuMemPoolImportPointer")]
    pub unsafe fn import_pointer<T: Element>(
        &self,
        pool: &MemoryPool,
        pointer: &PoolPointer,
        len: usize,
    ) -> Result<DeviceBuffer<T>, Error> {
        if pool.driver() != self.context().driver() {
            return Err(Error::OtherContext);
        }
        let mut data = CUmemPoolPtrExportData { reserved: pointer.0 };
        let _bound = self.context().bind()?;
        // SAFETY: the context is current, the pool alive, and the pointer is to live data.
        let pointer =
            unsafe { self.context().raw().cuMemPoolImportPointer(pool.as_raw(), &raw mut data) }?;
        // SAFETY: the caller guarantees that the memory is valid, which is freed like memory that was allocated here.
        Ok(unsafe { DeviceBuffer::from_raw(self, pointer, len) })
    }
}
