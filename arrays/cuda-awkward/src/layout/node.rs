//! The tree of nodes of an array, on the host or on the device.

use std::sync::Arc;

use serde_json::{Map, Value as Json};

use crate::error::internal;
use crate::error::{Error, Result};
use crate::layout::dtype::{Dtype, IndexType};

/// The maximum number of entries of a node, which is more than any memory holds: entries that need no memory, such as
/// records without fields, could otherwise be so many that their number overflows.
pub(crate) const MOST: usize = 1 << 48;

/// Returns the number of entries of `n` parts of `size` entries each.
pub(crate) fn entries(n: usize, size: usize) -> Result<usize> {
    let entries = n.checked_mul(size).filter(|entries| *entries <= MOST);
    entries.ok_or_else(|| Error::Value(format!("{n} times {size} entries are too many")))
}

/// Returns the number of entries of several nodes.
pub(crate) fn sum_of(lens: impl IntoIterator<Item = usize>) -> Result<usize> {
    lens.into_iter().try_fold(0usize, |sum, len| {
        let all = sum.checked_add(len).filter(|all| *all <= MOST);
        all.ok_or_else(|| {
            Error::Value(format!("{sum} entries and {len} more are over {MOST}: too many"))
        })
    })
}

/// Bytes in host or device memory.
pub(crate) trait Bytes: Clone {
    fn len(&self) -> usize;
    /// Returns the bytes of a range, clamped to the existing ones.
    fn part(&self, start: usize, len: usize) -> Self;
}

/// Offsets or positions.
#[derive(Debug, Clone)]
pub(crate) struct Index<B> {
    pub(crate) ty: IndexType,
    pub(crate) data: B,
}

impl<B: Bytes> Index<B> {
    pub(crate) fn count(&self) -> usize {
        self.data.len() / self.ty.size()
    }

    pub(crate) fn part(&self, start: usize, len: usize) -> Self {
        let size = self.ty.size();
        Self { ty: self.ty, data: self.data.part(start * size, len * size) }
    }
}

pub(crate) type Parameters = Option<Arc<Map<String, Json>>>;

#[derive(Debug, Clone)]
pub(crate) struct Node<B> {
    pub(crate) len: usize,
    pub(crate) kind: Kind<B>,
    pub(crate) parameters: Parameters,
}

#[derive(Debug, Clone)]
pub(crate) enum Kind<B> {
    Empty,
    Numpy {
        dtype: Dtype,
        data: B,
    },
    Regular {
        size: usize,
        content: Arc<Node<B>>,
    },
    ListOffset {
        offsets: Index<B>,
        content: Arc<Node<B>>,
        /// Whether the offsets are known to begin with 0 and to end with the content's length.
        tight: bool,
    },
    List {
        starts: Index<B>,
        stops: Index<B>,
        content: Arc<Node<B>>,
    },
    Record {
        /// The names of the fields; `None` for a tuple.
        fields: Option<Arc<[String]>>,
        contents: Arc<[Node<B>]>,
    },
    Indexed {
        index: Index<B>,
        content: Arc<Node<B>>,
    },
    IndexedOption {
        index: Index<B>,
        content: Arc<Node<B>>,
    },
    ByteMasked {
        mask: B,
        valid_when: bool,
        content: Arc<Node<B>>,
    },
    BitMasked {
        mask: B,
        valid_when: bool,
        lsb_order: bool,
        content: Arc<Node<B>>,
    },
    Unmasked {
        content: Arc<Node<B>>,
    },
    Union {
        tags: B,
        index: Index<B>,
        contents: Arc<[Node<B>]>,
    },
}

/// Returns the name of a field; that of a tuple is its number.
pub(crate) fn field_name(fields: Option<&[String]>, number: usize) -> String {
    match fields.and_then(|fields| fields.get(number)) {
        Some(name) => name.clone(),
        None => number.to_string(),
    }
}

impl<B: Bytes> Node<B> {
    pub(crate) fn new(len: usize, kind: Kind<B>) -> Self {
        Self { len, kind, parameters: None }
    }

    pub(crate) fn numpy(dtype: Dtype, data: B) -> Self {
        Self::new(data.len() / dtype.size(), Kind::Numpy { dtype, data })
    }

    pub(crate) fn with_kind(&self, len: usize, kind: Kind<B>) -> Self {
        Self { len, kind, parameters: self.parameters.clone() }
    }

    pub(crate) fn with_parameters(mut self, parameters: &Parameters) -> Self {
        self.parameters = parameters.clone();
        self
    }

    /// Returns the parameter `__array__`.
    pub(crate) fn purpose(&self) -> Option<&str> {
        purpose(&self.parameters)
    }

    /// Returns a parameter, if it is a text.
    pub(crate) fn parameter(&self, name: &str) -> Option<&str> {
        self.parameters.as_ref()?.get(name)?.as_str()
    }

    pub(crate) fn is_text(&self) -> bool {
        matches!(self.purpose(), Some("string" | "bytestring"))
    }

    pub(crate) fn is_option(&self) -> bool {
        matches!(
            self.kind,
            Kind::IndexedOption { .. }
                | Kind::ByteMasked { .. }
                | Kind::BitMasked { .. }
                | Kind::Unmasked { .. }
        )
    }

    /// Returns the tags, the positions and the contents of a union; an internal error for other nodes.
    pub(crate) fn union_parts(&self) -> Result<(&B, &Index<B>, &[Self])> {
        match &self.kind {
            Kind::Union { tags, index, contents } => Ok((tags, index, contents)),
            _ => Err(internal()),
        }
    }

    pub(crate) fn is_indexed(&self) -> bool {
        matches!(self.kind, Kind::Indexed { .. })
    }

    /// Returns `true` if it is a list and not a text.
    pub(crate) fn is_list(&self) -> bool {
        !self.is_text()
            && matches!(
                self.kind,
                Kind::Regular { .. } | Kind::ListOffset { .. } | Kind::List { .. }
            )
    }

    /// Returns `true` if it is a list of variable length and not a text.
    pub(crate) fn is_var_list(&self) -> bool {
        self.is_list() && !matches!(self.kind, Kind::Regular { .. })
    }

    pub(crate) fn is_union(&self) -> bool {
        matches!(self.kind, Kind::Union { .. })
    }

    pub(crate) fn is_record(&self) -> bool {
        matches!(self.kind, Kind::Record { .. })
    }

    /// Returns the only content that a node has.
    pub(crate) fn content(&self) -> Option<&Arc<Self>> {
        match &self.kind {
            Kind::Regular { content, .. }
            | Kind::ListOffset { content, .. }
            | Kind::List { content, .. }
            | Kind::Indexed { content, .. }
            | Kind::IndexedOption { content, .. }
            | Kind::ByteMasked { content, .. }
            | Kind::BitMasked { content, .. }
            | Kind::Unmasked { content } => Some(content),
            _ => None,
        }
    }

    /// Returns all contents.
    pub(crate) fn contents(&self) -> Vec<&Self> {
        match &self.kind {
            Kind::Record { contents, .. } | Kind::Union { contents, .. } => {
                contents.iter().collect()
            }
            _ => self.content().into_iter().map(|content| &**content).collect(),
        }
    }

    /// Returns the minimum and maximum number of axes of the entries, including the outermost.
    pub(crate) fn depths(&self) -> (usize, usize) {
        if self.is_text() {
            return (1, 1);
        }
        let below = self.contents().into_iter().map(Self::depths);
        let (least, most) = below.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1))).unwrap_or((1, 1));
        let level = usize::from(self.is_list());
        (least + level, most + level)
    }

    /// Returns the buffers with their names in the form.
    pub(crate) fn buffers(&self) -> Vec<(String, Dtype, B)> {
        let mut all = Vec::new();
        self.buffers_from(&mut 0, &mut all);
        all
    }

    fn buffers_from(&self, next: &mut usize, all: &mut Vec<(String, Dtype, B)>) {
        let node = *next;
        *next += 1;
        let mut add = |name: &str, dtype: Dtype, data: &B| {
            all.push((format!("node{node}-{name}"), dtype, data.clone()));
        };
        match &self.kind {
            Kind::Numpy { dtype, data } => add("data", *dtype, data),
            Kind::ListOffset { offsets, .. } => add("offsets", offsets.ty.dtype(), &offsets.data),
            Kind::List { starts, stops, .. } => {
                add("starts", starts.ty.dtype(), &starts.data);
                add("stops", stops.ty.dtype(), &stops.data);
            }
            Kind::Indexed { index, .. } | Kind::IndexedOption { index, .. } => {
                add("index", index.ty.dtype(), &index.data);
            }
            Kind::ByteMasked { mask, .. } => add("mask", Dtype::Int8, mask),
            Kind::BitMasked { mask, .. } => add("mask", Dtype::UInt8, mask),
            Kind::Union { tags, index, .. } => {
                add("tags", Dtype::Int8, tags);
                add("index", index.ty.dtype(), &index.data);
            }
            Kind::Empty | Kind::Regular { .. } | Kind::Record { .. } | Kind::Unmasked { .. } => {}
        }
        for content in self.contents() {
            content.buffers_from(next, all);
        }
    }

    /// Returns the same with other buffers.
    pub(crate) fn map<C: Bytes, E>(
        &self,
        f: &mut impl FnMut(&B) -> core::result::Result<C, E>,
    ) -> core::result::Result<Node<C>, E> {
        let kind = match &self.kind {
            Kind::Empty => Kind::Empty,
            Kind::Numpy { dtype, data } => Kind::Numpy { dtype: *dtype, data: f(data)? },
            Kind::Regular { size, content } => {
                Kind::Regular { size: *size, content: Arc::new(content.map(f)?) }
            }
            Kind::ListOffset { offsets, content, tight } => Kind::ListOffset {
                offsets: offsets.map(f)?,
                content: Arc::new(content.map(f)?),
                tight: *tight,
            },
            Kind::List { starts, stops, content } => Kind::List {
                starts: starts.map(f)?,
                stops: stops.map(f)?,
                content: Arc::new(content.map(f)?),
            },
            Kind::Record { fields, contents } => Kind::Record {
                fields: fields.clone(),
                contents: contents
                    .iter()
                    .map(|content| content.map(f))
                    .collect::<core::result::Result<_, _>>()?,
            },
            Kind::Indexed { index, content } => {
                Kind::Indexed { index: index.map(f)?, content: Arc::new(content.map(f)?) }
            }
            Kind::IndexedOption { index, content } => {
                Kind::IndexedOption { index: index.map(f)?, content: Arc::new(content.map(f)?) }
            }
            Kind::ByteMasked { mask, valid_when, content } => Kind::ByteMasked {
                mask: f(mask)?,
                valid_when: *valid_when,
                content: Arc::new(content.map(f)?),
            },
            Kind::BitMasked { mask, valid_when, lsb_order, content } => Kind::BitMasked {
                mask: f(mask)?,
                valid_when: *valid_when,
                lsb_order: *lsb_order,
                content: Arc::new(content.map(f)?),
            },
            Kind::Unmasked { content } => Kind::Unmasked { content: Arc::new(content.map(f)?) },
            Kind::Union { tags, index, contents } => Kind::Union {
                tags: f(tags)?,
                index: index.map(f)?,
                contents: contents
                    .iter()
                    .map(|content| content.map(f))
                    .collect::<core::result::Result<_, _>>()?,
            },
        };
        Ok(Node { len: self.len, kind, parameters: self.parameters.clone() })
    }
}

impl<B> Index<B> {
    fn map<C, E>(
        &self,
        f: &mut impl FnMut(&B) -> core::result::Result<C, E>,
    ) -> core::result::Result<Index<C>, E> {
        Ok(Index { ty: self.ty, data: f(&self.data)? })
    }
}

/// Returns the parameter `__array__`.
pub(crate) fn purpose(parameters: &Parameters) -> Option<&str> {
    parameters.as_ref()?.get("__array__")?.as_str()
}

pub(crate) fn is_categorical<B: Bytes>(node: &Node<B>) -> bool {
    node.purpose() == Some("categorical")
}
