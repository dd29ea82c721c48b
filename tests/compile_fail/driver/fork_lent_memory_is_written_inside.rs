//! Memory that is borrowed by another stream can't be written on its own stream before the fork ends.
use cuda_driver::{DeviceBuffer, Error, Stream};

fn race(stream: &Stream, branch: &Stream, buffer: &mut DeviceBuffer<f32>) -> Result<(), Error> {
    stream.fork(|fork| {
        let lent = fork.lend(branch, &mut *buffer)?;
        stream.fill(&mut *buffer, 1.0)?;
        branch.fill(lent, 2.0)?;
        Ok(())
    })
}

fn main() {}
