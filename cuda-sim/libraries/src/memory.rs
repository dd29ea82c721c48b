//! Device memory that an object of a library owns, such as a generator or a plan.

use core::ptr::null_mut;

use cuda_driver_sys::{CUcontext, CUresult};

use crate::device::Outcome;

/// Calls a function of the driver by its name.
macro_rules! call {
    ($name:ident($($argument:expr),*)) => {
        match cuda_sim::driver_table().$name {
            // SAFETY: pointers are to live values, and the driver looks up handles and addresses.
            Some(function) => match unsafe { function($($argument),*) } {
                CUresult::CUDA_SUCCESS => Ok(()),
                code => Err(code),
            },
            None => Err(CUresult::CUDA_ERROR_NOT_SUPPORTED),
        }
    };
}

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
        call!(cuCtxGetCurrent(&raw mut context))?;
        // Without the function, it stays 0.
        let _ = call!(cuCtxGetId(context, &raw mut number));
        call!(cuMemAlloc_v2(&raw mut address, bytes))?;
        Ok(Self { address, context: context as usize, number })
    }

    /// Copies bytes to the memory, which nothing else uses yet, and waits for that.
    pub(crate) fn upload(&self, bytes: &[u8]) -> Outcome {
        call!(cuMemcpyHtoD_v2(self.address, bytes.as_ptr().cast(), bytes.len()))
    }
}

impl Drop for DeviceMemory {
    fn drop(&mut self) {
        // A context that is gone has freed it, and its address may be another's.
        let mut number = 0;
        let _ = call!(cuCtxGetId(self.context as CUcontext, &raw mut number));
        if number == self.number {
            let _ = call!(cuMemFree_v2(self.address));
        }
    }
}
