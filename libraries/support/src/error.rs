use core::fmt;

use cuda_driver::debug_as_display;
use cuda_libraries_sys::Function;
use thiserror::Error;

/// The reason why a call isn't possible with its stream, operands or workspace.
#[derive(Error, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum CallError {
    /// The workspace is smaller than the call needs, or there is none, and the call is recorded, so that nothing can be allocated for it.
    #[error("{call} needs a workspace of {needed} bytes, and {}: pass one with `workspace`", Found(*found))]
    Workspace {
        /// The call.
        call: &'static str,
        /// The bytes that are needed.
        needed: usize,
        /// Those that there are; 0 without a workspace.
        found: usize,
    },
    /// The address of elements isn't a multiple of what the library demands.
    #[error(
        "{call} can't take {operand}: its address, {address:#x}, isn't a multiple of {alignment} bytes. Copy it to a buffer of \
         its own"
    )]
    Misaligned {
        /// The call.
        call: &'static str,
        /// The operand.
        operand: &'static str,
        /// Its address.
        address: u64,
        /// The multiple of bytes that it must be.
        alignment: usize,
    },
    /// A buffer belongs to another stream.
    #[error(
        "{call}'s {operand} belongs to another stream than the call: take it there with its own stream's methods first"
    )]
    OtherStream {
        /// The call.
        call: &'static str,
        /// The operand.
        operand: &'static str,
    },
    /// The stream, or memory, is of another context than the library's handle, plan or generator.
    #[error(
        "the stream or the memory of {call} is of another context than the handle, plan or generator: create one for each \
         context"
    )]
    OtherContext {
        /// The call.
        call: &'static str,
    },
    /// The library that was loaded is NVIDIA's, and the context isn't of NVIDIA's driver: it may be of the software device.
    #[error(
        "{function} failed, because this {library} is NVIDIA's, and the context is of another driver than NVIDIA's{}",
        Replacement(module)
    )]
    OtherDriver {
        /// The function, by its name in C.
        function: &'static str,
        /// The library.
        library: &'static str,
        /// The module of `cuda-sim-libraries`, empty if it has none.
        module: &'static str,
    },
    /// Other code captures the stream, or a call has to allocate or to wait while it is captured.
    #[error(
        "{call} isn't possible while the stream is captured: a graph could run when the memory is gone, and has no results \
         yet. A handle's or a plan's `record` is for calls that don't wait, whose memory, workspaces too, lives as long as the \
         graph; make other calls before the capture or after it"
    )]
    Captured {
        /// The call.
        call: &'static str,
    },
    /// A call is to be recorded, and the capture has ended or is invalid.
    #[error("{call} can't be recorded: the capture has ended, or a call has invalidated it")]
    NotRecording {
        /// The call.
        call: &'static str,
    },
}

/// The words for a workspace.
struct Found(usize);

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => f.write_str("there is none"),
            found => write!(f, "it has {found}"),
        }
    }
}

impl CallError {
    /// Returns the error as that of the call that was made, of which the one that failed is a part.
    #[must_use]
    pub fn in_call(mut self, name: &'static str) -> Self {
        match &mut self {
            Self::Workspace { call, .. }
            | Self::Misaligned { call, .. }
            | Self::OtherStream { call, .. }
            | Self::OtherContext { call }
            | Self::Captured { call }
            | Self::NotRecording { call } => *call = name,
            Self::OtherDriver { .. } => {}
        }
        self
    }
}

/// What to use instead of NVIDIA's library on the software device.
struct Replacement<'a>(&'a str);

impl fmt::Display for Replacement<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            "" => f.write_str(". The software device has none"),
            module => write!(
                f,
                ": for the software device, pass `cuda_sim_libraries::{module}::table()` to `from_table`, instead of `load`"
            ),
        }
    }
}

/// A function that a library lacks.
#[derive(Error, Clone, Copy, PartialEq, Eq)]
#[error("this {library} has no {function}: it is {found}, and {since} or newer is needed")]
#[non_exhaustive]
pub struct AbsentFunction {
    /// The library.
    pub library: &'static str,
    /// The function, by its name in C.
    pub function: &'static str,
    /// The oldest release that is known to have it.
    pub since: Release,
    /// The release that is loaded.
    pub found: Release,
}

impl AbsentFunction {
    /// Creates the error of a function that `library` lacks; `release` takes its numbers apart.
    #[cold]
    #[must_use]
    pub fn new(
        library: &'static str,
        function: &Function,
        found: u32,
        release: fn(u32) -> Release,
    ) -> Self {
        Self {
            library,
            function: function.name,
            since: release(function.since),
            found: release(found),
        }
    }
}

/// A release of a library.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(clippy::exhaustive_structs, reason = "a release has these parts")]
pub struct Release {
    /// The first number.
    pub major: u32,
    /// The second number.
    pub minor: u32,
    /// The third number.
    pub patch: u32,
}

impl Release {
    /// Takes a number apart whose last three digits are the minor release, one, and the patch, two: 12510 is 12.5.10.
    #[must_use]
    pub const fn from_short(number: u32) -> Self {
        Self { major: number / 1000, minor: number / 100 % 10, patch: number % 100 }
    }

    /// Takes a number apart whose last four digits are the minor release and the patch: 120405 is 12.4.5.
    #[must_use]
    pub const fn from_long(number: u32) -> Self {
        Self { major: number / 10_000, minor: number / 100 % 100, patch: number % 100 }
    }
}

impl fmt::Display for Release {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.major, self.minor, self.patch)
    }
}

/// An error of a function of a library, with its status `S`.
#[derive(Error)]
#[non_exhaustive]
#[error("{function} returned {status}{}{arguments}", if arguments.is_empty() { "" } else { ", for " })]
pub struct Failure<S: fmt::Display> {
    /// The function, by its name in C.
    pub function: &'static str,
    /// The code.
    pub status: S,
    /// What it was called with.
    pub arguments: String,
}

impl<S: fmt::Display> Failure<S> {
    /// Creates the error of a function.
    #[cold]
    #[must_use]
    pub fn new(function: &Function, status: S, arguments: String) -> Self {
        Self { function: function.name, status, arguments }
    }
}

impl<S: fmt::Display> fmt::Debug for Failure<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// An error of a call that takes a value, with the value, which can be used as before.
///
/// A wrapper's error is made of it, which drops the value.
pub struct ErrorWithValue<V, E>(Box<(V, E)>);

impl<V, E> ErrorWithValue<V, E> {
    /// Creates the error of a call that took `value`.
    #[cold]
    pub fn new(value: V, error: E) -> Self {
        Self(Box::new((value, error)))
    }

    /// Returns the value.
    #[must_use]
    pub fn into_value(self) -> V {
        self.0.0
    }

    /// Returns the error, without the value.
    #[must_use]
    pub fn into_error(self) -> E {
        self.0.1
    }

    /// Returns the error.
    #[must_use]
    pub fn error(&self) -> &E {
        &self.0.1
    }
}

impl<V, E: fmt::Display> fmt::Display for ErrorWithValue<V, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self.error(), f)
    }
}

impl<V, E: fmt::Display> fmt::Debug for ErrorWithValue<V, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl<V, E: core::error::Error> core::error::Error for ErrorWithValue<V, E> {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        self.error().source()
    }
}

debug_as_display!(CallError, AbsentFunction);
