//! Combinations within lists, products of lists, and lists put behind each other.

use std::sync::Arc;

use cuda_arrow::Buffer;

use crate::array::DeviceNode;
use crate::backend::{Args, Backend, Ix};
use crate::broadcast::{Operand, Side};
use crate::carry::{Offsets, internal};
use crate::error::{Error, Result};
use crate::node::{Index, Kind, Node};
use crate::structure::level_of;
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
        if self.n < 1 {
            return Err(Error::Value(
                "in combinations, 'n' must be at least 1".to_owned(),
            ));
        }
        let n = self.n as usize;
        let fields = names(&self.fields, n)?;
        let (array, backend) = (self.array, &self.array.backend);
        let mut combine = |node: &DeviceNode| {
            let node = match self.positions {
                true => backend.local(node)?,
                false => node.clone(),
            };
            backend.combined(&node, n, self.replacement, fields.clone())
        };
        let axis = self.axis.required("combinations")?;
        let node = match level_of(axis, 1, &array.node) {
            Some(0) => {
                let (size, content) = (array.len(), array.node.clone());
                let whole = Node::new(1, Kind::Regular { size, content });
                let combined = combine(&whole)?;
                (**combined.content().ok_or_else(internal)?).clone()
            }
            _ => backend.at_lists(&array.node, axis, 1, &mut combine)?,
        };
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
        if level == 0 {
            let whole = |content: &DeviceNode| {
                let (size, content) = (content.len, Arc::new(content.clone()));
                Node::new(1, Kind::Regular { size, content })
            };
            let lists: Vec<_> = nodes.iter().map(whole).collect();
            let product = backend.product(&lists, fields, self.nested, self.positions)?;
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
            report: report.address(),
            n: lists.n as i64,
            ..Args::default()
        };
        // With replacement as many as of `len + n - 1` without, each less its place.
        let value = format!(
            "{CHOOSE} i64 len = at(x.b, i) - at(x.a, i); v = len > 0 ? choose(x.q ? len + x.p - 1 : len, x.p) : 0"
        );
        // SAFETY: there is a start and a stop for each list.
        let offsets = Index::i64(unsafe { self.scan(&value, &args) }?);
        let total = match lists.n {
            0 => 0,
            _ => self.read(&report)?[1].max(0) as usize,
        };
        let out = self.alloc_words(total * n)?.freeze();
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
        for node in nodes {
            let node = self.resolved(&node)?;
            if !node.is_option() {
                plain.push(node);
                continue;
            }
            let (index, content) = self.option_index(&node)?;
            plain.push(self.carry(&content, &index)?);
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
            1 => self.product(&plain, fields, nested, positions)?,
            _ => {
                let n = plain[0].len;
                let sides: Vec<Side> = plain.into_iter().map(Side::Node).collect();
                let (offsets, contents) = self.aligned(&sides, n, "cartesian")?;
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
        for list in lists.iter().rev() {
            let args = Args {
                a: list.starts,
                b: list.stops,
                c: products.last().map_or(Ix::affine(1, 0), Index::ix),
                n: n as i64,
                ..Args::default()
            };
            let code = "v = (at(x.b, i) - at(x.a, i)) * at(x.c, i)";
            // SAFETY: there is a start and a stop for each list.
            products.push(unsafe { self.positions(code, &args) }?);
        }
        products.reverse();
        let whole = products.first().ok_or_else(internal)?;
        let (offsets, total) = self.offsets_of(whole.ix(), n)?;
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
            // SAFETY: there is a start and a stop for each list.
            let sizes = unsafe { self.expanded("v = at(x.b, i) - at(x.a, i)", &args) }?;
            let (inner, _) = self.offsets_of(sizes.ix(), count)?;
            level_offsets.push((groups, inner, count));
        }
        for (_, offsets, count) in level_offsets.iter().rev() {
            inner = Offsets::Index(offsets.clone()).lists(*count, inner, true);
        }
        let outer = level_offsets.into_iter().next();
        let outer = outer.map_or(offsets, |(groups, ..)| groups);
        Ok(Offsets::Index(outer).lists(n, inner, true))
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
    /// [`Error::Axis`] for an axis that isn't there, [`Error::Broadcast`] for arrays of different lengths,
    /// [`Error::Unsupported`] where the result would be a union.
    pub fn concatenate(
        &self,
        arrays: impl IntoIterator<Item = impl Into<Operand>>,
        axis: impl Into<Axis>,
    ) -> Result<Array> {
        let axis = axis.into().required("concatenate")?;
        let operands: Vec<Operand> = arrays.into_iter().map(Into::into).collect();
        let mut sides = Vec::new();
        let mut deepest = 1;
        let mut len = None;
        for operand in &operands {
            sides.push(match operand {
                Operand::Array(array) => {
                    self.check(&array.backend)?;
                    deepest = deepest.max(array.node.depths().1);
                    len = len.or(Some(array.len()));
                    Side::Node((*array.node).clone())
                }
                Operand::Scalar(scalar) => Side::Scalar(*scalar),
            });
        }
        let n = len.ok_or_else(|| Error::Value("concatenate needs an array".to_owned()))?;
        let level = if axis < 0 {
            axis + deepest as i64
        } else {
            axis
        };
        if level < 0 || level >= deepest as i64 {
            let depth = deepest;
            return Err(Error::Axis { axis, depth });
        }
        if level == 0 {
            let nodes = sides.iter().map(|side| match side {
                Side::Scalar(_) => self.node_of(side, 1),
                Side::Node(node) | Side::Spread(node) => Ok(node.clone()),
            });
            let merged = self.merged(&nodes.collect::<Result<Vec<_>>>()?)?;
            return Ok(Array::new(self, merged));
        }
        let mut nodes = Vec::new();
        for side in &sides {
            let node = self.node_of(side, n)?;
            let own = side.node().map_or(n, |node| node.len);
            if own != n {
                return Err(Error::Broadcast(format!(
                    "cannot broadcast RegularArray of size {n} with RegularArray of size {own} in concatenate"
                )));
            }
            nodes.push(node);
        }
        let node = self.joined(nodes, n, level as usize, axis)?;
        Ok(Array::new(self, node))
    }

    /// Lists at an axis, one behind the other.
    fn joined(
        &self,
        nodes: Vec<DeviceNode>,
        n: usize,
        level: usize,
        axis: i64,
    ) -> Result<DeviceNode> {
        let mut lists = Vec::with_capacity(nodes.len());
        for node in nodes {
            let node = self.resolved(&node)?;
            if node.is_option() && node.list_depth() > 1 {
                let (index, content) = self.option_index(&node)?;
                // A missing list has nothing to add.
                lists.push(self.carry(&content, &index)?);
            } else {
                lists.push(node);
            }
        }
        if level > 1 {
            let sides: Vec<Side> = lists.into_iter().map(Side::Node).collect();
            let (offsets, contents) = self.aligned(&sides, n, "concatenate")?;
            let total = contents.iter().flatten().map(|it| it.len).min();
            let total = total.ok_or(Error::Axis { axis, depth: level })?;
            let mut parents = None;
            let mut inner = Vec::new();
            for (side, content) in sides.iter().zip(contents) {
                inner.push(match (content, side.node()) {
                    (Some(content), _) => self.rows(&content, 0, total)?,
                    (None, Some(node)) => {
                        let index = match &parents {
                            Some(index) => index,
                            None => parents.insert(self.parents(&offsets, n, total)?),
                        };
                        self.carry(node, index)?
                    }
                    (None, None) => return Err(internal()),
                });
            }
            let inner = self.joined(inner, total, level - 1, axis)?;
            return Ok(offsets.lists(n, inner, false));
        }
        let regular = lists
            .iter()
            .all(|it| matches!(it.kind, Kind::Regular { .. }));
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
            true => Offsets::Regular(total.checked_div(n).unwrap_or(0)),
            false => Offsets::Index(offsets),
        };
        Ok(offsets.lists(n, content, true))
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
