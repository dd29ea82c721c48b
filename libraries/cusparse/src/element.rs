//! The types of indices, and what cuSPARSE calls types and operations.

use cublas::{Factor, Product, Scalar};
use cuda_driver::Element;
use cuda_libraries_sys::cusparse::{cusparseIndexType_t, cusparseOperation_t};
use cuda_libraries_sys::shared::cudaDataType;

mod sealed {
    pub trait Sealed {}
}

/// A type of indices: `i32` or `i64`.
pub trait Index: Element + Eq + core::fmt::Debug + sealed::Sealed {
    #[doc(hidden)]
    const TYPE: cusparseIndexType_t;
    #[doc(hidden)]
    fn number(self) -> i64;
    /// Returns the index of a number, if it isn't too large.
    #[doc(hidden)]
    fn of(number: i64) -> Option<Self>;
    /// Returns whether so many can be counted.
    #[doc(hidden)]
    fn counts(number: usize) -> bool {
        i64::try_from(number).is_ok_and(|number| Self::of(number).is_some())
    }
}

impl sealed::Sealed for i32 {}
impl Index for i32 {
    const TYPE: cusparseIndexType_t = cusparseIndexType_t::CUSPARSE_INDEX_32I;
    fn number(self) -> i64 {
        self.into()
    }

    fn of(number: i64) -> Option<Self> {
        number.try_into().ok()
    }
}

impl sealed::Sealed for i64 {}
impl Index for i64 {
    const TYPE: cusparseIndexType_t = cusparseIndexType_t::CUSPARSE_INDEX_64I;
    fn number(self) -> i64 {
        self
    }

    fn of(number: i64) -> Option<Self> {
        Some(number)
    }
}

/// What a call makes of a sparse operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[doc(alias = "cusparseOperation_t")]
#[non_exhaustive]
pub enum Operation {
    /// The matrix itself.
    None,
    /// Its transpose.
    Transpose,
    /// The conjugate of its transpose: of real numbers, the transpose.
    ConjugateTranspose,
}

impl Operation {
    pub(crate) fn raw<T: Scalar>(self) -> cusparseOperation_t {
        match self {
            Self::None => cusparseOperation_t::CUSPARSE_OPERATION_NON_TRANSPOSE,
            Self::ConjugateTranspose if <T as Product<T>>::IS_COMPLEX => {
                cusparseOperation_t::CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE
            }
            _ => cusparseOperation_t::CUSPARSE_OPERATION_TRANSPOSE,
        }
    }

    /// Returns the rows and columns of the result.
    pub(crate) fn shape(self, (rows, columns): (usize, usize)) -> (usize, usize) {
        if self == Self::None { (rows, columns) } else { (columns, rows) }
    }
}

/// The factors of a call.
pub(crate) type FactorOf<T> = <T as Product<T>>::Factor;

/// Returns the type of values.
pub(crate) fn data<T: Scalar>() -> cudaDataType {
    <T as Product<T>>::DATA
}

/// Returns the type that is computed with.
pub(crate) fn compute<T: Scalar>() -> cudaDataType {
    <FactorOf<T> as Factor>::FACTOR
}
