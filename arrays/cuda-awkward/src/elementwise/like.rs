//! Arrays of the structure of others, with the same number everywhere.

use std::sync::Arc;

use crate::arguments::Args;
use crate::array::{Array, DeviceNode};
use crate::backend::Backend;
use crate::elementwise::broadcast::Level;
use crate::elementwise::dates;
use crate::elementwise::ufunc::Values;
use crate::error::Result;
use crate::error::internal;
use crate::layout::dtype::Dtype;
use crate::layout::node::{Index, Kind, Node};
use crate::layout::scalar::Scalar;

/// Returns the number as Python prints it.
fn text_of(value: Scalar) -> String {
    match value {
        Scalar::Bool(true) => "True".to_owned(),
        Scalar::Bool(false) => "False".to_owned(),
        other => other.to_string(),
    }
}

impl Backend {
    /// Returns `n` numbers, all the same, converted to a type.
    fn all_the_same(&self, value: Scalar, ty: Dtype, n: usize) -> Result<DeviceNode> {
        let level = Level { n, spread: None };
        let expression = dates::cast("x0", value.dtype(), ty)?;
        self.element_wise(&[Values::One(value)], "", &expression, ty, &level)
    }

    /// Returns as many texts as there are in a node, all the same, which share their bytes.
    fn all_one_text(&self, node: &DeviceNode, text: &str) -> Result<DeviceNode> {
        let args = Args { p: text.len() as i64, n: node.len as i64, ..Args::default() };
        let content = node.lists().ok_or_else(internal)?.content;
        let bytes = self.manager().copy_from_host(text.as_bytes())?;
        let bytes = Node::numpy(Dtype::UInt8, bytes).with_parameters(&content.parameters);
        let kind = Kind::List {
            starts: Index::i64(self.zeroed(node.len * 8)?.freeze()),
            // SAFETY: it reads nothing.
            stops: unsafe { self.positions("v = x.p", &args) }?,
            content: Arc::new(bytes),
        };
        Ok(node.with_kind(node.len, kind))
    }
}

impl Array {
    /// Returns an array of the same structure with all numbers equal to `value`, converted to their types, or to `dtype`:
    /// [`ak.full_like`](https://awkward-array.org/doc/main/reference/generated/ak.full_like.html). Texts become
    /// the number's text, or numbers of `dtype`. With `including_unknown`, nodes of unknown type, which have no entries,
    /// become numbers of `dtype`, too.
    ///
    /// # Errors
    /// Returns the error of the driver or of NVRTC.
    pub fn full_like(
        &self,
        value: impl Into<Scalar>,
        dtype: Option<Dtype>,
        including_unknown: bool,
    ) -> Result<Self> {
        let (backend, value) = (&self.backend, value.into());
        let mut change = |node: &DeviceNode| match (&node.kind, dtype) {
            (Kind::Numpy { dtype: own, .. }, to) => {
                let filled = backend.all_the_same(value, to.unwrap_or(*own), node.len)?;
                Ok(filled.with_parameters(&node.parameters))
            }
            (Kind::Empty, Some(to)) if including_unknown => {
                backend.all_the_same(value, to, node.len)
            }
            (Kind::Empty, _) => Ok(node.clone()),
            (_, Some(to)) => backend.all_the_same(value, to, node.len),
            (_, None) => backend.all_one_text(node, &text_of(value)),
        };
        Ok(self.with(backend.map_leaves(&self.node, &mut change)?))
    }

    /// Returns an array of the same structure with all numbers 1, as [`full_like`](Self::full_like) does:
    /// [`ak.ones_like`](https://awkward-array.org/doc/main/reference/generated/ak.ones_like.html).
    ///
    /// # Errors
    /// As [`full_like`](Self::full_like).
    pub fn ones_like(&self, dtype: Option<Dtype>, including_unknown: bool) -> Result<Self> {
        self.full_like(1i64, dtype, including_unknown)
    }

    /// Returns an array of the same structure with all numbers zero, and all texts empty: `ak.zeros_like`.
    ///
    /// # Errors
    /// Returns the driver's error.
    pub fn zeros_like(&self) -> Result<Self> {
        let backend = &self.backend;
        let mut change = |node: &DeviceNode| match &node.kind {
            Kind::Numpy { dtype, .. } => {
                let zeros = backend.zeroed(node.len * dtype.size())?;
                Ok(Node::numpy(*dtype, zeros.freeze()))
            }
            Kind::Empty => Ok(node.clone()),
            _ => {
                let lists = node.lists().ok_or_else(internal)?;
                let zeros = backend.zeroed((node.len + 1) * 8)?.freeze();
                let kind = Kind::ListOffset {
                    offsets: Index::i64(zeros),
                    content: Arc::new(backend.rows(&lists.content, 0, 0)?),
                    tight: true,
                };
                Ok(node.with_kind(node.len, kind))
            }
        };
        Ok(self.with(backend.map_leaves(&self.node, &mut change)?))
    }
}
