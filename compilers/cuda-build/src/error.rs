use std::fmt;
use std::io;
use std::path::PathBuf;

use cuda_pathfinder::NotFound;
use nvfatbin::FatbinError;
use nvrtc::{Arch, NvrtcError, Version};
use thiserror::Error;

use crate::target::processor;

/// An error from compiling kernels, or from generating functions for them.
///
/// Its message begins with one line that describes the failure. Match on [`kind`](Self::kind) to handle errors.
#[derive(Error)]
#[error(transparent)]
pub struct Error(Box<ErrorKind>);

impl Error {
    /// Returns the kind of the error, with its details.
    #[must_use]
    pub fn kind(&self) -> &ErrorKind {
        &self.0
    }

    /// Adds the messages of another source that nvcc didn't compile.
    pub(crate) fn and(mut self, other: Self) -> Self {
        if let (
            ErrorKind::Nvcc { source_name, problem },
            ErrorKind::Nvcc { source_name: other_name, problem: other },
        ) = (&mut *self.0, &*other.0)
        {
            *source_name = format!("{source_name} and {other_name}");
            *problem = format!("{problem}\n{other}");
        }
        self
    }
}

/// Writes the error's message, because `main` prints an error that it returns with `Debug`.
impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl From<ErrorKind> for Error {
    fn from(kind: ErrorKind) -> Self {
        Self(Box::new(kind))
    }
}

/// The kind of an [`Error`](struct@Error).
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A variable that Cargo sets for build scripts is missing.
    #[error("{variable} is not set: this is for build scripts, for which Cargo sets it")]
    NotInBuildScript {
        /// The variable.
        variable: &'static str,
    },
    /// A file could not be read.
    #[error("cannot read {}: {error}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The cause.
        error: io::Error,
    },
    /// A file could not be written.
    #[error("cannot write {}: {error}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// The cause.
        error: io::Error,
    },
    /// There is no NVRTC, and no committed file.
    #[error(
        "{source_name} can't be compiled without NVRTC: {error}\n  or     the crate's author can commit the compiled kernels \
         (Build::committed), which need no NVRTC"
    )]
    NoNvrtc {
        /// The source.
        source_name: String,
        /// The error of NVRTC's search, with the searched places.
        error: NvrtcError,
    },
    /// NVRTC did not compile the source.
    #[error(transparent)]
    Nvrtc(NvrtcError),
    /// nvFatbin did not pack the compiled code.
    #[error("{source_name} could not be packed for several architectures: {error}")]
    Fatbin {
        /// The source.
        source_name: String,
        /// The cause.
        error: FatbinError,
    },
    /// nvcc was requested and not found.
    #[error(
        "{source_name} can't be compiled without nvcc: {problem}\n  or     the crate's author can commit the compiled kernels \
         (Build::committed), which need no nvcc"
    )]
    NoNvcc {
        /// The source.
        source_name: String,
        /// The searched places.
        problem: String,
    },
    /// nvcc was requested and did not compile the source.
    #[error("nvcc could not compile {source_name}: {problem}")]
    Nvcc {
        /// The source.
        source_name: String,
        /// The cause, with nvcc's messages if it ran.
        problem: String,
    },
    /// A library has no sources.
    #[error("the library {library} has no sources: name them by StaticLibrary::file")]
    NoSources {
        /// The library.
        library: String,
    },
    /// nvcc, which a library needs, was not found.
    #[error("the library {library} has host code, which only nvcc compiles: {problem}")]
    NoNvccForLibrary {
        /// The library.
        library: String,
        /// The searched places, and how to install it.
        problem: String,
    },
    /// The host's compiler is missing, or nvcc doesn't support it.
    #[error("nvcc could not compile {source_name} with the host's compiler ({compiler}): {help}\n  {}", log.trim_end())]
    HostCompiler {
        /// The source.
        source_name: String,
        /// The compiler, and what names it.
        compiler: String,
        /// What to do.
        help: String,
        /// The compilers' messages.
        log: String,
    },
    /// A library is for another platform, and no compiler for it is named.
    #[error(
        "the library {library} is for {target}, which nvcc's usual compiler isn't for: let TARGET_CXX name one for it{}",
        example(target)
    )]
    NoTargetCompiler {
        /// The library.
        library: String,
        /// The platform.
        target: String,
    },
    /// nvcc is of another major version of CUDA than the headers or the runtime.
    #[error(
        "the library {library} would be compiled by nvcc {release} ({}), but {} is of CUDA {other}: install both from one \
         release, or name another nvcc by NVCC, or another toolkit by CUDA_PATH",
        nvcc.display(), file.display()
    )]
    Releases {
        /// The library.
        library: String,
        /// nvcc.
        nvcc: PathBuf,
        /// The release of nvcc.
        release: Version,
        /// The header, or the runtime.
        file: PathBuf,
        /// Its release.
        other: Version,
    },
    /// The CUDA runtime, with which a library is linked, was not found.
    #[error("the library {library} can't be linked without the CUDA runtime: {error}")]
    NoRuntime {
        /// The library.
        library: String,
        /// The searched places, and how to install it.
        error: NotFound,
    },
    /// The CUDA runtime for another platform was not found.
    #[error(
        "the library {library} can't be linked without the CUDA runtime for {target}, which isn't in {}: install the \
         toolkit's libraries for it, NVIDIA's packages cuda-cross-…, or let CUDA_PATH name a toolkit that has them",
        list(folders)
    )]
    NoTargetRuntime {
        /// The library.
        library: String,
        /// The platform.
        target: String,
        /// The searched folders.
        folders: Vec<PathBuf>,
    },
    /// The committed file wasn't made from this source.
    #[error(
        "{} wasn't made from this {source_name}: {problem}; with NVRTC, CUDA_BUILD_UPDATE=1 cargo build updates it",
        path.display()
    )]
    Committed {
        /// The committed file.
        path: PathBuf,
        /// The source.
        source_name: String,
        /// The difference.
        problem: String,
    },
    /// A kernel takes a class without a known Rust type.
    #[error(
        "the kernel {kernel} takes {cpp} as `{parameter}`: name its Rust type, \
         Build::structure(Structure::new({cpp:?}, \"crate::…\")), or let it be generated, Structure::generated({cpp:?})"
    )]
    UnnamedStructure {
        /// The kernel.
        kernel: String,
        /// The parameter.
        parameter: String,
        /// The class.
        cpp: String,
    },
    /// No Rust type can be generated for a structure.
    #[error("no Rust type can be generated for {cpp} of {source_name}: {problem}")]
    UnsupportedStructure {
        /// The source.
        source_name: String,
        /// The structure.
        cpp: String,
        /// What has no equivalent, and what to do.
        problem: String,
    },
    /// A kernel has a parameter that typed functions don't support.
    #[error(
        "the kernel {kernel} takes `{parameter}` of type {cpp}, which typed functions don't support: launch it with Stream::launch, and leave it out with Build::leave_out({kernel:?})"
    )]
    UnsupportedType {
        /// The kernel.
        kernel: String,
        /// The parameter.
        parameter: String,
        /// The type.
        cpp: String,
    },
    /// The PTX and the compiler's types of a kernel don't match.
    #[error("the kernel {kernel} has {problem}: this is a bug of cuda-build, or of the compiler")]
    Inconsistent {
        /// The kernel.
        kernel: String,
        /// The mismatch.
        problem: String,
    },
    /// A kernel, a variable or a structure differs between two architectures, but the Rust code is the same for both.
    #[error(
        "in {source_name}, {item} differs between {other} and {first}, but the Rust types must be the same for all \
         architectures: use __CUDA_ARCH__ only inside kernels, or write one Build for each architecture"
    )]
    Architectures {
        /// The source.
        source_name: String,
        /// The kernel, variable or structure.
        item: String,
        /// The first architecture.
        first: Arch,
        /// The architecture for which it differs, or is missing.
        other: Arch,
    },
    /// The compiler didn't report a requested type.
    #[error(
        "the compiler can't determine the types of {items}: each name must be visible at the end of the source{log}"
    )]
    UnknownTypes {
        /// The items with the types.
        items: String,
        /// The compiler's log.
        log: String,
    },
    /// Two kernels or variables would have the same name in Rust.
    #[error(
        "in {source_name}, {first} and {second} would both be called {name} in Rust: name a kernel with Build::instance(\"{second_name}\", \"…\"), or the type by Build::type_name"
        , second_name = expression(second)
    )]
    SameName {
        /// The source.
        source_name: String,
        /// The name.
        name: String,
        /// The first item with it.
        first: String,
        /// The second item with it.
        second: String,
    },
    /// The build script names something twice.
    #[error("for {source_name}, {method} names {name} twice: remove one of them")]
    Twice {
        /// The source.
        source_name: String,
        /// The method of `Build`.
        method: String,
        /// The name.
        name: String,
    },
    /// The kernel to leave out doesn't exist.
    #[error(
        "{source_name} has no kernel {name} for Build::leave_out: it has {}",
        if kernels.is_empty() { "none".to_owned() } else { kernels.join(", ") }
    )]
    NothingToLeaveOut {
        /// The source.
        source_name: String,
        /// The name of the kernel.
        name: String,
        /// The existing kernels.
        kernels: Vec<String>,
    },
    /// A requested instance isn't a kernel.
    #[error(
        "{source_name} doesn't have a kernel for every expression of Build::instance ({}): {problem}",
        expressions.join("; ")
    )]
    Instance {
        /// The source.
        source_name: String,
        /// All requested expressions.
        expressions: Vec<String>,
        /// The problem, or the compiler's error.
        problem: String,
    },
    /// Embedded kernels were requested, but as machine code.
    #[error(
        "{source_name} is compiled to machine code, and embedded kernels are PTX, for one architecture: \
         build for one virtual architecture, Arch::compute, or without Build::embedded"
    )]
    EmbeddedCode {
        /// The source.
        source_name: String,
    },
    /// A name isn't valid in Rust.
    #[error("{name:?} can't be the name of a Rust {kind}")]
    Name {
        /// The name.
        name: String,
        /// The kind of item.
        kind: &'static str,
    },
}

fn list(folders: &[PathBuf]) -> String {
    let folders = folders.iter().map(|folder| folder.display().to_string());
    folders.collect::<Vec<_>>().join(" or ")
}

/// Returns the usual name of the compiler for a platform.
fn example(target: &str) -> String {
    if target.contains("linux") {
        format!(", such as {}-linux-gnu-g++", processor(target))
    } else {
        String::new()
    }
}

/// Returns the expression that names the kernel in a text such as `the kernel k(int x)`.
fn expression(kernel: &str) -> String {
    let Some(cpp) = kernel.strip_prefix("the kernel ") else {
        return "kernel".to_owned();
    };
    cpp.split('(').next().unwrap_or(cpp).to_owned()
}
