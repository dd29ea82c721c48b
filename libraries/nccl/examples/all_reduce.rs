//! One rank of several processes, started by torchrun, Slurm, `mpirun`, or by hand: sums on all GPUs repeatedly, and prints
//! the time.
//!
//! ```text
//! torchrun --no-python --nproc-per-node 4 all_reduce
//! MASTER_ADDR=$(hostname) MASTER_PORT=29500 srun --ntasks-per-node 4 all_reduce
//! NCCL_FILE=/shared/id mpirun -n 4 all_reduce
//! RANK=0 WORLD_SIZE=2 MASTER_ADDR=localhost MASTER_PORT=29500 LOCAL_RANK=0 all_reduce
//! ```
//!
//! Rank 0 listens at MASTER_ADDR and MASTER_PORT, and sends the unique id to the others; or NCCL_FILE is a file in a folder
//! that they share. LENGTH is the number of elements.
use std::env;
use std::error::Error;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use cuda_driver::Driver;
use nccl::rendezvous::{Ranks, master_address};
use nccl::{Config, Nccl, Reduce};

fn main() -> Result<(), Box<dyn Error>> {
    run(Driver::load()?, Nccl::load()?)
}

/// Runs as the rank that the launcher's variables name.
pub fn run(driver: Driver, nccl: Nccl) -> Result<(), Box<dyn Error>> {
    let ranks = Ranks::from_environment()?;
    let timeout = Duration::from_secs(30);
    let make = || nccl.unique_id();
    let file = env::var_os("NCCL_FILE");
    let id = match &file {
        Some(path) => ranks.share_by_file(Path::new(path), make, timeout)?,
        None => ranks.share_by_tcp(master_address()?, make, timeout)?,
    };
    let devices = driver.devices()?;
    let device = devices.get(ranks.local_rank).ok_or("fewer devices than ranks")?;
    let context = device.primary_context()?;
    let stream = context.stream()?;
    let config = Config::new().deadline(timeout);
    // SAFETY: each rank is created once, on its own device.
    let comm = unsafe { nccl.communicator_with(&context, &id, ranks.nranks, ranks.rank, &config) }?;
    // All ranks have it now.
    if let (Some(path), 0) = (file, ranks.rank) {
        fs::remove_file(path)?;
    }

    let len = env::var("LENGTH").map_or(Ok(1 << 20), |text| text.parse())?;
    let values = vec![ranks.rank as f32 + 1.0; len];
    let mut sums = stream.upload(&values)?;
    // SAFETY: all ranks do the same, with the same number of elements.
    unsafe { comm.all_reduce_in_place(&stream, &mut sums, Reduce::Sum) }?;
    comm.wait(&stream)?;
    let expected = (ranks.nranks * (ranks.nranks + 1) / 2) as f32;
    let mut found = vec![0.0; len];
    stream.download(&sums, &mut found)?;
    if found.iter().any(|sum| *sum != expected) {
        return Err(format!(
            "rank {}: a sum isn't {expected}: {:?}",
            ranks.rank,
            &found[..4.min(len)]
        )
        .into());
    }

    let repeats = 20_u32;
    let start = Instant::now();
    for _ in 0..repeats {
        // SAFETY: as above.
        unsafe { comm.all_reduce_in_place(&stream, &mut sums, Reduce::Max) }?;
    }
    comm.wait(&stream)?;
    let each = start.elapsed() / repeats;
    println!(
        "rank {} of {} on device {}, NCCL {}: {len} sums are {expected}; {each:?} each",
        ranks.rank,
        ranks.nranks,
        comm.device(),
        nccl.version()
    );
    comm.destroy()?;
    Ok(())
}
