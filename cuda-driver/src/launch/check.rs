use core::fmt;

use crate::error::{Error, debug_as_display};
use crate::launch::{Arguments, Launchable, Signature, launchable::sealed::Code};
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

/// What is wrong with arguments that do not match a kernel's parameters.
#[derive(Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ArgumentMismatch {
    /// The number of arguments is wrong.
    #[error("the kernel takes {expected} arguments, and {given} were given")]
    Count {
        /// The number of arguments that the kernel takes.
        expected: usize,
        /// The number of arguments that were given.
        given: usize,
    },
    /// An argument has the wrong size.
    #[error(
        "argument {index} (counted from 0) of the kernel takes {expected} bytes, and {given} were given"
    )]
    Size {
        /// The index of the argument, from 0.
        index: usize,
        /// The size in bytes that the kernel takes.
        expected: usize,
        /// The size in bytes that was given.
        given: usize,
    },
    /// An argument's type has a larger alignment than the parameter.
    #[error(
        "argument {index} (counted from 0) of the kernel is at byte {offset}, where no type aligned to {align} bytes can be"
    )]
    Alignment {
        /// The index of the argument, from 0.
        index: usize,
        /// The offset of the parameter, in bytes.
        offset: usize,
        /// The alignment of the argument's type, in bytes.
        align: usize,
    },
}

debug_as_display!(ArgumentMismatch);

/// The arguments of a launch whose number or sizes aren't those of the kernel's parameters. Nothing was launched.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct MismatchedLaunch {
    /// The kernel's name; `None` if the driver doesn't report it.
    pub kernel: Option<String>,
    /// What is wrong.
    pub mismatch: ArgumentMismatch,
    /// The type of the argument of another size; `None` for one of an [`ArgumentList`](crate::ArgumentList).
    pub argument: Option<&'static str>,
}

debug_as_display!(MismatchedLaunch);

impl std::error::Error for MismatchedLaunch {}

impl fmt::Display for MismatchedLaunch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.kernel.as_deref();
        let kernel = name.map_or("the kernel".into(), |name| format!("the kernel {name:?}"));
        match (self.mismatch, self.argument) {
            (ArgumentMismatch::Count { expected, given }, _) => {
                write!(f, "{kernel} takes {expected} arguments, and {given} were given")
            }
            (ArgumentMismatch::Size { index, expected, given }, argument) => {
                write!(f, "argument {index} (counted from 0) ")?;
                match argument {
                    Some(name) => write!(f, "is a `{name}` of {given} bytes")?,
                    None => write!(f, "has {given} bytes")?,
                }
                write!(f, ", and the parameter of {kernel} has {expected}")?;
                match argument {
                    Some("f64") => f.write_str("; a number like `2.0` is an `f64`: write `2.0f32`"),
                    Some("i32") => f.write_str("; a number like `2` is an `i32`: write `2u64`"),
                    _ => Ok(()),
                }
            }
            (mismatch, _) => mismatch.fmt(f),
        }
    }
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
    let Err(mismatch) = check_sizes(parameters, sizes) else {
        return Ok(());
    };
    let argument = match mismatch {
        ArgumentMismatch::Size { index, .. } => arguments.type_name_of(index),
        _ => None,
    };
    let launch = MismatchedLaunch { kernel: code.name().ok(), mismatch, argument };
    Err(launch.into())
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
        check::<S>(self.layout()?)
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
        check::<S>(self.layout()?)
    }
}

/// Checks parameters, if the driver reports them, against the arguments of type `S`.
fn check<S: Signature>(parameters: Option<&[ParameterInfo]>) -> Result<ArgumentCheck, Error> {
    let Some(parameters) = parameters else {
        return Ok(ArgumentCheck::Unknown);
    };
    check_sizes(parameters, S::SIZES.iter().copied())?;
    for (index, (parameter, align)) in parameters.iter().zip(S::ALIGNMENTS).enumerate() {
        if parameter.offset % align != 0 {
            return Err(ArgumentMismatch::Alignment {
                index,
                offset: parameter.offset,
                align: *align,
            }
            .into());
        }
    }
    Ok(ArgumentCheck::Fits)
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
