use std::collections::BTreeMap;

use cuda_driver_sys::{CUgraphMem_attribute, CUresult};
use parking_lot::Mutex;

use super::plan::{Action, Plan};
use crate::api::error::{INVALID_VALUE, OUT_OF_MEMORY};
use crate::api::outcome::Outcome;
use crate::api::pool::RESERVED;
use crate::api::system::System;
use crate::memory::{Kind, Owner};

/// The memory that graphs allocate.
///
/// Each allocation has its address from the time its node is added, but calls may only use it from a launch until it is
/// freed. A driver backs it with memory of its own, which it keeps until it is trimmed.
#[derive(Debug, Default)]
pub(in crate::api) struct GraphMemory {
    known: Mutex<BTreeMap<u64, State>>,
    /// The maximum of bytes in use and reserved, by device.
    high: Mutex<BTreeMap<usize, [u64; 2]>>,
}

/// What is known of an allocation.
#[derive(Debug, Clone, Copy)]
struct State {
    device: usize,
    bytes: u64,
    /// Whether a launch allocated it, and nothing freed it since.
    is_allocated: bool,
    /// Whether it is backed by memory.
    is_backed: bool,
}

impl GraphMemory {
    /// Takes an address for an allocation of `bytes` bytes.
    pub(in crate::api) fn reserve(
        &self,
        system: &System,
        bytes: u64,
        owner: Owner,
    ) -> Result<u64, CUresult> {
        let address = system.memory.allocate(bytes, 512, Kind::Graph, owner);
        let address = address.ok_or(OUT_OF_MEMORY)?;
        system.memory.release(address);
        let state = State {
            device: owner.device,
            bytes,
            is_allocated: false,
            is_backed: false,
        };
        self.known.lock().insert(address, state);
        Ok(address)
    }

    /// Returns `true` for the address of an allocation.
    pub(in crate::api) fn knows(&self, address: u64) -> bool {
        self.known.lock().contains_key(&address)
    }

    /// The node of an allocation, and all executable graphs with it, are gone. Allocated memory lives until it is freed.
    pub(super) fn forget(&self, system: &System, address: u64) {
        let mut known = self.known.lock();
        let is_over = known.get(&address).is_some_and(|it| !it.is_allocated);
        if is_over {
            known.remove(&address);
            drop(known);
            system.memory.end(address);
        }
    }

    /// Allocates and frees what a launch does. Memory of a previous launch that wasn't freed is an error, unless the
    /// launch frees it first, and so is freeing what isn't allocated.
    pub(in crate::api) fn launch(
        &self,
        system: &System,
        plan: &Plan,
        frees_first: bool,
    ) -> Outcome {
        let (mut allocated, mut freed) = (Vec::new(), Vec::new());
        plan.each(&mut |step| match &step.action {
            Action::Allocate(it) => allocated.push(it.address),
            Action::Free(address) => freed.push(*address),
            _ => {}
        });
        if allocated.is_empty() && freed.is_empty() {
            return Ok(());
        }
        let mut known = self.known.lock();
        let is_allocated =
            |address: &u64| known.get(address).is_some_and(|state| state.is_allocated);
        let stays = allocated.iter().any(is_allocated);
        let is_there = |address: &u64| allocated.contains(address) || is_allocated(address);
        if stays && !frees_first || !freed.iter().all(is_there) {
            return Err(INVALID_VALUE);
        }
        for address in &allocated {
            if let Some(state) = known.get_mut(address) {
                (state.is_allocated, state.is_backed) = (true, true);
                system.memory.revive(*address);
            }
        }
        for address in &freed {
            if let Some(state) = known.get_mut(address) {
                state.is_allocated = false;
                system.memory.release(*address);
            }
        }
        let mut high = self.high.lock();
        for device in 0..system.model.devices {
            let used = in_use(&known, device);
            let marks = high.entry(device).or_default();
            *marks = marks.map(|mark| mark.max(used));
        }
        Ok(())
    }

    /// Frees an allocation, which keeps its address for the next launch, if a launch allocated it.
    pub(in crate::api) fn free(&self, system: &System, address: u64) -> Outcome {
        let mut known = self.known.lock();
        match known.get_mut(&address) {
            Some(state) if state.is_allocated => {
                state.is_allocated = false;
                system.memory.release(address);
                Ok(())
            }
            _ => Err(INVALID_VALUE),
        }
    }

    /// Gives back the memory of a device that no allocation uses.
    pub(in crate::api) fn trim(&self, device: usize) {
        for state in self.known.lock().values_mut() {
            if state.device == device && !state.is_allocated {
                state.is_backed = false;
            }
        }
    }

    /// Returns an attribute of a device's graph memory.
    pub(in crate::api) fn attribute(
        &self,
        device: usize,
        attribute: CUgraphMem_attribute,
    ) -> Result<u64, CUresult> {
        use CUgraphMem_attribute as A;
        let high = self.high.lock().get(&device).copied().unwrap_or_default();
        match attribute {
            A::CU_GRAPH_MEM_ATTR_USED_MEM_CURRENT | A::CU_GRAPH_MEM_ATTR_RESERVED_MEM_CURRENT => {
                Ok(in_use(&self.known.lock(), device))
            }
            A::CU_GRAPH_MEM_ATTR_USED_MEM_HIGH => Ok(high[0]),
            A::CU_GRAPH_MEM_ATTR_RESERVED_MEM_HIGH => Ok(high[1]),
            _ => Err(INVALID_VALUE),
        }
    }

    /// Resets a maximum to what is in use; other attributes can't be set.
    pub(in crate::api) fn reset(&self, device: usize, attribute: CUgraphMem_attribute) -> Outcome {
        use CUgraphMem_attribute as A;
        let place = match attribute {
            A::CU_GRAPH_MEM_ATTR_USED_MEM_HIGH => 0,
            A::CU_GRAPH_MEM_ATTR_RESERVED_MEM_HIGH => 1,
            _ => return Err(INVALID_VALUE),
        };
        let used = in_use(&self.known.lock(), device);
        if let Some(mark) = self.high.lock().entry(device).or_default().get_mut(place) {
            *mark = used;
        }
        Ok(())
    }
}

/// Returns the bytes that a driver's allocator has taken for a device's allocations.
fn in_use(known: &BTreeMap<u64, State>, device: usize) -> u64 {
    let backed = known
        .values()
        .filter(|it| it.device == device && it.is_backed);
    let bytes: u64 = backed.map(|it| it.bytes.next_multiple_of(512)).sum();
    bytes.next_multiple_of(RESERVED)
}
