//! Registered, pinned and mapped memory is lent as slices: its owner can't be replaced or grow, which would free what the
//! driver has pinned.
use cuda_driver::memory::{MappedMemory, RegisterFlags, RegisteredMemory};
use cuda_driver::{Context, Error, PinnedBuffer};

fn assigned(registered: &mut RegisteredMemory<Vec<u32>>, other: Vec<u32>) {
    *registered = other;
}

fn grown(registered: &mut RegisteredMemory<Vec<u32>>) {
    registered.push(1);
}

fn swapped(registered: &mut RegisteredMemory<Vec<u32>>, other: &mut Vec<u32>) {
    core::mem::swap(&mut **registered, other);
}

fn borrowed(context: &Context, memory: &mut Vec<u32>) -> Result<(), Error> {
    context.with_registered(memory, RegisterFlags::empty(), |lent| {
        lent.push(1);
        Ok(())
    })
}

fn used_otherwise(context: &Context, memory: &mut Vec<u32>) -> Result<(), Error> {
    context.with_registered(memory, RegisterFlags::empty(), |_| {
        memory.push(1);
        Ok(())
    })
}

fn pinned(pinned: &mut PinnedBuffer<u32>, other: Box<[u32]>) {
    **pinned = *other;
}

fn mapped(mapped: &mut MappedMemory<RegisteredMemory<Vec<u32>>>, other: Vec<u32>) {
    *mapped.as_device_mut() = other;
}

fn main() {}
