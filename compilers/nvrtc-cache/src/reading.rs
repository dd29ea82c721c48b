//! The text of a file, as a version of NVRTC could read it.

/// A text in which lines that end with a backslash are joined with the next.
#[derive(Debug)]
pub struct Reading {
    pub text: String,
    /// Whether it could have a raw string. Versions differ in where one ends, so what is within one isn't certain.
    pub has_raw: bool,
}

impl Reading {
    /// Returns the different readings of a text: newer standards have no trigraphs, and compilers differ in whether a
    /// backslash with white space after it joins lines.
    pub fn all(text: &str) -> Vec<Self> {
        let mut written = vec![text.to_owned()];
        if text.contains("??") {
            written.push(without_trigraphs(text));
        }
        let mut texts = Vec::new();
        for text in &written {
            texts.extend([joined(text, |c| c == '\r'), joined(text, is_blank)]);
        }
        texts.sort();
        texts.dedup();
        let has_raw = |text: &String| text.contains("R\"");
        texts.into_iter().map(|text| Self { has_raw: has_raw(&text), text }).collect()
    }

    /// Whether it could paste names together, also by macros of the compiler.
    pub fn pastes(&self) -> bool {
        ["##", "%:%:", "_NV_"].iter().any(|mark| self.text.contains(mark))
    }

    /// Returns the code whose words could be pasted: if it is certain, without comments, strings, names in
    /// `#include`, and texts of `#error`.
    pub fn code(&self) -> String {
        let clean = without_comments(&self.text).filter(|_| !self.has_raw);
        let text = clean.as_ref().unwrap_or(&self.text);
        let mut code = String::with_capacity(text.len());
        for line in text.lines() {
            let (word, rest) = directive(line).unwrap_or_default();
            match word {
                "include" => code.push_str(name_and_rest(rest).map_or(rest, |(_, rest)| rest)),
                "error" if clean.is_some() => {}
                _ => code.push_str(line),
            }
            code.push('\n');
        }
        code
    }
}

pub fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// Returns `true` for everything that a compiler could take for white space within a line.
pub fn is_blank(c: char) -> bool {
    (c <= ' ' && c != '\n') || c > '~'
}

/// Returns the words of a text.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c| !is_word(c)).filter(|word| !word.is_empty())
}

/// Returns the word at the beginning of a text, and the rest.
pub fn first_word(text: &str) -> (&str, &str) {
    text.split_at(text.find(|c| !is_word(c)).unwrap_or(text.len()))
}

/// Returns a text of code after white space and comments.
pub fn after_blanks(mut text: &str) -> &str {
    loop {
        text = text.trim_start_matches(is_blank);
        match text.strip_prefix("/*") {
            Some(comment) => text = comment.split_once("*/").map_or("", |(_, rest)| rest),
            None => return text,
        }
    }
}

/// Returns the rest of a line of code, with a space in place of each comment, which may continue in the next line.
pub fn rest_of_line(mut text: &str) -> String {
    let mut line = String::new();
    while let Some(at) = text.find(['\n', '/', '"', '\'']) {
        line.push_str(&text[..at]);
        text = &text[at..];
        if text.starts_with('\n') || text.starts_with("//") {
            return line;
        }
        text = if let Some(comment) = text.strip_prefix("/*") {
            line.push(' ');
            comment.split_once("*/").map_or("", |(_, rest)| rest)
        } else {
            let (kept, rest) = text.split_at(literal(text));
            line.push_str(kept);
            rest
        };
    }
    line + text
}

/// Returns the word after the `#` at the beginning of a line, and the rest.
pub fn directive(line: &str) -> Option<(&str, &str)> {
    let line = line.trim_start_matches(is_blank);
    let line = line.strip_prefix('#').or_else(|| line.strip_prefix("%:"))?;
    let (word, rest) = first_word(line.trim_start_matches(is_blank));
    Some((word, rest.trim_matches(is_blank)))
}

/// Returns the name in brackets or quotation marks at the beginning of a text, and the rest.
pub fn name_and_rest(text: &str) -> Option<(&str, &str)> {
    let end = match text.chars().next()? {
        '<' => '>',
        '"' => '"',
        _ => return None,
    };
    let named = text[1..].split_once(end)?;
    Some(named).filter(|(name, _)| !name.contains('\n'))
}

fn without_trigraphs(text: &str) -> String {
    const TRIGRAPHS: [(&str, &str); 9] = [
        ("??=", "#"),
        ("??/", "\\"),
        ("??'", "^"),
        ("??(", "["),
        ("??)", "]"),
        ("??!", "|"),
        ("??<", "{"),
        ("??>", "}"),
        ("??-", "~"),
    ];
    let meant = |text: String, (written, meant): (&str, &str)| text.replace(written, meant);
    TRIGRAPHS.into_iter().fold(text.to_owned(), meant)
}

/// Returns the text with lines joined that end with a backslash and such characters.
fn joined(text: &str, is_ignored: fn(char) -> bool) -> String {
    let mut parts = text.split('\\');
    let mut joined = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match part.trim_start_matches(is_ignored).strip_prefix('\n') {
            Some(next) => joined.push_str(next),
            None => joined.extend(["\\", part]),
        }
    }
    joined
}

/// Returns the text without comments and without what is in strings, or `None` if it has something else in apostrophes or
/// quotation marks: versions and standards differ in where such a thing ends.
fn without_comments(text: &str) -> Option<String> {
    let mut clean = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['/', '"', '\'']) {
        clean.push_str(&rest[..at]);
        rest = &rest[at..];
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if let Some(comment) = rest.strip_prefix("/*") {
            clean.push(' ');
            comment.find("*/").map_or(rest.len(), |end| end + 4)
        } else if rest.starts_with('/') {
            clean.push('/');
            1
        } else {
            let length = literal(rest);
            let prefix = &clean[clean.rfind(|c| !is_word(c)).map_or(0, |at| at + 1)..];
            // Only newer standards have apostrophes in numbers.
            let is_number =
                rest.starts_with('\'') && !matches!(prefix, "" | "u" | "U" | "L" | "u8");
            if length == 1 || is_number {
                return None;
            }
            clean.push(' ');
            length
        };
        rest = &rest[length..];
    }
    clean.push_str(rest);
    Some(clean)
}

/// Returns the length of the string or character at the beginning of a text, in one line; 1 if there is none.
fn literal(text: &str) -> usize {
    let mut characters = text.char_indices();
    let Some((_, mark @ ('"' | '\''))) = characters.next() else {
        return 1;
    };
    while let Some((at, character)) = characters.next() {
        match character {
            '\\' => _ = characters.next(),
            '\n' => return 1,
            _ if character == mark => return at + 1,
            _ => {}
        }
    }
    1
}
