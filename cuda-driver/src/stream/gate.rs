//! What keeps captures of this crate from beginning between a question and the call that depends on its answer.
//!
//! Nearly every call asks, and captures are rare: so who asks makes a mark of its thread and looks whether a capture begins,
//! without an atomic operation, and who begins a capture pays for it (`barrier`).

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

/// The number of the gate that a thread keeps open, or 0; numbers are indices plus 1.
#[derive(Default)]
#[repr(align(64))]
struct Mark(AtomicUsize);

/// The marks of all threads, and those whose threads have ended.
static MARKS: Mutex<[Vec<&'static Mark>; 2]> = Mutex::new([Vec::new(), Vec::new()]);

/// A thread's mark, for another thread later.
struct ThreadMark(&'static Mark);

impl ThreadMark {
    fn new() -> Self {
        barrier::prepare();
        let mut marks = lock(&MARKS);
        let [all, spare] = &mut *marks;
        Self(spare.pop().unwrap_or_else(|| {
            let mark: &'static Mark = Box::leak(Box::default());
            all.push(mark);
            mark
        }))
    }
}

impl Drop for ThreadMark {
    fn drop(&mut self) {
        lock(&MARKS)[1].push(self.0);
    }
}

thread_local!(static OWN: ThreadMark = ThreadMark::new());

/// As long as it exists, a capture doesn't begin.
pub(crate) struct OpenGate {
    mark: Option<&'static Mark>,
    _lock: Option<RwLockReadGuard<'static, ()>>,
}

impl OpenGate {
    /// Returns one that keeps no gate open, for a crate without captures.
    pub(super) const fn of_none() -> Self {
        Self { mark: None, _lock: None }
    }
}

impl Drop for OpenGate {
    #[inline]
    fn drop(&mut self) {
        if let Some(mark) = self.mark {
            mark.0.store(0, Ordering::Release);
        }
    }
}

/// As long as it exists, no other thread makes a call that depends on whether a capture begins.
pub(super) struct ClosedGate {
    index: usize,
    _lock: RwLockWriteGuard<'static, ()>,
}

impl Drop for ClosedGate {
    fn drop(&mut self) {
        ALL[self.index].is_closed.store(false, Ordering::Release);
    }
}

/// Returns the index for a handle, an address of an object of several hundred bytes.
pub(super) const fn index(address: usize) -> usize {
    ((address >> 4) ^ (address >> 10)) % GATES
}

#[inline]
pub(super) fn open(index: usize) -> OpenGate {
    // A thread that is about to end has none any more, and one that keeps another gate open has none to spare.
    let mark = OWN.try_with(|marker| marker.0).ok();
    if let Some(mark) = mark.filter(|mark| mark.0.load(Ordering::Relaxed) == 0) {
        light(&mark.0, index + 1);
        // In one order with the mark and with who closes it, also without the kernel's barrier.
        if !ALL[index].is_closed.load(Ordering::SeqCst) {
            return OpenGate { mark: Some(mark), _lock: None };
        }
        mark.0.store(0, Ordering::Release);
    }
    open_later(index)
}

#[cold]
#[inline]
fn open_later(index: usize) -> OpenGate {
    let lock = ALL[index].lock.read().unwrap_or_else(PoisonError::into_inner);
    OpenGate { mark: None, _lock: Some(lock) }
}

/// Closes a gate; `None` if the system doesn't let this thread see who keeps it open.
#[inline]
pub(super) fn shut(index: usize) -> Option<ClosedGate> {
    let held = ALL[index].lock.write().unwrap_or_else(PoisonError::into_inner);
    let shut = ClosedGate { index, _lock: held };
    ALL[index].is_closed.store(true, Ordering::SeqCst);
    if !heavy() {
        return None;
    }
    // Threads that get a mark later find it closed. They aren't kept from that by who is waited for.
    let marks = lock(&MARKS)[0].clone();
    for mark in marks {
        while mark.0.load(Ordering::SeqCst) == index + 1 {
            yield_now();
        }
    }
    Some(shut)
}

/// A barrier of two halves, of which the frequent one is only for the compiler: the kernel makes all running threads of the
/// process execute one for the rare half, by [membarrier]. Elsewhere, both are atomic operations.
///
/// [membarrier]: https://man7.org/linux/man-pages/man2/membarrier.2.html
mod barrier {
    use core::sync::atomic::{
        AtomicBool, AtomicUsize,
        Ordering::{Relaxed, SeqCst},
        compiler_fence, fence,
    };
    use std::sync::Once;

    /// Whether the kernel has the rare half. Set before any thread has a mark.
    static HAS_HEAVY: AtomicBool = AtomicBool::new(false);

    /// Lets the kernel know that the process uses its half.
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
    fn nothing_is_open_while_a_gate_is_closed() {
        static READERS: AtomicU64 = AtomicU64::new(0);
        static CLOSED: AtomicBool = AtomicBool::new(false);
        const ROUNDS: usize = if cfg!(miri) { 50 } else { 20_000 };
        std::thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| {
                    for _ in 0..ROUNDS {
                        let _open = open(7);
                        READERS.fetch_add(1, Ordering::Relaxed);
                        assert!(!CLOSED.load(Ordering::Relaxed), "open while it is closed");
                        READERS.fetch_sub(1, Ordering::Relaxed);
                    }
                });
            }
            scope.spawn(|| {
                for _ in 0..ROUNDS / 10 {
                    let _shut = shut(7);
                    CLOSED.store(true, Ordering::Relaxed);
                    assert_eq!(READERS.load(Ordering::Relaxed), 0, "closed while it is open");
                    CLOSED.store(false, Ordering::Relaxed);
                }
            });
        });
    }

    #[test]
    fn a_thread_that_has_one_open_may_open_another() {
        let first = open(3);
        let second = open(4);
        assert!(first.mark.is_some() && second.mark.is_none());
        drop(second);
        let _shut = std::thread::spawn(|| drop(shut(4))).join();
        drop(first);
        drop(shut(3));
    }
}
