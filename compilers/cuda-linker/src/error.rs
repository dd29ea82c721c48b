use std::path::PathBuf;
use std::{fmt, io};

use cuda_driver::CuResult;
use nvjitlink::sys::LoadError;
use nvjitlink::{InputKind, LinkError};

/// An error from linking.
///
/// Its message begins with one line that describes the failure; the linker's log follows, indented. Match on
/// [`kind`](Self::kind) to handle errors. It has the size of a pointer, so that a `Result` with it is small.
#[derive(thiserror::Error)]
#[error(transparent)]
pub struct Error(Box<ErrorKind>);

const _: () = assert!(size_of::<Error>() <= 16);

impl Error {
    /// Returns the kind of the error, with its details.
    #[must_use]
    pub fn kind(&self) -> &ErrorKind {
        &self.0
    }

    /// Converts the error to its kind.
    #[must_use]
    pub fn into_kind(self) -> ErrorKind {
        *self.0
    }

    /// Returns the linker's log, if the error has one.
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

/// The kind of an [`Error`].
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// nvJitLink failed.
    #[error(transparent)]
    NvJitLink(#[from] LinkError),
    /// The driver's linker doesn't support the request; nvJitLink does.
    #[error(
        "the driver's linker does not support {feature}, which needs nvJitLink{}",
        IndentedLog(nvjitlink)
    )]
    Unsupported {
        /// The option, or the kind of an input with its name.
        feature: String,
        /// The reason why nvJitLink could not be loaded; `None` if the driver was chosen.
        #[source]
        nvjitlink: Option<LoadError>,
    },
    /// The driver's linker doesn't accept an input.
    #[error("the driver's linker does not accept {input} as {kind}: {}{}", Answer(*result), IndentedLog(&Some(log)))]
    Input {
        /// The input's name or path.
        input: String,
        /// The stated kind.
        kind: InputKind,
        /// The driver's result; `None` if the input doesn't look like its kind and wasn't passed to the driver.
        #[source]
        result: Option<CuResult>,
        /// The log of the driver's linker.
        log: String,
    },
    /// Each input is valid, but the driver can't link them, in most cases because a symbol is missing.
    #[error("the driver could not link: {result}{}", IndentedLog(&Some(log)))]
    Link {
        /// The driver's result.
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
        /// The operating system's error.
        source: io::Error,
    },
    /// A string contains a NUL byte, where the driver would end it.
    #[error("{text:?} has a NUL byte at byte {at}, where the driver would end it")]
    InteriorNul {
        /// The name of an input.
        text: String,
        /// The number of bytes before the NUL byte.
        at: usize,
    },
    /// The driver failed for a reason that doesn't concern inputs or options.
    #[error(transparent)]
    Driver(#[from] CuResult),
}

/// Formats a log, if there is one, each line indented.
struct IndentedLog<'a, T>(&'a Option<T>);

impl<T: fmt::Display> fmt::Display for IndentedLog<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(text) = self.0 else { return Ok(()) };
        let text = text.to_string();
        let mut lines = text.trim_end().lines();
        lines.try_for_each(|line| write!(f, "\n  {line}"))
    }
}

/// Formats the driver's result, if it was called.
struct Answer(Option<CuResult>);

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(result) => result.fmt(f),
            None => f.write_str("its contents are of another kind"),
        }
    }
}
