//! A session with arrays on a GPU: to it and back, lengths, slices, functions, and what happens when arrays of different
//! backends meet.

use cuda_awkward::{Axis, Backend, HostArray};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // The GPU, or the software device where there is none.
    let context = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?;
    let gpu = Backend::new(&context.stream()?)?;

    let lists = [
        &[0.0, 1.1, 2.2][..],
        &[],
        &[3.3, 4.4],
        &[5.5],
        &[6.6, 7.7, 8.8, 9.9],
    ];
    let array_cpu = HostArray::from_values((0..10_000).flat_map(|_| lists))?;
    println!("{}", array_cpu.type_text());

    let array_gpu = array_cpu.to_backend(&gpu)?;
    println!("{}", array_gpu.num(Axis::at(1))?);
    println!("{}", array_gpu.slice(100..)?);
    println!("{}", array_gpu.sqrt()?);
    println!("{}", (&array_gpu + 1.0)?.sum(1)?.slice(..5)?);

    // Nothing is copied unasked: another backend is another place.
    let other = Backend::new(&context.stream()?)?;
    let elsewhere = array_cpu.to_backend(&other)?;
    match &array_gpu + &elsewhere {
        Ok(_) => println!("they were added"),
        Err(error) => println!("{error}"),
    }
    let sum = (&array_gpu + &elsewhere.on(&gpu)?)?;
    println!("{}", sum.slice(..3)?);
    assert_eq!(array_gpu.to_host()?, array_cpu);
    Ok(())
}
