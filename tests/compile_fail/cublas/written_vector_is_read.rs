//! What a routine writes is borrowed alone.

use cublas::Cublas;
use cuda_driver::Stream;

fn twice(cublas: Cublas, stream: &Stream) -> Result<(), cublas::Error> {
    let mut handle = cublas.handle(stream.context())?;
    let mut x = stream.upload(&[1.0_f32; 4])?;
    handle.on(stream).axpy(2.0, &x, &mut x)
}

fn main() {}
