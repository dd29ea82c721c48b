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

macro_rules! types {
    ($($(#[$attribute:meta])* $ty:ty: $code:ident,)*) => {
        $(
            $(#[$attribute])*
            impl sealed::Sealed for $ty {}
            $(#[$attribute])*
            impl NcclType for $ty {
                const CODE: ncclDataType_t = ncclDataType_t::$code;
            }
        )*

        /// Returns how NCCL moves elements of `T`: its type number, and how many of them form an element. Types that it
        /// doesn't know are moved as bytes.
        pub(crate) fn moved<T: Element>() -> (ncclDataType_t, usize) {
            let id = TypeId::of::<T>();
            $(
                $(#[$attribute])*
                if id == TypeId::of::<$ty>() {
                    return (ncclDataType_t::$code, 1);
                }
            )*
            (ncclDataType_t::ncclUint8, size_of::<T>())
        }
    };
}

types! {
    i8: ncclInt8,
    u8: ncclUint8,
    i32: ncclInt32,
    u32: ncclUint32,
    i64: ncclInt64,
    u64: ncclUint64,
    f32: ncclFloat32,
    f64: ncclFloat64,
    #[cfg(feature = "half")]
    half::f16: ncclFloat16,
    #[cfg(feature = "half")]
    half::bf16: ncclBfloat16,
    F8E4M3: ncclFloat8e4m3,
    F8E5M2: ncclFloat8e5m2,
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
