//! PTX text: tokens, a typed tree, and the line of each item.
//!
//! Reads [PTX](https://docs.nvidia.com/cuda/parallel-thread-execution/) up to 9.x. An instruction's opcode and
//! modifiers are those of the table of forms, or unknown; the decoder rejects an instruction unless it understands every part.

mod arguments;
mod ast;
mod constants;
mod declarations;
mod directives;
mod formals;
mod functions;
mod initial;
mod lexer;
mod operands;
mod parser;
mod problem;
mod subscripts;
mod types;
mod variables;

pub use arguments::greatest;
pub use ast::{
    Address, Base, Function, FunctionKind, Initial, InitialValue, Instruction, Linkage, Module,
    Operand, Position, Reference, Register, Signature, Variable,
};
pub use operands::component_of;
pub use parser::parse;
pub use problem::Problem;
pub use types::{StateSpace, Type};
