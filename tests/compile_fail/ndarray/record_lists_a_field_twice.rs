//! A record can't list a field twice, which would shift the fields after it.
#[derive(Clone, Copy)]
#[repr(C)]
struct Point {
    x: f32,
    y: f32,
}

unsafe impl bytemuck::Zeroable for Point {}
unsafe impl bytemuck::Pod for Point {}

cuda_ndarray::record_dtype!(Point { x: f32, x: f32, y: f32 });

fn main() {}
