//! Searches for build scripts, with the lines for Cargo.

use std::path::{Path, PathBuf};

use crate::environment::VARIABLES;
use crate::headers::HeaderSet;
use crate::platform::Platform;
use crate::report::NotFound;
use crate::search::Search;
use crate::tools::NVCC;
use crate::tools::Tool;

/// Finds the parts of CUDA that a build script needs, and collects the lines to print for Cargo.
///
/// ```no_run
/// use cuda_pathfinder::{BuildScript, CUDADEVRT, CUDA_HEADERS, Search};
///
/// fn main() -> Result<(), cuda_pathfinder::NotFound> {
///     let mut script = BuildScript::new(Search::new());
///     let (nvcc, include) = (script.nvcc()?, script.include(&CUDA_HEADERS)?);
///     script.link_static(&CUDADEVRT)?;
///     println!("cargo::warning={} -I{}", nvcc.display(), include.display());
///     script.emit();
///     Ok(())
/// }
/// ```
#[derive(Clone, Debug)]
pub struct BuildScript {
    search: Search,
    lines: Vec<String>,
}

impl BuildScript {
    /// Creates a value that uses `search`; the script runs again when a variable changes that affects the search.
    pub fn new(search: Search) -> Self {
        // Variables that change with every shell would run it each time.
        let variables = VARIABLES.iter().filter(|name| **name != "PATH");
        let lines = variables.map(|name| format!("cargo::rerun-if-env-changed={name}"));
        Self { search, lines: lines.collect() }
    }

    /// Returns the path of nvcc.
    ///
    /// # Errors
    /// [`NotFound`] if no place has it.
    pub fn nvcc(&mut self) -> Result<PathBuf, NotFound> {
        self.tool(&NVCC)
    }

    /// Returns the path of a program for this machine, or of a file of the toolkit for the platform that Cargo names in `TARGET`:
    /// not one in a folder of `targets` of another platform, nor an archive of objects for another processor.
    ///
    /// # Errors
    /// [`NotFound`] if no place has it, which says where files for other platforms are.
    pub fn tool(&mut self, tool: &Tool) -> Result<PathBuf, NotFound> {
        let path = match self.platform() {
            Some(platform) if !tool.is_program => {
                first(&platform, |platform| self.search.tool_for(tool, Some(platform)))?
            }
            _ => self.search.tool(tool)?,
        };
        self.changed(&path);
        Ok(path)
    }

    /// Returns the folder of a set of headers, for `-I`: one for the platform that Cargo names in `TARGET`, if there is one.
    ///
    /// # Errors
    /// [`NotFound`] if no place has them.
    pub fn include(&mut self, set: &HeaderSet) -> Result<PathBuf, NotFound> {
        for root in set.roots {
            self.add(format!("cargo::rerun-if-env-changed={root}"));
        }
        let of_platform = self.platform();
        let of_platform = of_platform.and_then(|platform| {
            first(&platform, |platform| self.search.headers_for(set, platform)).ok()
        });
        // Nearly all headers are the same for all platforms.
        let found = of_platform.map_or_else(|| self.search.headers(set), Ok)?;
        self.changed(&found.folder.join(set.header));
        Ok(found.folder)
    }

    /// Makes Cargo link a static library, and returns its path, as [`tool`](Self::tool).
    ///
    /// # Errors
    /// As [`tool`](Self::tool).
    pub fn link_static(&mut self, library: &Tool) -> Result<PathBuf, NotFound> {
        let path = self.tool(library)?;
        if let (Some(folder), Some(name)) = (path.parent(), path.file_stem()) {
            let name = name.to_string_lossy();
            // The linkers of archives add it themselves.
            let name = if path.extension().is_some_and(|extension| extension == "a") {
                name.strip_prefix("lib").unwrap_or(&name)
            } else {
                &name
            };
            self.add(format!("cargo::rustc-link-search=native={}", folder.display()));
            self.add(format!("cargo::rustc-link-lib=static={name}"));
        }
        Ok(path)
    }

    /// Returns the lines, each once, in the order in which they were added.
    pub fn lines(&self) -> &[String] {
        &self.lines
    }

    /// Writes the lines to standard output, where Cargo reads them.
    pub fn emit(&self) {
        self.lines.iter().for_each(|line| println!("{line}"));
    }

    fn platform(&self) -> Option<Platform> {
        Platform::of(&self.search.environment)
    }

    fn changed(&mut self, path: &Path) {
        self.add(format!("cargo::rerun-if-changed={}", path.display()));
    }

    fn add(&mut self, line: String) {
        if !self.lines.contains(&line) {
            self.lines.push(line);
        }
    }
}

/// Searches with each of a platform's folders, until one has it.
fn first<T>(
    platform: &Platform,
    search: impl Fn(&Platform) -> Result<T, NotFound>,
) -> Result<T, NotFound> {
    let found = platform.each().iter().find_map(|platform| search(platform).ok());
    found.map_or_else(|| search(platform), Ok)
}
