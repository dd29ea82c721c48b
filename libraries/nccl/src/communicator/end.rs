//! The end of communicators: by a call, by an error, or when they are dropped.

use core::ptr::null_mut;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use crate::communicator::Communicator;
use crate::error::Error;
use crate::shutdown;
use crate::shutdown::{Shutdown, ShutdownKind};

/// The time to wait for an abort whose remaining work is only on the device.
const ABORTED_WITHIN: Duration = Duration::from_secs(10);

impl Communicator {
    /// Waits for pending operations, and destroys the communicator. NCCL may also wait until the other ranks of this
    /// host do the same; without a [deadline](crate::config::Config::deadline), it may wait forever.
    ///
    /// A communicator that failed is aborted instead. One that was [borrowed](Self::borrow_raw) isn't destroyed.
    ///
    /// # Errors
    /// NCCL's error, or an earlier error; the communicator no longer exists. With a deadline also [`Error::TimedOut`],
    /// after which it was aborted, [`Error::NotDestroyed`], or [`Error::NoThread`].
    #[doc(alias("ncclCommFinalize", "ncclCommDestroy"))]
    pub fn destroy(self) -> Result<(), Error> {
        if self.deadline.is_some() {
            return self.begin_destroy()?.map_or(Ok(()), Destruction::wait);
        }
        self.alive()?;
        self.take_shutdown(self.how()).map_or(Ok(()), Shutdown::work)
    }

    /// Begins to destroy it on another thread.
    pub(crate) fn begin_destroy(self) -> Result<Option<Destruction>, Error> {
        self.alive()?;
        let shutdown = self.take_shutdown(self.how());
        shutdown.map(|shutdown| Destruction::start(shutdown, self.deadline)).transpose()
    }

    /// Ends pending operations, and destroys the communicator. All living ranks must do so, because their pending
    /// operations with this one don't end by themselves.
    ///
    /// # Errors
    /// Returns NCCL's error.
    #[doc(alias = "ncclCommAbort")]
    pub fn abort(self) -> Result<(), Error> {
        self.alive()?;
        self.take_shutdown(ShutdownKind::Abort).map_or(Ok(()), Shutdown::work)
    }

    fn how(&self) -> ShutdownKind {
        if self.failed.get() {
            return ShutdownKind::Abort;
        }
        match self.deadline {
            Some(deadline) if !self.revoked.get() => ShutdownKind::DestroyWithin(deadline),
            _ => ShutdownKind::Destroy,
        }
    }

    /// Takes the handle; returns `None` if there is nothing to do for it.
    fn take_shutdown(&self, how: ShutdownKind) -> Option<Shutdown> {
        let comm = self.handle.replace(null_mut());
        (self.owned && !comm.is_null()).then(|| Shutdown {
            comm,
            how,
            nccl: self.nccl,
            context: self.context.clone(),
            names: self.names.clone(),
        })
    }

    /// Marks it as failed, and starts to abort it, so that kernels that wait for peers end. With several communicators in one
    /// process, all aborts are started before waiting for any.
    pub(crate) fn begin_kill(&self) -> Option<Receiver<Result<(), Error>>> {
        self.failed.set(true);
        // An abort needs no thread.
        let shutdown = self.take_shutdown(ShutdownKind::Abort)?;
        shutdown::start(shutdown).ok()
    }

    /// Aborts it while NCCL may still be about to use the buffers of a call, which are returned to the caller
    /// afterwards: this waits until NCCL's own threads have ended, as `ncclCommAbort` promises.
    pub(super) fn kill_call(&self) {
        // The caller gets the reason for the abort.
        let _ = self.begin_kill().map(|done| done.recv());
    }

    /// Aborts it after all calls have returned: the remaining work is in streams, and its buffers are freed in stream
    /// order.
    pub(super) fn kill_work(&self) {
        wait_for_kills(self.begin_kill());
    }
}

/// The destruction of a communicator, on another thread.
pub(crate) struct Destruction {
    done: Receiver<Result<(), Error>>,
    since: Instant,
    limit: Option<Duration>,
}

impl Destruction {
    fn start(shutdown: Shutdown, deadline: Option<Duration>) -> Result<Self, Error> {
        Ok(Self {
            done: shutdown::start(shutdown)?,
            since: Instant::now(),
            // There are two steps, each of which may take up to the timeout.
            limit: deadline.map(|deadline| deadline.saturating_mul(2)),
        })
    }

    /// Waits for the destruction. It can't be cancelled: the thread continues after the deadline.
    pub(crate) fn wait(self) -> Result<(), Error> {
        let result = match self.limit {
            None => self.done.recv().map_err(RecvTimeoutError::from),
            Some(limit) => {
                let left = limit.saturating_sub(self.since.elapsed());
                self.done.recv_timeout(left)
            }
        };
        result.unwrap_or_else(|error| {
            Err(match error {
                RecvTimeoutError::Timeout => Error::NotDestroyed { waited: self.since.elapsed() },
                // The thread panicked.
                RecvTimeoutError::Disconnected => Error::Aborted,
            })
        })
    }
}

/// Waits until aborts have ended, for a limited time. NCCL's kernels end within microseconds of the start of an abort, which
/// sets a flag that they poll; what may take long is the end of its threads and connections, which write to no buffer.
pub(crate) fn wait_for_kills(kills: impl IntoIterator<Item = Receiver<Result<(), Error>>>) {
    for kill in kills {
        // The caller gets the reason for the abort.
        let _ = kill.recv_timeout(ABORTED_WITHIN);
    }
}

impl Drop for Communicator {
    fn drop(&mut self) {
        let how = if thread::panicking() { ShutdownKind::Abort } else { self.how() };
        if let Some(shutdown) = self.take_shutdown(how) {
            drop(shutdown::start(shutdown));
        }
    }
}
