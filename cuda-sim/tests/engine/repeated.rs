//! Addresses of elements that several accesses share, and that each computes for itself.

use crate::device::{Device, args, numbers};

const HEAD: &str = ".version 8.3\n.target sm_80\n.address_size 64\n\
     .visible .entry k(.param .u64 index, .param .u64 in, .param .u64 out)\n{\n\
     .reg .pred %p<8>;\n.reg .b16 %h<8>;\n.reg .b32 %r<24>;\n.reg .b64 %rd<32>;\n\
     .shared .align 8 .b8 tile[4096];\n\
     ld.param.u64 %rd1, [index];\nld.param.u64 %rd2, [in];\nld.param.u64 %rd3, [out];\nmov.u32 %r1, %tid.x;\n\
     mul.wide.u32 %rd4, %r1, 4;\nadd.s64 %rd5, %rd1, %rd4;\nld.global.u32 %r2, [%rd5];\n\
     add.s64 %rd6, %rd3, %rd4;\nmov.u32 %r9, 0;\n";

/// What 64 threads store, `%r9` of each, when `body` has run with the thread's index in `%r2`; and what is in `in`.
fn run(body: &str, indices: &[u32]) -> (Vec<u32>, Vec<u32>) {
    let device = Device::load(&format!("{HEAD}{body}\nst.global.u32 [%rd6], %r9;\nret;\n}}\n"));
    let memory = numbers(2048, 7);
    let (index, input) = (device.upload(indices), device.upload(&memory));
    let out = device.zeroed::<u32>(64);
    // The array has elements before its first.
    let arguments = args().buffer(&index).value(input.address + 1024 * 4);
    device.run("k", 1, 64, arguments.buffer(&out));
    (out.read(), input.read())
}

/// Indices of all the kinds that the engine distinguishes.
fn shapes() -> Vec<Vec<u32>> {
    vec![
        (7..71).collect(),
        vec![9; 64],
        (0..64).rev().collect(),
        (0..64).map(|t| t * 5).collect(),
        (0..64).map(|t| t % 16 + 64 * (t / 16)).collect(),
        numbers(64, 3).iter().map(|n| n % 500).collect(),
        (0..64).map(|t| (t - 40i32) as u32).collect(),
    ]
}

fn memory() -> Vec<u32> {
    numbers(2048, 7)
}

fn at(index: u32, more: i64) -> usize {
    (1024 + i64::from(index as i32) + more) as usize
}

#[test]
fn several_accesses_share_an_address() {
    for indices in shapes() {
        for guard in ["", "setp.gt.u32 %p1, %r1, 41;\n@%p1 bra END;\n"] {
            let body = format!(
                "{guard}mul.wide.s32 %rd7, %r2, 4;\nadd.s64 %rd8, %rd2, %rd7;\n\
                 ld.global.u32 %r3, [%rd8];\nld.global.u32 %r4, [%rd8+4];\nadd.s32 %r9, %r3, %r4;\n\
                 setp.lt.u32 %p2, %r1, 20;\n@%p2 bra SKIPPED;\nld.global.u32 %r5, [%rd8+-8];\n\
                 xor.b32 %r9, %r9, %r5;\nSKIPPED:\nEND:"
            );
            let expected: Vec<u32> = (0..64usize)
                .map(|t| {
                    let (memory, index) = (memory(), indices[t]);
                    let sum = memory[at(index, 0)].wrapping_add(memory[at(index, 1)]);
                    match t {
                        _ if t > 41 && !guard.is_empty() => 0,
                        ..20 => sum,
                        _ => sum ^ memory[at(index, -2)],
                    }
                })
                .collect();
            assert_eq!(run(&body, &indices).0, expected, "{indices:?} {guard}");
        }
    }
}

#[test]
fn narrow_elements_are_widened_from_a_shared_address() {
    for indices in shapes() {
        let body = "mul.wide.s32 %rd7, %r2, 4;\nadd.s64 %rd8, %rd2, %rd7;\nld.global.s32 %rd9, [%rd8];\n\
             ld.global.u32 %rd10, [%rd8+4];\nadd.s64 %rd11, %rd9, %rd10;\nshr.s64 %rd12, %rd11, 31;\n\
             cvt.u32.u64 %r9, %rd12;";
        let expected: Vec<u32> = (0..64usize)
            .map(|t| {
                let (memory, index) = (memory(), indices[t]);
                let first = i64::from(memory[at(index, 0)] as i32);
                ((first + i64::from(memory[at(index, 1)])) >> 31) as u32
            })
            .collect();
        assert_eq!(run(body, &indices).0, expected, "{indices:?}");
    }
}

#[test]
fn a_place_is_read_and_written_in_turn() {
    // Each thread has a separate place; what it wrote is read again from the same address.
    let indices: Vec<u32> = (0..64u32).map(|t| (t * 37 % 64).wrapping_sub(20)).collect();
    for guard in ["", "setp.gt.u32 %p1, %r1, 50;\n@%p1 bra END;\n"] {
        let body = format!(
            "{guard}mul.wide.s32 %rd7, %r2, 4;\nadd.s64 %rd8, %rd2, %rd7;\nld.global.u32 %r3, [%rd8];\n\
             add.s32 %r3, %r3, 5;\nst.global.u32 [%rd8], %r3;\nld.global.u32 %r9, [%rd8];\nEND:"
        );
        let (out, changed) = run(&body, &indices);
        let mut expected = memory();
        for t in 0..64 {
            let runs = t <= 50 || guard.is_empty();
            if runs {
                let place = &mut expected[at(indices[t], 0)];
                *place = place.wrapping_add(5);
            }
            let value = if runs { expected[at(indices[t], 0)] } else { 0 };
            assert_eq!(out[t], value, "thread {t}");
        }
        assert_eq!(changed, expected);
    }
}

#[test]
fn an_index_may_change_between_accesses() {
    for indices in shapes() {
        // Behind the second access of each turn, and between address and access.
        for (before, after) in [("", "add.s32 %r2, %r2, 3;"), ("add.s32 %r2, %r2, 3;", "")] {
            let body = format!(
                "mov.u32 %r10, 0;\nTURN:\nmul.wide.s32 %rd7, %r2, 4;\nadd.s64 %rd8, %rd2, %rd7;\n\
                 ld.global.u32 %r3, [%rd8];\n{before}\nld.global.u32 %r4, [%rd8+4];\n{after}\n\
                 add.s32 %r9, %r9, %r3;\nxor.b32 %r9, %r9, %r4;\nadd.s32 %r10, %r10, 1;\n\
                 setp.lt.u32 %p2, %r10, 4;\n@%p2 bra TURN;"
            );
            let memory = memory();
            let expected: Vec<u32> = (0..64usize)
                .map(|t| {
                    (0..4).fold(0u32, |sum, turn| {
                        let sum = sum.wrapping_add(memory[at(indices[t], 3 * turn)]);
                        sum ^ memory[at(indices[t], 3 * turn + 1)]
                    })
                })
                .collect();
            assert_eq!(run(&body, &indices).0, expected, "{indices:?} {before}");
        }
    }
}

#[test]
fn bytes_are_elements_too() {
    for indices in shapes() {
        for (kind, signed) in [("u8", false), ("s8", true)] {
            let body = format!(
                "cvt.s64.s32 %rd7, %r2;\nadd.s64 %rd8, %rd2, %rd7;\nld.global.{kind} %r3, [%rd8];\n\
                 ld.global.{kind} %h1, [%rd8+1];\ncvt.u32.u16 %r4, %h1;\n\
                 shl.b32 %r4, %r4, 16;\nxor.b32 %r9, %r3, %r4;"
            );
            let bytes: Vec<u8> = memory().iter().flat_map(|word| word.to_le_bytes()).collect();
            let expected: Vec<u32> = (0..64usize)
                .map(|t| {
                    let byte = |more: i64| {
                        let byte = bytes[(4096 + i64::from(indices[t] as i32) + more) as usize];
                        if signed { byte as i8 as u32 } else { u32::from(byte) }
                    };
                    byte(0) ^ byte(1) << 16
                })
                .collect();
            assert_eq!(run(&body, &indices).0, expected, "{indices:?} {kind}");
        }
    }
}

#[test]
fn shared_memory_has_elements_of_eight_bytes() {
    let body = "mul.wide.u32 %rd9, %r1, 8;\nmov.u64 %rd10, tile;\nadd.s64 %rd11, %rd10, %rd9;\n\
         mov.b64 %rd12, {%r2, %r1};\nst.shared.u64 [%rd11+512], %rd12;\nadd.s64 %rd12, %rd12, 1;\n\
         st.shared.u64 [%rd11], %rd12;\nbar.sync 0;\nxor.b32 %r11, %r1, 37;\nmul.wide.s32 %rd13, %r11, 8;\n\
         add.s64 %rd14, %rd10, %rd13;\nld.shared.u64 %rd15, [%rd14];\nld.shared.u64 %rd16, [%rd14+512];\n\
         sub.s64 %rd17, %rd15, %rd16;\nshr.u64 %rd18, %rd15, 32;\nmad.lo.s64 %rd18, %rd18, 16, %rd17;\n\
         cvt.u32.u64 %r9, %rd18;";
    let indices: Vec<u32> = (0..64).collect();
    let expected: Vec<u32> = (0..64u32).map(|t| (t ^ 37) * 16 + 1).collect();
    assert_eq!(run(body, &indices).0, expected);
}

#[test]
fn a_branch_over_a_branch_is_one_branch() {
    let body = "and.b32 %r10, %r2, 3;\nsetp.eq.u32 %p1, %r10, 1;\n@%p1 bra ONE;\nbra.uni OTHERS;\n\
         ONE:\nadd.s32 %r9, %r2, 100;\nbra.uni END;\nOTHERS:\nsetp.gt.u32 %p2, %r10, 1;\n@!%p2 bra NONE;\n\
         bra.uni MORE;\nNONE:\nadd.s32 %r9, %r2, 200;\nbra.uni END;\nMORE:\nadd.s32 %r9, %r2, 300;\nEND:";
    for indices in shapes() {
        let expected: Vec<u32> = indices
            .iter()
            .map(|&index| {
                index.wrapping_add(match index & 3 {
                    1 => 100,
                    0 => 200,
                    _ => 300,
                })
            })
            .collect();
        assert_eq!(run(body, &indices).0, expected, "{indices:?}");
    }
}

#[test]
fn an_array_that_is_converted_from_itself_compiles() {
    // The base is read before it is written, so that nothing is known of it; the accesses are not executed.
    for chain in [
        "cvta.to.global.u64 %rd8, %rd8;",
        "cvta.to.global.u64 %rd8, %rd9;\ncvta.to.global.u64 %rd9, %rd8;",
    ] {
        let body = format!(
            "{chain}\nmul.wide.s32 %rd10, %r2, 4;\nadd.s64 %rd11, %rd8, %rd10;\n\
             setp.lt.u32 %p1, %r1, 64;\n@%p1 bra END;\n\
             ld.global.u32 %r3, [%rd11];\nld.global.u32 %r4, [%rd11+4];\nadd.s32 %r9, %r3, %r4;\nEND:"
        );
        let indices = [1; 64];
        assert_eq!(run(&body, &indices).0, vec![0; 64], "{chain}");
    }
}

#[test]
fn an_access_at_the_head_of_a_loop_uses_the_address_from_before_the_loop() {
    let body = "mul.wide.u32 %rd9, %r2, 4;\nmov.u64 %rd10, tile;\nmov.u32 %r10, 3;\nadd.s64 %rd11, %rd10, %rd9;\n\
         LOOP:\nst.shared.u32 [%rd11], %r10;\nadd.s32 %r10, %r10, -1;\nsetp.ne.s32 %p1, %r10, 0;\n\
         @%p1 bra LOOP;\nbar.sync 0;\nmul.wide.u32 %rd12, %r1, 4;\nadd.s64 %rd13, %rd10, %rd12;\n\
         ld.shared.u32 %r9, [%rd13];";
    for indices in [(0..64).collect::<Vec<u32>>(), (0..64).map(|t| t * 5 % 64).collect()] {
        assert_eq!(run(body, &indices).0, vec![1; 64], "{indices:?}");
    }
}
