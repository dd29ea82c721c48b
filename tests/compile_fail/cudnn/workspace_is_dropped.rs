//! The workspace lives as long as the calls that may use it.

use cuda_driver::Stream;
use cudnn::{Activation, Cudnn, TensorMut, Workspace};

fn gone(cudnn: Cudnn, stream: &Stream) -> Result<(), cudnn::Error> {
    let mut handle = cudnn.handle(stream.context())?;
    let mut workspace = Workspace::new(stream, 1 << 20)?;
    let mut x = stream.upload(&[1.0_f32; 4])?;
    let mut dnn = handle.on(stream).workspace(&mut workspace)?;
    drop(workspace);
    dnn.activation_in_place(Activation::Relu, TensorMut::new(&mut x, [2, 2])?)
}

fn main() {}
