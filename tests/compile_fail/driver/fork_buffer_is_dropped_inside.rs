//! A buffer that is shared in a fork can't be freed before the fork ends.
use cuda_driver::{DeviceBuffer, Error, Stream};

fn free_too_early(stream: &Stream, branch: &Stream, buffer: DeviceBuffer<f32>) -> Result<(), Error> {
    stream.fork(|fork| {
        fork.share(branch, &buffer)?;
        drop(buffer);
        Ok(())
    })
}

fn main() {}
