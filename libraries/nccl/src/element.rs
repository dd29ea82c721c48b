use core::any::TypeId;

use cuda_driver::Element;
use cuda_driver::memory::{F8E4M3, F8E5M2};
use cuda_libraries_sys::nccl::ncclDataType_t;

mod sealed {
    pub trait Sealed {}
}

/// A type that NCCL can reduce: integers of 8, 32 and 64 bits, `f32`, `f64`, with the feature `half` also `f16` and
/// `bf16`, and 8-bit floats as [`F8E4M3`] and [`F8E5M2`].
#[diagnostic::on_unimplemented(
    message = "NCCL cannot reduce `{Self}`",
    note = "it reduces integers of 8, 32 and 64 bits, f32, f64, with the feature `half` f16 and bf16, and 8-bit floats; \
            gathers, broadcasts and sends take any element"
)]
pub trait NcclType: Element + sealed::Sealed {
    /// NCCL's number of the type.
    const CODE: ncclDataType_t;
}

impl sealed::Sealed for i8 {}

impl NcclType for i8 {
    const CODE: ncclDataType_t = ncclDataType_t::ncclInt8;
}

impl sealed::Sealed for u8 {}

impl NcclType for u8 {
    const CODE: ncclDataType_t = ncclDataType_t::ncclUint8;
}

impl sealed::Sealed for i32 {}

impl NcclType for i32 {
    const CODE: ncclDataType_t = ncclDataType_t::ncclInt32;
}

impl sealed::Sealed for u32 {}

impl NcclType for u32 {
    const CODE: ncclDataType_t = ncclDataType_t::ncclUint32;
}

impl sealed::Sealed for i64 {}

impl NcclType for i64 {
    const CODE: ncclDataType_t = ncclDataType_t::ncclInt64;
}

impl sealed::Sealed for u64 {}

impl NcclType for u64 {
    const CODE: ncclDataType_t = ncclDataType_t::ncclUint64;
}

impl sealed::Sealed for f32 {}

impl NcclType for f32 {
    const CODE: ncclDataType_t = ncclDataType_t::ncclFloat32;
}

impl sealed::Sealed for f64 {}

impl NcclType for f64 {
    const CODE: ncclDataType_t = ncclDataType_t::ncclFloat64;
}

#[cfg(feature = "half")]
impl sealed::Sealed for half::f16 {}
#[cfg(feature = "half")]
impl NcclType for half::f16 {
    const CODE: ncclDataType_t = ncclDataType_t::ncclFloat16;
}

#[cfg(feature = "half")]
impl sealed::Sealed for half::bf16 {}
#[cfg(feature = "half")]
impl NcclType for half::bf16 {
    const CODE: ncclDataType_t = ncclDataType_t::ncclBfloat16;
}

impl sealed::Sealed for F8E4M3 {}

impl NcclType for F8E4M3 {
    const CODE: ncclDataType_t = ncclDataType_t::ncclFloat8e4m3;
}

impl sealed::Sealed for F8E5M2 {}

impl NcclType for F8E5M2 {
    const CODE: ncclDataType_t = ncclDataType_t::ncclFloat8e5m2;
}

/// Returns how NCCL moves elements of `T`: its type number, and how many of them form an element. Types that it
/// doesn't know are moved as bytes.
pub(crate) fn moved<T: Element>() -> (ncclDataType_t, usize) {
    let id = TypeId::of::<T>();

    if id == TypeId::of::<i8>() {
        return (ncclDataType_t::ncclInt8, 1);
    }

    if id == TypeId::of::<u8>() {
        return (ncclDataType_t::ncclUint8, 1);
    }

    if id == TypeId::of::<i32>() {
        return (ncclDataType_t::ncclInt32, 1);
    }

    if id == TypeId::of::<u32>() {
        return (ncclDataType_t::ncclUint32, 1);
    }

    if id == TypeId::of::<i64>() {
        return (ncclDataType_t::ncclInt64, 1);
    }

    if id == TypeId::of::<u64>() {
        return (ncclDataType_t::ncclUint64, 1);
    }

    if id == TypeId::of::<f32>() {
        return (ncclDataType_t::ncclFloat32, 1);
    }

    if id == TypeId::of::<f64>() {
        return (ncclDataType_t::ncclFloat64, 1);
    }

    #[cfg(feature = "half")]
    if id == TypeId::of::<half::f16>() {
        return (ncclDataType_t::ncclFloat16, 1);
    }

    #[cfg(feature = "half")]
    if id == TypeId::of::<half::bf16>() {
        return (ncclDataType_t::ncclBfloat16, 1);
    }

    if id == TypeId::of::<F8E4M3>() {
        return (ncclDataType_t::ncclFloat8e4m3, 1);
    }

    if id == TypeId::of::<F8E5M2>() {
        return (ncclDataType_t::ncclFloat8e5m2, 1);
    }

    (ncclDataType_t::ncclUint8, size_of::<T>())
}

/// The type of elements, chosen at run time: [`Reduce::of`](crate::operator::Reduce::of).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[doc(alias = "ncclDataType_t")]
#[non_exhaustive]
#[allow(missing_docs, reason = "the names are NCCL's own")]
pub enum DataType {
    Int8,
    Uint8,
    Int32,
    Uint32,
    Int64,
    Uint64,
    Float16,
    Float32,
    Float64,
    Bfloat16,
    /// NCCL has it from 2.24 on.
    Float8e4m3,
    /// NCCL has it from 2.24 on.
    Float8e5m2,
}

impl DataType {
    /// Returns the size of an element in bytes.
    #[must_use]
    #[inline]
    pub fn size(self) -> usize {
        size_of_code(self.code())
    }

    /// Returns NCCL's number of the type.
    #[must_use]
    #[inline]
    pub const fn code(self) -> ncclDataType_t {
        match self {
            Self::Int8 => ncclDataType_t::ncclInt8,
            Self::Uint8 => ncclDataType_t::ncclUint8,
            Self::Int32 => ncclDataType_t::ncclInt32,
            Self::Uint32 => ncclDataType_t::ncclUint32,
            Self::Int64 => ncclDataType_t::ncclInt64,
            Self::Uint64 => ncclDataType_t::ncclUint64,
            Self::Float16 => ncclDataType_t::ncclFloat16,
            Self::Float32 => ncclDataType_t::ncclFloat32,
            Self::Float64 => ncclDataType_t::ncclFloat64,
            Self::Bfloat16 => ncclDataType_t::ncclBfloat16,
            Self::Float8e4m3 => ncclDataType_t::ncclFloat8e4m3,
            Self::Float8e5m2 => ncclDataType_t::ncclFloat8e5m2,
        }
    }
}

/// Returns the size of NCCL's type in bytes.
pub(crate) fn size_of_code(code: ncclDataType_t) -> usize {
    use ncclDataType_t as T;
    match code {
        T::ncclInt32 | T::ncclUint32 | T::ncclFloat32 => 4,
        T::ncclInt64 | T::ncclUint64 | T::ncclFloat64 => 8,
        T::ncclFloat16 | T::ncclBfloat16 => 2,
        _ => 1,
    }
}
