//! Where atomic operations add nothing to what cells have, as in a histogram's bins that several threads have counted in.

use crate::numbers::lane::Bits;
use crate::races::entry::View;

/// Which lanes add nothing: those that know at least as much as a view of no warp, at this time.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Adding {
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
pub struct Settled {
    by: Adding,
    /// How often it began anew.
    generation: u32,
    addresses: Vec<(u64, u32)>,
}

impl Settled {
    /// Begins anew, unless it was for the same.
    #[inline(always)]
    pub fn begin(&mut self, by: Adding) {
        if self.by != by {
            self.by = by;
            self.generation = self.generation.wrapping_add(1);
            self.addresses.resize(COUNT, (0, 0));
        }
    }

    /// Returns the lanes that add nothing.
    #[inline(always)]
    pub fn of(&self, at: &[u64; 32], lanes: u32) -> u32 {
        let Some(addresses) = self.addresses.first_chunk::<COUNT>() else {
            return 0;
        };
        let is_settled = |lane: &usize| {
            let at = at[lane & 31];
            addresses[place(at)] == (at, self.generation)
        };
        Bits(lanes).filter(is_settled).fold(0, |all, lane| all | 1 << lane)
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
