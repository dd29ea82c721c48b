//! Checks that links between the workspace's documents lead somewhere, that those to read first are short, that
//! ARCHITECTURE.md lists the rooms of `cuda-driver`, and that what documents say of other projects and of CI has its
//! evidence.
#![allow(missing_docs)]
// In a test, an unexpected error is a failure.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

const WORKSPACE: &str = env!("CARGO_MANIFEST_DIR");

/// The documents that a newcomer reads first, each with its maximum length in bytes.
const FIRST: [(&str, u64); 3] =
    [("README.md", 15_000), ("ARCHITECTURE.md", 15_000), ("CONTRIBUTING.md", 8_000)];

fn read(path: &str) -> String {
    std::fs::read_to_string(Path::new(WORKSPACE).join(path)).unwrap()
}

/// Returns the Markdown files below a folder, without those of builds and hidden folders.
fn documents(folder: &Path) -> Vec<PathBuf> {
    files(folder, ".md")
}

/// Returns the files below a folder whose names end so, without those of builds and hidden folders.
fn files(folder: &Path, end: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if path.is_dir() {
            if name != "target" && !name.starts_with('.') {
                found.extend(files(&path, end));
            }
        } else if name.ends_with(end) {
            found.push(path);
        }
    }
    found
}

/// Returns the lines of a document that aren't code.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut is_code = false;
    text.lines().filter(move |line| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        !is_code && !is_fence
    })
}

/// Returns the anchor that pages of documents give to a heading.
fn anchor(heading: &str) -> String {
    let anchor = heading.trim().chars().filter_map(|c| match c {
        ' ' => Some('-'),
        '-' | '_' => Some(c),
        _ if c.is_alphanumeric() => Some(c),
        _ => None,
    });
    anchor.collect::<String>().to_lowercase()
}

fn has_anchor(path: &Path, wanted: &str) -> bool {
    let text = std::fs::read_to_string(path).unwrap();
    prose(&text)
        .filter(|line| line.starts_with('#'))
        .any(|line| anchor(line.trim_start_matches('#')) == wanted)
}

#[test]
fn dependencies_on_a_checkout_exist() {
    let mut found = 0;
    for path in files(Path::new(WORKSPACE), ".md") {
        let text = std::fs::read_to_string(&path).unwrap();
        for rest in text.split("\"../cuda-rust/").skip(1) {
            let folder = rest.split('"').next().unwrap();
            let manifest = Path::new(WORKSPACE).join(folder).join("Cargo.toml");
            assert!(manifest.is_file(), "{}: {folder}", path.display());
            found += 1;
        }
    }
    assert!(found >= 4, "{found}");
}

#[test]
fn links_between_documents_lead_somewhere() {
    let (mut checked, mut wrong) = (0, Vec::new());
    for path in documents(Path::new(WORKSPACE)) {
        let text = std::fs::read_to_string(&path).unwrap();
        // Links may be broken over lines, and code isn't a link: `kernel[grid, block](array)`.
        let text = prose(&text).collect::<Vec<_>>().join(" ");
        let parts = text.split('`').enumerate().map(|(part, text)| match part % 2 {
            0 => text.to_owned(),
            _ => text.replace("](", ""),
        });
        let text = parts.collect::<String>();
        for link in text.split("](").skip(1) {
            let link = link.split([')', ' ']).next().unwrap();
            if link.contains("://") || link.contains("::") {
                continue;
            }
            let (file, heading) = link.split_once('#').unwrap_or((link, ""));
            let target = match file {
                "" => path.clone(),
                file => path.with_file_name(file),
            };
            if !target.exists() || !(heading.is_empty() || has_anchor(&target, heading)) {
                wrong.push(format!("{}: {link}", path.display()));
            }
            checked += 1;
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(checked > 200, "{checked}");
}

#[test]
fn the_gallery_shows_every_picture() {
    let gallery = read("docs/gallery.md");
    let pictures = files(Path::new(WORKSPACE), ".svg");
    assert!(pictures.len() > 25, "{}", pictures.len());
    for picture in pictures {
        let path = picture.strip_prefix(WORKSPACE).unwrap();
        let path = path.to_str().unwrap().replace('\\', "/");
        let shown = match path.strip_prefix("docs/") {
            Some(name) => format!("]({name})"),
            None => format!("](../{path})"),
        };
        assert!(gallery.contains(&shown), "docs/gallery.md lacks {path}");
    }
}

#[test]
fn the_documents_to_read_first_are_short() {
    for (document, most) in FIRST {
        let length = Path::new(WORKSPACE).join(document).metadata().unwrap().len();
        assert!(length <= most, "{document} has {length} bytes");
    }
}

#[test]
fn architecture_lists_every_room() {
    let modules = read("cuda-driver/src/lib.rs");
    let modules = modules.lines().filter_map(|line| line.strip_prefix("pub mod "));
    let modules: BTreeSet<_> = modules.filter_map(|rest| rest.split(';').next()).collect();

    let text = read("ARCHITECTURE.md");
    let (_, after) = text.split_once("\n## The rooms of `cuda-driver`\n").unwrap();
    let (section, _) = after.split_once("\n## ").unwrap();
    let rows = section.lines().filter_map(|line| line.strip_prefix("| `"));
    let rooms: BTreeSet<_> = rows.filter_map(|row| row.split('`').next()).collect();
    assert_eq!(rooms, modules);
}

/// Returns the links of a text: the words that are shown, and where they lead.
fn links(text: &str) -> Vec<(&str, &str)> {
    let ends = text.match_indices("](").map(|(end, _)| end);
    let link_text = |end: usize| {
        let shown = text[..end].rsplit('[').next().unwrap();
        (shown, text[end + 2..].split(')').next().unwrap())
    };
    ends.map(link_text).collect()
}

/// Returns the cells of the comparison with other projects, without its first column.
fn comparison(page: &str) -> Vec<Vec<&str>> {
    let (_, table) = page.split_once("\n| | cuda-python |").unwrap();
    let (table, _) = table.split_once("\n\n").unwrap();
    let rows = table.lines().skip(2);
    rows.map(|row| row.trim_matches('|').split('|').skip(1).collect()).collect()
}

#[test]
fn each_cell_of_the_comparison_has_its_evidence() {
    let page = read("docs/which-crate.md");
    let rows = comparison(&page);
    assert!(rows.len() > 14, "{}", rows.len());
    let mut tests = 0;
    for row in rows {
        assert_eq!(row.len(), 4, "{row:?}");
        for cell in &row {
            assert!(!links(cell).is_empty(), "no evidence: {cell}");
        }
        for (shown, target) in links(row[3]) {
            let Some(name) = shown.strip_prefix('`').and_then(|rest| rest.strip_suffix('`')) else {
                continue;
            };
            // That files exist is checked for all documents.
            let Some(file) = target.strip_prefix("../").filter(|rest| rest.ends_with(".rs")) else {
                continue;
            };
            let is_program = Path::new(file).file_stem().unwrap() == name;
            let is_there = is_program || read(file).contains(&format!("fn {name}("));
            assert!(is_there, "{file} has no test {name}");
            tests += 1;
        }
    }
    assert!(tests > 10, "{tests}");
}

#[test]
fn the_versions_that_are_compared_are_those_that_are_tested() {
    let page = read("docs/which-crate.md");
    let manifest = read("compat/side-by-side/Cargo.toml");
    // NVIDIA's crates depend on one another with equal versions.
    let pinned = |name| match name {
        "cuda-async" | "cuda-bindings" => "cuda-core",
        name => name,
    };
    let mut checked = 0;
    for rest in page.split("https://docs.rs/crate/").skip(1) {
        let mut parts = rest.split('/');
        let (name, used) = (parts.next().unwrap(), parts.next().unwrap());
        let wanted = format!("\n{} = {{ version = \"={used}\"", pinned(name));
        assert!(manifest.contains(&wanted), "{name} {used}");
        checked += 1;
    }
    assert!(checked > 20, "{checked}");
    let requirements = read("tests/python/requirements.txt");
    for (name, package) in [("cuda.core", "cuda-core"), ("cuda.bindings", "cuda-bindings")] {
        let used = page.split(&format!("{name} ")).nth(1).unwrap();
        let used = used.split([' ', ',']).next().unwrap();
        let wanted = format!("\n{package}=={used}\n");
        assert!(requirements.contains(&wanted), "{name} {used}");
    }
}

#[test]
fn all_measurements_are_of_one_month() {
    let page = read("docs/measured.md");
    let mut dates: Vec<String> = page.split("2026-").skip(1).map(|part| part[..2].into()).collect();
    for file in files(&Path::new(WORKSPACE).join("benches/results"), ".json") {
        let text = std::fs::read_to_string(&file).unwrap();
        dates.extend(text.split("\"date\": \"2026-").skip(1).map(|part| part[..2].into()));
    }
    assert!(page.contains("All runs are of November 2026"));
    assert!(dates.len() > 30 && dates.iter().all(|date| date == "11"), "{dates:?}");
}

/// Returns the text between the first `before` and the next `after`.
fn between<'a>(text: &'a str, before: &str, after: &str) -> &'a str {
    let (_, rest) = text.split_once(before).unwrap();
    rest.split_once(after).unwrap().0
}

#[test]
fn what_is_supported_is_what_is_tested() {
    let page = read("docs/support.md");
    let row = |name: &str| between(&page, &format!("\n| {name} | "), " |").to_string();

    let versions = read("xtask/nvrtc.toml");
    let versions = between(&versions, "\ntested = [", "]").replace('"', "");
    assert_eq!(row("NVRTC"), versions);

    let sets = read("xtask/headers.toml");
    let drivers = sets.split("[[library]]").next().unwrap();
    let versions: Vec<_> = drivers.split("\nversion = \"").skip(1).collect();
    let versions: Vec<_> =
        versions.iter().map(|version| version.split('"').next().unwrap()).collect();
    let (last, others) = versions.split_last().unwrap();
    let declared = format!("headers of {} and {last}", others.join(", "));
    assert!(row("declarations").ends_with(&declared), "{declared}");

    let linking = read("xtask/linking.toml");
    for (name, package) in [
        ("nvJitLink", "nvidia-nvjitlink"),
        ("nvFatbin", "nvidia-nvfatbin"),
        ("libNVVM", "nvidia-nvvm"),
        ("NVIDIA's runtime, on the software device", "nvidia-cuda-runtime"),
    ] {
        let start = format!("\nname = \"{package}");
        let versions = linking.split(&start).skip(1).map(|part| {
            let version = between(part, "version = \"", "\"");
            version.rsplit_once('.').unwrap().0
        });
        assert_eq!(row(name), versions.collect::<Vec<_>>().join(", "));
    }

    let manifest = read("Cargo.toml");
    let rust = between(&manifest, "\nrust-version = \"", "\"");
    let workflow = read(".github/workflows/ci.yml");
    for text in [&page, &read("README.md")] {
        assert!(text.contains(&format!("Rust {rust}")), "{rust}");
    }
    assert!(workflow.contains(&format!("cargo +{rust} check")), "{rust}");
    // The names in the page for what CI compiles.
    let systems = between(&page, "\n## Systems\n", "\n## ");
    for target in between(&workflow, "target: [", "]").split(", ") {
        let name = match target {
            "x86_64-unknown-linux-gnu" => "Linux on x86-64, with glibc | tested",
            "aarch64-unknown-linux-gnu" => "Linux on aarch64",
            "x86_64-pc-windows-msvc" => "Windows on x86-64 (MSVC) | compiled",
            other => panic!("docs/support.md doesn't say that {other} is compiled"),
        };
        assert!(systems.contains(name), "{name}");
    }
}

/// Ranges of versions that don't end with the newest: cuBLAS and nvJPEG have numbers of their own, and cudarc's interface
/// follows cudarc.
const OTHER_RANGES: [&str; 4] =
    ["to 13.10.0", "to 13.3.2", "of CUDA 12.6 to 13.1", "of CUDA 11 to 13.0"];

#[test]
fn the_newest_version_of_cuda_is_the_same_everywhere() {
    let sets = read("xtask/headers.toml");
    let newest = sets.split("[[library]]").next().unwrap();
    let newest = newest.rsplit("\nversion = \"").next().unwrap().split('"').next().unwrap();
    assert_eq!(newest, cuda_rust::NEWEST);

    let workspace = Path::new(WORKSPACE);
    let texts = [".md", ".rs"].map(|end| files(workspace, end)).concat();
    let mut found = 0;
    for path in texts.iter().filter(|text| !text.ends_with("CHANGELOG.md")) {
        let text = std::fs::read_to_string(path).unwrap();
        let lines = text.lines().filter(|line| {
            let is_prose = path.extension().is_some_and(|extension| extension == "md");
            let is_other = OTHER_RANGES.iter().any(|range| line.contains(range));
            !is_other && (is_prose || line.trim_start().starts_with("//"))
        });
        for line in lines {
            for (before, after) in line.match_indices(" to 1").map(|(at, _)| line.split_at(at)) {
                let end: String = after[" to ".len()..]
                    .chars()
                    .take_while(|c| c.is_ascii_digit() || *c == '.')
                    .collect();
                let end = end.trim_end_matches('.');
                let is_range = before.ends_with(|c: char| c.is_ascii_digit());
                let is_version = end.len() > 3 && end.starts_with("13.");
                if is_range && is_version {
                    assert_eq!(end, newest, "{}: {line}", path.display());
                    found += 1;
                }
            }
        }
    }
    assert!(found > 12, "{found}");
}
