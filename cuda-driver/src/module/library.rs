use core::any::Any;
use core::ffi::c_void;
use std::ffi::CString;
use std::path::Path;
use std::sync::Arc;

use cuda_arch::{Code, Image};
use cuda_driver_sys::{CUkernel, CUlibrary, CUlibraryOption, Symbol};

use crate::context::Context;
use crate::driver::{Driver, Raw, ToCStr};
use crate::error::{CuResult, DestroyError, Error, ErrorCode};
use crate::module::{
    JitLog, JitOptions, LibraryOption, Module,
    image::{check_text, explain_ptx, refusal, text_of},
    jit::JitCall,
    layout::{Layout, Layouts},
};
use crate::object::{Object, ObjectKind, Ownership};
use crate::trace::span;

/// Loaded code that doesn't belong to a context: the driver loads it into each context that uses it. Requires CUDA
/// 12.0.
///
/// Clones refer to the same object. Its kernels keep it loaded.
///
/// ```no_run
/// # use cuda_driver::{Driver, Launch};
/// # let driver = Driver::load()?;
/// # let ptx = "";
/// let library = driver.load_library_ptx(ptx)?;
/// let kernel = library.kernel("nothing")?;
/// for device in driver.devices()? {
///     let stream = device.primary_context()?.stream()?;
///     // SAFETY: nothing()
///     unsafe { stream.launch(&kernel, Launch::grid(1), ()) }?;
/// }
/// # Ok::<(), cuda_driver::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Library {
    object: Arc<Object<LibraryKind>>,
}

#[derive(Debug)]
struct LibraryKind {
    driver: Driver,
    layouts: Layouts,
    /// The driver may compile code when it is first used, and then writes its logs.
    jit: Option<Arc<JitCall>>,
}

/// Options for loading a [`Library`].
///
/// ```no_run
/// # let driver = cuda_driver::Driver::load()?;
/// # let ptx = "";
/// use cuda_driver::module::{JitOptions, LibraryOptions};
///
/// let options = LibraryOptions::new().jit(JitOptions::new().max_registers(32));
/// let library = driver.library_loader(&options).load_ptx(ptx)?;
/// # Ok::<(), cuda_driver::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LibraryOptions {
    jit: JitOptions,
    is_preserved: bool,
}

impl LibraryOptions {
    /// Creates options with the driver's defaults.
    #[must_use]
    #[inline]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets how PTX is compiled.
    #[must_use]
    #[inline]
    pub fn jit(mut self, options: JitOptions) -> Self {
        self.jit = options;
        self
    }

    /// Lets the driver use the image without copying it.
    ///
    /// # Safety
    /// Images loaded with these options stay in memory, and are neither moved nor changed, as long as the library is
    /// loaded.
    #[must_use]
    #[inline]
    pub unsafe fn binary_is_preserved(mut self) -> Self {
        self.is_preserved = true;
        self
    }
}

/// Loads libraries with options: [`Driver::library_loader`].
#[derive(Debug, Clone, Copy)]
pub struct LibraryLoader<'a> {
    driver: Driver,
    options: &'a LibraryOptions,
}

impl Driver {
    /// Loads the output of a compiler or a linker as a library. Errors in it may be reported only when it is used.
    ///
    /// [`cuLibraryLoadData`](Raw::cuLibraryLoadData)
    ///
    /// # Errors
    /// [`Error::Image`]. Requires a driver of CUDA 12.0 or newer.
    #[doc(alias = "cuLibraryLoadData")]
    #[inline]
    pub fn load_library(self, image: &(impl Image + ?Sized)) -> Result<Library, Error> {
        self.library_loader(&LibraryOptions::new()).load(image)
    }

    /// Loads PTX as a library.
    ///
    /// [`cuLibraryLoadData`](Raw::cuLibraryLoadData)
    ///
    /// # Errors
    /// As [`load_library`](Self::load_library).
    #[doc(alias = "cuLibraryLoadData")]
    #[inline]
    pub fn load_library_ptx(self, ptx: &(impl ToCStr + ?Sized)) -> Result<Library, Error> {
        self.library_loader(&LibraryOptions::new()).load_ptx(ptx)
    }

    /// Returns a value that loads libraries with options. [`LibraryOptions`] has an example.
    #[must_use]
    #[inline]
    pub const fn library_loader(self, options: &LibraryOptions) -> LibraryLoader<'_> {
        LibraryLoader { driver: self, options }
    }
}

impl LibraryLoader<'_> {
    /// Loads the output of a compiler or a linker, as [`Driver::load_library`].
    ///
    /// [`cuLibraryLoadData`](Raw::cuLibraryLoadData)
    ///
    /// # Errors
    /// As [`Driver::load_library`].
    #[doc(alias = "cuLibraryLoadData")]
    #[inline]
    pub fn load(self, image: &(impl Image + ?Sized)) -> Result<Library, Error> {
        self.load_code(&image.code())
    }

    /// Loads PTX.
    ///
    /// [`cuLibraryLoadData`](Raw::cuLibraryLoadData)
    ///
    /// # Errors
    /// As [`Driver::load_library`].
    #[doc(alias = "cuLibraryLoadData")]
    #[inline]
    pub fn load_ptx(self, ptx: &(impl ToCStr + ?Sized)) -> Result<Library, Error> {
        let ptx = text_of(ptx, self.driver.raw(), Symbol::cuLibraryLoadData)?;
        self.load_code(&Code::Ptx(&ptx))
    }

    #[inline]
    fn load_code(self, code: &Code<'_>) -> Result<Library, Error> {
        if let Code::Ptx(ptx) = code {
            check_text(ptx, self.driver.raw(), Symbol::cuLibraryLoadData)?;
        }
        let bytes = code.as_bytes();
        // SAFETY: it is PTX, which ends in a null byte, or, as the trait `Image` promises, a whole image.
        self.add(|raw, jit, keys, values, count| unsafe {
            raw.cuLibraryLoadData(
                bytes.as_ptr().cast(),
                jit.keys(),
                jit.values(),
                jit.count(),
                keys,
                values,
                count,
            )
        })
        .map_err(|(result, jit)| {
            let explanation = match code {
                Code::Ptx(ptx) => explain_ptx(result, ptx),
                _ => None,
            };
            refusal(result, explanation, &jit)
        })
    }

    /// Loads a file with PTX, a cubin or a fatbin.
    ///
    /// [`cuLibraryLoadFromFile`](Raw::cuLibraryLoadFromFile)
    ///
    /// # Errors
    /// As [`Driver::load_library`]: `CUDA_ERROR_FILE_NOT_FOUND` (301) for a file that doesn't exist.
    ///
    /// # Safety
    /// - The file holds PTX, or a whole cubin or fatbin as one of NVIDIA's tools wrote it: the driver follows the
    ///   offsets in machine code unchecked.
    /// - If the options declare the binary as preserved, the file doesn't change, because the driver may read it again.
    #[doc(alias = "cuLibraryLoadFromFile")]
    #[inline]
    pub unsafe fn load_file(self, path: impl AsRef<Path>) -> Result<Library, Error> {
        let path = path.as_ref();
        let name = CString::new(path.as_os_str().as_encoded_bytes())
            .map_err(|error| crate::module::image::unreadable(path, &error.into()))?;
        // SAFETY: the name is a C string; the caller guarantees that the file is valid.
        self.add(|raw, jit, keys, values, count| unsafe {
            raw.cuLibraryLoadFromFile(
                &name,
                jit.keys(),
                jit.values(),
                jit.count(),
                keys,
                values,
                count,
            )
        })
        .map_err(|(result, jit)| {
            let missing = (result.code() == ErrorCode::FILE_NOT_FOUND)
                .then(|| format!("there is no file {}", path.display()));
            refusal(result, missing, &jit)
        })
    }

    /// Loads a library with one of the driver's calls, which is passed the options.
    fn add(
        self,
        load: impl FnOnce(
            Raw,
            &JitCall,
            *mut CUlibraryOption,
            *mut *mut c_void,
            u32,
        ) -> Result<CUlibrary, CuResult>,
    ) -> Result<Library, (CuResult, JitCall)> {
        span!("cuLibraryLoadData");
        let jit = JitCall::new(&self.options.jit);
        let mut keys = [LibraryOption::BINARY_IS_PRESERVED.as_raw()];
        let mut values = [core::ptr::without_provenance_mut(1)];
        let count = u32::from(self.options.is_preserved);
        match load(self.driver.raw(), &jit, keys.as_mut_ptr(), values.as_mut_ptr(), count) {
            Ok(handle) => Ok(Library::new(self.driver, handle, Ownership::Owned, Some(jit))),
            Err(result) => Err((result, jit)),
        }
    }
}

impl Library {
    /// Returns the driver that the library is loaded into.
    #[inline]
    #[must_use]
    pub fn driver(&self) -> Driver {
        self.object.driver
    }

    /// Returns the log of the driver's compiler so far. It may compile code only when it is first used.
    #[must_use]
    #[inline]
    pub fn log(&self) -> JitLog {
        let jit = self.object.jit.as_ref();
        jit.map(|jit| jit.log()).unwrap_or_default()
    }

    /// Returns the library as a module of a context, after loading it there if necessary.
    ///
    /// [`cuLibraryGetModule`](Raw::cuLibraryGetModule)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuLibraryGetModule")]
    #[inline]
    pub fn module(&self, context: &Context) -> Result<Module, CuResult> {
        let _bound = context.bind_for(self.driver(), Symbol::cuLibraryGetModule)?;
        // SAFETY: the context is current and the library alive.
        let handle = unsafe { self.raw().cuLibraryGetModule(self.as_raw()) }?;
        // SAFETY: it is a module of the context, which is loaded as long as the library.
        Ok(unsafe { Module::from_owner(context, handle, self.clone()) })
    }

    /// Returns the address of the device function called `name`, the same on every device, for indirect calls.
    ///
    /// [`cuLibraryGetUnifiedFunction`](Raw::cuLibraryGetUnifiedFunction)
    ///
    /// # Errors
    /// Returns the driver's error: devices without
    /// [unified function pointers](crate::device::DeviceAttribute::UNIFIED_FUNCTION_POINTERS) have none.
    #[doc(alias = "cuLibraryGetUnifiedFunction")]
    #[inline]
    pub fn unified_function(&self, name: &(impl ToCStr + ?Sized)) -> Result<*mut c_void, Error> {
        let name = name.to_c_str()?;
        // SAFETY: the library is alive.
        Ok(unsafe { self.raw().cuLibraryGetUnifiedFunction(self.as_raw(), &name) }?)
    }

    /// Unloads the library; dropping the last clone does the same silently. The driver first waits for the work of every
    /// context that it is loaded into.
    ///
    /// [`cuLibraryUnload`](Raw::cuLibraryUnload)
    ///
    /// # Errors
    /// Returns the driver's error, or the value if clones of it, or kernels or modules from it, are alive.
    #[doc(alias = "cuLibraryUnload")]
    #[inline]
    pub fn destroy(self) -> Result<(), DestroyError<Self>> {
        Object::destroy_shared(self.object).map_err(|error| error.map(Self::of))
    }

    /// Returns the raw handle, for calls of [`Driver::raw`](crate::driver::Driver::raw).
    #[must_use]
    #[inline]
    pub fn as_raw(&self) -> CUlibrary {
        self.object.handle()
    }

    /// Takes ownership of a library, which is unloaded when the last clone, and the last kernel or module from it, are
    /// dropped.
    ///
    /// # Safety
    /// - `handle` is a library of `driver`.
    /// - No other code unloads it.
    #[must_use]
    #[inline]
    pub unsafe fn from_raw(driver: Driver, handle: CUlibrary) -> Self {
        Self::new(driver, handle, Ownership::Owned, None)
    }

    /// Borrows a library that other code owns; this crate never unloads it.
    ///
    /// # Safety
    /// `handle` is a library of `driver`. It outlives the value, its clones, all kernels, functions and modules from it,
    /// and their launches.
    #[must_use]
    #[inline]
    pub unsafe fn borrow_raw(driver: Driver, handle: CUlibrary) -> Self {
        Self::new(driver, handle, Ownership::Borrowed, None)
    }

    /// Uses a library that other code owns, and keeps it loaded through `owner`, which is dropped when the last clone,
    /// and the last kernel, function or module from it, are dropped.
    ///
    /// # Safety
    /// - `handle` is a library of `driver`, and stays loaded until `owner` is dropped.
    /// - When `owner` is dropped, the library stays loaded until launches of its kernels have run: the driver waits for
    ///   them before it unloads a library.
    #[must_use]
    #[inline]
    pub unsafe fn from_owner(driver: Driver, handle: CUlibrary, owner: impl Any + Send) -> Self {
        Self::new(driver, handle, Ownership::foreign(owner), None)
    }

    /// Releases ownership of the library; the caller must unload it. The logs that the driver may write to are leaked.
    ///
    /// # Errors
    /// Returns the value if clones of it, or kernels or modules from it, are alive, or if this crate doesn't own the
    /// library.
    #[inline]
    pub fn into_raw(self) -> Result<CUlibrary, Self> {
        let jit = self.object.jit.clone();
        let handle = Object::into_raw_shared(self.object).map_err(Self::of)?;
        core::mem::forget(jit);
        Ok(handle)
    }

    #[inline]
    fn new(driver: Driver, handle: CUlibrary, ownership: Ownership, jit: Option<JitCall>) -> Self {
        let jit = jit.map(Arc::new);
        let layouts = Layouts::default();
        let kind = LibraryKind { driver, layouts, jit };
        Self::of(Object::shared(handle, ownership, kind))
    }

    const fn of(object: Arc<Object<LibraryKind>>) -> Self {
        Self { object }
    }

    /// Returns the layout of one of the library's kernels.
    #[inline]
    pub(super) fn layout_of(&self, kernel: CUkernel) -> Arc<Layout> {
        self.object.layouts.of(kernel)
    }

    pub(crate) fn raw(&self) -> Raw {
        self.object.driver.raw()
    }
}

impl ObjectKind for LibraryKind {
    type Handle = CUlibrary;

    #[inline]
    unsafe fn destroy(&mut self, handle: CUlibrary) -> Result<(), CuResult> {
        let raw = self.driver.raw();
        // SAFETY: the caller gives up the library.
        crate::context::capture_mode::relaxed(raw, || unsafe { raw.cuLibraryUnload(handle) })
    }
}
