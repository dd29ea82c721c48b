//! A slice keeps its buffer borrowed.
use cuda_driver::{DeviceBuffer, DeviceSlice};

fn outlive(buffer: DeviceBuffer<f32>) {
    let slice: DeviceSlice<'_, f32> = buffer.as_slice();
    drop(buffer);
    println!("{}", slice.len());
}

fn main() {}
