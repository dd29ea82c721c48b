//! Forms: types with the layout of their buffers, in Awkward's JSON.

use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de, ser};
use serde_json::{Map, Value as Json, json};

use crate::error::{Error, Result};
use crate::layout::dtype::{Dtype, IndexType};
use crate::layout::node::{Bytes, Kind, Node, Parameters};

/// The structure of an array without its buffers, as in Awkward Array. It is read from and written as Awkward's JSON.
///
/// ```
/// use cuda_awkward::Form;
///
/// let text = r#"{"class":"ListOffsetArray","offsets":"i64","content":{"class":"NumpyArray","primitive":"float64","form_key":"node1"},"form_key":"node0"}"#;
/// let form = Form::from_json(text)?;
/// assert_eq!(form.to_json(), text);
/// assert_eq!(form.type_text(), "var * float64");
/// # Ok::<(), cuda_awkward::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Form {
    pub(crate) kind: FormKind,
    pub(crate) parameters: Parameters,
    pub(crate) form_key: Option<String>,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum FormKind {
    Empty,
    Numpy { primitive: Dtype, inner_shape: Vec<usize> },
    Regular { size: usize, content: Box<Form> },
    ListOffset { offsets: IndexType, content: Box<Form> },
    List { starts: IndexType, content: Box<Form> },
    Record { fields: Option<Vec<String>>, contents: Vec<Form> },
    Indexed { index: IndexType, content: Box<Form> },
    IndexedOption { index: IndexType, content: Box<Form> },
    ByteMasked { valid_when: bool, content: Box<Form> },
    BitMasked { valid_when: bool, lsb_order: bool, content: Box<Form> },
    Unmasked { content: Box<Form> },
    Union { index: IndexType, contents: Vec<Form> },
}

/// The maximum number of levels of a form.
pub(crate) const DEPTH: usize = 64;

fn wrong(key: &str, reason: impl Into<String>) -> Error {
    Error::buffers(key, reason)
}

impl Form {
    /// Parses Awkward's JSON.
    ///
    /// # Errors
    /// [`Error::Buffers`] if it isn't a form of at most 64 levels, [`Error::Unsupported`] for a type that isn't supported.
    pub fn from_json(text: &str) -> Result<Self> {
        let json: Json = serde_json::from_str(text)
            .map_err(|error| wrong("", format!("the form isn't valid JSON: {error}")))?;
        Self::read(&json, 0)
    }

    /// Returns Awkward's JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        self.to_value().to_string()
    }

    /// Returns the key by which the buffers are named.
    pub(crate) fn key(&self) -> &str {
        self.form_key.as_deref().unwrap_or_default()
    }

    fn read(json: &Json, depth: usize) -> Result<Self> {
        if depth > DEPTH {
            return Err(wrong("", format!("it is nested deeper than {DEPTH}")));
        }
        if let Some(name) = json.as_str() {
            let kind = FormKind::Numpy { primitive: primitive("", name)?, inner_shape: Vec::new() };
            return Ok(Self { kind, parameters: None, form_key: None });
        }
        let key = json["form_key"].as_str().map(str::to_owned);
        let at = key.clone().unwrap_or_default();
        let class = json["class"].as_str().unwrap_or_default();
        let index = |name: &str, default: Option<IndexType>| match json[name].as_str() {
            Some(text) => IndexType::of_name(text).ok_or_else(|| {
                wrong(&at, format!("'{name}' is {text}, which isn't an index type"))
            }),
            None => default.ok_or_else(|| wrong(&at, format!("'{name}' is missing"))),
        };
        let flag = |name: &str| {
            let found = json[name].as_bool();
            found.ok_or_else(|| wrong(&at, format!("'{name}' isn't a boolean")))
        };
        let content = || Ok::<_, Error>(Box::new(Self::read(&json["content"], depth + 1)?));
        let contents = || {
            let list = json["contents"].as_array();
            let list = list.ok_or_else(|| wrong(&at, "'contents' isn't a list"))?;
            list.iter().map(|it| Self::read(it, depth + 1)).collect::<Result<Vec<_>>>()
        };
        let plain = class.trim_end_matches("U32").trim_end_matches("32").trim_end_matches("64");
        let suffix = match &class[plain.len()..] {
            "32" => Some(IndexType::I32),
            "U32" => Some(IndexType::U32),
            "64" => Some(IndexType::I64),
            _ => None,
        };
        // Each size is a level of lists.
        let levels = json["inner_shape"].as_array().map_or(0, Vec::len);
        if depth.saturating_add(levels) > DEPTH {
            return Err(wrong(&at, format!("it is nested deeper than {DEPTH}")));
        }
        let kind = match plain {
            "EmptyArray" => FormKind::Empty,
            "NumpyArray" => FormKind::Numpy {
                primitive: primitive(&at, json["primitive"].as_str().unwrap_or_default())?,
                inner_shape: match &json["inner_shape"] {
                    Json::Null => Vec::new(),
                    Json::Array(shape) => {
                        let sizes = shape.iter().map(|it| it.as_u64().map(|it| it as usize));
                        let sizes: Option<Vec<_>> = sizes.collect();
                        let no_sizes = || {
                            format!(
                                "'inner_shape' is {}, whose entries aren't lengths",
                                json["inner_shape"]
                            )
                        };
                        sizes.ok_or_else(|| wrong(&at, no_sizes()))?
                    }
                    _ => return Err(wrong(&at, "'inner_shape' isn't a list")),
                },
            },
            "RegularArray" => FormKind::Regular {
                size: json["size"].as_u64().ok_or_else(|| {
                    wrong(&at, format!("'size' is {}, which isn't a length", json["size"]))
                })? as usize,
                content: content()?,
            },
            "ListOffsetArray" => {
                FormKind::ListOffset { offsets: index("offsets", suffix)?, content: content()? }
            }
            "ListArray" => {
                let starts = index("starts", suffix)?;
                if index("stops", Some(starts))? != starts {
                    return Err(wrong(&at, "'starts' and 'stops' are of different types"));
                }
                let content = content()?;
                FormKind::List { starts, content }
            }
            "RecordArray" => {
                let contents: Vec<Self> = match &json["contents"] {
                    Json::Object(named) => {
                        named.values().map(|it| Self::read(it, depth + 1)).collect::<Result<_>>()?
                    }
                    _ => contents()?,
                };
                let fields = match (&json["fields"], &json["contents"]) {
                    (Json::Array(names), _) => Some(
                        names
                            .iter()
                            .map(|it| it.as_str().map(str::to_owned))
                            .collect::<Option<Vec<_>>>()
                            .ok_or_else(|| wrong(&at, "'fields' has no names"))?,
                    ),
                    (_, Json::Object(named)) => Some(named.keys().cloned().collect()),
                    _ => None,
                };
                if fields.as_ref().is_some_and(|it| it.len() != contents.len()) {
                    return Err(wrong(&at, "'fields' and 'contents' are of different lengths"));
                }
                FormKind::Record { fields, contents }
            }
            "IndexedArray" => {
                FormKind::Indexed { index: index("index", suffix)?, content: content()? }
            }
            "IndexedOptionArray" => {
                FormKind::IndexedOption { index: index("index", suffix)?, content: content()? }
            }
            "ByteMaskedArray" => {
                FormKind::ByteMasked { valid_when: flag("valid_when")?, content: content()? }
            }
            "BitMaskedArray" => FormKind::BitMasked {
                valid_when: flag("valid_when")?,
                lsb_order: flag("lsb_order")?,
                content: content()?,
            },
            "UnmaskedArray" => FormKind::Unmasked { content: content()? },
            "UnionArray" => {
                FormKind::Union { index: index("index", suffix)?, contents: contents()? }
            }
            _ => return Err(wrong(&at, format!("'{class}' isn't a class of forms"))),
        };
        let parameters = match &json["parameters"] {
            Json::Object(parameters) if !parameters.is_empty() => {
                Some(Arc::new(parameters.clone()))
            }
            _ => None,
        };
        Ok(Self { kind, parameters, form_key: key })
    }

    fn to_value(&self) -> Json {
        let mut map = Map::new();
        let mut set = |name: &str, value: Json| map.insert(name.to_owned(), value);
        match &self.kind {
            FormKind::Empty => {
                set("class", "EmptyArray".into());
            }
            FormKind::Numpy { primitive, inner_shape } => {
                set("class", "NumpyArray".into());
                set("primitive", primitive.name().into());
                if !inner_shape.is_empty() {
                    set("inner_shape", json!(inner_shape));
                }
            }
            FormKind::Regular { size, content } => {
                set("class", "RegularArray".into());
                set("size", json!(size));
                set("content", content.to_value());
            }
            FormKind::ListOffset { offsets, content } => {
                set("class", "ListOffsetArray".into());
                set("offsets", offsets.name().into());
                set("content", content.to_value());
            }
            FormKind::List { starts, content } => {
                set("class", "ListArray".into());
                set("starts", starts.name().into());
                set("stops", starts.name().into());
                set("content", content.to_value());
            }
            FormKind::Record { fields, contents } => {
                set("class", "RecordArray".into());
                set("fields", json!(fields));
                let contents: Vec<_> = contents.iter().map(Self::to_value).collect();
                set("contents", contents.into());
            }
            FormKind::Indexed { index, content } => {
                set("class", "IndexedArray".into());
                set("index", index.name().into());
                set("content", content.to_value());
            }
            FormKind::IndexedOption { index, content } => {
                set("class", "IndexedOptionArray".into());
                set("index", index.name().into());
                set("content", content.to_value());
            }
            FormKind::ByteMasked { valid_when, content } => {
                set("class", "ByteMaskedArray".into());
                set("mask", "i8".into());
                set("valid_when", (*valid_when).into());
                set("content", content.to_value());
            }
            FormKind::BitMasked { valid_when, lsb_order, content } => {
                set("class", "BitMaskedArray".into());
                set("mask", "u8".into());
                set("valid_when", (*valid_when).into());
                set("lsb_order", (*lsb_order).into());
                set("content", content.to_value());
            }
            FormKind::Unmasked { content } => {
                set("class", "UnmaskedArray".into());
                set("content", content.to_value());
            }
            FormKind::Union { index, contents } => {
                set("class", "UnionArray".into());
                set("tags", "i8".into());
                set("index", index.name().into());
                let contents: Vec<_> = contents.iter().map(Self::to_value).collect();
                set("contents", contents.into());
            }
        }
        if let Some(parameters) = &self.parameters {
            set("parameters", Json::Object((**parameters).clone()));
        }
        if let Some(key) = &self.form_key {
            set("form_key", key.clone().into());
        }
        Json::Object(map)
    }
}

/// Returns the type of numbers with a name; NumPy's others aren't supported.
fn primitive(node: &str, name: &str) -> Result<Dtype> {
    let others = ["datetime64", "timedelta64", "float128", "complex256"];
    let unknown = || match others.iter().any(|other| name.starts_with(other)) {
        true => Error::Unsupported(format!("the primitive type '{name}'")),
        false => wrong(node, format!("'{name}' isn't a primitive type")),
    };
    Dtype::of_name(name).ok_or_else(unknown)
}

impl Serialize for Form {
    fn serialize<S: Serializer>(&self, serializer: S) -> core::result::Result<S::Ok, S::Error> {
        Serialize::serialize(&self.to_value(), serializer).map_err(ser::Error::custom)
    }
}

impl<'de> Deserialize<'de> for Form {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> core::result::Result<Self, D::Error> {
        let json = Json::deserialize(deserializer)?;
        Self::read(&json, 0).map_err(de::Error::custom)
    }
}

impl<B: Bytes> Node<B> {
    /// Returns the form, with keys in the order of a walk from the top.
    pub(crate) fn form(&self) -> Form {
        self.form_from(&mut 0)
    }

    fn form_from(&self, next: &mut usize) -> Form {
        let key = format!("node{next}");
        *next += 1;
        let mut child = |content: &Self| Box::new(content.form_from(next));
        let kind = match &self.kind {
            Kind::Empty => FormKind::Empty,
            Kind::Numpy { dtype, .. } => {
                FormKind::Numpy { primitive: *dtype, inner_shape: Vec::new() }
            }
            Kind::Regular { size, content } => {
                FormKind::Regular { size: *size, content: child(content) }
            }
            Kind::ListOffset { offsets, content, .. } => {
                FormKind::ListOffset { offsets: offsets.ty, content: child(content) }
            }
            Kind::List { starts, content, .. } => {
                FormKind::List { starts: starts.ty, content: child(content) }
            }
            Kind::Record { fields, contents } => FormKind::Record {
                fields: fields.as_ref().map(|fields| fields.to_vec()),
                contents: contents.iter().map(|it| *child(it)).collect(),
            },
            Kind::Indexed { index, content } => {
                FormKind::Indexed { index: index.ty, content: child(content) }
            }
            Kind::IndexedOption { index, content } => {
                FormKind::IndexedOption { index: index.ty, content: child(content) }
            }
            Kind::ByteMasked { valid_when, content, .. } => {
                FormKind::ByteMasked { valid_when: *valid_when, content: child(content) }
            }
            Kind::BitMasked { valid_when, lsb_order, content, .. } => FormKind::BitMasked {
                valid_when: *valid_when,
                lsb_order: *lsb_order,
                content: child(content),
            },
            Kind::Unmasked { content } => FormKind::Unmasked { content: child(content) },
            Kind::Union { index, contents, .. } => FormKind::Union {
                index: index.ty,
                contents: contents.iter().map(|it| *child(it)).collect(),
            },
        };
        Form { kind, parameters: self.parameters.clone(), form_key: Some(key) }
    }
}
