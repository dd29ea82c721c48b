//! The compiler can't check what a kernel does with its arguments.
use cuda_driver::{DeviceBuffer, Function, Launch, LaunchError, Stream};

fn launch(stream: &Stream, function: &Function, buffer: &mut DeviceBuffer<f32>) -> Result<(), LaunchError> {
    stream.launch(function, Launch::grid(1), (buffer,))
}

fn main() {}
