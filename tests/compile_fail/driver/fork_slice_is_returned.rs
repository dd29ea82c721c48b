//! A fork can't return a slice that is shared in it.
use cuda_driver::{DeviceBuffer, Error, Stream};

fn keep(stream: &Stream, branch: &Stream, buffer: &DeviceBuffer<f32>) -> Result<(), Error> {
    let escaped = stream.fork(|fork| Ok(fork.share(branch, buffer)?))?;
    println!("{}", escaped.len());
    Ok(())
}

fn main() {}
