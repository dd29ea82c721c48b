use std::fmt;

use nvfatbin_sys::{Function, LoadError, nvFatbinResult};

use crate::{Arch, EntryKind, Version};

/// What kept a fat binary from being built.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum FatbinError {
    /// No nvFatbin could be loaded.
    Load(LoadError),
    /// nvFatbin doesn't accept the options.
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
    InteriorNul {
        /// The option or the name.
        text: String,
        /// How many bytes come before the NUL byte.
        at: usize,
    },
    /// A function of nvFatbin failed that isn't about entries or options.
    Call {
        /// The function's name.
        function: &'static str,
        /// What it answered.
        result: nvFatbinResult,
        /// The version of nvFatbin.
        nvfatbin: Version,
    },
    /// This version of nvFatbin lacks a function.
    Absent {
        /// The function.
        function: &'static Function,
        /// The version of nvFatbin.
        nvfatbin: Version,
    },
}

impl fmt::Display for FatbinError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Load(error) => error.fmt(f),
            Self::InvalidOption {
                options,
                result,
                reason,
                nvfatbin,
            } => write!(
                f,
                "nvFatbin {nvfatbin} does not accept the options: {result} ({reason})\n  options  {}",
                options.join(" ")
            ),
            Self::Entry {
                entry,
                kind,
                arch,
                result,
                reason,
                nvfatbin,
            } => {
                write!(f, "nvFatbin {nvfatbin} does not accept {entry} as {kind}")?;
                if let Some(arch) = arch {
                    write!(f, " for {arch}")?;
                }
                write!(f, ": {result} ({reason})")
            }
            Self::InteriorNul { text, at } => write!(
                f,
                "{text:?} has a NUL byte at byte {at}, where nvFatbin would take it to end"
            ),
            Self::Call {
                function,
                result,
                nvfatbin,
            } => write!(f, "{function} of nvFatbin {nvfatbin} failed: {result}"),
            Self::Absent { function, nvfatbin } => {
                let since = Version::from_number(function.since.into());
                let name = function.name;
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
    }
}

impl std::error::Error for FatbinError {}

impl From<LoadError> for FatbinError {
    fn from(error: LoadError) -> Self {
        Self::Load(error)
    }
}
