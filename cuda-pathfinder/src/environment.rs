//! What a search reads from the outside: variables, the root of the file system, the operating system.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use crate::Os;

/// The surroundings of a search: this process's own, or simulated ones for tests.
#[derive(Clone, Debug)]
pub struct Environment {
    os: Os,
    root: PathBuf,
    /// `None` reads the process's own.
    variables: Option<BTreeMap<String, OsString>>,
}

impl Environment {
    /// This process's own.
    pub fn current() -> Self {
        Self {
            os: Os::current(),
            root: PathBuf::from("/"),
            variables: None,
        }
    }

    /// A machine without variables whose fixed folders (`/usr/local/cuda`…) lie under `root`.
    ///
    /// What is loaded in this process and what its loader would find are left out, so that a search
    /// sees nothing of the real machine.
    pub fn simulated(os: Os, root: impl Into<PathBuf>) -> Self {
        Self {
            os,
            root: root.into(),
            variables: Some(BTreeMap::new()),
        }
    }

    /// Sets a variable of a simulated environment; paths in it are taken as they are, not under `root`.
    ///
    /// An environment that was the process's own becomes a simulated one.
    pub fn set(mut self, name: &str, value: impl Into<OsString>) -> Self {
        self.variables
            .get_or_insert_default()
            .insert(name.to_owned(), value.into());
        self
    }

    /// The operating system.
    pub fn os(&self) -> Os {
        self.os
    }

    /// Whether the operating system's loader may be asked.
    pub(crate) fn has_loader(&self) -> bool {
        self.variables.is_none()
    }

    /// The root of the file system.
    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// A variable's value; an empty one counts as not set.
    pub(crate) fn variable(&self, name: &str) -> Option<OsString> {
        let value = match &self.variables {
            Some(variables) => variables.get(name).cloned(),
            None => std::env::var_os(name),
        };
        value.filter(|value| !value.is_empty())
    }

    /// A variable that holds a path.
    pub(crate) fn path(&self, name: &str) -> Option<PathBuf> {
        self.variable(name).map(PathBuf::from)
    }

    /// A variable that holds a list of paths, like `PATH`.
    pub(crate) fn paths(&self, name: &str) -> Vec<PathBuf> {
        let Some(list) = self.variable(name) else {
            return Vec::new();
        };
        if self.variables.is_none() {
            return std::env::split_paths(&list)
                .filter(|path| path.is_absolute())
                .collect();
        }
        let separator = match self.os {
            Os::Linux => ':',
            Os::Windows => ';',
        };
        let list: &OsStr = &list;
        list.to_string_lossy()
            .split(separator)
            .map(PathBuf::from)
            .collect()
    }
}

impl Default for Environment {
    fn default() -> Self {
        Self::current()
    }
}
