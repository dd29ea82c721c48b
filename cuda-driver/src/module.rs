//! Code: modules, libraries, their functions, kernels and variables, and the driver's compiler and linker.

mod function;
pub(crate) mod global;
pub(crate) mod image;
pub(crate) mod jit;
mod kernel;
mod layout;
mod library;
mod link;
mod loader;

pub use crate::error::module::{FunctionNotFound, InvalidGlobal, RefusedImage, UnreadableFile};
pub use crate::generated::enums::{
    FunctionAttribute, FunctionLoadingState, JitCacheMode, JitFallback, JitInputType, JitOption,
    JitTarget, LibraryOption, ModuleLoadingMode, SharedCarveout,
};
pub use function::Function;
pub use jit::{JitLog, JitOptions};
pub use kernel::Kernel;
pub use layout::ParameterInfo;
pub use library::{Library, LibraryLoader, LibraryOptions};
pub use link::{LinkedImage, Linker};
pub use loader::Loader;

use core::any::Any;
use core::ffi::CStr;
use std::sync::Arc;

use cuda_driver_sys::{CUfunction, CUmodule};

use crate::context::Context;
use crate::driver::{Driver, ToCStr};
use crate::error::{CuResult, DestroyError, Error};
use crate::module::{
    global::is_missing,
    layout::{Layout, Layouts},
};
use crate::object::{Object, ObjectKind, Ownership};

/// Code that is loaded into a context, from PTX or a cubin.
///
/// Clones refer to the same object. Its functions keep it loaded.
///
/// ```
/// # let context = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?;
/// # let stream = context.stream()?;
/// # let kernels = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/kernels.ptx"));
/// use cuda_driver::Launch;
///
/// let module = context.load_ptx(kernels)?;
/// let count = module.function("count")?;
/// module.write_global(&stream, "calls", &[100u32])?;
/// // SAFETY: count() takes no arguments, and adds 1 to the variable for each thread.
/// unsafe { stream.launch(&count, Launch::grid(2).block(32), ()) }?;
/// let mut calls = [0u32];
/// module.read_global(&stream, "calls", &mut calls)?;
/// assert_eq!(calls, [164]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Module {
    object: Arc<Object<ModuleKind>>,
}

#[derive(Debug)]
struct ModuleKind {
    log: JitLog,
    layouts: Layouts,
    context: Context,
}

/// Returns the names, sorted by insertion, because the standard library's sort takes long to compile.
pub(crate) fn sorted(
    names: impl Iterator<Item = Result<String, CuResult>>,
) -> Result<Vec<String>, CuResult> {
    let mut sorted = Vec::new();
    for name in names {
        let name = name?;
        let at = sorted.partition_point(|other| *other < name);
        sorted.insert(at, name);
    }
    Ok(sorted)
}

impl Module {
    /// Returns the context that the module is loaded into.
    #[must_use]
    #[inline]
    pub fn context(&self) -> &Context {
        &self.object.context
    }

    /// Returns the kernel called `name`: its name in the source if it is `extern "C"`, otherwise its mangled name.
    ///
    /// [`cuModuleGetFunction`](crate::driver::Raw::cuModuleGetFunction)
    ///
    /// # Errors
    /// [`Error::FunctionNotFound`] lists the existing kernels.
    #[doc(alias = "cuModuleGetFunction")]
    pub fn function(&self, name: &(impl ToCStr + ?Sized)) -> Result<Function, Error> {
        name.with_c_str(|name| self.find(name))?
    }

    /// Returns the number of kernels in the module.
    ///
    /// [`cuModuleGetFunctionCount`](crate::driver::Raw::cuModuleGetFunctionCount)
    ///
    /// # Errors
    /// Returns the driver's error. Requires a driver of CUDA 12.4 or newer.
    #[doc(alias = "cuModuleGetFunctionCount")]
    #[inline]
    pub fn function_count(&self) -> Result<usize, CuResult> {
        let context = self.context();
        // SAFETY: the module is alive.
        let count = context
            .retry(context.raw(), |raw| unsafe { raw.cuModuleGetFunctionCount(self.as_raw()) })?;
        Ok(usize::try_from(count).unwrap_or(usize::MAX))
    }

    /// Returns the module's kernels, in the driver's order.
    ///
    /// [`cuModuleEnumerateFunctions`](crate::driver::Raw::cuModuleEnumerateFunctions)
    ///
    /// # Errors
    /// Returns the driver's error. Requires a driver of CUDA 12.4 or newer.
    #[doc(alias = "cuModuleEnumerateFunctions")]
    #[inline]
    pub fn functions(&self) -> Result<Vec<Function>, CuResult> {
        let _bound = self.context().bind()?;
        let mut functions: Vec<CUfunction> = vec![core::ptr::null_mut(); self.function_count()?];
        if !functions.is_empty() {
            // SAFETY: the context is current and the module alive.
            unsafe {
                self.context().raw().cuModuleEnumerateFunctions(&mut functions, self.as_raw())
            }?;
        }
        let mut all = Vec::new();
        for function in functions {
            if !function.is_null() {
                // SAFETY: it is a function of this module.
                all.push(unsafe { Function::from_raw(self, function) });
            }
        }
        Ok(all)
    }

    /// Returns the log of the driver's compiler, which is empty for machine code and for a module that this crate didn't
    /// load.
    #[must_use]
    #[inline]
    pub fn log(&self) -> &JitLog {
        &self.object.log
    }

    /// Returns the names of the module's kernels, sorted.
    ///
    /// # Errors
    /// Returns the driver's error. Requires a driver of CUDA 12.4 or newer.
    #[inline]
    pub fn function_names(&self) -> Result<Vec<String>, CuResult> {
        let functions = self.functions()?;
        sorted(functions.iter().map(Function::name))
    }

    /// Unloads the module; dropping the last clone does the same silently. The driver first waits for all work of the
    /// context.
    ///
    /// [`cuModuleUnload`](crate::driver::Raw::cuModuleUnload)
    ///
    /// # Errors
    /// Returns the driver's error, or the value if clones or functions of it are alive.
    #[doc(alias = "cuModuleUnload")]
    #[inline]
    pub fn destroy(self) -> Result<(), DestroyError<Self>> {
        Object::destroy_shared(self.object).map_err(|error| error.map(Self::of))
    }

    /// Returns the raw handle, for calls of [`Driver::raw`](crate::driver::Driver::raw).
    #[must_use]
    #[inline]
    pub fn as_raw(&self) -> CUmodule {
        self.object.handle()
    }

    /// Takes ownership of a module, which is unloaded when the last clone and the last of its functions are dropped.
    ///
    /// # Safety
    /// - `handle` is a module of `context`.
    /// - No other code unloads it.
    #[must_use]
    #[inline]
    pub unsafe fn from_raw(context: &Context, handle: CUmodule) -> Self {
        Self::new(context, handle, Ownership::Owned)
    }

    /// Borrows a module that other code owns; this crate never unloads it.
    ///
    /// # Safety
    /// `handle` is a module of `context`. It outlives the value, its clones, its functions, and their launches.
    #[must_use]
    #[inline]
    pub unsafe fn borrow_raw(context: &Context, handle: CUmodule) -> Self {
        Self::new(context, handle, Ownership::Borrowed)
    }

    /// Uses a module that other code owns, and keeps it loaded through `owner`, which is dropped when the last clone and
    /// the last of its functions are dropped.
    ///
    /// # Safety
    /// - `handle` is a module of `context`, and stays loaded until `owner` is dropped.
    /// - When `owner` is dropped, the module stays loaded until launches of its functions have run: the driver waits for
    ///   them before it unloads a module.
    #[must_use]
    #[inline]
    pub unsafe fn from_owner(context: &Context, handle: CUmodule, owner: impl Any + Send) -> Self {
        Self::new(context, handle, Ownership::foreign(owner))
    }

    /// Releases ownership of the module; the caller must unload it.
    ///
    /// # Errors
    /// Returns the value if clones or functions of it are alive, or if this crate doesn't own the module.
    #[inline]
    pub fn into_raw(self) -> Result<CUmodule, Self> {
        Object::into_raw_shared(self.object).map_err(Self::of)
    }

    /// Creates a value for a module that was just loaded.
    pub(crate) fn loaded(context: &Context, handle: CUmodule, log: JitLog) -> Self {
        Self::with_log(context, handle, Ownership::Owned, log)
    }

    fn find(&self, name: &CStr) -> Result<Function, Error> {
        let context = self.context();
        // SAFETY: the module is alive.
        let found = context
            .retry(context.raw(), |raw| unsafe { raw.cuModuleGetFunction(self.as_raw(), name) });
        match found {
            // SAFETY: it is a function of this module.
            Ok(handle) => Ok(unsafe { Function::from_raw(self, handle) }),
            Err(error) if is_missing(error, name) => Err(FunctionNotFound {
                name: name.to_string_lossy().into_owned(),
                kernels: self.function_names().ok(),
            }
            .into()),
            Err(error) => Err(error.into()),
        }
    }

    #[inline]
    fn new(context: &Context, handle: CUmodule, ownership: Ownership) -> Self {
        Self::with_log(context, handle, ownership, JitLog::default())
    }

    fn with_log(context: &Context, handle: CUmodule, ownership: Ownership, log: JitLog) -> Self {
        let kind = ModuleKind { log, layouts: Layouts::default(), context: context.clone() };
        Self::of(Object::shared(handle, ownership, kind))
    }

    /// Returns the layout of one of the module's functions.
    fn layout_of(&self, function: CUfunction) -> Arc<Layout> {
        self.object.layouts.of(function)
    }

    const fn of(object: Arc<Object<ModuleKind>>) -> Self {
        Self { object }
    }
}

impl Driver {
    /// Returns whether functions are loaded with their module or on first use, which `CUDA_MODULE_LOADING` decides.
    ///
    /// [`cuModuleGetLoadingMode`](crate::driver::Raw::cuModuleGetLoadingMode)
    ///
    /// # Errors
    /// Returns the driver's error. Requires a driver of CUDA 11.7 or newer.
    #[doc(alias = "cuModuleGetLoadingMode")]
    #[inline]
    pub fn module_loading_mode(self) -> Result<ModuleLoadingMode, CuResult> {
        // SAFETY: the driver is initialized.
        let mode = unsafe { self.raw().cuModuleGetLoadingMode() }?;
        Ok(ModuleLoadingMode::from_raw(mode))
    }
}

impl ObjectKind for ModuleKind {
    type Handle = CUmodule;

    unsafe fn destroy(&mut self, handle: CUmodule) -> Result<(), CuResult> {
        // SAFETY: the caller gives up the module.
        self.context.retry_despite_captures(|raw| unsafe { raw.cuModuleUnload(handle) })
    }
}
