//! Checks that each published crate is complete, that docs/which-crate.md lists its names, and that packages use only those
//! before them in ARCHITECTURE.md's table.
#![allow(missing_docs)]
// In a test, an unexpected error is a failure.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::BTreeSet;
use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use cuda_rust::sources::below;
use serde_json::Value;

const WORKSPACE: &str = env!("CARGO_MANIFEST_DIR");

/// Returns the workspace's packages from `cargo metadata`.
fn packages() -> Vec<Value> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["metadata", "--no-deps", "--offline", "--format-version=1"])
        .current_dir(WORKSPACE)
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    metadata["packages"].as_array().unwrap().clone()
}

/// Returns the packages that are published.
fn published() -> Vec<Value> {
    let mut published = packages();
    // For packages that are never published, this is an empty list.
    published.retain(|package| package["publish"].is_null());
    assert!(published.len() >= 20, "{}", published.len());
    published
}

fn name(package: &Value) -> &str {
    package["name"].as_str().unwrap()
}

/// Returns the folder of a package relative to the workspace.
fn folder(package: &Value) -> String {
    let manifest = Path::new(package["manifest_path"].as_str().unwrap());
    let folder = manifest.parent().unwrap().strip_prefix(WORKSPACE).unwrap();
    folder.to_str().unwrap().replace('\\', "/")
}

#[test]
fn the_unit_tests_of_a_library_without_a_test_program_run_in_another_one() {
    let mut libraries = 0;
    for package in packages() {
        let targets = package["targets"].as_array().unwrap();
        let source_path = |target: &Value| PathBuf::from(target["src_path"].as_str().unwrap());
        let is_one = |target: &&Value| {
            target["test"] == false && source_path(target).ends_with("src/lib.rs")
        };
        if !targets.iter().any(|target| is_one(&target)) {
            continue;
        }
        libraries += 1;
        let folder = Path::new(WORKSPACE).join(folder(&package));
        let read = |path: &PathBuf| std::fs::read_to_string(path).unwrap();
        // An optimized package's tests are of the one around it.
        let with_tests =
            folder.ancestors().find(|ancestor| ancestor.join("tests").is_dir()).unwrap();
        let programs = below(&with_tests.join("tests")).unwrap();
        let programs: String = programs.iter().map(read).collect();
        for source in below(&folder.join("src")).unwrap() {
            let part = source.strip_prefix(with_tests).unwrap().to_str().unwrap();
            let included = format!("/{}\"]", part.replace('\\', "/"));
            let is_programs = targets
                .iter()
                .any(|target| target["test"] == true && source_path(target) == source);
            let has_tests = !is_programs && read(&source).contains("#[test]");
            let name = name(&package);
            assert!(!has_tests || programs.contains(&included), "{name}: {part}");
        }
    }
    assert!(libraries >= 15, "{libraries}");
}

#[test]
fn a_package_uses_only_those_of_its_row_and_above() {
    let text = std::fs::read_to_string(Path::new(WORKSPACE).join("ARCHITECTURE.md")).unwrap();
    let (_, section) = text.split_once("\n## The folders\n").unwrap();
    let (section, _) = section.split_once("\n**").unwrap();
    let rows: Vec<Vec<&str>> = section
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split(" |").next())
        .map(|cell| cell.split('`').step_by(2).collect())
        .collect();
    let packages = packages();
    let row = |package: &Value| {
        let folder = folder(package);
        // The package at the root has its library in `src`.
        let first = folder.split('/').next().filter(|part| !part.is_empty());
        let first = first.unwrap_or("src");
        let row = rows.iter().position(|row| row.contains(&first));
        row.unwrap_or_else(|| panic!("{first} isn't in the table"))
    };
    let mut wrong = Vec::new();
    for package in &packages {
        for dependency in package["dependencies"].as_array().unwrap() {
            let used = packages.iter().find(|package| package["name"] == dependency["name"]);
            let Some(used) = used.filter(|_| dependency["kind"] != "dev") else {
                continue;
            };
            if row(used) > row(package) {
                wrong.push(format!("{} uses {}", name(package), name(used)));
            }
        }
    }
    assert!(packages.len() > 30 && wrong.is_empty(), "{wrong:?}");
}

#[test]
fn each_package_has_the_registrys_metadata() {
    for package in published() {
        let name = name(&package);
        assert!(name.starts_with("cuda-"), "{name}");
        for key in ["description", "license", "documentation", "rust_version", "readme"] {
            assert!(package[key].is_string(), "{name} has no {key}");
        }
        for (key, most) in [("keywords", 5), ("categories", 5)] {
            let count = package[key].as_array().unwrap().len();
            assert!((1..=most).contains(&count), "{name}: {count} {key}");
        }
        let docs = &package["metadata"]["docs"]["rs"];
        assert_eq!(docs["all-features"], true, "{name}");
        let targets = ["x86_64-unknown-linux-gnu", "x86_64-pc-windows-msvc"];
        assert_eq!(docs["targets"], serde_json::json!(targets), "{name}");
        for category in package["categories"].as_array().unwrap() {
            assert!(CATEGORIES.contains(&category.as_str().unwrap()), "{name}: {category}");
        }
        for keyword in package["keywords"].as_array().unwrap() {
            let keyword = keyword.as_str().unwrap();
            let is_of_keyword = |c: char| c.is_ascii_alphanumeric() || "_-+".contains(c);
            assert!(keyword.len() <= 20 && keyword.chars().all(is_of_keyword), "{name}: {keyword}");
        }
    }
}

#[test]
fn each_feature_is_documented() {
    let mut features = 0;
    for package in published() {
        let source = Path::new(WORKSPACE).join(folder(&package)).join("src/lib.rs");
        let text = std::fs::read_to_string(source).unwrap_or_default();
        let (_, documented) = text.split_once("//! # Features\n").unwrap_or_default();
        for feature in package["features"].as_object().unwrap().keys() {
            let is_listed = documented.contains(&format!("//! - `{feature}`"));
            assert!(feature == "default" || is_listed, "{}: {feature}", name(&package));
            features += 1;
        }
    }
    assert!(features > 10, "{features}");
}

/// The registry's categories that suit these crates. It ignores unknown ones without an error.
const CATEGORIES: [&str; 17] = [
    "api-bindings",
    "caching",
    "command-line-utilities",
    "compilers",
    "compression",
    "concurrency",
    "data-structures",
    "development-tools::build-utils",
    "development-tools::profiling",
    "development-tools::testing",
    "emulators",
    "encoding",
    "external-ffi-bindings",
    "filesystem",
    "hardware-support",
    "mathematics",
    "science",
];

#[test]
fn readme_links_work_in_the_registry() {
    let mut sources = 0;
    for package in published() {
        let folder = Path::new(WORKSPACE).join(folder(&package));
        let text = std::fs::read_to_string(folder.join("README.md")).unwrap();
        let name = name(&package);
        for link in text.split("](").skip(1) {
            let link = link.split(')').next().unwrap();
            assert!(link.starts_with("https://"), "{name}: {link} leads nowhere there");
            let source = format!("https://docs.rs/crate/{name}/latest/source/");
            match link.strip_prefix(&source) {
                Some(file) => {
                    assert!(folder.join(file).is_file(), "{name}: there is no {file}");
                    sources += 1;
                }
                None => assert!(!link.contains("docs.rs/crate/"), "{name}: {link}"),
            }
        }
    }
    assert!(sources > 20, "{sources}");
}

#[test]
fn raw_bindings_name_no_crate_that_they_do_not_depend_on() {
    let mut files = 0;
    for package in published() {
        if !name(&package).ends_with("-sys") {
            continue;
        }
        let dependencies = package["dependencies"].as_array().unwrap();
        let normal = dependencies.iter().filter(|dependency| dependency["kind"].is_null());
        let own: Vec<String> = core::iter::once(&package)
            .chain(normal)
            .map(|package| name(package).replace('-', "_"))
            .collect();
        let source = Path::new(WORKSPACE).join(folder(&package)).join("src");
        for path in cuda_rust::sources::below(&source).unwrap() {
            files += 1;
            let text = std::fs::read_to_string(&path).unwrap();
            let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
            for before in code.flat_map(|line| line.split("::").filter(|text| !text.contains('`')))
            {
                let word = before.rsplit(|c: char| !c.is_alphanumeric() && c != '_').next();
                let word = word.unwrap();
                let is_crate =
                    word.starts_with("cuda_") || ["bytemuck", "thiserror"].contains(&word);
                assert!(
                    !is_crate || own.iter().any(|own| own == word),
                    "{}: {word}",
                    path.display()
                );
            }
        }
    }
    assert!(files > 50, "{files}");
}

#[test]
fn each_package_has_licenses_and_credits_the_headers() {
    for package in published() {
        let folder = Path::new(WORKSPACE).join(folder(&package));
        let mut files = vec!["LICENSE-MIT", "LICENSE-APACHE"];
        if folder.join("src/generated").exists() || folder.join("src/generated.rs").exists() {
            files.push("NOTICE");
        }
        for file in files {
            let read = |folder: &Path| std::fs::read(folder.join(file)).unwrap_or_default();
            let (ours, theirs) = (read(Path::new(WORKSPACE)), read(&folder));
            assert!(!ours.is_empty() && ours == theirs, "{} of {}", file, name(&package));
        }
    }
}

/// Packages whose examples are only to read, because `cuda-sim` depends on the package itself.
const EXAMPLES_TO_READ: [&str; 1] = ["cuda-driver"];

#[test]
fn the_tests_and_examples_of_a_package_build_without_the_workspace() {
    let (mut checked, mut left_out) = (0, 0);
    for package in published() {
        let name = name(&package);
        // In the registry's copy, dependencies by path alone are gone.
        let mut gone = vec!["skipping".to_owned()];
        for dependency in package["dependencies"].as_array().unwrap() {
            if dependency["req"] == "*" && dependency["name"] != name {
                let library = &dependency["rename"];
                let library = library.as_str().or(dependency["name"].as_str()).unwrap();
                gone.push(library.replace('-', "_"));
            }
        }
        let files = packaged_files(name);
        for target in package["targets"].as_array().unwrap() {
            let is_example = target["kind"][0] == "example";
            if !is_example && target["kind"][0] != "test" {
                continue;
            }
            let source = Path::new(target["src_path"].as_str().unwrap());
            let folder = source.parent().unwrap();
            let package_folder = Path::new(WORKSPACE).join(self::folder(&package));
            let path = source.strip_prefix(&package_folder).unwrap();
            if !files.contains(path.to_str().unwrap()) {
                left_out += 1;
                continue;
            }
            if is_example && EXAMPLES_TO_READ.contains(&name) {
                continue;
            }
            let all = match source.file_name() {
                Some(main) if main == "main.rs" => below(folder).unwrap(),
                _ => vec![source.to_owned()],
            };
            for file in all {
                let text = std::fs::read_to_string(&file).unwrap();
                for library in &gone {
                    let uses = [format!("{library}::"), format!("mod {library};")];
                    assert!(
                        !uses.iter().any(|use_| text.contains(use_)),
                        "{}: {library} isn't in the package",
                        file.display()
                    );
                }
                checked += 1;
            }
        }
    }
    assert!(checked > 30, "{checked}");
    assert!(left_out > 20, "{left_out}");
}

/// Returns the files that the registry would get of a package, relative to its folder.
fn packaged_files(name: &str) -> BTreeSet<String> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["package", "--list", "--offline", "--allow-dirty"])
        .args(["--package", name])
        .current_dir(WORKSPACE)
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let files = String::from_utf8(output.stdout).unwrap();
    files.lines().map(|file| file.replace('\\', "/")).collect()
}

#[test]
fn only_existing_addresses_are_given() {
    for package in published() {
        let name = name(&package);
        assert!(package["repository"].is_null() && package["homepage"].is_null(), "{name}");
        assert_eq!(package["documentation"], format!("https://docs.rs/{name}"));
    }
}

#[test]
fn a_page_lists_folder_package_and_library_of_each_crate() {
    let page = std::fs::read_to_string(Path::new(WORKSPACE).join("docs/which-crate.md")).unwrap();
    for package in published() {
        let targets = package["targets"].as_array().unwrap();
        let is_library = |target: &&Value| target["kind"][0] == "lib";
        let library = match targets.iter().find(is_library) {
            Some(library) => format!("`{}` |", library["name"].as_str().unwrap()),
            None => "none".to_owned(),
        };
        let row = format!("| `{}` | `{}` | {library}", folder(&package), name(&package));
        assert!(page.contains(&row), "docs/which-crate.md lacks {row}");
    }
}

/// Returns the lines of a text's section, with what begins each line removed.
fn section<'a>(text: &'a str, heading: &str, beginning: &str) -> Vec<&'a str> {
    let lines = text.lines().map(|line| {
        let line = line.strip_prefix(beginning);
        line.unwrap_or_default().trim_start()
    });
    let lines = lines.skip_while(|line| *line != heading).skip(1);
    let lines = lines.skip_while(|line| line.is_empty());
    lines.take_while(|line| !line.is_empty()).collect()
}

/// The line that leads to the table of crates.
const TABLE: &str = "[cuda-driver](https://docs.rs/cuda-driver/latest/cuda_driver/#the-crates-of-this-workspace) lists them.";

#[test]
fn each_front_page_leads_to_all_crates() {
    let first = std::fs::read_to_string(Path::new(WORKSPACE).join("cuda-driver/README.md"));
    let first = first.unwrap();
    let table = section(&first, "## The crates of this workspace", "");
    let text = table.join("\n");
    let mut libraries = 0;
    for package in published() {
        let name = name(&package);
        let link = format!("[{name}](https://docs.rs/{name})");
        assert_eq!(text.matches(&link).count(), usize::from(name != UNSTABLE), "{link}");
        if name == UNSTABLE {
            continue;
        }
        let folder = Path::new(WORKSPACE).join(folder(&package));
        let readme = std::fs::read_to_string(folder.join("README.md")).unwrap();
        let expected = |shown: &str| match &*name {
            "cuda-driver" => assert_eq!(shown, text, "{name}"),
            _ => assert_eq!(shown, TABLE, "{name}"),
        };
        expected(&section(&readme, "## The crates of this workspace", "").join("\n"));
        // Commands have no library.
        let Ok(library) = std::fs::read_to_string(folder.join("src/lib.rs")) else {
            continue;
        };
        expected(&section(&library, "# The crates of this workspace", "//!").join("\n"));
        libraries += 1;
    }
    assert!(libraries > 20, "{libraries}");
    assert_eq!(text.matches("](").count(), libraries + 1, "only published crates");
}

/// Returns the type or trait whose block a line opens, such as `Module` for `impl<T> From<T> for Module<'_> {`.
fn type_of(line: &str) -> Option<String> {
    let header = line
        .strip_prefix("pub trait ")
        .or_else(|| line.strip_prefix("pub unsafe trait "))
        .or_else(|| line.strip_prefix("unsafe impl"))
        .or_else(|| line.strip_prefix("impl"))?;
    let mut depth = 0;
    let end_of_parameters = |c: char| {
        depth += i32::from(c == '<') - i32::from(c == '>');
        depth == 0
    };
    let header =
        if header.starts_with('<') { header.split_once(end_of_parameters)?.1 } else { header };
    let name = header.split_once(" for ").map_or(header, |(_, name)| name);
    let name = name.trim_start().split(['<', ' ', ':', '{']).next()?;
    Some(name.to_owned())
}

/// Adds to `names` every function of a file, with its type.
fn functions(text: &str, names: &mut BTreeSet<(String, String)>) {
    let mut owner = String::new();
    for line in text.lines().map(str::trim_start) {
        owner = type_of(line).unwrap_or(owner);
        // A row of the table of `nvrtc::Program`'s options starts with the version that introduced the option.
        let row = || line.split_once(' ').filter(|(since, _)| since.parse::<u32>().is_ok());
        if let Some((_, after)) = line.split_once("fn ").or_else(row) {
            let name = after.split(['(', '<']).next().unwrap_or_default();
            names.insert((owner.clone(), name.to_owned()));
        }
    }
}

#[test]
fn the_guides_only_name_existing_methods_and_types() {
    let mut packages = BTreeSet::new();
    for package in published() {
        for path in sources(&package) {
            functions(&std::fs::read_to_string(path).unwrap(), &mut packages);
        }
    }
    let types: BTreeSet<&str> = packages.iter().map(|(owner, _)| owner.as_str()).collect();
    let guide = std::fs::read_to_string(Path::new(WORKSPACE).join("docs/coming-from.md")).unwrap();
    let mut checked = 0;
    // The last column of each row has this workspace's functions.
    for row in guide.lines().filter_map(|line| line.strip_suffix(" |")) {
        let ours = row.rsplit(" | ").next().unwrap_or_default();
        for code in ours.split('`').skip(1).step_by(2) {
            let is_type = |name: &str| name.starts_with(|first: char| first.is_uppercase());
            let path = code.split('(').next().unwrap_or_default();
            let mut parts = path.rsplit("::");
            let (name, owner) = (parts.next().unwrap_or_default(), parts.next());
            let exists = match owner.filter(|owner| is_type(owner)) {
                Some(owner) => packages.contains(&(owner.to_owned(), name.to_owned())),
                None if is_type(name) => {
                    types.contains(name) || ["Duration", "Result"].contains(&name)
                }
                None => continue,
            };
            assert!(exists, "{code} of {row}");
            checked += 1;
        }
    }
    assert!(checked > 90, "{checked}");
}

#[test]
fn each_wrapper_of_a_driver_function_links_to_it() {
    let (mut checked, mut missing) = (0, Vec::new());
    let folder = Path::new(WORKSPACE).join("cuda-driver/src");
    let wrappers = below(&folder).unwrap();
    // The functions of `Raw` are what is linked to.
    let wrappers = wrappers.iter().filter(|path| !path.starts_with(folder.join("generated")));
    for path in wrappers {
        let text = std::fs::read_to_string(path).unwrap();
        let (mut has_alias, mut docs) = (false, String::new());
        for line in text.lines().map(str::trim_start) {
            if line.starts_with("//") || line.starts_with("#[") {
                has_alias |= line.starts_with("#[doc(alias") && line.contains("\"cu");
                docs.push_str(line);
                continue;
            }
            if line.starts_with("pub ") && line.contains("fn ") {
                // The generated documentation of the raw function links to NVIDIA's page.
                checked += usize::from(has_alias);
                if has_alias && !docs.contains("Raw::cu") {
                    missing.push(format!("{}: {line}", path.display()));
                }
            }
            (has_alias, docs) = (false, String::new());
        }
    }
    // These make no driver call.
    let called = |line: &String| {
        !["device(&self)", "module(&self)", "library(&self)"].iter().any(|name| line.contains(name))
    };
    missing.retain(called);
    assert!(missing.is_empty(), "{}", missing.join("\n"));
    assert!(checked > 250, "{checked}");
}

/// The package whose interface isn't stable, because only `cuda-sim` uses it.
const UNSTABLE: &str = "cuda-sim-engine";

/// Returns the name of each public item of a crate whose line begins with `beginning`, and that line with the attributes
/// and the documentation before it. Items within other items are left out.
fn items(package: &Value, beginning: &str) -> Vec<(String, String)> {
    let mut items = Vec::new();
    if name(package) == UNSTABLE {
        return items;
    }
    for path in sources(package) {
        let text = std::fs::read_to_string(path).unwrap();
        let mut before = String::new();
        for line in text.lines() {
            if let Some(rest) = line.strip_prefix(beginning) {
                let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_');
                let name = rest[..end.unwrap_or(rest.len())].to_owned();
                items.push((name, format!("{before}{line}")));
            }
            match line {
                "" | "}" => before.clear(),
                line => before = before + line + "\n",
            }
        }
    }
    items
}

/// Returns the Rust files of a package; none for an example, which has no folder `src`.
fn sources(package: &Value) -> Vec<PathBuf> {
    let folder = Path::new(WORKSPACE).join(folder(package)).join("src");
    if folder.exists() { below(&folder).unwrap() } else { Vec::new() }
}

/// Returns the names of a list of names with reasons.
fn names(list: &[(&str, &str)]) -> BTreeSet<String> {
    list.iter().map(|(name, _)| (*name).to_owned()).collect()
}

/// The traits that programs may implement: a new method needs a default, or an incompatible version.
const OPEN: [(&str, &str); 26] = [
    ("Argument", "structures of programs, by `kernel_argument!`"),
    ("Condition", "a closure without a name, or a type that has one"),
    ("BlasType", "only a `Scalar`, which is sealed, is one"),
    ("CppType", "structures of programs, by their names in C++"),
    ("CppTypes", "has an implementation for each `CppType`, and tuples of them"),
    ("Dot", "only a `MatMul`, in a private module, has it"),
    ("Element", "has an implementation for all plain data"),
    ("Entry", "records of programs, by `record!`"),
    ("IntoText", "texts of programs"),
    ("MemoryResource", "allocators of programs"),
    ("MemoryOwner", "owners of memory of other libraries"),
    ("Offset", "only a `Primitive`, which is sealed, has it"),
    ("Parameter", "structures of programs, by macros"),
    ("Parameters", "only a `Signature`, which is sealed, has it"),
    ("TensorElement", "plain data whose format is known; the size is checked"),
    ("Bits", "integers and booleans, in a private list"),
    ("CastInto", "pairs of elements, in a private list"),
    ("ComplexNumber", "only a `Scalar`, which is sealed, is one"),
    ("Float", "only a `Scalar`, which is sealed, is one"),
    ("Integer", "only a `Scalar`, which is sealed, is one"),
    ("NotComplex", "only a `Scalar`, which is sealed, is one"),
    ("Numeric", "only a `Scalar`, which is sealed, is one"),
    ("Ordered", "only a `Scalar`, which is sealed, is one"),
    ("Real", "only a `Scalar`, which is sealed, is one"),
    ("Operand", "arrays, views, numbers and expressions"),
    ("ToCStr", "texts of programs"),
];

#[test]
fn public_traits_are_sealed_unsafe_or_implementable() {
    let (mut open, mut sealed) = (BTreeSet::new(), 0);
    for package in published() {
        // Of a line such as `pub trait Operator<T>: sealed::Sealed {`.
        let traits = items(&package, "pub trait ");
        // The trait that seals others is in a private module.
        for (name, text) in traits.into_iter().filter(|(name, _)| name != "Sealed") {
            if text.lines().last().is_some_and(|line| line.contains("sealed::")) {
                sealed += 1;
            } else {
                open.insert(name);
            }
        }
    }
    assert_eq!(open, names(&OPEN));
    assert!(sealed > 12, "{sealed}");
}

/// The dependencies whose types are no part of an interface, so that their new versions aren't either.
const HIDDEN: [&str; 2] = ["libloading", "serde_json"];

/// Returns the names that a file imports from a crate, and the crate's own.
fn imported(text: &str, from: &str) -> Vec<String> {
    let mut names = vec![from.to_owned()];
    for part in text.split(&format!("\nuse {from}::")).skip(1) {
        let list = part.split(';').next().unwrap_or_default();
        let list = list.trim_matches(['{', '}', '\n', ' ']).split(',');
        let last = list.filter_map(|entry| entry.split([' ', ':']).next_back());
        names.extend(last.filter(|part| !part.is_empty()).map(str::to_owned));
    }
    names
}

/// Returns the public signatures of a file: `pub fn`, and not `pub(crate) fn`.
fn signatures(text: &str) -> impl Iterator<Item = &str> {
    let starts = ["pub fn ", "pub unsafe fn ", "pub const fn "];
    starts.into_iter().flat_map(|start| {
        let after = text.split(start).skip(1);
        after.filter_map(|part| part.split(['{', ';']).next())
    })
}

#[test]
fn hidden_dependencies_are_in_no_public_signature() {
    let (mut found, mut checked) = (Vec::new(), 0);
    for package in published() {
        for path in sources(&package) {
            let text = std::fs::read_to_string(&path).unwrap();
            let names = HIDDEN.map(|from| imported(&text, from)).concat();
            for signature in signatures(&text) {
                checked += 1;
                let mut words = signature.split(|c: char| !c.is_alphanumeric() && c != '_');
                if words.any(|word| names.iter().any(|name| name == word)) {
                    found.push(format!("{}: {signature}", path.display()));
                }
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
    assert!(checked > 2000, "{checked}");
}

/// The enumerations that programs may match without a wildcard.
const COMPLETE: [(&str, &str); 23] = [
    ("AnyKernel", "a kernel of a library or of a module"),
    ("ArgumentCheck", "known to fit, or not known"),
    ("Atomics", "on or off"),
    ("ConsumerStream", "what DLPack's protocol has"),
    ("ConvolutionMode", "turned or not"),
    ("CowArray", "borrowed or owned"),
    ("DefaultStream", "the legacy one or the thread's"),
    ("DescrType", "a type or a list of fields"),
    ("Determinism", "deterministic or not"),
    ("Diag", "of triangular matrices, as BLAS has it"),
    ("Entry", "an entry or a range"),
    ("Fill", "the upper or the lower triangle"),
    ("IndexType", "what Awkward's format has"),
    ("Kind", "in a private module"),
    ("Norm", "those of NumPy"),
    ("Os", "the systems that CUDA runs on"),
    ("ReducerOutput", "an array or a number"),
    ("Side", "left or right"),
    ("Source", "in memory or in a file"),
    ("StatisticOutput", "what `ReducerOutput` is, or a record"),
    ("TimeUnit", "those of NumPy"),
    ("UnmapError", "the mapping is kept or gone"),
    ("Way", "in a private module"),
];

#[test]
fn public_enums_are_non_exhaustive_or_complete() {
    let (mut complete, mut growing) = (BTreeSet::new(), 0);
    for package in published() {
        for (name, text) in items(&package, "pub enum ") {
            // One without variants names something, such as a kernel, and there is nothing to match.
            if text.contains("#[non_exhaustive]") {
                growing += 1;
            } else if !text.ends_with("{}") {
                complete.insert(name);
            }
        }
    }
    assert_eq!(complete, names(&COMPLETE));
    assert!(growing > 60, "{growing}");
}

/// Returns the numbers in `text` before each occurrence of `unit`.
fn numbers_before(text: &str, unit: &str) -> Vec<usize> {
    let before = text.match_indices(unit).map(|(at, _)| &text[..at]);
    before.filter_map(|text| text.rsplit(' ').next()?.parse().ok()).collect()
}

#[test]
fn all_documents_give_the_same_number_of_functions() {
    let workspace = Path::new(WORKSPACE);
    let read = |path: &str| std::fs::read_to_string(workspace.join(path)).unwrap();
    let raw = read("cuda-driver/src/generated/raw.rs");
    let pages = raw.lines().filter(|line| line.trim().starts_with("\"group__CUDA__"));
    // Those of other headers are in groups of their own.
    let others = ["PROFILER", "GL", "EGL", "VDPAU"];
    let is_other = |page: &str| {
        let group = |other: &str| page.contains(&format!("group__CUDA__{other}"));
        others.iter().any(|other| group(other))
    };
    let current = pages.filter(|page| !is_other(page)).count();
    let entries = read("cuda-driver-sys/src/generated/entry_points.rs");
    let entries = entries.lines().filter(|line| line.contains(r#" "cuda.h" "#));
    let abis = entries.count();

    let mut found = 0;
    for path in [
        "README.md",
        "ARCHITECTURE.md",
        "CHANGELOG.md",
        "docs/promises.md",
        "cuda-driver/README.md",
        "cuda-driver-sys/README.md",
    ] {
        let text = read(path).replace('\n', " ");
        for number in numbers_before(&text, " functions of `cuda.h`") {
            assert_eq!(number, current, "{path}");
            found += 1;
        }
        for number in numbers_before(&text, " ABIs") {
            assert_eq!(number, abis, "{path}");
        }
    }
    assert!(found >= 3, "{found}");
}
