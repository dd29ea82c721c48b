//! Loads of 32 bits from shared memory with one address register, whose addresses are checked together.

use crate::code::Inst;
use crate::ops::vector;
use crate::state::avx2;
use crate::state::avx2::Vector;
use crate::state::core::{CONTINUE, Core, Next};
use std::arch::x86_64::*;

/// Performs the `c` loads that follow, whose address register is `a` and whose offsets are `y` to `z`, if all lanes are
/// active and all addresses valid. Otherwise the loads execute one by one.
///
/// # Safety
/// As [`Handler`](crate::code::Handler) says; the CPU has AVX2. The instructions that follow are such loads, with
/// offsets that are multiples of four.
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
pub unsafe fn load_group<const WIDE: bool>(core: &mut Core<'_>, inst: &Inst) -> Next {
    let code = core.code;
    let first = code.index_of(inst) as usize + 1;
    let Some(loads) = code.insts.get(first..first + inst.c as usize) else {
        return CONTINUE;
    };
    if core.mask != u32::MAX {
        return CONTINUE;
    }
    let mut chunks = [_mm256_setzero_si256(); 4];
    let (mut low, mut high) = (_mm256_set1_epi32(-1), _mm256_setzero_si256());
    let (mut lowest_bits, mut upper) = (high, high);
    for (chunk, to) in chunks.iter_mut().enumerate() {
        let words = if WIDE {
            let parts =
                (avx2::load(core, inst.a, 2 * chunk), avx2::load(core, inst.a, 2 * chunk + 1));
            let [words, more] = vector::apart(parts.0, parts.1);
            upper = _mm256_or_si256(upper, more);
            words
        } else {
            avx2::load(core, inst.a, chunk)
        };
        low = _mm256_min_epu32(low, words);
        high = _mm256_max_epu32(high, words);
        lowest_bits = _mm256_or_si256(lowest_bits, words);
        *to = words;
    }
    let uneven = _mm256_and_si256(lowest_bits, _mm256_set1_epi32(3));
    let (low, high) = (extreme::<false>(low), extreme::<true>(high));
    let (first_offset, last_offset) = (i64::from(inst.y as i32), i64::from(inst.z as i32));
    let valid = _mm256_testz_si256(uneven, uneven) == 1
        && _mm256_testz_si256(upper, upper) == 1
        // The gather's indices are signed.
        && high <= i32::MAX as u32
        && i64::from(low) + first_offset >= 0
        && i64::from(high) + last_offset <= i64::from(core.shared_size) - 4;
    if !valid {
        return CONTINUE;
    }
    let steps = _mm256_setr_epi32(0, 4, 8, 12, 16, 20, 24, 28);
    for (chunk, words) in chunks.into_iter().enumerate() {
        let least = _mm256_cvtsi256_si32(words) as u32;
        let apart = _mm256_sub_epi32(words, _mm256_set1_epi32(least as i32));
        let uneven = _mm256_xor_si256(apart, steps);
        let start = core.shared.wrapping_add(least as usize);
        let place = |load: &Inst| start.wrapping_add(load.x as usize);
        if _mm256_testz_si256(uneven, uneven) == 1 {
            for load in loads {
                // SAFETY: the addresses of the first and the last lane are within shared memory.
                let values = unsafe { _mm256_loadu_si256(place(load).cast()) };
                avx2::store(core, load.d, chunk, values);
            }
        } else if _mm256_testz_si256(apart, apart) == 1 {
            for load in loads {
                // SAFETY: the address of all lanes is within shared memory.
                let value = unsafe { place(load).cast::<i32>().read() };
                avx2::store(core, load.d, chunk, _mm256_set1_epi32(value));
            }
        } else {
            for load in loads {
                let place = core.shared.wrapping_add(load.x as usize);
                // SAFETY: the address of each lane is within shared memory, and its index, a word of the register, isn't negative.
                let values = unsafe { _mm256_i32gather_epi32::<1>(place.cast(), words) };
                avx2::store(core, load.d, chunk, values);
            }
        }
    }
    (first + loads.len()) as Next
}

/// Returns the lowest or, if `HIGH`, the highest word.
#[target_feature(enable = "avx2")]
#[inline]
fn extreme<const HIGH: bool>(words: Vector) -> u32 {
    let of = |a, b| if HIGH { _mm_max_epu32(a, b) } else { _mm_min_epu32(a, b) };
    let four = of(_mm256_castsi256_si128(words), _mm256_extracti128_si256::<1>(words));
    let two = of(four, _mm_shuffle_epi32::<0b01_00_11_10>(four));
    let one = of(two, _mm_shuffle_epi32::<0b10_11_00_01>(two));
    _mm_cvtsi128_si32(one) as u32
}
