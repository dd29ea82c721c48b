//! Reads the names of kernel parameters from the source, because the compiler doesn't report them.

use crate::text::without_comments;

/// A parameter as declared in the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Written {
    pub(crate) name: Option<String>,
    /// Whether its type is written `size_t`.
    pub(crate) is_size: bool,
}

/// Returns the parameters of the kernel `name` (without namespaces) as the source declares it with `__global__`;
/// `None` if the declaration isn't found, for example because a macro expands to it.
pub(crate) fn written(source: &str, name: &str) -> Option<Vec<Written>> {
    let source = without_comments(source);
    let mut rest = source.as_str();
    while let Some(at) = rest.find("__global__") {
        rest = &rest[at + "__global__".len()..];
        let declaration = &rest[..end_of_declaration(rest)];
        if let Some(list) = parameter_list(declaration, name) {
            return Some(split(list).iter().map(|text| parameter(text)).collect());
        }
    }
    None
}

/// Returns the index at which a function's body begins or its declaration ends, outside of parentheses.
pub(crate) fn end_of_declaration(text: &str) -> usize {
    let mut depth = 0usize;
    let mut characters = text.char_indices();
    let end = characters.find(|(_, character)| {
        match character {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && matches!(character, ';' | '{')
    });
    end.map_or(text.len(), |(at, _)| at)
}

/// Returns the names of namespaces, in the order in which the source opens them.
pub(crate) fn namespaces(source: &str) -> Vec<String> {
    let source = without_comments(source);
    let mut names: Vec<String> = Vec::new();
    for (at, word) in source.match_indices("namespace") {
        if source[..at].chars().next_back().is_some_and(is_word) {
            continue;
        }
        let Some((name, _)) = source[at + word.len()..].split_once('{') else {
            continue;
        };
        let name = name.trim();
        let is_name = !name.is_empty() && name.chars().all(|c| is_word(c) || c == ':');
        if is_name && !names.iter().any(|known| known == name) {
            names.push(name.to_owned());
        }
    }
    names
}

/// Returns `true` if the text contains this word.
pub(crate) fn mentions(source: &str, word: &str) -> bool {
    words(&without_comments(source)).any(|found| found == word)
}

pub(crate) fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

pub(crate) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c| !is_word(c)).filter(|word| !word.is_empty())
}

/// Returns the text in the parentheses after the word `name`.
fn parameter_list<'t>(declaration: &'t str, name: &str) -> Option<&'t str> {
    for (at, _) in declaration.match_indices(name) {
        let before = declaration[..at].chars().next_back();
        let after = declaration[at + name.len()..].trim_start();
        if before.is_some_and(is_word) || !after.starts_with('(') {
            continue;
        }
        let mut depth = 0;
        for (index, character) in after.char_indices() {
            match character {
                '(' => depth += 1,
                ')' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return Some(&after[1..index]);
            }
        }
    }
    None
}

/// Splits at the commas outside of brackets.
pub(crate) fn split(list: &str) -> Vec<&str> {
    let (mut parts, mut depth, mut start) = (Vec::new(), 0, 0);
    for (at, character) in list.char_indices() {
        match character {
            '(' | '<' | '[' | '{' => depth += 1,
            ')' | '>' | ']' | '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&list[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&list[start..]);
    if parts.len() == 1 && matches!(parts[0].trim(), "" | "void") {
        parts.clear();
    }
    parts
}

fn parameter(text: &str) -> Written {
    let text = text.split('=').next().unwrap_or(text);
    let declarator = text.split('[').next().unwrap_or(text).trim_end();
    let start = declarator
        .char_indices()
        .rev()
        .take_while(|(_, c)| is_word(*c))
        .last()
        .map_or(declarator.len(), |(at, _)| at);
    let (kind, name) = declarator.split_at(start);
    // A type without a parameter name: `float`, `const float *`.
    let is_name = !kind.trim().is_empty()
        && !name.is_empty()
        && !TYPE_WORDS.contains(&name)
        && words(kind).any(|word| !matches!(word, "const" | "volatile"));
    Written {
        name: is_name.then(|| name.to_owned()),
        is_size: !kind.contains('*') && words(text).any(|word| word == "size_t"),
    }
}

const TYPE_WORDS: [&str; 13] = [
    "char",
    "short",
    "int",
    "long",
    "float",
    "double",
    "bool",
    "unsigned",
    "signed",
    "const",
    "volatile",
    "__restrict__",
    "size_t",
];

#[cfg(test)]
mod tests {
    use super::*;

    fn names(source: &str, kernel: &str) -> Vec<String> {
        let written = written(source, kernel).unwrap();
        let shown = written.iter().map(|p| p.name.clone().unwrap_or_else(|| "?".to_owned()));
        shown.collect()
    }

    #[test]
    fn parameter_names_come_from_the_source() {
        let source = "// __global__ void saxpy(int wrong);\n\
                      extern \"C\" __global__ void __launch_bounds__(256, 2) saxpy(const float a, const float *__restrict__ x,\n\
                      float* /* result */ out, const Pair<int, 3> p, size_t n) { helper(1); }\n\
                      template<class T> __global__ void scale(T *x, T, const float *, unsigned n = 3);\n\
                      __global__ void none(void) {}";
        assert_eq!(names(source, "saxpy"), ["a", "x", "out", "p", "n"]);
        assert_eq!(names(source, "scale"), ["x", "?", "?", "n"]);
        assert!(names(source, "none").is_empty());
        assert_eq!(written(source, "axpy"), None);
        let saxpy = written(source, "saxpy").unwrap();
        assert!(saxpy[4].is_size && !saxpy[1].is_size);
    }

    #[test]
    fn default_arguments_and_strings_do_not_hide_parameter_names() {
        let source = "__global__ void k(int *x, int n = f(1, 2), P p = {4, 5}, float y = P{1}.y) { g(\"/*\"); }\n\
                      __global__ void j(float z) {}";
        assert_eq!(names(source, "k"), ["x", "n", "p", "y"]);
        assert_eq!(names(source, "j"), ["z"]);
    }

    #[test]
    fn namespaces_are_listed_in_order() {
        let source = "namespace a { namespace b::c { } } using namespace d; inline namespace e {} // namespace f {\n\
                      namespace { } namespace g = a; namespace a { }";
        assert_eq!(namespaces(source), ["a", "b::c", "e"]);
    }

    #[test]
    fn a_word_in_a_comment_is_not_mentioned() {
        assert!(mentions("int a; /* b */ // c", "a"));
        assert!(!mentions("int a; /* b */ // c", "b"));
        assert!(!mentions("int ab;", "a"));
    }
}
