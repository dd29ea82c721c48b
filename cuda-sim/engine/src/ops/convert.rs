//! `cvt`: conversions between all number types.

use crate::code::Inst;
use crate::numbers::half::{Float16, Format16, f16};
use crate::numbers::lane::{Elem, Packed2, Paired, Word};
use crate::numbers::rounding;
use crate::numbers::rounding::{E4M3, E5M2, Rounding, TENSOR, narrow};
use crate::ops::float::Real;
use crate::ops::modifiers::{FTZ, RELU, SAT};
use crate::ops::op::{Op, map1, map2, with_vectors};
#[cfg(target_arch = "x86_64")]
use crate::ops::vector;
use crate::state::core::{CONTINUE, Core, Next};
use std::marker::PhantomData;

/// In [`Inst::y`]: `.satfinite`
pub const SATFINITE: u32 = 256;

/// An integer type of `cvt`, known when the instruction runs. [`Inst::z`] has the source's in its lowest byte, and the
/// destination's above.
#[derive(Clone, Copy)]
pub struct Integer {
    bits: u32,
    is_signed: bool,
}

impl Integer {
    /// Returns the type of `bytes`, 1 to 8.
    pub fn new(bytes: u32, is_signed: bool) -> Integer {
        let bits = 8 * bytes;
        Integer { bits, is_signed }
    }

    /// Returns it in a byte.
    pub fn pack(self) -> u32 {
        self.bits | u32::from(self.is_signed) << 7
    }

    /// Returns that of a byte of `pack`.
    #[inline(always)]
    fn unpack(byte: u32) -> Integer {
        Integer { bits: byte & 0x7f, is_signed: byte & 0x80 != 0 }
    }

    #[inline(always)]
    fn of_source(inst: &Inst) -> Integer {
        Integer::unpack(inst.z)
    }

    #[inline(always)]
    fn of_destination(inst: &Inst) -> Integer {
        Integer::unpack(inst.z >> 8)
    }

    /// The bits of a value.
    #[inline(always)]
    fn mask(self) -> u64 {
        u64::MAX >> ((64 - self.bits) & 63)
    }

    /// The highest bit if it is the sign, or zero.
    #[inline(always)]
    fn sign(self) -> u64 {
        u64::from(self.is_signed) << ((self.bits - 1) & 63)
    }

    /// Truncates a word to this type, and extends it to 64 bits.
    #[inline(always)]
    fn extend(self, word: u64) -> u64 {
        ((word & self.mask()) ^ self.sign()).wrapping_sub(self.sign())
    }

    /// Returns the number in a word.
    #[inline(always)]
    fn number(self, word: u64) -> i128 {
        if self.is_signed {
            i128::from(self.extend(word) as i64)
        } else {
            i128::from(self.extend(word))
        }
    }

    /// Returns the nearest number that the type has.
    #[inline(always)]
    fn clamp(self, number: i128) -> i128 {
        let lowest = -i128::from(self.sign());
        number.clamp(lowest, lowest + i128::from(self.mask()))
    }
}

/// Integer to integer, truncated or sign-extended. `A` and `D` are the registers' words.
pub struct IntToInt<A, D>(PhantomData<(A, D)>);
impl<A: Word + Elem<W = A>, D: Word + Elem<W = D>> Op for IntToInt<A, D> {
    #[inline(always)]
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        let (from, to) = (Integer::of_source(inst), Integer::of_destination(inst));
        if size_of::<A>() == 4 && size_of::<D>() == 4 {
            with_vectors!(core, inst, |core, inst| {
                let signed = (from.is_signed, to.is_signed);
                vector::extend(core, inst, (from.bits, to.bits), signed)
            });
        }
        map1::<A, D>(core, inst, |a| D::cut(to.extend(from.extend(a.wide()))))
    }
}

/// Integer to integer with `.sat`.
pub struct IntToIntSat<A, D>(PhantomData<(A, D)>);
impl<A: Word + Elem<W = A>, D: Word + Elem<W = D>> Op for IntToIntSat<A, D> {
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        let (from, to) = (Integer::of_source(inst), Integer::of_destination(inst));
        map1::<A, D>(core, inst, |a| D::cut(to.clamp(from.number(a.wide())) as u64))
    }
}

/// Conversions as the host performs them.
macro_rules! as_the_host {
    ($($(#[$doc:meta])* $name:ident$([$vector:expr])?: $from:ty => $to:ty;)*) => { $(
        $(#[$doc])*
        pub struct $name;
        impl Op for $name {
            #[inline(always)]
            fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
                $(with_vectors!(core, inst, $vector);)?
                map1::<$from, $to>(core, inst, |a| a as $to)
            }
        }
    )* };
}
as_the_host! {
    /// `cvt.u64.u32`
    Widen[vector::widen::<false>]: u32 => u64;
    /// `cvt.s64.s32`
    WidenSigned[vector::widen::<true>]: i32 => i64;
    /// `cvt.u32.u64`
    LowerWord[vector::half::<false>]: u64 => u32;
}

/// Integer to floating point, with the rounding direction in `y`. `A` is the register's word.
pub struct IntToFloat<A, T>(PhantomData<(A, T)>);
impl<A: Word + Elem<W = A>, T: Real + FromWhole> Op for IntToFloat<A, T> {
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        let rounding = Rounding::from_bits(inst.y);
        let from = Integer::of_source(inst);
        map1::<A, T>(core, inst, |a| {
            let value = T::from_whole(from.number(a.wide()), rounding);
            if inst.y & SAT != 0 {
                T::narrow(value.wide().clamp(0.0, 1.0), Rounding::Nearest)
            } else {
                value
            }
        })
    }
}

/// Conversion from an integer.
pub trait FromWhole {
    /// Converts with a single rounding.
    fn from_whole(value: i128, rounding: Rounding) -> Self;
}
impl FromWhole for f64 {
    fn from_whole(value: i128, rounding: Rounding) -> f64 {
        rounding::integer_double(value, rounding)
    }
}
impl FromWhole for f32 {
    fn from_whole(value: i128, rounding: Rounding) -> f32 {
        f32::narrow(rounding::integer_odd(value), rounding)
    }
}
impl<F: Format16> FromWhole for Float16<F> {
    fn from_whole(value: i128, rounding: Rounding) -> Self {
        Self::narrow(rounding::integer_odd(value), rounding)
    }
}

as_the_host! {
    /// `cvt.rn.f32.s32`
    F32FromS32: i32 => f32;
    /// `cvt.rn.f32.u32`
    F32FromU32: u32 => f32;
    /// `cvt.rn.f64.s32`
    F64FromS32: i32 => f64;
    /// `cvt.rn.f64.u32`
    F64FromU32: u32 => f64;
    /// `cvt.rzi.s32.f32`; NaN becomes zero.
    S32FromF32: f32 => i32;
    /// `cvt.f64.f32`
    F64FromF32: f32 => f64;
}

/// Floating point to integer, rounded according to `y`, and clamped to the type's range. `D` is the register's word.
pub struct FloatToInt<T, D>(PhantomData<(T, D)>);
impl<T: Real, D: Word + Elem<W = D>> Op for FloatToInt<T, D> {
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        let rounding = Rounding::from_bits(inst.y);
        let to = Integer::of_destination(inst);
        // A NaN becomes zero if source and destination are narrow, otherwise the highest bit.
        let wide = size_of::<T::W>() == 8 || to.bits == 64;
        let of_nan = match to.bits {
            _ if !wide => 0,
            // The bits of the lowest number.
            8 | 16 if to.is_signed => to.sign().wrapping_neg(),
            bits => 1 << (bits - 1),
        };
        map1::<T, D>(core, inst, |a| {
            let value = rounding.integral(flushed(a, inst.y).wide());
            if value.is_nan() {
                return D::cut(of_nan);
            }
            D::cut(to.clamp(value as i128) as u64)
        })
    }
}

/// Floating point to floating point, rounded once.
pub struct FloatToFloat<A, T>(PhantomData<(A, T)>);
impl<A: Real, T: Real> Op for FloatToFloat<A, T> {
    #[inline(always)]
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        if size_of::<A>() == 4 && size_of::<T>() == 4 && inst.y & !FTZ == SAT {
            return map1::<f32, f32>(core, inst, |a| {
                let a = flushed(a, inst.y);
                // NaN becomes zero.
                let positive = if a > 0.0 { a } else { 0.0 };
                if positive < 1.0 { positive } else { 1.0 }
            });
        }
        map1::<A, T>(core, inst, |a| float_to_float(a, inst.y))
    }
}

/// Flushes a conversion's source or result for `.ftz`, which only affects single precision.
#[inline(always)]
fn flushed<T: Real>(value: T, flags: u32) -> T {
    if flags & FTZ != 0 && size_of::<T>() == 4 { value.flush() } else { value }
}

fn float_to_float<A: Real, T: Real>(a: A, flags: u32) -> T {
    // 16-bit results aren't flushed, which is visible with directed rounding.
    let a = if size_of::<T>() == 2 { a } else { flushed(a, flags) };
    let wide = a.wide();
    if wide.is_nan() {
        return match flags {
            _ if flags & SAT != 0 => T::narrow(0.0, Rounding::Nearest),
            // Flushing turns any NaN into that of single precision.
            _ if flags & FTZ != 0 && size_of::<A>() == 2 => T::NAN,
            _ if flags & FTZ != 0 && size_of::<A>() == 4 => nan_of::<A, T>(A::NAN),
            _ => nan_of::<A, T>(a),
        };
    }
    let wide = if flags & RELU != 0 && wide <= 0.0 { 0.0 } else { wide };
    let wide = if flags & SAT != 0 { wide.clamp(0.0, 1.0) + 0.0 } else { wide };
    let value = T::narrow(wide, Rounding::from_bits(flags));
    if flags & SATFINITE != 0 && value.wide().is_infinite() {
        return T::narrow(wide.signum() * f64::MAX, Rounding::Zero);
    }
    flushed(value, flags)
}

/// Returns the NaN that `a` becomes: from and to double precision, and from bf16 to single, it keeps its sign and the
/// upper bits of its fraction.
fn nan_of<A: Real, T: Real>(a: A) -> T {
    fn fraction<T: Real>() -> u32 {
        infinity::<T>().trailing_zeros()
    }
    fn infinity<T: Real>() -> u64 {
        T::narrow(f64::INFINITY, Rounding::Nearest).put().wide()
    }
    let (from, to) = (fraction::<A>(), fraction::<T>());
    let is_shift = (from, to) == (7, 23);
    if !is_shift && from != 52 && to != 52 {
        return T::NAN;
    }
    let bits = a.put().wide();
    let payload = bits & ((1 << from) - 1);
    let payload = if to >= from { payload << (to - from) } else { payload >> (from - to) };
    let quiet = if is_shift { 0 } else { 1 << (to - 1) };
    let sign = (bits >> (size_of::<A>() * 8 - 1) & 1) << (size_of::<T>() * 8 - 1);
    T::get(T::W::cut(infinity::<T>() | payload | quiet | sign))
}

/// `cvt.rn.f32.f64`
pub struct F32FromF64;
impl Op for F32FromF64 {
    #[inline(always)]
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        map1::<f64, f32>(core, inst, |a| if a.is_nan() { nan_of(a) } else { a as f32 })
    }
}

/// Rounds to an integral value of the same type: `cvt.rni.f32.f32` and similar.
pub struct Integral<T>(PhantomData<T>);
impl<T: Real> Op for Integral<T> {
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        let rounding = Rounding::from_bits(inst.y);
        map1::<T, T>(core, inst, |a| {
            let wide = flushed(a, inst.y).wide();
            if wide.is_nan() {
                return if inst.y & SAT != 0 {
                    T::narrow(0.0, Rounding::Nearest)
                } else {
                    a.canonical()
                };
            }
            let value = rounding.integral(wide).copysign(wide);
            let value = if inst.y & SAT != 0 { value.clamp(0.0, 1.0) + 0.0 } else { value };
            T::narrow(value, Rounding::Nearest)
        })
    }
}

/// `cvt.*.f16x2.f32 d, a, b`: `a` becomes the upper half, `b` the lower.
pub struct TwoFromF32<T>(PhantomData<T>);
impl<T: Real + Paired> Op for TwoFromF32<T> {
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        map2::<f32, f32, Packed2<T>>(core, inst, |a, b| {
            Packed2(float_to_float(b, inst.y), float_to_float(a, inst.y))
        })
    }
}

/// `cvt.rna.tf32.f32` and similar: single precision with fewer digits.
pub struct ToTensorFloat;
impl Op for ToTensorFloat {
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        map1::<f32, f32>(core, inst, |a| {
            let wide = f64::from(a);
            if wide.is_nan() {
                let finite = inst.y & SATFINITE != 0;
                let bits = match Rounding::from_bits(inst.y) {
                    // A saturated result is one less in its last digit, as the largest number is than infinity.
                    Rounding::Away if finite => (a.to_bits() & !0x1fff) - 0x2000,
                    Rounding::Away => a.to_bits(),
                    _ => <f32 as Real>::NAN.to_bits(),
                };
                return f32::from_bits(bits & !0x1fff);
            }
            let wide = if inst.y & RELU != 0 && wide <= 0.0 { 0.0 } else { wide };
            let value = narrow(wide, TENSOR, Rounding::from_bits(inst.y));
            if inst.y & SATFINITE != 0 && value.is_infinite() {
                TENSOR.largest.copysign(value) as f32
            } else {
                value as f32
            }
        })
    }
}

/// Converts `value` to eight bits in e4m3 (`e5m2` false) or e5m2, clamped to finite numbers.
pub fn to_eight_bits(value: f64, e5m2: bool, relu: bool) -> u8 {
    if value.is_nan() {
        return 0x7f;
    }
    let value = if relu && value <= 0.0 { 0.0 } else { value };
    let format = if e5m2 { E5M2 } else { E4M3 };
    let rounded = narrow(value, format, Rounding::Nearest);
    let rounded = if rounded.is_infinite() { format.largest.copysign(value) } else { rounded };
    let sign = if rounded.is_sign_negative() { 0x80 } else { 0 };
    let size = rounded.abs();
    let fraction = format.fraction as u32;
    if size == 0.0 {
        return sign;
    }
    let exponent = ((size.to_bits() >> 52) as i32 - 1023).max(format.smallest);
    let scaled = size / 2f64.powi(exponent) * f64::from(1u32 << fraction);
    let units = scaled as u32;
    let normal = units >= 1 << fraction;
    let biased = if normal { (exponent - format.smallest + 1) as u32 } else { 0 };
    sign | (biased << fraction | units & ((1 << fraction) - 1)) as u8
}

/// Converts eight bits to a number.
pub fn from_eight_bits(bits: u8, e5m2: bool) -> f64 {
    let format = if e5m2 { E5M2 } else { E4M3 };
    let fraction = format.fraction as u32;
    let sign = if bits & 0x80 != 0 { -1.0 } else { 1.0 };
    let biased = u32::from(bits & 0x7f) >> fraction;
    let units = u32::from(bits) & ((1 << fraction) - 1);
    if e5m2 && biased == 31 {
        return if units == 0 { sign * f64::INFINITY } else { f64::NAN };
    }
    if !e5m2 && bits & 0x7f == 0x7f {
        return f64::NAN;
    }
    let (lead, exponent) = if biased == 0 {
        (0, format.smallest)
    } else {
        (1 << fraction, format.smallest + biased as i32 - 1)
    };
    sign * f64::from(lead + units) * 2f64.powi(exponent - format.fraction)
}

/// `cvt.rn.satfinite.e4m3x2.f32 d, a, b`; `z` 1 for e5m2.
pub struct EightFromF32;
impl Op for EightFromF32 {
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        let relu = inst.y & RELU != 0;
        map2::<f32, f32, u32>(core, inst, |a, b| {
            let one = |value: f32| u32::from(to_eight_bits(value.into(), inst.z == 1, relu));
            one(a) << 8 | one(b)
        })
    }
}

/// `cvt.rn.satfinite.e4m3x2.f16x2 d, a`; `z` 1 for e5m2.
pub struct EightFromHalf;
impl Op for EightFromHalf {
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        let relu = inst.y & RELU != 0;
        map1::<u32, u32>(core, inst, |a| {
            let one = |bits: u32| {
                u32::from(to_eight_bits(f16::from_bits(bits as u16).to_f64(), inst.z == 1, relu))
            };
            one(a >> 16) << 8 | one(a)
        })
    }
}

/// `cvt.rn.f16x2.e4m3x2 d, a`; `z` 1 for e5m2.
pub struct HalfFromEight;
impl Op for HalfFromEight {
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        map1::<u32, u32>(core, inst, |a| {
            let one = |bits: u32| {
                let value = from_eight_bits(bits as u8, inst.z == 1);
                let value = if inst.y & RELU != 0 && value <= 0.0 { 0.0 } else { value };
                let half = f16::narrow(value, Rounding::Nearest);
                u32::from(half.to_bits())
            };
            one(a >> 8) << 16 | one(a)
        })
    }
}

/// `cvt.pack.sat.D.s32.b32 d, a, b, c`: `a` and `b` become the lower part, `c` is shifted up. `z` is the width of the
/// destination type, `y` 1 if it is signed.
pub struct Pack;
impl Op for Pack {
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        let bits = inst.z;
        let (low, high) = if inst.y == 1 {
            (-(1i32 << (bits - 1)), (1i32 << (bits - 1)) - 1)
        } else {
            (0, ((1u64 << bits) - 1) as i32)
        };
        for lane in core.active() {
            let part = |at: u32| {
                (core.lane::<u32>(at, lane) as i32).clamp(low, high) as u32
                    & ((1u64 << bits) - 1) as u32
            };
            let rest =
                if inst.c == u32::MAX { 0 } else { u64::from(core.lane::<u32>(inst.c, lane)) };
            let value = rest << (2 * bits) | u64::from(part(inst.a) << bits | part(inst.b));
            core.set_lane(inst.d, lane, value as u32);
        }
        CONTINUE
    }
}
