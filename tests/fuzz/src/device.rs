//! The device that the targets share: as in all tests, a GPU or the software device. `cargo xtask fuzz` chooses the latter.

use std::sync::OnceLock;

use cuda_driver::{Context, Driver, Stream};
use cuda_sim::choice;

pub(crate) fn context() -> &'static Context {
    static CONTEXT: OnceLock<Context> = OnceLock::new();
    CONTEXT.get_or_init(|| {
        let chosen = choice::choose().unwrap_or_else(|error| panic!("{error}"));
        // SAFETY: the table is that of a driver.
        let driver = unsafe { Driver::from_table(chosen.table()) }.expect("the driver starts");
        primary(driver)
    })
}

/// The software device, for what a GPU's driver would misinterpret.
pub(crate) fn software() -> &'static Context {
    static CONTEXT: OnceLock<Context> = OnceLock::new();
    CONTEXT.get_or_init(|| primary(cuda_sim::driver().expect("the software device starts")))
}

fn primary(driver: Driver) -> Context {
    let device = driver.device(0).expect("there is a device");
    device.primary_context().expect("it has a context")
}

pub(crate) fn stream() -> &'static Stream {
    static STREAM: OnceLock<Stream> = OnceLock::new();
    STREAM.get_or_init(|| context().stream().expect("it has streams"))
}

/// Checks that no kernel has failed: that would be an access outside of an allocation, after which nothing works.
pub(crate) fn check_device() {
    let answer = stream().synchronize();
    assert!(answer.is_ok(), "{answer:?}");
}
