//! Reads types in Awkward's notation.

use std::sync::Arc;

use serde_json::{Map, Value as Json, json};

use crate::error::{Error, Result};
use crate::layout::dtype::{Dtype, IndexType};
use crate::layout::form::{DEPTH, Form, FormKind};

struct Parser<'a> {
    text: &'a str,
    rest: &'a str,
    depth: usize,
}

/// What is between brackets.
struct Fields {
    names: Vec<String>,
    contents: Vec<Form>,
    parameters: Map<String, Json>,
}

fn form(kind: FormKind) -> Form {
    Form { kind, parameters: None, form_key: None }
}

fn with(mut form: Form, more: Map<String, Json>) -> Form {
    let mut all = form.parameters.as_deref().cloned().unwrap_or_default();
    all.extend(more);
    form.parameters = (!all.is_empty()).then(|| Arc::new(all));
    form
}

fn with_purpose(form: Form, purpose: &str) -> Form {
    with(form, Map::from_iter([("__array__".to_owned(), json!(purpose))]))
}

fn numbers(primitive: Dtype) -> Form {
    form(FormKind::Numpy { primitive, inner_shape: Vec::new() })
}

fn lists(size: Option<usize>, content: Form) -> Form {
    let content = Box::new(content);
    form(match size {
        Some(size) => FormKind::Regular { size, content },
        None => FormKind::ListOffset { offsets: IndexType::I64, content },
    })
}

fn option(content: Form) -> Form {
    let content = Box::new(content);
    form(FormKind::Unmasked { content })
}

fn record(fields: Fields, is_tuple: bool) -> Form {
    let record =
        FormKind::Record { fields: (!is_tuple).then_some(fields.names), contents: fields.contents };
    with(form(record), fields.parameters)
}

impl Parser<'_> {
    fn error(&self, expected: &str) -> Error {
        let (text, at) = (self.text, self.text.len() - self.rest.len());
        Error::Value(format!("the type {text:?} has no {expected} at byte {at}"))
    }

    /// Skips a sign, if it is next.
    fn has(&mut self, sign: &str) -> bool {
        let found = self.rest.trim_start().strip_prefix(sign);
        self.rest = found.unwrap_or(self.rest);
        found.is_some()
    }

    fn needs(&mut self, sign: &str) -> Result<()> {
        if self.has(sign) { Ok(()) } else { Err(self.error(&format!("'{sign}'"))) }
    }

    fn word(&mut self) -> &str {
        let text = self.rest.trim_start();
        let end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        let (word, rest) = text.split_at(end.unwrap_or(text.len()));
        self.rest = rest;
        word
    }

    fn json(&mut self) -> Result<Json> {
        let mut stream = serde_json::Deserializer::from_str(self.rest).into_iter::<Json>();
        let json = stream.next().and_then(|parsed| parsed.ok());
        let used = stream.byte_offset();
        let json = json.ok_or_else(|| self.error("JSON"))?;
        self.rest = &self.rest[used..];
        Ok(json)
    }

    fn length(&mut self, digits: &str) -> Result<usize> {
        digits.parse().map_err(|_| self.error("length"))
    }

    /// Reads types, of which all or none have names, and parameters, up to a sign, and the sign.
    fn fields(&mut self, end: &str, named: Option<bool>) -> Result<Fields> {
        let (mut names, mut contents, mut parameters) = (Vec::new(), Vec::new(), Map::new());
        while !self.has(end) {
            if !contents.is_empty() {
                self.needs(",")?;
            }
            if self.has("parameters=") {
                let Json::Object(map) = self.json()? else {
                    return Err(self.error("parameters"));
                };
                parameters = map;
                self.needs(end)?;
                break;
            }
            let before = self.rest;
            let name = if self.rest.trim_start().starts_with('"') {
                self.json()?.as_str().unwrap_or_default().to_owned()
            } else {
                self.word().to_owned()
            };
            if self.has(":") {
                names.push(name);
            } else {
                self.rest = before;
            }
            contents.push(self.parse()?);
        }
        let (all, none) = (names.len() == contents.len(), names.is_empty());
        match named {
            Some(true) | None if !all && (named.is_some() || !none) => {
                Err(self.error("name for each field"))
            }
            Some(false) if !none => Err(self.error("types without names")),
            _ => Ok(Fields { names, contents, parameters }),
        }
    }

    /// Reads parameters, up to a bracket.
    fn parameters(&mut self) -> Result<Map<String, Json>> {
        let fields = self.fields("]", Some(false))?;
        if fields.contents.is_empty() {
            Ok(fields.parameters)
        } else {
            Err(self.error("parameters"))
        }
    }

    /// Reads one type and parameters between brackets.
    fn one(&mut self, wrap: impl Fn(Form) -> Form) -> Result<Form> {
        let mut fields = self.fields("]", Some(false))?;
        match (fields.contents.pop(), fields.contents.is_empty()) {
            (Some(one), true) => Ok(with(wrap(one), fields.parameters)),
            _ => Err(self.error("single type")),
        }
    }

    fn parse(&mut self) -> Result<Form> {
        self.depth += 1;
        if self.depth > DEPTH {
            return Err(self.error("end of its levels, which are too many"));
        }
        let form = self.parse_one();
        self.depth -= 1;
        form
    }

    fn parse_one(&mut self) -> Result<Form> {
        if self.has("?") {
            return Ok(option(self.parse()?));
        }
        if self.has("{") {
            return Ok(record(self.fields("}", Some(true))?, false));
        }
        if self.has("(") {
            return Ok(record(self.fields(")", Some(false))?, true));
        }
        if self.has("[") {
            return self.one(|form| form);
        }
        let word = self.word().to_owned();
        let is_length = word.starts_with(|c: char| c.is_ascii_digit());
        if word == "var" || is_length {
            self.needs("*")?;
            let size = if is_length { Some(self.length(&word)?) } else { None };
            return Ok(lists(size, self.parse()?));
        }
        let has_more = self.has("[");
        let bytes = |purpose| with_purpose(numbers(Dtype::UInt8), purpose);
        let plain = match word.as_str() {
            "option" if has_more => return self.one(option),
            "struct" if has_more => return self.one(|form| form),
            "tuple" if has_more => {
                self.needs("[")?;
                let tuple = record(self.fields("]", Some(false))?, true);
                self.needs(",")?;
                return Ok(with(tuple, self.parameters()?));
            }
            "union" if has_more => {
                let fields = self.fields("]", Some(false))?;
                let kind = FormKind::Union { index: IndexType::I64, contents: fields.contents };
                return Ok(with(form(kind), fields.parameters));
            }
            "string" | "bytes" => {
                let (purpose, of) = match word.as_str() {
                    "string" => ("string", "char"),
                    _ => ("bytestring", "byte"),
                };
                let size = if has_more {
                    let digits = self.word().to_owned();
                    Some(self.length(&digits)?)
                } else {
                    None
                };
                if has_more {
                    self.needs("]")?;
                }
                return Ok(with_purpose(lists(size, bytes(of)), purpose));
            }
            "datetime64" | "timedelta64" if has_more => {
                let name = format!("{word}[{}]", self.word());
                self.needs("]")?;
                let dtype = Dtype::of_name(&name);
                let dtype = numbers(dtype.ok_or_else(|| self.error("known unit"))?);
                return if self.has("[") { Ok(with(dtype, self.parameters()?)) } else { Ok(dtype) };
            }
            "categorical" => return Err(Error::Unsupported("the type categorical".to_owned())),
            "unknown" => Some(form(FormKind::Empty)),
            "char" | "byte" => Some(bytes(&word)),
            name => Dtype::of_name(name).map(numbers),
        };
        let name = Map::from_iter([("__record__".to_owned(), json!(word))]);
        match (plain, has_more) {
            (Some(plain), true) => Ok(with(plain, self.parameters()?)),
            (Some(plain), false) => Ok(plain),
            (None, true) if !word.is_empty() => {
                // The fields of records with a name; a type with none is a tuple.
                let fields = self.fields("]", None)?;
                let is_tuple = fields.names.is_empty();
                Ok(with(record(fields, is_tuple), name))
            }
            (None, _) => Err(self.error("type")),
        }
    }
}

impl Form {
    /// Reads a type in Awkward's notation, without a length: `var * ?float64`. Lists have offsets of 64 bits; missing values
    /// have no mask.
    ///
    /// ```
    /// use cuda_awkward::Form;
    ///
    /// let form = Form::of_type(r#"var * {x: ?float64, "two words": union[int64, string]}"#)?;
    /// assert_eq!(form.type_text(), r#"var * {x: ?float64, "two words": union[int64, string]}"#);
    /// # Ok::<(), cuda_awkward::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for a text that isn't a type of at most 64 levels, with the place; [`Error::Unsupported`] for
    /// `categorical`.
    pub fn of_type(text: &str) -> Result<Self> {
        let (rest, depth) = (text, 0);
        let mut parser = Parser { text, rest, depth };
        let form = parser.parse()?;
        if parser.rest.trim().is_empty() { Ok(form) } else { Err(parser.error("end")) }
    }
}
