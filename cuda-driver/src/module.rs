use core::ffi::{CStr, c_uint, c_void};
use core::fmt;
use std::sync::Arc;

use cuda_driver_sys::{CUdeviceptr, CUfunction, CUjit_option, CUmodule, CUresult, Symbol};

use crate::error::{says, takes};
use crate::name::Name;
use crate::{Context, CuResult, Function, InvalidName, Version};

/// Code that is loaded into a context, from PTX or a cubin.
///
/// Cloning shares it. Its functions hold it, so that it is unloaded last.
#[derive(Debug, Clone)]
pub struct Module {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    handle: CUmodule,
    owned: bool,
    context: Context,
}

// SAFETY: a module is no thread's, and the driver locks what needs locking.
unsafe impl Send for Inner {}
// SAFETY: as above.
unsafe impl Sync for Inner {}

/// How the driver compiles PTX when it loads it.
#[derive(Debug, Clone, Default)]
pub struct JitOptions {
    options: Vec<(CUjit_option, usize)>,
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
        self.with(CUjit_option::CU_JIT_MAX_REGISTERS, registers)
    }

    /// How much to optimize, from 0 to 4, the default.
    #[must_use]
    pub fn optimization_level(self, level: u32) -> Self {
        self.with(CUjit_option::CU_JIT_OPTIMIZATION_LEVEL, level)
    }

    /// Generate debug information.
    #[must_use]
    pub fn debug_info(self, on: bool) -> Self {
        self.with(CUjit_option::CU_JIT_GENERATE_DEBUG_INFO, u32::from(on))
    }

    /// Generate line numbers.
    #[must_use]
    pub fn line_info(self, on: bool) -> Self {
        self.with(CUjit_option::CU_JIT_GENERATE_LINE_INFO, u32::from(on))
    }

    fn with(mut self, option: CUjit_option, value: u32) -> Self {
        self.options.push((option, value as usize));
        self
    }

    /// Any option whose value is a number.
    ///
    /// # Safety
    /// The option takes a number, not a pointer, and isn't one of the log buffers or their sizes: those
    /// are this crate's to set.
    #[must_use]
    pub unsafe fn option(self, option: CUjit_option, value: u32) -> Self {
        self.with(option, value)
    }
}

/// Why an image could not be loaded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImageError {
    /// What the driver answered.
    pub result: CuResult,
    /// What that means for this image and this driver, where it is known.
    pub explanation: Option<String>,
    /// What the driver's compiler said; empty for a cubin.
    pub log: String,
}

impl fmt::Display for ImageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.result)?;
        let explanation = self.explanation.iter().map(String::as_str);
        explanation
            .chain(self.log.lines())
            .try_for_each(|line| write!(f, "\n  {line}"))
    }
}

impl std::error::Error for ImageError {}

/// Why a function could not be had.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum FunctionError {
    /// The driver said no.
    Driver(CuResult),
    /// The name cannot be given to C.
    Name(InvalidName),
    /// The module has no kernel of this name.
    NotFound {
        /// The name that was asked for.
        name: String,
        /// The kernels that the module has; `None` where the driver can't tell (before 12.4).
        kernels: Option<Vec<String>>,
    },
}

says!(FunctionError {
    Self::Driver(error) => "{error}";
    Self::Name(error) => "{error}";
    Self::NotFound { name, kernels } => "the module has no kernel {name:?}; {}", Kernels(kernels);
});

takes!(FunctionError {
    Driver(CuResult),
    Name(InvalidName),
});

struct Kernels<'a>(&'a Option<Vec<String>>);

impl fmt::Display for Kernels<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.as_deref() {
            None => f.write_str("declare it `extern \"C\"`, or look it up by its mangled name"),
            Some([]) => f.write_str("it has no kernels at all"),
            Some(kernels) => write!(f, "it has {}", kernels.join(", ")),
        }
    }
}

const LOG_BYTES: usize = 16 * 1024;

impl Context {
    /// Compiles PTX for the device and loads it.
    ///
    /// [`cuModuleLoadDataEx`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MODULE.html#group__CUDA__MODULE_1g9e8047e9dbf725f0cd7cafd18bfd4d12)
    ///
    /// # Errors
    /// An [`ImageError`] with the log of the driver's compiler.
    #[doc(alias = "cuModuleLoadData")]
    pub fn load_ptx(&self, ptx: impl AsRef<CStr>) -> Result<Module, ImageError> {
        self.load_ptx_with(ptx, &JitOptions::new())
    }

    /// Compiles PTX for the device as `options` say, and loads it.
    ///
    /// # Errors
    /// An [`ImageError`] with the log of the driver's compiler.
    #[doc(alias = "cuModuleLoadDataEx")]
    pub fn load_ptx_with(
        &self,
        ptx: impl AsRef<CStr>,
        options: &JitOptions,
    ) -> Result<Module, ImageError> {
        let ptx = ptx.as_ref();
        if !is_text(ptx) {
            return Err(self.not_ptx());
        }
        let mut log = vec![0u8; LOG_BYTES];
        let mut keys = vec![
            CUjit_option::CU_JIT_ERROR_LOG_BUFFER,
            CUjit_option::CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES,
        ];
        let mut values = vec![
            log.as_mut_ptr().cast::<c_void>(),
            core::ptr::without_provenance_mut(LOG_BYTES),
        ];
        for (option, value) in &options.options {
            keys.push(*option);
            values.push(core::ptr::without_provenance_mut(*value));
        }
        // SAFETY: PTX ends in a null byte; there are as many values as options, each as its option wants
        // it, and the log has the size that is given.
        let loaded = unsafe { self.load_image(ptx.as_ptr().cast(), &mut keys, &mut values) };
        loaded.map_err(|result| {
            let end = log.iter().position(|byte| *byte == 0).unwrap_or(log.len());
            let log = String::from_utf8_lossy(&log[..end]).trim_end().to_string();
            ImageError {
                result,
                explanation: explain_ptx(result, ptx),
                log,
            }
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
        loaded.map_err(|result| ImageError {
            result,
            explanation: self.explain_cubin(result),
            log: String::new(),
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

    /// The error of bytes that the driver would take for machine code.
    fn not_ptx(&self) -> ImageError {
        let version = self.raw().table().version();
        ImageError {
            result: CuResult::new(
                CUresult::CUDA_ERROR_INVALID_IMAGE,
                Symbol::cuModuleLoadDataEx,
                version,
            ),
            explanation: Some(
                "this is no PTX, which is text; machine code is for `Context::load_cubin`"
                    .to_string(),
            ),
            log: String::new(),
        }
    }

    fn explain_cubin(&self, result: CuResult) -> Option<String> {
        if result.code() != CUresult::CUDA_ERROR_NO_BINARY_FOR_GPU {
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
    if result.code() != CUresult::CUDA_ERROR_UNSUPPORTED_PTX_VERSION {
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

impl Module {
    /// Takes over a module: it is unloaded with the last clone, and the last of its functions.
    ///
    /// # Safety
    /// - `handle` is a module of `context`.
    /// - Nobody else unloads it.
    #[must_use]
    pub unsafe fn from_raw(context: &Context, handle: CUmodule) -> Self {
        Self {
            inner: Arc::new(Inner {
                handle,
                owned: true,
                context: context.clone(),
            }),
        }
    }

    /// Uses somebody else's module: it is never unloaded by this crate.
    ///
    /// # Safety
    /// `handle` is a module of `context`, and lives longer than the value, its clones and its functions.
    #[must_use]
    pub unsafe fn borrow_raw(context: &Context, handle: CUmodule) -> Self {
        Self {
            inner: Arc::new(Inner {
                handle,
                owned: false,
                context: context.clone(),
            }),
        }
    }

    /// Gives the module away: the caller unloads it. `None` where clones or functions of it live, or it
    /// isn't this crate's to give.
    #[must_use]
    pub fn into_raw(self) -> Option<CUmodule> {
        let mut inner = Arc::into_inner(self.inner)?;
        core::mem::take(&mut inner.owned).then_some(inner.handle)
    }

    /// The handle, for calls of [`Driver::raw`](crate::Driver::raw).
    #[must_use]
    pub fn as_raw(&self) -> CUmodule {
        self.inner.handle
    }

    /// The context that the module is loaded into.
    #[must_use]
    pub fn context(&self) -> &Context {
        &self.inner.context
    }

    /// The kernel called `name`: as the source has it for `extern "C"`, else its mangled name.
    ///
    /// [`cuModuleGetFunction`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MODULE.html#group__CUDA__MODULE_1ga52be009b0d4045811b30c965e1cb2cf)
    ///
    /// # Errors
    /// [`FunctionError::NotFound`] lists the kernels that there are.
    #[doc(alias = "cuModuleGetFunction")]
    pub fn function<N: Name + ?Sized>(&self, name: &N) -> Result<Function, FunctionError> {
        let name = name.to_c()?;
        let context = self.context();
        // SAFETY: the module is alive.
        let found = context.retry(context.raw(), |raw| unsafe {
            raw.cuModuleGetFunction(self.as_raw(), &name)
        });
        match found {
            Ok(handle) => Ok(Function::new(self, handle)),
            Err(error) if error.code() == CUresult::CUDA_ERROR_NOT_FOUND => {
                Err(FunctionError::NotFound {
                    name: name.to_string_lossy().into_owned(),
                    kernels: self.kernels().ok(),
                })
            }
            Err(error) => Err(error.into()),
        }
    }

    /// The names of the module's kernels, sorted.
    ///
    /// [`cuModuleEnumerateFunctions`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MODULE.html)
    ///
    /// # Errors
    /// What the driver answers; drivers before 12.4 can't tell.
    #[doc(alias = "cuModuleEnumerateFunctions")]
    pub fn kernels(&self) -> Result<Vec<String>, CuResult> {
        let context = self.context();
        let _bound = context.bind()?;
        let raw = context.raw();
        // SAFETY: the module is alive, the functions are its own, and their names live as long.
        unsafe {
            let count = raw.cuModuleGetFunctionCount(self.as_raw())?;
            let mut functions: Vec<CUfunction> =
                vec![core::ptr::null_mut(); usize::try_from(count).unwrap_or(0)];
            raw.cuModuleEnumerateFunctions(&mut functions, self.as_raw())?;
            let mut names = functions
                .into_iter()
                .filter(|function| !function.is_null())
                .map(|function| {
                    raw.cuFuncGetName(function)
                        .map(|name| CStr::from_ptr(name).to_string_lossy().into_owned())
                })
                .collect::<Result<Vec<_>, _>>()?;
            names.sort();
            Ok(names)
        }
    }

    /// Address and size in bytes of the global variable called `name`.
    ///
    /// [`cuModuleGetGlobal`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MODULE.html#group__CUDA__MODULE_1gf3e43672e26073b1081476dbf47a86ab)
    ///
    /// # Errors
    /// `CUDA_ERROR_NOT_FOUND` (500) where there is none.
    #[doc(alias = "cuModuleGetGlobal")]
    pub fn global<N: Name + ?Sized>(
        &self,
        name: &N,
    ) -> Result<(CUdeviceptr, usize), FunctionError> {
        let name = name.to_c()?;
        let context = self.context();
        // SAFETY: the module is alive.
        Ok(context.retry(context.raw(), |raw| unsafe {
            raw.cuModuleGetGlobal(self.as_raw(), &name)
        })?)
    }

    /// Lets go of this clone; the last one unloads the module and says what the driver answered.
    /// Dropping does the same in silence. To unload, the driver first waits for all work of the context.
    ///
    /// # Errors
    /// What the driver answers.
    #[doc(alias = "cuModuleUnload")]
    pub fn destroy(self) -> Result<(), CuResult> {
        match Arc::into_inner(self.inner) {
            Some(mut inner) => inner.release(),
            None => Ok(()),
        }
    }
}

impl Inner {
    fn release(&mut self) -> Result<(), CuResult> {
        if !core::mem::take(&mut self.owned) {
            return Ok(());
        }
        let handle = self.handle;
        // SAFETY: the module is this value's own, and `owned` was true for the last time.
        self.context.retry(self.context.raw(), |raw| unsafe {
            raw.cuModuleUnload(handle)
        })
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        // Nobody is there to hear of it: `destroy` is for those who want to know.
        let _ = self.release();
    }
}
