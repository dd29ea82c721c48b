//! Removes comments and the contents of raw strings from C++ and PTX.

/// Returns the text with a space in place of each comment, and without the contents of raw strings. Other string
/// and character literals remain.
pub(crate) fn without_comments(text: &str) -> String {
    let mut clean = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['/', '"', '\'']) {
        let before = rest[..at].chars().next_back();
        clean.push_str(&rest[..at]);
        rest = &rest[at..];
        let length = if rest.starts_with("//") {
            line(rest)
        } else if let Some(length) = raw_string(&clean, rest) {
            clean.push_str("\"\"");
            length
        } else if let Some(comment) = rest.strip_prefix("/*") {
            clean.push(' ');
            comment.find("*/").map_or(rest.len(), |end| end + 4)
        } else {
            // A quotation mark within a number, as in 1'000, isn't the start of a literal.
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

/// Returns the length of a comment to the end of its line; a backslash at the end continues it.
fn line(text: &str) -> usize {
    let ends = text.match_indices('\n').map(|(end, _)| end);
    let mut ends = ends.filter(|end| !text[..*end].trim_end_matches('\r').ends_with('\\'));
    ends.next().unwrap_or(text.len())
}

/// Returns the length of the raw string whose first quotation mark is at the start of `text`, after `before`;
/// `None` if there is no raw string.
fn raw_string(before: &str, text: &str) -> Option<usize> {
    let rest = text.strip_prefix('"')?;
    let start = before.rfind(|c: char| !c.is_alphanumeric() && c != '_');
    let word = start.map_or(before, |at| {
        before[at..].trim_start_matches(|c: char| !c.is_alphanumeric() && c != '_')
    });
    if !matches!(word, "R" | "LR" | "uR" | "UR" | "u8R") {
        return None;
    }
    let (delimiter, rest) = rest.split_once('(')?;
    if delimiter.len() > 16 || delimiter.contains([' ', ')', '\\', '"', '\n']) {
        return None;
    }
    let end = format!("){delimiter}\"");
    let opening = text.len() - rest.len();
    Some(rest.find(&end).map_or(text.len(), |at| opening + at + end.len()))
}

/// Returns the length of the string or character literal at the start of a text; 1 if it doesn't end on its line.
fn quoted(text: &str) -> usize {
    let mut characters = text.char_indices();
    let mark = characters.next().map(|(_, mark)| mark).filter(|mark| *mark != '/');
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
    fn comments_are_removed_except_inside_string_literals() {
        for (text, clean) in [
            ("a /* b\n c */ d // e\nf", "a   d \nf"),
            ("p(\"http://x /* \\\" //\"); // y", "p(\"http://x /* \\\" //\"); "),
            ("c = '\"'; // x\nd = '\\''; /* y */ e", "c = '\"'; \nd = '\\'';   e"),
            ("n = 1'000; // it's", "n = 1'000; "),
            ("a / b", "a / b"),
            ("a // b \\\n /* c\nd // \\\r\n e\r\nf", "a \nd \nf"),
            (
                "s = R\"(a \" /* b)\"; // x\nt = u8R\"-(a)\" b)-\", R\"-(it doesn't end)\"",
                "s = R\"\"; \nt = u8R\"\", R\"\"",
            ),
            ("FOR\"(/*\" a /* b */", "FOR\"(/*\" a  "),
            ("/* it doesn't end", " "),
            ("it's open // x\ny", "it's open \ny"),
        ] {
            assert_eq!(without_comments(text), clean);
        }
    }
}
