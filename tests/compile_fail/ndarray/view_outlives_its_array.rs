//! A view can't be used after its array was dropped.
use cuda_ndarray::ndarray::Ix2;
use cuda_ndarray::{DeviceArray, DeviceArrayView};

fn part(array: DeviceArray<f32, Ix2>) -> DeviceArrayView<'static, f32, Ix2> {
    array.t()
}

fn main() {}
