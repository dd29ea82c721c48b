//! Loads and stores.
//!
//! A warp's addresses are looked at together: one comparison with the allocation that the
//! instruction found last, then the fastest way for all equal, consecutive or scattered addresses.

use super::super::code::Inst;
use super::super::core::{CONTINUE, Core, Next, STOP};
use super::super::lane::{Elem, Word};
use super::super::space::{SHARED_WINDOW, Space};
use super::super::trouble::Access;
use super::Op;
use std::marker::PhantomData;

/// A value in memory and how it is filled up to a register's word.
pub trait Cell: Copy + Default + PartialEq + 'static {
    /// To 64 bits, with the sign if it has one.
    fn extend(self) -> u64;
    /// From a register, cut off.
    fn shrink(value: u64) -> Self;
}

macro_rules! cells {
    ($($ty:ty as $wide:ty;)*) => { $(
        impl Cell for $ty {
            #[inline(always)]
            fn extend(self) -> u64 { self as $wide as u64 }
            #[inline(always)]
            fn shrink(value: u64) -> $ty { value as $ty }
        }
    )* };
}

cells! { u8 as u64; i8 as i64; u16 as u64; i16 as i64; u32 as u64; i32 as i64; u64 as u64; }

/// How a warp's addresses lie.
enum Pattern {
    /// One address for all.
    Uniform,
    /// Each lane's follows the one before.
    Consecutive,
    /// Any.
    Scattered,
}

/// The place of an access that is all in one allocation.
struct Window {
    /// What to add to an address to have the host's.
    bias: u64,
    pattern: Pattern,
}

/// Addresses of all lanes, those of inactive lanes replaced by an active one's.
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
            words = std::array::from_fn(|lane| words[lane].blend(first, lanes[lane]));
        }
        for lane in 0..8 {
            // A 32-bit address wraps around at 32 bits.
            all[chunk * 8 + lane] = A::W::cut(words[lane].wide().wrapping_add(inst.x)).wide();
        }
    }
    all
}

/// Where an access of `size` bytes a lane goes, if it can be made without looking at each lane.
#[inline(always)]
fn window<S: Space>(
    core: &mut Core<'_>,
    inst: &Inst,
    all: &[u64; 32],
    size: u64,
    write: bool,
) -> Option<Window> {
    if S::LOCAL {
        return None;
    }
    let first = all[0];
    let (mut apart, mut uneven, mut bits) = (0, 0, 0);
    for (lane, address) in all.iter().enumerate() {
        let distance = address.wrapping_sub(first);
        apart |= distance;
        uneven |= distance ^ (lane as u64 * size);
        bits |= address;
    }
    if bits & (size - 1) != 0 {
        return None;
    }
    let (pattern, low, high) = if uneven == 0 {
        (Pattern::Consecutive, first, first.wrapping_add(31 * size))
    } else if apart == 0 {
        (Pattern::Uniform, first, first)
    } else {
        let (mut low, mut high) = (i64::MAX, i64::MIN);
        for &address in all {
            low = low.min(address as i64);
            high = high.max(address as i64);
        }
        (Pattern::Scattered, low as u64, high as u64)
    };
    let end = high.wrapping_add(size);
    if (low as i64) < 0 || end < low {
        return None;
    }
    if S::SHARED {
        let inside = end <= u64::from(core.shared_size);
        return inside.then_some(Window {
            bias: core.shared as u64,
            pattern,
        });
    }
    if core.reaches(inst.y, low, end, write) {
        return Some(Window { bias: 0, pattern });
    }
    // Shared memory of the block itself.
    let own = SHARED_WINDOW..=SHARED_WINDOW + u64::from(core.shared_size);
    let inside = S::GENERIC && own.contains(&low) && own.contains(&end);
    inside.then_some(Window {
        bias: (core.shared as u64).wrapping_sub(SHARED_WINDOW),
        pattern,
    })
}

/// Reads at a host address that was checked.
#[inline(always)]
fn read<T: Cell>(address: u64) -> T {
    // SAFETY: the caller found `size_of::<T>()` bytes at an aligned `address` to be in a live
    // allocation (or the block's shared memory). Other threads may write there at the same time, as
    // on a GPU: the value is then any of those written, since accesses of a power of two of bytes
    // at an aligned address are single moves on every host that is supported.
    unsafe { (address as *const T).read() }
}

/// Writes at a host address that was checked.
#[inline(always)]
fn write<T: Cell>(address: u64, value: T) {
    // SAFETY: as in `read`, and the allocation may be written.
    unsafe { (address as *mut T).write(value) }
}

/// `ld`: `T` in memory, `D` the register's word, `A` the address register's.
pub struct Load<S, A, T, D>(PhantomData<(S, A, T, D)>);

impl<S: Space, A: Elem, T: Cell, D: Word> Op for Load<S, A, T, D> {
    #[inline(always)]
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        let all = addresses::<A>(core, inst);
        let size = size_of::<T>() as u64;
        let Some(window) = window::<S>(core, inst, &all, size, false) else {
            return load_each::<S, T, D>(core, inst, &all);
        };
        let full = core.mask == u32::MAX;
        let word = |value: T| D::cut(value.extend());
        match window.pattern {
            Pattern::Uniform => {
                let value = word(read::<T>(all[0].wrapping_add(window.bias)));
                for chunk in 0..4 {
                    if full {
                        core.store(inst.d, chunk, [value; 8])
                    } else {
                        core.merge(inst.d, chunk, [value; 8])
                    }
                }
            }
            Pattern::Consecutive if full => {
                let start = all[0].wrapping_add(window.bias);
                for chunk in 0..4 {
                    // SAFETY: `window` found 32 values from `start` on readable.
                    let values: [T; 8] = unsafe { (start as *const [T; 8]).add(chunk).read() };
                    core.store(
                        inst.d,
                        chunk,
                        std::array::from_fn::<D, 8, _>(|lane| word(values[lane])),
                    );
                }
            }
            _ => {
                for chunk in 0..4 {
                    let places: [u64; 8] =
                        std::array::from_fn(|lane| all[chunk * 8 + lane].wrapping_add(window.bias));
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
                        std::array::from_fn(|lane| word(values[lane]))
                    } else {
                        std::array::from_fn(|lane| word(read::<T>(places[lane])))
                    };
                    if full {
                        core.store(inst.d, chunk, values)
                    } else {
                        core.merge(inst.d, chunk, values)
                    }
                }
            }
        }
        CONTINUE
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
        let all = addresses::<A>(core, inst);
        let size = size_of::<T>() as u64;
        let Some(window) = window::<S>(core, inst, &all, size, true) else {
            return store_each::<S, T, D>(core, inst, &all);
        };
        match window.pattern {
            Pattern::Consecutive if core.mask == u32::MAX => {
                let start = all[0].wrapping_add(window.bias);
                for chunk in 0..4 {
                    let words = core.load::<D>(inst.d, chunk);
                    let values: [T; 8] = std::array::from_fn(|lane| T::shrink(words[lane].wide()));
                    // SAFETY: `window` found 32 values from `start` on writable.
                    unsafe { (start as *mut [T; 8]).add(chunk).write(values) };
                }
            }
            _ => {
                for lane in core.active() {
                    write::<T>(
                        all[lane].wrapping_add(window.bias),
                        T::shrink(core.lane::<D>(inst.d, lane).wide()),
                    );
                }
            }
        }
        CONTINUE
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

/// `ld.v2`, `ld.v4`, `ld.v8`: the registers are list `z` of [`Code::lists`](super::super::code::Code::lists),
/// `u32::MAX` where a value isn't wanted.
pub struct LoadVector<S, A, T, D>(PhantomData<(S, A, T, D)>);

impl<S: Space, A: Elem, T: Cell, D: Word> Op for LoadVector<S, A, T, D> {
    #[inline(always)]
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        let all = addresses::<A>(core, inst);
        let code = core.code;
        let registers = &code.lists[inst.z as usize];
        let size = size_of::<T>() as u64 * registers.len() as u64;
        let fast = window::<S>(core, inst, &all, size, false).map(|window| window.bias);
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
        let all = addresses::<A>(core, inst);
        let code = core.code;
        let registers = &code.lists[inst.z as usize];
        let size = size_of::<T>() as u64 * registers.len() as u64;
        let fast = window::<S>(core, inst, &all, size, true).map(|window| window.bias);
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

/// `cp.async`: copies `z` bytes from address `b` to shared address `a`; `c`, unless `u32::MAX`, is how
/// many of them are read, and the rest is zero; `y` the site. It is done at once: waiting for it is then nothing.
pub struct CopyAsync<A, B>(PhantomData<(A, B)>);

impl<A: Elem, B: Elem> Op for CopyAsync<A, B> {
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        use super::super::space::{Global, Shared};
        let size = inst.z as usize;
        for lane in core.active() {
            let to = core
                .lane::<A::W>(inst.a, lane)
                .wide()
                .wrapping_add_signed(i64::from(inst.x as u32 as i32));
            let to = A::W::cut(to).wide();
            let from = core
                .lane::<B::W>(inst.b, lane)
                .wide()
                .wrapping_add_signed(i64::from((inst.x >> 32) as i32));
            let wanted = if inst.c == u32::MAX {
                size
            } else {
                core.lane::<u32>(inst.c, lane) as usize
            }
            .min(size);
            let mut bytes = [0u8; 16];
            if wanted > 0 {
                let aligned = from & (u64::from(inst.z) - 1) == 0;
                let end = from.wrapping_add(inst.z.into());
                let known = aligned && end > from && core.reaches(inst.y, from, end, false);
                let place = match known {
                    true => Some(from as *mut u8),
                    false => core.resolve::<Global>(lane, from, inst.z, Access::Load),
                };
                let Some(place) = place else { return STOP };
                // SAFETY: `size` bytes, at most 16, were found readable there.
                unsafe { std::ptr::copy_nonoverlapping(place, bytes.as_mut_ptr(), wanted) };
            }
            let Some(place) = core.resolve::<Shared>(lane, to, inst.z, Access::Store) else {
                return STOP;
            };
            // SAFETY: `resolve` found `size` bytes, at most 16, writable there.
            unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), place, size) };
        }
        CONTINUE
    }
}
