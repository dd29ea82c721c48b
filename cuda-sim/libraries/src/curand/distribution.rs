//! Distributions: what becomes of a generator's integers.

use core::f64::consts::{PI, SQRT_2, TAU};

/// A distribution and its parameters.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Distribution {
    pub kind: DistributionKind,
    pub mean: f64,
    pub deviation: f64,
}

/// An open enumeration, because a kernel's parameters can be any bytes.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DistributionKind(u64);

impl DistributionKind {
    pub(crate) const BITS: Self = Self(0);
    pub(crate) const UNIFORM: Self = Self(1);
    pub(crate) const UNIFORM_DOUBLE: Self = Self(2);
    pub(crate) const NORMAL: Self = Self(3);
    pub(crate) const NORMAL_DOUBLE: Self = Self(4);
    pub(crate) const LOG_NORMAL: Self = Self(5);
    pub(crate) const LOG_NORMAL_DOUBLE: Self = Self(6);
    pub(crate) const POISSON: Self = Self(7);

    /// Returns whether numbers come from pairs of uniformly distributed ones, by the method of Box and Muller.
    pub(crate) fn is_normal(self) -> bool {
        (Self::NORMAL.0..=Self::LOG_NORMAL_DOUBLE.0).contains(&self.0)
    }

    /// Returns the size of a number in bytes; integers have `bits` ones.
    pub(crate) fn size(self, bits: u32) -> u32 {
        match self {
            Self::BITS => bits,
            Self::UNIFORM_DOUBLE | Self::NORMAL_DOUBLE | Self::LOG_NORMAL_DOUBLE => 8,
            _ => 4,
        }
    }
}

const TO_32: f32 = 1.0 / 4_294_967_296.0;
const TO_32_DOUBLE: f64 = 1.0 / 4_294_967_296.0;
const TO_53: f64 = 1.0 / 9_007_199_254_740_992.0;

/// A sequence of 32-bit integers that a distribution takes what it needs of.
pub(crate) trait Draws {
    fn bits(&mut self) -> u32;

    /// Returns where the second number of a pair waits for a distribution that takes single ones.
    fn spare(&mut self) -> &mut Option<f32>;

    /// Returns a number of the standard normal distribution.
    fn normal(&mut self) -> f32 {
        if let Some(second) = self.spare().take() {
            return second;
        }
        let [first, second] = box_muller(self.polar());
        *self.spare() = Some(second);
        first
    }

    fn uniform(&mut self) -> f32 {
        self.bits() as f32 * TO_32 + TO_32 / 2.0
    }

    fn uniform_double(&mut self) -> f64 {
        self.wide() as f64 * TO_53 + TO_53 / 2.0
    }

    /// Two integers as one of 53 bits.
    fn wide(&mut self) -> u64 {
        let (low, high) = (self.bits(), self.bits());
        u64::from(low) ^ u64::from(high) << 21
    }

    /// Two numbers for [`box_muller`]: one between 0 and 1, and an angle.
    fn polar(&mut self) -> (f32, f32) {
        const TO_ANGLE: f32 = TO_32 * TAU as f32;
        let (x, y) = (self.bits(), self.bits());
        (x as f32 * TO_32 + TO_32 / 2.0, (y as f32).mul_add(TO_ANGLE, TO_ANGLE / 2.0))
    }

    /// The same, with the angle in multiples of π.
    fn polar_double(&mut self) -> (f64, f64) {
        let (x, y) = (self.wide(), self.wide());
        (x as f64 * TO_53 + TO_53 / 2.0, y as f64 * (TO_53 * 2.0) + TO_53)
    }
}

/// Returns two normally distributed numbers.
///
/// A device has approximations of the logarithm, the sine and the cosine; these are exact, and rounded once each.
pub(crate) fn box_muller((length, angle): (f32, f32)) -> [f32; 2] {
    let length = (-2.0 * f64::from(length).ln() as f32).sqrt();
    let (sin, cos) = f64::from(angle).sin_cos();
    [sin as f32 * length, cos as f32 * length]
}

pub(crate) fn box_muller_double((length, angle): (f64, f64)) -> [f64; 2] {
    let length = (-2.0 * length.ln()).sqrt();
    let (sin, cos) = (angle * PI).sin_cos();
    [sin * length, cos * length]
}

impl Distribution {
    pub(crate) fn normal(&self, standard: f32) -> f32 {
        standard.mul_add(self.deviation as f32, self.mean as f32)
    }

    pub(crate) fn normal_double(&self, standard: f64) -> f64 {
        standard.mul_add(self.deviation, self.mean)
    }

    pub(crate) fn log_normal(&self, standard: f32) -> f32 {
        f64::from(self.normal(standard)).exp() as f32
    }

    pub(crate) fn log_normal_double(&self, standard: f64) -> f64 {
        self.normal_double(standard).exp()
    }
}

/// An integer of a sequence whose numbers are made of one each, so that those of several dimensions stay independent.
pub(crate) trait SingleDraw: Copy {
    fn single(self) -> f32;
    fn double(self) -> f64;
    /// The probability for the normal distribution: at most 1/2, and whether it was mirrored.
    fn tail(self) -> (f32, bool);
    fn tail_double(self) -> (f64, bool);

    /// The number of the standard normal distribution below which a share of all are.
    fn normal(self) -> f32 {
        let (tail, is_mirrored) = self.tail();
        let normal = SQRT_2 as f32 * inverse_erfc(f64::from(2.0 * tail)) as f32;
        if is_mirrored { normal } else { -normal }
    }

    fn normal_double(self) -> f64 {
        let (tail, is_mirrored) = self.tail_double();
        let normal = SQRT_2 * inverse_erfc(2.0 * tail);
        if is_mirrored { normal } else { -normal }
    }
}

impl SingleDraw for u32 {
    fn single(self) -> f32 {
        self as f32 * TO_32 + TO_32 / 2.0
    }

    fn double(self) -> f64 {
        f64::from(self) * TO_32_DOUBLE + TO_32_DOUBLE
    }

    fn tail(self) -> (f32, bool) {
        let (bits, is_mirrored) = mirror(self);
        (bits as f32 * TO_32 + TO_32 / 2.0, is_mirrored)
    }

    fn tail_double(self) -> (f64, bool) {
        let (bits, is_mirrored) = mirror(self);
        (f64::from(bits) * TO_32_DOUBLE + TO_32_DOUBLE / 2.0, is_mirrored)
    }
}

impl SingleDraw for u64 {
    fn single(self) -> f32 {
        ((self >> 32) as u32).single()
    }

    fn double(self) -> f64 {
        (self >> 11) as f64 * TO_53 + TO_53 / 2.0
    }

    fn tail(self) -> (f32, bool) {
        ((self >> 32) as u32).tail()
    }

    fn tail_double(self) -> (f64, bool) {
        let bits = self >> 11;
        let is_mirrored = bits > 1 << 52;
        let bits = if is_mirrored { (1 << 53) - 1 - bits } else { bits };
        (bits as f64 * TO_53 + TO_53 / 2.0, is_mirrored)
    }
}

fn mirror(bits: u32) -> (u32, bool) {
    if bits > 1 << 31 { (!bits, true) } else { (bits, false) }
}

/// Returns the number whose complementary error function is `y`, of 0 to 2.
fn inverse_erfc(y: f64) -> f64 {
    if y >= 1.0 {
        return if y == 1.0 { 0.0 } else { -inverse_erfc(2.0 - y) };
    }
    // An approximation by S. Winitzki, of two digits, or the leading term for the far tail.
    let x = 1.0 - y;
    let mut guess = if y > 1e-10 {
        let (a, log) = (0.147, (1.0 - x * x).ln());
        let term = 2.0 / (PI * a) + log / 2.0;
        ((term * term - log / a).sqrt() - term).sqrt()
    } else {
        (-(y * (-y.ln() * PI).sqrt()).ln()).sqrt()
    };
    // Each step of E. Halley's method triples the number of digits.
    for _ in 0..4 {
        let slope = 2.0 / PI.sqrt() * (-guess * guess).exp();
        let step = (libm::erfc(guess) - y) / slope;
        if !step.is_finite() {
            break;
        }
        guess += step / (1.0 + guess * step);
        if step.abs() < guess.abs() * 1e-17 {
            break;
        }
    }
    guess
}
