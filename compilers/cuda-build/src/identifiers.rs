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

/// `ns::scale<float>` as `ns_scale_float`.
pub(crate) fn identifier(name: &str) -> String {
    let mut identifier = String::new();
    for character in name.chars() {
        if character.is_alphanumeric() {
            identifier.push(character);
        } else if !identifier.ends_with('_') || character == '_' {
            identifier.push('_');
        }
    }
    let trimmed = identifier.trim_end_matches('_');
    match trimmed.chars().next() {
        Some(first) if first.is_ascii_digit() => format!("_{trimmed}"),
        Some(_) => trimmed.to_owned(),
        None => "_unnamed".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instance_names_become_rust_identifiers() {
        assert_eq!(identifier("saxpy"), "saxpy");
        assert_eq!(identifier("ns::scale<float, 3>"), "ns_scale_float_3");
        assert_eq!(identifier("__begin"), "__begin");
        assert_eq!(raw("type"), "r#type");
        assert_eq!(camel("scale_f32"), "ScaleF32");
        assert_eq!(["_1d", "__", "self"].map(camel), ["Kernel1d", "Kernel", "KernelSelf"]);
    }
}
