//! How kernels read a column.

use core::mem::offset_of;

use arrow_schema::DataType;
use cuda_driver::sys::CUdeviceptr;

use crate::error::{Error, Operation};
use crate::kernels::table::{
    self, BITS, Column, DICTIONARY, FIXED, NOTHING, RAW, TEXT_32, TEXT_64, VIEW, ViewBuffer,
};
use crate::layout::{BufferSpec, Layout};
use crate::parts::ArrayParts;
use crate::table::work::Tables;

/// How entries are ordered and added, with the numbers of the kernels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    Unsigned = table::UNSIGNED as isize,
    Signed = table::SIGNED as isize,
    Float16 = table::FLOAT_16 as isize,
    Float32 = table::FLOAT_32 as isize,
    Float64 = table::FLOAT_64 as isize,
    Bytes = table::BYTES as isize,
    Decimal = table::DECIMAL as isize,
}

impl Order {
    /// Returns the order of a type's entries, and the width of their words in bytes; `None` if they have no order.
    pub(super) fn of(data_type: &DataType) -> Option<(Self, u32)> {
        use DataType::*;
        let width = data_type.primitive_width().unwrap_or(0) as u32;
        let order = match data_type {
            Null | Boolean => return Some((Self::Unsigned, 1)),
            UInt8 | UInt16 | UInt32 | UInt64 => Self::Unsigned,
            Int8 | Int16 | Int32 | Int64 | Decimal32(..) | Decimal64(..) | Date32 | Date64
            | Time32(_) | Time64(_) | Timestamp(..) | Duration(_) => Self::Signed,
            Float16 => Self::Float16,
            Float32 => Self::Float32,
            Float64 => Self::Float64,
            Decimal128(..) | Decimal256(..) => Self::Decimal,
            Utf8 | LargeUtf8 | Utf8View | Binary | LargeBinary | BinaryView => Self::Bytes,
            FixedSizeBinary(_) => Self::Bytes,
            Dictionary(_, values) => return Self::of(values),
            _ => return None,
        };
        Some((order, width))
    }
}

fn push_one(tables: &mut Tables, column: Column) -> usize {
    let place = tables.push(column);
    if column.kind == VIEW {
        tables.link(place + offset_of!(Column, data));
    }
    place
}

/// Returns whether an invalid array may not have all of its entries, which kernels then report.
pub(super) fn may_lack_entries(parts: &ArrayParts) -> bool {
    use DataType::*;
    matches!(
        parts.data_type,
        Dictionary(..) | Utf8 | LargeUtf8 | Utf8View | Binary | LargeBinary | BinaryView
    )
}

/// Adds columns one after the other, each from a position in its buffers on, and returns the place of the first.
///
/// # Errors
/// [`Error::Unsupported`] for nested types.
pub(super) fn push<'a>(
    tables: &mut Tables,
    columns: impl IntoIterator<Item = (&'a ArrayParts, usize)>,
    operation: Operation,
) -> Result<usize, Error> {
    // Dictionaries and buffers of views come before all of them.
    let mut described = Vec::new();
    for (parts, from) in columns {
        let mut column = describe(tables, parts, from, operation)?;
        if let Some(values) = &parts.dictionary {
            if let DataType::Dictionary(_, _) = values.data_type {
                return Err(Error::unsupported(&parts.data_type, operation));
            }
            let values = describe(tables, values, values.offset, operation)?;
            column.dictionary = push_one(tables, values) as CUdeviceptr;
        }
        described.push((column, parts.dictionary.is_some()));
    }
    let mut first = None;
    for (column, has_dictionary) in described {
        let place = push_one(tables, column);
        if has_dictionary {
            tables.link(place + offset_of!(Column, dictionary));
        }
        first = first.or(Some(place));
    }
    Ok(first.unwrap_or(0))
}

/// Returns a column of `len` numbers of 4 bytes at this address.
pub(super) fn numbers(values: CUdeviceptr, len: usize) -> Column {
    Column { values, len: len as u64, width: 4, ..EMPTY }
}

/// Adds a column of which only the validity is read, and returns its place.
///
/// # Errors
/// [`Error::Unsupported`] for unions and run-end encoded arrays, which have no bits for it.
pub(super) fn push_validity(tables: &mut Tables, parts: &ArrayParts) -> Result<usize, Error> {
    const OPERATION: Operation =
        ("the validity of each entry", "unions and run-end encoded arrays have no bits for it");
    let described = |parts: &ArrayParts| match parts.data_type {
        DataType::Null => Ok(Column { kind: NOTHING, ..EMPTY }),
        DataType::Union(..) | DataType::RunEndEncoded(..) => {
            Err(Error::unsupported(&parts.data_type, OPERATION))
        }
        // Bytes of which there are none are read for a value.
        _ => Ok(Column {
            kind: RAW,
            nulls: nulls_of(parts),
            offset: parts.offset as i64,
            len: parts.len as u64,
            ..EMPTY
        }),
    };
    let (DataType::Dictionary(keys, _), Some(values)) = (&parts.data_type, &parts.dictionary)
    else {
        let column = described(parts)?;
        return Ok(push_one(tables, column));
    };
    let values = described(values)?;
    let dictionary = push_one(tables, values) as CUdeviceptr;
    let place = push_one(
        tables,
        Column {
            kind: DICTIONARY,
            values: parts.buffers.first().map_or(0, |buffer| buffer.as_raw()),
            width: keys.primitive_width().unwrap_or(0) as u32,
            dictionary,
            ..described(parts)?
        },
    );
    tables.link(place + offset_of!(Column, dictionary));
    Ok(place)
}

const EMPTY: Column = Column {
    values: 0,
    data: 0,
    nulls: 0,
    dictionary: 0,
    offset: 0,
    len: 0,
    bytes: 0,
    kind: FIXED,
    width: 0,
};

/// Returns the address of the validity bits, or null if all entries have values.
fn nulls_of(parts: &ArrayParts) -> CUdeviceptr {
    match (&parts.nulls, parts.null_count) {
        (Some(nulls), count) if count != Some(0) => nulls.as_raw(),
        _ => 0,
    }
}

fn describe(
    tables: &mut Tables,
    parts: &ArrayParts,
    from: usize,
    operation: Operation,
) -> Result<Column, Error> {
    let address = |at: usize| parts.buffers.get(at).map_or(0, |buffer| buffer.as_raw());
    let mut column = Column {
        values: address(0),
        nulls: nulls_of(parts),
        offset: from as i64,
        len: parts.len as u64,
        ..EMPTY
    };
    match (&parts.data_type, Layout::of(&parts.data_type)) {
        (DataType::Null, _) => column.kind = NOTHING,
        (DataType::Dictionary(keys, _), _) => {
            column.kind = DICTIONARY;
            column.width = keys.primitive_width().unwrap_or(0) as u32;
        }
        (DataType::Utf8View | DataType::BinaryView, _) => {
            column.kind = VIEW;
            column.bytes = parts.buffers.len().saturating_sub(1) as u64;
            for (at, buffer) in parts.buffers.iter().skip(1).enumerate() {
                let place =
                    tables.push(ViewBuffer { bytes: buffer.as_raw(), len: buffer.len() as u64 });
                if at == 0 {
                    column.data = place as CUdeviceptr;
                }
            }
        }
        (
            DataType::Struct(_)
            | DataType::Union(..)
            | DataType::List(_)
            | DataType::LargeList(_)
            | DataType::ListView(_)
            | DataType::LargeListView(_)
            | DataType::FixedSizeList(..)
            | DataType::Map(..)
            | DataType::RunEndEncoded(..),
            _,
        )
        | (_, None) => return Err(Error::unsupported(&parts.data_type, operation)),
        (_, Some(layout)) => match layout.specs() {
            [BufferSpec::Bits] => column.kind = BITS,
            [BufferSpec::Fixed(width)] => {
                column.width = *width as u32;
                if let DataType::FixedSizeBinary(_) = parts.data_type {
                    column.kind = RAW;
                }
            }
            [BufferSpec::Offsets(width), BufferSpec::Bytes] => {
                column.kind = if *width == 4 { TEXT_32 } else { TEXT_64 };
                column.data = address(1);
                column.bytes = parts.buffers.get(1).map_or(0, |buffer| buffer.len()) as u64;
            }
            _ => return Err(Error::unsupported(&parts.data_type, operation)),
        },
    }
    Ok(column)
}
