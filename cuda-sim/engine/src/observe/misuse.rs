//! Checks that need no history of accesses: reads of shared memory that nothing wrote, and barriers that the lanes of a warp
//! use wrongly.

use crate::code::sites::SITE;
use crate::code::watch::{Access, AccessKind, Action, Address};
use crate::device::fault_kind::FaultKind;
use crate::numbers::lane::Bits;
use crate::observe::access::{Spot, Watcher};
use crate::races::checks::Checks;
use crate::races::state::Round;

impl Watcher<'_, '_> {
    /// Returns what is wrong with an instruction, in itself.
    pub(super) fn misuse(&mut self, action: &Action, checks: Checks) -> Option<FaultKind> {
        match action {
            Action::Barrier { id, waits, aligned: true, .. } if checks.barriers => {
                let id = self.core.lane::<u32>(*id, self.core.first_lane() as usize);
                self.apart(id, *waits)
            }
            Action::ClusterWait { .. } if checks.barriers => self.apart_in_cluster(),
            Action::WarpSync { members } | Action::Collective { members } if checks.barriers => {
                self.not_a_member(*members)
            }
            _ if checks.uninitialized => self.unwritten(action),
            _ => None,
        }
    }

    /// Lanes of a warp at the same barrier at different instructions, or warps that wait for it at different ones.
    fn apart(&mut self, barrier: u32, waits: bool) -> Option<FaultKind> {
        let begins = {
            let barriers = &self.core.this_block().barriers;
            barriers.get(barrier as usize).is_none_or(|barrier| barrier.arrived == 0)
        };
        let rounds = &mut self.group.blocks[self.core.block].rounds;
        if begins {
            rounds.retain(|round| round.barrier != barrier);
        }
        let (other, line) = self.other_site(barrier, 0, waits)?;
        let message = if other.warp == self.core.warp as u32 {
            format!(
                "lanes of a warp wait for barrier {barrier} at different instructions, the others at PTX line {line}: this barrier needs all lanes of the warp (bar.sync; __syncthreads in a branch that not all take)"
            )
        } else {
            format!(
                "warps of a block wait for barrier {barrier} at different instructions, warp {} at PTX line {line}: this barrier needs all threads at one (bar.sync; __syncthreads in both branches); barrier.sync doesn't",
                other.warp
            )
        };
        Some(FaultKind::Misuse { lane: self.core.first_lane(), message })
    }

    /// Warps of a block that wait for the cluster's barrier at different instructions.
    fn apart_in_cluster(&mut self) -> Option<FaultKind> {
        let now = self.core.block_group.cluster_round;
        // Who waits has arrived in this round, or in the last one.
        let lane = self.core.first_lane();
        let odd = self.core.this_warp().cluster_parity >> lane & 1;
        let round = if now & 1 == odd { now } else { now.wrapping_sub(1) };
        let rounds = &mut self.group.blocks[self.core.block].rounds;
        rounds.retain(|round| round.barrier != u32::MAX || now.wrapping_sub(round.round) < 2);
        let (other, line) = self.other_site(u32::MAX, round, true)?;
        let message = format!(
            "warps of a block wait for the cluster's barrier at different instructions, warp {} at PTX line {line}: it needs all threads at one",
            other.warp
        );
        Some(FaultKind::Misuse { lane, message })
    }

    /// Returns the lanes that are at the same barrier at another instruction, and its line; without any, records these.
    fn other_site(&mut self, barrier: u32, round: u32, waits: bool) -> Option<(Round, u32)> {
        let (warp, site) = (self.core.warp as u32, self.site & SITE);
        let current = Round { barrier, round, warp, site, waits };
        let rounds = &mut self.group.blocks[self.core.block].rounds;
        let is_apart = |other: &&Round| {
            // Lanes of a warp may wait for the cluster's barrier anywhere.
            let is_together =
                if other.warp == warp { barrier != u32::MAX } else { other.waits && waits };
            (other.barrier, other.round) == (barrier, round) && other.site != site && is_together
        };
        let Some(other) = rounds.iter().find(is_apart).copied() else {
            rounds.push(current);
            return None;
        };
        let watch = self.code.watches.get((other.site - self.code.first_site) as usize);
        Some((other, watch.map_or(0, |watch| watch.place.line)))
    }

    /// A lane that isn't in its own mask.
    fn not_a_member(&self, members: u32) -> Option<FaultKind> {
        let lane = Bits(self.core.mask)
            .find(|lane| self.core.lane::<u32>(members, *lane) >> lane & 1 == 0)?;
        let mask = self.core.lane::<u32>(members, lane);
        Some(FaultKind::Misuse {
            lane: lane as u32,
            message: format!(
                "lane {lane} isn't in the mask {mask:#x} of the instruction that it executes"
            ),
        })
    }

    fn unwritten(&mut self, action: &Action) -> Option<FaultKind> {
        match action {
            Action::Access(access) => self.unwritten_by(access),
            Action::Mbarrier { address, .. } => {
                self.wrote(*address, 8);
                None
            }
            Action::CopyAsync { to, size, .. } | Action::StoreAsync { to, size, .. } => {
                self.wrote(*to, u64::from(*size));
                None
            }
            Action::CopyBulk { to, size, .. } => {
                for lane in Bits(self.core.mask) {
                    let size = self.core.lane::<u32>(*size, lane);
                    if let Some(Spot { address: at, in_shared: true }) =
                        self.resolve(*to, lane, size)
                    {
                        self.mark(at, u64::from(size));
                    }
                }
                None
            }
            Action::Rows { address, kind: AccessKind::Write, .. } => {
                self.wrote(*address, 16);
                None
            }
            // Where it writes isn't known: anywhere.
            Action::WritesShared => {
                let shared = &self.core.block_group.shared;
                let (start, size) = (shared.as_ptr() as u64, size_of_val(&shared[..]) as u64);
                self.mark(start, size);
                None
            }
            _ => None,
        }
    }

    fn wrote(&mut self, address: Address, size: u64) {
        for lane in Bits(self.core.mask) {
            if let Some(Spot { address: at, in_shared: true }) =
                self.resolve(address, lane, size as u32)
            {
                self.mark(at, size);
            }
        }
    }

    fn mark(&mut self, at: u64, size: u64) {
        let start = self.core.block_group.shared.as_ptr() as u64;
        self.group.initialized.write(at.wrapping_sub(start), size);
    }

    fn unwritten_by(&mut self, access: &Access) -> Option<FaultKind> {
        let start = self.core.block_group.shared.as_ptr() as u64;
        for lane in Bits(self.core.mask) {
            let Some(Spot { address: at, in_shared: true }) =
                self.resolve(access.address, lane, access.size)
            else {
                continue;
            };
            let (offset, size) = (at.wrapping_sub(start), u64::from(access.size));
            if access.kind != AccessKind::Write {
                let element = u64::from(access.value_size.max(1));
                let whole = (0..size / element).find(|index| {
                    !self.group.initialized.holds_any(offset + index * element, element)
                });
                if let Some(index) = whole {
                    let stride = u64::from(self.core.grid.shared_stride).max(1);
                    let reserved = u64::from(self.core.grid.reserved_shared);
                    let byte = ((offset + index * element) % stride).wrapping_sub(reserved);
                    return Some(FaultKind::Misuse {
                        lane: lane as u32,
                        message: format!(
                            "{element} bytes are read at byte {byte} of shared memory, which no thread has written"
                        ),
                    });
                }
            }
            if access.kind != AccessKind::Read {
                self.group.initialized.write(offset, size);
            }
        }
        None
    }
}
