use core::ffi::c_void;

use cuda_driver::sys::{CUdeviceptr, CUstream};
use cuda_driver::{DeviceSlice, DeviceSliceMut, Element, Stream};
use nccl_sys::{Symbol, cudaStream_t, ncclComm_t, ncclDataType_t, ncclRedOp_t, ncclResult_t};

use crate::communicator::ranks;
use crate::element::{moved, size_of_code};
use crate::{Communicator, Error, Nccl, NcclType, Operator};

/// An operation whose buffers were checked: what NCCL is called with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Operation {
    pub(crate) kind: Kind,
    pub(crate) send: CUdeviceptr,
    pub(crate) receive: CUdeviceptr,
    /// In elements of `code`, as NCCL counts them.
    pub(crate) count: usize,
    pub(crate) code: ncclDataType_t,
    pub(crate) operator: ncclRedOp_t,
    /// The root, or the peer.
    pub(crate) root: i32,
    pub(crate) stream: CUstream,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    AllReduce,
    Reduce,
    Broadcast,
    AllGather,
    ReduceScatter,
    AllToAll,
    Gather,
    Scatter,
    Send,
    Receive,
}

impl Operation {
    /// Nothing to do.
    pub(crate) const NOTHING: Self = Self {
        kind: Kind::Send,
        send: 0,
        receive: 0,
        count: 0,
        code: ncclDataType_t::ncclUint8,
        operator: ncclRedOp_t::ncclSum,
        root: 0,
        stream: core::ptr::null_mut(),
    };

    /// Calls NCCL. One without elements needs no call: those of the other ranks have none, either.
    ///
    /// # Safety
    /// The communicator is alive and of `nccl`, the context current, the memory stays as the contract of operations demands.
    #[inline]
    pub(crate) unsafe fn issue(
        &self,
        nccl: Nccl,
        comm: ncclComm_t,
        nranks: usize,
        rank: usize,
    ) -> Result<(Symbol, ncclResult_t), Error> {
        let table = nccl.raw();
        let (send, receive) = (self.send as *const c_void, self.receive as *mut c_void);
        let Self {
            count,
            code,
            operator,
            root,
            ..
        } = *self;
        let stream: cudaStream_t = self.stream.cast();
        if count == 0 {
            return Ok((Symbol::ncclGroupEnd, ncclResult_t::ncclSuccess));
        }
        macro_rules! call {
            ($symbol:ident($($argument:expr),*)) => {{
                let function = nccl.require(Symbol::$symbol, table.$symbol)?;
                // SAFETY: the caller vouches for communicator and memory.
                (Symbol::$symbol, unsafe { function($($argument,)* comm, stream) })
            }};
        }
        // SAFETY: as above.
        let fallback = || unsafe { self.issue_as_group(nccl, comm, nranks, rank) };
        Ok(match self.kind {
            Kind::AllReduce => call!(ncclAllReduce(send, receive, count, code, operator)),
            Kind::Reduce => call!(ncclReduce(send, receive, count, code, operator, root)),
            Kind::Broadcast => call!(ncclBroadcast(send, receive, count, code, root)),
            Kind::AllGather => call!(ncclAllGather(send, receive, count, code)),
            Kind::ReduceScatter => call!(ncclReduceScatter(send, receive, count, code, operator)),
            Kind::Send => call!(ncclSend(send, count, code, root)),
            Kind::Receive => call!(ncclRecv(receive, count, code, root)),
            Kind::AllToAll if table.ncclAlltoAll.is_some() => {
                call!(ncclAlltoAll(send, receive, count, code))
            }
            Kind::Gather if table.ncclGather.is_some() => {
                call!(ncclGather(send, receive, count, code, root))
            }
            Kind::Scatter if table.ncclScatter.is_some() => {
                call!(ncclScatter(send, receive, count, code, root))
            }
            Kind::AllToAll | Kind::Gather | Kind::Scatter => fallback()?,
        })
    }

    /// What older NCCLs have no function for, of sends and receives in one group, as NCCL's manual shows it.
    ///
    /// # Safety
    /// As [`issue`](Self::issue).
    #[cold]
    unsafe fn issue_as_group(
        &self,
        nccl: Nccl,
        comm: ncclComm_t,
        nranks: usize,
        rank: usize,
    ) -> Result<(Symbol, ncclResult_t), Error> {
        let table = nccl.raw();
        let start = nccl.require(Symbol::ncclGroupStart, table.ncclGroupStart)?;
        let end = nccl.require(Symbol::ncclGroupEnd, table.ncclGroupEnd)?;
        let bytes = (self.count * size_of_code(self.code)) as CUdeviceptr;
        let (root, this) = (usize::try_from(self.root).unwrap_or(0), rank);
        // SAFETY: a group of this thread is begun and ended here.
        let started = unsafe { start() };
        nccl.check(Symbol::ncclGroupStart, started, core::ptr::null_mut())?;
        let mut first = Ok(());
        for peer in 0..nranks {
            let (_, number) = ranks(nranks, peer)?;
            let all = self.kind == Kind::AllToAll;
            let sends = all
                || (self.kind == Kind::Gather && peer == root)
                || (self.kind == Kind::Scatter && this == root);
            let receives = all
                || (self.kind == Kind::Gather && this == root)
                || (self.kind == Kind::Scatter && peer == root);
            let part = |there: bool| {
                if there {
                    peer as CUdeviceptr * bytes
                } else {
                    0
                }
            };
            let send = Self {
                kind: Kind::Send,
                send: self.send.wrapping_add(part(self.kind != Kind::Gather)),
                root: number,
                ..*self
            };
            let receive = Self {
                kind: Kind::Receive,
                receive: self.receive.wrapping_add(part(self.kind != Kind::Scatter)),
                root: number,
                ..*self
            };
            for operation in [sends.then_some(send), receives.then_some(receive)]
                .into_iter()
                .flatten()
            {
                // SAFETY: the parts are within the memory that the caller vouches for.
                let called = unsafe { operation.issue(nccl, comm, nranks, rank) };
                let checked =
                    called.and_then(|(symbol, result)| in_group(nccl, symbol, result, comm));
                first = first.and(checked);
            }
        }
        // SAFETY: as above. It discards all if a call failed.
        let result = unsafe { end() };
        first?;
        Ok((Symbol::ncclGroupEnd, result))
    }
}

/// What a call inside of a group answered: that it is in progress is no error.
pub(crate) fn in_group(
    nccl: Nccl,
    symbol: Symbol,
    result: ncclResult_t,
    comm: ncclComm_t,
) -> Result<(), Error> {
    match result {
        ncclResult_t::ncclInProgress => Ok(()),
        result => nccl.check(symbol, result, comm),
    }
}

/// A buffer of an operation.
struct Side {
    /// What errors call it.
    name: &'static str,
    pointer: CUdeviceptr,
    len: usize,
}

/// What operations are made of: a rank, and the stream.
pub(crate) struct Plan<'c> {
    comm: &'c Communicator,
    stream: &'c Stream,
}

const SENDER: &str = "sender";
const RECEIVER: &str = "receiver";

impl<'c> Plan<'c> {
    pub(crate) fn new(comm: &'c Communicator, stream: &'c Stream) -> Result<Self, Error> {
        if stream.context() != comm.context() {
            return Err(Error::OtherContext {
                device: comm.device(),
            });
        }
        Ok(Self { comm, stream })
    }

    fn read<T>(&self, slice: &DeviceSlice<'_, T>) -> Result<Side, Error> {
        self.side(SENDER, slice.stream(), slice.as_raw(), slice.len())
    }

    fn write<T>(&self, slice: &DeviceSliceMut<'_, T>) -> Result<Side, Error> {
        self.side(RECEIVER, slice.stream(), slice.as_raw(), slice.len())
    }

    fn side(
        &self,
        name: &'static str,
        stream: &Stream,
        pointer: CUdeviceptr,
        len: usize,
    ) -> Result<Side, Error> {
        match stream == self.stream {
            true => Ok(Side { name, pointer, len }),
            false => Err(Error::OtherStream { buffer: name }),
        }
    }

    /// The buffer that the root alone has, if this is the root.
    fn at_root<B>(
        &self,
        buffer: &'static str,
        given: Option<B>,
        root: usize,
    ) -> Result<Option<B>, Error> {
        ranks(self.comm.nranks(), root)?;
        let rank = self.comm.rank();
        match given.is_some() == (rank == root) {
            true => Ok(given),
            false => Err(Error::RootBuffer { buffer, rank, root }),
        }
    }

    fn moving<T: Element>(
        &self,
        kind: Kind,
        count: usize,
        root: usize,
    ) -> Result<Operation, Error> {
        let (code, each) = moved::<T>();
        let (_, root) = ranks(self.comm.nranks(), root)?;
        Ok(Operation {
            kind,
            count: count.saturating_mul(each),
            code,
            root,
            stream: self.stream.as_raw(),
            ..Operation::NOTHING
        })
    }

    fn reducing<T: NcclType>(
        &self,
        kind: Kind,
        count: usize,
        operator: impl Operator<T>,
        root: usize,
    ) -> Result<Operation, Error> {
        let (_, root) = ranks(self.comm.nranks(), root)?;
        Ok(Operation {
            kind,
            count,
            code: T::CODE,
            operator: operator.code(self.comm)?,
            root,
            stream: self.stream.as_raw(),
            ..Operation::NOTHING
        })
    }

    pub(crate) fn all_reduce<T: NcclType>(
        &self,
        x: DeviceSlice<'_, T>,
        y: DeviceSliceMut<'_, T>,
        operator: impl Operator<T>,
    ) -> Result<Operation, Error> {
        let (x, y) = (self.read(&x)?, self.write(&y)?);
        y.exactly(x.len)?;
        Ok(self
            .reducing(Kind::AllReduce, x.len, operator, 0)?
            .between(&x, &y))
    }

    pub(crate) fn all_reduce_in_place<T: NcclType>(
        &self,
        y: DeviceSliceMut<'_, T>,
        operator: impl Operator<T>,
    ) -> Result<Operation, Error> {
        let y = self.write(&y)?;
        Ok(self
            .reducing(Kind::AllReduce, y.len, operator, 0)?
            .between(&y, &y))
    }

    pub(crate) fn reduce<T: NcclType>(
        &self,
        x: DeviceSlice<'_, T>,
        y: Option<DeviceSliceMut<'_, T>>,
        operator: impl Operator<T>,
        root: usize,
    ) -> Result<Operation, Error> {
        let x = self.read(&x)?;
        let operation = self.reducing(Kind::Reduce, x.len, operator, root)?;
        let Some(y) = self.at_root(RECEIVER, y, root)? else {
            return Ok(operation.from(&x));
        };
        let y = self.write(&y)?;
        y.exactly(x.len)?;
        Ok(operation.between(&x, &y))
    }

    pub(crate) fn reduce_in_place<T: NcclType>(
        &self,
        y: DeviceSliceMut<'_, T>,
        operator: impl Operator<T>,
        root: usize,
    ) -> Result<Operation, Error> {
        let y = self.write(&y)?;
        Ok(self
            .reducing(Kind::Reduce, y.len, operator, root)?
            .between(&y, &y))
    }

    pub(crate) fn broadcast<T: Element>(
        &self,
        y: DeviceSliceMut<'_, T>,
        root: usize,
    ) -> Result<Operation, Error> {
        let y = self.write(&y)?;
        Ok(self
            .moving::<T>(Kind::Broadcast, y.len, root)?
            .between(&y, &y))
    }

    pub(crate) fn broadcast_from<T: Element>(
        &self,
        x: Option<DeviceSlice<'_, T>>,
        y: DeviceSliceMut<'_, T>,
        root: usize,
    ) -> Result<Operation, Error> {
        let y = self.write(&y)?;
        let operation = self.moving::<T>(Kind::Broadcast, y.len, root)?;
        let Some(x) = self.at_root(SENDER, x, root)? else {
            return Ok(operation.between(&y, &y));
        };
        let x = self.read(&x)?;
        x.exactly(y.len)?;
        Ok(operation.between(&x, &y))
    }

    pub(crate) fn all_gather<T: Element>(
        &self,
        x: DeviceSlice<'_, T>,
        y: DeviceSliceMut<'_, T>,
    ) -> Result<Operation, Error> {
        let (x, y) = (self.read(&x)?, self.write(&y)?);
        y.exactly(x.len.saturating_mul(self.comm.nranks()))?;
        Ok(self.moving::<T>(Kind::AllGather, x.len, 0)?.between(&x, &y))
    }

    pub(crate) fn all_gather_in_place<T: Element>(
        &self,
        y: DeviceSliceMut<'_, T>,
    ) -> Result<Operation, Error> {
        let y = self.write(&y)?;
        let mine = y.part_of::<T>(self.comm)?;
        Ok(self
            .moving::<T>(Kind::AllGather, mine.len, 0)?
            .between(&mine, &y))
    }

    pub(crate) fn reduce_scatter<T: NcclType>(
        &self,
        x: DeviceSlice<'_, T>,
        y: DeviceSliceMut<'_, T>,
        operator: impl Operator<T>,
    ) -> Result<Operation, Error> {
        let (x, y) = (self.read(&x)?, self.write(&y)?);
        x.exactly(y.len.saturating_mul(self.comm.nranks()))?;
        Ok(self
            .reducing(Kind::ReduceScatter, y.len, operator, 0)?
            .between(&x, &y))
    }

    pub(crate) fn reduce_scatter_in_place<T: NcclType>(
        &self,
        x: DeviceSliceMut<'_, T>,
        operator: impl Operator<T>,
    ) -> Result<Operation, Error> {
        let x = self.write(&x)?;
        let mine = x.part_of::<T>(self.comm)?;
        Ok(self
            .reducing(Kind::ReduceScatter, mine.len, operator, 0)?
            .between(&x, &mine))
    }

    pub(crate) fn all_to_all<T: Element>(
        &self,
        x: DeviceSlice<'_, T>,
        y: DeviceSliceMut<'_, T>,
    ) -> Result<Operation, Error> {
        let (x, y) = (self.read(&x)?, self.write(&y)?);
        let part = x.part_of::<T>(self.comm)?;
        y.exactly(x.len)?;
        Ok(self
            .moving::<T>(Kind::AllToAll, part.len, 0)?
            .between(&x, &y))
    }

    pub(crate) fn gather<T: Element>(
        &self,
        x: DeviceSlice<'_, T>,
        y: Option<DeviceSliceMut<'_, T>>,
        root: usize,
    ) -> Result<Operation, Error> {
        let x = self.read(&x)?;
        let operation = self.moving::<T>(Kind::Gather, x.len, root)?;
        let Some(y) = self.at_root(RECEIVER, y, root)? else {
            return Ok(operation.from(&x));
        };
        let y = self.write(&y)?;
        y.exactly(x.len.saturating_mul(self.comm.nranks()))?;
        Ok(operation.between(&x, &y))
    }

    pub(crate) fn scatter<T: Element>(
        &self,
        x: Option<DeviceSlice<'_, T>>,
        y: DeviceSliceMut<'_, T>,
        root: usize,
    ) -> Result<Operation, Error> {
        let y = self.write(&y)?;
        let operation = self.moving::<T>(Kind::Scatter, y.len, root)?;
        let Some(x) = self.at_root(SENDER, x, root)? else {
            return Ok(Operation {
                receive: y.pointer,
                ..operation
            });
        };
        let x = self.read(&x)?;
        x.exactly(y.len.saturating_mul(self.comm.nranks()))?;
        Ok(operation.between(&x, &y))
    }

    pub(crate) fn send<T: Element>(
        &self,
        x: DeviceSlice<'_, T>,
        peer: usize,
    ) -> Result<Operation, Error> {
        let x = self.read(&x)?;
        Ok(self.moving::<T>(Kind::Send, x.len, peer)?.from(&x))
    }

    pub(crate) fn recv<T: Element>(
        &self,
        y: DeviceSliceMut<'_, T>,
        peer: usize,
    ) -> Result<Operation, Error> {
        let y = self.write(&y)?;
        Ok(Operation {
            receive: y.pointer,
            ..self.moving::<T>(Kind::Receive, y.len, peer)?
        })
    }
}

impl Operation {
    fn between(self, x: &Side, y: &Side) -> Self {
        Self {
            send: x.pointer,
            receive: y.pointer,
            ..self
        }
    }

    fn from(self, x: &Side) -> Self {
        Self {
            send: x.pointer,
            ..self
        }
    }
}

impl Side {
    fn exactly(&self, expected: usize) -> Result<(), Error> {
        match self.len == expected {
            true => Ok(()),
            false => Err(Error::Length {
                buffer: self.name,
                expected,
                found: self.len,
            }),
        }
    }

    /// The rank's own part of a buffer that has one for each.
    fn part_of<T>(&self, comm: &Communicator) -> Result<Self, Error> {
        let (nranks, len) = (comm.nranks(), self.len);
        if !len.is_multiple_of(nranks) {
            return Err(Error::Uneven {
                buffer: self.name,
                len,
                nranks,
            });
        }
        let len = len / nranks;
        let before = comm.rank() * len * size_of::<T>();
        Ok(Self {
            name: self.name,
            pointer: self.pointer.wrapping_add(before as CUdeviceptr),
            len,
        })
    }
}
