//! The report of a deadlock.

use crate::device::fault_kind::FaultKind;
use crate::numbers::lane::Bits;
use crate::state::block_group::BARRIERS;
use crate::state::core::Core;
use crate::state::split::SplitState;

impl Core<'_> {
    /// Reports that no thread of the block group can continue.
    pub(super) fn deadlock(&mut self) {
        let mut report = String::from("deadlock: all remaining threads wait for each other");
        let mut first = None;
        let mut lines = 0;
        for (number, block) in self.block_group.blocks.iter().enumerate() {
            for (index, warp) in block.warps.iter().enumerate() {
                for split in &warp.splits {
                    lines += 1;
                    if lines > 8 {
                        continue;
                    }
                    // Most continue after the instruction at which they wait.
                    let at = match split.state {
                        SplitState::Gather { .. } | SplitState::WholeWarp => split.pc,
                        _ => split.pc.saturating_sub(1),
                    };
                    first.get_or_insert((number, index, at, split.mask));
                    let line = self.code.places.get(at as usize).map_or(0, |place| place.line);
                    let reason = match split.state {
                        SplitState::Barrier { barrier, .. } => {
                            let state = &block.barriers[barrier as usize];
                            let needed =
                                if state.expected == 0 { block.live } else { state.expected };
                            let arrived = state.arrived;
                            if barrier as usize >= BARRIERS {
                                "for the other warps of its four".into()
                            } else {
                                format!(
                                    "at barrier {barrier}, where {arrived} of {needed} threads have arrived"
                                )
                            }
                        }
                        SplitState::Cluster => "at the cluster's barrier".into(),
                        SplitState::Gather { members } => {
                            format!("for lanes {members:#010x} of its warp")
                        }
                        SplitState::WholeWarp => "for the other lanes of its warp".into(),
                        SplitState::Ready | SplitState::Asserted => "for nothing".into(),
                    };
                    let lanes = Bits(split.mask).count();
                    report.push_str(&format!("\n  warp {index}: {lanes} threads (lanes {:#010x}) wait {reason}, PTX line {line}", split.mask));
                }
            }
        }
        if lines > 8 {
            report.push_str(&format!("\n  and {} more groups of threads", lines - 8));
        }
        let (block, warp, pc, mask) = first.unwrap_or((0, 0, 0, 0));
        self.block = block;
        self.warp = warp;
        self.mask = mask;
        let fault = self.fault(pc, &FaultKind::Deadlock { report });
        self.grid.fail(fault);
    }
}
