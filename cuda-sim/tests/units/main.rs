//! The unit tests of modules that need little of the crate: all of it, compiled with its tests, would be a second one.

#![allow(dead_code, unused_imports, reason = "only the modules' tests are used")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that can't go on fails"
)]

// What the modules import has the names that it has in the crate.
mod memory;
#[path = "../../src/settings.rs"]
mod settings;
#[path = "../../src/standard_error.rs"]
mod standard_error;
mod state;
#[path = "../../src/visible_devices.rs"]
mod visible_devices;

#[path = "../../src/state/advice.rs"]
mod advice;
#[path = "../../src/state/module/compile.rs"]
mod compile;
#[path = "../../src/state/delay.rs"]
mod delay;
#[path = "../../src/state/module/fat_binary.rs"]
mod fat_binary;
#[path = "../../src/state/handles.rs"]
mod handles;
#[path = "../../src/table/export/integrity.rs"]
mod integrity;
#[path = "../../src/state/ipc.rs"]
mod ipc;
#[path = "../../src/state/module/link/items.rs"]
mod items;
#[path = "../../src/state/devices/kernel_names.rs"]
mod kernel_names;
