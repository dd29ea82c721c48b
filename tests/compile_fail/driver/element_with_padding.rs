//! A type with padding, or with invalid bit patterns, isn't an element.
use cuda_driver::{Error, Stream};

fn upload(stream: &Stream) -> Result<(), Error> {
    stream.upload(&[(1u8, 2u32)])?;
    stream.alloc::<bool>(10)?;
    stream.alloc::<&u8>(10)?;
    Ok(())
}

fn main() {}
