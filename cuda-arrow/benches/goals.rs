//! What `cuda-arrow`'s operations take, beside what the driver's own copies take, in one interleaved run. A line of JSON a
//! measurement: `cargo bench -p cuda-arrow --bench goals`, on a GPU.
//!
//! `CUDA_ARROW_BENCH_BYTES` is the size of what is large: 1 GiB unless told otherwise, and little where it isn't `cargo bench` that
//! runs it.
#![allow(missing_docs, reason = "a program")]

use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use cuda_arrow::arrow_array::{Array, ArrayRef, Int8Array, Int32Array, ListArray, RecordBatch};
use cuda_arrow::arrow_buffer::{BooleanBuffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use cuda_arrow::arrow_schema::Field;
use cuda_arrow::{Dictionaries, Error, MemoryManager, Message, StreamSchema};

const ROUNDS: usize = 9;

type Work<'a> = Box<dyn FnMut() -> Result<(), Error> + 'a>;

/// The median of each work's times, of which one of each is taken in turn.
fn measure(
    manager: &MemoryManager,
    works: &mut [(&str, Work<'_>)],
) -> Result<Vec<Duration>, Error> {
    let mut times = vec![Vec::new(); works.len()];
    for round in 0..=ROUNDS {
        for ((_, work), times) in works.iter_mut().zip(&mut times) {
            manager.stream().synchronize()?;
            let start = Instant::now();
            work()?;
            manager.stream().synchronize()?;
            // The first round loads kernels and fills pools.
            if round > 0 {
                times.push(start.elapsed());
            }
        }
    }
    Ok(times
        .into_iter()
        .map(|mut times| {
            times.sort();
            times[times.len() / 2]
        })
        .collect())
}

/// Prints what works took, and how that is to the first of them.
fn compare(
    manager: &MemoryManager,
    name: &str,
    bytes: usize,
    mut works: Vec<(&str, Work<'_>)>,
) -> Result<(), Error> {
    let times = measure(manager, &mut works)?;
    let base = times[0].as_secs_f64();
    for ((work, _), time) in works.iter().zip(times) {
        let seconds = time.as_secs_f64();
        println!(
            r#"{{"name": "{name}", "work": "{work}", "bytes": {bytes}, "us": {:.2}, "gb_s": {:.2}, "of_the_first": {:.3}}}"#,
            seconds * 1e6,
            bytes as f64 / seconds / 1e9,
            base / seconds
        );
    }
    Ok(())
}

/// What a work made, which is dropped.
fn forget<T>(made: T) {
    black_box(made);
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let manager = MemoryManager::of_device(cuda_sim::gpu_or_software()?.device(0)?)?;
    println!(r#"{{"device": "{}"}}"#, manager.device().name()?);
    let large = std::env::var("CUDA_ARROW_BENCH_BYTES")
        .ok()
        .and_then(|it| it.parse().ok());
    let is_bench = std::env::args().any(|it| it == "--bench");
    let large: usize = large.unwrap_or(if is_bench { 1 << 30 } else { 1 << 16 });
    uploads(&manager, large)?;
    many_columns(&manager)?;
    on_the_device(&manager, large)?;
    messages(&manager, large)?;
    nesting(&manager)?;
    Ok(())
}

fn one_column(values: cuda_arrow::arrow_buffer::Buffer) -> Result<RecordBatch, Error> {
    let len = values.len() / 4;
    let array = Int32Array::new(ScalarBuffer::new(values, 0, len), None);
    Ok(RecordBatch::try_from_iter([(
        "x",
        Arc::new(array) as ArrayRef,
    )])?)
}

fn uploads(manager: &MemoryManager, bytes: usize) -> Result<(), Error> {
    let stream = manager.stream();
    let mut raw_pinned = stream.context().pinned::<u8>(bytes)?;
    raw_pinned.fill(1);
    let mut pinned = manager.pinned(bytes)?;
    pinned.fill(1);
    let pinned = one_column(pinned.freeze())?;
    let pageable = vec![1u8; bytes];
    let batch = one_column(vec![1i32; bytes / 4].into())?;
    let mut target = manager.allocate(bytes)?;
    let there = manager.upload(&batch)?;
    let cell = std::cell::RefCell::new(&mut target);
    compare(
        manager,
        "upload",
        bytes,
        vec![
            (
                "raw, pinned",
                Box::new(|| cell.borrow_mut().upload_into(0, &raw_pinned)),
            ),
            (
                "batch, pinned",
                Box::new(|| manager.upload(&pinned).map(forget)),
            ),
            (
                "raw, pageable",
                Box::new(|| cell.borrow_mut().upload_into(0, &pageable)),
            ),
            (
                "batch, pageable",
                Box::new(|| manager.upload(&batch).map(forget)),
            ),
        ],
    )?;
    let mut back = vec![0u8; bytes];
    compare(
        manager,
        "download",
        bytes,
        vec![
            (
                "raw, pageable",
                Box::new(|| there.columns()[0].buffers()[0].download_into(.., &mut back)),
            ),
            ("batch", Box::new(|| there.to_host().map(forget))),
        ],
    )
}

fn columns(count: usize, rows: usize) -> Result<RecordBatch, Error> {
    let column = |at: usize| {
        let values = Int32Array::from_iter_values((0..rows).map(|row| (row * at) as i32));
        (at.to_string(), Arc::new(values) as ArrayRef)
    };
    Ok(RecordBatch::try_from_iter((0..count).map(column))?)
}

fn many_columns(manager: &MemoryManager) -> Result<(), Error> {
    for (count, rows) in [
        (1, 100),
        (10, 100),
        (100, 100),
        (1000, 100),
        (10_000, 100),
        (1000, 1024),
    ] {
        let host = columns(count, rows)?;
        let batch = manager.upload(&host)?;
        let bytes = count * rows * 4;
        let raw = vec![1u8; bytes];
        let mut target = manager.allocate(bytes)?;
        let schema = StreamSchema::new(&host.schema())?;
        let message = manager.serialize(&batch)?;
        compare(
            manager,
            &format!("{count} columns of {rows}"),
            bytes,
            vec![
                ("raw upload", Box::new(|| target.upload_into(0, &raw))),
                ("upload", Box::new(|| manager.upload(&host).map(forget))),
                ("download", Box::new(|| batch.to_host().map(forget))),
                ("slice", Box::new(|| batch.slice(1, rows - 1).map(forget))),
                (
                    "download of a slice",
                    Box::new(|| batch.slice(1, rows - 1)?.to_host().map(forget)),
                ),
                ("export", Box::new(|| batch.export().map(forget))),
                (
                    "export and import",
                    Box::new(|| {
                        let (array, schema) = batch.export()?;
                        // SAFETY: it was just exported.
                        unsafe { manager.import(array, &schema) }.map(forget)
                    }),
                ),
                (
                    "serialize",
                    Box::new(|| manager.serialize(&batch).map(forget)),
                ),
                (
                    "read",
                    Box::new(|| {
                        Message::read(&message)?
                            .record_batch(&schema, &Dictionaries::new())
                            .map(forget)
                    }),
                ),
            ],
        )?;
    }
    Ok(())
}

fn on_the_device(manager: &MemoryManager, bytes: usize) -> Result<(), Error> {
    let source = manager.copy_from_host(&vec![0x5a; bytes])?;
    let same = manager.copy(&source)?;
    let mut target = manager.allocate(bytes)?;
    // A copy reads and writes; counting and comparing only read.
    compare(
        manager,
        "equality",
        2 * bytes,
        vec![
            ("device copy", Box::new(|| target.copy_from(0, &source))),
            (
                "equals",
                Box::new(|| source.equals(&same).map(|it| assert!(it))),
            ),
        ],
    )?;
    let rows = bytes / 8 * 8;
    let bits = BooleanBuffer::new(vec![0x5au8; bytes].into(), 0, rows);
    let flags =
        cuda_arrow::arrow_array::BooleanArray::new(bits.clone(), Some(NullBuffer::new(bits)));
    let column = manager.upload_array(&flags)?;
    let parts = column.clone().into_parts();
    let batch = |start: usize| {
        let schema = Arc::new(cuda_arrow::arrow_schema::Schema::new(vec![Field::new(
            "b",
            flags.data_type().clone(),
            true,
        )]));
        let column = column.slice(start, rows - 8)?;
        cuda_arrow::DeviceRecordBatch::try_new(manager, schema, vec![column], rows - 8)
    };
    let (even, odd) = (batch(0)?, batch(3)?);
    compare(
        manager,
        "bits",
        bytes / 8,
        vec![
            (
                "device copy",
                Box::new(|| target.copy_from(0, &source.slice(..bytes / 8)?)),
            ),
            (
                "null count",
                Box::new(|| {
                    let mut parts = parts.clone();
                    parts.null_count = None;
                    cuda_arrow::DeviceArray::try_new(parts)?
                        .null_count()
                        .map(forget)
                }),
            ),
            (
                "write two",
                Box::new(|| manager.serialize(&even).map(forget)),
            ),
            (
                "shift two",
                Box::new(|| manager.serialize(&odd).map(forget)),
            ),
        ],
    )
}

fn messages(manager: &MemoryManager, bytes: usize) -> Result<(), Error> {
    let batch = manager.upload(&one_column(vec![1i32; bytes / 4].into())?)?;
    let source = batch.columns()[0].buffers()[0].clone();
    let message = manager.serialize(&batch)?;
    let schema = StreamSchema::new(batch.schema())?;
    compare(
        manager,
        "messages",
        bytes,
        vec![
            (
                "device copy",
                Box::new(|| manager.copy(&source).map(forget)),
            ),
            (
                "serialize",
                Box::new(|| manager.serialize(&batch).map(forget)),
            ),
            (
                "read",
                Box::new(|| {
                    Message::read(&message)?
                        .record_batch(&schema, &Dictionaries::new())
                        .map(forget)
                }),
            ),
        ],
    )
}

fn nesting(manager: &MemoryManager) -> Result<(), Error> {
    for depth in [1, 2, 4, 8, 16, 32, 64] {
        let mut array: ArrayRef = Arc::new(Int8Array::from(vec![1i8; 1000]));
        for _ in 1..depth {
            let field = Arc::new(Field::new("item", array.data_type().clone(), true));
            let offsets = OffsetBuffer::from_lengths(vec![1; array.len()]);
            array = Arc::new(ListArray::new(field, offsets, array, None));
        }
        let host = RecordBatch::try_from_iter([("x", array)])?;
        let batch = manager.upload(&host)?;
        compare(
            manager,
            &format!("{depth} deep"),
            1000,
            vec![
                ("upload", Box::new(|| manager.upload(&host).map(forget))),
                (
                    "download of a slice",
                    Box::new(|| batch.slice(1, 998)?.to_host().map(forget)),
                ),
                (
                    "serialize a slice",
                    Box::new(|| manager.serialize(&batch.slice(1, 998)?).map(forget)),
                ),
            ],
        )?;
    }
    Ok(())
}
