//! Fields of records at any depth of an array.

use crate::array::DeviceNode;
use crate::backend::Backend;
use crate::error::{Error, Result};
use crate::layout::node::{Kind, Node};

impl Backend {
    /// Returns a field of the records at any depth.
    pub(crate) fn projected(&self, node: &DeviceNode, name: &str) -> Result<DeviceNode> {
        self.over_records(node, &mut |record| {
            let field = record.field(name);
            let missing = || {
                let count = record.contents().len();
                Error::Field(format!("no field '{name}' in record with {count} fields"))
            };
            self.rows(field.ok_or_else(missing)?, 0, record.len)
        })
    }

    pub(crate) fn projected_all(&self, node: &DeviceNode, names: &[String]) -> Result<DeviceNode> {
        self.over_records(node, &mut |record| {
            let contents = names.iter().map(|name| self.projected(record, name));
            let is_tuple = matches!(record.kind, Kind::Record { fields: None, .. });
            let kind = Kind::Record {
                contents: contents.collect::<Result<_>>()?,
                fields: (!is_tuple).then(|| names.to_vec().into()),
            };
            Ok(Node::new(record.len, kind))
        })
    }

    /// Changes the outermost records of an array, at any depth.
    pub(crate) fn over_records(
        &self,
        node: &DeviceNode,
        change: &mut dyn FnMut(&DeviceNode) -> Result<DeviceNode>,
    ) -> Result<DeviceNode> {
        self.over_all_records(node, true, change)
    }

    /// Changes the outermost records of an array. Types of unions without records are errors if all must have them, and
    /// otherwise stay as they are.
    pub(crate) fn over_all_records(
        &self,
        node: &DeviceNode,
        all: bool,
        change: &mut dyn FnMut(&DeviceNode) -> Result<DeviceNode>,
    ) -> Result<DeviceNode> {
        if node.is_record() {
            return change(node);
        }
        match (node.content(), &node.kind) {
            (_, Kind::Union { .. }) => self.over_union(node, &mut |content, _| {
                if all || content.contains(&|node| node.is_record()) {
                    self.over_all_records(content, all, change)
                } else {
                    Ok(content.clone())
                }
            }),
            (Some(content), _) if !node.is_text() => {
                let content = self.over_all_records(content, all, change)?;
                let parameters = if all { &None } else { &node.parameters };
                self.canonical(node.with_content(content).with_parameters(parameters))
            }
            _ => Err(Error::Field("not an array of records".to_owned())),
        }
    }
}
