//! The device and the cuBLAS of the tests: on a GPU the machine's, and otherwise those of the software device.

use std::sync::OnceLock;

use cublas::lt::CublasLt;
use cublas::lt::sys::CublasLtTable;
use cublas::sys::CublasTable;
use cublas::{Cublas, Handle};
use cuda_driver::{Context, Driver, Stream};
use cuda_sim::choice::{self, Chosen};

fn chosen() -> &'static Chosen {
    static CHOSEN: OnceLock<Chosen> = OnceLock::new();
    CHOSEN.get_or_init(|| {
        let chosen = choice::choose().unwrap_or_else(|error| panic!("{error}"));
        if let Some(note) = chosen.note() {
            eprintln!("{note}");
        }
        chosen
    })
}

/// Returns a context of the device of the tests.
pub(crate) fn context() -> Context {
    let driver: Driver = chosen().driver().unwrap();
    driver.device(0).unwrap().primary_context().unwrap()
}

/// Returns the functions of cuBLAS of the tests.
pub(crate) fn table() -> &'static CublasTable {
    match chosen().is_software() {
        true => cuda_sim_libraries::cublas::table(),
        false => Cublas::load().unwrap_or_else(|error| panic!("{error}")).raw(),
    }
}

/// Returns the functions of cuBLASLt of the tests.
pub(crate) fn lt_table() -> &'static CublasLtTable {
    match chosen().is_software() {
        true => cuda_sim_libraries::cublaslt::table(),
        false => CublasLt::load().unwrap_or_else(|error| panic!("{error}")).raw(),
    }
}

/// Returns the cuBLAS of the tests.
pub(crate) fn cublas() -> Cublas {
    Cublas::from_table(table())
}

/// Returns a table of the same functions, to be changed.
pub(crate) fn copy_of_table() -> CublasTable {
    let table = table();
    // SAFETY: the functions are those of a table, each in its slot.
    unsafe {
        CublasTable::from_fn(table.version(), |symbol| {
            table.get(symbol).map_or(std::ptr::null(), |it| it.as_ptr().cast_const())
        })
    }
}

/// A stream and a handle.
pub(crate) fn stream_and_handle() -> (Stream, Handle) {
    let context = context();
    (context.stream().unwrap(), cublas().handle(&context).unwrap())
}

/// Runs a test that records, on a GPU in a process of its own: dropping a handle invalidates what other threads record in the
/// same context.
pub(crate) fn alone(name: &str, test: impl FnOnce()) {
    const ALONE: &str = "CUDA_TEST_CHILD";
    if chosen().is_software() || std::env::var_os(ALONE).is_some() {
        return test();
    }
    let output = std::process::Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "--nocapture", name])
        .env(ALONE, "1")
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && text.contains("1 passed"), "{text}");
}
