//! Other shapes of the same memory: Numba's `d_arr.reshape(20, 50, order='F')`, `ravel` and `split`, and slices.
//!
//! `cargo run -p cuda-ndarray --example reshape`

use cuda_ndarray::ndarray::{Array1, Axis, Ix1, Ix2, Order, s};
use cuda_ndarray::{DeviceArray, MakeArrays, infer_shape};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let device = cuda_sim::gpu_or_software()?.device(0)?;
    let stream = device.primary_context()?.stream()?;
    let array: DeviceArray<i32, Ix1> = stream.to_device(&Array1::from_iter(0..1000))?;

    // d_arr = d_arr.reshape(20, 50, order='F')
    let array: DeviceArray<i32, Ix2> = array.into_shape_with_order((20, 50), Order::F)?;
    println!("{}: shape {:?}, strides {:?}", device.name()?, array.shape(), array.strides());
    assert!(array.is_f_contiguous() && !array.is_c_contiguous());
    assert_eq!(array.get((3, 2))?, 43);

    // d_arr.reshape(-1, 4): one length may be left open.
    let open = infer_shape(array.len(), &[-1, 4])?;
    let four = array.view().into_shape_with_order(open, Order::F)?;
    println!("reshaped: shape {:?}, strides {:?}", four.shape(), four.strides());

    // d_arr.ravel(order='F') is a view; C order would need a copy, so it is an error.
    assert_eq!(array.flatten_view(Order::F)?.get(43)?, 43);
    match array.flatten_view(Order::C) {
        Ok(_) => return Err("the columns were taken for rows".into()),
        Err(error) => println!("raveled:  {error}"),
    }
    assert_eq!(array.to_shape(1000, Order::C)?.view().get(1)?, 20);

    // d_arr.T, d_arr[2:10, ::-5] and d_arr.split(15): views, without a driver call.
    let part = array.slice(s![2..10, ..;-5])?;
    println!("sliced:   shape {:?}, strides {:?}", part.shape(), part.strides());
    assert_eq!(part.t().get((0, 0))?, 2 + 49 * 20);
    let parts = array.axis_chunks_iter(Axis(1), 15)?;
    println!("split:    {:?}", parts.map(|part| part.shape()[1]).collect::<Vec<_>>());
    Ok(())
}
