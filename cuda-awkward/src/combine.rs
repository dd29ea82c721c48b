//! Combinations within lists, products of lists, and lists put behind each other.

use std::sync::Arc;

use cuda_arrow::Buffer;

use crate::array::DeviceNode;
use crate::backend::{Args, Backend, Ix, first_wrong};
use crate::broadcast::{Broadcast, Level, Operand, Side, whole};
use crate::carry::{Offsets, internal};
use crate::error::{Error, Result};
use crate::node::{Index, Kind, Node};
use crate::structure::{At, level_of};
use crate::{Array, Axis};

/// The number of ways to take `k` of `n`, with a bound where it would be too large.
const CHOOSE: &str = "auto choose = [](i64 n, i64 k) -> i64 { if (n < k || n < 0) return 0; i64 c = 1; for (i64 t = 0; t < k; t++) { \
    if (c > (1ll << 61) / (n - t > 0 ? n - t : 1)) return 1ll << 61; c = c * (n - t) / (t + 1); } return c; };";

/// Combinations that are being described: see [`Array::combinations`].
#[derive(Debug, Clone)]
#[must_use]
pub struct Combinations<'a> {
    array: &'a Array,
    n: i64,
    replacement: bool,
    axis: Axis,
    fields: Option<Vec<String>>,
    positions: bool,
}

/// A product that is being described: see [`Backend::cartesian`].
#[derive(Debug, Clone)]
#[must_use]
pub struct Cartesian<'a> {
    backend: &'a Backend,
    arrays: Vec<Array>,
    axis: Axis,
    nested: bool,
    fields: Option<Vec<String>>,
    positions: bool,
}

fn names(fields: &Option<Vec<String>>, count: usize) -> Result<Option<Arc<[String]>>> {
    match fields {
        Some(fields) if fields.len() != count => Err(Error::Value(format!(
            "{} names are not as many as {count} fields",
            fields.len()
        ))),
        Some(fields) => Ok(Some(fields.clone().into())),
        None => Ok(None),
    }
}

/// How many entries each of `n` lists can have, so that their sum can be counted.
fn most_of_each(n: usize) -> i64 {
    (1 << 62) / (n.max(1) as i64)
}

fn too_many(operation: &str, list: usize) -> Error {
    Error::Value(format!(
        "list {list} has more {operation} than memory can hold"
    ))
}

/// The size of lists that are all of one.
fn sizes_of(node: &DeviceNode) -> Option<usize> {
    match node.kind {
        Kind::Regular { size, .. } => Some(size),
        _ => None,
    }
}

impl Combinations<'_> {
    /// Whether an entry may be taken again.
    pub fn replacement(mut self, replacement: bool) -> Self {
        self.replacement = replacement;
        self
    }

    /// Of the lists of which axis; 1, unless told otherwise.
    pub fn axis(mut self, axis: impl Into<Axis>) -> Self {
        self.axis = axis.into();
        self
    }

    /// Names of the fields, without which there are tuples.
    pub fn fields(mut self, fields: &[&str]) -> Self {
        self.fields = Some(fields.iter().map(|it| (*it).to_owned()).collect());
        self
    }

    /// Finds them.
    ///
    /// # Errors
    /// [`Error::Value`] for less than one of each, [`Error::Axis`] for an axis that isn't there.
    pub fn run(self) -> Result<Array> {
        let (least, most) = self.array.node.depths();
        if let Some(axis) = self.axis.number()
            && self.positions
            && (axis >= least as i64 || -axis > most as i64)
        {
            return Err(Error::Axis { axis, depth: most });
        }
        if self.n < 1 {
            return Err(Error::Value(
                "in combinations, 'n' must be at least 1".to_owned(),
            ));
        }
        let n = self.n as usize;
        let fields = names(&self.fields, n)?;
        let (array, backend) = (self.array, &self.array.backend);
        let combine = |node: &DeviceNode| {
            if node.is_text() {
                return Err(Error::Value(
                    "combinations of the characters of texts: make lists of them first".to_owned(),
                ));
            }
            let node = match self.positions {
                true => backend.local(node)?,
                false => node.clone(),
            };
            backend.combined(&node, n, self.replacement, fields.clone())
        };
        let axis = self.axis.required("combinations")?;
        let combine = &mut |node: &DeviceNode, at| match at {
            At::Lists => combine(node).map(Some),
            At::Entries => {
                let combined = combine(&whole(node.clone()))?;
                let content = combined.content().ok_or_else(internal)?;
                Ok(Some((**content).clone()))
            }
        };
        let node = backend.at_axis(&array.node, axis, 1, combine)?;
        Ok(array.with(node))
    }
}

impl Cartesian<'_> {
    /// Of the lists of which axis; 1, unless told otherwise.
    pub fn axis(mut self, axis: impl Into<Axis>) -> Self {
        self.axis = axis.into();
        self
    }

    /// Groups by the entries of the first arrays.
    pub fn nested(mut self, nested: bool) -> Self {
        self.nested = nested;
        self
    }

    /// Names of the fields, without which there are tuples.
    pub fn fields(mut self, fields: &[&str]) -> Self {
        self.fields = Some(fields.iter().map(|it| (*it).to_owned()).collect());
        self
    }

    /// Finds it.
    ///
    /// # Errors
    /// [`Error::Broadcast`] for arrays of different lengths, [`Error::Axis`] for an axis that isn't there.
    pub fn run(self) -> Result<Array> {
        let backend = self.backend;
        let fields = names(&self.fields, self.arrays.len())?;
        let Some(first) = self.arrays.first() else {
            return Err(Error::Value("a product needs arrays".to_owned()));
        };
        let mut nodes = Vec::with_capacity(self.arrays.len());
        for array in &self.arrays {
            backend.check(&array.backend)?;
            nodes.push((*array.node).clone());
        }
        let axis = self.axis.required("cartesian")?;
        let level = match level_of(axis, 1, &first.node) {
            Some(level) if level >= 0 => level as usize,
            _ => {
                let depth = first.node.depths().0;
                return Err(Error::Axis { axis, depth });
            }
        };
        let deepest = nodes.iter().map(DeviceNode::list_depth).max().unwrap_or(1);
        if level >= deepest
            || nodes
                .iter()
                .any(|it| level_of(axis, 1, it) != Some(level as i64))
        {
            return Err(Error::Axis {
                axis,
                depth: deepest,
            });
        }
        if level == 0 {
            let lists: Vec<_> = nodes.into_iter().map(whole).collect();
            let product = backend.product(&lists, &[], fields, self.nested, self.positions)?;
            let content = product.content().ok_or_else(internal)?;
            return Ok(first.with((**content).clone()));
        }
        for node in &nodes {
            if node.len != nodes[0].len {
                return Err(Error::Broadcast(format!(
                    "cannot broadcast RegularArray of size {} with RegularArray of size {} in cartesian",
                    nodes[0].len, node.len
                )));
            }
        }
        let node = backend.product_at(nodes, level, axis, fields, self.nested, self.positions)?;
        Ok(first.with(node))
    }
}

impl Backend {
    /// All combinations of the entries of each list.
    fn combined(
        &self,
        node: &DeviceNode,
        n: usize,
        replacement: bool,
        fields: Option<Arc<[String]>>,
    ) -> Result<DeviceNode> {
        let lists = node.lists().ok_or_else(internal)?;
        let report = self.report(2)?;
        let args = Args {
            a: lists.starts,
            b: lists.stops,
            p: n as i64,
            q: i64::from(replacement),
            r: most_of_each(lists.n),
            report: report.address(),
            n: lists.n as i64,
            ..Args::default()
        };
        // With replacement as many as of `len + n - 1` without, each less its place.
        let value = format!(
            "{CHOOSE} i64 len = at(x.b, i) - at(x.a, i); v = len > 0 ? choose(x.q ? len + x.p - 1 : len, x.p) : 0; if (v > x.r) {{ wrong(x, i); v = 0; }}"
        );
        // SAFETY: there is a start and a stop for each list.
        let offsets = Index::i64(unsafe { self.scan(&value, &args) }?);
        let words = match lists.n {
            0 => vec![0, 0],
            _ => self.read(&report)?,
        };
        let total = words[1].max(0) as usize;
        if let Some(list) = first_wrong(words[0]) {
            return Err(too_many("combinations", list));
        }
        let positions = total.checked_mul(n).filter(|it| *it < 1 << 48);
        let positions = positions.ok_or_else(|| too_many("combinations", 0))?;
        let out = self.alloc_words(positions)?.freeze();
        let args = Args {
            offsets: offsets.ix(),
            o0: out.as_raw(),
            total: total as i64,
            ..args
        };
        // The j-th in order: each place takes the largest entry before which there aren't more combinations than are left.
        let body = format!(
            "if (i >= 0) {{ {CHOOSE} i64 start = at(x.a, i), len = at(x.b, i) - start; if (x.q) len += x.p - 1; i64 left = j, from = 0; \
             for (i64 t = 0; t < x.p; t++) {{ i64 of = x.p - t, all = choose(len - from, of), lo = from, hi = len - of; \
             while (lo < hi) {{ i64 m = (lo + hi + 1) / 2; if (all - choose(len - m, of) <= left) lo = m; else hi = m - 1; }} \
             left -= all - choose(len - lo, of); x.o0[t * x.total + k] = start + lo - (x.q ? t : 0); from = lo + 1; }} }}"
        );
        // SAFETY: there is room for `n` positions of each.
        unsafe { self.expand(&body, &args) }?;
        let contents = (0..n).map(|number| {
            use crate::node::Bytes;
            let index = Index::i64(out.part(number * total * 8, total * 8));
            self.lazily(&lists.content, index)
        });
        let kind = Kind::Record {
            fields,
            contents: contents.collect::<Result<_>>()?,
        };
        let records = Node::new(total, kind);
        let offsets = match node.kind {
            // As many of each.
            Kind::Regular { .. } if lists.n > 0 => Offsets::Regular(total / lists.n),
            _ => Offsets::Index(offsets),
        };
        Ok(offsets.lists(lists.n, records, true))
    }

    /// Entries at positions, which are only looked for when they are used.
    fn lazily(&self, content: &DeviceNode, index: Index<Buffer>) -> Result<DeviceNode> {
        if content.is_option() || content.is_indexed() || content.is_record() {
            return self.carry(content, &index);
        }
        let content = Arc::new(content.clone());
        Ok(Node::new(index.count(), Kind::Indexed { index, content }))
    }

    fn product_at(
        &self,
        nodes: Vec<DeviceNode>,
        level: usize,
        axis: i64,
        fields: Option<Arc<[String]>>,
        nested: bool,
        positions: bool,
    ) -> Result<DeviceNode> {
        let beyond = |node: &DeviceNode| Error::Axis {
            axis,
            depth: node.depths().1,
        };
        let mut missing: Option<Index<Buffer>> = None;
        let mut plain = Vec::with_capacity(nodes.len());
        let mut gaps = Vec::with_capacity(nodes.len());
        for (number, node) in nodes.into_iter().enumerate() {
            let node = self.resolved(&node)?;
            if !node.is_option() {
                plain.push(node);
                gaps.push(None);
                continue;
            }
            let (index, content) = self.option_index(&node)?;
            if level == 1 && number > 0 {
                // A missing list has nothing to pair with; where results are grouped, its group is missing.
                plain.push(self.carry(&self.irregular(&content)?, &index)?);
                gaps.push(Some(index));
                continue;
            }
            plain.push(self.carry(&content, &index)?);
            gaps.push(None);
            let args = Args {
                a: index.ix(),
                b: missing.as_ref().map_or(Ix::IOTA, Index::ix),
                n: node.len as i64,
                ..Args::default()
            };
            let code = "v = at(x.a, i) < 0 || at(x.b, i) < 0 ? -1 : i";
            // SAFETY: there is one for each list.
            missing = Some(unsafe { self.positions(code, &args) }?);
        }
        for node in &plain {
            if !node.is_list() {
                return Err(beyond(node));
            }
        }
        let result = match level {
            1 => self.product(&plain, &gaps, fields, nested, positions)?,
            _ => {
                let n = plain[0].len;
                let sides: Vec<Side> = plain.into_iter().map(Side::Node).collect();
                let (offsets, contents) = self.aligned(&sides, n, false, "cartesian")?;
                let contents: Vec<DeviceNode> = contents.into_iter().flatten().collect();
                let total = contents.iter().map(|it| it.len).min().unwrap_or(0);
                let contents = contents.iter().map(|it| self.rows(it, 0, total));
                let contents = contents.collect::<Result<Vec<_>>>()?;
                let inner =
                    self.product_at(contents, level - 1, axis, fields, nested, positions)?;
                offsets.lists(n, inner, false)
            }
        };
        match missing {
            Some(index) => self.optional(index, result),
            None => Ok(result),
        }
    }

    /// The product of lists, list by list.
    fn product(
        &self,
        nodes: &[DeviceNode],
        gaps: &[Option<Index<Buffer>>],
        fields: Option<Arc<[String]>>,
        nested: bool,
        positions: bool,
    ) -> Result<DeviceNode> {
        let n = nodes.first().map_or(0, |node| node.len);
        // The nodes keep the offsets that the lists refer to.
        let nodes = nodes.iter().map(|node| match positions {
            true => self.local(node),
            false => Ok(node.clone()),
        });
        let nodes = nodes.collect::<Result<Vec<_>>>()?;
        let lists = nodes.iter().map(|node| node.lists().ok_or_else(internal));
        let lists = lists.collect::<Result<Vec<_>>>()?;
        // How many combinations of the lists from each on there are.
        let mut products: Vec<Index<Buffer>> = Vec::new();
        let report = self.report(2)?;
        for list in lists.iter().rev() {
            let args = Args {
                a: list.starts,
                b: list.stops,
                c: products.last().map_or(Ix::affine(1, 0), Index::ix),
                r: most_of_each(n),
                report: report.address(),
                n: n as i64,
                ..Args::default()
            };
            let code = "i64 len = at(x.b, i) - at(x.a, i), c = at(x.c, i); v = len * c; if (len > 0 && c > x.r / len) { wrong(x, i); v = 0; }";
            // SAFETY: there is a start and a stop for each list.
            products.push(unsafe { self.positions(code, &args) }?);
        }
        products.reverse();
        let whole = products.first().ok_or_else(internal)?;
        let args = Args {
            a: whole.ix(),
            report: report.address(),
            n: n as i64,
            ..Args::default()
        };
        // SAFETY: there are so many lengths.
        let offsets = Index::i64(unsafe { self.scan("v = at(x.a, i)", &args) }?);
        let words = match n {
            0 => vec![0, 0],
            _ => self.read(&report)?,
        };
        let total = words[1].max(0) as usize;
        if let Some(list) = first_wrong(words[0]).or((total > 1 << 48).then_some(0)) {
            return Err(too_many("pairs", list));
        }
        let mut contents = Vec::with_capacity(lists.len());
        for (number, list) in lists.iter().enumerate() {
            let args = Args {
                a: list.starts,
                b: list.stops,
                c: products.get(number + 1).map_or(Ix::affine(1, 0), Index::ix),
                offsets: offsets.ix(),
                n: n as i64,
                total: total as i64,
                ..Args::default()
            };
            let code = "v = at(x.a, i) + j / at(x.c, i) % (at(x.b, i) - at(x.a, i))";
            // SAFETY: a list that has elements in the product has some itself.
            let index = unsafe { self.expanded(code, &args) }?;
            contents.push(self.lazily(&list.content, index)?);
        }
        let kind = Kind::Record {
            fields,
            contents: contents.into(),
        };
        let mut inner = Node::new(total, kind);
        if !nested {
            return Ok(Offsets::Index(offsets).lists(n, inner, true));
        }
        // Groups of each level: as many as there are combinations of the lists up to it.
        let mut level_offsets = Vec::new();
        let mut before: Option<Index<Buffer>> = None;
        for (number, list) in lists.iter().enumerate().take(lists.len() - 1) {
            let args = Args {
                a: list.starts,
                b: list.stops,
                c: before.as_ref().map_or(Ix::affine(1, 0), Index::ix),
                n: n as i64,
                ..Args::default()
            };
            let code = "v = (at(x.b, i) - at(x.a, i)) * at(x.c, i)";
            // SAFETY: there is a start and a stop for each list.
            let counts = unsafe { self.positions(code, &args) }?;
            let (groups, count) = self.offsets_of(counts.ix(), n)?;
            before = Some(counts);
            // How many entries each group has at the next level.
            let next = &lists[number + 1];
            let args = Args {
                a: next.starts,
                b: next.stops,
                offsets: groups.ix(),
                n: n as i64,
                total: count as i64,
                ..Args::default()
            };
            let inner = match sizes_of(&nodes[number + 1]) {
                Some(size) => Offsets::Regular(size),
                None => {
                    // SAFETY: there is a start and a stop for each list.
                    let sizes = unsafe { self.expanded("v = at(x.b, i) - at(x.a, i)", &args) }?;
                    Offsets::Index(self.offsets_of(sizes.ix(), count)?.0)
                }
            };
            let gap = match gaps.get(number + 1) {
                Some(Some(gap)) => {
                    let args = Args {
                        a: gap.ix(),
                        ..args
                    };
                    // SAFETY: there is one for each list.
                    Some(unsafe { self.expanded("v = at(x.a, i) < 0 ? -1 : k", &args) }?)
                }
                _ => None,
            };
            level_offsets.push((groups, inner, count, gap));
        }
        for (_, offsets, count, gap) in level_offsets.iter().rev() {
            inner = offsets.lists(*count, inner, true);
            if let Some(gap) = gap {
                inner = self.optional(gap.clone(), inner)?;
            }
        }
        let outer = level_offsets.into_iter().next();
        let outer = match nodes.first().and_then(sizes_of) {
            Some(size) => Offsets::Regular(size),
            None => Offsets::Index(outer.map_or(offsets, |(groups, ..)| groups)),
        };
        Ok(outer.lists(n, inner, true))
    }

    /// Offsets of lists of given lengths, and their last; waits.
    pub(crate) fn offsets_of(&self, lengths: Ix, n: usize) -> Result<(Index<Buffer>, usize)> {
        let report = self.report(2)?;
        let args = Args {
            a: lengths,
            report: report.address(),
            n: n as i64,
            ..Args::default()
        };
        // SAFETY: there are so many lengths.
        let offsets = unsafe { self.scan("v = at(x.a, i)", &args) }?;
        let total = match n {
            0 => 0,
            _ => self.read(&report)?[1].max(0) as usize,
        };
        Ok((Index::i64(offsets), total))
    }

    /// All pairs, triples … of the entries of lists of several arrays, list by list; the first varies slowest:
    /// `ak.cartesian`.
    pub fn cartesian<'a>(&'a self, arrays: impl IntoIterator<Item = &'a Array>) -> Cartesian<'a> {
        Cartesian {
            backend: self,
            arrays: arrays.into_iter().cloned().collect(),
            axis: Axis::at(1),
            nested: false,
            fields: None,
            positions: false,
        }
    }

    /// The same, of the positions of entries: `ak.argcartesian`.
    pub fn argcartesian<'a>(
        &'a self,
        arrays: impl IntoIterator<Item = &'a Array>,
    ) -> Cartesian<'a> {
        Cartesian {
            positions: true,
            ..self.cartesian(arrays)
        }
    }

    /// Arrays one behind the other, or their lists at an axis: `ak.concatenate`.
    ///
    /// # Errors
    /// [`Error::Value`] for an axis that one of the arrays doesn't have, [`Error::Broadcast`] for arrays of different lengths.
    pub fn concatenate(
        &self,
        arrays: impl IntoIterator<Item = impl Into<Operand>>,
        axis: impl Into<Axis>,
    ) -> Result<Array> {
        let axis = axis.into().required("concatenate")?;
        let operands: Vec<Operand> = arrays.into_iter().map(Into::into).collect();
        let mut nodes = Vec::new();
        for operand in &operands {
            if let Operand::Array(array) = operand {
                self.check(&array.backend)?;
                nodes.push(&*array.node);
            }
        }
        let first = *nodes
            .first()
            .ok_or_else(|| Error::Value("concatenate needs an array".to_owned()))?;
        let deepest = nodes.iter().map(|node| node.depths().1).max().unwrap_or(1) as i64;
        let level = level_of(axis, 1, first).filter(|level| (0..deepest).contains(level));
        let level = level.ok_or_else(|| {
            Error::Value(format!(
                "axis={axis} is beyond the depth of this array or the depth of this array is ambiguous"
            ))
        })?;
        if nodes
            .iter()
            .any(|node| level_of(axis, 1, node) != Some(level))
        {
            return Err(Error::Value(format!(
                "arrays to concatenate do not have the same depth for negative axis={axis}"
            )));
        }
        if level == 0 {
            let nodes = operands.iter().map(|operand| match operand {
                Operand::Scalar(scalar) => self.node_of(&Side::Scalar(*scalar), 1),
                Operand::Array(array) => Ok((*array.node).clone()),
            });
            let merged = self.merged(&nodes.collect::<Result<Vec<_>>>()?)?;
            return Ok(Array::new(self, merged));
        }
        let mut how = Joining {
            level: level as usize,
        };
        let results = self.broadcast(&operands, &mut how)?;
        let node = results.into_iter().next().ok_or_else(internal)?;
        Ok(Array::new(self, node))
    }

    /// Lists one behind the other, those at the same place of each node. What is no list is a list of one.
    fn joined(&self, lists: Vec<DeviceNode>, n: usize) -> Result<DeviceNode> {
        let regular = lists.iter().all(|it| !it.is_var_list());
        let mut tight = Vec::with_capacity(lists.len());
        for node in lists {
            tight.push(match node.is_list() {
                true => self.tight(&node)?,
                false => crate::carry::Packed {
                    offsets: Offsets::Regular(1),
                    content: node,
                },
            });
        }
        // Where each array's part of a list begins in the joined one.
        let mut begins = vec![Ix::affine(0, 0)];
        let mut kept: Vec<Index<Buffer>> = Vec::new();
        for packed in &tight {
            let args = Args {
                a: packed.offsets.ix(),
                b: begins.last().copied().unwrap_or(Ix::affine(0, 0)),
                n: n as i64,
                ..Args::default()
            };
            let code = "v = at(x.b, i) + at(x.a, i + 1) - at(x.a, i)";
            // SAFETY: there is an offset for each list, and one more.
            let next = unsafe { self.positions(code, &args) }?;
            begins.push(next.ix());
            kept.push(next);
        }
        let lengths = begins.last().copied().unwrap_or(Ix::affine(0, 0));
        let total: usize = tight.iter().map(|it| it.content.len).sum();
        let args = Args {
            a: lengths,
            n: n as i64,
            ..Args::default()
        };
        // SAFETY: there are so many lengths.
        let offsets = Index::i64(unsafe { self.scan("v = at(x.a, i)", &args) }?);
        let index = self.alloc_words(total)?;
        let mut base = 0;
        for (packed, begin) in tight.iter().zip(&begins) {
            let args = Args {
                a: offsets.ix(),
                b: *begin,
                p: base as i64,
                offsets: packed.offsets.ix(),
                o0: index.as_raw(),
                n: n as i64,
                total: packed.content.len as i64,
                ..Args::default()
            };
            let body = "if (i >= 0) x.o0[at(x.a, i) + at(x.b, i) + j] = x.p + k";
            // SAFETY: each element of each array has a place in the joined lists.
            unsafe { self.expand(body, &args) }?;
            base += packed.content.len;
        }
        let contents: Vec<DeviceNode> = tight.iter().map(|it| it.content.clone()).collect();
        let merged = self.merged(&contents)?;
        let content = self.carry(&merged, &Index::i64(index.freeze()))?;
        let offsets = match regular {
            true => Offsets::Regular(
                tight
                    .iter()
                    .map(|it| match it.offsets {
                        Offsets::Regular(size) => size,
                        Offsets::Index(_) => 0,
                    })
                    .sum(),
            ),
            false => Offsets::Index(offsets),
        };
        Ok(offsets.lists(n, content, true))
    }
}

/// What puts lists of a level behind each other.
struct Joining {
    level: usize,
}

impl Broadcast for Joining {
    fn operation(&self) -> &str {
        "concatenate"
    }

    fn stops(&self, sides: &[Side], depth: usize) -> Result<bool> {
        let mut nodes = sides.iter().filter_map(Side::node);
        if nodes.any(|node| node.depths() == (1, 1)) {
            return Err(Error::Value(format!(
                "at least one array is not deep enough to concatenate at axis={}",
                self.level
            )));
        }
        let below =
            |node: &DeviceNode| node.is_option() && node.content().is_some_and(|it| it.is_list());
        let is_list = |node: &DeviceNode| node.is_list() || below(node);
        Ok(depth == self.level && sides.iter().filter_map(Side::node).all(is_list))
    }

    fn leaf(
        &mut self,
        backend: &Backend,
        sides: &[Side],
        level: &Level,
    ) -> Result<Vec<DeviceNode>> {
        let lists = sides.iter().map(|side| {
            let node = backend.node_of(side, level.n)?;
            if !node.is_option() || !node.content().is_some_and(|it| it.is_list()) {
                return Ok(node);
            }
            // A missing list has nothing to add.
            let (index, content) = backend.option_index(&node)?;
            backend.carry(&backend.irregular(&content)?, &index)
        });
        let lists = lists.collect::<Result<Vec<_>>>()?;
        Ok(vec![backend.joined(lists, level.n)?])
    }
}

impl Array {
    /// All ways to take `n` entries of each list, as tuples in the order of positions: `ak.combinations`.
    ///
    /// ```
    /// use cuda_awkward::{Backend, HostArray};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let stream = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?.stream()?;
    /// # let gpu = Backend::new(&stream)?;
    /// let array = HostArray::from_json("[[1, 2, 3], [4]]")?.to_backend(&gpu)?;
    /// let pairs = array.combinations(2).run()?;
    /// assert_eq!(pairs.to_host()?.value().to_string(), "[[(1, 2), (1, 3), (2, 3)], []]");
    /// # Ok(()) }
    /// ```
    pub fn combinations(&self, n: i64) -> Combinations<'_> {
        Combinations {
            array: self,
            n,
            replacement: false,
            axis: Axis::at(1),
            fields: None,
            positions: false,
        }
    }

    /// The same, of the positions of entries: `ak.argcombinations`.
    pub fn argcombinations(&self, n: i64) -> Combinations<'_> {
        Combinations {
            positions: true,
            ..self.combinations(n)
        }
    }
}
