//! A stable sort of rows by keys that are numbers.

use cuda_driver::sys::CUdeviceptr;

use crate::buffer::MutableBuffer;
use crate::error::Error;
use crate::kernels::Kernel;
use crate::kernels::table::{Kernels, Radix, TILE};
use crate::table::work::{Room, Work, sums_at, sums_of};

/// Keys of 4 or 8 bytes and the rows that they are of, in memory that each pass exchanges with other memory.
pub(super) struct Sorter {
    n: usize,
    width: usize,
    memory: MutableBuffer,
    keys: [CUdeviceptr; 2],
    rows: [CUdeviceptr; 2],
    counts: CUdeviceptr,
    sums: CUdeviceptr,
    /// Which of the two is in use, and whether rows are in another order than at first.
    current: usize,
    is_moved: bool,
}

impl Sorter {
    pub(super) fn new(work: &Work<'_>, n: usize, width: usize) -> Result<Self, Error> {
        let mut room = Room::default();
        let mut pair = |width: usize| [room.add::<u8>(n * width), room.add::<u8>(n * width)];
        let (keys, rows) = (pair(width), pair(4));
        let counts = 256 * n.div_ceil(TILE);
        let (counts, sums) =
            (room.add::<u32>(counts), room.add::<u32>(sums_of(counts).unwrap_or(0)));
        let memory = room.allocate(work)?;
        Ok(Self {
            n,
            width,
            keys: keys.map(|it| it.of(&memory)),
            rows: rows.map(|it| it.of(&memory)),
            counts: counts.of(&memory),
            sums: sums.of(&memory),
            memory,
            current: 0,
            is_moved: false,
        })
    }

    /// Returns the address of the keys, to be set for the rows as they are now.
    pub(super) fn keys(&self) -> CUdeviceptr {
        self.keys[self.current]
    }

    /// Returns the address of the rows; null if they are in their order.
    pub(super) fn rows(&self) -> CUdeviceptr {
        match self.is_moved {
            true => self.rows[self.current],
            false => 0,
        }
    }

    /// Sorts by the eight bits of the keys from `shift` on. `total` is a word that is overwritten.
    pub(super) fn pass(
        &mut self,
        work: &Work<'_>,
        shift: u32,
        total: CUdeviceptr,
    ) -> Result<(), Error> {
        let tiles = self.n.div_ceil(TILE);
        let (count, mover): (Kernel<Radix>, Kernel<Radix>) = match self.width {
            4 => (Kernels::table_radix_count_32, Kernels::table_radix_move_32),
            _ => (Kernels::table_radix_count_64, Kernels::table_radix_move_64),
        };
        let argument = Radix {
            keys: self.keys(),
            rows: self.rows(),
            to_keys: self.keys[1 - self.current],
            to_rows: self.rows[1 - self.current],
            counts: self.counts,
            sums: sums_at(256 * tiles, self.sums),
            n: self.n as u64,
            shift,
            unused: 0,
        };
        // SAFETY: there are keys, rows and counts for the rows, and the counts are those of this pass.
        unsafe {
            work.launch(count, tiles, 1, argument)?;
            work.scan(Kernels::table_scan_32, (self.counts, 256 * tiles), 1, self.sums, total)?;
            work.launch(mover, tiles, 1, argument)?;
        }
        self.current = 1 - self.current;
        self.is_moved = true;
        Ok(())
    }

    /// Keeps the memory until here.
    pub(super) fn release(self) {
        drop(self.memory);
    }
}
