//! Sums on all GPUs of this machine, in one process: `cargo run --release -p cuda-nccl --example clique`.

use std::error::Error;

use cuda_driver::{Context, DeviceBuffer, Driver, Stream};
use nccl::{Nccl, Reduce};

fn main() -> Result<(), Box<dyn Error>> {
    run(Driver::load()?, Nccl::load()?)
}

/// Sums on all devices of the driver, and checks the sums.
pub fn run(driver: Driver, nccl: Nccl) -> Result<(), Box<dyn Error>> {
    let devices = driver.devices()?;
    let contexts = devices.iter().map(|device| device.primary_context());
    let contexts: Vec<Context> = contexts.collect::<Result<_, _>>()?;
    let streams = contexts.iter().map(|context| context.stream());
    let streams: Vec<Stream> = streams.collect::<Result<_, _>>()?;
    let clique = nccl.clique(&contexts)?;

    // Rank 0 has ones, rank 1 has twos, and so on.
    let ranks = streams.iter().zip(1_u8..);
    let buffers = ranks.map(|(stream, number)| stream.upload(&[f32::from(number); 1024]));
    let mut buffers: Vec<DeviceBuffer<f32>> = buffers.collect::<Result<_, _>>()?;
    let mut parts: Vec<_> = buffers.iter_mut().map(|buffer| buffer.as_slice_mut()).collect();
    clique.all_reduce(&mut parts, Reduce::Sum)?;
    clique.wait(&streams)?;

    let expected = (1..=devices.len()).sum::<usize>() as f32;
    for (rank, buffer) in buffers.iter().enumerate() {
        if buffer.to_vec()? != [expected; 1024] {
            return Err(format!("a sum of rank {rank} isn't {expected}").into());
        }
    }
    println!(
        "{} devices, NCCL {}: each has 1024 sums of {expected}",
        devices.len(),
        nccl.version()
    );
    clique.destroy()?;
    Ok(())
}
