//! Instructions that compute with vectors have, on CPUs with them, the results of those that compute each lane by
//! itself.

use crate::device::{Args, Device, args, model, numbers};
use cuda_sim_engine::DeviceModel;

/// Threads, in warps with all lanes, and in ones with some.
const THREADS: usize = 512;

/// Bits of numbers for which instructions have special cases, as integers and in both precisions.
const SPECIAL: [u64; 24] = [
    0,
    1,
    0x8000_0000,
    0x7fff_ffff,
    0xffff_ffff,
    0x0000_8000,
    0x0000_7fff,
    0x0000_ffff,
    0x7f80_0000,
    0xff80_0000,
    0x7fc0_0001,
    0xff80_0001,
    0x0080_0000,
    0x807f_ffff,
    0x3f80_0000,
    0x7e80_0001,
    0x8000_0000_0000_0000,
    0x7fff_ffff_ffff_ffff,
    0xffff_ffff_ffff_ffff,
    0x7ff0_0000_0000_0000,
    0xfff8_0000_0000_0001,
    0x7ff0_0000_0000_0001,
    0x000f_ffff_ffff_ffff,
    0x3ff0_0000_0000_0000,
];

/// Three operands of each thread: random bits, numbers of a usual size, and special ones.
fn operands() -> Vec<u64> {
    let random = numbers(6 * THREADS, 5);
    let pairs = random.chunks(2).zip(0..);
    let operand = |(pair, at): (&[u32], usize)| {
        let bits = u64::from(pair[0]) << 33 ^ u64::from(pair[1]);
        let small = pair[0] as f32 / 1e8 - 8.0;
        match (pair[1] >> 5) % 4 {
            0 => SPECIAL[pair[0] as usize % SPECIAL.len()],
            // Its low bits are a float, too.
            1 => (f64::from(small).to_bits() & !0xffff_ffff) | u64::from(small.to_bits()),
            2 => bits >> (at % 61),
            _ => bits,
        }
    };
    pairs.map(operand).collect()
}

/// The same without NaNs, one of which makes a whole warp compute lane by lane.
fn operands_without_nan() -> Vec<u64> {
    let without_nan = |bits: u64| {
        let mut bits = bits;
        if f64::from_bits(bits).is_nan() {
            bits &= !(0x7ff << 52);
        }
        if f32::from_bits(bits as u32).is_nan() {
            bits &= !0x7f80_0000;
        }
        bits
    };
    operands().into_iter().map(without_nan).collect()
}

/// The same where the lanes of each warp have their first two in common.
fn operands_in_common() -> Vec<u64> {
    let all = operands();
    let mut common = all.clone();
    for (at, own) in common.chunks_mut(3).enumerate() {
        own[..2].copy_from_slice(&all[at / 32 * 96..][..2]);
    }
    common
}

/// The operand's registers and results by the letter of a type: `r` 32 bits, `d` 64 bits, `h` 16 bits, `f` single, `g`
/// double precision, `p` a predicate.
fn kernel(instruction: &str) -> String {
    let result = instruction.split('%').nth(1).and_then(|rest| rest.chars().next());
    let widened = match result {
        Some('r') => "cvt.u64.u32 %d4, %r4;",
        Some('h') => "cvt.u64.u16 %d4, %h4;",
        Some('f') => "mov.b32 %r4, %f4;\ncvt.u64.u32 %d4, %r4;",
        Some('g') => "mov.b64 %d4, %g4;",
        Some('p') => "selp.u64 %d4, 1, 0, %p4;",
        _ => "",
    };
    format!(
        ".version 8.3\n.target sm_80\n.address_size 64\n\
         .visible .entry k(.param .u64 in, .param .u64 out, .param .u32 left)\n{{\n\
         .reg .pred %p<8>;\n.reg .b16 %h<8>;\n.reg .b32 %r<12>;\n.reg .b64 %d<12>;\n\
         .reg .f32 %f<8>;\n.reg .f64 %g<8>;\n\
         ld.param.u64 %d8, [in];\nld.param.u64 %d9, [out];\nld.param.u32 %r9, [left];\n\
         mov.u32 %r8, %tid.x;\nmad.wide.u32 %d8, %r8, 24, %d8;\nmad.wide.u32 %d9, %r8, 8, %d9;\n\
         ld.global.u64 %d1, [%d8];\nld.global.u64 %d2, [%d8+8];\nld.global.u64 %d3, [%d8+16];\n\
         cvt.u32.u64 %r1, %d1;\ncvt.u32.u64 %r2, %d2;\ncvt.u32.u64 %r3, %d3;\n\
         cvt.u16.u64 %h1, %d1;\ncvt.u16.u64 %h2, %d2;\ncvt.u16.u64 %h3, %d3;\n\
         mov.b32 %f1, %r1;\nmov.b32 %f2, %r2;\nmov.b32 %f3, %r3;\n\
         mov.b64 %g1, %d1;\nmov.b64 %g2, %d2;\nmov.b64 %g3, %d3;\n\
         setp.lt.s32 %p1, %r1, %r2;\nsetp.ne.u32 %p4, %r1, %r1;\n\
         mov.u64 %d4, 77;\nmov.u32 %r4, 77;\nmov.u16 %h4, 77;\nmov.f32 %f4, 0f42000000;\nmov.f64 %g4, 0d4010000000000000;\n\
         and.b32 %r10, %r8, 31;\nshr.u32 %r11, %r9, %r10;\nand.b32 %r11, %r11, 1;\n\
         setp.ne.u32 %p2, %r11, 0;\n@%p2 bra AFTER;\n{instruction};\nAFTER:\n\
         {widened}\nst.global.u64 [%d9], %d4;\nret;\n}}\n"
    )
}

fn results(instruction: &str, operands: &[u64], left: u32, avx2: bool) -> Vec<u64> {
    let on = DeviceModel { avx2, ..model() };
    let device = Device::load_on(&kernel(instruction), &on);
    let (input, output) = (device.upload(operands), device.zeroed::<u64>(THREADS));
    let arguments: Args = args().buffer(&input).buffer(&output).value(left);
    device.run("k", 1, THREADS as u32, arguments);
    output.read()
}

fn instructions() -> Vec<String> {
    let mut all = Vec::new();
    let mut row = |text: String| all.push(text);
    for (ty, letter) in
        [("u16", 'h'), ("s16", 'h'), ("u32", 'r'), ("s32", 'r'), ("u64", 'd'), ("s64", 'd')]
    {
        for name in ["add", "sub", "mul.lo", "mul.hi", "min", "max", "div", "rem"] {
            row(format!("{name}.{ty} %{letter}4, %{letter}1, %{letter}2"));
        }
        row(format!("mad.lo.{ty} %{letter}4, %{letter}1, %{letter}2, %{letter}3"));
        row(format!("shr.{ty} %{letter}4, %{letter}1, %r2"));
        row(format!("and.b32 %r5, %r2, 63;\nshr.{ty} %{letter}4, %{letter}1, %r5"));
        if ty.starts_with('s') {
            row(format!("neg.{ty} %{letter}4, %{letter}1"));
            row(format!("abs.{ty} %{letter}4, %{letter}1"));
        }
        for relation in ["eq", "ne", "lt", "le", "gt", "ge"] {
            row(format!("setp.{relation}.{ty} %p4, %{letter}1, %{letter}2"));
            row(format!("setp.{relation}.{ty} %p4, %{letter}1, %{letter}1"));
        }
    }
    for by in [0, 1, 40, 63] {
        row(format!("mul.hi.u64 %d5, %d1, %d2;\nshr.u64 %d4, %d5, {by}"));
        row(format!("mul.hi.u64 %d5, %d1, %d2;\nshr.u64 %d6, %d5, {by};\nadd.u64 %d4, %d5, %d6"));
    }
    for (bits, letter) in [(16, 'h'), (32, 'r'), (64, 'd')] {
        for name in ["and", "or", "xor"] {
            row(format!("{name}.b{bits} %{letter}4, %{letter}1, %{letter}2"));
        }
        row(format!("not.b{bits} %{letter}4, %{letter}1"));
        row(format!("shl.b{bits} %{letter}4, %{letter}1, %r2"));
        row(format!("and.b32 %r5, %r2, 63;\nshl.b{bits} %{letter}4, %{letter}1, %r5"));
        row(format!("mov.b{bits} %{letter}4, %{letter}1"));
        row(format!("selp.b{bits} %{letter}4, %{letter}1, %{letter}2, %p1"));
    }
    for ty in ["u32", "s32"] {
        row(format!("mul.wide.{ty} %d4, %r1, %r2"));
        row(format!("mad.wide.{ty} %d4, %r1, %r2, %d3"));
        row(format!("cvt.{}64.{ty} %d4, %r1", &ty[..1]));
        for narrow in ["u8", "s8", "u16", "s16"] {
            row(format!("cvt.{narrow}.{ty} %r4, %r1"));
        }
        row(format!("cvt.{ty}.u16 %r4, %h1"));
        row(format!("cvt.{ty}.s16 %r4, %h1"));
    }
    for table in [0x00, 0x96, 0xe8, 0x1b, 0xca, 0xff, 0x40] {
        row(format!("lop3.b32 %r4, %r1, %r2, %r3, {table}"));
    }
    for (ty, letter) in [("f32", 'f'), ("f64", 'g')] {
        let ftz = if letter == 'f' { &["", ".ftz"][..] } else { &[""] };
        for ftz in ftz {
            for name in ["add.rn", "sub.rn", "mul.rn", "div.rn", "min", "max"] {
                row(format!("{name}{ftz}.{ty} %{letter}4, %{letter}1, %{letter}2"));
            }
            row(format!("fma.rn{ftz}.{ty} %{letter}4, %{letter}1, %{letter}2, %{letter}3"));
            for name in ["rcp.rn", "sqrt.rn", "neg", "abs"] {
                row(format!("{name}{ftz}.{ty} %{letter}4, %{letter}1"));
            }
        }
        for relation in [
            "eq", "ne", "lt", "le", "gt", "ge", "equ", "neu", "ltu", "leu", "gtu", "geu", "num",
            "nan",
        ] {
            row(format!("setp.{relation}.{ty} %p4, %{letter}1, %{letter}2"));
            row(format!("setp.{relation}.{ty} %p4, %{letter}1, %{letter}1"));
        }
    }
    for ftz in ["", ".ftz"] {
        for name in ["rcp", "sqrt", "rsqrt", "ex2", "lg2"] {
            row(format!("{name}.approx{ftz}.f32 %f4, %f1"));
        }
        row(format!("div.approx{ftz}.f32 %f4, %f1, %f2"));
        row(format!("div.full{ftz}.f32 %f4, %f1, %f2"));
    }
    all
}

#[test]
#[cfg(target_arch = "x86_64")]
fn vectors_have_the_results_of_single_lanes() {
    let (all, without_nan) = (operands(), operands_without_nan());
    let common = operands_in_common();
    for instruction in instructions() {
        let is_real = instruction.contains(".f32") || instruction.contains(".f64");
        let kinds = if is_real { &[&all, &without_nan][..] } else { &[&all, &common] };
        for operands in kinds {
            // All lanes, some of each eight, and those of one half.
            for left in [0, 0x8f00_a5ff, 0xffff_0000] {
                assert_eq!(
                    results(&instruction, operands, left, true),
                    results(&instruction, operands, left, false),
                    "{instruction}, without lanes {left:#x}"
                );
            }
        }
    }
}

#[test]
fn accesses_to_vectors_move_each_lanes_words() {
    for (ty, letter, count) in [("u32", 'r', 2), ("u32", 'r', 4), ("u64", 'd', 2)] {
        let operand = |first: usize, step: usize| {
            let registers = (0..count).map(|index| format!("%{letter}{}", first + index * step));
            registers.collect::<Vec<_>>().join(", ")
        };
        let size = if letter == 'r' { 4 } else { 8 };
        for space in ["global", "shared"] {
            // The results are the words in reverse order.
            let reversed: Vec<String> =
                (0..count).rev().map(|at| format!("%{letter}{at}")).collect();
            let ptx = format!(
                ".version 8.3\n.target sm_80\n.address_size 64\n\
                 .visible .entry k(.param .u64 in, .param .u64 out, .param .u32 step)\n{{\n\
                 .shared .align 16 .b8 own[8192];\n.reg .pred %p<4>;\n.reg .b32 %r<12>;\n.reg .b64 %d<12>;\n\
                 ld.param.u64 %d8, [in];\nld.param.u64 %d9, [out];\nld.param.u32 %r9, [step];\n\
                 mov.u32 %r8, %tid.x;\nmad.wide.u32 %d9, %r8, {bytes}, %d9;\n\
                 mul.lo.u32 %r9, %r8, %r9;\nand.b32 %r9, %r9, 63;\nmad.wide.u32 %d8, %r9, {bytes}, %d8;\n\
                 mov.u64 %d10, own;\nmad.wide.u32 %d10, %r8, {bytes}, %d10;\n\
                 and.b32 %r10, %r8, 40;\nsetp.eq.u32 %p1, %r10, 40;\n@%p1 bra AFTER;\n\
                 ld.global.v{count}.{ty} {{{loaded}}}, [%d8];\n{through}\
                 st.global.v{count}.{ty} [%d9], {{{reversed}}};\nAFTER:\nret;\n}}\n",
                bytes = size * count,
                loaded = operand(0, 1),
                reversed = reversed.join(", "),
                through = match space {
                    "global" => String::new(),
                    _ => format!(
                        "st.shared.v{count}.{ty} [%d10], {{{0}}};\nld.shared.v{count}.{ty} {{{0}}}, [%d10];\n",
                        operand(0, 1)
                    ),
                }
            );
            let device = Device::load(&ptx);
            let words = size * count / 4;
            let input = device.upload(&numbers(64 * words, 3));
            // One after the other, the same for all, and every third.
            for step in [1u32, 0, 3] {
                let output = device.zeroed::<u32>(64 * words);
                let arguments = args().buffer(&input).buffer(&output).value(step);
                device.run("k", 1, 64, arguments);
                let (from, to) = (input.read(), output.read());
                for thread in (0..64).filter(|thread| thread & 40 != 40) {
                    let at = ((thread * step as usize) & 63) * words;
                    let parts = from[at..at + words].chunks(size / 4).rev();
                    let expected: Vec<u32> = parts.flatten().copied().collect();
                    assert_eq!(
                        to[thread * words..][..words],
                        expected,
                        "{ty} {count} {space} {step}"
                    );
                }
            }
        }
    }
}

#[test]
fn powers_of_two_and_logarithms_are_nearly_exact() {
    let inputs: Vec<u64> = operands().into_iter().map(|bits| bits & 0xffff_ffff).collect();
    for (name, exact) in
        [("ex2", f64::exp2 as fn(f64) -> f64), ("lg2", f64::log2 as fn(f64) -> f64)]
    {
        let found = results(&format!("{name}.approx.f32 %f4, %f1"), &operands(), 0, true);
        for (thread, bits) in found.into_iter().enumerate() {
            let input = f32::from_bits(inputs[3 * thread] as u32);
            let (found, exact) = (f32::from_bits(bits as u32), exact(f64::from(input)));
            if exact.is_nan() || (exact as f32).is_infinite() || exact == 0.0 {
                assert!(found.is_nan() == exact.is_nan(), "{name} {input}: {found}");
                assert!(exact.is_nan() || found == exact as f32, "{name} {input}: {found}");
                continue;
            }
            let last = f64::from(((exact as f32).abs().to_bits() + 1).max(0x80_0000));
            let last = f64::from(f32::from_bits(last as u32)) * f64::from(f32::EPSILON);
            let error = (f64::from(found) - exact).abs() / last;
            assert!(error <= 0.51, "{name} {input}: {found}, wrong by {error} of the last digit");
        }
    }
}
