//! Parameters of nodes: names of records, categories, and what a program adds.

use crate::layout::node::is_categorical;
use std::sync::Arc;

use serde_json::Value as Json;

use crate::array::{Array, DeviceNode};
use crate::error::{Error, Result};
use crate::host::import;
use crate::layout::node::{Kind, Parameters};

/// Returns the parameters with one changed, or without it for `null`.
pub(crate) fn changed(parameters: &Parameters, name: &str, value: Json) -> Parameters {
    let mut map = parameters.as_deref().cloned().unwrap_or_default();
    match value {
        Json::Null => {
            map.remove(name);
        }
        value => {
            map.insert(name.to_owned(), value);
        }
    }
    (!map.is_empty()).then(|| Arc::new(map))
}

impl DeviceNode {
    /// Returns the node with the contents that `change` returns, and the same parameters.
    pub(crate) fn with_contents(
        &self,
        change: &mut dyn FnMut(&Self) -> Result<Self>,
    ) -> Result<Self> {
        let kind = match &self.kind {
            Kind::Record { fields, contents } => Kind::Record {
                fields: fields.clone(),
                contents: contents.iter().map(change).collect::<Result<_>>()?,
            },
            Kind::Union { tags, index, contents } => Kind::Union {
                tags: tags.clone(),
                index: index.clone(),
                contents: contents.iter().map(change).collect::<Result<_>>()?,
            },
            _ => match self.content() {
                Some(content) => {
                    let content = change(content)?;
                    return Ok(self.with_content(content).with_parameters(&self.parameters));
                }
                None => return Ok(self.clone()),
            },
        };
        Ok(self.with_kind(self.len, kind))
    }

    /// Returns `true` if a condition holds for this node or one below it, down to records and unions.
    fn purely(&self, is: &dyn Fn(&Self) -> bool) -> bool {
        is(self) || self.content().is_some_and(|content| content.purely(is))
    }
}

fn without(node: &DeviceNode) -> Result<DeviceNode> {
    let mut node = node.with_contents(&mut without)?;
    node.parameters = None;
    Ok(node)
}

/// Names the outermost records.
fn named(node: &DeviceNode, name: &Json) -> Result<DeviceNode> {
    if !node.is_record() {
        return node.with_contents(&mut |content| named(content, name));
    }
    let mut node = node.clone();
    node.parameters = changed(&node.parameters, "__record__", name.clone());
    Ok(node)
}

fn plain_of_categories(node: &DeviceNode) -> Result<DeviceNode> {
    if is_categorical(node) {
        let mut node = node.clone();
        node.parameters = changed(&node.parameters, "__array__", Json::Null);
        return Ok(node);
    }
    node.with_contents(&mut plain_of_categories)
}

/// Returns the categories of the last categorical node, in preorder.
fn categories_of(node: &DeviceNode) -> Option<&DeviceNode> {
    if is_categorical(node) {
        return node.content().map(|content| &**content);
    }
    let contents = node.contents();
    contents.into_iter().rev().find_map(categories_of)
}

impl Array {
    /// Returns `true` if the entries are tuples, records whose fields have no names:
    /// [`ak.is_tuple`](https://awkward-array.org/doc/main/reference/generated/ak.is_tuple.html).
    #[must_use]
    pub fn is_tuple(&self) -> bool {
        fn of(node: &DeviceNode) -> bool {
            match (&node.kind, node.content()) {
                (Kind::Record { fields, .. }, _) => fields.is_none(),
                (Kind::Union { contents, .. }, _) => {
                    !contents.is_empty() && contents.iter().all(of)
                }
                (_, Some(content)) => of(content),
                _ => false,
            }
        }
        of(&self.node)
    }

    /// Returns the parameters of the outermost node, as a JSON object:
    /// [`ak.parameters`](https://awkward-array.org/doc/main/reference/generated/ak.parameters.html).
    #[must_use]
    pub fn parameters(&self) -> String {
        let parameters = self.node.parameters.as_deref();
        Json::from(parameters.cloned().unwrap_or_default()).to_string()
    }

    /// Returns the array with a parameter of the outermost node set to a value in JSON, or removed if it is `null`:
    /// [`ak.with_parameter`](https://awkward-array.org/doc/main/reference/generated/ak.with_parameter.html).
    ///
    /// # Errors
    /// [`Error::Value`] if the value isn't JSON, and for `__array__` that the node can't have: `"string"` for lists that aren't
    /// of bytes.
    pub fn with_parameter(&self, name: &str, json: &str) -> Result<Self> {
        let value = serde_json::from_str(json).map_err(|reason| {
            Error::Value(format!("with_parameter: {json:?} isn't JSON: {reason}"))
        })?;
        let mut node = (*self.node).clone();
        node.parameters = changed(&node.parameters, name, value);
        if let Err(reason) = import::check_purpose(&node) {
            return Err(Error::Value(format!("with_parameter: {reason}")));
        }
        Ok(self.with(node))
    }

    /// Returns the array without parameters, at any depth; texts become lists of `uint8`:
    /// [`ak.without_parameters`](https://awkward-array.org/doc/main/reference/generated/ak.without_parameters.html).
    ///
    /// # Errors
    /// None today.
    pub fn without_parameters(&self) -> Result<Self> {
        Ok(self.with(without(&self.node)?))
    }

    /// Returns the array with the outermost records named, or without names:
    /// [`ak.with_name`](https://awkward-array.org/doc/main/reference/generated/ak.with_name.html).
    ///
    /// # Errors
    /// None today.
    pub fn with_name(&self, name: Option<&str>) -> Result<Self> {
        let name = name.map_or(Json::Null, Json::from);
        Ok(self.with(named(&self.node, &name)?))
    }

    /// Checks all offsets, positions and tags, and returns what is wrong with them, or `None`:
    /// [`ak.validity_error`](https://awkward-array.org/doc/main/reference/generated/ak.validity_error.html). As for
    /// [`is_valid`](Self::is_valid), only arrays of
    /// [`Backend::from_buffers_unchecked`](crate::backend::Backend::from_buffers_unchecked) can be invalid.
    ///
    /// # Errors
    /// Returns the driver's error.
    pub fn validity_error(&self) -> Result<Option<String>> {
        match self.backend.checked(&self.node, &self.form(), self.len()) {
            Ok(_) => Ok(None),
            Err(error @ Error::Buffers { .. }) => Ok(Some(error.to_string())),
            Err(error) => Err(error),
        }
    }

    /// Returns `true` if the entries are categorical, within lists or not:
    /// [`ak.is_categorical`](https://awkward-array.org/doc/main/reference/generated/ak.is_categorical.html).
    #[must_use]
    pub fn is_categorical(&self) -> bool {
        self.node.purely(&is_categorical)
    }

    /// Returns the array with entries that aren't categorical, but equal; nothing is copied:
    /// [`ak.from_categorical`](https://awkward-array.org/doc/main/reference/generated/ak.from_categorical.html).
    ///
    /// # Errors
    /// None today.
    pub fn from_categorical(&self) -> Result<Self> {
        Ok(self.with(plain_of_categories(&self.node)?))
    }

    /// Returns the categories of the categorical entries, or `None` if there are none:
    /// [`ak.categories`](https://awkward-array.org/doc/main/reference/generated/ak.categories.html).
    #[must_use]
    pub fn categories(&self) -> Option<Self> {
        categories_of(&self.node).map(|node| self.with(node.clone()))
    }
}
