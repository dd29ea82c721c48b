//! Help for compilations that fail because of headers.

use std::borrow::Cow;
use std::ffi::CStr;
use std::fmt;
use std::path::{Path, PathBuf};

use cuda_pathfinder::{CCCL_HEADERS, CUDA_HEADERS, HeaderSet, cut, defined, header_set_of};

use crate::headers::SETS;
use cuda_arch::Version;

/// Formats help for a header that is missing according to NVRTC's log; empty if none is missing.
pub(crate) struct MissingHeader<'a> {
    pub(crate) log: &'a str,
    pub(crate) nvrtc: Version,
    /// The include folders of the program.
    pub(crate) folders: &'a [PathBuf],
}

impl fmt::Display for MissingHeader<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(header) = missing(self.log) else {
            return self.write_older(f);
        };
        if let Some(includer) = self.includer()
            && header_set_of(header).is_none()
        {
            return write!(
                f,
                "\n  help     {} includes it, not your program: that header is for host code, or for another version of NVRTC than {}",
                includer.display(),
                self.nvrtc
            );
        }
        if ["stdio.h", "cstdio", "assert.h", "cassert"].contains(&header) {
            return f.write_str("\n  help     NVRTC has printf and assert: remove the include");
        }
        if ["vector", "string", "map", "memory", "iostream"].contains(&header) {
            return write!(
                f,
                "\n  help     NVRTC has no C++ standard library, and nothing in place of <{header}> on the device; what CUDA has \
                 is in cuda/std, such as <cuda/std/array> and <cuda/std/span>"
            );
        }
        if let Some(of_cuda) = standard_equivalent(header) {
            return write!(
                f,
                "\n  help     NVRTC has no C++ standard library; <{of_cuda}> of the {} is its <{header}>, in the namespace \
                 cuda::std, and Program::cuda_headers passes its folder",
                CCCL_HEADERS.title
            );
        }
        let Some(set) = header_set_of(header) else {
            return f.write_str(
                "\n  help     pass its folder with Program::include_dir, or its text with Program::header",
            );
        };
        if let Some(there) =
            self.folders.iter().find_map(|folder| InstalledHeaders::of(folder, set))
        {
            return there.write_without(f, header, self.nvrtc, set);
        }
        let passed = if SETS.iter().any(|other| std::ptr::eq(*other, set)) {
            "which Program::cuda_headers passes"
        } else {
            "whose folder Program::include_dir passes"
        };
        write!(f, "\n  help     {header} is one of the {}, {passed}", set.title)?;
        match set.help.text(Some(self.nvrtc.major)) {
            Some(help) => write!(f, "; if they are not installed: {help}"),
            None => Ok(()),
        }
    }
}

impl MissingHeader<'_> {
    /// Returns the header, in an include folder, that includes the missing one.
    fn includer(&self) -> Option<&Path> {
        let (mut line, _) = cut(self.log, MISSING)?;
        while let Some((_, after)) = cut(line, "\n") {
            line = after;
        }
        // `FILE(LINE): error: ...`
        let (place, _) = cut(line, "): ")?;
        let end = place.as_bytes().iter().rposition(|byte| *byte == b'(')?;
        let file = Path::new(&place[..end]);
        let is_there = self.folders.iter().any(|folder| file.starts_with(folder));
        is_there.then_some(file)
    }

    /// Writes help if headers that the log names are older than NVRTC, or else for a name that
    /// isn't defined.
    fn write_older(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for folder in self.folders {
            let Some(number) = defined(&folder.join(CUDA_HEADERS.header), "CUDA_VERSION") else {
                continue;
            };
            let (version, shown) = (Version::from_number(number), folder.display().to_string());
            if version < self.nvrtc && cut(self.log, &shown).is_some() {
                return write!(
                    f,
                    "\n  help     the CUDA headers in {shown} are of {version}, and NVRTC is {}: use the same version for both",
                    self.nvrtc
                );
            }
        }
        self.write_undefined(f)
    }

    /// Writes help for the first name that is undefined, if a header of CUDA's defines it.
    fn write_undefined(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(name) = quoted(self.log, "namespace \"std\" has no member \"") {
            return write!(
                f,
                "\n  help     NVRTC has no C++ standard library; what the {} have of it is in cuda::std: include the header \
                 with cuda::std::{name}, such as <cuda/std/limits>, and pass their folder with Program::cuda_headers",
                CCCL_HEADERS.title
            );
        }
        match undefined(self.log).and_then(|name| Some((name, header_of(name)?))) {
            Some((name, (header, instead))) => write!(
                f,
                "\n  help     NVRTC doesn't define {name}: include <{header}>, which {instead}, and pass its folder with \
                 Program::cuda_headers"
            ),
            None => Ok(()),
        }
    }
}

/// An installed set of headers that lacks the header.
struct InstalledHeaders {
    folder: PathBuf,
    /// The version as text, if the headers define it.
    version: Option<String>,
}

impl InstalledHeaders {
    fn of(folder: &Path, set: &'static HeaderSet) -> Option<Self> {
        if !folder.join(set.header).is_file() {
            return None;
        }
        let version = if std::ptr::eq(set, &CCCL_HEADERS) {
            let number = defined(&folder.join("cuda/std/__cccl/version.h"), "CCCL_VERSION");
            number.map(|n| format!("CCCL {}.{}.{}", n / 1_000_000, n / 1000 % 1000, n % 1000))
        } else {
            let number = set.version.and_then(|name| defined(&folder.join(set.header), name));
            number.map(|number| format!("of CUDA {}", Version::from_number(number)))
        };
        let folder = folder.to_owned();
        Some(Self { folder, version })
    }

    fn write_without(
        &self,
        f: &mut fmt::Formatter<'_>,
        header: &str,
        nvrtc: Version,
        set: &HeaderSet,
    ) -> fmt::Result {
        let Self { folder, version } = self;
        let (title, folder) = (set.title, folder.display());
        write!(f, "\n  help     {header} is one of the {title}, which those in {folder} ")?;
        match version {
            Some(version) => write!(f, "({version}) don't have; NVRTC is {nvrtc}")?,
            None => write!(f, "don't have; NVRTC is {nvrtc}")?,
        }
        match set.help.text(Some(nvrtc.major)) {
            Some(help) => write!(f, "; newer ones: {help}"),
            None => Ok(()),
        }
    }
}

/// Returns the folders of a program's options.
pub(crate) fn folders(options: &[Cow<'_, CStr>]) -> Vec<PathBuf> {
    let mut folders = Vec::new();
    for option in options {
        if let Ok(option) = option.to_str()
            && let Some(folder) = option.strip_prefix("--include-path=")
        {
            folders.push(PathBuf::from(folder));
        }
    }
    folders
}

/// Returns the equivalent of a host header in CUDA's C++ standard library.
fn standard_equivalent(header: &str) -> Option<String> {
    const SAME: &str = "algorithm array atomic barrier bit bitset cfloat chrono climits cmath complex concepts cstddef cstdint \
        cstdlib cstring expected functional initializer_list iterator latch limits mdspan numeric optional ranges ratio semaphore \
        span tuple type_traits utility variant version";
    const OF_C: &str = "float.h limits.h math.h stddef.h stdint.h stdlib.h string.h";
    let is_in = |list: &str| cut(&format!(" {list} "), &format!(" {header} ")).is_some();
    if is_in(SAME) {
        return Some(format!("cuda/std/{header}"));
    }
    let of_c = is_in(OF_C).then(|| header.strip_suffix(".h").unwrap_or(header))?;
    Some(format!("cuda/std/c{of_c}"))
}

/// Returns the header of CUDA's that defines a name which host headers, or others of CUDA's, define, and what it has.
fn header_of(name: &str) -> Option<(&'static str, &'static str)> {
    const IS_IT: &str = "defines it";
    let of_width = |name: &str| {
        let name = name.strip_prefix("u").or(name.strip_prefix("U")).unwrap_or(name);
        let name = name.strip_prefix("int").or(name.strip_prefix("INT"))?;
        let digits = name.bytes().take_while(u8::is_ascii_digit).count();
        (digits > 0 && ["_t", "_MAX", "_MIN"].contains(&&name[digits..])).then_some(())
    };
    let of_c = |name: &str| {
        let name = name.strip_prefix("U").or(name.strip_prefix("S")).unwrap_or(name);
        let (ty, end) = cut(name, "_")?;
        let is_type = ["CHAR", "HRT", "SHRT", "INT", "LONG", "LLONG"].contains(&ty);
        (is_type && ["MAX", "MIN", "BIT"].contains(&end)).then_some(())
    };
    Some(match name {
        "INFINITY" | "NAN" => ("cuda/std/cmath", IS_IT),
        "intptr_t" | "uintptr_t" | "intmax_t" | "uintmax_t" | "SIZE_MAX" => {
            ("cuda/std/cstdint", IS_IT)
        }
        "half" | "half2" | "__half" | "__half2" => ("cuda_fp16.h", IS_IT),
        "nv_bfloat16" | "nv_bfloat162" | "__nv_bfloat16" | "__nv_bfloat162" => {
            ("cuda_bf16.h", IS_IT)
        }
        _ if name.starts_with("CUDART_") => ("math_constants.h", IS_IT),
        _ if name.starts_with("__nv_fp8") => ("cuda_fp8.h", IS_IT),
        _ if name.starts_with("M_") => ("math_constants.h", "has such numbers as CUDART_PI"),
        _ if name.starts_with("FLT_") || name.starts_with("DBL_") => {
            ("cuda/std/limits", "has cuda::std::numeric_limits")
        }
        _ if of_width(name).is_some() => ("cuda/std/cstdint", IS_IT),
        _ if of_c(name).is_some() => ("cuda/std/climits", IS_IT),
        _ => return None,
    })
}

/// Returns the first name that is undefined according to a log.
fn undefined(log: &str) -> Option<&str> {
    let mut rest = log;
    loop {
        let (_, named) = cut(rest, "identifier \"")?;
        let (name, after) = cut(named, "\"")?;
        if after.starts_with(" is undefined") {
            return Some(name);
        }
        rest = after;
    }
}

/// Returns what stands in quotation marks after the words, of which the last one is the first mark.
fn quoted<'a>(log: &'a str, words: &str) -> Option<&'a str> {
    let (_, rest) = cut(log, words)?;
    cut(rest, "\"").map(|(name, _)| name)
}

/// Returns the header that could not be opened according to a log.
fn missing(log: &str) -> Option<&str> {
    quoted(log, MISSING)
}

/// What precedes its name.
const MISSING: &str = "open source file \"";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_missing_header_is_read_from_all_forms_of_the_message() {
        let logs = [
            "k.cu(1): catastrophic error: cannot open source file \"cuda/std/atomic\"\n  #include <cuda/std/atomic>\n",
            "a warning\nk.cu(1): error: could not open source file \"cuda/std/atomic\" (no directories in search list)\n",
        ];
        for log in logs {
            assert_eq!(missing(log), Some("cuda/std/atomic"));
        }
        for log in ["", "k.cu(1): error: expected a \"", "open source file \"cut"] {
            assert_eq!(missing(log), None);
        }
    }

    fn help(header: &str, major: u32) -> String {
        let log = format!("k.cu(1): catastrophic error: cannot open source file \"{header}\"\n");
        let nvrtc = Version::from_number(major * 1000);
        let folders = &[];
        MissingHeader { log: &log, nvrtc, folders }.to_string()
    }

    #[test]
    fn the_help_names_the_package_of_nvrtcs_own_major_version() {
        assert_eq!(
            help("cuda/std/atomic", 13),
            "\n  help     cuda/std/atomic is one of the CCCL headers, which Program::cuda_headers passes; if they are not installed: pip install 'nvidia-cuda-cccl==13.*'"
        );
        assert!(help("crt/mma.h", 12).ends_with("pip install 'nvidia-cuda-nvcc-cu12'"));
        assert!(help("cuda_fp16.h", 11).ends_with("pip install 'nvidia-cuda-runtime-cu11'"));
    }

    #[test]
    fn the_help_for_another_product_names_include_dir() {
        let help = help("curand_kernel.h", 12);
        assert!(help.contains("cuRAND headers, whose folder Program::include_dir passes"));
        assert!(help.ends_with("pip install 'nvidia-curand-cu12'"));
    }

    #[test]
    fn the_help_for_a_standard_header_names_its_cuda_equivalent() {
        assert_eq!(
            help("cstdint", 13),
            "\n  help     NVRTC has no C++ standard library; <cuda/std/cstdint> of the CCCL headers is its <cstdint>, in the \
             namespace cuda::std, and Program::cuda_headers passes its folder"
        );
        assert!(help("stdint.h", 12).contains("<cuda/std/cstdint>"));
        assert!(help("type_traits", 12).contains("<cuda/std/type_traits>"));
        // CUDA's standard library has no containers that allocate.
        let vector = help("vector", 12);
        assert!(
            vector.contains("has no C++ standard library") && vector.contains("<cuda/std/array>")
        );
    }

    #[test]
    fn what_nvrtc_has_needs_no_header() {
        for header in ["stdio.h", "cstdio", "assert.h", "cassert"] {
            assert_eq!(
                help(header, 13),
                "\n  help     NVRTC has printf and assert: remove the include"
            );
        }
    }

    #[test]
    fn the_help_for_an_undefined_name_names_the_header_that_defines_it() {
        let help = |log: &str| {
            let (nvrtc, folders) = (Version::from_number(13_000), &[]);
            MissingHeader { log, nvrtc, folders }.to_string()
        };
        for (name, header) in [
            ("INFINITY", "<cuda/std/cmath>, which defines it"),
            ("uint32_t", "<cuda/std/cstdint>"),
            ("INT64_MAX", "<cuda/std/cstdint>"),
            ("SHRT_MAX", "<cuda/std/climits>"),
            ("UCHAR_MAX", "<cuda/std/climits>"),
            ("FLT_MAX", "<cuda/std/limits>, which has cuda::std::numeric_limits"),
            ("M_PI", "<math_constants.h>, which has such numbers as CUDART_PI"),
            ("__half2", "<cuda_fp16.h>"),
            ("__nv_bfloat16", "<cuda_bf16.h>"),
        ] {
            let help = help(&format!("k.cu(1): error: identifier \"{name}\" is undefined\n"));
            assert!(help.contains(name) && help.contains(header), "{help}");
        }
        let of_std = help("k.cu(2): error: namespace \"std\" has no member \"min\"\n");
        assert!(of_std.contains("cuda::std::min"), "{of_std}");
        // An error about a name that is defined comes first.
        let two =
            "error: identifier \"half\" is ambiguous\nerror: identifier \"NAN\" is undefined\n";
        assert!(help(two).contains("doesn't define NAN"), "{}", help(two));
        for name in ["oops", "int_t", "INT_MOST", "MAX", "USER_MAX"] {
            assert_eq!(help(&format!("error: identifier \"{name}\" is undefined")), "");
        }
    }

    #[test]
    fn a_header_that_another_one_needs_is_not_blamed_on_the_program() {
        let folders = [PathBuf::from("/cuda/include")];
        let help = |header: &str, file: &str| {
            let log = format!(
                "k.cu(1): warning: nothing\n{file}(7): catastrophic error: cannot open source file \"{header}\"\n"
            );
            let nvrtc = Version::from_number(13_000);
            MissingHeader { log: &log, nvrtc, folders: &folders }.to_string()
        };
        let inner = "/cuda/include/cuda/std/__cccl/(1)/a.h";
        for header in ["cstdlib", "stdio.h", "vector", "unknown.h"] {
            let help = help(header, inner);
            assert!(
                help.starts_with(&format!("\n  help     {inner} includes it, not your program")),
                "{help}"
            );
        }
        assert!(help("cstdlib", "k.cu").contains("<cuda/std/cstdlib>"));
        // It is one that the program can add.
        assert!(help("cuda_fp16.h", inner).contains("is one of the CUDA headers"));
    }

    #[test]
    fn the_help_for_headers_that_are_not_nvidias_names_the_two_ways_to_pass_them() {
        for header in ["my_kernels.h", "vector.h"] {
            assert_eq!(
                help(header, 13),
                "\n  help     pass its folder with Program::include_dir, or its text with Program::header"
            );
        }
    }
}
