//! Operations on the rows of tables. `work.rs` launches the kernels of `kernels/table.cu`; `column.rs` says how they read
//! a column; rows are lists of numbers, which `gather.rs` turns into columns.

mod column;
mod compare;
mod concat;
mod distinct;
#[cfg(feature = "expressions")]
mod expression;
mod gather;
mod group;
mod join;
#[cfg(feature = "expressions")]
mod merge;
#[cfg(feature = "expressions")]
mod quantiles;
mod radix;
mod select;
mod slots;
mod sort;
mod var_length;
mod window;
mod work;

pub use compare::Comparison;
pub use distinct::Interpolation;
#[cfg(feature = "expressions")]
pub use expression::{DatePart, Expr, col, if_else, lit};
pub use group::{Aggregate, Function};
pub use join::JoinType;
#[cfg(feature = "expressions")]
pub use merge::Groups;
pub use select::Predicate;
pub use sort::SortKey;
pub use window::Window;
