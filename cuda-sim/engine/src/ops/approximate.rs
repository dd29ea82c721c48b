//! Approximate instructions: reciprocals, roots, logarithms, sines and similar.

use crate::code::Inst;
#[cfg(target_arch = "x86_64")]
use crate::code::level::Level;
use crate::numbers::lane::{Packed2, Paired};
use crate::numbers::rounding::Rounding;
use crate::ops::float::{Real, finished, prepared, root};
use crate::ops::modifiers::FTZ;
use crate::ops::op::{Op, map1, map2, with_vectors};
use crate::ops::powers;
#[cfg(target_arch = "x86_64")]
use crate::ops::vector_float;
use crate::state::core::{Core, Next};
use std::marker::PhantomData;

/// An approximation: a function of single precision.
pub trait Approximation {
    /// Returns its value.
    fn of(value: f32) -> f32;
    /// Executes the instruction with vectors, if there is a way.
    ///
    /// # Safety
    /// The CPU has AVX2.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    unsafe fn with_vectors(_: &mut Core<'_>, _: &Inst) -> Option<Next> {
        None
    }
}

macro_rules! approximations {
    ($($(#[$doc:meta])* $name:ident$([$vector:ident])?: |$a:ident| $body:expr;)*) => { $(
        $(#[$doc])*
        pub struct $name;
        impl Approximation for $name {
            #[inline(always)]
            fn of($a: f32) -> f32 { $body }
            $(
                #[cfg(target_arch = "x86_64")]
                #[inline(always)]
                unsafe fn with_vectors(core: &mut Core<'_>, inst: &Inst) -> Option<Next> {
                    // SAFETY: the caller's promise.
                    Some(unsafe { vector_float::$vector(core, inst) })
                }
            )?
        }
    )* };
}

approximations! {
    /// `rcp.approx`
    Rcp[rcp]: |a| 1.0 / a;
    /// `sqrt.approx`
    Sqrt[sqrt]: |a| root(a, a.sqrt());
    /// `rsqrt.approx`
    Rsqrt[rsqrt]: |a| (1.0 / f64::from(a).sqrt()) as f32;
    /// `ex2.approx`
    Ex2[ex2]: |a| powers::exp2(a);
    /// `lg2.approx`
    Lg2[lg2]: |a| powers::log2(a);
    /// `sin.approx`
    Sin: |a| a.flush().sin();
    /// `cos.approx`
    Cos: |a| a.cos();
    /// `tanh.approx`
    Tanh: |a| a.tanh();
}

/// An approximation in single precision.
pub struct Approximate<F>(PhantomData<F>);
impl<F: Approximation> Op for Approximate<F> {
    #[inline(always)]
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        #[cfg(target_arch = "x86_64")]
        if core.level == Level::Avx2 {
            // SAFETY: the CPU has AVX2.
            if let Some(next) = unsafe { F::with_vectors(core, inst) } {
                return next;
            }
        }
        let flags = inst.y;
        map1::<f32, f32>(core, inst, |a| prepared(F::of(prepared(a, flags)).canonical(), flags))
    }
}

/// An approximation in `f16` or `bf16`.
pub struct ApproximateHalf<F, T>(PhantomData<(F, T)>);
impl<F: Approximation, T: Real> Op for ApproximateHalf<F, T> {
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        map1::<T, T>(core, inst, |a| {
            finished(T::narrow(f64::from(F::of(a.wide() as f32)), Rounding::Nearest), inst.y)
        })
    }
}
/// An approximation of two halves.
pub struct ApproximateTwo<F, T>(PhantomData<(F, T)>);
impl<F: Approximation, T: Real + Paired> Op for ApproximateTwo<F, T> {
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        let one = |a: T| {
            finished(T::narrow(f64::from(F::of(a.wide() as f32)), Rounding::Nearest), inst.y)
        };
        map1::<Packed2<T>, Packed2<T>>(core, inst, |a| Packed2(one(a.0), one(a.1)))
    }
}

/// `div.full`, or `div.approx` unless `FULL`.
pub struct DivApprox<const FULL: bool>;
impl<const FULL: bool> Op for DivApprox<FULL> {
    #[inline(always)]
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        with_vectors!(core, inst, vector_float::div_approx::<FULL>);
        let flags = inst.y;
        map2::<f32, f32, f32>(core, inst, |a, b| {
            let (a, b) = (prepared(a, flags), prepared(b, flags));
            // The reciprocal of such a large divisor is zero.
            let quotient = if !FULL && b.is_finite() && b.abs() > TWO_TO_126 {
                a * 0f32.copysign(b)
            } else {
                a / b
            };
            prepared(quotient.canonical(), flags)
        })
    }
}
const TWO_TO_126: f32 = f32::from_bits(0x7e80_0000);

/// `rcp.approx.ftz.f64` and `rsqrt.approx.ftz.f64`, which only use the upper half of the bits, and `rsqrt.approx.f64`,
/// which is practically exact; `z` is 1 for `rsqrt`.
pub struct ApproximateDouble;
impl Op for ApproximateDouble {
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        map1::<f64, f64>(core, inst, |a| {
            // With `.ftz`, it reads and returns only the upper half.
            let mask = match inst.y & FTZ {
                0 => u64::MAX,
                _ => 0xffff_ffff_0000_0000,
            };
            let upper = |bits: u64| f64::from_bits(bits & mask);
            let a = prepared(upper(a.to_bits()), inst.y);
            let exact = if inst.z == 1 { 1.0 / a.sqrt() } else { 1.0 / a };
            if exact.is_nan() {
                return f64::from_bits(0x7fff_ffff_0000_0000);
            }
            prepared(upper(exact.to_bits()), inst.y)
        })
    }
}
