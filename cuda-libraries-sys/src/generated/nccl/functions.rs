// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::*;

use super::enums::*;
use super::types::*;
use crate::shared::*;

/// Calls the macro `$then` with every function of NCCL, in the order of the table, after the tokens of `$first`.
///
/// Each is `name: since until "exported name", (parameter: type, …) -> result;`.
#[macro_export]
macro_rules! for_each_nccl_function {
    ($then:path $(, $($first:tt)*)?) => {
        $then! {
            $($($first)*)?
            ncclMemAlloc: 21903 0 "", (ptr: *mut *mut c_void, size: usize) -> ncclResult_t;
            ncclMemFree: 21903 0 "", (ptr: *mut c_void) -> ncclResult_t;
            ncclGetVersion: 0 0 "", (version: *mut c_int) -> ncclResult_t;
            ncclGetUniqueId: 0 0 "", (uniqueId: *mut ncclUniqueId) -> ncclResult_t;
            ncclCommInitRankConfig: 0 0 "", (comm: *mut ncclComm_t, nranks: c_int, commId: ncclUniqueId, rank: c_int, config: *mut ncclConfig_t) -> ncclResult_t;
            ncclCommInitRank: 0 0 "", (comm: *mut ncclComm_t, nranks: c_int, commId: ncclUniqueId, rank: c_int) -> ncclResult_t;
            ncclCommInitAll: 0 0 "", (comm: *mut ncclComm_t, ndev: c_int, devlist: *const c_int) -> ncclResult_t;
            ncclCommFinalize: 0 0 "", (comm: ncclComm_t) -> ncclResult_t;
            ncclCommDestroy: 0 0 "", (comm: ncclComm_t) -> ncclResult_t;
            ncclCommAbort: 0 0 "", (comm: ncclComm_t) -> ncclResult_t;
            ncclCommRevoke: 22809 0 "", (comm: ncclComm_t, revokeFlags: c_int) -> ncclResult_t;
            ncclCommSplit: 0 0 "", (comm: ncclComm_t, color: c_int, key: c_int, newcomm: *mut ncclComm_t, config: *mut ncclConfig_t) -> ncclResult_t;
            ncclCommShrink: 22703 0 "", (comm: ncclComm_t, excludeRanksList: *mut c_int, excludeRanksCount: c_int, newcomm: *mut ncclComm_t, config: *mut ncclConfig_t, shrinkFlags: c_int) -> ncclResult_t;
            ncclCommGetUniqueId: 22902 0 "", (comm: ncclComm_t, uniqueId: *mut ncclUniqueId) -> ncclResult_t;
            ncclCommGrow: 22902 0 "", (comm: ncclComm_t, nRanks: c_int, uniqueId: *const ncclUniqueId, rank: c_int, newcomm: *mut ncclComm_t, config: *mut ncclConfig_t) -> ncclResult_t;
            ncclCommInitRankScalable: 22304 0 "", (newcomm: *mut ncclComm_t, nranks: c_int, myrank: c_int, nId: c_int, commIds: *mut ncclUniqueId, config: *mut ncclConfig_t) -> ncclResult_t;
            ncclGetErrorString: 0 0 "", (result: ncclResult_t) -> *const c_char;
            ncclGetLastError: 0 0 "", (comm: ncclComm_t) -> *const c_char;
            ncclResetDebugInit: 22403 0 "", () -> ();
            ncclCommGetAsyncError: 0 0 "", (comm: ncclComm_t, asyncError: *mut ncclResult_t) -> ncclResult_t;
            ncclCommCount: 0 0 "", (comm: ncclComm_t, count: *mut c_int) -> ncclResult_t;
            ncclCommCuDevice: 0 0 "", (comm: ncclComm_t, device: *mut c_int) -> ncclResult_t;
            ncclCommUserRank: 0 0 "", (comm: ncclComm_t, rank: *mut c_int) -> ncclResult_t;
            ncclCommRegister: 21903 0 "", (comm: ncclComm_t, buff: *mut c_void, size: usize, handle: *mut *mut c_void) -> ncclResult_t;
            ncclCommDeregister: 21903 0 "", (comm: ncclComm_t, handle: *mut c_void) -> ncclResult_t;
            ncclCommSuspend: 22907 0 "", (comm: ncclComm_t, flags: c_int) -> ncclResult_t;
            ncclCommResume: 22907 0 "", (comm: ncclComm_t) -> ncclResult_t;
            ncclCommMemStats: 22907 0 "", (comm: ncclComm_t, stat: ncclCommMemStat_t, value: *mut u64) -> ncclResult_t;
            ncclCommWindowRegister: 22703 0 "", (comm: ncclComm_t, buff: *mut c_void, size: usize, win: *mut ncclWindow_t, winFlags: c_int) -> ncclResult_t;
            ncclCommWindowDeregister: 22703 0 "", (comm: ncclComm_t, win: ncclWindow_t) -> ncclResult_t;
            ncclWinGetUserPtr: 22902 0 "", (comm: ncclComm_t, win: ncclWindow_t, outUserPtr: *mut *mut c_void) -> ncclResult_t;
            ncclRedOpCreatePreMulSum: 0 0 "", (op: *mut ncclRedOp_t, scalar: *mut c_void, datatype: ncclDataType_t, residence: ncclScalarResidence_t, comm: ncclComm_t) -> ncclResult_t;
            ncclRedOpDestroy: 0 0 "", (op: ncclRedOp_t, comm: ncclComm_t) -> ncclResult_t;
            ncclReduce: 0 0 "", (sendbuff: *const c_void, recvbuff: *mut c_void, count: usize, datatype: ncclDataType_t, op: ncclRedOp_t, root: c_int, comm: ncclComm_t, stream: cudaStream_t) -> ncclResult_t;
            ncclBcast: 0 0 "", (buff: *mut c_void, count: usize, datatype: ncclDataType_t, root: c_int, comm: ncclComm_t, stream: cudaStream_t) -> ncclResult_t;
            ncclBroadcast: 0 0 "", (sendbuff: *const c_void, recvbuff: *mut c_void, count: usize, datatype: ncclDataType_t, root: c_int, comm: ncclComm_t, stream: cudaStream_t) -> ncclResult_t;
            ncclAllReduce: 0 0 "", (sendbuff: *const c_void, recvbuff: *mut c_void, count: usize, datatype: ncclDataType_t, op: ncclRedOp_t, comm: ncclComm_t, stream: cudaStream_t) -> ncclResult_t;
            ncclReduceScatter: 0 0 "", (sendbuff: *const c_void, recvbuff: *mut c_void, recvcount: usize, datatype: ncclDataType_t, op: ncclRedOp_t, comm: ncclComm_t, stream: cudaStream_t) -> ncclResult_t;
            ncclAllGather: 0 0 "", (sendbuff: *const c_void, recvbuff: *mut c_void, sendcount: usize, datatype: ncclDataType_t, comm: ncclComm_t, stream: cudaStream_t) -> ncclResult_t;
            ncclAlltoAll: 22803 0 "", (sendbuff: *const c_void, recvbuff: *mut c_void, count: usize, datatype: ncclDataType_t, comm: ncclComm_t, stream: cudaStream_t) -> ncclResult_t;
            ncclGather: 22803 0 "", (sendbuff: *const c_void, recvbuff: *mut c_void, count: usize, datatype: ncclDataType_t, root: c_int, comm: ncclComm_t, stream: cudaStream_t) -> ncclResult_t;
            ncclScatter: 22803 0 "", (sendbuff: *const c_void, recvbuff: *mut c_void, count: usize, datatype: ncclDataType_t, root: c_int, comm: ncclComm_t, stream: cudaStream_t) -> ncclResult_t;
            ncclAllReduceConfig: 23203 0 "", (sendbuff: *const c_void, recvbuff: *mut c_void, count: usize, datatype: ncclDataType_t, op: ncclRedOp_t, comm: ncclComm_t, stream: cudaStream_t, config: *const ncclCollConfig_t) -> ncclResult_t;
            ncclBroadcastConfig: 23203 0 "", (sendbuff: *const c_void, recvbuff: *mut c_void, count: usize, datatype: ncclDataType_t, root: c_int, comm: ncclComm_t, stream: cudaStream_t, config: *const ncclCollConfig_t) -> ncclResult_t;
            ncclReduceConfig: 23203 0 "", (sendbuff: *const c_void, recvbuff: *mut c_void, count: usize, datatype: ncclDataType_t, op: ncclRedOp_t, root: c_int, comm: ncclComm_t, stream: cudaStream_t, config: *const ncclCollConfig_t) -> ncclResult_t;
            ncclAllGatherConfig: 23203 0 "", (sendbuff: *const c_void, recvbuff: *mut c_void, sendcount: usize, datatype: ncclDataType_t, comm: ncclComm_t, stream: cudaStream_t, config: *const ncclCollConfig_t) -> ncclResult_t;
            ncclReduceScatterConfig: 23203 0 "", (sendbuff: *const c_void, recvbuff: *mut c_void, recvcount: usize, datatype: ncclDataType_t, op: ncclRedOp_t, comm: ncclComm_t, stream: cudaStream_t, config: *const ncclCollConfig_t) -> ncclResult_t;
            ncclAlltoAllConfig: 23203 0 "", (sendbuff: *const c_void, recvbuff: *mut c_void, count: usize, datatype: ncclDataType_t, comm: ncclComm_t, stream: cudaStream_t, config: *const ncclCollConfig_t) -> ncclResult_t;
            ncclGatherConfig: 23203 0 "", (sendbuff: *const c_void, recvbuff: *mut c_void, count: usize, datatype: ncclDataType_t, root: c_int, comm: ncclComm_t, stream: cudaStream_t, config: *const ncclCollConfig_t) -> ncclResult_t;
            ncclScatterConfig: 23203 0 "", (sendbuff: *const c_void, recvbuff: *mut c_void, count: usize, datatype: ncclDataType_t, root: c_int, comm: ncclComm_t, stream: cudaStream_t, config: *const ncclCollConfig_t) -> ncclResult_t;
            ncclSend: 0 0 "", (sendbuff: *const c_void, count: usize, datatype: ncclDataType_t, peer: c_int, comm: ncclComm_t, stream: cudaStream_t) -> ncclResult_t;
            ncclRecv: 0 0 "", (recvbuff: *mut c_void, count: usize, datatype: ncclDataType_t, peer: c_int, comm: ncclComm_t, stream: cudaStream_t) -> ncclResult_t;
            ncclPutSignal: 22902 0 "", (localbuff: *const c_void, count: usize, datatype: ncclDataType_t, peer: c_int, peerWin: ncclWindow_t, peerWinOffset: usize, sigIdx: c_int, ctx: c_int, flags: c_uint, comm: ncclComm_t, stream: cudaStream_t) -> ncclResult_t;
            ncclSignal: 22902 0 "", (peer: c_int, sigIdx: c_int, ctx: c_int, flags: c_uint, comm: ncclComm_t, stream: cudaStream_t) -> ncclResult_t;
            ncclWaitSignal: 22902 0 "", (nDesc: c_int, signalDescs: *mut ncclWaitSignalDesc_t, comm: ncclComm_t, stream: cudaStream_t) -> ncclResult_t;
            ncclGroupStart: 0 0 "", () -> ncclResult_t;
            ncclGroupEnd: 0 0 "", () -> ncclResult_t;
            ncclGroupSimulateEnd: 22203 0 "", (simInfo: *mut ncclSimInfo_t) -> ncclResult_t;
            ncclSetEncryption: 23203 0 "", (config: *const ncclEncryptionConfig_t) -> ncclResult_t;
            ncclParamBind: 23007 0 "", (out: *mut ncclParamHandle_t, key: *const c_char) -> ncclResult_t;
            ncclParamGetI8: 23007 0 "", (h: ncclParamHandle_t, out: *mut i8) -> ncclResult_t;
            ncclParamGetI16: 23007 0 "", (h: ncclParamHandle_t, out: *mut i16) -> ncclResult_t;
            ncclParamGetI32: 23007 0 "", (h: ncclParamHandle_t, out: *mut i32) -> ncclResult_t;
            ncclParamGetI64: 23007 0 "", (h: ncclParamHandle_t, out: *mut i64) -> ncclResult_t;
            ncclParamGetU8: 23007 0 "", (h: ncclParamHandle_t, out: *mut u8) -> ncclResult_t;
            ncclParamGetU16: 23007 0 "", (h: ncclParamHandle_t, out: *mut u16) -> ncclResult_t;
            ncclParamGetU32: 23007 0 "", (h: ncclParamHandle_t, out: *mut u32) -> ncclResult_t;
            ncclParamGetU64: 23007 0 "", (h: ncclParamHandle_t, out: *mut u64) -> ncclResult_t;
            ncclParamGetStr: 23007 0 "", (h: ncclParamHandle_t, out: *mut *const c_char) -> ncclResult_t;
            ncclParamGet: 23007 0 "", (h: ncclParamHandle_t, out: *mut c_void, maxLen: c_int, len: *mut c_int) -> ncclResult_t;
            ncclParamGetParameter: 23007 0 "", (key: *const c_char, value: *mut *const c_char, valueLen: *mut c_int) -> ncclResult_t;
            ncclParamGetAllParameterKeys: 23007 0 "", (table: *mut *mut *const c_char, tableLen: *mut c_int) -> ncclResult_t;
            ncclParamDumpAll: 23007 0 "", () -> ();
        }
    };
}

for_each_nccl_function! {
    library,
    "NCCL" NCCL NcclTable ncclResult_t ncclSuccess "https://docs.nvidia.com/deeplearning/nccl/user-guide/docs/api.html"
    required ["ncclGetVersion", "ncclGetUniqueId", "ncclCommInitRankConfig"] numbered [] version written (ncclGetVersion)
}
