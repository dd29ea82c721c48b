//! NVRTC's options, one method each. To add an option, add a row; until then [`Program::option`] accepts any. `--utf-8`
//! of 13.5 has no method, because on Linux NVRTC's own front end rejects it.

use std::ffi::{CStr, CString};
use std::fmt;
use std::path::Path;

use crate::program::Program;
use cuda_arch::Version;
use cuda_pathfinder::cut;

/// A C++ standard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Standard {
    /// C++03.
    Cpp03,
    /// C++11.
    Cpp11,
    /// C++14.
    Cpp14,
    /// C++17.
    Cpp17,
    /// C++20, from NVRTC 12.0.
    Cpp20,
    /// C++23, from NVRTC 13.3.
    Cpp23,
}

impl fmt::Display for Standard {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Cpp03 => "c++03",
            Self::Cpp11 => "c++11",
            Self::Cpp14 => "c++14",
            Self::Cpp17 => "c++17",
            Self::Cpp20 => "c++20",
            Self::Cpp23 => "c++23",
        })
    }
}

/// The degree to which the compiler trades the kernel's speed for its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FastCompile {
    /// None, the default.
    Off,
    /// A little: compilation may take half as long, and a kernel twice as long to run.
    Min,
    /// No expensive optimizations.
    Mid,
    /// The fastest compilation.
    Max,
}

impl fmt::Display for FastCompile {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Off => "0",
            Self::Min => "min",
            Self::Mid => "mid",
            Self::Max => "max",
        })
    }
}

/// Warnings that can be turned into errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Warning {
    /// All.
    All,
    /// Member initializers in a different order than the members.
    Reorder,
    /// Use of deprecated items.
    DeprecatedDeclarations,
    /// A conversion of numbers that may narrow, from NVRTC 13.4.
    Conversion,
}

impl fmt::Display for Warning {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::All => "all-warnings",
            Self::Reorder => "reorder",
            Self::DeprecatedDeclarations => "deprecated-declarations",
            Self::Conversion => "conversion",
        })
    }
}

/// The optimizations that the compiler can report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum OptimizationInfo {
    /// Functions that were inlined.
    Inline,
}

impl fmt::Display for OptimizationInfo {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Inline => "inline",
        })
    }
}

/// The value after the `=` of an option.
trait OptionValue {
    fn bytes(&self) -> Vec<u8>;
}

impl OptionValue for bool {
    #[inline]
    fn bytes(&self) -> Vec<u8> {
        self.to_string().into_bytes()
    }
}

impl OptionValue for u32 {
    #[inline]
    fn bytes(&self) -> Vec<u8> {
        self.to_string().into_bytes()
    }
}

impl OptionValue for &str {
    #[inline]
    fn bytes(&self) -> Vec<u8> {
        self.to_string().into_bytes()
    }
}

impl OptionValue for Standard {
    #[inline]
    fn bytes(&self) -> Vec<u8> {
        self.to_string().into_bytes()
    }
}

impl OptionValue for FastCompile {
    #[inline]
    fn bytes(&self) -> Vec<u8> {
        self.to_string().into_bytes()
    }
}

impl OptionValue for OptimizationInfo {
    #[inline]
    fn bytes(&self) -> Vec<u8> {
        self.to_string().into_bytes()
    }
}

impl OptionValue for &Path {
    fn bytes(&self) -> Vec<u8> {
        self.as_os_str().as_encoded_bytes().to_vec()
    }
}

/// Formats the values separated by commas.
impl<T: fmt::Display> OptionValue for &[T] {
    fn bytes(&self) -> Vec<u8> {
        let texts: Vec<String> = self.iter().map(ToString::to_string).collect();
        texts.join(",").into_bytes()
    }
}

/// Defines the methods, and the table of the versions that introduced the options.
macro_rules! options {
    ($($(#[$doc:meta])* $since:literal $method:ident($($value:ident: $ty:ty)?) $flag:literal $($short:literal)?;)*) => {
        /// [Options](https://docs.nvidia.com/cuda/nvrtc/index.html#supported-compile-options), under their names in
        /// NVRTC. If this NVRTC is too old for an option, compiling returns
        /// [`InvalidOption`](crate::error::NvrtcErrorKind::InvalidOption) with the version that it needs.
        impl Program<'_> {
            $(
                $(#[$doc])*
                #[doc(alias($flag $(, $short)?))]
                #[inline]
                pub fn $method(self $(, $value: $ty)?) -> Self {
                    self.with_option($flag, options!(@value $($value)?))
                }
            )*
        }

        /// The first CUDA version that has an option, among those that the bindings are generated from, or 0 if all have it,
        /// and the option: text, because a program that is loaded relocates each pointer of a table.
        const OPTIONS: &str = concat!($($since, " ", $flag, "\n"),*);
    };
    (@value) => { None };
    (@value $value:ident) => { Some(OptionValue::bytes(&$value)) };
}

options! {
    /// Generates relocatable code, which can be linked with other code.
    0 device_c() "--device-c" "-dc";
    /// Generates code that isn't linked with other code, the default.
    0 device_w() "--device-w" "-dw";
    /// Sets whether to generate relocatable code, which can be linked with other code; off by default.
    0 relocatable_device_code(on: bool) "--relocatable-device-code" "-rdc";
    /// Compiles as a whole program that can still be extended by linking.
    0 extensible_whole_program() "--extensible-whole-program" "-ewp";

    /// Enables tile code, and defines `__CUDACC_TILE__`.
    13030 enable_tile() "--enable-tile";
    /// Enables tile code, and compiles only that.
    13030 tile_only() "--tile-only";
    /// Enables tile code, and compiles everything else.
    13030 simt_only() "--simt-only";
    /// Enables previews of tile features, and defines `__CUDACC_TILE_PREVIEW_SIMT__`. NVIDIA's page writes `SIMT`,
    /// which NVRTC 13.5 rejects.
    13050 tile_preview_simt() "--tile-preview=simt";
    /// Treats functions and variables without an execution space as `__tile__`.
    13030 tile_as_default_execution_space() "--tile-as-default-execution-space" "-default-tile";
    /// Reports which variables could not be made `__tile__` by
    /// [`tile_as_default_execution_space`](Self::tile_as_default_execution_space).
    13030 diagnose_implicit_tile_var() "--diagnose-implicit-tile-var";

    /// Writes debug information, and turns off optimizations unless [`dopt`](Self::dopt) is given.
    0 device_debug() "--device-debug" "-G";
    /// Writes the source line of each instruction.
    0 generate_line_info() "--generate-line-info" "-lineinfo";

    /// Optimizes even with [`device_debug`](Self::device_debug).
    0 dopt() "--dopt=on" "-dopt";
    /// Compiles faster, to slower code.
    12050 ofast_compile(level: FastCompile) "--Ofast-compile" "-Ofc";
    /// Passes options to ptxas.
    0 ptxas_options(options: &str) "--ptxas-options" "-Xptxas";
    /// Sets the maximum number of registers per thread.
    0 maxrregcount(registers: u32) "--maxrregcount";
    /// Sets whether single-precision denormals are flushed to zero; off by default.
    0 ftz(on: bool) "--ftz";
    /// Sets whether single-precision square roots are correctly rounded; on by default.
    0 prec_sqrt(on: bool) "--prec-sqrt";
    /// Sets whether single-precision divisions are correctly rounded; on by default.
    0 prec_div(on: bool) "--prec-div";
    /// Ignores the sign of zeros.
    13040 fno_signed_zeros() "--fno-signed-zeros";
    /// Assumes that there are no infinities or NaNs.
    13040 ffinite_math_only() "--ffinite-math-only";
    /// Uses fast math: flushes denormals to zero, allows approximate division and square roots, and fuses
    /// multiplications and additions.
    0 use_fast_math() "--use_fast_math";
    /// Vectorizes more aggressively.
    0 extra_device_vectorization() "--extra-device-vectorization";
    /// Sets whether NVRTC may raise the process's stack limit while it compiles; on by default on Linux.
    0 modify_stack_limit(on: bool) "--modify-stack-limit";
    /// Optimizes before it writes LTO-IR.
    12000 gen_opt_lto() "--gen-opt-lto";
    /// Sets the minimum density of cases, in percent up to 101, for which a `switch` becomes a jump table.
    12030 jump_table_density(percent: u32) "--jump-table-density" "-jtd";
    /// Sets whether functions detect stack overwrites with canaries; off by default.
    12060 device_stack_protector(on: bool) "--device-stack-protector";
    /// Disables NVRTC's own cache.
    12090 no_cache() "--no-cache";
    /// Sets the seed of names that would otherwise be random.
    12090 frandom_seed(seed: &str) "--frandom-seed";
    /// Compiles on this many threads; 0 means one per core.
    12000 split_compile(threads: u32) "--split-compile";

    /// Undefines the macro `name`.
    0 undefine_macro(name: &str) "--undefine-macro" "-U";
    /// Includes `header` before everything else.
    0 pre_include(header: &str) "--pre-include" "-include";
    /// Doesn't search the source's own folder for headers.
    0 no_source_include() "--no-source-include";
    /// Installs the headers bundled with NVRTC in `folder`, unless they are there, and searches it.
    13030 use_bundled_headers(folder: &Path) "--use-bundled-headers";

    /// Sets the C++ standard.
    0 std(standard: Standard) "--std";
    /// Sets whether `std::move` and `std::forward` are available without a header; on by default.
    0 builtin_move_forward(on: bool) "--builtin-move-forward";
    /// Sets whether `std::initializer_list` is available without a header; on by default.
    0 builtin_initializer_list(on: bool) "--builtin-initializer-list";

    /// Creates and uses precompiled headers automatically, in a temporary folder that NVRTC creates for the process.
    12080 pch() "--pch";
    /// Creates a precompiled header.
    12080 create_pch(file: &Path) "--create-pch";
    /// Sets whether the log reports why a precompiled header was not used; on by default.
    12080 pch_verbose(on: bool) "--pch-verbose";
    /// Sets whether the log reports that a precompiled header was created or used; on by default.
    12080 pch_messages(on: bool) "--pch-messages";
    /// Sets whether templates are instantiated in precompiled headers; on by default.
    12080 instantiate_templates_in_pch(on: bool) "--instantiate-templates-in-pch";

    /// Disables warnings.
    0 disable_warnings() "--disable-warnings" "-w";
    /// Warns about member initializers in a different order than the members.
    13010 wreorder() "--Wreorder";
    /// Warns about conversions of numbers that may narrow.
    13040 wconversion() "--Wconversion";
    /// Turns these warnings into errors.
    13010 warning_as_error(warnings: &[Warning]) "--warning-as-error" "-Werror";
    /// Sets the number of errors after which compilation stops.
    13040 fmax_errors(errors: u32) "--fmax-errors";
    /// Promises that kernel pointers don't alias.
    0 restrict() "--restrict";
    /// Treats functions and variables without an execution space as `__device__`.
    0 device_as_default_execution_space() "--device-as-default-execution-space" "-default-device";
    /// Enables the type `__int128`.
    0 device_int128() "--device-int128";
    /// Enables the types `__float128` and `_Float128`.
    12060 device_float128() "--device-float128";
    /// Reports optimizations in the log.
    0 optimization_info(kind: OptimizationInfo) "--optimization-info" "-opt-info";
    /// Shows the numbers of diagnostics in the log, the default.
    0 display_error_number() "--display-error-number" "-err-no";
    /// Hides the numbers of diagnostics in the log.
    0 no_display_error_number() "--no-display-error-number" "-no-err-no";
    /// Turns the diagnostics with these numbers into errors.
    0 diag_error(numbers: &[u32]) "--diag-error";
    /// Suppresses the diagnostics with these numbers.
    0 diag_suppress(numbers: &[u32]) "--diag-suppress";
    /// Turns the diagnostics with these numbers into warnings.
    0 diag_warn(numbers: &[u32]) "--diag-warn";
    /// Sets whether diagnostics omit the source line; off by default.
    12010 brief_diagnostics(on: bool) "--brief-diagnostics" "-brief-diag";
    /// Appends the time that each phase of the compiler took to a CSV file.
    12010 time(file: &Path) "--time";
    /// Writes a trace of the compiler, for a trace viewer.
    12050 fdevice_time_trace(file: &Path) "--fdevice-time-trace";
    /// Only checks the syntax.
    12040 fdevice_syntax_only() "--fdevice-syntax-only";
    /// Disables language features that many kernels don't need, to compile faster.
    12040 minimal() "--minimal";
}

impl Program<'_> {
    /// Uses a precompiled header.
    ///
    /// # Safety
    /// Whenever this program or a clone of it is compiled, the file is a complete precompiled header written by the
    /// same NVRTC, and nothing changes it until the compilation has ended: NVRTC maps it unchecked, and a damaged one
    /// can crash the process.
    #[doc(alias = "--use-pch")]
    #[inline]
    pub unsafe fn use_pch(self, file: &Path) -> Self {
        self.with_trusted_pch("--use-pch", file)
    }

    /// Sets the folder of precompiled headers.
    ///
    /// # Safety
    /// As [`use_pch`](Self::use_pch), for every precompiled header in the folder.
    #[doc(alias = "--pch-dir")]
    #[inline]
    pub unsafe fn pch_dir(self, folder: &Path) -> Self {
        self.with_trusted_pch("--pch-dir", folder)
    }

    #[inline]
    fn with_trusted_pch(mut self, flag: &str, path: &Path) -> Self {
        self = self.with_option(flag, Some(path.bytes()));
        self.trusted_pch.extend(self.last_option().cloned());
        self
    }

    /// Returns the option with which the program would use a precompiled header whose validity nothing guarantees.
    ///
    /// NVRTC ignores spaces before an option. With `-Xcudafe`, which isn't documented, it passes any option to its front
    /// end, also abbreviated.
    pub(crate) fn untrusted_pch(&self) -> Option<String> {
        let options = self.nvrtc_options();
        let uses_pch = |option: &CStr| {
            let text = option.to_string_lossy();
            let name = text.trim_start_matches(|c: char| c == '-' || c.is_whitespace());
            let is_named = ["use-pch", "use_pch", "pch-dir", "pch_dir"]
                .iter()
                .any(|prefix| name.starts_with(prefix));
            is_named || cut(&text, "cudafe").is_some()
        };
        let is_trusted =
            |option: &CStr| self.trusted_pch.iter().any(|trusted| **trusted == *option);
        options
            .iter()
            .find(|option| uses_pch(option) && !is_trusted(option))
            .map(|option| option.to_string_lossy().into_owned())
    }

    #[inline]
    fn with_option(mut self, flag: &str, value: Option<Vec<u8>>) -> Self {
        let option = match value {
            None => flag.into(),
            Some(value) => [flag.as_bytes(), b"=", &value].concat(),
        };
        self.push_option(CString::new(option));
        self
    }
}

/// Values that are newer than their option, and options that `options!` doesn't define.
const VALUES: &str = "12000 --std=c++20
13030 --std=c++23
13040 --warning-as-error=conversion
12090 --Ofast-compile=min
12090 --Ofast-compile=mid
12080 --use-pch
12080 --pch-dir
";

/// Returns the version that an option needs, if `nvrtc` may be too old for it.
pub(crate) fn needs_newer(option: &str, nvrtc: Version) -> Option<Version> {
    let name = cut(option, "=").map_or(option, |(name, _)| name);
    for list in &[VALUES, OPTIONS] {
        for text in &[option, name] {
            let Some((before, _)) = cut(list, &format!(" {text}\n")) else {
                continue;
            };
            // The last line is its number.
            let mut since = 0;
            for byte in before.bytes() {
                match byte {
                    b'\n' => since = 0,
                    b'0'..=b'9' => since = since * 10 + u32::from(byte - b'0'),
                    _ => {}
                }
            }
            let since = Version::from_number(since);
            return (nvrtc < since).then_some(since);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(program: &Program<'_>) -> Vec<String> {
        crate::program::shown(&program.nvrtc_options())
    }

    #[test]
    fn options_are_formatted_as_nvrtc_accepts_them() {
        let program = Program::new("x.cu", "")
            .std(Standard::Cpp17)
            .device_debug()
            .ftz(true)
            .maxrregcount(32)
            .ofast_compile(FastCompile::Max)
            .diag_suppress(&[177, 550])
            .warning_as_error(&[Warning::All, Warning::Reorder])
            .time(Path::new("times.csv"))
            .ptxas_options("-v");
        let expected = [
            "--std=c++17",
            "--device-debug",
            "--ftz=true",
            "--maxrregcount=32",
            "--Ofast-compile=max",
            "--diag-suppress=177,550",
            "--warning-as-error=all-warnings,reorder",
            "--time=times.csv",
            "--ptxas-options=-v",
        ];
        assert_eq!(options(&program), expected);
    }

    #[test]
    fn the_required_version_of_an_option_is_known() {
        let needed = |option| needs_newer(option, Version::new(12, 0));
        assert_eq!(needed("--minimal"), Some(Version::new(12, 4)));
        assert_eq!(needed("--pch-dir=x"), Some(Version::new(12, 8)));
        assert_eq!(needed("--Ofast-compile=max"), Some(Version::new(12, 5)));
        assert_eq!(needed("--Ofast-compile=min"), Some(Version::new(12, 9)));
        assert_eq!(needed("--tile-preview=simt"), Some(Version::new(13, 5)));
        assert_eq!(needed("--std=c++23"), Some(Version::new(13, 3)));
        assert_eq!(needed("--std=c++17"), None);
        assert_eq!(needed("--fmad=true"), None);
        assert_eq!(needed("--gen-opt-lto"), None);
    }
}
