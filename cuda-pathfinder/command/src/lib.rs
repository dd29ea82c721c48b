//! The reports of the command `cuda-pathfinder`, for other programs that report on a machine.
//!
//! # The crates of this workspace
//! [cuda-driver](https://docs.rs/cuda-driver/latest/cuda_driver/#the-crates-of-this-workspace) lists them.

mod list;
mod search_report;

pub use list::List;
pub use search_report::{Place, SearchReport};
