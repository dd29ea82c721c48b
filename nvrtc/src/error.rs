use std::fmt;

use cuda_pathfinder::NotFound;
use nvrtc_sys::{Function, LoadError, nvrtcResult};

use crate::headers::MissingHeader;
use crate::options::needs_newer;
use crate::{Arch, PtxVersion, Text, Version};

/// What kept a program from being compiled.
///
/// Its text begins with one line that says what failed; NVRTC's log follows, indented.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum NvrtcError {
    /// No NVRTC could be loaded.
    Load(LoadError),
    /// NVRTC did not compile the program: an error in the source, in most cases.
    Compile {
        /// The program's name.
        program: String,
        /// The options, as NVRTC got them.
        options: Vec<String>,
        /// What `nvrtcCompileProgram` answered; `NVRTC_ERROR_COMPILATION` for an error in the source.
        result: nvrtcResult,
        /// NVRTC's log.
        log: String,
        /// The version of NVRTC.
        nvrtc: Version,
    },
    /// NVRTC does not accept an option.
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
    VirtualArch {
        /// The program's name.
        program: String,
        /// The architecture that was asked for.
        arch: Arch,
    },
    /// NVRTC knows no GPU as old as that.
    OldGpu {
        /// The GPU's compute capability.
        capability: (u32, u32),
        /// The architectures that this NVRTC knows.
        supported: Vec<Arch>,
        /// The version of NVRTC.
        nvrtc: Version,
    },
    /// The driver is of an older major version than NVRTC, and takes nothing from it.
    DriverTooOld {
        /// The driver's CUDA version.
        driver: Version,
        /// The version of NVRTC.
        nvrtc: Version,
    },
    /// The PTX is newer than the driver.
    PtxTooNew {
        /// The version of the PTX.
        version: PtxVersion,
        /// The driver's CUDA version.
        driver: Version,
    },
    /// NVRTC compiled the program, but not to what was asked for.
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
    Cancelled {
        /// The program's name.
        program: String,
    },
    /// NVRTC was used by what it [asks](crate::Program::flow) while it compiles, and would wait for itself.
    Asking,
    /// CUDA's own headers were not found.
    Headers(NotFound),
    /// A text has a NUL byte inside, where NVRTC would take it to end.
    InteriorNul {
        /// The text.
        text: Text,
        /// How many bytes come before the NUL byte.
        at: usize,
    },
    /// A function of NVRTC failed that isn't about the program.
    Call {
        /// The function's name.
        function: &'static str,
        /// What it answered.
        result: nvrtcResult,
        /// The version of NVRTC.
        nvrtc: Version,
    },
    /// The headers that come with NVRTC could not be installed, removed or asked about.
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
    Absent {
        /// The function.
        function: &'static Function,
        /// The version of NVRTC.
        nvrtc: Version,
    },
}

impl fmt::Display for NvrtcError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Load(error) => error.fmt(f),
            Self::Headers(error) => error.fmt(f),
            Self::Compile {
                program,
                options,
                result,
                log,
                nvrtc,
            } => {
                let nvrtc = *nvrtc;
                let missing = MissingHeader { log, nvrtc };
                let (log, options) = (Log(log), Options(options));
                write!(
                    f,
                    "NVRTC {nvrtc} could not compile {program}: {result}{log}{options}{missing}"
                )
            }
            Self::InvalidOption {
                program,
                options,
                log,
                nvrtc,
            } => {
                let newer = |option: &String| Some((option.clone(), needs_newer(option, *nvrtc)?));
                let newer: Vec<_> = options.iter().filter_map(newer).collect();
                let (log, options) = (Log(log), Options(options));
                write!(
                    f,
                    "NVRTC {nvrtc} does not accept the options for {program}{log}{options}"
                )?;
                for (option, needed) in newer {
                    write!(
                        f,
                        "\n  help     {option} is known to be in NVRTC {needed}, and this is {nvrtc}"
                    )?;
                }
                Ok(())
            }
            Self::UnsupportedArch {
                program,
                arch,
                supported,
                log,
                nvrtc,
            } => {
                let (log, known) = (
                    Log(log),
                    supported
                        .iter()
                        .map(Arch::to_string)
                        .collect::<Vec<_>>()
                        .join(", "),
                );
                write!(
                    f,
                    "NVRTC {nvrtc} does not know {arch}, for which {program} was to be compiled{log}\n  it knows {known}"
                )
            }
            Self::VirtualArch { program, arch } => {
                write!(
                    f,
                    "a cubin of {program} needs a real architecture: {}, not {arch}",
                    arch.to_real()
                )
            }
            Self::OldGpu {
                capability: (major, minor),
                supported,
                nvrtc,
            } => {
                let oldest = supported.first().map(Arch::to_string);
                write!(
                    f,
                    "NVRTC {nvrtc} compiles for {} and newer, and the GPU is of compute capability {major}.{minor}: use an older NVRTC",
                    oldest.unwrap_or_default()
                )
            }
            Self::DriverTooOld { driver, nvrtc } => write!(
                f,
                "a driver of CUDA {driver} takes nothing that NVRTC {nvrtc} compiles: update the driver, or use an NVRTC of CUDA {}",
                driver.major
            ),
            Self::PtxTooNew { version, driver } => {
                let needed = version.cuda_version();
                let needed = needed
                    .map_or_else(String::new, |needed| format!(", which is of CUDA {needed}"));
                write!(
                    f,
                    "a driver of CUDA {driver} does not take PTX {version}{needed}: update the driver, compile to a cubin, or use an NVRTC that is not newer than the driver"
                )
            }
            Self::NoOutput {
                program,
                output,
                options,
                nvrtc,
            } => {
                let hint = if *output == "cubin" {
                    ": a cubin needs a real architecture, such as Arch::sm(9, 0)"
                } else {
                    ""
                };
                write!(
                    f,
                    "NVRTC {nvrtc} made no {output} of {program} with these options{hint}{}",
                    Options(options)
                )
            }
            Self::Cancelled { program } => {
                write!(f, "the compilation of {program} was cancelled")
            }
            Self::Asking => f.write_str(
                "NVRTC can't be used by what it asks while it compiles; do it after the compilation",
            ),
            Self::InteriorNul { text, at } => {
                write!(
                    f,
                    "{text} has a NUL byte at byte {at}, where NVRTC would take it to end"
                )
            }
            Self::Call {
                function,
                result,
                nvrtc,
            } => write!(f, "{function} of NVRTC {nvrtc} failed: {result}"),
            Self::BundledHeaders {
                function,
                result,
                log,
                nvrtc,
            } => {
                let log = Log(log);
                write!(f, "{function} of NVRTC {nvrtc} failed: {result}{log}")
            }
            Self::Absent { function, nvrtc } => Absence(function, *nvrtc).fmt(f),
        }
    }
}

impl std::error::Error for NvrtcError {}

impl From<LoadError> for NvrtcError {
    fn from(error: LoadError) -> Self {
        Self::Load(error)
    }
}

impl NvrtcError {
    /// NVRTC's log, if the error came with one.
    #[must_use]
    pub fn log(&self) -> Option<&str> {
        match self {
            Self::Compile { log, .. }
            | Self::InvalidOption { log, .. }
            | Self::UnsupportedArch { log, .. }
            | Self::BundledHeaders { log, .. } => Some(log),
            _ => None,
        }
    }
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

/// Why a function isn't there.
struct Absence(&'static Function, Version);

impl fmt::Display for Absence {
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
