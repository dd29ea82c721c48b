//! How communicators end: by hand, by an error, when they are dropped.

use core::ptr::null_mut;
use std::sync::mpsc::Receiver;
use std::thread;
use std::time::Duration;

use super::Communicator;
use crate::Error;
use crate::farewell::{self, Farewell, How};

/// How long an abort is waited for whose work is on the device alone.
const ABORTED_WITHIN: Duration = Duration::from_secs(10);

impl Communicator {
    /// Waits for what is under way, and destroys the communicator. NCCL may wait for the other ranks of this host, too, until they
    /// do the same: without a [deadline](crate::Config::deadline) forever.
    ///
    /// One that failed is aborted instead. One of other code is [left alone](Self::borrow_raw).
    ///
    /// # Errors
    /// What NCCL returns, what went wrong before, or [`Error::Late`]. The communicator is gone in any case.
    #[doc(alias = "ncclCommFinalize")]
    #[doc(alias = "ncclCommDestroy")]
    pub fn destroy(self) -> Result<(), Error> {
        self.alive()?;
        let Some(farewell) = self.farewell(self.how()) else {
            return Ok(());
        };
        let Some(deadline) = self.deadline else {
            return farewell.work();
        };
        // Nothing ends a destruction that began: its thread waits on where the deadline is over. There are two steps, each of
        // which may take that long.
        let waited = deadline.saturating_mul(2);
        let done = farewell::say(farewell).recv_timeout(waited);
        done.unwrap_or(Err(Error::Late {
            what: "ncclCommDestroy",
            waited,
        }))
    }

    /// Ends what is under way, and destroys the communicator. All ranks that live must do it: what the others have under way
    /// with this one doesn't end by itself.
    ///
    /// # Errors
    /// What NCCL returns.
    #[doc(alias = "ncclCommAbort")]
    pub fn abort(self) -> Result<(), Error> {
        self.alive()?;
        self.farewell(How::Abort).map_or(Ok(()), Farewell::work)
    }

    fn how(&self) -> How {
        match (self.failed.get(), self.deadline) {
            (true, _) => How::Abort,
            _ if self.revoked.get() => How::Destroy,
            (false, Some(deadline)) => How::DestroyWithin(deadline),
            (false, None) => How::Destroy,
        }
    }

    /// Gives the handle up; `None` if there is nothing to do for it.
    fn farewell(&self, how: How) -> Option<Farewell> {
        let comm = self.handle.replace(null_mut());
        (self.owned && !comm.is_null()).then(|| Farewell {
            comm,
            how,
            nccl: self.nccl,
            context: self.context.clone(),
            names: self.names.clone(),
        })
    }

    /// Marks it as failed, and begins to abort it, so that kernels which wait for peers end. Several of one process are begun
    /// before any is waited for.
    pub(crate) fn begin_kill(&self) -> Option<Receiver<Result<(), Error>>> {
        self.failed.set(true);
        self.farewell(How::Abort).map(farewell::say)
    }

    /// Aborts it while NCCL may still be about to use the buffers of a call, which the caller gets back afterwards: this waits
    /// until NCCL's own threads have ended, as `ncclCommAbort` promises.
    pub(super) fn kill_call(&self) {
        // The reason for it is what the caller gets.
        let _ = self.begin_kill().map(|done| done.recv());
    }

    /// Aborts it when all calls have returned: what is left is in streams, and its buffers are freed in their order.
    pub(super) fn kill_work(&self) {
        wait_for_kills(self.begin_kill());
    }
}

/// Waits until aborts have ended, but not forever.
pub(crate) fn wait_for_kills(kills: impl IntoIterator<Item = Receiver<Result<(), Error>>>) {
    for kill in kills {
        // The reason for it is what the caller gets.
        let _ = kill.recv_timeout(ABORTED_WITHIN);
    }
}

impl Drop for Communicator {
    fn drop(&mut self) {
        let how = match thread::panicking() {
            true => How::Abort,
            false => self.how(),
        };
        if let Some(farewell) = self.farewell(how) {
            drop(farewell::say(farewell));
        }
    }
}
