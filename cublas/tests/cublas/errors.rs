//! Calls that are refused, or fail.

use cublas::{Error, Gemm, Matrix, MatrixMut};
use cuda_driver::memory::DeviceSlice;

use crate::stand_in::{context, cublas, failing, lives, stand_in};

#[test]
fn a_view_that_exceeds_its_slice_is_an_error_with_the_sizes() {
    let stream = context().stream().unwrap();
    let buffer = stream.upload(&[0.0_f32; 10]).unwrap();
    let error = |view: Result<Matrix<'_, f32>, Error>| view.unwrap_err().to_string();
    for (found, expected) in [
        (
            error(Matrix::new(&buffer, 3, 4)),
            "a matrix of 3 × 4 needs 12 elements, and the slice has 10",
        ),
        (
            error(Matrix::batch(&buffer, 3, 2, 2)),
            "a matrix of 2 × 2, 3 times, needs 12 elements, and the slice has 10",
        ),
        (
            error(Matrix::with_row_stride(&buffer, 2, 4, 3)),
            "the rows of a matrix of 2 × 4 overlap: the distance of two rows is 3, and must be at least 4",
        ),
        (
            error(Matrix::new(&buffer, usize::MAX, 2)),
            "exceeds the address space, and the slice has 10 elements",
        ),
    ] {
        assert!(found.contains(expected), "{found}");
    }
    // The last row needs no more than its columns.
    assert!(Matrix::with_row_stride(&buffer, 2, 4, 6).is_ok());
    assert!(Matrix::new(&buffer, 0, usize::MAX).is_ok());
}

#[test]
fn shapes_that_do_not_fit_are_an_error_with_all_of_them() {
    let context = context();
    let stream = context.stream().unwrap();
    let mut handle = cublas().handle(&context).unwrap();
    let x = stream.upload(&[0.0_f32; 12]).unwrap();
    let (a, b) = (
        Matrix::new(&x, 3, 4).unwrap(),
        Matrix::batch(&x, 2, 3, 2).unwrap(),
    );
    let error = handle.matmul(&stream, a, b).unwrap_err();
    assert!(matches!(error, Error::Shapes(_)), "{error}");
    let text = "a product of 3 × 4 and 2 of 3 × 2 into 2 of 3 × 2 isn't possible";
    assert!(error.to_string().contains(text), "{error}");
    // Transposed, and with another number of products than of factors.
    let mut y = stream.upload(&[0.0_f32; 24]).unwrap();
    let c = MatrixMut::batch(&mut y, 3, 4, 2).unwrap();
    let error = handle.gemm(&stream, &Gemm::new(), a.t(), b, c).unwrap_err();
    assert!(matches!(error, Error::Shapes(_)), "{error}");
}

#[test]
fn matrices_of_another_stream_are_refused_by_name() {
    let context = context();
    let (stream, other) = (context.stream().unwrap(), context.stream().unwrap());
    let mut handle = cublas().handle(&context).unwrap();
    let (x, y) = (
        stream.upload(&[0.0_f32]).unwrap(),
        other.upload(&[0.0_f32]).unwrap(),
    );
    let (x, y) = (
        Matrix::new(&x, 1, 1).unwrap(),
        Matrix::new(&y, 1, 1).unwrap(),
    );
    let error = handle.matmul(&stream, x, y).unwrap_err();
    assert!(
        matches!(error, Error::OtherStream { matrix: "b" }),
        "{error}"
    );
}

#[test]
fn a_product_that_cublas_refuses_is_an_error_with_the_function_and_the_shapes() {
    let context = context();
    let stream = context.stream().unwrap();
    let mut handle = failing().handle(&context).unwrap();
    let x = stream.upload(&[0.0_f32; 6]).unwrap();
    let x = Matrix::new(&x, 2, 3).unwrap();
    let error = handle.matmul(&stream, x, x.t()).unwrap_err().to_string();
    for part in [
        "cublasGemmStridedBatchedEx returned CUBLAS_STATUS_EXECUTION_FAILED (13)",
        "for a product of 2 × 3 and 3 × 2 into 2 × 2",
    ] {
        assert!(error.contains(part), "{error}");
    }
}

#[test]
fn sizes_of_more_than_32_bits_need_a_cublas_that_has_them() {
    let context = context();
    let stream = context.stream().unwrap();
    let mut handle = stand_in().handle(&context).unwrap();
    let columns = 1 << 32;
    // SAFETY: the product is refused before anything is read.
    let x = unsafe { DeviceSlice::<f32>::from_raw_parts(&stream, 4096, columns) };
    let x = Matrix::new(x, 1, columns).unwrap();
    let mut y = stream.upload(&[0.0_f32]).unwrap();
    let c = MatrixMut::new(&mut y, 1, 1).unwrap();
    let error = handle.gemm(&stream, &Gemm::new(), x, x.t(), c).unwrap_err();
    assert!(matches!(error, Error::Absent { .. }), "{error}");
    for part in ["cublasGemmStridedBatchedEx_64", "120405", "120002"] {
        assert!(error.to_string().contains(part), "{error}");
    }
}

#[test]
fn a_captured_stream_is_refused() {
    let context = context();
    let stream = context.stream().unwrap();
    let mut handle = cublas().handle(&context).unwrap();
    let x = stream.upload(&[1.0_f32]).unwrap();
    let mut y = stream.upload(&[1.0_f32]).unwrap();
    let x = Matrix::new(&x, 1, 1).unwrap();
    let driver = context.driver().raw();
    let mode = cuda_driver::sys::CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_THREAD_LOCAL;
    // SAFETY: the stream is alive, and the capture ends below.
    unsafe { driver.cuStreamBeginCapture(stream.as_raw(), mode) }.unwrap();
    let c = MatrixMut::new(&mut y, 1, 1).unwrap();
    let error = handle.gemm(&stream, &Gemm::new(), x, x, c).unwrap_err();
    // SAFETY: as above.
    let graph = unsafe { driver.cuStreamEndCapture(stream.as_raw()) }.unwrap();
    // SAFETY: nothing else knows the graph.
    unsafe { driver.cuGraphDestroy(graph) }.unwrap();
    assert!(matches!(error, Error::Captured), "{error}");
}

#[test]
fn a_dropped_handle_is_destroyed() {
    let context = context();
    let mut handle = stand_in().handle(&context).unwrap();
    let raw = handle.as_raw();
    assert!(lives(raw));
    drop(handle);
    assert!(!lives(raw));
}
