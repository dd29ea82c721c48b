//! Two parts that may overlap can't both be mutable.
use cuda_ndarray::ndarray::{Ix2, s};
use cuda_ndarray::{DeviceArray, Error};

fn write(mut array: DeviceArray<f32, Ix2>) -> Result<(), Error> {
    let mut rows = array.slice_mut(s![1.., ..])?;
    let mut columns = array.slice_mut(s![.., 1..])?;
    rows.fill(1.0)?;
    columns.fill(2.0)
}

fn main() {}
