//! Loads and stores.
//!
//! The addresses of a warp are checked together: if all are equal or consecutive, one comparison with the instruction's
//! last allocation and one move are enough; otherwise they are checked one by one.

use crate::code::Inst;
use crate::code::level::Level;
use crate::device::fault_kind::Access;
use crate::device::windows::{LOCAL_WINDOW, SHARED_WINDOW, WINDOW_SIZE};
use crate::numbers::lane::{Elem, Word, from_fn};
use crate::ops::op::{Op, one_by_one};
#[cfg(target_arch = "x86_64")]
use crate::ops::vector_memory;
use crate::state::core::{CONTINUE, Core, Next, STOP};
use crate::state::space::Space;
use std::marker::PhantomData;

/// A value in memory, and how it is extended to a register's word.
pub trait Cell: Copy + Default + PartialEq + 'static {
    /// Extends to 64 bits, with the sign if it has one.
    fn extend(self) -> u64;
    /// Truncates a register's value.
    fn shrink(value: u64) -> Self;
    /// Whether it has a sign.
    #[cfg_attr(
        not(target_arch = "x86_64"),
        allow(dead_code, reason = "only vectors are extended by it")
    )]
    const SIGNED: bool;
}

macro_rules! cells {
    ($($ty:ty as $wide:ty;)*) => { $(
        impl Cell for $ty {
            #[inline(always)]
            fn extend(self) -> u64 { self as $wide as u64 }
            #[inline(always)]
            fn shrink(value: u64) -> $ty { value as $ty }
            const SIGNED: bool = <$wide>::MIN != 0;
        }
    )* };
}

cells! { u8 as u64; i8 as i64; u16 as u64; i16 as i64; u32 as u64; i32 as i64; u64 as u64; }

/// The valid addresses of an access, and how to convert them to host addresses.
pub(super) struct Bounds {
    pub start: u64,
    /// The largest offset from the start.
    pub most: i64,
    /// The host address minus the address.
    pub bias: u64,
}

/// Returns the valid addresses around `address` for an access of `size` bytes, as far as they are known without a
/// lookup.
#[inline(always)]
pub(super) fn bounds<S: Space>(
    core: &Core<'_>,
    inst: &Inst,
    address: u64,
    size: u64,
    write: bool,
) -> Bounds {
    let shared = i64::from(core.shared_size) - size as i64;
    if S::SHARED {
        return Bounds { start: 0, most: shared, bias: core.shared as u64 };
    }
    if S::GENERIC && address.wrapping_sub(SHARED_WINDOW) < WINDOW_SIZE {
        return Bounds {
            start: SHARED_WINDOW,
            most: shared,
            bias: (core.shared as u64).wrapping_sub(SHARED_WINDOW),
        };
    }
    match core.sites.get(inst.y as usize) {
        Some(span) if span.writable || !write => Bounds {
            start: span.start,
            most: (span.end - span.start) as i64 - size as i64,
            bias: 0,
        },
        _ => Bounds { start: 0, most: -1, bias: 0 },
    }
}

impl Bounds {
    /// Returns `true` if `first` and everything up to `more` bytes after it are within.
    #[inline(always)]
    pub fn hold(&self, first: u64, more: i64) -> bool {
        let distance = first.wrapping_sub(self.start) as i64;
        distance >= 0 && distance <= self.most - more
    }

    /// Returns `true` if all are within and multiples of `size`.
    #[inline(always)]
    fn hold_all(&self, all: &[u64; 32], size: u64) -> bool {
        let (mut signs, mut bits) = (0, 0);
        for &address in all {
            let distance = address.wrapping_sub(self.start) as i64;
            // Negative if the distance is negative or too large.
            signs |= distance | self.most.wrapping_sub(distance);
            bits |= address;
        }
        signs >= 0 && self.most >= 0 && bits & (size - 1) == 0
    }
}

/// The most common patterns of a warp's addresses. These are host addresses of memory that was found accessible.
pub(super) enum Regular {
    /// The same for all active lanes.
    Uniform(u64),
    /// Each lane's follows the previous one; this is the first lane's, and everything that 32 lanes would access is
    /// accessible.
    Consecutive(u64),
}

/// How far ahead a warp that reads sequentially prefetches, in bytes: as much as eight warps read.
const PREFETCH_DISTANCE: u64 = 1024;

/// Prefetches what the next warps will read, if they continue after this one's `start`.
#[inline(always)]
pub(super) fn prefetch_next(start: u64) {
    prefetch(start.wrapping_add(PREFETCH_DISTANCE));
    prefetch(start.wrapping_add(PREFETCH_DISTANCE + 64));
}

/// Prefetches the cache line of an address.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(super) fn prefetch(address: u64) {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
    // SAFETY: a prefetch is only a hint, which is allowed for invalid addresses.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(address as *const i8) };
}

/// Other CPUs have other hints.
#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
pub(super) fn prefetch(_: u64) {}

/// Returns `true` if the active lanes' words at `at` start at `base` and grow by `step`. `level` is [`Level::Plain`] in
/// functions that aren't compiled for the CPU's level.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(super) fn grows<W: Word>(core: &Core<'_>, level: Level, at: u32, base: W, step: u64) -> bool {
    match (level, core.mask == u32::MAX) {
        // SAFETY: the CPU has AVX2.
        (Level::Avx2, true) => unsafe { grow_wide::<W, true>(core, at, base, step) },
        // SAFETY: as above.
        (Level::Avx2, false) => unsafe { grow_wide::<W, false>(core, at, base, step) },
        (Level::Plain, true) => grow::<W, true>(core, at, base, step),
        (Level::Plain, false) => grow::<W, false>(core, at, base, step),
    }
}

/// [`grow`] with 32 bytes at a time. It is inlined where AVX2 may be used, because an access without calls saves no
/// registers.
///
/// # Safety
/// The CPU has AVX2.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
unsafe fn grow_wide<W: Word, const FULL: bool>(
    core: &Core<'_>,
    at: u32,
    base: W,
    step: u64,
) -> bool {
    use std::arch::x86_64::*;
    let wide = size_of::<W>() == 8;
    let (lanes, base) = (32 / size_of::<W>(), base.wide());
    // SAFETY: the caller's promise. As in `Core::load` the plane has 32 words, which are read 32 bytes at a time, and
    // so has the mask.
    unsafe {
        let plane = core.regs.add(at as usize).cast::<__m256i>();
        let (mut wanted, more) = if wide {
            let word = |lane: u64| base.wrapping_add(lane.wrapping_mul(step)) as i64;
            let words = _mm256_setr_epi64x(word(0), word(1), word(2), word(3));
            (words, _mm256_set1_epi64x(4u64.wrapping_mul(step) as i64))
        } else {
            let step = step as i32;
            let steps = _mm256_setr_epi32(
                0,
                step,
                2 * step,
                3 * step,
                4 * step,
                5 * step,
                6 * step,
                7 * step,
            );
            let words = _mm256_add_epi32(_mm256_set1_epi32(base as i32), steps);
            (words, _mm256_set1_epi32(8 * step))
        };
        let mut differing = _mm256_setzero_si256();
        for part in 0..32 / lanes {
            let mut bits = _mm256_xor_si256(_mm256_loadu_si256(plane.add(part)), wanted);
            if !FULL {
                let mask = core.lanes.0.as_ptr().add(part * lanes);
                let mask = if wide {
                    _mm256_cvtepi32_epi64(_mm_loadu_si128(mask.cast()))
                } else {
                    _mm256_loadu_si256(mask.cast())
                };
                bits = _mm256_and_si256(bits, mask);
            }
            differing = _mm256_or_si256(differing, bits);
            wanted =
                if wide { _mm256_add_epi64(wanted, more) } else { _mm256_add_epi32(wanted, more) };
        }
        _mm256_testz_si256(differing, differing) == 1
    }
}

/// The same, for the active lanes or for all, with what every x86-64 has. The compiler's own code has three times as
/// many instructions.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn grow<W: Word, const FULL: bool>(core: &Core<'_>, at: u32, base: W, step: u64) -> bool {
    use std::arch::x86_64::*;
    let wide = size_of::<W>() == 8;
    let (lanes, base) = (16 / size_of::<W>(), base.wide());
    // SAFETY: every x86-64 has SSE2. As in `Core::load` the plane has 32 words, which are read 16 bytes at a time, and
    // so has the mask.
    unsafe {
        let plane = core.regs.add(at as usize).cast::<__m128i>();
        let zero = _mm_setzero_si128();
        let (mut wanted, more) = if wide {
            (
                _mm_set_epi64x(base.wrapping_add(step) as i64, base as i64),
                _mm_set1_epi64x(2u64.wrapping_mul(step) as i64),
            )
        } else {
            let word = |lane: u64| base.wrapping_add(lane.wrapping_mul(step)) as i32;
            let words = _mm_setr_epi32(word(0), word(1), word(2), word(3));
            (words, _mm_set1_epi32(4u64.wrapping_mul(step) as i32))
        };
        let mut differing = zero;
        for part in 0..32 / lanes {
            let mut bits = _mm_xor_si128(_mm_loadu_si128(plane.add(part)), wanted);
            if !FULL {
                let mask = core.lanes.0.as_ptr().add(part * lanes);
                let mask = if wide {
                    let two = _mm_loadl_epi64(mask.cast());
                    _mm_unpacklo_epi32(two, two)
                } else {
                    _mm_loadu_si128(mask.cast())
                };
                bits = _mm_and_si128(bits, mask);
            }
            differing = _mm_or_si128(differing, bits);
            wanted = if wide { _mm_add_epi64(wanted, more) } else { _mm_add_epi32(wanted, more) };
        }
        _mm_movemask_epi8(_mm_cmpeq_epi8(differing, zero)) == 0xffff
    }
}

/// Returns `true` if the active lanes' words at `at` start at `base` and grow by `step`.
#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
pub(super) fn grows<W: Word>(core: &Core<'_>, _: Level, at: u32, base: W, step: u64) -> bool {
    let full = core.mask == u32::MAX;
    let mut differing = [W::default(); 8];
    for chunk in 0..4 {
        let words = core.load::<W>(at, chunk);
        for lane in 0..8 {
            let wanted = base.plus(((chunk * 8 + lane) as u64).wrapping_mul(step));
            let mut bits = words[lane] ^ wanted;
            if !full {
                bits = bits.blend(W::default(), core.lanes.0[chunk * 8 + lane]);
            }
            differing[lane] = differing[lane] | bits;
        }
    }
    differing.into_iter().fold(W::default(), |all, bits| all | bits) == W::default()
}

/// Returns the addresses of an access of `size` bytes per lane, if they are regular and in the allocation that was
/// accessed last.
#[inline(always)]
pub(super) fn regular<S: Space, A: Elem>(
    core: &Core<'_>,
    inst: &Inst,
    size: u64,
    write: bool,
) -> Option<Regular> {
    regular_at::<S, A>(core, Level::Plain, inst, size, write)
}

/// [`regular`] in a function that is compiled for a CPU of this level.
#[inline(always)]
pub(super) fn regular_at<S: Space, A: Elem>(
    core: &Core<'_>,
    level: Level,
    inst: &Inst,
    size: u64,
    write: bool,
) -> Option<Regular> {
    if S::LOCAL {
        return None;
    }
    let (first, last) = (core.mask.trailing_zeros() & 31, 31 - (core.mask | 1).leading_zeros());
    let word = core.lane::<A::W>(inst.a, first as usize);
    let address = word.plus(inst.x).wide();
    if address & (size - 1) != 0 {
        return None;
    }
    let apart = core.lane::<A::W>(inst.a, last as usize).wide();
    let apart = apart.wrapping_sub(word.wide());
    // If the first and last lane don't match, the others needn't be checked.
    if apart == 0 {
        let bounds = bounds::<S>(core, inst, address, size, write);
        let found = (first == last || grows::<A::W>(core, level, inst.a, word, 0))
            && bounds.hold(address, 0);
        return found.then(|| Regular::Uniform(address.wrapping_add(bounds.bias)));
    }
    if apart != u64::from(last - first) * size {
        return None;
    }
    let before = (u64::from(first) * size).wrapping_neg();
    let start = address.wrapping_add(before);
    let bounds = bounds::<S>(core, inst, address, size, write);
    let found = grows::<A::W>(core, level, inst.a, word.plus(before), size)
        && bounds.hold(start, 31 * size as i64);
    found.then(|| Regular::Consecutive(start.wrapping_add(bounds.bias)))
}

/// Returns the host address of the last lane's access of `size` bytes, if each lane's address is that many bytes below
/// the previous one's, and everything that 32 lanes would access is readable and in the allocation accessed last.
///
/// # Safety
/// The CPU has AVX2.
#[cfg(target_arch = "x86_64")]
#[inline(never)]
#[target_feature(enable = "avx2")]
unsafe fn falling<S: Space, A: Elem>(core: &Core<'_>, inst: &Inst, size: u64) -> Option<u64> {
    let (first, last) = (core.mask.trailing_zeros() & 31, 31 - (core.mask | 1).leading_zeros());
    let word = core.lane::<A::W>(inst.a, first as usize);
    let apart = core.lane::<A::W>(inst.a, last as usize).wide();
    let apart = word.wide().wrapping_sub(apart);
    let address = word.plus(inst.x).wide();
    if apart != u64::from(last - first) * size || address & (size - 1) != 0 {
        return None;
    }
    let before = u64::from(first) * size;
    let end = address.wrapping_add(before).wrapping_sub(31 * size);
    let bounds = bounds::<S>(core, inst, address, size, false);
    let steps = size.wrapping_neg();
    let found = bounds.hold(end, 31 * size as i64)
        && grows::<A::W>(core, Level::Avx2, inst.a, word.plus(before), steps);
    found.then(|| end.wrapping_add(bounds.bias))
}

/// Returns the addresses of all lanes, with those of inactive lanes replaced by an active one's.
#[inline(always)]
pub(super) fn addresses<A: Elem>(core: &Core<'_>, inst: &Inst) -> [u64; 32]
where
    A::W: Word,
{
    let full = core.mask == u32::MAX;
    let first = core.lane::<A::W>(inst.a, core.mask.trailing_zeros() as usize & 31);
    let mut all = [0u64; 32];
    for chunk in 0..4 {
        let mut words = core.load::<A::W>(inst.a, chunk);
        if !full {
            let lanes = core.lanes8(chunk);
            words = from_fn(|lane| words[lane].blend(first, lanes[lane]));
        }
        for lane in 0..8 {
            // A 32-bit address wraps around at 32 bits.
            all[chunk * 8 + lane] = words[lane].plus(inst.x).wide();
        }
    }
    all
}

/// Returns the difference between host addresses and addresses, if all are in one allocation, either the last one or
/// another, which is then remembered.
#[inline(always)]
pub(super) fn bias<S: Space>(
    core: &mut Core<'_>,
    inst: &Inst,
    all: &[u64; 32],
    size: u64,
    write: bool,
) -> Option<u64> {
    let known = bounds::<S>(core, inst, all[0], size, write);
    if known.hold_all(all, size) {
        return Some(known.bias);
    }
    if S::SHARED || all[0] >= SHARED_WINDOW {
        return None;
    }
    if !reaches_all(core, inst.y, all, size, write) {
        return in_heap(core, all, size).then_some(0);
    }
    let found = bounds::<S>(core, inst, all[0], size, write);
    found.hold_all(all, size).then_some(found.bias)
}

/// Returns `true` if the site finds an allocation that contains them all.
#[inline(never)]
fn reaches_all(core: &mut Core<'_>, site: u32, all: &[u64; 32], size: u64, write: bool) -> bool {
    let (low, high) = all
        .iter()
        .fold((u64::MAX, 0), |(low, high), &address| (low.min(address), high.max(address)));
    let end = high.checked_add(size);
    end.is_some_and(|end| core.reaches(site, low, end, write))
}

/// Returns where local memory starts, if `address` is in it.
#[inline(always)]
fn local_start<S: Space>(address: u64) -> Option<u64> {
    let is_generic = S::GENERIC && address.wrapping_sub(LOCAL_WINDOW) < WINDOW_SIZE;
    (S::LOCAL || is_generic).then_some(if S::LOCAL { 0 } else { LOCAL_WINDOW })
}

/// Turns addresses in local memory, which starts at `start`, into host addresses, each in the memory of its lane, if all are
/// valid as `hold_all` says; then it returns 0, their [`bias`].
#[inline(always)]
fn in_local(
    core: &Core<'_>,
    all: &mut [u64; 32],
    size: u64,
    start: u64,
    hold_all: impl FnOnce(&Bounds, &[u64; 32], u64) -> bool,
) -> Option<u64> {
    let most = i64::from(core.grid.local_per_lane) - size as i64;
    if !hold_all(&Bounds { start, most, bias: 0 }, all, size) {
        return None;
    }
    let mut bias = (core.local_place(0, 0, 0)? as u64).wrapping_sub(start);
    for address in all {
        *address = address.wrapping_add(bias);
        bias = bias.wrapping_add(core.grid.local_stride() as u64);
    }
    Some(0)
}

/// Returns `true` if all are in blocks of the kernels' heap, perhaps a different one for each lane, and multiples of
/// `size`.
#[inline(never)]
fn in_heap(core: &Core<'_>, all: &[u64; 32], size: u64) -> bool {
    let bits = all.iter().fold(0, |bits, &address| bits | address);
    !core.grid.watches_writes && bits & (size - 1) == 0 && core.memory().heap_holds(all, size)
}

/// Writes the addresses of all lanes to `all`, and returns their [`bias`], or host addresses and 0: one function for all
/// types of a space, compiled for the CPU's level.
#[inline(never)]
pub(super) fn located<S: Space, A: Elem>(
    core: &mut Core<'_>,
    inst: &Inst,
    size: u64,
    write: bool,
    all: &mut [u64; 32],
) -> Option<u64> {
    match core.level {
        Level::Plain => located_at::<S, A>(core, inst, size, write, all),
        // SAFETY: the CPU has it.
        #[cfg(target_arch = "x86_64")]
        Level::Avx2 => unsafe { located_avx2::<S, A>(core, inst, size, write, all) },
    }
}

/// # Safety
/// The CPU has AVX2.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
unsafe fn located_avx2<S: Space, A: Elem>(
    core: &mut Core<'_>,
    inst: &Inst,
    size: u64,
    write: bool,
    all: &mut [u64; 32],
) -> Option<u64> {
    vector_memory::addresses::<A::W>(core, inst, all);
    if let Some(start) = local_start::<S>(all[0]) {
        return in_local(core, all, size, start, |bounds, all, size| {
            vector_memory::hold_all(bounds, all, size)
        });
    }
    let known = bounds::<S>(core, inst, all[0], size, write);
    if vector_memory::hold_all(&known, all, size) {
        return Some(known.bias);
    }
    bias::<S>(core, inst, all, size, write)
}

#[inline(always)]
fn located_at<S: Space, A: Elem>(
    core: &mut Core<'_>,
    inst: &Inst,
    size: u64,
    write: bool,
    all: &mut [u64; 32],
) -> Option<u64> {
    *all = addresses::<A>(core, inst);
    if let Some(start) = local_start::<S>(all[0]) {
        return in_local(core, all, size, start, Bounds::hold_all);
    }
    bias::<S>(core, inst, all, size, write)
}

/// Reads at a host address that was checked.
#[inline(always)]
pub(super) fn read<T: Cell>(address: u64) -> T {
    // SAFETY: the caller found `size_of::<T>()` bytes at an aligned `address` to be in a live
    // allocation (or the block's shared memory). Other threads may write there at the same time, as
    // on a GPU: the value is then any of those written, since accesses of a power of two of bytes
    // at an aligned address are single moves on every host that is supported.
    unsafe { (address as *const T).read() }
}

/// Writes at a host address that was checked.
#[inline(always)]
pub(super) fn write<T: Cell>(address: u64, value: T) {
    // SAFETY: as in `read`, and the allocation may be written.
    unsafe { (address as *mut T).write(value) }
}

/// `ld`: `T` in memory, `D` the register's word, `A` the address register's.
pub struct Load<S, A, T, D>(PhantomData<(S, A, T, D)>);

impl<S: Space, A: Elem, T: Cell, D: Word> Op for Load<S, A, T, D> {
    #[inline(always)]
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        let size = size_of::<T>() as u64;
        let slow = core.level.is_slow();
        if !slow && let Some(regular) = regular_at::<S, A>(core, core.level, inst, size, false) {
            // SAFETY: the addresses were found readable.
            unsafe { load_regular::<T, D>(core, inst, regular) };
            return CONTINUE;
        }
        // Algorithms that go through a text by diagonals read it backward.
        #[cfg(target_arch = "x86_64")]
        if !S::LOCAL && size < 4 && core.level == Level::Avx2 {
            // SAFETY: the CPU has AVX2, and the addresses were found readable.
            unsafe {
                if let Some(end) = falling::<S, A>(core, inst, size) {
                    vector_memory::load_narrow::<T, D>(core, inst.d, end, true);
                    return CONTINUE;
                }
            }
        }
        let mut all = [0; 32];
        let Some(bias) = located::<S, A>(core, inst, size, false, &mut all) else {
            return load_each::<S, T, D>(core, inst, &all);
        };
        // Lanes of local memory are never next to each other.
        if slow || S::LOCAL {
            let at = |lane: usize| all[lane].wrapping_add(bias);
            return one_by_one(core, inst.d, |_, lane| word::<T, D>(read::<T>(at(lane))));
        }
        for chunk in 0..4 {
            let places: [u64; 8] = from_fn(|lane| all[chunk * 8 + lane].wrapping_add(bias));
            let (mut apart, mut uneven) = (0, 0);
            for lane in 0..8 {
                let distance = places[lane].wrapping_sub(places[0]);
                apart |= distance;
                uneven |= distance ^ (lane as u64 * size);
            }
            let values: [D; 8] = if apart == 0 {
                [word(read::<T>(places[0])); 8]
            } else if uneven == 0 {
                // SAFETY: all eight addresses were found readable, and they are consecutive.
                let values: [T; 8] = unsafe { (places[0] as *const [T; 8]).read() };
                from_fn(|lane| word(values[lane]))
            } else {
                from_fn(|lane| word(read::<T>(places[lane])))
            };
            put(core, inst.d, chunk, values);
        }
        CONTINUE
    }
}

/// Converts a value to a register's word.
#[inline(always)]
pub(super) fn word<T: Cell, D: Word>(value: T) -> D {
    D::cut(value.extend())
}

/// Writes eight lanes where the mask is set.
#[inline(always)]
pub(super) fn put<D: Word>(core: &mut Core<'_>, at: u32, chunk: usize, values: [D; 8]) {
    if core.mask == u32::MAX {
        core.store(at, chunk, values)
    } else {
        core.merge(at, chunk, values)
    }
}

/// Loads from regular addresses.
///
/// # Safety
/// The memory may be read.
#[inline(always)]
pub(super) unsafe fn load_regular<T: Cell, D: Word>(
    core: &mut Core<'_>,
    inst: &Inst,
    regular: Regular,
) {
    match regular {
        Regular::Uniform(place) if core.mask.is_power_of_two() => {
            let chunk = core.first_lane() as usize / 8;
            core.merge::<D>(inst.d, chunk, [word(read::<T>(place)); 8]);
        }
        Regular::Uniform(place) => {
            let value = word(read::<T>(place));
            for chunk in 0..4 {
                put::<D>(core, inst.d, chunk, [value; 8]);
            }
        }
        #[cfg(target_arch = "x86_64")]
        Regular::Consecutive(start) if size_of::<T>() < 4 && core.level == Level::Avx2 => {
            // SAFETY: the caller's promise, and the CPU has AVX2.
            unsafe { vector_memory::load_narrow::<T, D>(core, inst.d, start, false) };
        }
        Regular::Consecutive(start) => {
            for chunk in 0..4 {
                // SAFETY: the caller's promise: 32 values from `start` on are readable.
                let values: [T; 8] = unsafe { (start as *const [T; 8]).add(chunk).read() };
                let values = if size_of::<T>() == size_of::<D>() {
                    // SAFETY: both are as many bytes, of which every value is valid.
                    unsafe { std::mem::transmute_copy(&values) }
                } else {
                    from_fn(|lane| word(values[lane]))
                };
                put::<D>(core, inst.d, chunk, values);
            }
        }
    }
}

#[cold]
#[inline(never)]
fn load_each<S: Space, T: Cell, D: Word>(
    core: &mut Core<'_>,
    inst: &Inst,
    all: &[u64; 32],
) -> Next {
    for lane in core.active() {
        let Some(place) = core.resolve::<S>(lane, all[lane], size_of::<T>() as u32, Access::Load)
        else {
            return STOP;
        };
        core.set_lane(inst.d, lane, D::cut(read::<T>(place as u64).extend()));
    }
    CONTINUE
}

/// `st`: `T` in memory, `D` the register's word, `A` the address register's.
pub struct Store<S, A, T, D>(PhantomData<(S, A, T, D)>);

impl<S: Space, A: Elem, T: Cell, D: Word> Op for Store<S, A, T, D> {
    #[inline(always)]
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        let size = size_of::<T>() as u64;
        let slow = core.level.is_slow();
        if !slow && let Some(regular) = regular_at::<S, A>(core, core.level, inst, size, true) {
            // SAFETY: the addresses were found writable.
            unsafe { store_regular::<T, D>(core, inst, regular) };
            return CONTINUE;
        }
        let mut all = [0; 32];
        let Some(bias) = located::<S, A>(core, inst, size, true, &mut all) else {
            return store_each::<S, T, D>(core, inst, &all);
        };
        let one = |core: &Core<'_>, lane: usize| {
            let value = T::shrink(core.lane::<D>(inst.d, lane).wide());
            write::<T>(all[lane].wrapping_add(bias), value);
        };
        if !slow && core.mask == u32::MAX {
            (0..32).for_each(|lane| one(core, lane));
        } else {
            core.active().for_each(|lane| one(core, lane));
        }
        CONTINUE
    }
}

/// Stores to regular addresses. If lanes store to the same address, the last one wins.
///
/// # Safety
/// The memory may be written.
#[inline(always)]
pub(super) unsafe fn store_regular<T: Cell, D: Word>(
    core: &Core<'_>,
    inst: &Inst,
    regular: Regular,
) {
    let value = |lane: usize| T::shrink(core.lane::<D>(inst.d, lane).wide());
    match regular {
        Regular::Uniform(place) => {
            let last = 31 - (core.mask | 1).leading_zeros();
            write::<T>(place, value(last as usize));
        }
        Regular::Consecutive(start) if core.mask == u32::MAX => {
            for chunk in 0..4 {
                let words = core.load::<D>(inst.d, chunk);
                let values: [T; 8] = if size_of::<T>() == size_of::<D>() {
                    // SAFETY: both are as many bytes, of which every value is valid.
                    unsafe { std::mem::transmute_copy(&words) }
                } else {
                    from_fn(|lane| T::shrink(words[lane].wide()))
                };
                // SAFETY: the caller's promise: 32 values from `start` on are writable.
                unsafe { (start as *mut [T; 8]).add(chunk).write(values) };
            }
        }
        Regular::Consecutive(start) => {
            for lane in core.active() {
                write::<T>(start + lane as u64 * size_of::<T>() as u64, value(lane));
            }
        }
    }
}

#[cold]
#[inline(never)]
fn store_each<S: Space, T: Cell, D: Word>(
    core: &mut Core<'_>,
    inst: &Inst,
    all: &[u64; 32],
) -> Next {
    for lane in core.active() {
        let Some(place) = core.resolve::<S>(lane, all[lane], size_of::<T>() as u32, Access::Store)
        else {
            return STOP;
        };
        write::<T>(place as u64, T::shrink(core.lane::<D>(inst.d, lane).wide()));
    }
    CONTINUE
}
