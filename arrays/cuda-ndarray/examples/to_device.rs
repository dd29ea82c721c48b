//! Copies a host array to the device and back: Numba's `cuda.to_device(ary)` and `d_ary.copy_to_host()`.
//!
//! `cargo run -p cuda-ndarray --example to_device`

use cuda_ndarray::MakeArrays;
use cuda_ndarray::ndarray::{Array1, Array2};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let device = cuda_sim::gpu_or_software()?.device(0)?;
    let stream = device.primary_context()?.stream()?;

    // ary = np.arange(10); d_ary = cuda.to_device(ary)
    let host = Array1::from_iter(0..10);
    let on_device = stream.to_device(&host)?;
    println!("{}: {on_device:?}", device.name()?);

    // hary = d_ary.copy_to_host()
    println!("a new host array:  {}", on_device.to_host()?);

    // ary = np.empty(shape=d_ary.shape, dtype=d_ary.dtype); d_ary.copy_to_host(ary)
    let mut existing = Array1::zeros(on_device.raw_dim());
    on_device.copy_to(&mut existing)?;
    println!("an existing one:   {existing}");
    assert_eq!(existing, host);

    // A matrix in Fortran order is copied back in that order; of a part, only its elements are copied.
    let columns = Array2::from_shape_fn((3, 4), |(i, j)| 10 * i + j).reversed_axes();
    let on_device = stream.to_device(&columns)?;
    assert!(on_device.is_f_contiguous());
    println!("a matrix:\n{}", on_device.to_host()?);

    // What doesn't fit is an error, with Numba's text.
    match on_device.copy_to(&mut Array2::zeros((3, 4))) {
        Ok(()) => return Err("four rows fit into three".into()),
        Err(error) => println!("a wrong shape:     {error}"),
    }
    Ok(())
}
