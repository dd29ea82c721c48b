//! Registers as vectors of AVX2: eight lanes of 32 bits, or four of 64, at a time.

use crate::numbers::lane::Word;
use crate::state::core::{Core, Lanes};
use std::arch::x86_64::*;

/// A vector of lanes.
pub type Vector = __m256i;

/// Returns part `part` of the plane at `at`.
#[target_feature(enable = "avx2")]
#[inline]
pub fn load(core: &Core<'_>, at: u32, part: usize) -> Vector {
    // SAFETY: as in `Core::load`; a plane has four parts, or eight if its words have 64 bits.
    unsafe { _mm256_loadu_si256(core.regs.add(at as usize).cast::<Vector>().add(part)) }
}

/// Writes part `part` of the plane at `at`, in all lanes.
#[target_feature(enable = "avx2")]
#[inline]
pub fn store(core: &mut Core<'_>, at: u32, part: usize, value: Vector) {
    // SAFETY: as in `Core::store`; a plane has this part.
    unsafe { _mm256_storeu_si256(core.regs.add(at as usize).cast::<Vector>().add(part), value) }
}

/// Writes the active lanes of part `part` of the plane of words `W` at `at`.
#[target_feature(enable = "avx2")]
#[inline]
pub fn merge<W: Word>(core: &mut Core<'_>, at: u32, part: usize, value: Vector) {
    let lanes = match size_of::<W>() {
        // SAFETY: there is a word for each of 32 lanes.
        4 => unsafe { _mm256_loadu_si256(core.lanes.0.as_ptr().cast::<Vector>().add(part)) },
        _ => lanes64(core, part),
    };
    let value = _mm256_blendv_epi8(load(core, at, part), value, lanes);
    store(core, at, part, value);
}

/// Returns all ones in the active lanes of a part with 64-bit words.
#[target_feature(enable = "avx2")]
#[inline]
pub fn lanes64(core: &Core<'_>, part: usize) -> Vector {
    // SAFETY: there is a word for each of 32 lanes.
    let four = unsafe { _mm_loadu_si128(core.lanes.0.as_ptr().cast::<__m128i>().add(part)) };
    _mm256_cvtepi32_epi64(four)
}

/// The parts of eight words: the first, or both if they have 64 bits.
#[target_feature(enable = "avx2")]
#[inline]
fn parts_of<W: Word>(words: [W; 8]) -> [Vector; 2] {
    // SAFETY: the words are as many bytes as they are read as, of which every value is valid.
    unsafe {
        match size_of::<W>() {
            4 => [std::mem::transmute_copy(&words); 2],
            _ => std::mem::transmute_copy(&words),
        }
    }
}

/// [`Core::store`] by whole vectors: a load of a vector soon after stores of its words would stall.
#[target_feature(enable = "avx2")]
#[inline]
pub fn store_eight<W: Word>(core: &mut Core<'_>, at: u32, chunk: usize, words: [W; 8]) {
    let [first, second] = parts_of(words);
    let parts = size_of::<W>() / 4;
    store(core, at, parts * chunk, first);
    if parts == 2 {
        store(core, at, parts * chunk + 1, second);
    }
}

/// [`Core::merge`] by whole vectors.
#[target_feature(enable = "avx2")]
#[inline]
pub fn merge_eight<W: Word>(core: &mut Core<'_>, at: u32, chunk: usize, words: [W; 8]) {
    let [first, second] = parts_of(words);
    let parts = size_of::<W>() / 4;
    merge::<W>(core, at, parts * chunk, first);
    if parts == 2 {
        merge::<W>(core, at, parts * chunk + 1, second);
    }
}

/// [`expand`](crate::state::core::expand)
#[target_feature(enable = "avx2")]
pub fn expand(mask: u32, lanes: &mut Lanes) {
    for part in 0..4 {
        let eight = lanes_of::<u32>(mask, part);
        // SAFETY: there is a word for each of 32 lanes.
        unsafe { _mm256_storeu_si256(lanes.0.as_mut_ptr().cast::<Vector>().add(part), eight) };
    }
}

/// Returns all ones in the lanes of part `part` that are in `mask`.
#[target_feature(enable = "avx2")]
#[inline]
pub fn lanes_of<W: Word>(mask: u32, part: usize) -> Vector {
    match size_of::<W>() {
        4 => {
            let bits = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
            let mask = _mm256_set1_epi32((mask >> (8 * part)) as i32);
            _mm256_cmpeq_epi32(_mm256_and_si256(mask, bits), bits)
        }
        _ => {
            let bits = _mm256_setr_epi64x(1, 2, 4, 8);
            let mask = _mm256_set1_epi64x((mask >> (4 * part)).into());
            _mm256_cmpeq_epi64(_mm256_and_si256(mask, bits), bits)
        }
    }
}
