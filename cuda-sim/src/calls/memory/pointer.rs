//! Attributes of an address.

use core::ffi::{c_int, c_uint, c_ulonglong, c_void};
use core::ops::Range;

use cuda_driver_sys::*;

use crate::calls::Call;
use crate::memory::{Access, Allocation, AllocationKind};
use crate::state::outcome::Outcome;
use crate::state::{error::INVALID_VALUE, location::Location, pool::RESERVED};
use crate::system::System;

/// The value of an attribute, with the type that the header specifies.
pub(super) enum Value {
    Number(u32),
    Signed(c_int),
    Long(u64),
    Pointer(usize),
}

impl Value {
    /// # Safety
    /// `to` is writable for the attribute's type.
    pub(super) unsafe fn store(self, to: *mut c_void) {
        // SAFETY: the caller guarantees it.
        unsafe {
            match self {
                Self::Number(value) => to.cast::<c_uint>().write(value),
                Self::Signed(value) => to.cast::<c_int>().write(value),
                Self::Long(value) => to.cast::<c_ulonglong>().write(value),
                Self::Pointer(value) => to.cast::<usize>().write(value),
            }
        }
    }
}

/// Returns the range that a driver would have mapped for an allocation, rounded to its granularity.
fn mapping(allocation: &Allocation) -> Range<u64> {
    const PAGE: u64 = 4096;
    match allocation.kind {
        AllocationKind::Registered(_) => {
            allocation.start / PAGE * PAGE..allocation.end().next_multiple_of(PAGE)
        }
        kind => {
            let step = kind.pool().map_or(2 << 20, |_| RESERVED);
            allocation.start..allocation.start + allocation.size.next_multiple_of(step)
        }
    }
}

fn attribute(
    system: &System,
    allocation: &Allocation,
    attribute: CUpointer_attribute,
    address: u64,
) -> Option<Value> {
    use CUpointer_attribute as A;
    let mapped = match allocation.kind {
        AllocationKind::Mapped(_) => system.virtual_memory.around(address),
        _ => None,
    };
    let is_host = allocation.kind.is_host()
        || matches!(allocation.kind, AllocationKind::HostPool(_))
        || mapped.is_some_and(|mapped| mapped.location.device().is_none());
    let is_managed = allocation.kind.is_managed();
    let memory_type =
        if is_host { CUmemorytype::CU_MEMORYTYPE_HOST } else { CUmemorytype::CU_MEMORYTYPE_DEVICE };
    Some(match attribute {
        // Memory of pools belongs to no context.
        A::CU_POINTER_ATTRIBUTE_CONTEXT => Value::Pointer(match allocation.kind.pool() {
            Some(_) => 0,
            None => allocation.context,
        }),
        A::CU_POINTER_ATTRIBUTE_MEMORY_TYPE => Value::Number(memory_type.0),
        A::CU_POINTER_ATTRIBUTE_DEVICE_POINTER => match allocation.kind {
            AllocationKind::Mapped(Access::None) => return None,
            _ => Value::Long(address),
        },
        A::CU_POINTER_ATTRIBUTE_HOST_POINTER if is_host || is_managed => {
            Value::Pointer(address as usize)
        }
        A::CU_POINTER_ATTRIBUTE_SYNC_MEMOPS => {
            let configured = system.sync_memops.lock().get(&allocation.id).copied();
            let is_set = configured.unwrap_or(is_managed);
            Value::Number(u32::from(is_set))
        }
        A::CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE => {
            Value::Number(u32::from(allocation.kind == AllocationKind::Device))
        }
        A::CU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE
        | A::CU_POINTER_ATTRIBUTE_IS_HW_DECOMPRESS_CAPABLE => Value::Number(0),
        A::CU_POINTER_ATTRIBUTE_BUFFER_ID | A::CU_POINTER_ATTRIBUTE_MEMORY_BLOCK_ID => {
            Value::Long(allocation.id)
        }
        A::CU_POINTER_ATTRIBUTE_IS_MANAGED => Value::Number(u32::from(is_managed)),
        A::CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL => Value::Signed(allocation.device as c_int),
        // For mapped memory, the range is the whole reservation.
        A::CU_POINTER_ATTRIBUTE_RANGE_START_ADDR => {
            Value::Long(mapped.map_or(allocation.start, |mapped| mapped.reservation.0))
        }
        A::CU_POINTER_ATTRIBUTE_MAPPING_BASE_ADDR => Value::Long(mapping(allocation).start),
        A::CU_POINTER_ATTRIBUTE_RANGE_SIZE => {
            Value::Long(mapped.map_or(allocation.size, |mapped| mapped.reservation.1))
        }
        A::CU_POINTER_ATTRIBUTE_MAPPING_SIZE => {
            let mapping = mapping(allocation);
            Value::Long(mapping.end - mapping.start)
        }
        A::CU_POINTER_ATTRIBUTE_MAPPED => Value::Number(1),
        A::CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES => {
            let pool = allocation.kind.pool().map(|pool| pool as CUmemoryPool);
            let pool = pool.and_then(|pool| system.pools.get(pool).ok());
            let is_shared = pool.is_some_and(|pool| pool.file.is_some() && !pool.is_imported);
            let of_pool = u64::from(is_shared);
            Value::Long(mapped.map_or(of_pool, |mapped| mapped.handle_types.into()))
        }
        A::CU_POINTER_ATTRIBUTE_ACCESS_FLAGS => {
            use CUmemAccess_flags as F;
            // Mapped memory has the access that the device of the current context was given.
            let access = match (allocation.kind, system.contexts.current()) {
                (AllocationKind::Mapped(_), Ok(current)) => {
                    system.virtual_memory.access(address, Location::Device(current.device))
                }
                (AllocationKind::Mapped(access), Err(_)) => Some(access),
                _ => Some(Access::ReadWrite),
            };
            let access = match access.unwrap_or(Access::None) {
                Access::None => F::CU_MEM_ACCESS_FLAGS_PROT_NONE,
                Access::Read => F::CU_MEM_ACCESS_FLAGS_PROT_READ,
                Access::ReadWrite => F::CU_MEM_ACCESS_FLAGS_PROT_READWRITE,
            };
            Value::Number(access.0)
        }
        A::CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE => {
            Value::Pointer(allocation.kind.pool().unwrap_or_default())
        }
        _ => return None,
    })
}

/// Returns the value of an attribute for memory that the driver doesn't know.
fn attribute_of_unknown_memory(attribute: CUpointer_attribute, address: u64) -> Option<Value> {
    use CUpointer_attribute as A;
    Some(match attribute {
        A::CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL => Value::Signed(CU_DEVICE_INVALID),
        A::CU_POINTER_ATTRIBUTE_MEMORY_TYPE | A::CU_POINTER_ATTRIBUTE_ACCESS_FLAGS => {
            Value::Number(0)
        }
        A::CU_POINTER_ATTRIBUTE_SYNC_MEMOPS
        | A::CU_POINTER_ATTRIBUTE_IS_MANAGED
        | A::CU_POINTER_ATTRIBUTE_MAPPED
        | A::CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE
        | A::CU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE
        | A::CU_POINTER_ATTRIBUTE_IS_HW_DECOMPRESS_CAPABLE => Value::Number(0),
        A::CU_POINTER_ATTRIBUTE_HOST_POINTER => Value::Long(address),
        A::CU_POINTER_ATTRIBUTE_P2P_TOKENS => return None,
        attribute
            if attribute.0 == 0 || attribute > A::CU_POINTER_ATTRIBUTE_IS_HW_DECOMPRESS_CAPABLE =>
        {
            return None;
        }
        _ => Value::Long(0),
    })
}

impl Call {
    pub(crate) unsafe fn cuPointerGetAttribute(
        &self,
        data: *mut c_void,
        attribute_: CUpointer_attribute,
        ptr: CUdeviceptr,
    ) -> Outcome {
        if data.is_null() {
            return Err(INVALID_VALUE);
        }
        let allocation = self.system.memory.containing(ptr).ok_or(INVALID_VALUE)?;
        let value = attribute(self.system, &allocation, attribute_, ptr).ok_or(INVALID_VALUE)?;
        // SAFETY: the program's place is for this attribute.
        unsafe { value.store(data) };
        Ok(())
    }

    pub(crate) unsafe fn cuPointerGetAttributes(
        &self,
        numAttributes: c_uint,
        attributes: *mut CUpointer_attribute,
        data: *mut *mut c_void,
        ptr: CUdeviceptr,
    ) -> Outcome {
        use CUpointer_attribute as A;
        if numAttributes == 0 || attributes.is_null() || data.is_null() {
            return Err(INVALID_VALUE);
        }
        let allocation = self.system.memory.containing(ptr);
        let reserved = self.system.virtual_memory.reserved(ptr);
        for i in 0..numAttributes as usize {
            // SAFETY: the program's arrays have `numAttributes` elements.
            let (requested, to) = unsafe { (*attributes.add(i), *data.add(i)) };
            // Unlike the singular form, this returns 0 for attributes that don't apply to the memory.
            let answer = allocation
                .and_then(|allocation| attribute(self.system, &allocation, requested, ptr));
            let value = answer
                .or_else(|| match allocation {
                    None => attribute_of_unknown_memory(requested, ptr),
                    Some(_) => attribute_of_unknown_memory(requested, 0),
                })
                .ok_or(INVALID_VALUE)?;
            if to.is_null() {
                return Err(INVALID_VALUE);
            }
            // Of memory that isn't known, the real driver only writes ranges that are reserved.
            let value = match requested {
                _ if allocation.is_some() => Some(value),
                A::CU_POINTER_ATTRIBUTE_RANGE_START_ADDR => {
                    reserved.map(|range| range.0).map(Value::Long)
                }
                A::CU_POINTER_ATTRIBUTE_RANGE_SIZE => {
                    reserved.map(|range| range.1).map(Value::Long)
                }
                _ => Some(value),
            };
            if let Some(value) = value {
                // SAFETY: the program's place is for this attribute.
                unsafe { value.store(to) };
            }
        }
        Ok(())
    }

    pub(crate) unsafe fn cuPointerSetAttribute(
        &self,
        value: *const c_void,
        attribute: CUpointer_attribute,
        ptr: CUdeviceptr,
    ) -> Outcome {
        let allocation = self.system.memory.containing(ptr).ok_or(INVALID_VALUE)?;
        let is_settable = attribute == CUpointer_attribute::CU_POINTER_ATTRIBUTE_SYNC_MEMOPS;
        if !is_settable || value.is_null() {
            return Err(INVALID_VALUE);
        }
        // SAFETY: this attribute's value is a number.
        let is_wanted = unsafe { *value.cast::<c_uint>() } != 0;
        let mut configured = self.system.sync_memops.lock();
        configured.insert(allocation.id, is_wanted);
        Ok(())
    }
}
