//! The compiler can't check what a kernel does with its arguments: its author guarantees it.
use cuda_driver::{launch::TypedKernel, module::ArgumentError, DeviceBuffer, Function};

fn typed(function: Function) -> Result<TypedKernel<(&'static DeviceBuffer<f32>,)>, ArgumentError> {
    function.typed()
}

fn main() {}
