//! An NCCL whose functions do nothing, so that what is left of a call is the cost of calling them. In NCCL's stead it may run
//! other code and read other memory, more than the first caches of a core hold: so does the real one, behind which a caller
//! finds little of its own there.

use std::cell::Cell;
use std::ffi::{c_int, c_void};
use std::ptr::null;

use anyhow::Result;
use nccl::Nccl;
use nccl::sys::{
    NcclTable, cudaStream_t, ncclComm_t, ncclConfig_t, ncclDataType_t, ncclRedOp_t, ncclResult_t,
    ncclUniqueId,
};

const OK: ncclResult_t = ncclResult_t::ncclSuccess;

/// Of every communicator.
const HANDLE: ncclComm_t = std::ptr::without_provenance_mut(0x1000);

/// Other memory, of which a call reads a little on each page.
static OTHER_DATA: [u8; PAGES * PAGE] = [1; PAGES * PAGE];
const PAGES: usize = 128;
const PAGE: usize = 4096;

thread_local! {
    static IN_GROUP: Cell<bool> = const { Cell::new(false) };
}

// Code that does nothing: 64 KiB of instructions of realistic length, and then a jump on each of 128 pages.
#[cfg(target_arch = "x86_64")]
core::arch::global_asm!(
    ".p2align 6",
    "nccl_compare_other_code:",
    ".rept 65536 / 8",
    ".byte 0x0f, 0x1f, 0x84, 0, 0, 0, 0, 0",
    ".endr",
    ".rept 128",
    "jmp 9f",
    ".p2align 12",
    "9:",
    ".endr",
    "ret",
);

#[cfg(target_arch = "x86_64")]
unsafe extern "C" {
    safe fn nccl_compare_other_code();
}

#[inline(never)]
fn do_other_work() {
    #[cfg(target_arch = "x86_64")]
    nccl_compare_other_code();
    // Different lines of each page, because equal ones share few sets of a cache.
    let lines = OTHER_DATA.iter().step_by(PAGE + 64);
    std::hint::black_box(lines.fold(0_u8, |sum, byte| sum ^ std::hint::black_box(*byte)));
}

unsafe extern "C" fn group_start<const BUSY: bool>() -> ncclResult_t {
    if BUSY {
        IN_GROUP.set(true);
    }
    OK
}

unsafe extern "C" fn group_end<const BUSY: bool>() -> ncclResult_t {
    if BUSY {
        IN_GROUP.set(false);
        do_other_work();
    }
    OK
}

unsafe extern "C" fn all_reduce<const BUSY: bool>(
    _: *const c_void,
    _: *mut c_void,
    _: usize,
    _: ncclDataType_t,
    _: ncclRedOp_t,
    _: ncclComm_t,
    _: cudaStream_t,
) -> ncclResult_t {
    if BUSY && !IN_GROUP.get() {
        do_other_work();
    }
    OK
}

unsafe extern "C" fn all_gather(
    _: *const c_void,
    _: *mut c_void,
    _: usize,
    _: ncclDataType_t,
    _: ncclComm_t,
    _: cudaStream_t,
) -> ncclResult_t {
    OK
}

unsafe extern "C" fn unique_id(_: *mut ncclUniqueId) -> ncclResult_t {
    OK
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
    OK
}

unsafe extern "C" fn well(_: ncclComm_t, state: *mut ncclResult_t) -> ncclResult_t {
    // SAFETY: as above.
    unsafe { state.write(OK) };
    OK
}

unsafe extern "C" fn end(_: ncclComm_t) -> ncclResult_t {
    OK
}

/// The NCCL; a busy one does other work in each call or group.
pub fn nccl(is_busy: bool) -> Result<Nccl> {
    // SAFETY: the table is empty, and the functions below have the types of their entries.
    let mut table = unsafe { NcclTable::from_fn(22803, |_| null()) };
    if is_busy {
        table.ncclGroupStart = Some(group_start::<true>);
        table.ncclGroupEnd = Some(group_end::<true>);
        table.ncclAllReduce = Some(all_reduce::<true>);
    } else {
        table.ncclGroupStart = Some(group_start::<false>);
        table.ncclGroupEnd = Some(group_end::<false>);
        table.ncclAllReduce = Some(all_reduce::<false>);
    }
    table.ncclAllGather = Some(all_gather);
    table.ncclReduceScatter = Some(all_reduce::<false>);
    table.ncclGetUniqueId = Some(unique_id);
    table.ncclCommInitRankConfig = Some(init);
    table.ncclCommGetAsyncError = Some(well);
    table.ncclCommDestroy = Some(end);
    table.ncclCommAbort = Some(end);
    Ok(Nccl::from_table(Box::leak(Box::new(table)))?)
}
