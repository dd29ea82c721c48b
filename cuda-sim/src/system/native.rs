//! Kernels whose bodies are Rust: each is a library of its own, which isn't listed and can't be unloaded.

use std::sync::Arc;

use cuda_driver_sys::{CUfunction, CUresult};

use crate::state::handles::next;
use crate::state::module::jit::JitOptions;
use crate::state::module::library::Library;
use crate::system::System;
use cuda_sim_engine::{NativeBody, Program};

pub(crate) fn native_kernel(
    name: &str,
    parameter_size: u32,
    body: NativeBody,
) -> Result<CUfunction, CUresult> {
    let system = System::get()?;
    let mut kernels = system.native_kernels.lock();
    if let Some(handle) = kernels.get(name) {
        return Ok(*handle as CUfunction);
    }
    let program = Program::native(name, parameter_size, body, &system.model.engine);
    let options = JitOptions::default();
    let library = Library::compiled_before(next(), Ok(Arc::new(program)), &options);
    let library = Arc::new(library);
    let handle = system.kernel_of(&library, 0)?;
    kernels.insert(name.to_owned(), handle);
    Ok(handle as CUfunction)
}
