//! Products of matrices of all types, with the type of the computation given.

use cuda_libraries_sys::cublas::*;
use cuda_libraries_sys::shared::cudaDataType;
use half::{bf16, f16};
use num_complex::Complex;

use super::{
    AlignedNumber, OPERATIONS, SUCCESS, StoredMatrix, TestHandle, call, combined, factor, precision,
};
use crate::reference::{Matrix, Number};

type C32 = Complex<f32>;

fn gemm<S: Number>(
    test: &TestHandle,
    compute: cublasComputeType_t,
    [m, n, k]: [usize; 3],
    (alpha, beta): (S, S),
    sides: [(&StoredMatrix, cudaDataType); 3],
) -> cublasStatus_t {
    let [(a, a_data), (b, b_data), (c, c_data)] = sides;
    let (alpha, beta) = (AlignedNumber(alpha), AlignedNumber(beta));
    call!(cublasGemmEx(
        test.handle,
        OPERATIONS[0],
        OPERATIONS[0],
        m as i32,
        n as i32,
        k as i32,
        (&raw const alpha).cast(),
        a.device.c(),
        a_data,
        a.ld(),
        b.device.c(),
        b_data,
        b.ld(),
        (&raw const beta).cast(),
        c.device.m(),
        c_data,
        c.ld(),
        compute,
        cublasGemmAlgo_t::CUBLAS_GEMM_DEFAULT,
    ))
}

macro_rules! types {
    ($($compute:ident $S:ty: $T:ty, $data:ident => $C:ty, $c_data:ident;)*) => {$({
        let test = TestHandle::new();
        for _ in 0..4 {
            let sizes @ [m, n, k] = [(); 3].map(|()| fastrand::usize(1..40));
            let (a, b, c) = (test.matrix::<$T>(m, k), test.matrix::<$T>(k, n), test.matrix::<$C>(m, n));
            let (alpha, beta) = (factor::<$S>(), factor::<$S>());
            let sides = [
                (&a, cudaDataType::$data), (&b, cudaDataType::$data), (&c, cudaDataType::$c_data),
            ];
            let compute = cublasComputeType_t::$compute;
            assert_eq!(gemm(&test, compute, sizes, (*alpha, *beta), sides), SUCCESS);
            let product = a.matrix.times(&b.matrix);
            let expected = combined(alpha.wide(), &product, beta.wide(), &c.matrix);
            // The sum has the precision of the computation, and is rounded once to the result's.
            let bound = <$C as Number>::EPSILON + precision::<$S>(cublasComputeType_t::$compute, k);
            // Products of bytes are large, and their sum may be small.
            let term = (a.matrix.largest() * b.matrix.largest()).max(1.0);
            c.now::<$C>().assert_near(&expected, bound * term, stringify!($compute $T $C));
        }
    })*};
}

#[test]
fn products_of_all_types_are_rounded_once() {
    types! {
        CUBLAS_COMPUTE_16F f16: f16, CUDA_R_16F => f16, CUDA_R_16F;
        CUBLAS_COMPUTE_32F f32: f16, CUDA_R_16F => f16, CUDA_R_16F;
        CUBLAS_COMPUTE_32F f32: f16, CUDA_R_16F => f32, CUDA_R_32F;
        CUBLAS_COMPUTE_32F f32: bf16, CUDA_R_16BF => bf16, CUDA_R_16BF;
        CUBLAS_COMPUTE_32F f32: bf16, CUDA_R_16BF => f32, CUDA_R_32F;
        CUBLAS_COMPUTE_32F f32: i8, CUDA_R_8I => f32, CUDA_R_32F;
        CUBLAS_COMPUTE_32F f32: f32, CUDA_R_32F => f32, CUDA_R_32F;
        CUBLAS_COMPUTE_32F_FAST_TF32 f32: f32, CUDA_R_32F => f32, CUDA_R_32F;
        CUBLAS_COMPUTE_32F C32: C32, CUDA_C_32F => C32, CUDA_C_32F;
        CUBLAS_COMPUTE_64F f64: f64, CUDA_R_64F => f64, CUDA_R_64F;
    }
}

#[test]
fn products_of_integers_are_exact_and_wrap() {
    let test = TestHandle::new();
    let (m, n, k) = (3, 5, 70);
    let (a, b, c) = (test.aligned::<i8>(m, k), test.aligned::<i8>(k, n), test.matrix::<i32>(m, n));
    let data = cudaDataType::CUDA_R_8I;
    let sides = [(&a, data), (&b, data), (&c, cudaDataType::CUDA_R_32I)];
    let compute = cublasComputeType_t::CUBLAS_COMPUTE_32I;
    let factors = (1_i32 << 20, 3_i32);
    assert_eq!(gemm(&test, compute, [m, n, k], factors, sides), SUCCESS);
    let product = a.matrix.times(&b.matrix);
    let expected = Matrix::new(m, n, |row, column| {
        let sum = product.at(row, column).re as i64 * i64::from(factors.0);
        let old = c.matrix.at(row, column).re as i64 * i64::from(factors.1);
        f64::from((sum + old) as i32).into()
    });
    assert_eq!(c.now::<i32>(), expected);
    // Their columns must be aligned to four bytes.
    let odd = StoredMatrix { leading: 71, ..test.aligned::<i8>(k, n) };
    let sides = [(&a, data), (&odd, data), (&c, cudaDataType::CUDA_R_32I)];
    let status = gemm(&test, compute, [m, n, k], factors, sides);
    assert_eq!(status, cublasStatus_t::CUBLAS_STATUS_NOT_SUPPORTED);
    // And some sizes have no kernel.
    for (sizes @ [m, n, k], expected) in [
        ([36, 20, 96], cublasStatus_t::CUBLAS_STATUS_NOT_SUPPORTED),
        ([36, 20, 128], SUCCESS),
        ([28, 20, 96], SUCCESS),
        ([36, 16, 96], SUCCESS),
    ] {
        let (a, b, c) =
            (test.aligned::<i8>(m, k), test.aligned::<i8>(k, n), test.matrix::<i32>(m, n));
        let sides = [(&a, data), (&b, data), (&c, cudaDataType::CUDA_R_32I)];
        assert_eq!(gemm(&test, compute, sizes, factors, sides), expected, "{sizes:?}");
    }
}

#[test]
fn the_former_result_is_not_read_if_its_factor_is_zero_nor_the_matrices() {
    let test = TestHandle::new();
    let nothing = Matrix::new(4, 4, |_, _| f64::NAN.into());
    let nothing = [(); 3].map(|()| test.stored::<f32>(nothing.clone()));
    let data = cudaDataType::CUDA_R_32F;
    let [a, b, c] = &nothing;
    let compute = cublasComputeType_t::CUBLAS_COMPUTE_32F;
    let sides = [(a, data), (b, data), (c, data)];
    assert_eq!(gemm(&test, compute, [4, 4, 4], (0.0_f32, 0.0_f32), sides), SUCCESS);
    assert_eq!(c.now::<f32>(), Matrix::new(4, 4, |_, _| 0.0.into()));
}

#[test]
fn combinations_of_types_that_cublas_lacks_are_not_supported() {
    let test = TestHandle::new();
    let (a, b, c) = (test.matrix::<f32>(2, 2), test.matrix::<f32>(2, 2), test.matrix::<f32>(2, 2));
    let data = cudaDataType::CUDA_R_32F;
    let sides = [(&a, data), (&b, data), (&c, cudaDataType::CUDA_R_16F)];
    let compute = cublasComputeType_t::CUBLAS_COMPUTE_32F;
    let status = gemm(&test, compute, [2, 2, 2], (1.0_f32, 0.0_f32), sides);
    assert_eq!(status, cublasStatus_t::CUBLAS_STATUS_NOT_SUPPORTED);
}
