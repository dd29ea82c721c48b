//! Cases with pyarrow's results: those of `tests/data`, and those of the folders that the option `cases` names.
#![allow(missing_docs)]
// In a test, an unexpected error is a failure.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "../../../cuda-ndarray/tests/device/mod.rs"]
mod device;
mod expressions;
mod handles;
mod streams;
mod tables;
mod types;
mod values;

use std::process::ExitCode;

use cuda_arrow::MemoryManager;
use cuda_rust::cases::{self, Format};

fn main() -> ExitCode {
    let manager = MemoryManager::new(&device::TestDevice::of_tests().stream);
    let formats = [
        Format {
            name: "arrow 1",
            promise: "streams_of_stock_pyarrow_are_read",
            list: "files",
            keys: &[],
            check: &cases::nothing,
            run: &|input| streams::run(&manager, input.folder, input.case),
        },
        Format {
            name: "tables 1",
            promise: "operations_on_tables_have_the_results_of_pyarrow",
            list: "cases",
            keys: &[],
            check: &cases::nothing,
            run: &|input| tables::run(&manager, input.folder, input.case),
        },
        Format {
            name: "ipc handles 1",
            promise: "a_handle_has_72_bytes",
            list: "handles",
            keys: &[],
            check: &cases::nothing,
            run: &|input| handles::run(input.case),
        },
    ];
    // Arrays are tested in cuda-ndarray, and layouts are checked at compile time.
    cases::run(
        &["arrow", "exchange", "expressions", "kinds", "tables"],
        &formats,
        &["arrays 1", "layouts 1"],
    )
}
