//! A record can't list a field with another type than it has.
#[derive(Clone, Copy)]
#[repr(C)]
struct Point {
    x: f32,
    y: f32,
}

unsafe impl bytemuck::Zeroable for Point {}
unsafe impl bytemuck::Pod for Point {}

cuda_ndarray::record_dtype!(Point { x: f32, y: i32 });

fn main() {}
