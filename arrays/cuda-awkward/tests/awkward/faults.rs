//! Every driver call fails in turn: nothing panics, and each object is destroyed exactly once.

use cuda_awkward::view::List;
use cuda_awkward::{Backend, Error, HostArray};
use cuda_driver::{Driver, sys::CUresult};
use cuda_rust::faults;

use crate::cache;

/// A little of each operation.
fn work(driver: Driver) -> Result<Vec<String>, Error> {
    let context = driver.device(0)?.primary_context()?;
    let gpu = Backend::with_cache(&context.stream()?, cache())?;
    let other = Backend::with_cache(&context.stream()?, cache())?;
    let array = HostArray::from_json("[[3, 1], [], [2, 5, 4], null]")?.to_backend(&gpu)?;
    let mut results = vec![array.num(1)?];
    let selected = array.get_jagged(&array.gt(2i64)?)?;
    results.push(selected.on(&other)?);
    // From Arrow and back: positions become bits, and a mask that doesn't begin at a byte becomes bytes.
    let arrow = array.to_arrow()?.slice(1, 3)?;
    results.push(gpu.from_arrow(&arrow)?);
    drop(array.view::<Option<List<i64>>>()?);
    let mut texts = Vec::new();
    for result in results {
        texts.push(result.to_host()?.value()?.to_string());
    }
    Ok(texts)
}

/// Returns the interval between calls that fail. A run has hundreds of calls, and takes the software device most of a
/// second to load all kernels. With the option `faults=1`, each call fails once.
fn step() -> usize {
    cuda_rust::options::number("faults", 23)
}

on_the_device! {
    fn every_driver_call_fails_in_turn_and_nothing_leaks(device) {
        let (instrument, warm) = device.instrumented();
        let codes = [CUresult::CUDA_ERROR_OUT_OF_MEMORY, CUresult(12345)];
        faults::each_call_fails(&instrument, &codes, step(), &faults::EVENTS, || work(warm.driver));
    }
}
