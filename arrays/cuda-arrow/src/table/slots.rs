//! A hash table of the rows of a table by some of its columns.

use cuda_driver::sys::CUdeviceptr;

use crate::buffer::MutableBuffer;
use crate::error::Error;
use crate::kernels::table::{DIGITS, Groups, Kernels, Number, Segments, Select, THREADS, Table};
use crate::table::radix::Sorter;
use crate::table::select::{Selection, select};
use crate::table::work::{Arena, Work, blocks};

/// The slots, and the slot of each row. A slot has its first row, and then the number of its group.
pub(super) struct Slots {
    memory: MutableBuffer,
    pub(super) slots: CUdeviceptr,
    pub(super) slot_of: CUdeviceptr,
    columns: CUdeviceptr,
    keys: usize,
    capacity: usize,
    n: usize,
}

/// Rows in the order of their groups.
pub(super) struct GroupedRows {
    pub(super) groups: CUdeviceptr,
    pub(super) rows: CUdeviceptr,
    pub(super) starts: CUdeviceptr,
    _sorter: Sorter,
    _starts: MutableBuffer,
}

impl Slots {
    /// Puts the rows of `keys` columns into slots; those in which a key is null are left out on request.
    ///
    /// # Safety
    /// The columns are on the device, of this stream and `n` rows.
    pub(super) unsafe fn new(
        work: &Work<'_>,
        columns: CUdeviceptr,
        keys: usize,
        n: usize,
        skips_nulls: bool,
    ) -> Result<Self, Error> {
        let capacity = (2 * n).next_power_of_two().max(64);
        let mut arena = Arena::default();
        let (slots, slot_of) = (arena.add::<u64>(capacity), arena.add::<u32>(n));
        let mut memory = arena.allocate(work)?;
        slots.fill(&mut memory, 0xff)?;
        let all = Self {
            slots: slots.of(&memory),
            slot_of: slot_of.of(&memory),
            memory,
            columns,
            keys,
            capacity,
            n,
        };
        let table =
            Table { skips_nulls: skips_nulls.into(), ..all.table(work, columns, n, all.slot_of) };
        // SAFETY: the caller guarantees the columns, and there are more slots than rows.
        unsafe { work.launch(Kernels::table_insert, n.div_ceil(THREADS), 1, table) }?;
        Ok(all)
    }

    fn table(
        &self,
        work: &Work<'_>,
        columns: CUdeviceptr,
        n: usize,
        slot_of: CUdeviceptr,
    ) -> Table {
        Table {
            columns,
            of: self.columns,
            keys: self.keys as u64,
            n: n as u64,
            slots: self.slots,
            mask: self.capacity as u64 - 1,
            slot_of,
            error: work.error(),
            skips_nulls: 1,
            shift: 0,
        }
    }

    /// Returns the slot of each of `n` rows of other columns, at the beginning of memory. It must be called before slots
    /// are numbered.
    ///
    /// # Safety
    /// The columns are on the device, of this stream and `n` rows, and of types that can be compared.
    pub(super) unsafe fn find(
        &self,
        work: &Work<'_>,
        columns: CUdeviceptr,
        n: usize,
    ) -> Result<MutableBuffer, Error> {
        let memory = work.manager.allocate(4 * n)?;
        let table = self.table(work, columns, n, memory.as_raw());
        // SAFETY: the caller guarantees the columns; there is a slot for each row.
        unsafe { work.launch(Kernels::table_find, n.div_ceil(THREADS), 1, table) }?;
        Ok(memory)
    }

    /// Returns the first row of each slot in order, at the beginning of memory, and reports their number as a word.
    pub(super) fn first(&self, work: &Work<'_>, word: usize) -> Result<MutableBuffer, Error> {
        let by = Select {
            slots: self.slots,
            slot_of: self.slot_of,
            n: self.n as u64,
            ..Select::default()
        };
        // SAFETY: every row has a slot or says that it has none, and then it isn't selected.
        unsafe { select(work, Selection::First, by, word) }
    }

    /// Numbers the slots in the order of their first rows, whose number is a word of `work`.
    pub(super) fn number(
        &self,
        work: &Work<'_>,
        first: &MutableBuffer,
        word: usize,
    ) -> Result<(), Error> {
        let number = Number {
            slots: self.slots,
            slot_of: self.slot_of,
            first: first.as_raw(),
            groups: work.word(word),
        };
        let blocks = self.n.div_ceil(THREADS).min(8192);
        // SAFETY: the rows are those of the slots.
        unsafe { work.launch(Kernels::table_number, blocks, 1, number) }
    }

    /// Sets the number of each row's slot, or `count` for a row without one, and counts the values
    /// of the least bytes of the numbers.
    ///
    /// # Safety
    /// `to` has room for a number of 4 bytes for each row, and `counts` for those of as many bytes.
    pub(super) unsafe fn groups(
        &self,
        work: &Work<'_>,
        count: usize,
        to: CUdeviceptr,
        (counts, bytes): (CUdeviceptr, u32),
    ) -> Result<(), Error> {
        let groups = Groups {
            slots: self.slots,
            slot_of: self.slot_of,
            groups: to,
            counts,
            n: self.n as u64,
            last: count as u32,
            bytes,
        };
        // SAFETY: the caller guarantees the room.
        unsafe { work.launch(Kernels::table_groups, blocks(self.n), 1, groups) }
    }

    /// Returns the rows in the order of the slots' numbers, of which there are at most `count`; rows without a slot come
    /// last.
    pub(super) fn grouped(&self, work: &Work<'_>, count: usize) -> Result<GroupedRows, Error> {
        let mut sorter = Sorter::new(work, self.n, 4)?;
        // Rows need an order even if there is one group.
        let bytes = (u32::BITS - (count as u32).leading_zeros()).div_ceil(8).max(1);
        let mut counts = work.manager.allocate(4 * DIGITS * bytes as usize)?;
        work.manager.stream().fill(counts.as_slice_mut(), 0)?;
        // SAFETY: there is a key for each row, and counts for each byte.
        unsafe { self.groups(work, count, sorter.keys(), (counts.as_raw(), bytes)) }?;
        for byte in 0..bytes as usize {
            let counts = counts.as_raw() + (4 * byte * DIGITS) as CUdeviceptr;
            // SAFETY: the keys stay where there is room for them.
            unsafe { sorter.pass(work, (4, byte), counts, None) }?;
        }
        let starts = work.manager.allocate(4 * (count + 1))?;
        let segments = Segments {
            groups: sorter.keys(),
            starts: starts.as_raw(),
            n: self.n as u64,
            count: count as u32,
            unused: 0,
        };
        // SAFETY: there is a start for each group, and the end.
        unsafe {
            work.launch(Kernels::table_segments, (self.n + 1).div_ceil(THREADS), 1, segments)
        }?;
        Ok(GroupedRows {
            groups: sorter.keys(),
            rows: sorter.rows(),
            starts: starts.as_raw(),
            _sorter: sorter,
            _starts: starts,
        })
    }

    /// Keeps the memory until here.
    pub(super) fn release(self) {
        drop(self.memory);
    }
}
