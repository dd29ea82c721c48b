//! Keys of dictionaries. The crate `parquet` refuses dictionaries that use all values of their keys, so small keys are read
//! with 4 bytes, and then narrowed.

use std::sync::Arc;

use arrow_array::{RecordBatch, RecordBatchOptions, make_array};
use arrow_buffer::Buffer;
use arrow_data::ArrayData;
use arrow_schema::{ArrowError, DataType, Field, Fields, SchemaRef};

/// The type of widened keys.
const KEYS: DataType = DataType::Int32;

/// Returns the fields with keys of 4 bytes in place of smaller ones.
pub(super) fn widened(fields: &Fields) -> Fields {
    fields.iter().map(|field| Arc::new(wide_field(field))).collect()
}

fn wide_field(field: &Field) -> Field {
    field.clone().with_data_type(wide(field.data_type()))
}

fn wide(data_type: &DataType) -> DataType {
    let inner = |field: &Arc<Field>| Arc::new(wide_field(field));
    match data_type {
        DataType::Dictionary(keys, values) => {
            let keys = match keys.primitive_width() {
                Some(1 | 2) => Box::new(KEYS),
                _ => keys.clone(),
            };
            DataType::Dictionary(keys, values.clone())
        }
        DataType::Struct(fields) => DataType::Struct(widened(fields)),
        DataType::List(field) => DataType::List(inner(field)),
        DataType::LargeList(field) => DataType::LargeList(inner(field)),
        DataType::ListView(field) => DataType::ListView(inner(field)),
        DataType::LargeListView(field) => DataType::LargeListView(inner(field)),
        DataType::FixedSizeList(field, size) => DataType::FixedSizeList(inner(field), *size),
        DataType::Map(field, is_sorted) => DataType::Map(inner(field), *is_sorted),
        other => other.clone(),
    }
}

/// Returns a batch of widened fields with those of a schema.
pub(super) fn narrowed(batch: RecordBatch, schema: &SchemaRef) -> Result<RecordBatch, ArrowError> {
    let fields = schema.fields().iter();
    let columns = fields.zip(batch.columns()).map(|(field, column)| {
        if column.data_type() == field.data_type() {
            return Ok(column.clone());
        }
        Ok(make_array(narrow(column.to_data(), field.data_type())?))
    });
    let columns = columns.collect::<Result<Vec<_>, ArrowError>>()?;
    let options = RecordBatchOptions::new().with_row_count(Some(batch.num_rows()));
    RecordBatch::try_new_with_options(schema.clone(), columns, &options)
}

fn narrow(data: ArrayData, to: &DataType) -> Result<ArrayData, ArrowError> {
    if data.data_type() == to {
        return Ok(data);
    }
    let types = crate::layout::children(to);
    let builder = match (data.data_type(), to) {
        (DataType::Dictionary(wide, _), DataType::Dictionary(keys, _)) if **wide == KEYS => {
            let values = data.child_data();
            check(keys, values.first().map_or(0, ArrayData::len))?;
            let width = keys.primitive_width().unwrap_or(0);
            let wide = data.buffers()[0].typed_data::<i32>();
            let wide = &wide[data.offset()..data.offset() + data.len()];
            // The least significant bytes, whether there is a sign or not.
            let bytes = wide.iter().flat_map(|key| key.to_le_bytes().into_iter().take(width));
            let narrow: Vec<u8> = bytes.collect();
            let nulls = data.nulls().cloned();
            let builder = ArrayData::builder(to.clone()).len(data.len()).nulls(nulls);
            builder.add_buffer(Buffer::from(narrow)).child_data(values.to_vec()).align_buffers(true)
        }
        _ => {
            let children = data.child_data().iter().zip(types);
            let children = children.map(|(child, to)| narrow(child.clone(), to));
            let children = children.collect::<Result<_, _>>()?;
            data.into_builder().data_type(to.clone()).child_data(children)
        }
    };
    builder.build()
}

/// Checks that keys have a value for each entry of a dictionary.
fn check(keys: &DataType, entries: usize) -> Result<(), ArrowError> {
    let bits = 8 * keys.primitive_width().unwrap_or(0) - usize::from(keys.is_signed_integer());
    if entries > 1 << bits {
        Err(ArrowError::ParquetError(format!(
            "a dictionary has {entries} entries, and keys of {keys} have {} values",
            1u64 << bits
        )))
    } else {
        Ok(())
    }
}
