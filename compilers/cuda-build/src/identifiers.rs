//! Names in the generated code.

/// Returns the name, as a raw identifier if it is a keyword.
pub(crate) fn raw(name: &str) -> String {
    const KEYWORDS: [&str; 44] = [
        "as", "async", "await", "break", "const", "continue", "dyn", "else", "enum", "extern",
        "false", "fn", "for", "gen", "if", "impl", "in", "let", "loop", "match", "mod", "move",
        "mut", "pub", "ref", "return", "static", "struct", "trait", "true", "type", "unsafe",
        "use", "where", "while", "abstract", "become", "box", "do", "final", "macro", "override",
        "priv", "try",
    ];
    const MORE: [&str; 4] = ["typeof", "unsized", "virtual", "yield"];
    if KEYWORDS.contains(&name) || MORE.contains(&name) {
        format!("r#{name}")
    } else if matches!(name, "self" | "Self" | "super" | "crate" | "_") {
        format!("{name}_")
    } else {
        name.to_owned()
    }
}

/// `scale_f32` as `ScaleF32`.
pub(crate) fn camel(name: &str) -> String {
    let mut camel = String::new();
    for part in name.split('_').filter(|part| !part.is_empty()) {
        let mut characters = part.chars();
        camel.extend(characters.next().map(|first| first.to_ascii_uppercase()));
        camel.extend(characters);
    }
    // `_1d`, only `_`, or a name that Rust uses itself.
    if camel == "Self" || camel.chars().next().is_none_or(|first| first.is_ascii_digit()) {
        camel.insert_str(0, "Kernel");
    }
    camel
}
