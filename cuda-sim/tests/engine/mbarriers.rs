//! Barriers in shared memory, which complete one phase after the other.

use crate::device::{Device, args};

/// Runs one thread, with the address of a barrier that two arrivals complete in `%r2`, and returns the predicate `%p1`
/// after each `SHOW`.
fn shown(body: &str) -> Vec<bool> {
    let shows = body.matches("SHOW").count();
    let show = "selp.b32 %r3, 1, 0, %p1;\nst.global.u32 [%rd1], %r3;\nadd.u64 %rd1, %rd1, 4;";
    let body = body.replace("SHOW", show);
    let ptx = format!(
        ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 out)\n{{\n\
         .shared .align 8 .b64 bar;\n.reg .pred %p<3>;\n.reg .b32 %r<8>;\n.reg .b64 %rd<8>;\n\
         ld.param.u64 %rd1, [out];\nmov.u32 %r2, bar;\nmbarrier.init.shared.b64 [%r2], 2;\n{body}\nret;\n}}\n"
    );
    let device = Device::load(&ptx);
    let out = device.zeroed::<u32>(shows);
    device.run("k", 1, 1, args().buffer(&out));
    out.read().into_iter().map(|flag| flag == 1).collect()
}

#[test]
fn a_wait_for_a_parity_ends_with_its_phase() {
    for wait in ["test_wait", "try_wait"] {
        for parity in ["PARITY", "%r4"] {
            let both = |even: &str| {
                ["0", "1"].map(|number| {
                    let operand = parity.replace("PARITY", number);
                    format!("mov.u32 %r4, {number};\nmbarrier.{wait}.parity.shared.b64 %p1, [%r2], {operand};\nSHOW\n")
                })
                .concat()
                    + even
            };
            let arrive = "mbarrier.arrive.shared.b64 _, [%r2];\n";
            // The phase before the first counts as odd, and as completed.
            let body = [
                both(arrive),
                both(arrive),
                both("mbarrier.arrive.shared.b64 _, [%r2], 2;\n"),
                both(""),
            ];
            let expected = [[false, true], [false, true], [true, false], [false, true]];
            assert_eq!(shown(&body.concat()), expected.concat(), "{wait} {parity}");
        }
    }
}

#[test]
fn a_wait_for_a_state_ends_with_the_phase_that_it_is_of() {
    let wait = "mbarrier.test_wait.shared.b64 %p1, [%r2], %rd2;\nSHOW\n";
    let body = format!(
        "mbarrier.arrive.shared.b64 %rd2, [%r2];\n{wait}mbarrier.arrive.shared.b64 %rd3, [%r2];\n{wait}\
         mbarrier.arrive.shared.b64 %rd2, [%r2];\n{wait}\
         mbarrier.arrive_drop.shared.b64 _, [%r2];\n{wait}\
         mbarrier.arrive.shared.b64 %rd2, [%r2];\n{wait}"
    );
    // After one thread less takes part, one arrival is a phase.
    assert_eq!(shown(&body), [false, true, false, true, true]);
}
