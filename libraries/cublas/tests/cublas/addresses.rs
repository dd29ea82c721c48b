//! Products of sizes for which kernels read several elements at a time, at any address of an element.

use cublas::lt::{LtProduct, Matmul};
use cublas::{Error, GemmGroup, Math, Product, Release};
use cuda_driver::Stream;
use fastrand::Rng;
use half::{bf16, f16};
use num_complex::Complex;

use crate::dense::{Dense, Order, StoredBatch};
use crate::device::stream_and_handle;
use crate::lt::{self, workspace};
use crate::number::{C64, Number};
use crate::vectors::tests;

const SIZES: [[usize; 3]; 4] = [[16, 16, 16], [64, 32, 64], [32, 8, 128], [8, 64, 8]];

tests! {
    batches_of_f32_are_right_at_any_address: batches_are_right::<f32>;
    batches_of_f64_are_right_at_any_address: batches_are_right::<f64>;
    batches_of_f16_are_right_at_any_address: batches_are_right::<f16>;
    batches_of_bf16_are_right_at_any_address: batches_are_right::<bf16>;
    batches_of_complex_f32_are_right_at_any_address: batches_are_right::<Complex<f32>>;
    groups_of_f32_are_right_at_any_address: groups_are_right::<f32>;
    groups_of_f64_are_right_at_any_address: groups_are_right::<f64>;
    groups_of_f16_are_right_at_any_address: groups_are_right::<f16>;
    groups_of_bf16_are_right_at_any_address: groups_are_right::<bf16>;
    layers_of_f32_are_right_at_any_address: layers_are_right::<f32>;
    layers_of_f16_are_right_at_any_address: layers_are_right::<f16>;
    layers_of_bf16_are_right_at_any_address: layers_are_right::<bf16>;
}

/// The operands of a product, aligned or not, and the results.
struct Case<T> {
    a: StoredBatch<T>,
    b: StoredBatch<T>,
    c: StoredBatch<T>,
    expected: Vec<Dense>,
}

impl<T: Number> Case<T> {
    fn new(stream: &Stream, rng: &mut Rng, [m, n, k]: [usize; 3], has_sum: bool) -> Self {
        let len = rng.usize(1..4);
        let mut stored = |rows, columns, order| match rng.usize(..4) {
            0 => StoredBatch::<T>::packed(stream, rng, len, rows, columns, order),
            _ => StoredBatch::<T>::random(stream, rng, len, rows, columns, order),
        };
        let (a, b) = (stored(m, k, Order::Plain), stored(k, n, Order::Transposed));
        let c = stored(m, n, Order::Plain);
        let sum = f64::from(u8::from(has_sum));
        let each = |index| {
            let product = a.dense(index).times(&b.dense(index));
            product.plus(&c.dense(index).scaled(C64::from(sum)))
        };
        let expected = (0..len).map(each).collect();
        Self { a, b, c, expected }
    }
}

/// All sizes, several times.
fn sizes() -> impl Iterator<Item = [usize; 3]> {
    SIZES.into_iter().cycle().take(3 * SIZES.len())
}

fn one<T: Number>() -> T {
    T::of(C64::ONE)
}

fn batches_are_right<T: Number + Product<T, Factor: Number>>() {
    let (stream, mut handle) = stream_and_handle();
    let mut rng = Rng::with_seed(41);
    for size in sizes() {
        for math in [Math::Default, Math::Tf32] {
            let mut case = Case::<T>::new(&stream, &mut rng, size, true);
            let mut blas = handle.on(&stream).math(math);
            blas.gemm(one(), case.a.view(), case.b.view(), one(), case.c.view_mut()).unwrap();
            case.c.assert_is(&case.expected);
            let mut case = Case::<T>::new(&stream, &mut rng, size, true);
            let len = case.expected.len();
            let a: Vec<_> = (0..len).map(|i| case.a.single(i)).collect();
            let b: Vec<_> = (0..len).map(|i| case.b.single(i)).collect();
            let mut c = case.c.singles_mut(len);
            blas.gemm_batched(one(), &a, &b, one(), &mut c).unwrap();
            drop(c);
            case.c.assert_is(&case.expected);
        }
    }
}

fn groups_are_right<T: Number + Product<T, Factor: Number>>() {
    let (stream, mut handle) = stream_and_handle();
    let mut rng = Rng::with_seed(42);
    for math in [Math::Default, Math::Tf32, Math::Default, Math::Tf32] {
        let mut cases: Vec<_> = sizes()
            .take(1 + rng.usize(..12))
            .map(|size| Case::<T>::new(&stream, &mut rng, size, true))
            .collect();
        let mut groups: Vec<_> = cases
            .iter_mut()
            .map(|case| GemmGroup {
                alpha: one(),
                a: case.a.view(),
                b: case.b.view(),
                beta: one(),
                c: case.c.view_mut(),
            })
            .collect();
        let done = handle.on(&stream).math(math).gemm_grouped(&mut groups);
        drop(groups);
        match done {
            Ok(()) => {}
            // Before 12.9.
            Err(Error::Absent(absent))
                if absent.found < Release { major: 12, minor: 9, patch: 1 } =>
            {
                return;
            }
            Err(error) => panic!("{error}"),
        }
        for case in &cases {
            case.c.assert_is(&case.expected);
        }
    }
}

fn layers_are_right<T>()
where
    T: Number + LtProduct<T, T, Factor: Number, Addend = T, Bias = T>,
{
    let (stream, handle) = lt::stream_and_handle();
    let mut workspace = workspace(&stream);
    let mut rng = Rng::with_seed(43);
    for size in sizes() {
        for has_sum in [false, true] {
            let mut case = Case::<T>::new(&stream, &mut rng, size, false);
            let added = Case::<T>::new(&stream, &mut rng, size, false);
            let is_added = has_sum && added.expected.len() == case.expected.len();
            let mut layer = Matmul::new(case.a.view(), case.b.view(), case.c.view_mut());
            if is_added {
                layer = layer.add(one(), added.c.view());
            }
            let mut lt = handle.on(&stream).workspace(&mut workspace).unwrap();
            lt.matmul(&mut layer).unwrap();
            let plus = |(index, product): (usize, &Dense)| {
                if is_added { product.plus(&added.c.dense(index)) } else { product.clone() }
            };
            let expected: Vec<_> = case.expected.iter().enumerate().map(plus).collect();
            case.c.assert_is(&expected);
        }
    }
}
