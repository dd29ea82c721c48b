//! Memory that is shared with another stream can't be written before the fork ends, even after the slice is dropped.
use cuda_driver::{DeviceBuffer, Error, Stream};

fn race(stream: &Stream, branch: &Stream, buffer: &mut DeviceBuffer<f32>, out: &mut DeviceBuffer<f32>) -> Result<(), Error> {
    stream.fork(|fork| {
        branch.copy(fork.share(branch, &*buffer)?, out)?;
        stream.fill(&mut *buffer, 1.0)?;
        Ok(())
    })
}

fn main() {}
