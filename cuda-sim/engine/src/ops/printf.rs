//! `printf` in kernels: formats as the C library does, with arguments from a buffer.

/// Returns the formatted text, and the number of arguments used; or what no argument or text was read at.
///
/// `value` reads an argument's bytes by their address, those in the buffer `arguments`, `string` a text by its address, unless that is null.
pub fn format(
    format: &[u8],
    arguments: u64,
    value: impl Fn(u64, u32) -> Option<u64>,
    string: impl Fn(u64) -> Option<Vec<u8>>,
) -> Result<(Vec<u8>, i64), Absent> {
    let mut out = Vec::new();
    let (mut at, mut offset, mut taken) = (0, 0u64, 0);
    while let Some(&byte) = format.get(at) {
        at += 1;
        if byte != b'%' {
            out.push(byte);
            continue;
        }
        let start = at;
        let mut next = |size: u32| {
            offset = offset.next_multiple_of(u64::from(size));
            let at = arguments.wrapping_add(offset);
            let read = if at.is_multiple_of(u64::from(size)) {
                value(at, size).ok_or(Absent::Argument(taken))
            } else {
                Err(Absent::Aligned(at, size))
            };
            offset += u64::from(size);
            taken += 1;
            read
        };
        let mut width = Ok(0);
        let parsed = Spec::parse(&format[start..], || {
            width = next(4);
            width.as_ref().ok().map(|word| *word as u32 as i32)
        });
        width?;
        let Some((spec, length)) = parsed else {
            out.push(b'%');
            continue;
        };
        at += length;
        if spec.conversion == b'%' {
            out.push(b'%');
            continue;
        }
        let size = if spec.long
            || matches!(
                spec.conversion,
                b'p' | b's' | b'e' | b'E' | b'f' | b'F' | b'g' | b'G' | b'a' | b'A'
            ) {
            8
        } else {
            4
        };
        let word = next(size)?;
        let text = match spec.conversion {
            // Like the C library, all or nothing.
            b's' if word == 0 => match spec.precision {
                Some(..6) => Vec::new(),
                _ => b"(null)".to_vec(),
            },
            b's' => string(word).ok_or(Absent::Text(word))?,
            _ => Vec::new(),
        };
        spec.write(&mut out, word, text);
    }
    Ok((out, taken))
}

/// What a format needs, and isn't there.
#[derive(Clone, Copy)]
pub enum Absent {
    /// The argument with this index.
    Argument(i64),
    /// The alignment of an argument at this address, of this size.
    Aligned(u64, u32),
    /// A text at this address.
    Text(u64),
}

/// A conversion specification.
#[derive(Default)]
struct Spec {
    minus: bool,
    plus: bool,
    space: bool,
    alternate: bool,
    zero: bool,
    width: usize,
    precision: Option<usize>,
    /// `l` or `ll`.
    long: bool,
    short: u32,
    conversion: u8,
}

/// Wider fields are truncated to this.
const MAX_WIDTH: usize = 4096;

impl Spec {
    /// Parses the text after a percent sign, and returns its length, too.
    fn parse(text: &[u8], mut star: impl FnMut() -> Option<i32>) -> Option<(Spec, usize)> {
        let mut spec = Spec::default();
        let mut at = 0;
        loop {
            match text.get(at)? {
                b'-' => spec.minus = true,
                b'+' => spec.plus = true,
                b' ' => spec.space = true,
                b'#' => spec.alternate = true,
                b'0' => spec.zero = true,
                _ => break,
            }
            at += 1;
        }
        let number = |at: &mut usize| -> i32 {
            let mut value = 0i32;
            while let Some(digit) = text.get(*at).filter(|byte| byte.is_ascii_digit()) {
                value = value.saturating_mul(10).saturating_add(i32::from(digit - b'0'));
                *at += 1;
            }
            value
        };
        let starred = text.get(at) == Some(&b'*');
        let mut width = 0;
        if starred {
            at += 1;
        } else {
            width = number(&mut at);
        }
        if text.get(at) == Some(&b'.') {
            // On a GPU, a precision must be a number, not an argument.
            at += 1;
            spec.precision = Some((number(&mut at) as usize).min(MAX_WIDTH));
        }
        loop {
            match text.get(at)? {
                b'l' => spec.long = true,
                b'h' => spec.short += 1,
                _ => break,
            }
            at += 1;
        }
        spec.conversion = *text.get(at)?;
        let known = match spec.conversion {
            b'%' => at == 0,
            conversion => b"diouxXcsfFeEgGaAp".contains(&conversion),
        };
        if !known {
            return None;
        }
        if starred {
            width = star()?;
        }
        spec.minus |= width < 0;
        spec.width = (width.unsigned_abs() as usize).min(MAX_WIDTH);
        Some((spec, at + 1))
    }

    fn write(&self, out: &mut Vec<u8>, word: u64, text: Vec<u8>) {
        match self.conversion {
            b'd' | b'i' => {
                let value = match (self.long, self.short) {
                    (true, _) => word as i64,
                    (_, 0) => i64::from(word as i32),
                    (_, 1) => i64::from(word as i16),
                    _ => i64::from(word as i8),
                };
                self.integer(out, value.unsigned_abs().to_string(), self.sign(value < 0));
            }
            b'u' | b'o' | b'x' | b'X' => {
                let value = match (self.long, self.short) {
                    (true, _) => word,
                    (_, 0) => u64::from(word as u32),
                    (_, 1) => u64::from(word as u16),
                    _ => u64::from(word as u8),
                };
                let (digits, prefix) = match self.conversion {
                    b'u' => (value.to_string(), ""),
                    b'o' => {
                        // The zero counts towards the precision's digits.
                        let digits = format!("{value:o}");
                        let zero = self.alternate
                            && self.precision.unwrap_or(1) <= digits.len()
                            && (value != 0 || self.precision == Some(0));
                        (digits, if zero { "0" } else { "" })
                    }
                    b'x' => {
                        (format!("{value:x}"), if self.alternate && value != 0 { "0x" } else { "" })
                    }
                    _ => {
                        (format!("{value:X}"), if self.alternate && value != 0 { "0X" } else { "" })
                    }
                };
                self.integer(out, digits, prefix);
            }
            b'p' => {
                let text = if word == 0 { "(nil)".to_owned() } else { format!("{word:#x}") };
                self.pad(out, "", text.as_bytes(), false);
            }
            b'c' => self.pad(out, "", &[word as u8], false),
            b's' => {
                let length = self.precision.unwrap_or(usize::MAX).min(text.len());
                self.pad(out, "", &text[..length], false);
            }
            _ => self.float(out, f64::from_bits(word)),
        }
    }

    fn sign(&self, negative: bool) -> &'static str {
        match (negative, self.plus, self.space) {
            (true, ..) => "-",
            (_, true, _) => "+",
            (.., true) => " ",
            _ => "",
        }
    }

    fn integer(&self, out: &mut Vec<u8>, digits: String, prefix: &str) {
        let digits = match self.precision {
            Some(0) if digits == "0" => String::new(),
            Some(precision) => format!("{digits:0>precision$}"),
            None => digits,
        };
        self.pad(out, prefix, digits.as_bytes(), self.zero && self.precision.is_none());
    }

    fn pad(&self, out: &mut Vec<u8>, prefix: &str, body: &[u8], zeros: bool) {
        let missing = self.width.saturating_sub(prefix.len() + body.len());
        let fill = |out: &mut Vec<u8>, byte: u8| out.extend(std::iter::repeat_n(byte, missing));
        if !self.minus && !zeros {
            fill(out, b' ');
        }
        out.extend_from_slice(prefix.as_bytes());
        if !self.minus && zeros {
            fill(out, b'0');
        }
        out.extend_from_slice(body);
        if self.minus {
            fill(out, b' ');
        }
    }

    fn float(&self, out: &mut Vec<u8>, value: f64) {
        let upper = self.conversion.is_ascii_uppercase();
        let sign = self.sign(value.is_sign_negative());
        let size = value.abs();
        if !size.is_finite() {
            let text = if size.is_nan() { "nan" } else { "inf" };
            let text = if upper { text.to_uppercase() } else { text.to_owned() };
            return self.pad(out, sign, text.as_bytes(), false);
        }
        let precision = self.precision.unwrap_or(6);
        let mut text = match self.conversion.to_ascii_lowercase() {
            b'f' => format!("{size:.precision$}"),
            b'e' => exponential(size, precision),
            b'a' => hexadecimal(size, self.precision),
            _ => general(size, precision, self.alternate),
        };
        if self.alternate && !text.contains('.') {
            let digits = text.find(['e', 'p']).unwrap_or(text.len());
            text.insert(digits, '.');
        }
        if upper {
            text = text.to_uppercase();
        }
        let prefix = if self.conversion.eq_ignore_ascii_case(&b'a') { 2 } else { 0 };
        let (before, digits) = text.split_at(prefix);
        self.pad(out, &format!("{sign}{before}"), digits.as_bytes(), self.zero);
    }
}

fn exponential(size: f64, precision: usize) -> String {
    let text = format!("{size:.precision$e}");
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{digits}e{sign}{:02}", exponent.unsigned_abs())
}

fn general(size: f64, precision: usize, keep_zeros: bool) -> String {
    let precision = precision.max(1);
    let scientific = format!("{size:.*e}", precision - 1);
    let exponent: i32 =
        scientific.split_once('e').and_then(|(_, exponent)| exponent.parse().ok()).unwrap_or(0);
    let text = if exponent < -4 || exponent >= precision as i32 {
        exponential(size, precision - 1)
    } else {
        format!("{size:.*}", (precision as i32 - 1 - exponent).max(0) as usize)
    };
    if keep_zeros || !text.contains('.') {
        return text;
    }
    match text.split_once('e') {
        Some((digits, exponent)) => {
            format!("{}e{exponent}", digits.trim_end_matches('0').trim_end_matches('.'))
        }
        None => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
    }
}

fn hexadecimal(size: f64, precision: Option<usize>) -> String {
    let bits = size.to_bits();
    let biased = (bits >> 52) as i32;
    let (mut lead, exponent) =
        if biased == 0 { (0, if size == 0.0 { 0 } else { -1022 }) } else { (1, biased - 1023) };
    let mut fraction = bits & ((1 << 52) - 1);
    let digits = match precision {
        Some(precision) if precision < 13 => {
            let unit = 1u64 << (52 - 4 * precision);
            let rest = fraction & (unit - 1);
            let odd = if precision == 0 { lead & 1 == 1 } else { fraction & unit != 0 };
            fraction -= rest;
            if rest > unit / 2 || rest == unit / 2 && odd {
                fraction += unit;
            }
            lead += (fraction >> 52) as u32;
            let text = format!("{:013x}", fraction & ((1 << 52) - 1));
            text[..precision].to_owned()
        }
        Some(precision) => format!("{:0<precision$}", format!("{fraction:013x}")),
        None => format!("{fraction:013x}").trim_end_matches('0').to_owned(),
    };
    let point = if digits.is_empty() { "" } else { "." };
    format!("0x{lead}{point}{digits}p{exponent:+}")
}
