//! Merges arrays of several types.

use std::sync::Arc;

use cuda_arrow::Buffer;

use crate::arguments::{Args, Ix};
use crate::array::DeviceNode;
use crate::backend::Backend;
use crate::error::internal;
use crate::error::{Error, Result};
use crate::layout::dtype::Dtype;
use crate::layout::node::{Index, Kind, Node, sum_of};

/// Whether booleans and numbers merge to numbers, or form a union.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Booleans {
    /// They stay booleans: unions that change, operands and records.
    Apart,
    /// They become numbers: arrays that a user joins, such as by `concatenate` and `choose`.
    Merge,
}

/// Returns the node without options and indexes around it.
fn plain(node: &DeviceNode) -> &DeviceNode {
    match node.content() {
        Some(content) if node.is_option() || node.is_indexed() => plain(content),
        _ => node,
    }
}

/// Returns `true` if a node merges with nodes that have merged, without a new union. A union merges with everything.
fn mergeable(group: &[&DeviceNode], node: &DeviceNode, booleans: Booleans) -> bool {
    let is_free = |node: &DeviceNode| matches!(node.kind, Kind::Empty | Kind::Union { .. });
    let node = plain(node);
    let mut group_nodes: Vec<&DeviceNode> = group.iter().map(|node| plain(node)).collect();
    if is_free(node) || group_nodes.iter().any(|node| node.is_union()) {
        return true;
    }
    group_nodes.retain(|node| !is_free(node));
    let Some(first) = group_nodes.first() else {
        return true;
    };
    if ["__array__", "__record__", "__list__"]
        .iter()
        .any(|name| first.parameter(name) != node.parameter(name))
    {
        return false;
    }
    match (&first.kind, &node.kind) {
        (Kind::Numpy { dtype: one, .. }, Kind::Numpy { dtype: other, .. }) => {
            if one.is_time() || other.is_time() {
                one == other
            } else {
                booleans == Booleans::Merge || (*one == Dtype::Bool) == (*other == Dtype::Bool)
            }
        }
        (Kind::Record { fields, contents }, Kind::Record { fields: others, contents: other }) => {
            fields.is_none() == others.is_none()
                && contents.len() == other.len()
                && first.field_names().iter().all(|name| {
                    let fields = group_nodes
                        .iter()
                        .filter_map(|record| record.field(name))
                        .collect::<Vec<_>>();
                    node.field(name).is_some_and(|field| mergeable(&fields, field, booleans))
                })
        }
        _ => {
            let below: Vec<_> = group_nodes.iter().filter_map(|node| node.lists()).collect();
            let below: Vec<&DeviceNode> = below.iter().map(|lists| &*lists.content).collect();
            let lists = node.lists();
            lists.is_some_and(|lists| {
                !below.is_empty() && mergeable(&below, &lists.content, booleans)
            })
        }
    }
}

impl Backend {
    /// Concatenates the entries of all nodes, as a union if their types don't merge.
    pub(crate) fn merged(&self, nodes: &[DeviceNode], booleans: Booleans) -> Result<DeviceNode> {
        let some: Vec<&DeviceNode> =
            nodes.iter().filter(|node| !matches!(node.kind, Kind::Empty) || node.len > 0).collect();
        match some[..] {
            [] => return Ok(nodes.first().cloned().unwrap_or(Node::new(0, Kind::Empty))),
            [one] => return Ok(one.clone()),
            _ => {}
        }
        self.joined_types(&some, booleans)
    }

    /// Returns a union with types that merge merged; the only type if all do.
    pub(crate) fn simplified(&self, union: &DeviceNode, booleans: Booleans) -> Result<DeviceNode> {
        self.joined_types(&[union], booleans)
    }

    fn joined_types(&self, nodes: &[&DeviceNode], booleans: Booleans) -> Result<DeviceNode> {
        let resolved: Vec<DeviceNode> =
            nodes.iter().map(|node| self.resolved(node)).collect::<Result<_>>()?;
        let len = sum_of(resolved.iter().map(|content| content.len))?;
        // For each type of each node: the group that it is merged into, and the entries before it there.
        let mut groups: Vec<Vec<DeviceNode>> = Vec::new();
        let mut places: Vec<Vec<(usize, usize)>> = Vec::new();
        for node in &resolved {
            let parts = match &node.kind {
                Kind::Union { contents, .. } => contents.iter().collect(),
                _ => vec![node],
            };
            let mut of_node = Vec::new();
            for part in parts {
                let part = self.resolved(part)?;
                let found = groups.iter().position(|group| {
                    let group: Vec<&DeviceNode> = group.iter().collect();
                    mergeable(&group, &part, booleans)
                });
                let group = found.unwrap_or(groups.len());
                if found.is_none() {
                    groups.push(Vec::new());
                }
                let members = &mut groups[group];
                of_node.push((group, sum_of(members.iter().map(|member| member.len))?));
                members.push(part);
            }
            places.push(of_node);
        }
        if groups.len() > 128 {
            let count = groups.len();
            return Err(Error::Unsupported(format!("a union of {count} types")));
        }
        let is_union = |node: &DeviceNode| matches!(node.kind, Kind::Union { .. });
        if groups.len() == 1 && !resolved.iter().any(is_union) {
            return self.merged_alike(&resolved, len);
        }
        self.united(&resolved, &groups, &places, len)
    }

    /// Concatenates the contents of nodes that merge. Their booleans and numbers do, unless there is a union.
    fn merged_contents(&self, contents: &[DeviceNode]) -> Result<DeviceNode> {
        let booleans = if contents.iter().any(|content| plain(content).is_union()) {
            Booleans::Apart
        } else {
            Booleans::Merge
        };
        self.merged(contents, booleans)
    }

    /// Returns a union of groups of nodes. Each group has one type.
    fn united(
        &self,
        nodes: &[DeviceNode],
        groups: &[Vec<DeviceNode>],
        places: &[Vec<(usize, usize)>],
        len: usize,
    ) -> Result<DeviceNode> {
        let (tags, index) = (self.alloc(len)?, self.alloc_words(len)?);
        let mut done = 0usize;
        for (node, places) in nodes.iter().zip(places) {
            for (number, (group, base)) in places.iter().enumerate() {
                let (own, inner) = match &node.kind {
                    Kind::Union { tags, index, .. } => {
                        (Ix::of_buffer(tags, Dtype::Int8), index.ix())
                    }
                    _ => (Ix::affine(0, 0), Ix::IOTA),
                };
                let args = Args {
                    a: own,
                    b: inner,
                    p: number as i64,
                    q: done as i64,
                    r: *group as i64,
                    s: *base as i64,
                    o0: index.as_raw(),
                    o1: tags.as_raw(),
                    n: node.len as i64,
                    ..Args::default()
                };
                let body = "merge_entry(x, i)";
                // SAFETY: there is room for a tag and a position of each entry.
                unsafe { self.each(body, &args) }?;
            }
            done += node.len;
        }
        let index = Index::i64(index.freeze());
        let contents = groups.iter().map(|group| match &group[..] {
            [one] => Ok(one.clone()),
            _ => self.merged_alike(group, sum_of(group.iter().map(|node| node.len))?),
        });
        let mut contents = contents.collect::<Result<Vec<_>>>()?;
        if let [one] = &contents[..] {
            return self.carry(one, &index);
        }
        // If one is an option, all become options.
        if contents.iter().any(|content| content.is_option()) {
            for content in contents.iter_mut().filter(|content| !content.is_option()) {
                let len = content.len;
                let inner = Arc::new(content.clone());
                *content = Node::new(len, Kind::Unmasked { content: inner });
            }
        }
        let kind = Kind::Union { tags: tags.freeze(), index, contents: contents.into() };
        Ok(Node::new(len, kind))
    }

    /// Changes the entries of each type of a union, and merges the results. `change` receives the entries and their
    /// positions.
    pub(crate) fn over_union(
        &self,
        node: &DeviceNode,
        change: &mut dyn FnMut(&DeviceNode, &Index<Buffer>) -> Result<DeviceNode>,
    ) -> Result<DeviceNode> {
        let (tags, index, contents) = node.union_parts()?;
        let place = self.alloc_words(node.len)?;
        let mut base = 0;
        let mut changed = Vec::with_capacity(contents.len());
        for (tag, content) in contents.iter().enumerate() {
            let (which, kept, places) = self.of_tag(tags, tag, node.len)?;
            let args = Args {
                a: which.ix(),
                b: Ix::of_buffer(&places, Dtype::Int64),
                p: base,
                o0: place.as_raw(),
                n: node.len as i64,
                ..Args::default()
            };
            // SAFETY: there is a place for each entry.
            unsafe { self.each("if (at(x.a, i) >= 0) x.o0[i] = x.p + at(x.b, i)", &args) }?;
            let part = self.carry_present(content, &self.composed(index, &kept)?)?;
            let part = change(&self.resolved(&part)?, &kept)?;
            if part.len < kept.count() {
                return Err(Error::Value(
                    "an axis that isn't a list in all types of a union would change how many entries it has".to_owned(),
                ));
            }
            base += part.len as i64;
            changed.push(part);
        }
        let merged = self.merged(&changed, Booleans::Apart)?;
        self.carry(&merged, &Index::i64(place.freeze()))
    }

    /// Concatenates the entries of nodes of one type.
    fn merged_alike(&self, nodes: &[DeviceNode], len: usize) -> Result<DeviceNode> {
        if nodes.iter().any(|node| node.is_option()) {
            return self.merged_options(nodes, len);
        }
        if nodes.iter().all(|node| matches!(node.kind, Kind::Numpy { .. } | Kind::Empty)) {
            return self.merged_numbers(nodes, len);
        }
        if let Some(known) = nodes.iter().find(|node| !matches!(node.kind, Kind::Empty))
            && nodes.iter().any(|node| matches!(node.kind, Kind::Empty))
        {
            // A node of unknown type has no visible entries.
            let nodes = nodes.iter().map(|node| match node.kind {
                Kind::Empty => {
                    let args = Args { n: node.len as i64, ..Args::default() };
                    // SAFETY: it reads nothing.
                    self.carry(known, &unsafe { self.positions("v = -1", &args) }?)
                }
                _ => Ok(node.clone()),
            });
            return self.merged_alike(&nodes.collect::<Result<Vec<_>>>()?, len);
        }
        if nodes.iter().all(|node| node.lists().is_some()) {
            return self.merged_lists(nodes, len);
        }
        if nodes.iter().all(|node| node.is_record()) {
            return self.merged_records(nodes, len);
        }
        let types: Vec<_> = nodes.iter().map(|node| node.form().type_text()).collect();
        Err(Error::Unsupported(format!("an array of these types together: {}", types.join(", "))))
    }

    fn merged_options(&self, nodes: &[DeviceNode], len: usize) -> Result<DeviceNode> {
        let index = self.alloc_words(len)?;
        let mut contents = Vec::with_capacity(nodes.len());
        let (mut done, mut base) = (0usize, 0usize);
        for node in nodes {
            let (from, content) = if node.is_option() {
                let (index, content) = self.option_index(node)?;
                (Some(index), content)
            } else {
                (None, node.clone())
            };
            let args = Args {
                a: from.as_ref().map_or(crate::arguments::Ix::IOTA, Index::ix),
                p: base as i64,
                q: done as i64,
                o0: index.as_raw(),
                n: node.len as i64,
                ..Args::default()
            };
            let body = "i64 v = at(x.a, i); x.o0[x.q + i] = v < 0 ? -1 : v + x.p";
            // SAFETY: there is room for all entries.
            unsafe { self.each(body, &args) }?;
            done += node.len;
            base += content.len;
            contents.push(content);
        }
        let content = self.merged_contents(&contents)?;
        self.optional(Index::i64(index.freeze()), content)
    }

    fn merged_numbers(&self, nodes: &[DeviceNode], len: usize) -> Result<DeviceNode> {
        // An unknown type doesn't affect the result's type.
        let type_of = |node: &DeviceNode| match node.kind {
            Kind::Numpy { dtype, .. } => Some(dtype),
            _ => None,
        };
        let ty = nodes.iter().filter_map(type_of).reduce(Dtype::promote);
        let ty = ty.unwrap_or(Dtype::Float64);
        let mut out = self.alloc(len * ty.size())?;
        let mut done = 0;
        for node in nodes {
            let (data, from) = self.as_numbers(node)?;
            let cast = self.cast(&data, from, ty, node.len)?;
            let (data, _) = self.as_numbers(&cast)?;
            out.copy_from(done, &data)?;
            done += data.len();
        }
        Ok(Node::numpy(ty, out.freeze()).with_parameters(&nodes[0].parameters))
    }

    fn merged_lists(&self, nodes: &[DeviceNode], len: usize) -> Result<DeviceNode> {
        let sizes: Vec<_> = nodes
            .iter()
            .map(|node| match &node.kind {
                Kind::Regular { size, content } => Some((*size, content)),
                _ => None,
            })
            .collect();
        if let Some(Some((size, _))) = sizes.first()
            && sizes.iter().all(|regular| regular.is_some_and(|regular| regular.0 == *size))
        {
            let contents = nodes.iter().zip(&sizes).filter_map(|(node, regular)| {
                let (size, content) = (*regular)?;
                Some(self.rows(content, 0, node.len * size))
            });
            let contents = contents.collect::<Result<Vec<_>>>()?;
            let kind =
                Kind::Regular { size: *size, content: Arc::new(self.merged_contents(&contents)?) };
            return Ok(nodes[0].with_kind(len, kind));
        }
        let (starts, stops) = (self.alloc_words(len)?, self.alloc_words(len)?);
        let (mut done, mut base) = (0usize, 0usize);
        let mut contents = Vec::with_capacity(nodes.len());
        for node in nodes {
            let lists = node.lists().ok_or_else(internal)?;
            let args = Args {
                a: lists.starts,
                b: lists.stops,
                p: base as i64,
                q: done as i64,
                o0: starts.as_raw(),
                o1: stops.as_raw(),
                n: node.len as i64,
                ..Args::default()
            };
            let body = "x.o0[x.q + i] = at(x.a, i) + x.p; x.o1[x.q + i] = at(x.b, i) + x.p";
            // SAFETY: there is room for all lists.
            unsafe { self.each(body, &args) }?;
            done += node.len;
            base += lists.content.len;
            contents.push((*lists.content).clone());
        }
        let kind = Kind::List {
            starts: Index::i64(starts.freeze()),
            stops: Index::i64(stops.freeze()),
            content: Arc::new(self.merged_contents(&contents)?),
        };
        Ok(nodes[0].with_kind(len, kind))
    }

    fn merged_records(&self, nodes: &[DeviceNode], len: usize) -> Result<DeviceNode> {
        let names = |node: &DeviceNode| node.field_names();
        let fields = names(&nodes[0]);
        let is_tuple = |node: &DeviceNode| matches!(node.kind, Kind::Record { fields: None, .. });
        let contents = fields.iter().map(|name| {
            let parts = nodes.iter().map(|node| {
                let field = node.field(name).ok_or_else(internal)?;
                self.rows(field, 0, node.len)
            });
            self.merged_contents(&parts.collect::<Result<Vec<_>>>()?)
        });
        let kind = Kind::Record {
            contents: contents.collect::<Result<_>>()?,
            fields: (!is_tuple(&nodes[0])).then(|| fields.clone().into()),
        };
        Ok(nodes[0].with_kind(len, kind))
    }
}

impl DeviceNode {
    /// Returns the names of a record's own fields.
    pub(crate) fn field_names(&self) -> Vec<String> {
        match &self.kind {
            Kind::Record { fields, contents } => (0..contents.len())
                .map(|i| crate::layout::node::field_name(fields.as_deref(), i))
                .collect(),
            _ => Vec::new(),
        }
    }

    /// Returns a record's own field.
    pub(crate) fn field(&self, name: &str) -> Option<&Self> {
        let Kind::Record { fields, contents } = &self.kind else {
            return None;
        };
        let place = match fields {
            Some(fields) => fields.iter().position(|field| field == name)?,
            // The name of a tuple's field is its index in decimal.
            None => name.parse().ok().filter(|number: &usize| number.to_string() == name)?,
        };
        contents.get(place)
    }
}
