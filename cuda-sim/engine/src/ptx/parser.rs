//! The parser: tokens, and items outside of functions.

use super::ast::*;
use super::lexer::{Lexer, Token};
use crate::error::debug_as_display;
use std::fmt;

/// A syntax error.
#[derive(Clone, PartialEq, Eq)]
pub struct SyntaxError {
    /// Its position.
    pub position: Position,
    /// What was found and what was expected.
    pub message: String,
}

debug_as_display!(SyntaxError);

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

/// The maximum nesting of blocks and of lists.
pub(super) const MAX_NESTING: u32 = 64;

/// Parses a module.
pub fn parse(text: &str) -> Result<Module<'_>, SyntaxError> {
    let mut parser = Parser::new(text)?;
    parser.module()
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
            // The digits are read, not the value, because 8.10 isn't 8.1; so far, no version has two digits.
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
            return self.fail(".target is missing; it must follow .version");
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
}
