//! Unsafe calls that return a `Result`.
#![allow(clippy::too_many_arguments, reason = "the functions of C have as many")]

use core::ffi::{c_int, c_void};
use core::fmt;

use super::sys;
use crate::driver::safe::group;

/// The code of a call that failed.
#[derive(Clone, PartialEq, Eq)]
pub struct NcclError(pub sys::ncclResult_t);

impl fmt::Debug for NcclError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("NcclError").field(&self.0).finish()
    }
}

impl fmt::Display for NcclError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

impl std::error::Error for NcclError {}

/// How a call succeeded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NcclStatus {
    Success,
    /// It goes on in the background.
    InProgress,
    NumResults,
}

impl sys::ncclResult_t {
    /// Converts the code to a `Result`.
    pub fn result(self) -> Result<NcclStatus, NcclError> {
        match self {
            Self::ncclSuccess => Ok(NcclStatus::Success),
            Self::ncclInProgress => Ok(NcclStatus::InProgress),
            Self::ncclNumResults => Ok(NcclStatus::NumResults),
            code => Err(NcclError(code)),
        }
    }
}

/// Returns the value that a call stores.
///
/// # Safety
/// On success, the call has stored a value.
unsafe fn value<T>(call: impl FnOnce(*mut T) -> sys::ncclResult_t) -> Result<T, NcclError> {
    // SAFETY: the caller guarantees it.
    unsafe { crate::library::value(|value| call(value).result().map(drop)) }
}

pub fn get_nccl_version() -> Result<c_int, NcclError> {
    // SAFETY: the call stores the number.
    unsafe { value(|to| sys::ncclGetVersion(to)) }
}

pub fn get_uniqueid() -> Result<sys::ncclUniqueId, NcclError> {
    // SAFETY: the call stores the number.
    unsafe { value(|to| sys::ncclGetUniqueId(to)) }
}

pub fn group_start() -> Result<NcclStatus, NcclError> {
    group::begin();
    // SAFETY: it uses no pointer.
    let begun = unsafe { sys::ncclGroupStart() }.result();
    if begun.is_err() {
        group::end();
    }
    begun
}

pub fn group_end() -> Result<NcclStatus, NcclError> {
    // SAFETY: it uses no pointer.
    let ended = unsafe { sys::ncclGroupEnd() }.result();
    group::end();
    ended
}

pub unsafe fn comm_count(comm: sys::ncclComm_t) -> Result<c_int, NcclError> {
    // SAFETY: the call stores the number; the caller guarantees that the communicator is alive.
    unsafe { value(|to| sys::ncclCommCount(comm, to)) }
}

pub unsafe fn comm_cu_device(comm: sys::ncclComm_t) -> Result<c_int, NcclError> {
    // SAFETY: the call stores the number; the caller guarantees that the communicator is alive.
    unsafe { value(|to| sys::ncclCommCuDevice(comm, to)) }
}

pub unsafe fn comm_user_rank(comm: sys::ncclComm_t) -> Result<c_int, NcclError> {
    // SAFETY: the call stores the number; the caller guarantees that the communicator is alive.
    unsafe { value(|to| sys::ncclCommUserRank(comm, to)) }
}

pub unsafe fn comm_finalize(comm: sys::ncclComm_t) -> Result<NcclStatus, NcclError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::ncclCommFinalize(comm) }.result()
}

pub unsafe fn comm_destroy(comm: sys::ncclComm_t) -> Result<NcclStatus, NcclError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::ncclCommDestroy(comm) }.result()
}

pub unsafe fn comm_abort(comm: sys::ncclComm_t) -> Result<NcclStatus, NcclError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::ncclCommAbort(comm) }.result()
}

pub unsafe fn comm_init_rank(
    comm: *mut sys::ncclComm_t,
    nranks: c_int,
    comm_id: sys::ncclUniqueId,
    rank: c_int,
) -> Result<NcclStatus, NcclError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::ncclCommInitRank(comm, nranks, comm_id, rank) }.result()
}

pub unsafe fn comm_init_rank_config(
    comm: *mut sys::ncclComm_t,
    nranks: c_int,
    comm_id: sys::ncclUniqueId,
    rank: c_int,
    config: *mut sys::ncclConfig_t,
) -> Result<NcclStatus, NcclError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::ncclCommInitRankConfig(comm, nranks, comm_id, rank, config) }.result()
}

pub unsafe fn comm_init_all(
    comm: *mut sys::ncclComm_t,
    ndev: c_int,
    devlist: *const c_int,
) -> Result<NcclStatus, NcclError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::ncclCommInitAll(comm, ndev, devlist) }.result()
}

pub unsafe fn comm_split(
    comm: sys::ncclComm_t,
    color: c_int,
    key: c_int,
    newcomm: *mut sys::ncclComm_t,
    config: *mut sys::ncclConfig_t,
) -> Result<NcclStatus, NcclError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::ncclCommSplit(comm, color, key, newcomm, config) }.result()
}

pub unsafe fn reduce_op_create_pre_mul_sum(
    op: *mut sys::ncclRedOp_t,
    scalar: *mut c_void,
    datatype: sys::ncclDataType_t,
    residence: sys::ncclScalarResidence_t,
    comm: sys::ncclComm_t,
) -> Result<NcclStatus, NcclError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::ncclRedOpCreatePreMulSum(op, scalar, datatype, residence, comm) }.result()
}

pub unsafe fn reduce_op_destroy(
    op: sys::ncclRedOp_t,
    comm: sys::ncclComm_t,
) -> Result<NcclStatus, NcclError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::ncclRedOpDestroy(op, comm) }.result()
}

pub unsafe fn reduce(
    sendbuff: *const c_void,
    recvbuff: *mut c_void,
    count: usize,
    datatype: sys::ncclDataType_t,
    op: sys::ncclRedOp_t,
    root: c_int,
    comm: sys::ncclComm_t,
    stream: sys::cudaStream_t,
) -> Result<NcclStatus, NcclError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::ncclReduce(sendbuff, recvbuff, count, datatype, op, root, comm, stream) }.result()
}

pub unsafe fn broadcast(
    sendbuff: *const c_void,
    recvbuff: *mut c_void,
    count: usize,
    datatype: sys::ncclDataType_t,
    root: c_int,
    comm: sys::ncclComm_t,
    stream: sys::cudaStream_t,
) -> Result<NcclStatus, NcclError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::ncclBroadcast(sendbuff, recvbuff, count, datatype, root, comm, stream) }.result()
}

pub unsafe fn all_reduce(
    sendbuff: *const c_void,
    recvbuff: *mut c_void,
    count: usize,
    datatype: sys::ncclDataType_t,
    op: sys::ncclRedOp_t,
    comm: sys::ncclComm_t,
    stream: sys::cudaStream_t,
) -> Result<NcclStatus, NcclError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::ncclAllReduce(sendbuff, recvbuff, count, datatype, op, comm, stream) }.result()
}

pub unsafe fn reduce_scatter(
    sendbuff: *const c_void,
    recvbuff: *mut c_void,
    recvcount: usize,
    datatype: sys::ncclDataType_t,
    op: sys::ncclRedOp_t,
    comm: sys::ncclComm_t,
    stream: sys::cudaStream_t,
) -> Result<NcclStatus, NcclError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::ncclReduceScatter(sendbuff, recvbuff, recvcount, datatype, op, comm, stream) }
        .result()
}

pub unsafe fn all_gather(
    sendbuff: *const c_void,
    recvbuff: *mut c_void,
    sendcount: usize,
    datatype: sys::ncclDataType_t,
    comm: sys::ncclComm_t,
    stream: sys::cudaStream_t,
) -> Result<NcclStatus, NcclError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::ncclAllGather(sendbuff, recvbuff, sendcount, datatype, comm, stream) }.result()
}

pub unsafe fn send(
    sendbuff: *const c_void,
    count: usize,
    datatype: sys::ncclDataType_t,
    peer: c_int,
    comm: sys::ncclComm_t,
    stream: sys::cudaStream_t,
) -> Result<NcclStatus, NcclError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::ncclSend(sendbuff, count, datatype, peer, comm, stream) }.result()
}

pub unsafe fn recv(
    recvbuff: *mut c_void,
    count: usize,
    datatype: sys::ncclDataType_t,
    peer: c_int,
    comm: sys::ncclComm_t,
    stream: sys::cudaStream_t,
) -> Result<NcclStatus, NcclError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::ncclRecv(recvbuff, count, datatype, peer, comm, stream) }.result()
}
