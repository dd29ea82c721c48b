//! The types of integers.

use crate::numbers::lane::Elem;

/// An integer type.
pub trait Int: Elem + PartialEq + PartialOrd + Ord + Default {
    /// Bits.
    const BITS: u32;
    /// Whether it is signed.
    const SIGNED: bool;
    /// One.
    fn one() -> Self;
    /// Its double width as a register, for `mul.wide`.
    type Wide: Elem;
    #[allow(missing_docs)]
    fn add(self, b: Self) -> Self;
    #[allow(missing_docs)]
    fn add_sat(self, b: Self) -> Self;
    #[allow(missing_docs)]
    fn sub(self, b: Self) -> Self;
    #[allow(missing_docs)]
    fn sub_sat(self, b: Self) -> Self;
    #[allow(missing_docs)]
    fn mul(self, b: Self) -> Self;
    #[allow(missing_docs)]
    fn mul_hi(self, b: Self) -> Self;
    #[allow(missing_docs)]
    fn mul_wide(self, b: Self) -> Self::Wide;
    #[allow(missing_docs)]
    fn wide_add(a: Self::Wide, b: Self::Wide) -> Self::Wide;
    /// Division; by zero, all ones, as on an H200.
    fn div(self, b: Self) -> Self;
    /// Remainder; by zero, all ones, as on an H200.
    fn rem(self, b: Self) -> Self;
    #[allow(missing_docs)]
    fn neg(self) -> Self;
    #[allow(missing_docs)]
    fn abs(self) -> Self;
    /// `|self - b|`
    fn distance(self, b: Self) -> Self;
    /// Shifts in zeros or the sign; a large `by` shifts all bits out.
    fn shr(self, by: u32) -> Self;
    #[allow(missing_docs)]
    fn shl(self, by: u32) -> Self;
}

/// Returns the quotient of two 32-bit numbers in double precision, where several are divided at a time. It is exact: a
/// quotient that isn't whole differs from the next whole number by more than the rounding error.
#[inline(always)]
fn quotient(a: i64, b: i64) -> i64 {
    // Doubles near this number are integers: adding a small integer, or subtracting one, does the same to the lowest
    // bits.
    const WHOLE: f64 = 6_755_399_441_055_744.0;
    let double = |value: i64| f64::from_bits((WHOLE.to_bits() as i64 + value) as u64) - WHOLE;
    let whole = (double(a) / double(b)).trunc();
    (whole + WHOLE).to_bits() as i64 - WHOLE.to_bits() as i64
}

macro_rules! ints {
    ($($ty:ty, $wide:ty, $double:ty;)*) => { $(
        impl Int for $ty {
            const BITS: u32 = <$ty>::BITS;
            const SIGNED: bool = <$ty>::MIN != 0;
            #[inline(always)]
            fn one() -> Self { 1 }
            type Wide = $wide;
            #[inline(always)]
            fn add(self, b: Self) -> Self { self.wrapping_add(b) }
            #[inline(always)]
            fn add_sat(self, b: Self) -> Self { self.saturating_add(b) }
            #[inline(always)]
            fn sub(self, b: Self) -> Self { self.wrapping_sub(b) }
            #[inline(always)]
            fn sub_sat(self, b: Self) -> Self { self.saturating_sub(b) }
            #[inline(always)]
            fn mul(self, b: Self) -> Self { self.wrapping_mul(b) }
            #[inline(always)]
            fn mul_hi(self, b: Self) -> Self { ((self as $double * b as $double) >> <$ty>::BITS) as $ty }
            #[inline(always)]
            fn mul_wide(self, b: Self) -> $wide { (self as $wide).wrapping_mul(b as $wide) }
            #[inline(always)]
            fn wide_add(a: $wide, b: $wide) -> $wide { a.wrapping_add(b) }
            #[inline(always)]
            fn div(self, b: Self) -> Self {
                match b {
                    0 => !0,
                    _ if <$ty>::BITS == 32 => quotient(self as i64, b as i64) as $ty,
                    _ => self.wrapping_div(b),
                }
            }
            #[inline(always)]
            fn rem(self, b: Self) -> Self {
                match b {
                    0 => !0,
                    _ if <$ty>::BITS == 32 => {
                        self.wrapping_sub((quotient(self as i64, b as i64) as $ty).wrapping_mul(b))
                    }
                    _ => self.wrapping_rem(b),
                }
            }
            #[inline(always)]
            fn neg(self) -> Self { (0 as $ty).wrapping_sub(self) }
            #[inline(always)]
            fn abs(self) -> Self { if (self as i64) < 0 && <$ty>::MIN != 0 { self.neg() } else { self } }
            #[inline(always)]
            fn distance(self, b: Self) -> Self { if self > b { self.wrapping_sub(b) } else { b.wrapping_sub(self) } }
            #[inline(always)]
            fn shr(self, by: u32) -> Self {
                if <$ty>::MIN != 0 {
                    self >> by.min(<$ty>::BITS - 1)
                } else if by < <$ty>::BITS {
                    self >> by
                } else {
                    0
                }
            }
            #[inline(always)]
            fn shl(self, by: u32) -> Self { if by < <$ty>::BITS { self << by } else { 0 } }
        }
    )* };
}

ints! {
    u16, u32, u32;
    i16, i32, i32;
    u32, u64, u64;
    i32, i64, i64;
    u64, u64, u128;
    i64, i64, i128;
}
