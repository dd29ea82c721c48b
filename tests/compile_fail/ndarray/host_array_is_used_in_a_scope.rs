//! A host array can't be read while the device may write it.
use cuda_driver::Stream;
use cuda_ndarray::ndarray::{Array2, Ix2};
use cuda_ndarray::{DeviceArray, Error, ScopedArrays};

fn read(stream: &Stream, array: &DeviceArray<f32, Ix2>, mut host: Array2<f32>) -> Result<f32, Error> {
    stream.try_scope(|scope| {
        scope.to_host(array, &mut host)?;
        Ok(host[(0, 0)])
    })
}

fn main() {}
