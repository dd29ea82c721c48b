//! Finds the packages of the active Python, without starting it.

use std::path::{Path, PathBuf};

use crate::environment::Environment;
use crate::expand::expand;
use crate::files::{is_file, real_path};
use crate::library::Os;

/// The `site-packages` folders in the order in which to look, and notes about the others.
#[derive(Debug, Default)]
pub(crate) struct SitePackages {
    pub(crate) folders: Vec<PathBuf>,
    pub(crate) notes: Vec<String>,
    /// Whether packages that `pip` installs now can't be found: no virtualenv is active, and no folders belong to the
    /// Python on `PATH`.
    pub(crate) needs_virtualenv: bool,
}

impl SitePackages {
    /// Collects the folders of the active virtualenv, the Python on `PATH`, `PYTHONPATH`, and finally the user's.
    #[inline(never)]
    pub(crate) fn of(environment: &Environment) -> Self {
        let mut sites = Self::default();
        let os = environment.os();
        match environment.path("VIRTUAL_ENV") {
            Some(prefix) => {
                let folders = site_packages(os, &prefix, "python3*");
                if folders.is_empty() {
                    sites.notes.push(format!("VIRTUAL_ENV {}: no site-packages", prefix.display()));
                }
                sites.add(folders);
            }
            None => sites.notes.push(not_active(environment)),
        }
        match python_on_path(environment) {
            Some(python) => {
                let folders = site_packages_of(os, &python);
                if folders.is_empty() {
                    sites.notes.push(format!(
                        "{}: no site-packages belong to it (a pyenv shim? activate a virtualenv)",
                        python.display()
                    ));
                }
                sites.needs_virtualenv = folders.is_empty() && sites.folders.is_empty();
                sites.add(folders);
            }
            None => sites.notes.push("no python3 on PATH".to_owned()),
        }
        sites.add(environment.paths("PYTHONPATH"));
        sites.add(user_site(environment));
        sites
    }

    /// Adds the folders that exist and haven't been added yet, possibly under another name (`lib64`).
    fn add(&mut self, folders: Vec<PathBuf>) {
        for folder in folders {
            let Some(real) = real_path(&folder) else {
                continue;
            };
            let mut is_known = false;
            for known in &self.folders {
                is_known |= real_path(known).is_some_and(|other| other == real);
            }
            if !is_known {
                self.folders.push(folder);
            }
        }
    }
}

/// Returns the note that no virtualenv is active, and which one could be.
fn not_active(environment: &Environment) -> String {
    let not_set = "VIRTUAL_ENV not set";
    let here = environment.working_folder();
    if let Some(here) = here {
        for name in &[".venv", "venv"] {
            let folder = here.join(name);
            if is_file(&folder.join("pyvenv.cfg")) {
                return format!("{not_set} ({} isn't active: activate it)", folder.display());
            }
        }
    }
    not_set.to_owned()
}

/// Returns the package folders under a prefix, for the library folder `version` (`python3.11`, `python3*`).
fn site_packages(os: Os, prefix: &Path, version: &str) -> Vec<PathBuf> {
    let patterns = match os {
        Os::Windows => return expand(prefix, "Lib/site-packages"),
        // Debian's own Python keeps its packages in dist-packages, pip's under /usr/local.
        Os::Linux => [
            ("lib", "site-packages"),
            ("lib64", "site-packages"),
            ("local/lib", "dist-packages"),
            ("lib", "dist-packages"),
        ],
    };
    let mut folders = Vec::new();
    for (library, packages) in patterns {
        let pattern = format!("{library}/{version}/{packages}");
        folders.append(&mut expand(prefix, &pattern));
    }
    folders
}

/// Returns the first `python3` or `python` on `PATH`: the one that the user would run.
fn python_on_path(environment: &Environment) -> Option<PathBuf> {
    let names: &[&str] = match environment.os() {
        Os::Linux => &["python3", "python"],
        Os::Windows => &["python.exe"],
    };
    let folders = environment.paths("PATH");
    for name in names {
        for folder in &folders {
            let python = folder.join(name);
            if is_file(&python) {
                return Some(python);
            }
        }
    }
    None
}

/// Returns the package folders of an interpreter: next to its path (a virtualenv that isn't active), then next to the
/// file to which its links resolve.
fn site_packages_of(os: Os, python: &Path) -> Vec<PathBuf> {
    let real = real_path(python).unwrap_or_else(|| python.to_owned());
    let mut folders = Vec::new();
    if let Some(prefix) = prefix_of(os, python).filter(|prefix| is_file(&prefix.join("pyvenv.cfg")))
    {
        folders.extend(site_packages(os, &prefix, "python3*"));
    }
    if let Some(prefix) = prefix_of(os, &real) {
        // For `/usr/bin/python3.11` among several versions, only its own packages count.
        let version = real
            .file_name()
            .and_then(|name| name.to_str())
            .filter(|name| name.starts_with("python3."))
            .unwrap_or("python3*");
        folders.extend(site_packages(os, &prefix, version));
    }
    folders
}

/// Returns the prefix that an interpreter belongs to: above `bin` or `Scripts`, or on Windows its own folder.
fn prefix_of(os: Os, python: &Path) -> Option<PathBuf> {
    let folder = python.parent()?;
    if os == Os::Windows && !folder.ends_with("Scripts") {
        return Some(folder.to_owned());
    }
    folder.parent().map(Path::to_owned)
}

/// Returns the folder where `pip install --user` puts packages.
fn user_site(environment: &Environment) -> Vec<PathBuf> {
    match environment.os() {
        Os::Linux => {
            let base = environment
                .path("PYTHONUSERBASE")
                .or_else(|| environment.path("HOME").map(|home| home.join(".local")));
            base.map(|base| expand(&base, "lib/python3*/site-packages")).unwrap_or_default()
        }
        Os::Windows => environment
            .path("APPDATA")
            .map(|data| expand(&data, "Python/Python3*/site-packages"))
            .unwrap_or_default(),
    }
}
