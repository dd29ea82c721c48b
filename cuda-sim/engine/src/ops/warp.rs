//! Instructions in which the lanes of a warp work together.
//!
//! Lanes that execute the same instruction with the same qualifiers and the same members act together wherever they
//! are: at one place of the program, in both branches of a condition, or in calls from two places. Lanes of one split
//! act immediately. Otherwise they wait, and when the last one has arrived, [`execute_together`] executes the
//! instruction for all of them. Matrix instructions wait for all lanes of the warp, at one place of the program and in
//! one call.

use crate::code::Inst;
use crate::numbers::lane::Bits;
use crate::numbers::lane::Plane;
use crate::numbers::lane::{Word, collect, from_fn};
use crate::ops::op::Op;
use crate::state::core::{CONTINUE, Core, Next, STOP, Stop, expand};
use crate::state::split::{Split, SplitState};
use std::marker::PhantomData;

/// The kind of instruction: the upper half of [`Inst::x`], whose lower half is the predicate to write, or `u32::MAX`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Collective {
    /// `bar.warp.sync`
    SyncWarp = 1,
    /// `shfl.sync`
    Shfl,
    /// `vote.sync`
    Vote,
    /// `match.sync` of 32 bits.
    Match32,
    /// `match.sync` of 64 bits.
    Match64,
    /// `redux.sync` of integers.
    Redux,
    /// `redux.sync` of single precision.
    ReduxFloat,
    /// `elect.sync`
    Elect,
}

impl Collective {
    /// Returns [`Inst::x`] of this instruction, with the predicate that it writes.
    pub fn with(self, predicate: u32) -> u64 {
        (self as u64) << 32 | u64::from(predicate)
    }
}

/// What lanes must have in common to act together: the instruction and its qualifiers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct CollectiveKey(u32, u32);

impl CollectiveKey {
    /// Returns the key of `inst`; `None` for an instruction that lanes execute together only at one place.
    pub fn of(inst: &Inst) -> Option<CollectiveKey> {
        let kind = (inst.x >> 32) as u32;
        (kind != 0).then_some(CollectiveKey(kind, inst.y))
    }
}

/// Positions of the temporary frame in which an instruction is executed for several splits.
mod scratch {
    pub const RESULT: u32 = 0;
    pub const TRUTH: u32 = 32;
    pub const VALUE: u32 = 64;
    pub const LANE: u32 = 128;
    pub const CONTROL: u32 = 160;
    pub const MEMBERS: u32 = 192;
    pub const WORDS: usize = 224;
}

/// Executes the instruction at which the splits `here` of the warp wait, each at its own place, and lets them continue
/// after it.
pub fn execute_together(core: &mut Core<'_>, here: impl Fn(&Split) -> bool) {
    let code = core.code;
    let mut frame = [Plane([0; 32]); scratch::WORDS / 32];
    let temporary = frame.as_mut_ptr().cast::<u32>();
    let mut all = 0;
    let mut first = None;
    // SAFETY: this holds for everything below: the positions in instructions are within the frames of their splits, in
    // which nothing runs, and those above are within `frame`.
    let copy = |from: *mut u32, at: u32, to: *mut u32, to_at: u32, lane: usize, words: usize| unsafe {
        let from = from.add(at as usize + lane * words);
        std::ptr::copy_nonoverlapping(from, to.add(to_at as usize + lane * words), words);
    };
    let kernel = core.this_warp().file.as_mut_ptr().cast::<u32>();
    let registers = |split: &Split| match &split.frame {
        Some(frame) => frame.registers(),
        None => kernel,
    };
    for split in core.this_warp().splits.iter().filter(|split| here(split)) {
        let Some(inst) = code.insts.get(split.pc as usize) else {
            continue;
        };
        let (own, kind) = (registers(split), (inst.x >> 32) as u32);
        let wide = kind == Collective::Match64 as u32;
        let predicate = kind == Collective::Vote as u32;
        let value = kind != Collective::SyncWarp as u32 && kind != Collective::Elect as u32;
        first.get_or_insert(*inst);
        all |= split.mask;
        for lane in Bits(split.mask) {
            copy(own, inst.z, temporary, scratch::MEMBERS, lane, 1);
            if value && !predicate {
                copy(own, inst.a, temporary, scratch::VALUE, lane, 1 + usize::from(wide));
            }
            if kind == Collective::Shfl as u32 {
                copy(own, inst.b, temporary, scratch::LANE, lane, 1);
                copy(own, inst.c, temporary, scratch::CONTROL, lane, 1);
            }
        }
        if predicate {
            // SAFETY: as above.
            unsafe {
                let bits = own.add(inst.a as usize).read() ^ 0u32.wrapping_sub(inst.b);
                let word = temporary.add(scratch::VALUE as usize);
                word.write(word.read() | bits & split.mask);
            }
        }
    }
    let Some(first) = first else {
        return;
    };
    let kind = (first.x >> 32) as u32;
    let answers = kind == Collective::Vote as u32 && first.y != 3;
    let general = Inst {
        d: scratch::RESULT,
        a: scratch::VALUE,
        b: if kind == Collective::Shfl as u32 { scratch::LANE } else { 0 },
        c: scratch::CONTROL,
        z: scratch::MEMBERS,
        x: first.x >> 32 << 32 | u64::from(scratch::TRUTH),
        ..first
    };
    let (regs, mask) = (core.regs, core.mask);
    core.regs = temporary;
    core.set_mask(all);
    // SAFETY: its operands lie within `frame`, and the handler was chosen for this CPU.
    let next = unsafe { (general.run)(core, &general) };
    debug_assert_eq!(next, CONTINUE, "all members have arrived");
    core.regs = regs;
    core.set_mask(mask);
    for split in core.this_warp().splits.iter_mut().filter(|split| here(split)) {
        let Some(inst) = code.insts.get(split.pc as usize) else {
            continue;
        };
        let own = registers(split);
        let writes = kind != Collective::SyncWarp as u32 && inst.d != u32::MAX;
        let truth = if answers && writes {
            Some((inst.d, scratch::RESULT))
        } else {
            let at = inst.x as u32;
            (kind != Collective::SyncWarp as u32 && at != u32::MAX).then_some((at, scratch::TRUTH))
        };
        if let Some((at, source)) = truth {
            // SAFETY: as above; the place is a predicate.
            unsafe {
                let place = own.add(at as usize);
                let bits = temporary.add(source as usize).read();
                place.write(place.read() & !split.mask | bits & split.mask);
            }
        }
        if writes && !answers {
            for lane in Bits(split.mask) {
                copy(temporary, scratch::RESULT, own, inst.d, lane, 1);
            }
        }
        split.pc += 1;
        split.state = SplitState::Ready;
    }
}

/// Returns `true` if all lanes of the mask in register `at` have arrived. Otherwise the split waits for them.
///
/// Lanes may have different masks: if all members are here, they act group by group; otherwise lanes whose mask differs
/// from the first lane's execute this instruction later.
#[inline(always)]
pub(super) fn gather(core: &mut Core<'_>, inst: &Inst, at: u32) -> bool {
    let lane = core.first_lane();
    let masks = core.plane::<u32>(at);
    let members = masks[lane as usize & 31];
    let live = core.this_warp().live;
    let missing = live & !core.mask;
    if missing == 0 {
        return true;
    }
    let absent = masks
        .iter()
        .zip(core.lanes.0)
        .fold(0, |absent, (mask, lanes)| absent | mask & missing & lanes);
    if absent == 0 {
        return true;
    }
    if core.active().any(|lane| masks[lane] != members) {
        part(core, inst, &masks, members);
    }
    if members & live & !core.mask != 0 {
        core.stop = Stop::Gather { members };
        return false;
    }
    true
}

/// Returns `true` if all lanes of the warp have arrived that haven't exited. Otherwise the split waits for them.
#[inline(always)]
pub(super) fn gather_warp(core: &mut Core<'_>) -> bool {
    if core.this_warp().live & !core.mask == 0 {
        return true;
    }
    core.stop = Stop::WholeWarp;
    false
}

/// Gathers the lanes, and calls `f` with the members of each group while its lanes are active.
#[inline(always)]
fn each_group(core: &mut Core<'_>, inst: &Inst, f: impl Fn(&mut Core<'_>, u32)) -> Next {
    if !gather(core, inst, inst.z) {
        return STOP;
    }
    let masks = core.plane::<u32>(inst.z);
    let first = masks[core.first_lane() as usize & 31];
    let named = masks.iter().zip(core.lanes.0);
    if named.fold(0, |other, (mask, lanes)| other | (mask ^ first) & lanes) == 0 {
        // Usually all lanes are in one group.
        f(core, first);
        return CONTINUE;
    }
    let all = core.mask;
    let mut left = all;
    while left != 0 {
        let members = masks[left.trailing_zeros() as usize & 31];
        let same = equal(&masks, members) & left;
        core.set_mask(same);
        f(core, members);
        left &= !same;
    }
    core.set_mask(all);
    CONTINUE
}

/// Returns the lanes that have this value.
#[inline(always)]
fn equal<W: Word>(values: &[W; 32], value: W) -> u32 {
    collect(from_fn(|chunk| from_fn(|lane| values[chunk * 8 + lane] == value)))
}

#[cold]
fn part(core: &mut Core<'_>, inst: &Inst, masks: &[u32; 32], members: u32) {
    let same =
        core.active().filter(|&lane| masks[lane] == members).fold(0, |mask, lane| mask | 1 << lane);
    let rest = core.mask & !same;
    let pc = core.code.index_of(inst);
    core.push_split(pc, rest);
    core.set_mask(same);
}

/// `shfl`: value `a`, lane `b`, clamp and segment mask `c`, members `z` (`u32::MAX`: without `.sync`);
/// `y` the mode 0 up, 1 down, 2 bfly, 3 idx; the predicate is `x`, `u32::MAX` for none.
pub struct Shfl;
impl Op for Shfl {
    #[inline(always)]
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        if inst.z != u32::MAX && !gather(core, inst, inst.z) {
            return STOP;
        }
        // One loop for each mode, so that the compiler makes vectors of the lanes.
        let (result, found) = match inst.y {
            0 => moved(core, inst, |this, by, _, most| {
                // A source below lane 0 is also below the segment.
                let source = this as i32 - by as i32;
                (source as u32, source >= most as i32)
            }),
            1 => moved(core, inst, |this, by, _, most| (this + by, this + by <= most)),
            2 => moved(core, inst, |this, by, _, most| (this ^ by, this ^ by <= most)),
            _ => moved(core, inst, |_, by, segment, most| {
                let source = most & segment | by & !segment;
                (source, source <= most)
            }),
        };
        core.merge_plane(inst.d, &result);
        if inst.x as u32 != u32::MAX {
            core.set_pred(inst.x as u32, found);
        }
        CONTINUE
    }
}

/// Returns the values that lanes receive from others, and the lanes that receive one. Given a lane, its operand, the
/// mask of its segment and the last lane within reach, `source` returns the source lane and whether that is within
/// reach.
#[inline(always)]
fn moved(
    core: &Core<'_>,
    inst: &Inst,
    source: impl Fn(u32, u32, u32, u32) -> (u32, bool),
) -> ([u32; 32], u32) {
    // Of a lane that isn't here, zero is read, as on an H200; the documentation leaves it open.
    let mut values = core.plane::<u32>(inst.a);
    values.iter_mut().zip(core.lanes.0).for_each(|(value, lanes)| *value &= lanes);
    let (by, control) = (core.plane::<u32>(inst.b), core.plane::<u32>(inst.c));
    let (mut result, mut within) = ([0; 32], [[false; 8]; 4]);
    for lane in 0..32 {
        let this = lane as u32;
        let segment = control[lane] >> 8 & 31;
        let most = this & segment | control[lane] & 31 & !segment;
        let (from, reached) = source(this, by[lane] & 31, segment, most);
        within[lane / 8][lane % 8] = reached;
        result[lane] = if reached { from & 31 } else { this };
    }
    for place in &mut result {
        *place = values[*place as usize & 31];
    }
    (result, collect(within))
}

/// `vote`: predicate `a`, `b` 1 when it is negated; `y` the mode 0 all, 1 any, 2 uni, 3 ballot;
/// members `z` (`u32::MAX`: without `.sync`).
pub struct Vote;
impl Op for Vote {
    #[inline(always)]
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        let vote = |core: &mut Core<'_>, members: u32| {
            let active = core.mask & members;
            let bits = (core.pred(inst.a) ^ 0u32.wrapping_sub(inst.b)) & active;
            let truth = match inst.y {
                0 => bits == active,
                1 => bits != 0,
                2 => bits == active || bits == 0,
                _ => return core.merge_plane(inst.d, &[bits; 32]),
            };
            core.set_pred(inst.d, 0u32.wrapping_sub(u32::from(truth)));
        };
        if inst.z == u32::MAX {
            vote(core, u32::MAX);
            return CONTINUE;
        }
        each_group(core, inst, vote)
    }
}

/// `match`: value `a`, members `z`; `y` 1 for `.all`; the predicate of `.all` is `x`, `u32::MAX` for none.
pub struct Match<W>(PhantomData<W>);
impl<W: Word> Op for Match<W> {
    #[inline(always)]
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        each_group(core, inst, |core, members| {
            let values = core.plane::<W>(inst.a);
            let active = core.mask & members;
            if inst.y == 0 {
                let mut result = [0; 32];
                let mut left = core.mask;
                while left != 0 {
                    let value = values[left.trailing_zeros() as usize & 31];
                    let alike = equal(&values, value);
                    for lane in Bits(alike & left) {
                        result[lane] = alike & active;
                    }
                    left &= !alike;
                }
                core.merge_plane(inst.d, &result);
                return;
            }
            let first = active.trailing_zeros() as usize & 31;
            let all = equal(&values, values[first]) & active == active;
            if inst.d != u32::MAX {
                core.merge_plane(inst.d, &[if all { active } else { 0 }; 32]);
            }
            if inst.x as u32 != u32::MAX {
                core.set_pred(inst.x as u32, 0u32.wrapping_sub(u32::from(all)));
            }
        })
    }
}

/// `redux.sync`: value `a`, members `z`; `y`: 0 add, 1 min.u, 2 max.u, 3 min.s, 4 max.s, 5 and, 6 or, 7 xor.
pub struct Redux;
impl Op for Redux {
    #[inline(always)]
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        each_group(core, inst, |core, members| {
            let active = core.mask & members;
            let signed =
                |f: fn(i32, i32) -> i32| move |a: u32, b: u32| f(a as i32, b as i32) as u32;
            let result = match inst.y {
                _ if active == 0 => 0,
                0 => reduce(core, inst.a, active, 0, u32::wrapping_add),
                1 => reduce(core, inst.a, active, u32::MAX, u32::min),
                2 => reduce(core, inst.a, active, 0, u32::max),
                3 => reduce(core, inst.a, active, i32::MAX as u32, signed(i32::min)),
                4 => reduce(core, inst.a, active, i32::MIN as u32, signed(i32::max)),
                5 => reduce(core, inst.a, active, u32::MAX, |a, b| a & b),
                6 => reduce(core, inst.a, active, 0, |a, b| a | b),
                _ => reduce(core, inst.a, active, 0, |a, b| a ^ b),
            };
            core.merge_plane(inst.d, &[result; 32]);
        })
    }
}

/// Combines the lanes of `active` in the plane at `at` with `f`, in any order; `none` is its neutral element.
#[inline(always)]
fn reduce(core: &Core<'_>, at: u32, active: u32, none: u32, f: impl Fn(u32, u32) -> u32) -> u32 {
    let lanes = expand(active).0;
    let mut all = [none; 8];
    for chunk in 0..4 {
        let values = core.load::<u32>(at, chunk);
        for lane in 0..8 {
            let value = values[lane].blend(none, lanes[chunk * 8 + lane]);
            all[lane] = f(all[lane], value);
        }
    }
    all.into_iter().fold(none, f)
}

/// `redux.sync` of single precision: `y` bit 0 max, bit 1 `.abs`, bit 2 `.NaN`.
pub struct ReduxFloat;
impl Op for ReduxFloat {
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        each_group(core, inst, |core, members| {
            let values = core.plane::<u32>(inst.a);
            let active = core.mask & members;
            let mut best: Option<f32> = None;
            let mut nan = false;
            for lane in (0..32).filter(|&lane| active >> lane & 1 != 0) {
                let value = f32::from_bits(values[lane]);
                let value = if inst.y & 2 != 0 { value.abs() } else { value };
                nan |= value.is_nan();
                if !value.is_nan() {
                    best = Some(best.map_or(value, |b| {
                        if inst.y & 1 != 0 { b.max(value) } else { b.min(value) }
                    }));
                }
            }
            let quiet = f32::from_bits(0x7fff_ffff);
            let result = if nan && inst.y & 4 != 0 { quiet } else { best.unwrap_or(quiet) };
            core.merge_plane(inst.d, &[result.to_bits(); 32]);
        })
    }
}

/// `bar.warp.sync`: members `z`.
pub struct SyncWarp;
impl Op for SyncWarp {
    #[inline(always)]
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        if gather(core, inst, inst.z) { CONTINUE } else { STOP }
    }
}

/// `activemask`
pub struct ActiveMask;
impl Op for ActiveMask {
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        let mask = core.mask;
        core.merge_plane(inst.d, &[mask; 32]);
        CONTINUE
    }
}

/// `elect.sync`: members `z`; the lane to `d` and whether it is this one to predicate `x`, `u32::MAX` for none.
pub struct Elect;
impl Op for Elect {
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        each_group(core, inst, |core, members| {
            let leader = (core.mask & members).trailing_zeros() & 31;
            if inst.d != u32::MAX {
                core.merge_plane(inst.d, &[leader; 32]);
            }
            if inst.x as u32 != u32::MAX {
                core.set_pred(inst.x as u32, 1 << leader);
            }
        })
    }
}
