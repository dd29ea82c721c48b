//! Factorizations of the matrices of batches.

use num_complex::Complex;

use super::batches::Batch;
use super::{Device, OPERATIONS, SUCCESS, StoredMatrix, TestHandle, bound, call, operated, pick};
use crate::reference::{Matrix, Number};

type C32 = Complex<f32>;
type C64 = Complex<f64>;

/// Returns integers of the device.
fn integers(device: &Device) -> Vec<i32> {
    device.numbers::<i32>()
}

/// Returns `matrix`, whose rows are exchanged as an array says.
fn exchanged(matrix: &Matrix, pivots: &[i32]) -> Matrix {
    let mut rows: Vec<usize> = (0..matrix.rows).collect();
    for (row, other) in pivots.iter().enumerate() {
        rows.swap(row, *other as usize - 1);
    }
    Matrix::new(matrix.rows, matrix.columns, |row, column| matrix.at(rows[row], column))
}

/// Returns the lower factor and the upper one.
fn parts(factors: &Matrix) -> (Matrix, Matrix) {
    let triangle = |is_lower: bool| {
        Matrix::new(factors.rows, factors.columns, |row, column| {
            match (row == column, row > column) {
                (true, _) if is_lower => 1.0.into(),
                (true, _) => factors.at(row, column),
                (false, is_below) if is_below == is_lower => factors.at(row, column),
                _ => 0.0.into(),
            }
        })
    };
    (triangle(true), triangle(false))
}

macro_rules! triangular {
    ($($getrf:ident $getrs:ident $getri:ident $matinv:ident $T:ty;)*) => {$({
        let test = TestHandle::new();
        for has_pivots in [true, false] {
            let (n, columns, len) = (fastrand::usize(1..20), 3, 3);
            let a = Batch::new::<$T>(&test, len, n, n);
            if !has_pivots {
                // Without exchanges, the diagonal must be large.
                for stored in &a.matrices {
                    let mut numbers = stored.device.numbers::<$T>();
                    for index in 0..n {
                        numbers[index * (stored.leading + 1)] = <$T>::of((n as f64 * 2.0).into());
                    }
                    stored.device.write(&test, &numbers);
                }
            }
            let matrices: Vec<Matrix> = a.matrices.iter().map(StoredMatrix::now::<$T>).collect();
            let b = Batch::new::<$T>(&test, len, n, columns);
            let c = Batch::new::<$T>(&test, len, n, n);
            let pivots = test.upload(&vec![0_i32; n * len]);
            let places = test.upload(&vec![9_i32; len]);
            let array = if has_pivots { pivots.m() } else { core::ptr::null_mut() };
            let (order, leading) = (n as i32, a.matrices[0].ld());

            let inverted = call!($matinv(
                test.handle, order, a.addresses.c(), leading, c.addresses.c(), c.matrices[0].ld(), places.m(), len as i32
            ));
            assert_eq!(inverted, SUCCESS);
            assert_eq!(integers(&places), vec![0; len]);
            let unit = Matrix::new(n, n, |row, column| f64::from(row == column).into());
            let check = |index: usize, routine: &str| {
                let found = matrices[index].times(&c.matrices[index].now::<$T>());
                found.assert_near(&unit, 4096.0 * bound::<$T>(n), routine);
            };
            (0..len).for_each(|index| check(index, stringify!($matinv)));

            let factorized = call!($getrf(
                test.handle, order, a.addresses.c(), leading, array, places.m(), len as i32
            ));
            assert_eq!(factorized, SUCCESS);
            assert_eq!(integers(&places), vec![0; len]);
            let rows = integers(&pivots);
            for (index, stored) in a.matrices.iter().enumerate() {
                let (lower, upper) = parts(&stored.now::<$T>());
                let expected = if has_pivots {
                    exchanged(&matrices[index], &rows[index * n..][..n])
                } else {
                    matrices[index].clone()
                };
                lower.times(&upper).assert_near(&expected, 64.0 * bound::<$T>(n), stringify!($getrf));
            }

            let (operation, mut info) = (pick(&OPERATIONS), 9);
            let solved = call!($getrs(
                test.handle, operation, order, columns as i32, a.addresses.c(), leading, array.cast_const(),
                b.addresses.c(), b.matrices[0].ld(), &raw mut info, len as i32
            ));
            assert_eq!((solved, info), (SUCCESS, 0));
            for (index, b) in b.matrices.iter().enumerate() {
                let found = operated(&matrices[index], operation).times(&b.now::<$T>());
                found.assert_near(&b.matrix, 4096.0 * bound::<$T>(n), stringify!($getrs));
            }

            let inverted = call!($getri(
                test.handle, order, a.addresses.c(), leading, array.cast_const(), c.addresses.c(), c.matrices[0].ld(),
                places.m(), len as i32
            ));
            assert_eq!(inverted, SUCCESS);
            (0..len).for_each(|index| check(index, stringify!($getri)));
        }
    })*};
}

#[test]
fn triangular_factors_solve_systems_and_invert_matrices() {
    triangular! {
        cublasDgetrfBatched cublasDgetrsBatched cublasDgetriBatched cublasDmatinvBatched f64;
        cublasZgetrfBatched cublasZgetrsBatched cublasZgetriBatched cublasZmatinvBatched C64;
    }
}

#[test]
fn a_singular_matrix_is_reported_with_the_place_of_the_zero() {
    let test = TestHandle::new();
    let a = test.upload(&[1.0_f32, 2.0, 2.0, 4.0]);
    let address = test.upload(&a.address().to_ne_bytes().map(|byte| byte as i8));
    let places = test.upload(&[9_i32]);
    let status = call!(cublasSgetrfBatched(
        test.handle,
        2,
        address.c(),
        2,
        core::ptr::null_mut(),
        places.m(),
        1
    ));
    assert_eq!(status, SUCCESS);
    assert_eq!(integers(&places), [2]);
    // Its inverse is divided by the zero, as on an H200.
    let inverse = test.upload(&[0.0_f32; 4]);
    let inverses = test.upload(&inverse.address().to_ne_bytes().map(|byte| byte as i8));
    let none = core::ptr::null();
    let status = call!(cublasSgetriBatched(
        test.handle,
        2,
        address.c(),
        2,
        none,
        inverses.c(),
        2,
        places.m(),
        1
    ));
    assert_eq!((status, integers(&places)), (SUCCESS, vec![2]));
    let wanted = f32::INFINITY;
    assert_eq!(inverse.numbers::<f32>(), [wanted, -wanted, -wanted, wanted]);
}

macro_rules! least_squares {
    ($($geqrf:ident $gels:ident $T:ty;)*) => {$({
        let test = TestHandle::new();
        let (n, columns, len) = (fastrand::usize(1..8), 2, 3);
        let m = n + fastrand::usize(1..8);
        let a = Batch::new::<$T>(&test, len, m, n);
        let c = Batch::new::<$T>(&test, len, m, columns);
        let (mut info, places) = (9, test.upload(&vec![9_i32; len]));
        let other = Batch::new::<$T>(&test, len, m, n);
        let factors = Batch::new::<$T>(&test, len, n, 1);
        let factorized = call!($geqrf(
            test.handle, m as i32, n as i32, other.addresses.c(), other.matrices[0].ld(), factors.addresses.c(),
            &raw mut info, len as i32
        ));
        assert_eq!((factorized, info), (SUCCESS, 0));
        for stored in &other.matrices {
            // The triangular factor has the same lengths and angles: rᴴ r = aᴴ a.
            let now = stored.now::<$T>();
            let upper = Matrix::new(n, n, |row, column| if row <= column {
                now.at(row, column)
            } else {
                0.0.into()
            });
            let expected = stored.matrix.h().times(&stored.matrix);
            upper.h().times(&upper).assert_near(&expected, 64.0 * bound::<$T>(m), stringify!($geqrf));
        }
        let solved = call!($gels(
            test.handle, OPERATIONS[0], m as i32, n as i32, columns as i32, a.addresses.c(), a.matrices[0].ld(),
            c.addresses.c(), c.matrices[0].ld(), &raw mut info, places.m(), len as i32
        ));
        assert_eq!((solved, info), (SUCCESS, 0));
        assert_eq!(integers(&places), vec![0; len]);
        for (a, c) in a.matrices.iter().zip(&c.matrices) {
            let now = c.now::<$T>();
            let x = Matrix::new(n, columns, |row, column| now.at(row, column));
            // What is left is orthogonal to the matrix.
            let left = a.matrix.times(&x).plus(&c.matrix.scaled((-1.0).into()));
            let zero = Matrix::new(n, columns, |_, _| 0.0.into());
            let found = a.matrix.h().times(&left);
            found.assert_near(&zero, 4096.0 * bound::<$T>(m), stringify!($gels));
        }
    })*};
}

#[test]
fn overdetermined_systems_are_solved_by_their_orthogonal_factors() {
    least_squares! {
        cublasSgeqrfBatched cublasSgelsBatched f32;
        cublasDgeqrfBatched cublasDgelsBatched f64;
        cublasCgeqrfBatched cublasCgelsBatched C32;
        cublasZgeqrfBatched cublasZgelsBatched C64;
    }
}
