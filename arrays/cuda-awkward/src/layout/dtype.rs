use core::fmt;

use crate::layout::times::TimeUnit;

/// The type of numbers, by NumPy's names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names are self-explanatory")]
#[non_exhaustive]
pub enum Dtype {
    Bool,
    Int8,
    Int16,
    Int32,
    Int64,
    UInt8,
    UInt16,
    UInt32,
    UInt64,
    Float16,
    Float32,
    Float64,
    Complex64,
    Complex128,
    /// Dates, as `int64` units since the beginning of 1970; the least number is none, NaT.
    DateTime64(TimeUnit),
    /// Durations, as `int64` units; the least number is none, NaT.
    TimeDelta64(TimeUnit),
}

/// The kind of a type of numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum NumberKind {
    Bool,
    Unsigned,
    Signed,
    Float,
    Complex,
    Date,
    Span,
}

impl Dtype {
    pub(crate) const ALL: [Self; 14] = [
        Self::Bool,
        Self::Int8,
        Self::Int16,
        Self::Int32,
        Self::Int64,
        Self::UInt8,
        Self::UInt16,
        Self::UInt32,
        Self::UInt64,
        Self::Float16,
        Self::Float32,
        Self::Float64,
        Self::Complex64,
        Self::Complex128,
    ];

    /// Returns NumPy's name: `int64`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Bool => "bool",
            Self::Int8 => "int8",
            Self::Int16 => "int16",
            Self::Int32 => "int32",
            Self::Int64 => "int64",
            Self::UInt8 => "uint8",
            Self::UInt16 => "uint16",
            Self::UInt32 => "uint32",
            Self::UInt64 => "uint64",
            Self::Float16 => "float16",
            Self::Float32 => "float32",
            Self::Float64 => "float64",
            Self::Complex64 => "complex64",
            Self::Complex128 => "complex128",
            Self::DateTime64(unit) => unit.date_name(),
            Self::TimeDelta64(unit) => unit.duration_name(),
        }
    }

    /// Returns the type with this name, if there is one.
    #[must_use]
    pub fn of_name(name: &str) -> Option<Self> {
        let number = Self::ALL.into_iter().find(|dtype| dtype.name() == name);
        number
            .or_else(|| TimeUnit::of_dates(name).map(Self::DateTime64))
            .or_else(|| TimeUnit::of_durations(name).map(Self::TimeDelta64))
    }

    /// Returns the size of a number, in bytes.
    #[must_use]
    pub fn size(self) -> usize {
        match self {
            Self::Bool | Self::Int8 | Self::UInt8 => 1,
            Self::Int16 | Self::UInt16 | Self::Float16 => 2,
            Self::Int32 | Self::UInt32 | Self::Float32 => 4,
            Self::Int64 | Self::UInt64 | Self::Float64 | Self::Complex64 => 8,
            Self::DateTime64(_) | Self::TimeDelta64(_) => 8,
            Self::Complex128 => 16,
        }
    }

    /// Returns the type's name in the kernels.
    pub(crate) fn c_type(self) -> &'static str {
        match self {
            Self::Bool => "boolean",
            Self::Int8 => "i8",
            Self::Int16 => "i16",
            Self::Int32 => "i32",
            Self::Int64 | Self::DateTime64(_) | Self::TimeDelta64(_) => "i64",
            Self::UInt8 => "u8",
            Self::UInt16 => "u16",
            Self::UInt32 => "u32",
            Self::UInt64 => "u64",
            Self::Float16 => "f16",
            Self::Float32 => "float",
            Self::Float64 => "double",
            Self::Complex64 => "complex<float>",
            Self::Complex128 => "complex<double>",
        }
    }

    pub(crate) fn kind(self) -> NumberKind {
        match self {
            Self::Bool => NumberKind::Bool,
            Self::Int8 | Self::Int16 | Self::Int32 | Self::Int64 => NumberKind::Signed,
            Self::UInt8 | Self::UInt16 | Self::UInt32 | Self::UInt64 => NumberKind::Unsigned,
            Self::Float16 | Self::Float32 | Self::Float64 => NumberKind::Float,
            Self::Complex64 | Self::Complex128 => NumberKind::Complex,
            Self::DateTime64(_) => NumberKind::Date,
            Self::TimeDelta64(_) => NumberKind::Span,
        }
    }

    pub(crate) fn is_integer(self) -> bool {
        matches!(self.kind(), NumberKind::Signed | NumberKind::Unsigned)
    }

    pub(crate) fn is_float(self) -> bool {
        self.kind() == NumberKind::Float
    }

    pub(crate) fn is_complex(self) -> bool {
        self.kind() == NumberKind::Complex
    }

    fn signed(size: usize) -> Self {
        match size {
            1 => Self::Int8,
            2 => Self::Int16,
            4 => Self::Int32,
            _ => Self::Int64,
        }
    }

    fn float(size: usize) -> Self {
        match size {
            2 => Self::Float16,
            4 => Self::Float32,
            _ => Self::Float64,
        }
    }

    /// Returns the smallest floating-point type for the numbers: `float16` for `int8`, `float64` for `int32`. Floating-point and
    /// complex types are returned unchanged.
    pub(crate) fn to_float(self) -> Self {
        match self.kind() {
            NumberKind::Float | NumberKind::Complex => self,
            NumberKind::Bool => Self::Float16,
            _ => Self::float((self.size() * 2).min(8)),
        }
    }

    /// Returns the type of the parts of complex numbers; other types are returned unchanged.
    pub(crate) fn real(self) -> Self {
        match self {
            Self::Complex64 => Self::Float32,
            Self::Complex128 => Self::Float64,
            other => other,
        }
    }

    /// Returns the type that NumPy uses for operations on both.
    #[must_use]
    pub fn promote(self, other: Self) -> Self {
        use NumberKind::{Bool, Complex, Float, Signed, Unsigned};
        let (less, more) = if self.kind() <= other.kind() { (self, other) } else { (other, self) };
        match (less.kind(), more.kind()) {
            (Bool, _) => more,
            (a, b) if a == b => {
                if less.size() > more.size() {
                    less
                } else {
                    more
                }
            }
            (Unsigned, Signed) if less.size() < more.size() => more,
            (Unsigned, Signed) if less.size() == 8 => Self::Float64,
            (Unsigned, Signed) => Self::signed(less.size() * 2),
            (_, Float) => Self::float(less.to_float().size().max(more.size())),
            (_, Complex) => {
                if less.to_float().size() > more.real().size() {
                    Self::Complex128
                } else {
                    more
                }
            }
            _ => more,
        }
    }
}

impl fmt::Display for Dtype {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The type of offsets and indexes, with the names of Awkward's forms.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names are self-explanatory")]
pub enum IndexType {
    I8,
    U8,
    I32,
    U32,
    I64,
}

impl IndexType {
    /// Returns the form's name: `i64`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::I8 => "i8",
            Self::U8 => "u8",
            Self::I32 => "i32",
            Self::U32 => "u32",
            Self::I64 => "i64",
        }
    }

    pub(crate) fn of_name(name: &str) -> Option<Self> {
        let all = [Self::I8, Self::U8, Self::I32, Self::U32, Self::I64];
        all.into_iter().find(|value| value.name() == name)
    }

    /// Returns the size of an index, in bytes.
    #[must_use]
    pub fn size(self) -> usize {
        match self {
            Self::I8 | Self::U8 => 1,
            Self::I32 | Self::U32 => 4,
            Self::I64 => 8,
        }
    }

    /// Returns the type of its numbers.
    #[must_use]
    pub fn dtype(self) -> Dtype {
        match self {
            Self::I8 => Dtype::Int8,
            Self::U8 => Dtype::UInt8,
            Self::I32 => Dtype::Int32,
            Self::U32 => Dtype::UInt32,
            Self::I64 => Dtype::Int64,
        }
    }
}
