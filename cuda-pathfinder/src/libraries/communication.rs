//! Communication between GPUs; there is none for Windows.

use crate::libraries::{TOOLKIT, any, on_linux, pip};
use crate::library::Library;

/// NCCL, collective communication.
pub static NCCL: Library = Library {
    name: "nccl",
    title: "NCCL",
    sonames: on_linux(&[any("libnccl.so.2")]),
    variable: "CUDA_NCCL",
    roots: &["NCCL_HOME"],
    wheels: on_linux(&["nvidia/nccl/lib"]),
    folders: on_linux(&["lib64", "lib", "build/lib", "targets/*/lib"]),
    help: pip!("nvidia-nccl", 13, 12),
    ..TOOLKIT
};

/// The host part of NVSHMEM, which shares memory between processes.
pub static NVSHMEM_HOST: Library = Library {
    name: "nvshmem_host",
    title: "NVSHMEM",
    sonames: on_linux(&[any("libnvshmem_host.so.3")]),
    variable: "CUDA_NVSHMEM_HOST",
    wheels: on_linux(&["nvidia/nvshmem/lib"]),
    help: pip!("nvidia-nvshmem", 13, 12),
    ..TOOLKIT
};
