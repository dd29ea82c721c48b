//! Memory is passed by reference; the message says so, of the argument rather than of all.
use cuda_driver::{Error, DeviceBuffer, Function, Launch, Stream};

fn launch(stream: &Stream, function: &Function, buffer: DeviceBuffer<f32>) -> Result<(), Error> {
    // SAFETY: none.
    unsafe {
        stream.launch(function, Launch::grid(1), (
            1.0f32,
            buffer,
        ))
    }
}

fn main() {}
