//! Arrays and schemas of DataFusion's version of arrow-rs, and of `cuda-arrow`'s. Buffers are shared: their layout is Arrow's format,
//! whose messages schemas go through.

use cuda_arrow::{arrow_array, arrow_ipc, arrow_schema};
use datafusion::arrow;
use datafusion::common::Result;

use crate::external;

/// Returns the same schema for `cuda-arrow`.
pub(crate) fn schema(schema: &arrow::datatypes::Schema) -> Result<arrow_schema::Schema> {
    let stream = arrow::ipc::writer::StreamWriter::try_new(Vec::new(), schema)?.into_inner()?;
    let reader = arrow_ipc::reader::StreamReader::try_new(&stream[..], None).map_err(external)?;
    Ok(arrow_schema::Schema::clone(&reader.schema()))
}

/// Returns a type for `cuda-arrow`.
pub(crate) fn data_type(ty: &arrow::datatypes::DataType) -> Result<arrow_schema::DataType> {
    let field = arrow::datatypes::Field::new("", ty.clone(), true);
    let schema = schema(&arrow::datatypes::Schema::new(vec![field]))?;
    Ok(schema.field(0).data_type().clone())
}

/// Returns the same schema for DataFusion.
pub(crate) fn schema_of(schema: &arrow_schema::Schema) -> Result<arrow::datatypes::Schema> {
    let writer = arrow_ipc::writer::StreamWriter::try_new(Vec::new(), schema);
    let stream = writer.and_then(|writer| writer.into_inner()).map_err(external)?;
    let reader = arrow::ipc::reader::StreamReader::try_new(&stream[..], None)?;
    Ok(arrow::datatypes::Schema::clone(&reader.schema()))
}

/// Makes a module with a function that returns an array of the same buffers, of the same type in the other version.
macro_rules! shared {
    ($module:ident from $from:path, $from_buffer:path; to $data:path, $types:path, $buffers:path) => {
        mod $module {
            use std::ptr::NonNull;
            use std::sync::Arc;

            use datafusion::common::Result;
            use datafusion::error::DataFusionError;
            use $buffers as buffers;
            use $data as Data;
            use $from as From;
            use $from_buffer as FromBuffer;
            use $types as Type;

            fn buffer(buffer: &FromBuffer) -> Result<buffers::Buffer> {
                let start = NonNull::new(buffer.as_ptr().cast_mut());
                let start =
                    start.ok_or_else(|| DataFusionError::Internal("a null buffer".into()))?;
                // SAFETY: the memory is alive and isn't changed while its owner is there, of which this is a clone.
                Ok(unsafe {
                    buffers::Buffer::from_custom_allocation(
                        start,
                        buffer.len(),
                        Arc::new(buffer.clone()),
                    )
                })
            }

            /// Returns the types of the arrays that an array consists of.
            fn children(ty: &Type) -> Vec<&Type> {
                use Type::*;
                match ty {
                    List(field) | LargeList(field) | ListView(field) | LargeListView(field) => {
                        vec![field.data_type()]
                    }
                    FixedSizeList(field, _) | Map(field, _) => vec![field.data_type()],
                    Struct(fields) => fields.iter().map(|field| field.data_type()).collect(),
                    Union(fields, _) => fields.iter().map(|(_, field)| field.data_type()).collect(),
                    Dictionary(_, values) => vec![values],
                    RunEndEncoded(ends, values) => vec![ends.data_type(), values.data_type()],
                    _ => Vec::new(),
                }
            }

            pub(super) fn share(data: &From, data_type: &Type) -> Result<Data> {
                let nulls = match data.nulls() {
                    None => None,
                    Some(nulls) => {
                        let bits = buffer(nulls.buffer())?;
                        let bits = buffers::BooleanBuffer::new(bits, nulls.offset(), nulls.len());
                        Some(buffers::NullBuffer::new(bits))
                    }
                };
                let types = children(data_type);
                let parts = data.child_data().iter().zip(&types).map(|(part, to)| share(part, to));
                let parts = parts.collect::<Result<Vec<_>>>()?;
                if parts.len() != types.len() {
                    let text = format!("an array of {data_type} has {} children", parts.len());
                    return Err(DataFusionError::Internal(text));
                }
                let buffers = data.buffers().iter().map(buffer).collect::<Result<_>>()?;
                let shared = Data::builder(data_type.clone())
                    .len(data.len())
                    .offset(data.offset())
                    .nulls(nulls)
                    .buffers(buffers)
                    .child_data(parts);
                // SAFETY: the other version checked the array, and the layout is Arrow's in both.
                Ok(unsafe { shared.build_unchecked() })
            }
        }
    };
}

shared!(to_device from datafusion::arrow::array::ArrayData, datafusion::arrow::buffer::Buffer;
    to cuda_arrow::arrow_data::ArrayData, cuda_arrow::arrow_schema::DataType, cuda_arrow::arrow_buffer);
shared!(to_host from cuda_arrow::arrow_data::ArrayData, cuda_arrow::arrow_buffer::Buffer;
    to datafusion::arrow::array::ArrayData, datafusion::arrow::datatypes::DataType, datafusion::arrow::buffer);

/// Returns the same array for `cuda-arrow`, which is of this type there.
pub(crate) fn array(
    array: &dyn arrow::array::Array,
    data_type: &arrow_schema::DataType,
) -> Result<arrow_array::ArrayRef> {
    Ok(arrow_array::make_array(to_device::share(&array.to_data(), data_type)?))
}

/// Returns the same batch for `cuda-arrow`, or an error if it hasn't this schema.
pub(crate) fn batch(
    batch: &arrow::array::RecordBatch,
    schema: &arrow_schema::SchemaRef,
) -> Result<arrow_array::RecordBatch> {
    // The types that the columns have, whatever their plan says.
    let batch_schema = self::schema(&batch.schema())?;
    let columns = batch.columns().iter().zip(batch_schema.fields());
    let columns = columns.map(|(column, field)| array(column, field.data_type()));
    let options = arrow_array::RecordBatchOptions::new().with_row_count(Some(batch.num_rows()));
    let columns = columns.collect::<Result<_>>()?;
    arrow_array::RecordBatch::try_new_with_options(schema.clone(), columns, &options)
        .map_err(external)
}

/// Returns the same batch for DataFusion, or an error if it hasn't this schema.
pub(crate) fn batch_of(
    batch: &arrow_array::RecordBatch,
    schema: &arrow::datatypes::SchemaRef,
) -> Result<arrow::array::RecordBatch> {
    let batch_schema = schema_of(&batch.schema())?;
    let columns = batch.columns().iter().zip(batch_schema.fields()).map(|(column, field)| {
        use arrow_array::Array;
        let data = to_host::share(&column.to_data(), field.data_type())?;
        Ok(arrow::array::make_array(data))
    });
    let options = arrow::array::RecordBatchOptions::new().with_row_count(Some(batch.num_rows()));
    let columns = columns.collect::<Result<_>>()?;
    Ok(arrow::array::RecordBatch::try_new_with_options(schema.clone(), columns, &options)?)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use datafusion::arrow::array::*;
    use datafusion::arrow::buffer::{Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
    use datafusion::arrow::datatypes::{DataType, Field, Fields, Int8Type, Int32Type, UnionFields};

    fn columns() -> Vec<ArrayRef> {
        let numbers = Int32Array::from_iter((0..40).map(|i| (i % 3 != 0).then_some(i)));
        let texts = StringArray::from_iter((0..40).map(|i| (i % 7 != 0).then_some("abä")));
        let long = (0..40).map(|i| (i % 5 != 0).then(|| format!("a text that is long {i}")));
        let item = Arc::new(Field::new("item", DataType::Int32, true));
        let lists = ListArray::from_iter_primitive::<Int32Type, _, _>(
            (0..40).map(|i| (i % 4 != 0).then(|| (0..i % 5).map(Some))),
        );
        let fields = |names: [&str; 2], second: DataType| {
            let first = Field::new(names[0], DataType::Int32, names[0] == "n");
            Fields::from(vec![first, Field::new(names[1], second, true)])
        };
        let pair = fields(["n", "t"], DataType::Utf8);
        let nulls = NullBuffer::from_iter((0..40).map(|i| i % 9 != 0));
        let parts: Vec<ArrayRef> = vec![Arc::new(numbers.clone()), Arc::new(texts.clone())];
        let union = UnionFields::try_new([3, 5], pair.iter().map(|field| field.as_ref().clone()));
        let ids: ScalarBuffer<i8> = (0..40).map(|i| if i % 2 == 0 { 3 } else { 5 }).collect();
        let ends = Int32Array::from_iter_values((1..=40).map(|i| i * 2));
        let keys = Arc::new(Int32Array::from_iter_values(0..40));
        let entries = StructArray::new(
            fields(["keys", "values"], DataType::Int32),
            vec![keys, Arc::new(numbers.clone())],
            None,
        );
        let field = Arc::new(Field::new("entries", entries.data_type().clone(), false));
        let offsets = OffsetBuffer::from_lengths((0..40).map(|_| 1));
        let fixed = Arc::new(Int32Array::from(vec![1; 160]));
        let bools = (0..40).map(|i| (i % 6 != 0).then_some(i % 2 == 0));
        vec![
            Arc::new(BooleanArray::from_iter(bools)),
            Arc::new(StringViewArray::from_iter(long.clone())),
            Arc::new(LargeStringArray::from_iter(long)),
            Arc::new(FixedSizeBinaryArray::new(3, Buffer::from(vec![7; 120]), None)),
            Arc::new(FixedSizeListArray::new(item, 4, fixed, None)),
            Arc::new(MapArray::new(field, offsets, entries, None, false)),
            Arc::new(DictionaryArray::<Int8Type>::from_iter(texts.iter())),
            Arc::new(RunArray::try_new(&ends, &texts).unwrap()),
            Arc::new(UnionArray::try_new(union.unwrap(), ids, None, parts.clone()).unwrap()),
            Arc::new(StructArray::new(pair, parts, Some(nulls))),
            Arc::new(Decimal256Array::from_iter_values((0..40).map(Into::into))),
            Arc::new(NullArray::new(40)),
            Arc::new(lists),
            Arc::new(numbers),
            Arc::new(texts),
        ]
    }

    #[test]
    fn arrays_and_their_slices_are_the_same_there_and_back() {
        let columns = columns().into_iter().enumerate();
        let columns: Vec<(String, ArrayRef)> =
            columns.map(|(at, column)| (at.to_string(), column.slice(0, 40))).collect();
        let whole = RecordBatch::try_from_iter(columns).unwrap();
        let to = Arc::new(super::schema(&whole.schema()).unwrap());
        for (offset, len) in [(0, 40), (0, 0), (13, 0), (1, 39), (9, 17), (40, 0)] {
            let batch = whole.slice(offset, len);
            let there = super::batch(&batch, &to).unwrap();
            let back = super::batch_of(&there.slice(len / 3, len / 2), &batch.schema()).unwrap();
            drop(there);
            for (found, expected) in back.columns().iter().zip(batch.columns()) {
                found.to_data().validate_full().unwrap();
                assert_eq!(found.to_data(), expected.slice(len / 3, len / 2).to_data());
            }
        }
        let none = whole.project(&[]).unwrap();
        let there = super::batch(&none, &Arc::new(super::schema(&none.schema()).unwrap()));
        assert_eq!(super::batch_of(&there.unwrap(), &none.schema()).unwrap().num_rows(), 40);
    }
}
