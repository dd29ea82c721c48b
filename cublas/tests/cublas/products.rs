//! Products, compared with sums in `f64`.

use cublas::{Gemm, Math, Matrix, MatrixMut, Scalar};
use cuda_driver::Stream;
use fastrand::Rng;
use half::{bf16, f16};

use crate::stand_in::{context, cublas};

/// An element that can be made of a number, and the relative error of its rounding.
trait Number: Scalar + Copy + std::fmt::Debug {
    const ERROR: f64;
    fn of(value: f64) -> Self;
    fn value(self) -> f64;
}

macro_rules! numbers {
    ($($ty:ty: $error:expr, $of:expr, $value:expr;)*) => {$(
        impl Number for $ty {
            const ERROR: f64 = $error;
            fn of(value: f64) -> Self {
                $of(value)
            }
            fn value(self) -> f64 {
                $value(self)
            }
        }
    )*};
}

numbers! {
    f32: f32::EPSILON as f64, |it| it as f32, f64::from;
    f64: f64::EPSILON, |it| it, |it| it;
    f16: 1.0 / 1024.0, f16::from_f64, f16::to_f64;
    bf16: 1.0 / 128.0, bf16::from_f64, bf16::to_f64;
}

/// A matrix of a case: its shape as multiplied, whether it is stored transposed, and the distance of its rows.
struct Case<T> {
    values: Vec<T>,
    rows: usize,
    columns: usize,
    is_transposed: bool,
    stride: usize,
    len: usize,
}

impl<T: Number> Case<T> {
    fn random(rng: &mut Rng, rows: usize, columns: usize, len: usize) -> Self {
        let is_transposed = rng.bool();
        let (stored_rows, stored_columns) = match is_transposed {
            true => (columns, rows),
            false => (rows, columns),
        };
        // Only one matrix has rows that aren't next to each other.
        let stride = stored_columns + if len == 1 { rng.usize(..3) } else { 0 };
        let size = (stored_rows * stride * len).max(1);
        let values = (0..size)
            .map(|_| T::of(f64::from(rng.i8(-8..8)) / 4.0))
            .collect();
        Self {
            values,
            rows,
            columns,
            is_transposed,
            stride,
            len,
        }
    }

    fn at(&self, index: usize, row: usize, column: usize) -> f64 {
        let index = if self.len == 1 { 0 } else { index };
        let (row, column, rows) = match self.is_transposed {
            true => (column, row, self.columns),
            false => (row, column, self.rows),
        };
        self.values[index * rows * self.stride + row * self.stride + column].value()
    }

    fn view<'a>(&self, buffer: &'a cuda_driver::DeviceBuffer<T>) -> Matrix<'a, T> {
        let (rows, columns) = match self.is_transposed {
            true => (self.columns, self.rows),
            false => (self.rows, self.columns),
        };
        let matrix = match self.len {
            1 => Matrix::with_row_stride(buffer, rows, columns, self.stride),
            len => Matrix::batch(buffer, len, rows, columns),
        };
        match self.is_transposed {
            true => matrix.unwrap().t(),
            false => matrix.unwrap(),
        }
    }
}

fn products_are_right<T: Number>(seed: u64) {
    let context = context();
    let stream: Stream = context.stream().unwrap();
    let mut handle = cublas().handle(&context).unwrap();
    let mut rng = Rng::with_seed(seed);
    for case in 0..60 {
        let [m, n, k] = [(); 3].map(|()| rng.usize(0..9));
        let len = rng.usize(1..4);
        let [a_len, b_len] = [(); 2].map(|()| if rng.bool() { 1 } else { len });
        let a = Case::<T>::random(&mut rng, m, k, a_len);
        let b = Case::<T>::random(&mut rng, k, n, b_len);
        let (alpha, beta) = (f32::from(rng.i8(-2..3)), f32::from(rng.i8(-1..2)));
        let math = [Math::Default, Math::Pedantic][rng.usize(..2)];
        let old: Vec<T> = (0..(m * n * len).max(1))
            .map(|_| match beta == 0.0 {
                true => T::of(f64::NAN),
                false => T::of(f64::from(rng.i8(-8..8))),
            })
            .collect();
        let (x, y) = (
            stream.upload(&a.values).unwrap(),
            stream.upload(&b.values).unwrap(),
        );
        let mut z = stream.upload(&old).unwrap();
        let gemm = Gemm::new()
            .alpha(T::Factor::from(alpha))
            .beta(T::Factor::from(beta))
            .math(math);
        let c = MatrixMut::batch(&mut z, len, m, n).unwrap();
        handle
            .gemm(&stream, &gemm, a.view(&x), b.view(&y), c)
            .unwrap();
        let found = z.to_vec().unwrap();
        for index in 0..len * m * n {
            let (matrix, row, column) = (index / (m * n), index / n % m, index % n);
            let terms = (0..k).map(|it| a.at(matrix, row, it) * b.at(matrix, it, column));
            let old = if beta == 0.0 {
                0.0
            } else {
                f64::from(beta) * old[index].value()
            };
            let expected = f64::from(alpha) * terms.sum::<f64>() + old;
            let difference = (found[index].value() - expected).abs();
            let bound = T::ERROR * (expected.abs() + 1.0) * 4.0;
            assert!(
                difference <= bound,
                "case {case}, {index}: {:?}, {expected}",
                found[index]
            );
        }
    }
}

#[test]
fn products_of_f32_are_right_for_all_shapes_strides_transposes_and_batches() {
    products_are_right::<f32>(1);
}

#[test]
fn products_of_f64_are_right_for_all_shapes_strides_transposes_and_batches() {
    products_are_right::<f64>(2);
}

#[test]
fn products_of_f16_are_right_for_all_shapes_strides_transposes_and_batches() {
    products_are_right::<f16>(3);
}

#[test]
fn products_of_bf16_are_right_for_all_shapes_strides_transposes_and_batches() {
    products_are_right::<bf16>(4);
}

#[test]
fn matmul_returns_a_row_major_product() {
    let context = context();
    let stream = context.stream().unwrap();
    let mut handle = cublas().handle(&context).unwrap();
    let a = stream.upload(&[1.0_f32, 2.0, 3.0, 4.0, 5.0, 6.0]).unwrap();
    let b = stream.upload(&[1.0_f32, 0.0, 0.0, 1.0, 1.0, 1.0]).unwrap();
    let (a, b) = (
        Matrix::new(&a, 2, 3).unwrap(),
        Matrix::new(&b, 3, 2).unwrap(),
    );
    let product = handle.matmul(&stream, a, b).unwrap();
    assert_eq!(product.to_vec().unwrap(), [4.0, 5.0, 10.0, 11.0]);
}

#[test]
fn what_is_between_the_rows_of_the_product_stays() {
    let context = context();
    let stream = context.stream().unwrap();
    let mut handle = cublas().handle(&context).unwrap();
    let ones = stream.upload(&[1.0_f64; 4]).unwrap();
    let ones = Matrix::new(&ones, 2, 2).unwrap();
    let mut c = stream.upload(&[7.0_f64; 8]).unwrap();
    let view = MatrixMut::with_row_stride(&mut c, 2, 2, 5).unwrap();
    handle
        .gemm(&stream, &Gemm::new(), ones, ones, view)
        .unwrap();
    let expected = [2.0, 2.0, 7.0, 7.0, 7.0, 2.0, 2.0, 7.0];
    assert_eq!(c.to_vec().unwrap(), expected);
}

#[test]
fn a_handle_continues_in_another_thread_and_on_another_stream() {
    let context = context();
    let mut handle = cublas().handle(&context).unwrap();
    let product = move |value: f32| {
        let stream = context.stream().unwrap();
        let x = stream.upload(&[value]).unwrap();
        let x = Matrix::new(&x, 1, 1).unwrap();
        let product = handle.matmul(&stream, x, x).unwrap();
        (handle, product.to_vec().unwrap())
    };
    let (_, found) = std::thread::spawn(move || product(3.0)).join().unwrap();
    assert_eq!(found, [9.0]);
}
