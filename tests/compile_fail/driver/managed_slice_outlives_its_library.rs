//! A variable exists as long as its library is loaded.
use cuda_driver::{Error, module::Library};

fn variable(library: Library) -> Result<&'static mut [u32], Error> {
    // SAFETY: nothing else accesses it.
    unsafe { library.managed_slice("variable") }
}

fn main() {}
