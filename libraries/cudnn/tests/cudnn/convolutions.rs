use cudnn::half::{bf16, f16};
use cudnn::{
    Convolution, ConvolutionElement, ConvolutionMode, Determinism, Error, Float, Layout, Math,
    Tensor, TensorMut, Workspace,
};
use fastrand::Rng;

use crate::device::{Tally, stream_and_handle};
use crate::number::{Array, Number};
use crate::reference::{Steps, backward_data, backward_filter, forward};

/// The error of sums relative to the magnitudes of their terms: some algorithms transform images and filters first.
fn slack<T: Number>() -> f64 {
    match size_of::<T>() {
        8 => 1e-11,
        4 => 2e-4,
        _ => T::ERROR,
    }
}

struct Case<const N: usize> {
    convolution: Convolution<N>,
    steps: Steps,
    x: Layout,
    w: Layout,
    y: Layout,
}

fn layout(is_last: bool, shape: &[usize]) -> Layout {
    if is_last { Layout::channels_last(shape).unwrap() } else { Layout::packed(shape).unwrap() }
}

/// A random convolution, with `channels` for each group and filters in multiples of that.
fn case<const N: usize>(rng: &mut Rng, is_last: bool, channels: usize) -> Case<N> {
    let mut pick = |range: std::ops::RangeInclusive<usize>| {
        std::array::from_fn::<usize, N, _>(|_| rng.usize(range.clone()))
    };
    let (padding, stride, dilation) = (pick(0..=2), pick(1..=2), pick(1..=2));
    let filter: [usize; N] = pick(1..=3);
    let size = pick(6..=11);
    let (groups, images) = (rng.usize(1..=2), rng.usize(1..=3));
    let (per_group, filters) = (channels * rng.usize(1..=2), channels * rng.usize(1..=2));
    let is_turned = N < 3 && rng.bool();
    let convolution =
        Convolution::new().padding(padding).stride(stride).dilation(dilation).groups(groups).mode(
            if is_turned {
                ConvolutionMode::Convolution
            } else {
                ConvolutionMode::CrossCorrelation
            },
        );
    let shape = |first: [usize; 2], rest: [usize; N]| [&first[..], &rest].concat();
    let x = shape([images, per_group * groups], size);
    let w = shape([filters * groups, per_group], filter);
    let y = convolution.output_shape(&x, &w).unwrap();
    Case {
        convolution,
        steps: Steps {
            padding: padding.to_vec(),
            stride: stride.to_vec(),
            dilation: dilation.to_vec(),
            groups,
            is_turned,
        },
        x: layout(is_last, &x),
        w: layout(is_last, &w),
        y: layout(is_last, &y),
    }
}

fn forward_of<T: Number + ConvolutionElement + Float, const N: usize>(
    tally: &mut Tally,
    rng: &mut Rng,
    is_last: bool,
    channels: usize,
) {
    let (stream, mut handle) = stream_and_handle();
    let case: Case<N> = case(rng, is_last, channels);
    let subject = format!(
        "{} {:?} of x {} w {}",
        std::any::type_name::<T>(),
        case.convolution,
        case.x,
        case.w
    );
    let x = Array::random::<T>(rng, case.x);
    let w = Array::random::<T>(rng, case.w);
    let before = Array::random::<T>(rng, case.y);
    let (sums, bounds) = forward(&case.steps, &x, &w, &case.y);
    let (x_is, w_is) = (x.upload::<T>(&stream), w.upload::<T>(&stream));
    let mut y_is = before.upload::<T>(&stream);
    let done = handle.on(&stream).alpha(0.5).beta(2.0).convolution_forward(
        &case.convolution,
        Tensor::with_layout(&x_is, x.layout).unwrap(),
        Tensor::with_layout(&w_is, w.layout).unwrap(),
        TensorMut::with_layout(&mut y_is, case.y).unwrap(),
    );
    if tally.note(&subject, done) {
        let values = sums.iter().zip(&before.values).map(|(sum, before)| 0.5 * sum + 2.0 * before);
        let bounds: Vec<f64> = bounds
            .iter()
            .zip(&before.values)
            .map(|(sum, before)| sum + 2.0 * before.abs())
            .collect();
        let expected = Array { layout: case.y, values: values.collect() };
        expected.check::<T>(&subject, &y_is, &bounds, slack::<T>());
    }
}

fn backward_of<T: Number + ConvolutionElement + Float, const N: usize>(
    tally: &mut Tally,
    rng: &mut Rng,
    is_last: bool,
    channels: usize,
) {
    let (stream, mut handle) = stream_and_handle();
    let case: Case<N> = case(rng, is_last, channels);
    let subject = format!(
        "{} {:?} of x {} w {}",
        std::any::type_name::<T>(),
        case.convolution,
        case.x,
        case.w
    );
    let x = Array::random::<T>(rng, case.x);
    let w = Array::random::<T>(rng, case.w);
    let dy = Array::random::<T>(rng, case.y);
    let (x_is, w_is, dy_is) =
        (x.upload::<T>(&stream), w.upload::<T>(&stream), dy.upload::<T>(&stream));
    let dy_view = Tensor::with_layout(&dy_is, dy.layout).unwrap();

    let mut dx_is = stream.alloc::<T>(case.x.span()).unwrap();
    let done = handle.on(&stream).convolution_backward_data(
        &case.convolution,
        Tensor::with_layout(&w_is, w.layout).unwrap(),
        dy_view,
        TensorMut::with_layout(&mut dx_is, case.x).unwrap(),
    );
    if tally.note(&format!("data of {subject}"), done) {
        let (values, bounds) = backward_data(&case.steps, &case.x, &w, &dy);
        let expected = Array { layout: case.x, values };
        expected.check::<T>(&subject, &dx_is, &bounds, slack::<T>());
    }

    let mut dw_is = stream.alloc::<T>(case.w.span()).unwrap();
    let done = handle.on(&stream).convolution_backward_filter(
        &case.convolution,
        Tensor::with_layout(&x_is, x.layout).unwrap(),
        dy_view,
        TensorMut::with_layout(&mut dw_is, case.w).unwrap(),
    );
    if tally.note(&format!("filter of {subject}"), done) {
        let (values, bounds) = backward_filter(&case.steps, &x, &case.w, &dy);
        let expected = Array { layout: case.w, values };
        expected.check::<T>(&subject, &dw_is, &bounds, slack::<T>());
    }

    let channels = case.y.shape()[1];
    let mut db_is = stream.alloc::<T>(channels).unwrap();
    let done = handle.on(&stream).convolution_backward_bias(dy_view, &mut db_is);
    if tally.note(&format!("bias of {subject}"), done) {
        let per_image: usize = case.y.shape()[2..].iter().product();
        let (mut values, mut bounds) = (vec![0.0; channels], vec![0.0; channels]);
        for (index, value) in dy.values.iter().enumerate() {
            values[index / per_image % channels] += value;
            bounds[index / per_image % channels] += value.abs();
        }
        let expected = Array { layout: Layout::packed([channels]).unwrap(), values };
        expected.check::<T>(&subject, &db_is, &bounds, slack::<T>());
    }
}

#[test]
fn convolutions_of_single_precision_are_those_of_mathematics() {
    let (mut rng, mut tally) = (Rng::with_seed(1), Tally::default());
    for _ in 0..6 {
        forward_of::<f32, 1>(&mut tally, &mut rng, false, 1);
        forward_of::<f32, 2>(&mut tally, &mut rng, false, 1);
        forward_of::<f32, 3>(&mut tally, &mut rng, false, 1);
        forward_of::<f32, 2>(&mut tally, &mut rng, true, 4);
    }
    tally.finish("forward f32", 12);
}

#[test]
fn convolutions_of_double_precision_are_those_of_mathematics() {
    let (mut rng, mut tally) = (Rng::with_seed(2), Tally::default());
    for _ in 0..3 {
        forward_of::<f64, 1>(&mut tally, &mut rng, false, 1);
        forward_of::<f64, 2>(&mut tally, &mut rng, false, 1);
        forward_of::<f64, 3>(&mut tally, &mut rng, false, 1);
        backward_of::<f64, 2>(&mut tally, &mut rng, false, 1);
    }
    tally.finish("f64", 6);
}

#[test]
fn convolutions_of_16_bits_are_those_of_mathematics() {
    let (mut rng, mut tally) = (Rng::with_seed(3), Tally::default());
    for is_last in [true, true, false] {
        forward_of::<f16, 2>(&mut tally, &mut rng, is_last, 8);
        forward_of::<bf16, 2>(&mut tally, &mut rng, is_last, 8);
        forward_of::<f16, 1>(&mut tally, &mut rng, is_last, 8);
        forward_of::<f16, 3>(&mut tally, &mut rng, is_last, 8);
        backward_of::<f16, 2>(&mut tally, &mut rng, is_last, 8);
        backward_of::<bf16, 2>(&mut tally, &mut rng, is_last, 8);
    }
    tally.finish("16 bits", 8);
}

#[test]
fn gradients_of_convolutions_are_those_of_mathematics() {
    let (mut rng, mut tally) = (Rng::with_seed(4), Tally::default());
    for _ in 0..4 {
        backward_of::<f32, 1>(&mut tally, &mut rng, false, 1);
        backward_of::<f32, 2>(&mut tally, &mut rng, false, 1);
        backward_of::<f32, 3>(&mut tally, &mut rng, false, 1);
        backward_of::<f32, 2>(&mut tally, &mut rng, true, 4);
    }
    tally.finish("backward f32", 24);
}

#[test]
fn integers_are_convolved_exactly() {
    let (stream, mut handle) = stream_and_handle();
    let (mut rng, mut tally) = (Rng::with_seed(5), Tally::default());
    let convolution = Convolution::new().padding([1, 1]);
    let x = Array::random::<f64>(&mut rng, layout(true, &[2, 8, 6, 6]))
        .map::<i8>(|value| (value * 8.0).round());
    let w = Array::random::<f64>(&mut rng, layout(true, &[4, 8, 3, 3]))
        .map::<i8>(|value| (value * 3.0).round());
    let y = layout(true, &[2, 4, 6, 6]);
    let steps = Steps {
        padding: vec![1; 2],
        stride: vec![1; 2],
        dilation: vec![1; 2],
        groups: 1,
        is_turned: false,
    };
    let (values, bounds) = forward(&steps, &x, &w, &y);
    let (x_is, w_is) = (x.upload::<i8>(&stream), w.upload::<i8>(&stream));
    let x_view = Tensor::with_layout(&x_is, x.layout).unwrap();
    let w_view = Tensor::with_layout(&w_is, w.layout).unwrap();

    let mut wide = stream.alloc::<f32>(y.span()).unwrap();
    let result = TensorMut::with_layout(&mut wide, y).unwrap();
    let done = handle.on(&stream).convolution_forward(&convolution, x_view, w_view, result);
    if tally.note("i8 to f32", done) {
        let expected = Array { layout: y, values: values.clone() };
        expected.check::<f32>("i8 to f32", &wide, &bounds, 0.0);
    }
    // Beyond its range, the type's own limit.
    let mut narrow = stream.alloc::<i8>(y.span()).unwrap();
    let result = TensorMut::with_layout(&mut narrow, y).unwrap();
    let done = handle.on(&stream).convolution_forward(&convolution, x_view, w_view, result);
    if tally.note("i8 to i8", done) {
        let values = values.iter().map(|value| value.clamp(-128.0, 127.0)).collect();
        let expected = Array { layout: y, values };
        expected.check::<i8>("i8 to i8", &narrow, &bounds, 0.0);
    }
    tally.finish("i8", 0);
}

#[test]
fn a_bias_and_an_activation_follow_in_the_same_call() {
    let (stream, mut handle) = stream_and_handle();
    let (mut rng, mut tally) = (Rng::with_seed(6), Tally::default());
    for relu in [true, false] {
        for has_z in [false, true] {
            let case: Case<2> = case(&mut rng, false, 4);
            let subject = format!(
                "relu {relu}, z {has_z}, {:?} of x {} w {}",
                case.convolution, case.x, case.w
            );
            let x = Array::random::<f32>(&mut rng, case.x);
            let w = Array::random::<f32>(&mut rng, case.w);
            let z = Array::random::<f32>(&mut rng, case.y);
            let filters = case.y.shape()[1];
            let bias = Array::random::<f32>(&mut rng, Layout::packed([filters]).unwrap());
            let (sums, mut bounds) = forward(&case.steps, &x, &w, &case.y);
            let per_image: usize = case.y.shape()[2..].iter().product();
            let mut values = sums;
            for (index, value) in values.iter_mut().enumerate() {
                let (bias, z) = (bias.values[index / per_image % filters], z.values[index]);
                *value += bias + if has_z { z } else { 0.0 };
                bounds[index] += bias.abs() + z.abs();
                if relu {
                    *value = value.max(0.0);
                }
            }
            let (x_is, w_is) = (x.upload::<f32>(&stream), w.upload::<f32>(&stream));
            let (z_is, bias_is) = (z.upload::<f32>(&stream), bias.upload::<f32>(&stream));
            let mut y_is = stream.alloc::<f32>(case.y.span()).unwrap();
            let done = handle.on(&stream).convolution_bias_activation_forward(
                &case.convolution,
                Tensor::with_layout(&x_is, x.layout).unwrap(),
                Tensor::with_layout(&w_is, w.layout).unwrap(),
                has_z.then(|| Tensor::with_layout(&z_is, z.layout).unwrap()),
                &bias_is,
                relu,
                TensorMut::with_layout(&mut y_is, case.y).unwrap(),
            );
            if tally.note(&subject, done) {
                let expected = Array { layout: case.y, values };
                expected.check::<f32>(&subject, &y_is, &bounds, slack::<f32>());
            }
        }
    }
    tally.finish("bias and activation", 1);
}

#[test]
fn algorithms_are_listed_measured_and_kept() {
    let (stream, mut handle) = stream_and_handle();
    let mut rng = Rng::with_seed(7);
    let (x_is, w_is, y_is) = (
        layout(false, &[2, 8, 16, 16]),
        layout(false, &[8, 8, 3, 3]),
        layout(false, &[2, 8, 16, 16]),
    );
    let convolution = Convolution::new().padding([1, 1]);
    let steps = Steps {
        padding: vec![1; 2],
        stride: vec![1; 2],
        dilation: vec![1; 2],
        groups: 1,
        is_turned: false,
    };
    let (x, w) = (Array::random::<f32>(&mut rng, x_is), Array::random::<f32>(&mut rng, w_is));
    let (values, bounds) = forward(&steps, &x, &w, &y_is);
    let expected = Array { layout: y_is, values };
    let (x_buffer, w_buffer) = (x.upload::<f32>(&stream), w.upload::<f32>(&stream));
    let mut y_buffer = stream.alloc::<f32>(y_is.span()).unwrap();
    let (x, w) = (
        Tensor::with_layout(&x_buffer, x_is).unwrap(),
        Tensor::with_layout(&w_buffer, w_is).unwrap(),
    );
    let mut y = TensorMut::with_layout(&mut y_buffer, y_is).unwrap();

    let listed =
        handle.on(&stream).forward_algorithms(&convolution, x, w, y.reborrow(), 10).unwrap();
    assert!(!listed.is_empty());
    assert!(listed.iter().all(|algorithm| algorithm.determinism() == Determinism::Deterministic
        && algorithm.time().is_none()));
    let tuned = handle.on(&stream).tune_forward(&convolution, x, w, y.reborrow()).unwrap();
    assert!(tuned.time().is_some(), "{tuned:?}");
    let mut workspace = Workspace::new(&stream, tuned.workspace().max(1)).unwrap();
    let mut dnn = handle.on(&stream).algorithm(&tuned).workspace(&mut workspace).unwrap();
    dnn.convolution_forward(&convolution, x, w, y.reborrow()).unwrap();

    // It is for nothing else.
    let other = Convolution::new().padding([1, 1]).mode(ConvolutionMode::Convolution);
    let error =
        handle.on(&stream).algorithm(&tuned).convolution_forward(&other, x, w, y.reborrow());
    assert!(
        matches!(error, Err(Error::OtherProblem { call: "convolution_forward", .. })),
        "{error:?}"
    );
    let error = handle.on(&stream).algorithm(&tuned).math(Math::Tf32).convolution_forward(
        &convolution,
        x,
        w,
        y,
    );
    assert!(matches!(error, Err(Error::OtherProblem { .. })), "{error:?}");
    expected.check::<f32>("the measured algorithm", &y_buffer, &bounds, slack::<f32>());

    // What was found for a convolution is for one with a bias, too, if cuDNN has it for that.
    let precomputed =
        listed.iter().find(|algorithm| algorithm.name().ends_with("IMPLICIT_PRECOMP_GEMM"));
    if let Some(precomputed) = precomputed {
        let bias = stream.upload(&[0.0_f32; 8]).unwrap();
        let y = TensorMut::with_layout(&mut y_buffer, y_is).unwrap();
        handle
            .on(&stream)
            .algorithm(precomputed)
            .convolution_bias_activation_forward(&convolution, x, w, None, &bias, false, y)
            .unwrap();
        expected.check::<f32>("without a bias", &y_buffer, &bounds, slack::<f32>());
    }

    // Those that fit into no memory.
    let mut none = Workspace::new(&stream, 0).unwrap();
    let y = TensorMut::with_layout(&mut y_buffer, y_is).unwrap();
    let mut dnn = handle.on(&stream).workspace(&mut none).unwrap();
    match dnn.forward_algorithms(&convolution, x, w, y, 10) {
        Ok(listed) => assert!(listed.iter().all(|algorithm| algorithm.workspace() == 0)),
        Err(error) => assert!(matches!(error, Error::NoAlgorithm(_)), "{error}"),
    }

    // Gradients whose order varies are left out, unless they are wanted.
    let dy = Tensor::with_layout(&x_buffer, y_is).unwrap();
    let mut dw_buffer = stream.alloc::<f32>(w_is.span()).unwrap();
    let mut dw = TensorMut::with_layout(&mut dw_buffer, w_is).unwrap();
    let certain = handle
        .on(&stream)
        .backward_filter_algorithms(&convolution, x, dy, dw.reborrow(), 20)
        .unwrap();
    let any = handle
        .on(&stream)
        .determinism(Determinism::Any)
        .backward_filter_algorithms(&convolution, x, dy, dw.reborrow(), 20)
        .unwrap();
    assert!(certain.len() < any.len(), "{certain:?}, {any:?}");
    let varying = any.iter().find(|algorithm| algorithm.determinism() == Determinism::Any).unwrap();
    let mut dnn = handle.on(&stream).algorithm(varying);
    let error = dnn.convolution_backward_filter(&convolution, x, dy, dw).unwrap_err();
    assert!(error.to_string().contains("adds in an order that varies"), "{error}");
    let mut dx_buffer = stream.alloc::<f32>(x_is.span()).unwrap();
    let dx = TensorMut::with_layout(&mut dx_buffer, x_is).unwrap();
    let tuned = handle.on(&stream).tune_backward_data(&convolution, w, dy, dx).unwrap();
    assert!(tuned.time().is_some() && tuned.name().contains("BWD_DATA"), "{tuned:?}");
}
