use core::any::Any;
use core::fmt;
use std::sync::Arc;

use cuda_driver_sys::CUfunction;

use crate::argument::Signature;
use crate::error::debug_as_display;
use crate::{Context, CuResult, ErrorCode, FunctionAttribute, Module};

/// A kernel, which keeps the code that it is of loaded.
///
/// Cloning shares it.
#[derive(Debug, Clone)]
pub struct Function {
    handle: CUfunction,
    code: Code,
}

// SAFETY: a function is no thread's, and the driver locks what needs locking.
unsafe impl Send for Function {}
// SAFETY: as above.
unsafe impl Sync for Function {}

/// What a function is of.
#[derive(Clone)]
enum Code {
    Module(Module),
    /// Somebody's library, such as a `CUlibrary`, loaded into a context.
    Foreign {
        context: Context,
        /// Kept only to keep the code loaded.
        _owner: Arc<dyn Any + Send + Sync>,
    },
}

impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Module(module) => module.fmt(f),
            Self::Foreign { .. } => f.write_str("Foreign"),
        }
    }
}

/// What [`Function::check_arguments`] found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ArgumentCheck {
    /// Number and sizes are those of the kernel.
    Fits,
    /// The driver can't tell: it is older than 12.4.
    Unknown,
}

/// Arguments do not fit a kernel.
#[derive(Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ArgumentError {
    /// A driver call failed.
    #[error(transparent)]
    Driver(#[from] CuResult),
    /// There are too few or too many.
    #[error("the kernel takes {expected} arguments, not {given}")]
    Count {
        /// How many the kernel takes.
        expected: usize,
        /// How many were given.
        given: usize,
    },
    /// One has another size.
    #[error("argument {index} of the kernel has {expected} bytes, not {given}")]
    Size {
        /// Which one, from 0.
        index: usize,
        /// The bytes that the kernel takes.
        expected: usize,
        /// The bytes that were given.
        given: usize,
    },
}

debug_as_display!(ArgumentError);

impl ArgumentError {
    /// The driver's result, where a driver call failed.
    #[must_use]
    pub fn result(&self) -> Option<CuResult> {
        match self {
            Self::Driver(result) => Some(*result),
            _ => None,
        }
    }
}

impl Function {
    /// A kernel that somebody looked up, such as with `cuKernelGetFunction`, and what keeps its code loaded: a library,
    /// or `()` for code that is never unloaded.
    ///
    /// # Safety
    /// - `handle` is a function that is loaded into `context`, as long as `owner` lives.
    /// - When `owner` is dropped, the code stays loaded until launches of it have run: the driver waits for them before it
    ///   unloads a module or a library.
    #[must_use]
    pub unsafe fn from_raw(
        context: &Context,
        handle: CUfunction,
        owner: impl Any + Send + Sync,
    ) -> Self {
        Self {
            handle,
            code: Code::Foreign {
                context: context.clone(),
                _owner: Arc::new(owner),
            },
        }
    }

    pub(crate) fn new(module: &Module, handle: CUfunction) -> Self {
        Self {
            handle,
            code: Code::Module(module.clone()),
        }
    }

    /// The handle, for calls of [`Driver::raw`](crate::Driver::raw).
    #[inline]
    #[must_use]
    pub fn as_raw(&self) -> CUfunction {
        self.handle
    }

    /// The module that the function is of; `None` for one [from somewhere else](Self::from_raw).
    #[must_use]
    pub fn module(&self) -> Option<&Module> {
        match &self.code {
            Code::Module(module) => Some(module),
            Code::Foreign { .. } => None,
        }
    }

    /// The context that the function is loaded into.
    #[must_use]
    pub fn context(&self) -> &Context {
        match &self.code {
            Code::Module(module) => module.context(),
            Code::Foreign { context, .. } => context,
        }
    }

    /// The value of one attribute.
    ///
    /// [`cuFuncGetAttribute`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EXEC.html#group__CUDA__EXEC_1g5e92a1b0d8d1b82cb00dcfb2de15961b)
    ///
    /// # Errors
    /// What the driver answers.
    #[doc(alias = "cuFuncGetAttribute")]
    pub fn attribute(&self, attribute: FunctionAttribute) -> Result<i32, CuResult> {
        let context = self.context();
        // SAFETY: the function is alive.
        context.retry(context.raw(), |raw| unsafe {
            raw.cuFuncGetAttribute(attribute.as_raw(), self.handle)
        })
    }

    /// Sets one attribute, such as how much dynamic shared memory a launch may ask for.
    ///
    /// [`cuFuncSetAttribute`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EXEC.html#group__CUDA__EXEC_1g0e37dce0173bc883aa1e5b14dd747f26)
    ///
    /// # Errors
    /// What the driver answers.
    #[doc(alias = "cuFuncSetAttribute")]
    pub fn set_attribute(&self, attribute: FunctionAttribute, value: i32) -> Result<(), CuResult> {
        let context = self.context();
        // SAFETY: the function is alive.
        context.retry(context.raw(), |raw| unsafe {
            raw.cuFuncSetAttribute(self.handle, attribute.as_raw(), value)
        })
    }

    /// How many blocks of `threads` threads and `shared_memory` bytes of dynamic shared memory one
    /// multiprocessor runs at once.
    ///
    /// [`cuOccupancyMaxActiveBlocksPerMultiprocessor`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__OCCUPANCY.html#group__CUDA__OCCUPANCY_1gcc6e1094d05cba2cee17fe33ddd04a98)
    ///
    /// # Errors
    /// What the driver answers.
    #[doc(alias = "cuOccupancyMaxActiveBlocksPerMultiprocessor")]
    pub fn max_active_blocks(&self, threads: i32, shared_memory: usize) -> Result<i32, CuResult> {
        let _bound = self.context().bind()?;
        // SAFETY: the context is current and the function alive.
        unsafe {
            self.context()
                .raw()
                .cuOccupancyMaxActiveBlocksPerMultiprocessor(self.handle, threads, shared_memory)
        }
    }

    /// Checks number and sizes of a kernel's parameters against the arguments of type `S`, once, before
    /// launching.
    ///
    /// ```no_run
    /// # use cuda_driver::{DeviceBuffer, Function};
    /// # fn check(saxpy: Function) -> Result<(), cuda_driver::Error> {
    /// saxpy.check_arguments::<(f32, &DeviceBuffer<f32>, &DeviceBuffer<f32>, &DeviceBuffer<f32>, usize)>()?;
    /// # Ok(()) }
    /// ```
    ///
    /// [`cuFuncGetParamInfo`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EXEC.html)
    ///
    /// # Errors
    /// An [`ArgumentError`] that says which argument is wrong.
    #[doc(alias = "cuFuncGetParamInfo")]
    pub fn check_arguments<S: Signature>(&self) -> Result<ArgumentCheck, ArgumentError> {
        let raw = self.context().raw();
        if raw.table().cuFuncGetParamInfo.is_none() {
            return Ok(ArgumentCheck::Unknown);
        }
        let _bound = self.context().bind()?;
        let mut expected = Vec::new();
        loop {
            // SAFETY: the function is alive.
            match unsafe { raw.cuFuncGetParamInfo(self.handle, expected.len()) } {
                Ok((_, size)) => expected.push(size),
                Err(error) if error.code() == ErrorCode::INVALID_VALUE => break,
                Err(error) => return Err(error.into()),
            }
        }
        if expected.len() != S::SIZES.len() {
            return Err(ArgumentError::Count {
                expected: expected.len(),
                given: S::SIZES.len(),
            });
        }
        match expected
            .iter()
            .zip(S::SIZES)
            .position(|(expected, given)| expected != given)
        {
            Some(index) => Err(ArgumentError::Size {
                index,
                expected: expected[index],
                given: S::SIZES[index],
            }),
            None => Ok(ArgumentCheck::Fits),
        }
    }
}
