use cudnn::half::{bf16, f16};
use cudnn::{Activation, Float};
use fastrand::Rng;

use crate::device::{Tally, stream_and_handle};
use crate::number::{ALPHA, Array, BETA, Number, any_layout, any_shape};

/// The error relative to the magnitudes of terms.
pub(crate) fn slack<T: Number>() -> f64 {
    match size_of::<T>() {
        8 => 1e-11,
        4 => 2e-5,
        _ => 2.0 * T::ERROR,
    }
}

const ALL: [Activation; 6] = [
    Activation::Sigmoid,
    Activation::Relu,
    Activation::Tanh,
    Activation::ClippedRelu(0.5),
    Activation::Elu(1.25),
    Activation::Swish(1.5),
];

fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

fn value(activation: Activation, x: f64) -> f64 {
    match activation {
        Activation::Sigmoid => sigmoid(x),
        Activation::Relu => x.max(0.0),
        Activation::Tanh => x.tanh(),
        Activation::ClippedRelu(limit) => x.clamp(0.0, limit),
        Activation::Elu(alpha) => {
            if x > 0.0 {
                x
            } else {
                alpha * (x.exp() - 1.0)
            }
        }
        Activation::Swish(beta) => x * sigmoid(beta * x),
        other => panic!("{other:?}"),
    }
}

fn slope(activation: Activation, x: f64) -> f64 {
    let step = |is_within: bool| f64::from(u8::from(is_within));
    match activation {
        Activation::Sigmoid => sigmoid(x) * (1.0 - sigmoid(x)),
        Activation::Relu => step(x > 0.0),
        Activation::Tanh => 1.0 - x.tanh().powi(2),
        Activation::ClippedRelu(limit) => step(x > 0.0 && x < limit),
        Activation::Elu(alpha) => {
            if x > 0.0 {
                1.0
            } else {
                alpha * x.exp()
            }
        }
        Activation::Swish(beta) => {
            let part = sigmoid(beta * x);
            part + beta * x * part * (1.0 - part)
        }
        other => panic!("{other:?}"),
    }
}

fn values_of<T: Number + Float>(tally: &mut Tally, rng: &mut Rng, activation: Activation) {
    let (stream, mut handle) = stream_and_handle();
    let rank = rng.usize(2..=5);
    let shape = any_shape(rng, rank);
    let x = Array::any::<T>(rng, &shape);
    let before = Array::any::<T>(rng, &shape);
    let subject = format!(
        "{activation:?} of {} {} to {}",
        std::any::type_name::<T>(),
        x.layout,
        before.layout
    );
    let values: Vec<f64> = x.values.iter().map(|x| value(activation, *x)).collect();
    let (expected, bounds) = Array::blended(&values, &values, &before);
    let x_is = x.upload::<T>(&stream);
    let mut y_is = before.upload::<T>(&stream);
    let done = handle.on(&stream).alpha(ALPHA).beta(BETA).activation_forward(
        activation,
        x.view(&x_is),
        before.view_mut(&mut y_is),
    );
    if tally.note(&subject, done) {
        expected.check::<T>(&subject, &y_is, &bounds, slack::<T>());
    }

    let mut y_is = x.upload::<T>(&stream);
    let view = x.view_mut(&mut y_is);
    let done = handle.on(&stream).activation_in_place(activation, view);
    if tally.note(&format!("{subject}, in place"), done) {
        let bounds: Vec<f64> = values.iter().map(|value| value.abs()).collect();
        let layout = x.layout;
        Array { layout, values }.check::<T>(&subject, &y_is, &bounds, slack::<T>());
    }
}

fn gradients_of<T: Number + Float>(tally: &mut Tally, rng: &mut Rng, activation: Activation) {
    let (stream, mut handle) = stream_and_handle();
    let rank = rng.usize(4..=5);
    let shape = any_shape(rng, rank);
    // cuDNN demands that all are the same.
    let layout = any_layout(rng, &shape);
    // No element is where the slope has a step.
    let x =
        Array::random::<T>(rng, layout).map::<T>(|x| if x == 0.0 || x == 0.5 { 0.25 } else { x });
    let y = x.clone().map::<T>(|x| value(activation, x));
    let dy = Array::random::<T>(rng, layout);
    let before = Array::random::<T>(rng, layout);
    let subject = format!("gradient of {activation:?} of {} {layout}", std::any::type_name::<T>(),);
    let pairs = x.values.iter().zip(&dy.values);
    let values: Vec<f64> = pairs.map(|(x, dy)| dy * slope(activation, *x)).collect();
    // `1 - y²` and the like are small differences of large numbers.
    let (expected, bounds) = Array::blended(&values, &dy.values, &before);
    let (x_is, y_is) = (x.upload::<T>(&stream), y.upload::<T>(&stream));
    let dy_is = dy.upload::<T>(&stream);
    let mut dx_is = before.upload::<T>(&stream);
    let done = handle.on(&stream).alpha(ALPHA).beta(BETA).activation_backward(
        activation,
        y.view(&y_is),
        dy.view(&dy_is),
        x.view(&x_is),
        before.view_mut(&mut dx_is),
    );
    if tally.note(&subject, done) {
        expected.check::<T>(&subject, &dx_is, &bounds, 2.0 * slack::<T>());
    }
}

#[test]
fn activations_are_those_of_mathematics() {
    let (mut rng, mut tally) = (Rng::with_seed(11), Tally::default());
    for activation in ALL.into_iter().cycle().take(3 * ALL.len()) {
        values_of::<f32>(&mut tally, &mut rng, activation);
        values_of::<f64>(&mut tally, &mut rng, activation);
        values_of::<f16>(&mut tally, &mut rng, activation);
        values_of::<bf16>(&mut tally, &mut rng, activation);
    }
    tally.finish("activations", 100);
}

#[test]
fn gradients_of_activations_are_those_of_mathematics() {
    let (mut rng, mut tally) = (Rng::with_seed(12), Tally::default());
    for activation in ALL.into_iter().cycle().take(3 * ALL.len()) {
        gradients_of::<f32>(&mut tally, &mut rng, activation);
        gradients_of::<f64>(&mut tally, &mut rng, activation);
        gradients_of::<f16>(&mut tally, &mut rng, activation);
        gradients_of::<bf16>(&mut tally, &mut rng, activation);
    }
    tally.finish("gradients of activations", 24);
}

#[test]
fn nan_stays_nan() {
    let (stream, mut handle) = stream_and_handle();
    for activation in ALL {
        let mut y = stream.upload(&[f32::NAN, 1.0, -1.0, f32::NAN]).unwrap();
        let view = cudnn::TensorMut::new(&mut y, [1, 4]).unwrap();
        match handle.on(&stream).activation_in_place(activation, view) {
            Err(error) if error.is_not_supported() => continue,
            done => done.unwrap(),
        }
        let found = y.to_vec().unwrap();
        assert!(found[0].is_nan() && found[3].is_nan(), "{activation:?}: {found:?}");
        assert!(!found[1].is_nan() && !found[2].is_nan(), "{activation:?}: {found:?}");
    }
}
