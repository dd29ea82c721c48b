use std::path::PathBuf;
use std::{fmt, io};

use cuda_driver::CuResult;
use nvjitlink::sys::LoadError;
use nvjitlink::{InputKind, LinkError};

/// What kept a link from being made.
///
/// Its text begins with one line that says what failed; the linker's log follows, indented. [`kind`](Self::kind) is
/// for programs to match. It is of pointer size, so that a `Result` with it is small.
#[derive(thiserror::Error)]
#[error(transparent)]
pub struct Error(Box<ErrorKind>);

const _: () = assert!(size_of::<Error>() <= 16);

impl Error {
    /// What it is, with what is known of it.
    #[must_use]
    pub fn kind(&self) -> &ErrorKind {
        &self.0
    }

    /// Returns the same, to be taken apart.
    #[must_use]
    pub fn into_kind(self) -> ErrorKind {
        *self.0
    }

    /// Returns the linker's log, if the error came with one.
    #[must_use]
    pub fn log(&self) -> Option<&str> {
        match self.kind() {
            ErrorKind::NvJitLink(error) => error.log(),
            ErrorKind::Input { log, .. } | ErrorKind::Link { log, .. } => Some(log),
            _ => None,
        }
    }
}

/// Writes the error's message, because `main` prints an error that it returns with `Debug`.
impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl<E> From<E> for Error
where
    ErrorKind: From<E>,
{
    fn from(error: E) -> Self {
        Self(Box::new(error.into()))
    }
}

/// What an [`Error`] is.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// nvJitLink failed.
    #[error(transparent)]
    NvJitLink(#[from] LinkError),
    /// The driver's linker can't do what is asked for; nvJitLink can.
    #[error(
        "the driver's linker cannot do {what}, which needs nvJitLink{}",
        Below(nvjitlink)
    )]
    Unsupported {
        /// The option, or the kind of an input with its name.
        what: String,
        /// Why there is no nvJitLink; `None` if the driver was asked for.
        #[source]
        nvjitlink: Option<LoadError>,
    },
    /// The driver's linker doesn't accept an input.
    #[error("the driver's linker does not accept {input} as {kind}: {}{}", Answer(*result), Below(&Some(log)))]
    Input {
        /// The input's name or path.
        input: String,
        /// What it was said to be.
        kind: InputKind,
        /// What the driver answered; `None` for what doesn't look like its kind and wasn't given to it.
        #[source]
        result: Option<CuResult>,
        /// The log of the driver's linker.
        log: String,
    },
    /// The inputs are all right by themselves, and the driver can't link them: a symbol is missing, in most
    /// cases.
    #[error("the driver could not link: {result}{}", Below(&Some(log)))]
    Link {
        /// What the driver answered.
        #[source]
        result: CuResult,
        /// The log of the driver's linker.
        log: String,
    },
    /// A file can't be read.
    #[error("cannot read {} to link it: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the operating system says.
        source: io::Error,
    },
    /// A string contains a NUL byte, where the driver would end it.
    #[error("{text:?} has a NUL byte at byte {at}, where the driver would end it")]
    InteriorNul {
        /// The name of an input.
        text: String,
        /// How many bytes come before the NUL byte.
        at: usize,
    },
    /// The driver failed, and not over inputs or options.
    #[error(transparent)]
    Driver(#[from] CuResult),
}

/// A text below a line of its own, if there is one: each line indented.
struct Below<'a, T>(&'a Option<T>);

impl<T: fmt::Display> fmt::Display for Below<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(text) = self.0 else { return Ok(()) };
        let text = text.to_string();
        let mut lines = text.trim_end().lines();
        lines.try_for_each(|line| write!(f, "\n  {line}"))
    }
}

/// What the driver answered, if it was asked.
struct Answer(Option<CuResult>);

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(result) => result.fmt(f),
            None => f.write_str("it does not begin like that"),
        }
    }
}
