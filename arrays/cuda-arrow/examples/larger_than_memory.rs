//! A table that is read in parts, within a budget of device memory: rows are filtered, and grouped by a key.
//!
//! `larger_than_memory [MIB] [BUDGET]`: so many MiB are read, of the same four batches in turns. A bar on a terminal shows how
//! far it is.

use std::error::Error;
use std::sync::Arc;
use std::time::Instant;

use cuda_arrow::arrow_array::types::{Float64Type, Int64Type};
use cuda_arrow::arrow_array::{ArrayRef, PrimitiveArray, RecordBatch, cast::AsArray};
use cuda_arrow::arrow_buffer::ScalarBuffer;
use cuda_arrow::arrow_schema::ArrowError;
use cuda_arrow::{Aggregate, Function, Groups, MemoryManager, SortKey, col};
use cuda_driver::memory::resource::{CountingResource, DevicePool};
use indicatif::{ProgressBar, ProgressStyle};

/// The bytes of a row: a key and a value.
const ROW: usize = 16;
const KEYS: i64 = 1000;

/// Returns rows whose keys count, and whose values are 0, 1, 2, 3 and so on, in pinned memory.
fn batch(manager: &MemoryManager, rows: usize) -> Result<RecordBatch, Box<dyn Error>> {
    let (mut keys, mut values) = (manager.pinned(8 * rows)?, manager.pinned(8 * rows)?);
    let words = keys.chunks_exact_mut(8).zip(values.chunks_exact_mut(8)).enumerate();
    for (at, (key, value)) in words {
        key.copy_from_slice(&(at as i64 % KEYS).to_ne_bytes());
        value.copy_from_slice(&((at % 4) as f64).to_ne_bytes());
    }
    let keys: ScalarBuffer<i64> = keys.freeze().into();
    let values: ScalarBuffer<f64> = values.freeze().into();
    let keys = PrimitiveArray::<Int64Type>::new(keys, None);
    let values = PrimitiveArray::<Float64Type>::new(values, None);
    Ok(RecordBatch::try_from_iter([
        ("key", Arc::new(keys) as ArrayRef),
        ("value", Arc::new(values)),
    ])?)
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1).map(|argument| argument.parse::<usize>());
    let total = arguments.next().transpose()?.unwrap_or(8) << 20;
    let budget = arguments.next().transpose()?.unwrap_or(2) << 20;
    let counting = CountingResource::new(DevicePool);
    let stream = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?.stream()?;
    let manager = MemoryManager::with_resource(&stream, Arc::new(counting.clone()));
    let rows = (total / 4 / ROW).min(1 << 24);
    let batches = (0..4).map(|_| batch(&manager, rows)).collect::<Result<Vec<_>, _>>()?;
    let count = total / ROW / rows;
    let style =
        ProgressStyle::with_template("{wide_bar} {binary_bytes}/{binary_total_bytes} {eta}")?;

    let copied = Instant::now();
    let alone = MemoryManager::new(&stream);
    for i in 0..count {
        drop(alone.upload(&batches[i % 4])?);
    }
    manager.stream().synchronize()?;
    let copied = copied.elapsed().as_secs_f64();
    for pass in ["first", "again"] {
        let source = batches.clone();
        let source = (0..count).map(move |i| Ok::<_, ArrowError>(source[i % 4].clone()));
        let bar = ProgressBar::new(total as u64).with_style(style.clone());
        let begin = Instant::now();
        let aggregates = [Aggregate::rows(), Aggregate::of("value", Function::Sum)];
        let mut groups = Groups::new(&["key"], &aggregates)?.within(budget);
        let mut chunks = manager.chunks(source, budget)?;
        while let Some(chunk) = chunks.next() {
            groups.add(&chunk?.filter(col("value").gt(0.5))?)?;
            bar.set_position(chunks.bytes() as u64);
        }
        let sorted = groups.finish()?.sort_by(&[SortKey::ascending("key")])?;
        manager.stream().synchronize()?;
        bar.finish_and_clear();
        let took = begin.elapsed().as_secs_f64();
        let sums = sorted.column("value_sum")?.to_host()?;
        let sum: f64 = sums.as_primitive::<Float64Type>().values().iter().sum();
        let expected = 1.5 * (count * rows) as f64;
        if sum != expected {
            return Err(format!("the values add up to {sum}, and not to {expected}").into());
        }
        println!(
            "{pass}: {} MiB by {} keys at {:.2} GB/s, beside {:.2} GB/s of copies alone; {} MiB of device memory at most, of a budget of {}",
            chunks.bytes() >> 20,
            sorted.num_rows(),
            total as f64 / took / 1e9,
            total as f64 / copied / 1e9,
            counting.counts().peak_bytes >> 20,
            budget >> 20
        );
    }
    Ok(())
}
