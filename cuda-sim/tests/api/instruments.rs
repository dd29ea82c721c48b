//! Features beyond a GPU's: planned faults, and reports of uninitialized memory.

use core::ffi::CStr;
use std::process::Command;

use cuda_driver::{DeviceBuffer, Function, Launch, Stream, sys::CUresult};
use cuda_sim::RunSettings;

use crate::{TestDevice, run_alone};

/// `sum(x, y, n)` adds x to y.
const SUM: &CStr = c"
.version 7.0
.target sm_75
.address_size 64
.visible .entry sum(.param .u64 x, .param .u64 y)
{
    .reg .b32 %r<6>; .reg .b64 %rd<5>;
    ld.param.u64 %rd1, [x]; ld.param.u64 %rd2, [y];
    mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x; mov.u32 %r3, %tid.x;
    mad.lo.u32 %r1, %r1, %r2, %r3;
    mul.wide.u32 %rd3, %r1, 4;
    add.u64 %rd1, %rd1, %rd3; add.u64 %rd2, %rd2, %rd3;
    ld.global.u32 %r4, [%rd1]; ld.global.u32 %r5, [%rd2];
    add.u32 %r4, %r4, %r5;
    st.global.u32 [%rd2], %r4;
    ret;
}
";

/// Adds `x` to `y`, 32 elements a block, and waits.
fn sum(
    stream: &Stream,
    sum: &Function,
    x: &DeviceBuffer<u32>,
    y: &mut DeviceBuffer<u32>,
) -> Result<(), CUresult> {
    let shape = Launch::elements(x.len(), 32);
    // SAFETY: sum(const unsigned *, unsigned *), with that many elements each.
    let launched = unsafe { stream.launch(sum, shape, (x, y)) };
    launched.map_err(|error| {
        error.result().map_or(CUresult::CUDA_ERROR_UNKNOWN, |error| error.code().as_raw())
    })?;
    stream.synchronize().map_err(|error| error.code().as_raw())
}

/// Runs an ignored test in a separate process, because a fault makes the device unusable for the whole process.
fn alone(test: &str) {
    let output = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "--ignored", test])
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && text.contains("1 passed"), "{text}");
}

#[test]
fn a_planned_fault_occurs_once_at_its_block() {
    alone("instruments::alone_with_a_planned_fault");
}

#[test]
#[ignore = "run in a separate process by the test above"]
fn alone_with_a_planned_fault() {
    const CODE: CUresult = CUresult::CUDA_ERROR_ECC_UNCORRECTABLE;
    let sim = TestDevice::new();
    let stream = sim.context.stream().unwrap();
    let kernel = sim.context.load_ptx(SUM).unwrap().function(c"sum").unwrap();
    let x = stream.upload(&[1u32; 320]).unwrap();
    let mut y = stream.upload(&[0u32; 320]).unwrap();

    cuda_sim::plan_fault("another", [0; 3], CODE);
    sum(&stream, &kernel, &x, &mut y).unwrap();
    cuda_sim::plan_fault("sum", [10, 0, 0], CODE);
    sum(&stream, &kernel, &x, &mut y).unwrap();
    cuda_sim::plan_fault("sum", [9, 0, 0], CODE);
    assert_eq!(sum(&stream, &kernel, &x, &mut y), Err(CODE));
    let report = cuda_sim::last_fault().unwrap();
    assert!(report.contains("kernel sum fails at block (9, 0, 0)"), "{report}");

    cuda_sim::recover();
    let after = y.to_vec().unwrap();
    // Earlier blocks have run, the block itself hasn't.
    assert_eq!((after[0], after[319]), (3, 2));
    sum(&stream, &kernel, &x, &mut y).unwrap();
    assert_eq!(y.to_vec().unwrap()[319], 3);
}

#[test]
fn a_read_of_uninitialized_memory_is_a_fault() {
    alone("instruments::alone_with_uninitialized_memory");
}

#[test]
#[ignore = "run in a separate process by the test above"]
fn alone_with_uninitialized_memory() {
    const CODE: CUresult = CUresult::CUDA_ERROR_LAUNCH_FAILED;
    let sim = TestDevice::new();
    let stream = sim.context.stream().unwrap();
    let kernel = sim.context.load_ptx(SUM).unwrap().function(c"sum").unwrap();
    let unwatched = stream.alloc::<u32>(64).unwrap();
    let mut settings = RunSettings::default();
    settings.uninitialized_reads = true;
    cuda_sim::set_run(settings);

    // A copy and a fill write, and so does a kernel; the previous contents don't count.
    let mut y = stream.upload(&[1u32; 64]).unwrap();
    sum(&stream, &kernel, &stream.alloc_zeroed(64).unwrap(), &mut y).unwrap();
    sum(&stream, &kernel, &unwatched, &mut y).unwrap();

    let mut x = stream.alloc::<u32>(64).unwrap();
    stream.upload_into(&[5u32; 63], x.slice_mut(0..63).unwrap()).unwrap();
    assert_eq!(sum(&stream, &kernel, &x, &mut y), Err(CODE));
    let report = cuda_sim::last_fault().unwrap();
    for part in [
        "load of 4 bytes",
        "uninitialized memory",
        "byte 252 of 256 bytes",
        "block (1, 0, 0)",
        "thread (31, 0, 0)",
    ] {
        assert!(report.contains(part), "{part}: {report}");
    }

    cuda_sim::recover();
    cuda_sim::set_run(RunSettings::default());
    sum(&stream, &kernel, &x, &mut y).unwrap();
}

#[test]
fn a_tolerated_access_is_reported_once_and_does_not_end_the_work() {
    let variables = [("CUDA_SIM_TOLERANT", "1")];
    let output = run_alone("instruments::alone_and_tolerant", &variables);
    let text = String::from_utf8_lossy(&output.stderr);
    let reports: Vec<_> = text.split("cuda-sim: ").skip(1).collect();
    let [loads, stores, fault] = reports.as_slice() else {
        panic!("{text}");
    };
    for part in [
        "tolerated: load of 4 bytes",
        "directly after 132 bytes of stream-ordered memory",
        "kernel sum, PTX line 13",
        "block (1, 0, 0), thread (1, 0, 0)",
    ] {
        assert!(loads.contains(part), "{part}: {loads}");
    }
    assert!(stores.starts_with("tolerated: store of 4 bytes"), "{stores}");
    assert!(fault.starts_with("load of 4 bytes"), "{fault}");
}

#[test]
#[ignore = "run in a separate process by the test above"]
fn alone_and_tolerant() {
    let mut settings = RunSettings::from_environment();
    settings.instruction_limit = Some(1 << 30);
    cuda_sim::set_run(settings); // the variable still counts
    let sim = TestDevice::new();
    let stream = sim.context.stream().unwrap();
    let kernel = sim.context.load_ptx(SUM).unwrap().function(c"sum").unwrap();
    // The kernel doesn't check bounds: the last of its 64 threads are beyond the 132 bytes.
    let x = stream.upload(&[1u32; 33]).unwrap();
    let mut y = stream.upload(&[0u32; 33]).unwrap();
    for times in 1..4 {
        sum(&stream, &kernel, &x, &mut y).unwrap();
        assert_eq!(y.to_vec().unwrap(), [times; 33]);
    }
    // A GPU may have other memory there.
    let beyond = Launch::grid(5).block(32);
    // SAFETY: on this device, an access out of bounds is a fault.
    unsafe { stream.launch(&kernel, beyond, (&x, &mut y)) }.unwrap();
    let error = stream.synchronize().unwrap_err();
    let code = CUresult::CUDA_ERROR_ILLEGAL_ADDRESS;
    assert_eq!(error.code().as_raw(), code);
}

/// Thread `i` of 32 reads or writes byte `4 * i` of a block's 8 bytes of shared memory, and adds `from`.
const SHARED: &str = r"
.version 8.0
.target sm_80
.address_size 64
.visible .entry shared(.param .u64 out, .param .u32 from) {
    .reg .b32 %r<8>;
    .reg .b64 %rd<4>;
    .shared .align 8 .b8 cells[8];
    ld.param.u64 %rd1, [out];
    ld.param.u32 %r1, [from];
    mov.u32 %r2, %tid.x;
    shl.b32 %r3, %r2, 2;
    add.u32 %r3, %r3, %r1;
    mov.u32 %r4, cells;
    add.u32 %r4, %r4, %r3;
    st.shared.u32 [%r4], %r2;
    bar.sync 0;
    ld.shared.u32 %r5, [%r4];
    mov.u32 %r6, %ctaid.x;
    mad.lo.u32 %r6, %r6, 32, %r2;
    mul.wide.u32 %rd2, %r6, 4;
    add.u64 %rd3, %rd1, %rd2;
    st.global.u32 [%rd3], %r5;
    ret;
}";

#[test]
fn a_tolerated_access_of_shared_memory_is_reported_once_and_stays_in_the_128_bytes_of_a_block() {
    for check in ["", "races", "uninitialized"] {
        let variables = [("CUDA_SIM_TOLERANT", "1"), ("CUDA_SIM_CHECK", check)];
        let variables = if check.is_empty() { &variables[..1] } else { &variables };
        let output = run_alone("instruments::alone_and_tolerant_of_shared_memory", variables);
        let text = String::from_utf8_lossy(&output.stderr);
        let reports: Vec<_> = text.split("cuda-sim: ").skip(1).collect();
        let [store, load, fault] = reports.as_slice() else {
            panic!("{check}: {text}");
        };
        let part = "tolerated: store of 4 bytes at shared address 0x10 is out of bounds";
        assert!(store.starts_with(part), "{check}: {store}");
        assert!(load.starts_with("tolerated: load of 4 bytes"), "{check}: {load}");
        assert!(fault.starts_with("store of 4 bytes at shared address 0x80"), "{check}: {fault}");
    }
}

#[test]
#[ignore = "run in a separate process by the test above"]
fn alone_and_tolerant_of_shared_memory() {
    let sim = TestDevice::new();
    let stream = sim.context.stream().unwrap();
    let kernel = sim.context.load_ptx(SHARED).unwrap().function(c"shared").unwrap();
    let mut out = stream.upload(&[0u32; 96]).unwrap();
    let mut launch = |from: u32| {
        // SAFETY: on this device, an access out of bounds is a fault, or stays in the block's shared memory.
        unsafe { stream.launch(&kernel, Launch::grid(3).block(32), (&mut out, from)) }.unwrap();
        stream.synchronize()
    };
    for _ in 0..3 {
        launch(0).unwrap();
    }
    let error = launch(4).unwrap_err();
    assert_eq!(error.code().as_raw(), CUresult::CUDA_ERROR_ILLEGAL_ADDRESS);
}

#[test]
fn freed_addresses_and_handles_go_to_the_next_owner_if_the_environment_says_so() {
    let name = "instruments::what_was_freed_is_used_again";
    crate::run_alone(name, &[("CUDA_SIM_REUSE", "1")]);
}

#[test]
#[ignore = "needs a process with CUDA_SIM_REUSE=1"]
fn what_was_freed_is_used_again() {
    let sim = TestDevice::new();
    let raw = sim.raw;
    let stream = sim.stream(1);
    call!(raw, cuStreamDestroy(stream)).unwrap();
    assert_eq!(sim.stream(0), stream);
    let p = call!(raw, cuMemAlloc(64)).unwrap();
    call!(raw, cuMemFree(p)).unwrap();
    assert_eq!(call!(raw, cuMemAlloc(64)), Ok(p));
    // A graph's allocation, after a capture that failed; its address then frees the memory of the next graph.
    let mode = cuda_driver::sys::CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_RELAXED;
    call!(raw, cuStreamBeginCapture(stream, mode)).unwrap();
    let stale = call!(raw, cuMemAllocAsync(64, stream)).unwrap();
    call!(raw, cuStreamSynchronize(stream)).unwrap_err();
    call!(raw, cuStreamEndCapture(stream)).unwrap_err();
    call!(raw, cuStreamBeginCapture(stream, mode)).unwrap();
    assert_eq!(call!(raw, cuMemAllocAsync(64, stream)), Ok(stale));
    let graph = call!(raw, cuStreamEndCapture(stream)).unwrap();
    let exec = call!(raw, cuGraphInstantiate(graph, 0)).unwrap();
    call!(raw, cuMemFreeAsync(stale, stream)).unwrap_err();
    call!(raw, cuGraphLaunch(exec, stream)).unwrap();
    call!(raw, cuMemFreeAsync(stale, stream)).unwrap();
    call!(raw, cuMemFreeAsync(stale, stream)).unwrap_err();
}

#[test]
fn with_delays_work_is_done_when_something_waits_for_it() {
    for seed in ["1", "2", "3"] {
        let name = "instruments::what_is_waited_for_is_done";
        crate::run_alone(name, &[("CUDA_SIM_DELAY_SEED", seed)]);
    }
}

#[test]
#[ignore = "needs a process with CUDA_SIM_DELAY_SEED"]
fn what_is_waited_for_is_done() {
    let sim = TestDevice::new();
    let raw = sim.raw;
    let p = call!(raw, cuMemAlloc(4)).unwrap();
    let mut was_late = false;
    for number in 0..200 {
        let stream = sim.stream(1);
        call!(raw, cuMemsetD32Async(p, number, 1, stream)).unwrap();
        // Without delays it is done by now, because nothing precedes it.
        was_late |= call!(raw, cuStreamQuery(stream)).is_err();
        call!(raw, cuStreamSynchronize(stream)).unwrap();
        call!(raw, cuStreamQuery(stream)).unwrap();
        assert_eq!(sim.read(p), number);
        call!(raw, cuStreamDestroy(stream)).unwrap();
    }
    assert!(was_late);
}
