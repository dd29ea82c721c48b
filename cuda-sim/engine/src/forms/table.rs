//! Reads the table.
//!
//! A line is a form: the opcode (with the words after it that are part of its name, in their order), its modifiers, and after colons its operands and what it needs. Modifiers in brackets
//! are optional, `a|b` are alternatives, `a+b` come together in this order, `$name` is a set of another line, and
//! `a<8:32:8>b` is `a8b`, `a16b` and so on up to `a32b`. `@7.0/80` after a modifier
//! or a form is the PTX version and the target that it needs; either may be missing, and `90a` is that target
//! or a newer one with a letter. `...` are any modifiers. `@6.0/70<6.3/70` is gone from the last two on. A
//! line `.word @…` says what a modifier needs wherever it is. The order of modifiers doesn't matter, except of types and
//! layouts.

use crate::ptx::Module;
use std::collections::HashMap;
use std::sync::LazyLock;

const TEXT: &[&str] = &[
    include_str!("arithmetic.txt"),
    include_str!("memory.txt"),
    include_str!("bulk.txt"),
    include_str!("warp.txt"),
    include_str!("matrix.txt"),
    include_str!("control.txt"),
    include_str!("texture.txt"),
    include_str!("video.txt"),
];

/// A form of an instruction.
#[derive(Debug)]
pub struct Form {
    /// The words after the opcode that are part of its name.
    pub name: Vec<&'static str>,
    /// Whether it may have any modifiers.
    pub any: bool,
    /// Its modifiers.
    pub groups: Vec<Group>,
    /// Its operands, as `operands.rs` reads them.
    pub operands: Vec<&'static str>,
    /// What it needs.
    pub needs: Needs,
}

/// Modifiers of which an instruction has one, or at most one.
#[derive(Debug)]
pub struct Group {
    pub required: bool,
    pub choices: Vec<Choice>,
}

/// A modifier, or several that come together.
#[derive(Clone, Debug)]
pub struct Choice {
    /// Each with its [`class`].
    pub words: Vec<(&'static str, u8)>,
    pub needs: Needs,
}

impl Group {
    /// Returns `true` if it is a type.
    pub fn is_type(&self) -> bool {
        let words = self.choices.iter().flat_map(|of| &of.words);
        words.into_iter().any(|(_, class)| *class == 1)
    }

    /// Returns its alternatives.
    pub fn written(&self) -> String {
        let words = self
            .choices
            .iter()
            .map(|of| of.words.iter().map(|(word, _)| format!(".{word}")).collect::<String>());
        words.collect::<Vec<_>>().join("/")
    }
}

/// The version and the target that something needs; 0 for any.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Needs {
    version: (u32, u32),
    target: u32,
    /// Whether it must be this target with its letter.
    own: bool,
    /// The version, and the target, from which both on it is gone.
    until: Option<((u32, u32), u32)>,
}

impl Needs {
    fn read(text: &str) -> Needs {
        let (text, until) = text.split_once('<').unwrap_or((text, ""));
        let (version, target) = text.split_once('/').unwrap_or((text, ""));
        Needs {
            version: read_version(version),
            target: target.trim_end_matches('a').parse().unwrap_or(0),
            own: target.ends_with('a'),
            until: (!until.is_empty()).then(|| {
                let (version, target) = until.split_once('/').unwrap_or((until, ""));
                (read_version(version), target.parse().unwrap_or(0))
            }),
        }
    }

    /// Returns what is missing.
    pub fn unmet(self, module: &Module<'_>) -> Option<String> {
        let found = module.architecture().unwrap_or(0);
        if let Some((version, target)) = self.until
            && module.version >= version
            && found >= target
        {
            let (major, minor) = version;
            return Some(format!(
                "PTX ISA .version before {major}.{minor}, or .target before sm_{target}"
            ));
        }
        // What an architecture alone has, others of its kind may have, too.
        if self.own && !module.target.ends_with(['a', 'f']) {
            return Some(format!(".target sm_{}a", self.target));
        }
        if found < self.target {
            return Some(format!(".target sm_{} or higher", self.target));
        }
        let (major, minor) = self.version;
        (module.version < self.version)
            .then(|| format!("PTX ISA .version {major}.{minor} or later"))
    }
}

fn read_version(text: &str) -> (u32, u32) {
    let (major, minor) = text.split_once('.').unwrap_or(("0", "0"));
    (major.parse().unwrap_or(0), minor.parse().unwrap_or(0))
}

/// A special register.
#[derive(Debug)]
pub struct Special {
    /// The widths in bits of values that it can be read as; none if it is a predicate.
    pub widths: Vec<u32>,
    /// Whether it has four components.
    pub vector: bool,
    /// What it needs.
    pub needs: Needs,
}

struct Table {
    specials: HashMap<&'static str, Special>,
    forms: HashMap<&'static str, Vec<Form>>,
    words: HashMap<&'static str, Needs>,
}

static TABLE: LazyLock<Table> = LazyLock::new(Table::read);

/// Returns the forms of an opcode.
pub fn forms(opcode: &str) -> Option<&'static [Form]> {
    TABLE.forms.get(opcode).map(Vec::as_slice)
}

/// Returns the special register of a name, with its component if it has one.
pub fn special(name: &str) -> Option<&'static Special> {
    let (base, component) = name.split_once('.').unwrap_or((name, ""));
    let special = TABLE.specials.get(base)?;
    (component.is_empty() || special.vector).then_some(special)
}

/// Returns what a modifier needs wherever it is.
pub fn needs_of(word: &str) -> Needs {
    TABLE.words.get(word).copied().unwrap_or_default()
}

/// Returns 1 for types and 2 for layouts, whose order matters; 0 for other modifiers.
pub fn class(word: &str) -> u8 {
    match word {
        "row" | "col" => 2,
        "pred" | "tf32" | "b1" | "s4" | "u4" | "s2" | "u2" | "f64" | "f32" | "f32x2" => 1,
        _ => {
            let digits = word.trim_start_matches(|c: char| c.is_ascii_alphabetic());
            let width =
                matches!(digits, "8" | "16" | "32" | "64" | "128" | "1024" | "16x2" | "8x16");
            let prefix = &word[..word.len() - digits.len()];
            let small = prefix == "e" || prefix == "ue";
            u8::from(
                width && matches!(prefix, "b" | "u" | "s" | "f" | "bf")
                    || small && digits.contains('m'),
            )
        }
    }
}

impl Table {
    fn read() -> Table {
        let mut table =
            Table { specials: HashMap::new(), forms: HashMap::new(), words: HashMap::new() };
        let mut sets: HashMap<&str, Vec<Choice>> = HashMap::new();
        for line in TEXT.iter().flat_map(|text| text.lines()) {
            let line = line.split("//").next().unwrap_or("").trim();
            let Some(first) = line.split_whitespace().next() else {
                continue;
            };
            if let Some(set) = first.strip_prefix('$') {
                let words = line.split_once('=').map_or("", |(_, words)| words);
                let choices = choices(words.trim(), &sets);
                sets.insert(set, choices);
                continue;
            }
            if let Some(word) = first.strip_prefix('.') {
                let needs = line.split_once('@').map_or("", |(_, needs)| needs);
                table.words.insert(word, Needs::read(needs));
                continue;
            }
            if first.starts_with('%') {
                let mut words = line.split_whitespace().skip(1).peekable();
                let vector = words.next_if_eq(&"v4").is_some();
                let widths = words.next().unwrap_or("").split('|');
                let widths: Vec<u32> = widths.filter_map(|width| width.parse().ok()).collect();
                let needs = Needs::read(words.next().unwrap_or("").trim_start_matches('@'));
                for name in first.split('|') {
                    let special = Special { widths: widths.clone(), vector, needs };
                    table.specials.insert(name, special);
                }
                continue;
            }
            let words: Vec<&'static str> = line.split_whitespace().skip(1).collect();
            let mut parts = words.split(|word| *word == ":");
            let mut part = || parts.next().unwrap_or_default();
            let (modifiers, operands, needs) = (part(), part(), part());
            let needs = needs.first().map_or("", |needs| needs.trim_start_matches('@'));
            let groups: Vec<_> = modifiers
                .iter()
                .filter(|word| **word != "...")
                .map(|&word| {
                    let inner = word.strip_prefix('[').and_then(|word| word.strip_suffix(']'));
                    Group {
                        required: inner.is_none(),
                        choices: choices(inner.unwrap_or(word), &sets),
                    }
                })
                .collect();
            for name in first.split('|') {
                let mut name = name.split('.');
                let opcode = name.next().unwrap_or("");
                let name = name.collect();
                let of = table.forms.entry(opcode).or_default();
                of.push(Form {
                    name,
                    any: modifiers.contains(&"..."),
                    groups: groups
                        .iter()
                        .map(|group| Group {
                            required: group.required,
                            choices: group.choices.clone(),
                        })
                        .collect(),
                    operands: operands.to_vec(),
                    needs: Needs::read(needs),
                });
            }
        }
        table
    }
}

fn choices(text: &'static str, sets: &HashMap<&str, Vec<Choice>>) -> Vec<Choice> {
    let mut all = Vec::new();
    for each in text.split('|') {
        let (words, needs) = each.split_once('@').unwrap_or((each, ""));
        match words.strip_prefix('$') {
            Some(set) => {
                for of in sets.get(set).into_iter().flatten() {
                    let mut of = of.clone();
                    if !needs.is_empty() {
                        of.needs = Needs::read(needs);
                    }
                    all.push(of);
                }
            }
            None => all.extend(expanded(words).map(|words| Choice {
                words: words.into_iter().map(|word| (word, class(word))).collect(),
                needs: Needs::read(needs),
            })),
        }
    }
    all
}

/// Returns the words that come together; for each number of a range in angle brackets.
fn expanded(text: &'static str) -> Box<dyn Iterator<Item = Vec<&'static str>>> {
    let Some((before, (range, after))) =
        text.split_once('<').and_then(|(before, rest)| Some((before, rest.split_once('>')?)))
    else {
        return Box::new(std::iter::once(text.split('+').collect()));
    };
    let mut bounds = range.split(':').map(|bound| bound.parse().unwrap_or(1));
    let mut bound = || bounds.next().unwrap_or(1);
    let (first, last, step) = (bound(), bound(), bound());
    let numbers = (first..=last).step_by(step);
    // Kept as long as the table.
    Box::new(numbers.map(move |number: usize| vec![&*format!("{before}{number}{after}").leak()]))
}
