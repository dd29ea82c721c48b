//! Checks that the rooms of `cuda-driver` depend only on those before them in ARCHITECTURE.md's table. That those with a
//! feature need no other, `cargo xtask features` checks.
#![allow(missing_docs)]
// In a test, an unexpected error is a failure.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::BTreeSet;
use std::path::Path;

use cuda_rust::sources::below;

const WORKSPACE: &str = env!("CARGO_MANIFEST_DIR");

/// The rooms that use a higher one, and why. Besides, `error` has the details of errors of every room.
const UPWARD: [(&str, &str, &str); 2] = [
    ("context", "memory", "a context keeps spare pinned windows"),
    ("stream", "launch", "what `Stream::launch` is passed"),
];

fn read(path: &str) -> String {
    std::fs::read_to_string(Path::new(WORKSPACE).join(path)).unwrap()
}

/// Returns the rooms in the order of ARCHITECTURE.md's table, lowest first.
fn rooms() -> Vec<String> {
    let text = read("ARCHITECTURE.md");
    let (_, after) = text
        .split_once("\n## The rooms of `cuda-driver`\n")
        .unwrap();
    let (section, _) = after.split_once("\n## ").unwrap();
    let rows = section.lines().filter_map(|line| line.strip_prefix("| `"));
    rows.map(|row| row.split('`').next().unwrap().to_owned())
        .collect()
}

/// Returns each import of a module of `cuda-driver` by a file of another: the module or room of the file, what follows
/// `crate::`, and the file.
fn imports() -> Vec<(String, String, String)> {
    let folder = Path::new(WORKSPACE).join("cuda-driver/src");
    let mut imports = Vec::new();
    for path in below(&folder).unwrap() {
        let text = std::fs::read_to_string(&path).unwrap();
        let file = path.strip_prefix(&folder).unwrap().to_str().unwrap();
        let file = file.replace('\\', "/");
        let room = file.split(['/', '.']).next().unwrap().to_owned();
        // Documentation names what it likes, also where it depends on a feature.
        let is_code = |line: &&str| {
            !["//", "doc = "]
                .iter()
                .any(|it| line.trim_start().starts_with(it))
        };
        let code = text.lines().filter(is_code);
        for line in code {
            // `$crate::` is in a macro, for other crates.
            for (at, _) in line.match_indices("crate::") {
                let is_path = !line[..at].ends_with(|c: char| c == '$' || c.is_alphanumeric());
                let rest = &line[at + "crate::".len()..];
                let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_');
                let name = rest[..end.unwrap_or(rest.len())].to_owned();
                if is_path && name != room {
                    imports.push((room.clone(), name, file.clone()));
                }
            }
        }
    }
    assert!(imports.len() > 300, "{}", imports.len());
    imports
}

#[test]
fn imports_name_the_room() {
    let from_root: Vec<_> = imports()
        .into_iter()
        .filter(|(room, name, _)| room != "lib" && !name.starts_with(char::is_lowercase))
        .collect();
    assert!(from_root.is_empty(), "{from_root:?}");
}

#[test]
fn a_room_uses_only_lower_rooms() {
    let rooms = rooms();
    let place = |name: &String| rooms.iter().position(|room| room == name);
    let mut upward = BTreeSet::new();
    let mut wrong = Vec::new();
    for (room, name, file) in imports() {
        if room == "error"
            || place(&room).is_none_or(|room| place(&name).is_none_or(|name| name < room))
        {
            continue;
        }
        let known = UPWARD.iter().find(|row| (row.0, row.1) == (&room, &name));
        match known {
            Some(row) => drop(upward.insert((row.0, row.1))),
            None => wrong.push(format!("{file} uses {name}, which is above {room}")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let listed: BTreeSet<_> = UPWARD.iter().map(|row| (row.0, row.1)).collect();
    assert_eq!(upward, listed, "a row of `UPWARD` is no longer needed");
}
