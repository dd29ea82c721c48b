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
        let form_key = json["form_key"].as_str().map(str::to_owned);
        let kind = Reader::new(json, form_key.as_deref().unwrap_or_default(), depth)?.kind()?;
        let parameters = match &json["parameters"] {
            Json::Object(parameters) if !parameters.is_empty() => {
                Some(Arc::new(parameters.clone()))
            }
            _ => None,
        };
        Ok(Self { kind, parameters, form_key })
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

/// The JSON of a form that isn't only a name.
struct Reader<'j> {
    json: &'j Json,
    /// The key, for errors.
    at: &'j str,
    depth: usize,
    class: &'j str,
    /// The class without its suffix, which is the type of its index.
    plain: &'j str,
    suffix: Option<IndexType>,
}

impl<'j> Reader<'j> {
    fn new(json: &'j Json, at: &'j str, depth: usize) -> Result<Self> {
        let class = json["class"].as_str().unwrap_or_default();
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
            return Err(wrong(at, format!("it is nested deeper than {DEPTH}")));
        }
        Ok(Self { json, at, depth, class, plain, suffix })
    }

    fn kind(&self) -> Result<FormKind> {
        Ok(match self.plain {
            "EmptyArray" => FormKind::Empty,
            "NumpyArray" => FormKind::Numpy {
                primitive: primitive(self.at, self.json["primitive"].as_str().unwrap_or_default())?,
                inner_shape: self.inner_shape()?,
            },
            "RegularArray" => FormKind::Regular { size: self.size()?, content: self.content()? },
            "ListOffsetArray" => FormKind::ListOffset {
                offsets: self.index("offsets", self.suffix)?,
                content: self.content()?,
            },
            "ListArray" => self.list()?,
            "RecordArray" => self.record()?,
            "IndexedArray" => FormKind::Indexed {
                index: self.index("index", self.suffix)?,
                content: self.content()?,
            },
            "IndexedOptionArray" => FormKind::IndexedOption {
                index: self.index("index", self.suffix)?,
                content: self.content()?,
            },
            "ByteMaskedArray" => FormKind::ByteMasked {
                valid_when: self.flag("valid_when")?,
                content: self.content()?,
            },
            "BitMaskedArray" => FormKind::BitMasked {
                valid_when: self.flag("valid_when")?,
                lsb_order: self.flag("lsb_order")?,
                content: self.content()?,
            },
            "UnmaskedArray" => FormKind::Unmasked { content: self.content()? },
            "UnionArray" => FormKind::Union {
                index: self.index("index", self.suffix)?,
                contents: self.contents()?,
            },
            _ => return Err(self.wrong(format!("'{}' isn't a class of forms", self.class))),
        })
    }

    fn wrong(&self, reason: impl Into<String>) -> Error {
        wrong(self.at, reason)
    }

    fn index(&self, name: &str, default: Option<IndexType>) -> Result<IndexType> {
        match self.json[name].as_str() {
            Some(text) => IndexType::of_name(text).ok_or_else(|| {
                self.wrong(format!("'{name}' is {text}, which isn't an index type"))
            }),
            None => default.ok_or_else(|| self.wrong(format!("'{name}' is missing"))),
        }
    }

    fn flag(&self, name: &str) -> Result<bool> {
        let found = self.json[name].as_bool();
        found.ok_or_else(|| self.wrong(format!("'{name}' isn't a boolean")))
    }

    fn below(&self, json: &Json) -> Result<Form> {
        Form::read(json, self.depth + 1)
    }

    fn content(&self) -> Result<Box<Form>> {
        self.below(&self.json["content"]).map(Box::new)
    }

    fn contents(&self) -> Result<Vec<Form>> {
        let list = self.json["contents"].as_array();
        let list = list.ok_or_else(|| self.wrong("'contents' isn't a list"))?;
        list.iter().map(|entry| self.below(entry)).collect()
    }

    fn inner_shape(&self) -> Result<Vec<usize>> {
        match &self.json["inner_shape"] {
            Json::Null => Ok(Vec::new()),
            Json::Array(shape) => {
                let sizes = shape.iter().map(|dim| dim.as_u64().map(|dim| dim as usize));
                sizes.collect::<Option<_>>().ok_or_else(|| {
                    let shape = &self.json["inner_shape"];
                    self.wrong(format!("'inner_shape' is {shape}, whose entries aren't lengths"))
                })
            }
            _ => Err(self.wrong("'inner_shape' isn't a list")),
        }
    }

    fn size(&self) -> Result<usize> {
        let size = &self.json["size"];
        let found = size.as_u64().map(|size| size as usize);
        found.ok_or_else(|| self.wrong(format!("'size' is {size}, which isn't a length")))
    }

    fn list(&self) -> Result<FormKind> {
        let starts = self.index("starts", self.suffix)?;
        if self.index("stops", Some(starts))? != starts {
            return Err(self.wrong("'starts' and 'stops' are of different types"));
        }
        Ok(FormKind::List { starts, content: self.content()? })
    }

    fn record(&self) -> Result<FormKind> {
        let named = self.json["contents"].as_object();
        let contents: Vec<Form> = match named {
            Some(named) => named.values().map(|value| self.below(value)).collect::<Result<_>>()?,
            None => self.contents()?,
        };
        let fields = match (&self.json["fields"], named) {
            (Json::Array(names), _) => {
                let names = names.iter().map(|name| name.as_str().map(str::to_owned));
                let names: Option<Vec<_>> = names.collect();
                Some(names.ok_or_else(|| self.wrong("'fields' has no names"))?)
            }
            (_, Some(named)) => Some(named.keys().cloned().collect()),
            _ => None,
        };
        if fields.as_ref().is_some_and(|fields| fields.len() != contents.len()) {
            return Err(self.wrong("'fields' and 'contents' are of different lengths"));
        }
        Ok(FormKind::Record { fields, contents })
    }
}

/// Returns the type of numbers with a name; NumPy's others aren't supported.
fn primitive(node: &str, name: &str) -> Result<Dtype> {
    let others = ["datetime64", "timedelta64", "float128", "complex256"];
    let unknown = || {
        if others.iter().any(|other| name.starts_with(other)) {
            Error::Unsupported(format!("the primitive type '{name}'"))
        } else {
            wrong(node, format!("'{name}' isn't a primitive type"))
        }
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
                contents: contents.iter().map(|content| *child(content)).collect(),
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
                contents: contents.iter().map(|content| *child(content)).collect(),
            },
        };
        Form { kind, parameters: self.parameters.clone(), form_key: Some(key) }
    }
}
