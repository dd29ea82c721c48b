//! Races, and results that depend on the order of threads, are found, printed and returned, each in a process of its own, because the
//! check is the process's.

use core::ffi::{CStr, c_char, c_int};

use cuda_driver::Launch;

use crate::{TestDevice, alone, run_alone};

/// Each thread writes its number to shared memory, and reads its neighbor's: with a barrier, and without.
const PAIR: &CStr = c"
.version 7.0
.target sm_75
.address_size 64
.visible .entry right(.param .u64 out)
{
    .reg .b32 %r<9>; .reg .b64 %d<4>; .shared .align 4 .b8 s[256];
    ld.param.u64 %d1, [out];
    mov.u32 %r1, %tid.x; shl.b32 %r2, %r1, 2; mov.u32 %r3, s; add.u32 %r4, %r3, %r2;
    st.shared.u32 [%r4], %r1;
    bar.sync 0;
    xor.b32 %r5, %r2, 128; add.u32 %r5, %r3, %r5;
    ld.shared.u32 %r6, [%r5];
    cvt.u64.u32 %d2, %r2; add.u64 %d3, %d1, %d2;
    st.global.u32 [%d3], %r6;
    ret;
}
.visible .entry wrong(.param .u64 out)
{
    .reg .b32 %r<9>; .reg .b64 %d<4>; .shared .align 4 .b8 s[256];
    ld.param.u64 %d1, [out];
    mov.u32 %r1, %tid.x; shl.b32 %r2, %r1, 2; mov.u32 %r3, s; add.u32 %r4, %r3, %r2;
    st.shared.u32 [%r4], %r1;
    xor.b32 %r5, %r2, 128; add.u32 %r5, %r3, %r5;
    ld.shared.u32 %r6, [%r5];
    cvt.u64.u32 %d2, %r2; add.u64 %d3, %d1, %d2;
    st.global.u32 [%d3], %r6;
    ret;
}
.visible .entry same(.param .u64 out)
{
    .reg .b64 %d1;
    ld.param.u64 %d1, [out];
    st.global.u32 [%d1], 7;
    ret;
}
.visible .entry different(.param .u64 out)
{
    .reg .b64 %d1; .reg .b32 %r1;
    ld.param.u64 %d1, [out];
    mov.u32 %r1, %tid.x;
    st.global.u32 [%d1], %r1;
    ret;
}
.visible .entry add(.param .u64 out)
{
    .reg .b64 %d1; .reg .b32 %r<3>;
    ld.param.u64 %d1, [out];
    ld.global.u32 %r1, [%d1]; add.u32 %r2, %r1, 1; st.global.u32 [%d1], %r2;
    ret;
}
.visible .entry add_atomically(.param .u64 out)
{
    .reg .b64 %d1;
    ld.param.u64 %d1, [out];
    red.global.add.u32 [%d1], 1;
    ret;
}
.visible .entry pass(.param .u64 out)
{
    .reg .b64 %d1; .reg .b32 %r<3>; .reg .pred %p<2>;
    ld.param.u64 %d1, [out];
    mov.u32 %r1, %tid.x; setp.ne.u32 %p0, %r1, 0; setp.ne.u32 %p1, %r1, 32;
    @!%p0 st.global.u32 [%d1], 7;
    @!%p1 ld.global.u32 %r2, [%d1];
    ret;
}
";

/// Launches a kernel, and returns its memory's first element.
fn launch(kernel: &CStr) -> u32 {
    let sim = TestDevice::new();
    let kernel = sim.context.load_ptx(PAIR).unwrap().function(kernel).unwrap();
    let stream = sim.context.stream().unwrap();
    let mut out = stream.alloc_zeroed::<u32>(64).unwrap();
    // SAFETY: the kernels write an element for each of the 64 threads.
    unsafe { stream.launch(&kernel, Launch::elements(64, 64), (&mut out,)) }.unwrap();
    out.to_vec().unwrap()[0]
}

#[test]
fn a_missing_barrier_is_printed_and_returned() {
    let output = run_alone("races::alone_wrong", &[("CUDA_SIM_CHECK", "races")]);
    let text = String::from_utf8_lossy(&output.stderr);
    let line = "cuda-sim: race of a read and a write, of byte 128 of shared memory";
    assert!(text.contains(line), "{text}");
}

#[test]
#[ignore = "run in a separate process by the test above"]
fn alone_wrong() {
    launch(c"right");
    assert_eq!(cuda_sim::races(), []);
    cuda_sim::assert_no_races(false);
    launch(c"wrong");
    let races = cuda_sim::races();
    let [race] = races.as_slice() else {
        panic!("{races:?}");
    };
    assert_eq!(race.count, 64);
    assert_eq!((race.first.kernel.as_str(), race.second.kernel.as_str()), ("wrong", "wrong"));
    assert_eq!((race.first.line, race.second.line), (25, 23));
    assert!(!race.first.writes && race.second.writes && !race.same_value);
    assert_eq!((race.first.thread, race.second.thread), ([0, 0, 0], [32, 0, 0]));
    assert!(race.reason.contains("no barrier of the block"), "{race}");
    let failure = std::panic::catch_unwind(|| cuda_sim::assert_no_races(true)).unwrap_err();
    let text = failure.downcast_ref::<String>().unwrap();
    assert!(text.contains("st.shared.u32 in kernel wrong, PTX line 23"), "{text}");
    // They were forgotten.
    cuda_sim::assert_no_races(true);
}

#[test]
fn a_race_that_no_test_asks_for_is_an_exit_status() {
    for (test, check, status) in [
        ("races::alone_left", "races", 66),
        ("races::alone_left", "schedules", 66),
        ("races::alone_left", "barriers", 0),
        ("races::alone_wrong", "races", 0),
    ] {
        let output = alone(test, &[("CUDA_SIM_CHECK", check)]).output().unwrap();
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(status), "{text}");
        assert_eq!(text.contains("so the exit status is 66"), status == 66, "{text}");
        assert_eq!(text.contains("compile with -lineinfo"), text.contains("race of"), "{text}");
        let printed = String::from_utf8_lossy(&output.stdout).contains("what C has buffered");
        assert_eq!(printed, test == "races::alone_left", "{text}");
    }
}

unsafe extern "C" {
    fn fork() -> c_int;
    fn exit(status: c_int) -> !;
    fn waitpid(process: c_int, status: *mut c_int, options: c_int) -> c_int;
    fn puts(text: *const c_char) -> c_int;
}

#[test]
#[ignore = "run in a separate process by the test above"]
fn alone_left() {
    launch(c"add");
    launch(c"wrong");
    // SAFETY: the child ends at once.
    let child = unsafe { fork() };
    if child == 0 {
        // SAFETY: no other thread of this process uses what is freed at its end: there is none.
        unsafe { exit(5) };
    }
    let mut status = 0;
    // SAFETY: the status is writable, and the text ends with a zero.
    unsafe {
        assert_eq!(waitpid(child, &raw mut status, 0), child);
        puts(c"what C has buffered".as_ptr());
    }
    assert_eq!(status >> 8, 5, "of a process that it forked");
}

#[test]
fn the_same_value_may_be_allowed_for_a_kernel_and_another_one_not() {
    run_alone("races::alone_same", &[("CUDA_SIM_CHECK", "races")]);
}

#[test]
#[ignore = "run in a separate process by the test above"]
fn alone_same() {
    let fails = || std::panic::catch_unwind(|| cuda_sim::assert_no_races(false)).is_err();
    launch(c"same");
    assert!(cuda_sim::races().iter().all(|race| !race.allowed));
    assert!(fails());
    cuda_sim::allow_same_value("same");
    cuda_sim::allow_same_value("different");
    launch(c"same");
    let races = cuda_sim::races();
    assert!(!races.is_empty() && races.iter().all(|race| race.allowed));
    assert!(races[0].to_string().contains("which is allowed in same"));
    cuda_sim::assert_no_races(false);
    launch(c"different");
    assert!(fails());
}

#[test]
fn without_the_check_nothing_is_found() {
    run_alone("races::alone_unchecked", &[]);
}

#[test]
#[ignore = "run in a separate process by the test above"]
fn alone_unchecked() {
    launch(c"wrong");
    assert_eq!(cuda_sim::races(), []);
}

#[test]
fn a_result_that_depends_on_the_order_of_threads_is_printed_and_repeats_by_its_number() {
    let output = run_alone("races::alone_in_schedules", &[("CUDA_SIM_CHECK", "schedules")]);
    let text = String::from_utf8_lossy(&output.stderr);
    let (_, rest) = text.split_once("kernel add depends on the order of its threads").unwrap();
    assert!(rest.contains("byte 0 of 256 bytes of device memory, is 0x1 instead of 0x2"), "{rest}");
    let (_, seed) = rest.split_once("CUDA_SIM_SCHEDULE_SEED=").unwrap();
    let seed = seed.split_once(' ').unwrap().0;
    let variables = [("CUDA_SIM_CHECK", "schedules"), ("CUDA_SIM_SCHEDULE_SEED", seed)];
    run_alone("races::alone_in_one_schedule", &variables);
}

#[test]
#[ignore = "run in a separate process by the test above"]
fn alone_in_schedules() {
    assert_eq!(launch(c"add_atomically"), 64);
    cuda_sim::assert_one_result();
    // As in the usual order.
    assert_eq!(launch(c"add"), 2);
    assert!(std::panic::catch_unwind(cuda_sim::assert_one_result).is_err());
    assert_eq!(cuda_sim::explored(), []);
}

#[test]
#[ignore = "run in a separate process by the test above"]
fn alone_in_one_schedule() {
    assert_eq!(launch(c"add"), 1);
}

#[test]
fn what_another_order_reads_before_it_is_written_is_found() {
    run_alone("races::alone_unwritten", &[("CUDA_SIM_CHECK", "schedules,uninitialized")]);
}

#[test]
#[ignore = "run in a separate process by the test above"]
fn alone_unwritten() {
    let sim = TestDevice::new();
    let kernel = sim.context.load_ptx(PAIR).unwrap().function(c"pass").unwrap();
    let stream = sim.context.stream().unwrap();
    let mut out = stream.alloc::<u32>(64).unwrap();
    // SAFETY: the kernel writes the first element, which another thread reads.
    unsafe { stream.launch(&kernel, Launch::elements(64, 64), (&mut out,)) }.unwrap();
    stream.synchronize().unwrap();
    let text = format!("{:?}", cuda_sim::explored());
    assert!(text.contains("uninitialized memory"), "{text}");
}
