//! The fields of records, in NumPy's format.

use core::fmt;

use crate::dtype::{DtypeInfo, Field};
use crate::interface::Tuple;
use crate::interface::text::Text;

/// A field of a record, as an entry of NumPy's `dtype.descr`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DescrField {
    /// Its name; empty for bytes between fields.
    pub name: String,
    /// Its type, or that of each element.
    pub dtype: DescrType,
    /// The lengths of its axes; none for a single value.
    pub shape: Vec<usize>,
}

/// The type of a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DescrType {
    /// A number, or bytes, by its `typestr`.
    Name(String),
    /// A record with these fields.
    Record(Vec<DescrField>),
}

impl DescrField {
    /// Returns an unnamed field for bytes between fields.
    fn gap(bytes: usize) -> Self {
        Self {
            name: String::new(),
            dtype: DescrType::Name(format!("|V{bytes}")),
            shape: Vec::new(),
        }
    }
}

impl From<&DtypeInfo> for DescrType {
    fn from(dtype: &DtypeInfo) -> Self {
        match dtype {
            DtypeInfo::Record { size, fields } => Self::Record(descr(fields, *size)),
            DtypeInfo::Scalar { .. } => Self::Name(dtype.typestr()),
        }
    }
}

/// Returns NumPy's `descr` of fields, with unnamed fields for the padding between them.
pub(super) fn descr(fields: &[Field], size: usize) -> Vec<DescrField> {
    let mut descr = Vec::new();
    let mut end = 0;
    for field in fields {
        if field.offset > end {
            descr.push(DescrField::gap(field.offset - end));
        }
        descr.push(DescrField {
            name: field.name.clone(),
            dtype: DescrType::from(&field.dtype),
            shape: field.shape.clone(),
        });
        let lengths = field.shape.iter();
        let bytes = lengths.fold(field.dtype.size(), |bytes, len| bytes.saturating_mul(*len));
        end = field.offset.saturating_add(bytes);
    }
    if size > end {
        descr.push(DescrField::gap(size - end));
    }
    descr
}

/// Formats fields as a Python list.
pub(super) struct List<'a>(pub &'a [DescrField]);

impl fmt::Display for List<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[")?;
        for (index, field) in self.0.iter().enumerate() {
            let comma = if index > 0 { ", " } else { "" };
            write!(f, "{comma}({}, ", Text(&field.name))?;
            match &field.dtype {
                DescrType::Name(typestr) => write!(f, "{}", Text(typestr))?,
                DescrType::Record(fields) => write!(f, "{}", List(fields))?,
            }
            if !field.shape.is_empty() {
                write!(f, ", {}", Tuple(&field.shape))?;
            }
            f.write_str(")")?;
        }
        f.write_str("]")
    }
}
