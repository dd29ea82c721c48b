//! Memory and events for other processes: invalid uses, and that exports don't affect the owner. `tests/driver/ipc.rs`
//! of the workspace tests two processes.

use core::ffi::c_void;

use cuda_driver::sys::{
    CUdeviceptr, CUevent, CUevent_flags, CUipcEventHandle, CUipcMemHandle, CUresult,
};

use crate::{TestDevice, code};

const WRONG: CUresult = CUresult::CUDA_ERROR_INVALID_VALUE;
const OWN: CUresult = CUresult::CUDA_ERROR_INVALID_CONTEXT;

fn handle(sim: &TestDevice, p: CUdeviceptr) -> Result<CUipcMemHandle, CUresult> {
    call!(sim.raw, cuIpcGetMemHandle(p)).map_err(|error| error.code().as_raw())
}

#[test]
fn an_export_changes_neither_address_nor_contents() {
    let sim = TestDevice::new();
    let p = call!(sim.raw, cuMemAlloc(10_000)).unwrap();
    call!(sim.raw, cuMemsetD32(p, 7, 2500)).unwrap();
    let first = handle(&sim, p).unwrap();
    assert_eq!((sim.read(p), sim.read(p + 9996)), (7, 7));
    call!(sim.raw, cuMemsetD32(p, 8, 2500)).unwrap();
    assert_eq!(handle(&sim, p).unwrap().reserved, first.reserved);
    assert_eq!(sim.read(p + 9996), 8);
    call!(sim.raw, cuMemFree(p)).unwrap();
    assert_eq!(handle(&sim, p).err(), Some(WRONG));
}

#[test]
fn only_memory_of_cu_mem_alloc_is_exported() {
    let sim = TestDevice::new();
    let pinned = call!(sim.raw, cuMemHostAlloc(64, 0)).unwrap() as u64;
    let managed = call!(sim.raw, cuMemAllocManaged(64, 1)).unwrap();
    let pooled = call!(sim.raw, cuMemAllocAsync(64, core::ptr::null_mut())).unwrap();
    for p in [pinned, managed, pooled, 0, 1234, &raw const pooled as u64] {
        assert_eq!(handle(&sim, p).err(), Some(WRONG));
    }
}

#[test]
fn invalid_ipc_handles_are_rejected() {
    let sim = TestDevice::new();
    let p = call!(sim.raw, cuMemAlloc(64)).unwrap();
    let handle = handle(&sim, p).unwrap();
    assert_eq!(code(call!(sim.raw, cuIpcOpenMemHandle(handle, 1))), OWN);
    for flags in [0, 2, 4] {
        assert_eq!(code(call!(sim.raw, cuIpcOpenMemHandle(handle, flags))), WRONG);
    }
    let mut changed = handle;
    changed.reserved[20] ^= 1;
    for other in [changed, CUipcMemHandle::default()] {
        assert_eq!(code(call!(sim.raw, cuIpcOpenMemHandle(other, 1))), WRONG);
    }
    for p in [p, 0, 1234] {
        assert_eq!(code(call!(sim.raw, cuIpcCloseMemHandle(p))), WRONG);
    }
}

#[test]
fn an_interprocess_event_is_exported_and_continues_to_work() {
    let sim = TestDevice::new();
    let plain = call!(sim.raw, cuEventCreate(2)).unwrap();
    assert_eq!(
        code(call!(sim.raw, cuIpcGetEventHandle(plain))),
        CUresult::CUDA_ERROR_INVALID_HANDLE
    );
    let flags = CUevent_flags::CU_EVENT_INTERPROCESS.0 | CUevent_flags::CU_EVENT_DISABLE_TIMING.0;
    let event: CUevent = call!(sim.raw, cuEventCreate(flags)).unwrap();
    let handle = call!(sim.raw, cuIpcGetEventHandle(event)).unwrap();
    assert_eq!(code(call!(sim.raw, cuIpcOpenEventHandle(handle))), OWN);
    let nothing = CUipcEventHandle::default();
    assert_eq!(
        code(call!(sim.raw, cuIpcOpenEventHandle(nothing))),
        CUresult::CUDA_ERROR_MAP_FAILED
    );
    call!(sim.raw, cuEventQuery(event)).unwrap();
    let (stream, other) = (sim.stream(1), sim.stream(1));
    let gate = call!(sim.raw, cuMemAlloc(4)).unwrap();
    sim.write(gate, 0);
    call!(sim.raw, cuStreamWaitValue32(stream, gate, 1, 1)).unwrap();
    call!(sim.raw, cuEventRecord(event, stream)).unwrap();
    assert_eq!(code(call!(sim.raw, cuEventQuery(event))), CUresult::CUDA_ERROR_NOT_READY);
    call!(sim.raw, cuStreamWaitEvent(other, event, 0)).unwrap();
    call!(sim.raw, cuStreamWriteValue32(sim.stream(1), gate, 1, 0)).unwrap();
    call!(sim.raw, cuStreamSynchronize(other)).unwrap();
    call!(sim.raw, cuEventSynchronize(event)).unwrap();
    call!(sim.raw, cuEventQuery(event)).unwrap();
    call!(sim.raw, cuEventDestroy(event)).unwrap();
}

#[test]
fn exported_memory_can_be_copied_as_before() {
    let sim = TestDevice::new();
    let p = call!(sim.raw, cuMemAlloc(1 << 20)).unwrap();
    handle(&sim, p).unwrap();
    let mut host = vec![3u8; 1 << 20];
    let address = host.as_mut_ptr().cast::<c_void>();
    call!(sim.raw, cuMemcpyHtoD(p, address, 1 << 20)).unwrap();
    host.fill(0);
    let address = host.as_mut_ptr().cast::<c_void>();
    call!(sim.raw, cuMemcpyDtoH(address, p, 1 << 20)).unwrap();
    assert!(host.iter().all(|byte| *byte == 3));
    assert_eq!(code(call!(sim.raw, cuMemcpyDtoH(address, p + 1, 1 << 20))), WRONG);
}
