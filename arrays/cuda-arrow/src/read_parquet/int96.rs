//! Timestamps of 96 bits, which older writers have: a Julian day, and the nanoseconds of it. The crate `parquet` makes int64 numbers of
//! them, which wrap.

use std::sync::Arc;

use arrow_schema::{DataType, Field, Fields, TimeUnit};
use parquet::basic::Type;
use parquet::schema::types::SchemaDescriptor;

/// The Julian day of 1970-01-01.
const EPOCH: i64 = 2_440_588;

/// Calls a function for each field that has a column of the file, in their order.
fn for_each_leaf(fields: &Fields, each: &mut dyn FnMut(&DataType)) {
    for field in fields {
        let children = children(field.data_type());
        if children.is_empty() {
            each(field.data_type());
        } else {
            for_each_leaf(&children, each);
        }
    }
}

/// Returns the fields of a nested type.
fn children(data_type: &DataType) -> Fields {
    use DataType::*;
    match data_type {
        Struct(fields) => fields.clone(),
        List(field)
        | LargeList(field)
        | ListView(field)
        | LargeListView(field)
        | FixedSizeList(field, _)
        | Map(field, _) => Fields::from(vec![field.clone()]),
        _ => Fields::empty(),
    }
}

/// Returns the unit of each column of timestamps of 96 bits, and `None` for the others.
pub(super) fn units(fields: &Fields, schema: &SchemaDescriptor) -> Vec<Option<TimeUnit>> {
    let (mut columns, mut units) = (schema.columns().iter(), Vec::new());
    for_each_leaf(fields, &mut |data_type| {
        let is_int96 = columns.next().is_some_and(|column| column.physical_type() == Type::INT96);
        units.push(match data_type {
            DataType::Timestamp(unit, _) if is_int96 => Some(*unit),
            _ => None,
        });
    });
    units
}

/// Returns the fields with a unit for timestamps of 96 bits.
pub(super) fn with_unit(fields: &Fields, schema: &SchemaDescriptor, unit: TimeUnit) -> Fields {
    let is_int96 = schema.columns().iter().map(|column| column.physical_type() == Type::INT96);
    replaced(fields, &mut is_int96.into_iter(), unit)
}

fn replaced(fields: &Fields, is_int96: &mut dyn Iterator<Item = bool>, unit: TimeUnit) -> Fields {
    use DataType::*;
    let field = |field: &Arc<Field>| {
        let mut inner = |field: &Arc<Field>| {
            replaced(&Fields::from(vec![field.clone()]), is_int96, unit)[0].clone()
        };
        let data_type = match field.data_type() {
            List(child) => List(inner(child)),
            LargeList(child) => LargeList(inner(child)),
            ListView(child) => ListView(inner(child)),
            LargeListView(child) => LargeListView(inner(child)),
            FixedSizeList(child, size) => FixedSizeList(inner(child), *size),
            Map(entries, is_sorted) => Map(inner(entries), *is_sorted),
            Struct(fields) if !fields.is_empty() => Struct(replaced(fields, is_int96, unit)),
            other => match (is_int96.next(), other) {
                (Some(true), Timestamp(_, zone)) => Timestamp(unit, zone.clone()),
                _ => other.clone(),
            },
        };
        Arc::new(field.as_ref().clone().with_data_type(data_type))
    };
    fields.iter().map(field).collect()
}

/// Returns what is wrong with the first of some timestamps that int64 units don't hold.
pub(super) fn overflow(values: &[u8], unit: TimeUnit) -> Option<String> {
    let per_second: i64 = match unit {
        TimeUnit::Second => 1,
        TimeUnit::Millisecond => 1000,
        TimeUnit::Microsecond => 1_000_000,
        TimeUnit::Nanosecond => 1_000_000_000,
    };
    let (values, _) = values.as_chunks::<12>();
    values.iter().find_map(|value| {
        let [low, middle, high] = [0, 4, 8].map(|at| {
            u32::from_le_bytes([value[at], value[at + 1], value[at + 2], value[at + 3]])
        });
        let days = i64::from(high as i32) - EPOCH;
        let nanoseconds = (i64::from(middle) << 32) + i64::from(low);
        let units = i128::from(days) * i128::from(86_400 * per_second)
            + i128::from(nanoseconds / (1_000_000_000 / per_second));
        i64::try_from(units).is_err().then(|| {
            format!(
                "a timestamp of 96 bits, {days} days from 1970-01-01, doesn't fit into int64 units of {unit:?}: read it with `ParquetOptions::int96_unit`, as microseconds for example"
            )
        })
    })
}
