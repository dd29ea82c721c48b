use core::ffi::c_void;

use cuda_driver::sys::{CUdeviceptr, CUstream};
use cuda_libraries_sys::nccl::{
    Symbol, cudaStream_t, ncclComm_t, ncclDataType_t, ncclRedOp_t, ncclResult_t,
};

use crate::element::size_of_code;
use crate::error::Error;
use crate::library::{Nccl, ranks};

/// An operation whose buffers were checked: the arguments for NCCL.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Operation {
    pub(crate) kind: OperationKind,
    pub(crate) send: CUdeviceptr,
    pub(crate) receive: CUdeviceptr,
    /// The number of elements of type `code`.
    pub(crate) count: usize,
    pub(crate) code: ncclDataType_t,
    pub(crate) operator: ncclRedOp_t,
    /// The root, or the peer.
    pub(crate) root: i32,
    pub(crate) stream: CUstream,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OperationKind {
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

// SAFETY: it has addresses and a handle, which aren't bound to a thread, and whose use is `unsafe`.
unsafe impl Send for Operation {}

impl Operation {
    /// An operation that does nothing.
    pub(crate) const NOTHING: Self = Self {
        kind: OperationKind::Send,
        send: 0,
        receive: 0,
        count: 0,
        code: ncclDataType_t::ncclUint8,
        operator: ncclRedOp_t::ncclSum,
        root: 0,
        stream: core::ptr::null_mut(),
    };

    /// Calls NCCL. An operation without elements needs no call, because those of the other ranks have none, either.
    ///
    /// # Safety
    /// The communicator is alive and belongs to `nccl`, the context is current, and the memory satisfies the contract of
    /// operations.
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
        let Self { count, code, operator, root, .. } = *self;
        let stream: cudaStream_t = self.stream.cast();
        if count == 0 {
            return Ok((Symbol::ncclGroupEnd, ncclResult_t::ncclSuccess));
        }
        // SAFETY: as above.
        let fallback = || unsafe { self.issue_as_group(nccl, comm, nranks, rank) };
        Ok(match self.kind {
            OperationKind::AllReduce => {
                call(nccl, Symbol::ncclAllReduce, table.ncclAllReduce, |function| {
                    // SAFETY: the caller guarantees communicator and memory.
                    unsafe { function(send, receive, count, code, operator, comm, stream) }
                })?
            }
            OperationKind::Reduce => {
                call(nccl, Symbol::ncclReduce, table.ncclReduce, |function| {
                    // SAFETY: the caller guarantees communicator and memory.
                    unsafe { function(send, receive, count, code, operator, root, comm, stream) }
                })?
            }
            OperationKind::Broadcast => {
                call(nccl, Symbol::ncclBroadcast, table.ncclBroadcast, |function| {
                    // SAFETY: the caller guarantees communicator and memory.
                    unsafe { function(send, receive, count, code, root, comm, stream) }
                })?
            }
            OperationKind::AllGather => {
                call(nccl, Symbol::ncclAllGather, table.ncclAllGather, |function| {
                    // SAFETY: the caller guarantees communicator and memory.
                    unsafe { function(send, receive, count, code, comm, stream) }
                })?
            }
            OperationKind::ReduceScatter => {
                call(nccl, Symbol::ncclReduceScatter, table.ncclReduceScatter, |function| {
                    // SAFETY: the caller guarantees communicator and memory.
                    unsafe { function(send, receive, count, code, operator, comm, stream) }
                })?
            }
            OperationKind::Send => call(nccl, Symbol::ncclSend, table.ncclSend, |function| {
                // SAFETY: the caller guarantees communicator and memory.
                unsafe { function(send, count, code, root, comm, stream) }
            })?,
            OperationKind::Receive => call(nccl, Symbol::ncclRecv, table.ncclRecv, |function| {
                // SAFETY: the caller guarantees communicator and memory.
                unsafe { function(receive, count, code, root, comm, stream) }
            })?,
            OperationKind::AllToAll if table.ncclAlltoAll.is_some() => {
                call(nccl, Symbol::ncclAlltoAll, table.ncclAlltoAll, |function| {
                    // SAFETY: the caller guarantees communicator and memory.
                    unsafe { function(send, receive, count, code, comm, stream) }
                })?
            }
            OperationKind::Gather if table.ncclGather.is_some() => {
                call(nccl, Symbol::ncclGather, table.ncclGather, |function| {
                    // SAFETY: the caller guarantees communicator and memory.
                    unsafe { function(send, receive, count, code, root, comm, stream) }
                })?
            }
            OperationKind::Scatter if table.ncclScatter.is_some() => {
                call(nccl, Symbol::ncclScatter, table.ncclScatter, |function| {
                    // SAFETY: the caller guarantees communicator and memory.
                    unsafe { function(send, receive, count, code, root, comm, stream) }
                })?
            }
            OperationKind::AllToAll | OperationKind::Gather | OperationKind::Scatter => fallback()?,
        })
    }

    /// Implements operations for which older NCCL releases have no function, with sends and receives in one group, as
    /// in NCCL's manual.
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
            let all = self.kind == OperationKind::AllToAll;
            let sends = all
                || (self.kind == OperationKind::Gather && peer == root)
                || (self.kind == OperationKind::Scatter && this == root);
            let receives = all
                || (self.kind == OperationKind::Gather && this == root)
                || (self.kind == OperationKind::Scatter && peer == root);
            let part = |there: bool| {
                if there { peer as CUdeviceptr * bytes } else { 0 }
            };
            let send = Self {
                kind: OperationKind::Send,
                send: self.send.wrapping_add(part(self.kind != OperationKind::Gather)),
                root: number,
                ..*self
            };
            let receive = Self {
                kind: OperationKind::Receive,
                receive: self.receive.wrapping_add(part(self.kind != OperationKind::Scatter)),
                root: number,
                ..*self
            };
            for operation in
                [sends.then_some(send), receives.then_some(receive)].into_iter().flatten()
            {
                // SAFETY: the parts are within the memory that the caller guarantees.
                let called = unsafe { operation.issue(nccl, comm, nranks, rank) };
                let checked =
                    called.and_then(|(symbol, result)| nccl.check_in_group(symbol, result, comm));
                first = first.and(checked);
            }
        }
        // SAFETY: as above. If a call failed, it discards the group.
        let result = unsafe { end() };
        first?;
        Ok((Symbol::ncclGroupEnd, result))
    }
}

/// Calls the function of a slot, and returns its symbol with the result.
#[inline]
fn call<F>(
    nccl: Nccl,
    symbol: Symbol,
    slot: Option<F>,
    call: impl FnOnce(F) -> ncclResult_t,
) -> Result<(Symbol, ncclResult_t), Error> {
    Ok((symbol, call(nccl.require(symbol, slot)?)))
}
