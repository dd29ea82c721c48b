//! The declarations of a PTX text: enough of the grammar for linking.

use core::ops::Range;
use std::collections::{BTreeMap, BTreeSet};

/// The visibility of a symbol.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Linkage {
    Internal,
    Visible,
    Extern,
    Weak,
    Common,
}

/// The kind of an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ItemKind {
    /// `.version`, `.target` or `.address_size`.
    Header,
    /// A function or kernel, and whether it has a body.
    Function { defined: bool },
    /// A variable, in whichever memory.
    Variable,
    /// Anything else, which is kept unchanged.
    Other,
}

/// A directive, declaration or definition.
#[derive(Debug, Clone)]
pub(super) struct Item {
    pub kind: ItemKind,
    pub linkage: Linkage,
    /// The declared name.
    pub name: String,
    /// The size of a variable in bytes, or 0 if unspecified.
    pub size: u64,
    /// The state space of a variable, such as `.shared`.
    pub space: Option<&'static str>,
    /// The sizes of a function's results and parameters in bytes.
    pub prototype: [Vec<u64>; 2],
    /// Its range in the text.
    pub text: Range<usize>,
}

/// The state space of a block's memory.
pub(super) const SHARED: &str = ".shared";

/// A word or other character, and its range in the text.
type Token<'a> = (&'a str, Range<usize>);

/// What has other languages' text.
const SOURCES: &str = ".nv_intermediate_source_section";

/// Returns the tokens of PTX, without comments and white space.
fn tokens(text: &str) -> Vec<Token<'_>> {
    let bytes = text.as_bytes();
    let is_word =
        |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'%' | b'.');
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let rest = &bytes[at..];
        let find = |end: &[u8]| {
            let mut windows = rest.windows(end.len()).enumerate().skip(1);
            windows.find(|(_, window)| *window == end)
        };
        let length = if rest.starts_with(b"//") {
            find(b"\n").map_or(rest.len(), |(length, _)| length)
        } else if rest.starts_with(b"/*") {
            find(b"*/").map_or(rest.len(), |(length, _)| length + 2)
        } else if byte == b'"' {
            find(b"\"").map_or(rest.len(), |(length, _)| length + 1)
        } else {
            let word = rest.iter().take_while(|byte| is_word(**byte)).count();
            match rest.get(..word) {
                Some(b".source_begin") => {
                    find(b"\n.source_end").map_or(rest.len(), |(length, _)| length + 12)
                }
                _ => word.max(1),
            }
        };
        let range = at..at + length;
        at += length;
        // Characters outside of ASCII occur only in comments and strings.
        let Some(token) = text.get(range.clone()) else {
            continue;
        };
        if !token.starts_with("//") && !token.starts_with("/*") && !byte.is_ascii_whitespace() {
            tokens.push((token, range));
        }
    }
    tokens
}

/// Returns the items of a text, in order.
pub(super) fn items(text: &str) -> Vec<Item> {
    let tokens = tokens(text);
    let mut items = Vec::new();
    let mut rest = tokens.as_slice();
    while let Some((first, range)) = rest.first() {
        let length = match *first {
            // These end with the line.
            ".version" | ".target" | ".address_size" | ".file" => {
                let line = text[range.start..].find('\n').unwrap_or(text.len());
                let end = range.start.saturating_add(line);
                rest.iter().take_while(|(_, range)| range.start < end).count()
            }
            _ => length_of(rest),
        };
        let (item, after) = rest.split_at(length.max(1));
        items.push(item_of(item));
        rest = after;
    }
    items
}

/// Returns the number of tokens of an item: up to a semicolon, or the brace that closes a body.
fn length_of(tokens: &[Token<'_>]) -> usize {
    let has_body = tokens
        .iter()
        .take_while(|(token, _)| !matches!(*token, "{" | ";" | "="))
        .any(|(token, _)| matches!(*token, ".entry" | ".func" | ".section" | SOURCES));
    let mut depth = 0usize;
    for (index, (token, _)) in tokens.iter().enumerate() {
        match *token {
            "{" => depth += 1,
            "}" => {
                depth = depth.saturating_sub(1);
                if depth == 0 && has_body {
                    return index + 1;
                }
            }
            ";" if depth == 0 => return index + 1,
            _ => {}
        }
    }
    tokens.len()
}

/// Returns the size of an element of a type in bytes.
fn size_of(type_: &str) -> Option<u64> {
    let digits = type_.strip_prefix(['.'])?.strip_prefix(['b', 'u', 's', 'f'])?;
    let bits: u64 = digits.parse().ok()?;
    Some(bits / 8)
}

fn item_of(tokens: &[Token<'_>]) -> Item {
    let words = || tokens.iter().map(|(token, _)| *token);
    let start = tokens.first().map_or(0, |(_, range)| range.start);
    let end = tokens.last().map_or(0, |(_, range)| range.end);
    let mut item = Item {
        kind: ItemKind::Other,
        linkage: Linkage::Internal,
        name: String::new(),
        size: 0,
        space: None,
        prototype: Default::default(),
        text: start..end,
    };
    let mut element = 0;
    let mut depth = 0;
    for (index, word) in words().enumerate() {
        match word {
            ".version" | ".target" | ".address_size" if index == 0 => item.kind = ItemKind::Header,
            ".visible" => item.linkage = Linkage::Visible,
            ".extern" => item.linkage = Linkage::Extern,
            ".weak" => item.linkage = Linkage::Weak,
            ".common" => item.linkage = Linkage::Common,
            ".entry" | ".func" if depth == 0 => {
                let defined = words().any(|word| word == "{");
                item.kind = ItemKind::Function { defined };
                item.prototype = prototype(&tokens[index + 1..]);
            }
            ".global" | ".const" | ".local" | ".tex" | ".shared" | ".shared::cta" if depth == 0 => {
                let spaces = [".global", ".const", ".local", ".tex", SHARED];
                item.space = spaces.into_iter().find(|space| word.starts_with(space));
                item.kind = ItemKind::Variable;
            }
            ".v2" => element = 2,
            ".v4" => element = 4,
            "(" => depth += 1,
            ")" => depth -= 1,
            word if depth == 0 && word.starts_with('.') => {
                if let Some(size) = size_of(word) {
                    element = size * u64::max(element, 1);
                }
            }
            word if depth == 0 && is_name(word) && item.kind != ItemKind::Other => {
                item.name = word.to_owned();
                let dimensions = words().skip(index + 1);
                let dimensions = dimensions.take_while(|word| !matches!(*word, "=" | ";"));
                let numbers = dimensions.filter_map(|word| word.parse::<u64>().ok());
                item.size = numbers.fold(element, u64::saturating_mul);
                if words().skip(index + 1).take(2).eq(["[", "]"]) {
                    item.size = 0;
                }
                break;
            }
            _ => {}
        }
    }
    item
}

/// Returns the sizes of the results and parameters of the function whose head begins with these tokens.
fn prototype(tokens: &[Token<'_>]) -> [Vec<u64>; 2] {
    let mut lists = [Vec::new(), Vec::new()];
    let mut words = tokens.iter().map(|(token, _)| *token);
    let mut list = 0;
    let (mut element, mut is_listed) = (0, false);
    while let Some(word) = words.next() {
        match word {
            "(" => (element, is_listed) = (0, true),
            "," | ")" => {
                lists[list].extend((element > 0).then_some(element));
                (element, is_listed) = (0, is_listed && word == ",");
            }
            ".align" => drop(words.next()),
            "{" | ";" => break,
            "[" => {
                // Of an array whose size isn't declared, there may be any number.
                let count = words.next().and_then(|word| word.parse::<u64>().ok());
                element = count.map_or(u64::MAX, |count| element.saturating_mul(count));
            }
            word if is_listed => element = size_of(word).unwrap_or(element),
            // The name is between both lists.
            word if is_name(word) => list = 1,
            _ => {}
        }
    }
    lists
}

fn is_name(word: &str) -> bool {
    word.starts_with(|first: char| first.is_ascii_alphabetic() || matches!(first, '_' | '$' | '%'))
}

/// Returns the text of items with some names replaced.
pub(super) fn renamed(text: &str, names: &BTreeMap<String, String>) -> String {
    if names.is_empty() {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    for (token, range) in tokens(text) {
        if let Some(name) = names.get(token) {
            out += &text[done..range.start];
            out += name;
            done = range.end;
        }
    }
    out + &text[done..]
}

/// Returns the text of a kernel with another directive before its body; other items stay the same.
pub(super) fn with_directive(text: &str, directive: &str) -> String {
    let tokens = tokens(text);
    let is_kernel = tokens.iter().any(|(token, _)| *token == ".entry");
    match tokens.iter().find(|(token, _)| *token == "{") {
        Some((_, range)) if is_kernel => {
            let (head, body) = text.split_at(range.start);
            format!("{head}{directive} {body}")
        }
        _ => text.to_owned(),
    }
}

/// Returns `true` if a text mentions a symbol.
pub(super) fn uses(text: &str, name: &str) -> bool {
    tokens(text).iter().any(|(token, _)| *token == name)
}

/// Returns the names that a definition uses: not its labels, nor those of lists of what may be called, which aren't linked.
pub(super) fn names_used(text: &str) -> BTreeSet<&str> {
    let tokens = tokens(text);
    let is_label = |index: usize| tokens.get(index + 1).is_some_and(|next| next.0 == ":");
    let labels: BTreeSet<&str> =
        (0..tokens.len()).filter(|index| is_label(*index)).map(|index| tokens[index].0).collect();
    let mut in_list = false;
    let mut names = BTreeSet::new();
    for (token, _) in &tokens {
        in_list = *token == ".calltargets" || in_list && *token != ";";
        if !in_list && !labels.contains(token) {
            names.insert(*token);
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "// .visible .func no();\n.version 7.0\n.target sm_52, debug\n.address_size 64\n\
        .extern .func (.param .b32 r) f(.param .b32 x);\n.visible .global .align 4 .u32 g[2] = {1, 2};\n\
        .common .global .u64 h;\n.weak .func w() { { ret; } }\n.visible .entry k(.param .u64 p) .maxntid 1, 1, 1\n{ call f; ret; }\n";

    #[test]
    fn kinds_of_items_are_distinguished() {
        let found: Vec<_> = items(TEXT)
            .into_iter()
            .map(|item| (item.kind, item.linkage, item.name, item.size))
            .filter(|item| item.0 != ItemKind::Header)
            .collect();
        let function = |defined| ItemKind::Function { defined };
        let expected = [
            (function(false), Linkage::Extern, "f".to_owned(), 0),
            (ItemKind::Variable, Linkage::Visible, "g".to_owned(), 8),
            (ItemKind::Variable, Linkage::Common, "h".to_owned(), 8),
            (function(true), Linkage::Weak, "w".to_owned(), 0),
            (function(true), Linkage::Visible, "k".to_owned(), 0),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn a_prototype_has_the_sizes_of_results_and_parameters() {
        let prototype = |text: &str| items(text).remove(0).prototype;
        let text = ".extern .func (.param .b32 r) f\n(.param .align 8 .b8 x[24], .param .b64 y);";
        assert_eq!(prototype(text), [vec![4], vec![24, 8]]);
        assert_eq!(prototype(".func f() { ret; }"), [const { Vec::<u64>::new() }; 2]);
        assert_eq!(prototype(".func f { call g, (x); }"), [const { Vec::<u64>::new() }; 2]);
        let variadic = ".extern .func (.param .b32 r) f(.param .b64 x, .param .b8 y[]);";
        assert_eq!(prototype(variadic), [vec![4], vec![8, u64::MAX]]);
    }

    #[test]
    fn only_kernels_get_another_directive() {
        let kernel = ".entry k(.param .u64 p) // {\n{ { ret; } }";
        assert_eq!(
            with_directive(kernel, ".maxnreg 9"),
            ".entry k(.param .u64 p) // {\n.maxnreg 9 { { ret; } }"
        );
        let function = ".func f() { ret; }";
        assert_eq!(with_directive(function, ".maxnreg 9"), function);
    }

    #[test]
    fn only_whole_words_are_renamed() {
        let names = BTreeMap::from([("f".to_owned(), "f$1".to_owned())]);
        assert_eq!(renamed("call f, ff; // f", &names), "call f$1, ff; // f");
    }
}
