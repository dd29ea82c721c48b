//! The parser: tokens, and items outside of functions.

use crate::ptx::ast::*;
use crate::ptx::lexer::{Lexer, Token};
use crate::ptx::problem::{ParseResult, Problem};
use crate::ptx::types::{StateSpace, Type};
use crate::ptx::variables::DeclarationPlace;
use crate::ptx::{arguments, declarations};
use std::collections::{HashMap, HashSet};

/// The maximum nesting of blocks and of lists.
pub(super) const MAX_NESTING: u32 = 64;

/// Parses a module.
pub fn parse(text: &str) -> ParseResult<Module<'_>> {
    let mut parser = Parser::new(text)?;
    parser.module()
}

pub(super) struct Parser<'a> {
    lexer: Lexer<'a>,
    pub(super) token: Token<'a>,
    pub(super) position: Position,
    ahead: Option<(Token<'a>, Position)>,
    pub(super) version: (u32, u32),
    pub(super) architecture: u32,
    pub(super) separate_samplers: bool,
    /// Registers outside of functions: name, type, lanes, and the number if there are several.
    pub(super) registers: Vec<(&'a str, Type, u32, Option<u32>)>,
    /// The sizes of the elements of arrays outside of functions.
    pub(super) elements: HashMap<&'a str, u32>,
    /// What a subscript is for the current instruction.
    pub(super) subscripts: Subscripts,
    /// The labels of sections, and those that source locations refer to.
    pub(super) section_labels: HashSet<&'a str>,
    pub(super) function_names: Vec<(&'a str, Position)>,
    /// The functions so far.
    pub(super) functions: HashSet<&'a str>,
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

/// Returns `true` if a line goes on with two numbers, as after `.version`.
fn has_plain_version(rest: &str) -> bool {
    let number = rest.trim_start_matches([' ', '\t']);
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let major = digits(number);
    let minor = number[major..].strip_prefix('.').map_or(0, digits);
    number.len() < rest.len() && major > 0 && minor > 0
}

impl<'a> Parser<'a> {
    fn new(text: &'a str) -> ParseResult<Parser<'a>> {
        if let Some(at) = text.bytes().position(|byte| !byte.is_ascii()) {
            let line = 1 + text[..at].matches('\n').count() as u32;
            let column =
                1 + text[..at].bytes().rev().take_while(|byte| *byte != b'\n').count() as u32;
            let message = format!("Unexpected non-ASCII character encountered on line {line}");
            return Err(Problem::new(Position { line, column }, message));
        }
        let mut parser = Parser {
            lexer: Lexer::new(text),
            token: Token::End,
            position: Position::default(),
            ahead: None,
            version: (0, 0),
            architecture: 0,
            separate_samplers: false,
            registers: Vec::new(),
            elements: HashMap::new(),
            subscripts: Subscripts::Address,
            section_labels: HashSet::new(),
            function_names: Vec::new(),
            functions: HashSet::new(),
        };
        parser.advance()?;
        Ok(parser)
    }

    fn read(&mut self) -> ParseResult<(Token<'a>, Position)> {
        self.lexer.next().map_err(|(position, message)| Problem::new(position, message))
    }

    pub(super) fn advance(&mut self) -> ParseResult<()> {
        (self.token, self.position) = match self.ahead.take() {
            Some(next) => next,
            None => self.read()?,
        };
        Ok(())
    }

    /// Skips lines up to one that is a word, before which no token was peeked at; returns `false` if there is none.
    pub(super) fn skip_lines(&mut self, end: &str) -> bool {
        self.ahead.is_none() && self.lexer.skip_lines(end)
    }

    pub(super) fn peek(&mut self) -> ParseResult<Token<'a>> {
        if self.ahead.is_none() {
            self.ahead = Some(self.read()?);
        }
        Ok(self.ahead.map_or(Token::End, |(token, _)| token))
    }

    pub(super) fn fail<T>(&self, message: impl Into<String>) -> ParseResult<T> {
        Err(Problem::new(self.position, message.into()))
    }

    pub(super) fn expected<T>(&self, expected: &str) -> ParseResult<T> {
        self.fail(format!("expected {expected}, found {}", shown(self.token)))
    }

    pub(super) fn is(&self, byte: u8) -> bool {
        self.token == Token::Symbol(byte)
    }

    pub(super) fn take(&mut self, byte: u8) -> ParseResult<bool> {
        let there = self.is(byte);
        if there {
            self.advance()?;
        }
        Ok(there)
    }

    pub(super) fn need(&mut self, byte: u8) -> ParseResult<()> {
        if self.take(byte)? { Ok(()) } else { self.expected(&format!("'{}'", byte as char)) }
    }

    pub(super) fn word(&mut self, expected: &str) -> ParseResult<&'a str> {
        match self.token {
            Token::Word(word) => {
                self.advance()?;
                Ok(word)
            }
            _ => self.expected(expected),
        }
    }

    pub(super) fn integer(&mut self, expected: &str) -> ParseResult<u64> {
        match self.token {
            Token::Integer(value) => {
                self.advance()?;
                Ok(value)
            }
            _ => self.expected(expected),
        }
    }

    /// Parses a name that is declared.
    pub(super) fn new_name(&mut self, expected: &str) -> ParseResult<&'a str> {
        match self.token {
            Token::Word("_" | "WARP_SZ") => self.expected(expected),
            _ => self.word(expected),
        }
    }

    fn module(&mut self) -> ParseResult<Module<'a>> {
        let mut module = Module::default();
        if self.token != Token::Dot("version") {
            return self.expected(".version, with which PTX begins");
        }
        module.version_position = self.position;
        let is_plain = has_plain_version(self.lexer.rest());
        self.advance()?;
        if !is_plain {
            return self.fail("Missing .version directive at start of file");
        }
        let Token::Double(version) = self.token else {
            return self.expected("a version such as 8.0");
        };
        // The digits are read, not the value, because 8.10 isn't 8.1; so far, no version has two digits.
        let version = version + 0.01;
        module.version = (version as u32, (version.fract() * 10.0) as u32);
        self.version = module.version;
        self.advance()?;
        if self.token != Token::Dot("target") {
            return self.expected(".target, which must follow .version");
        }
        while self.token == Token::Dot("target") {
            self.target(&mut module)?;
        }
        self.architecture = module.architecture().unwrap_or(0);
        self.separate_samplers = module.separate_samplers;
        if self.token == Token::Dot("address_size") {
            self.advance()?;
            if self.token != Token::Integer(64) {
                return self.fail("only .address_size 64 can be run: compile for 64 bits");
            }
            self.advance()?;
        }
        while self.token != Token::End {
            self.item(&mut module)?;
        }
        for &(name, position) in &self.function_names {
            if !self.section_labels.contains(name) {
                let message = format!("Unresolved label '{name}' used in function_name attribute.");
                return Err(Problem::new(position, message));
            }
        }
        declarations::check(&module)?;
        declarations::merge(&mut module);
        arguments::calls(&mut module)?;
        Ok(module)
    }

    fn target(&mut self, module: &mut Module<'a>) -> ParseResult<()> {
        self.advance()?;
        let mut mode = None;
        let mut first = true;
        loop {
            let position = self.position;
            let word = self.word("an architecture such as sm_90")?;
            match word {
                _ if word.starts_with("sm_") || word.starts_with("compute_") => {
                    module.target_position = position;
                    module.target = word;
                }
                "texmode_unified" | "texmode_independent" | "debug" | "map_f64_to_f32" if first => {
                    return self.fail(
                        "expected an architecture such as sm_90 before other options of .target",
                    );
                }
                "texmode_unified" | "texmode_independent" => {
                    if mode.is_some_and(|mode| mode != word) {
                        return self.fail(format!("Conflicting .target option '{word}'"));
                    }
                    mode = Some(word);
                    module.separate_samplers = word == "texmode_independent";
                }
                "debug" => module.debug = true,
                "map_f64_to_f32" => {
                    return self.fail(
                        "double precision can't be mapped to single: compile for sm_20 or newer",
                    );
                }
                _ => return self.fail(format!("Unsupported .target '{word}'")),
            }
            first = false;
            if !self.take(b',')? {
                return Ok(());
            }
        }
    }

    fn item(&mut self, module: &mut Module<'a>) -> ParseResult<()> {
        let mut linkage = Linkage::Internal;
        loop {
            let Token::Dot(word) = self.token else {
                return self.expected("a directive such as .entry, .func or .global");
            };
            let linked = linkage != Linkage::Internal;
            match word {
                "file" if !linked => return self.file(module),
                "section" if !linked => {
                    module.sections = true;
                    return self.section();
                }
                "nv_intermediate_source_section" if !linked => return self.intermediate_sources(),
                "alias" if !linked => {
                    self.advance()?;
                    let position = self.position;
                    let name = self.word("a function")?;
                    self.need(b',')?;
                    let function = self.word("a function")?;
                    module.aliases.push((name, function, position));
                    return self.need(b';');
                }
                "pragma" if !linked => {
                    const KNOWN: [&str; 4] =
                        ["nounroll", "used_bytes_mask", "enable_smem_spilling", "frequency"];
                    let texts = self.pragma()?;
                    let unknown =
                        |text: &&&str| !KNOWN.iter().any(|prefix| text.starts_with(prefix));
                    return match texts.iter().find(unknown) {
                        Some(text) => self.fail(format!("Pragma '{text}' not supported")),
                        None => Ok(()),
                    };
                }
                "visible" | "extern" | "weak" | "common" if linked => {
                    return self.expected("a declaration");
                }
                "visible" => linkage = Linkage::Visible,
                "extern" => linkage = Linkage::Extern,
                "weak" => linkage = Linkage::Weak,
                "common" => {
                    if self.version < (5, 0) {
                        return self.fail(
                            "Feature '.common directive' requires PTX ISA .version 5.0 or later",
                        );
                    }
                    linkage = Linkage::Common;
                }
                "entry" | "func" => {
                    let function = self.function(linkage)?;
                    self.functions.insert(function.name);
                    module.functions.push(function);
                    return Ok(());
                }
                "reg" | "global" | "const" | "shared" | "local" | "param" | "align"
                | "attribute" => {
                    return self.module_variables(module, linkage);
                }
                _ => return self.expected("a directive such as .entry, .func or .global"),
            }
            self.advance()?;
        }
    }

    fn module_variables(&mut self, module: &mut Module<'a>, linkage: Linkage) -> ParseResult<()> {
        let kind = self.kind(DeclarationPlace::Module)?;
        if linkage == Linkage::Common && kind.space != Some(StateSpace::Global) {
            return self.fail(".common variables must be declared in .global space");
        }
        if kind.register {
            if self.take(b';')? {
                return Ok(());
            }
            for (name, count) in self.names_of_registers()? {
                self.registers.push((name, kind.element, kind.lanes as u32, count));
            }
            return Ok(());
        }
        let variables = self.variables_of(&kind, linkage, DeclarationPlace::Module)?;
        for variable in &variables {
            if !variable.dimensions.is_empty() {
                self.elements.insert(variable.name, variable.element.size());
            }
        }
        module.variables.extend(variables);
        Ok(())
    }

    fn file(&mut self, module: &mut Module<'a>) -> ParseResult<()> {
        self.advance()?;
        let number = self.integer("a file's number")?;
        let Ok(number) = u32::try_from(number) else {
            return self.fail("Constant overflow");
        };
        let Token::String(name) = self.token else {
            return self.expected("a file's name");
        };
        self.advance()?;
        // Its time, and its size.
        for _ in 0..2 {
            if self.take(b',')? {
                self.integer("a number")?;
            }
        }
        if module.files.iter().any(|(known, _)| *known == number) {
            return self.fail(format!("Duplicate file index #{number}"));
        }
        module.files.push((number, name));
        Ok(())
    }

    /// Parses `.pragma "…", "…";`.
    pub(super) fn pragma(&mut self) -> ParseResult<Vec<&'a str>> {
        self.advance()?;
        let mut texts = Vec::new();
        loop {
            let Token::String(text) = self.token else {
                return self.expected("a string");
            };
            texts.push(text);
            self.advance()?;
            if !self.take(b',')? {
                break;
            }
        }
        self.need(b';')?;
        Ok(texts)
    }

    /// Parses `.section .name { … }`, which has labels and numbers.
    fn section(&mut self) -> ParseResult<()> {
        self.advance()?;
        let Token::Dot(_) = self.token else {
            return self.expected("a section's name, which begins with a dot");
        };
        self.advance()?;
        self.need(b'{')?;
        while !self.take(b'}')? {
            match self.token {
                Token::Word(label) => {
                    if !self.section_labels.insert(label) {
                        return self.fail(format!("Duplicate definition of label '{label}'"));
                    }
                    self.advance()?;
                    self.need(b':')?;
                }
                Token::Dot(ty @ ("b8" | "b16" | "b32" | "b64")) => {
                    self.advance()?;
                    self.datum(ty)?;
                    while self.take(b',')? {
                        self.datum(ty)?;
                    }
                }
                _ => return self.expected("a label or data such as .b32"),
            }
        }
        Ok(())
    }

    /// Parses a number of this type, or a label or section with a number of bytes or another label.
    fn datum(&mut self, ty: &str) -> ParseResult<()> {
        if self.is_constant()? {
            let value = self.constant()? as i64;
            // As on an H200: 32 bits hold any that isn't negative.
            let range = match ty {
                "b8" => 0..=0xff,
                "b16" => 0..=0xffff,
                "b32" => 0..=i64::MAX,
                _ => i64::MIN..=i64::MAX,
            };
            return if range.contains(&value) {
                Ok(())
            } else {
                self.fail(format!("Value out of range for type .{ty}"))
            };
        }
        if matches!(ty, "b8" | "b16") {
            return self.expected("a number, which is all that these bits hold");
        }
        loop {
            match self.token {
                Token::Word(_) | Token::Dot(_) => self.advance()?,
                _ => return self.expected("a number, a label or a section"),
            }
            if self.take(b'+')? {
                return self.integer("a number of bytes").map(|_| ());
            }
            if !self.take(b'-')? {
                return Ok(());
            }
        }
    }
}
