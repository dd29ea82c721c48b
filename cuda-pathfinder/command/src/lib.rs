//! What the command `cuda-pathfinder` tells, for other programs that report on a machine.

mod list;
mod sought;

pub use list::List;
pub use sought::{Place, Sought};
