//! What is computed, for random matrices in both orders, beside products on the host.

use cublas::{Fill, MatrixMut, Side};
use cuda_driver::Stream;
use cusolver::{Handle, Pivots, Solver, Vectors};
use fastrand::Rng;
use num_complex::Complex;

use crate::device::{context_and_stream, cusolver};
use crate::matrix::{C64, Device, Host, Number, diagonal};

/// Does something for each type, with a random number generator and an order.
macro_rules! each {
    ($function:ident) => {{
        let (context, stream) = context_and_stream();
        let mut handle: Handle = cusolver().handle(&context).unwrap();
        let mut rng = Rng::with_seed(cuda_rust::options::number("seed", 3));
        for _ in 0..cuda_rust::options::number("rounds", 8) {
            $function::<f32>(&stream, &mut handle.on(&stream), &mut rng);
            $function::<f64>(&stream, &mut handle.on(&stream), &mut rng);
            $function::<Complex<f32>>(&stream, &mut handle.on(&stream), &mut rng);
            $function::<Complex<f64>>(&stream, &mut handle.on(&stream), &mut rng);
        }
    }};
}

/// A matrix of random numbers on the device, in a random order.
fn placed<T: Number>(stream: &Stream, rng: &mut Rng, host: &Host) -> Device<T> {
    Device::new(stream, host, rng.bool(), rng.usize(..3))
}

fn fill(rng: &mut Rng) -> Fill {
    if rng.bool() { Fill::Upper } else { Fill::Lower }
}

fn solutions<T: Number>(stream: &Stream, solver: &mut Solver<'_>, rng: &mut Rng) {
    let (n, columns) = (rng.usize(1..12), rng.usize(1..4));
    let (a, b) = (Host::positive::<T>(rng, n), Host::random::<T>(rng, n, columns));
    let a = Host::new(n, n, |row, column| a.at((row + 1) % n, column));
    let (mut on_a, mut on_b) = (placed::<T>(stream, rng, &a), Device::new(stream, &b, false, 1));
    solver.solve(on_a.view(), on_b.view()).unwrap();
    a.times(&on_b.host()).assert_is::<T>(&b, "solve");
    // The inverse, in the order of the factors.
    let mut inverse = Device::<T>::new(stream, &Host::identity(n), on_a.is_row_major, 2);
    let mut again = Device::<T>::new(stream, &a, on_a.is_row_major, 0);
    let mut pivots = Pivots::new(stream, n).unwrap();
    solver.lu(again.view(), &mut pivots).unwrap();
    solver.lu_inverse(again.view().as_view(), &pivots, inverse.view()).unwrap();
    a.times(&inverse.host()).assert_is::<T>(&Host::identity(n), "lu_inverse");
    // One right-hand side is in both orders.
    let mut x = stream.upload(&(0..n).map(|row| T::of(b.at(row, 0))).collect::<Vec<_>>()).unwrap();
    let one = MatrixMut::new(&mut x, n, 1).unwrap();
    solver.lu_solve(again.view().as_view(), &pivots, one).unwrap();
    let x = x.to_vec().unwrap();
    let product = a.times(&Host::new(n, 1, |row, _| x[row].wide()));
    product.assert_is::<T>(&Host::new(n, 1, |row, _| b.at(row, 0)), "lu_solve");
}

fn positive_ones<T: Number>(stream: &Stream, solver: &mut Solver<'_>, rng: &mut Rng) {
    let (n, columns, fill) = (rng.usize(1..12), rng.usize(1..4), fill(rng));
    let (a, b) = (Host::positive::<T>(rng, n), Host::random::<T>(rng, n, columns));
    let (mut on_a, mut on_b) =
        (placed::<T>(stream, rng, &a), Device::<T>::new(stream, &b, false, 0));
    solver.cholesky(on_a.view(), fill).unwrap();
    let factor = on_a.host();
    let is_kept =
        |row: usize, column: usize| if fill == Fill::Upper { row <= column } else { row >= column };
    let factor = Host::new(n, n, |row, column| {
        let value = factor.at(row, column);
        // The other triangle isn't written.
        let other = (value - a.at(row, column)).norm() < 1e-6;
        assert!(is_kept(row, column) || other);
        if is_kept(row, column) { value } else { C64::ZERO }
    });
    let product =
        if fill == Fill::Upper { factor.h().times(&factor) } else { factor.times(&factor.h()) };
    product.assert_is::<T>(&a, "cholesky");
    match solver.cholesky_solve(on_a.view().as_view(), fill, on_b.view()) {
        Ok(()) => a.times(&on_b.host()).assert_is::<T>(&b, "cholesky_solve"),
        Err(error) => assert!(!T::IS_REAL && on_a.is_row_major && n > 1, "{error}"),
    }
    // A batch, in one call.
    let all: Vec<Host> = (0..3).map(|_| Host::positive::<T>(rng, n)).collect();
    let numbers: Vec<T> =
        all.iter().flat_map(|matrix| matrix.all.iter().map(|value| T::of(*value))).collect();
    let mut batch = stream.upload(&numbers).unwrap();
    solver.cholesky(MatrixMut::batch(&mut batch, 3, n, n).unwrap(), Fill::Lower).unwrap();
    for (a, found) in all.iter().zip(batch.to_vec().unwrap().chunks(n * n)) {
        let lower =
            Host::new(
                n,
                n,
                |row, column| {
                    if row >= column { found[row * n + column].wide() } else { C64::ZERO }
                },
            );
        lower.times(&lower.h()).assert_is::<T>(a, "cholesky of a batch");
    }
}

fn reflections<T: Number>(stream: &Stream, solver: &mut Solver<'_>, rng: &mut Rng) {
    let n = rng.usize(1..8);
    let m = n + rng.usize(..5);
    let a = Host::random::<T>(rng, m, n);
    let mut on_a = Device::<T>::new(stream, &a, false, rng.usize(..3));
    let mut tau = stream.alloc_zeroed::<T>(n).unwrap();
    solver.qr(on_a.view(), &mut tau).unwrap();
    let factors = on_a.host();
    let r = Host::new(
        m,
        n,
        |row, column| if row <= column { factors.at(row, column) } else { C64::ZERO },
    );
    let mut product = Device::<T>::new(stream, &r, false, 1);
    solver.q_product(Side::Left, false, on_a.view().as_view(), &tau, product.view()).unwrap();
    product.host().assert_is::<T>(&a, "q r");
    solver.q_product(Side::Left, true, on_a.view().as_view(), &tau, product.view()).unwrap();
    product.host().assert_is::<T>(&r, "qᴴ a");
    let c = Host::random::<T>(rng, 3, m);
    let mut right = Device::<T>::new(stream, &c, false, 1);
    solver.q_product(Side::Right, false, on_a.view().as_view(), &tau, right.view()).unwrap();
    solver.q(on_a.view(), &tau).unwrap();
    let q = on_a.host();
    q.h().times(&q).assert_is::<T>(&Host::identity(n), "qᴴ q");
    let r = Host::new(n, n, |row, column| r.at(row, column));
    q.times(&r).assert_is::<T>(&a, "the first columns of q");
    let found = right.host();
    let found = Host::new(3, n, |row, column| found.at(row, column));
    found.assert_is::<T>(&c.times(&q), "c q");
}

fn spectra<T: Number>(stream: &Stream, solver: &mut Solver<'_>, rng: &mut Rng) {
    let (n, fill) = (rng.usize(1..10), fill(rng));
    let a = Host::hermitian::<T>(rng, n);
    let mut on_a = placed::<T>(stream, rng, &a);
    let mut values = stream.alloc_zeroed(n).unwrap();
    solver.eigh(on_a.view(), fill, Vectors::Yes, &mut values).unwrap();
    let vectors = on_a.host();
    let vectors = if on_a.is_row_major { vectors.h() } else { vectors };
    vectors.h().times(&vectors).assert_is::<T>(&Host::identity(n), "vᴴ v");
    let middle = diagonal::<T>(&values, n, n);
    vectors.times(&middle).times(&vectors.h()).assert_is::<T>(&a, "eigh");
    let found: Vec<f64> = values.to_vec().unwrap().into_iter().map(T::of_real).collect();
    assert!(found.is_sorted(), "{found:?}");
    // Without vectors.
    let mut alone = placed::<T>(stream, rng, &a);
    let mut same = stream.alloc_zeroed(n).unwrap();
    solver.eigh(alone.view(), fill, Vectors::No, &mut same).unwrap();
    diagonal::<T>(&same, n, n).assert_is::<T>(&middle, "values alone");
}

fn singular_values<T: Number>(stream: &Stream, solver: &mut Solver<'_>, rng: &mut Rng) {
    let k = rng.usize(1..7);
    let longer = k + rng.usize(..4);
    let is_row_major = rng.bool();
    let (m, n) = if is_row_major { (k, longer) } else { (longer, k) };
    let a = Host::random::<T>(rng, m, n);
    let mut on_a = Device::<T>::new(stream, &a, is_row_major, 1);
    let (all_u, all_v) = (rng.bool(), rng.bool());
    let (rows, columns) = (if all_v { n } else { k }, if all_u { m } else { k });
    let zeros = |rows, columns| {
        Device::<T>::new(stream, &Host::new(rows, columns, |_, _| C64::ZERO), is_row_major, 0)
    };
    let (mut u, mut vh) = (zeros(m, columns), zeros(rows, n));
    let mut values = stream.alloc_zeroed(k).unwrap();
    solver.svd(on_a.view(), &mut values, Some(u.view()), Some(vh.view())).unwrap();
    let (u, vh) = (u.host(), vh.host());
    u.h().times(&u).assert_is::<T>(&Host::identity(columns), "uᴴ u");
    vh.times(&vh.h()).assert_is::<T>(&Host::identity(rows), "vᴴ v");
    let middle = Host::new(columns, rows, |row, column| {
        if row == column && row < k { diagonal::<T>(&values, k, k).at(row, row) } else { C64::ZERO }
    });
    u.times(&middle).times(&vh).assert_is::<T>(&a, "svd");
    let mut alone = Device::<T>::new(stream, &a, is_row_major, 0);
    let mut same = stream.alloc_zeroed(k).unwrap();
    solver.svd(alone.view(), &mut same, None, None).unwrap();
    diagonal::<T>(&same, k, k).assert_is::<T>(&diagonal::<T>(&values, k, k), "values alone");
}

#[test]
fn solutions_and_inverses_are_right_in_both_orders() {
    each!(solutions);
}

#[test]
fn cholesky_s_factors_and_solutions_are_right_in_both_orders() {
    each!(positive_ones);
}

#[test]
fn reflections_are_the_factor_q() {
    each!(reflections);
}

#[test]
fn eigenvalues_and_vectors_are_those_of_the_matrix_in_both_orders() {
    each!(spectra);
}

#[test]
fn singular_values_and_vectors_are_those_of_the_matrix_in_both_orders() {
    each!(singular_values);
}

#[test]
fn eigenvalues_of_a_batch_are_those_of_each_matrix() {
    let (context, stream) = context_and_stream();
    let mut handle = cusolver().handle(&context).unwrap();
    if handle.cusolver().version() < 11_705 {
        return cuda_rust::skip("cuSOLVER before 11.7.5 has no batches of eigenvalues");
    }
    let mut rng = Rng::with_seed(9);
    let all: Vec<Host> = (0..4).map(|_| Host::hermitian::<f64>(&mut rng, 5)).collect();
    let numbers: Vec<f64> =
        all.iter().flat_map(|matrix| matrix.all.iter().map(|value| value.re)).collect();
    let mut batch = stream.upload(&numbers).unwrap();
    let mut values = stream.alloc_zeroed(20).unwrap();
    let matrices = MatrixMut::batch(&mut batch, 4, 5, 5).unwrap();
    handle.on(&stream).eigh(matrices, Fill::Lower, Vectors::Yes, &mut values).unwrap();
    let (vectors, values) = (batch.to_vec().unwrap(), values.to_vec().unwrap());
    for (index, a) in all.iter().enumerate() {
        let rows = Host::new(5, 5, |row, column| vectors[index * 25 + row * 5 + column].into());
        let middle =
            Host::new(
                5,
                5,
                |row, column| {
                    if row == column { values[index * 5 + row].into() } else { C64::ZERO }
                },
            );
        rows.h().times(&middle).times(&rows).assert_is::<f64>(a, "a batch");
    }
}

#[test]
fn general_eigenvalues_have_their_vectors() {
    let (context, stream) = context_and_stream();
    let mut handle = cusolver().handle(&context).unwrap();
    if handle.cusolver().version() < 11_705 {
        return cuda_rust::skip("cuSOLVER before 11.7.5 has no general eigenvalues");
    }
    let mut rng = Rng::with_seed(11);
    for n in 1..9 {
        let a = Host::random::<C64>(&mut rng, n, n);
        let mut on_a = Device::<C64>::new(&stream, &a, false, 1);
        let mut vectors = Device::<C64>::new(&stream, &Host::identity(n), false, 0);
        let mut values = stream.alloc_zeroed::<C64>(n).unwrap();
        handle.on(&stream).eig(on_a.view(), &mut values, Some(vectors.view())).unwrap();
        let (values, vectors) = (values.to_vec().unwrap(), vectors.host());
        let scaled = Host::new(n, n, |row, column| vectors.at(row, column) * values[column]);
        a.times(&vectors).assert_is::<C64>(&scaled, "eig");
        let sum: C64 = values.iter().sum();
        let trace: C64 = (0..n).map(|at| a.at(at, at)).sum();
        assert!((sum - trace).norm() < 1e-10, "{sum} {trace}");
        // Values alone, in the other order.
        let mut rows = Device::<C64>::new(&stream, &a, true, 0);
        let mut same = stream.alloc_zeroed::<C64>(n).unwrap();
        handle.on(&stream).eig(rows.view(), &mut same, None).unwrap();
        let same: C64 = same.to_vec().unwrap().iter().sum();
        assert!((same - trace).norm() < 1e-10, "{same} {trace}");
    }
}

#[test]
fn eigenvalues_of_real_matrices_come_in_pairs() {
    let (context, stream) = context_and_stream();
    let mut handle = cusolver().handle(&context).unwrap();
    if handle.cusolver().version() < 11_705 {
        return cuda_rust::skip("cuSOLVER before 11.7.5 has no general eigenvalues");
    }
    let mut rng = Rng::with_seed(12);
    for n in 1..9 {
        let a = Host::random::<f64>(&mut rng, n, n);
        let mut on_a = Device::<f64>::new(&stream, &a, false, 1);
        let mut vectors = Device::<f64>::new(&stream, &Host::identity(n), false, 0);
        let mut values = stream.alloc_zeroed::<C64>(n).unwrap();
        handle.on(&stream).eig_real(on_a.view(), &mut values, Some(vectors.view())).unwrap();
        let (values, packed) = (values.to_vec().unwrap(), vectors.host());
        let vectors = Host::new(n, n, |row, column| match values[column].im {
            0.0 => packed.at(row, column),
            im if im > 0.0 => packed.at(row, column) + C64::I * packed.at(row, column + 1),
            _ => packed.at(row, column - 1) - C64::I * packed.at(row, column),
        });
        let scaled = Host::new(n, n, |row, column| vectors.at(row, column) * values[column]);
        a.times(&vectors).assert_is::<C64>(&scaled, "eig_real");
        let sum: C64 = values.iter().sum();
        let trace: C64 = (0..n).map(|at| a.at(at, at)).sum();
        assert!((sum - trace).norm() < 1e-10, "{sum} {trace}");
    }
}

fn batches<T: Number>(stream: &Stream, solver: &mut Solver<'_>, rng: &mut Rng) {
    let (m, n, len) = (rng.usize(1..7), rng.usize(1..7), rng.usize(1..4));
    let numbers =
        |all: &[Host]| all.iter().flat_map(|matrix| matrix.t().all).map(T::of).collect::<Vec<_>>();
    let by_columns = |all: &[T], rows: usize, columns: usize, index: usize| {
        Host::new(rows, columns, |row, column| all[(index * columns + column) * rows + row].wide())
    };
    let all: Vec<Host> = (0..len).map(|_| Host::random::<T>(rng, m, n)).collect();
    let mut a = stream.upload(&numbers(&all)).unwrap();
    let (mut u, mut v) =
        (stream.alloc::<T>(len * m * m).unwrap(), stream.alloc::<T>(len * n * n).unwrap());
    let k = m.min(n);
    let mut values = stream.alloc::<T::Real>(len * k).unwrap();
    let of_a = MatrixMut::batch(&mut a, len, n, m).unwrap().t();
    let of_u = MatrixMut::batch(&mut u, len, m, m).unwrap().t();
    let of_v = MatrixMut::batch(&mut v, len, n, n).unwrap().t();
    solver.svd_batched(of_a, &mut values, Some((of_u, of_v))).unwrap();
    let (u, v, values) = (u.to_vec().unwrap(), v.to_vec().unwrap(), values.to_vec().unwrap());
    for (index, a) in all.iter().enumerate() {
        let (u, v) = (by_columns(&u, m, m, index), by_columns(&v, n, n, index));
        let middle = Host::new(m, n, |row, column| {
            if row == column { T::of_real(values[index * k + row]).into() } else { C64::ZERO }
        });
        u.times(&middle).times(&v.h()).assert_is::<T>(a, "svd_batched");
        u.h().times(&u).assert_is::<T>(&Host::identity(m), "uᴴ u");
        v.h().times(&v).assert_is::<T>(&Host::identity(n), "vᴴ v");
    }
    // Solutions with the factors of a batch.
    let all: Vec<Host> = (0..len).map(|_| Host::positive::<T>(rng, n)).collect();
    let right: Vec<Host> = (0..len).map(|_| Host::random::<T>(rng, n, 1)).collect();
    let (mut a, mut b) =
        (stream.upload(&numbers(&all)).unwrap(), stream.upload(&numbers(&right)).unwrap());
    solver.cholesky(MatrixMut::batch(&mut a, len, n, n).unwrap().t(), Fill::Lower).unwrap();
    let factors = MatrixMut::batch(&mut a, len, n, n).unwrap().t();
    let of_b = MatrixMut::batch(&mut b, len, n, 1).unwrap();
    solver.cholesky_solve(factors.as_view(), Fill::Lower, of_b).unwrap();
    let x = b.to_vec().unwrap();
    for (index, (a, b)) in all.iter().zip(&right).enumerate() {
        a.times(&by_columns(&x, n, 1, index)).assert_is::<T>(b, "cholesky_solve of a batch");
    }
}

#[test]
fn singular_values_and_solutions_of_batches_are_those_of_each_matrix() {
    each!(batches);
}

#[test]
fn reflections_of_a_batch_are_those_of_each_matrix() {
    let (context, stream) = context_and_stream();
    let mut handle = cusolver().handle(&context).unwrap();
    let mut solver = handle.on(&stream);
    let mut rng = Rng::with_seed(14);
    for (len, m, n) in [(3, 5, 3), (2, 3, 3), (1, 4, 1), (4, 1, 1)] {
        let all: Vec<Host> = (0..len).map(|_| Host::random::<C64>(&mut rng, m, n)).collect();
        let numbers: Vec<C64> = all.iter().flat_map(|matrix| matrix.t().all).collect();
        let mut batch = stream.upload(&numbers).unwrap();
        let mut tau = stream.alloc_zeroed::<C64>(len * n).unwrap();
        solver.qr(MatrixMut::batch(&mut batch, len, n, m).unwrap().t(), &mut tau).unwrap();
        let factors = batch.to_vec().unwrap();
        solver.q(MatrixMut::batch(&mut batch, len, n, m).unwrap().t(), &tau).unwrap();
        let q = batch.to_vec().unwrap();
        for (index, a) in all.iter().enumerate() {
            let at = |row, column| (index * n + column) * m + row;
            let r =
                Host::new(
                    n,
                    n,
                    |row, column| if row <= column { factors[at(row, column)] } else { C64::ZERO },
                );
            let q = Host::new(m, n, |row, column| q[at(row, column)]);
            q.times(&r).assert_is::<C64>(a, "q r");
            q.h().times(&q).assert_is::<C64>(&Host::identity(n), "qᴴ q");
        }
    }
}
