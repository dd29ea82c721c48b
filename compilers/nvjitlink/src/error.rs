use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use cuda_libraries_sys::nvjitlink::{Function, LoadError, nvJitLinkResult};
use thiserror::Error;

use crate::input::{Input, InputKind};
use cuda_arch::{Arch, Version};

/// An error from linking.
///
/// Its message begins with one line that describes the failure; nvJitLink's log follows, indented. Match on
/// [`kind`](Self::kind) to handle errors. It has the size of a pointer, so that a `Result` with it is small.
#[derive(Error)]
#[error(transparent)]
pub struct LinkError(Box<LinkErrorKind>);

const _: () = assert!(size_of::<LinkError>() <= 16);

impl LinkError {
    /// Returns the kind of the error, with its details.
    #[must_use]
    pub fn kind(&self) -> &LinkErrorKind {
        &self.0
    }

    /// Converts the error to its kind.
    #[must_use]
    pub fn into_kind(self) -> LinkErrorKind {
        *self.0
    }

    /// Returns nvJitLink's log, if the error has one.
    #[doc(alias(
        "nvJitLinkGetErrorLog",
        "nvJitLinkGetErrorLogSize",
        "nvJitLinkGetInfoLog",
        "nvJitLinkGetInfoLogSize"
    ))]
    #[must_use]
    pub fn log(&self) -> Option<&str> {
        use LinkErrorKind as Kind;
        match self.kind() {
            Kind::InvalidOption { log, .. }
            | Kind::UnsupportedArch { log, .. }
            | Kind::NewerInput { log, .. }
            | Kind::Input { log, .. }
            | Kind::Undefined { log, .. }
            | Kind::Link { log, .. } => Some(log),
            _ => None,
        }
    }
}

/// Writes the error's message, because `main` prints an error that it returns with `Debug`.
impl fmt::Debug for LinkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl<E> From<E> for LinkError
where
    LinkErrorKind: From<E>,
{
    fn from(error: E) -> Self {
        Self(Box::new(error.into()))
    }
}

/// The kind of a [`LinkError`].
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LinkErrorKind {
    /// No nvJitLink could be loaded.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// nvJitLink doesn't accept the options.
    #[error(
        "nvJitLink {nvjitlink} does not accept the options: {result}{}\n  options  {}",
        Log(log),
        options.join(" ")
    )]
    InvalidOption {
        /// The options, as passed to nvJitLink.
        options: Vec<String>,
        /// The result of `nvJitLinkCreate`.
        result: nvJitLinkResult,
        /// nvJitLink's log, which names the wrong option.
        log: String,
        /// The version of nvJitLink.
        nvjitlink: Version,
    },
    /// nvJitLink doesn't support the architecture, or no longer does.
    #[error("nvJitLink {nvjitlink} cannot link for {arch}: {result}{}", Log(log))]
    UnsupportedArch {
        /// The architecture.
        arch: Arch,
        /// nvJitLink's result.
        result: nvJitLinkResult,
        /// nvJitLink's log.
        log: String,
        /// The version of nvJitLink.
        nvjitlink: Version,
    },
    /// An input was made by a compiler that is newer than nvJitLink.
    #[error(
        "nvJitLink {nvjitlink} is older than the compiler that made {input} ({kind}): {result}{}\n  \
         help     use an nvJitLink that is at least as new as that compiler",
        Log(log)
    )]
    NewerInput {
        /// The input's name or path.
        input: String,
        /// The stated kind.
        kind: InputKind,
        /// nvJitLink's result.
        result: nvJitLinkResult,
        /// nvJitLink's log.
        log: String,
        /// The version of nvJitLink.
        nvjitlink: Version,
    },
    /// nvJitLink doesn't accept an input: it isn't of the stated kind, is for another architecture, or doesn't compile.
    #[error("nvJitLink {nvjitlink} does not accept {input} as {kind}: {result}{}", Log(log))]
    Input {
        /// The input's name or path.
        input: String,
        /// The stated kind.
        kind: InputKind,
        /// nvJitLink's result.
        result: nvJitLinkResult,
        /// nvJitLink's log.
        log: String,
        /// The version of nvJitLink.
        nvjitlink: Version,
    },
    /// A file can't be read.
    #[error("cannot read {} to link it: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The operating system's error.
        source: io::Error,
    },
    /// An input uses a symbol that no input defines.
    #[error(
        "nvJitLink {nvjitlink} found no definition of {} in any input{}",
        symbols.join(", "),
        Log(log)
    )]
    Undefined {
        /// The symbols.
        symbols: Vec<String>,
        /// nvJitLink's log.
        log: String,
        /// The version of nvJitLink.
        nvjitlink: Version,
    },
    /// nvJitLink failed for a reason that isn't specific to an option or an input.
    #[error(
        "nvJitLink {nvjitlink} could not link: {result}{}\n  options  {}",
        Log(log),
        options.join(" ")
    )]
    Link {
        /// The options, as passed to nvJitLink.
        options: Vec<String>,
        /// The result of `nvJitLinkCreate` or `nvJitLinkComplete`.
        result: nvJitLinkResult,
        /// nvJitLink's log.
        log: String,
        /// The version of nvJitLink.
        nvjitlink: Version,
    },
    /// nvJitLink linked, but not to the requested output.
    #[error("nvJitLink {nvjitlink} generated no {output} with these inputs and options")]
    NoOutput {
        /// The requested output, `cubin`, `PTX` or `LTO-IR`.
        output: &'static str,
        /// The version of nvJitLink.
        nvjitlink: Version,
    },
    /// A string contains a NUL byte, where nvJitLink would end it.
    #[error("{text:?} has a NUL byte at byte {at}, where nvJitLink would end it")]
    InteriorNul {
        /// The option, the name or the path.
        text: String,
        /// The number of bytes before the NUL byte.
        at: usize,
    },
    /// A function of nvJitLink that doesn't concern inputs or options failed.
    #[error("{function} of nvJitLink {nvjitlink} failed: {result}")]
    Call {
        /// The function's name.
        function: &'static str,
        /// Its result.
        result: nvJitLinkResult,
        /// The version of nvJitLink.
        nvjitlink: Version,
    },
    /// This version of nvJitLink lacks a function.
    #[error("{}", Absence(function, *nvjitlink))]
    Absent {
        /// The function.
        function: &'static Function,
        /// The version of nvJitLink.
        nvjitlink: Version,
    },
}

impl LinkErrorKind {
    /// Returns the error of `nvJitLinkCreate`.
    pub(crate) fn of_create(
        arch: Arch,
        options: &[String],
        result: nvJitLinkResult,
        log: String,
        nvjitlink: Version,
    ) -> Self {
        // Before 13.0 an unknown architecture is an internal error, and the log has the details.
        let is_old = result == nvJitLinkResult::NVJITLINK_ERROR_INTERNAL;
        if is_of_arch(result, &log) || is_old && log.contains("Start") {
            return Self::UnsupportedArch { arch, result, log, nvjitlink };
        }
        let options = options.to_vec();
        match result {
            nvJitLinkResult::NVJITLINK_ERROR_UNRECOGNIZED_OPTION
            | nvJitLinkResult::NVJITLINK_ERROR_INCOMPATIBLE_OPTIONS
            | nvJitLinkResult::NVJITLINK_ERROR_INVALID_INPUT => {
                Self::InvalidOption { options, result, log, nvjitlink }
            }
            _ => Self::Link { options, result, log, nvjitlink },
        }
    }

    /// Returns the error of a rejected input.
    pub(crate) fn of_input(
        arch: Arch,
        input: &Input<'_>,
        result: nvJitLinkResult,
        log: String,
        nvjitlink: Version,
    ) -> Self {
        if is_of_arch(result, &log) {
            return Self::UnsupportedArch { arch, result, log, nvjitlink };
        }
        // There is a result for it only since 13.0. Before, the log shows it, in 12.0 only by the step.
        let is_newer = result == nvJitLinkResult::NVJITLINK_ERROR_OUTDATED_LIBRARY
            || log.contains("may need newer version")
            || log.contains("nvvmAddNVVMContainerToProgram")
            || log.contains("Unsupported .version");
        let (kind, input) = (input.kind, input.name());
        if is_newer {
            return Self::NewerInput { input, kind, result, log, nvjitlink };
        }
        Self::Input { input, kind, result, log, nvjitlink }
    }

    /// Returns the result of the link: nvJitLink 12.9 and 13.0 may return success although a symbol is undefined.
    pub(crate) fn of_link(
        arch: Arch,
        options: &[String],
        result: nvJitLinkResult,
        log: String,
        nvjitlink: Version,
    ) -> Result<(), Self> {
        let symbols = undefined(&log);
        if !symbols.is_empty() {
            return Err(Self::Undefined { symbols, log, nvjitlink });
        }
        match result {
            nvJitLinkResult::NVJITLINK_SUCCESS => Ok(()),
            // With link-time optimization, it is only assembled at this point.
            result if is_of_arch(result, &log) => {
                Err(Self::UnsupportedArch { arch, result, log, nvjitlink })
            }
            result => Err(Self::Link { options: options.to_vec(), result, log, nvjitlink }),
        }
    }

    pub(crate) fn file(path: &Path, source: io::Error) -> Self {
        Self::File { path: path.to_owned(), source }
    }
}

fn is_of_arch(result: nvJitLinkResult, log: &str) -> bool {
    matches!(
        result,
        nvJitLinkResult::NVJITLINK_ERROR_UNRECOGNIZED_ARCH
            | nvJitLinkResult::NVJITLINK_ERROR_UNSUPPORTED_ARCH
    ) || log.contains("is not defined for option 'gpu-name'")
}

/// `f` of `error   : Undefined reference to 'f' in 'unit'`, and of `Unresolved extern function 'f'` as in an optimized
/// link, from each such line.
fn undefined(log: &str) -> Vec<String> {
    let quoted = |line: &str| {
        let marks = [
            "Undefined reference to '",
            "Unresolved extern function '",
            "Unresolved extern variable '",
        ];
        let (_, rest) = marks.iter().find_map(|mark| line.split_once(mark))?;
        Some(rest.split_once('\'')?.0.to_owned())
    };
    log.lines().filter_map(quoted).collect()
}

/// Formats a log, each line indented; nothing for an empty log.
struct Log<'a>(&'a str);

impl fmt::Display for Log<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in self.0.trim_end().lines() {
            write!(f, "\n  {line}")?;
        }
        Ok(())
    }
}

/// Formats why a function is missing.
struct Absence<'a>(&'a Function, Version);

impl fmt::Display for Absence<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(Function { name, since, .. }, nvjitlink) = self;
        let since = Version::from_number(*since);
        if *nvjitlink < since {
            return write!(f, "{name} needs nvJitLink {since} or newer, this is {nvjitlink}");
        }
        write!(f, "this nvJitLink {nvjitlink} has no {name}, which it should have: reinstall it")
    }
}
