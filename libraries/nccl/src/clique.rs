use core::cell::RefCell;
use core::ptr::null_mut;
use std::{fmt, thread};

use cuda_driver::{
    Context, DeviceSlice, DeviceSliceMut, Element, Stream, sys::CUstreamCaptureStatus,
};
use cuda_libraries_sys::nccl::{Symbol, ncclComm_t, ncclResult_t};

use crate::communicator::{
    Communicator, Destruction, Patience, check_primary, number_of, wait_for_kills,
};
use crate::config::Config;
use crate::element::NcclType;
use crate::error::Error;
use crate::group::{Outcome, launch};
use crate::library::{Nccl, ranks};
use crate::operation::Operation;
use crate::operator::Operator;
use crate::plan::OperationPlan;

/// All ranks of a communicator in one process, each on its own device.
///
/// Because every rank is in this process, their arguments are compared before anything starts, so the operations are
/// safe. Each takes a list with one buffer per rank, in rank order; each rank's part runs on its buffer's stream.
///
/// If a rank has failed, or the thread panics, dropping the clique aborts all ranks, and waits until they are aborted,
/// for at most ten seconds a rank: until then, they may write to each other's buffers.
///
/// ```no_run
/// use cuda_driver::Driver;
/// use nccl::{Nccl, Reduce};
///
/// let devices = Driver::load()?.devices()?;
/// let contexts = devices.iter().map(|device| device.primary_context()).collect::<Result<Vec<_>, _>>()?;
/// let clique = Nccl::load()?.clique(&contexts)?;
///
/// let streams = contexts.iter().map(|context| context.stream()).collect::<Result<Vec<_>, _>>()?;
/// let mut sums = Vec::new();
/// for stream in &streams {
///     sums.push(stream.upload(&[1.0_f32; 1024])?);
/// }
/// let mut parts: Vec<_> = sums.iter_mut().map(|sum| sum.as_slice_mut()).collect();
/// clique.all_reduce(&mut parts, Reduce::Sum)?;
/// clique.wait(&streams)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Clique {
    ranks: Vec<Communicator>,
    /// Space to plan one operation per rank without an allocation.
    planned: RefCell<Vec<Operation>>,
}

const _: () = {
    const fn is_send<T: Send>() {}
    // Its ranks are blocking, too.
    is_send::<Clique>();
};

impl Clique {
    pub(crate) fn new(nccl: Nccl, contexts: &[Context], config: &Config) -> Result<Self, Error> {
        let mut devices = Vec::with_capacity(contexts.len());
        for context in contexts {
            check_primary(context)?;
            let index = number_of(context);
            if devices.contains(&context.device().as_raw()) {
                return Err(Error::Twice { kind: "device", index });
            }
            devices.push(context.device().as_raw());
        }
        let Some(first) = contexts.first() else {
            return Err(Error::NoSuchRank { rank: 0, nranks: 0 });
        };
        let symbol = Symbol::ncclCommInitRankConfig;
        let function = nccl.require(symbol, nccl.raw().ncclCommInitRankConfig)?;
        let start = nccl.require(Symbol::ncclGroupStart, nccl.raw().ncclGroupStart)?;
        let end = nccl.require(Symbol::ncclGroupEnd, nccl.raw().ncclGroupEnd)?;
        let raw = config.raw(nccl.version())?;
        let id = nccl.unique_id()?;
        let (count, _) = ranks(contexts.len(), 0)?;
        // NCCL writes the handles, and reads the configurations, until the group has ended.
        let mut handles: Vec<ncclComm_t> = vec![null_mut(); contexts.len()];
        let mut configs = vec![raw; contexts.len()];
        let handle = handles.as_mut_ptr();
        let mut given = Ok(ncclResult_t::ncclSuccess);
        let ended = first.with_current(|| {
            // SAFETY: the group is ended below, in this thread.
            let started = unsafe { start() };
            nccl.check(Symbol::ncclGroupStart, started, null_mut())?;
            for (rank, (context, config)) in contexts.iter().zip(&mut configs).enumerate() {
                // SAFETY: each rank has a separate entry in the list, and is created once, each on a different device.
                let init =
                    || unsafe { function(handle.add(rank), count, id.raw(), rank as i32, config) };
                given = context.with_current(init);
                if !matches!(given, Ok(ncclResult_t::ncclSuccess | ncclResult_t::ncclInProgress)) {
                    break;
                }
            }
            // SAFETY: as above. If a call failed, it discards all ranks.
            Ok::<_, Error>(unsafe { end() })
        })??;
        let mut ranks = Vec::with_capacity(contexts.len());
        for (rank, (context, &handle)) in contexts.iter().zip(&handles).enumerate() {
            if !handle.is_null() {
                let place = (contexts.len(), rank);
                ranks.push(Communicator::new(nccl, context, handle, place, config));
            }
        }
        let planned = RefCell::new(Vec::with_capacity(contexts.len()));
        let this = Self { ranks, planned };
        let outcome = given
            .map_err(Error::from)
            .and_then(|given| nccl.check_in_group(symbol, given, null_mut()))
            .and_then(|()| nccl.check_in_group(Symbol::ncclGroupEnd, ended, null_mut()))
            .and_then(|()| this.settle(symbol, ended))
            .and_then(|()| {
                if this.nranks() == contexts.len() {
                    Ok(())
                } else {
                    Err(Error::no_communicator(symbol))
                }
            });
        if let Err(error) = outcome {
            this.kill();
            return Err(error);
        }
        Ok(this)
    }

    /// Waits until a call that is in progress has ended on all ranks.
    fn settle(&self, symbol: Symbol, result: ncclResult_t) -> Result<(), Error> {
        self.ranks.iter().try_for_each(|comm| comm.settle(symbol, result))
    }

    /// Returns whether a rank has failed. Destroying another one would wait forever for its pending work with that one.
    fn has_failed(&self) -> bool {
        self.ranks.iter().any(Communicator::has_failed)
    }

    /// Aborts all ranks, because pending operations with an aborted rank would never end.
    fn kill(&self) {
        let kills: Vec<_> = self.ranks.iter().filter_map(Communicator::begin_kill).collect();
        wait_for_kills(kills);
    }

    /// Returns the ranks, for operations that a clique doesn't have: a [`Group`](crate::group::Group) accepts several of them.
    ///
    /// # Safety
    /// If [`Communicator::wait`] aborts one of them, all ranks are aborted before the buffers of pending operations,
    /// also of those that the clique started, are used for anything else: the other ranks may write to them until then.
    #[must_use]
    pub unsafe fn ranks(&self) -> &[Communicator] {
        &self.ranks
    }

    /// Returns the number of ranks.
    #[must_use]
    pub fn nranks(&self) -> usize {
        self.ranks.len()
    }

    /// Returns the ranks, to use each separately.
    ///
    /// # Safety
    /// The contract of [operations](Communicator#what-operations-demand) also applies to those that the clique has
    /// started: if one rank ends them, the others also do so before their buffers are used for anything else.
    #[must_use]
    pub unsafe fn into_ranks(mut self) -> Vec<Communicator> {
        core::mem::take(&mut self.ranks)
    }

    /// Waits until the devices have completed all work of the streams, one per rank: see [`Communicator::wait`]. If a
    /// rank failed, or the [deadline](Config::deadline) passes, all ranks are aborted.
    ///
    /// # Errors
    /// [`Error::Length`] for another number of streams, or as [`Communicator::wait`].
    pub fn wait(&self, streams: &[Stream]) -> Result<(), Error> {
        self.one_each("list of streams", streams.len())?;
        let waited = self.wait_for(streams);
        // The driver's error for a stream doesn't concern the ranks.
        if !matches!(waited, Ok(()) | Err(Error::Driver(_))) {
            self.kill();
        }
        waited
    }

    fn wait_for(&self, streams: &[Stream]) -> Result<(), Error> {
        let patience = Patience::new(self.ranks.iter().find_map(Communicator::deadline));
        loop {
            let mut is_done = true;
            for (comm, stream) in self.ranks.iter().zip(streams) {
                is_done &= stream.query()?;
                comm.check()?;
            }
            if is_done {
                return Ok(());
            }
            if let Err(waited) = patience.pause() {
                let operation = "the work of the streams";
                return Err(Error::TimedOut { operation, waited });
            }
        }
    }

    /// Destroys all ranks, each after its work.
    ///
    /// # Errors
    /// Returns NCCL's first error, or as [`Communicator::destroy`]. If no thread could be started for a rank, the others
    /// are destroyed later, or never, because NCCL may wait for that rank.
    pub fn destroy(mut self) -> Result<(), Error> {
        if self.has_failed() {
            self.kill();
        }
        // Each may wait for the others, so all are started before the first wait.
        let ranks = core::mem::take(&mut self.ranks);
        let mut begun: Vec<_> = ranks.into_iter().map(Communicator::begin_destroy).collect();
        let is_leaked = |begun: &_| matches!(begun, Err(Error::NoThread(_)));
        if let Some(leaked) = begun.iter().position(is_leaked) {
            return begun.swap_remove(leaked).map(drop);
        }
        let wait =
            |begun: Result<Option<Destruction>, Error>| begun?.map_or(Ok(()), Destruction::wait);
        begun.into_iter().map(wait).fold(Ok(()), Result::and)
    }

    /// Ends pending operations, and destroys all ranks.
    pub fn abort(self) {
        self.kill();
    }

    /// Reduces all buffers, and stores the result on each rank, in place.
    ///
    /// # Errors
    /// An error for arguments that don't fit, or NCCL's error. If the operation may have started on some ranks, all
    /// ranks are aborted.
    #[doc(alias = "ncclAllReduce")]
    pub fn all_reduce<T: NcclType>(
        &self,
        y: &mut [DeviceSliceMut<'_, T>],
        operator: impl Operator<T> + Copy,
    ) -> Result<(), Error> {
        self.one_each("list of receivers", y.len())?;
        self.run(y.iter_mut().map(|y| (y.stream(), y)), |plan, y, _| {
            plan.all_reduce_in_place(y.reborrow(), operator)
        })
    }

    /// Reduces all buffers, and stores the result on rank `root`, in place. The other buffers don't change.
    ///
    /// # Errors
    /// As [`all_reduce`](Self::all_reduce).
    #[doc(alias = "ncclReduce")]
    pub fn reduce<T: NcclType>(
        &self,
        y: &mut [DeviceSliceMut<'_, T>],
        operator: impl Operator<T> + Copy,
        root: usize,
    ) -> Result<(), Error> {
        self.one_each("list of receivers", y.len())?;
        self.run(y.iter_mut().map(|y| (y.stream(), y)), |plan, y, _| {
            plan.reduce_in_place(y.reborrow(), operator, root)
        })
    }

    /// Copies the buffer of rank `root` to each rank.
    ///
    /// # Errors
    /// As [`all_reduce`](Self::all_reduce).
    #[doc(alias = "ncclBroadcast")]
    pub fn broadcast<T: Element>(
        &self,
        y: &mut [DeviceSliceMut<'_, T>],
        root: usize,
    ) -> Result<(), Error> {
        self.one_each("list of receivers", y.len())?;
        self.run(y.iter_mut().map(|y| (y.stream(), y)), |plan, y, _| {
            plan.broadcast(y.reborrow(), root)
        })
    }

    /// Concatenates all of `x` on each rank.
    ///
    /// # Errors
    /// As [`all_reduce`](Self::all_reduce).
    #[doc(alias = "ncclAllGather")]
    pub fn all_gather<T: Element>(
        &self,
        x: &[DeviceSlice<'_, T>],
        y: &mut [DeviceSliceMut<'_, T>],
    ) -> Result<(), Error> {
        self.both(x.len(), y.len())?;
        self.run(y.iter_mut().zip(x).map(|(y, x)| (y.stream(), (x, y))), |plan, (x, y), _| {
            plan.all_gather(*x, y.reborrow())
        })
    }

    /// Reduces all of `x`, and stores on each rank its part of the result.
    ///
    /// # Errors
    /// As [`all_reduce`](Self::all_reduce).
    #[doc(alias = "ncclReduceScatter")]
    pub fn reduce_scatter<T: NcclType>(
        &self,
        x: &[DeviceSlice<'_, T>],
        y: &mut [DeviceSliceMut<'_, T>],
        operator: impl Operator<T> + Copy,
    ) -> Result<(), Error> {
        self.both(x.len(), y.len())?;
        self.run(y.iter_mut().zip(x).map(|(y, x)| (y.stream(), (x, y))), |plan, (x, y), _| {
            plan.reduce_scatter(*x, y.reborrow(), operator)
        })
    }

    /// Sends a part of each rank's `x` to each rank.
    ///
    /// # Errors
    /// As [`all_reduce`](Self::all_reduce).
    #[doc(alias = "ncclAlltoAll")]
    pub fn all_to_all<T: Element>(
        &self,
        x: &[DeviceSlice<'_, T>],
        y: &mut [DeviceSliceMut<'_, T>],
    ) -> Result<(), Error> {
        self.both(x.len(), y.len())?;
        self.run(y.iter_mut().zip(x).map(|(y, x)| (y.stream(), (x, y))), |plan, (x, y), _| {
            plan.all_to_all(*x, y.reborrow())
        })
    }

    /// Concatenates all of `x` in `y` on rank `root`.
    ///
    /// # Errors
    /// As [`all_reduce`](Self::all_reduce).
    #[doc(alias = "ncclGather")]
    pub fn gather<T: Element>(
        &self,
        x: &[DeviceSlice<'_, T>],
        y: DeviceSliceMut<'_, T>,
        root: usize,
    ) -> Result<(), Error> {
        self.one_each("list of senders", x.len())?;
        let mut y = Some(y);
        self.run(x.iter().map(|x| (x.stream(), x)), |plan, x, rank| {
            let y = y.as_mut().filter(|_| rank == root).map(DeviceSliceMut::reborrow);
            plan.gather(*x, y, root)
        })
    }

    /// Distributes `x` of rank `root`, one part to each rank.
    ///
    /// # Errors
    /// As [`all_reduce`](Self::all_reduce).
    #[doc(alias = "ncclScatter")]
    pub fn scatter<T: Element>(
        &self,
        x: DeviceSlice<'_, T>,
        y: &mut [DeviceSliceMut<'_, T>],
        root: usize,
    ) -> Result<(), Error> {
        self.one_each("list of receivers", y.len())?;
        self.run(y.iter_mut().map(|y| (y.stream(), y)), |plan, y, rank| {
            plan.scatter((rank == root).then_some(x), y.reborrow(), root)
        })
    }

    fn both(&self, x: usize, y: usize) -> Result<(), Error> {
        self.one_each("list of senders", x)?;
        self.one_each("list of receivers", y)
    }

    fn one_each(&self, buffer: &'static str, found: usize) -> Result<(), Error> {
        let expected = self.nranks();
        if found == expected { Ok(()) } else { Err(Error::Length { buffer, expected, found }) }
    }

    /// Plans the operation of each rank, checks that they match, and starts them together.
    #[inline]
    fn run<'s, B>(
        &self,
        buffers: impl Iterator<Item = (&'s Stream, B)>,
        plan: impl FnMut(&OperationPlan<'_>, B, usize) -> Result<Operation, Error>,
    ) -> Result<(), Error> {
        let mut planned = self.planned.borrow_mut();
        let done = self.plan(buffers, plan, &mut planned).and_then(|()| {
            // SAFETY: every rank is here, and does the same with the same number of elements of one type. The buffers belong to their streams,
            // and so live until the work is done; none overlaps, because each is borrowed exclusively or only read.
            unsafe { self.start(&planned) }
        });
        done.map_err(|error| *error)
    }

    #[inline]
    fn plan<'s, B>(
        &self,
        buffers: impl Iterator<Item = (&'s Stream, B)>,
        mut plan: impl FnMut(&OperationPlan<'_>, B, usize) -> Result<Operation, Error>,
        planned: &mut Vec<Operation>,
    ) -> Outcome<()> {
        planned.clear();
        for (rank, (comm, (stream, buffers))) in self.ranks.iter().zip(buffers).enumerate() {
            // A single device can be captured, and other code doesn't capture a stream that was created here.
            if self.ranks.len() > 1 && stream.is_capturable() {
                refuse_capture(stream, rank)?;
            }
            let operation = plan(&OperationPlan::new(comm, stream)?, buffers, rank)?;
            if let Some(first) = planned.first()
                && (first.count, first.code) != (operation.count, operation.code)
            {
                return Err(unequal(first, &operation, rank).into());
            }
            planned.push(operation);
        }
        Ok(())
    }

    /// Starts the operations together, one per rank.
    ///
    /// # Safety
    /// The contract of [operations](Communicator#what-operations-demand).
    unsafe fn start(&self, planned: &[Operation]) -> Outcome<()> {
        let Some(one) = self.ranks.first() else {
            return Ok(());
        };
        // SAFETY: the caller guarantees that the memory is valid, and these are all ranks, of one NCCL.
        let started = unsafe { launch(one.nccl(), self.ranks.iter().zip(planned)) };
        started.inspect_err(|error| {
            // Some ranks may have started, and wait for the others.
            if !error.is_refusal() {
                self.kill();
            }
        })
    }
}

impl fmt::Debug for Clique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Clique").field("ranks", &self.ranks).finish()
    }
}

impl Drop for Clique {
    fn drop(&mut self) {
        // Afterwards the caller may free or reuse the buffers, to which a rank that isn't aborted yet may still write.
        if thread::panicking() || self.has_failed() {
            self.kill();
        }
    }
}

#[cold]
fn unequal(first: &Operation, other: &Operation, rank: usize) -> Error {
    let text = format!("has {} elements, and rank 0 has {}", other.count, first.count);
    Error::Unequal { rank, text }
}

#[cold]
fn refuse_capture(stream: &Stream, rank: usize) -> Result<(), Error> {
    let context = stream.context();
    let raw = context.driver().raw();
    // SAFETY: the stream is alive.
    let query = || unsafe { raw.cuStreamIsCapturing(stream.as_raw()) };
    // A handle determines its context; older drivers require that to be current, and handles of default streams have
    // none.
    let status = match query() {
        Ok(status) if !stream.as_raw().is_null() => status,
        _ => context.with_current(query)??,
    };
    match status {
        CUstreamCaptureStatus::CU_STREAM_CAPTURE_STATUS_NONE => Ok(()),
        _ => Err(Error::Captured { rank }),
    }
}

impl Nccl {
    /// Creates all ranks of a communicator in this process, one per context, each of another device.
    ///
    /// # Errors
    /// [`Error::NoSuchRank`] without a context, [`Error::Twice`] for a device that is in the list twice,
    /// [`Error::NotPrimary`], or NCCL's error.
    #[doc(alias = "ncclCommInitAll")]
    pub fn clique(self, contexts: &[Context]) -> Result<Clique, Error> {
        self.clique_with(contexts, &Config::new())
    }

    /// Like [`clique`](Self::clique), with a configuration for all ranks.
    ///
    /// # Errors
    /// As [`clique`](Self::clique), [`Error::Absent`], or [`Error::TimedOut`].
    #[doc(alias = "ncclCommInitRankConfig")]
    pub fn clique_with(self, contexts: &[Context], config: &Config) -> Result<Clique, Error> {
        Clique::new(self, contexts, config)
    }
}
