//! What a build system watches for a program.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use nvrtc::Program;

use crate::bypass::Bypass;
use crate::includes::Includes;
use crate::options::Options;
use crate::places::Places;

/// Everything on disk that determines which files a program includes: the files, the paths at which another one would be
/// included in place of them, and the symbolic links that lead to them.
///
/// A build system that watches these misses no change: a header that appears in an earlier include folder, a
/// `__has_include` that becomes true, and a symbolic link that is made to lead elsewhere.
///
/// ```
/// use nvrtc::Program;
/// use nvrtc_cache::Dependencies;
///
/// let program = Program::new("k.cu", "#include \"no-such-header.h\"");
/// let dependencies = Dependencies::of(&program)?;
/// assert_eq!(dependencies.files().count(), 0);
/// assert!(dependencies.absent().any(|path| path.ends_with("no-such-header.h")));
/// # Ok::<(), nvrtc_cache::Bypass>(())
/// ```
#[derive(Debug, Default)]
pub struct Dependencies {
    files: BTreeSet<PathBuf>,
    places: Places,
}

impl Dependencies {
    /// Determines those of a program, regardless of any `#if`.
    ///
    /// # Errors
    /// The reason why they can't be determined.
    pub fn of(program: &Program<'_>) -> Result<Self, Bypass> {
        let includes = Includes::of(program, &Options::of(program)?)?;
        let files = includes.files.keys().filter_map(|path| fs::canonicalize(path).ok());
        Ok(Self { files: files.collect(), places: includes.places() })
    }

    /// Determines those of `files`, which another compiler read, and which include each other from the `folders` that it
    /// searches. What only a preprocessor could determine is left out.
    pub fn of_files<'p>(
        files: impl IntoIterator<Item = &'p Path>,
        folders: impl IntoIterator<Item = &'p Path>,
    ) -> Self {
        let files: Vec<&Path> = files.into_iter().collect();
        let mut dependencies = Self {
            files: files.iter().map(|path| path.to_path_buf()).collect(),
            places: Places::default(),
        };
        files.iter().for_each(|path| dependencies.places.add(path));
        let folders = folders.into_iter().map(Path::to_path_buf).collect();
        let absent = Includes::absent_from(&files, folders);
        absent.iter().for_each(|path| dependencies.places.add(path));
        dependencies
    }

    /// Adds a file that the program doesn't include, and that need not exist.
    pub fn add(&mut self, path: &Path) {
        self.places.add(path);
        if path.exists() {
            self.files.insert(path.to_owned());
        }
    }

    /// Returns the files.
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        self.files.iter().map(PathBuf::as_path)
    }

    /// Returns the paths at which there is nothing, and a file or a folder would change what is included.
    pub fn absent(&self) -> impl Iterator<Item = &Path> {
        self.places.missing()
    }

    /// Returns the symbolic links on the way to the files, and to the absent ones.
    pub fn links(&self) -> impl Iterator<Item = &Path> {
        self.places.links()
    }
}
