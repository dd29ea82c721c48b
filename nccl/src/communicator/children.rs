//! Communicators made of others.

use core::ptr::null_mut;

use nccl_sys::{Symbol, ncclComm_t, ncclResult_t};

use super::{Communicator, ranks};
use crate::{Config, Error};

impl Communicator {
    /// A communicator of those ranks that give the same colour, ordered by `key`, and by their rank where keys are equal.
    /// All ranks call it; one that gives no colour gets no communicator.
    ///
    /// # Errors
    /// What NCCL answers.
    ///
    /// # Safety
    /// All ranks call it, in the order of the [operations](Self#what-operations-demand).
    #[doc(alias = "ncclCommSplit")]
    pub unsafe fn split(
        &self,
        colour: Option<u32>,
        key: i32,
    ) -> Result<Option<Communicator>, Error> {
        // SAFETY: the caller vouches for it.
        unsafe { self.split_with(colour, key, &self.config()) }
    }

    /// The same with a configuration.
    ///
    /// # Errors
    /// [`Error::Missing`], or what NCCL answers.
    ///
    /// # Safety
    /// As [`split`](Self::split).
    pub unsafe fn split_with(
        &self,
        colour: Option<u32>,
        key: i32,
        config: &Config,
    ) -> Result<Option<Communicator>, Error> {
        let symbol = Symbol::ncclCommSplit;
        let function = self.nccl.require(symbol, self.nccl.raw().ncclCommSplit)?;
        let colour = colour.map_or(-1, |colour| (colour & 0x7fff_ffff) as i32);
        // SAFETY: the caller vouches for the ranks; the pointers are to live values.
        self.child(symbol, config, |comm, child, raw| unsafe {
            function(comm, colour, key, child, raw)
        })
    }

    /// A communicator of all ranks but those of `excluded`, in their order. The survivors call it, and nobody else.
    ///
    /// # Errors
    /// [`Error::NoSuchRank`], [`Error::Twice`], [`Error::ExcludesItself`], [`Error::Missing`] before NCCL 2.27.3, or what NCCL
    /// answers.
    ///
    /// # Safety
    /// All ranks that aren't excluded call it with the same ranks; and nothing of this communicator is under way, unless `how` is
    /// [`Shrink::Abort`].
    #[doc(alias = "ncclCommShrink")]
    pub unsafe fn shrink(&self, excluded: &[usize], how: Shrink) -> Result<Communicator, Error> {
        let mut list = Vec::with_capacity(excluded.len());
        for (index, &rank) in excluded.iter().enumerate() {
            let (_, number) = ranks(self.nranks, rank)?;
            if rank == self.rank {
                return Err(Error::ExcludesItself { rank });
            }
            if excluded[..index].contains(&rank) {
                return Err(Error::Twice {
                    what: "rank",
                    index: rank,
                });
            }
            list.push(number);
        }
        let symbol = Symbol::ncclCommShrink;
        let function = self.nccl.require(symbol, self.nccl.raw().ncclCommShrink)?;
        // SAFETY: the caller vouches for the ranks; the list is of as many as its length says.
        let child = self.child(symbol, &self.config(), |comm, child, raw| unsafe {
            function(
                comm,
                list.as_mut_ptr(),
                list.len() as i32,
                child,
                raw,
                how as i32,
            )
        })?;
        child.ok_or(Error::Aborted)
    }

    /// Makes a communicator out of this one.
    fn child(
        &self,
        symbol: Symbol,
        config: &Config,
        call: impl FnOnce(ncclComm_t, *mut ncclComm_t, *mut nccl_sys::ncclConfig_t) -> ncclResult_t,
    ) -> Result<Option<Self>, Error> {
        let mut raw = config.raw(self.nccl.version())?;
        let mut handle: ncclComm_t = null_mut();
        let comm = self.alive()?;
        let result = self
            .context
            .with_current(|| call(comm, &raw mut handle, &raw mut raw))?;
        if handle.is_null() {
            self.made(symbol, result)?;
            return Ok(None);
        }
        let mut child = Self::new(self.nccl, &self.context, handle, (1, 0), config);
        // Where it is under way, it is so as work of this communicator, whose abort ends that: the child is aborted behind it.
        self.settle(symbol, result)
            .inspect_err(|_| child.failed.set(true))?;
        child.made(symbol, result)?;
        (child.nranks, child.rank) = child.asked()?;
        Ok(Some(child))
    }

    fn config(&self) -> Config {
        match self.deadline {
            Some(deadline) => Config::new().deadline(deadline),
            None => Config::new(),
        }
    }
}

/// What becomes of the work of the communicator that [`Communicator::shrink`] is called on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[repr(i32)]
pub enum Shrink {
    /// There is none.
    #[default]
    Default = nccl_sys::NCCL_SHRINK_DEFAULT as i32,
    /// It is ended: for after an error.
    Abort = nccl_sys::NCCL_SHRINK_ABORT as i32,
}
