use litemap::LiteMap;
use std::collections::BTreeMap;

use cuda_driver_sys::{CUgraphMem_attribute, CUresult};
use parking_lot::Mutex;

use crate::memory::{Allocation, AllocationKind, Memory, Owner};
use crate::state::error::{INVALID_VALUE, OUT_OF_MEMORY};
use crate::state::outcome::Outcome;
use crate::state::pool::RESERVED;

/// The memory that graphs allocate.
///
/// Each allocation has its address from the time its node is added, but calls may only use it from a launch until it is
/// freed. The first launch backs it with memory, which its device keeps for graphs until it is trimmed.
#[derive(Debug, Default)]
pub(crate) struct GraphMemory(Mutex<Inner>);

#[derive(Debug, Default)]
struct Inner {
    known: LiteMap<u64, AllocatedState>,
    /// By device.
    devices: LiteMap<usize, OfDevice>,
}

/// The memory of a device.
#[derive(Debug, Default)]
struct OfDevice {
    /// The bytes that allocations took which don't exist anymore.
    kept: u64,
    /// The bytes in use that count as the device's.
    counted: u64,
    /// The maximum of bytes in use and reserved.
    high: [u64; 2],
}

/// What is known of an allocation.
#[derive(Debug, Clone, Copy)]
struct AllocatedState {
    /// The allocation's number in the table of memory.
    id: u64,
    device: usize,
    bytes: u64,
    /// Whether a launch allocated it, and nothing freed it since.
    is_allocated: bool,
    /// The frees that the work of their streams hasn't reached, before which other work may use it.
    pending_frees: usize,
    /// Whether it is backed by memory.
    is_backed: bool,
    /// Whether its node is gone.
    is_orphan: bool,
    /// Whether its graph can't free it any more.
    is_outside: bool,
}

impl Inner {
    /// Removes an allocation; a driver keeps its memory for others.
    fn remove(&mut self, address: u64) {
        if let Some(state) = self.known.remove(&address)
            && state.is_backed
        {
            self.devices.entry(state.device).or_default().kept += state.bytes;
        }
    }

    /// Frees an allocation, if it is allocated; returns its number.
    fn free(&mut self, memory: &Memory, address: u64) -> Option<u64> {
        let state = self.known.get_mut(&address).filter(|state| state.is_allocated)?;
        state.is_allocated = false;
        state.pending_frees += 1;
        memory.release(address);
        Some(state.id)
    }

    /// Returns the bytes that a driver's allocator has taken for a device's allocations.
    fn in_use(&self, device: usize) -> u64 {
        self.in_use_with(device, 0)
    }

    /// The same once that many bytes more are backed, for which it takes what it has kept first.
    fn in_use_with(&self, device: usize, more: u64) -> u64 {
        let states = self.known.values();
        let backed = states.filter(|state| state.device == device && state.is_backed);
        let spare = self.devices.get(&device).map_or(0, |pool| pool.kept);
        let bytes: u64 = backed.map(|backed| backed.bytes).sum();
        (bytes + spare.max(more)).next_multiple_of(RESERVED)
    }

    /// Takes memory of a device for that many bytes more, if there is enough.
    fn take(&mut self, memory: &Memory, device: usize, more: u64) -> Outcome {
        let used = self.in_use_with(device, more);
        let of_device = self.devices.entry(device).or_default();
        let missing = used.saturating_sub(of_device.counted);
        let taken = memory.count(device, missing);
        taken.ok_or(OUT_OF_MEMORY)?;
        of_device.counted += missing;
        Ok(())
    }

    /// Gives back memory of a device that isn't in use anymore.
    fn settle(&mut self, memory: &Memory, device: usize) {
        let used = self.in_use(device);
        let of_device = self.devices.entry(device).or_default();
        let unused = of_device.counted.saturating_sub(used);
        memory.discount(device, unused);
        of_device.counted -= unused;
    }
}

impl GraphMemory {
    /// Takes an address for an allocation of `bytes` bytes.
    pub(crate) fn reserve(
        &self,
        memory: &Memory,
        bytes: u64,
        kind: AllocationKind,
        owner: Owner,
    ) -> Result<(u64, u64), CUresult> {
        if bytes > memory.total() {
            return Err(OUT_OF_MEMORY);
        }
        let mut inner = self.0.lock();
        let address = memory.allocate(bytes, 512, kind, owner);
        let address = address.ok_or(OUT_OF_MEMORY)?;
        let id = memory.allocated(address).map_or(0, |allocation| allocation.id);
        memory.release(address);
        let state = AllocatedState {
            id,
            device: owner.device,
            bytes: bytes.next_multiple_of(512),
            is_allocated: false,
            pending_frees: 0,
            is_backed: false,
            is_orphan: false,
            is_outside: false,
        };
        inner.known.insert(address, state);
        Ok((address, id))
    }

    /// Returns `true` for the address of an allocation, unless its graph is gone and it is freed.
    pub(crate) fn knows(&self, address: u64) -> bool {
        let inner = self.0.lock();
        let state = inner.known.get(&address);
        state.is_some_and(|state| state.is_allocated || !state.is_orphan)
    }

    /// Returns `true` if the graph of an allocation may free it.
    pub(crate) fn is_inside(&self, address: u64) -> bool {
        let inner = self.0.lock();
        inner.known.get(&address).is_some_and(|state| !state.is_outside)
    }

    /// Keeps the graph of an allocation from freeing it: it was instantiated without that, or another graph frees it.
    pub(crate) fn set_outside(&self, address: u64) {
        if let Some(state) = self.0.lock().known.get_mut(&address) {
            state.is_outside = true;
        }
    }

    /// The node of an allocation, and all executable graphs with it, are gone. Allocated memory lives until it is freed,
    /// and work has reached that. Returns `true` if it has ended now.
    pub(crate) fn forget(&self, memory: &Memory, address: u64, id: u64) -> bool {
        let mut inner = self.0.lock();
        match inner.known.get_mut(&address).filter(|state| state.id == id) {
            Some(state) if state.is_allocated || state.pending_frees > 0 => {
                state.is_orphan = true;
                false
            }
            Some(_) => {
                inner.remove(address);
                memory.end(address).is_some()
            }
            None => false,
        }
    }

    /// The allocation has ended, and its address may already be another one's.
    pub(crate) fn note_end(&self, memory: &Memory, ended: &Allocation) {
        let mut inner = self.0.lock();
        let state = inner.known.get(&ended.start);
        if let Some(&AllocatedState { device, .. }) = state.filter(|state| state.id == ended.id) {
            inner.known.remove(&ended.start);
            inner.settle(memory, device);
        }
    }

    /// Allocates and frees what a launch does, and returns the numbers of what it frees by their addresses. Memory of a
    /// previous launch that wasn't freed is an error, unless the launch frees it first, and so is freeing what isn't
    /// allocated.
    pub(crate) fn launch(
        &self,
        memory: &Memory,
        allocated: &[u64],
        freed: &[u64],
        frees_first: bool,
    ) -> Result<BTreeMap<u64, u64>, CUresult> {
        if allocated.is_empty() && freed.is_empty() {
            return Ok(BTreeMap::new());
        }
        let inner = &mut *self.0.lock();
        let is_allocated =
            |address: &u64| inner.known.get(address).is_some_and(|state| state.is_allocated);
        let stays = allocated.iter().any(is_allocated);
        let is_there = |address: &u64| allocated.contains(address) || is_allocated(address);
        if stays && !frees_first || !freed.iter().all(is_there) {
            return Err(INVALID_VALUE);
        }
        let unbacked = |address: &u64| inner.known.get(address).filter(|state| !state.is_backed);
        let mut more = BTreeMap::new();
        for state in allocated.iter().filter_map(unbacked) {
            *more.entry(state.device).or_default() += state.bytes;
        }
        for (device, bytes) in &more {
            if let Err(code) = inner.take(memory, *device, *bytes) {
                more.keys().for_each(|device| inner.settle(memory, *device));
                return Err(code);
            }
        }
        for address in allocated {
            if let Some(state) = inner.known.get_mut(address) {
                if !state.is_backed {
                    let of_device = inner.devices.entry(state.device).or_default();
                    of_device.kept = of_device.kept.saturating_sub(state.bytes);
                }
                (state.is_allocated, state.is_backed) = (true, true);
                memory.revive(*address);
            }
        }
        let last = inner.devices.last().map(|(device, _)| *device);
        for device in 0..=last.unwrap_or_default() {
            let used = inner.in_use(device);
            let of_device = inner.devices.entry(device).or_default();
            of_device.high = of_device.high.map(|mark| mark.max(used));
        }
        let freed = freed.iter();
        Ok(freed.filter_map(|address| Some((*address, inner.free(memory, *address)?))).collect())
    }

    /// Frees an allocation, if a launch allocated it, and returns its number. It keeps its address for the next launch, or
    /// until the free is [reached](Self::reach_free) if its graph is gone.
    pub(crate) fn free(&self, memory: &Memory, address: u64) -> Result<u64, CUresult> {
        self.0.lock().free(memory, address).ok_or(INVALID_VALUE)
    }

    /// The work of a stream has reached a free. Returns `true` if the allocation ends with it.
    pub(crate) fn reach_free(&self, address: u64, id: u64) -> bool {
        let mut inner = self.0.lock();
        // Another allocation may have its address since.
        let Some(state) = inner.known.get_mut(&address).filter(|state| state.id == id) else {
            return false;
        };
        state.pending_frees = state.pending_frees.saturating_sub(1);
        let ends = state.is_orphan && !state.is_allocated && state.pending_frees == 0;
        if ends {
            inner.remove(address);
        }
        ends
    }

    /// Gives back the memory of a device that no allocation uses.
    pub(crate) fn trim(&self, memory: &Memory, device: usize) {
        let mut inner = self.0.lock();
        for (_, state) in inner.known.iter_mut() {
            if state.device == device && !state.is_allocated {
                state.is_backed = false;
            }
        }
        inner.devices.entry(device).or_default().kept = 0;
        inner.settle(memory, device);
    }

    /// Returns an attribute of a device's graph memory.
    pub(crate) fn attribute(
        &self,
        device: usize,
        attribute: CUgraphMem_attribute,
    ) -> Result<u64, CUresult> {
        use CUgraphMem_attribute as A;
        let inner = self.0.lock();
        let high = inner.devices.get(&device).map_or([0; 2], |pool| pool.high);
        match attribute {
            A::CU_GRAPH_MEM_ATTR_USED_MEM_CURRENT | A::CU_GRAPH_MEM_ATTR_RESERVED_MEM_CURRENT => {
                Ok(inner.in_use(device))
            }
            A::CU_GRAPH_MEM_ATTR_USED_MEM_HIGH => Ok(high[0]),
            A::CU_GRAPH_MEM_ATTR_RESERVED_MEM_HIGH => Ok(high[1]),
            _ => Err(INVALID_VALUE),
        }
    }

    /// Resets a maximum to what is in use; other attributes can't be set.
    pub(crate) fn reset(&self, device: usize, attribute: CUgraphMem_attribute) -> Outcome {
        use CUgraphMem_attribute as A;
        let place = match attribute {
            A::CU_GRAPH_MEM_ATTR_USED_MEM_HIGH => 0,
            A::CU_GRAPH_MEM_ATTR_RESERVED_MEM_HIGH => 1,
            _ => return Err(INVALID_VALUE),
        };
        let mut inner = self.0.lock();
        let used = inner.in_use(device);
        let marks = &mut inner.devices.entry(device).or_default().high;
        if let Some(mark) = marks.get_mut(place) {
            *mark = used;
        }
        Ok(())
    }
}
