//! The device and the cuBLAS of the tests: on a GPU the machine's, and otherwise those of the software device.

use cublas::lt::CublasLt;
use cublas::lt::sys::CublasLtTable;
use cublas::sys::CublasTable;
use cublas::{Cublas, Handle};
use cuda_driver::Stream;
use cuda_rust::device::is_software;
pub(crate) use cuda_rust::device::{alone, context};

/// Returns the functions of cuBLAS of the tests.
pub(crate) fn table() -> &'static CublasTable {
    if is_software() {
        cuda_sim_libraries::cublas::table()
    } else {
        Cublas::load().unwrap_or_else(|error| panic!("{error}")).raw()
    }
}

/// Returns the functions of cuBLASLt of the tests.
pub(crate) fn lt_table() -> &'static CublasLtTable {
    if is_software() {
        cuda_sim_libraries::cublaslt::table()
    } else {
        CublasLt::load().unwrap_or_else(|error| panic!("{error}")).raw()
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
            table.get(symbol).map_or(std::ptr::null(), |function| function.as_ptr().cast_const())
        })
    }
}

/// A stream and a handle.
pub(crate) fn stream_and_handle() -> (Stream, Handle) {
    let context = context();
    (context.stream().unwrap(), cublas().handle(&context).unwrap())
}
