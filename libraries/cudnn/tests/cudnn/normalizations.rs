use cuda_driver::DeviceBuffer;
use cudnn::half::{bf16, f16};
use cudnn::{
    BatchNorm, BatchNormMode, Error, Float, Layout, RunningStatistics, SavedStatistics, Tensor,
    TensorMut,
};
use fastrand::Rng;

use crate::device::{Tally, stream_and_handle};
use crate::number::{Array, Number, any_shape};

/// The error relative to the magnitudes of terms.
fn slack<T: Number>() -> f64 {
    match size_of::<T>() {
        8 => 1e-10,
        4 => 1e-4,
        _ => 2.0 * T::ERROR,
    }
}

struct Case {
    norm: BatchNorm,
    epsilon: f64,
    subject: String,
    x: Array,
    /// The parameter of each element.
    parameters: Vec<usize>,
    scale: Array,
    bias: Array,
    /// The number of elements of each parameter.
    count: f64,
}

impl Case {
    fn new<T: Number, W: Number>(rng: &mut Rng, mode: BatchNormMode, is_last: bool) -> Self {
        let rank = rng.usize(4..=5);
        let mut shape = any_shape(rng, rank);
        shape[0] = rng.usize(2..=5);
        let layout = if is_last {
            Layout::channels_last(&shape).unwrap()
        } else {
            Layout::packed(&shape).unwrap()
        };
        let epsilon = 0.001 + rng.f64();
        let x = Array::random::<T>(rng, layout);
        let pixels: usize = shape[2..].iter().product();
        let parameter_index = (0..x.values.len()).map(|index| match mode {
            BatchNormMode::PerActivation => index % (shape[1] * pixels),
            _ => index / pixels % shape[1],
        });
        let parameters = Layout::packed(mode.parameters(&shape).unwrap()).unwrap();
        Self {
            norm: BatchNorm::new(mode).epsilon(epsilon),
            epsilon,
            subject: format!("{mode:?} of {} {layout}", std::any::type_name::<T>()),
            parameters: parameter_index.collect(),
            count: (x.values.len() / parameters.elements()) as f64,
            scale: Array::random::<W>(rng, parameters),
            bias: Array::random::<W>(rng, parameters),
            x,
        }
    }

    fn sums(&self, term: impl Fn(usize) -> f64) -> Vec<f64> {
        let mut sums = vec![0.0; self.scale.values.len()];
        for (index, own) in self.parameters.iter().enumerate() {
            sums[*own] += term(index);
        }
        sums
    }

    /// Returns the means, and the sums of the squares of the deviations.
    fn averages(&self) -> (Vec<f64>, Vec<f64>) {
        let mut mean = self.sums(|index| self.x.values[index]);
        mean.iter_mut().for_each(|sum| *sum /= self.count);
        let squares =
            self.sums(|index| (self.x.values[index] - mean[self.parameters[index]]).powi(2));
        (mean, squares)
    }

    fn inverse(&self, squares: &[f64]) -> Vec<f64> {
        let inverse = |squares: &f64| 1.0 / (squares / self.count + self.epsilon).sqrt();
        squares.iter().map(inverse).collect()
    }

    /// Returns the result, and bounds.
    fn normalized(&self, mean: &[f64], inverse: &[f64]) -> (Array, Vec<f64>) {
        let term = |index: usize| {
            let parameter = self.parameters[index];
            let scale = self.scale.values[parameter] * inverse[parameter];
            let (x, bias) = (self.x.values[index], self.bias.values[parameter]);
            let value = scale * (x - mean[parameter]) + bias;
            (value, scale.abs() * (x.abs() + mean[parameter].abs()) + bias.abs())
        };
        let (values, bounds) = (0..self.parameters.len()).map(term).unzip();
        let layout = self.x.layout;
        (Array { layout, values }, bounds)
    }

    fn parameters(&self, values: Vec<f64>) -> Array {
        let layout = self.scale.layout;
        Array { layout, values }
    }
}

fn ones(array: &Array) -> Vec<f64> {
    array.values.iter().map(|value| value.abs() + 1.0).collect()
}

#[expect(
    clippy::too_many_lines,
    reason = "one batch through all passes, which use what those before return"
)]
fn check<T, W>(tally: &mut Tally, rng: &mut Rng, mode: BatchNormMode, is_last: bool)
where
    T: Number + Float<Wide = W>,
    W: Number + Float,
{
    let (stream, mut handle) = stream_and_handle();
    let case = Case::new::<T, W>(rng, mode, is_last);
    let subject = &case.subject;
    let x_is = case.x.upload::<T>(&stream);
    let (scale, bias) = (case.scale.upload::<W>(&stream), case.bias.upload::<W>(&stream));
    let (mean, squares) = case.averages();
    let inverse = case.inverse(&squares);

    let old = [(); 2].map(|()| Array::random::<W>(rng, case.scale.layout));
    let [mut running_mean, mut running_variance] =
        [0, 1].map(|index| old[index].upload::<W>(&stream));
    let parameters = case.scale.values.len();
    let new = || stream.alloc::<W>(parameters).unwrap();
    let (mut saved_mean, mut saved_inverse): (DeviceBuffer<W>, DeviceBuffer<W>) = (new(), new());
    let mut y_is = stream.alloc::<T>(case.x.layout.span()).unwrap();
    let done = handle.on(&stream).batch_normalization_forward_training(
        &case.norm,
        case.x.view(&x_is),
        case.x.view_mut(&mut y_is),
        &scale,
        &bias,
        Some(&mut RunningStatistics {
            mean: running_mean.as_slice_mut(),
            variance: running_variance.as_slice_mut(),
            factor: 0.25,
        }),
        Some(&mut SavedStatistics {
            mean: saved_mean.as_slice_mut(),
            inverse: saved_inverse.as_slice_mut(),
        }),
    );
    let is_saved = tally.note(&format!("training {subject}"), done);
    if is_saved {
        let (expected, bounds) = case.normalized(&mean, &inverse);
        expected.check::<T>(subject, &y_is, &bounds, slack::<T>());
        let unbiased: Vec<f64> = squares.iter().map(|sum| sum / (case.count - 1.0)).collect();
        for (name, found, values) in [
            ("saved mean", &saved_mean, mean.clone()),
            ("saved inverse", &saved_inverse, inverse.clone()),
            ("running mean", &running_mean, merged(&old[0], &mean)),
            ("running variance", &running_variance, merged(&old[1], &unbiased)),
        ] {
            let expected = case.parameters(values);
            let bounds = ones(&expected);
            expected.check::<W>(&format!("{name} of {subject}"), found, &bounds, slack::<W>());
        }
    }

    // With averages that are known.
    let variance = case.scale.clone().map::<W>(|value| value.abs() + 0.5);
    let means = case.bias.clone().map::<W>(|value| 0.5 * value);
    let (mean_is, variance_is) = (means.upload::<W>(&stream), variance.upload::<W>(&stream));
    let done = handle.on(&stream).batch_normalization_forward_inference(
        &case.norm,
        case.x.view(&x_is),
        case.x.view_mut(&mut y_is),
        &scale,
        &bias,
        &mean_is,
        &variance_is,
    );
    if tally.note(&format!("inference {subject}"), done) {
        let inverse = variance.values.iter().map(|value| 1.0 / (value + case.epsilon).sqrt());
        let (expected, bounds) = case.normalized(&means.values, &inverse.collect::<Vec<_>>());
        expected.check::<T>(subject, &y_is, &bounds, slack::<T>());
    }

    let dy = Array::random::<T>(rng, case.x.layout);
    let dy_is = dy.upload::<T>(&stream);
    let normal = |index: usize| {
        let parameter = case.parameters[index];
        (case.x.values[index] - mean[parameter]) * inverse[parameter]
    };
    let dbias = case.sums(|index| dy.values[index]);
    let dscale = case.sums(|index| dy.values[index] * normal(index));
    let dx = (0..case.parameters.len()).map(|index| {
        let parameter = case.parameters[index];
        let rest = (dbias[parameter] + normal(index) * dscale[parameter]) / case.count;
        case.scale.values[parameter] * inverse[parameter] * (dy.values[index] - rest)
    });
    let dx = Array { layout: case.x.layout, values: dx.collect() };
    let scales: Vec<f64> = inverse.iter().map(|value| 4.0 * (1.0 + value)).collect();
    for with_saved in [false, true] {
        if with_saved && !is_saved {
            continue;
        }
        let subject = format!("gradient, saved {with_saved}, of {subject}");
        let (mut dscale_is, mut dbias_is) = (new(), new());
        let mut dx_is = stream.alloc::<T>(case.x.layout.span()).unwrap();
        let saved = SavedStatistics {
            mean: saved_mean.as_slice_mut(),
            inverse: saved_inverse.as_slice_mut(),
        };
        let done = handle.on(&stream).batch_normalization_backward(
            &case.norm,
            case.x.view(&x_is),
            dy.view(&dy_is),
            case.x.view_mut(&mut dx_is),
            &scale,
            &mut dscale_is,
            &mut dbias_is,
            with_saved.then_some(&saved),
        );
        if tally.note(&subject, done) {
            let bounds: Vec<f64> =
                case.parameters.iter().map(|parameter| scales[*parameter]).collect();
            dx.check::<T>(&subject, &dx_is, &bounds, slack::<T>());
            let bounds: Vec<f64> = scales.iter().map(|bound| bound * case.count).collect();
            let (dscale, dbias) = (case.parameters(dscale.clone()), case.parameters(dbias.clone()));
            dscale.check::<W>(&subject, &dscale_is, &bounds, slack::<W>());
            dbias.check::<W>(&subject, &dbias_is, &bounds, slack::<W>());
        }
    }
}

/// A quarter of the new average, and the rest of the old one.
fn merged(old: &Array, new: &[f64]) -> Vec<f64> {
    let pairs = old.values.iter().zip(new);
    pairs.map(|(old, new)| 0.75 * old + 0.25 * new).collect()
}

#[test]
fn batches_are_normalized_as_mathematics_says() {
    let (mut rng, mut tally) = (Rng::with_seed(41), Tally::default());
    for mode in
        [BatchNormMode::Spatial, BatchNormMode::PerActivation, BatchNormMode::SpatialPersistent]
    {
        for is_last in [false, true, false] {
            check::<f32, f32>(&mut tally, &mut rng, mode, is_last);
            check::<f64, f64>(&mut tally, &mut rng, mode, is_last);
            check::<f16, f32>(&mut tally, &mut rng, mode, is_last);
            check::<bf16, f32>(&mut tally, &mut rng, mode, is_last);
        }
    }
    tally.finish("batch normalization", 40);
}

#[test]
fn parameters_of_another_size_are_an_error_with_both() {
    let (stream, mut handle) = stream_and_handle();
    let x = stream.upload(&[0.0_f32; 24]).unwrap();
    let mut y = stream.upload(&[0.0_f32; 24]).unwrap();
    let (three, two) =
        (stream.upload(&[1.0_f32; 3]).unwrap(), stream.upload(&[1.0_f32; 2]).unwrap());
    let shape = [2, 3, 2, 2];
    let mut call = |norm: BatchNorm, bias: &DeviceBuffer<f32>| {
        let x = Tensor::new(&x, shape).unwrap();
        let y = TensorMut::new(&mut y, shape).unwrap();
        let mut dnn = handle.on(&stream);
        let done =
            dnn.batch_normalization_forward_inference(&norm, x, y, &three, bias, &three, &three);
        done.unwrap_err()
    };
    let norm = BatchNorm::new(BatchNormMode::Spatial);
    let error = call(norm, &two);
    assert!(matches!(error, Error::Shapes(_)), "{error}");
    assert!(error.to_string().contains("it must have 3 elements, and has 2"), "{error}");
    let error = call(BatchNorm::new(BatchNormMode::PerActivation), &three).to_string();
    assert!(error.contains("it must have 12 elements, and has 3"), "{error}");
    for epsilon in [-1.0, f64::NAN] {
        let error = call(norm.epsilon(epsilon), &three).to_string();
        assert!(error.contains("epsilon must be a number of 0 or more"), "{error}");
    }
}
