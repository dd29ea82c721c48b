//! References aren't elements.
use cuda_driver::Stream;
use cuda_ndarray::ndarray::Ix1;
use cuda_ndarray::{DeviceArray, MakeArrays};

fn make(stream: &Stream) {
    let _: Result<DeviceArray<&'static str, Ix1>, _> = stream.alloc_array(3);
}

fn main() {}
