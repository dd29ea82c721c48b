//! Parses variables: declarations, parameters and initial values.

use super::ast::{Initial, InitialValue, Linkage, Variable};
use super::lexer::Token;
use super::parser::{Parsed, Parser};
use super::types::{StateSpace, Type};

/// The part of a declaration before the name.
struct Kind {
    space: StateSpace,
    element: Type,
    lanes: u64,
    align: u32,
    managed: bool,
    opaque: bool,
}

impl<'a> Parser<'a> {
    /// Parses `( .param … , … )`.
    pub(super) fn parameters(&mut self, variables: &mut Vec<Variable<'a>>) -> Parsed<()> {
        self.need(b'(')?;
        while !self.take(b')')? {
            let kind = self.kind(false)?;
            variables.push(self.variable(&kind, Linkage::Internal)?);
            if !self.is(b')') {
                self.need(b',')?;
            }
        }
        Ok(())
    }

    /// Parses a declaration, which may have several variables.
    pub(super) fn variables(&mut self, linkage: Linkage) -> Parsed<Vec<Variable<'a>>> {
        let kind = self.kind(true)?;
        let mut variables = Vec::new();
        loop {
            let mut variable = self.variable(&kind, linkage)?;
            if self.take(b'=')? {
                self.initial(&mut variable, 0)?;
                if variable.count == 0 {
                    variable.count = variable.initial.len() as u64;
                }
            }
            variables.push(variable);
            if !self.take(b',')? {
                break;
            }
        }
        self.need(b';')?;
        Ok(variables)
    }

    fn kind(&mut self, in_memory: bool) -> Parsed<Kind> {
        let mut space = None;
        let mut element = None;
        let mut lanes = 1;
        let mut align = None;
        let mut pointer = false;
        let mut managed = false;
        let mut opaque = false;
        while let Token::Dot(word) = self.token {
            self.advance()?;
            match word {
                "reg" => space = Some(StateSpace::Param),
                "align" => {
                    let value = self.integer("an alignment")?;
                    match u32::try_from(value) {
                        Ok(value) if value.is_power_of_two() && value <= 1 << 20 => {
                            // After `.ptr`, it is the alignment of the parameter's target.
                            if !pointer {
                                align = Some(value);
                            }
                        }
                        _ => {
                            return self.fail(format!(
                                "{value} isn't a valid alignment: it must be a power of two up to 1048576"
                            ));
                        }
                    }
                }
                "v2" => lanes = 2,
                "v4" => lanes = 4,
                "v8" => lanes = 8,
                "ptr" => pointer = true,
                "managed" => managed = true,
                "attribute" => {
                    self.need(b'(')?;
                    while !self.take(b')')? {
                        managed |= self.token == Token::Dot("managed");
                        self.advance()?;
                        if self.token == Token::End {
                            return self.expected("')'");
                        }
                    }
                }
                // An opaque 64-bit handle; instructions that use one are rejected separately.
                "texref" | "samplerref" | "surfref" => {
                    element = Some(Type::B64);
                    opaque = true;
                }
                _ => {
                    if let Some(found) = StateSpace::from_name(word) {
                        // After `.ptr`, it is the space of the parameter's target.
                        space = space.or(Some(found));
                    } else if let Some(found) = Type::from_name(word) {
                        element = Some(found);
                    } else {
                        return self.fail(format!(
                            "\".{word}\" isn't known in a variable's declaration"
                        ));
                    }
                }
            }
        }
        let Some(element) = element else {
            return self.expected("a type such as .b32");
        };
        if element == Type::Pred && in_memory {
            return self.fail("a predicate can't lie in memory");
        }
        let space = space.unwrap_or(StateSpace::Param);
        let natural = element.size().saturating_mul(lanes as u32);
        Ok(Kind {
            space,
            element,
            lanes,
            align: align.unwrap_or(natural).max(1),
            managed,
            opaque,
        })
    }

    fn variable(&mut self, kind: &Kind, linkage: Linkage) -> Parsed<Variable<'a>> {
        let name = self.word("the variable's name")?;
        let mut count = kind.lanes;
        let mut dimensions = Vec::new();
        if self.is(b'<') {
            return self.fail("only registers can be declared as a range, name<count>");
        }
        while self.take(b'[')? {
            if self.take(b']')? {
                count = 0;
                dimensions.push(0);
                continue;
            }
            let dimension = self.integer("the number of elements")?;
            count = match count.checked_mul(dimension) {
                Some(count) if count <= 1 << 40 => count,
                _ => return self.fail(format!("{name} is too large")),
            };
            dimensions.push(dimension);
            self.need(b']')?;
        }
        if kind.lanes > 1 {
            dimensions.push(kind.lanes);
        }
        Ok(Variable {
            name,
            space: kind.space,
            element: kind.element,
            count,
            dimensions,
            align: kind.align,
            initial: Vec::new(),
            linkage,
            managed: kind.managed,
            opaque: kind.opaque,
        })
    }

    /// Parses an initial value, or the values of the dimensions from `depth` on in braces.
    ///
    /// As in ptxas, every dimension has its own braces, and values are filled without gaps: `{ {1}, {2, 3} }` are the
    /// first three elements.
    fn initial(&mut self, variable: &mut Variable<'a>, depth: usize) -> Parsed<()> {
        if self.take(b'{')? {
            let Some(&most) = variable.dimensions.get(depth) else {
                return self.fail("more braces than dimensions");
            };
            let groups = depth + 1 < variable.dimensions.len();
            let is_unsized = depth == 0 && most == 0;
            let mut count = 0;
            while !self.take(b'}')? {
                if self.is(b'{') != groups {
                    return self
                        .fail("expected braces instead of an initial value, or the reverse");
                }
                count += 1;
                if count > most && !is_unsized {
                    return self.fail(format!("more than {most} initial values"));
                }
                self.initial(variable, depth + 1)?;
                if !self.is(b'}') {
                    self.need(b',')?;
                }
            }
            return Ok(());
        }
        let position = self.position;
        if self.is_constant()? {
            let value = InitialValue::Integer(self.constant()?);
            if self.is(b'(') {
                return self.fail(
                    "initial values of single bytes of an address, mask(symbol), aren't supported",
                );
            }
            variable.initial.push(Initial { value, position });
            return Ok(());
        }
        let negative = self.take(b'-')?;
        let token = self.token;
        let generic = token == Token::Word("generic") && self.peek()? == Token::Symbol(b'(');
        let value = match token {
            Token::Double(value) => {
                self.advance()?;
                InitialValue::Float(if negative { -value } else { value })
            }
            Token::Single(bits) => {
                self.advance()?;
                InitialValue::Single(if negative { bits ^ 0x8000_0000 } else { bits })
            }
            Token::Word(_) if generic => {
                self.advance()?;
                self.advance()?;
                let symbol = self.word("a symbol")?;
                self.need(b')')?;
                InitialValue::Symbol(symbol, self.offset()?)
            }
            Token::Word(symbol) => {
                self.advance()?;
                InitialValue::Symbol(symbol, self.offset()?)
            }
            _ => return self.expected("an initial value"),
        };
        variable.initial.push(Initial { value, position });
        Ok(())
    }
}
