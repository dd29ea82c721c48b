use std::fmt;
use std::path::PathBuf;

use cuda_driver::CuResult;
use nvjitlink::sys::LoadError;
use nvjitlink::{InputKind, LinkError};

/// What kept a link from being made.
///
/// Its text begins with one line that says what failed; the linker's log follows, indented.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Error {
    /// nvJitLink failed.
    NvJitLink(LinkError),
    /// The driver's linker can't do what is asked for; nvJitLink can.
    Unsupported {
        /// The option, or the kind of an input with its name.
        what: String,
        /// Why there is no nvJitLink; `None` where the driver was asked for.
        nvjitlink: Option<LoadError>,
    },
    /// The driver's linker doesn't accept an input.
    Input {
        /// The input's name or path.
        input: String,
        /// What it was said to be.
        kind: InputKind,
        /// What the driver answered; `None` for what doesn't look like its kind and wasn't given to it.
        result: Option<CuResult>,
        /// The log of the driver's linker.
        log: String,
    },
    /// The inputs are all right by themselves, and the driver can't link them: a symbol is missing, in most
    /// cases.
    Link {
        /// What the driver answered.
        result: CuResult,
        /// The log of the driver's linker.
        log: String,
    },
    /// A file can't be read.
    File {
        /// The file.
        path: PathBuf,
        /// What the operating system says.
        reason: String,
    },
    /// A text has a NUL byte inside, where the driver would take it to end.
    InteriorNul {
        /// The name of an input.
        text: String,
        /// How many bytes come before the NUL byte.
        at: usize,
    },
    /// The driver failed, and not over inputs or options.
    Driver(CuResult),
}

impl Error {
    /// The linker's log, if the error came with one.
    #[must_use]
    pub fn log(&self) -> Option<&str> {
        match self {
            Self::NvJitLink(error) => error.log(),
            Self::Input { log, .. } | Self::Link { log, .. } => Some(log),
            _ => None,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NvJitLink(error) => error.fmt(f),
            Self::Unsupported { what, nvjitlink } => {
                write!(
                    f,
                    "the driver's linker cannot do {what}, which needs nvJitLink"
                )?;
                nvjitlink
                    .iter()
                    .try_for_each(|error| indented(f, &error.to_string()))
            }
            Self::Input {
                input,
                kind,
                result,
                log,
            } => {
                write!(f, "the driver's linker does not accept {input} as {kind}: ")?;
                match result {
                    Some(result) => result.fmt(f)?,
                    None => f.write_str("it does not begin like that")?,
                }
                indented(f, log)
            }
            Self::Link { result, log } => {
                write!(f, "the driver could not link: {result}")?;
                indented(f, log)
            }
            Self::File { path, reason } => {
                write!(f, "cannot read {} to link it: {reason}", path.display())
            }
            Self::InteriorNul { text, at } => write!(
                f,
                "{text:?} has a NUL byte at byte {at}, where the driver would take it to end"
            ),
            Self::Driver(result) => result.fmt(f),
        }
    }
}

impl std::error::Error for Error {}

impl From<LinkError> for Error {
    fn from(error: LinkError) -> Self {
        Self::NvJitLink(error)
    }
}

impl From<CuResult> for Error {
    fn from(error: CuResult) -> Self {
        Self::Driver(error)
    }
}

fn indented(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    text.trim_end()
        .lines()
        .try_for_each(|line| write!(f, "\n  {line}"))
}
