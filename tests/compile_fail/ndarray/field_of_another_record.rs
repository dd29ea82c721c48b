//! A field can only be taken of its own record.
use cuda_ndarray::ndarray::Ix1;
use cuda_ndarray::{DeviceArray, field};

#[derive(Clone, Copy)]
#[repr(C)]
struct Point {
    x: f32,
    y: f32,
}

unsafe impl bytemuck::Zeroable for Point {}
unsafe impl bytemuck::Pod for Point {}

fn other(numbers: &DeviceArray<f64, Ix1>) {
    let _ = numbers.field(field!(Point, x));
}

fn main() {}
