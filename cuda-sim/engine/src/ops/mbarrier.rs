//! Barriers in shared memory, and the bulk copies that they count.
//!
//! The 64 bits of a barrier, which programs must not interpret: 20 for pending arrivals, 20 for the arrivals of a whole
//! phase, 23 for outstanding bytes, and on top the phase's lowest bit.

use crate::code::Inst;
use crate::code::operands::Reduction;
use crate::device::fault_kind::{Access, FaultKind};
use crate::device::windows::RANK_SHIFT;
use crate::numbers::lane::Bits;
use crate::numbers::lane::{Elem, collect, from_fn};
use crate::ops::memory::addresses;
use crate::ops::op::Op;
use crate::state::core::{CONTINUE, Core, Next, STOP, Stop};
use crate::state::space::{Generic, Shared, Space};
use std::marker::PhantomData;

/// The operation on a barrier; [`Inst::y`] of [`Mbarrier`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MbarrierKind {
    /// `init`
    Init,
    /// `inval`
    Invalidate,
    /// `arrive`
    Arrive,
    /// `arrive_drop`
    ArriveDrop,
    /// `arrive.expect_tx`
    ArriveExpect,
    /// `arrive_drop.expect_tx`
    ArriveDropExpect,
    /// `expect_tx`
    Expect,
    /// `complete_tx`
    Complete,
    /// `test_wait`, `try_wait`
    Wait,
    /// `test_wait.parity`, `try_wait.parity`
    WaitParity,
    /// `cp.async.mbarrier.arrive`, whose copies are already done
    Nothing,
}

const KINDS: [MbarrierKind; 11] = [
    MbarrierKind::Init,
    MbarrierKind::Invalidate,
    MbarrierKind::Arrive,
    MbarrierKind::ArriveDrop,
    MbarrierKind::ArriveExpect,
    MbarrierKind::ArriveDropExpect,
    MbarrierKind::Expect,
    MbarrierKind::Complete,
    MbarrierKind::Wait,
    MbarrierKind::WaitParity,
    MbarrierKind::Nothing,
];

/// The position of the pending arrivals in a state.
pub const PENDING: u64 = COUNT;

const COUNT: u64 = (1 << 20) - 1;
const BYTES: u64 = (1 << 23) - 1;

#[derive(Clone, Copy)]
struct BarrierState {
    pending: u64,
    expected: u64,
    bytes: u64,
    phase: u64,
}

impl BarrierState {
    fn unpack(word: u64) -> BarrierState {
        BarrierState {
            pending: word & COUNT,
            expected: word >> 20 & COUNT,
            bytes: word >> 40 & BYTES,
            phase: word >> 63,
        }
    }

    fn pack(self) -> u64 {
        self.pending & COUNT
            | (self.expected & COUNT) << 20
            | (self.bytes & BYTES) << 40
            | self.phase << 63
    }

    fn arrive(&mut self, count: u64) {
        self.pending = self.pending.wrapping_sub(count) & COUNT;
        self.end_phase_if_complete();
    }

    fn complete(&mut self, bytes: u64) {
        self.bytes = self.bytes.wrapping_sub(bytes) & BYTES;
        self.end_phase_if_complete();
    }

    fn end_phase_if_complete(&mut self) {
        if self.pending == 0 && self.bytes == 0 {
            self.phase ^= 1;
            self.pending = self.expected;
        }
    }
}

/// Subtracts bytes from those that a barrier waits for; `None` if that stopped the warp.
pub fn complete(core: &mut Core<'_>, lane: usize, address: u64, bytes: u64) -> Option<()> {
    change(core, lane, address, false, |state| state.complete(bytes)).map(|_| ())
}

fn change(
    core: &mut Core<'_>,
    lane: usize,
    address: u64,
    generic: bool,
    f: impl FnOnce(&mut BarrierState),
) -> Option<u64> {
    let place = place(core, lane, address, generic)?;
    // SAFETY: `place` found the barrier there.
    let old = unsafe { place.read() };
    let mut state = BarrierState::unpack(old);
    f(&mut state);
    // SAFETY: as above.
    unsafe { place.write(state.pack()) };
    Some(old)
}

/// Returns the host address of a barrier, eight aligned bytes; `None` if it is invalid, which stops the warp.
///
/// Barriers are in shared memory, which only the thread that runs its block group uses; elsewhere, the program has a
/// race.
fn place(core: &mut Core<'_>, lane: usize, address: u64, generic: bool) -> Option<*mut u64> {
    let place = if generic {
        core.resolve::<Generic>(lane, address, 8, Access::Atomic)
    } else {
        core.resolve::<Shared>(lane, address, 8, Access::Atomic)
    };
    place.map(|place| place.cast())
}

/// `mbarrier.*`: address `a`; count or bytes `b` (`u32::MAX`: 1); state or parity `c`; result `d`, a state or a
/// predicate, `u32::MAX` for none; `y` the [`MbarrierKind`]; `z` 1 for generic addresses.
pub struct Mbarrier<A>(PhantomData<A>);
impl<A: Elem> Op for Mbarrier<A> {
    #[inline(always)]
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        let kind = KINDS.get(inst.y as usize).copied().unwrap_or(MbarrierKind::Nothing);
        let waits = matches!(kind, MbarrierKind::Wait | MbarrierKind::WaitParity);
        let all = addresses::<A>(core, inst);
        let mut truths = 0;
        // Usually all lanes use the same barrier, which is then read and written once.
        let mut left = core.mask;
        while left != 0 {
            let first = left.trailing_zeros() as usize;
            let Some(place) = place(core, first, all[first], inst.z == 1) else {
                return STOP;
            };
            // SAFETY: `place` found the barrier there.
            let mut state = BarrierState::unpack(unsafe { place.read() });
            let same = left & lanes_where(|lane| all[lane] == all[first]);
            left &= !same;
            match kind {
                MbarrierKind::Wait => {
                    let phases = core.plane::<u64>(inst.c);
                    truths |= same & lanes_where(|lane| phases[lane] >> 63 != state.phase);
                }
                MbarrierKind::WaitParity => {
                    let parities = core.plane::<u32>(inst.c);
                    truths |=
                        same & lanes_where(|lane| u64::from(parities[lane] & 1) != state.phase);
                }
                MbarrierKind::Nothing => {}
                MbarrierKind::Arrive if arrive_together(core, inst, same, &mut state) => {}
                _ => {
                    for lane in Bits(same) {
                        let old = state;
                        apply(core, inst, kind, lane, &mut state);
                        if inst.d != u32::MAX {
                            core.set_lane(inst.d, lane, old.pack());
                        }
                    }
                }
            }
            if !waits {
                // SAFETY: as above.
                unsafe { place.write(state.pack()) };
            }
        }
        if waits {
            core.set_pred(inst.d, truths);
            // A program polls repeatedly; this lets others run sooner.
            core.slice -= 1 << 8;
            if truths == 0 {
                // It polls once more after the others' turn, which saves a loop iteration, and only then returns false.
                let at = core.code.index_of(inst);
                core.stop = Stop::Polled {
                    next: at + u32::from(core.began == at),
                    // Only the block group's own warps can end the wait.
                    cost: 0,
                };
                return STOP;
            }
        }
        CONTINUE
    }
}

/// Makes the lanes of `same` arrive at once. Returns `false` and does nothing unless they all have one count and only
/// the last may end the phase.
#[inline(always)]
fn arrive_together(core: &mut Core<'_>, inst: &Inst, same: u32, state: &mut BarrierState) -> bool {
    let mut count = 1;
    if inst.b != u32::MAX {
        let counts = core.plane::<u32>(inst.b);
        count = u64::from(counts[same.trailing_zeros() as usize & 31]);
        if count == 0 || same & !lanes_where(|lane| u64::from(counts[lane]) == count) != 0 {
            return false;
        }
    }
    let all = u64::from(same.count_ones()) * count;
    if all > state.pending {
        return false;
    }
    let old = state.pack();
    if inst.d != u32::MAX && same == u32::MAX {
        for chunk in 0..4 {
            let before = |lane: usize| old - (chunk * 8 + lane) as u64 * count;
            core.store(inst.d, chunk, from_fn(before));
        }
    } else if inst.d != u32::MAX {
        for (before, lane) in (0..).zip(Bits(same)) {
            core.set_lane(inst.d, lane, old - before * count);
        }
    }
    state.arrive(all);
    true
}

/// Returns the lanes for which `holds` is true.
#[inline(always)]
fn lanes_where(holds: impl Fn(usize) -> bool) -> u32 {
    collect(from_fn(|chunk| from_fn(|lane| holds(chunk * 8 + lane))))
}

/// Performs one lane's operation on a barrier.
#[inline(always)]
fn apply(core: &Core<'_>, inst: &Inst, kind: MbarrierKind, lane: usize, state: &mut BarrierState) {
    let count = match inst.b {
        u32::MAX => 1,
        b => u64::from(core.lane::<u32>(b, lane)),
    };
    match kind {
        MbarrierKind::Init => {
            *state = BarrierState { pending: count, expected: count, bytes: 0, phase: 0 }
        }
        MbarrierKind::Arrive => state.arrive(count),
        MbarrierKind::ArriveDrop => {
            state.expected = state.expected.wrapping_sub(count) & COUNT;
            state.arrive(count);
        }
        MbarrierKind::ArriveExpect | MbarrierKind::ArriveDropExpect => {
            state.bytes = state.bytes.wrapping_add(count) & BYTES;
            if kind == MbarrierKind::ArriveDropExpect {
                state.expected = state.expected.wrapping_sub(1) & COUNT;
            }
            state.arrive(1);
        }
        MbarrierKind::Expect => state.bytes = state.bytes.wrapping_add(count) & BYTES,
        MbarrierKind::Complete => state.complete(count),
        MbarrierKind::Wait | MbarrierKind::WaitParity => {}
        MbarrierKind::Invalidate | MbarrierKind::Nothing => {}
    }
}

/// The unit of bulk copies, in bytes; addresses must be multiples of it.
const GRANULE: u32 = 16;

/// `cp.async.bulk`: from address `b` to address `a`, `c` bytes, which the barrier at `d` counts unless that is
/// `u32::MAX`; `y` bit 0: `a` is shared, bit 1: `b` is shared, bits 2 to 4: `a`, `b`, `d` have 64 bits, bit 5: the
/// register `x` has a mask of the blocks that receive them. With `z`, it is
/// reduction `z - 1` of [`Code::reductions`](crate::code::Code::reductions).
pub struct CopyBulk;
impl Op for CopyBulk {
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        let flag = |bit: u32| inst.y >> bit & 1 != 0;
        let reduction = inst.z.checked_sub(1);
        let reduction = reduction.map(|index| core.code.reductions[index as usize]);
        let write = match reduction {
            Some(_) => Access::Atomic,
            None => Access::Store,
        };
        for lane in core.active() {
            let address = |core: &Core<'_>, at: u32, wide: bool| {
                if wide { core.lane::<u64>(at, lane) } else { core.lane::<u32>(at, lane).into() }
            };
            let (to, from) = (address(core, inst.a, flag(2)), address(core, inst.b, flag(3)));
            let size = core.lane::<u32>(inst.c, lane);
            if !size.is_multiple_of(GRANULE) {
                return core.fault_kind(FaultKind::BadOperand {
                    lane: lane as u32,
                    message: format!(
                        "a bulk copy of {size} bytes, which isn't a multiple of {GRANULE}"
                    ),
                });
            }
            for (address, access, shared) in [(from, Access::Load, flag(1)), (to, write, flag(0))] {
                if !address.is_multiple_of(GRANULE.into()) {
                    return core.fault_kind(FaultKind::Misaligned {
                        lane: lane as u32,
                        address,
                        size: GRANULE,
                        access,
                        space: if shared { Shared::NAME } else { Generic::NAME },
                    });
                }
            }
            // Each block receives the bytes at the same offset, and counts them in a barrier at the same offset.
            let blocks =
                if flag(5) { (core.lane::<u32>(inst.x as u32, lane) & 0xffff) << 1 } else { 1 };
            for block in (0..17).filter(|block| blocks >> block & 1 != 0) {
                let in_block = |address: u64| match block {
                    0 => address,
                    block => address & ((1 << RANK_SHIFT) - 1) | block << RANK_SHIFT,
                };
                let done = match reduction {
                    None => copy(core, lane, in_block(to), from, size, inst.y),
                    Some(reduction) => reduce(core, lane, to, from, size, inst.y, reduction),
                };
                if done.is_none() {
                    return STOP;
                }
                if inst.d != u32::MAX {
                    let barrier = in_block(address(core, inst.d, flag(4)));
                    if change(core, lane, barrier, false, |state| state.complete(size.into()))
                        .is_none()
                    {
                        return STOP;
                    }
                }
            }
        }
        CONTINUE
    }
}

/// Copies `size` bytes; `None` if that stopped the warp.
fn copy(core: &mut Core<'_>, lane: usize, to: u64, from: u64, size: u32, flags: u32) -> Option<()> {
    let place = |address: u64, shared: bool, write: bool| {
        if shared {
            core.shared_place(address, size)
        } else {
            let span = core.surroundings(address, size.into(), write);
            span.map(|_| address as *mut u8)
        }
    };
    let (to_shared, from_shared) = (flags & 1 != 0, flags >> 1 & 1 != 0);
    if let Some(from) = place(from, from_shared, false)
        && let Some(to) = place(to, to_shared, true)
    {
        // SAFETY: as many bytes were found at both places, and the target may be written.
        unsafe { std::ptr::copy(from, to, size as usize) };
        return Some(());
    }
    // In several allocations or other blocks' shared memory, or nowhere.
    each_piece(core, lane, (to, from), size, flags, (GRANULE, Access::Store), |to, from| {
        // SAFETY: `each_piece` found as many bytes at both places, and the target may be written.
        unsafe { std::ptr::copy(from, to, GRANULE as usize) };
    })
}

/// Updates the elements of `size` bytes; `None` if that stopped the warp.
fn reduce(
    core: &mut Core<'_>,
    lane: usize,
    to: u64,
    from: u64,
    size: u32,
    flags: u32,
    reduction: Reduction,
) -> Option<()> {
    let to_global = flags & 1 == 0;
    let piece = (reduction.size, Access::Atomic);
    each_piece(core, lane, (to, from), size, flags, piece, |to, from| {
        // SAFETY: `each_piece` found both places, aligned, and the target may be written. Only global memory is used by
        // threads other than the one that runs the block group.
        unsafe { reduction.update(to, from, to_global) };
    })
}

/// Finds the target and source of each piece of the given size; `None` if that stopped the warp.
fn each_piece(
    core: &mut Core<'_>,
    lane: usize,
    (to, from): (u64, u64),
    size: u32,
    flags: u32,
    (piece, access): (u32, Access),
    mut write: impl FnMut(*mut u8, *const u8),
) -> Option<()> {
    let mut place = |address: u64, shared: bool, access: Access| {
        if shared {
            core.resolve::<Shared>(lane, address, piece, access)
        } else {
            core.resolve::<Generic>(lane, address, piece, access)
        }
    };
    for at in (0..u64::from(size)).step_by(piece as usize) {
        let from = place(from.wrapping_add(at), flags >> 1 & 1 != 0, Access::Load)?;
        let to = place(to.wrapping_add(at), flags & 1 != 0, access)?;
        write(to, from);
    }
    Some(())
}
