//! The attributes of memory pools.

use core::ffi::{c_int, c_void};

use cuda_driver_sys::CUmemPool_attribute as A;

use crate::error::CuResult;
use crate::memory::{HandleTypes, MemAllocationType, MemLocation, MemLocationType, MemoryPool};

impl MemoryPool {
    /// Returns how many bytes the pool keeps at a synchronization before it returns memory to the system; initially 0.
    ///
    /// [`cuMemPoolGetAttribute`](crate::driver::Raw::cuMemPoolGetAttribute)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuMemPoolGetAttribute")]
    #[inline]
    pub fn release_threshold(&self) -> Result<u64, CuResult> {
        // SAFETY: the attribute is of this type.
        unsafe { self.value(A::CU_MEMPOOL_ATTR_RELEASE_THRESHOLD) }
    }

    /// Returns whether an allocation may use memory that another stream freed before an event that the allocating
    /// stream waits for; initially `true`.
    ///
    /// [`cuMemPoolGetAttribute`](crate::driver::Raw::cuMemPoolGetAttribute)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuMemPoolGetAttribute")]
    #[inline]
    pub fn reuse_follow_event_dependencies(&self) -> Result<bool, CuResult> {
        // SAFETY: the attribute is of this type.
        unsafe { self.value(A::CU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES) }
    }

    /// Sets whether an allocation may use memory that another stream freed before an event that the allocating stream
    /// waits for.
    ///
    /// [`cuMemPoolSetAttribute`](crate::driver::Raw::cuMemPoolSetAttribute)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuMemPoolSetAttribute")]
    #[inline]
    pub fn set_reuse_follow_event_dependencies(&self, value: bool) -> Result<(), CuResult> {
        // SAFETY: the attribute is of this type.
        unsafe {
            self.set_attribute(A::CU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES, value.to())
        }
    }

    /// Returns whether an allocation may use memory of other streams that happens to be freed already; initially
    /// `true`.
    ///
    /// [`cuMemPoolGetAttribute`](crate::driver::Raw::cuMemPoolGetAttribute)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuMemPoolGetAttribute")]
    #[inline]
    pub fn reuse_allow_opportunistic(&self) -> Result<bool, CuResult> {
        // SAFETY: the attribute is of this type.
        unsafe { self.value(A::CU_MEMPOOL_ATTR_REUSE_ALLOW_OPPORTUNISTIC) }
    }

    /// Sets whether an allocation may use memory of other streams that happens to be freed already.
    ///
    /// [`cuMemPoolSetAttribute`](crate::driver::Raw::cuMemPoolSetAttribute)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuMemPoolSetAttribute")]
    #[inline]
    pub fn set_reuse_allow_opportunistic(&self, value: bool) -> Result<(), CuResult> {
        // SAFETY: the attribute is of this type.
        unsafe { self.set_attribute(A::CU_MEMPOOL_ATTR_REUSE_ALLOW_OPPORTUNISTIC, value.to()) }
    }

    /// Returns whether an allocation may make its stream wait for another one, to use memory that is freed there;
    /// initially `true`.
    ///
    /// [`cuMemPoolGetAttribute`](crate::driver::Raw::cuMemPoolGetAttribute)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuMemPoolGetAttribute")]
    #[inline]
    pub fn reuse_allow_internal_dependencies(&self) -> Result<bool, CuResult> {
        // SAFETY: the attribute is of this type.
        unsafe { self.value(A::CU_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES) }
    }

    /// Sets whether an allocation may make its stream wait for another one, to use memory that is freed there.
    ///
    /// [`cuMemPoolSetAttribute`](crate::driver::Raw::cuMemPoolSetAttribute)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuMemPoolSetAttribute")]
    #[inline]
    pub fn set_reuse_allow_internal_dependencies(&self, value: bool) -> Result<(), CuResult> {
        // SAFETY: the attribute is of this type.
        unsafe {
            self.set_attribute(A::CU_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES, value.to())
        }
    }

    /// Returns the number of bytes that the pool holds, allocated or not.
    ///
    /// [`cuMemPoolGetAttribute`](crate::driver::Raw::cuMemPoolGetAttribute)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuMemPoolGetAttribute")]
    #[inline]
    pub fn reserved(&self) -> Result<u64, CuResult> {
        // SAFETY: the attribute is of this type.
        unsafe { self.value(A::CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT) }
    }

    /// Returns the maximum number of bytes that the pool held since [`reset_reserved_high`](Self::reset_reserved_high).
    ///
    /// [`cuMemPoolGetAttribute`](crate::driver::Raw::cuMemPoolGetAttribute)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuMemPoolGetAttribute")]
    #[inline]
    pub fn reserved_high(&self) -> Result<u64, CuResult> {
        // SAFETY: the attribute is of this type.
        unsafe { self.value(A::CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH) }
    }

    /// Returns the number of bytes that are allocated from the pool.
    ///
    /// [`cuMemPoolGetAttribute`](crate::driver::Raw::cuMemPoolGetAttribute)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuMemPoolGetAttribute")]
    #[inline]
    pub fn used(&self) -> Result<u64, CuResult> {
        // SAFETY: the attribute is of this type.
        unsafe { self.value(A::CU_MEMPOOL_ATTR_USED_MEM_CURRENT) }
    }

    /// Returns the maximum number of bytes that were allocated from the pool since
    /// [`reset_used_high`](Self::reset_used_high).
    ///
    /// [`cuMemPoolGetAttribute`](crate::driver::Raw::cuMemPoolGetAttribute)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuMemPoolGetAttribute")]
    #[inline]
    pub fn used_high(&self) -> Result<u64, CuResult> {
        // SAFETY: the attribute is of this type.
        unsafe { self.value(A::CU_MEMPOOL_ATTR_USED_MEM_HIGH) }
    }

    /// Returns the kind of memory. Drivers before 13.1 return `CUDA_ERROR_INVALID_VALUE` (1).
    ///
    /// [`cuMemPoolGetAttribute`](crate::driver::Raw::cuMemPoolGetAttribute)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuMemPoolGetAttribute")]
    #[inline]
    pub fn allocation_type(&self) -> Result<MemAllocationType, CuResult> {
        // SAFETY: the attribute is of this type.
        unsafe { self.value(A::CU_MEMPOOL_ATTR_ALLOCATION_TYPE) }
    }

    /// Returns the handle types with which the pool can be shared with other processes; none for an imported one.
    /// Drivers before 13.1 return `CUDA_ERROR_INVALID_VALUE` (1).
    ///
    /// [`cuMemPoolGetAttribute`](crate::driver::Raw::cuMemPoolGetAttribute)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuMemPoolGetAttribute")]
    #[inline]
    pub fn handle_types(&self) -> Result<HandleTypes, CuResult> {
        // SAFETY: the attribute is of this type.
        unsafe { self.value(A::CU_MEMPOOL_ATTR_EXPORT_HANDLE_TYPES) }
    }

    /// Returns the maximum size of the pool in bytes; 0 without a limit. Drivers before 13.1 return
    /// `CUDA_ERROR_INVALID_VALUE` (1).
    ///
    /// [`cuMemPoolGetAttribute`](crate::driver::Raw::cuMemPoolGetAttribute)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuMemPoolGetAttribute")]
    #[inline]
    pub fn max_size(&self) -> Result<u64, CuResult> {
        // SAFETY: the attribute is of this type.
        unsafe { self.value(A::CU_MEMPOOL_ATTR_MAX_POOL_SIZE) }
    }

    /// Returns `true` if the memory supports hardware decompression. Drivers before 13.1 return
    /// `CUDA_ERROR_INVALID_VALUE` (1).
    ///
    /// [`cuMemPoolGetAttribute`](crate::driver::Raw::cuMemPoolGetAttribute)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuMemPoolGetAttribute")]
    #[inline]
    pub fn is_hw_decompress_enabled(&self) -> Result<bool, CuResult> {
        // SAFETY: the attribute is of this type.
        unsafe { self.value(A::CU_MEMPOOL_ATTR_HW_DECOMPRESS_ENABLED) }
    }

    /// Returns the location of the memory. Drivers before 13.1 return `CUDA_ERROR_INVALID_VALUE` (1).
    ///
    /// [`cuMemPoolGetAttribute`](crate::driver::Raw::cuMemPoolGetAttribute)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuMemPoolGetAttribute")]
    #[inline]
    pub fn location(&self) -> Result<MemLocation, CuResult> {
        // SAFETY: the attribute is a `CUmemLocationType`, of 32 bits.
        let kind = unsafe { self.attribute(A::CU_MEMPOOL_ATTR_LOCATION_TYPE) }?;
        // SAFETY: the attribute is an `int`.
        let id = unsafe { self.attribute(A::CU_MEMPOOL_ATTR_LOCATION_ID) }?;
        let kind = MemLocationType::from_raw(cuda_driver_sys::CUmemLocationType(number(kind)));
        Ok(MemLocation::from_raw(cuda_driver_sys::CUmemLocation {
            type_: kind.as_raw(),
            id: cuda_driver_sys::CUmemLocation_v1_id {
                id: c_int::from_ne_bytes(number(id).to_ne_bytes()),
            },
        }))
    }

    /// Resets the maximum number of bytes held.
    ///
    /// [`cuMemPoolSetAttribute`](crate::driver::Raw::cuMemPoolSetAttribute)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuMemPoolSetAttribute")]
    #[inline]
    pub fn reset_reserved_high(&self) -> Result<(), CuResult> {
        // SAFETY: the attribute is a number of 64 bits.
        unsafe { self.set_attribute(A::CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH, [0; 8]) }
    }

    /// Resets the maximum number of bytes allocated.
    ///
    /// [`cuMemPoolSetAttribute`](crate::driver::Raw::cuMemPoolSetAttribute)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuMemPoolSetAttribute")]
    #[inline]
    pub fn reset_used_high(&self) -> Result<(), CuResult> {
        self.note_reset();
        // SAFETY: the attribute is a number of 64 bits.
        unsafe { self.set_attribute(A::CU_MEMPOOL_ATTR_USED_MEM_HIGH, [0; 8]) }
    }

    pub(super) fn set_threshold(&self, bytes: u64) -> Result<(), CuResult> {
        // SAFETY: the attribute is a number of 64 bits.
        unsafe { self.set_attribute(A::CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, bytes.to()) }
    }

    /// # Safety
    /// The attribute is of this type.
    #[inline]
    unsafe fn value<T: AttributeValue>(&self, attribute: A) -> Result<T, CuResult> {
        // SAFETY: the type has at most eight bytes.
        unsafe { self.attribute(attribute) }.map(T::of)
    }

    /// # Safety
    /// The value of the attribute has at most eight bytes.
    #[inline]
    unsafe fn attribute(&self, attribute: A) -> Result<[u8; 8], CuResult> {
        let mut value = 0u64;
        // SAFETY: the pool is alive, and there is room for the value, aligned to its size.
        unsafe {
            self.raw().cuMemPoolGetAttribute(
                self.as_raw(),
                attribute,
                (&raw mut value).cast::<c_void>(),
            )
        }?;
        Ok(value.to_ne_bytes())
    }

    /// # Safety
    /// The value of the attribute has at most eight bytes, the first of these.
    #[inline]
    unsafe fn set_attribute(&self, attribute: A, value: [u8; 8]) -> Result<(), CuResult> {
        let mut value = u64::from_ne_bytes(value);
        // SAFETY: the pool is alive, and the value is as long as the attribute, and aligned to its size.
        unsafe {
            self.raw().cuMemPoolSetAttribute(
                self.as_raw(),
                attribute,
                (&raw mut value).cast::<c_void>(),
            )
        }
    }
}

/// Returns the first four bytes as a number.
fn number([a, b, c, d, ..]: [u8; 8]) -> u32 {
    u32::from_ne_bytes([a, b, c, d])
}

/// Returns the bytes of a number of 32 bits, which are the first four.
fn bytes(number: u32) -> [u8; 8] {
    let [a, b, c, d] = number.to_ne_bytes();
    [a, b, c, d, 0, 0, 0, 0]
}

/// The conversion of an attribute's bytes.
trait AttributeValue: Sized {
    fn of(bytes: [u8; 8]) -> Self;

    /// Returns the bytes, for attributes that can be set.
    fn to(self) -> [u8; 8];
}

impl AttributeValue for u64 {
    fn of(bytes: [u8; 8]) -> Self {
        Self::from_ne_bytes(bytes)
    }

    fn to(self) -> [u8; 8] {
        self.to_ne_bytes()
    }
}

impl AttributeValue for bool {
    fn of(bytes: [u8; 8]) -> Self {
        number(bytes) != 0
    }

    fn to(self) -> [u8; 8] {
        bytes(u32::from(self))
    }
}

impl AttributeValue for MemAllocationType {
    fn of(bytes: [u8; 8]) -> Self {
        Self::from_raw(cuda_driver_sys::CUmemAllocationType(number(bytes)))
    }

    fn to(self) -> [u8; 8] {
        bytes(self.as_raw().0)
    }
}

impl AttributeValue for HandleTypes {
    fn of(bytes: [u8; 8]) -> Self {
        Self::from_bits_retain(number(bytes))
    }

    fn to(self) -> [u8; 8] {
        bytes(self.bits())
    }
}
