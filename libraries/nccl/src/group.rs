mod operations;

use core::fmt;
use core::marker::PhantomData;
use std::time::Duration;

use cuda_driver::DeviceSliceMut;
use cuda_libraries_sys::nccl::{Symbol, ncclResult_t, ncclSimInfo_t};

use crate::communicator::Communicator;
use crate::error::Error;
use crate::library::Nccl;
use crate::operation::Operation;

/// Operations that are started together, so that operations that depend on each other don't deadlock: sends in both
/// directions, rings, or one operation on several communicators of this thread.
///
/// It checks and records operations, and borrows their buffers and communicators; [`launch`](Self::launch) passes all
/// of them to NCCL. A group that is dropped before that, because of an error or a panic, launches nothing, and leaves
/// no state in the thread.
///
/// ```no_run
/// # use cuda_driver::{DeviceBuffer, Stream};
/// # fn ring(comm: &nccl::Communicator, stream: &Stream, x: &DeviceBuffer<f32>, y: &mut DeviceBuffer<f32>) -> Result<(), nccl::Error> {
/// let (rank, nranks) = (comm.rank(), comm.nranks());
/// let mut group = comm.nccl().group();
/// group.send(comm, stream, x, (rank + 1) % nranks)?;
/// group.recv(comm, stream, y, (rank + nranks - 1) % nranks)?;
/// // SAFETY: all ranks do this, with buffers of the same length.
/// unsafe { group.launch() }?;
/// # Ok(())
/// # }
/// ```
///
/// Memory in a group must live until it is launched:
///
/// ```compile_fail,E0505
/// # fn early(comm: &nccl::Communicator, stream: &cuda_driver::Stream) -> Result<(), Box<dyn std::error::Error>> {
/// let mut sums = stream.upload(&[1.0_f32; 100])?;
/// let mut group = comm.nccl().group();
/// group.broadcast(comm, stream, &mut sums, 0)?;
/// drop(sums);
/// unsafe { group.launch() }?;
/// # Ok(())
/// # }
/// ```
///
/// So must a scaled sum:
///
/// ```compile_fail,E0505
/// # use cuda_driver::{DeviceBuffer, Stream};
/// # fn early(comm: &nccl::Communicator, stream: &Stream, sums: &mut DeviceBuffer<f32>) -> Result<(), Box<dyn std::error::Error>> {
/// let scaled = comm.pre_mul_sum(0.5_f32)?;
/// let mut group = comm.nccl().group();
/// group.all_reduce_in_place(comm, stream, sums, &scaled)?;
/// drop(scaled);
/// unsafe { group.launch() }?;
/// # Ok(())
/// # }
/// ```
pub struct Group<'a> {
    nccl: Nccl,
    len: usize,
    /// The first operations, which need no allocation.
    first: [Option<RecordedCall<'a>>; 16],
    rest: Vec<RecordedCall<'a>>,
    buffers: PhantomData<DeviceSliceMut<'a, u8>>,
}

/// The number of operations for which a group has space after one allocation.
const MOST: usize = 1024;

#[derive(Clone, Copy)]
struct RecordedCall<'a> {
    comm: &'a Communicator,
    operation: Operation,
}

impl<'a> Group<'a> {
    pub(crate) fn new(nccl: Nccl) -> Self {
        Self { nccl, len: 0, first: [None; 16], rest: Vec::new(), buffers: PhantomData }
    }

    /// Returns the number of recorded operations.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns `true` if there are no operations.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    pub(crate) fn record(
        &mut self,
        comm: &'a Communicator,
        operation: Operation,
    ) -> Result<(), Error> {
        if comm.nccl() != self.nccl {
            return Err(Error::OtherCommunicator { object: "group" });
        }
        let recorded = RecordedCall { comm, operation };
        match self.first.get_mut(self.len) {
            Some(place) => *place = Some(recorded),
            None => {
                // Most groups need at most this allocation.
                if self.rest.is_empty() {
                    self.rest.reserve(MOST - self.first.len());
                }
                self.rest.push(recorded);
            }
        }
        self.len += 1;
        Ok(())
    }

    fn recorded(&self) -> impl Iterator<Item = (&'a Communicator, &Operation)> + Clone {
        let recorded = self.first.iter().flatten().chain(&self.rest);
        recorded.map(|RecordedCall { comm, operation }| (*comm, operation))
    }

    /// Passes all operations to NCCL, in the order in which they were recorded. Streams of one group wait for each
    /// other.
    ///
    /// # Errors
    /// [`Error::Aborted`], [`Error::TimedOut`], or NCCL's error. If NCCL rejected an operation, nothing was started;
    /// otherwise, some operations may have been, and their communicators are aborted, at the latest when they are
    /// destroyed or dropped.
    ///
    /// # Safety
    /// The contract of [operations](Communicator#what-operations-demand), for all operations of the group.
    #[doc(alias = "ncclGroupEnd")]
    pub unsafe fn launch(self) -> Result<(), Error> {
        // SAFETY: the caller guarantees what the other ranks do.
        unsafe { launch(self.nccl, self.recorded()) }.map_err(|error| *error)
    }

    /// Returns how long NCCL expects the group to take, without launching it.
    ///
    /// # Errors
    /// [`Error::Absent`] before NCCL 2.22.3, or NCCL's error.
    #[doc(alias = "ncclGroupSimulateEnd")]
    pub fn estimate(self) -> Result<Duration, Error> {
        let symbol = Symbol::ncclGroupSimulateEnd;
        let end = self.nccl.require(symbol, self.nccl.raw().ncclGroupSimulateEnd)?;
        let mut info = ncclSimInfo_t {
            size: size_of::<ncclSimInfo_t>(),
            magic: 0x7468_5283,
            version: self.nccl.version().number(),
            estimatedTime: -1.0,
            ..Default::default()
        };
        // SAFETY: nothing of the group is started, and the pointer is to a live value.
        let result = unsafe { give(self.nccl, self.recorded(), || end(&raw mut info)) }
            .map_err(|error| *error)?;
        let result = result.unwrap_or(ncclResult_t::ncclSuccess);
        self.nccl.check(symbol, result, core::ptr::null_mut())?;
        // In microseconds.
        let seconds = f64::from(info.estimatedTime.max(0.0)) / 1e6;
        Ok(Duration::try_from_secs_f64(seconds).unwrap_or_default())
    }
}

/// The result of each operation. The error is boxed because it is large, and returning `Ok` would otherwise take longer
/// than the rest.
pub(crate) type Outcome<T> = Result<T, Box<Error>>;

impl Operation {
    /// Calls NCCL within a group, whose end starts it.
    ///
    /// # Safety
    /// As [`issue`](Operation::issue); the group belongs to this thread.
    #[inline]
    unsafe fn record(&self, comm: &Communicator) -> Outcome<()> {
        let (nccl, handle) = (comm.nccl(), comm.alive()?);
        // SAFETY: the caller guarantees the memory, and what the other ranks do.
        match unsafe { self.issue(nccl, handle, comm.nranks(), comm.rank()) }? {
            (_, ncclResult_t::ncclSuccess) => Ok(()),
            (symbol, result) => Ok(nccl.check_in_group(symbol, result, handle)?),
        }
    }
}

/// Submits operations to NCCL as one group, and starts it.
///
/// # Safety
/// The contract of [operations](Communicator#what-operations-demand), for all of them. The communicators belong to `nccl`.
#[inline]
pub(crate) unsafe fn launch<'a>(
    nccl: Nccl,
    operations: impl Iterator<Item = (&'a Communicator, &'a Operation)> + Clone,
) -> Outcome<()> {
    let end = nccl.require(Symbol::ncclGroupEnd, nccl.raw().ncclGroupEnd)?;
    // SAFETY: the caller guarantees the memory, and what the other ranks do; each group that is started is ended.
    match unsafe { give(nccl, operations.clone(), || end()) }? {
        None | Some(ncclResult_t::ncclSuccess) => Ok(()),
        Some(result) => Ok(settle(operations, result)?),
    }
}

/// Determines the outcome of a group whose end didn't return success.
#[cold]
fn settle<'a>(
    operations: impl Iterator<Item = (&'a Communicator, &'a Operation)>,
    result: ncclResult_t,
) -> Result<(), Error> {
    // Non-blocking communicators are still in progress, and may use the buffers until each is done. One with an error is
    // aborted, which ends the whole group's work in progress; the others are still queried. If the end itself
    // failed, all of them did: what each started may wait for its peers.
    let mut first = Ok(());
    for (comm, _) in operations {
        let settled = match (&first, comm.alive()) {
            // The communicator was aborted because of an earlier operation.
            (Err(_), Err(_)) => continue,
            _ => comm.settle(Symbol::ncclGroupEnd, result),
        };
        first = first.and(settled);
    }
    first
}

/// Begins an NCCL group, submits the operations, and ends the group with `end`, whose result is returned; `None` if
/// there are no operations.
///
/// # Safety
/// As [`launch`], unless `end` discards the group; and `end` ends a group.
#[inline]
unsafe fn give<'a>(
    nccl: Nccl,
    operations: impl Iterator<Item = (&'a Communicator, &'a Operation)> + Clone,
    end: impl FnOnce() -> ncclResult_t,
) -> Outcome<Option<ncclResult_t>> {
    let Some((one, _)) = operations.clone().next() else {
        return Ok(None);
    };
    for (comm, _) in operations.clone() {
        comm.alive()?;
    }
    let start = nccl.require(Symbol::ncclGroupStart, nccl.raw().ncclGroupStart)?;
    let mut first = Ok(());
    // At the end of a group, NCCL itself makes the device of each communicator current. One of the contexts is current so that
    // NCCL finds an existing one.
    let ended = one.context().with_current(|| {
        // SAFETY: the group belongs to this thread, and is ended below.
        let started = unsafe { start() };
        nccl.check(Symbol::ncclGroupStart, started, core::ptr::null_mut())?;
        for (comm, operation) in operations {
            // SAFETY: the communicator is alive, a context current, and the caller guarantees what the other ranks do.
            let issued = unsafe { operation.record(comm) };
            if issued.is_err() {
                first = issued;
                break;
            }
        }
        // NCCL discards a group with a failed call at its end; this crate's own errors poison it.
        if matches!(first, Err(ref error) if error.result().is_none()) {
            poison(nccl);
        }
        Ok::<_, Box<Error>>(end())
    });
    let ended = ended.map_err(Error::from)??;
    first?;
    Ok(Some(ended))
}

/// Makes NCCL discard this thread's group at its end, by making a call that NCCL rejects.
#[cold]
fn poison(nccl: Nccl) {
    if let Some(function) = nccl.raw().ncclAllReduce {
        let nothing = core::ptr::null_mut();
        // SAFETY: a null communicator is rejected, and nothing else is read.
        let _ = unsafe {
            function(
                nothing,
                nothing,
                1,
                cuda_libraries_sys::nccl::ncclDataType_t::ncclUint8,
                cuda_libraries_sys::nccl::ncclRedOp_t::ncclSum,
                nothing.cast(),
                nothing.cast(),
            )
        };
    }
}

impl fmt::Debug for Group<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Group").field("operations", &self.len).finish_non_exhaustive()
    }
}

impl Nccl {
    /// Creates a group of operations that are started together: see [`Group`].
    #[doc(alias = "ncclGroupStart")]
    #[must_use]
    pub fn group<'a>(self) -> Group<'a> {
        Group::new(self)
    }
}
