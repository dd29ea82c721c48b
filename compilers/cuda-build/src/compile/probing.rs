//! Gets types, layouts and values from the compiler, by compiling the source again with a probe.

use std::collections::BTreeSet;

use nvrtc::Arch;

use super::Compiler;
use crate::build::NamedConstant;
use crate::error::{Error, ErrorKind};
use crate::names;
use crate::nvcc::Nvcc;
use crate::probe::{Probe, ProbedTypes, RequestedStructure};
use crate::ptx::Contents;

impl Compiler<'_> {
    /// Gets all types from the compiler, and returns the structures that were requested for that: those of the build
    /// script, and those to generate, which types name that were got before.
    pub(super) fn probe_all(
        &self,
        contents: &Contents,
        constants: &[String],
    ) -> Result<(ProbedTypes, Vec<RequestedStructure>), Error> {
        let mut requested = self.build.requested_structures();
        let mut named: Vec<&mut RequestedStructure> = requested
            .iter_mut()
            .filter(|structure| structure.is_generated && structure.fields.is_empty())
            .collect();
        let names: Vec<String> = named.iter().map(|structure| structure.cpp.clone()).collect();
        for (structure, found) in named.iter_mut().zip(self.definitions(&names)) {
            let cpp = &structure.cpp;
            let problem = || ErrorKind::UnsupportedStructure {
                source_name: self.source_name.to_owned(),
                cpp: cpp.clone(),
                problem: format!(
                    "the compiler knows no definition of a class of this name at the end of the source: correct the name, or \
                     list its fields, Structure::generated({cpp:?}).fields([…])"
                ),
            };
            **structure = Self::with_fields(cpp, &found.ok_or_else(problem)?);
        }
        let mut asked = BTreeSet::new();
        loop {
            let probed = self.probe_types(contents, (&requested, constants), self.first_arch())?;
            let requested_count = requested.len();
            let is_known = |name: &str| {
                requested.iter().any(|structure| structure.cpp == name)
                    || probed.structures.iter().any(|layout| layout.name == name)
            };
            let names = probed.classes(self.build.generates_structures).into_iter();
            let names: Vec<String> = names
                .filter(|name| !is_known(name) && !asked.contains(*name))
                .map(str::to_owned)
                .collect();
            for (name, found) in names.iter().zip(self.definitions(&names)) {
                let named_type =
                    found.filter(|found| self.is_own(found) && found.enumerators.is_empty());
                requested.extend(named_type.map(|found| Self::with_fields(name, &found)));
            }
            asked.extend(names);
            if requested.len() == requested_count {
                return Ok((probed, requested));
            }
        }
    }

    /// Returns the constants that the build script names, with the enumerators of its enumerations.
    pub(super) fn constants(&self) -> Result<Vec<NamedConstant>, Error> {
        let mut constants = self.build.constants.clone();
        let names: Vec<String> =
            self.build.enumerations.iter().map(|(_, cpp)| cpp.clone()).collect();
        for ((rust, cpp), found) in self.build.enumerations.iter().zip(self.definitions(&names)) {
            let found = found.filter(|found| !found.enumerators.is_empty());
            let found = found.ok_or_else(|| ErrorKind::UnsupportedStructure {
                source_name: self.source_name.to_owned(),
                cpp: cpp.clone(),
                problem: "neither the source nor a header of it defines an enumeration of this name: correct it, or name its \
                          enumerators, Build::constants"
                    .to_owned(),
            })?;
            constants.extend(found.enumerators.into_iter().map(|name| {
                let cpp = format!("{cpp}::{name}");
                NamedConstant { name, rust: rust.clone(), cpp }
            }));
        }
        Ok(constants)
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
            if ptx.is_err() && !namespaces.is_empty() {
                ptx = self.probe_ptx(&probe, &namespaces, arch).or(ptx);
            }
            let unknown = |error: &Error| ErrorKind::UnknownTypes {
                items: format!("the items that {} and the build script name", self.source_name),
                log: format!("\n  {error}"),
            };
            Contents::of(&ptx.map_err(|error| unknown(&error))?)
        };
        probe.read(&probe_ptx).map_err(|items| {
            let log = String::new();
            ErrorKind::UnknownTypes { items, log }.into()
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
            None => self.probe_with_nvrtc(&source, arch, false),
        }
    }

    /// Rejects two names of one structure, because only one would be used.
    pub(super) fn check_structures(&self, probed: &ProbedTypes) -> Result<(), Error> {
        for (at, second) in probed.structures.iter().enumerate() {
            let first = probed.structures[..at].iter().find(|first| first.name == second.name);
            if let Some(first) = first {
                return Err(ErrorKind::Twice {
                    source_name: self.source_name.to_owned(),
                    method: format!("Build::structure of {} and of {}", first.cpp, second.cpp),
                    name: format!("the structure {}", first.name),
                }
                .into());
            }
        }
        Ok(())
    }
}
