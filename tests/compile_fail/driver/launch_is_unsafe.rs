//! The compiler can't check what a kernel does with its arguments.
use cuda_driver::{Error, DeviceBuffer, Function, Launch, Stream};

fn launch(stream: &Stream, function: &Function, buffer: &mut DeviceBuffer<f32>) -> Result<(), Error> {
    stream.launch(function, Launch::grid(1), (buffer,))
}

fn main() {}
