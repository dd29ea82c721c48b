//! A view borrows its memory.

use cuda_driver::Stream;
use cudnn::{Activation, Cudnn, TensorMut};

fn late(cudnn: Cudnn, stream: &Stream) -> Result<(), cudnn::Error> {
    let mut handle = cudnn.handle(stream.context())?;
    let mut buffer = stream.upload(&[1.0_f32; 4])?;
    let tensor = TensorMut::new(&mut buffer, [2, 2])?;
    drop(buffer);
    handle.on(stream).activation_in_place(Activation::Relu, tensor)
}

fn main() {}
