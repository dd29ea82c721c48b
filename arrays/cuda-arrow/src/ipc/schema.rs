use std::collections::HashMap;
use std::sync::Arc;

use arrow_ipc::writer::{DictionaryTracker, IpcDataGenerator, IpcWriteOptions, write_message};
use arrow_schema::{DataType, Schema, SchemaRef};

use crate::array::DeviceArray;
use crate::error::{Error, Operation};
use crate::ipc::IpcError;
use crate::layout::children;

/// A schema, and the numbers of its dictionaries in a stream.
#[derive(Debug, Clone)]
pub struct StreamSchema {
    schema: SchemaRef,
    fields: Vec<Ids>,
}

/// The dictionaries of a stream that were read so far, by their numbers.
#[derive(Debug, Clone, Default)]
pub struct Dictionaries {
    by_id: HashMap<i64, DeviceArray>,
}

/// The id of a field's dictionary, and those of its children's dictionaries. The children of a dictionary field are
/// those of its values.
#[derive(Debug, Clone)]
pub(crate) struct Ids {
    pub(crate) id: Option<i64>,
    pub(crate) children: Vec<Ids>,
}

impl Ids {
    fn of(field: arrow_ipc::Field<'_>) -> Self {
        let children = field.children().into_iter().flatten().map(Self::of);
        Self {
            id: field.dictionary().map(|dictionary| dictionary.id()),
            children: children.collect(),
        }
    }

    /// Returns `true` if the ids match a type.
    fn fits(&self, data_type: &DataType) -> bool {
        let values = match data_type {
            DataType::Dictionary(_, values) if self.id.is_some() => values,
            DataType::Dictionary(_, _) => return false,
            _ if self.id.is_some() => return false,
            other => other,
        };
        let types = children(values);
        let mut pairs = self.children.iter().zip(&types);
        self.children.len() == types.len() && pairs.all(|(ids, data_type)| ids.fits(data_type))
    }

    /// Returns the values' type of a dictionary, and the numbers of the dictionaries in them.
    fn find<'a>(&'a self, data_type: &'a DataType, id: i64) -> Option<(&'a DataType, &'a [Ids])> {
        let values = match data_type {
            DataType::Dictionary(_, values) if self.id == Some(id) => {
                return Some((values, &self.children));
            }
            DataType::Dictionary(_, values) => values,
            other => other,
        };
        let mut pairs = self.children.iter().zip(children(values));
        pairs.find_map(|(ids, data_type)| ids.find(data_type, id))
    }
}

impl StreamSchema {
    /// Creates a schema with numbers for its dictionaries, assigned as in arrow-rs.
    ///
    /// # Errors
    /// [`Error::Unsupported`] or [`Error::Arrow`] for types that a message can't express, such as dictionaries of
    /// dictionaries.
    pub fn new(schema: &Schema) -> Result<Self, Error> {
        let bytes = encapsulated(schema)?;
        let metadata = bytes.get(8..).unwrap_or_default();
        let message = crate::ipc::metadata::verified(metadata)?;
        Self::of(message)
    }

    /// Returns the schema of a message.
    pub(crate) fn of(message: arrow_ipc::Message<'_>) -> Result<Self, Error> {
        Self::of_header(message.header_as_schema())
    }

    /// Returns a schema as messages and files have it.
    pub(crate) fn of_header(header: Option<arrow_ipc::Schema<'_>>) -> Result<Self, Error> {
        let Some(header) = header else {
            return Err(IpcError::metadata("there is no schema").into());
        };
        if !header.endianness().equals_to_target_endianness() {
            let name = header.endianness().variant_name().unwrap_or("unknown");
            return Err(IpcError::Endianness(name).into());
        }
        for field in header.fields().into_iter().flatten() {
            check_unions(field)?;
        }
        let schema = arrow_ipc::convert::try_fb_to_schema(header)?;
        let fields: Vec<Ids> = header.fields().into_iter().flatten().map(Ids::of).collect();
        let mut pairs = fields.iter().zip(schema.fields());
        let fits = fields.len() == schema.fields().len()
            && pairs.all(|(ids, field)| ids.fits(field.data_type()));
        if !fits {
            return Err(IpcError::metadata("its types and their children differ").into());
        }
        Ok(Self { schema: Arc::new(schema), fields })
    }

    /// Returns the schema.
    #[must_use]
    pub fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    pub(crate) fn fields(&self) -> &[Ids] {
        &self.fields
    }

    /// Returns the values' type of a dictionary, and the numbers of the dictionaries in them.
    pub(crate) fn dictionary(&self, id: i64) -> Result<(&DataType, &[Ids]), IpcError> {
        let mut pairs = self.fields.iter().zip(self.schema.fields());
        pairs
            .find_map(|(ids, field)| ids.find(field.data_type(), id))
            .ok_or(IpcError::NoDictionary { id })
    }
}

/// The maximum number of fields of a union: arrow-rs accepts type ids from 0 to 127.
const UNION_FIELDS: usize = 128;

/// Rejects unions with more than [`UNION_FIELDS`] fields, on which arrow-rs panics.
fn check_unions(field: arrow_ipc::Field<'_>) -> Result<(), IpcError> {
    let children = field.children().unwrap_or_default();
    if field.type_type() == arrow_ipc::Type::Union && children.len() > UNION_FIELDS {
        let found = children.len();
        let reason =
            format!("a union has {found} fields, and at most {UNION_FIELDS} are supported");
        return Err(IpcError::metadata(reason));
    }
    children.iter().try_for_each(check_unions)
}

/// Rejects dictionaries whose keys aren't integers, and dictionaries of dictionaries: a message has one id and one type
/// for both.
fn check_dictionaries(data_type: &DataType) -> Result<(), Error> {
    let inner = match data_type {
        DataType::Dictionary(keys, values) => match **values {
            DataType::Dictionary(_, _) => None,
            ref values => keys.is_dictionary_key_type().then_some(values),
        },
        other => Some(other),
    };
    let Some(inner) = inner else {
        const OPERATION: Operation = (
            "a message",
            "its dictionaries have integers as keys, and values that aren't dictionaries",
        );
        return Err(Error::unsupported(data_type, OPERATION));
    };
    children(inner).into_iter().try_for_each(check_dictionaries)
}

/// Returns the message of a schema.
pub(crate) fn encapsulated(schema: &Schema) -> Result<Vec<u8>, Error> {
    for field in schema.fields() {
        check_dictionaries(field.data_type())?;
    }
    let options = IpcWriteOptions::default();
    let mut tracker = DictionaryTracker::new(false);
    let encoded = IpcDataGenerator::default().schema_to_bytes_with_dictionary_tracker(
        schema,
        &mut tracker,
        &options,
    );
    let mut bytes = Vec::new();
    write_message(&mut bytes, encoded, &options)?;
    Ok(bytes)
}

impl Dictionaries {
    /// Creates an empty collection.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the dictionary with this number.
    #[must_use]
    pub fn get(&self, id: i64) -> Option<&DeviceArray> {
        self.by_id.get(&id)
    }

    /// Sets the dictionary with this number.
    pub fn insert(&mut self, id: i64, values: DeviceArray) {
        self.by_id.insert(id, values);
    }
}
