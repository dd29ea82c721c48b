//! SAXPY with `cuda-driver` and `nvrtc`, one step after the other, except that a second thread compiles the kernel
//! while the context is created.
//!
//! With a folder in `SAXPY_CACHE`, the kernel is compiled only in the first run, as nvcc compiles it once.

mod saxpy;

use std::env;
use std::process::ExitCode;
use std::thread;

use cuda_driver::{Driver, Launch};
use nvrtc::{Arch, Program, Ptx};
use nvrtc_cache::Cache;

const SOURCE: &str = r#"extern "C" __global__
void saxpy(float a, const float *x, const float *y, float *out, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = a * x[i] + y[i];
}"#;

fn main() -> ExitCode {
    saxpy::exit(run())
}

fn run() -> Result<(), saxpy::Failure> {
    let (n, launches) = saxpy::arguments()?;
    let mut steps = saxpy::Steps::begin();

    let driver = Driver::load()?;
    // Not earlier: starting the driver and loading NVRTC concurrently slows down both.
    let compiler = thread::spawn(compile);
    let device = driver.device(0)?;
    let context = device.primary_context()?;
    let stream = context.default_stream();
    steps.done("context");

    // The time that exceeds the context's creation.
    let compiled = compiler.join().map_err(|_| "the compiler panicked")??;
    steps.done("compile");
    steps.note("compile_overlapped", compiled.milliseconds);

    let kernel = context.load(&compiled.ptx)?.function("saxpy")?;
    steps.done("load");

    let (mut x, mut y) = (vec![0.0; n], vec![0.0; n]);
    saxpy::generate(0, &mut x);
    saxpy::generate(saxpy::Y, &mut y);
    steps.done("generate");

    let (mut on_device_x, mut on_device_y) = (stream.alloc_unpooled(n)?, stream.alloc_unpooled(n)?);
    let mut on_device_out = stream.alloc_unpooled::<f32>(n)?;
    steps.done("allocate");

    stream.upload_into(&x, &mut on_device_x)?;
    stream.upload_into(&y, &mut on_device_y)?;
    steps.done("host_to_device");

    let shape = Launch::elements(n, saxpy::BLOCK);
    let mut launch = || {
        let arguments = (saxpy::A, &on_device_x, &on_device_y, &mut on_device_out, n);
        // SAFETY: saxpy(float, const float *, const float *, float *, size_t), n elements each.
        unsafe { stream.launch(&kernel, shape, arguments) }
    };
    launch()?;
    stream.synchronize()?;
    steps.done("launch");

    let (begin, end) = (context.event()?, context.event()?);
    let mut times = Vec::new();
    for _ in 0..launches {
        launch()?; // so that the device doesn't wait for the host between the events
        stream.record(&begin)?;
        launch()?;
        stream.record(&end)?;
        end.synchronize()?;
        times.push(begin.elapsed(&end)?.as_secs_f32() * 1e3);
    }
    steps.done("launches");
    steps.note("kernel", saxpy::median(times).into());

    let mut out = vec![0.0; n];
    stream.download(&on_device_out, &mut out)?;
    steps.done("device_to_host");

    let wrong = saxpy::wrong(&x, &y, &out);
    steps.done("check");

    on_device_x.destroy()?;
    on_device_y.destroy()?;
    on_device_out.destroy()?;
    steps.done("free");
    // The primary context isn't released before the process ends, as with the runtime API.
    std::mem::forget(context);
    steps.print(device, driver, &compiled.compiler, n, wrong)
}

struct CompiledKernel {
    ptx: Ptx,
    /// The compiler, and how long it took.
    compiler: String,
    milliseconds: f64,
}

fn compile() -> Result<CompiledKernel, saxpy::Failure> {
    let steps = saxpy::Steps::begin();
    let program = Program::new("saxpy.cu", SOURCE).arch(Arch::compute(7, 5)).fmad(false);
    let (ptx, compiler) = match env::var_os("SAXPY_CACHE") {
        Some(folder) => {
            let ptx = Cache::at(folder).compile_ptx(&program)?;
            (ptx, "nvrtc-cache".to_owned())
        }
        None => {
            let compiler = format!("NVRTC {}", program.nvrtc()?.version());
            (program.compile_ptx()?, compiler)
        }
    };
    let milliseconds = steps.total();
    Ok(CompiledKernel { ptx, compiler, milliseconds })
}
