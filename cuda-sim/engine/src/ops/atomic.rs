//! Atomic operations and reductions in memory.

use crate::code::Inst;
use crate::code::level::Level;
use crate::device::fault_kind::Access;
use crate::device::windows::{RANK_SHIFT, SHARED_WINDOW, WINDOW_SIZE};
use crate::numbers::lane::{Elem, Word};
use crate::ops::atomic_kind::{AtomicCell, Change, Word2};
use crate::ops::atomic_place::AtomicPlace;
use crate::ops::compare_and_swap::compare_together;
use crate::ops::memory::{Regular, located, prefetch, regular_at};
use crate::ops::op::Op;
use crate::ops::system::fence;
use crate::state::core::{CONTINUE, Core, Next, STOP};
use crate::state::space::{Generic, Global, Shared, Space};
use std::marker::PhantomData;

/// `atom` and `red`: address `a`, operands `b` and `c`, old value to `d` unless that is `u32::MAX`; `z` is an
/// [`AtomicPlace`] with its flags and the operation's index.
pub struct Atomic<K>(PhantomData<K>);

impl<K: Change> Op for Atomic<K> {
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        let place = AtomicPlace::unpack(inst.z);
        let kind = K::find(core.code, AtomicPlace::operation(inst.z));
        if core.mask.is_power_of_two() {
            let lane = core.first_lane() as usize;
            let address = place.address(core, inst, lane);
            let Some(old) = change_one(kind, core, inst, place, lane, address) else {
                return STOP;
            };
            if inst.d != u32::MAX {
                keep(core, inst.d, &[[old; 8]]);
            }
            return CONTINUE;
        }
        let size = size_of::<K::Cell>();
        if inst.z & AtomicPlace::SAME_ADDRESS != 0 {
            let address = place.address(core, inst, core.first_lane() as usize);
            if let Some(cell) = known_cell(core, inst, place, address, size as u32) {
                // SAFETY: `known_cell` found the cell.
                unsafe { change_one_cell(kind, core, inst, cell, place.is_global(cell, address)) };
                return CONTINUE;
            }
        }
        let mut all = [0; 32];
        match cells_of(core, inst, place, size as u64, &mut all) {
            Cells::One(cell) => {
                let cell = cell as *mut u8;
                // SAFETY: `cells_of` found the cell.
                unsafe { change_one_cell(kind, core, inst, cell, place.is_global(cell, all[0])) };
            }
            Cells::Apart(bias) => {
                let lane = core.first_lane() as usize;
                let cell = all[lane].wrapping_add(bias) as *mut u8;
                let is_global = place.is_global(cell, place.address(core, inst, lane));
                // SAFETY: `cells_of` found the cells, either all in global memory or none.
                unsafe {
                    if is_global {
                        change_separately::<K, true>(kind, core, inst, &all, bias)
                    } else {
                        fence_before(core, inst);
                        change_separately::<K, false>(kind, core, inst, &all, bias)
                    }
                }
            }
            Cells::OfBlockGroup => {
                fence_before(core, inst);
                // SAFETY: `cells_of` found the cells, in shared memory of the block group.
                unsafe { change_separately::<K, false>(kind, core, inst, &all, 0) }
            }
            Cells::Anywhere => return change_each(kind, core, inst, place, &all),
        }
        CONTINUE
    }
}

/// Where the cells of the active lanes are.
enum Cells {
    /// All lanes use the one at this host address.
    One(u64),
    /// In one allocation, or in local memory; the difference between host addresses and `all`.
    Apart(u64),
    /// In the shared memory of the cluster's blocks, at these host addresses.
    OfBlockGroup,
    /// In several allocations, or at an invalid address.
    Anywhere,
}

/// Performs the operations of all active lanes on one cell.
///
/// # Safety
/// The cell may be written, and other threads use it only where it is `global`.
#[inline(never)]
unsafe fn change_one_cell<K: Change>(
    kind: K,
    core: &mut Core<'_>,
    inst: &Inst,
    cell: *mut u8,
    global: bool,
) {
    if !global {
        fence_before(core, inst);
    }
    // SAFETY: the caller's promise.
    let is_done = K::COMPARES && unsafe { compare_together::<K::Cell>(core, inst, cell, global) };
    if is_done {
        return;
    }
    // SAFETY: the caller's promise.
    unsafe {
        if global {
            change_together::<K, true>(kind, core, inst, cell)
        } else {
            change_together::<K, false>(kind, core, inst, cell)
        }
    }
}

/// Changes a separate cell for each active lane.
///
/// # Safety
/// As for [`change`], of the cells at the addresses with `bias` added.
#[inline(always)]
unsafe fn change_separately<K: Change, const GLOBAL: bool>(
    kind: K,
    core: &mut Core<'_>,
    inst: &Inst,
    all: &[u64; 32],
    bias: u64,
) {
    if GLOBAL {
        // Without prefetching, each would wait for memory separately.
        all.iter().for_each(|&address| prefetch(address));
    }
    if inst.d == u32::MAX && core.mask == u32::MAX {
        // The operands are read before memory changes, so that the compiler needn't read them from memory again.
        let (b, c) = (core.plane::<Word2<K>>(inst.b), core.plane::<Word2<K>>(inst.c));
        for lane in 0..32 {
            let cell = all[lane].wrapping_add(bias) as *mut u8;
            // SAFETY: the caller's promise.
            unsafe { kind.change::<GLOBAL>(cell, b[lane], c[lane]) };
        }
        return;
    }
    for lane in core.active() {
        let cell = all[lane].wrapping_add(bias) as *mut u8;
        // SAFETY: the caller's promise.
        let old = unsafe { change::<K, GLOBAL>(kind, core, inst, lane, cell) };
        if inst.d != u32::MAX {
            core.set_lane(inst.d, lane, old);
        }
    }
}

/// [`cells`] for the CPU's features and the place: one function for all operations.
#[inline(never)]
fn cells_of(
    core: &mut Core<'_>,
    inst: &Inst,
    place: AtomicPlace,
    size: u64,
    all: &mut [u64; 32],
) -> Cells {
    match core.level {
        Level::Plain => cells_at(core, Level::Plain, inst, place, size, all),
        // SAFETY: the CPU has it.
        #[cfg(target_arch = "x86_64")]
        Level::Avx2 => unsafe { cells_avx2(core, inst, place, size, all) },
    }
}

/// # Safety
/// The CPU has AVX2.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
unsafe fn cells_avx2(
    core: &mut Core<'_>,
    inst: &Inst,
    place: AtomicPlace,
    size: u64,
    all: &mut [u64; 32],
) -> Cells {
    cells_at(core, Level::Avx2, inst, place, size, all)
}

#[inline(always)]
fn cells_at(
    core: &mut Core<'_>,
    level: Level,
    inst: &Inst,
    place: AtomicPlace,
    size: u64,
    all: &mut [u64; 32],
) -> Cells {
    match place {
        AtomicPlace::Shared32 => cells::<Shared, u32>(core, level, inst, size, all),
        AtomicPlace::Shared64 => cells::<Shared, u64>(core, level, inst, size, all),
        AtomicPlace::Global => cells::<Global, u64>(core, level, inst, size, all),
        AtomicPlace::Generic => cells::<Generic, u64>(core, level, inst, size, all),
    }
}

/// Returns where the active lanes have cells of `size` bytes, and writes their addresses to `all`; for a common cell,
/// only the first.
#[inline(always)]
fn cells<S: Space, A: Elem>(
    core: &mut Core<'_>,
    level: Level,
    inst: &Inst,
    size: u64,
    all: &mut [u64; 32],
) -> Cells {
    if let Some(Regular::Uniform(cell)) = regular_at::<S, A>(core, level, inst, size, true) {
        let lane = core.first_lane() as usize;
        all[0] = core.lane::<A::W>(inst.a, lane).plus(inst.x).wide();
        return Cells::One(cell);
    }
    match located::<S, A>(core, inst, size, true, all) {
        // One cell is changed once, in whichever allocation it is.
        Some(bias) if all[0] == all[31] && all[1..] == all[..31] => {
            Cells::One(all[0].wrapping_add(bias))
        }
        Some(bias) => Cells::Apart(bias),
        None if places_in_block_group::<S>(core, all, size) => Cells::OfBlockGroup,
        None => Cells::Anywhere,
    }
}

/// Returns `true` if all are in the shared memory of the cluster's blocks, and converts them to host addresses.
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
    // Negative if a lane's isn't.
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
        let block = if rank == 0 { own } else { (rank as u32).wrapping_sub(1) };
        *place = start + u64::from(block.wrapping_mul(stride)) + within;
    }
    let found = signs >= 0 && bits & (size - 1) == 0;
    if found {
        *all = places;
    }
    found
}

/// Performs the operation for active lanes with cells in several allocations or other blocks' shared memory, or with an
/// invalid address.
#[inline(never)]
fn change_each<K: Change>(
    kind: K,
    core: &mut Core<'_>,
    inst: &Inst,
    place: AtomicPlace,
    all: &[u64; 32],
) -> Next {
    for lane in core.active() {
        let Some(old) = change_one(kind, core, inst, place, lane, all[lane]) else {
            return STOP;
        };
        if inst.d != u32::MAX {
            core.set_lane(inst.d, lane, old);
        }
    }
    CONTINUE
}

/// Performs one lane's operation on the cell at an address in any memory, of which only global memory is accessed by
/// threads other than the one that runs the block group. Returns the old value, or `None` if the warp was stopped.
#[inline(always)]
fn change_one<K: Change>(
    kind: K,
    core: &mut Core<'_>,
    inst: &Inst,
    place: AtomicPlace,
    lane: usize,
    address: u64,
) -> Option<Word2<K>> {
    let size = size_of::<K::Cell>() as u32;
    let cell = match known_cell(core, inst, place, address, size) {
        Some(cell) => cell,
        None => look_up_cell(core, inst, place, lane, address, size)?,
    };
    // SAFETY: the cell was found.
    unsafe {
        Some(if place.is_global(cell, address) {
            change::<K, true>(kind, core, inst, lane, cell)
        } else {
            fence_before(core, inst);
            change::<K, false>(kind, core, inst, lane, cell)
        })
    }
}

/// Writes the old values to the active lanes of the plane at `at`. `words` has those of each chunk, or of one chunk for
/// all.
#[inline(never)]
fn keep<W: Word>(core: &mut Core<'_>, at: u32, words: &[[W; 8]]) {
    match core.level {
        Level::Plain => keep_chunks(core, at, words),
        // SAFETY: the CPU has it.
        #[cfg(target_arch = "x86_64")]
        Level::Avx2 => unsafe { keep_avx2(core, at, words) },
    }
}

/// [`keep`] with stores as wide as the loads of the following instructions: loads of several narrower stores would
/// stall.
///
/// # Safety
/// The CPU has AVX2.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
unsafe fn keep_avx2<W: Word>(core: &mut Core<'_>, at: u32, words: &[[W; 8]]) {
    keep_chunks(core, at, words);
}

#[inline(always)]
fn keep_chunks<W: Word>(core: &mut Core<'_>, at: u32, words: &[[W; 8]]) {
    for chunk in 0..4 {
        if core.mask >> (8 * chunk) & 0xff != 0
            && let Some(words) = words.get(chunk).or(words.first())
        {
            core.merge(at, chunk, *words);
        }
    }
}

/// Executes the fence of an instruction that is also one, if it changes memory of the block group: in global memory the
/// atomic operation itself orders all accesses.
#[inline(always)]
fn fence_before(core: &Core<'_>, inst: &Inst) {
    if inst.z & AtomicPlace::IS_FENCE != 0 {
        fence(core);
    }
}

/// Returns the aligned cell at an address if it is in the cluster's shared memory, or in the allocation that the
/// instruction last used. It is then the same for all lanes.
#[inline(never)]
fn known_cell(
    core: &Core<'_>,
    inst: &Inst,
    place: AtomicPlace,
    address: u64,
    size: u32,
) -> Option<*mut u8> {
    let aligned = address & u64::from(size - 1) == 0;
    let in_shared = match place {
        AtomicPlace::Shared32 | AtomicPlace::Shared64 => Some(address),
        AtomicPlace::Global => None,
        AtomicPlace::Generic => {
            Some(address.wrapping_sub(SHARED_WINDOW)).filter(|offset| *offset < WINDOW_SIZE)
        }
    };
    if let Some(offset) = in_shared
        && aligned
        && let Some(cell) = core.shared_place(offset, size)
    {
        return Some(cell);
    }
    if !place.is_shared()
        && aligned
        && let Some(site) = core.sites.get(inst.y as usize)
        && site.holds(address, size.into())
        && site.writable
    {
        return Some(address as *mut u8);
    }
    None
}

/// Returns the aligned cell at an address in a lane's live, writable memory; `None` if there is none, which stops the
/// warp.
#[inline(never)]
fn look_up_cell(
    core: &mut Core<'_>,
    inst: &Inst,
    place: AtomicPlace,
    lane: usize,
    address: u64,
    size: u32,
) -> Option<*mut u8> {
    let access = Access::Atomic;
    let cell = match place {
        AtomicPlace::Shared32 | AtomicPlace::Shared64 => {
            core.resolve::<Shared>(lane, address, size, access)
        }
        AtomicPlace::Global => core.resolve::<Global>(lane, address, size, access),
        AtomicPlace::Generic => core.resolve::<Generic>(lane, address, size, access),
    }?;
    if place.is_global(cell, address) {
        core.reaches(inst.y, address, address + u64::from(size), true);
    }
    Some(cell)
}

/// Performs one lane's operation.
///
/// # Safety
/// The cell may be written, and other threads use it only where it is `GLOBAL`.
#[inline(always)]
unsafe fn change<K: Change, const GLOBAL: bool>(
    kind: K,
    core: &Core<'_>,
    inst: &Inst,
    lane: usize,
    cell: *mut u8,
) -> Word2<K> {
    let b = core.lane::<Word2<K>>(inst.b, lane);
    let c = core.lane::<Word2<K>>(inst.c, lane);
    // SAFETY: the caller's promise.
    unsafe { kind.change::<GLOBAL>(cell, b, c) }
}

/// Performs the operations of all active lanes on one cell as a single update, lane by lane.
///
/// # Safety
/// As for [`change`].
#[inline(always)]
unsafe fn change_together<K: Change, const GLOBAL: bool>(
    kind: K,
    core: &mut Core<'_>,
    inst: &Inst,
    cell: *mut u8,
) {
    let this: &Core<'_> = core;
    let active = this.active();
    let next = |old: Word2<K>, lane: usize| {
        let (b, c) = (this.lane(inst.b, lane), this.lane(inst.c, lane));
        K::Cell::stored(kind.updated::<GLOBAL>(old, b, c))
    };
    let mut before = [[Word2::<K>::default(); 8]; 4];
    let wanted = inst.d != u32::MAX;
    let all = |first: Word2<K>| {
        if !wanted {
            return active.fold(first, next);
        }
        active.fold(first, |old, lane| {
            before[lane / 8][lane % 8] = old;
            next(old, lane)
        })
    };
    // SAFETY: the caller's promise.
    unsafe {
        if GLOBAL { K::Cell::update(cell, all) } else { K::Cell::update_exclusive(cell, all) }
    };
    if wanted {
        keep(core, inst.d, &before);
    }
}
