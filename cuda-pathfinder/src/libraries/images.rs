//! Images and signals, and compressed data.

use crate::libraries::{TOOLKIT, any, numbered, pip, toolkit_wheels};
use crate::library::{Library, PerOs};

/// A part of NPP: all of them are named alike, and all but the core need the core.
macro_rules! npp {
    ($(#[$doc:meta])* $row:ident, $name:literal, $title:literal, $variable:literal, needs $needs:expr) => {
        $(#[$doc])*
        pub static $row: Library = Library {
            name: $name,
            title: $title,
            sonames: numbered!($name; 13 13, 12 12, 11 11),
            variable: $variable,
            wheels: toolkit_wheels!("npp"),
            needs: $needs,
            help: pip!("nvidia-npp" "==13.*", 12, 11),
            ..TOOLKIT
        };
    };
}

npp!(
    /// NPP: the core that the others need.
    NPPC, "nppc", "NPP core", "CUDA_NPPC", needs &[]
);
npp!(
    /// NPP: arithmetic and logic of images.
    NPPIAL, "nppial", "NPP image arithmetic", "CUDA_NPPIAL", needs &[&NPPC]
);
npp!(
    /// NPP: conversion of colors.
    NPPICC, "nppicc", "NPP color conversion", "CUDA_NPPICC", needs &[&NPPC]
);
npp!(
    /// NPP: exchange of data, and initialization.
    NPPIDEI, "nppidei", "NPP data exchange", "CUDA_NPPIDEI", needs &[&NPPC]
);
npp!(
    /// NPP: filters of images.
    NPPIF, "nppif", "NPP filters", "CUDA_NPPIF", needs &[&NPPC]
);
npp!(
    /// NPP: geometry of images.
    NPPIG, "nppig", "NPP image geometry", "CUDA_NPPIG", needs &[&NPPC]
);
npp!(
    /// NPP: morphology of images.
    NPPIM, "nppim", "NPP morphology", "CUDA_NPPIM", needs &[&NPPC]
);
npp!(
    /// NPP: statistics of images.
    NPPIST, "nppist", "NPP image statistics", "CUDA_NPPIST", needs &[&NPPC]
);
npp!(
    /// NPP: memory of images.
    NPPISU, "nppisu", "NPP image support", "CUDA_NPPISU", needs &[&NPPC]
);
npp!(
    /// NPP: thresholds and comparison.
    NPPITC, "nppitc", "NPP thresholds", "CUDA_NPPITC", needs &[&NPPC]
);
npp!(
    /// NPP: signals.
    NPPS, "npps", "NPP signals", "CUDA_NPPS", needs &[&NPPC]
);

/// nvJPEG, which decodes and encodes JPEG.
pub static NVJPEG: Library = Library {
    name: "nvjpeg",
    title: "nvJPEG",
    sonames: numbered!("nvjpeg"; 13 13, 12 12, 11 11),
    variable: "CUDA_NVJPEG",
    wheels: toolkit_wheels!("nvjpeg"),
    help: pip!("nvidia-nvjpeg" "==13.*", 12, 11),
    ..TOOLKIT
};

/// nvJPEG2000, which decodes and encodes JPEG 2000.
pub static NVJPEG2K: Library = Library {
    name: "nvjpeg2k",
    title: "nvJPEG2000",
    sonames: PerOs { linux: &[any("libnvjpeg2k.so.0")], windows: &[any("nvjpeg2k_0.dll")] },
    variable: "CUDA_NVJPEG2K",
    wheels: PerOs { linux: &["nvidia/nvjpeg2k/lib"], windows: &["nvidia/nvjpeg2k/bin"] },
    help: pip!("nvidia-nvjpeg2k", 13, 12),
    ..TOOLKIT
};

/// nvTIFF, which decodes TIFF, and opens nvCOMP, nvJPEG and nvJPEG2000 itself.
pub static NVTIFF: Library = Library {
    name: "nvtiff",
    title: "nvTIFF",
    sonames: PerOs { linux: &[any("libnvtiff.so.0")], windows: &[any("nvtiff_0.dll")] },
    variable: "CUDA_NVTIFF",
    wheels: PerOs { linux: &["nvidia/nvtiff/lib"], windows: &["nvidia/nvtiff/bin"] },
    help: pip!("nvidia-nvtiff", 13, 12),
    ..TOOLKIT
};

/// nvCOMP, which compresses and decompresses.
pub static NVCOMP: Library = Library {
    name: "nvcomp",
    title: "nvCOMP",
    sonames: PerOs {
        linux: &[any("libnvcomp.so.6"), any("libnvcomp.so.5")],
        windows: &[any("nvcomp64_6.dll"), any("nvcomp64_5.dll")],
    },
    variable: "CUDA_NVCOMP",
    wheels: PerOs { linux: &["nvidia/libnvcomp/lib64"], windows: &["nvidia/libnvcomp/bin"] },
    help: pip!("nvidia-libnvcomp", 13, 12),
    ..TOOLKIT
};
