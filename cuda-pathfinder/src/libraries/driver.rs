//! The libraries that come with the driver.

use super::{DRIVERS, any};
use crate::library::{Library, PerOs};

/// The CUDA driver. Never a bare `libcuda.so`, which may be the toolkit's stub.
pub static DRIVER: Library = Library {
    name: "cuda",
    title: "CUDA driver",
    sonames: PerOs {
        linux: &[any("libcuda.so.1")],
        windows: &[any("nvcuda.dll")],
    },
    variable: "CUDA_DRIVER",
    ..DRIVERS
};

/// NVML, the driver's management library.
pub static NVML: Library = Library {
    name: "nvml",
    title: "NVML",
    sonames: PerOs {
        linux: &[any("libnvidia-ml.so.1")],
        windows: &[any("nvml.dll")],
    },
    variable: "CUDA_NVML",
    ..DRIVERS
};

/// The driver of the deep-learning accelerators of DRIVE and Jetson; there is none for Windows.
pub static NVCUDLA: Library = Library {
    name: "nvcudla",
    title: "cuDLA driver",
    sonames: PerOs {
        linux: &[any("libnvcudla.so")],
        windows: &[],
    },
    variable: "CUDA_NVCUDLA",
    ..DRIVERS
};
