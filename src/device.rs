//! The device of tests: that of [`cuda_sim::choice`], chosen once in a program.

use std::collections::BTreeMap;
use std::process::Command;
use std::sync::{Mutex, OnceLock, PoisonError};

use cuda_driver::sys::{DriverTable, instrument::Instrument};
use cuda_driver::{Context, Driver, Stream};
use cuda_sim::choice::{self, ChosenDevice};

/// A driver, possibly limited to an older version, and a context.
pub struct TestDevice {
    /// The driver.
    pub driver: Driver,
    /// The primary context of its first device.
    pub context: Context,
    /// A stream of the context.
    pub stream: Stream,
}

#[expect(clippy::expect_used, reason = "it is for tests")]
impl TestDevice {
    /// Returns the device of the tests.
    #[must_use]
    pub fn of_tests() -> Self {
        Self::new(chosen().table())
    }

    /// Returns the same as if its driver were of an older version, such as 11040.
    #[must_use]
    pub fn capped(version: i32) -> Self {
        // The table of a version is always the same one.
        static CAPPED: Mutex<BTreeMap<i32, &DriverTable>> = Mutex::new(BTreeMap::new());
        let mut capped = CAPPED.lock().unwrap_or_else(PoisonError::into_inner);
        let table = capped
            .entry(version)
            .or_insert_with(|| Box::leak(Box::new(chosen().table().capped(version))));
        Self::new(table)
    }

    /// Returns the first device of a driver.
    #[must_use]
    pub fn new(table: &'static DriverTable) -> Self {
        // SAFETY: the table is that of a driver, capped or counted at most.
        let driver = unsafe { Driver::from_table(table) }.expect("the driver starts");
        let device = driver.device(0).expect("there is a device");
        let context = device.primary_context().expect("it has a context");
        let stream = context.stream().expect("it has streams");
        Self { driver, context, stream }
    }

    /// Returns the same device, through a driver whose calls are counted.
    #[must_use]
    pub fn instrumented(&self) -> (Instrument, Self) {
        let instrument = Instrument::over(self.driver.raw().table()).expect("there is a slot");
        // Another test may have had the slot; what it dropped is released through the same table, perhaps only now.
        cuda_driver::stream::wait_for_deferred();
        let device = Self::new(instrument.table());
        (instrument, device)
    }
}

/// Returns what was chosen. The first call chooses, and says why.
pub fn chosen() -> &'static ChosenDevice {
    chosen_after(|| ())
}

/// Returns the same; the first call does `prepare` before it chooses.
///
/// # Panics
/// If the environment asks for a device that isn't there.
#[expect(clippy::panic, reason = "it is for tests")]
pub fn chosen_after(prepare: impl FnOnce()) -> &'static ChosenDevice {
    static CHOSEN: OnceLock<ChosenDevice> = OnceLock::new();
    CHOSEN.get_or_init(|| {
        prepare();
        let chosen = choice::choose().unwrap_or_else(|error| panic!("{error}"));
        if let Some(note) = chosen.note() {
            eprintln!("{note}");
        }
        chosen
    })
}

/// Returns `true` for the software device.
#[must_use]
pub fn is_software() -> bool {
    chosen().is_software()
}

/// Returns the driver of the tests.
///
/// # Panics
/// If it doesn't start.
#[expect(clippy::expect_used, reason = "it is for tests")]
pub fn driver() -> Driver {
    chosen().driver().expect("the driver starts")
}

/// Returns the primary context of its first device.
///
/// # Panics
/// If there is none.
#[expect(clippy::expect_used, reason = "it is for tests")]
pub fn context() -> Context {
    let device = driver().device(0).expect("there is a device");
    device.primary_context().expect("it has a context")
}

/// Runs a test that records, on a GPU in a process of its own: dropping a handle of a library invalidates what other threads
/// record in the same context.
///
/// # Panics
/// If it fails there.
#[expect(clippy::expect_used, reason = "it is for tests")]
pub fn alone(name: &str, test: impl FnOnce()) {
    const ALONE: &str = "CUDA_TEST_CHILD";
    if is_software() || std::env::var_os(ALONE).is_some() {
        return test();
    }
    let program = std::env::current_exe().expect("this program has a file");
    let mut command = Command::new(program);
    command.args(["--exact", "--nocapture", name]).env(ALONE, "1");
    let output = command.output().expect("it starts");
    let text = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && text.contains("1 passed"), "{text}");
}
