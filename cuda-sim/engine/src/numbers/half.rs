//! The 16-bit floating-point types: bits, and conversions to and from wider types.
//!
//! Arithmetic is that of [`Real`](crate::ops::Real): it widens, computes, and rounds once.
#![allow(non_camel_case_types, reason = "PTX's names of types")]

use crate::numbers::rounding::{BRAIN, Format, HALF, Rounding, narrow};
use std::cmp::Ordering;
use std::marker::PhantomData;

/// A floating-point number of 16 bits.
#[derive(Clone, Copy)]
pub struct Float16<F>(u16, PhantomData<F>);

/// `f16`, the half precision of IEEE 754
pub type f16 = Float16<Binary16>;

/// `bf16`: the upper half of an `f32`
pub type bf16 = Float16<Bfloat16>;

/// How the bits of a [`Float16`] are divided into exponent and fraction.
pub trait Format16: Copy + Send + Sync + 'static {
    const FORMAT: Format;
    /// Converts exactly; a NaN becomes quiet.
    fn to_f32(bits: u16) -> f32;
    /// Converts a number that the format has, an infinity, or a NaN, which becomes quiet.
    fn from_exact(value: f32) -> u16;
}

/// The format of `f16`.
#[derive(Clone, Copy)]
pub struct Binary16;

impl Binary16 {
    /// The `f32` whose bits are a number's, shifted to the place of an `f32`'s exponent and fraction, is the number
    /// divided by this; also if it is subnormal.
    const SCALE: f32 = f32::from_bits((127 + 112) << 23);
}

impl Format16 for Binary16 {
    const FORMAT: Format = HALF;

    #[inline(always)]
    fn to_f32(bits: u16) -> f32 {
        let (sign, rest) = (u32::from(bits & 0x8000), u32::from(bits & 0x7fff));
        let size = match rest {
            ..0x7c00 => (f32::from_bits(rest << 13) * Self::SCALE).to_bits(),
            0x7c00 => f32::INFINITY.to_bits(),
            _ => 0x7fc0_0000 | rest << 13,
        };
        f32::from_bits(sign << 16 | size)
    }

    #[inline(always)]
    fn from_exact(value: f32) -> u16 {
        let (sign, size) = (value.to_bits() >> 16 & 0x8000, value.abs());
        let rest = if size.is_nan() {
            0x7e00 | size.to_bits() >> 13 & 0x3ff
        } else if size == f32::INFINITY {
            0x7c00
        } else {
            (size / Self::SCALE).to_bits() >> 13
        };
        (sign | rest) as u16
    }
}

/// The format of `bf16`.
#[derive(Clone, Copy)]
pub struct Bfloat16;

impl Format16 for Bfloat16 {
    const FORMAT: Format = BRAIN;

    #[inline(always)]
    fn to_f32(bits: u16) -> f32 {
        let quiet = if bits & 0x7fff > 0x7f80 { 0x40 } else { 0 };
        f32::from_bits(u32::from(bits | quiet) << 16)
    }

    #[inline(always)]
    fn from_exact(value: f32) -> u16 {
        let quiet = if value.is_nan() { 0x40 } else { 0 };
        (value.to_bits() >> 16 | quiet) as u16
    }
}

impl<F: Format16> Float16<F> {
    pub const fn from_bits(bits: u16) -> Self {
        Float16(bits, PhantomData)
    }

    pub const fn to_bits(self) -> u16 {
        self.0
    }

    /// Converts exactly; a NaN becomes quiet.
    #[inline(always)]
    pub fn to_f32(self) -> f32 {
        F::to_f32(self.0)
    }

    /// Converts exactly; a NaN becomes quiet.
    #[inline(always)]
    pub fn to_f64(self) -> f64 {
        f64::from(self.to_f32())
    }

    /// Rounds `value` once. A NaN keeps the upper bits of its payload.
    #[inline(always)]
    pub fn from_f64(value: f64, rounding: Rounding) -> Self {
        Self::from_bits(F::from_exact(narrow(value, F::FORMAT, rounding) as f32))
    }
}

impl f16 {
    /// Rounds `value` to the nearest, in the lower half of a register.
    pub fn word_of(value: f32) -> u32 {
        let value = f16::from_f64(f64::from(value), Rounding::Nearest);
        u32::from(value.to_bits())
    }
}

impl<F: Format16> PartialEq for Float16<F> {
    #[inline(always)]
    fn eq(&self, other: &Self) -> bool {
        self.to_f32() == other.to_f32()
    }
}

impl<F: Format16> PartialOrd for Float16<F> {
    #[inline(always)]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        self.to_f32().partial_cmp(&other.to_f32())
    }
}
