//! The runtime, profiling, and data movement.

use crate::libraries::{TOOLKIT, any, cuda, on_linux, pip, toolkit_wheels};
use crate::library::{Library, PerOs};

/// The CUDA runtime.
pub static CUDART: Library = Library {
    name: "cudart",
    title: "CUDA runtime",
    sonames: PerOs {
        linux: &[
            cuda(13, "libcudart.so.13"),
            cuda(12, "libcudart.so.12"),
            cuda(11, "libcudart.so.11.0"),
        ],
        windows: &[
            cuda(13, "cudart64_13.dll"),
            cuda(12, "cudart64_12.dll"),
            cuda(11, "cudart64_110.dll"),
        ],
    },
    variable: "CUDA_CUDART",
    wheels: toolkit_wheels!("cuda_runtime"),
    help: pip!("nvidia-cuda-runtime" "==13.*", 12, 11),
    ..TOOLKIT
};

/// CUPTI, which traces and profiles; in a toolkit it has its own folder.
pub static CUPTI: Library = Library {
    name: "cupti",
    title: "CUPTI",
    sonames: PerOs {
        linux: &[
            cuda(13, "libcupti.so.13"),
            cuda(12, "libcupti.so.12"),
            cuda(11, "libcupti.so.11.8"),
            cuda(11, "libcupti.so.11.7"),
        ],
        windows: &[
            cuda(13, "cupti64_13.dll"),
            cuda(13, "cupti64_2026.3.1.dll"),
            cuda(13, "cupti64_2026.3.0.dll"),
            cuda(13, "cupti64_2026.2.1.dll"),
            cuda(13, "cupti64_2026.2.0.dll"),
            cuda(13, "cupti64_2026.1.2.dll"),
            cuda(13, "cupti64_2026.1.1.dll"),
            cuda(13, "cupti64_2026.1.0.dll"),
            cuda(13, "cupti64_2025.4.1.dll"),
            cuda(13, "cupti64_2025.3.1.dll"),
            cuda(12, "cupti64_2025.2.1.dll"),
            cuda(12, "cupti64_2025.1.1.dll"),
            cuda(12, "cupti64_2024.3.2.dll"),
            cuda(12, "cupti64_2024.2.1.dll"),
            cuda(12, "cupti64_2024.1.1.dll"),
            cuda(12, "cupti64_2023.3.1.dll"),
            cuda(12, "cupti64_2023.2.2.dll"),
            cuda(12, "cupti64_2023.1.1.dll"),
            cuda(12, "cupti64_2022.4.1.dll"),
            cuda(11, "cupti64_2022.3.0.dll"),
        ],
    },
    variable: "CUDA_CUPTI",
    wheels: toolkit_wheels!("cuda_cupti"),
    folders: PerOs {
        linux: &["extras/CUPTI/lib64", "lib64", "lib", "targets/*/lib"],
        windows: &["extras/CUPTI/lib/x64", "extras/CUPTI/lib/arm64", "extras/CUPTI/lib64", "bin"],
    },
    help: pip!("nvidia-cuda-cupti" "==13.*", 12, 11),
    ..TOOLKIT
};

/// cuFile, which copies between storage and device memory; there is none for Windows.
pub static CUFILE: Library = Library {
    name: "cufile",
    title: "cuFile",
    sonames: on_linux(&[any("libcufile.so.0")]),
    variable: "CUDA_CUFILE",
    wheels: on_linux(&["nvidia/cu13/lib", "nvidia/cufile/lib"]),
    help: pip!("nvidia-cufile" "==1.*", 12),
    ..TOOLKIT
};

/// cuDLA, for the deep-learning accelerators of DRIVE and Jetson; on Windows only the toolkit contains it.
pub static CUDLA: Library = Library {
    name: "cudla",
    title: "cuDLA",
    sonames: PerOs { linux: &[any("libcudla.so.1")], windows: &[any("cudla.dll")] },
    variable: "CUDA_CUDLA",
    wheels: on_linux(&["nvidia/cu13/lib"]),
    help: pip!("nvidia-cudla" "==13.*"),
    ..TOOLKIT
};
