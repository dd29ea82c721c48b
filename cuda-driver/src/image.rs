//! Loading code: PTX, cubins and fat binaries.

use core::ffi::{CStr, c_uint, c_void};
use std::io;
use std::path::{Path, PathBuf};

use cuda_arch::{Code, Image};
use cuda_driver_sys::{CUjit_option, CUresult, Symbol};

use crate::error::debug_as_display;
use crate::{Context, CuResult, ErrorCode, JitOption, Module, ToCStr, Version};

/// How the driver compiles PTX when it loads it.
#[derive(Debug, Clone, Default)]
pub struct JitOptions {
    options: Vec<(JitOption, usize)>,
}

impl JitOptions {
    /// What the driver does by itself.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// At most this many registers for each thread.
    #[must_use]
    pub fn max_registers(self, registers: u32) -> Self {
        self.with(JitOption::MAX_REGISTERS, registers)
    }

    /// How much to optimize, from 0 to 4, the default.
    #[must_use]
    pub fn optimization_level(self, level: u32) -> Self {
        self.with(JitOption::OPTIMIZATION_LEVEL, level)
    }

    /// Generate debug information.
    #[must_use]
    pub fn debug_info(self, on: bool) -> Self {
        self.with(JitOption::GENERATE_DEBUG_INFO, u32::from(on))
    }

    /// Generate line numbers.
    #[must_use]
    pub fn line_info(self, on: bool) -> Self {
        self.with(JitOption::GENERATE_LINE_INFO, u32::from(on))
    }

    fn with(mut self, option: JitOption, value: u32) -> Self {
        self.options.push((option, value as usize));
        self
    }

    /// Any option whose value is a number.
    ///
    /// # Safety
    /// The option takes a number, not a pointer, and isn't one of the log buffers or their sizes: those
    /// are this crate's to set.
    #[must_use]
    pub unsafe fn option(self, option: JitOption, value: u32) -> Self {
        self.with(option, value)
    }
}

/// Why an image could not be loaded.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ImageError {
    /// The driver doesn't take the image.
    #[error(transparent)]
    Refused(Box<RefusedImage>),
    /// A file could not be read.
    #[error(transparent)]
    Read(Box<UnreadableFile>),
}

/// An image that the driver doesn't take.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[error("{result}{}", Details(explanation.as_deref(), log))]
#[non_exhaustive]
pub struct RefusedImage {
    /// The driver's result.
    #[source]
    pub result: CuResult,
    /// What that means for this image and this driver, where it is known.
    pub explanation: Option<String>,
    /// The log of the driver's compiler; empty for machine code.
    pub log: String,
}

/// A file that could not be read.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[error("cannot read {}: {text}", path.display())]
#[non_exhaustive]
pub struct UnreadableFile {
    /// The file.
    pub path: PathBuf,
    /// Why it could not be read.
    pub kind: io::ErrorKind,
    /// The same in the words of the operating system.
    pub text: String,
}

const _: () = assert!(size_of::<ImageError>() <= 16);

debug_as_display!(ImageError, RefusedImage, UnreadableFile);

impl ImageError {
    /// The driver's result, where the driver refused the image.
    #[must_use]
    pub fn result(&self) -> Option<CuResult> {
        match self {
            Self::Refused(refused) => Some(refused.result),
            Self::Read(_) => None,
        }
    }

    /// The log of the driver's compiler; empty where it wasn't asked.
    #[must_use]
    pub fn log(&self) -> &str {
        match self {
            Self::Refused(refused) => &refused.log,
            Self::Read(_) => "",
        }
    }
}

/// An explanation and a log, a line each.
struct Details<'a>(Option<&'a str>, &'a str);

impl core::fmt::Display for Details<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let Self(explanation, log) = self;
        let mut lines = explanation.iter().copied().chain(log.lines());
        lines.try_for_each(|line| write!(f, "\n  {line}"))
    }
}

const LOG_BYTES: usize = 16 * 1024;

impl Context {
    /// Loads what a compiler or a linker made: PTX, which the driver compiles for the device, or machine code. The
    /// outputs of `nvrtc`, `nvrtc-cache`, `nvjitlink`, `nvfatbin` and `cuda-linker` are such.
    ///
    /// [`cuModuleLoadDataEx`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MODULE.html#group__CUDA__MODULE_1g9e8047e9dbf725f0cd7cafd18bfd4d12)
    ///
    /// # Errors
    /// An [`ImageError`] that says why the image doesn't fit, with the log of the driver's compiler.
    #[doc(alias = "cuModuleLoadData")]
    pub fn load(&self, image: &(impl Image + ?Sized)) -> Result<Module, ImageError> {
        self.load_with(image, &JitOptions::new())
    }

    /// [`load`](Self::load), compiling PTX as `options` say.
    ///
    /// # Errors
    /// As [`load`](Self::load).
    #[doc(alias = "cuModuleLoadDataEx")]
    pub fn load_with(
        &self,
        image: &(impl Image + ?Sized),
        options: &JitOptions,
    ) -> Result<Module, ImageError> {
        match image.code() {
            Code::Ptx(ptx) => self.load_ptx_with(ptx, options),
            // SAFETY: the trait promises a whole image.
            code => unsafe { self.load_cubin(code.as_bytes()) },
        }
    }

    /// Compiles PTX for the device and loads it.
    ///
    /// [`cuModuleLoadData`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MODULE.html#group__CUDA__MODULE_1g04ce266ce03720f479eab76136b90c0b)
    ///
    /// # Errors
    /// An [`ImageError`] with the log of the driver's compiler.
    #[doc(alias = "cuModuleLoadData")]
    pub fn load_ptx(&self, ptx: &(impl ToCStr + ?Sized)) -> Result<Module, ImageError> {
        self.load_ptx_with(ptx, &JitOptions::new())
    }

    /// Compiles the PTX in a file for the device and loads it.
    ///
    /// # Errors
    /// [`ImageError::Read`], or as [`load_ptx`](Self::load_ptx).
    #[doc(alias = "cuModuleLoad")]
    pub fn load_ptx_file(&self, path: impl AsRef<Path>) -> Result<Module, ImageError> {
        let path = path.as_ref();
        match std::fs::read_to_string(path) {
            Ok(ptx) => self.load_ptx(&ptx),
            Err(error) => Err(ImageError::Read(Box::new(UnreadableFile {
                path: path.to_path_buf(),
                kind: error.kind(),
                text: error.to_string(),
            }))),
        }
    }

    /// Compiles PTX for the device as `options` say, and loads it.
    ///
    /// # Errors
    /// An [`ImageError`] with the log of the driver's compiler.
    #[doc(alias = "cuModuleLoadDataEx")]
    pub fn load_ptx_with(
        &self,
        ptx: &(impl ToCStr + ?Sized),
        options: &JitOptions,
    ) -> Result<Module, ImageError> {
        let ptx = ptx.to_c_str().map_err(|error| {
            let position = error.position;
            self.refused(format!(
                "the text has a null byte at position {position}, where C would end it; machine code is for `Context::load_cubin`"
            ))
        })?;
        self.load_ptx_text(&ptx, options)
    }

    /// Compiles and loads PTX, whatever it was given as.
    fn load_ptx_text(&self, ptx: &CStr, options: &JitOptions) -> Result<Module, ImageError> {
        if !is_text(ptx) {
            return Err(self.refused(
                "this is no PTX, which is text; machine code is for `Context::load_cubin`"
                    .to_string(),
            ));
        }
        let mut log = vec![0u8; LOG_BYTES];
        let mut keys = vec![
            JitOption::ERROR_LOG_BUFFER.as_raw(),
            JitOption::ERROR_LOG_BUFFER_SIZE_BYTES.as_raw(),
        ];
        let mut values = vec![
            log.as_mut_ptr().cast::<c_void>(),
            core::ptr::without_provenance_mut(LOG_BYTES),
        ];
        for (option, value) in &options.options {
            keys.push(option.as_raw());
            values.push(core::ptr::without_provenance_mut(*value));
        }
        // SAFETY: PTX ends in a null byte; there are as many values as options, each as its option wants
        // it, and the log has the size that is given.
        let loaded = unsafe { self.load_image(ptx.as_ptr().cast(), &mut keys, &mut values) };
        loaded.map_err(|result| {
            let end = log.iter().position(|byte| *byte == 0).unwrap_or(log.len());
            let log = String::from_utf8_lossy(&log[..end]).trim_end().to_string();
            ImageError::Refused(Box::new(RefusedImage {
                result,
                explanation: explain_ptx(result, ptx),
                log,
            }))
        })
    }

    /// Loads machine code: a cubin or a fatbin.
    ///
    /// [`cuModuleLoadData`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MODULE.html#group__CUDA__MODULE_1g04ce266ce03720f479eab76136b90c0b)
    ///
    /// # Errors
    /// An [`ImageError`]: code for another architecture is `CUDA_ERROR_NO_BINARY_FOR_GPU` (209).
    ///
    /// # Safety
    /// `image` is a whole cubin or fatbin as one of NVIDIA's tools wrote it: the driver isn't told how
    /// long it is, and believes what it says of itself.
    #[doc(alias = "cuModuleLoadData")]
    #[doc(alias = "cuModuleLoadFatBinary")]
    pub unsafe fn load_cubin(&self, image: &[u8]) -> Result<Module, ImageError> {
        // SAFETY: the caller vouches for the image; there are no options.
        let loaded = unsafe { self.load_image(image.as_ptr().cast(), &mut [], &mut []) };
        loaded.map_err(|result| {
            ImageError::Refused(Box::new(RefusedImage {
                result,
                explanation: self.explain_cubin(result),
                log: String::new(),
            }))
        })
    }

    /// # Safety
    /// As `cuModuleLoadDataEx`, with as many values as keys.
    unsafe fn load_image(
        &self,
        image: *const c_void,
        keys: &mut [CUjit_option],
        values: &mut [*mut c_void],
    ) -> Result<Module, CuResult> {
        let _bound = self.bind()?;
        let count = c_uint::try_from(keys.len()).unwrap_or(0);
        // SAFETY: the context is current; the caller vouches for the rest.
        let handle = unsafe {
            self.raw()
                .cuModuleLoadDataEx(image, count, keys.as_mut_ptr(), values.as_mut_ptr())
        }?;
        // SAFETY: the module was just loaded, and nobody else has it.
        Ok(unsafe { Module::from_raw(self, handle) })
    }

    /// The error of an image that isn't given to the driver.
    fn refused(&self, explanation: String) -> ImageError {
        let result = CuResult::new(
            CUresult::CUDA_ERROR_INVALID_IMAGE,
            Symbol::cuModuleLoadDataEx,
            self.raw().table().version(),
        );
        ImageError::Refused(Box::new(RefusedImage {
            result,
            explanation: Some(explanation),
            log: String::new(),
        }))
    }

    fn explain_cubin(&self, result: CuResult) -> Option<String> {
        if result.code() != ErrorCode::NO_BINARY_FOR_GPU {
            return None;
        }
        let capability = self.device().compute_capability().ok()?;
        Some(format!(
            "the image holds no code for this device, of compute capability {capability}: compile for that, or to PTX"
        ))
    }
}

/// Whether an image begins as text does. The driver takes what begins otherwise for a cubin or a fatbin,
/// and follows the offsets in it, wherever they lead.
fn is_text(image: &CStr) -> bool {
    image
        .to_bytes()
        .iter()
        .take(4)
        .all(|byte| byte.is_ascii_graphic() || byte.is_ascii_whitespace())
}

/// What a refused PTX means: most often, that it is newer than the driver.
fn explain_ptx(result: CuResult, ptx: &CStr) -> Option<String> {
    if result.code() != ErrorCode::UNSUPPORTED_PTX_VERSION {
        return None;
    }
    let text = ptx.to_string_lossy();
    let version = text
        .lines()
        .find_map(|line| line.trim().strip_prefix(".version"))?
        .trim();
    let driver = result.driver_version();
    let needs = match ptx_needs(version) {
        Some(needs) => format!(", which needs driver {needs}"),
        None => String::new(),
    };
    Some(format!(
        "the PTX is version {version}{needs}; this is driver {driver}: compile to a cubin, or use NVRTC {driver}"
    ))
}

/// The CUDA version that brought a version of PTX.
fn ptx_needs(version: &str) -> Option<Version> {
    let (major, minor) = version.split_once('.')?;
    let (major, minor): (u32, u32) = (major.parse().ok()?, minor.parse().ok()?);
    match (major, minor) {
        // PTX 8.5 came with 12.5 and stayed for 12.6, so what follows is one ahead.
        (8, 6..=8) => Some(Version::new(12, minor + 1)),
        (7, 0..=8) | (8, 0..=5) | (9, 0..=5) => Some(Version::new(major + 4, minor)),
        _ => None,
    }
}
