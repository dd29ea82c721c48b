use core::ffi::{c_uint, c_void};

use cuda_driver_sys::*;

use crate::api::{error::INVALID_VALUE, outcome::store_text};

/// The caller's buffers for compilation logs. Other options have no effect here.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::api) struct JitOptions {
    errors: Buffer,
    infos: Buffer,
}

/// A buffer of the caller, as an address, because the options live as long as a link.
#[derive(Debug, Clone, Copy, Default)]
struct Buffer {
    address: usize,
    capacity: usize,
    /// The address of the option's value, which receives the length of the log.
    length: usize,
}

impl Buffer {
    /// # Safety
    /// The buffers in the options are still valid.
    unsafe fn write(&self, text: &str) {
        // SAFETY: the caller guarantees that the buffer has that capacity.
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
    /// Reads the arrays of C.
    ///
    /// # Safety
    /// Both arrays have `count` elements, and the buffers have their sizes as long as the options are used.
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
                // The value is a 32-bit number; the upper bits aren't always zero.
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

    /// Writes the error log; the information log is empty.
    ///
    /// # Safety
    /// As for [`read`](Self::read).
    pub(in crate::api) unsafe fn report(&self, errors: &str) {
        // SAFETY: the caller guarantees that the buffers match the options.
        unsafe {
            self.errors.write(errors);
            self.infos.write("");
        }
    }
}
