//! Rows of `cuda-arrow`'s tables, compared with data frames on the device and a database on the host.

use std::ffi::{c_int, c_longlong, c_void};
use std::ptr;
use std::sync::Arc;

use anyhow::{Result, ensure};
use cuda_arrow::arrow_array::{ArrayRef, Float64Array, Int64Array, RecordBatch, StringArray};
use cuda_arrow::{
    Aggregate, Comparison, DeviceRecordBatch, Function, JoinType, MemoryManager, SortKey,
};
use cuda_driver::sys::CUstream;

use super::raw::RawMemory;
use super::{Bench, GIGABYTES, Goal, Group, Picture, Size, Suite, Way, Work};

const SUBJECT: &str = "cuda-arrow";
const CUDF: &str = "cuDF";
const CUB: &str = "CUB";
const CUPY: &str = "CuPy";

pub static SUITE: Suite = Suite {
    name: "tables",
    title: "Rows of tables",
    subject: SUBJECT,
    ways: &[
        (SUBJECT, "#4e79a7"),
        (CUDF, "#59a14f"),
        (CUB, "#76b7b2"),
        (CUPY, "#e15759"),
        ("DuckDB", "#f28e2b"),
    ],
    libraries: &[CUDF, CUPY, "DuckDB"],
    pictures: &[Picture {
        group: Group::Device,
        name: "tables",
        title: "Rows of tables, of the bytes of all columns that are read",
        shows: GIGABYTES,
    }],
    works: &[&GROUP, &GROUP_INTEGERS, &GROUP_TEXTS, &JOIN, &SORT, &FILTER],
};

const GOAL: Option<Goal> = Some(Goal::Throughput { over: CUDF, part: 0.5 });

/// The goal of what CuPy has, too.
const fn over_cupy(part: f64) -> Option<Goal> {
    Some(Goal::Throughput { over: CUPY, part })
}

/// The numbers of rows and keys.
fn rows(bench: &Bench, full: usize) -> usize {
    bench.size(if bench.quick { full / 10 } else { full }, 5000)
}

fn keys(bench: &Bench, full: usize) -> usize {
    bench.size(if bench.quick { full / 10 } else { full }, 100)
}

/// The size of an operation on columns with rows of so many bytes.
fn size(bytes: usize, shape: Vec<usize>) -> Size {
    Size { calls: 1, bytes: (bytes * shape[0]) as u64, operations: 0, shape }
}

fn random(n: usize, below: usize) -> Vec<i64> {
    let mut random = fastrand::Rng::with_seed(67);
    (0..n).map(|_| random.i64(0..below as i64)).collect()
}

fn upload(bench: &Bench, columns: Vec<(&str, ArrayRef)>) -> Result<DeviceRecordBatch> {
    let host = RecordBatch::try_from_iter(columns)?;
    Ok(MemoryManager::new(&bench.stream).upload(&host)?)
}

/// Columns `k`, of keys, and `x`, of floats.
fn numbers(bench: &Bench, n: usize, keys: usize) -> Result<DeviceRecordBatch> {
    let k: ArrayRef = Arc::new(Int64Array::from(random(n, keys)));
    let x: ArrayRef =
        Arc::new(Float64Array::from_iter_values((0..n).map(|i| (i % 1000) as f64 / 8.0)));
    upload(bench, vec![("k", k), ("x", x)])
}

fn way(
    bench: &Bench,
    mut call: impl FnMut() -> Result<DeviceRecordBatch, cuda_arrow::Error> + 'static,
) -> Result<Vec<Way>> {
    let way = Way::queued(SUBJECT, &bench.stream, move || {
        anyhow::ensure!(call()?.num_rows() > 0, "there are no rows");
        Ok(())
    });
    Ok(vec![way])
}

/// An operation of CUB: temporary memory and its size, both columns, those of the result, their
/// number of rows, that of the columns, stream.
type Operation = unsafe extern "C" fn(
    *mut c_void,
    *mut usize,
    u64,
    u64,
    u64,
    u64,
    u64,
    c_longlong,
    CUstream,
) -> c_int;

/// What CUB has for rows of columns `k` and `x`, with memory that is there.
fn cub(bench: &Bench, batch: &DeviceRecordBatch, operation: &str) -> Way {
    let way = bench.ragged.cub(bench).map_err(anyhow::Error::msg);
    let way = way.and_then(|cub| {
        // SAFETY: both operations on rows in the source have this signature.
        let call: Operation =
            *unsafe { cub.library.get(format!("rows_{operation}\0").as_bytes()) }?;
        let (rows, stream) = (batch.num_rows(), bench.stream.clone());
        let [to_k, to_x] = [RawMemory::new(bench, 8 * rows)?, RawMemory::new(bench, 8 * rows)?];
        let (count, batch) = (RawMemory::new(bench, 8)?, batch.clone());
        let address = |at: usize| batch.columns()[at].parts().buffers[0].as_raw();
        let (k, x) = (address(0), address(1));
        let run = move |memory: *mut c_void, bytes: &mut usize| {
            // The closure keeps what the call uses alive.
            let _kept = (&batch, &cub);
            let (to_k, to_x, count) = (to_k.address(), to_x.address(), count.address());
            // SAFETY: the columns have these rows, there is as much memory as requested, and room
            // for the results.
            let code = unsafe {
                call(memory, bytes, k, x, to_k, to_x, count, rows as c_longlong, stream.as_raw())
            };
            ensure!(code == 0, "CUB answers {code}");
            Ok(())
        };
        let mut needed = 0;
        run(ptr::null_mut(), &mut needed)?;
        let memory = RawMemory::new(bench, needed.max(1))?;
        Ok(Way::queued(CUB, &bench.stream, move || {
            run(memory.address() as *mut c_void, &mut needed.clone())
        }))
    });
    way.unwrap_or_else(|error| Way::skipped(CUB, format!("{error:#}")))
}

fn groups(bench: &Bench) -> Size {
    size(16, vec![rows(bench, 100_000_000), keys(bench, 1_000_000)])
}

const GROUP: Work = Work {
    name: "group by, float sum",
    does: "sums of a float64 and counts, of 10⁸ rows by 10⁶ keys that are int64",
    group: Group::Device,
    size: groups,
    goal: over_cupy(1.3),
    ways: |bench| {
        let shape = groups(bench).shape;
        let batch = numbers(bench, shape[0], shape[1])?;
        let aggregates = [Aggregate::of("x", Function::Sum), Aggregate::of("x", Function::Count)];
        way(bench, move || batch.group_by(&["k"], &aggregates))
    },
};

const GROUP_INTEGERS: Work = Work {
    name: "group by, integers",
    does: "sum, least, greatest and mean of an int64, of 10⁸ rows by 10⁶ keys that are int64",
    group: Group::Device,
    size: groups,
    goal: GOAL,
    ways: |bench| {
        let shape = groups(bench).shape;
        let k: ArrayRef = Arc::new(Int64Array::from(random(shape[0], shape[1])));
        let x: ArrayRef = Arc::new(Int64Array::from_iter_values(0..shape[0] as i64));
        let batch = upload(bench, vec![("k", k), ("x", x)])?;
        let aggregates = [Function::Sum, Function::Min, Function::Max, Function::Mean];
        let aggregates = aggregates.map(|function| Aggregate::of("x", function));
        way(bench, move || batch.group_by(&["k"], &aggregates))
    },
};

fn texts(bench: &Bench) -> Size {
    size(20, vec![rows(bench, 10_000_000), keys(bench, 100_000)])
}

const GROUP_TEXTS: Work = Work {
    name: "group by texts",
    does: "sums of a float64, of 10⁷ rows by 10⁵ keys that are texts of eight bytes",
    group: Group::Device,
    size: texts,
    goal: GOAL,
    ways: |bench| {
        let shape = texts(bench).shape;
        let k = random(shape[0], shape[1]);
        let k: ArrayRef =
            Arc::new(StringArray::from_iter_values(k.iter().map(|key| format!("{key:08}"))));
        let x: ArrayRef =
            Arc::new(Float64Array::from_iter_values((0..shape[0]).map(|i| (i % 1000) as f64)));
        let batch = upload(bench, vec![("k", k), ("x", x)])?;
        let aggregates = [Aggregate::of("x", Function::Sum)];
        way(bench, move || batch.group_by(&["k"], &aggregates))
    },
};

fn joined(bench: &Bench) -> Size {
    size(16, vec![rows(bench, 10_000_000), keys(bench, 1_000_000)])
}

const JOIN: Work = Work {
    name: "join",
    does: "10⁷ rows with 10⁶, each of which has another key that is int64; one more column of each",
    group: Group::Device,
    size: joined,
    goal: GOAL,
    ways: |bench| {
        let shape = joined(bench).shape;
        let left = numbers(bench, shape[0], shape[1])?;
        let mut order: Vec<i64> = (0..shape[1] as i64).collect();
        fastrand::Rng::with_seed(1).shuffle(&mut order);
        let y: ArrayRef = Arc::new(Int64Array::from_iter_values(0..shape[1] as i64));
        let right = upload(bench, vec![("k", Arc::new(Int64Array::from(order))), ("y", y)])?;
        way(bench, move || left.join(&right, &[("k", "k")], JoinType::Inner))
    },
};

fn sorted(bench: &Bench) -> Size {
    size(16, vec![rows(bench, 100_000_000)])
}

const SORT: Work = Work {
    name: "sort",
    does: "10⁸ rows of an int64 of all bits, the key, and a float64",
    group: Group::Device,
    size: sorted,
    goal: over_cupy(1.1),
    ways: |bench| {
        let batch = numbers(bench, sorted(bench).shape[0], i64::MAX as usize)?;
        let (keys, cub) = ([SortKey::ascending("k")], cub(bench, &batch, "sort"));
        let mut ways = way(bench, move || batch.sort_by(&keys))?;
        ways.push(cub);
        Ok(ways)
    },
};

const FILTER: Work = Work {
    name: "filter",
    does: "10⁸ rows of an int64 and a float64, of which half are less than a number",
    group: Group::Device,
    size: sorted,
    goal: over_cupy(1.0),
    ways: |bench| {
        let batch = numbers(bench, sorted(bench).shape[0], 1000)?;
        let cub = cub(bench, &batch, "filter");
        let mut ways = way(bench, move || {
            let mask =
                batch.column("k")?.compare(Comparison::Less, &Int64Array::new_scalar(500))?;
            batch.filter(&mask)
        })?;
        ways.push(cub);
        Ok(ways)
    },
};
