//! A kernel that gets an array with its shape and strides: the example of Numba's `DeviceNDArray.copy_to_host`.
//!
//! ```text
//! arr = np.arange(1000)
//! d_arr = cuda.to_device(arr)
//! my_kernel[100, 100](d_arr)
//! result_array = d_arr.copy_to_host()
//! ```
//!
//! `cargo run -p cuda-ndarray --example my_kernel` needs an NVRTC: one that the system finds, or `CUDA_NVRTC`.

use cuda_driver::Launch;
use cuda_ndarray::ndarray::{Array1, Array2, s};
use cuda_ndarray::{MakeArrays, STRIDED_HEADER, STRIDED_HEADER_NAME};
use nvrtc::{Arch, Program};

const SOURCE: &str = r#"
#include "cuda_ndarray.cuh"

extern "C" __global__ void my_kernel(strided<int, 1> a) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < a.shape[0]) a(i) = 2 * a(i) + 1;
}
"#;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let device = cuda_sim::gpu_or_software()?.device(0)?;
    let context = device.primary_context()?;
    let stream = context.stream()?;
    let program = Program::new("my_kernel.cu", SOURCE).header(STRIDED_HEADER_NAME, STRIDED_HEADER);
    let module = context.load(&program.arch(Arch::compute(7, 5)).compile_ptx()?)?;
    let my_kernel = module.function("my_kernel")?;

    let host = Array1::from_iter(0..1000);
    let mut array = stream.to_device(&host)?;
    // SAFETY: my_kernel(strided<int, 1>), which stays within the shape.
    unsafe { stream.launch(&my_kernel, Launch::grid(100).block(100), (array.arg_mut()?,)) }?;
    let result = array.to_host()?;
    assert_eq!(result, host.mapv(|value| 2 * value + 1));
    println!("{}: {}", device.name()?, result.slice(s![..8]));

    // A view is an argument, too: here the second column of a matrix, from below. Nothing is copied.
    let mut matrix = stream.zeros((5, 4))?;
    let mut column = matrix.slice_mut(s![..;-1, 1])?;
    column.assign(&Array1::from_iter(0..5))?;
    // SAFETY: as above.
    unsafe { stream.launch(&my_kernel, Launch::grid(1).block(32), (column.arg_mut(),)) }?;
    let result: Array2<i32> = matrix.to_host()?;
    assert_eq!(result.column(1).to_vec(), [9, 7, 5, 3, 1]);
    println!("{result}");
    Ok(())
}
