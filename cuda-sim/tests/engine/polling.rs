//! Loops that wait until memory has changed.

use crate::device::{Device, args};
use cuda_driver_sys::CUresult;

/// A kernel with `body`: `%rd1` is its parameter, `%r1` the block's index, `%r2` the thread's, `%r3` the number of
/// blocks.
fn device(body: &str) -> Device {
    Device::load(&format!(
        ".version 8.3\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 words)\n{{\n\
         .reg .pred %p<8>;\n.reg .b32 %r<16>;\n.reg .b64 %rd<8>;\nld.param.u64 %rd1, [words];\n\
         mov.u32 %r1, %ctaid.x;\nmov.u32 %r2, %tid.x;\nmov.u32 %r3, %nctaid.x;\n{body}\nret;\n}}\n"
    ))
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
    for wait in [
        "",
        "nanosleep.u32 20;",
        "nanosleep.u32 20;\nnanosleep.u32 10;",
    ] {
        for cooperative in [false, true] {
            for (step, last) in [(1, "63"), (-1, "0")] {
                let mut device = device(&chain(step, last, wait));
                device.cooperative = cooperative;
                let words = device.zeroed::<u32>(64);
                device.run("k", 64, 1, args().buffer(&words));
                let mut wanted: Vec<u32> = (1..=64).collect();
                if step == 1 {
                    wanted.reverse();
                }
                assert_eq!(words.read(), wanted, "{wait} {cooperative} {step}");
            }
        }
    }
}

#[test]
fn a_block_waits_while_others_have_barriers_to_go_through() {
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
fn every_lane_of_every_block_gets_a_lock() {
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
fn every_lane_gets_a_lock_again_and_again() {
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
fn lanes_of_a_warp_hand_a_token_round_and_meet_afterwards() {
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
fn lanes_that_leave_a_function_let_the_others_go_on_waiting_in_it() {
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

#[test]
fn a_limit_on_instructions_ends_a_loop_that_looks_in_vain() {
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
            assert_eq!(fault.code, CUresult::CUDA_ERROR_LAUNCH_TIMEOUT, "{fault}");
        }
    }
}
