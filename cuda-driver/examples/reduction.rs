//! Sums numbers on two concurrent streams, with dynamic shared memory, and measures the time with events.

use std::error::Error;

use cuda_driver::{Driver, Launch};
use nvrtc::{Arch, Program};

/// One sum for each block, whose number of threads is a power of two.
const SOURCE: &str = r#"
extern "C" __global__ void sum(const float *x, size_t n, float *sums) {
    extern __shared__ float part[];
    size_t step = (size_t)gridDim.x * blockDim.x;
    float own = 0;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step) own += x[i];
    part[threadIdx.x] = own;
    __syncthreads();
    for (unsigned half = blockDim.x / 2; half; half /= 2) {
        if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0) sums[blockIdx.x] = part[0];
}"#;

fn main() -> Result<(), Box<dyn Error>> {
    run(&cuda_sim::gpu_or_software()?)
}

const N: usize = 1 << 16;
const BLOCKS: usize = 16;

/// Sums two vectors, each on its own stream, and then the sums of all blocks.
pub fn run(driver: &Driver) -> Result<(), Box<dyn Error>> {
    let context = driver.device(0)?.primary_context()?;
    let (stream, other) = (context.stream()?, context.stream()?);
    let ptx = Program::new("sum.cu", SOURCE).arch(Arch::compute(7, 5)).compile_ptx()?;
    let sum = context.load(&ptx)?.function("sum")?;

    let halves = stream.upload(&vec![0.5f32; N])?;
    let quarters = other.upload(&vec![0.25f32; N])?;
    let mut sums = stream.alloc::<f32>(2 * BLOCKS)?;
    let mut total = stream.alloc::<f32>(1)?;
    let (start, end) = (context.event()?, context.event()?);
    // Space for a number of each thread.
    let launch = Launch::grid(BLOCKS as u32).block(128).shared_memory(4 * 128);

    stream.record(&start)?;
    stream.fork(|fork| {
        let (mine, others) = sums.as_slice_mut().split_at_mut(BLOCKS)?;
        // `other` has this part until the end of the fork, where `stream` waits for it.
        let others = fork.lend(&other, others)?;
        // SAFETY: sum(const float *, size_t, float *), with N numbers and a sum for each block.
        unsafe {
            stream.launch(&sum, launch, (&halves, N, mine))?;
            other.launch(&sum, launch, (&quarters, N, others))?;
        }
        Ok(())
    })?;
    let last = Launch::grid(1).block(32).shared_memory(4 * 32);
    // SAFETY: as above, with the sums of all blocks as numbers.
    unsafe { stream.launch(&sum, last, (&sums, 2 * BLOCKS, &mut total)) }?;
    stream.record(&end)?;

    let total = total.to_vec()?[0];
    println!("the sum is {total}, after {:?}", start.elapsed(&end)?);
    if total == 0.75 * N as f32 { Ok(()) } else { Err("the sum is wrong".into()) }
}
