//! Code that can be launched: a function of a context, or a kernel of a library.

use cuda_driver_sys::CUfunction;

use crate::context::Context;
use crate::device::Device;
use crate::driver::Raw;
use crate::error::CuResult;
use crate::module::{Function, FunctionAttribute, Kernel, ParameterInfo};

/// Code that can be launched: a [`Function`] of the stream's context, a [`Kernel`] on a stream of any context, or
/// either ([`AnyKernel`](crate::launch::AnyKernel)). Only this crate implements it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be launched",
    note = "launch a `Function`, a `Kernel` or an `AnyKernel`"
)]
pub trait Launchable: sealed::Code {}

pub(crate) mod sealed {
    use super::*;

    /// The operations on code that a launch needs.
    pub trait Code {
        /// Returns the handle that the driver launches.
        fn handle(&self) -> CUfunction;

        /// Returns the driver that the code was loaded with.
        fn raw(&self) -> Raw;

        /// Returns `true` if the code can be launched in a context.
        fn is_of(&self, context: &Context) -> bool;

        /// Returns an attribute of the code on a device, for errors.
        fn attribute_on(
            &self,
            device: Device,
            attribute: FunctionAttribute,
        ) -> Result<i32, CuResult>;

        /// Returns the code's parameters, or `None` if the driver is older than CUDA 12.4 and doesn't report them. The
        /// driver is asked once.
        fn layout(&self) -> Result<Option<&[ParameterInfo]>, CuResult>;

        /// Returns the code's name, for errors.
        fn name(&self) -> Result<String, CuResult>;
    }
}

impl Launchable for Function {}

impl sealed::Code for Function {
    #[inline]
    fn handle(&self) -> CUfunction {
        self.as_raw()
    }

    #[inline]
    fn raw(&self) -> Raw {
        self.context().raw()
    }

    #[inline]
    fn is_of(&self, context: &Context) -> bool {
        self.context().shares_memory_with(context)
    }

    fn attribute_on(&self, _: Device, attribute: FunctionAttribute) -> Result<i32, CuResult> {
        self.attribute(attribute)
    }

    #[inline]
    fn layout(&self) -> Result<Option<&[ParameterInfo]>, CuResult> {
        self.layout()
    }

    fn name(&self) -> Result<String, CuResult> {
        self.name()
    }
}

impl Launchable for Kernel {}

impl sealed::Code for Kernel {
    /// Returns the kernel's handle, which the driver's launches accept in place of a function's: they load it into the
    /// stream's context.
    #[inline]
    fn handle(&self) -> CUfunction {
        self.as_raw().cast()
    }

    #[inline]
    fn raw(&self) -> Raw {
        self.driver().raw()
    }

    #[inline]
    fn is_of(&self, context: &Context) -> bool {
        self.driver() == context.driver()
    }

    #[inline]
    fn attribute_on(&self, device: Device, attribute: FunctionAttribute) -> Result<i32, CuResult> {
        self.attribute(device, attribute)
    }

    #[inline]
    fn layout(&self) -> Result<Option<&[ParameterInfo]>, CuResult> {
        self.layout()
    }

    #[inline]
    fn name(&self) -> Result<String, CuResult> {
        self.name()
    }
}
