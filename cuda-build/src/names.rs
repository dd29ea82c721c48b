//! What the source calls a kernel's parameters, which the compiler doesn't tell.

/// A parameter as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Written {
    pub(crate) name: Option<String>,
    /// Whether its type is written `size_t`.
    pub(crate) is_size: bool,
}

/// The parameters of the kernel `name` (without namespaces) as the source declares it with `__global__`; `None` where
/// it isn't seen, as where a macro writes it.
pub(crate) fn written(source: &str, name: &str) -> Option<Vec<Written>> {
    let source = without_comments(source);
    let mut rest = source.as_str();
    while let Some(at) = rest.find("__global__") {
        rest = &rest[at + "__global__".len()..];
        let end = rest.find([';', '{']).unwrap_or(rest.len());
        let declaration = &rest[..end];
        if let Some(list) = parameter_list(declaration, name) {
            return Some(split(list).iter().map(|text| parameter(text)).collect());
        }
    }
    None
}

/// Whether the text has this word.
pub(crate) fn mentions(source: &str, word: &str) -> bool {
    words(&without_comments(source)).any(|found| found == word)
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c| !is_word(c)).filter(|word| !word.is_empty())
}

/// What stands in the parentheses behind the word `name`.
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

/// Splits at the commas that are in no brackets.
fn split(list: &str) -> Vec<&str> {
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
    // A type without a name: `float`, `const float *`.
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

fn without_comments(source: &str) -> String {
    let mut clean = String::with_capacity(source.len());
    let mut rest = source;
    while let Some(at) = rest.find(['/', '"']) {
        clean.push_str(&rest[..at]);
        rest = &rest[at..];
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if let Some(comment) = rest.strip_prefix("/*") {
            clean.push(' ');
            comment.find("*/").map_or(rest.len(), |end| end + 4)
        } else {
            clean.push_str(&rest[..1]);
            1
        };
        rest = &rest[length..];
    }
    clean.push_str(rest);
    clean
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(source: &str, kernel: &str) -> Vec<String> {
        let written = written(source, kernel).unwrap();
        let shown = written
            .iter()
            .map(|p| p.name.clone().unwrap_or_else(|| "?".to_owned()));
        shown.collect()
    }

    #[test]
    fn parameters_have_the_names_that_the_source_gives_them() {
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
    fn a_word_in_a_comment_is_not_mentioned() {
        assert!(mentions("int a; /* b */ // c", "a"));
        assert!(!mentions("int a; /* b */ // c", "b"));
        assert!(!mentions("int ab;", "a"));
    }
}
