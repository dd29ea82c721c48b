//! Python literals: dictionaries, numbers, strings and tuples.

use core::fmt;

use super::{CudaArrayInterface, DescrField, DescrType, InterfaceError};

/// A Python value.
#[derive(Debug, Clone, PartialEq)]
enum Literal {
    None,
    Bool(bool),
    Int(i128),
    Text(String),
    /// A tuple or a list.
    Sequence(Vec<Literal>),
    Dictionary(Vec<(Literal, Literal)>),
    /// Anything else, such as an object's `repr`.
    Other,
}

/// A text in Python's quotes.
pub struct Text<'a>(pub &'a str);

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("'")?;
        for letter in self.0.chars() {
            match letter {
                '\'' | '\\' => write!(f, "\\{letter}")?,
                letter if letter.is_control() => write!(f, "\\x{:02x}", u32::from(letter))?,
                letter => write!(f, "{letter}")?,
            }
        }
        f.write_str("'")
    }
}

/// The maximum nesting depth of values.
const DEPTH: usize = 32;

struct Reader<'a> {
    text: &'a [u8],
    at: usize,
}

type Parsed<T> = Result<T, InterfaceError>;

impl Reader<'_> {
    fn error<T>(&self, reason: &'static str) -> Parsed<T> {
        let position = self.at;
        Err(InterfaceError::Syntax { reason, position })
    }

    fn peek(&mut self) -> Option<u8> {
        while self.text.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
        self.text.get(self.at).copied()
    }

    fn take(&mut self, expected: u8) -> bool {
        let is_there = self.peek() == Some(expected);
        self.at += usize::from(is_there);
        is_there
    }

    fn value(&mut self, depth: usize) -> Parsed<Literal> {
        if depth > DEPTH {
            return self.error("values within values within values");
        }
        match self.peek() {
            Some(b'{') => self.dictionary(depth),
            Some(b'(') => Ok(Literal::Sequence(self.sequence(b'(', b')', depth)?)),
            Some(b'[') => Ok(Literal::Sequence(self.sequence(b'[', b']', depth)?)),
            Some(quote @ (b'\'' | b'"')) => self.text(quote),
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(b'<') => self.object(),
            Some(letter) if letter.is_ascii_alphabetic() => self.word(),
            _ => self.error("a value is missing"),
        }
    }

    fn dictionary(&mut self, depth: usize) -> Parsed<Literal> {
        let mut entries = Vec::new();
        self.take(b'{');
        while !self.take(b'}') {
            let key = self.value(depth + 1)?;
            if !self.take(b':') {
                return self.error("a colon is missing");
            }
            entries.push((key, self.value(depth + 1)?));
            if !self.take(b',') && self.peek() != Some(b'}') {
                return self.error("a comma is missing");
            }
        }
        Ok(Literal::Dictionary(entries))
    }

    fn sequence(&mut self, open: u8, close: u8, depth: usize) -> Parsed<Vec<Literal>> {
        let mut values = Vec::new();
        self.take(open);
        while !self.take(close) {
            values.push(self.value(depth + 1)?);
            if !self.take(b',') && self.peek() != Some(close) {
                return self.error("a comma is missing");
            }
        }
        Ok(values)
    }

    fn text(&mut self, quote: u8) -> Parsed<Literal> {
        self.at += 1;
        let mut bytes = Vec::new();
        loop {
            let Some(byte) = self.text.get(self.at).copied() else {
                return self.error("a text doesn't end");
            };
            self.at += 1;
            match byte {
                byte if byte == quote => break,
                b'\\' => {
                    let letter = self.escaped()?;
                    bytes.extend_from_slice(letter.encode_utf8(&mut [0; 4]).as_bytes());
                }
                byte => bytes.push(byte),
            }
        }
        match String::from_utf8(bytes) {
            Ok(text) => Ok(Literal::Text(text)),
            Err(_) => self.error("a text that isn't UTF-8"),
        }
    }

    /// Reads what follows a backslash: what Python's `repr` writes.
    fn escaped(&mut self) -> Parsed<char> {
        let kind = self.text.get(self.at).copied();
        let digits = match kind {
            Some(letter @ (b'\\' | b'\'' | b'"')) => {
                self.at += 1;
                return Ok(char::from(letter));
            }
            Some(b'n' | b'r' | b't') => 0,
            Some(b'x') => 2,
            Some(b'u') => 4,
            Some(b'U') => 8,
            _ => return self.error("an escape that isn't known"),
        };
        let start = self.at + 1;
        let number = match kind {
            Some(b'n') => Some(u32::from(b'\n')),
            Some(b'r') => Some(u32::from(b'\r')),
            Some(b't') => Some(u32::from(b'\t')),
            _ => self.text.get(start..start + digits).and_then(hexadecimal),
        };
        let Some(letter) = number.and_then(char::from_u32) else {
            return self.error("an escape that isn't a character");
        };
        self.at = start + digits;
        Ok(letter)
    }

    /// Skips an object's `repr` in angle brackets, which may contain others.
    fn object(&mut self) -> Parsed<Literal> {
        let mut depth = 0usize;
        while let Some(byte) = self.text.get(self.at).copied() {
            self.at += 1;
            match byte {
                b'<' => depth += 1,
                b'>' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return Ok(Literal::Other);
            }
        }
        self.error("an object doesn't end")
    }

    /// Skips the arguments of an object's `repr`, such as `array([True], dtype=bool)`.
    fn arguments(&mut self) -> Parsed<()> {
        let mut depth = 0usize;
        while let Some(byte) = self.text.get(self.at).copied() {
            match byte {
                b'\'' | b'"' => drop(self.text(byte)?),
                _ => self.at += 1,
            }
            match byte {
                b'(' | b'[' | b'{' => depth += 1,
                b')' | b']' | b'}' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return Ok(());
            }
        }
        self.error("an object doesn't end")
    }

    fn number(&mut self) -> Parsed<Literal> {
        let start = self.at;
        self.at += 1;
        while self.text.get(self.at).is_some_and(u8::is_ascii_digit) {
            self.at += 1;
        }
        let digits = core::str::from_utf8(&self.text[start..self.at]).unwrap_or_default();
        match digits.parse() {
            Ok(number) => Ok(Literal::Int(number)),
            Err(_) => self.error("a number that can't be read"),
        }
    }

    fn word(&mut self) -> Parsed<Literal> {
        let start = self.at;
        let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.');
        while self.text.get(self.at).is_some_and(is_part) {
            self.at += 1;
        }
        Ok(match &self.text[start..self.at] {
            b"None" => Literal::None,
            b"True" => Literal::Bool(true),
            b"False" => Literal::Bool(false),
            _ => {
                if self.text.get(self.at) == Some(&b'(') {
                    self.arguments()?;
                }
                Literal::Other
            }
        })
    }
}

/// Returns the value of hexadecimal digits.
fn hexadecimal(digits: &[u8]) -> Option<u32> {
    let mut digits = digits.iter().map(|digit| char::from(*digit).to_digit(16));
    digits.try_fold(0u32, |number, digit| {
        number.checked_mul(16)?.checked_add(digit?)
    })
}

impl Literal {
    fn unsigned<T: TryFrom<i128>>(&self) -> Option<T> {
        match self {
            Self::Int(number) => T::try_from(*number).ok(),
            _ => None,
        }
    }

    fn numbers<T: TryFrom<i128>>(&self) -> Option<Vec<T>> {
        match self {
            Self::Sequence(values) => values.iter().map(Self::unsigned).collect(),
            _ => None,
        }
    }

    fn text(&self) -> Option<String> {
        match self {
            Self::Text(text) => Some(text.clone()),
            _ => None,
        }
    }

    fn data(&self) -> Option<(u64, bool)> {
        match self {
            Self::Sequence(pair) => match &pair[..] {
                [address, Self::Bool(is_read_only)] => Some((address.unsigned()?, *is_read_only)),
                // NumPy accepts numbers as booleans.
                [address, Self::Int(is_read_only)] => {
                    Some((address.unsigned()?, *is_read_only != 0))
                }
                _ => None,
            },
            _ => None,
        }
    }

    fn descr(&self) -> Option<Vec<DescrField>> {
        let Self::Sequence(fields) = self else {
            return None;
        };
        fields.iter().map(Self::field).collect()
    }

    fn field(&self) -> Option<DescrField> {
        let Self::Sequence(parts) = self else {
            return None;
        };
        let (name, dtype, shape) = match &parts[..] {
            [name, dtype] => (name, dtype, Vec::new()),
            [name, dtype, shape] => {
                let shape = shape
                    .unsigned()
                    .map_or_else(|| shape.numbers(), |len| Some(vec![len]));
                (name, dtype, shape?)
            }
            _ => return None,
        };
        let dtype = match dtype.text() {
            Some(typestr) => DescrType::Name(typestr),
            None => DescrType::Record(dtype.descr()?),
        };
        Some(DescrField {
            name: name.text()?,
            dtype,
            shape,
        })
    }
}

impl CudaArrayInterface {
    /// Reads a dictionary as Python writes it, `repr(object.__cuda_array_interface__)`, of the versions 0 to 3.
    ///
    /// # Errors
    /// [`InterfaceError::Syntax`], [`InterfaceError::Version`], [`InterfaceError::Masked`],
    /// [`InterfaceError::AmbiguousStream`].
    pub fn parse(text: &str) -> Result<Self, InterfaceError> {
        let mut reader = Reader {
            text: text.as_bytes(),
            at: 0,
        };
        let Literal::Dictionary(entries) = reader.value(0)? else {
            return reader.error("it isn't a dictionary");
        };
        if reader.peek().is_some() {
            return reader.error("something follows the dictionary");
        }
        let find = |name: &str| {
            let is_it = |(key, _): &&(Literal, Literal)| *key == Literal::Text(name.to_owned());
            let value = entries.iter().find(is_it).map(|(_, value)| value);
            value.filter(|value| **value != Literal::None)
        };
        let version = match find("version") {
            None => 0,
            Some(version) => match version.unsigned() {
                Some(version) => version,
                None => return reader.error("'version' isn't a number"),
            },
        };
        if version > 3 {
            return Err(InterfaceError::Version(version));
        }
        if find("mask").is_some() {
            return Err(InterfaceError::Masked);
        }
        let needed = |name: &str| find(name).ok_or(());
        let (Ok(shape), Ok(typestr), Ok(data)) =
            (needed("shape"), needed("typestr"), needed("data"))
        else {
            return reader.error("'shape', 'typestr' or 'data' is missing");
        };
        let (Some(shape), Some(typestr), Some(data)) =
            (shape.numbers(), typestr.text(), data.data())
        else {
            return reader.error("'shape', 'typestr' or 'data' isn't what it should be");
        };
        let strides = match find("strides").map(Literal::numbers) {
            Some(None) => return reader.error("'strides' aren't numbers"),
            strides => strides.flatten(),
        };
        let descr = match find("descr").map(Literal::descr) {
            Some(None) => return reader.error("'descr' has fields that can't be read"),
            descr => descr.flatten(),
        };
        let stream = match find("stream").map(Literal::unsigned::<u64>) {
            Some(None) => return reader.error("'stream' isn't a number"),
            stream => stream.flatten(),
        };
        if stream == Some(0) {
            return Err(InterfaceError::AmbiguousStream);
        }
        Ok(Self {
            shape,
            typestr,
            descr,
            data,
            strides,
            stream,
            version,
            has_mask: false,
        })
    }
}
