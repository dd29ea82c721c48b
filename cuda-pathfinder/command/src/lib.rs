//! The reports of the command `cuda-pathfinder`, for other programs that report on a machine.

mod list;
mod search_report;

pub use list::List;
pub use search_report::{Place, SearchReport};
