use cuda_driver_sys::{CUfunction, CUresult};

use crate::argument::Signature;
use crate::error::{says, takes};
use crate::{CuResult, FunctionAttribute, Module};

/// A kernel of a module, which it keeps loaded.
#[derive(Debug, Clone)]
pub struct Function {
    handle: CUfunction,
    module: Module,
}

// SAFETY: a function is no thread's, and the driver locks what needs locking.
unsafe impl Send for Function {}
// SAFETY: as above.
unsafe impl Sync for Function {}

/// What [`Function::check_arguments`] found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ArgumentCheck {
    /// Number and sizes are those of the kernel.
    Fits,
    /// The driver can't tell: it is older than 12.4.
    Unknown,
}

/// Arguments do not fit a kernel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ArgumentError {
    /// The driver said no.
    Driver(CuResult),
    /// There are too few or too many.
    Count {
        /// How many the kernel takes.
        expected: usize,
        /// How many were given.
        given: usize,
    },
    /// One has another size.
    Size {
        /// Which one, from 0.
        index: usize,
        /// The bytes that the kernel takes.
        expected: usize,
        /// The bytes that were given.
        given: usize,
    },
}

says!(ArgumentError {
    Self::Driver(error) => "{error}";
    Self::Count { expected, given } => "the kernel takes {expected} arguments, not {given}";
    Self::Size { index, expected, given } => "argument {index} of the kernel has {expected} bytes, not {given}";
});

takes!(ArgumentError { Driver(CuResult), });

impl Function {
    /// A kernel that somebody looked up, such as with `cuKernelGetFunction`.
    ///
    /// # Safety
    /// `handle` is a function of `module`, or of something else that outlives the value and is loaded into
    /// the module's context.
    #[must_use]
    pub unsafe fn from_raw(module: &Module, handle: CUfunction) -> Self {
        Self::new(module, handle)
    }

    pub(crate) fn new(module: &Module, handle: CUfunction) -> Self {
        Self {
            handle,
            module: module.clone(),
        }
    }

    /// The handle, for calls of [`Driver::raw`](crate::Driver::raw).
    #[inline]
    #[must_use]
    pub fn as_raw(&self) -> CUfunction {
        self.handle
    }

    /// The module that the function is of.
    #[must_use]
    pub fn module(&self) -> &Module {
        &self.module
    }

    /// The value of one attribute.
    ///
    /// [`cuFuncGetAttribute`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EXEC.html#group__CUDA__EXEC_1g5e92a1b0d8d1b82cb00dcfb2de15961b)
    ///
    /// # Errors
    /// What the driver answers.
    #[doc(alias = "cuFuncGetAttribute")]
    pub fn attribute(&self, attribute: FunctionAttribute) -> Result<i32, CuResult> {
        let context = self.module.context();
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
        let context = self.module.context();
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
        let _bound = self.module.context().bind()?;
        // SAFETY: the context is current and the function alive.
        unsafe {
            self.module
                .context()
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
        let raw = self.module.context().raw();
        if raw.table().cuFuncGetParamInfo.is_none() {
            return Ok(ArgumentCheck::Unknown);
        }
        let _bound = self.module.context().bind()?;
        let mut expected = Vec::new();
        loop {
            // SAFETY: the function is alive.
            match unsafe { raw.cuFuncGetParamInfo(self.handle, expected.len()) } {
                Ok((_, size)) => expected.push(size),
                Err(error) if error.code() == CUresult::CUDA_ERROR_INVALID_VALUE => break,
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
