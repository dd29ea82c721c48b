//! What is done later, on threads of this crate's: attempts that are repeated until they succeed, and values that are
//! dropped.

use core::mem;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::Raw;
use crate::capture_mode::relaxed;

/// One attempt to do what has to be done: whether it is done.
type Attempt = Box<dyn FnMut() -> bool + Send>;

/// How long the thread pauses between two rounds of attempts: short at first, then longer.
const PAUSES: (Duration, Duration) = (Duration::from_micros(20), Duration::from_millis(1));

/// There is no thread to do something later.
#[derive(Debug)]
pub(crate) struct NoThread;

/// Attempts something in the background, again and again, until it is done: it must be quick, and mustn't wait.
///
/// The thread that does it is started by the first call. It only polls while something is left to do. If there can't be
/// one, what was to be done is leaked.
pub(crate) fn attempt_until_done(
    attempt: impl FnMut() -> bool + Send + 'static,
) -> Result<(), NoThread> {
    static ATTEMPTS: Queue = Queue::new("cuda-driver");
    PENDING.begin();
    ATTEMPTS
        .push(Box::new(attempt))
        .inspect_err(|_| PENDING.end())
}

/// Drops a value on a thread of its own, for dropping may wait for the device, or may not be done where the caller is. If
/// there can't be such a thread, the value is leaked.
///
/// Captures of streams of `raw` don't concern what its `Drop` calls.
pub(crate) fn drop_elsewhere<V: Send + 'static>(raw: Raw, value: V) {
    static VALUES: Queue = Queue::new("cuda-driver-drop");
    let mut value = Some(value);
    PENDING.begin();
    let dropping = VALUES.push(Box::new(move || {
        relaxed(raw, || drop(value.take()));
        true
    }));
    if dropping.is_err() {
        PENDING.end();
    }
}

/// Waits until all that this crate has put off is done: memory that was dropped while its stream was captured is freed, and
/// values that work kept alive ([`Stream::drop_after`](crate::Stream::drop_after), transfers, graphs) are dropped.
///
/// It is for tests that count what is left, and for programs that are about to destroy a stream or context which this crate
/// [borrows](crate::Stream::borrow_raw). It waits for the work that values are kept for, and for captures to end; so it
/// must not be called while this thread has one to end, or from an action of [`Stream::on_done`](crate::Stream::on_done).
#[inline]
pub fn wait_for_deferred() {
    let mut count = PENDING.lock();
    while *count > 0 {
        count = PENDING
            .done
            .wait(count)
            .unwrap_or_else(PoisonError::into_inner);
    }
}

/// How much there is to do.
static PENDING: Pending = Pending {
    count: Mutex::new(0),
    done: Condvar::new(),
};

struct Pending {
    count: Mutex<usize>,
    /// Nothing is left to do.
    done: Condvar,
}

impl Pending {
    fn lock(&self) -> MutexGuard<'_, usize> {
        self.count.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn begin(&self) {
        *self.lock() += 1;
    }

    fn end(&self) {
        let mut count = self.lock();
        *count -= 1;
        if *count == 0 {
            self.done.notify_all();
        }
    }
}

/// A thread, started when it is first needed, and what it is given to do.
struct Queue {
    name: &'static str,
    given: Mutex<Given>,
    /// Something was given.
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
            // What can't be done later can't be done here either.
            mem::forget(attempt);
            return Err(NoThread);
        }
        given.attempts.push(attempt);
        self.wake.notify_one();
        Ok(())
    }

    /// Adds what was given since, and waits for something, at most for a while, if a pause is given.
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

/// Makes one attempt. What panics is not attempted again.
fn is_done(attempt: &mut Attempt) -> bool {
    let mut is_done = true;
    quietly(|| is_done = attempt());
    if is_done {
        let done = mem::replace(attempt, Box::new(|| true));
        quietly(move || drop(done));
        PENDING.end();
    }
    is_done
}

/// Runs somebody else's code, whose panics end here.
fn quietly(work: impl FnOnce()) {
    if let Err(payload) = catch_unwind(AssertUnwindSafe(work)) {
        // Dropping it might panic again.
        mem::forget(payload);
    }
}
