use core::ffi::{c_uint, c_void};

use cuda_driver_sys::*;

use crate::api::error::INVALID_VALUE;
use crate::api::outcome::store_text;

/// Where the caller wants the logs of compiling. Other options change nothing here.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::api) struct JitOptions {
    errors: Buffer,
    infos: Buffer,
}

/// A buffer of the caller's, by address: the options are kept while a link lives.
#[derive(Debug, Clone, Copy, Default)]
struct Buffer {
    address: usize,
    capacity: usize,
    /// Where the length of what was written goes: the option's own value.
    length: usize,
}

impl Buffer {
    /// # Safety
    /// What the options named may still be written.
    unsafe fn write(&self, text: &str) {
        // SAFETY: as the caller says, the buffer has that capacity.
        let is_written =
            unsafe { store_text(self.address as *mut u8, self.capacity, text.as_bytes()) }.is_ok();
        if self.length != 0 {
            let length = if is_written {
                text.len().min(self.capacity - 1)
            } else {
                0
            };
            // SAFETY: it is an element of the caller's array of values.
            unsafe { (self.length as *mut usize).write(length) };
        }
    }
}

impl JitOptions {
    /// Reads the arrays as C hands them over.
    ///
    /// # Safety
    /// Both arrays have `count` elements, and buffers their sizes, for as long as the options are used.
    pub(in crate::api) unsafe fn read(
        count: c_uint,
        options: *mut CUjit_option,
        values: *mut *mut c_void,
    ) -> Result<Self, CUresult> {
        use CUjit_option as O;
        let mut read = Self::default();
        if count > 0 && (options.is_null() || values.is_null()) {
            return Err(INVALID_VALUE);
        }
        for i in 0..count as usize {
            // SAFETY: the arrays have that many elements.
            let (option, slot) = unsafe { (*options.add(i), values.add(i)) };
            // SAFETY: as above.
            let value = unsafe { *slot } as usize;
            match option {
                O::CU_JIT_ERROR_LOG_BUFFER => read.errors.address = value,
                O::CU_JIT_INFO_LOG_BUFFER => read.infos.address = value,
                // The value is a number of 32 bits; what is above them isn't always zero.
                O::CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES => {
                    (read.errors.capacity, read.errors.length) =
                        (value & 0xffff_ffff, slot as usize);
                }
                O::CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES => {
                    (read.infos.capacity, read.infos.length) = (value & 0xffff_ffff, slot as usize);
                }
                option if option >= O::CU_JIT_NUM_OPTIONS => return Err(INVALID_VALUE),
                _ => {}
            }
        }
        Ok(read)
    }

    /// Writes the log of what went wrong; there is nothing else to say.
    ///
    /// # Safety
    /// As [`read`](Self::read) asks for.
    pub(in crate::api) unsafe fn report(&self, errors: &str) {
        // SAFETY: the caller's buffers are as the options said.
        unsafe {
            self.errors.write(errors);
            self.infos.write("");
        }
    }
}
