//! Checks that each instruction has one of the forms of the table, which it keeps.

mod images;
mod kinds;
mod moves;
mod operands;

use crate::forms::{Form, Matched, Mismatch, Modifier, Needs, Opcode};
use crate::ptx::{
    Address, Base, Function, FunctionKind, Instruction, Linkage, Module, Operand, Position,
    StateSpace, Variable,
};
use std::collections::HashMap;

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

/// An instruction that isn't of a form.
pub struct FormMismatch {
    pub position: Position,
    /// Its name with its modifiers.
    pub name: String,
    pub reason: String,
}

/// Checks all instructions of a module, which keep their forms, and returns those that have none.
pub fn check_all(module: &mut Module<'_>) -> Vec<FormMismatch> {
    let mut mismatches = Vec::new();
    let forms = forms_of(module, &mut mismatches);
    let instructions = module.functions.iter_mut().flat_map(|function| &mut function.body);
    for (instruction, form) in instructions.zip(forms) {
        instruction.form = form;
    }
    mismatches
}

fn forms_of(module: &Module<'_>, mismatches: &mut Vec<FormMismatch>) -> Vec<Option<&'static Form>> {
    let Names { variables, functions } = Names::of(module);
    let mut forms = Vec::new();
    // Most instructions of a program have few names with modifiers.
    let mut known: HashMap<(Opcode<'_>, &[Modifier<'_>]), Candidates<'_>> = HashMap::new();
    for function in &module.functions {
        let place = Surroundings { module, function, variables: &variables, functions: &functions };
        for i in &function.body {
            let candidates =
                known.entry((i.opcode, &i.modifiers)).or_insert_with(|| Candidates::of(i, module));
            let checked = candidates
                .check(i, &place)
                .and_then(|form| uses_parameters(i, function).map(|()| form));
            forms.push(match checked {
                Ok(form) => Some(form),
                Err(reason) => {
                    mismatches.push(FormMismatch { position: i.position, name: i.name(), reason });
                    None
                }
            });
        }
    }
    forms
}

/// Gives all instructions of a module whose PTX is from before 2.0, which isn't checked, their nearest forms. What came later has
/// none.
pub fn assume_all(module: &mut Module<'_>) {
    for i in module.functions.iter_mut().flat_map(|function| &mut function.body) {
        i.form = i.opcode.nearest(&i.modifiers).filter(|form| form.needs.version < (2, 0));
    }
}

/// Checks that an instruction neither reads a result nor takes the address of a variable that a call passes.
fn uses_parameters(i: &Instruction<'_>, function: &Function<'_>) -> Result<(), String> {
    let own = function.params.end;
    for operand in &i.operands {
        match operand {
            Operand::Variable(index, _) if *index as usize >= own && i.opcode != Opcode::Call => {
                let variable = &function.variables[*index as usize];
                if variable.space == StateSpace::Param {
                    return Err(format!(
                        "Illegal to take address of parameter '{}'",
                        variable.name
                    ));
                }
            }
            Operand::Address(Address { base: Base::Variable(index), .. })
                if i.opcode == Opcode::Ld && function.returns.contains(&(*index as usize)) =>
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

/// Why an instruction isn't of a form whose modifiers it has; the greatest is told.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Reason {
    /// How many operands fit, and why the next one doesn't.
    Operands(usize, String),
    Needs(String),
}

/// The forms of an opcode that an instruction's modifiers fit.
struct Candidates<'a> {
    /// The forms, and what the module's version or target lacks for each.
    fitting: Vec<(Matched<'a>, Option<String>)>,
    /// Why the nearest of the others doesn't fit; `None` if there is no such opcode.
    nearest: Option<Mismatch>,
}

impl<'a> Candidates<'a> {
    fn of(i: &Instruction<'a>, module: &Module<'_>) -> Candidates<'a> {
        let mut candidates = Candidates { fitting: Vec::new(), nearest: None };
        let words: Vec<_> = i.modifiers.iter().map(|word| (*word, word.class())).collect();
        for form in i.opcode.forms() {
            match form.matched(&words) {
                Ok(matched) => {
                    let unmet = unmet(&matched, i.opcode, module);
                    candidates.fitting.push((matched, unmet));
                }
                Err(mismatch) => candidates.nearest = candidates.nearest.max(Some(mismatch)),
            }
        }
        candidates
    }

    /// Returns which form an instruction with these modifiers has, if the module's version and target have it, and its
    /// operands are of the form's types; else says what is wrong, in the words of ptxas where it has some.
    fn check(
        &self,
        i: &Instruction<'_>,
        place: &Surroundings<'_, '_>,
    ) -> Result<&'static Form, String> {
        let mut nearest = None;
        for (matched, unmet) in &self.fitting {
            let reason = match (operands::check(i, matched, place), unmet) {
                (Ok(()), None) => return Ok(matched.form),
                (Ok(()), Some(unmet)) => Reason::Needs(unmet.clone()),
                (Err((at, reason)), _) => Reason::Operands(at, reason),
            };
            nearest = nearest.max(Some(reason));
        }
        let opcode = i.opcode.name();
        Err(match (nearest, &self.nearest) {
            (Some(Reason::Needs(reason) | Reason::Operands(_, reason)), _) => reason,
            (None, None) => format!("Not a name of any known instruction: '{opcode}'"),
            (None, Some(Mismatch::Name)) => {
                format!("Not a name of any known instruction: '{}'", i.name())
            }
            (None, Some(Mismatch::Types)) => {
                format!("Unexpected instruction types specified for '{opcode}'")
            }
            (None, Some(Mismatch::Modifier(_, word))) => {
                format!("Illegal modifier '.{word}' for instruction '{opcode}'")
            }
            (None, Some(Mismatch::Missing(words))) => {
                format!("Modifier '{words}' required for instruction '{opcode}'")
            }
        })
    }
}

/// Returns what a form with these modifiers needs that the module's version or target lacks.
fn unmet(matched: &Matched<'_>, opcode: Opcode<'_>, module: &Module<'_>) -> Option<String> {
    let lacking = |modifier: Option<Modifier<'_>>, needs: Needs| {
        let (feature, name) = match modifier {
            None => ("Instruction", opcode.name().to_owned()),
            Some(modifier) => ("Feature", format!(".{}", modifier.name())),
        };
        let requires = lacks(needs, module)?;
        Some(format!("{feature} '{name}' requires {requires}"))
    };
    matched.needs.iter().find_map(|&(modifier, needs)| {
        lacking(modifier, needs).or_else(|| lacking(modifier, modifier?.needs()))
    })
}

/// Returns what of these needs a module lacks.
fn lacks(needs: Needs, module: &Module<'_>) -> Option<String> {
    let found = module.architecture().unwrap_or(0);
    if let Some((version, target)) = needs.until
        && module.version >= version
        && found >= target
    {
        let (major, minor) = version;
        return Some(format!(
            "PTX ISA .version before {major}.{minor}, or .target before sm_{target}"
        ));
    }
    // What an architecture alone has, others of its kind may have, too.
    if needs.own && !module.target.ends_with(['a', 'f']) {
        return Some(format!(".target sm_{}a", needs.target));
    }
    if found < needs.target {
        return Some(format!(".target sm_{} or higher", needs.target));
    }
    let (major, minor) = needs.version;
    (module.version < needs.version).then(|| format!("PTX ISA .version {major}.{minor} or later"))
}
