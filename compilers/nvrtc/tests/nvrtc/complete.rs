//! Checks that every function has a wrapper.

use std::path::Path;

use nvrtc::sys::Symbol;

#[test]
fn every_function_of_nvrtc_is_called_by_a_wrapper() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut code = String::new();
    for file in std::fs::read_dir(folder).unwrap() {
        let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
        let is_code =
            |line: &&str| !line.trim_start().starts_with("//") && !line.contains("#[doc(alias");
        code.extend(text.lines().filter(is_code).flat_map(|line| [line, "\n"]));
    }
    let is_called = |name: &str| {
        let after = |(at, _): (usize, &str)| {
            !code[at + name.len()..].starts_with(|c: char| c.is_alphanumeric())
        };
        code.match_indices(name).any(after)
    };
    let missing: Vec<&str> = Symbol::ALL
        .iter()
        .map(|symbol| symbol.function().name)
        .filter(|name| !is_called(name))
        .collect();
    // The version is queried once, when NVRTC is loaded.
    assert_eq!(missing, ["nvrtcVersion"]);
}
