use core::ffi::{c_uint, c_void};

use cuda_driver_sys::*;

use crate::state::error::{INVALID_IMAGE, INVALID_PTX, INVALID_VALUE};
use crate::state::module::load_error::{LoadError, print_first_error};
use crate::state::outcome::{Outcome, store_text};

/// The caller's buffers for compilation logs, and the options that have an effect here.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct JitOptions {
    errors: Buffer,
    infos: Buffer,
    pub max_registers: Option<u32>,
    /// The code with which the compiler refuses an option's value.
    refusal: Option<CUresult>,
    /// Whether there is an option that links don't take.
    pub has_fallback: bool,
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
    /// Returns `true` if both the buffer and its size are given, or neither.
    fn is_whole(&self) -> bool {
        match self.address {
            0 => self.capacity == 0,
            _ => self.length != 0,
        }
    }

    /// # Safety
    /// The buffers in the options are still valid.
    unsafe fn write(&self, text: &str) {
        if self.capacity == 0 && self.address != 0 {
            // As on a GPU, even a buffer of no bytes gets the terminator.
            // SAFETY: the caller guarantees that it may be written.
            unsafe { (self.address as *mut u8).write(0) };
        }
        // SAFETY: the caller guarantees that the buffer has that capacity.
        let is_written =
            unsafe { store_text(self.address as *mut u8, self.capacity, text.as_bytes()) }.is_ok();
        if self.length != 0 {
            // As with the real driver, the length of a text that doesn't fit is the size of the buffer.
            let length = match self.capacity {
                0 | 1 => 0,
                capacity if is_written => text.len().min(capacity),
                _ => 0,
            };
            // SAFETY: it is an element of the caller's array of values.
            unsafe { (self.length as *mut usize).write(length) };
        }
    }
}

/// Returns the compiler's code for a value that only it refuses.
fn refusal(option: CUjit_option, value: u32) -> Option<CUresult> {
    use CUjit_option as O;
    match option {
        O::CU_JIT_OPTIMIZATION_LEVEL | O::CU_JIT_MIN_CTA_PER_SM => {
            (value == u32::MAX).then_some(INVALID_PTX)
        }
        // Those of older GPUs are no longer known.
        O::CU_JIT_TARGET => (value < 50).then_some(INVALID_IMAGE),
        // An internal option.
        O::CU_JIT_NEW_SM3X_OPT => Some(INVALID_PTX),
        _ => None,
    }
}

/// Checks the value of an option that has no effect here.
fn check_value(option: CUjit_option, value: u32) -> Outcome {
    use CUjit_option as O;
    let is_target = || CUjit_target::ENUMERATORS.iter().any(|(_, target)| target.0 == value);
    match option {
        O::CU_JIT_MAX_REGISTERS if value == 0 => Err(INVALID_VALUE),
        O::CU_JIT_TARGET if value >= 50 && !is_target() => Err(INVALID_VALUE),
        O::CU_JIT_CACHE_MODE if value > CUjit_cacheMode::CU_JIT_CACHE_OPTION_CA.0 => {
            Err(INVALID_VALUE)
        }
        _ => Ok(()),
    }
}

impl JitOptions {
    /// Reads the arrays of C.
    ///
    /// # Safety
    /// Both arrays have `count` elements, and the buffers have their sizes as long as the options are used.
    pub(crate) unsafe fn read(
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
                option => {
                    check_value(option, value as u32)?;
                    read.refusal = read.refusal.or(refusal(option, value as u32));
                    if option == O::CU_JIT_THREADS_PER_BLOCK {
                        let threads = (value as u32).min(1024).next_multiple_of(32);
                        // SAFETY: as above.
                        unsafe { *slot = threads as usize as *mut c_void };
                    }
                    read.has_fallback |= option == O::CU_JIT_FALLBACK_STRATEGY;
                    if option == O::CU_JIT_MAX_REGISTERS {
                        read.max_registers = Some(value as u32);
                    }
                }
            }
        }
        if !read.errors.is_whole() || !read.infos.is_whole() {
            return Err(INVALID_VALUE);
        }
        Ok(read)
    }

    /// Returns the PTX, unless the compiler refuses the options.
    pub(crate) fn accept(&self, ptx: Result<String, LoadError>) -> Result<String, LoadError> {
        ptx.and_then(|ptx| match self.refusal {
            Some(code) => Err(code.into()),
            None => Ok(ptx),
        })
    }

    /// Forgets where the lengths of logs are wanted: programs may free the array of values right after the call.
    pub(crate) fn forget_lengths(&mut self) {
        (self.errors.length, self.infos.length) = (0, 0);
    }

    /// Writes the error log, or prints its first error if nobody asked for it; the information log is empty.
    ///
    /// # Safety
    /// As for [`read`](Self::read).
    pub(crate) unsafe fn report(&self, errors: &str) {
        // As a driver's, it doesn't end with the line's end.
        let errors = errors.trim_end_matches('\n');
        if self.errors.address == 0 {
            print_first_error(errors);
        }
        // SAFETY: the caller guarantees that the buffers match the options.
        unsafe {
            self.errors.write(errors);
            self.infos.write("");
        }
    }
}
