//! Communication between GPUs; there is none for Windows.

use super::{TOOLKIT, any};
use crate::library::{Help, Library, PerOs};

/// NCCL, collective communication.
pub static NCCL: Library = Library {
    name: "nccl",
    title: "NCCL",
    sonames: PerOs {
        linux: &[any("libnccl.so.2")],
        windows: &[],
    },
    variable: "CUDA_NCCL",
    roots: &["NCCL_HOME"],
    wheels: PerOs {
        linux: &["nvidia/nccl/lib"],
        windows: &[],
    },
    folders: PerOs {
        linux: &["lib64", "lib", "build/lib", "targets/*/lib"],
        windows: &[],
    },
    help: Help::Pip(&[(13, "nvidia-nccl-cu13"), (12, "nvidia-nccl-cu12")]),
    ..TOOLKIT
};

/// The host part of NVSHMEM, which shares memory between processes.
pub static NVSHMEM_HOST: Library = Library {
    name: "nvshmem_host",
    title: "NVSHMEM",
    sonames: PerOs {
        linux: &[any("libnvshmem_host.so.3")],
        windows: &[],
    },
    variable: "CUDA_NVSHMEM_HOST",
    wheels: PerOs {
        linux: &["nvidia/nvshmem/lib"],
        windows: &[],
    },
    help: Help::Pip(&[(13, "nvidia-nvshmem-cu13"), (12, "nvidia-nvshmem-cu12")]),
    ..TOOLKIT
};
