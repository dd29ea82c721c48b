//! Parses variables: declarations and parameters.

use crate::ptx::ast::{Linkage, Reference, Variable};
use crate::ptx::lexer::Token;
use crate::ptx::parser::Parser;
use crate::ptx::problem::ParseResult;
use crate::ptx::types::{StateSpace, Type};

/// Where a variable is declared.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum DeclarationPlace {
    Module,
    Body,
    Entry,
    Func,
    Prototype,
}

/// The part of a declaration before the name.
pub(super) struct VariableKind {
    pub(super) space: Option<StateSpace>,
    pub(super) register: bool,
    pub(super) element: Type,
    pub(super) lanes: u64,
    align: u32,
    managed: bool,
    pub(super) reference: Option<Reference>,
    unnamed: bool,
}

impl<'a> Parser<'a> {
    /// Parses `( .param … , … )`.
    pub(super) fn parameters(
        &mut self,
        variables: &mut Vec<Variable<'a>>,
        at: DeclarationPlace,
    ) -> ParseResult<()> {
        self.need(b'(')?;
        if self.take(b')')? {
            return Ok(());
        }
        loop {
            let kind = self.kind(at)?;
            let variable = self.variable(&kind, Linkage::Internal, at)?;
            if at != DeclarationPlace::Prototype
                && variables.iter().any(|other| other.name == variable.name)
            {
                return self.fail(format!("Duplicate definition of variable '{}'", variable.name));
            }
            let incomplete = variable.count == 0 && !variable.dimensions.is_empty();
            variables.push(variable);
            if self.take(b')')? {
                return Ok(());
            }
            if incomplete && at != DeclarationPlace::Entry {
                return self.fail("Only the last input parameter can be an incomplete array.");
            }
            self.need(b',')?;
        }
    }

    /// Parses the results of a function, which have sizes.
    pub(super) fn results(
        &mut self,
        variables: &mut Vec<Variable<'a>>,
        at: DeclarationPlace,
    ) -> ParseResult<()> {
        self.parameters(variables, at)?;
        let last = variables.last();
        if last.is_some_and(|variable| variable.dimensions.first() == Some(&0)) {
            return self.fail("Output parameter cannot be an incomplete array.");
        }
        Ok(())
    }

    /// Parses the names of a declaration, with their initial values.
    pub(super) fn variables_of(
        &mut self,
        kind: &VariableKind,
        linkage: Linkage,
        at: DeclarationPlace,
    ) -> ParseResult<Vec<Variable<'a>>> {
        let mut variables = Vec::new();
        if kind.unnamed {
            self.need(b';')?;
            return Ok(variables);
        }
        loop {
            let mut variable = self.variable(kind, linkage, at)?;
            let range = variable.dimensions.is_empty() && self.take(b'<')?;
            if range {
                // As many variables, of which only the first can be named here.
                let count = self.integer("a number of variables")?;
                self.need(b'>')?;
                variable.count = variable.count.saturating_mul(count.max(1)).min(1 << 40);
            }
            if self.take(b'=')? {
                self.initial_value(&mut variable, kind)?;
            }
            self.complete(&variable, range)?;
            variables.push(variable);
            if !self.take(b',')? {
                break;
            }
        }
        self.need(b';')?;
        Ok(variables)
    }

    /// Checks that a variable outside of parameters has a size and may have its initial value.
    fn complete(&self, variable: &Variable<'a>, range: bool) -> ParseResult<()> {
        let name = variable.name;
        let external = variable.linkage == Linkage::Extern;
        if variable.initialized {
            if external {
                return self
                    .fail(format!("No initial value is allowed for external symbol '{name}'"));
            }
            if !matches!(variable.space, StateSpace::Global | StateSpace::Const)
                || variable.register
            {
                return self
                    .fail(format!("No initial value is allowed for '{name}' in this state space"));
            }
        }
        if variable.count == 0 && !external && !range {
            return self.fail(format!("Non-external variable '{name}' has incomplete type"));
        }
        Ok(())
    }

    /// Parses what comes before the name: the state space, the alignment, attributes and the type.
    pub(super) fn kind(&mut self, at: DeclarationPlace) -> ParseResult<VariableKind> {
        let mut kind = VariableKind {
            space: None,
            register: false,
            element: Type::B8,
            lanes: 1,
            align: 0,
            managed: false,
            reference: None,
            unnamed: false,
        };
        while let Token::Dot(word) = self.token {
            match word {
                "align" => {
                    self.advance()?;
                    kind.align = self.alignment()?;
                    continue;
                }
                "attribute" if matches!(at, DeclarationPlace::Module | DeclarationPlace::Body) => {
                    self.advance()?;
                    self.attributes(&mut kind)?;
                    continue;
                }
                "reg" | "param" | "global" | "shared" | "local" | "const" => {
                    if kind.space.is_some() {
                        return self.fail("Multiple state spaces specified");
                    }
                    kind.register = word == "reg";
                    let space = if kind.register {
                        Some(StateSpace::Param)
                    } else {
                        StateSpace::from_name(word)
                    };
                    kind.space = space;
                }
                // They aren't documented: the driver makes them, of what cuTile's compiler adds to machine code.
                "hidden" if at == DeclarationPlace::Entry => {
                    return self.fail("Hidden parameters aren't supported: cuTile has none for compute capabilities below 9.0");
                }
                _ => break,
            }
            self.advance()?;
        }
        self.space_fits(&kind, at)?;
        if let Token::Dot(lanes @ ("v2" | "v4")) = self.token {
            kind.lanes = u64::from(lanes.as_bytes()[1] - b'0');
            self.advance()?;
        }
        self.element(&mut kind, at)?;
        if at == DeclarationPlace::Entry || at == DeclarationPlace::Func {
            self.pointer(&mut kind, at)?;
        }
        let natural = kind.element.size().saturating_mul(kind.lanes as u32);
        // A smaller alignment than that of the type is none.
        kind.align = kind.align.max(natural);
        if kind.lanes > 1 {
            if natural > 16 {
                return self.fail("Vector type too large, exceeds 128 bit limit");
            }
            if kind.element == Type::Pred {
                return self
                    .fail("Predicate type can only be used to define scalar register variables");
            }
        }
        kind.unnamed =
            matches!(at, DeclarationPlace::Module | DeclarationPlace::Body) && self.is(b';');
        Ok(kind)
    }

    fn space_fits(&self, kind: &VariableKind, at: DeclarationPlace) -> ParseResult<()> {
        match (at, kind.space) {
            (DeclarationPlace::Entry, Some(StateSpace::Param)) if !kind.register => Ok(()),
            (DeclarationPlace::Entry, _) => {
                self.fail("Entry parameters must have .param state space")
            }
            (DeclarationPlace::Func | DeclarationPlace::Prototype, Some(StateSpace::Param)) => {
                Ok(())
            }
            (DeclarationPlace::Func | DeclarationPlace::Prototype, _) => {
                self.fail("Function parameter has illegal state space")
            }
            (DeclarationPlace::Module, Some(StateSpace::Param)) if !kind.register => {
                self.fail("Parameter variables may not be declared at module scope")
            }
            (_, None) => self.expected("a state space such as .global"),
            _ => Ok(()),
        }
    }

    fn element(&mut self, kind: &mut VariableKind, at: DeclarationPlace) -> ParseResult<()> {
        let Token::Dot(word) = self.token else {
            return self.expected("a type such as .b32");
        };
        match word {
            "texref" | "samplerref" | "surfref" => {
                let wrong = match at {
                    _ if word == "samplerref" && !self.separate_samplers => {
                        Some("Instruction or declaration violates .target texmode_unified setting")
                    }
                    DeclarationPlace::Module if kind.space == Some(StateSpace::Global) => None,
                    DeclarationPlace::Module => {
                        Some("Texture and surface variables must be declared in .global space")
                    }
                    // A driver refuses these, which ptxas accepts.
                    _ => Some("Texture/surface variable must be at module scope"),
                };
                if let Some(wrong) = wrong {
                    return self.fail(wrong);
                }
                // A 64-bit handle.
                kind.element = Type::B64;
                kind.reference = Some(match word {
                    "texref" => Reference::Texture,
                    "samplerref" => Reference::Sampler,
                    _ => Reference::Surface,
                });
            }
            _ => match Type::from_name(word) {
                Some(ty) if ty.is_declarable() => kind.element = ty,
                Some(_) => {
                    return self
                        .fail(format!("Type .{word} may only be used as an instruction type"));
                }
                None => {
                    return self
                        .fail(format!("\".{word}\" isn't known in a variable's declaration"));
                }
            },
        }
        if kind.element == Type::B128 && self.version >= (2, 0) {
            if self.architecture < 70 {
                return self.fail("Feature '.b128' requires .target sm_70 or higher");
            }
            if self.version < (8, 3) {
                return self.fail("Feature '.b128' requires PTX ISA .version 8.3 or later");
            }
        }
        if kind.element == Type::F16x2 && self.architecture < 53 {
            return self.fail("Feature '.f16x2 packed data-type' requires .target sm_53 or higher");
        }
        if kind.element == Type::Pred && !kind.register {
            return self.fail("a predicate can't lie in memory: Predicate variable must be in register state space");
        }
        self.advance()
    }

    /// Parses `.ptr`, with the space and the alignment of what it points to, and `.align`.
    fn pointer(&mut self, kind: &mut VariableKind, at: DeclarationPlace) -> ParseResult<()> {
        if self.token == Token::Dot("ptr") {
            if at != DeclarationPlace::Entry {
                return self.fail("Illegal placement of kernel parameter attribute");
            }
            self.advance()?;
            if let Token::Dot(space @ ("global" | "const" | "local" | "shared")) = self.token {
                // A driver refuses it, which ptxas accepts.
                if space == "shared" {
                    return self.fail("a kernel's parameter can't point to shared memory");
                }
                self.advance()?;
            }
            if self.token == Token::Dot("align") {
                self.advance()?;
                self.alignment()?;
            }
        } else if self.token == Token::Dot("align") {
            self.advance()?;
            kind.align = self.alignment()?;
        }
        Ok(())
    }

    fn alignment(&mut self) -> ParseResult<u32> {
        let value = self.integer("an alignment")?;
        match u32::try_from(value) {
            Ok(value) if value.is_power_of_two() && value <= 1 << 20 => Ok(value),
            Ok(value) if value.is_power_of_two() => Ok(1 << 20),
            _ => self.fail(format!("Alignment must be a power of two, not {value}")),
        }
    }

    /// Parses `( .managed, … )`.
    fn attributes(&mut self, kind: &mut VariableKind) -> ParseResult<()> {
        self.need(b'(')?;
        loop {
            match self.token {
                Token::Dot("managed") => kind.managed = true,
                Token::Dot("unified") => {
                    return self.fail("Feature 'unified' requires separate compilation");
                }
                _ => return self.expected("an attribute such as .managed"),
            }
            self.advance()?;
            if self.take(b')')? {
                return Ok(());
            }
            self.need(b',')?;
        }
    }

    fn variable(
        &mut self,
        kind: &VariableKind,
        linkage: Linkage,
        at: DeclarationPlace,
    ) -> ParseResult<Variable<'a>> {
        let position = self.position;
        let parameter = matches!(
            at,
            DeclarationPlace::Entry | DeclarationPlace::Func | DeclarationPlace::Prototype
        );
        if self.token == Token::Word("_")
            && matches!(at, DeclarationPlace::Module | DeclarationPlace::Body)
        {
            return self.expected("the variable's name");
        }
        let name = self.word("the variable's name")?;
        if name == "_" && at == DeclarationPlace::Func {
            return self.fail("Illegal parameter name '_'");
        }
        let mut count = kind.lanes;
        let mut dimensions = Vec::new();
        while (dimensions.is_empty() || !parameter) && self.is(b'[') {
            if kind.register {
                return self.fail(format!("Variable '{name}' cannot be allocated into a register"));
            }
            self.advance()?;
            if self.is(b']') && dimensions.is_empty() {
                self.advance()?;
                count = 0;
                dimensions.push(0);
                continue;
            }
            let dimension = self.integer("the number of elements")?;
            // Dimensions after one without a size are those of its elements.
            count = match count.checked_mul(dimension) {
                Some(count) if count <= 1 << 40 => count,
                _ => return self.fail(format!("{name} is too large")),
            };
            dimensions.push(dimension);
            self.need(b']')?;
        }
        let incomplete = dimensions.first() == Some(&0);
        let param = kind.space == Some(StateSpace::Param) && !kind.register;
        if param && dimensions.is_empty() && (kind.lanes > 1 || kind.element == Type::F16x2) {
            let message = format!("Variable '{name}' cannot be allocated in .param state space");
            return self.fail(message);
        }
        if at == DeclarationPlace::Entry && incomplete {
            return self.fail("Parameter to entry function cannot be an incomplete array.");
        }
        if at == DeclarationPlace::Func && !kind.register && kind.align > 128 {
            return self
                .fail(format!("Parameter '{name}' has illegal alignment: it must be at most 128"));
        }
        if kind.managed && kind.space != Some(StateSpace::Global) {
            return self.fail(format!("Illegal attribute '.managed' for symbol '{name}'"));
        }
        if kind.lanes > 1 {
            dimensions.push(kind.lanes);
        }
        Ok(Variable {
            name,
            position,
            space: kind.space.unwrap_or(StateSpace::Param),
            element: kind.element,
            count,
            dimensions,
            align: kind.align,
            register: kind.register,
            initialized: false,
            initial: Vec::new(),
            linkage,
            managed: kind.managed,
            reference: kind.reference,
        })
    }
}
