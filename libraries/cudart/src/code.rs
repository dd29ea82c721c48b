//! The program's fat binaries, and the kernels and variables in them, which are loaded when they are used.

use core::ffi::{CStr, c_char, c_uint, c_void};
use std::collections::HashMap;
use std::ffi::CString;
use std::sync::{Arc, OnceLock, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use cuda_driver_sys::{CUdeviceptr, CUjit_option, CUkernel, CUlibrary};
use cuda_libraries_sys::cudart::{cudaError_t, cudaFuncAttributes};

use crate::api::{Api, Outcome, warn};
use crate::properties::PropertyCache;

/// A fat binary of the program: the struct with its address, and the library that the driver made of it.
pub(crate) struct Binary {
    image: *const c_void,
    library: OnceLock<Outcome<Library>>,
}

/// A handle of the driver, which any thread may use.
#[derive(Clone, Copy)]
struct Library(CUlibrary);

#[derive(Clone, Copy)]
struct Kernel(CUkernel);

// SAFETY: the image is constant data of the program.
unsafe impl Send for Binary {}
// SAFETY: as above.
unsafe impl Sync for Binary {}
// SAFETY: it is a handle.
unsafe impl Send for Library {}
// SAFETY: as above.
unsafe impl Sync for Library {}
// SAFETY: it is a handle.
unsafe impl Send for Kernel {}
// SAFETY: as above.
unsafe impl Sync for Kernel {}

/// A kernel of a fat binary.
pub(crate) struct Function {
    pub(crate) binary: Arc<Binary>,
    pub(crate) name: CString,
    kernel: OnceLock<Outcome<Kernel>>,
    /// Those of its attributes that no call changes.
    pub(crate) attributes: PropertyCache<cudaFuncAttributes>,
}

/// A variable of a fat binary.
pub(crate) struct Variable {
    pub(crate) binary: Arc<Binary>,
    pub(crate) name: CString,
    /// For managed variables, where the program's pointer to it is: the address of a `void *`.
    pub(crate) managed: Option<usize>,
}

/// What the program registered, by host addresses.
#[derive(Default)]
pub(crate) struct Registry {
    pub(crate) functions: HashMap<usize, Arc<Function>>,
    pub(crate) variables: HashMap<usize, Arc<Variable>>,
    /// The managed variables that the program can use, by their addresses, which are what it gives as symbols.
    pub(crate) published: HashMap<usize, Arc<Variable>>,
    /// The kernels that the program got, with the host address of each.
    kernels: HashMap<usize, usize>,
}

impl Registry {
    /// Returns the variable that a program means by an address: of its shadow on the host, or its own if it is managed.
    fn variable(&self, symbol: usize) -> Option<&Arc<Variable>> {
        self.variables.get(&symbol).or_else(|| self.published.get(&symbol))
    }

    /// Forgets what is in a binary.
    pub(crate) fn forget(&mut self, binary: &Arc<Binary>) {
        self.functions.retain(|_, function| !Arc::ptr_eq(&function.binary, binary));
        for variables in [&mut self.variables, &mut self.published] {
            variables.retain(|_, variable| !Arc::ptr_eq(&variable.binary, binary));
        }
    }
}

static REGISTRY: OnceLock<RwLock<Registry>> = OnceLock::new();

fn registry() -> &'static RwLock<Registry> {
    REGISTRY.get_or_init(RwLock::default)
}

pub(crate) fn read() -> RwLockReadGuard<'static, Registry> {
    registry().read().unwrap_or_else(PoisonError::into_inner)
}

pub(crate) fn write() -> RwLockWriteGuard<'static, Registry> {
    registry().write().unwrap_or_else(PoisonError::into_inner)
}

/// How long the driver's explanation may be.
const LOG: usize = 4096;

impl Binary {
    pub(crate) fn new(image: *const c_void) -> Self {
        Self { image, library: OnceLock::new() }
    }

    /// Returns the library, loaded by the first call. A failure is printed, and stays.
    pub(crate) fn library(&self, api: &Api, name: &CStr) -> Outcome<CUlibrary> {
        let load = || self.load(api, name).map(Library);
        (*self.library.get_or_init(load)).map(|library| library.0)
    }

    fn load(&self, api: &Api, name: &CStr) -> Outcome<CUlibrary> {
        let mut library = core::ptr::null_mut();
        let mut log = [0_u8; LOG];
        let mut options = [
            CUjit_option::CU_JIT_ERROR_LOG_BUFFER,
            CUjit_option::CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES,
        ];
        let mut values =
            [log.as_mut_ptr().cast::<c_void>(), core::ptr::without_provenance_mut(LOG)];
        let loaded = cu!(
            api,
            cuLibraryLoadData(
                &raw mut library,
                self.image,
                options.as_mut_ptr(),
                values.as_mut_ptr(),
                options.len() as c_uint,
                core::ptr::null_mut(),
                core::ptr::null_mut(),
                0,
            )
        );
        loaded.inspect_err(|error| {
            let log = CStr::from_bytes_until_nul(&log).unwrap_or_default();
            let name = name.to_string_lossy();
            warn(format_args!(
                "the code with {name} can't be loaded: {error}\n{}",
                log.to_string_lossy()
            ));
        })?;
        Ok(library)
    }

    /// Unloads the library, if it was loaded.
    pub(crate) fn unload(&self, api: &Api) -> Outcome {
        match self.library.get() {
            Some(Ok(library)) => cu_without_context!(api, cuLibraryUnload(library.0)),
            _ => Ok(()),
        }
    }
}

impl Function {
    pub(crate) fn new(binary: Arc<Binary>, name: CString) -> Self {
        Self { binary, name, kernel: OnceLock::new(), attributes: PropertyCache::new() }
    }

    fn kernel(&self, api: &Api) -> Outcome<CUkernel> {
        let find = || {
            let library = self.binary.library(api, &self.name)?;
            let mut kernel = core::ptr::null_mut();
            cu!(api, cuLibraryGetKernel(&raw mut kernel, library, self.name.as_ptr())).map_err(
                |error| match error {
                    cudaError_t::cudaErrorSymbolNotFound => {
                        cudaError_t::cudaErrorInvalidDeviceFunction
                    }
                    other => other,
                },
            )?;
            Ok(Kernel(kernel))
        };
        (*self.kernel.get_or_init(find)).map(|kernel| kernel.0)
    }
}

/// Returns the kernel of a host function. Another pointer is a kernel's handle, or the driver refuses it.
pub(crate) fn kernel(api: &Api, function: *const c_void) -> Outcome<CUkernel> {
    find(api, function).map(|(kernel, _)| kernel)
}

/// The same, with the function if the kernel is of the program's own code.
pub(crate) fn find(
    api: &Api,
    function: *const c_void,
) -> Outcome<(CUkernel, Option<Arc<Function>>)> {
    api.ready()?;
    if function.is_null() {
        return Err(cudaError_t::cudaErrorInvalidDeviceFunction);
    }
    // Not within the lock: code is loaded here.
    let found = read().functions.get(&function.addr()).cloned();
    match found {
        Some(found) => Ok((found.kernel(api)?, Some(found))),
        None => Ok((function.cast_mut().cast(), None)),
    }
}

/// Returns the kernel of a host function, and not of a handle.
pub(crate) fn registered(api: &Api, function: *const c_void) -> Outcome<CUkernel> {
    match find(api, function)? {
        (kernel, Some(_)) => Ok(kernel),
        _ => Err(cudaError_t::cudaErrorInvalidDeviceFunction),
    }
}

/// Remembers a kernel that the program got.
pub(crate) fn remember(kernel: CUkernel, function: *const c_void) {
    let is_registered = read().kernels.contains_key(&kernel.addr());
    if !is_registered {
        write().kernels.insert(kernel.addr(), function.addr());
    }
}

/// Returns what the program calls a kernel, or a function of it: its host function, or the handle.
pub(crate) fn function_of(api: &Api, kernel: *mut c_void) -> *mut c_void {
    let symbols: Vec<(usize, usize)> = {
        let registry = read();
        registry.kernels.iter().map(|(&k, &f)| (k, f)).collect()
    };
    let is_kernel = |&(key, _): &(usize, usize)| {
        let mut function = core::ptr::null_mut();
        let handle: CUkernel = core::ptr::with_exposed_provenance_mut(key);
        key == kernel.addr()
            || cu!(api, cuKernelGetFunction(&raw mut function, handle)).is_ok()
                && function.addr() == kernel.addr()
    };
    match symbols.iter().find(|entry| is_kernel(entry)) {
        Some(&(_, function)) if function != 0 => core::ptr::with_exposed_provenance_mut(function),
        _ => kernel,
    }
}

/// Returns the address and the size of a variable in device memory.
pub(crate) fn variable(api: &Api, symbol: *const c_void) -> Outcome<(CUdeviceptr, usize)> {
    api.ready()?;
    let found = read().variable(symbol.addr()).cloned();
    let found = found.ok_or(cudaError_t::cudaErrorInvalidSymbol)?;
    found.find(api)
}

impl Variable {
    fn find(&self, api: &Api) -> Outcome<(CUdeviceptr, usize)> {
        let library = self.binary.library(api, &self.name)?;
        let (mut pointer, mut size) = (0, 0);
        let name: *const c_char = self.name.as_ptr();
        let found = if self.managed.is_some() {
            cu!(api, cuLibraryGetManaged(&raw mut pointer, &raw mut size, library, name))
        } else {
            cu!(api, cuLibraryGetGlobal(&raw mut pointer, &raw mut size, library, name))
        };
        found.map_err(|error| match error {
            cudaError_t::cudaErrorSymbolNotFound => cudaError_t::cudaErrorInvalidSymbol,
            other => other,
        })?;
        Ok((pointer, size))
    }

    /// Writes the address of a managed variable to the program's pointer to it. From then on, that is its symbol.
    pub(crate) fn publish(self: &Arc<Self>, api: &Api) -> Outcome {
        let Some(address) = self.managed else {
            return Ok(());
        };
        let (pointer, _) = self.find(api)?;
        let host = core::ptr::with_exposed_provenance_mut::<*mut c_void>(address);
        // SAFETY: the program registered the address of its pointer, which exists as long as the registration.
        unsafe { host.write(core::ptr::with_exposed_provenance_mut(pointer as usize)) };
        write().published.insert(pointer as usize, Arc::clone(self));
        Ok(())
    }
}
