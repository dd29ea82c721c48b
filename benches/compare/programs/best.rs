//! SAXPY as fast as possible with `cuda-driver` and `nvrtc`. The input is generated and the kernel compiled while the
//! driver creates the context; then several threads, each with a stream and some pinned memory, copy, compute, copy
//! back and check piece by piece.

mod saxpy;

use std::process::ExitCode;
use std::thread;

use cuda_driver::{Context, Device, DeviceBuffer, Driver, Function, Launch, sys::CUdeviceptr};
use nvrtc::{ObjectCode, Program, Target};

use saxpy::Failure;

/// Four floats per thread in one load and one store; the last thread computes the rest.
const SOURCE: &str = r#"extern "C" __global__
void saxpy(float a, const float *x, const float *y, float *out, size_t n)
{
    size_t i = ((size_t)blockIdx.x * blockDim.x + threadIdx.x) * 4;
    if (i + 4 <= n) {
        float4 p = *(const float4 *)(x + i), q = *(const float4 *)(y + i);
        *(float4 *)(out + i) = make_float4(a * p.x + q.x, a * p.y + q.y, a * p.z + q.z, a * p.w + q.w);
    } else {
        for (; i < n; i++)
            out[i] = a * x[i] + y[i];
    }
}"#;

/// Threads that generate while the context is created: enough to finish first.
const GENERATORS: usize = 4;
/// The maximum number of threads that copy, compute and check.
const WORKERS: usize = 8;
/// The number of elements that a worker copies at once; a multiple of four, for the kernel.
const PIECE: usize = 1 << 16;
/// The number of elements of a worker's pinned memory: a piece of each vector.
const PINNED: usize = 3 * PIECE;

fn main() -> ExitCode {
    saxpy::exit(run())
}

fn run() -> Result<(), Failure> {
    let (n, launches) = saxpy::arguments()?;
    let mut steps = saxpy::Steps::begin();
    let (mut x, mut y, mut out) = (vec![0.0; n], vec![0.0; n], vec![0.0; n]);

    let (driver, context, stream, mut pinned, vectors, image) = thread::scope(|threads| {
        let part = n.div_ceil(GENERATORS);
        let parts = x.chunks_mut(part).zip(y.chunks_mut(part));
        for (index, ((x, y), out)) in parts.zip(out.chunks_mut(part)).enumerate() {
            threads.spawn(move || {
                let first = (index * part) as u32;
                saxpy::generate(first, x);
                saxpy::generate(saxpy::Y + first, y);
                // The system provides pages on the first write: better now than when the result is copied.
                out.fill(f32::NAN);
            });
        }
        let driver = Driver::load()?;
        let device = driver.device(0)?;
        let compiler = threads.spawn(move || compile(device, driver));
        let context = device.primary_context()?;
        steps.done("context");
        let stream = context.default_stream();
        let floats = || stream.alloc_unpooled::<f32>(n);
        let vectors = (floats()?, floats()?, floats()?);
        steps.done("allocate");
        let pinned = context.pinned::<f32>(WORKERS * PINNED)?;
        steps.done("pin");
        // The time of this and of generating that exceeds the steps above.
        let (image, milliseconds) = compiler.join().map_err(|_| "the compiler panicked")??;
        steps.done("compile");
        steps.note("compile_overlapped", milliseconds);
        Ok::<_, Failure>((driver, context, stream, pinned, vectors, image))
    })?;
    let (on_device_x, on_device_y, mut on_device_out) = vectors;
    steps.done("generate");

    let kernel = load(&context, &image)?;
    steps.done("load");

    let memory =
        Memory { x: on_device_x.as_raw(), y: on_device_y.as_raw(), out: on_device_out.as_raw() };
    let workers = thread::available_parallelism().map_or(1, |cores| cores.get().min(WORKERS));
    let part = n.div_ceil(workers).next_multiple_of(PIECE);
    let wrong = thread::scope(|threads| {
        let input = x.chunks(part).zip(y.chunks(part));
        let output = out.chunks_mut(part).zip(pinned.chunks_mut(PINNED));
        let parts = input.zip(output).enumerate();
        let parts = parts.map(|(index, ((x, y), (out, pinned)))| WorkerPart {
            first: index * part,
            x,
            y,
            out,
            pinned,
        });
        let (context, kernel) = (&context, &kernel);
        let work = |part| threads.spawn(move || compute(context, kernel, memory, part));
        let workers: Vec<_> = parts.map(work).collect();
        let results = workers.into_iter().map(|worker| worker.join());
        results
            .map(|result| result.map_err(|_| "a worker panicked")?)
            .sum::<Result<usize, Failure>>()
    })?;
    steps.done("pipeline");

    let shape = Launch::elements(n.div_ceil(4), saxpy::BLOCK);
    let (begin, end) = (context.event()?, context.event()?);
    let mut times = Vec::new();
    let mut launch = || {
        let arguments = (saxpy::A, &on_device_x, &on_device_y, &mut on_device_out, n);
        // SAFETY: saxpy(float, const float *, const float *, float *, size_t), n elements each; the workers' streams
        // are done.
        unsafe { stream.launch(&kernel, shape, arguments) }
    };
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

    let compiler = format!("NVRTC {}", nvrtc::Nvrtc::load()?.version());
    steps.print(context.device(), driver, &compiler, n, wrong)?;
    // The end of the process releases everything at once.
    std::process::exit(0)
}

/// Returns what the device loads, machine code or otherwise PTX, and how long it took to create.
fn compile(device: Device, driver: Driver) -> Result<(ObjectCode, f64), Failure> {
    let steps = saxpy::Steps::begin();
    let capability = device.compute_capability()?;
    let target = Target::of_device(capability, driver.version(), &device.name()?);
    let program = Program::new("saxpy.cu", SOURCE).fmad(false);
    let image = program.compile_for(target)?;
    Ok((image, steps.total()))
}

fn load(context: &Context, image: &ObjectCode) -> Result<Function, Failure> {
    Ok(context.load(image)?.function("saxpy")?)
}

/// The device's complete vectors.
#[derive(Clone, Copy)]
struct Memory {
    x: CUdeviceptr,
    y: CUdeviceptr,
    out: CUdeviceptr,
}

/// A part of the host's vectors for one worker, and its pinned memory.
struct WorkerPart<'a> {
    /// The index of the first element.
    first: usize,
    x: &'a [f32],
    y: &'a [f32],
    out: &'a mut [f32],
    pinned: &'a mut [f32],
}

/// Computes a part, piece by piece; returns how many elements are wrong.
fn compute(
    context: &Context,
    kernel: &Function,
    memory: Memory,
    part: WorkerPart<'_>,
) -> Result<usize, Failure> {
    let stream = context.stream()?;
    let (pinned_x, rest) = part.pinned.split_at_mut(PIECE);
    let (pinned_y, pinned_out) = rest.split_at_mut(PIECE);
    let mut wrong = 0;
    let input = part.x.chunks(PIECE).zip(part.y.chunks(PIECE));
    let pieces = input.zip(part.out.chunks_mut(PIECE));
    for (index, ((x, y), out)) in pieces.enumerate() {
        let n = x.len();
        let offset = ((part.first + index * PIECE) * size_of::<f32>()) as CUdeviceptr;
        // SAFETY: n elements from there on are within the vectors, which outlive the workers and whose own
        // stream is idle meanwhile; no other worker has this part of them.
        let piece = |vector: CUdeviceptr| unsafe {
            DeviceBuffer::<f32>::borrow_raw(&stream, vector + offset, n)
        };
        let (mut device_x, mut device_y) = (piece(memory.x), piece(memory.y));
        let mut device_out = piece(memory.out);
        let shape = Launch::elements(n.div_ceil(4), saxpy::BLOCK);

        pinned_x[..n].copy_from_slice(x);
        pinned_y[..n].copy_from_slice(y);
        stream.scope(|scope| {
            scope.upload_into(&pinned_x[..n], &mut device_x)?;
            scope.upload_into(&pinned_y[..n], &mut device_y)?;
            let arguments = (saxpy::A, &device_x, &device_y, &mut device_out, n);
            // SAFETY: saxpy(float, const float *, const float *, float *, size_t), n elements each, on boundaries of
            // four elements as PIECE is.
            unsafe { scope.launch(kernel, shape, arguments) }?;
            scope.download(&device_out, &mut pinned_out[..n])?;
            Ok::<_, cuda_driver::Error>(())
        })?;
        out.copy_from_slice(&pinned_out[..n]);
        wrong += saxpy::wrong(x, y, out);
    }
    Ok(wrong)
}
