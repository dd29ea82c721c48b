//! A C++ template, compiled for two types at run time: its instances are requested by name expressions.

use std::error::Error;

use cuda_driver::{Driver, Launch};
use nvrtc::{Arch, Program};

const SOURCE: &str = "
template <typename T> __global__ void scale(T *values, T factor, size_t n) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) values[i] *= factor;
}";

fn main() -> Result<(), Box<dyn Error>> {
    run(&cuda_sim::gpu_or_software()?)
}

/// Scales numbers of two types, and checks them.
pub fn run(driver: &Driver) -> Result<(), Box<dyn Error>> {
    let context = driver.device(0)?.primary_context()?;
    let stream = context.stream()?;
    let ptx = Program::new("scale.cu", SOURCE)
        .arch(Arch::compute(7, 5))
        // Any C++ expression; if the types have equivalents in Rust, `instance` writes it.
        .name_expression("scale<double>")
        .instance::<i32>("scale")
        .compile_ptx()?;
    let module = context.load(&ptx)?;
    let double = ptx.lowered_name("scale<double>").ok_or("no scale<double>")?;
    let int = ptx.lowered_instance::<i32>("scale").ok_or("no scale<int>")?;
    println!("scale<double> is {double:?}, and scale<int> is {int:?}");

    let n = 100usize;
    let mut doubles = stream.upload(&vec![1.5f64; n])?;
    let mut ints = stream.upload(&vec![3i32; n])?;
    let launch = Launch::elements(n, 64);
    // SAFETY: scale(double *, double, size_t), with n elements.
    unsafe { stream.launch(&module.function(double)?, launch, (&mut doubles, 2.0f64, n)) }?;
    // SAFETY: scale(int *, int, size_t), with n elements.
    unsafe { stream.launch(&module.function(int)?, launch, (&mut ints, 7i32, n)) }?;
    match (doubles.to_vec()?, ints.to_vec()?) {
        (doubles, ints) if doubles == vec![3.0; n] && ints == vec![21; n] => Ok(()),
        _ => Err("the numbers were scaled wrong".into()),
    }
}
