//! Copies of vectors and of matrices between the host and the device.

use core::ffi::c_void;

use cuda_driver_sys::CUstream;
use cuda_libraries_sys::cublas::*;
use cuda_libraries_sys::shared::cudaStream_t;

use super::arguments::{check, rows};
use super::context::{Outcome, status};
use crate::device::{Rows, copy_rows};

/// Copies `columns` columns of `rows` elements, whose distances in elements are the last two.
///
/// # Safety
/// The host's side is readable or writable, until the stream has copied.
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
    let rows = Rows {
        from,
        from_pitch,
        to,
        to_pitch,
        width,
        height: columns as usize,
        is_upload,
        stream: stream.map(|stream| stream as CUstream),
    };
    // SAFETY: the caller guarantees it.
    unsafe { copy_rows(&rows) }.map_err(|_| cublasStatus_t::CUBLAS_STATUS_MAPPING_ERROR)
}

rows! { (n, elemSize, x, incx, y, incy), is_upload => {
        let sizes = [1, n.into(), elemSize.into()];
        status(copy(sizes, (x, incx.into()), (y, incy.into()), is_upload, None))
    };
    cublasSetVector cublasSetVector_64: true;
    cublasGetVector cublasGetVector_64: false;
}

rows! { (n, elemSize, x, incx, y, incy, stream), is_upload => {
        let sizes = [1, n.into(), elemSize.into()];
        status(copy(sizes, (x, incx.into()), (y, incy.into()), is_upload, Some(stream)))
    };
    cublasSetVectorAsync cublasSetVectorAsync_64: true;
    cublasGetVectorAsync cublasGetVectorAsync_64: false;
}

rows! { (rows, cols, elemSize, A, lda, B, ldb), is_upload => {
        let sizes = [rows.into(), cols.into(), elemSize.into()];
        status(copy(sizes, (A, lda.into()), (B, ldb.into()), is_upload, None))
    };
    cublasSetMatrix cublasSetMatrix_64: true;
    cublasGetMatrix cublasGetMatrix_64: false;
}

rows! { (rows, cols, elemSize, A, lda, B, ldb, stream), is_upload => {
        let sizes = [rows.into(), cols.into(), elemSize.into()];
        status(copy(sizes, (A, lda.into()), (B, ldb.into()), is_upload, Some(stream)))
    };
    cublasSetMatrixAsync cublasSetMatrixAsync_64: true;
    cublasGetMatrixAsync cublasGetMatrixAsync_64: false;
}
