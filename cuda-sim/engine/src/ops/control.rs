//! Branches, calls and exits.

use crate::code::function::{Slot, Varies};
use crate::code::{Inst, frame_size};
use crate::device::fault_kind::FaultKind;
use crate::device::windows::FUNCTION_HANDLES;
use crate::ops::compare::test;
use crate::ops::op::Op;
use crate::ops::relation::{Compared, Relation};
use crate::state::core::{CONTINUE, Core, Next, SKIP, STOP, Stop};
use crate::state::split::{Frame, SplitState};
use std::marker::PhantomData;
use std::rc::Rc;

/// A branch target: yields if another split waits here or before. `x` is its own index.
pub struct Label;
impl Op for Label {
    #[inline(always)]
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        if inst.x as u32 >= core.limit && !core.reconverges(inst.x as u32) {
            return core.yield_at(inst.x as u32);
        }
        CONTINUE
    }
}

/// `bra` forward, to `x`.
pub struct Jump;
impl Op for Jump {
    #[inline(always)]
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        core.jump(inst.x as u32)
    }
}

/// `bra` backward, to `x`; `z` is its cost, `b` 1 if the loop only polls memory.
pub struct JumpBack;
impl Op for JumpBack {
    #[inline(always)]
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        go_back(core, inst.x as u32, inst.z, inst.b)
    }
}

/// Takes a branch backward to `target`.
#[inline(always)]
fn go_back(core: &mut Core<'_>, target: u32, cost: u32, polls: u32) -> Next {
    match polls {
        0 => core.jump_back(target, cost),
        _ => core.poll_again(target, cost),
    }
}

/// `@p bra`: to `x & 0xffffffff`, or else to `x >> 32`; `a` the predicate, `y` 1 if it is negated, `z` the cost of a
/// backward branch, 0 for a forward one; `b` 1 if its loop only polls memory.
pub struct Branch;
impl Op for Branch {
    #[inline(always)]
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        let holds = core.pred(inst.a);
        branch(core, inst.x, holds ^ 0u32.wrapping_sub(inst.y), inst.z, inst.b)
    }
}

/// Branches to one of two targets, as [`Branch`] does, in the lanes of `holds` to the first.
#[inline(always)]
fn branch(core: &mut Core<'_>, targets: u64, holds: u32, cost: u32, polls: u32) -> Next {
    let taken = core.mask & holds;
    if taken == 0 {
        return CONTINUE;
    }
    if taken != core.mask {
        return diverge(core, targets, taken, cost, polls);
    }
    if cost == 0 { core.jump(targets as u32) } else { go_back(core, targets as u32, cost, polls) }
}

/// `setp` to predicate `d`, and the branch on it that follows immediately. It compares `a` and `b`; `x` is that of the
/// [`Branch`], `c` its `z`, and the bits of `y` are its `y` and `b`.
pub struct SetpBranch<R, T>(PhantomData<(R, T)>);
impl<R: Relation<T>, T: Compared> Op for SetpBranch<R, T> {
    #[inline(always)]
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        let holds = test::<R, T>(core, inst);
        core.set_pred(inst.d, holds);
        let holds = holds ^ 0u32.wrapping_sub(inst.y & 1);
        match branch(core, inst.x, holds, inst.c, inst.y >> 1) {
            CONTINUE => SKIP,
            next => next,
        }
    }
}

#[inline(never)]
fn diverge(core: &mut Core<'_>, targets: u64, taken: u32, cost: u32, polls: u32) -> Next {
    let (target, next) = (targets as u32, (targets >> 32) as u32);
    let rest = core.mask & !taken;
    if cost == 0 {
        core.push_split(target, taken);
        core.set_mask(rest);
        CONTINUE
    } else if polls != 0 && core.slice > i64::from(cost) {
        // The lanes that poll again yield at once, and those that leave the loop go on.
        core.slice -= i64::from(cost);
        core.add_ready(target, taken);
        core.set_mask(rest);
        CONTINUE
    } else {
        core.push_split(next, rest);
        core.set_mask(taken);
        go_back(core, target, cost, polls)
    }
}

/// `brx.idx`: to the label that the index in register `a` selects from list `z`; `b` is its cost.
pub struct BranchIndexed;
impl Op for BranchIndexed {
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        let code = core.code;
        let targets = &code.lists[inst.z as usize];
        let mut chosen: Vec<(u32, u32)> = Vec::new();
        for lane in core.active() {
            let index = core.lane::<u32>(inst.a, lane);
            let Some(&target) = targets.get(index as usize) else {
                let message = format!(
                    "brx.idx: index {index} is out of range for {} branch targets",
                    targets.len()
                );
                return core.fault_kind(FaultKind::BadOperand { lane: lane as u32, message });
            };
            match chosen.iter_mut().find(|(known, _)| *known == target) {
                Some((_, mask)) => *mask |= 1 << lane,
                None => chosen.push((target, 1 << lane)),
            }
        }
        for (target, mask) in chosen {
            core.push_split(target, mask);
        }
        core.slice -= i64::from(inst.b);
        // All lanes are in new splits now, so none is left in this one.
        core.set_mask(0);
        core.stop = Stop::Exit;
        STOP
    }
}

/// `@p` before an instruction that neither branches nor waits: `a` the predicate, `y` 1 if it is negated, `x` the
/// instruction after the guarded one.
pub struct Guard;
impl Op for Guard {
    #[inline(always)]
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        let all = core.mask;
        let some = all & (core.pred(inst.a) ^ 0u32.wrapping_sub(inst.y));
        let after = inst.x as u32;
        if some == 0 {
            return after;
        }
        if some == all {
            return CONTINUE;
        }
        let code = core.code;
        let Some(guarded) = code.insts.get(after as usize - 1) else {
            return core.fault_kind(FaultKind::WildJump);
        };
        core.set_mask(some);
        // SAFETY: the guarded instruction is of the frame that runs, and its handler was chosen for this CPU.
        let next = unsafe { (guarded.run)(core, guarded) };
        if next == STOP {
            return STOP;
        }
        core.set_mask(all);
        after
    }
}

/// `exit`, and `ret` in a kernel.
pub struct Exit;
impl Op for Exit {
    #[inline(always)]
    fn run(core: &mut Core<'_>, _: &Inst) -> Next {
        core.stop = Stop::Exit;
        STOP
    }
}

/// `call`: site `z`, the instruction after it `x`, the handle of an indirect call in `a`.
pub struct Call;
impl Op for Call {
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        let code = core.code;
        let site = &code.calls[inst.z as usize];
        let function = match site.function {
            Some(function) => function,
            None => {
                let lane = core.first_lane();
                let target = core.lane::<u64>(inst.a, lane as usize);
                let same = |core: &Core<'_>, lane: usize| core.lane::<u64>(inst.a, lane) == target;
                let mask = core
                    .active()
                    .filter(|&lane| same(core, lane))
                    .fold(0, |mask, lane| mask | 1 << lane);
                if mask != core.mask {
                    // Lanes that call another function execute this instruction again later.
                    let rest = core.mask & !mask;
                    core.push_split(inst.x as u32 - 1, rest);
                    core.set_mask(mask);
                }
                let index = target.wrapping_sub(FUNCTION_HANDLES) / 16;
                if target < FUNCTION_HANDLES
                    || !target.is_multiple_of(16)
                    || index >= code.functions.len() as u64
                {
                    return core.fault_kind(FaultKind::WildCall { lane, target });
                }
                index as u32
            }
        };
        enter(core, inst.z, function, inst.x as u32)
    }
}

fn enter(core: &mut Core<'_>, call: u32, function: u32, return_to: u32) -> Next {
    let code = core.code;
    let (site, callee) = (&code.calls[call as usize], &code.functions[function as usize]);
    let caller = &code.functions[site.caller as usize];
    let lane = core.first_lane();
    if callee.entry == u32::MAX {
        return core.fault_kind(FaultKind::WildCall {
            lane,
            target: FUNCTION_HANDLES + u64::from(function) * 16,
        });
    }
    let mut local_base = core.local_base + frame_size(caller.local_size);
    if let Some(at) = caller.stack_top {
        // After the lanes' allocations.
        let tops = core.active().map(|lane| core.lane::<u64>(at, lane));
        let top = tops.max().unwrap_or(0).min(u64::from(u32::MAX / 2)) as u32;
        local_base = local_base.max(top.next_multiple_of(16));
    }
    let (needed, limit) =
        (u64::from(local_base) + u64::from(callee.local_size), u64::from(core.grid.local_per_lane));
    if needed > limit {
        return core.fault_kind(FaultKind::StackOverflow { lane, needed, limit });
    }
    for (&(from, size), &(to, expected)) in site.arguments.iter().zip(&callee.params) {
        copy_local(core, core.local_base + from, local_base + to, size.min(expected));
    }
    let depth = core.frame.as_ref().map_or(0, |frame| frame.depth) + 1;
    let spare = core.spare[function as usize].pop();
    let mut frame = spare.unwrap_or_else(|| Rc::new(new_frame(core, function)));
    if let Some(own) = Rc::get_mut(&mut frame) {
        own.parent = core.frame.take();
        own.return_to = return_to;
        own.local_base = core.local_base;
        own.call = call;
        own.depth = depth;
    }
    core.frame = Some(frame);
    core.local_base = local_base;
    core.enter_frame();
    core.limit = u32::MAX;
    fill(core, &callee.entry_slots);
    core.slice -= CALL;
    if core.slice <= 0 {
        core.stop = Stop::Yield(callee.entry);
        return STOP;
    }
    callee.entry
}

/// The cost of a call.
const CALL: i64 = 32;

/// Creates a frame of `function` with the values that are the same in all its calls.
#[cold]
fn new_frame(core: &mut Core<'_>, function: u32) -> Frame {
    let code = core.code;
    let function_code = &code.functions[function as usize];
    let frame = Frame::new(function, function_code.frame_words);
    let regs = std::mem::replace(&mut core.regs, frame.registers());
    fill(core, &function_code.slots);
    core.regs = regs;
    frame
}

/// Writes the values of `slots` to the frame that [`Core::regs`] points to, which no lane uses yet.
fn fill(core: &mut Core<'_>, slots: &[Slot]) {
    if slots.is_empty() {
        return;
    }
    let (grid, warp, rank, local_base) =
        (core.grid, core.warp as u32, core.block as u32, core.local_base);
    let (index, number) = {
        let block = core.this_block();
        (block.index, block.number)
    };
    for slot in slots {
        let value = |lane: usize| {
            grid.value(slot.constant, index, number, rank, warp, lane as u32, local_base)
        };
        let is_one = matches!(slot.constant.varies(), Varies::Never);
        let first = value(0);
        let of_lane = |lane: usize| if is_one { first } else { value(lane) };
        // Not by vectors, which would wait for their words to be written.
        match slot.words {
            0 => core.put_word(slot.at, 0u32.wrapping_sub((first & 1) as u32)),
            1 => (0..32).for_each(|lane| core.set_lane(slot.at, lane, of_lane(lane) as u32)),
            _ => (0..32).for_each(|lane| core.set_lane(slot.at, lane, of_lane(lane))),
        }
    }
}

/// `alloca`: `a` bytes, alignment `z`, the first free address in `c`; `y` 1 if the result has 64 bits.
pub struct Alloca;
impl Op for Alloca {
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        let limit = u64::from(core.grid.local_per_lane);
        for lane in core.active() {
            let top = core.lane::<u64>(inst.c, lane);
            let start = top.saturating_add(u64::from(inst.z) - 1) & !(u64::from(inst.z) - 1);
            let needed = start.saturating_add(core.lane::<u64>(inst.a, lane));
            if needed > limit {
                return core.fault_kind(FaultKind::StackOverflow {
                    lane: lane as u32,
                    needed,
                    limit,
                });
            }
            core.set_lane(inst.c, lane, needed);
            match inst.y {
                1 => core.set_lane(inst.d, lane, start),
                _ => core.set_lane(inst.d, lane, start as u32),
            }
        }
        CONTINUE
    }
}

fn copy_local(core: &mut Core<'_>, from: u32, to: u32, size: u32) {
    let of_first = |offset: u32| core.local_place(0, offset.into(), size);
    let Some((from, to)) = of_first(from).zip(of_first(to)) else {
        return;
    };
    for lane in core.active() {
        let before = lane * core.grid.local_stride();
        // SAFETY: both places have `size` bytes in the local memory of the first lane, and so in each lane's own.
        unsafe {
            let (from, to) = (from.add(before), to.add(before));
            match size {
                4 => to.cast::<u32>().write_unaligned(from.cast::<u32>().read_unaligned()),
                8 => to.cast::<u64>().write_unaligned(from.cast::<u64>().read_unaligned()),
                _ => std::ptr::copy(from, to, size as usize),
            }
        }
    }
}

/// `ret` in a device function.
pub struct Return;
impl Op for Return {
    fn run(core: &mut Core<'_>, _: &Inst) -> Next {
        let Some(mut frame) = core.frame.take() else {
            core.stop = Stop::Exit;
            return STOP;
        };
        let code = core.code;
        let (site, callee) =
            (&code.calls[frame.call as usize], &code.functions[frame.function as usize]);
        for (&(to, size), &(from, expected)) in site.results.iter().zip(&callee.returns) {
            copy_local(core, core.local_base + from, frame.local_base + to, size.min(expected));
        }
        let return_to = frame.return_to;
        core.local_base = frame.local_base;
        match Rc::get_mut(&mut frame) {
            Some(own) => {
                core.frame = own.parent.take();
                core.spare[own.function as usize].push(frame);
            }
            None => core.frame = frame.parent.clone(),
        }
        core.enter_frame();
        // Other splits may be in deeper calls, or wait in this one: the scheduler decides which continues.
        let alone = core.this_warp().splits.iter().all(|split| split.state != SplitState::Ready);
        if alone {
            // There is no other split to merge with.
            core.limit = u32::MAX;
            return return_to;
        }
        core.stop = Stop::Yield(return_to);
        STOP
    }
}
