//! An element that several indices refer to can't be written.
use cuda_ndarray::ndarray::Ix1;
use cuda_ndarray::{DeviceArray, Error};

fn write(mut array: DeviceArray<f32, Ix1>) -> Result<(), Error> {
    array.view_mut()?.broadcast((3, 4))?.fill(1.0)
}

fn main() {}
