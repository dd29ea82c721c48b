//! Forms of instructions, compared with those that ptxas accepts and rejects.

use crate::refusals::{outcome, ptx, rows};
use std::collections::HashSet;
use std::path::Path;

/// Forms for which the device deliberately differs.
const OTHERWISE: [&str; 7] = [
    // Generic addresses of 32 bits aren't checked.
    "st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.u32 [%r0], %r1;",
    // Conversions of floating-point numbers in wider registers are rejected.
    "cvt.rn.f32.s32 %d0, %r1;",
    "cvt.rzi.s32.f32 %r0, %d1;",
    "cvt.rn.f16.f32 %d0, %f1;",
    "cvt.rn.f16.f32 %h0, %d1;",
    "cvt.f32.f16 %d0, %h1;",
    "cvt.f32.f16 %f0, %d1;",
];

#[test]
fn the_forms_that_ptxas_accepts_are_accepted_and_others_rejected() {
    let mut otherwise = Vec::new();
    for [targets, body, expected] in rows(include_str!("forms.tsv")) {
        let found = targets.split(' ').map(|target| match outcome(&ptx(target, body)).as_str() {
            "taken" => "taken",
            _ => "refused",
        });
        if !found.eq(expected.split(' ')) && !otherwise.contains(&body) {
            otherwise.push(body);
        }
    }
    assert_eq!(otherwise, OTHERWISE);
}

/// Returns the words of the table of forms: opcodes, and modifiers without a range of numbers.
fn words_of_the_table(sources: &Path) -> HashSet<String> {
    let mut words = HashSet::new();
    for entry in std::fs::read_dir(sources.join("forms")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "txt") {
            continue;
        }
        for line in std::fs::read_to_string(path).unwrap().lines() {
            let line = line.split("//").next().unwrap();
            if line.starts_with(['>', '%']) {
                continue;
            }
            let form = line.split(" :").next().unwrap();
            let between = |c: char| c.is_whitespace() || "|[]+@$=.".contains(c);
            words.extend(form.split(between).filter(|word| !word.contains('<')).map(str::to_owned));
        }
    }
    words
}

#[test]
fn opcodes_and_modifiers_are_no_texts_in_the_decoder() {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("engine/src");
    let words = words_of_the_table(&sources);
    assert!(words.contains("add") && words.contains("shared::cta"));
    let files = std::fs::read_dir(sources.join("decode")).unwrap();
    let files = files.map(|entry| entry.unwrap().path()).chain([sources.join("decode.rs")]);
    let mut found = Vec::new();
    for file in files {
        for line in std::fs::read_to_string(&file).unwrap().lines() {
            let code = line.split("//").next().unwrap();
            let literals = code.split('"').skip(1).step_by(2);
            let texts = literals.filter(|text| !text.is_empty() && words.contains(*text));
            found.extend(texts.map(|text| format!("{}: {text:?}", file.display())));
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}
