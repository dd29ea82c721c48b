//! Communicators created from others.

use cuda_libraries_sys::nccl::{Symbol, ncclComm_t, ncclResult_t, ncclUniqueId};

use crate::communicator::{Communicator, HandlePlace, ranks};
use crate::config::Config;
use crate::error::Error;
use crate::unique_id::UniqueId;

impl Communicator {
    /// Creates a communicator of the ranks with the same color, ordered by `key`, and by rank for equal keys. All
    /// ranks call it; a rank without a color gets no communicator.
    ///
    /// # Errors
    /// [`Error::Color`] for a color over `i32::MAX`, or NCCL's error.
    ///
    /// # Safety
    /// All ranks call it, in the order of the [operations](Self#what-operations-demand).
    #[doc(alias = "ncclCommSplit")]
    pub unsafe fn split(
        &self,
        color: Option<u32>,
        key: i32,
    ) -> Result<Option<Communicator>, Error> {
        // SAFETY: the caller guarantees what the other ranks do.
        unsafe { self.split_with(color, key, &self.config()) }
    }

    /// Like [`split`](Self::split), with a configuration.
    ///
    /// # Errors
    /// As [`split`](Self::split), or [`Error::Absent`].
    ///
    /// # Safety
    /// As [`split`](Self::split).
    pub unsafe fn split_with(
        &self,
        color: Option<u32>,
        key: i32,
        config: &Config,
    ) -> Result<Option<Communicator>, Error> {
        let symbol = Symbol::ncclCommSplit;
        let function = self.nccl.require(symbol, self.nccl.raw().ncclCommSplit)?;
        let color = match color {
            Some(color) => i32::try_from(color).map_err(|_| Error::Color { color })?,
            None => cuda_libraries_sys::nccl::NCCL_SPLIT_NOCOLOR,
        };
        // SAFETY: the caller guarantees the ranks; the pointers are to live values.
        let child = self.child(symbol, config, color >= 0, |comm, child, raw| unsafe {
            function(comm, color, key, child, raw)
        })?;
        match child {
            None if color >= 0 => Err(Error::no_communicator(symbol)),
            child => Ok(child),
        }
    }

    /// Creates a communicator of all ranks except those in `excluded`, in their order. Only the remaining ranks call
    /// it.
    ///
    /// # Errors
    /// [`Error::NoSuchRank`], [`Error::Twice`], [`Error::ExcludesItself`], [`Error::Absent`] before NCCL 2.27.3, or
    /// NCCL's error.
    ///
    /// # Safety
    /// All ranks that aren't excluded call it with the same ranks; and this communicator has no pending operations,
    /// unless `how` is [`Shrink::Abort`].
    #[doc(alias = "ncclCommShrink")]
    pub unsafe fn shrink(&self, excluded: &[usize], how: Shrink) -> Result<Communicator, Error> {
        let mut list = Vec::with_capacity(excluded.len());
        for (index, &rank) in excluded.iter().enumerate() {
            let (_, number) = ranks(self.nranks, rank)?;
            if rank == self.rank {
                return Err(Error::ExcludesItself { rank });
            }
            if excluded[..index].contains(&rank) {
                return Err(Error::Twice { kind: "rank", index: rank });
            }
            list.push(number);
        }
        let symbol = Symbol::ncclCommShrink;
        let function = self.nccl.require(symbol, self.nccl.raw().ncclCommShrink)?;
        // SAFETY: the caller guarantees the ranks; the list has the given length.
        let child = self.child(symbol, &self.config(), true, |comm, child, raw| unsafe {
            function(comm, list.as_mut_ptr(), list.len() as i32, child, raw, how as i32)
        })?;
        child.ok_or_else(|| Error::no_communicator(symbol))
    }

    /// Returns an id with which new ranks join this communicator: for [`grow`](Self::grow) on this rank, and
    /// [`Nccl::join`](crate::library::Nccl::join) on the new ones. No other id can be created before it is used.
    ///
    /// # Errors
    /// [`Error::Absent`] before NCCL 2.29.2, or NCCL's error.
    #[doc(alias = "ncclCommGetUniqueId")]
    pub fn grow_id(&self) -> Result<GrowId, Error> {
        let symbol = Symbol::ncclCommGetUniqueId;
        let function = self.nccl.require(symbol, self.nccl.raw().ncclCommGetUniqueId)?;
        let mut raw = ncclUniqueId::default();
        // SAFETY: the communicator is alive, and the pointer to a live id.
        self.call(symbol, |comm| unsafe { function(comm, &raw mut raw) })?;
        Ok(GrowId(UniqueId::from_raw(raw)))
    }

    /// Creates a communicator of these ranks, which keep their numbers, followed by new ranks, `nranks` in total. The
    /// new ranks call [`Nccl::join`](crate::library::Nccl::join). This communicator doesn't change.
    ///
    /// The rank that created the id passes it; the others pass `None`.
    ///
    /// # Errors
    /// [`Error::NotLarger`], [`Error::Absent`] before NCCL 2.29.2, or NCCL's error.
    ///
    /// # Safety
    /// All ranks call it, in the order of the [operations](Self#what-operations-demand), with the same `nranks`, and
    /// exactly one of them with the id; and each new rank joins once.
    #[doc(alias = "ncclCommGrow")]
    pub unsafe fn grow(&self, nranks: usize, id: Option<GrowId>) -> Result<Communicator, Error> {
        if nranks <= self.nranks {
            let from = self.nranks;
            return Err(Error::NotLarger { from, to: nranks });
        }
        let (count, _) = ranks(nranks, 0)?;
        let symbol = Symbol::ncclCommGrow;
        let function = self.nccl.require(symbol, self.nccl.raw().ncclCommGrow)?;
        let id = id.map(|GrowId(id)| id.raw());
        let id = id.as_ref().map_or(core::ptr::null(), core::ptr::from_ref);
        // SAFETY: the caller guarantees the ranks; the pointers are to live values, or null if this rank isn't the root.
        let child = self.child(symbol, &self.config(), true, |comm, child, raw| unsafe {
            function(comm, count, id, -1, child, raw)
        })?;
        child.ok_or_else(|| Error::no_communicator(symbol))
    }

    /// Creates a communicator from this one, or participates if this rank gets none. Returns `None` if NCCL returned none.
    fn child(
        &self,
        symbol: Symbol,
        config: &Config,
        gets_one: bool,
        call: impl FnOnce(
            ncclComm_t,
            *mut ncclComm_t,
            *mut cuda_libraries_sys::nccl::ncclConfig_t,
        ) -> ncclResult_t,
    ) -> Result<Option<Self>, Error> {
        /// The memory to which NCCL writes null for ranks that get no communicator.
        static NOWHERE: HandlePlace = HandlePlace::new();
        let mut raw = config.raw(self.nccl.version())?;
        let comm = self.alive()?;
        let place = gets_one.then(|| Box::new(HandlePlace::new()));
        let written = place.as_deref().unwrap_or(&NOWHERE);
        let result = self.context.with_current(|| call(comm, written.as_ptr(), &raw mut raw))?;
        let deadline = self.deadline.or(config.waits());
        let settled = match (result, deadline) {
            // A blocking communicator has already finished.
            (ncclResult_t::ncclSuccess, None) => Ok(()),
            (ncclResult_t::ncclSuccess | ncclResult_t::ncclInProgress, _) => {
                // NCCL (2.28.9) can report its communicator as ready before it has written the child's handle.
                self.ready(symbol, deadline, || {
                    deadline.is_none() || !gets_one || !written.handle().is_null()
                })
            }
            (result, _) => self.judge(symbol, result),
        };
        let handle = written.handle();
        if let Some(place) = place {
            place.keep_if(
                handle.is_null() || (symbol == Symbol::ncclCommGrow && deadline.is_some()),
            );
        }
        if handle.is_null() {
            return settled.map(|()| None);
        }
        let mut child = Self::new(self.nccl, &self.context, handle, (1, 0), config);
        // A creation in progress is work of this communicator, whose abort ends it: the child is aborted
        // after it.
        settled.inspect_err(|_| child.failed.set(true))?;
        child.made(symbol, result)?;
        (child.nranks, child.rank) = child.query_ranks()?;
        Ok(Some(child))
    }

    /// Returns the configuration of children for which none is given.
    fn config(&self) -> Config {
        match self.deadline {
            Some(deadline) => Config::new().deadline(deadline),
            None => Config::new(),
        }
    }
}

/// How [`Communicator::shrink`] treats pending operations of the communicator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[repr(i32)]
#[non_exhaustive]
pub enum Shrink {
    /// There are no pending operations.
    #[default]
    Default = cuda_libraries_sys::nccl::NCCL_SHRINK_DEFAULT as i32,
    /// Pending operations are ended; use this after an error.
    Abort = cuda_libraries_sys::nccl::NCCL_SHRINK_ABORT as i32,
}

/// An id with which new ranks join a communicator that [grows](Communicator::grow), once each.
///
/// Anyone who knows it can join.
#[derive(Debug)]
pub struct GrowId(pub(crate) UniqueId);

impl GrowId {
    /// Returns the id as bytes, to send it to the new ranks.
    #[must_use]
    pub fn to_bytes(&self) -> [u8; 128] {
        self.0.to_bytes()
    }

    /// Creates an id from the bytes of [`to_bytes`](Self::to_bytes).
    #[must_use]
    pub fn from_bytes(bytes: &[u8; 128]) -> Self {
        Self(UniqueId::from_bytes(bytes))
    }
}
