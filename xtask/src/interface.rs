//! `cargo xtask interface`: lists the public items of each published library, for reviews.

mod cudarc;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail, ensure};
use xtask_print::print_line;

use crate::cargo;

/// The folder of the lists.
const FOLDER: &str = "docs/interface";
/// The compiler whose lists these are: others name the items of the standard library differently.
const RUST: &str = "1.95.0";
/// The version of the program that lists items.
const LISTER: &str = "0.52.0";
/// The system whose items are listed.
const TARGET: &str = "x86_64-unknown-linux-gnu";
/// At most as many lines are printed for each library whose list is out of date.
const SHOWN: usize = 12;

#[derive(clap::Args)]
pub(crate) struct Options {
    /// Fail if a list is out of date, and write nothing
    #[arg(long)]
    check: bool,
    /// Instead, compare compat/cudarc with cudarc of the registry, and fail if something is missing
    #[arg(long, conflicts_with = "check")]
    cudarc: bool,
}

/// Where packages are that are documented.
enum Source<'a> {
    /// In this workspace, with all features.
    All,
    /// In this workspace, with these features.
    Features(&'a str),
    /// Dependencies of this package.
    Manifest(&'a Path),
}

pub(crate) fn run(options: &Options) -> Result<()> {
    check_tools()?;
    if options.cudarc {
        return cudarc::compare();
    }
    let metadata = cargo::metadata()?;
    let libraries: BTreeMap<&str, String> = metadata
        .packages
        .iter()
        .filter_map(|package| Some((package.name.as_str(), library(package)?)))
        .collect();
    let target_folder = metadata.target_directory.join("interface");
    document(libraries.keys(), &target_folder, &Source::All)?;

    let folder = cargo::workspace().join(FOLDER);
    let mut lists = BTreeMap::new();
    for (package, library) in &libraries {
        let items = target_folder.join(format!("{TARGET}/doc/{library}.json"));
        lists.insert(format!("{package}.txt"), reviewed(&list(&items)?));
    }
    if options.check {
        return check(&folder, &lists);
    }
    fs::create_dir_all(&folder)?;
    for name in present(&folder)? {
        if !lists.contains_key(&name) {
            fs::remove_file(folder.join(name))?;
        }
    }
    for (name, list) in lists {
        fs::write(folder.join(name), list)?;
    }
    Ok(())
}

/// Returns the name of the package's library if what it promises is written by hand. Raw bindings are generated from
/// tables that are reviewed, and any version may change the engine.
fn library(package: &cargo::Package) -> Option<String> {
    let is_listed = package.is_published()
        && !package.name.ends_with("-sys")
        && package.name != "cuda-sim-engine";
    let is_library = |target: &&cargo::Target| target.is("lib");
    let target = package.targets.iter().find(is_library)?;
    is_listed.then(|| target.name.replace('-', "_"))
}

/// Fails unless the compiler and the program are the ones whose lists can be compared.
fn check_tools() -> Result<()> {
    let rust = output(Command::new("rustc").arg("--version"))?;
    ensure!(
        rust.starts_with(&format!("rustc {RUST} ")),
        "the lists in {FOLDER} are those of Rust {RUST}, and this is {}; run `cargo +{RUST} xtask interface`",
        rust.trim_end()
    );
    let install = format!("install it with `cargo install --locked cargo-public-api@{LISTER}`");
    match lister().arg("--version").stderr(Stdio::null()).output() {
        Ok(found) => {
            let found = String::from_utf8_lossy(&found.stdout).into_owned();
            ensure!(
                found.trim_end().ends_with(&format!(" {LISTER}")),
                "cargo-public-api {LISTER} is needed, and this is `{}`; {install}",
                found.trim_end()
            );
            Ok(())
        }
        Err(error) if error.kind() == ErrorKind::NotFound => {
            bail!("cargo-public-api isn't installed; {install}")
        }
        Err(error) => Err(error).context("starting cargo-public-api"),
    }
}

fn lister() -> Command {
    let mut lister = Command::new("cargo-public-api");
    lister.arg("public-api");
    lister
}

/// Writes what rustdoc knows of the packages as JSON.
fn document<'a>(
    packages: impl Iterator<Item = &'a &'a str>,
    target_folder: &Path,
    source: &Source<'_>,
) -> Result<()> {
    let mut doc = match source {
        Source::Manifest(path) => cargo::on("doc", path),
        _ => cargo::command("doc"),
    };
    doc.args(["--quiet", "--no-deps", "--lib"]);
    match source {
        Source::All => doc.arg("--all-features"),
        Source::Features(features) => doc.args(["--features", features]),
        Source::Manifest(_) => &mut doc,
    };
    doc.args(["--target", TARGET, "--target-dir"]).arg(target_folder);
    for package in packages {
        doc.args(["--package", package]);
    }
    // The format isn't stable. A folder of its own, because dependencies are compiled differently with this variable.
    doc.env("RUSTC_BOOTSTRAP", "1");
    let json = "-Z unstable-options --output-format json --cap-lints allow";
    doc.env("RUSTDOCFLAGS", json);
    let status = doc.status().context("starting Cargo")?;
    ensure!(status.success(), "cargo doc failed ({status})");
    Ok(())
}

/// Returns the items, one a line, without implementations for all types and those of `Send` and the like.
fn list(items: &Path) -> Result<String> {
    let omitted = "blanket-impls,auto-trait-impls";
    output(lister().arg("--rustdoc-json").arg(items).args(["--color", "never", "--omit", omitted]))
}

fn output(command: &mut Command) -> Result<String> {
    let program = command.get_program().display().to_string();
    let output =
        command.stderr(Stdio::inherit()).output().with_context(|| format!("starting {program}"))?;
    ensure!(output.status.success(), "{program} failed ({})", output.status);
    Ok(String::from_utf8(output.stdout)?)
}

/// Returns the lines of a list that tell something: without the functions of an `impl` of a trait, which the trait
/// determines, an `impl` of no trait, what `bitflags!` implements for each type, and C functions, whose tables are generated.
/// What a type implements of the standard library is one line, and so are a type's fields, variants or constants, as far as they
/// fit. An item that is exported twice is listed once.
fn reviewed(list: &str) -> String {
    let flags: BTreeSet<&str> = list
        .lines()
        .filter_map(|line| line.strip_prefix("impl bitflags::traits::Flags for "))
        .collect();
    let mut reviewed = String::new();
    let mut items = ImplItems::All;
    for line in list.lines() {
        let is_listed = if line.starts_with("impl") {
            items = ImplItems::of_impl(line, &flags);
            !matches!(items, ImplItems::Constants(_) | ImplItems::Nothing(_)) && !is_own(line)
        } else {
            items.has(line) && !is_c_function(line)
        };
        if is_listed && !append_trait(&mut reviewed, line) {
            reviewed.push_str(line);
            reviewed.push('\n');
        }
    }
    let mut listed = BTreeSet::new();
    grouped(reviewed.lines().filter(|line| listed.insert(*line)))
}

/// Returns lines with those of a type's fields, variants or constants as one, `pub a::Type::{b: u8, c: u8}`, which is broken where
/// it is long.
fn grouped<'a>(lines: impl Iterator<Item = &'a str>) -> String {
    const WIDTH: usize = 120;
    let mut groups: Vec<(&str, Vec<&str>)> = Vec::new();
    for line in lines {
        let (of, member) = line.split_at(member_at(line).unwrap_or(0));
        match groups.last_mut() {
            Some((same, members)) if !of.is_empty() && *same == of => members.push(member),
            _ => groups.push((of, vec![member])),
        }
    }
    let mut text = String::new();
    for (of, members) in groups {
        let [first, rest @ ..] = &members[..] else { continue };
        let (open, close) = if rest.is_empty() { ("", "\n") } else { ("{", "}\n") };
        let start = text.len();
        text.extend([of, open, first]);
        let mut used = text.len() - start;
        for member in rest {
            let is_full = used + ", ".len() + member.len() + ",".len() > WIDTH;
            text.push_str(if is_full { ",\n    " } else { ", " });
            used = if is_full { "    ".len() } else { used + ", ".len() } + member.len();
            text.push_str(member);
        }
        text.push_str(close);
    }
    text
}

/// Returns where the name begins in the line of a field, a variant or a constant.
fn member_at(line: &str) -> Option<usize> {
    let path = line.strip_prefix("pub const ").or_else(|| line.strip_prefix("pub "))?;
    // Another word says what else it is.
    path.split(' ').next()?.find("::")?;
    let item = line.split(": ").next()?.split(" = ").next()?.split('(').next()?;
    Some(item.rfind("::")? + "::".len())
}

/// Appends the trait of a line to one of the implementations at the list's end and returns `true`, if both are standard traits
/// without arguments of one type.
fn append_trait(list: &mut String, line: &str) -> bool {
    fn parts(line: &str) -> Option<(&str, &str, &str)> {
        let (first, of) = line.split_once(" for ")?;
        let traits = first.find(" core::").or_else(|| first.find(" std::"))?;
        let (generics, traits) = first.split_at(traits);
        let is_plain = generics.starts_with("impl") && !traits.contains(['<', '&']);
        is_plain.then_some((generics, traits, of))
    }
    let Some((generics, traits, of)) = parts(line) else {
        return false;
    };
    let mut end = list.len();
    for last in list.lines().rev().take_while(|last| last.starts_with("impl")) {
        end -= last.len() + 1;
        if let Some((others, _, same)) = parts(last)
            && (generics, of) == (others, same)
        {
            list.insert_str(end + last.len() - of.len() - " for ".len(), &format!(" +{traits}"));
            return true;
        }
    }
    false
}

/// Returns `true` for the `impl` of no trait that has no bounds either: its items have the type's name.
fn is_own(line: &str) -> bool {
    line.starts_with("impl ") && !line.contains(" for ") && !line.contains(" where ")
}

fn is_c_function(line: &str) -> bool {
    line.starts_with("pub unsafe c fn ") || line.contains("fn cuda_driver::Raw::cu")
}

/// Which items of an `impl` are told. Each has the type that it is for, with which the lines of its items begin.
enum ImplItems<'a> {
    All,
    /// Types and constants, but no functions.
    Choices(&'a str),
    Constants(&'a str),
    Nothing(&'a str),
}

impl<'a> ImplItems<'a> {
    /// Returns what is told of the `impl` that begins with this line.
    fn of_impl(line: &'a str, flags: &BTreeSet<&str>) -> Self {
        /// What `bitflags!` implements for every type.
        const OF_FLAGS: [&str; 3] = ["impl core::fmt::", "impl core::iter::", "impl core::ops::"];
        let (line, _) = line.split_once(" where ").unwrap_or((line, ""));
        let Some((of_trait, of)) = line.rsplit_once(" for ") else {
            let type_name = line.trim_start_matches("impl ");
            return if flags.contains(type_name) {
                ImplItems::Constants(type_name)
            } else {
                ImplItems::All
            };
        };
        let is_of_flags = || OF_FLAGS.iter().any(|module| of_trait.starts_with(module));
        // `PartialEq` brings it, where it is derived.
        let is_structural = of_trait.ends_with(" core::marker::StructuralPartialEq");
        if is_structural || flags.contains(of) && is_of_flags() {
            ImplItems::Nothing(of)
        } else {
            ImplItems::Choices(of)
        }
    }

    /// Returns `true` unless this is an item of the `impl` that isn't told.
    fn has(&self, line: &str) -> bool {
        let is_own = |prefix| match line.split_once(prefix) {
            Some((before, after)) => !before.contains([':', '(']) && after.starts_with("::"),
            None => false,
        };
        let is_function = line.contains("fn ");
        match self {
            ImplItems::All => true,
            ImplItems::Choices(of) | ImplItems::Constants(of) => !is_own(of) || !is_function,
            ImplItems::Nothing(of) => !is_own(of),
        }
    }
}

/// Returns the names of the files in the folder of the lists.
fn present(folder: &Path) -> Result<BTreeSet<String>> {
    let entries = fs::read_dir(folder).with_context(|| format!("reading {}", folder.display()))?;
    entries.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned())).collect()
}

/// Fails if the folder doesn't have these lists, and prints what they gained and lost.
fn check(folder: &Path, lists: &BTreeMap<String, String>) -> Result<()> {
    let mut outdated = Vec::new();
    let mut names = present(folder)?;
    names.extend(lists.keys().cloned());
    for name in &names {
        let written = fs::read_to_string(folder.join(name)).unwrap_or_default();
        let list = lists.get(name).map_or("", String::as_str);
        if written.replace("\r\n", "\n") != list {
            print_line(format_args!("{FOLDER}/{name}\n{}", changes(&written, list)))?;
            outdated.push(name.as_str());
        }
    }
    ensure!(
        outdated.is_empty(),
        "the interface has changed: run `cargo +{RUST} xtask interface`, and review {}",
        outdated.join(", ")
    );
    Ok(())
}

/// Returns the first lines that only one of the lists has: those that are gone, then the new ones.
fn changes(old: &str, new: &str) -> String {
    let gone = only_in(old, new).into_iter().map(|line| format!("- {line}\n"));
    let added = only_in(new, old).into_iter().map(|line| format!("+ {line}\n"));
    let lines: Vec<String> = gone.chain(added).collect();
    let shown = lines[..lines.len().min(SHOWN)].concat();
    match lines.len() {
        0 => "the same lines in another order\n".to_owned(),
        count if count > SHOWN => format!("{shown}and {} more\n", count - SHOWN),
        _ => shown,
    }
}

/// Returns the lines of `list` for which `other` has none.
fn only_in<'a>(list: &'a str, other: &str) -> Vec<&'a str> {
    let mut others: BTreeMap<&str, usize> = BTreeMap::new();
    for line in other.lines() {
        *others.entry(line).or_default() += 1;
    }
    let mut only = Vec::new();
    for line in list.lines() {
        match others.get_mut(line) {
            Some(count) if *count > 0 => *count -= 1,
            _ => only.push(line),
        }
    }
    only
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    const LIST: &str = "\
pub mod a
pub struct a::Flags(_)
impl a::Flags
pub const a::Flags::ONE: Self
pub const a::Flags::TWO: Self
impl a::Flags
pub const fn a::Flags::from_bits(u32) -> core::option::Option<Self>
impl bitflags::traits::Flags for a::Flags
pub type a::Flags::Bits = u32
pub fn a::Flags::bits(&self) -> u32
impl core::clone::Clone for a::Flags
impl core::convert::From<u32> for a::Flags
impl core::marker::Copy for a::Flags
impl core::ops::bit::Not for a::Flags
pub type a::Flags::Output = a::Flags
pub fn a::Flags::not(self) -> Self
pub struct a::Pool<T>
impl<T> a::Pool<T>
pub fn a::Pool<T>::new() -> Self
impl<T> core::marker::StructuralPartialEq for a::Pool<T>
impl<T> core::iter::IntoIterator for a::Pool<T> where T: core::marker::Copy
pub type a::Pool<T>::Item = T
pub fn a::Pool<T>::into_iter(self) -> Self::IntoIter
pub fn a::free(a::Pool<u8>::Item)
impl<T> a::Pool<T>
pub fn a::Pool<T>::new() -> Self
pub unsafe c fn a::cuInit(u32) -> i32
pub struct a::Size
pub a::Size::height: (u8, u8)
pub a::Size::width: u8
pub struct a::Unit
impl a::Unit
pub fn a::Unit::only(self)
pub const a::Unit::NONE: Self
impl a::Cells for [a::Size; 2]
pub const [a::Size; 2]::CELLS: u8
pub const [a::Size; 2]::CHANNELS: u8
";

    #[test]
    fn a_list_has_what_a_reviewer_decides() {
        let expected = "\
pub mod a
pub struct a::Flags(_)
pub const a::Flags::{ONE: Self, TWO: Self}
impl bitflags::traits::Flags for a::Flags
pub type a::Flags::Bits = u32
impl core::clone::Clone + core::marker::Copy for a::Flags
impl core::convert::From<u32> for a::Flags
pub struct a::Pool<T>
impl<T> a::Pool<T>
pub fn a::Pool<T>::new() -> Self
impl<T> core::iter::IntoIterator for a::Pool<T> where T: core::marker::Copy
pub type a::Pool<T>::Item = T
pub fn a::free(a::Pool<u8>::Item)
pub struct a::Size
pub a::Size::{height: (u8, u8), width: u8}
pub struct a::Unit
pub fn a::Unit::only(self)
pub const a::Unit::NONE: Self
impl a::Cells for [a::Size; 2]
pub const [a::Size; 2]::{CELLS: u8, CHANNELS: u8}
";
        assert_eq!(reviewed(LIST), expected);
    }

    #[test]
    fn members_are_in_lines_of_a_limited_length() {
        let members: Vec<String> =
            (10..60).map(|number| format!("pub a::Kind::V{number} = {number}")).collect();
        let text = grouped(members.iter().map(String::as_str));
        assert!(text.lines().all(|line| line.len() <= 120 && !line.ends_with(' ')), "{text}");
        assert!(text.starts_with("pub a::Kind::{V10 = 10, ") && text.ends_with(", V59 = 59}\n"));
        assert_eq!(text.lines().count(), 5, "{text}");
    }

    #[test]
    fn changes_are_told_with_their_lines() {
        assert_eq!(changes("a\nb\nb\n", "a\nb\nc\n"), "- b\n+ c\n");
        let new: String = (0..100).map(|line| format!("{line}\n")).collect();
        let listed = changes("", &new);
        assert!(listed.starts_with("+ 0\n") && listed.ends_with("and 88 more\n"), "{listed}");
        assert_eq!(changes("a\nb\n", "b\na\n"), "the same lines in another order\n");
    }

    #[test]
    fn a_list_that_is_missing_changed_or_without_a_library_fails_the_check() {
        let folder = tempfile::tempdir().unwrap();
        let lists = BTreeMap::from([("a.txt".to_owned(), "pub mod a\n".to_owned())]);
        let error = || check(folder.path(), &lists).unwrap_err().to_string();
        assert!(error().ends_with("review a.txt"), "{}", error());
        fs::write(folder.path().join("a.txt"), "pub mod a\r\n").unwrap();
        check(folder.path(), &lists).unwrap();
        fs::write(folder.path().join("b.txt"), "pub mod b\n").unwrap();
        assert!(error().ends_with("review b.txt"), "{}", error());
        fs::remove_file(folder.path().join("b.txt")).unwrap();
        fs::write(folder.path().join("a.txt"), "pub mod b\n").unwrap();
        assert!(error().ends_with("review a.txt"), "{}", error());
    }

    #[test]
    fn each_published_library_has_a_list() {
        let metadata = cargo::metadata().unwrap();
        let libraries = metadata.packages.iter().filter(|package| library(package).is_some());
        let names: BTreeSet<String> =
            libraries.map(|package| format!("{}.txt", package.name)).collect();
        assert_eq!(names, present(&cargo::workspace().join(FOLDER)).unwrap());
        assert!(names.contains("cuda-driver.txt"), "{names:?}");
    }

    #[test]
    fn ci_has_the_same_tools() {
        let ci = cargo::workspace().join(".github/workflows/ci.yml");
        let ci = fs::read_to_string(ci).unwrap();
        for text in [
            format!("toolchain install {RUST} "),
            format!("cargo +{RUST} xtask interface --check"),
            format!("cargo-public-api@{LISTER}\n"),
        ] {
            assert!(ci.contains(&text), "{text}");
        }
    }
}
