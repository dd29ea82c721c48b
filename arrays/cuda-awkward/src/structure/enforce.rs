//! Converts an array to a given type.

use std::sync::Arc;

use crate::arguments::{Args, Ix, Report, first_wrong};
use crate::array::{Array, DeviceNode};
use crate::backend::Backend;
use crate::carry::as_option;
use crate::error::internal;
use crate::error::{Error, Result};
use crate::layout::dtype::Dtype;
use crate::layout::form::{Form, FormKind};
use crate::layout::node::{Index, Kind, Node, entries, field_name, purpose};

/// Returns the content of an option's type.
fn inner(ty: &Form) -> Option<&Form> {
    match &ty.kind {
        FormKind::Unmasked { content }
        | FormKind::IndexedOption { content, .. }
        | FormKind::ByteMasked { content, .. }
        | FormKind::BitMasked { content, .. } => Some(content),
        _ => None,
    }
}

/// Returns the type without shapes of numbers, which are regular lists, and without indexes, unless they are categorical.
fn plain(ty: &Form) -> Result<Form> {
    let mut ty = ty.clone();
    match &mut ty.kind {
        FormKind::Empty => {}
        FormKind::Numpy { inner_shape, .. } => {
            let shape = core::mem::take(inner_shape);
            let parameters = ty.parameters.take();
            for size in shape.into_iter().rev() {
                let content = Box::new(ty);
                ty = Form {
                    kind: FormKind::Regular { size, content },
                    parameters: None,
                    form_key: None,
                };
            }
            ty.parameters = parameters;
        }
        FormKind::Regular { content, .. }
        | FormKind::ListOffset { content, .. }
        | FormKind::List { content, .. }
        | FormKind::Indexed { content, .. }
        | FormKind::IndexedOption { content, .. }
        | FormKind::ByteMasked { content, .. }
        | FormKind::BitMasked { content, .. }
        | FormKind::Unmasked { content } => **content = plain(content)?,
        FormKind::Record { contents, .. } | FormKind::Union { contents, .. } => {
            for content in contents {
                *content = plain(content)?;
            }
        }
    }
    let is_of_bytes = |ty: &Form| match &ty.kind {
        FormKind::Regular { content, .. }
        | FormKind::ListOffset { content, .. }
        | FormKind::List { content, .. } => match content.kind {
            FormKind::Numpy { primitive, .. } => primitive == Dtype::UInt8,
            _ => false,
        },
        _ => false,
    };
    let purpose = purpose(&ty.parameters);
    match ty.kind {
        _ if matches!(purpose, Some("string" | "bytestring")) && !is_of_bytes(&ty) => {
            let text =
                "enforce_type: texts are lists of uint8, and a type with their parameter isn't";
            Err(Error::Type(text.to_owned()))
        }
        FormKind::Indexed { content, .. } if purpose != Some("categorical") => Ok(*content),
        _ => Ok(ty),
    }
}

/// Returns an option with the parameters of a type, unless it has its own.
fn as_in(ty: &Form, node: DeviceNode) -> DeviceNode {
    if node.is_option() && node.parameters.is_none() {
        node.with_parameters(&ty.parameters)
    } else {
        node
    }
}

/// Returns an error for a type of categories.
fn check_categorical(ty: &Form) -> Result<()> {
    match purpose(&ty.parameters) {
        Some("categorical") => Err(Error::Unsupported(format!(
            "enforce_type to {} (`to_categorical` makes categories of texts)",
            ty.type_text()
        ))),
        _ => Ok(()),
    }
}

fn has_type(node: &DeviceNode, ty: &Form) -> bool {
    node.form().type_text() == ty.type_text()
}

fn is_unknown(ty: &Form) -> bool {
    matches!(ty.kind, FormKind::Empty)
}

/// Returns `true` if some types of a union are options, and others aren't.
fn is_mixed(contents: &[Form]) -> bool {
    let options = contents.iter().filter(|content| inner(content).is_some()).count();
    (1..contents.len()).contains(&options)
}

fn refused(node: &DeviceNode, ty: &Form) -> Error {
    let (own, ty) = (node.form().type_text(), ty.type_text());
    Error::Type(format!("enforce_type: {own} can't be converted to {ty}"))
}

impl Backend {
    /// Returns `n` entries of a type: zeros, empty lists, missing values.
    fn blank(&self, ty: &Form, n: usize) -> Result<DeviceNode> {
        check_categorical(ty)?;
        let zeros = |n: usize| Ok::<_, Error>(Index::i64(self.zeroed(n * 8)?.freeze()));
        let kind = match &ty.kind {
            FormKind::Numpy { primitive, .. } => {
                Kind::Numpy { dtype: *primitive, data: self.zeroed(n * primitive.size())?.freeze() }
            }
            FormKind::Regular { size, content } => {
                // Even if there are none, lists have a size that kernels can count with.
                entries(n.max(1), *size)?;
                let content = Arc::new(self.blank(content, n * size)?);
                Kind::Regular { size: *size, content }
            }
            FormKind::ListOffset { content, .. } | FormKind::List { content, .. } => {
                Kind::ListOffset {
                    offsets: zeros(n + 1)?,
                    content: Arc::new(self.blank(content, 0)?),
                    tight: true,
                }
            }
            FormKind::Record { fields, contents } => {
                let contents = contents.iter().map(|content| self.blank(content, n));
                Kind::Record {
                    fields: fields.as_ref().map(|fields| fields.clone().into()),
                    contents: contents.collect::<Result<_>>()?,
                }
            }
            FormKind::Union { contents, .. } => {
                let contents = contents.iter().map(|content| self.blank(content, n.min(1)));
                Kind::Union {
                    tags: self.zeroed(n)?.freeze(),
                    index: zeros(n)?,
                    contents: contents.collect::<Result<_>>()?,
                }
            }
            _ => match inner(ty) {
                Some(content) => {
                    let missing = self.all_missing(n, self.blank(content, 0)?)?;
                    return Ok(as_in(ty, missing));
                }
                None => Kind::Empty,
            },
        };
        Ok(Node::new(n, kind).with_parameters(&ty.parameters))
    }

    /// Returns an error if a kernel has reported an entry.
    fn no_entry(&self, report: &Report, is: &str) -> Result<()> {
        match first_wrong(self.read(report)?[0]) {
            Some(entry) => Err(Error::Value(format!("enforce_type: entry {entry} {is}"))),
            None => Ok(()),
        }
    }

    fn enforced(&self, node: &DeviceNode, ty: &Form) -> Result<DeviceNode> {
        let n = node.len;
        if has_type(node, ty) {
            return Ok(node.clone());
        }
        check_categorical(ty)?;
        if let Kind::Empty = node.kind {
            return self.blank(ty, n);
        }
        if let Some(content) = inner(ty) {
            return self.enforced_option(node, ty, content);
        }
        if is_unknown(ty) {
            return Err(refused(node, ty));
        }
        if node.is_option() {
            return self.enforced(&self.without_options(node)?, ty);
        }
        if node.is_indexed() {
            // Categories stay what they are.
            return if node.content().is_some_and(|content| has_type(content, ty)) {
                Ok(node.clone())
            } else {
                self.enforced(&self.resolved(node)?, ty)
            };
        }
        let changed = match (&node.kind, &ty.kind) {
            (_, FormKind::Union { contents, .. }) if is_mixed(contents) => {
                return Err(Error::Type(format!(
                    "enforce_type: either all types of a union are options, or none: {}",
                    ty.type_text()
                )));
            }
            (Kind::Union { .. }, FormKind::Union { contents, .. }) => {
                self.union_of(node, contents)?
            }
            (Kind::Union { .. }, _) => return self.one_of_union(node, ty),
            (_, FormKind::Union { contents, .. }) => {
                let at = contents.iter().position(|content| has_type(node, content));
                self.in_union(node, contents, at.ok_or_else(|| refused(node, ty))?)?
            }
            (Kind::Numpy { dtype, data }, FormKind::Numpy { primitive, .. }) => {
                self.cast(data, *dtype, *primitive, n)?
            }
            (Kind::Record { .. }, FormKind::Record { .. }) => self.record_of(node, ty)?,
            (_, FormKind::Regular { content, size }) if node.lists().is_some() => {
                self.regular_of(node, *size, content)?
            }
            (_, FormKind::ListOffset { content, .. } | FormKind::List { content, .. })
                if node.lists().is_some() =>
            {
                let packed = self.tight(&self.irregular(node)?)?;
                let enforced = self.enforced(&packed.content, content)?;
                packed.offsets.lists(n, enforced, true)
            }
            _ => return Err(refused(node, ty)),
        };
        Ok(changed.with_parameters(&ty.parameters))
    }

    /// Converts to the option `ty` of `content`.
    fn enforced_option(&self, node: &DeviceNode, ty: &Form, content: &Form) -> Result<DeviceNode> {
        if is_unknown(content) {
            return self.all_missing(node.len, Node::new(0, Kind::Empty));
        }
        // Types of a union are options, or none is.
        let is_of_options =
            node.is_union() && node.contents().iter().any(|content| content.is_option());
        if is_of_options && !matches!(content.kind, FormKind::Union { .. }) {
            return self.one_of_union(node, ty);
        }
        if !node.is_option() {
            return Ok(as_in(ty, as_option(&self.enforced(node, content)?)));
        }
        let (index, own) = self.option_index(node)?;
        let (index, own) = self.compacted(&index, &own)?;
        let changed = self.optional(index, self.enforced(&own, content)?)?;
        Ok(as_in(ty, changed))
    }

    /// Returns the entries of an option, of which none is missing.
    fn without_options(&self, node: &DeviceNode) -> Result<DeviceNode> {
        let (index, content) = self.option_index(node)?;
        let report = self.report(1)?;
        let args =
            Args { a: index.ix(), report: report.address(), n: node.len as i64, ..Args::default() };
        // SAFETY: there is an index for each entry.
        unsafe { self.each("if (at(x.a, i) < 0) wrong(x, i)", &args) }?;
        self.no_entry(&report, "is missing, and the type has no missing values")?;
        self.carry(&content, &index)
    }

    /// Returns a union of which all entries are of the type at `at`.
    fn in_union(&self, node: &DeviceNode, types: &[Form], at: usize) -> Result<DeviceNode> {
        let others = [&types[..at], &types[at + 1..]].concat();
        let others = others.iter().map(|ty| self.blank(ty, 0));
        let args = Args { n: node.len as i64, ..Args::default() };
        let kind = Kind::Union {
            tags: self.zeroed(node.len)?.freeze(),
            // SAFETY: it reads nothing.
            index: unsafe { self.positions("v = i", &args) }?,
            contents: std::iter::once(Ok(node.clone())).chain(others).collect::<Result<_>>()?,
        };
        Ok(Node::new(node.len, kind))
    }

    /// Converts lists to lists of one size.
    fn regular_of(&self, node: &DeviceNode, size: usize, content: &Form) -> Result<DeviceNode> {
        let lists = self.regular(node)?;
        let Kind::Regular { content: own, size: own_size } = &lists.kind else {
            return Err(internal());
        };
        entries(node.len.max(1), size)?;
        if *own_size != size && node.len > 0 {
            return Err(Error::Value(format!(
                "enforce_type: lists of {own_size} entries can't be converted to lists of {size}"
            )));
        }
        let content = Arc::new(self.enforced(own, content)?);
        Ok(Node::new(node.len, Kind::Regular { size, content }))
    }

    /// Converts the fields of records, adds fields that are options, after the others, and leaves out what the type doesn't
    /// have.
    fn record_of(&self, node: &DeviceNode, ty: &Form) -> Result<DeviceNode> {
        let (Kind::Record { fields, .. }, FormKind::Record { fields: names, contents: types }) =
            (&node.kind, &ty.kind)
        else {
            return Err(internal());
        };
        if fields.is_none() != names.is_none() {
            let text =
                "enforce_type: neither records can be converted to tuples, nor tuples to records";
            return Err(Error::Value(text.to_owned()));
        }
        let name = |at: usize| field_name(names.as_deref(), at);
        let (old, new): (Vec<usize>, Vec<usize>) =
            (0..types.len()).partition(|at| node.field(&name(*at)).is_some());
        let order = [&old[..], &new].concat();
        let contents = order.iter().map(|at| match node.field(&name(*at)) {
            Some(own) => self.enforced(&self.rows(own, 0, node.len)?, &types[*at]),
            None if inner(&types[*at]).is_some() => self.blank(&types[*at], node.len),
            None => Err(refused(node, ty)),
        });
        let kind = Kind::Record {
            contents: contents.collect::<Result<_>>()?,
            fields: names.as_ref().map(|_| order.iter().map(|at| name(*at)).collect()),
        };
        Ok(Node::new(node.len, kind))
    }

    /// Converts a union to one with more types, with fewer, or with another in place of one.
    fn union_of(&self, node: &DeviceNode, types: &[Form]) -> Result<DeviceNode> {
        let (tags, index, contents) = node.union_parts()?;
        let mut left: Vec<usize> = (0..types.len()).collect();
        let mut targets: Vec<Option<usize>> = Vec::new();
        for content in contents {
            let found = left.iter().position(|at| has_type(content, &types[*at]));
            targets.push(found.map(|found| left.remove(found)));
        }
        let unmatched = targets.iter().filter(|target| target.is_none()).count();
        if let ([at], 1, true) = (&left[..], unmatched, types.len() == contents.len()) {
            let at = Some(*at);
            targets.iter_mut().for_each(|target| *target = target.or(at));
            left.clear();
        }
        if unmatched > 0 && !left.is_empty() {
            let text = "enforce_type: more than one type of a union would change";
            return Err(Error::Type(text.to_owned()));
        }
        let (new_tags, new_index) = (self.alloc(node.len)?, self.alloc_words(node.len)?);
        let report = self.report(1)?;
        let mut changed = Vec::with_capacity(types.len());
        for (tag, (content, target)) in contents.iter().zip(&targets).enumerate() {
            let (which, kept, places) = self.of_tag(tags, tag, node.len)?;
            let args = Args {
                a: which.ix(),
                b: Ix::of_buffer(&places, Dtype::Int64),
                p: target.map_or(-1, |_| changed.len() as i64),
                o0: new_index.as_raw(),
                o1: new_tags.as_raw(),
                report: report.address(),
                n: node.len as i64,
                ..Args::default()
            };
            let body = "retag_entry(x, i)";
            // SAFETY: there is a place for each entry, and room for its tag and position.
            unsafe { self.each(body, &args) }?;
            if let Some(at) = target {
                let part = self.carry_present(content, &self.composed(index, &kept)?)?;
                changed.push(self.enforced(&part, &types[*at])?);
            }
        }
        if targets.contains(&None) {
            self.no_entry(&report, "is of a type of the union that would be left out")?;
        }
        for at in left {
            changed.push(self.blank(&types[at], 0)?);
        }
        let kind = Kind::Union {
            tags: new_tags.freeze(),
            index: Index::i64(new_index.freeze()),
            contents: changed.into(),
        };
        Ok(Node::new(node.len, kind))
    }

    /// Converts all types of a union to one, or returns the entries of the only type that there is.
    fn one_of_union(&self, node: &DeviceNode, ty: &Form) -> Result<DeviceNode> {
        let (tags, index, contents) = node.union_parts()?;
        // Whether types can be converted to each other doesn't depend on entries.
        let can = |own: &DeviceNode| match self.enforced(&self.rows(own, 0, 0)?, ty) {
            Err(Error::Type(_)) => Ok(false),
            other => other.map(|_| true),
        };
        let all = contents.iter().map(can).collect::<Result<Vec<_>>>()?;
        if !all.contains(&false) {
            return self.over_union(node, &mut |own, _| self.enforced(own, ty));
        }
        let tag = contents.iter().position(|content| has_type(content, ty));
        let tag = tag.ok_or_else(|| refused(node, ty))?;
        let report = self.report(1)?;
        let args = Args {
            a: Ix::of_buffer(tags, Dtype::Int8),
            p: tag as i64,
            report: report.address(),
            n: node.len as i64,
            ..Args::default()
        };
        // SAFETY: there is a tag for each entry.
        unsafe { self.each("if (at(x.a, i) != x.p) wrong(x, i)", &args) }?;
        self.no_entry(&report, "is of a type of the union that would be left out")?;
        self.carry(&contents[tag], index)
    }
}

impl Array {
    /// Returns the array converted to a type, that of an entry:
    /// [`ak.enforce_type`](https://awkward-array.org/doc/main/reference/generated/ak.enforce_type.html). Numbers are cast;
    /// options are added, or removed if nothing is missing; regular lists and others are converted to each other; fields are
    /// removed, and added if they are options; a union gets more types, loses some that no entry has, has one replaced, or
    /// becomes one type. It waits where that depends on entries.
    ///
    /// ```
    /// use cuda_awkward::{Backend, Form, HostArray};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let stream = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?.stream()?;
    /// # let gpu = Backend::new(&stream)?;
    /// let array = HostArray::from_json("[[1, 2], [3, 4]]")?.to_backend(&gpu)?;
    /// let array = array.enforce_type(&Form::of_type("2 * ?float32")?)?;
    /// assert_eq!(array.type_text(), "2 * 2 * ?float32");
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// [`Error::Type`] for types that can't be converted to each other; [`Error::Value`] for missing values, lists and
    /// entries of a union that the type doesn't have; [`Error::Unsupported`] for categorical types that the array doesn't
    /// have.
    pub fn enforce_type(&self, ty: &Form) -> Result<Self> {
        Ok(self.with(self.backend.enforced(&self.node, &plain(ty)?)?))
    }
}
