//! What a compiler with the option for more says of a program, in the form of ptxas and of NVIDIA's linker.

use core::fmt::Write;

use cuda_sim_engine::{DeviceModel, Program, Space};

use crate::state::module::jit::JitOptions;

/// The most registers of a thread.
const REGISTERS: u32 = 255;

/// Returns the bytes of the program's variables.
fn global_bytes(program: &Program) -> u64 {
    let globals =
        program.globals().iter().filter(|global| global.space == Space::Global && !global.external);
    globals.map(|global| global.size).sum()
}

/// Returns what the compiler says.
pub(crate) fn of_compiler(program: &Program, model: &DeviceModel, options: &JitOptions) -> String {
    let (major, minor) = model.compute_capability;
    let mut text = String::new();
    if let Some(threads) = options.threads.filter(|threads| *threads > 0) {
        let limit = (65_536 / threads).min(REGISTERS);
        for kernel in program.kernels() {
            let name = &kernel.name;
            let _ = writeln!(
                text,
                "ptxas info    : Overriding maximum register limit 256 for '{name}' with  {limit} of maxrregcount option"
            );
        }
    }
    let _ = writeln!(text, "ptxas info    : {} bytes gmem", global_bytes(program));
    for kernel in program.kernels() {
        let (name, local, registers) = (&kernel.name, kernel.local, kernel.registers);
        let shared = match kernel.shared_static {
            0 => String::new(),
            bytes => format!(", {bytes} bytes smem"),
        };
        let _ = writeln!(
            text,
            "ptxas info    : Compiling entry function '{name}' for 'sm_{major}{minor}'\n\
             ptxas info    : Function properties for {name}\n\
             ptxas         .     {local} bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n\
             ptxas info    : Used {registers} registers, used 0 barriers{shared}"
        );
    }
    text
}

/// Returns what the linker says.
pub(crate) fn of_linker(program: &Program) -> String {
    let mut text = format!("info    : {} bytes gmem\n", global_bytes(program));
    for kernel in program.kernels() {
        let _ = writeln!(
            text,
            "info    : Function properties for '{}':\n\
             info    : used {} registers, used 0 barriers, {} stack, {} bytes smem, {} bytes cmem[0], 0 bytes lmem",
            kernel.name, kernel.registers, kernel.local, kernel.shared_static, kernel.param_size
        );
    }
    text
}
