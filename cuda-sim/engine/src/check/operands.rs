//! Operands, as the table writes them, compared with an instruction's.
//!
//! | in the table | operand |
//! |---|---|
//! | `T`, `U`, `V`, `X` | a source of the form's first, second, third or fourth type; `W`: of twice the first type's width; `S`: of the first type in a register of integers; `b32` and others: of this type |
//! | `=T` | a destination; `=T_` may also be `_` |
//! | `T+` | a register may be wider |
//! | `T%` | a special register, too |
//! | `T!` | only a register |
//! | `T:255` | constants are at most 255 |
//! | `T?` | may be missing, with all that follow |
//! | `{T*4}`, `{T*v}` | a vector of four, or of as many as `.v2`, `.v4`, `.v8` say, or one without; `w` for `v` allows more than 128 bits |
//! | `p`, `=p`, `=p_`, `=p_\|p` | a predicate, perhaps negated; a destination; one that may be `_`; perhaps with a second one |
//! | `[]`, `[shared]`, `[name]` | an address in the instruction's state space, or in this one; a parameter of a call or a result, or a register |
//! | `[tensor]`, `[image]`, `[unified]`, `[texture]` | a tensor map with coordinates; a texture, perhaps with a sampler, or a surface, with coordinates; without a sampler; without coordinates |
//! | `value`, `%v`, `pack`, `=pack` | what `mov` reads; special registers; parts of a value |
//! | `symbol`, `shared` | the address of a variable in the instruction's space, or in shared memory, or a register |
//! | `word`, `fraction`, `power`, `_` | a word, of which there may be only a part, or its negative; a fraction; a power of two; `_` |
//! | `{T*4}\|p` | perhaps with a predicate |
//! | `{T*g}` | as many as an image's geometry has dimensions |
//! | `{T*o}`, `{T*n}`, `{T*h}` | the offsets of a tensor; a part of a matrix of four warps, of 32 or 16 bits |
//! | `#`, `#0:31` | an integer constant, within bounds |
//! | `*` | anything, which the decoder checks |

use crate::check::Surroundings;
use crate::check::kinds::{Checked, Expected, by_size, fits, mismatch, shape};
use crate::forms::{Matched, Modifier, Opcode};
use crate::ptx::{Address, Base, Instruction, Operand, Register, StateSpace, Type};

/// Checks the operands; else returns how many fit, and why the next one doesn't.
pub fn check(
    i: &Instruction<'_>,
    form: &Matched<'_>,
    place: &Surroundings<'_, '_>,
) -> Result<(), (usize, String)> {
    let mut specs = form.form.operands.iter().copied();
    let mut operands = i.operands.as_slice();
    let mismatch = || format!("Arguments mismatch for instruction '{}'", i.opcode);
    if i.has(Modifier::L2CacheHint) {
        let Some((policy, others)) = operands.split_last() else {
            return Err((0, mismatch()));
        };
        operands = others;
        let checked = Check { i, form, place }.operand("b64", policy);
        checked.map_err(|_| (0, mismatch()))?;
    }
    for (at, operand) in operands.iter().enumerate() {
        let Some(spec) = specs.next() else {
            let found = operands.len();
            return Err((at, format!("{}: expected {at} operands, found {found}", mismatch())));
        };
        if spec == "**" {
            return Ok(());
        }
        let checked = Check { i, form, place }.operand(spec, operand);
        checked.map_err(|reason| match reason.as_str() {
            "" => (at, mismatch()),
            // What was expected.
            reason if reason.starts_with("expected") => (at, format!("{}: {reason}", mismatch())),
            reason => (at, reason.to_owned()),
        })?;
    }
    match specs.next() {
        None => Ok(()),
        Some(next) if next.ends_with('?') || next == "**" => Ok(()),
        Some(_) => {
            let (found, more) =
                (operands.len(), 1 + specs.filter(|spec| !spec.ends_with('?')).count());
            let expected = found + more;
            Err((found, format!("{}: expected {expected} operands, found {found}", mismatch())))
        }
    }
}

/// An instruction that has a form's modifiers.
pub struct Check<'c, 'i, 'm, 'a> {
    pub(super) i: &'c Instruction<'i>,
    pub(super) form: &'c Matched<'c>,
    pub(super) place: &'c Surroundings<'m, 'a>,
}

impl Check<'_, '_, '_, '_> {
    fn operand(&self, spec: &str, operand: &Operand<'_>) -> Checked {
        let optional = spec == "=b32|p?";
        let spec = spec.strip_suffix('?').unwrap_or(spec);
        if let Operand::Sum(inner, _) = operand {
            return self.sum(spec, inner);
        }
        match spec {
            "*" => return Ok(()),
            "value" => return self.moved(operand),
            "pack" | "=pack" => return self.pack(spec == "=pack", operand),
            "%v" => return self.any_special(operand),
            "symbol" => return self.symbol(operand),
            "shared" => {
                return match operand {
                    Operand::Variable(..) | Operand::Symbol(..) => {
                        self.in_space(operand, Some(StateSpace::Shared))
                    }
                    _ => self.value("T!", operand),
                };
            }
            "word" => {
                return match operand {
                    Operand::Part(..) | Operand::Minus(_) => Ok(()),
                    _ => self.value("u32", operand),
                };
            }
            "fraction" => return self.fraction(operand),
            "power" => {
                return match operand {
                    Operand::Integer(value) if value.is_power_of_two() => Ok(()),
                    Operand::Integer(_) => Err("Alignment must be a power of two".to_owned()),
                    _ => mismatch(),
                };
            }
            "_" => {
                return match operand {
                    Operand::Sink => Ok(()),
                    _ => Err(format!(
                        "Sink '_' is expected as a destination operand for instruction '{}'",
                        self.i.opcode
                    )),
                };
            }
            "label" => {
                return match operand {
                    Operand::Label(_) => Ok(()),
                    _ => mismatch(),
                };
            }
            "p" | "p%" => return self.predicate(operand),
            "p!" => {
                return match operand {
                    Operand::Integer(_) => mismatch(),
                    _ => self.predicate(operand),
                };
            }
            "=p" | "=p_" | "=p_|p" => return self.result_predicate(spec, operand),
            "=b32|p" => {
                return match operand {
                    Operand::Register(_) if optional => self.value("=b32", operand),
                    Operand::Sink if optional => self.value("=b32_", operand),
                    Operand::Pair(first, Some(second)) if second.ty == Type::Pred => {
                        first.map_or(Ok(()), |first| self.value("=b32", &Operand::Register(first)))
                    }
                    _ => mismatch(),
                };
            }
            _ => {}
        }
        if let Some(range) = spec.strip_prefix('#') {
            return self.constant(range, operand);
        }
        if matches!(spec, "[image]" | "[unified]" | "[texture]") {
            return self.image(spec, operand);
        }
        if spec == "[map]" {
            return self.tensor_map(operand);
        }
        if spec == "[tensor]" {
            return self.tensor(operand);
        }
        if let Some(inner) = spec.strip_prefix('[') {
            return self.address(inner.trim_end_matches(']'), operand);
        }
        if let Some(inner) = spec.strip_prefix('{') {
            let (inner, predicate) = match inner.strip_suffix("|p") {
                Some(inner) => (inner, true),
                None => (inner, false),
            };
            let (each, count) = inner.trim_end_matches('}').split_once('*').unwrap_or((inner, "1"));
            return self.vector(each, count, predicate, operand);
        }
        self.value(spec, operand)
    }

    /// A special register, or a vector of them.
    fn any_special(&self, operand: &Operand<'_>) -> Checked {
        match operand {
            Operand::Special(name)
                if self.i.has(Modifier::V4)
                    && crate::forms::special(name).is_some_and(|special| special.vector) =>
            {
                self.special(name, None)
            }
            Operand::Special(name) => self.special(name, Some(32)),
            _ => mismatch(),
        }
    }

    /// A fraction: a register or a number of more than 0, up to 1.
    fn fraction(&self, operand: &Operand<'_>) -> Checked {
        match operand {
            Operand::Register(_) => self.value("f32", operand),
            Operand::Double(value) if *value > 0.0 && *value <= 1.0 => Ok(()),
            Operand::Single(bits)
                if f32::from_bits(*bits) > 0.0 && f32::from_bits(*bits) <= 1.0 =>
            {
                Ok(())
            }
            Operand::Double(_) | Operand::Single(_) => {
                Err("value out of range, expected to be in range (0.0 .. 1.0]".to_owned())
            }
            _ => mismatch(),
        }
    }

    /// A register, or a special one, and a constant: a value in a register of the same type.
    fn sum(&self, spec: &str, inner: &Operand<'_>) -> Checked {
        if spec.starts_with('=') || spec.starts_with("{=") || self.i.opcode == Opcode::Stackrestore
        {
            return Err(format!("Result register required for instruction '{}'", self.i.opcode));
        }
        if let Operand::Special(name) = inner {
            self.special(name, None)?;
        }
        let opcode = self.i.opcode;
        let is_inner = |operand: &Operand<'_>| matches!(operand, Operand::Sum(own, _) if std::ptr::eq(&**own, inner));
        let at = self.i.operands.iter().position(is_inner);
        let has = |modifier| self.i.has(modifier);
        let refused = match opcode {
            Opcode::Brx => true,
            // ptxas writes these as other instructions, where a sum is a syntax error.
            Opcode::Div | Opcode::Rem => has(Modifier::U64) || has(Modifier::S64),
            Opcode::Createpolicy => has(Modifier::Range),
            _ => spec == "word" && (opcode.name().ends_with(['2', '4']) || at < Some(3)),
        };
        if refused {
            return mismatch();
        }
        // Of any width.
        let of_type = |ty| self.operand(spec, &Operand::Register(Register { id: 0, ty }));
        let mut checked = inner.types_of_sum().into_iter().map(of_type);
        let own = checked.next().unwrap_or_else(mismatch);
        if own.is_err() && checked.any(|other| other.is_ok()) { Ok(()) } else { own }
    }

    /// A register or a constant.
    pub(super) fn value(&self, spec: &str, operand: &Operand<'_>) -> Checked {
        let (destination, spec) = match spec.strip_prefix('=') {
            Some(rest) => (true, rest),
            None => (false, spec),
        };
        let (spec, below) = (spec.trim_end_matches('<'), spec.ends_with('<'));
        if let (true, Operand::Integer(value), Some(Operand::Integer(most))) =
            (below, operand, self.i.operands.get(2))
            && value > most
        {
            return Err(format!(
                "value '{value}' out of range, expected to be in range [0..{most}]"
            ));
        }
        let (spec, multiple) = spec.split_once('/').unwrap_or((spec, ""));
        if let (Operand::Integer(value), Ok(multiple)) = (operand, multiple.parse::<u64>())
            && !value.is_multiple_of(multiple)
        {
            return Err(format!(
                "unexpected value '{value}', expected to be multiple of {multiple}"
            ));
        }
        let (spec, most) = spec.split_once(':').unwrap_or((spec, ""));
        if let (Operand::Integer(value), Ok(most)) = (operand, most.parse::<u64>())
            && *value > most
        {
            return Err(format!(
                "value '{}' out of range, expected to be in range [0..{most}]",
                *value as i64
            ));
        }
        let flag = |flag: char| spec.contains(flag);
        let name = spec.trim_end_matches(['+', '%', '!', '_']);
        let ty = self.named(name);
        let expected = Expected { ty, wider: flag('+') };
        match operand {
            Operand::Sink if destination && flag('_') => Ok(()),
            Operand::Register(_) => fits(operand, expected),
            _ if destination || flag('!') => mismatch(),
            Operand::Special(name) if flag('%') => {
                let least = shape(ty).map_or(0, |(_, size)| 8 * size);
                let special = crate::forms::special(name);
                let widths = special.into_iter().flat_map(|special| special.widths);
                match widths.copied().find(|width| *width >= least) {
                    Some(width) => self.special(name, Some(width)),
                    None => mismatch(),
                }
            }
            Operand::Special(_) => Err(format!(
                "Special register argument not allowed for instruction '{}'",
                self.i.opcode
            )),
            Operand::Sink
            | Operand::Not(_)
            | Operand::Pair(..)
            | Operand::Part(..)
            | Operand::Minus(_)
            | Operand::Sum(..)
            | Operand::Address(_)
            | Operand::Label(_)
            | Operand::Vector(_)
            | Operand::List(_)
            | Operand::Parts(_) => mismatch(),
            // The address of a symbol with an offset is a number.
            Operand::Variable(_, 0) | Operand::Symbol(_, 0) => mismatch(),
            _ => fits(operand, expected),
        }
    }

    /// Returns the type that the table names.
    pub(super) fn named<'n>(&'n self, name: &'n str) -> &'n str {
        let types = &self.form.types;
        let of = |at: usize| types.get(at).map_or("b32", |ty| ty.name());
        match name {
            "T" => of(0),
            "U" => of(1),
            "V" => of(2),
            "X" => of(3),
            // Integer registers hold halves, too.
            "S" => match of(0) {
                "bf16" => "u16",
                "bf16x2" => "u32",
                other => other,
            },
            "W" => match of(0) {
                "u16" => "u32",
                "s16" => "s32",
                "u32" => "u64",
                "s32" => "s64",
                other => other,
            },
            _ => name,
        }
    }

    fn predicate(&self, operand: &Operand<'_>) -> Checked {
        match operand {
            Operand::Register(register) if register.ty == Type::Pred => Ok(()),
            Operand::Not(_) | Operand::Integer(_) | Operand::Special("%is_explicit_cluster") => {
                Ok(())
            }
            _ => mismatch(),
        }
    }

    fn result_predicate(&self, spec: &str, operand: &Operand<'_>) -> Checked {
        match operand {
            Operand::Register(register) if register.ty == Type::Pred => Ok(()),
            Operand::Pair(first, second)
                if spec.contains('|')
                    && [first, second]
                        .into_iter()
                        .flatten()
                        .all(|register| register.ty == Type::Pred) =>
            {
                Ok(())
            }
            Operand::Sink if spec.contains('_') => Ok(()),
            Operand::Sink => Err(format!(
                "Result discard mode is not allowed for instruction '{}'",
                self.i.opcode
            )),
            _ => mismatch(),
        }
    }

    /// `#`, `#0:15` within bounds, `#24:256/8` a multiple, `#4,8,16` one of these.
    fn constant(&self, range: &str, operand: &Operand<'_>) -> Checked {
        let Operand::Integer(value) = operand else {
            return mismatch();
        };
        let value = *value as i64;
        let number = |text: &str| text.parse::<i64>().unwrap_or(0);
        let (range, multiple) = range.split_once('/').unwrap_or((range, "1"));
        let fits = match range.split_once(':') {
            _ if range.is_empty() => true,
            Some((least, most)) => (number(least)..=number(most)).contains(&value),
            None => range.split(',').any(|each| number(each) == value),
        };
        if !fits {
            let range = if range.contains(':') {
                format!("in range [{}]", range.replace(':', ".."))
            } else {
                range.replace(',', " or ")
            };
            return Err(format!("unexpected value '{value}', expected to be {range}"));
        }
        if value % number(multiple) != 0 {
            return Err(format!(
                "unexpected value '{value}', expected to be multiple of {multiple}"
            ));
        }
        Ok(())
    }

    pub(super) fn vector(
        &self,
        each: &str,
        count: &str,
        predicate: bool,
        operand: &Operand<'_>,
    ) -> Checked {
        let width = [(Modifier::V2, 2), (Modifier::V4, 4), (Modifier::V8, 8)]
            .into_iter()
            .find(|(width, _)| self.i.has(*width));
        let number = count;
        let count = match (count, width) {
            ("v" | "w", Some((_, width))) => width,
            ("v", None) => 1,
            // The offsets of a tensor's dimensions but two; a quarter or half of a matrix's columns.
            ("o", _) => self.dimensions().saturating_sub(2),
            ("g", _) => match self.geometry() {
                "1d" | "a1d" => 1,
                "3d" => 4,
                _ => 2,
            },
            ("n", _) => self.columns() / 2,
            ("h", _) => self.columns() / 4,
            _ => count.parse().unwrap_or(1),
        };
        let name = each.trim_matches(['=', '+', '%', '!', '_']);
        let ty = self.named(name);
        if count > 1 && number == "v" {
            let bytes = shape(ty).map_or(0, |(_, size)| size as usize) * count;
            if bytes > 16 {
                return Err(
                    "Vector Type not specified properly: vectors have up to 128 bits".to_owned()
                );
            }
        }
        let Operand::Vector(elements) = operand else {
            // A value alone is a vector of one.
            return match count {
                1 if matches!(number, "v" | "g") => self.value(each, operand),
                _ => mismatch(),
            };
        };
        let mut elements = elements.as_slice();
        if let (true, [texels @ .., last]) = (predicate, elements)
            && texels.len() == count
        {
            // The predicate, which says whether the texels are resident.
            let module = self.place.module;
            if module.version < (7, 1) || module.architecture().unwrap_or(0) < 60 {
                return Err("Feature 'destination predicate' requires PTX ISA .version 7.1 or later, and .target sm_60 or higher".to_owned());
            }
            self.result_predicate("=p", last)?;
            elements = texels;
        }
        // More offsets than an image has dimensions are ignored.
        let ignored = number == "g" && each == "s32" && elements.len() > count;
        if elements.len() != count && !(ignored && matches!(elements.len(), 2 | 4)) {
            return mismatch();
        }
        let mut sizes = elements.iter().filter_map(|element| match element {
            Operand::Register(register) => Some(register.ty.size()),
            _ => None,
        });
        let first = sizes.next();
        if matches!(self.i.opcode, Opcode::Ld | Opcode::St) && sizes.any(|size| Some(size) != first)
        {
            return Err("Incompatible elements of vector expression".to_owned());
        }
        let by_size = by_size(elements, ty);
        for element in elements {
            match element {
                Operand::Special(_) if !each.starts_with('=') => {}
                Operand::Single(_) if by_size == Some("b32") && !each.starts_with('=') => {}
                Operand::Sink if each.starts_with('=') || each.ends_with('_') => {}
                Operand::Register(_) if by_size.is_some() => fits(
                    element,
                    Expected { ty: by_size.unwrap_or(ty), wider: each.contains('+') },
                )?,
                _ => self.value(each, element)?,
            }
        }
        Ok(())
    }

    /// A `.param` variable that is written.
    fn parameter(&self, index: usize) -> Checked {
        let function = self.place.function;
        match function.variables.get(index) {
            // By its name, as ptxas looks for it.
            Some(variable)
                if function.variables[function.params.clone()]
                    .iter()
                    .any(|param| param.name == variable.name) =>
            {
                Err(format!("Illegal to write to function input parameter '{}'", variable.name))
            }
            Some(variable) if variable.space == StateSpace::Param => Ok(()),
            _ => mismatch(),
        }
    }

    fn address(&self, space: &str, operand: &Operand<'_>) -> Checked {
        let Operand::Address(Address { base, .. }) = operand else {
            return mismatch();
        };
        // 32-bit registers hold the addresses of shared memory where it may be meant, or where it is.
        let near = space == "near"
            || self.i.modifiers.iter().any(|word| word.name().starts_with("shared"));
        let space = match space {
            "near" => "",
            "any" => "",
            space => space,
        };
        if space == "name" {
            match base {
                Base::Variable(index) => return self.parameter(*index as usize),
                Base::Register(_) => {}
                _ => return mismatch(),
            }
        }
        let space = match space {
            "" | "name" => self.i.space(),
            space => StateSpace::from_name(space),
        };
        let generic = space.is_none();
        let fits = |found: StateSpace| match space {
            None => !matches!(found, StateSpace::Const | StateSpace::Param),
            Some(StateSpace::Shared | StateSpace::SharedCluster) => {
                matches!(found, StateSpace::Shared | StateSpace::SharedCluster)
            }
            Some(space) => found == space,
        };
        let wrong = |name: &str| {
            Err(format!(
                "State space mismatch between instruction and address in instruction '{}': {name}",
                self.i.opcode
            ))
        };
        match base {
            Base::Register(register) => match register.ty {
                Type::B64 | Type::U64 | Type::S64 => Ok(()),
                Type::B16 | Type::U16 | Type::S16 | Type::B8 | Type::U8 | Type::S8 => Ok(()),
                Type::B32 | Type::U32 | Type::S32
                    if (!generic || near)
                        && space != Some(StateSpace::Global)
                        && (near || !matches!(space, Some(StateSpace::Shared))) =>
                {
                    Ok(())
                }
                Type::B32 | Type::U32 | Type::S32 => {
                    Err("Program uses 32-bit address, which is conflicting with .address_size 64"
                        .to_owned())
                }
                _ => mismatch(),
            },
            Base::Variable(index) => match self.place.function.variables.get(*index as usize) {
                Some(variable) if !fits(variable.space) => wrong(variable.name),
                _ => Ok(()),
            },
            Base::Symbol(name) => match self.place.variable(name) {
                Some(variable) if !fits(variable.space) => wrong(name),
                Some(_) => Ok(()),
                None => Err(format!("Unknown symbol '{name}'")),
            },
            Base::None if space == Some(StateSpace::Local) => Ok(()),
            Base::None => Err("Immediate addresses allowed only for .local state space".to_owned()),
        }
    }
}
