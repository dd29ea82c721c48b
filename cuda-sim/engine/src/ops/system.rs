//! Instructions that affect the world outside of the program: `printf`, `malloc`, `assert`, clocks, traps.

use crate::code::Inst;
use crate::code::operands::CallSite;
use crate::device::fault_kind::FaultKind;
use crate::device::windows::{
    FUNCTION_HANDLES, LOCAL_WINDOW, RANK_SHIFT, SHARED_WINDOW, WINDOW_SIZE,
};
use crate::numbers::lane::{Elem, Word, from_fn};
use crate::observe::forget;
use crate::ops::op::Op;
use crate::ops::printf::Absent;
use crate::state::core::{CONTINUE, Core, Next, STOP, Stop};
use std::marker::PhantomData;

/// `trap`
pub struct Trap;
impl Op for Trap {
    fn run(core: &mut Core<'_>, _: &Inst) -> Next {
        let lane = core.first_lane();
        core.fault_kind(FaultKind::Trap { lane })
    }
}

/// What a driver loads and the software device can't execute, by [`Inst::y`].
pub const MISSING: [&str; 3] = [
    "a multisample texture, which no array of the software device can be",
    "a texture's depth comparison, which the software device doesn't support",
    "memory of several devices (multimem), which the software device doesn't have",
];

/// Faults, with the reason in [`MISSING`].
pub struct Missing;
impl Op for Missing {
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        let lane = core.first_lane();
        let message = MISSING.get(inst.y as usize).copied().unwrap_or("");
        core.fault_kind(FaultKind::BadOperand { lane, message: message.to_owned() })
    }
}

/// `membar`, `fence`. Every memory access is complete when the next instruction begins, and a fence orders those of
/// other host threads.
pub struct Fence;
impl Op for Fence {
    fn run(core: &mut Core<'_>, _: &Inst) -> Next {
        fence(core);
        CONTINUE
    }
}

/// Whether the CPU keeps the order of a thread's accesses, except that it may delay a store until after later loads. What
/// acquires or releases then needs no instruction.
pub const KEEPS_ORDER: bool = cfg!(all(target_arch = "x86_64", not(miri)));
/// Whether every atomic exchange orders all accesses of the thread, also earlier stores before later loads.
pub const EXCHANGES_ARE_FENCES: bool = KEEPS_ORDER;

/// Makes earlier stores visible to other threads before any later read.
#[inline(always)]
pub(super) fn fence(core: &Core<'_>) {
    use std::sync::atomic::{Ordering, compiler_fence, fence};
    if EXCHANGES_ARE_FENCES {
        // An exchange takes half as long as `mfence`.
        compiler_fence(Ordering::SeqCst);
        core.fenced.swap(0, Ordering::SeqCst);
        compiler_fence(Ordering::SeqCst);
    } else {
        fence(Ordering::SeqCst);
    }
}

/// `nanosleep` of `a` nanoseconds: yields to other splits, warps and blocks, repeatedly until it is over; `x` is the
/// next instruction, and `d` when it ends, for each lane.
pub struct Sleep;
impl Op for Sleep {
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        // The cost of a short loop around it.
        const COST: u32 = 1 << 12;
        core.slice -= 1 << 10;
        let next = if sleeps_on(core, inst) { core.code.index_of(inst) } else { inst.x as u32 };
        core.stop = Stop::Polled { next, cost: COST };
        STOP
    }
}

/// Returns `true` until the longest sleep of the active lanes is over.
fn sleeps_on(core: &mut Core<'_>, inst: &Inst) -> bool {
    /// Yielding takes about as long as a shorter sleep.
    const SHORTEST: u64 = 10_000;
    /// As on a GPU.
    const LONGEST: u64 = 1_000_000;
    let mask = core.mask;
    let is_active = |lane: &usize| mask >> lane & 1 != 0;
    let lanes = || (0..32).filter(is_active);
    let wanted = core.plane::<u32>(inst.a);
    let wanted = lanes().map(|lane| u64::from(wanted[lane])).max();
    let wanted = wanted.unwrap_or(0).min(LONGEST);
    // In a schedule, turns are the time.
    if wanted < SHORTEST || core.chooser.is_some() {
        return false;
    }
    let ends = core.plane::<u64>(inst.d);
    let now = core.grid.begin.elapsed().as_nanos() as u64;
    // Before the first sleep, there may be any number.
    let has_begun = |end: u64| end != 0 && end <= now + LONGEST;
    if !lanes().all(|lane| has_begun(ends[lane])) {
        core.merge_plane(inst.d, &[now + wanted; 32]);
        return true;
    }
    let is_over = lanes().all(|lane| ends[lane] <= now);
    if is_over {
        core.merge_plane(inst.d, &[0u64; 32]);
    }
    !is_over
}

/// `%clock64`, `%globaltimer` and their halves: `y` 0 for nanoseconds since the launch began, 1 for nanoseconds since
/// 1970; `z` the words of the destination, `b` 32 for the upper half.
pub struct Clock;
impl Op for Clock {
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        let nanoseconds = if inst.y == 0 {
            core.grid.begin.elapsed().as_nanos()
        } else {
            global_timer(core).into()
        };
        let value = nanoseconds as u64 >> inst.b;
        if inst.z == 2 {
            core.merge_plane(inst.d, &[value; 32])
        } else {
            core.merge_plane(inst.d, &[value as u32; 32])
        }
        CONTINUE
    }
}

/// Returns the nanoseconds since 1970. As on a GPU, the timer advances in steps, of less than a microsecond, because
/// loops that wait for barriers read it all the time.
fn global_timer(core: &mut Core<'_>) -> u64 {
    /// In units of the CPU's counter.
    const STEP: u64 = 1 << 10;
    let (now, then) = core.timer;
    let counter = counter();
    if counter.is_some_and(|counter| counter.wrapping_sub(then) < STEP) {
        return now;
    }
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let now = since.map_or(0, |since| since.as_nanos() as u64);
    core.timer = (now, counter.unwrap_or(0));
    now
}

/// Returns the CPU's time stamp counter.
#[cfg(target_arch = "x86_64")]
fn counter() -> Option<u64> {
    // SAFETY: every x86-64 CPU has the instruction, and operating systems let programs use it.
    Some(unsafe { std::arch::x86_64::_rdtsc() })
}

/// Other CPUs' counters are slower to read.
#[cfg(not(target_arch = "x86_64"))]
fn counter() -> Option<u64> {
    None
}

/// `isspacep`: address `a`; `y`: 0 global, 1 shared of the block, 2 local, 3 const, 4 param, 5 shared of the cluster.
/// Global, constant and parameter memory have the same addresses here, and are distinguished by allocation.
pub struct Isspacep;
impl Op for Isspacep {
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        let addresses = core.plane::<u64>(inst.a);
        let own = core.block as u64 + 1;
        let mut bits = 0;
        for lane in core.active() {
            let address = addresses[lane];
            let shared = address.wrapping_sub(SHARED_WINDOW) < WINDOW_SIZE;
            let rank = address.wrapping_sub(SHARED_WINDOW) >> RANK_SHIFT;
            let local = address.wrapping_sub(LOCAL_WINDOW) < WINDOW_SIZE;
            let constant = core.grid.is_constant(address);
            let param = core.grid.is_param(address);
            let holds = match inst.y {
                0 => !shared && !local && !constant && !param,
                1 => shared && (rank == 0 || rank == own),
                2 => local,
                3 => constant,
                4 => param,
                _ => shared,
            };
            bits |= u32::from(holds) << lane;
        }
        core.set_pred(inst.d, bits);
        CONTINUE
    }
}

/// `cvta` to generic: adds window `x` to the shared or local address of 32 (`z` 1) or 64 bits in `a`.
pub struct ToGeneric;
impl Op for ToGeneric {
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        let result: [u64; 32] = if inst.z == 1 {
            let addresses = core.plane::<u32>(inst.a);
            from_fn(|lane| u64::from(addresses[lane]).wrapping_add(inst.x))
        } else {
            let addresses = core.plane::<u64>(inst.a);
            from_fn(|lane| addresses[lane].wrapping_add(inst.x))
        };
        core.merge_plane(inst.d, &result);
        CONTINUE
    }
}

/// `cvta.to`: subtracts window `x`; the destination has 32 bits if `z` is 1.
pub struct FromGeneric;
impl Op for FromGeneric {
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        let addresses = core.plane::<u64>(inst.a);
        let result: [u64; 32] = from_fn(|lane| addresses[lane].wrapping_sub(inst.x));
        if inst.z == 1 {
            core.merge_plane(inst.d, &from_fn(|lane| result[lane] as u32));
        } else {
            core.merge_plane(inst.d, &result);
        }
        CONTINUE
    }
}

/// `mapa`: address `a`, rank `b`; `y` bit 0: generic addresses; `A` is the type of address registers.
pub struct Mapa<A>(PhantomData<A>);
impl<A: Elem> Op for Mapa<A> {
    #[inline(always)]
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        let low = (1u64 << RANK_SHIFT) - 1;
        let window = if inst.y & 1 != 0 { SHARED_WINDOW } else { 0 };
        for chunk in 0..4 {
            let addresses = core.load::<A::W>(inst.a, chunk);
            let ranks = core.load::<u32>(inst.b, chunk);
            let mapped = from_fn(|lane| {
                let rank = (u64::from(ranks[lane]) + 1) << RANK_SHIFT;
                A::W::cut(window | rank | addresses[lane].wide() & low)
            });
            core.merge::<A::W>(inst.d, chunk, mapped);
        }
        CONTINUE
    }
}

/// `getctarank`: address `a`; `y` bit 1: 32-bit registers.
pub struct Getctarank;
impl Op for Getctarank {
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        for lane in core.active() {
            let address = if inst.y & 2 != 0 {
                core.lane::<u32>(inst.a, lane).into()
            } else {
                core.lane::<u64>(inst.a, lane)
            };
            let rank = (address & (WINDOW_SIZE - 1)) >> RANK_SHIFT;
            core.set_lane(
                inst.d,
                lane,
                if rank == 0 { core.block as u32 } else { rank as u32 - 1 },
            );
        }
        CONTINUE
    }
}

/// Reads a 64-bit argument at `at` in the frame's local memory.
pub(super) fn argument(core: &Core<'_>, lane: usize, at: u32) -> u64 {
    let Some(place) = core.local_place(lane, u64::from(core.local_base + at), 8) else {
        return 0;
    };
    // SAFETY: the place has eight bytes of the lane's own local memory.
    unsafe { place.cast::<u64>().read_unaligned() }
}

/// Reads a 32-bit argument at `at` in the frame's local memory.
pub(super) fn small_argument(core: &Core<'_>, lane: usize, at: u32) -> u32 {
    let Some(place) = core.local_place(lane, u64::from(core.local_base + at), 4) else {
        return 0;
    };
    // SAFETY: the place has four bytes of the lane's own local memory.
    unsafe { place.cast::<u32>().read_unaligned() }
}

pub(super) fn answer<T>(core: &Core<'_>, lane: usize, at: u32, value: T) {
    if let Some(place) =
        core.local_place(lane, u64::from(core.local_base + at), size_of::<T>() as u32)
    {
        // SAFETY: the place has room for a `T` in the lane's own local memory.
        unsafe { place.cast::<T>().write_unaligned(value) };
    }
}

/// `vprintf(format, arguments)`; `z` is the call site.
pub struct Printf;
impl Op for Printf {
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        let code = core.code;
        let site = &code.calls[inst.z as usize];
        let (Some(&(format, _)), Some(&(values, _))) =
            (site.arguments.first(), site.arguments.get(1))
        else {
            return core.fault_kind(FaultKind::WildCall { lane: 0, target: FUNCTION_HANDLES });
        };
        for lane in core.active() {
            let address = argument(core, lane, format);
            if address == 0 {
                if let Some(&(at, _)) = site.results.first() {
                    answer(core, lane, at, -1_i32);
                }
                continue;
            }
            let Some(format) = core.read_text(lane, address) else {
                let message = format!("printf: there is no format string at address {address:#x}");
                return core.fault_kind(FaultKind::BadPointer { lane: lane as u32, message });
            };
            let values = argument(core, lane, values);
            let formatted = crate::ops::printf::format(
                &format,
                values,
                |address, size| {
                    let bytes = core.read_bytes(lane, address, size)?;
                    let mut word = [0; 8];
                    word[..bytes.len()].copy_from_slice(&bytes);
                    Some(u64::from_le_bytes(word))
                },
                |address| core.read_text(lane, address),
            );
            let (text, count) = match formatted {
                Ok(formatted) => formatted,
                Err(absent) => {
                    let lane = lane as u32;
                    let message = match absent {
                        Absent::Argument(index) => {
                            format!("printf: there is no argument {index} at address {values:#x}")
                        }
                        Absent::Aligned(address, size) => {
                            format!(
                                "printf: the argument at address {address:#x} isn't aligned to {size}"
                            )
                        }
                        Absent::Text(address) => {
                            format!("printf: there is no text at address {address:#x} for %s")
                        }
                    };
                    return core.fault_kind(FaultKind::BadPointer { lane, message });
                }
            };
            core.output().print(&text);
            if let Some(&(at, _)) = site.results.first() {
                answer(core, lane, at, count as i32);
            }
        }
        CONTINUE
    }
}

/// `malloc(size)`; `z` is the call site.
pub struct Malloc;
impl Op for Malloc {
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        let code = core.code;
        let site = &code.calls[inst.z as usize];
        let lanes: Vec<usize> = core.active().collect();
        let sizes = first_arguments(core, site, &lanes);
        let mut addresses = vec![0; lanes.len()];
        let memory = core.memory();
        // Adjacent lanes with the same size are served together.
        let mut begin = 0;
        for same in sizes.chunk_by(|a, b| a == b) {
            let end = begin + same.len();
            memory.heap_allocate_each(same[0], &mut addresses[begin..end]);
            for &address in addresses[begin..end].iter().filter(|address| **address != 0) {
                forget(core, address, same[0]);
            }
            begin = end;
        }
        if let Some(&(at, _)) = site.results.first() {
            for (&lane, address) in lanes.iter().zip(addresses) {
                answer(core, lane, at, address);
            }
        }
        CONTINUE
    }
}

/// Returns the first argument of a call in each of `lanes`.
fn first_arguments(core: &Core<'_>, site: &CallSite, lanes: &[usize]) -> Vec<u64> {
    let first = site.arguments.first();
    let of_lane = |&lane: &usize| first.map_or(0, |&(at, _)| argument(core, lane, at));
    lanes.iter().map(of_lane).collect()
}

/// `free(pointer)`; `z` is the call site.
pub struct Free;
impl Op for Free {
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        let code = core.code;
        let site = &code.calls[inst.z as usize];
        let lanes: Vec<usize> = core.active().collect();
        let all = first_arguments(core, site, &lanes);
        let addresses: Vec<u64> = all.iter().copied().filter(|&address| address != 0).collect();
        let result = core.memory().heap_free_each(&addresses);
        core.forget_allocations();
        if let Err(index) = result {
            let address = addresses.get(index).copied().unwrap_or(0);
            // If lanes have the same address, the first one frees it.
            let wrong = addresses[..index].iter().filter(|&&other| other == address).count();
            let mut same = lanes.iter().zip(&all).filter(|(_, other)| **other == address);
            let lane = same.nth(wrong).map_or(0, |(&lane, _)| lane as u32);
            let message = format!(
                "free: address {address:#x} wasn't returned by malloc, or was already freed"
            );
            return core.fault_kind(FaultKind::BadOperand { lane, message });
        }
        CONTINUE
    }
}

/// `cudaGraphSetConditional(handle, value)`; `z` is the call site.
pub struct SetCondition;
impl Op for SetCondition {
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        let code = core.code;
        let site = &code.calls[inst.z as usize];
        let (Some(&(handle, _)), Some(&(value, _))) =
            (site.arguments.first(), site.arguments.get(1))
        else {
            return core.fault_kind(FaultKind::WildCall { lane: 0, target: FUNCTION_HANDLES });
        };
        for lane in core.active() {
            let value = small_argument(core, lane, value);
            let handle = argument(core, lane, handle);
            core.output().set_condition(handle, value);
        }
        CONTINUE
    }
}

/// `cudaGraphLaunch(graph, stream)`; `z` is the call site.
pub struct LaunchGraph;
impl Op for LaunchGraph {
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        let code = core.code;
        let site = &code.calls[inst.z as usize];
        let (Some(&(graph, _)), Some(&(stream, _))) =
            (site.arguments.first(), site.arguments.get(1))
        else {
            return core.fault_kind(FaultKind::WildCall { lane: 0, target: FUNCTION_HANDLES });
        };
        let lanes: Vec<usize> = core.active().collect();
        for lane in lanes {
            let (graph, stream) = (argument(core, lane, graph), argument(core, lane, stream));
            let Some(result) = core.output().launch_graph(graph, stream) else {
                let lane = lane as u32;
                let message = format!(
                    "cudaGraphLaunch: {graph:#x} isn't an executable graph that kernels may launch: it was destroyed, or instantiated without CUDA_GRAPH_INSTANTIATE_FLAG_DEVICE_LAUNCH"
                );
                return core.fault_kind(FaultKind::BadGraph { lane, message });
            };
            if let Some(&(at, _)) = site.results.first() {
                answer(core, lane, at, result);
            }
        }
        CONTINUE
    }
}

/// `__assertfail(message, file, line, function, charsize)`; `z` is the call site.
pub struct Assert;
impl Op for Assert {
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        let code = core.code;
        let site = &code.calls[inst.z as usize];
        let mut first = None;
        for lane in core.active() {
            let value = |index: usize| {
                site.arguments.get(index).map_or(0, |&(at, _)| argument(core, lane, at))
            };
            let text = |index: usize| match value(index) {
                0 => Ok("(null)".to_owned()),
                address => match core.read_text(lane, address) {
                    Some(bytes) => Ok(String::from_utf8_lossy(&bytes).into_owned()),
                    None => Err(format!("assert: there is no text at address {address:#x}")),
                },
            };
            let (condition, file, function) = match (text(0), text(1), text(3)) {
                (Ok(condition), Ok(file), Ok(function)) => (condition, file, function),
                (Err(message), ..) | (_, Err(message), _) | (.., Err(message)) => {
                    return core.fault_kind(FaultKind::BadPointer { lane: lane as u32, message });
                }
            };
            let block = core.block_group.blocks.get(core.block).map_or([0; 3], |block| block.index);
            let thread = core.grid.thread_index(core.warp as u32 * 32 + lane as u32);
            let message = format!(
                "{file}:{}: {function}: block: [{},{},{}], thread: [{},{},{}] Assertion `{condition}` failed.",
                value(2) as u32,
                block[0],
                block[1],
                block[2],
                thread[0],
                thread[1],
                thread[2],
            );
            core.output().complain(format!("{message}\n").as_bytes());
            first.get_or_insert((lane as u32, message));
        }
        let (lane, message) = first.unwrap_or_default();
        core.fault_kind(FaultKind::Assert { lane, message })
    }
}
