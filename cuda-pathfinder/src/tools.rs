//! Programs of the toolkit, and files of it that programs compile or link with.

use std::path::PathBuf;

use crate::wanted::{Kind, Wanted};
use crate::{Help, NotFound, Os, PerOs, Search, Soname};

/// A program or a file of the toolkit, which is found and not loaded.
#[derive(Debug)]
#[non_exhaustive]
pub struct Tool {
    /// The short name, as in `nvcc`.
    pub name: &'static str,
    /// The name for people.
    pub title: &'static str,
    /// The file.
    pub file: PerOs<&'static str>,
    /// Whether it is a program, which is looked for on `PATH` first.
    pub is_program: bool,
    /// The folders within a toolkit or a conda environment (`*` stands for any text).
    pub folders: &'static [&'static str],
    /// The folders of NVIDIA's Python wheels, relative to `site-packages`.
    pub wheels: &'static [&'static str],
    /// What to do when it isn't found.
    pub help: Help,
}

/// Writes a program's row.
macro_rules! programs {
    ($($(#[$doc:meta])* $constant:ident $name:literal $title:literal $windows:literal [$($wheel:literal),*] $pip:expr;)*) => { $(
        $(#[$doc])*
        pub static $constant: Tool = Tool {
            name: $name,
            title: $title,
            file: PerOs { linux: $name, windows: $windows },
            is_program: true,
            folders: &["bin", "nvvm/bin", "compute-sanitizer"],
            wheels: &[$($wheel),*],
            help: $pip,
        };
    )* };
}

/// Of the compiler, whose wheels have its programs.
const COMPILER: Help = Help::Pip(&[(13, "nvidia-cuda-nvcc"), (12, "nvidia-cuda-nvcc-cu12")]);
const TOOLKIT: Help = Help::Sentence(
    "install the CUDA toolkit, or conda's package of it, and set CUDA_PATH to its folder",
);

programs! {
    /// The compiler.
    NVCC "nvcc" "nvcc" "nvcc.exe" ["nvidia/cu13/bin", "nvidia/cuda_nvcc/bin"] COMPILER;
    /// The assembler of PTX.
    PTXAS "ptxas" "ptxas" "ptxas.exe" ["nvidia/cu13/bin", "nvidia/cuda_nvcc/bin"] COMPILER;
    /// The linker of machine code.
    NVLINK "nvlink" "nvlink" "nvlink.exe" ["nvidia/cu13/bin", "nvidia/cuda_nvcc/bin"] COMPILER;
    /// The packer of fat binaries.
    FATBINARY "fatbinary" "fatbinary" "fatbinary.exe" ["nvidia/cu13/bin", "nvidia/cuda_nvcc/bin"] COMPILER;
    /// The disassembler of machine code.
    NVDISASM "nvdisasm" "nvdisasm" "nvdisasm.exe" ["nvidia/cu13/bin", "nvidia/cuda_nvdisasm/bin"] TOOLKIT;
    /// What tells what is in a cubin or a fat binary.
    CUOBJDUMP "cuobjdump" "cuobjdump" "cuobjdump.exe" ["nvidia/cu13/bin", "nvidia/cuda_cuobjdump/bin"] TOOLKIT;
    /// What looks for wrong accesses while a program runs.
    COMPUTE_SANITIZER "compute-sanitizer" "Compute Sanitizer" "compute-sanitizer.exe" [] TOOLKIT;
    /// Nsight Systems on the command line.
    NSYS "nsys" "Nsight Systems" "nsys.exe" [] TOOLKIT;
    /// Nsight Compute on the command line.
    NCU "ncu" "Nsight Compute" "ncu.exe" [] TOOLKIT;
}

/// The runtime for kernels that launch kernels, to be linked with them.
pub static CUDADEVRT: Tool = Tool {
    name: "cudadevrt",
    title: "the device runtime",
    file: PerOs {
        linux: "libcudadevrt.a",
        windows: "cudadevrt.lib",
    },
    is_program: false,
    folders: &["lib64", "lib", "targets/*/lib", "lib/x64"],
    wheels: &["nvidia/cu13/lib", "nvidia/cuda_runtime/lib"],
    help: Help::Pip(&[
        (13, "nvidia-cuda-runtime"),
        (12, "nvidia-cuda-runtime-cu12"),
    ]),
};

/// The mathematical functions of the device, as libNVVM links them.
pub static LIBDEVICE: Tool = Tool {
    name: "libdevice",
    title: "libdevice",
    file: PerOs {
        linux: "libdevice.10.bc",
        windows: "libdevice.10.bc",
    },
    is_program: false,
    folders: &["nvvm/libdevice"],
    wheels: &[
        "nvidia/cu13/nvvm/libdevice",
        "nvidia/cuda_nvcc/nvvm/libdevice",
    ],
    help: COMPILER,
};

/// All tools and files that this crate knows.
pub static TOOLS: [&Tool; 11] = [
    &NVCC,
    &PTXAS,
    &NVLINK,
    &FATBINARY,
    &NVDISASM,
    &CUOBJDUMP,
    &COMPUTE_SANITIZER,
    &NSYS,
    &NCU,
    &CUDADEVRT,
    &LIBDEVICE,
];

impl Tool {
    /// The row of this name, in whatever case.
    pub fn named(name: &str) -> Option<&'static Self> {
        let is_it = |tool: &&&Self| tool.name.eq_ignore_ascii_case(name);
        TOOLS.iter().find(is_it).copied()
    }

    pub(crate) fn wanted(&self, os: Os, newest: Option<u32>) -> Wanted {
        Wanted {
            title: self.title,
            accepted: vec![Soname {
                file: self.file.on(os),
                major: None,
                companion: None,
            }],
            too_new: Vec::new(),
            newest,
            kind: Kind::Headers,
            roots: &[],
            wheels: self.wheels,
            folders: self.folders,
            system: &[],
            program_files: &[],
            help: self.help.text(newest).unwrap_or_default(),
        }
    }
}

impl Search {
    /// Finds a program or a file of the toolkit: in the [given folders](Self::folder), for a program on `PATH`, in NVIDIA's
    /// wheels, in conda's environment, in the toolkit of `CUDA_PATH` or `CUDA_HOME`, and in the usual folders.
    ///
    /// # Errors
    /// No place has it.
    pub fn tool(&self, tool: &Tool) -> Result<PathBuf, NotFound> {
        self.find_tool(tool)
    }
}
