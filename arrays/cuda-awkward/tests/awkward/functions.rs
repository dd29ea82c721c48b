//! The table of Awkward's names.

use std::collections::BTreeSet;

/// Awkward's public names, as the newest release lists them.
const NAMES: &str = include_str!("../data/names.txt");
const TABLE: &str = include_str!("../../src/functions.md");

#[test]
fn each_public_name_of_awkward_has_one_row() {
    let names: BTreeSet<&str> = NAMES.lines().filter(|line| !line.starts_with('#')).collect();
    assert!(names.len() > 150, "{} names", names.len());
    let rows = TABLE.lines().filter_map(|line| line.strip_prefix("| `ak."));
    let rows: Vec<(&str, &str)> = rows.filter_map(|row| row.split_once("` | ")).collect();
    let listed: BTreeSet<&str> = rows.iter().map(|row| row.0).collect();
    assert_eq!(names, listed);
    assert_eq!(rows.len(), listed.len(), "a name has two rows");
    for (name, here) in rows {
        assert!(here.len() > " |".len(), "{name} has no counterpart, and no reason");
    }
}
