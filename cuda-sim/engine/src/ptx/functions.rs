//! Parses functions: their heads, blocks, labels and registers.

use crate::forms::Opcode;
use crate::ptx::arguments;
use crate::ptx::ast::*;
use crate::ptx::lexer::Token;
use crate::ptx::parser::{MAX_NESTING, Parser};
use crate::ptx::problem::{ParseResult, Problem};
use crate::ptx::types::Type;
use crate::ptx::variables::DeclarationPlace;
use std::collections::HashMap;

/// What a name refers to in a function.
#[derive(Clone, Copy)]
pub(super) enum Name {
    Register(Register),
    /// The registers of a vector: the first, and their number.
    Vector(Register, u32),
    Variable(u32),
}

#[derive(Default)]
pub(super) struct Scope<'a> {
    pub(super) parent: Option<usize>,
    pub(super) names: HashMap<&'a str, Name>,
    pub(super) ranges: HashMap<&'a str, Range>,
    labels: HashMap<&'a str, u32>,
}

/// Registers with a common name and numbers.
#[derive(Clone, Copy)]
pub(super) struct Range {
    pub(super) first: u32,
    pub(super) count: u32,
    pub(super) lanes: u32,
    pub(super) ty: Type,
}

impl Range {
    /// Returns what a number refers to.
    pub(super) fn name(self, number: u32) -> Option<Name> {
        let register = Register { id: self.first + number.checked_mul(self.lanes)?, ty: self.ty };
        (number < self.count).then_some(match self.lanes {
            1 => Name::Register(register),
            lanes => Name::Vector(register, lanes),
        })
    }
}

/// The function being parsed.
pub(super) struct Reading<'a> {
    pub(super) function: Function<'a>,
    pub(super) scopes: Vec<Scope<'a>>,
    pub(super) scope: usize,
    pub(super) registers: u32,
    pub(super) location: Location,
    /// The scope of each instruction, to resolve labels at the end.
    pub(super) scope_of: Vec<usize>,
    branch_targets: Vec<(u32, Vec<&'a str>, usize, Position)>,
    /// The source locations that `.loc` has named.
    pub(super) locations: Vec<[u64; 3]>,
}

impl Reading<'_> {
    /// Returns `true` if a label has come before.
    pub(super) fn has_label(&self, name: &str) -> bool {
        find_label(&self.scopes, self.scope, name).is_some()
    }
}

impl<'a> Parser<'a> {
    pub(super) fn function(&mut self, linkage: Linkage) -> ParseResult<Function<'a>> {
        let kind = if self.token == Token::Dot("entry") {
            FunctionKind::Entry
        } else {
            FunctionKind::Func
        };
        if linkage == Linkage::Common {
            return self.expected("a variable after .common");
        }
        self.advance()?;
        let at = match kind {
            FunctionKind::Entry => DeclarationPlace::Entry,
            FunctionKind::Func => DeclarationPlace::Func,
        };
        let mut variables = Vec::new();
        while self.token == Token::Dot("attribute") {
            self.advance()?;
            self.parentheses()?;
        }
        if self.is(b'(') && kind == FunctionKind::Func {
            self.results(&mut variables, at)?;
            if variables.len() > 1 && variables.iter().any(|variable| !variable.register) {
                return self.fail("Multiple return parameters require .register state space");
            }
        }
        let returns = 0..variables.len();
        let position = self.position;
        let name = self.new_name("the function's name")?;
        if self.is(b'(') {
            self.parameters(&mut variables, at)?;
        }
        let params = returns.end..variables.len();
        let function = Function {
            kind,
            name,
            linkage,
            position,
            params,
            returns,
            variables,
            body: Vec::new(),
            labels: Vec::new(),
            branch_targets: Vec::new(),
            signatures: Vec::new(),
            noreturn: false,
            defined: false,
            max_threads: None,
            required_threads: None,
            max_registers: None,
            required_cluster: None,
            max_cluster: None,
            explicit_cluster: false,
            blocks_are_clusters: false,
            is_tile: false,
        };
        let mut reading = Reading {
            function,
            scopes: vec![Scope::default(), Scope { parent: Some(0), ..Scope::default() }],
            scope: 0,
            registers: 0,
            location: Location::default(),
            scope_of: Vec::new(),
            branch_targets: Vec::new(),
            locations: Vec::new(),
        };
        // Registers of the module are each function's own.
        for (name, ty, lanes, count) in self.registers.clone() {
            self.add_registers(&mut reading, name, ty, lanes, count)?;
        }
        reading.scope = 1;
        self.name_parameters(&mut reading)?;
        self.function_directives(&mut reading.function)?;
        let directed = reading.function.max_threads.is_some()
            || reading.function.required_threads.is_some()
            || reading.function.max_registers.is_some();
        if !directed && self.take(b';')? {
            return Ok(reading.function);
        }
        if !self.is(b'{') {
            return self.expected("'{' or ';'");
        }
        reading.function.defined = true;
        self.block(&mut reading, 0)?;
        resolve_labels(&mut reading)?;
        arguments::pass(&mut reading);
        Ok(reading.function)
    }

    fn name_parameters(&mut self, reading: &mut Reading<'a>) -> ParseResult<()> {
        for index in 0..reading.function.variables.len() {
            let variable = &reading.function.variables[index];
            let (name, ty) = (variable.name, variable.element);
            let lanes = variable.count as u32;
            if variable.register {
                self.add_registers(reading, name, ty, lanes, None)?
            } else {
                let declared = Name::Variable(index as u32);
                reading.scopes[reading.scope].names.insert(name, declared);
            }
        }
        Ok(())
    }

    fn parentheses(&mut self) -> ParseResult<()> {
        self.need(b'(')?;
        while !self.take(b')')? {
            if self.token == Token::End {
                return self.expected("')'");
            }
            self.advance()?;
        }
        Ok(())
    }

    fn block(&mut self, reading: &mut Reading<'a>, depth: u32) -> ParseResult<()> {
        if depth > MAX_NESTING {
            return self.fail(format!("blocks are nested more than {MAX_NESTING} deep"));
        }
        self.need(b'{')?;
        while !self.is(b'}') {
            let token = self.token;
            let before_colon =
                matches!(token, Token::Word(_)) && self.peek()? == Token::Symbol(b':');
            match token {
                Token::End => return self.expected("'}'"),
                Token::Symbol(b'{') => {
                    let outer = reading.scope;
                    reading.scopes.push(Scope { parent: Some(outer), ..Scope::default() });
                    reading.scope = reading.scopes.len() - 1;
                    self.block(reading, depth + 1)?;
                    reading.scope = outer;
                }
                // In ptxas's words.
                Token::Symbol(b';') => return self.fail("Parsing error near ';': syntax error"),
                Token::Dot(word) => self.local_directive(reading, word)?,
                Token::Word(word) if before_colon => self.label(reading, word)?,
                _ => self.instruction(reading)?,
            }
        }
        self.advance()
    }

    fn label(&mut self, reading: &mut Reading<'a>, name: &'a str) -> ParseResult<()> {
        let position = self.position;
        if name == "_" {
            return self.expected("a label");
        }
        self.advance()?;
        self.advance()?;
        let scope = &reading.scopes[reading.scope];
        if scope.names.contains_key(name) || scope.labels.contains_key(name) {
            return Err(Problem::new(position, format!("Duplicate definition of label '{name}'")));
        }
        let id = reading.function.labels.len() as u32;
        match self.token {
            Token::Dot("callprototype") => {
                self.advance()?;
                let signature = self.prototype()?;
                reading.function.signatures.push((id, signature));
            }
            Token::Dot("calltargets") => {
                self.advance()?;
                let mut targets = Vec::new();
                loop {
                    let target = self.word("a function")?;
                    if !self.functions.contains(target) && target != reading.function.name {
                        return self.fail(format!(
                            "Illegal call target, device function expected: '{target}'"
                        ));
                    }
                    targets.push(target);
                    if !self.take(b',')? {
                        break;
                    }
                }
                self.need(b';')?;
                reading.function.signatures.push((id, Signature::Targets(targets)));
            }
            Token::Dot("branchtargets") => {
                self.advance()?;
                let mut targets = vec![self.word("a label")?];
                while self.take(b',')? {
                    targets.push(self.word("a label")?);
                }
                self.need(b';')?;
                reading.branch_targets.push((id, targets, reading.scope, position));
            }
            _ => {}
        }
        reading.function.labels.push(reading.function.body.len());
        reading.scopes[reading.scope].labels.insert(name, id);
        Ok(())
    }

    /// Parses `(results) _ (parameters);`.
    fn prototype(&mut self) -> ParseResult<Signature<'a>> {
        let (mut results, mut params) = (Vec::new(), Vec::new());
        if self.is(b'(') {
            self.results(&mut results, DeclarationPlace::Prototype)?;
        }
        if self.word("'_'")? != "_" {
            return self.expected("'_'");
        }
        if self.is(b'(') {
            self.parameters(&mut params, DeclarationPlace::Prototype)?;
        }
        if self.token == Token::Dot("noreturn") {
            self.directive_needs("noreturn", (6, 4), 30)?;
            self.advance()?;
        }
        self.need(b';')?;
        Ok(Signature::Prototype(results, params))
    }

    /// Checks that a name isn't declared in the same block.
    fn declare(&self, reading: &Reading<'a>, name: &str, position: Position) -> ParseResult<()> {
        let scope = &reading.scopes[reading.scope];
        let (prefix, number) = numbered(name);
        let of_range = number
            .zip(scope.ranges.get(prefix))
            .is_some_and(|(number, range)| number < range.count);
        if scope.names.contains_key(name) || scope.labels.contains_key(name) || of_range {
            return Err(Problem::new(position, format!("Duplicate definition of '{name}'")));
        }
        Ok(())
    }

    fn local_directive(&mut self, reading: &mut Reading<'a>, word: &'a str) -> ParseResult<()> {
        match word {
            "reg" | "local" | "shared" | "param" | "global" | "const" | "align" | "attribute" => {
                let kind = self.kind(DeclarationPlace::Body)?;
                if kind.register {
                    return self.register_names(reading, kind.element, kind.lanes as u32);
                }
                for variable in
                    self.variables_of(&kind, Linkage::Internal, DeclarationPlace::Body)?
                {
                    self.declare(reading, variable.name, variable.position)?;
                    let index = reading.function.variables.len() as u32;
                    reading.scopes[reading.scope]
                        .names
                        .insert(variable.name, Name::Variable(index));
                    reading.function.variables.push(variable);
                }
                Ok(())
            }
            "loc" => self.source_location(reading),
            "loc_intermediate" => self.intermediate_location(),
            "pragma" => self.pragma().map(|_| ()),
            _ => self.fail(format!("\".{word}\" isn't a known directive in a function's body")),
        }
    }

    /// Parses the names of registers.
    fn register_names(
        &mut self,
        reading: &mut Reading<'a>,
        ty: Type,
        lanes: u32,
    ) -> ParseResult<()> {
        if self.take(b';')? {
            return Ok(());
        }
        for (name, count) in self.names_of_registers()? {
            self.add_registers(reading, name, ty, lanes, count)?;
        }
        Ok(())
    }

    /// Parses names, some with the number of registers that they stand for.
    pub(super) fn names_of_registers(&mut self) -> ParseResult<Vec<(&'a str, Option<u32>)>> {
        let mut names = Vec::new();
        loop {
            let name = self.new_name("a register's name")?;
            let mut count = None;
            if self.take(b'<')? {
                count =
                    Some(u32::try_from(self.integer("a number of registers")?).unwrap_or(u32::MAX));
                self.need(b'>')?;
            } else if self.is(b'[') {
                return self.fail(format!("Variable '{name}' cannot be allocated into a register"));
            }
            names.push((name, count));
            if !self.take(b',')? {
                break;
            }
        }
        self.need(b';')?;
        Ok(names)
    }

    fn add_registers(
        &mut self,
        reading: &mut Reading<'a>,
        name: &'a str,
        ty: Type,
        lanes: u32,
        count: Option<u32>,
    ) -> ParseResult<()> {
        let first = reading.registers;
        let range = Range { first, count: count.unwrap_or(1), lanes, ty };
        if count.is_some() {
            if reading.scopes[reading.scope].ranges.contains_key(name) {
                return self.fail(format!("Duplicate definition of '{name}<'"));
            }
        } else {
            self.declare(reading, name, self.position)?;
        }
        let scope = &mut reading.scopes[reading.scope];
        match count {
            Some(_) => {
                scope.ranges.insert(name, range);
            }
            None => {
                scope.names.extend(range.name(0).map(|only| (name, only)));
            }
        }
        // As many as anything refers to: the others take no room.
        let total = u64::from(range.count) * u64::from(lanes);
        reading.registers = match u64::from(first) + total {
            sum if sum < 1 << 31 => sum as u32,
            _ => return self.fail("the function has more than 2,147,483,647 registers"),
        };
        Ok(())
    }
}

/// Splits a name from the number that it ends with.
pub(super) fn numbered(name: &str) -> (&str, Option<u32>) {
    let digits = name.bytes().rev().take_while(u8::is_ascii_digit).count();
    let (prefix, number) = name.split_at(name.len() - digits);
    if number.len() > 1 && number.starts_with('0') {
        (prefix, None)
    } else {
        (prefix, number.parse().ok())
    }
}

fn find_label(scopes: &[Scope<'_>], scope: usize, name: &str) -> Option<u32> {
    let mut scope = Some(scope);
    while let Some(index) = scope {
        if let Some(&label) = scopes[index].labels.get(name) {
            return Some(label);
        }
        scope = scopes[index].parent;
    }
    None
}

fn resolve_labels(reading: &mut Reading<'_>) -> ParseResult<()> {
    let Reading { function, scopes, scope_of, branch_targets, .. } = reading;
    for (instruction, &scope) in function.body.iter_mut().zip(scope_of.iter()) {
        for operand in &mut instruction.operands {
            if let Operand::Symbol(name, 0) = operand
                && let Some(label) = find_label(scopes, scope, name)
            {
                let of_list = function.signatures.iter().any(|(at, _)| *at == label)
                    || branch_targets.iter().any(|(at, ..)| *at == label);
                if of_list && instruction.opcode == Opcode::Bra {
                    let message = "Label expected for argument 0 of instruction 'bra'".to_owned();
                    return Err(Problem::new(instruction.position, message));
                }
                *operand = Operand::Label(label);
            }
        }
    }
    for (label, names, scope, position) in branch_targets {
        let mut targets = Vec::new();
        for name in names {
            let Some(target) = find_label(scopes, *scope, name) else {
                return Err(Problem::new(*position, format!("undefined label {name:?}")));
            };
            targets.push(target);
        }
        function.branch_targets.push((*label, targets));
    }
    Ok(())
}
