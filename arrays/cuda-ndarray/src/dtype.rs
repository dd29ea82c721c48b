use cuda_driver::Element;

use crate::dlpack::abi::{DLDataType, DLDataTypeCode};

/// An element type that other libraries have a name for.
///
/// [`record_dtype!`](crate::record_dtype) implements it for `#[repr(C)]` structs.
///
/// ```
/// use cuda_ndarray::Dtype;
///
/// assert_eq!(f32::dtype().typestr(), "<f4");
/// ```
///
/// # Safety
/// The name describes `Self`: its size, and the meaning of its bytes. Other libraries access the elements accordingly.
pub unsafe trait Dtype: Element + Send + Sync {
    /// Returns the description of the type.
    fn dtype() -> DtypeInfo;
}

/// The name of a type in other libraries: a `typestr` and a `descr` in NumPy, three numbers in DLPack.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DtypeInfo {
    /// The type of a number.
    Scalar {
        /// The kind of number.
        kind: Kind,
        /// Its size, in bytes.
        size: usize,
    },
    /// The type of a record of fields, for which DLPack has no name.
    Record {
        /// The size of the record, in bytes.
        size: usize,
        /// The fields, in the order of memory.
        fields: Vec<Field>,
    },
}

/// A kind of number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// Zero or not, in a byte.
    Bool,
    /// A signed integer.
    Int,
    /// An unsigned integer.
    Uint,
    /// A floating-point number of IEEE 754.
    Float,
    /// The upper half of a `float32`.
    Bfloat,
    /// Two floating-point numbers.
    Complex,
}

/// A field of a record.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// The offset from the start of the record, in bytes.
    pub offset: usize,
    /// Its type, or that of each element.
    pub dtype: DtypeInfo,
    /// The lengths of its axes; none for a single value.
    pub shape: Vec<usize>,
}

impl DtypeInfo {
    /// Creates the type of a number.
    #[must_use]
    pub const fn scalar(kind: Kind, size: usize) -> Self {
        Self::Scalar { kind, size }
    }

    /// Creates the type of a record of this size, in bytes, with these fields, in any order.
    #[must_use]
    pub fn record(size: usize, mut fields: Vec<Field>) -> Self {
        fields.sort_by_key(|field| field.offset);
        Self::Record { size, fields }
    }

    /// Returns the size of an element, in bytes.
    #[must_use]
    pub fn size(&self) -> usize {
        match self {
            Self::Scalar { size, .. } | Self::Record { size, .. } => *size,
        }
    }

    /// Returns NumPy's name: `<f4`, `|b1`, `|V16`. NumPy itself has no `bfloat16`; the package `ml_dtypes` names it
    /// `<V2`.
    #[must_use]
    pub fn typestr(&self) -> String {
        let (kind, size) = match self {
            Self::Record { size, .. } => return format!("|V{size}"),
            Self::Scalar { kind, size } => (kind, size),
        };
        let letter = match kind {
            Kind::Bool => 'b',
            Kind::Int => 'i',
            Kind::Uint => 'u',
            Kind::Float => 'f',
            Kind::Bfloat => 'V',
            Kind::Complex => 'c',
        };
        let order = match size {
            1 => '|',
            _ if cfg!(target_endian = "little") => '<',
            _ => '>',
        };
        format!("{order}{letter}{size}")
    }

    /// Returns DLPack's type; `None` for records.
    #[must_use]
    pub fn dlpack(&self) -> Option<DLDataType> {
        let Self::Scalar { kind, size } = self else {
            return None;
        };
        let code = match kind {
            Kind::Bool => DLDataTypeCode::BOOL,
            Kind::Int => DLDataTypeCode::INT,
            Kind::Uint => DLDataTypeCode::UINT,
            Kind::Float => DLDataTypeCode::FLOAT,
            Kind::Bfloat => DLDataTypeCode::BFLOAT,
            Kind::Complex => DLDataTypeCode::COMPLEX,
        };
        Some(DLDataType { code: code.0, bits: u8::try_from(size.checked_mul(8)?).ok()?, lanes: 1 })
    }
}

/// A truth value in one byte, as NumPy and DLPack have it: zero is false, and everything else true.
#[derive(Debug, Clone, Copy, Default)]
#[repr(transparent)]
pub struct Bool(u8);

// SAFETY: it is a byte, for which zero is a valid value.
unsafe impl bytemuck::Zeroable for Bool {}
// SAFETY: it is a byte, for which every bit pattern is valid.
unsafe impl bytemuck::Pod for Bool {}

impl Bool {
    /// Returns the value.
    #[must_use]
    pub const fn get(self) -> bool {
        self.0 != 0
    }
}

impl PartialEq for Bool {
    fn eq(&self, other: &Self) -> bool {
        self.get() == other.get()
    }
}

impl Eq for Bool {}

impl From<bool> for Bool {
    fn from(value: bool) -> Self {
        Self(u8::from(value))
    }
}

impl From<Bool> for bool {
    fn from(value: Bool) -> Self {
        value.get()
    }
}

cuda_driver::kernel_argument!(Bool);

// SAFETY: the size and the kind are those of the type.
unsafe impl Dtype for Bool {
    fn dtype() -> DtypeInfo {
        DtypeInfo::scalar(Kind::Bool, size_of::<Bool>())
    }
}

// SAFETY: the size and the kind are those of the type.
unsafe impl Dtype for i8 {
    fn dtype() -> DtypeInfo {
        DtypeInfo::scalar(Kind::Int, size_of::<i8>())
    }
}

// SAFETY: the size and the kind are those of the type.
unsafe impl Dtype for i16 {
    fn dtype() -> DtypeInfo {
        DtypeInfo::scalar(Kind::Int, size_of::<i16>())
    }
}

// SAFETY: the size and the kind are those of the type.
unsafe impl Dtype for i32 {
    fn dtype() -> DtypeInfo {
        DtypeInfo::scalar(Kind::Int, size_of::<i32>())
    }
}

// SAFETY: the size and the kind are those of the type.
unsafe impl Dtype for i64 {
    fn dtype() -> DtypeInfo {
        DtypeInfo::scalar(Kind::Int, size_of::<i64>())
    }
}

// SAFETY: the size and the kind are those of the type.
unsafe impl Dtype for isize {
    fn dtype() -> DtypeInfo {
        DtypeInfo::scalar(Kind::Int, size_of::<isize>())
    }
}

// SAFETY: the size and the kind are those of the type.
unsafe impl Dtype for u8 {
    fn dtype() -> DtypeInfo {
        DtypeInfo::scalar(Kind::Uint, size_of::<u8>())
    }
}

// SAFETY: the size and the kind are those of the type.
unsafe impl Dtype for u16 {
    fn dtype() -> DtypeInfo {
        DtypeInfo::scalar(Kind::Uint, size_of::<u16>())
    }
}

// SAFETY: the size and the kind are those of the type.
unsafe impl Dtype for u32 {
    fn dtype() -> DtypeInfo {
        DtypeInfo::scalar(Kind::Uint, size_of::<u32>())
    }
}

// SAFETY: the size and the kind are those of the type.
unsafe impl Dtype for u64 {
    fn dtype() -> DtypeInfo {
        DtypeInfo::scalar(Kind::Uint, size_of::<u64>())
    }
}

// SAFETY: the size and the kind are those of the type.
unsafe impl Dtype for usize {
    fn dtype() -> DtypeInfo {
        DtypeInfo::scalar(Kind::Uint, size_of::<usize>())
    }
}

// SAFETY: the size and the kind are those of the type.
unsafe impl Dtype for f32 {
    fn dtype() -> DtypeInfo {
        DtypeInfo::scalar(Kind::Float, size_of::<f32>())
    }
}

// SAFETY: the size and the kind are those of the type.
unsafe impl Dtype for f64 {
    fn dtype() -> DtypeInfo {
        DtypeInfo::scalar(Kind::Float, size_of::<f64>())
    }
}

#[cfg(feature = "half")]
// SAFETY: the size and the kind are those of the type.
unsafe impl Dtype for half::f16 {
    fn dtype() -> DtypeInfo {
        DtypeInfo::scalar(Kind::Float, size_of::<half::f16>())
    }
}

#[cfg(feature = "half")]
// SAFETY: the size and the kind are those of the type.
unsafe impl Dtype for half::bf16 {
    fn dtype() -> DtypeInfo {
        DtypeInfo::scalar(Kind::Bfloat, size_of::<half::bf16>())
    }
}

#[cfg(feature = "complex")]
// SAFETY: the size and the kind are those of the type.
unsafe impl Dtype for num_complex::Complex<f32> {
    fn dtype() -> DtypeInfo {
        DtypeInfo::scalar(Kind::Complex, size_of::<num_complex::Complex<f32>>())
    }
}

#[cfg(feature = "complex")]
// SAFETY: the size and the kind are those of the type.
unsafe impl Dtype for num_complex::Complex<f64> {
    fn dtype() -> DtypeInfo {
        DtypeInfo::scalar(Kind::Complex, size_of::<num_complex::Complex<f64>>())
    }
}
