//! Parses functions: their heads, blocks, labels and registers.

use super::ast::*;
use super::lexer::Token;
use super::parser::{MAX_NESTING, Parsed, Parser, SyntaxError};
use super::types::Type;
use std::collections::HashMap;

/// What a name refers to in a function.
#[derive(Clone, Copy)]
pub(super) enum Name {
    Register(Register),
    Variable(u32),
}

#[derive(Default)]
pub(super) struct Scope<'a> {
    pub(super) parent: Option<usize>,
    pub(super) names: HashMap<&'a str, Name>,
    pub(super) ranges: HashMap<&'a str, (u32, u32, Type)>,
    labels: HashMap<&'a str, u32>,
}

/// The function being parsed.
pub(super) struct Reading<'a> {
    pub(super) function: Function<'a>,
    pub(super) scopes: Vec<Scope<'a>>,
    pub(super) scope: usize,
    registers: u32,
    pub(super) location: Location,
    /// The scope of each instruction, to resolve labels at the end.
    pub(super) scope_of: Vec<usize>,
    branch_targets: Vec<(u32, Vec<&'a str>, usize, Position)>,
}

impl<'a> Parser<'a> {
    pub(super) fn function(&mut self, linkage: Linkage) -> Parsed<Function<'a>> {
        let kind = if self.token == Token::Dot("entry") {
            FunctionKind::Entry
        } else {
            FunctionKind::Func
        };
        self.advance()?;
        let mut variables = Vec::new();
        while self.token == Token::Dot("attribute") {
            self.advance()?;
            self.parentheses()?;
        }
        if self.is(b'(') {
            self.parameters(&mut variables)?;
        }
        let returns = 0..variables.len();
        let position = self.position;
        let name = self.word("the function's name")?;
        if self.is(b'(') {
            self.parameters(&mut variables)?;
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
            defined: false,
            max_threads: None,
            required_threads: None,
            max_registers: None,
            required_cluster: None,
            explicit_cluster: false,
        };
        let mut names = HashMap::new();
        for (index, variable) in function.variables.iter().enumerate() {
            names.insert(variable.name, Name::Variable(index as u32));
        }
        let mut reading = Reading {
            function,
            scopes: vec![Scope {
                names,
                ..Scope::default()
            }],
            scope: 0,
            registers: 0,
            location: Location::default(),
            scope_of: Vec::new(),
            branch_targets: Vec::new(),
        };
        self.function_directives(&mut reading.function)?;
        if self.take(b';')? {
            return Ok(reading.function);
        }
        if !self.is(b'{') {
            return self.expected("'{' or ';'");
        }
        reading.function.defined = true;
        self.block(&mut reading, 0)?;
        resolve_labels(&mut reading)?;
        Ok(reading.function)
    }

    fn parentheses(&mut self) -> Parsed<()> {
        self.need(b'(')?;
        while !self.take(b')')? {
            if self.token == Token::End {
                return self.expected("')'");
            }
            self.advance()?;
        }
        Ok(())
    }

    fn function_directives(&mut self, function: &mut Function<'a>) -> Parsed<()> {
        while let Token::Dot(word) = self.token {
            match word {
                "maxntid" => function.max_threads = Some(self.three()?),
                "reqntid" => function.required_threads = Some(self.three()?),
                "reqnctapercluster" => function.required_cluster = Some(self.three()?),
                "maxnreg" => {
                    let most = self.three()?[0];
                    let known = function.max_registers.unwrap_or(most);
                    function.max_registers = Some(most.min(known));
                }
                "minnctapersm" | "maxnctapersm" | "maxclusterrank" => {
                    self.three()?;
                }
                "explicitcluster" => {
                    function.explicit_cluster = true;
                    self.advance()?;
                }
                "noreturn" | "blocksareclusters" => self.advance()?,
                "abi_preserve" | "abi_preserve_control" => {
                    self.three()?;
                }
                "pragma" => self.skip_statement()?,
                _ => {
                    return self.fail(format!("\".{word}\" isn't a known directive of a function"));
                }
            }
        }
        Ok(())
    }

    fn three(&mut self) -> Parsed<[u32; 3]> {
        self.advance()?;
        let mut values = [1; 3];
        for (index, value) in values.iter_mut().enumerate() {
            if index > 0 && !self.take(b',')? {
                break;
            }
            *value = match u32::try_from(self.integer("a number")?) {
                Ok(value) => value,
                Err(_) => return self.fail("this number doesn't fit 32 bits"),
            };
        }
        Ok(values)
    }

    fn block(&mut self, reading: &mut Reading<'a>, depth: u32) -> Parsed<()> {
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
                    reading.scopes.push(Scope {
                        parent: Some(outer),
                        ..Scope::default()
                    });
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

    fn label(&mut self, reading: &mut Reading<'a>, name: &'a str) -> Parsed<()> {
        let position = self.position;
        self.advance()?;
        self.advance()?;
        let id = reading.function.labels.len() as u32;
        match self.token {
            Token::Dot("callprototype") => return self.skip_statement(),
            Token::Dot("calltargets") => return self.skip_statement(),
            Token::Dot("branchtargets") => {
                self.advance()?;
                let mut targets = vec![self.word("a label")?];
                while self.take(b',')? {
                    targets.push(self.word("a label")?);
                }
                self.need(b';')?;
                reading
                    .branch_targets
                    .push((id, targets, reading.scope, position));
            }
            _ => {}
        }
        reading.function.labels.push(reading.function.body.len());
        let scope = &mut reading.scopes[reading.scope];
        if scope.labels.insert(name, id).is_some() {
            return Err(SyntaxError {
                position,
                message: format!("label {name:?} is defined twice"),
            });
        }
        Ok(())
    }

    fn local_directive(&mut self, reading: &mut Reading<'a>, word: &'a str) -> Parsed<()> {
        match word {
            "reg" => self.registers(reading),
            "local" | "shared" | "param" | "global" | "const" => {
                for variable in self.variables(Linkage::Internal)? {
                    let index = reading.function.variables.len() as u32;
                    let own = reading.function.params.end as u32;
                    let known = reading.scopes[0].names.get(variable.name);
                    if word == "param"
                        && matches!(known, Some(Name::Variable(known)) if *known < own)
                    {
                        return self.fail(format!(
                            "{:?} is already a parameter of the function; use another name",
                            variable.name
                        ));
                    }
                    reading.scopes[reading.scope]
                        .names
                        .insert(variable.name, Name::Variable(index));
                    reading.function.variables.push(variable);
                }
                Ok(())
            }
            "loc" => {
                self.advance()?;
                let file = self.integer("a file's number")? as u32;
                let line = self.integer("a line")? as u32;
                self.integer("a column")?;
                reading.location = Location { file, line };
                // What follows (", function_name …, inlined_at …") only describes inlining.
                while self.take(b',')? {
                    while matches!(self.token, Token::Integer(_) | Token::Symbol(b'+'))
                        || matches!(self.token, Token::Word("inlined_at" | "function_name"))
                        || matches!(self.token, Token::Word(name) if name.starts_with('$') || name.starts_with("L"))
                    {
                        if matches!(self.token, Token::Word(_))
                            && self.peek()? == Token::Symbol(b':')
                        {
                            break;
                        }
                        self.advance()?;
                    }
                }
                Ok(())
            }
            "pragma" | "alias" => self.skip_statement(),
            _ => self.fail(format!(
                "\".{word}\" isn't a known directive in a function's body"
            )),
        }
    }

    fn registers(&mut self, reading: &mut Reading<'a>) -> Parsed<()> {
        self.advance()?;
        let mut ty = None;
        while let Token::Dot(word) = self.token {
            match Type::from_name(word) {
                Some(found) => ty = Some(found),
                None => {
                    return self.fail(format!("registers of type \".{word}\" aren't supported"));
                }
            }
            self.advance()?;
        }
        let Some(ty) = ty else {
            return self.expected("a register type such as .b32");
        };
        loop {
            let position = self.position;
            let name = self.word("a register's name")?;
            let mut count = 1;
            let base = reading.registers;
            if self.take(b'<')? {
                count = u32::try_from(self.integer("a number of registers")?).unwrap_or(u32::MAX);
                self.need(b'>')?;
                reading.scopes[reading.scope]
                    .ranges
                    .insert(name, (base, count, ty));
            } else {
                let register = Register { id: base, ty };
                reading.scopes[reading.scope]
                    .names
                    .insert(name, Name::Register(register));
            }
            reading.registers = match base.checked_add(count) {
                Some(sum) if sum < 1 << 24 => sum,
                _ => {
                    return Err(SyntaxError {
                        position,
                        message: "the function has more than 16,777,215 registers".into(),
                    });
                }
            };
            if !self.take(b',')? {
                break;
            }
        }
        self.need(b';')
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

fn resolve_labels(reading: &mut Reading<'_>) -> Parsed<()> {
    let Reading {
        function,
        scopes,
        scope_of,
        branch_targets,
        ..
    } = reading;
    for (instruction, &scope) in function.body.iter_mut().zip(scope_of.iter()) {
        for operand in &mut instruction.operands {
            if let Operand::Symbol(name, 0) = operand
                && let Some(label) = find_label(scopes, scope, name)
            {
                *operand = Operand::Label(label);
            }
        }
    }
    for (label, names, scope, position) in branch_targets {
        let mut targets = Vec::new();
        for name in names {
            let Some(target) = find_label(scopes, *scope, name) else {
                return Err(SyntaxError {
                    position: *position,
                    message: format!("undefined label {name:?}"),
                });
            };
            targets.push(target);
        }
        function.branch_targets.push((*label, targets));
    }
    Ok(())
}
