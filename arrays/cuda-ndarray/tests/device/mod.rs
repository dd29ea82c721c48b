//! The only place where tests get their device: see [`cuda_sim::choice`].
#![allow(dead_code, reason = "not every test uses all of it")]

use std::sync::{OnceLock, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use cuda_driver::{
    Context, Driver, Stream,
    sys::{DriverTable, instrument::Instrument},
};
use cuda_sim::choice::{self, Chosen};

/// The device that a test runs on.
pub struct TestDevice {
    pub driver: Driver,
    pub context: Context,
    pub stream: Stream,
}

impl TestDevice {
    /// The device that the tests are for.
    pub fn of_tests() -> Self {
        Self::new(chosen().table())
    }

    pub fn new(table: &'static DriverTable) -> Self {
        // SAFETY: the table is that of a driver, capped or counted at most.
        let driver = unsafe { Driver::from_table(table) }.expect("the driver starts");
        let device = driver.device(0).expect("there is a device");
        let context = device.primary_context().expect("it has a context");
        let stream = context.stream().expect("it has streams");
        Self { driver, context, stream }
    }

    /// The same device, through a driver whose calls are counted.
    pub fn instrumented(&self) -> (Instrument, Self) {
        let instrument = Instrument::over(self.driver.raw().table()).expect("there is a slot");
        // Another test may have had the slot; what it dropped is released through the same table, perhaps only now.
        cuda_driver::stream::wait_for_deferred();
        let device = Self::new(instrument.table());
        (instrument, device)
    }
}

pub fn chosen() -> &'static Chosen {
    static CHOSEN: OnceLock<Chosen> = OnceLock::new();
    CHOSEN.get_or_init(|| {
        let chosen = choice::choose().unwrap_or_else(|error| panic!("{error}"));
        if let Some(note) = chosen.note() {
            eprintln!("{note}");
        }
        chosen
    })
}

/// Returns the table as if the driver were of CUDA 11.4, which has no libraries; the same one each time.
pub fn capped() -> &'static DriverTable {
    static CAPPED: OnceLock<DriverTable> = OnceLock::new();
    CAPPED.get_or_init(|| chosen().table().capped(11040))
}

/// A lock that each test holds: shared, or exclusively if it blocks the device. A driver that loads a kernel waits for
/// the device, and other threads can't launch meanwhile.
static TURN: RwLock<()> = RwLock::new(());

pub fn with_others() -> RwLockReadGuard<'static, ()> {
    TURN.read().unwrap_or_else(PoisonError::into_inner)
}

pub fn alone() -> RwLockWriteGuard<'static, ()> {
    TURN.write().unwrap_or_else(PoisonError::into_inner)
}

/// Tests that run on the driver as it is, and again as if it were one of CUDA 11.4. Tests marked `alone` run while no
/// others do.
#[allow(unused_macros, reason = "not every test uses it")]
macro_rules! on_every_driver {
    (alone $($tests:tt)*) => {
        $crate::device::on_every_driver! { @ alone $($tests)* }
    };
    (@ $turn:ident $($(#[$attribute:meta])* fn $name:ident($device:ident) $body:block)*) => {$(
        $(#[$attribute])*
        fn $name($device: &$crate::device::TestDevice) $body

        mod $name {
            #[test]
            fn as_it_is() {
                let _turn = $crate::device::$turn();
                super::$name(&$crate::device::TestDevice::of_tests());
            }

            #[test]
            fn as_11_4() {
                let _turn = $crate::device::$turn();
                super::$name(&$crate::device::TestDevice::new($crate::device::capped()));
            }
        }
    )*};
    ($($tests:tt)*) => {
        $crate::device::on_every_driver! { @ with_others $($tests)* }
    };
}
#[allow(unused_imports, reason = "not every test uses it")]
pub(crate) use on_every_driver;
