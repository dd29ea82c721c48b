//! Addresses: their state space, and their location in host memory.

use crate::device::fault_kind::{Access, FaultKind};
use crate::device::windows::{LOCAL_WINDOW, RANK_SHIFT, SHARED_WINDOW, WINDOW_SIZE};
use crate::state::allocations::{AllocationCache, Span};
use crate::state::core::{Core, STOP};

/// A state space, as handlers use it.
pub trait Space: Copy + 'static {
    /// Its name in reports.
    const NAME: &'static str;
    /// Whether every address is an offset in the block's shared memory.
    const SHARED: bool = false;
    /// Whether every address is an offset in the thread's local memory.
    const LOCAL: bool = false;
    /// Whether an address may be in a window.
    const GENERIC: bool = false;
}

/// Any space.
#[derive(Clone, Copy)]
pub struct Generic;
impl Space for Generic {
    const NAME: &'static str = "generic";
    const GENERIC: bool = true;
}

/// Global, constant and parameter memory.
#[derive(Clone, Copy)]
pub struct Global;
impl Space for Global {
    const NAME: &'static str = "global";
}

/// Shared memory.
#[derive(Clone, Copy)]
pub struct Shared;
impl Space for Shared {
    const NAME: &'static str = "shared";
    const SHARED: bool = true;
}

/// Local memory.
#[derive(Clone, Copy)]
pub struct Local;
impl Space for Local {
    const NAME: &'static str = "local";
    const LOCAL: bool = true;
}

impl Core<'_> {
    /// Returns the allocation that holds `size` bytes at `address`, for reading or writing.
    fn find_span(&self, address: u64, size: u64, write: bool) -> Option<Span> {
        let end = address.checked_add(size)?;
        for span in &self.grid.own {
            if span.start <= address && end <= span.end && (span.writable || !write) {
                return Some(*span);
            }
        }
        if let Some(span) = self.recent.find(address, size, write) {
            return Some(span);
        }
        let range = self.memory().find(address)?;
        let span = Span { start: range.start, end: range.end, writable: range.writable };
        if address < span.start || end > span.end || write && !span.writable {
            return None;
        }
        self.recent.remember(span);
        Some(span)
    }

    /// Discards the recently accessed allocations, because some may have been freed.
    pub fn forget_allocations(&mut self) {
        for site in self.known_sites.drain(..) {
            if let Some(slot) = self.sites.get_mut(site as usize) {
                *slot = Span::default();
            }
        }
        self.recent = AllocationCache::default();
    }

    /// Returns the allocation that contains `size` bytes at `address`, for an instruction that accesses more of it;
    /// `None` if each access must be checked separately.
    pub fn surroundings(&self, address: u64, size: u64, write: bool) -> Option<Span> {
        if self.grid.watches_writes { None } else { self.find_span(address, size, write) }
    }

    /// Returns `true` if `low..high` is in the allocation of site `site`, or in another, which the site then remembers.
    #[inline(always)]
    pub fn reaches(&mut self, site: u32, low: u64, high: u64, write: bool) -> bool {
        match self.sites.get(site as usize) {
            Some(span) if low >= span.start && high <= span.end => true,
            _ => self.reaches_other_allocation(site, low, high, write),
        }
    }

    #[cold]
    fn reaches_other_allocation(&mut self, site: u32, low: u64, high: u64, write: bool) -> bool {
        // When writes are tracked, each access is checked separately. Windows contain no allocation.
        if self.grid.watches_writes || low >= SHARED_WINDOW {
            return false;
        }
        let Some(span) = self.find_span(low, high.wrapping_sub(low), write) else {
            return false;
        };
        if let Some(slot) = self.sites.get_mut(site as usize) {
            if slot.end == 0 {
                self.known_sites.push(site);
            }
            *slot = span;
        }
        true
    }

    /// Returns the host address of `size` bytes at `address` as lane `lane` sees it.
    ///
    /// On failure, reports the reason and stops the warp.
    pub fn resolve<S: Space>(
        &mut self,
        lane: usize,
        address: u64,
        size: u32,
        access: Access,
    ) -> Option<*mut u8> {
        match self.try_resolve::<S>(lane, address, size, access) {
            Ok(place) => Some(place),
            Err(fault_kind) => {
                let stop = self.fault_kind(fault_kind);
                debug_assert_eq!(stop, STOP);
                None
            }
        }
    }

    fn try_resolve<S: Space>(
        &self,
        lane: usize,
        address: u64,
        size: u32,
        access: Access,
    ) -> Result<*mut u8, FaultKind> {
        let lane_number = lane as u32;
        if size.is_power_of_two() && address & u64::from(size - 1) != 0 {
            return Err(FaultKind::Misaligned {
                lane: lane_number,
                address,
                size,
                access,
                space: S::NAME,
            });
        }
        let bounds =
            || FaultKind::OutOfBounds { lane: lane_number, address, size, access, space: S::NAME };
        if S::SHARED || S::GENERIC && address.wrapping_sub(SHARED_WINDOW) < WINDOW_SIZE {
            let offset = if S::SHARED { address } else { address - SHARED_WINDOW };
            return self.shared_place(offset, size).map_or_else(
                || match self.ended_block(offset) {
                    Some(rank) => {
                        Err(FaultKind::EndedBlock { lane: lane_number, rank, size, access })
                    }
                    None => self.beyond_shared(offset, size, &bounds).ok_or_else(bounds),
                },
                Ok,
            );
        }
        if S::LOCAL || S::GENERIC && address.wrapping_sub(LOCAL_WINDOW) < WINDOW_SIZE {
            let offset = if S::LOCAL { address } else { address - LOCAL_WINDOW };
            return self.local_place(lane, offset, size).ok_or_else(bounds);
        }
        let is_write = access != Access::Load;
        if self.find_span(address, size.into(), is_write).is_none() {
            return if self.tolerates(address, size.into(), &bounds) {
                Ok(address as *mut u8)
            } else {
                Err(bounds())
            };
        }
        if self.grid.watches_writes {
            let (memory, size) = (self.memory(), u64::from(size));
            let is_checked = access != Access::Store && !self.grid.launch.checks.left_out;
            if is_checked && !memory.is_written(address, size) {
                return Err(FaultKind::Unwritten {
                    lane: lane_number,
                    address,
                    size: size as u32,
                    access,
                });
            }
            if access != Access::Load {
                memory.note_write(address, size);
            }
        }
        Ok(address as *mut u8)
    }

    /// Returns the host address of `size` bytes at `address` in global or parameter memory, of any alignment. Reads and
    /// writes of them aren't tracked.
    ///
    /// On failure, reports the reason and stops the warp.
    pub fn resolve_range(
        &mut self,
        lane: usize,
        address: u64,
        size: u64,
        access: Access,
    ) -> Option<*mut u8> {
        if self.find_span(address, size, access != Access::Load).is_some() {
            return Some(address as *mut u8);
        }
        let bounds = || FaultKind::OutOfBounds {
            lane: lane as u32,
            address,
            size: u32::try_from(size).unwrap_or(u32::MAX),
            access,
            space: Global::NAME,
        };
        if self.tolerates(address, size, &bounds) {
            return Some(address as *mut u8);
        }
        self.fault_kind(bounds());
        None
    }

    /// Returns `true` if an access that no allocation holds is only reported, once for each instruction.
    #[cold]
    fn tolerates(&self, address: u64, size: u64, fault: &dyn Fn() -> FaultKind) -> bool {
        let is_tolerated = self.grid.is_tolerant && self.memory().tolerates(address, size);
        if is_tolerated {
            self.report_tolerated(fault);
        }
        is_tolerated
    }

    /// Returns the host address of an access beyond a block's shared memory that is only reported: a GPU gives a block
    /// a multiple of 128 bytes.
    #[cold]
    fn beyond_shared(
        &self,
        offset: u64,
        size: u32,
        fault: &dyn Fn() -> FaultKind,
    ) -> Option<*mut u8> {
        let is_tolerant = self.grid.is_tolerant;
        let place = is_tolerant.then(|| self.shared_within(offset, size, self.grid.shared_stride));
        let place = place.flatten()?;
        self.report_tolerated(fault);
        Some(place)
    }

    /// Reports an access that would have been a fault, once for each instruction.
    fn report_tolerated(&self, fault: &dyn Fn() -> FaultKind) {
        let pc = self.executing;
        if self.reported.borrow_mut().insert(pc) {
            let place = self.code.places.get(pc as usize);
            let (fault, line) = (self.fault(pc, &fault()), place.map_or(0, |place| place.line));
            self.output().tolerated(fault, self.grid.name(), line);
        }
    }

    /// Returns `true` if `size` bytes at an address in global memory, or in the block group's shared memory, can be read.
    pub fn is_readable(&self, address: u64, size: u64) -> bool {
        let shared = &self.block_group.shared;
        let start = shared.as_ptr() as u64;
        let offset = address.wrapping_sub(start);
        let in_shared =
            offset.checked_add(size).is_some_and(|end| end <= size_of_val(&shared[..]) as u64);
        in_shared || self.find_span(address, size, false).is_some()
    }

    /// Returns the host address of a shared address, in the executing block or another one of its cluster.
    #[inline]
    pub fn shared_place(&self, offset: u64, size: u32) -> Option<*mut u8> {
        self.shared_within(offset, size, self.shared_size)
    }

    /// Returns the host address of a shared address below a limit, which is at most the stride between blocks.
    #[inline(always)]
    fn shared_within(&self, offset: u64, size: u32, limit: u32) -> Option<*mut u8> {
        let rank = offset >> RANK_SHIFT;
        let within = offset & ((1 << RANK_SHIFT) - 1);
        if within + u64::from(size) > u64::from(limit) {
            return None;
        }
        let rank = match rank {
            0 => self.block as u64,
            _ if self.ended_block(offset).is_some() => return None,
            rank if rank <= self.block_group.blocks.len() as u64 => rank - 1,
            _ => return None,
        };
        let at = rank * u64::from(self.grid.shared_stride) + within;
        // SAFETY: `BlockGroup::new` allocates `shared_stride` bytes a block, which the limit doesn't exceed, and the rank
        // and the offset were just compared with the blocks and the limit.
        Some(unsafe { self.block_group.shared.as_ptr().cast::<u8>().cast_mut().add(at as usize) })
    }

    /// Returns the rank of the block of a shared address in another block of the cluster, if all its threads have exited.
    fn ended_block(&self, offset: u64) -> Option<u64> {
        let rank = (offset >> RANK_SHIFT).checked_sub(1)?;
        let block = self.block_group.blocks.get(usize::try_from(rank).ok()?)?;
        (block.live == 0).then_some(rank)
    }

    /// Returns the host address of a lane's local address.
    pub fn local_place(&self, lane: usize, offset: u64, size: u32) -> Option<*mut u8> {
        let per_lane = u64::from(self.grid.local_per_lane);
        if offset >= per_lane || per_lane - offset < u64::from(size) {
            return None;
        }
        let warp = self.block_group.blocks.get(self.block)?.warps.get(self.warp)?;
        let at = lane * self.grid.local_stride() + offset as usize;
        // SAFETY: a warp's local memory has `local_stride` bytes for each of 32 lanes, at least `local_per_lane`, with which
        // the offset was just compared.
        Some(unsafe { warp.local.as_ptr().cast::<u8>().cast_mut().add(at) })
    }

    /// Reads bytes at a generic address, for `printf` and similar; `None` if they can't be read.
    pub fn read_bytes(&self, lane: usize, address: u64, size: u32) -> Option<Vec<u8>> {
        if size == 0 {
            return Some(Vec::new());
        }
        let place = self.try_resolve::<Generic>(lane, address, 1, Access::Load).ok()?;
        self.try_resolve::<Generic>(lane, address + u64::from(size) - 1, 1, Access::Load).ok()?;
        let mut bytes = vec![0; size as usize];
        // SAFETY: the first and the last byte were found readable, and an allocation has no holes.
        unsafe { std::ptr::copy_nonoverlapping(place, bytes.as_mut_ptr(), size as usize) };
        Some(bytes)
    }

    /// Returns the null-terminated text at a generic address.
    pub fn read_text(&self, lane: usize, address: u64) -> Option<Vec<u8>> {
        let mut text = Vec::new();
        for at in address.. {
            let byte = *self.read_bytes(lane, at, 1)?.first()?;
            if byte == 0 || text.len() > 1 << 16 {
                break;
            }
            text.push(byte);
        }
        Some(text)
    }
}
