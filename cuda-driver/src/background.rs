//! Deferred work on this crate's own threads: attempts that are repeated until they succeed, and values that are
//! dropped.

use core::cell::Cell;
use core::mem;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process;
use std::sync::{Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use crate::context::capture_mode::relaxed;
use crate::driver::Raw;

/// One attempt at a task; returns whether it is done.
type Attempt = Box<dyn FnMut() -> bool + Send>;

/// How long the thread pauses between two rounds of attempts: short at first, then longer.
const PAUSES: (Duration, Duration) = (Duration::from_micros(20), Duration::from_millis(1));

/// How long the exit of the process waits for a value that is being dropped.
#[cfg(unix)]
const BEFORE_EXIT: Duration = Duration::from_secs(2);

/// No thread could be started for deferred work.
#[derive(Debug)]
pub(crate) struct NoThread;

/// Attempts a task in the background repeatedly until it is done. An attempt must be quick and must not block.
///
/// The first call starts the thread, which polls only while there is something left to do. If no thread can be started,
/// the task is leaked.
pub(crate) fn attempt_until_done(
    attempt: impl FnMut() -> bool + Send + 'static,
) -> Result<(), NoThread> {
    static ATTEMPTS: Queue = Queue::new("cuda-driver");
    PENDING.begin();
    ATTEMPTS
        .push(Box::new(attempt))
        .inspect_err(|_| PENDING.end())
}

/// Drops a value on another thread, because dropping may wait for the device, or isn't allowed on the caller's thread.
/// If no thread can be started, the value is leaked.
///
/// Captures of streams of `raw` don't affect the calls of its `Drop`.
pub(crate) fn drop_elsewhere<V: Send + 'static>(raw: Raw, value: V) {
    static VALUES: Queue = Queue::new("cuda-driver-drop");
    let mut value = Some(value);
    PENDING.begin();
    let dropping = VALUES.push(Box::new(move || {
        PENDING.unless_exiting(|| relaxed(raw, || drop(value.take())));
        true
    }));
    if dropping.is_err() {
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
        tasks = PENDING
            .changed
            .wait(tasks)
            .unwrap_or_else(PoisonError::into_inner);
    }
}

/// The tasks of both threads.
static PENDING: Pending = Pending {
    tasks: Mutex::new(Tasks {
        left: 0,
        drops: 0,
        is_exiting: false,
    }),
    changed: Condvar::new(),
};

struct Pending {
    tasks: Mutex<Tasks>,
    /// Signals that no task is left, that the process exits, or during the exit that a value was dropped.
    changed: Condvar,
}

struct Tasks {
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

impl Pending {
    fn lock(&self) -> MutexGuard<'_, Tasks> {
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
        let own = usize::from(IS_DROPPING.get());
        let since = std::time::Instant::now();
        let mut tasks = self.lock();
        tasks.is_exiting = true;
        self.changed.notify_all();
        while tasks.drops > own {
            let left = limit.saturating_sub(since.elapsed());
            if left.is_zero() {
                return;
            }
            tasks = self
                .changed
                .wait_timeout(tasks, left)
                .unwrap_or_else(PoisonError::into_inner)
                .0;
        }
    }
}

/// Makes the exit of the process wait for a value that is being dropped: it may be destroying a context, while the
/// driver, or a profiler or compute-sanitizer, shuts down. Futures still become ready, and actions are still called. A
/// forked process doesn't wait, because it has none of the threads.
fn wait_before_exit() {
    static REGISTERED: OnceLock<u32> = OnceLock::new();
    REGISTERED.get_or_init(|| {
        // Elsewhere, the system ends a process's other threads before its libraries shut down.
        #[cfg(unix)]
        {
            unsafe extern "C" {
                fn atexit(function: extern "C" fn()) -> core::ffi::c_int;
            }
            extern "C" fn at_exit() {
                if REGISTERED.get().is_none_or(|own| *own == process::id()) {
                    PENDING.stop(BEFORE_EXIT);
                }
            }
            // SAFETY: the function takes nothing, doesn't unwind, and exists as long as the code that it is part of.
            // What was registered before runs after it: the functions of the driver, which is loaded by now, and of
            // tools that came with it. If it can't be registered, the exit doesn't wait.
            unsafe { atexit(at_exit) };
        }
        process::id()
    });
}

/// A thread, started when it is first needed, and its tasks.
struct Queue {
    name: &'static str,
    given: Mutex<Given>,
    /// Signals a new task.
    wake: Condvar,
}

struct Given {
    attempts: Vec<Attempt>,
    has_thread: bool,
}

impl Queue {
    const fn new(name: &'static str) -> Self {
        Self {
            name,
            given: Mutex::new(Given {
                attempts: Vec::new(),
                has_thread: false,
            }),
            wake: Condvar::new(),
        }
    }

    fn push(&'static self, attempt: Attempt) -> Result<(), NoThread> {
        let mut given = self.given.lock().unwrap_or_else(PoisonError::into_inner);
        if !given.has_thread {
            let thread = std::thread::Builder::new().name(self.name.to_string());
            given.has_thread = thread.spawn(|| self.make_attempts()).is_ok();
        }
        if !given.has_thread {
            // Work that can't be deferred can't be done here either.
            mem::forget(attempt);
            return Err(NoThread);
        }
        given.attempts.push(attempt);
        self.wake.notify_one();
        Ok(())
    }

    /// Adds the new tasks, and waits for one for at most `pause`, if one is given.
    fn receive(&self, attempts: &mut Vec<Attempt>, pause: Option<Duration>) -> bool {
        let given = self.given.lock().unwrap_or_else(PoisonError::into_inner);
        let mut given = match pause {
            Some(pause) if given.attempts.is_empty() => {
                let waited = self.wake.wait_timeout(given, pause);
                waited.unwrap_or_else(PoisonError::into_inner).0
            }
            Some(_) => given,
            None => self
                .wake
                .wait_while(given, |given| given.attempts.is_empty())
                .unwrap_or_else(PoisonError::into_inner),
        };
        let is_new = !given.attempts.is_empty();
        attempts.append(&mut given.attempts);
        is_new
    }

    fn make_attempts(&self) -> ! {
        let mut attempts: Vec<Attempt> = Vec::new();
        let mut pause = PAUSES.0;
        loop {
            let limit = (!attempts.is_empty()).then_some(pause);
            pause = if self.receive(&mut attempts, limit) {
                PAUSES.0
            } else {
                (pause * 2).min(PAUSES.1)
            };
            attempts.retain_mut(|attempt| !is_done(attempt));
        }
    }
}

/// Makes one attempt. A task that panics isn't attempted again.
fn is_done(attempt: &mut Attempt) -> bool {
    let mut is_done = true;
    quietly(|| is_done = attempt());
    if is_done {
        let done = mem::replace(attempt, Box::new(|| true));
        PENDING.unless_exiting(move || drop(done));
        PENDING.end();
    }
    is_done
}

/// Runs code from outside this crate, and catches its panics.
fn quietly(work: impl FnOnce()) {
    if let Err(payload) = catch_unwind(AssertUnwindSafe(work)) {
        // Dropping it might panic again.
        mem::forget(payload);
    }
}
