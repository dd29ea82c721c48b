//! Atomic operations and reductions in memory.

use super::super::code::Inst;
use super::super::core::{CONTINUE, Core, Next, STOP};
use super::super::fault_kind::Access;
use super::super::lane::{Elem, Two, Word};
use super::super::rounding::Rounding;
use super::super::space::{RANK_SHIFT, SHARED_WINDOW, Space, WINDOW_SIZE};
use super::float::{Real, extreme};
use super::integer::Int;
use super::memory::{Regular, addresses, bias, prefetch, regular};
use super::{Level, Op};
use std::marker::PhantomData;
use std::sync::atomic::{AtomicU16, AtomicU32, AtomicU64, Ordering};

/// A value that the host can change atomically.
pub trait AtomicCell: Copy + 'static {
    /// The register's word.
    type W: Word;
    /// The value at `place`.
    ///
    /// # Safety
    /// `place` is aligned and lies in memory that lives.
    unsafe fn read(place: *const u8) -> Self::W;
    /// Puts `f(old)` in place of the value at `place`, and answers the old one. Where another thread was faster, `f` is
    /// asked again.
    ///
    /// # Safety
    /// `place` is aligned and lies in memory that lives and may be written.
    unsafe fn update(place: *mut u8, f: impl FnMut(Self::W) -> Self::W) -> Self::W;
    /// The same where only this thread has access.
    ///
    /// # Safety
    /// As for `update`, and no other thread uses the memory.
    unsafe fn update_alone(place: *mut u8, f: impl FnOnce(Self::W) -> Self::W) -> Self::W;
    /// What a register's word is once it was in a cell.
    fn kept(word: Self::W) -> Self::W;
}

macro_rules! cells {
    ($($ty:ty, $atomic:ty, $word:ty;)*) => { $(
        impl AtomicCell for $ty {
            type W = $word;
            unsafe fn read(place: *const u8) -> $word {
                // SAFETY: the caller's promise.
                <$word>::from(unsafe { place.cast::<$ty>().read() })
            }
            unsafe fn update(place: *mut u8, mut f: impl FnMut($word) -> $word) -> $word {
                // SAFETY: the caller's promise; other threads change the value atomically, too.
                let cell = unsafe { <$atomic>::from_ptr(place.cast()) };
                let mut old = cell.load(Ordering::Relaxed);
                loop {
                    let new = f(<$word>::from(old)) as $ty;
                    match cell.compare_exchange_weak(old, new, Ordering::SeqCst, Ordering::Relaxed) {
                        Ok(old) => return <$word>::from(old),
                        Err(now) => old = now,
                    }
                }
            }
            unsafe fn update_alone(place: *mut u8, f: impl FnOnce($word) -> $word) -> $word {
                // SAFETY: the caller's promise.
                let old = unsafe { Self::read(place) };
                // SAFETY: the caller's promise.
                unsafe { place.cast::<$ty>().write(f(old) as $ty) };
                old
            }
            #[inline(always)]
            fn kept(word: $word) -> $word {
                <$word>::from(word as $ty)
            }
        }
    )* };
}
cells! {
    u16, AtomicU16, u32;
    u32, AtomicU32, u32;
    u64, AtomicU64, u64;
}

/// What an atomic operation does.
pub trait AtomicKind {
    /// Its cell.
    type Cell: AtomicCell;
    /// Returns the new value of `old`, given the operands.
    fn new(old: Word1<Self>, b: Word1<Self>, c: Word1<Self>) -> Word1<Self>;
    /// Returns the same in global memory.
    #[inline(always)]
    fn new_in_global(old: Word1<Self>, b: Word1<Self>, c: Word1<Self>) -> Word1<Self> {
        Self::new(old, b, c)
    }
}

/// The word of a kind's registers.
pub type Word1<K> = <<K as AtomicKind>::Cell as AtomicCell>::W;

macro_rules! integer_kinds {
    ($($(#[$doc:meta])* $name:ident: |$old:ident, $b:ident, $c:ident| $body:expr;)*) => { $(
        $(#[$doc])*
        pub struct $name<T>(PhantomData<T>);
        integer_kinds!(@one $name, u32, u32, |$old, $b, $c| $body);
        integer_kinds!(@one $name, i32, u32, |$old, $b, $c| $body);
        integer_kinds!(@one $name, u64, u64, |$old, $b, $c| $body);
        integer_kinds!(@one $name, i64, u64, |$old, $b, $c| $body);
        integer_kinds!(@one $name, u16, u16, |$old, $b, $c| $body);
    )* };
    (@one $name:ident, $ty:ty, $cell:ty, |$old:ident, $b:ident, $c:ident| $body:expr) => {
        impl AtomicKind for $name<$ty> {
            type Cell = $cell;
            #[inline(always)]
            fn new(old: Word1<Self>, b: Word1<Self>, c: Word1<Self>) -> Word1<Self> {
                let ($old, $b, $c) = (<$ty>::get(old), <$ty>::get(b), <$ty>::get(c));
                let _ = $c;
                ($body).put()
            }
        }
    };
}

integer_kinds! {
    /// `add`
    AtomAdd: |old, b, c| Int::add(old, b);
    /// `exch`
    AtomExch: |old, b, c| { let _ = old; b };
    /// `cas`: `b` is what is expected
    AtomCas: |old, b, c| if old == b { c } else { old };
    /// `min`
    AtomMin: |old, b, c| old.min(b);
    /// `max`
    AtomMax: |old, b, c| old.max(b);
    /// `and`
    AtomAnd: |old, b, c| old & b;
    /// `or`
    AtomOr: |old, b, c| old | b;
    /// `xor`
    AtomXor: |old, b, c| old ^ b;
    /// `inc`
    AtomInc: |old, b, c| if old >= b { 0 } else { old + 1 };
    /// `dec`
    AtomDec: |old, b, c| if old == 0 || old > b { b } else { old - 1 };
}

/// `add` of floating point
pub struct AtomAddFloat<T>(PhantomData<T>);
impl AtomicKind for AtomAddFloat<f32> {
    type Cell = u32;
    fn new(old: u32, b: u32, _: u32) -> u32 {
        (f32::from_bits(old) + f32::from_bits(b))
            .canonical()
            .to_bits()
    }
    /// Flushes subnormal numbers.
    fn new_in_global(old: u32, b: u32, _: u32) -> u32 {
        (f32::from_bits(old).flush() + f32::from_bits(b).flush())
            .flush()
            .canonical()
            .to_bits()
    }
}
impl AtomicKind for AtomAddFloat<f64> {
    type Cell = u64;
    fn new(old: u64, b: u64, _: u64) -> u64 {
        let sum = Self::new_in_global(old, b, 0);
        match f64::from_bits(sum).is_nan() {
            true => sum | 1 << 51,
            false => sum,
        }
    }
    /// A NaN stays as it is, even a signalling one, and what is added goes first.
    fn new_in_global(old: u64, b: u64, _: u64) -> u64 {
        let (x, y) = (f64::from_bits(old), f64::from_bits(b));
        match (x.is_nan(), y.is_nan()) {
            (_, true) => b,
            (true, _) => old,
            _ => (x + y).to_bits(),
        }
    }
}
macro_rules! half_adds {
    ($($ty:ty)*) => { $(
        impl AtomicKind for AtomAddFloat<$ty> {
            type Cell = u16;
            fn new(old: u32, b: u32, _: u32) -> u32 {
                Real::add(<$ty>::get(old), <$ty>::get(b), Rounding::Nearest).canonical().put()
            }
        }
        impl AtomicKind for AtomAddFloat<Two<$ty>> {
            type Cell = u32;
            fn new(old: u32, b: u32, _: u32) -> u32 {
                let add = |x: $ty, y: $ty| Real::add(x, y, Rounding::Nearest).canonical();
                let (x, y) = (Two::<$ty>::get(old), Two::<$ty>::get(b));
                Two(add(x.0, y.0), add(x.1, y.1)).put()
            }
        }
    )* };
}
half_adds! { half::f16 half::bf16 }

/// `min` and `max` of halves, of the elements of a vector: `MAX` tells which
pub struct AtomExtremeFloat<T, const MAX: bool>(PhantomData<T>);
macro_rules! half_extremes {
    ($($ty:ty)*) => { $(
        impl<const MAX: bool> AtomicKind for AtomExtremeFloat<$ty, MAX> {
            type Cell = u16;
            fn new(old: u32, b: u32, _: u32) -> u32 {
                extreme(<$ty>::get(old), <$ty>::get(b), 0, MAX).put()
            }
        }
        impl<const MAX: bool> AtomicKind for AtomExtremeFloat<Two<$ty>, MAX> {
            type Cell = u32;
            fn new(old: u32, b: u32, _: u32) -> u32 {
                let (x, y) = (Two::<$ty>::get(old), Two::<$ty>::get(b));
                Two(extreme(x.0, y.0, 0, MAX), extreme(x.1, y.1, 0, MAX)).put()
            }
        }
    )* };
}
half_extremes! { half::f16 half::bf16 }

/// `atom` and `red`: address `a`, operands `b` and `c`, old value to `d` unless that is `u32::MAX`.
pub struct Atomic<S, A, K>(PhantomData<(S, A, K)>);

impl<S: Space, A: Elem, K: AtomicKind> Op for Atomic<S, A, K> {
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        let mut all = [0; 32];
        match cells_of::<S, A>(core, inst, size_of::<K::Cell>() as u64, &mut all) {
            Cells::One(cell) => {
                let cell = cell as *mut u8;
                let address = all[0];
                // SAFETY: `cells` found the cell.
                unsafe {
                    match is_global::<S>(cell, address) {
                        true => change_together::<K, true>(core, inst, cell),
                        false => change_together::<K, false>(core, inst, cell),
                    }
                }
            }
            Cells::Apart(bias) => {
                // SAFETY: `cells` found the cells; where addresses are the host's, they are in global memory.
                unsafe {
                    match !S::SHARED && bias == 0 {
                        true => change_apart::<K, true>(core, inst, &all, bias),
                        false => change_apart::<K, false>(core, inst, &all, bias),
                    }
                }
            }
            // SAFETY: `cells` found the cells, in shared memory of the block group.
            Cells::OfBlockGroup => unsafe { change_apart::<K, false>(core, inst, &all, 0) },
            Cells::Anywhere => return change_each::<S, K>(core, inst, &all),
        }
        CONTINUE
    }
}

/// Where the active lanes have their cells.
enum Cells {
    /// All have the one at this address of the host.
    One(u64),
    /// In one allocation; what is to be added to their addresses.
    Apart(u64),
    /// In the shared memory of the cluster's blocks, at these addresses of the host.
    OfBlockGroup,
    /// Perhaps in several, or nowhere.
    Anywhere,
}

/// What each active lane does with a cell of its own.
///
/// # Safety
/// As for [`change`], of the cells at the addresses with `bias` added.
#[inline(always)]
unsafe fn change_apart<K: AtomicKind, const GLOBAL: bool>(
    core: &mut Core<'_>,
    inst: &Inst,
    all: &[u64; 32],
    bias: u64,
) {
    if GLOBAL {
        // One after the other they would wait for memory each by itself.
        all.iter().for_each(|&address| prefetch(address));
    }
    if inst.d == u32::MAX && core.mask == u32::MAX {
        // The operands are read before memory changes, in which the compiler would otherwise look for them.
        let (b, c) = (
            core.plane::<Word1<K>>(inst.b),
            core.plane::<Word1<K>>(inst.c),
        );
        for lane in 0..32 {
            let cell = all[lane].wrapping_add(bias) as *mut u8;
            // SAFETY: the caller's promise.
            unsafe { new_value::<K, GLOBAL>(cell, b[lane], c[lane]) };
        }
        return;
    }
    for lane in core.active() {
        let cell = all[lane].wrapping_add(bias) as *mut u8;
        // SAFETY: the caller's promise.
        unsafe { change::<K, GLOBAL>(core, inst, lane, cell) };
    }
}

/// [`cells`] with what the CPU has: one function serves all operations, of which there are hundreds.
#[inline(never)]
fn cells_of<S: Space, A: Elem>(
    core: &mut Core<'_>,
    inst: &Inst,
    size: u64,
    all: &mut [u64; 32],
) -> Cells {
    match core.level {
        Level::Plain => cells::<S, A>(core, inst, size, all),
        // SAFETY: the CPU has it.
        #[cfg(target_arch = "x86_64")]
        Level::Avx2 => unsafe { cells_avx2::<S, A>(core, inst, size, all) },
    }
}

/// # Safety
/// The CPU has AVX2.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
unsafe fn cells_avx2<S: Space, A: Elem>(
    core: &mut Core<'_>,
    inst: &Inst,
    size: u64,
    all: &mut [u64; 32],
) -> Cells {
    cells::<S, A>(core, inst, size, all)
}

/// Where the active lanes have cells of `size` bytes; puts their addresses into `all`, where they have one cell only the
/// first.
#[inline(always)]
fn cells<S: Space, A: Elem>(
    core: &mut Core<'_>,
    inst: &Inst,
    size: u64,
    all: &mut [u64; 32],
) -> Cells {
    if let Some(Regular::Uniform(cell)) = regular::<S, A>(core, inst, size, true) {
        let lane = core.first_lane() as usize;
        all[0] = core.lane::<A::W>(inst.a, lane).plus(inst.x).wide();
        return Cells::One(cell);
    }
    *all = addresses::<A>(core, inst);
    match bias::<S>(core, inst, all, size, true) {
        // One cell is changed once, in whichever allocation it is.
        Some(bias) if all[0] == all[31] && all[1..] == all[..31] => {
            Cells::One(all[0].wrapping_add(bias))
        }
        Some(bias) => Cells::Apart(bias),
        None if places_in_block_group::<S>(core, all, size) => Cells::OfBlockGroup,
        None => Cells::Anywhere,
    }
}

/// Are all in the shared memory of the cluster's blocks? Then makes them the host's addresses.
#[inline(always)]
fn places_in_block_group<S: Space>(core: &Core<'_>, all: &mut [u64; 32], size: u64) -> bool {
    let blocks = core.block_group.blocks.len() as u64;
    if blocks < 2
        || !S::SHARED && (!S::GENERIC || all[0].wrapping_sub(SHARED_WINDOW) >= WINDOW_SIZE)
    {
        return false;
    }
    let window = if S::SHARED { 0 } else { SHARED_WINDOW };
    let low = (1u64 << RANK_SHIFT) - 1;
    // Negative where a lane's isn't.
    let (mut signs, mut bits) = (0i64, 0);
    let most = i64::from(core.shared_size) - size as i64;
    let start = core.block_group.shared.as_ptr() as u64;
    let (own, stride) = (core.block as u32, core.grid.shared_stride);
    let mut places = [0; 32];
    for (place, &address) in places.iter_mut().zip(&*all) {
        let offset = address.wrapping_sub(window);
        let (rank, within) = (offset >> RANK_SHIFT, offset & low);
        signs |= (most - within as i64) | (blocks as i64).wrapping_sub(rank as i64);
        bits |= address;
        // No rank is the block's own, and the others count from 1.
        let block = if rank == 0 {
            own
        } else {
            (rank as u32).wrapping_sub(1)
        };
        *place = start + u64::from(block.wrapping_mul(stride)) + within;
    }
    let found = signs >= 0 && bits & (size - 1) == 0;
    if found {
        *all = places;
    }
    found
}

/// What the active lanes do where they have cells in several allocations or other blocks' shared memory, or an address
/// is wrong.
#[inline(never)]
fn change_each<S: Space, K: AtomicKind>(core: &mut Core<'_>, inst: &Inst, all: &[u64; 32]) -> Next {
    for lane in core.active() {
        let address = all[lane];
        let Some(cell) = find::<S, K>(core, inst, lane, address) else {
            return STOP;
        };
        // SAFETY: `find` found the cell.
        unsafe {
            match is_global::<S>(cell, address) {
                true => change::<K, true>(core, inst, lane, cell),
                false => change::<K, false>(core, inst, lane, cell),
            }
        }
    }
    CONTINUE
}

/// Is it a cell of global memory, which alone has its own address?
#[inline(always)]
fn is_global<S: Space>(cell: *mut u8, address: u64) -> bool {
    !S::SHARED && cell as u64 == address
}

/// Returns the cell at an address, aligned, in live memory that may be written; `None` when there is none, which
/// stopped the warp. Only global memory is used by other threads than the one that runs the block group.
#[inline(always)]
fn find<S: Space, K: AtomicKind>(
    core: &mut Core<'_>,
    inst: &Inst,
    lane: usize,
    address: u64,
) -> Option<*mut u8> {
    let size = size_of::<K::Cell>() as u32;
    let aligned = address & u64::from(size - 1) == 0;
    let offset = match S::SHARED {
        true => address,
        false => address.wrapping_sub(SHARED_WINDOW),
    };
    if (S::SHARED || S::GENERIC && offset < WINDOW_SIZE)
        && aligned
        && let Some(cell) = core.shared_place(offset, size)
    {
        return Some(cell);
    }
    if !S::SHARED
        && aligned
        && let Some(site) = core.sites.get(inst.y as usize)
        && site.holds(address, size.into())
        && site.writable
    {
        return Some(address as *mut u8);
    }
    let cell = core.resolve::<S>(lane, address, size, Access::Atomic)?;
    if is_global::<S>(cell, address) {
        core.reaches(inst.y, address, address + u64::from(size), true);
    }
    Some(cell)
}

/// What one lane does.
///
/// # Safety
/// The cell may be written, and other threads use it only where it is `GLOBAL`.
#[inline(always)]
unsafe fn change<K: AtomicKind, const GLOBAL: bool>(
    core: &mut Core<'_>,
    inst: &Inst,
    lane: usize,
    cell: *mut u8,
) {
    let b = core.lane::<Word1<K>>(inst.b, lane);
    let c = core.lane::<Word1<K>>(inst.c, lane);
    // SAFETY: the caller's promise.
    let old = unsafe { new_value::<K, GLOBAL>(cell, b, c) };
    if inst.d != u32::MAX {
        core.set_lane(inst.d, lane, old);
    }
}

/// Gives a cell its new value, and answers the old one.
///
/// # Safety
/// As for [`change`].
#[inline(always)]
unsafe fn new_value<K: AtomicKind, const GLOBAL: bool>(
    cell: *mut u8,
    b: Word1<K>,
    c: Word1<K>,
) -> Word1<K> {
    // SAFETY: the caller's promise.
    unsafe {
        match GLOBAL {
            true => K::Cell::update(cell, |old| K::new_in_global(old, b, c)),
            false => K::Cell::update_alone(cell, |old| K::new(old, b, c)),
        }
    }
}

/// What all active lanes do with one cell, as one change: lane by lane, with nobody in between.
///
/// # Safety
/// As for [`change`].
#[inline(always)]
unsafe fn change_together<K: AtomicKind, const GLOBAL: bool>(
    core: &mut Core<'_>,
    inst: &Inst,
    cell: *mut u8,
) {
    if core.mask.is_power_of_two() {
        let lane = core.first_lane() as usize;
        // SAFETY: the caller's promise.
        return unsafe { change::<K, GLOBAL>(core, inst, lane, cell) };
    }
    let this: &Core<'_> = core;
    let active = this.active();
    let next = |old: Word1<K>, lane: usize| {
        let (b, c) = (this.lane(inst.b, lane), this.lane(inst.c, lane));
        let new = match GLOBAL {
            true => K::new_in_global(old, b, c),
            false => K::new(old, b, c),
        };
        K::Cell::kept(new)
    };
    let mut before = [Word1::<K>::default(); 32];
    let wanted = inst.d != u32::MAX;
    let all = |first: Word1<K>| {
        if !wanted {
            return active.fold(first, next);
        }
        active.fold(first, |old, lane| {
            before[lane] = old;
            next(old, lane)
        })
    };
    // SAFETY: the caller's promise.
    unsafe {
        match GLOBAL {
            true => K::Cell::update(cell, all),
            false => K::Cell::update_alone(cell, all),
        }
    };
    if wanted {
        core.merge_plane(inst.d, &before);
    }
}
