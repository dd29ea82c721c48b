//! Kernels with inline PTX: special registers, carries and matrix fragments.

use crate::device::{args, assert_same, model, numbers};
use crate::texts::{on_every_ptx, on_every_ptx_with};
use std::time::{SystemTime, UNIX_EPOCH};

#[test]
fn special_registers_have_a_threads_position_and_its_blocks_resources() {
    on_every_ptx("sregs", |device| {
        let (words, longs) = (device.zeroed::<u32>(32), device.zeroed::<u64>(32));
        device.dynamic_shared = 96;
        let now = || SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_nanos() as u64;
        let before = now();
        let arguments = args().buffer(&words).buffer(&longs);
        device.run("sr", [1, 1, 1], [8, 4, 1], arguments);
        let after = now();
        let expected: Vec<u32> = (0..32)
            .map(|lane| {
                let (depth, height, thickness) = (1, 4, 1);
                let (processors, warps) = (model().multiprocessors, 1);
                let (dynamic_shared, total_shared, warp_size) = (96, 96, 32);
                let equal = 1u32 << lane;
                let (less_or_equal, greater) = (equal | (equal - 1), !(equal | (equal - 1)));
                let masks = [greater | equal, equal, less_or_equal, greater];
                let others = depth + height + thickness + processors + warps;
                masks
                    .into_iter()
                    .fold(others + dynamic_shared + total_shared + warp_size, u32::wrapping_add)
            })
            .collect();
        assert_eq!(words.read(), expected);
        // Two clocks since the launch began, the mask of all lanes, the time since 1970, and the launch's number.
        let all = u64::from(u32::MAX);
        let since = 2 * (after - before);
        let launches = 1 << 32;
        for time in longs.read() {
            let time = time - all;
            assert!(
                (before..after + since + launches).contains(&time),
                "{time} is not between {before} and {after}"
            );
        }
    });
}

#[test]
fn carries_permutations_and_spaces_of_inline_ptx_are_exact() {
    on_every_ptx("inlineptx", |device| {
        let (words, longs) = (device.zeroed::<u32>(128), device.zeroed::<u64>(32));
        device.run("ip", 1, 32, args().buffer(&words).buffer(&longs));
        let (words, longs) = (words.read(), longs.read());
        for lane in 0..32u32 {
            let at = lane as usize;
            // The first block is on the first multiprocessor, and has one warp.
            let (a, b, c, d) = (lane, 0u32, 0u32, (1u32 << lane) - 1);
            assert_eq!(words[at], a + b + c + d);
            let (low, carry) = a.overflowing_add(b);
            let high = c + d + u32::from(carry);
            assert_eq!(longs[at], u64::from(high) << 32 | u64::from(low));
            let a = if b > 5 { 1 } else { 2 };
            assert_eq!(words[32 + at], a);
            let product = u64::from(a) * u64::from(b);
            let (low, carry) = (product as u32).overflowing_add(c);
            let high = (product >> 32) as u32 + d + u32::from(carry);
            assert_eq!(words[64 + at], low.wrapping_add(high));
            let a = b & 0xffff | c << 16;
            let b = ((u64::from(c) << 32 | u64::from(a)) << (d & 31) >> 32) as u32;
            // The address is a global one, which adds one.
            assert_eq!(words[96 + at], a + b + (b + 1));
        }
    });
}

#[test]
fn an_atomic_reference_of_libcuxx_adds_stores_and_exchanges() {
    on_every_ptx("cudaatomic", |device| {
        let (a, o) = (device.upload(&[41i32]), device.zeroed::<i32>(1));
        device.run("ca", 1, 1, args().buffer(&a).buffer(&o));
        assert_eq!((a.read()[0], o.read()[0]), (5, 42));
        // Whichever thread stores last, it or another one exchanges the stored value.
        let (a, o) = (device.upload(&[41i32]), device.zeroed::<i32>(64));
        device.run("ca", 3, 64, args().buffer(&a).buffer(&o));
        assert_eq!(a.read()[0], 5);
        assert!(o.read().iter().all(|&seen| (3..=41 + 192).contains(&seen)));
    });
}

/// Returns words that are usable in every type, as numbers in half precision, in bfloat16, in TensorFloat-32 (with
/// zeros in the unused bits) and as four bytes, and whose sums of products are exact in single precision.
fn fragments(count: usize, seed: u64) -> Vec<u32> {
    let low = [0x4000u32, 0xc000, 0];
    let high = [0x4000u32, 0x4040, 0xc000, 0xc040, 0];
    let word = |n: u32| high[n as usize % 5] << 16 | low[n as usize / 5 % 3];
    numbers(count, seed).into_iter().map(word).collect()
}

#[test]
fn products_of_fragments_in_four_types_are_those_of_their_matrices() {
    let (a, b, g) = (fragments(128, 80), fragments(64, 81), numbers(32, 82));
    let f16 = |bits: u32| half::f16::from_bits(bits as u16).to_f64();
    let bf16 = |bits: u32| half::bf16::from_bits(bits as u16).to_f64();
    let byte = |bits: u32| i32::from(bits as u8 as i8);
    // The lane and the word of an element: rows of `a` and columns of `b` are distributed over groups of four lanes,
    // each with `per` elements in a word; the second half of the depth is in other words.
    let of_a = |row: usize, k: usize, per: usize| {
        let (lane, half) = (row % 8 * 4 + k / per % 4, k / (4 * per));
        a[lane + 32 * (row / 8 + 2 * half)] >> (32 / per * (k % per))
    };
    let of_b = |k: usize, column: usize, per: usize| {
        let (lane, half) = (column * 4 + k / per % 4, k / (4 * per));
        b[lane + 32 * half] >> (32 / per * (k % per))
    };
    let single = |bits: u32| f64::from(f32::from_bits(bits));
    let sums = |row: usize, column: usize| {
        let dot = |count: usize, per: usize, value: &dyn Fn(u32) -> f64| -> f64 {
            let term = |k| value(of_a(row, k, per)) * value(of_b(k, column, per));
            (0..count).map(term).sum()
        };
        let floating = dot(16, 2, &f16) + dot(8, 1, &single) + dot(16, 2, &bf16);
        assert_eq!(f64::from(floating as f32), floating, "the sum is exact");
        let term = |k| byte(of_a(row, k, 4)) * byte(of_b(k, column, 4));
        let integer: i32 = (0..32).map(term).sum();
        floating as f32 + integer as f32
    };
    // Eight rows of eight 16-bit numbers; the other matrices are in shared memory that is still zero.
    let transposed = |lane: usize| {
        let at = |row: usize| {
            let index = row * 8 + lane / 4;
            g[index / 2] >> (16 * (index % 2)) & 0xffff
        };
        at(lane % 4 * 2) | at(lane % 4 * 2 + 1) << 16
    };
    let expected: Vec<f32> = (0..128)
        .map(|at| {
            let (part, lane) = (at / 32, at % 32);
            let sum = sums(lane / 4 + 8 * (part / 2), lane % 4 * 2 + part % 2);
            match part {
                0 => sum + g[lane] as f32 + transposed(lane) as f32,
                _ => sum,
            }
        })
        .collect();
    on_every_ptx_with("mma", "mmak", |device| {
        let (da, db, dg) = (device.upload(&a), device.upload(&b), device.upload(&g));
        let c = device.zeroed::<f32>(128);
        let arguments = args().buffer(&da).buffer(&db).buffer(&c).buffer(&dg);
        device.run("mmak", 1, 32, arguments);
        assert_same(&c.read(), &expected);
    });
}

#[test]
fn code_for_older_architectures_runs() {
    for source in ["cluster", "cpasync", "mma"] {
        on_every_ptx(source, |device| {
            let x = device.zeroed::<i32>(1);
            device.run("z", 1, 1, args().buffer(&x));
            assert_eq!(x.read(), [1]);
        });
    }
}
