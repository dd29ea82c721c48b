//! Small arrays, first calls, and arrays with an increasing number of nodes: host time including the wait.

use std::ptr;
use std::time::Instant;

use anyhow::Result;
use cuda_awkward::{Array, Backend, HostArray};
use nvrtc_cache::Cache;

use super::{PLAIN, SUBJECT, own};
use crate::work::{Bench, Goal, Group, Size, Way, Work, raw::RAW};

fn timed(bench: &Bench, calls: usize) -> Size {
    Size { calls: bench.size(calls, 1) as u32, ..Size::default() }
}

const FEW_LISTS: &str = "[[1, 2, 3], [], [4, 5], [6, 7, 8, 9, 10]]";

/// Launches an empty kernel a number of times, and waits.
fn launches(bench: &Bench, count: usize) -> Result<Way> {
    let gpu = bench.ragged.gpu(bench)?;
    let kernel = gpu.kernel("extern \"C\" __global__ void nothing() {}", c"nothing")?;
    let (raw, stream) = (bench.raw(), bench.stream.clone());
    Ok(Way::host(RAW, &bench.stream, move || {
        for _ in 0..count {
            let null = ptr::null_mut();
            // SAFETY: the kernel has no arguments.
            unsafe {
                raw.cuLaunchKernel(
                    kernel.as_raw(),
                    1,
                    1,
                    1,
                    32,
                    1,
                    1,
                    0,
                    stream.as_raw(),
                    null,
                    null,
                )
            }?;
        }
        // SAFETY: the stream is alive.
        unsafe { raw.cuStreamSynchronize(stream.as_raw()) }?;
        Ok(())
    }))
}

pub const FEW: Work = Work {
    name: "sum of 10 elements",
    does: "the sums of four lists, and the wait; raw driver: three launches, and the wait",
    group: Group::Calls,
    size: |bench| timed(bench, 100),
    goal: Some(Goal::Time { over: RAW, part: 1.0 }),
    ways: |bench| {
        let array = HostArray::from_json(FEW_LISTS)?.to_backend(bench.ragged.gpu(bench)?)?;
        let stream = bench.stream.clone();
        Ok(vec![
            launches(bench, 3)?,
            Way::host(SUBJECT, &bench.stream, move || {
                let sums = array.sum(1)?;
                stream.synchronize()?;
                drop(sums);
                Ok(())
            }),
        ])
    },
};

/// Returns the first sum of a new backend.
fn first_call(bench: &Bench, is_warm: bool) -> Result<Vec<Way>> {
    let store = tempfile::tempdir()?;
    let stream = bench.stream.clone();
    let sum = move |folder: &std::path::Path| -> Result<f64> {
        let gpu = Backend::with_cache(&stream, Cache::at(folder))?;
        let array = HostArray::from_json(FEW_LISTS)?.to_backend(&gpu)?;
        stream.synchronize()?;
        let begin = Instant::now();
        let sums = array.sum(1)?;
        stream.synchronize()?;
        let seconds = begin.elapsed().as_secs_f64();
        drop(sums);
        Ok(seconds)
    };
    Ok(vec![Way::new(SUBJECT, move |calls| {
        let mut all = 0.0;
        for _ in 0..calls {
            all += if is_warm { sum(store.path())? } else { sum(tempfile::tempdir()?.path())? };
        }
        Ok(all)
    })])
}

pub const COLD: Work = Work {
    name: "first call, cold",
    does: "the first sum of a backend whose cache is empty",
    group: Group::Calls,
    size: |bench| timed(bench, 1),
    goal: Some(Goal::Within { ns: 100e6 }),
    ways: |bench| first_call(bench, false),
};

pub const WARM: Work = Work {
    name: "first call, warm",
    does: "the first sum of a backend whose kernels are on disk",
    group: Group::Calls,
    size: |bench| timed(bench, 5),
    goal: Some(Goal::Within { ns: 1e6 }),
    ways: |bench| first_call(bench, true),
};

/// Returns nested lists of a depth.
fn nested(gpu: &Backend, depth: usize) -> Result<Array> {
    let mut text = "[1.5, 2.5, 3.5]".to_owned();
    for _ in 1..depth {
        text = format!("[{text}, [], {text}]");
    }
    Ok(HostArray::from_json(&text)?.to_backend(gpu)?)
}

fn depth<const N: usize>(bench: &Bench) -> Result<Vec<Way>> {
    let gpu = bench.ragged.gpu(bench)?;
    // With separate offsets, which must be compared.
    let sum = |depth: usize, name: &'static str| -> Result<Way> {
        let (a, b) = (nested(gpu, depth)?, nested(gpu, depth)?);
        Ok(own(bench, name, move || &a + &b))
    };
    let mut ways = vec![sum(N, SUBJECT)?];
    if N > 2 {
        ways.push(sum(2, PLAIN)?);
    }
    Ok(ways)
}

const fn depths<const N: usize>(name: &'static str) -> Work {
    Work {
        name,
        does: "the sum of two arrays of lists in lists, so deep; plain: of depth 2",
        group: Group::Columns,
        size: |bench| timed(bench, 50),
        goal: match N {
            ..=2 => None,
            _ => Some(Goal::Time { over: PLAIN, part: 3.0 }),
        },
        ways: depth::<N>,
    }
}

pub const DEPTH: [Work; 4] = [
    depths::<1>("add, depth 1"),
    depths::<2>("add, depth 2"),
    depths::<4>("add, depth 4"),
    depths::<8>("add, depth 8"),
];

fn fields<const N: usize>(bench: &Bench) -> Result<Vec<Way>> {
    let gpu = bench.ragged.gpu(bench)?;
    let sum = |count: usize, name: &'static str| -> Result<Way> {
        let fields: Vec<String> =
            (0..count).map(|index| format!("\"f{index}\": {index}")).collect();
        let record = fields.join(", ");
        let text = format!("[[{{{record}}}, {{{record}}}], [], [{{{record}}}]]");
        let array = HostArray::from_json(&text)?.to_backend(gpu)?;
        Ok(own(bench, name, move || array.field("f0")?.sum(1)))
    };
    let mut ways = vec![sum(N, SUBJECT)?];
    if N > 1 {
        ways.push(sum(1, PLAIN)?);
    }
    Ok(ways)
}

const fn of_fields<const N: usize>(name: &'static str) -> Work {
    Work {
        name,
        does: "the sums of one field in lists of records of so many; plain: of one",
        group: Group::Columns,
        size: |bench| timed(bench, 50),
        goal: match N {
            1 => None,
            _ => Some(Goal::Time { over: PLAIN, part: 1.1 }),
        },
        ways: fields::<N>,
    }
}

pub const FIELDS: [Work; 3] = [
    of_fields::<1>("field of 1"),
    of_fields::<10>("field of 10"),
    of_fields::<100>("field of 100"),
];
