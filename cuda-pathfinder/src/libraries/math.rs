//! Transforms, random numbers, and mathematics within kernels.

use crate::libraries::communication::NVSHMEM_HOST;
use crate::libraries::compilers::NVRTC;
use crate::libraries::{TOOLKIT, any, cuda, numbered, on_linux, pip, toolkit_wheels};
use crate::library::{Help, Library, PerOs};

/// cuFFT.
pub static CUFFT: Library = Library {
    name: "cufft",
    title: "cuFFT",
    sonames: numbered!("cufft"; 13 12, 12 11, 11 10),
    variable: "CUDA_CUFFT",
    wheels: toolkit_wheels!("cufft"),
    help: pip!("nvidia-cufft" "==12.*", 12, 11),
    ..TOOLKIT
};

/// cuFFT with FFTW's interface.
pub static CUFFTW: Library = Library {
    name: "cufftw",
    title: "cuFFTW",
    sonames: numbered!("cufftw"; 13 12, 12 11, 11 10),
    variable: "CUDA_CUFFTW",
    wheels: toolkit_wheels!("cufft"),
    needs: &[&CUFFT],
    help: pip!("nvidia-cufft" "==12.*", 12, 11),
    ..TOOLKIT
};

/// cuFFTMp, on many processes; there is none for Windows.
pub static CUFFT_MP: Library = Library {
    name: "cufftMp",
    title: "cuFFTMp",
    sonames: on_linux(&[cuda(13, "libcufftMp.so.12"), cuda(12, "libcufftMp.so.11")]),
    variable: "CUDA_CUFFTMP",
    wheels: on_linux(&["nvidia/cufftmp/cu13/lib", "nvidia/cufftmp/cu12/lib"]),
    needs: &[&NVSHMEM_HOST],
    help: pip!("nvidia-cufftmp", 13, 12),
    ..TOOLKIT
};

/// cuRAND. CUDA 11 to 13.5 have it under one name.
pub static CURAND: Library = Library {
    name: "curand",
    title: "cuRAND",
    sonames: numbered!("curand"; 13 11, 11 10),
    variable: "CUDA_CURAND",
    wheels: toolkit_wheels!("curand"),
    help: pip!("nvidia-curand" "", 12, 11),
    ..TOOLKIT
};

/// libmathdx, which generates code of cuBLASDx and cuFFTDx at run time.
pub static MATHDX: Library = Library {
    name: "mathdx",
    title: "libmathdx",
    sonames: PerOs { linux: &[any("libmathdx.so.0")], windows: &[any("mathdx64_0.dll")] },
    variable: "CUDA_MATHDX",
    wheels: PerOs {
        linux: &["nvidia/cu13/lib", "nvidia/cu12/lib"],
        windows: &["nvidia/cu13/bin", "nvidia/cu12/bin"],
    },
    needs: &[&NVRTC],
    help: pip!("nvidia-libmathdx", 13, 12),
    ..TOOLKIT
};

/// FFTW's functions of NVPL, for NVIDIA's Arm CPUs; there is none for Windows.
pub static NVPL_FFTW: Library = Library {
    name: "nvpl_fftw",
    title: "NVPL FFTW",
    sonames: on_linux(&[any("libnvpl_fftw.so.0")]),
    variable: "CUDA_NVPL_FFTW",
    wheels: on_linux(&["nvpl/lib"]),
    help: Help::Sentence("pip install 'nvpl-fft', which is for aarch64 alone"),
    ..TOOLKIT
};
