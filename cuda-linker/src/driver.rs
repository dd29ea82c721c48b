use std::ffi::{CString, c_uint, c_void};
use std::fs;
use std::ptr::{null_mut, without_provenance_mut};

use cuda_driver::sys::{CUjit_option, CUjitInputType, CUlinkState};
use cuda_driver::{Context, CuResult, Raw};
use nvjitlink::sys::LoadError;
use nvjitlink::{Arch, Input, InputKind, LinkOption, LinkedCubin, Linker, Source};

use crate::{Error, ErrorKind};

/// The driver's own linker:
/// [documentation](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MODULE.html).
#[derive(Clone, Debug)]
pub struct DriverLinker {
    context: Context,
    /// Why there is no nvJitLink, for errors.
    instead_of: Option<LoadError>,
}

impl DriverLinker {
    /// The linker of the driver of `context`.
    #[must_use]
    pub fn new(context: &Context) -> Self {
        Self {
            context: context.clone(),
            instead_of: None,
        }
    }

    /// The same, because nvJitLink could not be loaded.
    pub(crate) fn instead(context: &Context, error: LoadError) -> Self {
        Self {
            instead_of: Some(error),
            ..Self::new(context)
        }
    }

    /// Links to an image that the same driver can load.
    ///
    /// # Errors
    /// As [`Backend::link`](crate::Backend::link); [`ErrorKind::Unsupported`] for LTO-IR and most options.
    #[doc(alias("cuLinkCreate", "cuLinkAddData", "cuLinkComplete"))]
    pub fn link(&self, linker: &Linker<'_>) -> Result<LinkedCubin, Error> {
        // All is asked first, so that nothing is half done.
        let settings = settings(linker.arch(), linker.options());
        let settings = settings.map_err(|option| self.unsupported(option.to_string()))?;
        let inputs = linker.inputs().iter();
        let inputs: Vec<Given> = inputs
            .map(|input| {
                let kind = kind(input.kind);
                let kind = kind.ok_or_else(|| {
                    self.unsupported(format!("{} ({})", input.kind, input.name()))
                })?;
                Given::new(input, kind)
            })
            .collect::<Result<_, _>>()?;
        self.context.with_current(|| {
            let mut link = Link::create(self.context.driver().raw(), &settings)?;
            for input in &inputs {
                link.add(input)?;
            }
            link.complete()
        })?
    }

    fn unsupported(&self, what: String) -> Error {
        let nvjitlink = self.instead_of.clone();
        ErrorKind::Unsupported { what, nvjitlink }.into()
    }
}

/// The options as the driver takes them; the first that it has nothing for as an error.
fn settings(arch: Arch, options: &[LinkOption]) -> Result<Vec<(CUjit_option, u32)>, &LinkOption> {
    let mut settings = vec![(CUjit_option::CU_JIT_TARGET, target(arch))];
    for option in options {
        settings.push(match option {
            LinkOption::MaxRegisters(count) => (CUjit_option::CU_JIT_MAX_REGISTERS, *count),
            LinkOption::Optimization(level) => (CUjit_option::CU_JIT_OPTIMIZATION_LEVEL, *level),
            LinkOption::Debug => (CUjit_option::CU_JIT_GENERATE_DEBUG_INFO, 1),
            LinkOption::LineInfo => (CUjit_option::CU_JIT_GENERATE_LINE_INFO, 1),
            LinkOption::Verbose => (CUjit_option::CU_JIT_LOG_VERBOSE, 1),
            // These change how nvJitLink works, not what comes out.
            LinkOption::NoCache | LinkOption::SplitCompile(_) => continue,
            other => return Err(other),
        });
    }
    Ok(settings)
}

/// The driver's number of an architecture: 90 for `sm_90`, and above that a bit for each suffix.
fn target(arch: Arch) -> u32 {
    let (major, minor) = arch.capability();
    let suffix = match arch.suffix() {
        "a" => 0x1_0000,
        "f" => 0x2_0000,
        _ => 0,
    };
    // One that nobody has is a number that the driver doesn't know.
    let number = major.saturating_mul(10).saturating_add(minor);
    number.saturating_add(suffix)
}

fn kind(kind: InputKind) -> Option<CUjitInputType> {
    match kind {
        InputKind::Cubin => Some(CUjitInputType::CU_JIT_INPUT_CUBIN),
        InputKind::Ptx => Some(CUjitInputType::CU_JIT_INPUT_PTX),
        InputKind::Fatbin => Some(CUjitInputType::CU_JIT_INPUT_FATBINARY),
        InputKind::Object => Some(CUjitInputType::CU_JIT_INPUT_OBJECT),
        InputKind::Library => Some(CUjitInputType::CU_JIT_INPUT_LIBRARY),
        InputKind::LtoIr | InputKind::Index | InputKind::Any => None,
    }
}

/// An input as the driver takes it.
struct Given {
    kind: InputKind,
    raw_kind: CUjitInputType,
    name: String,
    c_name: CString,
    bytes: Vec<u8>,
}

impl Given {
    fn new(input: &Input<'_>, raw_kind: CUjitInputType) -> Result<Self, Error> {
        let (name, kind) = (input.name(), input.kind);
        let mut bytes = match input.source {
            Source::Memory { bytes, .. } => bytes.to_vec(),
            // The driver doesn't tell why it can't read a file.
            Source::File(path) => fs::read(path).map_err(|source| ErrorKind::File {
                path: path.to_owned(),
                source,
            })?,
        };
        // The driver takes what it doesn't know for a cubin, and follows the offsets in it.
        if !kind.fits(&bytes) {
            return Err(ErrorKind::Input {
                input: name,
                kind,
                result: None,
                log: String::new(),
            }
            .into());
        }
        // PTX is read as a C string.
        if kind == InputKind::Ptx && bytes.last() != Some(&0) {
            bytes.push(0);
        }
        let c_name = CString::new(name.as_str()).map_err(|error| ErrorKind::InteriorNul {
            text: name.clone(),
            at: error.nul_position(),
        })?;
        Ok(Self {
            kind,
            raw_kind,
            name,
            c_name,
            bytes,
        })
    }
}

const LOG_BYTES: usize = 16 * 1024;

/// One link of the driver. It never leaves the thread and the call that made it, in which its context is current.
struct Link {
    raw: Raw,
    state: CUlinkState,
    /// What the driver writes into until the link is destroyed.
    error_log: Vec<u8>,
    info_log: Vec<u8>,
    /// The values of the options: it writes the logs' lengths there, whenever it has written to a log.
    _values: Vec<*mut c_void>,
}

impl Drop for Link {
    fn drop(&mut self) {
        // SAFETY: the driver created the link, and it is destroyed here alone, before its logs and values. What
        // the function answers is of no use: the link is gone either way.
        let _ = unsafe { self.raw.cuLinkDestroy(self.state) };
    }
}

impl Link {
    fn create(raw: Raw, settings: &[(CUjit_option, u32)]) -> Result<Self, CuResult> {
        let (mut error_log, mut info_log) = (vec![0u8; LOG_BYTES], vec![0u8; LOG_BYTES]);
        let number = |value: usize| without_provenance_mut::<c_void>(value);
        let logs = [
            (
                CUjit_option::CU_JIT_ERROR_LOG_BUFFER,
                error_log.as_mut_ptr().cast(),
            ),
            (
                CUjit_option::CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES,
                number(LOG_BYTES),
            ),
            (
                CUjit_option::CU_JIT_INFO_LOG_BUFFER,
                info_log.as_mut_ptr().cast(),
            ),
            (
                CUjit_option::CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES,
                number(LOG_BYTES),
            ),
        ];
        let settings = settings
            .iter()
            .map(|(key, value)| (*key, number(*value as usize)));
        let (mut keys, mut values): (Vec<_>, Vec<*mut c_void>) =
            logs.into_iter().chain(settings).unzip();
        let count = c_uint::try_from(keys.len()).unwrap_or(0);
        // SAFETY: a context is current, there are as many values as options, each as its option wants it,
        // and the logs have the size that is given. They and the values live as long as the link.
        let state = unsafe { raw.cuLinkCreate(count, keys.as_mut_ptr(), values.as_mut_ptr()) }?;
        Ok(Self {
            raw,
            state,
            error_log,
            info_log,
            _values: values,
        })
    }

    fn add(&mut self, input: &Given) -> Result<(), Error> {
        // SAFETY: the link lives, the bytes are as many as is said, the name is a C string, and there are
        // no options. The driver writes to none of them.
        let added = unsafe {
            self.raw.cuLinkAddData(
                self.state,
                input.raw_kind,
                input.bytes.as_ptr().cast_mut().cast(),
                input.bytes.len(),
                input.c_name.as_ptr(),
                0,
                null_mut(),
                null_mut(),
            )
        };
        added.map_err(|result| {
            let kind = ErrorKind::Input {
                input: input.name.clone(),
                kind: input.kind,
                result: Some(result),
                log: text(&self.error_log),
            };
            kind.into()
        })
    }

    fn complete(&mut self) -> Result<LinkedCubin, Error> {
        // SAFETY: the link lives.
        let linked = unsafe { self.raw.cuLinkComplete(self.state) };
        let (image, size) = linked.map_err(|result| ErrorKind::Link {
            result,
            log: text(&self.error_log),
        })?;
        let image = match size {
            0 => Vec::new(),
            // SAFETY: on success the driver gives an image of that size, which lives as long as the link.
            _ => unsafe { std::slice::from_raw_parts(image.cast::<u8>(), size) }.to_vec(),
        };
        // SAFETY: the driver's linker wrote it, as many bytes as it said.
        Ok(unsafe { LinkedCubin::new(image, text(&self.info_log)) })
    }
}

/// The C string in a buffer: up to the first NUL byte.
fn text(bytes: &[u8]) -> String {
    let end = bytes.iter().position(|byte| *byte == 0);
    String::from_utf8_lossy(&bytes[..end.unwrap_or(bytes.len())]).into_owned()
}
