//! The detector of races: each rule of the memory model, once right and once broken by a token, from `races.txt`.

use crate::device::{Device, args, model};
use cuda_sim_engine::{Checks, Races, WorkPlace};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// A pair of kernels.
#[derive(Debug, Default)]
struct Pair<'t> {
    name: &'t str,
    grid: u32,
    block: u32,
    cluster: u32,
    cooperative: bool,
    /// The check that finds it, unless that is of races.
    check: &'t str,
    /// Whether the wrong one could wait for ever if warps ran in another order.
    ordered: bool,
    right: &'t str,
    wrong: &'t str,
    /// What the report says of the wrong one.
    says: &'t str,
    body: String,
}

fn pairs() -> Vec<Pair<'static>> {
    let mut pairs: Vec<Pair<'_>> = Vec::new();
    for line in include_str!("races.txt").lines() {
        if line.starts_with('#') || line.trim().is_empty() {
            continue;
        }
        if let Some(name) = line.strip_prefix("case ") {
            pairs.push(Pair { name, grid: 1, block: 64, cluster: 1, ..Pair::default() });
            continue;
        }
        let pair = pairs.last_mut().expect("a case begins the file");
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "grid" => pair.grid = rest.parse().unwrap(),
            "block" => pair.block = rest.parse().unwrap(),
            "cluster" => pair.cluster = rest.parse().unwrap(),
            "cooperative" => pair.cooperative = true,
            "check" => pair.check = rest,
            "ordered" => pair.ordered = true,
            "right" => pair.right = rest,
            "wrong" => pair.wrong = rest,
            "says" => pair.says = rest,
            "" => pair.body.push_str(&format!("{line}\n")),
            _ => panic!("{line}"),
        }
    }
    pairs
}

/// Runs one of a pair, and returns what was found.
fn run(pair: &Pair<'_>, token: &str, seed: Option<u64>) -> Vec<String> {
    let ptx = format!(
        ".version 8.6\n.target sm_90a\n.address_size 64\n.visible .entry k(.param .u64 g) {{\n\
         .reg .pred %p<10>; .reg .b16 %h<10>; .reg .b32 %r<40>; .reg .b64 %d<40>; .reg .f32 %f<10>;\n\
         .shared .align 128 .b8 s[8192]; .shared .align 8 .b64 m[4];\n\
         ld.param.u64 %d0, [g];\nmov.u32 %r0, %tid.x;\nmov.u32 %r1, %ctaid.x;\nmov.u32 %r2, %laneid;\n{}\nret;\n}}",
        pair.body.replace("HOLE", token)
    );
    let mut device = Device::load_on(
        &ptx,
        &cuda_sim_engine::DeviceModel { compute_capability: (9, 0), ..model() },
    );
    device.cluster = [pair.cluster, 1, 1];
    device.cooperative = pair.cooperative;
    device.seed = seed;
    device.limits.fuel = Some(1 << 22);
    device.races = Some(Races::default());
    device.checks = Checks {
        races: pair.check.is_empty(),
        uninitialized: pair.check == "uninitialized",
        barriers: pair.check == "barriers",
        schedules: false,
        left_out: false,
    };
    let memory = device.zeroed::<u32>(1 << 14);
    let result = device.try_run("k", pair.grid, pair.block, args().buffer(&memory));
    let races = device.races.as_ref().unwrap().take();
    // A race may leave a kernel waiting for ever.
    let fault = result.err().filter(|_| races.is_empty()).map(|fault| {
        assert!(!pair.check.is_empty(), "{}: {fault}", pair.name);
        fault.to_string()
    });
    races.iter().map(ToString::to_string).chain(fault).collect()
}

#[test]
fn each_rule_holds_and_is_missed_once_broken() {
    let mut failures = Vec::new();
    let pairs = pairs();
    for pair in &pairs {
        for seed in [None, Some(1), Some(2), Some(3)] {
            for race in run(pair, pair.right, seed) {
                failures.push(format!("{} is right (seed {seed:?}): {race}", pair.name));
            }
            if pair.ordered && seed.is_some() {
                continue;
            }
            let races = run(pair, pair.wrong, seed);
            if races.is_empty() {
                failures.push(format!("{} is wrong (seed {seed:?}), and not found", pair.name));
            }
            if let Some(race) = races.iter().find(|race| !race.to_string().contains(pair.says)) {
                failures.push(format!("{} doesn't say {:?}: {race}", pair.name, pair.says));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(pairs.len() >= 40, "{} pairs", pairs.len());
}

#[test]
fn others_have_the_detector_while_a_kernel_computes() {
    // After its store, it does nothing that the detector is told for 50 milliseconds.
    let mut device = Device::load(
        ".version 7.8\n.target sm_80\n.address_size 64
        .visible .entry k(.param .u64 g) { .reg .b64 %g, %begin, %now; .reg .pred %p;
        ld.param.u64 %g, [g]; mov.u64 %begin, %globaltimer; st.global.u32 [%g], 1;
        MORE: mov.u64 %now, %globaltimer; sub.u64 %now, %now, %begin;
        setp.lt.u64 %p, %now, 50000000; @%p bra MORE; ret; }",
    );
    device.races = Some(Races::default());
    device.checks = Checks { races: true, ..Checks::default() };
    let (races, memory) = (device.races.as_ref().unwrap(), device.zeroed::<u32>(1));
    // On a busy machine, this thread may wait for its turn.
    let is_free = |_| {
        memory.write(&[0]);
        thread::scope(|scope| {
            scope.spawn(|| device.run("k", 1, 1, args().buffer(&memory)));
            while memory.read() == [0] {
                thread::yield_now();
            }
            let asked = Instant::now();
            assert!(races.found().is_empty());
            asked.elapsed() < Duration::from_millis(20)
        })
    };
    assert!((0..10).any(is_free), "the detector was kept until the kernel ended");
}

#[test]
fn what_a_launching_thread_knew_is_forgotten_when_stamps_begin_anew() {
    let ptx = ".version 7.8\n.target sm_90\n.address_size 64
        .extern .func (.param .b64 r) __cudaCDP2GetParameterBufferV2(.param .b64 k, .param .align 4 .b8 g[12], .param .align 4 .b8 b[12], .param .b32 s);
        .extern .func (.param .b32 r) __cudaCDP2LaunchDeviceV2(.param .b64 p, .param .b64 s);
        .visible .entry put(.param .u64 p) { .reg .b64 %d; ld.param.u64 %d, [p]; st.global.u32 [%d], 1; ret; }
        .visible .entry root(.param .u64 p) {
        .reg .b64 %d, %v; .param .b64 k, r; .param .align 4 .b8 g[12], b[12]; .param .b32 s;
        mov.u64 %v, put; st.param.b64 [k], %v; st.param.b32 [s], 0;
        st.param.b32 [g], 1; st.param.b32 [g+4], 1; st.param.b32 [g+8], 1;
        st.param.b32 [b], 1; st.param.b32 [b+4], 1; st.param.b32 [b+8], 1;
        call (r), __cudaCDP2GetParameterBufferV2, (k, g, b, s); ld.param.b64 %d, [r];
        ld.param.u64 %v, [p]; st.u64 [%d], %v;
        st.param.b64 [k], %d; st.param.b64 [r], 0;
        call (s), __cudaCDP2LaunchDeviceV2, (k, r);
        ret; }";
    let device = Device::load(ptx);
    let memory = device.zeroed::<u32>(1);
    let arguments = args().buffer(&memory);
    // Stamps begin anew before the first kernel or, with more left, before the second.
    for left in 0..4 {
        let races = Races::counting_from(u32::MAX / 2 - left);
        let run = |kernel| {
            let item = races.begin(&races.everything(), WorkPlace::default());
            device.run_as(&item, kernel, &arguments)
        };
        let launched = run("root");
        // Nothing orders this and what was launched, which knows only larger stamps, of the old count.
        run("put");
        let child = races.begin_launched(&launched[0].before, WorkPlace::default());
        device.run_as(&child, "put", &arguments);
        assert_eq!(races.take().len(), 1, "{left} left");
    }
}

#[test]
fn what_was_done_in_shared_memory_is_forgotten_when_stamps_begin_anew_meanwhile() {
    let ptx = ".version 7.8\n.target sm_80\n.address_size 64
        .visible .entry k(.param .u64 p) {
        .reg .pred %p; .reg .b32 %r<4>; .reg .b64 %d; .shared .b32 s[64];
        ld.param.u64 %d, [p]; mov.u32 %r0, %tid.x; mov.u32 %r2, s;
        shl.b32 %r1, %r0, 2; add.u32 %r3, %r1, %r2; st.shared.u32 [%r3], %r0;
        red.relaxed.gpu.global.add.u32 [%d], 1;
        WAIT: ld.relaxed.gpu.global.u32 %r3, [%d+4]; setp.eq.u32 %p, %r3, 0; @%p bra WAIT;
        bar.sync 0; xor.b32 %r1, %r1, 128; add.u32 %r3, %r1, %r2; ld.shared.u32 %r3, [%r3];
        ret; }";
    let mut device = Device::load(ptx);
    device.checks = Checks { races: true, ..Checks::default() };
    device.races = Some(Races::counting_from(u32::MAX / 2 - 2));
    let races = device.races.as_ref().unwrap();
    let words = device.zeroed::<u32>(2);
    let word = |number: u64| {
        // SAFETY: the words outlive the test, and the kernel's accesses of them are atomic.
        unsafe { AtomicU32::from_ptr((words.address + 4 * number) as *mut u32) }
    };
    let (started, goes_on) = (word(0), word(1));
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while started.load(Ordering::Relaxed) < 4 * 64 {
                std::thread::yield_now();
            }
            // Other work begins, while blocks run and others haven't started.
            let _ = races.begin(&races.host(), WorkPlace::default()).end();
            goes_on.store(1, Ordering::Relaxed);
        });
        device.run("k", 1024, 64, args().buffer(&words));
    });
    assert_eq!(races.take(), []);
}

#[test]
fn what_other_blocks_read_again_and_again_is_not_known_after_a_barrier() {
    let ptx = ".version 7.8\n.target sm_80\n.address_size 64
        .visible .entry k(.param .u64 p, .param .u32 n) {
        .reg .pred %p, %q; .reg .b32 %r<8>; .reg .b64 %d<4>;
        ld.param.u64 %d0, [p]; ld.param.u32 %r5, [n]; mov.u32 %r0, %tid.x; mov.u32 %r1, %ctaid.x;
        setp.eq.u32 %p, %r5, 0;
        @%p bra FIRST;
        setp.eq.u32 %p, %r1, 1;
        @%p bra SECOND;
        FIRST:
        setp.ge.u32 %q, %r0, 32;
        @%q ret;
        ld.global.u32 %r2, [%d0+20];
        ret;
        SECOND:
        bar.sync 0;
        setp.ge.u32 %q, %r0, 32;
        @%q ret;
        mul.lo.u32 %r3, %r0, 5;
        and.b32 %r3, %r3, 31;
        mul.wide.u32 %d1, %r3, 4;
        add.u64 %d1, %d0, %d1;
        st.global.u32 [%d1], 1;
        ret; }";
    let mut device = Device::load(ptx);
    device.checks = Checks { races: true, ..Checks::default() };
    device.races = Some(Races::default());
    let races = device.races.as_ref().unwrap();
    let words = device.zeroed::<u32>(1024);
    device.run("k", 1, 64, args().buffer(&words).value(0u32));
    assert_eq!(races.take(), []);
    device.run("k", 2, 64, args().buffer(&words).value(1u32));
    assert_eq!(races.take().len(), 1);
}
