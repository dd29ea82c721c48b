//! Changes of nodes by a program's closure.

use crate::array::{Array, DeviceNode};
use crate::backend::Backend;
use crate::combining::merge::Booleans;
use crate::error::{Error, Result};
use crate::host::import::check_purpose;
use crate::layout::node::Kind;

/// Returns the node of an array that takes the place of one with `n` entries.
fn replacement(backend: &Backend, array: &Array, n: usize) -> Result<DeviceNode> {
    backend.check(array.backend())?;
    if array.len() != n {
        let len = array.len();
        return Err(Error::Value(format!(
            "transform: the closure returned {len} entries in place of {n}"
        )));
    }
    Ok((*array.node).clone())
}

impl Backend {
    /// Returns the node without options in options, indexes in indexes, unions in unions, and types of a union that merge.
    pub(crate) fn canonical(&self, node: DeviceNode) -> Result<DeviceNode> {
        match (&node.kind, node.content()) {
            (Kind::Union { contents, .. }, _) => {
                let simple = if contents.iter().any(|content| content.is_union()) {
                    self.over_union(&node, &mut |own, _| Ok(own.clone()))?
                } else {
                    self.simplified(&node, Booleans::Apart)?
                };
                Ok(if simple.is_union() {
                    simple.with_parameters(&node.parameters)
                } else {
                    simple
                })
            }
            (Kind::Indexed { index, .. }, Some(content))
                if content.is_option() || content.is_indexed() || content.is_union() =>
            {
                self.carry(content, index)
            }
            (_, Some(content))
                if node.is_option()
                    && (content.is_option() || content.is_indexed() || content.is_union()) =>
            {
                let (index, content) = self.option_index(&node)?;
                self.optional(index, content)
            }
            _ => Ok(node),
        }
    }

    fn transformed(
        &self,
        node: &DeviceNode,
        depth: usize,
        change: &mut dyn FnMut(&Array, usize) -> Result<Option<Array>>,
    ) -> Result<DeviceNode> {
        if let Some(array) = change(&Array::new(self, node.clone()), depth)? {
            return replacement(self, &array, node.len);
        }
        let below = depth + usize::from(node.lists().is_some());
        let changed =
            node.with_contents(&mut |content| self.transformed(content, below, change))?;
        if let Err(reason) = check_purpose(&changed) {
            return Err(Error::Value(format!("transform: {reason}")));
        }
        self.canonical(changed)
    }
}

impl Array {
    /// Calls a closure for each node of the array, outermost first, with the node as an array and its depth, which is 1 at
    /// the outermost. Where it returns an array, of as many entries as the node, this takes the place of the node; otherwise
    /// the closure is called for the contents of the node:
    /// [`ak.transform`](https://awkward-array.org/doc/main/reference/generated/ak.transform.html).
    ///
    /// Nodes are passed as they are in memory: the content of lists may have entries that are in no list, and that of an
    /// option has some where values are missing. [`form`](Self::form) has the kind of a node. For several arrays, use
    /// [`Backend::broadcast_arrays`] or [`Backend::zip`] before.
    ///
    /// ```
    /// use cuda_awkward::{Backend, HostArray};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let stream = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?.stream()?;
    /// # let gpu = Backend::new(&stream)?;
    /// let array = HostArray::from_json(r#"[{"x": [1, 2], "name": "a"}]"#)?.to_backend(&gpu)?;
    /// // All numbers, but not the bytes of texts.
    /// let doubled = array.transform(|node, _| match node.form().type_text().as_str() {
    ///     "int64" => node.times(2i64).map(Some),
    ///     "string" => Ok(Some(node.clone())),
    ///     _ => Ok(None),
    /// })?;
    /// assert_eq!(doubled.to_host()?.value()?.to_string(), r#"[{x: [2, 4], name: "a"}]"#);
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// The closure's; [`Error::Value`] for a result that isn't as long as the node, and for bytes of texts that aren't
    /// `uint8`; [`Error::Backend`] for a result of another backend.
    pub fn transform(
        &self,
        mut change: impl FnMut(&Self, usize) -> Result<Option<Self>>,
    ) -> Result<Self> {
        let node = self.backend.transformed(&self.node, 1, &mut change)?;
        Ok(self.with(node))
    }
}
