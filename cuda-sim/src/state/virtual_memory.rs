use litemap::LiteMap;
use std::collections::BTreeMap;
use std::sync::Arc;

use cuda_driver_sys::CUresult;
use parking_lot::Mutex;

use crate::memory::{Access, GRANULE, Memory, SharedFile};
use crate::state::error::{INVALID_VALUE, NOT_SUPPORTED, OUT_OF_MEMORY};
use crate::state::location::Location;
use crate::state::outcome::Outcome;

/// Reserved addresses, physical memory, and mappings.
#[derive(Debug, Default)]
pub(crate) struct VirtualMemory {
    state: Mutex<MappingState>,
}

#[derive(Debug, Default)]
struct MappingState {
    /// The size of each reservation in bytes, by its first address.
    reservations: BTreeMap<u64, u64>,
    /// The mappings, by their first address.
    mappings: BTreeMap<u64, Mapping>,
    /// The memory, by its handle.
    memory: BTreeMap<u64, Physical>,
    /// The number of handles created so far.
    handles: u64,
}

#[derive(Debug)]
struct Mapping {
    bytes: u64,
    /// The handle of the mapped memory.
    handle: u64,
    /// The access of each location, if it was set.
    access: LiteMap<Location, Access>,
    /// The addresses beyond the reservations, each with its size in bytes.
    beyond: Vec<(u64, u64)>,
}

/// Memory of `cuMemCreate`, which lives as long as it has a handle or a mapping.
#[derive(Debug)]
struct Physical {
    file: Arc<SharedFile>,
    properties: Properties,
    bytes: u64,
    /// Whether it counts as a device's memory; imported memory counts in the exporting process.
    is_counted: bool,
    /// The number of times its handle must be released.
    references: usize,
    mappings: usize,
    /// Whether it was never mapped, and no other process can have it.
    is_new: bool,
}

/// The reservation and memory of an address.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MappedPlace {
    /// The first address and size of the reservation.
    pub reservation: (u64, u64),
    /// The handle types with which the memory can be exported.
    pub handle_types: u32,
    pub location: Location,
}

/// The requested properties of memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Properties {
    pub location: Location,
    pub handle_types: u32,
    pub compression: u8,
    pub rdma: u8,
    pub usage: u16,
}

impl MappingState {
    /// Returns the memory of a valid handle.
    fn of(&mut self, handle: u64) -> Result<&mut Physical, CUresult> {
        let memory = self.memory.get_mut(&handle);
        memory.filter(|memory| memory.references > 0).ok_or(INVALID_VALUE)
    }

    fn insert(&mut self, physical: Physical) -> u64 {
        self.handles += 1;
        // Handles differ from addresses and from other objects' handles.
        let handle = self.handles << 4 | 1 << 60;
        self.memory.insert(handle, physical);
        handle
    }

    /// Frees memory without handles and mappings.
    fn end_if_unused(&mut self, memory: &Memory, handle: u64) {
        let is_unused = |physical: &&Physical| physical.references == 0 && physical.mappings == 0;
        if self.memory.get(&handle).filter(is_unused).is_none() {
            return;
        }
        if let Some(physical) = self.memory.remove(&handle)
            && physical.is_counted
            && let Some(device) = physical.properties.location.device()
        {
            memory.discount(device, physical.bytes);
        }
    }

    /// Returns the reservation that contains an address.
    fn reservation(&self, address: u64) -> Option<(u64, u64)> {
        let (start, bytes) = self.reservations.range(..=address).next_back()?;
        (address - start < *bytes).then_some((*start, *bytes))
    }

    /// Returns the parts of a range that aren't reserved.
    fn unreserved(&self, start: u64, end: u64) -> Vec<(u64, u64)> {
        let mut parts = Vec::new();
        let mut at = start;
        while at < end {
            let next = self.reservations.range(at..end).next().map_or(end, |(next, _)| *next);
            match self.reservation(at) {
                Some((first, bytes)) => at = first + bytes,
                None => {
                    parts.push((at, next - at));
                    at = next;
                }
            }
        }
        parts
    }

    /// Returns `true` if all of a range is reserved or mapped.
    fn is_used(&self, start: u64, end: u64) -> bool {
        let is_mapped = |(at, bytes): (u64, u64)| {
            self.mapping(at).is_some_and(|(first, mapping)| at + bytes <= first + mapping.bytes)
        };
        self.unreserved(start, end).into_iter().all(is_mapped)
    }

    /// Returns the mapping that contains an address.
    fn mapping(&self, address: u64) -> Option<(u64, &Mapping)> {
        let (start, mapping) = self.mappings.range(..=address).next_back()?;
        (address - start < mapping.bytes).then_some((*start, mapping))
    }

    /// Returns the mappings that overlap a range.
    fn mappings_in(&self, start: u64, end: u64) -> impl DoubleEndedIterator<Item = (u64, u64)> {
        let first = self.mapping(start).map_or(start, |(first, _)| first);
        let mappings = self.mappings.range(first..end);
        mappings.map(|(start, mapping)| (*start, start + mapping.bytes))
    }
}

/// Addresses beyond reservations, which are given back unless a mapping takes them.
struct ReservationSlack<'a> {
    memory: &'a Memory,
    parts: Vec<(u64, u64)>,
}

impl Drop for ReservationSlack<'_> {
    fn drop(&mut self) {
        for (start, bytes) in self.parts.drain(..) {
            self.memory.unreserve(start, bytes);
        }
    }
}

impl VirtualMemory {
    pub(crate) fn reserve(
        &self,
        memory: &Memory,
        bytes: u64,
        alignment: u64,
        hint: u64,
    ) -> Result<u64, CUresult> {
        if bytes == 0 || !bytes.is_multiple_of(GRANULE) {
            return Err(INVALID_VALUE);
        }
        if alignment != 0 && !alignment.is_power_of_two() {
            return Err(INVALID_VALUE);
        }
        let start = memory.reserve(bytes, alignment, hint).ok_or(OUT_OF_MEMORY)?;
        self.state.lock().reservations.insert(start, bytes);
        Ok(start)
    }

    /// Frees a whole reservation, in which nothing is mapped.
    pub(crate) fn free(&self, memory: &Memory, start: u64, bytes: u64) -> Outcome {
        let mut state = self.state.lock();
        if state.reservations.get(&start) != Some(&bytes)
            || state.mappings_in(start, start + bytes).next().is_some()
        {
            return Err(INVALID_VALUE);
        }
        state.reservations.remove(&start);
        memory.unreserve(start, bytes);
        Ok(())
    }

    pub(crate) fn create(
        &self,
        memory: &Memory,
        bytes: u64,
        properties: Properties,
    ) -> Result<u64, CUresult> {
        if bytes == 0 || !bytes.is_multiple_of(GRANULE) {
            return Err(INVALID_VALUE);
        }
        let device = properties.location.device();
        if let Some(device) = device {
            memory.count(device, bytes).ok_or(OUT_OF_MEMORY)?;
        }
        let Ok(file) = SharedFile::create(bytes) else {
            if let Some(device) = device {
                memory.discount(device, bytes);
            }
            return Err(OUT_OF_MEMORY);
        };
        let physical = Physical {
            file: Arc::new(file),
            properties,
            bytes,
            is_counted: true,
            references: 1,
            mappings: 0,
            is_new: properties.handle_types == 0 && device.is_some(),
        };
        Ok(self.state.lock().insert(physical))
    }

    /// Imports memory that was exported by this or another process.
    pub(crate) fn import(&self, file: SharedFile, properties: Properties) -> Result<u64, CUresult> {
        let bytes = file.len().map_err(|_| INVALID_VALUE)?;
        let physical = Physical {
            file: Arc::new(file),
            properties,
            bytes,
            is_counted: false,
            references: 1,
            mappings: 0,
            is_new: false,
        };
        Ok(self.state.lock().insert(physical))
    }

    pub(crate) fn release(&self, memory: &Memory, handle: u64) -> Outcome {
        let mut state = self.state.lock();
        state.of(handle)?.references -= 1;
        state.end_if_unused(memory, handle);
        Ok(())
    }

    /// Retains and returns the handle of the memory mapped at an address.
    pub(crate) fn retain(&self, address: u64) -> Result<u64, CUresult> {
        let mut state = self.state.lock();
        let (_, mapping) = state.mapping(address).ok_or(INVALID_VALUE)?;
        let handle = mapping.handle;
        let physical = state.memory.get_mut(&handle).ok_or(INVALID_VALUE)?;
        physical.references += 1;
        Ok(handle)
    }

    pub(crate) fn properties(&self, handle: u64) -> Result<Properties, CUresult> {
        Ok(self.state.lock().of(handle)?.properties)
    }

    /// Returns the file of a handle's memory.
    pub(crate) fn file(&self, handle: u64) -> Result<Arc<SharedFile>, CUresult> {
        Ok(self.state.lock().of(handle)?.file.clone())
    }

    /// Maps memory, which must be mapped as a whole, as the real driver requires on every device. The mapping must begin in
    /// a reservation, but may end beyond it, where nothing else is.
    pub(crate) fn map(
        &self,
        memory: &Memory,
        start: u64,
        bytes: u64,
        offset: u64,
        handle: u64,
    ) -> Outcome {
        let mut state = self.state.lock();
        if start == 0 {
            return Err(INVALID_VALUE);
        }
        // A released handle is valid as long as the memory is mapped.
        let physical = state.memory.get(&handle).ok_or(INVALID_VALUE)?;
        if bytes == 0 {
            return Err(INVALID_VALUE);
        }
        if offset != 0 || bytes != physical.bytes {
            return Err(NOT_SUPPORTED);
        }
        if !start.is_multiple_of(GRANULE) {
            return Err(INVALID_VALUE);
        }
        let file = physical.file.clone();
        let device = physical.properties.location.device().unwrap_or_default();
        let end = start.checked_add(bytes).ok_or(INVALID_VALUE)?;
        let (_, reserved) = state.reservation(start).ok_or(INVALID_VALUE)?;
        let unreserved = state.unreserved(start, end);
        // A driver was seen to take the addresses of one unit from gaps between others, where nothing beyond is free.
        let is_in_gap = reserved == GRANULE && !unreserved.is_empty();
        if is_in_gap || state.mappings_in(start, end).next().is_some() {
            return Err(INVALID_VALUE);
        }
        let mut beyond = ReservationSlack { memory, parts: Vec::new() };
        for (start, bytes) in unreserved {
            if memory.reserve_at(start, bytes) {
                beyond.parts.push((start, bytes))
            } else {
                return Err(INVALID_VALUE);
            }
        }
        let is_new = physical.is_new;
        for (at, mapping) in &state.mappings {
            if mapping.handle == handle {
                memory.forget_unwritten(*at);
            }
        }
        memory.map(start, bytes, (&file, is_new), device).map_err(|_| OUT_OF_MEMORY)?;
        let beyond = core::mem::take(&mut beyond.parts);
        let mapping = Mapping { bytes, handle, access: LiteMap::new(), beyond };
        state.mappings.insert(start, mapping);
        if let Some(physical) = state.memory.get_mut(&handle) {
            physical.mappings += 1;
            physical.is_new = false;
        }
        Ok(())
    }

    /// Removes all mappings in a range, none of which may extend beyond it; `tell` is told of each, its address and size, while
    /// it is still there.
    pub(crate) fn unmap(
        &self,
        memory: &Memory,
        start: u64,
        bytes: u64,
        tell: impl Fn(u64, u64),
    ) -> Outcome {
        let mut state = self.state.lock();
        let end = start.checked_add(bytes).ok_or(INVALID_VALUE)?;
        if bytes == 0 || !state.is_used(start, end) {
            return Err(INVALID_VALUE);
        }
        let mappings: Vec<_> = state.mappings_in(start, end).collect();
        if mappings.iter().any(|(first, last)| *first < start || *last > end) {
            return Err(INVALID_VALUE);
        }
        for (start, end) in mappings {
            tell(start, end - start);
            memory.unmap(start).map_err(|_| OUT_OF_MEMORY)?;
            let Some(mapping) = state.mappings.remove(&start) else {
                continue;
            };
            drop(ReservationSlack { memory, parts: mapping.beyond });
            if let Some(physical) = state.memory.get_mut(&mapping.handle) {
                physical.mappings -= 1;
            }
            state.end_if_unused(memory, mapping.handle);
        }
        Ok(())
    }

    /// Sets the access of locations to a range of whole mappings. The host has no access to a device's memory.
    pub(crate) fn set_access(
        &self,
        memory: &Memory,
        start: u64,
        bytes: u64,
        access: &[(Location, Access)],
    ) -> Outcome {
        let mut state = self.state.lock();
        let end = start.checked_add(bytes).ok_or(INVALID_VALUE)?;
        let mappings: Vec<_> = state.mappings_in(start, end).collect();
        let mut at = start;
        for (first, last) in &mappings {
            if *first != at {
                return Err(INVALID_VALUE);
            }
            at = *last;
        }
        if at != end || bytes == 0 {
            return Err(INVALID_VALUE);
        }
        let is_devices = |(start, _): &(u64, u64)| {
            let mapping = state.mappings.get(start);
            let physical = mapping.and_then(|mapping| state.memory.get(&mapping.handle));
            physical.is_some_and(|physical| physical.properties.location.device().is_some())
        };
        if access.iter().any(|(location, _)| location.device().is_none())
            && mappings.iter().any(is_devices)
        {
            return Err(NOT_SUPPORTED);
        }
        for (start, _) in mappings {
            if let Some(mapping) = state.mappings.get_mut(&start) {
                mapping.access.extend(access.iter().copied());
                // All devices share one memory, so a kernel may do what any device may.
                let most = mapping.access.values().copied().max();
                memory.set_access(start, most.unwrap_or(Access::None));
            }
        }
        Ok(())
    }

    /// Returns a location's access to a mapped address.
    pub(crate) fn access(&self, address: u64, location: Location) -> Option<Access> {
        let state = self.state.lock();
        let (_, mapping) = state.mapping(address)?;
        Some(mapping.access.get(&location).copied().unwrap_or(Access::None))
    }

    /// Returns the start and size of the reservation that an address is in.
    pub(crate) fn reserved(&self, address: u64) -> Option<(u64, u64)> {
        self.state.lock().reservation(address)
    }

    /// Returns the reservation and memory of a mapped address.
    pub(crate) fn around(&self, address: u64) -> Option<MappedPlace> {
        let state = self.state.lock();
        let (_, mapping) = state.mapping(address)?;
        let properties = state.memory.get(&mapping.handle)?.properties;
        Some(MappedPlace {
            reservation: state.reservation(address)?,
            handle_types: properties.handle_types,
            location: properties.location,
        })
    }

    /// Returns the unreleased handles and the reservations, each with its size in bytes.
    pub(crate) fn live(&self) -> [Vec<(u64, u64)>; 2] {
        let state = self.state.lock();
        let memory = state.memory.iter();
        let memory = memory.map(|(handle, physical)| (*handle, physical.bytes));
        let reservations = state.reservations.iter();
        let reservations = reservations.map(|(start, bytes)| (*start, *bytes));
        [memory.collect(), reservations.collect()]
    }
}
