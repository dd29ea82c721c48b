//! One source, compiled and described.

use std::collections::BTreeSet;
use std::path::PathBuf;

use cuda_pathfinder::{NVRTC, VARIABLES};
use nvfatbin::{Entry, Fatbin, NvFatbin};
use nvrtc::{Arch, NvrtcError, NvrtcErrorKind, ObjectCode, Program};

use crate::build::Build;
use crate::error::{Error, ErrorKind};
use crate::generate::{self, ImageKind};
use crate::names;
use crate::nvcc::Nvcc;
use crate::plan::{Input, Plan};
use crate::probe::{Probe, Told};
use crate::ptx::{Contents, Entry as PtxEntry};
use crate::script;
use crate::types::Mangled;

/// What is written, and told.
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
    /// What the files are called.
    pub(crate) stem: &'c str,
}

/// What a compiler made: the image, and PTX to read.
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
        let Made {
            ptx,
            lowered,
            image,
            kind,
            suffix,
            log,
            mut notes,
        } = match &self.build.nvcc {
            None => self.with_nvrtc()?,
            Some(options) => self.with_nvcc(options)?,
        };
        let mut contents = Contents::of(&ptx);
        let told = self.told(&contents, self.first_arch())?;
        self.check_structures(&told)?;
        let mut kernels: BTreeSet<String> =
            contents.entries.iter().map(PtxEntry::cpp_name).collect();
        self.join_other_archs(&mut contents, &told, &mut kernels)?;
        let left_out = self.build.left_out.iter();
        if let Some(name) = left_out.into_iter().find(|name| !kernels.contains(*name)) {
            return Err(ErrorKind::NothingToLeaveOut {
                source_name: self.source_name.to_owned(),
                name: name.clone(),
                kernels: kernels.into_iter().collect(),
            }
            .into());
        }
        let structures: Vec<(String, String)> = self
            .build
            .structures
            .iter()
            .map(|structure| (structure.cpp.clone(), structure.rust.clone()))
            .collect();
        let chosen = self.chosen(&contents, &lowered)?;
        let plan = Plan::new(&Input {
            type_name: self.type_name,
            source_name: self.source_name,
            source: self.source,
            contents: &contents,
            told: &told,
            structures: &structures,
            chosen: &chosen,
        })?;
        if plan.kernels.is_empty() && names::mentions(self.source, "__global__") {
            notes.push(format!(
                "cargo::warning={}: no kernel of it can be launched: a template needs Build::instance, and one that is static or \
                 in a namespace without a name can't be loaded",
                self.source_name
            ));
        }
        let image_name = format!("{}.{suffix}", self.stem);
        notes.extend(script::of_log(&log));
        Ok(Compiled {
            rust: generate::text(&plan, &image_name, kind),
            image,
            image_name,
            notes,
        })
    }

    /// Returns the names in the PTX of what was asked for as instances, with those that were chosen for Rust.
    fn chosen(
        &self,
        contents: &Contents,
        lowered: &[(String, String)],
    ) -> Result<Vec<(String, String)>, Error> {
        let dense = |text: &str| text.replace(char::is_whitespace, "");
        let mut chosen = Vec::new();
        for (expression, rust) in &self.build.instances {
            let by_compiler = lowered.iter().find(|(known, _)| known == expression);
            // nvcc isn't asked for names.
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
                    "{expression} isn't a kernel of what was compiled; with nvcc, the source itself must instantiate it"
                )));
            };
            if let Some((_, other)) = chosen.iter().find(|(known, _)| *known == name) {
                return Err(self.no_instance(format!(
                    "{expression} is the kernel that is called {other} already"
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
            expressions: expressions
                .map(|(expression, _)| expression.clone())
                .collect(),
            problem,
        }
        .into()
    }

    /// Asks the compiler for types that the PTX doesn't report.
    fn told(&self, contents: &Contents, arch: Arch) -> Result<Told, Error> {
        let build = self.build;
        let probe = Probe::new(
            contents,
            self.source,
            &build.left_out,
            &build.asked_structures(),
        );
        let answer = if probe.is_answered() {
            Contents::default()
        } else {
            let mut ptx = self.answer(&probe, &[], arch);
            let namespaces = names::namespaces(self.source);
            if ptx.is_err()
                && !namespaces.is_empty()
                && let Ok(found) = self.answer(&probe, &namespaces, arch)
            {
                ptx = Ok(found);
            }
            let untold = |error: &Error| ErrorKind::Untold {
                what: format!("what {} and the build script name", self.source_name),
                log: format!("\n  {error}"),
            };
            Contents::of(&ptx.map_err(|error| untold(&error))?)
        };
        probe.read(&answer).map_err(|what| {
            let log = String::new();
            ErrorKind::Untold { what, log }.into()
        })
    }

    /// Returns the PTX of the source with questions after it.
    fn answer(&self, probe: &Probe, namespaces: &[String], arch: Arch) -> Result<String, Error> {
        let source = format!("{}{}", self.source, probe.lines(namespaces));
        match &self.build.nvcc {
            Some(options) => {
                let nvcc = Nvcc::find(self.source_name)?;
                nvcc.probe(self.source_name, &source, options, arch)
            }
            None => self.probe_with_nvrtc(&source, arch),
        }
    }

    /// Refuses two names of one structure: one alone would be written.
    fn check_structures(&self, told: &Told) -> Result<(), Error> {
        for (at, second) in told.structures.iter().enumerate() {
            let first = told.structures[..at]
                .iter()
                .find(|first| first.name == second.name);
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

    /// Checks that kernels, variables and structures are the same for all architectures, as one text of Rust serves for all:
    /// the source may ask which it is compiled for. Launch bounds and shared memory become what holds for all.
    fn join_other_archs(
        &self,
        contents: &mut Contents,
        told: &Told,
        kernels: &mut BTreeSet<String>,
    ) -> Result<(), Error> {
        // What a text without these includes or asks for is the same for all.
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
                    let ptx = self
                        .build
                        .cache
                        .compile_ptx(&self.program(self.source, arch)?);
                    let ptx = ptx.map_err(|error| self.of_nvrtc(error))?;
                    ptx.as_str().to_owned()
                }
            };
            let others = Contents::of(&ptx);
            let told_there = self.told(&others, arch)?;
            let differs = |what| {
                let source_name = self.source_name.to_owned();
                ErrorKind::Architectures {
                    source_name,
                    what,
                    first,
                    other: arch,
                }
            };
            if let Some(what) = told.difference(contents, &told_there, &others) {
                return Err(differs(what).into());
            }
            kernels.extend(others.entries.iter().map(PtxEntry::cpp_name));
            for entry in &mut contents.entries {
                if let Some(other) = others.entries.iter().find(|other| other.name == entry.name) {
                    let name = entry.cpp_name();
                    let joined = entry.join(other);
                    joined.map_err(|what| differs(format!("{what} of the kernel {name}")))?;
                }
            }
        }
        Ok(())
    }

    fn probe_with_nvrtc(&self, source: &str, arch: Arch) -> Result<String, Error> {
        let program = self.program(source, arch.to_virtual())?;
        let has_standard = program
            .options()
            .any(|option| option.to_string_lossy().contains("-std"));
        let program = if has_standard {
            program
        } else {
            program.std(nvrtc::Standard::Cpp17)
        };
        let ptx = self.build.cache.compile_ptx(&program);
        let ptx = ptx.map_err(|error| self.of_nvrtc(error))?;
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
        self.build
            .archs
            .first()
            .copied()
            .unwrap_or(Arch::compute(7, 5))
    }

    pub(crate) fn program(&self, source: &str, arch: Arch) -> Result<Program<'static>, Error> {
        let mut program = Program::new(self.source_name.to_owned(), source.to_owned()).arch(arch);
        for adjust in &self.build.adjustments {
            program = adjust(program);
        }
        // What it is compiled for, the image says elsewhere, too.
        program = program.arch(arch);
        if self.build.has_cuda_headers && source.contains("include") {
            program = match program.clone().cuda_headers() {
                Ok(program) => program,
                // What they would bring is told, with the way to get it, when it is missing.
                Err(error) if matches!(error.kind(), NvrtcErrorKind::Headers(_)) => program,
                Err(error) => return Err(self.of_nvrtc(error)),
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
        let of_nvrtc = |error| self.of_nvrtc(error);
        let first = program(self.first_arch().to_virtual())?;
        let ptx = cache.compile_ptx(&first).map_err(of_nvrtc)?;
        let mut log = ptx.log().to_owned();
        let (image, kind, suffix) = match archs.as_slice() {
            [only] if !only.is_real() => (ptx.as_str().as_bytes().to_vec(), ImageKind::Ptx, "ptx"),
            [only] => {
                let cubin = cache.compile_cubin(&program(*only)?).map_err(of_nvrtc)?;
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
            codes.push((*arch, code.map_err(|error| self.of_nvrtc(error))?));
        }
        let entries = codes.iter();
        let entries =
            entries.filter_map(|(arch, code)| Entry::object(*arch, self.source_name, code));
        let fatbin = entries.fold(Fatbin::new(), Fatbin::entry);
        let packed = NvFatbin::load().and_then(|library| library.build(&fatbin));
        packed.map(ObjectCode::into_bytes).map_err(|error| {
            ErrorKind::Fatbin {
                source_name: self.source_name.to_owned(),
                error,
            }
            .into()
        })
    }

    fn with_nvcc(&self, options: &[String]) -> Result<Made, Error> {
        let nvcc = Nvcc::find(self.source_name)?;
        let out = nvcc.compile(self.source_name, self.source, options, &self.archs())?;
        let mut notes: Vec<String> = out
            .included
            .iter()
            .map(|path| script::changed(path))
            .collect();
        // A bare name is searched on `PATH`, and is no file beside the script.
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

    pub(crate) fn of_nvrtc(&self, error: NvrtcError) -> Error {
        if matches!(error.kind(), NvrtcErrorKind::Load(_)) {
            let source_name = self.source_name.to_owned();
            return ErrorKind::NoNvrtc { source_name, error }.into();
        }
        // The file that NVRTC makes of name expressions.
        if error
            .log()
            .is_some_and(|log| log.contains("__nv_name_map("))
        {
            return self.no_instance(error.to_string());
        }
        ErrorKind::Nvrtc(error).into()
    }

    /// Returns the files and variables after whose change the script runs again.
    fn notes(&self, program: &Program<'_>) -> Vec<String> {
        let variables = [NVRTC.variable]
            .into_iter()
            .chain(NVRTC.roots.iter().copied());
        // What changes with every shell would compile everything anew.
        let variables = variables.chain(VARIABLES).filter(|name| *name != "PATH");
        let variables: BTreeSet<&str> = variables.collect();
        let mut notes: Vec<String> = variables.into_iter().map(script::environment).collect();
        match nvrtc_cache::included_files(program) {
            Ok(files) => notes.extend(files.iter().map(|path| script::changed(path))),
            Err(unknown) => {
                notes.push(format!(
                    "cargo::warning={}: compiled at each build, for {unknown}",
                    self.source_name
                ));
                // A file that doesn't exist counts as changed.
                let never = PathBuf::from("there-is-no-such-file");
                notes.push(script::changed(&never));
            }
        }
        if let Some(path) = program.nvrtc().ok().and_then(nvrtc::Nvrtc::path) {
            notes.push(script::changed(path));
        }
        notes
    }
}
