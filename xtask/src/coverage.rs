//! `cargo xtask coverage`: lists the wrapper of each driver function.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use serde::Deserialize;
use xtask_print::print;

/// The sources of the wrappers.
const SOURCES: &str = "cuda-driver/src";
/// All functions, with links to their pages.
const FUNCTIONS: &str = "cuda-driver/src/generated/raw.rs";
const REASONS: &str = "xtask/coverage.toml";
/// The prefix of the groups whose functions `cudaProfiler.h` declares.
const PROFILER: &str = "PROFILER";
/// The prefixes of those of `cudaGL.h`, `cudaEGL.h` and `cudaVDPAU.h`.
const GRAPHICS: [&str; 3] = ["GL", "EGL", "VDPAU"];

#[derive(clap::Args)]
pub(crate) struct Options {
    /// Print nothing; fail if a function has neither a wrapper nor a reason
    #[arg(long)]
    check: bool,
}

/// The reasons why functions have no wrapper.
#[derive(Deserialize)]
struct Reasons {
    /// Functions that are best called through `raw`.
    raw: Vec<Reason>,
    /// Functions that aren't wrapped yet.
    #[serde(default)]
    open: Vec<Reason>,
}

#[derive(Deserialize)]
struct Reason {
    /// Names, or prefixes followed by `*`.
    functions: Vec<String>,
    reason: String,
}

/// A driver function under its plain name, with all its ABIs.
struct Function {
    name: String,
    /// The number of functions in the newest headers.
    forms: usize,
    /// NVIDIA's name of the group, such as `MEM`.
    group: String,
}

/// The items with an alias of each C name, such as `Stream::record`.
type Wrappers = BTreeMap<String, BTreeSet<String>>;

pub(crate) fn run(options: &Options) -> Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let read = |path: &str| {
        fs::read_to_string(root.join(path)).with_context(|| format!("cannot read {path}"))
    };
    let functions = functions(&read(FUNCTIONS)?);
    let reasons: Reasons = toml::from_str(&read(REASONS)?).context(REASONS)?;
    let mut wrappers = BTreeMap::new();
    for file in sources(&root.join(SOURCES))? {
        let text = fs::read_to_string(&file)?;
        collect(&text, &mut wrappers);
    }
    let page = page(&functions, &wrappers, &reasons)?;
    if !options.check {
        print(page)?;
    }
    Ok(())
}

/// Returns the functions of the generated file, in its order.
fn functions(raw: &str) -> Vec<Function> {
    let links = raw.lines().filter_map(|line| {
        // `"page" "anchor" name(parameters) …`
        let row = line.trim().strip_prefix("\"group__CUDA__")?;
        let (page, rest) = row.split_once("\" \"")?;
        let (_, rest) = rest.split_once("\" ")?;
        let name = plain(rest.split_once('(')?.0).to_owned();
        let group = page.replace("__", "_");
        Some(Function { name, forms: 1, group })
    });
    let mut functions: Vec<Function> = Vec::new();
    for function in links {
        match functions.iter_mut().find(|overload| overload.name == function.name) {
            Some(of) => of.forms += 1,
            None => functions.push(function),
        }
    }
    functions
}

/// Returns the name without its ABI version.
fn plain(symbol: &str) -> &str {
    match symbol.rsplit_once("_v") {
        Some((name, version)) if version.bytes().all(|b| b.is_ascii_digit()) => name,
        _ => symbol,
    }
}

/// Returns all Rust files below a folder, except generated ones, in order.
fn sources(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            if !path.ends_with("generated") {
                files.extend(sources(&path)?);
            }
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files.sort_unstable();
    Ok(files)
}

/// Collects the aliases of a file's items.
fn collect(text: &str, wrappers: &mut Wrappers) {
    let (mut aliases, mut owner) = (Vec::new(), String::new());
    for line in text.lines() {
        if let Some(name) = opened(line) {
            owner = name;
        }
        let line = line.trim();
        if let Some(attribute) = line.strip_prefix("#[doc(alias") {
            aliases.extend(attribute.split('"').skip(1).step_by(2).map(str::to_owned));
        } else if let Some(name) = item(line).filter(|_| !aliases.is_empty()) {
            let name = match owner.as_str() {
                "" => name.to_owned(),
                owner if owner == name => name.to_owned(),
                // A macro generates the functions.
                owner if name.is_empty() => owner.to_owned(),
                owner => format!("{owner}::{name}"),
            };
            for alias in aliases.drain(..) {
                let functions = wrappers.entry(plain(&alias).to_owned()).or_default();
                functions.insert(name.clone());
            }
        }
    }
}

/// Returns the type whose block a line opens; an empty string for a line that closes a block.
fn opened(line: &str) -> Option<String> {
    if line == "}" {
        return Some(String::new());
    }
    // Blocks that a macro repeats are indented.
    let rest = if line.ends_with("{$(") { line.trim_start() } else { line };
    let rest = rest.strip_prefix("impl").filter(|rest| rest.starts_with(['<', ' ']));
    if let Some(rest) = rest {
        let target = rest.rsplit_once(" for ").map_or(rest, |(_, target)| target);
        // Skip the generic parameters of the impl.
        let target = match target.trim_start().strip_prefix('<') {
            Some(parameters) => parameters.split_once("> ").map_or("", |(_, target)| target),
            None => target,
        };
        return Some(word(target.trim_start()).to_owned());
    }
    let (_, name) = line.strip_prefix("pub ")?.split_once("trait ")?;
    Some(word(name).to_owned())
}

/// Returns the name of a public item or a trait method.
fn item(line: &str) -> Option<&str> {
    let kinds = ["fn ", "struct ", "enum ", "trait ", "type ", "mod ", "macro_rules! "];
    if line.starts_with(['#', '/']) {
        return None;
    }
    // A row of a macro that defines a type for each.
    let row = line.strip_suffix(';').filter(|name| word(name) == *name);
    row.or_else(|| {
        let (_, name) = kinds.iter().find_map(|kind| line.split_once(kind))?;
        Some(word(name))
    })
}

fn word(text: &str) -> &str {
    let mut words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
    words.next().unwrap_or_default()
}

impl Reason {
    fn is_of(&self, name: &str) -> bool {
        self.functions.iter().any(|function| match function.strip_suffix('*') {
            Some(beginning) => name.starts_with(beginning),
            None => name == function,
        })
    }
}

/// A line of the page.
struct CoverageRow<'a> {
    group: &'a str,
    names: Vec<String>,
    /// The wrapper, or the reason why there is none.
    place: String,
}

/// Returns the page; the error names each function without a wrapper or a reason, and each unnecessary reason.
fn page(functions: &[Function], wrappers: &Wrappers, reasons: &Reasons) -> Result<String> {
    let mut rows: Vec<CoverageRow<'_>> = Vec::new();
    let (mut wrapped, mut raw, mut open) = (0, 0, 0);
    let mut missing = Vec::new();
    for function in functions {
        let reason = |list: &[Reason]| {
            let reason = list.iter().find(|reason| reason.is_of(&function.name));
            reason.map(|reason| reason.reason.clone())
        };
        let place = if let Some(wrappers) = wrappers.get(&function.name) {
            wrapped += function.forms;
            let names = wrappers.iter().map(|name| format!("`{name}`"));
            names.collect::<Vec<_>>().join(", ")
        } else if let Some(reason) = reason(&reasons.raw) {
            raw += function.forms;
            format!("raw ({reason})")
        } else if let Some(reason) = reason(&reasons.open) {
            open += function.forms;
            format!("*to come* ({reason})")
        } else {
            missing.push(function.name.as_str());
            continue;
        };
        // Functions of a group with the same wrapper or reason share a line.
        let name = format!("`{}`", function.name);
        let group = function.group.as_str();
        match rows.iter_mut().find(|row| row.group == group && row.place == place) {
            Some(row) => row.names.push(name),
            None => rows.push(CoverageRow { group, names: vec![name], place }),
        }
    }
    if !missing.is_empty() {
        bail!(
            "neither a wrapper with `#[doc(alias)]` in {SOURCES} nor a reason in {REASONS}: {}",
            missing.join(", ")
        );
    }
    for reason in reasons.raw.iter().chain(&reasons.open) {
        for name in &reason.functions {
            let one = Reason { functions: vec![name.clone()], reason: String::new() };
            let explains = |f: &Function| one.is_of(&f.name) && !wrappers.contains_key(&f.name);
            if !functions.iter().any(explains) {
                bail!("{REASONS} gives a reason for `{name}`, which is wrapped or doesn't exist");
            }
        }
    }
    let is_of = |group: &str, api: &str| group == api || group == format!("{api}_DEPRECATED");
    let is_graphics = |group: &str| GRAPHICS.iter().any(|api| is_of(group, api));
    let count = |is_counted: &dyn Fn(&str) -> bool| -> usize {
        let counted = functions.iter().filter(|f| is_counted(&f.group));
        counted.map(|f| f.forms).sum()
    };
    let profiler = count(&|group| group.starts_with(PROFILER));
    let graphics = count(&is_graphics);
    let cuda = count(&|_| true) - profiler - graphics;
    let mut page = format!(
        "# Which driver functions have a wrapper\n\n\
         From the `#[doc(alias)]` attributes of the wrappers and the reasons in `{REASONS}`. Every function is also available under its own name through `Driver::raw`, \
         whose documentation links to NVIDIA's.\n\n\
         Of the {cuda} functions of `cuda.h`, {profiler} of `cudaProfiler.h` and {graphics} of the headers for graphics, \
         {wrapped} have a wrapper, {raw} are best called through `raw`, and {open} are still to be wrapped. Functions whose names differ in the version alone, \
         such as `cuCtxGetDevice` and `cuCtxGetDevice_v2`, are one.\n"
    );
    let mut groups: Vec<&str> = Vec::new();
    for row in &rows {
        if !groups.contains(&row.group) {
            groups.push(row.group);
        }
    }
    for group in groups {
        write!(page, "\n## {group}\n\n")?;
        for row in rows.iter().filter(|row| row.group == group) {
            writeln!(page, "- {}: {}", row.names.join(", "), row.place)?;
        }
    }
    Ok(page)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    const RAW: &str = r#"
    "group__CUDA__STREAM" "1" cuStreamCreate() -> () = cuStreamCreate();
    "group__CUDA__CTX" "2" cuCtxCreate_v4() -> () = cuCtxCreate_v4();
    "group__CUDA__CTX" "2" cuCtxCreate_v2() -> () = cuCtxCreate_v2();
    "group__CUDA__PROFILER" "3" cuProfilerStop() -> () = cuProfilerStop();
    "group__CUDA__GL__DEPRECATED" "4" cuGLInit() -> () = cuGLInit();
"#;
    const SOURCE: &str = r#"
impl<'a, T: Into<u8>> Stream<'a, T> {
    #[inline]
    #[doc(alias = "cuStreamCreate")]
    /// It is a stream.
    pub unsafe fn create(&self) {}
}
#[doc(alias("cuOne", "cuTwo"))]
pub struct Plain;
nodes! {
    #[doc(alias = "cuAddNode")]
    Node;
}
macro_rules! attributes {
        impl Pool {$(
            #[doc(alias = "cuPoolGet")]
            pub fn $get(&self) {}
        )*}
}
"#;

    fn found(source: &str) -> Wrappers {
        let mut wrappers = BTreeMap::new();
        collect(source, &mut wrappers);
        wrappers
    }

    fn reasons(raw: &[&str]) -> Reasons {
        let reason = Reason {
            functions: raw.iter().map(|name| (*name).to_owned()).collect(),
            reason: "no use".to_owned(),
        };
        Reasons { raw: vec![reason], open: Vec::new() }
    }

    #[test]
    fn each_function_has_a_wrapper_or_a_reason() {
        run(&Options { check: true }).unwrap();
    }

    #[test]
    fn an_alias_belongs_to_the_next_item() {
        let wrappers = found(SOURCE);
        let names: Vec<_> = wrappers
            .iter()
            .flat_map(|(alias, of)| of.iter().map(move |name| (alias.as_str(), name.as_str())))
            .collect();
        assert_eq!(
            names,
            [
                ("cuAddNode", "Node"),
                ("cuOne", "Plain"),
                ("cuPoolGet", "Pool"),
                ("cuStreamCreate", "Stream::create"),
                ("cuTwo", "Plain")
            ]
        );
    }

    #[test]
    fn versions_of_a_function_share_a_row_and_are_counted_individually() {
        let page = page(
            &functions(RAW),
            &found(SOURCE),
            &reasons(&["cuCtx*", "cuProfilerStop", "cuGLInit"]),
        )
        .unwrap();
        let counts = "Of the 3 functions of `cuda.h`, 1 of `cudaProfiler.h` and 1 of the headers for graphics, \
                      1 have a wrapper, 4 are";
        assert!(page.contains(counts), "{page}");
        assert!(page.contains("- `cuCtxCreate`: raw (no use)\n"));
    }

    #[test]
    fn a_function_without_a_wrapper_or_a_reason_is_an_error() {
        let reasons = reasons(&["cuCtx*", "cuProfilerStop", "cuGLInit"]);
        let error = page(&functions(RAW), &BTreeMap::new(), &reasons).unwrap_err();
        assert!(error.to_string().ends_with(": cuStreamCreate"), "{error}");
    }

    #[test]
    fn a_reason_for_a_wrapped_function_is_an_error() {
        let reasons = reasons(&["cuCtx*", "cuProfilerStop", "cuGLInit", "cuStreamCreate"]);
        let error = page(&functions(RAW), &found(SOURCE), &reasons).unwrap_err();
        assert!(error.to_string().contains("`cuStreamCreate`"), "{error}");
    }
}
