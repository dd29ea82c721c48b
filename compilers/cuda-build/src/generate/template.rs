//! Fills in templates of generated code.

/// Returns `template` with `{name}` replaced by the value of each of these names. Other braces are code and stay.
pub(super) fn fill(template: &str, values: &[(&str, &str)]) -> String {
    let mut text = String::new();
    let mut rest = template;
    // Values are never searched for names.
    while let Some((before, after)) = rest.split_once('{') {
        text.push_str(before);
        let found = values.iter().find_map(|(name, value)| {
            let after = after.strip_prefix(name)?.strip_prefix('}')?;
            Some((value, after))
        });
        match found {
            Some((value, after)) => {
                text.push_str(value);
                rest = after;
            }
            None => {
                text.push('{');
                rest = after;
            }
        }
    }
    text + rest
}

#[cfg(test)]
mod tests {
    use super::fill;

    #[test]
    fn only_the_given_names_are_replaced_and_only_once() {
        let values = [("name", "{kind}"), ("kind", "u32")];
        assert_eq!(
            fill("fn {name}() -> {kind} { {other} }", &values),
            "fn {kind}() -> u32 { {other} }"
        );
    }
}
