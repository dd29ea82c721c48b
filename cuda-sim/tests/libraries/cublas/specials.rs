//! Numbers that aren't finite, and those of small and large scale, as the BLAS's own routines treat them: zeros that aren't stored
//! don't count, real factors multiply each part of a complex number, and quotients don't leave the range of their type.

use cuda_libraries_sys::cublas::*;
use num_complex::{Complex, Complex64};

use super::{Device, FILLS, OPERATIONS, SUCCESS, TestHandle, call, is_in};

type C64 = Complex<f64>;

const INF: f64 = f64::INFINITY;

fn is_same(a: C64, b: C64) -> bool {
    let part = |a: f64, b: f64| a == b || a.is_nan() && b.is_nan();
    part(a.re, b.re) && part(a.im, b.im)
}

fn number() -> f64 {
    match fastrand::u8(..6) {
        0 => INF,
        1 => -INF,
        2 => f64::NAN,
        _ => f64::from(fastrand::i8(-9..10)),
    }
}

/// The product of a triangle of `n` rows, by columns, and a vector, of elements in the triangle.
fn product(
    a: &[f64],
    x: &[f64],
    (fill, operation): (cublasFillMode_t, cublasOperation_t),
    width: usize,
) -> Vec<f64> {
    let n = x.len();
    let element = |row: usize, column: usize| {
        let (row, column) =
            if operation == cublasOperation_t::CUBLAS_OP_N { (row, column) } else { (column, row) };
        (is_in(fill, row, column) && row.abs_diff(column) <= width).then(|| a[column * n + row])
    };
    (0..n).map(|row| (0..n).filter_map(|at| Some(element(row, at)? * x[at])).sum()).collect()
}

#[test]
fn products_leave_out_the_zeros_that_triangles_and_bands_do_not_store() {
    if !crate::is_software() {
        return;
    }
    let test = TestHandle::new();
    for round in 0..60 {
        let n = fastrand::usize(1..7);
        let (fill, operation) = (FILLS[round % 2], OPERATIONS[round % 3]);
        let a: Vec<f64> = (0..n * n).map(|_| number()).collect();
        let x: Vec<f64> = (0..n).map(|_| number()).collect();
        let check = |found: Vec<f64>, width: usize, routine: &str| {
            let expected = product(&a, &x, (fill, operation), width);
            let are_same =
                found.iter().zip(&expected).all(|(a, b)| is_same((*a).into(), (*b).into()));
            assert!(are_same, "{routine}: {found:?} instead of {expected:?}");
        };
        let (order, diagonal) = (n as i32, cublasDiagType_t::CUBLAS_DIAG_NON_UNIT);
        let (on_a, on_x) = (test.upload(&a), test.upload(&x));
        let called = call!(cublasDtrmv_v2(
            test.handle,
            fill,
            operation,
            diagonal,
            order,
            on_a.c(),
            order,
            on_x.m(),
            1
        ));
        assert_eq!(called, SUCCESS);
        check(on_x.numbers(), n, "trmv");
        let (left, one) = (cublasSideMode_t::CUBLAS_SIDE_LEFT, 1.0);
        let (on_x, on_c) = (test.upload(&x), test.upload(&x));
        let called = call!(cublasDtrmm_v2(
            test.handle,
            left,
            fill,
            operation,
            diagonal,
            order,
            1,
            &raw const one,
            on_a.c(),
            order,
            on_x.c(),
            order,
            on_c.m(),
            order
        ));
        assert_eq!(called, SUCCESS);
        check(on_c.numbers(), n, "trmm");
        // Bands: one diagonal beside the main one.
        let is_lower = fill == cublasFillMode_t::CUBLAS_FILL_MODE_LOWER;
        let mut band = vec![0.0; 2 * n];
        for column in 0..n {
            for row in (0..n).filter(|row| is_in(fill, *row, column) && row.abs_diff(column) <= 1) {
                let place = if is_lower { row - column } else { 1 + row - column };
                band[2 * column + place] = a[column * n + row];
            }
        }
        let (on_band, on_x) = (test.upload(&band), test.upload(&x));
        let called = call!(cublasDtbmv_v2(
            test.handle,
            fill,
            operation,
            diagonal,
            order,
            1,
            on_band.c(),
            2,
            on_x.m(),
            1
        ));
        assert_eq!(called, SUCCESS);
        check(on_x.numbers(), 1, "tbmv");
        let (on_x, on_y, zero) = (test.upload(&x), test.upload(&x), 0.0);
        let (below, above) = if is_lower { (1, 0) } else { (0, 1) };
        let called = call!(cublasDgbmv_v2(
            test.handle,
            operation,
            order,
            order,
            below,
            above,
            &raw const one,
            on_band.c(),
            2,
            on_x.c(),
            1,
            &raw const zero,
            on_y.m(),
            1
        ));
        assert_eq!(called, SUCCESS);
        check(on_y.numbers(), 1, "gbmv");
    }
}

#[test]
fn real_factors_multiply_each_part_of_a_complex_number() {
    if !crate::is_software() {
        return;
    }
    let test = TestHandle::new();
    let x = [C64::new(INF, 1.0), C64::new(2.0, -INF), C64::new(f64::NAN, 3.0)];
    let scaled = |factor: f64| x.map(|x| C64::new(x.re * factor, x.im * factor));
    #[track_caller]
    fn check(found: &[C64], expected: &[C64], routine: &str) {
        let are_same = found.iter().zip(expected).all(|(a, b)| is_same(*a, *b));
        assert!(are_same, "{routine}: {found:?} instead of {expected:?}");
    }
    for factor in [3.0, -0.5] {
        let on_x = test.upload(&x);
        assert_eq!(call!(cublasZdscal_v2(test.handle, 3, &raw const factor, on_x.m(), 1)), SUCCESS);
        check(&on_x.numbers(), &scaled(factor), "zdscal");
        let (on_x, on_y) = (test.upload(&x), test.upload(&[C64::ZERO; 3]));
        let (cosine, sine) = (factor, 0.0);
        let called = call!(cublasZdrot_v2(
            test.handle,
            3,
            on_x.m(),
            1,
            on_y.m(),
            1,
            &raw const cosine,
            &raw const sine
        ));
        assert_eq!(called, SUCCESS);
        check(&on_x.numbers(), &scaled(factor), "zdrot");
        let (on_x, on_y) = (test.upload(&x), test.upload(&[C64::ZERO; 3]));
        let sine = C64::ZERO;
        let called = call!(cublasZrot_v2(
            test.handle,
            3,
            on_x.m(),
            1,
            on_y.m(),
            1,
            &raw const cosine,
            (&raw const sine).cast()
        ));
        assert_eq!(called, SUCCESS);
        check(&on_x.numbers(), &scaled(factor), "zrot");
    }
    // The diagonal of a Hermitian update is real.
    let (fill, none) = (FILLS[0], OPERATIONS[0]);
    let (a, c) = (test.upload(&[C64::new(INF, 0.0)]), test.upload(&[C64::new(5.0, 0.0)]));
    let (one, two) = (1.0, 2.0);
    let called = call!(cublasZherk_v2(
        test.handle,
        fill,
        none,
        1,
        1,
        &raw const one,
        a.c(),
        1,
        &raw const two,
        c.m(),
        1
    ));
    assert_eq!(called, SUCCESS);
    let found: Vec<C64> = c.numbers();
    assert!(is_same(found[0], C64::new(INF, 0.0)), "zherk: {found:?}");
    // A solution for one vector has no factor.
    let (x, diagonal) = (test.upload(&[C64::new(INF, 5.0)]), test.upload(&[C64::new(2.0, 7.0)]));
    let called = call!(cublasZtrsv_v2(
        test.handle,
        fill,
        none,
        cublasDiagType_t::CUBLAS_DIAG_UNIT,
        1,
        diagonal.c(),
        1,
        x.m(),
        1
    ));
    assert_eq!(called, SUCCESS);
    let found: Vec<C64> = x.numbers();
    assert_eq!(found, [C64::new(INF, 5.0)], "ztrsv");
}

/// Returns an array of one address.
fn place(test: &TestHandle, memory: &Device) -> Device {
    Device(test.stream.upload(&memory.address().to_le_bytes()).unwrap())
}

/// Calls a batch of one for numbers of each scale, and compares with what it is at scale 1.
macro_rules! at_scales {
    ($T:ty, $exponents:expr, $bound:literal: $geqrf:ident $gels:ident $getrf:ident $getri:ident $matinv:ident $trsm:ident $rotg:ident
        $nrm2:ident $part:ty) => {
        let test = TestHandle::new();
        let (m, n) = (5_usize, 3_usize);
        let a: Vec<C64> =
            (0..m * n).map(|_| C64::new(fastrand::f64() - 0.5, fastrand::f64() - 0.5)).collect();
        let b: Vec<C64> =
            (0..m).map(|_| C64::new(fastrand::f64() - 0.5, fastrand::f64() - 0.5)).collect();
        let mut square: Vec<C64> = a[..n * n].to_vec();
        (0..n).for_each(|at| square[at * n + at] += 2.0);
        let all = |exponent: i32| -> Vec<Vec<C64>> {
            let scale = 10_f64.powi(exponent);
            let scaled = |of: &[C64], scale: f64| -> Vec<$T> {
                of.iter()
                    .map(|operand| <$T as crate::reference::Number>::of(operand * scale))
                    .collect()
            };
            let back = |of: Vec<$T>, scale: f64| -> Vec<C64> {
                of.into_iter()
                    .map(|operand| crate::reference::Number::wide(operand) * scale)
                    .collect()
            };
            let (rows, columns) = (m as i32, n as i32);
            let mut info = 9;
            let on_a = test.upload(&scaled(&a, scale));
            let tau = test.upload(&scaled(&b, 1.0));
            let [a_place, tau_place] = [&on_a, &tau].map(|buffer| place(&test, buffer));
            let called = call!($geqrf(
                test.handle,
                rows,
                columns,
                a_place.c(),
                rows,
                tau_place.c(),
                &raw mut info,
                1
            ));
            assert_eq!((called, info), (SUCCESS, 0));
            let factors: Vec<$T> = on_a.numbers();
            let upper = (0..n).flat_map(|column| (0..=column).map(move |row| column * m + row));
            let upper = upper.map(|at| factors[at]).collect();
            let mut results =
                vec![back(upper, 1.0 / scale), back(tau.numbers()[..n].to_vec(), 1.0)];
            let (on_a, on_b) = (test.upload(&scaled(&a, scale)), test.upload(&scaled(&b, scale)));
            let [a_place, b_place] = [&on_a, &on_b].map(|buffer| place(&test, buffer));
            let called = call!($gels(
                test.handle,
                OPERATIONS[0],
                rows,
                columns,
                1,
                a_place.c(),
                rows,
                b_place.c(),
                rows,
                &raw mut info,
                core::ptr::null_mut(),
                1
            ));
            assert_eq!((called, info), (SUCCESS, 0));
            results.push(back(on_b.numbers()[..n].to_vec(), 1.0));
            for is_direct in [false, true] {
                let (on_a, inverse) =
                    (test.upload(&scaled(&square, scale)), test.upload(&scaled(&square, 1.0)));
                let [a_place, to] = [&on_a, &inverse].map(|buffer| place(&test, buffer));
                let (pivots, place) = (test.upload(&[0_i32; 3]), test.upload(&[9_i32]));
                if is_direct {
                    let called = call!($matinv(
                        test.handle,
                        columns,
                        a_place.c(),
                        columns,
                        to.c(),
                        columns,
                        place.m(),
                        1
                    ));
                    assert_eq!(called, SUCCESS);
                } else {
                    let called = call!($getrf(
                        test.handle,
                        columns,
                        a_place.c(),
                        columns,
                        pivots.m(),
                        place.m(),
                        1
                    ));
                    assert_eq!(called, SUCCESS);
                    let called = call!($getri(
                        test.handle,
                        columns,
                        a_place.c(),
                        columns,
                        pivots.c(),
                        to.c(),
                        columns,
                        place.m(),
                        1
                    ));
                    assert_eq!(called, SUCCESS);
                }
                results.push(back(inverse.numbers(), scale));
            }
            let (on_a, on_b) =
                (test.upload(&scaled(&square, scale)), test.upload(&scaled(&b[..n], scale)));
            let one = <$T as crate::reference::Number>::of(C64::ONE);
            let called = call!($trsm(
                test.handle,
                cublasSideMode_t::CUBLAS_SIDE_LEFT,
                FILLS[0],
                OPERATIONS[0],
                cublasDiagType_t::CUBLAS_DIAG_NON_UNIT,
                columns,
                1,
                (&raw const one).cast(),
                on_a.c(),
                columns,
                on_b.m(),
                columns
            ));
            assert_eq!(called, SUCCESS);
            results.push(back(on_b.numbers(), 1.0));
            let mut pair = scaled(&b[..2], scale);
            let (mut cosine, mut sine): ($part, $T) = (0.0, one);
            let [first, second] = &mut pair[..] else { panic!() };
            let (first_place, second) =
                (core::ptr::from_mut(first).cast(), core::ptr::from_mut(second).cast());
            let called = call!($rotg(
                test.handle,
                first_place,
                second,
                &raw mut cosine,
                (&raw mut sine).cast()
            ));
            assert_eq!(called, SUCCESS);
            results.push(back(vec![*first], 1.0 / scale));
            results.push(vec![f64::from(cosine).into(), crate::reference::Number::wide(sine)]);
            let (on_b, mut norm): (_, $part) = (test.upload(&scaled(&b, scale)), 0.0);
            assert_eq!(call!($nrm2(test.handle, rows, on_b.c(), 1, &raw mut norm)), SUCCESS);
            results.push(vec![Complex64::from(f64::from(norm) / scale)]);
            results
        };
        let expected = all(0);
        for exponent in $exponents {
            for (place, (found, expected)) in all(exponent).iter().zip(&expected).enumerate() {
                let far =
                    found.iter().zip(expected).map(|(a, b)| (a - b).norm()).fold(0.0, f64::max);
                let is_near = far < $bound && found.iter().all(|number| number.is_finite());
                assert!(
                    is_near,
                    "result {place} of {} at 1e{exponent}: {found:?} instead of {expected:?}",
                    stringify!($T)
                );
            }
        }
    };
}

const OF_F64: [i32; 12] = [-300, -250, -200, -160, -154, -100, 100, 154, 160, 200, 250, 300];
const OF_F32: [i32; 10] = [-34, -30, -25, -20, -10, 10, 20, 25, 30, 34];

#[test]
fn factors_and_solutions_are_right_at_every_scale() {
    at_scales!(f64, OF_F64, 1e-11: cublasDgeqrfBatched cublasDgelsBatched cublasDgetrfBatched cublasDgetriBatched
        cublasDmatinvBatched cublasDtrsm_v2 cublasDrotg_v2 cublasDnrm2_v2 f64);
    at_scales!(f32, OF_F32, 1e-3: cublasSgeqrfBatched cublasSgelsBatched cublasSgetrfBatched cublasSgetriBatched
        cublasSmatinvBatched cublasStrsm_v2 cublasSrotg_v2 cublasSnrm2_v2 f32);
    at_scales!(C64, OF_F64, 1e-11: cublasZgeqrfBatched cublasZgelsBatched cublasZgetrfBatched cublasZgetriBatched
        cublasZmatinvBatched cublasZtrsm_v2 cublasZrotg_v2 cublasDznrm2_v2 f64);
    at_scales!(Complex<f32>, OF_F32, 1e-3: cublasCgeqrfBatched cublasCgelsBatched cublasCgetrfBatched cublasCgetriBatched
        cublasCmatinvBatched cublasCtrsm_v2 cublasCrotg_v2 cublasScnrm2_v2 f32);
}
