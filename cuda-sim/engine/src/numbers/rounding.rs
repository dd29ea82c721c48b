//! Rounding that the host's floating-point unit doesn't support directly.
//!
//! For a narrow type, the exact result is computed in double precision, with its last bit set to odd if digits were
//! lost ("rounding to odd"), and is then rounded once, in any direction. Double precision itself uses a software
//! implementation if the direction isn't to the nearest.

use rustc_apfloat::ieee::Double;
use rustc_apfloat::{Float, Round};

/// A rounding direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounding {
    /// `.rn`: to the nearest, ties to even.
    Nearest,
    /// `.rz`: towards zero.
    Zero,
    /// `.rm`: down.
    Down,
    /// `.rp`: up.
    Up,
    /// `.rna`: to the nearest, ties away from zero.
    Away,
}

impl Rounding {
    /// Converts from an instruction's operand.
    pub fn from_bits(bits: u32) -> Rounding {
        match bits & 7 {
            1 => Rounding::Zero,
            2 => Rounding::Down,
            3 => Rounding::Up,
            4 => Rounding::Away,
            _ => Rounding::Nearest,
        }
    }

    /// Rounds to an integral value.
    pub fn integral(self, value: f64) -> f64 {
        match self {
            Rounding::Nearest => value.round_ties_even(),
            Rounding::Zero => value.trunc(),
            Rounding::Down => value.floor(),
            Rounding::Up => value.ceil(),
            Rounding::Away => value.round(),
        }
    }

    fn software(self) -> Round {
        match self {
            Rounding::Nearest => Round::NearestTiesToEven,
            Rounding::Zero => Round::TowardZero,
            Rounding::Down => Round::TowardNegative,
            Rounding::Up => Round::TowardPositive,
            Rounding::Away => Round::NearestTiesToAway,
        }
    }
}

/// A binary format.
#[derive(Clone, Copy, Debug)]
pub struct Format {
    /// Bits after the leading one.
    pub fraction: i32,
    /// Exponent of the smallest normal number.
    pub smallest: i32,
    /// The largest number.
    pub largest: f64,
}

/// `f32`
pub const SINGLE: Format = Format { fraction: 23, smallest: -126, largest: f32::MAX as f64 };
/// `f16`
pub const HALF: Format = Format { fraction: 10, smallest: -14, largest: 65504.0 };
/// `bf16`
pub const BRAIN: Format =
    Format { fraction: 7, smallest: -126, largest: 3.389_531_389_251_535_5e38 };
/// `tf32`
pub const TENSOR: Format =
    Format { fraction: 10, smallest: -126, largest: 3.401_162_134_214_653e38 };
/// `e4m3`, which has no infinity
pub const E4M3: Format = Format { fraction: 3, smallest: -6, largest: 448.0 };
/// `e5m2`
pub const E5M2: Format = Format { fraction: 2, smallest: -14, largest: 57344.0 };

/// Returns two to the power `exponent`, which must be a normal number in double precision.
pub const fn power(exponent: i32) -> f64 {
    let exponent = match exponent {
        ..-1022 => -1022,
        1024.. => 1023,
        exponent => exponent,
    };
    f64::from_bits(((1023 + exponent) as u64) << 52)
}

/// Rounds `value` to `format`. Numbers above the largest become infinite or the largest, depending on the direction.
pub fn narrow(value: f64, format: Format, rounding: Rounding) -> f64 {
    if value == 0.0 || !value.is_finite() {
        return value;
    }
    let exponent = ((value.to_bits() >> 52 & 0x7ff) as i32 - 1023).max(format.smallest);
    let rounded = if rounding == Rounding::Nearest {
        // The last bit of the sum is the format's.
        let large = 1.5 * power(exponent - format.fraction + 52);
        value + large - large
    } else {
        // In two steps, because the inverse of the smallest quantum may be too large for one.
        let (unit, finer) = (power(-exponent), power(format.fraction));
        rounding.integral(value * unit * finer) / finer / unit
    };
    let rounded = rounded.copysign(value);
    if rounded.abs() <= format.largest {
        return rounded;
    }
    let to_largest = match rounding {
        Rounding::Nearest | Rounding::Away => false,
        Rounding::Zero => true,
        Rounding::Down => value > 0.0,
        Rounding::Up => value < 0.0,
    };
    if to_largest { format.largest.copysign(value) } else { f64::INFINITY.copysign(value) }
}

/// Rounds `value` to single precision, towards zero, down or up.
#[inline(always)]
pub fn directed(value: f64, rounding: Rounding) -> f32 {
    let nearest = value as f32;
    let (down, up) = match rounding {
        Rounding::Down => (true, false),
        Rounding::Up => (false, true),
        _ => (value > 0.0, value < 0.0),
    };
    if down && f64::from(nearest) > value {
        below(nearest)
    } else if up && f64::from(nearest) < value {
        -below(-nearest)
    } else {
        nearest
    }
}

/// Returns the next number below `value`.
#[inline(always)]
fn below(value: f32) -> f32 {
    let bits = value.to_bits();
    f32::from_bits(match value {
        0.0 => 0x8000_0001,
        _ if bits >> 31 == 0 => bits - 1,
        _ => bits + 1,
    })
}

/// Returns `sum` with its last bit odd unless `error`, the exact value minus `sum`, is zero.
pub fn odd(sum: f64, error: f64) -> f64 {
    let bits = sum.to_bits();
    if error == 0.0 || !sum.is_finite() || sum == 0.0 || bits & 1 != 0 {
        return sum;
    }
    f64::from_bits(if (error > 0.0) == (sum > 0.0) { bits | 1 } else { bits - 1 })
}

/// Returns the rounded sum, and the exact sum minus that.
pub fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let part = sum - a;
    (sum, (a - (sum - part)) + (b - part))
}

/// Adds so that rounding the result once more gives the correct sum.
pub fn add_odd(a: f64, b: f64, rounding: Rounding) -> f64 {
    let (sum, error) = two_sum(a, b);
    if sum == 0.0 && rounding == Rounding::Down && a.is_sign_negative() != b.is_sign_negative() {
        return -0.0;
    }
    if error.is_nan() { sum } else { odd(sum, error) }
}

/// Divides, with a result to be rounded once more.
pub fn div_odd(a: f64, b: f64) -> f64 {
    let quotient = a / b;
    if !quotient.is_finite() || b.is_infinite() {
        return quotient;
    }
    let rest = quotient.mul_add(-b, a);
    odd(quotient, if b > 0.0 { rest } else { -rest })
}

/// Returns the square root, to be rounded once more.
pub fn sqrt_odd(a: f64) -> f64 {
    let root = a.sqrt();
    if !root.is_finite() || root == 0.0 { root } else { odd(root, root.mul_add(-root, a)) }
}

fn software(value: f64) -> Double {
    Double::from_bits(u128::from(value.to_bits()))
}

fn hardware(value: Double) -> f64 {
    f64::from_bits(value.to_bits() as u64)
}

/// Returns the NaN of a double-precision operation whose result isn't a number: the last NaN operand, made quiet, or
/// the default NaN if the operation is invalid.
pub fn nan_of(operands: impl DoubleEndedIterator<Item = f64>) -> f64 {
    const QUIET: u64 = 1 << 51;
    const INVALID: u64 = 0xfff8_0000_0000_0000;
    let last = operands.rev().find(|operand| operand.is_nan());
    f64::from_bits(last.map_or(INVALID, |nan| nan.to_bits() | QUIET))
}

/// Returns `result`, or for a NaN the one that a GPU returns.
fn with_gpu_nan<const N: usize>(result: Double, operands: [f64; N]) -> f64 {
    match hardware(result) {
        result if result.is_nan() => nan_of(operands.into_iter()),
        result => result,
    }
}

/// Returns `a + b` in double precision.
pub fn add_double(a: f64, b: f64, rounding: Rounding) -> f64 {
    let sum = software(a).add_r(software(b), rounding.software());
    with_gpu_nan(sum.value, [a, b])
}

/// Returns `a * b` in double precision.
pub fn mul_double(a: f64, b: f64, rounding: Rounding) -> f64 {
    let product = software(a).mul_r(software(b), rounding.software());
    with_gpu_nan(product.value, [a, b])
}

/// Returns `a / b` in double precision; of two NaNs, the first is the result.
pub fn div_double(a: f64, b: f64, rounding: Rounding) -> f64 {
    let quotient = software(a).div_r(software(b), rounding.software());
    with_gpu_nan(quotient.value, [b, a])
}

/// Returns `a * b + c` in double precision.
pub fn fma_double(a: f64, b: f64, c: f64, rounding: Rounding) -> f64 {
    let sum = software(a).mul_add_r(software(b), software(c), rounding.software());
    with_gpu_nan(sum.value, [a, c, b])
}

/// Returns the square root in double precision.
pub fn sqrt_double(a: f64, rounding: Rounding) -> f64 {
    let root = a.sqrt();
    if !root.is_finite() || root == 0.0 {
        return root;
    }
    // A subnormal number is scaled, so that the root's error is representable.
    let (value, near, scale) =
        if a < 1e-280 { (a * power(600), root * power(300), power(-300)) } else { (a, root, 1.0) };
    let lacks = near.mul_add(-near, value);
    let stepped = match rounding {
        Rounding::Nearest | Rounding::Away => near,
        Rounding::Zero | Rounding::Down if lacks < 0.0 => near.next_down(),
        Rounding::Up if lacks > 0.0 => near.next_up(),
        _ => near,
    };
    stepped * scale
}

/// Converts `value` to double precision, with the last bit odd if digits were lost.
pub fn integer_odd(value: i128) -> f64 {
    let size = value.unsigned_abs();
    let excess = (128 - size.leading_zeros()).saturating_sub(53);
    let lost = size & ((1u128 << excess) - 1) != 0;
    let digits = (size >> excess) as u64 | u64::from(lost);
    let result = digits as f64 * power(excess as i32);
    if value < 0 { -result } else { result }
}

/// Converts `value` to double precision.
pub fn integer_double(value: i128, rounding: Rounding) -> f64 {
    let near = value as f64;
    let back = near as i128;
    match rounding {
        Rounding::Nearest | Rounding::Away => near,
        Rounding::Zero if value >= 0 && back > value => near.next_down(),
        Rounding::Zero if value < 0 && back < value => near.next_up(),
        Rounding::Down if back > value => near.next_down(),
        Rounding::Up if back < value => near.next_up(),
        _ => near,
    }
}
