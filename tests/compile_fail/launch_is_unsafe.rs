//! Nobody can prove what a kernel does with its arguments.
use cuda_driver::{CuResult, DeviceBuffer, Function, Launch, Stream};

fn launch(stream: &Stream, function: &Function, buffer: &mut DeviceBuffer<f32>) -> Result<(), CuResult> {
    stream.launch(function, Launch::grid(1), (buffer,))
}

fn main() {}
