//! Arithmetic of elements: what `tests/cases` doesn't compare with NumPy.

use cuda_ndarray::arithmetic::{Arithmetic, Expr};
use cuda_ndarray::{Bool, DeviceArray, DeviceArrayView, Error, MakeArrays, SharedDeviceArray};
use half::{bf16, f16};
use ndarray::{Array, Array1, Ix0, Ix1, Ix2, IxDyn, arr0, arr1, arr2, array, s};
use num_complex::Complex;

use crate::device::{TestDevice, with_others};

#[test]
fn operators_of_arrays_views_and_numbers_are_one_kernel() {
    let _turn = with_others();
    let device = TestDevice::of_tests();
    let stream = &device.stream;
    let arithmetic = Arithmetic::new(stream).unwrap();
    let x = stream.to_device(&array![[1.0f32, 2.0, 3.0], [4.0, 5.0, 6.0]]).unwrap();
    let row = stream.to_device(&array![10.0f32, 20.0, 30.0]).unwrap();
    for factor in [2.0f32, 3.0] {
        let made = (factor * &x + &row - 1.0).compute(&arithmetic).unwrap();
        let expected = array![[9.0, 19.0, 29.0], [9.0, 19.0, 29.0]]
            + factor * array![[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]];
        assert_eq!(made.to_host().unwrap(), expected);
    }
    assert_eq!(arithmetic.kernels(), 1);
    // Other shapes, too, with as many axes.
    let part = x.slice(s![1.., ..2]).unwrap();
    let made = (2.0 * part + row.slice(s![..;-2]).unwrap() - 1.0).compute(&arithmetic).unwrap();
    assert_eq!(made.to_host().unwrap(), array![[37.0, 19.0]]);
    assert!(arithmetic.kernels() <= 2);
    // A part that is there twice is computed once.
    let root = x.expr().sqrt();
    let made = (&root * &root).compute(&arithmetic).unwrap().to_host().unwrap();
    assert!((made - x.to_host().unwrap()).iter().all(|difference| difference.abs() < 1e-6));
}

#[test]
fn results_have_the_broadcast_shape_in_the_order_of_the_arrays() {
    let _turn = with_others();
    let device = TestDevice::of_tests();
    let stream = &device.stream;
    let arithmetic = Arithmetic::new(stream).unwrap();
    let column = stream.to_device(&array![[1], [2]]).unwrap();
    let row = stream.to_device(&array![10, 20, 30]).unwrap();
    let sum: DeviceArray<i32, Ix2> = (&column + &row).compute(&arithmetic).unwrap();
    assert_eq!(sum.to_host().unwrap(), array![[11, 21, 31], [12, 22, 32]]);
    let turned = (sum.t() * 2).compute(&arithmetic).unwrap();
    assert!(turned.is_f_contiguous());
    assert_eq!(turned.to_host().unwrap(), array![[22, 24], [42, 44], [62, 64]]);
    // Without axes, and without elements.
    let one = stream.to_device(&arr0(5)).unwrap();
    let made: DeviceArray<i32, Ix0> = (&one * 3).compute(&arithmetic).unwrap();
    assert_eq!(made.get(()).unwrap(), 15);
    let none = stream.to_device(&Array::<i32, _>::zeros((0, 3))).unwrap();
    assert_eq!((&none + &row).compute(&arithmetic).unwrap().shape(), [0, 3]);
    let number: DeviceArray<i32, Ix0> = (one.expr() * 2 - 3).compute(&arithmetic).unwrap();
    assert_eq!(number.get(()).unwrap(), 7);
    let three = stream.to_device(&arr1(&[1, 2, 3, 4])).unwrap();
    let error = (&three + &row).compute(&arithmetic).unwrap_err();
    assert!(matches!(error, Error::Broadcast { .. }), "{error}");
    let dynamic: DeviceArray<i32, IxDyn> =
        (stream.to_device(&row.to_host().unwrap().into_dyn()).unwrap().expr() + &column)
            .compute(&arithmetic)
            .unwrap();
    assert_eq!(dynamic.shape(), [2, 3]);
}

#[test]
fn elements_are_updated_in_place_and_written_into_views() {
    let _turn = with_others();
    let device = TestDevice::of_tests();
    let stream = &device.stream;
    let arithmetic = Arithmetic::new(stream).unwrap();
    let x = stream.to_device(&arr1(&[1i64, 2, 3])).unwrap();
    let mut y = stream.to_device(&arr2(&[[1i64, 2, 3], [4, 5, 6]])).unwrap();
    let address = y.device_pointer();
    y.update(&arithmetic, |y| y * 10 + &x).unwrap();
    assert_eq!(y.to_host().unwrap(), arr2(&[[11, 22, 33], [41, 52, 63]]));
    y.slice_mut(s![.., ..;-2]).unwrap().update(&arithmetic, |element| -element).unwrap();
    assert_eq!(y.to_host().unwrap(), arr2(&[[-11, 22, -33], [-41, 52, -63]]));
    (&x * 2).assign_to(&mut y.slice_mut(s![..;-1, ..]).unwrap(), &arithmetic).unwrap();
    assert_eq!(
        (y.to_host().unwrap(), y.device_pointer()),
        (arr2(&[[2, 4, 6], [2, 4, 6]]), address)
    );
    let large = stream.to_device(&Array::from_elem((2, 2, 3), 1i64)).unwrap();
    let error = y.update(&arithmetic, |y| y + &large).unwrap_err();
    assert!(matches!(error, Error::Shape { .. }), "{error}");
    let error = (&large + 1).assign_to(&mut y.view_mut().unwrap(), &arithmetic).unwrap_err();
    assert!(matches!(error, Error::AssignNdim { source_ndim: 3, target_ndim: 2 }), "{error}");
    let two = stream.to_device(&arr1(&[1i64, 2])).unwrap();
    let error = (&two + 1).assign_to(&mut y.view_mut().unwrap(), &arithmetic).unwrap_err();
    assert!(matches!(error, Error::AssignAxis { .. }), "{error}");
    assert_eq!(y.to_host().unwrap(), arr2(&[[2, 4, 6], [2, 4, 6]]));
}

#[test]
fn comparisons_are_booleans_that_select() {
    let _turn = with_others();
    let device = TestDevice::of_tests();
    let stream = &device.stream;
    let arithmetic = Arithmetic::new(stream).unwrap();
    let x = stream.to_device(&arr1(&[1.0, f64::NAN, -3.0, 4.0])).unwrap();
    let x = x.expr();
    let mask = (x.ge(1.0) | x.is_nan()) & !x.eq(4.0);
    let made: DeviceArray<Bool, Ix1> = mask.compute(&arithmetic).unwrap();
    let host: Vec<bool> = made.to_host().unwrap().iter().map(|value| value.get()).collect();
    assert_eq!(host, [true, true, false, false]);
    let made = made.expr().select(&x, 0.0).compute(&arithmetic).unwrap().to_host().unwrap();
    assert!(made[0] == 1.0 && made[1].is_nan() && made[2] == 0.0 && made[3] == 0.0);
    let least = x.minimum(0.0).compute(&arithmetic).unwrap().to_host().unwrap();
    assert!(least[0] == 0.0 && least[1].is_nan() && least[2] == -3.0);
}

#[test]
fn casts_are_rusts() {
    let _turn = with_others();
    let device = TestDevice::of_tests();
    let stream = &device.stream;
    let arithmetic = Arithmetic::new(stream).unwrap();
    let floats = vec![
        0.0,
        -0.5,
        1.9,
        -1.9,
        127.9,
        128.0,
        -129.0,
        255.9,
        256.0,
        3e9,
        -3e9,
        9.3e18,
        1e30,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NAN,
    ];
    let x = stream.to_device(&Array1::from_vec(floats.clone())).unwrap();
    macro_rules! check {
            ($($ty:ty),*) => {$({
                let made = x.expr().astype::<$ty>().compute(&arithmetic).unwrap().to_host().unwrap();
                assert_eq!(made.to_vec(), floats.iter().map(|float| *float as $ty).collect::<Vec<_>>(), stringify!($ty));
                let made = x.expr().astype::<f32>().astype::<$ty>().compute(&arithmetic).unwrap().to_host().unwrap();
                assert_eq!(made.to_vec(), floats.iter().map(|float| *float as f32 as $ty).collect::<Vec<_>>(), stringify!($ty));
            })*};
        }
    check!(i8, i32, i64, u8, u64);
    let integers = [0i64, 1, -1, 255, 256, -129, i64::MIN, i64::MAX];
    let y = stream.to_device(&arr1(&integers)).unwrap();
    let made = y.expr().astype::<u8>().compute(&arithmetic).unwrap().to_host().unwrap();
    assert_eq!(made.to_vec(), integers.map(|integer| integer as u8));
    let made = y
        .expr()
        .astype::<Bool>()
        .astype::<Complex<f32>>()
        .compute(&arithmetic)
        .unwrap()
        .to_host()
        .unwrap();
    assert_eq!(
        made.to_vec(),
        integers.map(|integer| Complex::new(f32::from(u8::from(integer != 0)), 0.0))
    );
    // Rounded once, to the nearest and of two to the even one.
    let halves = [
        1.0 + 2f64.powi(-9),
        1.0 + 2f64.powi(-8),
        1.0 + 2f64.powi(-8) + 2f64.powi(-15),
        3e38,
        1e39,
        f64::NAN,
    ];
    let z = stream.to_device(&arr1(&halves)).unwrap();
    let made = z.expr().astype::<bf16>().compute(&arithmetic).unwrap().to_host().unwrap();
    assert!(
        made.iter()
            .zip(halves)
            .all(|(found, of)| found.is_nan() && of.is_nan() || *found == bf16::from_f64(of)),
        "{made:?}"
    );
    let made = z.expr().astype::<f16>().compute(&arithmetic).unwrap().to_host().unwrap();
    assert!(
        made.iter()
            .zip(halves)
            .all(|(found, of)| found.is_nan() && of.is_nan() || *found == f16::from_f64(of)),
        "{made:?}"
    );
}

#[test]
fn what_one_kernel_cannot_compute_is_an_error() {
    let _turn = with_others();
    let device = TestDevice::of_tests();
    let stream = &device.stream;
    let arithmetic = Arithmetic::new(stream).unwrap();
    let x = stream.to_device(&arr1(&[1, 2])).unwrap();
    let sum = |count: usize| (0..count).fold(x.expr(), |sum, _| sum + 1);
    let error = sum(300).compute(&arithmetic).unwrap_err().to_string();
    assert!(error.contains("300 functions"), "{error}");
    let many: Vec<_> = (0..130).map(|i| stream.to_device(&arr1(&[i, 2])).unwrap()).collect();
    let mut all: Expr<'_, i32, Ix1> = x.expr();
    for array in &many {
        all = all + array;
    }
    assert_eq!(all.compute(&arithmetic).unwrap().to_host().unwrap()[1], 262);
    let long = (0..140).fold(all, |sum, _| sum + 1);
    let error = long.compute(&arithmetic).unwrap_err().to_string();
    assert!(error.contains("functions") || error.contains("bytes of a kernel's 4096"), "{error}");
    let other = device.stream.context().stream().unwrap();
    let elsewhere = other.to_device(&arr1(&[1, 2])).unwrap();
    for made in [(&x + &elsewhere).compute(&arithmetic), (&elsewhere + &x).compute(&arithmetic)] {
        assert!(matches!(made.unwrap_err(), Error::Cuda(cuda_driver::Error::OtherStream)));
    }
    assert_eq!((&elsewhere + 1).compute(&arithmetic).unwrap().to_host().unwrap(), arr1(&[2, 3]));
}
#[test]
fn arrays_views_and_expressions_are_send_and_sync() {
    fn both<T: Send + Sync>() {}
    both::<DeviceArray<f32, Ix2>>();
    both::<DeviceArrayView<'static, f32, Ix2>>();
    both::<SharedDeviceArray<f32, Ix2>>();
    both::<Expr<'static, f32, Ix2>>();
    both::<Arithmetic>();
    both::<Error>();
}
