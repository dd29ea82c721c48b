//! Parses instructions and their operands.

use crate::forms::{Modifier, Opcode};
use crate::ptx::ast::*;
use crate::ptx::functions::{Name, Reading, numbered};
use crate::ptx::lexer::Token;
use crate::ptx::parser::{MAX_NESTING, Parser};
use crate::ptx::problem::{ParseResult, Problem};
use crate::ptx::types::Type;

impl<'a> Parser<'a> {
    pub(super) fn instruction(&mut self, reading: &mut Reading<'a>) -> ParseResult<()> {
        let position = self.position;
        let mut guard = None;
        if self.take(b'@')? {
            let negated = self.take(b'!')?;
            let at = self.position;
            let name = self.word("a predicate")?;
            match lookup(reading, name) {
                Some(Name::Register(register)) if register.ty == Type::Pred => {
                    guard = Some((register, negated))
                }
                _ => {
                    return Err(Problem::new(at, format!("{name:?} isn't a predicate register")));
                }
            }
        }
        let opcode = Opcode::from_name(self.word("an instruction")?);
        let mut modifiers = Vec::new();
        while let Token::Dot(word) = self.token {
            modifiers.push(Modifier::from_name(word));
            self.advance()?;
        }
        let mut operands = Vec::new();
        // `x[1]` is the value there for them, and elsewhere an address.
        self.subscripts = Subscripts::of(opcode);
        if !self.is(b';') {
            loop {
                // The lists of a call aren't expressions in parentheses.
                operands.push(if opcode == Opcode::Call && self.is(b'(') {
                    Operand::List(self.operands_until(reading, b')', 0)?)
                } else {
                    self.operand(reading, 0)?
                });
                if !self.take(b',')? {
                    break;
                }
            }
        }
        if !self.take(b';')? {
            return self.expected("',' or ';'");
        }
        // Its list comes first.
        if opcode == Opcode::Brx
            && let Some(Operand::Symbol(list, _)) = operands.last()
            && !reading.has_label(list)
        {
            return self.fail(format!("Label expected for forward reference of '{list}'"));
        }
        if opcode == Opcode::Call
            && operands.iter().any(|operand| matches!(operand, Operand::Register(_)))
            && let Some(Operand::Symbol(prototype, _)) = operands.last()
            && !reading.has_label(prototype)
            && !self.functions.contains(prototype)
        {
            return self.fail(format!("Prototype expected before its use: '{prototype}'"));
        }
        let location = reading.location;
        reading.scope_of.push(reading.scope);
        reading.function.body.push(Instruction {
            position,
            location,
            guard,
            opcode,
            modifiers,
            operands,
            form: None,
        });
        Ok(())
    }

    fn operand(&mut self, reading: &mut Reading<'a>, depth: u32) -> ParseResult<Operand<'a>> {
        if depth > MAX_NESTING {
            return self.fail("operands are nested too deeply");
        }
        if self.is_constant()? {
            return Ok(Operand::Integer(self.constant()?));
        }
        match self.token {
            Token::Symbol(b'[') => self.address(reading),
            Token::Symbol(b'{') => {
                let mut list = self.operands_until(reading, b'}', depth)?;
                // {…}|p: the vector's predicate.
                if self.take(b'|')? {
                    list.push(self.operand(reading, depth + 1)?);
                }
                Ok(Operand::Vector(list))
            }
            Token::Symbol(b'(') => Ok(Operand::List(self.operands_until(reading, b')', depth)?)),
            Token::Symbol(b'!') => {
                self.advance()?;
                match self.operand(reading, depth + 1)? {
                    Operand::Register(register) if register.ty == Type::Pred => {
                        Ok(Operand::Not(register))
                    }
                    _ => self.fail("'!' is only allowed before a predicate register"),
                }
            }
            Token::Symbol(b'-') => {
                self.advance()?;
                if let Token::Word(_) = self.token {
                    let operand = self.operand(reading, depth + 1)?;
                    return match operand {
                        Operand::Register(_) | Operand::Part(..) => {
                            Ok(Operand::Minus(Box::new(operand)))
                        }
                        _ => self.fail("'-' is only allowed before a number or a register"),
                    };
                }
                let operand = match self.token {
                    Token::Double(value) => Operand::Double(-value),
                    Token::Single(bits) => Operand::Single(bits ^ 0x8000_0000),
                    _ => return self.expected("a number"),
                };
                self.advance()?;
                Ok(operand)
            }
            Token::Single(bits) => {
                self.advance()?;
                Ok(Operand::Single(bits))
            }
            Token::Double(value) => {
                self.advance()?;
                Ok(Operand::Double(value))
            }
            Token::Word(word) => {
                // Not after a component, and not in braces or parentheses.
                let adds = depth == 0 && self.peek()? == Token::Symbol(b'+');
                let operand = self.name(reading, word)?;
                match operand {
                    Operand::Register(_) | Operand::Special(_) if adds => {
                        self.need(b'+')?;
                        Ok(Operand::Sum(Box::new(operand), self.constant()?))
                    }
                    operand => Ok(operand),
                }
            }
            _ => self.expected("an operand"),
        }
    }

    fn operands_until(
        &mut self,
        reading: &mut Reading<'a>,
        end: u8,
        depth: u32,
    ) -> ParseResult<Vec<Operand<'a>>> {
        self.advance()?;
        let mut operands = Vec::new();
        if end == b')' && self.take(end)? {
            return Ok(operands);
        }
        loop {
            if end == b')' && matches!(self.token, Token::Symbol(b'{' | b'[' | b'!')) {
                return self.expected("an argument");
            }
            operands.push(self.operand(reading, depth + 1)?);
            if self.take(end)? {
                return Ok(operands);
            }
            self.need(b',')?;
        }
    }

    fn name(&mut self, reading: &mut Reading<'a>, word: &'a str) -> ParseResult<Operand<'a>> {
        let first = if word == "_" { None } else { lookup(reading, word) };
        self.advance()?;
        if self.is(b'|') {
            self.advance()?;
            let at = self.position;
            let second = self.word("a register")?;
            let mut registers = [None; 2];
            for (slot, name) in registers.iter_mut().zip([word, second]) {
                *slot = match lookup(reading, name) {
                    Some(Name::Register(register)) => Some(register),
                    None if name == "_" => None,
                    _ => {
                        return Err(Problem::new(at, format!("{name:?} isn't a register")));
                    }
                };
            }
            return Ok(Operand::Pair(registers[0], registers[1]));
        }
        match first {
            Some(Name::Register(register)) => {
                let Token::Dot(part) = self.token else {
                    return Ok(Operand::Register(register));
                };
                let digits = part.strip_prefix(['b', 'h']).unwrap_or("");
                if digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
                    return self.fail(format!(
                        "\".{part}\" isn't a part of a register: .b0 to .b3 are its bytes, .h0 and .h1 its halves"
                    ));
                }
                self.advance()?;
                Ok(Operand::Part(register, part))
            }
            Some(Name::Vector(first, lanes)) => self.vector_register(first, lanes),
            Some(Name::Variable(index)) if self.is(b'[') => {
                let variable = &reading.function.variables[index as usize];
                let size = (!variable.dimensions.is_empty()).then(|| variable.element.size());
                self.subscript(reading, Base::Variable(index), size)
            }
            Some(Name::Variable(index)) => Ok(Operand::Variable(index, self.offset()?)),
            None if word == "_" => Ok(Operand::Sink),
            None if word.starts_with('%') => self.special(word),
            None if self.is(b'[') => {
                let size = self.elements.get(word).copied();
                self.subscript(reading, Base::Symbol(word), size)
            }
            None => Ok(Operand::Symbol(word, self.offset()?)),
        }
    }

    /// Parses a component of a vector register, or nothing: all of them.
    fn vector_register(&mut self, first: Register, lanes: u32) -> ParseResult<Operand<'a>> {
        let lane = |lane| Register { id: first.id + lane, ..first };
        let Token::Dot(part) = self.token else {
            return Ok(Operand::Vector((0..lanes).map(|at| Operand::Register(lane(at))).collect()));
        };
        let at = match part {
            "x" | "r" => 0,
            "y" | "g" => 1,
            "z" | "b" => 2,
            "w" | "a" => 3,
            _ => lanes,
        };
        if at >= lanes {
            return self.fail(format!("\".{part}\" isn't a component of a vector of {lanes}"));
        }
        self.advance()?;
        Ok(Operand::Register(lane(at)))
    }

    pub(super) fn special(&mut self, word: &'a str) -> ParseResult<Operand<'a>> {
        let mut name = word;
        if let Token::Dot(part) = self.token {
            // As colors, too.
            let part = match part {
                "r" => "x",
                "g" => "y",
                "b" => "z",
                "a" => "w",
                part => part,
            };
            name = match component_of(word, part) {
                Some(name) => name,
                None => {
                    return self.fail(format!(
                        "{word:?} is neither a declared register nor a special register"
                    ));
                }
            };
            self.advance()?;
        } else if !SPECIALS.contains(&word)
            && !SPECIAL_VECTORS.iter().any(|(vector, _)| *vector == word)
            && !word.starts_with("%envreg")
            && !word.starts_with("%pm")
        {
            return self
                .fail(format!("{word:?} is neither a declared register nor a special register"));
        }
        Ok(Operand::Special(name))
    }

    /// Parses `+ n` or nothing.
    pub(super) fn offset(&mut self) -> ParseResult<i64> {
        if self.take(b'+')? { Ok(self.constant()? as i64) } else { Ok(0) }
    }

    fn address(&mut self, reading: &mut Reading<'a>) -> ParseResult<Operand<'a>> {
        self.advance()?;
        if self.is_constant()? {
            let offset = self.constant()? as i64;
            self.need(b']')?;
            return Ok(Operand::Address(Address { base: Base::None, offset }));
        }
        let base = match self.token {
            Token::Word(word) => {
                let base = match lookup(reading, word) {
                    Some(Name::Register(register)) => Base::Register(register),
                    Some(Name::Vector(..)) => return self.expected("an address"),
                    Some(Name::Variable(index)) => Base::Variable(index),
                    None => Base::Symbol(word),
                };
                self.advance()?;
                base
            }
            _ => return self.expected("an address"),
        };
        if self.is(b',') {
            // [texture, {coordinates}], or [tensor map, {coordinates}].
            let mut parts = vec![Operand::Address(Address { base, offset: 0 })];
            while self.take(b',')? {
                parts.push(self.operand(reading, 1)?);
            }
            self.need(b']')?;
            return Ok(Operand::Parts(parts));
        }
        let offset = self.offset()?;
        self.need(b']')?;
        Ok(Operand::Address(Address { base, offset }))
    }
}

const SPECIALS: &[&str] = &[
    "%laneid",
    "%warpid",
    "%nwarpid",
    "%smid",
    "%nsmid",
    "%gridid",
    "%clock",
    "%clock_hi",
    "%clock64",
    "%globaltimer",
    "%globaltimer_lo",
    "%globaltimer_hi",
    "%lanemask_eq",
    "%lanemask_le",
    "%lanemask_lt",
    "%lanemask_ge",
    "%lanemask_gt",
    "%total_smem_size",
    "%aggr_smem_size",
    "%dynamic_smem_size",
    "%is_explicit_cluster",
    "%cluster_ctarank",
    "%cluster_nctarank",
    "%reserved_smem_offset_begin",
    "%reserved_smem_offset_end",
    "%reserved_smem_offset_cap",
    "%reserved_smem_offset_0",
    "%reserved_smem_offset_1",
    "%current_graph_exec",
];

/// Special registers that are vectors, with their components.
const SPECIAL_VECTORS: &[(&str, [&str; 4])] = &[
    ("%tid", ["%tid.x", "%tid.y", "%tid.z", "%tid.w"]),
    ("%ntid", ["%ntid.x", "%ntid.y", "%ntid.z", "%ntid.w"]),
    ("%ctaid", ["%ctaid.x", "%ctaid.y", "%ctaid.z", "%ctaid.w"]),
    ("%nctaid", ["%nctaid.x", "%nctaid.y", "%nctaid.z", "%nctaid.w"]),
    ("%clusterid", ["%clusterid.x", "%clusterid.y", "%clusterid.z", "%clusterid.w"]),
    ("%nclusterid", ["%nclusterid.x", "%nclusterid.y", "%nclusterid.z", "%nclusterid.w"]),
    (
        "%cluster_ctaid",
        ["%cluster_ctaid.x", "%cluster_ctaid.y", "%cluster_ctaid.z", "%cluster_ctaid.w"],
    ),
    (
        "%cluster_nctaid",
        ["%cluster_nctaid.x", "%cluster_nctaid.y", "%cluster_nctaid.z", "%cluster_nctaid.w"],
    ),
];

/// Returns the special register of a component such as `x` of a vector.
pub fn component_of(name: &str, component: &str) -> Option<&'static str> {
    let (_, components) = SPECIAL_VECTORS.iter().find(|(vector, _)| *vector == name)?;
    let index = ["x", "y", "z", "w"].iter().position(|name| *name == component)?;
    Some(components[index])
}

pub(super) fn lookup<'a>(reading: &Reading<'a>, name: &str) -> Option<Name> {
    let (prefix, number) = numbered(name);
    let mut scope = Some(reading.scope);
    while let Some(index) = scope {
        let here = &reading.scopes[index];
        // Registers with numbers hide a parameter of this name.
        if let Some(number) = number
            && let Some(found) = here.ranges.get(prefix).and_then(|range| range.name(number))
        {
            return Some(found);
        }
        if let Some(found) = here.names.get(name) {
            return Some(*found);
        }
        scope = here.parent;
    }
    None
}
