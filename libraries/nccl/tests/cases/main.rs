//! Cases that follow from the definitions of NCCL's manual: those of `tests/data`, and those of the folders that
//! the option `cases` names. Each runs with every way of creating ranks.
#![allow(missing_docs)]
// In a test, an unexpected error is a failure.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod collectives;
#[path = "../stand_in/mod.rs"]
mod stand_in;
mod values;

use std::process::ExitCode;

use cuda_rust::cases::{self, Format};

fn main() -> ExitCode {
    let formats = [Format {
        name: "collectives 1",
        promise: "each_rank_gets_what_the_definition_says",
        list: "cases",
        keys: &[],
        check: &cases::nothing,
        run: &|run| collectives::run(run.case),
    }];
    let code = cases::run(&["nccl"], &formats, &[]);
    nccl::wait_for_dropped();
    code
}
