//! Communicators with few operations: after an error, or without their memory.

use cuda_libraries_sys::nccl::{NCCL_REVOKE_DEFAULT, NCCL_SUSPEND_MEM, Symbol, ncclCommMemStat_t};

use crate::communicator::{Communicator, Shrink};
use crate::error::Error;

/// A communicator that was [revoked](Communicator::revoke): others can be created from it, and it can be destroyed.
#[derive(Debug)]
pub struct RevokedCommunicator(Communicator);

/// A communicator that [released its memory](Communicator::suspend).
#[derive(Debug)]
pub struct SuspendedCommunicator(Communicator);

/// A quantity that [`Communicator::memory`] reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MemoryStat {
    /// The device memory that [`suspend`](Communicator::suspend) releases, in bytes.
    Suspendable,
    /// 1 while that memory is released, otherwise 0.
    IsSuspended,
    /// The memory that stays, in bytes.
    Persistent,
    /// The total, in bytes.
    Total,
}

impl MemoryStat {
    fn raw(self) -> ncclCommMemStat_t {
        match self {
            Self::Suspendable => ncclCommMemStat_t::ncclStatGpuMemSuspend,
            Self::IsSuspended => ncclCommMemStat_t::ncclStatGpuMemSuspended,
            Self::Persistent => ncclCommMemStat_t::ncclStatGpuMemPersist,
            Self::Total => ncclCommMemStat_t::ncclStatGpuMemTotal,
        }
    }
}

impl Communicator {
    /// Ends pending operations, and keeps the communicator so that others can be created from it. Use it after an
    /// error, to continue without a failed rank. All living ranks must do so: as with [`abort`](Self::abort), their
    /// pending operations with this one don't end by themselves.
    ///
    /// # Errors
    /// [`Error::Absent`] before NCCL 2.28.9, or NCCL's error. The communicator is then aborted.
    #[doc(alias = "ncclCommRevoke")]
    pub fn revoke(self) -> Result<RevokedCommunicator, Error> {
        let symbol = Symbol::ncclCommRevoke;
        let revoked =
            self.nccl.require(symbol, self.nccl.raw().ncclCommRevoke).and_then(|function| {
                // This clears earlier errors.
                // SAFETY: the communicator is alive, and this value owns it.
                self.call(symbol, |comm| unsafe { function(comm, NCCL_REVOKE_DEFAULT as i32) })
            });
        self.failed.set(revoked.is_err());
        self.revoked.set(true);
        revoked.map(|()| RevokedCommunicator(self))
    }

    /// Releases device memory until the communicator is [resumed](SuspendedCommunicator::resume).
    ///
    /// # Errors
    /// [`Error::Absent`] before NCCL 2.29.7, or NCCL's error. The communicator is then destroyed.
    ///
    /// # Safety
    /// All ranks call it, in the order of the [operations](Self#what-operations-demand), and the communicator has no
    /// pending operations on any of them: peers write to this memory.
    #[doc(alias = "ncclCommSuspend")]
    pub unsafe fn suspend(self) -> Result<SuspendedCommunicator, Error> {
        let symbol = Symbol::ncclCommSuspend;
        let function = self.nccl.require(symbol, self.nccl.raw().ncclCommSuspend)?;
        // SAFETY: the communicator is alive, and the caller guarantees the ranks.
        self.call(symbol, |comm| unsafe { function(comm, NCCL_SUSPEND_MEM as i32) })?;
        Ok(SuspendedCommunicator(self))
    }

    /// Returns how much device memory the communicator uses.
    ///
    /// # Errors
    /// [`Error::Absent`] before NCCL 2.29.7, or NCCL's error.
    #[doc(alias = "ncclCommMemStats")]
    pub fn memory(&self, stat: MemoryStat) -> Result<u64, Error> {
        let symbol = Symbol::ncclCommMemStats;
        let function = self.nccl.require(symbol, self.nccl.raw().ncclCommMemStats)?;
        let mut value = 0;
        // SAFETY: the communicator is alive, and the pointer to a live value.
        self.call(symbol, |comm| unsafe { function(comm, stat.raw(), &raw mut value) })?;
        Ok(value)
    }
}

impl RevokedCommunicator {
    /// Returns the rank, from 0.
    #[must_use]
    pub fn rank(&self) -> usize {
        self.0.rank()
    }

    /// Returns the number of ranks of the communicator.
    #[must_use]
    pub fn nranks(&self) -> usize {
        self.0.nranks()
    }

    /// Like [`Communicator::split`].
    ///
    /// # Errors
    /// As [`Communicator::split`].
    ///
    /// # Safety
    /// As [`Communicator::split`]; all ranks were revoked.
    #[doc(alias = "ncclCommSplit")]
    pub unsafe fn split(
        &self,
        color: Option<u32>,
        key: i32,
    ) -> Result<Option<Communicator>, Error> {
        // SAFETY: the caller guarantees what the other ranks do.
        unsafe { self.0.split(color, key) }
    }

    /// Like [`Communicator::shrink`], for a communicator without pending operations.
    ///
    /// # Errors
    /// As [`Communicator::shrink`].
    ///
    /// # Safety
    /// As [`Communicator::shrink`]; all ranks that aren't excluded were revoked.
    #[doc(alias = "ncclCommShrink")]
    pub unsafe fn shrink(&self, excluded: &[usize]) -> Result<Communicator, Error> {
        // SAFETY: the caller guarantees what the other ranks do.
        unsafe { self.0.shrink(excluded, Shrink::Default) }
    }

    /// Like [`Communicator::destroy`].
    ///
    /// # Errors
    /// As [`Communicator::destroy`].
    #[doc(alias = "ncclCommDestroy")]
    pub fn destroy(self) -> Result<(), Error> {
        self.0.destroy()
    }

    /// Like [`Communicator::abort`].
    ///
    /// # Errors
    /// As [`Communicator::abort`].
    #[doc(alias = "ncclCommAbort")]
    pub fn abort(self) -> Result<(), Error> {
        self.0.abort()
    }
}

impl SuspendedCommunicator {
    /// Allocates the memory again.
    ///
    /// # Errors
    /// NCCL's error. The communicator is then destroyed.
    ///
    /// # Safety
    /// All ranks call it.
    #[doc(alias = "ncclCommResume")]
    pub unsafe fn resume(self) -> Result<Communicator, Error> {
        let comm = self.0;
        let symbol = Symbol::ncclCommResume;
        let function = comm.nccl.require(symbol, comm.nccl.raw().ncclCommResume)?;
        // SAFETY: the communicator is alive, and the caller guarantees the ranks.
        comm.call(symbol, |raw| unsafe { function(raw) })?;
        Ok(comm)
    }

    /// Like [`Communicator::memory`].
    ///
    /// # Errors
    /// As [`Communicator::memory`].
    #[doc(alias = "ncclCommMemStats")]
    pub fn memory(&self, stat: MemoryStat) -> Result<u64, Error> {
        self.0.memory(stat)
    }

    /// Like [`Communicator::destroy`].
    ///
    /// # Errors
    /// As [`Communicator::destroy`].
    #[doc(alias = "ncclCommDestroy")]
    pub fn destroy(self) -> Result<(), Error> {
        self.0.destroy()
    }
}
