//! Reads words of the source.

use crate::text::without_comments;

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
        if is_name && !names.iter().any(|old_name| old_name == name) {
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

#[cfg(test)]
mod tests {
    use super::*;

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
