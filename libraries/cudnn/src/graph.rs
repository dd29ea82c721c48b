//! Operation graphs, each of which cuDNN compiles to a plan: what attention and normalization are made of.

mod builder;
mod descriptor;
mod plan;

pub(crate) use builder::{Graph, Node, Operation};
pub(crate) use plan::CompiledPlan;
