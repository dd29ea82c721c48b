//! A kernel that is written in Rust, in [`kernel.rs`](kernel.rs), compiled to PTX by rustc, and launched without `unsafe`. The
//! host calls the same function as the kernel.

use std::error::Error;

use cuda_driver::{DeviceBuffer, Driver, Launch};

mod steps;

fn main() -> Result<(), Box<dyn Error>> {
    run(&cuda_sim::gpu_or_software()?)
}

/// Counts the steps from many numbers, and compares them with the host's.
pub fn run(driver: &Driver) -> Result<(), Box<dyn Error>> {
    let context = driver.device(0)?.primary_context()?;
    let stream = context.stream()?;
    let collatz = context.load_ptx(include_str!("kernel.ptx"))?.function("collatz")?;
    type Collatz<'a> = (&'a DeviceBuffer<u32>, usize, &'a mut DeviceBuffer<u32>);
    // SAFETY: collatz(*const u32, usize, *mut u32) reads as many numbers, and writes as many, with threads of one axis.
    let collatz = unsafe {
        collatz.typed_if::<Collatz<'static>, _>(|launch, (numbers, len, steps)| {
            let (grid, block) = (launch.grid_dim(), launch.block_dim());
            let is_line = grid.y * grid.z * block.y * block.z == 1;
            is_line && numbers.len() >= *len && steps.len() >= *len
        })
    }?;

    let mut numbers: Vec<u32> = (0..1000).collect();
    numbers.push(u32::MAX); // the next number has more than 32 bits
    let n = numbers.len();
    let (on_device, mut steps) = (stream.upload(&numbers)?, stream.alloc(n)?);
    collatz.launch(&stream, Launch::elements(n, 128), (&on_device, n, &mut steps))?;
    let steps = steps.to_vec()?;
    println!("from 27 to 1 in {} steps", steps[27]);
    let expected = numbers.iter().map(|n| steps::steps(*n).unwrap_or(u32::MAX));
    if expected.eq(steps) {
        Ok(())
    } else {
        Err("the device counts other steps than the host".into())
    }
}
