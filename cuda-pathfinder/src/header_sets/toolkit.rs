//! The toolkit's own headers.

use crate::header_sets::TOOLKIT;
use crate::headers::HeaderSet;
use crate::libraries::pip;
use crate::library::Help;

/// The headers of the driver and the runtime: `cuda.h`, `cuda_fp16.h` and what kernels include.
pub static CUDA_HEADERS: HeaderSet = HeaderSet {
    name: "cudart",
    title: "CUDA headers",
    header: "cuda.h",
    brings: &[
        "builtin_types.h",
        "channel_descriptor.h",
        "common_functions.h",
        "cooperative_groups*",
        "cuComplex.h",
        "cuda.h",
        "cudaEGL*",
        "cudaGL*",
        "cudaProfilerTypedefs.h",
        "cudaTypedefs.h",
        "cudaVDPAU*",
        "cuda_*",
        "cudart_platform.h",
        "device_*",
        "driver_*",
        "host_config.h",
        "host_defines.h",
        "library_types.h",
        "math_constants.h",
        "math_functions.h",
        "mma.h",
        "sm_*",
        "surface_*",
        "texture_*",
        "vector_*",
    ],
    version: Some("CUDA_VERSION"),
    wheels: &["nvidia/cu13/include", "nvidia/cuda_runtime/include"],
    help: pip!("nvidia-cuda-runtime" "==13.*", 12, 11),
    ..TOOLKIT
};

/// The compiler's own headers, `crt/`, which CUDA's headers include.
pub static CRT_HEADERS: HeaderSet = HeaderSet {
    name: "crt",
    title: "CUDA crt headers",
    header: "crt/host_defines.h",
    brings: &["crt/*"],
    wheels: &["nvidia/cu13/include", "nvidia/cuda_nvcc/include"],
    help: Help::Pip(&[
        (13, "nvidia-cuda-crt==13.*"),
        (12, "nvidia-cuda-nvcc-cu12"),
        (11, "nvidia-cuda-nvcc-cu11"),
    ]),
    ..TOOLKIT
};

/// The CUDA C++ Core Libraries: Thrust, CUB and libcu++, with `cuda/std/`.
pub static CCCL_HEADERS: HeaderSet = HeaderSet {
    name: "cccl",
    title: "CCCL headers",
    header: "cuda/std/version",
    brings: &["cub/*", "cuda/*", "nv/*", "thrust/*"],
    wheels: &["nvidia/cu13/include/cccl", "nvidia/cuda_cccl/include"],
    folders: &[
        "include/cccl",
        "include",
        "include/targets/x64/cccl",
        "include/targets/x64",
        "targets/*/include/cccl",
        "targets/*/include",
    ],
    help: pip!("nvidia-cuda-cccl" "==13.*", 12, 11),
    ..TOOLKIT
};

/// cuBLAS, cuBLASLt and NVBLAS.
pub static CUBLAS_HEADERS: HeaderSet = HeaderSet {
    name: "cublas",
    title: "cuBLAS headers",
    header: "cublas.h",
    brings: &["cublas.h", "cublas_*", "cublasLt.h", "cublasXt.h", "nvblas.h"],
    wheels: &["nvidia/cu13/include", "nvidia/cublas/include"],
    help: pip!("nvidia-cublas" "==13.*", 12, 11),
    ..TOOLKIT
};

/// cuFFT and cuFFTW.
pub static CUFFT_HEADERS: HeaderSet = HeaderSet {
    name: "cufft",
    title: "cuFFT headers",
    header: "cufft.h",
    brings: &["cudalibxt.h", "cufft.h", "cufftw.h", "cufftXt.h"],
    wheels: &["nvidia/cu13/include", "nvidia/cufft/include"],
    help: pip!("nvidia-cufft" "==12.*", 12, 11),
    ..TOOLKIT
};

/// cuFile.
pub static CUFILE_HEADERS: HeaderSet = HeaderSet {
    name: "cufile",
    title: "cuFile headers",
    header: "cufile.h",
    brings: &["cufile.h"],
    wheels: &["nvidia/cu13/include", "nvidia/cufile/include"],
    help: pip!("nvidia-cufile" "==1.*", 12),
    ..TOOLKIT
};

/// cuRAND, with what kernels include.
pub static CURAND_HEADERS: HeaderSet = HeaderSet {
    name: "curand",
    title: "cuRAND headers",
    header: "curand.h",
    brings: &["curand*"],
    wheels: &["nvidia/cu13/include", "nvidia/curand/include"],
    help: pip!("nvidia-curand" "", 12, 11),
    ..TOOLKIT
};

/// cuSOLVER.
pub static CUSOLVER_HEADERS: HeaderSet = HeaderSet {
    name: "cusolver",
    title: "cuSOLVER headers",
    header: "cusolverDn.h",
    brings: &["cusolver*"],
    wheels: &["nvidia/cu13/include", "nvidia/cusolver/include"],
    help: pip!("nvidia-cusolver" "==12.*", 12, 11),
    ..TOOLKIT
};

/// cuSPARSE.
pub static CUSPARSE_HEADERS: HeaderSet = HeaderSet {
    name: "cusparse",
    title: "cuSPARSE headers",
    header: "cusparse.h",
    brings: &["cusparse*"],
    wheels: &["nvidia/cu13/include", "nvidia/cusparse/include"],
    help: pip!("nvidia-cusparse" "==12.*", 12, 11),
    ..TOOLKIT
};

/// NPP.
pub static NPP_HEADERS: HeaderSet = HeaderSet {
    name: "npp",
    title: "NPP headers",
    header: "npp.h",
    brings: &["npp*"],
    wheels: &["nvidia/cu13/include", "nvidia/npp/include"],
    help: pip!("nvidia-npp" "==13.*", 12, 11),
    ..TOOLKIT
};

/// The headers that turn profilers on and off.
pub static PROFILER_HEADERS: HeaderSet = HeaderSet {
    name: "profiler",
    title: "profiler headers",
    header: "cuda_profiler_api.h",
    brings: &["cudaProfiler.h", "cuda_profiler_api.h"],
    wheels: &["nvidia/cu13/include", "nvidia/cuda_profiler_api/include"],
    help: pip!("nvidia-cuda-profiler-api" "==13.*", 12, 11),
    ..TOOLKIT
};

/// The headers that nvcc adds to programs.
pub static NVCC_HEADERS: HeaderSet = HeaderSet {
    name: "nvcc",
    title: "nvcc headers",
    header: "fatbinary_section.h",
    brings: &["fatbinary_section.h"],
    wheels: &["nvidia/cu13/include", "nvidia/cuda_nvcc/include"],
    help: pip!("nvidia-cuda-nvcc" "==13.*", 12, 11),
    ..TOOLKIT
};

/// nvFatbin.
pub static NVFATBIN_HEADERS: HeaderSet = HeaderSet {
    name: "nvfatbin",
    title: "nvFatbin headers",
    header: "nvFatbin.h",
    brings: &["nvFatbin.h"],
    wheels: &["nvidia/cu13/include", "nvidia/nvfatbin/include"],
    help: pip!("nvidia-nvfatbin" "==13.*", 12),
    ..TOOLKIT
};

/// nvJitLink.
pub static NVJITLINK_HEADERS: HeaderSet = HeaderSet {
    name: "nvjitlink",
    title: "nvJitLink headers",
    header: "nvJitLink.h",
    brings: &["nvJitLink.h"],
    wheels: &["nvidia/cu13/include", "nvidia/nvjitlink/include"],
    help: pip!("nvidia-nvjitlink" "==13.*", 12),
    ..TOOLKIT
};

/// nvJPEG.
pub static NVJPEG_HEADERS: HeaderSet = HeaderSet {
    name: "nvjpeg",
    title: "nvJPEG headers",
    header: "nvjpeg.h",
    brings: &["nvjpeg.h"],
    wheels: &["nvidia/cu13/include", "nvidia/nvjpeg/include"],
    help: pip!("nvidia-nvjpeg" "==13.*", 12, 11),
    ..TOOLKIT
};

/// NVRTC.
pub static NVRTC_HEADERS: HeaderSet = HeaderSet {
    name: "nvrtc",
    title: "NVRTC headers",
    header: "nvrtc.h",
    brings: &["nvrtc.h"],
    wheels: &["nvidia/cu13/include", "nvidia/cuda_nvrtc/include"],
    help: pip!("nvidia-cuda-nvrtc" "==13.0.*", 12, 11),
    ..TOOLKIT
};

/// libNVVM; in a toolkit it has its own folder.
pub static NVVM_HEADERS: HeaderSet = HeaderSet {
    name: "nvvm",
    title: "libNVVM headers",
    header: "nvvm.h",
    brings: &["nvvm.h"],
    wheels: &["nvidia/cu13/include", "nvidia/cuda_nvcc/nvvm/include"],
    folders: &["nvvm/include"],
    help: Help::Pip(&[
        (13, "nvidia-nvvm==13.*"),
        (12, "nvidia-cuda-nvcc-cu12"),
        (11, "nvidia-cuda-nvcc-cu11"),
    ]),
    ..TOOLKIT
};

/// cuDLA.
pub static CUDLA_HEADERS: HeaderSet = HeaderSet {
    name: "cudla",
    title: "cuDLA headers",
    header: "cudla.h",
    brings: &["cudla.h"],
    wheels: &["nvidia/cu13/include"],
    help: pip!("nvidia-cudla" "==13.*"),
    ..TOOLKIT
};
