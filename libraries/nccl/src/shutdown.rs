use std::fmt;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Condvar, Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use cuda_driver::Context;
use cuda_libraries_sys::nccl::{Symbol, ncclComm_t, ncclResult_t};

use crate::communicator::Patience;
use crate::config::Names;
use crate::error::Error;
use crate::library::Nccl;

/// A communicator whose value was dropped, and the way to end it.
pub(crate) struct Shutdown {
    pub(crate) comm: ncclComm_t,
    pub(crate) how: ShutdownKind,
    pub(crate) nccl: Nccl,
    pub(crate) context: Context,
    pub(crate) names: Arc<Names>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum ShutdownKind {
    Abort,
    Destroy,
    /// The communicator is non-blocking. If pending operations don't end in time, it is aborted.
    DestroyWithin(Duration),
}

// SAFETY: NCCL doesn't tie a communicator to a thread.
unsafe impl Send for Shutdown {}

impl Shutdown {
    /// Destroys or aborts the communicator in this thread.
    pub(crate) fn work(self) -> Result<(), Error> {
        let healthy = match self.how {
            ShutdownKind::Abort => return self.abort(),
            ShutdownKind::Destroy => {
                self.state().and_then(|state| self.judge(Symbol::ncclCommGetAsyncError, state))
            }
            ShutdownKind::DestroyWithin(deadline) => self.finalize(deadline),
        };
        // `ncclCommDestroy` rejects one that failed, and leaves this thread in an NCCL group.
        if let Err(error) = healthy {
            let _ = self.abort();
            return Err(error);
        }
        self.destroy()
    }

    fn abort(self) -> Result<(), Error> {
        self.call(Symbol::ncclCommAbort, self.nccl.raw().ncclCommAbort)
    }

    fn destroy(self) -> Result<(), Error> {
        self.call(Symbol::ncclCommDestroy, self.nccl.raw().ncclCommDestroy)
    }

    fn call(
        &self,
        symbol: Symbol,
        slot: Option<unsafe extern "C" fn(ncclComm_t) -> ncclResult_t>,
    ) -> Result<(), Error> {
        let function = self.nccl.require(symbol, slot);
        let function = function.inspect_err(|_| self.leak_names())?;
        // SAFETY: the communicator is alive, no other value has its handle, and it is destroyed once.
        let called = self.context.with_current(|| unsafe { function(self.comm) });
        let result = called.inspect_err(|_| self.leak_names())?;
        // The handle may be invalid.
        match result {
            ncclResult_t::ncclInProgress => Ok(()),
            result => self.nccl.check(symbol, result, core::ptr::null_mut()),
        }
    }

    /// Keeps the names that a communicator uses which wasn't ended.
    fn leak_names(&self) {
        core::mem::forget(self.names.clone());
    }

    /// Ends pending operations, in at most `deadline`.
    fn finalize(&self, deadline: Duration) -> Result<(), Error> {
        let symbol = Symbol::ncclCommFinalize;
        let patience = Patience::new(Some(deadline));
        self.ready(symbol, &patience)?;
        self.call(symbol, self.nccl.raw().ncclCommFinalize)?;
        self.ready(symbol, &patience)
    }

    fn ready(&self, symbol: Symbol, patience: &Patience) -> Result<(), Error> {
        // SAFETY: the communicator is alive.
        let state = unsafe { self.nccl.ready(self.comm, symbol, patience, || true) }?;
        self.judge(symbol, state)
    }

    fn state(&self) -> Result<ncclResult_t, Error> {
        // SAFETY: the communicator is alive.
        unsafe { self.nccl.state_of(self.comm) }
    }

    fn judge(&self, symbol: Symbol, state: ncclResult_t) -> Result<(), Error> {
        match state {
            ncclResult_t::ncclInProgress => Ok(()),
            state => self.nccl.check(symbol, state, self.comm),
        }
    }
}

impl fmt::Debug for Shutdown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shutdown")
            .field("how", &self.how)
            .field("names", &self.names)
            .finish_non_exhaustive()
    }
}

/// The number of communicators that are being destroyed.
static PENDING: Mutex<usize> = Mutex::new(0);
static NONE_LEFT: Condvar = Condvar::new();

/// A communicator that counts as pending while this exists.
struct PendingShutdown(());

impl PendingShutdown {
    fn new() -> Self {
        *PENDING.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        Self(())
    }
}

impl Drop for PendingShutdown {
    fn drop(&mut self) {
        let mut pending = PENDING.lock().unwrap_or_else(PoisonError::into_inner);
        *pending -= 1;
        if *pending == 0 {
            NONE_LEFT.notify_all();
        }
    }
}

/// A communicator to end, and who waits for it.
struct Task {
    shutdown: Shutdown,
    result: Sender<Result<(), Error>>,
    pending: PendingShutdown,
}

impl Task {
    fn run(self) {
        // The receiver may have been dropped.
        let _ = self.result.send(self.shutdown.work());
        drop(self.pending);
    }
}

/// Ends the communicator on a new thread, because several in one process may wait for each other, and returns a receiver
/// of the result.
///
/// # Errors
/// [`Error::NoThread`] if no thread can be started. Then the communicator is leaked, but an abort runs on this thread.
pub(crate) fn start(shutdown: Shutdown) -> Result<Receiver<Result<(), Error>>, Error> {
    wait_before_exit();
    let (result, receiver) = mpsc::channel();
    let place =
        Arc::new(Mutex::new(Some(Task { shutdown, result, pending: PendingShutdown::new() })));
    let take = |place: &Mutex<Option<Task>>| {
        let mut task = place.lock().unwrap_or_else(PoisonError::into_inner);
        task.take()
    };
    let thread = thread::Builder::new().name("nccl shutdown".to_owned());
    let started = {
        let place = place.clone();
        thread.spawn(move || take(&place).map_or((), Task::run))
    };
    let Err(error) = started else {
        return Ok(receiver);
    };
    match take(&place) {
        Some(task) if matches!(task.shutdown.how, ShutdownKind::Abort) => task.run(),
        Some(task) => {
            core::mem::forget(task.shutdown);
            return Err(Error::NoThread(error));
        }
        None => {}
    }
    Ok(receiver)
}

/// Waits until the communicators that were dropped so far are destroyed. Like
/// [`Communicator::destroy`](crate::communicator::Communicator::destroy), it may wait for other ranks.
pub fn wait_for_dropped() {
    let mut pending = PENDING.lock().unwrap_or_else(PoisonError::into_inner);
    while *pending > 0 {
        pending = NONE_LEFT.wait(pending).unwrap_or_else(PoisonError::into_inner);
    }
}

/// Like [`wait_for_dropped`], for at most `limit`; returns whether all of them are destroyed.
#[must_use]
pub fn wait_for_dropped_within(limit: Duration) -> bool {
    let since = Instant::now();
    let mut pending = PENDING.lock().unwrap_or_else(PoisonError::into_inner);
    while *pending > 0 {
        let left = limit.saturating_sub(since.elapsed());
        if left.is_zero() {
            return false;
        }
        pending = NONE_LEFT.wait_timeout(pending, left).unwrap_or_else(PoisonError::into_inner).0;
    }
    true
}

/// The time for which the exit of the process waits for dropped communicators.
#[cfg(unix)]
const BEFORE_EXIT: Duration = Duration::from_secs(5);

/// Makes the exit of the process wait for dropped communicators: CUDA shuts down with the process, and a thread that is
/// destroying one would crash. A forked process doesn't wait, because it has none of the threads.
fn wait_before_exit() {
    static REGISTERED: OnceLock<u32> = OnceLock::new();
    REGISTERED.get_or_init(|| {
        #[cfg(unix)]
        {
            unsafe extern "C" {
                fn atexit(function: extern "C" fn()) -> core::ffi::c_int;
            }
            extern "C" fn at_exit() {
                if REGISTERED.get() == Some(&std::process::id()) {
                    let _ = wait_for_dropped_within(BEFORE_EXIT);
                }
            }
            // SAFETY: the function takes nothing, doesn't unwind, and exists as long as the code that it is part of.
            // Functions that CUDA registered earlier run after it. If it can't be registered, the exit doesn't
            // wait.
            unsafe { atexit(at_exit) };
        }
        std::process::id()
    });
}
