//! Attention is of 16-bit floats.

use cuda_driver::Stream;
use cudnn::{Attention, AttentionLayouts, Cudnn};

fn plan(cudnn: Cudnn, stream: &Stream, layouts: &AttentionLayouts) -> Result<(), cudnn::Error> {
    let mut handle = cudnn.handle(stream.context())?;
    handle.on(stream).attention_plan::<f32>(&Attention::new(), layouts)?;
    Ok(())
}

fn main() {}
