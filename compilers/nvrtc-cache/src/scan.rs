//! Finds the files that C++ source refers to, without a preprocessor. It errs on the side of too many.

use std::collections::HashSet;

/// The references of a source.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Scan {
    /// Names in `#include`, and names that `__has_include` could use.
    pub named: Vec<Named>,
    /// The text after `#include` or in `__has_include` if a macro determines the name.
    pub computed: Vec<String>,
    /// Macros without parameters, with their definitions.
    pub objects: Vec<(String, String)>,
    /// Macros with parameters.
    pub functions: Vec<String>,
    /// Whether it contains the time.
    pub has_time: bool,
    /// Words that are parts of the names of time macros.
    pub parts_of_time: Vec<String>,
    /// Whether it pastes names together.
    pub pastes: bool,
}

/// A file name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Named {
    pub name: String,
    /// Whether it is an `#include_next`, which searches after the file's own folder.
    pub is_next: bool,
}

/// Macros whose value differs each time.
const TIMES: [&str; 3] = ["__DATE__", "__TIME__", "__TIMESTAMP__"];

/// Returns `true` if pasting such words can form the name of a time macro, with at most `most` single letters: over
/// many files, single letters are mostly template parameters.
pub fn can_make_time<'p>(parts: impl IntoIterator<Item = &'p String>, most: usize) -> bool {
    let parts: HashSet<&str> = parts.into_iter().map(String::as_str).collect();
    TIMES.iter().any(|time| {
        // The minimum number of single letters for each prefix of the name.
        let mut fewest = vec![None; time.len() + 1];
        fewest[0] = Some(0);
        for end in 1..=time.len() {
            let made = (0..end).filter_map(|start| {
                let part = parts.get(&time[start..end])?;
                let is_letter = part.len() == 1 && *part != "_";
                Some(fewest[start]? + usize::from(is_letter))
            });
            fewest[end] = made.min();
        }
        fewest[time.len()].is_some_and(|letters| letters <= most)
    })
}

impl Scan {
    /// Scans a text with one character for each byte.
    pub fn of(text: &str) -> Self {
        let mut scan = Self::default();
        scan.read(text);
        // Newer standards have no trigraphs: a line whose comment ends in one isn't joined with the next.
        if text.contains("??/") {
            scan.read(&text.replace("??/", "?"));
        }
        scan
    }

    fn read(&mut self, text: &str) {
        let spliced = spliced(text);
        let clean = without_comments(&spliced);
        let scan = self;
        let has_time = |time: &&str| clean.contains(time) || spliced.contains(time);
        scan.has_time |= TIMES.iter().any(has_time);
        scan.pastes |= clean.contains("##");
        for word in words(&clean).filter(|word| is_part_of_time(word)) {
            if !scan.parts_of_time.iter().any(|known| known == word) {
                scan.parts_of_time.push(word.to_owned());
            }
        }
        for line in clean.lines() {
            scan.line(line);
        }
        // What looks like a comment may be within a string, and vice versa. Finding too much only costs a miss.
        for line in spliced.lines() {
            if let Some((name, is_next)) =
                included(line).and_then(|(rest, is_next)| Some((named(rest)?, is_next)))
            {
                scan.add(name, is_next);
            }
        }
    }

    /// Scans the macro definition of an option such as `-DNAME=value`, as the compiler reads it.
    pub fn of_definition(definition: &str) -> Self {
        let (name, value) = definition.split_once('=').unwrap_or((definition, "1"));
        Self::of(&format!("#define {name} {value}"))
    }

    fn add(&mut self, name: &str, is_next: bool) {
        let named = Named { name: name.to_owned(), is_next };
        if !name.is_empty() && !self.named.contains(&named) {
            self.named.push(named);
        }
    }

    fn line(&mut self, line: &str) {
        if let Some((rest, is_next)) = included(line) {
            match named(rest) {
                Some(name) => self.add(name, is_next),
                None => self.computed.push(rest.trim().to_owned()),
            }
            return;
        }
        let directive = line.trim_start().strip_prefix('#').map(str::trim_start);
        let defines = directive.and_then(|directive| directive.strip_prefix("define"));
        let is_condition = directive
            .is_some_and(|directive| directive.starts_with("if") || directive.starts_with("elif"));
        if let Some(definition) = defines {
            self.definition(definition);
        }
        let asks = line.contains("__has_");
        // A macro that wraps `__has_include` may have any name, so every name in a condition counts.
        if is_condition || (defines.is_some() && asks) {
            for name in could_be_named(line) {
                self.add(name, true);
            }
        }
        // Most lines don't, and the searches below take longer.
        if !asks {
            return;
        }
        for (at, found) in
            line.match_indices("__has_include").chain(line.match_indices("__has_embed"))
        {
            let rest = line[at + found.len()..].trim_start();
            let rest = rest.strip_prefix("_next").unwrap_or(rest).trim_start();
            let Some(rest) = rest.strip_prefix('(') else {
                continue;
            };
            match named(rest) {
                Some(name) => self.add(name, true),
                // A macro that wraps `__has_include` is handled where it is used.
                None if defines.is_some() => {}
                None => {
                    let end = rest.find(')').map_or(rest.len(), |end| end);
                    self.computed.push(rest[..end].trim().to_owned());
                }
            }
        }
    }

    fn definition(&mut self, definition: &str) {
        let definition = definition.trim_start();
        let end = definition.find(|c| !is_word(c)).unwrap_or(definition.len());
        let (name, body) = definition.split_at(end);
        if body.starts_with('(') {
            self.functions.push(name.to_owned());
            return;
        }
        self.objects.push((name.to_owned(), body.trim().to_owned()));
    }
}

/// Returns the text after `#include` or a similar directive, and whether it is `#include_next`.
fn included(line: &str) -> Option<(&str, bool)> {
    let directive = line.trim_start().strip_prefix('#')?.trim_start();
    let rest =
        ["include", "import", "embed"].iter().find_map(|word| directive.strip_prefix(word))?;
    match rest.strip_prefix("_next") {
        Some(rest) => Some((rest, true)),
        None if rest.starts_with(is_word) => None,
        None => Some((rest, false)),
    }
}

/// Returns the name in brackets or quotation marks at the beginning of a text.
pub fn named(text: &str) -> Option<&str> {
    let text = text.trim_start();
    let end = match text.chars().next()? {
        '<' => '>',
        '"' => '"',
        _ => return None,
    };
    let (name, _) = text[1..].split_once(end)?;
    Some(name)
}

/// Returns everything in brackets or quotation marks that could be a file name.
fn could_be_named(line: &str) -> impl Iterator<Item = &str> {
    let starts = line.match_indices(['<', '"']);
    let names = starts.filter_map(|(at, _)| named(&line[at..]));
    names.filter(|name| !name.contains(['&', '|', '(', ')', '=', '<', ';']))
}

pub fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// Returns the words of a text.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c| !is_word(c)).filter(|word| !word.is_empty())
}

/// Returns `true` if a word could be pasted with others to one of [`TIMES`].
fn is_part_of_time(word: &str) -> bool {
    word.len() <= "__TIMESTAMP__".len() && TIMES.iter().any(|time| time.contains(word))
}

/// Returns the text with lines joined that end with a backslash, and with `#` for its digraph and its trigraph.
fn spliced(text: &str) -> String {
    if !text.contains(['\\', '%', '?']) {
        return text.to_owned();
    }
    let mut text = text.to_owned();
    for (written, meant) in [("??/", "\\"), ("\\\r\n", ""), ("\\\n", ""), ("%:", "#"), ("??=", "#")]
    {
        if text.contains(written) {
            text = text.replace(written, meant);
        }
    }
    text
}

/// Returns the text with a space in place of each comment.
fn without_comments(text: &str) -> String {
    let mut clean = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['/', '"', '\'']) {
        clean.push_str(&rest[..at]);
        let start = clean.rfind(|c| !is_word(c)).map_or(0, |at| at + 1);
        let before = &clean[start..];
        let is_number = before.starts_with(|c: char| c.is_ascii_digit());
        let is_raw = matches!(before, "R" | "LR" | "uR" | "UR" | "u8R");
        rest = &rest[at..];
        let length = if rest.starts_with("//") {
            clean.push(' ');
            rest.find('\n').unwrap_or(rest.len())
        } else if let Some(comment) = rest.strip_prefix("/*") {
            let length = comment.find("*/").map_or(rest.len(), |end| end + 4);
            // A directive may begin after a comment of several lines, unless the comment is within one.
            let line = clean.rsplit('\n').next().unwrap_or_default();
            let is_within = line.trim_start().starts_with('#');
            let ends_line = rest[..length].contains('\n') && !is_within;
            clean.push(if ends_line { '\n' } else { ' ' });
            length
        } else if is_raw && let Some(length) = raw_string(rest) {
            clean.push_str("\"\"");
            length
        } else if rest.starts_with('\'') && is_number {
            // Within a number, such as 1'000.
            clean.push('\'');
            1
        } else {
            let length = literal(rest);
            clean.push_str(&rest[..length]);
            length
        };
        rest = &rest[length..];
    }
    clean.push_str(rest);
    clean
}

/// Returns the length of `"mark( … )mark"`, if a text begins so.
fn raw_string(text: &str) -> Option<usize> {
    let (mark, _) = text.strip_prefix('"')?.split_once('(')?;
    let is_mark = mark.len() <= 16 && !mark.contains([' ', ')', '\\', '"', '\n', '\t']);
    let end = format!("){mark}\"");
    let at = text.find(&end).filter(|_| is_mark)?;
    Some(at + end.len())
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

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<String> {
        let mut names: Vec<_> = Scan::of(text).named.into_iter().map(|named| named.name).collect();
        names.sort();
        names
    }

    #[test]
    fn includes_are_seen_in_every_spelling() {
        let text = "#include <a/b.h>\n  #  include \"c.h\" // x\n#if __has_include(<d>) && __has_include( \"e\")\n#include_next <f>\nint include;";
        assert_eq!(names(text), ["a/b.h", "c.h", "d", "e", "f"]);
    }

    #[test]
    fn comments_joined_lines_digraphs_trigraphs_and_raw_strings_hide_no_include() {
        let text = "/* a\n b */ #include <a>\n#/* */include \"b\"\n%:include <c>\n#\\\ninclude <d>\n#inc\\\r\nlude <e>\n\
                    #include/**/<f>\n#if __has_include/**/(/**/<g>)\nchar slash = '/', *quote = \"\\\"/*\"; // #include <no>\n\
                    #include <h>\n??=include <i>\nconst char *raw = R\"x(/*)x\";\n#/**/include <j>\nint n = 1'000;\n#/**/include <k>";
        let mut expected: Vec<String> = "abcdefghijk".chars().map(String::from).collect();
        expected.sort();
        assert_eq!(names(text), expected);
    }

    #[test]
    fn quotation_marks_of_characters_and_trigraphs_hide_no_include() {
        assert_eq!(names("char c = u8'\"'; /* \"\n*/ #include <a>"), ["a"]);
        assert_eq!(names("const char *c = FOOR\"(\";\n/* )\" */ #include <b>"), ["b"]);
        assert_eq!(names("// really??/\n#include <c>"), ["c"]);
        assert_eq!(names("\x0b#\x0cinclude\x0b<d>"), ["d"]);
    }

    #[test]
    fn names_in_has_include_count() {
        assert_eq!(
            names("#define HAS(x) __has_include(x)\n#if HAS(<a.h>) || a < b && c > d"),
            ["a.h"]
        );
        assert_eq!(Scan::of("#if __has_include(HEADER)").computed, ["HEADER"]);
        assert_eq!(Scan::of("#include HEADER(1)").computed, ["HEADER(1)"]);
        assert_eq!(names("#define ASK __has_include(<b.h>)"), ["b.h"]);
    }

    #[test]
    fn uses_of_the_time_are_detected() {
        assert!(Scan::of("x = __TIME__;").has_time);
        assert!(Scan::of_definition("NOW=__DATE__").has_time);
        let can_make = |text: &str| can_make_time(&Scan::of(text).parts_of_time, usize::MAX);
        for parts in
            ["CAT(__TI, ME__)", "a = __ ## TIME__", "C(__, TIM, E, __)", "C(_, _, TI, ME, _, _)"]
        {
            assert!(can_make(parts), "{parts}");
        }
        let letters = Scan::of("__ T I M E").parts_of_time;
        assert!(can_make_time(&letters, 4) && !can_make_time(&letters, 3));
        for other in ["int T_ = 1;", "CAT(a, b)", "__ TI E _t", "T M E I TIME", "__TI ME_"] {
            assert!(!can_make(other), "{other}");
        }
    }
}
