use std::fmt;

use cuda_libraries_sys::nvfatbin::{Function, LoadError, nvFatbinResult};
use thiserror::Error;

use crate::entry::EntryKind;
use cuda_arch::{Arch, Version};

/// An error from building a fat binary.
///
/// Match on [`kind`](Self::kind) to handle errors. It has the size of a pointer, so that a `Result` with it is small.
#[derive(Clone, Error)]
#[error(transparent)]
pub struct FatbinError(Box<FatbinErrorKind>);

const _: () = assert!(size_of::<FatbinError>() <= 16);

impl FatbinError {
    /// Returns the kind of the error, with its details.
    #[must_use]
    pub fn kind(&self) -> &FatbinErrorKind {
        &self.0
    }

    /// Converts the error to its kind.
    #[must_use]
    pub fn into_kind(self) -> FatbinErrorKind {
        *self.0
    }
}

/// Writes the error's message, because `main` prints an error that it returns with `Debug`.
impl fmt::Debug for FatbinError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl<E> From<E> for FatbinError
where
    FatbinErrorKind: From<E>,
{
    fn from(error: E) -> Self {
        Self(Box::new(error.into()))
    }
}

/// The kind of a [`FatbinError`].
#[derive(Clone, Debug, Error)]
#[non_exhaustive]
pub enum FatbinErrorKind {
    /// No nvFatbin could be loaded.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// nvFatbin doesn't accept the options.
    #[error(
        "nvFatbin {nvfatbin} does not accept the options: {result} ({reason})\n  options  {}",
        options.join(" ")
    )]
    InvalidOption {
        /// The options, as passed to nvFatbin.
        options: Vec<String>,
        /// The result of `nvFatbinCreate`.
        result: nvFatbinResult,
        /// nvFatbin's message.
        reason: String,
        /// The version of nvFatbin.
        nvfatbin: Version,
    },
    /// nvFatbin doesn't accept an entry: it isn't of the stated kind, or is for another architecture.
    #[error("nvFatbin {nvfatbin} does not accept {entry} as {kind}{}: {result} ({reason})", ForArch(*arch))]
    Entry {
        /// The entry's name.
        entry: String,
        /// The stated kind.
        kind: EntryKind,
        /// The stated architecture.
        arch: Option<Arch>,
        /// nvFatbin's result.
        result: nvFatbinResult,
        /// nvFatbin's message.
        reason: String,
        /// The version of nvFatbin.
        nvfatbin: Version,
    },
    /// A string contains a NUL byte, where nvFatbin would end it.
    #[error("{text:?} has a NUL byte at byte {at}, where nvFatbin would end it")]
    InteriorNul {
        /// The option or the name.
        text: String,
        /// The number of bytes before the NUL byte.
        at: usize,
    },
    /// A function of nvFatbin that doesn't concern entries or options failed.
    #[error("{function} of nvFatbin {nvfatbin} failed: {result}")]
    Call {
        /// The function's name.
        function: &'static str,
        /// Its result.
        result: nvFatbinResult,
        /// The version of nvFatbin.
        nvfatbin: Version,
    },
    /// This version of nvFatbin lacks a function.
    #[error("{}", Absence(function, *nvfatbin))]
    Absent {
        /// The function.
        function: &'static Function,
        /// The version of nvFatbin.
        nvfatbin: Version,
    },
}

/// The architecture, if there is one.
struct ForArch(Option<Arch>);

impl fmt::Display for ForArch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(arch) => write!(f, " for {arch}"),
            None => Ok(()),
        }
    }
}

/// Formats why a function is missing.
struct Absence<'a>(&'a Function, Version);

impl fmt::Display for Absence<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(Function { name, since, .. }, nvfatbin) = self;
        let since = Version::from_number(*since);
        if *nvfatbin < since {
            return write!(f, "{name} needs nvFatbin {since} or newer, this is {nvfatbin}");
        }
        write!(f, "this nvFatbin {nvfatbin} has no {name}, which it should have: reinstall it")
    }
}
