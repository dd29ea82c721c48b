//! What other modules import from `src/state.rs`.

#[path = "../../src/state/error.rs"]
pub(crate) mod error;
#[path = "../../src/state/module/load_error.rs"]
pub(crate) mod load_error;
#[path = "../../src/state/thread_number.rs"]
pub(crate) mod thread_number;

pub(crate) mod module {
    pub(crate) use super::load_error;
}
