//! The C++ types of forms.

use crate::error::{Error, Result};
use crate::layout::form::{Form, FormKind};
use crate::layout::type_text::is_identifier;
use crate::view::entry::cpp_number;
use crate::view::{HEADER_NAME, in_macro};

impl Form {
    /// Returns the C++ definition of a [view](crate::view)'s entries under this name: structures of records, with
    /// `AWKWARD_RECORD`, each named by the parameter `__record__`, or by the path to it.
    ///
    /// ```
    /// use cuda_awkward::HostArray;
    ///
    /// let events = HostArray::from_json(r#"[[{"pt": 31.5, "hits": [1, null]}], []]"#)?;
    /// let text = "#include <cuda_awkward.cuh>\n\
    ///     AWKWARD_RECORD(EventEntry, double, pt, awkward::List<awkward::Option<long long>>, hits)\n\
    ///     using Event = awkward::List<EventEntry>;\n";
    /// assert_eq!(events.form().cpp_type("Event")?, text);
    /// # Ok::<(), cuda_awkward::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Unsupported`] for a union, and where the type is unknown; [`Error::Field`] for a field whose name isn't valid in C++.
    pub fn cpp_type(&self, name: &str) -> Result<String> {
        let mut records = Vec::new();
        let ty = self.cpp(name, &mut records)?;
        let mut text = format!("#include <{HEADER_NAME}>\n");
        for record in records {
            text += &record;
            text.push('\n');
        }
        if ty != name {
            text += &format!("using {name} = {ty};\n");
        }
        Ok(text)
    }

    fn cpp(&self, name: &str, records: &mut Vec<String>) -> Result<String> {
        let list = |of: String| format!("awkward::List<{of}>");
        Ok(match &self.kind {
            FormKind::Empty => {
                let text = "C++ of entries whose type is unknown, because there are none,";
                return Err(Error::Unsupported(text.to_owned()));
            }
            FormKind::Union { .. } => {
                return Err(Error::Unsupported("a union in C++".to_owned()));
            }
            FormKind::Numpy { primitive, inner_shape } => {
                let number = cpp_number(*primitive).to_owned();
                inner_shape.iter().fold(number, |of, _| list(of))
            }
            FormKind::Regular { content, .. }
            | FormKind::ListOffset { content, .. }
            | FormKind::List { content, .. } => {
                list(content.cpp(&format!("{name}Entry"), records)?)
            }
            FormKind::Indexed { content, .. } => content.cpp(name, records)?,
            FormKind::IndexedOption { content, .. }
            | FormKind::ByteMasked { content, .. }
            | FormKind::BitMasked { content, .. }
            | FormKind::Unmasked { content } => {
                let content_type = content.cpp(&format!("{name}Value"), records)?;
                // Nested options become one.
                if content_type.starts_with("awkward::Option<") {
                    content_type
                } else {
                    format!("awkward::Option<{content_type}>")
                }
            }
            FormKind::Record { fields: None, contents } => {
                let types = contents.iter().enumerate();
                let types =
                    types.map(|(at, content)| content.cpp(&format!("{name}_{at}"), records));
                let types: Vec<String> = types.collect::<Result<_>>()?;
                format!("awkward::Record<{}>", types.join(", "))
            }
            FormKind::Record { fields: Some(fields), contents } => {
                let given = self.parameters.as_ref();
                let given = given.and_then(|parameters| parameters.get("__record__")?.as_str());
                let record = given.filter(|text| is_identifier(text)).unwrap_or(name);
                let mut text = format!("AWKWARD_RECORD({record}");
                for (field, content) in fields.iter().zip(contents) {
                    if !is_identifier(field) {
                        let text = format!("the field '{field}' isn't a valid name in C++");
                        return Err(Error::Field(text));
                    }
                    let path = format!("{record}_{field}");
                    let ty = content.cpp(&path, records)?;
                    text += &format!(", {}, {field}", in_macro(ty, &path, records));
                }
                text.push(')');
                if !records.contains(&text) {
                    records.push(text);
                }
                record.to_owned()
            }
        })
    }
}
