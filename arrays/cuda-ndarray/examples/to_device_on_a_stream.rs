//! Copies in a stream's order, while the host continues: Numba's `cuda.to_device(ary, stream=stream)` and
//! `d_ary.copy_to_host(stream=stream)`.
//!
//! In Python, changing the host array before the copy is complete goes unnoticed. Here the scope borrows the array.
//!
//! `cargo run -p cuda-ndarray --example to_device_on_a_stream`

use cuda_ndarray::ndarray::{Array1, ArrayRef1, Ix1, s};
use cuda_ndarray::{Error, HostArrays, PinnedArray, ScopedArrays};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let device = cuda_sim::gpu_or_software()?.device(0)?;
    let context = device.primary_context()?;
    // stream = cuda.stream()
    let stream = context.stream()?;

    // The host continues only during copies from and to pinned memory.
    let mut host: PinnedArray<f32, Ix1> = context.pinned_array(1 << 20)?;
    host.iter_mut().zip((0..100u8).cycle()).for_each(|(to, i)| *to = f32::from(i));
    let mut back = Array1::zeros(host.len());

    stream.try_scope(|scope| {
        // d_ary = cuda.to_device(ary, stream=stream)
        let source: &ArrayRef1<f32> = &host;
        let mut on_device = scope.to_device(source)?;
        on_device.slice_mut(s![..;2])?.fill(-1.0)?;
        // hary = d_ary.copy_to_host(stream=stream)
        scope.to_host(&on_device, &mut back)?;
        println!(
            "the host goes on; the stream is {}",
            if stream.query()? { "done" } else { "at work" }
        );
        Ok::<_, Error>(())
    })?; // waits for the stream, once

    assert!(back.iter().zip(host.iter()).enumerate().all(|(i, (new, old))| match i % 2 {
        0 => *new == -1.0,
        _ => new == old,
    }));
    println!("{}: {}", device.name()?, back.slice(s![..8]));
    Ok(())
}
