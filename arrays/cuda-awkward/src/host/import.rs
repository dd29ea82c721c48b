//! Builds arrays from forms and buffers, and checks that each required buffer is there and long enough.

use std::sync::Arc;

use crate::error::{Error, Result};
use crate::layout::dtype::{Dtype, IndexType};
use crate::layout::form::{Form, FormKind};
use crate::layout::node::{Bytes, Index, Kind, MOST, Node};

/// The result of checking the offsets or positions of a node.
#[derive(Debug, Default)]
pub(crate) struct CheckedIndex {
    /// The first invalid entry.
    pub(crate) wrong: Option<usize>,
    /// The first offset.
    pub(crate) first: i64,
    /// The number of entries that each content needs.
    pub(crate) needed: Vec<i64>,
}

/// Checks the contents of buffers.
pub(crate) trait Checker<B> {
    /// Checks the first `need` entries of a node, which has at least as many. Nodes are visited in preorder.
    fn check(&mut self, node: &Node<B>, need: usize) -> Result<CheckedIndex>;
}

/// Returns `true` if a node has offsets or positions to check.
pub(crate) fn needs_check<B>(node: &Node<B>) -> bool {
    matches!(
        node.kind,
        Kind::ListOffset { .. }
            | Kind::List { .. }
            | Kind::Indexed { .. }
            | Kind::IndexedOption { .. }
            | Kind::Union { .. }
    )
}

fn named<B: Bytes>(
    buffer: &mut impl FnMut(&str, Dtype) -> Result<B>,
    key: &str,
    name: &str,
    dtype: Dtype,
) -> Result<B> {
    let found = buffer(&format!("{key}-{name}"), dtype)?;
    // A partial last entry isn't counted.
    let count = found.len() / dtype.size();
    Ok(found.part(0, count * dtype.size()))
}

fn index_named<B: Bytes>(
    buffer: &mut impl FnMut(&str, Dtype) -> Result<B>,
    key: &str,
    name: &str,
    ty: IndexType,
) -> Result<Index<B>> {
    let data = named(buffer, key, name, ty.dtype())?;
    Ok(Index { ty, data })
}

/// Returns as many lists of one size as there can be. Even if there are none, kernels count with the size.
fn regular<B: Bytes>(key: &str, size: usize, content: Node<B>) -> Result<(usize, Kind<B>)> {
    if size > MOST {
        return Err(Error::buffers(key, format!("lists of {size} entries have more than {MOST}")));
    }
    let len = content.len.checked_div(size).unwrap_or(MOST);
    Ok((len, Kind::Regular { size, content: Arc::new(content) }))
}

/// Returns numbers in lists of these sizes, the outermost first.
fn nested<B: Bytes>(key: &str, mut node: Node<B>, shape: &[usize]) -> Result<Node<B>> {
    for size in shape.iter().rev() {
        let (len, kind) = regular(key, *size, node)?;
        node = Node::new(len, kind);
    }
    Ok(node)
}

/// Returns the tree of a form, with as many entries in each node as its buffers have.
pub(crate) fn assemble<B: Bytes>(
    form: &Form,
    buffer: &mut impl FnMut(&str, Dtype) -> Result<B>,
) -> Result<Node<B>> {
    let key = form.key();
    let (len, kind) = match &form.kind {
        FormKind::Empty => (0, Kind::Empty),
        FormKind::Numpy { primitive, inner_shape } => {
            let data = named(buffer, key, "data", *primitive)?;
            let node = nested(key, Node::numpy(*primitive, data), inner_shape)?;
            (node.len, node.kind)
        }
        FormKind::Regular { size, content } => regular(key, *size, assemble(content, buffer)?)?,
        FormKind::ListOffset { offsets, content } => {
            let offsets = index_named(buffer, key, "offsets", *offsets)?;
            // Kernels read the first offset, even if there are no lists.
            let Some(len) = offsets.count().checked_sub(1) else {
                return Err(Error::buffers(
                    key,
                    "there is no offset, and lists need one more than there are",
                ));
            };
            let kind = Kind::ListOffset {
                offsets,
                content: Arc::new(assemble(content, buffer)?),
                tight: false,
            };
            (len, kind)
        }
        FormKind::List { starts, content } => {
            let ty = *starts;
            let (starts, stops) =
                (index_named(buffer, key, "starts", ty)?, index_named(buffer, key, "stops", ty)?);
            let len = starts.count().min(stops.count());
            let content = Arc::new(assemble(content, buffer)?);
            let kind = Kind::List { starts, stops, content };
            (len, kind)
        }
        FormKind::Record { fields, contents } => {
            let contents = contents
                .iter()
                .map(|content| assemble(content, buffer))
                .collect::<Result<Arc<[_]>>>()?;
            let len = contents.iter().map(|content| content.len).min().unwrap_or(MOST);
            let fields = fields.as_ref().map(|fields| fields.clone().into());
            (len, Kind::Record { fields, contents })
        }
        FormKind::Indexed { index: ty, content } => {
            let index = index_named(buffer, key, "index", *ty)?;
            let content = Arc::new(assemble(content, buffer)?);
            (index.count(), Kind::Indexed { index, content })
        }
        FormKind::IndexedOption { index: ty, content } => {
            let index = index_named(buffer, key, "index", *ty)?;
            let content = Arc::new(assemble(content, buffer)?);
            (index.count(), Kind::IndexedOption { index, content })
        }
        FormKind::ByteMasked { valid_when, content } => {
            let mask = named(buffer, key, "mask", Dtype::Int8)?;
            let content = Arc::new(assemble(content, buffer)?);
            let kind = Kind::ByteMasked {
                valid_when: *valid_when,
                content: content.clone(),
                mask: mask.clone(),
            };
            (mask.len().min(content.len), kind)
        }
        FormKind::BitMasked { valid_when, lsb_order, content } => {
            let mask = named(buffer, key, "mask", Dtype::UInt8)?;
            let content = Arc::new(assemble(content, buffer)?);
            let kind = Kind::BitMasked {
                valid_when: *valid_when,
                lsb_order: *lsb_order,
                content: content.clone(),
                mask: mask.clone(),
            };
            (mask.len().saturating_mul(8).min(content.len), kind)
        }
        FormKind::Unmasked { content } => {
            let content = Arc::new(assemble(content, buffer)?);
            (content.len, Kind::Unmasked { content })
        }
        FormKind::Union { index: ty, contents } => {
            let (index, tags) =
                (index_named(buffer, key, "index", *ty)?, named(buffer, key, "tags", Dtype::Int8)?);
            let contents = contents
                .iter()
                .map(|content| assemble(content, buffer))
                .collect::<Result<Arc<[_]>>>()?;
            if contents.len() > 127 {
                return Err(Error::buffers(key, "a union has more than 127 contents"));
            }
            let len = index.count().min(tags.len());
            let kind = Kind::Union { tags, index, contents };
            (len, kind)
        }
    };
    let node = Node::new(len, kind).with_parameters(&form.parameters);
    check_purpose(&node).map_err(|reason| Error::buffers(key, reason))?;
    Ok(node)
}

/// Returns what is wrong with the parameter `__array__`, if anything. Operations don't look into texts, so these must be
/// what they seem.
pub(crate) fn check_purpose<B: Bytes>(node: &Node<B>) -> core::result::Result<(), String> {
    let of_bytes = match &node.kind {
        Kind::Regular { content, .. }
        | Kind::ListOffset { content, .. }
        | Kind::List { content, .. } => {
            matches!(content.kind, Kind::Numpy { dtype: Dtype::UInt8, .. })
        }
        _ => false,
    };
    if node.is_text() && !of_bytes {
        Err(format!(
            "'__array__' is '{}', and these aren't lists of uint8",
            node.purpose().unwrap_or_default()
        ))
    } else {
        Ok(())
    }
}

/// Returns the node with as many entries as are needed, after its offsets and positions were checked.
pub(crate) fn trim<B: Bytes>(
    node: &Node<B>,
    form: &Form,
    need: usize,
    checker: &mut impl Checker<B>,
) -> Result<Node<B>> {
    let key = form.key();
    if node.len < need {
        let found = node.len;
        let reason = format!("there are {found} entries, and {need} are needed");
        return Err(Error::buffers(key, reason));
    }
    if need > MOST {
        let reason = format!("{need} entries are too many");
        return Err(Error::buffers(key, reason));
    }
    let found =
        if needs_check(node) { checker.check(node, need)? } else { CheckedIndex::default() };
    if let Some(wrong) = found.wrong {
        return Err(Error::buffers(key, invalid_entry(node, wrong)));
    }
    let needed = |number: usize| {
        usize::try_from(found.needed.get(number).copied().unwrap_or(0)).unwrap_or(usize::MAX)
    };
    let below = |number: usize| form_below(form, number);
    let mut child =
        |content: &Node<B>, need| Ok::<_, Error>(Arc::new(trim(content, below(0), need, checker)?));
    let kind = match &node.kind {
        Kind::Empty => Kind::Empty,
        Kind::Numpy { dtype, data } => {
            Kind::Numpy { dtype: *dtype, data: data.part(0, need * dtype.size()) }
        }
        Kind::Regular { size, content } => {
            Kind::Regular { size: *size, content: child(content, need.saturating_mul(*size))? }
        }
        Kind::ListOffset { offsets, content, .. } => Kind::ListOffset {
            offsets: offsets.part(0, need + 1),
            content: child(content, needed(0))?,
            tight: found.first == 0,
        },
        Kind::List { starts, stops, content } => Kind::List {
            starts: starts.part(0, need),
            stops: stops.part(0, need),
            content: child(content, needed(0))?,
        },
        Kind::Indexed { index, content } => {
            Kind::Indexed { index: index.part(0, need), content: child(content, needed(0))? }
        }
        Kind::IndexedOption { index, content } => {
            Kind::IndexedOption { index: index.part(0, need), content: child(content, needed(0))? }
        }
        Kind::ByteMasked { mask, valid_when, content } => Kind::ByteMasked {
            mask: mask.part(0, need),
            valid_when: *valid_when,
            content: child(content, need)?,
        },
        Kind::BitMasked { mask, valid_when, lsb_order, content } => Kind::BitMasked {
            mask: mask.part(0, need.div_ceil(8)),
            valid_when: *valid_when,
            lsb_order: *lsb_order,
            content: child(content, need)?,
        },
        Kind::Unmasked { content } => Kind::Unmasked { content: child(content, need)? },
        Kind::Record { fields, contents } => {
            let each = contents.iter().enumerate();
            let each = each.map(|(number, content)| trim(content, below(number), need, checker));
            Kind::Record { fields: fields.clone(), contents: each.collect::<Result<_>>()? }
        }
        Kind::Union { tags, index, contents } => {
            let each = contents.iter().enumerate();
            let each =
                each.map(|(number, content)| trim(content, below(number), needed(number), checker));
            Kind::Union {
                tags: tags.part(0, need),
                index: index.part(0, need),
                contents: each.collect::<Result<_>>()?,
            }
        }
    };
    Ok(node.with_kind(need, kind))
}

/// Says what is wrong with an entry of offsets or positions.
fn invalid_entry<B>(node: &Node<B>, entry: usize) -> String {
    match node.kind {
        Kind::ListOffset { .. } | Kind::List { .. } => {
            format!("list {entry} begins before 0, or after its end")
        }
        Kind::Union { .. } => {
            format!("entry {entry} is of a content, or at a position, that isn't there")
        }
        _ => format!("position {entry} is negative"),
    }
}

/// Returns the form of a content of a node. That of an array with an inner shape corresponds to several nodes.
fn form_below(form: &Form, number: usize) -> &Form {
    match &form.kind {
        FormKind::Regular { content, .. }
        | FormKind::ListOffset { content, .. }
        | FormKind::List { content, .. }
        | FormKind::Indexed { content, .. }
        | FormKind::IndexedOption { content, .. }
        | FormKind::ByteMasked { content, .. }
        | FormKind::BitMasked { content, .. }
        | FormKind::Unmasked { content } => content,
        FormKind::Record { contents, .. } | FormKind::Union { contents, .. } => {
            contents.get(number).unwrap_or(form)
        }
        FormKind::Empty | FormKind::Numpy { .. } => form,
    }
}
