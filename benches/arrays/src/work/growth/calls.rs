//! Calls while there is more and more of something.

use core::ffi::c_void;
use core::sync::atomic::{AtomicU32, Ordering};
use std::ffi::CString;
use std::hint::black_box;
use std::sync::mpsc;
use std::time::Instant;

use anyhow::{Result, ensure};
use cuda_driver::{Context, CuResult, DeviceBuffer, Launch, Stream};

use super::{RAW, SUBJECT, count, kernel, kernels, launch, ptx, work};
use crate::work::raw::RawMemory;
use crate::work::{Bench, Group, Way, Work};

const ALLOC: &str = "256 bytes allocated and freed while so many others are alive";
pub static BUFFERS: [Work; 4] = [
    work::<1000>(Group::Buffers, "alloc, 1 buffer", ALLOC, buffers::<1>),
    work::<1000>(Group::Buffers, "alloc, 1,000 buffers", ALLOC, buffers::<1000>),
    work::<1000>(Group::Buffers, "alloc, 100,000 buffers", ALLOC, buffers::<100_000>),
    work::<1000>(Group::Buffers, "alloc, 1,000,000 buffers", ALLOC, buffers::<1_000_000>),
];

fn buffers<const N: usize>(bench: &Bench) -> Result<Vec<Way>> {
    const BYTES: usize = 256;
    let (raw, stream) = (bench.raw(), bench.stream.clone());
    // Each version has others of its own kind.
    let n = count(bench, N) / 2;
    let others = (0..n).map(|_| RawMemory::new(bench, BYTES));
    let raw_others = others.collect::<Result<Vec<_>, _>>()?;
    let others = (0..n.max(1)).map(|_| stream.alloc::<u8>(BYTES));
    let others = others.collect::<Result<Vec<DeviceBuffer<u8>>, _>>()?;
    let stream_clone = stream.clone();
    Ok(vec![
        Way::host(RAW, &bench.stream, move || {
            black_box(&raw_others);
            // SAFETY: the stream is alive.
            unsafe {
                let address = raw.cuMemAllocAsync(BYTES, stream.as_raw())?;
                raw.cuMemFreeAsync(address, stream.as_raw())?;
            }
            Ok(())
        }),
        Way::host(SUBJECT, &bench.stream, move || {
            black_box(&others);
            drop(stream_clone.alloc::<u8>(BYTES)?);
            Ok(())
        }),
    ])
}

const DONE: &str = "a closure is called once the stream has done its work, so many at once, until the last was \
                    called: by `Stream::on_done`, and host functions of the raw driver";
pub static COMPLETIONS: [Work; 4] = [
    work::<1>(Group::Completions, "on_done, 1", DONE, completions),
    work::<100>(Group::Completions, "on_done, 100", DONE, completions),
    work::<10_000>(Group::Completions, "on_done, 10,000", DONE, completions),
    work::<100_000>(Group::Completions, "on_done, 100,000", DONE, completions),
];

fn completions(bench: &Bench) -> Result<Vec<Way>> {
    unsafe extern "C" fn count(called: *mut c_void) {
        // SAFETY: `called` is the counter below, which outlives the stream's work.
        unsafe { &*called.cast::<AtomicU32>() }.fetch_add(1, Ordering::Relaxed);
    }
    let (raw, stream, own) = (bench.raw(), bench.stream.clone(), bench.stream.clone());
    Ok(vec![
        Way::new(RAW, move |calls| {
            stream.synchronize()?;
            let called = AtomicU32::new(0);
            let begin = Instant::now();
            let asked = (0..calls).try_for_each(|_| {
                let called = (&raw const called).cast_mut().cast();
                // SAFETY: the stream is alive, and is waited for before the counter ends.
                unsafe { raw.cuLaunchHostFunc(stream.as_raw(), Some(count), called) }
            });
            stream.synchronize()?;
            let time = begin.elapsed();
            asked?;
            ensure!(called.into_inner() == calls, "not all functions were called");
            Ok(time.as_secs_f64())
        }),
        Way::new(SUBJECT, move |calls| {
            own.synchronize()?;
            let (sender, receiver) = mpsc::channel();
            let begin = Instant::now();
            for _ in 0..calls {
                let sender = sender.clone();
                own.on_done(move |_| sender.send(()).unwrap_or_default())?;
            }
            for _ in 0..calls {
                receiver.recv()?;
            }
            Ok(begin.elapsed().as_secs_f64())
        }),
    ])
}

const LOAD: &str = "a module of so many empty kernels loaded from PTX and unloaded";
pub static LOADS: [Work; 4] = [
    work::<1>(Group::Kernels, "load, 1 kernel", LOAD, loads::<1>),
    work::<1>(Group::Kernels, "load, 10 kernels", LOAD, loads::<10>),
    work::<1>(Group::Kernels, "load, 100 kernels", LOAD, loads::<100>),
    work::<1>(Group::Kernels, "load, 1,000 kernels", LOAD, loads::<1000>),
];

fn loads<const N: usize>(bench: &Bench) -> Result<Vec<Way>> {
    let (raw, context) = (bench.raw(), bench.context.clone());
    let image = CString::new(ptx(count(bench, N)))?;
    let image_clone = image.clone();
    Ok(vec![
        Way::host(RAW, &bench.stream, move || {
            // SAFETY: the image is PTX that ends in a null byte; the module isn't used any more.
            unsafe { raw.cuModuleUnload(raw.cuModuleLoadData(image.as_ptr().cast())?) }?;
            Ok(())
        }),
        Way::host(SUBJECT, &bench.stream, move || {
            drop(context.load_ptx(&image_clone)?);
            Ok(())
        }),
    ])
}

const FUNCTION: &str = "the last function of a module of so many kernels, by its name";
pub static FUNCTIONS: [Work; 4] = [
    work::<1000>(Group::Kernels, "function, 1 kernel", FUNCTION, functions::<1>),
    work::<1000>(Group::Kernels, "function, 10 kernels", FUNCTION, functions::<10>),
    work::<1000>(Group::Kernels, "function, 100 kernels", FUNCTION, functions::<100>),
    work::<1000>(Group::Kernels, "function, 1,000 kernels", FUNCTION, functions::<1000>),
];

fn functions<const N: usize>(bench: &Bench) -> Result<Vec<Way>> {
    let raw = bench.raw();
    let n = count(bench, N);
    let module = kernels(&bench.context, n)?;
    let last = CString::new(format!("kernel_{}", n - 1))?;
    let (own, name) = (module.clone(), last.clone());
    Ok(vec![
        Way::host(RAW, &bench.stream, move || {
            // SAFETY: the module is alive.
            black_box(unsafe { raw.cuModuleGetFunction(module.as_raw(), &last) }?);
            Ok(())
        }),
        Way::host(SUBJECT, &bench.stream, move || {
            drop(black_box(own.function(name.as_c_str())?));
            Ok(())
        }),
    ])
}

const STREAM: &str = "a stream created and destroyed while there are so many others";
pub static STREAMS: [Work; 4] = [
    work::<16>(Group::Streams, "stream, 1 other", STREAM, streams::<1>),
    work::<16>(Group::Streams, "stream, 10 others", STREAM, streams::<10>),
    work::<16>(Group::Streams, "stream, 100 others", STREAM, streams::<100>),
    work::<16>(Group::Streams, "stream, 1,000 others", STREAM, streams::<1000>),
];

fn others(context: &Context, count: usize) -> Result<Vec<Stream>, CuResult> {
    (0..count).map(|_| context.stream()).collect()
}

fn streams<const N: usize>(bench: &Bench) -> Result<Vec<Way>> {
    const NON_BLOCKING: u32 = 1;
    let (raw, context) = (bench.raw(), bench.context.clone());
    let others = others(&context, count(bench, N))?;
    Ok(vec![
        Way::host(RAW, &bench.stream, move || {
            // SAFETY: the context is current, and the stream isn't used any more.
            unsafe { raw.cuStreamDestroy(raw.cuStreamCreate(NON_BLOCKING)?) }?;
            Ok(())
        }),
        Way::host(SUBJECT, &bench.stream, move || {
            black_box(&others);
            drop(context.stream()?);
            Ok(())
        }),
    ])
}

const LAUNCH: &str = "an empty kernel launched, in so many streams in turns";
pub static LAUNCHES: [Work; 4] = [
    work::<256>(Group::Streams, "launch, 1 stream", LAUNCH, launches::<1>),
    work::<256>(Group::Streams, "launch, 10 streams", LAUNCH, launches::<10>),
    work::<256>(Group::Streams, "launch, 100 streams", LAUNCH, launches::<100>),
    work::<1000>(Group::Streams, "launch, 1,000 streams", LAUNCH, launches::<1000>),
];

fn launches<const N: usize>(bench: &Bench) -> Result<Vec<Way>> {
    let streams = others(&bench.context, count(bench, N))?;
    let function = kernel(&bench.context)?;
    let (raw, own, own_function) = (bench.raw(), streams.clone(), function.clone());
    let context = bench.context.clone();
    let way = move |name, mut call: Box<dyn FnMut(usize) -> Result<()>>| {
        let context = context.clone();
        Way::new(name, move |calls| {
            context.synchronize()?;
            let begin = Instant::now();
            for index in 0..calls as usize {
                call(index)?;
            }
            let time = begin.elapsed();
            context.synchronize()?;
            Ok(time.as_secs_f64())
        })
    };
    Ok(vec![
        way(
            RAW,
            Box::new(move |index| {
                let stream = streams[index % streams.len()].as_raw();
                // SAFETY: both are alive, and their context is current.
                Ok(unsafe { launch(raw, function.as_raw(), stream) }?)
            }),
        ),
        way(
            SUBJECT,
            Box::new(move |index| {
                let stream = &own[index % own.len()];
                // SAFETY: the kernel has no arguments.
                unsafe { stream.launch(&own_function, Launch::grid(1).block(1), ()) }?;
                Ok(())
            }),
        ),
    ])
}
