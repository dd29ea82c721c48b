//! Removes all lists.

use cuda_arrow::Buffer;

use crate::arguments::{Args, Ix};
use crate::array::DeviceNode;
use crate::backend::Backend;
use crate::combining::merge::Booleans;
use crate::combining::pack::PackedLists;
use crate::error::Result;
use crate::error::internal;
use crate::layout::dtype::Dtype;
use crate::layout::node::{Index, Kind, Node};
use crate::lists::Offsets;

/// Entries without lists, and how many of them each group has, if there are groups.
struct Flat {
    node: DeviceNode,
    groups: Option<Offsets>,
}

impl Backend {
    /// Returns all entries without any lists. Missing lists vanish, and so do missing entries unless they are kept.
    pub(crate) fn flattened(&self, node: &DeviceNode, keeps: bool) -> Result<DeviceNode> {
        Ok(self.flat(node, None, 0, keeps)?.node)
    }

    /// Removes the lists of `count` groups of entries, which are contiguous and cover the node.
    fn flat(
        &self,
        node: &DeviceNode,
        groups: Option<Offsets>,
        count: usize,
        keeps: bool,
    ) -> Result<Flat> {
        let done = |node: DeviceNode, groups| Ok(Flat { node, groups });
        if node.is_text() {
            return done(node.clone(), groups);
        }
        match &node.kind {
            Kind::Empty | Kind::Numpy { .. } => done(node.clone(), groups),
            Kind::Indexed { .. } => self.flat(&self.resolved(node)?, groups, count, keeps),
            _ if node.is_option() => {
                let (index, content) = self.option_index(node)?;
                if keeps && !content.is_union() && content.depths() == (1, 1) {
                    return done(self.optional(index, content)?, groups);
                }
                let (kept, places) = self.kept(index.ix(), index.count())?;
                let content = self.carry(&content, &self.composed(&index, &kept)?)?;
                let places = Offsets::Index(Index::i64(places));
                let groups = self.regrouped(groups, &places, count)?;
                self.flat(&content, groups, count, keeps)
            }
            Kind::Record { contents, .. } => {
                let fields = contents.iter().map(|content| {
                    let field = self.rows(content, 0, node.len)?;
                    self.flat(&field, groups.clone(), count, keeps)
                });
                let fields = fields.collect::<Result<Vec<_>>>()?;
                self.one_after_another(fields, groups.is_some().then_some(count))
            }
            Kind::Union { .. } => {
                let each = &mut |own: &DeviceNode, count| {
                    let flat = self.flat(own, Some(Offsets::Regular(1)), count, keeps)?;
                    Ok(PackedLists {
                        offsets: flat.groups.ok_or_else(internal)?,
                        content: flat.node,
                    })
                };
                let lists = self.union_lists(node, Booleans::Merge, each)?;
                let groups = self.regrouped(groups, &lists.offsets, count)?;
                done(lists.content, groups)
            }
            _ => {
                let lists = self.tight(node)?;
                let groups = self.regrouped(groups, &lists.offsets, count)?;
                self.flat(&lists.content, groups, count, keeps)
            }
        }
    }

    /// Returns groups of the entries that `lists` have, given groups of these lists.
    fn regrouped(
        &self,
        groups: Option<Offsets>,
        lists: &Offsets,
        count: usize,
    ) -> Result<Option<Offsets>> {
        let Some(groups) = groups else {
            return Ok(None);
        };
        let args = Args { a: groups.ix(), b: lists.ix(), n: count as i64 + 1, ..Args::default() };
        // SAFETY: groups end at lists, or after the last, and there is an offset for each list and one more.
        let offsets = unsafe { self.positions("v = at(x.b, at(x.a, i))", &args) }?;
        Ok(Some(Offsets::Index(offsets)))
    }

    /// Returns the entries of the parts, group by group if there are groups.
    fn one_after_another(&self, parts: Vec<Flat>, groups: Option<usize>) -> Result<Flat> {
        let (nodes, offsets): (Vec<_>, Vec<_>) =
            parts.into_iter().map(|part| (part.node, part.groups)).unzip();
        let Some(count) = groups else {
            let node = self.merged(&nodes, Booleans::Merge)?;
            return Ok(Flat { node, groups: None });
        };
        if nodes.is_empty() {
            let node = self.merged(&nodes, Booleans::Merge)?;
            let groups = Some(Offsets::Regular(0));
            return Ok(Flat { node, groups });
        }
        let lists = nodes.into_iter().zip(offsets).map(|(node, offsets)| {
            let offsets = offsets.ok_or_else(internal)?;
            Ok(offsets.lists(count, node, true))
        });
        let joined = self.joined(lists.collect::<Result<_>>()?, count)?;
        let packed = self.tight(&joined)?;
        let groups = Some(packed.offsets);
        Ok(Flat { node: packed.content, groups })
    }

    /// Returns a list of each entry of a union, in order: `lists` returns those of one type.
    pub(crate) fn union_lists(
        &self,
        node: &DeviceNode,
        booleans: Booleans,
        lists: &mut dyn FnMut(&DeviceNode, usize) -> Result<PackedLists>,
    ) -> Result<PackedLists> {
        let (tags, index, contents) = node.union_parts()?;
        let (starts, stops) = (self.alloc_words(node.len)?, self.alloc_words(node.len)?);
        let (mut parts, mut base) = (Vec::with_capacity(contents.len()), 0);
        for (tag, content) in contents.iter().enumerate() {
            let (which, kept, places) = self.of_tag(tags, tag, node.len)?;
            let part = self.carry_present(content, &self.composed(index, &kept)?)?;
            let PackedLists { offsets, content } = lists(&part, kept.count())?;
            let args = Args {
                a: which.ix(),
                b: Ix::of_buffer(&places, Dtype::Int64),
                c: offsets.ix(),
                p: base,
                o0: starts.as_raw(),
                o1: stops.as_raw(),
                n: node.len as i64,
                ..Args::default()
            };
            let body = "list_of_type(x, i)";
            // SAFETY: there is a place for each entry, and an offset for each entry of this type and one more.
            unsafe { self.each(body, &args) }?;
            base += content.len as i64;
            // A type that no entry has may be left out.
            if kept.count() > 0 || booleans == Booleans::Apart {
                parts.push(content);
            }
        }
        let content = if parts.is_empty() {
            Node::new(0, Kind::Empty)
        } else {
            self.merged(&parts, booleans)?
        };
        let kind = Kind::List {
            starts: Index::i64(starts.freeze()),
            stops: Index::i64(stops.freeze()),
            content: content.into(),
        };
        self.tight(&node.with_kind(node.len, kind))
    }

    /// Returns for each entry of a union its position if it has this tag, and -1 otherwise; the positions that do, and how
    /// many of them are before each entry.
    pub(crate) fn of_tag(
        &self,
        tags: &Buffer,
        tag: usize,
        n: usize,
    ) -> Result<(Index<Buffer>, Index<Buffer>, Buffer)> {
        let args = Args {
            a: Ix::of_buffer(tags, Dtype::Int8),
            p: tag as i64,
            n: n as i64,
            ..Args::default()
        };
        // SAFETY: there is a tag for each entry.
        let which = unsafe { self.positions("v = at(x.a, i) == x.p ? i : -1", &args) }?;
        let (kept, places) = self.kept(which.ix(), n)?;
        Ok((which, kept, places))
    }
}
