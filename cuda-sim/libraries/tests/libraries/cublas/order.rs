//! Products as work of streams.

use cuda_libraries_sys::cublas::*;
use cuda_libraries_sys::shared::*;

use super::{Own, SUCCESS, call};

const N: cublasOperation_t = cublasOperation_t::CUBLAS_OP_N;

/// Submits `c = a * b` of square matrices.
fn square(own: &Own, size: i32, [a, b, c]: [u64; 3]) -> cublasStatus_t {
    let (one, zero) = (1.0_f32, 0.0_f32);
    let data = cudaDataType::CUDA_R_32F;
    call!(cublasGemmStridedBatchedEx(
        own.handle,
        N,
        N,
        size,
        size,
        size,
        (&raw const one).cast(),
        a as *const _,
        data,
        size,
        0,
        b as *const _,
        data,
        size,
        0,
        (&raw const zero).cast(),
        c as *mut _,
        data,
        size,
        0,
        1,
        cublasComputeType_t::CUBLAS_COMPUTE_32F,
        cublasGemmAlgo_t::CUBLAS_GEMM_DEFAULT,
    ))
}

#[test]
fn a_product_is_computed_in_the_order_of_its_stream() {
    let own = Own::new();
    let a = own.stream.upload(&[1.0_f32, 2.0, 3.0, 4.0]).unwrap();
    let mut c = own.stream.alloc::<f32>(4).unwrap();
    let addresses = [a.as_raw(), a.as_raw(), c.as_raw()];
    assert_eq!(square(&own, 2, addresses), SUCCESS);
    // By columns: [[1, 3], [2, 4]] squared.
    assert_eq!(c.to_vec().unwrap(), [7.0, 10.0, 15.0, 22.0]);
    own.stream.fill(&mut c, 0.0).unwrap();
    assert_eq!(c.to_vec().unwrap(), [0.0; 4]);
}
