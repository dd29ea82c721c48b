//! What has padding, or values that not every pattern of bits is, is no element.
use cuda_driver::{MemoryError, Stream};

fn upload(stream: &Stream) -> Result<(), MemoryError> {
    stream.upload(&[(1u8, 2u32)])?;
    stream.alloc::<bool>(10)?;
    stream.alloc::<&u8>(10)?;
    Ok(())
}

fn main() {}
