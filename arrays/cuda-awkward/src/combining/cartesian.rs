//! Cartesian products of lists.

use std::sync::Arc;

use cuda_arrow::Buffer;

use crate::arguments::{Args, Ix};
use crate::array::{Array, DeviceNode};
use crate::backend::Backend;
use crate::combining::combine::{most_of_each, names, too_many};
use crate::combining::merge::Booleans;
use crate::elementwise::broadcast::{Side, whole};
use crate::error::internal;
use crate::error::{Error, Result};
use crate::layout::axis::Axis;
use crate::layout::node::{Index, Kind, MOST, Node, entries};
use crate::lists::{Lists, Offsets};
use crate::walk::level_of;

/// A builder of a product of lists: see [`Backend::cartesian`].
///
/// ```
/// # let stream = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?.stream()?;
/// # let gpu = cuda_awkward::Backend::new(&stream)?;
/// use cuda_awkward::HostArray;
///
/// let numbers = HostArray::from_json("[[1, 2], [3]]")?.to_backend(&gpu)?;
/// let letters = HostArray::from_json(r#"[["a"], ["b", "c"]]"#)?.to_backend(&gpu)?;
/// let pairs = gpu.cartesian([&numbers, &letters]).run()?;
/// assert_eq!(pairs.to_host()?.value()?.to_string(), r#"[[(1, "a"), (2, "a")], [(3, "b"), (3, "c")]]"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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

/// What a product has, independent of the lists.
struct CartesianOptions {
    axis: i64,
    fields: Option<Arc<[String]>>,
    nested: bool,
    positions: bool,
}

/// The combinations of lists, list by list.
struct Combinations {
    /// For each list, the number of combinations of it and the lists after it.
    from: Vec<Index<Buffer>>,
    offsets: Index<Buffer>,
    total: usize,
}

/// The groups of combinations that have the same entries of the lists up to one.
struct Groups {
    offsets: Index<Buffer>,
    count: usize,
    /// The entries of each group at the next level.
    inner: Offsets,
    /// The groups that are missing.
    gap: Option<Index<Buffer>>,
}

/// Returns the size of lists that all have the same one.
fn sizes_of(node: &DeviceNode) -> Option<usize> {
    match node.kind {
        Kind::Regular { size, .. } => Some(size),
        _ => None,
    }
}

/// Returns a list of each entry.
fn single(node: &DeviceNode) -> DeviceNode {
    let content = Arc::new(node.clone());
    Node::new(node.len, Kind::Regular { size: 1, content })
}

impl Cartesian<'_> {
    /// Sets the axis of the lists; 1 by default.
    pub fn axis(mut self, axis: impl Into<Axis>) -> Self {
        self.axis = axis.into();
        self
    }

    /// Sets whether the result is grouped by the entries of all arrays but the last, in nested lists.
    pub fn nested(mut self, nested: bool) -> Self {
        self.nested = nested;
        self
    }

    /// Sets the names of the fields; without names, the results are tuples.
    pub fn fields(mut self, fields: &[&str]) -> Self {
        self.fields = Some(fields.iter().map(|field| (*field).to_owned()).collect());
        self
    }

    /// Computes the product. An entry along the axis that isn't a list counts as a list of itself.
    ///
    /// # Errors
    /// [`Error::Broadcast`] for arrays of different lengths, [`Error::Axis`] for an axis that doesn't exist,
    /// [`Error::Value`] if there are no arrays, or another number of names.
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
        let depths = nodes.iter().map(DeviceNode::list_depth);
        let deepest = depths.max().unwrap_or(1).max(1);
        if level >= deepest
            || nodes.iter().any(|node| level_of(axis, 1, node) != Some(level as i64))
        {
            return Err(Error::Axis { axis, depth: deepest });
        }
        let wanted =
            CartesianOptions { axis, fields, nested: self.nested, positions: self.positions };
        if level == 0 {
            let is_empty = nodes.iter().any(|node| node.len == 0);
            let lists: Vec<_> = nodes.into_iter().map(whole).collect();
            let product = backend.product(&lists, &[], &wanted)?;
            let content = product.content().ok_or_else(internal)?;
            // Of nothing there are no groups, either.
            let len = if is_empty { 0 } else { content.len };
            return Ok(first.with(backend.rows(content, 0, len)?));
        }
        for node in &nodes {
            if node.len != nodes[0].len {
                return Err(Error::Broadcast(format!(
                    "cannot broadcast RegularArray of size {} with RegularArray of size {} in cartesian",
                    nodes[0].len, node.len
                )));
            }
        }
        let node = backend.product_at(nodes, level, &wanted)?;
        Ok(first.with(node))
    }
}

impl Backend {
    fn product_at(
        &self,
        nodes: Vec<DeviceNode>,
        level: usize,
        wanted: &CartesianOptions,
    ) -> Result<DeviceNode> {
        let beyond = |node: &DeviceNode| Error::Axis { axis: wanted.axis, depth: node.depths().1 };
        let mut missing: Option<Index<Buffer>> = None;
        let mut plain = Vec::with_capacity(nodes.len());
        let mut gaps = Vec::with_capacity(nodes.len());
        for (number, node) in nodes.into_iter().enumerate() {
            let node = self.resolved(&node)?;
            let has_options =
                |node: &DeviceNode| node.contents().iter().any(|content| content.is_option());
            let (index, content) = match &node.kind {
                _ if node.is_option() => self.option_index(&node)?,
                Kind::Union { .. } if has_options(&node) => {
                    (self.is_missing_anywhere(&node)?, node.clone())
                }
                _ => {
                    plain.push(node);
                    gaps.push(None);
                    continue;
                }
            };
            if level == 1 && number > 0 {
                // A missing list has no pairs; if results are grouped, its group is missing.
                let lists = if wanted.positions && !content.is_list() {
                    return Err(beyond(&content));
                } else {
                    self.irregular(&self.at_least_lists(&content)?)?
                };
                plain.push(self.carry(&lists, &index)?);
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
        let result = match level {
            1 => {
                let lists = plain.iter().map(|node| {
                    if wanted.positions && !node.is_list() {
                        Err(beyond(node))
                    } else {
                        self.at_least_lists(node)
                    }
                });
                self.product(&lists.collect::<Result<Vec<_>>>()?, &gaps, wanted)?
            }
            _ if !plain.iter().any(DeviceNode::is_list) => return Err(beyond(&plain[0])),
            _ => self.product_below(plain, level, wanted)?,
        };
        match missing {
            Some(index) => self.optional(index, result),
            None => Ok(result),
        }
    }

    /// Returns the product at a level below these lists, of which none is missing.
    fn product_below(
        &self,
        nodes: Vec<DeviceNode>,
        level: usize,
        wanted: &CartesianOptions,
    ) -> Result<DeviceNode> {
        let n = nodes.first().map_or(0, |node| node.len);
        let sides: Vec<Side> = nodes.into_iter().map(Side::Node).collect();
        let (offsets, contents) = self.aligned(&sides, n, false, "cartesian")?;
        let total = match &offsets {
            Offsets::Regular(size) => entries(n, *size)?,
            Offsets::Index(_) if n == 0 => 0,
            Offsets::Index(_) => {
                contents.iter().flatten().map(|content| content.len).min().unwrap_or(0)
            }
        };
        // What isn't a list counts for each of the entries of the lists beside it.
        let parents = self.parents(&offsets, n, total)?;
        let contents = sides.into_iter().zip(contents).map(|both| match both {
            (_, Some(content)) => self.rows(&content, 0, total),
            (Side::Node(node), None) => self.carry(&self.one_of_each(node)?, &parents),
            _ => Err(internal()),
        });
        let contents = contents.collect::<Result<Vec<_>>>()?;
        let inner = self.product_at(contents, level - 1, wanted)?;
        Ok(offsets.lists(n, inner, false))
    }

    /// Returns lists of the entries of a node that isn't lists, each in a list of its own. A union becomes lists of unions.
    fn at_least_lists(&self, node: &DeviceNode) -> Result<DeviceNode> {
        if node.is_list() {
            return Ok(node.clone());
        }
        if node.is_text() {
            let text = "a product of the characters of texts: make lists of them first";
            return Err(Error::Value(text.to_owned()));
        }
        if node.is_union() {
            let each = &mut |own: &DeviceNode, _| {
                let resolved = self.resolved(own)?;
                if resolved.is_option() {
                    // A missing list has no pairs.
                    let (index, content) = self.option_index(&resolved)?;
                    let lists = if content.is_text() {
                        single(&content)
                    } else {
                        self.at_least_lists(&content)?
                    };
                    self.tight(&self.carry(&self.irregular(&lists)?, &index)?)
                } else if resolved.is_text() {
                    self.tight(&single(&resolved))
                } else {
                    self.tight(&self.at_least_lists(&resolved)?)
                }
            };
            let lists = self.union_lists(node, Booleans::Apart, each)?;
            return Ok(lists.offsets.lists(node.len, lists.content, true));
        }
        Ok(single(node))
    }

    /// Returns the product of lists, list by list.
    fn product(
        &self,
        nodes: &[DeviceNode],
        gaps: &[Option<Index<Buffer>>],
        wanted: &CartesianOptions,
    ) -> Result<DeviceNode> {
        let n = nodes.first().map_or(0, |node| node.len);
        // The nodes keep the offsets that the lists refer to.
        let nodes = nodes
            .iter()
            .map(|node| if wanted.positions { self.local(node) } else { Ok(node.clone()) });
        let nodes = nodes.collect::<Result<Vec<_>>>()?;
        let lists = nodes.iter().map(|node| node.lists().ok_or_else(internal));
        let lists = lists.collect::<Result<Vec<_>>>()?;
        let combinations = self.combinations(&lists, n)?;
        let contents = lists.iter().enumerate();
        let contents = contents.map(|(at, list)| self.entries_of_list(&combinations, at, list));
        let kind = Kind::Record {
            fields: wanted.fields.clone(),
            contents: contents.collect::<Result<_>>()?,
        };
        let mut inner = Node::new(combinations.total, kind);
        if !wanted.nested {
            return Ok(Offsets::Index(combinations.offsets).lists(n, inner, true));
        }
        let groups = self.groups_by_level(&nodes, &lists, gaps)?;
        for Groups { count, inner: offsets, gap, .. } in groups.iter().rev() {
            inner = offsets.lists(*count, inner, true);
            if let Some(gap) = gap {
                inner = self.optional(gap.clone(), inner)?;
            }
        }
        let outer = groups.into_iter().next();
        let outer = match nodes.first().and_then(sizes_of) {
            Some(size) => Offsets::Regular(size),
            None => Offsets::Index(outer.map_or(combinations.offsets, |groups| groups.offsets)),
        };
        Ok(outer.lists(n, inner, true))
    }

    /// Counts the combinations of the entries of `n` lists each.
    fn combinations(&self, lists: &[Lists], n: usize) -> Result<Combinations> {
        let mut from: Vec<Index<Buffer>> = Vec::new();
        let report = self.report(2)?;
        for list in lists.iter().rev() {
            let args = Args {
                a: list.starts,
                b: list.stops,
                c: from.last().map_or(Ix::affine(1, 0), Index::ix),
                r: most_of_each(n),
                report: report.address(),
                n: n as i64,
                ..Args::default()
            };
            let code = "v = product_of_lengths(x, i)";
            // SAFETY: there is a start and a stop for each list.
            from.push(unsafe { self.positions(code, &args) }?);
        }
        from.reverse();
        let whole = from.first().ok_or_else(internal)?;
        let args = Args { a: whole.ix(), report: report.address(), n: n as i64, ..Args::default() };
        // SAFETY: there are that many lengths.
        let scanned = unsafe { self.scan_total("v = at(x.a, i)", &args, Some(&report)) }?;
        let (offsets, total) = (Index::i64(scanned.offsets), scanned.total);
        if let Some(list) = scanned.wrong {
            return Err(too_many("pairs", list));
        }
        if total > MOST {
            return Err(Error::Value(format!(
                "{n} lists have {total} pairs, which are more than memory can hold"
            )));
        }
        Ok(Combinations { from, offsets, total })
    }

    /// Returns the entry of each combination that is of the list at `at`.
    fn entries_of_list(
        &self,
        combinations: &Combinations,
        at: usize,
        list: &Lists,
    ) -> Result<DeviceNode> {
        let args = Args {
            a: list.starts,
            b: list.stops,
            c: combinations.from.get(at + 1).map_or(Ix::affine(1, 0), Index::ix),
            offsets: combinations.offsets.ix(),
            n: list.n as i64,
            total: combinations.total as i64,
            ..Args::default()
        };
        let code = "v = at(x.a, i) + j / at(x.c, i) % (at(x.b, i) - at(x.a, i))";
        // SAFETY: a list that has elements in the product has some itself.
        let index = unsafe { self.expanded(code, &args) }?;
        self.lazily(&list.content, index)
    }

    /// Returns the groups at each level: there are as many as combinations of the lists up to it.
    fn groups_by_level(
        &self,
        nodes: &[DeviceNode],
        lists: &[Lists],
        gaps: &[Option<Index<Buffer>>],
    ) -> Result<Vec<Groups>> {
        let mut groups = Vec::new();
        let mut before: Option<Index<Buffer>> = None;
        for (number, (list, next)) in lists.iter().zip(lists.iter().skip(1)).enumerate() {
            let n = list.n;
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
            let (offsets, count) = self.offsets_of(counts.ix(), n)?;
            before = Some(counts);
            let args = Args {
                a: next.starts,
                b: next.stops,
                offsets: offsets.ix(),
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
                    let args = Args { a: gap.ix(), ..args };
                    // SAFETY: there is one for each list.
                    Some(unsafe { self.expanded("v = at(x.a, i) < 0 ? -1 : k", &args) }?)
                }
                _ => None,
            };
            groups.push(Groups { offsets, count, inner, gap });
        }
        Ok(groups)
    }

    /// Returns a builder of all pairs, triples … of the entries of lists of several arrays, list by list; the last
    /// varies fastest: `ak.cartesian`.
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

    /// Returns a builder of the same products, with positions instead of entries: `ak.argcartesian`.
    pub fn argcartesian<'a>(
        &'a self,
        arrays: impl IntoIterator<Item = &'a Array>,
    ) -> Cartesian<'a> {
        Cartesian { positions: true, ..self.cartesian(arrays) }
    }
}
