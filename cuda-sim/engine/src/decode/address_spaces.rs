//! Accesses without a state space to a variable that they name: they are of the variable's space.
//!
//! Such an address is generic, and a name is a number in its variable's space.

use crate::forms::{Lowering, Modifier};
use crate::ptx::{Address, Base, Module, Operand, StateSpace};

/// Adds the state space of the named variable to each such access.
pub fn infer(module: &mut Module<'_>) {
    let outside = &module.variables;
    for function in &mut module.functions {
        let variables = &function.variables;
        for instruction in &mut function.body {
            let space_of = |operand: &Operand<'_>| {
                let Operand::Address(Address { base, .. }) = operand else {
                    return None;
                };
                let variable = match base {
                    Base::Variable(index) => variables.get(*index as usize),
                    Base::Symbol(name) => outside.iter().find(|variable| variable.name == *name),
                    _ => None,
                };
                variable.map(|variable| variable.space)
            };
            let Some(space) = instruction.operands.iter().find_map(space_of) else {
                continue;
            };
            if instruction.modifiers.iter().any(|word| StateSpace::of(*word).is_some()) {
                continue;
            }
            let lowering = instruction.facts().map(|facts| facts.lowering);
            let space = match (space, lowering) {
                (StateSpace::Local, Some(Lowering::OrderedAccess)) => Modifier::Local,
                (
                    StateSpace::Shared | StateSpace::SharedCluster,
                    Some(
                        Lowering::OrderedAccess
                        | Lowering::Atomic
                        | Lowering::StoreAsync
                        | Lowering::ArriveAfterCopies
                        | Lowering::Mbarrier
                        | Lowering::RowMatrix
                        | Lowering::Wmma,
                    ),
                ) => Modifier::Shared,
                _ => continue,
            };
            instruction.modifiers.insert(0, space);
        }
    }
}
