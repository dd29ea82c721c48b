//! Shadow memory: for each cell, the thread, the time and the instruction of its last write, and of two reads.
//!
//! A cell is as large as the smallest access to its page so far, and has 36 bytes: nine for each byte of memory that is
//! accessed as words of 32 bits. Thirty-two cells that follow each other are nine rows of 32 numbers, so that a
//! warp's access to consecutive elements is a few loops over them, and a summary of each slot, which often makes a look
//! at its rows unnecessary.

use super::cells::View;
use super::clock::Thread;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::Range;

/// The size of a page in bytes, as a power of two.
const PAGE_SHIFT: u32 = 12;
pub const PAGE: u64 = 1 << PAGE_SHIFT;
/// The size of the largest cell, as a power of two.
const LARGEST: u32 = 4;
/// The numbers of a row.
pub const ROW: usize = 32;
/// The rows of a group of cells.
const ROWS: usize = 9;
/// Where the summaries begin: for each slot, the newest stamp, and [who](Group::note) it is of.
const SUMMARY: usize = ROWS * ROW;
/// The numbers of a group.
const WORDS: usize = SUMMARY + 8;
/// A summary's warp if its accesses are of several, but not of their copies.
const SEVERAL: u32 = 0x7f;
/// The bit of a summary with strong writes.
const HAS_UPDATES: u32 = 1;
/// The bit of a summary of several blocks, or of copies and others.
const MIXED: u32 = 2;
/// The bit of a summary with other accesses than strong writes.
const HAS_OTHERS: u32 = 4;

/// An access that a cell has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    pub thread: Thread,
    /// When it was; 0 for none.
    pub stamp: u32,
    /// The instruction, among those of all programs, with its chain and [`UPDATES`].
    pub site: u32,
}

/// The bit of a site in a slot of reads that is of a strong write. Those don't race with each other, so they are kept as reads
/// are, beside the last weak write.
pub const UPDATES: u32 = 1 << 31;
/// Above an instruction, the chain of the item of work whose access it is.
pub const CHAIN_SHIFT: u32 = 24;
/// The number of chains.
pub const CHAINS: usize = 1 << (31 - CHAIN_SHIFT);
/// The bits of the instruction.
pub const SITE: u32 = (1 << CHAIN_SHIFT) - 1;

/// Returns the chain of a site.
#[inline(always)]
pub fn chain_of(site: u32) -> u32 {
    (site & !UPDATES) >> CHAIN_SHIFT
}

impl Entry {
    /// Returns `true` for an entry of a strong write among reads.
    pub fn updates(self) -> bool {
        self.site & UPDATES != 0
    }
}

/// Which access of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub enum Slot {
    Write = 0,
    Read = 1,
    OtherRead = 2,
}

/// The cells of a page.
pub struct Page {
    /// The size of a cell, as a power of two.
    pub shift: u32,
    words: Vec<u32>,
}

/// Thirty-two cells: for each slot, their threads, stamps and sites, and the summary.
pub struct Group<'p>(&'p mut [u32; WORDS]);

impl Group<'_> {
    /// Returns the entry of a cell.
    pub fn entry(&self, slot: Slot, cell: usize) -> Entry {
        let at = slot as usize * 3 * ROW + cell;
        Entry {
            thread: Thread(self.0[at]),
            stamp: self.0[at + ROW],
            site: self.0[at + 2 * ROW],
        }
    }

    /// Writes the entry of a cell; whatever has a stamp up to `base` happened before all that look at the summary as one of
    /// its block.
    #[inline(always)]
    pub fn set(&mut self, slot: Slot, cell: usize, entry: Entry, base: u32) {
        let at = slot as usize * 3 * ROW + cell;
        self.0[at] = entry.thread.0;
        self.0[at + ROW] = entry.stamp;
        self.0[at + 2 * ROW] = entry.site;
        self.note(slot, entry, base);
    }

    /// Writes the entry of some cells; a write removes what was read of them.
    #[inline(always)]
    pub fn set_all(&mut self, slot: Slot, cells: Range<usize>, entry: Entry, base: u32) {
        if slot == Slot::Write {
            for slot in [Slot::Read, Slot::OtherRead] {
                if !self.is_empty(slot) {
                    self.rows_mut(slot).1[cells.clone()].fill(0);
                }
            }
        }
        let (threads, stamps, sites) = self.rows_mut(slot);
        for cell in cells {
            let cell = cell % ROW;
            (threads[cell], stamps[cell], sites[cell]) = (entry.thread.0, entry.stamp, entry.site);
        }
        self.note(slot, entry, base);
    }

    /// Removes the entry of a cell.
    #[inline(always)]
    pub fn clear(&mut self, slot: Slot, cell: usize) {
        self.0[slot as usize * 3 * ROW + ROW + cell] = 0;
    }

    /// Adds an access to the summary of a slot: its warp, [`SEVERAL`] or [`MIXED`], and whether it has strong writes.
    #[inline(always)]
    pub fn note(&mut self, slot: Slot, entry: Entry, base: u32) {
        let at = SUMMARY + slot as usize * 2;
        let (newest, old) = (self.0[at], self.0[at + 1]);
        let updates = match entry.updates() {
            true => HAS_UPDATES,
            false => HAS_OTHERS,
        };
        let own = entry.thread.0 & !0x1f | updates;
        if newest == entry.stamp && old == own {
            return;
        }
        self.0[at] = newest.max(entry.stamp);
        self.0[at + 1] = match () {
            () if newest <= base => own,
            () if (old ^ own) & !0x1f == 0 => old | updates,
            () if old >> 12 == own >> 12
                && !entry.thread.is_async()
                && (!Thread(old).is_async() || Thread(old).warp() == SEVERAL) =>
            {
                old | SEVERAL << 5 | updates
            }
            () => old | MIXED | updates,
        };
    }

    /// Begins the summary of a slot anew, whose cells were all written or cleared.
    #[inline(always)]
    pub fn begin(&mut self, slot: Slot) {
        let at = SUMMARY + slot as usize * 2;
        (self.0[at], self.0[at + 1]) = (0, 0);
    }

    /// Returns `true` if a slot has no accesses.
    #[inline(always)]
    pub fn is_empty(&self, slot: Slot) -> bool {
        self.0[SUMMARY + slot as usize * 2] == 0
    }

    /// Returns `true` if the summary of a slot has strong writes.
    #[inline(always)]
    pub fn may_update(&self, slot: Slot) -> bool {
        let at = SUMMARY + slot as usize * 2;
        self.0[at] != 0 && self.0[at + 1] & HAS_UPDATES != 0
    }

    /// Returns `true` if all accesses of a slot are of copies of one warp of a block, of which `known` are known.
    #[inline(always)]
    pub fn is_copied(&self, slot: Slot, block: u32, known: impl Fn(u32) -> u32) -> bool {
        let at = SUMMARY + slot as usize * 2;
        let (newest, of) = (self.0[at], Thread(self.0[at + 1]));
        of.0 & MIXED == 0
            && of.block() == block
            && of.is_async()
            && of.warp() != SEVERAL
            && newest <= known(of.warp())
    }

    /// Returns `true` if a cell has two strong writes of the time `now`, and all of both slots are of this block.
    #[inline(always)]
    pub fn is_updated(&self, cell: usize, block: u32, now: u32) -> bool {
        let slots = [Slot::Read, Slot::OtherRead];
        slots.into_iter().all(|slot| {
            let of = self.0[SUMMARY + slot as usize * 2 + 1];
            self.0[slot as usize * 3 * ROW + ROW + cell] == now
                && of & (MIXED | HAS_OTHERS) == 0
                && of >> 12 == block
        })
    }

    /// Returns `true` if all accesses of a slot happened before those of a view, as far as its summary tells.
    #[inline(always)]
    pub fn known(&self, slot: Slot, view: &View) -> bool {
        let at = SUMMARY + slot as usize * 2;
        let (newest, of) = (self.0[at], self.0[at + 1]);
        view.includes_newest(newest, Thread(of), of & MIXED != 0)
    }

    /// Returns the threads and the stamps of a slot.
    pub fn rows(&self, slot: Slot) -> (&[u32], &[u32]) {
        let at = slot as usize * 3 * ROW;
        (&self.0[at..at + ROW], &self.0[at + ROW..at + 2 * ROW])
    }

    /// Returns the sites of a slot.
    pub fn sites(&self, slot: Slot) -> &[u32] {
        let at = slot as usize * 3 * ROW + 2 * ROW;
        &self.0[at..at + ROW]
    }

    /// Returns the threads, the stamps and the sites of a slot, to write.
    pub fn rows_mut(&mut self, slot: Slot) -> (&mut [u32], &mut [u32], &mut [u32]) {
        let at = slot as usize * 3 * ROW;
        let (threads, rest) = self.0[at..at + 3 * ROW].split_at_mut(ROW);
        let (stamps, sites) = rest.split_at_mut(ROW);
        (threads, stamps, sites)
    }
}

impl Page {
    fn new(shift: u32) -> Page {
        let cells = (PAGE >> shift) as usize;
        Page {
            shift,
            words: vec![0; cells / ROW * WORDS],
        }
    }

    /// Returns the group of 32 cells with this one.
    pub fn group(&mut self, cell: usize) -> Group<'_> {
        let at = cell / ROW * WORDS;
        // The compiler can't know that a group has this length.
        Group(
            (&mut self.words[at..at + WORDS])
                .try_into()
                .unwrap_or_else(|_| unreachable!("a group has nine rows and a summary")),
        )
    }

    /// Makes cells smaller.
    fn refine(&mut self, shift: u32) {
        let mut finer = Page::new(shift);
        let more = self.shift - shift;
        for cell in 0..(PAGE >> shift) as usize {
            let old = self.group(cell >> more);
            for slot in [Slot::Write, Slot::Read, Slot::OtherRead] {
                let entry = old.entry(slot, (cell >> more) % ROW);
                if entry.stamp != 0 {
                    finer.group(cell).set(slot, cell % ROW, entry, 0);
                }
            }
        }
        *self = finer;
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

/// The pages of some memory.
#[derive(Default)]
pub struct Shadow {
    pages: Vec<Page>,
    /// The index of each by its number.
    by_number: ByAddress<usize>,
    /// The last one that was used.
    last: (u64, usize),
}

impl Shadow {
    /// Returns the page of an address, with cells as large as an access of `size` bytes at most.
    #[inline(always)]
    pub fn page(&mut self, address: u64, size: u64) -> &mut Page {
        let aligned = (address | size | 1 << LARGEST).trailing_zeros();
        let number = address >> PAGE_SHIFT;
        let index = match self.last {
            (last, index) if last == number && index < self.pages.len() => index,
            _ => self.index(number, aligned),
        };
        let page = &mut self.pages[index];
        if page.shift > aligned {
            page.refine(aligned);
        }
        page
    }

    fn index(&mut self, number: u64, shift: u32) -> usize {
        let next = self.pages.len();
        let index = *self.by_number.entry(number).or_insert(next);
        if index == next {
            self.pages.push(Page::new(shift));
        }
        self.last = (number, index);
        index
    }

    /// Forgets the accesses of memory that begins anew.
    pub fn forget(&mut self, address: u64, size: u64) {
        let mut at = address;
        while at < address + size {
            let stop = (address + size).min((at / PAGE + 1) * PAGE);
            if let Some(&index) = self.by_number.get(&(at >> PAGE_SHIFT)) {
                let page = &mut self.pages[index];
                let cells = (at % PAGE) >> page.shift..=((stop - 1) % PAGE) >> page.shift;
                for cell in cells {
                    for slot in [Slot::Write, Slot::Read, Slot::OtherRead] {
                        page.group(cell as usize).clear(slot, cell as usize % ROW);
                    }
                }
            }
            at = stop;
        }
    }

    /// Forgets all accesses.
    pub fn clear(&mut self) {
        *self = Shadow::default();
    }
}
