mod children;
mod end;
mod health;
mod paused;

use core::cell::Cell;
use core::ptr::null_mut;
use core::sync::atomic::{AtomicPtr, Ordering};
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use cuda_driver::Context;
use cuda_libraries_sys::nccl::{Symbol, ncclComm, ncclComm_t, ncclConfig_t, ncclResult_t};

use crate::config::{Config, Names};
use crate::error::Error;
use crate::library::{Nccl, ranks};
use crate::unique_id::UniqueId;

pub use children::{GrowId, Shrink};
pub(crate) use end::{Destruction, wait_for_kills};
pub(crate) use health::Patience;
pub use paused::{MemoryStat, RevokedCommunicator, SuspendedCommunicator};

/// One rank of a communicator, on one device.
///
/// # What operations demand
/// If ranks call different operations, or in a different order, or with different counts, types, operators or roots,
/// the behavior is undefined according to NCCL's manual, including memory corruption: with direct memory access, a
/// peer writes as much into this rank's buffer as the *peer's* count. A rank can't check the others. So the operations
/// are `unsafe`, all with the same contract:
///
/// - All ranks of the communicator call the same operations in the same order, with matching counts, types, operators
///   and roots; and each `send` has a `recv` of the same length and type.
/// - Operations of several communicators of one device are called in the same order on all ranks, from one thread at a
///   time.
/// - If a rank ends pending operations, by [`abort`](Self::abort), [`revoke`](Self::revoke), a deadline, or because it
///   is dropped after an error, the others also do so before the buffers of those operations are used for anything
///   else: until then they may write to this rank's buffers.
///
/// A [`Clique`](crate::clique::Clique) owns all ranks, compares their arguments, and is safe. NCCL can't do that for ranks of several
/// processes: with `NCCL_CHECK_MODE=DEBUG_GLOBAL` it compares how their buffers are registered, but no counts, types or
/// operators (2.30.7).
///
/// This crate ensures everything else. Operations are submitted to a stream in its order and return immediately. A
/// buffer belongs to its stream, so that later work on it, and its release, run after the operation. Buffers of other
/// streams, and buffers whose lengths don't fit, are rejected before anything is submitted.
///
/// # Threads and contexts
/// A communicator is `Send`, but not `Sync`. The context is current during a call, and the previous one is restored
/// afterwards. A loop of short operations is faster within [`Context::with_current`], where a call needs no change; for
/// a [`Clique`](crate::clique::Clique), use the context of rank 0.
///
/// # Destruction
/// [`destroy`](Self::destroy) waits for pending operations, and so, as NCCL does, for the other ranks of the host.
/// [`abort`](Self::abort) ends running kernels. Dropping never waits: another thread destroys the communicator, or
/// aborts it if it failed, the thread panics, or pending operations don't end before the [deadline](Config::deadline).
/// [`wait_for_dropped`](crate::shutdown::wait_for_dropped) waits for that, and so does the exit of the process, for at most five
/// seconds.
///
/// While NCCL destroys a communicator whose operations are pending, other ranks *of the same process* may be unable to
/// launch their part of these operations (seen with NCCL 2.28). Start the operations of all ranks of a process before
/// dropping any of their communicators, as a [`Clique`](crate::clique::Clique) does, or set a deadline.
///
/// ```no_run
/// use cuda_driver::Driver;
/// use nccl::{Config, Nccl, Reduce, UniqueId};
/// use std::time::Duration;
///
/// // One of `nranks` processes or threads, all with the same id, each on its own device.
/// fn rank(id: &UniqueId, nranks: usize, rank: usize) -> Result<Vec<f32>, Box<dyn std::error::Error>> {
///     let context = Driver::load()?.device(rank)?.primary_context()?;
///     let stream = context.stream()?;
///     let config = Config::new().deadline(Duration::from_secs(60));
///     // SAFETY: each rank is created once, on its own device.
///     let comm = unsafe { Nccl::load()?.communicator_with(&context, id, nranks, rank, &config) }?;
///     let x = stream.upload(&[rank as f32; 100])?;
///     let mut sums = stream.alloc::<f32>(100)?;
///     // SAFETY: all ranks do this.
///     unsafe { comm.all_reduce(&stream, &x, &mut sums, Reduce::Sum) }?;
///     comm.wait(&stream)?;
///     comm.destroy()?;
///     Ok(sums.to_vec()?)
/// }
/// # let id = Nccl::load()?.unique_id()?;
/// # std::thread::scope(|scope| {
/// #     let other = scope.spawn(|| rank(&id, 2, 1).unwrap());
/// #     assert_eq!(rank(&id, 2, 0).unwrap(), other.join().unwrap());
/// # });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Communicator {
    /// Null once the communicator was destroyed or aborted.
    handle: Cell<ncclComm_t>,
    failed: Cell<bool>,
    /// Whether the communicator was revoked. It is then destroyed without being finalized.
    revoked: Cell<bool>,
    nccl: Nccl,
    context: Context,
    rank: usize,
    nranks: usize,
    deadline: Option<Duration>,
    /// Whether dropping destroys the communicator.
    owned: bool,
    names: Arc<Names>,
}

// SAFETY: NCCL doesn't tie a communicator to a thread, and requires one call at a time, so the type isn't `Sync`.
unsafe impl Send for Communicator {}

impl Communicator {
    /// # Safety
    /// As [`Nccl::communicator_with`].
    pub(crate) unsafe fn init(
        nccl: Nccl,
        context: &Context,
        id: &UniqueId,
        nranks: usize,
        rank: usize,
        config: &Config,
    ) -> Result<Self, Error> {
        let symbol = Symbol::ncclCommInitRankConfig;
        let function = nccl.require(symbol, nccl.raw().ncclCommInitRankConfig)?;
        let place = (nranks, rank);
        Self::made_by(nccl, context, place, config, symbol, |comm, count, number, raw| {
            // SAFETY: the pointers are to live values, the names live as long as the communicator, and the caller
            // guarantees the ranks.
            unsafe { function(comm, count, id.raw(), number, raw) }
        })
    }

    /// # Safety
    /// As [`Nccl::communicator_by_ids`].
    pub(crate) unsafe fn init_by_ids(
        nccl: Nccl,
        context: &Context,
        ids: &[UniqueId],
        (nranks, rank): (usize, usize),
        config: &Config,
    ) -> Result<Self, Error> {
        let symbol = Symbol::ncclCommInitRankScalable;
        let function = nccl.require(symbol, nccl.raw().ncclCommInitRankScalable)?;
        if ids.is_empty() || ids.len() > nranks {
            return Err(Error::Length {
                buffer: "list of ids",
                expected: nranks,
                found: ids.len(),
            });
        }
        let mut raw_ids: Vec<_> = ids.iter().map(|id| id.raw()).collect();
        let place = (nranks, rank);
        Self::made_by(nccl, context, place, config, symbol, |comm, count, number, raw| {
            let (ids, len) = (raw_ids.as_mut_ptr(), raw_ids.len() as i32);
            // SAFETY: as above, and the list has the given length.
            unsafe { function(comm, count, number, len, ids, raw) }
        })
    }

    /// # Safety
    /// As [`Nccl::join`].
    pub(crate) unsafe fn join(
        nccl: Nccl,
        context: &Context,
        id: &UniqueId,
        place: (usize, usize),
        config: &Config,
    ) -> Result<Self, Error> {
        let symbol = Symbol::ncclCommGrow;
        let function = nccl.require(symbol, nccl.raw().ncclCommGrow)?;
        let id = id.raw();
        Self::made_by(nccl, context, place, config, symbol, |comm, count, number, raw| {
            // SAFETY: the pointers are to live values, and a new rank has no communicator. The caller guarantees
            // the ranks.
            unsafe { function(null_mut(), count, &raw const id, number, comm, raw) }
        })
    }

    /// Creates a communicator by a call to NCCL.
    fn made_by(
        nccl: Nccl,
        context: &Context,
        (nranks, rank): (usize, usize),
        config: &Config,
        symbol: Symbol,
        call: impl FnOnce(*mut ncclComm_t, i32, i32, *mut ncclConfig_t) -> ncclResult_t,
    ) -> Result<Self, Error> {
        let (count, number) = ranks(nranks, rank)?;
        check_primary(context)?;
        let mut raw = config.raw(nccl.version())?;
        let place = Box::new(HandlePlace::new());
        let called = context.with_current(|| call(place.as_ptr(), count, number, &raw mut raw));
        let handle = place.handle();
        let is_under_way = handle.is_null() && matches!(called, Ok(ncclResult_t::ncclInProgress));
        place.keep_if(is_under_way || (symbol == Symbol::ncclCommGrow && config.waits().is_some()));
        let result = called?;
        if handle.is_null() {
            nccl.check_in_group(symbol, result, handle)?;
            return Err(Error::no_communicator(symbol));
        }
        let this = Self::new(nccl, context, handle, (nranks, rank), config);
        this.made(symbol, result)?;
        Ok(this)
    }

    pub(crate) fn new(
        nccl: Nccl,
        context: &Context,
        handle: ncclComm_t,
        (nranks, rank): (usize, usize),
        config: &Config,
    ) -> Self {
        Self {
            handle: Cell::new(handle),
            failed: Cell::new(false),
            revoked: Cell::new(false),
            nccl,
            context: context.clone(),
            rank,
            nranks,
            deadline: config.waits(),
            owned: true,
            names: config.names(),
        }
    }

    /// Returns the deadline of its configuration.
    pub(crate) fn deadline(&self) -> Option<Duration> {
        self.deadline
    }

    pub(crate) fn has_failed(&self) -> bool {
        self.failed.get()
    }

    /// Takes ownership of a communicator that other code created.
    ///
    /// # Errors
    /// NCCL's error if querying the rank or the number of ranks fails.
    ///
    /// # Safety
    /// It is a live, blocking communicator of `nccl`, on the device whose primary context is `context`; and no other
    /// code uses or destroys it.
    pub unsafe fn from_raw(
        nccl: Nccl,
        context: &Context,
        handle: ncclComm_t,
    ) -> Result<Self, Error> {
        let mut this = Self::new(nccl, context, handle, (1, 0), &Config::new());
        // If the query fails, the caller still owns it.
        this.owned = false;
        (this.nranks, this.rank) = this.query_ranks()?;
        this.owned = true;
        Ok(this)
    }

    /// Borrows a communicator that other code owns; this crate never destroys it.
    ///
    /// # Errors
    /// As [`from_raw`](Self::from_raw).
    ///
    /// # Safety
    /// As [`from_raw`](Self::from_raw), but it outlives the value, and no other code uses it while the value is used.
    pub unsafe fn borrow_raw(
        nccl: Nccl,
        context: &Context,
        handle: ncclComm_t,
    ) -> Result<Self, Error> {
        // SAFETY: the caller guarantees that the handle is valid.
        let mut this = unsafe { Self::from_raw(nccl, context, handle) }?;
        this.owned = false;
        Ok(this)
    }

    /// Returns the raw handle, for calls of [`Nccl::raw`]; null once the communicator was aborted.
    #[must_use]
    pub fn as_raw(&self) -> ncclComm_t {
        self.handle.get()
    }

    /// Releases ownership of the communicator; the caller must destroy it. The handle is null if the communicator was
    /// aborted. A communicator with a [deadline](Config::deadline) is non-blocking.
    #[must_use]
    pub fn into_raw(mut self) -> ncclComm_t {
        self.owned = false;
        // NCCL keeps pointers to the names as long as the communicator lives.
        core::mem::forget(self.names.clone());
        self.handle.get()
    }

    /// Returns the NCCL that it belongs to.
    #[must_use]
    pub fn nccl(&self) -> Nccl {
        self.nccl
    }

    /// Returns the context that it works in.
    #[must_use]
    pub fn context(&self) -> &Context {
        &self.context
    }

    /// Returns the number of ranks.
    #[doc(alias = "ncclCommCount")]
    #[must_use]
    pub fn nranks(&self) -> usize {
        self.nranks
    }

    /// Returns this rank, from 0.
    #[doc(alias = "ncclCommUserRank")]
    #[must_use]
    pub fn rank(&self) -> usize {
        self.rank
    }

    /// Returns the ordinal of the device.
    #[doc(alias = "ncclCommCuDevice")]
    #[must_use]
    pub fn device(&self) -> usize {
        number_of(&self.context)
    }

    /// Makes a call, and waits until a non-blocking communicator has completed it.
    pub(crate) fn call(
        &self,
        symbol: Symbol,
        call: impl FnOnce(ncclComm_t) -> ncclResult_t,
    ) -> Result<(), Error> {
        let comm = self.alive()?;
        let result = self.context.with_current(|| call(comm))?;
        self.settle(symbol, result)
    }

    /// Queries the number of ranks, and the rank.
    fn query_ranks(&self) -> Result<(usize, usize), Error> {
        let table = self.nccl.raw();
        let count = self.nccl.require(Symbol::ncclCommCount, table.ncclCommCount)?;
        let rank = self.nccl.require(Symbol::ncclCommUserRank, table.ncclCommUserRank)?;
        let (mut nranks, mut number) = (0, 0);
        // SAFETY: the communicator is alive, and the pointers to live values.
        self.call(Symbol::ncclCommCount, |comm| unsafe { count(comm, &raw mut nranks) })?;
        // SAFETY: as above.
        self.call(Symbol::ncclCommUserRank, |comm| unsafe { rank(comm, &raw mut number) })?;
        let positive = |number: i32| usize::try_from(number).unwrap_or(0);
        Ok((positive(nranks), positive(number)))
    }

    pub(crate) fn alive(&self) -> Result<ncclComm_t, Error> {
        match self.handle.get() {
            handle if handle.is_null() => Err(Error::Aborted),
            handle => Ok(handle),
        }
    }
}

impl fmt::Debug for Communicator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Communicator")
            .field("rank", &self.rank)
            .field("nranks", &self.nranks)
            .field("device", &self.device())
            .finish_non_exhaustive()
    }
}

/// The memory to which NCCL writes a new communicator's handle. While the call is in progress, a thread of NCCL may
/// still write to it, so it must not be in a stack frame.
struct HandlePlace(AtomicPtr<ncclComm>);

impl HandlePlace {
    const fn new() -> Self {
        Self(AtomicPtr::new(null_mut()))
    }

    fn as_ptr(&self) -> *mut ncclComm_t {
        self.0.as_ptr()
    }

    fn handle(&self) -> ncclComm_t {
        self.0.load(Ordering::Acquire)
    }

    /// Leaks the memory if NCCL may still write to it: `ncclCommGrow` writes the same handle twice.
    fn keep_if(self: Box<Self>, is_written: bool) {
        if is_written {
            Box::leak(self);
        }
    }
}

pub(crate) fn number_of(context: &Context) -> usize {
    usize::try_from(context.device().as_raw()).unwrap_or(0)
}

/// Returns an error unless the context is its device's primary context. The check never creates a context.
pub(crate) fn check_primary(context: &Context) -> Result<(), Error> {
    let device = context.device();
    if device.primary_context_state()?.is_active && device.primary_context()? == *context {
        return Ok(());
    }
    Err(Error::NotPrimary { device: number_of(context) })
}

impl Nccl {
    /// Becomes rank `rank` of `nranks`, on the device of `context`, and waits until all ranks have joined.
    ///
    /// # Errors
    /// As [`communicator_with`](Self::communicator_with).
    ///
    /// # Safety
    /// As [`communicator_with`](Self::communicator_with).
    #[doc(alias = "ncclCommInitRank")]
    pub unsafe fn communicator(
        self,
        context: &Context,
        id: &UniqueId,
        nranks: usize,
        rank: usize,
    ) -> Result<Communicator, Error> {
        // SAFETY: the caller guarantees what the other ranks do.
        unsafe { self.communicator_with(context, id, nranks, rank, &Config::new()) }
    }

    /// Like [`communicator`](Self::communicator), with a configuration. With a [deadline](Config::deadline), ranks that
    /// don't arrive result in an error.
    ///
    /// # Errors
    /// [`Error::NoSuchRank`], [`Error::NotPrimary`], [`Error::Absent`], [`Error::TimedOut`], or NCCL's error.
    ///
    /// # Safety
    /// - Each of the `nranks` ranks is created once with this id, each on its own device, with the same number of
    ///   ranks.
    /// - The id is from [`unique_id`](Self::unique_id) of a compatible NCCL.
    #[doc(alias = "ncclCommInitRankConfig")]
    pub unsafe fn communicator_with(
        self,
        context: &Context,
        id: &UniqueId,
        nranks: usize,
        rank: usize,
        config: &Config,
    ) -> Result<Communicator, Error> {
        // SAFETY: the caller guarantees what the other ranks do.
        unsafe { Communicator::init(self, context, id, nranks, rank, config) }
    }

    /// Like [`communicator_with`](Self::communicator_with), with several ids, which is faster for many ranks: each id
    /// comes from another rank, and all ranks pass the same list.
    ///
    /// # Errors
    /// As [`communicator_with`](Self::communicator_with), [`Error::Absent`] before NCCL 2.23.4, or [`Error::Length`] without an id or
    /// with more ids than ranks.
    ///
    /// # Safety
    /// As [`communicator_with`](Self::communicator_with).
    #[doc(alias = "ncclCommInitRankScalable")]
    pub unsafe fn communicator_by_ids(
        self,
        context: &Context,
        ids: &[UniqueId],
        nranks: usize,
        rank: usize,
        config: &Config,
    ) -> Result<Communicator, Error> {
        // SAFETY: the caller guarantees what the other ranks do.
        unsafe { Communicator::init_by_ids(self, context, ids, (nranks, rank), config) }
    }

    /// Becomes rank `rank` of a communicator that [grows](Communicator::grow) to `nranks` ranks.
    ///
    /// # Errors
    /// As [`communicator_with`](Self::communicator_with), or [`Error::Absent`] before NCCL 2.29.2.
    ///
    /// # Safety
    /// The id is from [`Communicator::grow_id`] of a communicator that grows to `nranks` ranks; `rank` isn't one of the
    /// ranks that it already has; and each new rank joins once, each on its own device.
    #[doc(alias = "ncclCommGrow")]
    pub unsafe fn join(
        self,
        context: &Context,
        id: GrowId,
        nranks: usize,
        rank: usize,
        config: &Config,
    ) -> Result<Communicator, Error> {
        let GrowId(id) = id;
        // SAFETY: the caller guarantees what the other ranks do.
        unsafe { Communicator::join(self, context, &id, (nranks, rank), config) }
    }
}
