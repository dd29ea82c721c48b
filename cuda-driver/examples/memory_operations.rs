//! Two streams that work on parts of the same memory at the same time, ordered by a counter in memory: the second waits
//! for each part, not for all of them.

use std::error::Error;

use cuda_driver::{DeviceSlice, Driver, memory::WaitValue};

fn main() -> Result<(), Box<dyn Error>> {
    run(&cuda_sim::gpu_or_software()?)
}

/// The number of elements in a part.
const PART: usize = 1 << 16;

/// Fills parts on one stream, and copies them on another.
pub fn run(driver: &Driver) -> Result<(), Box<dyn Error>> {
    let context = driver.device(0)?.primary_context()?;
    let (producer, consumer) = (context.stream()?, context.stream()?);
    let mut data = producer.alloc_zeroed::<u32>(4 * PART)?;
    let mut copy = producer.alloc_zeroed::<u32>(4 * PART)?;
    // Not from a pool, whose memory has no such operations.
    let mut ready = producer.alloc_unpooled::<u32>(1)?;
    producer.fill(&mut ready, 0)?;
    producer.fork(|fork| {
        // What is lent keeps all memory of the fork alive until the consumer is done.
        let mut copies = fork.lend(&consumer, &mut copy)?;
        for part in 0..4 {
            let (range, number) = (part * PART..(part + 1) * PART, part as u32 + 1);
            let mut written = data.slice_mut(range.clone())?;
            producer.fill(written.reborrow(), number)?;
            producer.write_value(&mut ready, number)?;
            // SAFETY: the counter is alive until the consumer is done, and is meant to change meanwhile.
            let counter = unsafe { DeviceSlice::from_raw_parts(&consumer, ready.as_raw(), 1) };
            consumer.wait_value(counter, WaitValue::geq(number))?;
            // SAFETY: the wait orders the copy after the fill, and the producer doesn't write to the part again.
            let filled = unsafe { written.as_slice().assume_on(&consumer) };
            consumer.copy(filled, copies.reborrow().slice_mut(range)?)?;
        }
        Ok(())
    })?;
    let copy = copy.to_vec()?;
    let expected = (1..=4).flat_map(|number| std::iter::repeat_n(number, PART));
    if !copy.into_iter().eq(expected) {
        return Err("a part was copied before it was filled".into());
    }
    println!("four parts, each copied as soon as it was filled");
    Ok(())
}
