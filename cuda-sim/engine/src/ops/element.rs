//! Elements of arrays: accesses whose address is a base that all lanes share plus an index times the element's size.
//!
//! If all elements are in the allocation that the instruction accessed last, their addresses needn't be computed.

use crate::code::Inst;
#[cfg(target_arch = "x86_64")]
use crate::code::level::Level;
use crate::numbers::lane::{Word, from_fn};
use crate::ops::int::Int;
use crate::ops::integer::MadWide;
use crate::ops::memory::{
    Cell, Regular, bounds, grows, load_regular, prefetch_next, put, read, store_regular, word,
    write,
};
use crate::ops::op::{Op, specialized_out_of_line};
#[cfg(target_arch = "x86_64")]
use crate::ops::vector_memory::vector;
use crate::state::core::{Core, Next, SKIP};
use crate::state::space::Space;
use std::marker::PhantomData;

/// The type of an index.
pub trait Index: Int<W = u32> {
    /// Extends to the width of an address.
    fn widen(self) -> u64;
}

impl Index for u32 {
    #[inline(always)]
    fn widen(self) -> u64 {
        u64::from(self)
    }
}

impl Index for i32 {
    #[inline(always)]
    fn widen(self) -> u64 {
        i64::from(self) as u64
    }
}

/// Returns the addresses of elements of `size` bytes in the array at `c`, `x` bytes after those with the indices `a`,
/// if the indices are regular and the elements are in the allocation that was accessed last.
#[inline(always)]
fn elements<S: Space, I: Index>(
    core: &Core<'_>,
    inst: &Inst,
    size: u64,
    write: bool,
) -> Option<Regular> {
    let (first, last) = (core.mask.trailing_zeros() & 31, 31 - (core.mask | 1).leading_zeros());
    let word = core.lane::<u32>(inst.a, first as usize);
    let low = I::get(word).widen();
    let apart = I::get(core.lane(inst.a, last as usize)).widen().wrapping_sub(low);
    let array = core.lane::<u64>(inst.c, 0).wrapping_add(inst.x);
    let address = array.wrapping_add(low.wrapping_mul(size));
    if address & (size - 1) != 0 {
        return None;
    }
    let bounds = bounds::<S>(core, inst, address, size, write);
    if apart == 0 {
        let found = (first == last || grows::<u32>(core, core.level, inst.a, word, 0))
            && bounds.hold(address, 0);
        return found.then(|| Regular::Uniform(address.wrapping_add(bounds.bias)));
    }
    if apart != u64::from(last - first) {
        return None;
    }
    let start = address.wrapping_sub(u64::from(first) * size);
    let found = grows::<u32>(core, core.level, inst.a, word.wrapping_sub(first), 1)
        && bounds.hold(start, 31 * size as i64);
    found.then(|| Regular::Consecutive(start.wrapping_add(bounds.bias)))
}

/// The pattern of eight indices.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Run {
    Consecutive,
    Uniform,
}

/// Returns the address of the first of eight elements, and the pattern of the indices, if that is regular and the
/// elements are in the allocation that was accessed last. All lanes must be active.
#[inline(always)]
fn eight_elements<S: Space, I: Index>(
    core: &Core<'_>,
    inst: &Inst,
    size: u64,
    write: bool,
    chunk: usize,
) -> Option<(u64, Run)> {
    let words = core.load::<u32>(inst.a, chunk);
    let (first, last) = (I::get(words[0]).widen(), I::get(words[7]).widen());
    let (run, step) = match last.wrapping_sub(first) {
        7 => (Run::Consecutive, 1),
        0 => (Run::Uniform, 0),
        _ => return None,
    };
    let differing = |lane: usize| words[lane] ^ words[0].wrapping_add(lane as u32 * step);
    let array = core.lane::<u64>(inst.c, 0).wrapping_add(inst.x);
    let address = array.wrapping_add(first.wrapping_mul(size));
    let bounds = bounds::<S>(core, inst, address, size, write);
    let found = (1..7).fold(0, |all, lane| all | differing(lane)) == 0
        && address & (size - 1) == 0
        && bounds.hold(address, 7 * i64::from(step) * size as i64);
    found.then(|| (address.wrapping_add(bounds.bias), run))
}

/// The indices of the elements that may be accessed, from `low` to `high`.
#[derive(Clone, Copy)]
struct Reach {
    /// The host's address of the element with index zero.
    zero: u64,
    low: i32,
    high: i32,
}

/// Returns which elements of the array are in the allocation that was accessed last.
#[inline(always)]
fn reach<S: Space, I: Index>(
    core: &Core<'_>,
    inst: &Inst,
    size: u64,
    write: bool,
) -> Option<Reach> {
    let first = I::get(core.lane(inst.a, core.first_lane() as usize)).widen();
    let array = core.lane::<u64>(inst.c, 0).wrapping_add(inst.x);
    let address = array.wrapping_add(first.wrapping_mul(size));
    let bounds = bounds::<S>(core, inst, address, size, write);
    let before = array.wrapping_sub(bounds.start) as i64;
    // Larger distances would overflow; no allocation is that large.
    if array & (size - 1) != 0 || bounds.most < 0 || before.unsigned_abs() > 1 << 62 {
        return None;
    }
    let shift = size.trailing_zeros();
    let least = if I::SIGNED { i32::MIN } else { 0 };
    let low = ((size as i64 - 1 - before) >> shift).max(i64::from(least));
    let high = ((bounds.most - before) >> shift).min(i64::from(i32::MAX));
    (low <= high).then(|| Reach {
        zero: array.wrapping_add(bounds.bias),
        low: low as i32,
        high: high as i32,
    })
}

impl Reach {
    /// Returns `true` if the active ones of the eight indices at `at` are among them.
    #[inline(always)]
    fn holds(&self, core: &Core<'_>, at: u32, chunk: usize) -> bool {
        #[cfg(target_arch = "x86_64")]
        if core.level == Level::Avx2 {
            // SAFETY: the CPU has AVX2.
            return unsafe { self.holds_eight(core, at, chunk) };
        }
        let (indices, lanes) = (core.load::<u32>(at, chunk), core.lanes8(chunk));
        let outside = (0..8).fold(0, |outside, lane| {
            let index = indices[lane] as i32;
            outside | u32::from(index < self.low || index > self.high) & lanes[lane]
        });
        outside == 0
    }

    /// The same with vectors.
    ///
    /// # Safety
    /// The CPU has AVX2.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    #[inline]
    unsafe fn holds_eight(&self, core: &Core<'_>, at: u32, chunk: usize) -> bool {
        use std::arch::x86_64::*;
        let indices = vector(core.load(at, chunk));
        let outside = _mm256_or_si256(
            _mm256_cmpgt_epi32(_mm256_set1_epi32(self.low), indices),
            _mm256_cmpgt_epi32(indices, _mm256_set1_epi32(self.high)),
        );
        _mm256_testz_si256(outside, vector(core.lanes8(chunk))) == 1
    }

    /// Returns the address of the element with this index.
    #[inline(always)]
    fn place(&self, index: u32, size: u64) -> u64 {
        let distance = i64::from(index as i32) as u64;
        self.zero.wrapping_add(distance.wrapping_mul(size))
    }

    /// Reads the elements of the active lanes among eight, if they may be read.
    #[inline(always)]
    fn load<T: Cell, D: Word>(&self, core: &Core<'_>, at: u32, chunk: usize) -> Option<[D; 8]> {
        if !self.holds(core, at, chunk) {
            return None;
        }
        let (indices, lanes) = (core.load::<u32>(at, chunk), core.lanes8(chunk));
        #[cfg(target_arch = "x86_64")]
        if core.level == Level::Avx2 && size_of::<T>() == size_of::<D>() {
            // SAFETY: the CPU has AVX2, and the elements of the active lanes were found readable.
            return Some(unsafe { gather(self.zero, indices, lanes) });
        }
        Some(from_fn(|lane| match lanes[lane] {
            0 => D::default(),
            _ => word(read::<T>(self.place(indices[lane], size_of::<T>() as u64))),
        }))
    }
}

/// Reads the elements of the active lanes among eight from the array at `zero`.
///
/// # Safety
/// The CPU has AVX2, the elements may be read, and the indices with their signs are theirs.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
#[inline]
unsafe fn gather<D: Word>(zero: u64, indices: [u32; 8], lanes: [u32; 8]) -> [D; 8] {
    use std::arch::x86_64::*;
    use std::mem::transmute_copy;
    let (indices, lanes) = (vector(indices), vector(lanes));
    let none = _mm256_setzero_si256();
    if size_of::<D>() == 4 {
        // SAFETY: the caller's promise; those of other lanes aren't read.
        let values =
            unsafe { _mm256_mask_i32gather_epi32::<4>(none, zero as *const i32, indices, lanes) };
        // SAFETY: both are 32 bytes of which every value is valid.
        return unsafe { transmute_copy(&values) };
    }
    let half = |indices: __m128i, lanes: __m128i| {
        let lanes = _mm256_cvtepi32_epi64(lanes);
        // SAFETY: as above.
        unsafe { _mm256_mask_i32gather_epi64::<8>(none, zero as *const i64, indices, lanes) }
    };
    let halves = [
        half(_mm256_castsi256_si128(indices), _mm256_castsi256_si128(lanes)),
        half(_mm256_extracti128_si256::<1>(indices), _mm256_extracti128_si256::<1>(lanes)),
    ];
    // SAFETY: both are 64 bytes of which every value is valid.
    unsafe { transmute_copy(&halves) }
}

/// The indices of eight elements, and the pattern that they have.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
#[inline]
fn run_of(indices: [u32; 8]) -> Option<Run> {
    use std::arch::x86_64::*;
    let all = vector(indices);
    let first = _mm256_broadcastd_epi32(_mm256_castsi256_si128(all));
    let apart = _mm256_sub_epi32(all, first);
    let steps = _mm256_xor_si256(apart, _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
    // The signed indices of one array may not wrap around.
    if _mm256_testz_si256(steps, steps) == 1 && (indices[0] as i32) < indices[7] as i32 {
        return Some(Run::Consecutive);
    }
    (_mm256_testz_si256(apart, apart) == 1).then_some(Run::Uniform)
}

/// Returns which elements of the array are in the allocation that was accessed last, if those of all 32 lanes are.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
#[inline]
fn reach_of_all<S: Space, I: Index>(
    core: &Core<'_>,
    inst: &Inst,
    size: u64,
    write: bool,
) -> Option<Reach> {
    let reach = reach::<S, I>(core, inst, size, write)?;
    for chunk in 0..4 {
        // SAFETY: the CPU has AVX2, and all lanes are active.
        if !unsafe { reach.holds_eight(core, inst.a, chunk) } {
            return None;
        }
    }
    Some(reach)
}

/// Reads the elements of all lanes to `z`, eight at a time, if they may be read; returns whether it did.
///
/// # Safety
/// The CPU has AVX2.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
#[inline]
unsafe fn load_runs<S: Space, I: Index, D: Word>(core: &mut Core<'_>, inst: &Inst) -> bool {
    let size = size_of::<D>() as u64;
    let Some(reach) = reach_of_all::<S, I>(core, inst, size, false) else {
        return false;
    };
    // The indices may lie where the values go.
    let mut values = [[D::default(); 8]; 4];
    for (chunk, values) in values.iter_mut().enumerate() {
        let indices = core.load::<u32>(inst.a, chunk);
        let place = reach.place(indices[0], size);
        *values = match run_of(indices) {
            // SAFETY: the elements of all eight lanes were found readable, and they are consecutive.
            Some(Run::Consecutive) => unsafe { (place as *const [D; 8]).read() },
            // SAFETY: the element was found readable.
            Some(Run::Uniform) => [unsafe { (place as *const D).read() }; 8],
            // SAFETY: the CPU has AVX2, and the elements of all eight lanes were found readable.
            None => unsafe { gather(reach.zero, indices, [u32::MAX; 8]) },
        };
    }
    for (chunk, values) in values.into_iter().enumerate() {
        core.store(inst.z, chunk, values);
    }
    true
}

/// Writes the elements of all lanes from `z`, eight at a time, if they may be written; returns whether it did.
///
/// # Safety
/// The CPU has AVX2.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
#[inline]
unsafe fn store_runs<S: Space, I: Index, D: Word>(core: &Core<'_>, inst: &Inst) -> bool {
    let size = size_of::<D>() as u64;
    // All addresses are checked before anything is stored: after a partial store, the general case would store
    // again, over what another thread may have written since.
    let Some(reach) = reach_of_all::<S, I>(core, inst, size, true) else {
        return false;
    };
    for chunk in 0..4 {
        let indices = core.load::<u32>(inst.a, chunk);
        let values = core.load::<D>(inst.z, chunk);
        let place = reach.place(indices[0], size);
        match run_of(indices) {
            // SAFETY: the elements of all eight lanes were found writable, and they are consecutive.
            Some(Run::Consecutive) => unsafe { (place as *mut [D; 8]).write(values) },
            // SAFETY: the element was found writable.
            Some(Run::Uniform) => unsafe { (place as *mut D).write(values[7]) },
            None => {
                for (index, value) in indices.into_iter().zip(values) {
                    // SAFETY: as above.
                    unsafe { (reach.place(index, size) as *mut D).write(value) };
                }
            }
        }
    }
    true
}

/// Writes the active lanes' words at `at` one after the other, as if those of all lanes began at `start`.
///
/// # Safety
/// The CPU has AVX2, and the memory may be written.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
#[inline]
unsafe fn store_some<D: Word>(core: &Core<'_>, at: u32, start: u64) {
    for chunk in 0..4 {
        let first = (start as *mut D).wrapping_add(8 * chunk);
        // SAFETY: the caller's promise.
        unsafe { store_some_of_eight::<D>(core, at, chunk, first) };
    }
}

/// The same for eight lanes, as if those of all eight began at `first`.
///
/// # Safety
/// As for [`store_some`].
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
#[inline]
unsafe fn store_some_of_eight<D: Word>(core: &Core<'_>, at: u32, chunk: usize, first: *mut D) {
    use std::arch::x86_64::*;
    use std::mem::transmute_copy;
    let lanes = vector(core.lanes8(chunk));
    let values = core.load::<D>(at, chunk);
    if size_of::<D>() == 4 {
        // SAFETY: the values are 32 bytes; the caller's promise, and other lanes aren't written.
        unsafe { _mm256_maskstore_epi32(first.cast(), lanes, transmute_copy(&values)) };
        return;
    }
    let place = first.cast::<i64>();
    let low = _mm256_cvtepi32_epi64(_mm256_castsi256_si128(lanes));
    let high = _mm256_cvtepi32_epi64(_mm256_extracti128_si256::<1>(lanes));
    // SAFETY: the values are 64 bytes; the rest is as above.
    unsafe {
        let [first, second] = transmute_copy::<[D; 8], [__m256i; 2]>(&values);
        _mm256_maskstore_epi64(place, low, first);
        _mm256_maskstore_epi64(place.wrapping_add(4), high, second);
    }
}

/// `mad.wide` of index `a` of type `I`, size `b` and base `c`, which all lanes share, to address `d`, and the `ld` from
/// there that follows immediately and is its only reader: `T` in memory, `D` the register's word; `x` and `y` are those
/// of the load, `z` its destination.
pub struct LoadElement<S, I, T, D>(PhantomData<(S, I, T, D)>);
impl<S: Space, I: Index, T: Cell, D: Word> Op for LoadElement<S, I, T, D> {
    #[inline(always)]
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        let size = size_of::<T>() as u64;
        if let Some(regular) = elements::<S, I>(core, inst, size, false) {
            if !S::SHARED
                && let Regular::Consecutive(start) = regular
            {
                prefetch_next(start);
            }
            let load = Inst { d: inst.z, ..*inst };
            // SAFETY: the addresses were found readable.
            unsafe { load_regular::<T, D>(core, &load, regular) };
            return SKIP;
        }
        if core.mask == u32::MAX {
            #[cfg(target_arch = "x86_64")]
            if core.level == Level::Avx2 && size_of::<T>() == size_of::<D>() {
                // SAFETY: the CPU has AVX2.
                if unsafe { load_runs::<S, I, D>(core, inst) } {
                    return SKIP;
                }
                return MadWide::<I>::run(core, inst);
            }
            // The indices may lie where the values go.
            let mut values = [[D::default(); 8]; 4];
            let mut found = true;
            for (chunk, values) in values.iter_mut().enumerate() {
                match eight_elements::<S, I>(core, inst, size, false, chunk) {
                    Some((place, Run::Consecutive)) => {
                        // SAFETY: the elements of all eight lanes were found readable, and they are consecutive.
                        let eight = unsafe { (place as *const [T; 8]).read() };
                        *values = from_fn(|lane| word(eight[lane]));
                    }
                    Some((place, Run::Uniform)) => *values = [word(read::<T>(place)); 8],
                    None => {
                        found = false;
                        break;
                    }
                }
            }
            if found {
                for (chunk, values) in values.into_iter().enumerate() {
                    core.store(inst.z, chunk, values);
                }
                return SKIP;
            }
        }
        // SAFETY: `decode/fusion.rs` makes this handler, by `Level::specialized`.
        unsafe { specialized_out_of_line::<LoadScattered<S, I, T, D>>(core, inst) }
    }
}

/// [`LoadElement`] if the indices are irregular.
struct LoadScattered<S, I, T, D>(PhantomData<(S, I, T, D)>);
impl<S: Space, I: Index, T: Cell, D: Word> Op for LoadScattered<S, I, T, D> {
    #[inline(always)]
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        let reach = reach::<S, I>(core, inst, size_of::<T>() as u64, false);
        // The destination may be the register with the indices.
        let mut values = [[D::default(); 8]; 4];
        for (chunk, values) in values.iter_mut().enumerate() {
            match reach.and_then(|reach| reach.load::<T, D>(core, inst.a, chunk)) {
                Some(found) => *values = found,
                // The separate load checks each address, and remembers another allocation.
                None => return MadWide::<I>::run(core, inst),
            }
        }
        for (chunk, values) in values.into_iter().enumerate() {
            put(core, inst.z, chunk, values);
        }
        SKIP
    }
}

/// The same for `st`, whose source is `z`.
pub struct StoreElement<S, I, T, D>(PhantomData<(S, I, T, D)>);
impl<S: Space, I: Index, T: Cell, D: Word> Op for StoreElement<S, I, T, D> {
    #[inline(always)]
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        let size = size_of::<T>() as u64;
        let full = core.mask == u32::MAX;
        match elements::<S, I>(core, inst, size, true) {
            #[cfg(target_arch = "x86_64")]
            Some(Regular::Consecutive(start))
                if !full && core.level == Level::Avx2 && size_of::<T>() == size_of::<D>() =>
            {
                // SAFETY: the CPU has AVX2, and the addresses were found writable.
                unsafe { store_some::<D>(core, inst.z, start) };
                SKIP
            }
            Some(regular) => {
                let store = Inst { d: inst.z, ..*inst };
                // SAFETY: the addresses were found writable.
                unsafe { store_regular::<T, D>(core, &store, regular) };
                SKIP
            }
            #[cfg(target_arch = "x86_64")]
            None if full && core.level == Level::Avx2 && size_of::<T>() == size_of::<D>() => {
                // SAFETY: the CPU has AVX2.
                let is_done = unsafe { store_runs::<S, I, D>(core, inst) };
                if is_done { SKIP } else { MadWide::<I>::run(core, inst) }
            }
            None if full => {
                // All addresses are checked before anything is stored: after a partial store, the general case would
                // store again, over what another thread may have written since.
                let mut places = [(0, Run::Uniform); 4];
                for (chunk, place) in places.iter_mut().enumerate() {
                    match eight_elements::<S, I>(core, inst, size, true, chunk) {
                        Some(found) => *place = found,
                        None => {
                            // SAFETY: `decode/fusion.rs` makes this handler, by `Level::specialized`.
                            return unsafe {
                                specialized_out_of_line::<StoreScattered<S, I, T, D>>(core, inst)
                            };
                        }
                    }
                }
                for (chunk, (place, run)) in places.into_iter().enumerate() {
                    let words = core.load::<D>(inst.z, chunk);
                    let values: [T; 8] = from_fn(|lane| T::shrink(words[lane].wide()));
                    match run {
                        // SAFETY: the elements of all eight lanes were found writable, and they are consecutive.
                        Run::Consecutive => unsafe { (place as *mut [T; 8]).write(values) },
                        Run::Uniform => write::<T>(place, values[7]),
                    }
                }
                SKIP
            }
            // SAFETY: `decode/fusion.rs` makes this handler, by `Level::specialized`.
            None => unsafe { specialized_out_of_line::<StoreScattered<S, I, T, D>>(core, inst) },
        }
    }
}

/// [`StoreElement`] where the indices are irregular.
struct StoreScattered<S, I, T, D>(PhantomData<(S, I, T, D)>);
impl<S: Space, I: Index, T: Cell, D: Word> Op for StoreScattered<S, I, T, D> {
    #[inline(always)]
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        let size = size_of::<T>() as u64;
        let Some(reach) = reach::<S, I>(core, inst, size, true) else {
            return MadWide::<I>::run(core, inst);
        };
        // As above, all lanes first.
        for chunk in 0..4 {
            if !reach.holds(core, inst.a, chunk) {
                return MadWide::<I>::run(core, inst);
            }
        }
        for chunk in 0..4 {
            let (indices, lanes) = (core.load::<u32>(inst.a, chunk), core.lanes8(chunk));
            #[cfg(target_arch = "x86_64")]
            if core.level == Level::Avx2 && size_of::<T>() == size_of::<D>() {
                // SAFETY: the CPU has AVX2.
                if let Some(Run::Consecutive) = unsafe { run_of(indices) } {
                    let first = reach.place(indices[0], size) as *mut D;
                    // SAFETY: the CPU has AVX2, and the elements of the active lanes were found writable.
                    unsafe { store_some_of_eight::<D>(core, inst.z, chunk, first) };
                    continue;
                }
            }
            let values = core.load::<D>(inst.z, chunk);
            for lane in 0..8 {
                if lanes[lane] != 0 {
                    let value = T::shrink(values[lane].wide());
                    write::<T>(reach.place(indices[lane], size), value);
                }
            }
        }
        SKIP
    }
}
