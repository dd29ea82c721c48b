//! Values that a thread of this crate drops, and the wait for all that the crate does later.

use core::any::Any;
use core::cell::Cell;
use core::mem;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Condvar, Mutex, MutexGuard, Once, PoisonError};
#[cfg(unix)]
use std::time::Duration;

use crate::context::capture_mode::relaxed;
use crate::driver::Raw;
use crate::fork::is_forked;

/// How long the exit of the process waits for a value that is being dropped.
#[cfg(unix)]
const BEFORE_EXIT: Duration = Duration::from_secs(2);

/// Drops a value on another thread, because dropping may wait for the device, or isn't allowed on the caller's thread.
/// If no thread can be started, the value is leaked.
///
/// Captures of streams of `raw` don't affect the calls of its `Drop`.
pub(crate) fn drop_elsewhere(raw: Raw, value: impl Send + 'static) {
    if is_forked() {
        return mem::forget(value);
    }
    VALUES.push(PendingDrop { raw, value: Box::new(value), deferred: DeferredWork::begin() });
}

/// Something that this crate does later, until it is dropped: [`wait_for_deferred`] waits for it.
#[derive(Debug)]
pub(crate) struct DeferredWork(());

impl DeferredWork {
    pub(crate) fn begin() -> Self {
        PENDING.begin();
        Self(())
    }

    /// Runs code that drops a value, and catches its panics; leaks the value if the process exits.
    pub(crate) fn drop_unless_exiting(dropping: impl FnOnce()) {
        PENDING.unless_exiting(dropping);
    }
}

impl Drop for DeferredWork {
    fn drop(&mut self) {
        PENDING.end();
    }
}

/// Waits until all work that this crate has deferred is done: memory that was dropped while its stream was captured is
/// freed, and values that were kept alive for work ([`Stream::drop_after`](crate::stream::Stream::drop_after), transfers,
/// graphs) are dropped.
///
/// It is meant for tests that count live objects, and for programs that are about to destroy a stream or context which
/// this crate [borrows](crate::stream::Stream::borrow_raw). It waits for the work that values are kept alive for, and for
/// captures to end. So it must not be called before this thread has ended its own captures, from an action of
/// [`Stream::on_done`](crate::stream::Stream::on_done), or from the `Drop` of a value that was kept alive.
///
/// When the process exits, no further value is dropped, and this doesn't wait.
#[inline]
pub fn wait_for_deferred() {
    let mut tasks = PENDING.lock();
    while tasks.left > 0 && !tasks.is_exiting {
        tasks = PENDING.changed.wait(tasks).unwrap_or_else(PoisonError::into_inner);
    }
}

/// What the crate's threads and the driver's callbacks still have to do.
static PENDING: PendingWork = PendingWork {
    tasks: Mutex::new(WorkCounts { left: 0, drops: 0, is_exiting: false }),
    changed: Condvar::new(),
};

struct PendingWork {
    tasks: Mutex<WorkCounts>,
    /// Signals that no task is left, that the process exits, or during the exit that a value was dropped.
    changed: Condvar,
}

struct WorkCounts {
    left: usize,
    /// The number of values that are being dropped.
    drops: usize,
    /// Whether the process exits. Then no further value is dropped.
    is_exiting: bool,
}

thread_local! {
    /// Whether this thread is dropping a value.
    static IS_DROPPING: Cell<bool> = const { Cell::new(false) };
}

impl PendingWork {
    fn lock(&self) -> MutexGuard<'_, WorkCounts> {
        self.tasks.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn begin(&self) {
        wait_before_exit();
        self.lock().left += 1;
    }

    fn end(&self) {
        let mut tasks = self.lock();
        tasks.left -= 1;
        if tasks.left == 0 {
            self.changed.notify_all();
        }
    }

    /// Drops something, and catches the panics of doing so; leaks it if the process exits.
    fn unless_exiting(&self, dropping: impl FnOnce()) {
        let mut tasks = self.lock();
        if tasks.is_exiting {
            mem::forget(dropping);
            return;
        }
        tasks.drops += 1;
        drop(tasks);
        IS_DROPPING.set(true);
        quietly(dropping);
        IS_DROPPING.set(false);
        let mut tasks = self.lock();
        tasks.drops -= 1;
        if tasks.is_exiting {
            self.changed.notify_all();
        }
    }

    /// Prevents further drops, and waits until those of other threads are over, for at most `limit`.
    #[cfg(unix)]
    fn stop(&self, limit: Duration) {
        // A dropped value may have called `exit`.
        let depth = usize::from(IS_DROPPING.get());
        let since = std::time::Instant::now();
        let mut tasks = self.lock();
        tasks.is_exiting = true;
        self.changed.notify_all();
        while tasks.drops > depth {
            let left = limit.saturating_sub(since.elapsed());
            if left.is_zero() {
                return;
            }
            tasks =
                self.changed.wait_timeout(tasks, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

/// Makes the exit of the process wait for a value that is being dropped: it may be destroying a context, while the
/// driver, or a profiler or compute-sanitizer, shuts down. Futures still become ready, and actions are still called. A
/// forked process doesn't wait, because it has none of the threads.
fn wait_before_exit() {
    static REGISTERED: Once = Once::new();
    REGISTERED.call_once(|| {
        // Elsewhere, the system ends a process's other threads before its libraries shut down.
        #[cfg(unix)]
        {
            unsafe extern "C" {
                fn atexit(function: extern "C" fn()) -> core::ffi::c_int;
            }
            extern "C" fn at_exit() {
                if !is_forked() {
                    PENDING.stop(BEFORE_EXIT);
                }
            }
            // SAFETY: the function takes nothing, doesn't unwind, and exists as long as the code that it is part of.
            // What was registered before runs after it: the functions of the driver, which is loaded by now, and of
            // tools that came with it. If it can't be registered, the exit doesn't wait.
            unsafe { atexit(at_exit) };
        }
    });
}

/// The values to drop. A thread, started when it is first needed, drops them in turn.
static VALUES: Dropper = Dropper {
    queue: Mutex::new(DropQueue { drops: Vec::new(), has_thread: false }),
    wake: Condvar::new(),
};

struct Dropper {
    queue: Mutex<DropQueue>,
    /// Signals a new value.
    wake: Condvar,
}

struct DropQueue {
    drops: Vec<PendingDrop>,
    has_thread: bool,
}

/// A value to drop. Its type is erased, or else all that drops it would be compiled for each type.
struct PendingDrop {
    raw: Raw,
    value: Box<dyn Send>,
    deferred: DeferredWork,
}

impl Dropper {
    fn push(&'static self, dropping: PendingDrop) {
        let mut given = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        if !given.has_thread {
            given.has_thread = start("cuda-driver-drop", Box::new(|| self.drop_all()));
        }
        if !given.has_thread {
            drop(given);
            // What can't be dropped elsewhere can't be dropped here either. Nobody waits for it.
            PENDING.end();
            mem::forget(dropping);
            return;
        }
        given.drops.push(dropping);
        self.wake.notify_one();
    }

    fn drop_all(&self) -> ! {
        loop {
            let given = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
            let waited = (self.wake).wait_while(given, |given| given.drops.is_empty());
            let drops = mem::take(&mut waited.unwrap_or_else(PoisonError::into_inner).drops);
            for dropping in drops {
                let (raw, value) = (dropping.raw, dropping.value);
                DeferredWork::drop_unless_exiting(move || relaxed(raw, || drop(value)));
                drop(dropping.deferred);
            }
        }
    }
}

/// Starts a thread, and returns `true` if it could be. The work's type is erased, or else this would be compiled for each.
pub(crate) fn start(name: &str, work: Box<dyn FnOnce() + Send>) -> bool {
    std::thread::Builder::new().name(name.to_owned()).spawn(work).is_ok()
}

/// Runs code from outside this crate, and catches its panics.
pub(crate) fn quietly(work: impl FnOnce()) {
    if let Err(thrown) = catch_unwind(AssertUnwindSafe(work)) {
        drop_thrown(thrown);
    }
}

#[cold]
fn drop_thrown(thrown: Box<dyn Any + Send>) {
    // It may panic again. What that throws is leaked.
    if let Err(again) = catch_unwind(AssertUnwindSafe(|| drop(thrown))) {
        mem::forget(again);
    }
}
