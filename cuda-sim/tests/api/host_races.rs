//! Races of kernels with the host, which writes what they read: each rule once kept, which is no race, and once broken.

use core::ffi::c_void;
use core::ptr::null_mut;
use std::ffi::CString;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::kernels::load;
use crate::{TestDevice, run_alone};

/// `root` of 32 threads, each with an element, of a variable unless there is other memory; `WAIT` polls the gate with such a load.
const KERNEL: &str = "
.version 7.8
.target sm_90
.address_size 64
.visible .global .attribute(.managed) .align 4 .b8 variable[4096];
.visible .entry root(.param .u64 memory, .param .u64 gate)
{
    .reg .pred %closed; .reg .b32 %t, %n; .reg .b64 %mine, %gate;
    ld.param.u64 %mine, [memory]; ld.param.u64 %gate, [gate];
    setp.ne.u64 %closed, %mine, 0; @%closed bra ON; mov.u64 %mine, variable; ON:
    mov.u32 %t, %tid.x; mad.wide.u32 %mine, %t, 4, %mine;
    BODY
    ret;
}
";
const WAIT: &str = "AGAIN: LOAD.u32 %n, [%gate]; setp.eq.u32 %closed, %n, 0; @%closed bra AGAIN;\n";

/// A rule; the token that keeps it, and the one that breaks it; and what the kernel does until the host has written the fifth
/// element, and then opened the gate.
const RULES: &[[&str; 4]] = &[
    ["what isn't read", "256", "0", "ld.global.u32 %n, [%mine+HOLE]; WAIT(ld.relaxed.gpu)"],
    ["an acquire", "ld.acquire.sys", "ld.acquire.gpu", "WAIT(HOLE) ld.global.u32 %n, [%mine];"],
    ["a volatile flag", "ld.volatile", "ld.relaxed.gpu", "WAIT(HOLE) ld.global.u32 %n, [%mine];"],
    [
        "a fence",
        "sys",
        "gpu",
        "ld.global.u32 %n, [%mine]; fence.acq_rel.HOLE; WAIT(ld.relaxed.gpu)",
    ],
    [
        "a strong read",
        "ld.relaxed.gpu.global",
        "ld.global",
        "HOLE.u32 %n, [%mine]; WAIT(ld.relaxed.gpu)",
    ],
    [
        "what a thread writes, too",
        "st.global.u32 [%mine], %t;",
        "",
        "ld.global.u32 %n, [%mine]; HOLE WAIT(ld.relaxed.gpu)",
    ],
    [
        "what threads change atomically, and then read",
        "atom.global.add.u32 %n, [%mine], 1;",
        "",
        "HOLE bar.warp.sync 0xffffffff; ld.global.u32 %n, [%mine]; bar.warp.sync 0xffffffff;
         ld.global.u32 %n, [%mine]; WAIT(ld.relaxed.gpu)",
    ],
];

/// Runs a kernel on some memory, or its variable, while the host writes, or before it does.
fn run(sim: &TestDevice, body: &str, mut memory: u64, after: bool) {
    let (first, rest) = body.split_once("WAIT(").unwrap();
    let (poll, rest) = rest.split_once(')').unwrap();
    let body = format!("{first}{}{rest}", WAIT.replace("LOAD", poll));
    let module = load(sim.raw, &CString::new(KERNEL.replace("BODY", &body)).unwrap());
    let root = call!(sim.raw, cuModuleGetFunction(module, c"root")).unwrap();
    let mut gate = call!(sim.raw, cuMemAllocManaged(4, 1)).unwrap();
    // SAFETY: an element of managed memory, which lives as long as the process.
    let is_open = unsafe { AtomicU32::from_ptr(gate as *mut u32) };
    is_open.store(after.into(), Ordering::Release);
    let mut arguments = [(&raw mut memory).cast::<c_void>(), (&raw mut gate).cast()];
    let (arguments, none) = (arguments.as_mut_ptr(), null_mut());
    call!(sim.raw, cuLaunchKernel(root, 1, 1, 1, 32, 1, 1, 0, none, arguments, none.cast()))
        .unwrap();
    if after {
        call!(sim.raw, cuCtxSynchronize()).unwrap();
    }
    if memory == 0 {
        memory = call!(sim.raw, cuModuleGetGlobal(module, c"variable")).unwrap().0;
    }
    let element = (memory as *mut u32).wrapping_add(5);
    // SAFETY: memory of the host with so many elements.
    unsafe { element.write_volatile(77) };
    is_open.store(1, Ordering::Release);
    call!(sim.raw, cuCtxSynchronize()).unwrap();
}

#[test]
fn what_a_kernel_reads_and_the_host_writes_meanwhile_is_a_race_unless_the_system_orders_them() {
    run_alone("host_races::alone", &[("CUDA_SIM_CHECK", "races")]);
}

#[test]
#[ignore = "run in a separate process by the test above"]
fn alone() {
    let sim = TestDevice::new();
    let mut failures = Vec::new();
    for kind in ["managed", "pinned", "registered", "a variable"] {
        for [rule, right, wrong, body] in RULES {
            for (token, after) in [(right, false), (wrong, false), (wrong, true)] {
                let memory = match kind {
                    "managed" => call!(sim.raw, cuMemAllocManaged(4096, 1)).unwrap(),
                    "a variable" => 0,
                    "pinned" => call!(sim.raw, cuMemHostAlloc(4096, 0)).unwrap() as u64,
                    _ => {
                        let memory = Box::leak(vec![0u32; 1024].into_boxed_slice());
                        call!(sim.raw, cuMemHostRegister(memory.as_mut_ptr().cast(), 4096, 0))
                            .unwrap();
                        memory.as_ptr() as u64
                    }
                };
                run(&sim, &body.replace("HOLE", token), memory, after);
                let races: Vec<_> = cuda_sim::races().iter().map(ToString::to_string).collect();
                let is_told = match races.as_slice() {
                    [] => Some(false),
                    [race] => (race.contains("byte 20 of 4096 bytes")
                        && race.contains("first  ld.global.u32 in kernel root")
                        && race.ends_with("second write, on the host"))
                    .then_some(true),
                    _ => None,
                };
                if is_told != Some(token == wrong && !after) {
                    failures.push(format!("{kind}, {rule}, {token:?}, {after}: {races:#?}"));
                }
                let _ = std::panic::catch_unwind(|| cuda_sim::assert_no_races(false));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn what_the_host_writes_before_it_waits_for_a_kernel_that_read_it_is_a_race_whenever_that_runs() {
    run_alone("host_races::alone_before_the_wait", &[("CUDA_SIM_CHECK", "races")]);
}

#[test]
#[ignore = "run in a separate process by the test above"]
fn alone_before_the_wait() {
    let sim = TestDevice::new();
    let reads = CString::new(KERNEL.replace("BODY", "ld.global.u32 %n, [%mine];")).unwrap();
    let reads = call!(sim.raw, cuModuleGetFunction(load(sim.raw, &reads), c"root")).unwrap();
    let launch = |mut memory: u64| {
        let mut arguments = [&raw mut memory; 2].map(<*mut u64>::cast::<c_void>);
        let (arguments, none) = (arguments.as_mut_ptr(), null_mut());
        call!(sim.raw, cuLaunchKernel(reads, 1, 1, 1, 32, 1, 1, 0, none, arguments, none.cast()))
            .unwrap();
    };
    let races = || cuda_sim::races().iter().map(ToString::to_string).collect::<Vec<_>>();
    for round in 0..24 {
        let memory = match round % 2 {
            0 => call!(sim.raw, cuMemAllocManaged(4096, 1)).unwrap(),
            _ => call!(sim.raw, cuMemHostAlloc(4096, 2)).unwrap() as u64,
        };
        let write = |value: u32| {
            // SAFETY: memory of the host with so many elements.
            unsafe { (memory as *mut u32).wrapping_add(5).write_volatile(value) };
        };
        // After a wait, and after an event that says that it is done.
        launch(memory);
        call!(sim.raw, cuCtxSynchronize()).unwrap();
        write(1);
        launch(memory);
        let event = call!(sim.raw, cuEventCreate(2)).unwrap();
        call!(sim.raw, cuEventRecord(event, null_mut())).unwrap();
        while call!(sim.raw, cuEventQuery(event)).is_err() {}
        write(2);
        call!(sim.raw, cuCtxSynchronize()).unwrap();
        assert_eq!(races(), [""; 0], "{round}");
        // The same memory, in the midst of which the host writes after it was told of something else.
        launch(memory);
        let other = call!(sim.raw, cuStreamCreate(1)).unwrap();
        call!(sim.raw, cuStreamSynchronize(other)).unwrap();
        write(3);
        call!(sim.raw, cuCtxSynchronize()).unwrap();
        let found = races();
        assert_eq!(found.len(), 1, "{round}: {found:?}");
        assert!(found[0].contains("byte 20 of 4096 bytes"), "{}", found[0]);
        assert!(found[0].ends_with("second write, on the host"), "{}", found[0]);
        let _ = std::panic::catch_unwind(|| cuda_sim::assert_no_races(false));
    }
}

#[test]
fn another_kernel_may_tell_what_the_host_wrote_before_it_and_memory_may_go_that_is_not_read() {
    run_alone("host_races::alone_without_races", &[("CUDA_SIM_CHECK", "races")]);
}

#[test]
#[ignore = "run in a separate process by the test above"]
fn alone_without_races() {
    let sim = TestDevice::new();
    let body = WAIT.replace("LOAD", "ld.acquire.gpu") + "ld.global.u32 %n, [%mine];";
    let waits = load(sim.raw, &CString::new(KERNEL.replace("BODY", &body)).unwrap());
    let opens = "setp.ne.u32 %closed, %t, 0; @%closed ret; st.release.gpu.u32 [%gate], 1;";
    let opens = load(sim.raw, &CString::new(KERNEL.replace("BODY", opens)).unwrap());
    let [waits, opens] =
        [waits, opens].map(|module| call!(sim.raw, cuModuleGetFunction(module, c"root")).unwrap());
    let streams = [(); 2].map(|()| call!(sim.raw, cuStreamCreate(1)).unwrap());
    let launch = |function, stream, mut memory: u64, mut gate: u64| {
        let mut arguments = [(&raw mut memory).cast::<c_void>(), (&raw mut gate).cast()];
        let arguments = arguments.as_mut_ptr();
        let none = null_mut();
        call!(sim.raw, cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, stream, arguments, none))
            .unwrap();
    };
    // The host writes, and another kernel says so.
    let memory = call!(sim.raw, cuMemAllocManaged(4096, 1)).unwrap();
    let gate = call!(sim.raw, cuMemAlloc(4)).unwrap();
    call!(sim.raw, cuMemsetD32(gate, 0, 1)).unwrap();
    call!(sim.raw, cuCtxSynchronize()).unwrap();
    launch(waits, streams[0], memory, gate);
    // SAFETY: managed memory of so many elements.
    unsafe { (memory as *mut u32).wrapping_add(5).write_volatile(77) };
    launch(opens, streams[1], memory, gate);
    call!(sim.raw, cuCtxSynchronize()).unwrap();
    assert_eq!(cuda_sim::races().iter().map(ToString::to_string).collect::<Vec<_>>(), [""; 0]);
    // A page that is registered, and that an argument points to, but no kernel reads.
    let mut page = memmap2::MmapMut::map_anon(4096).unwrap();
    call!(sim.raw, cuMemHostRegister(page.as_mut_ptr().cast(), 4096, 0)).unwrap();
    let pointer = page.as_ptr() as u64;
    drop(page);
    launch(opens, streams[1], pointer, gate);
    call!(sim.raw, cuCtxSynchronize()).unwrap();
    assert_eq!(cuda_sim::races().iter().map(ToString::to_string).collect::<Vec<_>>(), [""; 0]);
}
