//! Arithmetic introduced with compute capability 10.0: pairs of floats, three inputs, addends of another type.

use crate::device::{Device, args, assert_same, model, numbers};
use cuda_sim_engine::Program;
use half::{bf16, f16};

/// A kernel in which each thread reads its own three pairs of words, and stores eight pairs.
fn kernel(target: u32, body: &str) -> String {
    format!(
        ".version 8.8
        .target sm_{target}
        .address_size 64
        .visible .entry k(.param .u64 in, .param .u64 out)
        {{
            .reg .b16 %h<8>; .reg .b32 %r<8>; .reg .f32 %f<16>; .reg .b64 %d<16>;
            ld.param.u64 %d1, [in]; ld.param.u64 %d2, [out];
            mov.u32 %r1, %tid.x;
            mad.wide.u32 %d1, %r1, 24, %d1; mad.wide.u32 %d2, %r1, 64, %d2;
            ld.global.u64 %d3, [%d1]; ld.global.u64 %d4, [%d1+8]; ld.global.u64 %d5, [%d1+16];
            mov.b64 {{%f1, %f2}}, %d3; mov.b64 {{%f3, %f4}}, %d4; mov.b64 {{%f5, %f6}}, %d5;
            {body}
            ret;
        }}"
    )
}

const THREADS: usize = 256;

/// Three pairs for each thread: random bits, numbers of similar size, and special values.
fn pairs() -> Vec<[f32; 6]> {
    let particular =
        [0.0, -0.0, 1.0, f32::NAN, f32::INFINITY, -1e-40, 1e-42, f32::MAX, f32::MIN_POSITIVE];
    let bits = numbers(THREADS * 6, 7);
    let value = |at: usize, bits: u32| match at % 3 {
        0 => f32::from_bits(bits << 1 | bits & 1),
        1 => (bits as f32 / (1 << 30) as f32) - 1.0,
        _ => particular[bits as usize % particular.len()],
    };
    (0..THREADS)
        .map(|thread| {
            std::array::from_fn(|i| value(thread + i / 2 * (thread / 3 % 3), bits[thread * 6 + i]))
        })
        .collect()
}

/// Returns the first `N` floats of each thread after `body`.
fn results<const N: usize>(body: &str, pairs: &[[f32; 6]]) -> Vec<[f32; N]> {
    let device = Device::load(&kernel(100, body));
    let (input, output) = (device.upload(pairs), device.zeroed::<[f32; 16]>(THREADS));
    device.run("k", 1, THREADS as u32, args().buffer(&input).buffer(&output));
    let first = |row: [f32; 16]| std::array::from_fn(|i| row[i]);
    output.read().into_iter().map(first).collect()
}

#[test]
fn packed_pairs_are_computed_like_two_floats() {
    let pairs = pairs();
    for rounding in ["", ".rn", ".rz", ".rm", ".rp", ".rn.ftz", ".rz.ftz", ".ftz"] {
        for opcode in ["add", "sub", "mul", "fma"] {
            if opcode == "fma" && !rounding.starts_with(".r") {
                continue;
            }
            let third = if opcode == "fma" { [", %d5", ", %f5", ", %f6"] } else { [""; 3] };
            let body = format!(
                "{opcode}{rounding}.f32x2 %d6, %d3, %d4{}; st.global.u64 [%d2], %d6;
                 {opcode}{rounding}.f32 %f7, %f1, %f3{}; {opcode}{rounding}.f32 %f8, %f2, %f4{};
                 st.global.v2.f32 [%d2+8], {{%f7, %f8}};",
                third[0], third[1], third[2]
            );
            for (pair, [low, high, wanted_low, wanted_high]) in
                pairs.iter().zip(results(&body, &pairs))
            {
                assert_same(&[low, high], &[wanted_low, wanted_high]);
                if rounding != ".rn" {
                    continue;
                }
                let [a, b, c, d, e, f] = *pair;
                let expected_of = |x: f32, y: f32, z: f32| match opcode {
                    "add" => x + y,
                    "sub" => x - y,
                    "mul" => x * y,
                    _ => x.mul_add(y, z),
                };
                assert_same(&[low, high], &[expected_of(a, c, e), expected_of(b, d, f)]);
            }
        }
    }
}

#[test]
fn three_operand_min_and_max_equal_two_nested_ones() {
    let pairs = pairs();
    let body = "max.f32 %f7, %f1, %f2, %f3; min.f32 %f8, %f1, %f2, %f3;
        max.NaN.f32 %f9, %f1, %f2, %f3; min.ftz.NaN.f32 %f10, %f1, %f2, %f3;
        max.abs.f32 %f11, %f1, %f2, %f3; min.abs.f32 %f3, %f1, %f2, %f3;
        st.global.v4.f32 [%d2], {%f7, %f8, %f9, %f10}; st.global.v2.f32 [%d2+16], {%f11, %f3};";
    let flush = |x: f32| {
        if x.is_subnormal() { 0.0f32.copysign(x) } else { x }
    };
    for ([a, b, c, ..], row) in pairs.iter().copied().zip(results::<6>(body, &pairs)) {
        let all = [a, b, c];
        // `f32::max` may return either of two zeros.
        let max = |of: [f32; 3]| {
            of.into_iter().filter(|x| !x.is_nan()).max_by(f32::total_cmp).unwrap_or(f32::NAN)
        };
        let min = |of: [f32; 3]| {
            of.into_iter().filter(|x| !x.is_nan()).min_by(f32::total_cmp).unwrap_or(f32::NAN)
        };
        let unless_nan = |x: f32| {
            if all.iter().any(|x| x.is_nan()) { f32::NAN } else { x }
        };
        let expected = [
            max(all),
            min(all),
            unless_nan(max(all)),
            unless_nan(min(all.map(flush))),
            max(all.map(f32::abs)),
            min(all.map(f32::abs)),
        ];
        assert_same(&row, &expected);
    }
}

#[test]
fn halves_are_added_to_floats_without_prior_rounding() {
    let pairs = pairs();
    let body = "mov.b64 {%r2, %r3}, %d3; mov.b32 {%h1, %h2}, %r2;
        add.f32.f16 %f7, %h1, %f3; sub.rz.f32.bf16 %f8, %h1, %f3;
        fma.rn.f32.f16 %f9, %h1, %h2, %f3; fma.rn.sat.f32.bf16 %f10, %h1, %h2, %f3;
        st.global.v4.f32 [%d2], {%f7, %f8, %f9, %f10};";
    let exact = "mov.b64 {%r2, %r3}, %d3; mov.b32 {%h1, %h2}, %r2;
        cvt.f32.bf16 %f8, %h1; sub.rz.f32 %f8, %f8, %f3; st.global.f32 [%d2], %f8;";
    let truncated = results::<1>(exact, &pairs);
    for (at, ([a, _, c, ..], row)) in
        pairs.iter().copied().zip(results::<4>(body, &pairs)).enumerate()
    {
        let [low, high] = [a.to_bits() as u16, (a.to_bits() >> 16) as u16];
        let half = |bits| f16::from_bits(bits).to_f32();
        let brain = |bits| bf16::from_bits(bits).to_f32();
        let product = brain(low).mul_add(brain(high), c);
        let saturated = if product.is_nan() { 0.0 } else { product.clamp(0.0, 1.0) + 0.0 };
        let expected =
            [half(low) + c, truncated[at][0], half(low).mul_add(half(high), c), saturated];
        assert_same(&row, &expected);
    }
}

#[test]
fn nonexistent_forms_are_rejected_by_name() {
    let refused = [
        (90, "fma.rn.f32x2 %d6, %d3, %d4, %d5;", "sm_100 or higher"),
        (90, "max.f32 %f7, %f1, %f2, %f3;", "sm_100 or higher"),
        (90, "add.f32.f16 %f7, %h1, %f3;", "sm_100 or higher"),
        (100, "div.rn.f32x2 %d6, %d3, %d4;", "types"),
        (100, "add.sat.f32x2 %d6, %d3, %d4;", "'.sat'"),
        (100, "add.f32x2 %f7, %f1, %f3;", ".f32x2"),
        (100, "mul.f32.f16 %f7, %h1, %f3;", "types"),
        (100, "add.f64.f16 %d6, %h1, %d3;", "types"),
        (100, "max.xorsign.abs.f32 %f7, %f1, %f2, %f3;", "xorsign"),
        (100, "max.f64 %d3, %d3, %d4, %d5;", "found 4"),
        (100, "fma.rn.f32.f16 %f7, %h1, %h2;", "found 3"),
    ];
    for (target, body, part) in refused {
        let error = Program::compile(kernel(target, body), &model()).unwrap_err();
        assert!(error.to_string().contains(part), "{part:?} is missing in: {error}");
    }
}
