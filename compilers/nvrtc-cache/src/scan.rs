//! Finds the files that C++ source refers to, without a preprocessor. It errs on the side of too many.
//!
//! It doesn't determine what is a comment, a string or skipped, as versions of NVRTC differ in that: a `#` could begin a
//! directive wherever only white space, or the end of a comment, is before it in its line. Likewise, `__has_include` could be
//! evaluated wherever it is written; if its operand isn't certain, [`Scan::unclear`] has it.

use std::collections::HashSet;

use crate::reading::{
    Reading, after_blanks, directive, first_word, is_blank, is_word, name_and_rest, rest_of_line,
    words,
};

/// The references of a source.
#[derive(Debug, Default)]
pub struct Scan {
    /// Names in `#include` and `__has_include`.
    pub named: Vec<IncludeName>,
    /// The text after `#include` or in `__has_include` if a macro determines the name.
    pub computed: Vec<String>,
    /// A use of `__has_include` whose file only the compiler knows.
    pub unclear: Option<String>,
    /// Macros that pass their parameter to `__has_include`.
    pub askers: Vec<String>,
    /// Macros without parameters, with their definitions.
    pub objects: Vec<(String, String)>,
    /// Macros with parameters.
    pub functions: Vec<String>,
    /// Whether it contains the time.
    pub has_time: bool,
    /// The text, as each version and standard could read it.
    pub readings: Vec<Reading>,
}

/// A file name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct IncludeName {
    pub name: String,
    /// Whether it is an `#include_next`, which searches after the file's own folder.
    pub is_next: bool,
}

/// Macros whose value differs each time.
const TIMES: [&str; 3] = ["__DATE__", "__TIME__", "__TIMESTAMP__"];

/// Operators that ask whether a file exists.
const ASKERS: [&str; 3] = ["__has_include", "__has_include_next", "__has_embed"];

/// Returns `true` if pasting such words can form `name`, with at most `most` single letters: over many files, single
/// letters are mostly template parameters.
fn can_make(name: &str, parts: &HashSet<&str>, most: usize) -> bool {
    // The minimum number of single letters for each prefix of the name.
    let mut fewest = vec![None; name.len() + 1];
    fewest[0] = Some(0);
    for end in 1..=name.len() {
        let pastes = (0..end).filter_map(|start| {
            let part = &name[start..end];
            if !parts.contains(part) {
                return None;
            }
            let is_letter = part.len() == 1 && part != "_";
            Some(fewest[start]? + usize::from(is_letter))
        });
        fewest[end] = pastes.min();
    }
    fewest[name.len()].is_some_and(|letters| letters <= most)
}

/// Returns a name that the words of these texts could be pasted to: of a time macro, an operator, or one of `askers`.
pub fn pasted<'r>(
    readings: impl Iterator<Item = &'r Reading> + Clone,
    askers: impl Iterator<Item = &'r String>,
) -> Option<String> {
    if !readings.clone().any(Reading::pastes) {
        return None;
    }
    let names: Vec<&str> =
        TIMES.into_iter().chain(ASKERS).chain(askers.map(String::as_str)).collect();
    let pastes = |parts: &HashSet<&str>, most| {
        let name = names.iter().find(|name| can_make(name, parts, most));
        name.map(|name| (*name).to_owned())
    };
    let mut possible = HashSet::new();
    for name in &names {
        for start in 0..name.len() {
            possible.extend((start + 1..=name.len()).map(|end| &name[start..end]));
        }
    }
    // A use of a whole name is clear, so it isn't pasted.
    possible.retain(|part| !names.contains(part));
    let code: Vec<String> = readings.map(Reading::code).collect();
    let mut all = HashSet::new();
    for text in &code {
        let parts: HashSet<&str> = words(text).filter(|word| possible.contains(word)).collect();
        if let Some(name) = pastes(&parts, usize::MAX) {
            return Some(name);
        }
        all.extend(parts);
    }
    pastes(&all, 2)
}

/// Returns `true` if a name is of a macro whose value differs each time.
pub fn is_time(name: &str) -> bool {
    TIMES.contains(&name)
}

impl Scan {
    /// Scans a text with one character for each byte.
    pub fn of(text: &str) -> Self {
        let mut scan = Self { readings: Reading::all(text), ..Self::default() };
        for reading in std::mem::take(&mut scan.readings) {
            scan.has_time |= TIMES.iter().any(|time| reading.text.contains(time));
            scan.directives(&reading.text);
            // Most texts don't, and three searches take longer.
            if reading.text.contains("__has_") {
                ASKERS.iter().for_each(|asker| scan.uses_of(asker, &reading));
            }
            scan.readings.push(reading);
        }
        scan
    }

    /// Scans the macro definition of an option such as `-DNAME=value`, as the compiler reads it.
    pub fn of_definition(definition: &str) -> Self {
        let (name, value) = definition.split_once('=').unwrap_or((definition, "1"));
        Self::of(&format!("#define {name} {value}"))
    }

    fn add(&mut self, name: &str, is_next: bool) {
        let named = IncludeName { name: name.to_owned(), is_next };
        if !name.is_empty() && !self.named.contains(&named) {
            self.named.push(named);
        }
    }

    /// Finds `#include` and `#define`, and similar ones.
    fn directives(&mut self, text: &str) {
        for (at, mark) in text.match_indices('#').chain(text.match_indices("%:")) {
            let before = text[..at].trim_end_matches(|c| is_blank(c) && c != '\r');
            if !before.is_empty() && !before.ends_with(['\n', '\r']) && !before.ends_with("*/") {
                continue;
            }
            let (word, rest) = first_word(after_blanks(&text[at + mark.len()..]));
            match word {
                "define" => self.definition(after_blanks(rest)),
                "include" | "import" | "embed" | "include_next" => {
                    match name_and_rest(after_blanks(rest)) {
                        Some((name, _)) => self.add(name, word == "include_next"),
                        None => self.compute(&rest_of_line(rest)),
                    }
                }
                _ => {}
            }
        }
    }

    fn compute(&mut self, text: &str) {
        let text = text.trim_ascii();
        if !text.is_empty() && !self.computed.iter().any(|other| other == text) {
            self.computed.push(text.to_owned());
        }
    }

    fn definition(&mut self, definition: &str) {
        let (name, body) = first_word(definition);
        if body.starts_with('(') {
            self.functions.push(name.to_owned());
        } else {
            self.objects.push((name.to_owned(), rest_of_line(body).trim().to_owned()));
        }
    }

    /// Finds the uses of an operator or macro that asks whether a file exists.
    pub fn uses_of(&mut self, asker: &str, reading: &Reading) {
        let text = &reading.text;
        for (at, _) in text.match_indices(asker) {
            let after = &text[at + asker.len()..];
            if text[..at].ends_with(is_word) || after.starts_with(is_word) {
                continue;
            }
            let line = text[..at].rfind('\n').map_or(0, |end| end + 1);
            let before = &text[line..at];
            match Use::of(before, after, reading.has_raw) {
                Use::Nothing => {}
                Use::Unclear => {
                    let line = || rest_of_line(&text[at..]).trim().to_owned();
                    self.unclear.get_or_insert_with(line);
                }
                Use::Definition(name) => self.askers.push(name.to_owned()),
                Use::Computed(operand) => self.compute(operand),
                Use::Name(name, written) => {
                    self.add(name, true);
                    // The operator alone takes a name as it is. In the arguments of a macro, it is expanded first, and a
                    // macro before it could begin such arguments.
                    let is_as_written = ASKERS.contains(&asker) && is_outside_arguments(before);
                    if !is_as_written || has_macros(before) {
                        self.compute(written);
                    }
                }
            }
        }
    }
}

/// A use of a name that asks whether a file exists.
#[derive(Debug)]
enum Use<'t> {
    /// It can't ask.
    Nothing,
    /// It asks for this name, which is written so.
    Name(&'t str, &'t str),
    /// It asks for a name that only macros without parameters determine.
    Computed(&'t str),
    /// It is in a macro that only asks for its parameter.
    Definition(&'t str),
    /// It could ask for anything.
    Unclear,
}

impl<'t> Use<'t> {
    /// Determines what a name does between `before`, the beginning of its line, and `after`.
    fn of(before: &'t str, after: &'t str, has_raw: bool) -> Self {
        // The line could be within a comment, which is fine, but no comment or raw string of earlier lines, such as a
        // `#define`, ends in it.
        let is_certain = !has_raw && !before.contains("*/") && !before.contains('\r');
        let operand = after_blanks(after).strip_prefix('(').map(after_blanks);
        match (directive(before), operand) {
            (Some(("define", "")), _) => Self::Nothing,
            _ if is_certain && ends_in_comment(before) => Self::Nothing,
            (Some(("define", head)), Some(operand)) => Self::in_definition(head, operand),
            (Some(("define", _)), None) => Self::Unclear,
            _ if !is_certain => Self::Unclear,
            (_, Some(operand)) => Self::with(operand),
            (Some(("ifdef" | "ifndef" | "elifdef" | "elifndef" | "undef", "")), None) => {
                Self::Nothing
            }
            (Some(_), None) if before_defined(before).is_some_and(is_outside_arguments) => {
                Self::Nothing
            }
            _ => Self::Unclear,
        }
    }

    /// Determines what a name does with an operand and what is after it.
    fn with(operand: &'t str) -> Self {
        let Some((name, rest)) = name_and_rest(operand) else {
            let operand = operand.split(')').next().unwrap_or_default();
            let is_simple = !operand.contains(['\n', '(', '<', '"', '/']);
            return if is_simple { Self::Computed(operand) } else { Self::Unclear };
        };
        let is_simple = !name.contains(['(', ')', ',', '\\']);
        if !is_simple || !after_blanks(rest).starts_with(')') {
            return Self::Unclear;
        }
        Self::Name(name, &operand[..operand.len() - rest.len()])
    }

    /// Determines what a name does with an operand in a `#define`, after this beginning: only a macro such as
    /// `HAS(x) __has_include(x)` is clear.
    fn in_definition(head: &'t str, operand: &str) -> Self {
        let asks_for = || {
            let (name, rest) = first_word(head);
            let parameter = rest.strip_prefix('(')?.strip_suffix(')')?.trim_matches(is_blank);
            let (used, rest) = first_word(operand);
            let rest = rest.trim_start_matches(is_blank).strip_prefix(')')?;
            let rest = rest.trim_start_matches(is_blank);
            let is_all = rest.is_empty() || rest.starts_with('\n') || rest.starts_with("//");
            (is_all && !used.is_empty() && used == parameter).then_some(name)
        };
        asks_for().map_or(Self::Unclear, Self::Definition)
    }
}

/// Returns `true` if a comment certainly begins in a line, or in one before it, and doesn't end.
fn ends_in_comment(line: &str) -> bool {
    let start = line.find("//").into_iter().chain(line.find("/*")).min();
    start.is_some_and(|start| !line[..start].contains(['"', '\'', '<']))
}

/// Returns what is before `defined` or `defined(` at the end of a text.
fn before_defined(text: &str) -> Option<&str> {
    let text = text.trim_end_matches(is_blank);
    let text = text.strip_suffix('(').unwrap_or(text).trim_end_matches(is_blank);
    text.strip_suffix("defined").filter(|text| !text.ends_with(is_word))
}

/// Returns `true` if what comes after this beginning of a line is certainly not in the arguments of a macro.
fn is_outside_arguments(before: &str) -> bool {
    let Some((_, before)) = directive(before).filter(|_| !before.contains(['"', '\''])) else {
        return false;
    };
    let mut open = Vec::new();
    for (at, c) in before.char_indices() {
        match c {
            '(' => {
                let before = before[..at].trim_end_matches(is_blank);
                open.push(before.ends_with(|c| is_word(c) || c == ')'));
            }
            ')' => _ = open.pop(),
            _ => {}
        }
    }
    !open.contains(&true)
}

/// Returns `true` if this beginning of a line has words that aren't operators, so that it could have macros.
fn has_macros(before: &str) -> bool {
    let (_, condition) = directive(before).unwrap_or(("", before));
    !words(condition).all(|word| word == "defined" || ASKERS.contains(&word))
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
                    #include <h>\n??=include <i>\nint n = 1'000;\n#/**/include <j>";
        let mut expected: Vec<String> = "abcdefghij".chars().map(String::from).collect();
        expected.sort();
        assert_eq!(names(text), expected);
        assert_eq!(names("const char *raw = R\"x(/*)x\";\n#/**/include <a>"), ["a"]);
        assert_eq!(names("#if 0\nR\"(\n#endif\n/**/#include <a>\n/**/ //)\""), ["a"]);
        assert_eq!(names("#if 0\ndon't /*\n#endif\n#include <a>"), ["a"]);
        assert_eq!(names("//! #include <a>\n * #include <b>\nint a; #include <c>"), [""; 0]);
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
        let text = "#ifdef __has_include // not __has_include\n#if (a() || __has_include(<a.h>)) && __has_include(\"b.h\")\n\
                    #endif // __has_include(<a.h>)\n#  define HAS(x) __has_include( x )\n#endif\n#if defined(A) && defined(__has_include)";
        let scan = Scan::of(text);
        assert_eq!((names(text), scan.unclear), (vec!["a.h".into(), "b.h".into()], None));
        assert_eq!(scan.askers, ["HAS"]);
        // The macro before them could begin arguments.
        assert_eq!(scan.computed, ["<a.h>", "\"b.h\""]);
        assert_eq!(Scan::of("#if !__has_include(<a.h>)").computed, [""; 0]);
        let mut user = Scan::of("#if HAS(<c.h>) || a < b && c > d");
        for reading in std::mem::take(&mut user.readings) {
            user.uses_of("HAS", &reading);
        }
        assert_eq!((user.computed, user.unclear), (vec!["<c.h>".into()], None));
        assert_eq!(Scan::of("#if __has_include(HEADER)").computed, ["HEADER"]);
        assert_eq!(Scan::of("#include HEADER(1)").computed, ["HEADER(1)"]);
    }

    #[test]
    fn a_use_of_has_include_that_only_the_compiler_understands_is_unclear() {
        for unclear in [
            "#define ASK __has_include",
            "#define ASK __has_include(<a.h>)",
            "#define ASK(x) __has_include(<x>)",
            "#define ASK(x) __has_include(#x)",
            "#define ASK(x) __has_include(x) || __has_include(y)",
            "#define ASK(x) __has_##x __has_include",
            "#define ASK(x) x defined(__has_include)",
            "#if __has_include(Q(a.h))",
            "#if __has_include L",
            "#if __has_include(<a.h> b)",
            "#if F(__has_include)(<a.h>)",
            "#if F(defined(__has_include))",
            "/*\n*/ #if __has_include(<a.h>)",
            "#define A R\"(\n#if )\" __has_include(<a.h>)",
            "#pragma push_macro(\"__has_include\")",
        ] {
            assert!(Scan::of(unclear).unclear.is_some(), "{unclear}");
        }
    }

    #[test]
    fn names_that_words_could_be_pasted_to_are_found() {
        assert!(Scan::of("x = __TIME__;").has_time);
        assert!(Scan::of_definition("NOW=__DATE__").has_time);
        let askers = ["HAS_FILE".to_owned()];
        let pastes_of =
            |text: &str| pasted(Scan::of(&format!("##{text}")).readings.iter(), askers.iter());
        for parts in [
            "CAT(__TI, ME__)",
            "a = __ ## TIME__",
            "C(__, TIM, E, __)",
            "C(_, _, TI, ME, _, _)",
            "C(__has_, include)",
            "C(_, _has_include_next)",
            "HAS_ ## FILE",
        ] {
            assert!(pastes_of(parts).is_some(), "{parts}");
        }
        for other in [
            "int T_ = 1;",
            "CAT(a, b)",
            "__ TI E _t",
            "T M E I TIME",
            "__TI ME_",
            "__has_include include _",
            "HAS_FILE FILE",
        ] {
            assert_eq!(pastes_of(other), None, "{other}");
        }
        let in_files = |files: &[&str]| {
            let files: Vec<_> = files.iter().flat_map(|file| Scan::of(file).readings).collect();
            pasted(files.iter(), askers.iter())
        };
        assert!(in_files(&["##", "__has_", "include"]).is_some());
        assert!(in_files(&["##", "__ T I", "M E"]).is_none());
        // The compiler has macros that paste.
        assert!(in_files(&["_NV_CONCAT_EVAL(__TI, ME__)"]).is_some());
    }
}
