//! Host memory that the device copies fast, or uses in place: Numba's `pinned_array`, `mapped_array`, `pinned` and `mapped`;
//! and memory that host and device share, its `managed_array`.
//!
//! `cargo run -p cuda-ndarray --example pinned_and_mapped`

use cuda_driver::{managed::MemAttachFlags, memory::PinnedFlags};
use cuda_ndarray::ndarray::{Array1, Array2, Ix1, Ix2};
use cuda_ndarray::{
    HostArrays, MakeArrays, ManagedArray, ManagedArrays, MapArrays, PinnedArray, ScopedArrays,
};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let device = cuda_sim::gpu_or_software()?.device(0)?;
    let context = device.primary_context()?;
    let stream = context.stream()?;
    println!("{}", device.name()?);

    // a = cuda.pinned_array((3, 4)): it dereferences to an array of `ndarray`.
    let mut pinned: PinnedArray<f32, Ix2> = context.pinned_array((3, 4))?;
    pinned.row_mut(1).fill(5.0);
    let mut on_device = stream.to_device(&pinned)?;
    println!("pinned:  sum {}", on_device.to_host()?.sum());

    // a = cuda.mapped_array(1000, wc=True): a stream has it until it is unmapped.
    let flags = PinnedFlags::WRITE_COMBINED | PinnedFlags::PORTABLE;
    let mut mapped: PinnedArray<u32, Ix1> = context.mapped_array(1000, flags)?;
    mapped.fill(1);
    let mut lent = mapped.map(&stream)?;
    lent.view_mut()?.fill(7)?; // the device writes the host's memory
    let mapped = lent.unmap()?; // waits
    println!("mapped:  sum {}", mapped.sum());

    // with cuda.pinned(x): the program's own array, pinned temporarily.
    let mut array = Array2::<f32>::ones((3, 4));
    context.with_pinned(&mut [&mut array], |arrays| {
        on_device.assign(&arrays[0])?;
        on_device.view_mut()?.fill(2.0)?;
        stream.try_scope(|scope| scope.to_host(&on_device, &mut arrays[0]))
    })?;
    println!("own:     sum {}, pinned for a while", array.sum());

    // with cuda.mapped(x) as d: used in place.
    let mut array = Array1::<f32>::zeros(1000);
    stream.with_mapped(&mut [&mut array], |views| views[0].fill(0.5))?;
    println!("own:     sum {}, mapped for a while", array.sum());

    // a = cuda.managed_array(1000): one address for both.
    let mut managed: ManagedArray<f32, Ix1> = stream.managed_array(1000, MemAttachFlags::GLOBAL)?;
    managed.view_mut()?.fill(0.25)?;
    let sum = managed.host()?.sum(); // waits
    println!("managed: sum {sum}");
    Ok(())
}
