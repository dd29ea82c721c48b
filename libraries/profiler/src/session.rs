//! The recording of this process, and the buffers that CUPTI fills: its callbacks get no argument of ours.

use std::alloc::{Layout, alloc, dealloc};
use std::sync::{Mutex, MutexGuard, PoisonError};

use cuda_libraries_sys::cupti::*;

use crate::record::Reader;

/// The recording that runs.
static SESSION: Mutex<Option<Reader>> = Mutex::new(None);

/// As many bytes as NVIDIA's examples use for a buffer, some thousand records.
const BUFFER: Layout = match Layout::from_size_align(1 << 20, 8) {
    Ok(layout) => layout,
    Err(_) => panic!("a power of two is a valid alignment"),
};

/// Returns the recording.
pub(crate) fn session() -> MutexGuard<'static, Option<Reader>> {
    SESSION.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Gives CUPTI a buffer.
pub(crate) unsafe extern "C" fn request(
    buffer: *mut *mut u8,
    size: *mut usize,
    most_records: *mut usize,
) {
    // SAFETY: the size isn't 0. Without memory, it is null, and CUPTI counts what it drops.
    let memory = unsafe { alloc(BUFFER) };
    let bytes = if memory.is_null() { 0 } else { BUFFER.size() };
    // SAFETY: CUPTI passes pointers to its own variables.
    unsafe {
        buffer.write(memory);
        size.write(bytes);
        most_records.write(0);
    }
}

/// Takes a buffer back, and reads it if there is a recording.
pub(crate) unsafe extern "C" fn complete(
    _context: CUcontext,
    _stream: u32,
    buffer: *mut u8,
    _size: usize,
    valid: usize,
) {
    if buffer.is_null() {
        return;
    }
    if let Some(reader) = &mut *session() {
        // SAFETY: CUPTI has filled `valid` bytes of the buffer, and the records' texts live until this returns.
        unsafe { read(reader, buffer, valid) };
    }
    // SAFETY: it is a buffer of `request`, which CUPTI returns once.
    unsafe { dealloc(buffer, BUFFER) };
}

/// # Safety
/// The buffer has `valid` bytes of records.
unsafe fn read(reader: &mut Reader, buffer: *mut u8, valid: usize) {
    let Some(next) = reader.table.cuptiActivityGetNextRecord else {
        return;
    };
    if valid == 0 {
        return;
    }
    let mut record = core::ptr::null_mut();
    loop {
        // SAFETY: the record is null, or the one before.
        match unsafe { next(buffer, valid, &raw mut record) } {
            // SAFETY: CUPTI returned the record, and the caller guarantees its texts.
            CUptiResult::CUPTI_SUCCESS => unsafe { reader.read(record) },
            CUptiResult::CUPTI_ERROR_MAX_LIMIT_REACHED => break,
            // The record isn't complete, and those behind it can't be reached.
            _ => {
                reader.trace.incomplete += 1;
                break;
            }
        }
    }
}
