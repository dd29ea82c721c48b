//! Every driver call fails in turn: no panic, and what was made is destroyed exactly once.

use cuda_awkward::{Backend, Error, HostArray};
use cuda_driver::sys::CUresult;
use cuda_driver::sys::instrument::Instrument;
use cuda_driver::{Driver, Symbol, wait_for_deferred};

use crate::cache;

/// What makes something, and what destroys it.
const PAIRS: [(&[Symbol], &[Symbol]); 6] = [
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
    (&[Symbol::cuModuleLoadDataEx], &[Symbol::cuModuleUnload]),
];

/// A bit of everything.
fn work(driver: Driver) -> Result<Vec<String>, Error> {
    let context = driver.device(0)?.primary_context()?;
    let gpu = Backend::with_cache(&context.stream()?, cache())?;
    let other = Backend::with_cache(&context.stream()?, cache())?;
    let array = HostArray::from_json("[[3, 1], [], [2, 5, 4], null]")?.to_backend(&gpu)?;
    let mut results = vec![array.num(1)?];
    let kept = array.get_jagged(&array.gt(2i64)?)?;
    results.push(kept.on(&other)?);
    let mut texts = Vec::new();
    for result in results {
        texts.push(result.to_host()?.value().to_string());
    }
    Ok(texts)
}

/// Every which call fails: a run loads all its kernels, which takes the software device most of a second, and there are
/// hundreds of calls. `CUDA_AWKWARD_FAULTS=1` lets each fail.
fn step() -> usize {
    let given = std::env::var("CUDA_AWKWARD_FAULTS").ok();
    given.and_then(|it| it.parse().ok()).unwrap_or(11)
}

/// On a thread of its own: a failed call may leave a context current on it.
fn on_a_new_thread(driver: Driver) -> Result<Vec<String>, Error> {
    let result = std::thread::scope(|scope| {
        let thread = scope.spawn(|| work(driver));
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
            let calls = symbols.iter().map(|symbol| instrument.calls(*symbol));
            calls.sum::<u64>()
        };
        let made = calls(make) - is_of(make);
        let destroyed = calls(destroy);
        // Where no event can be recorded behind work, nobody can tell when it is over, and what it uses is kept for good.
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

on_the_device! {
    fn every_driver_call_fails_in_turn_and_nothing_leaks(device) {
        let instrument = Instrument::over(device.driver.raw().table()).expect("there is a slot");
        let warm = crate::device::TestDevice::new(instrument.table());
        let right = on_a_new_thread(warm.driver).unwrap();
        instrument.reset();
        assert_eq!(on_a_new_thread(warm.driver).unwrap(), right);
        let calls = instrument.all_calls();
        everything_was_destroyed_once(&instrument, 0, CUresult::CUDA_SUCCESS);
        for code in [CUresult::CUDA_ERROR_OUT_OF_MEMORY, CUresult(12345)] {
            let mut errors = 0;
            for nth in (1..=u32::try_from(calls).unwrap()).step_by(step()) {
                instrument.reset();
                instrument.fail_any(nth, code);
                match on_a_new_thread(warm.driver) {
                    // The failure came while dropping, where nobody hears of it, or was made good.
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
            assert_eq!(on_a_new_thread(warm.driver).unwrap(), right);
        }
    }
}
