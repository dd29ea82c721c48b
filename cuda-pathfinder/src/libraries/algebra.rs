//! Linear algebra, dense and sparse.

use super::communication::{NCCL, NVSHMEM_HOST};
use super::compilers::{NVJITLINK, NVRTC};
use super::runtime::CUDART;
use super::{TOOLKIT, any, cuda, toolkit_wheels};
use crate::library::{Help, Library, PerOs};

/// cuBLAS.
pub static CUBLAS: Library = Library {
    name: "cublas",
    title: "cuBLAS",
    sonames: PerOs {
        linux: &[
            cuda(13, "libcublas.so.13"),
            cuda(12, "libcublas.so.12"),
            cuda(11, "libcublas.so.11"),
        ],
        windows: &[
            cuda(13, "cublas64_13.dll"),
            cuda(12, "cublas64_12.dll"),
            cuda(11, "cublas64_11.dll"),
        ],
    },
    variable: "CUDA_CUBLAS",
    wheels: toolkit_wheels!("cublas"),
    needs: &[&CUBLAS_LT],
    help: Help::Pip(&[
        (13, "nvidia-cublas==13.*"),
        (12, "nvidia-cublas-cu12"),
        (11, "nvidia-cublas-cu11"),
    ]),
    ..TOOLKIT
};

/// cuBLASLt, the matrix products that cuBLAS is built on.
pub static CUBLAS_LT: Library = Library {
    name: "cublasLt",
    title: "cuBLASLt",
    sonames: PerOs {
        linux: &[
            cuda(13, "libcublasLt.so.13"),
            cuda(12, "libcublasLt.so.12"),
            cuda(11, "libcublasLt.so.11"),
        ],
        windows: &[
            cuda(13, "cublasLt64_13.dll"),
            cuda(12, "cublasLt64_12.dll"),
            cuda(11, "cublasLt64_11.dll"),
        ],
    },
    variable: "CUDA_CUBLASLT",
    wheels: toolkit_wheels!("cublas"),
    help: Help::Pip(&[
        (13, "nvidia-cublas==13.*"),
        (12, "nvidia-cublas-cu12"),
        (11, "nvidia-cublas-cu11"),
    ]),
    ..TOOLKIT
};

/// cuBLASMp, on many processes; there is none for Windows.
pub static CUBLAS_MP: Library = Library {
    name: "cublasmp",
    title: "cuBLASMp",
    sonames: PerOs {
        linux: &[any("libcublasmp.so.0")],
        windows: &[],
    },
    variable: "CUDA_CUBLASMP",
    wheels: PerOs {
        linux: &["nvidia/cublasmp/cu13/lib", "nvidia/cublasmp/cu12/lib"],
        windows: &[],
    },
    needs: &[&CUBLAS, &CUBLAS_LT, &NVSHMEM_HOST],
    help: Help::Pip(&[(13, "nvidia-cublasmp-cu13"), (12, "nvidia-cublasmp-cu12")]),
    ..TOOLKIT
};

/// NVBLAS, which replaces BLAS in programs that don't use CUDA themselves.
pub static NVBLAS: Library = Library {
    name: "nvblas",
    title: "NVBLAS",
    sonames: PerOs {
        linux: &[
            cuda(13, "libnvblas.so.13"),
            cuda(12, "libnvblas.so.12"),
            cuda(11, "libnvblas.so.11"),
        ],
        windows: &[
            cuda(13, "nvblas64_13.dll"),
            cuda(12, "nvblas64_12.dll"),
            cuda(11, "nvblas64_11.dll"),
        ],
    },
    variable: "CUDA_NVBLAS",
    wheels: toolkit_wheels!("cublas"),
    needs: &[&CUBLAS, &CUBLAS_LT],
    help: Help::Pip(&[
        (13, "nvidia-cublas==13.*"),
        (12, "nvidia-cublas-cu12"),
        (11, "nvidia-cublas-cu11"),
    ]),
    ..TOOLKIT
};

/// cuSOLVER. CUDA 11 and 12 have it under one name.
pub static CUSOLVER: Library = Library {
    name: "cusolver",
    title: "cuSOLVER",
    sonames: PerOs {
        linux: &[cuda(13, "libcusolver.so.12"), cuda(11, "libcusolver.so.11")],
        windows: &[cuda(13, "cusolver64_12.dll"), cuda(11, "cusolver64_11.dll")],
    },
    variable: "CUDA_CUSOLVER",
    wheels: toolkit_wheels!("cusolver"),
    needs: &[&NVJITLINK, &CUSPARSE, &CUBLAS_LT, &CUBLAS],
    help: Help::Pip(&[
        (13, "nvidia-cusolver==12.*"),
        (12, "nvidia-cusolver-cu12"),
        (11, "nvidia-cusolver-cu11"),
    ]),
    ..TOOLKIT
};

/// cuSOLVERMg, on several GPUs. CUDA 11 and 12 have it under one name.
pub static CUSOLVER_MG: Library = Library {
    name: "cusolverMg",
    title: "cuSOLVERMg",
    sonames: PerOs {
        linux: &[
            cuda(13, "libcusolverMg.so.12"),
            cuda(11, "libcusolverMg.so.11"),
        ],
        windows: &[
            cuda(13, "cusolverMg64_12.dll"),
            cuda(11, "cusolverMg64_11.dll"),
        ],
    },
    variable: "CUDA_CUSOLVERMG",
    wheels: toolkit_wheels!("cusolver"),
    needs: &[&NVJITLINK, &CUBLAS_LT, &CUBLAS],
    help: Help::Pip(&[
        (13, "nvidia-cusolver==12.*"),
        (12, "nvidia-cusolver-cu12"),
        (11, "nvidia-cusolver-cu11"),
    ]),
    ..TOOLKIT
};

/// cuSOLVERMp, on many processes; there is none for Windows.
pub static CUSOLVER_MP: Library = Library {
    name: "cusolverMp",
    title: "cuSOLVERMp",
    sonames: PerOs {
        linux: &[any("libcusolverMp.so.0")],
        windows: &[],
    },
    variable: "CUDA_CUSOLVERMP",
    wheels: PerOs {
        linux: &["nvidia/cu13/lib", "nvidia/cu12/lib"],
        windows: &[],
    },
    needs: &[&CUBLAS, &CUDART, &CUSOLVER, &NCCL],
    help: Help::Pip(&[
        (13, "nvidia-cusolvermp-cu13"),
        (12, "nvidia-cusolvermp-cu12"),
    ]),
    ..TOOLKIT
};

/// cuSPARSE. CUDA 12 and 13 have it under one name.
pub static CUSPARSE: Library = Library {
    name: "cusparse",
    title: "cuSPARSE",
    sonames: PerOs {
        linux: &[cuda(12, "libcusparse.so.12"), cuda(11, "libcusparse.so.11")],
        windows: &[cuda(12, "cusparse64_12.dll"), cuda(11, "cusparse64_11.dll")],
    },
    variable: "CUDA_CUSPARSE",
    wheels: toolkit_wheels!("cusparse"),
    needs: &[&NVJITLINK],
    help: Help::Pip(&[
        (13, "nvidia-cusparse==12.*"),
        (12, "nvidia-cusparse-cu12"),
        (11, "nvidia-cusparse-cu11"),
    ]),
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
        linux: &["nvidia/cu13/lib", "nvidia/cusparselt/lib"],
        windows: &[
            "nvidia/cu13/bin/x64",
            "nvidia/cu13/bin/arm64",
            "nvidia/cusparselt/bin",
        ],
    },
    help: Help::Pip(&[
        (13, "nvidia-cusparselt-cu13"),
        (12, "nvidia-cusparselt-cu12"),
    ]),
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
    help: Help::Pip(&[(13, "nvidia-cudss-cu13"), (12, "nvidia-cudss-cu12")]),
    ..TOOLKIT
};
