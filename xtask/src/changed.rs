//! Which packages a change reaches: those with a changed file, and all that depend on them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::Result;
use xtask::git;

use crate::cargo::{self, Package};

/// Files of the workspace's folder that affect each package.
const OF_ALL: [&str; 4] = ["Cargo.toml", "Cargo.lock", "clippy.toml", "rustfmt.toml"];

/// Folders of the package of the workspace's folder; what else is there isn't compiled.
const OF_ROOT: [&str; 4] = ["src", "tests", "examples", "benches"];

/// Test programs of the workspace's folder that read files of all packages, and take no long time.
const ALWAYS: [&str; 6] = ["documents", "errors", "features", "kept_streams", "published", "rooms"];

/// The packages that a change reaches.
pub(crate) struct Reached {
    /// Their folders, from the workspace's, and their names.
    packages: BTreeSet<(PathBuf, String)>,
}

impl Reached {
    /// Returns what the changes since a commit reach, with those that aren't committed.
    pub(crate) fn since(commit: &str) -> Result<Self> {
        // A file that was moved has changed in both places.
        let git = |arguments: &[&str]| git::run(cargo::workspace(), arguments);
        let mut files = git(&["diff", "--name-only", "--no-renames", commit, "--"])?;
        files.push_str(&git(&["ls-files", "--others", "--exclude-standard"])?);
        Ok(Self::by(files.lines().map(Path::new), &cargo::metadata()?.packages))
    }

    fn by<'f>(files: impl Iterator<Item = &'f Path>, packages: &[Package]) -> Self {
        let mut reached = BTreeSet::new();
        for file in files {
            if OF_ALL.iter().any(|name| file == Path::new(name)) {
                reached.extend(0..packages.len());
            }
            reached.extend(package_of(file, packages));
        }
        loop {
            let uses_reached = |package: &Package| {
                let mut paths = package.dependencies.iter().filter_map(|used| used.path.as_ref());
                paths.any(|path| {
                    reached.iter().any(|&index: &usize| packages[index].folder() == path)
                })
            };
            let new: Vec<_> = (0..packages.len())
                .filter(|index| !reached.contains(index) && uses_reached(&packages[*index]))
                .collect();
            if new.is_empty() {
                break;
            }
            reached.extend(new);
        }
        let named = |index: usize| (from_workspace(&packages[index]), packages[index].name.clone());
        Self { packages: reached.into_iter().map(named).collect() }
    }

    /// Returns `true` if a test program may give another result, by the name that it has in the output.
    pub(crate) fn has_program(&self, name: &str) -> bool {
        let (folder, program) = name.rsplit_once(", ").unwrap_or(("", name));
        folder.is_empty() && ALWAYS.contains(&program)
            || self.packages.iter().any(|(reached, _)| reached == Path::new(folder))
    }

    /// Returns the names of the packages.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.packages.iter().map(|(_, name)| &**name)
    }
}

/// Returns the package whose folder has a file, which is the deepest one.
fn package_of(file: &Path, packages: &[Package]) -> Option<usize> {
    let folders = packages.iter().map(from_workspace).enumerate();
    let (package, folder) = folders
        .filter(|(_, folder)| file.starts_with(folder))
        .max_by_key(|(_, folder)| folder.components().count())?;
    let is_of_root =
        OF_ROOT.iter().any(|part| file.starts_with(part)) || file == Path::new("build.rs");
    (!folder.as_os_str().is_empty() || is_of_root).then_some(package)
}

fn from_workspace(package: &Package) -> PathBuf {
    let folder = package.folder();
    folder.strip_prefix(cargo::workspace()).unwrap_or(folder).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reached(files: &[&str]) -> Reached {
        let files = files.iter().map(Path::new);
        Reached::by(files, &cargo::metadata().unwrap().packages)
    }

    #[test]
    fn a_change_reaches_what_depends_on_its_package() {
        let of_awkward = reached(&["arrays/cuda-awkward/src/lib.rs"]);
        let names: Vec<_> = of_awkward.names().collect();
        assert!(names.contains(&"cuda-awkward") && names.contains(&"arrays-compare"), "{names:?}");
        assert!(!names.contains(&"cuda-ndarray") && !names.contains(&"cuda-rust"), "{names:?}");
        assert!(of_awkward.has_program("arrays/cuda-awkward, cases"));
        assert!(!of_awkward.has_program("arrays/cuda-arrow, cases"));
        assert!(!of_awkward.has_program("driver"));
        let of_driver = reached(&["cuda-driver/src/stream.rs"]);
        assert!(of_driver.has_program("driver") && of_driver.has_program("libraries/cufft, cufft"));
    }

    #[test]
    fn a_file_outside_of_all_packages_reaches_the_tests_that_read_all() {
        for file in ["README.md", "docs/promises.md", "examples.md"] {
            let reached = reached(&[file]);
            assert_eq!(reached.names().count(), 0, "{file}");
            assert!(ALWAYS.iter().all(|program| reached.has_program(program)));
            assert!(!reached.has_program("driver"));
        }
        assert!(reached(&["tests/driver/main.rs"]).has_program("driver"));
        let packages = cargo::metadata().unwrap().packages.len();
        assert_eq!(reached(&["Cargo.lock"]).names().count(), packages);
    }

    #[test]
    fn programs_that_always_run_are_those_of_the_workspace() {
        for program in ALWAYS {
            let file = cargo::workspace().join("tests").join(program).with_extension("rs");
            assert!(file.is_file(), "{}", file.display());
        }
    }

    #[test]
    fn an_unknown_commit_is_an_error_that_names_it() {
        let error = Reached::since("no-such-commit").err().unwrap().to_string();
        assert!(error.contains("no-such-commit"), "{error}");
    }
}
