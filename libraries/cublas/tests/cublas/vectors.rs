//! Routines of vectors, compared with sums in `f64`.

use cublas::{BlasType, Scalar};
use fastrand::Rng;
use half::{bf16, f16};
use num_complex::Complex;

use crate::dense::{Cell, StoredVector, assert_close};
use crate::device::stream_and_handle;
use crate::number::{C64, Number};

/// A type whose factors can be made of numbers.
pub(crate) trait TestScalar: Scalar<Factor: Number, Real: Number> + Number {}
impl<T: Scalar<Factor: Number, Real: Number> + Number> TestScalar for T {}

const LENGTHS: [usize; 6] = [0, 1, 2, 7, 33, 300];

fn factor<T: TestScalar>(rng: &mut Rng) -> T::Factor {
    T::Factor::random(rng)
}

fn scalars_are_right<T: TestScalar>() {
    let (stream, mut handle) = stream_and_handle();
    let mut rng = Rng::with_seed(7);
    for len in LENGTHS {
        let x = StoredVector::<T>::random(&stream, &mut rng, len);
        let mut y = StoredVector::<T>::random(&stream, &mut rng, len);
        let mut z = StoredVector::<T>::random(&stream, &mut rng, len);
        let mut dots = stream.upload(&[T::of(C64::ONE); 2]).unwrap();
        let mut norm = stream.upload(&[T::Real::of(C64::ONE)]).unwrap();
        let alpha = factor::<T>(&mut rng);
        let mut blas = handle.on(&stream);

        let (dot, dotc) =
            (blas.dot(x.view(), y.view()).unwrap(), blas.dotc(x.view(), y.view()).unwrap());
        let (first, second) = dots.as_slice_mut().split_at_mut(1).unwrap();
        blas.dot_into(x.view(), y.view(), first).unwrap();
        blas.dotc_into(x.view(), y.view(), second).unwrap();
        let (dense_x, dense_y) = (x.dense(), y.dense());
        let expected = [dense_x.t().times(&dense_y), dense_x.h().times(&dense_y)];
        for (expected, found) in expected.iter().zip([dot, dotc]) {
            assert_close::<T>(found.value(), expected.at(0, 0), format_args!("dot of {len}"));
        }
        for (expected, found) in expected.iter().zip(dots.to_vec().unwrap()) {
            assert_close::<T>(found.value(), expected.at(0, 0), format_args!("dot_into of {len}"));
        }

        let found = blas.nrm2(x.view()).unwrap();
        blas.nrm2_into(x.view(), &mut norm).unwrap();
        let squares: f64 = (0..len).map(|row| dense_x.at(row, 0).value.norm_sqr()).sum();
        let expected = Cell::from(C64::from(squares.sqrt()));
        for found in [found, norm.to_vec().unwrap()[0]] {
            assert_close::<T>(found.value(), expected, format_args!("nrm2 of {len}"));
        }

        blas.axpy(alpha, x.view(), y.view_mut()).unwrap();
        blas.scal(alpha, z.view_mut()).unwrap();
        y.assert_is(&dense_x.scaled(alpha.value()).plus(&dense_y));
        z.assert_is(&z.dense().map(|dense| dense * alpha.value().into()));
    }
}

fn others_are_right<T: TestScalar + BlasType>()
where
    T::Real: Number,
{
    let (stream, mut handle) = stream_and_handle();
    let mut rng = Rng::with_seed(8);
    for len in LENGTHS {
        let mut x = StoredVector::<T>::random(&stream, &mut rng, len);
        let mut y = StoredVector::<T>::random(&stream, &mut rng, len);
        let mut copy = StoredVector::<T>::random(&stream, &mut rng, len);
        let mut sum = stream.upload(&[T::Real::of(C64::ONE)]).unwrap();
        let mut blas = handle.on(&stream);
        let (dense_x, dense_y) = (x.dense(), y.dense());
        let size = |row: usize| {
            let value = dense_x.at(row, 0).value;
            value.re.abs() + value.im.abs()
        };
        let sizes: Vec<f64> = (0..len).map(size).collect();

        let found = blas.asum(x.view()).unwrap();
        blas.asum_into(x.view(), &mut sum).unwrap();
        let expected = Cell::from(C64::from(sizes.iter().sum::<f64>()));
        for found in [found, sum.to_vec().unwrap()[0]] {
            assert_close::<T>(found.value(), expected, format_args!("asum of {len}"));
        }
        let first = |of: f64| sizes.iter().position(|size| *size == of);
        let largest = sizes.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let smallest = sizes.iter().copied().fold(f64::INFINITY, f64::min);
        assert_eq!(blas.iamax(x.view()).unwrap(), first(largest));
        assert_eq!(blas.iamin(x.view()).unwrap(), first(smallest));

        blas.copy(x.view(), copy.view_mut()).unwrap();
        copy.assert_is(&dense_x);
        blas.swap(x.view_mut(), y.view_mut()).unwrap();
        x.assert_is(&dense_y);
        y.assert_is(&dense_x);
        blas.swap(x.view_mut(), y.view_mut()).unwrap();

        let (c, s) = (T::Real::of(C64::from(0.5)), T::random(&mut rng));
        blas.rot(x.view_mut(), y.view_mut(), c, s).unwrap();
        let (c, s) = (c.value(), s.value());
        x.assert_is(&dense_x.scaled(c).plus(&dense_y.scaled(s)));
        y.assert_is(&dense_y.scaled(c).plus(&dense_x.scaled(-s.conj())));
    }
    let (a, b) = (T::of(C64::new(3.0, 1.0)), T::of(C64::new(4.0, -2.0)));
    let rotation = handle.on(&stream).rotg(a, b).unwrap();
    let (c, s) = (rotation.c.value(), rotation.s.value());
    let r = Cell::from(c * a.value()) + Cell::from(s * b.value());
    assert_close::<T>(rotation.r.value(), r, format_args!("r"));
    let zero = Cell::from(c * b.value()) + Cell::from(-s.conj() * a.value());
    assert_close::<T>(C64::ZERO, zero, format_args!("what becomes zero"));
}

macro_rules! tests {
    ($($name:ident: $test:ident::<$($ty:ty),+>;)*) => {$(
        #[test]
        fn $name() {
            $test::<$($ty),+>();
        }
    )*};
}

tests! {
    vectors_of_f32_are_added_scaled_and_multiplied: scalars_are_right::<f32>;
    vectors_of_f64_are_added_scaled_and_multiplied: scalars_are_right::<f64>;
    vectors_of_f16_are_added_scaled_and_multiplied: scalars_are_right::<f16>;
    vectors_of_bf16_are_added_scaled_and_multiplied: scalars_are_right::<bf16>;
    vectors_of_complex_f32_are_added_scaled_and_multiplied: scalars_are_right::<Complex<f32>>;
    vectors_of_complex_f64_are_added_scaled_and_multiplied: scalars_are_right::<Complex<f64>>;
    vectors_of_f32_are_copied_searched_and_rotated: others_are_right::<f32>;
    vectors_of_f64_are_copied_searched_and_rotated: others_are_right::<f64>;
    vectors_of_complex_f32_are_copied_searched_and_rotated: others_are_right::<Complex<f32>>;
    vectors_of_complex_f64_are_copied_searched_and_rotated: others_are_right::<Complex<f64>>;
}
pub(crate) use tests;
