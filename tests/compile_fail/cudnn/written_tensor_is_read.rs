//! What a call writes is borrowed alone.

use cuda_driver::Stream;
use cudnn::{Activation, Cudnn, Tensor, TensorMut};

fn twice(cudnn: Cudnn, stream: &Stream) -> Result<(), cudnn::Error> {
    let mut handle = cudnn.handle(stream.context())?;
    let mut x = stream.upload(&[1.0_f32; 4])?;
    let (from, to) = (Tensor::new(&x, [2, 2])?, TensorMut::new(&mut x, [2, 2])?);
    handle.on(stream).activation_forward(Activation::Relu, from, to)
}

fn main() {}
