//! Arguments must be a tuple, even a single one; the message says so.
use cuda_driver::{DeviceBuffer, Function, Launch, LaunchError, Stream};

fn launch(stream: &Stream, function: &Function, buffer: &DeviceBuffer<f32>) -> Result<(), LaunchError> {
    // SAFETY: none.
    unsafe { stream.launch(function, Launch::grid(1), buffer) }
}

fn main() {}
