//! Floating-point arithmetic.

use crate::code::Inst;
#[cfg(target_arch = "x86_64")]
use crate::code::level::Level;
use crate::numbers::half::{Float16, Format16};
use crate::numbers::lane::{Elem, Packed2, Paired, Word, from_fn};
use crate::numbers::rounding;
use crate::numbers::rounding::{Rounding, SINGLE, narrow, power};
use crate::ops::modifiers::{ABS, FTZ, NAN, RELU, SAT, XORSIGN};
use crate::ops::op::{Op, map1, map2, map3, test2, with_vectors};
#[cfg(target_arch = "x86_64")]
use crate::ops::vector_float;
use crate::state::core::{CONTINUE, Core, Next};
use std::marker::PhantomData;

/// A floating-point type.
pub trait Real: Elem + PartialOrd {
    /// The bit of the sign.
    const SIGN: u64;
    /// The NaN that arithmetic returns.
    const NAN: Self;
    /// The smallest positive normal number.
    const SMALLEST: f64;
    /// Converts exactly to double precision.
    fn wide(self) -> f64;
    /// Rounds `value` once.
    fn narrow(value: f64, rounding: Rounding) -> Self;
    /// `value`, which is exact or rounded to odd, rounded as the modifiers `flags` say.
    ///
    /// With `.ftz`, a number becomes zero if it is below the smallest normal number after rounding to as many digits as
    /// a normal number has. That is true of some numbers that would round up to the smallest normal number, because
    /// subnormal numbers have fewer digits.
    #[inline(always)]
    fn rounded(value: f64, flags: u32) -> Self {
        let rounding = Rounding::from_bits(flags);
        let tiny = value != 0.0 && value.abs() < Self::SMALLEST;
        if flags & FTZ == 0 || !tiny {
            return Self::narrow(value, rounding);
        }
        // Far from the subnormal numbers.
        const SCALE: f64 = (1 << 16) as f64;
        let scaled = Self::narrow(value * SCALE, rounding).wide();
        let is_kept = scaled.abs() >= Self::SMALLEST * SCALE;
        let value = if is_kept { scaled / SCALE } else { 0.0_f64.copysign(value) };
        Self::narrow(value, Rounding::Nearest)
    }
    /// `a + b`
    fn add(a: Self, b: Self, flags: u32) -> Self {
        let sum = rounding::add_odd(a.wide(), b.wide(), Rounding::from_bits(flags));
        Self::rounded(sum, flags)
    }
    /// `a - b`
    fn sub(a: Self, b: Self, flags: u32) -> Self {
        Self::add(a, b.negate(), flags)
    }
    /// Returns the result of `min` and `max` for two NaNs.
    fn of_two_nans(_: Self, _: Self) -> Self {
        Self::NAN
    }
    /// `a * b`; the product of two narrow numbers is exact in double precision.
    fn mul(a: Self, b: Self, flags: u32) -> Self {
        Self::rounded(a.wide() * b.wide(), flags)
    }
    /// `a / b`
    fn div(a: Self, b: Self, flags: u32) -> Self {
        Self::rounded(rounding::div_odd(a.wide(), b.wide()), flags)
    }
    /// `a * b + c`
    fn fma(a: Self, b: Self, c: Self, flags: u32) -> Self {
        let rounding = Rounding::from_bits(flags);
        Self::rounded(rounding::add_odd(a.wide() * b.wide(), c.wide(), rounding), flags)
    }
    /// The square root.
    fn sqrt(a: Self, flags: u32) -> Self {
        Self::rounded(rounding::sqrt_odd(a.wide()), flags)
    }
    /// Returns `-a`, also for NaN.
    #[inline(always)]
    fn negate(self) -> Self {
        Self::get(Self::W::cut(self.put().wide() ^ Self::SIGN))
    }
    /// Returns `|a|`, also for NaN.
    #[inline(always)]
    fn absolute(self) -> Self {
        Self::get(Self::W::cut(self.put().wide() & !Self::SIGN))
    }
    /// Returns `true` if the sign bit is set.
    #[inline(always)]
    fn is_negative(self) -> bool {
        self.put().wide() & Self::SIGN != 0
    }
    /// Returns `true` for a subnormal number.
    fn is_subnormal(self) -> bool;
    /// Returns zero of the same sign for a subnormal number, and others unchanged.
    fn flush(self) -> Self {
        if self.is_subnormal() {
            Self::narrow(if self.is_negative() { -0.0 } else { 0.0 }, Rounding::Nearest)
        } else {
            self
        }
    }
    /// Returns the NaN that arithmetic makes of a NaN: [`Real::NAN`], but in double precision the same one, made quiet.
    #[inline(always)]
    #[allow(clippy::eq_op, reason = "that is what a NaN is")]
    fn canonical(self) -> Self {
        if self != self { Self::NAN } else { self }
    }
}

impl Real for f32 {
    const SIGN: u64 = 1 << 31;
    const NAN: f32 = f32::from_bits(0x7fff_ffff);
    const SMALLEST: f64 = f32::MIN_POSITIVE as f64;
    #[inline(always)]
    fn wide(self) -> f64 {
        f64::from(self)
    }
    #[inline(always)]
    fn narrow(value: f64, rounding: Rounding) -> f32 {
        match rounding {
            Rounding::Nearest => value as f32,
            Rounding::Away => narrow(value, SINGLE, rounding) as f32,
            Rounding::Zero | Rounding::Down | Rounding::Up => rounding::directed(value, rounding),
        }
    }
    #[inline(always)]
    fn is_subnormal(self) -> bool {
        self.to_bits() & 0x7f80_0000 == 0
    }
    #[inline(always)]
    fn flush(self) -> f32 {
        let bits = self.to_bits();
        f32::from_bits(if bits & 0x7f80_0000 == 0 { bits & 0x8000_0000 } else { bits })
    }
}

impl Real for f64 {
    const SIGN: u64 = 1 << 63;
    const NAN: f64 = f64::from_bits(0xfff8_0000_0000_0000);
    const SMALLEST: f64 = f64::MIN_POSITIVE;
    fn wide(self) -> f64 {
        self
    }
    #[inline(always)]
    fn canonical(self) -> f64 {
        const QUIET: u64 = 1 << 51;
        f64::from_bits(self.to_bits() | if self.is_nan() { QUIET } else { 0 })
    }
    fn narrow(value: f64, _: Rounding) -> f64 {
        value
    }
    fn add(a: f64, b: f64, flags: u32) -> f64 {
        rounding::add_double(a, b, Rounding::from_bits(flags))
    }
    fn sub(a: f64, b: f64, flags: u32) -> f64 {
        // A NaN keeps its sign.
        let b = if b.is_nan() { b } else { -b };
        rounding::add_double(a, b, Rounding::from_bits(flags))
    }
    fn of_two_nans(_: f64, b: f64) -> f64 {
        b.canonical()
    }
    fn mul(a: f64, b: f64, flags: u32) -> f64 {
        rounding::mul_double(a, b, Rounding::from_bits(flags))
    }
    fn div(a: f64, b: f64, flags: u32) -> f64 {
        rounding::div_double(a, b, Rounding::from_bits(flags))
    }
    fn fma(a: f64, b: f64, c: f64, flags: u32) -> f64 {
        rounding::fma_double(a, b, c, Rounding::from_bits(flags))
    }
    fn sqrt(a: f64, flags: u32) -> f64 {
        rounding::sqrt_double(a, Rounding::from_bits(flags))
    }
    fn is_subnormal(self) -> bool {
        self.to_bits() & 0x7ff0_0000_0000_0000 == 0
    }
}

impl<F: Format16> Real for Float16<F> {
    const SIGN: u64 = 1 << 15;
    const NAN: Self = Float16::from_bits(0x7fff);
    const SMALLEST: f64 = power(F::FORMAT.smallest);
    fn wide(self) -> f64 {
        self.to_f64()
    }
    fn narrow(value: f64, rounding: Rounding) -> Self {
        if value.is_nan() { Self::NAN } else { Self::from_f64(value, rounding) }
    }
    fn is_subnormal(self) -> bool {
        self.to_f64().abs() < Self::SMALLEST
    }
}

pub(super) fn prepared<T: Real>(value: T, flags: u32) -> T {
    if flags & FTZ != 0 { value.flush() } else { value }
}

pub(super) fn finished<T: Real>(value: T, flags: u32) -> T {
    let value = prepared(value.canonical(), flags);
    if flags & (SAT | RELU) == 0 {
        return value;
    }
    let zero = T::narrow(0.0, Rounding::Nearest);
    if flags & RELU != 0 {
        // NaN remains, negative numbers become zero.
        return if value <= zero { zero } else { value };
    }
    let one = T::narrow(1.0, Rounding::Nearest);
    if value >= one {
        one
    } else if value > zero {
        value
    } else {
        zero
    }
}

macro_rules! nearest {
    ($($(#[$doc:meta])* $name:ident<$ty:ty>[$vector:ident]: |$($arg:ident),*| $body:expr, $map:ident;)*) => { $(
        $(#[$doc])*
        pub struct $name;
        impl Op for $name {
            #[inline(always)]
            fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
                with_vectors!(core, inst, vector_float::$vector);
                $map(core, inst, |$($arg: $ty),*| -> $ty { ($body).canonical() })
            }
        }
    )* };
}

/// Returns `root`, the square root of `a`, or NaN. It depends on `a`, because a compiler may assume that the root's own
/// NaN is the canonical one.
#[inline(always)]
pub(super) fn root<T: Real>(a: T, root: T) -> T {
    let zero = T::narrow(0.0, Rounding::Nearest);
    if a >= zero {
        root
    } else if a < zero {
        T::NAN
    } else {
        a.canonical()
    }
}

nearest! {
    /// `add.rn.f32`
    AddF32<f32>[add_f32]: |a, b| a + b, map2;
    /// `sub.rn.f32`
    SubF32<f32>[sub_f32]: |a, b| a - b, map2;
    /// `mul.rn.f32`
    MulF32<f32>[mul_f32]: |a, b| a * b, map2;
    /// `div.rn.f32`
    DivF32<f32>[div_f32]: |a, b| a / b, map2;
    /// `fma.rn.f32`
    FmaF32<f32>[fma_f32]: |a, b, c| a.mul_add(b, c), map3;
    /// `sqrt.rn.f32`
    SqrtF32<f32>[sqrt_f32]: |a| root(a, a.sqrt()), map1;
    /// `rcp.rn.f32`
    RcpF32<f32>[rcp_f32]: |a| 1.0 / a, map1;
    /// `add.ftz.f32`
    AddFtzF32<f32>[add_ftz_f32]: |a, b| (a.flush() + b.flush()).flush(), map2;
    /// `sub.ftz.f32`
    SubFtzF32<f32>[sub_ftz_f32]: |a, b| (a.flush() - b.flush()).flush(), map2;
    /// `div.rn.f64`
    DivF64<f64>[div_f64]: |a, b| a / b, map2;
    /// `sqrt.rn.f64`
    SqrtF64<f64>[sqrt_f64]: |a| root(a, a.sqrt()), map1;
    /// `rcp.rn.f64`
    RcpF64<f64>[rcp_f64]: |a| 1.0 / a, map1;
}

/// Arithmetic whose `rare` results are computed again by `exact`, from the operands of their lane.
macro_rules! with_rare_cases {
    ($($(#[$doc:meta])* $name:ident<$ty:ty>[$vector:ident]: |$($arg:ident: $field:ident),*| $body:expr, $rare:expr, $exact:expr;)*) => { $(
        $(#[$doc])*
        pub struct $name;
        impl Op for $name {
            #[inline(always)]
            fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
                #[cfg(target_arch = "x86_64")]
                if core.level == Level::Avx2 {
                    // SAFETY: the CPU has AVX2.
                    if !unsafe { vector_float::$vector(core, inst) } {
                        by_lane(core, inst.d, [$(inst.$field),*], |[$($arg),*]: [$ty; [$(stringify!($arg)),*].len()]| {
                            let d = $body;
                            if $rare(d) { $exact([$($arg),*]) } else { d }
                        });
                    }
                    return CONTINUE;
                }
                let full = core.mask == u32::MAX;
                for chunk in 0..4 {
                    $(let $arg = core.load(inst.$field, chunk);)*
                    $(let $arg: [$ty; 8] = from_fn(|lane| <$ty>::from_bits($arg[lane]));)*
                    let mut d: [$ty; 8] = from_fn(|lane| {
                        $(let $arg = $arg[lane];)*
                        $body
                    });
                    if d.iter().fold(false, |some, d| some | $rare(*d)) {
                        recompute(&mut d, &[$($arg),*], $rare, $exact);
                    }
                    let d = from_fn(|lane| d[lane].to_bits());
                    if full {
                        core.store(inst.d, chunk, d)
                    } else {
                        core.merge(inst.d, chunk, d)
                    }
                }
                CONTINUE
            }
        }
    )* };
}

/// Computes each active lane by itself: the results of `f` of the operands in registers `from`.
#[cfg(target_arch = "x86_64")]
#[cold]
#[inline(never)]
fn by_lane<T: Elem, const N: usize>(
    core: &mut Core<'_>,
    to: u32,
    from: [u32; N],
    f: impl Fn([T; N]) -> T,
) {
    for lane in core.active() {
        let result = f(from.map(|at| T::get(core.lane(at, lane))));
        core.set_lane(to, lane, result.put());
    }
}

#[cold]
#[inline(never)]
fn recompute<T: Copy, const N: usize>(
    d: &mut [T; 8],
    operands: &[[T; 8]; N],
    rare: impl Fn(T) -> bool,
    exact: impl Fn([T; N]) -> T,
) {
    for (lane, d) in d.iter_mut().enumerate().filter(|(_, d)| rare(**d)) {
        *d = exact(operands.map(|operand| operand[lane]));
    }
}

// In double precision, an operation on a NaN returns that NaN, made quiet, and on several NaNs the last one; the host
// may return another one.
with_rare_cases! {
    /// `add.rn.f64`
    AddF64<f64>[add_f64]: |a: a, b: b| a + b, f64::is_nan, nan_of;
    /// `sub.rn.f64`
    SubF64<f64>[sub_f64]: |a: a, b: b| a - b, f64::is_nan, nan_of;
    /// `mul.rn.f64`
    MulF64<f64>[mul_f64]: |a: a, b: b| a * b, f64::is_nan, nan_of;
    /// `fma.rn.f64`, in which the second factor counts as the last operand.
    FmaF64<f64>[fma_f64]: |a: a, c: c, b: b| a.mul_add(b, c), f64::is_nan, nan_of;
}

fn nan_of<const N: usize>(operands: [f64; N]) -> f64 {
    rounding::nan_of(operands.into_iter())
}

// The host's rounding gives the smallest normal number for a few results that become zero with `.ftz`.
with_rare_cases! {
    /// `mul.ftz.f32`
    MulFtzF32<f32>[mul_ftz_f32]: |a: a, b: b| (a.flush() * b.flush()).flush().canonical(), is_smallest,
        |[a, b]: [f32; 2]| f32::mul(a.flush(), b.flush(), FTZ);
    /// `fma.rn.ftz.f32`
    FmaFtzF32<f32>[fma_ftz_f32]: |a: a, b: b, c: c| a.flush().mul_add(b.flush(), c.flush()).flush().canonical(), is_smallest,
        |[a, b, c]: [f32; 3]| f32::fma(a.flush(), b.flush(), c.flush(), FTZ);
}

#[inline(always)]
fn is_smallest(value: f32) -> bool {
    value.abs() == f32::MIN_POSITIVE
}

macro_rules! any_rounding {
    ($($(#[$doc:meta])* $name:ident: |$flags:ident, $($arg:ident),*| $body:expr, $map:ident;)*) => { $(
        $(#[$doc])*
        pub struct $name<T>(PhantomData<T>);
        impl<T: Real> Op for $name<T> {
            fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
                let $flags = inst.y;
                $map(core, inst, |$($arg: T),*| -> T {
                    $(let $arg = prepared($arg, $flags);)*
                    finished($body, $flags)
                })
            }
        }
        impl<T: Real + Paired> Op for $name<Packed2<T>> {
            fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
                let $flags = inst.y;
                $map(core, inst, |$($arg: Packed2<T>),*| -> Packed2<T> {
                    let low = { $(let $arg = prepared($arg.0, $flags);)* finished::<T>($body, $flags) };
                    let high = { $(let $arg = prepared($arg.1, $flags);)* finished::<T>($body, $flags) };
                    Packed2(low, high)
                })
            }
        }
    )* };
}

any_rounding! {
    /// `add` with any modifiers
    AddAny: |flags, a, b| T::add(a, b, flags), map2;
    /// `sub` with any modifiers
    SubAny: |flags, a, b| T::sub(a, b, flags), map2;
    /// `mul` with any modifiers
    MulAny: |flags, a, b| T::mul(a, b, flags), map2;
    /// `fma` with any modifiers
    FmaAny: |flags, a, b, c| T::fma(a, b, c, flags), map3;
    /// `div` with any modifiers
    DivAny: |flags, a, b| T::div(a, b, flags), map2;
    /// `sqrt` with any modifiers
    SqrtAny: |flags, a| T::sqrt(a, flags), map1;
    /// `rcp` with any modifiers
    RcpAny: |flags, a| T::div(T::narrow(1.0, Rounding::Nearest), a, flags), map1;
}

/// `min` and `max`: `MAX` selects which; `y` are the modifiers.
pub struct MinMax<T, const MAX: bool>(PhantomData<T>);

pub(super) fn extreme<T: Real>(a: T, b: T, flags: u32, max: bool) -> T {
    let (a, b) = (prepared(a, flags), prepared(b, flags));
    let negative = flags & XORSIGN != 0 && a.is_negative() != b.is_negative();
    let (a, b) = if flags & (XORSIGN | ABS) != 0 { (a.absolute(), b.absolute()) } else { (a, b) };
    let (a_nan, b_nan) = (a.wide().is_nan(), b.wide().is_nan());
    let chosen = if a_nan || b_nan {
        if flags & NAN != 0 || a_nan && b_nan {
            return if a_nan && b_nan { T::of_two_nans(a, b) } else { T::NAN };
        }
        if a_nan { b } else { a }
    } else if a == b {
        // Only zeros are equal but have different signs.
        if a.is_negative() != max { a } else { b }
    } else if (a < b) != max {
        a
    } else {
        b
    };
    finished(if negative { chosen.negate() } else { chosen }, flags)
}

impl<T: Real, const MAX: bool> Op for MinMax<T, MAX> {
    #[inline(always)]
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        #[cfg(target_arch = "x86_64")]
        if core.level == Level::Avx2 && size_of::<T>() == 4 && inst.y == 0 {
            // SAFETY: the CPU has AVX2.
            if unsafe { vector_float::extreme_f32::<MAX>(core, inst) } {
                return CONTINUE;
            }
            by_lane(core, inst.d, [inst.a, inst.b], |[a, b]: [T; 2]| extreme(a, b, inst.y, MAX));
            return CONTINUE;
        }
        if inst.y != 0 || !test2::<T, T>(core, inst, |a, b| a <= b || a > b) & core.mask != 0 {
            // There are modifiers, or a NaN.
            return map2::<T, T, T>(core, inst, |a, b| extreme(a, b, inst.y, MAX));
        }
        map2::<T, T, T>(core, inst, |a, b| {
            // Only zeros are equal but have different signs.
            let first = (a == b && a.is_negative()) || a < b;
            if first != MAX { a } else { b }
        })
    }
}

/// `min`, `max` of two halves.
pub struct MinMaxTwo<T, const MAX: bool>(PhantomData<T>);
impl<T: Real + Paired, const MAX: bool> Op for MinMaxTwo<T, MAX> {
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        map2::<Packed2<T>, Packed2<T>, Packed2<T>>(core, inst, |a, b| {
            Packed2(extreme(a.0, b.0, inst.y, MAX), extreme(a.1, b.1, inst.y, MAX))
        })
    }
}

/// Applies `f`, which changes the sign bit; a NaN keeps its sign and becomes that of arithmetic.
#[inline(always)]
fn signed<T: Real>(a: T, f: impl FnOnce(T) -> T) -> T {
    let canonical = a.canonical();
    if a.wide().is_nan() { canonical } else { f(a) }
}

/// `neg`, by changing the sign bit.
pub struct NegFloat<T>(PhantomData<T>);
impl<T: Real> Op for NegFloat<T> {
    #[inline(always)]
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        let flags = inst.y;
        if size_of::<T>() == 4 && flags == 0 {
            with_vectors!(core, inst, vector_float::neg_f32);
        }
        map1::<T, T>(core, inst, |a| prepared(signed(a, T::negate), flags))
    }
}
impl<T: Real + Paired> Op for NegFloat<Packed2<T>> {
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        map1::<Packed2<T>, Packed2<T>>(core, inst, |a| {
            Packed2(
                prepared(signed(a.0, T::negate), inst.y),
                prepared(signed(a.1, T::negate), inst.y),
            )
        })
    }
}

/// `abs`, by changing the sign bit.
pub struct AbsFloat<T>(PhantomData<T>);
impl<T: Real> Op for AbsFloat<T> {
    #[inline(always)]
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        let flags = inst.y;
        if size_of::<T>() == 4 && flags == 0 {
            with_vectors!(core, inst, vector_float::abs_f32);
        }
        map1::<T, T>(core, inst, |a| prepared(signed(a, T::absolute), flags))
    }
}
impl<T: Real + Paired> Op for AbsFloat<Packed2<T>> {
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        map1::<Packed2<T>, Packed2<T>>(core, inst, |a| {
            Packed2(
                prepared(signed(a.0, T::absolute), inst.y),
                prepared(signed(a.1, T::absolute), inst.y),
            )
        })
    }
}

/// `copysign`: the sign of `a` and the other bits of `b`.
pub struct Copysign<T>(PhantomData<T>);
impl<T: Real> Op for Copysign<T> {
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        map2::<T, T, T>(core, inst, |a, b| {
            if a.is_negative() { b.absolute().negate() } else { b.absolute() }
        })
    }
}

/// `testp`: to predicate `d`; `y` chooses finite, infinite, number, notanumber, normal, subnormal.
pub struct Testp<T>(PhantomData<T>);
impl<T: Real> Op for Testp<T> {
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        let mut bits = 0;
        for lane in core.active() {
            let value = T::get(core.lane(inst.a, lane));
            let wide = value.wide();
            let subnormal = value.is_subnormal() && wide != 0.0;
            let holds = match inst.y {
                0 => wide.is_finite(),
                1 => wide.is_infinite(),
                2 => !wide.is_nan(),
                3 => wide.is_nan(),
                // Zero is normal.
                4 => wide.is_finite() && !subnormal,
                _ => subnormal,
            };
            bits |= u32::from(holds) << lane;
        }
        core.set_pred(inst.d, bits);
        CONTINUE
    }
}

/// Compares flushed values, for `.ftz`.
#[derive(Clone, Copy, PartialEq, PartialOrd, Default)]
pub struct Flushed<T>(T);
impl<T: Real> Elem for Flushed<T> {
    type W = T::W;
    #[inline(always)]
    fn get(word: T::W) -> Self {
        Self(T::get(word).flush())
    }
    #[inline(always)]
    fn put(self) -> T::W {
        self.0.put()
    }
}
impl<T: Real + Paired> Paired for Flushed<T> {
    type Both = T::Both;
    const BITS: u32 = T::BITS;
}
