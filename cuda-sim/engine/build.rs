//! Generates the instruction set from `src/forms/*.txt`, whose syntax `src/forms.rs` describes: opcodes, modifiers, forms,
//! and special registers.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::error::Error;
use std::fmt::Write;
use std::path::Path;

#[path = "src/forms/class.rs"]
mod class;

use class::Class;

/// The files, in the order of an opcode's forms.
const FILES: [&str; 8] =
    ["arithmetic", "memory", "bulk", "warp", "matrix", "control", "texture", "video"];

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// A modifier, or several that come together, and what it needs.
#[derive(Clone)]
struct Choice {
    words: Vec<String>,
    needs: String,
}

#[derive(Default)]
struct Table {
    /// For each opcode, the expressions of its forms.
    forms: BTreeMap<String, Vec<String>>,
    words: BTreeSet<String>,
    /// Expressions of the groups of modifiers, each with its index.
    groups: BTreeMap<String, usize>,
    /// Expressions of facts.
    facts: Vec<String>,
    lowerings: BTreeSet<String>,
    /// Expressions of the handlers of elementwise forms, each with its index.
    handlers: BTreeMap<String, usize>,
    sets: HashMap<String, Vec<Choice>>,
    /// Modifiers that need something wherever they are.
    needs: Vec<String>,
    specials: BTreeMap<String, String>,
}

fn main() -> Result<()> {
    let mut table = Table::default();
    for file in FILES {
        let path = format!("src/forms/{file}.txt");
        println!("cargo::rerun-if-changed={path}");
        for (index, line) in std::fs::read_to_string(&path)?.lines().enumerate() {
            let place = format!("{path}:{}", index + 1);
            let line = line.split("//").next().unwrap_or("").trim();
            table.read(line, &place).map_err(|error| format!("{place}: {error}"))?;
        }
    }
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/forms/class.rs");
    let directory = std::env::var_os("OUT_DIR").ok_or("Cargo sets OUT_DIR")?;
    std::fs::write(Path::new(&directory).join("forms.rs"), table.generated()?)?;
    std::fs::write(Path::new(&directory).join("handlers.rs"), table.generated_handlers()?)?;
    Ok(())
}

impl Table {
    fn read(&mut self, line: &str, place: &str) -> Result<()> {
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        if first.is_empty() {
            return Ok(());
        }
        if first == ">" {
            return self.read_facts(rest.trim(), place);
        }
        if let Some(set) = first.strip_prefix('$') {
            let (_, words) = line.split_once('=').ok_or("a set has an equals sign")?;
            let choices = self.choices(words.trim())?;
            self.sets.insert(set.to_owned(), choices);
            return Ok(());
        }
        if let Some(word) = first.strip_prefix('.') {
            let word = self.word(word);
            let needs = needs(rest.trim().strip_prefix('@').ok_or("expected what it needs")?)?;
            self.needs.push(format!("({word}, {needs})"));
            return Ok(());
        }
        if first.starts_with('%') {
            return self.read_specials(first, rest);
        }
        self.read_form(first, rest)
    }

    fn read_facts(&mut self, text: &str, place: &str) -> Result<()> {
        let (facts, reason) = text.split_once(" : ").unwrap_or((text, ""));
        let mut words = facts.split_whitespace();
        let lowering = words.next().ok_or("expected a lowering")?;
        self.lowerings.insert(lowering.to_owned());
        let (mut first, mut kind, mut event) = ("Written", "None".to_owned(), "Nothing");
        let (mut may_wait, mut takes_policy) = (false, false);
        for word in words {
            match word.split_once('=') {
                Some(("first", name)) => first = name,
                Some(("kind", name)) => kind = format!("Some(InstructionKind::{name})"),
                Some(("race", name)) => event = name,
                None if word == "waits" => may_wait = true,
                None if word == "policy" => takes_policy = true,
                _ => return Err(format!("there is no fact {word:?}").into()),
            }
        }
        // A compiler's message shows the place.
        self.facts.push(format!(
            "/* {place} */ Facts {{ lowering: Lowering::{lowering}, reason: {reason:?}, first: First::{first}, kind: {kind}, race_event: RaceEvent::{event}, may_wait: {may_wait}, takes_policy: {takes_policy} }}"
        ));
        Ok(())
    }

    fn read_specials(&mut self, names: &str, text: &str) -> Result<()> {
        let mut words = text.split_whitespace().peekable();
        let vector = words.next_if_eq(&"v4").is_some();
        let widths = words.next().ok_or("expected widths")?;
        let widths = if widths == "pred" { String::new() } else { widths.replace('|', ", ") };
        let needs = needs(words.next().unwrap_or("").trim_start_matches('@'))?;
        for name in names.split('|') {
            let special =
                format!("Special {{ widths: &[{widths}], vector: {vector}, needs: {needs} }}");
            self.specials.insert(name.to_owned(), special);
        }
        Ok(())
    }

    fn read_form(&mut self, names: &str, text: &str) -> Result<()> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let mut parts = words.split(|word| *word == ":");
        let mut part = || parts.next().unwrap_or_default();
        let (modifiers, operands, form_needs, handlers) = (part(), part(), part(), part());
        let form_needs = form_needs.first().map_or("", |needs| needs.trim_start_matches('@'));
        let form_needs = needs(form_needs)?;
        let facts = self.facts.len().checked_sub(1).ok_or("expected a line of facts before it")?;
        let mut groups = String::new();
        let mut types = Vec::new();
        for word in modifiers.iter().filter(|word| **word != "...") {
            let inner = word.strip_prefix('[').and_then(|word| word.strip_suffix(']'));
            if types.is_empty() {
                types = self
                    .choices(inner.unwrap_or(word))?
                    .into_iter()
                    .flat_map(|choice| choice.words)
                    .collect();
                types.retain(|word| Class::of(word) == Class::Type);
            }
            let group = self.group(inner.is_none(), inner.unwrap_or(word))?;
            write!(groups, "&GROUPS[{group}], ")?;
        }
        let own = if handlers.is_empty() { &[][..] } else { operands };
        let types_of_operands: String =
            own.iter().map(|operand| format!("{}, ", self.operand_type(operand))).collect();
        let names: Vec<&str> = names.split('|').collect();
        for (index, name) in names.iter().enumerate() {
            let handler = self.handler(handlers, &types, (index, names.len()))?;
            let mut name = name.split('.');
            let opcode = name.next().unwrap_or("");
            let name: String = name.map(|word| format!("{}, ", self.word(word))).collect();
            let form = format!(
                "Form {{ name: &[{name}], any: {}, groups: &[{groups}], operands: &{operands:?}, needs: {form_needs}, facts: &FACTS[{facts}], handler: {handler}, operand_types: &[{types_of_operands}] }}",
                modifiers.contains(&"..."),
            );
            self.forms.entry(opcode.to_owned()).or_default().push(form);
        }
        Ok(())
    }

    /// Returns the expression of the type of an elementwise form's operand.
    fn operand_type(&mut self, operand: &str) -> String {
        let operand = operand.trim_start_matches('=');
        match operand.split(':').next().unwrap_or(operand) {
            "T" => "OperandType::First".to_owned(),
            "U" => "OperandType::Second".to_owned(),
            "W" => "OperandType::Wide".to_owned(),
            "p" => format!("OperandType::Of({})", self.word("pred")),
            ty => format!("OperandType::Of({})", self.word(ty)),
        }
    }

    /// Returns the index of the handlers of the form of one of several names; 0 if it has none.
    fn handler(
        &mut self,
        handlers: &[&str],
        types: &[String],
        (index, count): (usize, usize),
    ) -> Result<usize> {
        if handlers.is_empty() {
            return Ok(0);
        }
        let mut types = types.to_vec();
        let mut text = String::new();
        for handler in handlers {
            let mut conditions: Vec<&str> = handler.split(':').collect();
            let names: Vec<&str> = conditions.pop().unwrap_or("").split('|').collect();
            let name = match names.as_slice() {
                [name] => name,
                names if names.len() == count => names[index],
                _ => return Err(format!("expected {count} handlers, not {handler}").into()),
            };
            let is_rare = conditions.pop_if(|condition| *condition == "rare").is_some();
            let own;
            let (condition, types) = match conditions.as_slice() {
                [] => (String::new(), &types),
                ["plain"] => ("if y == 0 ".to_owned(), &types),
                ["ftz"] => ("if y == FTZ ".to_owned(), &types),
                [ty] if Class::of(ty) == Class::Type => {
                    types.retain(|other| other != ty);
                    own = vec![(*ty).to_owned()];
                    (format!("if ty == Type::{} ", variant(ty)), &own)
                }
                [word] => (format!("if i.has({}) ", self.word(word)), &types),
                _ => return Err(format!("{handler} has several conditions").into()),
            };
            let otherwise = if condition.is_empty() { "" } else { " else " };
            write!(text, "{condition}{{ {} }}{otherwise}", by_type(name, is_rare, types)?)?;
        }
        let next = self.handlers.len() + 1;
        Ok(*self.handlers.entry(text).or_insert(next))
    }

    /// Returns the index of a group of modifiers.
    fn group(&mut self, required: bool, text: &str) -> Result<usize> {
        let choices = self.choices(text)?;
        let mut all = String::new();
        let mut is_type = false;
        for Choice { words, needs } in &choices {
            let mut pairs = String::new();
            for word in words {
                let class = Class::of(word);
                is_type |= class == Class::Type;
                write!(pairs, "({}, Class::{class:?}), ", self.word(word))?;
            }
            write!(all, "Choice {{ words: &[{pairs}], needs: {needs} }}, ")?;
        }
        let group =
            format!("Group {{ required: {required}, is_type: {is_type}, choices: &[{all}] }}");
        let next = self.groups.len();
        Ok(*self.groups.entry(group).or_insert(next))
    }

    fn choices(&self, text: &str) -> Result<Vec<Choice>> {
        let mut all = Vec::new();
        for each in text.split('|') {
            let (words, own) = each.split_once('@').unwrap_or((each, ""));
            let own = needs(own)?;
            let Some(set) = words.strip_prefix('$') else {
                let expanded = expanded(words)?.into_iter();
                all.extend(expanded.map(|words| Choice { words, needs: own.clone() }));
                continue;
            };
            for choice in self.sets.get(set).ok_or_else(|| format!("there is no set ${set}"))? {
                let mut choice = choice.clone();
                if own != "Needs::NOTHING" {
                    choice.needs = own.clone();
                }
                all.push(choice);
            }
        }
        Ok(all)
    }

    /// Returns the expression of a modifier.
    fn word(&mut self, word: &str) -> String {
        self.words.insert(word.to_owned());
        format!("Modifier::{}", variant(word))
    }

    fn generated(&self) -> Result<String> {
        let mut text = String::new();
        let opcodes: Vec<&str> = self.forms.keys().map(String::as_str).collect();
        let words: Vec<&str> = self.words.iter().map(String::as_str).collect();
        write_names(&mut text, "Opcode", "The word before an instruction's first dot.", &opcodes)?;
        write_names(&mut text, "Modifier", "A word after a dot of an instruction.", &words)?;
        let lowerings =
            self.lowerings.iter().map(|name| format!("    {name},\n")).collect::<String>();
        write!(
            text,
            "/// The method that lowers an instruction.\n#[derive(Clone, Copy, Debug, PartialEq, Eq)]\npub enum Lowering {{\n{lowerings}}}\n"
        )?;
        let mut groups: Vec<_> = self.groups.iter().collect();
        groups.sort_by_key(|(_, index)| **index);
        let groups: Vec<&str> = groups.into_iter().map(|(group, _)| group.as_str()).collect();
        let facts: Vec<&str> = self.facts.iter().map(String::as_str).collect();
        let needs: Vec<&str> = self.needs.iter().map(String::as_str).collect();
        let specials = self.specials.iter().map(|(name, special)| format!("({name:?}, {special})"));
        let specials: Vec<String> = specials.collect();
        let specials: Vec<&str> = specials.iter().map(String::as_str).collect();
        write_array(&mut text, "GROUPS", "Group", &groups)?;
        write_array(&mut text, "FACTS", "Facts", &facts)?;
        write_array(&mut text, "NEEDS", "(Modifier<'static>, Needs)", &needs)?;
        write_array(&mut text, "SPECIALS", "(&str, Special)", &specials)?;
        writeln!(
            text,
            "#[allow(clippy::too_many_lines, reason = \"generated\")]\nfn forms(opcode: Opcode<'_>) -> &'static [Form] {{\n    match opcode {{"
        )?;
        for (opcode, forms) in &self.forms {
            let forms = forms.join(",\n            ");
            writeln!(
                text,
                "        Opcode::{} => {{\n            static FORMS: &[Form] = &[{forms}];\n            FORMS\n        }}",
                variant(opcode)
            )?;
        }
        writeln!(text, "        Opcode::Unknown(_) => &[],\n    }}\n}}")?;
        Ok(text)
    }

    fn generated_handlers(&self) -> Result<String> {
        let mut arms = String::new();
        for (handler, index) in &self.handlers {
            writeln!(arms, "        {index} => {handler},")?;
        }
        Ok(format!(
            "use crate::code::Handler;\n\
             use crate::code::level::Level;\n\
             use crate::forms::Modifier;\n\
             use crate::numbers::half::{{bf16, f16}};\n\
             use crate::numbers::lane::Packed2;\n\
             use crate::ops::{{self, FTZ, rare}};\n\
             use crate::ptx::{{Instruction, Type}};\n\n\
             /// Returns the handler of an elementwise instruction of this first type, with these flags.\n\
             #[allow(clippy::too_many_lines, reason = \"generated\")]\n\
             pub fn handler(i: &Instruction<'_>, ty: Type, y: u32, level: Level) -> Option<Handler> {{\n    \
             Some(match i.form?.handler {{\n{arms}        _ => return None,\n    }})\n}}\n"
        ))
    }
}

/// Returns the expression of a handler for the form's first type.
fn by_type(name: &str, is_rare: bool, types: &[String]) -> Result<String> {
    let mut arms: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let level = if is_rare { "rare" } else { "level.of" };
    for ty in types {
        let op = op(name, ty)?;
        arms.entry(format!("{level}::<{op}>()"))
            .or_default()
            .push(format!("Type::{}", variant(ty)));
    }
    let arms =
        arms.into_iter().map(|(handler, types)| format!("{} => {handler}, ", types.join(" | ")));
    Ok(format!("match ty {{ {}_ => return None }}", arms.collect::<String>()))
}

/// Returns the type that implements `Op`: of arguments, `T` is the host's type for `ty`, `B` that of bits as wide, and
/// `E` that of an element.
fn op(name: &str, ty: &str) -> Result<String> {
    let Some((name, arguments)) = name.strip_suffix('>').and_then(|name| name.split_once('<'))
    else {
        return Ok(format!("ops::{name}"));
    };
    let element = ty.trim_end_matches("x2");
    let element = match element.split_at(1) {
        ("b", bits) if !bits.starts_with('f') => format!("u{bits}"),
        ("s", bits) => format!("i{bits}"),
        _ => element.to_owned(),
    };
    let bits = format!("u{}", element.trim_start_matches(|c: char| c.is_ascii_alphabetic()));
    let is_pair = ty.ends_with("x2") && !ty.starts_with(['u', 's']);
    let whole = if is_pair { format!("Packed2<{element}>") } else { element.clone() };
    let arguments = arguments.split(',').map(|argument| match argument {
        "T" => Ok(whole.clone()),
        "B" => Ok(bits.clone()),
        "E" => Ok(element.clone()),
        "true" | "false" => Ok(argument.to_owned()),
        argument => op(argument, ty),
    });
    Ok(format!("ops::{name}<{}>", arguments.collect::<Result<Vec<_>>>()?.join(", ")))
}

/// Writes the enumeration of names, which are in order.
fn write_names(text: &mut String, ty: &str, doc: &str, names: &[&str]) -> Result<()> {
    let mut variants = BTreeMap::new();
    for name in names {
        if let Some(other) = variants.insert(variant(name), name) {
            return Err(format!("{name} and {other} would have the same name").into());
        }
    }
    let mut declared = String::new();
    let mut arms = String::new();
    let mut table = Vec::new();
    for name in names {
        let variant = variant(name);
        writeln!(declared, "    /// `{name}`\n    {variant},")?;
        writeln!(arms, "            {ty}::{variant} => {name:?},")?;
        table.push(format!("({name:?}, {ty}::{variant})"));
    }
    let table: Vec<&str> = table.iter().map(String::as_str).collect();
    write!(
        text,
        "/// {doc}\n#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]\npub enum {ty}<'a> {{\n{declared}    /// Any other.\n    Unknown(&'a str),\n}}\n\n\
         impl<'a> {ty}<'a> {{\n    /// Returns it as PTX has it.\n    #[allow(clippy::too_many_lines, reason = \"generated\")]\n    pub fn name(self) -> &'a str {{\n        match self {{\n{arms}            {ty}::Unknown(name) => name,\n        }}\n    }}\n}}\n"
    )?;
    write_array(text, &format!("{}S", ty.to_uppercase()), &format!("(&str, {ty}<'static>)"), &table)
}

fn write_array(text: &mut String, name: &str, ty: &str, elements: &[&str]) -> Result<()> {
    writeln!(
        text,
        "static {name}: [{ty}; {}] = [\n    {},\n];",
        elements.len(),
        elements.join(",\n    ")
    )?;
    Ok(())
}

/// Returns the name of a word's variant, such as `SharedCluster` for `shared::cluster`, `L2_64B`, and `Dim2d` for `2d`.
fn variant(word: &str) -> String {
    let mut name = if word.starts_with(|c: char| c.is_ascii_digit()) {
        "Dim".to_owned()
    } else {
        String::new()
    };
    for part in word.split([':', '_']).filter(|part| !part.is_empty()) {
        let is_digit = |c: char| c.is_ascii_digit();
        if name.ends_with(is_digit) && part.starts_with(is_digit) {
            name.push('_');
        }
        let (first, rest) = part.split_at(1);
        name += &first.to_ascii_uppercase();
        name += rest;
    }
    name
}

/// Returns the expression of what something needs.
fn needs(text: &str) -> Result<String> {
    let (own, until) = text.split_once('<').unwrap_or((text, ""));
    let (version, target) = own.split_once('/').unwrap_or((own, ""));
    let is_own = target.ends_with('a');
    let (version, target) = (version_of(version)?, number(target.trim_end_matches('a'))?);
    let until = match until {
        "" => "None".to_owned(),
        until => {
            let (version, target) = until.split_once('/').unwrap_or((until, ""));
            format!("Some(({}, {}))", version_of(version)?, number(target)?)
        }
    };
    if text.is_empty() {
        return Ok("Needs::NOTHING".to_owned());
    }
    Ok(format!("Needs {{ version: {version}, target: {target}, own: {is_own}, until: {until} }}"))
}

fn version_of(text: &str) -> Result<String> {
    if text.is_empty() {
        return Ok("(0, 0)".to_owned());
    }
    let (major, minor) = text.split_once('.').ok_or_else(|| format!("{text:?} isn't a version"))?;
    Ok(format!("({}, {})", number(major)?, number(minor)?))
}

fn number(text: &str) -> Result<usize> {
    if text.is_empty() {
        return Ok(0);
    }
    text.parse().map_err(|_| format!("{text:?} isn't a number").into())
}

/// Returns the words that come together; for each number of a range in angle brackets.
fn expanded(text: &str) -> Result<Vec<Vec<String>>> {
    let range =
        text.split_once('<').and_then(|(before, rest)| Some((before, rest.split_once('>')?)));
    let Some((before, (range, after))) = range else {
        return Ok(vec![text.split('+').map(str::to_owned).collect()]);
    };
    let bounds: Vec<usize> = range.split(':').map(number).collect::<Result<_>>()?;
    let &[first, last, step] = bounds.as_slice() else {
        return Err(format!("expected first:last:step, not {range}").into());
    };
    let numbers = (first..=last).step_by(step);
    Ok(numbers.map(|number| vec![format!("{before}{number}{after}")]).collect())
}
