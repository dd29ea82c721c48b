//! An array can't have two mutable views.
use cuda_ndarray::DeviceArray;
use cuda_ndarray::ndarray::{Ix2, s};

fn twice(mut array: DeviceArray<f32, Ix2>) {
    let mut all = array.view_mut().unwrap();
    let mut upper = all.slice_mut(s![..2, ..]).unwrap();
    let mut left = all.slice_mut(s![.., ..2]).unwrap();
    upper.fill(1.0).unwrap();
    left.fill(2.0).unwrap();
}

fn main() {}
