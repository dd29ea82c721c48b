//! The device and the cuSPARSE of the tests: on a GPU the machine's, and otherwise those of the software device.

use cuda_driver::{Context, Stream};
use cuda_rust::device::is_software;
pub(crate) use cuda_rust::device::{alone, context};
use cusparse::Cusparse;
use cusparse::sys::CusparseTable;

/// Returns the functions of cuSPARSE of the tests.
pub(crate) fn table() -> &'static CusparseTable {
    if is_software() {
        cuda_sim_libraries::cusparse::table()
    } else {
        Cusparse::load().unwrap_or_else(|error| panic!("{error}")).raw()
    }
}

/// Returns the cuSPARSE of the tests.
pub(crate) fn cusparse() -> Cusparse {
    Cusparse::from_table(table())
}

/// Returns a table of the same functions, to be changed.
pub(crate) fn copy_of_table() -> CusparseTable {
    let table = table();
    // SAFETY: the functions are those of a table, each in its slot.
    unsafe {
        CusparseTable::from_fn(table.version(), |symbol| {
            table.get(symbol).map_or(std::ptr::null(), |function| function.as_ptr().cast_const())
        })
    }
}

/// A context and a stream of it.
pub(crate) fn context_and_stream() -> (Context, Stream) {
    let context = context();
    let stream = context.stream().unwrap();
    (context, stream)
}
