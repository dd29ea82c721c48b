//! The workspace lives as long as the routines that may use it.

use cublas::{Cublas, Workspace};
use cuda_driver::Stream;

fn gone(cublas: Cublas, stream: &Stream) -> Result<(), cublas::Error> {
    let mut handle = cublas.handle(stream.context())?;
    let mut workspace = Workspace::new(stream, 1 << 20)?;
    let mut x = stream.upload(&[1.0_f32; 4])?;
    let mut blas = handle.on(stream).workspace(&mut workspace)?;
    drop(workspace);
    blas.scal(2.0, &mut x)
}

fn main() {}
