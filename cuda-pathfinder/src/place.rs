//! The places of a search, and the candidates in each of them.

use std::fmt;
use std::path::{Path, PathBuf};

use crate::damage;
use crate::environment::Environment;
use crate::expand::{expand, expand_each};
use crate::files::{absolute, exists, is_file, is_folder, number, parts, real_path};
use crate::libraries::CUDART;
use crate::libraries::NVRTC;
use crate::library::{Os, Scope};
use crate::python::SitePackages;
use crate::target::{Target, TargetKind};

/// A place that is searched, in the order of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Place {
    /// Libraries that this process has already loaded.
    AlreadyLoaded,
    /// The environment variable of this name, such as `CUDA_NVRTC`.
    Override(&'static str),
    /// The folders given with [`Search::folder`](crate::search::Search::folder).
    GivenFolders,
    /// NVIDIA's wheels in the active Python environment.
    PythonWheels,
    /// The active conda environment, `CONDA_PREFIX`.
    Conda,
    /// The operating system's loader, by name.
    SystemLoader,
    /// The product whose folder the environment variable of this name contains, such as `CUDNN_PATH`.
    Product(&'static str),
    /// The toolkit that `CUDA_PATH` or `CUDA_HOME` names.
    CudaPath,
    /// The toolkit of a library that the operating system's loader finds.
    LoaderToolkit,
    /// `/usr/local/cuda` and similar folders; for the driver, its folders on NixOS, in WSL and in containers.
    UsualFolders,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::AlreadyLoaded => "already loaded",
            Self::Override(variable) | Self::Product(variable) => variable,
            Self::GivenFolders => "given folders",
            Self::PythonWheels => "Python wheels",
            Self::Conda => "conda",
            Self::SystemLoader => "system loader",
            Self::CudaPath => "CUDA_PATH, CUDA_HOME",
            Self::LoaderToolkit => "loader's toolkit",
            Self::UsualFolders => "usual folders",
        })
    }
}

/// A file that may be the library, not yet checked.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Candidate {
    /// Its place.
    pub place: Place,
    /// The file; a bare name in [`Place::AlreadyLoaded`] and [`Place::SystemLoader`].
    pub path: PathBuf,
    /// Its accepted file name; `None` for an override's file with another name.
    pub soname: Option<crate::library::Soname>,
}

/// A candidate or a note about a place.
#[derive(Debug)]
pub(crate) enum SearchEntry {
    Candidate(Candidate),
    Note(String),
}

/// Returns the places that a search visits, in order.
#[inline(never)]
pub(crate) fn places(target: &Target, folders: &[PathBuf]) -> Vec<Place> {
    let mut places = Vec::new();
    if let TargetKind::Library { variable, scope } = target.kind {
        places.extend([Place::AlreadyLoaded, Place::Override(variable)]);
        if scope == Scope::Driver {
            places.push(Place::SystemLoader);
            if !target.system.is_empty() {
                places.push(Place::UsualFolders);
            }
            return places;
        }
    }
    if !folders.is_empty() {
        places.push(Place::GivenFolders);
    }
    places.extend([Place::PythonWheels, Place::Conda]);
    if matches!(target.kind, TargetKind::Library { .. }) {
        places.push(Place::SystemLoader);
    }
    places.extend(target.roots.iter().copied().map(Place::Product));
    places.push(Place::CudaPath);
    // Libraries are looked up by their own names.
    if matches!(target.kind, TargetKind::Headers) {
        places.push(Place::LoaderToolkit);
    }
    places.push(Place::UsualFolders);
    places
}

/// Lists the candidates in `place`, best first, without loading anything.
pub(crate) fn list(
    place: Place,
    target: &Target,
    environment: &Environment,
    folders: &[PathBuf],
) -> Vec<SearchEntry> {
    let mut listing = Listing { place, target, spots: Vec::new(), seen: Vec::new() };
    match place {
        Place::AlreadyLoaded | Place::SystemLoader => listing.by_name(environment),
        Place::Override(variable) => listing.named_by(environment.path(variable)),
        Place::GivenFolders => folders.iter().for_each(|folder| listing.folder(folder)),
        Place::PythonWheels => listing.wheels(&SitePackages::of(environment)),
        Place::Conda => listing.conda(environment),
        Place::Product(variable) => match environment.path(variable) {
            Some(root) => listing.under(&root, target.folders),
            None => listing.note("not set"),
        },
        Place::CudaPath => listing.cuda_path(environment),
        Place::LoaderToolkit => listing.loader_toolkit(environment),
        Place::UsualFolders => listing.usual_folders(environment),
    }
    listing.spots
}

struct Listing<'a> {
    place: Place,
    target: &'a Target,
    spots: Vec<SearchEntry>,
    /// Folders that were searched, by their real path: `/usr/local/cuda` is often a link to `/usr/local/cuda-13.0`.
    seen: Vec<PathBuf>,
}

impl Listing<'_> {
    fn by_name(&mut self, environment: &Environment) {
        if !environment.has_loader() {
            return self.by_name_in(&environment.simulated_loader());
        }
        for soname in &self.target.accepted {
            self.candidate(PathBuf::from(soname.file), Some(*soname));
        }
    }

    /// Lists what a loader would find in `folders`, if nothing is loaded already.
    fn by_name_in(&mut self, folders: &[PathBuf]) {
        if self.place == Place::SystemLoader {
            for soname in &self.target.accepted {
                for folder in folders {
                    let path = folder.join(soname.file);
                    if exists(&path) {
                        self.candidate(path, Some(*soname));
                        break;
                    }
                }
            }
        }
        if self.spots.is_empty() {
            self.note("not used in a simulated environment");
        }
    }

    #[inline(never)]
    fn named_by(&mut self, value: Option<PathBuf>) {
        let Some(path) = value else {
            return self.note("not set");
        };
        // With a bare file name, the loader would search itself.
        let path = absolute(path);
        if is_folder(&path) {
            self.folder(&path);
        } else if exists(&path) {
            let name = path
                .file_name()
                .map(|name| name.to_string_lossy().into_owned())
                .unwrap_or_default();
            let mut found = None;
            for known in &[&self.target.accepted, &self.target.too_new] {
                for soname in *known {
                    if found.is_none() && name.starts_with(soname.file) {
                        found = Some(*soname);
                    }
                }
            }
            self.candidate(path, found);
        } else {
            self.note(format!("{}: no such file or folder", path.display()));
        }
    }

    fn wheels(&mut self, sites: &SitePackages) {
        let (mut too_new, mut fitting) = (Vec::new(), Vec::new());
        for wheel in self.target.wheels {
            match self.target.newest {
                Some(newest) if wheel_major(wheel) > Some(newest) => too_new.push((wheel, newest)),
                _ => fitting.push(*wheel),
            }
        }
        for site in &sites.folders {
            for (wheel, newest) in &too_new {
                let folder = site.join(wheel);
                if is_folder(&folder) {
                    self.note(format!("{}: newer than CUDA {newest}", folder.display()));
                }
            }
            self.under(site, &fitting);
        }
        for note in &sites.notes {
            self.note(note.clone());
        }
    }

    fn conda(&mut self, environment: &Environment) {
        let Some(prefix) = environment.path("CONDA_PREFIX") else {
            return self.note("CONDA_PREFIX not set");
        };
        match environment.os() {
            Os::Linux => self.under(&prefix, self.target.folders),
            Os::Windows => self.under(&prefix.join("Library"), self.target.folders),
        }
    }

    fn cuda_path(&mut self, environment: &Environment) {
        let mut is_set = false;
        for name in &["CUDA_PATH", "CUDA_HOME"] {
            if let Some(toolkit) = environment.path(name) {
                is_set = true;
                self.under(&toolkit, self.target.folders);
            }
        }
        if !is_set {
            self.note("not set");
        }
    }

    /// Searches the folders above libraries that every toolkit has.
    #[inline(never)]
    fn loader_toolkit(&mut self, environment: &Environment) {
        let mut roots: Vec<PathBuf> = Vec::new();
        for library in &[&CUDART, &NVRTC] {
            for soname in library.sonames.on(environment.os()) {
                let found = if environment.has_loader() {
                    damage::found_by_name(Path::new(soname.file))
                } else {
                    let mut found = None;
                    for folder in environment.simulated_loader() {
                        let path = folder.join(soname.file);
                        if found.is_none() && is_file(&path) {
                            found = Some(path);
                        }
                    }
                    found
                };
                let Some(found) = found else { continue };
                let real = real_path(&found).unwrap_or(found);
                // Above `lib64`, `targets/x86_64-linux/lib` or `bin/x64`.
                let mut above = real.parent();
                for _ in 0..3 {
                    above = above.and_then(Path::parent);
                    let Some(above) = above.map(Path::to_owned) else {
                        break;
                    };
                    for part in &["bin/nvcc", "bin/nvcc.exe", "nvvm", "include/cuda.h"] {
                        if exists(&above.join(part)) && !roots.contains(&above) {
                            roots.push(above.clone());
                        }
                    }
                }
            }
        }
        if roots.is_empty() {
            self.note("no library of a toolkit is found by it");
        }
        for root in roots {
            self.under(&root, self.target.folders);
        }
    }

    fn usual_folders(&mut self, environment: &Environment) {
        if !self.target.is_driver_library() {
            self.usual_toolkits(environment);
        }
        let folders = expand_each(environment.root(), self.target.system);
        if folders.is_empty() && self.target.is_driver_library() {
            self.no_such_folders(environment.root(), self.target.system);
        }
        for folder in folders {
            self.folder(&folder);
        }
    }

    #[inline(never)]
    fn usual_toolkits(&mut self, environment: &Environment) {
        let (root, patterns): (PathBuf, &[&str]) = match environment.os() {
            Os::Linux => {
                (environment.root().to_owned(), &["usr/local/cuda", "usr/local/cuda-*", "opt/cuda"])
            }
            Os::Windows => (
                environment
                    .path("ProgramFiles")
                    .unwrap_or_else(|| PathBuf::from("C:/Program Files")),
                &["NVIDIA GPU Computing Toolkit/CUDA/v*"],
            ),
        };
        let suffixes: &[&str] = match environment.os() {
            Os::Linux => &[],
            Os::Windows => self.target.program_files,
        };
        let mut all = suffixes.to_vec();
        all.extend_from_slice(patterns);
        let toolkits = expand_each(&root, &all);
        if toolkits.is_empty() {
            self.no_such_folders(&root, &all);
        }
        for toolkit in toolkits {
            self.under(&toolkit, self.target.folders);
        }
    }

    /// Searches the `folders` under `base`, of which some but not all may be missing.
    #[inline(never)]
    fn under(&mut self, base: &Path, folders: &[&str]) {
        if !is_folder(base) {
            return self.note(format!("{}: no such folder", base.display()));
        }
        let mut existing = Vec::new();
        for folder in expand_each(base, folders) {
            if is_folder(&folder) {
                existing.push(folder);
            }
        }
        if existing.is_empty() {
            let mut missing: Vec<&str> = Vec::new();
            let mut note = format!("{}: ", base.display());
            for pattern in folders {
                let part = first_missing(base, pattern);
                if missing.last() != Some(&part) {
                    let separator = if missing.is_empty() { "" } else { ", " };
                    note += &format!("{separator}no {part}");
                    missing.push(part);
                }
            }
            if missing.is_empty() {
                note += "nothing to look for";
            }
            return self.note(note);
        }
        for folder in existing {
            self.folder(&folder);
        }
    }

    #[inline(never)]
    fn folder(&mut self, folder: &Path) {
        let Some(real) = real_path(folder) else {
            return self.note(format!("{}: no such folder", folder.display()));
        };
        if self.seen.contains(&real) {
            return;
        }
        self.seen.push(real);

        let before = self.spots.len();
        for soname in &self.target.accepted {
            let path = folder.join(soname.file);
            if exists(&path) {
                self.candidate(path, Some(*soname));
            }
        }
        for soname in &self.target.too_new {
            let path = folder.join(soname.file);
            if let Some(newest) = self.target.newest
                && exists(&path)
            {
                self.spots.push(SearchEntry::Note(format!(
                    "{}: newer than CUDA {newest}",
                    path.display()
                )));
            }
        }
        if self.spots.len() == before {
            self.note(format!("{}: {}", folder.display(), self.target.none()));
        }
    }

    fn no_such_folders(&mut self, root: &Path, patterns: &[&str]) {
        let mut note = String::new();
        for pattern in patterns {
            let separator = if note.is_empty() { "" } else { ", " };
            note += &format!("{separator}{}", root.join(pattern).display());
        }
        self.note(note + ": no such folder");
    }

    fn candidate(&mut self, path: PathBuf, soname: Option<crate::library::Soname>) {
        self.spots.push(SearchEntry::Candidate(Candidate { place: self.place, path, soname }));
    }

    fn note(&mut self, note: impl Into<String>) {
        self.spots.push(SearchEntry::Note(note.into()));
    }
}

/// Returns the major version of CUDA that a wheel's folder is of, if its name contains it: 13 for `nvidia/cu13/lib`.
fn wheel_major(wheel: &str) -> Option<u32> {
    for part in parts(wheel, "/") {
        if let Some(digits) = part.strip_prefix("cu")
            && let Some(major) = number(digits.as_bytes())
        {
            return Some(major);
        }
    }
    None
}

/// Returns the shortest prefix of `pattern` that doesn't exist in `base`.
fn first_missing<'a>(base: &Path, pattern: &'a str) -> &'a str {
    for (end, byte) in pattern.bytes().enumerate() {
        if byte == b'/' && expand(base, &pattern[..end]).is_empty() {
            return &pattern[..end];
        }
    }
    pattern
}
