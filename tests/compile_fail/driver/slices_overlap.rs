//! Two mutable slices don't overlap, nor does a mutable slice with a shared one.
use cuda_driver::{Error, DeviceBuffer, Stream};

fn overlap(stream: &Stream, buffer: &mut DeviceBuffer<f32>) -> Result<(), Error> {
    let first = buffer.slice(0..10)?;
    let second = buffer.slice_mut(5..15)?;
    stream.copy(first, second)
}

fn main() {}
