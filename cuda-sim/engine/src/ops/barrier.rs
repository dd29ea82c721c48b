//! Barriers of blocks and clusters.

use crate::code::Inst;
use crate::device::fault_kind::FaultKind;
use crate::ops::op::Op;
use crate::state::block_group::BARRIERS;
use crate::state::block_group::BarrierReduction;
use crate::state::core::{CONTINUE, Core, Next, STOP, Stop};

/// Returns the barrier in register `a`, and the number of threads in register `b` unless that is `u32::MAX`.
#[inline]
fn operands(core: &mut Core<'_>, inst: &Inst) -> Result<(usize, u32), Next> {
    let lane = core.first_lane();
    let barrier = core.lane::<u32>(inst.a, lane as usize);
    if barrier as usize >= BARRIERS {
        let message = format!("barrier {barrier} doesn't exist: a block has barriers 0 to 15");
        return Err(core.fault_kind(FaultKind::BadOperand { lane, message }));
    }
    if inst.b == u32::MAX {
        return Ok((barrier as usize, 0));
    }
    let count = core.lane::<u32>(inst.b, lane as usize);
    if count == 0 || !count.is_multiple_of(32) || count > 1024 {
        let message = format!(
            "a barrier can't wait for {count} threads: a multiple of 32 up to 1024 can be given"
        );
        return Err(core.fault_kind(FaultKind::BadOperand { lane, message }));
    }
    Ok((barrier as usize, count))
}

/// `bar.sync`: barrier `a`, threads `b`; `x` the next instruction.
pub struct BarSync;
impl Op for BarSync {
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        match operands(core, inst) {
            Ok((barrier, count)) => core.wait(barrier, count, None, None, inst.x as u32),
            Err(next) => next,
        }
    }
}

/// `bar.arrive`
pub struct BarArrive;
impl Op for BarArrive {
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        match operands(core, inst) {
            Ok((barrier, count)) => {
                if core.arrive(barrier, count, None) {
                    core.this_block().release_if_complete(barrier);
                }
                CONTINUE
            }
            Err(next) => next,
        }
    }
}

/// `bar.red`: predicate `c`; `y` the reduction in bits 0 and 1, bit 2 negates the predicate; result `d`.
pub struct BarRed;
impl Op for BarRed {
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        let reduction = match inst.y & 3 {
            0 => BarrierReduction::Popc,
            1 => BarrierReduction::And,
            _ => BarrierReduction::Or,
        };
        let vote = core.pred(inst.c) ^ 0u32.wrapping_sub(inst.y >> 2 & 1);
        match operands(core, inst) {
            Ok((barrier, count)) => {
                core.wait(barrier, count, Some(vote), Some((inst.d, reduction)), inst.x as u32)
            }
            Err(next) => next,
        }
    }
}

/// `barrier.cluster.arrive`
pub struct ClusterArrive;
impl Op for ClusterArrive {
    fn run(core: &mut Core<'_>, _: &Inst) -> Next {
        core.block_group.cluster_arrived += core.mask.count_ones();
        let (mask, odd) = (core.mask, 0u32.wrapping_sub(core.block_group.cluster_round & 1));
        let warp = core.this_warp();
        warp.cluster_parity = warp.cluster_parity & !mask | odd & mask;
        core.release_cluster();
        CONTINUE
    }
}

/// `barrier.cluster.wait`: `x` the next instruction.
pub struct ClusterWait;
impl Op for ClusterWait {
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        // Lanes whose round has ended continue: others may already have arrived in the next one.
        let odd = 0u32.wrapping_sub(core.block_group.cluster_round & 1);
        let waiting = core.mask & !(core.this_warp().cluster_parity ^ odd);
        let done = core.mask & !waiting;
        if waiting == 0 {
            return CONTINUE;
        }
        if done != 0 {
            core.push_split(inst.x as u32, done);
            core.set_mask(waiting);
        }
        core.stop = Stop::Cluster { next: inst.x as u32 };
        STOP
    }
}
