//! An array can't be written while a view of it is in use.
use cuda_ndarray::ndarray::{Ix2, s};
use cuda_ndarray::{DeviceArray, Error};

fn write(mut array: DeviceArray<f32, Ix2>) -> Result<(), Error> {
    let view = array.slice(s![1.., ..])?;
    array.fill(1.0)?;
    view.to_host().map(drop)
}

fn main() {}
