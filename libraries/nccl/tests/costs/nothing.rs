//! An NCCL whose functions only count the calls of this thread.

use std::cell::RefCell;
use std::ffi::{c_int, c_void};
use std::ptr::null;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

use nccl::Nccl;
use nccl::sys::cudaStream_t;
use nccl::sys::{
    NcclTable, ncclComm_t, ncclConfig_t, ncclDataType_t, ncclRedOp_t, ncclResult_t, ncclUniqueId,
};

thread_local! {
    static CALLS: RefCell<Vec<&'static str>> = RefCell::new(Vec::with_capacity(4096));
}

/// Returns the calls of this thread since they were forgotten.
pub fn calls() -> Vec<&'static str> {
    CALLS.with_borrow(Vec::clone)
}

pub fn forget_calls() {
    CALLS.with_borrow_mut(Vec::clear);
}

fn note(function: &'static str) -> ncclResult_t {
    CALLS.with_borrow_mut(|calls| calls.push(function));
    ncclResult_t::ncclSuccess
}

/// Of every communicator.
pub const HANDLE: ncclComm_t = std::ptr::without_provenance_mut(0x1000);

unsafe extern "C" fn group_start() -> ncclResult_t {
    note("ncclGroupStart")
}

unsafe extern "C" fn group_end() -> ncclResult_t {
    note("ncclGroupEnd")
}

unsafe extern "C" fn all_reduce(
    _: *const c_void,
    _: *mut c_void,
    _: usize,
    _: ncclDataType_t,
    _: ncclRedOp_t,
    _: ncclComm_t,
    _: cudaStream_t,
) -> ncclResult_t {
    note("ncclAllReduce")
}

unsafe extern "C" fn reduce_scatter(
    _: *const c_void,
    _: *mut c_void,
    _: usize,
    _: ncclDataType_t,
    _: ncclRedOp_t,
    _: ncclComm_t,
    _: cudaStream_t,
) -> ncclResult_t {
    note("ncclReduceScatter")
}

unsafe extern "C" fn all_gather(
    _: *const c_void,
    _: *mut c_void,
    _: usize,
    _: ncclDataType_t,
    _: ncclComm_t,
    _: cudaStream_t,
) -> ncclResult_t {
    note("ncclAllGather")
}

unsafe extern "C" fn send(
    _: *const c_void,
    _: usize,
    _: ncclDataType_t,
    _: c_int,
    _: ncclComm_t,
    _: cudaStream_t,
) -> ncclResult_t {
    note("ncclSend")
}

unsafe extern "C" fn unique_id(_: *mut ncclUniqueId) -> ncclResult_t {
    note("ncclGetUniqueId")
}

unsafe extern "C" fn init(
    comm: *mut ncclComm_t,
    _: c_int,
    _: ncclUniqueId,
    _: c_int,
    _: *mut ncclConfig_t,
) -> ncclResult_t {
    // SAFETY: the caller passes a valid pointer for the handle.
    unsafe { comm.write(HANDLE) };
    note("ncclCommInitRankConfig")
}

unsafe extern "C" fn two(_: ncclComm_t, count: *mut c_int) -> ncclResult_t {
    // SAFETY: the caller passes a valid pointer for the number.
    unsafe { count.write(2) };
    note("ncclCommCount")
}

unsafe extern "C" fn zero(_: ncclComm_t, rank: *mut c_int) -> ncclResult_t {
    // SAFETY: as above.
    unsafe { rank.write(0) };
    note("ncclCommUserRank")
}

unsafe extern "C" fn well(_: ncclComm_t, state: *mut ncclResult_t) -> ncclResult_t {
    // SAFETY: as above.
    unsafe { state.write(ncclResult_t::ncclSuccess) };
    note("ncclCommGetAsyncError")
}

unsafe extern "C" fn end(_: ncclComm_t) -> ncclResult_t {
    note("ncclCommDestroy")
}

/// The number of aborts that have ended.
pub static ABORTED: AtomicUsize = AtomicUsize::new(0);

unsafe extern "C" fn abort(_: ncclComm_t) -> ncclResult_t {
    // Whoever doesn't wait for it goes on meanwhile.
    (0..10_000).for_each(|_| std::thread::yield_now());
    ABORTED.fetch_add(1, SeqCst);
    note("ncclCommAbort")
}

pub fn nccl() -> Nccl {
    static TABLE: OnceLock<&'static NcclTable> = OnceLock::new();
    let table = TABLE.get_or_init(|| {
        // SAFETY: the table is empty, and the functions below have the types of their entries.
        let mut table = unsafe { NcclTable::from_fn(22803, |_| null()) };
        table.ncclGroupStart = Some(group_start);
        table.ncclGroupEnd = Some(group_end);
        table.ncclAllReduce = Some(all_reduce);
        table.ncclAllGather = Some(all_gather);
        table.ncclReduceScatter = Some(reduce_scatter);
        table.ncclSend = Some(send);
        table.ncclGetUniqueId = Some(unique_id);
        table.ncclCommInitRankConfig = Some(init);
        table.ncclCommCount = Some(two);
        table.ncclCommUserRank = Some(zero);
        table.ncclCommGetAsyncError = Some(well);
        table.ncclCommDestroy = Some(end);
        table.ncclCommAbort = Some(abort);
        Box::leak(Box::new(table))
    });
    Nccl::from_table(table).unwrap()
}
