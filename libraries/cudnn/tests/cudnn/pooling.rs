use cudnn::half::{bf16, f16};
use cudnn::{Determinism, Error, Float, Pooling, PoolingMode, Tensor, TensorMut};
use fastrand::Rng;

use crate::activations::slack;
use crate::device::{Tally, stream_and_handle};
use crate::number::{ALPHA, Array, BETA, Number};
use crate::reference::{join, split};

const MODES: [PoolingMode; 3] =
    [PoolingMode::Max, PoolingMode::AverageIncludingPadding, PoolingMode::AverageExcludingPadding];

/// Returns the elements that each result sees.
fn windows(x: &[usize], y: &[usize], [window, padding, stride]: [&[usize]; 3]) -> Vec<Vec<usize>> {
    let seen = |to: usize| {
        let to = split(to, y);
        let mut places = Vec::new();
        'places: for tap in 0..window.iter().product() {
            let tap = split(tap, window);
            let mut from = vec![to[0], to[1]];
            for axis in 0..window.len() {
                match (to[axis + 2] * stride[axis] + tap[axis]).checked_sub(padding[axis]) {
                    Some(at) if at < x[axis + 2] => from.push(at),
                    _ => continue 'places,
                }
            }
            places.push(join(&from, x));
        }
        places
    };
    (0..y.iter().product()).map(seen).collect()
}

fn check<T: Number + Float, const N: usize>(tally: &mut Tally, rng: &mut Rng, mode: PoolingMode) {
    let (stream, mut handle) = stream_and_handle();
    let window: [usize; N] = std::array::from_fn(|_| rng.usize(1..=3));
    let padding: [usize; N] = std::array::from_fn(|axis| rng.usize(..=window[axis] / 2));
    let stride: [usize; N] = std::array::from_fn(|_| rng.usize(1..=3));
    let size: [usize; N] = std::array::from_fn(|_| rng.usize(3..=6));
    let pooling = Pooling::new(mode, window).padding(padding).stride(stride);
    let shape = [&[rng.usize(1..=2), rng.usize(1..=3)][..], &size].concat();
    let of_y = pooling.output_shape(&shape).unwrap();
    let mut x = Array::any::<T>(rng, &shape);
    if mode == PoolingMode::Max {
        // Each number is there once, so that it is clear which is the largest.
        let mut distinct: Vec<usize> = (0..x.values.len()).collect();
        rng.shuffle(&mut distinct);
        x.values = distinct.into_iter().map(|value| value as f64 - 100.0).collect();
    }
    let before = Array::any::<T>(rng, &of_y);
    let subject =
        format!("{pooling:?} of {} {} to {}", std::any::type_name::<T>(), x.layout, before.layout);
    let windows = windows(&shape, &of_y, [&window, &padding, &stride]);
    let all: usize = window.iter().product();
    let count = |seen: &[usize]| match mode {
        PoolingMode::AverageIncludingPadding => all as f64,
        _ => seen.len() as f64,
    };
    let largest = |seen: &[usize]| {
        let order = |a: &&usize, b: &&usize| x.values[**a].total_cmp(&x.values[**b]);
        seen.iter().max_by(order).copied().unwrap()
    };
    let value = |seen: &Vec<usize>| match mode {
        PoolingMode::Max => x.values[largest(seen)],
        _ => seen.iter().map(|place| x.values[*place]).sum::<f64>() / count(seen),
    };
    let values: Vec<f64> = windows.iter().map(value).collect();
    let scale = |seen: &Vec<usize>| match mode {
        PoolingMode::Max => x.values[largest(seen)].abs(),
        _ => seen.iter().map(|place| x.values[*place].abs()).sum::<f64>() / count(seen),
    };
    let scales: Vec<f64> = windows.iter().map(scale).collect();
    let (expected, bounds) = Array::blended(&values, &scales, &before);
    let x_is = x.upload::<T>(&stream);
    let mut y_is = before.upload::<T>(&stream);
    let done = handle.on(&stream).alpha(ALPHA).beta(BETA).pooling_forward(
        &pooling,
        x.view(&x_is),
        before.view_mut(&mut y_is),
    );
    if tally.note(&subject, done) {
        expected.check::<T>(&subject, &y_is, &bounds, slack::<T>());
    }
    let mut y = before.clone();
    y.values = values;
    let y = y.map::<T>(|value| value);
    let mut dy = Array::random::<T>(rng, y.layout);
    dy.layout = y.layout;
    let before = Array::random::<T>(rng, x.layout);
    let (mut values, mut scales) = (vec![0.0; x.values.len()], vec![0.0; x.values.len()]);
    for (seen, dy) in windows.iter().zip(&dy.values) {
        match mode {
            PoolingMode::Max => {
                values[largest(seen)] += dy;
                scales[largest(seen)] += dy.abs();
            }
            _ => {
                for place in seen {
                    values[*place] += dy / count(seen);
                    scales[*place] += dy.abs() / count(seen);
                }
            }
        }
    }
    let (expected, bounds) = Array::blended(&values, &scales, &before);
    let (y_is, dy_is) = (y.upload::<T>(&stream), dy.upload::<T>(&stream));
    let mut dx_is = before.upload::<T>(&stream);
    let done = handle.on(&stream).alpha(ALPHA).beta(BETA).pooling_backward(
        &pooling,
        y.view(&y_is),
        dy.view(&dy_is),
        x.view(&x_is),
        before.view_mut(&mut dx_is),
    );
    if tally.note(&format!("gradient of {subject}"), done) {
        expected.check::<T>(&format!("gradient of {subject}"), &dx_is, &bounds, 4.0 * slack::<T>());
    }
}

#[test]
fn pooling_and_its_gradient_are_those_of_mathematics() {
    let (mut rng, mut tally) = (Rng::with_seed(31), Tally::default());
    for mode in MODES.into_iter().cycle().take(4 * MODES.len()) {
        check::<f32, 1>(&mut tally, &mut rng, mode);
        check::<f32, 2>(&mut tally, &mut rng, mode);
        check::<f32, 3>(&mut tally, &mut rng, mode);
        check::<f64, 2>(&mut tally, &mut rng, mode);
        check::<f16, 2>(&mut tally, &mut rng, mode);
        check::<bf16, 2>(&mut tally, &mut rng, mode);
    }
    tally.finish("pooling", 48);
}

#[test]
fn the_largest_of_numbers_with_a_nan_is_nan() {
    let (stream, mut handle) = stream_and_handle();
    let x = stream.upload(&[1.0, f32::NAN, 2.0, 3.0]).unwrap();
    let mut y = stream.upload(&[0.0_f32; 2]).unwrap();
    let pooling = Pooling::new(PoolingMode::Max, [1, 2]);
    for determinism in [Determinism::Deterministic, Determinism::Any] {
        let x = Tensor::new(&x, [1, 1, 1, 4]).unwrap();
        let y_is = TensorMut::new(&mut y, [1, 1, 1, 2]).unwrap();
        let mut dnn = handle.on(&stream).determinism(determinism);
        dnn.pooling_forward(&pooling, x, y_is).unwrap();
        let found = y.to_vec().unwrap();
        assert!(found[0].is_nan() && found[1] == 3.0, "{found:?}");
    }
}

#[test]
fn windows_that_do_not_fit_are_an_error_with_the_shapes() {
    for (pooling, text) in [
        (
            Pooling::new(PoolingMode::Max, [3, 9]),
            "windows must not exceed the image, with its padding, in spatial dimension 1",
        ),
        (Pooling::new(PoolingMode::Max, [0, 1]), "windows and strides are 1 or more"),
        (Pooling::new(PoolingMode::Max, [2, 2]).padding([2, 0]), "padding is less than a window"),
        (
            Pooling::new(PoolingMode::Max, [2, 2]).stride([0, 1]),
            "windows and strides are 1 or more",
        ),
        (
            Pooling::new(PoolingMode::Max, [usize::MAX, 2]).padding([usize::MAX - 1, 0]),
            "windows must not exceed",
        ),
    ] {
        let error = pooling.output_shape(&[1, 1, 8, 8]).unwrap_err().to_string();
        assert!(error.contains(text) && error.contains("x of 1 × 1 × 8 × 8"), "{error}");
    }
    let error = Pooling::new(PoolingMode::Max, [2]).output_shape(&[1, 1, 8, 8]).unwrap_err();
    assert!(matches!(error, Error::Shapes(_)), "{error}");
    let (stream, mut handle) = stream_and_handle();
    let x = stream.upload(&[0.0_f32; 16]).unwrap();
    let mut y = stream.upload(&[0.0_f32; 16]).unwrap();
    let (x, y) =
        (Tensor::new(&x, [1, 1, 4, 4]).unwrap(), TensorMut::new(&mut y, [1, 1, 2, 3]).unwrap());
    let pooling = Pooling::new(PoolingMode::Max, [2, 2]);
    let error = handle.on(&stream).pooling_forward(&pooling, x, y).unwrap_err().to_string();
    let text =
        "pooling_forward isn't possible with x of 1 × 1 × 4 × 4, y of 1 × 1 × 2 × 3, Pooling";
    assert!(error.starts_with(text) && error.ends_with("y must be of [1, 1, 2, 2]"), "{error}");
}
