//! Parts of an array can't be used after the array was dropped.
use cuda_ndarray::ndarray::{Axis, Ix2};
use cuda_ndarray::{DeviceArray, Error};

fn write(mut array: DeviceArray<f32, Ix2>) -> Result<(), Error> {
    let (mut left, _) = array.split_at_mut(Axis(1), 2)?;
    drop(array);
    left.fill(1.0)
}

fn main() {}
