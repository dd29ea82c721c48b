//! Loading code into a context.

use core::ffi::{CStr, c_void};
use std::path::Path;

use cuda_arch::{Code, Image};
use cuda_driver_sys::Symbol;

use crate::context::Context;
use crate::driver::ToCStr;
use crate::error::{CuResult, Error, ErrorCode};
use crate::module::image::{check_text, explain_ptx, not_text, refusal, text_of, unreadable};
use crate::module::{JitOptions, Module, jit::JitCall};
use crate::trace::span;

/// Loads modules into a context, with options of the driver's compiler: [`Context::loader`].
#[derive(Debug, Clone, Copy)]
pub struct Loader<'a> {
    context: &'a Context,
    options: &'a JitOptions,
}

impl Context {
    /// Loads the output of a compiler or a linker: PTX, which the driver compiles for the device, or machine code. It
    /// accepts what `nvrtc`, `nvrtc-cache`, `nvjitlink`, `nvfatbin` and `cuda-linker` return, and PTX as a [`CStr`].
    ///
    /// [`cuModuleLoadDataEx`](crate::Raw::cuModuleLoadDataEx)
    ///
    /// # Errors
    /// [`Error::Image`], which explains why the image doesn't fit, with the log of the driver's compiler.
    #[doc(alias("cuModuleLoadData", "cuModuleLoadDataEx"))]
    #[inline]
    pub fn load(&self, image: &(impl Image + ?Sized)) -> Result<Module, Error> {
        self.loader(&JitOptions::new()).load(image)
    }

    /// Compiles PTX for the device and loads it.
    ///
    /// [`cuModuleLoadDataEx`](crate::Raw::cuModuleLoadDataEx)
    ///
    /// # Errors
    /// As [`load`](Self::load).
    #[doc(alias("cuModuleLoadData", "cuModuleLoadDataEx"))]
    #[inline]
    pub fn load_ptx(&self, ptx: &(impl ToCStr + ?Sized)) -> Result<Module, Error> {
        self.loader(&JitOptions::new()).load_ptx(ptx)
    }

    /// Compiles the PTX in a file for the device and loads it.
    ///
    /// [`cuModuleLoadDataEx`](crate::Raw::cuModuleLoadDataEx)
    ///
    /// # Errors
    /// [`Error::Unreadable`], or as [`load`](Self::load).
    #[doc(alias("cuModuleLoad", "cuModuleLoadDataEx"))]
    #[inline]
    pub fn load_ptx_file(&self, path: impl AsRef<Path>) -> Result<Module, Error> {
        self.loader(&JitOptions::new()).load_ptx_file(path)
    }

    /// Loads machine code: a cubin or a fatbin.
    ///
    /// [`cuModuleLoadDataEx`](crate::Raw::cuModuleLoadDataEx)
    ///
    /// # Errors
    /// As [`load`](Self::load): code for another architecture is `CUDA_ERROR_NO_BINARY_FOR_GPU` (209).
    ///
    /// # Safety
    /// `image` is a complete cubin or fatbin as one of NVIDIA's tools wrote it: the driver isn't passed its length, and
    /// trusts the sizes in it.
    #[doc(alias("cuModuleLoadData", "cuModuleLoadDataEx", "cuModuleLoadFatBinary"))]
    #[inline]
    pub unsafe fn load_cubin(&self, image: &[u8]) -> Result<Module, Error> {
        // SAFETY: the caller guarantees that the image is valid.
        unsafe { self.loader(&JitOptions::new()).load_cubin(image) }
    }

    /// Returns a value that loads modules with options of the driver's compiler, and has the same methods.
    ///
    /// ```
    /// # let context = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?;
    /// # let ptx = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/kernels.ptx"));
    /// use cuda_driver::module::JitOptions;
    ///
    /// let options = JitOptions::new().max_registers(32).verbose(true);
    /// let module = context.loader(&options).load_ptx(ptx)?;
    /// print!("{}", module.log().info);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    #[inline]
    pub const fn loader<'a>(&'a self, options: &'a JitOptions) -> Loader<'a> {
        Loader { context: self, options }
    }
}

impl Loader<'_> {
    /// Loads the output of a compiler or a linker, as [`Context::load`].
    ///
    /// [`cuModuleLoadDataEx`](crate::Raw::cuModuleLoadDataEx)
    ///
    /// # Errors
    /// As [`Context::load`].
    #[doc(alias = "cuModuleLoadDataEx")]
    #[inline]
    pub fn load(self, image: &(impl Image + ?Sized)) -> Result<Module, Error> {
        match image.code() {
            Code::Ptx(ptx) => self.load_text(ptx),
            // SAFETY: the trait promises a whole image.
            code => unsafe { self.load_cubin(code.as_bytes()) },
        }
    }

    /// Compiles PTX for the device and loads it.
    ///
    /// [`cuModuleLoadDataEx`](crate::Raw::cuModuleLoadDataEx)
    ///
    /// # Errors
    /// As [`Context::load`].
    #[doc(alias = "cuModuleLoadDataEx")]
    #[inline]
    pub fn load_ptx(self, ptx: &(impl ToCStr + ?Sized)) -> Result<Module, Error> {
        let ptx = text_of(ptx, self.context.raw(), Symbol::cuModuleLoadDataEx)?;
        self.load_text(&ptx)
    }

    /// Compiles the PTX in a file for the device and loads it.
    ///
    /// [`cuModuleLoadDataEx`](crate::Raw::cuModuleLoadDataEx)
    ///
    /// # Errors
    /// As [`Context::load_ptx_file`].
    #[doc(alias("cuModuleLoad", "cuModuleLoadDataEx"))]
    #[inline]
    pub fn load_ptx_file(self, path: impl AsRef<Path>) -> Result<Module, Error> {
        let path = path.as_ref();
        let bytes = std::fs::read(path).map_err(|error| unreadable(path, &error))?;
        let loaded = match String::from_utf8(bytes) {
            Ok(ptx) => self.load_ptx(&ptx),
            Err(_) => Err(not_text(self.context.raw(), Symbol::cuModuleLoadDataEx)),
        };
        loaded.map_err(|error| error.of_file(path))
    }

    /// Loads machine code: a cubin or a fatbin, whose PTX is compiled if it has no code for the device.
    ///
    /// [`cuModuleLoadDataEx`](crate::Raw::cuModuleLoadDataEx)
    ///
    /// # Errors
    /// As [`Context::load_cubin`].
    ///
    /// # Safety
    /// As [`Context::load_cubin`].
    #[doc(alias = "cuModuleLoadDataEx")]
    #[inline]
    pub unsafe fn load_cubin(self, image: &[u8]) -> Result<Module, Error> {
        // SAFETY: the caller guarantees that the image is valid.
        unsafe { self.load_image(image.as_ptr().cast(), |result| self.explain_cubin(result)) }
    }

    fn load_text(self, ptx: &CStr) -> Result<Module, Error> {
        check_text(ptx, self.context.raw(), Symbol::cuModuleLoadDataEx)?;
        // SAFETY: PTX ends in a null byte.
        unsafe { self.load_image(ptx.as_ptr().cast(), |result| explain_ptx(result, ptx)) }
    }

    /// # Safety
    /// `image` is valid for `cuModuleLoadDataEx`.
    unsafe fn load_image(
        self,
        image: *const c_void,
        explain: impl FnOnce(CuResult) -> Option<String>,
    ) -> Result<Module, Error> {
        span!("cuModuleLoadDataEx");
        let jit = JitCall::new(self.options);
        let load = || {
            let _bound = self.context.bind()?;
            let raw = self.context.raw();
            // SAFETY: the context is current, there are as many values as options, each of the type of its option, and the
            // logs have the given size; the caller guarantees that the image is valid.
            unsafe { raw.cuModuleLoadDataEx(image, jit.count(), jit.keys(), jit.values()) }
        };
        match load() {
            Ok(handle) => Ok(Module::loaded(self.context, handle, jit.log())),
            Err(result) => Err(refusal(result, explain(result), &jit)),
        }
    }

    fn explain_cubin(self, result: CuResult) -> Option<String> {
        if result.code() != ErrorCode::NO_BINARY_FOR_GPU {
            return None;
        }
        let capability = self.context.device().compute_capability().ok()?;
        Some(format!(
            "the image holds no code for this device, of compute capability {capability}: compile for that, or to PTX"
        ))
    }
}
