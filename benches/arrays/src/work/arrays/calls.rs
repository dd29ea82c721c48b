//! Host time per call.

use std::hint::black_box;
use std::time::Instant;

use anyhow::Result;
use cuda_driver::{DeviceBuffer, Stream};
use cuda_ndarray::dlpack::{ConsumerStream, ExportOptions, Tensor};
use cuda_ndarray::ndarray::{Array1, Array6, Ix1, Ix2, Ix6, s};
use cuda_ndarray::{DeviceArray, MakeArrays};

use super::{CUPY, FLOOR, NDARRAY, SUBJECT};
use crate::work::{
    Bench, Goal, Group, Size, Way, Work,
    raw::{RAW, RawMemory},
};

fn calls(full: u32, shape: &[usize]) -> Size {
    Size { calls: full, bytes: 0, operations: 0, shape: shape.to_vec() }
}

pub const SLICE: Work = Work {
    name: "slice of 6 axes",
    does: "`a[1:, ::-1, 2:4, :, ::2, -1:]`, a view; the crate `ndarray` the same on the host",
    group: Group::Calls,
    size: |bench| calls(bench.size(100_000, 10) as u32, &[3, 4, 5, 2, 2, 2]),
    goal: Some(Goal::Time { over: NDARRAY, part: 1.0 }),
    ways: |bench| {
        let array: DeviceArray<f32, Ix6> = bench.stream.zeros((3, 4, 5, 2, 2, 2))?;
        let host = Array6::<f32>::zeros((3, 4, 5, 2, 2, 2));
        Ok(vec![
            Way::host(NDARRAY, &bench.stream, move || {
                black_box(black_box(&host).slice(s![1.., ..;-1, 2..4, .., ..;2, -1..]));
                Ok(())
            }),
            Way::host(SUBJECT, &bench.stream, move || {
                black_box(black_box(&array).slice(s![1.., ..;-1, 2..4, .., ..;2, -1..])?);
                Ok(())
            }),
        ])
    },
};

/// As many tensors as fit into a stream's queue.
const TENSORS: u32 = 200;

fn tensors(bench: &Bench) -> Size {
    calls(bench.size(TENSORS as usize, 4) as u32, &[4, 4])
}

type SmallMatrix = DeviceArray<f32, Ix2>;

fn small(stream: &Stream) -> Result<SmallMatrix> {
    Ok(stream.zeros((4, 4))?)
}

fn exported(array: SmallMatrix, options: ExportOptions) -> Result<Tensor> {
    // SAFETY: the stream of the options is of this context, and lives as long as the closure.
    Ok(unsafe { array.into_dlpack(options) }?)
}

fn imported(tensor: Tensor, stream: &Stream) -> Result<SmallMatrix> {
    // SAFETY: no other code uses the memory, and nothing is written.
    Ok(unsafe { tensor.into_array(stream) }?)
}

fn consumer(bench: &Bench) -> Result<(Stream, ExportOptions)> {
    let consumer = bench.context.stream()?;
    let options = ExportOptions::new(ConsumerStream::Handle(consumer.as_raw()));
    Ok((consumer, options))
}

/// What a producer does to order a consumer's stream.
fn raw_order(bench: &Bench) -> Result<Way> {
    let (raw, stream, consumer) = (bench.raw(), bench.stream.clone(), bench.context.stream()?);
    let event = bench.context.event()?;
    Ok(Way::host(RAW, &bench.stream, move || {
        // SAFETY: the event and the streams are of this context, and alive.
        unsafe {
            raw.cuEventRecord(event.as_raw(), stream.as_raw())?;
            raw.cuStreamWaitEvent(consumer.as_raw(), event.as_raw(), 0)?;
        }
        Ok(())
    }))
}

pub const EXPORT: Work = Work {
    name: "export by DLPack",
    does: "an array given away to a consumer on another stream; the raw driver records an event and makes the stream wait; \
           CuPy's `__dlpack__`",
    group: Group::Calls,
    size: tensors,
    goal: Some(Goal::Extra { over: RAW, ns: 1000.0 }),
    ways: |bench| {
        let (consumer, options) = consumer(bench)?;
        let stream = bench.stream.clone();
        let ours = Way::new(SUBJECT, move |calls| {
            let _ = &consumer;
            let arrays = (0..calls).map(|_| small(&stream)).collect::<Result<Vec<_>>>()?;
            let mut tensors = Vec::with_capacity(arrays.len());
            stream.synchronize()?;
            let begin = Instant::now();
            for array in arrays {
                tensors.push(exported(array, options)?);
            }
            let time = begin.elapsed().as_secs_f64();
            drop(tensors);
            cuda_driver::stream::wait_for_deferred();
            Ok(time)
        });
        Ok(vec![raw_order(bench)?, ours])
    },
};

pub const IMPORT: Work = Work {
    name: "import by DLPack",
    does: "an array of a tensor, whose bounds are asked for; the raw driver asks for the address range",
    group: Group::Calls,
    size: tensors,
    goal: Some(Goal::Extra { over: RAW, ns: 1000.0 }),
    ways: |bench| {
        let (raw, memory) = (bench.raw(), RawMemory::new(bench, 64)?);
        let (consumer, options) = consumer(bench)?;
        let stream = bench.stream.clone();
        let ours = Way::new(SUBJECT, move |calls| {
            let export = || exported(small(&stream)?, options);
            let tensors = (0..calls).map(|_| export()).collect::<Result<Vec<_>>>()?;
            let mut arrays = Vec::with_capacity(tensors.len());
            stream.synchronize()?;
            let begin = Instant::now();
            for tensor in tensors {
                arrays.push(imported(tensor, &consumer)?);
            }
            let time = begin.elapsed().as_secs_f64();
            drop(arrays);
            cuda_driver::stream::wait_for_deferred();
            Ok(time)
        });
        let ask = Way::host(RAW, &bench.stream, move || {
            // SAFETY: the memory is alive.
            black_box(unsafe { raw.cuMemGetAddressRange(memory.address()) }?);
            Ok(())
        });
        Ok(vec![ask, ours])
    },
};

pub const EXCHANGE: Work = Work {
    name: "export and import",
    does: "both, and the drop of what came; CuPy's `from_dlpack` of an array of its own",
    group: Group::Calls,
    size: tensors,
    goal: Some(Goal::Time { over: CUPY, part: 1.0 }),
    ways: |bench| {
        let (consumer, options) = consumer(bench)?;
        let stream = bench.stream.clone();
        Ok(vec![Way::new(SUBJECT, move |calls| {
            let arrays = (0..calls).map(|_| small(&stream)).collect::<Result<Vec<_>>>()?;
            stream.synchronize()?;
            let begin = Instant::now();
            for array in arrays {
                drop(imported(exported(array, options)?, &consumer)?);
            }
            let time = begin.elapsed().as_secs_f64();
            cuda_driver::stream::wait_for_deferred();
            Ok(time)
        })])
    },
};

fn hundred_thousand(bench: &Bench) -> Size {
    calls(bench.size(100_000, 100) as u32, &[4, 4])
}

const SMALL_GOAL: Option<Goal> = Some(Goal::Time { over: FLOOR, part: 1.05 });

pub const SMALL: Work = Work {
    name: "100,000 small arrays",
    does: "4 × 4 float32 made and dropped, one after the other",
    group: Group::Calls,
    size: hundred_thousand,
    goal: SMALL_GOAL,
    ways: |bench| {
        let stream = || bench.stream.clone();
        let (raw, a, b, c) = (bench.raw(), stream(), stream(), stream());
        Ok(vec![
            Way::host(RAW, &bench.stream, move || {
                // SAFETY: the stream is alive, and the memory freed once.
                unsafe {
                    let memory = raw.cuMemAllocAsync(64, a.as_raw())?;
                    raw.cuMemFreeAsync(memory, a.as_raw())?;
                }
                Ok(())
            }),
            Way::host(FLOOR, &bench.stream, move || {
                drop::<DeviceBuffer<f32>>(b.alloc(16)?);
                Ok(())
            }),
            Way::host(SUBJECT, &bench.stream, move || {
                drop::<SmallMatrix>(c.alloc_array((4, 4))?);
                Ok(())
            }),
        ])
    },
};

/// A version that creates all values before it drops the first.
fn live<T>(
    name: &'static str,
    stream: &Stream,
    make: impl Fn(&Stream) -> Result<T> + 'static,
) -> Way {
    let stream = stream.clone();
    Way::new(name, move |calls| {
        stream.synchronize()?;
        let mut exports = Vec::with_capacity(calls as usize);
        let begin = Instant::now();
        for _ in 0..calls {
            exports.push(make(&stream)?);
        }
        drop(exports);
        let time = begin.elapsed().as_secs_f64();
        stream.synchronize()?;
        Ok(time)
    })
}

pub const SMALL_LIVE: Work = Work {
    name: "100,000 at a time",
    does: "the same, all of them alive before the first is dropped",
    group: Group::Calls,
    size: hundred_thousand,
    goal: SMALL_GOAL,
    ways: |bench| {
        let (raw, of_raw, stream) = (bench.raw(), bench.stream.clone(), &bench.stream);
        let in_raw = Way::new(RAW, move |calls| {
            of_raw.synchronize()?;
            let mut exports = Vec::with_capacity(calls as usize);
            let begin = Instant::now();
            // SAFETY: the stream is alive, and each memory freed once.
            unsafe {
                for _ in 0..calls {
                    exports.push(raw.cuMemAllocAsync(64, of_raw.as_raw())?);
                }
                for memory in exports {
                    raw.cuMemFreeAsync(memory, of_raw.as_raw())?;
                }
            }
            let time = begin.elapsed().as_secs_f64();
            of_raw.synchronize()?;
            Ok(time)
        });
        Ok(vec![
            in_raw,
            live(FLOOR, stream, |stream| Ok(stream.alloc::<f32>(16)?)),
            live(SUBJECT, stream, |stream| {
                let array: SmallMatrix = stream.alloc_array((4, 4))?;
                Ok(array)
            }),
        ])
    },
};

pub const SMALL_COPY: Work = Work {
    name: "to_device of 64 bytes",
    does: "a new device array of 16 float32 that aren't pinned, once they are copied, and freed",
    group: Group::Calls,
    size: |bench| calls(bench.size(1000, 4) as u32, &[16]),
    goal: None,
    ways: |bench| {
        let (raw, stream, ours) = (bench.raw(), bench.stream.clone(), bench.stream.clone());
        let host = [1.0f32; 16];
        let array: Array1<f32> = host.to_vec().into();
        Ok(vec![
            Way::host(RAW, &bench.stream, move || {
                // SAFETY: the host memory is as large, and stays until the stream was waited for.
                unsafe {
                    let to = raw.cuMemAllocAsync(64, stream.as_raw())?;
                    raw.cuMemcpyHtoDAsync(to, host.as_ptr().cast(), 64, stream.as_raw())?;
                    raw.cuStreamSynchronize(stream.as_raw())?;
                    raw.cuMemFreeAsync(to, stream.as_raw())?;
                }
                Ok(())
            }),
            Way::host(SUBJECT, &bench.stream, move || {
                drop::<DeviceArray<f32, Ix1>>(ours.to_device(&array)?);
                Ok(())
            }),
        ])
    },
};
