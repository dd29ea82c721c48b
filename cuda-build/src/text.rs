//! Texts of C++ and PTX without what isn't code.

/// The text with a space in place of each comment. What stands in quotation marks stays as it is.
pub(crate) fn without_comments(text: &str) -> String {
    let mut clean = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['/', '"', '\'']) {
        let before = rest[..at].chars().next_back();
        clean.push_str(&rest[..at]);
        rest = &rest[at..];
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if let Some(comment) = rest.strip_prefix("/*") {
            clean.push(' ');
            comment.find("*/").map_or(rest.len(), |end| end + 4)
        } else {
            // A quotation mark within a number, as in 1'000, opens nothing.
            let is_within = rest.starts_with('\'') && before.is_some_and(|c| c.is_ascii_hexdigit());
            let length = if is_within { 1 } else { quoted(rest) };
            clean.push_str(&rest[..length]);
            length
        };
        rest = &rest[length..];
    }
    clean.push_str(rest);
    clean
}

/// How long the string or character at the beginning of a text is; 1 where it doesn't end on its line.
fn quoted(text: &str) -> usize {
    let mut characters = text.char_indices();
    let mark = characters
        .next()
        .map(|(_, mark)| mark)
        .filter(|mark| *mark != '/');
    while let (Some(mark), Some((at, character))) = (mark, characters.next()) {
        match character {
            '\\' => _ = characters.next(),
            '\n' => break,
            _ if character == mark => return at + 1,
            _ => {}
        }
    }
    1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_go_and_what_looks_like_one_in_a_string_stays() {
        for (text, clean) in [
            ("a /* b\n c */ d // e\nf", "a   d \nf"),
            (
                "p(\"http://x /* \\\" //\"); // y",
                "p(\"http://x /* \\\" //\"); ",
            ),
            (
                "c = '\"'; // x\nd = '\\''; /* y */ e",
                "c = '\"'; \nd = '\\'';   e",
            ),
            ("n = 1'000; // it's", "n = 1'000; "),
            ("a / b", "a / b"),
            ("/* it doesn't end", " "),
            ("it's open // x\ny", "it's open \ny"),
        ] {
            assert_eq!(without_comments(text), clean);
        }
    }
}
