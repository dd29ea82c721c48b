//! Arithmetic in every type.

use crate::device::{args, floats, numbers};
use crate::texts::on_every_ptx;

#[test]
fn integers_of_64_and_128_bits_divide_multiply_and_shift() {
    on_every_ptx("int64", |device| {
        let wide = |seed| -> Vec<u64> {
            let (a, b) = (numbers(33, seed), numbers(33, seed + 1));
            a.iter()
                .zip(&b)
                .map(|(a, b)| u64::from(*a) << 30 | u64::from(*b) | 1)
                .collect()
        };
        let a: Vec<i64> = wide(30)
            .into_iter()
            .enumerate()
            .map(|(i, v)| if i % 3 == 0 { -(v as i64) } else { v as i64 })
            .collect();
        let u = wide(32);
        let (da, du, o) = (
            device.upload(&a),
            device.upload(&u),
            device.zeroed::<i64>(480),
        );
        device.run("i64", 1, 32, args().buffer(&da).buffer(&du).buffer(&o));
        let out = o.read();
        for i in 0..32 {
            let (x, y, p, q) = (a[i], a[i + 1], u[i], u[i + 1]);
            let at = |part: usize| out[part * 32 + i];
            assert_eq!(at(0), x.wrapping_mul(y));
            assert_eq!((at(1), at(2)), (x.wrapping_div(y), x.wrapping_rem(y)));
            assert_eq!((at(3), at(4)), ((p / q) as i64, (p % q) as i64));
            assert_eq!(at(5) as u64, ((u128::from(p) * u128::from(q)) >> 64) as u64);
            assert_eq!(at(6), ((i128::from(x) * i128::from(y)) >> 64) as i64);
            assert_eq!(at(7), x >> (i & 63));
            assert_eq!(at(8), (p >> 3) as i64 | x << 7);
            assert_eq!(at(9), x.max(y).wrapping_sub(x.min(y)));
            assert_eq!(at(10), if x < y { x } else { y.wrapping_neg() });
            assert_eq!(at(11), x.wrapping_abs());
            assert_eq!(at(12), i64::from(x as i32) * i64::from(y as i32));
        }
    });
}

#[test]
fn bit_functions_agree_with_the_cpu() {
    on_every_ptx("bits", |device| {
        let (a, l) = (numbers(33, 40), numbers(33, 41));
        let l: Vec<u64> = l
            .iter()
            .zip(&a)
            .map(|(l, a)| u64::from(*l) << 32 | u64::from(*a))
            .collect();
        let (da, dl, o) = (
            device.upload(&a),
            device.upload(&l),
            device.zeroed::<u32>(5100),
        );
        device.run("bits", 1, 32, args().buffer(&da).buffer(&dl).buffer(&o));
        let out = o.read();
        for i in 0..32 {
            let (x, y, z) = (a[i], a[i + 1], l[i]);
            let row = &out[i * 20..i * 20 + 20];
            assert_eq!(
                row[..6],
                [
                    x.count_ones(),
                    z.count_ones(),
                    x.leading_zeros(),
                    z.leading_zeros(),
                    x.reverse_bits(),
                    z.reverse_bits() as u32
                ]
            );
            assert_eq!(row[12], ((u64::from(x) * u64::from(y)) >> 32) as u32);
            assert_eq!(out[2000 + i], x >> 4 & 0xff);
            assert_eq!(out[3000 + i], (y & !0xff00) | (x & 0xff) << 8);
            assert_eq!(out[4000 + i], 31 - x.leading_zeros());
            let i = i as u32;
            assert_eq!(out[5000 + i as usize], (x & y) | (x & i) | (y & i));
        }
    });
}

#[test]
fn black_and_scholes_prices_are_near_those_in_double_precision() {
    on_every_ptx("blackscholes", |device| {
        let n = 300usize;
        let (s, x, t) = (
            floats(n, 50, 5.0, 30.0),
            floats(n, 51, 5.0, 60.0),
            floats(n, 52, 0.25, 9.0),
        );
        let (c, p) = (device.zeroed::<f32>(n), device.zeroed::<f32>(n));
        let (ds, dx, dt) = (device.upload(&s), device.upload(&x), device.upload(&t));
        let arguments = args()
            .buffer(&c)
            .buffer(&p)
            .buffer(&ds)
            .buffer(&dx)
            .buffer(&dt);
        device.run(
            "bs",
            3,
            128,
            arguments.value(0.02f32).value(0.3f32).value(n as i32),
        );
        let cnd = |d: f64| {
            let k = 1.0 / (1.0 + 0.2316419 * d.abs());
            let poly = k
                * (0.31938153
                    + k * (-0.356563782
                        + k * (1.781477937 + k * (-1.821255978 + k * 1.330274429))));
            let c = 0.39894228 * (-0.5 * d * d).exp() * poly;
            if d > 0.0 { 1.0 - c } else { c }
        };
        let (call, put) = (c.read(), p.read());
        for i in 0..n {
            let (s, x, t) = (f64::from(s[i]), f64::from(x[i]), f64::from(t[i]));
            let root = t.sqrt();
            let d1 = ((s / x).ln() + (0.02 + 0.5 * 0.09) * t) / (0.3 * root);
            let (d2, e) = (d1 - 0.3 * root, (-0.02 * t).exp());
            assert!((f64::from(call[i]) - (s * cnd(d1) - x * e * cnd(d2))).abs() < 1e-3);
            assert!(
                (f64::from(put[i]) - (x * e * (1.0 - cnd(d2)) - s * (1.0 - cnd(d1)))).abs() < 1e-3
            );
        }
    });
}

#[test]
fn the_math_library_is_accurate_in_single_and_double_precision() {
    type Function = fn(f64) -> f64;
    let functions: [(usize, Function); 14] = [
        (0, f64::sin),
        (1, f64::cos),
        (2, f64::tan),
        (3, f64::exp),
        (4, f64::ln),
        (11, f64::atan),
        (13, f64::sinh),
        (14, f64::cosh),
        (15, f64::tanh),
        (16, f64::sqrt),
        (18, f64::cbrt),
        (19, f64::exp2),
        (20, f64::log2),
        (22, f64::ln_1p),
    ];
    on_every_ptx("math64", |device| {
        let x: Vec<f64> = floats(33, 60, 0.01, 5.0)
            .into_iter()
            .map(f64::from)
            .collect();
        let (a, o) = (device.upload(&x), device.zeroed::<f64>(64 * 32));
        device.run("m64", 1, 32, args().buffer(&a).buffer(&o));
        let out = o.read();
        for i in 0..32 {
            for (index, function) in functions {
                let wanted = function(x[i]);
                let actual = out[i * 64 + index];
                assert!(
                    (actual - wanted).abs() <= 4e-15 * wanted.abs().max(1e-2),
                    "function {index} of {}: {actual} instead of {wanted}",
                    x[i]
                );
            }
            assert_eq!(out[i * 64 + 30], x[i] / x[i + 1]);
            assert_eq!(out[i * 64 + 37], x[i].mul_add(x[i + 1], x[i]));
        }
    });
    on_every_ptx("math32", |device| {
        let x = floats(33, 61, 0.01, 5.0);
        let (a, o) = (device.upload(&x), device.zeroed::<f32>(64 * 32));
        device.run("m32", 1, 32, args().buffer(&a).buffer(&o));
        let out = o.read();
        for i in 0..32 {
            for (index, function) in functions {
                let wanted = function(f64::from(x[i]));
                let actual = f64::from(out[i * 64 + index]);
                assert!(
                    (actual - wanted).abs() <= 1e-6 * wanted.abs().max(1e-2),
                    "function {index} of {}: {actual} instead of {wanted}",
                    x[i]
                );
            }
            assert_eq!(out[i * 64 + 41], x[i] / x[i + 1]);
        }
    });
}

#[test]
fn a_generator_and_its_count_are_exact() {
    on_every_ptx("lcgpi", |device| {
        let total = device.zeroed::<u64>(1);
        device.run("pi", 2, 64, args().buffer(&total).value(50i32).value(9u32));
        let inside = |thread: u32| {
            let mut s = 9u32.wrapping_add(thread.wrapping_mul(747_796_405));
            let mut next = || {
                s = s.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (s >> 8) as f32 * (1.0 / 16_777_216.0)
            };
            (0..50)
                .filter(|_| {
                    let (x, y) = (next(), next());
                    x.mul_add(x, y * y) < 1.0
                })
                .count() as u64
        };
        assert_eq!(total.read()[0], (0..128).map(inside).sum::<u64>());
    });
}

#[test]
fn eight_bit_floats_keep_what_they_can_hold() {
    on_every_ptx("fp8", |device| {
        let values: Vec<f32> = (0..33)
            .map(|i| [0.0, 1.0, -2.0, 448.0, 1e6, 0.015625, -0.5, 240.0][i % 8])
            .collect();
        let (a, e4, e5) = (
            device.upload(&values),
            device.zeroed::<u8>(64),
            device.zeroed::<u8>(64),
        );
        let f = device.zeroed::<f32>(32);
        device.run(
            "f8",
            1,
            32,
            args().buffer(&a).buffer(&e4).buffer(&e5).buffer(&f),
        );
        assert_eq!(
            e4.read()[..8],
            [0x00, 0x38, 0xc0, 0x7e, 0x7e, 0x08, 0xb0, 0x77]
        );
        assert_eq!(
            e5.read()[..8],
            [0x00, 0x3c, 0xc0, 0x5f, 0x7b, 0x24, 0xb8, 0x5c].map(|byte: u8| byte)
        );
    });
}
