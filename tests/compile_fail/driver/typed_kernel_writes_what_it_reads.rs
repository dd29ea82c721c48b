//! Memory that a typed kernel writes can't also be passed for reading.
use cuda_driver::{Error, launch::TypedKernel, DeviceBuffer, Launch, Stream};

type Copy = (&'static DeviceBuffer<f32>, &'static mut DeviceBuffer<f32>);

fn launch(stream: &Stream, copy: &TypedKernel<Copy>, mut buffer: DeviceBuffer<f32>) -> Result<(), Error> {
    copy.launch(stream, Launch::grid(1), (&buffer, &mut buffer))
}

fn main() {}
