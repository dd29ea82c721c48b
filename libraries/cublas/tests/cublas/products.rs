//! Products, compared with sums in `f64`.

use cublas::{Cublas, Error, GemmGroup, Math, Matrix, MatrixMut, Product, Release};
use cuda_driver::Element;
use fastrand::Rng;
use half::{bf16, f16};
use num_complex::Complex;

use crate::dense::{Dense, Order, StoredBatch};
use crate::device::{context, copy_of_table, cublas, stream_and_handle};
use crate::faults::{fail, refuse};
use crate::number::{C64, Number};
use crate::vectors::tests;

/// Returns a factor of a product, often one of those that are treated differently.
fn factor<F: Number>(rng: &mut Rng) -> F {
    match rng.usize(..4) {
        0 => F::of(C64::ZERO),
        1 => F::of(C64::ONE),
        _ => F::random(rng),
    }
}

/// Precisions in which small numbers are exact.
const MATHS: [Math; 5] = [Math::Default, Math::Pedantic, Math::Tf32, Math::Bf16, Math::F16];

/// Sizes of which cuBLAS takes each for an element.
fn size<A>(rng: &mut Rng) -> usize {
    match size_of::<A>() {
        // Only multiples of 4 are for `i8`.
        1 => 4 * rng.usize(1..4),
        _ => rng.usize(..9),
    }
}

/// Returns whether cuBLAS can conjugate a factor as it is in memory.
fn order<A: Number>(rng: &mut Rng, is_turned: bool) -> Order {
    if A::HAS_TWO_PARTS && is_turned { Order::plain_or_transposed(rng) } else { Order::random(rng) }
}

fn products_are_right<A: Number + Product<C, Factor: Number>, C: Number + Element>() {
    let (stream, mut handle) = stream_and_handle();
    let mut rng = Rng::with_seed(1);
    let mut refused = 0;
    for _ in 0..60 {
        let [m, n, k] = [(); 3].map(|()| size::<A>(&mut rng));
        let len = rng.usize(1..4);
        let [a_len, b_len] = [(); 2].map(|()| if rng.bool() { 1 } else { len });
        let c_order = Order::plain_or_transposed(&mut rng);
        let is_turned = matches!(c_order, Order::Transposed);
        let (a_order, b_order) = (order::<A>(&mut rng, is_turned), order::<A>(&mut rng, is_turned));
        let a = aligned::<A>(&stream, &mut rng, a_len, m, k, a_order);
        let b = aligned::<A>(&stream, &mut rng, b_len, k, n, b_order);
        let mut c = aligned::<C>(&stream, &mut rng, len, m, n, c_order);
        let (alpha, beta) = (factor::<A::Factor>(&mut rng), factor::<A::Factor>(&mut rng));
        let math = MATHS[rng.usize(..MATHS.len())];
        let expected: Vec<Dense> = (0..len)
            .map(|i| {
                let product = a.dense(i).times(&b.dense(i)).scaled(alpha.value());
                product.plus(&c.dense(i).scaled(beta.value()))
            })
            .collect();
        let mut blas = handle.on(&stream).math(math);
        let result = blas.gemm(alpha, a.view(), b.view(), beta, c.view_mut());
        match result {
            Ok(()) => c.assert_is(&expected),
            // cuBLAS has no kernel of `i8` for two transposed factors on an H200.
            Err(error) if size_of::<A>() == 1 && error.to_string().contains("NOT_SUPPORTED") => {
                refused += 1;
            }
            Err(error) => {
                let orders = (a_order, b_order, c_order);
                panic!("{math:?}, {len} of {orders:?}: {error}")
            }
        }
    }
    assert!(refused < 30, "{refused} of 60 products were refused");
}

/// For `i8`, without distances that cuBLAS doesn't take.
fn aligned<T: Number>(
    stream: &cuda_driver::Stream,
    rng: &mut Rng,
    len: usize,
    rows: usize,
    columns: usize,
    order: Order,
) -> StoredBatch<T> {
    match size_of::<T>() {
        1 => StoredBatch::packed(stream, rng, len, rows, columns, order),
        _ => StoredBatch::random(stream, rng, len, rows, columns, order),
    }
}

tests! {
    products_of_f32_are_right_for_all_shapes_strides_transposes_and_batches: products_are_right::<f32, f32>;
    products_of_f64_are_right_for_all_shapes_strides_transposes_and_batches: products_are_right::<f64, f64>;
    products_of_f16_are_right_for_all_shapes_strides_transposes_and_batches: products_are_right::<f16, f16>;
    products_of_bf16_are_right_for_all_shapes_strides_transposes_and_batches: products_are_right::<bf16, bf16>;
    products_of_f16_can_be_f32: products_are_right::<f16, f32>;
    products_of_bf16_can_be_f32: products_are_right::<bf16, f32>;
    products_of_i8_are_i32: products_are_right::<i8, i32>;
    products_of_i8_can_be_f32: products_are_right::<i8, f32>;
    products_of_complex_f32_are_right_conjugated_too: products_are_right::<Complex<f32>, Complex<f32>>;
    products_of_complex_f64_are_right_conjugated_too: products_are_right::<Complex<f64>, Complex<f64>>;
}
tests! {
    products_of_f32_by_addresses_are_right: products_by_addresses_are_right::<f32>;
    products_of_f16_by_addresses_are_right: products_by_addresses_are_right::<f16>;
    products_of_complex_f64_by_addresses_are_right: products_by_addresses_are_right::<Complex<f64>>;
    groups_of_products_of_f32_are_right: groups_are_right::<f32>;
    groups_of_products_of_f64_are_right: groups_are_right::<f64>;
    groups_of_products_of_bf16_are_right: groups_are_right::<bf16>;
}

fn products_by_addresses_are_right<T: Number + Product<T, Factor: Number>>() {
    let (stream, mut handle) = stream_and_handle();
    let mut rng = Rng::with_seed(2);
    for _ in 0..20 {
        let [m, n, k] = [(); 3].map(|()| rng.usize(..9));
        let len = rng.usize(..4);
        let a_len = if rng.bool() { 1 } else { len };
        // Parts of larger batches, each at its own place.
        let a = StoredBatch::<T>::random(&stream, &mut rng, a_len.max(1), m, k, Order::Plain);
        let b = StoredBatch::<T>::random(&stream, &mut rng, len.max(1), k, n, Order::Transposed);
        let mut c = StoredBatch::<T>::random(&stream, &mut rng, len.max(1), m, n, Order::Plain);
        let (alpha, beta) = (factor::<T::Factor>(&mut rng), factor::<T::Factor>(&mut rng));
        // In another order than in memory.
        let mut left: Vec<_> = (0..a_len).map(|i| a.single(i)).collect();
        let mut right: Vec<_> = (0..len).map(|i| b.single(i)).collect();
        if a_len == len {
            left.reverse();
        }
        right.reverse();
        let expected: Vec<Dense> = (0..len)
            .map(|i| {
                let other = len - 1 - i;
                let product = a.dense(other).times(&b.dense(other)).scaled(alpha.value());
                product.plus(&c.dense(i).scaled(beta.value()))
            })
            .collect();
        let mut products = c.singles_mut(len);
        let mut blas = handle.on(&stream).math(MATHS[rng.usize(..MATHS.len())]);
        blas.gemm_batched(alpha, &left, &right, beta, &mut products).unwrap();
        drop(products);
        c.assert_is(&expected);
    }
}

fn groups_are_right<T: Number + Product<T, Factor: Number>>() {
    let (stream, mut handle) = stream_and_handle();
    let mut rng = Rng::with_seed(3);
    for _ in 0..10 {
        let count = rng.usize(..5);
        let mut stored: Vec<_> = (0..count)
            .map(|_| {
                let [m, n, k] = [(); 3].map(|()| rng.usize(..9));
                let len = rng.usize(1..3);
                let a_order = Order::plain_or_transposed(&mut rng);
                let c_order = Order::plain_or_transposed(&mut rng);
                let a = StoredBatch::<T>::random(&stream, &mut rng, len, m, k, a_order);
                let b = StoredBatch::<T>::random(&stream, &mut rng, 1, k, n, Order::Plain);
                let c = StoredBatch::<T>::random(&stream, &mut rng, len, m, n, c_order);
                let (alpha, beta) = (factor::<T::Factor>(&mut rng), factor::<T::Factor>(&mut rng));
                (a, b, c, alpha, beta, len)
            })
            .collect();
        let expected: Vec<Vec<Dense>> = stored
            .iter()
            .map(|(a, b, c, alpha, beta, len)| {
                let result_of = |index| {
                    let product = a.dense(index).times(&b.dense(index)).scaled(alpha.value());
                    product.plus(&c.dense(index).scaled(beta.value()))
                };
                (0..*len).map(result_of).collect()
            })
            .collect();
        let mut groups: Vec<_> = stored
            .iter_mut()
            .map(|(a, b, c, alpha, beta, _)| GemmGroup {
                alpha: *alpha,
                a: a.view(),
                b: b.view(),
                beta: *beta,
                c: c.view_mut(),
            })
            .collect();
        let math = [Math::Default, Math::Tf32][rng.usize(..2)];
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
        for ((_, _, c, ..), expected) in stored.iter().zip(&expected) {
            c.assert_is(expected);
        }
    }
}

#[test]
fn kernels_for_addresses_are_called_only_where_they_do_not_fault() {
    let context = context();
    let stream = context.stream().unwrap();
    let mut table = copy_of_table();
    fail(&mut table.cublasGemmBatchedEx);
    fail(&mut table.cublasGemmGroupedBatchedEx);
    let table = Box::leak(Box::new(table));
    let mut handle = Cublas::from_table(table).handle(&context).unwrap();
    let twos = stream.upload(&[f16::from_f32(2.0); 17]).unwrap();
    let mut result = stream.upload(&[f16::ZERO; 16]).unwrap();
    let mut products = |start: usize| {
        let a = Matrix::new(twos.slice(start..start + 16).unwrap(), 4, 4).unwrap();
        let mut blas = handle.on(&stream);
        let c = MatrixMut::new(&mut result, 4, 4).unwrap();
        let batched = blas.gemm_batched(1.0, &[a], &[a], 0.0, &mut [c]);
        let c = MatrixMut::new(&mut result, 4, 4).unwrap();
        let group = GemmGroup { alpha: 1.0, a, b: a, beta: 1.0, c };
        let grouped = blas.gemm_grouped(&mut [group]);
        [batched.is_ok(), grouped.is_ok()]
    };
    assert_eq!([products(0), products(1)], [[false; 2], [true; 2]]);
    assert_eq!(result.to_vec().unwrap(), [f16::from_f32(32.0); 16]);
}

#[test]
fn a_batch_without_a_kernel_is_multiplied_product_by_product() {
    let context = context();
    let stream = context.stream().unwrap();
    let mut table = copy_of_table();
    refuse(&mut table.cublasGemmStridedBatchedEx);
    refuse(&mut table.cublasGemmStridedBatchedEx_64);
    refuse(&mut table.cublasGemmBatchedEx);
    refuse(&mut table.cublasGemmBatchedEx_64);
    let table = Box::leak(Box::new(table));
    let mut handle = Cublas::from_table(table).handle(&context).unwrap();
    let factors = stream.upload(&[2_i8; 3 * 16]).unwrap();
    let a = Matrix::new(factors.slice(..16).unwrap(), 4, 4).unwrap();
    let b = Matrix::batch(&factors, 3, 4, 4).unwrap();
    let mut c = stream.upload(&[1_i32; 3 * 16]).unwrap();
    let products = MatrixMut::batch(&mut c, 3, 4, 4).unwrap();
    handle.on(&stream).gemm(1, a, b, 1, products).unwrap();
    assert_eq!(c.to_vec().unwrap(), [17; 3 * 16]);
    let first = MatrixMut::new(c.slice_mut(..16).unwrap(), 4, 4).unwrap();
    let mut blas = handle.on(&stream);
    blas.gemm_batched(1, &[a], &[a], 0, &mut [first]).unwrap();
    assert_eq!(c.to_vec().unwrap()[..17], [[16; 16].as_slice(), &[17]].concat());
}

#[test]
fn rows_of_bytes_that_kernels_cannot_read_are_refused() {
    let (stream, mut handle) = stream_and_handle();
    let bytes = stream.upload(&[1_i8; 64]).unwrap();
    let mut result = stream.upload(&[0_i32; 32]).unwrap();
    let whole = Matrix::new(bytes.slice(..16).unwrap(), 4, 4).unwrap();
    let views = [
        Matrix::new(bytes.slice(1..17).unwrap(), 4, 4),
        Matrix::with_row_stride(&bytes, 4, 4, 5),
        Matrix::batch_with_strides(&bytes, 2, (4, 4), 4, 18),
    ];
    for view in views {
        let a = view.unwrap();
        let len = a.len();
        let c = MatrixMut::batch(result.slice_mut(..16 * len).unwrap(), len, 4, 4).unwrap();
        let error = handle.on(&stream).gemm(1, a, whole, 0, c).unwrap_err();
        assert!(matches!(error, Error::Layout { operand: "a", .. }), "{error}");
    }
}

#[test]
fn matmul_returns_a_row_major_product() {
    let (stream, mut handle) = stream_and_handle();
    let a = stream.upload(&[1.0_f32, 2.0, 3.0, 4.0, 5.0, 6.0]).unwrap();
    let b = stream.upload(&[1.0_f32, 0.0, 0.0, 1.0, 1.0, 1.0]).unwrap();
    let (a, b) = (Matrix::new(&a, 2, 3).unwrap(), Matrix::new(&b, 3, 2).unwrap());
    let product = handle.on(&stream).matmul(a, b).unwrap();
    assert_eq!(product.to_vec().unwrap(), [4.0, 5.0, 10.0, 11.0]);
}

#[test]
fn a_factor_of_zero_does_not_read_what_is_overwritten() {
    let (stream, mut handle) = stream_and_handle();
    let ones = stream.upload(&[1.0_f32; 4]).unwrap();
    let ones = Matrix::new(&ones, 2, 2).unwrap();
    let mut c = stream.upload(&[f32::NAN; 4]).unwrap();
    let view = MatrixMut::new(&mut c, 2, 2).unwrap();
    handle.on(&stream).gemm(1.0, ones, ones, 0.0, view).unwrap();
    assert_eq!(c.to_vec().unwrap(), [2.0; 4]);
}

#[test]
fn precisions_change_no_more_than_they_say() {
    let (stream, mut handle) = stream_and_handle();
    let mut rng = Rng::with_seed(5);
    for (math, error) in
        [(Math::Tf32, 1.0 / 1024.0), (Math::Bf16, 1.0 / 128.0), (Math::F16, 1.0 / 1024.0)]
    {
        let values: Vec<f32> = (0..64 * 64).map(|_| rng.f32()).collect();
        let x = stream.upload(&values).unwrap();
        let x = Matrix::new(&x, 64, 64).unwrap();
        let exact = handle.on(&stream).math(Math::Pedantic).matmul(x, x).unwrap().to_vec().unwrap();
        let found = handle.on(&stream).math(math).matmul(x, x).unwrap().to_vec().unwrap();
        for (exact, found) in exact.iter().zip(found) {
            assert!((exact - found).abs() <= 2.0 * error * exact, "{math:?}: {exact}, {found}");
        }
        // Nothing of it remains.
        let again = handle.on(&stream).math(Math::Pedantic).matmul(x, x).unwrap().to_vec().unwrap();
        assert_eq!(exact, again);
    }
    if handle.cublas().version() >= 120_901 {
        let values: Vec<f32> = (0..64 * 64).map(|_| rng.f32()).collect();
        let x = stream.upload(&values).unwrap();
        let x = Matrix::new(&x, 64, 64).unwrap();
        let mut product = |math| {
            let mut blas = handle.on(&stream).math(math);
            blas.matmul(x, x).unwrap().to_vec().unwrap()
        };
        let (exact, found) = (product(Math::Pedantic), product(Math::Emulated));
        for (exact, found) in exact.iter().zip(found) {
            assert!((exact - found).abs() <= 1e-5 * exact, "{exact}, {found}");
        }
    }
    let halves = stream.upload(&[f16::from_f32(0.5); 16]).unwrap();
    let halves = Matrix::new(&halves, 4, 4).unwrap();
    let product = handle.on(&stream).math(Math::F16Sum).matmul(halves, halves).unwrap();
    assert_eq!(product.to_vec().unwrap(), [f16::ONE; 16]);
}

#[test]
fn a_handle_continues_in_another_thread_and_on_other_streams_in_turn() {
    let context = context();
    let mut handle = cublas().handle(&context).unwrap();
    let product = move |value: f32| {
        let streams = [context.stream().unwrap(), context.stream().unwrap()];
        let buffers = [0, 1].map(|n| streams[n].upload(&[value + n as f32]).unwrap());
        let mut products = Vec::new();
        for _ in 0..3 {
            for (stream, buffer) in streams.iter().zip(&buffers) {
                let x = Matrix::new(buffer, 1, 1).unwrap();
                products.push(handle.on(stream).matmul(x, x).unwrap());
            }
        }
        let found: Vec<_> = products.iter().map(|product| product.to_vec().unwrap()[0]).collect();
        (handle, found)
    };
    let (_, found) = std::thread::spawn(move || product(3.0)).join().unwrap();
    assert_eq!(found, [9.0, 16.0, 9.0, 16.0, 9.0, 16.0]);
}
