use super::{Library, Reports};

/// Every library, after those whose types it uses.
pub const LIBRARIES: [Library; 1] = [Library {
    title: "cuBLAS",
    module: "cublas",
    pins: "cublas",
    headers: &["cublas_v2.h", "cublasXt.h"],
    is_cplusplus: true,
    uses: &["shared"],
    table: "CublasTable",
    row: "CUBLAS",
    page: "https://docs.nvidia.com/cuda/cublas/index.html",
    result: ("cublasStatus_t", "CUBLAS_STATUS_SUCCESS"),
    units: [10_000, 100, 1],
    reports: Reports::Property("cublasGetProperty"),
    required: &["cublasCreate_v2", "cublasGetProperty", "cublasSgemm_v2"],
    numbered: &[],
}];
