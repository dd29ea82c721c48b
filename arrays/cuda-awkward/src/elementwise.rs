//! Operations on each value, and the broadcasting of their operands.

pub(crate) mod align;
pub(crate) mod broadcast;
pub(crate) mod choose;
pub(crate) mod close;
pub(crate) mod dates;
pub(crate) mod equality;
pub(crate) mod expression;
pub(crate) mod like;
pub(crate) mod map;
pub(crate) mod numbers;
pub(crate) mod parse;
pub(crate) mod parts;
pub(crate) mod plan;
pub(crate) mod step;
pub(crate) mod texts;
pub(crate) mod transform;
pub(crate) mod ufunc;
