use std::fmt;
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Condvar, Mutex, Once, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use cuda_driver::Context;
use nccl_sys::{Symbol, ncclComm_t, ncclResult_t};

use crate::communicator::Patience;
use crate::config::Names;
use crate::{Error, Nccl};

/// A communicator whose value was dropped, and the way to end it.
pub(crate) struct Shutdown {
    pub(crate) comm: ncclComm_t,
    pub(crate) how: How,
    pub(crate) nccl: Nccl,
    pub(crate) context: Context,
    pub(crate) names: Arc<Names>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum How {
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
            How::Abort => return self.abort(),
            How::Destroy => self
                .state()
                .and_then(|state| self.judge(Symbol::ncclCommGetAsyncError, state)),
            How::DestroyWithin(deadline) => self.finalize(deadline),
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
        let function = self.nccl.require(symbol, slot)?;
        // SAFETY: the communicator is alive, no other value has its handle, and it is destroyed once.
        let result = self
            .context
            .with_current(|| unsafe { function(self.comm) })?;
        // The handle may be invalid.
        match result {
            ncclResult_t::ncclInProgress => Ok(()),
            result => self.nccl.check(symbol, result, core::ptr::null_mut()),
        }
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

fn count(change: impl FnOnce(&mut usize)) {
    let mut pending = PENDING.lock().unwrap_or_else(PoisonError::into_inner);
    change(&mut pending);
    if *pending == 0 {
        NONE_LEFT.notify_all();
    }
}

/// Ends the communicator on a new thread, because several in one process may wait for each other, and returns a receiver
/// of the result. If no thread can be started, an abort runs on this thread, and any other communicator is leaked.
pub(crate) fn start(shutdown: Shutdown) -> Receiver<Result<(), Error>> {
    count(|pending| *pending += 1);
    wait_before_exit();
    let (sender, receiver) = mpsc::channel();
    let finish = move |result| {
        // The receiver may have been dropped.
        let _ = sender.send(result);
        count(|pending| *pending -= 1);
    };
    let place = Arc::new(Mutex::new(Some(shutdown)));
    let take = |place: &Mutex<Option<_>>| {
        let mut shutdown = place.lock().unwrap_or_else(PoisonError::into_inner);
        shutdown.take()
    };
    let thread = thread::Builder::new().name("nccl shutdown".to_owned());
    let started = {
        let (place, finish) = (place.clone(), finish.clone());
        thread.spawn(move || {
            if let Some(shutdown) = take(&place) {
                finish(Shutdown::work(shutdown));
            }
        })
    };
    if let Err(error) = started
        && let Some(shutdown) = take(&place)
    {
        finish(match shutdown.how {
            How::Abort => shutdown.work(),
            How::Destroy | How::DestroyWithin(_) => {
                core::mem::forget(shutdown);
                Err(Error::NoThread(error))
            }
        });
    }
    receiver
}

/// Waits until the communicators that were dropped so far are destroyed. Like
/// [`Communicator::destroy`](crate::Communicator::destroy), it may wait for other ranks.
pub fn wait_for_dropped() {
    let mut pending = PENDING.lock().unwrap_or_else(PoisonError::into_inner);
    while *pending > 0 {
        pending = NONE_LEFT
            .wait(pending)
            .unwrap_or_else(PoisonError::into_inner);
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
        pending = NONE_LEFT
            .wait_timeout(pending, left)
            .unwrap_or_else(PoisonError::into_inner)
            .0;
    }
    true
}

/// The time for which the exit of the process waits for dropped communicators.
const BEFORE_EXIT: Duration = Duration::from_secs(5);

/// Makes the exit of the process wait for dropped communicators: CUDA shuts down with the process, and a thread that is
/// destroying one would crash.
fn wait_before_exit() {
    static REGISTERED: Once = Once::new();
    REGISTERED.call_once(|| {
        #[cfg(unix)]
        {
            unsafe extern "C" {
                fn atexit(function: extern "C" fn()) -> core::ffi::c_int;
            }
            extern "C" fn at_exit() {
                let _ = wait_for_dropped_within(BEFORE_EXIT);
            }
            // SAFETY: the function takes nothing, doesn't unwind, and exists as long as the code that it is part of.
            // Functions that CUDA registered earlier run after it. If it can't be registered, the exit doesn't
            // wait.
            unsafe { atexit(at_exit) };
        }
    });
}
