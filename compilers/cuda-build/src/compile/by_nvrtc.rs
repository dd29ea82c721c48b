//! Compiles with NVRTC.

use std::collections::BTreeSet;
use std::env;
use std::ffi::CStr;
use std::path::PathBuf;

use cuda_pathfinder::{NVRTC, VARIABLES};
use nvfatbin::{Entry, Fatbin, NvFatbin};
use nvrtc::{Arch, NvrtcError, NvrtcErrorKind, ObjectCode, Program, Standard};
use nvrtc_cache::Dependencies;

use super::{Compiler, CompilerOutput};
use crate::error::{Error, ErrorKind};
use crate::generate::ImageKind;
use crate::script;

impl Compiler<'_> {
    pub(super) fn with_nvrtc(&self) -> Result<CompilerOutput, Error> {
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
            let text = |text: &CStr| text.to_string_lossy().into_owned();
            (text(expression), text(name))
        });
        let (notes, mut dependencies) = self.inputs(&first);
        if let Some(path) = first.nvrtc().ok().and_then(nvrtc::Nvrtc::path) {
            dependencies.add(path);
        }
        Ok(CompilerOutput {
            lowered: lowered.collect(),
            image,
            kind,
            suffix,
            log,
            notes,
            dependencies,
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

    /// Returns the PTX of the source with further lines, and with debug information if `is_debug`.
    pub(super) fn probe_with_nvrtc(
        &self,
        source: &str,
        arch: Arch,
        is_debug: bool,
    ) -> Result<String, Error> {
        let program = self.program(source, arch.to_virtual())?;
        let program = if is_debug { program.device_debug() } else { program };
        let has_standard =
            program.options().any(|option| option.to_string_lossy().contains("-std"));
        let program = if has_standard { program } else { program.std(Standard::Cpp17) };
        let ptx = self.build.cache.compile_ptx(&program);
        let ptx = ptx.map_err(|error| self.nvrtc_error(error))?;
        Ok(ptx.as_str().to_owned())
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
                // Without a compiler, its own error comes when it is used.
                Err(error)
                    if matches!(
                        error.kind(),
                        NvrtcErrorKind::Headers(_) | NvrtcErrorKind::Load(_)
                    ) =>
                {
                    program
                }
                Err(error) => return Err(self.nvrtc_error(error)),
            };
        }
        for (expression, _) in &self.build.instances {
            program = program.name_expression(expression.clone());
        }
        Ok(program)
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

    /// Returns the lines that make Cargo run the script again when a variable changes, and the files that determine what is
    /// included. It needs no NVRTC.
    pub(crate) fn inputs(&self, program: &Program<'_>) -> (Vec<String>, Dependencies) {
        let variables = [NVRTC.variable()].into_iter().chain(NVRTC.roots.iter().copied());
        // `PATH` differs between shells and would cause needless rebuilds.
        let variables = variables.chain(VARIABLES).filter(|name| *name != "PATH");
        let variables: BTreeSet<&str> = variables.collect();
        let mut notes: Vec<String> = variables.into_iter().map(script::environment).collect();
        let dependencies = match Dependencies::of(program) {
            Ok(dependencies) => dependencies,
            Err(unknown) => {
                notes.push(format!(
                    "cargo::warning={}: compiled at each build, because {unknown}",
                    self.source_name
                ));
                notes.push(script::always());
                Dependencies::default()
            }
        };
        (notes, dependencies)
    }
}
