//! Failing driver calls, for the tests of crates that use the driver.

use std::fmt::{Debug, Display};

use cuda_driver::{
    driver::Symbol,
    stream::wait_for_deferred,
    sys::{CUresult, instrument::Instrument},
};

use crate::options;

/// Calls that create something, and those that destroy it.
const PAIRS: [(&[Symbol], &[Symbol]); 8] = [
    (&[Symbol::cuDevicePrimaryCtxRetain], &[Symbol::cuDevicePrimaryCtxRelease_v2]),
    (&[Symbol::cuCtxPushCurrent_v2], &[Symbol::cuCtxPopCurrent_v2]),
    (&[Symbol::cuStreamCreate], &[Symbol::cuStreamDestroy_v2]),
    (&[Symbol::cuEventCreate], &[Symbol::cuEventDestroy_v2]),
    // Either frees memory of either.
    (
        &[Symbol::cuMemAllocAsync, Symbol::cuMemAlloc_v2, Symbol::cuMemAllocManaged],
        &[Symbol::cuMemFreeAsync, Symbol::cuMemFree_v2],
    ),
    (&[Symbol::cuMemHostAlloc], &[Symbol::cuMemFreeHost]),
    (&[Symbol::cuMemHostRegister_v2], &[Symbol::cuMemHostUnregister]),
    (&[Symbol::cuModuleLoadDataEx], &[Symbol::cuModuleUnload]),
];

/// Calls without which no event is recorded after work: then the end of the work is unknown, and what it uses is leaked.
pub const EVENTS: [Symbol; 3] =
    [Symbol::cuEventRecord, Symbol::cuEventCreate, Symbol::cuStreamWaitEvent];

/// Runs `work` on a new thread, because a failed call may leave a context current.
fn on_a_new_thread<T: Send, E: Send>(work: &(impl Fn() -> Result<T, E> + Sync)) -> Result<T, E> {
    let result = std::thread::scope(|scope| scope.spawn(work).join());
    wait_for_deferred();
    result.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

/// Makes the driver calls of `work` fail, one in each run: every `step`th of them, with one of the codes in turn, or
/// with each of them in a [long run](long). `work` must never panic; its error must have the code; its result, if any,
/// must be correct; and it must destroy what it created exactly once. It uses the instrument's table; what it creates
/// only once, such as loaded kernels, stays from the first run on. What it created may be leaked if one of `leaking` fails.
///
/// # Panics
/// If any of this isn't the case.
#[expect(clippy::panic, clippy::expect_used, reason = "it is for tests")]
pub fn each_call_fails<T, E>(
    instrument: &Instrument,
    codes: &[CUresult],
    step: usize,
    leaking: &[Symbol],
    work: impl Fn() -> Result<T, E> + Sync,
) where
    T: PartialEq + Debug + Send,
    E: Display + Send,
{
    let without_faults = |when: &str| match on_a_new_thread(&work) {
        Ok(result) => result,
        Err(error) => panic!("without a failing call, {when}: {error}"),
    };
    let right = without_faults("for the first time");
    instrument.reset();
    assert_eq!(without_faults("for the second time"), right);
    let calls = u32::try_from(instrument.all_calls()).expect("too many calls to fail each");
    everything_was_destroyed_once(instrument, leaking, 0, CUresult::CUDA_SUCCESS);
    for (part, code) in codes.iter().copied().enumerate() {
        let mut errors = 0;
        for (turn, nth) in (1..=calls).step_by(step).enumerate() {
            if !options::runs(turn, part, codes.len()) {
                continue;
            }
            instrument.reset();
            instrument.fail_any(nth, code);
            match on_a_new_thread(&work) {
                // The failure was in a drop, which can't report it, or the call was repeated.
                Ok(result) => assert_eq!(result, right, "call {nth} failing with {code:?}"),
                Err(error) => {
                    errors += 1;
                    let text = error.to_string();
                    assert!(text.contains(&code.0.to_string()), "{text}");
                }
            }
            everything_was_destroyed_once(instrument, leaking, nth, code);
        }
        assert!(errors > 0, "no failure was noticed for {code:?}");
        instrument.reset();
        assert_eq!(without_faults("after all failures"), right);
    }
}

fn everything_was_destroyed_once(
    instrument: &Instrument,
    leaking: &[Symbol],
    nth: u32,
    code: CUresult,
) {
    let failed = instrument.failed();
    for (make, destroy) in PAIRS {
        let is_of =
            |symbols: &[Symbol]| u64::from(failed.is_some_and(|failed| symbols.contains(&failed)));
        let calls = |symbols: &[Symbol]| {
            let calls = symbols.iter().map(|symbol| instrument.calls(*symbol));
            calls.sum::<u64>()
        };
        let created = calls(make) - is_of(make);
        let destroyed = calls(destroy);
        let is_kept = failed.is_some_and(|failed| leaking.contains(&failed));
        let least = if is_kept { 0 } else { created };
        // A call that needs a current context is repeated with it.
        let most = created + is_of(destroy);
        let text = format!(
            "{make:?} {created}, {destroy:?} {destroyed}, call {nth} ({failed:?}) failing with {code:?}"
        );
        match failed {
            None => assert_eq!(destroyed, created, "{text}"),
            Some(_) => assert!((least..=most).contains(&destroyed), "{text}"),
        }
    }
}
