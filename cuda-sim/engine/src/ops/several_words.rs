//! Loads and stores of several words for each lane.

use super::Op;
use super::memory::{Cell, located, read, write};
#[cfg(target_arch = "x86_64")]
use super::{Level, memory::regular_at};
use crate::code::Inst;
use crate::core::{CONTINUE, Core, Next, STOP};
use crate::fault_kind::Access;
use crate::lane::{Elem, Word};
use crate::space::Space;
use std::marker::PhantomData;

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
            for (index, &register) in registers.iter().enumerate() {
                if register != u32::MAX {
                    let value = read::<T>(start + index as u64 * size_of::<T>() as u64);
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
            for (index, &register) in registers.iter().enumerate() {
                let value = T::shrink(core.lane::<D>(register, lane).wide());
                write::<T>(start + index as u64 * size_of::<T>() as u64, value);
            }
        }
        CONTINUE
    }
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
                for (index, &register) in registers.iter().enumerate() {
                    // SAFETY: the caller's promise.
                    let word = unsafe { (place as *const W).add(index).read() };
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
