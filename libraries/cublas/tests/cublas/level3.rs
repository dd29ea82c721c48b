//! Routines of matrices beside general products, compared with sums in `f64`.

use cublas::{BlasType, Diag, Side};
use fastrand::Rng;
use num_complex::Complex;

use crate::dense::{Dense, Order, StoredBatch, StoredVector, is_in};
use crate::device::stream_and_handle;
use crate::level2::{FILLS, assert_solves, factor, make_diagonal_real, make_solvable};
use crate::number::Number;
use crate::vectors::{TestScalar, tests};

fn of_side(side: Side, a: &Dense, b: &Dense) -> Dense {
    match side {
        Side::Left => a.times(b),
        Side::Right => b.times(a),
    }
}

fn symmetric_products_are_right<T: TestScalar + BlasType>()
where
    T::Real: Number,
{
    let (stream, mut handle) = stream_and_handle();
    let mut rng = Rng::with_seed(21);
    for case in 0..40 {
        let (m, n) = (rng.usize(..9), rng.usize(..9));
        let (side, fill) = ([Side::Left, Side::Right][case % 2], FILLS[case / 2 % 2]);
        let size = if side == Side::Left { m } else { n };
        let (alpha, beta) = (factor::<T>(&mut rng), factor::<T>(&mut rng));
        let mut blas = handle.on(&stream);
        for is_hermitian in [false, true] {
            let order = Order::plain_or_transposed(&mut rng);
            let is_turned = matches!(order, Order::Transposed);
            let a_order = match (is_hermitian, is_turned) {
                (false, _) => Order::plain_or_transposed(&mut rng),
                // What cuBLAS can't take otherwise.
                (true, true) => Order::Transposed,
                (true, false) => [Order::Plain, Order::Hermitian][rng.usize(..2)],
            };
            let mut a = StoredBatch::<T>::one(&stream, &mut rng, size, size, a_order);
            if is_hermitian {
                make_diagonal_real(&mut a);
            }
            let b = StoredBatch::<T>::one(&stream, &mut rng, m, n, order);
            let mut c = StoredBatch::<T>::one(&stream, &mut rng, m, n, order);
            let triangle = a.view().triangle(fill);
            if is_hermitian {
                blas.hemm(side, alpha, triangle, b.view(), beta, c.view_mut()).unwrap()
            } else {
                blas.symm(side, alpha, triangle, b.view(), beta, c.view_mut()).unwrap()
            }
            let matrix = a.dense(0).mirrored(fill, is_hermitian);
            let product = of_side(side, &matrix, &b.dense(0)).scaled(alpha.value());
            c.assert_is(&[product.plus(&c.dense(0).scaled(beta.value()))]);
        }
    }
}

fn updates_are_right<T: TestScalar + BlasType>()
where
    T::Real: Number,
{
    let (stream, mut handle) = stream_and_handle();
    let mut rng = Rng::with_seed(22);
    for case in 0..40 {
        let (n, k) = (rng.usize(..9), rng.usize(..9));
        let fill = FILLS[case % 2];
        let is_written = |row, column| is_in(fill, row, column);
        let (alpha, beta) = (factor::<T>(&mut rng), factor::<T>(&mut rng));
        let (real, real_beta) = (factor::<T::Real>(&mut rng), factor::<T::Real>(&mut rng));
        let order = Order::plain_or_transposed(&mut rng);
        let c_order = Order::plain_or_transposed(&mut rng);
        let a = StoredBatch::<T>::one(&stream, &mut rng, n, k, order);
        let b = StoredBatch::<T>::one(&stream, &mut rng, n, k, order);
        let mut c = StoredBatch::<T>::one(&stream, &mut rng, n, n, c_order);
        let mut blas = handle.on(&stream);
        let (left, right) = (a.dense(0), b.dense(0));

        blas.syrk(alpha, a.view(), beta, c.view_mut().triangle(fill)).unwrap();
        let product = left.times(&left.t()).scaled(alpha.value());
        c.assert_is_in(&[product.plus(&c.dense(0).scaled(beta.value()))], is_written);
        let mut c = StoredBatch::<T>::one(&stream, &mut rng, n, n, c_order);
        blas.syr2k(alpha, a.view(), b.view(), beta, c.view_mut().triangle(fill)).unwrap();
        let product = left.times(&right.t()).scaled(alpha.value());
        let product = product.plus(&product.t());
        c.assert_is_in(&[product.plus(&c.dense(0).scaled(beta.value()))], is_written);

        // Of these, cuBLAS takes what is Hermitian in its order, too.
        let is_turned = rng.bool();
        let order = match (T::HAS_TWO_PARTS, is_turned) {
            (true, true) => Order::Transposed,
            _ => [Order::Plain, Order::Hermitian][rng.usize(..2)],
        };
        let c_order = if is_turned { Order::Transposed } else { Order::Plain };
        let a = StoredBatch::<T>::one(&stream, &mut rng, n, k, order);
        let b = StoredBatch::<T>::one(&stream, &mut rng, n, k, order);
        let (left, right) = (a.dense(0), b.dense(0));
        let mut c = StoredBatch::<T>::one(&stream, &mut rng, n, n, c_order);
        make_diagonal_real(&mut c);
        blas.herk(real, a.view(), real_beta, c.view_mut().triangle(fill)).unwrap();
        let product = left.times(&left.h()).scaled(real.value());
        c.assert_is_in(&[product.plus(&c.dense(0).scaled(real_beta.value()))], is_written);
        let mut c = StoredBatch::<T>::one(&stream, &mut rng, n, n, c_order);
        make_diagonal_real(&mut c);
        blas.her2k(alpha, a.view(), b.view(), real_beta, c.view_mut().triangle(fill)).unwrap();
        let product = left.times(&right.h()).scaled(alpha.value());
        let product = product.plus(&product.h());
        c.assert_is_in(&[product.plus(&c.dense(0).scaled(real_beta.value()))], is_written);
    }
}

fn triangular_products_are_right<T: TestScalar + BlasType>()
where
    T::Real: Number,
{
    let (stream, mut handle) = stream_and_handle();
    let mut rng = Rng::with_seed(23);
    for case in 0..40 {
        let (m, n) = (rng.usize(..9), rng.usize(..9));
        let (side, fill) = ([Side::Left, Side::Right][case % 2], FILLS[case / 2 % 2]);
        let size = if side == Side::Left { m } else { n };
        let is_unit = rng.bool();
        let diag = if is_unit { Diag::Unit } else { Diag::NonUnit };
        let alpha = factor::<T>(&mut rng);
        let order = Order::plain_or_transposed(&mut rng);
        let a_order = match (T::HAS_TWO_PARTS, order) {
            // cuBLAS conjugates only what it transposes, too.
            (true, Order::Transposed) => Order::plain_or_transposed(&mut rng),
            _ => Order::random(&mut rng),
        };
        let mut a = StoredBatch::<T>::one(&stream, &mut rng, size, size, a_order);
        make_solvable(&mut a, size);
        let dense = a.dense(0).triangle(fill, is_unit);
        let mut b = StoredBatch::<T>::one(&stream, &mut rng, m, n, order);
        let mut blas = handle.on(&stream);
        blas.trmm(side, diag, alpha, a.view().triangle(fill), b.view_mut()).unwrap();
        b.assert_is(&[of_side(side, &dense, &b.dense(0)).scaled(alpha.value())]);
        let mut b = StoredBatch::<T>::one(&stream, &mut rng, m, n, order);
        blas.trsm(side, diag, alpha, a.view().triangle(fill), b.view_mut()).unwrap();
        let expected = b.dense(0).scaled(alpha.value());
        assert_solves::<T>(&of_side(side, &dense, &b.now(0)), &expected);

        // Several at once, with one triangle for all.
        let count = rng.usize(..4);
        let mut b = StoredBatch::<T>::random(&stream, &mut rng, count.max(1), m, n, order);
        let triangle = a.view().triangle(fill);
        let mut solutions = b.singles_mut(count);
        blas.trsm_batched(side, diag, alpha, &[triangle], &mut solutions).unwrap();
        drop(solutions);
        for index in 0..count {
            let expected = b.dense(index).scaled(alpha.value());
            assert_solves::<T>(&of_side(side, &dense, &b.now(index)), &expected);
        }
    }
}

fn sums_and_copies_are_right<T: TestScalar + BlasType>()
where
    T::Real: Number,
{
    let (stream, mut handle) = stream_and_handle();
    let mut rng = Rng::with_seed(24);
    for case in 0..40 {
        let (m, n) = (rng.usize(..9), rng.usize(..9));
        let (alpha, beta) = (factor::<T>(&mut rng), factor::<T>(&mut rng));
        let c_order = Order::plain_or_transposed(&mut rng);
        let mut order = || match (T::HAS_TWO_PARTS, c_order) {
            (true, Order::Transposed) => Order::plain_or_transposed(&mut rng),
            _ => Order::random(&mut rng),
        };
        let (a_order, b_order) = (order(), order());
        let a = StoredBatch::<T>::one(&stream, &mut rng, m, n, a_order);
        let b = StoredBatch::<T>::one(&stream, &mut rng, m, n, b_order);
        let mut c = StoredBatch::<T>::one(&stream, &mut rng, m, n, c_order);
        let mut blas = handle.on(&stream);
        blas.geam(alpha, a.view(), beta, b.view(), c.view_mut()).unwrap();
        let expected = a.dense(0).scaled(alpha.value()).plus(&b.dense(0).scaled(beta.value()));
        c.assert_is(&[expected]);

        let mut c = StoredBatch::<T>::one(&stream, &mut rng, m, n, c_order);
        blas.copy_matrix(alpha, a.view(), c.view_mut()).unwrap();
        c.assert_is(&[a.dense(0).scaled(alpha.value())]);

        let side = [Side::Left, Side::Right][case % 2];
        let a = StoredBatch::<T>::one(&stream, &mut rng, m, n, c_order);
        let x =
            StoredVector::<T>::random(&stream, &mut rng, if side == Side::Left { m } else { n });
        let mut c = StoredBatch::<T>::one(&stream, &mut rng, m, n, c_order);
        blas.dgmm(side, a.view(), x.view(), c.view_mut()).unwrap();
        let (dense, factors) = (a.dense(0), x.dense());
        let expected = Dense::from_fn(m, n, |row, column| {
            let index = if side == Side::Left { row } else { column };
            dense.at(row, column) * factors.at(index, 0)
        });
        c.assert_is(&[expected]);
    }
}

tests! {
    symmetric_products_of_f32_are_right: symmetric_products_are_right::<f32>;
    symmetric_products_of_f64_are_right: symmetric_products_are_right::<f64>;
    symmetric_and_hermitian_products_of_complex_f32_are_right: symmetric_products_are_right::<Complex<f32>>;
    symmetric_and_hermitian_products_of_complex_f64_are_right: symmetric_products_are_right::<Complex<f64>>;
    updates_of_f32_are_right: updates_are_right::<f32>;
    updates_of_f64_are_right: updates_are_right::<f64>;
    updates_of_complex_f32_are_right: updates_are_right::<Complex<f32>>;
    updates_of_complex_f64_are_right: updates_are_right::<Complex<f64>>;
    triangular_products_of_f32_are_right: triangular_products_are_right::<f32>;
    triangular_products_of_f64_are_right: triangular_products_are_right::<f64>;
    triangular_products_of_complex_f32_are_right: triangular_products_are_right::<Complex<f32>>;
    triangular_products_of_complex_f64_are_right: triangular_products_are_right::<Complex<f64>>;
    sums_and_copies_of_f32_are_right: sums_and_copies_are_right::<f32>;
    sums_and_copies_of_f64_are_right: sums_and_copies_are_right::<f64>;
    sums_and_copies_of_complex_f32_are_right: sums_and_copies_are_right::<Complex<f32>>;
    sums_and_copies_of_complex_f64_are_right: sums_and_copies_are_right::<Complex<f64>>;
}
