//! The libraries that can be searched for, one row each. A new library is a new row here.

/// One of CUDA's libraries: what it is called, where it may lie, and how to get it.
#[derive(Debug)]
#[non_exhaustive]
pub struct Library {
    /// The short name, as in `nvrtc`.
    pub name: &'static str,
    /// The name for people, as in `NVRTC`.
    pub title: &'static str,
    /// The file names to accept, newest first.
    pub sonames: PerOs<&'static [Soname]>,
    /// The environment variable that names the file, or the folder that holds it, and ends the search.
    pub variable: &'static str,
    /// The folders of NVIDIA's Python wheels, relative to `site-packages/nvidia`.
    pub wheels: PerOs<&'static [&'static str]>,
    /// How far to search.
    pub scope: Scope,
    /// What to do when it isn't found.
    pub help: Help,
}

/// A file name that a library goes by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Soname {
    /// The file name, as in `libnvrtc.so.13`.
    pub file: &'static str,
    /// The major version of CUDA that it belongs to; `None` when its number isn't CUDA's.
    pub major: Option<u32>,
    /// A file that must lie beside it (`*` stands for any text), as in `libnvrtc-builtins.so.13.*`.
    pub companion: Option<&'static str>,
}

/// How far the search for a library goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Already loaded, the override, and the operating system's loader: for what comes with the
    /// driver, of which a copy found elsewhere would be the wrong one.
    SystemLoader,
    /// Every [`Place`](crate::Place).
    Everywhere,
}

/// What to tell a user who lacks the library.
#[derive(Clone, Copy, Debug)]
pub enum Help {
    /// A sentence.
    Sentence(&'static str),
    /// Python packages that bring it, each with its major version of CUDA, newest first.
    Pip(&'static [(u32, &'static str)]),
}

/// The operating systems that CUDA runs on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Os {
    /// Linux, with WSL.
    Linux,
    /// Windows.
    Windows,
}

impl Os {
    /// The one that this program was built for; anything but Windows counts as Linux.
    pub const fn current() -> Self {
        if cfg!(windows) {
            Self::Windows
        } else {
            Self::Linux
        }
    }
}

/// A value for each operating system.
#[derive(Clone, Copy, Debug)]
pub struct PerOs<T> {
    /// On Linux.
    pub linux: T,
    /// On Windows.
    pub windows: T,
}

impl<T: Copy> PerOs<T> {
    /// The value on `os`.
    pub const fn on(&self, os: Os) -> T {
        match os {
            Os::Linux => self.linux,
            Os::Windows => self.windows,
        }
    }
}

impl Help {
    /// The text, for a search that takes nothing newer than the major version `newest`.
    pub(crate) fn text(&self, newest: Option<u32>) -> String {
        match self {
            Self::Sentence(text) => (*text).to_owned(),
            Self::Pip(packages) => packages
                .iter()
                .find(|(major, _)| newest.is_none_or(|newest| *major <= newest))
                .map(|(_, package)| format!("pip install '{package}'"))
                .unwrap_or_default(),
        }
    }
}

/// A file name that belongs to CUDA's major version `major`.
const fn cuda(major: u32, file: &'static str) -> Soname {
    Soname {
        file,
        major: Some(major),
        companion: None,
    }
}

/// A file name whose number isn't CUDA's.
const fn any(file: &'static str) -> Soname {
    Soname {
        file,
        major: None,
        companion: None,
    }
}

/// A file name and the pattern of the file that must lie beside it.
const fn with(soname: Soname, companion: &'static str) -> Soname {
    Soname {
        companion: Some(companion),
        ..soname
    }
}

/// Every row, for a program that reports on a whole machine.
pub static LIBRARIES: [&Library; 8] = [
    &DRIVER,
    &NVML,
    &NVRTC,
    &NVRTC_BUILTINS,
    &NVJITLINK,
    &NVFATBIN,
    &CUDART,
    &NCCL,
];

/// The CUDA driver. Never a bare `libcuda.so`, which may be the toolkit's stub.
pub static DRIVER: Library = Library {
    name: "cuda",
    title: "CUDA driver",
    sonames: PerOs {
        linux: &[any("libcuda.so.1")],
        windows: &[any("nvcuda.dll")],
    },
    variable: "CUDA_DRIVER",
    wheels: PerOs {
        linux: &[],
        windows: &[],
    },
    scope: Scope::SystemLoader,
    help: INSTALL_DRIVER,
};

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
    wheels: NVRTC_WHEELS,
    scope: Scope::Everywhere,
    help: NVRTC_PIP,
};

/// The part of NVRTC that NVRTC loads by itself; it is of use only beside its own [`NVRTC`].
pub static NVRTC_BUILTINS: Library = Library {
    name: "nvrtc-builtins",
    title: "NVRTC builtins",
    sonames: PerOs {
        linux: &[
            cuda(13, "libnvrtc-builtins.so.13.5"),
            cuda(13, "libnvrtc-builtins.so.13.4"),
            cuda(13, "libnvrtc-builtins.so.13.3"),
            cuda(13, "libnvrtc-builtins.so.13.2"),
            cuda(13, "libnvrtc-builtins.so.13.1"),
            cuda(13, "libnvrtc-builtins.so.13.0"),
            cuda(12, "libnvrtc-builtins.so.12.9"),
            cuda(12, "libnvrtc-builtins.so.12.8"),
            cuda(12, "libnvrtc-builtins.so.12.6"),
            cuda(12, "libnvrtc-builtins.so.12.5"),
            cuda(12, "libnvrtc-builtins.so.12.4"),
            cuda(12, "libnvrtc-builtins.so.12.3"),
            cuda(12, "libnvrtc-builtins.so.12.2"),
            cuda(12, "libnvrtc-builtins.so.12.1"),
            cuda(12, "libnvrtc-builtins.so.12.0"),
            cuda(11, "libnvrtc-builtins.so.11.8"),
            cuda(11, "libnvrtc-builtins.so.11.7"),
            cuda(11, "libnvrtc-builtins.so.11.6"),
            cuda(11, "libnvrtc-builtins.so.11.5"),
            cuda(11, "libnvrtc-builtins.so.11.4"),
            cuda(11, "libnvrtc-builtins.so.11.3"),
            cuda(11, "libnvrtc-builtins.so.11.2"),
        ],
        windows: &[
            cuda(13, "nvrtc-builtins64_135.dll"),
            cuda(13, "nvrtc-builtins64_134.dll"),
            cuda(13, "nvrtc-builtins64_133.dll"),
            cuda(13, "nvrtc-builtins64_132.dll"),
            cuda(13, "nvrtc-builtins64_131.dll"),
            cuda(13, "nvrtc-builtins64_130.dll"),
            cuda(12, "nvrtc-builtins64_129.dll"),
            cuda(12, "nvrtc-builtins64_128.dll"),
            cuda(12, "nvrtc-builtins64_126.dll"),
            cuda(12, "nvrtc-builtins64_125.dll"),
            cuda(12, "nvrtc-builtins64_124.dll"),
            cuda(12, "nvrtc-builtins64_123.dll"),
            cuda(12, "nvrtc-builtins64_122.dll"),
            cuda(12, "nvrtc-builtins64_121.dll"),
            cuda(12, "nvrtc-builtins64_120.dll"),
            cuda(11, "nvrtc-builtins64_118.dll"),
            cuda(11, "nvrtc-builtins64_117.dll"),
            cuda(11, "nvrtc-builtins64_116.dll"),
            cuda(11, "nvrtc-builtins64_115.dll"),
            cuda(11, "nvrtc-builtins64_114.dll"),
            cuda(11, "nvrtc-builtins64_113.dll"),
            cuda(11, "nvrtc-builtins64_112.dll"),
        ],
    },
    variable: "CUDA_NVRTC_BUILTINS",
    wheels: NVRTC_WHEELS,
    scope: Scope::Everywhere,
    help: NVRTC_PIP,
};

/// nvJitLink, the linker of PTX, cubins and LTO-IR; it begins with CUDA 12.
pub static NVJITLINK: Library = Library {
    name: "nvjitlink",
    title: "nvJitLink",
    sonames: PerOs {
        linux: &[
            cuda(13, "libnvJitLink.so.13"),
            cuda(12, "libnvJitLink.so.12"),
        ],
        windows: &[
            cuda(13, "nvJitLink_130_0.dll"),
            cuda(12, "nvJitLink_120_0.dll"),
        ],
    },
    variable: "CUDA_NVJITLINK",
    wheels: PerOs {
        linux: &["cu13/lib", "nvjitlink/lib"],
        windows: &["cu13/bin/x86_64", "nvjitlink/bin"],
    },
    scope: Scope::Everywhere,
    help: Help::Pip(&[
        (13, "nvidia-nvjitlink==13.*"),
        (12, "nvidia-nvjitlink-cu12"),
    ]),
};

/// nvFatbin, which packs cubins and PTX into fat binaries; it begins with CUDA 12.4.
pub static NVFATBIN: Library = Library {
    name: "nvfatbin",
    title: "nvFatbin",
    sonames: PerOs {
        linux: &[cuda(13, "libnvfatbin.so.13"), cuda(12, "libnvfatbin.so.12")],
        windows: &[
            cuda(13, "nvfatbin_130_0.dll"),
            cuda(12, "nvfatbin_120_0.dll"),
        ],
    },
    variable: "CUDA_NVFATBIN",
    wheels: PerOs {
        linux: &["cu13/lib", "nvfatbin/lib"],
        windows: &["cu13/bin/x86_64", "nvfatbin/bin"],
    },
    scope: Scope::Everywhere,
    help: Help::Pip(&[(13, "nvidia-nvfatbin==13.*"), (12, "nvidia-nvfatbin-cu12")]),
};

/// NCCL, collective communication between GPUs; there is none for Windows.
pub static NCCL: Library = Library {
    name: "nccl",
    title: "NCCL",
    sonames: PerOs {
        linux: &[any("libnccl.so.2")],
        windows: &[],
    },
    variable: "CUDA_NCCL",
    wheels: PerOs {
        linux: &["nccl/lib"],
        windows: &[],
    },
    scope: Scope::Everywhere,
    help: Help::Pip(&[(13, "nvidia-nccl-cu13"), (12, "nvidia-nccl-cu12")]),
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
    wheels: PerOs {
        linux: &[],
        windows: &[],
    },
    scope: Scope::SystemLoader,
    help: INSTALL_DRIVER,
};

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
    wheels: PerOs {
        linux: &["cu13/lib", "cuda_runtime/lib"],
        windows: &["cu13/bin/x86_64", "cuda_runtime/bin"],
    },
    scope: Scope::Everywhere,
    help: Help::Pip(&[
        (13, "nvidia-cuda-runtime==13.*"),
        (12, "nvidia-cuda-runtime-cu12"),
        (11, "nvidia-cuda-runtime-cu11"),
    ]),
};

const NVRTC_WHEELS: PerOs<&[&str]> = PerOs {
    linux: &["cu13/lib", "cuda_nvrtc/lib"],
    windows: &["cu13/bin/x86_64", "cuda_nvrtc/bin"],
};

const NVRTC_PIP: Help = Help::Pip(&[
    (13, "nvidia-cuda-nvrtc==13.*"),
    (12, "nvidia-cuda-nvrtc-cu12"),
    (11, "nvidia-cuda-nvrtc-cu11"),
]);

const INSTALL_DRIVER: Help = Help::Sentence(
    "install NVIDIA's driver; in a container, start it with the NVIDIA Container Toolkit (docker run --gpus all)",
);
