//! Matrices without results, and calls that are refused before cuSOLVER is called.

use cublas::{Fill, Matrix, MatrixMut};
use cusolver::{CallError, Error, Handle, Pivots, Vectors, Verdict, Workspace};
use num_complex::Complex;

use crate::device::{context_and_stream, cusolver};

fn handle() -> (cuda_driver::Stream, Handle) {
    let (context, stream) = context_and_stream();
    let handle = cusolver().handle(&context).unwrap();
    (stream, handle)
}

#[test]
fn a_matrix_without_a_result_is_an_error_that_says_which_pivot() {
    let (stream, mut handle) = handle();
    let mut solver = handle.on(&stream);
    let mut a = stream.upload(&[1.0_f64, 2.0, 2.0, 4.0]).unwrap();
    let mut b = stream.upload(&[1.0_f64, 1.0]).unwrap();
    let error = solver
        .solve(MatrixMut::new(&mut a, 2, 2).unwrap(), MatrixMut::new(&mut b, 2, 1).unwrap())
        .unwrap_err();
    let Error::Numbers { call: "solve", matrix: None, verdict } = error else { panic!("{error}") };
    assert_eq!(verdict, Verdict::Singular { pivot: 1 });
    assert_eq!(error.to_string(), "solve has no result: the matrix is singular, its pivot 1 is 0");
    // Of a batch, the first one.
    let mut batch = stream.upload(&[1.0_f32, 0.0, 0.0, 1.0, 1.0, 3.0, 3.0, 1.0]).unwrap();
    let batch = MatrixMut::batch(&mut batch, 2, 2, 2).unwrap();
    let error = solver.cholesky(batch, Fill::Lower).unwrap_err();
    let Error::Numbers { matrix: Some(1), verdict, .. } = error else { panic!("{error}") };
    assert_eq!(verdict, Verdict::NotPositiveDefinite { row: 1 });
    // With memory for it, nothing waits.
    let mut info = stream.upload(&[7]).unwrap();
    let mut a = stream.upload(&[-1.0_f32]).unwrap();
    let mut solver = handle.on(&stream).info(&mut info).unwrap();
    solver.cholesky(MatrixMut::new(&mut a, 1, 1).unwrap(), Fill::Lower).unwrap();
    // A solution doesn't replace what was said of the factors.
    let mut a = stream.upload(&[1.0_f64, 2.0, 2.0, 4.0]).unwrap();
    assert_eq!(info.to_vec().unwrap(), [1]);
    let mut solver = handle.on(&stream).info(&mut info).unwrap();
    let b = MatrixMut::new(&mut b, 2, 1).unwrap();
    solver.solve(MatrixMut::new(&mut a, 2, 2).unwrap(), b).unwrap();
    assert_eq!(info.to_vec().unwrap(), [2]);
}

#[test]
fn shapes_and_orders_that_cannot_be_are_refused_with_the_rule() {
    let (stream, mut handle) = handle();
    let mut solver = handle.on(&stream);
    let (mut a, mut b) =
        (stream.upload(&[1.0_f32; 12]).unwrap(), stream.upload(&[1.0_f32; 12]).unwrap());
    let [mut few, mut pivots] = [2, 3].map(|len| Pivots::new(&stream, len).unwrap());
    let mut values = stream.alloc(4).unwrap();
    macro_rules! refused {
        ($($call:expr => $kind:ident $part:literal;)*) => {$(
            let error = $call.unwrap_err();
            assert!(matches!(error, Error::$kind { .. }), "{error}");
            assert!(error.to_string().contains($part), "{error}");
        )*};
    }
    macro_rules! a {
        ($rows:literal $columns:literal) => {
            MatrixMut::new(&mut a, $rows, $columns).unwrap()
        };
    }
    macro_rules! b {
        ($rows:literal $columns:literal) => {
            MatrixMut::new(&mut b, $rows, $columns).unwrap()
        };
    }
    refused! {
        solver.lu(a!(4 3), &mut few) => Shapes "a of 4 × 3";
        solver.solve(a!(3 4), b!(3 1)) => Shapes "square";
        solver.solve(a!(3 3), b!(4 1)) => Shapes "as many rows as b";
        solver.solve(a!(2 2), b!(2 2)) => Layout "pass it after `t`";
        solver.cholesky(a!(2 3), Fill::Lower) => Shapes "square";
        solver.qr(a!(3 2), &mut values) => Layout "contiguous";
        solver.q(a!(2 3).t().t(), values.slice(..2).unwrap()) => Shapes "no more columns";
        solver.eigh(a!(3 3), Fill::Lower, Vectors::No, values.slice_mut(..2).unwrap()) => Shapes "a value for each row";
        solver.svd(a!(4 3), &mut values, None, None) => Layout "to the other order";
        solver.svd(a!(3 4), &mut values, Some(b!(3 3).t()), None) => Layout "in the order of a";
        solver.svd(a!(3 4), &mut values, Some(b!(3 2)), None) => Shapes "u of 3 × 2";
    }
    let numbers = stream.upload(&[Complex::new(1.0_f32, 0.0); 4]).unwrap();
    let mut right = stream.upload(&[Complex::new(1.0_f32, 0.0); 2]).unwrap();
    let factor = Matrix::new(&numbers, 2, 2).unwrap();
    let b = MatrixMut::new(&mut right, 2, 1).unwrap();
    let error = solver.cholesky_solve(factor, Fill::Lower, b).unwrap_err();
    assert!(matches!(error, Error::Layout { operand: "factor", .. }), "{error}");
    let b = MatrixMut::new(&mut right, 2, 1).unwrap();
    let error = solver.cholesky_solve(factor.h(), Fill::Lower, b).unwrap_err();
    assert!(error.to_string().contains("conjugates"), "{error}");
    // Without elements there is nothing to do.
    let mut none = stream.alloc::<f32>(0).unwrap();
    solver.lu(MatrixMut::new(&mut none, 0, 0).unwrap(), &mut pivots).unwrap();
    // Pivots may be of rows that a smaller matrix doesn't have.
    let mut large = stream.upload(&[1.0_f32, 0.0, 0.0, 1.0, 1.0, 0.0, 1.0, 0.0, 1.0]).unwrap();
    solver.lu(MatrixMut::new(&mut large, 3, 3).unwrap(), &mut pivots).unwrap();
    let factors = Matrix::new(&large, 2, 2).unwrap();
    let mut b = stream.upload(&[1.0_f32; 2]).unwrap();
    let error = solver.lu_solve(factors, &pivots, MatrixMut::new(&mut b, 2, 1).unwrap());
    assert!(matches!(error.unwrap_err(), Error::Shapes { call: "lu_solve", .. }));
}

#[test]
fn memory_that_does_not_fit_is_refused() {
    let (stream, mut handle) = handle();
    let other = stream.context().stream().unwrap();
    let mut a = stream.upload(&[1.0_f32]).unwrap();
    let view = MatrixMut::new(&mut a, 1, 1).unwrap();
    let error = handle.on(&other).cholesky(view, Fill::Lower).unwrap_err();
    assert!(
        matches!(error, Error::Call(CallError::OtherStream { call: "cholesky", operand: "a" })),
        "{error}"
    );
    let mut small = Workspace::new(&stream, 1).unwrap();
    let view = MatrixMut::new(&mut a, 1, 1).unwrap();
    let mut solver = handle.on(&stream).workspace(&mut small).unwrap();
    let error = solver.cholesky(view, Fill::Lower).unwrap_err();
    assert!(matches!(error, Error::Call(CallError::Workspace { found: 1, .. })), "{error}");
}
