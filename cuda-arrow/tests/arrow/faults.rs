//! Every driver call fails in turn: no panic, and what was made is destroyed exactly once.

use std::io::{Read, Write};

use cuda_arrow::arrow_array::RecordBatch;
use cuda_arrow::{
    DeviceReader, DeviceStreamReader, DeviceStreamWriter, DeviceWriter, Error, MemoryManager,
    Message,
};
use cuda_driver::sys::CUresult;
use cuda_driver::sys::instrument::Instrument;
use cuda_driver::{Driver, Symbol, wait_for_deferred};

use crate::device::{TestDevice, on_every_driver};
use crate::samples;

/// What makes something, and what destroys it.
const PAIRS: [(&[Symbol], &[Symbol]); 7] = [
    (
        &[Symbol::cuDevicePrimaryCtxRetain],
        &[Symbol::cuDevicePrimaryCtxRelease_v2],
    ),
    (
        &[Symbol::cuCtxPushCurrent_v2],
        &[Symbol::cuCtxPopCurrent_v2],
    ),
    (&[Symbol::cuStreamCreate], &[Symbol::cuStreamDestroy_v2]),
    (&[Symbol::cuEventCreate], &[Symbol::cuEventDestroy_v2]),
    // Either frees what either allocated.
    (
        &[Symbol::cuMemAllocAsync, Symbol::cuMemAlloc_v2],
        &[Symbol::cuMemFreeAsync, Symbol::cuMemFree_v2],
    ),
    (&[Symbol::cuMemHostAlloc], &[Symbol::cuMemFreeHost]),
    (&[Symbol::cuModuleLoadDataEx], &[Symbol::cuModuleUnload]),
];

/// A bit of everything.
fn work(driver: Driver, host: &RecordBatch) -> Result<Vec<RecordBatch>, Error> {
    let context = driver.device(0)?.primary_context()?;
    let manager = MemoryManager::new(&context.stream()?);
    let other = MemoryManager::new(&context.stream()?);
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

    let (array, schema) = part.export()?;
    // SAFETY: it was just exported.
    let imported = unsafe { other.import(array, &schema) }?;
    results.push(imported.to_host()?);
    drop(imported);
    results.push(batch.on(&other)?.to_host()?);
    results.push(batch.copy_to(&other)?.to_host()?);

    let mut pinned = manager.pinned(100)?;
    pinned.fill(3);
    let mapped = pinned.on_device()?.freeze();
    let mut writer = DeviceWriter::new(manager.allocate_shareable(250)?, 100);
    writer.write_all(&[3; 250]).map_err(unwrapped)?;
    let written = writer.finish()?;
    assert!(written.slice(50..150)?.equals(&mapped)?);
    let mut text = Vec::new();
    DeviceReader::new(written)
        .read_to_end(&mut text)
        .map_err(unwrapped)?;
    assert_eq!(text, [3; 250]);
    Ok(results)
}

/// The error that was wrapped.
fn unwrapped(error: std::io::Error) -> Error {
    match error.into_inner().map(|error| error.downcast::<Error>()) {
        Some(Ok(error)) => *error,
        other => panic!("{other:?}"),
    }
}

/// On a thread of its own: a failed call may leave a context current on it.
fn on_a_new_thread(driver: Driver, host: &RecordBatch) -> Result<Vec<RecordBatch>, Error> {
    let result = std::thread::scope(|scope| {
        let thread = scope.spawn(|| work(driver, host));
        thread.join().expect("no failure is a panic")
    });
    wait_for_deferred();
    result
}

fn everything_was_destroyed_once(instrument: &Instrument, nth: u32, code: CUresult) {
    let failed = instrument.failed();
    for (make, destroy) in PAIRS {
        let is_of =
            |symbols: &[Symbol]| u64::from(failed.is_some_and(|failed| symbols.contains(&failed)));
        let calls = |symbols: &[Symbol]| {
            symbols
                .iter()
                .map(|symbol| instrument.calls(*symbol))
                .sum::<u64>()
        };
        let made = calls(make) - is_of(make);
        let destroyed = calls(destroy);
        // Where no event can be recorded behind work, the end of that work isn't known, and what it uses is kept for good.
        let is_kept = matches!(
            failed,
            Some(Symbol::cuEventRecord | Symbol::cuEventCreate | Symbol::cuStreamWaitEvent)
        );
        let least = if is_kept { 0 } else { made };
        // A call that needs the context current is made again with it.
        let most = made + is_of(destroy);
        let text = format!(
            "{make:?} {made}, {destroy:?} {destroyed}, call {nth} ({failed:?}) failing with {code:?}"
        );
        match failed {
            None => assert_eq!(destroyed, made, "{text}"),
            Some(_) => assert!((least..=most).contains(&destroyed), "{text}"),
        }
    }
}

on_every_driver! {
    fn every_driver_call_fails_in_turn_and_nothing_leaks(device) {
        let instrument = Instrument::over(device.driver.raw().table()).expect("there is a slot");
        // The kernels are loaded, and stay so.
        let warm = TestDevice::new(instrument.table());
        let all = samples::everything(30);
        let names = ["i32", "bool", "text", "nested", "view", "words", "struct"];
        let indices: Vec<usize> = names.iter().map(|name| all.schema().index_of(name).unwrap()).collect();
        let host = all.project(&indices).unwrap();
        let right = on_a_new_thread(warm.driver, &host).unwrap();
        assert_eq!(right[..4], [host.slice(3, 20), host.slice(3, 20), host.slice(3, 20), host.slice(3, 20)]);
        assert_eq!(right[4..], [host.clone(), host.clone()]);
        instrument.reset();
        assert_eq!(on_a_new_thread(warm.driver, &host).unwrap(), right);
        let calls = instrument.all_calls();
        everything_was_destroyed_once(&instrument, 0, CUresult::CUDA_SUCCESS);
        for code in [CUresult::CUDA_ERROR_OUT_OF_MEMORY, CUresult::CUDA_ERROR_INVALID_CONTEXT, CUresult(12345)] {
            let mut errors = 0;
            for nth in 1..=u32::try_from(calls).unwrap() {
                instrument.reset();
                instrument.fail_any(nth, code);
                match on_a_new_thread(warm.driver, &host) {
                    // The failure came while dropping, where no error is returned, or was made good.
                    Ok(result) => assert_eq!(result, right, "call {nth} failing with {code:?}"),
                    Err(error) => {
                        errors += 1;
                        assert!(error.to_string().contains(&code.0.to_string()), "{error}");
                    }
                }
                everything_was_destroyed_once(&instrument, nth, code);
            }
            assert!(errors > 0, "no failure was noticed for {code:?}");
            instrument.reset();
            assert_eq!(on_a_new_thread(warm.driver, &host).unwrap(), right);
        }
    }
}
