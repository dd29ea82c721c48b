//! Products of matrices and vectors, against a reference: matrices in every layout.

use cuda_libraries_sys::cublas::*;
use num_complex::Complex;

use super::{
    Device, FILLS, OPERATIONS, SUCCESS, TestHandle, bound, call, combined, factor, is_in, is_lower,
    mirrored, operated, pick, triangular,
};
use crate::reference::{Matrix, Number};

type C32 = Complex<f32>;
type C64 = Complex<f64>;

const ROUNDS: usize = 12;
const DIAGONALS: [cublasDiagType_t; 2] =
    [cublasDiagType_t::CUBLAS_DIAG_NON_UNIT, cublasDiagType_t::CUBLAS_DIAG_UNIT];

fn size() -> usize {
    match fastrand::u8(..8) {
        0 => 0,
        1 => 1,
        _ => fastrand::usize(2..40),
    }
}

/// Returns the elements of a triangle, column by column.
fn packed<T: Number>(matrix: &Matrix, fill: cublasFillMode_t) -> Vec<T> {
    let n = matrix.rows;
    let places = (0..n).flat_map(|column| (0..n).map(move |row| (row, column)));
    let stored = places.filter(|&(row, column)| is_in(fill, row, column));
    stored.map(|(row, column)| T::of(matrix.at(row, column))).collect()
}

/// Returns the diagonals of a band as rows, and their distance.
fn banded<T: Number>(matrix: &Matrix, below: usize, above: usize) -> (Vec<T>, usize) {
    let leading = below + above + 1 + fastrand::usize(..3);
    let mut all = vec![T::of(f64::NAN.into()); leading * matrix.columns];
    for column in 0..matrix.columns {
        for row in column.saturating_sub(above)..matrix.rows.min(column + below + 1) {
            all[column * leading + above + row - column] = T::of(matrix.at(row, column));
        }
    }
    (all, leading)
}

/// Returns the matrix without what is outside of a band.
fn within(matrix: &Matrix, below: usize, above: usize) -> Matrix {
    Matrix::new(matrix.rows, matrix.columns, |row, column| {
        if row <= column + below && column <= row + above {
            matrix.at(row, column)
        } else {
            0.0.into()
        }
    })
}

macro_rules! general {
    ($($gemv:ident $gbmv:ident $T:ty, $Int:ty;)*) => {$({
        let test = TestHandle::new();
        for _ in 0..ROUNDS {
            let (m, n, operation) = (size(), size(), pick(&OPERATIONS));
            let a = test.matrix::<$T>(m, n);
            let (rows, columns) = match operation {
                cublasOperation_t::CUBLAS_OP_N => (m, n),
                _ => (n, m),
            };
            let (x, y) = (test.vector::<$T>(columns), test.vector::<$T>(rows));
            let (alpha, beta) = (factor::<$T>(), factor::<$T>());
            let expected = |a: &Matrix, y: &Matrix| {
                if m == 0 || n == 0 {
                    y.clone()
                } else {
                    let product = operated(a, operation).times(&x.matrix);
                    combined(alpha.wide(), &product, beta.wide(), y)
                }
            };
            let status = call!($gemv(
                test.handle, operation, m as $Int, n as $Int, (&raw const alpha).cast(), a.device.c(), a.ld(), x.device.c(),
                x.inc(), (&raw const beta).cast(), y.device.m(), y.inc()
            ));
            assert_eq!(status, SUCCESS);
            let now = y.now::<$T>();
            now.assert_near(&expected(&a.matrix, &y.matrix), bound::<$T>(columns), stringify!($gemv));

            let (below, above) = (fastrand::usize(..m + 1), fastrand::usize(..n + 2));
            let (numbers, leading) = banded::<$T>(&a.matrix, below, above);
            let band = test.upload(&numbers);
            let status = call!($gbmv(
                test.handle, operation, m as $Int, n as $Int, below as $Int, above as $Int, (&raw const alpha).cast(),
                band.c(), leading as $Int, x.device.c(), x.inc(), (&raw const beta).cast(), y.device.m(), y.inc()
            ));
            assert_eq!(status, SUCCESS);
            let expected = expected(&within(&a.matrix, below, above), &now);
            y.now::<$T>().assert_near(&expected, bound::<$T>(columns), stringify!($gbmv));
        }
    })*};
}

#[test]
fn products_with_vectors_are_those_of_a_reference() {
    general! {
        cublasSgemv_v2 cublasSgbmv_v2 f32, i32;
        cublasDgemv_v2 cublasDgbmv_v2 f64, i32;
        cublasCgemv_v2 cublasCgbmv_v2 C32, i32;
        cublasZgemv_v2_64 cublasZgbmv_v2_64 C64, i64;
    }
}

macro_rules! symmetric {
    ($($full:ident $band:ident $packed:ident $T:ty, $is_hermitian:literal;)*) => {$({
        let test = TestHandle::new();
        for _ in 0..ROUNDS {
            let (n, fill) = (size(), pick(&FILLS));
            let a = test.triangle::<$T>(n, $is_hermitian);
            let (x, y) = (test.vector::<$T>(n), test.vector::<$T>(n));
            let (alpha, beta) = (factor::<$T>(), factor::<$T>());
            let check = |a: &Matrix, before: &Matrix, routine| {
                let product = mirrored(a, fill, $is_hermitian).times(&x.matrix);
                let now = y.now::<$T>();
                let expected = combined(alpha.wide(), &product, beta.wide(), before);
                now.assert_near(&expected, bound::<$T>(n), routine);
                now
            };
            let status = call!($full(
                test.handle, fill, n as i32, (&raw const alpha).cast(), a.device.c(), a.ld(), x.device.c(), x.inc(),
                (&raw const beta).cast(), y.device.m(), y.inc()
            ));
            assert_eq!(status, SUCCESS);
            let now = check(&a.matrix, &y.matrix, stringify!($full));
            let numbers = test.upload(&packed::<$T>(&a.matrix, fill));
            let status = call!($packed(
                test.handle, fill, n as i32, (&raw const alpha).cast(), numbers.c(), x.device.c(), x.inc(),
                (&raw const beta).cast(), y.device.m(), y.inc()
            ));
            assert_eq!(status, SUCCESS);
            let now = check(&a.matrix, &now, stringify!($packed));
            let k = fastrand::usize(..n + 1);
            let (below, above) = if is_lower(fill) { (k, 0) } else { (0, k) };
            let (numbers, leading) = banded::<$T>(&a.matrix, below, above);
            let numbers = test.upload(&numbers);
            let status = call!($band(
                test.handle, fill, n as i32, k as i32, (&raw const alpha).cast(), numbers.c(), leading as i32,
                x.device.c(), x.inc(), (&raw const beta).cast(), y.device.m(), y.inc()
            ));
            assert_eq!(status, SUCCESS);
            check(&within(&a.matrix, below, above), &now, stringify!($band));
        }
    })*};
}

#[test]
fn products_with_symmetric_matrices_are_the_same_in_every_layout() {
    symmetric! {
        cublasSsymv_v2 cublasSsbmv_v2 cublasSspmv_v2 f32, false;
        cublasDsymv_v2 cublasDsbmv_v2 cublasDspmv_v2 f64, false;
        cublasChemv_v2 cublasChbmv_v2 cublasChpmv_v2 C32, true;
        cublasZhemv_v2 cublasZhbmv_v2 cublasZhpmv_v2 C64, true;
    }
}

/// A triangle on the device.
enum Layout {
    Full(Device, i32),
    Band(Device, i32, i32),
    Packed(Device),
}

macro_rules! triangles {
    ($($multiply:ident $multiply_band:ident $multiply_packed:ident
       $solve:ident $solve_band:ident $solve_packed:ident $T:ty;)*) => {$({
        let test = TestHandle::new();
        for round in 0..3 * ROUNDS {
            let (n, fill) = (size(), pick(&FILLS));
            let (operation, diagonal) = (pick(&OPERATIONS), pick(&DIAGONALS));
            let matrix = Matrix::new(n, n, |row, column| {
                let small = T::<$T>::of(<$T>::random().wide() / (n as f64 + 1.0));
                if row == column { 1.0.into() } else { small }
            });
            let k = fastrand::usize(..n + 1);
            let (below, above) = if is_lower(fill) { (k, 0) } else { (0, k) };
            let (layout, matrix) = match round % 3 {
                0 => {
                    let stored = test.stored::<$T>(matrix);
                    let leading = stored.ld();
                    (Layout::Full(stored.device, leading), stored.matrix)
                }
                1 => {
                    let (numbers, leading) = banded::<$T>(&matrix, below, above);
                    let band = Layout::Band(test.upload(&numbers), k as i32, leading as i32);
                    (band, within(&matrix, below, above))
                }
                _ => (Layout::Packed(test.upload(&packed::<$T>(&matrix, fill))), matrix),
            };
            let full = operated(&triangular(&matrix, fill, diagonal == DIAGONALS[1]), operation);
            let x = test.vector::<$T>(n);
            let (handle, len, vector, increment) = (test.handle, n as i32, x.device.m(), x.inc());
            let status = match &layout {
                Layout::Full(a, leading) => call!($multiply(
                    handle, fill, operation, diagonal, len, a.c(), *leading, vector, increment
                )),
                Layout::Band(a, k, leading) => call!($multiply_band(
                    handle, fill, operation, diagonal, len, *k, a.c(), *leading, vector, increment
                )),
                Layout::Packed(a) => call!($multiply_packed(
                    handle, fill, operation, diagonal, len, a.c(), vector, increment
                )),
            };
            assert_eq!(status, SUCCESS);
            let now = x.now::<$T>();
            now.assert_near(&full.times(&x.matrix), bound::<$T>(n), stringify!($multiply));
            let vector = x.device.m();
            let status = match &layout {
                Layout::Full(a, leading) => call!($solve(
                    handle, fill, operation, diagonal, len, a.c(), *leading, vector, increment
                )),
                Layout::Band(a, k, leading) => call!($solve_band(
                    handle, fill, operation, diagonal, len, *k, a.c(), *leading, vector, increment
                )),
                Layout::Packed(a) => call!($solve_packed(
                    handle, fill, operation, diagonal, len, a.c(), vector, increment
                )),
            };
            assert_eq!(status, SUCCESS);
            x.now::<$T>().assert_near(&x.matrix, 8.0 * bound::<$T>(n), stringify!($solve));
        }
    })*};
}

/// Rounds as the type does.
struct T<N>(core::marker::PhantomData<N>);

impl<N: Number> T<N> {
    fn of(value: num_complex::Complex64) -> num_complex::Complex64 {
        N::of(value).wide()
    }
}

#[test]
fn triangular_systems_are_solved_in_every_layout() {
    triangles! {
        cublasStrmv_v2 cublasStbmv_v2 cublasStpmv_v2 cublasStrsv_v2 cublasStbsv_v2 cublasStpsv_v2 f32;
        cublasDtrmv_v2 cublasDtbmv_v2 cublasDtpmv_v2 cublasDtrsv_v2 cublasDtbsv_v2 cublasDtpsv_v2 f64;
        cublasCtrmv_v2 cublasCtbmv_v2 cublasCtpmv_v2 cublasCtrsv_v2 cublasCtbsv_v2 cublasCtpsv_v2 C32;
        cublasZtrmv_v2 cublasZtbmv_v2 cublasZtpmv_v2 cublasZtrsv_v2 cublasZtbsv_v2 cublasZtpsv_v2 C64;
    }
}

macro_rules! ger {
    ($($function:ident $T:ty, $is_conj:literal;)*) => {$({
        let test = TestHandle::new();
        for _ in 0..ROUNDS {
            let (m, n) = (size(), size());
            let (x, y, a) = (test.vector::<$T>(m), test.vector::<$T>(n), test.matrix::<$T>(m, n));
            let alpha = factor::<$T>();
            let status = call!($function(
                test.handle, m as i32, n as i32, (&raw const alpha).cast(), x.device.c(), x.inc(), y.device.c(), y.inc(),
                a.device.m(), a.ld()
            ));
            assert_eq!(status, SUCCESS);
            let row = if $is_conj { y.matrix.h() } else { y.matrix.t() };
            let expected = x.matrix.times(&row).scaled(alpha.wide()).plus(&a.matrix);
            a.now::<$T>().assert_near(&expected, bound::<$T>(1), stringify!($function));
        }
    })*};
}

#[test]
fn updates_by_vectors_are_those_of_a_reference() {
    ger! {
        cublasSger_v2 f32, false;
        cublasDger_v2 f64, false;
        cublasCgeru_v2 C32, false;
        cublasCgerc_v2 C32, true;
        cublasZgeru_v2 C64, false;
        cublasZgerc_v2 C64, true;
    }
}

macro_rules! rank {
    ($($one:ident $one_packed:ident $two:ident $two_packed:ident $F:ty, $T:ty, $is_hermitian:literal;)*) => {$({
        let test = TestHandle::new();
        for _ in 0..ROUNDS {
            let (n, fill) = (size(), pick(&FILLS));
            let (x, y) = (test.vector::<$T>(n), test.vector::<$T>(n));
            let a = test.triangle::<$T>(n, $is_hermitian);
            let (alpha, factor) = (factor::<$F>(), factor::<$T>());
            let turned = |matrix: &Matrix| if $is_hermitian { matrix.h() } else { matrix.t() };
            let one = x.matrix.times(&turned(&x.matrix)).scaled(alpha.wide());
            let two = x.matrix.times(&turned(&y.matrix)).scaled(factor.wide());
            let two = two.plus(&turned(&two));
            let real = |row, column, value: num_complex::Complex64| {
                if $is_hermitian && row == column { value.re.into() } else { value }
            };
            let updated = |before: &Matrix, by: &Matrix| Matrix::new(n, n, |row, column| {
                if is_in(fill, row, column) {
                    real(row, column, before.at(row, column) + by.at(row, column))
                } else {
                    before.at(row, column)
                }
            });
            let status = call!($one(
                test.handle, fill, n as i32, (&raw const alpha).cast(), x.device.c(), x.inc(), a.device.m(), a.ld()
            ));
            assert_eq!(status, SUCCESS);
            let expected = updated(&a.matrix, &one);
            a.now::<$T>().assert_near(&expected, bound::<$T>(1), stringify!($one));
            let status = call!($two(
                test.handle, fill, n as i32, (&raw const factor).cast(), x.device.c(), x.inc(), y.device.c(), y.inc(),
                a.device.m(), a.ld()
            ));
            assert_eq!(status, SUCCESS);
            let expected = updated(&expected, &two);
            a.now::<$T>().assert_near(&expected, bound::<$T>(4), stringify!($two));

            let numbers = test.upload(&packed::<$T>(&a.matrix, fill));
            let status = call!($one_packed(
                test.handle, fill, n as i32, (&raw const alpha).cast(), x.device.c(), x.inc(), numbers.m()
            ));
            assert_eq!(status, SUCCESS);
            let status = call!($two_packed(
                test.handle, fill, n as i32, (&raw const factor).cast(), x.device.c(), x.inc(), y.device.c(), y.inc(),
                numbers.m()
            ));
            assert_eq!(status, SUCCESS);
            let expected: Vec<_> = packed::<C64>(&expected, fill);
            let found: Vec<_> = numbers.numbers::<$T>().into_iter().take(expected.len()).collect();
            let list = |numbers: Vec<num_complex::Complex64>| Matrix::new(expected.len(), 1, |row, _| numbers[row]);
            let found = list(found.into_iter().map(Number::wide).collect());
            found.assert_near(&list(expected.clone()), bound::<$T>(4), stringify!($two_packed));
        }
    })*};
}

#[test]
fn updates_of_a_triangle_by_vectors_are_the_same_in_every_layout() {
    rank! {
        cublasSsyr_v2 cublasSspr_v2 cublasSsyr2_v2 cublasSspr2_v2 f32, f32, false;
        cublasDsyr_v2 cublasDspr_v2 cublasDsyr2_v2 cublasDspr2_v2 f64, f64, false;
        cublasCher_v2 cublasChpr_v2 cublasCher2_v2 cublasChpr2_v2 f32, C32, true;
        cublasZher_v2 cublasZhpr_v2 cublasZher2_v2 cublasZhpr2_v2 f64, C64, true;
    }
}

#[test]
fn a_triangle_is_packed_and_unpacked() {
    let test = TestHandle::new();
    for fill in FILLS {
        let a = test.matrix::<f32>(7, 7);
        let numbers = test.upload(&[0.0_f32; 28]);
        let status = call!(cublasStrttp(test.handle, fill, 7, a.device.c(), a.ld(), numbers.m()));
        assert_eq!(status, SUCCESS);
        assert_eq!(numbers.numbers::<f32>(), packed::<f32>(&a.matrix, fill));
        let b = test.stored::<f32>(Matrix::new(7, 7, |_, _| 0.0.into()));
        let status = call!(cublasStpttr(test.handle, fill, 7, numbers.c(), b.device.m(), b.ld()));
        assert_eq!(status, SUCCESS);
        assert_eq!(b.now::<f32>(), triangular(&a.matrix, fill, false));
    }
}
