//! The forms of all instructions: their types, modifiers and operands, and the PTX version and the target that each needs.
//!
//! `forms/*.txt` are the table, which says what ptxas 13.0 and a driver accept; [`check_all`] refuses everything else.

mod operands;
mod table;

use crate::ptx::{Function, Instruction, Linkage, Module, Position, Variable};
use std::cmp::Reverse;
use std::collections::HashMap;
use table::{Choice, Form, Needs, class};

/// The version of PTX, major and minor, that the table describes.
pub const VERSION: (u32, u32) = (9, 0);

/// Where an instruction is: what its form may depend on.
pub struct Place<'m, 'a> {
    module: &'m Module<'a>,
    function: &'m Function<'a>,
    variables: &'m HashMap<&'a str, &'m Variable<'a>>,
    /// Functions, and where they are first declared.
    functions: &'m HashMap<&'a str, (Position, Linkage)>,
}

impl<'m, 'a> Place<'m, 'a> {
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
    let variables = module.variables.iter().map(|it| (it.name, it)).collect();
    let mut functions = HashMap::new();
    for it in &module.functions {
        functions
            .entry(it.name)
            .or_insert((it.position, it.linkage));
    }
    let mut wrong = Vec::new();
    for function in &module.functions {
        let place = Place {
            module,
            function,
            variables: &variables,
            functions: &functions,
        };
        let checked = function.body.iter().map(|i| (i, check(i, &place)));
        wrong.extend(checked.filter_map(|(i, checked)| Some((i, checked.err()?))));
    }
    wrong
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

/// Checks that an instruction has one of the forms of its opcode, that the module's version and target have it, and that
/// its operands are of the form's types.
///
/// # Errors
/// What is wrong, in the words of ptxas where it has some.
fn check(i: &Instruction<'_>, place: &Place<'_, '_>) -> Result<(), String> {
    let Some(forms) = table::forms(i.opcode) else {
        return Err(format!(
            "Not a name of any known instruction: '{}'",
            i.opcode
        ));
    };
    let mut nearest = Reason::Name;
    for form in forms {
        let reason = match form.matched(&i.modifiers) {
            Err(reason) => reason,
            Ok(matched) => match operands::check(i, &matched, place) {
                Err((at, reason)) => Reason::Operands(at, reason),
                Ok(()) => match matched.unmet(i.opcode, place.module) {
                    Some(reason) => Reason::Needs(reason),
                    None => return Ok(()),
                },
            },
        };
        nearest = nearest.max(reason);
    }
    Err(match nearest {
        Reason::Name => format!(
            "Not a name of any known instruction: '{}'",
            [&[i.opcode], i.modifiers.as_slice()].concat().join(".")
        ),
        Reason::Types => format!("Unexpected instruction types specified for '{}'", i.opcode),
        Reason::Modifier(_, word) => {
            format!("Illegal modifier '.{word}' for instruction '{}'", i.opcode)
        }
        Reason::Missing(words) => {
            format!("Modifier '{words}' required for instruction '{}'", i.opcode)
        }
        Reason::Needs(reason) | Reason::Operands(_, reason) => reason,
    })
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
    /// Compares the form's modifiers with an instruction's.
    fn matched<'a>(&self, words: &[&'a str]) -> Result<Matched<'_, 'a>, Reason> {
        if !words.starts_with(&self.name) {
            return Err(Reason::Name);
        }
        let mut used = (1u64 << self.name.len()) - 1;
        let mut matched = Matched {
            form: self,
            types: Vec::new(),
            needs: vec![("", self.needs)],
        };
        let name = self.name.iter().map(|word| (*word, Needs::default()));
        matched.needs.extend(name);
        let mut missing = None;
        for group in &self.groups {
            let next = |of: &Choice| {
                let mut mask = 0u64;
                let mut last = 0;
                for word in &of.words {
                    let own = class(word);
                    let mut left = words.iter().enumerate().filter(|(at, found)| {
                        *at < 64
                            && (used | mask) >> at & 1 == 0
                            && (own == 0 || class(found) == own)
                    });
                    let at = match own {
                        0 => left.find(|(_, found)| *found == word)?.0,
                        // Of types and layouts, the next one.
                        _ => left.next().filter(|(_, found)| *found == word)?.0,
                    };
                    if at < last {
                        return None;
                    }
                    last = at;
                    mask |= 1 << at;
                }
                Some(mask)
            };
            let found = group.choices.iter().find_map(|of| Some((of, next(of)?)));
            match found {
                Some((of, mask)) => {
                    used |= mask;
                    for (at, word) in words.iter().enumerate() {
                        if at < 64 && mask >> at & 1 == 1 {
                            if class(word) == 1 {
                                matched.types.push(word);
                            }
                            matched.needs.push((word, of.needs));
                        }
                    }
                }
                None if group.required => {
                    if group.is_type() {
                        return Err(Reason::Types);
                    }
                    missing.get_or_insert_with(|| group.written());
                }
                None => {}
            }
        }
        let mut all = words.iter().enumerate();
        let unused = |(at, _): &(usize, &&str)| *at >= 64 || used >> at & 1 == 0;
        let extra = all.find(unused);
        let more = all.filter(unused).count();
        match (extra.filter(|_| !self.any), missing) {
            (Some((_, word)), _) if class(word) == 1 => Err(Reason::Types),
            (Some((_, word)), _) => Err(Reason::Modifier(Reverse(more), (*word).to_owned())),
            (None, Some(missing)) => Err(Reason::Missing(missing)),
            (None, None) => Ok(matched),
        }
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
