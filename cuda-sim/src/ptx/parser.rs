//! The parser: modules, functions and instructions.

use super::ast::*;
use super::lexer::{Lexer, Token};
use super::types::Type;
use std::collections::HashMap;
use std::fmt;

/// The text is no PTX: what was wrong where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// Where.
    pub position: Position,
    /// What was found and what was expected.
    pub message: String,
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}:{}: {}",
            self.position.line, self.position.column, self.message
        )
    }
}

impl std::error::Error for SyntaxError {}

pub(super) type Parsed<T> = Result<T, SyntaxError>;

/// Blocks within blocks, and lists within lists, that are read; more are no program.
const DEEPEST: u32 = 64;

/// Reads a module.
pub fn parse(text: &str) -> Result<Module<'_>, SyntaxError> {
    let mut parser = Parser::new(text)?;
    parser.module()
}

/// What a name means in a function.
#[derive(Clone, Copy)]
enum Name {
    Register(Register),
    Variable(u32),
}

#[derive(Default)]
struct Scope<'a> {
    parent: Option<usize>,
    names: HashMap<&'a str, Name>,
    ranges: HashMap<&'a str, (u32, u32, Type)>,
    labels: HashMap<&'a str, u32>,
}

/// The function being read.
struct Reading<'a> {
    function: Function<'a>,
    scopes: Vec<Scope<'a>>,
    scope: usize,
    registers: u32,
    location: Location,
    /// For each instruction its scope, to find labels once all are known.
    scope_of: Vec<usize>,
    branch_targets: Vec<(u32, Vec<&'a str>, usize, Position)>,
}

pub(super) struct Parser<'a> {
    lexer: Lexer<'a>,
    pub(super) token: Token<'a>,
    pub(super) position: Position,
    ahead: Option<(Token<'a>, Position)>,
}

pub(super) fn shown(token: Token<'_>) -> String {
    match token {
        Token::Word(word) => format!("{word:?}"),
        Token::Dot(word) => format!("\".{word}\""),
        Token::Integer(value) => format!("the number {value}"),
        Token::Single(bits) => format!("the number 0f{bits:08X}"),
        Token::Double(value) => format!("the number {value}"),
        Token::String(text) => format!("the string {text:?}"),
        Token::Symbol(byte) => format!("'{}'", byte as char),
        Token::End => "the end of the text".into(),
    }
}

impl<'a> Parser<'a> {
    fn new(text: &'a str) -> Parsed<Parser<'a>> {
        let mut parser = Parser {
            lexer: Lexer::new(text),
            token: Token::End,
            position: Position::default(),
            ahead: None,
        };
        parser.advance()?;
        Ok(parser)
    }

    fn read(&mut self) -> Parsed<(Token<'a>, Position)> {
        self.lexer
            .next()
            .map_err(|(position, message)| SyntaxError { position, message })
    }

    pub(super) fn advance(&mut self) -> Parsed<()> {
        (self.token, self.position) = match self.ahead.take() {
            Some(next) => next,
            None => self.read()?,
        };
        Ok(())
    }

    pub(super) fn peek(&mut self) -> Parsed<Token<'a>> {
        if self.ahead.is_none() {
            self.ahead = Some(self.read()?);
        }
        Ok(self.ahead.map_or(Token::End, |(token, _)| token))
    }

    pub(super) fn fail<T>(&self, message: impl Into<String>) -> Parsed<T> {
        Err(SyntaxError {
            position: self.position,
            message: message.into(),
        })
    }

    pub(super) fn expected<T>(&self, what: &str) -> Parsed<T> {
        self.fail(format!("expected {what}, found {}", shown(self.token)))
    }

    pub(super) fn is(&self, byte: u8) -> bool {
        self.token == Token::Symbol(byte)
    }

    pub(super) fn take(&mut self, byte: u8) -> Parsed<bool> {
        let there = self.is(byte);
        if there {
            self.advance()?;
        }
        Ok(there)
    }

    pub(super) fn need(&mut self, byte: u8) -> Parsed<()> {
        if self.take(byte)? {
            Ok(())
        } else {
            self.expected(&format!("'{}'", byte as char))
        }
    }

    pub(super) fn word(&mut self, what: &str) -> Parsed<&'a str> {
        match self.token {
            Token::Word(word) => {
                self.advance()?;
                Ok(word)
            }
            _ => self.expected(what),
        }
    }

    pub(super) fn integer(&mut self, what: &str) -> Parsed<u64> {
        match self.token {
            Token::Integer(value) => {
                self.advance()?;
                Ok(value)
            }
            _ => self.expected(what),
        }
    }

    pub(super) fn skip_statement(&mut self) -> Parsed<()> {
        while !self.is(b';') {
            if self.token == Token::End {
                return self.expected("';'");
            }
            self.advance()?;
        }
        self.advance()
    }

    fn module(&mut self) -> Parsed<Module<'a>> {
        let mut module = Module::default();
        if self.token != Token::Dot("version") {
            return self.expected(".version, with which PTX begins");
        }
        module.version_position = self.position;
        self.advance()?;
        module.version = match self.token {
            // 8.10 isn't 8.1, so the digits are read, not the value; no version yet has two.
            Token::Double(value) => (
                (value + 0.01) as u32,
                ((value + 0.01).fract() * 10.0) as u32,
            ),
            Token::Integer(value) => (u32::try_from(value).unwrap_or(u32::MAX), 0),
            _ => return self.expected("a version such as 8.0"),
        };
        self.advance()?;
        while self.token != Token::End {
            self.item(&mut module)?;
        }
        if module.target.is_empty() {
            return self.fail("there is no .target; PTX names one after its .version");
        }
        Ok(module)
    }

    fn item(&mut self, module: &mut Module<'a>) -> Parsed<()> {
        let mut linkage = Linkage::Internal;
        loop {
            let Token::Dot(word) = self.token else {
                if self.take(b';')? {
                    return Ok(());
                }
                return self.expected("a directive such as .entry, .func or .global");
            };
            match word {
                "target" => {
                    self.advance()?;
                    module.target_position = self.position;
                    module.target = self.word("an architecture such as sm_90")?;
                    while self.take(b',')? {
                        if self.word("a target option")? == "map_f64_to_f32" {
                            return self.fail("double precision can't be mapped to single: compile for sm_20 or newer");
                        }
                    }
                    return Ok(());
                }
                "address_size" => {
                    self.advance()?;
                    if self.token != Token::Integer(64) {
                        return self.fail("only .address_size 64 can be run: compile for 64 bits");
                    }
                    return self.advance();
                }
                "file" => {
                    self.advance()?;
                    let number = self.integer("a file's number")?;
                    let Token::String(name) = self.token else {
                        return self.expected("a file's name");
                    };
                    self.advance()?;
                    while self.take(b',')? {
                        self.integer("a number")?;
                    }
                    module.files.push((number as u32, name));
                    return Ok(());
                }
                "section" => return self.skip_section(),
                "alias" | "pragma" => return self.skip_statement(),
                "visible" => linkage = Linkage::Visible,
                "extern" => linkage = Linkage::Extern,
                "weak" => linkage = Linkage::Weak,
                "common" => linkage = Linkage::Common,
                "entry" | "func" => {
                    let function = self.function(linkage)?;
                    module.functions.push(function);
                    return Ok(());
                }
                "global" | "const" | "shared" | "tex" | "local" | "param" => {
                    let variables = self.variables(linkage)?;
                    module.variables.extend(variables);
                    return Ok(());
                }
                _ => return self.expected("a directive such as .entry, .func or .global"),
            }
            self.advance()?;
        }
    }

    fn skip_section(&mut self) -> Parsed<()> {
        while !self.is(b'{') {
            if self.token == Token::End {
                return self.expected("'{'");
            }
            self.advance()?;
        }
        while !self.is(b'}') {
            if self.token == Token::End {
                return self.expected("'}'");
            }
            self.advance()?;
        }
        self.advance()
    }

    fn function(&mut self, linkage: Linkage) -> Parsed<Function<'a>> {
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
                "maxnreg" | "minnctapersm" | "maxnctapersm" | "maxclusterrank" => {
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
                    return self.fail(format!(
                        "\".{word}\" is no directive of a function that is known here"
                    ));
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
        if depth > DEEPEST {
            return self.fail(format!(
                "blocks lie more than {DEEPEST} deep in one another"
            ));
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
                Token::Symbol(b';') => self.advance()?,
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
                message: format!("label {name:?} is here for the second time"),
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
                // What follows (", function_name …, inlined_at …") only refines where inlined code came from.
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
                "\".{word}\" is no directive of a function's body that is known here"
            )),
        }
    }

    fn registers(&mut self, reading: &mut Reading<'a>) -> Parsed<()> {
        self.advance()?;
        let mut ty = None;
        while let Token::Dot(word) = self.token {
            match Type::from_name(word) {
                Some(found) => ty = Some(found),
                None => return self.fail(format!("registers of type \".{word}\" can't be had")),
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

    fn instruction(&mut self, reading: &mut Reading<'a>) -> Parsed<()> {
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
                    return Err(SyntaxError {
                        position: at,
                        message: format!("{name:?} is no predicate register"),
                    });
                }
            }
        }
        let opcode = self.word("an instruction")?;
        let mut modifiers = Vec::new();
        while let Token::Dot(word) = self.token {
            modifiers.push(word);
            self.advance()?;
        }
        let mut operands = Vec::new();
        if !self.is(b';') {
            loop {
                operands.push(self.operand(reading, 0)?);
                if !self.take(b',')? {
                    break;
                }
            }
        }
        if !self.take(b';')? {
            return self.expected("',' or ';'");
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
        });
        Ok(())
    }

    fn operand(&mut self, reading: &Reading<'a>, depth: u32) -> Parsed<Operand<'a>> {
        if depth > DEEPEST {
            return self.fail("operands lie too deep in one another");
        }
        match self.token {
            Token::Symbol(b'[') => self.address(reading),
            Token::Symbol(b'{') => Ok(Operand::Vector(self.operands_until(reading, b'}', depth)?)),
            Token::Symbol(b'(') => Ok(Operand::List(self.operands_until(reading, b')', depth)?)),
            Token::Symbol(b'!') => {
                self.advance()?;
                match self.operand(reading, depth + 1)? {
                    Operand::Register(register) if register.ty == Type::Pred => {
                        Ok(Operand::Not(register))
                    }
                    _ => self.fail("'!' stands before a predicate register only"),
                }
            }
            Token::Symbol(b'-') => {
                self.advance()?;
                let operand = match self.token {
                    Token::Integer(value) => Operand::Integer(value.wrapping_neg()),
                    Token::Double(value) => Operand::Double(-value),
                    Token::Single(bits) => Operand::Single(bits ^ 0x8000_0000),
                    _ => return self.expected("a number"),
                };
                self.advance()?;
                Ok(operand)
            }
            Token::Integer(value) => {
                self.advance()?;
                Ok(Operand::Integer(value))
            }
            Token::Single(bits) => {
                self.advance()?;
                Ok(Operand::Single(bits))
            }
            Token::Double(value) => {
                self.advance()?;
                Ok(Operand::Double(value))
            }
            Token::Word(word) => self.name(reading, word),
            _ => self.expected("an operand"),
        }
    }

    fn operands_until(
        &mut self,
        reading: &Reading<'a>,
        end: u8,
        depth: u32,
    ) -> Parsed<Vec<Operand<'a>>> {
        self.advance()?;
        let mut operands = Vec::new();
        while !self.take(end)? {
            operands.push(self.operand(reading, depth + 1)?);
            if !self.is(end) {
                self.need(b',')?;
            }
        }
        Ok(operands)
    }

    fn name(&mut self, reading: &Reading<'a>, word: &'a str) -> Parsed<Operand<'a>> {
        let first = if word == "_" {
            None
        } else {
            lookup(reading, word)
        };
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
                        return Err(SyntaxError {
                            position: at,
                            message: format!("{name:?} is no register"),
                        });
                    }
                };
            }
            return Ok(Operand::Pair(registers[0], registers[1]));
        }
        match first {
            Some(Name::Register(register)) => {
                if let Token::Dot(part) = self.token {
                    return self.fail(format!(
                        "vector registers (\".{part}\") can't be had; use scalar registers"
                    ));
                }
                Ok(Operand::Register(register))
            }
            Some(Name::Variable(index)) => Ok(Operand::Variable(index, self.offset()?)),
            None if word == "_" => Ok(Operand::Sink),
            None if word == "WARP_SZ" => Ok(Operand::Integer(32)),
            None if word.starts_with('%') => self.special(word),
            None => Ok(Operand::Symbol(word, self.offset()?)),
        }
    }

    fn special(&mut self, word: &'a str) -> Parsed<Operand<'a>> {
        let mut name = word;
        if let Token::Dot(part) = self.token {
            name = match SPECIAL_VECTORS
                .iter()
                .find(|(base, p, _)| *base == word && *p == part)
            {
                Some((_, _, full)) => full,
                None => {
                    return self.fail(format!(
                        "{word:?} is neither a declared register nor a special register"
                    ));
                }
            };
            self.advance()?;
        } else if !SPECIALS.contains(&word)
            && !word.starts_with("%envreg")
            && !word.starts_with("%pm")
        {
            return self.fail(format!(
                "{word:?} is neither a declared register nor a special register"
            ));
        }
        Ok(Operand::Special(name))
    }

    /// `+ n`, `- n` or nothing.
    pub(super) fn offset(&mut self) -> Parsed<i64> {
        let mut sum = 0i64;
        loop {
            let mut negative = match self.token {
                Token::Symbol(b'+') => false,
                Token::Symbol(b'-') => true,
                _ => return Ok(sum),
            };
            self.advance()?;
            if self.take(b'-')? {
                negative = !negative;
            }
            let value = self.integer("a number of bytes")? as i64;
            sum = if negative {
                sum.wrapping_sub(value)
            } else {
                sum.wrapping_add(value)
            };
        }
    }

    fn address(&mut self, reading: &Reading<'a>) -> Parsed<Operand<'a>> {
        self.advance()?;
        let base = match self.token {
            Token::Word(word) => {
                let base = match lookup(reading, word) {
                    Some(Name::Register(register)) => Base::Register(register),
                    Some(Name::Variable(index)) => Base::Variable(index),
                    None => Base::Symbol(word),
                };
                self.advance()?;
                base
            }
            Token::Integer(value) => {
                self.advance()?;
                let offset = (value as i64).wrapping_add(self.offset()?);
                self.need(b']')?;
                return Ok(Operand::Address(Address {
                    base: Base::None,
                    offset,
                }));
            }
            _ => return self.expected("an address"),
        };
        if self.is(b',') {
            // [texture, {coordinates}]: its parts are read for their form only.
            while self.take(b',')? {
                self.operand(reading, 1)?;
            }
            self.need(b']')?;
            return Ok(Operand::Opaque);
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
    "%current_graph_exec",
];

macro_rules! vectors {
    ($($name:literal)*) => { &[$(
        ($name, "x", concat!($name, ".x")), ($name, "y", concat!($name, ".y")),
        ($name, "z", concat!($name, ".z")), ($name, "w", concat!($name, ".w")),
    )*] };
}

const SPECIAL_VECTORS: &[(&str, &str, &str)] = vectors!["%tid" "%ntid" "%ctaid" "%nctaid" "%clusterid" "%nclusterid" "%cluster_ctaid" "%cluster_nctaid"];

fn lookup<'a>(reading: &Reading<'a>, name: &str) -> Option<Name> {
    let digits = name.bytes().rev().take_while(u8::is_ascii_digit).count();
    let (prefix, number) = name.split_at(name.len() - digits);
    let number: Option<u32> = if number.len() > 1 && number.starts_with('0') {
        None
    } else {
        number.parse().ok()
    };
    let mut scope = Some(reading.scope);
    while let Some(index) = scope {
        let here = &reading.scopes[index];
        if let Some(found) = here.names.get(name) {
            return Some(*found);
        }
        if let Some(number) = number
            && let Some(&(base, count, ty)) = here.ranges.get(prefix)
            && number < count
        {
            return Some(Name::Register(Register {
                id: base + number,
                ty,
            }));
        }
        scope = here.parent;
    }
    None
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
                    message: format!("there is no label {name:?}"),
                });
            };
            targets.push(target);
        }
        function.branch_targets.push((*label, targets));
    }
    Ok(())
}
