//! What keeps captures of this crate from beginning between a question and the call that depends on its answer: readers-writer
//! locks. A call is a reader, and a capture that begins is a writer.
//!
//! Nearly every call reads, and captures are rare: so a reader writes to a slot of its thread and looks whether there is a
//! writer, without an atomic operation, and the writer pays for it (`barrier`).

use core::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::thread::yield_now;

use self::barrier::{heavy, light};
use crate::exclusive::lock;

/// What the streams whose handles have the same index share. A graph's locks come before it, and those of a capture after it.
#[repr(align(64))]
struct Gate {
    is_closed: AtomicBool,
    /// Held for writing while it is closed, and for reading by those who have found it so.
    lock: RwLock<()>,
}

const GATES: usize = 64;

static ALL: [Gate; GATES] =
    [const { Gate { is_closed: AtomicBool::new(false), lock: RwLock::new(()) } }; GATES];

/// The number of the gate that a thread has locked for reading, or 0; numbers are indices plus 1.
#[derive(Default)]
#[repr(align(64))]
struct ReaderSlot(AtomicUsize);

/// The slots of all threads, and those whose threads have ended.
static SLOTS: Mutex<[Vec<&'static ReaderSlot>; 2]> = Mutex::new([Vec::new(), Vec::new()]);

/// A thread's slot, for another thread later.
struct ThreadSlot(&'static ReaderSlot);

impl ThreadSlot {
    fn new() -> Self {
        barrier::prepare();
        let mut slots = lock(&SLOTS);
        let [all, spare] = &mut *slots;
        Self(spare.pop().unwrap_or_else(|| {
            let slot: &'static ReaderSlot = Box::leak(Box::default());
            all.push(slot);
            slot
        }))
    }
}

impl Drop for ThreadSlot {
    fn drop(&mut self) {
        lock(&SLOTS)[1].push(self.0);
    }
}

thread_local!(static OWN: ThreadSlot = ThreadSlot::new());

/// As long as it exists, a capture doesn't begin.
pub(crate) struct GateReadGuard {
    slot: Option<&'static ReaderSlot>,
    _lock: Option<RwLockReadGuard<'static, ()>>,
}

impl GateReadGuard {
    /// Returns one of no gate, for a crate without captures.
    pub(super) const fn none() -> Self {
        Self { slot: None, _lock: None }
    }
}

impl Drop for GateReadGuard {
    #[inline]
    fn drop(&mut self) {
        if let Some(slot) = self.slot {
            slot.0.store(0, Ordering::Release);
        }
    }
}

/// As long as it exists, no other thread makes a call that depends on whether a capture begins.
pub(super) struct GateWriteGuard {
    index: usize,
    _lock: RwLockWriteGuard<'static, ()>,
}

impl Drop for GateWriteGuard {
    fn drop(&mut self) {
        ALL[self.index].is_closed.store(false, Ordering::Release);
    }
}

/// Returns the index for a handle, an address of an object of several hundred bytes.
pub(super) const fn index(address: usize) -> usize {
    ((address >> 4) ^ (address >> 10)) % GATES
}

/// Locks a gate for reading.
#[inline]
pub(super) fn read(index: usize) -> GateReadGuard {
    // A thread that is about to end has none any more, and one that has locked another gate has none to spare.
    let slot = OWN.try_with(|slot| slot.0).ok();
    if let Some(slot) = slot.filter(|slot| slot.0.load(Ordering::Relaxed) == 0) {
        light(&slot.0, index + 1);
        // In one order with the slot and with who closes it, also without the kernel's barrier.
        if !ALL[index].is_closed.load(Ordering::SeqCst) {
            return GateReadGuard { slot: Some(slot), _lock: None };
        }
        slot.0.store(0, Ordering::Release);
    }
    read_slowly(index)
}

#[cold]
#[inline]
fn read_slowly(index: usize) -> GateReadGuard {
    let lock = ALL[index].lock.read().unwrap_or_else(PoisonError::into_inner);
    GateReadGuard { slot: None, _lock: Some(lock) }
}

/// Locks a gate for writing; `None` if the system doesn't let this thread see its readers.
#[inline]
pub(super) fn write(index: usize) -> Option<GateWriteGuard> {
    let held = ALL[index].lock.write().unwrap_or_else(PoisonError::into_inner);
    let guard = GateWriteGuard { index, _lock: held };
    ALL[index].is_closed.store(true, Ordering::SeqCst);
    if !heavy() {
        return None;
    }
    // Threads that get a slot later find it closed. They aren't kept from that by who is waited for.
    let slots = lock(&SLOTS)[0].clone();
    for slot in slots {
        while slot.0.load(Ordering::SeqCst) == index + 1 {
            yield_now();
        }
    }
    Some(guard)
}

/// An asymmetric fence. Its light half is only for the compiler: the kernel makes all running threads of the process execute one
/// for the heavy half, by [membarrier]. Elsewhere, both are atomic operations.
///
/// [membarrier]: https://man7.org/linux/man-pages/man2/membarrier.2.html
mod barrier {
    use core::sync::atomic::{
        AtomicBool, AtomicUsize,
        Ordering::{Relaxed, SeqCst},
        compiler_fence, fence,
    };
    use std::sync::Once;

    /// Whether the kernel has the heavy half. Set before any thread has a slot.
    static HAS_HEAVY: AtomicBool = AtomicBool::new(false);

    /// Lets the kernel know that the process uses the heavy half.
    pub(super) fn prepare() {
        static PREPARED: Once = Once::new();
        PREPARED.call_once(|| HAS_HEAVY.store(kernel::register(), Relaxed));
    }

    /// Stores a value before all that follows is loaded.
    #[inline]
    pub(super) fn light(to: &AtomicUsize, value: usize) {
        if HAS_HEAVY.load(Relaxed) {
            to.store(value, Relaxed);
            compiler_fence(SeqCst);
        } else {
            to.swap(value, SeqCst);
        }
    }

    /// Orders what is before it, and what is after it, with all light halves. Returns `false` if the kernel refuses its half
    /// although it took it before: by its manual, its answer stays the same until it is booted again, so that is a filter of
    /// system calls which the process has had set up since. Nothing else orders what other threads have stored by then.
    #[must_use]
    pub(super) fn heavy() -> bool {
        prepare();
        fence(SeqCst);
        // A child of `fork` registers anew.
        !HAS_HEAVY.load(Relaxed) || kernel::run() || kernel::register() && kernel::run()
    }

    #[cfg(target_os = "linux")]
    mod kernel {
        use rustix::thread::{MembarrierCommand, membarrier};

        pub(super) fn register() -> bool {
            membarrier(MembarrierCommand::RegisterPrivateExpedited).is_ok()
        }

        pub(super) fn run() -> bool {
            membarrier(MembarrierCommand::PrivateExpedited).is_ok()
        }
    }

    #[cfg(not(target_os = "linux"))]
    mod kernel {
        pub(super) const fn register() -> bool {
            false
        }

        pub(super) const fn run() -> bool {
            false
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::sync::atomic::AtomicU64;

    #[test]
    fn nothing_reads_while_a_gate_is_locked_for_writing() {
        static READERS: AtomicU64 = AtomicU64::new(0);
        static IS_WRITER: AtomicBool = AtomicBool::new(false);
        const ROUNDS: usize = if cfg!(miri) { 50 } else { 20_000 };
        std::thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| {
                    for _ in 0..ROUNDS {
                        let _guard = read(7);
                        READERS.fetch_add(1, Ordering::Relaxed);
                        assert!(!IS_WRITER.load(Ordering::Relaxed), "a reader next to a writer");
                        READERS.fetch_sub(1, Ordering::Relaxed);
                    }
                });
            }
            scope.spawn(|| {
                for _ in 0..ROUNDS / 10 {
                    let _guard = write(7);
                    IS_WRITER.store(true, Ordering::Relaxed);
                    assert_eq!(READERS.load(Ordering::Relaxed), 0, "a writer next to a reader");
                    IS_WRITER.store(false, Ordering::Relaxed);
                }
            });
        });
    }

    #[test]
    fn a_thread_may_read_two_gates() {
        let first = read(3);
        let second = read(4);
        assert!(first.slot.is_some() && second.slot.is_none());
        drop(second);
        let _guard = std::thread::spawn(|| drop(write(4))).join();
        drop(first);
        drop(write(3));
    }
}
