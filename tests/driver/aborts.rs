//! When the end of a scope aborts: only if the driver repeatedly gives no information about the work.

use std::sync::atomic::{AtomicU32, Ordering};

use cuda_driver::{
    ErrorCode,
    sys::{CUresult, CUstream, DriverTable},
};

use crate::costs::instrumented;
use crate::device::{TestDevice, on_every_driver, process, with_device};

/// How many waits for a stream fail, and with which code.
static FAILURES: AtomicU32 = AtomicU32::new(0);
static CODE: AtomicU32 = AtomicU32::new(0);

static mut SYNCHRONIZE: Option<unsafe extern "C" fn(CUstream) -> CUresult> = None;

unsafe extern "C" fn fail_at_first(stream: CUstream) -> CUresult {
    let left =
        FAILURES.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1));
    if left.is_ok() {
        return CUresult(CODE.load(Ordering::SeqCst));
    }
    // SAFETY: it is written once, before the table is used; the caller's stream is alive.
    unsafe { SYNCHRONIZE.map_or(CUresult::CUDA_ERROR_UNKNOWN, |synchronize| synchronize(stream)) }
}

/// Returns the driver of `device`, whose next `failures` waits for a stream fail.
fn failing(device: &TestDevice, failures: u32, code: CUresult) -> TestDevice {
    FAILURES.store(0, Ordering::SeqCst);
    let mut table: DriverTable = device.driver.raw().table().capped(99_000);
    // SAFETY: the process has one thread that uses it.
    unsafe { SYNCHRONIZE = table.cuStreamSynchronize };
    table.cuStreamSynchronize = Some(fail_at_first);
    let device = TestDevice::new(Box::leak(Box::new(table)));
    CODE.store(code.0, Ordering::SeqCst);
    FAILURES.store(failures, Ordering::SeqCst);
    device
}

#[test]
#[ignore = "run in a separate process"]
fn every_wait_fails() {
    with_device(None, |device| {
        let device = failing(device, u32::MAX, CUresult::CUDA_ERROR_UNKNOWN);
        let _ = device.stream.upload(&[1u8]);
        println!("not aborted");
    });
}

#[test]
#[ignore = "run in a separate process"]
fn some_waits_fail() {
    with_device(None, |device| {
        for code in [
            CUresult::CUDA_ERROR_UNKNOWN,
            CUresult::CUDA_ERROR_CONTEXT_IS_DESTROYED,
            CUresult(12345),
        ] {
            let device = failing(device, 5, code);
            let error = device.stream.upload(&[1u8]).unwrap_err();
            assert_eq!(error.result().unwrap().code(), ErrorCode::from_raw(code));
            assert_eq!(device.stream.upload(&[2u8]).unwrap().to_vec().unwrap(), [2]);
        }
    });
}

#[test]
fn a_scope_aborts_only_if_the_driver_never_reports_whether_memory_is_still_used() {
    let output = process("aborts::every_wait_fails").output().unwrap();
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(
        !output.status.success()
            && !String::from_utf8_lossy(&output.stdout).contains("not aborted"),
        "{text}"
    );
    assert!(text.contains("cuda-driver: aborting, because the driver does not report whether the device still uses memory"), "{text}");
    assert!(text.contains("CUDA_ERROR_UNKNOWN (999)"), "{text}");
}

#[test]
fn a_scope_retries_before_it_aborts() {
    let output = process("aborts::some_waits_fail").output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(String::from_utf8_lossy(&output.stdout).contains("1 passed"));
}

on_every_driver! {
    fn codes_that_end_a_context_end_a_scope(device) {
        let instrument = instrumented(device);
        let device = TestDevice::new(instrument.table());
        let buffer = device.stream.upload(&[1u8; 10]).unwrap();
        for code in [
            CUresult::CUDA_ERROR_DEINITIALIZED,
            CUresult::CUDA_ERROR_ECC_UNCORRECTABLE,
            CUresult::CUDA_ERROR_NVLINK_UNCORRECTABLE,
            CUresult::CUDA_ERROR_ILLEGAL_ADDRESS,
            CUresult::CUDA_ERROR_LAUNCH_FAILED,
            CUresult::CUDA_ERROR_MPS_CLIENT_TERMINATED,
            CUresult::CUDA_ERROR_EXTERNAL_DEVICE,
        ] {
            instrument.reset();
            instrument.fail(cuda_driver::driver::Symbol::cuStreamSynchronize, 1, code);
            let error = buffer.to_vec().unwrap_err();
            assert_eq!(error.result().unwrap().code().as_raw(), code);
            assert!(error.result().unwrap().is_context_lost());
            assert_eq!(instrument.calls(cuda_driver::driver::Symbol::cuStreamSynchronize), 1, "{code:?} ends it");
        }
    }
}
