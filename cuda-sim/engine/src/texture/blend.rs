//! Linear filtering: weights of eight bits whose sum is 256, and sums as precise as an H200's.

use crate::texture::texel::TexelKind;

/// A channel's bits in one of two, four or eight texels, and their weight.
pub type Part = (u32, u32);

/// Rounds a product of weights to 256ths, half of one up.
fn up(product: u32) -> u32 {
    (product + 128) >> 8
}

/// Rounds a product of weights to 256ths, half of one down.
fn down(product: u32) -> u32 {
    (product + 127) >> 8
}

/// Returns the weights of the texels before and after a position, by bits of their index: x, y and z.
pub fn weights(at: [u32; 3], dimensions: usize) -> [u32; 8] {
    let [x, y, z] = at;
    let mut weights = [0; 8];
    match dimensions {
        1 => weights[..2].copy_from_slice(&[256 - x, x]),
        2 => {
            let both = up(x * y);
            weights[..4].copy_from_slice(&[256 + both - x - y, x - both, y - both, both]);
        }
        _ => {
            for (side, round) in [(0, down as fn(u32) -> u32), (1, up)] {
                let wide = if side == 1 { x } else { 256 - x };
                for slice in 0..2 {
                    let deep = if slice == 1 { z } else { 256 - z };
                    let all = round(wide * deep);
                    let after = round(all * y);
                    weights[side + 4 * slice] = all - after;
                    weights[side + 2 + 4 * slice] = after;
                }
            }
        }
    }
    weights
}

/// Returns the sum of channels by weight, as the bits of a float.
pub fn blend(kind: TexelKind, parts: &[Part]) -> u32 {
    let sum = |number: fn(u32) -> i32| -> i32 {
        let weighted = parts.iter().map(|&(bits, weight)| number(bits) * weight as i32);
        weighted.sum()
    };
    let float = match kind {
        TexelKind::Unsigned8 => unsigned(sum(|bits| bits as i32 * 257)),
        TexelKind::Unsigned16 => unsigned(sum(|bits| bits as i32)),
        TexelKind::Signed8 => {
            let sum = sum(|bits| i32::from(bits as i8));
            // Widens it to 16 bits.
            signed(sum + ((sum + 64 + (sum >> 12 << 4)) >> 7))
        }
        TexelKind::Signed16 => signed((sum(|bits| i32::from(bits as i16)) + 128) >> 8),
        TexelKind::Integer(bytes, is_signed) => return blend_integers(bytes, is_signed, parts),
        TexelKind::Half => return blend_floats::<10>(parts),
        TexelKind::Single => return blend_floats::<23>(parts),
        TexelKind::Srgb => return blend_srgb(parts),
    };
    float.to_bits()
}

/// Returns the sum of integers that are read unchanged: of 8 and 16 bits rounded, of 32 rounded down.
fn blend_integers(bytes: u32, is_signed: bool, parts: &[Part]) -> u32 {
    let unused = 32 - 8 * bytes;
    let number = |bits: u32| {
        if is_signed { i64::from((bits << unused) as i32 >> unused) } else { i64::from(bits) }
    };
    let weighted = parts.iter().map(|&(bits, weight)| number(bits) * i64::from(weight));
    let half = if bytes == 4 { 0 } else { 128 };
    ((weighted.sum::<i64>() + half) >> 8) as u32
}

fn unsigned(sum: i32) -> f32 {
    ((sum + 128) >> 8) as f32 / 65535.0
}

fn signed(sum: i32) -> f32 {
    (sum as f32 / 32767.0).max(-1.0)
}

/// An integer, and the exponent of what it is a multiple of: 2 to its power, times a constant.
#[derive(Clone, Copy, Default)]
struct Multiple {
    number: i64,
    exponent: i32,
}

/// Returns the weighted sum of up to eight numbers, in 256ths. The numbers of a slice are cut to multiples of the
/// largest exponent's unit.
fn sum(numbers: impl Fn(usize) -> Multiple, parts: &[Part]) -> Multiple {
    let slice = |first: usize| -> Option<Multiple> {
        let weighted = || {
            (first..parts.len().min(first + 4))
                .filter(|index| parts[*index].1 > 0)
                .map(|index| (numbers(index), i64::from(parts[index].1)))
        };
        let exponent = weighted().map(|(multiple, _)| multiple.exponent).max()?;
        // Toward zero.
        let cut =
            |multiple: Multiple| multiple.number / (1 << (exponent - multiple.exponent).min(62));
        let number = weighted().map(|(multiple, weight)| cut(multiple) * weight).sum();
        Some(Multiple { number, exponent })
    };
    match (slice(0), slice(4)) {
        (Some(first), Some(second)) => add(first, second),
        (first, second) => first.or(second).unwrap_or_default(),
    }
}

/// The bits that are kept of a float below the last one of the largest float.
const GUARD: i32 = 4;

/// Returns the weighted sum of floats with `FRACTION` fraction bits, rounded to such a float.
fn blend_floats<const FRACTION: u32>(parts: &[Part]) -> u32 {
    let (most, bias) = match FRACTION {
        10 => (31, 15),
        _ => (255, 127),
    };
    let is_negative = |bits: u32| bits >> FRACTION > most;
    let is_special = |bits: &u32| bits >> FRACTION & most == most;
    let weighted = || parts.iter().filter(|part| part.1 > 0).map(|part| part.0);
    let mut specials = weighted().filter(is_special);
    if let Some(first) = specials.next() {
        let is_infinite =
            first & ((1 << FRACTION) - 1) == 0 && specials.all(|special| special == first);
        return if is_infinite {
            u32::from(is_negative(first)) << 31 | 0x7f80_0000
        } else {
            0x7fff_ffff >> (23 - FRACTION) << (23 - FRACTION)
        };
    }
    let number = |index: usize| {
        let bits = parts[index].0;
        let fraction = i64::from(bits & ((1 << FRACTION) - 1));
        let (significand, exponent) = match bits >> FRACTION & most {
            // Subnormal numbers of single precision are zeros.
            0 if FRACTION == 23 => (0, 1),
            0 => (fraction, 1),
            exponent => (fraction | 1 << FRACTION, exponent as i32),
        };
        let number = significand << GUARD;
        Multiple { number: if is_negative(bits) { -number } else { number }, exponent }
    };
    let sum = sum(number, parts);
    if sum.number == 0 {
        return u32::from(weighted().all(is_negative)) << 31;
    }
    rounded::<FRACTION>(sum.number, sum.exponent - bias - FRACTION as i32 - GUARD - 8)
}

/// Where the numbers of sRGB begin to be multiples of twice as much as before, from 4 / 65536 on.
const SRGB_UNITS: [u32; 7] = [33, 48, 64, 96, 136, 184, 248];

/// Returns the weighted sum of colors in sRGB, in half precision.
fn blend_srgb(parts: &[Part]) -> u32 {
    let number = |index: usize| {
        let bits = parts[index].0 & 0xff;
        let color = f32::from_bits(TexelKind::Srgb.number(bits)) * 65536.0;
        let exponent = SRGB_UNITS.partition_point(|first| *first <= bits) as i32 + 2;
        Multiple { number: i64::from(color as i32 >> exponent), exponent }
    };
    let sum = sum(number, parts);
    match sum.number {
        0 => 0,
        number => rounded::<10>(number, sum.exponent - 16 - 8),
    }
}

/// Adds two sums, of which the one with the lower exponent is rounded down to a multiple of half of the other's unit.
fn add(a: Multiple, b: Multiple) -> Multiple {
    let (high, low) = if a.exponent >= b.exponent { (a, b) } else { (b, a) };
    let shift = (high.exponent - low.exponent).min(62);
    Multiple { number: high.number * 2 + ((low.number * 2) >> shift), exponent: high.exponent - 1 }
}

/// Rounds a multiple of a power of two to a float, half away from zero.
fn rounded<const FRACTION: u32>(sum: i64, unit: i32) -> u32 {
    let lowest = if FRACTION == 10 { -14 } else { -126 };
    let size = sum.unsigned_abs();
    let exponent = (unit + size.ilog2() as i32).max(lowest);
    let drop = exponent - FRACTION as i32 - unit;
    let significand = match drop {
        1.. => (size + (1 << (drop.min(63) - 1))) >> drop.min(63),
        _ => size << -drop,
    };
    // Exact, as the significand has at most 24 bits and a float as many.
    let float = significand as f64 * f64::from(exponent - FRACTION as i32).exp2();
    let float = if FRACTION == 23 && float < f64::from(f32::MIN_POSITIVE) { 0.0 } else { float };
    let bits = (float as f32).to_bits();
    bits | u32::from(sum < 0) << 31
}

/// Returns the average of floats of texels by weights whose sum is `whole`.
pub fn average(parts: &[([u32; 4], u64)], whole: u64) -> [u32; 4] {
    std::array::from_fn(|channel| {
        let weighted = parts.iter().filter(|(_, weight)| *weight > 0);
        let sum: f64 = weighted
            .map(|(texel, weight)| f64::from(f32::from_bits(texel[channel])) * *weight as f64)
            .sum();
        ((sum / whole as f64) as f32).to_bits()
    })
}
