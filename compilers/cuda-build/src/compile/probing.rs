//! Gets types, layouts and values from the compiler, by compiling the source again with a probe.

use std::fs;
use std::path::{Path, PathBuf};

use nvrtc::Arch;

use super::Compiler;
use crate::build::NamedConstant;
use crate::error::{Error, ErrorKind};
use crate::fields;
use crate::names;
use crate::nvcc::Nvcc;
use crate::probe::{Probe, ProbedTypes, RequestedStructure};
use crate::ptx::Contents;
use crate::types::last_name;

impl Compiler<'_> {
    /// Gets all types from the compiler, and returns the structures that were requested for that: those of the build
    /// script, and those to generate, which types name that were got before.
    pub(super) fn probe_all(
        &self,
        contents: &Contents,
        constants: &[String],
    ) -> Result<(ProbedTypes, Vec<RequestedStructure>), Error> {
        let mut requested = self.build.requested_structures();
        for structure in requested.iter_mut().filter(|structure| structure.is_generated) {
            let problem = || ErrorKind::UnsupportedStructure {
                source_name: self.source_name.to_owned(),
                cpp: structure.cpp.clone(),
                problem: format!(
                    "neither the source nor a header of the crate defines it by this name: list its fields, \
                     Structure::generated({:?}).fields([…])",
                    structure.cpp
                ),
            };
            if structure.fields.is_empty() {
                *structure = self.fields_of(&structure.cpp).ok_or_else(problem)?;
            }
        }
        loop {
            let probed = self.probe_types(contents, (&requested, constants), self.first_arch())?;
            let known = requested.len();
            for name in probed.classes(self.build.generates_structures) {
                let is_known = requested.iter().any(|structure| structure.cpp == *name)
                    || probed.structures.iter().any(|layout| layout.name == *name);
                if !is_known {
                    requested.extend(self.fields_of(name));
                }
            }
            if requested.len() == known {
                return Ok((probed, requested));
            }
        }
    }

    /// Returns the constants that the build script names, with the enumerators of its enumerations.
    pub(super) fn constants(&self) -> Result<Vec<NamedConstant>, Error> {
        let mut constants = self.build.constants.clone();
        for (rust, cpp) in &self.build.enumerations {
            let name = last_name(cpp);
            let found = self.find(|text| fields::enumerators(text, name));
            let names = found.ok_or_else(|| ErrorKind::UnsupportedStructure {
                source_name: self.source_name.to_owned(),
                cpp: cpp.clone(),
                problem: "neither the source nor a header of the crate defines an enumeration of this name: name its \
                          enumerators, Build::constants"
                    .to_owned(),
            })?;
            constants.extend(names.into_iter().map(|name| {
                let cpp = format!("{cpp}::{name}");
                NamedConstant { name, rust: rust.clone(), cpp }
            }));
        }
        Ok(constants)
    }

    /// Returns what is found in the source, or in a header of the crate.
    fn find<T>(&self, find: impl Fn(&str) -> Option<T>) -> Option<T> {
        find(self.source).or_else(|| {
            let program = self.program(self.source, self.first_arch()).ok()?;
            let mut headers = program.headers();
            let in_memory = headers.find_map(|(_, text)| find(&text.to_string_lossy()));
            in_memory.or_else(|| {
                let files = nvrtc_cache::included_files(&program).ok()?;
                // Headers of others may have fields that are private.
                let folders = [Path::new(""), Path::new(self.source_name).parent()?]
                    .map(|folder| fs::canonicalize(Path::new(".").join(folder)).ok());
                let is_own = |path: &&PathBuf| {
                    let path = fs::canonicalize(path).unwrap_or_default();
                    folders.iter().flatten().any(|folder| path.starts_with(folder))
                };
                let own = files.iter().filter(is_own);
                own.filter_map(|path| fs::read_to_string(path).ok()).find_map(|text| find(&text))
            })
        })
    }

    /// Reads the fields of a class from the source and its headers.
    fn fields_of(&self, cpp: &str) -> Option<RequestedStructure> {
        let name = last_name(cpp);
        let fields = self.find(|text| fields::fields(text, name))?;
        let names = |only_sizes: bool| {
            let fields = fields.iter().filter(move |field| !only_sizes || field.is_size);
            fields.filter_map(|field| field.name.clone()).collect()
        };
        Some(RequestedStructure {
            cpp: cpp.to_owned(),
            fields: names(false),
            sizes: names(true),
            is_generated: true,
        })
    }

    /// Gets the types that the PTX doesn't contain from the compiler.
    pub(super) fn probe_types(
        &self,
        contents: &Contents,
        (requested, constants): (&[RequestedStructure], &[String]),
        arch: Arch,
    ) -> Result<ProbedTypes, Error> {
        let left_out = &self.build.left_out;
        let probe = Probe::new(contents, self.source, left_out, requested, constants);
        let probe_ptx = if probe.is_resolved() {
            Contents::default()
        } else {
            let mut ptx = self.probe_ptx(&probe, &[], arch);
            let namespaces = names::namespaces(self.source);
            if ptx.is_err()
                && !namespaces.is_empty()
                && let Ok(found) = self.probe_ptx(&probe, &namespaces, arch)
            {
                ptx = Ok(found);
            }
            let unknown = |error: &Error| ErrorKind::UnknownTypes {
                what: format!("the items that {} and the build script name", self.source_name),
                log: format!("\n  {error}"),
            };
            Contents::of(&ptx.map_err(|error| unknown(&error))?)
        };
        probe.read(&probe_ptx).map_err(|what| {
            let log = String::new();
            ErrorKind::UnknownTypes { what, log }.into()
        })
    }

    /// Compiles the source followed by the probe, and returns the PTX.
    fn probe_ptx(&self, probe: &Probe, namespaces: &[String], arch: Arch) -> Result<String, Error> {
        let source = format!("{}{}", self.source, probe.lines(namespaces));
        match &self.build.nvcc {
            Some(options) => {
                let nvcc = Nvcc::find(self.source_name)?;
                nvcc.probe(self.source_name, &source, options, arch)
            }
            None => self.probe_with_nvrtc(&source, arch),
        }
    }

    /// Rejects two names of one structure, because only one would be used.
    pub(super) fn check_structures(&self, probed: &ProbedTypes) -> Result<(), Error> {
        for (at, second) in probed.structures.iter().enumerate() {
            let first = probed.structures[..at].iter().find(|first| first.name == second.name);
            if let Some(first) = first {
                return Err(ErrorKind::Twice {
                    source_name: self.source_name.to_owned(),
                    what: format!("Build::structure of {} and of {}", first.cpp, second.cpp),
                    name: format!("the structure {}", first.name),
                }
                .into());
            }
        }
        Ok(())
    }
}
