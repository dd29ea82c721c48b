//! Searches for build scripts, with the lines for Cargo.

use std::path::{Path, PathBuf};

use crate::environment::VARIABLES;
use crate::headers::HeaderSet;
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

    /// Returns the path of a program or a file of the toolkit.
    ///
    /// # Errors
    /// [`NotFound`] if no place has it.
    pub fn tool(&mut self, tool: &Tool) -> Result<PathBuf, NotFound> {
        let path = self.search.tool(tool)?;
        self.changed(&path);
        Ok(path)
    }

    /// Returns the folder of a set of headers, for `-I`.
    ///
    /// # Errors
    /// [`NotFound`] if no place has them.
    pub fn include(&mut self, set: &HeaderSet) -> Result<PathBuf, NotFound> {
        for root in set.roots {
            self.add(format!("cargo::rerun-if-env-changed={root}"));
        }
        let found = self.search.headers(set)?;
        self.changed(&found.folder.join(set.header));
        Ok(found.folder)
    }

    /// Makes Cargo link a static library, and returns its path.
    ///
    /// # Errors
    /// [`NotFound`] if no place has it.
    pub fn link_static(&mut self, library: &Tool) -> Result<PathBuf, NotFound> {
        let path = self.tool(library)?;
        if let (Some(folder), Some(name)) = (path.parent(), path.file_stem()) {
            let name = name.to_string_lossy();
            // The linkers of Linux and macOS add it themselves.
            let name =
                if cfg!(windows) { &name } else { name.strip_prefix("lib").unwrap_or(&name) };
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

    fn changed(&mut self, path: &Path) {
        self.add(format!("cargo::rerun-if-changed={}", path.display()));
    }

    fn add(&mut self, line: String) {
        if !self.lines.contains(&line) {
            self.lines.push(line);
        }
    }
}
