use std::path::{Path, PathBuf};

use cuda_pathfinder::{CCCL_HEADERS, CRT_HEADERS, CUDA_HEADERS, HeaderSet, NVRTC, Search};

use crate::{Install, Nvrtc, NvrtcError, Program};

/// What kernels include of CUDA itself; the first is what the others are of use with.
pub(crate) const SETS: [&HeaderSet; 3] = [&CUDA_HEADERS, &CRT_HEADERS, &CCCL_HEADERS];

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
    /// [`NvrtcErrorKind::Load`](crate::NvrtcErrorKind::Load) if there is no NVRTC for which they could be.
    #[inline]
    pub fn cuda_headers(self) -> Result<Self, NvrtcError> {
        let (library, major) = self.likely_nvrtc()?;
        let folders = match folders(library.as_deref(), major, &Search::new()) {
            Ok(folders) => folders,
            Err(error) => self.bundled_folders()?.ok_or(error)?,
        };
        Ok(folders.into_iter().fold(self, Self::include_dir))
    }

    /// Returns the folders of the headers that NVRTC itself brings, installed once for the user; `None` if it has none.
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

    /// Returns the same with another search, such as one that looks into a folder of the caller's first.
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
    /// where that can be: a program that comes from a cache needs none.
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
fn user_caches() -> Option<PathBuf> {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    if cfg!(windows) {
        return set("LOCALAPPDATA").map(PathBuf::from);
    }
    let home = || Some(Path::new(&set("HOME")?).join(".cache"));
    set("XDG_CACHE_HOME").map(PathBuf::from).or_else(home)
}

/// Returns the folders to pass, each once.
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

/// Returns the `include` of the toolkit, environment or wheel that NVRTC itself lies in: in its `lib64`, say, or
/// its `bin/x64`.
fn beside(library: Option<&Path>) -> impl Iterator<Item = PathBuf> {
    let above = library.into_iter();
    let above = above.flat_map(|library| library.ancestors().skip(2).take(2));
    above
        .map(|folder| folder.join("include"))
        .filter(|include| include.is_dir())
}
