//! Linear algebra, dense and sparse.

use crate::libraries::communication::{NCCL, NVSHMEM_HOST};
use crate::libraries::compilers::{NVJITLINK, NVRTC};
use crate::libraries::runtime::CUDART;
use crate::libraries::{TOOLKIT, any, cuda, numbered, on_linux, pip, toolkit_wheels};
use crate::library::{Library, PerOs};

/// cuBLAS.
pub static CUBLAS: Library = Library {
    name: "cublas",
    title: "cuBLAS",
    sonames: numbered!("cublas"; 13 13, 12 12, 11 11),
    variable: "CUDA_CUBLAS",
    wheels: toolkit_wheels!("cublas"),
    needs: &[&CUBLAS_LT],
    help: pip!("nvidia-cublas" "==13.*", 12, 11),
    ..TOOLKIT
};

/// cuBLASLt, the matrix products that cuBLAS is built on.
pub static CUBLAS_LT: Library = Library {
    name: "cublasLt",
    title: "cuBLASLt",
    sonames: numbered!("cublasLt"; 13 13, 12 12, 11 11),
    variable: "CUDA_CUBLASLT",
    wheels: toolkit_wheels!("cublas"),
    help: pip!("nvidia-cublas" "==13.*", 12, 11),
    ..TOOLKIT
};

/// cuBLASMp, on many processes; there is none for Windows.
pub static CUBLAS_MP: Library = Library {
    name: "cublasmp",
    title: "cuBLASMp",
    sonames: on_linux(&[any("libcublasmp.so.0")]),
    variable: "CUDA_CUBLASMP",
    wheels: on_linux(&["nvidia/cublasmp/cu13/lib", "nvidia/cublasmp/cu12/lib"]),
    needs: &[&CUBLAS, &CUBLAS_LT, &NCCL, &NVSHMEM_HOST],
    help: pip!("nvidia-cublasmp", 13, 12),
    ..TOOLKIT
};

/// NVBLAS, which replaces BLAS in programs that don't use CUDA themselves.
pub static NVBLAS: Library = Library {
    name: "nvblas",
    title: "NVBLAS",
    sonames: numbered!("nvblas"; 13 13, 12 12, 11 11),
    variable: "CUDA_NVBLAS",
    wheels: toolkit_wheels!("cublas"),
    needs: &[&CUBLAS, &CUBLAS_LT],
    help: pip!("nvidia-cublas" "==13.*", 12, 11),
    ..TOOLKIT
};

/// cuSOLVER. CUDA 11 and 12 have it under one name.
pub static CUSOLVER: Library = Library {
    name: "cusolver",
    title: "cuSOLVER",
    sonames: numbered!("cusolver"; 13 12, 11 11),
    variable: "CUDA_CUSOLVER",
    wheels: toolkit_wheels!("cusolver"),
    needs: &[&NVJITLINK, &CUSPARSE, &CUBLAS_LT, &CUBLAS],
    help: pip!("nvidia-cusolver" "==12.*", 12, 11),
    ..TOOLKIT
};

/// cuSOLVERMg, on several GPUs. CUDA 11 and 12 have it under one name.
pub static CUSOLVER_MG: Library = Library {
    name: "cusolverMg",
    title: "cuSOLVERMg",
    sonames: numbered!("cusolverMg"; 13 12, 11 11),
    variable: "CUDA_CUSOLVERMG",
    wheels: toolkit_wheels!("cusolver"),
    needs: &[&NVJITLINK, &CUBLAS_LT, &CUBLAS],
    help: pip!("nvidia-cusolver" "==12.*", 12, 11),
    ..TOOLKIT
};

/// cuSOLVERMp, on many processes; there is none for Windows.
pub static CUSOLVER_MP: Library = Library {
    name: "cusolverMp",
    title: "cuSOLVERMp",
    sonames: on_linux(&[any("libcusolverMp.so.0")]),
    variable: "CUDA_CUSOLVERMP",
    wheels: on_linux(&["nvidia/cu13/lib", "nvidia/cu12/lib"]),
    needs: &[&CUBLAS, &CUBLAS_LT, &CUBLAS_MP, &CUDART, &CUSOLVER, &NCCL],
    help: pip!("nvidia-cusolvermp", 13, 12),
    ..TOOLKIT
};

/// cuSPARSE. CUDA 12 and 13 have it under one name.
pub static CUSPARSE: Library = Library {
    name: "cusparse",
    title: "cuSPARSE",
    sonames: numbered!("cusparse"; 12 12, 11 11),
    variable: "CUDA_CUSPARSE",
    wheels: toolkit_wheels!("cusparse"),
    needs: &[&NVJITLINK],
    help: pip!("nvidia-cusparse" "==12.*", 12, 11),
    ..TOOLKIT
};

/// cuSPARSELt, products with structured sparse matrices.
pub static CUSPARSE_LT: Library = Library {
    name: "cusparseLt",
    title: "cuSPARSELt",
    sonames: PerOs {
        linux: &[any("libcusparseLt.so.0")],
        windows: &[cuda(13, "cusparseLt_13.dll"), any("cusparseLt.dll")],
    },
    variable: "CUDA_CUSPARSELT",
    wheels: PerOs {
        linux: &["nvidia/cu13/lib", "nvidia/cusparselt/lib", "cusparselt/lib"],
        windows: &["nvidia/cu13/bin/x64", "nvidia/cu13/bin/arm64", "nvidia/cusparselt/bin"],
    },
    help: pip!("nvidia-cusparselt", 13, 12),
    ..TOOLKIT
};

/// cuDSS, direct solvers for sparse systems.
pub static CUDSS: Library = Library {
    name: "cudss",
    title: "cuDSS",
    sonames: PerOs {
        linux: &[any("libcudss.so.1"), any("libcudss.so.0")],
        windows: &[any("cudss64_1.dll"), any("cudss64_0.dll")],
    },
    variable: "CUDA_CUDSS",
    wheels: PerOs {
        linux: &["nvidia/cu13/lib", "nvidia/cu12/lib"],
        windows: &["nvidia/cu13/bin", "nvidia/cu12/bin"],
    },
    needs: &[&CUBLAS, &CUBLAS_LT, &NVRTC],
    help: pip!("nvidia-cudss", 13, 12),
    ..TOOLKIT
};
