//! The device and the cuRAND of the tests.

use std::ffi::c_void;
use std::ptr::null;
use std::sync::atomic::{AtomicUsize, Ordering};

use cuda_driver::Context;
use cuda_rust::device::chosen_after;
use cuda_sim::choice::ChosenDevice;
use curand::Curand;
use curand::sys::{
    CurandTable, Symbol, curandGenerator_t, curandOrdering_t, curandRngType_t, curandStatus_t,
};

fn chosen() -> &'static ChosenDevice {
    // The PTX of the newest NVRTC needs it; on a GPU it changes nothing.
    chosen_after(|| cuda_sim::set_driver_version(13, 5).unwrap())
}

/// Returns a context of the device of the tests.
pub(crate) fn context() -> Context {
    chosen();
    cuda_rust::device::context()
}

/// Runs a test that records, in a process of its own on a GPU: other tests' generators use the stream that every recorded
/// one would wait for.
pub(crate) fn alone(name: &str, test: impl FnOnce()) {
    chosen();
    cuda_rust::device::alone(name, test);
}

/// Returns the cuRAND of the tests.
pub(crate) fn curand() -> Curand {
    if chosen().is_software() {
        Curand::from_table(cuda_sim_libraries::curand::table())
    } else {
        Curand::load().unwrap_or_else(|error| panic!("{error}"))
    }
}

/// Returns a context of the software device, also where there is a GPU.
pub(crate) fn software() -> Context {
    chosen();
    let driver = cuda_sim::driver().unwrap();
    driver.device(0).unwrap().primary_context().unwrap()
}

/// Returns the software device's cuRAND, in which a function is replaced.
pub(crate) fn with(symbol: Symbol, function: *const c_void) -> Curand {
    let functions = cuda_sim_libraries::curand::table();
    let resolve = |other: Symbol| {
        if other == symbol {
            function
        } else {
            functions.get(other).map_or(null(), |function| function.as_ptr().cast_const())
        }
    };
    // SAFETY: each function has the signature of its slot; tests pass null or one of these below.
    let table = unsafe { CurandTable::from_fn(10_405, resolve) };
    Curand::from_table(Box::leak(Box::new(table)))
}

/// The generator for which an order was last asked by [`failing_order`].
pub(crate) static LAST: AtomicUsize = AtomicUsize::new(0);

/// Returns a cuRAND without orders.
pub(crate) fn failing_order() -> Curand {
    unsafe extern "C" fn fail(raw: curandGenerator_t, _: curandOrdering_t) -> curandStatus_t {
        LAST.store(raw as usize, Ordering::Relaxed);
        curandStatus_t::CURAND_STATUS_OUT_OF_RANGE
    }
    with(Symbol::curandSetGeneratorOrdering, fail as *const c_void)
}

/// Returns a cuRAND without a kind of generator.
pub(crate) fn without_kinds() -> Curand {
    unsafe extern "C" fn fail(_: *mut curandGenerator_t, _: curandRngType_t) -> curandStatus_t {
        curandStatus_t::CURAND_STATUS_ARCH_MISMATCH
    }
    with(Symbol::curandCreateGenerator, fail as *const c_void)
}

/// Returns whether the software device's generator lives.
pub(crate) fn lives(raw: curandGenerator_t) -> bool {
    let set = cuda_sim_libraries::curand::table().curandSetStream;
    // SAFETY: generators are looked up.
    let status = set.map(|set| unsafe { set(raw, std::ptr::null_mut()) });
    status == Some(curandStatus_t::CURAND_STATUS_SUCCESS)
}
