//! Two processes, on one host or two, that connect over TCP without a launcher. Rank 0 listens at the address, and its GPU
//! sends numbers to the GPU of rank 1:
//!
//! ```text
//! over_tcp 0 10.0.0.1:29500
//! over_tcp 1 10.0.0.1:29500
//! ```
//!
//! A third argument is the number of the GPU: by default 0 for rank 0, and the last one for rank 1.

use std::env;
use std::error::Error;
use std::time::Duration;

use cuda_driver::Driver;
use nccl::rendezvous::Ranks;
use nccl::{Config, Nccl};

const LEN: usize = 1000;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let (rank, address, device) = match arguments.as_slice() {
        [rank, address] => (rank.parse()?, address, None),
        [rank, address, device] => (rank.parse()?, address, Some(device.parse()?)),
        _ => return Err("usage: over_tcp RANK ADDRESS [DEVICE]".into()),
    };
    run(Driver::load()?, Nccl::load()?, rank, address, device)
}

/// Runs as rank `rank`, on a device.
pub fn run(
    driver: Driver,
    nccl: Nccl,
    rank: usize,
    address: &str,
    device: Option<usize>,
) -> Result<(), Box<dyn Error>> {
    let timeout = Duration::from_secs(60);
    let ranks = Ranks { rank, nranks: 2, local_rank: 0 };
    let id = ranks.share_by_tcp(address, || nccl.unique_id(), timeout)?;

    let device = match (device, rank) {
        (Some(device), _) => device,
        (None, 0) => 0,
        (None, _) => driver.devices()?.len().saturating_sub(1),
    };
    let context = driver.device(device)?.primary_context()?;
    let stream = context.stream()?;
    let config = Config::new().deadline(timeout);
    // SAFETY: ranks 0 and 1 are created once each, on their own devices.
    let comm = unsafe { nccl.communicator_with(&context, &id, 2, rank, &config) }?;
    if rank == 0 {
        let numbers: Vec<u32> = (0..LEN as u32).collect();
        let numbers = stream.upload(&numbers)?;
        // SAFETY: rank 1 receives the same number.
        unsafe { comm.send(&stream, &numbers, 1) }?;
        comm.wait(&stream)?;
    } else {
        let mut numbers = stream.alloc::<u32>(LEN)?;
        // SAFETY: rank 0 sends the same number.
        unsafe { comm.recv(&stream, &mut numbers, 0) }?;
        comm.wait(&stream)?;
        let sum: u32 = numbers.to_vec()?.into_iter().sum();
        if sum != 499_500 {
            return Err(format!("the sum of the numbers is {sum}, and not 499500").into());
        }
    }
    println!("rank {rank}: {LEN} numbers went from rank 0 to rank 1");
    comm.destroy()?;
    Ok(())
}
