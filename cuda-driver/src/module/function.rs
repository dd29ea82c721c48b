use core::any::Any;
use core::ffi::CStr;
use std::sync::Arc;

use cuda_driver_sys::{CUfunction, Symbol};

use crate::context::{Context, FuncCache, SharedConfig};
use crate::device::{Device, DeviceAttribute};
use crate::driver::Raw;
use crate::error::CuResult;
use crate::module::{
    FunctionAttribute, FunctionLoadingState, Module, ParameterInfo,
    layout::{Layout, parameters},
};
use crate::object::Owner;
use crate::opaque::Opaque;

/// A kernel that is loaded into a context: [`Module::function`]. It keeps its code loaded.
///
/// Clones refer to the same object.
///
/// ```
/// # let context = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?;
/// # let kernels = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/kernels.ptx"));
/// use cuda_driver::module::FunctionAttribute;
///
/// let scale = context.load_ptx(kernels)?.function("scale")?;
/// let best = scale.max_potential_block_size(0, 0)?;
/// println!("{} threads per block, at least {} blocks", best.threads, best.min_grid);
/// println!("{} registers per thread", scale.attribute(FunctionAttribute::NUM_REGS)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Function {
    handle: Opaque<CUfunction>,
    code: Code,
    layout: Arc<Layout>,
}

/// The code that a function belongs to.
#[derive(Debug, Clone)]
enum Code {
    Module(Module),
    /// Code of another owner, such as a `CUlibrary`, loaded into a context.
    Foreign {
        /// Keeps the code loaded; `None` if it is borrowed.
        _owner: Option<Arc<Owner>>,
        context: Context,
    },
}

/// Says which limit a value of a kernel's attribute is beyond; `None` if it isn't, or the limit isn't known.
pub(crate) fn limit(
    device: Device,
    attribute: FunctionAttribute,
    value: i32,
    of_kernel: impl Fn(FunctionAttribute) -> Option<i32>,
) -> Option<String> {
    match attribute {
        FunctionAttribute::MAX_DYNAMIC_SHARED_SIZE_BYTES => {
            let optin = DeviceAttribute::MAX_SHARED_MEMORY_PER_BLOCK_OPTIN;
            let of_block = device.attribute(optin).ok()?;
            let of_variables = of_kernel(FunctionAttribute::SHARED_SIZE_BYTES)?;
            let most = of_block.saturating_sub(of_variables);
            (!(0..=most).contains(&value)).then(|| {
                format!(
                    "{value} isn't from 0 to {most} bytes: a block has {of_block} on this device, and the kernel's \
                     variables take {of_variables}"
                )
            })
        }
        FunctionAttribute::PREFERRED_SHARED_MEMORY_CARVEOUT => {
            (!(-1..=100).contains(&value)).then(|| format!("{value} isn't a percentage, or -1"))
        }
        _ => None,
    }
}

/// Copies a name that the driver owns.
pub(crate) fn name_of(name: &CStr) -> String {
    name.to_string_lossy().into_owned()
}

impl Function {
    /// Returns the module that the function belongs to; `None` for one created by [`from_raw`](Self::from_raw).
    #[must_use]
    #[doc(alias = "cuFuncGetModule")]
    #[inline]
    pub fn module(&self) -> Option<&Module> {
        match &self.code {
            Code::Module(module) => Some(module),
            Code::Foreign { .. } => None,
        }
    }

    /// Returns the context that the function is loaded into.
    #[inline]
    #[must_use]
    pub fn context(&self) -> &Context {
        match &self.code {
            Code::Module(module) => module.context(),
            Code::Foreign { context, .. } => context,
        }
    }

    /// Returns the value of an attribute.
    ///
    /// [`cuFuncGetAttribute`](Raw::cuFuncGetAttribute)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuFuncGetAttribute")]
    #[inline]
    pub fn attribute(&self, attribute: FunctionAttribute) -> Result<i32, CuResult> {
        let context = self.context();
        // SAFETY: the function is alive.
        context.retry(context.raw(), |raw| unsafe {
            raw.cuFuncGetAttribute(attribute.as_raw(), self.as_raw())
        })
    }

    /// Sets an attribute, such as the maximum dynamic shared memory of a launch
    /// ([`MAX_DYNAMIC_SHARED_SIZE_BYTES`](FunctionAttribute::MAX_DYNAMIC_SHARED_SIZE_BYTES)).
    ///
    /// [`cuFuncSetAttribute`](Raw::cuFuncSetAttribute)
    ///
    /// # Errors
    /// `CUDA_ERROR_INVALID_VALUE` (1) for a value beyond its limit, or another error of the driver. The limit of the
    /// dynamic shared memory is the device's
    /// [`MAX_SHARED_MEMORY_PER_BLOCK_OPTIN`](crate::device::DeviceAttribute::MAX_SHARED_MEMORY_PER_BLOCK_OPTIN) less the kernel's
    /// static shared memory ([`SHARED_SIZE_BYTES`](FunctionAttribute::SHARED_SIZE_BYTES)).
    #[doc(alias = "cuFuncSetAttribute")]
    #[inline]
    pub fn set_attribute(&self, attribute: FunctionAttribute, value: i32) -> Result<(), CuResult> {
        let context = self.context();
        // SAFETY: the function is alive.
        let result = context.retry(context.raw(), |raw| unsafe {
            raw.cuFuncSetAttribute(self.as_raw(), attribute.as_raw(), value)
        });
        let read = |attribute| self.attribute(attribute).ok();
        result.map_err(|error| error.because(|| limit(context.device(), attribute, value, read)))
    }

    /// Sets whether the kernel prefers first-level cache or shared memory. Devices where both share one memory treat it
    /// as a [carveout](FunctionAttribute::PREFERRED_SHARED_MEMORY_CARVEOUT).
    ///
    /// [`cuFuncSetCacheConfig`](Raw::cuFuncSetCacheConfig)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuFuncSetCacheConfig")]
    #[inline]
    pub fn set_cache_config(&self, config: FuncCache) -> Result<(), CuResult> {
        // SAFETY: the function is alive.
        self.with_raw(|raw| unsafe { raw.cuFuncSetCacheConfig(self.as_raw(), config.as_raw()) })
    }

    /// Sets the width of the banks of shared memory; devices since compute capability 5.0 have one width.
    ///
    /// [`cuFuncSetSharedMemConfig`](Raw::cuFuncSetSharedMemConfig)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuFuncSetSharedMemConfig")]
    #[inline]
    pub fn set_shared_memory_config(&self, config: SharedConfig) -> Result<(), CuResult> {
        // SAFETY: the function is alive.
        self.with_raw(|raw| unsafe { raw.cuFuncSetSharedMemConfig(self.as_raw(), config.as_raw()) })
    }

    /// Returns the kernel's name, as in the image.
    ///
    /// [`cuFuncGetName`](Raw::cuFuncGetName)
    ///
    /// # Errors
    /// Returns the driver's error. Requires a driver of CUDA 12.3 or newer.
    #[doc(alias = "cuFuncGetName")]
    #[inline]
    pub fn name(&self) -> Result<String, CuResult> {
        // SAFETY: the function is alive, and its name lives as long.
        self.with_raw(|raw| unsafe {
            Ok(name_of(CStr::from_ptr(raw.cuFuncGetName(self.as_raw())?)))
        })
    }

    /// Returns whether the function is loaded. With [lazy loading](crate::driver::Driver::module_loading_mode), its first use
    /// loads it.
    ///
    /// [`cuFuncIsLoaded`](Raw::cuFuncIsLoaded)
    ///
    /// # Errors
    /// Returns the driver's error. Requires a driver of CUDA 12.4 or newer.
    #[doc(alias = "cuFuncIsLoaded")]
    #[inline]
    pub fn loading_state(&self) -> Result<FunctionLoadingState, CuResult> {
        // SAFETY: the function is alive.
        let state = self.with_raw(|raw| unsafe { raw.cuFuncIsLoaded(self.as_raw()) })?;
        Ok(FunctionLoadingState::from_raw(state))
    }

    /// Loads the function, so that its first launch doesn't have to.
    ///
    /// [`cuFuncLoad`](Raw::cuFuncLoad)
    ///
    /// # Errors
    /// Returns the driver's error. Requires a driver of CUDA 12.4 or newer.
    #[doc(alias = "cuFuncLoad")]
    #[inline]
    pub fn load(&self) -> Result<(), CuResult> {
        // SAFETY: the function is alive.
        self.with_raw(|raw| unsafe { raw.cuFuncLoad(self.as_raw()) })
    }

    /// Returns the kernel's parameters, in order. The driver is asked once: launches compare their arguments with these.
    ///
    /// [`cuFuncGetParamInfo`](Raw::cuFuncGetParamInfo)
    ///
    /// # Errors
    /// Returns the driver's error. Requires a driver of CUDA 12.4 or newer.
    #[doc(alias("cuFuncGetParamInfo", "cuFuncGetParamCount"))]
    #[inline]
    pub fn parameters(&self) -> Result<&[ParameterInfo], CuResult> {
        self.layout()?.ok_or_else(|| self.context().raw().absent(Symbol::cuFuncGetParamInfo))
    }

    /// Returns the parameters, or `None` if the driver doesn't report them.
    #[inline]
    pub(crate) fn layout(&self) -> Result<Option<&[ParameterInfo]>, CuResult> {
        self.layout.get_or_ask(|| self.ask_parameters())
    }

    #[cold]
    fn ask_parameters(&self) -> Result<Vec<ParameterInfo>, CuResult> {
        self.with_raw(|raw| {
            let get = (Symbol::cuFuncGetParamInfo, raw.table().cuFuncGetParamInfo);
            // SAFETY: the function is alive.
            unsafe { parameters(raw, get, self.as_raw()) }
        })
    }

    /// Returns the raw handle, for calls of [`Driver::raw`](crate::driver::Driver::raw).
    #[inline]
    #[must_use]
    pub const fn as_raw(&self) -> CUfunction {
        self.handle.0
    }

    /// Creates a value for a function of a module, which it keeps loaded.
    ///
    /// # Safety
    /// `handle` is a function of `module`.
    #[must_use]
    #[inline]
    pub unsafe fn from_raw(module: &Module, handle: CUfunction) -> Self {
        Self::new(handle, Code::Module(module.clone()), module.layout_of(handle))
    }

    /// Borrows a function of code that other code keeps loaded.
    ///
    /// # Safety
    /// `handle` is a function that is loaded into `context`. It outlives the value, its clones and their launches.
    #[must_use]
    #[inline]
    pub unsafe fn borrow_raw(context: &Context, handle: CUfunction) -> Self {
        Self::foreign(context, handle, None, Arc::default())
    }

    /// Uses a function that was looked up elsewhere, such as with `cuKernelGetFunction`, and keeps its code loaded
    /// through `owner`, such as a library, which is dropped with the last clone.
    ///
    /// # Safety
    /// - `handle` is a function that is loaded into `context` until `owner` is dropped.
    /// - When `owner` is dropped, the code stays loaded until launches of it have run: the driver waits for them before it
    ///   unloads a module or a library.
    #[must_use]
    #[inline]
    pub unsafe fn from_owner(
        context: &Context,
        handle: CUfunction,
        owner: impl Any + Send,
    ) -> Self {
        // SAFETY: the caller guarantees it. Nothing is known of the parameters.
        unsafe { Self::with_layout(context, handle, owner, Arc::default()) }
    }

    /// [`from_owner`](Self::from_owner) with the layout of the function's parameters.
    ///
    /// # Safety
    /// As [`from_owner`](Self::from_owner); the layout is that of the function.
    #[inline]
    pub(super) unsafe fn with_layout(
        context: &Context,
        handle: CUfunction,
        owner: impl Any + Send,
        layout: Arc<Layout>,
    ) -> Self {
        Self::foreign(context, handle, Some(Arc::new(Owner::new(owner))), layout)
    }

    fn foreign(
        context: &Context,
        handle: CUfunction,
        owner: Option<Arc<Owner>>,
        layout: Arc<Layout>,
    ) -> Self {
        let code = Code::Foreign { _owner: owner, context: context.clone() };
        Self::new(handle, code, layout)
    }

    const fn new(handle: CUfunction, code: Code, layout: Arc<Layout>) -> Self {
        Self { handle: Opaque(handle), code, layout }
    }

    /// Makes a call on the function, with its context current if needed.
    fn with_raw<T>(&self, call: impl Fn(Raw) -> Result<T, CuResult>) -> Result<T, CuResult> {
        let context = self.context();
        context.retry(context.raw(), call)
    }
}
