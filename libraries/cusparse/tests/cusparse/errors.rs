//! Matrices that cuSPARSE mustn't see, and calls that are refused before it is called.

use cublas::{Fill, Matrix, MatrixMut};
use cusparse::{CallError, Cusparse, Error, Format, Operation, Parts, SparseMatrix, Workspace};
use half::{bf16, f16};

use crate::device::{context_and_stream, copy_of_table, cusparse};

const NONE: Operation = Operation::None;

#[test]
fn indices_outside_of_a_matrix_are_refused_with_their_place() {
    let (_, stream) = context_and_stream();
    let bsr = Format::Bsr { block: 2 };
    let cases: &[(Format, &[i32], &[i32], &str)] = &[
        (
            Format::Csr,
            &[0, 1, 1, 2],
            &[0, 2],
            "indices[1], a column in row 2, of a Csr of 3 × 2 with 2 indices is 2",
        ),
        (
            Format::Csr,
            &[0, 1, 1, 2],
            &[-1, 0],
            "indices[0], a column in row 0, of a Csr of 3 × 2 with 2 indices is -1",
        ),
        (Format::Csr, &[0, 2, 1, 2], &[0, 1], "offsets[2] of a Csr of 3 × 2 with 2 indices is 1"),
        (Format::Csr, &[0, 1, 3, 2], &[0, 1], "offsets[2] of a Csr of 3 × 2 with 2 indices is 3"),
        (Format::Csr, &[1, 1, 1, 2], &[0, 1], "offsets[0] of a Csr of 3 × 2 with 2 indices is 1"),
        (Format::Csr, &[0, 1, 1, 1], &[0, 1], "offsets[3] of a Csr of 3 × 2 with 2 indices is 1"),
        (
            Format::Csr,
            &[0, 2, 2, 2],
            &[1, 0],
            "indices[1], a column in row 0, of a Csr of 3 × 2 with 2 indices is 0: they increase",
        ),
        (
            Format::Csr,
            &[0, 2, 2, 2],
            &[1, 1],
            "indices[1], a column in row 0, of a Csr of 3 × 2 with 2 indices is 1: they increase",
        ),
        (Format::Csr, &[0, 2], &[0, 1], "CSR has one more offset than rows"),
        (
            Format::Csc,
            &[0, 1, 2],
            &[0, 3],
            "indices[1], a row in column 1, of a Csc of 3 × 2 with 2 indices is 3",
        ),
        (Format::Coo, &[0, 3], &[0, 1], "offsets[1], a row, of a Coo of 3 × 2 with 2 indices is 3"),
        (Format::Coo, &[1, 0], &[0, 1], "offsets[1], a row, of a Coo of 3 × 2 with 2 indices is 0"),
        (Format::Coo, &[0, 2], &[0, 2], "indices[1], a column in row 2, of a Coo"),
        (Format::Coo, &[0], &[0, 1], "a row for each value"),
        (bsr, &[0, 1], &[0], "blocks fill the matrix"),
        (Format::Bsr { block: 0 }, &[0, 1], &[0], "blocks fill the matrix"),
    ];
    for (format, offsets, indices, expected) in cases {
        let values = vec![1.0_f32; indices.len()];
        let parts = Parts { offsets: *offsets, indices: *indices, values: &*values };
        let error = cusparse().upload(&stream, *format, (3, 2), parts).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
        // The same of device memory, by its own name.
        let error = error.replace("upload isn't", "matrix isn't");
        let [offsets, indices] = [offsets, indices].map(|list| stream.upload(list).unwrap());
        let parts = Parts { offsets, indices, values: stream.upload(&values).unwrap() };
        let same = cusparse().matrix(*format, (3, 2), parts).unwrap_err().to_string();
        assert_eq!(same, error);
    }
    let parts = Parts { offsets: &[0, 1][..], indices: &[1], values: &[1.0_f32; 4][..] };
    let error = cusparse().upload(&stream, bsr, (2, 2), parts).unwrap_err();
    assert!(
        error.to_string().starts_with(
            "indices[0], a block column in block row 0, of a Bsr { block: 2 } of 2 × 2"
        ),
        "{error}"
    );
    let empty = Parts { offsets: &[0, 0][..], indices: &[], values: &[0.0_f32; 0][..] };
    let error = cusparse().upload(&stream, Format::Csr, (1, 1 << 31), empty).unwrap_err();
    assert!(error.to_string().ends_with("and those of `i64` for more"), "{error}");
    let empty = Parts { offsets: &[0_i64, 0][..], indices: &[], values: &[0.0_f32; 0][..] };
    cusparse().upload(&stream, Format::Csr, (1, 1 << 31), empty).unwrap();
    let huge = Parts { offsets: &[0_i64][..], indices: &[], values: &[0.0_f32; 0][..] };
    let error = cusparse().upload(&stream, Format::Csr, (usize::MAX, 1), huge).unwrap_err();
    assert!(matches!(error, Error::Shapes { .. }), "{error}");
}

#[test]
fn matrices_of_another_cusparse_are_refused() {
    let (context, stream) = context_and_stream();
    let other = Cusparse::from_table(Box::leak(Box::new(copy_of_table())));
    let make = |cusparse: Cusparse| -> SparseMatrix<f32> {
        let parts = Parts { offsets: &[0, 1][..], indices: &[0], values: &[2.0][..] };
        cusparse.upload(&stream, Format::Csr, (1, 1), parts).unwrap()
    };
    let (mut a, mut theirs) = (make(cusparse()), make(other));
    let (x, mut y) = (stream.upload(&[1.0_f32]).unwrap(), stream.alloc::<f32>(1).unwrap());
    let mut handle = cusparse().handle(&context).unwrap();
    let mut sparse = handle.on(&stream);
    let mut product = sparse.product(&a, &a).unwrap();
    let mut triangle = sparse.triangular(NONE, make(cusparse()), Fill::Lower, false).unwrap();
    let mut columns =
        sparse.triangular_columns(NONE, make(cusparse()), Fill::Lower, false, 1).unwrap();
    let mut handle = other.handle(&context).unwrap();
    let mut sparse = handle.on(&stream);
    let view = || Matrix::new(&x, 1, 1).unwrap();
    macro_rules! refused {
        ($($call:expr;)*) => {$(
            let error = Error::from($call.map(drop).unwrap_err());
            assert!(matches!(error, Error::OtherLibrary { .. }), "{error}");
        )*};
    }
    refused! {
        sparse.spmv(NONE, 1.0, &a, &x, 0.0, &mut y);
        sparse.prepare(NONE, &mut a);
        sparse.spmm(NONE, 1.0, &a, view(), 0.0, MatrixMut::new(&mut y, 1, 1).unwrap());
        sparse.sddmm(1.0, view(), view(), 0.0, &mut a);
        sparse.product(&theirs, &a);
        sparse.spgemm(1.0, &a, &a, 0.0, &mut product);
        sparse.triangular(NONE, make(cusparse()), Fill::Lower, false);
        sparse.spsv(1.0, &mut triangle, &x, &mut y);
        sparse.spsm(1.0, &mut columns, view(), MatrixMut::new(&mut y, 1, 1).unwrap());
        sparse.replace_values(&mut triangle, &x);
        sparse.to_dense(&a, MatrixMut::new(&mut y, 1, 1).unwrap());
        sparse.convert(&a, Format::Coo);
    }
    sparse.prepare(NONE, &mut theirs).unwrap();
}

#[test]
fn operands_that_do_not_fit_are_refused_with_the_rule() {
    let (context, stream) = context_and_stream();
    let mut handle = cusparse().handle(&context).unwrap();
    let make = |format, shape: (usize, usize)| -> SparseMatrix<f32> {
        let majors = if format == Format::Csc { shape.1 } else { shape.0 };
        let mut offsets = vec![1; majors + 1];
        offsets[0] = 0;
        let offsets = if format == Format::Coo { vec![0] } else { offsets };
        let parts = Parts { offsets: &*offsets, indices: &[0][..], values: &[2.0][..] };
        cusparse().upload(&stream, format, shape, parts).unwrap()
    };
    let (mut a, csc, square) =
        (make(Format::Csr, (3, 2)), make(Format::Csc, (2, 2)), make(Format::Csr, (2, 2)));
    let (x, mut y) = (stream.upload(&[1.0_f32; 6]).unwrap(), stream.alloc::<f32>(6).unwrap());
    let other = context.stream().unwrap();
    let mut foreign = other.alloc::<f32>(3).unwrap();
    let dense = |rows, columns| Matrix::new(&x, rows, columns).unwrap();
    let mut sparse = handle.on(&stream);
    let mut product = sparse.product(&square, &square).unwrap();
    let mut vector =
        sparse.triangular(NONE, make(Format::Csr, (2, 2)), Fill::Lower, false).unwrap();
    let mut columns =
        sparse.triangular_columns(NONE, make(Format::Coo, (2, 2)), Fill::Lower, false, 3).unwrap();
    let parts = Parts { offsets: &[0, 1][..], indices: &[0], values: &[1.0_f32; 4][..] };
    let mut bsr = cusparse().upload(&stream, Format::Bsr { block: 2 }, (2, 2), parts).unwrap();
    let parts = Parts { offsets: &[0, 1, 1][..], indices: &[0], values: &[f16::ONE][..] };
    let halves = cusparse().upload(&stream, Format::Csc, (2, 2), parts).unwrap();
    let on_halves = stream.upload(&[f16::ONE; 2]).unwrap();
    let (half, mut of_halves) =
        (Matrix::new(&on_halves, 2, 1).unwrap(), stream.alloc::<f16>(2).unwrap());
    let parts = Parts { offsets: &[0, 1][..], indices: &[0], values: &[bf16::ONE][..] };
    let mut of_bf = cusparse().upload(&stream, Format::Csr, (1, 1), parts).unwrap();
    let on_bf = stream.upload(&[bf16::ONE]).unwrap();
    let bf = Matrix::new(&on_bf, 1, 1).unwrap();
    macro_rules! refused {
        ($($call:expr => $part:literal;)*) => {$(
            let error = $call.map(drop).unwrap_err().to_string();
            assert!(error.contains($part), "{error}");
        )*};
    }
    refused! {
        sparse.spmv(NONE, 1.0, &a, &x, 0.0, &mut y) => "spmv isn't possible with Csr of 3 × 2 with 1 indices, x of 6, y of 6";
        sparse.spmv(NONE, 1.0, &a, x.slice(..2).unwrap(), 0.0, &mut foreign) => "spmv's y belongs to another stream";
        sparse.spmm(NONE, 1.0, &a, dense(3, 2), 0.0, MatrixMut::new(&mut y, 3, 2).unwrap()) => "b has a row for each column";
        sparse.spmm(NONE, 1.0, &a, Matrix::batch(&x, 1, 2, 2).unwrap(), 0.0, MatrixMut::batch(&mut y, 2, 3, 1).unwrap()) => "";
        sparse.sddmm(1.0, dense(3, 2), dense(2, 3), 0.0, &mut a) => "c is CSR, with the rows of a";
        sparse.spmv(Operation::Transpose, 1.0, &bsr, x.slice(..2).unwrap(), 0.0, y.slice_mut(..2).unwrap()) => "only with `Operation::None`";
        sparse.prepare(Operation::Transpose, &mut bsr) => "only with `Operation::None`";
        sparse.spmm(NONE, 1.0, &halves, half, 0.0, MatrixMut::new(&mut of_halves, 2, 1).unwrap()) => "in CSR or COO";
        sparse.sddmm(1.0, bf, bf, 0.0, &mut of_bf) => "but `bf16`";
        sparse.product(&a, &a) => "b has a row for each column";
        sparse.product(&square, &csc) => "they are CSR";
        sparse.spgemm(1.0, &square, &make(Format::Csr, (2, 2)), 0.0, &mut product) => "the places of those";
        sparse.triangular(NONE, make(Format::Csr, (3, 2)), Fill::Lower, false) => "CSR or COO and square";
        sparse.triangular(NONE, make(Format::Csc, (2, 2)), Fill::Lower, false) => "CSR or COO and square";
        sparse.spsv(1.0, &mut vector, &x, &mut y) => "an element for each row";
        sparse.spsv(1.0, &mut columns, x.slice(..2).unwrap(), y.slice_mut(..2).unwrap()) => "analyzed for vectors";
        sparse.spsm(1.0, &mut columns, dense(3, 2).t(), MatrixMut::new(&mut y, 2, 3).unwrap()) => "row-major";
        sparse.replace_values(&mut vector, &x) => "as many values as before";
        sparse.to_dense(&a, MatrixMut::new(&mut y, 2, 3).unwrap()) => "has its shape";
        sparse.from_dense::<f32, i32>(dense(2, 3), Format::Bsr { block: 1 }) => "for CSR, CSC or COO";
        sparse.convert(&a, Format::Bsr { block: 1 }) => "of CSR, CSC and COO";
        a.with_values(stream.alloc(2).unwrap()) => "as many values";
        a.with_values(other.alloc(1).unwrap()) => "another stream";
        sparse.triangular_columns(NONE, make(Format::Csr, (2, 2)), Fill::Lower, false, 0) => "triangular_columns isn't possible";
        make(Format::Coo, (2, 2)).t() => "only for CSR and CSC";
    }
    let parts = Parts {
        offsets: stream.upload(&[0, 1]).unwrap(),
        indices: other.upload(&[0]).unwrap(),
        values: stream.upload(&[1.0_f32]).unwrap(),
    };
    let error = cusparse().matrix(Format::Csr, (1, 1), parts).unwrap_err().to_string();
    assert!(error.starts_with("matrix's indices belongs to another stream"), "{error}");
    let mut small = Workspace::new(&stream, 1).unwrap();
    let mut sparse = sparse.workspace(&mut small).unwrap();
    let needed = sparse.spmv(NONE, 1.0, &a, x.slice(..2).unwrap(), 0.0, y.slice_mut(..3).unwrap());
    // Some releases need none.
    assert!(
        matches!(needed, Ok(()) | Err(Error::Call(CallError::Workspace { found: 1, .. }))),
        "{needed:?}"
    );
}

#[test]
fn what_a_refused_call_took_is_given_back() {
    let (context, stream) = context_and_stream();
    let mut table = copy_of_table();
    table.cusparseCreateCsc = None;
    let cusparse = Cusparse::from_table(Box::leak(Box::new(table)));
    let mut handle = cusparse.handle(&context).unwrap();
    let mut sparse = handle.on(&stream);
    let parts = Parts {
        offsets: stream.upload(&[0, 2]).unwrap(),
        indices: stream.upload(&[1, 0]).unwrap(),
        values: stream.upload(&[1.0_f32, 2.0]).unwrap(),
    };
    let refused = cusparse.matrix(Format::Csr, (1, 2), parts).unwrap_err();
    assert!(matches!(refused.error(), Error::Structure { .. }), "{refused}");
    let mut parts = refused.into_value();
    stream.copy(&stream.upload(&[0, 1]).unwrap(), &mut parts.indices).unwrap();
    let a = cusparse.matrix(Format::Csr, (1, 2), parts).unwrap();
    let a = sparse.triangular(NONE, a, Fill::Lower, false).unwrap_err().into_value();
    let refused = a.t().unwrap_err();
    assert!(matches!(refused.error(), Error::Absent(_)), "{refused}");
    let a = refused.into_value();
    let expected = Parts { offsets: vec![0, 2], indices: vec![0, 1], values: vec![1.0, 2.0] };
    assert_eq!((a.format(), a.to_host().unwrap()), (Format::Csr, expected));
    let values = a.with_values(stream.upload(&[3.0, 4.0, 5.0]).unwrap()).unwrap_err().into_value();
    assert_eq!(values.to_vec().unwrap(), [3.0, 4.0, 5.0]);
    let coo = sparse.convert(&a, Format::Coo).unwrap().t().unwrap_err().into_value();
    let expected = Parts { offsets: vec![0, 0], indices: vec![0, 1], values: vec![1.0, 2.0] };
    assert_eq!(coo.to_host().unwrap(), expected);
}
