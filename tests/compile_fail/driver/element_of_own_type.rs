//! A struct is an element once it derives `bytemuck::Pod`; the message says so.
use cuda_driver::{Error, Stream};

#[derive(Clone, Copy)]
#[repr(C)]
struct Particle {
    position: [f32; 3],
    mass: f32,
}

fn alloc(stream: &Stream) -> Result<(), Error> {
    stream.alloc::<Particle>(10)?;
    Ok(())
}

fn main() {}
