use crate::error::Error;
use crate::launch::{
    ArgumentMismatch, Arguments, Launchable, MismatchedLaunch, Signature, launchable::sealed::Code,
};
use crate::module::{Function, Kernel, ParameterInfo};

/// The result of [`Function::check_arguments`], [`Kernel::check_arguments`] and
/// [`ArgumentList::check`](crate::ArgumentList::check).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ArgumentCheck {
    /// The number and sizes match the kernel's, and no argument needs a larger alignment than its parameter has.
    Fits,
    /// The driver is older than CUDA 12.4 and can't check.
    Unknown,
}

/// Compares the arguments of a launch with the kernel's parameters: number and sizes. If the driver is older than CUDA
/// 12.4 and doesn't report them, nothing is checked.
#[inline]
pub(crate) fn check_arguments_of(
    code: &impl Launchable,
    arguments: &impl Arguments,
) -> Result<(), Error> {
    match code.layout()? {
        Some(parameters) if !arguments.fit(parameters) => refuse(code, arguments, parameters),
        _ => Ok(()),
    }
}

/// Says what doesn't fit.
#[cold]
fn refuse(
    code: &dyn Code,
    arguments: &impl Arguments,
    parameters: &[ParameterInfo],
) -> Result<(), Error> {
    let sizes = (0..arguments.count()).map(|index| arguments.size_of(index));
    check_sizes(parameters, sizes)
        .map_err(|mismatch| mismatched(code, mismatch, |index| arguments.type_name_of(index)))
}

/// Returns the error that names the kernel and the argument's type.
#[cold]
fn mismatched(
    code: &dyn Code,
    mismatch: ArgumentMismatch,
    type_name_of: impl FnOnce(usize) -> Option<&'static str>,
) -> Error {
    let argument = match mismatch {
        ArgumentMismatch::Size { index, .. } | ArgumentMismatch::Alignment { index, .. } => {
            type_name_of(index)
        }
        ArgumentMismatch::Count { .. } => None,
    };
    MismatchedLaunch { kernel: code.name().ok(), mismatch, argument }.into()
}

impl Function {
    /// Checks number, sizes and alignments of a kernel's parameters against the arguments of type `S`, once, before
    /// launching.
    ///
    /// ```no_run
    /// # use cuda_driver::{DeviceBuffer, Function};
    /// # fn check(saxpy: Function) -> Result<(), cuda_driver::Error> {
    /// saxpy.check_arguments::<(f32, &DeviceBuffer<f32>, &DeviceBuffer<f32>, &DeviceBuffer<f32>, usize)>()?;
    /// # Ok(()) }
    /// ```
    ///
    /// [`cuFuncGetParamInfo`](crate::Raw::cuFuncGetParamInfo)
    ///
    /// # Errors
    /// An [`Error`] that identifies the wrong argument.
    #[doc(alias = "cuFuncGetParamInfo")]
    pub fn check_arguments<S: Signature>(&self) -> Result<ArgumentCheck, Error> {
        check::<S>(self, self.layout()?)
    }
}

impl Kernel {
    /// Checks the kernel's parameters against the arguments of type `S`, once, before launching.
    ///
    /// [`cuKernelGetParamInfo`](crate::Raw::cuKernelGetParamInfo)
    ///
    /// # Errors
    /// An [`Error`] that identifies the wrong argument.
    #[doc(alias = "cuKernelGetParamInfo")]
    pub fn check_arguments<S: Signature>(&self) -> Result<ArgumentCheck, Error> {
        check::<S>(self, self.layout()?)
    }
}

/// Checks parameters, if the driver reports them, against the arguments of type `S`.
fn check<S: Signature>(
    code: &dyn Code,
    parameters: Option<&[ParameterInfo]>,
) -> Result<ArgumentCheck, Error> {
    let Some(parameters) = parameters else {
        return Ok(ArgumentCheck::Unknown);
    };
    let fit = check_sizes(parameters, S::SIZES.iter().copied()).and_then(|()| {
        let mut each = parameters.iter().zip(S::ALIGNMENTS).enumerate();
        match each.find(|(_, (parameter, align))| parameter.offset % **align != 0) {
            Some((index, (parameter, &align))) => {
                Err(ArgumentMismatch::Alignment { index, offset: parameter.offset, align })
            }
            None => Ok(ArgumentCheck::Fits),
        }
    });
    fit.map_err(|mismatch| mismatched(code, mismatch, |index| S::type_names().get(index).copied()))
}

/// Compares the number of parameters, and their sizes, with those of arguments.
#[inline]
pub(super) fn check_sizes(
    parameters: &[ParameterInfo],
    sizes: impl ExactSizeIterator<Item = usize>,
) -> Result<(), ArgumentMismatch> {
    let (expected, given) = (parameters.len(), sizes.len());
    if expected != given {
        return Err(ArgumentMismatch::Count { expected, given });
    }
    for (index, (parameter, given)) in parameters.iter().zip(sizes).enumerate() {
        let expected = parameter.size;
        if expected != given {
            return Err(ArgumentMismatch::Size { index, expected, given });
        }
    }
    Ok(())
}
