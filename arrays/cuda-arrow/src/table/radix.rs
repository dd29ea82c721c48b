//! A stable sort of rows by keys that are numbers.

use cuda_driver::sys::CUdeviceptr;

use crate::buffer::MutableBuffer;
use crate::error::Error;
use crate::kernels::table::{DIGITS, EACH_32, EACH_64, Kernels, Radix, THREADS, Tiles};
use crate::table::work::{Arena, ArenaRange, Work};

/// Keys of 4 or 8 bytes and the rows that they are of, in memory that each pass exchanges with other memory.
pub(super) struct Sorter {
    n: usize,
    memory: MutableBuffer,
    keys: [CUdeviceptr; 2],
    rows: [CUdeviceptr; 2],
    tiles: ArenaRange,
    /// Which of the two is in use, and whether rows are in another order than at first.
    current: usize,
    is_moved: bool,
}

impl Sorter {
    /// Returns one of `n` keys that have at most `width` bytes, 4 or 8.
    pub(super) fn new(work: &Work<'_>, n: usize, width: usize) -> Result<Self, Error> {
        let mut arena = Arena::default();
        let mut pair = |width: usize| [arena.add::<u8>(n * width), arena.add::<u8>(n * width)];
        let (keys, rows) = (pair(width), pair(4));
        let most = tiles(n, 4).max(tiles(n, width));
        let tiles = arena.add::<u8>(size_of::<Tiles>() + 4 * DIGITS * most);
        let memory = arena.allocate(work)?;
        Ok(Self {
            n,
            keys: keys.map(|key| key.of(&memory)),
            rows: rows.map(|row| row.of(&memory)),
            tiles,
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
        if self.is_moved { self.rows[self.current] } else { 0 }
    }

    /// Sorts by a byte of the keys, of `width` bytes each. At `counts` is how many keys have each
    /// value of it; keys that aren't counted have 0. The last pass can write the keys elsewhere,
    /// with some bits inverted.
    ///
    /// # Safety
    /// There is room for the keys there.
    pub(super) unsafe fn pass(
        &mut self,
        work: &Work<'_>,
        (width, byte): (usize, usize),
        counts: CUdeviceptr,
        elsewhere: Option<(CUdeviceptr, u64)>,
    ) -> Result<(), Error> {
        self.tiles.fill(&mut self.memory, 0)?;
        let argument = Radix {
            keys: self.keys(),
            rows: self.rows(),
            to_keys: elsewhere.map_or(self.keys[1 - self.current], |(to, _)| to),
            to_rows: self.rows[1 - self.current],
            counts,
            tiles: self.tiles.of(&self.memory),
            n: self.n as u64,
            flip: elsewhere.map_or(0, |(_, flip)| flip),
            shift: 8 * byte as u32,
            unused: 0,
        };
        let kernel = match width {
            4 => Kernels::table_radix_32,
            _ => Kernels::table_radix_64,
        };
        // SAFETY: there are keys, rows and states for the rows, and the counts are those of this
        // pass.
        unsafe { work.launch(kernel, tiles(self.n, width), 1, argument) }?;
        self.current = 1 - self.current;
        self.is_moved = true;
        Ok(())
    }

    /// Keeps the memory until here.
    pub(super) fn release(self) {
        drop(self.memory);
    }
}

/// Returns the number of tiles of `n` keys of 4 or 8 bytes.
fn tiles(n: usize, width: usize) -> usize {
    n.div_ceil(THREADS * if width == 4 { EACH_32 } else { EACH_64 })
}
