//! Instructions whose result goes to a register that they also read.

use crate::device::{Device, args, numbers};
use crate::faults::assert_says;
use cuda_sim_engine::ErrorCode;

/// Instructions with their result `D` and their sources `A`, `B` and `C` of 32 bits, and `P`, a predicate. `S` is a
/// different address in shared memory for each lane, `U` the same for all, `M` those of rows of matrices, and `G` one
/// in global memory. `E`, `F` and `Q` are other results.
const INSTRUCTIONS: &[&str] = &[
    "shfl.sync.idx.b32 D, A, B, 31, -1;",
    "shfl.sync.up.b32 D|Q, A, 3, 0, -1;",
    "shfl.sync.down.b32 D, A, B, 0x101f, -1;",
    "shfl.sync.bfly.b32 D, A, 5, B, -1;",
    "match.any.sync.b32 D, A, -1;",
    "match.all.sync.b32 D|Q, A, -1;",
    "redux.sync.add.s32 D, A, -1;",
    "redux.sync.xor.b32 D, A, -1;",
    "vote.sync.ballot.b32 D, P, -1;",
    "prmt.b32 D, A, B, C;",
    "lop3.b32 D, A, B, C, 0x96;",
    "shf.l.wrap.b32 D, A, B, C;",
    "shf.r.clamp.b32 D, A, B, C;",
    "mad.lo.s32 D, A, B, C;",
    "mad.hi.u32 D, A, B, C;",
    "mad24.hi.s32 D, A, B, C;",
    "sad.s32 D, A, B, C;",
    "dp4a.s32.u32 D, A, B, C;",
    "dp2a.lo.u32.s32 D, A, B, C;",
    "bfe.s32 D, A, B, C;",
    "bfi.b32 D, A, B, C, 9;",
    "bmsk.wrap.b32 D, A, B;",
    "szext.clamp.s32 D, A, B;",
    "fns.b32 D, A, B, 3;",
    "div.s32 D, A, B;",
    "div.u32 D, A, B;",
    "rem.u32 D, A, B;",
    "rem.s32 D, A, B;",
    "min.s32 D, A, B;",
    "add.cc.u32 E, A, B;\naddc.u32 D, E, C;",
    "sub.cc.u32 E, A, B;\nsubc.u32 D, C, E;",
    "mad.lo.cc.u32 E, A, B, C;\nmadc.hi.u32 D, A, B, E;",
    "slct.s32.s32 D, A, B, C;",
    "selp.b32 D, A, B, P;",
    "set.lt.u32.s32 D, A, B;",
    "fma.rn.f32 D, A, B, C;",
    "div.rn.f32 D, A, B;",
    "sqrt.rn.f32 D, A;",
    "fma.rn.f16x2 D, A, B, C;",
    "cvt.rn.f16x2.f32 D, A, B;",
    "cvt.pack.sat.u8.s32.b32 D, A, B, C;",
    "vadd.u32.u32.s32.sat D, A.b1, B.h0, C;",
    "vmad.s32.s32.s32 D, A.h1, B.b2, C;",
    "vset4.u32.u32.lt.add D, A, B, C;",
    "movmatrix.sync.aligned.m8n8.trans.b16 D, A;",
    "mov.b32 {H, I}, A;\nmov.b32 D, {I, H};",
    "mov.b64 W, {A, B};\nmov.b64 {_, D}, W;",
    "ld.shared.u32 D, [S];",
    "ld.shared.u32 D, [S+4];",
    "ld.shared.u32 D, [U];",
    "ld.shared.u16 D, [S];",
    "ld.shared.s8 D, [S+3];",
    "ld.shared.v2.u32 {D, E}, [S];",
    "ld.shared.v2.u32 {E, D}, [S];",
    "ld.shared.v4.u32 {E, D, F, E}, [U];",
    "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {D}, [U];",
    "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {E, D, F, F}, [M];",
    "atom.shared.add.u32 D, [S], A;",
    "atom.shared.add.u32 D, [U], A;",
    "atom.shared.exch.b32 D, [U], A;",
    "atom.shared.cas.b32 D, [S], A, B;",
    "atom.shared.cas.b32 D, [U], A, B;",
    "atom.shared.min.s32 D, [S], A;",
    "atom.global.add.u32 D, [G], A;",
    "atom.global.exch.b32 D, [G], A;",
    "atom.shared.inc.u32 D, [U], A;",
    "mma.sync.aligned.m8n8k16.row.col.s32.u8.s8.s32 {D, E}, {A}, {B}, {C, F};",
    "mma.sync.aligned.m8n8k16.row.col.s32.u8.s8.s32 {E, D}, {A}, {B}, {C, F};",
    "mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {D, E}, {A, B}, {C}, {F, A};",
];

/// Returns the text with each name replaced by its register, where the result goes to `result`.
fn placed(text: &str, result: &str) -> String {
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut placed = String::new();
    for word in text.split_inclusive(|c| !is_name(c)) {
        let name = word.trim_end_matches(|c| !is_name(c));
        let is_register = name.len() == 1 && name.starts_with(|c: char| c.is_ascii_uppercase());
        let name = if name == "D" { result } else { name };
        let after = &word[word.trim_end_matches(|c| !is_name(c)).len()..];
        placed += if is_register { "%" } else { "" };
        placed += name;
        placed += after;
    }
    placed
}

fn kernel(number: usize, instruction: &str, result: &str) -> String {
    format!(
        ".visible .entry k{number}(.param .u64 in, .param .u64 out, .param .u64 cells, .param .u32 mask)\n{{\n\
         .reg .pred %P, %Q, %T;\n.reg .b16 %H, %I;\n.reg .b32 %A, %B, %C, %D, %E, %F, %S, %U, %M, %r<8>;\n\
         .reg .b64 %G, %W, %rd<8>;\n.shared .align 16 .b8 tile[1024];\n\
         ld.param.u64 %rd1, [in];\nld.param.u64 %rd2, [out];\nld.param.u64 %rd3, [cells];\nld.param.u32 %r3, [mask];\n\
         mov.u32 %r1, %tid.x;\nmul.wide.u32 %rd4, %r1, 4;\nadd.u64 %rd5, %rd1, %rd4;\n\
         ld.global.u32 %A, [%rd5];\nld.global.u32 %B, [%rd5+128];\nld.global.u32 %C, [%rd5+256];\n\
         mov.u32 %r2, tile;\nmad.lo.u32 %M, %r1, 16, %r2;\nmov.u32 %r0, %M;\nmul.lo.u32 %r4, %r1, 7;\nand.b32 %r4, %r4, 31;\n\
         mad.lo.u32 %S, %r4, 16, %r2;\nadd.u32 %U, %r2, 48;\nadd.u64 %G, %rd3, %rd4;\n\
         mul.lo.u32 %r5, %r1, 0x01234567;\nst.shared.u32 [%M], %r5;\nst.shared.u32 [%M+4], %r1;\n\
         st.shared.u32 [%M+8], %r5;\nst.shared.u32 [%M+12], %A;\nst.shared.u32 [%M+512], %B;\n\
         bar.sync 0;\nmov.u32 %D, 0x77;\nmov.u32 %E, 0x88;\nmov.u32 %F, 0x99;\nsetp.lt.s32 %P, %A, %B;\n\
         setp.ne.u32 %Q, %r1, 9;\nshr.u32 %r3, %r3, %r1;\nand.b32 %r3, %r3, 1;\nsetp.eq.u32 %T, %r3, 0;\n\
         @%T bra DONE;\n{}\nDONE:\nbar.sync 0;\nselp.u32 %r6, 1, 0, %Q;\n\
         mad.wide.u32 %rd6, %r1, 32, %rd2;\nst.global.u32 [%rd6], %{result};\nst.global.u32 [%rd6+4], %E;\n\
         st.global.u32 [%rd6+8], %F;\nst.global.u32 [%rd6+12], %r6;\n\
         ld.shared.u32 %r7, [%r0];\nst.global.u32 [%rd6+16], %r7;\nret;\n}}\n",
        placed(instruction, result)
    )
}

#[test]
fn a_result_may_replace_a_source() {
    let header = ".version 8.3\n.target sm_90\n.address_size 64\n".to_owned();
    let mut compared = 0;
    for instruction in INSTRUCTIONS {
        let sources: Vec<&str> = ["A", "B", "C", "S", "U", "M"]
            .into_iter()
            .filter(|source| {
                placed(instruction, "D") != placed(&instruction.replace(source, "_"), "D")
            })
            .collect();
        let results = ["D"].into_iter().chain(sources);
        let kernels: Vec<String> = results
            .clone()
            .enumerate()
            .map(|(number, result)| kernel(number, instruction, result))
            .collect();
        let device = Device::load(&(header.clone() + &kernels.concat()));
        let (any, few) = (numbers(96, 50), numbers(96, 51));
        let few: Vec<u32> = few.into_iter().map(|n| n % 3).collect();
        let masks: &[u32] = if instruction.contains(".sync") {
            &[u32::MAX]
        } else {
            &[u32::MAX, 0x00ff_ff00, 0x1357_9bdf, 1 << 11]
        };
        for numbers in [any, few] {
            for &mask in masks {
                let run = |number: usize| {
                    let (input, out) = (device.upload(&numbers), device.zeroed::<u32>(256));
                    let cells = device.upload(&numbers);
                    let arguments = args().buffer(&input).buffer(&out).buffer(&cells);
                    device
                        .try_run(&format!("k{number}"), 1, 32, arguments.value(mask))
                        .unwrap_or_else(|fault| panic!("{fault}: {instruction}"));
                    let mut out = out.read();
                    // The result stays as it was, which isn't the same for each register.
                    for lane in (0..32).filter(|lane| mask >> lane & 1 == 0) {
                        out[8 * lane] = 0;
                    }
                    (out, cells.read())
                };
                let expected = run(0);
                for (number, result) in results.clone().enumerate().skip(1) {
                    assert!(run(number) == expected, "{instruction} to {result}, mask {mask:#x}");
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 500, "{compared}");
}

#[test]
fn a_load_to_its_address_register_reads_each_block_of_the_cluster() {
    // The first eight lanes have their own block's addresses, the others those of the other block.
    let ptx = ".version 8.3\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 out)\n{\n\
         .reg .pred %p;\n.reg .b32 %r<12>;\n.reg .b64 %rd<4>;\n.shared .align 4 .b8 tile[128];\n\
         ld.param.u64 %rd1, [out];\nmov.u32 %r1, %tid.x;\nmov.u32 %r2, %ctaid.x;\nmov.u32 %r3, tile;\n\
         mad.lo.u32 %r4, %r1, 4, %r3;\nmad.lo.u32 %r5, %r2, 32, %r1;\nst.shared.u32 [%r4], %r5;\n\
         barrier.cluster.arrive;\nbarrier.cluster.wait;\nxor.b32 %r6, %r2, 1;\n\
         mapa.shared::cluster.u32 %r7, %r4, %r6;\nsetp.lt.u32 %p, %r1, 8;\nselp.u32 %r8, %r4, %r7, %p;\n\
         ld.shared::cluster.u32 %r8, [%r8];\nbarrier.cluster.arrive;\nbarrier.cluster.wait;\n\
         mul.wide.u32 %rd2, %r5, 4;\nadd.s64 %rd3, %rd1, %rd2;\nst.global.u32 [%rd3], %r8;\nret;\n}\n";
    let mut device = Device::load(ptx);
    device.cluster = [2, 1, 1];
    let out = device.zeroed::<u32>(64);
    device.run("k", 2, 32, args().buffer(&out));
    let expected: Vec<u32> =
        (0..64).map(|thread| if thread % 32 < 8 { thread } else { thread ^ 32 }).collect();
    assert_eq!(out.read(), expected);
}

#[test]
fn a_load_to_its_address_register_that_faults_names_the_thread_and_its_address() {
    let ptx = ".version 8.3\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 out)\n{\n\
         .reg .b32 %r<12>;\n.reg .b64 %rd<4>;\n.shared .align 4 .b8 tile[128];\n\
         ld.param.u64 %rd1, [out];\nmov.u32 %r1, %tid.x;\nmov.u32 %r3, tile;\n\
         mad.lo.u32 %r4, %r1, 4, %r3;\nst.shared.u32 [%r4], 0x7fff0001;\n\
         mad.lo.u32 %r4, %r1, 8, %r3;\nld.shared.u32 %r4, [%r4];\nst.global.u32 [%rd1], %r4;\nret;\n}\n";
    let device = Device::load(ptx);
    let out = device.zeroed::<u32>(1);
    let fault =
        device.try_run("k", 1, 32, args().buffer(&out)).expect_err("lane 16 is past the end");
    let parts = ["load of 4 bytes", "thread (16, 0, 0)"];
    assert_says(&fault, ErrorCode::CUDA_ERROR_ILLEGAL_ADDRESS, &parts);
}
