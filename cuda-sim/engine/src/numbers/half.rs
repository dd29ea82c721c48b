//! The 16-bit floating-point types: bits, and conversions to and from wider types.
//!
//! Arithmetic is that of [`Real`](crate::ops::Real): it widens, computes, and rounds once.
#![allow(non_camel_case_types, reason = "PTX's names of types")]

use crate::numbers::rounding::{BRAIN, Format, HALF, Rounding, narrow};
use std::cmp::Ordering;

/// `f16`, the half precision of IEEE 754
#[derive(Clone, Copy)]
pub struct f16(u16);

/// `bf16`: the upper half of an `f32`
#[derive(Clone, Copy)]
pub struct bf16(u16);

impl f16 {
    pub const FORMAT: Format = HALF;

    /// The `f32` whose bits are a number's, shifted to the place of an `f32`'s exponent and fraction, is the number
    /// divided by this; also if it is subnormal.
    const SCALE: f32 = f32::from_bits((127 + 112) << 23);

    /// Converts exactly; a NaN becomes quiet.
    #[inline(always)]
    pub fn to_f32(self) -> f32 {
        let (sign, rest) = (u32::from(self.0 & 0x8000), u32::from(self.0 & 0x7fff));
        let size = match rest {
            ..0x7c00 => (f32::from_bits(rest << 13) * Self::SCALE).to_bits(),
            0x7c00 => f32::INFINITY.to_bits(),
            _ => 0x7fc0_0000 | rest << 13,
        };
        f32::from_bits(sign << 16 | size)
    }

    /// Rounds `value` to the nearest, in the lower half of a register.
    pub fn word_of(value: f32) -> u32 {
        let value = f16::from_f64(f64::from(value), Rounding::Nearest);
        u32::from(value.to_bits())
    }

    /// Converts a number that the type has, an infinity, or a NaN, which becomes quiet.
    #[inline(always)]
    fn from_exact(value: f32) -> f16 {
        let (sign, size) = (value.to_bits() >> 16 & 0x8000, value.abs());
        let rest = if size.is_nan() {
            0x7e00 | size.to_bits() >> 13 & 0x3ff
        } else if size == f32::INFINITY {
            0x7c00
        } else {
            (size / Self::SCALE).to_bits() >> 13
        };
        f16((sign | rest) as u16)
    }
}

impl bf16 {
    pub const FORMAT: Format = BRAIN;

    /// Converts exactly; a NaN becomes quiet.
    #[inline(always)]
    pub fn to_f32(self) -> f32 {
        let quiet = if self.0 & 0x7fff > 0x7f80 { 0x40 } else { 0 };
        f32::from_bits(u32::from(self.0 | quiet) << 16)
    }

    /// Converts a number that the type has, an infinity, or a NaN, which becomes quiet.
    #[inline(always)]
    fn from_exact(value: f32) -> bf16 {
        let quiet = if value.is_nan() { 0x40 } else { 0 };
        bf16((value.to_bits() >> 16 | quiet) as u16)
    }
}

macro_rules! conversions {
    ($($ty:ident)*) => { $(
        impl $ty {
            pub const fn from_bits(bits: u16) -> $ty {
                $ty(bits)
            }

            pub const fn to_bits(self) -> u16 {
                self.0
            }

            /// Converts exactly; a NaN becomes quiet.
            #[inline(always)]
            pub fn to_f64(self) -> f64 {
                f64::from(self.to_f32())
            }

            /// Rounds `value` once. A NaN keeps the upper bits of its payload.
            #[inline(always)]
            pub fn from_f64(value: f64, rounding: Rounding) -> $ty {
                $ty::from_exact(narrow(value, Self::FORMAT, rounding) as f32)
            }
        }

        impl PartialEq for $ty {
            #[inline(always)]
            fn eq(&self, other: &$ty) -> bool {
                self.to_f32() == other.to_f32()
            }
        }

        impl PartialOrd for $ty {
            #[inline(always)]
            fn partial_cmp(&self, other: &$ty) -> Option<Ordering> {
                self.to_f32().partial_cmp(&other.to_f32())
            }
        }
    )* };
}

conversions! { f16 bf16 }
