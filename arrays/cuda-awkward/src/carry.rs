//! Takes entries at positions, takes rows, and removes unused entries.

use crate::error::internal;
use std::sync::Arc;

use cuda_arrow::Buffer;

use crate::arguments::{Args, Ix};
use crate::array::DeviceNode;
use crate::backend::Backend;
use crate::error::{Error, Result};
use crate::layout::node::{Bytes, Index, Kind, Node, entries};

use crate::layout::node::is_categorical;

impl Backend {
    /// Computes positions: a line of code sets `v` for position `i`.
    ///
    /// # Safety
    /// As [`each`](Self::each).
    pub(crate) unsafe fn positions(&self, code: &str, args: &Args) -> Result<Index<Buffer>> {
        let n = usize::try_from(args.n).unwrap_or(0);
        let out = self.alloc_words(n)?;
        let args = Args { o0: out.as_raw(), ..*args };
        // SAFETY: there is room for `n` words, and the caller guarantees the rest.
        unsafe { self.each(&format!("i64 v; {code}; x.o0[i] = v"), &args) }?;
        Ok(Index::i64(out.freeze()))
    }

    /// Returns one of computed positions, and waits for it: to say what is wrong there.
    #[cold]
    pub(crate) fn position(&self, all: &Index<Buffer>, at: usize) -> Result<i64> {
        let mut bytes = [0; 8];
        self.count_wait();
        all.part(at, 1).data.download_into(.., &mut bytes)?;
        Ok(i64::from_le_bytes(bytes))
    }

    /// Computes positions: a line of code sets `v` for element `k`, which is at `j` in list `i`; -1 outside of lists.
    ///
    /// # Safety
    /// As [`expand`](Self::expand).
    pub(crate) unsafe fn expanded(&self, code: &str, args: &Args) -> Result<Index<Buffer>> {
        let total = usize::try_from(args.total).unwrap_or(0);
        let out = self.alloc_words(total)?;
        let args = Args { o0: out.as_raw(), ..*args };
        let body = format!("i64 v = -1; if (i >= 0) {{ {code}; }} x.o0[k] = v");
        // SAFETY: there is room for `total` words, and the caller guarantees the rest.
        unsafe { self.expand(&body, &args) }?;
        Ok(Index::i64(out.freeze()))
    }

    /// Composes indexes: returns the `inner` position at each `outer` position; -1 stays -1.
    pub(crate) fn composed(
        &self,
        inner: &Index<Buffer>,
        outer: &Index<Buffer>,
    ) -> Result<Index<Buffer>> {
        let args =
            Args { a: inner.ix(), b: outer.ix(), n: outer.count() as i64, ..Args::default() };
        // SAFETY: the outer positions are positions in the inner index, or negative.
        unsafe { self.positions("v = at(x.b, i); if (v >= 0) v = at(x.a, v)", &args) }
    }

    /// Returns the entries at positions. A negative position gives a missing entry if the node can have one, and
    /// otherwise zeros or an empty list, which must not be visible.
    pub(crate) fn carry(&self, node: &DeviceNode, index: &Index<Buffer>) -> Result<DeviceNode> {
        let n = index.count();
        let compose = |inner: &Index<Buffer>| self.composed(inner, index);
        let kind = match &node.kind {
            Kind::Empty => Kind::Empty,
            Kind::Numpy { dtype, data } => {
                // SAFETY: positions are within the node, or negative.
                let data = unsafe { self.gather(data, dtype.size(), index.ix(), n) }?;
                Kind::Numpy { dtype: *dtype, data }
            }
            Kind::Regular { size, content } => {
                let args = Args {
                    a: index.ix(),
                    p: *size as i64,
                    n: entries(n, *size)? as i64,
                    ..Args::default()
                };
                let code = "v = at(x.a, i / x.p); v = v < 0 ? -1 : v * x.p + i % x.p";
                // SAFETY: there is a position for each `size` elements.
                let index = unsafe { self.positions(code, &args) }?;
                Kind::Regular { size: *size, content: Arc::new(self.carry(content, &index)?) }
            }
            Kind::ListOffset { content, .. } | Kind::List { content, .. } => {
                let Some(lists) = node.lists() else {
                    return Err(internal());
                };
                let ty = match &node.kind {
                    Kind::ListOffset { offsets, .. } => offsets.ty,
                    Kind::List { starts, .. } => starts.ty,
                    _ => crate::layout::dtype::IndexType::I64,
                };
                let size = n * ty.size();
                let (starts, stops) = (self.alloc(size)?, self.alloc(size)?);
                let args = Args {
                    a: lists.starts,
                    b: lists.stops,
                    c: index.ix(),
                    o0: starts.as_raw(),
                    o1: stops.as_raw(),
                    n: n as i64,
                    ..Args::default()
                };
                let word = ty.dtype().c_type();
                let body = format!("carry_list<{word}>(x, i)");
                // SAFETY: positions are those of lists, or negative, and there is room for `n` of both.
                unsafe { self.each(&body, &args) }?;
                let index = |data| Index { ty, data };
                Kind::List {
                    starts: index(starts.freeze()),
                    stops: index(stops.freeze()),
                    content: content.clone(),
                }
            }
            Kind::Record { fields, contents } => {
                let lazy = |content: &DeviceNode| match &content.kind {
                    Kind::Indexed { .. } | Kind::IndexedOption { .. } => self.carry(content, index),
                    _ if content.is_option() => self.carry(content, index),
                    _ => {
                        let content = Arc::new(content.clone());
                        let index = index.clone();
                        Ok(Node::new(n, Kind::Indexed { index, content }))
                    }
                };
                Kind::Record {
                    fields: fields.clone(),
                    contents: contents.iter().map(lazy).collect::<Result<_>>()?,
                }
            }
            Kind::Indexed { index: inner, content } => {
                Kind::Indexed { index: compose(inner)?, content: content.clone() }
            }
            Kind::IndexedOption { index: inner, content } => {
                Kind::IndexedOption { index: compose(inner)?, content: content.clone() }
            }
            Kind::ByteMasked { .. } | Kind::BitMasked { .. } | Kind::Unmasked { .. } => {
                let (inner, content) = self.option_index(node)?;
                let content = Arc::new(content);
                let index = compose(&inner)?;
                Kind::IndexedOption { index, content }
            }
            Kind::Union { tags, index: inner, contents } => {
                // SAFETY: positions are within the node, or negative.
                let tags = unsafe { self.gather(tags, 1, index.ix(), n) }?;
                Kind::Union { tags, index: compose(inner)?, contents: contents.clone() }
            }
        };
        Ok(node.with_kind(n, kind))
    }

    /// Returns the entries at positions, none of which is negative: an option of which none is missing stays one.
    pub(crate) fn carry_present(
        &self,
        node: &DeviceNode,
        index: &Index<Buffer>,
    ) -> Result<DeviceNode> {
        let Kind::Unmasked { content } = &node.kind else {
            return self.carry(node, index);
        };
        let content = Arc::new(self.carry(content, index)?);
        Ok(node.with_kind(content.len, Kind::Unmasked { content }))
    }

    /// Returns the node without an index at its top.
    pub(crate) fn resolved(&self, node: &DeviceNode) -> Result<DeviceNode> {
        match &node.kind {
            Kind::Indexed { index, content } => {
                let carried = self.carry(content, index)?;
                self.resolved(&carried)
            }
            _ => Ok(node.clone()),
        }
    }

    /// Returns the position of each entry of an option in the content, -1 for a missing one, and the content, which is
    /// neither an option nor an index.
    pub(crate) fn option_index(&self, node: &DeviceNode) -> Result<(Index<Buffer>, DeviceNode)> {
        let n = node.len as i64;
        let masked = |mask: Ix, valid_when: bool| {
            let args = Args { a: mask, p: i64::from(valid_when), n, ..Args::default() };
            // SAFETY: the mask has an entry for each.
            unsafe { self.positions("v = (at(x.a, i) != 0) == (x.p != 0) ? i : -1", &args) }
        };
        let (index, content) = match &node.kind {
            Kind::IndexedOption { index, content } | Kind::Indexed { index, content } => {
                (index.clone(), content)
            }
            Kind::ByteMasked { mask, valid_when, content } => {
                let mask = Ix::of_buffer(mask, crate::layout::dtype::Dtype::UInt8);
                (masked(mask, *valid_when)?, content)
            }
            Kind::BitMasked { mask, valid_when, lsb_order, content } => {
                let mask = Ix::of_bits(mask, *lsb_order);
                (masked(mask, *valid_when)?, content)
            }
            Kind::Unmasked { content } => (masked(Ix::affine(1, 0), true)?, content),
            _ => return Err(internal()),
        };
        if content.is_option() || content.is_indexed() {
            let (inner, content) = self.option_index(content)?;
            return Ok((self.composed(&inner, &index)?, content));
        }
        Ok((index, (**content).clone()))
    }

    /// Returns an option of positions in a content, -1 for missing entries. If the content is an option or an index,
    /// the two are composed.
    pub(crate) fn optional(&self, index: Index<Buffer>, content: DeviceNode) -> Result<DeviceNode> {
        let n = index.count();
        let categorical = is_categorical(&content).then(|| content.parameters.clone());
        let (index, content) = if content.is_option() || content.is_indexed() {
            let (inner, content) = self.option_index(&content)?;
            (self.composed(&inner, &index)?, content)
        } else {
            (index, content)
        };
        if let Kind::Union { .. } = content.kind {
            return self.optional_union(&index, &content);
        }
        let content = Arc::new(content);
        let node = Node::new(n, Kind::IndexedOption { index, content });
        Ok(node.with_parameters(&categorical.flatten()))
    }

    /// Returns a union of options: missing entries become those of the first type.
    fn optional_union(&self, index: &Index<Buffer>, content: &DeviceNode) -> Result<DeviceNode> {
        let (tags, inner, contents) = content.union_parts()?;
        let n = index.count();
        let first = contents.first().map_or(0, |content| content.len);
        let (out, out_tags) = (self.alloc_words(n)?, self.alloc(n)?);
        let args = Args {
            a: index.ix(),
            b: Ix::of_buffer(tags, crate::layout::dtype::Dtype::Int8),
            c: inner.ix(),
            p: first as i64,
            o0: out.as_raw(),
            o1: out_tags.as_raw(),
            n: n as i64,
            ..Args::default()
        };
        let body = "carry_entry_of_union(x, i)";
        // SAFETY: positions are those of the union, or negative, and there is room for all.
        unsafe { self.each(body, &args) }?;
        let contents = contents.iter().enumerate().map(|(number, content)| {
            let missing = usize::from(number == 0);
            if missing == 0 {
                return Ok(as_option(content));
            }
            let args = Args {
                p: content.len as i64,
                n: (content.len + missing) as i64,
                ..Args::default()
            };
            // SAFETY: it reads nothing.
            let index = unsafe { self.positions("v = i < x.p ? i : -1", &args) }?;
            self.optional(index, content.clone())
        });
        let kind = Kind::Union {
            tags: out_tags.freeze(),
            index: Index::i64(out.freeze()),
            contents: contents.collect::<Result<_>>()?,
        };
        Ok(Node::new(n, kind))
    }

    /// Returns the rows from `start` to `stop`, which must exist.
    pub(crate) fn rows(&self, node: &DeviceNode, start: usize, stop: usize) -> Result<DeviceNode> {
        let stop = stop.min(node.len);
        let start = start.min(stop);
        let n = stop - start;
        if n == node.len {
            return Ok(node.clone());
        }
        let below =
            |content: &DeviceNode| Ok::<_, Error>(Arc::new(self.rows(content, start, stop)?));
        let kind = match &node.kind {
            Kind::Empty => Kind::Empty,
            Kind::Numpy { dtype, data } => Kind::Numpy {
                dtype: *dtype,
                data: data.part(start * dtype.size(), n * dtype.size()),
            },
            Kind::Regular { size, content } => Kind::Regular {
                size: *size,
                content: Arc::new(self.rows(content, start * size, stop * size)?),
            },
            Kind::ListOffset { offsets, content, .. } => Kind::ListOffset {
                offsets: offsets.part(start, n + 1),
                content: content.clone(),
                tight: false,
            },
            Kind::List { starts, stops, content } => Kind::List {
                starts: starts.part(start, n),
                stops: stops.part(start, n),
                content: content.clone(),
            },
            Kind::Record { fields, contents } => {
                let contents = contents.iter().map(|content| self.rows(content, start, stop));
                Kind::Record { fields: fields.clone(), contents: contents.collect::<Result<_>>()? }
            }
            Kind::Indexed { index, content } => {
                Kind::Indexed { index: index.part(start, n), content: content.clone() }
            }
            Kind::IndexedOption { index, content } => {
                Kind::IndexedOption { index: index.part(start, n), content: content.clone() }
            }
            Kind::ByteMasked { mask, valid_when, content } => Kind::ByteMasked {
                mask: mask.part(start, n),
                valid_when: *valid_when,
                content: below(content)?,
            },
            Kind::BitMasked { mask, valid_when, lsb_order, content } if start.is_multiple_of(8) => {
                Kind::BitMasked {
                    mask: mask.part(start / 8, n.div_ceil(8)),
                    valid_when: *valid_when,
                    lsb_order: *lsb_order,
                    content: below(content)?,
                }
            }
            Kind::BitMasked { .. } => {
                let (index, content) = self.option_index(node)?;
                Kind::IndexedOption { index: index.part(start, n), content: Arc::new(content) }
            }
            Kind::Unmasked { content } => Kind::Unmasked { content: below(content)? },
            Kind::Union { tags, index, contents } => Kind::Union {
                tags: tags.part(start, n),
                index: index.part(start, n),
                contents: contents.clone(),
            },
        };
        Ok(node.with_kind(n, kind))
    }
}

/// Returns the same entries as an option of which none is missing; a union has options of each of its types.
pub(crate) fn as_option(node: &DeviceNode) -> DeviceNode {
    match &node.kind {
        _ if node.is_option() => node.clone(),
        Kind::Union { tags, index, contents } => {
            let kind = Kind::Union {
                tags: tags.clone(),
                index: index.clone(),
                contents: contents.iter().map(as_option).collect(),
            };
            node.with_kind(node.len, kind)
        }
        _ => {
            let content = Arc::new(node.clone());
            Node::new(node.len, Kind::Unmasked { content })
        }
    }
}
