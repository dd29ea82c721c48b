//! A loop that runs on the device until a kernel ends it: Newton's method for many square roots at once. The host launches
//! one graph, and doesn't wait in between.

use std::error::Error;

use cuda_driver::graph::{CopyNode, FreeNode, KernelNode, MemsetNode};
use cuda_driver::{Driver, Launch};
use nvrtc::{Arch, Program};

const SOURCE: &str = r#"
extern "C" __device__ void cudaGraphSetConditional(unsigned long long handle, unsigned value);

// Makes one step, and counts the roots that it improved.
extern "C" __global__ void improve(const float *squares, float *roots, unsigned *improved, size_t n) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float root = roots[i], next = 0.5f * (root + squares[i] / root);
    if (fabsf(next - root) > 1e-6f * next) { roots[i] = next; atomicAdd(improved, 1); }
}

extern "C" __global__ void go_on(const unsigned *improved, unsigned *steps, unsigned long long is_improving) {
    ++*steps;
    cudaGraphSetConditional(is_improving, *improved != 0);
}"#;

fn main() -> Result<(), Box<dyn Error>> {
    run(&cuda_sim::gpu_or_software()?)
}

const N: usize = 1000;

/// Computes roots, and compares them with the host's.
pub fn run(driver: &Driver) -> Result<(), Box<dyn Error>> {
    let context = driver.device(0)?.primary_context()?;
    let stream = context.stream()?;
    let ptx = Program::new("roots.cu", SOURCE).arch(Arch::compute(7, 5)).compile_ptx()?;
    let module = context.load(&ptx)?;
    let (improve, go_on) = (module.function("improve")?, module.function("go_on")?);
    let numbers: Vec<f32> = (1..=N).map(|number| number as f32).collect();
    let squares = stream.upload(&numbers)?;
    let (mut roots, mut steps) = (stream.alloc::<f32>(N)?, stream.upload(&[0u32])?);
    let (all, one) = (Launch::elements(N, 256), Launch::grid(1).block(1));

    let mut graph = context.create_graph()?;
    // Memory that exists only while the graph runs.
    let (alloc, improved) = graph.alloc::<u32>(&[], 1)?;
    let is_improving = graph.condition(Some(1))?;
    // SAFETY: all buffers outlive the graph, whose launch alone uses them, and each node that uses `improved` runs
    // between its allocation and its free, here and below.
    let copy = unsafe { CopyNode::new(&squares, &mut roots, N) }?;
    let first = graph.add_node(&[], copy)?;
    let loop_ = graph.while_loop(&[alloc, first], is_improving, |body| {
        // SAFETY: as above; as the kernels are declared.
        unsafe {
            let zero = MemsetNode::new(improved.slice_mut(&stream), 0u32)?;
            let zero = body.add_node(&[], zero)?;
            let arguments = (&squares, &mut roots, improved, N);
            let step = body.add_node(&[zero], KernelNode::new(&improve, all, arguments))?;
            let arguments = (improved, &mut steps, is_improving);
            body.add_node(&[step], KernelNode::new(&go_on, one, arguments))?;
        }
        Ok(())
    })?;
    graph.add_node(&[loop_], FreeNode::new(improved))?;
    let exec = graph.instantiate()?;
    // SAFETY: as above.
    unsafe { exec.launch(&stream) }?;

    let (roots, steps) = (roots.to_vec()?, steps.to_vec()?[0]);
    println!("{N} square roots after {steps} steps on the device: the last is {}", roots[N - 1]);
    let is_close = |(root, number): (&f32, &f32)| (root - number.sqrt()).abs() < 1e-4 * root;
    if roots.iter().zip(&numbers).all(is_close) {
        Ok(())
    } else {
        Err("the roots are wrong".into())
    }
}
