//! Checking a communicator for errors, and waiting for it.

use std::thread;
use std::time::{Duration, Instant};

use cuda_driver::Stream;
use nccl_sys::{Symbol, ncclComm_t, ncclResult_t};

use super::Communicator;
use crate::{Error, Nccl};

impl Communicator {
    /// Checks that nothing has gone wrong with the communicator so far: with a peer, or with the network.
    ///
    /// # Errors
    /// The error, or [`Error::Aborted`].
    #[doc(alias = "ncclCommGetAsyncError")]
    pub fn check(&self) -> Result<(), Error> {
        let state = self.state()?;
        self.judge(Symbol::ncclCommGetAsyncError, state)
    }

    /// Waits until the device has finished all work of the stream, and monitors the communicator meanwhile: a dead peer
    /// results in an error, while [`Stream::synchronize`] would wait forever. The communicator is then aborted, so that
    /// the stream's work ends; the contents of its operations' buffers are unspecified.
    ///
    /// # Errors
    /// The error, [`Error::Late`] after the [deadline](crate::Config::deadline), or the driver's error.
    pub fn wait(&self, stream: &Stream) -> Result<(), Error> {
        let patience = Patience::new(self.deadline);
        while !stream.query()? {
            if let Err(error) = self.check() {
                self.kill_work();
                return Err(error);
            }
            if let Err(waited) = patience.pause() {
                self.kill_work();
                let what = "the stream's work";
                return Err(Error::Late { what, waited });
            }
        }
        self.check()
    }

    /// Interprets a result, and waits if the work is in progress.
    #[inline]
    pub(crate) fn settle(&self, symbol: Symbol, result: ncclResult_t) -> Result<(), Error> {
        self.settle_until(symbol, result, || true)
    }

    /// The same of a call that is over once `is_done`, too, holds.
    #[inline]
    pub(super) fn settle_until(
        &self,
        symbol: Symbol,
        result: ncclResult_t,
        is_done: impl Fn() -> bool,
    ) -> Result<(), Error> {
        match result {
            ncclResult_t::ncclSuccess if is_done() => Ok(()),
            ncclResult_t::ncclSuccess | ncclResult_t::ncclInProgress => self.ready(symbol, is_done),
            result => self.judge(symbol, result),
        }
    }

    /// Waits until nothing is in progress in the library, and `is_done`. Buffers of calls are borrowed until then.
    #[cold]
    fn ready(&self, symbol: Symbol, is_done: impl Fn() -> bool) -> Result<(), Error> {
        let patience = Patience::new(self.deadline);
        loop {
            match self.state()? {
                ncclResult_t::ncclInProgress => {}
                ncclResult_t::ncclSuccess if !is_done() => {}
                state => {
                    let judged = self.judge(symbol, state);
                    // Work that is already in the stream must also end.
                    if self.failed.get() {
                        self.kill_call();
                    }
                    return judged;
                }
            }
            if let Err(waited) = patience.pause() {
                self.kill_call();
                let what = symbol.function().name;
                return Err(Error::Late { what, waited });
            }
        }
    }

    /// Checks a call that created a communicator, which is unusable after an error.
    pub(super) fn made(&self, symbol: Symbol, result: ncclResult_t) -> Result<(), Error> {
        let settled = self.settle(symbol, result);
        if settled.is_err() {
            self.failed.set(true);
        }
        settled
    }

    fn judge(&self, symbol: Symbol, result: ncclResult_t) -> Result<(), Error> {
        use ncclResult_t as R;
        match result {
            R::ncclSuccess | R::ncclInProgress => Ok(()),
            result => {
                // A call with invalid arguments was rejected, and the communicator is unchanged.
                let refused = symbol != Symbol::ncclCommGetAsyncError
                    && matches!(result, R::ncclInvalidArgument | R::ncclInvalidUsage);
                self.failed.set(self.failed.get() || !refused);
                Err(self.nccl.failure(symbol, result, self.handle.get()))
            }
        }
    }

    fn state(&self) -> Result<ncclResult_t, Error> {
        let comm = self.alive()?;
        // SAFETY: the communicator is alive.
        unsafe { self.nccl.state_of(comm) }
    }
}

impl Nccl {
    /// The state of a communicator.
    ///
    /// # Safety
    /// It is alive.
    pub(crate) unsafe fn state_of(self, comm: ncclComm_t) -> Result<ncclResult_t, Error> {
        let symbol = Symbol::ncclCommGetAsyncError;
        let function = self.require(symbol, self.raw().ncclCommGetAsyncError)?;
        let mut state = ncclResult_t::ncclSuccess;
        // SAFETY: the caller guarantees the communicator, and the pointer is to a live value.
        let result = unsafe { function(comm, &raw mut state) };
        self.check(symbol, result, comm)?;
        Ok(state)
    }
}

/// A limit for waiting.
pub(crate) struct Patience {
    since: Instant,
    deadline: Option<Duration>,
}

impl Patience {
    pub(crate) fn new(deadline: Option<Duration>) -> Self {
        Self {
            since: Instant::now(),
            deadline,
        }
    }

    /// Yields, at first briefly, then for a small fraction of the time already waited.
    pub(crate) fn pause(&self) -> Result<(), Duration> {
        let waited = self.since.elapsed();
        if self.deadline.is_some_and(|deadline| waited >= deadline) {
            return Err(waited);
        }
        match waited < Duration::from_micros(200) {
            true => thread::yield_now(),
            false => thread::sleep((waited / 32).min(Duration::from_millis(1))),
        }
        Ok(())
    }
}
