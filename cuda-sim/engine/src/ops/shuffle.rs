//! `shfl` with AVX2: eight lanes are moved at a time.

use crate::code::Inst;
use crate::ops::vector_memory::{vector, words};
use crate::ops::warp::gather;
use crate::state::core::{CONTINUE, Core, Next, STOP};
use std::arch::x86_64::*;

/// Executes [`Shfl`](crate::ops::Shfl).
///
/// # Safety
/// As [`Handler`](crate::code::Handler) says; the CPU has AVX2.
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
pub unsafe fn shuffle(core: &mut Core<'_>, inst: &Inst) -> Next {
    if inst.z != u32::MAX && !gather(core, inst, inst.z) {
        return STOP;
    }
    match inst.y {
        0 => moved(core, inst, |lane| {
            // A step below lane 0 is below the segment, too.
            let from = _mm256_sub_epi32(lane.this, lane.by);
            (from, _mm256_cmpgt_epi32(lane.most, from))
        }),
        1 => moved(core, inst, |lane| {
            let from = _mm256_add_epi32(lane.this, lane.by);
            (from, _mm256_cmpgt_epi32(from, lane.most))
        }),
        2 => moved(core, inst, |lane| {
            let from = _mm256_xor_si256(lane.this, lane.by);
            (from, _mm256_cmpgt_epi32(from, lane.most))
        }),
        _ => moved(core, inst, |lane| {
            let first = _mm256_and_si256(lane.most, lane.segment);
            let from = _mm256_or_si256(first, _mm256_andnot_si256(lane.segment, lane.by));
            (from, _mm256_cmpgt_epi32(from, lane.most))
        }),
    }
    CONTINUE
}

/// Eight lanes: a word for each.
struct Eight {
    /// The lanes' numbers.
    this: __m256i,
    /// The operand: a distance, a mask or a lane.
    by: __m256i,
    /// The segment mask.
    segment: __m256i,
    /// The last lane within reach.
    most: __m256i,
}

/// Moves the values, and writes to the predicate which lanes receive one from another lane. Given eight lanes, `source`
/// returns the source lane of each, and all ones for a source that is out of reach.
#[target_feature(enable = "avx2")]
#[inline]
fn moved(core: &mut Core<'_>, inst: &Inst, source: impl Fn(&Eight) -> (__m256i, __m256i)) {
    // Of a lane that isn't here, zero is read, as on an H200; the documentation leaves it open.
    let value =
        |chunk| _mm256_and_si256(vector(core.load(inst.a, chunk)), vector(core.lanes8(chunk)));
    let values: [__m256i; 4] = [value(0), value(1), value(2), value(3)];
    let five = _mm256_set1_epi32(31);
    let mut this = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    let (mut result, mut found) = (values, 0);
    for chunk in 0..4 {
        let by = _mm256_and_si256(vector(core.load(inst.b, chunk)), five);
        let control = vector(core.load(inst.c, chunk));
        let segment = _mm256_and_si256(_mm256_srli_epi32::<8>(control), five);
        let clamp = _mm256_andnot_si256(segment, _mm256_and_si256(control, five));
        let most = _mm256_or_si256(_mm256_and_si256(this, segment), clamp);
        let eight = Eight { this, by, segment, most };
        let (from, beyond) = source(&eight);
        let got = permuted(&values, from);
        result[chunk] = _mm256_blendv_epi8(got, values[chunk], beyond);
        let beyond = _mm256_movemask_ps(_mm256_castsi256_ps(beyond)) as u32;
        found |= (!beyond & 0xff) << (8 * chunk);
        this = _mm256_add_epi32(this, _mm256_set1_epi32(8));
    }
    for (chunk, &eight) in result.iter().enumerate() {
        match core.mask {
            u32::MAX => core.store(inst.d, chunk, words(eight)),
            _ => core.merge(inst.d, chunk, words(eight)),
        }
    }
    if inst.x as u32 != u32::MAX {
        core.set_pred(inst.x as u32, found);
    }
}

/// Returns the values of the lanes whose numbers are the lowest five bits of `from`.
#[target_feature(enable = "avx2")]
#[inline]
fn permuted(values: &[__m256i; 4], from: __m256i) -> __m256i {
    let of = |chunk: usize| _mm256_castsi256_ps(_mm256_permutevar8x32_epi32(values[chunk], from));
    // `blendv` selects by the highest bit of each word.
    let third = _mm256_castsi256_ps(_mm256_slli_epi32::<28>(from));
    let fourth = _mm256_castsi256_ps(_mm256_slli_epi32::<27>(from));
    let low = _mm256_blendv_ps(of(0), of(1), third);
    let high = _mm256_blendv_ps(of(2), of(3), third);
    _mm256_castps_si256(_mm256_blendv_ps(low, high, fourth))
}
