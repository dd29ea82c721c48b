//! Runs a kernel whose body is Rust.

use crate::code::native::{NativeBody, NativeCall};
use crate::device::DeviceMemory;
use crate::device::fault::Fault;
use crate::state::launch::Launch;
use parking_lot::Mutex;

/// Runs a launch of a kernel with this body.
pub fn run(body: NativeBody, launch: &Launch<'_>, memory: &dyn DeviceMemory) -> Result<(), Fault> {
    let name = &launch.kernel.name;
    if let Some((block, code)) = launch.planned_fault {
        return Err(Fault::planned(name, block, code));
    }
    let item = launch.races.filter(|_| launch.checks.races);
    let operation = item.map(|item| Mutex::new(item.operation(format!("kernel {name}"), memory)));
    let is_left_out = launch.checks.left_out;
    body(&NativeCall { operation, name, parameters: launch.params, memory, is_left_out })
}
