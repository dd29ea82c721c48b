//! A shared array can't be written.
use cuda_ndarray::SharedDeviceArray;
use cuda_ndarray::ndarray::Ix2;

fn write(mut array: SharedDeviceArray<f32, Ix2>) {
    let _ = array.view_mut();
    let _ = array.fill(1.0);
}

fn main() {}
