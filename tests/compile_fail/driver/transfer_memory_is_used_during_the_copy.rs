//! The memory of a transfer can't be used until the transfer returns it.
use cuda_driver::{DeviceBuffer, Error, Stream};

fn write_too_early(stream: &Stream, mut host: Vec<f32>, buffer: &mut DeviceBuffer<f32>) -> Result<(), Error> {
    let transfer = stream.upload_owned(host, buffer)?;
    host[0] = 1.0;
    transfer.wait()?;
    Ok(())
}

fn main() {}
