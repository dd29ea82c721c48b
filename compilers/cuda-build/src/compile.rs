//! Compiles a source and describes its kernels.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use cuda_pathfinder::{NVRTC, VARIABLES};
use nvfatbin::{Entry, Fatbin, NvFatbin};
use nvrtc::{Arch, NvrtcError, NvrtcErrorKind, ObjectCode, Program};

use crate::build::{Build, NamedConstant};
use crate::error::{Error, ErrorKind};
use crate::fields;
use crate::generate;
use crate::generate::{ImageKind, camel};
use crate::names;
use crate::nvcc::Nvcc;
use crate::plan::{Constant, Input, Plan, identifier};
use crate::probe::{Probe, ProbedTypes, RequestedStructure};
use crate::ptx::{Contents, Entry as PtxEntry};
use crate::script;
use crate::types::{Mangled, last_name};

/// The files to write, and the lines for Cargo.
pub(crate) struct Compiled {
    pub(crate) rust: String,
    pub(crate) image: Vec<u8>,
    pub(crate) image_name: String,
    pub(crate) notes: Vec<String>,
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
struct Made {
    ptx: String,
    /// Name expressions with their names in the PTX.
    lowered: Vec<(String, String)>,
    image: Vec<u8>,
    kind: ImageKind,
    suffix: &'static str,
    log: String,
    notes: Vec<String>,
}

impl Compiler<'_> {
    pub(crate) fn compile(&self) -> Result<Compiled, Error> {
        let Made { ptx, lowered, image, kind, suffix, log, mut notes } = match &self.build.nvcc {
            None => self.with_nvrtc()?,
            Some(options) => self.with_nvcc(options)?,
        };
        let mut contents = Contents::of(&ptx);
        let named = self.constants()?;
        let constants: Vec<String> = named.iter().map(|constant| constant.cpp.clone()).collect();
        let (probed, requested) = self.probe_all(&contents, &constants)?;
        self.check_structures(&probed)?;
        let mut kernels: BTreeSet<String> =
            contents.entries.iter().map(PtxEntry::cpp_name).collect();
        self.merge_other_archs(&mut contents, &probed, (&requested, &constants), &mut kernels)?;
        let left_out = self.build.left_out.iter();
        if let Some(name) = left_out.into_iter().find(|name| !kernels.contains(*name)) {
            return Err(ErrorKind::NothingToLeaveOut {
                source_name: self.source_name.to_owned(),
                name: name.clone(),
                kernels: kernels.into_iter().collect(),
            }
            .into());
        }
        let structures: Vec<(String, String)> = requested
            .into_iter()
            .map(|RequestedStructure { cpp, .. }| {
                let named = self.build.structures.iter().find(|structure| structure.cpp == cpp);
                let rust = named.and_then(|structure| structure.rust.clone());
                let rust = rust.unwrap_or_else(|| camel(&identifier(&cpp)));
                (cpp, rust)
            })
            .collect();
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
        let plan = Plan::new(&Input {
            type_name: self.type_name,
            source_name: self.source_name,
            source: self.source,
            contents: &contents,
            probed: &probed,
            structures: &structures,
            chosen: &chosen,
            constants: &constants,
            is_embedded: self.build.is_embedded,
        })?;
        if self.build.is_embedded && kind != ImageKind::Ptx {
            return Err(ErrorKind::EmbeddedCode { source_name: self.source_name.to_owned() }.into());
        }
        if plan.kernels.is_empty() && names::mentions(self.source, "__global__") {
            notes.push(format!(
                "cargo::warning={}: none of its kernels can be launched: a template needs Build::instance, and a kernel that is \
                 static or in an unnamed namespace can't be loaded",
                self.source_name
            ));
        }
        let image_name = format!("{}.{suffix}", self.stem);
        notes.extend(script::log_warnings(&log));
        Ok(Compiled { rust: generate::text(&plan, &image_name, kind), image, image_name, notes })
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
                    let name = Mangled::parse(&entry.name).map(|mangled| mangled.name);
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

    /// Gets all types from the compiler, and returns the structures that were requested for that: those of the build
    /// script, and those to generate, which types name that were got before.
    fn probe_all(
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
    fn constants(&self) -> Result<Vec<NamedConstant>, Error> {
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
    fn probe_types(
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
    fn check_structures(&self, probed: &ProbedTypes) -> Result<(), Error> {
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

    /// Checks that kernels, variables and structures are the same for all architectures, because they share the
    /// Rust code but the source may depend on `__CUDA_ARCH__`. Launch bounds and shared memory are merged, so that they
    /// hold for all.
    fn merge_other_archs(
        &self,
        contents: &mut Contents,
        probed: &ProbedTypes,
        requested: (&[RequestedStructure], &[String]),
        kernels: &mut BTreeSet<String>,
    ) -> Result<(), Error> {
        // A source with neither of these words is the same for all architectures.
        let may_differ = ["__CUDA_ARCH", "include"].map(|word| self.source.contains(word));
        let has_options = self.build.nvcc.is_some() || !self.build.adjustments.is_empty();
        if !has_options && may_differ == [false, false] {
            return Ok(());
        }
        let first = self.first_arch().to_virtual();
        let mut seen = vec![first];
        for arch in self.archs().into_iter().map(Arch::to_virtual) {
            if seen.contains(&arch) {
                continue;
            }
            seen.push(arch);
            let ptx = match &self.build.nvcc {
                Some(options) => {
                    let nvcc = Nvcc::find(self.source_name)?;
                    nvcc.probe(self.source_name, self.source, options, arch)?
                }
                None => {
                    let ptx = self.build.cache.compile_ptx(&self.program(self.source, arch)?);
                    let ptx = ptx.map_err(|error| self.nvrtc_error(error))?;
                    ptx.as_str().to_owned()
                }
            };
            let others = Contents::of(&ptx);
            let probed_there = self.probe_types(&others, requested, arch)?;
            let differs = |what| {
                let source_name = self.source_name.to_owned();
                ErrorKind::Architectures { source_name, what, first, other: arch }
            };
            if let Some(what) = probed.difference(contents, &probed_there, &others) {
                return Err(differs(what).into());
            }
            kernels.extend(others.entries.iter().map(PtxEntry::cpp_name));
            for entry in &mut contents.entries {
                if let Some(other) = others.entries.iter().find(|other| other.name == entry.name) {
                    let name = entry.cpp_name();
                    let merged = entry.merge(other);
                    merged.map_err(|what| differs(format!("{what} of the kernel {name}")))?;
                }
            }
        }
        Ok(())
    }

    fn probe_with_nvrtc(&self, source: &str, arch: Arch) -> Result<String, Error> {
        let program = self.program(source, arch.to_virtual())?;
        let has_standard =
            program.options().any(|option| option.to_string_lossy().contains("-std"));
        let program = if has_standard { program } else { program.std(nvrtc::Standard::Cpp17) };
        let ptx = self.build.cache.compile_ptx(&program);
        let ptx = ptx.map_err(|error| self.nvrtc_error(error))?;
        Ok(ptx.as_str().to_owned())
    }

    fn archs(&self) -> Vec<Arch> {
        if self.build.archs.is_empty() {
            vec![Arch::compute(7, 5)]
        } else {
            self.build.archs.clone()
        }
    }

    fn first_arch(&self) -> Arch {
        self.build.archs.first().copied().unwrap_or(Arch::compute(7, 5))
    }

    pub(crate) fn program(&self, source: &str, arch: Arch) -> Result<Program<'static>, Error> {
        let mut program = Program::new(self.source_name.to_owned(), source.to_owned()).arch(arch);
        for adjust in &self.build.adjustments {
            program = adjust(program);
        }
        // The image records the architecture, so a different one makes the program different.
        program = program.arch(arch);
        // The header of ragged arrays, if the crate depends on cuda-awkward.
        if let Some(folder) = env::var_os("DEP_CUDA_AWKWARD_INCLUDE") {
            program = program.include_dir(PathBuf::from(folder));
        }
        if self.build.has_cuda_headers && source.contains("include") {
            program = match program.clone().cuda_headers() {
                Ok(program) => program,
                // If the source needs a header of CUDA, the compiler's error says how to install it.
                Err(error) if matches!(error.kind(), NvrtcErrorKind::Headers(_)) => program,
                Err(error) => return Err(self.nvrtc_error(error)),
            };
        }
        for (expression, _) in &self.build.instances {
            program = program.name_expression(expression.clone());
        }
        Ok(program)
    }

    fn with_nvrtc(&self) -> Result<Made, Error> {
        let cache = &self.build.cache;
        let archs = self.archs();
        let program = |arch: Arch| self.program(self.source, arch);
        let nvrtc_error = |error| self.nvrtc_error(error);
        let first = program(self.first_arch().to_virtual())?;
        let ptx = cache.compile_ptx(&first).map_err(nvrtc_error)?;
        let mut log = ptx.log().to_owned();
        let (image, kind, suffix) = match archs.as_slice() {
            [only] if !only.is_real() => (ptx.as_str().as_bytes().to_vec(), ImageKind::Ptx, "ptx"),
            [only] => {
                let cubin = cache.compile_cubin(&program(*only)?).map_err(nvrtc_error)?;
                log = cubin.log().to_owned();
                (cubin.as_bytes().to_vec(), ImageKind::Code, "cubin")
            }
            _ => (self.fat_binary(&archs)?, ImageKind::Code, "fatbin"),
        };
        let lowered = ptx.lowered_names().iter();
        let lowered = lowered.map(|(expression, name)| {
            let text = |text: &std::ffi::CStr| text.to_string_lossy().into_owned();
            (text(expression), text(name))
        });
        Ok(Made {
            lowered: lowered.collect(),
            image,
            kind,
            suffix,
            log,
            notes: self.notes(&first),
            ptx: ptx.as_str().to_owned(),
        })
    }

    fn fat_binary(&self, archs: &[Arch]) -> Result<Vec<u8>, Error> {
        let cache = &self.build.cache;
        let mut codes = Vec::new();
        for arch in archs {
            let program = self.program(self.source, *arch)?;
            let code = if arch.is_real() {
                cache.compile_cubin(&program)
            } else {
                cache.compile_ptx(&program).map(ObjectCode::from)
            };
            codes.push((*arch, code.map_err(|error| self.nvrtc_error(error))?));
        }
        let entries = codes.iter();
        let entries =
            entries.filter_map(|(arch, code)| Entry::object(*arch, self.source_name, code));
        let fatbin = entries.fold(Fatbin::new(), Fatbin::entry);
        let packed = NvFatbin::load().and_then(|library| library.build(&fatbin));
        packed.map(ObjectCode::into_bytes).map_err(|error| {
            ErrorKind::Fatbin { source_name: self.source_name.to_owned(), error }.into()
        })
    }

    fn with_nvcc(&self, options: &[String]) -> Result<Made, Error> {
        let nvcc = Nvcc::find(self.source_name)?;
        let out = nvcc.compile(self.source_name, self.source, options, &self.archs())?;
        let mut notes: Vec<String> =
            out.included.iter().map(|path| script::changed(path)).collect();
        // A bare name is searched for on `PATH`, not in the script's folder.
        if nvcc.path.components().count() > 1 {
            notes.push(script::changed(&nvcc.path));
        }
        let variables = crate::nvcc::VARIABLES.into_iter().chain(VARIABLES);
        let variables = variables.filter(|name| *name != "PATH");
        notes.extend(variables.map(script::environment));
        let (kind, suffix) = match self.archs().as_slice() {
            [only] if !only.is_real() => (ImageKind::Ptx, "ptx"),
            _ => (ImageKind::Code, "fatbin"),
        };
        Ok(Made {
            ptx: out.ptx,
            lowered: Vec::new(),
            image: out.image,
            kind,
            suffix,
            log: out.log,
            notes,
        })
    }

    pub(crate) fn nvrtc_error(&self, error: NvrtcError) -> Error {
        if matches!(error.kind(), NvrtcErrorKind::Load(_)) {
            let source_name = self.source_name.to_owned();
            return ErrorKind::NoNvrtc { source_name, error }.into();
        }
        // NVRTC compiles name expressions in an internal file of this name.
        if error.log().is_some_and(|log| log.contains("__nv_name_map(")) {
            return self.no_instance(error.to_string());
        }
        ErrorKind::Nvrtc(error).into()
    }

    /// Returns the lines that make Cargo run the script again when an input file or variable changes.
    fn notes(&self, program: &Program<'_>) -> Vec<String> {
        let variables = [NVRTC.variable()].into_iter().chain(NVRTC.roots.iter().copied());
        // `PATH` differs between shells and would cause needless rebuilds.
        let variables = variables.chain(VARIABLES).filter(|name| *name != "PATH");
        let variables: BTreeSet<&str> = variables.collect();
        let mut notes: Vec<String> = variables.into_iter().map(script::environment).collect();
        match nvrtc_cache::included_files(program) {
            Ok(files) => notes.extend(files.iter().map(|path| script::changed(path))),
            Err(unknown) => {
                notes.push(format!(
                    "cargo::warning={}: compiled at each build, because {unknown}",
                    self.source_name
                ));
                notes.push(script::always());
            }
        }
        if let Some(path) = program.nvrtc().ok().and_then(nvrtc::Nvrtc::path) {
            notes.push(script::changed(path));
        }
        notes
    }
}
