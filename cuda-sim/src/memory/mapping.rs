use std::io;
use std::sync::atomic::Ordering;

use super::shared_file::{SharedFile, map_private};
use super::{Access, AllocationKind, Memory, Owner};

/// The granularity of memory and mappings, as on a GPU.
pub(crate) const GRANULE: u64 = 2 << 20;

/// Reserved addresses, and memory that is mapped there, possibly several times.
impl Memory {
    /// Reserves `size` bytes of addresses, aligned to `alignment`, a power of two.
    pub(crate) fn reserve(&self, size: u64, alignment: u64, hint: u64) -> Option<u64> {
        let alignment = alignment.max(GRANULE);
        self.arena.lock().take_range(size, alignment, hint)
    }

    /// Reserves `size` bytes of addresses at `start`, unless some are used.
    pub(crate) fn reserve_at(&self, start: u64, size: u64) -> bool {
        self.arena.lock().take_range_at(start, size)
    }

    /// Frees addresses at which nothing is mapped.
    pub(crate) fn unreserve(&self, start: u64, size: u64) {
        self.arena.lock().give_back_range(start, size);
    }

    /// Maps a whole file at `start`, at reserved, unused addresses, without access. Nothing in a new one is written.
    pub(crate) fn map(
        &self,
        start: u64,
        size: u64,
        (file, is_new): (&SharedFile, bool),
        device: usize,
    ) -> io::Result<()> {
        // SAFETY: the pages are in a reserved block without mappings.
        unsafe { file.map_at(start, size, 0) }?;
        let owner = Owner { context: 0, device };
        self.insert(start, size, AllocationKind::Mapped(Access::None), owner);
        if is_new {
            self.written.begin(start, size);
        }
        Ok(())
    }

    /// Tracks no more what is written at `start`, because it may be written elsewhere.
    pub(crate) fn forget_unwritten(&self, start: u64) {
        self.written.end(start);
    }

    /// Sets the access to the memory mapped at `start`.
    pub(crate) fn set_access(&self, start: u64, access: Access) {
        if let Some(allocation) = self.live.write().get_mut(&start) {
            allocation.kind = AllocationKind::Mapped(access);
        }
        self.generation.fetch_add(1, Ordering::Release);
    }

    /// Unmaps the memory at `start`. The addresses stay reserved; a kernel that is still running accesses unused memory
    /// there until that is detected.
    ///
    /// # Errors
    /// Returns the system's error if it has no room for another mapping; then the memory stays mapped.
    pub(crate) fn unmap(&self, start: u64) -> io::Result<()> {
        let mut live = self.live.write();
        let Some(mapping) = live.get(&start).copied() else {
            return Ok(());
        };
        // SAFETY: the pages are in a reserved block, and the unmapped memory is no longer used.
        unsafe { map_private(start, mapping.size) }?;
        live.remove(&start);
        drop(live);
        self.written.end(start);
        self.generation.fetch_add(1, Ordering::Release);
        self.remember(&[mapping]);
        Ok(())
    }

    /// Returns the end of the accessible range that begins with a mapping: adjacent mappings with the same access are
    /// one range. `None` without access.
    pub(super) fn mapped_piece(&self, mapping: &super::Allocation) -> Option<u64> {
        if !mapping.kind.is_accessible() {
            return None;
        }
        let live = self.live.read();
        let mut end = mapping.end();
        while let Some(next) = live.get(&end).filter(|next| next.kind == mapping.kind) {
            end = next.end();
        }
        Some(end)
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use cuda_sim_engine::DeviceMemory;

    fn memory() -> Memory {
        Memory::new(8 * GRANULE, 1).unwrap()
    }

    fn byte(address: u64) -> &'static mut u8 {
        // SAFETY: tests access bytes of the arena, which is always mapped.
        unsafe { &mut *(address as *mut u8) }
    }

    #[test]
    fn memory_that_is_mapped_twice_is_the_same_memory() {
        let memory = memory();
        let start = memory.reserve(4 * GRANULE, 1, 0).unwrap();
        let file = SharedFile::create(GRANULE).unwrap();
        memory.map(start, GRANULE, (&file, false), 0).unwrap();
        memory.map(start + 2 * GRANULE, GRANULE, (&file, false), 0).unwrap();
        *byte(start + 5) = 7;
        assert_eq!(*byte(start + 2 * GRANULE + 5), 7);
        memory.unmap(start).unwrap();
        *byte(start + 5) = 1;
        assert_eq!(*byte(start + 2 * GRANULE + 5), 7);
    }

    #[test]
    fn mappings_are_inaccessible_until_access_is_set() {
        let memory = memory();
        let start = memory.reserve(2 * GRANULE, 1, 0).unwrap();
        assert!(!memory.holds(start, 1));
        let file = SharedFile::create(GRANULE).unwrap();
        memory.map(start, GRANULE, (&file, false), 0).unwrap();
        assert!(!memory.holds(start, 1) && memory.find(start).is_none());
        memory.set_access(start, Access::Read);
        assert!(memory.holds(start, 1) && !memory.find(start).unwrap().writable);
        let before = memory.generation();
        memory.set_access(start, Access::ReadWrite);
        assert!(memory.find(start).unwrap().writable && memory.generation() != before);
        memory.unmap(start).unwrap();
        assert!(!memory.holds(start, 1) && memory.find(start).is_none());
    }

    #[test]
    fn adjacent_mappings_with_the_same_access_are_one_range() {
        let memory = memory();
        let start = memory.reserve(3 * GRANULE, 1, 0).unwrap();
        let files = [0, 1, 2].map(|_| SharedFile::create(GRANULE).unwrap());
        for (file, at) in files.iter().zip([0, 1, 2]) {
            memory.map(start + at * GRANULE, GRANULE, (file, false), 0).unwrap();
            memory.set_access(start + at * GRANULE, Access::ReadWrite);
        }
        assert!(memory.holds(start + GRANULE - 8, 16) && memory.holds(start, 3 * GRANULE));
        assert_eq!(memory.find(start + 9).unwrap().end, start + 3 * GRANULE);
        memory.set_access(start + 2 * GRANULE, Access::Read);
        assert!(!memory.holds(start, 3 * GRANULE) && memory.holds(start, 2 * GRANULE));
        assert!(!memory.holds(start + GRANULE, u64::MAX));
    }

    #[test]
    fn unmapped_pages_are_part_of_the_arenas_mapping_again() {
        let memory = Memory::new(256 * GRANULE, 1).unwrap();
        let start = memory.reserve(64 * GRANULE, 1, 0).unwrap();
        let file = SharedFile::create(GRANULE).unwrap();
        let mappings = || {
            let maps = std::fs::read_to_string("/proc/self/maps").unwrap();
            let first = maps
                .lines()
                .filter_map(|line| u64::from_str_radix(line.split('-').next()?, 16).ok());
            first.filter(|first| (start..start + 64 * GRANULE).contains(first)).count()
        };
        let before = mappings();
        // Every second granule, and some of them have contents.
        for at in (start..start + 64 * GRANULE).step_by(2 * GRANULE as usize) {
            *byte(at + GRANULE) = 1;
            memory.map(at, GRANULE, (&file, false), 0).unwrap();
        }
        assert!(mappings() >= 63);
        for at in (start..start + 64 * GRANULE).step_by(2 * GRANULE as usize) {
            memory.unmap(at).unwrap();
            *byte(at) = 1;
        }
        assert!(mappings() <= before + 2, "{}", mappings());
    }

    #[test]
    fn freed_reservations_can_be_reserved_again() {
        let memory = memory();
        for _ in 0..100 {
            let start = memory.reserve(16 * GRANULE, 1, 0).unwrap();
            memory.unreserve(start, 16 * GRANULE);
        }
        assert!(memory.reserve(1000 * GRANULE, 1, 0).is_none());
    }
}
