//! The libraries that come with the driver.

use crate::libraries::{DRIVERS, any, on_linux};
use crate::library::{Library, PerOs};

/// The CUDA driver. Never a bare `libcuda.so`, which may be the toolkit's stub.
pub static DRIVER: Library = Library {
    name: "cuda",
    title: "CUDA driver",
    sonames: PerOs { linux: &[any("libcuda.so.1")], windows: &[any("nvcuda.dll")] },
    variable: "CUDA_DRIVER",
    ..DRIVERS
};

/// NVML, the driver's management library.
pub static NVML: Library = Library {
    name: "nvml",
    title: "NVML",
    sonames: PerOs { linux: &[any("libnvidia-ml.so.1")], windows: &[any("nvml.dll")] },
    variable: "CUDA_NVML",
    ..DRIVERS
};

/// The driver of the deep-learning accelerators of DRIVE and Jetson; there is none for Windows.
pub static NVCUDLA: Library = Library {
    name: "nvcudla",
    title: "cuDLA driver",
    sonames: on_linux(&[any("libnvcudla.so")]),
    variable: "CUDA_NVCUDLA",
    ..DRIVERS
};
