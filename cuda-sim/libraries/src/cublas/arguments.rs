//! The arguments of functions: their checks, and the macro that defines functions by rows.

use core::ffi::c_void;

use cuda_libraries_sys::cublas::*;
use cuda_libraries_sys::shared::cudaDataType;

use super::context::{Context, INVALID_VALUE, NOT_SUPPORTED, Outcome};
use crate::element::{Number, data_of};
use crate::factor::Factor;
use crate::matrix::{Form, Matrix};

/// Defines functions that differ only in the types of their parameters, which the header gives: the names of the
/// parameters, and what the functions do with them. They may also differ in a value, which follows their names.
macro_rules! rows {
    ($parameters:tt => $body:block; $($name:ident)*) => {
        impl super::Cublas {$(rows!(@one $name $parameters $body);)*}
    };
    ($parameters:tt, $value:tt => $body:block; $($($name:ident)+: $is:expr;)*) => {
        $(rows! { $parameters => { let $value = $is; $body }; $($name)+ })*
    };
    (@one $name:ident ($($parameter:ident),*) $body:block) => {
        #[allow(unused_unsafe, reason = "some do nothing that is unsafe")]
        // SAFETY: the caller fulfils the contract of the function.
        pub(super) const $name: super::signatures::$name = |$($parameter),*| unsafe { $body };
    };
}
pub(super) use rows;

/// Fails if an argument isn't one that the function takes.
pub(super) fn check(is_valid: bool) -> Outcome {
    if is_valid { Ok(()) } else { Err(INVALID_VALUE) }
}

/// Fails for operations that cuBLAS doesn't have.
pub(super) fn check_operation(operation: cublasOperation_t) -> Outcome {
    check(matches!(
        operation,
        cublasOperation_t::CUBLAS_OP_N
            | cublasOperation_t::CUBLAS_OP_T
            | cublasOperation_t::CUBLAS_OP_C
    ))
}

/// Fails for what isn't a triangle.
pub(super) fn check_fill(fill: cublasFillMode_t) -> Outcome {
    check(matches!(
        fill,
        cublasFillMode_t::CUBLAS_FILL_MODE_LOWER | cublasFillMode_t::CUBLAS_FILL_MODE_UPPER
    ))
}

pub(super) fn check_diagonal(diagonal: cublasDiagType_t) -> Outcome {
    check(diagonal.name().is_some())
}

pub(super) fn check_side(side: cublasSideMode_t) -> Outcome {
    check(side.name().is_some())
}

/// Fails if columns of `rows` elements overlap.
pub(super) fn check_leading(leading: i64, rows: i64) -> Outcome {
    check(leading >= rows.max(1))
}

/// A matrix or a vector as functions take it: its elements are of type `T`.
pub(super) fn matrix<T: Number>(pointer: *const T, leading: i64) -> Matrix {
    Matrix::new(pointer as u64, data_of(pointer), leading)
}

pub(super) fn vector<T: Number>(pointer: *const T, len: i64, increment: i64) -> Matrix {
    Matrix::vector(pointer as u64, data_of(pointer), len, increment)
}

/// The matrices or the vectors of a batch, by the array of their addresses.
pub(super) fn matrices<T: Number>(array: *const *const T, leading: i64) -> Matrix {
    Matrix::new(array as u64, T::DATA, leading).array()
}

pub(super) fn vectors<T: Number>(array: *const *const T, len: i64, increment: i64) -> Matrix {
    Matrix::vector(array as u64, T::DATA, len, increment).array()
}

/// Returns an array of addresses of what isn't written through it.
pub(super) fn constant<T>(array: *const *mut T) -> *const *const T {
    array.cast()
}

/// A number that a function takes by its address: on the host or the device, as the pointer mode says.
#[derive(Clone, Copy)]
pub(super) struct Value {
    pointer: *const c_void,
    pub(super) data: cudaDataType,
}

impl Value {
    /// # Safety
    /// In the mode for host pointers, `pointer` is null or to a number of the type, as long as the value is used.
    pub(super) unsafe fn new(pointer: *const c_void, data: cudaDataType) -> Self {
        Self { pointer, data }
    }

    /// # Safety
    /// As for [`new`](Self::new).
    pub(super) unsafe fn of<T: Number>(pointer: *const T) -> Self {
        Self { pointer: any(pointer), data: T::DATA }
    }

    pub(super) fn is_null(self) -> bool {
        self.pointer.is_null()
    }

    /// Reads it in the host's memory, or takes its address in device memory.
    pub(super) fn factor(self, context: &Context) -> Result<Factor, cublasStatus_t> {
        check(!self.is_null())?;
        if context.has_host_pointers() {
            // SAFETY: who made it guarantees it.
            unsafe { Factor::on_host(self.pointer, self.data) }.ok_or(NOT_SUPPORTED)
        } else {
            Ok(Factor::on_device(self.pointer as u64, self.data))
        }
    }
}

/// A vector as functions take it, whose length is another argument.
#[derive(Clone, Copy)]
pub(super) struct Vector {
    pub(super) pointer: *const c_void,
    pub(super) data: cudaDataType,
    pub(super) increment: i64,
}

impl Vector {
    pub(super) fn of<T: Number>(pointer: *const T, increment: impl Into<i64>) -> Self {
        Self::new(any(pointer), T::DATA, increment)
    }

    pub(super) fn new(
        pointer: *const c_void,
        data: cudaDataType,
        increment: impl Into<i64>,
    ) -> Self {
        Self { pointer, data, increment: increment.into() }
    }

    /// Returns its first `len` elements.
    pub(super) fn elements(self, len: i64) -> Matrix {
        Matrix::vector(self.pointer as u64, self.data, len, self.increment)
    }
}

/// A triangle of `n` rows as functions take it.
#[derive(Clone, Copy)]
pub(super) struct Triangle<T> {
    pub(super) pointer: *const T,
    pub(super) layout: Layout,
    pub(super) form: Form,
    pub(super) fill: cublasFillMode_t,
    pub(super) n: i64,
}

/// The layout of a triangle: as a matrix, as a band of `k` diagonals besides the main one, or packed.
#[derive(Clone, Copy)]
pub(super) enum Layout {
    Full(i64),
    Band(i64, i64),
    Packed,
}

impl<T: Number> Triangle<T> {
    /// Returns the matrix, if the arguments are valid.
    pub(super) fn matrix(self) -> Result<Matrix, cublasStatus_t> {
        let Self { pointer, layout, form, fill, n } = self;
        check_fill(fill)?;
        check(n >= 0)?;
        Ok(match layout {
            Layout::Full(leading) => {
                check_leading(leading, n)?;
                matrix(pointer, leading).triangle(form, fill)
            }
            Layout::Band(k, leading) => {
                check(k >= 0)?;
                check_leading(leading, k.saturating_add(1))?;
                let is_lower = fill == cublasFillMode_t::CUBLAS_FILL_MODE_LOWER;
                let (below, above) = if is_lower { (k, 0) } else { (0, k) };
                matrix(pointer, leading).triangle(form, fill).band(below, above)
            }
            Layout::Packed => matrix(pointer, 1).triangle(form, fill).packed(),
        })
    }
}

/// Returns a pointer to anything.
pub(super) fn any<T>(pointer: *const T) -> *const c_void {
    pointer.cast()
}
