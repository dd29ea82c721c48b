//! Packs arrays: makes lists contiguous, and removes unused and missing entries.

use std::sync::Arc;

use cuda_arrow::Buffer;

use crate::arguments::{Args, Ix};
use crate::array::DeviceNode;
use crate::backend::Backend;
use crate::error::internal;
use crate::error::{Error, Result};
use crate::layout::node::is_categorical;
use crate::layout::node::{Index, Kind};
use crate::lists::Offsets;

/// Lists that cover all of their content.
pub(crate) struct PackedLists {
    pub(crate) offsets: Offsets,
    pub(crate) content: DeviceNode,
}

impl Backend {
    /// Returns contiguous lists. Lists that aren't contiguous are copied, which waits for their lengths.
    pub(crate) fn contiguous(&self, node: &DeviceNode) -> Result<(Offsets, DeviceNode)> {
        match &node.kind {
            Kind::Regular { size, content } => Ok((Offsets::Regular(*size), (**content).clone())),
            Kind::ListOffset { offsets, content, .. } => {
                Ok((Offsets::Index(offsets.clone()), (**content).clone()))
            }
            _ => {
                let packed = self.tight(node)?;
                Ok((packed.offsets, packed.content))
            }
        }
    }

    /// Returns contiguous lists that cover all of their content.
    pub(crate) fn tight(&self, node: &DeviceNode) -> Result<PackedLists> {
        match &node.kind {
            Kind::Regular { size, content } => Ok(PackedLists {
                offsets: Offsets::Regular(*size),
                content: self.rows(content, 0, node.len * size)?,
            }),
            Kind::ListOffset { offsets, content, tight: true } => Ok(PackedLists {
                offsets: Offsets::Index(offsets.clone()),
                content: (**content).clone(),
            }),
            Kind::ListOffset { offsets, content, .. } => {
                let report = self.report(2)?;
                let args = Args {
                    a: offsets.ix(),
                    p: node.len as i64,
                    report: report.address(),
                    n: 1,
                    ..Args::default()
                };
                let body = "x.report[0] = at(x.a, 0); x.report[1] = at(x.a, x.p)";
                // SAFETY: there are as many offsets as lists, and one more.
                unsafe { self.each(body, &args) }?;
                let ends = self.read(&report)?;
                let (first, last) = (ends[0].max(0) as usize, ends[1].max(0) as usize);
                let offsets = match first {
                    0 => offsets.clone(),
                    _ => {
                        let args =
                            Args { a: offsets.ix(), n: node.len as i64 + 1, ..Args::default() };
                        // SAFETY: as above.
                        unsafe { self.positions("v = at(x.a, i) - at(x.a, 0)", &args) }?
                    }
                };
                Ok(PackedLists {
                    offsets: Offsets::Index(offsets),
                    content: self.rows(content, first, last)?,
                })
            }
            _ => {
                let lists = node.lists().ok_or_else(internal)?;
                let args =
                    Args { a: lists.starts, b: lists.stops, n: lists.n as i64, ..Args::default() };
                // SAFETY: there is a start and a stop for each list.
                let scanned =
                    unsafe { self.scan_total("v = at(x.b, i) - at(x.a, i)", &args, None) }?;
                let offsets = Index::i64(scanned.offsets);
                let args = Args { offsets: offsets.ix(), total: scanned.total as i64, ..args };
                // SAFETY: the elements are those of the lists.
                let index = unsafe { self.expanded("v = at(x.a, i) + j", &args) }?;
                Ok(PackedLists {
                    content: self.carry(&lists.content, &index)?,
                    offsets: Offsets::Index(offsets),
                })
            }
        }
    }

    /// Returns the node without unused data: indexes are resolved, and lists are contiguous.
    pub(crate) fn packed(&self, node: &DeviceNode) -> Result<DeviceNode> {
        let pack = |content: &DeviceNode| Ok::<_, Error>(Arc::new(self.packed(content)?));
        let kind = match &node.kind {
            Kind::Empty | Kind::Numpy { .. } => node.kind.clone(),
            Kind::Regular { size, content } => {
                let content = self.rows(content, 0, node.len * size)?;
                Kind::Regular { size: *size, content: pack(&content)? }
            }
            Kind::ListOffset { .. } | Kind::List { .. } => {
                let packed = self.tight(node)?;
                let Offsets::Index(mut offsets) = packed.offsets else {
                    return Err(internal());
                };
                if offsets.ty != crate::layout::dtype::IndexType::I64 {
                    let ty = offsets.ty.dtype();
                    let wide = self.cast(
                        &offsets.data,
                        ty,
                        crate::layout::dtype::Dtype::Int64,
                        node.len + 1,
                    )?;
                    offsets = Index::i64(self.as_numbers(&wide)?.0);
                }
                Kind::ListOffset { offsets, content: pack(&packed.content)?, tight: true }
            }
            Kind::Record { fields, contents } => {
                let contents = contents.iter().map(|content| {
                    let content = self.rows(content, 0, node.len)?;
                    self.packed(&content)
                });
                Kind::Record { fields: fields.clone(), contents: contents.collect::<Result<_>>()? }
            }
            Kind::Indexed { index, content } => {
                if !is_categorical(node) {
                    return self.packed(&self.carry(content, index)?);
                }
                Kind::Indexed { index: index.clone(), content: pack(content)? }
            }
            // Categories stay, used or not.
            Kind::IndexedOption { index, content } if is_categorical(node) => {
                Kind::IndexedOption { index: index.clone(), content: pack(content)? }
            }
            Kind::IndexedOption { .. } => {
                let (index, content) = self.option_index(node)?;
                let (index, content) = self.compacted(&index, &content)?;
                Kind::IndexedOption { index, content: pack(&content)? }
            }
            Kind::ByteMasked { mask, valid_when, content } => Kind::ByteMasked {
                mask: mask.clone(),
                valid_when: *valid_when,
                content: pack(&self.rows(content, 0, node.len)?)?,
            },
            Kind::BitMasked { mask, valid_when, lsb_order, content } => Kind::BitMasked {
                mask: mask.clone(),
                valid_when: *valid_when,
                lsb_order: *lsb_order,
                content: pack(&self.rows(content, 0, node.len)?)?,
            },
            Kind::Unmasked { content } => {
                Kind::Unmasked { content: pack(&self.rows(content, 0, node.len)?)? }
            }
            Kind::Union { tags, index, contents } => {
                let mut index = index.clone();
                let mut packed = Vec::with_capacity(contents.len());
                for (tag, content) in contents.iter().enumerate() {
                    let (which, kept, places) = self.of_tag(tags, tag, node.len)?;
                    // Without unused entries, positions stay as they are.
                    if content.len <= kept.count() {
                        packed.push(self.packed(content)?);
                        continue;
                    }
                    let part = self.carry_present(content, &self.composed(&index, &kept)?)?;
                    packed.push(self.packed(&part)?);
                    let args = Args {
                        a: which.ix(),
                        b: Ix::of_buffer(&places, crate::layout::dtype::Dtype::Int64),
                        c: index.ix(),
                        n: node.len as i64,
                        ..Args::default()
                    };
                    let code = "v = at(x.a, i) < 0 ? at(x.c, i) : at(x.b, i)";
                    // SAFETY: there is a tag, a place and a position for each entry.
                    index = unsafe { self.positions(code, &args) }?;
                }
                Kind::Union { tags: tags.clone(), index, contents: packed.into() }
            }
        };
        Ok(node.with_kind(node.len, kind))
    }

    /// Returns the entries that aren't missing, and the position of each entry among them.
    pub(crate) fn compacted(
        &self,
        index: &Index<Buffer>,
        content: &DeviceNode,
    ) -> Result<(Index<Buffer>, DeviceNode)> {
        let (kept, places) = self.kept(index.ix(), index.count())?;
        let args = Args {
            a: index.ix(),
            b: Ix::of_buffer(&places, crate::layout::dtype::Dtype::Int64),
            n: index.count() as i64,
            ..Args::default()
        };
        // SAFETY: there is a place for each entry.
        let new = unsafe { self.positions("v = at(x.a, i) < 0 ? -1 : at(x.b, i)", &args) }?;
        let picks = self.composed(index, &kept)?;
        Ok((new, self.carry(content, &picks)?))
    }

    /// Returns the positions of the indexes that aren't negative, and how many of these are before each; waits.
    pub(crate) fn kept(&self, index: Ix, n: usize) -> Result<(Index<Buffer>, Buffer)> {
        let args = Args { a: index, n: n as i64, ..Args::default() };
        // SAFETY: there are `n` indexes.
        let scanned = unsafe { self.scan_total("v = at(x.a, i) >= 0", &args, None) }?;
        let places = scanned.offsets;
        let selected_words = self.alloc_words(scanned.total)?;
        let args = Args {
            b: Ix::of_buffer(&places, crate::layout::dtype::Dtype::Int64),
            o0: selected_words.as_raw(),
            ..args
        };
        // SAFETY: there is a place for each that is kept.
        unsafe { self.each("if (at(x.a, i) >= 0) x.o0[at(x.b, i)] = i", &args) }?;
        Ok((Index::i64(selected_words.freeze()), places))
    }
}
