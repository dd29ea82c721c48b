//! Programs and files of the toolkit with which programs are compiled or linked.

use std::path::PathBuf;

use crate::library::{Help, Os, PerOs, Soname};
use crate::place::Candidate;
use crate::platform::Platform;
use crate::report::NotFound;
use crate::search::Search;
use crate::target::{Target, TargetKind};

/// A program or a file of the toolkit, which is found but not loaded.
///
/// ```
/// use cuda_pathfinder::{NVCC, Search, Tool};
///
/// match Search::new().tool(&NVCC) {
///     Ok(path) => println!("nvcc is {}", path.display()),
///     Err(missing) => println!("{missing}"), // where it was searched for, and how to install it
/// }
/// static MINE: Tool = Tool::program("my-cuda-tool"); // one that this crate doesn't know
/// assert!(Search::new().tool(&MINE).is_err());
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct Tool {
    /// The short name, as in `nvcc`.
    pub name: &'static str,
    /// The display name.
    pub title: &'static str,
    /// The file.
    pub file: PerOs<&'static str>,
    /// Whether it is a program, which is searched for on `PATH` first.
    pub is_program: bool,
    /// The folders within a toolkit or a conda environment (`*` matches any text).
    pub folders: &'static [&'static str],
    /// The folders of NVIDIA's Python wheels, relative to `site-packages`.
    pub wheels: &'static [&'static str],
    /// On Linux, folders of its product, relative to the root of the file system.
    pub system: &'static [&'static str],
    /// How to install it.
    pub help: Help,
}

/// The help for the compiler, whose wheels contain its programs.
const COMPILER: Help = Help::Pip(&[(13, "nvidia-cuda-nvcc"), (12, "nvidia-cuda-nvcc-cu12")]);
const TOOLKIT: Help = Help::Sentence(
    "install the CUDA toolkit, or conda's package of it, and set CUDA_PATH to its folder",
);

/// The compiler.
pub static NVCC: Tool = Tool {
    name: "nvcc",
    title: "nvcc",
    file: PerOs { linux: "nvcc", windows: "nvcc.exe" },
    is_program: true,
    folders: &["bin", "nvvm/bin", "compute-sanitizer"],
    wheels: &["nvidia/cu13/bin", "nvidia/cuda_nvcc/bin"],
    system: &[],
    help: COMPILER,
};

/// The PTX assembler.
pub static PTXAS: Tool = Tool {
    name: "ptxas",
    title: "ptxas",
    file: PerOs { linux: "ptxas", windows: "ptxas.exe" },
    is_program: true,
    folders: &["bin", "nvvm/bin", "compute-sanitizer"],
    wheels: &["nvidia/cu13/bin", "nvidia/cuda_nvcc/bin"],
    system: &[],
    help: COMPILER,
};

/// The linker of machine code.
pub static NVLINK: Tool = Tool {
    name: "nvlink",
    title: "nvlink",
    file: PerOs { linux: "nvlink", windows: "nvlink.exe" },
    is_program: true,
    folders: &["bin", "nvvm/bin", "compute-sanitizer"],
    wheels: &["nvidia/cu13/bin", "nvidia/cuda_nvcc/bin"],
    system: &[],
    help: COMPILER,
};

/// The packer of fat binaries.
pub static FATBINARY: Tool = Tool {
    name: "fatbinary",
    title: "fatbinary",
    file: PerOs { linux: "fatbinary", windows: "fatbinary.exe" },
    is_program: true,
    folders: &["bin", "nvvm/bin", "compute-sanitizer"],
    wheels: &["nvidia/cu13/bin", "nvidia/cuda_nvcc/bin"],
    system: &[],
    help: COMPILER,
};

/// The disassembler of machine code.
pub static NVDISASM: Tool = Tool {
    name: "nvdisasm",
    title: "nvdisasm",
    file: PerOs { linux: "nvdisasm", windows: "nvdisasm.exe" },
    is_program: true,
    folders: &["bin", "nvvm/bin", "compute-sanitizer"],
    wheels: &["nvidia/cu13/bin", "nvidia/cuda_nvdisasm/bin"],
    system: &[],
    help: TOOLKIT,
};

/// The tool that dumps cubins and fat binaries.
pub static CUOBJDUMP: Tool = Tool {
    name: "cuobjdump",
    title: "cuobjdump",
    file: PerOs { linux: "cuobjdump", windows: "cuobjdump.exe" },
    is_program: true,
    folders: &["bin", "nvvm/bin", "compute-sanitizer"],
    wheels: &["nvidia/cu13/bin", "nvidia/cuda_cuobjdump/bin"],
    system: &[],
    help: TOOLKIT,
};

/// The tool that removes parts of host objects and libraries.
pub static NVPRUNE: Tool = Tool {
    name: "nvprune",
    title: "nvprune",
    file: PerOs { linux: "nvprune", windows: "nvprune.exe" },
    is_program: true,
    folders: &["bin", "nvvm/bin", "compute-sanitizer"],
    wheels: &["nvidia/cu13/bin", "nvidia/cuda_nvprune/bin"],
    system: &[],
    help: TOOLKIT,
};

/// The demangler of the compiler's names.
pub static CUFILT: Tool = Tool {
    name: "cu++filt",
    title: "cu++filt",
    file: PerOs { linux: "cu++filt", windows: "cu++filt.exe" },
    is_program: true,
    folders: &["bin", "nvvm/bin", "compute-sanitizer"],
    wheels: &["nvidia/cu13/bin", "nvidia/cuda_cuxxfilt/bin"],
    system: &[],
    help: TOOLKIT,
};

/// The tool that writes a file as a C array.
pub static BIN2C: Tool = Tool {
    name: "bin2c",
    title: "bin2c",
    file: PerOs { linux: "bin2c", windows: "bin2c.exe" },
    is_program: true,
    folders: &["bin", "nvvm/bin", "compute-sanitizer"],
    wheels: &["nvidia/cu13/bin", "nvidia/cuda_nvcc/bin"],
    system: &[],
    help: COMPILER,
};

/// The part of nvcc that splits a source into host and device.
pub static CUDAFE: Tool = Tool {
    name: "cudafe++",
    title: "cudafe++",
    file: PerOs { linux: "cudafe++", windows: "cudafe++.exe" },
    is_program: true,
    folders: &["bin", "nvvm/bin", "compute-sanitizer"],
    wheels: &["nvidia/cu13/bin", "nvidia/cuda_nvcc/bin"],
    system: &[],
    help: COMPILER,
};

/// The part of nvcc that compiles for the device.
pub static CICC: Tool = Tool {
    name: "cicc",
    title: "cicc",
    file: PerOs { linux: "cicc", windows: "cicc.exe" },
    is_program: true,
    folders: &["bin", "nvvm/bin", "compute-sanitizer"],
    wheels: &["nvidia/cu13/nvvm/bin", "nvidia/cuda_nvcc/nvvm/bin"],
    system: &[],
    help: COMPILER,
};

/// The tool that checks memory accesses while a program runs.
pub static COMPUTE_SANITIZER: Tool = Tool {
    name: "compute-sanitizer",
    title: "Compute Sanitizer",
    file: PerOs { linux: "compute-sanitizer", windows: "compute-sanitizer.exe" },
    is_program: true,
    folders: &["bin", "nvvm/bin", "compute-sanitizer"],
    wheels: &[],
    system: &[],
    help: TOOLKIT,
};

/// Nsight Systems on the command line.
pub static NSYS: Tool = Tool {
    name: "nsys",
    title: "Nsight Systems",
    file: PerOs { linux: "nsys", windows: "nsys.exe" },
    is_program: true,
    folders: &["bin", "nvvm/bin", "compute-sanitizer"],
    wheels: &[],
    system: &["opt/nvidia/nsight-systems/*/bin", "opt/nvidia/nsight-systems-cli/*/bin"],
    help: TOOLKIT,
};

/// Nsight Compute on the command line.
pub static NCU: Tool = Tool {
    name: "ncu",
    title: "Nsight Compute",
    file: PerOs { linux: "ncu", windows: "ncu.exe" },
    is_program: true,
    folders: &["bin", "nvvm/bin", "compute-sanitizer"],
    wheels: &[],
    system: &["opt/nvidia/nsight-compute/*"],
    help: TOOLKIT,
};

const RUNTIME: Help = Help::Pip(&[(13, "nvidia-cuda-runtime"), (12, "nvidia-cuda-runtime-cu12")]);
const NVSHMEM: Help = Help::Pip(&[(13, "nvidia-nvshmem-cu13"), (12, "nvidia-nvshmem-cu12")]);

/// The device runtime, to link with kernels that launch kernels.
pub static CUDADEVRT: Tool = Tool {
    name: "cudadevrt",
    title: "device runtime",
    file: PerOs { linux: "libcudadevrt.a", windows: "cudadevrt.lib" },
    is_program: false,
    folders: &["lib64", "lib", "targets/*/lib", "lib/x64"],
    wheels: &["nvidia/cu13/lib", "nvidia/cuda_runtime/lib"],
    system: &["usr/lib/*-linux-gnu", "usr/lib64"],
    help: RUNTIME,
};

/// The CUDA runtime for host code, for static linking.
pub static CUDART_STATIC: Tool = Tool {
    name: "cudart_static",
    title: "static CUDA runtime",
    file: PerOs { linux: "libcudart_static.a", windows: "cudart_static.lib" },
    is_program: false,
    folders: &["lib64", "lib", "targets/*/lib", "lib/x64"],
    wheels: &["nvidia/cu13/lib", "nvidia/cuda_runtime/lib"],
    system: &["usr/lib/*-linux-gnu", "usr/lib64"],
    help: RUNTIME,
};

/// NVRTC, for static linking.
pub static NVRTC_STATIC: Tool = Tool {
    name: "nvrtc_static",
    title: "static NVRTC",
    file: PerOs { linux: "libnvrtc_static.a", windows: "nvrtc_static.lib" },
    is_program: false,
    folders: &["lib64", "lib", "targets/*/lib", "lib/x64"],
    wheels: &["nvidia/cu13/lib", "nvidia/cuda_nvrtc/lib"],
    system: &["usr/lib/*-linux-gnu", "usr/lib64"],
    help: TOOLKIT,
};

/// nvJitLink, for static linking.
pub static NVJITLINK_STATIC: Tool = Tool {
    name: "nvJitLink_static",
    title: "static nvJitLink",
    file: PerOs { linux: "libnvJitLink_static.a", windows: "nvJitLink_static.lib" },
    is_program: false,
    folders: &["lib64", "lib", "targets/*/lib", "lib/x64"],
    wheels: &["nvidia/cu13/lib", "nvidia/nvjitlink/lib"],
    system: &["usr/lib/*-linux-gnu", "usr/lib64"],
    help: TOOLKIT,
};

/// nvFatbin, for static linking.
pub static NVFATBIN_STATIC: Tool = Tool {
    name: "nvfatbin_static",
    title: "static nvFatbin",
    file: PerOs { linux: "libnvfatbin_static.a", windows: "nvfatbin_static.lib" },
    is_program: false,
    folders: &["lib64", "lib", "targets/*/lib", "lib/x64"],
    wheels: &["nvidia/cu13/lib", "nvidia/nvfatbin/lib"],
    system: &["usr/lib/*-linux-gnu", "usr/lib64"],
    help: TOOLKIT,
};

/// The PTX assembler, for static linking.
pub static NVPTXCOMPILER_STATIC: Tool = Tool {
    name: "nvptxcompiler_static",
    title: "static PTX compiler",
    file: PerOs { linux: "libnvptxcompiler_static.a", windows: "nvptxcompiler_static.lib" },
    is_program: false,
    folders: &["lib64", "lib", "targets/*/lib", "lib/x64"],
    wheels: &["nvidia/cu13/lib", "nvidia/cuda_nvcc/lib"],
    system: &["usr/lib/*-linux-gnu", "usr/lib64"],
    help: TOOLKIT,
};

/// The device's math functions, as linked by libNVVM.
pub static LIBDEVICE: Tool = Tool {
    name: "libdevice",
    title: "libdevice",
    file: PerOs { linux: "libdevice.10.bc", windows: "libdevice.10.bc" },
    is_program: false,
    folders: &["nvvm/libdevice"],
    wheels: &["nvidia/cu13/nvvm/libdevice", "nvidia/cuda_nvcc/nvvm/libdevice"],
    system: &["usr/lib/*-linux-gnu", "usr/lib64"],
    help: COMPILER,
};

/// NVSHMEM for kernels, to link with their LLVM code.
pub static NVSHMEM_BITCODE: Tool = Tool {
    name: "nvshmem_device",
    title: "NVSHMEM's bitcode",
    file: PerOs { linux: "libnvshmem_device.bc", windows: "libnvshmem_device.bc" },
    is_program: false,
    folders: &["lib", "lib64"],
    wheels: &["nvidia/nvshmem/lib"],
    system: &["usr/lib/*-linux-gnu", "usr/lib64"],
    help: NVSHMEM,
};

/// NVSHMEM for kernels, to link with nvcc's objects.
pub static NVSHMEM_STATIC: Tool = Tool {
    name: "nvshmem_device_static",
    title: "static NVSHMEM for kernels",
    file: PerOs { linux: "libnvshmem_device.a", windows: "nvshmem_device.lib" },
    is_program: false,
    folders: &["lib", "lib64"],
    wheels: &["nvidia/nvshmem/lib"],
    system: &["usr/lib/*-linux-gnu", "usr/lib64"],
    help: NVSHMEM,
};

/// All tools and files that this crate knows.
pub static TOOLS: [&Tool; 23] = [
    &NVCC,
    &PTXAS,
    &NVLINK,
    &FATBINARY,
    &NVDISASM,
    &CUOBJDUMP,
    &NVPRUNE,
    &CUFILT,
    &BIN2C,
    &CUDAFE,
    &CICC,
    &COMPUTE_SANITIZER,
    &NSYS,
    &NCU,
    &CUDADEVRT,
    &CUDART_STATIC,
    &NVRTC_STATIC,
    &NVJITLINK_STATIC,
    &NVFATBIN_STATIC,
    &NVPTXCOMPILER_STATIC,
    &LIBDEVICE,
    &NVSHMEM_BITCODE,
    &NVSHMEM_STATIC,
];

impl Tool {
    /// Defines a custom program with this name, which is also the file's, on `PATH` or in `bin`.
    pub const fn program(name: &'static str) -> Self {
        Self {
            name,
            title: name,
            file: PerOs { linux: name, windows: name },
            is_program: true,
            folders: &["bin"],
            wheels: &[],
            system: &[],
            help: Help::Sentence(""),
        }
    }

    /// Defines a custom file with this name in these folders of a toolkit or a conda environment.
    pub const fn of_file(name: &'static str, folders: &'static [&'static str]) -> Self {
        Self { is_program: false, folders, ..Self::program(name) }
    }

    /// Sets the file names for each operating system.
    pub const fn with_file_names(mut self, file: PerOs<&'static str>) -> Self {
        self.file = file;
        self
    }

    /// Sets the folders of Python wheels, relative to `site-packages`.
    pub const fn in_wheels(mut self, wheels: &'static [&'static str]) -> Self {
        self.wheels = wheels;
        self
    }

    /// Sets how to install it.
    pub const fn with_help(mut self, help: Help) -> Self {
        self.help = help;
        self
    }

    /// Returns the row of this name, ignoring case.
    pub fn from_name(name: &str) -> Option<&'static Self> {
        let is_it = |tool: &&&Self| tool.name.eq_ignore_ascii_case(name);
        TOOLS.iter().find(is_it).copied()
    }

    pub(crate) fn target(&self, os: Os, newest: Option<u32>) -> Target {
        Target {
            title: self.title,
            accepted: vec![Soname { file: self.file.on(os), major: None, companion: None }],
            too_new: Vec::new(),
            newest,
            kind: TargetKind::Headers,
            roots: &[],
            wheels: self.wheels,
            folders: self.folders,
            system: match os {
                Os::Linux => self.system,
                Os::Windows => &[],
            },
            program_files: &[],
            help: self.help.text(newest).unwrap_or_default(),
        }
    }
}

impl Search {
    /// Finds a program or a file of the toolkit: in the [given folders](Self::folder), for a program on `PATH`, in NVIDIA's
    /// wheels, in conda's environment, in the toolkit of `CUDA_PATH` or `CUDA_HOME`, in the toolkit of the libraries that the
    /// loader finds, and in the usual folders.
    ///
    /// # Errors
    /// [`NotFound`] if no place has it.
    pub fn tool(&self, tool: &Tool) -> Result<PathBuf, NotFound> {
        self.tool_for(tool, None)
    }

    /// Finds a file for a platform.
    pub(crate) fn tool_for(
        &self,
        tool: &Tool,
        platform: Option<&Platform>,
    ) -> Result<PathBuf, NotFound> {
        let mut search = self.clone();
        if tool.is_program {
            search.folders.extend(self.environment.paths("PATH"));
        }
        let os = platform.map_or(self.environment.os(), Platform::os);
        let target = tool.target(os, self.newest);
        let prove = |candidate: &Candidate| {
            let path = &candidate.path;
            if !path.is_file() {
                return Err(format!("{}: not a file", path.display()));
            }
            platform.map_or(Ok(()), |platform| platform.check(path))?;
            Ok((path.clone(), path.clone()))
        };
        let (report, found) = search.walk(&target, true, prove);
        found.ok_or_else(|| NotFound::new(report))
    }
}
