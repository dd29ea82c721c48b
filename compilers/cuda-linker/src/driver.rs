use std::ffi::CString;
use std::fs;

use cuda_driver::{
    Context, CuResult,
    module::{JitInputType, JitOptions, JitTarget},
    sys::CUjit_target,
};
use nvjitlink::sys::LoadError;
use nvjitlink::{Arch, Input, InputKind, LinkOption, Linker, ObjectCode, ObjectKind, Source};

use crate::error::{Error, ErrorKind};

/// The driver's own linker:
/// [documentation](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MODULE.html).
#[derive(Clone, Debug)]
pub struct DriverLinker {
    context: Context,
    /// The reason why nvJitLink could not be loaded, for errors.
    instead_of: Option<LoadError>,
}

impl DriverLinker {
    /// Creates the linker of the driver of `context`.
    #[must_use]
    pub fn new(context: &Context) -> Self {
        Self { context: context.clone(), instead_of: None }
    }

    /// Creates it because nvJitLink could not be loaded.
    pub(crate) fn instead(context: &Context, error: LoadError) -> Self {
        Self { instead_of: Some(error), ..Self::new(context) }
    }

    /// Links to an image that the same driver can load.
    ///
    /// # Errors
    /// As [`Backend::link`](crate::backend::Backend::link); [`ErrorKind::Unsupported`] for LTO-IR and most options.
    #[doc(alias("cuLinkCreate", "cuLinkAddData", "cuLinkComplete"))]
    pub fn link(&self, linker: &Linker<'_>) -> Result<ObjectCode, Error> {
        // Everything is checked first, so that nothing is left half done.
        let settings = settings(linker.arch(), linker.options());
        let settings = settings.map_err(|option| self.unsupported(option.to_string()))?;
        let inputs = linker.inputs().iter();
        let inputs: Vec<InputArguments> = inputs
            .map(|input| {
                let kind = kind(input.kind);
                let kind = kind.ok_or_else(|| {
                    self.unsupported(format!("{} ({})", input.kind, input.name()))
                })?;
                InputArguments::new(input, kind)
            })
            .collect::<Result<_, _>>()?;
        let mut link = self.context.linker_with(&settings)?;
        for input in &inputs {
            // SAFETY: the input looks like its kind; the code that added machine code to the linker guaranteed it.
            let added = unsafe { link.add_data(input.raw_kind, &input.c_name, &input.bytes) };
            added.map_err(|error| {
                self.failed(&error, |result, log| {
                    let (input, kind, result) = (input.name.clone(), input.kind, Some(result));
                    ErrorKind::Input { input, kind, result, log }
                })
            })?;
        }
        let linked = link
            .complete()
            .map_err(|error| self.failed(&error, |result, log| ErrorKind::Link { result, log }))?;
        let log = linked.log().info;
        let bytes = linked.as_bytes().to_vec();
        // A software device's linker has PTX in a cubin's place.
        let kind = ObjectKind::of(&bytes).unwrap_or(ObjectKind::Cubin);
        // SAFETY: the driver's linker wrote it, as many bytes as it said.
        let object = unsafe { ObjectCode::new(kind, bytes) };
        let object = object.map_err(|error| self.unsupported(error.to_string()))?;
        Ok(object.with_log(log))
    }

    /// Returns the error of a call of the driver's linker.
    fn failed(
        &self,
        error: &cuda_driver::Error,
        kind: impl FnOnce(CuResult, String) -> ErrorKind,
    ) -> Error {
        match error.result() {
            Some(result) => kind(result, error.log().to_owned()).into(),
            None => self.unsupported(error.to_string()),
        }
    }

    fn unsupported(&self, feature: String) -> Error {
        let nvjitlink = self.instead_of.clone();
        ErrorKind::Unsupported { feature, nvjitlink }.into()
    }
}

/// Returns the options for the driver, or an error for the first one that it doesn't support.
fn settings(arch: Arch, options: &[LinkOption]) -> Result<JitOptions, &LinkOption> {
    let mut settings = JitOptions::new().target(target(arch));
    for option in options {
        settings = match option {
            LinkOption::MaxRegisters(count) => settings.max_registers(*count),
            LinkOption::Optimization(level) => settings.optimization_level(*level),
            LinkOption::Debug => settings.debug_info(true),
            LinkOption::LineInfo => settings.line_info(true),
            LinkOption::Verbose => settings.verbose(true),
            // These change how nvJitLink works, not its output.
            LinkOption::NoCache | LinkOption::SplitCompile(_) => settings,
            other => return Err(other),
        };
    }
    Ok(settings)
}

/// Returns the driver's number of an architecture: 90 for `sm_90`, and above that a bit for each suffix.
fn target(arch: Arch) -> JitTarget {
    let (major, minor) = arch.capability();
    let suffix = match arch.suffix() {
        "a" => 0x1_0000,
        "f" => 0x2_0000,
        _ => 0,
    };
    // An architecture that doesn't exist results in a number that the driver rejects.
    let number = major.saturating_mul(10).saturating_add(minor);
    JitTarget::from_raw(CUjit_target(number.saturating_add(suffix)))
}

fn kind(kind: InputKind) -> Option<JitInputType> {
    match kind {
        InputKind::Cubin => Some(JitInputType::CUBIN),
        InputKind::Ptx => Some(JitInputType::PTX),
        InputKind::Fatbin => Some(JitInputType::FATBINARY),
        InputKind::Object => Some(JitInputType::OBJECT),
        InputKind::Library => Some(JitInputType::LIBRARY),
        // LTO-IR and what holds it, and kinds that nvJitLink gained later.
        _ => None,
    }
}

/// An input as it is passed to the driver.
struct InputArguments {
    kind: InputKind,
    raw_kind: JitInputType,
    name: String,
    c_name: CString,
    bytes: Vec<u8>,
}

impl InputArguments {
    fn new(input: &Input<'_>, raw_kind: JitInputType) -> Result<Self, Error> {
        let (name, kind) = (input.name(), input.kind);
        let mut bytes = match input.source {
            Source::Memory { bytes, .. } => bytes.to_vec(),
            // The driver doesn't report why it can't read a file.
            Source::File(path) => fs::read(path)
                .map_err(|source| ErrorKind::File { path: path.to_owned(), source })?,
        };
        // The driver treats unknown data as a cubin, and follows the offsets in it.
        if !kind.fits(&bytes) {
            return Err(
                ErrorKind::Input { input: name, kind, result: None, log: String::new() }.into()
            );
        }
        // PTX is read as a C string.
        if kind == InputKind::Ptx && bytes.last() != Some(&0) {
            bytes.push(0);
        }
        let c_name = CString::new(name.as_str()).map_err(|error| ErrorKind::InteriorNul {
            text: name.clone(),
            at: error.nul_position(),
        })?;
        Ok(Self { kind, raw_kind, name, c_name, bytes })
    }
}
