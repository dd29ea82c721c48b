//! The only place where these tests get their device: see [`cuda_rust::device`].

use std::process::Command;

use cuda_driver::context::ContextFlags;
pub use cuda_rust::device::TestDevice;
use cuda_rust::device::chosen_after;
use cuda_sim::choice::ChosenDevice;

/// Runs `test` on the driver, without anything newer than `cap`.
pub fn with_device(cap: Option<i32>, test: impl FnOnce(&TestDevice)) {
    chosen();
    test(&cap.map_or_else(TestDevice::of_tests, TestDevice::capped));
}

/// A context of the test's own: calls that wait for a context would invalidate captures in it, or wait for streams that a
/// test holds.
pub fn alone(device: &TestDevice) -> TestDevice {
    let context = device.context.device().create_context(ContextFlags::empty()).unwrap();
    let stream = context.stream().unwrap();
    TestDevice { driver: device.driver, context, stream }
}

/// Returns a command that runs an ignored test in a separate process. It succeeds even if there is no such test, so look
/// for "1 passed" in its output.
pub fn process(test: &str) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "--ignored", "--nocapture", test]);
    command
}

/// Returns the device for the tests.
fn chosen() -> &'static ChosenDevice {
    // The tests have PTX from every NVRTC.
    chosen_after(|| {
        cuda_sim::set_driver_version(13, 5).expect("nothing used the software device before");
    })
}

/// Returns `true` for the software device, which works, and allocates, on the calling thread.
pub fn is_software() -> bool {
    chosen().is_software()
}

/// Tests that run on the actual driver, and limited to CUDA 11.4, 12.0 and 12.4.
macro_rules! on_every_driver {
    ($($(#[$attribute:meta])* fn $name:ident($device:ident) $body:block)*) => {$(
        $(#[$attribute])*
        fn $name($device: &$crate::device::TestDevice) $body

        $(#[$attribute])*
        mod $name {
            #[test]
            fn as_it_is() {
                $crate::device::with_device(None, super::$name);
            }

            #[test]
            fn as_11_4() {
                $crate::device::with_device(Some(11040), super::$name);
            }

            #[test]
            fn as_12_0() {
                $crate::device::with_device(Some(12000), super::$name);
            }

            #[test]
            fn as_12_4() {
                $crate::device::with_device(Some(12040), super::$name);
            }
        }
    )*};
}
pub(crate) use on_every_driver;
