use cudnn::half::{bf16, f16};
use cudnn::{Float, Layout, SoftmaxAlgorithm, SoftmaxMode, Tensor, TensorMut};
use fastrand::Rng;

use crate::activations::slack;
use crate::device::{Tally, stream_and_handle};
use crate::number::{ALPHA, Array, BETA, Number, any_shape};

const ALGORITHMS: [SoftmaxAlgorithm; 3] =
    [SoftmaxAlgorithm::Fast, SoftmaxAlgorithm::Accurate, SoftmaxAlgorithm::Log];

/// The error relative to the magnitudes of terms.
fn error<T: Number>(algorithm: SoftmaxAlgorithm) -> f64 {
    match algorithm {
        SoftmaxAlgorithm::Fast => slack::<T>().max(1e-5),
        _ => slack::<T>(),
    }
}

/// Returns the indices of the elements that belong together.
fn groups(mode: SoftmaxMode, shape: &[usize]) -> Vec<Vec<usize>> {
    let pixels: usize = shape[2..].iter().product();
    let per_image = shape[1] * pixels;
    let mut groups = Vec::new();
    for image in 0..shape[0] {
        let begin = image * per_image;
        match mode {
            SoftmaxMode::Instance => groups.push((begin..begin + per_image).collect()),
            _ => groups.extend((0..pixels).map(|pixel| {
                let places = (begin + pixel..begin + per_image).step_by(pixels);
                places.collect()
            })),
        }
    }
    groups
}

fn softmax(algorithm: SoftmaxAlgorithm, mode: SoftmaxMode, x: &Array) -> Vec<f64> {
    let mut y = vec![0.0; x.values.len()];
    for group in groups(mode, x.layout.shape()) {
        let sum: f64 = group.iter().map(|place| x.values[*place].exp()).sum();
        for place in group {
            y[place] = match algorithm {
                SoftmaxAlgorithm::Log => x.values[place] - sum.ln(),
                _ => x.values[place].exp() / sum,
            };
        }
    }
    y
}

fn check<T: Number + Float>(
    tally: &mut Tally,
    rng: &mut Rng,
    algorithm: SoftmaxAlgorithm,
    mode: SoftmaxMode,
) {
    let (stream, mut handle) = stream_and_handle();
    let rank = rng.usize(2..=5);
    let shape = any_shape(rng, rank);
    let layout = if rank == 5 || rng.bool() {
        Layout::packed(&shape)
    } else {
        Layout::channels_last(&shape)
    };
    let x = Array::random::<T>(rng, layout.unwrap()).map::<T>(|value| 4.0 * value);
    let before = Array::random::<T>(rng, x.layout);
    let subject = format!(
        "{algorithm:?} {mode:?} of {} {} to {}",
        std::any::type_name::<T>(),
        x.layout,
        before.layout
    );
    let values = softmax(algorithm, mode, &x);
    let scales: Vec<f64> = match algorithm {
        SoftmaxAlgorithm::Log => values.iter().map(|value| value.abs() + 8.0).collect(),
        _ => values.clone(),
    };
    let (expected, bounds) = Array::blended(&values, &scales, &before);
    let x_is = x.upload::<T>(&stream);
    let mut y_is = before.upload::<T>(&stream);
    let done = handle.on(&stream).alpha(ALPHA).beta(BETA).softmax_forward(
        algorithm,
        mode,
        x.view(&x_is),
        before.view_mut(&mut y_is),
    );
    if tally.note(&subject, done) {
        expected.check::<T>(&subject, &y_is, &bounds, error::<T>(algorithm));
    }

    // The gradient is that for the rounded result.
    let y = Array { layout: x.layout, values };
    let y = y.map::<T>(|value| value);
    let dy = Array::random::<T>(rng, x.layout);
    let (mut values, mut scales) = (y.values.clone(), y.values.clone());
    for group in groups(mode, &shape) {
        let term = |place: &usize| match algorithm {
            SoftmaxAlgorithm::Log => dy.values[*place],
            _ => dy.values[*place] * y.values[*place],
        };
        let sum: f64 = group.iter().map(term).sum();
        let magnitudes: f64 = group.iter().map(|place| term(place).abs()).sum();
        for place in group {
            let (y, dy) = (y.values[place], dy.values[place]);
            (values[place], scales[place]) = match algorithm {
                SoftmaxAlgorithm::Log => (dy - y.exp() * sum, dy.abs() + y.exp() * magnitudes),
                _ => (y * (dy - sum), y * (dy.abs() + magnitudes)),
            };
        }
    }
    let (expected, bounds) = Array::blended(&values, &scales, &before);
    let (y_is, dy_is) = (y.upload::<T>(&stream), dy.upload::<T>(&stream));
    let mut dx_is = before.upload::<T>(&stream);
    let done = handle.on(&stream).alpha(ALPHA).beta(BETA).softmax_backward(
        algorithm,
        mode,
        y.view(&y_is),
        dy.view(&dy_is),
        before.view_mut(&mut dx_is),
    );
    if tally.note(&format!("gradient of {subject}"), done) {
        expected.check::<T>(&subject, &dx_is, &bounds, error::<T>(algorithm));
    }
}

#[test]
fn softmax_and_its_gradient_are_those_of_mathematics() {
    let (mut rng, mut tally) = (Rng::with_seed(21), Tally::default());
    for algorithm in ALGORITHMS {
        for mode in [SoftmaxMode::Instance, SoftmaxMode::Channel] {
            for _ in 0..10 {
                check::<f32>(&mut tally, &mut rng, algorithm, mode);
                check::<f64>(&mut tally, &mut rng, algorithm, mode);
                check::<f16>(&mut tally, &mut rng, algorithm, mode);
                check::<bf16>(&mut tally, &mut rng, algorithm, mode);
            }
        }
    }
    tally.finish("softmax", 240);
}

#[test]
fn other_layouts_are_refused_for_which_cudnn_computes_something_else() {
    let (stream, mut handle) = stream_and_handle();
    let x = stream.alloc_zeroed::<f32>(24).unwrap();
    let mut y = stream.alloc_zeroed::<f32>(24).unwrap();
    let x = Tensor::with_layout(&x, Layout::packed([1, 2, 3, 4]).unwrap()).unwrap();
    let y = TensorMut::with_layout(&mut y, Layout::channels_last([1, 2, 3, 4]).unwrap()).unwrap();
    let (algorithm, mode) = (SoftmaxAlgorithm::Accurate, SoftmaxMode::Channel);
    let done = handle.on(&stream).softmax_forward(algorithm, mode, x, y);
    let error = done.unwrap_err().to_string();
    assert!(error.contains("all be packed, or all channels last"), "{error}");
}

#[test]
fn large_numbers_do_not_overflow() {
    let (stream, mut handle) = stream_and_handle();
    let x = stream.upload(&[1000.0_f32, 1000.0, -1000.0, 999.0]).unwrap();
    let mut y = stream.upload(&[0.0_f32; 4]).unwrap();
    for algorithm in [SoftmaxAlgorithm::Accurate, SoftmaxAlgorithm::Log] {
        let (x, y_is) = (Tensor::new(&x, [1, 4]).unwrap(), TensorMut::new(&mut y, [1, 4]).unwrap());
        let mut dnn = handle.on(&stream);
        dnn.softmax_forward(algorithm, SoftmaxMode::Channel, x, y_is).unwrap();
        let found = y.to_vec().unwrap();
        let sum = 2.0 + (-1.0_f32).exp();
        let expected = match algorithm {
            SoftmaxAlgorithm::Log => [-sum.ln(), -sum.ln(), -2000.0 - sum.ln(), -1.0 - sum.ln()],
            _ => [1.0 / sum, 1.0 / sum, 0.0, (-1.0_f32).exp() / sum],
        };
        for (found, expected) in found.iter().zip(expected) {
            assert!((found - expected).abs() < 1e-4, "{algorithm:?}: {found} for {expected}");
        }
    }
}
