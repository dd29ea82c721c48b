//! Modules that ptxas and a driver take or refuse, which the device must take or refuse, too.

use cuda_pathfinder::{PTXAS, Search};
use cuda_sim_engine::{DeviceModel, Program};
use std::collections::BTreeMap;
use std::process::Command;

use crate::options::is_long;

const REGISTERS: &str = ".reg .pred p<4>; .reg .b16 h<16>; .reg .b32 r<20>; .reg .f32 f<20>; .reg .b64 d<16>; .reg .f64 g<16>;";
const PARAMETERS: &str = ".param .b32 P; .param .b32 Q; .param .b64 P64; .param .align 8 .b8 PA[16]; .param .align 4 .b8 PB[16]; .param .b8 P8; .param .f32 PF; .param .u32 PU; .local .b32 L;";
const PROTOTYPES: &str = "proto: .callprototype (.param .b32 _) _ (.param .b32 _); proto1: .callprototype _ (.param .b32 _); proto0: .callprototype _ (); targets: .calltargets F1; targets0: .calltargets F0;\n";
const SYMBOLS: &str = ".global .b32 gv[4]; .const .b32 cv[4]; .shared .b64 sv[4]; .global .texref tx; .global .surfref sf; .func fn() { ret; }";

/// A case of the table that `xtask/differential/generators/acceptance.py` writes.
struct Case<'t> {
    kind: &'t str,
    written: &'t str,
    text: String,
    taken: bool,
}

/// Reads the lines of a table: those of each kind follow its name.
fn cases(table: &str) -> Vec<Case<'_>> {
    let (mut cases, mut kind) = (Vec::new(), ("", ""));
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        if line.starts_with(['+', '-']) {
            cases.extend(line.split('\t').map(|written| case(kind, written)))
        } else {
            kind = line.split_once(' ').expect("a kind, and what its texts are")
        }
    }
    cases
}

fn case<'t>((kind, content): (&'t str, &str), written: &'t str) -> Case<'t> {
    let (target, body) = written.split_once(' ').expect("a target, and a text");
    let (target, version) = target[1..].split_once('/').expect("a version after the target");
    let mut plain = String::new();
    let mut rest = body.chars();
    while let Some(next) = rest.next() {
        plain.push(match next {
            '\\' => match rest.next() {
                Some('n') => '\n',
                Some('t') => '\t',
                other => other.unwrap_or('\\'),
            },
            next => next,
        });
    }
    let body = plain
        .replace("(registers)", REGISTERS)
        .replace("(parameters)", PARAMETERS)
        .replace("(prototypes)", PROTOTYPES);
    let head = format!(".version {version}\n.target sm_{target}\n.address_size 64\n");
    let whole = body.starts_with(".version") || body.starts_with(".target");
    let text = match content {
        "module" if whole => body,
        "module" => head + &body,
        _ => format!(
            "{head}{SYMBOLS}\n.visible .entry k(.param .b64 a)\n{{\n{REGISTERS}\n.local .b32 lv[4];\n{body}\nret;\n}}\n"
        ),
    };
    Case { kind, written, text, taken: written.starts_with('+') }
}

/// Loads a module as a driver for a GPU of its target does, which knows PTX 9.0.
fn outcome(text: &str) -> Result<(), String> {
    let targets: Vec<&str> = text
        .lines()
        .filter(|line| line.contains(".target"))
        .flat_map(|line| line.split("sm_").skip(1))
        .collect();
    let number = |text: &str| -> Option<u32> {
        let digits = text.find(|c: char| !c.is_ascii_digit());
        text[..digits.unwrap_or(text.len())].parse().ok()
    };
    // ptxas compiles for any GPU; a driver has one of at least 9.0 here.
    let most = targets.into_iter().filter_map(number).max().unwrap_or(0);
    let most = most.clamp(90, 121);
    let device = DeviceModel {
        compute_capability: (most / 10, most % 10),
        ptx_version: (9, 0),
        ..DeviceModel::default()
    };
    let program = Program::compile(text, &device).map_err(|error| error.to_string())?;
    match program.globals().iter().find(|global| global.external && global.size == 0) {
        Some(global) => Err(format!("Unresolved extern variable '{}'", global.name)),
        None => Ok(()),
    }
}

/// Compares all cases; returns the share of each kind that agrees, and what differs.
fn compared(table: &str) -> (BTreeMap<&str, [usize; 2]>, Vec<String>) {
    let mut kinds: BTreeMap<&str, [usize; 2]> = BTreeMap::new();
    let mut differing = Vec::new();
    for case in cases(table) {
        let found = outcome(&case.text);
        let [agree, all] = kinds.entry(case.kind).or_default();
        *all += 1;
        if found.is_ok() == case.taken {
            *agree += 1;
        } else {
            let why = found.err().unwrap_or_else(|| "taken".to_owned());
            differing.push(format!("{} {}\n  {why}", case.kind, case.written));
        }
    }
    (kinds, differing)
}

/// At least 995 of 1,000 cases agree; a kind may differ in two, of what ptxas only takes by accident.
fn assert_alike(table: &str) {
    let (kinds, differing) = compared(table);
    let all: usize = kinds.values().map(|[_, all]| all).sum();
    let differing = (differing.len(), differing.join("\n"));
    println!("{} of {all} modules differ", differing.0);
    assert!(all > 0 && differing.0 * 200 <= all, "{} of {all}:\n{}", differing.0, differing.1);
    for (kind, [agree, all]) in kinds {
        assert!(all - agree <= 2 + all / 50, "{kind}: {agree} of {all}\n{}", differing.1);
    }
}

#[test]
fn modules_are_taken_and_refused_as_by_ptxas_and_a_driver() {
    assert_alike(include_str!("acceptance.tsv"));
}

#[test]
fn other_modules_are_taken_and_refused_as_by_this_ptxas() {
    if !is_long() {
        return;
    }
    let Ok(ptxas) = Search::new().tool(&PTXAS) else {
        eprintln!("skipped: there is no ptxas");
        return;
    };
    let version = Command::new(&ptxas).arg("--version").output().unwrap();
    if !String::from_utf8_lossy(&version.stdout).contains("release 13.0") {
        eprintln!("skipped: {} isn't of CUDA 13.0", ptxas.display());
        return;
    }
    let generator =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../xtask/differential/generators/acceptance.py");
    let python = std::env::var_os("PYTHON").unwrap_or_else(|| "python3".into());
    let output = Command::new(python)
        .args(["-B", generator])
        .arg(ptxas)
        .args(["1", "4", "60"])
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_alike(&String::from_utf8_lossy(&output.stdout));
}
