//! The libraries that can be searched for, one row each, in families.
//!
//! A new library is a new row in the file of its family, and in [`LIBRARIES`].

use crate::library::{Help, Library, PerOs, Scope, Soname};

mod algebra;
mod communication;
mod compilers;
mod driver;
mod images;
mod math;
mod quantum;
mod runtime;
mod tensors;

pub use algebra::{
    CUBLAS, CUBLAS_LT, CUBLAS_MP, CUDSS, CUSOLVER, CUSOLVER_MG, CUSOLVER_MP, CUSPARSE, CUSPARSE_LT,
    NVBLAS,
};
pub use communication::{NCCL, NVSHMEM_HOST};
pub use compilers::{NVFATBIN, NVJITLINK, NVRTC, NVRTC_BUILTINS, NVVM};
pub use driver::{DRIVER, NVCUDLA, NVML};
pub use images::{
    NPPC, NPPIAL, NPPICC, NPPIDEI, NPPIF, NPPIG, NPPIM, NPPIST, NPPISU, NPPITC, NPPS, NVCOMP,
    NVJPEG, NVJPEG2K, NVTIFF,
};
pub use math::{CUFFT, CUFFT_MP, CUFFTW, CURAND, MATHDX, NVPL_FFTW};
pub use quantum::{CUDENSITYMAT, CUPAULIPROP, CUSTABILIZER, CUSTATEVEC, CUTENSORNET};
pub use runtime::{CUDART, CUDLA, CUFILE, CUPTI};
pub use tensors::{CUDNN, CUTENSOR, CUTENSOR_MG, CUTENSOR_MP};

/// Every row, for a program that reports on a whole machine.
pub static LIBRARIES: [&Library; 54] = [
    &DRIVER,
    &NVML,
    &NVCUDLA,
    &NVRTC,
    &NVRTC_BUILTINS,
    &NVJITLINK,
    &NVFATBIN,
    &NVVM,
    &CUDART,
    &CUPTI,
    &CUFILE,
    &CUDLA,
    &CUBLAS,
    &CUBLAS_LT,
    &CUBLAS_MP,
    &NVBLAS,
    &CUSOLVER,
    &CUSOLVER_MG,
    &CUSOLVER_MP,
    &CUSPARSE,
    &CUSPARSE_LT,
    &CUDSS,
    &CUFFT,
    &CUFFTW,
    &CUFFT_MP,
    &CURAND,
    &MATHDX,
    &NVPL_FFTW,
    &CUDNN,
    &CUTENSOR,
    &CUTENSOR_MG,
    &CUTENSOR_MP,
    &CUDENSITYMAT,
    &CUPAULIPROP,
    &CUTENSORNET,
    &CUSTABILIZER,
    &CUSTATEVEC,
    &NPPC,
    &NPPIAL,
    &NPPICC,
    &NPPIDEI,
    &NPPIF,
    &NPPIG,
    &NPPIM,
    &NPPIST,
    &NPPISU,
    &NPPITC,
    &NPPS,
    &NVJPEG,
    &NVJPEG2K,
    &NVTIFF,
    &NVCOMP,
    &NCCL,
    &NVSHMEM_HOST,
];

/// The common parts of most rows: a place in the toolkit and in conda, and no dependencies.
const TOOLKIT: Library = Library {
    name: "",
    title: "",
    sonames: on_linux(&[]),
    variable: "",
    roots: &[],
    wheels: on_linux(&[]),
    folders: PerOs {
        linux: &["lib64", "lib", "targets/*/lib"],
        // A toolkit has the folder of one processor, or the loader determines which one fits.
        windows: &["bin/x64", "bin/arm64", "bin"],
    },
    program_files: &[],
    needs: &[],
    scope: Scope::Everywhere,
    help: Help::Sentence(""),
};

/// The libraries that come with the driver.
const DRIVERS: Library = Library {
    scope: Scope::Driver,
    help: Help::Sentence(
        "install NVIDIA's driver; in a container, start it with the NVIDIA Container Toolkit (docker run --gpus all); without \
         a GPU, `cuda_sim::gpu_or_software` runs kernels on the CPU, and so does `cuda-sim run -- PROGRAM`",
    ),
    ..TOOLKIT
};

/// The folders of a toolkit library's wheels: CUDA 13 has one for all, earlier versions one for each component.
macro_rules! toolkit_wheels {
    ($component:literal) => {
        PerOs {
            linux: &["nvidia/cu13/lib", concat!("nvidia/", $component, "/lib")],
            windows: &[
                "nvidia/cu13/bin/x86_64",
                "nvidia/cu13/bin/arm64",
                concat!("nvidia/", $component, "/bin"),
            ],
        }
    };
}
use toolkit_wheels;

/// File names that end with a number of their own for each major version of CUDA: `name`, and pairs of the two.
macro_rules! numbered {
    ($name:expr; $($major:literal $number:literal),+) => {
        PerOs {
            linux: &[$($crate::libraries::cuda($major, concat!("lib", $name, ".so.", $number))),+],
            windows: &[$($crate::libraries::cuda($major, concat!($name, "64_", $number, ".dll"))),+],
        }
    };
}
use numbered;

/// A package of a name that ends with CUDA's major version, except the one of CUDA 13 where a version follows its name.
macro_rules! pip {
    ($name:literal $version:literal $(, $major:literal)*) => {
        $crate::library::Help::Pip(&[
            (13, concat!($name, $version)), $(($major, concat!($name, "-cu", $major))),*
        ])
    };
    ($name:literal, $($major:literal),+) => {
        $crate::library::Help::Pip(&[$(($major, concat!($name, "-cu", $major))),+])
    };
}
pub(crate) use pip;

/// Creates a file name that belongs to CUDA's major version `major`.
const fn cuda(major: u32, file: &'static str) -> Soname {
    Soname { file, major: Some(major), companion: None }
}

/// A value of what there is on Linux alone.
const fn on_linux<T>(linux: &'static [T]) -> PerOs<&'static [T]> {
    PerOs { linux, windows: &[] }
}

/// Creates a file name whose number isn't CUDA's.
const fn any(file: &'static str) -> Soname {
    Soname { file, major: None, companion: None }
}

/// Creates a file name with the pattern of the file that must be next to it.
const fn with(soname: Soname, companion: &'static str) -> Soname {
    Soname { companion: Some(companion), ..soname }
}

impl Library {
    /// Returns the row of this name, ignoring case: `nvjitlink` is `nvJitLink`.
    #[inline]
    pub fn from_name(name: &str) -> Option<&'static Self> {
        let is_it = |library: &&&Self| library.name.eq_ignore_ascii_case(name);
        LIBRARIES.iter().find(is_it).copied()
    }
}
