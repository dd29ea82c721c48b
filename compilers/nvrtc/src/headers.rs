use std::path::{Path, PathBuf};

use cuda_pathfinder::{CCCL_HEADERS, CRT_HEADERS, CUDA_HEADERS, HeaderSet, NVRTC, Search};

use crate::bundled::Install;
use crate::error::NvrtcError;
use crate::library::Nvrtc;
use crate::program::Program;

/// The sets of CUDA's own headers that kernels include; the others need the first.
pub(crate) const SETS: [&HeaderSet; 3] = [&CUDA_HEADERS, &CRT_HEADERS, &CCCL_HEADERS];

impl Program<'_> {
    /// Adds the folders of CUDA's own headers on this machine: `cuda_fp16.h`,
    /// `cooperative_groups.h`, `mma.h` and the others of the toolkit, and `cuda/std/` and the others of
    /// the CUDA C++ Core Libraries.
    ///
    /// They are searched next to NVRTC, then as by [`cuda_pathfinder`], and headers of a newer major version than
    /// NVRTC's are skipped. Only the toolkit's must be found. If compiling fails because one of the others is missing,
    /// the error names it and the package that contains it.
    ///
    /// If none are found, those bundled with NVRTC 13.3 and newer are installed once in the user's cache folder
    /// (`nvrtc-headers` in `XDG_CACHE_HOME`, `~/.cache` or `LOCALAPPDATA`).
    ///
    /// # Errors
    /// [`NvrtcErrorKind::Headers`](crate::error::NvrtcErrorKind::Headers), which lists every place that was searched, and
    /// [`NvrtcErrorKind::Load`](crate::error::NvrtcErrorKind::Load) if no NVRTC is found.
    #[inline]
    pub fn cuda_headers(self) -> Result<Self, NvrtcError> {
        let (library, major) = self.likely_nvrtc()?;
        let folders = match folders(library.as_deref(), major, &Search::new()) {
            Ok(folders) => folders,
            Err(error) => self.bundled_folders()?.ok_or(error)?,
        };
        Ok(folders.into_iter().fold(self, Self::include_dir))
    }

    /// Returns the folders of the headers bundled with NVRTC, installed once for the user; `None` if it has none.
    #[inline]
    fn bundled_folders(&self) -> Result<Option<Vec<PathBuf>>, NvrtcError> {
        let nvrtc = self.nvrtc()?;
        // NVRTC before 13.3 has none.
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

    /// Like [`cuda_headers`](Self::cuda_headers), with another search, such as one that looks into a folder of the
    /// caller first.
    ///
    /// # Errors
    /// As [`cuda_headers`](Self::cuda_headers).
    #[inline]
    pub fn cuda_headers_with(self, search: &Search) -> Result<Self, NvrtcError> {
        let (library, major) = self.likely_nvrtc()?;
        let folders = folders(library.as_deref(), major, search)?;
        Ok(folders.into_iter().fold(self, Self::include_dir))
    }

    /// Returns the file of the NVRTC that the program is compiled with, and its major version, found without loading it
    /// if possible, because a cached program doesn't need it.
    #[inline]
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

/// Returns the user's folder for caches.
#[inline]
fn user_caches() -> Option<PathBuf> {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    if cfg!(windows) {
        return set("LOCALAPPDATA").map(PathBuf::from);
    }
    let home = || Some(Path::new(&set("HOME")?).join(".cache"));
    // Its specification says that relative ones are ignored.
    let caches = set("XDG_CACHE_HOME").map(PathBuf::from);
    caches.filter(|folder| folder.is_absolute()).or_else(home)
}

/// Returns the folders to pass, each once.
#[inline]
fn folders(
    library: Option<&Path>,
    major: u32,
    search: &Search,
) -> Result<Vec<PathBuf>, NvrtcError> {
    let mut search = search.clone().newest(major);
    for folder in includes_above(library) {
        search = search.folder(folder);
    }
    let [cuda, others @ ..] = SETS;
    let cuda = search.headers(cuda)?.folder;
    // Headers next to them have the same version.
    let search = search.folder(cuda.join("cccl")).folder(&cuda);
    let mut folders = vec![cuda];
    for found in others.iter().filter_map(|set| search.headers(set).ok()) {
        if !folders.contains(&found.folder) {
            folders.push(found.folder);
        }
    }
    Ok(folders)
}

/// Returns the `include` of the toolkit, environment or wheel that contains NVRTC itself, for example in its `lib64` or
/// `bin/x64`.
#[inline]
fn includes_above(library: Option<&Path>) -> impl Iterator<Item = PathBuf> {
    let above = library.into_iter();
    let above = above.flat_map(|library| library.ancestors().skip(2).take(2));
    above.map(|folder| folder.join("include")).filter(|include| include.is_dir())
}
