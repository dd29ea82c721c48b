//! Parses initial values of variables.

use crate::ptx::ast::{Initial, InitialValue, Variable};
use crate::ptx::lexer::Token;
use crate::ptx::parser::{MAX_NESTING, Parser};
use crate::ptx::problem::ParseResult;
use crate::ptx::types::Type;
use crate::ptx::variables::VariableKind;

impl<'a> Parser<'a> {
    /// Parses the value after `=`.
    pub(super) fn initial_value(
        &mut self,
        variable: &mut Variable<'a>,
        kind: &VariableKind,
    ) -> ParseResult<()> {
        variable.initialized = true;
        if kind.reference.is_some() && self.is(b'{') {
            return self.opaque_fields();
        }
        if variable.element == Type::F16 {
            return self.fail("No initial value is allowed for .f16 type");
        }
        if !variable.dimensions.is_empty() && !self.is(b'{') {
            return self.fail("Initial value type mismatch: an array's values are in braces");
        }
        self.initial(variable, 0, kind.lanes)?;
        if variable.count == 0 {
            variable.count = variable.initial.len() as u64;
        }
        Ok(())
    }

    /// Parses `{ name = value, … }`, of a texture.
    fn opaque_fields(&mut self) -> ParseResult<()> {
        self.need(b'{')?;
        while !self.take(b'}')? {
            self.word("a field of a texture")?;
            self.need(b'=')?;
            match self.token {
                Token::Word(_) | Token::Integer(_) => self.advance()?,
                _ => return self.expected("a field's value"),
            }
            if !self.is(b'}') {
                self.need(b',')?;
            }
        }
        Ok(())
    }

    /// Parses an initial value, or the values of the dimensions from `depth` on in braces.
    ///
    /// As in ptxas, every dimension has its own braces, and values are filled without gaps: `{ {1}, {2, 3} }` are the
    /// first three elements.
    fn initial(
        &mut self,
        variable: &mut Variable<'a>,
        depth: usize,
        lanes: u64,
    ) -> ParseResult<()> {
        if self.take(b'{')? {
            let Some(&most) = variable.dimensions.get(depth) else {
                return self.fail("more braces than dimensions");
            };
            let groups = depth + 1 < variable.dimensions.len();
            let is_unsized = depth == 0 && most == 0;
            let mut count = 0;
            if self.take(b'}')? {
                return Ok(());
            }
            loop {
                if self.is(b'{') != groups {
                    return self
                        .fail("expected braces instead of an initial value, or the reverse");
                }
                count += 1;
                if count > most && !is_unsized {
                    return self.fail(format!("more than {most} initial values"));
                }
                self.initial(variable, depth + 1, lanes)?;
                if self.take(b'}')? {
                    if lanes > 1 && !groups && count != most {
                        return self.fail("Incorrect number of elements in vector initializer");
                    }
                    return Ok(());
                }
                self.need(b',')?;
            }
        }
        let position = self.position;
        let value = self.value(variable)?;
        let ty = variable.element;
        let bits = matches!(ty, Type::B8 | Type::B16 | Type::B32 | Type::B64 | Type::B128);
        let fits = match value {
            InitialValue::Integer(_) => !ty.is_float() && ty != Type::F16x2,
            InitialValue::Float(_) | InitialValue::Single(_) => {
                matches!(ty, Type::F32 | Type::F64) || bits
            }
            InitialValue::Symbol(..) => matches!(ty, Type::U32 | Type::U64),
            InitialValue::Byte(..) => matches!(ty, Type::U8 | Type::U32 | Type::U64),
        };
        if !fits {
            return self.fail("Initial value type mismatch");
        }
        variable.initial.push(Initial { value, position });
        Ok(())
    }

    fn value(&mut self, variable: &Variable<'a>) -> ParseResult<InitialValue<'a>> {
        if self.token == Token::Symbol(b'(')
            && let Token::Dot("s64" | "u64") = self.peek()?
        {
            // A cast.
            self.advance()?;
            self.advance()?;
            self.need(b')')?;
        }
        let number = self.is_integer_token() || !variable.element.is_float();
        if number && self.is_constant()? {
            let mask = self.constant()?;
            if !self.is(b'(') {
                return Ok(InitialValue::Integer(mask));
            }
            if self.version < (7, 1) {
                return self.fail(
                    "Feature 'mask operator in initializer' requires PTX ISA .version 7.1 or later",
                );
            }
            let byte = (0..8).find(|byte| mask == 0xff << (8 * byte));
            let Some(byte) = byte else {
                return self.fail(format!("Invalid mask value '{mask:#x}' used in initializer"));
            };
            self.need(b'(')?;
            let value = self.address_of()?;
            self.need(b')')?;
            return Ok(match value {
                InitialValue::Symbol(name, addend) => InitialValue::Byte(name, addend, byte),
                other => other,
            });
        }
        if let Token::Word(_) = self.token {
            return self.address_of();
        }
        self.float_sum(0)
    }

    fn is_integer_token(&self) -> bool {
        matches!(self.token, Token::Integer(_) | Token::Word(_) | Token::Symbol(b'~' | b'!'))
    }

    /// Parses `symbol`, `generic(symbol)`, with a number of bytes.
    fn address_of(&mut self) -> ParseResult<InitialValue<'a>> {
        let mut symbol = self.word("a symbol")?;
        if symbol == "generic" && self.take(b'(')? {
            symbol = self.word("a symbol")?;
            self.need(b')')?;
        }
        let mut addend = 0;
        if self.take(b'+')? {
            addend = self.integer("a number of bytes")? as i64;
        }
        Ok(InitialValue::Symbol(symbol, addend))
    }

    /// Parses a constant expression of floating-point numbers.
    fn float_sum(&mut self, depth: u32) -> ParseResult<InitialValue<'a>> {
        let mut sum = self.float(depth)?;
        loop {
            let plus = self.is(b'+');
            if !plus && !self.is(b'-') {
                return Ok(sum);
            }
            self.advance()?;
            let (left, right) = (number(&sum), number(&self.float(depth)?));
            sum = InitialValue::Float(if plus { left + right } else { left - right });
        }
    }

    fn float(&mut self, depth: u32) -> ParseResult<InitialValue<'a>> {
        if depth > MAX_NESTING {
            return self.fail("constant expressions are nested too deeply");
        }
        if self.take(b'-')? {
            return Ok(match self.float(depth + 1)? {
                InitialValue::Single(bits) => InitialValue::Single(bits ^ 0x8000_0000),
                other => InitialValue::Float(-number(&other)),
            });
        }
        if self.take(b'+')? {
            return self.float(depth + 1);
        }
        if self.take(b'(')? {
            let value = self.float_sum(depth + 1)?;
            self.need(b')')?;
            return Ok(value);
        }
        let value = match self.token {
            Token::Double(value) => InitialValue::Float(value),
            Token::Single(bits) => InitialValue::Single(bits),
            Token::Integer(_) => return self.fail("Initial value type mismatch"),
            _ => return self.expected("an initial value"),
        };
        self.advance()?;
        Ok(value)
    }
}

fn number(value: &InitialValue<'_>) -> f64 {
    match value {
        InitialValue::Float(value) => *value,
        InitialValue::Single(bits) => f32::from_bits(*bits).into(),
        _ => 0.0,
    }
}
