//! A host array can't be dropped before the device has copied it.
use cuda_driver::Stream;
use cuda_ndarray::ndarray::{Array1, Ix1};
use cuda_ndarray::{DeviceArray, Error, ScopedArrays};

fn copy(stream: &Stream) -> Result<DeviceArray<f32, Ix1>, Error> {
    stream.try_scope(|scope| {
        let host = Array1::<f32>::zeros(1000);
        scope.to_device(&host)
    })
}

fn main() {}
