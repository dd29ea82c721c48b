//! What is refused, why, and where the bounds are.

use crate::device::model;
use cuda_sim_engine::{CompileErrorKind, Program};

/// Returns the rows of a table: the target, the PTX, and what becomes of it.
pub fn rows(table: &str) -> impl Iterator<Item = [&str; 3]> {
    let lines = table.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| {
        let parts = line.split('\t').collect::<Vec<_>>();
        parts.try_into().unwrap_or_else(|_| panic!("{line:?} isn't of three parts"))
    })
}

/// Returns the PTX of a row.
pub fn ptx(target: &str, body: &str) -> String {
    let (target, version) = target.split_once('/').unwrap_or((target, "8.8"));
    let wide = match target {
        "-" => return body.to_owned(),
        "module" => {
            return format!(".version {version} .target sm_90 .address_size 64\n{body}");
        }
        "60" => "",
        _ => ".reg .b128 %q<2>;",
    };
    format!(
        ".version {version}
        .target sm_{target}
        .address_size 64
        .extern .func undefined(.param .b32 x);
        .func f(.param .b32 x) {{ ret; }}
        .visible .entry k(.param .u64 out)
        {{
            .reg .b32 %r<12>; .reg .b64 %d<8>; .reg .f32 %f<8>; .reg .f64 %g<4>; .reg .b16 %h<8>;
            .reg .pred %p<8>; {wide}
            .shared .align 16 .b8 memory[1024];
            ld.param.u64 %d0, [out];
            {body}
            ret;
        }}"
    )
}

/// Returns `taken`, or why `text` is refused.
pub fn outcome(text: &str) -> String {
    let Err(error) = Program::compile(text, &model()) else {
        return "taken".to_owned();
    };
    match error.kind {
        CompileErrorKind::Unsupported => format!("unsupported: {}", error),
        _ => format!("invalid: {}", error),
    }
}

#[test]
fn every_form_is_taken_or_refused_with_its_reason() {
    let mut otherwise = Vec::new();
    for [target, body, expected] in rows(include_str!("refusals.tsv")) {
        let found = outcome(&ptx(target, body));
        let (kind, reason) = match expected.strip_prefix("unsupported: ") {
            _ if expected == "taken" => ("taken", ""),
            Some(reason) => ("unsupported: ", reason),
            None => ("invalid: ", expected),
        };
        if !found.starts_with(kind) || !found.ends_with(reason) {
            otherwise.push(format!("{target}\t{body}\n  {expected}\n  {found}"));
        }
    }
    assert!(otherwise.is_empty(), "{}", otherwise.join("\n"));
}

#[test]
fn nesting_is_refused_beyond_its_limit() {
    let nested = |open: &str, inner: &str, close: &str, depth: usize| {
        let text = [&open.repeat(depth), inner, &close.repeat(depth)].concat();
        outcome(&ptx("90", &text))
    };
    let constant = |depth| {
        let text = format!("mov.u32 %r0, {}1{};", "(".repeat(depth), ")".repeat(depth));
        outcome(&ptx("90", &text))
    };
    let operand = |depth| {
        let text = format!("ld.global.u32 %r0, {}%r1{};", "{".repeat(depth), "}".repeat(depth));
        outcome(&ptx("90", &text))
    };
    let blocks = |depth| nested("{", "", "}", depth);
    assert_eq!(blocks(LIMIT), "taken");
    assert!(blocks(LIMIT + 1).ends_with("blocks are nested more than 64 deep"));
    assert_eq!(constant(LIMIT), "taken");
    assert!(constant(LIMIT + 1).ends_with("constant expressions are nested too deeply"));
    assert!(operand(LIMIT).ends_with("Arguments mismatch for instruction 'ld'"));
    assert!(operand(LIMIT + 1).ends_with("operands are nested too deeply"));
}

const LIMIT: usize = 64;
