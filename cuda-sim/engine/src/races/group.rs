//! Thirty-two cells of shadow memory, with a head for each slot: it says all where one warp accessed the cells together, and often
//! enough whether what is recorded happened before. Only where it doesn't, each cell of the slot has four bytes of its own: the number of
//! what a warp did, which is kept once for all cells, and the lane.

use crate::races::entry::Entry;
use crate::races::entry::View;
use crate::races::thread::Thread;
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

/// Which access of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub enum Slot {
    Write = 0,
    Read = 1,
    OtherRead = 2,
}

/// All of them.
pub const SLOTS: [Slot; 3] = [Slot::Write, Slot::Read, Slot::OtherRead];

/// Thirty-two cells: a head for each slot.
#[derive(Clone, Default)]
pub struct Group([Head; 3]);

/// The same, with where its cells' entries are.
pub struct Cells<'s> {
    pub group: &'s mut Group,
    pub store: &'s mut Store,
}

/// What a slot of a group has.
#[derive(Clone, Copy, Default)]
struct Head {
    newest: u32,
    /// [Who](Cells::note) accessed the cells.
    accessor: u32,
    /// The site of a [`Run`], or the number of the cells' entries.
    site: u32,
    /// The lanes of a [`Run`].
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

impl Head {
    fn has_cells(&self) -> bool {
        self.lanes & HAS_CELLS != 0
    }

    /// Returns `true` if all happened before and the cells have entries of their own, as far as numbers show.
    #[inline(always)]
    fn is_before(&self, numbers: &Numbers) -> bool {
        self.has_cells() && self.newest <= numbers.stamp
    }

    /// Returns the accesses, if the cells have no entries of their own.
    #[inline(always)]
    fn run(&self) -> Option<Run> {
        (!self.has_cells()).then_some(Run {
            first: Entry {
                thread: Thread(self.accessor & !0x1f | self.lanes & 0x1f),
                stamp: self.newest,
                site: self.site,
            },
            more: self.lanes >> 5,
        })
    }

    /// Without entries of their own: returns whether `count` cells happened before, or are of a thread at this time, and whether they
    /// are the thread's.
    #[inline(never)]
    fn run_is_included(
        &self,
        count: usize,
        cell: usize,
        (entry, own): (Entry, u32),
        view: &View,
    ) -> (bool, bool) {
        let Run { first, more } = self.run().unwrap_or_default();
        let thread = first.thread.0 + ((cell % ROW) >> more) as u32;
        let is_own = first.stamp == entry.stamp
            && thread == entry.thread.0 & !0x1f | own & 0x1f
            && count >> more <= 1;
        (is_own || self.is_included(view), is_own)
    }

    /// Returns `true` if all happened before those of a view, as far as the summary shows.
    #[inline(always)]
    fn is_included(&self, view: &View) -> bool {
        view.includes_newest(self.newest, Thread(self.accessor), self.accessor & MIXED != 0)
    }

    /// Adds an access to the summary: its warp, [`SEVERAL`] or [`MIXED`], and whether it has strong writes.
    #[inline(always)]
    fn note(&mut self, entry: Entry, base: u32) {
        let (newest, old) = (self.newest, self.accessor);
        let updates = if entry.updates() { HAS_UPDATES } else { HAS_OTHERS };
        let accessor = entry.thread.0 & !0x1f | updates;
        if newest == entry.stamp && old == accessor {
            return;
        }
        self.newest = newest.max(entry.stamp);
        self.accessor = match () {
            () if newest <= base => accessor,
            () if (old ^ accessor) & !0x1f == 0 => old | updates,
            () if old >> 12 == accessor >> 12
                && !entry.thread.is_async()
                && (!Thread(old).is_async() || Thread(old).warp() == SEVERAL) =>
            {
                old | SEVERAL << 5 | updates
            }
            () => old | MIXED | updates,
        };
    }

    /// Returns `true` if some may be strong writes.
    fn updates(&self) -> bool {
        self.newest != 0 && self.accessor & HAS_UPDATES != 0
    }
}

impl Group {
    /// Returns the accesses of a slot, if its cells have no entries of their own.
    #[inline(always)]
    pub fn run(&self, slot: Slot) -> Option<Run> {
        self.0[slot as usize].run()
    }

    /// Makes cells, each of which was a part of one of these, from the `first` of them on; a part is two to the power of `more`.
    pub fn refined(&self, first: usize, more: u32, store: &mut Store) -> Group {
        let mut finer = Group::default();
        for (head, new) in self.0.iter().zip(&mut finer.0) {
            *new = *head;
            if head.has_cells() {
                let old = store.rows[head.site as usize];
                let cells: [u32; ROW] = std::array::from_fn(|at| old[first + (at >> more)]);
                if cells.iter().any(|cell| *cell != 0) {
                    new.site = store.add(cells)
                } else {
                    *new = Head::default()
                }
            } else {
                let old = head.lanes >> 5;
                let lane = (head.lanes & 0x1f) + (first >> old) as u32;
                new.lanes = lane | (old + more).min(5) << 5;
            }
        }
        finer
    }

    /// Gives the entries of its cells back.
    pub fn give_back(&self, store: &mut Store) {
        for head in self.0.iter().filter(|head| head.has_cells()) {
            store.remove(head.site);
        }
    }
}

/// What cells of shadow memory have.
#[derive(Default)]
pub struct Store {
    /// What warps did, by number; nothing at 0. Not all of these are still of a cell.
    events: Vec<Event>,
    /// The number of events above which those without a cell are removed.
    most: usize,
    /// How many of the first ones had a cell when they were last removed, and how many were left when all were looked at.
    kept: usize,
    least: usize,
    /// The newest stamp at that time, and whether an event since then has an older one.
    since: u32,
    has_older: bool,
    /// By group and slot, the cells: the number of an event, and the lane.
    rows: Vec<[u32; ROW]>,
    /// The numbers of rows that aren't used.
    spare: Vec<u32>,
    order: Order,
}

/// What follows from the numbers of events.
#[derive(Default)]
struct Order {
    /// The newest stamp, and the first event since it is.
    newest: u32,
    first: u32,
    /// The newest stamp of those before it.
    before: u32,
    /// The last event's block, and the newest stamp before it was that.
    block: u32,
    of_others: u32,
    /// Since which one all are of the same warp and time.
    alike: u32,
}

/// Which cells have entries that a view includes, or that its own warp made now, as far as their numbers show.
#[derive(Clone, Copy)]
pub struct Numbers {
    /// Lower ones happened before, and all up to a stamp.
    before: u32,
    stamp: u32,
    /// So many events are the warp's own of this time, from the one of this cell for its first lane on.
    own: u32,
    count: u32,
}

impl Numbers {
    /// Returns whether what cells have happened before or is a lane's own, and whether it is its own.
    #[inline(always)]
    fn of<const CELLS: usize>(self, lane: u32, cells: &[u32; CELLS]) -> (bool, bool) {
        let first = cells[0];
        let newest = cells.iter().fold(0, |newest, cell| (*cell).max(newest));
        let differing = cells.iter().fold(0, |differing, cell| differing | first ^ cell);
        let is_own = first.wrapping_sub(self.own | lane).rotate_right(5) < self.count;
        let is_own = is_own & (differing == 0);
        (is_own | (newest < self.before), is_own)
    }
}

/// Returns the cells of a head that has some.
#[inline(always)]
fn row_of<'s>(rows: &'s [[u32; ROW]], head: &Head) -> Option<&'s [u32; ROW]> {
    if head.has_cells() { rows.get(head.site as usize) } else { None }
}

/// Returns so many cells of a row, of which this is the first.
#[inline(always)]
fn part_of<const CELLS: usize>(row: &[u32; ROW], cell: usize) -> &[u32; CELLS] {
    &row.as_chunks().0[cell / CELLS % (ROW / CELLS)]
}

/// The same, to change.
#[inline(always)]
fn part_of_mut<const CELLS: usize>(row: &mut [u32; ROW], cell: usize) -> &mut [u32; CELLS] {
    &mut row.as_chunks_mut().0[cell / CELLS % (ROW / CELLS)]
}

/// Lets each cell have an entry of its own in a slot.
#[inline(always)]
fn spread(group: &mut Group, store: &mut Store, slot: Slot) {
    #[inline(never)]
    fn write(group: &mut Group, store: &mut Store, slot: Slot) {
        Cells { group, store }.spread(slot);
    }
    if !group.0[slot as usize].has_cells() {
        write(group, store, slot);
    }
}

/// What a warp did.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Event {
    /// The thread's number without the lane.
    warp: u32,
    stamp: u32,
    site: u32,
}

/// The number of events that can be told apart.
const MOST_EVENTS: usize = 1 << 27;
/// The least number of events above which those without a cell are removed.
const FEW_EVENTS: usize = 1 << 14;

impl Store {
    /// Returns what a cell has.
    #[inline(always)]
    fn entry(&self, cell: u32) -> Entry {
        let event = self.events.get((cell >> 5) as usize).copied().unwrap_or_default();
        let thread = Thread(event.warp << 5 | cell & 0x1f);
        Entry { thread, stamp: event.stamp, site: event.site }
    }

    /// Returns what a cell has for this entry.
    #[inline(always)]
    pub fn cell(&mut self, entry: Entry) -> u32 {
        let event = Event { warp: entry.thread.0 >> 5, stamp: entry.stamp, site: entry.site };
        if event.stamp == 0 {
            return 0;
        }
        let count = self.events.len();
        let number = match self.events.as_slice() {
            [.., last] if *last == event => count - 1,
            [.., other, _] if *other == event => count - 2,
            _ => self.add_event(event.warp, event.stamp, event.site),
        };
        (number as u32) << 5 | entry.thread.lane()
    }

    #[inline(never)]
    fn add_event(&mut self, warp: u32, stamp: u32, site: u32) -> usize {
        // Passed in memory, it would be read before it is written there.
        let event = Event { warp, stamp, site };
        self.has_older |= stamp < self.since;
        if self.events.is_empty() {
            self.events.push(Event::default());
        }
        let number = self.events.len() as u32;
        let Order { newest, first, before, block, of_others, alike } = &mut self.order;
        let last = self.events.last().copied().unwrap_or_default();
        if (last.warp, last.stamp) != (event.warp, event.stamp) {
            *alike = number;
            if *block != event.warp & !0x1f {
                (*block, *of_others) = (event.warp & !0x1f, *newest);
            }
            if event.stamp > *newest {
                (*first, *before, *newest) = (number, *newest, event.stamp);
            }
        }
        self.events.push(event);
        self.events.len() - 1
    }

    /// Returns what follows from numbers for a view of its block; `None` if that is nothing.
    #[inline]
    pub fn numbers(&self, view: &View, entry: Entry) -> Option<Numbers> {
        let Order { first, before, block, of_others, alike, .. } = self.order;
        let last = self.events.last().copied()?;
        let is_own = (last.warp, last.stamp) == (entry.thread.0 >> 5, entry.stamp);
        let is_included =
            block == view.block << 7 && of_others <= view.base && before <= view.of_block;
        (is_own && is_included).then_some(Numbers {
            before: first << 5,
            stamp: view.of_block,
            own: alike << 5,
            count: self.events.len() as u32 - alike,
        })
    }

    fn add(&mut self, row: [u32; ROW]) -> u32 {
        match self.spare.pop() {
            Some(at) => {
                self.rows[at as usize] = row;
                at
            }
            None => {
                self.rows.push(row);
                (self.rows.len() - 1) as u32
            }
        }
    }

    fn remove(&mut self, row: u32) {
        self.rows[row as usize] = [0; ROW];
        self.spare.push(row);
    }

    /// Returns `true` if it is time to [remove](Store::collect) events.
    #[inline(always)]
    pub fn is_full(&self) -> bool {
        self.events.len() > self.most
    }

    /// Removes new events that no cell of these groups, which are all, has; if there are too many, also old ones. Returns `false` if
    /// too many are left.
    #[cold]
    pub fn collect<'g>(&mut self, groups: impl Iterator<Item = &'g Group>) -> bool {
        let is_long = self.kept > FEW_EVENTS.max(2 * self.least);
        let first = if is_long { 1 } else { self.kept.max(1) };
        if is_long || self.has_older {
            self.retain_from(first, 0..self.rows.len());
        } else {
            // Others have no newer event.
            let since = self.since;
            let heads = groups.flat_map(|group| &group.0);
            let newer = heads.filter(|head| head.newest >= since && head.has_cells());
            self.retain_from(first, newer.map(|head| head.site as usize));
        }
        if is_long {
            self.least = self.kept;
        }
        (self.since, self.has_older) = (self.order.newest, false);
        self.most = self.kept + FEW_EVENTS.max(self.kept).max(self.rows.len() * ROW / 4);
        // Those that are left are in no order.
        let next = self.events.len() as u32;
        self.order = Order { first: next, before: self.order.newest, alike: next, ..self.order };
        self.most < MOST_EVENTS / 2
    }

    /// Keeps the events before one, and of the others those that these rows have.
    fn retain_from(&mut self, first: usize, rows: impl Iterator<Item = usize>) {
        let mut numbers = vec![0; self.events.len() - first];
        let mut events = Vec::new();
        for row in rows {
            let row = &mut self.rows[row];
            let newest = row.iter().fold(0, |newest, cell| (*cell).max(newest));
            if (newest >> 5) < first as u32 {
                continue;
            }
            // Those of a row are often the same.
            let mut last = (0, 0);
            for cell in row.iter_mut().filter(|cell| **cell >> 5 >= first as u32) {
                let old = *cell >> 5;
                if old != last.0 {
                    let number = &mut numbers[old as usize - first];
                    if *number == 0 {
                        *number = (first + events.len()) as u32;
                        events.push(self.events[old as usize]);
                    }
                    last = (old, *number);
                }
                *cell = last.1 << 5 | *cell & 0x1f;
            }
        }
        // Its room is used again.
        self.events.truncate(first);
        self.events.append(&mut events);
        self.kept = self.events.len();
        let is_left = |cell: &u32| ((*cell >> 5) as usize) < self.kept.max(1);
        debug_assert!(
            self.rows.iter().flatten().all(is_left),
            "a row with new events wasn't among them"
        );
    }
}

impl Cells<'_> {
    /// Returns the accesses of a slot, if its cells have no entries of their own.
    #[inline(always)]
    pub fn run(&self, slot: Slot) -> Option<Run> {
        self.group.run(slot)
    }

    /// Writes the entries of all cells of a slot.
    #[inline(always)]
    fn set_run(&mut self, slot: Slot, Run { first, more }: Run) {
        self.empty(slot);
        self.group.0[slot as usize] = Head {
            newest: first.stamp,
            accessor: first.thread.0 & !0x1f | HAS_OTHERS,
            site: first.site,
            lanes: first.thread.lane() | more << 5,
        };
    }

    /// Removes the entries of all cells of a slot.
    #[inline(always)]
    fn empty(&mut self, slot: Slot) {
        let head = std::mem::take(&mut self.group.0[slot as usize]);
        if head.has_cells() {
            self.store.remove(head.site);
        }
    }

    /// Returns the cells, of which each has an entry of its own in a slot.
    #[inline(always)]
    fn spread(&mut self, slot: Slot) -> &mut [u32; ROW] {
        if let Some(run) = self.run(slot) {
            self.write_cells(slot, &run);
        }
        &mut self.store.rows[self.group.0[slot as usize].site as usize]
    }

    #[inline(never)]
    fn write_cells(&mut self, slot: Slot, run: &Run) {
        let first = self.store.cell(run.first);
        let cells = std::array::from_fn(|at| match first {
            0 => 0,
            _ => first + (at >> run.more) as u32,
        });
        let head = &mut self.group.0[slot as usize];
        (head.lanes, head.site) = (HAS_CELLS, self.store.add(cells));
    }

    /// Returns the cells, if each has an entry of its own in a slot.
    #[inline(always)]
    fn cells(&self, slot: Slot) -> Option<&[u32; ROW]> {
        row_of(&self.store.rows, &self.group.0[slot as usize])
    }

    /// Returns the entry of a cell.
    #[inline(always)]
    pub fn entry(&self, slot: Slot, cell: usize) -> Entry {
        match self.cells(slot) {
            Some(cells) => self.store.entry(cells[cell % ROW]),
            None => self.run(slot).unwrap_or_default().entry(cell),
        }
    }

    /// Returns `true` if a slot of some cells has entries of this thread and time.
    #[inline(always)]
    pub fn has_own(&self, slot: Slot, range: &Range<usize>, entry: Entry) -> bool {
        let Some(cells) = self.cells(slot).and_then(|cells| cells.get(range.clone())) else {
            return false;
        };
        let is_own = |cell: u32| {
            let event = self.store.events.get((cell >> 5) as usize);
            cell & 0x1f == entry.thread.lane()
                && event.is_some_and(|event| {
                    (event.warp, event.stamp) == (entry.thread.0 >> 5, entry.stamp)
                })
        };
        cells.iter().all(|cell| *cell == cells[0]) && is_own(cells[0])
    }

    /// Returns `true` if a slot of some cells has no entries.
    #[inline(always)]
    pub fn has_none(&self, slot: Slot, range: &Range<usize>) -> bool {
        self.is_empty(slot)
            || self
                .cells(slot)
                .is_some_and(|cells| cells[range.clone()].iter().all(|cell| *cell == 0))
    }

    /// Writes the entry of a thread to some cells of a slot, if what they have is one entry that a view includes, or of this thread;
    /// `last_number` is that of an event which the view includes.
    #[inline(always)]
    pub fn follow(
        &mut self,
        slot: Slot,
        range: Range<usize>,
        (entry, own): (Entry, u32),
        view: &View,
        last_number: &mut u32,
    ) -> bool {
        let head = self.group.0[slot as usize];
        let Store { rows, events, .. } = &mut *self.store;
        let row = rows.get_mut(head.site as usize).filter(|_| head.has_cells());
        let Some([first, rest @ ..]) = row.and_then(|row| row.get_mut(range)) else {
            return false;
        };
        if rest.iter().any(|cell| cell != first) {
            return false;
        }
        let number = *first >> 5;
        if number != *last_number {
            let event = events.get(number as usize).copied().unwrap_or_default();
            let thread = event.warp << 5 | *first & 0x1f;
            if view.includes(thread, event.stamp, u32::MAX) {
                *last_number = number;
            } else if thread != entry.thread.0 {
                return false;
            }
        }
        *first = own;
        rest.fill(own);
        self.note(slot, entry, view.base);
        true
    }

    /// Checks and records a weak access of one thread to some cells, as far as numbers show; returns `false` and records nothing if
    /// they don't. `own` is what the cells [have](Store::cell) for the entry.
    #[inline(always)]
    pub fn by_numbers<const READS: bool, const CELLS: usize>(
        self,
        cell: usize,
        (entry, own): (Entry, u32),
        view: &View,
        numbers: &mut Numbers,
    ) -> bool {
        let Cells { group, store } = self;
        let [write, read, other] = group.0.each_ref();
        let rows = &mut store.rows;
        let is_included = |rows: &[[u32; ROW]], head: &Head| match row_of(rows, head) {
            Some(row) => numbers.of(own & 0x1f, part_of::<CELLS>(row, cell)),
            None => head.run_is_included(CELLS, cell, (entry, own), view),
        };
        if READS {
            if !write.is_before(numbers) {
                let (is_included, is_own) = is_included(rows, write);
                // What this thread did there, and no other since, was checked then.
                if is_own {
                    return true;
                }
                if !is_included {
                    return false;
                }
            }
            if (read.accessor | other.accessor) & HAS_UPDATES != 0 {
                return false;
            }
        } else if !(read.newest == 0 || read.is_before(numbers) || is_included(rows, read).0)
            || !(other.newest == 0 || other.is_before(numbers) || is_included(rows, other).0)
        {
            return false;
        }
        let slot = if READS { Slot::Read } else { Slot::Write };
        if !is_included(rows, &group.0[slot as usize]).0 {
            return false;
        }
        if !READS {
            for slot in [Slot::Read, Slot::OtherRead] {
                let head = &group.0[slot as usize];
                if head.newest != 0 {
                    spread(group, store, slot);
                    let row = &mut store.rows[group.0[slot as usize].site as usize];
                    *part_of_mut::<CELLS>(row, cell) = [0; CELLS];
                }
            }
        }
        if !group.0[slot as usize].has_cells() {
            spread(group, store, slot);
            *numbers = store.numbers(view, entry).unwrap_or(*numbers);
        }
        let head = &mut group.0[slot as usize];
        if let Some(row) = store.rows.get_mut(head.site as usize) {
            *part_of_mut::<CELLS>(row, cell) = [own; CELLS];
        }
        head.note(entry, view.base);
        true
    }

    /// Replaces entries by those of the same thread and time.
    #[inline(always)]
    pub fn replace(&mut self, slot: Slot, range: Range<usize>, cell_value: u32) -> bool {
        self.spread(slot)[range].fill(cell_value);
        true
    }

    /// Returns `true` if all entries of some cells are such.
    #[inline(always)]
    pub fn every(&self, slot: Slot, range: Range<usize>, is_such: impl Fn(Entry) -> bool) -> bool {
        let Some(cells) = self.cells(slot) else {
            return self.all(slot, range, |_, entry| is_such(entry));
        };
        // Those of a word are often the same.
        let mut last = 0;
        cells[range].iter().all(|cell| {
            let is_same = std::mem::replace(&mut last, *cell) == *cell;
            is_same || is_such(self.store.entry(*cell))
        })
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
                cells.all(|(each, cell)| is_such(each, self.store.entry(*cell)))
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
        let cell_value = self.store.cell(entry);
        self.spread(slot)[cell % ROW] = cell_value;
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
            self.clear_reads(&range);
        }
        let run = Run { first: entry, more };
        if whole {
            return self.set_run(slot, run);
        }
        let first = self.store.cell(run.first);
        for (each, cell) in self.spread(slot)[range].iter_mut().enumerate() {
            *cell = if first == 0 { 0 } else { first + (each >> more) as u32 };
        }
        self.note(slot, entry, base);
    }

    /// Writes the entry of a thread to some cells, which have this for it; a write removes what was read of them.
    #[inline(always)]
    pub fn fill(&mut self, slot: Slot, range: Range<usize>, (entry, own): (Entry, u32), base: u32) {
        if slot == Slot::Write {
            self.clear_reads(&range);
        }
        self.spread(slot)[range].fill(own);
        self.note(slot, entry, base);
    }

    /// Removes what was read of some cells.
    #[inline(always)]
    fn clear_reads(&mut self, range: &Range<usize>) {
        for slot in [Slot::Read, Slot::OtherRead] {
            match () {
                () if self.is_empty(slot) => {}
                () if range.len() == ROW => self.empty(slot),
                () => self.spread(slot)[range.clone()].fill(0),
            }
        }
    }

    /// Removes the entry of a cell.
    #[inline(always)]
    pub fn clear(&mut self, slot: Slot, cell: usize) {
        if !self.is_empty(slot) {
            self.spread(slot)[cell % ROW] = 0;
        }
    }

    /// Adds an access to the summary of a slot.
    #[inline(always)]
    fn note(&mut self, slot: Slot, entry: Entry, base: u32) {
        self.group.0[slot as usize].note(entry, base);
    }

    /// Returns `true` if a slot has no accesses.
    #[inline(always)]
    pub fn is_empty(&self, slot: Slot) -> bool {
        self.group.0[slot as usize].newest == 0
    }

    /// Returns `true` if all accesses of a slot have stamps up to `base`.
    #[inline(always)]
    pub fn is_older(&self, slot: Slot, base: u32) -> bool {
        self.group.0[slot as usize].newest <= base
    }

    /// Returns `true` if the summary of a slot has strong writes.
    #[inline(always)]
    pub fn may_update(&self, slot: Slot) -> bool {
        self.group.0[slot as usize].updates()
    }

    /// Returns `true` if all accesses of a slot are of copies of one warp of a block, which happened before up to the stamp of `up_to`.
    #[inline(always)]
    pub fn is_copied(&self, slot: Slot, block: u32, up_to: impl Fn(u32) -> u32) -> bool {
        let head = self.group.0[slot as usize];
        let thread = Thread(head.accessor);
        thread.0 & MIXED == 0
            && thread.block() == block
            && thread.is_async()
            && thread.warp() != SEVERAL
            && head.newest <= up_to(thread.warp())
    }

    /// Returns `true` if the write of a cell happened before what a view accesses.
    #[inline(always)]
    pub fn write_is_before(&self, cell: usize, view: &View) -> bool {
        self.all_before(Slot::Write, view) || {
            let entry = self.entry(Slot::Write, cell);
            view.includes(entry.thread.0, entry.stamp, u32::MAX)
        }
    }

    /// Returns both reads of a cell.
    #[inline(always)]
    pub fn reads(&self, cell: usize) -> [Entry; 2] {
        match self.cells(Slot::Read).zip(self.cells(Slot::OtherRead)) {
            Some((reads, others)) => {
                [self.store.entry(reads[cell % ROW]), self.store.entry(others[cell % ROW])]
            }
            None => [self.entry(Slot::Read, cell), self.entry(Slot::OtherRead, cell)],
        }
    }

    /// The same as [`all_before`](Self::all_before), where `last_summary` is the last one that was.
    #[inline(always)]
    pub fn all_before_again(&self, slot: Slot, view: &View, last_summary: &mut (u32, u32)) -> bool {
        let head = self.group.0[slot as usize];
        let is_included =
            (head.newest, head.accessor) == *last_summary || self.all_before(slot, view);
        if is_included {
            *last_summary = (head.newest, head.accessor);
        }
        is_included
    }

    /// Returns `true` if all accesses of a slot happened before those of a view, as far as its summary shows.
    #[inline(always)]
    pub fn all_before(&self, slot: Slot, view: &View) -> bool {
        self.group.0[slot as usize].is_included(view)
    }
}
