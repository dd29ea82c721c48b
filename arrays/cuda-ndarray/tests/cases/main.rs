//! Cases with NumPy's results: those of `tests/data`, and those of the folders that the option `cases` names.
#![allow(missing_docs)]
// In a test, an unexpected error is a failure.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod arithmetic;
mod arrays;
#[path = "../device/mod.rs"]
mod device;
mod linalg;
mod transforms;
mod values;
mod views;

use std::process::ExitCode;

use cuda_rust::cases::{self, Format};

fn main() -> ExitCode {
    let stream = &device::TestDevice::of_tests().stream;
    let formats = [
        Format {
            name: "views 1",
            promise: "views_are_numpy_s",
            list: "cases",
            keys: &[],
            check: &cases::nothing,
            run: &|input| views::run(stream, input.case),
        },
        Format {
            name: "arrays 1",
            promise: "tensors_and_dictionaries_have_these_entries",
            list: "cases",
            keys: &[],
            check: &cases::nothing,
            run: &|input| arrays::run(stream, input.case),
        },
        Format {
            name: "transforms 1",
            promise: "transforms_are_numpy_s",
            list: "cases",
            keys: &[],
            check: &cases::nothing,
            run: &|input| transforms::run(stream, input.case),
        },
        Format {
            name: "linalg 1",
            promise: "linear_algebra_is_numpy_s",
            list: "cases",
            keys: &[],
            check: &cases::nothing,
            run: &|input| linalg::run(stream, input.case),
        },
        Format {
            name: "arithmetic 1",
            promise: "arithmetic_is_numpy_s",
            list: "cases",
            keys: &[],
            check: &cases::nothing,
            run: &|input| arithmetic::run(stream, input.case),
        },
    ];
    // Handles are tested in cuda-arrow, and layouts are checked at compile time.
    cases::run(&["ndarray", "exchange"], &formats, &["ipc handles 1", "layouts 1"])
}
