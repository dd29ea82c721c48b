//! Copies an array to a buffer of the device, lets a kernel of another library add one to each number, and copies it back: the
//! example in pyarrow's manual of its CUDA integration.
//!
//! `cargo run -p cuda-arrow --example cuda_buffer`

use cuda_arrow::arrow_array::{Int32Array, types::Int32Type};
use cuda_arrow::arrow_buffer::ScalarBuffer;
use cuda_arrow::{Buffer, MemoryManager};
use cuda_driver::Launch;

/// `an_array[pos] += 1`, for the numbers of the array.
const INCREMENT: &str = include_str!("increment_by_one.ptx");

fn numbers(buffer: &Buffer) -> Result<Int32Array, cuda_arrow::Error> {
    let host = buffer.to_host()?;
    let len = host.len() / 4;
    Ok(Int32Array::new(ScalarBuffer::new(host, 0, len), None))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // ctx = cuda.Context(0)
    let manager = MemoryManager::of_device(cuda_sim::gpu_or_software()?.device(0)?)?;

    // arr = np.arange(4, dtype=np.int32); cuda_buf = ctx.buffer_from_data(arr)
    let array = cuda_arrow::arrow_array::PrimitiveArray::<Int32Type>::from_iter_values(0..4);
    let buffer = manager.copy_from_arrow(array.values().inner())?;
    println!("{} bytes on {}", buffer.len(), manager.device().name()?);
    println!("as they came:   {:?}", numbers(&buffer)?.values());

    // increment_by_one[16, 16](device_arr)
    let increment = manager.context().load_ptx(INCREMENT)?.function("increment_by_one")?;
    let mut buffer = buffer.into_mutable().map_err(|_| "the buffer is shared")?;
    let mut on_device = buffer.typed_mut::<i32>()?;
    let launch = Launch::grid(16).block(16);
    // SAFETY: increment_by_one(int *array, unsigned long long size), with that many numbers
    unsafe { manager.stream().launch(&increment, launch, (&mut on_device, 4u64)) }?;

    // np.frombuffer(cuda_buf.copy_to_host(), dtype=np.int32)
    let buffer = buffer.freeze();
    println!("after a kernel: {:?}", numbers(&buffer)?.values());

    // A device buffer isn't an arrow-rs buffer, so host code that would crash on it doesn't compile.
    if let Err(error) = buffer.slice(10..20) {
        println!("{error}");
    }
    println!("{} bytes are allocated", manager.bytes_allocated());
    Ok(())
}
