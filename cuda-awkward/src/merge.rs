//! Arrays of several types as one.

use std::sync::Arc;

use crate::Dtype;
use crate::array::DeviceNode;
use crate::backend::{Args, Backend};
use crate::carry::internal;
use crate::error::{Error, Result};
use crate::node::{Index, Kind, Node};

impl Backend {
    /// The entries of all nodes, one behind the other.
    pub(crate) fn merged(&self, nodes: &[DeviceNode]) -> Result<DeviceNode> {
        let some: Vec<&DeviceNode> = nodes
            .iter()
            .filter(|node| !matches!(node.kind, Kind::Empty) || node.len > 0)
            .collect();
        match some[..] {
            [] => return Ok(nodes.first().cloned().unwrap_or(Node::new(0, Kind::Empty))),
            [one] => return Ok(one.clone()),
            _ => {}
        }
        let resolved: Vec<DeviceNode> = some
            .iter()
            .map(|it| self.resolved(it))
            .collect::<Result<_>>()?;
        let len = resolved.iter().map(|it| it.len).sum();
        if resolved.iter().any(|it| it.is_option()) {
            return self.merged_options(&resolved, len);
        }
        let first = &resolved[0];
        let unlike = |what: &str| {
            let types: Vec<_> = resolved.iter().map(|it| it.form().type_text()).collect();
            Error::Unsupported(format!("a union, {what}: {}", types.join(", ")))
        };
        if resolved.iter().any(|it| it.purpose() != first.purpose()) {
            return Err(unlike("of texts and others"));
        }
        if resolved
            .iter()
            .all(|it| matches!(it.kind, Kind::Numpy { .. }))
        {
            return self.merged_numbers(&resolved, len);
        }
        if resolved.iter().all(|it| it.lists().is_some()) {
            return self.merged_lists(&resolved, len);
        }
        if resolved.iter().all(|it| it.is_record()) {
            return self.merged_records(&resolved, len);
        }
        Err(unlike("of different kinds"))
    }

    fn merged_options(&self, nodes: &[DeviceNode], len: usize) -> Result<DeviceNode> {
        let index = self.alloc_words(len)?;
        let mut contents = Vec::with_capacity(nodes.len());
        let (mut done, mut base) = (0usize, 0usize);
        for node in nodes {
            let (from, content) = match node.is_option() {
                true => {
                    let (index, content) = self.option_index(node)?;
                    (Some(index), content)
                }
                false => (None, node.clone()),
            };
            let args = Args {
                a: from.as_ref().map_or(crate::backend::Ix::IOTA, Index::ix),
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
        let content = self.merged(&contents)?;
        self.optional(Index::i64(index.freeze()), content)
    }

    fn merged_numbers(&self, nodes: &[DeviceNode], len: usize) -> Result<DeviceNode> {
        let types: Vec<Dtype> = nodes
            .iter()
            .filter_map(|it| match it.kind {
                Kind::Numpy { dtype, .. } => Some(dtype),
                _ => None,
            })
            .collect();
        let ty = types.iter().copied().reduce(Dtype::promote);
        let ty = ty.unwrap_or(Dtype::Float64);
        if types.contains(&Dtype::Bool) && types.iter().any(|it| *it != Dtype::Bool) {
            return Err(Error::Unsupported(
                "a union of booleans and numbers".to_owned(),
            ));
        }
        let mut out = self.alloc(len * ty.size())?;
        let mut done = 0;
        for (node, from) in nodes.iter().zip(types) {
            let (data, _) = self.as_numbers(node)?;
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
            .map(|it| match &it.kind {
                Kind::Regular { size, content } => Some((*size, content)),
                _ => None,
            })
            .collect();
        if let Some(Some((size, _))) = sizes.first()
            && sizes.iter().all(|it| it.is_some_and(|it| it.0 == *size))
        {
            let contents = nodes.iter().zip(&sizes).filter_map(|(node, it)| {
                let (size, content) = (*it)?;
                Some(self.rows(content, 0, node.len * size))
            });
            let contents = contents.collect::<Result<Vec<_>>>()?;
            let kind = Kind::Regular {
                size: *size,
                content: Arc::new(self.merged(&contents)?),
            };
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
            content: Arc::new(self.merged(&contents)?),
        };
        Ok(nodes[0].with_kind(len, kind))
    }

    fn merged_records(&self, nodes: &[DeviceNode], len: usize) -> Result<DeviceNode> {
        let names = |node: &DeviceNode| node.field_names();
        let fields = names(&nodes[0]);
        let is_tuple = |node: &DeviceNode| matches!(node.kind, Kind::Record { fields: None, .. });
        let mut sorted = fields.clone();
        sorted.sort();
        for node in nodes {
            let mut own = names(node);
            own.sort();
            if own != sorted || is_tuple(node) != is_tuple(&nodes[0]) {
                return Err(Error::Unsupported(
                    "a union of different records".to_owned(),
                ));
            }
        }
        let contents = fields.iter().map(|name| {
            let parts = nodes.iter().map(|node| {
                let field = node.field(name).ok_or_else(internal)?;
                self.rows(field, 0, node.len)
            });
            self.merged(&parts.collect::<Result<Vec<_>>>()?)
        });
        let kind = Kind::Record {
            contents: contents.collect::<Result<_>>()?,
            fields: (!is_tuple(&nodes[0])).then(|| fields.clone().into()),
        };
        Ok(nodes[0].with_kind(len, kind))
    }
}

impl DeviceNode {
    /// The names of a record's own fields.
    pub(crate) fn field_names(&self) -> Vec<String> {
        match &self.kind {
            Kind::Record { fields, contents } => (0..contents.len())
                .map(|it| crate::node::field_name(fields.as_deref(), it))
                .collect(),
            _ => Vec::new(),
        }
    }

    /// A record's own field.
    pub(crate) fn field(&self, name: &str) -> Option<&Self> {
        let place = self.field_names().iter().position(|it| it == name)?;
        match &self.kind {
            Kind::Record { contents, .. } => contents.get(place),
            _ => None,
        }
    }
}
