//! Python literals: dictionaries, numbers, strings and tuples.

use core::ops::Range;

use crate::interface::{CudaArrayInterface, DescrField, DescrType, InterfaceError};

/// A Python value.
#[derive(Debug, Clone, PartialEq)]
enum Literal {
    None,
    Bool(bool),
    Int(i128),
    Text(String),
    /// A tuple or a list.
    Sequence(Vec<Literal>),
    Dictionary(Vec<Entry>),
    /// Anything else, such as an object's `repr`.
    Other,
}

/// An entry of a dictionary, and where its value is in the text.
#[derive(Debug, Clone, PartialEq)]
struct Entry {
    key: Literal,
    value: Literal,
    place: Range<usize>,
}

/// The maximum nesting depth of values.
const DEPTH: usize = 32;

struct Reader<'a> {
    text: &'a [u8],
    at: usize,
}

type ParseResult<T> = Result<T, InterfaceError>;

impl Reader<'_> {
    fn error<T>(&self, reason: &'static str) -> ParseResult<T> {
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

    fn value(&mut self, depth: usize) -> ParseResult<Literal> {
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
            Some(letter) if letter.is_ascii_alphabetic() => self.word(depth),
            _ => self.error("a value is missing"),
        }
    }

    fn dictionary(&mut self, depth: usize) -> ParseResult<Literal> {
        let mut entries = Vec::new();
        self.take(b'{');
        while !self.take(b'}') {
            let key = self.value(depth + 1)?;
            if !self.take(b':') {
                return self.error("a colon is missing");
            }
            self.peek();
            let start = self.at;
            let value = self.value(depth + 1)?;
            let place = start..self.at;
            entries.push(Entry { key, value, place });
            if !self.take(b',') && self.peek() != Some(b'}') {
                return self.error("a comma is missing");
            }
        }
        Ok(Literal::Dictionary(entries))
    }

    fn sequence(&mut self, open: u8, close: u8, depth: usize) -> ParseResult<Vec<Literal>> {
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

    fn text(&mut self, quote: u8) -> ParseResult<Literal> {
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
    fn escaped(&mut self) -> ParseResult<char> {
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
    fn object(&mut self) -> ParseResult<Literal> {
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
    fn arguments(&mut self) -> ParseResult<()> {
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

    fn number(&mut self) -> ParseResult<Literal> {
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

    /// Reads a name: a constant, a number or text of NumPy, such as `np.int64(2)`, or an object's `repr`.
    fn word(&mut self, depth: usize) -> ParseResult<Literal> {
        let start = self.at;
        let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.');
        while self.text.get(self.at).is_some_and(is_part) {
            self.at += 1;
        }
        let word = &self.text[start..self.at];
        let of_numpy = word.strip_prefix(b"np.").or_else(|| word.strip_prefix(b"numpy."));
        let is_called = self.text.get(self.at) == Some(&b'(');
        Ok(match (word, of_numpy) {
            (b"None", _) => Literal::None,
            (b"True", _) | (_, Some(b"True_")) => Literal::Bool(true),
            (b"False", _) | (_, Some(b"False_")) => Literal::Bool(false),
            (_, Some(kind)) if is_called && is_scalar(kind) => {
                let start = self.at;
                match self.sequence(b'(', b')', depth).as_deref() {
                    Ok([value @ (Literal::Int(_) | Literal::Bool(_) | Literal::Text(_))]) => {
                        value.clone()
                    }
                    _ => {
                        self.at = start;
                        self.arguments()?;
                        Literal::Other
                    }
                }
            }
            _ => {
                if is_called {
                    self.arguments()?;
                }
                Literal::Other
            }
        })
    }
}

/// Returns `true` for a name of NumPy's types of whole numbers, booleans and texts.
fn is_scalar(name: &[u8]) -> bool {
    let name = core::str::from_utf8(name).unwrap_or_default();
    let letters = name.trim_end_matches(|letter: char| letter.is_ascii_digit() || letter == '_');
    let letters = letters.strip_prefix('u').unwrap_or(letters);
    matches!(
        letters,
        "int" | "intp" | "intc" | "byte" | "short" | "long" | "longlong" | "bool" | "str"
    )
}

/// Returns the value of hexadecimal digits.
fn hexadecimal(digits: &[u8]) -> Option<u32> {
    let mut digits = digits.iter().map(|digit| char::from(*digit).to_digit(16));
    digits.try_fold(0u32, |number, digit| number.checked_mul(16)?.checked_add(digit?))
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
                // Without elements there need not be an address. NumPy accepts numbers as booleans.
                [address, is_read_only] => Some((
                    match address {
                        Self::None => 0,
                        address => address.unsigned()?,
                    },
                    match is_read_only {
                        Self::Bool(is_read_only) => *is_read_only,
                        Self::Int(is_read_only) => *is_read_only != 0,
                        _ => return None,
                    },
                )),
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
                let shape = shape.unsigned().map_or_else(|| shape.numbers(), |len| Some(vec![len]));
                (name, dtype, shape?)
            }
            _ => return None,
        };
        let dtype = match dtype.text() {
            Some(typestr) => DescrType::Name(typestr),
            None => DescrType::Record(dtype.descr()?),
        };
        Some(DescrField { name: name.text()?, dtype, shape })
    }
}

impl CudaArrayInterface {
    /// Reads a dictionary as Python writes it, `repr(object.__cuda_array_interface__)`, of the versions 0 to 3.
    ///
    /// # Errors
    /// [`InterfaceError::Syntax`], [`InterfaceError::Missing`], [`InterfaceError::Entry`], [`InterfaceError::Version`],
    /// [`InterfaceError::Masked`], [`InterfaceError::AmbiguousStream`].
    pub fn parse(text: &str) -> Result<Self, InterfaceError> {
        let mut reader = Reader { text: text.as_bytes(), at: 0 };
        let Literal::Dictionary(entries) = reader.value(0)? else {
            return reader.error("it isn't a dictionary");
        };
        if reader.peek().is_some() {
            return reader.error("something follows the dictionary");
        }
        let entry = |name: &str| {
            let is_it = |entry: &&Entry| entry.key == Literal::Text(name.to_owned());
            let found = entries.iter().find(is_it);
            found.filter(|entry| entry.value != Literal::None)
        };
        let find = Find { text, entry: &entry };
        let version = find.entry("version", "a number", Literal::unsigned)?;
        let version = version.unwrap_or(0);
        if version > 3 {
            return Err(InterfaceError::Version(version));
        }
        if entry("mask").is_some() {
            return Err(InterfaceError::Masked);
        }
        let lengths = "a tuple of lengths";
        let shape = find.needed("shape", lengths, Literal::numbers)?;
        let typestr = find.needed("typestr", "a text such as '<f4'", Literal::text)?;
        let pair = "(address, is_read_only), with an address of 64 bits or None";
        let data = find.needed("data", pair, Literal::data)?;
        let numbers = "None, or a tuple of numbers of bytes";
        let strides = find.entry("strides", numbers, Literal::numbers)?;
        let fields = "a list of fields, as NumPy has it";
        let descr = find.entry("descr", fields, Literal::descr)?;
        let handle = "None, 1, 2, or a handle";
        let stream = find.entry("stream", handle, Literal::unsigned::<u64>)?;
        if stream == Some(0) {
            return Err(InterfaceError::AmbiguousStream);
        }
        Ok(Self { shape, typestr, descr, data, strides, stream, version, has_mask: false })
    }
}

/// The entries of a dictionary by name; those that are `None` count as missing.
struct Find<'a> {
    text: &'a str,
    entry: &'a dyn Fn(&str) -> Option<&'a Entry>,
}

/// The longest value that an error repeats, in bytes.
const SHOWN: usize = 100;

impl Find<'_> {
    /// Reads an entry, if it is there.
    fn entry<T>(
        &self,
        name: &'static str,
        expected: &'static str,
        read: impl Fn(&Literal) -> Option<T>,
    ) -> ParseResult<Option<T>> {
        let Some(entry) = (self.entry)(name) else {
            return Ok(None);
        };
        let wrong = || {
            let value = self.text.get(entry.place.clone()).unwrap_or_default();
            let mut shown: String = value.chars().take(SHOWN).collect();
            if shown.len() < value.len() {
                shown.push('…');
            }
            InterfaceError::Entry { name, value: shown, expected }
        };
        read(&entry.value).map(Some).ok_or_else(wrong)
    }

    /// Reads an entry that must be there.
    fn needed<T>(
        &self,
        name: &'static str,
        expected: &'static str,
        read: impl Fn(&Literal) -> Option<T>,
    ) -> ParseResult<T> {
        let found = self.entry(name, expected, read)?;
        found.ok_or(InterfaceError::Missing { name })
    }
}
