//! The recording of this process, and the buffers that CUPTI fills: its callbacks get no argument of ours.

use core::ffi::c_void;
use std::alloc::{Layout, alloc, dealloc};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicPtr, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use cuda_libraries_sys::cupti::*;

use crate::record::Reader;

/// The recording that runs.
static SESSION: Mutex<Option<Reader>> = Mutex::new(None);

/// As many bytes as NVIDIA's examples use for a buffer, some thousand records.
const BUFFER: Layout = match Layout::from_size_align(1 << 20, 8) {
    Ok(layout) => layout,
    Err(_) => panic!("a power of two is a valid alignment"),
};

/// The function that reads the buffers of the CUPTI that records, or did last.
static NEXT: AtomicPtr<c_void> = AtomicPtr::new(core::ptr::null_mut());

/// The addresses of the buffers that CUPTI has, with those of the functions that read them. Where another profiler gave CUPTI
/// callbacks before, its buffers come back here, too.
static BUFFERS: Mutex<BTreeMap<usize, usize>> = Mutex::new(BTreeMap::new());

fn buffers() -> MutexGuard<'static, BTreeMap<usize, usize>> {
    BUFFERS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Sets whose buffers are requested from now on.
pub(crate) fn use_table(table: &CuptiTable) {
    NEXT.store(next_of(table), Ordering::Relaxed);
}

fn next_of(table: &CuptiTable) -> *mut c_void {
    let next = table.get(Symbol::cuptiActivityGetNextRecord);
    next.map_or(core::ptr::null_mut(), |symbol| symbol.as_ptr())
}

/// The process that recorded first.
static FIRST: OnceLock<u32> = OnceLock::new();

/// Returns `true` in a process that was forked from one that recorded: CUPTI is the parent's, and so is what it locked.
pub(crate) fn is_forked() -> bool {
    *FIRST.get_or_init(std::process::id) != std::process::id()
}

/// Returns `true` if this process, and no other, has recorded.
#[cfg(feature = "tracing")]
pub(crate) fn has_recorded() -> bool {
    FIRST.get().is_some_and(|process| *process == std::process::id())
}

/// A subscriber's function, which is never called, because no callbacks are enabled.
pub(crate) unsafe extern "C" fn callback(
    _: *mut c_void,
    _: CUpti_CallbackDomain,
    _: CUpti_CallbackId,
    _: *const c_void,
) {
}

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
    let bytes = if memory.is_null() {
        0
    } else {
        let next = NEXT.load(Ordering::Relaxed);
        buffers().insert(memory.addr(), next.addr());
        BUFFER.size()
    };
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
    let Some(next) = buffers().remove(&buffer.addr()) else {
        // Null, or another profiler's.
        return;
    };
    // Another CUPTI's are of an earlier recording.
    let is_its = |reader: &&mut Reader| next_of(reader.table).addr() == next;
    if let Some(reader) = session().as_mut().filter(is_its) {
        // SAFETY: CUPTI has filled `valid` bytes of the buffer, and the records' texts live until this returns.
        unsafe { read(reader, buffer, valid) };
    }
    // SAFETY: it is a buffer of `request`, and no longer among those that CUPTI has.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_buffer_of_another_profiler_stays_its_own() {
        let mut theirs = [0_u64; 8];
        let buffer = theirs.as_mut_ptr().cast();
        // SAFETY: the buffer is live, and has no records.
        unsafe { complete(core::ptr::null_mut(), 0, buffer, 64, 0) };
        let (mut ours, mut size, mut most) = (core::ptr::null_mut(), 0, 1);
        // SAFETY: the pointers are to variables, and the buffer comes back once.
        unsafe {
            request(&raw mut ours, &raw mut size, &raw mut most);
            assert!(buffers().contains_key(&ours.addr()));
            complete(core::ptr::null_mut(), 0, ours, size, 0);
        }
        assert!(!buffers().contains_key(&ours.addr()));
    }
}
