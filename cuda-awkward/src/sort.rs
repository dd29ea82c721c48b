//! Sorts in lists, and the radix sort below them.

use cuda_arrow::Buffer;
use cuda_driver::sys::CUdeviceptr;

use crate::array::DeviceNode;
use crate::backend::{Args, Backend, Ix, Source, TILE};
use crate::error::{Error, Result};
use crate::node::{Index, Kind, Node};
use crate::{Array, Axis, Dtype};

#[derive(Debug, Clone, Copy)]
#[repr(C)]
struct Pass {
    keys: CUdeviceptr,
    positions: CUdeviceptr,
    to_keys: CUdeviceptr,
    to_positions: CUdeviceptr,
    counts: CUdeviceptr,
    n: i64,
    shift: i32,
    unused: i32,
}

#[derive(Debug, Clone, Copy)]
#[repr(C)]
struct Sort {
    data: CUdeviceptr,
    index: Ix,
    offsets: Ix,
    n: i64,
    total: i64,
    order: CUdeviceptr,
    keys: CUdeviceptr,
    positions: CUdeviceptr,
    report: CUdeviceptr,
    descending: i32,
    unused: i32,
}

cuda_driver::kernel_argument!(Pass, Sort);

/// Lists up to this length are sorted by a block each.
const LIMIT: usize = 2048;

impl Backend {
    /// Sorts keys less than `bound` with positions, which are 0, 1 … unless given; stable. Keys of 64 bits have the bound 0.
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
                let args = Args {
                    n: n as i64,
                    ..Args::default()
                };
                // SAFETY: it reads nothing.
                unsafe { self.positions("v = i", &args) }?.data
            }
        };
        let bits = match bound {
            0 => 64,
            bound => 64 - (bound - 1).leading_zeros(),
        };
        let tiles = n.div_ceil(TILE);
        let source = |kernel| Source {
            file: "radix.cu",
            before: String::new(),
            kernel,
        };
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

    /// The order of numbers in contiguous lists: for each place the element that comes there.
    fn order(
        &self,
        items: &DeviceNode,
        offsets: Ix,
        n: usize,
        ascending: bool,
    ) -> Result<Index<Buffer>> {
        let (index, content) = match items.is_option() {
            true => {
                let (index, content) = self.option_index(items)?;
                (Some(index), content)
            }
            false => (None, items.clone()),
        };
        if content.is_text() {
            return self.order_texts(items, offsets, n, ascending);
        }
        let (data, ty) = self.as_numbers(&content)?;
        if ty.is_complex() {
            return Err(Error::Unsupported("sorting complex numbers".to_owned()));
        }
        let total = items.len;
        // Elements of no list stay where they are.
        let args = Args {
            n: total as i64,
            ..Args::default()
        };
        // SAFETY: it reads nothing.
        let order = unsafe { self.positions("v = i", &args) }?;
        let report = self.report(1)?;
        let mut sort = Sort {
            data: data.as_raw(),
            index: index.as_ref().map_or(Ix::IOTA, Index::ix),
            offsets,
            n: n as i64,
            total: total as i64,
            order: order.data.as_raw(),
            keys: 0,
            positions: 0,
            report: report.address(),
            descending: i32::from(!ascending),
            unused: 0,
        };
        let source = |kernel| Source {
            file: "sort.cu",
            before: format!("#define ELEMENT {}", ty.c_type()),
            kernel,
        };
        // SAFETY: lists are within the elements, of which each has a place in the order.
        unsafe { self.launch_one(&source("sort"), n.min(1 << 20), sort) }?;
        if total <= LIMIT || self.read(&report)?[0] == 0 {
            return Ok(order);
        }
        let (keys, positions) = (self.alloc_words(total)?, self.alloc_words(total)?);
        (sort.keys, sort.positions) = (keys.as_raw(), positions.as_raw());
        // SAFETY: there is room for a key and a position of each element.
        unsafe { self.launch_one(&source("sort_keys"), total.div_ceil(TILE), sort) }?;
        let (_, positions) = self.radix_sort(keys.freeze(), Some(positions.freeze()), 0)?;
        let by_list = self.alloc_words(total)?;
        sort.keys = by_list.as_raw();
        // SAFETY: as above.
        unsafe { self.launch_one(&source("sort_lists"), total.div_ceil(TILE), sort) }?;
        let positions = Index::i64(positions);
        let keys = self.composed(&Index::i64(by_list.freeze()), &positions)?;
        let bound = 2 * n as u64 + 2;
        let (_, sorted) = self.radix_sort(keys.data, Some(positions.data), bound)?;
        self.in_place(&sorted, offsets, n, total)
    }

    /// Sorts the innermost lists of numbers; or tells the order, in each list.
    fn sorted_lists(
        &self,
        items: &DeviceNode,
        offsets: Ix,
        n: usize,
        ascending: bool,
        positions: bool,
    ) -> Result<DeviceNode> {
        if let Kind::Record { fields, contents } = &items.kind {
            let contents = contents.iter().map(|content| {
                let content = self.resolved(&self.rows(content, 0, items.len)?)?;
                self.sorted_lists(&content, offsets, n, ascending, positions)
            });
            let kind = Kind::Record {
                fields: fields.clone(),
                contents: contents.collect::<Result<_>>()?,
            };
            return Ok(items.with_kind(items.len, kind));
        }
        let order = self.order(items, offsets, n, ascending)?;
        if !positions {
            return self.carry(items, &order);
        }
        let args = Args {
            a: order.ix(),
            offsets,
            n: n as i64,
            total: items.len as i64,
            ..Args::default()
        };
        // SAFETY: there is a place for each element.
        let index = unsafe { self.expanded("v = at(x.a, k) - at(x.offsets, i)", &args) }?;
        Ok(Node::numpy(Dtype::Int64, index.data))
    }

    fn sort_level(
        &self,
        node: &DeviceNode,
        axis: usize,
        ascending: bool,
        positions: bool,
    ) -> Result<DeviceNode> {
        if node.is_indexed() {
            return self.sort_level(&self.resolved(node)?, axis, ascending, positions);
        }
        if let Kind::Unmasked { content } = &node.kind {
            return self.sort_level(content, axis, ascending, positions);
        }
        if node.is_option() {
            let (index, content) = self.option_index(node)?;
            let content = self.sort_level(&content, axis, ascending, positions)?;
            return self.optional(index, content);
        }
        if axis > 1 {
            let content = node.content().ok_or_else(crate::carry::internal)?;
            let content = self.sort_level(content, axis - 1, ascending, positions)?;
            return Ok(node.with_content(content));
        }
        let (offsets, content) = self.contiguous(node)?;
        let content = match (content.is_indexed(), &content.kind) {
            (true, _) => self.resolved(&content)?,
            (_, Kind::Unmasked { content }) => (**content).clone(),
            _ => content,
        };
        let sorted = match is_list(&content) {
            false => self.sorted_lists(&content, offsets.ix(), node.len, ascending, positions)?,
            true => self.sort_columns(&content, offsets.ix(), node.len, ascending, positions)?,
        };
        Ok(offsets.lists(node.len, sorted, false))
    }

    /// Sorts across lists: entries are lined up from the left, and each column is sorted among the lists that reach it.
    fn sort_columns(
        &self,
        items: &DeviceNode,
        offsets: Ix,
        n: usize,
        ascending: bool,
        positions: bool,
    ) -> Result<DeviceNode> {
        if items.is_option() {
            // Missing lists come last in their group.
            let (index, content) = self.option_index(items)?;
            let (kept, places) = self.kept(index.ix(), index.count())?;
            let content = self.carry(&content, &self.composed(&index, &kept)?)?;
            let args = Args {
                a: offsets,
                b: Ix::of_buffer(&places, Dtype::Int64),
                n: n as i64 + 1,
                ..Args::default()
            };
            // SAFETY: there is a place for each item, and one more.
            let groups = unsafe { self.positions("v = at(x.b, at(x.a, i))", &args) }?;
            let sorted = self.sort_columns(&content, groups.ix(), n, ascending, positions)?;
            let args = Args {
                a: groups.ix(),
                offsets,
                n: n as i64,
                total: items.len as i64,
                ..Args::default()
            };
            let code = "v = j < at(x.a, i + 1) - at(x.a, i) ? at(x.a, i) + j : -1";
            // SAFETY: there is a group for each, and one more.
            let index = unsafe { self.expanded(code, &args) }?;
            return self.optional(index, sorted);
        }
        let args = Args {
            offsets,
            n: n as i64,
            total: items.len as i64,
            ..Args::default()
        };
        // SAFETY: there are `n` groups of items.
        let (groups, places) = unsafe {
            (
                self.expanded("v = i", &args)?,
                self.expanded("v = j", &args)?,
            )
        };
        let how = Sorting {
            ascending,
            positions,
        };
        self.sort_grouped(items, &groups, &places, n, how)
    }

    /// Sorts the items of each group among themselves; they stay where the group has any. Lists are lined up.
    fn sort_grouped(
        &self,
        items: &DeviceNode,
        groups: &Index<Buffer>,
        places: &Index<Buffer>,
        n: usize,
        how: Sorting,
    ) -> Result<DeviceNode> {
        if items.is_indexed() {
            return self.sort_grouped(&self.resolved(items)?, groups, places, n, how);
        }
        if let Kind::Record { fields, contents } = &items.kind {
            let contents = contents.iter().map(|content| {
                let content = self.rows(content, 0, items.len)?;
                self.sort_grouped(&content, groups, places, n, how)
            });
            let kind = Kind::Record {
                fields: fields.clone(),
                contents: contents.collect::<Result<_>>()?,
            };
            return Ok(items.with_kind(items.len, kind));
        }
        if items.is_option() && is_list(items) {
            // A missing list stays where it is.
            let (index, content) = self.option_index(items)?;
            let args = Args {
                a: groups.ix(),
                b: index.ix(),
                n: items.len as i64,
                ..Args::default()
            };
            // SAFETY: there is a group and an index for each list.
            let groups = unsafe { self.positions("v = at(x.b, i) < 0 ? -1 : at(x.a, i)", &args) }?;
            let content = self.carry(&content, &index)?;
            let sorted = self.sort_grouped(&content, &groups, places, n, how)?;
            // SAFETY: as above.
            let index = unsafe { self.positions("v = at(x.b, i) < 0 ? -1 : i", &args) }?;
            return self.optional(index, sorted);
        }
        if items.is_list() {
            let columns = self.columns(items, groups, places, n, true)?;
            let content = self.sort_grouped(
                &columns.content,
                &columns.groups,
                &columns.places,
                columns.total,
                how,
            )?;
            return Ok(columns.offsets.lists(items.len, content, false));
        }
        let (order, offsets) = self.grouped(groups, n)?;
        let values = self.carry(items, &order)?;
        let sorted = self.order(&values, offsets.ix(), n, how.ascending)?;
        // What comes to the place that the order took an element from.
        let from = self.composed(&order, &sorted)?;
        let source = self.alloc_words(items.len)?;
        let args = Args {
            a: order.ix(),
            b: from.ix(),
            o0: source.as_raw(),
            n: items.len as i64,
            ..Args::default()
        };
        // SAFETY: the order is a permutation.
        unsafe { self.each("x.o0[at(x.a, i)] = at(x.b, i)", &args) }?;
        let source = Index::i64(source.freeze());
        match how.positions {
            true => Ok(Node::numpy(
                Dtype::Int64,
                self.composed(places, &source)?.data,
            )),
            false => self.carry(items, &source),
        }
    }

    /// The order of texts in contiguous lists, by their bytes: eight at a time, those at the end first.
    fn order_texts(
        &self,
        items: &DeviceNode,
        offsets: Ix,
        n: usize,
        ascending: bool,
    ) -> Result<Index<Buffer>> {
        let (index, texts) = match items.is_option() {
            true => self.option_index(items)?,
            false => {
                let args = Args {
                    n: items.len as i64,
                    ..Args::default()
                };
                // SAFETY: it reads nothing.
                (unsafe { self.positions("v = i", &args) }?, items.clone())
            }
        };
        let texts = self.carry(&texts, &index)?;
        let lists = texts.lists().ok_or_else(crate::carry::internal)?;
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
            // Zeros behind a text are not told from none: the shorter one is the less.
            let key = match chunk == chunks {
                true => "v = len",
                false => {
                    "u64 key = 0; for (i64 t = x.p * 8; t < x.p * 8 + 8; t++) key = key << 8 | (t < len ? u64(at(x.d, start + t)) & 255 : 0); v = i64(key)"
                }
            };
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
            let positions = previous.map(|it| it.data);
            order = Some(self.radix_sort(keys.data, positions, 0)?.1);
        }
        let order = Index::i64(order.ok_or_else(crate::carry::internal)?);
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
        let args = Args {
            a: keys.ix(),
            n: items.len as i64,
            ..Args::default()
        };
        // SAFETY: there is a key for each text.
        let keys = unsafe { self.positions("v = max(at(x.a, i), i64(0))", &args) }?;
        let (_, sorted) = self.radix_sort(keys.data, Some(order.data), 2 * n as u64 + 2)?;
        self.in_place(&sorted, offsets, n, items.len)
    }

    /// An order of which elements of no list came first, so that these are where they were: before the first list and behind
    /// the last.
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
        let code = "i64 first = at(x.b, 0), last = at(x.b, x.p); v = i < first || i >= last ? i : at(x.a, i - first + (x.q - (last - first)))";
        // SAFETY: positions are within the sorted ones.
        unsafe { self.positions(code, &args) }
    }
}

/// How a sort is done, whatever the array.
#[derive(Clone, Copy)]
struct Sorting {
    ascending: bool,
    positions: bool,
}

fn is_list(node: &DeviceNode) -> bool {
    match node.is_option() || node.is_indexed() {
        true => node.content().is_some_and(|content| is_list(content)),
        false => node.is_list(),
    }
}

impl Array {
    fn sorted(&self, axis: Axis, ascending: bool, positions: bool) -> Result<Self> {
        let axis = axis.required("a sort")?;
        let node = &self.node;
        if node.contains(&|it| matches!(it.kind, Kind::Union { .. })) {
            return Err(Error::Value(
                "cannot sort a union, whose types are not one".to_owned(),
            ));
        }
        let (least, most) = node.depths();
        if least != most {
            if axis >= 0 || -axis > least as i64 {
                return Err(Error::Value(format!(
                    "cannot use axis={axis} on lists of different depths ({least} to {most})"
                )));
            }
            // Each field has an axis of its own.
            let Kind::Record { fields, contents } = &node.kind else {
                return Err(Error::Unsupported(
                    "sorting lists of records whose fields are of different depths".to_owned(),
                ));
            };
            let contents = contents.iter().map(|content| {
                let field = self.with(self.backend.rows(content, 0, node.len)?);
                let sorted = field.sorted(Axis::at(axis), ascending, positions)?;
                Ok((*sorted.node).clone())
            });
            let kind = Kind::Record {
                fields: fields.clone(),
                contents: contents.collect::<Result<_>>()?,
            };
            return Ok(self.with(node.with_kind(node.len, kind)));
        }
        let depth = node.list_depth();
        let level = if axis < 0 { axis + depth as i64 } else { axis };
        if level < 0 || level >= depth as i64 {
            return Err(Error::Axis { axis, depth });
        }
        // The array as a list of its entries.
        let (size, content) = (node.len, node.clone());
        let whole = Node::new(1, Kind::Regular { size, content });
        let sorted = self
            .backend
            .sort_level(&whole, level as usize + 1, ascending, positions)?;
        let (_, content) = self.backend.contiguous(&sorted)?;
        Ok(self.with(content))
    }

    /// The entries of each list in order, those that are equal in the order in which they are, NaN first and missing ones
    /// last: `ak.sort`.
    ///
    /// # Errors
    /// [`Error::Axis`] for an axis that isn't there, [`Error::Value`] for records with lists of different depths.
    pub fn sort(&self, axis: impl Into<Axis>, ascending: bool) -> Result<Self> {
        self.sorted(axis.into(), ascending, false)
    }

    /// Where in its list each entry of the [sorted](Self::sort) one is: `ak.argsort`.
    ///
    /// # Errors
    /// As [`sort`](Self::sort).
    pub fn argsort(&self, axis: impl Into<Axis>, ascending: bool) -> Result<Self> {
        self.sorted(axis.into(), ascending, true)
    }
}

impl DeviceNode {
    /// Whether any node below is so.
    pub(crate) fn contains(&self, is: &dyn Fn(&Self) -> bool) -> bool {
        is(self) || self.contents().into_iter().any(|it| it.contains(is))
    }
}
