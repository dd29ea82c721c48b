//! Loading a candidate through the operating system's loader.

use std::path::{Path, PathBuf};

use crate::damage;
use crate::expand::expand;
use crate::files::{is_file, real_path};
use crate::library::Soname;
use crate::place::{Candidate, Place};

/// A library that was found and loaded.
#[derive(Debug)]
#[non_exhaustive]
pub struct LoadedLibrary {
    /// The loaded library; dropping it releases it.
    pub library: libloading::Library,
    /// The real path of the loaded file, if the operating system reports it.
    pub path: Option<PathBuf>,
    /// The file name under which it was found, such as `libnvrtc.so.13`.
    pub soname: String,
    /// The place where it was found.
    pub place: Place,
    companion: Option<PathBuf>,
    /// The libraries that must stay loaded with it: its companion, and the libraries that it needs.
    dependencies: Vec<libloading::Library>,
}

impl LoadedLibrary {
    /// Returns the file that it needs next to it, such as `libnvrtc-builtins.so.13.0`.
    ///
    /// It has also been loaded, because not every NVRTC finds it itself: the one in NVIDIA's 13.0.88 wheel doesn't
    /// search its own folder.
    pub fn companion(&self) -> Option<&Path> {
        self.companion.as_deref()
    }

    /// Keeps its dependencies loaded for the life of the process, because `library` may be moved out of this value and
    /// look them up by name much later.
    pub(crate) fn keep_dependencies(&mut self) {
        while let Some(library) = self.dependencies.pop() {
            std::mem::forget(library);
        }
    }

    /// Returns the handles to keep for the library that needs this one, with its dependencies last, so that they are
    /// released after it.
    pub(crate) fn into_kept(mut self) -> Vec<libloading::Library> {
        self.dependencies.insert(0, self.library);
        self.dependencies
    }
}

/// Loads a candidate, or returns the problem with it. `dependencies` are its dependencies, which were loaded before.
#[inline(never)]
pub(crate) fn open(
    candidate: &Candidate,
    mut dependencies: Vec<libloading::Library>,
) -> Result<LoadedLibrary, String> {
    let path = &candidate.path;
    let library = match candidate.place {
        Place::AlreadyLoaded => os::open_loaded(path).ok_or("no")?,
        Place::SystemLoader if !path.is_absolute() => {
            if let Some(problem) = damage::of_name(path) {
                return Err(problem);
            }
            os::open_name(path).map_err(|error| explain(path, &error))?
        }
        _ => open_file(path)?,
    };
    let (library, loaded_from) = os::with_path(library);
    let companion = load_companion(candidate, loaded_from.as_deref())?;
    let (companion, companion_library) = companion.unzip();
    dependencies.extend(companion_library);
    let soname = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
    let loaded_from = loaded_from.or_else(|| path.is_absolute().then(|| path.clone()));
    Ok(LoadedLibrary {
        library,
        path: loaded_from.map(|path| real_path(&path).unwrap_or(path)),
        soname,
        place: candidate.place,
        companion,
        dependencies,
    })
}

/// Returns the real path of a candidate's file, if a check without loading it finds no problem.
#[inline]
pub(crate) fn likely(candidate: &Candidate) -> Option<PathBuf> {
    let path = match candidate.place {
        Place::AlreadyLoaded => os::with_path(os::open_loaded(&candidate.path)?).1?,
        Place::SystemLoader if !candidate.path.is_absolute() => {
            damage::found_by_name(&candidate.path)?
        }
        _ => candidate.path.clone(),
    };
    if !is_file(&path) || damage::of_this_file(&path).is_some() {
        return None;
    }
    let is_searched =
        !matches!(candidate.place, Place::AlreadyLoaded | Place::SystemLoader | Place::Override(_));
    if let Some(companion) = candidate.soname.and_then(|soname| soname.companion)
        && is_searched
        && companion_of(&path, companion).is_none()
    {
        return None;
    }
    real_path(&path)
}

/// Loads the companion next to the library.
///
/// If it is missing, a file in a searched folder is rejected, but not one that the loader chose or the user named,
/// which may get it from elsewhere.
fn load_companion(
    candidate: &Candidate,
    loaded_from: Option<&Path>,
) -> Result<Option<(PathBuf, libloading::Library)>, String> {
    let Some(Soname { companion: Some(pattern), .. }) = candidate.soname else {
        return Ok(None);
    };
    let (library, is_required) = match candidate.place {
        Place::AlreadyLoaded | Place::SystemLoader => (loaded_from, false),
        Place::Override(_) => (Some(candidate.path.as_path()), false),
        _ => (Some(candidate.path.as_path()), true),
    };
    let companion = library.and_then(|library| companion_of(library, pattern));
    match companion.map(|path| (open_file(&path), path)) {
        Some((Ok(library), path)) => Ok(Some((path, library))),
        Some((Err(problem), _)) if is_required => Err(problem),
        None if is_required => {
            Err(format!("{}: no {pattern} next to it", candidate.path.display()))
        }
        _ => Ok(None),
    }
}

/// Returns the file next to a library that matches `pattern`.
fn companion_of(library: &Path, pattern: &str) -> Option<PathBuf> {
    for folder in folders_of(library) {
        let mut found = expand(&folder, pattern);
        if !found.is_empty() {
            return Some(found.swap_remove(0));
        }
    }
    None
}

/// Returns the folder of a library, and that of the file to which its links resolve.
pub(crate) fn folders_of(library: &Path) -> Vec<PathBuf> {
    let real = real_path(library);
    let mut folders: Vec<PathBuf> = Vec::new();
    for file in &[library, real.as_deref().unwrap_or(library)] {
        if let Some(folder) = file.parent() {
            let folder = folder.to_owned();
            if !folders.contains(&folder) {
                folders.push(folder);
            }
        }
    }
    folders
}

/// Loads the file at a path, unless that would crash the process.
fn open_file(path: &Path) -> Result<libloading::Library, String> {
    if let Some(problem) = damage::of_file(path) {
        return Err(problem);
    }
    os::open_path(path).map_err(|error| explain(path, &error))
}

/// Returns the loader's message, which begins with the file that it concerns.
fn explain(path: &Path, error: &libloading::Error) -> String {
    let message = match std::error::Error::source(error) {
        Some(source) => source.to_string(),
        None => error.to_string(),
    };
    let path = path.display().to_string();
    if message.starts_with(&path) { message } else { format!("{path}: {message}") }
}

#[cfg(unix)]
mod os {
    use std::path::{Path, PathBuf};

    use libloading::Error;
    use libloading::os::unix::{Library, RTLD_LOCAL, RTLD_NOW};

    /// From `dlfcn.h`: returns a handle only if the library is already loaded.
    const RTLD_NOLOAD: std::ffi::c_int = if cfg!(target_vendor = "apple") { 0x10 } else { 0x4 };

    /// Opens a library that the process has already loaded.
    pub(super) fn open_loaded(name: &Path) -> Option<libloading::Library> {
        #[cfg(all(target_os = "linux", target_pointer_width = "64"))]
        if !crate::loaded::may_be_loaded(name) {
            return None;
        }
        // SAFETY: with RTLD_NOLOAD nothing is loaded, so no initializer runs.
        unsafe { Library::open(Some(name.as_os_str()), RTLD_NOW | RTLD_NOLOAD) }
            .ok()
            .map(Into::into)
    }

    /// Opens the library that the loader finds by a bare name.
    pub(super) fn open_name(name: &Path) -> Result<libloading::Library, Error> {
        open_path(name)
    }

    /// Opens the file at a path.
    pub(super) fn open_path(path: &Path) -> Result<libloading::Library, Error> {
        // SAFETY: the names are those of NVIDIA's libraries (or were guaranteed by the caller of `Library::custom`), whose
        // initializers have no requirements.
        unsafe { Library::open(Some(path.as_os_str()), RTLD_NOW | RTLD_LOCAL) }.map(Into::into)
    }

    /// Returns the library, and the file that it was loaded from.
    pub(super) fn with_path(
        library: libloading::Library,
    ) -> (libloading::Library, Option<PathBuf>) {
        let handle = Library::from(library).into_raw();
        let path = path_of(handle);
        // SAFETY: `handle` came out of `into_raw` above and is given back once.
        (unsafe { Library::from_raw(handle) }.into(), path)
    }

    #[cfg(target_os = "linux")]
    #[inline(never)]
    fn path_of(handle: *mut std::ffi::c_void) -> Option<PathBuf> {
        use std::ffi::{CStr, OsStr, c_char, c_int, c_void};
        use std::os::unix::ffi::OsStrExt;

        /// The public beginning of `struct link_map` in `link.h`.
        #[repr(C)]
        struct LinkMap {
            base: usize,
            name: *const c_char,
        }
        const RTLD_DI_LINKMAP: c_int = 2;
        #[link(name = "dl")]
        unsafe extern "C" {
            fn dlinfo(handle: *mut c_void, request: c_int, info: *mut c_void) -> c_int;
        }

        let mut map: *const LinkMap = std::ptr::null();
        // SAFETY: `handle` is a live handle of dlopen, and RTLD_DI_LINKMAP writes one pointer.
        let failed = unsafe { dlinfo(handle, RTLD_DI_LINKMAP, (&raw mut map).cast()) } != 0;
        if failed || map.is_null() {
            return None;
        }
        // SAFETY: the loader's map lives as long as the handle, and its name is a C string.
        let name = unsafe { CStr::from_ptr((*map).name) };
        let path = PathBuf::from(OsStr::from_bytes(name.to_bytes()));
        path.is_absolute().then_some(path)
    }

    #[cfg(not(target_os = "linux"))]
    fn path_of(_: *mut std::ffi::c_void) -> Option<PathBuf> {
        None
    }
}

#[cfg(windows)]
mod os {
    use std::ffi::{OsString, c_void};
    use std::os::windows::ffi::OsStringExt;
    use std::path::{Path, PathBuf};

    use libloading::Error;
    use libloading::os::windows::{
        LOAD_LIBRARY_SEARCH_DEFAULT_DIRS, LOAD_LIBRARY_SEARCH_DLL_LOAD_DIR, Library,
    };

    /// Opens a library that the process has already loaded.
    pub(super) fn open_loaded(name: &Path) -> Option<libloading::Library> {
        Library::open_already_loaded(name.as_os_str()).ok().map(Into::into)
    }

    /// Opens the library that the loader finds by a bare name.
    pub(super) fn open_name(name: &Path) -> Result<libloading::Library, Error> {
        // SAFETY: the names are those of NVIDIA's libraries (or were guaranteed by the caller of `Library::custom`), whose
        // initializers have no requirements.
        unsafe { Library::new(name.as_os_str()) }.map(Into::into)
    }

    /// Opens the file at a path, which finds its own dependencies next to it.
    pub(super) fn open_path(path: &Path) -> Result<libloading::Library, Error> {
        let flags = LOAD_LIBRARY_SEARCH_DEFAULT_DIRS | LOAD_LIBRARY_SEARCH_DLL_LOAD_DIR;
        // SAFETY: as in `open_name`.
        unsafe { Library::load_with_flags(path.as_os_str(), flags) }.map(Into::into)
    }

    /// Returns the library, and the file that it was loaded from.
    pub(super) fn with_path(
        library: libloading::Library,
    ) -> (libloading::Library, Option<PathBuf>) {
        #[link(name = "kernel32")]
        unsafe extern "system" {
            fn GetModuleFileNameW(module: *mut c_void, name: *mut u16, size: u32) -> u32;
        }
        let handle = Library::from(library).into_raw();
        let mut name = [0u16; 1024];
        // SAFETY: `handle` is a live module, and the size is that of the buffer.
        let len =
            unsafe { GetModuleFileNameW(handle as *mut c_void, name.as_mut_ptr(), 1024) } as usize;
        // A full buffer means a truncated path.
        let path =
            (len > 0 && len < name.len()).then(|| PathBuf::from(OsString::from_wide(&name[..len])));
        // SAFETY: `handle` came out of `into_raw` above and is given back once.
        (unsafe { Library::from_raw(handle) }.into(), path)
    }
}
