//! Memory that the device still reads can't be freed before the scope ends.
use cuda_driver::{DeviceBuffer, Error, Stream};

fn free_too_early(stream: &Stream, buffer: &mut DeviceBuffer<f32>) -> Result<(), Error> {
    stream.scope(|scope| {
        let source = vec![0.0f32; 10];
        scope.upload_into(&source, buffer)
    })
}

fn main() {}
