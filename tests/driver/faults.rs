//! Every driver call of SAXPY fails in turn: no panic, and everything created is destroyed exactly once.

use cuda_driver::{
    Driver, Error,
    driver::Symbol,
    sys::{CUresult, instrument::Instrument},
};

use crate::costs::instrumented;
use crate::device::{TestDevice, on_every_driver};
use crate::kernels;
use crate::pairs::{self, PAIRS};
use crate::saxpy::saxpy;

fn everything_was_destroyed_once(instrument: &Instrument, nth: u32, code: CUresult) {
    pairs::all_was_destroyed_once(instrument, || format!("call {nth} failing with {code:?}"));
}

/// Runs SAXPY on a new thread, because a failed call may leave a context current.
fn on_a_new_thread(driver: Driver, n: usize) -> Result<Vec<f32>, Error> {
    std::thread::scope(|scope| {
        scope.spawn(|| saxpy(driver, n)).join().expect("no failure is a panic")
    })
}

on_every_driver! {
    fn each_call_of_saxpy_can_fail(device) {
        if kernels::ptx().is_none() { return }
        let instrument = instrumented(device);
        // SAFETY: the table wraps that of the device.
        let driver = unsafe { Driver::from_table(instrument.table()) }.unwrap();
        on_a_new_thread(driver, 1000).unwrap();
        instrument.reset();
        let right = on_a_new_thread(driver, 1000).unwrap();
        let calls = instrument.all_calls();
        everything_was_destroyed_once(&instrument, 0, CUresult::CUDA_SUCCESS);
        for code in [CUresult::CUDA_ERROR_OUT_OF_MEMORY, CUresult::CUDA_ERROR_INVALID_CONTEXT, CUresult::CUDA_ERROR_UNKNOWN, CUresult(12345)] {
            let mut errors = 0;
            for nth in 1..=u32::try_from(calls).unwrap() {
                instrument.reset();
                instrument.fail_any(nth, code);
                match on_a_new_thread(driver, 1000) {
                    // The failure was in a drop, which can't report it, or the call was repeated.
                    Ok(result) => assert_eq!(result, right, "call {nth} failing with {code:?}"),
                    Err(error) => {
                        errors += 1;
                        let text = error.to_string();
                        assert!(text.contains(&code.0.to_string()), "{text}");
                    }
                }
                assert!(instrument.failed().is_some(), "call {nth} of {calls} was not made");
                everything_was_destroyed_once(&instrument, nth, code);
            }
            assert!(errors > 0, "no failure was noticed for {code:?}");
            instrument.reset();
            assert_eq!(on_a_new_thread(driver, 1000).unwrap(), right, "the device works afterwards");
        }
    }

    fn the_first_call_of_each_function_can_fail(device) {
        if kernels::ptx().is_none() { return }
        let instrument = instrumented(device);
        // SAFETY: the table wraps that of the device.
        let driver = unsafe { Driver::from_table(instrument.table()) }.unwrap();
        instrument.reset();
        let right = on_a_new_thread(driver, 100).unwrap();
        let code = CUresult::CUDA_ERROR_NOT_PERMITTED;
        for (symbol, _) in instrument.called() {
            instrument.reset();
            instrument.fail(symbol, 1, code);
            match on_a_new_thread(driver, 100) {
                // Only calls in drops may fail silently.
                Ok(result) => {
                    assert_eq!(result, right, "{symbol}");
                    let dropping = PAIRS.iter().any(|pair| pair.destroyers.contains(&symbol));
                    // If this fails, the following calls are still made.
                    let harmless = symbol == Symbol::cuThreadExchangeStreamCaptureMode;
                    assert!(dropping || harmless, "{symbol} failed without an error");
                }
                Err(error) => assert!(error.to_string().contains("CUDA_ERROR_NOT_PERMITTED (800)"), "{symbol}: {error}"),
            }
            assert_eq!(instrument.failed(), Some(symbol));
            everything_was_destroyed_once(&instrument, 1, code);
        }
    }

    fn a_device_without_memory_pools_allocates_memory(device) {
        let instrument = instrumented(device);
        let device = TestDevice::new(instrument.table());
        instrument.reset();
        instrument.fail(Symbol::cuMemAllocAsync, 1, CUresult::CUDA_ERROR_NOT_SUPPORTED);
        let buffer = device.stream.upload(&[1u32, 2, 3]).unwrap();
        assert_eq!(instrument.calls(Symbol::cuMemAlloc_v2), 1);
        assert_eq!(buffer.to_vec().unwrap(), [1, 2, 3]);
        drop(buffer);
        assert_eq!((instrument.calls(Symbol::cuMemFree_v2), instrument.calls(Symbol::cuMemFreeAsync)), (1, 0));

        let taken = device.stream.upload(&[4u32]).unwrap().into_raw().unwrap();
        // SAFETY: the memory holds one element, was allocated on this stream, and no other code has it.
        let buffer = unsafe { cuda_driver::DeviceBuffer::<u32>::from_raw(&device.stream, taken, 1) };
        instrument.fail(Symbol::cuMemFreeAsync, 1, CUresult::CUDA_ERROR_NOT_SUPPORTED);
        buffer.destroy().unwrap();
        assert_eq!(instrument.calls(Symbol::cuMemFree_v2), 2);
    }
}
