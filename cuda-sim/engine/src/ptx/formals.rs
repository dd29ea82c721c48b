//! What can be passed for a parameter of a function, or take its result.

use crate::forms::Opcode;
use crate::ptx::ast::*;
use crate::ptx::problem::{ParseResult, Problem};
use crate::ptx::types::{StateSpace, Type};
use std::collections::{HashMap, HashSet};

/// Types that only say how many bits there are.
fn is_bits(ty: Type) -> bool {
    matches!(ty, Type::B8 | Type::B16 | Type::B32 | Type::B64 | Type::B128)
}

fn are_alike(ty: Type, formal: Type) -> bool {
    let is_packed = |ty| ty == Type::F16x2;
    let any = is_bits(ty) || is_bits(formal) || is_packed(ty) || is_packed(formal);
    ty.size() == formal.size()
        && (ty == Type::Pred) == (formal == Type::Pred)
        && (any || ty.is_float() == formal.is_float())
}

/// Returns `true` for the types that parameters and results can have, but no call can pass; arrays of them can be.
pub(super) fn is_never_passed(ty: Type) -> bool {
    matches!(ty, Type::U8 | Type::S8 | Type::U16 | Type::S16 | Type::Pred)
}

/// Returns the functions that are compiled: kernels, and what they refer to.
pub(super) fn compiled<'a>(module: &Module<'a>) -> HashSet<&'a str> {
    let kernels = module.functions.iter().filter(|function| function.kind == FunctionKind::Entry);
    let mut next: Vec<&str> = kernels.map(|kernel| kernel.name).collect();
    let local = module.functions.iter().flat_map(|function| &function.variables);
    for initial in module.variables.iter().chain(local).flat_map(|variable| &variable.initial) {
        if let InitialValue::Symbol(name, _) | InitialValue::Byte(name, ..) = initial.value {
            next.push(name);
        }
    }
    reached(module, next)
}

/// Returns these names, and those that the functions among them refer to.
fn reached<'a>(module: &Module<'a>, mut next: Vec<&'a str>) -> HashSet<&'a str> {
    let functions = module.functions.iter().filter(|function| function.defined);
    let bodies: HashMap<&str, &Function<'a>> =
        functions.map(|function| (function.name, function)).collect();
    let mut found = HashSet::new();
    while let Some(name) = next.pop() {
        let alias = module.aliases.iter().find(|(alias, ..)| *alias == name);
        next.extend(alias.map(|(_, alias, _)| alias));
        if found.insert(name)
            && let Some(function) = bodies.get(name)
        {
            next.extend(function.names_used());
            for (_, signature) in &function.signatures {
                if let Signature::Targets(targets) = signature {
                    next.extend(targets);
                }
            }
        }
    }
    found
}

/// Checks a module with a function of several results, for which ptxas does without the conventions of calls (its ABI).
pub(super) fn check_without_abi(module: &Module<'_>) -> ParseResult<()> {
    let defined = |name: &&str| {
        module.functions.iter().any(|function| function.name == *name && function.defined)
    };
    let is_function = |name: &str| module.functions.iter().any(|function| function.name == name);
    let fail = |i: &Instruction<'_>, message: String| Err(Problem::new(i.position, message));
    for function in &module.functions {
        for i in &function.body {
            let target = i.operands.iter().find(|operand| !matches!(operand, Operand::List(_)));
            match (i.opcode, target) {
                (Opcode::Call, Some(Operand::Symbol(name, _))) if defined(name) => {}
                (Opcode::Call, _) => {
                    let wrong = "'Indirect Functions or Extern Functions' requires ABI";
                    return fail(i, wrong.to_owned());
                }
                _ => {
                    let is_address = |operand: &Operand<'_>| matches!(operand, Operand::Symbol(name, _) if is_function(name));
                    if i.operands.iter().any(is_address) {
                        return fail(i, "Indirect function call requires ABI".to_owned());
                    }
                }
            }
        }
    }
    for function in &module.functions {
        let called = reached(module, function.names_used().into_iter().collect());
        if called.contains(function.name) {
            let message = format!("Function '{}' is recursive", function.name);
            return Err(Problem::new(function.position, message));
        }
    }
    Ok(())
}

/// Checks that a value can be passed for a parameter, or taken for a result.
pub(super) fn fits(
    function: &Function<'_>,
    value: &Operand<'_>,
    formal: &Variable<'_>,
    result: bool,
) -> Result<(), String> {
    let name = formal.name;
    let mismatch = || Err(format!("Type of argument does not match formal parameter '{name}'"));
    let element = formal.element;
    match value {
        Operand::Variable(index, 0) => variable_fits(function, *index as usize, formal),
        Operand::Sink if result => Ok(()),
        Operand::Vector(values) => match values.as_slice() {
            [Operand::Register(register), ..]
                if values.len() as u64 == formal.count && are_alike(register.ty, element) =>
            {
                Ok(())
            }
            _ => mismatch(),
        },
        _ if !formal.dimensions.is_empty() => mismatch(),
        Operand::Register(register) if are_alike(register.ty, element) => {
            alignment_fits(element.size(), formal)
        }
        Operand::Integer(_) if !result && !element.is_float() && element != Type::Pred => Ok(()),
        Operand::Double(_) if !result && element == Type::F16x2 => mismatch(),
        Operand::Double(_) | Operand::Single(_)
            if !result && (element.is_float() || is_bits(element)) =>
        {
            Ok(())
        }
        Operand::Sink => Err(format!("Illegal argument for formal parameter '{name}'")),
        _ => mismatch(),
    }
}

fn variable_fits(
    function: &Function<'_>,
    index: usize,
    formal: &Variable<'_>,
) -> Result<(), String> {
    let name = formal.name;
    let mismatch = || Err(format!("Type of argument does not match formal parameter '{name}'"));
    let Some(variable) = function.variables.get(index) else {
        return mismatch();
    };
    if index < function.params.end {
        return Err(format!(
            "Formal parameter '{}' declared in .param space cannot be used as argument to call",
            variable.name
        ));
    }
    if variable.space != StateSpace::Param {
        return Err(format!("Call argument '{}' has illegal state space", variable.name));
    }
    let (own, element) = (variable.element, formal.element);
    let fits = match (variable.dimensions.len(), formal.dimensions.len()) {
        (0, 0) => are_alike(own, element),
        // Those without a size take any number of bytes.
        (1, 1) => {
            (own == element || is_bits(own) || is_bits(element))
                && own != Type::F16x2
                && element != Type::F16x2
                && (formal.count == 0 || variable.size() == formal.size())
        }
        _ => false,
    };
    if !fits {
        return mismatch();
    }
    alignment_fits(variable.align, formal)
}

fn alignment_fits(align: u32, formal: &Variable<'_>) -> Result<(), String> {
    let name = formal.name;
    if align == formal.align {
        Ok(())
    } else {
        Err(format!("Alignment of argument does not match formal parameter '{name}'"))
    }
}
