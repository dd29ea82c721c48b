//! Uses of a slice by streams of several threads.
#![allow(clippy::unwrap_used, reason = "a failure fails the test")]

mod chosen;
#[expect(dead_code, reason = "no call fails here")]
mod failing;

use std::ffi::{CString, c_char, c_int};
use std::path::Path;
use std::sync::mpsc::channel;
use std::time::Duration;

use cudarc::driver::{CudaContext, DevicePtr};

/// Runs the tests below in a process whose driver is the software device, unless the GPU is wanted.
#[test]
fn on_the_chosen_device() {
    chosen::run(1, failing::with_failing_calls);
}

/// Returns a function that lets the next call of a function wait, and one for whether that waits: see `failing.c`. Returns
/// `None` on a driver that can't.
fn holding() -> Option<(impl Fn(&str), impl Fn() -> bool)> {
    std::env::var_os("CALLED_DRIVER")?;
    let driver = Path::new(&std::env::var_os("CUDA_DRIVER")?).join("libcuda.so.1");
    // SAFETY: it is loaded already, and the functions are declared so.
    let (hold, is_held) = unsafe {
        let library = Box::leak(Box::new(libloading::Library::new(driver).unwrap()));
        (
            *library.get::<unsafe extern "C" fn(*const c_char) -> c_int>(b"hold_call").unwrap(),
            *library.get::<unsafe extern "C" fn() -> c_int>(b"is_held").unwrap(),
        )
    };
    let hold = move |name: &str| {
        let name = CString::new(name).unwrap();
        // SAFETY: the name lives until the call returns.
        let _ = unsafe { hold(name.as_ptr()) };
    };
    // SAFETY: it reads a number.
    Some((hold, move || unsafe { is_held() } != 0))
}

#[test]
#[ignore = "run by `on_the_chosen_device`"]
fn a_use_does_not_wait_for_a_call_that_waits_for_others() {
    let Some((hold, is_held)) = holding() else {
        return cuda_rust::skip("a driver whose calls don't wait");
    };
    let context = CudaContext::new(0).unwrap();
    let [owner, second, third] = [(); 3].map(|()| context.new_stream().unwrap());
    let mut slice = owner.clone_htod(&[7u32; 16]).unwrap();
    second.memset_zeros(&mut slice).unwrap();
    context.synchronize().unwrap();
    let (sender, receiver) = channel();
    let is_early = std::thread::scope(|scope| {
        hold("cuStreamWaitEvent");
        // It waits for the second stream.
        scope.spawn(|| drop(slice.device_ptr(&owner).1));
        while !is_held() {
            std::thread::yield_now();
        }
        scope.spawn(|| {
            drop(slice.device_ptr(&third).1);
            sender.send(()).unwrap();
        });
        let is_early = receiver.recv_timeout(Duration::from_secs(10)).is_ok();
        hold("");
        is_early
    });
    assert!(is_early, "the use of one stream waited for a call for another");
    // The use that was noted meanwhile is waited for.
    hold("cuStreamWaitEvent");
    std::thread::scope(|scope| {
        scope.spawn(|| owner.memset_zeros(&mut slice).unwrap());
        while !is_held() {
            std::thread::yield_now();
        }
        hold("");
    });
    assert_eq!(owner.clone_dtoh(&slice).unwrap(), [0; 16]);
    assert_eq!(context.check_err(), Ok(()));
}
