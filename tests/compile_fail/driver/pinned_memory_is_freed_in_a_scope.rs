//! Pinned memory can't be freed while a scope copies from it.
use cuda_driver::{DeviceBuffer, Error, PinnedBuffer, Stream};

fn free_too_early(stream: &Stream, pinned: PinnedBuffer<f32>, buffer: &mut DeviceBuffer<f32>) -> Result<(), Error> {
    stream.scope(|scope| {
        scope.upload_into(&pinned, buffer)?;
        drop(pinned);
        Ok(())
    })
}

fn main() {}
