//! The only place where tests get their device: see [`cuda_sim::choice`].

use std::process::Command;
use std::sync::OnceLock;

use cuda_driver::{Context, Driver, Stream, context::ContextFlags, sys::DriverTable};
use cuda_sim::choice::{self, Chosen};

/// The device of a test: a driver, possibly limited to an older version, and a context.
pub struct TestDevice {
    pub driver: Driver,
    pub context: Context,
    pub stream: Stream,
}

/// Runs `test` on the driver, without anything newer than `cap`.
pub fn with_device(cap: Option<i32>, test: impl FnOnce(&TestDevice)) {
    let table = match cap {
        Some(version) => capped(chosen().table(), version),
        None => chosen().table(),
    };
    test(&TestDevice::new(table));
}

impl TestDevice {
    pub fn new(table: &'static DriverTable) -> Self {
        // SAFETY: the table is that of a driver, capped or counted at most.
        let driver = unsafe { Driver::from_table(table) }.expect("the driver starts");
        let context = driver
            .device(0)
            .expect("there is a device")
            .primary_context()
            .expect("it has a context");
        let stream = context.stream().expect("it has streams");
        Self { driver, context, stream }
    }
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
fn chosen() -> &'static Chosen {
    static CHOSEN: OnceLock<Chosen> = OnceLock::new();
    CHOSEN.get_or_init(|| {
        // The tests have PTX from every NVRTC.
        cuda_sim::set_driver_version(13, 5).expect("nothing used the software device before");
        let chosen = choice::choose().unwrap_or_else(|error| panic!("{error}"));
        if let Some(note) = chosen.note() {
            eprintln!("{note}");
        }
        chosen
    })
}

/// Returns `true` for the software device, which works, and allocates, on the calling thread.
pub fn is_software() -> bool {
    chosen().is_software()
}

/// Returns the table limited to `version`, always the same one.
fn capped(table: &'static DriverTable, version: i32) -> &'static DriverTable {
    static CAPPED: [OnceLock<DriverTable>; 3] = [const { OnceLock::new() }; 3];
    let index = [11040, 12000, 12040]
        .iter()
        .position(|v| *v == version)
        .expect("a version that tests are capped at");
    CAPPED[index].get_or_init(|| table.capped(version))
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
