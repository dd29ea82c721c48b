//! A view borrows its memory.

use cublas::{Cublas, Matrix};
use cuda_driver::{DeviceBuffer, Stream};

fn late(cublas: Cublas, stream: &Stream) -> Result<DeviceBuffer<f32>, cublas::Error> {
    let mut handle = cublas.handle(stream.context())?;
    let buffer = stream.upload(&[1.0_f32; 4])?;
    let matrix = Matrix::new(&buffer, 2, 2)?;
    drop(buffer);
    handle.on(stream).matmul(matrix, matrix)
}

fn main() {}
