use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

use cuda_driver::{Context, Function, Launch, Stream};
use cuda_rust::block_on;
use cuda_rust::measured::{median, rounded};
use serde::Serialize;

use crate::processor::Share;
use crate::{Effort, Failure};

/// A kernel that runs for a number of nanoseconds.
const SPIN: &std::ffi::CStr = c"
.version 7.0
.target sm_52
.address_size 64
.visible .entry spin(.param .u64 nanoseconds)
{
    .reg .b64 %rd<5>;
    .reg .pred %p;
    ld.param.u64 %rd1, [nanoseconds];
    mov.u64 %rd2, %globaltimer;
again:
    mov.u64 %rd3, %globaltimer;
    sub.u64 %rd4, %rd3, %rd2;
    setp.lt.u64 %p, %rd4, %rd1;
    @%p bra again;
    ret;
}
";

pub fn spin_kernel(context: &Context) -> Result<Function, Failure> {
    Ok(context.load_ptx(SPIN)?.function("spin")?)
}

pub fn spin(stream: &Stream, kernel: &Function, time: Duration) -> Result<(), Failure> {
    let nanoseconds = u64::try_from(time.as_nanos())?;
    // SAFETY: spin(unsigned long long), which uses no memory.
    Ok(unsafe { stream.launch(kernel, Launch::grid(1), (nanoseconds,)) }?)
}

/// How long it takes to launch a kernel and to wait for it in one way.
#[derive(Serialize)]
pub struct AwaitTime {
    pub kernel_us: u128,
    pub way: &'static str,
    pub rounds: usize,
    /// Microseconds, the median.
    pub us: f64,
    /// Microseconds, exceeded by a tenth of the rounds.
    pub us_90: f64,
    /// The processor's time of the process, in percent of one core.
    pub processor_percent: Option<f64>,
}

type Wait = fn(&Stream) -> Result<(), Failure>;

const WAYS: [(&str, Wait); 5] = [
    ("done().await", |stream| Ok(block_on(stream.done()?)?)),
    ("on_done", |stream| {
        let (called, unpark) = (Arc::new(AtomicBool::new(false)), thread::current());
        let calls = called.clone();
        stream.on_done(move |_| notify(&calls, &unpark))?;
        wait(&called);
        Ok(())
    }),
    ("launch_host_func", |stream| {
        let (called, unpark) = (Arc::new(AtomicBool::new(false)), thread::current());
        let calls = called.clone();
        stream.launch_host_func(move || notify(&calls, &unpark))?;
        wait(&called);
        Ok(())
    }),
    ("synchronize", |stream| Ok(stream.synchronize()?)),
    ("cuStreamSynchronize", |stream| {
        let call = stream.context().driver().raw().table().cuStreamSynchronize;
        let call = call.ok_or("the driver lacks cuStreamSynchronize")?;
        // SAFETY: the stream is alive.
        match unsafe { call(stream.as_raw()) }.0 {
            0 => Ok(()),
            code => Err(format!("cuStreamSynchronize returned {code}").into()),
        }
    }),
];

fn notify(called: &AtomicBool, waiting: &Thread) {
    called.store(true, Ordering::Release);
    waiting.unpark();
}

fn wait(called: &AtomicBool) {
    while !called.load(Ordering::Acquire) {
        thread::park();
    }
}

/// Measures each way with each kernel. The times of kernels in `done().await` alternate, too, so that none can be guessed.
pub fn measure(context: &Context, effort: &Effort) -> Result<Vec<AwaitTime>, Failure> {
    let kernel = spin_kernel(context)?;
    let mut rows = Vec::new();
    for micros in [10, 100, 1000, 10_000] {
        let time = Duration::from_micros(micros);
        for (way, wait) in WAYS {
            let row = measure_way(context, &kernel, (way, wait), &[time], effort)?;
            rows.push(row);
        }
        // The third one is what is reported.
        let times = [time * 2, time / 3, time];
        let way = ("done().await, varying", WAYS[0].1);
        rows.push(measure_way(context, &kernel, way, &times, effort)?);
    }
    Ok(rows)
}

fn measure_way(
    context: &Context,
    kernel: &Function,
    (way, wait): (&'static str, Wait),
    times: &[Duration],
    effort: &Effort,
) -> Result<AwaitTime, Failure> {
    let stream = context.stream()?;
    let round = || -> Result<Duration, Failure> {
        let mut took = Duration::ZERO;
        for time in times {
            let begin = Instant::now();
            spin(&stream, kernel, *time)?;
            wait(&stream)?;
            took = begin.elapsed();
        }
        Ok(took)
    };
    let mut samples = Vec::new();
    for _ in 0..3 {
        round()?;
    }
    let (begin, share) = (Instant::now(), Share::begin());
    while samples.is_empty() || begin.elapsed() < effort.time {
        samples.push(round()?.as_secs_f64() * 1e6);
    }
    let processor_percent = share.percent().map(rounded);
    samples.sort_by(f64::total_cmp);
    Ok(AwaitTime {
        kernel_us: times.last().map_or(0, Duration::as_micros),
        way,
        rounds: samples.len(),
        us: rounded(median(&samples)),
        us_90: rounded(samples[samples.len() * 9 / 10]),
        processor_percent,
    })
}
