//! Arrays of structs and their fields: Numba's `DeviceRecord` and structured arrays.
//!
//! `cargo run -p cuda-ndarray --example records`

use cuda_ndarray::ndarray::{Array1, Ix0, s};
use cuda_ndarray::{MakeArrays, field, record_dtype};

/// np.dtype([('position', np.float32, 2), ('mass', np.float32), ('id', np.uint32)])
#[derive(Debug, Clone, Copy, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C)]
struct Particle {
    position: [f32; 2],
    mass: f32,
    id: u32,
}

record_dtype!(Particle { position: [f32; 2], mass: f32, id: u32 });

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let device = cuda_sim::gpu_or_software()?.device(0)?;
    let stream = device.primary_context()?.stream()?;
    let host = Array1::from_iter((0..6u8).map(|i| Particle {
        position: [f32::from(i), 0.5],
        mass: 1.0 + f32::from(i),
        id: 100 + u32::from(i),
    }));
    let mut particles = stream.to_device(&host)?;
    println!("{}: {}", device.name()?, particles.cuda_array_interface());

    // d['mass'] = 10: a field is a view, with larger strides.
    particles.field_mut(field!(Particle, mass))?.fill(10.0)?;
    let masses = particles.field(field!(Particle, mass))?;
    println!("masses, {} floats apart: {}", masses.strides()[0], masses.to_host()?);

    // d['position'], of every second particle, in reverse order.
    let positions = particles.field(field!(Particle, position))?;
    println!("positions: {:?}", positions.slice(s![..;-2])?.to_host()?.to_vec());

    // A record by itself is an array without axes.
    let one = stream.from_elem::<_, Ix0>((), host[3])?;
    let mass = one.field(field!(Particle, mass))?;
    assert_eq!((one.get(())?, mass.get(())?), (host[3], 4.0));
    println!("one record: {:?}", one.get(())?);
    Ok(())
}
