use std::fmt;

use cuda_pathfinder::{NotFound, cut};
use nvrtc_sys::{Function, LoadError, nvrtcResult};
use thiserror::Error;

use crate::options::needs_newer;
use crate::text::Text;
use crate::version::PtxVersion;
use cuda_arch::{Arch, Version};

/// An error from compiling a program.
///
/// Its message begins with one line that describes the failure; NVRTC's log follows, indented. Match on
/// [`kind`](Self::kind) to handle errors. It has the size of a pointer, so that a `Result` with it is small.
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
    /// Returns the kind of the error, with its details.
    #[must_use]
    #[inline]
    pub fn kind(&self) -> &NvrtcErrorKind {
        &self.0
    }

    /// Converts the error to its kind.
    #[must_use]
    #[inline]
    pub fn into_kind(self) -> NvrtcErrorKind {
        *self.0
    }

    /// Returns NVRTC's log, if the error has one.
    #[doc(alias("nvrtcGetProgramLog", "nvrtcGetProgramLogSize"))]
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

/// Writes the error's message, because `main` prints an error that it returns with `Debug`.
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

/// The kind of an [`NvrtcError`].
#[derive(Clone, Debug, Error)]
#[non_exhaustive]
pub enum NvrtcErrorKind {
    /// No NVRTC could be loaded.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// NVRTC did not compile the program, in most cases because of an error in the source.
    #[error(
        "NVRTC {nvrtc} could not compile {program}: {result}{}{}{help}",
        Log(log),
        OptionLine(options)
    )]
    Compile {
        /// The program's name.
        program: String,
        /// The options, as passed to NVRTC.
        options: Vec<String>,
        /// The result of `nvrtcCompileProgram`; `NVRTC_ERROR_COMPILATION` for an error in the source.
        result: nvrtcResult,
        /// NVRTC's log.
        log: String,
        /// Help for a header that is missing or has another version, with a line feed before it; empty otherwise.
        help: String,
        /// The version of NVRTC.
        nvrtc: Version,
    },
    /// NVRTC does not accept an option.
    #[error(
        "NVRTC {nvrtc} does not accept the options for {program}{}{}{}",
        Log(log),
        OptionLine(options),
        NewerOptions(options, *nvrtc)
    )]
    InvalidOption {
        /// The program's name.
        program: String,
        /// The options, as passed to NVRTC.
        options: Vec<String>,
        /// NVRTC's log, which names the wrong option.
        log: String,
        /// The version of NVRTC.
        nvrtc: Version,
    },
    /// NVRTC does not know the architecture.
    #[error(
        "NVRTC {nvrtc} does not know {arch}, for which {program} was to be compiled{}\n  it knows {}",
        Log(log),
        ArchList(supported)
    )]
    UnsupportedArch {
        /// The program's name.
        program: String,
        /// The requested architecture.
        arch: Arch,
        /// The architectures that this NVRTC supports.
        supported: Vec<Arch>,
        /// NVRTC's log.
        log: String,
        /// The version of NVRTC.
        nvrtc: Version,
    },
    /// A cubin was requested for a virtual architecture.
    #[error("a cubin of {program} needs a real architecture: {}, not {arch}", arch.to_real())]
    VirtualArch {
        /// The program's name.
        program: String,
        /// The requested architecture.
        arch: Arch,
    },
    /// The GPU is too old for NVRTC.
    #[error(
        "NVRTC {nvrtc} compiles for {} and newer, and the GPU is of compute capability {}.{}: use an older NVRTC",
        ArchList(supported.get(..1).unwrap_or_default()),
        capability.0,
        capability.1
    )]
    OldGpu {
        /// The GPU's compute capability.
        capability: (u32, u32),
        /// The architectures that this NVRTC supports.
        supported: Vec<Arch>,
        /// The version of NVRTC.
        nvrtc: Version,
    },
    /// The driver has an older major version than NVRTC, and can't load its output.
    #[error(
        "a driver of CUDA {driver} can't load what NVRTC {nvrtc} compiles: use an NVRTC of CUDA {}, or, for a GPU, a newer driver{}",
        driver.major,
        Install(*driver)
    )]
    DriverTooOld {
        /// The driver's CUDA version.
        driver: Version,
        /// The version of NVRTC.
        nvrtc: Version,
    },
    /// The PTX is newer than the driver.
    #[error(
        "a driver of CUDA {driver} does not accept PTX {version}{}: use an NVRTC that is not newer than the driver, or, for a GPU, a newer driver or a cubin{}",
        OfCuda(*version),
        Install(*driver)
    )]
    PtxTooNew {
        /// The version of the PTX.
        version: PtxVersion,
        /// The driver's CUDA version.
        driver: Version,
    },
    /// An option uses a precompiled header whose validity nothing guarantees, or passes options to NVRTC's front end, which
    /// may do so.
    #[error(
        "{option} of {program} may use a precompiled header, and a damaged one can end the process: pass it with the unsafe \
         Program::use_pch or Program::pch_dir"
    )]
    UntrustedPch {
        /// The program's name.
        program: String,
        /// The option.
        option: String,
    },
    /// NVRTC compiled the program, but not to the requested output.
    #[error(
        "NVRTC {nvrtc} generated no {output} for {program} with these options{}{}",
        if *output == "cubin" { ": a cubin needs a real architecture, such as Arch::sm(9, 0)" } else { "" },
        OptionLine(options)
    )]
    NoOutput {
        /// The program's name.
        program: String,
        /// The requested output, such as `PTX` or `cubin`.
        output: &'static str,
        /// The options, as passed to NVRTC.
        options: Vec<String>,
        /// The version of NVRTC.
        nvrtc: Version,
    },
    /// The program's [flow](crate::program::Program::flow) ended the compilation.
    #[error("the compilation of {program} was cancelled")]
    Cancelled {
        /// The program's name.
        program: String,
    },
    /// The [callback](crate::program::Program::flow) of a compilation used NVRTC, which would deadlock.
    #[error(
        "NVRTC can't be used by its own callback while it compiles; use it after the compilation"
    )]
    InCallback,
    /// CUDA's own headers were not found.
    #[error(transparent)]
    Headers(#[from] NotFound),
    /// A string contains a NUL byte, where NVRTC would end it.
    #[error("{text} has a NUL byte at byte {at}, where NVRTC would end it")]
    InteriorNul {
        /// The string.
        text: Text,
        /// The number of bytes before the NUL byte.
        at: usize,
    },
    /// A function of NVRTC that doesn't concern the program failed.
    #[error("{function} of NVRTC {nvrtc} failed: {result}")]
    Call {
        /// The function's name.
        function: &'static str,
        /// Its result.
        result: nvrtcResult,
        /// The version of NVRTC.
        nvrtc: Version,
    },
    /// The headers bundled with NVRTC could not be installed, removed or queried.
    #[error("{function} of NVRTC {nvrtc} failed: {result}{}", Log(log))]
    BundledHeaders {
        /// The function's name.
        function: &'static str,
        /// Its result.
        result: nvrtcResult,
        /// NVRTC's message; empty if there is none.
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

/// Formats a log, each line indented; nothing for an empty log.
struct Log<'a>(&'a str);

impl fmt::Display for Log<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = self.0.trim_ascii_end();
        while !rest.is_empty() {
            let (line, after) = cut(rest, "\n").unwrap_or((rest, ""));
            let line = line.strip_suffix("\r").unwrap_or(line);
            let indent = if line.is_empty() { "\n" } else { "\n  " };
            write!(f, "{indent}{line}")?;
            rest = after;
        }
        Ok(())
    }
}

/// Formats the options on a separate line, if there are any.
struct OptionLine<'a>(&'a [String]);

impl fmt::Display for OptionLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return Ok(());
        }
        f.write_str("\n  options ")?;
        self.0.iter().try_for_each(|option| write!(f, " {option}"))
    }
}

/// Formats a line of help for each option that a newer NVRTC has.
struct NewerOptions<'a>(&'a [String], Version);

impl fmt::Display for NewerOptions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(options, nvrtc) = *self;
        for option in options {
            if let Some(needed) = needs_newer(option, nvrtc) {
                write!(f, "\n  help     {option} needs NVRTC {needed}, and this is {nvrtc}")?;
            }
        }
        Ok(())
    }
}

/// Formats a list of architectures.
struct ArchList<'a>(&'a [Arch]);

impl fmt::Display for ArchList<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, arch) in self.0.iter().enumerate() {
            let comma = if index == 0 { "" } else { ", " };
            write!(f, "{comma}{arch}")?;
        }
        Ok(())
    }
}

/// Formats the CUDA version that introduced the PTX version, if it is known.
struct OfCuda(PtxVersion);

impl fmt::Display for OfCuda {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.cuda_version() {
            Some(version) => write!(f, ", which is of CUDA {version}"),
            None => Ok(()),
        }
    }
}

/// Formats how to install an NVRTC whose output the driver loads, on a separate line.
struct Install(Version);

impl fmt::Display for Install {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match cuda_arch::nvrtc_for_driver(self.0) {
            Some(command) => write!(f, "\n  help     {command}"),
            None => Ok(()),
        }
    }
}

/// Formats why a function is missing.
struct Absence<'a>(&'a Function, Version);

impl fmt::Display for Absence<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(function, nvrtc) = self;
        let version = Version::from_number;
        if let Some(until) = function.until.map(version)
            && *nvrtc >= until
        {
            let name = function.name;
            return write!(
                f,
                "{name} was removed in NVRTC {until}, and this is {nvrtc}: use an older one"
            );
        }
        let since = version(function.since);
        if *nvrtc < since {
            return write!(f, "{} needs NVRTC {since} or newer, this is {nvrtc}", function.name);
        }
        write!(f, "this NVRTC {nvrtc} has no {}, which it should have: reinstall it", function.name)
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn lines_of_a_log_are_indented_but_for_empty_ones() {
        for log in ["a\n\n é\n", "a\r\n\r\n é\r\n\r\n"] {
            assert_eq!(super::Log(log).to_string(), "\n  a\n\n   é");
        }
        assert_eq!(super::Log(" \r\n").to_string(), "");
    }
}
