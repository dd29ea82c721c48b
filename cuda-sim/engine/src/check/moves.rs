//! Operands of moves: values, special registers, addresses of symbols, and parts of values.

use crate::check::kinds::{Checked, RegisterKind, mismatch, of_register, shape};
use crate::check::lacks;
use crate::check::operands::Check;
use crate::forms;
use crate::ptx::{Linkage, Operand, StateSpace};

impl Check<'_, '_, '_, '_> {
    /// What `mov` reads: a value, a special register of the same width, or the address of a symbol.
    pub(super) fn moved(&self, operand: &Operand<'_>) -> Checked {
        let ty = self.named("T");
        let Some((kind, size)) = shape(ty) else {
            return mismatch();
        };
        match operand {
            Operand::Special(_) if kind == RegisterKind::Float => Err(format!(
                "Special register argument not allowed for instruction '{}'",
                self.i.opcode
            )),
            Operand::Special(name) => self.special(name, Some(8 * size)),
            Operand::Variable(..) | Operand::Symbol(..) if kind == RegisterKind::Float => {
                mismatch()
            }
            Operand::Variable(..) | Operand::Symbol(..) if size != 4 => {
                self.in_space(operand, None)
            }
            Operand::Variable(_, 0) | Operand::Symbol(_, 0) => match self.space_of(operand) {
                Some(StateSpace::Global) => mismatch(),
                _ => self.in_space(operand, None),
            },
            _ => self.value("T", operand),
        }
    }

    /// Checks a special register, which must have `width` bits if that is given.
    pub(super) fn special(&self, name: &str, width: Option<u32>) -> Checked {
        let Some(special) = forms::special(name) else {
            return mismatch();
        };
        let base = name.split('.').next().unwrap_or(name);
        if let Some(requires) = lacks(special.needs, self.place.module) {
            return Err(format!("Feature '{base}' requires {requires}"));
        }
        match width {
            Some(width) if !special.widths.contains(&width) => mismatch(),
            Some(_) if special.vector && base == name => {
                Err(format!("Argument vector size mismatch for instruction '{}'", self.i.opcode))
            }
            _ => Ok(()),
        }
    }

    /// Values that together are as wide as the form's type.
    pub(super) fn pack(&self, destination: bool, operand: &Operand<'_>) -> Checked {
        let Operand::Vector(elements) = operand else {
            return mismatch();
        };
        let total = shape(self.named("T")).map_or(0, |(_, size)| size);
        let size = total / elements.len().max(1) as u32;
        let fits = elements.iter().all(|element| match element {
            Operand::Register(register) => {
                of_register(register.ty).is_some() && register.ty.size() == size
            }
            Operand::Sink => destination || elements.last() != Some(&Operand::Sink),
            Operand::Integer(_) | Operand::Single(_) | Operand::Double(_) => !destination,
            Operand::Special(name) => !destination && self.special(name, Some(8 * size)).is_ok(),
            _ => false,
        });
        let any = elements.iter().any(|element| *element != Operand::Sink);
        if fits && any && matches!(elements.len(), 1 | 2 | 4) && size > 0 {
            Ok(())
        } else {
            mismatch()
        }
    }

    /// The address of a symbol in the instruction's state space, or an address in a register.
    pub(super) fn symbol(&self, operand: &Operand<'_>) -> Checked {
        match operand {
            Operand::Variable(..) | Operand::Symbol(..) => self.in_space(operand, self.i.space()),
            _ => self.value("T", operand),
        }
    }

    /// Returns the state space of a variable.
    pub(super) fn space_of(&self, operand: &Operand<'_>) -> Option<StateSpace> {
        match operand {
            Operand::Variable(index, _) => {
                let variable = self.place.function.variables.get(*index as usize)?;
                Some(variable.space)
            }
            Operand::Symbol(name, _) => Some(self.place.variable(name)?.space),
            _ => None,
        }
    }

    /// Checks that a symbol is declared, and lies in a state space if one is given.
    pub(super) fn in_space(&self, operand: &Operand<'_>, space: Option<StateSpace>) -> Checked {
        let shared = |space| match space {
            StateSpace::SharedCluster => StateSpace::Shared,
            space => space,
        };
        match (self.space_of(operand), operand) {
            (Some(found), _) if space.is_none_or(|space| shared(space) == shared(found)) => Ok(()),
            (Some(_), _) => Err(format!(
                "State space mismatch between instruction and address in instruction '{}'",
                self.i.opcode
            )),
            (None, Operand::Symbol(name, _)) => match self.place.callee(name) {
                Some(_) if !matches!(operand, Operand::Symbol(_, 0)) => Err(format!(
                    "Cannot take address of function '{name}' in arithmetic expressions"
                )),
                Some(Linkage::Extern) => Err(format!("Cannot take address of function '{name}'")),
                Some(_) if space.is_none() => Ok(()),
                Some(_) => mismatch(),
                None => Err(format!("Unknown symbol '{name}'")),
            },
            _ => mismatch(),
        }
    }
}
