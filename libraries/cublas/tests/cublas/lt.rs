//! Products with cuBLASLt, compared with sums in `f64`.

mod layers;

use cublas::lt::sys::{
    CublasLtTable, cublasLtHandle_t, cublasLtMatmulDesc_t, cublasLtMatmulPreference_t,
    cublasLtMatrixLayout_t,
};
use cublas::lt::{Activation, CublasLt, Handle, Lt, LtProduct, Matmul};
use cublas::sys::{cublasComputeType_t, cublasStatus_t};
use cublas::{CallError, Error, Matrix, MatrixMut, Vector, Workspace};
use cuda_driver::{DeviceBuffer, Stream};
use cuda_libraries_sys::shared::cudaDataType;
use cuda_rust::failing::each_function_fails;
use fastrand::Rng;
use half::{bf16, f16};
use num_complex::Complex;

use crate::dense::{Dense, Order, StoredBatch};
use crate::device::{alone, context, lt_table};
use crate::faults::{fail, function_of};
use crate::number::Number;
use crate::vectors::tests;

pub(crate) fn stream_and_handle() -> (Stream, Handle) {
    let context = context();
    let lt = CublasLt::from_table(lt_table());
    (context.stream().unwrap(), lt.handle(&context).unwrap())
}

pub(crate) fn workspace(stream: &Stream) -> Workspace {
    Workspace::new(stream, 32 << 20).unwrap()
}

fn products_are_right<A, D>()
where
    A: Number + LtProduct<A, D, Factor: Number, Addend = D>,
    D: Number,
{
    let (stream, handle) = stream_and_handle();
    let mut workspace = workspace(&stream);
    let mut rng = Rng::with_seed(31);
    for case in 0..40 {
        // Of bytes, cuBLASLt takes multiples of 4.
        let step = if size_of::<A>() == 1 { 4 } else { 1 };
        let [m, n, k] = [(); 3].map(|()| step * rng.usize(1..9));
        let len = rng.usize(1..4);
        let [a_len, b_len] = [(); 2].map(|()| if rng.bool() { 1 } else { len });
        let orders = [(); 2].map(|()| match size_of::<A>() {
            1 => Order::plain_or_transposed(&mut rng),
            _ => Order::random(&mut rng),
        });
        let stored = match step {
            1 => StoredBatch::<A>::random,
            _ => StoredBatch::<A>::packed,
        };
        let a = stored(&stream, &mut rng, a_len, m, k, orders[0]);
        let b = stored(&stream, &mut rng, b_len, k, n, orders[1]);
        let results = match step {
            1 => StoredBatch::<D>::random,
            _ => StoredBatch::<D>::packed,
        };
        let c = results(&stream, &mut rng, len, m, n, Order::Plain);
        let mut d = results(&stream, &mut rng, len, m, n, Order::Plain);
        let (alpha, beta) = (A::Factor::random(&mut rng), A::Factor::random(&mut rng));
        let has_sum = case % 2 == 0;
        let expected: Vec<Dense> = (0..len)
            .map(|i| {
                let product = a.dense(i).times(&b.dense(i)).scaled(alpha.value());
                if has_sum { product.plus(&c.dense(i).scaled(beta.value())) } else { product }
            })
            .collect();
        let mut matmul = Matmul::new(a.view(), b.view(), d.view_mut()).alpha(alpha);
        if has_sum {
            matmul = matmul.add(beta, c.view());
        }
        let mut lt = handle.on(&stream).workspace(&mut workspace).unwrap();
        lt.matmul(&mut matmul).unwrap();
        d.assert_is(&expected);
    }
}

tests! {
    products_of_f32_are_right: products_are_right::<f32, f32>;
    products_of_f64_are_right: products_are_right::<f64, f64>;
    products_of_f16_are_right: products_are_right::<f16, f16>;
    products_of_f16_can_be_f32: products_are_right::<f16, f32>;
    products_of_bf16_are_right: products_are_right::<bf16, bf16>;
    products_of_complex_f32_are_right: products_are_right::<Complex<f32>, Complex<f32>>;
}

#[test]
fn algorithms_are_kept_and_fit_only_their_product() {
    let (stream, handle) = stream_and_handle();
    let mut workspace = workspace(&stream);
    let ones = stream.upload(&[1.0_f32; 65 * 64]).unwrap();
    let mut result = stream.upload(&[0.0_f32; 64 * 64]).unwrap();
    let a = Matrix::new(&ones, 64, 64).unwrap();
    let mut lt = handle.on(&stream).workspace(&mut workspace).unwrap();
    let mut matmul = Matmul::new(a, a, MatrixMut::new(&mut result, 64, 64).unwrap());
    let algorithms = lt.algorithms(&matmul, 8).unwrap();
    assert!((1..=8).contains(&algorithms.len()));
    for algorithm in &algorithms {
        assert!(algorithm.workspace() <= 32 << 20);
        lt.matmul_with(algorithm, &mut matmul).unwrap();
    }
    let fastest = lt.tune(&mut matmul, 4).unwrap();
    lt.matmul_with(&fastest, &mut matmul).unwrap();
    assert_eq!(result.to_vec().unwrap(), [64.0; 64 * 64]);
    // Other data of the same product.
    let other = stream.upload(&[2.0_f32; 64 * 64]).unwrap();
    let b = Matrix::new(&other, 64, 64).unwrap();
    let mut matmul = Matmul::new(a, b, MatrixMut::new(&mut result, 64, 64).unwrap());
    lt.matmul_with(&fastest, &mut matmul).unwrap();
    // Another order, another shape, and less aligned.
    let unaligned = Matrix::new(ones.slice(1..).unwrap(), 64, 64).unwrap();
    for (a, b, columns) in
        [(a.t(), b, 64), (a, Matrix::new(&other, 64, 32).unwrap(), 32), (unaligned, b, 64)]
    {
        let mut matmul = Matmul::new(a, b, MatrixMut::new(&mut result, 64, columns).unwrap());
        let error = lt.matmul_with(&fastest, &mut matmul).unwrap_err();
        assert!(matches!(error, Error::OtherProblem { .. }), "{error}");
        lt.matmul(&mut matmul).unwrap();
    }
}

#[track_caller]
fn refused(lt: &mut Lt<'_>, mut matmul: Matmul<'_, f32, f32, f32>, rule: &str) {
    let error = lt.matmul(&mut matmul).unwrap_err().to_string();
    assert!(error.contains(rule), "{error}");
}

#[test]
fn what_does_not_fit_is_refused_with_the_rule() {
    let (stream, handle) = stream_and_handle();
    let ones = stream.upload(&[1.0_f32; 64]).unwrap();
    let mut result = stream.upload(&[0.0_f32; 64]).unwrap();
    let mut mask = stream.alloc::<u8>(16 * 8 - 1).unwrap();
    let a = Matrix::new(&ones, 8, 8).unwrap();
    let mut lt = handle.on(&stream);
    fn d(result: &mut DeviceBuffer<f32>) -> MatrixMut<'_, f32> {
        MatrixMut::new(result, 8, 8).unwrap()
    }
    refused(
        &mut lt,
        Matmul::new(a, Matrix::new(&ones, 4, 8).unwrap(), d(&mut result)),
        "as many columns as b has rows",
    );
    refused(
        &mut lt,
        Matmul::new(a, a, d(&mut result)).bias(ones.slice(..7).unwrap()),
        "a number for each column",
    );
    let strided = Vector::with_stride(&ones, 8, 2).unwrap();
    refused(&mut lt, Matmul::new(a, a, d(&mut result)).bias(strided), "next to each other");
    refused(
        &mut lt,
        Matmul::new(a, a, d(&mut result)).add(1.0, a.t()),
        "c must have the shape of d",
    );
    refused(
        &mut lt,
        Matmul::new(a, a, d(&mut result)).scale_a(ones.slice(..1).unwrap()),
        "belongs to 8-bit floats",
    );
    refused(&mut lt, Matmul::new(a, a, d(&mut result).t()), "d must not be transposed");
    let masked =
        Matmul::new(a, a, d(&mut result)).activation(Activation::Relu).write_mask(&mut mask);
    refused(&mut lt, masked, "`mask_len` bytes");
    let mut mask = stream.alloc::<u8>(16 * 8).unwrap();
    let masked =
        Matmul::new(a, a, d(&mut result)).activation(Activation::Gelu).write_mask(&mut mask);
    refused(&mut lt, masked, "a mask goes with Relu");
}

#[test]
fn what_follows_a_product_is_refused_where_kernels_would_fault() {
    let (stream, handle) = stream_and_handle();
    let ones = stream.upload(&[1.0_f32; 64]).unwrap();
    let mut result = stream.upload(&[0.0_f32; 65]).unwrap();
    let mut mask = stream.alloc::<u8>(16 * 8 + 8).unwrap();
    let a = Matrix::new(&ones, 8, 8).unwrap();
    let mut lt = handle.on(&stream);
    let mut refused =
        |mut matmul: Matmul<'_, f32, f32, f32>, name: &str| match lt.matmul(&mut matmul) {
            Err(Error::Call(CallError::Misaligned { operand, alignment: 16, .. })) => {
                assert_eq!(operand, name)
            }
            other => panic!("{other:?}"),
        };
    let (d, input) = (result.slice_mut(..64).unwrap(), ones.slice(1..9).unwrap());
    let d = MatrixMut::new(d, 8, 8).unwrap();
    refused(Matmul::new(a, a, d).bias(input), "bias");
    let d = MatrixMut::new(result.slice_mut(..64).unwrap(), 8, 8).unwrap();
    let (odd, rest) = (mask.slice_mut(8..).unwrap(), Activation::Relu);
    let layer = Matmul::new(a, a, d).activation(rest).write_mask(odd);
    refused(layer, "mask");
}

#[test]
fn a_product_is_recorded_into_a_graph() {
    alone("lt::a_product_is_recorded_into_a_graph", || {
        let (stream, handle) = stream_and_handle();
        let context = handle.context().clone();
        let mut workspace = workspace(&stream);
        let twos = stream.upload(&[2.0_f32; 64 * 64]).unwrap();
        let sums = stream.upload(&[1.0_f32; 64 * 64]).unwrap();
        let mut result = stream.upload(&[0.0_f32; 64 * 64]).unwrap();
        let a = Matrix::new(&twos, 64, 64).unwrap();
        let c = Matrix::new(&sums, 64, 64).unwrap();
        let capture = context.capture().unwrap();
        let mut matmul =
            Matmul::new(a, a, MatrixMut::new(&mut result, 64, 64).unwrap()).add(1.0, c);
        // SAFETY: everything outlives the graph, and only its launches use it.
        let lt = unsafe { handle.record(&capture) };
        let mut lt = lt.workspace(&mut workspace).unwrap();
        lt.matmul(&mut matmul).unwrap();
        assert!(matches!(
            lt.tune(&mut matmul, 1),
            Err(Error::Call(CallError::Captured { call: "tune" }))
        ));
        let graph = capture.finish().unwrap().instantiate().unwrap();
        // SAFETY: as recorded.
        unsafe { graph.launch(&stream) }.unwrap();
        assert_eq!(result.to_vec().unwrap(), [257.0; 64 * 64]);
    });
}

cuda_rust::failing! {
    fail, CublasLtTable:
    cublasLtCreate cublasLtMatmulDescCreate cublasLtMatmulDescSetAttribute cublasLtMatrixLayoutCreate
    cublasLtMatrixLayoutSetAttribute cublasLtMatmulPreferenceCreate cublasLtMatmulAlgoGetHeuristic cublasLtMatmul
}

/// Calls each of the functions, and returns the first error.
fn work(lt: CublasLt, stream: &Stream) -> Result<(), Error> {
    let handle = lt.handle(stream.context())?;
    let ones = stream.upload(&[1.0_f32; 2 * 64 * 64])?;
    let mut result = stream.upload(&[0.0_f32; 2 * 64 * 64])?;
    let mut workspace = workspace(stream);
    let mut lt = handle.on(stream).workspace(&mut workspace)?;
    let a = Matrix::batch(&ones, 2, 64, 64)?;
    let mut matmul = Matmul::new(a, a, MatrixMut::batch(&mut result, 2, 64, 64)?);
    lt.matmul(&mut matmul)?;
    lt.tune(&mut matmul, 2).map(drop)
}

cuda_rust::counted! {
    lt_table: CublasLtTable, cublasStatus_t::CUBLAS_STATUS_SUCCESS;
    cublasLtCreate(created: *mut cublasLtHandle_t) cublasLtDestroy(cublasLtHandle_t);
    cublasLtMatmulDescCreate(created: *mut cublasLtMatmulDesc_t, compute: cublasComputeType_t, data: cudaDataType)
        cublasLtMatmulDescDestroy(cublasLtMatmulDesc_t);
    cublasLtMatrixLayoutCreate(created: *mut cublasLtMatrixLayout_t, data: cudaDataType, rows: u64, columns: u64, leading: i64)
        cublasLtMatrixLayoutDestroy(cublasLtMatrixLayout_t);
    cublasLtMatmulPreferenceCreate(created: *mut cublasLtMatmulPreference_t)
        cublasLtMatmulPreferenceDestroy(cublasLtMatmulPreference_t);
}

#[test]
fn each_function_that_fails_is_named_and_nothing_is_leaked() {
    let counting = || {
        let base = lt_table();
        // SAFETY: the functions are those of a table, each in its slot.
        let mut table = unsafe {
            CublasLtTable::from_fn(base.version(), |symbol| {
                base.get(symbol).map_or(std::ptr::null(), |function| function.as_ptr().cast_const())
            })
        };
        count(&mut table);
        table
    };
    let work = |table, stream: &Stream| work(CublasLt::from_table(table), stream);
    each_function_fails(FUNCTIONS, counting, work, function_of);
}
