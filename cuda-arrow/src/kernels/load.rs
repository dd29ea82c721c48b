//! The kernels' code on each driver.

use std::sync::{Mutex, MutexGuard, PoisonError};

use cuda_driver::{Argument, Context, CuResult, Driver, Function, ImageError, Stream};

use crate::Error;

/// The PTX, made from `arrow.cu`.
const IMAGE: &str = include_str!("arrow.ptx");

#[derive(Debug, Clone)]
pub(super) struct Kernels {
    pub(super) copy: Code,
    pub(super) count: Code,
    pub(super) equal: Code,
    pub(super) resolve: Code,
}

/// The code of a kernel: of a library, which no context owns, or on drivers before 12.0 of a context's module.
#[derive(Debug, Clone)]
pub(super) enum Code {
    Kernel(cuda_driver::Kernel),
    Function(Function),
}

/// Whose kernels they are.
#[derive(Debug, Clone, PartialEq)]
enum Of {
    Driver(Driver),
    Context(Context),
}

impl Of {
    fn is_of(&self, stream: &Stream) -> bool {
        match self {
            Self::Driver(driver) => *driver == stream.context().driver(),
            Self::Context(context) => context == stream.context(),
        }
    }
}

/// What was loaded. It stays for as long as the process runs, and so does a context that needs a module of its own.
static LOADED: Mutex<Vec<(Of, Kernels)>> = Mutex::new(Vec::new());

fn lock() -> MutexGuard<'static, Vec<(Of, Kernels)>> {
    LOADED.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Kernels {
    pub(super) fn of(stream: &Stream) -> Result<Self, Error> {
        if let Some(kernels) = Self::loaded(stream) {
            return Ok(kernels);
        }
        // Loading may wait for the device, and others may have to go on until it is over: no lock is held. At worst several
        // threads load, and one keeps what it has.
        let (of, kernels) = Self::load(stream.context())?;
        if let Some(kernels) = Self::loaded(stream) {
            return Ok(kernels);
        }
        lock().push((of, kernels.clone()));
        Ok(kernels)
    }

    fn loaded(stream: &Stream) -> Option<Self> {
        let loaded = lock();
        let (_, kernels) = loaded.iter().find(|(of, _)| of.is_of(stream))?;
        Some(kernels.clone())
    }

    fn load(context: &Context) -> Result<(Of, Self), Error> {
        let driver = context.driver();
        match driver.load_library_ptx(IMAGE) {
            Ok(library) => {
                let kernel = |name| Ok::<_, Error>(Code::Kernel(library.kernel(name)?));
                Ok((Of::Driver(driver), Self::each(kernel)?))
            }
            Err(error) if is_absent(&error) => {
                let module = context.load_ptx(IMAGE)?;
                let function = |name| Ok::<_, Error>(Code::Function(module.function(name)?));
                Ok((Of::Context(context.clone()), Self::each(function)?))
            }
            Err(error) => Err(error.into()),
        }
    }

    fn each(find: impl Fn(&'static core::ffi::CStr) -> Result<Code, Error>) -> Result<Self, Error> {
        Ok(Self {
            copy: find(c"arrow_move")?,
            count: find(c"arrow_count")?,
            equal: find(c"arrow_equal")?,
            resolve: find(c"arrow_resolve")?,
        })
    }
}

fn is_absent(error: &ImageError) -> bool {
    error.result().is_some_and(CuResult::is_absent)
}

impl Code {
    /// # Safety
    /// As [`Stream::launch`].
    pub(super) unsafe fn launch(
        &self,
        stream: &Stream,
        blocks: u32,
        argument: impl Argument,
    ) -> Result<(), Error> {
        let launch = super::launch_of(blocks);
        // SAFETY: the caller vouches for it.
        Ok(unsafe {
            match self {
                Self::Kernel(kernel) => stream.launch(kernel, launch, (argument,)),
                Self::Function(function) => stream.launch(function, launch, (argument,)),
            }
        }?)
    }
}
