//! Matrices of small and of large numbers: results are those of the same matrix at scale 1, times a power of the scale. LAPACK
//! scales its input for this.

use cublas::{Fill, MatrixMut, Side};
use cuda_driver::Stream;
use cuda_rust::device::is_software;
use cusolver::{Handle, Pivots, Solver, Vectors};
use fastrand::Rng;
use num_complex::Complex;

use crate::device::{context_and_stream, cusolver};
use crate::matrix::{C64, Device, Host, Number, diagonal};

/// Exponents of ten: beyond each, another product of numbers, of squares or of reciprocals leaves the range of the type.
const OF_F32: &[i32] = &[-35, -30, -25, -20, -19, -13, -10, 10, 13, 19, 20, 25, 30, 35];
const OF_F64: &[i32] =
    &[-300, -250, -200, -160, -154, -120, -103, -78, 78, 103, 120, 154, 160, 200, 250, 300];

/// Does something for each type and scale, with a random number generator.
macro_rules! each {
    ($function:ident: $($ty:ty, $exponents:expr;)*) => {{
        let (context, stream) = context_and_stream();
        let mut handle: Handle = cusolver().handle(&context).unwrap();
        let mut rng = Rng::with_seed(cuda_rust::options::number("seed", 21));
        $(for exponent in $exponents {
            $function::<$ty>(&stream, &mut handle.on(&stream), &mut rng, *exponent);
        })*
    }};
    ($function:ident) => {
        each! {
            $function:
            f32, OF_F32;
            f64, OF_F64;
            Complex<f32>, OF_F32;
            Complex<f64>, OF_F64;
        }
    };
}

/// Returns a matrix times a power of ten.
fn scaled(host: &Host, exponent: i32) -> Host {
    Host::new(host.rows, host.columns, |row, column| host.at(row, column) * 10_f64.powi(exponent))
}

fn placed<T: Number>(stream: &Stream, host: &Host, exponent: i32) -> Device<T> {
    Device::new(stream, &scaled(host, exponent), false, 1)
}

fn upper(matrix: &Host, n: usize) -> Host {
    Host::new(
        n,
        matrix.columns,
        |row, column| if row <= column { matrix.at(row, column) } else { C64::ZERO },
    )
}

fn solutions<T: Number>(stream: &Stream, solver: &mut Solver<'_>, rng: &mut Rng, exponent: i32) {
    let n = rng.usize(1..8);
    let (a, b) = (Host::positive::<T>(rng, n), Host::random::<T>(rng, n, 2));
    let a = Host::new(n, n, |row, column| a.at((row + 1) % n, column));
    for of_b in [exponent, 0] {
        let (mut on_a, mut x) = (placed::<T>(stream, &a, exponent), placed::<T>(stream, &b, of_b));
        solver.solve(on_a.view(), x.view()).unwrap();
        let x = scaled(&x.host(), exponent - of_b);
        a.times(&x).assert_is::<T>(&b, &format!("solve at 1e{exponent}"));
    }
    let mut on_a = placed::<T>(stream, &a, exponent);
    let mut inverse = Device::<T>::new(stream, &Host::identity(n), false, 0);
    let mut pivots = Pivots::new(stream, n).unwrap();
    solver.lu(on_a.view(), &mut pivots).unwrap();
    solver.lu_inverse(on_a.view().as_view(), &pivots, inverse.view()).unwrap();
    let inverse = scaled(&inverse.host(), exponent);
    a.times(&inverse).assert_is::<T>(&Host::identity(n), &format!("lu_inverse at 1e{exponent}"));
}

fn positive_ones<T: Number>(
    stream: &Stream,
    solver: &mut Solver<'_>,
    rng: &mut Rng,
    exponent: i32,
) {
    let n = rng.usize(1..8);
    // A root has half of the exponent.
    let exponent = exponent & !1;
    let (a, b) = (Host::positive::<T>(rng, n), Host::random::<T>(rng, n, 1));
    let (mut on_a, mut x) = (placed::<T>(stream, &a, exponent), placed::<T>(stream, &b, exponent));
    solver.cholesky(on_a.view(), Fill::Upper).unwrap();
    solver.cholesky_solve(on_a.view().as_view(), Fill::Upper, x.view()).unwrap();
    let factor = upper(&scaled(&on_a.host(), -exponent / 2), n);
    let at = format!("at 1e{exponent}");
    factor.h().times(&factor).assert_is::<T>(&a, &format!("cholesky {at}"));
    a.times(&x.host()).assert_is::<T>(&b, &format!("cholesky_solve {at}"));
    // A batch, in one call.
    let all: Vec<T> = [1, 2].iter().flat_map(|_| scaled(&a, exponent).t().all).map(T::of).collect();
    let mut batch = stream.upload(&all).unwrap();
    solver.cholesky(MatrixMut::batch(&mut batch, 2, n, n).unwrap().t(), Fill::Upper).unwrap();
    let found = batch.to_vec().unwrap();
    let second = Host::new(n, n, |row, column| found[n * n + column * n + row].wide());
    let factor = upper(&scaled(&second, -exponent / 2), n);
    factor.h().times(&factor).assert_is::<T>(&a, &format!("cholesky of a batch {at}"));
}

fn reflections<T: Number>(stream: &Stream, solver: &mut Solver<'_>, rng: &mut Rng, exponent: i32) {
    let n = rng.usize(1..6);
    let m = n + rng.usize(..4);
    let a = Host::random::<T>(rng, m, n);
    let mut on_a = placed::<T>(stream, &a, exponent);
    let mut tau = stream.alloc_zeroed::<T>(n).unwrap();
    solver.qr(on_a.view(), &mut tau).unwrap();
    let r = upper(&scaled(&on_a.host(), -exponent), n);
    let mut product = placed::<T>(stream, &a, exponent);
    solver.q_product(Side::Left, true, on_a.view().as_view(), &tau, product.view()).unwrap();
    let found = scaled(&product.host(), -exponent);
    upper(&found, n).assert_is::<T>(&r, &format!("qᴴ a at 1e{exponent}"));
    solver.q(on_a.view(), &tau).unwrap();
    let q = on_a.host();
    q.h().times(&q).assert_is::<T>(&Host::identity(n), &format!("q at 1e{exponent}"));
    q.times(&r).assert_is::<T>(&a, &format!("q r at 1e{exponent}"));
}

fn spectra<T: Number>(stream: &Stream, solver: &mut Solver<'_>, rng: &mut Rng, exponent: i32) {
    let n = rng.usize(1..8);
    let a = Host::hermitian::<T>(rng, n);
    let mut on_a = placed::<T>(stream, &a, exponent);
    let mut values = stream.alloc_zeroed(n).unwrap();
    solver.eigh(on_a.view(), Fill::Lower, Vectors::Yes, &mut values).unwrap();
    let vectors = on_a.host();
    let middle = scaled(&diagonal::<T>(&values, n, n), -exponent);
    let found = vectors.times(&middle).times(&vectors.h());
    found.assert_is::<T>(&a, &format!("eigh at 1e{exponent}"));
}

fn singular_values<T: Number>(
    stream: &Stream,
    solver: &mut Solver<'_>,
    rng: &mut Rng,
    exponent: i32,
) {
    // As its page says.
    let least = if T::ERROR > 1e-10 { -31 } else { -290 };
    if !is_software() && exponent < least {
        return;
    }
    let n = rng.usize(1..6);
    let m = n + rng.usize(..4);
    let a = Host::random::<T>(rng, m, n);
    let mut on_a = placed::<T>(stream, &a, exponent);
    let zeros = |rows, columns| {
        Device::<T>::new(stream, &Host::new(rows, columns, |_, _| C64::ZERO), false, 0)
    };
    let (mut u, mut vh) = (zeros(m, n), zeros(n, n));
    let mut values = stream.alloc_zeroed(n).unwrap();
    solver.svd(on_a.view(), &mut values, Some(u.view()), Some(vh.view())).unwrap();
    let middle = scaled(&diagonal::<T>(&values, n, n), -exponent);
    let found = u.host().times(&middle).times(&vh.host());
    found.assert_is::<T>(&a, &format!("svd at 1e{exponent}"));
    // By Jacobi's method, in batches.
    let mut a_again = stream.upload(&on_batch::<T>(&scaled(&a, exponent))).unwrap();
    let (mut u, mut v) = (stream.alloc::<T>(m * m).unwrap(), stream.alloc::<T>(n * n).unwrap());
    let of_a = MatrixMut::batch(&mut a_again, 1, n, m).unwrap().t();
    let of_u = MatrixMut::batch(&mut u, 1, m, m).unwrap().t();
    let of_v = MatrixMut::batch(&mut v, 1, n, n).unwrap().t();
    solver.svd_batched(of_a, &mut values, Some((of_u, of_v))).unwrap();
    let (u, v) = (u.to_vec().unwrap(), v.to_vec().unwrap());
    let u = Host::new(m, n, |row, column| u[column * m + row].wide());
    let v = Host::new(n, n, |row, column| v[column * n + row].wide());
    let middle = scaled(&diagonal::<T>(&values, n, n), -exponent);
    let found = u.times(&middle).times(&v.h());
    found.assert_is::<T>(&a, &format!("svd_batched at 1e{exponent}"));
}

fn on_batch<T: Number>(host: &Host) -> Vec<T> {
    host.t().all.into_iter().map(T::of).collect()
}

/// General eigenvalues, whose sum is the trace.
fn general<T: Number>(stream: &Stream, solver: &mut Solver<'_>, rng: &mut Rng, exponent: i32) {
    let n = rng.usize(1..6);
    let a = Host::random::<C64>(rng, n, n);
    let mut on_a = placed::<C64>(stream, &a, exponent);
    let mut vectors = Device::<C64>::new(stream, &Host::identity(n), false, 0);
    let mut values = stream.alloc_zeroed::<C64>(n).unwrap();
    solver.eig(on_a.view(), &mut values, Some(vectors.view())).unwrap();
    let (values, vectors) = (values.to_vec().unwrap(), vectors.host());
    let size = 10_f64.powi(-exponent);
    let turned = Host::new(n, n, |row, column| vectors.at(row, column) * (values[column] * size));
    a.times(&vectors).assert_is::<T>(&turned, &format!("eig at 1e{exponent}"));
    let a = Host::random::<f64>(rng, n, n);
    let mut on_a = placed::<f64>(stream, &a, exponent);
    let mut values = stream.alloc_zeroed::<C64>(n).unwrap();
    solver.eig_real(on_a.view(), &mut values, None).unwrap();
    let sum: C64 = values.to_vec().unwrap().iter().map(|value| value * size).sum();
    let trace: C64 = (0..n).map(|at| a.at(at, at)).sum();
    assert!((sum - trace).norm() < 1e-10, "eig_real at 1e{exponent}: {sum} {trace}");
}

#[test]
fn solutions_and_inverses_are_right_at_every_scale() {
    each!(solutions);
}

#[test]
fn cholesky_s_factors_and_solutions_are_right_at_every_scale() {
    each!(positive_ones);
}

#[test]
fn reflections_are_right_at_every_scale() {
    each!(reflections);
}

#[test]
fn eigenvalues_are_right_at_every_scale() {
    each!(spectra);
}

#[test]
fn singular_values_are_right_at_every_scale() {
    each!(singular_values);
}

#[test]
fn general_eigenvalues_are_right_at_every_scale() {
    let context = context_and_stream().0;
    if cusolver().handle(&context).unwrap().cusolver().version() < 11_705 {
        return cuda_rust::skip("cuSOLVER before 11.7.5 has no general eigenvalues");
    }
    each!(general: C64, OF_F64;);
}
