use core::ffi::{c_int, c_uint, c_void};
use core::fmt;

use cuda_driver_sys::{CUcontext, CUdeviceptr, CUmemoryPool, CUpointer_attribute as A};

use crate::memory::HandleTypes;
use crate::{Context, CuResult, Device, MemAccessFlags, MemoryType};

/// An address, to ask the driver about: [`Context::pointer`].
///
/// Every question is one driver call, made with the context current, and answers `CUDA_ERROR_INVALID_VALUE` (1) of an address that the driver doesn't know.
/// [`attributes`](Self::attributes) asks several at once, of any address.
///
/// ```
/// # let stream = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?.stream()?;
/// use cuda_driver::MemoryType;
///
/// let buffer = stream.alloc::<u8>(1000)?;
/// let pointer = stream.context().pointer(buffer.as_raw());
/// assert_eq!(pointer.attributes()?.memory_type, Some(MemoryType::DEVICE));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Pointer<'c> {
    context: &'c Context,
    address: CUdeviceptr,
}

/// What the driver knows of an address: [`Pointer::attributes`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct PointerAttributes {
    /// Whether it is the host's memory or a device's; `None` for an address that the driver doesn't know.
    pub memory_type: Option<MemoryType>,
    /// The device that it was allocated or registered on.
    pub device: Option<Device>,
    /// The context that it was allocated or registered in; null for memory that is of none.
    pub context: CUcontext,
    /// Whether it is managed memory.
    pub is_managed: bool,
    /// The address that kernels know it by; 0 if they know it by none.
    pub device_pointer: CUdeviceptr,
    /// The address that the host knows it by; null if it knows it by none.
    pub host_pointer: *mut c_void,
    /// The first address of the allocation; 0 for an address that the driver doesn't know.
    pub range_start: CUdeviceptr,
    /// The bytes of the allocation.
    pub range_size: usize,
    /// A number that no other allocation of the process has or had.
    pub buffer_id: u64,
    /// The pool that it was allocated from; null if from none.
    pub memory_pool: CUmemoryPool,
}

impl Context {
    /// An address, to ask the driver about.
    #[must_use]
    #[inline]
    pub const fn pointer(&self, address: CUdeviceptr) -> Pointer<'_> {
        Pointer {
            context: self,
            address,
        }
    }
}

/// The attributes that are answered as a value of one type.
macro_rules! attributes {
    ($($(#[$meta:meta])* $attribute:ident: $raw:ty => $name:ident -> $ty:ty, $value:ident => $of:expr;)*) => {
        impl Pointer<'_> {$(
            $(#[$meta])*
            ///
            /// [`cuPointerGetAttribute`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__UNIFIED.html#group__CUDA__UNIFIED_1g0c28ed0aff848042bc0533110e45820c)
            ///
            /// # Errors
            /// What the driver answers.
            #[doc(alias = "cuPointerGetAttribute")]
            pub fn $name(self) -> Result<$ty, CuResult> {
                // SAFETY: the attribute is of this type.
                let $value = unsafe { self.attribute::<$raw>(A::$attribute) }?;
                Ok($of)
            }
        )*}
    };
}

attributes! {
    /// Whether it is the host's memory or a device's. Managed memory counts as a device's.
    CU_POINTER_ATTRIBUTE_MEMORY_TYPE: c_uint => memory_type -> MemoryType,
        value => MemoryType::from_raw(cuda_driver_sys::CUmemorytype(value));
    /// The handle of the context that it was allocated or registered in; null for memory that is of none.
    CU_POINTER_ATTRIBUTE_CONTEXT: usize => context -> CUcontext, value => core::ptr::with_exposed_provenance_mut(value);
    /// The address that kernels know it by.
    CU_POINTER_ATTRIBUTE_DEVICE_POINTER: u64 => device_pointer -> CUdeviceptr, value => value;
    /// The address that the host knows it by.
    CU_POINTER_ATTRIBUTE_HOST_POINTER: usize => host_pointer -> *mut c_void,
        value => core::ptr::with_exposed_provenance_mut(value);
    /// Whether synchronous copies and fills of it wait until they are done on the device, too.
    CU_POINTER_ATTRIBUTE_SYNC_MEMOPS: u8 => sync_memops -> bool, value => value != 0;
    /// A number that no other allocation of the process has or had.
    CU_POINTER_ATTRIBUTE_BUFFER_ID: u64 => buffer_id -> u64, value => value;
    /// Whether it is managed memory.
    CU_POINTER_ATTRIBUTE_IS_MANAGED: u8 => is_managed -> bool, value => value != 0;
    /// The number of the device that it was allocated or registered on.
    CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL: c_int => device_ordinal -> c_int, value => value;
    /// Whether other processes can be given it by a [handle](crate::IpcMemHandle).
    CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE: u8 => is_legacy_ipc_capable -> bool, value => value != 0;
    /// The first address of the allocation.
    CU_POINTER_ATTRIBUTE_RANGE_START_ADDR: u64 => range_start -> CUdeviceptr, value => value;
    /// The bytes of the allocation.
    CU_POINTER_ATTRIBUTE_RANGE_SIZE: usize => range_size -> usize, value => value;
    /// Whether there is memory behind the address, and not only a reservation.
    CU_POINTER_ATTRIBUTE_MAPPED: u8 => is_mapped -> bool, value => value != 0;
    /// The ways in which the allocation can be given to other processes.
    CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES: u64 => allowed_handle_types -> HandleTypes,
        value => HandleTypes::from_bits_retain(u32::try_from(value).unwrap_or(u32::MAX));
    /// Whether other devices of the bus can reach it directly, by GPUDirect RDMA.
    CU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE: u8 => is_gpu_direct_rdma_capable -> bool, value => value != 0;
    /// The handle of the pool that it was allocated from; null if from none.
    CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE: usize => memory_pool -> CUmemoryPool,
        value => core::ptr::with_exposed_provenance_mut(value);
    /// The bytes of the mapping.
    CU_POINTER_ATTRIBUTE_MAPPING_SIZE: usize => mapping_size -> usize, value => value;
    /// The first address of the mapping.
    CU_POINTER_ATTRIBUTE_MAPPING_BASE_ADDR: u64 => mapping_start -> CUdeviceptr, value => value;
    /// A number that no other physical allocation of the process has or had.
    CU_POINTER_ATTRIBUTE_MEMORY_BLOCK_ID: u64 => memory_block_id -> u64, value => value;
    /// Whether it suits hardware decompression. Needs a driver of 12.8.
    CU_POINTER_ATTRIBUTE_IS_HW_DECOMPRESS_CAPABLE: u8 => is_hw_decompress_capable -> bool, value => value != 0;
}

impl Pointer<'_> {
    /// The address.
    #[must_use]
    #[inline]
    pub const fn address(self) -> CUdeviceptr {
        self.address
    }

    /// What the device of `context` may do with the memory.
    ///
    /// [`cuPointerGetAttribute`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__UNIFIED.html#group__CUDA__UNIFIED_1g0c28ed0aff848042bc0533110e45820c)
    ///
    /// # Errors
    /// What the driver answers.
    #[doc(alias = "cuPointerGetAttribute")]
    #[inline]
    pub fn access_flags(self, context: &Context) -> Result<MemAccessFlags, CuResult> {
        let _bound = context.bind()?;
        // SAFETY: the attribute is an enumeration, of 32 bits.
        let flags = unsafe { self.attribute::<c_uint>(A::CU_POINTER_ATTRIBUTE_ACCESS_FLAGS) }?;
        Ok(MemAccessFlags::from_raw(
            cuda_driver_sys::CUmemAccess_flags(flags),
        ))
    }

    /// Sets whether synchronous copies and fills of the allocation wait until they are done on the device, too: some return
    /// before, unless asked.
    ///
    /// [`cuPointerSetAttribute`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__UNIFIED.html#group__CUDA__UNIFIED_1g89f7ad29a657e574fdea2624b74d138e)
    ///
    /// # Errors
    /// What the driver answers.
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

    /// What the driver knows of the address, in one call; of one that it doesn't know, that.
    ///
    /// [`cuPointerGetAttributes`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__UNIFIED.html#group__CUDA__UNIFIED_1gf65e9ea532e311dd049166e4894955ad)
    ///
    /// # Errors
    /// What the driver answers.
    #[doc(alias = "cuPointerGetAttributes")]
    #[inline]
    pub fn attributes(self) -> Result<PointerAttributes, CuResult> {
        let mut asked = [
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
                asked.len() as c_uint,
                asked.as_mut_ptr(),
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
    /// The value of the attribute is a `T`, which is a number, or shorter.
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
        // SAFETY: every bit pattern is a `T`, and its bytes are the first.
        Ok(unsafe { (&raw const value).cast::<T>().read() })
    }
}

impl fmt::Debug for Pointer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Pointer({:#x})", self.address)
    }
}

impl Context {
    /// The first address and the bytes of the allocation that holds `address`.
    ///
    /// [`cuMemGetAddressRange`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g64fee5711274a2a0573a789c94d8299b)
    ///
    /// # Errors
    /// `CUDA_ERROR_NOT_FOUND` (500) for an address in no allocation, or what else the driver answers.
    #[doc(alias = "cuMemGetAddressRange")]
    #[inline]
    pub fn address_range(&self, address: CUdeviceptr) -> Result<(CUdeviceptr, usize), CuResult> {
        // SAFETY: the driver looks the address up.
        self.retry(self.raw(), |raw| unsafe {
            raw.cuMemGetAddressRange(address)
        })
    }
}
