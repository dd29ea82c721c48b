//! Types in Awkward's notation: `3 * var * ?float64`.

use serde_json::Value as Json;

use crate::layout::form::{Form, FormKind};
use crate::layout::node::{Parameters, purpose};

/// Returns the parameters that are part of the text.
fn shown(parameters: &Parameters) -> Vec<(&String, &Json)> {
    let all = parameters.iter().flat_map(|parameter| parameter.iter());
    all.filter(|(name, value)| {
        !value.is_null()
            && name.as_str() != "__record__"
            && !(name.as_str() == "__array__"
                && matches!(value.as_str(), Some("string" | "bytestring" | "char" | "byte")))
    })
    .collect()
}

pub(crate) fn is_identifier(name: &str) -> bool {
    let mut letters = name.chars();
    letters.next().is_some_and(|letter| letter.is_ascii_alphabetic() || letter == '_')
        && letters.all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
}

/// Returns JSON as Python writes it: with spaces, and letters beyond ASCII as numbers.
fn json_text(json: &Json) -> String {
    match json {
        Json::Array(list) => {
            let each: Vec<_> = list.iter().map(json_text).collect();
            format!("[{}]", each.join(", "))
        }
        Json::Object(map) => {
            let each = map.iter();
            let each = each.map(|(name, value)| {
                format!("{}: {}", json_text(&Json::from(name.as_str())), json_text(value))
            });
            format!("{{{}}}", each.collect::<Vec<_>>().join(", "))
        }
        other => {
            let mut text = String::new();
            for unit in other.to_string().encode_utf16() {
                match char::from_u32(unit.into()).filter(char::is_ascii) {
                    Some(letter) => text.push(letter),
                    None => text += &format!("\\u{unit:04x}"),
                }
            }
            text
        }
    }
}

fn parameters_text(parameters: &[(&String, &Json)]) -> String {
    let each: Vec<_> = parameters
        .iter()
        .map(|(name, value)| {
            format!("{}: {}", json_text(&Json::from(name.as_str())), json_text(value))
        })
        .collect();
    format!("parameters={{{}}}", each.join(", "))
}

impl Form {
    /// Returns the form's type in Awkward's notation.
    #[must_use]
    pub fn type_text(&self) -> String {
        let shown = shown(&self.parameters);
        let is_categorical = purpose(&self.parameters) == Some("categorical");
        let record = self.parameters.as_ref().and_then(|parameters| parameters.get("__record__"));
        let record = record.and_then(Json::as_str);
        let wrapped = |text: String| match shown[..] {
            [] => text,
            _ => format!("[{text}, {}]", parameters_text(&shown)),
        };
        match &self.kind {
            FormKind::Empty => "unknown".to_owned(),
            FormKind::Numpy { primitive, inner_shape } => {
                let name = match purpose(&self.parameters) {
                    Some(name @ ("char" | "byte")) => name,
                    _ => primitive.name(),
                };
                let name = match shown[..] {
                    [] => name.to_owned(),
                    _ => format!("{name}[{}]", parameters_text(&shown)),
                };
                let sizes: String = inner_shape.iter().map(|size| format!("{size} * ")).collect();
                sizes + &name
            }
            FormKind::Regular { size, content } => match purpose(&self.parameters) {
                Some("string") => format!("string[{size}]"),
                Some("bytestring") => format!("bytes[{size}]"),
                _ => wrapped(format!("{size} * {}", content.type_text())),
            },
            FormKind::ListOffset { content, .. } | FormKind::List { content, .. } => {
                match purpose(&self.parameters) {
                    Some("string") => "string".to_owned(),
                    Some("bytestring") => "bytes".to_owned(),
                    _ => wrapped(format!("var * {}", content.type_text())),
                }
            }
            FormKind::Record { fields, contents } => {
                let each = contents.iter().enumerate().map(|(number, content)| {
                    let name = match fields.as_ref().map(|fields| &fields[number]) {
                        Some(name) if is_identifier(name) => format!("{name}: "),
                        Some(name) => format!("{}: ", Json::from(name.as_str())),
                        None => String::new(),
                    };
                    name + &content.type_text()
                });
                let mut each: Vec<_> = each.collect();
                let inner = each.join(", ");
                if !shown.is_empty() {
                    each.push(parameters_text(&shown));
                }
                match (record, fields, shown.is_empty()) {
                    (Some(name), ..) => format!("{name}[{}]", each.join(", ")),
                    (None, Some(_), true) => format!("{{{inner}}}"),
                    (None, None, true) => format!("({inner})"),
                    (None, Some(_), false) => {
                        format!("struct[{{{inner}}}, {}]", parameters_text(&shown))
                    }
                    (None, None, false) => {
                        format!("tuple[[{inner}], {}]", parameters_text(&shown))
                    }
                }
            }
            FormKind::Indexed { content, .. } if is_categorical => {
                format!("categorical[type={}]", content.type_text())
            }
            FormKind::Indexed { content, .. } => wrapped(content.type_text()),
            FormKind::IndexedOption { content, .. } if is_categorical => {
                format!("?categorical[type={}]", content.type_text())
            }
            FormKind::IndexedOption { content, .. }
            | FormKind::ByteMasked { content, .. }
            | FormKind::BitMasked { content, .. }
            | FormKind::Unmasked { content } => {
                let text = content.type_text();
                match (content.is_list(), shown.is_empty()) {
                    (_, false) => format!("option[{text}, {}]", parameters_text(&shown)),
                    (true, true) => format!("option[{text}]"),
                    (false, true) => format!("?{text}"),
                }
            }
            FormKind::Union { contents, .. } => {
                let each: Vec<_> = contents.iter().map(Self::type_text).collect();
                let parameters = (!shown.is_empty()).then(|| parameters_text(&shown));
                let each: Vec<_> = each.into_iter().chain(parameters).collect();
                format!("union[{}]", each.join(", "))
            }
        }
    }

    /// Returns `true` if the type is a list; texts are not lists.
    fn is_list(&self) -> bool {
        match &self.kind {
            FormKind::Indexed { content, .. } => content.is_list(),
            FormKind::Regular { .. } | FormKind::ListOffset { .. } | FormKind::List { .. } => {
                !matches!(purpose(&self.parameters), Some("string" | "bytestring"))
            }
            FormKind::Numpy { inner_shape, .. } => !inner_shape.is_empty(),
            _ => false,
        }
    }
}
