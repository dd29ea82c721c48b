//! A memory pool of the program's own: what it reserves, and how it gives memory back.

use std::error::Error;

use cuda_driver::Driver;

fn main() -> Result<(), Box<dyn Error>> {
    run(&cuda_sim::gpu_or_software()?)
}

/// Allocates from a pool that keeps what was freed, until it is trimmed.
pub fn run(driver: &Driver) -> Result<(), Box<dyn Error>> {
    let device = driver.device(0)?;
    let context = device.primary_context()?;
    let stream = context.stream()?;
    let pool = device.create_pool()?;
    pool.set_release_threshold(u64::MAX)?;
    let mut block = stream.alloc_from::<f32>(&pool, 1 << 20)?;
    stream.fill(&mut block, 1.0)?;
    drop(block);
    stream.synchronize()?;
    pool.trim(0)?;
    Ok(())
}
