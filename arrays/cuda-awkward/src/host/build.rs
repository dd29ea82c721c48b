//! Builds arrays from JSON.

use std::sync::Arc;

use serde_json::{Map, Value as Json};

use crate::error::{Error, Result};
use crate::host::bytes::HostBytes;
use crate::layout::dtype::Dtype;
use crate::layout::node::{Index, Kind, Node, Parameters};

/// The kind of a value that isn't missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Class {
    Bool,
    Number,
    Text,
    List,
    Record,
}

fn class(value: &Json) -> Option<Class> {
    match value {
        Json::Null => None,
        Json::Bool(_) => Some(Class::Bool),
        Json::Number(_) => Some(Class::Number),
        Json::String(_) => Some(Class::Text),
        Json::Array(_) => Some(Class::List),
        Json::Object(_) => Some(Class::Record),
    }
}

/// `{"__array__": purpose}`.
pub(crate) fn parameter(purpose: &str) -> Parameters {
    let mut map = Map::new();
    map.insert("__array__".to_owned(), purpose.into());
    Some(Arc::new(map))
}

fn offsets(lens: impl Iterator<Item = usize>) -> Index<HostBytes> {
    let mut sum = 0i64;
    let ends = lens.map(|len| {
        sum += len as i64;
        sum
    });
    Index::of(core::iter::once(0).chain(ends).collect::<Vec<_>>())
}

/// Returns the node of texts.
pub(crate) fn texts(entries: &[&str]) -> Node<HostBytes> {
    let bytes: Vec<u8> = entries.iter().flat_map(|entry| entry.bytes()).collect();
    let content = Node::numpy(Dtype::UInt8, bytes.into()).with_parameters(&parameter("char"));
    let kind = Kind::ListOffset {
        offsets: offsets(entries.iter().map(|entry| entry.len())),
        content: Arc::new(content),
        tight: true,
    };
    Node::new(entries.len(), kind).with_parameters(&parameter("string"))
}

pub(crate) fn array(values: &[&Json]) -> Result<Node<HostBytes>> {
    let mut classes: Vec<Class> = Vec::new();
    for class in values.iter().filter_map(|value| class(value)) {
        if !classes.contains(&class) {
            classes.push(class);
        }
    }
    if values.iter().any(|value| value.is_null()) {
        let mut next = -1;
        let index = values.iter().map(|value| {
            if value.is_null() {
                -1
            } else {
                next += 1;
                next
            }
        });
        let index = Index::of(index.collect::<Vec<_>>());
        let there: Vec<_> = values.iter().copied().filter(|value| !value.is_null()).collect();
        let content = Arc::new(array(&there)?);
        return Ok(Node::new(values.len(), Kind::IndexedOption { index, content }));
    }
    match classes[..] {
        [] => Ok(Node::new(0, Kind::Empty)),
        [class] => of_class(class, values),
        _ => union(&classes, values),
    }
}

fn union(classes: &[Class], values: &[&Json]) -> Result<Node<HostBytes>> {
    let mut tags = Vec::new();
    let mut index = Vec::new();
    let mut parts = vec![Vec::new(); classes.len()];
    for value in values {
        let place = classes.iter().position(|known_class| Some(*known_class) == class(value));
        let place = place.unwrap_or(0);
        tags.push(place as u8);
        index.push(parts[place].len() as i64);
        parts[place].push(*value);
    }
    let contents = classes.iter().zip(&parts);
    let contents = contents.map(|(class, values)| of_class(*class, values));
    let kind = Kind::Union {
        tags: tags.into(),
        index: Index::of(index),
        contents: contents.collect::<Result<_>>()?,
    };
    Ok(Node::new(values.len(), kind))
}

/// Returns the node of values that are all of one class.
fn of_class(class: Class, values: &[&Json]) -> Result<Node<HostBytes>> {
    Ok(match class {
        Class::Bool => {
            let bytes: Vec<u8> = values.iter().map(|value| u8::from(**value == true)).collect();
            Node::numpy(Dtype::Bool, bytes.into())
        }
        Class::Number => numbers(values)?,
        Class::Text => texts(&values.iter().filter_map(|value| value.as_str()).collect::<Vec<_>>()),
        Class::List => {
            let lists = || values.iter().filter_map(|value| value.as_array());
            let entries: Vec<&Json> = lists().flatten().collect();
            let kind = Kind::ListOffset {
                offsets: offsets(lists().map(Vec::len)),
                content: Arc::new(array(&entries)?),
                tight: true,
            };
            Node::new(values.len(), kind)
        }
        Class::Record => {
            let mut names: Vec<String> = Vec::new();
            for name in values.iter().filter_map(|value| value.as_object()).flat_map(Map::keys) {
                if !names.contains(name) {
                    names.push(name.clone());
                }
            }
            let contents = names.iter().map(|name| {
                let entries: Vec<&Json> =
                    values.iter().map(|value| value.get(name).unwrap_or(&Json::Null)).collect();
                array(&entries)
            });
            let kind = Kind::Record {
                contents: contents.collect::<Result<_>>()?,
                fields: Some(names.into()),
            };
            Node::new(values.len(), kind)
        }
    })
}

fn numbers(values: &[&Json]) -> Result<Node<HostBytes>> {
    let integers: Option<Vec<i64>> = values.iter().map(|value| value.as_i64()).collect();
    if let Some(integers) = integers {
        let data = HostBytes::of(integers.into_iter().map(i64::to_le_bytes));
        return Ok(Node::numpy(Dtype::Int64, data));
    }
    let integers: Option<Vec<u64>> = values.iter().map(|value| value.as_u64()).collect();
    if let Some(integers) = integers {
        let data = HostBytes::of(integers.into_iter().map(u64::to_le_bytes));
        return Ok(Node::numpy(Dtype::UInt64, data));
    }
    if values.iter().all(|value| value.is_i64() || value.is_u64()) {
        let least = values.iter().filter_map(|value| value.as_i64()).min();
        let most = values.iter().filter_map(|value| value.as_u64()).max();
        let (least, most) = (least.unwrap_or(0), most.unwrap_or(0));
        return Err(Error::Value(format!(
            "no type has both {least} and {most}: int64 ends at {}, and uint64 begins at 0",
            i64::MAX
        )));
    }
    let floats = values.iter().map(|value| {
        let wrong = || Error::Value(format!("{value} isn't within the range of float64"));
        value.as_f64().map(f64::to_le_bytes).ok_or_else(wrong)
    });
    let data = HostBytes::of(floats.collect::<Result<Vec<_>>>()?);
    Ok(Node::numpy(Dtype::Float64, data))
}
