//! Copies of vectors and of matrices between the host and the device.

use core::ffi::{c_int, c_void};

use cuda_driver_sys::CUstream;
use cuda_libraries_sys::cublas::*;
use cuda_libraries_sys::shared::cudaStream_t;

use super::Cublas;
use super::arguments::check;
use super::context::{Outcome, status};
use crate::device::{Rows, copy_rows};

/// Copies `columns` columns of `rows` elements, whose distances in elements are the last two.
unsafe fn copy(
    [rows, columns, element]: [i64; 3],
    (from, from_leading): (*const c_void, i64),
    (to, to_leading): (*mut c_void, i64),
    is_upload: bool,
    stream: Option<cudaStream_t>,
) -> Outcome {
    check(rows >= 0 && columns >= 0 && element > 0)?;
    check(from_leading >= rows && to_leading >= rows && from_leading > 0 && to_leading > 0)?;
    if rows == 0 || columns == 0 {
        return Ok(());
    }
    let bytes = |elements: i64| {
        let bytes = elements.checked_mul(element);
        bytes.and_then(|bytes| usize::try_from(bytes).ok())
    };
    let (Some(width), Some(from_pitch), Some(to_pitch)) =
        (bytes(rows), bytes(from_leading), bytes(to_leading))
    else {
        return Err(cublasStatus_t::CUBLAS_STATUS_INVALID_VALUE);
    };
    let copied = copy_rows(&Rows {
        from,
        from_pitch,
        to,
        to_pitch,
        width,
        height: columns as usize,
        is_upload,
        stream: stream.map(|stream| stream as CUstream),
    });
    copied.map_err(|_| cublasStatus_t::CUBLAS_STATUS_MAPPING_ERROR)
}

macro_rules! vectors {
    ($($name:ident $asynchronous:ident $Int:ty, $is_upload:literal;)*) => {
        impl Cublas {$(
            pub(super) unsafe fn $name(
                n: $Int,
                elemSize: $Int,
                x: *const c_void,
                incx: $Int,
                y: *mut c_void,
                incy: $Int,
            ) -> cublasStatus_t {
                let sizes = [1, n.into(), elemSize.into()];
                status(copy(sizes, (x, incx.into()), (y, incy.into()), $is_upload, None))
            }

            pub(super) unsafe fn $asynchronous(
                n: $Int,
                elemSize: $Int,
                x: *const c_void,
                incx: $Int,
                y: *mut c_void,
                incy: $Int,
                stream: cudaStream_t,
            ) -> cublasStatus_t {
                let sizes = [1, n.into(), elemSize.into()];
                status(copy(sizes, (x, incx.into()), (y, incy.into()), $is_upload, Some(stream)))
            }
        )*}
    };
}

vectors! {
    cublasSetVector cublasSetVectorAsync c_int, true;
    cublasSetVector_64 cublasSetVectorAsync_64 i64, true;
    cublasGetVector cublasGetVectorAsync c_int, false;
    cublasGetVector_64 cublasGetVectorAsync_64 i64, false;
}

macro_rules! matrices {
    ($($name:ident $asynchronous:ident $Int:ty, $is_upload:literal;)*) => {
        impl Cublas {$(
            pub(super) unsafe fn $name(
                rows: $Int,
                cols: $Int,
                elemSize: $Int,
                A: *const c_void,
                lda: $Int,
                B: *mut c_void,
                ldb: $Int,
            ) -> cublasStatus_t {
                let sizes = [rows.into(), cols.into(), elemSize.into()];
                status(copy(sizes, (A, lda.into()), (B, ldb.into()), $is_upload, None))
            }

            pub(super) unsafe fn $asynchronous(
                rows: $Int,
                cols: $Int,
                elemSize: $Int,
                A: *const c_void,
                lda: $Int,
                B: *mut c_void,
                ldb: $Int,
                stream: cudaStream_t,
            ) -> cublasStatus_t {
                let sizes = [rows.into(), cols.into(), elemSize.into()];
                status(copy(sizes, (A, lda.into()), (B, ldb.into()), $is_upload, Some(stream)))
            }
        )*}
    };
}

matrices! {
    cublasSetMatrix cublasSetMatrixAsync c_int, true;
    cublasSetMatrix_64 cublasSetMatrixAsync_64 i64, true;
    cublasGetMatrix cublasGetMatrixAsync c_int, false;
    cublasGetMatrix_64 cublasGetMatrixAsync_64 i64, false;
}
