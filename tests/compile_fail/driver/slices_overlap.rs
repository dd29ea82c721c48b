//! Two slices that can be written don't overlap, and neither does one with a slice that can be read.
use cuda_driver::{DeviceBuffer, MemoryError, Stream};

fn overlap(stream: &Stream, buffer: &mut DeviceBuffer<f32>) -> Result<(), MemoryError> {
    let first = buffer.slice(0..10)?;
    let second = buffer.slice_mut(5..15)?;
    stream.copy(first, second)
}

fn main() {}
