use std::fmt;

use cuda_libraries_sys::nvvm::{LoadError, nvvmResult};
use thiserror::Error;

/// An error from compiling NVVM IR.
///
/// Match on [`kind`](Self::kind) to handle errors. It has the size of a pointer, so that a `Result` with it is small.
#[derive(Clone, Error)]
#[error(transparent)]
pub struct NvvmError(Box<NvvmErrorKind>);

impl NvvmError {
    /// Returns the kind of the error, with its details.
    #[must_use]
    pub fn kind(&self) -> &NvvmErrorKind {
        &self.0
    }

    /// Converts the error to its kind.
    #[must_use]
    pub fn into_kind(self) -> NvvmErrorKind {
        *self.0
    }
}

/// Writes the error's message, because `main` prints an error that it returns with `Debug`.
impl fmt::Debug for NvvmError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl<E> From<E> for NvvmError
where
    NvvmErrorKind: From<E>,
{
    fn from(error: E) -> Self {
        Self(Box::new(error.into()))
    }
}

/// The kind of an [`NvvmError`].
#[doc(alias("nvvmGetProgramLog", "nvvmGetProgramLogSize"))]
#[derive(Clone, Debug, Error)]
#[non_exhaustive]
pub enum NvvmErrorKind {
    /// No libNVVM could be loaded.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// libdevice couldn't be found or read.
    #[error("{0}")]
    Libdevice(String),
    /// A module isn't NVVM IR that this libNVVM reads, or can't be compiled.
    #[error("{} cannot be compiled: {result}{}", named(modules), Log(log))]
    Compile {
        /// The names of the modules.
        modules: Vec<String>,
        /// libNVVM's result.
        result: nvvmResult,
        /// libNVVM's messages.
        log: String,
    },
    /// libNVVM doesn't accept the options.
    #[error("libNVVM doesn't accept the options {}{}", options.join(" "), Log(log))]
    InvalidOption {
        /// The options, as passed to libNVVM.
        options: Vec<String>,
        /// libNVVM's messages.
        log: String,
    },
    /// The options request another output than PTX.
    #[error("libNVVM wrote no PTX: an option requests another output")]
    NoPtx,
    /// A string contains a NUL byte, where libNVVM would end it.
    #[error("{text:?} has a NUL byte at byte {at}, where libNVVM would end it")]
    InteriorNul {
        /// The option or the name.
        text: String,
        /// The number of bytes before the NUL byte.
        at: usize,
    },
    /// A function of libNVVM failed that doesn't concern modules or options.
    #[error("{function} failed: {result}")]
    Call {
        /// The function's name.
        function: &'static str,
        /// Its result.
        result: nvvmResult,
    },
    /// This libNVVM lacks a function.
    #[error(
        "this libNVVM has no {function}: install a newer CUDA toolkit, or the wheel nvidia-nvvm"
    )]
    Absent {
        /// The function's name.
        function: &'static str,
    },
}

fn named(modules: &[String]) -> String {
    match modules {
        [] => "a program without modules".to_owned(),
        [module] => format!("the module {module}"),
        modules => format!("the modules {}", modules.join(", ")),
    }
}

/// The lines of a log, below a message.
struct Log<'a>(&'a str);

impl fmt::Display for Log<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.lines().try_for_each(|line| write!(f, "\n  {line}"))
    }
}
