//! Transforms, random numbers, and mathematics within kernels.

use super::communication::NVSHMEM_HOST;
use super::compilers::NVRTC;
use super::{TOOLKIT, any, cuda, toolkit_wheels};
use crate::library::{Help, Library, PerOs};

/// cuFFT.
pub static CUFFT: Library = Library {
    name: "cufft",
    title: "cuFFT",
    sonames: PerOs {
        linux: &[
            cuda(13, "libcufft.so.12"),
            cuda(12, "libcufft.so.11"),
            cuda(11, "libcufft.so.10"),
        ],
        windows: &[
            cuda(13, "cufft64_12.dll"),
            cuda(12, "cufft64_11.dll"),
            cuda(11, "cufft64_10.dll"),
        ],
    },
    variable: "CUDA_CUFFT",
    wheels: toolkit_wheels!("cufft"),
    help: Help::Pip(&[
        (13, "nvidia-cufft==12.*"),
        (12, "nvidia-cufft-cu12"),
        (11, "nvidia-cufft-cu11"),
    ]),
    ..TOOLKIT
};

/// cuFFT with FFTW's interface.
pub static CUFFTW: Library = Library {
    name: "cufftw",
    title: "cuFFTW",
    sonames: PerOs {
        linux: &[
            cuda(13, "libcufftw.so.12"),
            cuda(12, "libcufftw.so.11"),
            cuda(11, "libcufftw.so.10"),
        ],
        windows: &[
            cuda(13, "cufftw64_12.dll"),
            cuda(12, "cufftw64_11.dll"),
            cuda(11, "cufftw64_10.dll"),
        ],
    },
    variable: "CUDA_CUFFTW",
    wheels: toolkit_wheels!("cufft"),
    needs: &[&CUFFT],
    help: Help::Pip(&[
        (13, "nvidia-cufft==12.*"),
        (12, "nvidia-cufft-cu12"),
        (11, "nvidia-cufft-cu11"),
    ]),
    ..TOOLKIT
};

/// cuFFTMp, on many processes; there is none for Windows.
pub static CUFFT_MP: Library = Library {
    name: "cufftMp",
    title: "cuFFTMp",
    sonames: PerOs {
        linux: &[cuda(13, "libcufftMp.so.12"), cuda(12, "libcufftMp.so.11")],
        windows: &[],
    },
    variable: "CUDA_CUFFTMP",
    wheels: PerOs {
        linux: &["nvidia/cufftmp/cu13/lib", "nvidia/cufftmp/cu12/lib"],
        windows: &[],
    },
    needs: &[&NVSHMEM_HOST],
    help: Help::Pip(&[(13, "nvidia-cufftmp-cu13"), (12, "nvidia-cufftmp-cu12")]),
    ..TOOLKIT
};

/// cuRAND. CUDA 11 to 13.5 have it under one name.
pub static CURAND: Library = Library {
    name: "curand",
    title: "cuRAND",
    sonames: PerOs {
        linux: &[cuda(13, "libcurand.so.11"), cuda(11, "libcurand.so.10")],
        windows: &[cuda(13, "curand64_11.dll"), cuda(11, "curand64_10.dll")],
    },
    variable: "CUDA_CURAND",
    wheels: toolkit_wheels!("curand"),
    help: Help::Pip(&[
        (13, "nvidia-curand"),
        (12, "nvidia-curand-cu12"),
        (11, "nvidia-curand-cu11"),
    ]),
    ..TOOLKIT
};

/// libmathdx, which generates code of cuBLASDx and cuFFTDx at run time.
pub static MATHDX: Library = Library {
    name: "mathdx",
    title: "libmathdx",
    sonames: PerOs {
        linux: &[any("libmathdx.so.0")],
        windows: &[any("mathdx64_0.dll")],
    },
    variable: "CUDA_MATHDX",
    wheels: PerOs {
        linux: &["nvidia/cu13/lib", "nvidia/cu12/lib"],
        windows: &["nvidia/cu13/bin", "nvidia/cu12/bin"],
    },
    needs: &[&NVRTC],
    help: Help::Pip(&[(13, "nvidia-libmathdx-cu13"), (12, "nvidia-libmathdx-cu12")]),
    ..TOOLKIT
};

/// FFTW's functions of NVPL, for NVIDIA's Arm CPUs; there is none for Windows.
pub static NVPL_FFTW: Library = Library {
    name: "nvpl_fftw",
    title: "NVPL FFTW",
    sonames: PerOs {
        linux: &[any("libnvpl_fftw.so.0")],
        windows: &[],
    },
    variable: "CUDA_NVPL_FFTW",
    wheels: PerOs {
        linux: &["nvpl/lib"],
        windows: &[],
    },
    help: Help::Sentence("pip install 'nvpl-fft', which is for aarch64 alone"),
    ..TOOLKIT
};
