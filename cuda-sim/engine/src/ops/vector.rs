//! Arithmetic with AVX2: eight lanes of 32 bits, or four of 64, at a time.
//!
//! Where a kernel's time goes, instructions say themselves how they compute with vectors. A compiler finds that out
//! only at its highest level of optimization, and debug builds use lower ones, at which they would compute each lane by
//! itself, in five times as much code. Results are those of the functions for one lane.

use crate::code::Inst;
use crate::numbers::lane::Word;
use crate::ops::int::Int;
use crate::state::avx2::{Vector, lanes_of, load, merge, store};
use crate::state::core::{CONTINUE, Core, Next};
use std::arch::x86_64::*;

/// Writes what `value` returns for each part to the active lanes of the plane of words `W` at `at`.
#[target_feature(enable = "avx2")]
#[inline]
fn each<W: Word>(core: &mut Core<'_>, at: u32, value: impl Fn(&Core<'_>, usize) -> Vector) -> Next {
    if core.mask == u32::MAX {
        for part in 0..size_of::<W>() {
            let value = value(core, part);
            store(core, at, part, value);
        }
    } else {
        for part in 0..size_of::<W>() {
            let value = value(core, part);
            merge::<W>(core, at, part, value);
        }
    }
    CONTINUE
}

#[target_feature(enable = "avx2")]
#[inline]
pub(super) fn map1<W: Word>(
    core: &mut Core<'_>,
    inst: &Inst,
    f: impl Fn(Vector) -> Vector,
) -> Next {
    each::<W>(core, inst.d, |core, part| f(load(core, inst.a, part)))
}

#[target_feature(enable = "avx2")]
#[inline]
pub(super) fn map2<W: Word>(
    core: &mut Core<'_>,
    inst: &Inst,
    f: impl Fn(Vector, Vector) -> Vector,
) -> Next {
    each::<W>(core, inst.d, |core, part| f(load(core, inst.a, part), load(core, inst.b, part)))
}

#[target_feature(enable = "avx2")]
#[inline]
pub(super) fn map3<W: Word>(
    core: &mut Core<'_>,
    inst: &Inst,
    f: impl Fn(Vector, Vector, Vector) -> Vector,
) -> Next {
    each::<W>(core, inst.d, |core, part| {
        let (a, b) = (load(core, inst.a, part), load(core, inst.b, part));
        f(a, b, load(core, inst.c, part))
    })
}

/// Defines functions that execute an instruction, by how they compute one vector of 32-bit integers, and one of 64-bit
/// integers.
macro_rules! integers {
    ($($name:ident: $map:ident |$($arg:ident),*| $narrow:expr, $wide:expr;)*) => { $(
        #[target_feature(enable = "avx2")]
        #[inline]
        pub(super) fn $name<T: Int>(core: &mut Core<'_>, inst: &Inst) -> Next {
            match T::BITS {
                64 => $map::<u64>(core, inst, |$($arg),*| $wide),
                32 => $map::<u32>(core, inst, |$($arg),*| $narrow),
                _ => $map::<u32>(core, inst, |$($arg),*| {
                    $(let $arg = extended($arg, T::SIGNED);)*
                    extended($narrow, T::SIGNED)
                }),
            }
        }
    )* };
}

integers! {
    add: map2 |a, b| _mm256_add_epi32(a, b), _mm256_add_epi64(a, b);
    sub: map2 |a, b| _mm256_sub_epi32(a, b), _mm256_sub_epi64(a, b);
    each_mul: map2 |a, b| _mm256_mullo_epi32(a, b), product(a, b);
    each_mul_hi: map2 |a, b| upper_words::<T>(a, b), upper_half::<T>(a, b);
    each_mad: map3 |a, b, c| _mm256_add_epi32(_mm256_mullo_epi32(a, b), c), _mm256_add_epi64(product(a, b), c);
    min: map2 |a, b| lower_of::<T>(a, b), _mm256_blendv_epi8(a, b, above::<T>(a, b));
    max: map2 |a, b| higher_of::<T>(a, b), _mm256_blendv_epi8(b, a, above::<T>(a, b));
    neg: map1 |a| _mm256_sub_epi32(_mm256_setzero_si256(), a), _mm256_sub_epi64(_mm256_setzero_si256(), a);
    and: map2 |a, b| _mm256_and_si256(a, b), _mm256_and_si256(a, b);
    or: map2 |a, b| _mm256_or_si256(a, b), _mm256_or_si256(a, b);
    xor: map2 |a, b| _mm256_xor_si256(a, b), _mm256_xor_si256(a, b);
    not: map1 |a| _mm256_xor_si256(a, _mm256_set1_epi32(-1)), _mm256_xor_si256(a, _mm256_set1_epi32(-1));
}

/// Returns the factors `a` and `b` that all lanes have in common, if they have 64 bits: loops of all lanes have counters
/// with 64 bits, of whose products a vector takes long.
#[target_feature(enable = "avx2")]
#[inline]
fn common_factors<T: Int>(core: &Core<'_>, inst: &Inst) -> Option<(u64, u64)> {
    if T::BITS != 64 {
        return None;
    }
    Some((common(core, inst.a)?, common(core, inst.b)?))
}

/// Returns the 64-bit word at `at` that all lanes have in common.
#[target_feature(enable = "avx2")]
#[inline]
fn common(core: &Core<'_>, at: u32) -> Option<u64> {
    let word = core.lane::<u64>(at, 0);
    if word != core.lane::<u64>(at, 31) {
        return None;
    }
    let (all, mut differing) = (splat(word), _mm256_setzero_si256());
    for part in 0..8 {
        differing = _mm256_or_si256(differing, _mm256_xor_si256(load(core, at, part), all));
    }
    (_mm256_testz_si256(differing, differing) == 1).then_some(word)
}

/// `mul.lo`
#[target_feature(enable = "avx2")]
#[inline]
pub(super) fn mul<T: Int>(core: &mut Core<'_>, inst: &Inst) -> Next {
    let Some((a, b)) = common_factors::<T>(core, inst) else {
        return each_mul::<T>(core, inst);
    };
    let product = splat(a.wrapping_mul(b));
    each::<u64>(core, inst.d, |_, _| product)
}

/// `mul.hi`
#[target_feature(enable = "avx2")]
#[inline]
pub(super) fn mul_hi<T: Int>(core: &mut Core<'_>, inst: &Inst) -> Next {
    let Some((a, b)) = common_factors::<T>(core, inst) else {
        return each_mul_hi::<T>(core, inst);
    };
    let half =
        splat(if T::SIGNED { Int::mul_hi(a as i64, b as i64) as u64 } else { Int::mul_hi(a, b) });
    each::<u64>(core, inst.d, |_, _| half)
}

/// `mul.hi.u64`, shifted to the right by `z`, to `c`
#[target_feature(enable = "avx2")]
#[inline]
pub(super) fn mul_hi_shr(core: &mut Core<'_>, inst: &Inst) {
    let by = _mm_cvtsi32_si128(inst.z as i32);
    match common_factors::<u64>(core, inst) {
        Some((a, b)) => {
            let shifted = splat(Int::mul_hi(a, b) >> (inst.z & 63));
            each::<u64>(core, inst.c, |_, _| shifted);
        }
        None => {
            each::<u64>(core, inst.c, |core, part| {
                let half = upper_half::<u64>(load(core, inst.a, part), load(core, inst.b, part));
                _mm256_srl_epi64(half, by)
            });
        }
    }
}

/// `mad.lo`
#[target_feature(enable = "avx2")]
#[inline]
pub(super) fn mad<T: Int>(core: &mut Core<'_>, inst: &Inst) -> Next {
    let Some((a, b)) = common_factors::<T>(core, inst) else {
        return each_mad::<T>(core, inst);
    };
    let product = splat(a.wrapping_mul(b));
    each::<u64>(core, inst.d, |core, part| _mm256_add_epi64(product, load(core, inst.c, part)))
}

/// Returns the lower 64 bits of the products of 64-bit words.
#[target_feature(enable = "avx2")]
#[inline]
fn product(a: Vector, b: Vector) -> Vector {
    let crossed = _mm256_mullo_epi32(a, _mm256_shuffle_epi32::<0b10_11_00_01>(b));
    let crossed = _mm256_add_epi32(crossed, _mm256_slli_epi64::<32>(crossed));
    let crossed = _mm256_and_si256(crossed, _mm256_set1_epi64x(-1 << 32));
    _mm256_add_epi64(_mm256_mul_epu32(a, b), crossed)
}

/// Returns the upper halves of the products of 32-bit words, or of 16-bit integers.
#[target_feature(enable = "avx2")]
#[inline]
fn upper_words<T: Int>(a: Vector, b: Vector) -> Vector {
    if T::BITS == 16 {
        return _mm256_srli_epi32::<16>(_mm256_mullo_epi32(a, b));
    }
    let product = |a, b| if T::SIGNED { _mm256_mul_epi32(a, b) } else { _mm256_mul_epu32(a, b) };
    let odd = product(_mm256_srli_epi64::<32>(a), _mm256_srli_epi64::<32>(b));
    let even = _mm256_srli_epi64::<32>(product(a, b));
    _mm256_blend_epi32::<0b1010_1010>(even, odd)
}

/// Returns the upper 64 bits of the products of 64-bit words.
#[target_feature(enable = "avx2")]
#[inline]
fn upper_half<T: Int>(a: Vector, b: Vector) -> Vector {
    let lower = _mm256_set1_epi64x(0xffff_ffff);
    let (a_upper, b_upper) = (_mm256_srli_epi64::<32>(a), _mm256_srli_epi64::<32>(b));
    let least = _mm256_srli_epi64::<32>(_mm256_mul_epu32(a, b));
    // None of the sums exceeds 64 bits.
    let first = _mm256_add_epi64(_mm256_mul_epu32(a_upper, b), least);
    let second = _mm256_add_epi64(_mm256_mul_epu32(a, b_upper), _mm256_and_si256(first, lower));
    let most = _mm256_add_epi64(_mm256_mul_epu32(a_upper, b_upper), _mm256_srli_epi64::<32>(first));
    let unsigned = _mm256_add_epi64(most, _mm256_srli_epi64::<32>(second));
    if !T::SIGNED {
        return unsigned;
    }
    // A negative factor counts 2⁶⁴ too much.
    let zero = _mm256_setzero_si256();
    let excess = _mm256_add_epi64(
        _mm256_and_si256(_mm256_cmpgt_epi64(zero, a), b),
        _mm256_and_si256(_mm256_cmpgt_epi64(zero, b), a),
    );
    _mm256_sub_epi64(unsigned, excess)
}

/// Returns all ones where the 64-bit `a` is above `b`.
#[target_feature(enable = "avx2")]
#[inline]
fn above<T: Int>(a: Vector, b: Vector) -> Vector {
    let sign = _mm256_set1_epi64x(if T::SIGNED { 0 } else { i64::MIN });
    _mm256_cmpgt_epi64(_mm256_xor_si256(a, sign), _mm256_xor_si256(b, sign))
}

#[target_feature(enable = "avx2")]
#[inline]
fn lower_of<T: Int>(a: Vector, b: Vector) -> Vector {
    if T::SIGNED { _mm256_min_epi32(a, b) } else { _mm256_min_epu32(a, b) }
}

#[target_feature(enable = "avx2")]
#[inline]
fn higher_of<T: Int>(a: Vector, b: Vector) -> Vector {
    if T::SIGNED { _mm256_max_epi32(a, b) } else { _mm256_max_epu32(a, b) }
}

/// Returns part `part` of the 32-bit words at `at` as 64-bit words, with their sign if `signed`.
#[target_feature(enable = "avx2")]
#[inline]
pub(super) fn widened(core: &Core<'_>, at: u32, part: usize, signed: bool) -> Vector {
    // SAFETY: as in `Core::load`; 32 words are eight times four.
    let four = unsafe { _mm_loadu_si128(core.regs.add(at as usize).cast::<__m128i>().add(part)) };
    if signed { _mm256_cvtepi32_epi64(four) } else { _mm256_cvtepu32_epi64(four) }
}

/// Writes a plane of 64-bit words, whose sources have 32-bit words: eight lanes are read before they are written, as
/// for other instructions.
#[target_feature(enable = "avx2")]
#[inline]
fn each_wide(core: &mut Core<'_>, at: u32, value: impl Fn(&Core<'_>, usize) -> Vector) -> Next {
    let full = core.mask == u32::MAX;
    for chunk in 0..4 {
        let parts = [2 * chunk, 2 * chunk + 1];
        let values = [value(core, parts[0]), value(core, parts[1])];
        for (part, value) in parts.into_iter().zip(values) {
            if full { store(core, at, part, value) } else { merge::<u64>(core, at, part, value) }
        }
    }
    CONTINUE
}

/// `cvt.u64.u32`, and with `SIGNED` `cvt.s64.s32`
#[target_feature(enable = "avx2")]
#[inline]
pub(super) fn widen<const SIGNED: bool>(core: &mut Core<'_>, inst: &Inst) -> Next {
    each_wide(core, inst.d, |core, part| widened(core, inst.a, part, SIGNED))
}

/// `mov` that packs two registers of 32 bits.
#[target_feature(enable = "avx2")]
#[inline]
pub(super) fn pack_words(core: &mut Core<'_>, inst: &Inst) -> Next {
    each_wide(core, inst.d, |core, part| {
        let upper = _mm256_slli_epi64(widened(core, inst.b, part, false), 32);
        _mm256_or_si256(widened(core, inst.a, part, false), upper)
    })
}

/// The lower or the upper halves of 64-bit words.
#[target_feature(enable = "avx2")]
#[inline]
pub(super) fn half<const UPPER: bool>(core: &mut Core<'_>, inst: &Inst) -> Next {
    each::<u32>(core, inst.d, |core, part| {
        let (a, b) = (load(core, inst.a, 2 * part), load(core, inst.a, 2 * part + 1));
        let (a, b) = (_mm256_castsi256_ps(a), _mm256_castsi256_ps(b));
        let words = if UPPER {
            _mm256_shuffle_ps(a, b, 0b11_01_11_01)
        } else {
            _mm256_shuffle_ps(a, b, 0b10_00_10_00)
        };
        // Of each half of the vector, they are two of `a` and two of `b`.
        _mm256_permute4x64_epi64(_mm256_castps_si256(words), 0b11_01_10_00)
    })
}

/// `mul.wide`
#[target_feature(enable = "avx2")]
#[inline]
pub(super) fn mul_wide<T: Int>(core: &mut Core<'_>, inst: &Inst) -> Next {
    each_wide(core, inst.d, |core, part| wide_product::<T>(core, inst, part))
}

/// `mad.wide`
#[target_feature(enable = "avx2")]
#[inline]
pub(super) fn mad_wide<T: Int>(core: &mut Core<'_>, inst: &Inst) -> Next {
    each_wide(core, inst.d, |core, part| {
        let product = wide_product::<T>(core, inst, part);
        _mm256_add_epi64(product, load(core, inst.c, part))
    })
}

#[target_feature(enable = "avx2")]
#[inline]
fn wide_product<T: Int>(core: &Core<'_>, inst: &Inst, part: usize) -> Vector {
    let (a, b) = (widened(core, inst.a, part, false), widened(core, inst.b, part, false));
    if T::SIGNED { _mm256_mul_epi32(a, b) } else { _mm256_mul_epu32(a, b) }
}

/// `shl` and, if `RIGHT`, `shr`
#[target_feature(enable = "avx2")]
#[inline]
pub(super) fn shift<T: Int, const RIGHT: bool>(core: &mut Core<'_>, inst: &Inst) -> Next {
    let shifted = |a, by| match (RIGHT, T::SIGNED) {
        (false, _) => _mm256_sllv_epi32(a, by),
        (true, false) => _mm256_srlv_epi32(a, by),
        (true, true) => _mm256_srav_epi32(a, by),
    };
    match T::BITS {
        16 => {
            return map2::<u32>(core, inst, |a, by| {
                extended(shifted(extended(a, T::SIGNED), by), T::SIGNED)
            });
        }
        32 => return map2::<u32>(core, inst, shifted),
        _ => {}
    }
    each::<u64>(core, inst.d, |core, part| {
        let (a, by) = (load(core, inst.a, part), widened(core, inst.b, part, false));
        match (RIGHT, T::SIGNED) {
            (false, _) => _mm256_sllv_epi64(a, by),
            (true, false) => _mm256_srlv_epi64(a, by),
            (true, true) => {
                let sign = _mm256_cmpgt_epi64(_mm256_setzero_si256(), a);
                // The bits of a negative number are shifted inverted, so that ones follow.
                let shifted = _mm256_srlv_epi64(_mm256_xor_si256(a, sign), by);
                _mm256_xor_si256(shifted, sign)
            }
        }
    })
}

/// `cvt` of integers with at most 32 bits: their lowest `from` bits, extended with their sign if `signed.0`, and of
/// these the lowest `to`, extended if `signed.1`.
#[target_feature(enable = "avx2")]
#[inline]
pub(super) fn extend(
    core: &mut Core<'_>,
    inst: &Inst,
    (from, to): (u32, u32),
    signed: (bool, bool),
) -> Next {
    let unused = |bits: u32| _mm_cvtsi32_si128(32 - bits as i32);
    let (of_source, of_result) = (unused(from), unused(to));
    let cut = |value, unused, signed| {
        let upper = _mm256_sll_epi32(value, unused);
        if signed { _mm256_sra_epi32(upper, unused) } else { _mm256_srl_epi32(upper, unused) }
    };
    map1::<u32>(core, inst, |a| cut(cut(a, of_source, signed.0), of_result, signed.1))
}

/// Of pairs of words, returns the first ones and the second ones.
#[target_feature(enable = "avx2")]
#[inline]
pub(super) fn apart(low: Vector, high: Vector) -> [Vector; 2] {
    let (low, high) = (_mm256_castsi256_ps(low), _mm256_castsi256_ps(high));
    let first = _mm256_castps_si256(_mm256_shuffle_ps::<0b10_00_10_00>(low, high));
    let second = _mm256_castps_si256(_mm256_shuffle_ps::<0b11_01_11_01>(low, high));
    [
        _mm256_permute4x64_epi64::<0b11_01_10_00>(first),
        _mm256_permute4x64_epi64::<0b11_01_10_00>(second),
    ]
}

/// Returns 16-bit integers in the words of `value` as 32-bit ones.
#[target_feature(enable = "avx2")]
#[inline]
pub(super) fn extended(value: Vector, signed: bool) -> Vector {
    let upper = _mm256_slli_epi32::<16>(value);
    if signed { _mm256_srai_epi32::<16>(upper) } else { _mm256_srli_epi32::<16>(upper) }
}

/// A copy, and `mov`
#[target_feature(enable = "avx2")]
#[inline]
pub(super) fn copy<W: Word>(core: &mut Core<'_>, inst: &Inst) -> Next {
    map1::<W>(core, inst, |a| a)
}

/// `selp`
#[target_feature(enable = "avx2")]
#[inline]
pub(super) fn selp<W: Word>(core: &mut Core<'_>, inst: &Inst) -> Next {
    let holds = core.pred(inst.c);
    each::<W>(core, inst.d, |core, part| {
        let (a, b) = (load(core, inst.a, part), load(core, inst.b, part));
        _mm256_blendv_epi8(b, a, lanes_of::<W>(holds, part))
    })
}

/// Returns the lanes whose word at `at` is `word`.
#[target_feature(enable = "avx2")]
#[inline]
pub fn matching<W: Word>(core: &Core<'_>, at: u32, word: W) -> u32 {
    let (mut lanes, all) = (0, splat(word));
    for part in 0..size_of::<W>() {
        let words = load(core, at, part);
        let bits = match size_of::<W>() {
            4 => {
                _mm256_movemask_ps(_mm256_castsi256_ps(_mm256_cmpeq_epi32(words, all)))
                    << (8 * part)
            }
            _ => {
                _mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpeq_epi64(words, all)))
                    << (4 * part)
            }
        };
        lanes |= bits as u32;
    }
    lanes
}

/// Writes each word to its lanes of the plane at `at`.
#[target_feature(enable = "avx2")]
#[inline]
pub fn write_found<W: Word>(core: &mut Core<'_>, at: u32, found: &[(W, u32)]) {
    for part in 0..size_of::<W>() {
        let mut words = load(core, at, part);
        for &(word, lanes) in found {
            words = _mm256_blendv_epi8(words, splat(word), lanes_of::<W>(lanes, part));
        }
        store(core, at, part, words);
    }
}

/// Returns `word` in all lanes.
#[target_feature(enable = "avx2")]
#[inline]
fn splat<W: Word>(word: W) -> Vector {
    match size_of::<W>() {
        4 => _mm256_set1_epi32(word.wide() as i32),
        _ => _mm256_set1_epi64x(word.wide() as i64),
    }
}

/// `lop3`: the results for each of the eight combinations of bits are those of `table`.
#[target_feature(enable = "avx2")]
#[inline]
pub(super) fn lop3(core: &mut Core<'_>, inst: &Inst, table: [u32; 8]) -> Next {
    let mut entries = [_mm256_setzero_si256(); 8];
    for (entry, bits) in entries.iter_mut().zip(table) {
        *entry = _mm256_set1_epi32(bits as i32);
    }
    map3::<u32>(core, inst, |a, b, c| {
        let choose = |by, one, other| {
            _mm256_or_si256(_mm256_and_si256(by, one), _mm256_andnot_si256(by, other))
        };
        let of_c = |at: usize| choose(c, entries[at + 1], entries[at]);
        let of_b = |at: usize| choose(b, of_c(at + 2), of_c(at));
        choose(a, of_b(4), of_b(0))
    })
}

/// `prmt` without a mode: each nibble of `c` chooses a byte of `a` and `b`, or its sign.
#[target_feature(enable = "avx2")]
#[inline]
pub(super) fn permute(core: &mut Core<'_>, inst: &Inst) -> Next {
    // The bytes of each word, for instructions on each half of a vector.
    let in_words = |bytes| {
        let starts = _mm_setr_epi32(0, 0x0404_0404, 0x0808_0808, 0x0c0c_0c0c);
        _mm256_broadcastsi128_si256(_mm_add_epi8(starts, _mm_set1_epi32(bytes)))
    };
    let (halves, starts) = (in_words(0x0101_0000), in_words(0));
    map3::<u32>(core, inst, |a, b, c| {
        let pairs = _mm256_shuffle_epi8(c, halves);
        let odd = _mm256_set1_epi16(0xff00u16 as i16);
        let nibbles = _mm256_blendv_epi8(pairs, _mm256_srli_epi16(pairs, 4), odd);
        let from = _mm256_add_epi8(_mm256_and_si256(nibbles, _mm256_set1_epi8(3)), starts);
        let (of_a, of_b) = (_mm256_shuffle_epi8(a, from), _mm256_shuffle_epi8(b, from));
        // Only the highest bit of each byte chooses, into which bit 2 or 3 is shifted.
        let bytes = _mm256_blendv_epi8(of_a, of_b, _mm256_slli_epi16(nibbles, 5));
        let signs = _mm256_cmpgt_epi8(_mm256_setzero_si256(), bytes);
        _mm256_blendv_epi8(bytes, signs, _mm256_slli_epi16(nibbles, 4))
    })
}
