//! A typed kernel only takes arguments of its signature's types.
use cuda_driver::{Error, launch::TypedKernel, DeviceBuffer, Launch, Stream};

type Scale = (&'static mut DeviceBuffer<f32>, usize);

fn launch(stream: &Stream, scale: &TypedKernel<Scale>, buffer: &mut DeviceBuffer<f32>) -> Result<(), Error> {
    scale.launch(stream, Launch::grid(1), (buffer, 10u32))
}

fn main() {}
