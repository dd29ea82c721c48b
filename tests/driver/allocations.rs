//! Counts the heap allocations of the calling thread, and driver calls.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use cuda_driver::{driver::Symbol, sys::instrument::Instrument};

pub struct CountingResource;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

/// The number of this thread's heap allocations.
pub fn allocations() -> u64 {
    ALLOCATIONS.with(Cell::get)
}

/// Returns the driver calls of `work`, and its heap allocations on this thread.
pub fn cost(instrument: &Instrument, work: impl FnOnce()) -> (Vec<(Symbol, u64)>, u64) {
    // What was dropped before is counted when it is released, perhaps through this instrument.
    cuda_driver::stream::wait_for_deferred();
    instrument.reset();
    let before = allocations();
    work();
    let allocated = allocations() - before;
    (instrument.called(), allocated)
}

fn count() {
    // The thread may be ending, and its counter destroyed.
    let _ = ALLOCATIONS.try_with(|count| count.set(count.get() + 1));
}

// SAFETY: everything is forwarded to the system's allocator.
unsafe impl GlobalAlloc for CountingResource {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: as the caller of this function promises.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as the caller of this function promises.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        // SAFETY: as the caller of this function promises.
        unsafe { System.realloc(pointer, layout, size) }
    }
}
