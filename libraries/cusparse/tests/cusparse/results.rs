//! What is computed, for random matrices in all formats and orders, beside products on the host.

use cublas::{BlasType, Fill};
use cuda_driver::Stream;
use cusparse::{Format, Handle, Index, Operation, Parts, Sparse, SparseMatrix};
use fastrand::Rng;
use half::{bf16, f16};
use num_complex::Complex;

use crate::device::{context_and_stream, cusparse, table};
use crate::matrix::{C64, Device, FactorOf, Host, Number, factor, number};

/// Does something for each type of values and indices.
macro_rules! each {
    ($function:ident: $($ty:ty),*) => {{
        let (context, stream) = context_and_stream();
        let mut handle: Handle = cusparse().handle(&context).unwrap();
        let mut rng = Rng::with_seed(cuda_rust::options::number("seed", 3));
        for _ in 0..cuda_rust::options::number("rounds", 8) {
            $(
                $function::<$ty, i32>(&stream, &mut handle, &mut rng);
                $function::<$ty, i64>(&stream, &mut handle, &mut rng);
            )*
        }
    }};
}

fn format(rng: &mut Rng) -> Format {
    match rng.u8(..4) {
        3 if table().version() >= 12_600 => Format::Bsr { block: rng.usize(2..4) },
        1 => Format::Csc,
        2 => Format::Coo,
        _ => Format::Csr,
    }
}

/// Prepares a matrix, if this release can.
fn prepare<T: Number, I: Index>(
    sparse: &mut Sparse<'_>,
    operation: Operation,
    a: &mut SparseMatrix<T, I>,
) {
    if table().cusparseSpMV_preprocess.is_some() {
        sparse.prepare(operation, a).unwrap();
    }
}

/// Returns a random operation, and what it makes of a matrix.
fn operation(rng: &mut Rng, a: &Host) -> (Operation, Host) {
    let all = [Operation::None, Operation::Transpose, Operation::ConjugateTranspose];
    let operation = all[rng.usize(..3)];
    (operation, operated(operation, a))
}

fn operated(operation: Operation, a: &Host) -> Host {
    match operation {
        Operation::None => a.clone(),
        Operation::Transpose => a.t(),
        _ => a.t().map(|_, _, value| value.conj()),
    }
}

/// A number of rows or columns: a few, or as many as another kernel of cuSPARSE is for.
fn size(rng: &mut Rng) -> usize {
    if rng.u8(..8) == 0 { rng.usize(100..200) } else { rng.usize(1..6) }
}

/// What a result with this factor is before, if it isn't read.
fn before(beta: C64, host: &Host) -> Host {
    host.map(|_, _, value| if beta == C64::ZERO { C64::new(f64::NAN, f64::NAN) } else { value })
}

fn vectors<T: Number, I: Index>(stream: &Stream, handle: &mut Handle, rng: &mut Rng) {
    let format = format(rng);
    let block = if let Format::Bsr { block } = format { block } else { 1 };
    let (m, n) = (size(rng) * block, size(rng) * block);
    let a = Host::sparse::<T>(rng, m, n, block);
    let mut on_a = a.upload::<T, I>(handle.cusparse(), stream, format);
    let (mut operation, mut of_a) = operation(rng, &a);
    if block > 1 {
        // cuSPARSE multiplies blocks as they are.
        (operation, of_a) = (Operation::None, a);
    }
    let (x, y) = (Host::random::<T>(rng, of_a.columns, 1), Host::random::<T>(rng, of_a.rows, 1));
    let ((alpha, a_factor), (beta, b_factor)) = (factor::<T>(rng), factor::<T>(rng));
    let (on_x, mut on_y) = (
        Device::<T>::new(stream, &x, false, 0),
        Device::<T>::new(stream, &before(beta, &y), false, 0),
    );
    if rng.bool() {
        prepare(&mut handle.on(stream), operation, &mut on_a);
    }
    handle
        .on(stream)
        .spmv(operation, a_factor, &on_a, &on_x.buffer, b_factor, &mut on_y.buffer)
        .unwrap();
    on_y.host()
        .assert_is::<T>(&of_a.times(&x).plus(alpha, beta, &y), &format!("spmv of {format:?}"));
}

fn matrices<T: Number, I: Index>(stream: &Stream, handle: &mut Handle, rng: &mut Rng) {
    let format = format(rng);
    let block = if let Format::Bsr { block } = format { block } else { 1 };
    let (m, n, columns) = (size(rng) * block, size(rng) * block, rng.usize(1..6));
    let a = Host::sparse::<T>(rng, m, n, block);
    let on_a = a.upload::<T, I>(handle.cusparse(), stream, format);
    let (mut operation, mut of_a) = operation(rng, &a);
    let is_half = size_of::<T>() == 2;
    if block > 1 || is_half {
        (operation, of_a) = (Operation::None, a);
    }
    if is_half && format == Format::Csc {
        return;
    }
    let (b, c) =
        (Host::random::<T>(rng, of_a.columns, columns), Host::random::<T>(rng, of_a.rows, columns));
    let ((alpha, a_factor), (beta, b_factor)) = (factor::<T>(rng), factor::<T>(rng));
    let (mut on_b, mut on_c) =
        (Device::<T>::placed(stream, rng, &b), Device::<T>::placed(stream, rng, &before(beta, &c)));
    let b_view = on_b.view();
    handle
        .on(stream)
        .spmm(operation, a_factor, &on_a, b_view.as_view(), b_factor, on_c.view())
        .unwrap();
    on_c.host()
        .assert_is::<T>(&of_a.times(&b).plus(alpha, beta, &c), &format!("spmm of {format:?}"));
}

fn samples<T: Number, I: Index>(stream: &Stream, handle: &mut Handle, rng: &mut Rng) {
    let (m, n, inner) = (size(rng), size(rng), size(rng));
    let c = Host::sparse::<T>(rng, m, n, 1);
    let (a, b) = (Host::random::<T>(rng, m, inner), Host::random::<T>(rng, inner, n));
    let mut on_c = c.upload::<T, I>(handle.cusparse(), stream, Format::Csr);
    let (mut on_a, mut on_b) =
        (Device::<T>::placed(stream, rng, &a), Device::<T>::placed(stream, rng, &b));
    let ((alpha, a_factor), (beta, b_factor)) = (factor::<T>(rng), factor::<T>(rng));
    let (a_view, b_view) = (on_a.view(), on_b.view());
    handle
        .on(stream)
        .sddmm(a_factor, a_view.as_view(), b_view.as_view(), b_factor, &mut on_c)
        .unwrap();
    let all = a.times(&b).plus(alpha, beta, &c);
    let expected = all
        .map(|row, column, value| if c.at(row, column).norm() == 0.0 { 0.0.into() } else { value });
    Host::download(&on_c).assert_is::<T>(&expected, "sddmm");
}

fn solutions<T: Number + BlasType, I: Index>(stream: &Stream, handle: &mut Handle, rng: &mut Rng) {
    let (n, columns) = (rng.usize(1..7), rng.usize(1..4));
    let (is_upper, is_unit) = (rng.bool(), rng.bool());
    let mut a = Host::sparse::<T>(rng, n, n, 1);
    (0..n).for_each(|at| a.all[at * n + at] = T::of(C64::new(2.0 + rng.f64(), 0.0)).wide());
    let format = if rng.bool() { Format::Csr } else { Format::Coo };
    let on_a = a.upload::<T, I>(handle.cusparse(), stream, format);
    let (operation, _) = operation(rng, &a);
    let fill = if is_upper { Fill::Upper } else { Fill::Lower };
    let triangle = |a: &Host| {
        let triangle = a.map(|row, column, value| match () {
            () if row == column && is_unit => C64::ONE,
            () if row == column || (column > row) == is_upper => value,
            () => C64::ZERO,
        });
        operated(operation, &triangle)
    };
    let mut of_a = triangle(&a);
    let (alpha, factor) = (C64::ONE, FactorOf::<T>::ONE);
    let x = Host::random::<T>(rng, n, 1);
    let (on_x, mut y) =
        (Device::<T>::new(stream, &x, true, 0), Device::<T>::new(stream, &x, true, 0));
    let mut sparse = handle.on(stream);
    let mut plan = sparse.triangular(operation, on_a, fill, is_unit).unwrap();
    for _ in 0..2 {
        sparse.spsv(factor, &mut plan, &on_x.buffer, &mut y.buffer).unwrap();
        of_a.times(&y.host()).assert_is::<T>(&x.plus(alpha, C64::ZERO, &x), "spsv");
        if table().cusparseSpSV_updateMatrix.is_none()
            || table().cusparseSpSM_updateMatrix.is_none()
        {
            break;
        }
        let twice = a.map(|_, _, value| value * 2.0);
        of_a = triangle(&twice);
        let values = stream.upload(&twice.parts::<T, I>(format).values).unwrap();
        sparse.replace_values(&mut plan, &values).unwrap();
    }
    let on_a = a.upload::<T, I>(sparse.cusparse(), stream, format);
    let b = Host::random::<T>(rng, n, columns);
    let (mut on_b, mut on_c) =
        (Device::<T>::new(stream, &b, true, 0), Device::<T>::new(stream, &b, true, 0));
    let mut plan = sparse.triangular_columns(operation, on_a, fill, is_unit, columns).unwrap();
    let b_view = on_b.view();
    sparse.spsm(factor, &mut plan, b_view.as_view(), on_c.view()).unwrap();
    triangle(&a).times(&on_c.host()).assert_is::<T>(&b, "spsm");
}

fn sparse_products<T: Number + BlasType>(stream: &Stream, handle: &mut Handle, rng: &mut Rng) {
    let (m, inner, n) = (size(rng), size(rng), size(rng));
    let (mut a, b) = (Host::sparse::<T>(rng, m, inner, 1), Host::sparse::<T>(rng, inner, n, 1));
    let mut on_a = a.upload::<T, i32>(handle.cusparse(), stream, Format::Csr);
    let on_b = b.upload::<T, i32>(handle.cusparse(), stream, Format::Csr);
    let mut sparse = handle.on(stream);
    let mut product = sparse.product(&on_a, &on_b).unwrap();
    let mut expected = a.times(&b).map(|_, _, _| C64::ZERO);
    for _ in 0..3 {
        let ((alpha, a_factor), (beta, b_factor)) = (factor::<T>(rng), factor::<T>(rng));
        expected = a.times(&b).plus(alpha, beta, &expected);
        sparse.spgemm(a_factor, &on_a, &on_b, b_factor, &mut product).unwrap();
        Host::download(product.result()).assert_is::<T>(&expected, "spgemm");
        // Other values at the same places.
        a = a.map(|_, _, value| if value == C64::ZERO { value } else { number::<T>(rng) });
        let values = a.parts::<T, i32>(Format::Csr).values;
        if values.len() == on_a.nnz() {
            on_a = on_a.with_values(stream.upload(&values).unwrap()).unwrap();
        } else {
            a = Host::download(&on_a);
        }
    }
    // Indices are sorted, as those of all matrices are.
    let (shape, parts) = (product.result().shape(), product.into_result().to_host().unwrap());
    let parts =
        Parts { offsets: &*parts.offsets, indices: &*parts.indices, values: &*parts.values };
    sparse.cusparse().upload(stream, Format::Csr, shape, parts).unwrap();
}

fn conversions<T: Number, I: Index>(stream: &Stream, handle: &mut Handle, rng: &mut Rng) {
    let a = Host::sparse::<T>(rng, rng.clone().usize(1..6), rng.clone().usize(1..7), 1);
    let formats = [Format::Csr, Format::Csc, Format::Coo];
    let mut on_a = Device::<T>::placed(stream, rng, &a);
    let mut sparse = handle.on(stream);
    for format in formats {
        let found: SparseMatrix<T, I> = sparse.from_dense(on_a.view().as_view(), format).unwrap();
        assert_eq!(found.to_host().unwrap(), a.parts(format), "{format:?}");
        let mut back = Device::<T>::placed(stream, rng, &a.map(|_, _, _| C64::ONE));
        sparse.to_dense(&found, back.view()).unwrap();
        back.host().assert_is::<T>(&a, "to_dense");
        let found = a.upload::<T, i32>(sparse.cusparse(), stream, format);
        for to in formats {
            let converted = sparse.convert(&found, to).unwrap();
            assert_eq!(converted.to_host().unwrap(), a.parts(to), "{format:?} to {to:?}");
        }
        if format != Format::Coo {
            Host::download(&found.t().unwrap()).assert_is::<T>(&a.t(), "t");
        }
    }
}

#[test]
fn products_with_vectors_are_those_of_all_formats_and_operations() {
    each!(vectors: f32, f64, f16, bf16, Complex<f32>, Complex<f64>);
}

#[test]
fn products_with_matrices_are_those_of_all_formats_and_orders() {
    each!(matrices: f32, f64, f16, bf16, Complex<f32>, Complex<f64>);
}

#[test]
fn products_at_the_places_of_a_sparse_matrix_replace_its_values() {
    each!(samples: f32, f64, f16, Complex<f32>, Complex<f64>);
}

#[test]
fn triangular_systems_are_solved_as_often_as_they_were_analyzed() {
    each!(solutions: f32, f64, Complex<f32>, Complex<f64>);
}

#[test]
fn products_of_sparse_matrices_have_their_values_computed_anew() {
    #[allow(clippy::extra_unused_type_parameters, reason = "cuSPARSE has it for `i32` alone")]
    fn of<T: Number + BlasType, I: Index>(stream: &Stream, handle: &mut Handle, rng: &mut Rng) {
        sparse_products::<T>(stream, handle, rng);
    }
    each!(of: f32, f64, Complex<f32>, Complex<f64>);
}

#[test]
fn every_format_is_made_of_every_other_and_of_dense_matrices() {
    each!(conversions: f32, f64, f16, bf16, Complex<f32>, Complex<f64>);
}

#[test]
fn matrices_without_rows_columns_or_values_have_products() {
    let (context, stream) = context_and_stream();
    let mut handle = cusparse().handle(&context).unwrap();
    let is_old = table().version() < 12_600;
    for (rows, columns) in [(2, 0), (0, 2), (2, 2), (0, 0)] {
        if is_old && columns == 0 {
            continue;
        }
        for format in [Format::Csr, Format::Csc, Format::Coo] {
            let zero = Host::new(rows, columns, |_| C64::ZERO);
            let mut a = zero.upload::<f64, i32>(cusparse(), &stream, format);
            let x = stream.upload(&vec![1.0; columns]).unwrap();
            let mut y = stream.upload(&vec![1.0; rows]).unwrap();
            let mut sparse = handle.on(&stream);
            for _ in 0..2 {
                sparse.spmv(Operation::None, 1.0, &a, &x, 2.0, &mut y).unwrap();
                prepare(&mut sparse, Operation::None, &mut a);
            }
            assert_eq!(y.to_vec().unwrap(), vec![4.0; rows], "{format:?} of {rows} × {columns}");
            let b = Host::new(columns, 3, |_| C64::ONE);
            let c = Host::new(rows, 3, |_| C64::ONE);
            let (mut on_b, mut on_c) = (
                Device::<f64>::new(&stream, &b, true, 0),
                Device::<f64>::new(&stream, &c, true, 0),
            );
            sparse.spmm(Operation::None, 1.0, &a, on_b.view().as_view(), 2.0, on_c.view()).unwrap();
            on_c.host().assert_is::<f64>(&c.plus(2.0.into(), 0.0.into(), &c), "spmm");
        }
    }
}
