use std::fmt;

use nvfatbin_sys::{Function, LoadError, nvFatbinResult};
use thiserror::Error;

use crate::{Arch, EntryKind, Version};

/// What kept a fat binary from being built.
///
/// [`kind`](Self::kind) is for programs to match. It is of pointer size, so that a `Result` with it is small.
#[derive(Clone, Error)]
#[error(transparent)]
pub struct FatbinError(Box<FatbinErrorKind>);

const _: () = assert!(size_of::<FatbinError>() <= 16);

impl FatbinError {
    /// What it is, with what is known of it.
    #[must_use]
    pub fn kind(&self) -> &FatbinErrorKind {
        &self.0
    }

    /// Returns the same, to be taken apart.
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

/// What a [`FatbinError`] is.
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
        /// The options, as nvFatbin got them.
        options: Vec<String>,
        /// What `nvFatbinCreate` answered.
        result: nvFatbinResult,
        /// The same in nvFatbin's words.
        reason: String,
        /// The version of nvFatbin.
        nvfatbin: Version,
    },
    /// nvFatbin doesn't accept an entry: it isn't what it was said to be, or for another architecture.
    #[error("nvFatbin {nvfatbin} does not accept {entry} as {kind}{}: {result} ({reason})", For(*arch))]
    Entry {
        /// The entry's name.
        entry: String,
        /// What it was said to be.
        kind: EntryKind,
        /// What it was said to be for.
        arch: Option<Arch>,
        /// What nvFatbin answered.
        result: nvFatbinResult,
        /// The same in nvFatbin's words.
        reason: String,
        /// The version of nvFatbin.
        nvfatbin: Version,
    },
    /// A text has a NUL byte inside, where nvFatbin would take it to end.
    #[error("{text:?} has a NUL byte at byte {at}, where nvFatbin would take it to end")]
    InteriorNul {
        /// The option or the name.
        text: String,
        /// How many bytes come before the NUL byte.
        at: usize,
    },
    /// A function of nvFatbin failed that isn't about entries or options.
    #[error("{function} of nvFatbin {nvfatbin} failed: {result}")]
    Call {
        /// The function's name.
        function: &'static str,
        /// What it answered.
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
struct For(Option<Arch>);

impl fmt::Display for For {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(arch) => write!(f, " for {arch}"),
            None => Ok(()),
        }
    }
}

/// Why a function isn't there.
struct Absence<'a>(&'a Function, Version);

impl fmt::Display for Absence<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(Function { name, since, .. }, nvfatbin) = self;
        let since = Version::from_number((*since).into());
        if *nvfatbin < since {
            return write!(
                f,
                "{name} needs nvFatbin {since} or newer, this is {nvfatbin}"
            );
        }
        write!(
            f,
            "this nvFatbin {nvfatbin} has no {name}, which it should have: install it anew"
        )
    }
}
