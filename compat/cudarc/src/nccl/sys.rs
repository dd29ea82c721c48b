//! The types and functions of `nccl.h` under their C names.
#![allow(
    non_camel_case_types,
    non_snake_case,
    non_upper_case_globals,
    clippy::too_many_arguments
)]

use core::ffi::{c_int, c_void};

pub use cuda_libraries_sys::nccl::{
    cudaStream_t, ncclComm_t, ncclConfig_t, ncclDataType_t, ncclRedOp_t, ncclScalarResidence_t,
    ncclUniqueId,
};

/// The result of a call.
#[repr(u32)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ncclResult_t {
    ncclSuccess = 0,
    ncclUnhandledCudaError = 1,
    ncclSystemError = 2,
    ncclInternalError = 3,
    ncclInvalidArgument = 4,
    ncclInvalidUsage = 5,
    ncclRemoteError = 6,
    ncclInProgress = 7,
    ncclNumResults = 8,
}

impl From<cuda_libraries_sys::nccl::ncclResult_t> for ncclResult_t {
    /// A code that this crate doesn't know becomes an internal error.
    fn from(code: cuda_libraries_sys::nccl::ncclResult_t) -> Self {
        match code.0 {
            0 => Self::ncclSuccess,
            1 => Self::ncclUnhandledCudaError,
            2 => Self::ncclSystemError,
            4 => Self::ncclInvalidArgument,
            5 => Self::ncclInvalidUsage,
            6 => Self::ncclRemoteError,
            7 => Self::ncclInProgress,
            _ => Self::ncclInternalError,
        }
    }
}

macro_rules! functions {
    ($($name:ident($($parameter:ident: $ty:ty),* $(,)?);)*) => {$(
        pub unsafe fn $name($($parameter: $ty),*) -> ncclResult_t {
            let Ok(table) = cuda_libraries_sys::nccl::load() else {
                return ncclResult_t::ncclSystemError;
            };
            match table.$name {
                // SAFETY: the caller keeps to the function's contract.
                Some(function) => unsafe { function($($parameter),*) }.into(),
                None => ncclResult_t::ncclInvalidUsage,
            }
        }
    )*};
}

functions! {
    ncclGetVersion(version: *mut c_int);
    ncclGetUniqueId(uniqueId: *mut ncclUniqueId);
    ncclCommInitRank(comm: *mut ncclComm_t, nranks: c_int, commId: ncclUniqueId, rank: c_int);
    ncclCommInitRankConfig(
        comm: *mut ncclComm_t, nranks: c_int, commId: ncclUniqueId, rank: c_int, config: *mut ncclConfig_t,
    );
    ncclCommInitAll(comm: *mut ncclComm_t, ndev: c_int, devlist: *const c_int);
    ncclCommFinalize(comm: ncclComm_t);
    ncclCommDestroy(comm: ncclComm_t);
    ncclCommAbort(comm: ncclComm_t);
    ncclCommSplit(comm: ncclComm_t, color: c_int, key: c_int, newcomm: *mut ncclComm_t, config: *mut ncclConfig_t);
    ncclCommCount(comm: ncclComm_t, count: *mut c_int);
    ncclCommCuDevice(comm: ncclComm_t, device: *mut c_int);
    ncclCommUserRank(comm: ncclComm_t, rank: *mut c_int);
    ncclRedOpCreatePreMulSum(
        op: *mut ncclRedOp_t, scalar: *mut c_void, datatype: ncclDataType_t, residence: ncclScalarResidence_t,
        comm: ncclComm_t,
    );
    ncclRedOpDestroy(op: ncclRedOp_t, comm: ncclComm_t);
    ncclReduce(
        sendbuff: *const c_void, recvbuff: *mut c_void, count: usize, datatype: ncclDataType_t, op: ncclRedOp_t,
        root: c_int, comm: ncclComm_t, stream: cudaStream_t,
    );
    ncclBroadcast(
        sendbuff: *const c_void, recvbuff: *mut c_void, count: usize, datatype: ncclDataType_t, root: c_int,
        comm: ncclComm_t, stream: cudaStream_t,
    );
    ncclAllReduce(
        sendbuff: *const c_void, recvbuff: *mut c_void, count: usize, datatype: ncclDataType_t, op: ncclRedOp_t,
        comm: ncclComm_t, stream: cudaStream_t,
    );
    ncclReduceScatter(
        sendbuff: *const c_void, recvbuff: *mut c_void, recvcount: usize, datatype: ncclDataType_t, op: ncclRedOp_t,
        comm: ncclComm_t, stream: cudaStream_t,
    );
    ncclAllGather(
        sendbuff: *const c_void, recvbuff: *mut c_void, sendcount: usize, datatype: ncclDataType_t, comm: ncclComm_t,
        stream: cudaStream_t,
    );
    ncclSend(
        sendbuff: *const c_void, count: usize, datatype: ncclDataType_t, peer: c_int, comm: ncclComm_t,
        stream: cudaStream_t,
    );
    ncclRecv(
        recvbuff: *mut c_void, count: usize, datatype: ncclDataType_t, peer: c_int, comm: ncclComm_t,
        stream: cudaStream_t,
    );
    ncclGroupStart();
    ncclGroupEnd();
}

/// Returns `true` if NCCL can be loaded.
pub unsafe fn is_culib_present() -> bool {
    cuda_libraries_sys::nccl::load().is_ok()
}
