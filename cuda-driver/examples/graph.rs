//! A step of work, recorded into a graph once, and launched many times.

use std::error::Error;
use std::sync::Arc;

use cuda_driver::{Driver, Launch};

/// Moves each of `n` numbers half of the way to 1.
const PTX: &str = "
.version 7.0
.target sm_52
.address_size 64
.visible .entry step(.param .u64 x, .param .u32 n) {
    .reg .u32 %r<6>; .reg .u64 %a<4>; .reg .f32 %f<2>; .reg .pred %p;
    mov.u32 %r1, %ctaid.x;
    mov.u32 %r2, %ntid.x;
    mov.u32 %r3, %tid.x;
    mad.lo.u32 %r4, %r1, %r2, %r3;
    ld.param.u32 %r5, [n];
    setp.ge.u32 %p, %r4, %r5;
    @%p ret;
    ld.param.u64 %a1, [x];
    mul.wide.u32 %a2, %r4, 4;
    add.u64 %a3, %a1, %a2;
    ld.global.f32 %f1, [%a3];
    fma.rn.f32 %f1, %f1, 0f3F000000, 0f3F000000;
    st.global.f32 [%a3], %f1;
    ret;
}
";

fn main() -> Result<(), Box<dyn Error>> {
    run(&cuda_sim::gpu_or_software()?)
}

const N: usize = 1000;

/// Records two steps, and launches them until nothing changes any more.
pub fn run(driver: &Driver) -> Result<(), Box<dyn Error>> {
    let context = driver.device(0)?.primary_context()?;
    let stream = context.stream()?;
    let step = context.load_ptx(PTX)?.function("step")?;
    let numbers = Arc::new(stream.upload(&[0.0f32; N])?);

    let mut capture = context.capture()?;
    for _ in 0..2 {
        // SAFETY: step(float *, unsigned); the graph keeps the memory, which nothing else uses while it runs.
        unsafe { capture.launch(&step, Launch::elements(N, 256), (&*numbers, N as u32)) }?;
    }
    capture.keep(numbers.clone());
    capture.keep(step);
    let graph = capture.finish()?.instantiate()?;
    for _ in 0..20 {
        // SAFETY: as recorded.
        unsafe { graph.launch(&stream) }?;
    }

    let numbers = numbers.to_vec()?;
    println!("after 20 launches of a graph with two steps: {}", numbers[0]);
    if numbers.iter().all(|number| *number == 1.0) {
        Ok(())
    } else {
        Err("the steps were not all made".into())
    }
}
