//! The compiler can't check what a kernel does with its arguments: its author guarantees it.
use cuda_driver::{Error, launch::TypedKernel, module::DeviceBuffer, Function};

fn typed(function: Function) -> Result<TypedKernel<(&'static DeviceBuffer<f32>,)>, Error> {
    function.typed()
}

fn main() {}
