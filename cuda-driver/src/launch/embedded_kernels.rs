use core::ffi::CStr;
use std::sync::{Mutex, MutexGuard, PoisonError};

use cuda_driver_sys::CUfunction;

use crate::context::Context;
use crate::device::Device;
use crate::driver::{Driver, Raw};
use crate::error::{CuResult, Error};
use crate::launch::{Launchable, launchable::sealed::Code};
use crate::module::{Function, FunctionAttribute, Kernel, ParameterInfo};
use crate::stream::Stream;

/// Kernels from PTX that is part of a crate, which are loaded on first use, once for each driver.
///
/// The kernels are loaded as a library, which serves all contexts of a driver ([`Driver::load_library_ptx`]). Drivers
/// before CUDA 12.0 have no libraries, so there each context loads a module. Loaded code stays until the process ends,
/// and so do contexts that have such a module.
///
/// ```no_run
/// use cuda_driver::{launch::{AnyKernel, EmbeddedKernels}, Error, Launch, Stream};
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
    loaded: LoadedKernels,
}

/// The places where the kernels were loaded, each with all kernels in the order of their names.
type LoadedKernels = Mutex<Vec<(LoadedIn, &'static [AnyKernel])>>;

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
    #[inline]
    fn serves(&self, stream: &Stream) -> bool {
        match self {
            Self::Driver(driver) => *driver == stream.context().driver(),
            Self::Context(context) => context.shares_memory_with(stream.context()),
        }
    }
}

impl<const N: usize> EmbeddedKernels<N> {
    /// Creates a set of the kernels with these names in `ptx`. Nothing is loaded yet.
    #[must_use]
    #[inline]
    pub const fn new(ptx: &'static str, names: [&'static CStr; N]) -> Self {
        Self { ptx, names, loaded: Mutex::new(Vec::new()) }
    }

    /// Returns the kernels for a stream, in the order of their names.
    ///
    /// # Errors
    /// Returns the driver's error if they can't be loaded, or a [`Error`](crate::error::Error) for a name that
    /// isn't in the PTX.
    #[inline]
    pub fn on(&self, stream: &Stream) -> Result<&'static [AnyKernel; N], Error> {
        let kernels = on(stream, &self.loaded, self.ptx, &self.names)?;
        match kernels.try_into() {
            Ok(kernels) => Ok(kernels),
            Err(_) => unreachable!("there is a kernel for each name"),
        }
    }
}

/// [`EmbeddedKernels::on`] for any number of kernels, so that it is compiled once.
#[inline]
fn on(
    stream: &Stream,
    loaded: &LoadedKernels,
    ptx: &str,
    names: &[&CStr],
) -> Result<&'static [AnyKernel], Error> {
    if let Some(kernels) = find(&lock(loaded), stream) {
        return Ok(kernels);
    }
    // No lock is held: loading may wait for the device, and so for threads that need these kernels themselves. If
    // several threads load the kernels, one result is kept.
    let (place, kernels) = load(stream.context(), ptx, names)?;
    let mut loaded = lock(loaded);
    if let Some(kernels) = find(&loaded, stream) {
        return Ok(kernels);
    }
    let kernels = Vec::leak(kernels);
    loaded.push((place, kernels));
    Ok(kernels)
}

#[inline]
fn lock(loaded: &LoadedKernels) -> MutexGuard<'_, Vec<(LoadedIn, &'static [AnyKernel])>> {
    loaded.lock().unwrap_or_else(PoisonError::into_inner)
}

#[inline]
fn find(
    loaded: &[(LoadedIn, &'static [AnyKernel])],
    stream: &Stream,
) -> Option<&'static [AnyKernel]> {
    let (_, kernels) = loaded.iter().find(|(place, _)| place.serves(stream))?;
    Some(kernels)
}

#[inline]
fn load(
    context: &Context,
    ptx: &str,
    names: &[&CStr],
) -> Result<(LoadedIn, Vec<AnyKernel>), Error> {
    let driver = context.driver();
    match driver.load_library_ptx(ptx) {
        Ok(library) => {
            let kernel = |name: &&CStr| Ok(AnyKernel::Kernel(library.kernel(*name)?));
            let kernels: Result<_, Error> = names.iter().map(kernel).collect();
            Ok((LoadedIn::Driver(driver), kernels?))
        }
        Err(error) if error.result().is_some_and(CuResult::is_absent) => {
            let module = context.load_ptx(ptx)?;
            let function = |name: &&CStr| Ok(AnyKernel::Function(module.function(*name)?));
            let functions: Result<_, Error> = names.iter().map(function).collect();
            Ok((LoadedIn::Context(context.clone()), functions?))
        }
        Err(error) => Err(error),
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
    fn raw(&self) -> Raw {
        match self {
            Self::Kernel(kernel) => kernel.raw(),
            Self::Function(function) => function.raw(),
        }
    }

    #[inline]
    fn is_of(&self, context: &Context) -> bool {
        match self {
            Self::Kernel(kernel) => kernel.is_of(context),
            Self::Function(function) => function.is_of(context),
        }
    }

    #[inline]
    fn attribute_on(&self, device: Device, attribute: FunctionAttribute) -> Result<i32, CuResult> {
        match self {
            Self::Kernel(kernel) => kernel.attribute_on(device, attribute),
            Self::Function(function) => function.attribute_on(device, attribute),
        }
    }

    #[inline]
    fn layout(&self) -> Result<Option<&[ParameterInfo]>, CuResult> {
        match self {
            Self::Kernel(kernel) => kernel.layout(),
            Self::Function(function) => function.layout(),
        }
    }

    #[inline]
    fn name(&self) -> Result<String, CuResult> {
        match self {
            Self::Kernel(kernel) => kernel.name(),
            Self::Function(function) => function.name(),
        }
    }
}

impl<const N: usize> core::fmt::Debug for EmbeddedKernels<N> {
    #[inline]
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("EmbeddedKernels").field("names", &self.names).finish_non_exhaustive()
    }
}
