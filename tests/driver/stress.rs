//! Threads that create, use and drop everything concurrently, with shared contexts, streams and pools.
//!
//! The option `seconds` sets the duration, by default 2; `seed` repeats a run's choices, and `only` lists the operations
//! to choose from.

mod graphs;
mod operations;

use std::any::Any;
use std::error::Error;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use cuda_driver::{
    Context, DeviceBuffer, Driver, Function, Kernel, Stream,
    context::ContextFlags,
    graph::Graph,
    memory::{
        MemoryPool, PoolProperties,
        resource::{CachingResource, UnpooledResource},
    },
};
use cuda_rust::options;
use fastrand::Rng;

use crate::costs::instrumented;
use crate::device::{is_software, process, with_device};
use crate::owners::PATIENCE;
use crate::pairs;
use operations::{OPERATIONS, Operation};

const THREADS: usize = 16;

/// What an operation leaves for another thread to drop.
type Leftover = Option<Box<dyn Any + Send>>;
type Outcome = Result<Leftover, Box<dyn Error>>;

/// Writes the sum of a number and a global variable to each of `n` elements.
const CODE: &str = ".version 7.0\n.target sm_52\n.address_size 64
.visible .global .align 4 .u32 added[2] = {7, 8};
.visible .entry fill(.param .u64 out, .param .u32 value, .param .u32 n) {
    .reg .u32 %r<7>; .reg .u64 %a<3>; .reg .pred %p;
    mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x; mov.u32 %r3, %tid.x; mad.lo.u32 %r1, %r1, %r2, %r3;
    ld.param.u32 %r4, [n]; setp.ge.u32 %p, %r1, %r4; @%p ret;
    ld.param.u64 %a1, [out]; cvta.to.global.u64 %a1, %a1; mul.wide.u32 %a2, %r1, 4; add.u64 %a1, %a1, %a2;
    ld.param.u32 %r5, [value]; ld.global.u32 %r6, [added]; add.u32 %r5, %r5, %r6; st.global.u32 [%a1], %r5; ret;
}";
const ADDED: u32 = 7;

/// What all threads share.
struct SharedState {
    driver: Driver,
    /// The primary context, and another one.
    contexts: [Context; 2],
    /// Some streams of each context.
    streams: Vec<Stream>,
    pool: MemoryPool,
    /// Memory of both contexts.
    cache: CachingResource<UnpooledResource>,
    /// The kernel in each of the contexts.
    functions: [Function; 2],
    kernel: Option<Kernel>,
    graph: Graph,
    /// Read-only memory.
    numbers: DeviceBuffer<u32>,
    /// Values for other threads to drop.
    bag: Mutex<Vec<Box<dyn Any + Send>>>,
    /// Held while there is an additional context, because each takes hundreds of megabytes of a GPU.
    one_more_context: Mutex<()>,
}

impl SharedState {
    fn new(driver: Driver) -> Result<Self, Box<dyn Error>> {
        let device = driver.device(0)?;
        let contexts = [device.primary_context()?, device.create_context(ContextFlags::empty())?];
        let mut streams = Vec::new();
        for context in contexts.iter().cycle().take(6) {
            streams.push(context.stream()?);
        }
        let [first, second] = &contexts;
        let functions =
            [first.load_ptx(CODE)?.function("fill")?, second.load_ptx(CODE)?.function("fill")?];
        Ok(Self {
            cache: CachingResource::new(UnpooledResource, 1 << 20),
            pool: driver.create_pool(&PoolProperties::new(device))?,
            kernel: match driver.load_library_ptx(CODE) {
                Ok(library) => Some(library.kernel("fill")?),
                Err(error) if error.result().is_some_and(|result| result.is_absent()) => None,
                Err(error) => return Err(error.into()),
            },
            graph: graphs::shared_graph(&contexts[0])?,
            numbers: streams[0].upload(&(0..1000).collect::<Vec<u32>>())?,
            driver,
            streams,
            functions,
            contexts,
            bag: Mutex::default(),
            one_more_context: Mutex::default(),
        })
    }

    /// Returns a context and its kernel.
    fn context(&self, rng: &mut Rng) -> (&Context, &Function) {
        let index = rng.usize(..2);
        (&self.contexts[index], &self.functions[index])
    }

    /// Returns a stream of a context: a shared one, or a new one.
    fn stream(&self, rng: &mut Rng) -> Result<Stream, Box<dyn Error>> {
        if rng.bool() {
            Ok(self.streams[rng.usize(..self.streams.len())].clone())
        } else {
            Ok(self.context(rng).0.stream()?)
        }
    }

    /// Returns the kernel for a stream.
    fn function(&self, stream: &Stream) -> &Function {
        let index = usize::from(*stream.context() == self.contexts[1]);
        &self.functions[index]
    }

    /// Stores a value, and drops another one.
    fn leave(&self, left: Leftover, rng: &mut Rng) {
        let dropped = {
            let mut bag = self.bag.lock().unwrap_or_else(PoisonError::into_inner);
            bag.extend(left);
            let is_full = bag.len() > 64;
            (is_full || rng.u8(..4) == 0 && !bag.is_empty()).then(|| {
                let index = rng.usize(..bag.len());
                bag.swap_remove(index)
            })
        };
        drop(dropped);
    }
}

/// A thread's progress: the number of its operation plus one, and how many it has completed.
#[derive(Default)]
struct Progress {
    at: AtomicU64,
    done: AtomicU64,
}

#[test]
#[ignore = "run in a separate process: it counts what is left of all memory"]
fn creates_uses_and_drops_everything() {
    let time = Duration::from_secs(options::number("seconds", 2));
    let seed = options::number("seed", fastrand::u64(..));
    println!("seed {seed}, {} s", time.as_secs());
    with_device(None, |device| {
        let instrument = instrumented(device);
        let free = || device.context.memory_info().unwrap().0;
        let before = free();
        // SAFETY: the table wraps that of the device.
        let driver = unsafe { Driver::from_table(instrument.table()) }.unwrap();
        let raw = driver.raw();
        instrument.reset();
        let chosen = chosen();
        let counts = run(&SharedState::new(driver).unwrap(), &chosen, time, seed);
        // The driver drops what graphs kept on its own thread, some time after they are destroyed.
        let until = Instant::now() + PATIENCE;
        let left = loop {
            cuda_driver::stream::wait_for_deferred();
            match pairs::left(&instrument) {
                Some(_) if Instant::now() < until => thread::sleep(Duration::from_millis(1)),
                left => break left,
            }
        };
        assert_eq!(left, None, "seed {seed}");
        if is_software() {
            // The device keeps memory for graphs.
            // SAFETY: it uses no pointers.
            unsafe { raw.cuDeviceGraphMemTrim(0) }.unwrap();
            // Streams that were destroyed do their last work, such as a free, some time later.
            let until = Instant::now() + Duration::from_secs(3);
            while free() != before && Instant::now() < until {
                thread::sleep(Duration::from_millis(1));
            }
            assert_eq!(free(), before, "seed {seed}: bytes of memory are left");
        }
        for ((name, _), count) in chosen.iter().zip(counts) {
            println!("{count:>9} {name}");
            assert!(time.as_secs() < 2 || count > 0, "{name} was never done");
        }
        println!("{:>9} driver calls", instrument.all_calls());
    });
}

/// Returns the operations to choose from.
fn chosen() -> Vec<(&'static str, Operation)> {
    let Some(only) = options::given("only") else {
        return OPERATIONS.to_vec();
    };
    let is_operation = |name| OPERATIONS.iter().find(|(known, _)| *known == name);
    let chosen = only.split('+').map(|name| *is_operation(name).expect(name));
    chosen.collect()
}

/// Runs the threads, and returns how many times each operation was done.
fn run(
    shared: &SharedState,
    operations: &[(&str, Operation)],
    time: Duration,
    seed: u64,
) -> Vec<u64> {
    let progress: Vec<Progress> = (0..THREADS).map(|_| Progress::default()).collect();
    let counts: Vec<AtomicU64> = operations.iter().map(|_| AtomicU64::new(0)).collect();
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        let threads: Vec<_> = (0..THREADS)
            .map(|index| {
                let (progress, counts, is_over) = (&progress[index], &counts, &is_over);
                scope.spawn(move || {
                    let mut rng = Rng::with_seed(seed.wrapping_add(index as u64));
                    while !is_over.load(Ordering::Relaxed) {
                        let chosen = rng.usize(..operations.len());
                        let (name, operation) = operations[chosen];
                        progress.at.store(chosen as u64 + 1, Ordering::Relaxed);
                        match operation(shared, &mut rng) {
                            Ok(left) => shared.leave(left, &mut rng),
                            Err(error) => panic!("seed {seed}, {name}: {error}"),
                        }
                        counts[chosen].fetch_add(1, Ordering::Relaxed);
                        progress.done.fetch_add(1, Ordering::Relaxed);
                    }
                    progress.at.store(0, Ordering::Relaxed);
                })
            })
            .collect();
        watch(&progress, operations, Instant::now() + time, || {
            threads.iter().any(|thread| thread.is_finished())
        });
        is_over.store(true, Ordering::Relaxed);
        watch(&progress, operations, Instant::now() + PATIENCE, || {
            threads.iter().all(|thread| thread.is_finished())
        });
    });
    counts.into_iter().map(AtomicU64::into_inner).collect()
}

/// Waits until the end or a failure; if a thread makes no progress for a long time, ends the process, because it can't
/// be stopped.
fn watch(
    progress: &[Progress],
    operations: &[(&str, Operation)],
    until: Instant,
    is_enough: impl Fn() -> bool,
) {
    let mut seen: Vec<_> = progress.iter().map(|_| (0, Instant::now())).collect();
    while Instant::now() < until && !is_enough() {
        thread::sleep(Duration::from_millis(20));
        for (progress, (done, since)) in progress.iter().zip(&mut seen) {
            let now = progress.done.load(Ordering::Relaxed);
            if now != *done {
                (*done, *since) = (now, Instant::now());
            }
            let at = progress.at.load(Ordering::Relaxed);
            if at != 0 && since.elapsed() > PATIENCE {
                eprintln!("{} hangs", operations[at as usize - 1].0);
                std::process::abort();
            }
        }
    }
}

#[test]
fn sixteen_threads_leak_nothing() {
    let mut command = process("stress::creates_uses_and_drops_everything");
    let output = command.output().unwrap();
    let (stdout, stderr) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{stdout}\n{stderr}");
    assert!(stdout.contains("1 passed"), "{stdout}");
    println!("{stdout}");
}
