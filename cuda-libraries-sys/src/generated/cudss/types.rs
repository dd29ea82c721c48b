// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::*;

use super::enums::*;
use crate::shared::*;

aliases! {
    "https://docs.nvidia.com/cuda/cudss/index.html"
    cudssHandle_t = *mut cudssContext; cudssMatrix_t = *mut cudssMatrix; cudssData_t = *mut cudssData;
    cudssConfig_t = *mut cudssConfig; cudss_thr_func_t = Option<unsafe extern "C" fn(task: c_int, ctx: *mut c_void)>;
    cudssLoggerCallback_t = Option<unsafe extern "C" fn(logLevel: c_int, functionName: *const c_char, message: *const c_char)>;
}

structs! {
    "https://docs.nvidia.com/cuda/cudss/index.html"
    #[derive(Debug)] pub struct cudssDeviceMemHandler_t {
        pub ctx: *mut c_void,
        pub device_alloc: Option<unsafe extern "C" fn(ctx: *mut c_void, ptr: *mut *mut c_void, size: usize, stream: cudaStream_t) -> c_int>,
        pub device_free: Option<unsafe extern "C" fn(ctx: *mut c_void, ptr: *mut c_void, size: usize, stream: cudaStream_t) -> c_int>,
        pub name: [c_char; 64usize],
    }
    #[derive(Debug)] pub struct cudssPinnedMemHandler_t {
        pub ctx: *mut c_void,
        pub pinned_alloc: Option<unsafe extern "C" fn(ctx: *mut c_void, ptr: *mut *mut c_void, size: usize, stream: cudaStream_t) -> c_int>,
        pub pinned_free: Option<unsafe extern "C" fn(ctx: *mut c_void, ptr: *mut c_void, size: usize, stream: cudaStream_t) -> c_int>,
        pub name: [c_char; 64usize],
    }
    #[derive(Debug)] pub struct cudssDistributedInterface_t {
        pub cudssCommRankDevice: Option<unsafe extern "C" fn(comm: *mut c_void, rank: *mut c_int) -> c_int>,
        pub cudssCommSizeDevice: Option<unsafe extern "C" fn(comm: *mut c_void, size: *mut c_int) -> c_int>,
        pub cudssSendDevice: Option<unsafe extern "C" fn(buffer: *const c_void, count: c_int, datatype: cudaDataType, dest: c_int, tag: c_int, comm: *mut c_void, stream: cudaStream_t) -> c_int>,
        pub cudssRecvDevice: Option<unsafe extern "C" fn(buffer: *mut c_void, count: c_int, datatype: cudaDataType, source: c_int, tag: c_int, comm: *mut c_void, stream: cudaStream_t) -> c_int>,
        pub cudssBcastDevice: Option<unsafe extern "C" fn(buffer: *mut c_void, count: c_int, datatype: cudaDataType, root: c_int, comm: *mut c_void, stream: cudaStream_t) -> c_int>,
        pub cudssReduceDevice: Option<unsafe extern "C" fn(sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: cudaDataType, op: cudssOpType_t, root: c_int, comm: *mut c_void, stream: cudaStream_t) -> c_int>,
        pub cudssAllreduceDevice: Option<unsafe extern "C" fn(sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: cudaDataType, op: cudssOpType_t, comm: *mut c_void, stream: cudaStream_t) -> c_int>,
        pub cudssScattervDevice: Option<unsafe extern "C" fn(sendbuf: *const c_void, sendcounts: *const c_int, displs: *const c_int, sendtype: cudaDataType, recvbuf: *mut c_void, recvcount: c_int, recvtype: cudaDataType, root: c_int, comm: *mut c_void, stream: cudaStream_t) -> c_int>,
        pub cudssCommSplitDevice: Option<unsafe extern "C" fn(comm: *const c_void, color: c_int, key: c_int, newcomm: *mut c_void) -> c_int>,
        pub cudssCommFreeDevice: Option<unsafe extern "C" fn(comm: *mut c_void) -> c_int>,
        pub cudssCommRankHost: Option<unsafe extern "C" fn(comm: *mut c_void, rank: *mut c_int) -> c_int>,
        pub cudssCommSizeHost: Option<unsafe extern "C" fn(comm: *mut c_void, size: *mut c_int) -> c_int>,
        pub cudssSendHost: Option<unsafe extern "C" fn(buffer: *const c_void, count: c_int, datatype: cudaDataType, dest: c_int, tag: c_int, comm: *mut c_void, stream: cudaStream_t) -> c_int>,
        pub cudssRecvHost: Option<unsafe extern "C" fn(buffer: *mut c_void, count: c_int, datatype: cudaDataType, source: c_int, tag: c_int, comm: *mut c_void, stream: cudaStream_t) -> c_int>,
        pub cudssBcastHost: Option<unsafe extern "C" fn(buffer: *mut c_void, count: c_int, datatype: cudaDataType, root: c_int, comm: *mut c_void, stream: cudaStream_t) -> c_int>,
        pub cudssReduceHost: Option<unsafe extern "C" fn(sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: cudaDataType, op: cudssOpType_t, root: c_int, comm: *mut c_void, stream: cudaStream_t) -> c_int>,
        pub cudssAllreduceHost: Option<unsafe extern "C" fn(sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: cudaDataType, op: cudssOpType_t, comm: *mut c_void, stream: cudaStream_t) -> c_int>,
        pub cudssScattervHost: Option<unsafe extern "C" fn(sendbuf: *const c_void, sendcounts: *const c_int, displs: *const c_int, sendtype: cudaDataType, recvbuf: *mut c_void, recvcount: c_int, recvtype: cudaDataType, root: c_int, comm: *mut c_void, stream: cudaStream_t) -> c_int>,
        pub cudssCommSplitHost: Option<unsafe extern "C" fn(comm: *const c_void, color: c_int, key: c_int, newcomm: *mut c_void) -> c_int>,
        pub cudssCommFreeHost: Option<unsafe extern "C" fn(comm: *mut c_void) -> c_int>,
        pub cudssDistributedGetProperty: Option<unsafe extern "C" fn(propertyType: libraryPropertyType, value: *mut c_int) -> c_int>,
    }
    #[derive(Debug)] pub struct cudssThreadingInterface_t {
        pub cudssGetMaxThreads: Option<unsafe extern "C" fn() -> c_int>,
        pub cudssParallelFor: Option<unsafe extern "C" fn(nthr_requested: c_int, ntasks: c_int, ctx: *mut c_void, f: cudss_thr_func_t)>,
        pub cudssThreadingGetProperty: Option<unsafe extern "C" fn(propertyType: libraryPropertyType, value: *mut c_int) -> c_int>,
    }
    #[repr(align(16))] #[derive(Debug)] pub struct cudss_fp64mp2_t { pub hi: f64, pub lo: f64 }
    #[derive(Debug)] pub struct cudssDistributedInterface_t_0_8_0 {
        pub cudssCommRankDevice: Option<unsafe extern "C" fn(comm: *mut c_void, rank: *mut c_int) -> c_int>,
        pub cudssCommSizeDevice: Option<unsafe extern "C" fn(comm: *mut c_void, size: *mut c_int) -> c_int>,
        pub cudssSendDevice: Option<unsafe extern "C" fn(buffer: *const c_void, count: c_int, datatype: cudssDataType_t, dest: c_int, tag: c_int, comm: *mut c_void, stream: cudaStream_t) -> c_int>,
        pub cudssRecvDevice: Option<unsafe extern "C" fn(buffer: *mut c_void, count: c_int, datatype: cudssDataType_t, root: c_int, tag: c_int, comm: *mut c_void, stream: cudaStream_t) -> c_int>,
        pub cudssBcastDevice: Option<unsafe extern "C" fn(buffer: *mut c_void, count: c_int, datatype: cudssDataType_t, root: c_int, comm: *mut c_void, stream: cudaStream_t) -> c_int>,
        pub cudssReduceDevice: Option<unsafe extern "C" fn(sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: cudssDataType_t, op: cudssOpType_t, root: c_int, comm: *mut c_void, stream: cudaStream_t) -> c_int>,
        pub cudssAllreduceDevice: Option<unsafe extern "C" fn(sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: cudssDataType_t, op: cudssOpType_t, comm: *mut c_void, stream: cudaStream_t) -> c_int>,
        pub cudssScattervDevice: Option<unsafe extern "C" fn(sendbuf: *const c_void, sendcounts: *const c_int, displs: *const c_int, sendtype: cudssDataType_t, recvbuf: *mut c_void, recvcount: c_int, recvtype: cudssDataType_t, root: c_int, comm: *mut c_void, stream: cudaStream_t) -> c_int>,
        pub cudssCommSplitDevice: Option<unsafe extern "C" fn(comm: *const c_void, color: c_int, key: c_int, newcomm: *mut c_void) -> c_int>,
        pub cudssCommFreeDevice: Option<unsafe extern "C" fn(comm: *mut c_void) -> c_int>,
        pub cudssCommRankHost: Option<unsafe extern "C" fn(comm: *mut c_void, rank: *mut c_int) -> c_int>,
        pub cudssCommSizeHost: Option<unsafe extern "C" fn(comm: *mut c_void, size: *mut c_int) -> c_int>,
        pub cudssSendHost: Option<unsafe extern "C" fn(buffer: *const c_void, count: c_int, datatype: cudssDataType_t, dest: c_int, tag: c_int, comm: *mut c_void, stream: cudaStream_t) -> c_int>,
        pub cudssRecvHost: Option<unsafe extern "C" fn(buffer: *mut c_void, count: c_int, datatype: cudssDataType_t, root: c_int, tag: c_int, comm: *mut c_void, stream: cudaStream_t) -> c_int>,
        pub cudssBcastHost: Option<unsafe extern "C" fn(buffer: *mut c_void, count: c_int, datatype: cudssDataType_t, root: c_int, comm: *mut c_void, stream: cudaStream_t) -> c_int>,
        pub cudssReduceHost: Option<unsafe extern "C" fn(sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: cudssDataType_t, op: cudssOpType_t, root: c_int, comm: *mut c_void, stream: cudaStream_t) -> c_int>,
        pub cudssAllreduceHost: Option<unsafe extern "C" fn(sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: cudssDataType_t, op: cudssOpType_t, comm: *mut c_void, stream: cudaStream_t) -> c_int>,
        pub cudssScattervHost: Option<unsafe extern "C" fn(sendbuf: *const c_void, sendcounts: *const c_int, displs: *const c_int, sendtype: cudssDataType_t, recvbuf: *mut c_void, recvcount: c_int, recvtype: cudssDataType_t, root: c_int, comm: *mut c_void, stream: cudaStream_t) -> c_int>,
        pub cudssCommSplitHost: Option<unsafe extern "C" fn(comm: *const c_void, color: c_int, key: c_int, newcomm: *mut c_void) -> c_int>,
        pub cudssCommFreeHost: Option<unsafe extern "C" fn(comm: *mut c_void) -> c_int>,
        pub cudssDistributedGetProperty: Option<unsafe extern "C" fn(propertyType: libraryPropertyType, value: *mut c_int) -> c_int>,
    }
    #[derive(Debug)] pub struct cudssDistributedInterface_t_0_7_1 {
        pub cudssCommRank: Option<unsafe extern "C" fn(comm: *mut c_void, rank: *mut c_int) -> c_int>,
        pub cudssCommSize: Option<unsafe extern "C" fn(comm: *mut c_void, size: *mut c_int) -> c_int>,
        pub cudssSend: Option<unsafe extern "C" fn(buffer: *const c_void, count: c_int, datatype: cudaDataType, dest: c_int, tag: c_int, comm: *mut c_void, stream: cudaStream_t) -> c_int>,
        pub cudssRecv: Option<unsafe extern "C" fn(buffer: *mut c_void, count: c_int, datatype: cudaDataType, root: c_int, tag: c_int, comm: *mut c_void, stream: cudaStream_t) -> c_int>,
        pub cudssBcast: Option<unsafe extern "C" fn(buffer: *mut c_void, count: c_int, datatype: cudaDataType, root: c_int, comm: *mut c_void, stream: cudaStream_t) -> c_int>,
        pub cudssReduce: Option<unsafe extern "C" fn(sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: cudaDataType, op: cudssOpType_t, root: c_int, comm: *mut c_void, stream: cudaStream_t) -> c_int>,
        pub cudssAllreduce: Option<unsafe extern "C" fn(sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: cudaDataType, op: cudssOpType_t, comm: *mut c_void, stream: cudaStream_t) -> c_int>,
        pub cudssScatterv: Option<unsafe extern "C" fn(sendbuf: *const c_void, sendcounts: *const c_int, displs: *const c_int, sendtype: cudaDataType, recvbuf: *mut c_void, recvcount: c_int, recvtype: cudaDataType, root: c_int, comm: *mut c_void, stream: cudaStream_t) -> c_int>,
        pub cudssCommSplit: Option<unsafe extern "C" fn(comm: *const c_void, color: c_int, key: c_int, newcomm: *mut c_void) -> c_int>,
        pub cudssCommFree: Option<unsafe extern "C" fn(comm: *mut c_void) -> c_int>,
    }
    #[derive(Debug)] pub struct cudssThreadingInterface_t_0_7_1 {
        pub cudssGetMaxThreads: Option<unsafe extern "C" fn() -> c_int>,
        pub cudssParallelFor: Option<unsafe extern "C" fn(nthr_requested: c_int, ntasks: c_int, ctx: *mut c_void, f: cudss_thr_func_t)>,
    }
}

opaque! {
    cudssContext, cudssMatrix, cudssData, cudssConfig,
}
