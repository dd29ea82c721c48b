//! A memory pool of the program: how it reuses memory, what it reports, and how it returns memory to the system.

use std::error::Error;

use cuda_driver::{Driver, memory::PoolProperties};

fn main() -> Result<(), Box<dyn Error>> {
    run(&cuda_sim::gpu_or_software()?)
}

/// Allocates again and again from a pool that keeps what was freed, and then trims it.
pub fn run(driver: &Driver) -> Result<(), Box<dyn Error>> {
    let device = driver.device(0)?;
    let context = device.primary_context()?;
    let stream = context.stream()?;
    let pool = driver.create_pool(&PoolProperties::new(device).max_size(1 << 30))?;
    // Without this, each synchronization returns the memory to the system.
    pool.set_release_threshold(u64::MAX)?;
    for round in 0..10u8 {
        let mut block = stream.alloc_from::<f32>(&pool, 1 << 20)?;
        stream.fill(&mut block, f32::from(round))?;
        drop(block);
        stream.synchronize()?;
    }
    let (used, high) = (pool.used()?, pool.used_high()?);
    let (reserved, most) = (pool.reserved()?, pool.reserved_high()?);
    println!("10 allocations of 4 MiB: at most {high} bytes were in use, {used} are now");
    println!("the pool held {most} bytes at most, and holds {reserved}");
    if (used, high) != (0, 4 << 20) || reserved == 0 {
        return Err("the pool did not use its memory again".into());
    }
    pool.trim(0)?;
    pool.reset_used_high()?;
    let (reserved, high) = (pool.reserved()?, pool.used_high()?);
    println!("trimmed, it holds {reserved}");
    match (reserved, high) {
        (0, 0) => Ok(()),
        _ => Err("the pool did not give its memory back".into()),
    }
}
