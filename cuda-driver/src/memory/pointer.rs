use core::ffi::{c_int, c_uint, c_void};
use core::fmt;

use cuda_driver_sys::{CUcontext, CUdeviceptr, CUmemoryPool, CUpointer_attribute as A};

use crate::context::Context;
use crate::device::Device;
use crate::error::CuResult;
use crate::memory::{HandleTypes, MemAccessFlags, MemoryType};

/// An address whose attributes the driver reports: [`Context::pointer`].
///
/// Every query is one driver call, made with the context current, and returns `CUDA_ERROR_INVALID_VALUE` (1) for an
/// address that the driver doesn't know. [`attributes`](Self::attributes) queries several attributes in one call, for
/// any address.
///
/// ```
/// # let stream = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?.stream()?;
/// use cuda_driver::memory::MemoryType;
///
/// let buffer = stream.alloc::<u8>(1000)?;
/// let pointer = stream.context().pointer(buffer.as_raw());
/// assert_eq!(pointer.attributes()?.memory_type, Some(MemoryType::DEVICE));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Pointer<'c> {
    context: &'c Context,
    address: CUdeviceptr,
}

/// The attributes of an address: [`Pointer::attributes`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct PointerAttributes {
    /// Whether it is host or device memory; `None` for an address that the driver doesn't know.
    pub memory_type: Option<MemoryType>,
    /// The device that it was allocated or registered on.
    pub device: Option<Device>,
    /// The context that it was allocated or registered in; null for memory without a context.
    pub context: CUcontext,
    /// Whether it is managed memory.
    pub is_managed: bool,
    /// The address at which kernels access it; 0 if they can't.
    pub device_pointer: CUdeviceptr,
    /// The address at which the host accesses it; null if it can't.
    pub host_pointer: *mut c_void,
    /// The first address of the allocation; 0 for an address that the driver doesn't know.
    pub range_start: CUdeviceptr,
    /// The size of the allocation, in bytes.
    pub range_size: usize,
    /// The id of the allocation, which is unique in the process.
    pub buffer_id: u64,
    /// The pool that it was allocated from; null if from none.
    pub memory_pool: CUmemoryPool,
}

impl Context {
    /// Returns a value to query the attributes of an address.
    #[must_use]
    #[inline]
    pub const fn pointer(&self, address: CUdeviceptr) -> Pointer<'_> {
        Pointer { context: self, address }
    }
}

impl Pointer<'_> {
    /// Returns whether it is host or device memory. Managed memory counts as device memory.
    ///
    /// [`cuPointerGetAttribute`](crate::driver::Raw::cuPointerGetAttribute)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuPointerGetAttribute")]
    #[inline]
    pub fn memory_type(self) -> Result<MemoryType, CuResult> {
        // SAFETY: the attribute is of this type.
        let value = unsafe { self.attribute::<c_uint>(A::CU_POINTER_ATTRIBUTE_MEMORY_TYPE) }?;
        Ok(MemoryType::from_raw(cuda_driver_sys::CUmemorytype(value)))
    }

    /// Returns the handle of the context that it was allocated or registered in; null for memory without a context.
    ///
    /// [`cuPointerGetAttribute`](crate::driver::Raw::cuPointerGetAttribute)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuPointerGetAttribute")]
    #[inline]
    pub fn context(self) -> Result<CUcontext, CuResult> {
        // SAFETY: the attribute is of this type.
        let value = unsafe { self.attribute::<usize>(A::CU_POINTER_ATTRIBUTE_CONTEXT) }?;
        Ok(core::ptr::with_exposed_provenance_mut(value))
    }

    /// Returns the address at which kernels access it.
    ///
    /// [`cuPointerGetAttribute`](crate::driver::Raw::cuPointerGetAttribute)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuPointerGetAttribute")]
    #[inline]
    pub fn device_pointer(self) -> Result<CUdeviceptr, CuResult> {
        // SAFETY: the attribute is of this type.
        unsafe { self.attribute::<u64>(A::CU_POINTER_ATTRIBUTE_DEVICE_POINTER) }
    }

    /// Returns the address at which the host accesses it.
    ///
    /// [`cuPointerGetAttribute`](crate::driver::Raw::cuPointerGetAttribute)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuPointerGetAttribute")]
    #[inline]
    pub fn host_pointer(self) -> Result<*mut c_void, CuResult> {
        // SAFETY: the attribute is of this type.
        let value = unsafe { self.attribute::<usize>(A::CU_POINTER_ATTRIBUTE_HOST_POINTER) }?;
        Ok(core::ptr::with_exposed_provenance_mut(value))
    }

    /// Returns whether synchronous copies and fills of it always wait until the device has completed them.
    ///
    /// [`cuPointerGetAttribute`](crate::driver::Raw::cuPointerGetAttribute)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuPointerGetAttribute")]
    #[inline]
    pub fn sync_memops(self) -> Result<bool, CuResult> {
        // SAFETY: the attribute is of this type.
        let value = unsafe { self.attribute::<u8>(A::CU_POINTER_ATTRIBUTE_SYNC_MEMOPS) }?;
        Ok(value != 0)
    }

    /// Returns the id of the allocation, which is unique in the process.
    ///
    /// [`cuPointerGetAttribute`](crate::driver::Raw::cuPointerGetAttribute)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuPointerGetAttribute")]
    #[inline]
    pub fn buffer_id(self) -> Result<u64, CuResult> {
        // SAFETY: the attribute is of this type.
        unsafe { self.attribute::<u64>(A::CU_POINTER_ATTRIBUTE_BUFFER_ID) }
    }

    /// Returns `true` if it is managed memory.
    ///
    /// [`cuPointerGetAttribute`](crate::driver::Raw::cuPointerGetAttribute)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuPointerGetAttribute")]
    #[inline]
    pub fn is_managed(self) -> Result<bool, CuResult> {
        // SAFETY: the attribute is of this type.
        let value = unsafe { self.attribute::<u8>(A::CU_POINTER_ATTRIBUTE_IS_MANAGED) }?;
        Ok(value != 0)
    }

    /// Returns the ordinal of the device that it was allocated or registered on.
    ///
    /// [`cuPointerGetAttribute`](crate::driver::Raw::cuPointerGetAttribute)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuPointerGetAttribute")]
    #[inline]
    pub fn device_ordinal(self) -> Result<c_int, CuResult> {
        // SAFETY: the attribute is of this type.
        unsafe { self.attribute::<c_int>(A::CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL) }
    }

    /// Returns `true` if it can be shared with other processes by a [handle](crate::ipc::IpcMemHandle).
    ///
    /// [`cuPointerGetAttribute`](crate::driver::Raw::cuPointerGetAttribute)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuPointerGetAttribute")]
    #[inline]
    pub fn is_legacy_ipc_capable(self) -> Result<bool, CuResult> {
        // SAFETY: the attribute is of this type.
        let value =
            unsafe { self.attribute::<u8>(A::CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE) }?;
        Ok(value != 0)
    }

    /// Returns the first address of the allocation.
    ///
    /// [`cuPointerGetAttribute`](crate::driver::Raw::cuPointerGetAttribute)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuPointerGetAttribute")]
    #[inline]
    pub fn range_start(self) -> Result<CUdeviceptr, CuResult> {
        // SAFETY: the attribute is of this type.
        unsafe { self.attribute::<u64>(A::CU_POINTER_ATTRIBUTE_RANGE_START_ADDR) }
    }

    /// Returns the size of the allocation, in bytes.
    ///
    /// [`cuPointerGetAttribute`](crate::driver::Raw::cuPointerGetAttribute)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuPointerGetAttribute")]
    #[inline]
    pub fn range_size(self) -> Result<usize, CuResult> {
        // SAFETY: the attribute is of this type.
        unsafe { self.attribute::<usize>(A::CU_POINTER_ATTRIBUTE_RANGE_SIZE) }
    }

    /// Returns `true` if memory is mapped at the address, not only reserved.
    ///
    /// [`cuPointerGetAttribute`](crate::driver::Raw::cuPointerGetAttribute)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuPointerGetAttribute")]
    #[inline]
    pub fn is_mapped(self) -> Result<bool, CuResult> {
        // SAFETY: the attribute is of this type.
        let value = unsafe { self.attribute::<u8>(A::CU_POINTER_ATTRIBUTE_MAPPED) }?;
        Ok(value != 0)
    }

    /// Returns the handle types with which the allocation can be shared with other processes.
    ///
    /// [`cuPointerGetAttribute`](crate::driver::Raw::cuPointerGetAttribute)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuPointerGetAttribute")]
    #[inline]
    pub fn allowed_handle_types(self) -> Result<HandleTypes, CuResult> {
        // SAFETY: the attribute is of this type.
        let value = unsafe { self.attribute::<u64>(A::CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES) }?;
        Ok(HandleTypes::from_bits_retain(u32::try_from(value).unwrap_or(u32::MAX)))
    }

    /// Returns `true` if other devices on the bus can access it directly, with GPUDirect RDMA.
    ///
    /// [`cuPointerGetAttribute`](crate::driver::Raw::cuPointerGetAttribute)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuPointerGetAttribute")]
    #[inline]
    pub fn is_gpu_direct_rdma_capable(self) -> Result<bool, CuResult> {
        // SAFETY: the attribute is of this type.
        let value =
            unsafe { self.attribute::<u8>(A::CU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE) }?;
        Ok(value != 0)
    }

    /// Returns the handle of the pool that it was allocated from; null if it wasn't allocated from a pool.
    ///
    /// [`cuPointerGetAttribute`](crate::driver::Raw::cuPointerGetAttribute)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuPointerGetAttribute")]
    #[inline]
    pub fn memory_pool(self) -> Result<CUmemoryPool, CuResult> {
        // SAFETY: the attribute is of this type.
        let value = unsafe { self.attribute::<usize>(A::CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE) }?;
        Ok(core::ptr::with_exposed_provenance_mut(value))
    }

    /// Returns the size of the mapping, in bytes.
    ///
    /// [`cuPointerGetAttribute`](crate::driver::Raw::cuPointerGetAttribute)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuPointerGetAttribute")]
    #[inline]
    pub fn mapping_size(self) -> Result<usize, CuResult> {
        // SAFETY: the attribute is of this type.
        unsafe { self.attribute::<usize>(A::CU_POINTER_ATTRIBUTE_MAPPING_SIZE) }
    }

    /// Returns the first address of the mapping.
    ///
    /// [`cuPointerGetAttribute`](crate::driver::Raw::cuPointerGetAttribute)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuPointerGetAttribute")]
    #[inline]
    pub fn mapping_start(self) -> Result<CUdeviceptr, CuResult> {
        // SAFETY: the attribute is of this type.
        unsafe { self.attribute::<u64>(A::CU_POINTER_ATTRIBUTE_MAPPING_BASE_ADDR) }
    }

    /// Returns the id of the physical allocation, which is unique in the process.
    ///
    /// [`cuPointerGetAttribute`](crate::driver::Raw::cuPointerGetAttribute)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuPointerGetAttribute")]
    #[inline]
    pub fn memory_block_id(self) -> Result<u64, CuResult> {
        // SAFETY: the attribute is of this type.
        unsafe { self.attribute::<u64>(A::CU_POINTER_ATTRIBUTE_MEMORY_BLOCK_ID) }
    }

    /// Returns `true` if it supports hardware decompression. Requires a driver of CUDA 12.8.
    ///
    /// [`cuPointerGetAttribute`](crate::driver::Raw::cuPointerGetAttribute)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuPointerGetAttribute")]
    #[inline]
    pub fn is_hw_decompress_capable(self) -> Result<bool, CuResult> {
        // SAFETY: the attribute is of this type.
        let value =
            unsafe { self.attribute::<u8>(A::CU_POINTER_ATTRIBUTE_IS_HW_DECOMPRESS_CAPABLE) }?;
        Ok(value != 0)
    }
}

impl Pointer<'_> {
    /// Returns the address.
    #[must_use]
    #[inline]
    pub const fn address(self) -> CUdeviceptr {
        self.address
    }

    /// Returns the access of the device of `context` to the memory.
    ///
    /// [`cuPointerGetAttribute`](crate::driver::Raw::cuPointerGetAttribute)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuPointerGetAttribute")]
    #[inline]
    pub fn access_flags(self, context: &Context) -> Result<MemAccessFlags, CuResult> {
        // The driver reports the access of the current context's device.
        let pointer = Pointer { context, ..self };
        // SAFETY: the attribute is an enumeration, of 32 bits.
        let flags = unsafe { pointer.attribute::<c_uint>(A::CU_POINTER_ATTRIBUTE_ACCESS_FLAGS) }?;
        Ok(MemAccessFlags::from_raw(cuda_driver_sys::CUmemAccess_flags(flags)))
    }

    /// Sets whether synchronous copies and fills of the allocation always wait until the device has completed them. By
    /// default, some return earlier.
    ///
    /// [`cuPointerSetAttribute`](crate::driver::Raw::cuPointerSetAttribute)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuPointerSetAttribute")]
    #[inline]
    pub fn set_sync_memops(self, wanted: bool) -> Result<(), CuResult> {
        let value = c_uint::from(wanted);
        let _bound = self.context.bind()?;
        // SAFETY: the attribute is a number of 32 bits, and the driver looks the address up.
        unsafe {
            self.context.raw().cuPointerSetAttribute(
                (&raw const value).cast(),
                A::CU_POINTER_ATTRIBUTE_SYNC_MEMOPS,
                self.address,
            )
        }
    }

    /// Returns the attributes of the address, in one call. It also succeeds for an address that the driver doesn't
    /// know.
    ///
    /// [`cuPointerGetAttributes`](crate::driver::Raw::cuPointerGetAttributes)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuPointerGetAttributes")]
    #[inline]
    pub fn attributes(self) -> Result<PointerAttributes, CuResult> {
        let mut requested = [
            A::CU_POINTER_ATTRIBUTE_MEMORY_TYPE,
            A::CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL,
            A::CU_POINTER_ATTRIBUTE_CONTEXT,
            A::CU_POINTER_ATTRIBUTE_IS_MANAGED,
            A::CU_POINTER_ATTRIBUTE_DEVICE_POINTER,
            A::CU_POINTER_ATTRIBUTE_HOST_POINTER,
            A::CU_POINTER_ATTRIBUTE_RANGE_START_ADDR,
            A::CU_POINTER_ATTRIBUTE_RANGE_SIZE,
            A::CU_POINTER_ATTRIBUTE_BUFFER_ID,
            A::CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE,
        ];
        let (mut memory_type, mut ordinal, mut is_managed) = (0u32, -1i32, 0u32);
        let (mut context, mut host, mut pool) = (0usize, 0usize, 0usize);
        let (mut device, mut start, mut size, mut buffer_id) = (0u64, 0u64, 0usize, 0u64);
        let mut values: [*mut c_void; 10] = [
            (&raw mut memory_type).cast(),
            (&raw mut ordinal).cast(),
            (&raw mut context).cast(),
            (&raw mut is_managed).cast(),
            (&raw mut device).cast(),
            (&raw mut host).cast(),
            (&raw mut start).cast(),
            (&raw mut size).cast(),
            (&raw mut buffer_id).cast(),
            (&raw mut pool).cast(),
        ];
        let _bound = self.context.bind()?;
        // SAFETY: there is a pointer for each attribute, to a value of its size at least.
        unsafe {
            self.context.raw().cuPointerGetAttributes(
                requested.len() as c_uint,
                requested.as_mut_ptr(),
                values.as_mut_ptr(),
                self.address,
            )
        }?;
        let is_known = memory_type != 0;
        Ok(PointerAttributes {
            memory_type: is_known
                .then(|| MemoryType::from_raw(cuda_driver_sys::CUmemorytype(memory_type))),
            device: (is_known && ordinal >= 0).then(|| Device::new(self.context.driver(), ordinal)),
            context: core::ptr::with_exposed_provenance_mut(context),
            is_managed: is_managed != 0,
            device_pointer: device,
            host_pointer: core::ptr::with_exposed_provenance_mut(host),
            range_start: start,
            range_size: size,
            buffer_id,
            memory_pool: core::ptr::with_exposed_provenance_mut(pool),
        })
    }

    /// # Safety
    /// The value of the attribute is a number of type `T`, or a shorter one.
    unsafe fn attribute<T: bytemuck::Pod>(self, attribute: A) -> Result<T, CuResult> {
        // Some drivers write more than a byte for a truth value.
        let mut value = 0u64;
        let _bound = self.context.bind()?;
        // SAFETY: there is room for the value, aligned to its size, and the driver looks the address up.
        unsafe {
            self.context.raw().cuPointerGetAttribute(
                (&raw mut value).cast::<c_void>(),
                attribute,
                self.address,
            )
        }?;
        // SAFETY: every bit pattern is a valid `T`, and its bytes come first.
        Ok(unsafe { (&raw const value).cast::<T>().read() })
    }
}

impl fmt::Debug for Pointer<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Pointer({:#x})", self.address)
    }
}

impl Context {
    /// Returns the first address and the size in bytes of the allocation that holds `address`.
    ///
    /// [`cuMemGetAddressRange`](crate::driver::Raw::cuMemGetAddressRange)
    ///
    /// # Errors
    /// `CUDA_ERROR_NOT_FOUND` (500) for an address outside any allocation, or another error of the driver.
    #[doc(alias("cuMemGetAddressRange", "cuMemGetAddressRange_v2"))]
    #[inline]
    pub fn address_range(&self, address: CUdeviceptr) -> Result<(CUdeviceptr, usize), CuResult> {
        // SAFETY: the driver looks the address up.
        self.retry(self.raw(), |raw| unsafe { raw.cuMemGetAddressRange(address) })
    }
}
