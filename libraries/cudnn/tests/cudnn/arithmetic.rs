use cudnn::half::{bf16, f16};
use cudnn::{Float, OpTensor, Reduce};
use fastrand::Rng;

use crate::activations::slack;
use crate::device::{Tally, stream_and_handle};
use crate::number::{ALPHA, Array, BETA, Number, any_shape};
use crate::reference::{join, split};
use cudnn::Layout;

/// Returns a shape some of whose dimensions are 1 instead.
fn narrowed(rng: &mut Rng, shape: &[usize]) -> Vec<usize> {
    shape.iter().map(|dim| if rng.bool() { 1 } else { *dim }).collect()
}

/// Returns the place of an element among those of a shape some of whose dimensions are 1.
fn place(index: usize, shape: &[usize], narrow: &[usize]) -> usize {
    let at = split(index, shape);
    let at: Vec<usize> =
        at.iter().zip(narrow).map(|(at, dim)| at.min(&(dim - 1)).to_owned()).collect();
    join(&at, narrow)
}

fn combined<T: Number + Float>(tally: &mut Tally, rng: &mut Rng, operation: Option<OpTensor>) {
    let (stream, mut handle) = stream_and_handle();
    let rank = rng.usize(4..=5);
    let shape = any_shape(rng, rank);
    let narrow = narrowed(rng, &shape);
    let a = Array::any::<T>(rng, &shape).map::<T>(f64::abs);
    let b = Array::any::<T>(rng, &narrow);
    let before = Array::any::<T>(rng, &shape);
    let subject = format!(
        "{operation:?} of {} a {} b {} c {}",
        std::any::type_name::<T>(),
        a.layout,
        b.layout,
        before.layout
    );
    let value = |(index, a): (usize, &f64)| {
        let (a, b) = (ALPHA * a, b.values[place(index, &shape, &narrow)]);
        match operation {
            Some(OpTensor::Add) => (a + b, a.abs() + b.abs()),
            Some(OpTensor::Mul) => (a * b, (a * b).abs()),
            Some(OpTensor::Min) => (a.min(b), a.abs() + b.abs()),
            Some(OpTensor::Max) => (a.max(b), a.abs() + b.abs()),
            Some(other) => panic!("{other:?}"),
            None => (a.sqrt(), a.sqrt()),
        }
    };
    let terms: Vec<(f64, f64)> = a.values.iter().enumerate().map(value).collect();
    let plus = |(index, (value, bound)): (usize, &(f64, f64))| {
        let before = BETA * before.values[index];
        (value + before, bound + before.abs())
    };
    let (values, bounds): (Vec<f64>, Vec<f64>) = terms.iter().enumerate().map(plus).unzip();
    let layout = before.layout;
    let expected = Array { layout, values };
    let (a_is, b_is) = (a.upload::<T>(&stream), b.upload::<T>(&stream));
    let mut c_is = before.upload::<T>(&stream);
    let mut dnn = handle.on(&stream).alpha(ALPHA).beta(BETA);
    let c = before.view_mut(&mut c_is);
    let done = match operation {
        Some(operation) => dnn.op_tensor(operation, a.view(&a_is), b.view(&b_is), c),
        None => dnn.sqrt_tensor(a.view(&a_is), c),
    };
    if tally.note(&subject, done) {
        expected.check::<T>(&subject, &c_is, &bounds, slack::<T>());
    }
}

#[test]
fn tensors_are_combined_element_by_element() {
    let (mut rng, mut tally) = (Rng::with_seed(51), Tally::default());
    let operations = [OpTensor::Add, OpTensor::Mul, OpTensor::Min, OpTensor::Max];
    let operations = operations.into_iter().map(Some).chain([None]);
    for operation in operations.cycle().take(20) {
        combined::<f32>(&mut tally, &mut rng, operation);
        combined::<f64>(&mut tally, &mut rng, operation);
        combined::<f16>(&mut tally, &mut rng, operation);
        combined::<bf16>(&mut tally, &mut rng, operation);
    }
    tally.finish("op_tensor", 20);
}

fn added<T: Number + Float>(tally: &mut Tally, rng: &mut Rng) {
    let (stream, mut handle) = stream_and_handle();
    let rank = rng.usize(4..=5);
    let shape = any_shape(rng, rank);
    let mut narrow = vec![1; rank];
    narrow[1] = shape[1];
    let narrow = if rng.bool() { narrow } else { shape.clone() };
    let a = Array::random::<T>(rng, Layout::packed(&narrow).unwrap());
    let before = Array::any::<T>(rng, &shape);
    let subject = format!("{} a {} to {}", std::any::type_name::<T>(), a.layout, before.layout);
    let value = |index: usize| a.values[place(index, &shape, &narrow)];
    let values: Vec<f64> = (0..before.values.len()).map(value).collect();
    let (expected, bounds) = Array::blended(&values, &values, &before);
    let a_is = a.upload::<T>(&stream);
    let mut c_is = before.upload::<T>(&stream);
    let mut dnn = handle.on(&stream).alpha(ALPHA).beta(BETA);
    let done = dnn.add_tensor(a.view(&a_is), before.view_mut(&mut c_is));
    if tally.note(&format!("adding {subject}"), done) {
        expected.check::<T>(&subject, &c_is, &bounds, slack::<T>());
    }

    // To another layout.
    let x = Array::any::<T>(rng, &shape);
    let (expected, bounds) = Array::blended(&x.values, &x.values, &before);
    let x_is = x.upload::<T>(&stream);
    let mut y_is = before.upload::<T>(&stream);
    let mut dnn = handle.on(&stream).alpha(ALPHA).beta(BETA);
    let done = dnn.transform_tensor(x.view(&x_is), before.view_mut(&mut y_is));
    let subject = format!("{} to {}", x.layout, before.layout);
    if tally.note(&format!("transforming {subject}"), done) {
        expected.check::<T>(&subject, &y_is, &bounds, slack::<T>());
    }

    let scaled = before.values.iter().map(|value| 1.5 * value).collect();
    let expected = Array { layout: before.layout, values: scaled };
    let mut y_is = before.upload::<T>(&stream);
    let done = handle.on(&stream).scale_tensor(before.view_mut(&mut y_is), 1.5);
    if tally.note(&format!("scaling {}", before.layout), done) {
        expected.check::<T>(&subject, &y_is, &bounds, slack::<T>());
    }
    let filled = Array { layout: before.layout, values: vec![-3.0; before.values.len()] };
    let done = handle.on(&stream).set_tensor(before.view_mut(&mut y_is), -3.0);
    if tally.note(&format!("setting {}", before.layout), done) {
        filled.check::<T>(&subject, &y_is, &bounds, 0.0);
    }
}

#[test]
fn tensors_are_added_copied_scaled_and_set() {
    let (mut rng, mut tally) = (Rng::with_seed(52), Tally::default());
    for _ in 0..6 {
        added::<f32>(&mut tally, &mut rng);
        added::<f64>(&mut tally, &mut rng);
        added::<f16>(&mut tally, &mut rng);
        added::<bf16>(&mut tally, &mut rng);
    }
    tally.finish("add_tensor and others", 40);
}

const REDUCTIONS: [Reduce; 9] = [
    Reduce::Add,
    Reduce::Mul,
    Reduce::Min,
    Reduce::Max,
    Reduce::Amax,
    Reduce::Avg,
    Reduce::Norm1,
    Reduce::Norm2,
    Reduce::MulNoZeros,
];

fn reduced<T: Number + Float>(tally: &mut Tally, rng: &mut Rng, reduce: Reduce) {
    let (stream, mut handle) = stream_and_handle();
    let rank = rng.usize(4..=5);
    let mut shape = any_shape(rng, rank);
    shape[2] += 1;
    let mut narrow = narrowed(rng, &shape);
    // cuDNN reduces along one dimension at least.
    if narrow == shape {
        narrow[2] = 1;
    }
    let mut a = Array::any::<T>(rng, &shape);
    if matches!(reduce, Reduce::Mul | Reduce::MulNoZeros) {
        a = a.map::<T>(|value| if value > 0.6 { 0.0 } else { 1.0 + 0.01 * value });
    }
    let before = Array::random::<T>(rng, Layout::packed(&narrow).unwrap());
    let subject =
        format!("{reduce:?} of {} {} to {narrow:?}", std::any::type_name::<T>(), a.layout);
    let mut groups = vec![Vec::new(); before.values.len()];
    for (index, value) in a.values.iter().enumerate() {
        groups[place(index, &shape, &narrow)].push(*value);
    }
    let result = |values: &Vec<f64>| {
        let all = values.iter().copied();
        let magnitudes: f64 = all.clone().map(f64::abs).sum();
        match reduce {
            Reduce::Add => (all.sum(), magnitudes),
            Reduce::Mul => (all.product(), 4.0),
            Reduce::Min => (all.fold(f64::INFINITY, f64::min), 1.0),
            Reduce::Max => (all.fold(f64::NEG_INFINITY, f64::max), 1.0),
            Reduce::Amax => (all.map(f64::abs).fold(0.0, f64::max), 1.0),
            Reduce::Avg => (all.sum::<f64>() / values.len() as f64, magnitudes),
            Reduce::Norm1 => (magnitudes, magnitudes),
            Reduce::Norm2 => (all.map(|value| value * value).sum::<f64>().sqrt(), magnitudes),
            Reduce::MulNoZeros => (all.filter(|value| *value != 0.0).product(), 4.0),
            other => panic!("{other:?}"),
        }
    };
    let (values, magnitudes): (Vec<f64>, Vec<f64>) = groups.iter().map(result).unzip();
    let (expected, bounds) = Array::blended(&values, &magnitudes, &before);
    let a_is = a.upload::<T>(&stream);
    let mut c_is = before.upload::<T>(&stream);
    let mut dnn = handle.on(&stream).alpha(ALPHA).beta(BETA);
    let done = dnn.reduce_tensor(reduce, a.view(&a_is), before.view_mut(&mut c_is));
    if tally.note(&subject, done) {
        expected.check::<T>(&subject, &c_is, &bounds, 4.0 * slack::<T>());
    }
    if !matches!(reduce, Reduce::Min | Reduce::Max | Reduce::Amax) {
        return;
    }
    let mut indices = stream.alloc::<i32>(before.values.len()).unwrap();
    let mut dnn = handle.on(&stream);
    let c = before.view_mut(&mut c_is);
    let done = dnn.reduce_tensor_indices(reduce, a.view(&a_is), c, &mut indices);
    if tally.note(&format!("indices of {subject}"), done) {
        let expected = Array { layout: before.layout, values: values.clone() };
        expected.check::<T>(&subject, &c_is, &bounds, 0.0);
        for ((group, index), value) in groups.iter().zip(indices.to_vec().unwrap()).zip(values) {
            let chosen = group[usize::try_from(index).unwrap()];
            let chosen = if reduce == Reduce::Amax { chosen.abs() } else { chosen };
            assert_eq!(chosen, value, "{subject}: {index} of {group:?}");
        }
    }
}

#[test]
fn reductions_are_those_of_mathematics() {
    let (mut rng, mut tally) = (Rng::with_seed(53), Tally::default());
    for reduce in REDUCTIONS.into_iter().cycle().take(3 * REDUCTIONS.len()) {
        reduced::<f32>(&mut tally, &mut rng, reduce);
        reduced::<f64>(&mut tally, &mut rng, reduce);
        reduced::<f16>(&mut tally, &mut rng, reduce);
        reduced::<bf16>(&mut tally, &mut rng, reduce);
    }
    tally.finish("reductions", 50);
}
