//! What declarations can't be together: names declared twice, parameters and constants that are too large, symbols that
//! aren't defined.

use crate::ptx::ast::*;
use crate::ptx::problem::{ParseResult, Problem};
use crate::ptx::types::StateSpace;
use std::collections::{HashMap, HashSet};

/// The bytes of constants that a module can have.
const CONSTANTS: u64 = 65_536;

fn fail<T>(position: Position, message: impl Into<String>) -> ParseResult<T> {
    Err(Problem::new(position, message.into()))
}

/// Checks the declarations of a module.
pub(super) fn check(module: &Module<'_>) -> ParseResult<()> {
    if module.debug && !module.sections {
        return fail(
            module.target_position,
            "Debug information not found in presence of .target debug",
        );
    }
    redeclared(module)?;
    aliases(module)?;
    for function in &module.functions {
        parameters(module, function)?;
    }
    constants(module)?;
    initial_symbols(module)
}

/// Leaves one declaration of each variable: its definition if there is one, at the position of the first.
pub(super) fn merge(module: &mut Module<'_>) {
    let mut variables: Vec<Variable<'_>> = Vec::with_capacity(module.variables.len());
    let mut declared: HashMap<&str, usize> = HashMap::new();
    for mut variable in std::mem::take(&mut module.variables) {
        match declared.get(variable.name) {
            Some(&at) if variables[at].linkage == Linkage::Extern => {
                variable.position = variables[at].position;
                variables[at] = variable;
            }
            Some(_) => {}
            None => {
                declared.insert(variable.name, variables.len());
                variables.push(variable);
            }
        }
    }
    module.variables = variables;
}

/// A declaration of a name.
#[derive(Clone, Copy)]
enum Declaration<'m, 'a> {
    Variable(&'m Variable<'a>),
    Function(&'m Function<'a>),
}

/// Checks names that are declared more than once, and functions that are never defined.
fn redeclared(module: &Module<'_>) -> ParseResult<()> {
    let variables = module
        .variables
        .iter()
        .map(|variable| (variable.name, variable.position, Declaration::Variable(variable)));
    let functions = module
        .functions
        .iter()
        .map(|function| (function.name, function.position, Declaration::Function(function)));
    let mut all: Vec<_> = variables.chain(functions).collect();
    all.sort_by_key(|(_, position, _)| *position);
    let mut declared: HashMap<&str, Declaration<'_, '_>> = HashMap::new();
    for (name, position, new) in all {
        let Some(&old) = declared.get(name) else {
            declared.insert(name, new);
            continue;
        };
        let wrong = match (old, new) {
            (Declaration::Variable(old), Declaration::Variable(new)) => variable_again(old, new),
            (Declaration::Function(old), Declaration::Function(new)) => function_again(old, new),
            _ => Some(format!("Inconsistent redefinition of variable '{name}'")),
        };
        if let Some(wrong) = wrong {
            return fail(position, wrong);
        }
        // A definition stays.
        let replaces = match (old, new) {
            (Declaration::Variable(old), _) => old.linkage == Linkage::Extern,
            _ => true,
        };
        if replaces {
            declared.insert(name, new);
        }
    }
    let aliased = |name| module.aliases.iter().any(|(alias, ..)| *alias == name);
    for function in &module.functions {
        if function.defined && function.linkage == Linkage::Extern {
            return fail(
                function.position,
                format!(
                    "Function definition conflicts with '.extern' declaration for function '{}'",
                    function.name
                ),
            );
        }
        if let Some(Declaration::Function(last)) = declared.get(function.name)
            && !last.defined
            && last.linkage != Linkage::Extern
            && !aliased(function.name)
        {
            let message = format!("Unresolved extern function '{}'", function.name);
            // Unlike an external one, no other module may define it.
            return Err(Problem::new(function.position, message));
        }
    }
    Ok(())
}

fn variable_again(old: &Variable<'_>, new: &Variable<'_>) -> Option<String> {
    let (outer, inner) = (old.linkage == Linkage::Extern, new.linkage == Linkage::Extern);
    let unsized_one = old.count == 0 || new.count == 0;
    let alike = old.element == new.element
        && old.reference == new.reference
        && (old.dimensions == new.dimensions || unsized_one && (outer || inner));
    let name = new.name;
    match (outer, inner) {
        _ if !alike => Some(format!("Inconsistent redefinition of variable '{name}'")),
        (_, true) => None,
        (true, false) if new.linkage == Linkage::Internal => {
            Some(format!("'.extern' variable '{name}' cannot be resolved by a '.static'"))
        }
        (true, false) => None,
        (false, false) => Some(format!("Duplicate definition of variable '{name}'")),
    }
}

fn function_again(old: &Function<'_>, new: &Function<'_>) -> Option<String> {
    let name = new.name;
    if old.kind != new.kind {
        return Some(format!("Inconsistent redefinition of '{name}' as entry and function"));
    }
    if let Some(different) = different(old, new) {
        return Some(format!("Inconsistent prototypes of '{name}', {different} differ"));
    }
    if old.defined {
        return Some(format!("Duplicate definition of function '{name}'"));
    }
    let visible = old.linkage == Linkage::Visible && new.linkage == Linkage::Internal;
    let same = old.linkage == new.linkage || visible;
    (!same || old.noreturn != new.noreturn || new.defined && old.linkage == Linkage::Extern)
        .then(|| format!("Inconsistent redefinition of '{name}'"))
}

/// Returns in what the parameters or results of two functions differ.
fn different(old: &Function<'_>, new: &Function<'_>) -> Option<&'static str> {
    let lists = [
        (&old.variables[old.params.clone()], &new.variables[new.params.clone()]),
        (&old.variables[old.returns.clone()], &new.variables[new.returns.clone()]),
    ];
    lists.into_iter().find_map(|(old, new)| {
        if old.len() != new.len() {
            return Some("number of parameters");
        }
        old.iter().zip(new).find_map(|(old, new)| {
            if old.register != new.register {
                Some("parameter state space")
            } else if old.element != new.element || old.dimensions != new.dimensions {
                Some("parameter types")
            } else if old.align != new.align {
                Some("parameter alignment")
            } else {
                None
            }
        })
    })
}

fn aliases(module: &Module<'_>) -> ParseResult<()> {
    for &(name, of, position) in &module.aliases {
        let find = |name: &str| {
            let mut all = module.functions.iter();
            all.find(|function| function.name == name)
        };
        let (Some(alias), Some(function)) = (find(name), find(of)) else {
            return fail(position, format!("Unknown symbol '{name}' or '{of}'"));
        };
        if alias.kind == FunctionKind::Entry || function.kind == FunctionKind::Entry {
            return fail(position, format!("Cannot define alias to entry function '{name}'"));
        }
        if alias.defined {
            return fail(position, format!("Illegal redefinition of function '{name}' as alias"));
        }
        if let Some(different) = different(alias, function) {
            return fail(
                position,
                format!(
                    "Mismatch in prototype of alias '{name}' and aliasee '{of}': {different} differ"
                ),
            );
        }
    }
    Ok(())
}

/// Checks the size of a kernel's parameters.
fn parameters(module: &Module<'_>, function: &Function<'_>) -> ParseResult<()> {
    if function.kind != FunctionKind::Entry {
        return Ok(());
    }
    let size = function.variables[function.params.clone()].iter().fold(0u64, |end, variable| {
        end.next_multiple_of(u64::from(variable.align.max(1))).saturating_add(variable.size())
    });
    let large = module.version >= (8, 1) && module.architecture().unwrap_or(0) >= 70;
    let most = if large { 32_764 } else { 4_352 };
    if size > most {
        fail(
            function.position,
            format!(
                "Entry function '{}' uses too much parameter space ({size:#x} bytes, {most:#x} max)",
                function.name
            ),
        )
    } else {
        Ok(())
    }
}

fn constants(module: &Module<'_>) -> ParseResult<()> {
    let local = module.functions.iter().flat_map(|function| &function.variables);
    let constants = module.variables.iter().chain(local);
    let constants = constants.filter(|constant| {
        constant.space == StateSpace::Const && constant.linkage != Linkage::Extern
    });
    let mut end = 0u64;
    for constant in constants {
        let at = end.next_multiple_of(u64::from(constant.align.max(1)));
        end = at.saturating_add(constant.size());
        if end > CONSTANTS {
            return fail(
                constant.position,
                format!(
                    "File uses too much global constant data ({end:#x} bytes, {CONSTANTS:#x} max)"
                ),
            );
        }
    }
    Ok(())
}

/// Checks that initial values refer to what was declared before.
fn initial_symbols(module: &Module<'_>) -> ParseResult<()> {
    let mut first: HashMap<&str, Position> = HashMap::new();
    let variables = module.variables.iter().map(|variable| (variable.name, variable.position));
    let functions = module.functions.iter().map(|function| (function.name, function.position));
    for (name, position) in variables.chain(functions) {
        let first_position = first.entry(name).or_insert(position);
        *first_position = position.min(*first_position);
    }
    let external: HashSet<&str> = {
        let functions = module.functions.iter();
        functions
            .filter(|function| function.linkage == Linkage::Extern)
            .map(|function| function.name)
            .collect()
    };
    let functions: HashSet<&str> = module.functions.iter().map(|function| function.name).collect();
    let local = module.functions.iter().flat_map(|function| &function.variables);
    for variable in module.variables.iter().chain(local) {
        for initial in &variable.initial {
            let (InitialValue::Symbol(name, addend) | InitialValue::Byte(name, addend, _)) =
                initial.value
            else {
                continue;
            };
            let before = first.get(name).is_some_and(|at| *at < variable.position);
            if !before {
                return fail(initial.position, format!("Invalid initial value symbol '{name}'"));
            }
            if external.contains(name) {
                return fail(initial.position, format!("Cannot take address of function '{name}'"));
            }
            if functions.contains(name) && addend != 0 {
                return fail(initial.position, "Initial value type mismatch");
            }
        }
    }
    Ok(())
}
