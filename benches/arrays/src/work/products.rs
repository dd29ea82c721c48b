//! Products of matrices of `cuda-ndarray`, compared with calls of cuBLAS into memory that is there, CuPy and PyTorch.

use anyhow::Result;
use cuda_driver::Stream;
use cuda_ndarray::cublas::{Blas, Cublas, Factor, Product, Scalar};
use cuda_ndarray::half::f16;
use cuda_ndarray::ndarray::Ix3;
use cuda_ndarray::{DeviceArray, MakeArrays};

use super::{Bench, Goal, Group, Picture, Shows, Size, Suite, Way, Work};

const SUBJECT: &str = "cuda-ndarray";
const FLOOR: &str = "cuda-cublas";

pub static SUITE: Suite = Suite {
    name: "products",
    title: "Products of matrices",
    subject: SUBJECT,
    ways: &[(FLOOR, "#8cd17d"), (SUBJECT, "#4e79a7"), ("CuPy", "#f28e2b"), ("PyTorch", "#e15759")],
    libraries: &["CuPy", "PyTorch"],
    pictures: &[
        Picture {
            group: Group::Products,
            name: "products",
            title: "Products of matrices",
            shows: Shows::Rate("teraflops"),
        },
        Picture {
            group: Group::Calls,
            name: "product-calls",
            title: "Host time per product",
            shows: Shows::Ratio,
        },
    ],
    works: &[
        &F32_1024,
        &F32_4096,
        &F32_TRANSPOSED,
        &F32_BATCH,
        &F64_2048,
        &F16_4096,
        &F16_8192,
        &SMALL,
    ],
};

/// Within a tenth of each peer.
const AS_FAST: Goal = Goal::All(&[
    Goal::Throughput { over: FLOOR, part: 0.95 },
    Goal::Throughput { over: "CuPy", part: 0.95 },
    Goal::Throughput { over: "PyTorch", part: 0.95 },
]);

/// Declares products of `batch` square matrices of `side`, the left one transposed in memory or not.
macro_rules! products {
    ($($WORK:ident $name:literal: $calls:literal of $batch:literal of $side:literal $T:ident $does:literal $(, $transposed:ident)?;)*) => {$(
        const $WORK: Work = Work {
            name: $name,
            does: $does,
            group: Group::Products,
            size: |bench| {
                let [batch, side] = [bench.size($batch, 2), bench.size($side, 16)];
                Size {
                    calls: bench.size($calls, 2) as u32,
                    operations: (2 * batch * side * side * side) as u64,
                    shape: vec![batch, side],
                    ..Size::default()
                }
            },
            goal: Some(AS_FAST),
            ways: |bench| {
                let size = ($WORK.size)(bench);
                let is_transposed = false $(|| stringify!($transposed) == "transposed")?;
                ways::<$T>(bench, [size.shape[0], size.shape[1]], is_transposed, Way::queued)
            },
        };
    )*};
}

products! {
    F32_1024 "f32, 1024³": 50 of 1 of 1024 f32 "`a.matmul(&b)` into a new array; cuda-cublas multiplies into one that is there, as in all rows";
    F32_4096 "f32, 4096³": 10 of 1 of 4096 f32 "the same, larger. Products of f32 have f32's precision in each library";
    F32_TRANSPOSED "f32, 4096³, aᵀ": 10 of 1 of 4096 f32 "the left matrix is a transposed view", transposed;
    F32_BATCH "f32, 64 of 512³": 20 of 64 of 512 f32 "arrays of three axes";
    F64_2048 "f64, 2048³": 20 of 1 of 2048 f64 "double precision";
    F16_4096 "f16, 4096³": 20 of 1 of 4096 f16 "half precision, with sums in f32";
    F16_8192 "f16, 8192³": 5 of 1 of 8192 f16 "the same, larger";
}

const SMALL: Work = Work {
    name: "f32, 16³",
    does: "host time of a product of small matrices, with the allocation of the result except for cuda-cublas",
    group: Group::Calls,
    size: |bench| Size { calls: bench.size(200, 4) as u32, shape: vec![1, 16], ..Size::default() },
    goal: Some(Goal::All(&[
        Goal::Time { over: "CuPy", part: 1.0 },
        Goal::Time { over: "PyTorch", part: 1.0 },
    ])),
    ways: |bench| ways::<f32>(bench, [1, 16], false, Way::host),
};

/// Makes a version of a call on a stream.
type VersionMaker = fn(&'static str, &Stream, Box<dyn FnMut() -> Result<()>>) -> Way;

fn ways<T: Scalar>(
    bench: &Bench,
    [batch, side]: [usize; 2],
    is_transposed: bool,
    timed: VersionMaker,
) -> Result<Vec<Way>> {
    let cublas = if bench.is_software {
        Cublas::from_table(cuda_sim_libraries::cublas::table())
    } else {
        Cublas::load()?
    };
    let stream = &bench.stream;
    let array = || -> Result<DeviceArray<T, Ix3>> { Ok(stream.zeros((batch, side, side))?) };
    let axes = if is_transposed { [0, 2, 1] } else { [0, 1, 2] };
    let call = |mut call: Box<dyn FnMut(Blas<'_>) -> Result<()>>| -> Result<_> {
        let (mut handle, stream) = (cublas.handle(&bench.context)?, stream.clone());
        Ok(Box::new(move || call(handle.on(&stream))))
    };
    let (a, b, mut c) = (array()?, array()?, array()?);
    let into = call(Box::new(move |mut blas| {
        let left = a.view().permuted_axes(axes)?;
        let (left, right) = (left.as_matrices()?, b.view().as_matrices()?);
        let (one, zero) = (<T as Product<T>>::Factor::ONE, <T as Product<T>>::Factor::ZERO);
        Ok(blas.gemm(one, left, right, zero, c.view_mut()?.into_matrices()?)?)
    }))?;
    let (a, b) = (array()?, array()?);
    let new = call(Box::new(move |mut blas| {
        drop(a.view().permuted_axes(axes)?.matmul(&b, &mut blas)?);
        Ok(())
    }))?;
    Ok(vec![timed(FLOOR, stream, into), timed(SUBJECT, stream, new)])
}
