//! PTX text: tokens, a typed tree, and where each thing stands.
//!
//! Reads [PTX](https://docs.nvidia.com/cuda/parallel-thread-execution/) up to 9.x. An instruction's
//! modifiers are kept as they are written; the engine's decoder gives them a meaning, and refuses an
//! instruction of which it does not understand every part.

mod ast;
mod constants;
mod functions;
mod lexer;
mod operands;
mod parser;
mod types;
mod variables;

pub use ast::{
    Address, Base, Function, FunctionKind, Initial, InitialValue, Instruction, Linkage, Module,
    Operand, Position, Register, Variable,
};
pub use parser::parse;
pub use types::{StateSpace, Type};
