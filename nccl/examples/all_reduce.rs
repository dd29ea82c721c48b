//! One rank of several processes, started by torchrun, Slurm, `mpirun`, or by hand with RANK and WORLD_SIZE: sums on all
//! GPUs, again and again, and tells how long it took.
//!
//! NCCL_ADDRESS is where rank 0 listens, or NCCL_FILE a file, by which the unique id is handed over; LENGTH is the number of
//! elements.
use std::env;
use std::error::Error;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use cuda_driver::Driver;
use nccl::rendezvous::Ranks;
use nccl::{Config, Nccl, Reduce};

fn main() -> Result<(), Box<dyn Error>> {
    let ranks = Ranks::from_environment()?;
    let nccl = Nccl::load()?;
    let timeout = Duration::from_secs(30);
    let make = || nccl.unique_id();
    let id = match env::var_os("NCCL_FILE") {
        Some(path) => ranks.share_by_file(&PathBuf::from(path), make, timeout)?,
        None => {
            let address = env::var("NCCL_ADDRESS").unwrap_or_else(|_| "127.0.0.1:29555".to_owned());
            ranks.share_by_tcp(address.as_str(), make, timeout)?
        }
    };
    let devices = Driver::load()?.devices()?;
    let device = devices
        .get(ranks.local_rank)
        .ok_or("fewer devices than ranks")?;
    let context = device.primary_context()?;
    let stream = context.stream()?;
    let config = Config::new().deadline(timeout);
    // SAFETY: each rank comes once, on a device of its own.
    let comm = unsafe { nccl.communicator_with(&context, &id, ranks.nranks, ranks.rank, &config) }?;

    let len = env::var("LENGTH").map_or(Ok(1 << 20), |text| text.parse())?;
    let values = vec![ranks.rank as f32 + 1.0; len];
    let mut sums = stream.upload(&values)?;
    // SAFETY: all ranks do the same with as many elements.
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

    let repeats = 20;
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
