//! A fork can't return a slice that is shared in it.
use cuda_driver::{DeviceBuffer, Error, Stream};

fn keep(stream: &Stream, branch: &Stream, buffer: &DeviceBuffer<f32>) -> Result<(), Error> {
    let kept = stream.fork(|fork| Ok(fork.share(branch, buffer)?))?;
    println!("{}", kept.len());
    Ok(())
}

fn main() {}
