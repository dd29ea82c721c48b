//! Device memory that an object of a library owns, such as a generator or a plan.

use core::ptr::null_mut;

use cuda_driver_sys::{CUcontext, CUresult};

use crate::device::{Outcome, call};

/// Memory of the context that was current.
#[derive(Debug)]
pub(crate) struct DeviceMemory {
    pub address: u64,
    context: usize,
    /// The context's number, which no other has; 0 if the driver is too old for numbers.
    number: u64,
}

impl DeviceMemory {
    pub(crate) fn new(bytes: usize) -> Result<Self, CUresult> {
        let (mut address, mut context, mut number) = (0, null_mut(), 0);
        call(cuda_sim::driver_table().cuCtxGetCurrent, |function| {
            // SAFETY: pointers are to live values, and the driver looks up handles and addresses.
            unsafe { function(&raw mut context) }
        })?;
        // Without the function, it stays 0.
        let _ = call(cuda_sim::driver_table().cuCtxGetId, |function| {
            // SAFETY: pointers are to live values, and the driver looks up handles and addresses.
            unsafe { function(context, &raw mut number) }
        });
        call(cuda_sim::driver_table().cuMemAlloc_v2, |function| {
            // SAFETY: pointers are to live values, and the driver looks up handles and addresses.
            unsafe { function(&raw mut address, bytes) }
        })?;
        Ok(Self { address, context: context as usize, number })
    }

    /// Copies bytes to the memory, which nothing else uses yet, and waits for that.
    pub(crate) fn upload(&self, bytes: &[u8]) -> Outcome {
        call(cuda_sim::driver_table().cuMemcpyHtoD_v2, |function| {
            // SAFETY: pointers are to live values, and the driver looks up handles and addresses.
            unsafe { function(self.address, bytes.as_ptr().cast(), bytes.len()) }
        })
    }
}

impl Drop for DeviceMemory {
    fn drop(&mut self) {
        // A context that is gone has freed it, and its address may be another's.
        let mut number = 0;
        let _ = call(cuda_sim::driver_table().cuCtxGetId, |function| {
            // SAFETY: pointers are to live values, and the driver looks up handles and addresses.
            unsafe { function(self.context as CUcontext, &raw mut number) }
        });
        if number == self.number {
            let _ = call(cuda_sim::driver_table().cuMemFree_v2, |function| {
                // SAFETY: pointers are to live values, and the driver looks up handles and addresses.
                unsafe { function(self.address) }
            });
        }
    }
}
