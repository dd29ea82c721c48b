use std::fmt;
use std::io;
use std::path::PathBuf;

use nvfatbin::FatbinError;
use nvrtc::{Arch, NvrtcError};
use thiserror::Error;

/// What kept kernels from being compiled, or functions from being written for them.
///
/// Its text begins with one line that says what failed. [`kind`](Self::kind) is for programs to match.
#[derive(Error)]
#[error(transparent)]
pub struct Error(Box<ErrorKind>);

impl Error {
    /// What it is, with what is known of it.
    #[must_use]
    pub fn kind(&self) -> &ErrorKind {
        &self.0
    }
}

/// The text, which is what `main` prints of an error that it returns.
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

/// What an [`Error`](struct@Error) is.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A variable that Cargo gives to build scripts isn't there.
    #[error("{variable} is not set: Build::write is for build scripts, to which Cargo gives it")]
    NotInBuildScript {
        /// The variable.
        variable: &'static str,
    },
    /// A file could not be read.
    #[error("cannot read {}: {error}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// A file could not be written.
    #[error("cannot write {}: {error}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// There is no NVRTC, and nothing that was committed instead.
    #[error(
        "{source_name} can't be compiled, for there is no NVRTC: {error}\n  or     let the crate's author commit what was compiled \
         (Build::committed), which needs no NVRTC"
    )]
    NoNvrtc {
        /// The source.
        source_name: String,
        /// Where NVRTC was searched.
        error: NvrtcError,
    },
    /// NVRTC did not compile the source.
    #[error(transparent)]
    Nvrtc(NvrtcError),
    /// nvFatbin did not pack what was compiled.
    #[error("{source_name} could not be packed for several architectures: {error}")]
    Fatbin {
        /// The source.
        source_name: String,
        /// Why.
        error: FatbinError,
    },
    /// nvcc was asked for and isn't found.
    #[error(
        "{source_name} can't be compiled, for there is no nvcc: {problem}\n  or     let the crate's author commit what was \
         compiled (Build::committed), which needs no nvcc"
    )]
    NoNvcc {
        /// The source.
        source_name: String,
        /// Where it was searched.
        problem: String,
    },
    /// nvcc was asked for and did not compile the source.
    #[error("nvcc could not compile {source_name}: {problem}")]
    Nvcc {
        /// The source.
        source_name: String,
        /// Why, in nvcc's words where it ran.
        problem: String,
    },
    /// What was committed isn't of this source.
    #[error(
        "{} is not of this {source_name}: {problem}; with an NVRTC, CUDA_BUILD_UPDATE=1 cargo build writes it anew",
        path.display()
    )]
    Committed {
        /// The file that was committed.
        path: PathBuf,
        /// The source.
        source_name: String,
        /// What differs.
        problem: String,
    },
    /// A kernel takes a class whose Rust type wasn't named.
    #[error(
        "the kernel {kernel} takes {cpp} as `{parameter}`: name its Rust type, \
         Build::structure(Structure::new({cpp:?}, \"crate::…\"))"
    )]
    UnnamedStructure {
        /// The kernel.
        kernel: String,
        /// The parameter.
        parameter: String,
        /// The class.
        cpp: String,
    },
    /// A kernel takes what no typed function can give.
    #[error(
        "the kernel {kernel} takes `{parameter}` of type {cpp}, which no typed function can give: launch it with Stream::launch, and leave it out with Build::leave_out({kernel:?})"
    )]
    UnsupportedType {
        /// The kernel.
        kernel: String,
        /// The parameter.
        parameter: String,
        /// The type.
        cpp: String,
    },
    /// The PTX and the compiler's types of a kernel don't fit.
    #[error("the kernel {kernel} has {problem}: this is a bug of cuda-build, or of the compiler")]
    Inconsistent {
        /// The kernel.
        kernel: String,
        /// What doesn't fit.
        problem: String,
    },
    /// A kernel, a variable or a structure isn't the same for two architectures, while one text of Rust serves for both.
    #[error(
        "in {source_name}, {what} is not the same for {other} as for {first}, while the types of Rust are one for all \
         architectures: let only what kernels do depend on __CUDA_ARCH__, or write one Build for each architecture"
    )]
    Architectures {
        /// The source.
        source_name: String,
        /// The kernel, variable or structure.
        what: String,
        /// The architecture that was asked for first.
        first: Arch,
        /// One for which it is another, or missing.
        other: Arch,
    },
    /// The compiler didn't tell a type that it was asked for.
    #[error(
        "the compiler can't tell the types of {what}: each must be known by its name at the end of the source{log}"
    )]
    Untold {
        /// What has the type.
        what: String,
        /// What the compiler says.
        log: String,
    },
    /// Two kernels or variables would have one name in Rust.
    #[error(
        "in {source_name}, {first} and {second} would both be called {name} in Rust: name a kernel by Build::instance(\"{second_name}\", \"…\"), or the type by Build::type_name"
        , second_name = expression(second)
    )]
    SameName {
        /// The source.
        source_name: String,
        /// The name.
        name: String,
        /// What has it.
        first: String,
        /// What would have it, too.
        second: String,
    },
    /// The build script names one thing twice, where one alone would count.
    #[error("for {source_name}, {what} names {name} twice: take one of them out")]
    Twice {
        /// The source.
        source_name: String,
        /// The method of `Build`.
        what: String,
        /// What it names.
        name: String,
    },
    /// A kernel that is to be left out isn't there.
    #[error(
        "{source_name} has no kernel {name} for Build::leave_out: it has {}",
        if kernels.is_empty() { "none".to_owned() } else { kernels.join(", ") }
    )]
    NothingToLeaveOut {
        /// The source.
        source_name: String,
        /// What was to be left out.
        name: String,
        /// The kernels that there are.
        kernels: Vec<String>,
    },
    /// What was asked for as an instance isn't one of a kernel.
    #[error(
        "{source_name} has no kernel for each expression of Build::instance, which are {}: {problem}",
        expressions.join("; ")
    )]
    Instance {
        /// The source.
        source_name: String,
        /// All that were asked for.
        expressions: Vec<String>,
        /// What the compiler says.
        problem: String,
    },
    /// A name that is to be written isn't one of Rust's.
    #[error("{name:?} can't be the name of a Rust {what}")]
    Name {
        /// The name.
        name: String,
        /// What it would be of.
        what: &'static str,
    },
}

/// The kernel in a text such as `the kernel k(int x)`, as an expression that names it.
fn expression(what: &str) -> String {
    let Some(cpp) = what.strip_prefix("the kernel ") else {
        return "kernel".to_owned();
    };
    cpp.split('(').next().unwrap_or(cpp).to_owned()
}
