//! Names of cudarc 0.19.10 with all features, from its source.

use cudarc::group;
use cudarc::nccl::{
    Comm, Group, Id, NcclType, ReduceOp, group_end, group_start, result, safe, sys,
};

mod nccl_result {
    use cudarc::nccl::result::{
        NcclError, NcclStatus, all_gather, all_reduce, broadcast, comm_abort, comm_count,
        comm_cu_device, comm_destroy, comm_finalize, comm_init_all, comm_init_rank,
        comm_init_rank_config, comm_user_rank, get_nccl_version, get_uniqueid, group_end,
        group_start, recv, reduce, reduce_op_create_pre_mul_sum, reduce_op_destroy, reduce_scatter,
        send,
    };
}

mod nccl_sys {
    use cudarc::nccl::sys::{
        CUstream_st, cudaStream_t, culib, is_culib_present, ncclAllGather, ncclAllReduce,
        ncclAlltoAll, ncclBcast, ncclBroadcast, ncclComm, ncclComm_t, ncclCommAbort, ncclCommCount,
        ncclCommCuDevice, ncclCommDeregister, ncclCommDestroy, ncclCommFinalize,
        ncclCommGetAsyncError, ncclCommGetUniqueId, ncclCommGrow, ncclCommInitAll,
        ncclCommInitRank, ncclCommInitRankConfig, ncclCommInitRankScalable, ncclCommMemStat_t,
        ncclCommMemStats, ncclCommRegister, ncclCommResume, ncclCommRevoke, ncclCommShrink,
        ncclCommSplit, ncclCommSuspend, ncclCommUserRank, ncclCommWindowDeregister,
        ncclCommWindowRegister, ncclConfig_t, ncclConfig_v21700, ncclConfig_v22700,
        ncclConfig_v22800, ncclDataType_t, ncclGather, ncclGetErrorString, ncclGetLastError,
        ncclGetUniqueId, ncclGetVersion, ncclGroupEnd, ncclGroupSimulateEnd, ncclGroupStart,
        ncclMemAlloc, ncclMemFree, ncclParamBind, ncclParamDumpAll, ncclParamGet,
        ncclParamGetAllParameterKeys, ncclParamGetI8, ncclParamGetI16, ncclParamGetI32,
        ncclParamGetI64, ncclParamGetParameter, ncclParamGetStr, ncclParamGetU8, ncclParamGetU16,
        ncclParamGetU32, ncclParamGetU64, ncclParamHandle, ncclParamHandle_t, ncclPutSignal,
        ncclRecv, ncclRedOp_dummy_t, ncclRedOp_t, ncclRedOpCreatePreMulSum, ncclRedOpDestroy,
        ncclReduce, ncclReduceScatter, ncclResetDebugInit, ncclResult_t, ncclScalarResidence_t,
        ncclScatter, ncclSend, ncclSignal, ncclSimInfo_t, ncclSimInfo_v22200, ncclUniqueId,
        ncclWaitSignal, ncclWaitSignalDesc_t, ncclWinGetUserPtr, ncclWindow, ncclWindow_t,
        ncclWindow_vidmem,
    };
}
