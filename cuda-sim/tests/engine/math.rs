//! Arithmetic in all types.

use crate::device::{args, floats, numbers};
use crate::texts::on_every_ptx;

#[test]
fn integers_of_64_and_128_bits_divide_multiply_and_shift() {
    on_every_ptx("int64", |device| {
        let wide = |seed| -> Vec<u64> {
            let (a, b) = (numbers(33, seed), numbers(33, seed + 1));
            a.iter().zip(&b).map(|(a, b)| u64::from(*a) << 30 | u64::from(*b) | 1).collect()
        };
        let a: Vec<i64> = wide(30)
            .into_iter()
            .enumerate()
            .map(|(i, v)| if i % 3 == 0 { -(v as i64) } else { v as i64 })
            .collect();
        let u = wide(32);
        let (da, du, o) = (device.upload(&a), device.upload(&u), device.zeroed::<i64>(480));
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
            let product = (i128::from(x) * i128::from(y) + i128::from(p)) >> 32;
            assert_eq!(at(13), at(5).wrapping_add(product as i64));
            let n = i as u32;
            let quotient = (x as i32).wrapping_div(y as i32) as u32;
            let parts = [n / 7 + n * n % 13, quotient, p as u32 % q as u32];
            assert_eq!(at(14), parts.into_iter().fold(0, u32::wrapping_add).into());
        }
    });
}

#[test]
fn bit_functions_agree_with_the_cpu() {
    on_every_ptx("bits", |device| {
        let (a, l) = (numbers(33, 40), numbers(33, 41));
        let l: Vec<u64> =
            l.iter().zip(&a).map(|(l, a)| u64::from(*l) << 32 | u64::from(*a)).collect();
        let (da, dl, o) = (device.upload(&a), device.upload(&l), device.zeroed::<u32>(5100));
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
            let pair = u64::from(y) << 32 | u64::from(x);
            let selected = |nibble: u32| {
                let byte = (0x3210 ^ x) >> (4 * nibble) & 7;
                (pair >> (8 * byte)) as u32 & 0xff
            };
            assert_eq!(
                row[6..12],
                [
                    x.trailing_zeros() + 1,
                    z.trailing_zeros() + 1,
                    (0..4).fold(0, |word, nibble| word | selected(nibble) << (8 * nibble)),
                    (pair << (x & 31) >> 32) as u32,
                    (pair >> 7) as u32,
                    (pair << y.min(32) >> 32) as u32,
                ]
            );
            assert_eq!(row[12], ((u64::from(x) * u64::from(y)) >> 32) as u32);
            let (sx, sy) = (x as i32, y as i32);
            let low24 = |v: i32| i64::from(v << 8 >> 8);
            let bytes = |f: &dyn Fn(u8, u8) -> u8| -> u32 {
                let (x, y) = (x.to_le_bytes(), y.to_le_bytes());
                u32::from_le_bytes(std::array::from_fn(|k| f(x[k], y[k])))
            };
            let greater = |shift: u32| {
                let half = |v: u32| (v >> shift) as i16;
                u32::from(half(x).max(half(y)) as u16) << shift
            };
            let dot: i32 = (0..4)
                .map(|k| i32::from((x >> (8 * k)) as i8) * i32::from((y >> (8 * k)) as i8))
                .sum();
            let averages = [0, 1].map(|up| ((i64::from(sx) + i64::from(sy) + up) >> 1) as u32);
            let halves = [
                bytes(&u8::wrapping_add),
                bytes(&u8::abs_diff),
                greater(0) | greater(16),
                bytes(&|x, y| if x == y { 0xff } else { 0 }),
            ];
            let masked =
                u64::from(x & y) ^ (u64::from(!x | y) + (u64::from(x) ^ (u64::from(y) & z)));
            assert_eq!(
                row[13..20],
                [
                    ((i64::from(sx) * i64::from(sy)) >> 32) as u32,
                    (low24(sx) * low24(sy)) as u32,
                    sx.abs_diff(sy) + 3,
                    (dot + 1) as u32,
                    averages.into_iter().chain(halves).fold(0, u32::wrapping_add),
                    (x >> (y & 31)) | x << 5 | (sx >> 3) as u32,
                    masked as u32,
                ]
            );
            let dot: i32 = (0..2)
                .map(|k| i32::from((x >> (16 * k)) as i16) * i32::from((y >> (8 * k)) as i8))
                .sum();
            let product = u64::from(x & 0xff_ffff) * u64::from(y & 0xff_ffff);
            let parts = [(dot + 3) as u32, x.abs_diff(y) + 1, product as u32];
            let parts = parts.into_iter().chain([x.wrapping_mul(33), x.rotate_left(8)]);
            assert_eq!(out[1000 + i], parts.fold(0, u32::wrapping_add));
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
        let (s, x, t) =
            (floats(n, 50, 5.0, 30.0), floats(n, 51, 5.0, 60.0), floats(n, 52, 0.25, 9.0));
        let (c, p) = (device.zeroed::<f32>(n), device.zeroed::<f32>(n));
        let (ds, dx, dt) = (device.upload(&s), device.upload(&x), device.upload(&t));
        let arguments = args().buffer(&c).buffer(&p).buffer(&ds).buffer(&dx).buffer(&dt);
        device.run("bs", 3, 128, arguments.value(0.02f32).value(0.3f32).value(n as i32));
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
fn eight_bit_floats_round_as_documented() {
    on_every_ptx("fp8", |device| {
        let values: Vec<f32> =
            (0..33).map(|i| [0.0, 1.0, -2.0, 448.0, 1e6, 0.015625, -0.5, 240.0][i % 8]).collect();
        let (a, e4, e5) =
            (device.upload(&values), device.zeroed::<u8>(64), device.zeroed::<u8>(64));
        let f = device.zeroed::<f32>(32);
        device.run("f8", 1, 32, args().buffer(&a).buffer(&e4).buffer(&e5).buffer(&f));
        assert_eq!(e4.read()[..8], [0x00, 0x38, 0xc0, 0x7e, 0x7e, 0x08, 0xb0, 0x77]);
        assert_eq!(
            e5.read()[..8],
            [0x00, 0x3c, 0xc0, 0x5f, 0x7b, 0x24, 0xb8, 0x5c].map(|byte: u8| byte)
        );
        let four = [0.0, 1.0, -2.0, 448.0, 448.0, 0.015625, -0.5, 240.0];
        let five = [0.0, 1.0, -2.0, 448.0, 57344.0, 0.015625, -0.5, 256.0];
        let sum = |i: usize| {
            if i < 32 { four[i % 8] + five[i % 8] } else { 0.0 }
        };
        // Each lane reads what its right neighbor wrote, and the last one the original value.
        assert_eq!(f.read(), (1..33).map(sum).collect::<Vec<f32>>());
    });
}
