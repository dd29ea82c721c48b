//! Images and signals.

use super::{TOOLKIT, cuda, toolkit_wheels};
use crate::library::{Help, Library, PerOs};

/// A part of NPP: all of them are named alike, and all but the core need the core.
macro_rules! npp {
    ($(#[$doc:meta])* $row:ident, $name:literal, $title:literal, $variable:literal, needs $needs:expr) => {
        $(#[$doc])*
        pub static $row: Library = Library {
            name: $name,
            title: $title,
            sonames: PerOs {
                linux: &[
                    cuda(13, concat!("lib", $name, ".so.13")),
                    cuda(12, concat!("lib", $name, ".so.12")),
                    cuda(11, concat!("lib", $name, ".so.11")),
                ],
                windows: &[
                    cuda(13, concat!($name, "64_13.dll")),
                    cuda(12, concat!($name, "64_12.dll")),
                    cuda(11, concat!($name, "64_11.dll")),
                ],
            },
            variable: $variable,
            wheels: toolkit_wheels!("npp"),
            needs: $needs,
            help: Help::Pip(&[(13, "nvidia-npp==13.*"), (12, "nvidia-npp-cu12"), (11, "nvidia-npp-cu11")]),
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
    sonames: PerOs {
        linux: &[
            cuda(13, "libnvjpeg.so.13"),
            cuda(12, "libnvjpeg.so.12"),
            cuda(11, "libnvjpeg.so.11"),
        ],
        windows: &[
            cuda(13, "nvjpeg64_13.dll"),
            cuda(12, "nvjpeg64_12.dll"),
            cuda(11, "nvjpeg64_11.dll"),
        ],
    },
    variable: "CUDA_NVJPEG",
    wheels: toolkit_wheels!("nvjpeg"),
    help: Help::Pip(&[
        (13, "nvidia-nvjpeg==13.*"),
        (12, "nvidia-nvjpeg-cu12"),
        (11, "nvidia-nvjpeg-cu11"),
    ]),
    ..TOOLKIT
};
