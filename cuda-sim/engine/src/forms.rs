//! The instruction set: opcodes, modifiers, and the forms of instructions, with their types, operands, what each needs, and
//! what is known of it.
//!
//! `forms/*.txt` are the table, which says what ptxas 13.0 and a driver accept; `build.rs` generates this room's types and
//! constants from it. An instruction that has none of the forms is refused by [`check`](crate::check).
//!
//! A line is a form: the opcode (with the words after it that are part of its name, in their order), its modifiers, and after
//! colons its operands, as `check/operands.rs` reads them, and what it needs. Modifiers in brackets
//! are optional, `a|b` are alternatives, `a+b` come together in this order, `$name` is a set of another line, and
//! `a<8:32:8>b` is `a8b`, `a16b` and so on up to `a32b`. `@7.0/80` after a modifier
//! or a form is the PTX version and the target that it needs; either may be missing, and `90a` is that target
//! or a newer one with a letter. `...` are any modifiers. `@6.0/70<6.3/70` is gone from the last two on. A
//! line `.word @…` says what a modifier needs wherever it is. The order of modifiers doesn't matter, except of types and
//! layouts.
//!
//! After another colon, an elementwise form has its handlers, a type that implements `Op` for each name of the line, or one for
//! all; the first one counts whose condition is true. `plain:` are no flags such as `.sat`, `ftz:` only this one, and any other
//! condition is a modifier. `rare:` handlers aren't compiled for the CPU. Of a handler's arguments, `T` is the host's type for
//! the form's first type, `B` are bits as wide, and `E` is an element of two; others are types of `ops`, with arguments of
//! their own.
//!
//! A line that begins with `>` has the facts of all forms up to the next such line: the method that lowers them, and where
//! they differ from those of an elementwise instruction, `first=`, `kind=` and `race=` with a variant of [`First`],
//! [`InstructionKind`] and [`RaceEvent`], `waits` if threads in a loop with it may wait for each other, and `policy` if it
//! takes a cache policy. After a colon is why an `Unsupported` one is refused.

mod class;
mod facts;
mod kind;

pub use class::Class;
pub use facts::{First, RaceEvent};
pub use kind::InstructionKind;

use std::cmp::Reverse;
use std::fmt;

/// The version of PTX, major and minor, that the table describes.
pub const VERSION: (u32, u32) = (9, 0);

include!(concat!(env!("OUT_DIR"), "/forms.rs"));

/// Returns the element with this name of a generated list, which is in order.
fn named<T: Copy>(list: &[(&str, T)], name: &str) -> Option<T> {
    let index = list.binary_search_by(|(other, _)| (*other).cmp(name)).ok()?;
    Some(list[index].1)
}

impl<'a> Opcode<'a> {
    /// Returns that of a name.
    pub fn from_name(name: &'a str) -> Opcode<'a> {
        named(&OPCODES, name).unwrap_or(Opcode::Unknown(name))
    }

    /// Returns its forms.
    pub fn forms(self) -> &'static [Form] {
        forms(self)
    }

    /// Returns the form of an instruction with these modifiers that isn't checked: the first one that they fit, or else
    /// the first one.
    pub fn nearest(self, modifiers: &[Modifier<'a>]) -> Option<&'static Form> {
        let words: Vec<_> =
            modifiers.iter().map(|modifier| (*modifier, modifier.class())).collect();
        let forms = self.forms();
        forms.iter().find(|form| form.matched(&words).is_ok()).or(forms.first())
    }
}

impl<'a> Modifier<'a> {
    /// Returns that of a word.
    pub fn from_name(name: &'a str) -> Modifier<'a> {
        named(&MODIFIERS, name).unwrap_or(Modifier::Unknown(name))
    }

    /// Returns its class.
    pub fn class(self) -> Class {
        Class::of(self.name())
    }

    /// Returns what it needs wherever it is.
    pub fn needs(self) -> Needs {
        let own = NEEDS.iter().find(|(modifier, _)| *modifier == self);
        own.map_or(Needs::NOTHING, |(_, needs)| *needs)
    }
}

impl fmt::Display for Opcode<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for Modifier<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A form of an instruction.
#[derive(Debug)]
pub struct Form {
    /// The words after the opcode that are part of its name.
    name: &'static [Modifier<'static>],
    /// Whether it may have any modifiers.
    any: bool,
    /// Its modifiers.
    groups: &'static [&'static Group],
    /// Its operands, as [`check`](crate::check) reads them.
    pub operands: &'static [&'static str],
    /// What it needs.
    pub needs: Needs,
    /// What is known of it.
    pub facts: &'static Facts,
    /// The number of its handlers, if it is elementwise.
    pub handler: u16,
    /// The types of its operands, if it is elementwise.
    pub operand_types: &'static [OperandType],
}

/// The type of an operand of an elementwise form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OperandType {
    /// The first type of the instruction.
    First,
    /// The second one.
    Second,
    /// One twice as wide as the first.
    Wide,
    /// Always this one.
    Of(Modifier<'static>),
}

/// What is known of a form.
#[derive(Debug)]
pub struct Facts {
    /// How it is decoded.
    pub lowering: Lowering,
    /// Why the software device doesn't execute it, if that is `Unsupported`.
    pub reason: &'static str,
    /// What becomes of its first operand.
    pub first: First,
    /// What it counts as; `None` is what its type says.
    pub kind: Option<InstructionKind>,
    /// What a detector of races is told.
    pub race_event: RaceEvent,
    /// Whether threads in a loop with it may wait for each other.
    pub may_wait: bool,
    /// Whether it takes a cache policy, by `.L2::cache_hint`.
    pub takes_policy: bool,
}

/// Modifiers of which an instruction has one, or at most one.
#[derive(Debug)]
struct Group {
    required: bool,
    /// Whether it is a type.
    is_type: bool,
    choices: &'static [Choice],
}

/// A modifier, or several that come together.
#[derive(Debug)]
struct Choice {
    words: &'static [(Modifier<'static>, Class)],
    needs: Needs,
}

/// The version and the target that something needs; 0 for any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Needs {
    pub version: (u32, u32),
    pub target: u32,
    /// Whether it must be this target with its letter.
    pub own: bool,
    /// The version, and the target, from which both on it is gone.
    pub until: Option<((u32, u32), u32)>,
}

impl Needs {
    pub const NOTHING: Needs = Needs { version: (0, 0), target: 0, own: false, until: None };
}

/// A special register.
#[derive(Debug)]
pub struct Special {
    /// The widths in bits of values that it can be read as; none if it is a predicate.
    pub widths: &'static [u32],
    /// Whether it has four components.
    pub vector: bool,
    /// What it needs.
    pub needs: Needs,
}

/// Returns the special register of a name, with its component if it has one.
pub fn special(name: &str) -> Option<&'static Special> {
    let (base, component) = name.split_once('.').unwrap_or((name, ""));
    let index = SPECIALS.binary_search_by(|(other, _)| (*other).cmp(base)).ok()?;
    let special = &SPECIALS[index].1;
    (component.is_empty() || special.vector).then_some(special)
}

/// Why an instruction isn't of a form; the greatest is told.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mismatch {
    Name,
    Types,
    /// How many are too many, and the first of them.
    Modifier(Reverse<usize>, String),
    Missing(String),
}

/// A form whose modifiers an instruction has.
pub struct Matched<'a> {
    pub form: &'static Form,
    /// The types, in order.
    pub types: Vec<Modifier<'a>>,
    /// What needs a version or a target: the modifier, or nothing for the form itself.
    pub needs: Vec<(Option<Modifier<'a>>, Needs)>,
}

impl Form {
    /// Compares the form's modifiers with an instruction's, each with its class.
    pub fn matched<'a>(
        &'static self,
        words: &[(Modifier<'a>, Class)],
    ) -> Result<Matched<'a>, Mismatch> {
        let name = words.iter().map(|(word, _)| *word);
        if !self.name.iter().copied().eq(name.take(self.name.len())) {
            return Err(Mismatch::Name);
        }
        let mut used = (1u64 << self.name.len()) - 1;
        let mut types = Vec::new();
        let mut needs = vec![(None, self.needs)];
        needs.extend(self.name.iter().map(|word| (Some(*word), Needs::NOTHING)));
        let mut missing = None;
        for group in self.groups {
            let mut choices = group.choices.iter();
            let Some((of, mask)) = choices.find_map(|of| Some((of, of.taken(words, used)?))) else {
                if group.required && group.is_type {
                    return Err(Mismatch::Types);
                }
                if group.required {
                    missing.get_or_insert_with(|| group.written());
                }
                continue;
            };
            used |= mask;
            for (at, (word, class)) in words.iter().enumerate() {
                if at < 64 && mask >> at & 1 == 1 {
                    if *class == Class::Type {
                        types.push(*word);
                    }
                    needs.push((Some(*word), of.needs));
                }
            }
        }
        let unused = |(at, _): &(usize, &(Modifier<'_>, Class))| *at >= 64 || used >> at & 1 == 0;
        let mut extra = words.iter().enumerate().filter(unused);
        match (extra.next().filter(|_| !self.any), missing) {
            (Some((_, (_, Class::Type))), _) => Err(Mismatch::Types),
            (Some((_, (word, _))), _) => {
                Err(Mismatch::Modifier(Reverse(extra.count()), word.name().to_owned()))
            }
            (None, Some(missing)) => Err(Mismatch::Missing(missing)),
            (None, None) => Ok(Matched { form: self, types, needs }),
        }
    }
}

impl Group {
    /// Returns its alternatives.
    fn written(&self) -> String {
        let words = self.choices.iter().map(|choice| {
            choice.words.iter().map(|(word, _)| format!(".{}", word.name())).collect::<String>()
        });
        words.collect::<Vec<_>>().join("/")
    }
}

impl Choice {
    /// Returns which of the words it takes, as bits, besides those that are `used`.
    fn taken(&self, words: &[(Modifier<'_>, Class)], used: u64) -> Option<u64> {
        let mut mask = 0u64;
        let mut last = 0;
        for &(word, class) in self.words {
            let mut left = words.iter().enumerate().filter(|(at, (_, own))| {
                *at < 64 && (used | mask) >> at & 1 == 0 && (class == Class::Other || class == *own)
            });
            let at = match class {
                Class::Other => left.find(|(_, (found, _))| *found == word)?.0,
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
