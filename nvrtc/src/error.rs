use std::fmt;

use cuda_pathfinder::NotFound;
use nvrtc_sys::{Function, LoadError, nvrtcResult};
use thiserror::Error;

use crate::options::needs_newer;
use crate::{Arch, PtxVersion, Text, Version};

/// What kept a program from being compiled.
///
/// Its text begins with one line that says what failed; NVRTC's log follows, indented. [`kind`](Self::kind) is for
/// programs to match. It is of pointer size, so that a `Result` with it is small.
///
/// ```no_run
/// use nvrtc::{NvrtcErrorKind, Program};
///
/// let error = Program::new("k.cu", "__global__ void k() { oops; }").compile_ptx().unwrap_err();
/// match error.kind() {
///     NvrtcErrorKind::Load { .. } => println!("there is no NVRTC: {error}"),
///     _ => println!("{}", error.log().unwrap_or_default()), // k.cu(1): error: identifier "oops" is undefined
/// }
/// ```
#[derive(Clone, Error)]
#[error(transparent)]
pub struct NvrtcError(Box<NvrtcErrorKind>);

const _: () = assert!(size_of::<NvrtcError>() <= 16);

impl NvrtcError {
    /// What it is, with what is known of it.
    #[must_use]
    #[inline]
    pub fn kind(&self) -> &NvrtcErrorKind {
        &self.0
    }

    /// The same, to be taken apart.
    #[must_use]
    #[inline]
    pub fn into_kind(self) -> NvrtcErrorKind {
        *self.0
    }

    /// NVRTC's log, if the error came with one.
    #[must_use]
    #[inline]
    pub fn log(&self) -> Option<&str> {
        use NvrtcErrorKind as Kind;
        match self.kind() {
            Kind::Compile { log, .. }
            | Kind::InvalidOption { log, .. }
            | Kind::UnsupportedArch { log, .. }
            | Kind::BundledHeaders { log, .. } => Some(log),
            _ => None,
        }
    }
}

/// The text, which is what `main` prints of an error that it returns.
impl fmt::Debug for NvrtcError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl<E> From<E> for NvrtcError
where
    NvrtcErrorKind: From<E>,
{
    fn from(error: E) -> Self {
        Self(Box::new(error.into()))
    }
}

/// What an [`NvrtcError`] is.
#[derive(Clone, Debug, Error)]
#[non_exhaustive]
pub enum NvrtcErrorKind {
    /// No NVRTC could be loaded.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// NVRTC did not compile the program: an error in the source, in most cases.
    #[error(
        "NVRTC {nvrtc} could not compile {program}: {result}{}{}{help}",
        Log(log),
        Options(options)
    )]
    Compile {
        /// The program's name.
        program: String,
        /// The options, as NVRTC got them.
        options: Vec<String>,
        /// What `nvrtcCompileProgram` answered; `NVRTC_ERROR_COMPILATION` for an error in the source.
        result: nvrtcResult,
        /// NVRTC's log.
        log: String,
        /// What to do about a header that is missing, or of another version, with a line feed before it; else empty.
        help: String,
        /// The version of NVRTC.
        nvrtc: Version,
    },
    /// NVRTC does not accept an option.
    #[error(
        "NVRTC {nvrtc} does not accept the options for {program}{}{}{}",
        Log(log),
        Options(options),
        Newer(options, *nvrtc)
    )]
    InvalidOption {
        /// The program's name.
        program: String,
        /// The options, as NVRTC got them.
        options: Vec<String>,
        /// NVRTC's log, which names the one that is wrong.
        log: String,
        /// The version of NVRTC.
        nvrtc: Version,
    },
    /// NVRTC does not know the architecture.
    #[error(
        "NVRTC {nvrtc} does not know {arch}, for which {program} was to be compiled{}\n  it knows {}",
        Log(log),
        Listed(supported)
    )]
    UnsupportedArch {
        /// The program's name.
        program: String,
        /// The architecture that was asked for.
        arch: Arch,
        /// Those that this NVRTC knows.
        supported: Vec<Arch>,
        /// NVRTC's log.
        log: String,
        /// The version of NVRTC.
        nvrtc: Version,
    },
    /// A cubin was asked for of a virtual architecture.
    #[error("a cubin of {program} needs a real architecture: {}, not {arch}", arch.to_real())]
    VirtualArch {
        /// The program's name.
        program: String,
        /// The architecture that was asked for.
        arch: Arch,
    },
    /// NVRTC knows no GPU as old as that.
    #[error(
        "NVRTC {nvrtc} compiles for {} and newer, and the GPU is of compute capability {}.{}: use an older NVRTC",
        Listed(supported.get(..1).unwrap_or_default()),
        capability.0,
        capability.1
    )]
    OldGpu {
        /// The GPU's compute capability.
        capability: (u32, u32),
        /// The architectures that this NVRTC knows.
        supported: Vec<Arch>,
        /// The version of NVRTC.
        nvrtc: Version,
    },
    /// The driver is of an older major version than NVRTC, and takes nothing from it.
    #[error(
        "a driver of CUDA {driver} takes nothing that NVRTC {nvrtc} compiles: update the driver, or use an NVRTC of CUDA {}",
        driver.major
    )]
    DriverTooOld {
        /// The driver's CUDA version.
        driver: Version,
        /// The version of NVRTC.
        nvrtc: Version,
    },
    /// The PTX is newer than the driver.
    #[error(
        "a driver of CUDA {driver} does not take PTX {version}{}: update the driver, use an NVRTC that is not newer than the driver, or compile to a cubin where the device loads one",
        OfCuda(*version)
    )]
    PtxTooNew {
        /// The version of the PTX.
        version: PtxVersion,
        /// The driver's CUDA version.
        driver: Version,
    },
    /// An option asks for a precompiled header, which nothing vouches for.
    #[error(
        "{option} of {program} uses a precompiled header, and a damaged one can end the process: vouch for it, by the unsafe \
         Program::use_pch or Program::pch_dir"
    )]
    UntrustedPch {
        /// The program's name.
        program: String,
        /// The option.
        option: String,
    },
    /// NVRTC compiled the program, but not to what was asked for.
    #[error(
        "NVRTC {nvrtc} made no {output} of {program} with these options{}{}",
        if *output == "cubin" { ": a cubin needs a real architecture, such as Arch::sm(9, 0)" } else { "" },
        Options(options)
    )]
    NoOutput {
        /// The program's name.
        program: String,
        /// What was asked for, such as `PTX` or `cubin`.
        output: &'static str,
        /// The options, as NVRTC got them.
        options: Vec<String>,
        /// The version of NVRTC.
        nvrtc: Version,
    },
    /// The program's [flow](crate::Program::flow) ended the compilation.
    #[error("the compilation of {program} was cancelled")]
    Cancelled {
        /// The program's name.
        program: String,
    },
    /// NVRTC was used by what it [asks](crate::Program::flow) while it compiles, and would wait for itself.
    #[error("NVRTC can't be used by what it asks while it compiles; do it after the compilation")]
    Asking,
    /// CUDA's own headers were not found.
    #[error(transparent)]
    Headers(#[from] NotFound),
    /// A text has a NUL byte inside, where NVRTC would take it to end.
    #[error("{text} has a NUL byte at byte {at}, where NVRTC would take it to end")]
    InteriorNul {
        /// The text.
        text: Text,
        /// How many bytes come before the NUL byte.
        at: usize,
    },
    /// A function of NVRTC failed that isn't about the program.
    #[error("{function} of NVRTC {nvrtc} failed: {result}")]
    Call {
        /// The function's name.
        function: &'static str,
        /// What it answered.
        result: nvrtcResult,
        /// The version of NVRTC.
        nvrtc: Version,
    },
    /// The headers that come with NVRTC could not be installed, removed or asked about.
    #[error("{function} of NVRTC {nvrtc} failed: {result}{}", Log(log))]
    BundledHeaders {
        /// The function's name.
        function: &'static str,
        /// What it answered.
        result: nvrtcResult,
        /// Why, in NVRTC's words; empty where it gives none.
        log: String,
        /// The version of NVRTC.
        nvrtc: Version,
    },
    /// This version of NVRTC lacks a function.
    #[error("{}", Absence(function, *nvrtc))]
    Absent {
        /// The function.
        function: &'static Function,
        /// The version of NVRTC.
        nvrtc: Version,
    },
}

/// A log below a line of its own: each line indented, nothing at all for an empty one.
struct Log<'a>(&'a str);

impl fmt::Display for Log<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in self.0.trim_end().lines() {
            if line.is_empty() {
                f.write_str("\n")?;
            } else {
                write!(f, "\n  {line}")?;
            }
        }
        Ok(())
    }
}

/// The options on a line of their own, if there are any.
struct Options<'a>(&'a [String]);

impl fmt::Display for Options<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return Ok(());
        }
        write!(f, "\n  options  {}", self.0.join(" "))
    }
}

/// A line of help for each option that a newer NVRTC is known to have.
struct Newer<'a>(&'a [String], Version);

impl fmt::Display for Newer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(options, nvrtc) = *self;
        for option in options {
            if let Some(needed) = needs_newer(option, nvrtc) {
                write!(
                    f,
                    "\n  help     {option} is known to be in NVRTC {needed}, and this is {nvrtc}"
                )?;
            }
        }
        Ok(())
    }
}

/// Architectures, one behind the other.
struct Listed<'a>(&'a [Arch]);

impl fmt::Display for Listed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, arch) in self.0.iter().enumerate() {
            let comma = if index == 0 { "" } else { ", " };
            write!(f, "{comma}{arch}")?;
        }
        Ok(())
    }
}

/// The CUDA version of PTX, where it is known.
struct OfCuda(PtxVersion);

impl fmt::Display for OfCuda {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.cuda_version() {
            Some(version) => write!(f, ", which is of CUDA {version}"),
            None => Ok(()),
        }
    }
}

/// Why a function isn't there.
struct Absence<'a>(&'a Function, Version);

impl fmt::Display for Absence<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(function, nvrtc) = self;
        let version = |number: u16| Version::from_number(number.into());
        if let Some(until) = function.until.map(version)
            && *nvrtc >= until
        {
            let name = function.name;
            return write!(
                f,
                "{name} is in no NVRTC from {until} on, and this is {nvrtc}: use an older one"
            );
        }
        let since = version(function.since);
        if *nvrtc < since {
            return write!(
                f,
                "{} needs NVRTC {since} or newer, this is {nvrtc}",
                function.name
            );
        }
        write!(
            f,
            "this NVRTC {nvrtc} has no {}, which it should have: install it anew",
            function.name
        )
    }
}
