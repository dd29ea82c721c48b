use cuda_driver::DeviceBuffer;
use cudnn::half::{bf16, f16};
use cudnn::{Error, Float, Layout, Norm, Tensor, TensorMut};
use fastrand::Rng;

use crate::device::{Tally, is_software, stream_and_handle};
use crate::number::{Array, Number};

fn norms<T: Number + Float<Wide = f32>>(tally: &mut Tally, rng: &mut Rng, norm: Norm) {
    let (stream, mut handle) = stream_and_handle();
    let (rows, columns) = (rng.usize(1..=20), 8 * rng.usize(1..=40));
    let (x, y) =
        (Layout::packed([rows, columns]).unwrap(), Layout::packed([rows, columns]).unwrap());
    let epsilon = 0.001 + 0.1 * rng.f32();
    let subject = format!("{norm:?} of {} {x}", std::any::type_name::<T>());
    let plan = match handle.on(&stream).norm_plan::<T>(norm, epsilon, x, y) {
        Ok(plan) => plan,
        Err(error) => {
            tally.note(&subject, Err(error));
            return;
        }
    };
    let x = Array::random::<T>(rng, x);
    let of_columns = Layout::packed([columns]).unwrap();
    let scale = Array::random::<f32>(rng, of_columns);
    let bias = Array::random::<f32>(rng, of_columns);
    let (mut values, mut bounds) = (Vec::new(), Vec::new());
    for row in x.values.chunks(columns) {
        let count = columns as f64;
        let mean = match norm {
            Norm::Layer => row.iter().sum::<f64>() / count,
            _ => 0.0,
        };
        let variance = row.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count;
        let inverse = 1.0 / (variance + f64::from(epsilon)).sqrt();
        for ((x, scale), bias) in row.iter().zip(&scale.values).zip(&bias.values) {
            let bias = if norm == Norm::Layer { *bias } else { 0.0 };
            values.push(scale * (x - mean) * inverse + bias);
            bounds.push(scale.abs() * (x.abs() + mean.abs()) * inverse + bias.abs());
        }
    }
    let expected = Array { layout: y, values };
    let x_is = x.upload::<T>(&stream);
    let (scale_is, bias_is) = (scale.upload::<f32>(&stream), bias.upload::<f32>(&stream));
    let mut y_is = stream.alloc::<T>(y.span()).unwrap();
    let done = handle.on(&stream).norm_forward_inference(
        &plan,
        x.view(&x_is),
        &scale_is,
        (norm == Norm::Layer).then(|| bias_is.as_slice()),
        expected.view_mut(&mut y_is),
    );
    if tally.note(&subject, done) {
        expected.check::<T>(
            &subject,
            &y_is,
            &bounds,
            if size_of::<T>() == 4 { 1e-4 } else { T::ERROR },
        );
    }
}

#[test]
fn rows_are_normalized_as_mathematics_says() {
    let (mut rng, mut tally) = (Rng::with_seed(62), Tally::default());
    for norm in [Norm::Layer, Norm::Rms] {
        for _ in 0..3 {
            norms::<f32>(&mut tally, &mut rng, norm);
            norms::<f16>(&mut tally, &mut rng, norm);
            norms::<bf16>(&mut tally, &mut rng, norm);
        }
    }
    tally.finish("norms", 9);
}

#[test]
fn rows_that_do_not_fit_are_an_error_with_the_sizes() {
    let (stream, mut handle) = stream_and_handle();
    let mut dnn = handle.on(&stream);
    let packed = |shape: &[usize]| Layout::packed(shape).unwrap();
    let wrong =
        dnn.norm_plan::<f32>(Norm::Rms, 0.1, packed(&[2, 8]), packed(&[2, 16])).unwrap_err();
    assert!(wrong.to_string().contains("their shapes must be the same"), "{wrong}");
    let wrong =
        dnn.norm_plan::<f32>(Norm::Rms, 0.1, packed(&[2, 8, 1]), packed(&[2, 8])).unwrap_err();
    assert!(wrong.to_string().contains("it must have rows and columns"), "{wrong}");
    let wrong =
        dnn.norm_plan::<f32>(Norm::Rms, f32::NAN, packed(&[2, 8]), packed(&[2, 8])).unwrap_err();
    assert!(wrong.to_string().contains("epsilon must be a number of 0 or more"), "{wrong}");
    let (x, few) = (stream.upload(&[1.0_f32; 256]).unwrap(), stream.upload(&[1.0_f32; 4]).unwrap());
    let mut y = stream.alloc::<f32>(256).unwrap();
    let shape = [2, 128];
    let plan = match dnn.norm_plan::<f32>(Norm::Layer, 0.1, packed(&shape), packed(&shape)) {
        Ok(plan) => plan,
        Err(error) if error.is_not_supported() && !is_software() => {
            return cuda_rust::skip(format!("this cuDNN doesn't normalize such rows: {error}"));
        }
        Err(error) => panic!("{error}"),
    };
    let x_is = Tensor::new(&x, shape).unwrap();
    let mut call = |scale: &DeviceBuffer<f32>, bias: bool| {
        let y_is = TensorMut::new(&mut y, shape).unwrap();
        let bias = bias.then(|| few.as_slice());
        let error = dnn.norm_forward_inference(&plan, x_is, scale, bias, y_is).unwrap_err();
        assert!(matches!(error, Error::Shapes(_)), "{error}");
        error.to_string()
    };
    let text = "scale must have a number for each of its 128 columns, and has 4";
    assert!(call(&few, true).contains(text));
    assert!(call(&few, false).contains("Norm::Layer has a bias"));
}
