//! Transposes lists into columns, aligned at the left, and gathers groups.

use cuda_arrow::Buffer;

use crate::arguments::{Args, Ix};
use crate::array::DeviceNode;
use crate::backend::Backend;
use crate::error::Result;
use crate::layout::dtype::Dtype;
use crate::layout::node::{Index, entries};
use crate::lists::Offsets;

/// Lists transposed into columns: see [`Backend::columns`].
pub(crate) struct Columns {
    /// The lists.
    pub(crate) offsets: Offsets,
    pub(crate) content: DeviceNode,
    /// The offsets of the columns of each group, which has as many as its longest list has entries, and the total
    /// number of columns.
    pub(crate) out: Offsets,
    pub(crate) total: usize,
    /// The column of each entry, and the place of its list within the column.
    pub(crate) groups: Index<Buffer>,
    pub(crate) places: Index<Buffer>,
}

impl Backend {
    /// Transposes the lists of each group into columns, aligned at the left. If `ranked`, the place of a list is its
    /// rank within its group instead of that in `places`.
    pub(crate) fn columns(
        &self,
        items: &DeviceNode,
        groups: &Index<Buffer>,
        places: &Index<Buffer>,
        n: usize,
        ranked: bool,
    ) -> Result<Columns> {
        let (offsets, content) = self.contiguous(items)?;
        let (out, total) = match offsets {
            Offsets::Regular(size) => (Offsets::Regular(size), entries(n, size)?),
            Offsets::Index(_) => {
                let widths = self.zeroed(n * 8)?;
                let args = Args {
                    a: offsets.ix(),
                    b: groups.ix(),
                    o0: widths.as_raw(),
                    n: items.len as i64,
                    ..Args::default()
                };
                let body = "widen_group(x, i)";
                // SAFETY: groups are less than `n`.
                unsafe { self.each(body, &args) }?;
                let widths = widths.freeze();
                let (out, total) = self.offsets_of(Ix::of_buffer(&widths, Dtype::Int64), n)?;
                (Offsets::Index(out), total)
            }
        };
        let ranks;
        let places = if ranked {
            ranks = self.ranks(groups, n)?;
            &ranks
        } else {
            places
        };
        let args = Args {
            a: groups.ix(),
            b: places.ix(),
            c: out.ix(),
            offsets: offsets.ix(),
            n: items.len as i64,
            total: content.len as i64,
            ..Args::default()
        };
        let column = "i64 to = at(x.a, i); if (to >= 0) v = at(x.c, to) + j";
        // SAFETY: there is a group and a place for each list, and an offset for each group.
        let (groups, places) =
            unsafe { (self.expanded(column, &args)?, self.expanded("v = at(x.b, i)", &args)?) };
        Ok(Columns { offsets, content, out, total, groups, places })
    }

    /// Returns the items in the order of their groups, and the offsets of the groups in that order.
    pub(crate) fn grouped(
        &self,
        groups: &Index<Buffer>,
        n: usize,
    ) -> Result<(Index<Buffer>, Index<Buffer>)> {
        let count = groups.count();
        let args = Args { a: groups.ix(), n: count as i64, ..Args::default() };
        // SAFETY: there is a group for each item.
        let keys = unsafe { self.positions("v = at(x.a, i) + 1", &args) }?;
        let (keys, order) = self.radix_sort(keys.data, None, n as u64 + 1)?;
        let order = Index::i64(order);
        let args = Args {
            a: Ix::of_buffer(&keys, Dtype::Int64),
            p: count as i64,
            n: n as i64 + 1,
            ..Args::default()
        };
        let code = "v = keys_up_to(x, i)";
        // SAFETY: there are that many keys.
        let offsets = unsafe { self.positions(code, &args) }?;
        Ok((order, offsets))
    }

    /// Returns the rank of each item within its group; -1 without a group.
    pub(crate) fn ranks(&self, groups: &Index<Buffer>, n: usize) -> Result<Index<Buffer>> {
        let count = groups.count();
        let (order, offsets) = self.grouped(groups, n)?;
        let ranks = self.alloc_words(count)?;
        let args = Args {
            a: order.ix(),
            b: offsets.ix(),
            c: groups.ix(),
            o0: ranks.as_raw(),
            n: count as i64,
            ..Args::default()
        };
        let body = "rank_in_group(x, i)";
        // SAFETY: the order is a permutation, and groups are less than `n`.
        unsafe { self.each(body, &args) }?;
        Ok(Index::i64(ranks.freeze()))
    }
}
