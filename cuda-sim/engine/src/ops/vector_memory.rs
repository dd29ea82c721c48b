//! Loads and stores of 32 bits with AVX2: eight lanes are checked at a time.

use crate::code::Inst;
use crate::code::level::Level;
use crate::numbers::lane::Word;
use crate::ops::memory::{
    Bounds, Cell, Load, Regular, Store, bounds, load_regular, prefetch_next, regular_at,
    store_regular,
};
use crate::ops::op::out_of_line;
use crate::ops::vector::{self};
use crate::state::avx2;
use crate::state::avx2::Vector;
use crate::state::core::{CONTINUE, Core, Next};
use crate::state::space::Space;
use std::arch::x86_64::*;

/// Eight addresses before the instruction's offset is added, and their pattern.
struct Eight {
    low: __m256i,
    high: __m256i,
    lanes: __m256i,
    /// The first active one.
    raw: u64,
    /// The same with the offset added.
    first: u64,
    /// The size of what lanes before it would access, in bytes.
    before: u64,
    /// The distance from the first to the last active address in bytes, if they are consecutive.
    reach: i64,
    /// Whether the second address equals the first, which decides what to check first.
    alike: bool,
}

/// Returns the addresses of one chunk, which has at least one active lane; `WIDE` is the width of their registers,
/// `FULL` means that all lanes are active.
#[target_feature(enable = "avx2")]
#[inline]
fn eight<const WIDE: bool, const FULL: bool>(core: &Core<'_>, inst: &Inst, chunk: usize) -> Eight {
    let active = if FULL { 0xff } else { core.mask >> (8 * chunk) & 0xff };
    let lane = if FULL { 0 } else { active.trailing_zeros() & 7 };
    let last = if FULL { 7 } else { 31 - (active | 1).leading_zeros() };
    let lanes = if FULL { _mm256_set1_epi32(-1) } else { vector(core.lanes8(chunk)) };
    let at = chunk * 8 + lane as usize;
    let (low, high, raw, first, alike);
    if WIDE {
        low = plane_part(core, inst.a, 2 * chunk);
        high = plane_part(core, inst.a, 2 * chunk + 1);
        raw = core.lane::<u64>(inst.a, at);
        first = raw.wrapping_add(inst.x);
        alike = core.lane::<u64>(inst.a, chunk * 8 + 1) == raw;
    } else {
        let all = plane_part(core, inst.a, chunk);
        low = _mm256_cvtepu32_epi64(_mm256_castsi256_si128(all));
        high = _mm256_cvtepu32_epi64(_mm256_extracti128_si256::<1>(all));
        let word = core.lane::<u32>(inst.a, at);
        raw = u64::from(word);
        first = u64::from(word.wrapping_add(inst.x as u32));
        alike = core.lane::<u32>(inst.a, chunk * 8 + 1) == word;
    }
    let reach = 4 * i64::from(last - lane);
    Eight { low, high, lanes, raw, first, before: 4 * u64::from(lane), reach, alike }
}

#[target_feature(enable = "avx2")]
#[inline]
pub(super) fn vector(words: [u32; 8]) -> __m256i {
    // SAFETY: both types are 32 bytes of which every value is valid.
    unsafe { std::mem::transmute(words) }
}

/// Returns part `part`, 32 bytes, of the plane at `at`.
#[target_feature(enable = "avx2")]
#[inline]
fn plane_part(core: &Core<'_>, at: u32, part: usize) -> __m256i {
    // SAFETY: as in `Core::load`: the plane has this part. A single load, which isn't split.
    unsafe { _mm256_loadu_si256(core.regs.add(at as usize).cast::<__m256i>().add(part)) }
}

#[target_feature(enable = "avx2")]
#[inline]
pub(super) fn words(vector: __m256i) -> [u32; 8] {
    // SAFETY: both types are 32 bytes of which every value is valid.
    unsafe { std::mem::transmute(vector) }
}

#[target_feature(enable = "avx2")]
#[inline]
fn longs(vector: __m256i) -> [u64; 4] {
    // SAFETY: both types are 32 bytes of which every value is valid.
    unsafe { std::mem::transmute(vector) }
}

#[target_feature(enable = "avx2")]
#[inline]
fn uneven(addresses: __m256i) -> __m256i {
    _mm256_or_si256(_mm256_slli_epi64::<63>(addresses), _mm256_slli_epi64::<62>(addresses))
}

impl Eight {
    /// Returns `true` if the bits of active lanes are all zero.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn none<const FULL: bool>(&self, low: __m256i, high: __m256i) -> bool {
        let some = if FULL {
            _mm256_or_si256(low, high)
        } else {
            let low_lanes = _mm256_cvtepi32_epi64(_mm256_castsi256_si128(self.lanes));
            let high_lanes = _mm256_cvtepi32_epi64(_mm256_extracti128_si256::<1>(self.lanes));
            _mm256_or_si256(_mm256_and_si256(low, low_lanes), _mm256_and_si256(high, high_lanes))
        };
        _mm256_testz_si256(some, some) == 1
    }

    /// Returns `true` if every active address follows the previous one.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn is_consecutive<const FULL: bool>(&self) -> bool {
        let base = _mm256_set1_epi64x(self.raw.wrapping_sub(self.before) as i64);
        let low =
            _mm256_xor_si256(self.low, _mm256_add_epi64(base, _mm256_setr_epi64x(0, 4, 8, 12)));
        let high =
            _mm256_xor_si256(self.high, _mm256_add_epi64(base, _mm256_setr_epi64x(16, 20, 24, 28)));
        self.none::<FULL>(low, high)
    }

    /// Returns `true` if all active addresses are equal.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn is_uniform<const FULL: bool>(&self) -> bool {
        let all = _mm256_set1_epi64x(self.raw as i64);
        self.none::<FULL>(_mm256_xor_si256(self.low, all), _mm256_xor_si256(self.high, all))
    }

    /// Returns the addresses with the offset added.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn with_offset<const WIDE: bool>(&mut self, inst: &Inst) {
        let offset = _mm256_set1_epi64x(inst.x as i64);
        self.low = _mm256_add_epi64(self.low, offset);
        self.high = _mm256_add_epi64(self.high, offset);
        if !WIDE {
            let words = _mm256_set1_epi64x(0xffff_ffff);
            self.low = _mm256_and_si256(self.low, words);
            self.high = _mm256_and_si256(self.high, words);
        }
    }

    /// Returns `true` if all active addresses are within bounds and aligned.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn is_within<const FULL: bool>(&self, bounds: &Bounds) -> bool {
        let (start, most) =
            (_mm256_set1_epi64x(bounds.start as i64), _mm256_set1_epi64x(bounds.most));
        let (low, high) = (_mm256_sub_epi64(self.low, start), _mm256_sub_epi64(self.high, start));
        // The sign bits of a negative distance, of one that is too large, and of the lowest address bits shifted up.
        let low_bad =
            _mm256_or_si256(_mm256_or_si256(_mm256_cmpgt_epi64(low, most), low), uneven(self.low));
        let high_bad = _mm256_or_si256(
            _mm256_or_si256(_mm256_cmpgt_epi64(high, most), high),
            uneven(self.high),
        );
        let sign = _mm256_set1_epi64x(i64::MIN);
        self.none::<FULL>(_mm256_and_si256(low_bad, sign), _mm256_and_si256(high_bad, sign))
    }
}

/// [`regular_at`] for 32 bits.
#[inline(always)]
fn regular32<S: Space, const WIDE: bool>(
    core: &Core<'_>,
    inst: &Inst,
    write: bool,
) -> Option<Regular> {
    if WIDE {
        regular_at::<S, u64>(core, Level::Avx2, inst, 4, write)
    } else {
        regular_at::<S, u32>(core, Level::Avx2, inst, 4, write)
    }
}

/// Returns the address of the first active lane.
#[inline(always)]
fn first_address<const WIDE: bool>(core: &Core<'_>, inst: &Inst) -> u64 {
    let lane = core.first_lane() as usize;
    if WIDE {
        core.lane::<u64>(inst.a, lane).wrapping_add(inst.x)
    } else {
        u64::from(core.lane::<u32>(inst.a, lane).wrapping_add(inst.x as u32))
    }
}

/// Returns the host address of the only active lane's access, if it is known to be accessible; `None` if several lanes
/// are active.
#[inline(always)]
fn single<S: Space, const WIDE: bool>(core: &Core<'_>, inst: &Inst, write: bool) -> Option<u64> {
    if S::LOCAL || !core.mask.is_power_of_two() {
        return None;
    }
    let address = first_address::<WIDE>(core, inst);
    let bounds = bounds::<S>(core, inst, address, 4, write);
    let found = address & 3 == 0 && bounds.hold(address, 0);
    found.then(|| address.wrapping_add(bounds.bias))
}

/// `ld` of 32 bits.
///
/// # Safety
/// As [`Handler`](crate::code::Handler) says; the CPU has AVX2.
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
pub unsafe fn load32<S: Space, const WIDE: bool>(core: &mut Core<'_>, inst: &Inst) -> Next {
    if let Some(place) = single::<S, WIDE>(core, inst, false) {
        // SAFETY: the address was found readable.
        let value = _mm256_set1_epi32(unsafe { (place as *const i32).read() });
        let part = core.first_lane() as usize / 8;
        avx2::merge::<u32>(core, inst.d, part, value);
        return CONTINUE;
    }
    // SAFETY: the caller's promise.
    unsafe { load32_several::<S, WIDE>(core, inst) }
}

/// [`load32`] of several lanes: a separate function, so that a single lane needs few registers.
///
/// # Safety
/// As for [`load32`].
#[inline(never)]
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
unsafe fn load32_several<S: Space, const WIDE: bool>(core: &mut Core<'_>, inst: &Inst) -> Next {
    if let Some(regular) = regular32::<S, WIDE>(core, inst, false) {
        if !S::SHARED
            && let Regular::Consecutive(start) = regular
        {
            prefetch_next(start);
        }
        // SAFETY: the addresses were found readable.
        unsafe { load_regular::<u32, u32>(core, inst, regular) };
        return CONTINUE;
    }
    // SAFETY: the caller's promise.
    unsafe { load32_irregular::<S, WIDE>(core, inst) }
}

/// [`load32`] from irregular addresses: a separate function, so that the regular case needs few registers.
///
/// # Safety
/// As for [`load32`].
#[inline(never)]
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
unsafe fn load32_irregular<S: Space, const WIDE: bool>(core: &mut Core<'_>, inst: &Inst) -> Next {
    // The values of the first lanes would replace their addresses, which a second attempt needs.
    if !WIDE && inst.d == inst.a {
        return out_of_line::<Load<S, u32, u32, u32>>(core, inst);
    }
    let bounds = bounds::<S>(core, inst, first_address::<WIDE>(core, inst), 4, false);
    let full = core.mask == u32::MAX;
    for chunk in 0..4 {
        let done = if full {
            load_eight::<S, WIDE, true>(core, inst, chunk, &bounds)
        } else {
            core.mask >> (8 * chunk) & 0xff == 0
                || load_eight::<S, WIDE, false>(core, inst, chunk, &bounds)
        };
        if !done {
            // Another allocation than last time, or a fault: checked lane by lane.
            return if WIDE {
                out_of_line::<Load<S, u64, u32, u32>>(core, inst)
            } else {
                out_of_line::<Load<S, u32, u32, u32>>(core, inst)
            };
        }
    }
    CONTINUE
}

#[target_feature(enable = "avx2")]
#[inline]
fn load_eight<S: Space, const WIDE: bool, const FULL: bool>(
    core: &mut Core<'_>,
    inst: &Inst,
    chunk: usize,
    bounds: &Bounds,
) -> bool {
    let mut eight = eight::<WIDE, FULL>(core, inst, chunk);
    let values = if !eight.alike && eight.is_consecutive::<FULL>() {
        if eight.first & 3 != 0 || !bounds.hold(eight.first, eight.reach) {
            return false;
        }
        let start = eight.first.wrapping_sub(eight.before).wrapping_add(bounds.bias) as *const i32;
        if FULL {
            // SAFETY: the first of eight values is within bounds, and so is the last.
            unsafe { _mm256_loadu_si256(start.cast()) }
        } else {
            // SAFETY: every active address is within bounds, and the others aren't read.
            unsafe { _mm256_maskload_epi32(start, eight.lanes) }
        }
    } else if eight.is_uniform::<FULL>() {
        if eight.first & 3 != 0 || !bounds.hold(eight.first, 0) {
            return false;
        }
        let place = eight.first.wrapping_add(bounds.bias) as *const i32;
        // SAFETY: the address is within bounds.
        _mm256_set1_epi32(unsafe { place.read() })
    } else {
        eight.with_offset::<WIDE>(inst);
        if !eight.is_within::<FULL>(bounds) {
            return false;
        }
        let base = bounds.bias as *const i32;
        let (low_lanes, high_lanes) =
            (_mm256_castsi256_si128(eight.lanes), _mm256_extracti128_si256::<1>(eight.lanes));
        let zero = _mm_setzero_si128();
        // SAFETY: every active address is within bounds, and the others aren't read.
        let low = unsafe { _mm256_mask_i64gather_epi32::<1>(zero, base, eight.low, low_lanes) };
        // SAFETY: as above.
        let high = unsafe { _mm256_mask_i64gather_epi32::<1>(zero, base, eight.high, high_lanes) };
        _mm256_set_m128i(high, low)
    };
    if FULL {
        core.store(inst.d, chunk, words(values))
    } else {
        core.merge(inst.d, chunk, words(values))
    }
    true
}

/// `st` of 32 bits.
///
/// # Safety
/// As [`Handler`](crate::code::Handler) says; the CPU has AVX2.
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
pub unsafe fn store32<S: Space, const WIDE: bool>(core: &mut Core<'_>, inst: &Inst) -> Next {
    if let Some(place) = single::<S, WIDE>(core, inst, true) {
        let value = core.lane::<u32>(inst.d, core.first_lane() as usize);
        // SAFETY: the address was found writable.
        unsafe { (place as *mut u32).write(value) };
        return CONTINUE;
    }
    // SAFETY: the caller's promise.
    unsafe { store32_several::<S, WIDE>(core, inst) }
}

/// [`store32`] of several lanes.
///
/// # Safety
/// As for [`store32`].
#[inline(never)]
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
unsafe fn store32_several<S: Space, const WIDE: bool>(core: &mut Core<'_>, inst: &Inst) -> Next {
    let full = core.mask == u32::MAX;
    match regular32::<S, WIDE>(core, inst, true) {
        Some(Regular::Consecutive(start)) if !full => {
            for chunk in 0..4 {
                let (lanes, values) = (core.lanes8(chunk), core.load::<u32>(inst.d, chunk));
                let place = (start as *mut i32).wrapping_add(8 * chunk);
                // SAFETY: the addresses were found writable.
                unsafe { _mm256_maskstore_epi32(place, vector(lanes), vector(values)) };
            }
            CONTINUE
        }
        Some(regular) => {
            // SAFETY: as above.
            unsafe { store_regular::<u32, u32>(core, inst, regular) };
            CONTINUE
        }
        // SAFETY: the caller's promise.
        None => unsafe { store32_irregular::<S, WIDE>(core, inst) },
    }
}

/// [`store32`] to irregular addresses.
///
/// # Safety
/// As for [`store32`].
#[inline(never)]
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
unsafe fn store32_irregular<S: Space, const WIDE: bool>(core: &mut Core<'_>, inst: &Inst) -> Next {
    let full = core.mask == u32::MAX;
    let bounds = bounds::<S>(core, inst, first_address::<WIDE>(core, inst), 4, true);
    for chunk in 0..4 {
        let done = if full {
            store_eight::<WIDE, true>(core, inst, chunk, &bounds)
        } else {
            core.mask >> (8 * chunk) & 0xff == 0
                || store_eight::<WIDE, false>(core, inst, chunk, &bounds)
        };
        if !done {
            // Values that were already stored are stored again.
            return if WIDE {
                out_of_line::<Store<S, u64, u32, u32>>(core, inst)
            } else {
                out_of_line::<Store<S, u32, u32, u32>>(core, inst)
            };
        }
    }
    CONTINUE
}

#[target_feature(enable = "avx2")]
#[inline]
fn store_eight<const WIDE: bool, const FULL: bool>(
    core: &mut Core<'_>,
    inst: &Inst,
    chunk: usize,
    bounds: &Bounds,
) -> bool {
    let mut eight = eight::<WIDE, FULL>(core, inst, chunk);
    let values = core.load::<u32>(inst.d, chunk);
    if eight.is_consecutive::<FULL>() {
        if eight.first & 3 != 0 || !bounds.hold(eight.first, eight.reach) {
            return false;
        }
        let start = eight.first.wrapping_sub(eight.before).wrapping_add(bounds.bias) as *mut i32;
        if FULL {
            // SAFETY: the first of eight values is within bounds, and so is the last.
            unsafe { _mm256_storeu_si256(start.cast(), vector(values)) };
        } else {
            // SAFETY: every active address is within bounds, and the others aren't written.
            unsafe { _mm256_maskstore_epi32(start, eight.lanes, vector(values)) };
        }
        return true;
    }
    eight.with_offset::<WIDE>(inst);
    if !eight.is_within::<FULL>(bounds) {
        return false;
    }
    let (low, high) = (longs(eight.low), longs(eight.high));
    let active = if FULL { 0xff } else { core.mask >> (8 * chunk) & 0xff };
    for lane in 0..8 {
        if active >> lane & 1 != 0 {
            let address = if lane < 4 { low[lane] } else { high[lane - 4] };
            let place = address.wrapping_add(bounds.bias) as *mut u32;
            // SAFETY: every active address is within bounds, aligned and writable.
            unsafe { place.write(values[lane]) };
        }
    }
    true
}

/// Loads 32 values of one or two bytes from `start` on into the plane at `at`, in reverse order if they are `falling`.
///
/// # Safety
/// The CPU has AVX2, and the memory may be read.
#[inline(never)]
#[target_feature(enable = "avx2")]
pub(super) unsafe fn load_narrow<T: Cell, D: Word>(
    core: &mut Core<'_>,
    at: u32,
    start: u64,
    falling: bool,
) {
    let bytes = _mm_setr_epi8(7, 6, 5, 4, 3, 2, 1, 0, -1, -1, -1, -1, -1, -1, -1, -1);
    let pairs = _mm_setr_epi8(14, 15, 12, 13, 10, 11, 8, 9, 6, 7, 4, 5, 2, 3, 0, 1);
    for chunk in 0..4 {
        let place = if falling { 3 - chunk } else { chunk };
        let place = (start as *const T).wrapping_add(8 * place).cast::<__m128i>();
        let words = if size_of::<T>() == 1 {
            // SAFETY: the caller's promise.
            let mut eight = unsafe { _mm_loadl_epi64(place) };
            if falling {
                eight = _mm_shuffle_epi8(eight, bytes);
            }
            if T::SIGNED { _mm256_cvtepi8_epi32(eight) } else { _mm256_cvtepu8_epi32(eight) }
        } else {
            // SAFETY: the caller's promise.
            let mut eight = unsafe { _mm_loadu_si128(place) };
            if falling {
                eight = _mm_shuffle_epi8(eight, pairs);
            }
            if T::SIGNED { _mm256_cvtepi16_epi32(eight) } else { _mm256_cvtepu16_epi32(eight) }
        };
        if size_of::<D>() == 4 {
            match core.mask {
                u32::MAX => avx2::store(core, at, chunk, words),
                _ => avx2::merge::<D>(core, at, chunk, words),
            }
            continue;
        }
        let low = _mm256_cvtepi32_epi64(_mm256_castsi256_si128(words));
        let high = _mm256_cvtepi32_epi64(_mm256_extracti128_si256::<1>(words));
        for (part, words) in [(2 * chunk, low), (2 * chunk + 1, high)] {
            match core.mask {
                u32::MAX => avx2::store(core, at, part, words),
                _ => avx2::merge::<D>(core, at, part, words),
            }
        }
    }
}

/// [`addresses`](crate::ops::memory::addresses), four at a time.
#[target_feature(enable = "avx2")]
#[inline]
pub(super) fn addresses<W: Word>(core: &Core<'_>, inst: &Inst, all: &mut [u64; 32]) {
    let lane = core.mask.trailing_zeros() as usize & 31;
    let first = _mm256_set1_epi64x(core.lane::<W>(inst.a, lane).wide() as i64);
    let offset = _mm256_set1_epi64x(inst.x as i64);
    let (four, _) = all.as_chunks_mut::<4>();
    for (part, four) in four.iter_mut().enumerate() {
        let words = match size_of::<W>() {
            8 => avx2::load(core, inst.a, part),
            _ => vector::widened(core, inst.a, part, false),
        };
        let words = _mm256_blendv_epi8(first, words, avx2::lanes64(core, part));
        let sum = _mm256_add_epi64(words, offset);
        // A 32-bit address wraps around at 32 bits.
        let sum = match size_of::<W>() {
            8 => sum,
            _ => _mm256_and_si256(sum, _mm256_set1_epi64x(0xffff_ffff)),
        };
        *four = longs(sum);
    }
}

/// Returns `true` if all addresses are within bounds and multiples of `size`.
#[target_feature(enable = "avx2")]
#[inline]
pub(super) fn hold_all(bounds: &Bounds, all: &[u64; 32], size: u64) -> bool {
    let start = _mm256_set1_epi64x(bounds.start as i64);
    let most = _mm256_set1_epi64x(bounds.most);
    let mut signs = _mm256_setzero_si256();
    let mut bits = _mm256_setzero_si256();
    for part in 0..8 {
        // SAFETY: eight times four addresses are there.
        let four = unsafe { _mm256_loadu_si256(all.as_ptr().cast::<Vector>().add(part)) };
        let distance = _mm256_sub_epi64(four, start);
        // Negative if the distance is negative or too large.
        signs = _mm256_or_si256(signs, distance);
        signs = _mm256_or_si256(signs, _mm256_sub_epi64(most, distance));
        bits = _mm256_or_si256(bits, four);
    }
    let uneven = _mm256_and_si256(bits, _mm256_set1_epi64x(size as i64 - 1));
    bounds.most >= 0
        && _mm256_movemask_pd(_mm256_castsi256_pd(signs)) == 0
        && _mm256_testz_si256(uneven, uneven) == 1
}
