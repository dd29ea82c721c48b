//! What a pointer points to.

use core::ffi::{c_int, c_uint, c_void};

use cuda_driver_sys::{CUdeviceptr, CUmemorytype, CUpointer_attribute};
use cuda_libraries_sys::cudart::{cudaMemoryType, cudaPointerAttributes};

use crate::api::{Api, Outcome};
use crate::memory::{address, pointer};
use crate::parameters::cudaPointerAttributes_12_9;

impl Api {
    fn pointer_attributes(&self, ptr: *const c_void) -> Outcome<cudaPointerAttributes_12_9> {
        let (mut memory, mut managed, mut ordinal) = (0_u32, 0_u32, -1_i32);
        let (mut device, mut host): (CUdeviceptr, *mut c_void) = (0, core::ptr::null_mut());
        let mut attributes = [
            CUpointer_attribute::CU_POINTER_ATTRIBUTE_MEMORY_TYPE,
            CUpointer_attribute::CU_POINTER_ATTRIBUTE_IS_MANAGED,
            CUpointer_attribute::CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL,
            CUpointer_attribute::CU_POINTER_ATTRIBUTE_DEVICE_POINTER,
            CUpointer_attribute::CU_POINTER_ATTRIBUTE_HOST_POINTER,
        ];
        let mut data: [*mut c_void; 5] = [
            (&raw mut memory).cast(),
            (&raw mut managed).cast(),
            (&raw mut ordinal).cast(),
            (&raw mut device).cast(),
            (&raw mut host).cast(),
        ];
        cu_in_any_context!(
            self,
            cuPointerGetAttributes(
                attributes.len() as c_uint,
                attributes.as_mut_ptr(),
                data.as_mut_ptr(),
                address(ptr),
            )
        )?;
        let type_ = match CUmemorytype(memory) {
            _ if managed != 0 => cudaMemoryType::cudaMemoryTypeManaged,
            CUmemorytype::CU_MEMORYTYPE_HOST => cudaMemoryType::cudaMemoryTypeHost,
            CUmemorytype::CU_MEMORYTYPE_DEVICE => cudaMemoryType::cudaMemoryTypeDevice,
            _ => {
                // The driver doesn't know it: it is the program's own.
                return Ok(cudaPointerAttributes_12_9 {
                    type_: cudaMemoryType::cudaMemoryTypeUnregistered,
                    device: -2 as c_int,
                    devicePointer: core::ptr::null_mut(),
                    hostPointer: ptr.cast_mut(),
                });
            }
        };
        Ok(cudaPointerAttributes_12_9 {
            type_,
            device: ordinal,
            devicePointer: pointer(device),
            hostPointer: host,
        })
    }

    entry!(cudaPointerGetAttributes, |self, attributes, ptr| {
        let found = self.pointer_attributes(ptr)?;
        put!(
            attributes,
            cudaPointerAttributes {
                type_: found.type_,
                device: found.device,
                devicePointer: found.devicePointer,
                hostPointer: found.hostPointer,
                ..Default::default()
            }
        )
    });

    entry!(cudaPointerGetAttributes_12_9, |self, attributes, ptr| {
        put!(attributes, self.pointer_attributes(ptr)?)
    });
}
