use std::collections::BTreeMap;

use memmap2::{MmapOptions, MmapRaw};

/// The alignment of every block, the same as the real driver's.
pub(super) const ALIGNMENT: u64 = 512;
/// The minimum number of unused bytes after every block: an access slightly beyond the end hits unused memory.
const GUARD: u64 = 512;
/// The size of a huge page; larger blocks are aligned to it.
const HUGE: u64 = 2 << 20;
/// The unit in which pages are returned to the system, a multiple of every system's page size.
const CHUNK: u64 = 64 << 10;

/// A reserved range of host addresses, and the free parts of it.
///
/// Pages need memory only once they are touched. Blocks are placed one after the other until the range is used up, so
/// that an address isn't reused soon after it was freed, and use after free is detected; or, as by a driver, where the last
/// block was freed, or as low as possible.
#[derive(Debug)]
pub(super) struct Arena {
    map: MmapRaw,
    /// The size of each free part, by its first address; adjacent parts are always merged.
    free: BTreeMap<u64, u64>,
    /// Where the search for the next block begins.
    cursor: u64,
    /// Whether blocks are placed where others were freed.
    reuses: bool,
}

impl Arena {
    /// Reserves `size` bytes of addresses, or as much as the system grants.
    pub(super) fn reserve(size: u64) -> std::io::Result<Self> {
        let mut size = usize::try_from(size).unwrap_or(usize::MAX / 2);
        let map = loop {
            match MmapOptions::new().len(size).no_reserve_swap().map_anon() {
                Ok(map) => break MmapRaw::from(map),
                Err(error) if size <= 64 << 20 => return Err(error),
                Err(_) => size /= 2,
            }
        };
        #[cfg(target_os = "linux")]
        // This reduces page faults when kernels first touch memory; it fails on systems without huge pages.
        let _ = map.advise(memmap2::Advice::HugePage);
        let start = map.as_mut_ptr() as u64;
        Ok(Self { free: BTreeMap::from([(start, size as u64)]), cursor: start, reuses: false, map })
    }

    /// Sets whether blocks are placed where others were freed.
    pub(super) fn reuse(&mut self, at_once: bool) {
        self.reuses = at_once;
    }

    /// Returns the arena's addresses.
    pub(super) fn range(&self) -> std::ops::Range<u64> {
        let start = self.map.as_mut_ptr() as u64;
        start..start + self.map.len() as u64
    }

    /// Returns `true` if `address` is in the arena.
    pub(super) fn contains(&self, address: u64) -> bool {
        let start = self.map.as_mut_ptr() as u64;
        address >= start && address - start < self.map.len() as u64
    }

    /// Allocates a block of `size` bytes, aligned to `alignment`, a power of two.
    pub(super) fn take(&mut self, size: u64, alignment: u64) -> Option<u64> {
        let alignment = alignment.max(if size >= HUGE { HUGE } else { ALIGNMENT });
        let length = size.checked_add(GUARD)?.checked_next_multiple_of(ALIGNMENT)?;
        let fits = |start: u64, end: u64| -> Option<u64> {
            let block = start.checked_next_multiple_of(alignment)?;
            (block.checked_add(length)? <= end).then_some(block)
        };
        let cursor = self.cursor;
        let around =
            self.free.range(..cursor).next_back().map(|(start, len)| (*start, start + len));
        let block = around
            .and_then(|(_, end)| (end > cursor).then(|| fits(cursor, end)).flatten())
            .or_else(|| {
                self.free.range(cursor..).find_map(|(start, len)| fits(*start, start + len))
            })
            .or_else(|| {
                self.free.range(..cursor).find_map(|(start, len)| fits(*start, start + len))
            })?;
        if !self.take_at(block, size) {
            return None;
        }
        self.cursor = if self.reuses { self.range().start } else { block + length };
        Some(block)
    }

    /// Allocates `size` bytes, a multiple of the alignment, at `hint` if they are free there, else anywhere. Unlike a
    /// block's, the bytes after them can be allocated too, but only by a hint as long as there are others.
    pub(super) fn take_range(&mut self, size: u64, alignment: u64, hint: u64) -> Option<u64> {
        let block = size.checked_sub(GUARD)?;
        if hint.is_multiple_of(alignment) && self.take_range_at(hint, size) {
            return Some(hint);
        }
        let start = self.take(block, alignment)?;
        self.cursor = start + size + GUARD;
        Some(start)
    }

    /// Allocates `size` bytes, a multiple of the alignment, at `start`, if they are free.
    pub(super) fn take_range_at(&mut self, start: u64, size: u64) -> bool {
        self.contains(start) && self.take_at(start, size - GUARD)
    }

    /// Frees what [`take_range`](Self::take_range) returned.
    pub(super) fn give_back_range(&mut self, start: u64, size: u64) {
        self.give_back(start, size - GUARD);
    }

    /// Allocates the block of `size` bytes at `block`, if it is free.
    pub(super) fn take_at(&mut self, block: u64, size: u64) -> bool {
        let length = (size + GUARD).next_multiple_of(ALIGNMENT);
        let around = self.free.range(..=block).next_back();
        let Some((start, end)) = around
            .map(|(start, len)| (*start, start + len))
            .filter(|(_, end)| block + length <= *end)
        else {
            return false;
        };
        self.free.remove(&start);
        if block > start {
            self.free.insert(start, block - start);
        }
        if end > block + length {
            self.free.insert(block + length, end - block - length);
        }
        true
    }

    /// Frees the block of `size` bytes at `block`, and returns its pages to the system unless the next block gets them.
    pub(super) fn give_back(&mut self, block: u64, size: u64) {
        let length = (size + GUARD).next_multiple_of(ALIGNMENT);
        let (mut start, mut end) = (block, block + length);
        if let Some((before, len)) = self.free.range(..block).next_back().map(|(s, l)| (*s, *l))
            && before + len == block
        {
            self.free.remove(&before);
            start = before;
        }
        if let Some(len) = self.free.remove(&end) {
            end += len;
        }
        self.free.insert(start, end - start);
        if self.reuses {
            // What the memory had stays in it, as with a driver.
            self.cursor = block;
            return;
        }
        // The block's pages, and those it shared with free neighbors.
        let from = start.next_multiple_of(CHUNK).max(block / CHUNK * CHUNK);
        let to = (end / CHUNK * CHUNK).min((block + length).next_multiple_of(CHUNK));
        if from < to {
            self.discard(from, to - from);
        }
    }

    #[cfg(unix)]
    fn discard(&self, address: u64, length: u64) {
        let offset = (address - self.map.as_mut_ptr() as u64) as usize;
        // SAFETY: the range is in a free part of the map, so nothing relies on its contents. A kernel that still
        // accesses it illegally reads zeros.
        let _ = unsafe {
            self.map.unchecked_advise_range(
                memmap2::UncheckedAdvice::DontNeed,
                offset,
                length as usize,
            )
        };
    }

    #[cfg(not(unix))]
    fn discard(&self, _address: u64, _length: u64) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arena() -> Arena {
        Arena::reserve(1 << 20).unwrap()
    }

    #[test]
    fn blocks_are_aligned_and_have_a_gap_between_them() {
        let mut arena = arena();
        let (a, b) = (arena.take(1, 1).unwrap(), arena.take(1000, 4096).unwrap());
        assert_eq!(a % 512, 0);
        assert_eq!(b % 4096, 0);
        assert!(b >= a + 1 + GUARD);
    }

    #[test]
    fn ranges_are_adjacent_only_where_a_hint_asks_for_it() {
        let mut arena = arena();
        let first = arena.take_range(4096, 4096, 0).unwrap();
        let block = arena.take(1, 1).unwrap();
        assert!(block >= first + 4096 + GUARD);
        let free = arena.free.clone();
        let second = arena.take_range(8192, 4096, first + 65_536).unwrap();
        let third = arena.take_range(4096, 4096, second + 8192).unwrap();
        assert_eq!((second, third), (first + 65_536, second + 8192), "both hints are free");
        assert_ne!(arena.take_range(4096, 4096, third), Some(third));
        assert!(arena.take_range(4096, 4096, u64::MAX - 4095).is_some());
        for (start, size) in [(second, 8192), (third, 4096)] {
            arena.give_back_range(start, size);
        }
        let length = |free: &BTreeMap<u64, u64>| free.values().sum::<u64>();
        assert_eq!(length(&free), length(&arena.free) + 2 * 4096);
    }

    #[test]
    fn a_freed_address_is_not_reused_immediately() {
        let mut arena = arena();
        let first = arena.take(64, 1).unwrap();
        arena.give_back(first, 64);
        assert_ne!(arena.take(64, 1), Some(first));
    }

    #[test]
    fn a_freed_address_is_reused_at_once_if_that_is_set() {
        let mut arena = arena();
        arena.reuse(true);
        let first = arena.take(64, 1).unwrap();
        let second = arena.take(64, 1).unwrap();
        arena.give_back(first, 64);
        assert_eq!(arena.take(5000, 1), Some(second + 1024));
        assert_eq!(arena.take(64, 1), Some(first));
    }

    #[test]
    fn a_block_can_be_allocated_at_a_given_address_if_it_is_free() {
        let mut arena = arena();
        let blocks: Vec<u64> = (0..3).map(|_| arena.take(100, 1).unwrap()).collect();
        assert!(!arena.take_at(blocks[1], 100));
        arena.give_back(blocks[1], 100);
        assert!(!arena.take_at(blocks[1], 5000), "the next block is in use");
        assert!(arena.take_at(blocks[1], 100));
        assert!(!arena.take_at(blocks[1], 100));
        blocks.iter().for_each(|block| arena.give_back(*block, 100));
        assert_eq!(arena.free.values().copied().collect::<Vec<_>>(), [1 << 20]);
    }

    #[test]
    fn freed_blocks_are_merged_into_one_free_part() {
        let mut arena = arena();
        let blocks: Vec<u64> = (1..200).map(|size| arena.take(size, 1).unwrap()).collect();
        for (i, block) in blocks.iter().enumerate().filter(|(i, _)| i % 2 == 0) {
            arena.give_back(*block, i as u64 + 1);
        }
        for (i, block) in blocks.iter().enumerate().filter(|(i, _)| i % 2 == 1) {
            arena.give_back(*block, i as u64 + 1);
        }
        assert_eq!(arena.free.values().copied().collect::<Vec<_>>(), [1 << 20]);
    }

    #[test]
    fn a_full_arena_can_allocate_after_a_free() {
        let mut arena = arena();
        let all = arena.take((1 << 20) - GUARD, 1).unwrap();
        assert_eq!(arena.take(1, 1), None);
        arena.give_back(all, (1 << 20) - GUARD);
        assert!(arena.take(1, 1).is_some());
        assert_eq!(arena.take(u64::MAX, 1), None);
    }
}
