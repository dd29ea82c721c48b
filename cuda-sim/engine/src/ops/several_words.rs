//! Loads and stores of several words for each lane.

use crate::code::Inst;
#[cfg(target_arch = "x86_64")]
use crate::code::level::Level;
use crate::device::fault_kind::Access;
use crate::numbers::lane::{Elem, Word, from_fn};
#[cfg(target_arch = "x86_64")]
use crate::ops::memory::regular_at;
use crate::ops::memory::{Cell, located, word};
use crate::ops::op::Op;
use crate::state::core::{CONTINUE, Core, Next, STOP};
use crate::state::space::Space;
use std::marker::PhantomData;
use std::mem::transmute_copy;

/// `ld.v2`, `ld.v4`, `ld.v8`: the registers are list `z` of [`Code::lists`](crate::code::Code::lists), with
/// `u32::MAX` for unused values.
pub struct LoadVector<S, A, T, D>(PhantomData<(S, A, T, D)>);

impl<S: Space, A: Elem, T: Cell, D: Word> Op for LoadVector<S, A, T, D> {
    #[inline(always)]
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        let code = core.code;
        let registers = &code.lists[inst.z as usize];
        let size = size_of::<T>() as u64 * registers.len() as u64;
        #[cfg(target_arch = "x86_64")]
        if core.level == Level::Avx2
            && size_of::<T>() == size_of::<D>()
            && let Some(regular) = regular_at::<S, A>(core, core.level, inst, size, false)
        {
            // SAFETY: the CPU has AVX2, and the addresses were found accessible.
            if unsafe { moved::load_vectors::<D>(core, registers, regular) } {
                return CONTINUE;
            }
        }
        let Some(places) = places::<S, A>(core, inst, size, Access::Load) else {
            return STOP;
        };
        match **registers {
            [a, b] => load_each::<T, D, 2>(core, [a, b], &places),
            [a, b, c, d] => load_each::<T, D, 4>(core, [a, b, c, d], &places),
            [a, b, c, d, e, f, g, h] => {
                load_each::<T, D, 8>(core, [a, b, c, d, e, f, g, h], &places);
            }
            _ => {}
        }
        CONTINUE
    }
}

/// `st.v2`, `st.v4`, `st.v8`: the registers are list `z`.
pub struct StoreVector<S, A, T, D>(PhantomData<(S, A, T, D)>);

impl<S: Space, A: Elem, T: Cell, D: Word> Op for StoreVector<S, A, T, D> {
    #[inline(always)]
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        let code = core.code;
        let registers = &code.lists[inst.z as usize];
        let size = size_of::<T>() as u64 * registers.len() as u64;
        #[cfg(target_arch = "x86_64")]
        if core.level == Level::Avx2
            && size_of::<T>() == size_of::<D>()
            && let Some(regular) = regular_at::<S, A>(core, core.level, inst, size, true)
        {
            // SAFETY: the CPU has AVX2, and the addresses were found accessible.
            if unsafe { moved::store_vectors::<D>(core, registers, regular) } {
                return CONTINUE;
            }
        }
        let Some(places) = places::<S, A>(core, inst, size, Access::Store) else {
            return STOP;
        };
        match **registers {
            [a, b] => store_each::<T, D, 2>(core, [a, b], &places),
            [a, b, c, d] => store_each::<T, D, 4>(core, [a, b, c, d], &places),
            [a, b, c, d, e, f, g, h] => {
                store_each::<T, D, 8>(core, [a, b, c, d, e, f, g, h], &places);
            }
            _ => {}
        }
        CONTINUE
    }
}

/// Returns the host addresses of the active lanes' vectors; `None` if one is invalid, which stops the warp.
#[inline(always)]
fn places<S: Space, A: Elem>(
    core: &mut Core<'_>,
    inst: &Inst,
    size: u64,
    access: Access,
) -> Option<[u64; 32]> {
    let mut all = [0; 32];
    match located::<S, A>(core, inst, size, access != Access::Load, &mut all) {
        Some(bias) => all.iter_mut().for_each(|place| *place = place.wrapping_add(bias)),
        None => {
            for lane in core.active() {
                all[lane] = core.resolve::<S>(lane, all[lane], size as u32, access)? as u64;
            }
        }
    }
    Some(all)
}

#[inline(never)]
fn load_each<T: Cell, D: Word, const N: usize>(
    core: &mut Core<'_>,
    registers: [u32; N],
    places: &[u64; 32],
) {
    for lane in core.active() {
        let values = read_whole::<T, N>(places[lane]);
        for (register, value) in registers.into_iter().zip(values) {
            if register != u32::MAX {
                core.set_lane(register, lane, word::<T, D>(value));
            }
        }
    }
}

#[inline(never)]
fn store_each<T: Cell, D: Word, const N: usize>(
    core: &Core<'_>,
    registers: [u32; N],
    places: &[u64; 32],
) {
    for lane in core.active() {
        let values = from_fn(|at| T::shrink(core.lane::<D>(registers[at], lane).wide()));
        write_whole::<T, N>(places[lane], values);
    }
}

/// Two words that one instruction of the host moves.
#[cfg(target_arch = "x86_64")]
type Pair = std::arch::x86_64::__m128i;
#[cfg(not(target_arch = "x86_64"))]
type Pair = u128;

/// Reads 2 to 32 bytes at a host address that was checked, up to 16 at once. PTX promises it of each element only, but
/// GPUs do it, and CUB's scans publish a value with its state by one `st.relaxed.gpu.v2.u64`.
///
/// CPUs promise it for aligned vectors if they have AVX, Arm's if they have LSE2. Of others, and of the halves of the 32 bytes
/// that `moved` handles, it is what they do, without a promise.
#[inline(always)]
pub(super) fn read_whole<T: Copy, const N: usize>(address: u64) -> [T; N] {
    match size_of::<[T; N]>() {
        2 => read_as::<u16, _>(address),
        4 => read_as::<u32, _>(address),
        8 => read_as::<u64, _>(address),
        16 if address & 15 == 0 => read_as::<Pair, _>(address),
        32 if address & 15 == 0 => {
            let halves: [Pair; 2] = [address, address + 16].map(read_as::<Pair, _>);
            // SAFETY: both are 32 bytes, of which every value is valid.
            unsafe { transmute_copy(&halves) }
        }
        // SAFETY: as in `read`. What other threads see is aligned on the host.
        _ => unsafe { (address as *const [T; N]).read_unaligned() },
    }
}

/// Writes as many bytes in the same way.
#[inline(always)]
pub(super) fn write_whole<T: Copy, const N: usize>(address: u64, values: [T; N]) {
    match size_of::<[T; N]>() {
        2 => write_as::<u16, _>(address, values),
        4 => write_as::<u32, _>(address, values),
        8 => write_as::<u64, _>(address, values),
        16 if address & 15 == 0 => write_as::<Pair, _>(address, values),
        32 if address & 15 == 0 => {
            // SAFETY: both are 32 bytes, of which every value is valid.
            let [low, high]: [Pair; 2] = unsafe { transmute_copy(&values) };
            write_as::<Pair, _>(address, low);
            write_as::<Pair, _>(address + 16, high);
        }
        // SAFETY: as in `write`, and as above.
        _ => unsafe { (address as *mut [T; N]).write_unaligned(values) },
    }
}

/// Reads as many bytes as `M` has with one instruction.
#[inline(always)]
fn read_as<M, V>(address: u64) -> V {
    const { assert!(size_of::<M>() <= 16) };
    // SAFETY: as in `read`, and the caller's types are equally large and of numbers. It is volatile because the compiler may
    // otherwise read its parts.
    unsafe { transmute_copy(&(address as *const M).read_volatile()) }
}

/// Writes as many bytes as `M` has with one instruction.
#[inline(always)]
fn write_as<M, V>(address: u64, value: V) {
    const { assert!(size_of::<M>() <= 16) };
    // SAFETY: as in `write`, and as above.
    unsafe { (address as *mut M).write_volatile(transmute_copy(&value)) }
}

/// With AVX2: if the vectors of all lanes follow one another, whole registers are moved, and their words exchanged.
#[cfg(target_arch = "x86_64")]
mod moved {
    use crate::numbers::lane::Word;
    use crate::ops::memory::Regular;
    use crate::ops::several_words::read_whole;
    use crate::ops::vector;
    use crate::state::avx2::{self, Vector};
    use crate::state::core::Core;
    use std::arch::x86_64::*;

    /// `ld.v2` and `ld.v4`: reads the vectors of all lanes, of as many words as there are `registers`; `u32::MAX`
    /// stands for an unused one. Returns `false` for other numbers of words, and does nothing then.
    ///
    /// # Safety
    /// The CPU has AVX2, and the memory may be read.
    #[inline(never)]
    #[target_feature(enable = "avx2")]
    pub(super) unsafe fn load_vectors<W: Word>(
        core: &mut Core<'_>,
        registers: &[u32],
        regular: Regular,
    ) -> bool {
        let count = registers.len();
        let start = match regular {
            Regular::Uniform(place) => {
                let mut words = [W::default(); 8];
                match count {
                    2 => words[..2].copy_from_slice(&read_whole::<W, 2>(place)),
                    4 => words[..4].copy_from_slice(&read_whole::<W, 4>(place)),
                    _ => words = read_whole(place),
                }
                for (&register, word) in registers.iter().zip(words) {
                    for chunk in (0..4).filter(|_| register != u32::MAX) {
                        core.merge(register, chunk, [word; 8]);
                    }
                }
                return true;
            }
            Regular::Consecutive(start) => start as *const Vector,
        };
        if !(count == 2 || count == 4 && size_of::<W>() == 4) {
            return false;
        }
        for part in 0..size_of::<W>() {
            // SAFETY: the caller's promise: a part of each register is as many parts of memory.
            let read = |index| unsafe { _mm256_loadu_si256(start.add(part * count + index)) };
            let values = match (size_of::<W>(), count) {
                (8, _) => {
                    let [first, second] = apart64(read(0), read(1));
                    [first, second, second, second]
                }
                (_, 2) => {
                    let [first, second] = vector::apart(read(0), read(1));
                    [first, second, second, second]
                }
                _ => {
                    let ([low, other_low], [high, other_high]) =
                        (apart64(read(0), read(1)), apart64(read(2), read(3)));
                    let [first, second] = vector::apart(low, high);
                    let [third, fourth] = vector::apart(other_low, other_high);
                    [first, second, third, fourth]
                }
            };
            for (&register, value) in registers.iter().zip(values) {
                match core.mask {
                    _ if register == u32::MAX => {}
                    u32::MAX => avx2::store(core, register, part, value),
                    _ => avx2::merge::<W>(core, register, part, value),
                }
            }
        }
        true
    }

    /// `st.v2` and `st.v4` of all lanes, as above. Returns `false` for others, and does nothing then.
    ///
    /// # Safety
    /// The CPU has AVX2, and the memory may be written.
    #[inline(never)]
    #[target_feature(enable = "avx2")]
    pub(super) unsafe fn store_vectors<W: Word>(
        core: &Core<'_>,
        registers: &[u32],
        regular: Regular,
    ) -> bool {
        let count = registers.len();
        let Regular::Consecutive(start) = regular else {
            return false;
        };
        if core.mask != u32::MAX || !(count == 2 || count == 4 && size_of::<W>() == 4) {
            return false;
        }
        let start = start as *mut Vector;
        for part in 0..size_of::<W>() {
            let of = |index: usize| avx2::load(core, registers[index], part);
            // SAFETY: the caller's promise: a part of each register is as many parts of memory.
            let write = |index, value| unsafe {
                _mm256_storeu_si256(start.add(part * count + index), value)
            };
            let values = match (size_of::<W>(), count) {
                (8, _) => {
                    let [first, second] = together64(of(0), of(1));
                    [first, second, second, second]
                }
                (_, 2) => {
                    let [first, second] = together32(of(0), of(1));
                    [first, second, second, second]
                }
                _ => {
                    let ([low, high], [other_low, other_high]) =
                        (together32(of(0), of(1)), together32(of(2), of(3)));
                    let [first, second] = together64(low, other_low);
                    let [third, fourth] = together64(high, other_high);
                    [first, second, third, fourth]
                }
            };
            for (index, value) in values.into_iter().enumerate().take(count) {
                write(index, value);
            }
        }
        true
    }

    /// Of pairs of 64-bit words, returns the first ones and the second ones.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn apart64(low: Vector, high: Vector) -> [Vector; 2] {
        let (first, second) = (_mm256_unpacklo_epi64(low, high), _mm256_unpackhi_epi64(low, high));
        [
            _mm256_permute4x64_epi64::<0b11_01_10_00>(first),
            _mm256_permute4x64_epi64::<0b11_01_10_00>(second),
        ]
    }

    /// Returns pairs of words.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn together32(first: Vector, second: Vector) -> [Vector; 2] {
        let (low, high) =
            (_mm256_unpacklo_epi32(first, second), _mm256_unpackhi_epi32(first, second));
        [_mm256_permute2x128_si256::<0x20>(low, high), _mm256_permute2x128_si256::<0x31>(low, high)]
    }

    /// Returns pairs of 64-bit words.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn together64(first: Vector, second: Vector) -> [Vector; 2] {
        let (low, high) =
            (_mm256_unpacklo_epi64(first, second), _mm256_unpackhi_epi64(first, second));
        [_mm256_permute2x128_si256::<0x20>(low, high), _mm256_permute2x128_si256::<0x31>(low, high)]
    }
}
