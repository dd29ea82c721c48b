//! An array in device memory that grows without moving: its address and its content stay.

use std::error::Error;

use cuda_driver::Driver;

fn main() -> Result<(), Box<dyn Error>> {
    run(&cuda_sim::gpu_or_software()?)
}

/// The elements that are added at a time: 4 MiB of them.
const STEP: usize = 1 << 20;

/// Appends three times, and checks that all elements are where they were written.
pub fn run(driver: &Driver) -> Result<(), Box<dyn Error>> {
    let context = driver.device(0)?.primary_context()?;
    let stream = context.stream()?;
    // Addresses for a thousand steps; they take no memory.
    let mut array = stream.growing::<u32>(1000 * STEP)?;
    let address = array.as_raw();
    for step in 0..3 {
        let from = array.len();
        array.grow_to(from + STEP)?;
        // The stream may still work on the elements before.
        let mut all = array.as_slice_mut();
        stream.fill(all.slice_mut(from..)?, step)?;
    }
    if array.as_raw() != address {
        return Err("the array moved".into());
    }
    let elements = array.as_buffer().to_vec()?;
    let expected = (0..3).flat_map(|step| std::iter::repeat_n(step, STEP));
    if !elements.into_iter().eq(expected) {
        return Err("the array changed".into());
    }
    println!(
        "{} elements at {address:#x}, room for {} without another call, addresses for {}",
        array.len(),
        array.capacity(),
        array.max_len()
    );
    Ok(())
}
