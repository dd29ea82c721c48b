//! Instructions that are executed together with the one after them.

use crate::device::{Device, args, numbers};

/// Returns two arrays after each of 64 threads has copied an element of `width` bytes: from after the one with its
/// index to the one with its thread number in the first array, and to the one with its index in the second.
fn copy_by_index(kind: &str, width: u32, indices: &[u32], guard: &str) -> (Vec<u32>, Vec<u32>) {
    let register = if width == 8 { "%wide" } else { "%narrow" };
    let ptx = format!(
        ".version 8.3\n.target sm_80\n.address_size 64\n\
         .visible .entry k(.param .u64 index, .param .u64 in, .param .u64 out, .param .u64 to)\n{{\n\
         .reg .pred %p, %q;\n.reg .b32 %r<4>, %narrow;\n.reg .b64 %rd<16>, %wide;\n\
         ld.param.u64 %rd1, [index];\nld.param.u64 %rd2, [in];\nld.param.u64 %rd3, [out];\n\
         ld.param.u64 %rd4, [to];\nmov.u32 %r1, %tid.x;\n{guard}\n\
         mul.wide.u32 %rd5, %r1, 4;\nadd.s64 %rd6, %rd1, %rd5;\nld.global.u32 %r2, [%rd6];\n\
         mul.wide.{kind} %rd7, %r2, {width};\nmul.wide.u32 %rd9, %r1, {width};\n\
         add.s64 %rd8, %rd7, %rd2;\nadd.s64 %rd10, %rd9, %rd3;\n\
         ld.global.b{bits} {register}, [%rd8+{width}];\nst.global.b{bits} [%rd10], {register};\n\
         mul.wide.{kind} %rd11, %r2, {width};\nadd.s64 %rd12, %rd4, %rd11;\nst.global.b{bits} [%rd12], {register};\n\
         DONE:\nret;\n}}\n",
        bits = width * 8,
    );
    let device = Device::load(&ptx);
    let index = device.upload(indices);
    let memory: Vec<u32> = numbers(4096, 5);
    let (input, out) = (device.upload(&memory), device.zeroed::<u32>(256));
    let to = device.zeroed::<u32>(4096);
    // Both arrays have elements before the first, for negative indices.
    let arguments = args().buffer(&index).value(input.address + 2048 * 4);
    let arguments = arguments.buffer(&out).value(to.address + 2048 * 4);
    device.run("k", 1, indices.len() as u32, arguments);
    (out.read(), to.read())
}

/// Returns the expected result of [`copy_by_index`].
fn expected(signed: bool, width: u32, indices: &[u32], active: usize) -> (Vec<u32>, Vec<u32>) {
    let memory = numbers(4096, 5);
    let (mut out, mut to) = (vec![0; 256], vec![0; 4096]);
    for (thread, &index) in indices.iter().enumerate().take(active) {
        let words = width as usize / 4;
        let index = if signed { i64::from(index as i32) } else { i64::from(index) };
        let at = |more: i64| (2048 + (index + more) * words as i64) as usize;
        for word in 0..words {
            let value = memory[at(1) + word];
            out[thread * words + word] = value;
            to[at(0) + word] = value;
        }
    }
    (out, to)
}

#[test]
fn elements_are_found_whatever_their_indices() {
    let shapes: [(&str, Vec<u32>); 6] = [
        ("consecutive", (7..71).collect()),
        ("the same", vec![9; 64]),
        ("backward", (0..64).rev().collect()),
        ("apart", (0..64).map(|t| t * 5).collect()),
        ("scattered", numbers(64, 3).iter().map(|n| n % 500).collect()),
        ("negative", (0..64).map(|t| (t - 40i32) as u32).collect()),
    ];
    for (name, indices) in &shapes {
        for width in [4, 8] {
            for kind in ["u32", "s32"] {
                if *name == "negative" && kind == "u32" {
                    continue;
                }
                for active in [64, 50] {
                    let guard = format!("setp.ge.u32 %p, %r1, {active};\n@%p bra DONE;");
                    let actual = copy_by_index(kind, width, indices, &guard);
                    let expected = expected(kind == "s32", width, indices, active);
                    assert!(actual == expected, "{name} {kind} {width} {active}");
                }
            }
        }
    }
}

#[test]
fn an_element_outside_its_array_is_a_fault() {
    let ptx = ".version 8.3\n.target sm_80\n.address_size 64\n\
         .visible .entry k(.param .u64 in, .param .u32 first)\n{\n\
         .reg .b32 %r<4>;\n.reg .b64 %rd<4>;\nld.param.u64 %rd1, [in];\nld.param.u32 %r3, [first];\n\
         mov.u32 %r1, %tid.x;\nadd.u32 %r1, %r1, %r3;\nmul.wide.u32 %rd2, %r1, 4;\nadd.s64 %rd3, %rd1, %rd2;\n\
         ld.global.u32 %r2, [%rd3];\nst.global.u32 [%rd1], %r2;\nret;\n}\n";
    let device = Device::load(ptx);
    let buffer = device.zeroed::<u32>(64);
    device.run("k", 1, 32, args().buffer(&buffer).value(32u32));
    let last = args().buffer(&buffer).value(33u32);
    let fault = device.try_run("k", 1, 32, last).expect_err("a fault");
    assert!(fault.report.contains("ld.global") || fault.report.contains("load"), "{fault}");
    // The indices wrap at 32 bits, and the addresses don't.
    let round = args().buffer(&buffer).value(u32::MAX - 3);
    device.try_run("k", 1, 32, round).expect_err("a fault");
}

#[test]
fn a_comparison_combined_with_a_branch_keeps_its_result() {
    let ptx = ".version 8.3\n.target sm_80\n.address_size 64\n\
         .visible .entry k(.param .u64 out)\n{\n.reg .pred %p<4>;\n.reg .b32 %r<6>;\n.reg .b64 %rd<4>;\n\
         ld.param.u64 %rd1, [out];\nmov.u32 %r1, %tid.x;\nmov.u32 %r2, 0;\nmov.u32 %r3, 0;\n\
         LOOP:\nadd.u32 %r2, %r2, 1;\nsetp.lt.u32 %p1, %r2, %r1;\n@!%p1 bra OUT;\nadd.u32 %r3, %r3, %r2;\n\
         setp.ne.s32 %p2, %r2, 20;\n@%p2 bra LOOP;\nOUT:\nselp.u32 %r4, 1000, 0, %p1;\nadd.u32 %r3, %r3, %r4;\n\
         mul.wide.u32 %rd2, %r1, 4;\nadd.s64 %rd3, %rd1, %rd2;\nst.global.u32 [%rd3], %r3;\nret;\n}\n";
    let device = Device::load(ptx);
    let out = device.zeroed::<u32>(64);
    device.run("k", 1, 64, args().buffer(&out));
    let expected: Vec<u32> =
        (0..64u32).map(|t| (1..t.min(21)).sum::<u32>() + if t > 20 { 1000 } else { 0 }).collect();
    assert_eq!(out.read(), expected);
}

#[test]
fn an_element_may_replace_its_index() {
    let ptx = ".version 8.3\n.target sm_80\n.address_size 64\n\
         .visible .entry k(.param .u64 next, .param .u64 out)\n{\n.reg .pred %p;\n.reg .b32 %r<8>;\n.reg .b64 %rd<16>;\n\
         ld.param.u64 %rd1, [next];\nld.param.u64 %rd2, [out];\nmov.u32 %r1, %tid.x;\n\
         xor.b32 %r6, %r1, 5;\nand.b32 %r7, %r1, 3;\nsetp.eq.u32 %p, %r7, 1;\n@%p bra DONE;\n\
         mul.wide.u32 %rd3, %r6, 4;\nadd.s64 %rd4, %rd1, %rd3;\nld.global.u32 %r2, [%rd4];\n\
         mul.wide.u32 %rd5, %r2, 4;\nadd.s64 %rd6, %rd1, %rd5;\nld.global.u32 %r3, [%rd6];\n\
         mul.wide.s32 %rd7, %r3, 4;\nadd.s64 %rd8, %rd1, %rd7;\nld.global.u32 %r4, [%rd8];\n\
         mul.wide.u32 %rd9, %r1, 4;\nadd.s64 %rd10, %rd2, %rd9;\nst.global.u32 [%rd10], %r4;\nDONE:\nret;\n}\n";
    let device = Device::load(ptx);
    let next: Vec<u32> = numbers(64, 9).iter().map(|n| n % 64).collect();
    let (memory, out) = (device.upload(&next), device.zeroed::<u32>(64));
    device.run("k", 1, 64, args().buffer(&memory).buffer(&out));
    let step = |at: u32| next[at as usize];
    let expected: Vec<u32> =
        (0..64u32).map(|t| if t & 3 == 1 { 0 } else { step(step(step(t ^ 5))) }).collect();
    assert_eq!(out.read(), expected);
}
