use std::collections::{BTreeMap, VecDeque};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU16, AtomicU64, Ordering};

use parking_lot::Mutex;

use super::space::NOBODY;
use super::{Allocation, Kind, Memory};

/// Bytes of a page.
const PAGE: u64 = 4096;
/// Unused bytes after every piece, at least: an access a little past the end meets no other piece.
const GUARD: u64 = 32;
/// The smallest slot is of two to the power of this many bytes.
const SMALLEST: u32 = 5;
/// Sizes of slots, each twice the one before.
const CLASSES: usize = 7;
/// So many slots of a size wait before one is used again, while there are pages: use after free stays visible.
const RESTING: usize = 512;
/// Pages from the start among which free ones are looked for, at least; else twice as many as are in use. Beyond them
/// memory would be touched for the first time again and again, which costs more than all else.
const NEAR: u64 = 4096;
/// In [`Page::state`] the lowest bits of a page of a large piece; above them is the number of its first page.
const LARGE: u64 = 0xff;

/// The memory that kernels take by `malloc`: small pieces in pages with slots of one size, large ones in whole pages.
///
/// An address is looked up in constant time and without a lock, for kernels do so in every lane at every access. Pages
/// keep what they cost once they were touched.
#[derive(Debug)]
pub(super) struct Heap {
    start: u64,
    pages: Box<[Page]>,
    free: Mutex<Free>,
}

#[derive(Debug, Default)]
struct Page {
    /// Zero; one more than the number of a class, for a page of slots; or a part of a large piece.
    state: AtomicU64,
    /// Bytes of the large piece that begins here.
    size: AtomicU64,
    /// Bytes of the piece in each slot, zero if there is none.
    slots: OnceLock<Box<[AtomicU16]>>,
}

#[derive(Debug)]
struct Free {
    /// Pages in no use: the first one's number, and how many. Neighbours are always merged.
    pages: BTreeMap<u64, u64>,
    /// Where pages are looked for first.
    cursor: u64,
    /// How many pages are in use.
    used: u64,
    /// Addresses of free slots of each class, the one that was freed first at the front.
    slots: [VecDeque<u64>; CLASSES],
}

/// Bytes of a slot.
fn slot_size(class: usize) -> u64 {
    1 << (SMALLEST + class as u32)
}

/// Returns the class of a piece with its guard, if it isn't a large one.
fn class_of(length: u64) -> Option<usize> {
    let bits = length.checked_next_power_of_two()?.trailing_zeros();
    let class = bits.saturating_sub(SMALLEST) as usize;
    (class < CLASSES).then_some(class)
}

impl Heap {
    /// A heap of the `size` bytes at `start`, which nothing else uses.
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

    /// Takes `size` bytes, which are at least one, if there are as many; 16-byte aligned.
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

    /// Takes a slot for each of `addresses`, as far as there are any; how many that were.
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
        if free.slots[class].len() <= RESTING
            && let Some(number) = free.take(1)
            && let Some(page) = self.pages.get(number as usize)
        {
            let count = PAGE / slot_size(class);
            let slots = page
                .slots
                .get_or_init(|| (0..count).map(|_| AtomicU16::new(0)).collect());
            debug_assert_eq!(slots.len() as u64, count);
            page.state.store(class as u64 + 1, Ordering::Release);
            let first = self.start + number * PAGE;
            let all = (0..count).map(|slot| first + slot * slot_size(class));
            // What was never used goes first.
            all.rev()
                .for_each(|slot| free.slots[class].push_front(slot));
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

    /// Gives back the piece at `address`, and answers its size; `None` when there is none.
    #[cfg(test)]
    pub(super) fn free(&self, address: u64) -> Option<u64> {
        self.give_back(&mut self.free.lock(), address)
    }

    fn give_back(&self, free: &mut Free, address: u64) -> Option<u64> {
        if let Some((slot, class)) = self.slot(address) {
            if !(address - self.start).is_multiple_of(slot_size(class)) {
                return None;
            }
            // Of several threads that free it, one ends it.
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
        first
            .compare_exchange(part, 0, Ordering::AcqRel, Ordering::Acquire)
            .ok()?;
        pages
            .iter()
            .for_each(|page| page.state.store(0, Ordering::Release));
        free.give_back(number, count);
        Some(size)
    }

    /// Returns `true` if `address` is one of the heap's, allocated or not.
    #[inline]
    pub(super) fn contains(&self, address: u64) -> bool {
        address.wrapping_sub(self.start) < self.pages.len() as u64 * PAGE
    }

    /// Returns the slot that holds `address`, and its class, if it is in a page of slots.
    #[inline]
    fn slot(&self, address: u64) -> Option<(&AtomicU16, usize)> {
        let offset = address.wrapping_sub(self.start);
        let page = self.pages.get((offset / PAGE) as usize)?;
        let class = page.state.load(Ordering::Acquire).checked_sub(1)? as usize;
        let slots = page.slots.get().filter(|_| class < CLASSES)?;
        let slot = slots.get((offset % PAGE / slot_size(class)) as usize)?;
        Some((slot, class))
    }

    /// Start and size of the piece that holds `address`, or that ends less than the guard's bytes before it.
    #[inline]
    pub(super) fn near(&self, address: u64) -> Option<(u64, u64)> {
        let offset = address.wrapping_sub(self.start);
        if let Some((slot, class)) = self.slot(address) {
            let size = u64::from(slot.load(Ordering::Acquire));
            let start = address - offset % slot_size(class);
            return (size != 0).then_some((start, size));
        }
        let state = self
            .pages
            .get((offset / PAGE) as usize)?
            .state
            .load(Ordering::Acquire);
        let number = (state & 0xff == LARGE).then_some(state >> 8)?;
        let size = self
            .pages
            .get(number as usize)?
            .size
            .load(Ordering::Relaxed);
        Some((self.start + number * PAGE, size))
    }

    /// Start and size of the piece that holds `address`.
    #[inline]
    pub(super) fn find(&self, address: u64) -> Option<(u64, u64)> {
        self.near(address)
            .filter(|(start, size)| address - start < *size)
    }

    /// Do `size` bytes at `address` lie in a piece?
    #[inline]
    pub(super) fn holds(&self, address: u64, size: u64) -> bool {
        let found = self.near(address);
        found.is_some_and(|(start, all)| {
            let before = address - start;
            before < all && all - before >= size
        })
    }

    /// Start and size of every piece.
    pub(super) fn live(&self) -> Vec<(u64, u64)> {
        let step = slot_size(0) as usize;
        let end = self.start + self.pages.len() as u64 * PAGE;
        let starts = (self.start..end).step_by(step);
        starts
            .filter_map(|at| self.find(at).filter(|(start, _)| *start == at))
            .collect()
    }
}

impl Free {
    /// Takes `count` pages side by side, and answers the first one's number.
    fn take(&mut self, count: u64) -> Option<u64> {
        let fits = |(&first, &free): (&u64, &u64)| (free >= count).then_some((first, free, first));
        if self.cursor + count > NEAR.max(2 * self.used) {
            self.cursor = 0;
        }
        // Pages in no use may begin before the cursor and reach beyond it.
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
            self.pages
                .insert(number + count, first + free - number - count);
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
    /// Returns the kernels' heap, if the address is one of its own.
    #[inline]
    pub(super) fn heap_of(&self, address: u64) -> Option<&Heap> {
        let heap = self.heap.get()?.as_ref()?;
        heap.contains(address).then_some(heap)
    }

    /// Returns the kernels' heap. It has four times the addresses that may be in use, so that they are reused late.
    fn make_heap(&self) -> Option<Heap> {
        let addresses = self.addresses.end - self.addresses.start;
        let limit = self.heap_limit.load(Ordering::Relaxed);
        let size = limit.saturating_mul(4).max(1 << 20).min(addresses / 8) / PAGE * PAGE;
        let start = self.arena.lock().take(size, PAGE)?;
        Some(Heap::new(start, size))
    }

    /// Takes `size` bytes for a kernel, if it may have as many more: in the heap, or beside it where that is full.
    pub(super) fn take_from_heap(&self, size: u64) -> Option<u64> {
        let size = size.max(1);
        let limit = self.heap_limit.load(Ordering::Relaxed);
        let fits = |used: u64| used.checked_add(size).filter(|used| *used <= limit);
        self.heap_used
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, fits)
            .ok()?;
        let heap = self.heap.get_or_init(|| self.make_heap()).as_ref();
        let counted = self.count(NOBODY.device, size);
        let address = match counted.and_then(|()| heap?.allocate(size)) {
            Some(start) => {
                self.written.begin(start, size);
                Some(start)
            }
            None => {
                if counted.is_some() {
                    self.discount(NOBODY.device, size);
                }
                self.allocate(size, 16, Kind::Heap, NOBODY)
            }
        };
        if address.is_none() {
            self.heap_used.fetch_sub(size, Ordering::Relaxed);
        }
        address
    }

    /// Takes `size` bytes for each of `addresses`, which is zero where there are none.
    pub(super) fn take_each_from_heap(&self, size: u64, addresses: &mut [u64]) {
        let taken = self.take_slots(size.max(1), addresses).unwrap_or(0);
        for address in &mut addresses[taken..] {
            *address = self.take_from_heap(size).unwrap_or(0);
        }
    }

    /// The same where pieces of this size have slots and all may be had; how many were.
    fn take_slots(&self, size: u64, addresses: &mut [u64]) -> Option<usize> {
        let class = class_of(size.checked_add(GUARD)?)?;
        let heap = self.heap.get_or_init(|| self.make_heap()).as_ref()?;
        let all = size * addresses.len() as u64;
        let limit = self.heap_limit.load(Ordering::Relaxed);
        let fits = |used: u64| used.checked_add(all).filter(|used| *used <= limit);
        self.heap_used
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, fits)
            .ok()?;
        let counted = self.count(NOBODY.device, all);
        let taken = counted.map_or(0, |()| heap.allocate_slots(class, size as u16, addresses));
        for &address in &addresses[..taken] {
            self.written.begin(address, size);
        }
        let missing = size * (addresses.len() - taken) as u64;
        if counted.is_some() {
            self.discount(NOBODY.device, missing);
        }
        self.heap_used.fetch_sub(missing, Ordering::Relaxed);
        Some(taken)
    }

    /// Gives back what [`take_from_heap`](Memory::take_from_heap) gave, one piece after the other; the index of the first
    /// that is no such address, and ends it.
    pub(super) fn give_back_to_heap(&self, addresses: &[u64]) -> Result<(), usize> {
        let mut ended = Vec::new();
        let mut result = Ok(());
        let heap = self.heap.get().and_then(Option::as_ref);
        let mut free = heap.map(|heap| heap.free.lock());
        let mut beside = 0;
        for (index, &address) in addresses.iter().enumerate() {
            let own = heap
                .filter(|heap| heap.contains(address))
                .zip(free.as_mut());
            let size = match own {
                Some((heap, free)) => heap.give_back(free, address).inspect(|&size| {
                    self.written.end(address);
                    ended.push(heap_piece((address, size)));
                }),
                None => {
                    // Of several threads that free it, one ends it.
                    let ended = self.end_if(address, |allocation| allocation.kind == Kind::Heap);
                    ended
                        .map(|allocation| allocation.size)
                        .inspect(|&size| beside += size)
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
            self.discount(NOBODY.device, size);
            self.remember(&ended);
        }
        self.heap_used.fetch_sub(size + beside, Ordering::Relaxed);
        result
    }
}

/// An allocation of the kernels' heap, given its start and size.
pub(super) fn heap_piece((start, size): (u64, u64)) -> Allocation {
    Allocation {
        start,
        size,
        kind: Kind::Heap,
        context: NOBODY.context,
        device: NOBODY.device,
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
    fn pieces_of_every_size_are_found_to_the_exact_byte_and_lie_apart() {
        let heap = heap();
        let mut all = Vec::new();
        for size in [
            1, 15, 16, 17, 48, 49, 1000, 2031, 2032, 2033, 4080, 4081, 20_000,
        ] {
            let start = heap.allocate(size).unwrap();
            assert_eq!(start % 16, 0);
            assert_eq!(heap.find(start), Some((start, size)));
            assert_eq!(heap.find(start + size - 1), Some((start, size)));
            assert_eq!(heap.find(start + size), None);
            assert_eq!(heap.near(start + size), Some((start, size)));
            all.push((start, size));
        }
        all.sort_unstable();
        assert!(
            all.windows(2)
                .all(|two| two[0].0 + two[0].1 + GUARD <= two[1].0)
        );
        assert_eq!(heap.live(), all);
    }

    #[test]
    fn a_piece_is_freed_once_and_from_its_start() {
        let heap = heap();
        for size in [40, 10_000] {
            let start = heap.allocate(size).unwrap();
            assert_eq!(heap.free(start + 16), None);
            assert_eq!(heap.free(start), Some(size));
            assert_eq!((heap.free(start), heap.find(start)), (None, None));
            assert_ne!(heap.allocate(size), Some(start), "not used again at once");
        }
        assert_eq!(
            (heap.free(START - 1), heap.free(START + 64 * PAGE)),
            (None, None)
        );
    }

    #[test]
    fn there_is_no_piece_of_almost_all_addresses() {
        let heap = heap();
        for size in [1 << 62, 1 << 63, u64::MAX - GUARD, u64::MAX] {
            assert_eq!(class_of(size), None);
            assert_eq!(heap.allocate(size), None);
        }
    }

    #[test]
    fn memory_that_was_touched_is_used_again_after_a_while() {
        let heap = Heap::new(START, 4 * NEAR * PAGE);
        let mut last = 0;
        for _ in 0..10_000 {
            let start = heap.allocate(10_000).unwrap();
            assert!(start != last && start < START + NEAR * PAGE);
            assert_eq!(heap.free(start), Some(10_000));
            last = start;
        }
    }

    #[test]
    fn all_pages_are_used_and_serve_again() {
        let heap = heap();
        let large: Vec<u64> = std::iter::from_fn(|| heap.allocate(PAGE * 2)).collect();
        assert_eq!(large.len(), 64 / 3);
        assert_eq!(heap.allocate(PAGE * 2), None);
        assert!(heap.allocate(16).is_some());
        large
            .iter()
            .for_each(|start| assert_eq!(heap.free(*start), Some(PAGE * 2)));
        let small: Vec<u64> = std::iter::from_fn(|| heap.allocate(16)).collect();
        assert_eq!(small.len() as u64, 64 * PAGE / 64 - 1);
        small
            .iter()
            .for_each(|start| assert_eq!(heap.free(*start), Some(16)));
        assert_eq!(
            heap.allocate(16),
            Some(small[0]),
            "the one that was freed first"
        );
    }
}
