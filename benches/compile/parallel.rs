//! What several threads gain that compile or link at once.

use std::error::Error;
use std::thread;
use std::time::Instant;

use cuda_rust::measured::{median, rounded};
use nvjitlink::{LinkOption, Linker, NvJitLink};
use nvrtc::{Arch, Nvrtc, Program};
use serde::Serialize;

/// One piece of work, done by one thread and by several at once, in turns.
#[derive(Serialize)]
pub struct Parallel {
    pub work: &'static str,
    pub threads: usize,
    /// One thread does it once.
    pub alone_ms: f64,
    /// Each thread does it once, at the same time.
    pub together_ms: f64,
    /// How many times as much is done in the same time: 1 if threads take turns, at best the number of threads.
    pub gain: f64,
}

/// More threads would measure the machine.
const MOST_THREADS: usize = 4;

type Work = Box<dyn Fn() -> Result<(), Box<dyn Error + Send + Sync>> + Sync>;

/// Measures nothing on a machine with one core, and no links where there is no nvJitLink that takes NVRTC's LTO-IR.
pub fn measure(rounds: u32) -> Result<Vec<Parallel>, Box<dyn Error>> {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let threads = threads.min(MOST_THREADS);
    if threads == 1 {
        return Ok(Vec::new());
    }
    let mut all = Vec::new();
    for (name, work) in works()? {
        let (mut alone, mut together, mut gains) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..rounds {
            let one = on_threads(1, &work)?;
            let many = on_threads(threads, &work)?;
            alone.push(one);
            together.push(many);
            #[allow(clippy::cast_precision_loss, reason = "at most four")]
            gains.push(threads as f64 * one / many);
        }
        all.push(Parallel {
            work: name,
            threads,
            alone_ms: rounded(median(&alone)),
            together_ms: rounded(median(&together)),
            gain: rounded(median(&gains)),
        });
    }
    Ok(all)
}

/// Returns the milliseconds until all of `count` threads have done the work.
fn on_threads(count: usize, work: &Work) -> Result<f64, Box<dyn Error>> {
    let begin = Instant::now();
    thread::scope(|scope| {
        let threads: Vec<_> = (0..count).map(|_| scope.spawn(work)).collect();
        threads.into_iter().try_for_each(|thread| {
            let result = thread.join().map_err(|_| "a thread panicked")?;
            result.map_err(|error| -> Box<dyn Error> { error })
        })
    })?;
    Ok(begin.elapsed().as_secs_f64() * 1e3)
}

/// Two programs whose compilations take equally long, for opposite reasons; and links of their outputs.
fn works() -> Result<Vec<(&'static str, Work)>, Box<dyn Error>> {
    let declared: String = (0..4000)
        .map(|n| format!("template<int N> struct S{n} {{ static const int value = N + {n}; }};\n"))
        .collect();
    let declared = format!("{declared}__global__ void k(int *x) {{ *x = S7<3>::value; }}");
    let unrolled = "__global__ void k(float *x) { float a = x[0];\n#pragma unroll\n\
                    for (int i = 0; i < 60; ++i) a = a * x[i] + sinf(a) / (i + 1.5f); x[1] = a; }";
    let program = |source: &str| Program::new("k.cu", source).arch(Arch::compute(8, 0));
    let (declared, unrolled) = (program(&declared), program(unrolled));
    let ptx = unrolled.compile_ptx()?;
    let lto_ir = unrolled.compile_lto_ir()?;
    let compile = |program: Program<'static>| -> Work {
        Box::new(move || {
            program.compile_ptx()?;
            Ok(())
        })
    };
    let mut works = vec![
        ("NVRTC, many declarations", compile(declared)),
        ("NVRTC, much to optimize", compile(unrolled)),
    ];
    let Ok(nvjitlink) = NvJitLink::load() else {
        return Ok(works);
    };
    if nvjitlink.version() < Nvrtc::load()?.version() {
        return Ok(works);
    }
    works.push((
        "nvJitLink, PTX",
        Box::new(move || {
            nvjitlink.link_cubin(&Linker::new(Arch::sm(8, 0)).ptx("k", &ptx))?;
            Ok(())
        }),
    ));
    works.push((
        "nvJitLink, LTO-IR",
        Box::new(move || {
            let linker = Linker::new(Arch::sm(8, 0)).object("k", &lto_ir);
            nvjitlink.link_cubin(&linker.option(LinkOption::Lto))?;
            Ok(())
        }),
    ));
    Ok(works)
}
