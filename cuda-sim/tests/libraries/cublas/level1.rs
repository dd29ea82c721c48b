//! Functions of vectors, against a reference.

use cuda_libraries_sys::cublas::*;
use num_complex::{Complex, Complex64};

use super::{AlignedNumber, SUCCESS, TestHandle, bound, call, factor};
use crate::reference::{Matrix, Number};

type C32 = Complex<f32>;
type C64 = Complex<f64>;

const ROUNDS: usize = 12;

fn len() -> usize {
    match fastrand::u8(..8) {
        0 => 0,
        1 => 1,
        _ => fastrand::usize(2..200),
    }
}

macro_rules! vectors {
    ($($axpy:ident $scal:ident $copy:ident $swap:ident $F:ty, $T:ty;)*) => {$({
        let test = TestHandle::new();
        for _ in 0..ROUNDS {
            let n = len();
            let (x, y) = (test.vector::<$T>(n), test.vector::<$T>(n));
            let (alpha, scale) = (factor::<$T>(), factor::<$F>());
            let status = call!($axpy(
                test.handle, n as i32, (&raw const alpha).cast(), x.device.c(), x.inc(), y.device.m(), y.inc()
            ));
            assert_eq!(status, SUCCESS);
            let sum = y.now::<$T>();
            let expected = x.matrix.scaled(alpha.wide()).plus(&y.matrix);
            sum.assert_near(&expected, bound::<$T>(1), stringify!($axpy));

            let status = call!($swap(test.handle, n as i32, x.device.m(), x.inc(), y.device.m(), y.inc()));
            assert_eq!(status, SUCCESS);
            assert_eq!((x.now::<$T>(), y.now::<$T>()), (sum.clone(), x.matrix.clone()));

            let status = call!($copy(test.handle, n as i32, x.device.c(), x.inc(), y.device.m(), y.inc()));
            assert_eq!(status, SUCCESS);
            assert_eq!(y.now::<$T>(), sum);

            let increment = x.increment.abs() as i32;
            let status = call!($scal(
                test.handle, n as i32, (&raw const scale).cast(), x.device.m(), increment
            ));
            assert_eq!(status, SUCCESS);
            let expected = sum.scaled(scale.wide());
            x.now::<$T>().assert_near(&expected, bound::<$T>(1), stringify!($scal));
        }
    })*};
}

#[test]
fn vectors_are_added_scaled_and_moved() {
    vectors! {
        cublasSaxpy_v2 cublasSscal_v2 cublasScopy_v2 cublasSswap_v2 f32, f32;
        cublasDaxpy_v2 cublasDscal_v2 cublasDcopy_v2 cublasDswap_v2 f64, f64;
        cublasCaxpy_v2 cublasCscal_v2 cublasCcopy_v2 cublasCswap_v2 C32, C32;
        cublasZaxpy_v2 cublasZdscal_v2 cublasZcopy_v2 cublasZswap_v2 f64, C64;
    }
}

#[test]
fn numbers_that_are_not_finite_are_moved_as_they_are() {
    let test = TestHandle::new();
    let (x, y) = (test.upload(&[f32::NAN, 1.0]), test.upload(&[2.0_f32, f32::INFINITY]));
    let status = call!(cublasSswap_v2(test.handle, 2, x.m(), 1, y.m(), 1));
    assert_eq!(status, SUCCESS);
    assert_eq!(x.numbers::<f32>(), [2.0, f32::INFINITY]);
    let now = y.numbers::<f32>();
    assert!(now[0].is_nan() && now[1] == 1.0, "{now:?}");
}

macro_rules! reductions {
    ($($dot:ident $conjugate:ident $norm:ident $sum:ident $largest:ident $smallest:ident $R:ty, $T:ty;)*) => {$({
        let test = TestHandle::new();
        for _ in 0..ROUNDS {
            let n = len();
            let (x, y) = (test.vector::<$T>(n), test.vector::<$T>(n));
            let near = |found: Complex64, expected: Complex64, routine: &str| {
                let one = |value| Matrix::new(1, 1, |_, _| value);
                one(found).assert_near(&one(expected), bound::<$T>(n), routine);
            };
            let mut dot = AlignedNumber(<$T>::of(9.0.into()));
            let status = call!($dot(
                test.handle, n as i32, x.device.c(), x.inc(), y.device.c(), y.inc(), (&raw mut dot).cast()
            ));
            assert_eq!(status, SUCCESS);
            let dot_with = |left: Matrix| (0..n).map(|i| left.at(0, i) * y.matrix.at(i, 0)).sum();
            near(dot.wide(), dot_with(x.matrix.t()), stringify!($dot));
            let status = call!($conjugate(
                test.handle, n as i32, x.device.c(), x.inc(), y.device.c(), y.inc(), (&raw mut dot).cast()
            ));
            assert_eq!(status, SUCCESS);
            near(dot.wide(), dot_with(x.matrix.h()), stringify!($conjugate));

            // These look at the vector from its start.
            let (increment, len) = (x.increment.abs() as i32, n as i32);
            let (mut norm, mut sum) = (<$R>::of(9.0.into()), <$R>::of(9.0.into()));
            assert_eq!(call!($norm(test.handle, len, x.device.c(), increment, &raw mut norm)), SUCCESS);
            let squares: f64 = x.matrix.elements.iter().map(|element| element.norm_sqr()).sum();
            near(norm.wide(), squares.sqrt().into(), stringify!($norm));
            assert_eq!(call!($sum(test.handle, len, x.device.c(), increment, &raw mut sum)), SUCCESS);
            let absolute = |number: &Complex64| number.re.abs() + number.im.abs();
            near(sum.wide(), x.matrix.elements.iter().map(absolute).sum::<f64>().into(), stringify!($sum));

            let (mut largest, mut smallest) = (9, 9);
            assert_eq!(call!($largest(test.handle, len, x.device.c(), increment, &raw mut largest)), SUCCESS);
            assert_eq!(call!($smallest(test.handle, len, x.device.c(), increment, &raw mut smallest)), SUCCESS);
            let mut numbers: Vec<f64> = x.matrix.elements.iter().map(absolute).collect();
            if x.increment < 0 {
                numbers.reverse();
            }
            let place = |wanted: f64| numbers.iter().position(|number| *number == wanted).map_or(0, |index| index + 1);
            assert_eq!(largest, place(numbers.iter().copied().fold(0.0, f64::max)) as i32);
            assert_eq!(smallest, place(numbers.iter().copied().fold(f64::MAX, f64::min)) as i32);
        }
    })*};
}

#[test]
fn numbers_made_of_vectors_are_those_of_a_reference() {
    reductions! {
        cublasSdot_v2 cublasSdot_v2 cublasSnrm2_v2 cublasSasum_v2 cublasIsamax_v2 cublasIsamin_v2 f32, f32;
        cublasDdot_v2 cublasDdot_v2 cublasDnrm2_v2 cublasDasum_v2 cublasIdamax_v2 cublasIdamin_v2 f64, f64;
        cublasCdotu_v2 cublasCdotc_v2 cublasScnrm2_v2 cublasScasum_v2 cublasIcamax_v2 cublasIcamin_v2 f32, C32;
        cublasZdotu_v2 cublasZdotc_v2 cublasDznrm2_v2 cublasDzasum_v2 cublasIzamax_v2 cublasIzamin_v2 f64, C64;
    }
}

#[test]
fn a_norm_does_not_overflow() {
    let test = TestHandle::new();
    for scale in [1e300, 1e-300, 1.0] {
        let x = test.upload(&[3.0 * scale, 4.0 * scale]);
        let mut norm = 0.0_f64;
        assert_eq!(call!(cublasDnrm2_v2(test.handle, 2, x.c(), 1, &raw mut norm)), SUCCESS);
        assert!((norm / scale - 5.0).abs() < 1e-14, "{norm}");
    }
}

#[test]
fn results_and_factors_may_be_on_the_device() {
    let test = TestHandle::new();
    let mode = cublasPointerMode_t::CUBLAS_POINTER_MODE_DEVICE;
    assert_eq!(call!(cublasSetPointerMode_v2(test.handle, mode)), SUCCESS);
    let x = test.upload(&[1.0_f32, -2.0, 3.0]);
    let results = test.upload(&[0.0_f32; 2]);
    let status = call!(cublasSdot_v2(test.handle, 3, x.c(), 1, x.c(), 1, results.m()));
    assert_eq!(status, SUCCESS);
    // The factor is read when the stream has reached it.
    let status = call!(cublasSscal_v2(test.handle, 3, results.c(), x.m(), 1));
    assert_eq!(status, SUCCESS);
    let index = results.m::<f32>().wrapping_add(1).cast();
    assert_eq!(call!(cublasIsamax_v2(test.handle, 3, x.c(), 1, index)), SUCCESS);
    assert_eq!(x.numbers::<f32>(), [14.0, -28.0, 42.0]);
    assert_eq!(results.numbers::<f32>()[1].to_bits(), 3);
}

/// Returns `(c x + s y, c y - conj(s) x)`.
fn rotated(x: &Matrix, y: &Matrix, c: f64, s: Complex64) -> (Matrix, Matrix) {
    let (c, minus) = (Complex64::from(c), -s.conj());
    (x.scaled(c).plus(&y.scaled(s)), y.scaled(c).plus(&x.scaled(minus)))
}

macro_rules! rotations {
    ($($make:ident $apply:ident $R:ty, $T:ty;)*) => {$({
        let test = TestHandle::new();
        for _ in 0..ROUNDS {
            let (a, b) = (<$T>::random(), <$T>::random());
            let (mut r, mut z) = (AlignedNumber(a), AlignedNumber(b));
            let (mut c, mut s) = (AlignedNumber(<$R>::of(0.0.into())), AlignedNumber(<$T>::of(0.0.into())));
            let status = call!($make(
                test.handle, (&raw mut r).cast(), (&raw mut z).cast(), (&raw mut c).cast(), (&raw mut s).cast()
            ));
            assert_eq!(status, SUCCESS);
            // The rotation makes the second number 0.
            let one = |value: $T| Matrix::new(1, 1, |_, _| value.wide());
            let (first, second) = rotated(&one(a), &one(b), c.wide().re, s.wide());
            first.assert_near(&one(*r), bound::<$T>(1), stringify!($make));
            second.assert_near(&Matrix::new(1, 1, |_, _| 0.0.into()), bound::<$T>(1), stringify!($make));

            let n = len();
            let (x, y) = (test.vector::<$T>(n), test.vector::<$T>(n));
            let status = call!($apply(
                test.handle, n as i32, x.device.m(), x.inc(), y.device.m(), y.inc(), (&raw const c).cast(),
                (&raw const s).cast()
            ));
            assert_eq!(status, SUCCESS);
            let (first, second) = rotated(&x.matrix, &y.matrix, c.wide().re, s.wide());
            x.now::<$T>().assert_near(&first, bound::<$T>(2), stringify!($apply));
            y.now::<$T>().assert_near(&second, bound::<$T>(2), stringify!($apply));
        }
    })*};
}

#[test]
fn a_rotation_makes_the_second_number_zero_and_turns_vectors() {
    rotations! {
        cublasSrotg_v2 cublasSrot_v2 f32, f32;
        cublasDrotg_v2 cublasDrot_v2 f64, f64;
        cublasCrotg_v2 cublasCrot_v2 f32, C32;
        cublasZrotg_v2 cublasZrot_v2 f64, C64;
    }
}

#[test]
fn a_modified_rotation_makes_the_second_number_zero() {
    let test = TestHandle::new();
    for scale in [1.0, 1e-12, 1e12] {
        for _ in 0..ROUNDS {
            let before = [
                fastrand::f64() * scale,
                fastrand::f64() * scale,
                fastrand::f64() - 0.5,
                fastrand::f64() - 0.5,
            ];
            let [mut d1, mut d2, mut x1, y1] = before;
            let mut parameters = [0.0; 5];
            let status = call!(cublasDrotmg_v2(
                test.handle,
                &raw mut d1,
                &raw mut d2,
                &raw mut x1,
                &raw const y1,
                parameters.as_mut_ptr()
            ));
            assert_eq!(status, SUCCESS);
            let (x, y) = (test.upload(&[before[2]]), test.upload(&[y1]));
            let status =
                call!(cublasDrotm_v2(test.handle, 1, x.m(), 1, y.m(), 1, parameters.as_ptr()));
            assert_eq!(status, SUCCESS);
            let (x, y) = (x.numbers::<f64>()[0], y.numbers::<f64>()[0]);
            assert!((x - x1).abs() <= 1e-12 * x1.abs(), "{before:?}: {x} {x1}");
            assert!(y.abs() <= 1e-12 * x1.abs().max(1.0), "{before:?}: {y}");
            // The weighted length stays.
            let length = |d1: f64, x: f64| d1 * x * x;
            let (old, new) = (length(before[0], before[2]) + length(before[1], y1), length(d1, x1));
            assert!((old - new).abs() <= 1e-12 * old, "{before:?}: {old} {new}");
        }
    }
}

#[test]
fn vectors_and_matrices_are_copied_to_the_device_and_back() {
    let test = TestHandle::new();
    let numbers: Vec<f32> = (0..12_u8).map(f32::from).collect();
    let device = test.upload(&[0.0_f32; 12]);
    // Every second number to every third place.
    let status = call!(cublasSetVector(4, 4, numbers.as_ptr().cast(), 2, device.m(), 3));
    assert_eq!(status, SUCCESS);
    let now = device.numbers::<f32>();
    assert_eq!(now, [0., 0., 0., 2., 0., 0., 4., 0., 0., 6., 0., 0.]);
    let mut back = [9.0_f32; 6];
    let status = call!(cublasGetMatrix(1, 3, 4, device.c(), 3, back.as_mut_ptr().cast(), 2));
    assert_eq!(status, SUCCESS);
    assert_eq!(back, [0.0, 9.0, 2.0, 9.0, 4.0, 9.0]);
    let raw = test.stream.as_raw().cast();
    let status =
        call!(cublasSetMatrixAsync(3, 2, 4, numbers.as_ptr().cast(), 4, device.m(), 3, raw));
    assert_eq!(status, SUCCESS);
    assert_eq!(device.numbers::<f32>()[..6], [0., 1., 2., 4., 5., 6.]);
}
