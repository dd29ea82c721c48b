//! Elements of arrays: accesses whose address is a base that all lanes share plus an index times the element's size.
//!
//! If all elements are in the allocation that the instruction accessed last, their addresses needn't be computed.

use super::super::code::Inst;
use super::super::core::{Core, Next, SKIP};
use super::super::lane::Word;
use super::super::space::Space;
use super::Op;
use super::integer::{Int, MadWide};
use super::memory::{
    Cell, Regular, bounds, fetch_ahead, grows, load_regular, read, store_regular, write,
};
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
    let (first, last) = (
        core.mask.trailing_zeros() & 31,
        31 - (core.mask | 1).leading_zeros(),
    );
    let word = core.lane::<u32>(inst.a, first as usize);
    let low = I::get(word).widen();
    let apart = I::get(core.lane(inst.a, last as usize))
        .widen()
        .wrapping_sub(low);
    let array = core.lane::<u64>(inst.c, 0).wrapping_add(inst.x);
    let address = array.wrapping_add(low.wrapping_mul(size));
    if address & (size - 1) != 0 {
        return None;
    }
    let full = core.mask == u32::MAX;
    let bounds = bounds::<S>(core, inst, address, size, write);
    if apart == 0 {
        let found =
            (first == last || grows::<u32>(core, inst.a, word, 0, full)) && bounds.hold(address, 0);
        return found.then(|| Regular::Uniform(address.wrapping_add(bounds.bias)));
    }
    if apart != u64::from(last - first) {
        return None;
    }
    let start = address.wrapping_sub(u64::from(first) * size);
    let found = grows::<u32>(core, inst.a, word.wrapping_sub(first), 1, full)
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
    let [first, .., last] = words.map(|word| I::get(word).widen());
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

/// `mad.wide` of index `a` of type `I`, size `b` and base `c`, which all lanes share, to address `d`, and the `ld` from
/// there that follows immediately and is its only reader: `x` and `y` are those of the load, `z` its destination.
pub struct LoadElement<S, I, T>(PhantomData<(S, I, T)>);
impl<S: Space, I: Index, T: Cell + Word> Op for LoadElement<S, I, T> {
    #[inline(always)]
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        let size = size_of::<T>() as u64;
        if let Some(regular) = elements::<S, I>(core, inst, size, false) {
            if !S::SHARED
                && let Regular::Consecutive(start) = regular
            {
                fetch_ahead(start);
            }
            let load = Inst { d: inst.z, ..*inst };
            // SAFETY: the addresses were found readable.
            unsafe { load_regular::<T, T>(core, &load, regular) };
            return SKIP;
        }
        if core.mask != u32::MAX {
            return MadWide::<I>::run(core, inst);
        }
        // The destination may be the register with the indices.
        let mut values = [[T::default(); 8]; 4];
        for (chunk, values) in values.iter_mut().enumerate() {
            *values = match eight_elements::<S, I>(core, inst, size, false, chunk) {
                // SAFETY: the elements of all eight lanes were found readable, and they are consecutive.
                Some((place, Run::Consecutive)) => unsafe { (place as *const [T; 8]).read() },
                Some((place, Run::Uniform)) => [read::<T>(place); 8],
                // The separate load checks each address, and remembers another allocation.
                None => return MadWide::<I>::run(core, inst),
            };
        }
        for (chunk, values) in values.into_iter().enumerate() {
            core.store(inst.z, chunk, values);
        }
        SKIP
    }
}

/// The same for `st`, whose source is `z`.
pub struct StoreElement<S, I, T>(PhantomData<(S, I, T)>);
impl<S: Space, I: Index, T: Cell + Word> Op for StoreElement<S, I, T> {
    #[inline(always)]
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        let size = size_of::<T>() as u64;
        if core.mask != u32::MAX {
            return MadWide::<I>::run(core, inst);
        }
        if let Some(regular) = elements::<S, I>(core, inst, size, true) {
            let store = Inst { d: inst.z, ..*inst };
            // SAFETY: the addresses were found writable.
            unsafe { store_regular::<T, T>(core, &store, regular) };
            return SKIP;
        }
        for chunk in 0..4 {
            let values = core.load::<T>(inst.z, chunk);
            match eight_elements::<S, I>(core, inst, size, true, chunk) {
                // SAFETY: the elements of all eight lanes were found writable, and they are consecutive.
                Some((place, Run::Consecutive)) => unsafe {
                    (place as *mut [T; 8]).write(values);
                },
                Some((place, Run::Uniform)) => write::<T>(place, values[7]),
                // Values that were already stored are stored again.
                None => return MadWide::<I>::run(core, inst),
            }
        }
        SKIP
    }
}
