//! Thirty-two cells of shadow memory, with a head for each slot: it says all where one warp accessed the cells together, and often
//! enough where what is recorded is known. Only where it doesn't, each cell has 36 bytes of its own: nine for each byte of memory
//! that is accessed as words of 32 bits.

use super::cells::View;
use super::clock::Thread;
use std::ops::Range;

/// The numbers of a row.
pub const ROW: usize = 32;
/// A summary's warp if its accesses are of several, but not of their copies.
const SEVERAL: u32 = 0x7f;
/// The bit of a summary with strong writes.
const HAS_UPDATES: u32 = 1;
/// The bit of a summary of several blocks, or of copies and others.
const MIXED: u32 = 2;
/// The bit of a summary with other accesses than strong writes.
const HAS_OTHERS: u32 = 4;
/// The bit of a head's lanes if the cells have entries of their own.
const HAS_CELLS: u32 = 1 << 31;

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

/// Thirty-two cells.
#[derive(Clone, Default)]
pub struct Group {
    /// By slot.
    heads: [Head; 3],
    /// By cell and slot; what isn't there is in the heads.
    cells: Option<Box<[[Entry; 3]; ROW]>>,
}

/// What a slot of a group has.
#[derive(Clone, Copy, Default)]
struct Head {
    newest: u32,
    /// [Who](Group::note) it is of.
    of: u32,
    /// The site and the lanes of a [`Run`].
    site: u32,
    lanes: u32,
}

/// The accesses of all cells of a group by lanes that follow each other, each to as many cells as the next one.
#[derive(Default)]
pub struct Run {
    /// That of the first cell.
    pub first: Entry,
    /// How many cells a lane has, as a power of two.
    pub more: u32,
}

impl Run {
    /// Returns the entry of a cell.
    #[inline(always)]
    pub fn entry(&self, cell: usize) -> Entry {
        Entry { thread: Thread(self.first.thread.0 + (cell >> self.more) as u32), ..self.first }
    }
}

impl Group {
    /// Returns the accesses of a slot, if its cells have no entries of their own.
    #[inline(always)]
    pub fn run(&self, slot: Slot) -> Option<Run> {
        let head = self.heads[slot as usize];
        (head.lanes & HAS_CELLS == 0).then_some(Run {
            first: Entry {
                thread: Thread(head.of & !0x1f | head.lanes & 0x1f),
                stamp: head.newest,
                site: head.site,
            },
            more: head.lanes >> 5,
        })
    }

    /// Writes the entries of all cells of a slot.
    #[inline(always)]
    pub fn set_run(&mut self, slot: Slot, Run { first, more }: Run) {
        self.heads[slot as usize] = Head {
            newest: first.stamp,
            of: first.thread.0 & !0x1f | HAS_OTHERS,
            site: first.site,
            lanes: first.thread.lane() | more << 5,
        };
    }

    /// Removes the entries of all cells of a slot.
    #[inline(always)]
    fn empty(&mut self, slot: Slot) {
        self.heads[slot as usize] = Head::default();
    }

    /// Returns the cells, of which each has an entry of its own in a slot.
    #[inline(always)]
    fn spread(&mut self, slot: Slot) -> &mut [[Entry; 3]; ROW] {
        if let Some(run) = self.run(slot) {
            self.write_cells(slot, &run);
        }
        self.cells.get_or_insert_default()
    }

    #[inline(never)]
    fn write_cells(&mut self, slot: Slot, run: &Run) {
        self.heads[slot as usize].lanes = HAS_CELLS;
        let cells = self.cells.get_or_insert_default();
        for (at, cell) in cells.iter_mut().enumerate() {
            cell[slot as usize] = run.entry(at);
        }
    }

    /// Returns the cells, if each has an entry of its own in a slot.
    #[inline(always)]
    fn cells(&self, slot: Slot) -> Option<&[[Entry; 3]; ROW]> {
        match self.heads[slot as usize].lanes & HAS_CELLS {
            0 => None,
            _ => self.cells.as_deref(),
        }
    }

    /// Returns the entry of a cell.
    #[inline(always)]
    pub fn entry(&self, slot: Slot, cell: usize) -> Entry {
        match self.cells(slot) {
            Some(cells) => cells[cell % ROW][slot as usize],
            None => self.run(slot).unwrap_or_default().entry(cell),
        }
    }

    /// Returns `true` if all entries of some cells are such, each with its place among them.
    #[inline(always)]
    pub fn all(
        &self,
        slot: Slot,
        range: Range<usize>,
        is_such: impl Fn(usize, Entry) -> bool,
    ) -> bool {
        match self.cells(slot) {
            Some(cells) => {
                let mut cells = cells[range].iter().enumerate();
                cells.all(|(each, cell)| is_such(each, cell[slot as usize]))
            }
            None => {
                let run = self.run(slot).unwrap_or_default();
                let mut cells = range.enumerate();
                cells.all(|(each, cell)| is_such(each, run.entry(cell)))
            }
        }
    }

    /// Writes the entry of a cell; whatever has a stamp up to `base` happened before all that look at the summary as one of
    /// its block.
    #[inline(always)]
    pub fn set(&mut self, slot: Slot, cell: usize, entry: Entry, base: u32) {
        self.spread(slot)[cell % ROW][slot as usize] = entry;
        self.note(slot, entry, base);
    }

    /// Writes the entries of some cells, of lanes that follow each other with so many cells each, as a power of two; a write
    /// removes what was read of them.
    #[inline(always)]
    pub fn set_all(
        &mut self,
        slot: Slot,
        range: Range<usize>,
        (entry, more): (Entry, u32),
        base: u32,
    ) {
        let whole = range.len() == ROW;
        if slot == Slot::Write {
            for slot in [Slot::Read, Slot::OtherRead] {
                match () {
                    () if self.is_empty(slot) => {}
                    () if whole => self.empty(slot),
                    () => range.clone().for_each(|cell| self.clear(slot, cell)),
                }
            }
        }
        let run = Run { first: entry, more };
        if whole {
            return self.set_run(slot, run);
        }
        for (each, cell) in self.spread(slot)[range].iter_mut().enumerate() {
            cell[slot as usize] = run.entry(each);
        }
        self.note(slot, entry, base);
    }

    /// Removes the entry of a cell.
    #[inline(always)]
    pub fn clear(&mut self, slot: Slot, cell: usize) {
        if !self.is_empty(slot) {
            self.spread(slot)[cell % ROW][slot as usize].stamp = 0;
        }
    }

    /// Adds an access to the summary of a slot: its warp, [`SEVERAL`] or [`MIXED`], and whether it has strong writes.
    #[inline(always)]
    fn note(&mut self, slot: Slot, entry: Entry, base: u32) {
        let head = &mut self.heads[slot as usize];
        let (newest, old) = (head.newest, head.of);
        let updates = match entry.updates() {
            true => HAS_UPDATES,
            false => HAS_OTHERS,
        };
        let own = entry.thread.0 & !0x1f | updates;
        if newest == entry.stamp && old == own {
            return;
        }
        head.newest = newest.max(entry.stamp);
        head.of = match () {
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

    /// Returns `true` if a slot has no accesses.
    #[inline(always)]
    pub fn is_empty(&self, slot: Slot) -> bool {
        self.heads[slot as usize].newest == 0
    }

    /// Returns `true` if the summary of a slot has strong writes.
    #[inline(always)]
    pub fn may_update(&self, slot: Slot) -> bool {
        let head = self.heads[slot as usize];
        head.newest != 0 && head.of & HAS_UPDATES != 0
    }

    /// Returns `true` if all accesses of a slot are of copies of one warp of a block, of which `known` are known.
    #[inline(always)]
    pub fn is_copied(&self, slot: Slot, block: u32, known: impl Fn(u32) -> u32) -> bool {
        let head = self.heads[slot as usize];
        let of = Thread(head.of);
        of.0 & MIXED == 0
            && of.block() == block
            && of.is_async()
            && of.warp() != SEVERAL
            && head.newest <= known(of.warp())
    }

    /// Returns `true` if the write of a cell happened before what a view accesses.
    #[inline(always)]
    pub fn writes_known(&self, cell: usize, view: &View) -> bool {
        self.known(Slot::Write, view) || {
            let entry = self.entry(Slot::Write, cell);
            view.includes(entry.thread.0, entry.stamp, u32::MAX)
        }
    }

    /// Returns both reads of a cell.
    #[inline(always)]
    pub fn reads(&self, cell: usize) -> [Entry; 2] {
        match self.cells(Slot::Read).zip(self.cells(Slot::OtherRead)) {
            Some((cells, _)) => {
                let [_, read, other] = cells[cell % ROW];
                [read, other]
            }
            None => [self.entry(Slot::Read, cell), self.entry(Slot::OtherRead, cell)],
        }
    }

    /// Returns `true` if all accesses of a slot happened before those of a view, as far as its summary tells.
    #[inline(always)]
    pub fn known(&self, slot: Slot, view: &View) -> bool {
        let head = self.heads[slot as usize];
        view.includes_newest(head.newest, Thread(head.of), head.of & MIXED != 0)
    }
}
