//! What the options of the compiler and the linker give back: their logs, and the time that they took.

use core::ffi::c_void;
use core::time::Duration;

use cuda_driver_sys::{CUjit_option, CUresult};

use crate::state::error::INVALID_VALUE;
use crate::state::module::load_error::print_first_error;
use crate::state::outcome::store_text;

/// What the compiler or linker has to say.
#[derive(Debug, Clone, Default)]
pub(crate) struct Report {
    pub infos: String,
    pub errors: String,
    pub time: Duration,
}

/// The caller's places for it, as addresses, because a link's live as long as the link.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Output {
    infos: Buffer,
    errors: Buffer,
    /// The value of the last option that asks for the time.
    time: Slot,
}

/// An element of the caller's array of values, which results replace.
#[derive(Debug, Clone, Copy, Default)]
struct Slot {
    address: usize,
    /// What the caller gave, and what was written there last.
    size: usize,
    written: usize,
}

/// A buffer for a log.
#[derive(Debug, Clone, Copy, Default)]
struct Buffer {
    address: usize,
    capacity: usize,
    /// The value that is the capacity, and becomes the length.
    length: Slot,
}

impl Slot {
    fn new(slot: *mut *mut c_void, size: usize) -> Self {
        Self { address: slot as usize, size, written: size }
    }

    /// Writes a result, unless something else is there by now: programs may free the array too early, and have it reused.
    ///
    /// # Safety
    /// The element is still readable.
    unsafe fn write(&mut self, value: impl FnOnce(usize) -> usize) {
        let place = self.address as *mut usize;
        if place.is_null() {
            return;
        }
        // SAFETY: the caller guarantees it.
        let now = unsafe { place.read() };
        if now == self.size || now == self.written {
            self.written = value(now);
            // SAFETY: as above.
            unsafe { place.write(self.written) };
        }
    }
}

impl Buffer {
    /// Returns `true` if both the buffer and its size are given, or neither.
    fn is_whole(&self) -> bool {
        match self.address {
            0 => self.capacity == 0,
            _ => self.length.address != 0,
        }
    }

    /// # Safety
    /// The buffer and its size's element are still there.
    unsafe fn write(&mut self, text: &str) {
        // As a driver's, it doesn't end with the line's end.
        let text = text.trim_end_matches('\n').as_bytes();
        if self.capacity == 0 && self.address != 0 {
            // As on a GPU, even a buffer of no bytes gets the terminator.
            // SAFETY: the caller guarantees that it may be written.
            unsafe { (self.address as *mut u8).write(0) };
        }
        // SAFETY: the caller guarantees that the buffer has that capacity.
        let is_written =
            unsafe { store_text(self.address as *mut u8, self.capacity, text) }.is_ok();
        // As with the real driver, the length of a text that doesn't fit is the size of the buffer.
        let length = match self.capacity {
            0 | 1 => 0,
            capacity if is_written => text.len().min(capacity),
            _ => 0,
        };
        // SAFETY: the caller guarantees it.
        unsafe { self.length.write(|_| length) };
    }
}

impl Output {
    /// Takes an option, if it is one that gives something back.
    pub(crate) fn take(
        &mut self,
        option: CUjit_option,
        slot: *mut *mut c_void,
        value: usize,
    ) -> bool {
        use CUjit_option as O;
        // The value is a 32-bit number; the upper bits aren't always zero.
        let capacity = value & 0xffff_ffff;
        let length = Slot::new(slot, value);
        match option {
            O::CU_JIT_WALL_TIME => self.time = length,
            O::CU_JIT_ERROR_LOG_BUFFER => self.errors.address = value,
            O::CU_JIT_INFO_LOG_BUFFER => self.infos.address = value,
            O::CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES => {
                (self.errors.capacity, self.errors.length) = (capacity, length);
            }
            O::CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES => {
                (self.infos.capacity, self.infos.length) = (capacity, length);
            }
            _ => return false,
        }
        true
    }

    /// Rejects a buffer without a size, and the other way round.
    pub(crate) fn check(&self) -> Result<(), CUresult> {
        if self.errors.is_whole() && self.infos.is_whole() { Ok(()) } else { Err(INVALID_VALUE) }
    }

    /// Returns `true` if anything is wanted.
    pub(crate) fn is_wanted(&self) -> bool {
        [self.time.address, self.errors.length.address, self.infos.length.address] != [0; 3]
    }

    /// Writes what was asked for, and prints the first error if nobody asked for a log of errors.
    ///
    /// # Safety
    /// The caller's array of values, if something is wanted, and the buffers are still there.
    pub(crate) unsafe fn write(&mut self, report: &Report) {
        // A float of milliseconds, in the first four bytes.
        let milliseconds = (report.time.as_secs_f64() * 1e3) as f32;
        if self.errors.address == 0 {
            print_first_error(&report.errors);
        }
        // SAFETY: the caller guarantees it.
        unsafe {
            self.errors.write(&report.errors);
            self.infos.write(&report.infos);
            self.time.write(|before| before & !0xffff_ffff | milliseconds.to_bits() as usize);
        }
    }
}
