//! Arithmetic in half precision and in bfloat16.

use crate::device::{Device, args, assert_same, floats};
use crate::texts::{on_every_ptx, on_every_ptx_with};
use half::{bf16, f16};

/// Numbers of either sign, one more than there are lanes, because each also reads its right neighbor's.
fn values(seed: u64) -> Vec<f32> {
    let mut values = floats(33, seed, 0.1, 4.0);
    values.iter_mut().step_by(4).for_each(|value| *value = -*value);
    values
}

fn halves(seed: u64) -> Vec<f16> {
    values(seed).into_iter().map(f16::from_f32).collect()
}

/// Computes with three numbers exactly in double precision, and rounds once.
fn rounded(operation: impl Fn(f64, f64, f64) -> f64) -> impl Fn(f16, f16, f16) -> f16 {
    move |a, b, c| f16::from_f64(operation(a.into(), b.into(), c.into()))
}

/// Asserts that results are at most adjacent numbers of the format.
fn assert_adjacent(name: &str, x: &[f16], actual: &[f16], expected: impl Fn(f64) -> f64) {
    let place = |value: f16| {
        let magnitude = i32::from(value.to_bits() & 0x7fff);
        if value.is_sign_negative() { -magnitude } else { magnitude }
    };
    for (x, &actual) in x.iter().zip(actual) {
        let expected = f16::from_f64(expected(x.to_f64()));
        let adjacent = place(actual).abs_diff(place(expected)) <= 1;
        assert!(
            adjacent || actual.is_nan() && expected.is_nan(),
            "{name} of {x}: {actual} instead of {expected}"
        );
    }
}

#[test]
fn bfloat16_converts_to_bytes_and_back_in_registers_of_a_byte() {
    let device = Device::load(
        ".version 7.8\n.target sm_90\n.address_size 64
        .visible .entry k(.param .u64 values, .param .u64 bytes)
        {
            .reg .b8 %b<3>; .reg .b16 %h<5>; .reg .b32 %r<2>; .reg .b64 %d<5>;
            ld.param.u64 %d1, [values];
            ld.param.u64 %d2, [bytes];
            mov.u32 %r1, %tid.x;
            mul.wide.u32 %d3, %r1, 2;
            add.s64 %d1, %d1, %d3;
            add.s64 %d2, %d2, %d3;
            ld.global.b16 %h1, [%d1];
            cvt.rzi.s8.bf16 %b1, %h1;
            cvt.rzi.u8.bf16 %b2, %h1;
            st.global.b8 [%d2], %b1;
            st.global.b8 [%d2+1], %b2;
            cvt.rn.bf16.s8 %h2, %b1;
            cvt.rn.bf16.u8 %h3, %b2;
            sub.rn.bf16 %h4, %h2, %h3;
            st.global.b16 [%d1], %h4;
            ret;
        }",
    );
    let values = [0.0, 1.5, 127.0, 100.5, 2.9, 0.99, 64.0, 5.0].map(bf16::from_f32);
    let (memory, bytes) = (device.upload(&values), device.zeroed::<[u8; 2]>(8));
    device.run("k", 1, 8, args().buffer(&memory).buffer(&bytes));
    let whole = values.map(|value| value.to_f32() as u8);
    assert_eq!(bytes.read(), whole.map(|whole| [whole; 2]));
    assert_eq!(memory.read(), [bf16::ZERO; 8]);
}

/// The input and output of the kernel `hk`.
struct Halves {
    a: Vec<f16>,
    b: Vec<[f16; 2]>,
    /// The single-precision numbers before the launch.
    before: Vec<f32>,
    out: Vec<f16>,
    pairs: Vec<[f16; 2]>,
    singles: Vec<f32>,
}

fn on_hk(check: impl Fn(Halves)) {
    let (a, low, high) = (halves(70), halves(71), halves(72));
    let b: Vec<[f16; 2]> = low.into_iter().zip(high).map(<[f16; 2]>::from).collect();
    // Lanes write the original values to the first words, because their neighbors may read before or after.
    let mut before: Vec<f32> = a[..32].iter().map(|x| x.to_f32()).collect();
    before.extend(floats(128, 73, -70_000.0, 70_000.0));
    on_every_ptx("half", |device| {
        let (da, db) = (device.upload(&a), device.upload(&b));
        let (out, pairs) = (device.zeroed(512), device.zeroed(128));
        let singles = device.upload(&before);
        let arguments = args().buffer(&da).buffer(&db).buffer(&out);
        device.run("hk", 1, 32, arguments.buffer(&pairs).buffer(&singles));
        check(Halves {
            a: a.clone(),
            b: b.clone(),
            before: before.clone(),
            out: out.read(),
            pairs: pairs.read(),
            singles: singles.read(),
        });
    });
}

#[test]
fn half_precision_rounds_every_operation_once() {
    on_hk(|Halves { a, b, out, pairs, .. }| {
        let singly = |operation: &dyn Fn(f16, f16, f16) -> f16| -> Vec<f16> {
            (0..32).map(|i| operation(a[i], a[i + 1], a[i])).collect()
        };
        assert_same(&out[..32], &singly(&rounded(|x, y, _| x + y)));
        assert_same(&out[32..64], &singly(&rounded(|x, y, _| x * y)));
        assert_same(&out[64..96], &singly(&rounded(|x, y, z| x * y + z)));
        assert_same(&out[96..128], &singly(&rounded(|x, y, _| x - y)));
        assert_same(&out[224..256], &singly(&|x, _, _| f16::from_f64(-x.to_f64().abs())));
        assert_same(&out[288..320], &singly(&|x, y, _| if x > y { x } else { y }));
        let doubly = |operation: &dyn Fn(f16, f16, f16) -> f16| -> Vec<f16> {
            let lane = |i: usize| [0, 1].map(|k| operation(b[i][k], b[i + 1][k], b[i][k]));
            (0..32).flat_map(lane).collect()
        };
        let pairs = pairs.as_flattened();
        assert_same(&pairs[..64], &doubly(&rounded(|x, y, _| x + y)));
        assert_same(&pairs[64..128], &doubly(&rounded(|x, y, z| x * y + z)));
        assert_same(&pairs[128..192], &doubly(&rounded(|x, y, _| x * y)));
    });
}

#[test]
fn half_precision_converts_and_compares() {
    on_hk(|Halves { a, b, before, out, pairs, singles }| {
        let lanes = |f: &dyn Fn(usize) -> f32| (0..32).map(f).collect::<Vec<f32>>();
        assert_same(&singles[..32], &lanes(&|i| a[i].to_f32()));
        assert_same(&singles[64..96], &lanes(&|i| if a[i] > a[i + 1] { 1.0 } else { 2.0 }));
        assert_same(&singles[96..128], &lanes(&|i| b[i][0].to_f32() + b[i][1].to_f32()));
        assert_same(&singles[128..160], &lanes(&|i| a[i].to_f32() as i32 as f32));
        let narrowed: Vec<f16> = before[32..64].iter().copied().map(f16::from_f32).collect();
        assert!(narrowed.contains(&f16::INFINITY) || narrowed.contains(&f16::NEG_INFINITY));
        assert_same(&out[256..288], &narrowed);
        let neighbors: Vec<f16> =
            (0..32).flat_map(|i| [before[i], before[i + 1]].map(f16::from_f32)).collect();
        assert_same(&pairs.as_flattened()[192..256], &neighbors);
        // The logarithms of the first lanes overwrite the last two.
        let numbers: Vec<f16> = (0..30u8).map(f16::from).collect();
        assert_same(&out[320..350], &numbers);
    });
}

#[test]
fn half_precision_functions_are_right_to_the_last_place() {
    on_hk(|Halves { a, out, .. }| {
        let quotients: Vec<f16> =
            (0..32).map(|i| f16::from_f64(a[i].to_f64() / a[i + 1].to_f64())).collect();
        assert_adjacent("the quotient", &quotients, &out[128..160], |x| x);
        assert_adjacent("sqrt", &a, &out[160..192], f64::sqrt);
        assert_adjacent("exp", &a, &out[192..224], f64::exp);
        assert_adjacent("log", &a[..32], &out[350..382], f64::ln);
        assert_adjacent("sin", &a[..32], &out[400..432], f64::sin);
        // The kernel overwrites the last lanes' results with the hyperbolic tangents of its first two lanes.
        assert_adjacent("rcp", &a[..30], &out[450..480], |x| 1.0 / x);
        assert_adjacent("tanh", &a[..32], &out[480..512], f64::tanh);
    });
}

#[test]
fn bfloat16_rounds_every_operation_once() {
    let a: Vec<bf16> = values(74).into_iter().map(bf16::from_f32).collect();
    let p: Vec<bf16> = values(75).into_iter().chain(values(76)).map(bf16::from_f32).collect();
    let before = floats(64, 77, -1e6, 1e6);
    on_every_ptx_with("half", "bk", |device| {
        let (da, dp) = (device.upload(&a), device.upload(&p));
        let (out, singles) = (device.zeroed::<bf16>(132), device.upload(&before));
        let arguments = args().buffer(&da).buffer(&out).buffer(&dp).buffer(&singles);
        device.run("bk", 1, 32, arguments);
        let out = out.read();
        let lanes = |operation: &dyn Fn(f64, f64) -> f64| -> Vec<bf16> {
            let lane = |i: usize| operation(a[i].into(), a[i + 1].into());
            (0..32).map(|i| bf16::from_f64(lane(i))).collect()
        };
        assert_same(&out[..32], &lanes(&|x, y| x + y));
        assert_same(&out[32..64], &lanes(&|x, y| x * y + x));
        assert_same(&out[100..132], &lanes(&f64::max));
        let narrowed: Vec<bf16> = before[32..].iter().copied().map(bf16::from_f32).collect();
        assert_same(&out[64..96], &narrowed);
        let widened: Vec<f32> = a[..32].iter().map(|x| x.to_f32()).collect();
        assert_same(&singles.read()[..32], &widened);
        let product = |i: usize| bf16::from_f64(p[i].to_f64() * p[i + 2].to_f64());
        let products: Vec<bf16> = (0..64).map(product).collect();
        assert_same(&dp.read()[..64], &products);
    });
}

#[test]
fn atomic_sums_of_halves_keep_every_addend() {
    on_every_ptx("half", |device| {
        let numbers = |values: [f32; 4]| values.map(f16::from_f32);
        let a = device.upload(&numbers([0.0, 100.0, 1.0, -2.0]));
        let b = device.upload(&[0.0, -8.0, 0.5, 1.0].map(bf16::from_f32));
        let c = device.upload(&[0.0, 0.25].map(f16::from_f32));
        device.run("hat", 2, 32, args().buffer(&a).buffer(&b).buffer(&c));
        assert_same(&a.read(), &numbers([64.0, -28.0, 1.0, -2.0]));
        assert_same(&b.read(), &[32.0, 56.0, 0.5, 1.0].map(bf16::from_f32));
        assert_same(&c.read(), &[16.0, 0.25].map(f16::from_f32));
    });
}
