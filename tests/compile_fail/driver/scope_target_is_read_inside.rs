//! Memory that the device still writes can't be read before the scope ends.
use cuda_driver::{DeviceBuffer, Error, Stream};

fn read_too_early(stream: &Stream, buffer: &DeviceBuffer<f32>) -> Result<(), Error> {
    let mut target = vec![0.0f32; 10];
    stream.scope(|scope| {
        scope.download(buffer, &mut target)?;
        println!("{}", target[0]);
        Ok(())
    })
}

fn main() {}
