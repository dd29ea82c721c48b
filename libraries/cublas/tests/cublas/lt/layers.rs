//! What follows a product in a network, and products of 8-bit floats.

use cublas::lt::{Activation, F8E4M3, F8E5M2, LtProduct, Matmul};
use cublas::{Matrix, MatrixMut};
use cuda_driver::{DeviceBuffer, Element, Stream};
use fastrand::Rng;
use half::{bf16, f16};

use super::{stream_and_handle, workspace};
use crate::dense::{Cell, Dense, assert_close};
use crate::number::{C64, Number};
use crate::vectors::tests;

tests! {
    activations_of_f32_are_right: activations_are_right::<f32>;
    activations_of_f16_are_right: activations_are_right::<f16>;
    activations_of_bf16_are_right: activations_are_right::<bf16>;
    gradients_of_f32_are_right: gradients_are_right::<f32>;
    gradients_of_f16_are_right: gradients_are_right::<f16>;
    gradients_of_bf16_are_right: gradients_are_right::<bf16>;
    products_of_8_bits_are_scaled: products_of_8_bits_are_right::<F8E4M3, bf16>;
    products_of_8_bits_can_be_f16: products_of_8_bits_are_right::<F8E4M3, f16>;
    products_of_8_bits_can_be_f32: products_of_8_bits_are_right::<F8E5M2, f32>;
}

/// A matrix from the start of a buffer, with its rows next to each other, as frameworks have them.
struct RowMajor<T> {
    buffer: DeviceBuffer<T>,
    dense: Dense,
}

impl<T: Number> RowMajor<T> {
    fn random(stream: &Stream, rng: &mut Rng, rows: usize, columns: usize) -> Self {
        let values: Vec<T> = (0..rows * columns).map(|_| T::random(rng)).collect();
        Self {
            buffer: stream.upload(&values).unwrap(),
            dense: Dense::from_fn(rows, columns, |row, column| {
                values[row * columns + column].value().into()
            }),
        }
    }

    fn view(&self) -> Matrix<'_, T> {
        Matrix::new(&self.buffer, self.dense.rows, self.dense.columns).unwrap()
    }
}

fn read<T: Number>(buffer: &DeviceBuffer<T>, rows: usize, columns: usize) -> Dense {
    let values = buffer.to_vec().unwrap();
    Dense::from_fn(rows, columns, |row, column| values[row * columns + column].value().into())
}

fn relu(x: f64) -> f64 {
    x.max(0.0)
}

fn inner_of_gelu(x: f64) -> f64 {
    (2.0 / std::f64::consts::PI).sqrt() * (x + 0.044_715 * x.powi(3))
}

fn gelu(x: f64) -> f64 {
    0.5 * x * (1.0 + inner_of_gelu(x).tanh())
}

fn derivative_of_gelu(x: f64) -> f64 {
    let tanh = inner_of_gelu(x).tanh();
    let inner = (2.0 / std::f64::consts::PI).sqrt() * (1.0 + 3.0 * 0.044_715 * x * x);
    0.5 * (1.0 + tanh) + 0.5 * x * (1.0 - tanh * tanh) * inner
}

/// Compares with an error of the type, and what approximations of the activation have.
#[track_caller]
fn assert_is_about<T: Number>(found: &Dense, expected: &Dense) {
    for (row, column) in (0..found.rows).flat_map(|row| (0..found.columns).map(move |i| (row, i))) {
        let (found, expected) = (found.at(row, column), expected.at(row, column));
        let error = (T::ERROR * 8.0 + 1.0 / 1024.0) * (expected.magnitude + 1.0);
        let difference = (found.value - expected.value).norm();
        assert!(difference <= error, "{row}, {column}: {}, {}", found.value, expected.value);
    }
}

const SIZE: (usize, usize, usize) = (48, 144, 64);

fn activations_are_right<T>()
where
    T: Number + LtProduct<T, T, Factor: Number, Addend = T, Bias = T>,
{
    let (m, n, k) = SIZE;
    let (stream, handle) = stream_and_handle();
    let mut workspace = workspace(&stream);
    let mut rng = Rng::with_seed(32);
    let x = RowMajor::<T>::random(&stream, &mut rng, m, k);
    let w = RowMajor::<T>::random(&stream, &mut rng, n, k);
    let bias = RowMajor::<T>::random(&stream, &mut rng, 1, n);
    let mut y = stream.alloc::<T>(m * n).unwrap();
    let alpha = T::Factor::of(C64::from(1.0 / 16.0));
    for has_bias in [false, true] {
        let sum = x.dense.times(&w.dense.t()).scaled(alpha.value());
        let sum = Dense::from_fn(m, n, |row, column| {
            if has_bias {
                sum.at(row, column) + bias.dense.at(0, column)
            } else {
                sum.at(row, column)
            }
        });
        for (activation, function) in [
            (Activation::None, (|x| x) as fn(f64) -> f64),
            (Activation::Relu, relu),
            (Activation::Gelu, gelu),
        ] {
            let result = MatrixMut::new(&mut y, m, n).unwrap();
            let mut layer =
                Matmul::new(x.view(), w.view().t(), result).alpha(alpha).activation(activation);
            if has_bias {
                layer = layer.bias(&bias.buffer);
            }
            let mut lt = handle.on(&stream).workspace(&mut workspace).unwrap();
            lt.matmul(&mut layer).unwrap();
            let expected = sum.map(|sum| Cell { value: function(sum.value.re).into(), ..sum });
            assert_is_about::<T>(&read(&y, m, n), &expected);
        }
    }
}

fn gradients_are_right<T>()
where
    T: Number + LtProduct<T, T, Factor: Number, Addend = T, Bias = T>,
{
    let (m, n, k) = SIZE;
    let (stream, handle) = stream_and_handle();
    let mut workspace = workspace(&stream);
    let mut rng = Rng::with_seed(33);
    let x = RowMajor::<T>::random(&stream, &mut rng, m, k);
    let w = RowMajor::<T>::random(&stream, &mut rng, n, k);
    let bias = RowMajor::<T>::random(&stream, &mut rng, 1, n);
    let gradient = RowMajor::<T>::random(&stream, &mut rng, m, k);
    let mut y = stream.alloc::<T>(m * n).unwrap();
    let mut sums = stream.alloc::<T>(n).unwrap();
    let alpha = T::Factor::of(C64::from(1.0 / 16.0));
    let input = x.dense.times(&w.dense.t()).scaled(alpha.value());
    let input =
        Dense::from_fn(m, n, |row, column| input.at(row, column) + bias.dense.at(0, column));
    let product = gradient.dense.times(&w.dense.t()).scaled(alpha.value());
    let mut lt = handle.on(&stream).workspace(&mut workspace).unwrap();

    let mask_len = Matmul::<T, T, T>::mask_len(m, n);
    assert_eq!(mask_len, m * 2 * 16);
    let mut mask = stream.alloc::<u8>(mask_len).unwrap();
    let result = MatrixMut::new(&mut y, m, n).unwrap();
    let layer = Matmul::new(x.view(), w.view().t(), result).alpha(alpha).bias(&bias.buffer);
    lt.matmul(&mut layer.activation(Activation::Relu).write_mask(&mut mask)).unwrap();
    let rounded = read(&y, m, n);
    assert_is_about::<T>(
        &rounded,
        &input.map(|input| Cell { value: relu(input.value.re).into(), ..input }),
    );
    let result = MatrixMut::new(&mut y, m, n).unwrap();
    let mut back =
        Matmul::new(gradient.view(), w.view().t(), result).alpha(alpha).relu_gradient(&mask);
    lt.matmul(&mut back).unwrap();
    let found = read(&y, m, n);
    let expected = Dense::from_fn(m, n, |row, column| {
        match input.at(row, column).value.re {
            0.0 if found.at(row, column).value == C64::ZERO => Cell::from(C64::ZERO),
            // Of a 0, either is right.
            0.0.. => product.at(row, column),
            _ => Cell::from(C64::ZERO),
        }
    });
    assert_is_about::<T>(&found, &expected);

    let mut before = stream.alloc::<T>(m * n).unwrap();
    let result = MatrixMut::new(&mut y, m, n).unwrap();
    let layer = Matmul::new(x.view(), w.view().t(), result).alpha(alpha).bias(&bias.buffer);
    let written = MatrixMut::new(&mut before, m, n).unwrap();
    lt.matmul(&mut layer.activation(Activation::Gelu).write_input(written)).unwrap();
    assert_is_about::<T>(&read(&before, m, n), &input);
    let result = MatrixMut::new(&mut y, m, n).unwrap();
    let back = Matmul::new(gradient.view(), w.view().t(), result).alpha(alpha);
    let before = Matrix::new(&before, m, n).unwrap();
    lt.matmul(&mut back.gelu_gradient(before).bias_gradient(&mut sums)).unwrap();
    let expected = Dense::from_fn(m, n, |row, column| {
        let cell = product.at(row, column);
        Cell { value: cell.value * derivative_of_gelu(input.at(row, column).value.re), ..cell }
    });
    assert_is_about::<T>(&read(&y, m, n), &expected);
    let sum_of = |column| {
        (0..m)
            .map(|row| expected.at(row, column))
            .fold(Cell::from(C64::ZERO), |sum, value| sum + value)
    };
    assert_is_about::<T>(&read(&sums, 1, n), &Dense::from_fn(1, n, |_, column| sum_of(column)));
}

impl Number for F8E4M3 {
    const ERROR: f64 = 1.0 / 16.0;
    const HAS_TWO_PARTS: bool = false;
    fn of(value: C64) -> Self {
        Self::from_f32(value.re as f32)
    }
    fn value(self) -> C64 {
        f64::from(self.to_f32()).into()
    }
}

impl Number for F8E5M2 {
    const ERROR: f64 = 1.0 / 8.0;
    const HAS_TWO_PARTS: bool = false;
    fn of(value: C64) -> Self {
        Self::from_f32(value.re as f32)
    }
    fn value(self) -> C64 {
        f64::from(self.to_f32()).into()
    }
}

/// Returns whether the device multiplies floats of 8 bits.
fn has_8_bits(stream: &Stream) -> bool {
    let found = stream.context().device().compute_capability().unwrap();
    (found.major, found.minor) >= (8, 9)
}

fn products_of_8_bits_are_right<A, D>()
where
    A: Number + LtProduct<F8E4M3, D, Factor = f32, Bias: Number>,
    D: Number + Element,
{
    let (m, n, k) = (32, 48, 64);
    let (stream, handle) = stream_and_handle();
    if !has_8_bits(&stream) {
        eprintln!("SKIPPED: the device doesn't multiply floats of 8 bits");
        return;
    }
    let mut workspace = workspace(&stream);
    let mut rng = Rng::with_seed(34);
    let x = RowMajor::<A>::random(&stream, &mut rng, m, k);
    let w = RowMajor::<F8E4M3>::random(&stream, &mut rng, n, k);
    let bias = RowMajor::<A::Bias>::random(&stream, &mut rng, 1, n);
    let scales = [0.5_f32, 4.0].map(|x| stream.upload(&[x]).unwrap());
    let mut y = stream.alloc::<D>(m * n).unwrap();
    let result = MatrixMut::new(&mut y, m, n).unwrap();
    let mut layer = Matmul::new(x.view(), w.view().t(), result)
        .bias(&bias.buffer)
        .scale_a(&scales[0])
        .scale_b(&scales[1]);
    let mut lt = handle.on(&stream).workspace(&mut workspace).unwrap();
    lt.matmul(&mut layer).unwrap();
    let sum = x.dense.times(&w.dense.t()).scaled(C64::from(2.0));
    let expected =
        Dense::from_fn(m, n, |row, column| sum.at(row, column) + bias.dense.at(0, column));
    let found = read(&y, m, n);
    for (row, column) in (0..m).flat_map(|row| (0..n).map(move |i| (row, i))) {
        // Some devices sum with few bits.
        let expected = expected.at(row, column);
        let error = (8.0 * D::ERROR + 1.0 / 4096.0) * expected.magnitude;
        let difference = (found.at(row, column).value - expected.value).norm();
        assert!(
            difference <= error,
            "{row}, {column}: {}, {}",
            found.at(row, column).value,
            expected.value
        );
    }
}

#[test]
fn results_of_8_bits_are_scaled_and_their_largest_number_is_known() {
    let (m, n, k) = (32, 48, 64);
    let (stream, handle) = stream_and_handle();
    if !has_8_bits(&stream) {
        eprintln!("SKIPPED: the device doesn't multiply floats of 8 bits");
        return;
    }
    let mut workspace = workspace(&stream);
    let mut rng = Rng::with_seed(35);
    let x = RowMajor::<F8E4M3>::random(&stream, &mut rng, m, k);
    let w = RowMajor::<F8E4M3>::random(&stream, &mut rng, n, k);
    let scale = stream.upload(&[0.125_f32]).unwrap();
    let mut amax = stream.upload(&[0.0_f32]).unwrap();
    let mut y = stream.alloc::<F8E4M3>(m * n).unwrap();
    let result = MatrixMut::new(&mut y, m, n).unwrap();
    let mut matmul = Matmul::new(x.view(), w.view().t(), result).scale_d(&scale).amax(&mut amax);
    let mut lt = handle.on(&stream).workspace(&mut workspace).unwrap();
    lt.matmul(&mut matmul).unwrap();
    let sum = x.dense.times(&w.dense.t());
    let largest = (0..m * n).map(|i| sum.at(i / n, i % n).value.re.abs()).fold(0.0, f64::max);
    let found = f64::from(amax.to_vec().unwrap()[0]);
    assert!((found - largest).abs() <= largest / 1024.0, "{found}, {largest}");
    let found = read(&y, m, n);
    for (row, column) in (0..m).flat_map(|row| (0..n).map(move |i| (row, i))) {
        let expected = sum.at(row, column) * Cell::from(C64::from(0.125));
        let place = format_args!("{row}, {column}");
        assert_close::<F8E4M3>(found.at(row, column).value, expected, place);
    }
}
