//! The compiler can't check what a kernel does with its arguments: its author guarantees it.
use cuda_driver::{launch::TypedKernel, memory::DeviceBuffer, Error, Function};

fn typed(function: Function) -> Result<TypedKernel<(&'static DeviceBuffer<f32>,)>, Error> {
    function.typed()
}

fn main() {}
