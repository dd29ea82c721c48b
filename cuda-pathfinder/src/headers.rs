//! The header folders that can be searched for, one row each.

use std::path::PathBuf;

use crate::{Help, Place};

/// A set of CUDA's headers that share a folder.
#[derive(Debug)]
#[non_exhaustive]
pub struct HeaderSet {
    /// The name for people.
    pub title: &'static str,
    /// The file that proves the folder, relative to it.
    pub header: &'static str,
    /// The folders of NVIDIA's Python wheels, relative to `site-packages/nvidia`.
    pub wheels: &'static [&'static str],
    /// The folders within a toolkit or a conda environment (`*` stands for any text).
    pub folders: &'static [&'static str],
    /// What to do when they aren't found.
    pub help: Help,
}

/// A folder of headers that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeaderFolder {
    /// The folder, to be given to a compiler as `-I`.
    pub folder: PathBuf,
    /// Where it was found.
    pub place: Place,
}

/// The headers of the driver and the runtime: `cuda.h`, `cuda_fp16.h` and what kernels include.
pub static CUDA_HEADERS: HeaderSet = HeaderSet {
    title: "CUDA headers",
    header: "cuda.h",
    wheels: &["cu13/include", "cuda_runtime/include"],
    folders: &["include", "targets/*/include"],
    help: Help::Pip(&[
        (13, "nvidia-cuda-runtime==13.*"),
        (12, "nvidia-cuda-runtime-cu12"),
        (11, "nvidia-cuda-runtime-cu11"),
    ]),
};

/// The CUDA C++ Core Libraries: Thrust, CUB and libcu++, with `cuda/std/`.
pub static CCCL_HEADERS: HeaderSet = HeaderSet {
    title: "CCCL headers",
    header: "cuda/std/version",
    wheels: &["cu13/include/cccl", "cuda_cccl/include"],
    folders: &[
        "include/cccl",
        "include",
        "targets/*/include/cccl",
        "targets/*/include",
    ],
    help: Help::Pip(&[
        (13, "nvidia-cuda-cccl==13.*"),
        (12, "nvidia-cuda-cccl-cu12"),
    ]),
};
