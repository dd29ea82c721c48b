//! Splits PTX into tokens.

use crate::ptx::Position;

/// A token; text borrows from the source.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Token<'a> {
    /// An identifier, with its percent or dollar sign.
    Word(&'a str),
    /// A word after a dot, without the dot; may contain `::`.
    Dot(&'a str),
    /// An unsigned integer.
    Integer(u64),
    /// The bits of a single-precision constant, `0f…`.
    Single(u32),
    /// A double-precision constant, `0d…` or decimal.
    Double(f64),
    /// A string, without its quotes.
    String(&'a str),
    /// One character of punctuation.
    Symbol(u8),
    /// The end of the text.
    End,
}

/// The reason why a token is invalid, and its position.
pub type LexError = (Position, String);

/// An iterator over tokens.
pub struct Lexer<'a> {
    text: &'a str,
    at: usize,
    line: u32,
    line_start: usize,
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$'
}

impl<'a> Lexer<'a> {
    /// Starts at the beginning of `text`.
    pub fn new(text: &'a str) -> Lexer<'a> {
        Lexer { text, at: 0, line: 1, line_start: 0 }
    }

    fn byte(&self, ahead: usize) -> u8 {
        self.text.as_bytes().get(self.at + ahead).copied().unwrap_or(0)
    }

    fn position(&self) -> Position {
        Position { line: self.line, column: (self.at - self.line_start + 1) as u32 }
    }

    fn skip_space(&mut self) -> Result<(), LexError> {
        loop {
            match self.byte(0) {
                b'\n' => {
                    self.at += 1;
                    self.line += 1;
                    self.line_start = self.at;
                }
                b' ' | b'\t' | b'\r' | 0x0c => self.at += 1,
                // The end of a file, where some editors mark it.
                0x1a if self.at + 1 == self.text.len() => self.at += 1,
                b'/' if self.byte(1) == b'/' => {
                    while self.at < self.text.len() && self.byte(0) != b'\n' {
                        self.at += 1;
                    }
                }
                b'/' if self.byte(1) == b'*' => {
                    let start = self.position();
                    self.at += 2;
                    while !(self.byte(0) == b'*' && self.byte(1) == b'/') {
                        if self.at >= self.text.len() {
                            return Err((start, "unterminated comment; close it with */".into()));
                        }
                        if self.byte(0) == b'\n' {
                            self.line += 1;
                            self.line_start = self.at + 1;
                        }
                        self.at += 1;
                    }
                    self.at += 2;
                }
                b'#' if self.is_line_marker() => {
                    while self.byte(0) != b'\n' {
                        self.at += 1;
                    }
                }
                _ => return Ok(()),
            }
        }
    }

    /// Returns `true` if a preprocessor's line begins here, such as `# 1 "kernel.cu"`.
    fn is_line_marker(&self) -> bool {
        let Some((line, _)) = self.text.get(self.at + 1..).and_then(|rest| rest.split_once('\n'))
        else {
            return false;
        };
        let line = line.trim_start();
        let line = line.strip_prefix("line").unwrap_or(line).trim_start();
        let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
        rest.len() < line.len() && rest.trim_start().starts_with('"')
    }

    /// Skips all lines up to one that is this word, and that; returns `false` if there is none.
    pub fn skip_lines(&mut self, word: &str) -> bool {
        while let Some(length) = self.text.get(self.at..).and_then(|rest| rest.find('\n')) {
            let line = self.text.get(self.at..self.at + length).unwrap_or_default();
            self.at += length + 1;
            self.line += 1;
            self.line_start = self.at;
            if line.trim() == word {
                return true;
            }
        }
        false
    }

    fn word(&mut self) -> &'a str {
        let start = self.at;
        while is_word(self.byte(0)) {
            self.at += 1;
        }
        self.since(start)
    }

    /// Returns the text that hasn't been read.
    pub fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or("")
    }

    /// Returns the text since `start`.
    fn since(&self, start: usize) -> &'a str {
        self.text.get(start..self.at).unwrap_or("")
    }

    /// Returns the next token and its position.
    pub fn next(&mut self) -> Result<(Token<'a>, Position), LexError> {
        self.skip_space()?;
        let position = self.position();
        if self.at >= self.text.len() {
            return Ok((Token::End, position));
        }
        let byte = self.byte(0);
        let token = match byte {
            b'0'..=b'9' => self.number(position)?,
            b'%' if is_word(self.byte(1)) => {
                let start = self.at;
                self.at += 1;
                self.word();
                Token::Word(self.since(start))
            }
            _ if is_word(byte) => Token::Word(self.word()),
            b'.' if self.is_fraction() => self.number(position)?,
            b'.' if is_word(self.byte(1)) => {
                self.at += 1;
                let start = self.at;
                self.word();
                while self.byte(0) == b':' && self.byte(1) == b':' && is_word(self.byte(2)) {
                    self.at += 2;
                    self.word();
                }
                Token::Dot(self.since(start))
            }
            b'"' => {
                let start = self.at + 1;
                self.at = start;
                while self.byte(0) != b'"' {
                    if self.at >= self.text.len() || self.byte(0) == b'\n' {
                        return Err((position, "unterminated string; close it with \"".into()));
                    }
                    self.at += if self.byte(0) == b'\\' && self.byte(1) != b'\n' { 2 } else { 1 };
                }
                let text = self.since(start);
                self.at += 1;
                Token::String(text)
            }
            0x21..=0x7e => {
                self.at += 1;
                Token::Symbol(byte)
            }
            _ => {
                return Err((
                    position,
                    format!("byte {byte:#04x} isn't allowed in PTX outside of comments"),
                ));
            }
        };
        Ok((token, position))
    }

    /// Returns `true` if a number begins at the dot here, and not a modifier such as `.1d`.
    fn is_fraction(&self) -> bool {
        let mut ahead = 1;
        while self.byte(ahead).is_ascii_digit() {
            ahead += 1;
        }
        let exponent = matches!(self.byte(ahead), b'e' | b'E')
            && (self.byte(ahead + 1).is_ascii_digit()
                || matches!(self.byte(ahead + 1), b'+' | b'-'));
        ahead > 1 && (exponent || !is_word(self.byte(ahead)))
    }

    fn number(&mut self, position: Position) -> Result<Token<'a>, LexError> {
        let bad = |text: &str| (position, format!("{text:?} isn't a valid number"));
        let start = self.at;
        let word = self.word();
        let prefix = |n: usize| word.get(..n).unwrap_or("");
        if matches!(prefix(2), "0f" | "0F") && word.len() == 10 {
            return u32::from_str_radix(&word[2..], 16).map(Token::Single).map_err(|_| bad(word));
        }
        if matches!(prefix(2), "0d" | "0D") && word.len() == 18 {
            let bits = u64::from_str_radix(&word[2..], 16).map_err(|_| bad(word))?;
            return Ok(Token::Double(f64::from_bits(bits)));
        }
        let hexadecimal = matches!(prefix(2), "0x" | "0X");
        // `1.` is a number, too.
        let decimal = !hexadecimal && word.bytes().all(|b| b.is_ascii_digit());
        let after = self.byte(1);
        let fraction = decimal
            && self.byte(0) == b'.'
            && (after.is_ascii_digit() || matches!(after, b'e' | b'E') || !is_word(after));
        let exponent = !hexadecimal
            && word.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'e' | b'E'))
            && word.bytes().filter(|b| matches!(b, b'e' | b'E')).count() == 1;
        if fraction || exponent {
            if fraction {
                self.at += 1;
                self.word();
            }
            let end = self.text.as_bytes().get(self.at - 1).copied().unwrap_or(0);
            if matches!(end, b'e' | b'E') && matches!(self.byte(0), b'+' | b'-') {
                self.at += 1;
                self.word();
            }
            let text = self.since(start);
            return match text.parse::<f64>() {
                Ok(value) if value.is_finite() => Ok(Token::Double(value)),
                Ok(_) => Err((position, format!("Constant overflow: {text} is too large"))),
                Err(_) => Err(bad(text)),
            };
        }
        let digits = word.strip_suffix(['U', 'u']).unwrap_or(word);
        let parsed = if hexadecimal {
            u64::from_str_radix(&digits[2..], 16)
        } else if matches!(prefix(2), "0b" | "0B") {
            u64::from_str_radix(&digits[2..], 2)
        } else if digits.len() > 1 && digits.starts_with('0') {
            u64::from_str_radix(&digits[1..], 8)
        } else {
            digits.parse()
        };
        parsed.map(Token::Integer).map_err(|_| bad(word))
    }
}
