//! Routines of a matrix and vectors, compared with sums in `f64`.

use cublas::{BlasType, Diag, Fill};
use fastrand::Rng;
use num_complex::Complex;

use crate::dense::{Cell, Dense, Order, StoredBatch, StoredVector, assert_close, is_in};
use crate::device::stream_and_handle;
use crate::number::{C64, Number};
use crate::vectors::{TestScalar, tests};

pub(crate) const FILLS: [Fill; 2] = [Fill::Upper, Fill::Lower];

/// Returns a factor, often one of those that are treated differently.
pub(crate) fn factor<T: Number>(rng: &mut Rng) -> T {
    match rng.usize(..4) {
        0 => T::of(C64::ZERO),
        1 => T::of(C64::ONE),
        _ => T::random(rng),
    }
}

/// Makes a triangular matrix one that can be solved with small errors.
pub(crate) fn make_solvable<T: Number>(matrix: &mut StoredBatch<T>, size: usize) {
    matrix.set(0, |row, column, value| {
        let value = value.value();
        if row == column {
            T::of(C64::from(2.0))
        } else {
            T::of(value / (2.0 * size.max(1) as f64))
        }
    });
}

/// Makes the diagonal one of a Hermitian matrix.
pub(crate) fn make_diagonal_real<T: Number>(matrix: &mut StoredBatch<T>) {
    matrix.set(
        0,
        |row, column, value| if row == column { T::of(value.value().re.into()) } else { value },
    );
}

/// Compares what a solution yields with what it was to yield.
#[track_caller]
pub(crate) fn assert_solves<T: Number>(found: &Dense, expected: &Dense) {
    for (row, column) in (0..found.rows).flat_map(|row| (0..found.columns).map(move |i| (row, i))) {
        let (found, expected) = (found.at(row, column), expected.at(row, column));
        let magnitude = found.magnitude + expected.magnitude;
        let expected = Cell { value: expected.value, magnitude };
        assert_close::<T>(found.value, expected, format_args!("row {row}, column {column}"));
    }
}

fn products_with_vectors_are_right<T: TestScalar + BlasType>()
where
    T::Real: Number,
{
    let (stream, mut handle) = stream_and_handle();
    let mut rng = Rng::with_seed(11);
    for _ in 0..40 {
        let (m, n) = (rng.usize(..9), rng.usize(..9));
        let (alpha, beta) = (factor::<T>(&mut rng), factor::<T>(&mut rng));
        let order = Order::random(&mut rng);
        let a = StoredBatch::<T>::one(&stream, &mut rng, m, n, order);
        let x = StoredVector::<T>::random(&stream, &mut rng, n);
        let mut y = StoredVector::<T>::random(&stream, &mut rng, m);
        let mut blas = handle.on(&stream);
        blas.gemv(alpha, a.view(), x.view(), beta, y.view_mut()).unwrap();
        let product = a.dense(0).times(&x.dense()).scaled(alpha.value());
        y.assert_is(&product.plus(&y.dense().scaled(beta.value())));

        let order = Order::plain_or_transposed(&mut rng);
        let mut outer = StoredBatch::<T>::one(&stream, &mut rng, n, m, order);
        let z = StoredVector::<T>::random(&stream, &mut rng, m);
        blas.ger(alpha, x.view(), z.view(), outer.view_mut()).unwrap();
        let product = x.dense().times(&z.dense().t()).scaled(alpha.value());
        outer.assert_is(&[outer.dense(0).plus(&product)]);

        let mut outer = StoredBatch::<T>::one(&stream, &mut rng, n, m, Order::Plain);
        blas.gerc(alpha, x.view(), z.view(), outer.view_mut()).unwrap();
        let product = x.dense().times(&z.dense().h()).scaled(alpha.value());
        outer.assert_is(&[outer.dense(0).plus(&product)]);
    }
}

fn symmetric_matrices_are_right<T: TestScalar + BlasType>()
where
    T::Real: Number,
{
    let (stream, mut handle) = stream_and_handle();
    let mut rng = Rng::with_seed(12);
    for case in 0..40 {
        let n = rng.usize(..9);
        let fill = FILLS[case % 2];
        let (alpha, beta) = (factor::<T>(&mut rng), factor::<T>(&mut rng));
        let real = factor::<T::Real>(&mut rng);
        let x = StoredVector::<T>::random(&stream, &mut rng, n);
        let z = StoredVector::<T>::random(&stream, &mut rng, n);
        let mut blas = handle.on(&stream);
        for is_hermitian in [false, true] {
            let order = if is_hermitian {
                [Order::Plain, Order::Hermitian][rng.usize(..2)]
            } else {
                Order::plain_or_transposed(&mut rng)
            };
            let mut a = StoredBatch::<T>::one(&stream, &mut rng, n, n, order);
            if is_hermitian {
                make_diagonal_real(&mut a);
            }
            let mut y = StoredVector::<T>::random(&stream, &mut rng, n);
            let triangle = a.view().triangle(fill);
            if is_hermitian {
                blas.hemv(alpha, triangle, x.view(), beta, y.view_mut()).unwrap()
            } else {
                blas.symv(alpha, triangle, x.view(), beta, y.view_mut()).unwrap()
            }
            let matrix = a.dense(0).mirrored(fill, is_hermitian);
            let product = matrix.times(&x.dense()).scaled(alpha.value());
            y.assert_is(&product.plus(&y.dense().scaled(beta.value())));
        }

        let order = Order::plain_or_transposed(&mut rng);
        let is_written = |row, column| is_in(fill, row, column);
        let mut a = StoredBatch::<T>::one(&stream, &mut rng, n, n, order);
        blas.syr(alpha, x.view(), a.view_mut().triangle(fill)).unwrap();
        let product = x.dense().times(&x.dense().t()).scaled(alpha.value());
        a.assert_is_in(&[a.dense(0).plus(&product)], is_written);
        let mut a = StoredBatch::<T>::one(&stream, &mut rng, n, n, order);
        blas.syr2(alpha, x.view(), z.view(), a.view_mut().triangle(fill)).unwrap();
        let product = x.dense().times(&z.dense().t()).scaled(alpha.value());
        a.assert_is_in(&[a.dense(0).plus(&product).plus(&product.t())], is_written);

        let mut a = StoredBatch::<T>::one(&stream, &mut rng, n, n, Order::Plain);
        make_diagonal_real(&mut a);
        blas.her(real, x.view(), a.view_mut().triangle(fill)).unwrap();
        let product = x.dense().times(&x.dense().h()).scaled(real.value());
        a.assert_is_in(&[a.dense(0).plus(&product)], is_written);
        let mut a = StoredBatch::<T>::one(&stream, &mut rng, n, n, Order::Plain);
        make_diagonal_real(&mut a);
        blas.her2(alpha, x.view(), z.view(), a.view_mut().triangle(fill)).unwrap();
        let product = x.dense().times(&z.dense().h()).scaled(alpha.value());
        a.assert_is_in(&[a.dense(0).plus(&product).plus(&product.h())], is_written);
    }
}

fn triangular_matrices_are_right<T: TestScalar + BlasType>()
where
    T::Real: Number,
{
    let (stream, mut handle) = stream_and_handle();
    let mut rng = Rng::with_seed(13);
    for case in 0..40 {
        let n = rng.usize(..9);
        let (fill, is_unit) = (FILLS[case % 2], rng.bool());
        let diag = if is_unit { Diag::Unit } else { Diag::NonUnit };
        let order = Order::random(&mut rng);
        let mut a = StoredBatch::<T>::one(&stream, &mut rng, n, n, order);
        make_solvable(&mut a, n);
        let dense = a.dense(0).triangle(fill, is_unit);
        let mut x = StoredVector::<T>::random(&stream, &mut rng, n);
        let mut y = StoredVector::<T>::random(&stream, &mut rng, n);
        let mut blas = handle.on(&stream);
        blas.trmv(diag, a.view().triangle(fill), x.view_mut()).unwrap();
        x.assert_is(&dense.times(&x.dense()));
        blas.trsv(diag, a.view().triangle(fill), y.view_mut()).unwrap();
        assert_solves::<T>(&dense.times(&y.now()), &y.dense());
    }
}

tests! {
    products_with_vectors_of_f32_are_right: products_with_vectors_are_right::<f32>;
    products_with_vectors_of_f64_are_right: products_with_vectors_are_right::<f64>;
    products_with_vectors_of_complex_f32_are_right: products_with_vectors_are_right::<Complex<f32>>;
    products_with_vectors_of_complex_f64_are_right: products_with_vectors_are_right::<Complex<f64>>;
    symmetric_matrices_of_f32_are_right: symmetric_matrices_are_right::<f32>;
    symmetric_matrices_of_f64_are_right: symmetric_matrices_are_right::<f64>;
    symmetric_and_hermitian_matrices_of_complex_f32_are_right: symmetric_matrices_are_right::<Complex<f32>>;
    symmetric_and_hermitian_matrices_of_complex_f64_are_right: symmetric_matrices_are_right::<Complex<f64>>;
    triangular_matrices_of_f32_are_right: triangular_matrices_are_right::<f32>;
    triangular_matrices_of_f64_are_right: triangular_matrices_are_right::<f64>;
    triangular_matrices_of_complex_f32_are_right: triangular_matrices_are_right::<Complex<f32>>;
    triangular_matrices_of_complex_f64_are_right: triangular_matrices_are_right::<Complex<f64>>;
}
