//! The order of numbers and strings in lists, and the radix sort that computes it.

use cuda_arrow::{Buffer, MutableBuffer};

use crate::arguments::{
    Args, DIRECT_ITEMS, Ix, KEYED_ITEMS, LIMIT, Pass, Sort, THREADS, TILE, WARP_LIMIT,
};
use crate::array::DeviceNode;
use crate::backend::{Backend, Source};
use crate::error::{Error, Result};
use crate::layout::dtype::Dtype;
use crate::layout::node::{Index, Kind};

/// The radix sort of long lists: their tiles, the bytes of one, the number of digits, and which the last one is if it
/// isn't of the key.
struct LongListSort {
    sort: Sort,
    tiles: usize,
    bytes: usize,
    digits: usize,
    last: i32,
}

/// The sorted elements, or their positions before the sort.
pub(crate) enum SortOutput {
    Elements(Buffer),
    Order(Index<Buffer>),
}

impl Backend {
    /// Sorts keys together with positions, stably. Keys are less than `bound`, or any 64 bits if it is 0; positions are
    /// 0, 1 … unless given.
    pub(crate) fn radix_sort(
        &self,
        mut keys: Buffer,
        positions: Option<Buffer>,
        bound: u64,
    ) -> Result<(Buffer, Buffer)> {
        let n = keys.len() / 8;
        let mut positions = match positions {
            Some(positions) => positions,
            None => {
                let args = Args { n: n as i64, ..Args::default() };
                // SAFETY: it reads nothing.
                unsafe { self.positions("v = i", &args) }?.data
            }
        };
        let bits = match bound {
            0 => 64,
            bound => 64 - (bound - 1).leading_zeros(),
        };
        let tiles = n.div_ceil(TILE);
        let source = |kernel| Source { file: "radix.cu", before: String::new(), kernel };
        for digit in 0..bits.div_ceil(8) {
            let counts = self.alloc_words(tiles * 256)?.freeze();
            let (to_keys, to_positions) = (self.alloc_words(n)?, self.alloc_words(n)?);
            let mut pass = Pass {
                keys: keys.as_raw(),
                positions: positions.as_raw(),
                to_keys: to_keys.as_raw(),
                to_positions: to_positions.as_raw(),
                counts: counts.as_raw(),
                n: n as i64,
                shift: digit as i32 * 8,
                unused: 0,
            };
            // SAFETY: there are `n` of each, and a count of each digit in each tile.
            unsafe { self.launch_one(&source("radix_count"), tiles, pass) }?;
            let args = Args {
                a: Ix::of_buffer(&counts, Dtype::Int64),
                n: (tiles * 256) as i64,
                ..Args::default()
            };
            // SAFETY: as above.
            let places = unsafe { self.scan("v = at(x.a, i)", &args) }?;
            pass.counts = places.as_raw();
            // SAFETY: places are those of a permutation.
            unsafe { self.launch_one(&source("radix_move"), tiles, pass) }?;
            keys = to_keys.freeze();
            positions = to_positions.freeze();
        }
        Ok((keys, positions))
    }

    /// Returns the order that sorts the numbers of contiguous lists: the position of the element for each place.
    pub(crate) fn order(
        &self,
        items: &DeviceNode,
        offsets: Ix,
        n: usize,
        ascending: bool,
    ) -> Result<Index<Buffer>> {
        match self.sorted(items, offsets, n, ascending, false)? {
            SortOutput::Order(order) => Ok(order),
            SortOutput::Elements(_) => Err(crate::error::internal()),
        }
    }

    /// Sorts the numbers of contiguous lists. If `direct`, the sorted elements may be returned, and otherwise their
    /// order.
    pub(crate) fn sorted(
        &self,
        items: &DeviceNode,
        offsets: Ix,
        n: usize,
        ascending: bool,
        direct: bool,
    ) -> Result<SortOutput> {
        let (index, content) = if items.is_option() {
            let (index, content) = self.option_index(items)?;
            (Some(index), content)
        } else {
            (None, items.clone())
        };
        if content.is_text() {
            let order = self.order_texts(items, offsets, n, ascending)?;
            return Ok(SortOutput::Order(order));
        }
        let direct = direct && index.is_none() && matches!(content.kind, Kind::Numpy { .. });
        let (data, ty) = self.as_numbers(&content)?;
        if ty.is_complex() {
            return Err(Error::Unsupported("sorting complex numbers".to_owned()));
        }
        let total = items.len;
        let out = self.alloc(total * if direct { ty.size() } else { 8 })?;
        let rest = self.alloc_words(total / WARP_LIMIT + 1)?;
        // The number of elements in a tile of a list that is too long for a block.
        let tile = THREADS as usize * if direct { DIRECT_ITEMS } else { KEYED_ITEMS };
        let most = total / LIMIT + total / tile + 1;
        let (tile_list, tile_first) = (self.alloc_words(most)?, self.alloc_words(most)?);
        let report = self.report(2)?;
        // One lane sorts each short list, if its neighbors are short, too.
        let lists_a_warp = if total / 8 > n { 4 } else { 32 };
        let sort = Sort {
            data: data.as_raw(),
            index: index.as_ref().map_or(Ix::IOTA, Index::ix),
            offsets,
            n: n as i64,
            total: total as i64,
            order: out.as_raw(),
            report: report.address(),
            rest: rest.as_raw(),
            tile_list: tile_list.as_raw(),
            tile_first: tile_first.as_raw(),
            from: 0,
            to: 0,
            counts: 0,
            places: 0,
            descending: i32::from(!ascending),
            lists_a_warp: lists_a_warp as i32,
            shift: 0,
            unused: 0,
        };
        let is_small = ty.size() <= 4;
        let source = |file, kernel| Source {
            file,
            before: format!(
                "#define ELEMENT {}\n#define IN_A_WORD {}\n#define INDEXED {}\n#define INDEX {}\n#define DIRECT {}",
                ty.c_type(),
                i32::from(is_small),
                i32::from(index.is_some()),
                sort.index.kind(),
                i32::from(direct)
            ),
            kernel,
        };
        let warps = n.div_ceil(lists_a_warp).max(1);
        // SAFETY: lists are within the elements, each element has a place in the order, and there is room for all lists that
        // are too long for a warp, and for the tiles of those that are too long for a block.
        unsafe { self.launch_one(&source("sort.cu", "sort_warps"), warps.div_ceil(8), sort) }?;
        // Few elements don't need the wait.
        let (blocks, tiles) = if total > LIMIT {
            let words = self.read(&report)?;
            (words[0].max(0) as usize, words[1].max(0) as usize)
        } else {
            (total / (WARP_LIMIT + 1), 0)
        };
        // SAFETY: as above.
        unsafe { self.launch_one(&source("sort.cu", "sort_blocks"), blocks, sort) }?;
        let long = LongListSort {
            sort,
            tiles,
            bytes: tile * if direct { ty.size() } else { 16 },
            digits: if is_small { 4 } else { 8 } + usize::from(index.is_some()),
            last: if index.is_some() { 64 } else { 0 },
        };
        self.sort_long(&long, &|kernel| source("sort_long.cu", kernel))?;
        Ok(if direct {
            SortOutput::Elements(out.freeze())
        } else {
            SortOutput::Order(Index::i64(out.freeze()))
        })
    }

    /// Sorts the lists that are too long for a block, by each digit.
    fn sort_long(
        &self,
        long: &LongListSort,
        source: &impl Fn(&'static str) -> Source,
    ) -> Result<()> {
        let tiles = long.tiles;
        if tiles == 0 {
            return Ok(());
        }
        let counts = self.alloc(tiles * 256 * 4)?.freeze();
        let mut items: Option<MutableBuffer> = None;
        for digit in 0..long.digits {
            let is_last = digit + 1 == long.digits;
            let to = if is_last { None } else { Some(self.alloc(tiles * long.bytes)?) };
            let mut pass = Sort {
                from: items.as_ref().map_or(0, |buffer| buffer.as_raw()),
                to: to.as_ref().map_or(0, |buffer| buffer.as_raw()),
                counts: counts.as_raw(),
                shift: if is_last && long.last > 0 { long.last } else { digit as i32 * 8 },
                ..long.sort
            };
            // SAFETY: there is a count of each digit in each tile.
            unsafe { self.launch_one(&source("sort_count"), tiles, pass) }?;
            let args = Args {
                a: Ix::of_buffer(&counts, Dtype::UInt32),
                n: (tiles * 256) as i64,
                ..Args::default()
            };
            // SAFETY: as above.
            let places = unsafe { self.scan("v = at<6>(x.a, i)", &args) }?;
            pass.places = places.as_raw();
            // SAFETY: places are those of a permutation of each list, and there is room for all tiles.
            unsafe { self.launch_one(&source("sort_move"), tiles, pass) }?;
            items = to;
        }
        Ok(())
    }

    /// Returns the order of texts in contiguous lists, by their bytes: eight at a time, those at the end first.
    fn order_texts(
        &self,
        items: &DeviceNode,
        offsets: Ix,
        n: usize,
        ascending: bool,
    ) -> Result<Index<Buffer>> {
        let (index, texts) = if items.is_option() {
            self.option_index(items)?
        } else {
            let args = Args { n: items.len as i64, ..Args::default() };
            // SAFETY: it reads nothing.
            (unsafe { self.positions("v = i", &args) }?, items.clone())
        };
        let texts = self.carry(&texts, &index)?;
        let lists = texts.lists().ok_or_else(crate::error::internal)?;
        let (bytes, ty) = self.as_numbers(&lists.content)?;
        let longest = self.zeroed(8)?;
        let args = Args {
            a: lists.starts,
            b: lists.stops,
            o0: longest.as_raw(),
            n: lists.n as i64,
            ..Args::default()
        };
        let body =
            "atomicMax(reinterpret_cast<u64 *>(x.o0), static_cast<u64>(at(x.b, i) - at(x.a, i)))";
        // SAFETY: there is a start and a stop for each text.
        unsafe { self.each(body, &args) }?;
        let longest = longest.freeze();
        let (_, longest) = self.offsets_of(Ix::of_buffer(&longest, Dtype::Int64), 1)?;
        let mut order: Option<Buffer> = None;
        let chunks = longest.div_ceil(8);
        for chunk in (0..=chunks).rev() {
            // Chunks are padded with zeros, so the length decides between strings that are otherwise equal.
            let key = if chunk == chunks { "v = len" } else { "v = chunk_of_text(x, start, len)" };
            let previous = order.map(Index::i64);
            let args = Args {
                a: lists.starts,
                b: lists.stops,
                c: previous.as_ref().map_or(Ix::IOTA, Index::ix),
                d: Ix::of_buffer(&bytes, ty),
                p: chunk as i64,
                q: i64::from(!ascending),
                n: lists.n as i64,
                ..Args::default()
            };
            let code = format!(
                "i64 text = at(x.c, i), start = at(x.a, text), len = at(x.b, text) - start; {key}; if (x.q) v = ~v"
            );
            // SAFETY: the order is a permutation of texts, whose bytes are between their starts and stops.
            let keys = unsafe { self.positions(&code, &args) }?;
            let positions = previous.map(|previous| previous.data);
            order = Some(self.radix_sort(keys.data, positions, 0)?.1);
        }
        let order = Index::i64(order.ok_or_else(crate::error::internal)?);
        let args = Args {
            a: index.ix(),
            offsets,
            n: n as i64,
            total: items.len as i64,
            ..Args::default()
        };
        // SAFETY: there is an index for each text.
        let lists = unsafe { self.expanded("v = 2 * i + 1 + (at(x.a, k) < 0)", &args) }?;
        let keys = self.composed(&lists, &order)?;
        let args = Args { a: keys.ix(), n: items.len as i64, ..Args::default() };
        // SAFETY: there is a key for each text.
        let keys = unsafe { self.positions("v = max(at(x.a, i), i64(0))", &args) }?;
        let (_, sorted) = self.radix_sort(keys.data, Some(order.data), 2 * n as u64 + 2)?;
        self.in_place(&sorted, offsets, n, items.len)
    }

    /// Adjusts an order in which the elements outside of all lists come first: elements before the first list and after
    /// the last keep their positions.
    fn in_place(
        &self,
        sorted: &Buffer,
        offsets: Ix,
        n: usize,
        total: usize,
    ) -> Result<Index<Buffer>> {
        let args = Args {
            a: Ix::of_buffer(sorted, Dtype::Int64),
            b: offsets,
            p: n as i64,
            q: total as i64,
            n: total as i64,
            ..Args::default()
        };
        let code = "v = sorted_within_lists(x, i)";
        // SAFETY: positions are within the sorted ones.
        unsafe { self.positions(code, &args) }
    }
}
