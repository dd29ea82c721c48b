use core::ffi::CStr;
use std::sync::{Mutex, MutexGuard, PoisonError};

use cuda_driver_sys::CUfunction;

use crate::launchable::sealed::Code;
use crate::{
    Context, CuResult, Device, Driver, Error, Function, FunctionAttribute, Kernel, Launchable,
    Stream,
};

/// Kernels from PTX that is part of a crate, which are loaded on first use, once for each driver.
///
/// The kernels are loaded as a library, which serves all contexts of a driver ([`Driver::load_library_ptx`]). Drivers
/// before CUDA 12.0 have no libraries, so there each context loads a module. Loaded code stays until the process ends,
/// and so do contexts that have such a module.
///
/// ```no_run
/// use cuda_driver::{AnyKernel, EmbeddedKernels, Error, Launch, Stream};
///
/// static KERNELS: EmbeddedKernels<2> =
///     EmbeddedKernels::new("… .visible .entry scale() … .visible .entry add() …", [c"scale", c"add"]);
///
/// fn add(stream: &Stream) -> Result<(), Error> {
///     let [_scale, add]: &[AnyKernel; 2] = KERNELS.on(stream)?;
///     // SAFETY: `add` takes no arguments.
///     unsafe { stream.launch(add, Launch::grid(1), ()) }?;
///     Ok(())
/// }
/// ```
pub struct EmbeddedKernels<const N: usize> {
    ptx: &'static str,
    names: [&'static CStr; N],
    loaded: Mutex<Vec<(LoadedIn, &'static [AnyKernel; N])>>,
}

/// A [`Kernel`] of a library, or a [`Function`] of a module, depending on the driver.
#[derive(Debug, Clone)]
pub enum AnyKernel {
    /// A kernel of a library, for streams of all contexts.
    Kernel(Kernel),
    /// A function of a module, for streams of its context.
    Function(Function),
}

/// The place where kernels were loaded.
#[derive(Debug, PartialEq)]
enum LoadedIn {
    Driver(Driver),
    Context(Context),
}

impl LoadedIn {
    fn serves(&self, stream: &Stream) -> bool {
        match self {
            Self::Driver(driver) => *driver == stream.context().driver(),
            Self::Context(context) => context == stream.context(),
        }
    }
}

impl<const N: usize> EmbeddedKernels<N> {
    /// Creates a set of the kernels with these names in `ptx`. Nothing is loaded yet.
    #[must_use]
    #[inline]
    pub const fn new(ptx: &'static str, names: [&'static CStr; N]) -> Self {
        Self {
            ptx,
            names,
            loaded: Mutex::new(Vec::new()),
        }
    }

    /// Returns the kernels for a stream, in the order of their names.
    ///
    /// # Errors
    /// Returns the driver's error if they can't be loaded, or a [`FunctionError`](crate::FunctionError) for a name that
    /// isn't in the PTX.
    #[inline]
    pub fn on(&self, stream: &Stream) -> Result<&'static [AnyKernel; N], Error> {
        if let Some(kernels) = self.find(stream) {
            return Ok(kernels);
        }
        // Loading may wait for the device, and so for threads that need these kernels, too, so no lock is held. If
        // several threads load them, the result of one is kept.
        let (place, kernels) = self.load(stream.context())?;
        let mut loaded = self.lock();
        if let Some((_, kernels)) = loaded.iter().find(|(place, _)| place.serves(stream)) {
            return Ok(kernels);
        }
        let kernels = Box::leak(Box::new(kernels));
        loaded.push((place, kernels));
        Ok(kernels)
    }

    fn lock(&self) -> MutexGuard<'_, Vec<(LoadedIn, &'static [AnyKernel; N])>> {
        self.loaded.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn find(&self, stream: &Stream) -> Option<&'static [AnyKernel; N]> {
        let loaded = self.lock();
        let (_, kernels) = loaded.iter().find(|(place, _)| place.serves(stream))?;
        Some(kernels)
    }

    fn load(&self, context: &Context) -> Result<(LoadedIn, [AnyKernel; N]), Error> {
        let driver = context.driver();
        match driver.load_library_ptx(self.ptx) {
            Ok(library) => {
                let kernel = |name| Ok(AnyKernel::Kernel(library.kernel(name)?));
                Ok((LoadedIn::Driver(driver), self.each(kernel)?))
            }
            Err(error) if error.result().is_some_and(CuResult::is_absent) => {
                let module = context.load_ptx(self.ptx)?;
                let function = |name| Ok(AnyKernel::Function(module.function(name)?));
                Ok((LoadedIn::Context(context.clone()), self.each(function)?))
            }
            Err(error) => Err(error.into()),
        }
    }

    fn each(
        &self,
        kernel: impl Fn(&'static CStr) -> Result<AnyKernel, Error>,
    ) -> Result<[AnyKernel; N], Error> {
        let kernels: Result<Vec<AnyKernel>, Error> = self.names.into_iter().map(kernel).collect();
        match kernels?.try_into() {
            Ok(kernels) => Ok(kernels),
            Err(_) => unreachable!("there is a kernel for each name"),
        }
    }
}

impl Launchable for AnyKernel {}

impl Code for AnyKernel {
    #[inline]
    fn handle(&self) -> CUfunction {
        match self {
            Self::Kernel(kernel) => kernel.handle(),
            Self::Function(function) => function.handle(),
        }
    }

    #[inline]
    fn is_of(&self, stream: &Stream) -> bool {
        match self {
            Self::Kernel(kernel) => kernel.is_of(stream),
            Self::Function(function) => function.is_of(stream),
        }
    }

    fn attribute_on(&self, device: Device, attribute: FunctionAttribute) -> Result<i32, CuResult> {
        match self {
            Self::Kernel(kernel) => kernel.attribute_on(device, attribute),
            Self::Function(function) => function.attribute_on(device, attribute),
        }
    }
}

impl<const N: usize> core::fmt::Debug for EmbeddedKernels<N> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("EmbeddedKernels")
            .field("names", &self.names)
            .finish_non_exhaustive()
    }
}
