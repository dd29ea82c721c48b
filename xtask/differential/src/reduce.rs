//! Reduces a failing program: removes lines as long as it still fails.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use tempfile::TempDir;

use crate::answers::Answer;
use crate::case::Case;
use crate::run::{Device, run};

/// The reference with which a failing program is compared.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Reference {
    /// Nothing: it only has to run.
    None,
    /// Another device.
    Device(Device),
}

/// Returns the shortest PTX that was found for which `device` still returns a wrong result.
pub(crate) fn reduce(
    device: &Device,
    reference: Reference,
    folder: &Path,
    case: &Case,
) -> Result<String> {
    let scratch = TempDir::new()?;
    fs::copy(folder.join(&case.input), scratch.path().join(&case.input))
        .with_context(|| format!("the input of {}", case.name))?;
    let text = fs::read_to_string(folder.join(&case.ptx))?;
    let fails = |lines: &[&str]| -> Result<bool> {
        if !reads_only_written_registers(lines) {
            return Ok(false);
        }
        fs::write(scratch.path().join(&case.ptx), lines.join("\n"))?;
        let answer = |device: &Device| -> Result<Option<Answer>> {
            let mut found = run(device, scratch.path(), std::slice::from_ref(case), None)?;
            Ok(found.remove(&case.name))
        };
        let found = answer(device)?;
        Ok(match reference {
            Reference::None => {
                matches!(found, Some(Answer::Failed(_) | Answer::Hung | Answer::Crashed))
            }
            Reference::Device(other) => {
                let expected = answer(&other)?;
                matches!(expected, Some(Answer::Ran { .. })) && found != expected
            }
        })
    };
    fs::write(scratch.path().join("one.man"), case.line())?;
    let mut lines: Vec<&str> = text.lines().collect();
    if !fails(&lines)? {
        bail!("{} doesn't fail", case.name);
    }
    let mut length = (lines.len() / 4).max(1);
    loop {
        let (mut at, mut shorter) = (0, false);
        while at < lines.len() {
            let end = (at + length).min(lines.len());
            let rest = [&lines[..at], &lines[end..]].concat();
            if fails(&rest)? {
                lines = rest;
                shorter = true;
            } else {
                at += length;
            }
        }
        if length == 1 && !shorter {
            return Ok(lines.join("\n"));
        }
        length = (length / 2).max(1);
    }
}

/// Returns `true` if every register is written before it is read, in the order of the text; otherwise results are
/// undefined.
fn reads_only_written_registers(lines: &[&str]) -> bool {
    let mut written = HashSet::new();
    for line in lines {
        if line.trim_start().starts_with('}') {
            written.clear();
        }
        for statement in line.split(';').map(str::trim) {
            if statement.starts_with(".reg") || statement.starts_with("//") {
                continue;
            }
            let plain = statement.strip_prefix('@').map_or(statement, |guarded| {
                guarded.split_once(' ').map_or("", |(_, rest)| rest).trim()
            });
            let guard = &statement[..statement.len() - plain.len()];
            let (opcode, operands) = plain.split_once(' ').unwrap_or((plain, ""));
            let stores = ["st.", "red.", "bra", "call", "bar", "ret"];
            let all: Vec<&str> = registers(operands).collect();
            let first = if stores.iter().any(|store| opcode.starts_with(store)) {
                0
            } else {
                let end = match operands.strip_prefix('{') {
                    Some(rest) => rest.find('}').map_or(operands.len(), |at| at + 1),
                    None => operands.find(',').unwrap_or(operands.len()),
                };
                registers(&operands[..end]).count()
            };
            let reads = registers(guard).chain(all[first..].iter().copied());
            for register in reads {
                if !written.contains(register) && !is_special(register) {
                    return false;
                }
            }
            written.extend(all[..first].iter().copied());
        }
    }
    true
}

fn registers(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices('%').map(|(at, _)| {
        let rest = &text[at + 1..];
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        &rest[..end]
    })
}

fn is_special(register: &str) -> bool {
    let names = [
        "tid",
        "ntid",
        "ctaid",
        "nctaid",
        "laneid",
        "warpid",
        "nwarpid",
        "smid",
        "nsmid",
        "gridid",
        "clock",
        "clock64",
        "globaltimer",
        "clusterid",
        "nclusterid",
    ];
    names.contains(&register)
        || ["lanemask", "envreg", "cluster_", "total_", "dynamic_"]
            .iter()
            .any(|prefix| register.starts_with(prefix))
}

#[cfg(test)]
mod tests {
    use super::reads_only_written_registers;

    #[test]
    fn programs_that_read_unwritten_registers_are_rejected() {
        let read = |line: &str| {
            reads_only_written_registers(&[".reg .b32 %a, %b;", "mov.u32 %a, %tid.x;", line])
        };
        assert!(read("add.u32 %b, %a, 1;"));
        assert!(read("{ st.global.u32 [0], %a; }"));
        assert!(!read("add.u32 %a, %b, 1;"));
        assert!(!read("@%p bra L;"));
        assert!(!read("st.global.u32 [0], %b;"));
    }
}
