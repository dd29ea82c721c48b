//! A struct is an element once it derives `bytemuck::Pod`; the message says so.
use cuda_driver::{MemoryError, Stream};

#[derive(Clone, Copy)]
#[repr(C)]
struct Particle {
    position: [f32; 3],
    mass: f32,
}

fn alloc(stream: &Stream) -> Result<(), MemoryError> {
    stream.alloc::<Particle>(10)?;
    Ok(())
}

fn main() {}
