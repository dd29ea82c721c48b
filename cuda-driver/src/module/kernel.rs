use core::any::Any;
use core::ffi::CStr;
use core::ptr::null_mut;
use std::sync::Arc;

use cuda_driver_sys::{CUkernel, Symbol};

use crate::context::{Context, FuncCache, needs_context};
use crate::device::Device;
use crate::driver::{Driver, Raw, ToCStr};
use crate::error::{CuResult, Error};
use crate::module::{
    Function, FunctionAttribute, FunctionNotFound, Library, ParameterInfo,
    function::{limit, name_of},
    global::is_missing,
    layout::{Layout, parameters},
    sorted,
};
use crate::object::Owner;
use crate::opaque::Opaque;

/// A kernel of a [`Library`], independent of contexts: [`Stream::launch`](crate::stream::Stream::launch) accepts it on a stream
/// of any context, and the driver loads it there when it is first needed.
///
/// Clones refer to the same object. A kernel keeps its library loaded.
///
/// ```
/// # let driver = cuda_sim::gpu_or_software()?;
/// # let kernels = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/kernels.ptx"));
/// use cuda_driver::Launch;
///
/// let kernel = driver.load_library_ptx(kernels)?.kernel("scale")?;
/// let stream = driver.device(0)?.primary_context()?.stream()?;
/// let x = stream.upload(&[1.0f32, 2.0, 3.0])?;
/// let mut out = stream.alloc::<f32>(3)?;
/// // SAFETY: scale(const float *, float *, size_t), with three elements each.
/// unsafe { stream.launch(&kernel, Launch::elements(3, 32), (&x, &mut out, 3usize)) }?;
/// assert_eq!(out.to_vec()?, [2.0, 4.0, 6.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Kernel {
    handle: Opaque<CUkernel>,
    code: Code,
    layout: Arc<Layout>,
}

/// The code that a kernel belongs to.
#[derive(Debug, Clone)]
enum Code {
    Library(Library),
    /// Code of another owner, such as the CUDA runtime.
    Foreign {
        /// Keeps the code loaded; `None` if it is borrowed.
        _owner: Option<Arc<Owner>>,
        driver: Driver,
    },
}

impl Library {
    /// Returns the kernel called `name`: its name in the source if it is `extern "C"`, otherwise its mangled name.
    ///
    /// [`cuLibraryGetKernel`](Raw::cuLibraryGetKernel)
    ///
    /// # Errors
    /// [`Error::FunctionNotFound`] lists the existing kernels. Errors in the image may be reported here, too;
    /// [`log`](Self::log) has the details.
    #[doc(alias = "cuLibraryGetKernel")]
    #[inline]
    pub fn kernel(&self, name: &(impl ToCStr + ?Sized)) -> Result<Kernel, Error> {
        name.with_c_str(|name| self.find_kernel(name))?
    }

    /// Returns the number of kernels in the library.
    ///
    /// [`cuLibraryGetKernelCount`](Raw::cuLibraryGetKernelCount)
    ///
    /// # Errors
    /// Returns the driver's error. Requires a driver of CUDA 12.4 or newer.
    #[doc(alias = "cuLibraryGetKernelCount")]
    #[inline]
    pub fn kernel_count(&self) -> Result<usize, CuResult> {
        // SAFETY: the library is alive.
        let count = unsafe { self.raw().cuLibraryGetKernelCount(self.as_raw()) }?;
        Ok(usize::try_from(count).unwrap_or(usize::MAX))
    }

    /// Returns the library's kernels, in the driver's order.
    ///
    /// [`cuLibraryEnumerateKernels`](Raw::cuLibraryEnumerateKernels)
    ///
    /// # Errors
    /// Returns the driver's error. Requires a driver of CUDA 12.4 or newer.
    #[doc(alias = "cuLibraryEnumerateKernels")]
    #[inline]
    pub fn kernels(&self) -> Result<Vec<Kernel>, CuResult> {
        let mut kernels: Vec<CUkernel> = vec![null_mut(); self.kernel_count()?];
        if !kernels.is_empty() {
            // SAFETY: the library is alive.
            unsafe { self.raw().cuLibraryEnumerateKernels(&mut kernels, self.as_raw()) }?;
        }
        let kernels = kernels.into_iter().filter(|kernel| !kernel.is_null());
        // SAFETY: they are kernels of this library.
        let kernels = kernels.map(|kernel| unsafe { Kernel::from_raw(self, kernel) });
        Ok(kernels.collect())
    }

    /// Returns the names of the library's kernels, sorted.
    ///
    /// # Errors
    /// Returns the driver's error. Requires a driver of CUDA 12.4 or newer.
    #[inline]
    pub fn kernel_names(&self) -> Result<Vec<String>, CuResult> {
        let kernels = self.kernels()?;
        sorted(kernels.iter().map(Kernel::name))
    }

    #[inline]
    fn find_kernel(&self, name: &CStr) -> Result<Kernel, Error> {
        // SAFETY: the library is alive.
        match unsafe { self.raw().cuLibraryGetKernel(self.as_raw(), name) } {
            // SAFETY: it is a kernel of this library.
            Ok(handle) => Ok(unsafe { Kernel::from_raw(self, handle) }),
            Err(error) if is_missing(error, name) => Err(FunctionNotFound {
                name: name.to_string_lossy().into_owned(),
                kernels: self.kernel_names().ok(),
            }
            .into()),
            Err(error) => Err(error.into()),
        }
    }
}

impl Kernel {
    /// Returns the kernel's library; `None` if other code looked the kernel up ([`from_owner`](Self::from_owner),
    /// [`borrow_raw`](Self::borrow_raw)).
    #[inline]
    #[must_use]
    #[doc(alias = "cuKernelGetLibrary")]
    pub fn library(&self) -> Option<&Library> {
        match &self.code {
            Code::Library(library) => Some(library),
            Code::Foreign { .. } => None,
        }
    }

    /// Returns the kernel's driver.
    #[must_use]
    #[inline]
    pub fn driver(&self) -> Driver {
        match &self.code {
            Code::Library(library) => library.driver(),
            Code::Foreign { driver, .. } => *driver,
        }
    }

    /// Returns the kernel's name, as in the image.
    ///
    /// [`cuKernelGetName`](Raw::cuKernelGetName)
    ///
    /// # Errors
    /// Returns the driver's error. Requires a driver of CUDA 12.3 or newer.
    #[doc(alias = "cuKernelGetName")]
    #[inline]
    pub fn name(&self) -> Result<String, CuResult> {
        // SAFETY: the kernel is alive, and its name lives as long.
        unsafe {
            let name = self.raw().cuKernelGetName(self.as_raw())?;
            Ok(name_of(CStr::from_ptr(name)))
        }
    }

    /// Returns the kernel as a function of a context, after loading it there if necessary.
    ///
    /// [`cuKernelGetFunction`](Raw::cuKernelGetFunction)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuKernelGetFunction")]
    #[inline]
    pub fn function(&self, context: &Context) -> Result<Function, CuResult> {
        let _bound = context.bind_for(self.driver(), Symbol::cuKernelGetFunction)?;
        // SAFETY: the context is current and the kernel alive.
        let handle = unsafe { self.raw().cuKernelGetFunction(self.as_raw()) }?;
        // SAFETY: the function is loaded into the context as long as the library is, and unloading that waits for launches.
        Ok(unsafe {
            Function::with_layout(context, handle, self.clone(), Arc::clone(&self.layout))
        })
    }

    /// Returns the value of an attribute on `device`.
    ///
    /// [`cuKernelGetAttribute`](Raw::cuKernelGetAttribute)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuKernelGetAttribute")]
    #[inline]
    pub fn attribute(&self, device: Device, attribute: FunctionAttribute) -> Result<i32, CuResult> {
        let raw = self.raw();
        // SAFETY: the kernel is alive; the driver returned the device, or rejects its number.
        unsafe { raw.cuKernelGetAttribute(attribute.as_raw(), self.as_raw(), device.as_raw()) }
    }

    /// Sets an attribute on `device`, such as the maximum dynamic shared memory of a launch.
    ///
    /// [`cuKernelSetAttribute`](Raw::cuKernelSetAttribute)
    ///
    /// # Errors
    /// Returns the driver's error; the limit of the dynamic shared memory is that of
    /// [`Function::set_attribute`](crate::module::Function::set_attribute).
    #[doc(alias = "cuKernelSetAttribute")]
    #[inline]
    pub fn set_attribute(
        &self,
        device: Device,
        attribute: FunctionAttribute,
        value: i32,
    ) -> Result<(), CuResult> {
        let raw = self.raw();
        // SAFETY: as above.
        let result = unsafe {
            raw.cuKernelSetAttribute(attribute.as_raw(), value, self.as_raw(), device.as_raw())
        };
        let read = |attribute| self.attribute(device, attribute).ok();
        result.map_err(|error| error.because(|| limit(device, attribute, value, read)))
    }

    /// Sets whether the kernel prefers first-level cache or shared memory on `device`.
    ///
    /// [`cuKernelSetCacheConfig`](Raw::cuKernelSetCacheConfig)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuKernelSetCacheConfig")]
    #[inline]
    pub fn set_cache_config(&self, device: Device, config: FuncCache) -> Result<(), CuResult> {
        let raw = self.raw();
        // SAFETY: as above.
        unsafe { raw.cuKernelSetCacheConfig(self.as_raw(), config.as_raw(), device.as_raw()) }
    }

    /// Returns the kernel's parameters, in order. The driver is asked once: launches compare their arguments with these.
    /// If no context is current, the primary context of the first device is bound for the call.
    ///
    /// [`cuKernelGetParamInfo`](Raw::cuKernelGetParamInfo)
    ///
    /// # Errors
    /// Returns the driver's error. Requires a driver of CUDA 12.4 or newer.
    #[doc(alias("cuKernelGetParamInfo", "cuKernelGetParamCount"))]
    #[inline]
    pub fn parameters(&self) -> Result<&[ParameterInfo], CuResult> {
        self.layout()?.ok_or_else(|| self.raw().absent(Symbol::cuKernelGetParamInfo))
    }

    /// Returns the parameters, or `None` if the driver doesn't report them.
    #[inline]
    pub(crate) fn layout(&self) -> Result<Option<&[ParameterInfo]>, CuResult> {
        self.layout.get_or_ask(|| self.ask_parameters())
    }

    #[cold]
    #[inline]
    fn ask_parameters(&self) -> Result<Vec<ParameterInfo>, CuResult> {
        let raw = self.raw();
        let get = (Symbol::cuKernelGetParamInfo, raw.table().cuKernelGetParamInfo);
        // SAFETY: the kernel is alive.
        let query = || unsafe { parameters(raw, get, self.as_raw()) };
        match query() {
            Err(error) if needs_context(error) => {
                let first = Device::new(self.driver(), 0).primary_context()?;
                let _bound = first.bind()?;
                query()
            }
            result => result,
        }
    }

    /// Returns the raw handle, for calls of [`Driver::raw`](crate::driver::Driver::raw).
    #[inline]
    #[must_use]
    pub const fn as_raw(&self) -> CUkernel {
        self.handle.0
    }

    /// Creates a value for a kernel of a library, which it keeps loaded.
    ///
    /// # Safety
    /// `handle` is a kernel of `library`.
    #[must_use]
    #[inline]
    pub unsafe fn from_raw(library: &Library, handle: CUkernel) -> Self {
        Self::new(handle, Code::Library(library.clone()), library.layout_of(handle))
    }

    /// Borrows a kernel of code that other code keeps loaded.
    ///
    /// # Safety
    /// `handle` is a kernel of `driver`. It outlives the value, its clones, functions from them, and their launches.
    #[must_use]
    #[inline]
    pub unsafe fn borrow_raw(driver: Driver, handle: CUkernel) -> Self {
        Self::foreign(driver, handle, None)
    }

    /// Uses a kernel that was looked up elsewhere, such as with the CUDA runtime's `cudaGetKernel`, and keeps its code
    /// loaded through `owner`, which is dropped when the last clone, and the last function from it, are dropped.
    ///
    /// # Safety
    /// - `handle` is a kernel of `driver` that is loaded until `owner` is dropped.
    /// - When `owner` is dropped, the code stays loaded until launches of it have run: the driver waits for them before it
    ///   unloads a library.
    #[must_use]
    #[inline]
    pub unsafe fn from_owner(driver: Driver, handle: CUkernel, owner: impl Any + Send) -> Self {
        Self::foreign(driver, handle, Some(Arc::new(Owner::new(owner))))
    }

    #[inline]
    fn foreign(driver: Driver, handle: CUkernel, owner: Option<Arc<Owner>>) -> Self {
        let code = Code::Foreign { _owner: owner, driver };
        Self::new(handle, code, Arc::default())
    }

    const fn new(handle: CUkernel, code: Code, layout: Arc<Layout>) -> Self {
        Self { handle: Opaque(handle), code, layout }
    }

    fn raw(&self) -> Raw {
        self.driver().raw()
    }
}
