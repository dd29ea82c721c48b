//! Memory pools that several processes use.

use core::ffi::c_void;

use cuda_driver_sys::{CUmemFabricHandle, CUmemPoolPtrExportData};

use crate::memory::buffer::DeviceBuffer;
use crate::memory::{Element, MemoryError, MemoryPool};
use crate::{Context, CuResult, MemAllocationHandleType, Stream};

/// What another process needs, beside the pool, to use memory that was allocated from it: plain bytes, to be sent there in any
/// way. [`Stream::import_pointer`] takes it.
///
/// [`CUmemPoolPtrExportData`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUmemPoolPtrExportData__v1.html)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[doc(alias = "CUmemPoolPtrExportData")]
pub struct PoolPointer([u8; 64]);

impl PoolPointer {
    /// The bytes that [`as_bytes`](Self::as_bytes) gave.
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

/// What another process, also on another machine of the same NVLink domain, needs to use a pool: plain bytes.
///
/// [`CUmemFabricHandle`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUmemFabricHandle__v1.html)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[doc(alias = "CUmemFabricHandle")]
pub struct FabricHandle([u8; 64]);

impl FabricHandle {
    /// The bytes that [`as_bytes`](Self::as_bytes) gave.
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
    /// A file descriptor by which another process can [import](Context::import_pool) the pool, once it was sent there, over a
    /// Unix socket for one. The pool was made with [`HandleTypes::POSIX_FILE_DESCRIPTOR`](crate::HandleTypes).
    ///
    /// [`cuMemPoolExportToShareableHandle`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MALLOC__ASYNC.html#group__CUDA__MALLOC__ASYNC_1g79ed285fdfffb76932871fb96fbba8f8)
    ///
    /// # Errors
    /// `CUDA_ERROR_INVALID_VALUE` (1) for a pool that can't be given away so, or what else the driver returns.
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

    /// A handle by which another process, also on another machine of the same NVLink domain, can
    /// [import](Context::import_fabric_pool) the pool. It was made with [`HandleTypes::FABRIC`](crate::HandleTypes).
    ///
    /// [`cuMemPoolExportToShareableHandle`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MALLOC__ASYNC.html#group__CUDA__MALLOC__ASYNC_1g79ed285fdfffb76932871fb96fbba8f8)
    ///
    /// # Errors
    /// `CUDA_ERROR_INVALID_VALUE` (1) for a pool that can't be given away so, or what else the driver returns.
    #[doc(alias = "cuMemPoolExportToShareableHandle")]
    #[inline]
    pub fn export_fabric(&self) -> Result<FabricHandle, CuResult> {
        let mut handle = CUmemFabricHandle::default();
        // SAFETY: the pool is alive, and this is the type of a fabric handle.
        unsafe { self.export((&raw mut handle).cast(), MemAllocationHandleType::FABRIC) }?;
        Ok(FabricHandle(handle.data))
    }

    /// # Safety
    /// `to` can be written for a handle of this type.
    unsafe fn export(
        &self,
        to: *mut c_void,
        handle_type: MemAllocationHandleType,
    ) -> Result<(), CuResult> {
        // SAFETY: the pool is alive, and the caller has room for the handle.
        unsafe {
            self.raw()
                .cuMemPoolExportToShareableHandle(to, self.as_raw(), handle_type.as_raw(), 0)
        }
    }
}

impl Context {
    /// Returns the pool of another process, by a descriptor that [`MemoryPool::export_descriptor`] made there. Nothing
    /// can be allocated from it here: [`Stream::import_pointer`] uses what the other process allocated.
    ///
    /// [`cuMemPoolImportFromShareableHandle`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MALLOC__ASYNC.html#group__CUDA__MALLOC__ASYNC_1g02b4f18dd8a1c45b7f302800e90cec5b)
    ///
    /// # Errors
    /// Returns the driver's error, to a descriptor of something else, for one.
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

    /// Returns the pool of another process, by a handle that [`MemoryPool::export_fabric`] made there.
    ///
    /// [`cuMemPoolImportFromShareableHandle`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MALLOC__ASYNC.html#group__CUDA__MALLOC__ASYNC_1g02b4f18dd8a1c45b7f302800e90cec5b)
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
    /// `handle` is one of this type.
    unsafe fn import_pool_by(
        &self,
        handle: *mut c_void,
        handle_type: MemAllocationHandleType,
    ) -> Result<MemoryPool, CuResult> {
        let _bound = self.bind()?;
        // SAFETY: the context is current, and the caller guarantees that the handle is valid.
        let pool = unsafe {
            self.raw()
                .cuMemPoolImportFromShareableHandle(handle, handle_type.as_raw(), 0)
        }?;
        Ok(MemoryPool::new(self.driver(), None, pool, true))
    }
}

impl<T> DeviceBuffer<T> {
    /// What another process that [imported](Context::import_pool) the pool needs to use the memory of this buffer, too: see
    /// [`Stream::import_pointer`]. The buffer was [allocated from](Stream::alloc_from) a pool that can be given to other processes.
    ///
    /// The buffer must live until the other process has dropped what it imported.
    ///
    /// [`cuMemPoolExportPointer`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MALLOC__ASYNC.html#group__CUDA__MALLOC__ASYNC_1gfe89f0478d26edaa91eb8a2e0349329d)
    ///
    /// # Errors
    /// `CUDA_ERROR_INVALID_VALUE` (1) for other memory, or what else the driver returns.
    #[doc(alias = "cuMemPoolExportPointer")]
    #[inline]
    pub fn export_pointer(&self) -> Result<PoolPointer, CuResult> {
        let context = self.stream().context();
        // SAFETY: the driver looks the address up.
        let data = context.retry(context.raw(), |raw| unsafe {
            raw.cuMemPoolExportPointer(self.as_raw())
        })?;
        Ok(PoolPointer(data.reserved))
    }
}

impl Stream {
    /// Uses memory that another process allocated from `pool`, which was [imported](Context::import_pool) from there. It is freed
    /// in the stream's order when dropped: here, for it stays allocated there.
    ///
    /// [`cuMemPoolImportPointer`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MALLOC__ASYNC.html#group__CUDA__MALLOC__ASYNC_1g2620bb972ed5edcce312d3689454acbd)
    ///
    /// # Errors
    /// `CUDA_ERROR_INVALID_VALUE` (1) for memory of another pool, or what else the driver returns.
    ///
    /// # Safety
    /// - The memory holds `len` elements, and stays allocated in the other process until it was freed here.
    /// - Nobody accesses it in the other process, or by another import, while the value lives, except to read what the value
    ///   only reads, too. Earlier work on it there is over or ordered before `self`'s.
    #[doc(alias = "cuMemPoolImportPointer")]
    pub unsafe fn import_pointer<T: Element>(
        &self,
        pool: &MemoryPool,
        pointer: &PoolPointer,
        len: usize,
    ) -> Result<DeviceBuffer<T>, MemoryError> {
        if pool.driver() != self.context().driver() {
            return Err(MemoryError::OtherContext);
        }
        let mut data = CUmemPoolPtrExportData {
            reserved: pointer.0,
        };
        let _bound = self.context().bind()?;
        // SAFETY: the context is current, the pool alive, and the pointer is to live data.
        let pointer = unsafe {
            self.context()
                .raw()
                .cuMemPoolImportPointer(pool.as_raw(), &raw mut data)
        }?;
        // SAFETY: the caller guarantees that the memory is valid, which is freed as such that was allocated here.
        Ok(unsafe { DeviceBuffer::from_raw(self, pointer, len) })
    }
}
