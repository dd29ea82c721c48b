//! A slice that is shared in a fork can't be used on the other stream after its end.
use cuda_driver::{DeviceBuffer, DeviceSlice, Error, Stream};

fn keep(stream: &Stream, branch: &Stream, buffer: &DeviceBuffer<f32>) -> Result<(), Error> {
    let mut escaped: Option<DeviceSlice<'_, f32>> = None;
    stream.fork(|fork| {
        escaped = Some(fork.share(branch, buffer)?);
        Ok(())
    })
}

fn main() {}
