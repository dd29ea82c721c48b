//! `malloc` and `free` of kernels: from the heap, or outside of it if that is full.

use std::sync::atomic::Ordering;

use super::heap::{GUARD, Heap, PAGE, class_of, heap_piece};
use super::{AllocationKind, Memory, Owner};

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
            let own = heap.filter(|heap| heap.contains(address)).zip(free.as_mut());
            let size = match own {
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
