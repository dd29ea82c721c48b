//! Sectors, lines and bank conflicts of a warp's access.

use super::{Counts, GlobalAccesses, SharedAccesses};
use crate::core::{Bits, Core};
use crate::races::{Access, Action, Address, Kind, Where};
use crate::space::{LOCAL_WINDOW, SHARED_WINDOW, WINDOW_SIZE};

/// The addresses of some lanes, each once and with its lanes' number.
struct Addresses {
    at: [u64; 32],
    count: usize,
}

impl Addresses {
    fn as_slice(&self) -> &[u64] {
        &self.at[..self.count]
    }

    fn push(&mut self, address: u64) {
        self.at[self.count & 31] = address;
        self.count += 1;
    }

    fn new() -> Addresses {
        Addresses {
            at: [0; 32],
            count: 0,
        }
    }
}

/// Returns how many values differ.
fn distinct(values: impl Iterator<Item = u64>) -> u64 {
    let mut all: Vec<u64> = values.collect();
    all.sort_unstable();
    all.dedup();
    all.len() as u64
}

impl Counts {
    /// Counts what an instruction does for some lanes.
    pub(super) fn act(&mut self, core: &Core<'_>, action: &Action, lanes: u32) {
        match action {
            Action::Access(Access {
                address,
                size,
                kind,
                ..
            }) => self.access(core, *address, *size, *kind, lanes),
            Action::CopyAsync {
                to,
                from,
                size,
                read,
            } => {
                // What it doesn't read is zero.
                let reads = Bits(lanes)
                    .filter(|lane| *read == u32::MAX || core.lane::<u32>(*read, *lane) != 0);
                let reading = reads.fold(0, |mask, lane| mask | 1 << lane);
                self.access(core, *from, *size, Kind::Read, reading);
                self.access(core, *to, *size, Kind::Write, lanes);
            }
            Action::Rows {
                address,
                lanes: rows,
                kind,
            } => {
                let lanes = lanes & u32::MAX >> (32 - rows.clamp(&1, &32));
                self.access(core, *address, 16, *kind, lanes);
            }
            Action::Barrier { .. } => self.barriers += 1,
            _ => {}
        }
    }

    /// Counts an access of `size` bytes by each of some lanes.
    fn access(&mut self, core: &Core<'_>, address: Address, size: u32, kind: Kind, lanes: u32) {
        let mut global = Addresses::new();
        let mut shared = [0; 32];
        let mut in_shared = 0u32;
        for lane in Bits(lanes) {
            let at = core.address_of(address, lane);
            let offset = match address.space {
                Where::Shared => Some(at),
                Where::Generic => {
                    let offset = at.wrapping_sub(SHARED_WINDOW);
                    (offset < WINDOW_SIZE).then_some(offset)
                }
                Where::Global => None,
            };
            match offset {
                Some(offset) => {
                    in_shared |= 1 << lane;
                    shared[lane & 31] = offset;
                }
                None if address.space == Where::Generic
                    && at.wrapping_sub(LOCAL_WINDOW) < WINDOW_SIZE => {}
                None => global.push(at),
            }
        }
        let (of_global, of_shared) = match kind {
            Kind::Read => (&mut self.global_loads, &mut self.shared_loads),
            Kind::Write => (&mut self.global_stores, &mut self.shared_stores),
            Kind::Update => (&mut self.global_atomics, &mut self.shared_atomics),
        };
        if global.count != 0 {
            *of_global += of_global_memory(global.as_slice(), size.into());
        }
        if in_shared != 0 {
            *of_shared += of_shared_memory(&shared, in_shared, size);
        }
    }
}

fn of_global_memory(addresses: &[u64], size: u64) -> GlobalAccesses {
    let pieces = |bytes: u64| {
        let pieces = addresses
            .iter()
            .map(|at| at / bytes..=at.saturating_add(size - 1) / bytes);
        distinct(pieces.flatten())
    };
    GlobalAccesses {
        requests: 1,
        threads: addresses.len() as u64,
        bytes: addresses.len() as u64 * size,
        sectors: pieces(32),
        lines: pieces(128),
        addresses: distinct(addresses.iter().copied()),
    }
}

/// The size of a bank's word in bytes, and the number of banks.
const WORD: u64 = 4;
const BANKS: usize = 32;

fn of_shared_memory(addresses: &[u64; 32], lanes: u32, size: u32) -> SharedAccesses {
    // A pass moves up to 128 bytes: lanes with wider words take turns.
    let part = 32 / (u64::from(size).div_ceil(WORD).clamp(1, 32) as usize);
    let (mut passes, mut parts) = (0, 0);
    for first in (0..32).step_by(part) {
        let own = Bits(lanes).filter(|lane| (first..first + part).contains(lane));
        let words = own.flat_map(|lane| {
            let at = addresses[lane & 31];
            at / WORD..=at.saturating_add(u64::from(size.max(1)) - 1) / WORD
        });
        let mut words: Vec<u64> = words.collect();
        words.sort_unstable();
        words.dedup();
        let mut of_bank = [0; BANKS];
        words
            .iter()
            .for_each(|word| of_bank[*word as usize % BANKS] += 1);
        passes += of_bank.into_iter().max().unwrap_or(0);
        parts += u64::from(!words.is_empty());
    }
    let threads = u64::from(lanes.count_ones());
    SharedAccesses {
        requests: 1,
        threads,
        bytes: threads * u64::from(size),
        passes,
        conflicts: passes - parts,
        addresses: distinct(Bits(lanes).map(|lane| addresses[lane & 31])),
    }
}
