//! Libraries of many processes; there are none for Windows.

use super::{Library, OWN, Reports};

pub const CUBLASMP: Library = Library {
    title: "cuBLASMp",
    module: "cublasmp",
    pins: "cublasmp",
    headers: &["cublasmp.h"],
    is_for_linux_alone: true,
    uses: &["shared", "cublas", "nccl"],
    table: "CublasMpTable",
    row: "CUBLAS_MP",
    page: "https://docs.nvidia.com/cuda/cublasmp/index.html",
    result: ("cublasMpStatus_t", "CUBLASMP_STATUS_SUCCESS"),
    units: [10_000, 100, 1],
    reports: Reports::Written("cublasMpGetVersion"),
    required: &["cublasMpCreate", "cublasMpGetVersion", "cublasMpGemm"],
    ..OWN
};

pub const CUFFTMP: Library = Library {
    title: "cuFFTMp",
    module: "cufftmp",
    pins: "cufftmp",
    headers: &["cufft.h", "cufftXt.h", "cufftMp.h"],
    is_cplusplus: true,
    is_for_linux_alone: true,
    uses: &["shared", "cufft"],
    repeats: &["cufft"],
    table: "CufftMpTable",
    row: "CUFFT_MP",
    page: "https://docs.nvidia.com/cuda/cufftmp/index.html",
    result: ("cufftResult", "CUFFT_SUCCESS"),
    reports: Reports::Written("cufftGetVersion"),
    required: &["cufftCreate", "cufftGetVersion", "cufftMpAttachComm"],
    ..OWN
};

pub const CUSOLVERMP: Library = Library {
    title: "cuSOLVERMp",
    module: "cusolvermp",
    pins: "cusolvermp",
    headers: &["cusolverMp.h"],
    is_for_linux_alone: true,
    defines: &["__host__=", "__device__="],
    uses: &["shared", "cublas", "cusparse", "cusolver", "nccl"],
    table: "CusolverMpTable",
    row: "CUSOLVER_MP",
    page: "https://docs.nvidia.com/cuda/cusolvermp/index.html",
    result: ("cusolverStatus_t", "CUSOLVER_STATUS_SUCCESS"),
    units: [10_000, 100, 1],
    required: &["cusolverMpCreate", "cusolverMpGetrf"],
    ..OWN
};
