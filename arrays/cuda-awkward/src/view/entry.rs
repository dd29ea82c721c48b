//! Types of entries, in Rust and in C++, and their addresses on the device.

use core::marker::PhantomData;

use cuda_arrow::Buffer;
use cuda_driver::sys::CUdeviceptr;
use half::f16;

use crate::arguments::Ix;
use crate::array::DeviceNode;
use crate::error::{Error, Result};
use crate::layout::dtype::Dtype;
use crate::layout::node::{Kind, field_name};

/// A type of an array's entries that kernels can use: of numbers, [`List`], [`Option`], tuples, and structures by
/// [`record!`](crate::record).
///
/// It only describes the entries: nothing but kernels dereferences addresses, and launches are unsafe.
pub trait Entry: 'static {
    /// The addresses of the entries, with the layout of the header's `awkward::Column` for this type.
    type Column: Copy;

    /// Returns the type in C++.
    fn cpp_type() -> String;

    /// Adds the C++ definitions of the type's records, each once and after those of the records that it contains.
    fn records(_: &mut Vec<String>) {}

    /// Returns the column of a part of an array.
    ///
    /// # Errors
    /// [`Error::Type`] if they are of another type.
    fn column(part: &Part<'_>) -> Result<Self::Column>;
}

/// A part of an array, and the path to it.
#[derive(Debug)]
pub struct Part<'a> {
    node: &'a DeviceNode,
    path: String,
}

impl<'a> Part<'a> {
    pub(super) fn of(node: &'a DeviceNode) -> Self {
        let path = String::new();
        Self { node, path }
    }

    fn content(&self, node: &'a DeviceNode, way: &str) -> Self {
        let path = format!("{}{way}", self.path);
        Self { node, path }
    }

    /// Returns `true` if it is of unknown type, because there are no entries.
    fn is_empty(&self) -> bool {
        matches!(self.node.kind, Kind::Empty)
    }

    fn wrong(&self, expected: &str) -> Error {
        let found = self.node.form().type_text();
        let place = match &self.path[..] {
            "" => "entries".to_owned(),
            path => format!("entries{path}"),
        };
        Error::Type(format!(
            "the array's {place} are of type {found}, and the view was requested as {expected}"
        ))
    }

    /// Returns the column of a field.
    ///
    /// # Errors
    /// [`Error::Type`] if it isn't there, or is of another type than `T`.
    pub fn field<T: Entry>(&self, name: &str) -> Result<T::Column> {
        if self.is_empty() {
            return T::column(self);
        }
        let Kind::Record { fields, contents } = &self.node.kind else {
            return Err(self.wrong(&format!("a record with the field '{name}'")));
        };
        let fields = fields.as_deref();
        let found = (0..contents.len()).find(|i| field_name(fields, *i) == name);
        match found.and_then(|found| contents.get(found)) {
            Some(content) => T::column(&self.content(content, &format!(".{name}"))),
            None => Err(self.wrong(&format!("a record with the field '{name}'"))),
        }
    }

    fn tuple(&self, count: usize) -> Result<()> {
        match &self.node.kind {
            Kind::Empty => Ok(()),
            Kind::Record { fields: None, contents } if contents.len() == count => Ok(()),
            _ => Err(self.wrong(&format!("a tuple of {count}"))),
        }
    }
}

/// Returns the type in C++.
pub(super) fn cpp_number(dtype: Dtype) -> &'static str {
    match dtype {
        Dtype::Bool => "bool",
        Dtype::Int8 => "signed char",
        Dtype::Int16 => "short",
        Dtype::Int32 => "int",
        Dtype::Int64 | Dtype::DateTime64(_) | Dtype::TimeDelta64(_) => "long long",
        Dtype::UInt8 => "unsigned char",
        Dtype::UInt16 => "unsigned short",
        Dtype::UInt32 => "unsigned int",
        Dtype::UInt64 => "unsigned long long",
        Dtype::Float16 => "awkward::Half",
        Dtype::Float32 => "float",
        Dtype::Float64 => "double",
        Dtype::Complex64 => "awkward::Complex<float>",
        Dtype::Complex128 => "awkward::Complex<double>",
    }
}

/// The address of numbers.
#[derive(Debug)]
#[repr(transparent)]
pub struct NumberColumn<T> {
    address: CUdeviceptr,
    marker: PhantomData<fn() -> T>,
}

impl<T> NumberColumn<T> {
    fn at(address: CUdeviceptr) -> Self {
        let marker = PhantomData;
        Self { address, marker }
    }
}

impl<T> Clone for NumberColumn<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for NumberColumn<T> {}

macro_rules! numbers {
    ($($ty:ty, $dtype:ident;)*) => {$(
        impl Entry for $ty {
            type Column = NumberColumn<Self>;

            fn cpp_type() -> String {
                cpp_number(Dtype::$dtype).to_owned()
            }

            fn column(part: &Part<'_>) -> Result<NumberColumn<Self>> {
                match &part.node.kind {
                    Kind::Empty => Ok(NumberColumn::at(0)),
                    Kind::Numpy { dtype: Dtype::$dtype, data } => Ok(NumberColumn::at(data.as_raw())),
                    _ => {
                        let cpp = cpp_number(Dtype::$dtype);
                        Err(part.wrong(&format!("{}, in C++ {cpp}", stringify!($ty))))
                    }
                }
            }
        }
    )*};
}

numbers! {
    bool, Bool;
    i8, Int8;
    i16, Int16;
    i32, Int32;
    i64, Int64;
    u8, UInt8;
    u16, UInt16;
    u32, UInt32;
    u64, UInt64;
    f16, Float16;
    f32, Float32;
    f64, Float64;
    [f32; 2], Complex64;
    [f64; 2], Complex128;
}

/// Lists of entries, in C++ `awkward::List<T>`. A list of `u8` can also be a text.
#[derive(Debug)]
pub struct List<T>(PhantomData<T>);

/// The addresses of lists.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct ListColumn<C> {
    starts: Ix,
    stops: Ix,
    content: C,
}

impl<T: Entry> Entry for List<T> {
    type Column = ListColumn<T::Column>;

    fn cpp_type() -> String {
        format!("awkward::List<{}>", T::cpp_type())
    }

    fn records(all: &mut Vec<String>) {
        T::records(all);
    }

    fn column(part: &Part<'_>) -> Result<Self::Column> {
        if part.is_empty() {
            let content = T::column(part)?;
            let (starts, stops) = (Ix::affine(0, 0), Ix::affine(0, 0));
            return Ok(ListColumn { starts, stops, content });
        }
        let lists = part.node.lists();
        let (Some(lists), Some(content)) = (lists, part.node.content()) else {
            return Err(part.wrong(&Self::cpp_type()));
        };
        Ok(ListColumn {
            starts: lists.starts,
            stops: lists.stops,
            content: T::column(&part.content(content, "[...]"))?,
        })
    }
}

/// The addresses of values that may be missing.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct OptionColumn<C> {
    places: Ix,
    mask: Ix,
    valid_when: i64,
    content: C,
}

/// Values that may be missing, in C++ `awkward::Option<T>`. An array without missing values is accepted, too.
impl<T: Entry> Entry for Option<T> {
    type Column = OptionColumn<T::Column>;

    fn cpp_type() -> String {
        format!("awkward::Option<{}>", T::cpp_type())
    }

    fn records(all: &mut Vec<String>) {
        T::records(all);
    }

    fn column(part: &Part<'_>) -> Result<Self::Column> {
        let all = Ix::affine(1, 0);
        let bytes = |mask: &Buffer| Ix::of_buffer(mask, Dtype::UInt8);
        let (places, mask, valid_when) = match &part.node.kind {
            Kind::IndexedOption { index, .. } => (index.ix(), all, true),
            Kind::ByteMasked { mask, valid_when, .. } => (Ix::IOTA, bytes(mask), *valid_when),
            Kind::BitMasked { mask, valid_when, lsb_order, .. } => {
                (Ix::IOTA, Ix::of_bits(mask, *lsb_order), *valid_when)
            }
            _ => (Ix::IOTA, all, true),
        };
        let content = match (part.node.is_option(), part.node.content()) {
            (true, Some(content)) => T::column(&part.content(content, ""))?,
            _ => T::column(part)?,
        };
        Ok(OptionColumn { places, mask, valid_when: i64::from(valid_when), content })
    }
}

/// The addresses of the entries of tuples.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct RecordColumn<C, R> {
    first: C,
    rest: R,
}

/// The type of the columns of a tuple, and their values.
macro_rules! columns {
    ($first:ident) => { $first::Column };
    ($first:ident $($rest:ident)+) => { RecordColumn<$first::Column, columns!($($rest)+)> };
    (of $part:ident, $first:ident $index:literal) => { $part.field::<$first>($index)? };
    (of $part:ident, $first:ident $index:literal $($rest:ident $at:literal)+) => {
        RecordColumn { first: $part.field::<$first>($index)?, rest: columns!(of $part, $($rest $at)+) }
    };
}

macro_rules! tuples {
    ($($count:literal: $($name:ident $index:literal)+;)*) => {$(
        impl<$($name: Entry),+> Entry for ($($name,)+) {
            type Column = columns!($($name)+);

            fn cpp_type() -> String {
                let types = [$($name::cpp_type()),+];
                format!("awkward::Record<{}>", types.join(", "))
            }

            fn records(all: &mut Vec<String>) {
                $($name::records(all);)+
            }

            fn column(part: &Part<'_>) -> Result<Self::Column> {
                part.tuple($count)?;
                Ok(columns!(of part, $($name $index)+))
            }
        }
    )*};
}

tuples! {
    1: A "0";
    2: A "0" B "1";
    3: A "0" B "1" C "2";
    4: A "0" B "1" C "2" D "3";
    5: A "0" B "1" C "2" D "3" E "4";
    6: A "0" B "1" C "2" D "3" E "4" F "5";
    7: A "0" B "1" C "2" D "3" E "4" F "5" G "6";
    8: A "0" B "1" C "2" D "3" E "4" F "5" G "6" H "7";
}
