//! Gets the names of parameters, fields and enumerators from the compiler, by its debug information.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use super::Compiler;
use crate::debug_info::{DebugInfo, Definition};
use crate::nvcc::Nvcc;
use crate::probe::RequestedStructure;
use crate::ptx::Contents;

impl Compiler<'_> {
    /// Returns the names of the parameters of all kernels. There are none if the source can't be compiled with debug
    /// information.
    pub(super) fn declared(&self, contents: &Contents) -> DebugInfo {
        let found = (!contents.entries.is_empty()).then(|| self.debug_info(&[])).flatten();
        found.unwrap_or_default()
    }

    /// Returns the definitions of classes or enumerations, as far as the compiler knows them.
    pub(super) fn definitions(&self, classes: &[String]) -> Vec<Option<Definition>> {
        if classes.is_empty() {
            return Vec::new();
        }
        if let Some(found) = self.debug_info(classes) {
            return (0..classes.len()).map(|at| found.definition(at).cloned()).collect();
        }
        // One that the compiler doesn't know hides the others.
        let one = |cpp: &String| {
            let found = self.debug_info(std::slice::from_ref(cpp))?;
            found.definition(0).cloned()
        };
        match classes {
            [_] => vec![None],
            _ => classes.iter().map(one).collect(),
        }
    }

    fn debug_info(&self, classes: &[String]) -> Option<DebugInfo> {
        let arch = self.first_arch();
        let source = format!("{}{}", self.source, DebugInfo::lines(classes));
        let ptx = match &self.build.nvcc {
            Some(options) => {
                let options: Vec<String> =
                    options.iter().cloned().chain(["-G".to_owned()]).collect();
                let nvcc = Nvcc::find(self.source_name).ok()?;
                nvcc.probe(self.source_name, &source, &options, arch).ok()?
            }
            None => self.probe_with_nvrtc(&source, arch, true).ok()?,
        };
        Some(DebugInfo::of(&ptx))
    }

    /// Returns a class with the fields of its definition.
    pub(super) fn with_fields(cpp: &str, definition: &Definition) -> RequestedStructure {
        let names = |only_sizes: bool| {
            let fields = definition.fields.iter().filter(move |field| !only_sizes || field.is_size);
            fields.filter_map(|field| field.name.clone()).collect()
        };
        RequestedStructure {
            cpp: cpp.to_owned(),
            fields: names(false),
            sizes: names(true),
            is_generated: true,
        }
    }

    /// Returns `true` if a definition is in the source or in a header of the crate. Those of others may have fields that are
    /// private.
    pub(super) fn is_own(&self, definition: &Definition) -> bool {
        let Some(file) = definition.file.as_deref().map(Path::new) else {
            return false;
        };
        if file.ends_with("__nv_nvrtc_builtin_header.h") {
            return false;
        }
        let real = |path: PathBuf| fs::canonicalize(&path).unwrap_or(path);
        let here = env::current_dir().unwrap_or_default();
        // What is in memory has a path in the working folder.
        let file = real(here.join(file));
        let source = here.join(self.source_name);
        let folders = [Some(here.as_path()), source.parent()];
        folders.into_iter().flatten().any(|folder| file.starts_with(real(folder.to_owned())))
    }
}
