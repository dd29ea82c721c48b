//! The only place where tests get their device: see [`cuda_rust::device`].
#![allow(dead_code, unused_imports, reason = "not every test uses all of it")]

use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

pub use cuda_rust::device::{TestDevice, context, is_software};

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
                super::$name(&$crate::device::TestDevice::capped(11040));
            }
        }
    )*};
    ($($tests:tt)*) => {
        $crate::device::on_every_driver! { @ with_others $($tests)* }
    };
}
#[allow(unused_imports, reason = "not every test uses it")]
pub(crate) use on_every_driver;
