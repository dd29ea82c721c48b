use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use parking_lot::{Mutex, RwLock};

use super::arena::{ALIGNMENT, Arena};
use super::heap::{Heap, heap_piece};
use super::registered::{self, RegisteredPages};
use super::shared_file::page;
use super::sharing::{SharedRanges, in_pages};
use super::write_tracker::WriteTracker;
use super::{Access, Allocation, AllocationKind, Owner};
use cuda_sim_engine::{DeviceMemory, Range, Texture};

/// From here on, what is at an address says little about what was meant.
const FAR: u64 = 1 << 16;

/// The number of freed allocations to remember, for reports of use after free.
const REMEMBERED: usize = 256;

/// The devices' memory: the table of allocations.
#[derive(Debug)]
pub(crate) struct Memory {
    /// The addresses of the arena.
    pub(super) addresses: std::ops::Range<u64>,
    pub(super) arena: Mutex<Arena>,
    pub(super) live: RwLock<BTreeMap<u64, Allocation>>,
    freed: Mutex<VecDeque<Allocation>>,
    /// The number of bytes in use of each device's memory, without host memory.
    used: Vec<AtomicU64>,
    /// The size of each device's memory in bytes.
    total: u64,
    /// The number of bytes in use of the kernels' heap, and its limit.
    pub(super) heap_used: AtomicU64,
    pub(super) heap_limit: AtomicU64,
    /// The kernels' heap, once one allocates; `None` if there is no room for it.
    pub(super) heap: OnceLock<Option<Heap>>,
    pub(super) generation: AtomicU64,
    next_id: AtomicU64,
    pub(super) written: WriteTracker,
    is_tolerant: AtomicBool,
    images: RwLock<HashMap<u64, Arc<Texture>>>,
    pub(super) shared: SharedRanges,
    registered: RegisteredPages,
}

impl Memory {
    /// Creates memory of `total` bytes for each of the devices, which share addresses.
    pub(crate) fn new(total: u64, devices: usize) -> std::io::Result<Self> {
        let all = total.saturating_mul(devices as u64);
        // Four times as many addresses, so that they are reused late and fragmentation doesn't matter.
        let arena = Arena::reserve(all.saturating_mul(4).min(1 << 42))?;
        Ok(Self {
            addresses: arena.range(),
            arena: Mutex::new(arena),
            live: RwLock::default(),
            freed: Mutex::default(),
            used: (0..devices).map(|_| AtomicU64::new(0)).collect(),
            total,
            heap_used: AtomicU64::new(0),
            heap_limit: AtomicU64::new(8 << 20),
            heap: OnceLock::new(),
            generation: AtomicU64::new(0),
            next_id: AtomicU64::new(1),
            written: WriteTracker::default(),
            is_tolerant: AtomicBool::new(false),
            images: RwLock::default(),
            shared: SharedRanges::default(),
            registered: RegisteredPages::default(),
        })
    }

    /// Returns `true` if the address is in the arena, allocated or not.
    pub(crate) fn is_ours(&self, address: u64) -> bool {
        self.addresses.contains(&address)
    }

    /// Returns the size of a device's memory in bytes.
    pub(crate) fn total(&self) -> u64 {
        self.total
    }

    /// Returns the number of bytes that can still be allocated on a device.
    pub(crate) fn free_bytes(&self, device: usize) -> u64 {
        let used = self.used.get(device);
        let used = used.map_or(0, |used| used.load(Ordering::Relaxed));
        self.total.saturating_sub(used)
    }

    /// Sets the limit of the kernels' heap in bytes.
    pub(crate) fn set_heap_limit(&self, bytes: u64) {
        self.heap_limit.store(bytes, Ordering::Relaxed);
    }

    /// Allocates `size` bytes, aligned to `alignment`, if available.
    pub(crate) fn allocate(
        &self,
        size: u64,
        alignment: u64,
        kind: AllocationKind,
        owner: Owner,
    ) -> Option<u64> {
        let counted = kind.counted(size);
        self.count(owner.device, counted)?;
        let (taken, alignment) = match in_pages(size) {
            Some(pages) if kind.has_own_pages() => (pages, alignment.max(page())),
            _ => (size, alignment),
        };
        let Some(start) = self.arena.lock().take(taken, alignment) else {
            self.discount(owner.device, counted);
            return None;
        };
        self.insert(start, size, kind, owner);
        Some(start)
    }

    /// Adds to the number of a device's bytes in use, if it has enough memory.
    pub(crate) fn count(&self, device: usize, bytes: u64) -> Option<()> {
        let fits = |used: u64| used.checked_add(bytes).filter(|used| *used <= self.total);
        let used = self.used.get(device)?;
        used.fetch_update(Ordering::Relaxed, Ordering::Relaxed, fits).ok().map(drop)
    }

    pub(crate) fn discount(&self, device: usize, bytes: u64) {
        if let Some(used) = self.used.get(device) {
            used.fetch_sub(bytes, Ordering::Relaxed);
        }
    }

    /// Registers `size` bytes of the program at `start`, unless they are already registered.
    pub(crate) fn register(&self, start: u64, size: u64, flags: u32, owner: Owner) -> bool {
        // Locked all the time, so that of two threads that register the same bytes one fails.
        let mut live = self.live.write();
        let last = live.range(..start.saturating_add(size)).next_back();
        if last.is_some_and(|(_, a)| a.end() > start) {
            return false;
        }
        self.registered.begin(start, size);
        live.insert(start, self.allocation(start, size, AllocationKind::Registered(flags), owner));
        true
    }

    /// Returns `true` if any of `length` bytes from `address` are registered, and no longer have the pages that were.
    pub(crate) fn is_replaced(&self, address: u64, length: u64) -> bool {
        self.registered.are_replaced(address, length)
    }

    /// Records that `length` bytes were copied.
    pub(crate) fn note_copy(&self, from: u64, to: u64, length: u64) {
        if self.written.is_enabled() {
            self.written.copy(from, to, length);
        }
    }

    pub(super) fn insert(&self, start: u64, size: u64, kind: AllocationKind, owner: Owner) {
        let allocation = self.allocation(start, size, kind, owner);
        self.live.write().insert(start, allocation);
        if kind.is_written_by_the_device_alone() {
            self.written.begin(start, size);
        }
    }

    /// Returns a new allocation with the next number.
    fn allocation(&self, start: u64, size: u64, kind: AllocationKind, owner: Owner) -> Allocation {
        Allocation {
            start,
            size,
            kind,
            context: owner.context,
            device: owner.device,
            id: self.next_id.fetch_add(1, Ordering::Relaxed),
            released: false,
        }
    }

    /// Sets the image for a handle; `None` removes it.
    pub(crate) fn set_image(&self, handle: u64, image: Option<Arc<Texture>>) {
        match image {
            Some(image) => self.images.write().insert(handle, image),
            None => self.images.write().remove(&handle),
        };
    }

    /// Sets whether writes to new allocations are tracked.
    pub(crate) fn watch_writes(&self, enabled: bool) {
        self.written.set_enabled(enabled);
    }

    /// Sets whether accesses beyond an allocation, to bytes of no other one, are only reported.
    pub(crate) fn tolerate(&self, enabled: bool) {
        self.is_tolerant.store(enabled, Ordering::Relaxed);
    }

    /// Sets whether the next allocation gets the addresses that were freed last.
    pub(crate) fn reuse(&self, at_once: bool) {
        self.arena.lock().reuse(at_once);
    }

    /// Returns the live allocation that begins at `start`, unless it was released.
    pub(crate) fn starting_at(&self, start: u64) -> Option<Allocation> {
        if self.heap_of(start).is_some() {
            return self.at(start).filter(|piece| piece.start == start);
        }
        self.live.read().get(&start).copied().filter(|allocation| !allocation.released)
    }

    /// Returns the live allocation that contains `address`, unless it was released.
    pub(crate) fn containing(&self, address: u64) -> Option<Allocation> {
        self.at(address).filter(|allocation| !allocation.released)
    }

    /// Returns `true` if all `length` bytes from `address` are in one live allocation, or in adjacent mappings.
    pub(crate) fn holds(&self, address: u64, length: u64) -> bool {
        let allocation = self.containing(address);
        allocation.is_some_and(|allocation| self.is_within(&allocation, address, length))
    }

    /// The same for work that is being executed, which also uses memory that was released after it was submitted.
    pub(crate) fn still_holds(&self, address: u64, length: u64) -> bool {
        let allocation = self.at(address);
        allocation.is_some_and(|allocation| self.is_within(&allocation, address, length))
    }

    /// Returns `true` if all `length` bytes from `address` are in an allocation, or in mappings that begin with it.
    fn is_within(&self, allocation: &Allocation, address: u64, length: u64) -> bool {
        if matches!(allocation.kind, AllocationKind::Mapped(_)) {
            return self.mapped_piece(allocation).is_some_and(|end| {
                address.checked_add(length).is_some_and(|wanted| wanted <= end)
            });
        }
        allocation.holds(address, length)
    }

    /// Returns `true` if calls may write to `address`: not to read-only mappings.
    pub(crate) fn may_write(&self, address: u64) -> bool {
        let kind = self.containing(address).map(|allocation| allocation.kind);
        kind != Some(AllocationKind::Mapped(Access::Read))
    }

    /// Returns the allocation that contains `address`, even if it was released.
    pub(crate) fn allocated(&self, address: u64) -> Option<Allocation> {
        self.at(address)
    }

    /// Returns `true` if work may use all `length` bytes from `address` when it is executed: memory of a graph may not be
    /// allocated yet.
    pub(crate) fn will_hold(&self, address: u64, length: u64) -> bool {
        let of_graph = self.at(address).filter(|allocation| allocation.kind.is_of_graph());
        match of_graph {
            Some(allocation) => allocation.holds(address, length),
            None => self.holds(address, length),
        }
    }

    fn at(&self, address: u64) -> Option<Allocation> {
        if let Some(heap) = self.heap_of(address) {
            return heap.find(address).map(heap_piece);
        }
        let live = self.live.read();
        live.range(..=address).next_back().map(|(_, a)| *a).filter(|a| address < a.end())
    }

    /// Marks the allocation at `start` as released; [`end`](Self::end) ends it.
    pub(crate) fn release(&self, start: u64) -> bool {
        match self.live.write().get_mut(&start) {
            Some(allocation) if !allocation.released => {
                allocation.released = true;
                true
            }
            _ => false,
        }
    }

    /// Makes a released allocation usable again.
    pub(crate) fn revive(&self, start: u64) {
        if let Some(allocation) = self.live.write().get_mut(&start) {
            allocation.released = false;
        }
    }

    /// Allocates the memory of a freed allocation, even if its stream hasn't reached the free, and has yet to read it.
    /// [`begin_again`](Self::begin_again) must be called when it does. Another allocation at its address isn't used: its
    /// stream is another one.
    pub(crate) fn allocate_again(
        &self,
        freed: &Allocation,
        kind: AllocationKind,
        owner: Owner,
    ) -> Option<u64> {
        let (start, size) = (freed.start, freed.size);
        let mut live = self.live.write();
        if let Some(before) = live.get_mut(&start) {
            if !before.released || before.id != freed.id || before.kind != kind {
                return None;
            }
            before.released = false;
            before.context = owner.context;
            before.id = self.next_id.fetch_add(1, Ordering::Relaxed);
            return Some(start);
        }
        drop(live);
        self.count(owner.device, kind.counted(size))?;
        if !self.arena.lock().take_at(start, size) {
            self.discount(owner.device, kind.counted(size));
            return None;
        }
        self.insert(start, size, kind, owner);
        Some(start)
    }

    /// The memory at `start` now belongs to the allocation that reuses it, of which nothing is written yet.
    pub(crate) fn begin_again(&self, start: u64) {
        let live = self.live.read();
        let Some(allocation) = live.get(&start) else {
            return;
        };
        if allocation.kind.is_written_by_the_device_alone() {
            self.written.begin(start, allocation.size);
        }
    }

    /// Ends the allocation that begins at `start`.
    pub(crate) fn end(&self, start: u64) -> Option<Allocation> {
        self.end_if(start, |_| true)
    }

    /// Ends the allocation that begins at `start`, if it is the right one.
    pub(crate) fn end_if(
        &self,
        start: u64,
        is_right: impl FnOnce(&Allocation) -> bool,
    ) -> Option<Allocation> {
        let mut live = self.live.write();
        let allocation = live.get(&start).copied().filter(is_right)?;
        live.remove(&start);
        let is_registered = matches!(allocation.kind, AllocationKind::Registered(_));
        if is_registered {
            self.registered.end(start);
        }
        drop(live);
        self.written.end(start);
        self.generation.fetch_add(1, Ordering::Release);
        if !is_registered {
            let counted = allocation.kind.counted(allocation.size);
            self.discount(allocation.device, counted);
            self.give_back(&allocation);
        }
        self.remember(&[allocation]);
        Some(allocation)
    }

    /// Remembers freed allocations, for reports.
    pub(super) fn remember(&self, ended: &[Allocation]) {
        let mut freed = self.freed.lock();
        for &allocation in ended {
            if freed.len() == REMEMBERED {
                freed.pop_front();
            }
            freed.push_back(allocation);
        }
    }

    /// Returns every live allocation, by address.
    pub(crate) fn live(&self) -> Vec<Allocation> {
        let mut all: Vec<Allocation> = self.live.read().values().copied().collect();
        let heap = self.heap.get().and_then(Option::as_ref);
        all.extend(heap.map(Heap::live).unwrap_or_default().into_iter().map(heap_piece));
        all.sort_unstable_by_key(|allocation| allocation.start);
        all
    }
}

// SAFETY: an allocation is a block of the arena, which is mapped, readable and writable as long as `self` lives, or
// memory that the program registered and promised to keep until it is unregistered. Blocks end at multiples of the
// alignment, a divisor of the size of a page.
unsafe impl DeviceMemory for Memory {
    fn find(&self, address: u64) -> Option<Range> {
        let allocation = self.at(address)?;
        let end = match allocation.kind {
            AllocationKind::Mapped(_) => self.mapped_piece(&allocation)?,
            AllocationKind::Registered(_)
                if self.is_replaced(allocation.start, allocation.size) =>
            {
                return None;
            }
            _ => allocation.end(),
        };
        Some(Range { start: allocation.start, end, writable: allocation.kind.is_writable() })
    }

    fn shared_with_host(&self, address: u64) -> Option<Range> {
        let kind = self.at(address)?.kind;
        let is_shared =
            kind.is_host() || kind.is_managed() || matches!(kind, AllocationKind::HostPool(_));
        self.find(address).filter(|_| is_shared)
    }

    fn read_shared(&self, start: u64, size: u64) -> Option<Box<[u8]>> {
        let is_registered = matches!(self.at(start)?.kind, AllocationKind::Registered(_));
        let mut bytes = vec![0; usize::try_from(size).ok()?].into_boxed_slice();
        if is_registered {
            return registered::read(start, &mut bytes).then_some(bytes);
        }
        // SAFETY: as long as `self` lives, the arena is readable, whoever has the block now; a host
        // that writes to it at the same time does so to kernels as well.
        unsafe { (start as *const u8).copy_to_nonoverlapping(bytes.as_mut_ptr(), bytes.len()) };
        Some(bytes)
    }

    fn image(&self, handle: u64) -> Option<Arc<Texture>> {
        self.images.read().get(&handle).cloned()
    }

    fn describe(&self, address: u64) -> String {
        let freed = self.freed.lock().iter().rev().find(|a| a.holds(address, 1)).copied();
        if let Some(allocation) = self.at(address) {
            let same = |old: &Allocation| {
                (old.start, old.size, old.kind)
                    == (allocation.start, allocation.size, allocation.kind)
            };
            // Who uses it may have meant what was there.
            let old = freed.filter(|old| !same(old));
            let old = old.map(|old| format!(", in place of {old}, which was freed"));
            let into = address - allocation.start;
            let is_replaced = self.is_replaced(allocation.start, allocation.size);
            let unmapped = if is_replaced { ", which was unmapped" } else { "" };
            return format!("byte {into} of {allocation}{unmapped}{}", old.unwrap_or_default());
        }
        if let Some(allocation) = freed {
            let into = address - allocation.start;
            return format!("byte {into} of {allocation}, which was freed");
        }
        let near = self.heap_of(address).and_then(|heap| heap.near(address));
        let distance =
            |a: &Allocation| a.start.saturating_sub(address).max(address.saturating_sub(a.end()));
        // From far away, a kernel goes through a pointer to the program's memory.
        let is_variable = |a: &Allocation| {
            matches!(a.kind, AllocationKind::Global | AllocationKind::Constant)
                && distance(a) >= FAR
        };
        let live = self.live.read();
        let mut below = live.range(..=address).rev().map(|(_, a)| *a);
        let mut above = live.range(address..).map(|(_, a)| *a);
        let next = [near.map(heap_piece).or(below.clone().next()), above.clone().next()];
        let meant = [below.find(|a| !is_variable(a)), above.find(|a| !is_variable(a))];
        let all = next.into_iter().chain(meant).flatten();
        let nearest = all.min_by_key(|a| (is_variable(a), distance(a)));
        drop(live);
        let nearest = nearest.map(|a| match (distance(&a), a.start > address) {
            (0, _) => (0, format!("directly after {a}")),
            (distance, true) => (distance, format!("{distance} bytes before {a}")),
            (distance, false) => (distance, format!("{distance} bytes past the end of {a}")),
        });
        match nearest {
            Some((_, words)) if self.arena.lock().contains(address) => words,
            Some((distance, words)) if distance < FAR => words,
            _ if address < FAR => "a null pointer, or an offset from one".to_owned(),
            _ => {
                "not in or near any allocation; host memory that is neither pinned nor registered?"
                    .to_owned()
            }
        }
    }

    fn generation(&self) -> u64 {
        self.generation.load(Ordering::Acquire)
    }

    fn is_tolerant(&self) -> bool {
        self.is_tolerant.load(Ordering::Relaxed)
    }

    /// Blocks of the arena begin and end at multiples of its alignment, and share it with no other.
    fn tolerates(&self, address: u64, size: u64) -> bool {
        if !self.is_tolerant() || !self.is_ours(address) || self.heap_of(address).is_some() {
            return false;
        }
        let live = self.live.read();
        let below = live.range(..=address).next_back().map(|(_, allocation)| allocation);
        let is_whole = |allocation: &&Allocation| {
            matches!(allocation.kind, AllocationKind::Mapped(_) | AllocationKind::Heap)
        };
        let Some(below) = below.filter(|below| !is_whole(below)) else {
            return false;
        };
        let end = below.end().next_multiple_of(ALIGNMENT);
        address.checked_add(size).is_some_and(|wanted| wanted <= end)
    }

    fn watches_writes(&self) -> bool {
        self.written.is_enabled()
    }

    fn note_write(&self, address: u64, size: u64) {
        if self.written.is_enabled() {
            self.written.note(address, size);
        }
    }

    fn is_written(&self, address: u64, size: u64) -> bool {
        match size {
            // What else is in a word may be padding.
            0..=4 => self.written.has_any(address, size),
            _ => self.written.covers(address, size),
        }
    }

    fn heap_allocate(&self, size: u64) -> Option<u64> {
        self.take_from_heap(size)
    }

    fn heap_free(&self, address: u64) -> bool {
        self.give_back_to_heap(&[address]).is_ok()
    }

    fn heap_allocate_each(&self, size: u64, addresses: &mut [u64]) {
        self.take_each_from_heap(size, addresses);
    }

    fn heap_free_each(&self, addresses: &[u64]) -> Result<(), usize> {
        self.give_back_to_heap(addresses)
    }

    fn heap_holds(&self, addresses: &[u64; 32], size: u64) -> bool {
        let heap = self.heap.get().and_then(Option::as_ref);
        heap.is_some_and(|heap| addresses.iter().all(|&address| heap.holds(address, size)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn owner(context: usize) -> Owner {
        Owner { context, device: 0 }
    }

    fn memory() -> Memory {
        Memory::new(1 << 20, 1).unwrap()
    }

    #[test]
    fn an_access_is_inside_only_if_all_its_bytes_are() {
        let memory = memory();
        let a = memory.allocate(100, 1, AllocationKind::Device, owner(1)).unwrap();
        assert!(memory.holds(a, 100) && memory.holds(a + 99, 1));
        assert!(!memory.holds(a, 101) && !memory.holds(a + 100, 1) && !memory.holds(a - 1, 2));
        assert!(!memory.holds(a + 1, u64::MAX));
    }

    #[test]
    fn an_allocation_larger_than_the_free_memory_fails_without_effect() {
        let memory = memory();
        assert_eq!(memory.allocate((1 << 20) + 1, 1, AllocationKind::Device, owner(1)), None);
        assert_eq!(memory.allocate(u64::MAX, 1, AllocationKind::Device, owner(1)), None);
        assert_eq!(memory.free_bytes(0), 1 << 20);
    }

    #[test]
    fn host_memory_does_not_count_as_device_memory() {
        let memory = memory();
        let pinned = memory.allocate(4096, 1, AllocationKind::Pinned(0), owner(1)).unwrap();
        assert_eq!(memory.free_bytes(0), 1 << 20);
        memory.end(pinned);
        assert_eq!(memory.free_bytes(0), 1 << 20);
    }

    #[test]
    fn only_the_rest_of_a_block_is_tolerated() {
        let memory = memory();
        let a = memory.allocate(100, 1, AllocationKind::Device, owner(1)).unwrap();
        let b = memory.allocate(100, 1, AllocationKind::Constant, owner(1)).unwrap();
        let heap = memory.heap_allocate(60).unwrap();
        assert!(!memory.tolerates(a + 100, 4));
        memory.tolerate(true);
        assert!(memory.tolerates(a + 100, 4) && memory.tolerates(a + 96, 8));
        assert!(memory.tolerates(a + 508, 4) && !memory.tolerates(a + 509, 4));
        assert!(!memory.tolerates(a - 4, 4) && !memory.tolerates(a + 4, u64::MAX));
        assert!(memory.tolerates(b + 100, 4) && !memory.tolerates(heap + 60, 4));
        memory.end(a);
        assert!(!memory.tolerates(a + 100, 4));
    }

    #[test]
    fn a_report_names_the_nearest_allocation_and_the_distance() {
        let memory = memory();
        let a = memory.allocate(100, 1, AllocationKind::Device, owner(1)).unwrap();
        assert_eq!(
            memory.describe(a + 104),
            format!("4 bytes past the end of 100 bytes of device memory at {a:#x}")
        );
        assert_eq!(
            memory.describe(a + 100),
            format!("directly after 100 bytes of device memory at {a:#x}")
        );
        assert_eq!(
            memory.describe(a + 8),
            format!("byte 8 of 100 bytes of device memory at {a:#x}")
        );
        assert!(memory.describe(16).contains("null pointer"));
        let variable = memory.allocate(8, 1, AllocationKind::Global, owner(1)).unwrap();
        assert!(memory.describe(variable + 12).starts_with("4 bytes past the end of 8 bytes of a"));
        assert!(memory.describe(variable + 500_000).contains("100 bytes of device memory"));
    }

    #[test]
    fn a_report_says_that_memory_was_freed() {
        let memory = memory();
        memory.reuse(true);
        let a = memory.allocate(64, 1, AllocationKind::Device, owner(1)).unwrap();
        let before = memory.generation();
        memory.end(a);
        assert_ne!(memory.generation(), before);
        assert!(memory.describe(a + 4).ends_with("which was freed"));
        assert_eq!(memory.find(a), None);
        let b = memory.allocate(32, 1, AllocationKind::Pool(7), owner(1)).unwrap();
        assert_eq!(a, b);
        let text = format!("byte 4 of 32 bytes of stream-ordered memory at {a:#x}, in place of ");
        assert!(memory.describe(a + 4).starts_with(&text), "{}", memory.describe(a + 4));
    }

    #[test]
    fn released_memory_is_valid_for_kernels_but_not_for_calls() {
        let memory = memory();
        let a = memory.allocate(64, 1, AllocationKind::Pool(7), owner(1)).unwrap();
        assert!(memory.release(a));
        assert!(!memory.release(a));
        assert!(memory.find(a).is_some());
        assert!(memory.containing(a).is_none());
    }

    #[test]
    fn released_and_freed_memory_can_be_allocated_again() {
        let memory = memory();
        let kind = AllocationKind::Pool(7);
        let a = memory.allocate(64, 1, kind, owner(1)).unwrap();
        let first = memory.starting_at(a).unwrap();
        assert_eq!(memory.allocate_again(&first, kind, owner(1)), None);
        memory.release(a);
        assert_eq!(memory.allocate_again(&first, kind, owner(1)), Some(a));
        assert!(memory.end_if(a, |a| a.id == first.id).is_none());
        let second = memory.starting_at(a).unwrap();
        memory.release(a);
        // Its address has other memory, which another stream may have freed.
        assert_eq!(memory.allocate_again(&first, kind, owner(1)), None);
        assert_eq!(memory.allocate_again(&second, kind, owner(1)), Some(a));
        memory.end(a).unwrap();
        assert_eq!(memory.allocate_again(&second, kind, owner(1)), Some(a));
        memory.end(a).unwrap();
        assert_eq!(memory.free_bytes(0), 1 << 20);
    }

    #[test]
    fn written_bytes_are_reset_when_the_stream_reaches_the_next_allocation() {
        let memory = memory();
        memory.watch_writes(true);
        let kind = AllocationKind::Pool(7);
        let a = memory.allocate(64, 1, kind, owner(1)).unwrap();
        memory.note_write(a, 64);
        let freed = memory.starting_at(a).unwrap();
        memory.release(a);
        assert_eq!(memory.allocate_again(&freed, kind, owner(1)), Some(a));
        // Earlier kernels have yet to read it.
        assert!(memory.is_written(a, 64));
        memory.begin_again(a);
        assert!(!memory.is_written(a, 1));
        memory.note_write(a, 8);
        assert!(memory.is_written(a, 8) && !memory.is_written(a, 9));
        memory.end(a).unwrap();
        memory.begin_again(a);
        assert!(memory.is_written(a, 64));
    }

    #[test]
    fn the_heap_of_kernels_has_a_limit_and_blocks_are_freed_once() {
        let memory = memory();
        memory.set_heap_limit(100);
        let a = memory.heap_allocate(60).unwrap();
        assert_eq!(memory.heap_allocate(60), None);
        assert!(memory.heap_free(a) && !memory.heap_free(a));
        assert!(memory.heap_allocate(60).is_some());
        let device = memory.allocate(64, 1, AllocationKind::Device, owner(1)).unwrap();
        assert!(!memory.heap_free(device));
    }

    #[test]
    fn registered_host_memory_cannot_be_registered_again() {
        let memory = memory();
        let host = [0u8; 64];
        let start = host.as_ptr() as u64;
        assert!(memory.register(start, 64, 0, owner(1)));
        assert!(!memory.register(start + 32, 64, 0, owner(1)));
        assert_eq!(memory.free_bytes(0), 1 << 20);
        memory.end(start);
        assert!(memory.register(start, 32, 0, owner(1)));
    }

    #[test]
    fn the_memory_of_each_device_is_counted_separately() {
        let memory = Memory::new(1 << 20, 2).unwrap();
        let on = |device| Owner { context: 0, device };
        let first = memory.allocate(1 << 20, 512, AllocationKind::Device, on(0)).unwrap();
        assert_eq!(memory.allocate(1, 512, AllocationKind::Device, on(0)), None);
        assert!(memory.allocate(1 << 20, 512, AllocationKind::Device, on(1)).is_some());
        memory.end(first);
        assert_eq!((memory.free_bytes(0), memory.free_bytes(1)), (1 << 20, 0));
        assert_eq!(memory.allocate(1, 512, AllocationKind::Device, on(2)), None);
    }
}
