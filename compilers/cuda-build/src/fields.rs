//! Reads the names of a class's fields from the source, because the compiler doesn't report them.
//!
//! What is read here is only believed as far as the compiler confirms it: it is asked for the type, the place and the size
//! of each name, and bytes of the class that are in no field are an error.

use crate::names::{Written, end_of_declaration, is_word, split, words};
use crate::text::without_comments;

/// Returns the fields of the class `name` (without namespaces and template arguments) in the order in which the source
/// declares them; `None` if its definition isn't found, for example because a macro expands to it.
pub(crate) fn fields(source: &str, name: &str) -> Option<Vec<Written>> {
    let source = without_directives(&without_comments(source));
    let body = ["struct", "class"].iter().find_map(|keyword| body_of(&source, keyword, name))?;
    Some(members(body))
}

/// Returns the enumerators of the enumeration `name` (without namespaces); `None` if its definition isn't found.
pub(crate) fn enumerators(source: &str, name: &str) -> Option<Vec<String>> {
    let source = without_directives(&without_comments(source));
    let items = split(body_of(&source, "enum", name)?);
    let names = items.into_iter().filter_map(|item| words(item).next());
    Some(names.map(str::to_owned).collect())
}

/// Returns the text in the braces of the definition of `name` that begins with a keyword.
fn body_of<'s>(source: &'s str, keyword: &str, name: &str) -> Option<&'s str> {
    for (at, _) in source.match_indices(keyword) {
        let (before, after) = (&source[..at], &source[at + keyword.len()..]);
        let is_keyword = !before.ends_with(is_word) && !after.starts_with(is_word);
        // `enum class` begins with another one.
        if !is_keyword || before.trim_end().ends_with("enum") {
            continue;
        }
        let (head, rest) = after.split_at(end_of_declaration(after));
        let Some((body, rest)) = braced(rest) else {
            continue;
        };
        let aliases = match before.trim_end().ends_with("typedef") {
            true => rest.split(';').next().unwrap_or_default(),
            false => "",
        };
        if own_name(head) == Some(name) || words(aliases).any(|alias| alias == name) {
            return Some(body);
        }
    }
    None
}

/// Returns the name in the text between the keyword and the braces, which may also have attributes and base classes.
fn own_name(head: &str) -> Option<&str> {
    let end = single_colon(head).unwrap_or(head.len());
    let head = head[..end].trim_end();
    let head = head.strip_suffix("final").unwrap_or(head);
    let head = head.split('<').next().unwrap_or(head);
    words(head).last()
}

/// Returns the first colon that isn't a part of `::`.
fn single_colon(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    (0..bytes.len()).find(|at| {
        let is_colon = |at: usize| bytes.get(at) == Some(&b':');
        is_colon(*at) && !is_colon(at + 1) && !(*at > 0 && is_colon(at - 1))
    })
}

/// Returns the text in the braces at the beginning, and what follows them.
fn braced(text: &str) -> Option<(&str, &str)> {
    let end = closing(text, '{', '}')?;
    Some((&text[1..end], &text[end + 1..]))
}

/// Returns the index of the bracket that closes the one at the beginning.
fn closing(text: &str, open: char, close: char) -> Option<usize> {
    let mut depth = 0usize;
    for (at, character) in text.char_indices() {
        if character == open {
            depth += 1;
        } else if character == close {
            depth = depth.checked_sub(1)?;
        }
        if depth == 0 {
            return (character == close).then_some(at);
        }
    }
    None
}

/// Returns the fields that are declared in the body of a class.
fn members(body: &str) -> Vec<Written> {
    let (mut fields, mut depth, mut start) = (Vec::new(), 0usize, 0);
    for (at, character) in body.char_indices() {
        match character {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => {
                depth = depth.saturating_sub(1);
                // A function's body ends its declaration.
                if depth == 0 && character == '}' && is_function(&body[start..at]) {
                    start = at + 1;
                }
            }
            ';' if depth == 0 => {
                fields.extend(declared(&body[start..at]));
                start = at + 1;
            }
            _ => {}
        }
    }
    fields
}

fn is_function(declaration: &str) -> bool {
    let declaration = without_attributes(declaration);
    let head = declaration.split('{').next().unwrap_or(&declaration);
    let is_operator = words(head).any(|word| word == "operator");
    is_operator || head.split('=').next().is_some_and(|head| head.contains('('))
}

/// Returns the fields of a declaration, which may also be that of a function, a type or something else.
fn declared(declaration: &str) -> Vec<Written> {
    let declaration = without_attributes(declaration);
    let mut text = declaration.trim();
    // Labels such as `public:`.
    while let Some(at) = single_colon(text) {
        let label = text[..at].trim_end();
        if !matches!(label, "public" | "private" | "protected") {
            break;
        }
        text = text[at + 1..].trim_start();
    }
    let others = ["using", "typedef", "static", "friend", "static_assert", "template"];
    if words(text.split(['{', '=']).next().unwrap_or(text)).any(|word| others.contains(&word)) {
        return Vec::new();
    }
    // The definition of a type within the class, which may declare a field of it.
    let of_type =
        words(text).next().filter(|it| matches!(*it, "struct" | "class" | "union" | "enum"));
    let defined = of_type.and_then(|_| text.split_once('{')?.1.rsplit_once('}'));
    let named;
    match defined {
        Some((_, rest)) if rest.trim().is_empty() => return Vec::new(),
        Some((_, rest)) => {
            named = format!("type {rest}");
            text = &named;
        }
        None if of_type.is_some() && words(text).count() < 3 => return Vec::new(),
        None => {}
    }
    if is_function(text) {
        return Vec::new();
    }
    let parts = split(text);
    parts.iter().filter_map(|part| field(part, text)).collect()
}

/// Returns the field of a declarator in a list of them.
fn field(declarator: &str, list: &str) -> Option<Written> {
    let end = declarator.find(['=', '{', '[']).unwrap_or(declarator.len());
    let text = &declarator[..end];
    let text = text[..single_colon(text).unwrap_or(text.len())].trim_end();
    let start = text.trim_end_matches(is_word).len();
    let name = &text[start..];
    let is_size = !text.contains('*') && words(list).any(|word| word == "size_t");
    (!name.is_empty()).then(|| Written { name: Some(name.to_owned()), is_size })
}

/// Returns the text without `alignas(…)` and other attributes.
fn without_attributes(text: &str) -> String {
    let mut plain = text.to_owned();
    for attribute in ["alignas", "__align__", "__attribute__", "__declspec"] {
        while let Some(at) = plain.find(attribute) {
            let list = at + attribute.len();
            let list = list + (plain[list..].len() - plain[list..].trim_start().len());
            let end = closing(&plain[list..], '(', ')').map_or(list, |end| list + end + 1);
            plain.replace_range(at..end, " ");
        }
    }
    while let Some(at) = plain.find("[[") {
        let end = plain[at..].find("]]").map_or(plain.len(), |end| at + end + 2);
        plain.replace_range(at..end, " ");
    }
    plain
}

/// Returns the text without lines for the preprocessor.
fn without_directives(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut goes_on = false;
    for line in text.lines() {
        let is_directive = goes_on || line.trim_start().starts_with('#');
        goes_on = is_directive && line.trim_end().ends_with('\\');
        if !is_directive {
            plain.push_str(line);
        }
        plain.push('\n');
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(source: &str, class: &str) -> Vec<String> {
        fields(source, class).unwrap().into_iter().filter_map(|field| field.name).collect()
    }

    #[test]
    fn fields_are_listed_in_order() {
        let source = "struct A; struct A { const float *__restrict__ x, y[2][3]; // int no;\n\
                      size_t n, *m; ns::Pair<int, 3> p{1, 2}; unsigned bits : 3, more: 4; int last = f({1}, 2); };";
        assert_eq!(names(source, "A"), ["x", "y", "n", "m", "p", "bits", "more", "last"]);
        let sizes: Vec<bool> =
            fields(source, "A").unwrap().iter().map(|field| field.is_size).collect();
        assert_eq!(sizes, [false, false, true, false, false, false, false, false]);
    }

    #[test]
    fn functions_types_and_static_members_are_no_fields() {
        let source = "template <class T> class __align__(16) A final : public Base<T> {\npublic: using type = T; static const int N = 3;\n\
                      A() : x(1) {} T sum() const { return x; } void set(T); friend class B; enum Kind { C, D };\n\
                      struct Inner { int i; }; struct { int j; } pair; alignas(8) T x; [[maybe_unused]] struct B *b;\n\
                      bool operator==(const A &other) const { return true; }\nprivate:\n#define Z 3\nint z[Z]; static_assert(Z == 3, \"\"); };";
        assert_eq!(names(source, "A"), ["pair", "x", "b", "z"]);
        assert_eq!(names(source, "Inner"), ["i"]);
    }

    #[test]
    fn enumerators_are_listed_in_order() {
        let source = "enum A; enum A { B = 0, C = f(1, 2), /* D, */ E, }; enum class F : unsigned { G };\n\
                      typedef enum { H } I; void f(enum A a) {}";
        assert_eq!(enumerators(source, "A").unwrap(), ["B", "C", "E"]);
        assert_eq!(enumerators(source, "F").unwrap(), ["G"]);
        assert_eq!(enumerators(source, "I").unwrap(), ["H"]);
        assert_eq!(enumerators(source, "J"), None);
    }

    #[test]
    fn a_class_is_found_by_its_name_or_its_alias() {
        let source = "typedef struct { int a; } First; typedef struct Tag { int b; } Second, *Pointer; enum class E { X };\n\
                      struct Firsts { int c; }; void f(struct First x) { if (x) {} }";
        assert_eq!(names(source, "First"), ["a"]);
        assert_eq!(names(source, "Tag"), ["b"]);
        assert_eq!(names(source, "Second"), ["b"]);
        assert_eq!(fields(source, "E"), None);
        assert_eq!(fields(source, "Missing"), None);
    }
}
