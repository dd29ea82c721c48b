//! Indexing by integers, slices, fields and arrays, as in NumPy and Awkward.

use std::sync::Arc;

use cuda_arrow::Buffer;

use crate::arguments::{Args, Ix, first_wrong};
use crate::array::{Array, DeviceNode};
use crate::backend::Backend;
use crate::error::internal;
use crate::error::{Error, Result};
use crate::layout::dtype::Dtype;
use crate::layout::node::{Index, Kind, Node, entries};
use crate::lists::{Lists, Offsets};
use crate::slicing::pick::{Pick, is_var, slice_of};

/// The position of each entry in the array of an earlier pick, if there was one.
pub(crate) type AdvancedIndex = Option<Index<Buffer>>;

/// Returns the picks after `...`, with a slice of everything and `...` again as long as there are more axes than picks.
fn of_ellipsis(node: &DeviceNode, tail: &[Pick]) -> Vec<Pick> {
    let wanted =
        tail.iter().filter(|pick| matches!(pick, Pick::At(_) | Pick::Slice(..) | Pick::Array(_)));
    let (least, most) = node.depths();
    if tail.is_empty() || (least == most && most - 1 == wanted.count()) {
        return tail.to_vec();
    }
    [&[Pick::ALL, Pick::Ellipsis], tail].concat()
}

impl Backend {
    /// Picks from each list of a node; the picked entries of a list are one entry of the result.
    pub(crate) fn pick(
        &self,
        node: &DeviceNode,
        picks: &[Pick],
        advanced: &AdvancedIndex,
    ) -> Result<DeviceNode> {
        let Some((head, tail)) = picks.split_first() else {
            return Ok(node.clone());
        };
        if node.is_indexed() {
            return self.pick(&self.resolved(node)?, picks, advanced);
        }
        match head {
            Pick::Field(name) => self.pick(&self.projected(node, name)?, tail, advanced),
            Pick::Fields(names) => self.pick(&self.projected_all(node, names)?, tail, advanced),
            Pick::NewAxis => {
                let content = Arc::new(self.pick(node, tail, advanced)?);
                let kind = Kind::Regular { size: 1, content };
                Ok(Node::new(node.len, kind))
            }
            Pick::Ellipsis => self.pick(node, &of_ellipsis(node, tail), advanced),
            Pick::At(_) | Pick::Slice(..) | Pick::Array(_) => {
                match self.pick_below(node, picks, advanced)? {
                    Some(picked) => Ok(picked),
                    None => self.pick_in_lists(node, head, tail, advanced),
                }
            }
        }
    }

    /// Picks from what is below an option, a record or a union; `None` for another node.
    fn pick_below(
        &self,
        node: &DeviceNode,
        picks: &[Pick],
        advanced: &AdvancedIndex,
    ) -> Result<Option<DeviceNode>> {
        // The entry of each list that is kept.
        let of_kept = |kept: &Index<Buffer>| match advanced {
            Some(positions) => self.composed(positions, kept).map(Some),
            None => Ok(None),
        };
        if node.is_option() {
            let (index, content) = self.option_index(node)?;
            let (index, content) = self.compacted(&index, &content)?;
            let advanced = match advanced {
                Some(_) => of_kept(&self.kept(index.ix(), index.count())?.0)?,
                None => None,
            };
            let picked = self.pick(&content, picks, &advanced)?;
            return self.optional(index, picked).map(Some);
        }
        match &node.kind {
            Kind::Record { fields, contents } => {
                let contents = contents
                    .iter()
                    .map(|content| self.pick(&self.rows(content, 0, node.len)?, picks, advanced))
                    .collect::<Result<_>>()?;
                let kind = Kind::Record { fields: fields.clone(), contents };
                Ok(Some(node.with_kind(node.len, kind)))
            }
            Kind::Union { .. } => {
                let each = &mut |content: &DeviceNode, kept: &Index<Buffer>| {
                    self.pick(content, picks, &of_kept(kept)?)
                };
                self.over_union(node, each).map(Some)
            }
            _ => Ok(None),
        }
    }

    fn pick_in_lists(
        &self,
        node: &DeviceNode,
        head: &Pick,
        tail: &[Pick],
        advanced: &AdvancedIndex,
    ) -> Result<DeviceNode> {
        let Some(lists) = node.lists() else {
            return Err(Error::Index {
                operation: "getitem: too many dimensions in slice",
                position: 1 + tail.len() as i64,
                length: node.len,
            });
        };
        match head {
            Pick::At(position) => {
                let index = self.one_of_each_list(node, &lists, *position)?;
                let content = self.carry(&lists.content, &index)?;
                self.pick(&content, tail, advanced)
            }
            Pick::Slice(start, stop, step) => {
                self.pick_slice(node, &lists, (*start, *stop, step.unwrap_or(1)), tail, advanced)
            }
            Pick::Array(array) => self.pick_array(&lists, array, tail, advanced),
            _ => Err(internal()),
        }
    }

    /// Returns the places in the content of the entries at a position of each list.
    fn one_of_each_list(
        &self,
        node: &DeviceNode,
        lists: &Lists,
        position: i64,
    ) -> Result<Index<Buffer>> {
        if let Kind::Regular { size, .. } = &node.kind {
            let at = if position < 0 { position + *size as i64 } else { position };
            if at < 0 || at >= *size as i64 {
                let operation = "getitem";
                return Err(Error::Index { operation, position, length: *size });
            }
        }
        let report = self.report(1)?;
        let args = Args {
            a: lists.starts,
            b: lists.stops,
            p: position,
            report: report.address(),
            n: lists.n as i64,
            ..Args::default()
        };
        // SAFETY: there is a start and a stop for each list.
        let index = unsafe { self.positions("v = place_in(x, i, x.p, i)", &args) }?;
        // The position is within lists of one size.
        if let Kind::Regular { .. } = node.kind {
            return Ok(index);
        }
        if let Some(list) = first_wrong(self.read(&report)?[0]) {
            // SAFETY: as above.
            let lengths = unsafe { self.positions("v = at(x.b, i) - at(x.a, i)", &args) }?;
            return Err(Error::Index {
                operation: "getitem in each list",
                position,
                length: self.position(&lengths, list)? as usize,
            });
        }
        Ok(index)
    }

    fn pick_slice(
        &self,
        node: &DeviceNode,
        lists: &Lists,
        (start, stop, step): (Option<i64>, Option<i64>, i64),
        tail: &[Pick],
        advanced: &AdvancedIndex,
    ) -> Result<DeviceNode> {
        if step == 0 {
            return Err(Error::Slice("slice step cannot be zero".to_owned()));
        }
        let n = lists.n;
        let all = start.is_none() && stop.is_none() && step == 1;
        let given = i64::from(start.is_some()) | i64::from(stop.is_some()) << 1;
        let limit = 1i64 << 60;
        let args = Args {
            a: lists.starts,
            b: lists.stops,
            p: start.unwrap_or(0).clamp(-limit, limit),
            q: stop.unwrap_or(0).clamp(-limit, limit),
            r: step.clamp(-limit, limit),
            s: given,
            n: n as i64,
            ..Args::default()
        };
        let (offsets, content) = match &node.kind {
            _ if all => {
                if tail.is_empty() {
                    return Ok(node.clone());
                }
                let packed = self.tight(node)?;
                (packed.offsets, packed.content)
            }
            Kind::Regular { size, content } => {
                let (from, count) = slice_of(*size, start, stop, step);
                if n == 1 && step == 1 {
                    let from = from.max(0) as usize;
                    let part = self.rows(content, from, from + count)?;
                    (Offsets::Regular(count), part)
                } else {
                    let args = Args {
                        p: from,
                        q: step,
                        r: *size as i64,
                        s: count.max(1) as i64,
                        n: (n * count) as i64,
                        ..Args::default()
                    };
                    let code = "v = (i / x.s) * x.r + x.p + (i % x.s) * x.q";
                    // SAFETY: it reads nothing.
                    let index = unsafe { self.positions(code, &args) }?;
                    (Offsets::Regular(count), self.carry(content, &index)?)
                }
            }
            _ if step == 1 && tail.is_empty() => {
                // Only the ends move.
                let (starts, stops) = (self.alloc_words(n)?, self.alloc_words(n)?);
                let args = Args { o0: starts.as_raw(), o1: stops.as_raw(), ..args };
                let body = "slice_list(x, i)";
                // SAFETY: there is room for a start and a stop of each list.
                unsafe { self.each(body, &args) }?;
                let kind = Kind::List {
                    starts: Index::i64(starts.freeze()),
                    stops: Index::i64(stops.freeze()),
                    content: lists.content.clone(),
                };
                return Ok(node.with_kind(n, kind));
            }
            _ => {
                // SAFETY: there is a start and a stop for each list.
                let scanned = unsafe { self.scan_total("v = slice_of(x, i).count", &args, None) }?;
                let offsets = Index::i64(scanned.offsets);
                let args = Args { offsets: offsets.ix(), total: scanned.total as i64, ..args };
                let code = "v = at(x.a, i) + slice_of(x, i).from + j * x.r";
                // SAFETY: the slice is within its list.
                let index = unsafe { self.expanded(code, &args) }?;
                let content = self.carry(&lists.content, &index)?;
                (Offsets::Index(offsets), content)
            }
        };
        let advanced = match advanced {
            Some(positions) => {
                let parents = self.parents(&offsets, n, content.len)?;
                Some(self.composed(positions, &parents)?)
            }
            None => None,
        };
        let picked = self.pick(&content, tail, &advanced)?;
        Ok(offsets.lists(n, picked, true).with_parameters(&node.parameters))
    }

    /// Returns the flat positions of an array of integers or booleans, -1 for missing ones, and whether any may be missing.
    fn flat_positions(&self, array: &DeviceNode) -> Result<(Index<Buffer>, bool)> {
        let array = self.resolved(array)?;
        let (index, content) = if array.is_option() {
            let (index, content) = self.option_index(&array)?;
            (Some(index), content)
        } else {
            (None, array.clone())
        };
        let (data, ty) = match &content.kind {
            Kind::Empty => (self.zeroed(content.len * 8)?.freeze(), Dtype::Int64),
            _ => self.as_numbers(&content)?,
        };
        let n = array.len;
        let args = Args {
            a: index.as_ref().map_or(Ix::IOTA, Index::ix),
            b: Ix::of_buffer(&data, ty),
            n: n as i64,
            ..Args::default()
        };
        match ty {
            Dtype::Bool => {
                // A missing index selects a missing entry.
                // SAFETY: there is one for each entry.
                let flags = unsafe {
                    self.positions("i64 p = at(x.a, i); v = p < 0 || at(x.b, p) ? i : -1", &args)
                }?;
                let (kept, _) = self.kept(flags.ix(), n)?;
                match index {
                    None => Ok((kept, false)),
                    Some(index) => {
                        let args = Args {
                            a: kept.ix(),
                            b: index.ix(),
                            n: kept.count() as i64,
                            ..Args::default()
                        };
                        let code = "i64 p = at(x.a, i); v = at(x.b, p) < 0 ? NOWHERE : p";
                        // SAFETY: the kept positions are among the entries.
                        Ok((unsafe { self.positions(code, &args) }?, true))
                    }
                }
            }
            _ if ty.is_integer() => {
                // Missing indexes must differ from those that count from the end.
                let code = "i64 p = at(x.a, i); v = p < 0 ? NOWHERE : at(x.b, p)";
                // SAFETY: there is one for each entry.
                Ok((unsafe { self.positions(code, &args) }?, index.is_some()))
            }
            _ => Err(Error::Type(format!(
                "an array of {ty} can't be an index: it must be of integers or booleans"
            ))),
        }
    }

    /// Returns the positions along each axis of what a mask of several axes selects, as NumPy takes it; `None` for other
    /// arrays.
    pub(crate) fn along_axes(&self, array: &Array) -> Result<Option<Vec<Array>>> {
        self.check(array.backend())?;
        let mut sizes = Vec::new();
        let mut node = (*array.node).clone();
        while let Kind::Regular { size, content } = &node.kind {
            sizes.push(*size);
            node = self.rows(content, 0, node.len * size)?;
        }
        if sizes.is_empty() || !matches!(node.kind, Kind::Numpy { dtype: Dtype::Bool, .. }) {
            return Ok(None);
        }
        let (selected, _) = self.flat_positions(&node)?;
        let n = selected.count();
        let along = |axis: usize| {
            let args = Args {
                a: selected.ix(),
                p: sizes[axis..].iter().fold(1usize, |all, size| all.saturating_mul(*size)).max(1)
                    as i64,
                // The first axis is whatever is left.
                q: axis.checked_sub(1).map_or(i64::MAX, |axis| sizes[axis].max(1) as i64),
                n: n as i64,
                ..Args::default()
            };
            // SAFETY: there is a position for each.
            let index = unsafe { self.positions("v = at(x.a, i) / x.p % x.q", &args) }?;
            let kind = Kind::Numpy { dtype: Dtype::Int64, data: index.data };
            Ok(Array::new(self, Node::new(n, kind)))
        };
        (0..=sizes.len()).map(along).collect::<Result<_>>().map(Some)
    }

    fn pick_array(
        &self,
        lists: &Lists,
        array: &Array,
        tail: &[Pick],
        advanced: &AdvancedIndex,
    ) -> Result<DeviceNode> {
        self.check(array.backend())?;
        let n = lists.n;
        if array.node.list_depth() > 1 && !array.node.contains(&|node| is_var(node)) {
            // An index of several axes works as in NumPy: its shape replaces the axis.
            let mut shape = Vec::new();
            let mut node = (*array.node).clone();
            while let Kind::Regular { size, content } = &node.kind {
                shape.push(*size);
                node = self.rows(content, 0, node.len * size)?;
            }
            // Lists below an option or a union aren't axes.
            if advanced.is_some() || node.list_depth() > 1 {
                return Err(Error::Unsupported("this array of several axes as a pick".to_owned()));
            }
            let flat = Array::new(self, node);
            let mut picked = self.pick_array(lists, &flat, tail, advanced)?;
            for inner in shape.iter().rev() {
                let content = match &picked.kind {
                    Kind::Regular { content, .. } => content.clone(),
                    _ => return Err(internal()),
                };
                let len = content.len.checked_div(*inner).unwrap_or(0);
                let grouped = Node::new(len, Kind::Regular { size: *inner, content });
                let rows = len.checked_div(n).unwrap_or(0);
                picked = Node::new(n, Kind::Regular { size: rows, content: Arc::new(grouped) });
            }
            return Ok(picked);
        }
        let (positions, may_miss) = self.flat_positions(&array.node)?;
        let m = positions.count();
        let report = self.report(1)?;
        let count = match advanced {
            Some(_) => n,
            None => entries(n, m)?,
        };
        let args = Args {
            a: lists.starts,
            b: lists.stops,
            c: positions.ix(),
            d: advanced.as_ref().map_or(Ix::IOTA, Index::ix),
            p: m.max(1) as i64,
            report: report.address(),
            n: count as i64,
            ..Args::default()
        };
        let which = match advanced {
            Some(_) => "i64 list = i, which = at(x.d, i)",
            None => "i64 list = i / x.p, which = i % x.p",
        };
        let code = format!(
            "{which}; i64 w = at(x.c, which); v = w == NOWHERE ? -1 : place_in(x, list, w, i)"
        );
        // SAFETY: there is a start and a stop for each list, and a position for each entry of the array.
        let index = unsafe { self.positions(&code, &args) }?;
        if let Some(wrong) = first_wrong(self.read(&report)?[0]) {
            let value = |code: &str| {
                // SAFETY: as above.
                let all = unsafe { self.positions(&format!("{which}; v = {code}"), &args) }?;
                self.position(&all, wrong)
            };
            return Err(Error::Index {
                operation: "getitem by an array of positions",
                position: value("at(x.c, which)")?,
                length: value("at(x.b, list) - at(x.a, list)")? as usize,
            });
        }
        let content = self.carry(&lists.content, &index)?;
        let next = match advanced {
            Some(positions) => positions.clone(),
            None => {
                let args = Args { p: m.max(1) as i64, n: count as i64, ..Args::default() };
                // SAFETY: it reads nothing.
                unsafe { self.positions("v = i % x.p", &args) }?
            }
        };
        let mut picked = self.pick(&content, tail, &Some(next))?;
        if may_miss {
            let args = Args { a: index.ix(), n: count as i64, ..Args::default() };
            // SAFETY: there are that many.
            let index = unsafe { self.positions("v = at(x.a, i) < 0 ? -1 : i", &args) }?;
            picked = self.optional(index, picked)?;
        }
        if advanced.is_some() {
            return Ok(picked);
        }
        let content = Arc::new(picked);
        Ok(Node::new(n, Kind::Regular { size: m, content }))
    }
}
