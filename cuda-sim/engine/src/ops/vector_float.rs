//! Floating-point arithmetic and comparisons with AVX2.

use crate::code::Inst;
use crate::numbers::lane::Word;
use crate::ops::modifiers::FTZ;
use crate::ops::powers;
use crate::ops::relation::{Compared, ComparedKind, Relation};
use crate::ops::vector::{extended, map1, map2, map3};
use crate::state::avx2::{Vector, load, merge, store};
use crate::state::core::{Core, Next};
use std::arch::x86_64::*;

#[target_feature(enable = "avx2")]
#[inline]
fn single(vector: Vector) -> __m256 {
    _mm256_castsi256_ps(vector)
}

#[target_feature(enable = "avx2")]
#[inline]
fn double(vector: Vector) -> __m256d {
    _mm256_castsi256_pd(vector)
}

#[target_feature(enable = "avx2")]
#[inline]
fn bits(value: __m256) -> Vector {
    _mm256_castps_si256(value)
}

#[target_feature(enable = "avx2")]
#[inline]
fn wide_bits(value: __m256d) -> Vector {
    _mm256_castpd_si256(value)
}

/// Returns the numbers with the NaN of arithmetic in place of others, as `Real::canonical` does.
#[target_feature(enable = "avx2")]
#[inline]
fn canonical(value: __m256) -> Vector {
    let nan = single(_mm256_set1_epi32(0x7fff_ffff));
    let is_nan = _mm256_cmp_ps::<_CMP_UNORD_Q>(value, value);
    bits(_mm256_blendv_ps(value, nan, is_nan))
}

/// Returns the numbers with zero of the same sign in place of subnormal ones, as `Real::flush` does.
#[target_feature(enable = "avx2")]
#[inline]
fn flush(value: Vector) -> __m256 {
    let exponent = _mm256_and_si256(value, _mm256_set1_epi32(0x7f80_0000));
    let subnormal = _mm256_cmpeq_epi32(exponent, _mm256_setzero_si256());
    let sign = _mm256_and_si256(value, _mm256_set1_epi32(i32::MIN));
    single(_mm256_blendv_epi8(value, sign, subnormal))
}

#[target_feature(enable = "avx2")]
#[inline]
fn flushed(value: __m256) -> Vector {
    canonical(flush(bits(value)))
}

/// Defines functions that execute an instruction, by how they compute one vector.
macro_rules! vectors {
    ($($name:ident<$word:ty>: $map:ident |$($arg:ident),*| $body:expr;)*) => { $(
        #[target_feature(enable = "avx2,fma")]
        #[inline]
        pub(super) fn $name(core: &mut Core<'_>, inst: &Inst) -> Next {
            $map::<$word>(core, inst, |$($arg),*| $body)
        }
    )* };
}

vectors! {
    add_f32<u32>: map2 |a, b| canonical(_mm256_add_ps(single(a), single(b)));
    sub_f32<u32>: map2 |a, b| canonical(_mm256_sub_ps(single(a), single(b)));
    mul_f32<u32>: map2 |a, b| canonical(_mm256_mul_ps(single(a), single(b)));
    div_f32<u32>: map2 |a, b| canonical(_mm256_div_ps(single(a), single(b)));
    fma_f32<u32>: map3 |a, b, c| canonical(_mm256_fmadd_ps(single(a), single(b), single(c)));
    rcp_f32<u32>: map1 |a| canonical(_mm256_div_ps(_mm256_set1_ps(1.0), single(a)));
    // The root of a negative number is a NaN, too.
    sqrt_f32<u32>: map1 |a| canonical(_mm256_sqrt_ps(single(a)));
    add_ftz_f32<u32>: map2 |a, b| flushed(_mm256_add_ps(flush(a), flush(b)));
    sub_ftz_f32<u32>: map2 |a, b| flushed(_mm256_sub_ps(flush(a), flush(b)));
    // These return their operand's NaN, made quiet, or the one that the root of a negative number is.
    div_f64<u64>: map2 |a, b| wide_bits(_mm256_div_pd(double(a), double(b)));
    rcp_f64<u64>: map1 |a| wide_bits(_mm256_div_pd(_mm256_set1_pd(1.0), double(a)));
    sqrt_f64<u64>: map1 |a| wide_bits(_mm256_sqrt_pd(double(a)));
    neg_f32<u32>: map1 |a| canonical(single(_mm256_xor_si256(a, _mm256_set1_epi32(i32::MIN))));
    abs_f32<u32>: map1 |a| canonical(single(_mm256_and_si256(a, _mm256_set1_epi32(i32::MAX))));
}

/// Executes an instruction unless a result is `rare`; returns whether it did.
#[target_feature(enable = "avx2,fma")]
#[inline]
fn usual<W: Word, const PARTS: usize>(
    core: &mut Core<'_>,
    inst: &Inst,
    value: impl Fn(Vector, Vector, Vector) -> Vector,
    rare: impl Fn(Vector) -> Vector,
) -> bool {
    let mut values = [_mm256_setzero_si256(); PARTS];
    let mut found = _mm256_setzero_si256();
    for (part, to) in values.iter_mut().enumerate() {
        let (a, b) = (load(core, inst.a, part), load(core, inst.b, part));
        *to = value(a, b, load(core, inst.c, part));
        found = _mm256_or_si256(found, rare(*to));
    }
    if _mm256_testz_si256(found, found) == 0 {
        return false;
    }
    for (part, value) in values.into_iter().enumerate() {
        match core.mask {
            u32::MAX => store(core, inst.d, part, value),
            _ => merge::<W>(core, inst.d, part, value),
        }
    }
    true
}

#[target_feature(enable = "avx2")]
#[inline]
fn is_nan(value: Vector) -> Vector {
    wide_bits(_mm256_cmp_pd::<_CMP_UNORD_Q>(double(value), double(value)))
}

#[target_feature(enable = "avx2")]
#[inline]
fn is_smallest(value: Vector) -> Vector {
    let magnitude = _mm256_and_si256(value, _mm256_set1_epi32(i32::MAX));
    _mm256_cmpeq_epi32(magnitude, _mm256_set1_epi32(0x80_0000))
}

/// The same, for what `with_rare_cases` defines.
macro_rules! with_rare_cases {
    ($($name:ident<$word:ty, $parts:literal>: |$a:ident, $b:ident, $c:ident| $body:expr, $rare:ident;)*) => { $(
        #[target_feature(enable = "avx2,fma")]
        #[inline]
        pub(super) fn $name(core: &mut Core<'_>, inst: &Inst) -> bool {
            usual::<$word, $parts>(core, inst, |$a, $b, $c| $body, |value| $rare(value))
        }
    )* };
}

with_rare_cases! {
    add_f64<u64, 8>: |a, b, _c| wide_bits(_mm256_add_pd(double(a), double(b))), is_nan;
    sub_f64<u64, 8>: |a, b, _c| wide_bits(_mm256_sub_pd(double(a), double(b))), is_nan;
    mul_f64<u64, 8>: |a, b, _c| wide_bits(_mm256_mul_pd(double(a), double(b))), is_nan;
    fma_f64<u64, 8>: |a, b, c| wide_bits(_mm256_fmadd_pd(double(a), double(b), double(c))), is_nan;
    mul_ftz_f32<u32, 4>: |a, b, _c| flushed(_mm256_mul_ps(flush(a), flush(b))), is_smallest;
    fma_ftz_f32<u32, 4>: |a, b, c| flushed(_mm256_fmadd_ps(flush(a), flush(b), flush(c))), is_smallest;
}

/// `min.f32` and, if `MAX`, `max.f32` without modifiers, unless an operand is a NaN; returns whether it was executed.
#[target_feature(enable = "avx2,fma")]
#[inline]
pub(super) fn extreme_f32<const MAX: bool>(core: &mut Core<'_>, inst: &Inst) -> bool {
    let chosen = |a, b, _| {
        let (a, b) = (single(a), single(b));
        // Only zeros are equal but have different signs; the sign bit chooses.
        let negative = _mm256_and_ps(_mm256_cmp_ps::<_CMP_EQ_OQ>(a, b), a);
        let first = _mm256_or_ps(_mm256_cmp_ps::<_CMP_LT_OQ>(a, b), negative);
        let chosen =
            if MAX { _mm256_blendv_ps(a, b, first) } else { _mm256_blendv_ps(b, a, first) };
        // A NaN that isn't chosen becomes visible.
        let unordered = _mm256_cmp_ps::<_CMP_UNORD_Q>(a, b);
        bits(_mm256_or_ps(chosen, unordered))
    };
    let is_nan = |value| {
        let value = single(value);
        bits(_mm256_cmp_ps::<_CMP_UNORD_Q>(value, value))
    };
    usual::<u32, 4>(core, inst, chosen, is_nan)
}

/// Executes an approximation in single precision.
#[target_feature(enable = "avx2,fma")]
#[inline]
fn approximate(core: &mut Core<'_>, inst: &Inst, f: impl Fn(__m256) -> __m256) -> Next {
    let ftz = inst.y & FTZ != 0;
    map1::<u32>(core, inst, |a| {
        let a = if ftz { flush(a) } else { single(a) };
        let value = canonical(f(a));
        if ftz { bits(flush(value)) } else { value }
    })
}

/// `rcp.approx.f32`
#[target_feature(enable = "avx2,fma")]
#[inline]
pub(super) fn rcp(core: &mut Core<'_>, inst: &Inst) -> Next {
    approximate(core, inst, |a| _mm256_div_ps(_mm256_set1_ps(1.0), a))
}

/// `sqrt.approx.f32`
#[target_feature(enable = "avx2,fma")]
#[inline]
pub(super) fn sqrt(core: &mut Core<'_>, inst: &Inst) -> Next {
    approximate(core, inst, |a| _mm256_sqrt_ps(a))
}

/// Executes an approximation that is computed in double precision.
#[target_feature(enable = "avx2,fma")]
#[inline]
fn approximate_wide(core: &mut Core<'_>, inst: &Inst, f: impl Fn(__m256d) -> __m256d) -> Next {
    approximate(core, inst, |a| {
        let low = f(_mm256_cvtps_pd(_mm256_castps256_ps128(a)));
        let high = f(_mm256_cvtps_pd(_mm256_extractf128_ps::<1>(a)));
        _mm256_set_m128(_mm256_cvtpd_ps(high), _mm256_cvtpd_ps(low))
    })
}

/// `rsqrt.approx.f32`
#[target_feature(enable = "avx2,fma")]
#[inline]
pub(super) fn rsqrt(core: &mut Core<'_>, inst: &Inst) -> Next {
    approximate_wide(core, inst, |a| _mm256_div_pd(_mm256_set1_pd(1.0), _mm256_sqrt_pd(a)))
}

/// Returns the value of a polynomial, as `powers::polynomial` does.
#[target_feature(enable = "avx2")]
#[inline]
fn polynomial<const N: usize>(x: __m256d, coefficients: &[f64; N]) -> __m256d {
    let mut sum = _mm256_set1_pd(coefficients[0]);
    for &coefficient in &coefficients[1..] {
        sum = _mm256_add_pd(_mm256_mul_pd(sum, x), _mm256_set1_pd(coefficient));
    }
    sum
}

/// `ex2.approx.f32`: the steps of [`powers::exp2`].
#[target_feature(enable = "avx2,fma")]
#[inline]
pub(super) fn ex2(core: &mut Core<'_>, inst: &Inst) -> Next {
    approximate_wide(core, inst, |a| {
        // With a NaN, these return their second operand.
        let x = _mm256_max_pd(_mm256_set1_pd(-powers::MOST), a);
        let x = _mm256_min_pd(_mm256_set1_pd(powers::MOST), x);
        let shift = _mm256_set1_pd(powers::WHOLE);
        let whole = _mm256_add_pd(x, shift);
        let part = _mm256_sub_pd(x, _mm256_sub_pd(whole, shift));
        let product = _mm256_mul_pd(part, polynomial(part, &powers::OF_EXP2));
        let one = _mm256_set1_pd(1.0);
        let power = _mm256_slli_epi64::<52>(_mm256_castpd_si256(whole));
        let power = _mm256_add_epi64(power, _mm256_castpd_si256(one));
        _mm256_mul_pd(_mm256_add_pd(one, product), double(power))
    })
}

/// `lg2.approx.f32`: the steps of [`powers::log2`].
#[target_feature(enable = "avx2,fma")]
#[inline]
pub(super) fn lg2(core: &mut Core<'_>, inst: &Inst) -> Next {
    approximate_wide(core, inst, |a| {
        let offset = _mm256_set1_epi64x(powers::OFFSET as i64);
        let exponent = _mm256_srli_epi64::<52>(_mm256_add_epi64(wide_bits(a), offset));
        let one = _mm256_set1_pd(1.0);
        let power = _mm256_sub_epi64(_mm256_slli_epi64::<52>(exponent), wide_bits(one));
        let fraction = double(_mm256_sub_epi64(wide_bits(a), power));
        let ratio = _mm256_div_pd(_mm256_sub_pd(fraction, one), _mm256_add_pd(fraction, one));
        let of_fraction =
            _mm256_mul_pd(ratio, polynomial(_mm256_mul_pd(ratio, ratio), &powers::OF_LOG2));
        let shift = _mm256_set1_pd(powers::WHOLE);
        let exponent = double(_mm256_add_epi64(wide_bits(shift), exponent));
        let biased = _mm256_set1_pd(powers::WHOLE + 1023.0);
        let value = _mm256_add_pd(_mm256_sub_pd(exponent, biased), of_fraction);
        // Infinity of zero, infinity of infinity, and NaN of the rest.
        let (zero, infinity) = (_mm256_setzero_pd(), _mm256_set1_pd(f64::INFINITY));
        let special = _mm256_blendv_pd(
            _mm256_set1_pd(f64::NAN),
            infinity,
            _mm256_cmp_pd::<_CMP_EQ_OQ>(a, infinity),
        );
        let special = _mm256_blendv_pd(
            special,
            _mm256_set1_pd(f64::NEG_INFINITY),
            _mm256_cmp_pd::<_CMP_EQ_OQ>(a, zero),
        );
        let usual = _mm256_and_pd(
            _mm256_cmp_pd::<_CMP_GT_OQ>(a, zero),
            _mm256_cmp_pd::<_CMP_LT_OQ>(a, infinity),
        );
        _mm256_blendv_pd(special, value, usual)
    })
}

/// `div.full.f32`, or `div.approx.f32` unless `FULL`
#[target_feature(enable = "avx2,fma")]
#[inline]
pub(super) fn div_approx<const FULL: bool>(core: &mut Core<'_>, inst: &Inst) -> Next {
    let ftz = inst.y & FTZ != 0;
    map2::<u32>(core, inst, |a, b| {
        let (a, b) = if ftz { (flush(a), flush(b)) } else { (single(a), single(b)) };
        let mut quotient = _mm256_div_ps(a, b);
        if !FULL {
            // The reciprocal of such a large divisor is zero.
            let magnitude = _mm256_and_si256(bits(b), _mm256_set1_epi32(i32::MAX));
            let large = _mm256_and_si256(
                _mm256_cmpgt_epi32(magnitude, _mm256_set1_epi32(0x7e80_0000)),
                _mm256_cmpgt_epi32(_mm256_set1_epi32(0x7f80_0000), magnitude),
            );
            let zero = single(_mm256_and_si256(bits(b), _mm256_set1_epi32(i32::MIN)));
            quotient = _mm256_blendv_ps(quotient, _mm256_mul_ps(a, zero), single(large));
        }
        let value = canonical(quotient);
        if ftz { bits(flush(value)) } else { value }
    })
}

/// Returns the lanes in which relation `R` holds between registers `a` and `b`, of a type that has vectors.
#[target_feature(enable = "avx2")]
#[inline]
pub(super) fn test<R: Relation<T>, T: Compared>(core: &Core<'_>, inst: &Inst) -> u32 {
    let (mut holds, wide) = (0, size_of::<T::W>() == 8);
    for part in 0..size_of::<T::W>() {
        let (a, b) = (load(core, inst.a, part), load(core, inst.b, part));
        match T::KIND {
            ComparedKind::Integer { signed, short } => {
                let (a, b) =
                    if short { (extended(a, signed), extended(b, signed)) } else { (a, b) };
                let (of, inverted) = integer_relation(R::OUTCOMES, (wide, signed), a, b);
                let bits = lanes::<T>(of, part);
                holds |= bits ^ if inverted { all::<T>(part) } else { 0 };
            }
            _ => holds |= lanes::<T>(float_relation(R::OUTCOMES, wide, a, b), part),
        }
    }
    holds
}

/// Returns the mask of the lanes of part `part` whose words have their sign bit set.
#[target_feature(enable = "avx2")]
#[inline]
fn lanes<T: Compared>(of: Vector, part: usize) -> u32 {
    match size_of::<T::W>() {
        4 => (_mm256_movemask_ps(single(of)) as u32) << (8 * part),
        _ => (_mm256_movemask_pd(double(of)) as u32) << (4 * part),
    }
}

/// Returns the mask of all lanes of part `part`.
fn all<T: Compared>(part: usize) -> u32 {
    match size_of::<T::W>() {
        4 => 0xff << (8 * part),
        _ => 0xf << (4 * part),
    }
}

/// Returns where integers of 64 or 32 bits have a relation, or where they don't, and which of the two. The compiler inlines it where
/// all but the vectors are constants: as a generic function, it would be compiled for each relation and type with all cases.
#[target_feature(enable = "avx2")]
#[inline]
fn integer_relation(
    outcomes: u32,
    (wide, signed): (bool, bool),
    a: Vector,
    b: Vector,
) -> (Vector, bool) {
    let greater = |a, b| {
        let sign = if signed {
            _mm256_setzero_si256()
        } else if wide {
            _mm256_set1_epi64x(i64::MIN)
        } else {
            _mm256_set1_epi32(i32::MIN)
        };
        let (a, b) = (_mm256_xor_si256(a, sign), _mm256_xor_si256(b, sign));
        if wide { _mm256_cmpgt_epi64(a, b) } else { _mm256_cmpgt_epi32(a, b) }
    };
    let equal = || if wide { _mm256_cmpeq_epi64(a, b) } else { _mm256_cmpeq_epi32(a, b) };
    match outcomes & 7 {
        1 => (greater(b, a), false),
        2 => (equal(), false),
        3 => (greater(a, b), true),
        4 => (greater(a, b), false),
        5 => (equal(), true),
        6 => (greater(b, a), true),
        // Integers are always ordered.
        outcomes => (_mm256_setzero_si256(), outcomes == 7),
    }
}

/// Returns where a predicate of `vcmppd` or `vcmpps` holds.
#[target_feature(enable = "avx2")]
#[inline]
fn compared<const PREDICATE: i32>(wide: bool, a: Vector, b: Vector) -> Vector {
    if wide {
        wide_bits(_mm256_cmp_pd::<PREDICATE>(double(a), double(b)))
    } else {
        bits(_mm256_cmp_ps::<PREDICATE>(single(a), single(b)))
    }
}

/// Returns where numbers of double or single precision have a relation; inlined as [`integer_relation`].
#[target_feature(enable = "avx2")]
#[inline]
fn float_relation(outcomes: u32, wide: bool, a: Vector, b: Vector) -> Vector {
    match outcomes {
        1 => compared::<_CMP_LT_OQ>(wide, a, b),
        2 => compared::<_CMP_EQ_OQ>(wide, a, b),
        3 => compared::<_CMP_LE_OQ>(wide, a, b),
        4 => compared::<_CMP_GT_OQ>(wide, a, b),
        5 => compared::<_CMP_NEQ_OQ>(wide, a, b),
        6 => compared::<_CMP_GE_OQ>(wide, a, b),
        7 => compared::<_CMP_ORD_Q>(wide, a, b),
        8 => compared::<_CMP_UNORD_Q>(wide, a, b),
        9 => compared::<_CMP_NGE_UQ>(wide, a, b),
        10 => compared::<_CMP_EQ_UQ>(wide, a, b),
        11 => compared::<_CMP_NGT_UQ>(wide, a, b),
        12 => compared::<_CMP_NLE_UQ>(wide, a, b),
        13 => compared::<_CMP_NEQ_UQ>(wide, a, b),
        14 => compared::<_CMP_NLT_UQ>(wide, a, b),
        _ => _mm256_set1_epi32(if outcomes == 0 { 0 } else { -1 }),
    }
}
