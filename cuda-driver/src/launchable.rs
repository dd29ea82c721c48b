//! What a launch takes: a function of a context, or a kernel of a library.

use cuda_driver_sys::CUfunction;

use crate::{CuResult, Device, Function, FunctionAttribute, Kernel, Stream};

/// What can be launched: a [`Function`] of the stream's context, a [`Kernel`], on a stream of any context, or one of the two
/// ([`AnyKernel`](crate::AnyKernel)). Only this crate implements it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be launched",
    note = "a `Function` can, a `Kernel`, and an `AnyKernel`"
)]
pub trait Launchable: sealed::Code {}

pub(crate) mod sealed {
    use super::*;

    /// What a launch needs to know of code.
    pub trait Code {
        /// What the driver launches.
        fn handle(&self) -> CUfunction;

        /// Returns `true` if the code can be launched on a stream.
        fn is_of(&self, stream: &Stream) -> bool;

        /// An attribute of the code on a device, for errors.
        fn attribute_on(
            &self,
            device: Device,
            attribute: FunctionAttribute,
        ) -> Result<i32, CuResult>;
    }
}

impl Launchable for Function {}

impl sealed::Code for Function {
    #[inline]
    fn handle(&self) -> CUfunction {
        self.as_raw()
    }

    #[inline]
    fn is_of(&self, stream: &Stream) -> bool {
        self.context() == stream.context()
    }

    fn attribute_on(&self, _: Device, attribute: FunctionAttribute) -> Result<i32, CuResult> {
        self.attribute(attribute)
    }
}

impl Launchable for Kernel {}

impl sealed::Code for Kernel {
    /// Returns the driver's launches take a kernel in a function's place, and load it into the stream's context.
    #[inline]
    fn handle(&self) -> CUfunction {
        self.as_raw().cast()
    }

    #[inline]
    fn is_of(&self, stream: &Stream) -> bool {
        self.library().driver() == stream.context().driver()
    }

    fn attribute_on(&self, device: Device, attribute: FunctionAttribute) -> Result<i32, CuResult> {
        self.attribute(device, attribute)
    }
}
