//! Adds two vectors, with weights that the kernel gets as a structure by value.

use std::error::Error;

use cuda_driver::{Driver, Launch, kernel_argument};
use nvrtc::{Arch, Program};

const SOURCE: &str = r#"
struct Weights { float x, y; unsigned len; };
extern "C" __global__ void add(Weights weights, const float *x, const float *y, float *out) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < weights.len) out[i] = weights.x * x[i] + weights.y * y[i];
}"#;

/// The structure of the kernel: `repr(C)` gives it the same layout.
#[derive(Clone, Copy)]
#[repr(C)]
struct Weights {
    x: f32,
    y: f32,
    len: u32,
}

kernel_argument!(Weights);

fn main() -> Result<(), Box<dyn Error>> {
    run(&cuda_sim::gpu_or_software()?)
}

/// Adds vectors of 1000 elements, and checks the sums.
pub fn run(driver: &Driver) -> Result<(), Box<dyn Error>> {
    let context = driver.device(0)?.primary_context()?;
    let stream = context.stream()?;
    let ptx = Program::new("add.cu", SOURCE).arch(Arch::compute(7, 5)).compile_ptx()?;
    let add = context.load(&ptx)?.function("add")?;

    let n = 1000;
    let numbers: Vec<f32> = (0..n).map(|i| i as f32).collect();
    let (x, y) = (stream.upload(&numbers)?, stream.upload(&vec![1.0f32; n])?);
    let mut out = stream.alloc::<f32>(n)?;
    let weights = Weights { x: 2.0, y: 3.0, len: n as u32 };
    // SAFETY: add(Weights, const float *, const float *, float *), with `len` elements each.
    unsafe { stream.launch(&add, Launch::elements(n, 128), (weights, &x, &y, &mut out)) }?;
    let sums = out.to_vec()?;
    println!("2 x + 3 y is {:?}, …", &sums[..5]);
    if sums.iter().zip(numbers).all(|(sum, x)| *sum == 2.0 * x + 3.0) {
        Ok(())
    } else {
        Err("the sums are wrong".into())
    }
}
