//! Loops that wait until memory has changed.

use crate::device::{Device, args};
use cuda_sim_engine::ErrorCode;
use std::time::Duration;

/// A kernel with `body`: `%rd1` is its parameter, `%r1` the block's index, `%r2` the thread's, `%r3` the number of
/// blocks.
fn device(body: &str) -> Device {
    let mut device = Device::load(&format!(
        ".version 8.3\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 words)\n{{\n\
         .reg .pred %p<8>;\n.reg .b32 %r<16>;\n.reg .b64 %rd<8>;\nld.param.u64 %rd1, [words];\n\
         mov.u32 %r1, %ctaid.x;\nmov.u32 %r2, %tid.x;\nmov.u32 %r3, %nctaid.x;\n{body}\nret;\n}}\n"
    ));
    // A worker that waits for others spends instructions, 2³² in half a second, for which a busy machine may not run them.
    device.limits.fuel = Some(1 << 37);
    device
}

/// Each block waits for the flag of the next or previous one, and then sets its own to one more.
fn chain(step: i32, last: &str, wait: &str) -> String {
    format!(
        "mul.wide.u32 %rd2, %r1, 4;\nadd.s64 %rd3, %rd1, %rd2;\nmov.u32 %r5, 0;\nsetp.eq.u32 %p1, %r1, {last};\n\
         @%p1 bra SET;\nWAIT:\n{wait}\nld.volatile.global.u32 %r5, [%rd3+{offset}];\nsetp.eq.u32 %p2, %r5, 0;\n\
         @%p2 bra WAIT;\nSET:\nadd.u32 %r5, %r5, 1;\nst.volatile.global.u32 [%rd3], %r5;\n",
        offset = 4 * step,
    )
}

#[test]
fn blocks_wait_for_the_next_and_for_the_previous_one() {
    // The second one waits twice, longer the first time, so that it never stops where it began.
    for wait in ["", "nanosleep.u32 20;", "nanosleep.u32 20;\nnanosleep.u32 10;"] {
        for cooperative in [false, true] {
            for (step, last) in [(1, "63"), (-1, "0")] {
                let mut device = device(&chain(step, last, wait));
                device.cooperative = cooperative;
                let words = device.zeroed::<u32>(64);
                device.run("k", 64, 1, args().buffer(&words));
                let mut expected: Vec<u32> = (1..=64).collect();
                if step == 1 {
                    expected.reverse();
                }
                assert_eq!(words.read(), expected, "{wait} {cooperative} {step}");
            }
        }
    }
}

#[test]
fn every_thread_sleeps_as_long_as_it_says_and_no_longer_than_a_millisecond() {
    let body = "mov.u64 %rd4, %globaltimer;\nmov.u32 %r4, 0;\nmov.u32 %r5, 0xffffffff;\nSLEEP:\nnanosleep.u32 %r5;\n\
                nanosleep.u32 400000;\nadd.u32 %r4, %r4, 1;\nsetp.lt.u32 %p1, %r4, 5;\n@%p1 bra SLEEP;\n\
                mov.u64 %rd5, %globaltimer;\nsub.u64 %rd5, %rd5, %rd4;\nmov.u32 %r6, %ntid.x;\n\
                mad.lo.u32 %r6, %r1, %r6, %r2;\nmul.wide.u32 %rd6, %r6, 8;\nadd.u64 %rd6, %rd1, %rd6;\n\
                st.global.u64 [%rd6], %rd5;\n";
    let mut device = device(body);
    device.checks.schedules = false; // in which a sleep is a turn
    let times = device.zeroed::<u64>(4 * 70);
    device.run("k", 4, 70, args().buffer(&times));
    // They sleep at the same time, so that a busy machine alone makes it longer.
    let times = times.read();
    assert!(times.iter().all(|time| *time >= 6_900_000), "{times:?}");
}

#[test]
fn a_block_polls_while_others_pass_barriers() {
    let body = "setp.eq.u32 %p1, %r1, 0;\n@%p1 bra WAIT;\nmov.u32 %r4, 0;\nWORK:\nbar.sync 0;\nadd.u32 %r4, %r4, 1;\n\
         setp.lt.u32 %p2, %r4, 5000;\n@%p2 bra WORK;\natom.global.add.u32 %r5, [%rd1], 1;\nret;\n\
         WAIT:\nld.acquire.gpu.global.u32 %r6, [%rd1];\nadd.u32 %r7, %r3, -1;\nmul.lo.u32 %r7, %r7, 64;\n\
         setp.ne.u32 %p3, %r6, %r7;\n@%p3 bra WAIT;\nadd.u32 %r8, %r6, 1;\nst.global.u32 [%rd1+4], %r8;\n";
    for cooperative in [false, true] {
        let mut device = device(body);
        device.cooperative = cooperative;
        let words = device.zeroed::<u32>(2);
        device.run("k", 8, 64, args().buffer(&words));
        assert_eq!(words.read(), [7 * 64, 7 * 64 + 1], "{cooperative}");
    }
}

#[test]
fn every_lane_of_every_block_acquires_a_lock() {
    let body = "LOCK:\natom.global.cas.b32 %r4, [%rd1], 0, 1;\nsetp.ne.u32 %p1, %r4, 0;\n@%p1 bra LOCK;\n\
         ld.volatile.global.u32 %r5, [%rd1+4];\nadd.u32 %r5, %r5, 1;\nst.volatile.global.u32 [%rd1+4], %r5;\n\
         membar.gl;\natom.global.exch.b32 %r6, [%rd1], 0;\n";
    for cooperative in [false, true] {
        let mut device = device(body);
        device.cooperative = cooperative;
        let words = device.zeroed::<u32>(2);
        device.run("k", 9, 70, args().buffer(&words));
        assert_eq!(words.read(), [0, 9 * 70], "{cooperative}");
    }
}

#[test]
fn every_lane_acquires_a_lock_repeatedly() {
    // Once in ten turns a lane waits for others in between.
    let body = "mov.u32 %r7, 0;\nTURN:\nLOCK:\natom.global.cas.b32 %r4, [%rd1], 0, 1;\nsetp.ne.u32 %p1, %r4, 0;\n\
         @%p1 bra LOCK;\nmembar.gl;\nld.volatile.global.u32 %r5, [%rd1+4];\nadd.u32 %r5, %r5, 1;\n\
         st.volatile.global.u32 [%rd1+4], %r5;\nmembar.gl;\natom.global.exch.b32 %r6, [%rd1], 0;\n\
         rem.u32 %r8, %r7, 10;\nsetp.ne.u32 %p2, %r8, 0;\n@%p2 bra NEXT;\nbarrier.sync 0;\nNEXT:\n\
         add.u32 %r7, %r7, 1;\nsetp.lt.u32 %p3, %r7, 100;\n@%p3 bra TURN;\n";
    for cooperative in [false, true] {
        let mut device = device(body);
        device.cooperative = cooperative;
        let words = device.zeroed::<u32>(2);
        device.run("k", 3, 70, args().buffer(&words));
        assert_eq!(words.read(), [0, 3 * 70 * 100], "{cooperative}");
    }
}

#[test]
fn lanes_of_a_warp_pass_a_token_and_reconverge() {
    // Each lane has its turn twenty times, in either order, and then gets what the last lane stored last.
    for order in ["mov.u32 %r8, %r2;", "xor.b32 %r8, %r2, 31;"] {
        for seed in std::iter::once(None).chain((0..8).map(Some)) {
            let mut device = device(&format!(
                "{order}\nmov.u32 %r7, 0;\nTURN:\nWAIT:\nld.volatile.global.u32 %r5, [%rd1];\nand.b32 %r6, %r5, 31;\n\
                 setp.ne.u32 %p1, %r6, %r8;\n@%p1 bra WAIT;\nadd.u32 %r5, %r5, 1;\nmembar.gl;\n\
                 st.volatile.global.u32 [%rd1], %r5;\nadd.u32 %r7, %r7, 1;\nsetp.lt.u32 %p2, %r7, 20;\n\
                 @%p2 bra TURN;\nshfl.sync.idx.b32 %r9, %r5, 31, 31, -1;\n\
                 atom.global.add.u32 %r10, [%rd1+4], %r9;\n"
            ));
            device.seed = seed;
            device.limits.fuel = Some(1 << 26);
            let words = device.zeroed::<u32>(2);
            device.run("k", 1, 32, args().buffer(&words));
            let last = if order.starts_with("mov") { 640 } else { 609 };
            assert_eq!(words.read(), [640, 32 * last], "{order} {seed:?}");
        }
    }
}

#[test]
fn lanes_that_return_leave_others_polling_in_the_function() {
    for order in ["mov.u32 %r8, %r2;", "xor.b32 %r8, %r2, 31;"] {
        for seed in std::iter::once(None).chain((0..8).map(Some)) {
            let mut device = Device::load(&format!(
                ".version 8.3\n.target sm_80\n.address_size 64\n\
                 .func (.param .b32 got) wait(.param .b64 word, .param .b32 wanted)\n{{\n\
                 .reg .pred %p<2>;\n.reg .b32 %r<4>;\n.reg .b64 %rd<2>;\n\
                 ld.param.u64 %rd1, [word];\nld.param.u32 %r1, [wanted];\n\
                 WAIT:\nld.volatile.global.u32 %r2, [%rd1];\nsetp.ne.u32 %p1, %r2, %r1;\n@%p1 bra WAIT;\n\
                 st.param.b32 [got], %r2;\nret;\n}}\n\
                 .visible .entry k(.param .u64 words)\n{{\n\
                 .reg .b32 %r<12>;\n.reg .b64 %rd<4>;\n.param .b64 a;\n.param .b32 b;\n.param .b32 c;\n\
                 ld.param.u64 %rd1, [words];\nmov.u32 %r2, %tid.x;\n{order}\n\
                 st.param.b64 [a], %rd1;\nst.param.b32 [b], %r8;\ncall (c), wait, (a, b);\nld.param.b32 %r5, [c];\n\
                 add.u32 %r6, %r5, 1;\nst.volatile.global.u32 [%rd1], %r6;\n\
                 shfl.sync.bfly.b32 %r9, %r5, 31, 31, -1;\nadd.u32 %r9, %r9, %r5;\n\
                 atom.global.add.u32 %r10, [%rd1+4], %r9;\nret;\n}}\n"
            ));
            device.seed = seed;
            device.limits.fuel = Some(1 << 26);
            let words = device.zeroed::<u32>(2);
            device.run("k", 1, 32, args().buffer(&words));
            assert_eq!(words.read(), [32, 32 * 31], "{order} {seed:?}");
        }
    }
}

/// Instructions of whole warps, each with its target and the number of threads. `%r10` depends on the thread, and
/// `%rd4` points to shared memory. The result is `%r11`, which depends on other lanes' `%r10`.
const OF_WHOLE_WARPS: [(&str, u32, &str); 10] = [
    (
        "sm_75",
        32,
        "mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32 {%r20, %r21}, {%r10}, {%r10}, {%r10, %r1};\n\
         xor.b32 %r11, %r20, %r21;",
    ),
    // Volta's, for four groups of lanes.
    (
        "sm_70",
        32,
        "and.b32 %r12, %r10, 0x3fff3fff;\nmma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32 \
         {%f0, %f1, %f2, %f3, %f4, %f5, %f6, %f7}, {%r12, %r12}, {%r12, %r12}, \
         {%f8, %f8, %f8, %f8, %f8, %f8, %f8, %f8};\nadd.f32 %f0, %f0, %f7;\nmov.b32 %r11, %f0;",
    ),
    (
        "sm_75",
        32,
        "setp.ne.u32 %p5, %r10, 0;\n@%p5 mma.sync.aligned.m8n8k16.row.col.s32.u8.u8.s32 \
         {%r11, %r21}, {%r10}, {%r10}, {%r1, %r1};",
    ),
    (
        "sm_75",
        32,
        "st.shared.u32 [%rd6], %r10;\nst.shared.u32 [%rd6+128], %r10;\n\
         wmma.load.a.sync.aligned.col.m16n16k16.shared.u8 {%r20, %r21}, [%rd4];\nxor.b32 %r11, %r20, %r21;",
    ),
    (
        "sm_75",
        32,
        "wmma.mma.sync.aligned.row.col.m16n16k16.s32.u8.u8.s32 {%r20, %r21, %r22, %r23, %r24, %r25, %r26, %r27}, \
         {%r10, %r10}, {%r10, %r10}, {%r1, %r1, %r1, %r1, %r1, %r1, %r1, %r1};\nxor.b32 %r11, %r20, %r27;",
    ),
    (
        "sm_75",
        32,
        "wmma.store.d.sync.aligned.row.m16n16k16.shared.s32 [%rd4], {%r10, %r1, %r10, %r1, %r10, %r1, %r10, %r1};\n\
         ld.shared.u32 %r11, [%rd5+896];",
    ),
    (
        "sm_75",
        32,
        "st.shared.u32 [%rd6], %r10;\nldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%r11}, [%rd7];",
    ),
    (
        "sm_90",
        32,
        "stmatrix.sync.aligned.m8n8.x1.trans.shared.b16 [%rd7], {%r10};\nld.shared.u32 %r11, [%rd5];",
    ),
    ("sm_75", 32, "movmatrix.sync.aligned.m8n8.trans.b16 %r11, %r10;"),
    (
        "sm_90a",
        128,
        "st.shared.u32 [%rd6], 0x3c003800;\nst.shared.u32 [%rd6+128], 0x3c003800;\nfence.proxy.async;\n\
         cvt.u32.u64 %r12, %rd4;\nshr.u32 %r12, %r12, 4;\ncvt.u64.u32 %rd8, %r12;\nor.b64 %rd8, %rd8, 0x1000080000;\n\
         and.b32 %r12, %r10, 0x3fff3fff;\nsetp.eq.u32 %p5, 0, 0;\nwgmma.fence.sync.aligned;\n\
         wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f0, %f1, %f2, %f3}, {%r12, %r12, %r12, %r12}, %rd8, %p5, \
         1, 1, 0;\nwgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;\nadd.f32 %f0, %f0, %f3;\n\
         mov.b32 %r11, %f0;",
    ),
];

/// Returns a kernel that executes `before`, in which `%r2` is the lane and `%rd1` points to a word of the warp, and
/// then `body`.
fn kernel_of_whole_warps(target: &str, before: &str, body: &str) -> String {
    format!(
        ".version 8.3\n.target {target}\n.address_size 64\n.visible .entry k(.param .u64 words, .param .u64 out)\n{{\n\
         .reg .pred %p<8>;\n.reg .b32 %r<32>;\n.reg .f32 %f<12>;\n.reg .b64 %rd<12>;\n\
         .shared .align 1024 .b8 tile[1024];\nld.param.u64 %rd1, [words];\nld.param.u64 %rd2, [out];\n\
         mov.u32 %r1, %tid.x;\nand.b32 %r2, %r1, 31;\nshr.u32 %r3, %r1, 5;\nmul.wide.u32 %rd3, %r3, 4;\n\
         add.s64 %rd1, %rd1, %rd3;\nmul.wide.u32 %rd3, %r1, 4;\nadd.s64 %rd2, %rd2, %rd3;\nmov.u64 %rd4, tile;\n\
         mul.wide.u32 %rd6, %r2, 4;\nadd.s64 %rd6, %rd4, %rd6;\nxor.b32 %r4, %r2, 31;\n\
         mul.wide.u32 %rd5, %r4, 4;\nadd.s64 %rd5, %rd4, %rd5;\nand.b32 %r4, %r2, 7;\n\
         mul.wide.u32 %rd7, %r4, 16;\nadd.s64 %rd7, %rd4, %rd7;\nmov.f32 %f8, 0f3f000000;\n\
         {before}\nmad.lo.u32 %r10, %r1, 0x1030507, 0xb0d1113;\n{body}\nst.global.u32 [%rd2], %r11;\nEND:\nret;\n}}\n"
    )
}

/// A loop that the lanes of a warp leave one after the other, in the order in `%r5`, or together if the fifth
/// word is 0.
const LEAVE_IN_TURN: &str = "ld.param.u64 %rd10, [words];\nld.global.u32 %r7, [%rd10+16];\nmul.lo.u32 %r5, %r5, %r7;\n\
     WAIT:\nld.volatile.global.u32 %r6, [%rd1];\nsetp.ne.u32 %p1, %r6, %r5;\n@%p1 bra WAIT;\n\
     add.u32 %r6, %r5, 1;\nst.volatile.global.u32 [%rd1], %r6;";

/// Asserts that instructions of whole warps have the same results whether `lanes` lanes leave a loop in turn or
/// together. All lanes execute `before`, and after the loop `after`.
fn check_whole_warps(lanes: u32, before: &str, after: &str) {
    for (target, threads, body) in OF_WHOLE_WARPS {
        for order in ["mov.u32 %r5, %r2;".into(), format!("sub.u32 %r5, {}, %r2;", lanes - 1)] {
            let mut device = Device::load(&kernel_of_whole_warps(
                target,
                &format!("{before}\n{order}\n{LEAVE_IN_TURN}"),
                &format!("{after}\n{body}"),
            ));
            device.limits.fuel = Some(1 << 26);
            let run = |device: &Device, in_turn: u32| {
                let words = device.upload(&[0, 0, 0, 0, in_turn]);
                let out = device.zeroed::<u32>(128);
                device.run("k", 1, threads, args().buffer(&words).buffer(&out));
                out.read()
            };
            let expected = run(&device, 0);
            for seed in std::iter::once(None).chain((0..4).map(Some)) {
                device.seed = seed;
                assert_eq!(run(&device, 1), expected, "{body} {order} {seed:?}");
            }
        }
    }
}

#[test]
fn matrix_instructions_wait_for_all_lanes_of_a_warp() {
    check_whole_warps(32, "", "");
}

#[test]
fn matrix_instructions_do_not_wait_for_lanes_that_have_exited() {
    let before = "setp.ge.u32 %p2, %r2, 24;\n@%p2 bra END;";
    check_whole_warps(24, before, "");
    // One exits while others wait.
    check_whole_warps(24, before, "setp.eq.u32 %p3, %r2, 5;\n@%p3 bra END;");
}

#[test]
fn matrix_instructions_that_some_lanes_never_execute_end_the_launch() {
    for (target, threads, body) in OF_WHOLE_WARPS {
        let fault = |before: &str, body: &str| {
            let mut device = Device::load(&kernel_of_whole_warps(target, before, body));
            device.limits.fuel = Some(1 << 20);
            let (words, out) = (device.zeroed::<u32>(5), device.zeroed::<u32>(128));
            let result = device.try_run("k", 1, threads, args().buffer(&words).buffer(&out));
            let fault = result.expect_err(body);
            assert_eq!(fault.code, ErrorCode::CUDA_ERROR_LAUNCH_TIMEOUT, "{fault}");
            fault.report
        };
        let endless = "setp.eq.u32 %p1, %r2, 7;\nAGAIN:\n@%p1 bra AGAIN;";
        assert!(fault(endless, body).contains("limit"), "{body}");
        let elsewhere = "setp.eq.u32 %p1, %r2, 7;\n@%p1 barrier.sync 1;";
        let report = fault(elsewhere, body);
        assert!(report.contains("for the other lanes of its warp"), "{report}");
        // At two places of the program.
        let branches = format!(
            "setp.lt.u32 %p1, %r2, 9;\n@%p1 bra OTHER;\n{body}\nbra.uni END;\nOTHER:\n{body}"
        );
        let report = fault("", &branches);
        assert!(report.contains("for the other lanes of its warp"), "{report}");
    }
}

#[test]
fn lanes_in_different_calls_do_not_execute_a_matrix_instruction_together() {
    let device = Device::load(
        ".version 8.3\n.target sm_75\n.address_size 64\n\
         .func (.param .b32 got) turn(.param .b32 value)\n{\n.reg .b32 %r<4>;\nld.param.u32 %r1, [value];\n\
         movmatrix.sync.aligned.m8n8.trans.b16 %r2, %r1;\nst.param.b32 [got], %r2;\nret;\n}\n\
         .visible .entry k(.param .u64 out)\n{\n.reg .pred %p<2>;\n.reg .b32 %r<4>;\n.param .b32 a;\n\
         .param .b32 b;\nmov.u32 %r1, %tid.x;\nst.param.b32 [a], %r1;\nsetp.lt.u32 %p1, %r1, 9;\n\
         @%p1 bra OTHER;\ncall (b), turn, (a);\nbra.uni END;\nOTHER:\ncall (b), turn, (a);\nEND:\nret;\n}\n",
    );
    let out = device.zeroed::<u32>(32);
    let fault = device.try_run("k", 1, 32, args().buffer(&out));
    let fault = fault.expect_err("the calls wait for each other");
    assert_eq!(fault.code, ErrorCode::CUDA_ERROR_LAUNCH_TIMEOUT, "{fault}");
    assert!(fault.report.contains("function turn, PTX line 8"), "{fault}");
}

#[test]
fn an_instruction_limit_ends_a_polling_loop() {
    for wait in ["", "nanosleep.u32 20;"] {
        for cooperative in [false, true] {
            let body = format!(
                "WAIT:\n{wait}\nld.volatile.global.u32 %r5, [%rd1];\nsetp.eq.u32 %p2, %r5, 0;\n@%p2 bra WAIT;\n"
            );
            let mut device = device(&body);
            device.cooperative = cooperative;
            device.limits.fuel = Some(100_000);
            let words = device.zeroed::<u32>(1);
            let fault = device.try_run("k", 3, 64, args().buffer(&words));
            let fault = fault.expect_err("it never ends");
            assert_eq!(fault.code, ErrorCode::CUDA_ERROR_LAUNCH_TIMEOUT, "{fault}");
        }
    }
}

#[test]
fn a_launch_that_takes_long_is_reported_once() {
    for (patience, expected) in [(Duration::ZERO, vec!["k"]), (Duration::MAX, vec![])] {
        let body = "WAIT:\nld.volatile.global.u32 %r5, [%rd1];\nsetp.eq.u32 %p2, %r5, 0;\n@%p2 bra WAIT;\n";
        let mut device = device(body);
        (device.limits.fuel, device.limits.patience) = (Some(1 << 26), patience);
        let words = device.zeroed::<u32>(1);
        let fault = device.try_run("k", 3, 64, args().buffer(&words));
        fault.expect_err("it never ends");
        assert_eq!(device.long_ones(), expected);
    }
}
