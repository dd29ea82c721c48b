//! The buffers and children of an array, by its type.

use arrow_schema::{DataType, UnionMode};

/// The alignment in bytes of buffers, and of a message's body, as in arrow-rs. Readers of messages may rely only on 8.
pub(crate) const ALIGNMENT: usize = 64;

/// The contents of a buffer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BufferSpec {
    /// This number of bytes per entry.
    Fixed(usize),
    /// One bit per entry.
    Bits,
    /// Offsets of this many bytes, one more than there are entries.
    Offsets(usize),
    /// Bytes that offsets point into.
    Bytes,
}

/// How the entries of an array determine the entries of its children.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ChildEntries {
    /// Each entry is this number of the child's entries.
    Fixed(usize),
    /// The array's offsets select the child's entries.
    Offsets,
    /// Any of the child's entries may be used.
    Any,
}

/// The buffers of a type, after its validity bitmap.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Layout {
    specs: [BufferSpec; 2],
    count: usize,
    /// Whether there may be a validity bitmap.
    pub(crate) validity: bool,
    /// Whether any number of further buffers may follow these.
    pub(crate) variadic: bool,
    pub(crate) entries: ChildEntries,
}

impl Layout {
    /// Returns the layout of a type, or `None` if its size is negative.
    pub(crate) fn of(data_type: &DataType) -> Option<Self> {
        use BufferSpec::{Bits, Bytes, Fixed, Offsets};
        let (mut validity, mut variadic, mut entries) = (true, false, ChildEntries::Any);
        let (specs, count) = match data_type {
            DataType::Null => {
                validity = false;
                ([Bits; 2], 0)
            }
            DataType::Boolean => ([Bits; 2], 1),
            DataType::Binary | DataType::Utf8 => ([Offsets(4), Bytes], 2),
            DataType::LargeBinary | DataType::LargeUtf8 => ([Offsets(8), Bytes], 2),
            DataType::BinaryView | DataType::Utf8View => {
                variadic = true;
                ([Fixed(16); 2], 1)
            }
            DataType::List(_) | DataType::Map(_, _) => {
                entries = ChildEntries::Offsets;
                ([Offsets(4); 2], 1)
            }
            DataType::LargeList(_) => {
                entries = ChildEntries::Offsets;
                ([Offsets(8); 2], 1)
            }
            DataType::ListView(_) => ([Fixed(4); 2], 2),
            DataType::LargeListView(_) => ([Fixed(8); 2], 2),
            DataType::FixedSizeList(_, size) => {
                entries = ChildEntries::Fixed(usize::try_from(*size).ok()?);
                ([Bits; 2], 0)
            }
            DataType::Struct(_) => {
                entries = ChildEntries::Fixed(1);
                ([Bits; 2], 0)
            }
            DataType::Union(_, mode) => {
                validity = false;
                match mode {
                    UnionMode::Sparse => {
                        entries = ChildEntries::Fixed(1);
                        ([Fixed(1); 2], 1)
                    }
                    UnionMode::Dense => ([Fixed(1), Fixed(4)], 2),
                }
            }
            DataType::RunEndEncoded(_, _) => {
                validity = false;
                ([Bits; 2], 0)
            }
            DataType::Dictionary(keys, _) => ([Fixed(keys.primitive_width()?); 2], 1),
            DataType::FixedSizeBinary(size) => ([Fixed(usize::try_from(*size).ok()?); 2], 1),
            _ => ([Fixed(data_type.primitive_width()?); 2], 1),
        };
        Some(Self { specs, count, validity, variadic, entries })
    }

    pub(crate) fn specs(&self) -> &[BufferSpec] {
        &self.specs[..self.count]
    }
}

impl BufferSpec {
    /// Returns the minimum size in bytes for `entries` entries; `None` if it overflows.
    pub(crate) fn min_bytes(self, entries: usize) -> Option<usize> {
        match self {
            Self::Fixed(width) => entries.checked_mul(width),
            Self::Bits => Some(entries.div_ceil(8)),
            // Arrays without entries may lack their only offset.
            Self::Offsets(_) if entries == 0 => Some(0),
            Self::Offsets(width) => entries.checked_add(1)?.checked_mul(width),
            Self::Bytes => Some(0),
        }
    }
}

/// Returns the types of the children of an array.
pub(crate) fn children(data_type: &DataType) -> Vec<&DataType> {
    match data_type {
        DataType::Struct(fields) => fields.iter().map(|field| field.data_type()).collect(),
        DataType::Union(fields, _) => fields.iter().map(|(_, field)| field.data_type()).collect(),
        DataType::List(field)
        | DataType::LargeList(field)
        | DataType::ListView(field)
        | DataType::LargeListView(field)
        | DataType::FixedSizeList(field, _)
        | DataType::Map(field, _) => vec![field.data_type()],
        DataType::RunEndEncoded(ends, values) => vec![ends.data_type(), values.data_type()],
        _ => Vec::new(),
    }
}

/// Returns whether a type is another, or has it among its children, or as its dictionary's.
pub(crate) fn contains(data_type: &DataType, other: &DataType) -> bool {
    let inside = match data_type {
        DataType::Dictionary(_, values) => vec![&**values],
        nested => children(nested),
    };
    data_type == other || inside.into_iter().any(|ty| contains(ty, other))
}

/// The maximum nesting depth of arrays, as in the C data interface of Arrow C++.
pub(crate) const DEPTH: usize = 64;
