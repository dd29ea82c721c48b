//! Addresses where an atomic operation of the same epoch is recorded already, as in a histogram's bins: FastTrack's shortcut of
//! the same epoch, for warps of a block at one time.

use crate::numbers::lane::Bits;
use crate::races::entry::View;

/// The epoch: accesses at this time whose clocks include this view, which is of no warp.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct EpochKey {
    pub view: View,
    pub now: u32,
    pub size: u64,
    /// Whether it is atomic for all of a device.
    pub is_wide: bool,
    /// How often [other accesses](crate::races::shadow::Shadow::page) may have changed something.
    pub changes: u64,
}

/// The number of addresses.
const COUNT: usize = 2048;

/// The addresses where these add nothing, as far as there is room.
#[derive(Default)]
pub struct SameEpochCache {
    epoch: EpochKey,
    /// How often it began anew.
    generation: u32,
    addresses: Vec<(u64, u32)>,
}

impl SameEpochCache {
    /// Begins anew, unless it was for the same.
    #[inline(always)]
    pub fn begin(&mut self, epoch: EpochKey) {
        if self.epoch != epoch {
            self.epoch = epoch;
            self.generation = self.generation.wrapping_add(1);
            self.addresses.resize(COUNT, (0, 0));
        }
    }

    /// Returns the lanes that add nothing.
    #[inline(always)]
    pub fn hits(&self, at: &[u64; 32], lanes: u32) -> u32 {
        let Some(addresses) = self.addresses.first_chunk::<COUNT>() else {
            return 0;
        };
        let is_recorded = |lane: &usize| {
            let at = at[lane & 31];
            addresses[place(at)] == (at, self.generation)
        };
        Bits(lanes).filter(is_recorded).fold(0, |mask, lane| mask | 1 << lane)
    }

    /// Adds an address.
    #[inline(always)]
    pub fn add(&mut self, at: u64) {
        if let Some(address) = self.addresses.get_mut(place(at)) {
            *address = (at, self.generation);
        }
    }
}

#[inline(always)]
fn place(at: u64) -> usize {
    (at >> 2) as usize % COUNT
}
