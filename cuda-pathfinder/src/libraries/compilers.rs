//! Compilers and linkers of device code.

use crate::libraries::{TOOLKIT, any, cuda, pip, toolkit_wheels, with};
use crate::library::{Help, Library, PerOs};

/// NVRTC, the compiler from CUDA C++ to PTX and cubins.
pub static NVRTC: Library = Library {
    name: "nvrtc",
    title: "NVRTC",
    sonames: PerOs {
        linux: &[
            with(cuda(13, "libnvrtc.so.13"), "libnvrtc-builtins.so.13.*"),
            with(cuda(12, "libnvrtc.so.12"), "libnvrtc-builtins.so.12.*"),
            with(cuda(11, "libnvrtc.so.11.2"), "libnvrtc-builtins.so.11.*"),
        ],
        windows: &[
            with(cuda(13, "nvrtc64_130_0.dll"), "nvrtc-builtins64_13*.dll"),
            with(cuda(12, "nvrtc64_120_0.dll"), "nvrtc-builtins64_12*.dll"),
            with(cuda(11, "nvrtc64_112_0.dll"), "nvrtc-builtins64_11*.dll"),
        ],
    },
    variable: "CUDA_NVRTC",
    wheels: toolkit_wheels!("cuda_nvrtc"),
    help: NVRTC_PIP,
    ..TOOLKIT
};

/// Their file names end with both parts of CUDA's version.
macro_rules! builtins {
    ($($major:literal $minor:literal),+) => {
        PerOs {
            linux: &[$(cuda($major, concat!("libnvrtc-builtins.so.", $major, ".", $minor))),+],
            windows: &[$(cuda($major, concat!("nvrtc-builtins64_", $major, $minor, ".dll"))),+],
        }
    };
}

/// The part of NVRTC that NVRTC loads itself; it is useful only next to its own [`NVRTC`].
pub static NVRTC_BUILTINS: Library = Library {
    name: "nvrtc-builtins",
    title: "NVRTC builtins",
    sonames: builtins!(
        13 5, 13 4, 13 3, 13 2, 13 1, 13 0, 12 9, 12 8, 12 6, 12 5, 12 4, 12 3, 12 2, 12 1, 12 0,
        11 8, 11 7, 11 6, 11 5, 11 4, 11 3, 11 2
    ),
    variable: "CUDA_NVRTC_BUILTINS",
    wheels: toolkit_wheels!("cuda_nvrtc"),
    help: NVRTC_PIP,
    ..TOOLKIT
};

/// nvJitLink, the linker of PTX, cubins and LTO-IR; it begins with CUDA 12.
pub static NVJITLINK: Library = Library {
    name: "nvJitLink",
    title: "nvJitLink",
    sonames: PerOs {
        linux: &[cuda(13, "libnvJitLink.so.13"), cuda(12, "libnvJitLink.so.12")],
        windows: &[cuda(13, "nvJitLink_130_0.dll"), cuda(12, "nvJitLink_120_0.dll")],
    },
    variable: "CUDA_NVJITLINK",
    wheels: toolkit_wheels!("nvjitlink"),
    help: pip!("nvidia-nvjitlink" "==13.*", 12),
    ..TOOLKIT
};

/// nvFatbin, which packs cubins and PTX into fat binaries; it begins with CUDA 12.4.
pub static NVFATBIN: Library = Library {
    name: "nvfatbin",
    title: "nvFatbin",
    sonames: PerOs {
        linux: &[cuda(13, "libnvfatbin.so.13"), cuda(12, "libnvfatbin.so.12")],
        windows: &[cuda(13, "nvfatbin_130_0.dll"), cuda(12, "nvfatbin_120_0.dll")],
    },
    variable: "CUDA_NVFATBIN",
    wheels: toolkit_wheels!("nvfatbin"),
    help: pip!("nvidia-nvfatbin" "==13.*", 12),
    ..TOOLKIT
};

/// libNVVM, the compiler from NVVM IR to PTX; in a toolkit it has its own folder.
pub static NVVM: Library = Library {
    name: "nvvm",
    title: "libNVVM",
    sonames: PerOs {
        linux: &[any("libnvvm.so.4"), any("libnvvm.so")],
        windows: &[any("nvvm70.dll"), any("nvvm64_40_0.dll"), any("nvvm64.dll")],
    },
    variable: "CUDA_NVVM",
    wheels: PerOs {
        linux: &["nvidia/cu13/lib", "nvidia/cuda_nvcc/nvvm/lib64"],
        windows: &["nvidia/cu13/bin/x86_64", "nvidia/cu13/bin/arm64", "nvidia/cuda_nvcc/nvvm/bin"],
    },
    folders: PerOs { linux: &["nvvm/lib64"], windows: &["nvvm/bin/x64", "nvvm/bin"] },
    help: Help::Pip(&[
        (13, "nvidia-nvvm==13.*"),
        (12, "nvidia-cuda-nvcc-cu12"),
        (11, "nvidia-cuda-nvcc-cu11"),
    ]),
    ..TOOLKIT
};

// A driver loads PTX of its own CUDA version or an older one, so PTX of NVRTC 13.0 suits every driver of CUDA 13.
const NVRTC_PIP: Help = pip!("nvidia-cuda-nvrtc" "==13.0.*", 12, 11);
