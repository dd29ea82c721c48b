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
        macro_rules! call {
            ($symbol:ident($($argument:expr),*)) => {{
                let function = nccl.require(Symbol::$symbol, table.$symbol)?;
                // SAFETY: the caller guarantees communicator and memory.
                (Symbol::$symbol, unsafe { function($($argument,)* comm, stream) })
            }};
        }
        // SAFETY: as above.
        let fallback = || unsafe { self.issue_as_group(nccl, comm, nranks, rank) };
        Ok(match self.kind {
            OperationKind::AllReduce => call!(ncclAllReduce(send, receive, count, code, operator)),
            OperationKind::Reduce => call!(ncclReduce(send, receive, count, code, operator, root)),
            OperationKind::Broadcast => call!(ncclBroadcast(send, receive, count, code, root)),
            OperationKind::AllGather => call!(ncclAllGather(send, receive, count, code)),
            OperationKind::ReduceScatter => {
                call!(ncclReduceScatter(send, receive, count, code, operator))
            }
            OperationKind::Send => call!(ncclSend(send, count, code, root)),
            OperationKind::Receive => call!(ncclRecv(receive, count, code, root)),
            OperationKind::AllToAll if table.ncclAlltoAll.is_some() => {
                call!(ncclAlltoAll(send, receive, count, code))
            }
            OperationKind::Gather if table.ncclGather.is_some() => {
                call!(ncclGather(send, receive, count, code, root))
            }
            OperationKind::Scatter if table.ncclScatter.is_some() => {
                call!(ncclScatter(send, receive, count, code, root))
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
