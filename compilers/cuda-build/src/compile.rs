//! Compiles a source and describes its kernels.

mod architectures;
mod by_nvcc;
mod by_nvrtc;
mod declared;
mod probing;

use std::collections::BTreeSet;

use nvrtc_cache::Dependencies;

use crate::build::{Build, NamedConstant};
use crate::error::{Error, ErrorKind};
use crate::generate;
use crate::generate::ImageKind;
use crate::identifiers::{camel, identifier};
use crate::input::{Constant, Input};
use crate::messages;
use crate::names;
use crate::plan::BuildPlan;
use crate::probe::RequestedStructure;
use crate::ptx::{Contents, Entry};
use crate::types::MangledName;

/// The files to write, and the lines for Cargo.
pub(crate) struct CompiledFiles {
    pub(crate) rust: String,
    pub(crate) image: Vec<u8>,
    pub(crate) image_name: String,
    /// The lines for Cargo, except those of `dependencies`.
    pub(crate) notes: Vec<String>,
    pub(crate) dependencies: Dependencies,
}

pub(crate) struct Compiler<'c> {
    pub(crate) build: &'c Build,
    pub(crate) source_name: &'c str,
    pub(crate) source: &'c str,
    pub(crate) type_name: &'c str,
    /// The common file name of the outputs, without extension.
    pub(crate) stem: &'c str,
}

/// A compiler's output: the image, and PTX from which to read the kernels.
struct CompilerOutput {
    ptx: String,
    /// Name expressions with their names in the PTX.
    lowered: Vec<(String, String)>,
    image: Vec<u8>,
    kind: ImageKind,
    suffix: &'static str,
    log: String,
    notes: Vec<String>,
    dependencies: Dependencies,
}

impl Compiler<'_> {
    pub(crate) fn compile(&self) -> Result<CompiledFiles, Error> {
        let CompilerOutput { ptx, lowered, image, kind, suffix, log, mut notes, dependencies } =
            match &self.build.nvcc {
                None => self.with_nvrtc()?,
                Some(options) => self.with_nvcc(options)?,
            };
        let mut contents = Contents::of(&ptx);
        let named = self.constants()?;
        let constants: Vec<String> = named.iter().map(|constant| constant.cpp.clone()).collect();
        let (probed, requested) = self.probe_all(&contents, &constants)?;
        self.check_structures(&probed)?;
        let mut kernels: BTreeSet<String> = contents.entries.iter().map(Entry::cpp_name).collect();
        self.merge_other_archs(&mut contents, &probed, (&requested, &constants), &mut kernels)?;
        self.check_left_out(kernels)?;
        let structures = self.named_in_rust(requested);
        let chosen = self.chosen(&contents, &lowered)?;
        let constants = named.into_iter().zip(&probed.constants);
        let constants: Vec<Constant> = constants
            .map(|(NamedConstant { name, rust, cpp }, value)| Constant {
                name,
                rust,
                cpp,
                value: *value,
            })
            .collect();
        let plan = BuildPlan::new(&Input {
            type_name: self.type_name,
            source_name: self.source_name,
            contents: &contents,
            probed: &probed,
            structures: &structures,
            chosen: &chosen,
            constants: &constants,
            declared: &self.declared(&contents),
            is_embedded: self.build.is_embedded,
        })?;
        if self.build.is_embedded && kind != ImageKind::Ptx {
            return Err(ErrorKind::EmbeddedCode { source_name: self.source_name.to_owned() }.into());
        }
        let image = if plan.has_code() { image } else { Vec::new() };
        if plan.kernels.is_empty() && names::mentions(self.source, "__global__") {
            notes.push(format!(
                "cargo::warning={}: none of its kernels can be launched: a template needs Build::instance, and a kernel that is \
                 static or in an unnamed namespace can't be loaded",
                self.source_name
            ));
        }
        let image_name = format!("{}.{suffix}", self.stem);
        notes.extend(messages::log_warnings(&log));
        let rust = generate::text(&plan, &image_name, kind);
        Ok(CompiledFiles { rust, image, image_name, notes, dependencies })
    }

    /// Rejects kernels to leave out that the source doesn't have.
    fn check_left_out(&self, kernels: BTreeSet<String>) -> Result<(), Error> {
        let mut left_out = self.build.left_out.iter();
        match left_out.find(|name| !kernels.contains(*name)) {
            None => Ok(()),
            Some(name) => Err(ErrorKind::NothingToLeaveOut {
                source_name: self.source_name.to_owned(),
                name: name.clone(),
                kernels: kernels.into_iter().collect(),
            }
            .into()),
        }
    }

    /// Returns the C++ names of structures, each with its name in Rust.
    fn named_in_rust(&self, requested: Vec<RequestedStructure>) -> Vec<(String, String)> {
        let with_rust = |RequestedStructure { cpp, .. }| {
            let named = self.build.structures.iter().find(|structure| structure.cpp == cpp);
            let rust = named.and_then(|structure| structure.rust.clone());
            let rust = rust.unwrap_or_else(|| camel(&identifier(&cpp)));
            (cpp, rust)
        };
        requested.into_iter().map(with_rust).collect()
    }

    /// Returns the PTX names of the requested instances, each with its name in Rust.
    fn chosen(
        &self,
        contents: &Contents,
        lowered: &[(String, String)],
    ) -> Result<Vec<(String, String)>, Error> {
        let dense = |text: &str| text.replace(char::is_whitespace, "");
        let mut chosen = Vec::new();
        for (expression, rust) in &self.build.instances {
            let by_compiler = lowered.iter().find(|(known, _)| known == expression);
            // nvcc doesn't report the PTX names of expressions.
            let by_name = || {
                contents.entries.iter().find(|entry| {
                    let name = MangledName::parse(&entry.name).map(|mangled| mangled.name);
                    dense(name.as_deref().unwrap_or(&entry.name)) == dense(expression)
                })
            };
            let name = match by_compiler {
                Some((_, name)) => Some(name.clone()),
                None => by_name().map(|entry| entry.name.clone()),
            };
            let name = name.filter(|name| contents.entries.iter().any(|entry| entry.name == *name));
            let Some(name) = name else {
                return Err(self.no_instance(format!(
                    "{expression} isn't a kernel of the compiled source; with nvcc, the source itself must instantiate it"
                )));
            };
            if let Some((_, other)) = chosen.iter().find(|(known, _)| *known == name) {
                return Err(self.no_instance(format!(
                    "{expression} is the kernel that is already named {other}"
                )));
            }
            chosen.push((name, rust.clone()));
        }
        Ok(chosen)
    }

    fn no_instance(&self, problem: String) -> Error {
        let expressions = self.build.instances.iter();
        ErrorKind::Instance {
            source_name: self.source_name.to_owned(),
            expressions: expressions.map(|(expression, _)| expression.clone()).collect(),
            problem,
        }
        .into()
    }
}
