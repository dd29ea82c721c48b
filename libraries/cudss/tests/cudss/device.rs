//! The device of the tests, and their cuSPARSE and cuDSS.

use cuda_driver::Stream;
use cuda_rust::device::{context, is_software};
use cuda_rust::skip;
use cudss::Cudss;
use cusparse::Cusparse;

/// Returns a stream, and the machine's cuDSS, if it has one.
pub(crate) fn stream_and_cudss() -> Option<(Stream, Cudss)> {
    if is_software() {
        skip("cuDSS needs a GPU");
        return None;
    }
    match Cudss::load() {
        Ok(cudss) => Some((context().stream().unwrap(), cudss)),
        Err(error) => {
            skip(error);
            None
        }
    }
}

/// Returns the cuSPARSE of the tests, whose matrices are solved with.
pub(crate) fn cusparse() -> Cusparse {
    if is_software() {
        Cusparse::from_table(cuda_sim_libraries::cusparse::table())
    } else {
        Cusparse::load().unwrap_or_else(|error| panic!("{error}"))
    }
}
