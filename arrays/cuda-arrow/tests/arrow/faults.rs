//! Every driver call fails in turn: nothing panics, and each object is destroyed exactly once.

use std::io::{Read, Write};

use cuda_arrow::arrow_array::RecordBatch;
use cuda_arrow::{
    Aggregate, DeviceReader, DeviceRecordBatch, DeviceStreamReader, DeviceStreamWriter,
    DeviceWriter, Error, Function, JoinType, MemoryManager, Message, SortKey, Window,
};
use cuda_driver::{Driver, sys::CUresult};
use cuda_rust::{faults, options};

use crate::device::on_every_driver;
use crate::samples;

/// A manager of memory, and another one with a stream of its own.
fn managers(driver: Driver) -> Result<[MemoryManager; 2], Error> {
    let context = driver.device(0)?.primary_context()?;
    Ok([MemoryManager::new(&context.stream()?), MemoryManager::new(&context.stream()?)])
}

/// A part of a batch is written as a stream, and read from the host's memory and the device's.
fn streams(driver: Driver, host: &RecordBatch) -> Result<Vec<RecordBatch>, Error> {
    let [manager, _] = managers(driver)?;
    let batch = manager.upload(host)?;
    let part = batch.slice(3, 20)?;
    let mut results = vec![part.to_host()?];
    part.columns()[0].null_count()?;
    let mut writer = DeviceStreamWriter::new(&manager, Vec::new(), &host.schema())?;
    writer.write(&part)?;
    let bytes = writer.finish()?;
    for batch in DeviceStreamReader::from_host(&manager, &bytes[..])? {
        results.push(batch?.to_host()?);
    }
    let stream = manager.copy_from_host(&bytes)?;
    Message::read(&stream)?.schema()?;
    for batch in DeviceStreamReader::new(stream.clone())? {
        results.push(batch?.to_host()?);
    }
    Ok(results)
}

/// Batches are exported, imported, shared and copied.
fn exchange(driver: Driver, host: &RecordBatch) -> Result<Vec<RecordBatch>, Error> {
    let [manager, other] = managers(driver)?;
    let batch = manager.upload(host)?;
    let (array, schema) = batch.slice(3, 20)?.export()?;
    // SAFETY: it was just exported.
    let imported = unsafe { other.import(array, &schema) }?;
    let mut results = vec![imported.to_host()?];
    drop(imported);
    results.push(batch.on(&other)?.to_host()?);
    results.push(batch.copy_to(&other)?.to_host()?);
    Ok(results)
}

/// Buffers are pinned, mapped, written and read.
fn buffers(driver: Driver) -> Result<Vec<u8>, Error> {
    let [manager, _] = managers(driver)?;
    let mut pinned = manager.pinned(100)?;
    pinned.fill(3);
    let mapped = pinned.on_device()?.freeze();
    let mut writer = DeviceWriter::new(manager.allocate_shareable(250)?, 100);
    writer.write_all(&[3; 250]).map_err(unwrapped)?;
    let written = writer.finish()?;
    assert!(written.slice(50..150)?.equals(&mapped)?);
    let mut text = Vec::new();
    DeviceReader::new(written).read_to_end(&mut text).map_err(unwrapped)?;
    Ok(text)
}

/// What is made of a table.
type TableOperation = fn(&DeviceRecordBatch) -> Result<DeviceRecordBatch, Error>;

/// Rows are sorted, grouped, joined, or given a running sum.
const TABLES: [TableOperation; 4] = [
    |batch| batch.sort_by(&keys()),
    |batch| {
        let [rows, sum, distinct] = [
            Aggregate::rows(),
            Aggregate::of("i32", Function::Sum),
            Aggregate::of("text", Function::CountDistinct),
        ];
        batch.group_by(&["bool"], &[rows, sum, distinct])
    },
    |batch| batch.join(batch, &[("i32", "i32")], JoinType::FullOuter),
    |batch| batch.window(&["bool"], &keys(), &[Window::running_sum("i32"), Window::lag("text", 1)]),
];

fn keys() -> [SortKey; 2] {
    [SortKey::descending("text"), SortKey::ascending("i32")]
}

/// Returns the error that was wrapped.
fn unwrapped(error: std::io::Error) -> Error {
    match error.into_inner().map(|error| error.downcast::<Error>()) {
        Some(Ok(error)) => *error,
        other => panic!("{other:?}"),
    }
}

on_every_driver! {
    fn every_driver_call_fails_in_turn_and_nothing_leaks(device) {
        // This loads the kernels, and they stay loaded.
        let (instrument, warm) = device.instrumented();
        let all = samples::all_types(30);
        let names = ["i32", "bool", "text", "nested", "view", "words", "struct"];
        let indices: Vec<usize> = names.iter().map(|name| all.schema().index_of(name).unwrap()).collect();
        let host = all.project(&indices).unwrap();
        let part = host.slice(3, 20);
        assert_eq!(streams(warm.driver, &host).unwrap(), [&part; 3].map(Clone::clone));
        assert_eq!(exchange(warm.driver, &host).unwrap(), [part, host.clone(), host.clone()]);
        assert_eq!(buffers(warm.driver).unwrap(), [3; 250]);
        let codes = [CUresult::CUDA_ERROR_OUT_OF_MEMORY, CUresult::CUDA_ERROR_INVALID_CONTEXT, CUresult(12345)];
        let step = options::number("faults", 3);
        let events = &faults::EVENTS;
        // Apart, because each call's failure repeats all others.
        faults::each_call_fails(&instrument, &codes, step, events, || streams(warm.driver, &host));
        faults::each_call_fails(&instrument, &codes, step, events, || exchange(warm.driver, &host));
        faults::each_call_fails(&instrument, &codes, step, events, || buffers(warm.driver));
        let host = all.project(&indices[..3]).unwrap();
        // These make the most calls, and few of them differ from those above.
        let (codes, step) = ([codes[0], codes[2]], options::number("faults", 8));
        for made in TABLES {
            faults::each_call_fails(&instrument, &codes, step, events, || {
                let [manager, _] = managers(warm.driver)?;
                made(&manager.upload(&host)?)?.to_host()
            });
        }
    }
}
