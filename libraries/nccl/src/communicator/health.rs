//! Checking a communicator for errors, and waiting for it.

use std::thread;
use std::time::{Duration, Instant};

use cuda_driver::Stream;
use cuda_libraries_sys::nccl::{Symbol, ncclComm_t, ncclResult_t};

use crate::communicator::Communicator;
use crate::error::Error;
use crate::library::Nccl;

impl Communicator {
    /// Checks whether an error has occurred in the communicator, for example of a peer or the network.
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
    /// The error, [`Error::TimedOut`] after the [deadline](crate::config::Config::deadline), or the driver's error.
    pub fn wait(&self, stream: &Stream) -> Result<(), Error> {
        let patience = Patience::new(self.deadline);
        while !stream.query()? {
            if let Err(error) = self.check() {
                self.kill_work();
                return Err(error);
            }
            if let Err(waited) = patience.pause() {
                self.kill_work();
                let operation = "the stream's work";
                return Err(Error::TimedOut { operation, waited });
            }
        }
        self.check()
    }

    /// Interprets a result, and waits if the work is in progress.
    #[inline]
    pub(crate) fn settle(&self, symbol: Symbol, result: ncclResult_t) -> Result<(), Error> {
        match result {
            ncclResult_t::ncclSuccess => Ok(()),
            ncclResult_t::ncclInProgress => self.ready(symbol, self.deadline, || true),
            result => self.judge(symbol, result),
        }
    }

    /// Waits until nothing is in progress in the library, and `is_done`, for at most `deadline`. Buffers of calls are
    /// borrowed until then.
    #[cold]
    pub(super) fn ready(
        &self,
        symbol: Symbol,
        deadline: Option<Duration>,
        is_done: impl Fn() -> bool,
    ) -> Result<(), Error> {
        let (comm, patience) = (self.alive()?, Patience::new(deadline));
        // SAFETY: the communicator is alive.
        let ready = unsafe { self.nccl.ready(comm, symbol, &patience, is_done) };
        let judged = ready.and_then(|state| self.judge(symbol, state));
        // Work that is already in the stream must also end.
        if self.failed.get() || matches!(judged, Err(Error::TimedOut { .. })) {
            self.kill_call();
        }
        judged
    }

    /// Checks a call that created this communicator, which is unusable after an error.
    pub(super) fn made(&self, symbol: Symbol, result: ncclResult_t) -> Result<(), Error> {
        let result = match result {
            // `ncclCommGrow` (2.30.7) returns success while a non-blocking communicator is still in progress.
            ncclResult_t::ncclSuccess if self.deadline.is_some() => ncclResult_t::ncclInProgress,
            result => result,
        };
        let settled = self.settle(symbol, result);
        if settled.is_err() {
            self.failed.set(true);
        }
        settled
    }

    pub(super) fn judge(&self, symbol: Symbol, result: ncclResult_t) -> Result<(), Error> {
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
    /// Returns the state of a communicator.
    ///
    /// # Safety
    /// The communicator is alive.
    pub(crate) unsafe fn state_of(self, comm: ncclComm_t) -> Result<ncclResult_t, Error> {
        let symbol = Symbol::ncclCommGetAsyncError;
        let function = self.require(symbol, self.raw().ncclCommGetAsyncError)?;
        let mut state = ncclResult_t::ncclSuccess;
        // SAFETY: the caller guarantees the communicator, and the pointer is to a live value.
        let result = unsafe { function(comm, &raw mut state) };
        self.check(symbol, result, comm)?;
        Ok(state)
    }

    /// Waits until nothing is in progress in a communicator, and `is_done`, and returns its state. An error is returned
    /// at once.
    ///
    /// # Errors
    /// [`Error::TimedOut`] when the patience ends, or NCCL's error.
    ///
    /// # Safety
    /// The communicator is alive.
    pub(crate) unsafe fn ready(
        self,
        comm: ncclComm_t,
        symbol: Symbol,
        patience: &Patience,
        is_done: impl Fn() -> bool,
    ) -> Result<ncclResult_t, Error> {
        loop {
            // SAFETY: the caller guarantees the communicator.
            match unsafe { self.state_of(comm) }? {
                ncclResult_t::ncclInProgress => {}
                ncclResult_t::ncclSuccess if !is_done() => {}
                state => return Ok(state),
            }
            if let Err(waited) = patience.pause() {
                let operation = symbol.function().name;
                return Err(Error::TimedOut { operation, waited });
            }
        }
    }
}

/// A limit for waiting.
pub(crate) struct Patience {
    since: Instant,
    deadline: Option<Duration>,
}

impl Patience {
    pub(crate) fn new(deadline: Option<Duration>) -> Self {
        Self { since: Instant::now(), deadline }
    }

    /// Yields, at first briefly, then for a small fraction of the time already waited.
    pub(crate) fn pause(&self) -> Result<(), Duration> {
        let waited = self.since.elapsed();
        if self.deadline.is_some_and(|deadline| waited >= deadline) {
            return Err(waited);
        }
        if waited < Duration::from_micros(200) {
            thread::yield_now()
        } else {
            thread::sleep((waited / 32).min(Duration::from_millis(1)))
        }
        Ok(())
    }
}
