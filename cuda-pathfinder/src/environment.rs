//! The inputs of a search from outside: variables, the root of the file system, the operating system.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::files::{parts, working_folder};
use crate::library::Os;

/// The variables that affect where every library is found, in addition to its own
/// [`variable`](crate::library::Library::variable) and [`roots`](crate::library::Library::roots). Code that caches what was found must
/// also store their values.
pub const VARIABLES: [&str; 11] = [
    "LD_LIBRARY_PATH",
    "PATH",
    "VIRTUAL_ENV",
    "PYTHONPATH",
    "PYTHONUSERBASE",
    "HOME",
    "APPDATA",
    "CONDA_PREFIX",
    "CUDA_PATH",
    "CUDA_HOME",
    "ProgramFiles",
];

/// The environment of a search: this process's own, or a simulated one for tests.
///
/// ```
/// use cuda_pathfinder::{Environment, NVRTC, Os, Search};
///
/// // A machine with an empty disk, for tests.
/// let empty = Environment::simulated(Os::Linux, "/nowhere").set("CUDA_NVRTC", "/nowhere/lib");
/// let report = Search::with_environment(empty).find(&NVRTC);
/// assert_eq!(report.chosen(), None);
/// ```
#[derive(Clone, Debug)]
pub struct Environment {
    os: Os,
    root: PathBuf,
    is_simulated: bool,
    /// The variables in the order in which they were set; the last one with a name counts.
    variables: Vec<(String, OsString)>,
}

impl Environment {
    /// Returns this process's own environment.
    pub fn current() -> Self {
        Self {
            os: Os::current(),
            root: PathBuf::from("/"),
            is_simulated: false,
            variables: Vec::new(),
        }
    }

    /// Creates the environment of a machine without variables whose fixed folders (`/usr/local/cuda`…) are under
    /// `root`.
    ///
    /// Libraries loaded in this process and those that its loader would find are ignored, so that a search sees nothing
    /// of the real machine. The folders of `LD_LIBRARY_PATH`, on Windows of `PATH`, as set here, replace the loader.
    pub fn simulated(os: Os, root: impl Into<PathBuf>) -> Self {
        Self { os, root: root.into(), is_simulated: true, variables: Vec::new() }
    }

    /// Sets a variable for the search; a path in it is used unchanged, not under the root.
    pub fn set(mut self, name: &str, value: impl Into<OsString>) -> Self {
        self.variables.push((name.to_owned(), value.into()));
        self
    }

    /// Returns the operating system.
    #[inline]
    pub fn os(&self) -> Os {
        self.os
    }

    /// Returns `true` if the operating system's loader may be used.
    pub(crate) fn has_loader(&self) -> bool {
        !self.is_simulated
    }

    /// Returns the folders that replace the loader in a simulated environment.
    pub(crate) fn simulated_loader(&self) -> Vec<PathBuf> {
        match self.os {
            Os::Linux => self.paths("LD_LIBRARY_PATH"),
            Os::Windows => self.paths("PATH"),
        }
    }

    /// Returns the working folder; the root of a simulated machine.
    pub(crate) fn working_folder(&self) -> Option<PathBuf> {
        if self.is_simulated {
            return Some(self.root.clone());
        }
        working_folder()
    }

    /// Returns the root of the file system.
    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// Returns a variable's value; an empty one counts as unset.
    pub(crate) fn variable(&self, name: &str) -> Option<OsString> {
        let mut set = self.variables.iter().rev();
        let value = match set.find(|(known, _)| known == name) {
            Some((_, value)) => Some(value.clone()),
            None if self.is_simulated => None,
            None => std::env::var_os(name),
        };
        value.filter(|value| !value.is_empty())
    }

    /// Returns the value of a variable that holds a path.
    pub(crate) fn path(&self, name: &str) -> Option<PathBuf> {
        self.variable(name).map(PathBuf::from)
    }

    /// Returns the absolute paths of a variable that holds a list of them, like `PATH`.
    pub(crate) fn paths(&self, name: &str) -> Vec<PathBuf> {
        let Some(list) = self.variable(name) else {
            return Vec::new();
        };
        let mut paths = Vec::new();
        // A relative one would depend on the current folder.
        let mut add = |path: PathBuf| {
            if path.is_absolute() {
                paths.push(path);
            }
        };
        if self.os == Os::current() {
            for path in std::env::split_paths(&list) {
                add(path);
            }
        } else {
            let separator = match self.os {
                Os::Linux => ":",
                Os::Windows => ";",
            };
            for path in parts(&list.to_string_lossy(), separator) {
                add(path.into());
            }
        }
        paths
    }
}

impl Default for Environment {
    fn default() -> Self {
        Self::current()
    }
}
