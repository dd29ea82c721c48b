//! Records of a device's results for programs, and their comparison.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use crate::case::Case;
use crate::hash::hash;

/// The result of one program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// The module was rejected, with this result code.
    Refused(u32),
    /// The launch or the kernel failed, with this result code.
    Failed(u32),
    /// It ran: hashes of its output, and of the text that it printed.
    Ran { output: u64, text: u64 },
    /// It didn't end in time.
    Hung,
    /// It ended the process.
    Crashed,
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(code) => write!(f, "refused {code}"),
            Self::Failed(code) => write!(f, "failed {code}"),
            Self::Ran { output, text } if *text == hash(&[]) => write!(f, "ran {output:016x}"),
            Self::Ran { output, text } => write!(f, "ran {output:016x} {text:016x}"),
            Self::Hung => f.write_str("hung"),
            Self::Crashed => f.write_str("crashed"),
        }
    }
}

impl Answer {
    pub(crate) fn parse(text: &str) -> Option<Answer> {
        let words: Vec<&str> = text.split(' ').collect();
        Some(match words.as_slice() {
            ["refused", code] => Self::Refused(code.parse().ok()?),
            ["failed", code] => Self::Failed(code.parse().ok()?),
            ["ran", output] => {
                Self::Ran { output: u64::from_str_radix(output, 16).ok()?, text: hash(&[]) }
            }
            ["ran", output, text] => Self::Ran {
                output: u64::from_str_radix(output, 16).ok()?,
                text: u64::from_str_radix(text, 16).ok()?,
            },
            ["hung"] => Self::Hung,
            ["crashed"] => Self::Crashed,
            _ => return None,
        })
    }
}

/// Results by the names of programs.
pub(crate) type Answers = BTreeMap<String, Answer>;

/// Reads a record: results, each a program's name, a tab and what came of it, some a line with two tabs between them; lines
/// with `#` are comments.
///
/// If a result has a program's mark, the result is that of the program in `marks` with the same mark, whatever its name,
/// because generators may insert programs; results of programs that have changed are dropped.
pub(crate) fn read(path: &Path, marks: &BTreeMap<String, u32>) -> Result<Answers> {
    let text = fs::read_to_string(path).with_context(|| format!("reading {}", path.display()))?;
    let by_mark: HashMap<u32, &String> = marks.iter().map(|(name, mark)| (*mark, name)).collect();
    let mut answers = Answers::new();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    for result in lines.flat_map(|line| line.split("\t\t")) {
        let words: Vec<&str> = result.split('\t').collect();
        let parsed = match words.as_slice() {
            [name, answer] => Answer::parse(answer).map(|answer| (*name, answer, None)),
            [name, answer, mark] => Answer::parse(answer)
                .zip(u32::from_str_radix(mark, 16).ok())
                .map(|(answer, mark)| (*name, answer, Some(mark))),
            _ => None,
        };
        let (name, answer, mark) =
            parsed.with_context(|| format!("{}: {result:?} isn't a result", path.display()))?;
        let name = match mark {
            Some(mark) if marks.get(name) != Some(&mark) => by_mark.get(&mark).copied().cloned(),
            _ => Some(name.to_owned()),
        };
        if let Some(name) = name {
            answers.insert(name, answer);
        }
    }
    Ok(answers)
}

/// The number of results in a line of a record.
const OF_A_LINE: usize = 4;

/// Writes a record with the programs' marks.
pub(crate) fn write(
    path: &Path,
    about: &str,
    answers: &Answers,
    marks: &BTreeMap<String, u32>,
) -> Result<()> {
    let mut text = format!("# {about}\n");
    for (at, (name, answer)) in (1..).zip(answers) {
        let mark = marks.get(name).copied().unwrap_or_default();
        let end = if at % OF_A_LINE == 0 || at == answers.len() { "\n" } else { "\t\t" };
        text += &format!("{name}\t{answer}\t{mark:08x}{end}");
    }
    fs::write(path, text).with_context(|| format!("writing {}", path.display()))
}

/// The comparison of two devices.
#[derive(Debug, Default)]
pub(crate) struct Comparison {
    pub(crate) same: usize,
    /// The number of programs with approximations that differ, which isn't an error.
    pub(crate) approximate: usize,
    /// The number of programs that only one of the records contains.
    pub(crate) missing: usize,
    /// Programs with different results: name, result, and expected result.
    pub(crate) different: Vec<(String, Answer, Answer)>,
}

/// Compares `found` with `expected` for these programs.
pub(crate) fn compare(cases: &[Case], found: &Answers, expected: &Answers) -> Comparison {
    let mut comparison = Comparison::default();
    for case in cases {
        match (found.get(&case.name), expected.get(&case.name)) {
            (Some(answer), Some(expected)) if agree(answer, expected) => comparison.same += 1,
            (Some(Answer::Ran { .. }), Some(Answer::Ran { .. })) if case.approximate => {
                comparison.approximate += 1;
            }
            (Some(answer), Some(expected)) => {
                let difference = (case.name.clone(), answer.clone(), expected.clone());
                comparison.different.push(difference);
            }
            _ => comparison.missing += 1,
        }
    }
    comparison
}

/// Rejected programs agree even if the codes differ.
fn agree(answer: &Answer, expected: &Answer) -> bool {
    match (answer, expected) {
        (Answer::Refused(_), Answer::Refused(_)) => true,
        _ => answer == expected,
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kinds = [
            ("refused here", |found: &Answer, _: &Answer| matches!(found, Answer::Refused(_))),
            ("refused there", |_: &Answer, expected: &Answer| {
                matches!(expected, Answer::Refused(_))
            }),
            ("fail here", |found: &Answer, _: &Answer| matches!(found, Answer::Failed(_))),
            ("fail there", |_: &Answer, expected: &Answer| matches!(expected, Answer::Failed(_))),
            ("hang or crash", |found: &Answer, expected: &Answer| {
                let bad = |answer: &Answer| matches!(answer, Answer::Hung | Answer::Crashed);
                bad(found) || bad(expected)
            }),
            ("differ in what they write or print", |_: &Answer, _: &Answer| true),
        ] as [(&str, fn(&Answer, &Answer) -> bool); 6];
        let mut counts = [0; 6];
        for (_, found, expected) in &self.different {
            if let Some(kind) = kinds.iter().position(|(_, is)| is(found, expected)) {
                counts[kind] += 1;
            }
        }
        writeln!(f, "{:>8} the same", self.same)?;
        writeln!(f, "{:>8} of approximations differ", self.approximate)?;
        for ((name, _), count) in kinds.iter().zip(counts) {
            writeln!(f, "{count:>8} {name}")?;
        }
        writeln!(f, "{:>8} without an answer", self.missing)
    }
}
