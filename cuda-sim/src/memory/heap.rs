use std::collections::{BTreeMap, VecDeque};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU16, AtomicU64, Ordering};

use parking_lot::Mutex;

use super::{Allocation, AllocationKind, Memory, Owner};

/// The size of a page in bytes.
const PAGE: u64 = 4096;
/// The minimum number of unused bytes after every block: an access slightly beyond the end hits no other block.
const GUARD: u64 = 32;
/// The size of the smallest slot, as a power of two.
const SMALLEST: u32 = 5;
/// The number of slot sizes, each twice the previous one.
const CLASSES: usize = 7;
/// The number of free slots of a size before one is reused, if there are pages: use after free is detected.
const MIN_FREE_SLOTS: usize = 512;
/// The minimum number of pages at the start in which free ones are searched for first; twice as many pages as are in
/// use if that is more. Touching further pages for the first time would cost more than anything else.
const MIN_SEARCHED_PAGES: u64 = 4096;
/// The lowest bits of [`Page::state`] for a page of a large block; above them is the index of its first page.
const LARGE: u64 = 0xff;

/// The heap for `malloc` in kernels: small blocks in pages with slots of one size, large ones in whole pages.
///
/// Looking up an address takes constant time and no lock, because kernels do it for every lane at every access. Touched
/// pages aren't returned to the system.
#[derive(Debug)]
pub(super) struct Heap {
    start: u64,
    pages: Box<[Page]>,
    free: Mutex<Free>,
}

#[derive(Debug, Default)]
struct Page {
    /// Zero for an unused page, the class plus one for a page of slots, or the state of a large block's page
    /// ([`LARGE`]).
    state: AtomicU64,
    /// The size of the large block that begins here.
    size: AtomicU64,
    /// The size of the block in each slot, zero if it is free.
    slots: OnceLock<Box<[AtomicU16]>>,
}

#[derive(Debug)]
struct Free {
    /// Unused pages: the index of the first, and their number. Adjacent ones are always merged.
    pages: BTreeMap<u64, u64>,
    /// Where the search for pages begins.
    cursor: u64,
    /// The number of pages in use.
    used: u64,
    /// Addresses of free slots of each class, the least recently freed at the front.
    slots: [VecDeque<u64>; CLASSES],
}

/// Returns the size of a slot in bytes.
fn slot_size(class: usize) -> u64 {
    1 << (SMALLEST + class as u32)
}

/// Returns the class of a block with its guard, unless it is large.
fn class_of(length: u64) -> Option<usize> {
    let bits = length.checked_next_power_of_two()?.trailing_zeros();
    let class = bits.saturating_sub(SMALLEST) as usize;
    (class < CLASSES).then_some(class)
}

impl Heap {
    /// Creates a heap of the `size` bytes at `start`, which nothing else uses.
    pub(super) fn new(start: u64, size: u64) -> Heap {
        let count = size / PAGE;
        Heap {
            start,
            pages: (0..count).map(|_| Page::default()).collect(),
            free: Mutex::new(Free {
                pages: BTreeMap::from([(0, count)]),
                cursor: 0,
                used: 0,
                slots: Default::default(),
            }),
        }
    }

    /// Allocates `size` bytes, at least one, if available; 16-byte aligned.
    pub(super) fn allocate(&self, size: u64) -> Option<u64> {
        let length = size.checked_add(GUARD)?;
        match class_of(length) {
            Some(class) => self.allocate_slot(class, size as u16),
            None => self.allocate_pages(length.div_ceil(PAGE), size),
        }
    }

    fn allocate_slot(&self, class: usize, size: u16) -> Option<u64> {
        let mut address = [0];
        let count = self.allocate_slots(class, size, &mut address);
        (count == 1).then_some(address[0])
    }

    /// Allocates a slot for each of `addresses`, as far as available; returns their number.
    fn allocate_slots(&self, class: usize, size: u16, addresses: &mut [u64]) -> usize {
        let mut free = self.free.lock();
        let wanted = addresses.len();
        for (count, address) in addresses.iter_mut().enumerate() {
            let slot = self.take_slot(&mut free, class);
            let Some((slot, mark)) = slot.and_then(|slot| Some((slot, self.slot(slot)?.0))) else {
                return count;
            };
            mark.store(size, Ordering::Release);
            *address = slot;
        }
        wanted
    }

    fn take_slot(&self, free: &mut Free, class: usize) -> Option<u64> {
        if free.slots[class].len() <= MIN_FREE_SLOTS
            && let Some(number) = free.take(1)
            && let Some(page) = self.pages.get(number as usize)
        {
            let count = PAGE / slot_size(class);
            let slots = page.slots.get_or_init(|| (0..count).map(|_| AtomicU16::new(0)).collect());
            debug_assert_eq!(slots.len() as u64, count);
            page.state.store(class as u64 + 1, Ordering::Release);
            let first = self.start + number * PAGE;
            let all = (0..count).map(|slot| first + slot * slot_size(class));
            // Unused slots first.
            all.rev().for_each(|slot| free.slots[class].push_front(slot));
        }
        free.slots[class].pop_front()
    }

    fn allocate_pages(&self, count: u64, size: u64) -> Option<u64> {
        let number = self.free.lock().take(count)?;
        let pages = self.pages.get(number as usize..(number + count) as usize)?;
        pages.first()?.size.store(size, Ordering::Relaxed);
        for page in pages {
            page.state.store(number << 8 | LARGE, Ordering::Release);
        }
        Some(self.start + number * PAGE)
    }

    /// Frees the block at `address`, and returns its size; `None` if there is none.
    #[cfg(test)]
    pub(super) fn free(&self, address: u64) -> Option<u64> {
        self.give_back(&mut self.free.lock(), address)
    }

    fn give_back(&self, free: &mut Free, address: u64) -> Option<u64> {
        if let Some((slot, class)) = self.slot(address) {
            if !(address - self.start).is_multiple_of(slot_size(class)) {
                return None;
            }
            // If several threads free it, only one succeeds.
            let size = slot.swap(0, Ordering::AcqRel);
            if size == 0 {
                return None;
            }
            free.slots[class].push_back(address);
            return Some(size.into());
        }
        let (start, size) = self.find(address)?;
        if start != address {
            return None;
        }
        let number = (address - self.start) / PAGE;
        let count = (size + GUARD).div_ceil(PAGE);
        let pages = self.pages.get(number as usize..(number + count) as usize)?;
        let part = number << 8 | LARGE;
        let first = &pages.first()?.state;
        first.compare_exchange(part, 0, Ordering::AcqRel, Ordering::Acquire).ok()?;
        pages.iter().for_each(|page| page.state.store(0, Ordering::Release));
        free.give_back(number, count);
        Some(size)
    }

    /// Returns `true` if `address` is in the heap, allocated or not.
    #[inline]
    pub(super) fn contains(&self, address: u64) -> bool {
        address.wrapping_sub(self.start) < self.pages.len() as u64 * PAGE
    }

    /// Returns the slot that contains `address`, and its class, if it is in a page of slots.
    #[inline]
    fn slot(&self, address: u64) -> Option<(&AtomicU16, usize)> {
        let offset = address.wrapping_sub(self.start);
        let page = self.pages.get((offset / PAGE) as usize)?;
        let class = page.state.load(Ordering::Acquire).checked_sub(1)? as usize;
        let slots = page.slots.get().filter(|_| class < CLASSES)?;
        let slot = slots.get((offset % PAGE / slot_size(class)) as usize)?;
        Some((slot, class))
    }

    /// Returns the start and size of the block that contains `address`, or whose guard does.
    #[inline]
    pub(super) fn near(&self, address: u64) -> Option<(u64, u64)> {
        let offset = address.wrapping_sub(self.start);
        if let Some((slot, class)) = self.slot(address) {
            let size = u64::from(slot.load(Ordering::Acquire));
            let start = address - offset % slot_size(class);
            return (size != 0).then_some((start, size));
        }
        let state = self.pages.get((offset / PAGE) as usize)?.state.load(Ordering::Acquire);
        let number = (state & 0xff == LARGE).then_some(state >> 8)?;
        let size = self.pages.get(number as usize)?.size.load(Ordering::Relaxed);
        Some((self.start + number * PAGE, size))
    }

    /// Returns the start and size of the block that contains `address`.
    #[inline]
    pub(super) fn find(&self, address: u64) -> Option<(u64, u64)> {
        self.near(address).filter(|(start, size)| address - start < *size)
    }

    /// Returns `true` if a block contains `size` bytes at `address`.
    #[inline]
    pub(super) fn holds(&self, address: u64, size: u64) -> bool {
        let found = self.near(address);
        found.is_some_and(|(start, all)| {
            let before = address - start;
            before < all && all - before >= size
        })
    }

    /// Returns the start and size of every block.
    pub(super) fn live(&self) -> Vec<(u64, u64)> {
        let used = (self.start..).step_by(PAGE as usize).zip(&self.pages);
        let used = used.filter_map(|(at, page)| match page.state.load(Ordering::Acquire) {
            0 => None,
            state => Some((at, usize::try_from(state - 1).unwrap_or(CLASSES))),
        });
        // A page of a large block may have its start.
        let starts = used.flat_map(|(at, class)| {
            (at..at + PAGE).step_by(if class < CLASSES { slot_size(class) } else { PAGE } as usize)
        });
        starts.filter_map(|at| self.find(at).filter(|(start, _)| *start == at)).collect()
    }
}

impl Free {
    /// Allocates `count` adjacent pages, and returns the index of the first.
    fn take(&mut self, count: u64) -> Option<u64> {
        let fits = |(&first, &free): (&u64, &u64)| (free >= count).then_some((first, free, first));
        if self.cursor + count > MIN_SEARCHED_PAGES.max(2 * self.used) {
            self.cursor = 0;
        }
        // Unused pages may begin before the cursor and extend beyond it.
        let around = self.pages.range(..self.cursor).next_back();
        let around = around.map(|(&first, &free)| (first, free, self.cursor));
        let (first, free, number) = around
            .filter(|(first, free, at)| first + free >= at + count)
            .or_else(|| self.pages.range(self.cursor..).find_map(fits))
            .or_else(|| self.pages.iter().find_map(fits))?;
        self.pages.remove(&first);
        if number > first {
            self.pages.insert(first, number - first);
        }
        if first + free > number + count {
            self.pages.insert(number + count, first + free - number - count);
        }
        self.cursor = number + count;
        self.used += count;
        Some(number)
    }

    fn give_back(&mut self, number: u64, count: u64) {
        let (mut first, mut end) = (number, number + count);
        if let Some((&before, &length)) = self.pages.range(..number).next_back()
            && before + length == number
        {
            self.pages.remove(&before);
            first = before;
        }
        if let Some(length) = self.pages.remove(&end) {
            end += length;
        }
        self.pages.insert(first, end - first);
        self.used -= count;
    }
}

impl Memory {
    /// Returns the kernels' heap, if it contains the address.
    #[inline]
    pub(super) fn heap_of(&self, address: u64) -> Option<&Heap> {
        let heap = self.heap.get()?.as_ref()?;
        heap.contains(address).then_some(heap)
    }

    /// Creates the kernels' heap. It has four times as many addresses as can be in use, so that they are reused late.
    fn make_heap(&self) -> Option<Heap> {
        let addresses = self.addresses.end - self.addresses.start;
        let limit = self.heap_limit.load(Ordering::Relaxed);
        let size = limit.saturating_mul(4).max(1 << 20).min(addresses / 8) / PAGE * PAGE;
        let start = self.arena.lock().take(size, PAGE)?;
        Some(Heap::new(start, size))
    }

    /// Allocates `size` bytes for a kernel, within its limit: in the heap, or outside of it if that is full.
    pub(super) fn take_from_heap(&self, size: u64) -> Option<u64> {
        let size = size.max(1);
        let limit = self.heap_limit.load(Ordering::Relaxed);
        let fits = |used: u64| used.checked_add(size).filter(|used| *used <= limit);
        self.heap_used.fetch_update(Ordering::Relaxed, Ordering::Relaxed, fits).ok()?;
        let heap = self.heap.get_or_init(|| self.make_heap()).as_ref();
        let counted = self.count(Owner::NO_CONTEXT.device, size);
        let address = match counted.and_then(|()| heap?.allocate(size)) {
            Some(start) => {
                self.written.begin(start, size);
                Some(start)
            }
            None => {
                if counted.is_some() {
                    self.discount(Owner::NO_CONTEXT.device, size);
                }
                self.allocate(size, 16, AllocationKind::Heap, Owner::NO_CONTEXT)
            }
        };
        if address.is_none() {
            self.heap_used.fetch_sub(size, Ordering::Relaxed);
        }
        address
    }

    /// Allocates `size` bytes for each of `addresses`, zero where that fails.
    pub(super) fn take_each_from_heap(&self, size: u64, addresses: &mut [u64]) {
        let taken = self.take_slots(size.max(1), addresses).unwrap_or(0);
        for address in &mut addresses[taken..] {
            *address = self.take_from_heap(size).unwrap_or(0);
        }
    }

    /// The same, if blocks of this size have slots and all are available; returns their number.
    fn take_slots(&self, size: u64, addresses: &mut [u64]) -> Option<usize> {
        let class = class_of(size.checked_add(GUARD)?)?;
        let heap = self.heap.get_or_init(|| self.make_heap()).as_ref()?;
        let all = size * addresses.len() as u64;
        let limit = self.heap_limit.load(Ordering::Relaxed);
        let fits = |used: u64| used.checked_add(all).filter(|used| *used <= limit);
        self.heap_used.fetch_update(Ordering::Relaxed, Ordering::Relaxed, fits).ok()?;
        let counted = self.count(Owner::NO_CONTEXT.device, all);
        let taken = counted.map_or(0, |()| heap.allocate_slots(class, size as u16, addresses));
        for &address in &addresses[..taken] {
            self.written.begin(address, size);
        }
        let missing = size * (addresses.len() - taken) as u64;
        if counted.is_some() {
            self.discount(Owner::NO_CONTEXT.device, missing);
        }
        self.heap_used.fetch_sub(missing, Ordering::Relaxed);
        Some(taken)
    }

    /// Frees blocks of [`take_from_heap`](Memory::take_from_heap) one after the other, up to the first invalid address,
    /// whose index it returns.
    pub(super) fn give_back_to_heap(&self, addresses: &[u64]) -> Result<(), usize> {
        let mut ended = Vec::new();
        let mut result = Ok(());
        let heap = self.heap.get().and_then(Option::as_ref);
        let mut free = heap.map(|heap| heap.free.lock());
        let mut outside = 0;
        for (index, &address) in addresses.iter().enumerate() {
            let heap_and_free = heap.filter(|heap| heap.contains(address)).zip(free.as_mut());
            let size = match heap_and_free {
                Some((heap, free)) => heap.give_back(free, address).inspect(|&size| {
                    self.written.end(address);
                    ended.push(heap_piece((address, size)));
                }),
                None => {
                    // If several threads free it, only one succeeds.
                    let ended =
                        self.end_if(address, |allocation| allocation.kind == AllocationKind::Heap);
                    ended.map(|allocation| allocation.size).inspect(|&size| outside += size)
                }
            };
            if size.is_none() {
                result = Err(index);
                break;
            }
        }
        drop(free);
        let size = ended.iter().map(|piece| piece.size).sum::<u64>();
        if !ended.is_empty() {
            self.generation.fetch_add(1, Ordering::Release);
            self.discount(Owner::NO_CONTEXT.device, size);
            self.remember(&ended);
        }
        self.heap_used.fetch_sub(size + outside, Ordering::Relaxed);
        result
    }
}

/// Returns an allocation of the kernels' heap, given its start and size.
pub(super) fn heap_piece((start, size): (u64, u64)) -> Allocation {
    Allocation {
        start,
        size,
        kind: AllocationKind::Heap,
        context: Owner::NO_CONTEXT.context,
        device: Owner::NO_CONTEXT.device,
        id: start,
        released: false,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    const START: u64 = 1 << 30;

    fn heap() -> Heap {
        Heap::new(START, 64 * PAGE)
    }

    #[test]
    fn blocks_of_every_size_are_found_by_exact_bounds_and_have_gaps() {
        let heap = heap();
        let mut all = Vec::new();
        for size in [1, 15, 16, 17, 48, 49, 1000, 2031, 2032, 2033, 4080, 4081, 20_000] {
            let start = heap.allocate(size).unwrap();
            assert_eq!(start % 16, 0);
            assert_eq!(heap.find(start), Some((start, size)));
            assert_eq!(heap.find(start + size - 1), Some((start, size)));
            assert_eq!(heap.find(start + size), None);
            assert_eq!(heap.near(start + size), Some((start, size)));
            all.push((start, size));
        }
        all.sort_unstable();
        assert!(all.windows(2).all(|two| two[0].0 + two[0].1 + GUARD <= two[1].0));
        assert_eq!(heap.live(), all);
    }

    #[test]
    fn a_block_is_freed_once_and_only_by_its_start() {
        let heap = heap();
        for size in [40, 10_000] {
            let start = heap.allocate(size).unwrap();
            assert_eq!(heap.free(start + 16), None);
            assert_eq!(heap.free(start), Some(size));
            assert_eq!((heap.free(start), heap.find(start)), (None, None));
            assert_ne!(heap.allocate(size), Some(start), "not reused immediately");
        }
        assert_eq!((heap.free(START - 1), heap.free(START + 64 * PAGE)), (None, None));
    }

    #[test]
    fn an_allocation_of_almost_all_addresses_fails() {
        let heap = heap();
        for size in [1 << 62, 1 << 63, u64::MAX - GUARD, u64::MAX] {
            assert_eq!(class_of(size), None);
            assert_eq!(heap.allocate(size), None);
        }
    }

    #[test]
    fn freed_pages_are_reused_before_distant_ones_are_touched() {
        let heap = Heap::new(START, 4 * MIN_SEARCHED_PAGES * PAGE);
        let mut last = 0;
        for _ in 0..10_000 {
            let start = heap.allocate(10_000).unwrap();
            assert!(start != last && start < START + MIN_SEARCHED_PAGES * PAGE);
            assert_eq!(heap.free(start), Some(10_000));
            last = start;
        }
    }

    #[test]
    fn all_pages_can_be_allocated_and_reused() {
        let heap = heap();
        let large: Vec<u64> = std::iter::from_fn(|| heap.allocate(PAGE * 2)).collect();
        assert_eq!(large.len(), 64 / 3);
        assert_eq!(heap.allocate(PAGE * 2), None);
        assert!(heap.allocate(16).is_some());
        large.iter().for_each(|start| assert_eq!(heap.free(*start), Some(PAGE * 2)));
        let small: Vec<u64> = std::iter::from_fn(|| heap.allocate(16)).collect();
        assert_eq!(small.len() as u64, 64 * PAGE / 64 - 1);
        small.iter().for_each(|start| assert_eq!(heap.free(*start), Some(16)));
        assert_eq!(
            heap.allocate(16),
            Some(small[0]),
            "the one that was freed first is reused first"
        );
    }
}
