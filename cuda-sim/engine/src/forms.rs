//! The forms of all instructions: their types, modifiers and operands, and the PTX version and the target that each needs.
//!
//! `forms/*.txt` are the table, which says what ptxas 13.0 and a driver accept; [`check_all`] refuses everything else.

mod images;
mod kinds;
mod moves;
mod operands;
mod table;

use crate::ptx::{
    Address, Base, Function, FunctionKind, Instruction, Linkage, Module, Operand, Position,
    StateSpace, Variable,
};
use std::cmp::Reverse;
use std::collections::HashMap;
use table::{Choice, Form, Needs, class};

/// The version of PTX, major and minor, that the table describes.
pub const VERSION: (u32, u32) = (9, 0);

/// Where an instruction is: what its form may depend on.
pub struct Surroundings<'m, 'a> {
    module: &'m Module<'a>,
    function: &'m Function<'a>,
    variables: &'m HashMap<&'a str, &'m Variable<'a>>,
    /// Functions, and where they are first declared.
    functions: &'m HashMap<&'a str, (Position, Linkage)>,
}

impl<'m, 'a> Surroundings<'m, 'a> {
    /// Returns a variable of the module that was declared before the function.
    fn variable(&self, name: &str) -> Option<&'m Variable<'a>> {
        let variable = self.variables.get(name).copied()?;
        (variable.position < self.function.position).then_some(variable)
    }

    /// Returns the linkage of a function that was declared before this one, or is it.
    fn callee(&self, name: &str) -> Option<Linkage> {
        let (position, linkage) = *self.functions.get(name)?;
        (position <= self.function.position).then_some(linkage)
    }
}

/// Checks all instructions of a module, and returns those that aren't of a form, with the reason.
pub fn check_all<'m, 'a>(module: &'m Module<'a>) -> Vec<(&'m Instruction<'a>, String)> {
    let Names { variables, functions } = Names::of(module);
    let mut wrong = Vec::new();
    // Most instructions of a program have few names with modifiers.
    let mut known: HashMap<(&str, &[&str]), Candidates<'_, '_>> = HashMap::new();
    for function in &module.functions {
        let place = Surroundings { module, function, variables: &variables, functions: &functions };
        for i in &function.body {
            let candidates =
                known.entry((i.opcode, &i.modifiers)).or_insert_with(|| Candidates::of(i, module));
            let checked = candidates.check(i, &place).and_then(|()| uses_parameters(i, function));
            if let Err(reason) = checked {
                wrong.push((i, reason));
            }
        }
    }
    wrong
}

/// Checks that an instruction neither reads a result nor takes the address of a variable that a call passes.
fn uses_parameters(i: &Instruction<'_>, function: &Function<'_>) -> Result<(), String> {
    let own = function.params.end;
    for operand in &i.operands {
        match operand {
            Operand::Variable(index, _) if *index as usize >= own && i.opcode != "call" => {
                let variable = &function.variables[*index as usize];
                if variable.space == StateSpace::Param {
                    return Err(format!(
                        "Illegal to take address of parameter '{}'",
                        variable.name
                    ));
                }
            }
            Operand::Address(Address { base: Base::Variable(index), .. })
                if i.opcode == "ld" && function.returns.contains(&(*index as usize)) =>
            {
                let name = function.variables[*index as usize].name;
                return Err(format!("Illegal to read function return parameter '{name}'"));
            }
            _ => {}
        }
    }
    Ok(())
}

/// Returns whether an instruction of a function has a form.
pub fn accepts(
    i: &Instruction<'_>,
    module: &Module<'_>,
    function: &Function<'_>,
    names: &Names<'_, '_>,
) -> bool {
    let Names { variables, functions } = names;
    let place = Surroundings { module, function, variables, functions };
    Candidates::of(i, module).check(i, &place).is_ok()
}

/// What a module's names mean.
pub struct Names<'m, 'a> {
    variables: HashMap<&'a str, &'m Variable<'a>>,
    /// Where each is first declared.
    functions: HashMap<&'a str, (Position, Linkage)>,
}

impl<'m, 'a> Names<'m, 'a> {
    pub fn of(module: &'m Module<'a>) -> Self {
        let variables = module.variables.iter().map(|variable| (variable.name, variable)).collect();
        let mut functions = HashMap::new();
        for function in &module.functions {
            // A kernel of another file is launched by its address.
            let linkage = match (function.kind, function.linkage) {
                (FunctionKind::Entry, Linkage::Extern) => Linkage::Visible,
                (_, linkage) => linkage,
            };
            functions.entry(function.name).or_insert((function.position, linkage));
        }
        Self { variables, functions }
    }
}

/// Why an instruction isn't of a form; the greatest is told.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Reason {
    Name,
    Types,
    /// How many are too many, and the first of them.
    Modifier(Reverse<usize>, String),
    Missing(String),
    /// How many operands fit, and why the next one doesn't.
    Operands(usize, String),
    Needs(String),
}

/// The forms of an opcode that an instruction's modifiers fit.
struct Candidates<'t, 'a> {
    /// The forms, and what the module's version or target lacks for each.
    fitting: Vec<(Matched<'t, 'a>, Option<String>)>,
    /// Why the nearest of the others doesn't fit; `None` if there is no such opcode.
    nearest: Option<Reason>,
}

impl<'t, 'a> Candidates<'t, 'a> {
    fn of(i: &Instruction<'a>, module: &Module<'_>) -> Candidates<'t, 'a> {
        let mut candidates = Candidates { fitting: Vec::new(), nearest: None };
        let words: Vec<_> = i.modifiers.iter().map(|word| (*word, class(word))).collect();
        for form in table::forms(i.opcode).unwrap_or_default() {
            match form.matched(&words) {
                Ok(matched) => {
                    let unmet = matched.unmet(i.opcode, module);
                    candidates.fitting.push((matched, unmet));
                }
                Err(reason) => candidates.nearest = candidates.nearest.max(Some(reason)),
            }
        }
        candidates
    }

    /// Checks that an instruction with these modifiers has one of the forms, that the module's version and target have
    /// it, and that its operands are of the form's types; else says what is wrong, in the words of ptxas where it has some.
    fn check(&self, i: &Instruction<'_>, place: &Surroundings<'_, '_>) -> Result<(), String> {
        let mut nearest = None;
        for (matched, unmet) in &self.fitting {
            let reason = match (operands::check(i, matched, place), unmet) {
                (Ok(()), None) => return Ok(()),
                (Ok(()), Some(unmet)) => Reason::Needs(unmet.clone()),
                (Err((at, reason)), _) => Reason::Operands(at, reason),
            };
            nearest = nearest.max(Some(reason));
        }
        let opcode = i.opcode;
        Err(match nearest.as_ref().or(self.nearest.as_ref()) {
            None => format!("Not a name of any known instruction: '{opcode}'"),
            Some(Reason::Name) => format!(
                "Not a name of any known instruction: '{}'",
                [&[opcode], i.modifiers.as_slice()].concat().join(".")
            ),
            Some(Reason::Types) => {
                format!("Unexpected instruction types specified for '{opcode}'")
            }
            Some(Reason::Modifier(_, word)) => {
                format!("Illegal modifier '.{word}' for instruction '{opcode}'")
            }
            Some(Reason::Missing(words)) => {
                format!("Modifier '{words}' required for instruction '{opcode}'")
            }
            Some(Reason::Needs(reason) | Reason::Operands(_, reason)) => reason.clone(),
        })
    }
}

/// A form whose modifiers an instruction has.
struct Matched<'t, 'a> {
    form: &'t Form,
    /// The types, in order.
    types: Vec<&'a str>,
    /// What needs a version or a target: the modifier, or nothing for the form itself.
    needs: Vec<(&'a str, Needs)>,
}

impl Form {
    /// Compares the form's modifiers with an instruction's, each with its class.
    fn matched<'a>(&'static self, words: &[(&'a str, u8)]) -> Result<Matched<'static, 'a>, Reason> {
        let name = words.iter().map(|(word, _)| *word);
        if !self.name.iter().copied().eq(name.take(self.name.len())) {
            return Err(Reason::Name);
        }
        let mut used = (1u64 << self.name.len()) - 1;
        let mut types = Vec::new();
        let mut needs = vec![("", self.needs)];
        needs.extend(self.name.iter().map(|word| (*word, Needs::default())));
        let mut missing = None;
        for group in &self.groups {
            let mut choices = group.choices.iter();
            let Some((of, mask)) = choices.find_map(|of| Some((of, of.taken(words, used)?))) else {
                if group.required && group.is_type() {
                    return Err(Reason::Types);
                }
                if group.required {
                    missing.get_or_insert_with(|| group.written());
                }
                continue;
            };
            used |= mask;
            for (at, (word, class)) in words.iter().enumerate() {
                if at < 64 && mask >> at & 1 == 1 {
                    if *class == 1 {
                        types.push(*word);
                    }
                    needs.push((*word, of.needs));
                }
            }
        }
        let unused = |(at, _): &(usize, &(&str, u8))| *at >= 64 || used >> at & 1 == 0;
        let mut extra = words.iter().enumerate().filter(unused);
        match (extra.next().filter(|_| !self.any), missing) {
            (Some((_, (_, 1))), _) => Err(Reason::Types),
            (Some((_, (word, _))), _) => {
                Err(Reason::Modifier(Reverse(extra.count()), (*word).to_owned()))
            }
            (None, Some(missing)) => Err(Reason::Missing(missing)),
            (None, None) => Ok(Matched { form: self, types, needs }),
        }
    }
}

impl Choice {
    /// Returns which of the words it takes, as bits, besides those that are `used`.
    fn taken(&self, words: &[(&str, u8)], used: u64) -> Option<u64> {
        let mut mask = 0u64;
        let mut last = 0;
        for &(word, class) in &self.words {
            let mut left = words.iter().enumerate().filter(|(at, (_, own))| {
                *at < 64 && (used | mask) >> at & 1 == 0 && (class == 0 || class == *own)
            });
            let at = match class {
                0 => left.find(|(_, (found, _))| *found == word)?.0,
                // Of types and layouts, the next one.
                _ => left.next().filter(|(_, (found, _))| *found == word)?.0,
            };
            if at < last {
                return None;
            }
            last = at;
            mask |= 1 << at;
        }
        Some(mask)
    }
}

impl Matched<'_, '_> {
    /// Returns what the module's version or target lacks.
    fn unmet(&self, opcode: &str, module: &Module<'_>) -> Option<String> {
        let unmet = |word: &str, needs: Needs| {
            let (feature, name) = match word {
                "" => ("Instruction", opcode.to_owned()),
                _ => ("Feature", format!(".{word}")),
            };
            let requires = needs.unmet(module)?;
            Some(format!("{feature} '{name}' requires {requires}"))
        };
        self.needs.iter().find_map(|&(word, needs)| {
            unmet(word, needs).or_else(|| unmet(word, table::needs_of(word)))
        })
    }
}
