//! Links PTX texts to one text that contains each symbol once.

mod items;
mod runtime;

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::CString;

use cuda_driver_sys::{CUlinkState_st, CUresult};
use parking_lot::Mutex;

use crate::state::error::{INVALID_SOURCE, UNKNOWN};
use crate::state::handles::Object;
use crate::state::module::jit::JitOptions;
use crate::state::module::jit_output::{Output, Report};
use crate::state::module::load_error::LoadError;
pub(crate) use runtime::error_text;

use items::{Item, ItemKind, Linkage, SHARED, items, names_used, renamed, uses, with_directive};
use runtime::DEVICE_RUNTIME;

/// PTX being linked.
#[derive(Debug)]
pub(crate) struct Link {
    pub handle: usize,
    pub context: usize,
    pub parts: Mutex<Vec<Part>>,
    /// The result, which lives as long as the link.
    pub linked: Mutex<Option<CString>>,
    /// The code of the error after which nothing can be added or completed.
    pub failed: Mutex<Option<CUresult>>,
    /// Whether it was completed, after which it takes no more parts.
    pub completed: Mutex<bool>,
    pub options: JitOptions,
    /// The caller's places for what it said so far, and that.
    pub said: Mutex<(Output, Report)>,
}

/// One of the texts.
#[derive(Debug, Clone)]
pub(crate) struct Part {
    /// The caller's name for it.
    pub name: String,
    pub ptx: String,
}

impl Object for Link {
    type Raw = CUlinkState_st;
    const KIND: &'static str = "link";

    fn context(&self) -> usize {
        self.context
    }
}

/// The position of a definition: the part and the item.
type DefinitionPlace = (usize, usize);

/// The symbols that the parts define.
struct Symbols {
    items: Vec<Vec<Item>>,
    /// For each name that is visible to other parts, its definition.
    defined: BTreeMap<String, DefinitionPlace>,
    /// What is wrong, a line each, and the code of the first.
    log: String,
    code: Option<CUresult>,
}

fn is_definition(item: &Item) -> bool {
    match item.kind {
        ItemKind::Function { defined } => defined,
        ItemKind::Variable => item.linkage != Linkage::Extern,
        _ => false,
    }
}

/// Returns the rank of a definition: strong ones take precedence over weak ones, and those over common ones.
fn rank(linkage: Linkage) -> u32 {
    match linkage {
        Linkage::Common => 0,
        Linkage::Weak => 1,
        _ => 2,
    }
}

impl Symbols {
    /// Returns the definitions that kernels and variables use, and those themselves.
    fn reachable(&self, parts: &[Part]) -> BTreeSet<DefinitionPlace> {
        let places = |number: usize| {
            let items = self.items[number].iter().enumerate();
            items.filter(|(_, item)| is_definition(item)).map(move |(index, _)| (number, index))
        };
        let text = |(number, index): DefinitionPlace| {
            &parts[number].ptx[self.items[number][index].text.clone()]
        };
        let is_root = |place: &DefinitionPlace| match self.at(*place).kind {
            ItemKind::Variable => true,
            _ => is_kernel(text(*place)),
        };
        let mut open: Vec<DefinitionPlace> =
            (0..parts.len()).flat_map(places).filter(is_root).collect();
        // Aliases and sections, too, name functions.
        for (number, (part, items)) in parts.iter().zip(&self.items).enumerate() {
            for item in items.iter().filter(|item| item.kind == ItemKind::Other) {
                let used = names_used(&part.ptx[item.text.clone()]);
                open.extend(
                    places(number).filter(|place| used.contains(self.at(*place).name.as_str())),
                );
            }
        }
        let mut reached: BTreeSet<DefinitionPlace> = open.iter().copied().collect();
        while let Some(place) = open.pop() {
            let used = names_used(text(place));
            let used_places =
                places(place.0).filter(|place| used.contains(self.at(*place).name.as_str()));
            let others = used.iter().filter_map(|name| self.defined.get(*name).copied());
            for next in used_places.chain(others).collect::<Vec<_>>() {
                if reached.insert(next) {
                    open.push(next);
                }
            }
        }
        reached
    }

    fn of(parts: &[Part]) -> Self {
        let items: Vec<Vec<Item>> = parts.iter().map(|part| items(&part.ptx)).collect();
        let mut symbols = Self { items, defined: BTreeMap::new(), log: String::new(), code: None };
        let mut first = BTreeMap::new();
        for part in 0..symbols.items.len() {
            for index in 0..symbols.items[part].len() {
                symbols.specify(parts, (part, index), &mut first);
                symbols.define(parts, (part, index));
            }
        }
        symbols.compare(parts);
        symbols
    }

    fn report(&mut self, code: CUresult, line: &str) {
        self.code.get_or_insert(code);
        self.log += line;
        self.log += "\n";
    }

    /// Adds to the log what is declared otherwise than it is defined, or otherwise than in an earlier part.
    fn compare(&mut self, parts: &[Part]) {
        let mut lines = Vec::new();
        // Where functions without a definition are declared first.
        let mut first: BTreeMap<&str, DefinitionPlace> = BTreeMap::new();
        for (part, (items, of)) in self.items.iter().zip(parts).enumerate() {
            let within = &of.name;
            let declared = items.iter().enumerate();
            for (index, item) in declared.filter(|(_, item)| item.linkage == Linkage::Extern) {
                let Some(&place) = self.defined.get(&item.name) else {
                    let is_compared = matches!(item.kind, ItemKind::Function { .. })
                        && !is_system(&item.name)
                        && is_used(of, item);
                    if is_compared {
                        let definition = *first.entry(&item.name).or_insert((part, index));
                        if self.at(definition).prototype != item.prototype {
                            let (name, before) = (&item.name, &parts[definition.0].name);
                            lines.push((INVALID_SOURCE, format!(
                                "error   : Prototype doesn't match for '{name}' in '{within}', first defined in '{before}'"
                            )));
                        }
                    }
                    continue;
                };
                // Machine code has no prototypes.
                if parts[place.0].ptx == *DEVICE_RUNTIME {
                    continue;
                }
                let (known, name) = (self.at(place), &item.name);
                let is_newer = part > place.0;
                let newest = if is_newer { within } else { &parts[place.0].name };
                let defined_in = &parts[place.0].name;
                match (item.kind, known.kind) {
                    // What isn't used is dropped, as on an H200.
                    (ItemKind::Function { .. }, ItemKind::Function { .. })
                        if item.prototype != known.prototype && is_used(of, item) =>
                    {
                        lines.push((INVALID_SOURCE, format!(
                            "error   : Prototype doesn't match for '{name}' in '{newest}', first defined in '{defined_in}'"
                        )));
                    }
                    // As above.
                    (ItemKind::Function { .. }, ItemKind::Variable) if !is_used(of, item) => {}
                    (ItemKind::Variable, ItemKind::Function { .. })
                    | (ItemKind::Function { .. }, ItemKind::Variable) => {
                        let first = if is_newer { defined_in } else { within };
                        lines.push((UNKNOWN, format!(
                            "error   : Memory space doesn't match for '{name}' in '{newest}', first specified in '{first}'"
                        )));
                    }
                    _ => {}
                }
            }
        }
        for (code, line) in lines {
            self.report(code, &line);
        }
    }

    /// Reports a variable whose state space or size isn't that of the first one of this name in another part. Sizes that
    /// aren't specified agree with each other, and common variables grow.
    fn specify(
        &mut self,
        parts: &[Part],
        place: DefinitionPlace,
        first: &mut BTreeMap<String, DefinitionPlace>,
    ) {
        let item = self.at(place);
        if item.kind != ItemKind::Variable || item.linkage == Linkage::Internal {
            return;
        }
        let Some(&before) = first.get(&item.name) else {
            first.insert(item.name.clone(), place);
            return;
        };
        let (name, known) = (item.name.clone(), self.at(before));
        let sizes = (item.size, known.size);
        let grows = (item.linkage, known.linkage) == (Linkage::Common, Linkage::Common);
        let differ = [
            ("Memory space", item.space != known.space),
            ("Size", sizes.0 != sizes.1 && sizes.0 != 0 && sizes.1 != 0 && !grows),
        ];
        if sizes.1 == 0 {
            first.insert(name.clone(), place);
        }
        if place.0 == before.0 {
            return;
        }
        let (within, specified) = (&parts[place.0].name, &parts[before.0].name);
        for (property, _) in differ.into_iter().filter(|(_, differs)| *differs) {
            self.report(INVALID_SOURCE, &format!(
                "error   : {property} doesn't match for '{name}' in '{within}', first specified in '{specified}'"
            ));
        }
    }

    fn at(&self, (part, index): DefinitionPlace) -> &Item {
        &self.items[part][index]
    }

    fn define(&mut self, parts: &[Part], place: DefinitionPlace) {
        let item = self.at(place);
        if !is_definition(item) || item.linkage == Linkage::Internal {
            return;
        }
        let name = item.name.clone();
        let Some(&before) = self.defined.get(&name) else {
            self.defined.insert(name, place);
            return;
        };
        let earlier = self.at(before);
        let is_greater = (rank(item.linkage), item.size) > (rank(earlier.linkage), earlier.size);
        let is_common = item.linkage == Linkage::Common;
        if rank(earlier.linkage) == 2 && (rank(item.linkage) == 2 || is_common) {
            let (within, first) = (&parts[place.0].name, &parts[before.0].name);
            self.report(INVALID_SOURCE, &format!(
                "error   : Multiple definition of '{name}' in '{within}', first defined in '{first}'"
            ));
        } else if is_greater && (rank(item.linkage) != rank(earlier.linkage) || is_common) {
            self.defined.insert(name, place);
        }
    }
}

impl Link {
    /// Adds what was said of a step, and writes all of it.
    ///
    /// # Safety
    /// The caller's arrays and buffers are there as long as the link, if it wants something.
    pub(crate) unsafe fn say(&self, report: Report) {
        let mut said = self.said.lock();
        let (output, all) = &mut *said;
        all.infos += &report.infos;
        all.errors += &report.errors;
        all.time += report.time;
        // SAFETY: the caller guarantees it.
        unsafe { output.write(all) };
    }

    /// Adds what this device has of an archive of machine code, which many programs link and few use. The end of the link
    /// names what is missing.
    pub(crate) fn use_device_runtime(&self) {
        let mut parts = self.parts.lock();
        if parts.iter().all(|part| part.ptx != *DEVICE_RUNTIME) {
            parts.push(Part { name: "libcudadevrt.a".to_owned(), ptx: DEVICE_RUNTIME.clone() });
        }
    }

    /// Returns the error for symbols that are defined twice, or not as declared, which is final, and its log.
    pub(crate) fn conflicts(&self) -> Option<(CUresult, String)> {
        let parts = self.parts.lock();
        if parts.len() < 2 {
            return None;
        }
        let symbols = Symbols::of(&parts);
        Some((symbols.code?, symbols.log))
    }

    /// Returns the log of symbols that no part defines, but something uses: a variable is always used, a function by what a kernel
    /// calls, or by the value of a variable.
    pub(crate) fn missing(&self) -> String {
        let parts = self.parts.lock();
        let symbols = Symbols::of(&parts);
        let reachable = symbols.reachable(&parts);
        let mut log = String::new();
        // Shared memory whose size isn't declared first is what a launch adds; nothing defines it.
        let mut dynamic = BTreeMap::new();
        // Each is named once, with the first part that uses it.
        let mut reported = BTreeSet::new();
        for (number, (part, items)) in parts.iter().zip(&symbols.items).enumerate() {
            let used: BTreeSet<&str> = items
                .iter()
                .enumerate()
                .filter(|(index, _)| reachable.contains(&(number, *index)))
                .flat_map(|(_, item)| {
                    // A declaration alone is no use of what it declares.
                    let names = names_used(&part.ptx[item.text.clone()]).into_iter();
                    names.filter(move |name| *name != item.name)
                })
                .collect();
            for item in items {
                if item.space == Some(SHARED)
                    && *dynamic.entry(&item.name).or_insert(item.size == 0)
                {
                    continue;
                }
                let is_missing = item.linkage == Linkage::Extern
                    && !symbols.defined.contains_key(&item.name)
                    && !is_system(&item.name)
                    && match item.kind {
                        ItemKind::Variable => {
                            used.contains(item.name.as_str())
                                || ![".texref", ".surfref"]
                                    .iter()
                                    .any(|word| uses(&part.ptx[item.text.clone()], word))
                        }
                        ItemKind::Function { .. } => used.contains(item.name.as_str()),
                        _ => false,
                    };
                if is_missing && reported.insert(&item.name) {
                    log += &format!(
                        "error   : Undefined reference to '{}' in '{}'\n",
                        item.name, part.name
                    );
                }
            }
        }
        log
    }

    /// Returns all parts as one module, with the newest header and each symbol's prevailing definition; local symbols
    /// of a part get unique names.
    pub(crate) fn text(&self) -> String {
        let parts = self.parts.lock();
        if parts.is_empty() {
            return ".version 6.0\n.target sm_50\n.address_size 64\n".to_owned();
        }
        let symbols = Symbols::of(&parts);
        let reachable = symbols.reachable(&parts);
        // What something refers to is declared before: functions, variables, and those whose initial values may be addresses.
        let mut declarations = header(&parts, &symbols.items);
        let (mut plain, mut pointing, mut functions) =
            (String::new(), String::new(), String::new());
        let most = self.options.max_registers;
        let limit = most.map(|most| format!(".maxnreg {most}"));
        let all = symbols.items.iter().flatten();
        let external: BTreeSet<_> =
            all.filter(|item| item.linkage == Linkage::Extern).map(|item| &item.name).collect();
        let mut internal = BTreeSet::new();
        let mut declared = BTreeSet::new();
        let mut prototypes = BTreeMap::new();
        for (number, (part, items)) in parts.iter().zip(&symbols.items).enumerate() {
            let internal_items = items.iter().filter(|item| {
                item.linkage == Linkage::Internal && !item.name.is_empty() && is_definition(item)
            });
            let mut names = BTreeMap::new();
            for item in internal_items {
                let is_taken =
                    symbols.defined.contains_key(&item.name) || external.contains(&item.name);
                if is_taken || !internal.insert(item.name.clone()) {
                    names.insert(item.name.clone(), format!("{}${number}", item.name));
                }
            }
            for (index, item) in items.iter().enumerate() {
                let is_function = matches!(item.kind, ItemKind::Function { .. });
                let is_dropped = match item.kind {
                    // Nothing calls it, so it may call what isn't there.
                    ItemKind::Function { defined: true } => !reachable.contains(&(number, index)),
                    _ => is_function && item.linkage == Linkage::Extern && !is_used(part, item),
                };
                let counts = match item.kind {
                    ItemKind::Header => false,
                    _ if is_dropped => false,
                    ItemKind::Function { .. } | ItemKind::Variable
                        if item.linkage == Linkage::Internal =>
                    {
                        true
                    }
                    ItemKind::Function { .. } | ItemKind::Variable if is_definition(item) => {
                        symbols.defined.get(&item.name) == Some(&(number, index))
                    }
                    // Its definition is declared, from which a declaration that isn't used may differ. Others may be
                    // declared any number of times, in one way; a variable only once.
                    ItemKind::Function { defined: false } => {
                        !symbols.defined.contains_key(&item.name) && {
                            let prototype = prototypes.entry(&item.name).or_insert(&item.prototype);
                            *prototype == &item.prototype
                        }
                    }
                    ItemKind::Variable => {
                        !symbols.defined.contains_key(&item.name)
                            && declared.insert(item.name.clone())
                    }
                    ItemKind::Function { .. } => true,
                    // Numbers of files are those of the first part.
                    ItemKind::Other => {
                        number == 0 || !part.ptx[item.text.clone()].starts_with(".file")
                    }
                };
                if counts {
                    let text = renamed(&part.ptx[item.text.clone()], &names);
                    let section = match item.kind {
                        ItemKind::Function { defined: true } | ItemKind::Other => &mut functions,
                        ItemKind::Variable if text.contains('=') => &mut pointing,
                        ItemKind::Variable => &mut plain,
                        _ => &mut declarations,
                    };
                    *section += &match &limit {
                        Some(limit) => with_directive(&text, limit),
                        None => text.clone(),
                    };
                    *section += "\n";
                    if let ItemKind::Function { defined: true } = item.kind
                        && let Some((mut head, _)) = text.split_once('{')
                    {
                        if head.contains(".entry") {
                            // What follows its parameters belongs to the definition.
                            let end = head.rfind(')').filter(|_| external.contains(&item.name));
                            head = end.map_or("", |end| &head[..=end]);
                        }
                        if !head.is_empty() {
                            declarations += head.trim_end();
                            declarations += ";\n";
                        }
                    }
                }
            }
        }
        declarations + &plain + &pointing + &functions
    }
}

/// Returns the text of parts that a program has for its driver to link, with the device's runtime.
pub(super) fn linked(parts: Vec<String>) -> Result<String, LoadError> {
    let parts = parts
        .into_iter()
        .enumerate()
        .map(|(number, ptx)| Part { name: format!("file {number}"), ptx });
    let link = Link {
        handle: 0,
        context: 0,
        parts: Mutex::new(parts.collect()),
        linked: Mutex::default(),
        failed: Mutex::default(),
        completed: Mutex::default(),
        options: JitOptions::default(),
        said: Mutex::default(),
    };
    link.use_device_runtime();
    if let Some((code, log)) = link.conflicts() {
        return Err(LoadError::new(code, log));
    }
    match link.missing() {
        missing if missing.is_empty() => Ok(link.text()),
        missing => Err(LoadError::new(INVALID_SOURCE, missing)),
    }
}

/// Returns `true` if a part mentions an item elsewhere than where it declares it.
fn is_used(part: &Part, item: &Item) -> bool {
    items(&part.ptx).iter().any(|other| {
        let is_declaration = other.name == item.name && !is_definition(other);
        !is_declaration && uses(&part.ptx[other.text.clone()], &item.name)
    })
}

/// Returns `true` for the text of a kernel.
fn is_kernel(text: &str) -> bool {
    uses(text.split('{').next().unwrap_or_default(), ".entry")
}

/// Returns `true` for symbols that the device itself defines.
fn is_system(name: &str) -> bool {
    matches!(
        name,
        "vprintf"
            | "malloc"
            | "free"
            | "__assertfail"
            | "__assert_fail"
            | "__cudaSimRuntime"
            | "__cudaCDP2GetParameterBufferV2"
            | "__cudaCDP2LaunchDeviceV2"
            | "__cudaCDP2LaunchDeviceV2_ptsz"
            | "__cudaCDP2GetLastError"
            | "__cudaCDP2PeekAtLastError"
    ) || name.starts_with("cuda")
}

/// Returns the newest of each header line.
fn header(parts: &[Part], items: &[Vec<Item>]) -> String {
    let newest = |directive: &str| {
        let headers = parts.iter().zip(items).flat_map(|(part, items)| {
            let headers = items.iter().filter(|item| item.kind == ItemKind::Header);
            headers.map(|item| &part.ptx[item.text.clone()])
        });
        let number = |line: &str| -> Option<u32> {
            let digits: String = line.chars().filter(char::is_ascii_digit).collect();
            digits.parse().ok()
        };
        headers.filter(|line| line.starts_with(directive)).max_by_key(|line| number(line))
    };
    let lines = [".version", ".target", ".address_size"];
    let lines = lines.into_iter().filter_map(newest);
    lines.flat_map(|line| [line, "\n"]).collect()
}
