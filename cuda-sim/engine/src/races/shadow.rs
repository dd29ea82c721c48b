//! Shadow memory: for each cell, the thread, the time and the instruction of its last write, and of two reads, by page. A cell is as
//! large as the smallest access to its page so far.

use crate::races::entry::{Entry, View};
use crate::races::group::{Cells, Group, Numbers, ROW, Slot, Store};
use crate::races::same_epoch::SameEpochCache;
use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::Range;

/// The size of a page in bytes, as a power of two.
const PAGE_SHIFT: u32 = 12;
pub const PAGE: u64 = 1 << PAGE_SHIFT;
/// The size of the largest cell, as a power of two.
const LARGEST: u32 = 4;

/// The cells of a page.
struct Groups {
    /// The size of a cell, as a power of two.
    shift: u32,
    groups: Vec<Group>,
}

impl Groups {
    fn new(shift: u32) -> Groups {
        let groups = (PAGE >> shift) as usize / ROW;
        Groups { shift, groups: vec![Group::default(); groups] }
    }

    /// Makes cells smaller.
    fn refine(&mut self, shift: u32, store: &mut Store) {
        let mut finer = Groups::new(shift);
        let more = self.shift - shift;
        for (at, group) in finer.groups.iter_mut().enumerate() {
            *group = self.groups[at >> more].refined(((at * ROW) >> more) % ROW, more, store);
        }
        self.groups.iter().for_each(|group| group.give_back(store));
        *self = finer;
    }
}

/// The cells of a page, with where their entries are.
pub struct Page<'s> {
    /// The size of a cell, as a power of two.
    pub shift: u32,
    groups: &'s mut [Group],
    store: &'s mut Store,
}

impl Page<'_> {
    /// Returns what cells have for this entry.
    #[inline(always)]
    pub fn cell(&mut self, entry: Entry) -> u32 {
        self.store.cell(entry)
    }

    /// Returns what follows from [numbers](Numbers) for a view.
    #[inline(always)]
    pub fn numbers(&self, view: &View, entry: Entry) -> Option<Numbers> {
        self.store.numbers(view, entry)
    }

    /// Returns the group of 32 cells with this one.
    #[inline(always)]
    pub fn group(&mut self, cell: usize) -> Cells<'_> {
        Cells { group: &mut self.groups[cell / ROW], store: self.store }
    }

    /// Lets some bytes have this write alone, or nothing.
    fn begin(&mut self, bytes: Range<u64>, entry: Entry) {
        let (mut cell, last) = (bytes.start >> self.shift, (bytes.end - 1) >> self.shift);
        while cell <= last {
            let first = cell as usize % ROW;
            let count = (ROW - first).min((last - cell + 1) as usize);
            self.group(cell as usize).set_all(Slot::Write, first..first + count, (entry, 5), 0);
            cell += count as u64;
        }
    }
}

/// Hashes a page's number.
#[derive(Default)]
pub struct ByNumber(u64);

impl Hasher for ByNumber {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64(u64::from(*byte) ^ self.0);
        }
    }

    fn write_u64(&mut self, number: u64) {
        // The upper half of the product depends on all bits.
        let product = u128::from(number).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
        self.0 = (product >> 64) as u64 ^ product as u64;
    }
}

/// A map by addresses.
pub type ByAddress<T> = HashMap<u64, T, BuildHasherDefault<ByNumber>>;

/// How many pages are found at once, if they are near each other.
const LAST: usize = 8;

/// The pages of some memory.
#[derive(Default)]
pub struct Shadow {
    pages: Vec<Groups>,
    store: Store,
    /// The index of each by its number.
    by_number: ByAddress<usize>,
    /// Those that were used last, each with its number, by the lower bits of that.
    last: [(u64, usize); LAST],
    /// Memory that has begun, up to an address, by what; pages that don't exist yet have nothing else.
    begun: BTreeMap<u64, (u64, Entry)>,
    /// Where atomic operations add nothing.
    pub same_epoch: SameEpochCache,
    /// How often others may have changed something.
    pub changes: u64,
    /// How often all were forgotten.
    pub forgotten: u64,
}

impl Shadow {
    /// Returns the page of an address, with cells as large as an access of `size` bytes at most.
    #[inline(always)]
    pub fn page(&mut self, address: u64, size: u64) -> Page<'_> {
        self.changes += 1;
        self.page_to_add(address, size)
    }

    /// The same for who changes no cell where others [add nothing](SameEpochCache).
    #[inline(always)]
    pub fn page_to_add(&mut self, address: u64, size: u64) -> Page<'_> {
        if self.store.is_full() {
            self.collect();
        }
        let aligned = (address | size | 1 << LARGEST).trailing_zeros();
        let number = address >> PAGE_SHIFT;
        let index = match self.last[number as usize % LAST] {
            (last, index) if last == number && index < self.pages.len() => index,
            _ => self.index(number, aligned),
        };
        let store = &mut self.store;
        let page = &mut self.pages[index];
        if page.shift > aligned {
            page.refine(aligned, store);
        }
        Page { shift: page.shift, groups: &mut page.groups, store }
    }

    /// Returns the page of an address, if something was accessed there.
    pub fn existing_page(&mut self, address: u64) -> Option<Page<'_>> {
        self.changes += 1;
        let index = *self.by_number.get(&(address >> PAGE_SHIFT))?;
        let Groups { shift, groups } = self.pages.get_mut(index)?;
        Some(Page { shift: *shift, groups, store: &mut self.store })
    }

    #[cold]
    fn collect(&mut self) {
        if !self.store.collect(self.pages.iter().flat_map(|page| &page.groups)) {
            // Whatever happened so far counts as ordered.
            self.clear();
        }
    }

    fn index(&mut self, number: u64, shift: u32) -> usize {
        let next = self.pages.len();
        let index = *self.by_number.entry(number).or_insert(next);
        if index == next {
            let mut groups = Groups::new(shift);
            let mut page = Page { shift, groups: &mut groups.groups, store: &mut self.store };
            let first = number << PAGE_SHIFT;
            let begun = self.begun.range(..first + PAGE).rev();
            for (start, (end, entry)) in begun.take_while(|(_, (end, _))| *end > first) {
                page.begin(first.max(*start) - first..PAGE.min(*end - first), *entry);
            }
            self.pages.push(groups);
        }
        self.last[number as usize % LAST] = (number, index);
        index
    }

    /// Returns the parts of some memory that have been accessed, page by page.
    pub fn accessed(&self, address: u64, size: u64) -> Vec<Range<u64>> {
        let end = address + size;
        let pages = address >> PAGE_SHIFT..end.div_ceil(PAGE);
        pages
            .take_while(|_| size > 0)
            .filter(|number| self.by_number.contains_key(number))
            .map(|number| address.max(number << PAGE_SHIFT)..end.min((number + 1) << PAGE_SHIFT))
            .collect()
    }

    /// Forgets the accesses of memory that begins anew.
    pub fn forget(&mut self, address: u64, size: u64) {
        while let Some((&start, _)) = self.begun.range(address..address + size).next() {
            self.begun.remove(&start);
        }
        self.begin_pages(address, size, Entry::default());
    }

    /// Forgets the accesses of memory, which begins with this one.
    pub fn begin(&mut self, address: u64, size: u64, entry: Entry) {
        self.forget(address, size);
        self.begun.insert(address, (address + size, entry));
        self.begin_pages(address, size, entry);
    }

    fn begin_pages(&mut self, address: u64, size: u64, entry: Entry) {
        self.changes += 1;
        let (mut at, end) = (address, address + size);
        while at < end {
            let first = at & !(PAGE - 1);
            let stop = end.min(first + PAGE);
            if let Some(&index) = self.by_number.get(&(at >> PAGE_SHIFT)) {
                let Groups { shift, groups } = &mut self.pages[index];
                let mut page = Page { shift: *shift, groups, store: &mut self.store };
                page.begin(at - first..stop - first, entry);
            }
            at = stop;
        }
    }

    /// Forgets all accesses.
    pub fn clear(&mut self) {
        let changes = self.changes + 1;
        *self = Shadow { forgotten: self.forgotten + 1, changes, ..Shadow::default() };
    }
}
