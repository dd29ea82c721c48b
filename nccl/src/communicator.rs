use core::cell::Cell;
use core::ptr::null_mut;
use std::fmt;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use cuda_driver::{Context, Stream};
use nccl_sys::{Symbol, ncclComm_t, ncclResult_t};

use crate::config::Names;
use crate::farewell::{self, Farewell};
use crate::{Config, Error, Nccl, UniqueId};

/// One rank of a communicator: a number, and a device.
///
/// # What operations demand
/// The manual leaves undefined, corruption of memory included, what happens where ranks call other operations, or in another
/// order, or with other counts, types, operators or roots: with direct access to memory, a peer writes into this rank's
/// buffer as far as the *peer's* count says. One rank can't see the others. So the operations are `unsafe`, with this one
/// contract:
///
/// - All ranks of the communicator call the same operations in the same order, with counts, types, operators and roots that
///   match; and each `send` meets a `recv` of the same length and type.
/// - Operations of several communicators of one device are called in one order on all ranks, from one thread at a time.
///
/// A [`Clique`](crate::Clique) owns all ranks, compares what they do, and is safe. With `NCCL_CHECK_MODE=DEBUG_GLOBAL` NCCL
/// compares the ranks of several processes: it costs a round of the network for each operation.
///
/// What else is needed holds by itself. Operations are put into a stream in its order and return at once. A buffer belongs to
/// its stream, so that later work on it, and its release, come behind the operation; buffers of other streams are refused, and
/// so are those whose lengths don't fit, before anything is put into the stream.
///
/// # Threads and contexts
/// A communicator can go to another thread, and isn't shared. The context is current during a call, and what was current
/// before is so again afterwards.
///
/// # The end
/// [`destroy`](Self::destroy) waits for what is under way, and with it, as NCCL does it, for the other ranks of the host.
/// [`abort`](Self::abort) ends kernels that run. Dropping never waits: another thread destroys the communicator, or aborts it
/// where it failed or the thread panics. [`wait_for_dropped`](crate::wait_for_dropped) waits for that, such as at the end of
/// `main`.
pub struct Communicator {
    /// Null once it was aborted.
    handle: Cell<ncclComm_t>,
    failed: Cell<bool>,
    nccl: Nccl,
    context: Context,
    rank: usize,
    nranks: usize,
    deadline: Option<Duration>,
    /// Whether dropping destroys it.
    owned: bool,
    names: Arc<Names>,
}

// SAFETY: NCCL doesn't tie a communicator to a thread, and wants calls from one at a time: it isn't `Sync`.
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
        let (count, number) = ranks(nranks, rank)?;
        check_primary(context)?;
        let symbol = Symbol::ncclCommInitRankConfig;
        let function = nccl.require(symbol, nccl.raw().ncclCommInitRankConfig)?;
        let mut raw = config.raw(nccl.version())?;
        let mut handle: ncclComm_t = null_mut();
        // SAFETY: the pointers are to live values, the names live as long as the communicator, and the caller vouches for the
        // ranks.
        let result = context.with_current(|| unsafe {
            function(&raw mut handle, count, id.raw(), number, &raw mut raw)
        })?;
        let this = Self::new(nccl, context, handle, (nranks, rank), config);
        this.made(symbol, result)?;
        Ok(this)
    }

    fn new(
        nccl: Nccl,
        context: &Context,
        handle: ncclComm_t,
        (nranks, rank): (usize, usize),
        config: &Config,
    ) -> Self {
        Self {
            handle: Cell::new(handle),
            failed: Cell::new(false),
            nccl,
            context: context.clone(),
            rank,
            nranks,
            deadline: config.waits(),
            owned: true,
            names: config.names(),
        }
    }

    /// Takes over a communicator of other code.
    ///
    /// # Errors
    /// What NCCL answers when it is asked for rank and number of ranks.
    ///
    /// # Safety
    /// It is one of `nccl`, alive, on the device whose primary context `context` is; it blocks; and nobody else uses or destroys
    /// it.
    pub unsafe fn from_raw(
        nccl: Nccl,
        context: &Context,
        handle: ncclComm_t,
    ) -> Result<Self, Error> {
        let mut this = Self::new(nccl, context, handle, (1, 0), &Config::new());
        // If it can't be asked, it is still the caller's.
        this.owned = false;
        (this.nranks, this.rank) = this.asked()?;
        this.owned = true;
        Ok(this)
    }

    /// Uses a communicator of other code, which is never destroyed by this crate.
    ///
    /// # Errors
    /// As [`from_raw`](Self::from_raw).
    ///
    /// # Safety
    /// As there, but that it lives longer than the value, and is used by nobody else while the value is.
    pub unsafe fn borrow_raw(
        nccl: Nccl,
        context: &Context,
        handle: ncclComm_t,
    ) -> Result<Self, Error> {
        // SAFETY: the caller vouches for it.
        let mut this = unsafe { Self::from_raw(nccl, context, handle) }?;
        this.owned = false;
        Ok(this)
    }

    /// The handle, for calls of [`Nccl::raw`]; null once the communicator was aborted.
    #[must_use]
    pub fn as_raw(&self) -> ncclComm_t {
        self.handle.get()
    }

    /// Gives the communicator away: the caller destroys it.
    #[must_use]
    pub fn into_raw(mut self) -> ncclComm_t {
        self.owned = false;
        self.handle.get()
    }

    /// The NCCL that it is of.
    #[must_use]
    pub fn nccl(&self) -> Nccl {
        self.nccl
    }

    /// The context that it works in.
    #[must_use]
    pub fn context(&self) -> &Context {
        &self.context
    }

    /// How many ranks there are.
    #[doc(alias = "ncclCommCount")]
    #[must_use]
    pub fn nranks(&self) -> usize {
        self.nranks
    }

    /// This rank, from 0.
    #[doc(alias = "ncclCommUserRank")]
    #[must_use]
    pub fn rank(&self) -> usize {
        self.rank
    }

    /// The number of the device.
    #[doc(alias = "ncclCommCuDevice")]
    #[must_use]
    pub fn device(&self) -> usize {
        number_of(&self.context)
    }

    /// Whether nothing went wrong so far with the communicator: with a peer, or with the network.
    ///
    /// # Errors
    /// What went wrong; [`Error::Aborted`].
    #[doc(alias = "ncclCommGetAsyncError")]
    pub fn check(&self) -> Result<(), Error> {
        let state = self.state()?;
        self.judge(Symbol::ncclCommGetAsyncError, state)
    }

    /// Waits until the device has finished all work of the stream, and looks after the communicator meanwhile: a peer that died
    /// is an error, where [`Stream::synchronize`] would wait for ever. Then the communicator is aborted, so that the
    /// stream's work ends; what its operations wrote is unspecified.
    ///
    /// # Errors
    /// What went wrong, [`Error::Late`] after the [deadline](Config::deadline), or what the driver answers.
    pub fn wait(&self, stream: &Stream) -> Result<(), Error> {
        let mut patience = Patience::new(self.deadline);
        while !stream.query()? {
            if let Err(error) = self.check() {
                self.kill();
                return Err(error);
            }
            if let Err(waited) = patience.pause() {
                return Err(self.late("the stream's work", waited));
            }
        }
        self.check()
    }

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

    /// Waits for what is under way, and destroys the communicator. NCCL may wait for the other ranks of this host, too, until they
    /// do the same.
    ///
    /// # Errors
    /// What NCCL answers, or [`Error::Late`]. The communicator is gone in any case.
    #[doc(alias = "ncclCommFinalize")]
    #[doc(alias = "ncclCommDestroy")]
    pub fn destroy(mut self) -> Result<(), Error> {
        if self.deadline.is_some() {
            let symbol = Symbol::ncclCommFinalize;
            let function = self
                .nccl
                .require(symbol, self.nccl.raw().ncclCommFinalize)?;
            // SAFETY: the communicator is alive, and the value's own.
            self.call(symbol, |comm| unsafe { function(comm) })?;
        }
        let comm = self.alive()?;
        let symbol = Symbol::ncclCommDestroy;
        let function = self.nccl.require(symbol, self.nccl.raw().ncclCommDestroy)?;
        self.owned = false;
        // SAFETY: as above, and it is destroyed once.
        let result = self.context.with_current(|| unsafe { function(comm) })?;
        self.handle.set(null_mut());
        self.nccl.check(symbol, result, null_mut())
    }

    /// Ends what is under way, and destroys the communicator. All ranks that live must do it: what the others have under way
    /// with this one doesn't end by itself.
    ///
    /// # Errors
    /// What NCCL answers.
    #[doc(alias = "ncclCommAbort")]
    pub fn abort(self) -> Result<(), Error> {
        self.alive()?;
        self.end(Symbol::ncclCommAbort)
    }

    /// Makes a call, and waits until a communicator that doesn't block has done it.
    pub(crate) fn call(
        &self,
        symbol: Symbol,
        call: impl FnOnce(ncclComm_t) -> ncclResult_t,
    ) -> Result<(), Error> {
        let comm = self.alive()?;
        let result = self.context.with_current(|| call(comm))?;
        self.settle(symbol, result)
    }

    /// What an answer means; waits where the work is under way.
    #[inline]
    pub(crate) fn settle(&self, symbol: Symbol, result: ncclResult_t) -> Result<(), Error> {
        match result {
            ncclResult_t::ncclSuccess => Ok(()),
            ncclResult_t::ncclInProgress => self.ready(symbol),
            result => self.judge(symbol, result),
        }
    }

    /// Waits until nothing is in progress in the library. Buffers of calls are borrowed until then.
    #[cold]
    fn ready(&self, symbol: Symbol) -> Result<(), Error> {
        let mut patience = Patience::new(self.deadline);
        loop {
            match self.state()? {
                ncclResult_t::ncclInProgress => {}
                state => {
                    let judged = self.judge(symbol, state);
                    // What is in the stream already must end, too.
                    if self.failed.get() {
                        self.kill();
                    }
                    return judged;
                }
            }
            if let Err(waited) = patience.pause() {
                return Err(self.late(symbol.function().name, waited));
            }
        }
    }

    /// The same for a communicator that was just made, which is worth nothing after an error.
    fn made(&self, symbol: Symbol, result: ncclResult_t) -> Result<(), Error> {
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
                // What was called wrongly was refused, and the communicator is as it was.
                let refused = symbol != Symbol::ncclCommGetAsyncError
                    && matches!(result, R::ncclInvalidArgument | R::ncclInvalidUsage);
                self.failed.set(self.failed.get() || !refused);
                Err(self.nccl.failure(symbol, result, self.handle.get()))
            }
        }
    }

    fn state(&self) -> Result<ncclResult_t, Error> {
        let comm = self.alive()?;
        let symbol = Symbol::ncclCommGetAsyncError;
        let function = self
            .nccl
            .require(symbol, self.nccl.raw().ncclCommGetAsyncError)?;
        let mut state = ncclResult_t::ncclSuccess;
        // SAFETY: the communicator is alive, and the pointer to a live value.
        let result = unsafe { function(comm, &raw mut state) };
        self.nccl.check(symbol, result, comm)?;
        Ok(state)
    }

    /// Number of ranks, and rank.
    fn asked(&self) -> Result<(usize, usize), Error> {
        let table = self.nccl.raw();
        let count = self
            .nccl
            .require(Symbol::ncclCommCount, table.ncclCommCount)?;
        let rank = self
            .nccl
            .require(Symbol::ncclCommUserRank, table.ncclCommUserRank)?;
        let (mut nranks, mut number) = (0, 0);
        // SAFETY: the communicator is alive, and the pointers to live values.
        self.call(Symbol::ncclCommCount, |comm| unsafe {
            count(comm, &raw mut nranks)
        })?;
        // SAFETY: as above.
        self.call(Symbol::ncclCommUserRank, |comm| unsafe {
            rank(comm, &raw mut number)
        })?;
        let positive = |number: i32| usize::try_from(number).unwrap_or(0);
        Ok((positive(nranks), positive(number)))
    }

    pub(crate) fn alive(&self) -> Result<ncclComm_t, Error> {
        match self.handle.get() {
            handle if handle.is_null() => Err(Error::Aborted),
            handle => Ok(handle),
        }
    }

    fn late(&self, what: &'static str, waited: Duration) -> Error {
        self.kill();
        Error::Late { what, waited }
    }

    /// Aborts the communicator, so that kernels which wait for peers end.
    fn kill(&self) {
        self.failed.set(true);
        // The reason for it is what the caller gets.
        let _ = self.end(Symbol::ncclCommAbort);
    }

    fn end(&self, symbol: Symbol) -> Result<(), Error> {
        let comm = self.handle.replace(null_mut());
        let Some(function) = self
            .nccl
            .raw()
            .ncclCommAbort
            .filter(|_| self.owned && !comm.is_null())
        else {
            return Ok(());
        };
        // SAFETY: the communicator was alive, and nobody else has the handle any more.
        let result = self.context.with_current(|| unsafe { function(comm) })?;
        match result {
            ncclResult_t::ncclInProgress => Ok(()),
            result => self.nccl.check(symbol, result, null_mut()),
        }
    }
}

impl Drop for Communicator {
    fn drop(&mut self) {
        let comm = self.handle.replace(null_mut());
        if !self.owned || comm.is_null() {
            return;
        }
        let table = self.nccl.raw();
        let function = match self.failed.get() || thread::panicking() {
            true => table.ncclCommAbort,
            false => table.ncclCommDestroy,
        };
        farewell::say(Farewell {
            comm,
            function,
            context: self.context.clone(),
            names: self.names.clone(),
        });
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

/// How long something is waited for.
struct Patience {
    since: Instant,
    deadline: Option<Duration>,
    pause: Duration,
}

impl Patience {
    fn new(deadline: Option<Duration>) -> Self {
        Self {
            since: Instant::now(),
            deadline,
            pause: Duration::ZERO,
        }
    }

    /// Lets others work, at first for a moment, then for longer.
    fn pause(&mut self) -> Result<(), Duration> {
        let waited = self.since.elapsed();
        if self.deadline.is_some_and(|deadline| waited >= deadline) {
            return Err(waited);
        }
        match waited < Duration::from_micros(200) {
            true => thread::yield_now(),
            false => {
                self.pause =
                    (self.pause * 2).clamp(Duration::from_micros(20), Duration::from_millis(1));
                thread::sleep(self.pause);
            }
        }
        Ok(())
    }
}

/// The numbers as C takes them.
pub(crate) fn ranks(nranks: usize, rank: usize) -> Result<(i32, i32), Error> {
    match (i32::try_from(nranks), i32::try_from(rank)) {
        (Ok(count), Ok(number)) if rank < nranks => Ok((count, number)),
        _ => Err(Error::NoSuchRank { rank, nranks }),
    }
}

pub(crate) fn number_of(context: &Context) -> usize {
    usize::try_from(context.device().as_raw()).unwrap_or(0)
}

/// An error unless the context is its device's primary one. Asking never makes a context.
pub(crate) fn check_primary(context: &Context) -> Result<(), Error> {
    let device = context.device();
    if device.primary_context_state()?.is_active && device.primary_context()? == *context {
        return Ok(());
    }
    Err(Error::NotPrimary {
        device: number_of(context),
    })
}
