//! Powers of two and logarithms to base 2 in single precision, computed in double precision.
//!
//! These are the same on every host, and are computed for several lanes at a time where the host can: all steps are
//! additions, products and a division. Before they are rounded, results differ from the exact ones by less than a
//! thousandth of the last digit.

/// Doubles near this number are integers: their lowest bits are those of an integer that was added to it.
pub(super) const WHOLE: f64 = 6_755_399_441_055_744.0;

/// The powers with this exponent or a larger one are infinite, and those with its negative are zero.
pub(super) const MOST: f64 = 160.0;

/// The coefficients of `(2ˣ - 1) / x` for x from -0.5 to 0.5, the one of the highest power first.
pub(super) const OF_EXP2: [f64; 7] = [
    1.519_615_852_776_949_8e-5,
    0.000_154_667_562_513_267_35,
    0.001_333_393_504_710_666_3,
    0.009_618_038_132_306_056,
    0.055_504_103_660_014_06,
    0.240_226_510_665_592_53,
    0.693_147_180_704_529_4,
];

/// Those of `log2((1 + s) / (1 - s)) / s` for s², where both fractions' quotient is between the roots of 0.5 and 2.
pub(super) const OF_LOG2: [f64; 5] = [
    0.340_728_008_974_278_8,
    0.411_672_826_841_764,
    0.577_083_583_270_718_4,
    0.961_796_673_350_053_8,
    2.885_390_081_790_08,
];

/// Added to the bits of a number, this makes their exponent, which is biased by 1023, that of the power of two by which
/// the number is divided to be between the roots of 0.5 and 2.
pub(super) const OFFSET: u64 = (1023 << 52) - 0x3fe6_a09e_667f_3bcd;

#[inline(always)]
fn polynomial<const N: usize>(x: f64, coefficients: &[f64; N]) -> f64 {
    coefficients.iter().fold(0.0, |sum, coefficient| sum * x + coefficient)
}

/// Returns 2 to the power of `a`.
pub(super) fn exp2(a: f32) -> f32 {
    let x = f64::from(a).clamp(-MOST, MOST);
    let whole = x + WHOLE;
    let part = x - (whole - WHOLE);
    let power = (whole.to_bits() << 52).wrapping_add(1f64.to_bits());
    ((1.0 + part * polynomial(part, &OF_EXP2)) * f64::from_bits(power)) as f32
}

/// Returns the logarithm of `a` to base 2.
pub(super) fn log2(a: f32) -> f32 {
    if a == 0.0 {
        return f32::NEG_INFINITY;
    } else if a.is_nan() || a < 0.0 {
        return f32::NAN;
    } else if a.is_infinite() {
        return a;
    }
    // Every number of single precision is normal in double precision.
    let bits = f64::from(a).to_bits();
    let exponent = (bits + OFFSET) >> 52;
    let fraction = f64::from_bits(bits.wrapping_sub((exponent << 52).wrapping_sub(1f64.to_bits())));
    let ratio = (fraction - 1.0) / (fraction + 1.0);
    let of_fraction = ratio * polynomial(ratio * ratio, &OF_LOG2);
    (exponent as f64 - 1023.0 + of_fraction) as f32
}
