//! Counts what the active lanes execute, and what they access.

use crate::code::counts::{Counts, GlobalAccesses, SharedAccesses};
use crate::code::watch::{Access, AccessKind, Action, Address, Where};
use crate::device::windows::{LOCAL_WINDOW, SHARED_WINDOW, WINDOW_SIZE};
use crate::numbers::lane::Bits;
use crate::state::core::{CONTINUE, Core, Next};

/// Counts instruction `index` of [`Code::counted`](crate::code::Code::counted), which the active lanes execute next.
pub fn count(core: &mut Core<'_>, index: u32) -> Next {
    let code = core.code;
    let Some(counted) = code.counted.get(index as usize) else {
        return CONTINUE;
    };
    let lanes = match counted.guard {
        Some((at, negated)) => core.mask & (core.pred(at) ^ 0u32.wrapping_sub(negated.into())),
        None => core.mask,
    };
    // Taken, because the accesses read the core's registers.
    let mut all = std::mem::take(&mut core.counted);
    if let Some(counts) = all.of(index) {
        counts.execute(counted.kind, core.mask.count_ones(), lanes.count_ones());
        if let Some(action) = counted.action.as_ref().filter(|_| lanes != 0) {
            counts.act(core, action, lanes);
        }
    }
    core.counted = all;
    CONTINUE
}

/// Up to 32 numbers.
struct Numbers {
    all: [u64; 32],
    count: usize,
}

impl Numbers {
    fn new(numbers: impl IntoIterator<Item = u64>) -> Numbers {
        let mut all = [0; 32];
        let mut count = 0;
        for (slot, number) in all.iter_mut().zip(numbers) {
            *slot = number;
            count += 1;
        }
        Numbers { all, count }
    }

    /// The same, each once and in order.
    fn distinct(numbers: impl IntoIterator<Item = u64>) -> Numbers {
        let Numbers { mut all, count } = Numbers::new(numbers);
        all[..count].sort_unstable();
        let mut len = 0;
        for at in 0..count {
            if at == 0 || all[at] != all[len - 1] {
                all[len] = all[at];
                len += 1;
            }
        }
        Numbers { all, count: len }
    }

    fn iter(&self) -> impl Iterator<Item = u64> {
        self.all[..self.count].iter().copied()
    }

    fn count(&self) -> u64 {
        self.count as u64
    }
}

impl Counts {
    /// Counts what an instruction does for some lanes.
    pub(super) fn act(&mut self, core: &Core<'_>, action: &Action, lanes: u32) {
        match action {
            Action::Access(Access { address, size, kind, .. }) => {
                self.access(core, *address, *size, *kind, lanes)
            }
            Action::CopyAsync { to, from, size, read } => {
                // What it doesn't read is zero.
                let reads = Bits(lanes)
                    .filter(|lane| *read == u32::MAX || core.lane::<u32>(*read, *lane) != 0);
                let reading = reads.fold(0, |mask, lane| mask | 1 << lane);
                self.access(core, *from, *size, AccessKind::Read, reading);
                self.access(core, *to, *size, AccessKind::Write, lanes);
            }
            Action::Rows { address, lanes: rows, kind } => {
                let lanes = lanes & u32::MAX >> (32 - rows.clamp(&1, &32));
                self.access(core, *address, 16, *kind, lanes);
            }
            Action::Barrier { .. } => self.barriers += 1,
            _ => {}
        }
    }

    /// Counts an access of `size` bytes by each of some lanes.
    fn access(
        &mut self,
        core: &Core<'_>,
        address: Address,
        size: u32,
        kind: AccessKind,
        lanes: u32,
    ) {
        let (mut addresses, mut in_global, mut in_shared) = ([0; 32], 0u32, 0u32);
        for lane in Bits(lanes) {
            let at = core.address_of(address, lane);
            let (offset, memory) = match address.space {
                Where::Shared => (at, &mut in_shared),
                Where::Generic if at.wrapping_sub(SHARED_WINDOW) < WINDOW_SIZE => {
                    (at - SHARED_WINDOW, &mut in_shared)
                }
                Where::Generic if at.wrapping_sub(LOCAL_WINDOW) < WINDOW_SIZE => continue,
                Where::Global | Where::Generic => (at, &mut in_global),
            };
            addresses[lane & 31] = offset;
            *memory |= 1 << lane;
        }
        let (of_global, of_shared) = match kind {
            AccessKind::Read => (&mut self.global_loads, &mut self.shared_loads),
            AccessKind::Write => (&mut self.global_stores, &mut self.shared_stores),
            AccessKind::Update => (&mut self.global_atomics, &mut self.shared_atomics),
        };
        if in_global != 0 {
            *of_global += of_global_memory(&addresses, in_global, size.into());
        }
        if in_shared != 0 {
            let is_update = kind == AccessKind::Update;
            *of_shared += of_shared_memory(&addresses, in_shared, size.into(), is_update);
        }
    }
}

/// Returns the counts of an access of so many bytes by each of some lanes. An access is aligned, so it has one sector.
fn of_global_memory(addresses: &[u64; 32], lanes: u32, size: u64) -> GlobalAccesses {
    let different = Numbers::distinct(Bits(lanes).map(|lane| addresses[lane & 31]));
    let pieces = |bytes| Numbers::distinct(different.iter().map(|at| at / bytes)).count();
    GlobalAccesses {
        requests: 1,
        threads: lanes.count_ones().into(),
        bytes: different.count() * size,
        sectors: pieces(32),
        lines: pieces(128),
        addresses: different.count(),
    }
}

/// The size of a bank's word in bytes, and the number of banks.
const WORD: u64 = 4;
const BANKS: usize = 32;

fn of_shared_memory(
    addresses: &[u64; 32],
    lanes: u32,
    size: u64,
    is_update: bool,
) -> SharedAccesses {
    let different = Numbers::distinct(Bits(lanes).map(|lane| addresses[lane & 31]));
    // A pass serves a word of each bank: lanes with wider ones take turns, first the lower half or quarter of the warp.
    let words = size.div_ceil(WORD).clamp(1, 32);
    let part = 32 / words as usize;
    let (mut passes, mut parts) = (0, 0);
    for first in (0..32).step_by(part) {
        let part_lanes = Bits(lanes).filter(|lane| (first..first + part).contains(lane));
        let words = part_lanes.flat_map(|lane| {
            let word = addresses[lane & 31] / WORD;
            word..word + words
        });
        // Loads and stores of a word share a pass, updates don't.
        let words = if is_update { Numbers::new(words) } else { Numbers::distinct(words) };
        let mut of_bank = [0; BANKS];
        words.iter().for_each(|word| of_bank[word as usize % BANKS] += 1);
        passes += of_bank.into_iter().max().unwrap_or(0);
        parts += u64::from(words.count != 0);
    }
    SharedAccesses {
        requests: 1,
        threads: lanes.count_ones().into(),
        bytes: different.count() * size,
        passes,
        conflicts: passes - parts,
        addresses: different.count(),
    }
}
