//! A slice keeps the mapping of a graphics resource borrowed.
use cuda_driver::graphics::MappedResource;
use cuda_driver::{DeviceSliceMut, Error};

fn outlive(mut mapped: MappedResource) -> Result<(), Error> {
    let slice: DeviceSliceMut<'_, f32> = mapped.slice_mut()?;
    drop(mapped.unmap());
    println!("{}", slice.len());
    Ok(())
}

fn main() {}
