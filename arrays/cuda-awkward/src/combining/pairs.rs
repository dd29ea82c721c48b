//! Pairs of entries of lists: the combinations that are most used.

use cuda_arrow::Buffer;
use cuda_driver::ArgumentList;

use crate::arguments::{Args, BLOCK_LISTS, THREADS};
use crate::backend::{Backend, Source, spread_tiles};
use crate::combining::combine::{CombinationPositions, args_of, starts_of};
use crate::error::Result;
use crate::layout::dtype::IndexType;
use crate::layout::node::{Bytes, Index};
use crate::lists::{Lists, Offsets};

/// The most entries that lists have on average if pairs are written when they are counted.
const SHORT: usize = 4;

/// The type of positions: of 32 bits if they suffice, which takes half the memory.
#[derive(Clone, Copy)]
struct Positions {
    ty: IndexType,
    size: usize,
    text: &'static str,
}

impl Positions {
    fn of(lists: &Lists) -> Self {
        let (ty, size, text) = if lists.content.len < i32::MAX as usize {
            (IndexType::I32, 4, "i32")
        } else {
            (IndexType::I64, 8, "i64")
        };
        Self { ty, size, text }
    }

    fn source(self, lists: &Lists, offsets: i32, kernel: &'static str) -> Source {
        Source {
            file: "pairs.cu",
            before: format!(
                "#define OFFSETS {offsets}\n#define STARTS {}\n#define POSITION {}",
                starts_of(lists),
                self.text
            ),
            kernel,
        }
    }

    /// Returns the first `total` of `room` positions of both entries.
    fn parts(self, memory: &Buffer, room: usize, total: usize) -> Vec<Index<Buffer>> {
        let part = |number: usize| Index {
            ty: self.ty,
            data: memory.part(number * room * self.size, total * self.size),
        };
        vec![part(0), part(1)]
    }
}

/// Returns for how many pairs there is room before they are counted: for some more than lists have whose lengths have
/// Poisson's distribution.
fn room_for(lists: usize, entries: usize, replacement: bool) -> usize {
    let (lists, entries) = (lists as f64, entries as f64);
    let pairs = entries * entries / lists / 2.0 + if replacement { entries } else { 0.0 };
    let room = pairs * 1.125 + 4.0 * lists.sqrt() + 64.0;
    (room as usize).next_multiple_of(4)
}

impl Backend {
    /// Returns the positions of all pairs of entries.
    pub(super) fn pairs(
        &self,
        lists: &Lists,
        each: Option<usize>,
        replacement: bool,
    ) -> Result<CombinationPositions> {
        let is_short = lists.content.len <= SHORT.saturating_mul(lists.n);
        if lists.n > 0
            && each.is_none()
            && is_short
            && let Some(found) = self.pairs_at_once(lists, replacement)?
        {
            return Ok(found);
        }
        // With replacement, there are as many pairs as of one more entry without.
        let count = "if (x.q) len += 1; v = len < 1ll << 31 ? len * (len - 1) / 2 : x.r + 1";
        let args = args_of(lists, replacement);
        let (offsets, total) = self.counts_of(lists, each, (2, count), &args)?;
        self.counted_pairs(lists, offsets, total, replacement)
    }

    /// Returns the positions of all pairs, which were counted.
    fn counted_pairs(
        &self,
        lists: &Lists,
        offsets: Offsets,
        total: usize,
        replacement: bool,
    ) -> Result<CombinationPositions> {
        let positions = Positions::of(lists);
        let out = self.alloc(total * 2 * positions.size)?.freeze();
        let args = Args {
            offsets: offsets.ix(),
            o0: out.as_raw(),
            total: total as i64,
            ..args_of(lists, replacement)
        };
        let source = positions.source(lists, args.offsets.kind(), "pairs");
        // SAFETY: it takes these arguments, and there is room for two positions of each.
        unsafe { self.launch_one(&source, spread_tiles(args.total), args) }?;
        Ok(CombinationPositions { offsets, total, positions: positions.parts(&out, total, total) })
    }

    /// Counts and writes pairs with one launch, into memory whose size is guessed, and waits until they are counted.
    /// Returns `None` if some lists are too long for that, or if there isn't so much memory.
    fn pairs_at_once(
        &self,
        lists: &Lists,
        replacement: bool,
    ) -> Result<Option<CombinationPositions>> {
        let positions = Positions::of(lists);
        let room = room_for(lists.n, lists.content.len, replacement);
        let offsets = self.alloc_words(lists.n + 1)?;
        // There may be few pairs of entries that are far apart.
        let Ok(memory) = self.alloc(room * 2 * positions.size) else {
            return Ok(None);
        };
        let args = Args {
            o0: offsets.as_raw(),
            o1: memory.as_raw(),
            total: room as i64,
            ..args_of(lists, replacement)
        };
        let source = positions.source(lists, -1, "pairs_at_once");
        let blocks = lists.n.div_ceil(BLOCK_LISTS);
        let told = self.launch_and_ask(blocks, |tiles| {
            let mut list = ArgumentList::new();
            list.push(args).push(tiles);
            // SAFETY: it takes these arguments. There is room for an offset of each list and one more, and for `room` pairs,
            // after which nothing is written; and there is a word for each block.
            unsafe { self.launch_threads(&source, blocks, THREADS + 32, &list) }
        })?;
        if told.flag {
            return Ok(None);
        }
        let (total, memory) = (told.total, memory.freeze());
        let offsets = Offsets::Index(Index::i64(offsets.freeze()));
        if total > room {
            drop(memory);
            return self.counted_pairs(lists, offsets, total, replacement).map(Some);
        }
        let all = positions.parts(&memory, room, total);
        // No more than half of the memory is unused, as the documentation of `combinations` says.
        let unused = (room - total) * 2 * positions.size;
        let is_wasted = unused > 4096 && unused > memory.len() / 2;
        let exact = if is_wasted { self.alloc(total * 2 * positions.size).ok() } else { None };
        let positions = match exact {
            Some(mut exact) => {
                for (number, part) in all.iter().enumerate() {
                    exact.copy_from(number * total * positions.size, &part.data)?;
                }
                positions.parts(&exact.freeze(), total, total)
            }
            None => all,
        };
        Ok(Some(CombinationPositions { offsets, total, positions }))
    }
}
