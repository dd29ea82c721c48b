//! Calls that are refused, or fail.

use cublas::{CallError, Cublas, Diag, Error, Matrix, MatrixMut, Side, Vector, VectorMut};
use cuda_driver::DeviceBuffer;
use cuda_driver::context::ContextFlags;
use cuda_driver::memory::DeviceSlice;
use num_complex::Complex;

use crate::device::{context, copy_of_table, cublas, stream_and_handle};

#[test]
fn a_view_that_exceeds_its_slice_is_an_error_with_the_sizes() {
    let stream = context().stream().unwrap();
    let mut buffer = stream.upload(&[0.0_f32; 10]).unwrap();
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
    assert!(Vector::with_stride(&buffer, 4, 3).is_ok());
    assert!(Vector::with_stride(&buffer, 5, 3).is_err());
    assert!(Vector::with_stride(&buffer, 2, 0).is_err());
    assert!(matches!(
        Matrix::new(&buffer, 2, 5).unwrap().row(2),
        Err(Error::Index { index: 2, count: 2 })
    ));
    // One matrix several times can be read, but not written; interleaved ones can.
    assert!(Matrix::batch_with_strides(&buffer, 3, (2, 2), 2, 0).is_ok());
    assert!(MatrixMut::batch_with_strides(&mut buffer, 3, (2, 2), 2, 0).is_err());
    assert!(MatrixMut::batch_with_strides(&mut buffer, 2, (2, 2), 5, 2).is_ok());
    assert!(MatrixMut::batch_with_strides(&mut buffer, 2, (2, 2), 3, 2).is_err());
}

#[test]
fn shapes_that_do_not_fit_are_an_error_with_all_of_them() {
    let (stream, mut handle) = stream_and_handle();
    let mut blas = handle.on(&stream);
    let x = stream.upload(&[0.0_f32; 12]).unwrap();
    let (a, b) = (Matrix::new(&x, 3, 4).unwrap(), Matrix::batch(&x, 2, 3, 2).unwrap());
    let error = blas.matmul(a, b).unwrap_err();
    assert!(matches!(error, Error::Shapes(_)), "{error}");
    let text = "matmul isn't possible with a of 3 × 4, b of 2 times 3 × 2: a must have as many columns as b has rows";
    assert!(error.to_string().contains(text), "{error}");
    // Transposed, and with another number of products than of factors.
    let mut y = stream.upload(&[0.0_f32; 24]).unwrap();
    let c = MatrixMut::batch(&mut y, 3, 4, 2).unwrap();
    let error = blas.gemm(1.0, a.t(), b, 0.0, c).unwrap_err();
    assert!(matches!(error, Error::Shapes(_)), "{error}");
    let error = blas.axpy(1.0, x.slice(..3).unwrap(), &mut y).unwrap_err();
    assert_eq!(
        error.to_string(),
        "axpy isn't possible with x of 3, y of 24: both must have the same length"
    );
    let error = blas.gemv(1.0, a, &x, 0.0, &mut y).unwrap_err();
    assert!(matches!(error, Error::Shapes(_)), "{error}");
    let error = blas.trsv(Diag::Unit, a.lower(), &mut y).unwrap_err();
    assert!(matches!(error, Error::Shapes(_)), "{error}");
    let error = blas.dot_into(&x, &x, &mut y).unwrap_err();
    assert!(error.to_string().contains("the result be one element"), "{error}");
}

#[test]
fn operands_of_another_stream_are_refused_by_name() {
    let (stream, mut handle) = stream_and_handle();
    let other = handle.context().stream().unwrap();
    let mut blas = handle.on(&stream);
    let (x, mut y) = (stream.upload(&[0.0_f32]).unwrap(), other.upload(&[0.0_f32]).unwrap());
    let error = blas.axpy(1.0, &x, &mut y).unwrap_err();
    assert!(
        matches!(error, Error::Call(CallError::OtherStream { call: "axpy", operand: "y" })),
        "{error}"
    );
    let (x, y) = (Matrix::new(&x, 1, 1).unwrap(), Matrix::new(&y, 1, 1).unwrap());
    let error = blas.matmul(x, y).unwrap_err();
    assert!(
        matches!(error, Error::Call(CallError::OtherStream { call: "matmul", operand: "b" })),
        "{error}"
    );
}

#[test]
fn memory_of_another_context_is_said_to_be_of_another_context() {
    let (stream, mut handle) = stream_and_handle();
    let other = stream.context().device().create_context(ContextFlags::default()).unwrap();
    let foreign = other.stream().unwrap();
    let (x, mut y) = (stream.upload(&[0.0_f32]).unwrap(), foreign.upload(&[0.0_f32]).unwrap());
    let error = handle.on(&stream).axpy(1.0, &x, &mut y).unwrap_err();
    assert!(matches!(error, Error::Call(CallError::OtherContext { call: "axpy" })), "{error}");
    // Or the stream is, beside the handle.
    let error = handle.on(&foreign).axpy(1.0, &x, &mut y).unwrap_err();
    assert!(matches!(error, Error::Call(CallError::OtherContext { call: "axpy" })), "{error}");
    let mut blas = handle.on(&stream);
    let (x, y) = (Matrix::new(&x, 1, 1).unwrap(), Matrix::new(&y, 1, 1).unwrap());
    let error = blas.matmul(x, y).unwrap_err();
    assert!(matches!(error, Error::Call(CallError::OtherContext { call: "matmul" })), "{error}");
}

#[test]
fn what_cublas_cannot_conjugate_is_refused_by_name() {
    let (stream, mut handle) = stream_and_handle();
    let mut blas = handle.on(&stream);
    let x = stream.upload(&[Complex::<f32>::ONE; 4]).unwrap();
    let mut y = stream.upload(&[Complex::<f32>::ONE; 4]).unwrap();
    let x = Matrix::new(&x, 2, 2).unwrap();
    let error = blas.matmul(x.h().t(), x).unwrap_err();
    assert!(matches!(error, Error::Layout { call: "matmul", operand: "a", .. }), "{error}");
    let c = MatrixMut::new(&mut y, 2, 2).unwrap();
    let error =
        blas.hemm(Side::Left, Complex::ONE, x.upper(), x.t(), Complex::ZERO, c).unwrap_err();
    assert!(matches!(error, Error::Layout { call: "hemm", operand: "b", .. }), "{error}");
    // `copy_matrix` makes what it can take.
    let mut copy = stream.upload(&[Complex::<f32>::ONE; 4]).unwrap();
    blas.copy_matrix(Complex::ONE, x.h(), MatrixMut::new(&mut copy, 2, 2).unwrap()).unwrap();
    blas.matmul(Matrix::new(&copy, 2, 2).unwrap().t(), x).unwrap();
    // Real numbers are their own conjugates.
    let x = stream.upload(&[1.0_f32; 4]).unwrap();
    let x = Matrix::new(&x, 2, 2).unwrap();
    assert_eq!(blas.matmul(x.h().t(), x).unwrap().to_vec().unwrap(), [2.0; 4]);
}

fn views(memory: &mut [DeviceBuffer<f32>; 2]) -> [MatrixMut<'_, f32>; 2] {
    memory.each_mut().map(|each_mut| MatrixMut::new(each_mut, 2, 2).unwrap())
}

#[test]
fn the_hermitian_transpose_of_real_elements_is_the_transpose() {
    let (stream, mut handle) = stream_and_handle();
    let mut blas = handle.on(&stream);
    let x = stream.upload(&[1.0_f32, 2.0, 0.0, 4.0]).unwrap();
    let x = Matrix::new(&x, 2, 2).unwrap();
    let (row, column) = (x.h().row(1).unwrap(), x.h().column(0).unwrap());
    assert_eq!(blas.dot(row, row).unwrap(), 20.0);
    assert_eq!(blas.dot(column, column).unwrap(), 5.0);
    let mut memory = [(); 2].map(|()| stream.upload(&[0.0_f32; 4]).unwrap());
    let products = |memory: &[DeviceBuffer<f32>; 2]| [0, 1].map(|at| memory[at].to_vec().unwrap());
    for (a, b) in [([x.t(), x.h()], [x, x]), ([x, x], [x.h(), x.t()])] {
        blas.gemm_batched(1.0, &a, &b, 0.0, &mut views(&mut memory)).unwrap();
        let [first, second] = products(&memory);
        assert_eq!(first, second);
    }
    let (diag, triangles) = (Diag::NonUnit, [x.upper().t(), x.upper().h()]);
    blas.trsm_batched(Side::Left, diag, 1.0, &triangles, &mut views(&mut memory)).unwrap();
    let [first, second] = products(&memory);
    assert_eq!(first, second);
    // Complex ones differ.
    let x = stream.upload(&[Complex::<f32>::I; 4]).unwrap();
    let x = Matrix::new(&x, 2, 2).unwrap();
    assert!(matches!(x.h().row(0), Err(Error::Conjugated)));
    assert!(x.h().h().row(0).is_ok());
    let mut c = stream.upload(&[Complex::<f32>::I; 8]).unwrap();
    let (c0, c1) = c.slice_mut(..).unwrap().split_at_mut(4).unwrap();
    let mut c = [c0, c1].map(|buffer| MatrixMut::new(buffer, 2, 2).unwrap());
    let one = Complex::ONE;
    let error = blas.gemm_batched(one, &[x.t(), x.h()], &[x], one, &mut c);
    assert!(matches!(error, Err(Error::Shapes(_))), "{error:?}");
}

#[test]
fn the_distance_to_a_matrix_that_is_not_there_is_none() {
    let (stream, mut handle) = stream_and_handle();
    let mut blas = handle.on(&stream);
    let x = stream.upload(&[1.0_f32, 0.0, 0.0, 1.0]).unwrap();
    let one = Matrix::new(&x, 2, 2).unwrap();
    let other = Matrix::batch_with_strides(&x, 1, (2, 2), 2, 7).unwrap();
    let mut y = stream.upload(&[1.0_f32; 8]).unwrap();
    let (c0, c1) = y.slice_mut(..).unwrap().split_at_mut(4).unwrap();
    let mut c = [
        MatrixMut::new(c0, 2, 2).unwrap(),
        MatrixMut::batch_with_strides(c1, 1, (2, 2), 2, 9).unwrap(),
    ];
    blas.gemm_batched(1.0, &[one, other], &[other, one], 1.0, &mut c).unwrap();
    let triangles = [one.upper(), other.upper()];
    blas.trsm_batched(Side::Left, Diag::NonUnit, 1.0, &triangles, &mut c).unwrap();
    assert_eq!(y.to_vec().unwrap(), [2.0, 1.0, 1.0, 2.0, 2.0, 1.0, 1.0, 2.0]);
}

#[test]
fn an_address_that_is_no_multiple_of_an_element_is_refused() {
    let (stream, mut handle) = stream_and_handle();
    let memory = stream.upload(&[1.0_f64; 9]).unwrap();
    let address = memory.as_raw() + 8;
    // SAFETY: the memory is of the stream, and any bytes are numbers.
    let x = unsafe { DeviceSlice::<Complex<f64>>::from_raw_parts(&stream, address, 4) };
    let error = handle.on(&stream).nrm2(x).unwrap_err();
    assert!(
        matches!(
            error,
            Error::Call(CallError::Misaligned { call: "nrm2", operand: "x", alignment: 16, .. })
        ),
        "{error}"
    );
}

#[test]
fn a_product_that_cublas_refuses_is_an_error_with_the_function_and_the_shapes() {
    let context = context();
    let stream = context.stream().unwrap();
    let mut table = copy_of_table();
    crate::faults::fail(&mut table.cublasGemmEx);
    let table = Box::leak(Box::new(table));
    let mut handle = Cublas::from_table(table).handle(&context).unwrap();
    let x = stream.upload(&[0.0_f32; 6]).unwrap();
    let x = Matrix::new(&x, 2, 3).unwrap();
    let error = handle.on(&stream).matmul(x, x.t()).unwrap_err().to_string();
    let text = "cublasGemmEx returned CUBLAS_STATUS_EXECUTION_FAILED (13)";
    assert!(error.contains(text), "{error}");
    assert!(error.contains("for a of 2 × 3, b of 3 × 2, c of 2 × 2"), "{error}");
}

#[test]
fn sizes_of_more_than_32_bits_need_a_cublas_that_has_them() {
    let context = context();
    let stream = context.stream().unwrap();
    let mut table = copy_of_table();
    table.cublasGemmEx_64 = None;
    table.cublasAxpyEx_64 = None;
    let table = Box::leak(Box::new(table));
    let mut handle = Cublas::from_table(table).handle(&context).unwrap();
    let columns = 1 << 32;
    // SAFETY: the calls are refused before anything is read.
    let x = unsafe { DeviceSlice::<f32>::from_raw_parts(&stream, 4096, columns) };
    // SAFETY: as above.
    let z = unsafe {
        cuda_driver::memory::DeviceSliceMut::<f32>::from_raw_parts(&stream, 4096, columns)
    };
    let a = Matrix::new(x, 1, columns).unwrap();
    let mut y = stream.upload(&[0.0_f32]).unwrap();
    let c = MatrixMut::new(&mut y, 1, 1).unwrap();
    let mut blas = handle.on(&stream);
    let error = blas.gemm(1.0, a, a.t(), 0.0, c).unwrap_err();
    assert!(
        matches!(error, Error::TooLarge { value: 0x1_0000_0000, most: 0x7fff_ffff, .. }),
        "{error}"
    );
    for part in [
        "cublasGemmEx takes sizes and distances up to 2147483647",
        "one is 4294967296",
        "cuBLAS 12.0.2 or newer",
    ] {
        assert!(error.to_string().contains(part), "{error}");
    }
    let error = blas.axpy(1.0, x, VectorMut::new(z)).unwrap_err();
    assert!(matches!(error, Error::TooLarge { .. }), "{error}");
}

#[test]
fn sizes_of_more_than_32_bits_go_to_the_functions_that_take_them() {
    let context = context();
    let stream = context.stream().unwrap();
    let mut table = copy_of_table();
    if table.cublasGemmEx_64.is_none() {
        cuda_rust::skip("this cuBLAS has no functions for sizes of 64 bits");
        return;
    }
    // Which only say that they were called.
    crate::faults::fail(&mut table.cublasGemmEx_64);
    crate::faults::fail(&mut table.cublasSgemv_v2_64);
    crate::faults::fail(&mut table.cublasNrm2Ex_64);
    let table = Box::leak(Box::new(table));
    let mut handle = Cublas::from_table(table).handle(&context).unwrap();
    let columns = 1 << 32;
    // SAFETY: nothing reads it.
    let x = unsafe { DeviceSlice::<f32>::from_raw_parts(&stream, 4096, columns) };
    let a = Matrix::new(x, 1, columns).unwrap();
    let mut y = stream.upload(&[0.0_f32]).unwrap();
    let mut blas = handle.on(&stream);
    let c = MatrixMut::new(&mut y, 1, 1).unwrap();
    for (result, function) in [
        (blas.gemm(1.0, a, a.t(), 0.0, c), "cublasGemmEx_64"),
        (blas.gemv(1.0, a, x, 0.0, &mut y), "cublasSgemv_v2_64"),
        (blas.nrm2(x).map(drop), "cublasNrm2Ex_64"),
    ] {
        let error = result.unwrap_err();
        assert!(error.to_string().starts_with(function), "{error}");
        assert!(error.to_string().contains("4294967296"), "{error}");
    }
}

#[test]
fn a_function_that_cublas_lacks_is_an_error_with_its_release() {
    let context = context();
    let stream = context.stream().unwrap();
    let mut table = copy_of_table();
    table.cublasDgeam = None;
    let table = Box::leak(Box::new(table));
    let mut handle = Cublas::from_table(table).handle(&context).unwrap();
    let x = stream.upload(&[0.0_f64; 4]).unwrap();
    let mut y = stream.upload(&[0.0_f64; 4]).unwrap();
    let x = Matrix::new(&x, 2, 2).unwrap();
    let c = MatrixMut::new(&mut y, 2, 2).unwrap();
    let error = handle.on(&stream).geam(1.0, x, 1.0, x.t(), c).unwrap_err();
    assert!(matches!(error, Error::Absent(_)), "{error}");
    assert!(error.to_string().contains("this cuBLAS has no cublasDgeam"), "{error}");
}

#[test]
fn nothing_is_called_for_what_has_no_elements() {
    let context = context();
    let stream = context.stream().unwrap();
    let mut handle = cublas().handle(&context).unwrap();
    let mut nothing = stream.alloc::<f32>(0).unwrap();
    let other = stream.alloc::<f32>(0).unwrap();
    let mut blas = handle.on(&stream);
    blas.axpy(1.0, &other, &mut nothing).unwrap();
    assert_eq!(blas.dot(&other, &other).unwrap(), 0.0);
    assert_eq!(blas.iamax(&other).unwrap(), None);
    let x = Matrix::new(&other, 0, 5).unwrap();
    assert_eq!(blas.matmul(x, x.t()).unwrap().len(), 0);
    // A sum of no products is zero.
    let ones = Matrix::new(&other, 2, 0).unwrap();
    assert_eq!(blas.matmul(ones, ones.t()).unwrap().to_vec().unwrap(), [0.0; 4]);
}
