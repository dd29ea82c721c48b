//! Lanes that diverge in calls and loops, and reconverge.

use crate::device::{Device, args};
use cuda_sim_engine::ErrorCode;

fn module(functions: &str, body: &str) -> String {
    format!(
        ".version 8.3\n.target sm_80\n.address_size 64\n{functions}\n\
         .visible .entry k(.param .u64 out)\n{{\n\
         .reg .pred %p<8>;\n.reg .b32 %r<32>;\n.reg .b64 %rd<8>;\n\
         ld.param.u64 %rd1, [out];\nmov.u32 %r1, %tid.x;\nmul.wide.u32 %rd2, %r1, 8;\n\
         add.s64 %rd1, %rd1, %rd2;\n{body}\nret;\n}}\n"
    )
}

/// Runs a kernel of 32 threads, and returns each one's word.
fn run(functions: &str, body: &str) -> Vec<u64> {
    let device = Device::load(&module(functions, body));
    let out = device.zeroed::<u64>(32);
    device.run("k", 1, 32, args().buffer(&out));
    out.read()
}

fn call(function: &str, argument: &str, result: &str) -> String {
    format!(
        "{{ .param .b32 a; .param .b32 q; st.param.b32 [a], {argument};\n\
         call (q), {function}, (a);\nld.param.b32 {result}, [q]; }}\n"
    )
}

/// A function with 64-bit registers and one with 32-bit registers, each a loop with that many iterations.
fn two_loops(turns: u32) -> String {
    format!(
        ".func (.param .b64 q) wide(.param .b32 a)\n{{\n.reg .pred %p;\n.reg .b32 %r<3>;\n.reg .b64 %x<5>;\n\
         ld.param.b32 %r1, [a];\ncvt.u64.u32 %x1, %r1;\nadd.u64 %x2, %x1, 1;\nmov.u32 %r2, 0;\nL:\n\
         cvt.u64.u32 %x3, %r2;\nmad.lo.u64 %x1, %x1, %x2, %x3;\nmad.lo.u64 %x2, %x2, %x1, %x3;\n\
         add.u32 %r2, %r2, 1;\nsetp.lt.u32 %p, %r2, {turns};\n@%p bra L;\n\
         xor.b64 %x1, %x1, %x2;\nst.param.b64 [q], %x1;\nret;\n}}\n\
         .func (.param .b64 q) narrow(.param .b32 a)\n{{\n.reg .pred %p;\n.reg .b32 %r<9>;\n.reg .b64 %x;\n\
         ld.param.b32 %r1, [a];\nadd.u32 %r2, %r1, 1;\nadd.u32 %r3, %r1, 2;\nadd.u32 %r4, %r1, 3;\n\
         add.u32 %r5, %r1, 4;\nadd.u32 %r6, %r1, 5;\nmov.u32 %r7, 0;\nL:\n\
         mad.lo.u32 %r1, %r1, %r2, %r7;\nmad.lo.u32 %r2, %r2, %r3, %r7;\nmad.lo.u32 %r3, %r3, %r4, %r7;\n\
         mad.lo.u32 %r4, %r4, %r5, %r7;\nmad.lo.u32 %r5, %r5, %r6, %r7;\nmad.lo.u32 %r6, %r6, %r1, %r7;\n\
         add.u32 %r7, %r7, 1;\nsetp.lt.u32 %p, %r7, {turns};\n@%p bra L;\n\
         xor.b32 %r1, %r1, %r2;\nxor.b32 %r3, %r3, %r4;\nxor.b32 %r5, %r5, %r6;\nxor.b32 %r1, %r1, %r3;\n\
         xor.b32 %r1, %r1, %r5;\ncvt.u64.u32 %x, %r1;\nst.param.b64 [q], %x;\nret;\n}}\n"
    )
}

fn wide(lane: u64, turns: u64) -> u64 {
    let (mut x, mut y) = (lane, lane + 1);
    for turn in 0..turns {
        x = x.wrapping_mul(y).wrapping_add(turn);
        y = y.wrapping_mul(x).wrapping_add(turn);
    }
    x ^ y
}

fn narrow(lane: u64, turns: u32) -> u64 {
    let mut y: [u32; 6] = std::array::from_fn(|index| lane as u32 + index as u32);
    for turn in 0..turns {
        for index in 0..6 {
            y[index] = y[index].wrapping_mul(y[(index + 1) % 6]).wrapping_add(turn);
        }
    }
    u64::from(y.into_iter().fold(0, |all, one| all ^ one))
}

#[test]
fn lanes_that_wait_in_different_functions_keep_their_registers() {
    let call = |function: &str| {
        format!(
            "{{ .param .b32 a; .param .b64 q; st.param.b32 [a], %r1;\ncall (q), {function}, (a);\n\
             ld.param.b64 %rd3, [q]; }}\n"
        )
    };
    // Few iterations fit into a slice, and many don't.
    for turns in [10, 3000, 20_000] {
        let body = format!(
            "and.b32 %r2, %r1, 1;\nsetp.ne.u32 %p1, %r2, 0;\n@%p1 bra ODD;\n{}bra JOIN;\nODD:\n{}JOIN:\n\
             st.global.u64 [%rd1], %rd3;",
            call("narrow"),
            call("wide"),
        );
        let expected: Vec<u64> = (0..32)
            .map(|lane| match lane % 2 {
                1 => wide(lane, u64::from(turns)),
                _ => narrow(lane, turns),
            })
            .collect();
        assert_eq!(run(&two_loops(turns), &body), expected, "{turns} turns");
    }
}

/// Calls itself as many times as its argument says, and multiplies.
const FACTORIAL: &str = ".func (.param .b32 q) fact(.param .b32 a)\n{\n.reg .pred %p;\n.reg .b32 %r<4>;\n\
     ld.param.b32 %r1, [a];\nsetp.gt.u32 %p, %r1, 1;\n@%p bra MORE;\nst.param.b32 [q], 1;\nret;\nMORE:\n\
     sub.u32 %r2, %r1, 1;\n{ .param .b32 b; .param .b32 c; st.param.b32 [b], %r2;\ncall (c), fact, (b);\n\
     ld.param.b32 %r3, [c]; }\nmul.lo.u32 %r3, %r3, %r1;\nst.param.b32 [q], %r3;\nret;\n}\n";

#[test]
fn lanes_at_different_depths_of_recursion_keep_their_registers() {
    let body = format!(
        "{}cvt.u64.u32 %rd3, %r2;\nst.global.u64 [%rd1], %rd3;",
        call("fact", "%r1", "%r2")
    );
    let factorial = |lane: u32| (1..=lane).fold(1u32, u32::wrapping_mul);
    let expected: Vec<u64> = (0..32).map(|lane| factorial(lane).into()).collect();
    assert_eq!(run(FACTORIAL, &body), expected);
}

/// A function that exchanges its argument with the neighbor's, and multiplies it by three.
const EXCHANGE: &str = ".func (.param .b32 q) f(.param .b32 a)\n{\n.reg .b32 %r<3>;\nld.param.b32 %r1, [a];\n\
     shfl.sync.bfly.b32 %r2, %r1, 1, 31, -1;\nmul.lo.u32 %r2, %r2, 3;\nst.param.b32 [q], %r2;\nret;\n}\n";

#[test]
fn lanes_meet_in_a_function_that_is_called_from_two_places() {
    let body = format!(
        "and.b32 %r2, %r1, 1;\nsetp.ne.u32 %p1, %r2, 0;\n@%p1 bra ODD;\n{0}add.u32 %r3, %r3, 2;\nbra JOIN;\n\
         ODD:\n{0}add.u32 %r3, %r3, 1;\nJOIN:\ncvt.u64.u32 %rd3, %r3;\nst.global.u64 [%rd1], %rd3;",
        call("f", "%r1", "%r3")
    );
    let expected: Vec<u64> = (0..32u64).map(|lane| (lane ^ 1) * 3 + 2 - lane % 2).collect();
    assert_eq!(run(EXCHANGE, &body), expected);
}

/// Runs `lower` in the lower 16 lanes and `upper` in the others, both of which leave their result in `%rd3`.
fn branches(lower: &str, upper: &str) -> Vec<u64> {
    let body = format!(
        "setp.lt.u32 %p1, %r1, 16;\nadd.u32 %r4, %r1, 100;\nand.b32 %r5, %r1, 3;\nsetp.eq.u32 %p2, %r5, 1;\n\
         cvt.u64.u32 %rd4, %r5;\n@%p1 bra LOWER;\n{upper}\nbra JOIN;\nLOWER:\n{lower}\nJOIN:\n\
         st.global.u64 [%rd1], %rd3;"
    );
    run("", &body)
}

#[test]
fn a_barrier_of_a_warp_is_met_in_both_arms_of_a_branch() {
    let arm = |number: u32| format!("bar.warp.sync -1;\nmov.u64 %rd3, {number};");
    let expected: Vec<u64> = (0..32).map(|lane| if lane < 16 { 5 } else { 6 }).collect();
    assert_eq!(branches(&arm(5), &arm(6)), expected);
}

#[test]
fn a_shuffle_exchanges_between_both_arms_of_a_branch() {
    let arm = |value: &str| {
        format!(
            "shfl.sync.bfly.b32 %r6|%p3, {value}, 16, 31, -1;\nselp.u32 %r7, 1000, 0, %p3;\nadd.u32 %r6, %r6, %r7;\ncvt.u64.u32 %rd3, %r6;"
        )
    };
    let expected: Vec<u64> = (0..32u64)
        .map(|lane| 1000 + if lane < 16 { 100 + (lane ^ 16) } else { lane ^ 16 })
        .collect();
    assert_eq!(branches(&arm("%r1"), &arm("%r4")), expected);
}

#[test]
fn each_lane_of_a_shuffle_reads_the_lane_that_its_own_arm_names() {
    let arm =
        |from: u32| format!("shfl.sync.idx.b32 %r6, %r4, {from}, 31, -1;\ncvt.u64.u32 %rd3, %r6;");
    let expected: Vec<u64> = (0..32).map(|lane| if lane < 16 { 120 } else { 103 }).collect();
    assert_eq!(branches(&arm(20), &arm(3)), expected);
}

#[test]
fn votes_are_counted_over_both_arms_of_a_branch() {
    let ballot = |predicate: &str| {
        format!("vote.sync.ballot.b32 %r6, {predicate}, -1;\ncvt.u64.u32 %rd3, %r6;")
    };
    let lower: u64 = (0..16).filter(|lane| lane % 4 == 1).map(|lane| 1 << lane).sum();
    let upper: u64 = (16..32).filter(|lane| lane % 4 != 1).map(|lane| 1 << lane).sum();
    assert_eq!(branches(&ballot("%p2"), &ballot("!%p2")), [lower | upper; 32]);
    let all = |predicate: &str| {
        format!("vote.sync.all.pred %p3, {predicate}, -1;\nselp.u64 %rd3, 1, 2, %p3;")
    };
    assert_eq!(branches(&all("%p1"), &all("!%p1")), [1; 32]);
    assert_eq!(branches(&all("%p1"), &all("%p1")), [2; 32]);
}

#[test]
fn matches_and_reductions_take_in_both_arms_of_a_branch() {
    let matches = |value: &str, ty: &str| {
        format!("match.any.sync.{ty} %r6, {value}, -1;\ncvt.u64.u32 %rd3, %r6;")
    };
    let alike =
        |lane: u64| (0..32).filter(|other| other % 4 == lane % 4).map(|other| 1u64 << other).sum();
    let expected: Vec<u64> = (0..32).map(alike).collect();
    assert_eq!(branches(&matches("%r5", "b32"), &matches("%r5", "b32")), expected);
    assert_eq!(branches(&matches("%rd4", "b64"), &matches("%rd4", "b64")), expected);
    let all = "match.all.sync.b32 %r6|%p3, 7, -1;\nselp.u32 %r7, 1, 0, %p3;\nadd.u32 %r6, %r6, %r7;\ncvt.u64.u32 %rd3, %r6;";
    assert_eq!(branches(all, all), [0; 32]);
    let sum = |value: &str| format!("redux.sync.add.u32 %r6, {value}, -1;\ncvt.u64.u32 %rd3, %r6;");
    assert_eq!(branches(&sum("%r1"), &sum("%r4")), [496 + 1600; 32]);
}

#[test]
fn lanes_only_meet_with_equal_qualifiers_and_members() {
    for (lower, upper) in [
        ("shfl.sync.bfly.b32 %r6, %r1, 1, 31, -1;", "shfl.sync.idx.b32 %r6, %r1, 1, 31, -1;"),
        ("bar.warp.sync 0xffffffff;", "bar.warp.sync 0xfffffffe;"),
    ] {
        let body = format!(
            "setp.lt.u32 %p1, %r1, 16;\n@%p1 bra LOWER;\n{upper}\nbra JOIN;\nLOWER:\n{lower}\nJOIN:\n"
        );
        let device = Device::load(&module("", &body));
        let out = device.zeroed::<u64>(32);
        let fault = device.try_run("k", 1, 32, args().buffer(&out));
        let fault = fault.expect_err("the branches wait for each other");
        assert_eq!(fault.code, ErrorCode::CUDA_ERROR_LAUNCH_TIMEOUT, "{fault}");
        assert!(fault.report.contains("deadlock"), "{fault}");
    }
}

#[test]
fn a_deadlock_is_reported_at_an_instruction_that_waits() {
    for (lower, upper) in [
        ("shfl.sync.bfly.b32 %r6, %r1, 1, 31, -1;", "shfl.sync.idx.b32 %r6, %r1, 1, 31, -1;"),
        ("barrier.sync 1, 64;", "barrier.sync 2, 64;"),
    ] {
        let ptx = module(
            "",
            &format!(
                "setp.lt.u32 %p1, %r1, 16;\n@%p1 bra LOWER;\n{upper}\nbra JOIN;\nLOWER:\n{lower}\nJOIN:\n"
            ),
        );
        let device = Device::load(&ptx);
        let out = device.zeroed::<u64>(32);
        let fault = device.try_run("k", 1, 32, args().buffer(&out));
        let fault = fault.expect_err("the branches wait for each other");
        let (_, place) = fault.report.split_once("kernel k, PTX line ").unwrap();
        let line: usize = place.split(',').next().unwrap().parse().unwrap();
        let instruction = ptx.lines().nth(line - 1).unwrap();
        assert!([lower, upper].contains(&instruction), "{fault}");
    }
}

#[test]
fn a_limit_on_instructions_ends_loops_of_every_kind() {
    let indexed = "mov.u32 %r2, 0;\nT: .branchtargets A, B;\nA:\nbrx.idx %r2, T;\nB:\n";
    let recursion = ".func (.param .b32 q) fib(.param .b32 a)\n{\n.reg .pred %p;\n.reg .b32 %r<6>;\n\
         ld.param.b32 %r1, [a];\nsetp.gt.u32 %p, %r1, 1;\n@%p bra MORE;\nst.param.b32 [q], %r1;\nret;\nMORE:\n\
         sub.u32 %r2, %r1, 1;\nsub.u32 %r3, %r1, 2;\n\
         { .param .b32 b; .param .b32 c; st.param.b32 [b], %r2;\ncall (c), fib, (b);\nld.param.b32 %r4, [c]; }\n\
         { .param .b32 b; .param .b32 c; st.param.b32 [b], %r3;\ncall (c), fib, (b);\nld.param.b32 %r5, [c]; }\n\
         add.u32 %r4, %r4, %r5;\nst.param.b32 [q], %r4;\nret;\n}\n";
    let fibonacci = call("fib", "200", "%r2");
    let endless = "LOOP:\nbar.warp.sync -1;\nbra LOOP;\n";
    let waiting = format!(
        "setp.lt.u32 %p1, %r1, 16;\nLOOP:\n@%p1 bra LOWER;\n{0}bra LOOP;\nLOWER:\n{0}bra LOOP;\n",
        call("f", "%r1", "%r2")
    );
    let barrier = ".shared .align 8 .b64 bar;\nmov.u32 %r2, bar;\nsetp.eq.u32 %p1, %r1, 0;\n\
         @%p1 mbarrier.init.shared.b64 [%r2], 64;\nbar.warp.sync -1;\nLOOP:\n\
         @!%p1 mbarrier.test_wait.parity.shared.b64 %p2, [%r2], 0;\n@!%p2 bra LOOP;\n";
    for (functions, body) in [
        ("", barrier),
        ("", indexed),
        (recursion, fibonacci.as_str()),
        ("", endless),
        (EXCHANGE, waiting.as_str()),
    ] {
        let mut device = Device::load(&module(functions, body));
        device.limits.fuel = Some(1_000_000);
        let out = device.zeroed::<u64>(32);
        let fault = device.try_run("k", 1, 32, args().buffer(&out));
        let fault = fault.expect_err("the loop has no end");
        assert!(fault.report.contains("1000000 warp instructions"), "{fault}");
    }
}

#[test]
fn lanes_that_wait_for_each_other_in_calls_all_get_their_turn() {
    // Each lane waits, in its own call, until the previous lane has written.
    let wait = ".func (.param .b32 q) wait(.param .b64 a)\n{\n.reg .pred %p;\n.reg .b32 %r<3>;\n.reg .b64 %x;\n\
         ld.param.b64 %x, [a];\nL:\nld.volatile.global.u32 %r1, [%x];\nsetp.eq.u32 %p, %r1, 0;\n@%p bra L;\n\
         st.param.b32 [q], %r1;\nret;\n}\n";
    let body = "sub.u64 %rd3, %rd1, 8;\nsetp.eq.u32 %p1, %r1, 0;\nmov.u32 %r2, 0;\n@%p1 bra FIRST;\n\
         { .param .b64 a; .param .b32 q; st.param.b64 [a], %rd3;\ncall (q), wait, (a);\nld.param.b32 %r2, [q]; }\n\
         FIRST:\nadd.u32 %r2, %r2, 1;\nst.volatile.global.u32 [%rd1], %r2;\n";
    assert_eq!(run(wait, body), (1..=32).collect::<Vec<u64>>());
}
