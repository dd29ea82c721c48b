//! Products of matrices, updates, solutions and sums, against a reference.

use cuda_libraries_sys::cublas::*;
use num_complex::Complex;

use super::{
    FILLS, OPERATIONS, SUCCESS, TestHandle, bound, call, combined, factor, is_in, mirrored,
    operated, pick, shape, triangular,
};
use crate::reference::{Matrix, Number};

type C32 = Complex<f32>;
type C64 = Complex<f64>;

const ROUNDS: usize = 12;

/// Returns a size, often none or one.
fn size() -> usize {
    match fastrand::u8(..8) {
        0 => 0,
        1 => 1,
        _ => fastrand::usize(2..40),
    }
}

macro_rules! gemm {
    ($($function:ident $T:ty, $Int:ty;)*) => {$({
        let test = TestHandle::new();
        for _ in 0..ROUNDS {
            let (m, n, k) = (size(), size(), size());
            let (left, right) = (pick(&OPERATIONS), pick(&OPERATIONS));
            let (rows, columns) = shape(left, m, k);
            let a = test.matrix::<$T>(rows, columns);
            let (rows, columns) = shape(right, k, n);
            let b = test.matrix::<$T>(rows, columns);
            let c = test.matrix::<$T>(m, n);
            let (alpha, beta) = (factor::<$T>(), factor::<$T>());
            let status = call!($function(
                test.handle, left, right, m as $Int, n as $Int, k as $Int, (&raw const alpha).cast(), a.device.c(), a.ld(),
                b.device.c(), b.ld(), (&raw const beta).cast(), c.device.m(), c.ld()
            ));
            assert_eq!(status, SUCCESS);
            let product = operated(&a.matrix, left).times(&operated(&b.matrix, right));
            let expected = combined(alpha.wide(), &product, beta.wide(), &c.matrix);
            c.now::<$T>().assert_near(&expected, bound::<$T>(k), stringify!($function));
        }
    })*};
}

#[test]
fn products_are_those_of_a_reference() {
    gemm! {
        cublasSgemm_v2 f32, i32;
        cublasDgemm_v2 f64, i32;
        cublasCgemm_v2 C32, i32;
        cublasZgemm_v2 C64, i32;
        cublasSgemm_v2_64 f32, i64;
        cublasDgemm_v2_64 f64, i64;
        cublasCgemm_v2_64 C32, i64;
        cublasZgemm_v2_64 C64, i64;
        cublasCgemm3m C32, i32;
        cublasZgemm3m C64, i32;
        cublasHgemm half::f16, i32;
    }
}

const SIDES: [cublasSideMode_t; 2] =
    [cublasSideMode_t::CUBLAS_SIDE_LEFT, cublasSideMode_t::CUBLAS_SIDE_RIGHT];

fn order(side: cublasSideMode_t, m: usize, n: usize) -> usize {
    if side == SIDES[0] { m } else { n }
}

fn sided(side: cublasSideMode_t, a: &Matrix, b: &Matrix) -> Matrix {
    if side == SIDES[0] { a.times(b) } else { b.times(a) }
}

macro_rules! symm {
    ($($function:ident $T:ty, $is_hermitian:literal;)*) => {$({
        let test = TestHandle::new();
        for _ in 0..ROUNDS {
            let (m, n) = (size(), size());
            let (side, fill) = (pick(&SIDES), pick(&FILLS));
            let order = order(side, m, n);
            let a = test.triangle::<$T>(order, $is_hermitian);
            let (b, c) = (test.matrix::<$T>(m, n), test.matrix::<$T>(m, n));
            let (alpha, beta) = (factor::<$T>(), factor::<$T>());
            let status = call!($function(
                test.handle, side, fill, m as i32, n as i32, (&raw const alpha).cast(), a.device.c(), a.ld(),
                b.device.c(), b.ld(), (&raw const beta).cast(), c.device.m(), c.ld()
            ));
            assert_eq!(status, SUCCESS);
            let product = sided(side, &mirrored(&a.matrix, fill, $is_hermitian), &b.matrix);
            let expected = combined(alpha.wide(), &product, beta.wide(), &c.matrix);
            c.now::<$T>().assert_near(&expected, bound::<$T>(order), stringify!($function));
        }
    })*};
}

#[test]
fn products_with_symmetric_matrices_read_one_triangle() {
    symm! {
        cublasSsymm_v2 f32, false;
        cublasDsymm_v2 f64, false;
        cublasCsymm_v2 C32, false;
        cublasZsymm_v2 C64, false;
        cublasChemm_v2 C32, true;
        cublasZhemm_v2 C64, true;
    }
}

/// Returns what an update leaves: the other triangle is as before, and a Hermitian diagonal is real.
fn updated(
    before: &Matrix,
    fill: cublasFillMode_t,
    is_hermitian: bool,
    product: &Matrix,
    beta: num_complex::Complex64,
) -> Matrix {
    let new = combined(1.0.into(), product, beta, before);
    Matrix::new(before.rows, before.columns, |row, column| {
        if !is_in(fill, row, column) {
            before.at(row, column)
        } else if is_hermitian && row == column {
            new.at(row, column).re.into()
        } else {
            new.at(row, column)
        }
    })
}

macro_rules! rank_k {
    ($($function:ident $F:ty, $T:ty, $is_hermitian:literal;)*) => {$({
        let test = TestHandle::new();
        for _ in 0..ROUNDS {
            let (n, k, fill) = (size(), size(), pick(&FILLS));
            let operation = pick(&[OPERATIONS[0], OPERATIONS[1 + usize::from($is_hermitian)]]);
            let (rows, columns) = shape(operation, n, k);
            let (a, c) = (test.matrix::<$T>(rows, columns), test.triangle::<$T>(n, $is_hermitian));
            let (alpha, beta) = (factor::<$F>(), factor::<$F>());
            let status = call!($function(
                test.handle, fill, operation, n as i32, k as i32, (&raw const alpha).cast(), a.device.c(), a.ld(),
                (&raw const beta).cast(), c.device.m(), c.ld()
            ));
            assert_eq!(status, SUCCESS);
            let left = operated(&a.matrix, operation);
            let right = if $is_hermitian { left.h() } else { left.t() };
            let product = left.times(&right).scaled(alpha.wide());
            let expected = updated(&c.matrix, fill, $is_hermitian, &product, beta.wide());
            c.now::<$T>().assert_near(&expected, bound::<$T>(k), stringify!($function));
        }
    })*};
}

#[test]
fn updates_of_a_triangle_leave_the_other() {
    rank_k! {
        cublasSsyrk_v2 f32, f32, false;
        cublasDsyrk_v2 f64, f64, false;
        cublasCsyrk_v2 C32, C32, false;
        cublasZsyrk_v2 C64, C64, false;
        cublasCherk_v2 f32, C32, true;
        cublasZherk_v2 f64, C64, true;
    }
}

macro_rules! rank_two_k {
    ($($function:ident $T:ty, $F:ty, $is_hermitian:literal, $adds_mirror:literal;)*) => {$({
        let test = TestHandle::new();
        for _ in 0..ROUNDS {
            let (n, k, fill) = (size(), size(), pick(&FILLS));
            let operation = pick(&[OPERATIONS[0], OPERATIONS[1 + usize::from($is_hermitian)]]);
            let (rows, columns) = shape(operation, n, k);
            let (a, b) = (test.matrix::<$T>(rows, columns), test.matrix::<$T>(rows, columns));
            let c = test.triangle::<$T>(n, $is_hermitian);
            let (alpha, beta) = (factor::<$T>(), factor::<$F>());
            let status = call!($function(
                test.handle, fill, operation, n as i32, k as i32, (&raw const alpha).cast(), a.device.c(), a.ld(),
                b.device.c(), b.ld(), (&raw const beta).cast(), c.device.m(), c.ld()
            ));
            assert_eq!(status, SUCCESS);
            let turned = |matrix: &Matrix| if $is_hermitian { matrix.h() } else { matrix.t() };
            let (left, right) = (operated(&a.matrix, operation), operated(&b.matrix, operation));
            let mut product = left.times(&turned(&right)).scaled(alpha.wide());
            if $adds_mirror {
                product = product.plus(&turned(&product));
            }
            let expected = updated(&c.matrix, fill, $is_hermitian, &product, beta.wide());
            c.now::<$T>().assert_near(&expected, bound::<$T>(2 * k), stringify!($function));
        }
    })*};
}

#[test]
fn updates_by_two_matrices_leave_the_other_triangle() {
    rank_two_k! {
        cublasSsyr2k_v2 f32, f32, false, true;
        cublasDsyr2k_v2 f64, f64, false, true;
        cublasCsyr2k_v2 C32, C32, false, true;
        cublasZsyr2k_v2 C64, C64, false, true;
        cublasCher2k_v2 C32, f32, true, true;
        cublasZher2k_v2 C64, f64, true, true;
        cublasSsyrkx f32, f32, false, false;
        cublasZsyrkx C64, C64, false, false;
        cublasCherkx C32, f32, true, false;
    }
}

const DIAGONALS: [cublasDiagType_t; 2] =
    [cublasDiagType_t::CUBLAS_DIAG_NON_UNIT, cublasDiagType_t::CUBLAS_DIAG_UNIT];

/// Returns a matrix whose triangles can be solved with: its elements are small besides its diagonal.
fn solvable<T: Number>(order: usize) -> Matrix {
    Matrix::new(order, order, |row, column| {
        let scale = if row == column {
            return T::of(1.0.into()).wide() + T::of(T::random().wide() * 0.25).wide();
        } else {
            1.0 / (order as f64 + 1.0)
        };
        T::of(T::random().wide() * scale).wide()
    })
}

macro_rules! triangles {
    ($($multiply:ident $solve:ident $T:ty;)*) => {$({
        let test = TestHandle::new();
        for _ in 0..ROUNDS {
            // Some are solved in parts.
            let (m, n) = (size() * fastrand::usize(1..4), size());
            let (side, fill) = (pick(&SIDES), pick(&FILLS));
            let (operation, diagonal) = (pick(&OPERATIONS), pick(&DIAGONALS));
            let order = order(side, m, n);
            let a = test.stored::<$T>(solvable::<$T>(order));
            let (b, c) = (test.matrix::<$T>(m, n), test.matrix::<$T>(m, n));
            let alpha = factor::<$T>();
            let status = call!($multiply(
                test.handle, side, fill, operation, diagonal, m as i32, n as i32, (&raw const alpha).cast(), a.device.c(),
                a.ld(), b.device.c(), b.ld(), c.device.m(), c.ld()
            ));
            assert_eq!(status, SUCCESS);
            let full = operated(&triangular(&a.matrix, fill, diagonal == DIAGONALS[1]), operation);
            let expected = sided(side, &full, &b.matrix).scaled(alpha.wide());
            c.now::<$T>().assert_near(&expected, bound::<$T>(order), stringify!($multiply));
            let status = call!($solve(
                test.handle, side, fill, operation, diagonal, m as i32, n as i32, (&raw const alpha).cast(), a.device.c(),
                a.ld(), b.device.m(), b.ld()
            ));
            assert_eq!(status, SUCCESS);
            let expected = b.matrix.scaled(alpha.wide());
            let found = sided(side, &full, &b.now::<$T>());
            found.assert_near(&expected, 8.0 * bound::<$T>(order), stringify!($solve));
        }
    })*};
}

#[test]
fn triangular_systems_are_solved_by_what_products_with_their_matrices_undo() {
    triangles! {
        cublasStrmm_v2 cublasStrsm_v2 f32;
        cublasDtrmm_v2 cublasDtrsm_v2 f64;
        cublasCtrmm_v2 cublasCtrsm_v2 C32;
        cublasZtrmm_v2 cublasZtrsm_v2 C64;
    }
}

macro_rules! sums {
    ($($geam:ident $dgmm:ident $T:ty;)*) => {$({
        let test = TestHandle::new();
        for _ in 0..ROUNDS {
            let (m, n) = (size(), size());
            let (left, right) = (pick(&OPERATIONS), pick(&OPERATIONS));
            let (rows, columns) = shape(left, m, n);
            let a = test.matrix::<$T>(rows, columns);
            let (rows, columns) = shape(right, m, n);
            let b = test.matrix::<$T>(rows, columns);
            let c = test.matrix::<$T>(m, n);
            let (alpha, beta) = (factor::<$T>(), factor::<$T>());
            // cuSOLVER passes none.
            let has_beta = pick(&[true, true, false]);
            let of_b = if has_beta { &raw const beta } else { core::ptr::null() };
            let status = call!($geam(
                test.handle, left, right, m as i32, n as i32, (&raw const alpha).cast(), a.device.c(), a.ld(),
                of_b.cast(), b.device.c(), b.ld(), c.device.m(), c.ld()
            ));
            let factor_of_b = if has_beta { beta.wide() } else { C64::ZERO };
            assert_eq!(status, SUCCESS);
            let (x, y) = (operated(&a.matrix, left), operated(&b.matrix, right));
            let expected = combined(alpha.wide(), &x, factor_of_b, &y);
            c.now::<$T>().assert_near(&expected, bound::<$T>(1), stringify!($geam));

            let (a, side) = (test.matrix::<$T>(m, n), pick(&SIDES));
            let x = test.vector::<$T>(order(side, m, n));
            let status = call!($dgmm(
                test.handle, side, m as i32, n as i32, a.device.c(), a.ld(), x.device.c(), x.inc(), c.device.m(), c.ld()
            ));
            assert_eq!(status, SUCCESS);
            let expected = Matrix::new(m, n, |row, column| {
                let index = if side == SIDES[0] { row } else { column };
                a.matrix.at(row, column) * x.matrix.at(index, 0)
            });
            c.now::<$T>().assert_near(&expected, bound::<$T>(1), stringify!($dgmm));
        }
    })*};
}

#[test]
fn sums_and_products_with_a_diagonal_are_those_of_a_reference() {
    sums! {
        cublasSgeam cublasSdgmm f32;
        cublasDgeam cublasDdgmm f64;
        cublasCgeam cublasCdgmm C32;
        cublasZgeam cublasZdgmm C64;
    }
}
