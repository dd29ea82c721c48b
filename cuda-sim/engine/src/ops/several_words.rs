//! Loads and stores of several words for each lane.

use super::Op;
use super::memory::{Cell, located};
#[cfg(target_arch = "x86_64")]
use super::{Level, memory::regular_at};
use crate::code::Inst;
use crate::core::{CONTINUE, Core, Next, STOP};
use crate::fault_kind::Access;
use crate::lane::{Elem, Word};
use crate::space::Space;
use std::marker::PhantomData;
use std::mem::transmute;

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
        let mut all = [0; 32];
        let fast = located::<S, A>(core, inst, size, false, &mut all);
        for lane in core.active() {
            let start = match fast {
                Some(bias) => all[lane].wrapping_add(bias),
                None => match core.resolve::<S>(lane, all[lane], size as u32, Access::Load) {
                    Some(place) => place as u64,
                    None => return STOP,
                },
            };
            let words = read_whole(start, size);
            for (index, &register) in registers.iter().enumerate() {
                if register != u32::MAX {
                    let value = T::shrink(element::<T>(&words, index));
                    core.set_lane(register, lane, D::cut(value.extend()));
                }
            }
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
        let mut all = [0; 32];
        let fast = located::<S, A>(core, inst, size, true, &mut all);
        for lane in core.active() {
            let start = match fast {
                Some(bias) => all[lane].wrapping_add(bias),
                None => match core.resolve::<S>(lane, all[lane], size as u32, Access::Store) {
                    Some(place) => place as u64,
                    None => return STOP,
                },
            };
            let mut words = [0; 4];
            for (index, &register) in registers.iter().enumerate() {
                let value = core.lane::<D>(register, lane).wide();
                let (bit, bits) = (index * size_of::<T>() * 8, size_of::<T>() * 8);
                words[bit / 64 & 3] |= (value & u64::MAX >> (64 - bits)) << (bit % 64);
            }
            write_whole(start, size, words);
        }
        CONTINUE
    }
}

/// Returns an element of a vector that was read, in the lowest bits.
#[inline(always)]
fn element<T>(words: &[u64; 4], index: usize) -> u64 {
    let bit = index * size_of::<T>() * 8;
    words[bit / 64 & 3] >> (bit % 64)
}

/// Two words that one instruction of the host moves.
#[cfg(target_arch = "x86_64")]
type Pair = std::arch::x86_64::__m128i;
#[cfg(not(target_arch = "x86_64"))]
type Pair = u128;

/// Reads 2 to 32 bytes at a host address that was checked, up to 16 at once. PTX promises it of each element only, but
/// GPUs do it, and CUB's scans publish a value with its state by one `st.relaxed.gpu.v2.u64`.
///
/// CPUs promise it if they have AVX, Arm's if they have LSE2; older ones nearly always do it.
#[inline(always)]
pub(super) fn read_whole(address: u64, size: u64) -> [u64; 4] {
    let mut words = [0; 4];
    match size {
        2 => words[0] = read_at::<u16>(address, 0).into(),
        4 => words[0] = read_at::<u32>(address, 0).into(),
        8 => words[0] = read_at(address, 0),
        _ if address & 15 == 0 => {
            let pairs = words.as_chunks_mut().0.iter_mut();
            for (index, pair) in pairs.take(size as usize / 16).enumerate() {
                // SAFETY: both are 16 bytes, of which every value is valid.
                *pair = unsafe { transmute::<Pair, [u64; 2]>(read_at(address, index)) };
            }
        }
        // Local memory, which no other thread sees, isn't aligned on the host.
        _ => {
            for (index, word) in words.iter_mut().take(size as usize / 8).enumerate() {
                *word = read_at(address, index);
            }
        }
    }
    words
}

/// Writes as many bytes as [`read_whole`] reads, in the same way.
#[inline(always)]
pub(super) fn write_whole(address: u64, size: u64, words: [u64; 4]) {
    match size {
        2 => write_at(address, 0, words[0] as u16),
        4 => write_at(address, 0, words[0] as u32),
        8 => write_at(address, 0, words[0]),
        _ if address & 15 == 0 => {
            let pairs = words.as_chunks().0.iter();
            for (index, &pair) in pairs.take(size as usize / 16).enumerate() {
                // SAFETY: as above.
                write_at(address, index, unsafe { transmute::<[u64; 2], Pair>(pair) });
            }
        }
        _ => {
            for (index, &word) in words.iter().take(size as usize / 8).enumerate() {
                write_at(address, index, word);
            }
        }
    }
}

/// Reads a value with one instruction.
#[inline(always)]
fn read_at<T>(address: u64, index: usize) -> T {
    // SAFETY: as in `read`. It is volatile because the compiler may otherwise read its parts.
    unsafe { (address as *const T).add(index).read_volatile() }
}

/// Writes a value with one instruction.
#[inline(always)]
fn write_at<T>(address: u64, index: usize, value: T) {
    // SAFETY: as in `write`, and as above.
    unsafe { (address as *mut T).add(index).write_volatile(value) }
}

/// With AVX2: if the vectors of all lanes follow one another, whole registers are moved, and their words exchanged.
#[cfg(target_arch = "x86_64")]
mod moved {
    use crate::core::Core;
    use crate::lane::Word;
    use crate::ops::memory::Regular;
    use crate::ops::vector::{self, Vector};
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
                let words = super::read_whole(place, (count * size_of::<W>()) as u64);
                for (index, &register) in registers.iter().enumerate() {
                    let word = W::cut(super::element::<W>(&words, index));
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
                    u32::MAX => vector::store(core, register, part, value),
                    _ => vector::merge::<W>(core, register, part, value),
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
            let of = |index: usize| vector::load(core, registers[index], part);
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
        let (first, second) = (
            _mm256_unpacklo_epi64(low, high),
            _mm256_unpackhi_epi64(low, high),
        );
        [
            _mm256_permute4x64_epi64::<0b11_01_10_00>(first),
            _mm256_permute4x64_epi64::<0b11_01_10_00>(second),
        ]
    }

    /// Returns pairs of words.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn together32(first: Vector, second: Vector) -> [Vector; 2] {
        let (low, high) = (
            _mm256_unpacklo_epi32(first, second),
            _mm256_unpackhi_epi32(first, second),
        );
        [
            _mm256_permute2x128_si256::<0x20>(low, high),
            _mm256_permute2x128_si256::<0x31>(low, high),
        ]
    }

    /// Returns pairs of 64-bit words.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn together64(first: Vector, second: Vector) -> [Vector; 2] {
        let (low, high) = (
            _mm256_unpacklo_epi64(first, second),
            _mm256_unpackhi_epi64(first, second),
        );
        [
            _mm256_permute2x128_si256::<0x20>(low, high),
            _mm256_permute2x128_si256::<0x31>(low, high),
        ]
    }
}
