use std::fmt;
use std::path::{Path, PathBuf};

use cuda_pathfinder::{
    CCCL_HEADERS, CRT_HEADERS, CUDA_HEADERS, HeaderSet, NVRTC, Search, header_set_of,
};

use crate::{Install, Nvrtc, NvrtcError, Program, Version};

/// What kernels include of CUDA itself; the first is what the others are of use with.
const SETS: [&HeaderSet; 3] = [&CUDA_HEADERS, &CRT_HEADERS, &CCCL_HEADERS];

impl Program<'_> {
    /// Searches CUDA's own headers, as they lie on this machine: `cuda_fp16.h`,
    /// `cooperative_groups.h`, `mma.h` and the others of the toolkit, and `cuda/std/` and the others of
    /// the CUDA C++ Core Libraries.
    ///
    /// They are searched beside NVRTC, then as [`cuda_pathfinder`] searches, and none that is of a newer
    /// major version than NVRTC is taken. Only the toolkit's must be there. What a source includes of
    /// the others is named, with the package that brings it, when compiling fails for it.
    ///
    /// Where there are none, those that NVRTC itself brings from 13.5 on are installed in the user's folder for caches, once
    /// (`nvrtc-headers` in `XDG_CACHE_HOME`, `~/.cache` or `LOCALAPPDATA`).
    ///
    /// # Errors
    /// [`NvrtcErrorKind::Headers`](crate::NvrtcErrorKind::Headers), which lists every place that was searched, and
    /// [`NvrtcErrorKind::Load`](crate::NvrtcErrorKind::Load) where there is no NVRTC for which they could be.
    pub fn cuda_headers(self) -> Result<Self, NvrtcError> {
        let (library, major) = self.likely_nvrtc()?;
        let folders = match folders(library.as_deref(), major, &Search::new()) {
            Ok(folders) => folders,
            Err(error) => self.bundled_folders()?.ok_or(error)?,
        };
        Ok(folders.into_iter().fold(self, Self::include_dir))
    }

    /// The folders of the headers that NVRTC itself brings, installed once for the user; `None` where it has none.
    fn bundled_folders(&self) -> Result<Option<Vec<PathBuf>>, NvrtcError> {
        let nvrtc = self.nvrtc()?;
        // Those before 13.5 can't be asked.
        let Ok(Some(bundled)) = nvrtc.bundled_headers() else {
            return Ok(None);
        };
        let Some(caches) = user_caches() else {
            return Ok(None);
        };
        let name = format!("{}-{}", bundled.version, bundled.uncompressed);
        let folder = caches.join("nvrtc-headers").join(name);
        nvrtc.install_bundled_headers(&folder, Install::IfMissing)?;
        let cccl = folder.join("cccl");
        Ok(Some(vec![folder, cccl]))
    }

    /// The same with another search, such as one that looks into a folder of the caller's first.
    ///
    /// # Errors
    /// As [`cuda_headers`](Self::cuda_headers).
    pub fn cuda_headers_with(self, search: &Search) -> Result<Self, NvrtcError> {
        let (library, major) = self.likely_nvrtc()?;
        let folders = folders(library.as_deref(), major, search)?;
        Ok(folders.into_iter().fold(self, Self::include_dir))
    }

    /// The file of the NVRTC that the program is compiled with, and its major version, found without loading it where
    /// that can be: a program that comes from a cache needs none.
    fn likely_nvrtc(&self) -> Result<(Option<PathBuf>, u32), NvrtcError> {
        if let Some(nvrtc) = self.given_nvrtc().or_else(Nvrtc::if_loaded) {
            return Ok((nvrtc.path().map(Path::to_owned), nvrtc.version().major));
        }
        if let Some(likely) = Search::new().likely(&NVRTC)
            && let Some(major) = likely.soname.and_then(|soname| soname.major)
        {
            return Ok((Some(likely.path), major));
        }
        let nvrtc = self.nvrtc()?;
        Ok((nvrtc.path().map(Path::to_owned), nvrtc.version().major))
    }
}

/// The user's folder for caches.
fn user_caches() -> Option<PathBuf> {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    if cfg!(windows) {
        return set("LOCALAPPDATA").map(PathBuf::from);
    }
    let home = || Some(Path::new(&set("HOME")?).join(".cache"));
    set("XDG_CACHE_HOME").map(PathBuf::from).or_else(home)
}

/// The folders to pass, each once.
fn folders(
    library: Option<&Path>,
    major: u32,
    search: &Search,
) -> Result<Vec<PathBuf>, NvrtcError> {
    let mut search = search.clone().newest(major);
    for folder in beside(library) {
        search = search.folder(folder);
    }
    let [cuda, others @ ..] = SETS;
    let cuda = search.headers(cuda)?.folder;
    // What lies with them is of their version.
    let search = search.folder(cuda.join("cccl")).folder(&cuda);
    let mut folders = vec![cuda];
    for found in others.iter().filter_map(|set| search.headers(set).ok()) {
        if !folders.contains(&found.folder) {
            folders.push(found.folder);
        }
    }
    Ok(folders)
}

/// The `include` of the toolkit, environment or wheel that NVRTC itself lies in: in its `lib64`, say, or
/// its `bin/x64`.
fn beside(library: Option<&Path>) -> impl Iterator<Item = PathBuf> {
    let above = library.into_iter();
    let above = above.flat_map(|library| library.ancestors().skip(2).take(2));
    above
        .map(|folder| folder.join("include"))
        .filter(|include| include.is_dir())
}

/// What to do about a header that NVRTC's log says is missing; empty where it says no such thing, or
/// where the header is none of NVIDIA's.
pub(crate) struct MissingHeader<'a> {
    pub(crate) log: &'a str,
    pub(crate) nvrtc: Version,
}

impl fmt::Display for MissingHeader<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(header) = missing(self.log) else {
            return Ok(());
        };
        if ["vector", "string", "map", "memory", "iostream"].contains(&header) {
            return write!(
                f,
                "\n  help     NVRTC has no C++ standard library, and nothing in place of <{header}> on the device; what CUDA has \
                 is in cuda/std, such as <cuda/std/array> and <cuda/std/span>"
            );
        }
        if let Some(of_cuda) = of_the_standard_library(header) {
            return write!(
                f,
                "\n  help     NVRTC has no C++ standard library; <{of_cuda}> of the {} is its <{header}>, in the namespace \
                 cuda::std, and Program::cuda_headers passes its folder",
                CCCL_HEADERS.title
            );
        }
        let Some(set) = header_set_of(header) else {
            return Ok(());
        };
        let passed = if SETS.iter().any(|known| std::ptr::eq(*known, set)) {
            "which Program::cuda_headers passes"
        } else {
            "whose folder Program::include_dir passes"
        };
        write!(
            f,
            "\n  help     {header} is one of the {}, {passed}",
            set.title
        )?;
        match set.help.text(Some(self.nvrtc.major)) {
            Some(help) => write!(f, "; where they are not installed: {help}"),
            None => Ok(()),
        }
    }
}

/// What CUDA's C++ standard library has in place of a header of the host's.
fn of_the_standard_library(header: &str) -> Option<String> {
    const SAME: [&str; 33] = [
        "algorithm",
        "array",
        "atomic",
        "barrier",
        "bit",
        "bitset",
        "cassert",
        "cfloat",
        "chrono",
        "climits",
        "cmath",
        "complex",
        "concepts",
        "cstddef",
        "cstdint",
        "cstdlib",
        "cstring",
        "expected",
        "functional",
        "initializer_list",
        "iterator",
        "latch",
        "limits",
        "mdspan",
        "numeric",
        "optional",
        "ranges",
        "ratio",
        "semaphore",
        "span",
        "tuple",
        "type_traits",
        "utility",
    ];
    const OF_C: [&str; 8] = [
        "assert.h", "float.h", "limits.h", "math.h", "stddef.h", "stdint.h", "stdlib.h", "string.h",
    ];
    if SAME.contains(&header) || header == "variant" || header == "version" {
        return Some(format!("cuda/std/{header}"));
    }
    let of_c = OF_C
        .contains(&header)
        .then(|| header.trim_end_matches(".h"))?;
    Some(format!("cuda/std/c{of_c}"))
}

/// The header that a log says could not be opened.
fn missing(log: &str) -> Option<&str> {
    const WORDS: &str = "open source file \"";
    let (_, rest) = log.split_once(WORDS)?;
    let (header, _) = rest.split_once('"')?;
    Some(header)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_header_is_read_from_every_form_of_the_message() {
        let logs = [
            "k.cu(1): catastrophic error: cannot open source file \"cuda/std/atomic\"\n  #include <cuda/std/atomic>\n",
            "a warning\nk.cu(1): error: could not open source file \"cuda/std/atomic\" (no directories in search list)\n",
        ];
        for log in logs {
            assert_eq!(missing(log), Some("cuda/std/atomic"));
        }
        for log in [
            "",
            "k.cu(1): error: expected a \"",
            "open source file \"cut",
        ] {
            assert_eq!(missing(log), None);
        }
    }

    fn help(header: &str, major: u32) -> String {
        let log = format!("k.cu(1): catastrophic error: cannot open source file \"{header}\"\n");
        let nvrtc = Version::from_number(major * 1000);
        MissingHeader { log: &log, nvrtc }.to_string()
    }

    #[test]
    fn the_help_names_the_package_of_nvrtcs_own_major_version() {
        assert_eq!(
            help("cuda/std/atomic", 13),
            "\n  help     cuda/std/atomic is one of the CCCL headers, which Program::cuda_headers passes; where they are not installed: pip install 'nvidia-cuda-cccl==13.*'"
        );
        assert!(help("crt/mma.h", 12).ends_with("pip install 'nvidia-cuda-nvcc-cu12'"));
        assert!(help("cuda_fp16.h", 11).ends_with("pip install 'nvidia-cuda-runtime-cu11'"));
    }

    #[test]
    fn the_help_for_another_product_says_that_its_folder_is_to_be_passed() {
        let help = help("curand_kernel.h", 12);
        assert!(help.contains("cuRAND headers, whose folder Program::include_dir passes"));
        assert!(help.ends_with("pip install 'nvidia-curand-cu12'"));
    }

    #[test]
    fn the_help_for_a_standard_header_names_cudas() {
        assert_eq!(
            help("cstdint", 13),
            "\n  help     NVRTC has no C++ standard library; <cuda/std/cstdint> of the CCCL headers is its <cstdint>, in the \
             namespace cuda::std, and Program::cuda_headers passes its folder"
        );
        assert!(help("stdint.h", 12).contains("<cuda/std/cstdint>"));
        assert!(help("type_traits", 12).contains("<cuda/std/type_traits>"));
        // A container that allocates: there is none on the device.
        let vector = help("vector", 12);
        assert!(
            vector.contains("has no C++ standard library") && vector.contains("<cuda/std/array>")
        );
    }

    #[test]
    fn there_is_no_help_for_headers_that_are_not_nvidias() {
        assert_eq!(help("my_kernels.h", 13), "");
        assert_eq!(help("vector.h", 13), "");
    }
}
