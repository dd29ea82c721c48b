//! SAXPY kernels, compared with the device's fastest copy: the median of each, taken in turn.

mod saxpy;

use std::process::ExitCode;

use cuda_driver::{DeviceBuffer, Driver, Function, Launch};
use nvrtc::{Arch, Nvrtc};

/// One float per thread; four; two times four, for more loads in flight; and four that bypass the caches, because
/// nothing is read twice.
const SOURCE: &str = r#"
extern "C" __global__ void plain(float a, const float *x, const float *y, float *out, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = a * x[i] + y[i];
}

extern "C" __global__ void vector(float a, const float4 *x, const float4 *y, float4 *out, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float4 p = x[i], q = y[i];
        out[i] = make_float4(a * p.x + q.x, a * p.y + q.y, a * p.z + q.z, a * p.w + q.w);
    }
}

extern "C" __global__ void unrolled(float a, const float4 *x, const float4 *y, float4 *out, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x * 2 + threadIdx.x, j = i + blockDim.x;
    if (j < n) {
        float4 p = x[i], r = x[j], q = y[i], s = y[j];
        out[i] = make_float4(a * p.x + q.x, a * p.y + q.y, a * p.z + q.z, a * p.w + q.w);
        out[j] = make_float4(a * r.x + s.x, a * r.y + s.y, a * r.z + s.z, a * r.w + s.w);
    } else if (i < n) {
        float4 p = x[i], q = y[i];
        out[i] = make_float4(a * p.x + q.x, a * p.y + q.y, a * p.z + q.z, a * p.w + q.w);
    }
}

extern "C" __global__ void streamed(float a, const float4 *x, const float4 *y, float4 *out, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float4 p = __ldcs(x + i), q = __ldcs(y + i);
        __stcs(out + i, make_float4(a * p.x + q.x, a * p.y + q.y, a * p.z + q.z, a * p.w + q.w));
    }
}
"#;

/// The number of kernels, and the index of the copy after them.
const COPY: usize = 4;

fn main() -> ExitCode {
    saxpy::exit(run())
}

fn run() -> Result<(), saxpy::Failure> {
    let (n, launches) = saxpy::arguments()?;
    if !n.is_multiple_of(4) {
        return Err(format!("{n} elements aren't a multiple of 4").into());
    }
    let mut steps = saxpy::Steps::begin();
    let driver = Driver::load()?;
    let device = driver.device(0)?;
    let context = device.primary_context()?;
    let stream = context.stream()?;
    let nvrtc = Nvrtc::load()?;
    let program = nvrtc.program("kernels.cu", SOURCE);
    let ptx = program.arch(Arch::compute(7, 5)).fmad(false).compile_ptx()?;
    let module = context.load(&ptx)?;
    // Each with the number of T in its arguments (float, const T *, const T *, T *, size_t), and how many a thread
    // computes.
    let kernels =
        [("plain", n, 1), ("vector", n / 4, 1), ("unrolled", n / 4, 2), ("streamed", n / 4, 1)];
    let functions = kernels.map(|(name, ..)| module.function(name));
    let functions: Vec<Function> = functions.into_iter().collect::<Result<_, _>>()?;

    let (mut host_x, mut host_y) = (vec![0.0; n], vec![0.0; n]);
    saxpy::generate(0, &mut host_x);
    saxpy::generate(saxpy::Y, &mut host_y);
    let (x, y) = (stream.upload(&host_x)?, stream.upload(&host_y)?);
    let mut out = stream.alloc::<f32>(n)?;
    steps.done("prepare");
    let mut host_out = vec![0.0; n];
    let mut wrong = 0;
    // The copies last.
    let mut times = [const { Vec::new() }; COPY + 1];
    let (begin, end) = (context.event()?, context.event()?);
    let run = |index: usize, out: &mut DeviceBuffer<f32>| -> Result<(), saxpy::Failure> {
        if index == COPY {
            return Ok(stream.copy(&x, out)?);
        }
        let (_, length, each) = kernels[index];
        let shape = Launch::elements(length.div_ceil(each), saxpy::BLOCK);
        // SAFETY: the arguments are those of the kernel; the vectors are n floats each.
        unsafe { stream.launch(&functions[index], shape, (saxpy::A, &x, &y, out, length)) }?;
        Ok(())
    };
    for index in 0..COPY {
        // Otherwise the previous kernel's result could hide an error.
        run(COPY, &mut out)?;
        run(index, &mut out)?;
        stream.download(&out, &mut host_out)?;
        wrong += saxpy::wrong(&host_x, &host_y, &host_out);
    }
    for turn in 0..launches {
        for step in 0..=COPY {
            let index = (turn + step) % (COPY + 1); // no program always follows the same one
            run(index, &mut out)?; // so that the device doesn't wait for the host between the events
            stream.record(&begin)?;
            run(index, &mut out)?;
            stream.record(&end)?;
            end.synchronize()?;
            times[index].push(begin.elapsed(&end)?.as_secs_f32() * 1e3);
        }
    }
    steps.done("launches");
    let names = kernels.iter().map(|(name, ..)| *name).chain(["copy"]);
    for (name, times) in names.zip(times) {
        steps.note(name, saxpy::median(times).into());
    }
    let compiler = format!("NVRTC {}", nvrtc.version());
    steps.print(device, driver, &compiler, n, wrong)
}
