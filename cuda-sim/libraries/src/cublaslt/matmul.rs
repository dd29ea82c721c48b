//! The call that multiplies.

use cuda_driver_sys::CUstream;

use super::algorithm::check_algorithm;
use super::plan::{check, check_handle, plan};
use super::{CublasLt, signatures};
use crate::cublas::context::{of_driver, status};
use crate::operation::Operation;

call! { CublasLt::cublasLtMatmul(
    lightHandle, computeDesc, alpha, A, Adesc, B, Bdesc, beta, C, Cdesc, D, Ddesc, algo, workspace,
    workspaceSizeInBytes, stream,
) => {
    check_handle(lightHandle)?;
    if !algo.is_null() {
        check_algorithm(algo)?;
    }
    check(workspaceSizeInBytes == 0 || !workspace.is_null())?;
    let plan = plan(computeDesc, [Adesc, Bdesc, Cdesc, Ddesc])?;
    plan.check_addresses()?;
    plan.check_algorithm(workspaceSizeInBytes)?;
    if plan.is_empty() {
        return Ok(());
    }
    let addresses = [A as u64, B as u64, C as u64, D as u64];
    let kernel = plan.kernel(alpha, beta, addresses)?;
    kernel.submit(stream as CUstream).map_err(of_driver)
} }
