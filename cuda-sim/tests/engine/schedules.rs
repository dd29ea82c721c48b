//! Interleavings at accesses: results that depend on the order of threads are found, each by the number of a schedule that repeats
//! it, and kernels that are right have one result in all schedules.

use crate::device::{Args, Device, args, model};
use cuda_sim_engine::{Checks, Exploration, Outcome, Races};

/// A kernel: `%d0` is global memory, all zero; `s` is shared memory; `%r0` is the thread, `%r1` the block.
fn device(body: &str) -> Device {
    let ptx = format!(
        ".version 8.6\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 g) {{\n\
         .reg .pred %p<10>; .reg .b32 %r<40>; .reg .b64 %d<10>; .shared .align 8 .b32 s[16];\n\
         ld.param.u64 %d0, [g]; mov.u32 %r0, %tid.x; mov.u32 %r1, %ctaid.x;\n{body}\nret;\n}}"
    );
    let mut device = Device::load_on(
        &ptx,
        &cuda_sim_engine::DeviceModel { compute_capability: (9, 0), ..model() },
    );
    device.checks = Checks { schedules: true, ..Checks::default() };
    device
}

const WORDS: usize = 16;

/// Runs a kernel in all schedules, and returns what was found, and what is in memory afterwards.
fn explore(body: &str, grid: u32, block: u32) -> (Exploration, Vec<u32>) {
    let device = device(body);
    let memory = device.zeroed::<u32>(WORDS);
    let explored = device.explore("k", grid, block, args().buffer(&memory), 2000);
    (explored, memory.read())
}

/// Runs a kernel in one schedule.
fn run(body: &str, grid: u32, block: u32, seed: u64) -> Result<Vec<u32>, String> {
    let mut device = device(body);
    device.seed = Some(seed);
    device.limits.fuel = Some(1 << 20);
    let memory = device.zeroed::<u32>(WORDS);
    let arguments: Args = args().buffer(&memory);
    device.try_run("k", grid, block, arguments).map_err(|fault| fault.to_string())?;
    Ok(memory.read())
}

/// An increment that is a load and a store.
const INCREMENT: &str = "ld.global.u32 %r3, [%d0]; add.u32 %r3, %r3, 1; st.global.u32 [%d0], %r3;";

/// The same by each warp, in shared memory.
const BY_WARPS: &str =
    "ld.volatile.shared.u32 %r3, [s]; add.u32 %r3, %r3, 1; st.volatile.shared.u32 [s], %r3;
    bar.sync 0; ld.volatile.shared.u32 %r3, [s]; st.global.u32 [%d0], %r3;";

/// Lanes 0 and 1, at different instructions.
const BY_LANES: &str = "setp.eq.u32 %p1, %r0, 0; @%p1 bra A; setp.eq.u32 %p2, %r0, 1; @%p2 bra B; bra E;
    A: ld.volatile.global.u32 %r3, [%d0]; add.u32 %r3, %r3, 1; st.volatile.global.u32 [%d0], %r3; bra E;
    B: ld.volatile.global.u32 %r4, [%d0]; add.u32 %r4, %r4, 1; st.volatile.global.u32 [%d0], %r4;
    E:";

/// Block 0 writes data and sets a flag, in an order; block 1 writes the data that it sees if the flag is set, and else 7.
const MESSAGE: &str = "setp.ne.u32 %p1, %r1, 0; @%p1 bra R; FIRST SECOND bra E;
    R: ld.relaxed.gpu.global.u32 %r3, [%d0]; mov.u32 %r4, 7; setp.eq.u32 %p2, %r3, 0; @%p2 bra W; ld.relaxed.gpu.global.u32 %r4, [%d0+4];
    W: setp.eq.u32 %p3, %r4, 0; @%p3 st.global.u32 [%d0+8], 1;
    E:";
const FLAG: &str = "st.relaxed.gpu.global.u32 [%d0], 1;";
const DATA: &str = "st.relaxed.gpu.global.u32 [%d0+4], 7;";

/// Two locks, taken in the order FIRST, SECOND by block 0 and THIRD, FOURTH by block 1.
const LOCKS: &str = "add.u64 %d1, %d0, 16; add.u64 %d2, %d0, 32; setp.ne.u32 %p1, %r1, 0; @%p1 bra B;
    A1: atom.global.cas.b32 %r3, [FIRST], 0, 1; setp.ne.u32 %p2, %r3, 0; @%p2 bra A1;
    A2: atom.global.cas.b32 %r3, [SECOND], 0, 1; setp.ne.u32 %p2, %r3, 0; @%p2 bra A2; bra L;
    B: atom.global.cas.b32 %r3, [THIRD], 0, 1; setp.ne.u32 %p2, %r3, 0; @%p2 bra B;
    B2: atom.global.cas.b32 %r3, [FOURTH], 0, 1; setp.ne.u32 %p2, %r3, 0; @%p2 bra B2;
    L: INCREMENT membar.gl; atom.global.exch.b32 %r4, [%d1], 0; atom.global.exch.b32 %r4, [%d2], 0;";

/// Each block stores one variable and loads the other's. The last one writes whether both loads returned zero.
const BUFFERS: &str = "shl.b32 %r2, %r1, 2; cvt.u64.u32 %d1, %r2; add.u64 %d2, %d0, %d1; xor.b32 %r3, %r2, 4; cvt.u64.u32 %d3, %r3; add.u64 %d3, %d0, %d3;
    st.relaxed.gpu.global.u32 [%d2], 1; ld.relaxed.gpu.global.u32 %r4, [%d3];
    add.u32 %r4, %r4, 16; atom.global.add.u32 %r5, [%d0+16], %r4; setp.lt.u32 %p1, %r5, 16; @%p1 bra E;
    add.u32 %r5, %r5, %r4; setp.ne.u32 %p2, %r5, 32; @%p2 mov.u32 %r5, 0; st.global.u32 [%d0+12], %r5;
    E: st.relaxed.gpu.global.u32 [%d2], 1; membar.gl; atom.global.and.b32 %r6, [%d0+16], 0;";

fn locks(order: [&str; 4]) -> String {
    let words = ["FIRST", "SECOND", "THIRD", "FOURTH"].iter().zip(order);
    let body = words.fold(LOCKS.to_owned(), |body, (word, lock)| body.replace(word, lock));
    body.replace("INCREMENT", INCREMENT)
}

fn message(first: &str, second: &str) -> String {
    MESSAGE.replace("FIRST", first).replace("SECOND", second)
}

#[test]
fn each_result_that_depends_on_the_order_is_found_and_repeats_by_its_number() {
    let cases = [
        ("a lost update of blocks", INCREMENT.to_owned(), (2, 1), (0, 2, 1)),
        ("of warps in shared memory", BY_WARPS.to_owned(), (1, 64), (0, 2, 1)),
        ("of lanes", BY_LANES.to_owned(), (1, 2), (0, 2, 1)),
        ("a flag before its data", message(FLAG, DATA), (2, 1), (2, 0, 1)),
    ];
    for (name, body, (grid, block), (word, usual, value)) in cases {
        let (explored, after) = explore(&body, grid, block);
        assert_eq!(after[word], usual, "{name}: as the usual order leaves it; {explored}");
        let difference =
            explored.differences.first().unwrap_or_else(|| panic!("{name}: {explored}"));
        let Outcome::Memory { offset, size, .. } = difference.outcome else {
            panic!("{name}: {explored}");
        };
        assert_eq!((offset, size), (word as u64 * 4, WORDS as u64 * 4), "{name}");
        assert!(explored.to_string().contains(&format!("is {value:#x} instead of {usual:#x}")));
        for _ in 0..2 {
            assert_eq!(
                run(&body, grid, block, difference.schedule).unwrap()[word],
                value,
                "{name}"
            );
        }
        assert_eq!(run(&body, grid, block, 0).unwrap()[word], usual, "{name}");
    }
}

#[test]
fn locks_that_are_taken_in_two_orders_wait_for_each_other_in_one_schedule() {
    let (a, b) = ("%d1", "%d2");
    let body = locks([a, b, b, a]);
    let (explored, after) = explore(&body, 2, 1);
    assert_eq!(after[0], 2);
    let text = explored.to_string();
    assert!(text.contains("its threads wait for each other"), "{text}");
    let fault = run(&body, 2, 1, explored.differences[0].schedule).unwrap_err();
    assert!(fault.contains("limit of 1048576 warp instructions"), "{fault}");
    let (explored, _) = explore(&locks([a, b, a, b]), 2, 1);
    assert!(explored.complete && explored.differences.is_empty(), "{explored}");
}

#[test]
fn kernels_that_are_right_have_one_result_in_all_schedules() {
    let barred = "setp.ne.u32 %p1, %r0, 0; @%p1 bra B; st.shared.u32 [s], 5; B: bar.sync 0; ld.shared.u32 %r3, [s]; atom.global.add.u32 %r4, [%d0], %r3;";
    let cases = [
        ("an atomic addition", "atom.global.add.u32 %r3, [%d0], 1;".to_owned(), (3, 1)),
        ("of warps, after a barrier", barred.to_owned(), (1, 96)),
        ("data before its flag", message(DATA, FLAG), (2, 1)),
        (
            "after a sleep",
            format!("{} atom.global.add.u32 %r3, [%d0], 1;", "nanosleep.u32 1000000;".repeat(10)),
            (3, 1),
        ),
        // Each access happens at once: that both see the other's old value, as stores may on a GPU, isn't.
        ("stores that wait", BUFFERS.to_owned(), (2, 1)),
    ];
    for (name, body, (grid, block)) in cases {
        let (explored, _) = explore(&body, grid, block);
        assert!(explored.complete && explored.differences.is_empty(), "{name}: {explored}");
        assert!(explored.schedules > 3, "{name}: {explored}");
    }
}

#[test]
fn a_race_that_the_usual_order_hides_is_found_in_another_one() {
    // The block that reads runs first, and doesn't see the flag.
    let body = message("st.global.u32 [%d0+4], 7;", FLAG)
        .replace("setp.ne.u32 %p1, %r1, 0", "setp.eq.u32 %p1, %r1, 0")
        .replace("ld.relaxed.gpu.global.u32 %r4, [%d0+4]", "ld.global.u32 %r4, [%d0+4]");
    for (fence, is_found) in [("", true), ("membar.gl; ", false)] {
        let body = body.replace(FLAG, &format!("{fence}{FLAG}"));
        let body =
            body.replace("setp.eq.u32 %p2, %r3, 0;", &format!("{fence}setp.eq.u32 %p2, %r3, 0;"));
        let mut device = device(&body);
        device.races = Some(Races::default());
        device.checks.races = true;
        let memory = device.zeroed::<u32>(WORDS);
        let explored = device.explore("k", 2, 1, args().buffer(&memory), 2000);
        assert_eq!(device.races.as_ref().unwrap().take(), []);
        match explored.differences.first().map(|difference| &difference.outcome) {
            Some(Outcome::Race(race)) if is_found => {
                assert!(race.first.writes && !race.second.writes, "{explored}");
            }
            None if !is_found => assert!(explored.complete),
            _ => panic!("{explored}"),
        }
    }
}

#[test]
fn a_seed_interleaves_at_accesses_and_repeats() {
    let results = |seed| run(INCREMENT, 40, 64, seed).unwrap()[0];
    let found: Vec<u32> = (1..20).map(results).collect();
    assert_eq!(found, (1..20).map(results).collect::<Vec<_>>());
    assert_eq!(results(0), 80);
    assert!(found.iter().all(|sum| *sum < 80) && found.iter().any(|sum| *sum != found[0]));
    // With a barrier, and atomic operations, the result is always the same.
    let body = "atom.shared.add.u32 %r3, [s], 1; bar.sync 0; ld.shared.u32 %r3, [s]; atom.global.add.u32 %r4, [%d0], %r3;";
    for seed in 1..5 {
        assert_eq!(run(body, 3, 64, seed).unwrap()[0], 3 * 64 * 64);
    }
}

#[test]
fn the_usual_order_runs_blocks_one_after_the_other() {
    let body = "atom.global.add.u32 %r3, [%d0], 4; cvt.u64.u32 %d1, %r3; add.u64 %d1, %d0, %d1; st.global.u32 [%d1+4], %r1;";
    let numbers: Vec<u32> = (0..15).collect();
    assert_eq!(explore(body, 15, 1).1[1..], numbers);
}

#[test]
fn what_another_schedule_alone_does_is_undone() {
    // Block 1 finds the flag set, unless it goes first: it then stores 7.
    let body = "ld.global.u64 %d1, [%d0+8]; setp.ne.u32 %p1, %r1, 0; @%p1 bra R; st.relaxed.gpu.global.u32 [%d0], 1; bra E;
        R: ld.relaxed.gpu.global.u32 %r3, [%d0]; setp.ne.u32 %p2, %r3, 0; @%p2 bra E; st.global.u32 [%d1], 7; E:";
    let device = device(body);
    // What is larger than all that is kept isn't written at all.
    for words in [WORDS, 5 << 20] {
        let other = device.zeroed::<u32>(words);
        let memory = device.upload(&[0, other.address]);
        let explored = device.explore("k", 2, 1, args().buffer(&memory), 2000);
        assert_eq!(explored.differences.is_empty(), words > WORDS, "{explored}");
        assert!(explored.schedules > 1 && !explored.complete);
        assert_eq!((memory.read()[0], other.read()[0]), (1, 0), "{explored}");
    }
}

#[test]
fn a_lock_that_many_wait_for_is_no_difference() {
    let (a, b) = ("%d1", "%d2");
    let device = device(&locks([a, b, a, b]));
    let memory = device.zeroed::<u32>(WORDS);
    let explored = device.explore("k", 250, 1, args().buffer(&memory), 2);
    assert!(explored.differences.is_empty() && explored.schedules == 3, "{explored}");
    assert_eq!(memory.read()[0], 250);
}
