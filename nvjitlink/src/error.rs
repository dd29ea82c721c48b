use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use nvjitlink_sys::{Function, LoadError, nvJitLinkResult};

use crate::{Arch, Input, InputKind, Version};

/// What kept a link from being made.
///
/// Its text begins with one line that says what failed; nvJitLink's log follows, indented.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum LinkError {
    /// No nvJitLink could be loaded.
    Load(LoadError),
    /// nvJitLink doesn't accept the options.
    InvalidOption {
        /// The options, as nvJitLink got them.
        options: Vec<String>,
        /// What `nvJitLinkCreate` answered: unknown, or excluding each other.
        result: nvJitLinkResult,
        /// nvJitLink's log, which names the one that is wrong.
        log: String,
        /// The version of nvJitLink.
        nvjitlink: Version,
    },
    /// nvJitLink doesn't know the architecture, or no longer.
    UnsupportedArch {
        /// The architecture.
        arch: Arch,
        /// What nvJitLink answered.
        result: nvJitLinkResult,
        /// nvJitLink's log.
        log: String,
        /// The version of nvJitLink.
        nvjitlink: Version,
    },
    /// An input comes from a compiler that is newer than nvJitLink.
    NewerInput {
        /// The input's name or path.
        input: String,
        /// What it was said to be.
        kind: InputKind,
        /// What nvJitLink answered.
        result: nvJitLinkResult,
        /// nvJitLink's log.
        log: String,
        /// The version of nvJitLink.
        nvjitlink: Version,
    },
    /// nvJitLink doesn't accept an input: it isn't what it was said to be, or for another architecture, or
    /// doesn't compile.
    Input {
        /// The input's name or path.
        input: String,
        /// What it was said to be.
        kind: InputKind,
        /// What nvJitLink answered.
        result: nvJitLinkResult,
        /// nvJitLink's log.
        log: String,
        /// The version of nvJitLink.
        nvjitlink: Version,
    },
    /// A file can't be read.
    File {
        /// The file.
        path: PathBuf,
        /// What the operating system says.
        kind: io::ErrorKind,
        /// The same as a sentence.
        reason: String,
    },
    /// No input defines a symbol that one uses.
    Undefined {
        /// The symbols.
        symbols: Vec<String>,
        /// nvJitLink's log.
        log: String,
        /// The version of nvJitLink.
        nvjitlink: Version,
    },
    /// nvJitLink failed over no option and no input in particular.
    Link {
        /// The options, as nvJitLink got them.
        options: Vec<String>,
        /// What `nvJitLinkCreate` or `nvJitLinkComplete` answered.
        result: nvJitLinkResult,
        /// nvJitLink's log.
        log: String,
        /// The version of nvJitLink.
        nvjitlink: Version,
    },
    /// nvJitLink linked, but not to what was asked for.
    NoOutput {
        /// What was asked for, `cubin`, `PTX` or `LTO-IR`.
        output: &'static str,
        /// The version of nvJitLink.
        nvjitlink: Version,
    },
    /// A text has a NUL byte inside, where nvJitLink would take it to end.
    InteriorNul {
        /// The option, the name or the path.
        text: String,
        /// How many bytes come before the NUL byte.
        at: usize,
    },
    /// A function of nvJitLink failed that isn't about inputs or options.
    Call {
        /// The function's name.
        function: &'static str,
        /// What it answered.
        result: nvJitLinkResult,
        /// The version of nvJitLink.
        nvjitlink: Version,
    },
    /// This version of nvJitLink lacks a function.
    Absent {
        /// The function.
        function: &'static Function,
        /// The version of nvJitLink.
        nvjitlink: Version,
    },
}

impl LinkError {
    /// Why `nvJitLinkCreate` failed.
    pub(crate) fn of_create(
        arch: Arch,
        options: &[String],
        result: nvJitLinkResult,
        log: String,
        nvjitlink: Version,
    ) -> Self {
        // Before 13.0 an unknown architecture is an internal error, and the log says where.
        let is_old = result == nvJitLinkResult::NVJITLINK_ERROR_INTERNAL;
        if is_of_arch(result, &log) || is_old && log.contains("Start") {
            return Self::UnsupportedArch {
                arch,
                result,
                log,
                nvjitlink,
            };
        }
        let options = options.to_vec();
        match result {
            nvJitLinkResult::NVJITLINK_ERROR_UNRECOGNIZED_OPTION
            | nvJitLinkResult::NVJITLINK_ERROR_INCOMPATIBLE_OPTIONS
            | nvJitLinkResult::NVJITLINK_ERROR_INVALID_INPUT => Self::InvalidOption {
                options,
                result,
                log,
                nvjitlink,
            },
            _ => Self::Link {
                options,
                result,
                log,
                nvjitlink,
            },
        }
    }

    /// Why an input was refused.
    pub(crate) fn of_input(
        arch: Arch,
        input: &Input<'_>,
        result: nvJitLinkResult,
        log: String,
        nvjitlink: Version,
    ) -> Self {
        if is_of_arch(result, &log) {
            return Self::UnsupportedArch {
                arch,
                result,
                log,
                nvjitlink,
            };
        }
        // Only since 13.0 is there a result for it; before, the log tells, and in 12.0 by the step alone.
        let is_newer = result == nvJitLinkResult::NVJITLINK_ERROR_OUTDATED_LIBRARY
            || log.contains("may need newer version")
            || log.contains("nvvmAddNVVMContainerToProgram")
            || log.contains("Unsupported .version");
        let (kind, input) = (input.kind, input.name());
        if is_newer {
            return Self::NewerInput {
                input,
                kind,
                result,
                log,
                nvjitlink,
            };
        }
        Self::Input {
            input,
            kind,
            result,
            log,
            nvjitlink,
        }
    }

    /// What became of the link: nvJitLinks of 12.9 and 13.0 may answer success where a symbol is undefined.
    pub(crate) fn of_link(
        options: &[String],
        result: nvJitLinkResult,
        log: String,
        nvjitlink: Version,
    ) -> Result<(), Self> {
        let symbols = undefined(&log);
        if !symbols.is_empty() {
            return Err(Self::Undefined {
                symbols,
                log,
                nvjitlink,
            });
        }
        match result {
            nvJitLinkResult::NVJITLINK_SUCCESS => Ok(()),
            result => Err(Self::Link {
                options: options.to_vec(),
                result,
                log,
                nvjitlink,
            }),
        }
    }

    pub(crate) fn file(path: &Path, error: &io::Error) -> Self {
        Self::File {
            path: path.to_owned(),
            kind: error.kind(),
            reason: error.to_string(),
        }
    }

    /// nvJitLink's log, if the error came with one.
    #[must_use]
    pub fn log(&self) -> Option<&str> {
        match self {
            Self::InvalidOption { log, .. }
            | Self::UnsupportedArch { log, .. }
            | Self::NewerInput { log, .. }
            | Self::Input { log, .. }
            | Self::Undefined { log, .. }
            | Self::Link { log, .. } => Some(log),
            _ => None,
        }
    }
}

fn is_of_arch(result: nvJitLinkResult, log: &str) -> bool {
    matches!(
        result,
        nvJitLinkResult::NVJITLINK_ERROR_UNRECOGNIZED_ARCH
            | nvJitLinkResult::NVJITLINK_ERROR_UNSUPPORTED_ARCH
    ) || log.contains("is not defined for option 'gpu-name'")
}

/// `f` of `error   : Undefined reference to 'f' in 'unit'`, of each such line.
fn undefined(log: &str) -> Vec<String> {
    let quoted = |line: &str| {
        let (_, rest) = line.split_once("Undefined reference to '")?;
        Some(rest.split_once('\'')?.0.to_owned())
    };
    log.lines().filter_map(quoted).collect()
}

impl fmt::Display for LinkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Load(error) => error.fmt(f),
            Self::InvalidOption {
                options,
                result,
                log,
                nvjitlink,
            } => write!(
                f,
                "nvJitLink {nvjitlink} does not accept the options: {result}{}\n  options  {}",
                Log(log),
                options.join(" ")
            ),
            Self::UnsupportedArch {
                arch,
                result,
                log,
                nvjitlink,
            } => write!(
                f,
                "nvJitLink {nvjitlink} cannot link for {arch}: {result}{}",
                Log(log)
            ),
            Self::NewerInput {
                input,
                kind,
                result,
                log,
                nvjitlink,
            } => write!(
                f,
                "nvJitLink {nvjitlink} is older than the compiler that made {input} ({kind}): {result}{}\n  \
                 help     use an nvJitLink that is at least as new as that compiler",
                Log(log)
            ),
            Self::Input {
                input,
                kind,
                result,
                log,
                nvjitlink,
            } => write!(
                f,
                "nvJitLink {nvjitlink} does not accept {input} as {kind}: {result}{}",
                Log(log)
            ),
            Self::File { path, reason, .. } => {
                write!(f, "cannot read {} to link it: {reason}", path.display())
            }
            Self::Undefined {
                symbols,
                log,
                nvjitlink,
            } => write!(
                f,
                "nvJitLink {nvjitlink} found no definition of {} in any input{}",
                symbols.join(", "),
                Log(log)
            ),
            Self::Link {
                options,
                result,
                log,
                nvjitlink,
            } => write!(
                f,
                "nvJitLink {nvjitlink} could not link: {result}{}\n  options  {}",
                Log(log),
                options.join(" ")
            ),
            Self::NoOutput { output, nvjitlink } => {
                write!(
                    f,
                    "nvJitLink {nvjitlink} made no {output} with these inputs and options"
                )
            }
            Self::InteriorNul { text, at } => write!(
                f,
                "{text:?} has a NUL byte at byte {at}, where nvJitLink would take it to end"
            ),
            Self::Call {
                function,
                result,
                nvjitlink,
            } => write!(f, "{function} of nvJitLink {nvjitlink} failed: {result}"),
            Self::Absent {
                function,
                nvjitlink,
            } => {
                let since = Version::from_number(function.since.into());
                let name = function.name;
                if *nvjitlink < since {
                    return write!(
                        f,
                        "{name} needs nvJitLink {since} or newer, this is {nvjitlink}"
                    );
                }
                write!(
                    f,
                    "this nvJitLink {nvjitlink} has no {name}, which it should have: install it anew"
                )
            }
        }
    }
}

impl std::error::Error for LinkError {}

impl From<LoadError> for LinkError {
    fn from(error: LoadError) -> Self {
        Self::Load(error)
    }
}

/// A log below a line of its own: each line indented, nothing at all for an empty one.
struct Log<'a>(&'a str);

impl fmt::Display for Log<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in self.0.trim_end().lines() {
            write!(f, "\n  {line}")?;
        }
        Ok(())
    }
}
