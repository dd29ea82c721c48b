//! Compiles with nvcc.

use std::path::{Path, PathBuf};

use cuda_pathfinder::VARIABLES;
use nvrtc_cache::Dependencies;

use super::{Compiler, CompilerOutput};
use crate::error::Error;
use crate::generate::ImageKind;
use crate::nvcc;
use crate::nvcc::Nvcc;
use crate::script;

impl Compiler<'_> {
    pub(super) fn with_nvcc(&self, options: &[String]) -> Result<CompilerOutput, Error> {
        let found = Nvcc::find(self.source_name)?;
        let out = found.compile(self.source_name, self.source, options, &self.archs())?;
        let mut dependencies = self.of_nvcc(&out.included, options);
        // A bare name is searched for on `PATH`, not in the script's folder.
        if found.path.components().count() > 1 {
            dependencies.add(&found.path);
        }
        let (kind, suffix) = match self.archs().as_slice() {
            [only] if !only.is_real() => (ImageKind::Ptx, "ptx"),
            _ => (ImageKind::Code, "fatbin"),
        };
        Ok(CompilerOutput {
            ptx: out.ptx,
            lowered: Vec::new(),
            image: out.image,
            kind,
            suffix,
            log: out.log,
            notes: nvcc_variables().collect(),
            dependencies,
        })
    }

    /// Returns the variables and the files that determine what is compiled; it needs no compiler.
    pub(crate) fn dependencies(&self) -> Result<(Vec<String>, Dependencies), Error> {
        match &self.build.nvcc {
            None => Ok(self.inputs(&self.program(self.source, self.first_arch().to_virtual())?)),
            Some(options) => Ok((nvcc_variables().collect(), self.of_nvcc(&[], options))),
        }
    }

    /// Returns the files that nvcc read, and what it would read in place of them.
    fn of_nvcc(&self, read: &[PathBuf], options: &[String]) -> Dependencies {
        let source = Path::new(self.source_name);
        // A text is no file.
        let source = Some(source).filter(|path| path.exists());
        let files = source.into_iter().chain(read.iter().map(PathBuf::as_path));
        let folders = nvcc::include_folders(options);
        Dependencies::of_files(files, folders.iter().map(PathBuf::as_path))
    }
}

/// Returns the lines for the variables that choose nvcc, or change what it compiles.
fn nvcc_variables() -> impl Iterator<Item = String> {
    let variables = nvcc::VARIABLES.into_iter().chain(nvcc::FOLDER_VARIABLES).chain(VARIABLES);
    variables.filter(|name| *name != "PATH").map(script::environment)
}
