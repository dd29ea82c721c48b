//! The software device, which the targets share.

use std::sync::OnceLock;

use cuda_driver::{Context, Stream};

pub(crate) fn context() -> &'static Context {
    static CONTEXT: OnceLock<Context> = OnceLock::new();
    CONTEXT.get_or_init(|| {
        let driver = cuda_sim::driver().expect("the software device starts");
        let device = driver.device(0).expect("there is a device");
        device.primary_context().expect("it has a context")
    })
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
