//! Arithmetic of elements: what `tests/cases` doesn't compare with NumPy.

use core::f64::consts::FRAC_PI_4;

use cuda_driver::context::ContextFlags;
use cuda_ndarray::arithmetic::{Arithmetic, ComplexNumber, Expr, Operand};
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
        let result = (factor * &x + &row - 1.0).compute(&arithmetic).unwrap();
        let expected = array![[9.0, 19.0, 29.0], [9.0, 19.0, 29.0]]
            + factor * array![[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]];
        assert_eq!(result.to_host().unwrap(), expected);
    }
    assert_eq!(arithmetic.kernels(), 1);
    // Other shapes, too, with as many axes.
    let part = x.slice(s![1.., ..2]).unwrap();
    let result = (2.0 * part + row.slice(s![..;-2]).unwrap() - 1.0).compute(&arithmetic).unwrap();
    assert_eq!(result.to_host().unwrap(), array![[37.0, 19.0]]);
    assert!(arithmetic.kernels() <= 2);
    // A part that is there twice is computed once.
    let root = x.expr().sqrt();
    let result = (&root * &root).compute(&arithmetic).unwrap().to_host().unwrap();
    assert!((result - x.to_host().unwrap()).iter().all(|difference| difference.abs() < 1e-6));
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
    let result: DeviceArray<i32, Ix0> = (&one * 3).compute(&arithmetic).unwrap();
    assert_eq!(result.get(()).unwrap(), 15);
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
    let expected = "Can't copy sequence with size 2 to array axis 1 with dimension 3: assigning shape [2] to [2, 3]";
    assert!(matches!(error, Error::AssignAxis { .. }), "{error}");
    assert_eq!(error.to_string(), expected);
    assert_eq!(y.assign(&two).unwrap_err().to_string(), expected);
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
    let computed_mask: DeviceArray<Bool, Ix1> = mask.compute(&arithmetic).unwrap();
    let host: Vec<bool> =
        computed_mask.to_host().unwrap().iter().map(|value| value.get()).collect();
    assert_eq!(host, [true, true, false, false]);
    let result =
        computed_mask.expr().select(&x, 0.0).compute(&arithmetic).unwrap().to_host().unwrap();
    assert!(result[0] == 1.0 && result[1].is_nan() && result[2] == 0.0 && result[3] == 0.0);
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
                let result = x.expr().astype::<$ty>().compute(&arithmetic).unwrap().to_host().unwrap();
                assert_eq!(result.to_vec(), floats.iter().map(|float| *float as $ty).collect::<Vec<_>>(), stringify!($ty));
                let result = x.expr().astype::<f32>().astype::<$ty>().compute(&arithmetic).unwrap().to_host().unwrap();
                assert_eq!(result.to_vec(), floats.iter().map(|float| *float as f32 as $ty).collect::<Vec<_>>(), stringify!($ty));
            })*};
        }
    check!(i8, i32, i64, u8, u64);
    let integers = [0i64, 1, -1, 255, 256, -129, i64::MIN, i64::MAX];
    let y = stream.to_device(&arr1(&integers)).unwrap();
    let result = y.expr().astype::<u8>().compute(&arithmetic).unwrap().to_host().unwrap();
    assert_eq!(result.to_vec(), integers.map(|integer| integer as u8));
    let result = y
        .expr()
        .astype::<Bool>()
        .astype::<Complex<f32>>()
        .compute(&arithmetic)
        .unwrap()
        .to_host()
        .unwrap();
    assert_eq!(
        result.to_vec(),
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
    let result = z.expr().astype::<bf16>().compute(&arithmetic).unwrap().to_host().unwrap();
    assert!(
        result
            .iter()
            .zip(halves)
            .all(|(found, of)| found.is_nan() && of.is_nan() || *found == bf16::from_f64(of)),
        "{result:?}"
    );
    let result = z.expr().astype::<f16>().compute(&arithmetic).unwrap().to_host().unwrap();
    assert!(
        result
            .iter()
            .zip(halves)
            .all(|(found, of)| found.is_nan() && of.is_nan() || *found == f16::from_f64(of)),
        "{result:?}"
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

/// A function, a number, and NumPy's result: real and imaginary parts.
type Row = (&'static str, (f64, f64), (f64, f64));

/// Compares functions of complex numbers with NumPy's results, signs of zeros too.
fn assert_numpys<R: Copy + Into<f64>>(rows: &[Row], number: fn(f64) -> R, error: f64)
where
    Complex<R>: ComplexNumber,
    for<'a> Complex<R>: Operand<'a, Complex<R>, Dim = Ix0>,
{
    let device = TestDevice::of_tests();
    let stream = &device.stream;
    let arithmetic = Arithmetic::new(stream).unwrap();
    let complex = |(re, im): (f64, f64)| Complex::new(number(re), number(im));
    for (name, of, expected) in rows {
        let x = stream.to_device(&arr1(&[complex(*of)])).unwrap();
        let x = x.expr();
        let result = match *name {
            "exp" => x.exp(),
            "ln" => x.ln(),
            "sqrt" => x.sqrt(),
            "sin" => x.sin(),
            "cos" => x.cos(),
            "tanh" => x.tanh(),
            "to 1" => x.pow(complex((1.0, 0.0))),
            "to 2" => x.pow(complex((2.0, 0.0))),
            "to -1" => x.pow(complex((-1.0, 0.0))),
            "to 1.5" => x.pow(complex((1.5, 0.0))),
            "to 1+2j" => x.pow(complex((1.0, 2.0))),
            "to -1+2j" => x.pow(complex((-1.0, 2.0))),
            other => panic!("{other}"),
        };
        let found = result.compute(&arithmetic).unwrap().to_host().unwrap()[0];
        for (found, expected) in [(found.re, expected.0), (found.im, expected.1)] {
            let (found, expected): (f64, f64) = (found.into(), number(expected).into());
            let is_same =
                found == expected && found.is_sign_positive() == expected.is_sign_positive();
            let is_near = expected != 0.0 && (found - expected).abs() <= error * expected.abs();
            assert!(
                is_same || is_near || found.is_nan() && expected.is_nan(),
                "{name} of {of:?}: {found:e} instead of {expected:e}"
            );
        }
    }
}

#[test]
fn functions_of_complex_numbers_are_numpys_at_the_ends_of_their_range() {
    const INF: f64 = f64::INFINITY;
    const NAN: f64 = f64::NAN;
    let _turn = with_others();
    // NumPy 2.4's, but for the inverse of an infinite number, which is NaN there.
    let of_both = [
        ("exp", (-INF, INF), (0.0, 0.0)),
        ("exp", (INF, NAN), (INF, NAN)),
        ("sin", (0.0, 1000.0), (0.0, INF)),
        ("sin", (-0.0, -1000.0), (-0.0, -INF)),
        ("sin", (0.0, INF), (0.0, INF)),
        ("cos", (0.0, 1000.0), (INF, -0.0)),
        ("cos", (0.0, INF), (INF, -0.0)),
        ("tanh", (INF, INF), (1.0, 0.0)),
        ("tanh", (-INF, -INF), (-1.0, -0.0)),
        ("tanh", (0.5, -0.0), (0.46211715726000974, -0.0)),
        ("tanh", (0.0, INF), (0.0, NAN)),
        ("to 1", (INF, 0.0), (INF, 0.0)),
        ("to 1", (-0.0, -1.0), (-0.0, -1.0)),
        ("to 1+2j", (0.0, 0.0), (0.0, 0.0)),
        ("to -1+2j", (0.0, 0.0), (NAN, NAN)),
        ("to 2", (INF, 0.0), (INF, NAN)),
        ("to -1", (INF, 0.0), (0.0, 0.0)),
        ("to 1.5", (INF, INF), (INF, NAN)),
    ];
    assert_numpys::<f64>(&of_both, |number| number, 4e-15);
    assert_numpys::<f32>(&of_both, |number| number as f32, 2e-6);
    let of_doubles = [
        ("exp", (710.0, 1.0), (1.2070325234545281e308, INF)),
        ("exp", (1.0, 0.5), (2.3855167309591354, 1.3032137296869954)),
        ("ln", (1.7e308, 1.7e308), (710.0734104835082, FRAC_PI_4)),
        ("ln", (1.0, 1e-9), (5e-19, 1e-9)),
        ("ln", (0.6, 0.8), (2.2204460492503132e-17, 0.9272952180016123)),
        ("ln", (5e-324, 5e-324), (-744.0934983311014, FRAC_PI_4)),
        ("sqrt", (5e-324, 5e-324), (2.4421097261308304e-162, 1.0115549693666347e-162)),
        ("sqrt", (-3e-310, -4e-310), (9.999999999999984e-156, -1.999999999999997e-155)),
        ("sqrt", (1.7e308, 1.7e308), (1.4325088230154573e154, 5.933645827121221e153)),
        ("sin", (1e-10, 711.0), (3.0363136888649967e298, INF)),
        ("cos", (2.0, 710.2), (-5.677506624162211e307, -1.2405578297725766e308)),
        ("to 2", (1e200, 0.0), (INF, 0.0)),
    ];
    assert_numpys::<f64>(&of_doubles, |number| number, 4e-15);
    let of_floats = [
        ("exp", (89.0, 1.0), (2.425748e38, INF)),
        ("ln", (3.3e38, 3.3e38), (89.03873, FRAC_PI_4)),
        ("ln", (1.0, 1e-4), (4.9999995e-9, 1e-4)),
        ("ln", (0.6, 0.8), (2.3841858e-8, 0.9272952)),
        ("ln", (1e-45, 1e-45), (-102.93236, FRAC_PI_4)),
        ("sqrt", (1e-45, 1e-45), (4.1128055e-23, 1.7035798e-23)),
        ("sqrt", (3.3e38, -3.3e38), (1.9958588e19, -8.267118e18)),
        ("sin", (1e-10, 89.5), (3.7010603e28, INF)),
        ("to 2", (1e30, 0.0), (INF, 0.0)),
    ];
    assert_numpys::<f32>(&of_floats, |number| number as f32, 2e-6);
}

#[test]
fn memory_of_another_context_is_said_to_be_of_another_context() {
    let _turn = with_others();
    let device = TestDevice::of_tests();
    let stream = &device.stream;
    let arithmetic = Arithmetic::new(stream).unwrap();
    let other = stream.context().device().create_context(ContextFlags::default()).unwrap();
    let foreign = other.stream().unwrap().to_device(&arr1(&[1.0, 2.0])).unwrap();
    let mut x = stream.to_device(&arr1(&[1.0, 2.0])).unwrap();
    let y = stream.to_device(&arr1(&[1.0, 2.0])).unwrap();
    for (call, error) in [
        ("x + foreign", (&y + &foreign).compute(&arithmetic).err()),
        ("foreign + x", (&foreign + &y).compute(&arithmetic).err()),
        ("foreign + 1", (&foreign + 1.0).compute(&arithmetic).err()),
        ("assign_to", (&foreign + 1.0).assign_to(&mut x.view_mut().unwrap(), &arithmetic).err()),
        ("update", x.update(&arithmetic, |x| x + &foreign).err()),
        ("assign", x.assign(&foreign).err()),
        ("assign of a view", x.view_mut().unwrap().assign(foreign.view()).err()),
    ] {
        let error = error.expect(call);
        assert!(matches!(error, Error::Cuda(cuda_driver::Error::OtherContext)), "{call}: {error}");
    }
    assert_eq!(x.to_host().unwrap(), arr1(&[1.0, 2.0]));
}
